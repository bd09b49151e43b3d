"""The ways to say where a value stands, each a pick: by its place, a name, its surroundings, the label before it.

    place   the whole path, each step with its number among its like
    id      from the nearest element with an id, by numbers
    class   from the nearest element with a class, by numbers
    attr    from the nearest element whose author says in an attribute what it holds, by numbers
    kind    the last steps by their classes, without numbers
    tail    the last steps by numbers, wherever they stand
    lead    by a label that the value itself begins with, as in "Engine: 2.4 litres"
    like    by tags alone: it finds what stands alike, and leaves the choice to what a value looks like
    label   from the text right before the value
    head    from the heading before the value

They fail differently: a new advertisement shifts places and tails, a new style sheet renames classes, a missing row
shifts all but labels. That is why they vote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from stook.learning.labels.texts import Occurrence
from stook.page import Page
from stook.page.signature import is_stable
from stook.wrapper.rules.model import Pick
from stook.wrapper.rules.reading import LONGEST_LABEL, label_key
from stook.wrapper.selector import LOOSE, ROOT, Selector, Step

SAYING = ("itemprop", "property", "data-testid", "data-test", "data-field", "data-name", "data-role", "role", "name",
          "rel")
"""Attributes in which authors say what an element holds."""
HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "dt", "th", "legend", "caption", "strong", "b"))
LEAD = re.compile(r"[^\W\d][^:：]{1,28}[:：]")
HIGHEST_CLIMB = 8
TAIL = 5
KIND = 4
NEAREST_CLASS = 6


def ways_to(page: Page, one: Occurrence) -> list[Pick]:
    """Every way to say where an occurrence stands."""
    path = [one.node, *page.ancestors(one.node)][::-1]
    said = [*_by_numbers(page, path), *_by_names(page, path), *_by_labels(page, one.node)]
    lead = LEAD.match(page.text_of(one.node)) if one.is_plain else None
    if lead:
        anywhere = _chain([replace(numbered(page, node), nth=0) for node in path])
        said.append(Pick(anywhere, way="lead", starts=lead[0].casefold()))
    return [replace(pick, take=one.take, part=one.part, more=one.more) for pick in said
            if pick.selector.leads_down or len(pick.selector.steps) <= LOOSE]


def numbered(page: Page, node: int) -> Step:
    """A step that says which one of its tag a node is; of those that a page has once it goes without saying."""
    if page.tag[node] in (ROOT, "head", "body"):
        return Step(page.tag[node])
    return Step(page.tag[node], nth=page.ordinals[node])


def _chain(steps: list[Step]) -> Selector:
    return Selector(tuple(steps), (False, *(True,) * (len(steps) - 1)))


def _by_numbers(page: Page, path: list[int]) -> Iterator[Pick]:
    steps = [numbered(page, node) for node in path]
    yield Pick(_chain(steps), way="place")
    yield Pick(_chain([replace(step, nth=0) for step in steps]), way="like")
    if len(steps) > TAIL + 1:
        yield Pick(_chain(steps[-TAIL:]), way="tail")


def _by_names(page: Page, path: list[int]) -> Iterator[Pick]:
    """From the nearest node with an id, a class, a telling attribute."""
    steps = [numbered(page, node) for node in path]
    for place in range(len(path) - 1, 0, -1):
        name = page.attr(path[place], "id")
        if name and is_stable(name) and page.tag[path[place]] != "body":
            yield Pick(_chain([Step(page.tag[path[place]], name), *steps[place + 1:]]), way="id")
            break
    for place in range(len(path) - 1, max(0, len(path) - 1 - NEAREST_CLASS), -1):
        if page.signatures[path[place]]:
            first = Step(page.tag[path[place]], None, page.signatures[path[place]])
            yield Pick(_chain([first, *steps[place + 1:]]), way="class")
            break
    for place in range(len(path) - 1, max(0, len(path) - 4), -1):
        said = _saying(page, path[place])
        if said:
            yield Pick(_chain([Step(page.tag[path[place]], attr=said), *steps[place + 1:]]), way="attr")
            break
    kinds = [Step(page.tag[node], None, page.signatures[node]) for node in path[-KIND:]]
    if any(step.classes for step in kinds):
        yield Pick(_chain(kinds), way="kind")


def _saying(page: Page, node: int) -> tuple[str, str | None] | None:
    for name in SAYING:
        for word in page.attr(node, name).split()[:1]:
            if is_stable(word) and '"' not in word:
                return name, word
    return None


# labels -----------------------------------------------------------------------------------------------

def _by_labels(page: Page, node: int) -> Iterator[Pick]:
    words = page.words
    first = words.between(node, page.end[node]).start
    near: str | None = None
    for place in range(first - 1, max(-1, first - 3), -1):
        said = label_key(words.text[place])
        if said:
            near = said
            if len(said) <= LONGEST_LABEL and (pick := _from_label(page, words.node[place], node, said, "label")):
                yield pick
            break
    for place in range(first - 1, max(-1, first - 40), -1):
        text = words.node[place]
        if any(page.tag[above] in HEADINGS for above in (page.parent[text], page.parent[page.parent[text]])):
            said = label_key(words.text[place])
            if said and said != near and len(said) <= LONGEST_LABEL and (
                    pick := _from_label(page, text, node, said, "head")):
                yield pick
            break


def _from_label(page: Page, label: int, node: int, said: str, way: str) -> Pick | None:
    """The path from a label: up to the node that holds both, then down to the first such node after the label."""
    above = page.common(label, node)
    climb = page.depth[label] - page.depth[above]
    if climb > HIGHEST_CLIMB or above == node:
        return None
    path = [node]
    while page.parent[path[-1]] != above:
        path.append(page.parent[path[-1]])
    path.reverse()
    deeper = [numbered(page, inner) for inner in path[1:]]
    for first in (Step(page.tag[path[0]]), numbered(page, path[0])):
        selector = Selector((first, *deeper), (True,) * (1 + len(deeper)))
        found = [found for found in selector.find(page, above) if found > label]
        if found and found[0] == node:
            return Pick(selector, way=way, label=said, climb=climb)
    return None
