"""Elections: where a field's picks vote on what its value is.

All picks of one *way* (the whole path, a label, a class ...) speak with one voice, shared among those of them that
find something; a way that finds nothing is silent, and one that finds several candidates splits its voice. Values
are counted by text, not by node, since pages show a value more than once, and the best supported node stands for it.
What a candidate looks like (see `stook.wrapper.profile`) speaks too.

How much each voice counts was learnt once, from sites whose values are known, and is frozen below. So the sum is a
probability, and a value that a page does not have is not invented from the one path that leads somewhere.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from stook.wrapper.profile import UNKNOWN, Profile
from stook.wrapper.rules.model import Pick

SEVERAL = 4
"""A way that finds more candidates than this does not know which one it means, and only proposes them."""
MOST = 60
"""A pick that finds more nodes than this does not even propose."""
SURE = 0.5
"""A value is believed that is rather right than wrong."""
A_HOLDER = 0.25
"""The share of the voices that a node needs to be believed to hold the values of a field."""
SUREST = 0.99
"""Of the values that are said to be surer than this so many are right (scripts/weigh_votes.py)."""
HELD_RIGHT = ((0.0, 0.0), (0.25, 0.55), (0.35, 0.85), (0.5, 0.93), (1.0, 0.96))
"""Shares of the voices, and how many of the values are right that such a holder holds (the same run)."""

WEIGHTS: Mapping[str, float] = {
    "bias": -3.05,
    "label": 3.5, "lead": 3.0, "like": 2.35, "id": 1.45, "place": 1.15, "attr": 1.0, "kind": 0.8, "class": 0.7,
    "tail": 0.5, "head": 0.15,
    "-label": -2.65, "-lead": -2.0, "-kind": -0.8, "-place": -0.6, "-tail": -0.55, "-attr": -0.3, "-class": -0.15,
    "last": 1.1, "symbols": 1.05, "shape": 1.0, "first": 0.75, "length": 0.75,
    "-symbols": -1.65, "-shape": -1.6, "-last": -1.55, "-first": -1.55, "-length": -1.4,
}
"""Logistic regression over candidates (scripts/weigh_votes.py, SWDE `--part tune`, 1 and 3 labelled pages, and the same
pages with the values cut out), held near what one would say without having seen a page, each voice kept from speaking
against itself. A way with a minus speaks for another candidate; a look with a minus tells how much more a candidate
looks like what stands next to the values."""

_MOST_LIKE = sum(WEIGHTS[name] for name in ("bias", "shape", "first", "last", "length", "symbols"))
"""What a candidate gets that looks exactly like the values of its field."""

Found = tuple[tuple[int, str], ...]
Finder = Callable[[Pick], list[int]]
Reader = Callable[[int, Pick], str]


@dataclass(frozen=True, slots=True)
class Ballot:
    """What one pick says: its candidates, each a text with the node that shows it."""

    pick: Pick
    found: Found


@dataclass(frozen=True, slots=True)
class Elected:
    """The winner: its text and node, and how sure that is."""

    text: str
    node: int
    sure: float


def confidence(sure: float) -> float:
    """How often values of this sureness are right. Beyond a point the picks of a wrapper agree on what was mislabelled
    as firmly as on the rest."""
    return min(sure, SUREST)


def held_confidence(share: float) -> float:
    """How often values are right whose holder got this share of the voices."""
    share = min(share, 1.0)
    (low, before), (high, after) = next(pair for pair in pairwise(HELD_RIGHT) if share <= pair[1][0])
    return before + (after - before) * (share - low) / (high - low)


def ballots(picks: Sequence[Pick], find: Finder, read: Reader) -> list[Ballot]:
    """What each pick that does not abstain says."""
    said = []
    for pick in picks:
        nodes = find(pick)
        if 0 < len(nodes) <= MOST:
            shown: dict[str, int] = {}
            for node in nodes:
                if text := read(node, pick):
                    shown.setdefault(text, node)
            if shown:
                said.append(Ballot(pick, tuple((node, text) for text, node in shown.items())))
    return said


@dataclass(frozen=True, slots=True)
class Voices:
    """How loud each way is, which of them speak, and how far each speaks for each candidate."""

    loud: Mapping[str, float]
    speaking: Mapping[str, float]
    spoken: Mapping[str, Mapping[str, float]]
    """Of a candidate that is only proposed it is empty."""

    def of(self, text: str) -> dict[str, float]:
        """How far each way speaks for a candidate; with a minus, how far for another one."""
        spoken = self.spoken.get(text, {})
        return {**spoken, **{f"-{way}": self.loud[way] - spoken.get(way, 0.0) for way in self.speaking}}


def heard(picks: Sequence[Pick], said: Sequence[Ballot]) -> Voices:
    """What the ballots of some picks come to."""
    voice: dict[str, float] = defaultdict(float)
    speaking: dict[str, float] = defaultdict(float)
    for pick in picks:
        voice[pick.way] += pick.weight
    clear = [ballot for ballot in said if len(ballot.found) <= SEVERAL]
    for ballot in clear:
        speaking[ballot.pick.way] += ballot.pick.weight
    candidates: dict[str, dict[str, float]] = {text: {} for ballot in said for _, text in ballot.found}
    for ballot in clear:
        way = ballot.pick.way
        share = voice[way] * ballot.pick.weight / (speaking[way] or 1) / len(ballot.found)
        for _, text in ballot.found:
            candidates[text][way] = candidates[text].get(way, 0.0) + share
    return Voices(voice, speaking, candidates)


def voices(picks: Sequence[Pick], said: Sequence[Ballot]) -> dict[str, dict[str, float]]:
    """For each candidate, how far each way speaks for it; with a minus, how far for another one."""
    all_of_them = heard(picks, said)
    return {text: all_of_them.of(text) for text in all_of_them.spoken}


def looks(text: str, profile: Profile, instead: Profile = UNKNOWN) -> dict[str, float]:
    """How far a candidate looks like the values of its field; with a minus, how much more like what stands next to
    them."""
    like, other = profile.likeness(text), instead.likeness(text)
    said = {"bias": 1.0, "shape": like.shape, "first": like.first, "last": like.last, "length": like.length,
            "symbols": like.symbols}
    if not instead.count:
        return said
    return said | {"-shape": max(0.0, other.shape - like.shape), "-first": max(0.0, other.first - like.first),
                   "-last": max(0.0, other.last - like.last), "-length": max(0.0, other.length - like.length),
                   "-symbols": max(0.0, other.symbols - like.symbols)}


def elect(picks: Sequence[Pick], said: Sequence[Ballot], profile: Profile,
          constant: Collection[str] = (), instead: Profile = UNKNOWN) -> Elected | None:
    """The candidate that most speaks for, however little that is; None where there is none.

    Candidates that are only proposed are not even looked at where the best of the others cannot be reached by looks.
    """
    about = heard(picks, said)
    candidates = [text for text in about.spoken if text not in constant]
    if not candidates:
        return None
    spoken_for = [text for text in candidates if about.spoken[text]]
    scores = {text: _weighed(about.of(text)) + _weighed(looks(text, profile, instead)) for text in spoken_for}
    if not scores or max(scores.values()) <= _weighed(about.of("")) + _MOST_LIKE:
        scores = {text: scores[text] if text in scores else _weighed(about.of(text))
                  + _weighed(looks(text, profile, instead)) for text in candidates}
    text = max(scores, key=lambda text: scores[text])
    return Elected(text, _node_of(text, said), 1 / (1 + math.exp(-max(-30.0, min(30.0, scores[text])))))


def _weighed(about: Mapping[str, float]) -> float:
    return sum(WEIGHTS.get(name, 0.0) * value for name, value in about.items())


def _node_of(text: str, said: Sequence[Ballot]) -> int:
    support: dict[int, float] = defaultdict(float)
    for ballot in said:
        for node, shown in ballot.found:
            if shown == text:
                support[node] += ballot.pick.weight / len(ballot.found)
    return max(support, key=lambda node: (support[node], -node))


def elect_holder(picks: Sequence[Pick], find: Finder) -> Elected | None:
    """The node that holds the values of a field that repeats. It is counted by itself, for its text is all values."""
    said = ballots(picks, find, lambda node, _: str(node))
    total = sum(WEIGHTS.get(way, 0.0) for way in {pick.way for pick in picks}) or 1.0
    shares = {text: sum(WEIGHTS.get(way, 0.0) * share for way, share in spoken.items() if way[:1] != "-") / total
              for text, spoken in voices(picks, said).items()}
    if not shares:
        return None
    node = max(shares, key=lambda text: (shares[text], -int(text)))
    return Elected(node, int(node), shares[node])
