"""Sibling matching: runs of like siblings become one example node, so that lists of any length match.

    run        adjacent siblings of one tag, each of which matches the first: NSTM, the share of nodes that Simple Tree
               Matching pairs, is at least LIKE
    example    the first of a run, which stands for it; marked as repeated
    reduced    a page, or a part of it, with the example of each run in its place

The paper runs it on every tree before every match. It takes adjacent siblings only, since "a list of repeatable
attributes will not be interrupted by other attributes"; what LIKE is it does not say. What nobody is to read (scripts,
styles, the head) takes no part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from stook.page import Page
from stook.page.align import Outline, match, outline
from stook.page.words import UNSEEN

LIKE = 0.8
CELLS = 2_000
"""What one comparison of two siblings may take."""
COMPARED = 200_000
"""What all comparisons of a page may take; beyond, only siblings of equal shape make a run."""
LARGEST = 20_000
"""So many nodes of a page are looked at."""

_SKIPPED = UNSEEN | {"noscript"}


@dataclass(frozen=True)
class Reduced:
    """A tree in pre-order whose runs have become examples."""

    page: Page
    tag: list[str]
    parent: list[int]
    node: list[int]
    """Each node's number on the page."""
    runs: dict[int, list[int]]
    """For each example the page nodes of its whole run."""

    @cached_property
    def outline(self) -> Outline:
        return outline(self.tag, self.parent)


def reduce(page: Page, root: int = 0) -> Reduced:
    """The subtree of a page's node, reduced from the top down."""
    found = Reduced(page, [], [], [], {})
    budget = [COMPARED]
    waiting = [(root, -1, [root])] if len(page) else []
    while waiting and len(found.tag) < LARGEST:
        node, above, run = waiting.pop()
        number = len(found.tag)
        found.tag.append(page.tag[node])
        found.parent.append(above)
        found.node.append(node)
        if len(run) > 1:
            found.runs[number] = run
        waiting.extend((run[0], number, run) for run in reversed(list(_runs(page, node, budget))))
    return found


def _runs(page: Page, above: int, budget: list[int]) -> Iterator[list[int]]:
    """A node's children, those of a run together."""
    run: list[int] = []
    for child in page.children(above):
        if page.tag[child] in _SKIPPED:
            continue
        if run and _belongs(page, run[0], child, budget):
            run.append(child)
            continue
        if run:
            yield run
        run = [child]
    if run:
        yield run


def _belongs(page: Page, one: int, other: int, budget: list[int]) -> bool:
    if page.tag[one] != page.tag[other]:
        return False
    if page.shapes[one] == page.shapes[other]:
        return True
    size, size_other = page.end[one] - one, page.end[other] - other
    if 2 * min(size, size_other) < LIKE * (size + size_other) or budget[0] <= 0:
        return False
    alignment = match(page, page, [one], [other], CELLS)
    budget[0] -= alignment.compared + min(size, size_other)
    return alignment.similarity >= LIKE


def members(reduced: Reduced, example: int) -> Sequence[int]:
    """The page nodes that an example stands for, itself the first."""
    return reduced.runs.get(example, [reduced.node[example]])
