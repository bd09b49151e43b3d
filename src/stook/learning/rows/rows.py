"""How a list may be cut into rows, so that one row is a unit that is known.

    unit     what is known to be one record, as a range of nodes
    alike    a sibling that is built as the unit: of its tag and classes, or the run of siblings that begins so, or what
             stands between two marks
    leads    nodes that stand as a known value does; the rows are what stands around each (see `listing.leads`)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from stook.learning.listing.induce import path_between
from stook.learning.listing.leads import Group, Paths, cut_apart
from stook.learning.rows.region import Region
from stook.page import TEXT, Page
from stook.wrapper.rules.apply import MARKS
from stook.wrapper.rules.model import CutKind


@dataclass(frozen=True, slots=True)
class Row:
    """The nodes `start .. stop`; `head` is the child of the section by which the row is found."""

    start: int
    stop: int
    section: int
    head: int
    lead: int = -1
    """The node that led to the row, where one did."""

    def holds(self, node: int) -> bool:
        return self.start <= node < self.stop


@dataclass(frozen=True)
class Rows:
    """The rows of one list, in page order, and how they are cut."""

    cut: CutKind
    all: tuple[Row, ...]
    lead: int = 0
    """Of a cut into runs: how many siblings before its head a row begins."""

    @cached_property
    def _starts(self) -> list[int]:
        return [row.start for row in self.all]

    def around(self, node: int) -> int | None:
        """The number of the row that holds a node."""
        place = bisect_right(self._starts, node) - 1
        return place if place >= 0 and self.all[place].holds(node) else None

    def scope(self, row: Row) -> int:
        """Where the selectors of a row start."""
        return row.head if self.cut == "nodes" else row.section

    def path(self, page: Page, row: Row, node: int) -> list[int]:
        """The nodes from there down to a node of the row."""
        return path_between(page, self.scope(row), node)


# from a unit ------------------------------------------------------------------------------------------

def rows_around(page: Page, unit: Region, leads: Sequence[int]) -> Iterator[Rows]:
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
    return Rows("nodes", tuple(Row(child, page.end[child], section, child) for child in alike))


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
    if turn not in places or any(first <= place <= last and place != turn for place in places):
        return
    starts = [max(place - lead, before + 1) for place, before in zip(places, [-1, *places], strict=False)]
    stops = [siblings[start] for start in starts[1:]] + [page.end[section]]
    yield Rows("runs", tuple(Row(siblings[start], stop, section, siblings[place])
                             for start, stop, place in zip(starts, stops, places, strict=True)), lead)


def _between_marks(page: Page, unit: Region) -> Iterator[Rows]:
    """What stands between <br> or <hr>."""
    section = page.parent[unit.node] if unit.is_whole else unit.node
    if section < 0:
        return
    marks = [child for child in page.children(section) if page.tag[child] in MARKS]
    starts, stops = [section + 1, *(page.end[mark] for mark in marks)], [*marks, page.end[section]]
    rows = tuple(Row(start, stop, section, start) for start, stop in zip(starts, stops, strict=True) if stop > start)
    if marks and any(row.start <= unit.start and unit.stop <= row.stop for row in rows):
        yield Rows("marks", rows)


# from the place of a value ----------------------------------------------------------------------------

class Alike:
    """The nodes of a page that stand as others do, in the meanings that `listing.leads` has for it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._kinds, self._tags = Paths(page, page.kinds), Paths(page, page.tag)
        self._found: dict[object, tuple[tuple[int, ...], ...]] = {}

    def like(self, node: int) -> Iterator[tuple[int, ...]]:
        """The nodes that stand as this one: by tags and classes to the root, by those of the nearest three, by tags."""
        page = self.page
        stands = (page.tag[node], self._says(node), self._kinds[node], self._nearest(node), self._tags[node],
                  page.ordinals[node] if page.tag[node] == TEXT else 0)
        if stands not in self._found:
            self._found[stands] = tuple(self._like(node))
        yield from self._found[stands]

    def _like(self, node: int) -> Iterator[tuple[int, ...]]:
        page, shown = self.page, self._says(node)
        some = [one for one in page.select(page.tag[node]) if self._says(one) == shown]
        by_kinds = tuple(one for one in some if self._kinds[one] == self._kinds[node])
        if page.tag[node] == TEXT:
            yield tuple(one for one in by_kinds if page.ordinals[one] == page.ordinals[node])
        yield by_kinds
        yield tuple(one for one in some if self._nearest(one) == self._nearest(node))
        yield tuple(one for one in some if self._tags[one] == self._tags[node])

    def _says(self, node: int) -> bool:
        return bool(self.page.words.between(node, self.page.end[node]))

    def _nearest(self, node: int) -> tuple[int, int, int]:
        kinds, above = self.page.kinds, self.page.parent[node]
        return kinds[node], kinds[above], kinds[self.page.parent[above]]


def rows_led(page: Page, leads: Sequence[int]) -> Iterator[Rows]:
    """The ways in which what stands around each of these nodes is a row."""
    for group in cut_apart(page, leads):
        yield of_group(group)


def of_group(group: Group) -> Rows:
    rows = sorted((Row(block.start, block.stop, block.section, block.head, block.lead) for block in group.blocks),
                  key=lambda row: row.start)
    return Rows(group.cut, tuple(rows), group.before)
