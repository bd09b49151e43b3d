"""What the columns of a table of records are: settled from a wrapper, before any record is read.

    column    a field: its name, its type where a schema declares one (else text), whether it repeats
    PAGE      the first column: where the record was read

So files of one wrapper always have the same columns, whatever their pages show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stook.errors import FeedError
from stook.wrapper.rules.model import FieldRule

PAGE = "_page"


@dataclass(frozen=True, slots=True)
class Column:
    """A field as it stands in a table."""

    name: str
    type: str = "text"
    repeats: bool = False


def columns_of(fields: Sequence[FieldRule]) -> tuple[Column, ...]:
    """The columns for the fields of a wrapper. A field with several places has several rules, and one column."""
    names = list(dict.fromkeys(rule.name for rule in fields))
    if PAGE in names:
        raise FeedError("a table has a column of its own with this name", subject=f"the field {PAGE}",
                        hint="call the field otherwise")
    return tuple(_column(name, [rule for rule in fields if rule.name == name]) for name in names)


def _column(name: str, rules: Sequence[FieldRule]) -> Column:
    types = {"record" if rule.fields else rule.type if rule.declared else "text" for rule in rules}
    return Column(name, types.pop() if len(types) == 1 else "text", any(rule.cardinality == "*" for rule in rules))
