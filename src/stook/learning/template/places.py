"""Where things stand on the pages of one template, named so that the same thing has the same name on all of them.

    place    where something stands: a step below another place. Where pages have several nodes of one step side by
             side, what tells them apart is a part of the name:
               mark     what stands in them and recurs: a label ("Publisher"), a heading, a step that the others lack
               sign     the label that stands in front of them
               column   which one it is, where all pages have as many
             or nothing does: they are a *series*, and stand at one place
    leaf     a place where pages say something: a value

A page that lacks something, or has it elsewhere in the row, changes no name but its own: there is nothing to align.
What tells nodes apart, only several pages can say: a place is *studied* (see `studying`) on the first pages that show
it, and takes in what later ones add.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from stook.learning.template.view import View, label_of

Mode = Literal["one", "marks", "signs", "columns", "series"]
Key = tuple[str, str]
"""A step, and what tells its node from others of that step."""

MOST_DRESSES = 100
"""Where more steps than this stand below a place, they are no dresses of each other."""
MOST_NEW = 200
"""So many texts that may be marks of later pages are remembered for a group."""


@dataclass(slots=True)
class Group:
    """How the nodes of one step below a place are told apart."""

    mode: Mode = "one"
    marks: dict[str, str] = field(default_factory=dict)
    """Each mark with the one that names the nodes in which both stand; or each sign."""
    new: dict[str, int] = field(default_factory=dict)
    """Labels in nodes that have no mark, and on how many pages."""

    def named(self, view: View, node: int) -> str:
        return elected(self.marks, view.marks(node))

    def heed(self, label: str) -> None:
        """A node without a mark begins with a label, which is a mark as soon as it recurs."""
        if not label or (label not in self.new and len(self.new) >= MOST_NEW):
            return
        self.new[label] = self.new.get(label, 0) + 1
        if self.new[label] >= 2:
            self.marks[label] = label
            del self.new[label]


@dataclass(eq=False, repr=False, slots=True)
class Place:
    step: str
    name: str = ""
    above: Place | None = None
    below: dict[Key, Place] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    other: dict[str, str] = field(default_factory=dict)
    """Steps that are another step in another dress, with a class more or less."""
    signs: dict[str, set[str]] = field(default_factory=dict)
    """The steps of children that are labels of what follows them, and what they say."""
    whole: bool = False
    """Whether what stands here is one value, a phrase in it or not."""
    studied: int = 0
    """On how many pages."""
    support: int = 0
    """How many pages show it."""
    fact: Any = None
    """What is known of a leaf (see `auto`)."""

    def make(self, key: Key) -> Place:
        found = self.below.get(key)
        if found is None:
            found = self.below[key] = Place(*key, above=self)
        return found

    def knows(self, step: str) -> bool:
        return step in self.groups or step in self.signs or (step, "") in self.below

    def ends(self, view: View, node: int) -> bool:
        """Whether a node that stands here is a leaf."""
        return view.is_leaf(node) or (self.whole and view.is_line(node))

    def chain(self) -> Iterator[Place]:
        """The place and all that it is below."""
        place: Place | None = self
        while place is not None:
            yield place
            place = place.above

    def all(self) -> Iterator[Place]:
        """The place and all below it."""
        waiting = [self]
        while waiting:
            place = waiting.pop()
            yield place
            waiting.extend(reversed(place.below.values()))


@dataclass(slots=True)
class Walk:
    """What a page has at places, and what it has besides."""

    view: View
    leaves: dict[Place, list[int]] = field(default_factory=dict)
    """In the order of the page."""
    inner: list[tuple[Place, int]] = field(default_factory=list)
    """The other nodes that stand at a place."""
    homeless: list[tuple[Place, Key, int]] = field(default_factory=list)
    """Nodes for which there is no place yet below the one of the node above."""
    unmarked: list[tuple[Group, str]] = field(default_factory=list)
    """The labels of nodes that have no mark."""

    def below(self, place: Place, node: int) -> None:
        """Follow a node that stands at a place, and all below it."""
        view = self.view
        waiting = [(place, node)]
        while waiting:
            place, node = waiting.pop()
            if place.ends(view, node):
                self.leaves.setdefault(place, []).append(node)
                continue
            self.inner.append((place, node))
            found = []
            for key, child in keys(place, view, node, self.unmarked):
                below = place.below.get(key)
                if below is None:
                    self.homeless.append((place, key, child))
                else:
                    found.append((below, child))
            waiting.extend(reversed(found))

    def settle(self) -> None:
        """Make the places that are missing; a label that recurs is a mark from now on."""
        for group, label in self.unmarked:
            group.heed(label)
        while self.homeless:
            place, key, node = self.homeless.pop()
            self.below(place.make(key), node)


def walk(root: Place, view: View) -> Walk:
    """What a page has at the places below a root."""
    found = Walk(view)
    if view.below:
        found.below(root, 0)
    return found


def keys(place: Place, view: View, node: int,
         unmarked: list[tuple[Group, str]] | None = None) -> Iterator[tuple[Key, int]]:
    """The nodes right below a node, each with what it is called below the place. `unmarked` takes the labels of those
    that lack a mark."""
    columns: Counter[str] = Counter()
    before = ""
    children = view.below.get(node, ())
    beside: set[str] = set()
    for child in children:
        step = view.step(child)
        step = place.other.get(step, step)
        if place.studied and not place.knows(step):
            beside = beside or {view.step(one) for one in children}
            step = _undressed(step, place, beside)
        if step in place.signs:
            name = sign(place.signs[step], view, child)
            before = name or before
            yield (step, name), child
            continue
        group, name = place.groups.get(step, _ALONE), ""
        if group.mode == "marks":
            name = group.named(view, child)
            if not name and unmarked is not None and not view.is_lone(child):
                unmarked.append((group, label_of(view.first(child))))
        if group.mode == "signs":
            name = group.named(view, child) or before
        if group.mode == "columns":
            columns[step] += 1
            name = f"#{columns[step]}"
        yield (step, name), child


def _undressed(step: str, place: Place, beside: Container[str]) -> str:
    """A step that a place does not know as the one there that it is in another dress: that shares most classes with it,
    and does not stand beside it. So rows are alike that have classes for what they are about."""
    tag, *classes = step.split(".")
    best, most = step, 0
    steps = (*place.groups, *place.signs)
    for known in steps if classes and len(steps) <= MOST_DRESSES else ():
        its_tag, *others = known.split(".")
        shared = len({*classes} & {*others})
        if its_tag == tag and shared > most and 2 * shared >= max(len(classes), len(others)) and known not in beside:
            best, most = known, shared
    return best


_ALONE = Group()


def sign(known: Container[str], view: View, node: int) -> str:
    """What a node says of those that follow it. An element is one whatever it says; a text may be "and"."""
    said = view.label(node)
    return said if node not in view.texts or said in known or view.texts[node].endswith((":", "：")) else ""


def elected(named: Mapping[str, str], marks: Iterable[str]) -> str:
    """What a node is called by the marks that stand in it, the most if they differ."""
    votes: dict[str, int] = {}
    for mark in marks:
        if mark in named:
            votes[named[mark]] = votes.get(named[mark], 0) + 1
    return min(votes, key=lambda name: (-votes[name], name)) if votes else ""
