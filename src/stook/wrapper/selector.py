"""Selectors: a small part of CSS that says where something stands, evaluated on a Page's arrays.

    html > body > div#main > ul.news       from the root
    :scope > h2.title > a                  from a scope: a record, or the list that holds it
    article time.published                 anywhere below the scope

A *step* is `tag`, `tag#id`, `tag.class.class` (all of the classes must be there), `tag[name~="value"]` (the value
is one of the words of the attribute), `tag[name]` (it has the attribute) or `*`; `td:nth-of-type(3)` is the third
of its tag under its parent, `::text` a text and `::text(2)` the second. Steps are joined by ` > ` (child) or by a
space (descendant). `:scope` alone is the scope itself.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from stook.errors import WrapperError
from stook.page import TEXT, Page
from stook.page.document import cut
from stook.page.signature import is_stable

SCOPE = ":scope"
LOOSE = 256
"""So many steps may a selector have that does not lead down from the root or the scope: it is tried from many nodes."""
ROOT = "html"
_NAME = r"[^\s.#>:\[\]()\"'\\,*+~=]+"
_VALUE = r"[^\s\"\[\]]+"
_STEP = re.compile(rf"(\*|{_NAME})(?:#({_NAME}))?((?:\.{_NAME})*)(?:\[([A-Za-z_][\w:.-]*)(?:~=\"({_VALUE})\")?\])?"
                   r"(?::nth-of-type\(([1-9]\d{0,5})\))?")
_TEXT_STEP = re.compile(r"::text(?:\(([1-9]\d{0,5})\))?")


@dataclass(frozen=True, slots=True)
class Step:
    """One element on the way: its tag, the id and the classes that it must have, its place among its like."""

    tag: str
    id: str | None = None
    classes: frozenset[str] = frozenset()
    nth: int = 0
    """Which one of its tag it is under its parent, from 1; 0 is any."""
    attr: tuple[str, str | None] | None = None
    """An attribute that it must have, and a word that must stand in it."""

    def __str__(self) -> str:
        if self.tag == TEXT:
            return f"::text({self.nth})" if self.nth else "::text"
        return "".join([self.tag, f"#{self.id}" if self.id else "", *(f".{name}" for name in sorted(self.classes)),
                        _attr_said(*self.attr) if self.attr else "", f":nth-of-type({self.nth})" if self.nth else ""])

    @property
    def is_named(self) -> bool:
        """Whether it asks for more than a tag and a place among its like."""
        return bool(self.id or self.classes or self.attr)

    def holds(self, page: Page, node: int) -> bool:
        tag = page.tag[node]
        if self.tag not in ("*", tag) or not self._suits(page, node):
            return False
        return not self.nth or page.grouped(tag)[page.parent[node]][self.nth - 1:self.nth] == [node]

    def _suits(self, page: Page, node: int) -> bool:
        """Whether a node has the id, the classes and the attribute that it asks for."""
        if self.id and page.attr(node, "id") != self.id:
            return False
        if self.attr and not _has(page, node, *self.attr):
            return False
        return not self.classes or self.classes.issubset(page.classes(node))

    def below(self, page: Page, nodes: Iterable[int], within: tuple[int, int] | None = None) -> list[int]:
        """The children of some nodes at which it holds, in document order, as far as they reach into a range."""
        if self.tag == "*":
            return sorted(child for node in nodes for child in _children_in(page, node, within)
                          if self.holds(page, child))
        groups, nth = page.grouped(self.tag), self.nth
        if nth:
            found = [like[nth - 1] for node in nodes if nth <= len(like := groups.get(node, ()))]
        elif within is None:
            found = [child for node in nodes for child in groups.get(node, ())]
        else:
            found = [child for node in nodes for child in _reaching(page, groups.get(node, ()), within)]
        if self.is_named:
            found = [child for child in found if self._suits(page, child)]
        if len(found) > 1:
            found.sort()
        return found

    def anywhere(self, page: Page, within: tuple[int, int] | None = None) -> list[int]:
        """The nodes of a page at which it holds, in document order, as far as they lie in a range."""
        if self.is_named or self.tag == "*":
            return [node for node in self._perhaps(page, within) if self.holds(page, node)]
        nodes = page.select(self.tag, within=within)
        return cut(self.below(page, {page.parent[node] for node in nodes}), within) if self.nth else nodes

    def _perhaps(self, page: Page, within: tuple[int, int] | None) -> Iterable[int]:
        """The nodes that are worth asking: those of its rarest class, or of its tag."""
        if self.id:
            return cut(page.with_id(self.id), within)
        if self.classes:
            return cut(min(map(page.with_class, self.classes), key=len), within)
        return page.select(self.tag, within=within) if self.tag != "*" else range(*within or (0, len(page)))


def _children_in(page: Page, parent: int, within: tuple[int, int] | None) -> Iterator[int]:
    """The children that reach into a range. Those before it are passed over at once: each record of a section asks
    for its own part of the section."""
    if within is None:
        yield from page.children(parent) if parent >= 0 else range(min(1, len(page)))
        return
    child, stop = parent + 1, min(page.end[parent], within[1])
    if child < within[0]:
        child = within[0]
        while child < stop and page.parent[child] != parent:
            child = page.parent[child]
    while child < stop:
        yield child
        child = page.end[child]


def _reaching(page: Page, siblings: Sequence[int], within: tuple[int, int]) -> Sequence[int]:
    """The same of some siblings."""
    first = bisect_left(siblings, within[0])
    if first and page.end[siblings[first - 1]] > within[0]:
        first -= 1
    return siblings[first:bisect_left(siblings, within[1])]


def _attr_said(name: str, value: str | None) -> str:
    return f"[{name}]" if value is None else f'[{name}~="{value}"]'


def _has(page: Page, node: int, name: str, value: str | None) -> bool:
    attrs = page.attrs[node]
    return attrs is not None and name in attrs and (value is None or value in page.attr(node, name).split())


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

    @property
    def leads_down(self) -> bool:
        """Whether it is a path that begins at one node, the root or the scope."""
        return all(self.near[1:]) and (not self.steps or self.near[0] or self.steps[0].tag == ROOT)

    def find(self, page: Page, scope: int = -1, within: tuple[int, int] | None = None) -> list[int]:
        """The nodes it selects, in document order: below `scope` (-1 is above the root), in the range `within`."""
        if not self.steps:
            return [scope] if scope >= 0 else []
        if self.leads_down:
            return self._led_down(page, scope, within)
        if within is None:
            within = (scope + 1, page.end[scope]) if scope >= 0 else (0, len(page))
        ends = self.steps[-1].anywhere(page, within)
        if all(self.near[1:]):
            return [node for node in ends if self._chain_holds(page, node, scope)]
        return self._standing(page, ends, scope)

    def _led_down(self, page: Page, scope: int, within: tuple[int, int] | None) -> list[int]:
        """Step by step from above, for a path that begins at one node: it asks only the children of what holds."""
        if self.near[0]:
            nodes = self.steps[0].below(page, [scope], within)
        else:
            nodes = [node for node in self.steps[0].anywhere(page) if scope < node < page.end[scope]]
        for step in self.steps[1:]:
            nodes = step.below(page, nodes, within)
        return cut(nodes, within)

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
        every = (1 << len(self.steps)) - 1
        asks_near = sum(1 << place for place, near in enumerate(self.near) if near)
        for node in sorted(asked):
            up, bits = page.parent[node], 0
            before = here.get(up, 0) & asks_near | here_or_above.get(up, 0) & ~asks_near & every
            while before:
                place = before.bit_length() - 1
                before ^= 1 << place
                if self.steps[place].holds(page, node):
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
            attr = (match[4], match[5]) if match[4] else None
            steps.append(Step(match[1], match[2], frozenset(match[3].split(".")[1:]), int(match[6] or 0), attr))
            near.append(child)
            child = False
        elif match := _TEXT_STEP.fullmatch(word):
            steps.append(Step(TEXT, nth=int(match[1] or 0)))
            near.append(child)
            child = False
        elif word != SCOPE or place:
            raise WrapperError(f"{word!r} makes no sense in the selector {said!r}")
    if child:
        raise WrapperError(f"the selector {said!r} ends too early")
    return Selector(tuple(steps), tuple(near))
