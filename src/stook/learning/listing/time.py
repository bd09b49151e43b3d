"""`time`: the first of the paper's two methods. Where dates stand in a regular place, there is a list.

A *time node* is a text that shows a date; its *pattern* is the form that the date is written in. The
*address* of a node is "0" for the root, then its place among its parent's children, level by level. The
addresses of all time nodes, one a row, make the *matrix*; SEGMENT cuts its rows into *segments* of dates that
stand close together. A segment whose rows part at one *column* has an item at each of these places.

    layout 1   every item shows its own date
    layout 2   a date stands before the items it speaks for, one item a line

From the paper on feed generation (METHODS 1.3 A). Where the paper is silent the reconstruction there holds;
where both are silent, a comment says what was decided.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median

from stook.learning.listing.found import Find, Sighting, Spot
from stook.page import TEXT, Page
from stook.page.words import BREAKING
from stook.recognise import dates
from stook.wrapper.rules.apply import MARKS
from stook.wrapper.rules.model import OWN_TEXT, CutKind

ALL = "all"
"""The paper leaves the choice of patterns to the application; all of them find more (F1 55 against 50)."""
FREQUENT = "frequent"

IRREGULAR = 0.8
"""From this share of rows that stand alone on, a segment is a list of which some items show several dates."""
LONGEST_CATEGORY = 60
"""Both are silent: a longer text is no title of a section."""
MOST_COLUMNS = 128
"""Nodes nested deeper are addressed by what holds them at this depth; browsers flatten at 512."""
MOST_TIMES = 20_000
MOST_FINDS = 10


@dataclass(frozen=True, slots=True)
class TimeNode:
    """A text node that shows a date, and the forms of the dates it shows."""

    node: int
    patterns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Segment:
    """The rows `start .. stop` of a matrix; they part at `column` (None: they do not part)."""

    start: int
    stop: int
    column: int | None


@dataclass(frozen=True, slots=True)
class Item:
    """One item: its nodes, the nearest link to a title, and the time node that dates it."""

    cut: CutKind
    section: int
    start: int
    stop: int
    link: int
    time: int


# addresses ----------------------------------------------------------------------------------------------

def addresses(page: Page, nodes: Iterable[int]) -> list[str]:
    """The address of each node."""
    places: dict[int, int] = {}
    said = {0: "0"}

    def address(node: int) -> str:
        way = []
        while node not in said:
            way.append(node)
            node = page.parent[node]
        for child in reversed(way):
            if child not in places:
                places.update((sibling, place) for place, sibling in enumerate(page.children(node)))
            said[child] = f"{said[node]}.{places[child]}" if page.depth[child] < MOST_COLUMNS else said[node]
            node = child
        return said[node]

    return [address(node) for node in nodes]


def matrix(said: Sequence[str]) -> list[list[int]]:
    """The addresses as rows of numbers, the short ones padded with -1."""
    rows = [[int(number) for number in address.split(".")] for address in said]
    width = max(map(len, rows), default=0)
    return [row + [-1] * (width - len(row)) for row in rows]


def segment(rows: Sequence[Sequence[int]]) -> list[Segment]:
    """SEGMENT: cut where the addresses part, until every row of a segment stands alone."""
    found: list[tuple[Segment, int]] = []  # each with the column at which it was cut off from its neighbours
    todo = [(0, len(rows), 0, -1)] if rows else []
    while todo:
        start, stop, column, cut = todo.pop()
        while column < len(rows[start]) and _is_constant(rows, start, stop, column):
            column += 1
        if column == len(rows[start]):
            found.append((Segment(start, stop, None), cut))
            continue
        parts = _partition(rows, start, stop, column)
        if sum(b - a == 1 for a, b in parts) >= IRREGULAR * len(parts):
            found.append((Segment(start, stop, column), cut))
        else:
            todo += [(a, b, column + 1, column) for a, b in reversed(parts)]
    return _rejoined(found)


def _is_constant(rows: Sequence[Sequence[int]], start: int, stop: int, column: int) -> bool:
    """The paper's checkValueInArray."""
    first = rows[start][column]
    return all(rows[place][column] == first for place in range(start + 1, stop))


def _partition(rows: Sequence[Sequence[int]], start: int, stop: int, column: int) -> list[tuple[int, int]]:
    """The maximal runs of rows that are equal in a column."""
    turns = [place for place in range(start + 1, stop) if rows[place][column] != rows[place - 1][column]]
    return list(pairwise((start, *turns, stop)))


def _rejoined(found: Sequence[tuple[Segment, int]]) -> list[Segment]:
    """A row that was cut off alone joins the neighbour that parts at the column where the row was cut off."""
    joined: list[tuple[Segment, int]] = []
    for one, cut in found:
        start = one.start
        while joined and _is_alone(joined[-1][0]) and joined[-1][1] == one.column:
            start = joined.pop()[0].start
        if joined and _is_alone(one) and joined[-1][0].column == cut:
            before, start_cut = joined.pop()
            joined.append((Segment(before.start, one.stop, before.column), start_cut))
        else:
            joined.append((Segment(start, one.stop, one.column), cut))
    return [one for one, _ in joined]


def _is_alone(one: Segment) -> bool:
    return one.column is None and one.stop - one.start == 1


# time nodes ---------------------------------------------------------------------------------------------

def time_nodes(page: Page) -> list[TimeNode]:
    """The texts that show dates, in pre-order."""
    language, words, found = page.language, page.words, []
    for node, text in zip(words.node, words.text, strict=True):
        patterns = dict.fromkeys(mention.pattern for mention in dates.find(text, language))
        if patterns:
            found.append(TimeNode(node, tuple(patterns)))
        if len(found) == MOST_TIMES:
            break
    return found


def chosen(times: Sequence[TimeNode], pattern: str) -> list[int]:
    """The time nodes of all patterns, or of the one that is named."""
    return [time.node for time in times if pattern == ALL or pattern in time.patterns]


def most_frequent(page: Page, times: Sequence[TimeNode]) -> str:
    """The paper's heuristic: the pattern of most dates, of several the one with the longest segment."""
    counts = Counter(name for time in times for name in time.patterns)
    most = [name for name, count in counts.items() if count == max(counts.values())]
    return max(most, key=lambda name: _longest_segment(page, chosen(times, name)), default="")


def _longest_segment(page: Page, times: Sequence[int]) -> int:
    segments = segment(matrix(addresses(page, times)))
    return max((one.stop - one.start for one in segments if one.column is not None), default=0)


# items --------------------------------------------------------------------------------------------------

def links_in(page: Page, start: int, stop: int) -> list[int]:
    """The links among these nodes that lead somewhere and show words."""
    return [node for node in page.select("a", within=(start, stop))
            if page.link(node) and page.words.between(node, page.end[node])]


def longest_link(page: Page, start: int, stop: int) -> int | None:
    """The link with the longest text."""
    return max(links_in(page, start, stop), key=lambda link: len(page.text_of(link)), default=None)


def line_of(page: Page, link: int) -> int:
    return page.words.line[page.words.between(link, page.end[link]).start]


def lines_with_links(page: Page, start: int, stop: int) -> list[int]:
    """For each line among these nodes that has a link: its longest one."""
    by_line = groupby(links_in(page, start, stop), key=lambda link: line_of(page, link))
    return [max(links, key=lambda link: len(page.text_of(link))) for _, links in by_line]


def title_of(page: Page, link: int, time: int = -1) -> Spot:
    """The words of a link; of a link that spans several lines, the first line that does not show the date."""
    words = page.words
    lines = [line for line, _ in words.lines(words.between(link, page.end[link]))]
    for line in lines if len(lines) > 1 else ():
        nodes = [words.node[place] for place in line]
        around = page.common(nodes[0], nodes[-1])
        if time not in nodes and len(words.between(around, page.end[around])) == len(line):
            return Spot(around) if page.tag[around] != TEXT else spot_of(page, around, page.end[link])
    return Spot(link)


def is_layout_2(page: Page, times: Sequence[int], column: int) -> bool:
    """Whether a date usually speaks for several lines with links."""
    dated = list(tops_of(page, times, column).values())
    between = [len(lines_with_links(page, one, other)) for one, other in pairwise(dated)]
    return bool(between) and median(between) > 1


def items_of(page: Page, times: Sequence[int], column: int, layout_2: bool, marks: Marks) -> list[Item]:
    """The items of a segment whose time nodes part at `column`."""
    tops = tops_of(page, times, column)
    if not layout_2:
        for items in (list(_subtrees(page, tops)), list(_between_marks(page, tops, marks))):
            if 2 * len(items) >= len(tops):
                return items
    # Both are silent on a date that stands beside its only item (dt and dd): it is read like layout 2.
    return _following(page, list(tops.values()), page.parent[max(tops)], marks)


def tops_of(page: Page, times: Sequence[int], column: int) -> dict[int, int]:
    """The nodes at which the rows of a segment part, each with its time node: of several the first."""
    tops: dict[int, int] = {}
    for time in times:
        tops.setdefault(_at_depth(page, time, column), time)
    return tops


def _at_depth(page: Page, node: int, depth: int) -> int:
    for _ in range(page.depth[node] - depth):
        node = page.parent[node]
    return node


def _subtrees(page: Page, tops: Mapping[int, int]) -> Iterator[Item]:
    """Layout 1: what holds one date and a link is an item."""
    for top, time in tops.items():
        link = longest_link(page, top, page.end[top])
        if link is not None:
            yield Item("nodes", page.parent[top], top, page.end[top], link, time)


def _between_marks(page: Page, tops: Mapping[int, int], marks: Marks) -> Iterator[Item]:
    """Layout 1 in text that only line breaks part: an item reaches from one to the next."""
    past = -1
    for top, time in tops.items():
        section = page.parent[top]
        if section not in marks or top < past:
            continue
        start, past = _between(page, section, top, marks)
        link = longest_link(page, start, past)
        if link is not None:
            yield Item("marks", section, start, past, link, time)


def _following(page: Page, times: Sequence[int], around: int, marks: Marks) -> list[Item]:
    """Layout 2: every line with a link after a date is an item, up to the next date."""
    stops = [*times[1:], page.end[around]]
    items: dict[int, Item] = {}
    for time, stop in zip(times, stops, strict=True):
        for link in lines_with_links(page, time, stop):
            item = _line(page, link, time, marks)
            items.setdefault(item.start, item)
    return list(items.values())


def _line(page: Page, link: int, time: int, marks: Marks) -> Item:
    """The line around a link: the element that is the line, or what stands between its line breaks."""
    child = section = link
    while page.tag[section] not in BREAKING and page.parent[section] >= 0:
        child, section = section, page.parent[section]
        if section in marks:
            start, stop = _between(page, section, child, marks)
            return Item("marks", section, start, stop, link, time)
    places = page.words.between(section, page.end[section])
    if page.words.line[places.start] == page.words.line[places.stop - 1]:
        return Item("nodes", page.parent[section], section, page.end[section], link, time)
    return Item("nodes", section, child, page.end[child], link, time)


Marks = Mapping[int, Sequence[int]]
"""The line breaks among the children of a node."""


def marks_of(page: Page) -> Marks:
    found: dict[int, list[int]] = {}
    for mark in page.select(*MARKS):
        found.setdefault(page.parent[mark], []).append(mark)
    return found


def _between(page: Page, section: int, child: int, marks: Marks) -> tuple[int, int]:
    """The nodes around a child of the section, up to a line break on either side."""
    place = bisect_left(marks[section], child)
    start = page.end[marks[section][place - 1]] if place else section + 1
    return start, marks[section][place] if place < len(marks[section]) else page.end[section]


# categories ---------------------------------------------------------------------------------------------

def title_before(page: Page, floor: int, start: int) -> Spot | None:
    """The title of a section whose first item begins at `start`: the left part of the last line before it,
    but not before `floor`; or the alt of an image that stands nearer."""
    words = page.words
    places = words.between(floor, start)
    text = None
    for place in reversed(places):
        if words.line[place] != words.line[places.stop - 1]:
            break
        text = words.node[place]
    nearer = page.select("img", within=(floor if text is None else text, start))
    if images := [image for image in nearer if page.attr(image, "alt")]:
        return Spot(images[-1], "@alt")
    if text is None or len(page.text_of(text)) > LONGEST_CATEGORY:
        return None
    return spot_of(page, text, start)


def _text_left(page: Page, item: Item) -> Spot | None:
    """The text on the left part of the item's line, apart from its date, if an element shows just that."""
    words = page.words
    line = line_of(page, item.link)
    for place in words.between(item.start, item.link):
        node, text = words.node[place], words.text[place]
        if words.line[place] != line or node == item.time or not any(map(str.isalpha, text)):
            continue
        spot = spot_of(page, node, item.stop)
        alone = page.tag[spot.node] != TEXT and item.section < spot.node
        return spot if alone and len(text) <= LONGEST_CATEGORY else None
    return None


def spot_of(page: Page, text: int, stop: int) -> Spot:
    """Where a text stands: the highest element up to `stop` that shows nothing else, or the text node."""
    node = text
    while page.end[page.parent[node]] <= stop and _shows_one_text(page, page.parent[node]):
        node = page.parent[node]
    return Spot(node)


def _shows_one_text(page: Page, node: int) -> bool:
    return len(page.words.between(node, page.end[node])) == 1


# finds --------------------------------------------------------------------------------------------------

def sightings(page: Page, items: Sequence[Item], title: Spot | None) -> Iterator[Sighting]:
    for item in items:
        spots = {"title": (title_of(page, item.link, item.time),), "url": (Spot(item.link, "@href"),),
                 "date": (_date_spot(page, item),)}
        if category := _text_left(page, item) or title:
            spots["category"] = (category,)
        yield Sighting(item.start, item.stop, item.section, item.start, spots)


def _date_spot(page: Page, item: Item) -> Spot:
    """The element that shows nothing but the date; else the part of the item whose own text it is, or the
    text node."""
    above = page.parent[item.time]
    if _shows_one_text(page, above):
        return Spot(above)
    inside = item.start <= above < item.stop
    return Spot(above, OWN_TEXT) if inside else Spot(item.time)


@dataclass(frozen=True, slots=True)
class _Part:
    """What one segment gave."""

    cut: CutKind
    sightings: tuple[Sighting, ...]
    dates: int


def _parts(page: Page, times: Sequence[int]) -> list[_Part]:
    """What each segment gives. Both are silent on the item of a row that stayed alone: here it is read as the
    nearest segment is, so that a section of one item is one."""
    segments = segment(matrix(addresses(page, times)))
    parting = [place for place, one in enumerate(segments) if one.column is not None]
    layouts = {place: is_layout_2(page, times[one.start:one.stop], one.column)
               for place, one in enumerate(segments) if one.column is not None}
    marks = marks_of(page)
    found: list[_Part] = []
    floor = 0
    for place, one in enumerate(segments):
        rows = times[one.start:one.stop]
        like = _nearest(parting, place)
        column = segments[like].column if like is not None else None
        if like is not None and column is not None and min(page.depth[row] for row in rows) >= column:
            items = items_of(page, rows, column, layouts[like], marks)
            found += _part(page, rows, items, floor)
            floor = max([floor, *(item.stop for item in items)])
    return found


def _nearest(places: Sequence[int], place: int) -> int | None:
    """Of two that are as near, the one before."""
    after = bisect_left(places, place)
    return min(places[max(0, after - 1):after + 1], key=lambda other: abs(other - place), default=None)


def _part(page: Page, rows: Sequence[int], items: Sequence[Item], floor: int) -> Iterator[_Part]:
    for cut, _ in Counter(item.cut for item in items).most_common(1):
        first = min(items[0].start, rows[0])
        title = title_before(page, min(floor, first), first)
        same = [item for item in items if item.cut == cut]
        yield _Part(cut, tuple(sightings(page, same, title)), len({item.time for item in same}))


def _find(parts: Sequence[_Part], patterns: str, shown: int) -> Find:
    """One find of all segments. A wrapper cuts in one way, so those that are cut in another are left out."""
    cut = Counter(part.cut for part in parts for _ in part.sightings).most_common(1)[0][0]
    parts = [part for part in parts if part.cut == cut]
    seen = tuple(sighting for part in parts for sighting in part.sightings)
    count = sum(part.dates for part in parts)
    reasons = [f"{count} dates of {patterns} in {len(parts)} section{'s' * (len(parts) > 1)}"]
    if len(seen) > count:
        reasons.append(f"a date stands before several of the {len(seen)} items")
    return Find("time", cut, seen, round(count / shown, 3), tuple(reasons))


def finds(page: Page, pattern: str = ALL) -> list[Find]:
    """The list that the dates of a page show, all sections in one; then what one pattern or section shows."""
    times = time_nodes(page)
    names = list(dict.fromkeys(name for time in times for name in time.patterns))
    if pattern == FREQUENT:
        pattern = most_frequent(page, times)
    parts = _parts(page, chosen(times, pattern))
    if not parts:
        return []
    one = pattern if pattern in names else names[0] if len(names) == 1 else None
    said = f"the pattern {one}" if one else f"the patterns {', '.join(names)}"
    found = [_find(parts, said, len(times))]
    others = [_find(part, f"the pattern {name}", len(times)) for name in names
              if (part := _parts(page, chosen(times, name)))]
    others += [_find([part], said, len(times)) for part in parts]
    distinct: dict[tuple[int, ...], Find] = {}
    for find in found + sorted(others, key=lambda find: -find.score):
        distinct.setdefault(tuple(sighting.start for sighting in find.sightings), find)
    return list(distinct.values())[:MOST_FINDS]
