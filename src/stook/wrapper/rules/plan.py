"""What the picks of a wrapper look for on every page, put together once: paths that begin alike are walked once.

    html > body > div:nth-of-type(2) > h1          html > body > div:nth-of-type(2) ┬ h1
    html > body > div:nth-of-type(2) > ul > li                                      └ ul > li

A *path* is what a selector says up to one of its steps. Paths are numbers, and the path that one continues has a lower
number, so one pass over them finds the nodes of all. A path begins where a selector first says a name, for few nodes
have it; what stands above that name is asked from there.

Only selectors whose steps are each a child of the one before are paths, and only those that cannot find more than the
page over and over; the others are left to `Selector.find`, which means the same by any selector, one at a time.
"""

from __future__ import annotations

from collections.abc import Iterable

from stook.page import Page
from stook.wrapper.rules.model import Pick
from stook.wrapper.selector import Selector, Step

FEW_STEPS = 16
"""So many steps has a path that does not begin at the root: each of them may find all nodes of a page."""


class Plan:
    """The paths and the labels of some picks. It keeps the selectors, for it knows them by their identity."""

    def __init__(self, picks: Iterable[Pick]) -> None:
        self._above: list[int] = []
        self._ends: list[Selector | Step] = []
        """Of each path the step in which it ends; of one that continues no other, all its steps."""
        self._known: dict[tuple[int, Selector | Step], int] = {}
        self._of: dict[int, tuple[Selector, int]] = {}
        labels = set()
        for pick in picks:
            if pick.label:
                labels.add(pick.label)
            elif _is_path(pick.selector):
                self._of[id(pick.selector)] = (pick.selector, self._path(pick.selector))
        self.labels = frozenset(labels)

    def _path(self, selector: Selector) -> int:
        steps = selector.steps
        first = next((place for place, step in enumerate(steps) if step.is_named), 0)
        path = self._number(-1, Selector(steps[:first + 1], selector.near[:first + 1]))
        for step in steps[first + 1:]:
            path = self._number(path, step)
        return path

    def _number(self, above: int, end: Selector | Step) -> int:
        number = self._known.setdefault((above, end), len(self._ends))
        if number == len(self._ends):
            self._above.append(above)
            self._ends.append(end)
        return number

    def of(self, selector: Selector) -> int | None:
        """The number of a selector's path, None where it is none of those given."""
        known = self._of.get(id(selector))
        return known[1] if known else None

    def walk(self, page: Page) -> list[list[int]]:
        """The nodes of each path on a page, in document order."""
        found: list[list[int]] = []
        for above, end in zip(self._above, self._ends, strict=True):
            if isinstance(end, Selector):
                found.append(end.find(page))
            else:
                nodes = found[above]
                found.append(end.below(page, nodes) if nodes else nodes)
        return found


def _is_path(selector: Selector) -> bool:
    steps, near = selector.steps, selector.near
    return bool(steps) and not near[0] and all(near[1:]) and (selector.leads_down or len(steps) <= FEW_STEPS)
