"""What stands before records and speaks for all that follow: a date, a year, the title of a section.

A *standing* is a column of such nodes: equal paths from the root, outside the records. For each record the last
node of a standing before it is the one that speaks for it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations

from stook.learning.listing.found import Spot
from stook.learning.listing.leads import HEADINGS, Block, Group
from stook.page import Page
from stook.recognise.dates import Mention
from stook.wrapper.rules.apply import YEAR, take, whole_date

DateFinder = Callable[[str], Sequence[Mention]]
"""The dates that a text shows, in the page's language; remembers what it was asked."""

LONGEST = 80
"""What speaks for others is short."""
_TITLING = re.compile(r"titl|head|categ|caption|label|name|section", re.IGNORECASE)
_TITLING_TAGS = HEADINGS | {"dt", "th", "caption", "legend", "summary", "strong", "b"}


@dataclass(frozen=True, slots=True)
class Standing:
    """The nodes of one path, in document order, and for each record the one that speaks for it."""

    nodes: tuple[int, ...]
    for_record: tuple[int | None, ...]


def standings(page: Page, group: Group, paths: Sequence[int]) -> list[Standing]:
    """The columns of short texts outside the records, each with what it says of which record."""
    first = min(block.start for block in group.blocks)
    around = reduce(page.common, (block.section for block in group.blocks))
    reach = _reach(page, around, first)
    columns: dict[int, list[int]] = {}
    for start, stop in _gaps(group, reach):
        places = page.words.between(start, stop)
        for node in dict.fromkeys(page.parent[page.words.node[place]] for place in places):
            owner = _owner(page, node, start)
            if owner is not None:
                columns.setdefault(paths[owner], []).append(owner)
    found = []
    for column in columns.values():
        nodes = sorted(set(column))
        before = [bisect_left(nodes, block.start) - 1 for block in group.blocks]
        found.append(Standing(tuple(nodes), tuple(nodes[place] if place >= 0 else None for place in before)))
    return found


def _reach(page: Page, around: int, first: int) -> int:
    """Where to begin to look: a heading that dates a single list stands beside the list, one or two levels up."""
    for _ in range(2):
        if page.parent[around] > 0 and page.words.between(page.parent[around], first):
            around = page.parent[around]
    return max(around, first - 200)


def _gaps(group: Group, start: int) -> list[tuple[int, int]]:
    """The ranges of nodes outside the records. A run also holds what stands before the next run's head."""
    gaps = []
    for block in group.blocks:
        if block.start > start:
            gaps.append((start, block.start))
        start = max(start, block.start if group.cut == "runs" else block.stop)
    return gaps


def _owner(page: Page, node: int, start: int) -> int | None:
    """The element that the words are the whole text of: `<h3><a>Sport</a></h3>` is one heading."""
    if len(page.text_of(node)) > LONGEST:
        return None
    above = page.parent[node]
    while page.tag[node] not in _TITLING_TAGS and above >= start and page.text_of(above) == page.text_of(node):
        node, above = above, page.parent[above]
    return node


# dates ------------------------------------------------------------------------------------------------

def completing(page: Page, found: Sequence[Standing], spots: Sequence[tuple[Spot, ...]],
               find: DateFinder) -> tuple[Standing, ...]:
    """The one or two standings that make most dates whole; none where the records say enough themselves."""
    def whole(record: int, chosen: Sequence[Standing]) -> bool:
        texts = [take(page, spot.node, spot.take) for spot in spots[record]]
        above = [page.text_of(node) for standing in reversed(chosen)
                 if (node := standing.for_record[record]) is not None]
        return whole_date([*texts, *above], find) is not None

    some = range(0, len(spots), max(1, len(spots) // 24))
    before = sum(whole(record, ()) for record in some)
    if before > 0.5 * len(some):
        return ()
    dated = [s for s in found if _is_dated(page, s, find) and (len(s.nodes) > 1 or _titles(page, s.nodes[0]))][:8]
    ways: list[tuple[Standing, ...]] = [(s,) for s in dated]
    ways += [tuple(sorted(pair, key=lambda s: s.nodes[0])) for pair in combinations(dated, 2)]
    best = max(ways, key=lambda way: sum(whole(record, way) for record in some) + _varies(way), default=())
    return best if sum(whole(record, best) for record in some) >= max(before + 1, 0.6 * len(some)) else ()


def joined(spots: Sequence[tuple[Spot, ...]], way: Sequence[Standing]) -> list[tuple[Spot, ...]]:
    """The spots of dates, each followed by the standings that speak for it, the nearest first."""
    return [(*own, *(Spot(node) for standing in reversed(way) if (node := standing.for_record[record]) is not None))
            for record, own in enumerate(spots)]


def _varies(way: Sequence[Standing]) -> float:
    """Between standings that complete as many dates: the one that says more, and rather one than two."""
    return sum(len(set(standing.for_record)) > 1 for standing in way) / len(way) - 0.1 * len(way)


def _is_dated(page: Page, standing: Standing, find: DateFinder) -> bool:
    texts = [page.text_of(node) for node in standing.nodes[:12]]
    return sum(bool(YEAR.fullmatch(text) or find(text)) for text in texts) > 0.7 * len(texts)


# sections ---------------------------------------------------------------------------------------------

def section_titles(page: Page, found: Sequence[Standing], blocks: Sequence[Block],
                   find: DateFinder) -> list[Spot | None]:
    """The titles of the sections that the records stand in, where there is more than one section."""
    best, score = None, 0.0
    for standing in found:
        said = _title_worth(page, standing, len(blocks), find)
        if said > score:
            best, score = standing, said
    if best is None:
        return [None] * len(blocks)
    return [Spot(node) if node is not None else None for node in best.for_record]


def _titles(page: Page, node: int) -> float:
    """How much a node looks like a title: by its tag, and by what its author calls it."""
    worth = 1.0 if page.tag[node] in HEADINGS else 0.7 if page.tag[node] in _TITLING_TAGS else 0.0
    return worth + 0.5 * bool(_TITLING.search(page.attr(node, "class")))


def _title_worth(page: Page, standing: Standing, records: int, find: DateFinder) -> float:
    spoken = {node for node in standing.for_record if node is not None}
    texts = {page.text_of(node) for node in spoken}
    if len(texts) < 2 or len(texts) < 0.6 * len(spoken) or len(spoken) > 0.7 * records:
        return 0.0
    node = standing.nodes[0]
    worth = _titles(page, node)
    if not worth or _is_dated(page, standing, find) or max(map(len, texts)) > 60:
        return 0.0
    covered = sum(node is not None for node in standing.for_record) / records
    return worth * covered * (len(spoken) / len(standing.nodes))
