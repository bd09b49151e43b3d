"""Our own way to say how like two classes are: by the places that their pages fill.

    likeness   the mean of what paths of tags and what paths with classes say (see `form`)
    address    pages whose addresses are made alike need less likeness to be one class; those of different hosts, more

What stands there instead of a page (an error, a login, a wall) is like its own kind only.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, get_args

from stook.learning.cluster.form import Form, common, form_of, likeness
from stook.learning.cluster.kinds import SAID, Obstructed, in_the_way
from stook.learning.cluster.traits import address, paths_of
from stook.page import Page
from stook.wrapper.parts import named, one_of, whole

ALIKE = 0.5
"""How like two classes must be to be one where nothing is known of their addresses, or these are made differently.
Mixed sites (bench/run cluster) come out the same up to 0.5, our own small pages from 0.5."""
MADE_ALIKE = 0.4
"""The same where their addresses are made alike."""
ELSEWHERE = 0.75
"""The same where they have no host in common, or none is known and they do not speak like one site."""
SPOKEN = 1 / 3
"""Pages of one site have so many texts in common, in the same places. Of pages with recipes that are alike, 97 % of
those of one site do (225 pairs), and 2 % of those of two sites that were made with the same theme (499)."""
MOST_SHAPES = 12
FEW = 3
"""Fewer pages cannot tell what differs from page to page, and fewer places what a page is for."""
SINGLE = 2.0
"""Pages that have so many places with one text of their own for each with many are not there for a list: SWDE's detail
pages that look as if they were have 2.3 and more, the feeds' list pages 1.3 and fewer."""


@dataclass(slots=True)
class Look:
    """What the pages of a class look like."""

    plain: Form
    named: Form
    obstructed: Obstructed | None
    hosts: Counter[str]
    shapes: Counter[str]
    """How their addresses are made."""

    @classmethod
    def of(cls, page: Page) -> Look:
        plain, named = paths_of(page)
        host, shape = address(page.url) if page.url else ("", "")
        return cls(form_of(plain), form_of(named), in_the_way(page), Counter([host]), Counter([shape]))

    def over(self, other: Look) -> float:
        alike = self.likeness(other)
        return alike - (self._needed(other) if alike >= MADE_ALIKE else ELSEWHERE)

    def likeness(self, other: Look) -> float:
        """From 0 to 1; 0 where one of them stands for what is in the way."""
        if self.obstructed != other.obstructed:
            return 0.0
        by_tags = likeness(self.plain, other.plain)
        return (by_tags + likeness(self.named, other.named)) / 2 if by_tags else 0.0

    def _needed(self, other: Look) -> float:
        if not (any(self.hosts) and any(other.hosts)):
            return ALIKE if common(self.plain, other.plain) >= SPOKEN else ELSEWHERE
        if self.hosts.keys().isdisjoint(other.hosts):
            return ELSEWHERE
        return ALIKE if self.shapes.keys().isdisjoint(other.shapes) else MADE_ALIKE

    def merge(self, other: Look) -> None:
        self.plain.merge(other.plain)
        self.named.merge(other.named)
        self.hosts = Counter(dict((self.hosts + other.hosts).most_common(MOST_SHAPES)))
        self.shapes = Counter(dict((self.shapes + other.shapes).most_common(MOST_SHAPES)))

    @property
    def one_thing(self) -> str:
        if self.named.pages < FEW:
            return ""
        single, many = self.named.changing()
        if many and single < max(FEW, SINGLE * many):
            return ""
        return f"{SAID['detail']}: one text differs in {_places(single)}, several in {_places(many)}"

    @property
    def addresses(self) -> str:
        return self.shapes.most_common(1)[0][0]

    @property
    def reasons(self) -> tuple[str, ...]:
        said = []
        if self.plain.pages > 1:
            always, filled = self.plain.always()
            said.append(f"its pages fill {filled} places alike; {always} of them stand on every page")
        shape, count = self.shapes.most_common(1)[0]
        if shape:
            said.append(f"{count} of {self.plain.pages} addresses are made like {shape}")
        return tuple(said)

    def state(self) -> list[Any]:
        return [self.plain.state(), self.named.state(), self.obstructed, dict(self.hosts), dict(self.shapes)]

    @classmethod
    def from_state(cls, state: list[Any]) -> Look:
        plain, classed, obstructed, hosts, shapes = state
        if obstructed is not None:
            one_of(obstructed, get_args(Obstructed))
        by_tags, by_names = Form.from_state(plain), Form.from_state(classed)
        return cls(by_tags, by_names, obstructed, _read_counts(hosts), _read_counts(shapes))


def _places(count: int) -> str:
    return "1 place" if count == 1 else f"{count} places" if count else "none"


def _read_counts(said: object) -> Counter[str]:
    if not (counts := Counter({name: whole(count, least=1) for name, count in named(said).items()})):
        raise ValueError("a class has no addresses")
    return counts
