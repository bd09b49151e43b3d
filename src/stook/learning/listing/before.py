"""What stands before records and speaks for all that follow: a date, a year, the title of a section.

A *standing* is a column of such nodes: equal paths from the root, outside the records. For each record the last
node of a standing before it is the one that speaks for it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations

from stook.learning.listing.days import DateFinder
from stook.learning.listing.found import Spot
from stook.learning.listing.leads import HEADINGS, Group, Paths
from stook.page import Page
from stook.wrapper.rules.apply import YEAR, take, whole_date

LONGEST = 80
"""What speaks for others is short."""
_TITLING = re.compile(r"titl|head|categ|caption|label|name|section", re.IGNORECASE)
_TITLING_TAGS = HEADINGS | {"dt", "th", "caption", "legend", "summary", "strong", "b"}


@dataclass(frozen=True, slots=True)
class Standing:
    """The nodes of one path, in document order, and for each record the one that speaks for it."""

    nodes: tuple[int, ...]
    for_record: tuple[int | None, ...]


def standings(page: Page, group: Group, paths: Paths) -> list[Standing]:
    """The columns of short texts outside the records, each with what it says of which record."""
    columns: dict[tuple[int, int], list[int]] = {}
    for start, stop in _outside(page, group):
        beside: Counter[tuple[int, int]] = Counter()
        places = page.words.between(start, stop)
        owners = [_owner(page, node, start) for node in dict.fromkeys(page.parent[page.words.node[p]] for p in places)]
        for owner in [owner for owner in owners if owner is not None] + _signs(page, start, stop):
            place = beside[paths[owner], page.parent[owner]]  # "Town" and "View all" side by side are two columns
            beside[paths[owner], page.parent[owner]] += 1
            columns.setdefault((paths[owner], place), []).append(owner)
    for merged in _alike(page, columns):
        columns[(-1, len(columns))] = merged
    found = []
    for column in columns.values():
        nodes = sorted(set(column))
        before = [bisect_left(nodes, block.start) - 1 for block in group.blocks]
        found.append(Standing(tuple(nodes), tuple(nodes[place] if place >= 0 else None for place in before)))
    return found


def _alike(page: Page, columns: Mapping[tuple[int, int], list[int]]) -> list[list[int]]:
    """The columns together that differ only further up, as titles in boxes of several kinds."""
    by_kind: dict[tuple[int, int, int], list[list[int]]] = {}
    for (_, place), nodes in columns.items():
        by_kind.setdefault((page.kinds[nodes[0]], page.kinds[page.parent[nodes[0]]], place), []).append(nodes)
    return [[node for nodes in alike for node in nodes] for alike in by_kind.values() if len(alike) > 1]


def _signs(page: Page, start: int, stop: int) -> list[int]:
    """Images that name what follows to those who do not see them, with no text beside them."""
    return [node for node in page.select("img", within=(start, stop)) if 1 < len(page.attr(node, "alt")) <= LONGEST
            and not page.words.between(page.parent[node], page.end[page.parent[node]])]


def _outside(page: Page, group: Group) -> list[tuple[int, int]]:
    """The ranges of nodes before and between the records. A run also holds what stands before the next run, but up to
    the end of its head all is its own."""
    gaps, start = [], _reach(page, group)
    for block in group.blocks:
        if block.start > start:
            gaps.append((start, block.start))
        start = max(start, page.end[block.head] if group.cut == "runs" else block.stop)
    return gaps


def _reach(page: Page, group: Group) -> int:
    """Where to begin to look: a heading that dates a single list stands beside the list, one or two levels up."""
    first = min(block.start for block in group.blocks)
    around = reduce(page.common, dict.fromkeys(block.section for block in group.blocks))
    for _ in range(2):
        if page.parent[around] > 0 and page.words.between(page.parent[around], first):
            around = page.parent[around]
    return max(around, first - 200)


def _owner(page: Page, node: int, start: int) -> int | None:
    """The element that the words are the whole text of: `<h3><a>Sport</a></h3>` is one heading."""
    if len(page.text_of(node)) > LONGEST:
        return None
    above = page.parent[node]
    while page.tag[node] not in _TITLING_TAGS and above >= start and page.text_of(above) == page.text_of(node):
        node, above = above, page.parent[above]
    return node


# dates ------------------------------------------------------------------------------------------------

def say_enough(page: Page, spots: Sequence[tuple[Spot, ...]], find: DateFinder) -> bool:
    """Whether most records show whole dates themselves."""
    some = _some(spots)
    return 2 * sum(_whole(page, spots[record], (), find) for record in some) > len(some)


def dated_standings(page: Page, group: Group, paths: Paths, find: DateFinder) -> list[Standing]:
    """The standings that show dates or years."""
    if not _any_dated(page, _outside(page, group), find):
        return []
    return [standing for standing in standings(page, group, paths)
            if _speaks(standing) and is_dated(page, standing, find)
            and (len(standing.nodes) > 1 or titles(page, standing.nodes[0]))][:MOST_DATED]


def _speaks(standing: Standing) -> bool:
    """Whether most nodes of a standing speak for records: those of another list are of its own records."""
    spoken = len({node for node in standing.for_record if node is not None})
    return 2 * spoken > len(standing.nodes) or spoken > 2


MOST_DATED = 8


def _any_dated(page: Page, gaps: Sequence[tuple[int, int]], find: DateFinder) -> bool:
    """Whether any short text in these ranges is a date or a year."""
    nodes = (page.parent[page.words.node[place]] for start, stop in gaps if find.may_be_between(start, stop)
             for place in page.words.between(start, stop))
    return any(_is_date(text, find) for node in nodes if find.may_be_between(node, page.end[node])
               and len(text := page.text_of(node)) <= LONGEST)


def completing(page: Page, dated: Sequence[Standing], spots: Sequence[tuple[Spot, ...]],
               find: DateFinder) -> tuple[Standing, ...]:
    """The one or two standings that make most dates whole."""
    def completed(way: Sequence[Standing]) -> int:
        return sum(_whole(page, spots[record], _spoken(record, way), find) for record in some)

    some = _some(spots)
    ways: list[tuple[Standing, ...]] = [(standing,) for standing in dated]
    ways += [tuple(sorted(pair, key=lambda s: s.nodes[0])) for pair in combinations(dated, 2)]
    best = max(ways, key=lambda way: completed(way) + _varies(way), default=())
    enough = max(completed(()) + 1, 0.6 * len(some))
    return best if best and completed(best) >= enough else ()


def _some(spots: Sequence[tuple[Spot, ...]]) -> range:
    return range(0, len(spots), max(1, len(spots) // 24))


def _spoken(record: int, way: Sequence[Standing]) -> list[int]:
    """The nodes of standings that speak for a record, the nearest first."""
    return [node for standing in reversed(way) if (node := standing.for_record[record]) is not None]


def _whole(page: Page, spots: Sequence[Spot], above: Sequence[int], find: DateFinder) -> bool:
    """Whether the spots of a record and what stands above it show a whole date."""
    texts = [take(page, spot.node, spot.take) for spot in spots]
    return whole_date([*texts, *map(page.text_of, above)], find) is not None


def joined(spots: Sequence[tuple[Spot, ...]], way: Sequence[Standing]) -> list[tuple[Spot, ...]]:
    """The spots of dates, each followed by the standings that speak for it, the nearest first."""
    return [(*own, *map(Spot, _spoken(record, way))) for record, own in enumerate(spots)]


def _varies(way: Sequence[Standing]) -> float:
    """Between standings that complete as many dates: the one that says more, and rather one than two."""
    return sum(len(set(standing.for_record)) > 1 for standing in way) / len(way) - 0.1 * len(way)


def is_dated(page: Page, standing: Standing, find: DateFinder) -> bool:
    texts = [page.text_of(node) for node in standing.nodes[:12]]
    return sum(_is_date(text, find) for text in texts) > 0.7 * len(texts)


def _is_date(text: str, find: DateFinder) -> bool:
    return bool(YEAR.fullmatch(text) or find(text))


def titles(page: Page, node: int) -> float:
    """How much a node looks like a title: by its tag, and by what its author calls it."""
    worth = 1.0 if page.tag[node] in HEADINGS else 0.7 if page.tag[node] in _TITLING_TAGS else 0.0
    called = f"{page.attr(node, 'class')} {page.attr(page.parent[node], 'class')}"
    return worth + 0.5 * bool(_TITLING.search(called))
