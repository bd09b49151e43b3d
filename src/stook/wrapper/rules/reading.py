"""One page while a wrapper reads it: what many picks ask is found once.

    find    the nodes that a pick means, wherever they stand on the page
    read    what the pick is after at such a node
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property, lru_cache
from itertools import islice

from stook.page import Page
from stook.wrapper.rules.model import Pick
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

    def __init__(self, page: Page) -> None:
        self.page = page
        self._found: dict[tuple[Selector, int], list[int]] = {}

    @cached_property
    def labels(self) -> dict[str, list[int]]:
        """The short texts of the page, by what of them is compared."""
        found: dict[str, list[int]] = {}
        words = self.page.words
        for node, text in zip(words.node, words.text, strict=True):
            if len(text) < 2 * LONGEST_LABEL:
                found.setdefault(label_key(text), []).append(node)
        return found

    def find(self, pick: Pick) -> list[int]:
        if pick.label:
            labels = islice(self.labels.get(pick.label, ()), MOST_LABELS)
            return [node for label in labels if (node := self._after(label, pick)) is not None]
        found = self._below(pick.selector, -1)
        if pick.starts:
            found = [node for node in found if self.page.text_of(node).casefold().startswith(pick.starts)]
        return found

    def _below(self, selector: Selector, above: int) -> list[int]:
        if (selector, above) not in self._found:
            self._found[selector, above] = selector.find(self.page, above)
        return self._found[selector, above]

    def _after(self, label: int, pick: Pick) -> int | None:
        """The first node after a label that the selector finds from above it."""
        page, above = self.page, label
        for _ in range(pick.climb):
            above = page.parent[above]
            if above < 0:
                return None
        found = self._below(pick.selector, above)
        place = bisect_right(found, label)
        return found[place] if place < len(found) else None

    def read(self, node: int, pick: Pick) -> str:
        return value_at(self.page, node, pick)
