"""What the pages without labels add: how far each way can be relied on, and what values look like.

The picks vote on these pages too. Where they are sure of a winner, each way has been right or wrong about it, and its
voice becomes as loud as that; the winner is one more value to know the field's values by.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from stook.learning.labels.choose import Placed, elected
from stook.learning.labels.texts import letters
from stook.wrapper.profile import Profile, profile_of
from stook.wrapper.rules.model import Pick
from stook.wrapper.rules.reading import Reading
from stook.wrapper.rules.vote import SEVERAL, ballots

SURE_ENOUGH = 0.7
"""Winners less sure than this teach nothing."""
TURNS = 2
LABELS_COUNT = 3
"""A labelled value counts as so many that were elected."""


def pooled(chosen: Sequence[Placed]) -> tuple[Pick, ...]:
    """The picks of all examples; those that several share are louder within their way."""
    support = Counter(replace(pick, weight=0.0) for one in chosen for pick in one.picks)
    by_way = Counter(pick.way for one in chosen for pick in one.picks)
    return tuple(replace(pick, weight=count / by_way[pick.way]) for pick, count in support.items())


def settled(chosen: Sequence[Placed], readings: Sequence[Reading],
            others: Sequence[Reading]) -> tuple[tuple[Pick, ...], Profile]:
    """The picks with their voices, and the profile of the values."""
    picks, labelled = pooled(chosen), [one.text for one in chosen]
    profile = profile_of(labelled)
    for _ in range(TURNS):
        known = [(readings[one.example], one.text) for one in chosen]
        known += [(reading, won.text) for reading in others
                  if (won := elected(reading, picks, profile)) and won.sure >= SURE_ENOUGH]
        picks = _voiced(picks, known)
        profile = profile_of(LABELS_COUNT * labelled + [text for _, text in known[len(chosen):]])
    return tuple(replace(pick, weight=round(pick.weight, 3)) for pick in picks), profile


def _voiced(picks: Sequence[Pick], known: Sequence[tuple[Reading, str]]) -> tuple[Pick, ...]:
    """Each way as loud as it was right about the known values."""
    right: dict[str, float] = defaultdict(float)
    spoken: dict[str, float] = defaultdict(float)
    loud: dict[str, float] = defaultdict(float)
    for reading, text in known:
        for way, share in _agreement(reading, picks, letters(text)):
            right[way] += share
            spoken[way] += 1
    for pick in picks:
        loud[pick.way] += pick.weight
    return tuple(replace(pick, weight=pick.weight / (loud[pick.way] or 1) * (right[pick.way] + 1)
                         / (spoken[pick.way] + 1)) for pick in picks)


def _agreement(reading: Reading, picks: Sequence[Pick], wanted: str) -> Iterator[tuple[str, float]]:
    """For each way that speaks on a page, the share of what it says that is the known value."""
    by_way: dict[str, list[bool]] = {}
    for ballot in ballots(picks, reading.find, reading.read):
        if len(ballot.found) <= SEVERAL:
            by_way.setdefault(ballot.pick.way, []).extend(letters(text) == wanted for _, text in ballot.found)
    for way, said in by_way.items():
        yield way, sum(said) / len(said)
