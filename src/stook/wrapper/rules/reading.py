"""One page while a wrapper reads it: what many picks ask is found once.

    find    the nodes that a pick means, wherever they stand on the page
    read    what the pick is after at such a node
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from stook.page import Page
from stook.wrapper.rules.model import Pick
from stook.wrapper.rules.take import value_at
from stook.wrapper.selector import Selector

LONGEST_LABEL = 60
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
        self._found: dict[Selector, list[int]] = {}

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
            return [node for label in self.labels.get(pick.label, ())
                    if (node := self._after(label, pick)) is not None]
        if pick.selector not in self._found:
            self._found[pick.selector] = pick.selector.find(self.page)
        found = self._found[pick.selector]
        if pick.starts:
            found = [node for node in found if self.page.text_of(node).casefold().startswith(pick.starts)]
        return found

    def _after(self, label: int, pick: Pick) -> int | None:
        """The first node after a label that the selector finds from above it."""
        page, above = self.page, label
        for _ in range(pick.climb):
            above = page.parent[above]
            if above < 0:
                return None
        return next((node for node in pick.selector.find(page, above) if node > label), None)

    def read(self, node: int, pick: Pick) -> str:
        return value_at(self.page, node, pick)
