"""One page while a wrapper reads it: what many picks ask is found once.

    find    the nodes that a pick means, wherever they stand on the page
    read    what the pick is after at such a node
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from functools import cached_property, lru_cache
from itertools import islice

from stook.page import TEXT, Page
from stook.wrapper.rules.model import Pick
from stook.wrapper.rules.plan import Plan
from stook.wrapper.rules.take import value_at
from stook.wrapper.selector import Selector

LONGEST_LABEL = 60
MOST_LABELS = 100
"""Of a label that a page has more often, only the first are looked at: it tells no value from others."""
LABEL_SIGNS = " :：-–—|•·*()[]"
"""What may stand around a label and is no part of it."""


@lru_cache(maxsize=16384)
def label_key(text: str) -> str:
    """What of a label is compared: its words, without case and without the signs around them."""
    return " ".join(text.split()).casefold().strip(LABEL_SIGNS)


class Reading:
    """A page, and what was already found on it."""

    def __init__(self, page: Page, plan: Plan | None = None) -> None:
        """`plan` is that of the wrapper that reads; without one each pick is looked for by itself."""
        self.page = page
        self._plan = plan
        self._walked = plan.walk(page) if plan else []
        self._found: dict[Selector, list[int]] = {}

    @cached_property
    def labels(self) -> dict[str, list[int]]:
        """The short texts of the page, shown or not, by what of them is compared; with a plan those it looks for."""
        found: dict[str, list[int]] = defaultdict(list)
        texts, wanted = self.page.text, self._plan.labels if self._plan else None
        for node in self.page.select(TEXT):
            text = texts[node]
            if len(text) < 2 * LONGEST_LABEL:
                key = label_key(text)
                if wanted is None or key in wanted:
                    found[key].append(node)
        return found

    def find(self, pick: Pick) -> list[int]:
        if pick.label:
            return self._after_labels(pick)
        found = self._standing(pick.selector)
        if pick.starts:
            found = [node for node in found if self.page.text_of(node).casefold().startswith(pick.starts)]
        return found

    def _standing(self, selector: Selector) -> list[int]:
        path = self._plan.of(selector) if self._plan else None
        if path is not None:
            return self._walked[path]
        if selector not in self._found:
            self._found[selector] = selector.find(self.page)
        return self._found[selector]

    def _after_labels(self, pick: Pick) -> list[int]:
        """For each place of a label the first node after it that the selector finds from above it."""
        below: dict[int, list[int]] = {}
        after = []
        for label in islice(filter(self.page.is_shown, self.labels.get(pick.label, ())), MOST_LABELS):
            above = self._above(label, pick.climb)
            if above not in below:
                below[above] = pick.selector.find(self.page, above) if above >= 0 else []
            place = bisect_right(below[above], label)
            after += below[above][place:place + 1]
        return after

    def _above(self, node: int, levels: int) -> int:
        for _ in range(levels):
            node = self.page.parent[node]
            if node < 0:
                break
        return node

    def read(self, node: int, pick: Pick) -> str:
        return value_at(self.page, node, pick)
