"""Ranges of nodes: one element, or siblings below one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from stook.page import TEXT, Page


@dataclass(frozen=True, slots=True)
class Region:
    """The nodes `start .. stop`: the element `node`, or children of it."""

    start: int
    stop: int
    node: int

    @property
    def is_whole(self) -> bool:
        """Whether it is one element and not some children of one."""
        return self.start == self.node

    def holds(self, node: int) -> bool:
        return self.start <= node < self.stop


def region_between(page: Page, first: int, last: int) -> Region:
    """The region that holds two texts and what is between: the element that shows no more than that, or else the
    children of one."""
    node = page.common(first, last)
    if page.tag[node] == TEXT:
        node = page.parent[node]
    words = page.words
    shown = words.between(node, page.end[node])
    if words.node[shown.start] == first and words.node[shown.stop - 1] == last:
        return Region(node, page.end[node], node)
    children = list(page.children(node))
    begin, end = (children[bisect_right(children, text) - 1] for text in (first, last))
    return Region(begin, page.end[end], node)


def around(page: Page, nodes: Sequence[int]) -> Region:
    """The smallest region that holds some nodes."""
    node = reduce(page.common, nodes)
    return Region(node, page.end[node], node)
