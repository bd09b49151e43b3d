"""Things laid out side by side, a part of each in every line: a line of pictures, below it one of names, one of prices.

    band      the lines of some things; under it stands the band of the next things
    column    what of a band belongs to one thing: the cells above each other
    stacked   the page with the parts of each thing together, in an element of its own. It is read as any page is, and
              what was read is then said of the page as it came

          <tr> <td>picture 1  <td>picture 2                 <div> <tr> <td>picture 1 <tr> <td>name 1 <tr> <td>price 1
          <tr> <td>name 1     <td>name 2          ─▶        <div> <tr> <td>picture 2 <tr> <td>name 2 <tr> <td>price 2
          <tr> <td>price 1    <td>price 2

What stands between lines and is none, as a heading of a part of the list, stays before the things that follow.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from stook.page import TEXT, Page
from stook.page.tree import Piece
from stook.page.words import UNSEEN, is_hidden
from stook.records import Record, Value
from stook.wrapper.rules.apply import sections
from stook.wrapper.rules.model import Bands

THING = "div"
"""The element that a thing is given."""
LARGEST_PART = 40
"""What has more nodes is no part of a thing but a thing, or several."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
CONTROLS = ("input", "button", "select")
PICTURES = ("img", "picture", "svg", "video")
KINDS = ("heading", "link", "picture", "figures", "words", "control")
UNLAID = frozenset((TEXT, "script", "style", "br", "wbr", "link", "meta", "template", "noscript"))
"""What is no part of a line."""
ALIKE = 0.7
"""So many parts of a line show the same."""
FIGURES = 0.25
"""Words of which so many signs are digits are figures: prices, years, sizes."""
WIDTH_DIGITS = 3
"""No cell is a thousand columns wide, and no number of a thousand digits is read."""
LARGEST_LABEL = 50
"""What is larger than so many nodes is no label, and is not said of each thing again."""
DEEPEST = 8
"""Only so many levels below its element are a line's parts looked for: these levels are made anew for each thing."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line on a page: the elements around its cells, from the one that stands beside other lines on, and the cells,
    each with the column at which it begins."""

    around: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]
    width: int
    """How many columns it has."""
    shows: str

    @property
    def spans(self) -> bool:
        """Whether it is one cell over several columns."""
        return len(self.cells) == 1 < self.width


# lines ------------------------------------------------------------------------------------------------

def shown_in(page: Page, cell: int) -> str:
    """What a part of a line shows, the first of these that it has: "heading", "link", "picture", "figures", "words",
    "control"; empty where nothing, or where it is no small part."""
    node, stop = cell, page.end[cell]
    if stop - cell > LARGEST_PART:
        return ""
    tag, end = page.tag, page.end
    found: set[str] = set()
    plain: list[str] = []
    led, leading = -1, ""
    while node < stop:
        name = tag[node]
        if name == TEXT:
            if node >= led:
                plain.append(page.text[node])
            else:
                found.add(leading)
        elif name in UNSEEN or name in PICTURES or is_hidden(page.attrs[node]):
            found |= {"picture"} if name in PICTURES else set()
            node = end[node]
            continue
        elif name == "a" or name in HEADINGS:
            if node >= led:
                led, leading = end[node], "link"
            leading = "heading" if name in HEADINGS else leading
        elif name in CONTROLS:
            found.add("control")
        node += 1
    if plain:
        found.add("figures" if are_figures("".join(plain)) else "words")
    return next((kind for kind in KINDS if kind in found), "")


def are_figures(text: str) -> bool:
    """Whether a text is mostly a number, or begins with one."""
    digits = sum(map(str.isdigit, text))
    return digits > 0 and (digits >= FIGURES * sum(map(str.isalnum, text)) or text.lstrip()[:1].isdigit())


def shown_by(page: Page, cells: Sequence[int]) -> str:
    """What most of some parts show; empty where they differ."""
    shown = [said for cell in cells if (said := shown_in(page, cell))]
    said, count = Counter(shown).most_common(1)[0] if shown else ("", 0)
    return said if count >= ALIKE * len(shown) else ""


def parts_of(page: Page, node: int) -> list[int]:
    """The children of an element that are laid out."""
    return [child for child in page.children(node) if page.tag[child] not in UNLAID]


def row_at(page: Page, around: tuple[int, ...], cells: Sequence[int], labelled: bool) -> Row:
    """A line of some parts. A cell of a table may be several columns wide."""
    placed, column = [], 0
    for cell in cells:
        placed.append((cell, column))
        column += _width_of(page, cell)
    return Row(around, tuple(placed), column, shown_by(page, cells[labelled:]))


def _width_of(page: Page, cell: int) -> int:
    said = page.attr(cell, "colspan")
    spans = page.tag[cell] in ("td", "th") and len(said) <= WIDTH_DIGITS and said.isdecimal()
    return (int(said) if spans else 0) or 1


def row_below(page: Page, top: int, deep: int, labelled: bool) -> Row | None:
    """The line in a child of what holds the lines; None where the child is built otherwise."""
    around = [top]
    for _ in range(min(deep, DEEPEST)):
        inner = parts_of(page, around[-1])
        if len(inner) != 1:
            return None
        around.append(inner[0])
    cells = parts_of(page, around[-1])
    return row_at(page, tuple(around), cells, labelled) if cells else None


def _rows(page: Page, holder: int, how: Bands) -> Iterator[tuple[int, Row | None, frozenset[int]]]:
    """What a holder holds, in order: the child, and the line that it is or begins, with the numbers of the lines of a
    band which it may be."""
    children = list(page.children(holder))
    said = [frozenset(number for number, line in enumerate(how.lines) if page.tag[child] != TEXT
                      and line.select.holds(page, child)) for child in children]
    if how.flat:
        for may_be, run in groupby(zip(children, said, strict=True), key=lambda one: one[1]):
            nodes = [child for child, _ in run]
            yield nodes[0], row_at(page, (), nodes, how.labelled) if may_be else None, may_be
            yield from ((node, None, frozenset()) for node in ([] if may_be else nodes[1:]))
        return
    for child, may_be in zip(children, said, strict=True):
        deep = min((how.lines[number].deep for number in may_be), default=0)
        yield child, row_below(page, child, deep, how.labelled) if may_be else None, may_be


# bands ------------------------------------------------------------------------------------------------

def _bands(page: Page, holder: int, how: Bands) -> Iterator[list[Row] | int]:
    """The bands of a holder, and in their places the children that are none. What stands between the lines of a band
    comes before it."""
    band: dict[int, Row] = {}
    first = ""
    for child, row, may_be in _rows(page, holder, how):
        number = _which(row, may_be, max(band, default=-1), how) if row else None
        if row is None or number is None:
            if len(band) == len(how.lines) and not how.labelled:
                yield from _whole(band, how)
                band = {}
            yield from [cell for cell, _ in row.cells] if row and how.flat else [child]
            continue
        label = page.text_of(row.cells[0][0]) if how.labelled else ""
        if band and (number <= max(band) or (how.labelled and label == first)):
            yield from _whole(band, how)
            band = {}
        first = first if band else label
        band[number] = row
    yield from _whole(band, how)


def _which(row: Row, may_be: frozenset[int], last: int, how: Bands) -> int | None:
    """Which line of a band this is, after the last one; None where it is none."""
    count = len(how.lines)
    if row.spans or (how.labelled and len(row.cells) == 1):
        return None
    if how.labelled:
        return last + 1
    ranked = sorted(may_be, key=lambda number: (number - last - 1) % count)
    alike = [number for number in ranked if how.lines[number].shows == row.shows]
    return next(iter(alike or ranked), None) if alike or len(row.cells) > 1 else None


def _whole(band: dict[int, Row], how: Bands) -> Iterator[list[Row] | int]:
    """A band, if it has at least half of the lines; else they are what they are."""
    rows = list(band.values())
    if 2 * len(rows) >= len(how.lines) and len(rows) > 1:
        yield rows
    else:
        yield from (node for row in rows for node in row.around[:1] or [cell for cell, _ in row.cells])


def columns(page: Page, rows: Sequence[Row], labelled: bool) -> Iterator[list[tuple[Row, list[int]]]]:
    """The things of a band: of each line the cells that belong to it. What shows nothing is none."""
    starts = [start for _, start in max(rows, key=_coarseness).cells][labelled:]
    found: list[list[tuple[Row, list[int]]]] = [[] for _ in starts]
    for row in rows:
        cells: list[list[int]] = [[] for _ in starts]
        for cell, column in row.cells[labelled:]:
            place = bisect_right(starts, column) - 1
            if place >= 0:
                cells[place].append(cell)
        for place, some in enumerate(cells):
            if some:
                found[place].append((row, some))
    yield from (thing for thing in found if any(shown_in(page, cell) for _, cells in thing for cell in cells))


def _coarseness(row: Row) -> tuple[float, int]:
    """The line with the widest cells has one for each thing, and of such the longest."""
    return row.width / len(row.cells), len(row.cells)


# the page ---------------------------------------------------------------------------------------------

def _pieces(page: Page, how: Bands) -> Iterator[Piece]:
    """The page with each thing in an element of its own."""
    done = 0
    for holder in sections(page, how.region):
        if holder < done:
            continue  # a band within a cell of another one is a part of a thing
        yield "", done, holder + 1, page.depth[done]
        at = page.depth[holder] + 1
        for one in _bands(page, holder, how):
            if isinstance(one, int):
                yield "", one, page.end[one], at
            else:
                for thing in columns(page, one, how.labelled):
                    yield from _thing(page, thing, at, how.labelled)
        done = page.end[holder]
    if done < len(page):
        yield "", done, len(page), page.depth[done]


def _thing(page: Page, thing: Sequence[tuple[Row, Sequence[int]]], at: int, labelled: bool) -> Iterator[Piece]:
    yield THING, 0, 0, at
    for row, cells in thing:
        for level, node in enumerate(row.around, 1):
            yield "", node, node + 1, at + level
        below = at + len(row.around) + 1
        label = row.cells[0][0]
        for cell in [*([label] if labelled and page.end[label] - label < LARGEST_LABEL else []), *cells]:
            yield "", cell, page.end[cell], below


def stacked(page: Page, how: Bands) -> tuple[Page, list[int]]:
    """The page with the parts of each thing together, and which node of the page each of its nodes is; -1 is none."""
    return page.arranged(_pieces(page, how))


# back to the page as it came --------------------------------------------------------------------------

def as_it_came(record: Record, origin: Sequence[int]) -> Record:
    """A record of the stacked page, said of the page."""
    values = {name: tuple(value_of(value, origin) for value in some) for name, some in record.values.items()}
    nodes = sorted({node for start, stop in record.spans for node in origin[start:stop] if node >= 0})
    apart = tuple(_ranges(nodes))
    span, apart = (apart[0], ()) if len(apart) == 1 else (None, apart)
    return replace(record, values=values, text=lambda: record.text, span=span, apart=apart)


def value_of(value: Value, origin: Sequence[int]) -> Value:
    """A value of the stacked page, said of the page."""
    inner = value.__dict__["typed"]
    said = as_it_came(inner, origin) if isinstance(inner, Record) else inner
    return replace(value, node=value.node if value.node is None else node_of(value.node, origin), typed=said)


def node_of(node: int, origin: Sequence[int]) -> int:
    """Which node of the page it is; of what was made for a thing, the first in it."""
    return next((origin[at] for at in range(node, len(origin)) if origin[at] >= 0), 0)


def _ranges(nodes: Sequence[int]) -> Iterator[tuple[int, int]]:
    for _, run in groupby(enumerate(nodes), key=lambda one: one[1] - one[0]):
        some = [node for _, node in run]
        yield some[0], some[-1] + 1


