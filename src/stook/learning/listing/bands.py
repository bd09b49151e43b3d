"""Find things that are laid out side by side, a part of each in every line (see `stook.wrapper.rules.bands`).

A *line* is an element, or a run of siblings alike, of which all parts show the same: pictures, links, prices. Lines are
bands of things where what they show recurs, line after line, or where a few lines of as many parts show different
things. One line leads to the things; where two do, they lead to the same, else each line is a list of its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice, pairwise

from stook.learning.listing.found import Find
from stook.learning.listing.induce import merged_step, region_of
from stook.page import Page
from stook.wrapper.rules.bands import HEADINGS, Row, columns, parts_of, row_at, row_below, shown_in, stacked
from stook.wrapper.rules.model import Bands, Line

FEWEST = 3
"""So many things beside each other are a band; where there are several bands, in one place or in several, one less."""
MOST_LINES = 12
"""So many lines a band may have; where each says what it shows, more."""
MOST_LABELLED = 80
MOST_BEFORE = 3
"""So many other lines may stand before the first band."""
MUCH = 0.05
"""What is less of the page than this is no list that the page is for."""
LOOKED_AT = 120
"""So many lines tell what lines there are."""
SEEDS = 4
"""So many pictures are looked at."""
HIGHEST = 8
"""What holds lines stands no more levels above one of their parts."""
GLANCED = 8
"""So many parts of a line tell at a glance what it shows."""
MIXED = 0.34
"""Of so many lines of a band the parts may differ in what they show."""
MOSTLY = 0.8
SAME = 0.5


@dataclass(frozen=True, slots=True)
class Lines:
    """The bands of one holder."""

    holder: int
    rows: tuple[Row, ...]
    size: int
    """How many lines a band has."""
    flat: bool
    labelled: bool
    things: int
    """How many the first band shows."""

    @property
    def look(self) -> tuple[object, ...]:
        """What bands of one kind have in common."""
        return tuple(_shown(self.rows, self.size)), self.flat, self.labelled

    @property
    def is_enough(self) -> bool:
        """Whether they need no others like them to be believed."""
        return self.things >= FEWEST or len(self.rows) > self.size


@dataclass(frozen=True)
class Stack:
    """A page with the parts of each thing together, made when it is asked for."""

    whole: Page
    how: Bands
    recurs: bool
    """Whether there are several bands."""

    @property
    def page(self) -> Page:
        return self._stacked[0]

    @property
    def origin(self) -> Sequence[int]:
        """Which node of the whole page each of its nodes is; -1 is none."""
        return self._stacked[1]

    @cached_property
    def _stacked(self) -> tuple[Page, list[int]]:
        return stacked(self.whole, self.how)

    def holds(self, find: Find) -> bool:
        """Whether most records of a find are such things."""
        return 2 * sum(self.origin[one.start] < 0 for one in find.sightings) > len(find.sightings)


def stack_of(page: Page, seeds: Iterable[int]) -> Stack | None:
    """The page with its bands stacked; None where it has none."""
    found = _most(page, seeds)
    recurs = len(found) > 1 or any(len(lines.rows) > lines.size for lines in found)
    return Stack(page, _said(page, found), recurs) if found else None


def bands_of(page: Page, seeds: Iterable[int]) -> Bands | None:
    """How to find the bands of a page; None where it has none."""
    found = _most(page, seeds)
    return _said(page, found) if found else None


def _most(page: Page, seeds: Iterable[int]) -> Sequence[Lines]:
    """The bands of one kind that are most of a page, looked for around some nodes."""
    found: dict[tuple[object, ...], list[Lines]] = {}
    for lines in _around(page, seeds):
        found.setdefault((lines.look, page.depth[lines.holder]), []).append(lines)
    sure = [some for some in found.values() if some[0].is_enough or len(some) + some[0].size > FEWEST + 1]
    best = max(sure, key=lambda some: _share(page, some), default=[])
    return best if _share(page, best) >= MUCH else []


def pictures(page: Page) -> list[int]:
    """Some pictures that lead somewhere: what they show may be said below them."""
    linked = [node for node in page.select("img") if page.tag[page.parent[node]] == "a"]
    return linked[::-(-len(linked) // SEEDS) or 1]


def _share(page: Page, some: Sequence[Lines]) -> float:
    return sum(page.end[lines.holder] - lines.holder for lines in some) / len(page)


def _said(page: Page, some: Sequence[Lines]) -> Bands:
    """How to find these lines again."""
    first = some[0]
    lines = []
    for number, (row, shows) in enumerate(zip(first.rows, _shown(first.rows, first.size), strict=False)):
        like = [one for lines in some for one in lines.rows[number::lines.size]]
        nodes = [node for one in like for node in one.around[:1] or [cell for cell, _ in one.cells]]
        lines.append(Line(merged_step(page, nodes), "" if first.labelled else shows, max(0, len(row.around) - 1)))
    lines = list(dict.fromkeys(lines)) if first.labelled else lines
    region = region_of(page, [lines.holder for lines in some], chosen=False)
    return Bands(region, tuple(lines), first.flat, first.labelled)


# holders ----------------------------------------------------------------------------------------------

def _around(page: Page, seeds: Iterable[int]) -> Iterator[Lines]:
    """The bands in what is around some nodes, and in what stands where that stands."""
    passed: set[int] = set()
    found: set[int] = set()
    for seed in seeds:
        child = seed
        for holder in islice(page.ancestors(seed), HIGHEST):
            if holder in passed or page.parent[holder] < 0:
                break
            passed.add(holder)
            if holder not in found and (lines := _beside(page, holder, child)):
                like = [lines, *_in_like(page, lines)]
                found.update(one.holder for one in like)
                yield from like
            child = holder


def _beside(page: Page, holder: int, child: int) -> Lines | None:
    """The bands in an element, if a child has a neighbour with as many parts alike that show something else, or one of
    its own kind as the parts of a run."""
    parts = parts_of(page, holder)
    place = bisect_left(parts, child)
    beside = [parts[one] for one in (place - 1, place + 1) if 0 <= one < len(parts)]
    if len(parts) < 2 or parts[place:place + 1] != [child]:
        return None
    mine = _wide(page, child)
    others = [other for one in beside if len(other := _wide(page, one)) == len(mine)]
    if mine and others and (shown := _at_a_glance(page, mine)) and any(
            "" != _at_a_glance(page, other) != shown for other in others):
        return _in_elements(page, holder)
    alike = len(parts) >= 2 * FEWEST and any(page.kinds[one] == page.kinds[child] for one in beside)
    return _in_runs(page, holder) if alike else None


def _wide(page: Page, node: int) -> Sequence[int]:
    """The parts of the first element, from a node down, that has several; none where there is none."""
    while True:
        parts = parts_of(page, node)
        if len(parts) != 1:
            return parts
        node = parts[0]


def _in_like(page: Page, lines: Lines) -> Iterator[Lines]:
    """Bands of the same kind in other elements on the same tags."""
    tags = [page.tag[one] for one in page.ancestors(lines.holder)]
    for other in page.select(page.tag[lines.holder]):
        if other != lines.holder and len(tags) == page.depth[other] and tags == [
                page.tag[one] for one in page.ancestors(other)]:
            found = _in_runs(page, other) if lines.flat else _in_elements(page, other)
            if found and found.look == lines.look:
                yield found


def _in_elements(page: Page, holder: int) -> Lines | None:
    """Lines that are elements, a part of each thing in every one."""
    wide = [(child, page.parent[parts[0]]) for child in parts_of(page, holder)[:LOOKED_AT]
            if (parts := _wide(page, child))]
    for labelled in (True, False):
        rows = [row for one in wide if (row := _row(page, labelled, one))]
        if lines := _lines(page, holder, rows, labelled):
            return lines
    return None


def _at_a_glance(page: Page, parts: Sequence[int]) -> str:
    """What the last few parts show, if two of them show the same."""
    known: set[tuple[str, str]] = set()
    for part in reversed(parts[-GLANCED:]):
        shown = shown_in(page, part)
        if (page.tag[part], shown) in known:
            return shown
        if shown:
            known.add((page.tag[part], shown))
    return ""


def _row(page: Page, labelled: bool, wide: tuple[int, int]) -> Row | None:
    """The line that an element is; None where its parts are of several kinds of elements."""
    top, node = wide
    cells = parts_of(page, node)[labelled:]
    if len(cells) < 2 or any(page.tag[cell] != page.tag[cells[0]] for cell in cells):
        return None
    return row_below(page, top, page.depth[node] - page.depth[top], labelled)


def _in_runs(page: Page, holder: int) -> Lines | None:
    """Lines that are runs of siblings, as names and then prices."""
    runs = [list(run) for _, run in groupby(parts_of(page, holder), key=page.kinds.__getitem__)]
    several = [run for run in runs if len(run) > 1]
    if not any(len(one) == len(other) for one, other in pairwise(several)):
        return None
    return _lines(page, holder, [row_at(page, (), run, False) for run in several], False, True)


# bands ------------------------------------------------------------------------------------------------

def _lines(page: Page, holder: int, rows: Sequence[Row], labelled: bool, flat: bool = False) -> Lines | None:
    """The bands that most of some lines are."""
    if len({row.shows for row in rows} - {""}) < 2:
        return None
    most = MOST_LABELLED if labelled else MOST_LINES
    ways = [(-_recurs(rows, first, size) * size, size, first) for size in range(2, min(len(rows), most) + 1)
            for first in range(min(MOST_BEFORE, len(rows) - size) + 1)]
    for covered, size, first in sorted(ways):
        some = rows[first:first - covered]
        if some and -covered >= MOSTLY * len(rows) - size and _are_bands(page, some, size, labelled):
            return Lines(holder, tuple(some), size, flat, labelled, len(list(columns(page, some[:size], labelled))))
    return None


def _recurs(rows: Sequence[Row], first: int, size: int) -> int:
    """How often what so many lines show stands there, over and over, with as many parts in each line of a band. A line
    whose parts differ may show anything."""
    shown = [""] * size
    for count, start in enumerate(range(first, len(rows) - size + 1, size)):
        band = rows[start:start + size]
        if len({row.width for row in band}) > 1 or any(
                row.shows and known not in ("", row.shows) for row, known in zip(band, shown, strict=True)):
            return count
        shown = [row.shows or known for row, known in zip(band, shown, strict=True)]
    return max(0, len(rows) - first) // size


def _shown(rows: Sequence[Row], size: int) -> list[str]:
    """What the lines of a band show."""
    return [next((row.shows for row in rows[number::size] if row.shows), "") for number in range(size)]


def _are_bands(page: Page, rows: Sequence[Row], size: int, labelled: bool) -> bool:
    band, several = rows[:size], len(rows) > size
    shown = _shown(rows, size)
    if len(set(shown) - {""}) < 2 or shown.count("") > MIXED * size * (several or labelled):
        return False
    if not (labelled or several or all(one != other for one, other in pairwise(shown))):
        return False
    if len(list(columns(page, band, labelled))) < 2 or (labelled and not _are_labels(page, band)):
        return False
    leading = [row for row in band if row.shows and _leads(page, row, labelled)]
    return bool(leading) and _lead_to_the_same(page, leading, labelled)


def _are_labels(page: Page, band: Sequence[Row]) -> bool:
    """Whether the first part of each line says what the line shows, and shows other things than that."""
    said = [page.text_of(row.cells[0][0]) for row in band]
    heads = all(page.tag[row.cells[0][0]] == "th" for row in band)
    return len(set(said)) >= MOSTLY * len(said) and (heads or all(said[1:])) and not any(
        shown_in(page, row.cells[0][0]) == row.shows for row in band if row.shows not in ("words", "figures", ""))


def _leads(page: Page, row: Row, labelled: bool) -> bool:
    """Whether each part of a line leads somewhere else, and to one place only, or is a heading of its own."""
    said = _targets(page, row, labelled)
    return len(set(said)) >= MOSTLY * len(said) > 0 and len(said) >= MOSTLY * sum(
        bool(page.text_of(cell) or page.select("a", "img", within=(cell, page.end[cell])))
        for cell, _ in row.cells[labelled:])


def _targets(page: Page, row: Row, labelled: bool) -> list[str]:
    found: list[str] = []
    for cell, _ in row.cells[labelled:]:
        within = (cell, page.end[cell])
        links = {link for node in page.select("a", within=within) if (link := page.link(node))
                 and not page.attr(node, "href").startswith("#")}
        if len(links) == 1:
            found += links
        elif not links:
            found += [page.text_of(node) for node in page.select(*HEADINGS, within=within)[:1]]
    return found


def _lead_to_the_same(page: Page, rows: Sequence[Row], labelled: bool) -> bool:
    """Whether lines whose links say something each time lead where the others do: what they show is of one thing."""
    known: set[str] | None = None
    for row in rows:
        targets = _targets(page, row, labelled)
        said = [page.text_of(cell) for cell, _ in row.cells[labelled:]]
        if len(set(said)) < MOSTLY * len(said):
            continue  # pictures, or "Buy"
        if known is not None and len(known.intersection(targets)) < SAME * len(targets):
            return False
        known = (known or set()).union(targets)
    return True
