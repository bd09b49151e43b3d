"""Which of the places that show a labelled value is the one that is meant.

A value is often shown more than once: in the page's title, a breadcrumb, a related item. An occurrence is believed for

    transfer   read on the other labelled pages the way it says, it gives what they are labelled with
    company    on the pages without labels it gives what other occurrences give
    presence   it gives something on most of these pages
    change     and not the same on all of them
    name       what stands before it, or its author calls it, is like the field's name
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stook.learning.labels.texts import Occurrence, letters
from stook.learning.labels.ways import ways_to
from stook.page import Page
from stook.wrapper.profile import Profile
from stook.wrapper.rules.model import Pick
from stook.wrapper.rules.reading import Reading
from stook.wrapper.rules.vote import SURE, Elected, ballots, elect

LOOKED_AT = 12
"""So many occurrences of a value are weighed, those that show it whole first."""
TRANSFER, COMPANY, CHANGE = 3.0, 0.8, 0.5
NOT_PLAIN = 0.5
"""What is taken off an occurrence that is a part of a text, or siblings, or an attribute."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A labelled value at one of its occurrences: the number of its example, and every way to say where it stands."""

    example: int
    one: Occurrence
    text: str
    picks: tuple[Pick, ...]


def placed(reading: Reading, example: int, found: Sequence[Occurrence]) -> list[Placed]:
    """The occurrences of one value, ready to be weighed."""
    said = []
    for one in found[:LOOKED_AT]:
        picks = tuple(ways_to(reading.page, one))
        said.append(Placed(example, one, reading.read(one.node, picks[0]), picks))
    return said


def elected(reading: Reading, picks: Sequence[Pick], profile: Profile) -> Elected | None:
    """What the picks elect on a page, if it is believed."""
    won = elect(picks, ballots(picks, reading.find, reading.read), profile)
    return won if won and won.sure >= SURE else None


def ranked(candidates: Sequence[Placed], readings: Sequence[Reading], wanted: Sequence[set[str] | None],
           others: Sequence[Reading], name: str, profile: Profile) -> list[Placed]:
    """The candidates, the most believed first. `wanted` are the letters that each example is labelled with."""
    elsewhere = [[_said(reading, one, profile) for reading in others] for one in candidates]

    def belief(place: int) -> float:
        one = candidates[place]
        return (_transfer(one, readings, wanted, profile) + _company(elsewhere, place)
                + _name(readings[one.example].page, one, name) - NOT_PLAIN * (not one.one.is_plain))

    order = sorted(range(len(candidates)), key=lambda place: -belief(place))
    return [candidates[place] for place in order]


def _said(reading: Reading, one: Placed, profile: Profile) -> str:
    won = elected(reading, one.picks, profile)
    return letters(won.text) if won else ""


def _transfer(one: Placed, readings: Sequence[Reading], wanted: Sequence[set[str] | None], profile: Profile) -> float:
    right = []
    for number, goal in enumerate(wanted):
        if number != one.example and goal is not None:
            said = _said(readings[number], one, profile)
            right.append(said in goal if goal else not said)
    return TRANSFER * sum(right) / len(right) if right else 0.0


def _company(elsewhere: Sequence[Sequence[str]], place: int) -> float:
    mine = elsewhere[place]
    if not mine:
        return 0.0
    distinct = len({text for text in mine if text})
    change = min(1.0, 2 * (distinct - 1) / max(1, len(mine) - 1)) if distinct else 0.0
    company = max((sum(bool(a) and a == b for a, b in zip(mine, theirs, strict=True)) / len(mine)
                   for number, theirs in enumerate(elsewhere) if number != place), default=0.0)
    return sum(map(bool, mine)) / len(mine) + CHANGE * change + COMPANY * company


_WORDS = re.compile(r"[^\W\d_]+|\d+")
NEAR = 3
"""So many elements above a value may name it."""


def _name(page: Page, one: Placed, name: str) -> float:
    """How far what stands before a value, or its author calls it, is like the field's name. A page's first heading
    is its title, whatever it is called."""
    wanted = _WORDS.findall(name.casefold())
    said = " ".join(pick.label for pick in one.picks)
    node = one.one.node
    for _ in range(NEAR):
        said += " " + " ".join(page.attr(node, name) for name in ("class", "id", "itemprop", "property", "name"))
        said += " title name" if page.tag[node] == "h1" else ""
        node = page.parent[node]
        if node <= 0:
            break
    words = set(_WORDS.findall(said.casefold()))
    return sum(word in words or (len(word) >= LONG_WORD and word in said.casefold()) for word in wanted) / max(
        1, len(wanted))


LONG_WORD = 5
"""A word of so many letters tells even as a part of another."""
