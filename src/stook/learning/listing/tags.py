"""`tags`: the second of the paper's two methods. Where a pattern of tags repeats in one region, there is a list.

The shown nodes in pre-order are a stream of *tokens*, their tags ("<text>" for texts). A *pattern* is a series of
tokens that occurs several times and cannot be extended without losing an occurrence; its occurrences are
*instances*. SEGMENT (see `time`) parts them into *subsets* that stand close together. The lowest node that holds
a subset is an *InfoBlock*; the best subset of each tells where its items begin.

    regularity   standard deviation of the gaps between instances / their mean: 0 is perfectly regular
    coverage     text inside the instances / text in the InfoBlock

From the paper on feed generation (METHODS 1.3 B). Where the paper is silent the reconstruction there holds;
where both are silent, a comment says what was decided.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import itemgetter
from statistics import mean, pstdev

from stook.learning.listing.found import Find, Sighting, Spot
from stook.learning.listing.time import addresses, longest_link, matrix, segment, title_before, title_of
from stook.page import TEXT, Page

TEXT_TOKEN = "<text>"
LINK_TOKEN = "a"

FEWEST = 3
"""Instances of a subset. Both are silent; the gaps between fewer are one gap, which is always regular."""
REGULARITY = 0.5
COVERAGE = 0.25
"""The user's thresholds; the start values are those of IEPAD (Chang and Lui 2001), which the paper follows."""
LONGEST_PATTERN = 256
"""Tokens. A pattern longer than this is several items, and patterns that long cost most."""
MOST_TOKENS = 60_000
"""The first so many are read. The largest real list page measured has 40,000 nodes."""
MOST_INSTANCES = 200_000
"""So many are looked at on a page, those of the patterns that account for most tokens first."""
MOST_FINDS = 10


@dataclass(frozen=True, slots=True)
class Stream:
    """The tokens, the node of each, and how many characters of text stand before each."""

    tokens: tuple[str, ...]
    nodes: tuple[int, ...]
    volumes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A repeated series of tokens and the places where it occurs, in order, none overlapping another."""

    tokens: tuple[str, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Subset:
    """Instances that stand close together, and what they say of the InfoBlock `root`."""

    pattern: tuple[str, ...]
    places: tuple[int, ...]
    root: int
    regularity: float
    coverage: float
    volume: int
    """Characters of text inside the instances."""


# patterns -----------------------------------------------------------------------------------------------

def stream_of(page: Page) -> Stream:
    """The tokens of what a reader sees."""
    hidden, node, nodes = iter([*page.words.hidden, (len(page), len(page))]), 0, []
    for start, stop in hidden:
        nodes += range(node, start)
        node = stop
    nodes = nodes[:MOST_TOKENS]
    tokens = tuple(TEXT_TOKEN if page.tag[node] == TEXT else page.tag[node] for node in nodes)
    sizes = (len(page.text[node].strip()) for node in nodes)
    return Stream(tokens, tuple(nodes), tuple(accumulate(sizes, initial=0)))


def suffix_array(tokens: Sequence[str]) -> list[int]:
    """The places of the stream ordered by the tokens that follow, as far as LONGEST_PATTERN, by doubling: what
    is ordered by 1, 2, 4 ... tokens is ordered by twice as many."""
    count = len(tokens)
    known = {token: number for number, token in enumerate(sorted(set(tokens)), 1)}
    ranks = [known[token] for token in tokens]
    order = sorted(range(count), key=ranks.__getitem__)
    width = 1
    while width < LONGEST_PATTERN:
        keys = [rank * (count + 1) + after
                for rank, after in zip(ranks, ranks[width:] + [0] * min(width, count), strict=True)]
        order.sort(key=keys.__getitem__)
        number, before = 0, -1
        for place in order:
            number += keys[place] != before
            before, ranks[place] = keys[place], number
        if number == count:
            break
        width *= 2
    return order


def common_prefixes(tokens: Sequence[str], order: Sequence[int]) -> list[int]:
    """How many tokens each suffix shares with the one before it in the order, LONGEST_PATTERN at most (Kasai)."""
    rank = [0] * len(order)
    for number, place in enumerate(order):
        rank[place] = number
    shared, length, count = [0] * len(order), 0, len(tokens)
    for place in range(count):
        if not rank[place]:
            length = 0
            continue
        other = order[rank[place] - 1]
        while (length < LONGEST_PATTERN and place + length < count and other + length < count
               and tokens[place + length] == tokens[other + length]):
            length += 1
        shared[rank[place]] = length
        length = max(0, length - 1)
    return shared


def maximal_repeats(tokens: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """The repeats as length and range in the suffix array, which cannot be extended to the right, and whose
    instances have tokens of more than one type at their left side (so to the left neither)."""
    order = suffix_array(tokens)
    left = [tokens[place - 1] if place else "" for place in order]
    # A repeat is an interval of the array; it is open from `start` on, and `side` is the one token that was seen
    # at the left of its instances, None if there were several.
    open_ones: list[tuple[int, int, str | None]] = [(0, 0, left[0] if left else None)]
    for number, shared in enumerate([*common_prefixes(tokens, order)[1:], 0], 1):
        start, side = number - 1, left[number - 1]
        carried: str | None = side
        while open_ones[-1][0] > shared:
            length, start, side_before = open_ones.pop()
            carried = _merged(side_before, carried)
            if carried is None:
                yield length, start, number
        if open_ones[-1][0] == shared:
            length, begun, side_before = open_ones.pop()
            open_ones.append((length, begun, _merged(side_before, carried)))
        else:
            open_ones.append((shared, start, carried))


def _merged(one: str | None, other: str | None) -> str | None:
    return one if one == other else None
