"""`tags`: the second of the paper's two methods. Where a pattern of tags repeats in one region is a list.

The shown nodes in pre-order are a stream of *tokens*: their tags, and "<text>" for texts. A *pattern* is a
series of tokens that occurs several times and that, extended, would occur less often; where it occurs is an
*instance*. SEGMENT (see `time`) parts the instances into *subsets* that stand close together. The node
that holds a subset, the lowest, is an *InfoBlock*; its best subset tells where its items begin.

    regularity   standard deviation of the gaps between instances / their mean: 0 is perfectly regular
    coverage     text inside the instances / text in the InfoBlock

From the paper on feed generation (METHODS 1.3 B). Where the paper is silent the reconstruction there holds;
where both are silent, a comment says what was decided.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
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
"""The user's thresholds. Neither prints a value; these are IEPAD's (2001), as far as remembered."""
LONGEST_PATTERN = 512
"""Tokens. A longer pattern is several items."""
MOST_TOKENS = 60_000
"""The first so many are read. The largest real list page measured has 40,000 nodes."""
MOST_INSTANCES = 200_000
"""So many are looked at on a page, those of the most frequent patterns first."""
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
    nodes: list[int] = []
    node = 0
    for start, stop in (*page.words.hidden, (len(page), len(page))):
        nodes += range(node, start)
        node = stop
    del nodes[MOST_TOKENS:]
    tokens = tuple(TEXT_TOKEN if page.tag[node] == TEXT else page.tag[node] for node in nodes)
    sizes = (len(page.text[node].strip()) for node in nodes)
    return Stream(tokens, tuple(nodes), tuple(accumulate(sizes, initial=0)))


def suffix_array(tokens: Sequence[str]) -> list[int]:
    """The places of the stream ordered by all tokens that follow, by doubling: what is ordered by 1, 2, 4 ...
    tokens is ordered by twice as many next."""
    count, width = len(tokens), 1
    known = {token: number for number, token in enumerate(sorted(set(tokens)), 1)}
    ranks = [known[token] for token in tokens]
    while True:
        keys = [rank * (count + 1) for rank in ranks]
        for place, after in enumerate(ranks[width:]):
            keys[place] += after
        order = sorted(range(count), key=keys.__getitem__)
        number, before = 0, -1
        for place in order:
            number += keys[place] != before
            before, ranks[place] = keys[place], number
        if number == count:
            return order
        width *= 2


def common_prefixes(tokens: Sequence[str], order: Sequence[int]) -> list[int]:
    """How many tokens each suffix shares with the one before it in the order (Kasai)."""
    rank = [0] * len(order)
    for number, place in enumerate(order):
        rank[place] = number
    shared, length, count = [0] * len(order), 0, len(tokens)
    for place in range(count):
        if not rank[place]:
            length = 0
            continue
        other = order[rank[place] - 1]
        end = count - max(place, other)
        while length < end and tokens[place + length] == tokens[other + length]:
            length += 1
        shared[rank[place]] = length
        length = max(0, length - 1)
    return shared


@dataclass(frozen=True, slots=True)
class Repeat:
    """A series of `length` tokens that begins at all of the places."""

    length: int
    places: Sequence[int]


def maximal_repeats(tokens: Sequence[str]) -> Iterator[Repeat]:
    """The series that cannot be extended to the right without losing an occurrence and are left-diverse: the
    tokens at the left side of their occurrences are of more than one type.

    Such a series is an interval of the suffix array; on the stack are the intervals that are still open, each
    with its length, its start, and the one token seen at the left side (None: several).
    """
    if not tokens:
        return
    order = suffix_array(tokens)
    stack: list[tuple[int, int, str | None]] = [(0, 0, None)]
    for number, shared in enumerate([*common_prefixes(tokens, order)[1:], 0], 1):
        start, place = number - 1, order[number - 1]
        side: str | None = tokens[place - 1] if place else ""
        while stack[-1][0] > shared:
            length, start, seen = stack.pop()
            side = side if side == seen else None
            if side is None:
                yield Repeat(length, order[start:number])
        if stack[-1][0] == shared:
            _, start, seen = stack.pop()
            side = side if side == seen else None
        stack.append((shared, start, side))


def patterns_of(tokens: Sequence[str]) -> list[Pattern]:
    """The repeats that may be items: they hold a link and a text, and occur often enough without overlap."""
    links = list(accumulate((token == LINK_TOKEN for token in tokens), initial=0))
    texts = list(accumulate((token == TEXT_TOKEN for token in tokens), initial=0))
    fit = []
    for repeat in maximal_repeats(tokens):
        start, stop = repeat.places[0], repeat.places[0] + repeat.length
        if (len(repeat.places) >= FEWEST and repeat.length <= LONGEST_PATTERN
                and links[stop] > links[start] and texts[stop] > texts[start]):
            fit.append(repeat)
    found, looked_at = [], 0
    for repeat in sorted(fit, key=lambda repeat: (-len(repeat.places), -repeat.length)):
        looked_at += len(repeat.places)
        if looked_at > MOST_INSTANCES:
            break
        places = without_overlap(sorted(repeat.places), repeat.length)
        if len(places) >= FEWEST:
            found.append(Pattern(tuple(tokens[places[0]:places[0] + repeat.length]), places))
    return found


def without_overlap(places: Sequence[int], length: int) -> tuple[int, ...]:
    """From left to right, each that begins after the end of the one before."""
    kept: list[int] = []
    for place in places:
        if not kept or place >= kept[-1] + length:
            kept.append(place)
    return tuple(kept)


# InfoBlocks ---------------------------------------------------------------------------------------------

def regularity(places: Sequence[int]) -> float:
    """How unevenly the instances follow each other: the deviation of the gaps as a share of their mean."""
    gaps = [after - place for place, after in pairwise(places)]
    return pstdev(gaps) / mean(gaps)


def subsets(page: Page, stream: Stream) -> Iterator[Subset]:
    """Each pattern's instances, parted where their first nodes stand apart."""
    rows = addresses(page, stream.nodes)
    for pattern in patterns_of(stream.tokens):
        for part in segment(matrix([rows[place] for place in pattern.places])):
            if part.stop - part.start >= FEWEST:
                yield _subset(page, stream, pattern, pattern.places[part.start:part.stop])


def _subset(page: Page, stream: Stream, pattern: Pattern, places: tuple[int, ...]) -> Subset:
    length, volumes = len(pattern.tokens), stream.volumes
    root = page.common(stream.nodes[places[0]], stream.nodes[places[-1] + length - 1])
    inside = sum(volumes[place + length] - volumes[place] for place in places)
    start, stop = (bisect_left(stream.nodes, node) for node in (root, page.end[root]))
    return Subset(pattern.tokens, places, root, regularity(places),
                  inside / max(1, volumes[stop] - volumes[start]), inside)


def best_by_block(found: Iterable[Subset]) -> list[Subset]:
    """For each InfoBlock, of the subsets that are regular and cover it, the most frequent one, and then the
    longest; the InfoBlock with most text in its items first."""
    best: dict[int, Subset] = {}
    for one in found:
        other = best.get(one.root)
        if one.regularity <= REGULARITY and one.coverage >= COVERAGE and (
                other is None or _rank(one) > _rank(other)):
            best[one.root] = one
    return sorted(best.values(), key=lambda one: -one.volume)


def _rank(one: Subset) -> tuple[int, int]:
    return len(one.places), len(one.pattern)


# finds --------------------------------------------------------------------------------------------------

def sightings(page: Page, block: int, starts: Sequence[int]) -> Iterator[Sighting]:
    """An item begins at an instance and ends before the next one, the last with the InfoBlock. Where an
    instance begins inside a child of the InfoBlock, the item begins with that child."""
    heads = sorted({head for start in starts if (head := _child(page, block, start)) is not None})
    category = title_before(page, 0, heads[0]) if heads else None
    for head, stop in zip(heads, [*heads[1:], page.end[block]], strict=False):
        link = longest_link(page, head, stop)
        if link is not None:
            spots = {"title": (title_of(page, link),), "url": (Spot(link, "@href"),)}
            if category:
                spots["category"] = (category,)
            yield Sighting(head, stop, block, head, spots)


def _child(page: Page, block: int, node: int) -> int | None:
    """The child of the InfoBlock that a node is or stands in."""
    while node > block and page.parent[node] != block:
        node = page.parent[node]
    return node if node > block else None


def finds(page: Page) -> list[Find]:
    """The InfoBlocks of a page, that with most text in its items first."""
    stream = stream_of(page)
    found = []
    for one in best_by_block(subsets(page, stream)):
        seen = tuple(sightings(page, one.root, [stream.nodes[place] for place in one.places]))
        if len(seen) >= FEWEST:
            reason = (f"pattern {_shown(one.pattern)} repeats {len(one.places)} times, "
                      f"regularity {one.regularity:.2f}, coverage {one.coverage:.2f}")
            found.append(Find("tags", "runs", seen, round(one.volume / stream.volumes[-1], 3), (reason,)))
        if len(found) == MOST_FINDS:
            break
    return found


def _shown(pattern: Sequence[str]) -> str:
    tags = [token if token == TEXT_TOKEN else f"<{token}>" for token in pattern]
    return "".join(tags[:12]) + ("…" if len(tags) > 12 else "")
