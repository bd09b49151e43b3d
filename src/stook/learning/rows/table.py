"""Where the values of known rows stand in the other rows of their list.

    spot     where a value stands in a row. Those in the other rows are found by the path that leads to the known one
    way      the path from a known row to a value, and what of the node is the value
    table    rows with their spots; a row shows at least half of the fields
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from stook.learning.labels.texts import Occurrence, letters
from stook.learning.rows.region import Region
from stook.learning.rows.rows import Row, Rows, rows_around
from stook.page import Page
from stook.wrapper.profile import profile_of
from stook.wrapper.rules.model import Pick
from stook.wrapper.rules.take import value_at
from stook.wrapper.selector import Selector, Step

FEWEST = 3
"""Fewer rows than this are no list, unless they agree in two fields."""
SHARED = 0.5
"""Of its fields a row must show so many."""
LIKE = 0.45
"""So far must the values of the other rows look like the known one, where that alone says that it is a list."""

Spots = Mapping[str, tuple[Occurrence, ...]]


@dataclass(frozen=True, slots=True)
class Way:
    """The path from a row to a value of it, and what of the node is the value."""

    path: tuple[int, ...]
    one: Occurrence


@dataclass(frozen=True, slots=True)
class Ways:
    """All ways to the values of one field, those that serve most known rows first."""

    all: tuple[Way, ...]
    several: bool = False
    """Whether a row may have several values of it."""
    leading: bool = False
    """Whether its values led to the rows: then each row has one, if need be what led to it."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with the spots of their fields."""

    rows: Rows
    spots: tuple[Spots, ...]
    """Those of each row."""
    known: tuple[int, ...]
    """The numbers of the rows that were given."""
    several: frozenset[str] = frozenset()
    """The fields of which a row may have several values."""
    before: Mapping[str, tuple[Occurrence | None, ...]] = field(default_factory=dict)
    """Of fields that stand before the rows they speak for: for each row what does."""

    @property
    def first(self) -> Spots:
        """The spots of the first row that was given."""
        return self.spots[self.known[0]]

    @property
    def others(self) -> Iterator[tuple[Row, Spots]]:
        return ((row, spots) for place, (row, spots) in enumerate(zip(self.rows.all, self.spots, strict=True))
                if place not in self.known)


def text_of(page: Page, one: Occurrence) -> str:
    """The value at an occurrence."""
    return value_at(page, one.node, Pick(Selector(), one.take, part=one.part, more=one.more))


# the other rows ---------------------------------------------------------------------------------------

def ways_in(page: Page, rows: Rows, row: Row, spots: Spots) -> dict[str, Ways]:
    """The ways to the values of one known row."""
    return {name: Ways(tuple(Way(tuple(rows.path(page, row, one.node)), one) for one in some), len(some) > 1)
            for name, some in spots.items()}


def spots_in(page: Page, rows: Rows, row: Row, ways: Mapping[str, Ways]) -> Spots:
    """The values that the ways find in a row."""
    found: dict[str, tuple[Occurrence, ...]] = {}
    for name, mine in ways.items():
        nodes: dict[int, Occurrence] = {}
        for way in mine.all:
            if nodes and not mine.several:
                break
            for node in _like(page, row, rows, way.path)[:None if mine.several else 1]:
                if text_of(page, one := replace(way.one, node=node)):
                    nodes.setdefault(node, one)
        if not nodes and mine.leading and row.lead >= 0:
            one = replace(mine.all[0].one, node=row.lead)
            nodes |= {row.lead: one} if text_of(page, one) else {}
        if nodes:
            found[name] = tuple(nodes[node] for node in sorted(nodes))
    return found


def _like(page: Page, row: Row, rows: Rows, path: Sequence[int]) -> list[int]:
    """The nodes of a row to which the same path leads, the most alike first."""
    if not path:
        return [row.head]
    tags = Selector(tuple(Step(page.tag[node]) for node in path), (True,) * len(path))
    first = rows.cut != "nodes"  # among siblings of several rows the number of the first step says nothing

    def likeness(node: int) -> int:
        theirs = rows.path(page, row, node)
        return sum(2 * (page.signatures[one] == page.signatures[other])
                   + (page.ordinals[one] == page.ordinals[other] and not (first and not place))
                   for place, (one, other) in enumerate(zip(path, theirs, strict=True)))

    found = tags.find(page, rows.scope(row), (row.start, row.stop))
    last = path[-1]
    if page.signatures[last]:
        found = [node for node in found if page.signatures[node] & page.signatures[last]]
    return sorted(found, key=lambda node: (-likeness(node), node))


def twins(page: Page, rows: Rows, row: Row, node: int) -> list[int]:
    """The nodes of a row that stand as one of its nodes does, by tags and by the kinds of the nearest two, and show
    words if it does."""
    path, said = rows.path(page, row, node), bool(page.text_of(node))
    if not path:
        return [node]
    tags = Selector(tuple(Step(page.tag[one]) for one in path), (True,) * len(path))
    kinds = [page.kinds[one] for one in path[-2:]]
    return [one for one in tags.find(page, rows.scope(row), (row.start, row.stop))
            if bool(page.text_of(one)) == said and [page.kinds[n] for n in rows.path(page, row, one)[-2:]] == kinds]


def table_of(page: Page, rows: Rows, known: Mapping[int, Spots], ways: Mapping[str, Ways],
             fewest: int = FEWEST) -> Table | None:
    """The rows that show at least half of the fields; None where that is no list. `known` are the spots of those rows
    that were given, by number."""
    kept: list[tuple[Row, Spots]] = []
    given: list[int] = []
    needed = {name for name, mine in ways.items() if mine.leading}
    for place, row in enumerate(rows.all):
        shown = known[place] if place in known else spots_in(page, rows, row, ways)
        if place in known:
            given.append(len(kept))
        if place in known or (len(shown) >= SHARED * len(ways) and needed <= shown.keys()):
            kept.append((row, shown))
    table = Table(replace(rows, all=tuple(row for row, _ in kept)), tuple(shown for _, shown in kept), tuple(given),
                  frozenset(name for name, mine in ways.items() if mine.several))
    agree = max((len(shown) for _, shown in table.others), default=0)
    return table if len(kept) >= min(fewest, 2 if agree > 1 else FEWEST) else None


def tables_around(page: Page, unit: Region, spots: Spots) -> Iterator[Table]:
    """The tables of which a unit with these values is one row."""
    leads = sorted(one.node for some in spots.values() for one in some)
    for rows in rows_around(page, unit, leads):
        known = rows.around(unit.start)
        if known is not None:
            table = table_of(page, rows, {known: spots}, ways_in(page, rows, rows.all[known], spots))
            if table:
                yield table


# is it a list? ----------------------------------------------------------------------------------------

def is_of_one_kind(page: Page, table: Table) -> bool:
    """Whether the values of the fields are of one kind in all rows, one field with another: the lines of a table that
    describes one thing have the same shape, but other labels and other values. Titles may differ much where prices do
    not."""
    like = [_alike_in(page, table, name) for name in table.first]
    return (bool(like) and sum(like) >= LIKE * len(like)
            and not any(_is_labelled(page, table, name) for name in table.first))


def _alike_in(page: Page, table: Table, name: str) -> float:
    profile = profile_of([text_of(page, table.first[name][0])])
    others = [profile.likeness(text_of(page, spots[name][0])) for _, spots in table.others if name in spots]
    like = [(one.shape + one.symbols + one.length) / 3 for one in others]
    return sum(like) / len(like) if like else 0.0


def _label(page: Page, row: Row, one: Occurrence) -> str:
    """The letters of the text before a value in its row."""
    words = page.words
    place = words.between(one.node, len(page)).start - 1
    return letters(words.text[place]) if place >= 0 and row.start <= words.node[place] else ""


def _is_labelled(page: Page, table: Table, name: str) -> bool:
    """Whether a text before the value is the field's name, and other rows have other texts there."""
    mine = _label(page, table.rows.all[table.known[0]], table.first[name][0])
    others = [_label(page, row, spots[name][0]) for row, spots in table.others if name in spots]
    named = bool(mine) and (mine in letters(name) or letters(name) in mine)
    return named and sum(text == mine for text in others) < SHARED * len(others)
