"""Which known records of a list a page still shows, and whether a wrapper reads them.

A record of a list is known by its *names*: where it leads, and the longest of its texts that no other known record
has. Its category and its price are shown by others too. Where a list shows a name and most of what else is known of
the record, the record is still shown; where it shows hardly more than the name, as a list of what is read most does,
the record is only mentioned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from stook.learning.heal.known import TELLING, Known, listed
from stook.learning.heal.relocate import LINKING
from stook.learning.labels.texts import ADDRESS, Texts, letters
from stook.page import Page, resolve
from stook.recognise import values
from stook.records import Record, Value
from stook.wrapper.rules.model import FieldRule

MENTIONED = 0.5
"""A list that shows no more of a known record than this only mentions it."""
SHORTEST = 4
"""A name has so many letters."""

Name = tuple[str, str]
"""A field and its value."""


def names_of(known: Sequence[Known]) -> list[tuple[Name, ...]]:
    """The names of each known record."""
    often = Counter((name, letters(text)) for record in known for name, value in record.items()
                    for text in listed(value))
    return [tuple(_names(record, often)) for record in known]


def _names(record: Known, often: Mapping[Name, int]) -> list[Name]:
    own = [(name, text) for name, value in record.items() for text in listed(value)[:1]
           if often[name, letters(text)] == 1 and len(letters(text)) >= SHORTEST]
    leading = [(name, text) for name, text in own if ADDRESS.match(text)]
    said = sorted((one for one in own if one not in leading), key=lambda one: -len(letters(one[1])))
    return leading + said[:1]


def shows(texts: Texts, name: Name) -> bool:
    """Whether a page shows the name of a record."""
    return bool(texts.find(name[1], "link")) if ADDRESS.match(name[1]) else texts.shows(name[1])


def says(page: Page, rule: FieldRule, given: str, value: Value) -> bool:
    """Whether a value that was read is one that is known, in whatever words."""
    wanted = letters(given)
    if wanted in (letters(value.text), letters(value.written or value.text)):
        return True
    if ADDRESS.match(value.text):
        return value.text == resolve(given, page.base)
    around = {"language": page.language, "base": page.base, "at": page.at}
    return rule.type != "text" and values.says(rule.type, given, value.text, **around)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Met:
    """A known record and the record that was read for it."""

    page: Page
    known: Known
    record: Record

    def is_full(self, rules: Sequence[FieldRule]) -> bool:
        """Whether the record shows most of what is known, and is no mention. Where it leads goes with its name."""
        told = [self.tells(rule) for rule in rules if listed(self.known.get(rule.name)) and rule.type not in LINKING]
        return sum(said is True for said in told) > MENTIONED * len(told) or not told

    def tells(self, rule: FieldRule) -> bool | None:
        """Whether a field is read as it is known; None where it is not known, or the record shows it no more."""
        wanted = listed(self.known.get(rule.name))
        right = [any(says(self.page, rule, text, value) for value in self.record[rule.name]) for text in wanted]
        there = [good or self._shows(text) for good, text in zip(right, wanted, strict=True)]
        return 2 * sum(right) >= sum(there) if any(there) else None

    @cached_property
    def _letters(self) -> str:
        return letters(self.record.text)

    def _shows(self, text: str) -> bool:
        return not ADDRESS.match(text) and len(letters(text)) >= SHORTEST and letters(text) in self._letters


def met(page: Page, known: Sequence[tuple[Known, tuple[Name, ...]]], records: Sequence[Record]) -> list[Met]:
    """The known records among those that were read."""
    by_value: dict[str, Record] = {}
    for record in records:
        for name in record:
            for value in record[name]:
                by_value.setdefault(letters(value.text), record)
    long = [(said, record) for said, record in by_value.items() if len(said) >= TELLING]
    found = []
    for one, names in known:
        if read := next(filter(None, (_read(page, name, by_value, long) for name in names)), None):
            found.append(Met(page, one, read))
    return found


def _read(page: Page, name: Name, by_value: Mapping[str, Record], long: Sequence[tuple[str, Record]]) -> Record | None:
    """The record that shows a name, whole or as part of a longer text."""
    said = letters((resolve(name[1], page.base) or name[1]) if ADDRESS.match(name[1]) else name[1])
    if said in by_value:
        return by_value[said]
    return next((record for text, record in long if said in text), None) if len(said) >= TELLING else None
