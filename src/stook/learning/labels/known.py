"""What is known of pages: examples, and the labels in them.

An *example* is a page with what is known of it: one record, or the records of a list. A field that a record does not
name is unlabelled; an empty list says that the record has none. A *label* is one value that somebody named: by its
text, by the number of its node, or by a node and one of its attributes. Whichever it was, here it becomes a `Label`,
and what makes no sense is refused in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stook.errors import LearnError, SchemaError
from stook.learning.labels.texts import Occurrence, Texts
from stook.learning.rows.region import Region
from stook.page import Page
from stook.records import Field, Schema
from stook.wrapper.rules.model import TEXT_OF

UNSEEN = ("href", "src", "content", "datetime", "value")
"""Where a value stands in a node that shows nothing."""
_FORM = 'give {"title": ["Dune"]}, or a list of such records for a list'


@dataclass(frozen=True, slots=True)
class Example:
    """A page with what is known of it: one record `{field: [texts]}`, or the records of a list `[{...}, {...}]`."""

    page: Page
    known: Any


@dataclass(frozen=True, slots=True)
class Label:
    """The text of a value, and where it stands if its node was named."""

    text: str
    at: Occurrence | None = None

    def __str__(self) -> str:
        return self.text or (f"node {self.at.node}" if self.at else "")


@dataclass(frozen=True, slots=True)
class Labels:
    """What is known of one record: the labels of its fields, and the records within it."""

    values: Mapping[str, tuple[Label, ...]]
    within: Mapping[str, tuple[Labels, ...]] = field(default_factory=dict)
    alone: frozenset[str] = frozenset()
    """The fields of which the one record within was given without a list around it."""

    def texts(self, name: str) -> list[str] | None:
        """The labelled texts of a field; None where it is unlabelled."""
        return [label.text for label in self.values[name]] if name in self.values else None

    def plain(self) -> dict[str, Any]:
        """The same as texts, from which a schema can be inferred."""
        return dict[str, Any]({name: [label.text for label in labels] for name, labels in self.values.items()}) | {
            name: records[0].plain() if name in self.alone else [one.plain() for one in records]
            for name, records in self.within.items()}


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """An example that makes sense."""

    number: int
    """Which example it is, from 1."""
    page: Page
    records: tuple[Labels, ...]
    is_list: bool
    within: Region | None = None
    """The part of the page in which the records stand, where that is known."""


class Labelled(Texts):
    """What a page says, where labels that name their node stand at that node and nowhere else."""

    def __init__(self, texts: Texts, labels: Sequence[Label]) -> None:
        self.page, self._texts = texts.page, texts
        self._named = {label.text: [label.at] for label in labels if label.at}

    def find(self, value: str, kind: str = "text", name: str = "") -> list[Occurrence]:
        return self._named.get(value) or self._texts.find(value, kind, name)


def standing(texts: Texts, labels: Sequence[Label]) -> Texts:
    """The texts of a page, for whoever looks for these labels on it."""
    return Labelled(texts, labels) if any(label.at for label in labels) else texts


# making sure ------------------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads what is known of one page."""

    number: int
    page: Page

    def record(self, known: Any, schema: Schema | None, path: tuple[str, ...] = ()) -> Labels:
        if not isinstance(known, Mapping):
            raise self._wrong(f"a record is a mapping from fields to values, and not {_kind(known)}", path, _FORM)
        values: dict[str, tuple[Label, ...]] = {}
        within: dict[str, tuple[Labels, ...]] = {}
        for name, given in known.items():
            if given is None:
                continue
            wanted = self._field(name, schema, path)
            listed = _listed(given)
            if any(isinstance(one, Mapping) for one in listed) or (wanted and wanted.nested):
                self._check_nested(wanted, (*path, name), schema)
                within[name] = tuple(self.record(one, wanted.nested if wanted else None, (*path, name))
                                     for one in listed)
            else:
                kind = wanted.type if wanted else "text"
                values[name] = tuple(self._label(one, kind, (*path, name)) for one in listed)
        return Labels(values, within, frozenset(name for name in within if isinstance(known[name], Mapping)))

    def _field(self, name: Any, schema: Schema | None, path: tuple[str, ...]) -> Field | None:
        if not isinstance(name, str):
            raise self._wrong(f"the name of a field is a text, and not {_kind(name)}", path, _FORM)
        if schema is None:
            return None
        if name not in schema:
            raise SchemaError("the schema has no field of this name", subject=".".join((*path, name)),
                              hint=f"its fields are {', '.join(schema)}")
        return schema[name]

    def _check_nested(self, wanted: Field | None, path: tuple[str, ...], schema: Schema | None) -> None:
        if schema is not None and wanted is not None and wanted.nested is None:
            raise SchemaError(f"the schema says that this is {wanted.type}, and the example gives records",
                              subject=".".join(path), hint='say it as {"reviews*": {"author": "text"}}')

    def _label(self, given: Any, kind: str, path: tuple[str, ...]) -> Label:
        if isinstance(given, str):
            return Label(" ".join(given.split()))
        if _is_node(given):
            return self._at(given, "", kind, path)
        if isinstance(given, tuple) and len(given) == 2 and _is_node(given[0]) and isinstance(given[1], str):
            return self._at(given[0], given[1], kind, path)
        raise self._wrong(f"a value is its text or the number of its node, and not {_kind(given)}", path,
                          "write it as the page shows it")

    def _at(self, node: int, attribute: str, kind: str, path: tuple[str, ...]) -> Label:
        """The value at a node: what it shows, or one of its attributes."""
        page = self.page
        if not 0 <= node < len(page):
            raise self._wrong(f"the page has no node {node}", path, f"its nodes are 0 to {len(page) - 1}")
        if attribute:
            if not page.attr(node, attribute):
                raise self._wrong(f"node {node} has no {attribute}", path, "name an attribute that its tag has")
            return Label(page.attr(node, attribute), Occurrence(node, f"@{attribute}"))
        shown = "" if kind in ("link", "image") else page.text_of(node)
        unseen = next((name for name in UNSEEN if not shown and page.attr(node, name)), None)
        if unseen:
            return Label(page.attr(node, unseen), Occurrence(node, f"@{unseen}"))
        return Label(page.text_of(node), Occurrence(node, TEXT_OF))

    def _wrong(self, message: str, path: tuple[str, ...], hint: str) -> LearnError:
        where = f"example {self.number}" + (f", {'.'.join(path)}" if path else "")
        return LearnError(message, subject=where, hint=hint)


def _is_node(given: Any) -> bool:
    return isinstance(given, int) and not isinstance(given, bool)


def _kind(given: Any) -> str:
    return f"{given!r:.60} ({type(given).__name__})"


def _is_value(given: Any) -> bool:
    """Whether it is one value and no list of values: a node with its attribute is one."""
    return (not isinstance(given, Sequence) or isinstance(given, str)
            or (isinstance(given, tuple) and len(given) == 2 and _is_node(given[0]) and isinstance(given[1], str)))


def _listed(given: Any) -> Sequence[Any]:
    return [given] if _is_value(given) else given


def _pages(examples: Sequence[Example], schema: Schema | None) -> Iterator[LabelledPage]:
    for number, example in enumerate(examples, 1):
        if not isinstance(example, Example) or not isinstance(example.page, Page):
            raise LearnError("this is no example", subject=f"example {number}",
                             hint='give stook.Example(page, {"title": ["Dune"]}) with a stook.Page')
        reader, known = _Reader(number, example.page), example.known
        is_list = isinstance(known, Sequence) and not isinstance(known, str)
        if not is_list and not isinstance(known, Mapping):
            raise LearnError(f"what is known of a page is a record or a list of records, and not {_kind(known)}",
                             subject=f"example {number}", hint=_FORM)
        records = [reader.record(one, schema) for one in (known if is_list else [known])]
        yield LabelledPage(number, example.page, tuple(records), is_list)


def labelled_pages(examples: Sequence[Example], schema: Schema | None) -> list[LabelledPage]:
    """The examples with their labels. LearnError or SchemaError says what makes no sense in them."""
    if isinstance(examples, Example):
        raise LearnError("examples are a list", hint="write learn([example])")
    found = list(_pages(examples, schema))
    if not any(any(part.values()) for one in found for record in one.records
               for part in (record.values, record.within)):
        raise LearnError("the examples name no value", hint=_FORM)
    if other := next((one for one in found if one.is_list != found[0].is_list), None):
        kinds = ("a record", "a list of records")
        raise LearnError(f"this is {kinds[other.is_list]}, and example 1 is {kinds[found[0].is_list]}",
                         subject=f"example {other.number}", hint="learn detail pages and lists apart")
    return found


def schema_of(labelled: Sequence[LabelledPage]) -> Schema:
    """What the examples have in common. Records that were given as a list may be more on another page."""
    return Schema.inferred([record.plain() for one in labelled for record in one.records])
