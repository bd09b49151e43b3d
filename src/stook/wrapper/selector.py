"""Selectors: a small part of CSS that says where something stands, evaluated on a Page's arrays.

    html > body > div#main > ul.news       from the root
    :scope > h2.title > a                  from a scope: a record, or the list that holds it
    article time.published                 anywhere below the scope

A *step* is `tag`, `tag#id`, `tag.class.class` (all of the classes must be there) or `*`; `td:nth-of-type(3)` is
the third of its tag under its parent, and `::text` a text. Steps are joined by ` > ` (child) or by a space
(descendant). `:scope` alone is the scope itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from stook.errors import WrapperError
from stook.page import TEXT, Page
from stook.page.signature import is_stable

SCOPE = ":scope"
_NAME = r"[^\s.#>:\[\]()\"'\\,*+~]+"
_STEP = re.compile(rf"(\*|{_NAME})(?:#({_NAME}))?((?:\.{_NAME})*)(?::nth-of-type\(([1-9]\d{{0,5}})\))?")
_TEXT_STEP = "::text"


@dataclass(frozen=True, slots=True)
class Step:
    """One element on the way: its tag, the id and the classes that it must have, its place among its like."""

    tag: str
    id: str | None = None
    classes: frozenset[str] = frozenset()
    nth: int = 0
    """Which one of its tag it is under its parent, from 1; 0 is any."""

    def __str__(self) -> str:
        if self.tag == TEXT:
            return _TEXT_STEP
        return "".join([self.tag, f"#{self.id}" if self.id else "", *(f".{name}" for name in sorted(self.classes)),
                        f":nth-of-type({self.nth})" if self.nth else ""])

    def holds(self, page: Page, node: int) -> bool:
        if self.tag not in ("*", page.tag[node]):
            return False
        if self.id and page.attr(node, "id") != self.id:
            return False
        if self.nth and page.ordinals[node] != self.nth:
            return False
        return not self.classes or self.classes <= page.signatures[node] or self.classes.issubset(page.classes(node))


@dataclass(frozen=True, slots=True)
class Selector:
    """Steps from outside in; `near[i]` tells whether step i is a child of the step (or scope) before it."""

    steps: tuple[Step, ...] = ()
    near: tuple[bool, ...] = ()

    def __str__(self) -> str:
        said = SCOPE if not self.steps or self.near[0] else ""
        for step, near in zip(self.steps, self.near, strict=True):
            said += (" > " if near else " " if said else "") + str(step)
        return said

    def find(self, page: Page, scope: int = -1, within: tuple[int, int] | None = None) -> list[int]:
        """The nodes it selects, in document order: below `scope` (-1 is above the root), in the range `within`."""
        if not self.steps:
            return [scope] if scope >= 0 else []
        if within is None:
            within = (scope + 1, page.end[scope]) if scope >= 0 else (0, len(page))
        last = self.steps[-1]
        nodes: Iterable[int] = range(*within) if last.tag == "*" else page.select(last.tag, within=within)
        ends = [node for node in nodes if last.holds(page, node)]
        if all(self.near[1:]):
            return [node for node in ends if self._chain_holds(page, node, scope)]
        return self._standing(page, ends, scope)

    def _chain_holds(self, page: Page, node: int, scope: int) -> bool:
        """Whether the steps stand one above the other, the last of them at `node`."""
        for step in self.steps[-2::-1]:
            node = page.parent[node]
            if node <= scope or not step.holds(page, node):
                return False
        return not self.near[0] or page.parent[node] == scope

    def _standing(self, page: Page, ends: list[int], scope: int) -> list[int]:
        """The nodes of `ends` at which the last step stands, found from above so that no node is asked twice.

        Bit i of a node says that the first i steps stand with the last of them there; the scope has bit 0.
        """
        asked: set[int] = set()
        for node in ends:
            while node > scope and node not in asked:
                asked.add(node)
                node = page.parent[node]
        here, here_or_above = {scope: 1}, {scope: 1}
        for node in sorted(asked):
            up, bits = page.parent[node], 0
            for place, (step, near) in enumerate(zip(self.steps, self.near, strict=True)):
                before = (here if near else here_or_above).get(up, 0)
                if before >> place & 1 and step.holds(page, node):
                    bits |= 2 << place
            here[node], here_or_above[node] = bits, bits | here_or_above.get(up, 0)
        return [node for node in ends if here[node] >> len(self.steps) & 1]


def step_of(page: Page, node: int, keep: frozenset[str] | None = None, with_id: bool = False) -> Step:
    """A step that says of a node what is worth saying: its tag, the classes in `keep` (its stable ones, where
    that is None), and its id if asked for."""
    classes = page.signatures[node] if keep is None else keep
    name = page.attr(node, "id") if with_id else ""
    return Step(page.tag[node], name if name and is_stable(name) else None, frozenset(classes))


@lru_cache(maxsize=4096)
def parse(said: str) -> Selector:
    """Read a selector; WrapperError names the place that makes no sense."""
    words = said.split()
    if not words:
        raise WrapperError("a selector is empty")
    steps: list[Step] = []
    near: list[bool] = []
    child = False
    for place, word in enumerate(words):
        if word == ">" and place and not child:
            child = True
        elif match := _STEP.fullmatch(word):
            steps.append(Step(match[1], match[2], frozenset(match[3].split(".")[1:]), int(match[4] or 0)))
            near.append(child)
            child = False
        elif word == _TEXT_STEP:
            steps.append(Step(TEXT))
            near.append(child)
            child = False
        elif word != SCOPE or place:
            raise WrapperError(f"{word!r} makes no sense in the selector {said!r}")
    if child:
        raise WrapperError(f"the selector {said!r} ends too early")
    return Selector(tuple(steps), tuple(near))
