"""The dates of one page: asked for many times by all that looks for lists, found once."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import accumulate

from stook.page import Page
from stook.recognise import dates
from stook.recognise.dates import Mention

_DIGIT = re.compile(r"\d")
ATTRIBUTES = ("datetime", "title", "content")
"""Where elements carry dates that are not, or otherwise, shown."""
LONGEST = 160
"""Texts longer than this are prose, which may mention a date."""


class DateFinder:
    """What dates a text shows, in the page's language; and where on the page there may be any at all."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._language = page.language
        self._known: dict[str, list[Mention]] = {}

    def __call__(self, text: str) -> list[Mention]:
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = dates.find(text, self._language)
        return found

    def may_be_between(self, start: int, stop: int) -> bool:
        """Whether any text of these nodes holds a digit or says a day. Where none does there is no date."""
        return self._signs[stop] > self._signs[start]

    def may_be_at(self, node: int) -> bool:
        """Whether a node may show a date, or carry one in an attribute."""
        return self._signs[self._page.end[node]] > self._signs[node] or node in self._labelled

    @cached_property
    def _labelled(self) -> set[int]:
        return {node for name in ATTRIBUTES for node in self._page.with_attr(name)}

    @cached_property
    def _signs(self) -> list[int]:
        """How many texts before each node may be dates or parts of them."""
        signs = [0] * (len(self._page) + 1)
        words = self._page.words
        for node, text in zip(words.node, words.text, strict=True):
            signs[node + 1] = bool(_DIGIT.search(text) or (len(text) <= LONGEST and self(text.strip())))
        return list(accumulate(signs))
