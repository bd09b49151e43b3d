"""What stands on one way in the rows of a list, and which field of old it may be.

A list falls into rows; what stands in them on one path is a *column*. A field that is lost after a redesign is looked
for among the columns of all lists that the page may have, as a field of one record is among its elements (`relocate`):
a column is a spot whose texts are those of its rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from stook.learning.heal.relocate import LINKING, LONGEST, MOST_PIECES, Memory, Spot, Spots, names_around, told_words
from stook.learning.labels.texts import Occurrence, bare
from stook.learning.rows.columns import Wanted, field_of
from stook.learning.rows.rows import Row, Rows
from stook.learning.rows.table import Table, text_of
from stook.page import TEXT, Page, resolve
from stook.records import Record
from stook.wrapper.rules.model import FieldRule, Part, RulesWrapper
from stook.wrapper.rules.reading import label_key

FEWEST = 2
"""What stands in fewer rows than this is no column."""
MOST = 0.5
"""A text before its values that so many rows share is the label of a column."""
ATTRIBUTES: Mapping[str, str] = {"a": "@href", "img": "@src", "time": "@datetime"}
KINDS: Mapping[str, str] = {"@href": "link", "@src": "image", "@datetime": "date"}
"""What a list may have from an attribute, and the types of that."""
UNCUT = ("embedded", "page", "delimiters")
"""Cuts whose records are no rows of nodes."""

Way = tuple[tuple[int, ...], int, str, Part | None]
"""The kinds of the nodes on a path from a row, which one of these in its row it is (-1 for all of them), and what of
the node is taken."""


@dataclass(frozen=True)
class Column:
    """What the rows of one list have in common."""

    spot: Spot
    shown: tuple[tuple[Occurrence, ...], ...] = ()
    """For each row what stands there;"""
    rule: FieldRule | None = None
    """or the rule that reads it."""


@dataclass(frozen=True)
class RecordSet:
    """The records that a wrapper reads from a page, and all columns of their rows."""

    page: Page
    wrapper: RulesWrapper
    memories: Sequence[Memory]
    """Of the fields that may be looked for."""
    parts: Mapping[str, tuple[Part, ...]]
    """How their values of old were cut out of texts."""

    @cached_property
    def records(self) -> tuple[Record, ...]:
        return self.wrapper.apply(self.page).records

    @cached_property
    def rows(self) -> Rows | None:
        """The records as rows; None where they are cut otherwise."""
        spans = [record.span for record in self.records if record.span]
        if self.wrapper.cut.kind in UNCUT or not spans:
            return None
        return Rows(self.wrapper.cut.kind, tuple(Row(start, stop, self.page.parent[start], start)
                                                 for start, stop in spans), self.wrapper.cut.lead)

    @cached_property
    def columns(self) -> list[Column]:
        """Those that its own rules read, and those on other paths."""
        own = [Column(self._spot(nodes, texts, rule.type if rule.type != "text" else ""), rule=rule)
               for rule in self.wrapper.fields for nodes, texts in [self._read(rule.name)] if len(texts) >= FEWEST]
        return own + (list(self._others(self.rows)) if self.rows else [])

    def _read(self, name: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
        values = [value for record in self.records for value in record[name]]
        nodes = tuple(-1 if value.node is None else value.node for value in values)
        return nodes, tuple(value.text for value in values)

    # columns on paths -------------------------------------------------------------------------------

    def _others(self, rows: Rows) -> Iterator[Column]:
        found: dict[Way, dict[int, list[Occurrence]]] = {}
        for place, row in enumerate(rows.all):
            for way, one in self._ways(rows, row):
                found.setdefault(way, {}).setdefault(place, []).append(one)
        distinct: dict[tuple[Occurrence, ...], Column] = {}
        for shown in found.values():
            some = tuple(one for place in sorted(shown) for one in shown[place])
            if len(shown) >= FEWEST and some not in distinct:
                texts = tuple(text_of(self.page, one) for one in some)
                kind = KINDS.get(some[0].take, "")
                if kind in LINKING:
                    texts = tuple(resolve(text, self.page.base) or text for text in texts)
                distinct[some] = Column(self._spot(tuple(one.node for one in some), texts, kind),
                                        tuple(tuple(shown.get(place, ())) for place in range(len(rows.all))))
        yield from distinct.values()

    def _ways(self, rows: Rows, row: Row) -> Iterator[tuple[Way, Occurrence]]:
        """The ways to all that stands in a row."""
        page, repeats = self.page, any(memory.repeats for memory in self.memories)
        counted: Counter[tuple[int, ...]] = Counter()
        for node in self._standing(row):
            path = tuple(page.kinds[one] for one in rows.path(page, row, node))
            for one in self._takes(node):
                which = counted[path]
                yield (path, which, one.take, one.part), one
                if repeats:
                    yield (path, -1, one.take, one.part), one
            counted[path] += 1

    def _standing(self, row: Row) -> Iterator[int]:
        """The nodes of a row that show a text as a whole, or an image."""
        page = self.page
        for node in range(row.start, row.stop):
            pieces, tag = page.words.between(node, page.end[node]), page.tag[node]
            if tag == "img":
                yield node
            elif tag == TEXT:
                if pieces and len(page.words.between(page.parent[node], page.end[page.parent[node]])) > 1:
                    yield node
            elif 0 < len(pieces) <= MOST_PIECES and (
                    len(pieces) > 1 or tag in ATTRIBUTES or page.parent[page.words.node[pieces[0]]] == node):
                yield node

    def _takes(self, node: int) -> Iterator[Occurrence]:
        """What of a node may be a value."""
        page = self.page
        attribute = ATTRIBUTES.get(page.tag[node], "")
        if attribute and page.attr(node, attribute[1:]):
            yield Occurrence(node, attribute)
        text = page.text_of(node) if page.words.between(node, page.end[node]) else ""
        if bare(text) and len(text) <= LONGEST:
            yield Occurrence(node)
            yield from (Occurrence(node, part=part) for part in dict.fromkeys(
                part for parts in self.parts.values() for part in parts) if text_of(page, Occurrence(node, part=part)))

    # what can be told of them -----------------------------------------------------------------------

    def _spot(self, nodes: tuple[int, ...], texts: tuple[str, ...], kind: str) -> Spot:
        page, shown = self.page, [node for node in nodes if node >= 0]
        if not shown:
            return Spot(nodes, texts, "", frozenset(), "", kind)
        labels = Counter(label for node in shown if (label := self._label(node)))
        label, often = labels.most_common(1)[0] if labels else ("", 0)
        label = label if often >= MOST * len(shown) else ""
        words = names_around(page, shown[0]) | told_words([label, self._heading(shown[0])])
        return Spot(nodes, texts, label_key(label), words, page.tag[shown[0]], kind)

    def _label(self, node: int) -> str:
        """The text before a node in its row."""
        page, words = self.page, self.page.words
        place = words.between(node, page.end[node]).start - 1
        row = self.rows.around(node) if self.rows else None
        return words.text[place] if place >= 0 and row is not None and self.rows and (
            self.rows.all[row].start <= words.node[place]) else ""

    def _heading(self, node: int) -> str:
        """What stands above the column of a table."""
        page = self.page
        cell = next((one for one in (node, *page.ancestors(node)) if page.tag[one] in ("td", "th")), None)
        table = next((one for one in page.ancestors(node) if page.tag[one] == "table"), None)
        if cell is None or table is None:
            return ""
        place = len([one for one in page.children(page.parent[cell]) if one < cell and page.tag[one] in ("td", "th")])
        first = next(iter(page.select("tr", within=(table, page.end[table]))), cell)
        cells = [one for one in page.children(first) if page.tag[one] in ("td", "th")]
        return page.text_of(cells[place]) if first < cell and place < len(cells) else ""

    # rules ------------------------------------------------------------------------------------------

    def rule_of(self, column: Column, old: FieldRule) -> FieldRule:
        """The rule that reads a column as a field."""
        if column.rule is not None:
            kind = old.type if column.rule.type == "text" else column.rule.type
            return replace(column.rule, name=old.name, type=kind, declared=old.declared)
        assert self.rows is not None
        table = Table(self.rows, tuple({old.name: some} if some else {} for some in column.shown), (0,),
                      frozenset({old.name}) if old.cardinality == "*" else frozenset())
        wanted = Wanted(old.type, old.declared, old.cardinality == "*")
        return field_of(self.page, table, old.name, wanted)


class Columns(Spots):
    """The columns of all lists that a page may have, each once."""

    def __init__(self, page: Page, sets: Iterable[RecordSet]) -> None:
        super().__init__(page)
        self._spots = list({(column.spot.nodes, column.spot.texts): column.spot
                            for one in sets for column in one.columns}.values())

    @cached_property
    def rows(self) -> list[Spot]:
        return self._spots


def parts_of(rules: Sequence[FieldRule]) -> tuple[Part, ...]:
    """How the values of a field were cut out of texts."""
    return tuple(dict.fromkeys(pick.part for rule in rules for pick in rule.picks if pick.part))
