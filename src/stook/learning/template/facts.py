"""What is known of a leaf of a template: how usual it is, what it says, where in a page it stands.

A page counts the less the more pages have come since, so that a template forgets what pages no longer show, and what
they show of late is usual soon.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stook.learning.template.model import Sample
from stook.learning.template.view import View

ENOUGH = 2
"""So many pages identify an attribute."""
USUAL = 0.2
"""An attribute stands on this share of the pages since the first that had it."""
FADED = 0.12
"""One that stands on less of them is none any more."""
FORGETS = 1 / 50
"""By so much less a page counts with each that follows."""
FIXED = 0.9
"""What stands among several values on so many pages is none of them,"""
SURE = 4
"""if there are so many."""
KEPT = 3
"""So many values of a leaf are kept,"""
LONGEST = 200
"""so many letters of each,"""
MANY = 20
"""and so many of those that one page has."""


@dataclass(slots=True)
class Fact:
    """What is known of a leaf."""

    slot: str
    first: int
    """The number of the page that showed it first,"""
    last: int = 0
    """and of the one that showed it last."""
    pages: int = 0
    weight: float = 0.0
    """The pages that showed it, each the less the longer ago."""
    rank: float = 0.0
    """Where in a page it stands, from 0 to 1: the mean over pages."""
    usual: dict[str, int] = field(default_factory=dict)
    """What the first page says there, as far as most others say it too, and how many do."""
    repeated: bool = False
    varies: bool = False
    identified: bool = False
    annotated: bool = False
    samples: list[Sample] = field(default_factory=list)

    def heed(self, view: View, nodes: Sequence[int], number: int) -> bool:
        """Take in what a page has; whether it is the first that has several values."""
        texts = tuple(view.text(node)[:LONGEST] for node in nodes[:MANY])
        first = len(nodes) > 1 and not self.repeated
        self.repeated |= first
        self.varies = self.varies or any(set(sample.texts) != set(texts) for sample in self.samples)
        self._count(set(texts))
        self.weight = self.weight * (1 - FORGETS) ** max(0, number - self.last) + 1
        self.last = max(self.last, number)
        self.rank += (nodes[0] / len(view.page) - self.rank) / self.pages
        if all(sample.texts != texts for sample in self.samples):
            self.samples = [*self.samples, Sample(texts, number, view.page.url or "")][-KEPT:]
        return first

    def _count(self, texts: set[str]) -> None:
        self.pages += 1
        if self.pages == 1:
            self.usual = dict.fromkeys(texts, 0)
        self.usual = {text: count for text, before in self.usual.items()
                      if (count := before + (text in texts)) * 2 >= self.pages}

    def is_fixed(self, text: str) -> bool:
        """Whether a text is on nearly all pages, beside others that differ."""
        return self.pages >= SURE and self.usual.get(text[:LONGEST], 0) >= FIXED * self.pages

    @classmethod
    def recounted(cls, slot: str, here: Sequence[tuple[int, View, Sequence[int]]]) -> Fact:
        """The facts of a leaf off some pages, the oldest first."""
        fact = cls(slot, here[0][0])
        for number, view, nodes in here:
            fact.heed(view, nodes, number)
        return fact

    def said(self) -> str:
        """What it says on the last page that had something new."""
        return ", ".join(self.samples[-1].texts) if self.samples else ""


def share(fact: Fact, count: int) -> float:
    """On which share of the pages since the first that had it a leaf is found, of late above all."""
    pages = (1 - (1 - FORGETS) ** (count - fact.first + 1)) / FORGETS
    return min(1.0, fact.weight * (1 - FORGETS) ** (count - fact.last) / pages)


def is_usual(fact: Fact, count: int) -> bool:
    """Whether a leaf is usual enough for an attribute; one that was so is for longer."""
    return share(fact, count) >= (FADED if fact.identified else USUAL)
