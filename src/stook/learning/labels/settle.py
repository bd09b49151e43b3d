"""What the pages without labels add: how far each way can be relied on, and what values look like.

The picks vote on these pages too. Where they are sure of a winner, each way has been right or wrong about it, and its
voice becomes as loud as that; the winner is one more value to know the field's values by.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stook.learning.labels.choose import Placed, elected
from stook.learning.labels.texts import Occurrence, letters
from stook.learning.labels.ways import numbered
from stook.learning.listing.induce import path_between
from stook.page import Page
from stook.wrapper.profile import Profile, profile_of
from stook.wrapper.rules.model import Pick
from stook.wrapper.rules.reading import Reading
from stook.wrapper.rules.vote import SEVERAL, ballots
from stook.wrapper.selector import Selector

SURE_ENOUGH = 0.7
"""Winners less sure than this teach nothing."""
TURNS = 2
LABELS_COUNT = 3
"""A labelled value counts as so many that were elected."""
LITTLE_MORE = 24
"""So many signs more than the value has its row."""


@dataclass(frozen=True, slots=True)
class Known:
    """A value that is known of a page: it was labelled, or its election was sure."""

    reading: Reading
    text: str
    node: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The picks of a field with their voices, what its values look like, and what stands next to them."""

    picks: tuple[Pick, ...]
    profile: Profile
    instead: Profile


def pooled(chosen: Sequence[Placed]) -> tuple[Pick, ...]:
    """The picks of all examples; those that several share are louder within their way."""
    support = Counter(replace(pick, weight=0.0) for one in chosen for pick in one.picks)
    by_way = Counter(pick.way for one in chosen for pick in one.picks)
    return tuple(replace(pick, weight=count / by_way[pick.way]) for pick, count in support.items())


def settled(chosen: Sequence[Placed], readings: Sequence[Reading],
            others: Sequence[Reading]) -> Settled:
    """The picks with their voices, and what the values look like."""
    picks, labelled = pooled(chosen), [one.text for one in chosen]
    profile = profile_of(labelled)
    for _ in range(TURNS):
        known = [Known(readings[one.example], one.text, one.one.node) for one in chosen]
        known += [Known(reading, won.text, won.node) for reading in others
                  if (won := elected(reading, picks, profile)) and won.sure >= SURE_ENOUGH]
        picks = _voiced(picks, known)
        profile = _profile(known, len(chosen), [one.text for one in known])
    beside = [stand_in(one.reading, one.node, chosen[0].one) for one in known]
    return Settled(tuple(replace(pick, weight=round(pick.weight, 3)) for pick in picks), profile,
                   _profile(known, len(chosen), ["" if text == one.text else text
                                                 for one, text in zip(known, beside, strict=True)]))


def _profile(known: Sequence[Known], labelled: int, texts: Sequence[str]) -> Profile:
    """The profile of what is said on known pages, of which the first ones are labelled."""
    return profile_of([*LABELS_COUNT * list(texts[:labelled]), *texts[labelled:]])


def stand_in(reading: Reading, node: int, one: Occurrence) -> str:
    """What would come into the place of a value if the page left it out: what stands in the next row as the value does
    in its own. A *row* is the widest element around a value that shows little more, as its label, and is not one of
    several of its tag further in."""
    page, row = reading.page, node
    size = len(page.text_of(node))
    while (after := _next(page, row)) is None:
        row = page.parent[row]
        if row <= 0 or page.tag[row] == "body" or len(page.text_of(row)) > size + LITTLE_MORE:
            return ""
    steps = [numbered(page, inner) for inner in path_between(page, row, node)]
    found = Selector(tuple(steps), (True,) * len(steps)).find(page, after) or [after]
    return reading.read(found[0], Pick(Selector(), one.take, part=one.part, more=one.more))


def _next(page: Page, node: int) -> int | None:
    """The next sibling of the same tag that shows anything."""
    if page.parent[node] < 0:
        return None
    after = (child for child in page.children(page.parent[node]) if child > node and page.tag[child] == page.tag[node])
    return next((child for child in after if page.words.between(child, page.end[child])), None)


def _voiced(picks: Sequence[Pick], known: Sequence[Known]) -> tuple[Pick, ...]:
    """Each way as loud as it was right about the known values."""
    right: dict[str, float] = defaultdict(float)
    spoken: dict[str, float] = defaultdict(float)
    loud: dict[str, float] = defaultdict(float)
    for one in known:
        for way, share in _agreement(one.reading, picks, letters(one.text)):
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
