"""A tree of places as rows of JSON, and as lines that people read.

Rows are flat, each with the number of the one it is below, for trees may be deeper than JSON can nest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from stook.learning.template.facts import Fact
from stook.learning.template.model import Line, Sample
from stook.learning.template.places import Group, Place
from stook.page import TEXT


def rows(root: Place) -> list[list[Any]]:
    found: list[list[Any]] = []
    numbers: dict[Place, int] = {}
    for place in root.all():
        numbers[place] = len(found)
        found.append([numbers[place.above] if place.above is not None else -1, place.step, place.name, place.support,
                      place.whole, place.studied,
                      {step: [group.mode, group.marks, group.new] for step, group in place.groups.items()},
                      place.other, {step: sorted(said) for step, said in place.signs.items()},
                      _fact_row(place.fact) if place.fact else None])
    return found


def from_rows(said: Sequence[Sequence[Any]]) -> Place:
    places: list[Place] = []
    for above, step, name, support, whole, studied, groups, other, signs, fact in said:
        place = Place(step, name, places[above] if above >= 0 else None, {},
                      {one: Group(*group) for one, group in groups.items()}, dict(other),
                      {one: set(texts) for one, texts in signs.items()}, whole, studied, support,
                      _fact(fact) if fact else None)
        if place.above is not None:
            place.above.below[step, name] = place
        places.append(place)
    return places[0]


_FLAGS = ("repeated", "varies", "identified", "annotated")


def _fact_row(fact: Fact) -> list[Any]:
    flags = "".join(name[0] for name in _FLAGS if getattr(fact, name))
    return [fact.slot, fact.first, fact.last, fact.pages, round(fact.weight, 6), round(fact.rank, 6), fact.usual, flags,
            [[list(sample.texts), sample.page, sample.url] for sample in fact.samples]]


def _fact(row: Sequence[Any]) -> Fact:
    slot, first, last, pages, weight, rank, usual, flags, samples = row
    return Fact(slot, first, last, pages, weight, rank, dict(usual), **{name: name[0] in flags for name in _FLAGS},
                samples=[Sample(tuple(texts), page, url) for texts, page, url in samples])


def lines(root: Place, count: int, whole: bool) -> list[Line]:
    """The places that lead to something that varies, or, for the whole, to any text, one a line; those that only hold
    another one are told with it."""
    telling = {place for leaf in root.all() if leaf.fact and (whole or leaf.fact.varies) for place in leaf.chain()}
    found: list[Line] = []
    waiting = [(root, 0, "")] if root in telling else []
    while waiting:
        place, depth, above = waiting.pop()
        said = f"{above} > {_named(place)}" if above else _named(place)
        below = sorted((one for one in place.below.values() if one in telling), key=_rank)
        if place.fact is None and len(below) == 1 and below[0].support >= place.support:
            waiting.append((below[0], depth, said))
            continue
        found.append(_line(place, depth, said, count))
        waiting.extend((one, depth + 1, "") for one in reversed(below))
    return found


def _line(place: Place, depth: int, said: str, count: int) -> Line:
    sign: Literal["", "?"] = "?" if place.support < count else ""
    if (fact := place.fact) is None:
        return Line(depth, said, sign)
    slot = fact.slot if fact.varies or fact.annotated else ""
    return Line(depth, said, "*" if fact.repeated else sign, slot, fact.said(), fact.pages)


def _named(place: Place) -> str:
    step = "text" if place.step == TEXT else place.step
    return f"{step}[{place.name}]" if place.name and not place.name.startswith("<") else step


def _rank(place: Place) -> float:
    return min((one.fact.rank for one in place.all() if one.fact), default=1.0)
