"""The dates of one page: asked for many times by all that looks for lists, found once."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from itertools import accumulate

from stook.page import Page
from stook.recognise import dates
from stook.recognise.dates import Mention

_DIGIT = re.compile(r"\d")
_MONEY = "$€£¥￥₩₹₽₺฿"
_NUMBER = r"\d{1,4}(?:[./-]\d{1,4})*(?:st|nd|rd|th|er|[^\x00-\xff])?\.?"
_PART = re.compile(
    rf"^[^\w{_MONEY}]{{0,3}}{_NUMBER}(?![.,]?\w)|(?<![\w{_MONEY}.,-])(?<![{_MONEY}]\s){_NUMBER}\W{{0,3}}$")
"""A number at the edge of a text may be part of a date whose other parts stand beside it, each set by itself."""
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

    def numbers_between(self, start: int, stop: int) -> bool:
        """Whether any text of these nodes holds a digit, as nearly all dates do, and much else: cheap to see."""
        return self._numbers[stop] > self._numbers[start]

    def may_be_between(self, start: int, stop: int) -> bool:
        """Whether any text of these nodes is a date or may be part of one. Where none is there is no date."""
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
        return self._counted(lambda text: len(text) <= LONGEST and bool(
            self(text.strip()) or _PART.search(text.strip())))

    @cached_property
    def _numbers(self) -> list[int]:
        """How many texts before each node hold a digit."""
        return self._counted(lambda text: bool(_DIGIT.search(text)))

    def _counted(self, is_wanted: Callable[[str], bool]) -> list[int]:
        found = [0] * (len(self._page) + 1)
        words = self._page.words
        for node, text in zip(words.node, words.text, strict=True):
            found[node + 1] = is_wanted(text)
        return list(accumulate(found))
