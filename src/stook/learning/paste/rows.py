"""A pasted region that is one row of a list, or a whole list: the rule that reads all of its rows.

    unit     what was pasted as one record: the region, or in a pasted list the part that holds one value of each field
    alike    a sibling that is built as the unit: of its tag and classes, or the run of siblings that begins so, or what
             stands between two marks; and it shows at least half of the fields where the unit shows them
    spot     where a value stands in a row. Those in the other rows are found by the path that leads to the pasted one
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from stook.learning.labels.texts import Occurrence, letters
from stook.learning.listing.induce import path_between
from stook.learning.paste.region import Found, Region, around, region_between
from stook.page import TEXT, Page
from stook.wrapper.profile import profile_of
from stook.wrapper.rules.apply import MARKS
from stook.wrapper.rules.model import CutKind, Pick
from stook.wrapper.rules.take import value_at
from stook.wrapper.selector import Selector, Step

FEWEST = 3
"""Fewer rows than this are no list, unless they agree in two fields."""
SHARED = 0.5
"""Of its fields a row must show so many."""
LIKE = 0.45
"""So far must the values of the other rows look like the pasted one, where that alone says that it is a list."""


@dataclass(frozen=True, slots=True)
class Row:
    """The nodes `start .. stop`; `head` is the child of the section by which the row is found."""

    start: int
    stop: int
    section: int
    head: int


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one list, the pasted one among them, and how they are cut."""

    cut: CutKind
    pasted: Row
    all: tuple[Row, ...]
    lead: int = 0

    def scope(self, row: Row) -> int:
        """Where the selectors of a row start."""
        return row.head if self.cut == "nodes" else row.section

    def path(self, page: Page, row: Row, node: int) -> list[int]:
        """The nodes from there down to a node of the row."""
        return path_between(page, self.scope(row), node)


# rows that may be -------------------------------------------------------------------------------------

def _candidates(page: Page, unit: Region, leads: Sequence[int]) -> Iterator[Rows]:
    """The ways in which a unit may be one of several rows. `leads` are the nodes of its values, in page order."""
    if unit.is_whole:
        for node in _same_text(page, unit.node):
            yield _siblings(page, node)
    yield from _between_marks(page, unit)
    section = page.parent[unit.node] if unit.is_whole else unit.node
    if section >= 0:
        yield from _runs(page, unit, section, leads)


def _same_text(page: Page, node: int) -> Iterator[int]:
    """An element, and those around it that show no more than it does."""
    shown = page.words.between(node, page.end[node])
    while page.parent[node] >= 0 and page.words.between(node, page.end[node]) == shown:
        yield node
        node = page.parent[node]


def _siblings(page: Page, node: int) -> Rows:
    section = page.parent[node]
    alike = [child for child in page.children(section) if is_alike(page, node, child)]
    rows = tuple(Row(child, page.end[child], section, child) for child in alike)
    return Rows("nodes", rows[alike.index(node)], rows)


def is_alike(page: Page, one: int, other: int) -> bool:
    """Whether two elements are of one tag and, where they have classes, share one."""
    if page.tag[one] != page.tag[other] or page.tag[one] == TEXT:
        return False
    mine, theirs = page.signatures[one], page.signatures[other]
    return bool(mine & theirs) or not (mine or theirs)


def _runs(page: Page, unit: Region, section: int, leads: Sequence[int]) -> Iterator[Rows]:
    """Runs of siblings, each from one that is like the first sibling of the unit that holds a value."""
    siblings = list(page.children(section))
    first, last = (bisect_right(siblings, node) - 1 for node in (unit.start, unit.stop - 1))
    if last <= first:
        return
    turn = next((place for place in range(first, last + 1) if any(
        siblings[place] <= lead < page.end[siblings[place]] for lead in leads)), first)
    lead = turn - first
    places = [place for place, node in enumerate(siblings) if is_alike(page, siblings[turn], node)
              and (page.signatures[node] or page.shapes[node] == page.shapes[siblings[turn]])]
    if any(first <= place <= last and place != turn for place in places):
        return
    starts = [max(place - lead, before + 1) for place, before in zip(places, [-1, *places], strict=False)]
    stops = [siblings[start] for start in starts[1:]] + [page.end[section]]
    rows = tuple(Row(siblings[start], stop, section, siblings[place])
                 for start, stop, place in zip(starts, stops, places, strict=True))
    pasted = next(row for row in rows if row.head == siblings[turn])
    yield Rows("runs", pasted, rows, lead)


def _between_marks(page: Page, unit: Region) -> Iterator[Rows]:
    """What stands between <br> or <hr>."""
    section = page.parent[unit.node] if unit.is_whole else unit.node
    if section < 0:
        return
    marks = [child for child in page.children(section) if page.tag[child] in MARKS]
    starts, stops = [section + 1, *(page.end[mark] for mark in marks)], [*marks, page.end[section]]
    rows = tuple(Row(start, stop, section, start) for start, stop in zip(starts, stops, strict=True) if stop > start)
    pasted = next((row for row in rows if row.start <= unit.start and unit.stop <= row.stop), None)
    if marks and pasted:
        yield Rows("marks", pasted, rows)


# their values -----------------------------------------------------------------------------------------

Spots = Mapping[str, tuple[Occurrence, ...]]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with the spots of their fields."""

    rows: Rows
    spots: tuple[Spots, ...]
    """Those of each row."""

    @property
    def pasted(self) -> Spots:
        return self.spots[self.rows.all.index(self.rows.pasted)]

    @property
    def others(self) -> Iterator[tuple[Row, Spots]]:
        return ((row, spots) for row, spots in zip(self.rows.all, self.spots, strict=True) if row != self.rows.pasted)


def _table(page: Page, rows: Rows, spots: Spots) -> Table | None:
    """The rows that show at least half of the fields; None where that is no list."""
    paths = {name: [rows.path(page, rows.pasted, one.node) for one in some] for name, some in spots.items()}
    kept: list[tuple[Row, Spots]] = []
    for row in rows.all:
        shown = spots if row == rows.pasted else _spots_in(page, row, rows, paths, spots)
        if len(shown) >= SHARED * len(spots):
            kept.append((row, shown))
    table = Table(replace(rows, all=tuple(row for row, _ in kept)), tuple(shown for _, shown in kept))
    agree = max((len(shown) for _, shown in table.others), default=0)
    return table if len(kept) >= (2 if agree > 1 else FEWEST) else None


def _spots_in(page: Page, row: Row, rows: Rows, paths: Mapping[str, Sequence[Sequence[int]]], spots: Spots) -> Spots:
    found: dict[str, tuple[Occurrence, ...]] = {}
    for name, some in paths.items():
        several = len(some) > 1
        nodes: dict[int, Occurrence] = {}
        for path, one in zip(some, spots[name], strict=True):
            for node in _like(page, row, rows, path)[:None if several else 1]:
                nodes.setdefault(node, replace(one, node=node))
        if shown := tuple(nodes[node] for node in sorted(nodes) if text_of(page, nodes[node])):
            found[name] = shown
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


def pick_of(one: Occurrence) -> Pick:
    return Pick(Selector(), one.take, part=one.part, more=one.more)


# is it a list? ----------------------------------------------------------------------------------------

def is_of_one_kind(page: Page, table: Table) -> bool:
    """Whether the values of each field are of one kind in all rows: the lines of a table that describes one thing have
    the same shape, but other labels and other values."""
    return all(_alike_in(page, table, name) for name in table.pasted)


def _alike_in(page: Page, table: Table, name: str) -> bool:
    if _is_labelled(page, table, name):
        return False
    profile = profile_of([text_of(page, table.pasted[name][0])])
    others = [profile.likeness(text_of(page, spots[name][0])) for _, spots in table.others if name in spots]
    like = [(one.shape + one.symbols + one.length) / 3 for one in others]
    return bool(like) and sum(like) / len(like) >= LIKE


def text_of(page: Page, one: Occurrence) -> str:
    """The value at an occurrence."""
    return value_at(page, one.node, Pick(Selector(), one.take, part=one.part, more=one.more))


def _label(page: Page, row: Row, one: Occurrence) -> str:
    """The letters of the text before a value in its row."""
    words = page.words
    place = words.between(one.node, len(page)).start - 1
    return letters(words.text[place]) if place >= 0 and row.start <= words.node[place] else ""


def _is_labelled(page: Page, table: Table, name: str) -> bool:
    """Whether a text before the value is the field's name, and other rows have other texts there."""
    mine = _label(page, table.rows.pasted, table.pasted[name][0])
    others = [_label(page, row, spots[name][0]) for row, spots in table.others if name in spots]
    named = bool(mine) and (mine in letters(name) or letters(name) in mine)
    return named and sum(text == mine for text in others) < SHARED * len(others)


# from a paste -----------------------------------------------------------------------------------------

def of_row(page: Page, region: Region, found: Found) -> Iterator[Table]:
    """The tables of which the pasted region may be one row."""
    spots = {name: tuple(places[0] for places in values) for name, values in found.items()}
    yield from _tables(page, region, spots or {"text": (Occurrence(region.node),)} if region.is_whole else spots)


def of_list(page: Page, region: Region, found: Found) -> Iterator[Table]:
    """The tables that the pasted region may hold, where each field has a value of one row."""
    spots = {name: (values[0][0],) for name, values in found.items()}
    nodes = sorted(one.node for some in spots.values() for one in some)
    if not nodes:
        return
    units = [region_between(page, nodes[0], nodes[-1]), around(page, nodes)]
    while units[-1].node > region.node:
        units.append(around(page, [page.parent[units[-1].node]]))
    for unit in units:
        if unit.is_whole <= (unit.node > region.node):
            yield from (table for table in _tables(page, unit, spots) if is_of_one_kind(page, table))


def _tables(page: Page, unit: Region, spots: Spots) -> Iterator[Table]:
    leads = sorted(one.node for some in spots.values() for one in some)
    tables = (_table(page, rows, spots) for rows in _candidates(page, unit, leads))
    yield from (table for table in tables if table)
