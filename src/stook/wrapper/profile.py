"""What the values of a field look like: how often each shape, first word and last word occurs, how long they are.

A *shape* is a text with its runs of letters and digits collapsed: "$1,295.00" is "$9,9.9", "Olive Oil" is "Aa Aa".
A profile does not know what values mean. It tells a price from a page count when a row has moved, an empty column
from a full one, and a date that has become a name.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

MOST = 8
"""So many shapes and words are kept, the most frequent ones."""
LONGEST_SHAPE = 24
NARROW = 0.25
"""Lengths spread at least so far: that of few values looks narrower than it is."""
NEVER = ""

_RUN = re.compile(r"[^\W\d_]+|\d+|\s+")


def _class(run: re.Match[str]) -> str:
    said = run[0]
    if said[0].isspace():
        return " "
    if said[0].isdigit():
        return "9"
    if said.isupper():
        return "A"
    return "Aa" if said[0].isupper() else "a"


@lru_cache(maxsize=16384)
def shape(text: str) -> str:
    """The text with its runs of letters and digits collapsed."""
    return _RUN.sub(_class, text[:200])[:LONGEST_SHAPE]


_SYMBOLS = re.compile(r"[^\w\s]")


@lru_cache(maxsize=16384)
def _symbols(text: str) -> frozenset[str]:
    """The signs that stand in it, and whether there are digits and letters."""
    said = text[:200]
    return frozenset(_SYMBOLS.findall(said)) | ({"9"} if any(map(str.isdigit, said)) else frozenset()) | (
        {"a"} if any(map(str.isalpha, said)) else frozenset())


def _ends(text: str) -> tuple[str, str]:
    words = text.split()
    return (words[0].casefold(), words[-1].casefold()) if words else (NEVER, NEVER)


@dataclass(frozen=True, slots=True)
class Likeness:
    """How far a text is like the values of a profile, by each of its measures, from 0 to 1."""

    shape: float
    first: float
    last: float
    length: float
    symbols: float


@dataclass(frozen=True, slots=True)
class Profile:
    """What some values had in common: shares of shapes, first and last words and signs; mean and spread of the
    logarithm of their length."""

    shapes: Mapping[str, float] = field(default_factory=dict)
    first: Mapping[str, float] = field(default_factory=dict)
    last: Mapping[str, float] = field(default_factory=dict)
    symbols: Mapping[str, float] = field(default_factory=dict)
    length: float = 0.0
    spread: float = 0.0
    count: int = 0

    def likeness(self, text: str) -> Likeness:
        one, other = _ends(text)
        off = abs(math.log1p(len(text)) - self.length) / max(self.spread, 0.35)
        return Likeness(self.shapes.get(shape(text), 0.0), self.first.get(one, 0.0), self.last.get(other, 0.0),
                        math.exp(-0.5 * off * off), self._signs(text))

    def mean_likeness(self, texts: Sequence[str]) -> float:
        """How far texts are like the values, by what holds for values that differ: their signs and their length."""
        if not texts or not self.count:
            return 1.0
        said = [self.likeness(text) for text in texts]
        return sum(max(like.symbols, like.shape) * (0.5 + 0.5 * like.length) for like in said) / len(said)

    def overlap(self, other: Profile) -> float:
        """How far the values of two profiles are of one kind: by their lengths, and by the sign that tells most."""
        one, two = (max(profile.spread, NARROW) for profile in (self, other))
        wide = one * one + two * two
        lengths = math.sqrt(2 * one * two / wide) * math.exp(-0.25 * (self.length - other.length) ** 2 / wide)
        signs = self.symbols.keys() | other.symbols.keys()
        return lengths * (1 - max((abs(self.symbols.get(sign, 0.0) - other.symbols.get(sign, 0.0)) for sign in signs),
                                  default=0.0))

    def _signs(self, text: str) -> float:
        """How far the signs of the text are those of the values: shared ones against all."""
        said = _symbols(text)
        shared = sum(self.symbols.get(sign, 0.0) for sign in said)
        strange = sum(1 - self.symbols.get(sign, 0.0) for sign in said)
        missing = sum(share for sign, share in self.symbols.items() if sign not in said)
        return shared / (shared + strange + missing) if said or self.symbols else 1.0


UNKNOWN = Profile()
"""That of no values: it likes nothing more than anything else."""


def profile_of(texts: Iterable[str]) -> Profile:
    """The profile of some values."""
    said = [text for text in texts if text]
    if not said:
        return UNKNOWN
    lengths = [math.log1p(len(text)) for text in said]
    mean = sum(lengths) / len(lengths)
    spread = math.sqrt(sum((length - mean) ** 2 for length in lengths) / len(lengths))
    ends = [_ends(text) for text in said]
    return Profile(_shares([shape(text) for text in said]), _shares([one for one, _ in ends]),
                   _shares([other for _, other in ends]),
                   _shares([sign for text in said for sign in _symbols(text)], len(said)),
                   round(mean, 3), round(spread, 3), len(said))


def _shares(said: Sequence[str], total: int = 0) -> dict[str, float]:
    """The most frequent ones with their shares. Where there are many, one that occurs once says nothing."""
    counted = Counter(said)
    least = 2 if (total or len(said)) > MOST else 1
    ranked = sorted(((name, count) for name, count in counted.items() if count >= least),
                    key=lambda pair: (-pair[1], pair[0]))[:MOST]
    return {name: round(count / (total or len(said)), 3) for name, count in ranked}
