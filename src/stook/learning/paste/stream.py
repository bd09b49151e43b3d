"""A pasted text found again in what a page says.

What a browser copies is not what stands in the source: white space, line breaks, tabs and bullets differ, hidden
parts are left out, numbers of lists are put in. So both are compared by their letters, as one string each. A text that
does not stand there letter by letter is *aligned*:

    seed    a few letters of the pasted text that stand on the page too
    window  the stretch of the page where most seeds are
    chain   the seeds in the window that are in one order on both sides
    ends    the first and the last sentence, where they stand near the ends of the chain; else the chain's own ends
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from stook.learning.labels.texts import letters

SEED = 8
SHORTEST_SEED = 3
MOST_OF_A_SEED = 16
"""A seed that is there more often tells nothing."""
COVERED = 0.5
"""So much of what was pasted must be found."""
SLACK = 400
"""So many letters that were not copied may stand in a region, and half as many again as it has."""
STRAY = 40
"""The end of a chain that is so many letters away from the rest, and small beside that, does not belong to it."""
MOST_PLACES = 50

_SENTENCES = re.compile(r"[\n\r\t]+|(?<=[.!?…。！？])\s+")


def bare(text: str) -> str:
    """The letters and digits of a text; nothing where it has none."""
    said = letters(text)
    return said if any(map(str.isalnum, said)) else ""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a pasted text stands, in letters, and how much of it."""

    start: int
    stop: int
    covered: float


class Stream:
    """Texts in their order, as one string of letters."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        pieces = [bare(text) for text in texts]
        self.letters = "".join(pieces)
        self._ends = list(accumulate(map(len, pieces)))

    def places(self, match: Match) -> tuple[int, int]:
        """The texts that hold a match: the first and the last one."""
        return bisect_right(self._ends, match.start), bisect_left(self._ends, match.stop)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """The letters of the texts `first .. last`."""
        return (self._ends[first - 1] if first else 0), self._ends[last]

    def exactly(self, pasted: str, within: tuple[int, int] | None = None) -> Iterator[Match]:
        """The places where it stands letter by letter."""
        wanted, (start, stop) = bare(pasted), within or (0, len(self.letters))
        for _ in range(MOST_PLACES if wanted else 0):
            start = self.letters.find(wanted, start, stop)
            if start < 0:
                return
            yield Match(start, start + len(wanted), 1.0)
            start += 1

    def aligned(self, pasted: str, within: tuple[int, int] | None = None) -> Match | None:
        """The place where most of it stands in order; None where that is less than half."""
        best = self.nearest(pasted, within)
        return best if best and best.covered >= COVERED else None

    def nearest(self, pasted: str, within: tuple[int, int] | None = None) -> Match | None:
        """The place that is most like it, however little that is."""
        wanted, (start, stop) = bare(pasted), within or (0, len(self.letters))
        size = max(SHORTEST_SEED, min(SEED, len(wanted) // 6))
        seeds = _window(_seeds(wanted, self.letters[start:stop], size), len(wanted))
        chain = _without_strays(_chain(seeds), size)
        if not chain:
            return None
        first, last = self._ends_of(chain, pasted, wanted, start, stop, size)
        return Match(first, last, min(1.0, len(chain) * size / (len(wanted) - len(wanted) % size or 1)))

    def _ends_of(self, chain: Sequence[tuple[int, int]], pasted: str, wanted: str, start: int, stop: int,
                 size: int) -> tuple[int, int]:
        """Where the chain begins and ends on the page."""
        (first, begun), (last, ended) = ((place + start, there) for place, there in (chain[0], chain[-1]))
        last, ended = last + size, ended + size
        sentences = [said for part in _SENTENCES.split(pasted) if (said := bare(part))]
        opening = self.letters.rfind(sentences[0], max(start, first - begun - SLACK), first + len(sentences[0]))
        closing = self.letters.find(sentences[-1], max(start, last - len(sentences[-1])),
                                    min(stop, last + len(wanted) - ended + SLACK))
        while begun and first > start and wanted[begun - 1] == self.letters[first - 1]:
            first, begun = first - 1, begun - 1
        while ended < len(wanted) and last < stop and wanted[ended] == self.letters[last]:
            last, ended = last + 1, ended + 1
        if opening >= 0 and begun and len(sentences[0]) >= SHORTEST_SEED:
            first = min(first, opening)
        if closing >= 0 and ended < len(wanted) and len(sentences[-1]) >= SHORTEST_SEED:
            last = max(last, closing + len(sentences[-1]))
        return first, last


def _seeds(wanted: str, said: str, size: int) -> list[tuple[int, int]]:
    """Pairs of equal letters: where on the page, and where in the pasted text; in page order."""
    sought: dict[str, list[int]] = {}
    for place in range(0, len(wanted) - size + 1, size):
        sought.setdefault(wanted[place:place + size], []).append(place)
    found: dict[str, list[int]] = {}
    for place in range(len(said) - size + 1):
        seed = said[place:place + size]
        if seed in sought:
            found.setdefault(seed, []).append(place)
    return sorted((place, there) for seed, places in found.items() for place in places for there in sought[seed]
                  if max(len(places), len(sought[seed])) <= MOST_OF_A_SEED)


def _window(seeds: list[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    """The seeds of the stretch of the page that has most of the pasted text."""
    width, held, best = length + length // 2 + SLACK, dict[int, int](), (0, 0, 0)
    first = 0
    for last, (place, there) in enumerate(seeds):
        held[there] = held.get(there, 0) + 1
        while place - seeds[first][0] > width:
            out = seeds[first][1]
            held[out] -= 1
            if not held[out]:
                del held[out]
            first += 1
        if len(held) > best[0]:
            best = (len(held), first, last + 1)
    return seeds[best[1]:best[2]]


def _chain(seeds: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest row of seeds that is in order on both sides."""
    lowest: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    order = sorted(range(len(seeds)), key=lambda number: (seeds[number][0], -seeds[number][1]))
    for number in order:
        length = bisect_left(lowest, seeds[number][1])
        lowest[length:length + 1] = [seeds[number][1]]
        ends[length:length + 1] = [number]
        before.append(ends[length - 1] if length else -1)
    back = dict(zip(order, before, strict=True))
    row, number = [], ends[-1] if ends else -1
    while number >= 0:
        row.append(seeds[number])
        number = back[number]
    return row[::-1]


def _without_strays(chain: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """Without small ends that stand far from the rest of the chain."""
    first, last = 0, len(chain)
    while last - first > 1 and (end := _stray(chain[first:last], size)):
        first += end
    while last - first > 1 and (end := _stray([(-a, -b) for a, b in chain[first:last][::-1]], size)):
        last -= end
    return chain[first:last]


def _stray(chain: Sequence[tuple[int, int]], size: int) -> int:
    """How many seeds at the beginning belong to a stray end."""
    for number in range(1, max(2, len(chain) // 8 + 1)):
        (before, there), (after, then) = chain[number - 1], chain[number]
        if (after - before) - (then - there) > STRAY + 4 * number * size:
            return number
    return 0
