"""The classifier of RecipeCrawler: first by address, then hierarchical clustering over tree matching.

    similarity   of two pages: the share of their nodes that Simple Tree Matching pairs, tags as labels, after sibling
                 matching on both
    class        pages whose addresses are made alike, merged while the mean similarity of two classes is at least
                 SIMILAR, the most similar first

The paper sorts "according to URLs" first, by which it may mean no more than the site; here it is the site and how its
addresses are made. Its distance is that of tree edits; here, as in its extraction, trees are matched, by which the
algorithm it adapts and this one agree on what is alike: what need not be edited. It expects two classes a site,
details and categories; here there are as many as there are.

The paper names no threshold; the algorithm that it adapts merges at 80 %. It clusters all pages at once and needs the
similarity of every two. Here classes are merged as pages arrive, and of each class no more than SEVERAL pages are
kept to be compared, so that a new page costs as much as there are classes, and not pages.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from stook.learning.cluster.traits import address
from stook.learning.siblings import reduce
from stook.page import Page
from stook.page.align import Outline, match, outline
from stook.wrapper.parts import several, text, texts, whole

SIMILAR = 0.8
SEVERAL = 5
CELLS = 20_000
"""What the comparison of two pages may take."""


@dataclass(frozen=True)
class Tree:
    """A page after sibling matching."""

    tag: list[str]
    parent: list[int]

    @cached_property
    def outline(self) -> Outline:
        return outline(self.tag, self.parent)

    @cached_property
    def tags(self) -> Counter[str]:
        return Counter(self.tag)

    def similarity(self, other: Tree) -> float:
        """The share of nodes that pair. Trees that cannot reach SIMILAR by their tags alone are not matched."""
        size = len(self.tag) + len(other.tag)
        if 2 * (self.tags & other.tags).total() < SIMILAR * size:
            return 0.0
        return match(self.outline, other.outline, cells=CELLS).similarity


@dataclass(slots=True)
class Look:
    """Some pages of a class, and how the addresses of all are made."""

    address: tuple[str, str]
    trees: list[Tree]

    @classmethod
    def of(cls, page: Page) -> Look:
        reduced = reduce(page)
        return cls(address(page.url) if page.url else ("", ""), [Tree(reduced.tag, reduced.parent)])

    def over(self, other: Look) -> float:
        if self.address != other.address:
            return -1.0
        pairs = [one.similarity(another) for one in self.trees for another in other.trees]
        return sum(pairs) / len(pairs) - SIMILAR

    def merge(self, other: Look) -> None:
        self.trees = (self.trees + other.trees)[:SEVERAL]

    @property
    def one_thing(self) -> str:
        return ""

    @property
    def addresses(self) -> str:
        return self.address[1]

    @property
    def reasons(self) -> tuple[str, ...]:
        made = f", with addresses made like {self.addresses}" if self.addresses else ""
        return (f"its trees match by {SIMILAR:.0%} and more{made}",)

    def state(self) -> list[Any]:
        return [[*self.address], [[tree.tag, tree.parent] for tree in self.trees]]

    @classmethod
    def from_state(cls, state: list[Any]) -> Look:
        (host, shape), trees = state
        if not several(trees):
            raise ValueError("a class has no pages to compare")
        return cls((text(host), text(shape)), [_read_tree(*tree) for tree in trees])


def _read_tree(tag: object, parent: object) -> Tree:
    tags = list(texts(tag))
    above = [whole(node, most=number - 1, least=-1) if number else -1 for number, node in enumerate(several(parent))]
    if len(tags) != len(above):
        raise ValueError("a tree has not as many tags as parents")
    return Tree(tags, above)
