"""A page as a template sees it: its texts, the elements that hold them, and what these say of themselves.

    step     the tag of an element and the classes that tell its kind; or that it is a text
    leaf     a text, or an element that is one value: prose, or a phrase around a text
    lone     said of an element that holds one text and nothing else
    label    a short text that says what stands in its element, or behind it
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from stook.page import Page
from stook.recognise.values import BETWEEN

LARGEST = 20_000
"""So many texts of a page are looked at."""
LONGEST_LABEL = 60
MOST_MARKS = 60
"""So many nodes within a node tell what it is."""
PROSE = 160
"""An element with so long a text that is broken by nothing but phrases is one value."""
PHRASES = frozenset(
    "a abbr acronym b big br cite code em font i kbd mark q s samp small span strong sub sup time tt u var".split())


class View:
    """What a page shows: its texts, and what holds them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.texts: dict[int, str] = {}
        self.below: dict[int, list[int]] = {}
        self._steps: dict[int, str] = {}
        self._mark: dict[int, str] = {}
        parent = page.parent
        for node, text in zip(page.words.node, page.words.text, strict=True):
            said = " ".join(text.split())
            if not any(map(str.isalnum, said)) or len(self.texts) >= LARGEST:
                continue
            self.texts[node] = said
            while node:
                above = parent[node]
                known = above in self.below
                self.below.setdefault(above, []).append(node)
                if known:
                    break
                node = above

    def step(self, node: int) -> str:
        """The tag of a node, and the classes that tell its kind."""
        found = self._steps.get(node)
        if found is None:
            page = self.page
            found = self._steps[node] = ".".join((page.tag[node], *sorted(page.signatures[node])))
        return found

    def marks(self, node: int) -> Iterator[str]:
        """What might tell a node from others of its step: the labels and the steps in it."""
        if node in self.texts:
            yield head_of(self.texts[node])
            return
        start = bisect_right(self._order, node)
        stop = min(start + MOST_MARKS, bisect_left(self._order, self.page.end[node], start))
        for one in self._order[start:stop]:
            mark = self._mark.get(one)
            if mark is None:
                text = self.texts.get(one)
                mark = self._mark[one] = f"<{self.step(one)}>" if text is None else head_of(text) or label_of(text)
            yield mark

    def shape(self, node: int) -> set[str]:
        """The steps that hold texts within a node; the text's own if it is one."""
        if node in self.texts:
            return {self.step(node)}
        start = bisect_right(self._order, node)
        stop = min(start + MOST_MARKS, bisect_left(self._order, self.page.end[node], start))
        return {self.step(self.page.parent[one]) for one in self._order[start:stop] if one in self.texts}

    @cached_property
    def _order(self) -> list[int]:
        return sorted([*self.below, *self.texts])

    def start(self, node: int) -> int:
        """The text that a node begins with."""
        while node in self.below:
            node = self.below[node][0]
        return node

    def first(self, node: int) -> str:
        """What the text says that a node begins with."""
        return self.texts[self.start(node)]

    def is_lone(self, node: int) -> bool:
        while node in self.below:
            if len(self.below[node]) > 1:
                return False
            node = self.below[node][0]
        return True

    def label(self, node: int) -> str:
        """What a node says if it may be a label of what follows it: not so "and", nor a remark on what is before it."""
        text = self.first(node)
        return label_of(text) if self.is_lone(node) and text[0].isalnum() and not BETWEEN.fullmatch(text) else ""

    def is_leaf(self, node: int) -> bool:
        return node not in self.below or node in self._prose or self.is_phrase(node)

    def is_phrase(self, node: int) -> bool:
        """Whether a node is an element that says no more than that its one text is a link, or is strong."""
        return self.page.tag[node] in PHRASES and self.is_lone(node)

    def is_line(self, node: int) -> bool:
        """Whether a node is an element that holds nothing but texts and phrases, in one line."""
        words = self.page.words
        places = words.between(node, self.page.end[node])
        return words.line[places[0]] == words.line[places[-1]] and self._is_of_phrases(self.below.get(node, ()))

    def _is_of_phrases(self, nodes: Sequence[int]) -> bool:
        """Whether nodes are nothing but texts and phrases."""
        return all(one in self.texts or self.page.tag[one] in PHRASES for one in nodes)

    def holder(self, leaf: int) -> int:
        """The element that holds just a leaf, else the leaf."""
        page = self.page
        above = page.parent[leaf]
        return above if leaf in self.texts and above > 0 and page.end[above] - above == 2 else leaf

    def text(self, node: int) -> str:
        return self.first(node) if self.is_lone(node) else self.page.text_of(node)

    @cached_property
    def _prose(self) -> set[int]:
        """The elements that hold a long text that is broken by nothing but phrases."""
        found: set[int] = set()
        for node, below in self.below.items():
            own = sum(len(self.texts[one]) for one in below if one in self.texts)
            if len(below) > 1 and own >= PROSE and self._is_of_phrases(below):
                found.add(node)
        return found


def label_of(text: str) -> str:
    """A text as a label; empty where it can be none."""
    said = text.rstrip(" :：").casefold()
    return said if 0 < len(said) <= LONGEST_LABEL and any(map(str.isalpha, said)) else ""


def head_of(text: str) -> str:
    """The label that a text begins with, or is."""
    head, colon, _ = text.replace("：", ":").replace(" = ", ":").partition(":")
    return label_of(head) if colon else ""
