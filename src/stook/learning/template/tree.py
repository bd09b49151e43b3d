"""The template as a tree, as the paper draws it.

    node        stands for an element or a text that pages share; what it knows of them it knows by their tags
    repeated    `*`: some page had a run of them
    optional    `?`: some page that had the node above lacked it
    possible values
                `[x|y]`: a node without a tag of its own, whose *members* compete for one place, since no page has shown
                yet which comes first
    support     how many pages had the node
    identified  enough pages had it for it to be an attribute
    leaf        a text: what it says on the pages are the values of a slot

A page is the same kind of tree, so that what the template lacks can move over from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from stook.learning.siblings import Reduced
from stook.learning.template.model import Line
from stook.page import TEXT
from stook.page.align import Outline, outline

CHOICE = ""
"""The tag of a possible-value node."""
SAMPLES = 5
"""So many values of a leaf are kept."""
LONGEST = 200
"""Letters of a value that are kept."""


@dataclass(eq=False, repr=False, slots=True)
class Node:
    """A node of a template, or of a page that is to be matched with it."""

    tag: str
    above: Node | None = None
    below: list[Node] = field(default_factory=list)
    support: int = 1
    repeated: bool = False
    optional: bool = False
    identified: bool = False
    annotated: bool = False
    """Whether a person has said what it is, or what a leaf in it is."""
    slot: str = ""
    samples: list[str] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether it may still turn out to be one of several possible values."""
        parts = self.below if self.tag == CHOICE else [self]
        return not any(part.identified or part.annotated for part in parts)

    def put(self, nodes: Sequence[Node], place: int) -> None:
        """Let nodes stand below this one."""
        self.below[place:place] = nodes
        for node in nodes:
            node.above = self

    def sample(self, texts: Sequence[str]) -> None:
        """Remember values, the newest of each."""
        for text in texts:
            if text in self.samples:
                self.samples.remove(text)
            self.samples.append(text)
        del self.samples[:-SAMPLES]

    def chain(self) -> Iterator[Node]:
        """The node, and those above it."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.above


def walk(root: Node) -> Iterator[Node]:
    """A subtree in the order of the page, possible-value nodes included."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.below))


def leaves(root: Node) -> list[Node]:
    return [node for node in walk(root) if node.tag == TEXT]


@dataclass(frozen=True, slots=True)
class Flat:
    """A subtree as the aligner reads it. The members of a possible-value node stand there side by side, so that a page
    is matched with each of them, and the best wins."""

    nodes: list[Node]
    outline: Outline


def flat(root: Node) -> Flat:
    nodes = [node for node in walk(root) if node.tag != CHOICE]
    places = {id(node): place for place, node in enumerate(nodes)}
    parents = [-1 if node is root else places[id(next(
        above for above in node.chain() if above is not node and above.tag != CHOICE))] for node in nodes]
    return Flat(nodes, outline([node.tag for node in nodes], parents))


def tree_of(reduced: Reduced) -> Node | None:
    """A page's tree; None for a page without nodes."""
    nodes = [Node(tag, repeated=number in reduced.runs, samples=[said(reduced, number)] if tag == TEXT else [])
             for number, tag in enumerate(reduced.tag)]
    for node, above in zip(nodes, reduced.parent, strict=True):
        if above >= 0:
            node.above = nodes[above]
            nodes[above].below.append(node)
    return nodes[0] if nodes else None


def said(reduced: Reduced, number: int) -> str:
    return " ".join(reduced.page.text[reduced.node[number]].split())[:LONGEST]


# --- as people read it

def mark(node: Node) -> Literal["", "?", "*"]:
    return "*" if node.repeated else "?" if node.optional else ""


def sequence(node: Node) -> str:
    """What stands right below a node, in one line: `a b* [d|c] e f?`."""
    return " ".join(f"[{'|'.join(part.tag + '*' * part.repeated for part in one.below)}]" if one.tag == CHOICE
                    else one.tag + mark(one) for one in node.below)


def lines(root: Node) -> list[Line]:
    """The tree, a node a line; leaves with their slot, support and newest value."""
    found = []
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        if node.tag == TEXT:
            said = node.samples[-1] if node.samples else ""
            found.append(Line(depth, "text", mark(node), node.slot, said, node.support,
                              "" if node.identified else ", not sure yet"))
        else:
            found.append(Line(depth, "one of" if node.tag == CHOICE else node.tag, mark(node)))
        waiting.extend((part, depth + 1) for part in reversed(node.below))
    return found


# --- as JSON

def state_of(root: Node) -> list[list[Any]]:
    """A subtree as rows, each with the number of the row above it; flat, for trees may be deeper than JSON can nest."""
    rows: list[list[Any]] = []
    places: dict[int, int] = {}
    for node in walk(root):
        places[id(node)] = len(rows)
        above = places[id(node.above)] if node is not root and node.above is not None else -1
        flags = "".join(letter for letter, is_set in zip(
            "*?!a", (node.repeated, node.optional, node.identified, node.annotated), strict=True) if is_set)
        rows.append([node.tag, above, node.support, flags, node.slot, node.samples])
    return rows


def from_state(rows: Sequence[Sequence[Any]]) -> Node:
    nodes: list[Node] = []
    for tag, above, support, flags, slot, samples in rows:
        node = Node(tag, None, [], support, "*" in flags, "?" in flags, "!" in flags, "a" in flags, slot, [*samples])
        if above >= 0:
            nodes[above].put([node], len(nodes[above].below))
        nodes.append(node)
    return nodes[0]
