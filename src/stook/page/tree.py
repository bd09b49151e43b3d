"""Text -> flat arrays: the one parse and the one walk of a page.

A *node* is an element or a non-blank text; nodes are numbered in pre-order, so a subtree is the range
`node .. end[node]`, and document order is number order. Comments, doctypes, processing instructions and what
lies in <template> are no nodes. White space that separates two texts is kept at the front of the second, so
that dropping blank texts never joins two words.

The tree is the one the WHATWG describes, scripting off. selectolax (lexbor) builds it; nothing outside this
module knows that, so that another builder can take its place.

The parser itself has three costs that grow with the square of what it is given: looking up the stack of open
elements (deep nesting), re-opening formatting elements that were never closed, and comparing the attributes
of one element with each other. All are bounded here, before it runs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from selectolax.lexbor import LexborHTMLParser, LexborNode

from stook.errors import PageError
from stook.page.tokens import ATTRIBUTES, START_TAG, tag_stream

TEXT = "#text"

MAX_CHARS = 64 * 1024 * 1024
"""Above this a page is a download, not something that a person reads."""
MAX_MARKS = 1_000_000
"""`<` in the source, and nodes in the tree. The largest real list page measured has 40,000."""
MAX_DEPTH = 20_000
"""Open elements: the parser needs 0.5 s for as many. Browsers flatten at 512."""
MAX_REOPENED = 4_000_000
"""Formatting elements open at once, times marks: the elements that the parser might have to make for them."""

MAX_LOOKED_UP = 1_000_000_000
"""Elements open at once, times marks: what the parser might look at to find what a tag closes, in 2.5 s."""
MAX_COMPARED = 1_000_000_000
"""Attributes that the parser might compare with each other, in 2 s: 30,000 of one element."""

_HARMLESS_MARKS = 2_000
"""Below this many marks no tag can hurt by what is open (2,000 * 2,000 = MAX_REOPENED)."""
_HARMLESS_CHARS = 40_000
"""A source as short as this has no room for too many attributes."""
_LONG_TAG = 2_000

_CLOSED_BY_OTHERS = frozenset(
    "area base br col embed hr img input link meta param source track wbr "  # void
    "a p li dt dd td th tr thead tbody tfoot colgroup caption option optgroup rt rp body html head".split()
)
_FORMATTING = frozenset("b big code em font i nobr s small strike strong tt u".split())
_OPENING = re.compile(r"<([a-zA-Z][a-zA-Z0-9]*)")
_MARK = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")


Piece = tuple[str, int, int, int]
"""A tag, or no tag and a range of nodes; and the depth at which it stands (see `Tree.arranged`)."""


@dataclass(frozen=True, slots=True)
class Tree:
    """Parallel lists, one place a node."""

    tag: list[str]
    parent: list[int]
    """-1 for the root."""
    end: list[int]
    """One past the last node of the subtree."""
    depth: list[int]
    attrs: list[dict[str, str | None] | None]
    text: list[str]
    """A text node's text as it stands in the source; empty for elements."""
    tags: dict[str, list[int]] = field(default_factory=dict)
    """Nodes by their tag,"""
    ids: dict[str, list[int]] = field(default_factory=dict)
    """by their id, and"""
    classes: dict[str, list[int]] = field(default_factory=dict)
    """by their class attribute as it stands: found on the way, for to look at the attributes of all nodes is slow."""


    def cut(self, spans: Iterable[tuple[int, int]]) -> tuple[Tree, list[int]]:
        """Some nodes below a root of their own, each below the nearest that is above it and among them; and for each
        node of that tree which one it was, -1 for the root."""
        end = self.end
        pieces: list[Piece] = [("html", 0, 0, 0)]
        open_: list[int] = []
        for start, stop in spans:
            node = start
            while node < stop:
                while open_ and end[open_[-1]] <= node:
                    open_.pop()
                past = end[node] if end[node] <= stop else node + 1
                pieces.append(("", node, past, len(open_) + 1))
                if past <= node + 1:
                    open_.append(node)
                node = past
        return self.arranged(pieces)

    def arranged(self, pieces: Iterable[Piece]) -> tuple[Tree, list[int]]:
        """The nodes of some pieces in their order, each piece at its depth; and for each node of that tree which one
        it was, -1 for a new one. A piece is a tag, of a new element, or no tag and a range of nodes, of which the
        first comes to stand at that depth and the others below it as before."""
        origin: list[int] = []
        part = Tree([], [], [], [], [], [])
        for name, start, stop, at in pieces:
            if name:
                origin.append(-1)
                part.tag.append(name)
                part.depth.append(at)
                part.attrs.append(None)
                part.text.append("")
            else:
                origin += range(start, stop)
                part.tag.extend(self.tag[start:stop])
                part.depth.extend(at + one - self.depth[start] for one in self.depth[start:stop])
                part.attrs.extend(self.attrs[start:stop])
                part.text.extend(self.text[start:stop])
        part._connect()
        return part, origin

    def _connect(self) -> None:
        """What the depths say of parents and ends, and the nodes by tag, id and class."""
        above: list[int] = []
        self.end[:] = [len(self.tag)] * len(self.tag)
        for node, (name, at, own) in enumerate(zip(self.tag, self.depth, self.attrs, strict=True)):
            while len(above) > at:
                self.end[above.pop()] = node
            self.parent.append(above[-1] if above else -1)
            above.append(node)
            self.tags.setdefault(name, []).append(node)
            if own:
                if value := own.get("class"):
                    self.classes.setdefault(value, []).append(node)
                if value := own.get("id"):
                    self.ids.setdefault(value.strip(), []).append(node)


def build(source: str, subject: str | None = None) -> Tree:
    """Parse and flatten; PageError, naming `subject`, where the source passes a limit."""
    _refuse_bombs(source, subject)
    tree = Tree([], [], [], [], [], [])
    root = LexborHTMLParser(source.encode("utf-8", "replace")).root
    if root is not None:
        _flatten(root, tree)
    if len(tree.tag) > MAX_MARKS:
        raise PageError(f"the page has more than {MAX_MARKS:,} nodes", subject=subject, hint=_SMALLER)
    return tree


def _flatten(root: LexborNode, tree: Tree) -> None:
    tag, parent, end, depth, attrs, text = tree.tag, tree.parent, tree.end, tree.depth, tree.attrs, tree.text
    tags, ids, classes = tree.tags, tree.ids, tree.classes
    above: list[tuple[LexborNode, int]] = []  # the open elements, and the number of the one above each
    node, up, number, space = root, -1, 0, ""
    while True:
        name = node.tag or "-"
        child = words = None
        if name == "-text":
            shown = node.text_content or ""
            if shown and not shown.isspace():
                words, space = space + shown, ""
            else:
                space = " "
        elif name[0] != "-":  # neither a comment nor a doctype
            words, child = "", node.first_child
        if words is not None:
            name = TEXT if words else name
            tag.append(name)
            if name in tags:
                tags[name].append(number)
            else:
                tags[name] = [number]
            parent.append(up)
            end.append(number + 1)
            depth.append(len(above))
            own = None if words else node.attributes or None
            if own:
                if value := own.get("class"):
                    classes.setdefault(value, []).append(number)
                if value := own.get("id"):
                    ids.setdefault(value.strip(), []).append(number)
            attrs.append(own)
            text.append(words)
            number += 1
        if child is not None:
            above.append((node, up))
            node, up = child, number - 1
            continue
        following = node.next
        while following is None and above:
            end[up] = number
            node, up = above.pop()
            following = node.next
        if following is None or number > MAX_MARKS:
            return
        node = following


_SMALLER = "save the part that you need and give that"


def _refuse_bombs(source: str, subject: str | None) -> None:
    if len(source) > MAX_CHARS:
        raise PageError(f"the page has more than {MAX_CHARS:,} characters", subject=subject, hint=_SMALLER)
    marks = source.count("<")
    if marks > MAX_MARKS:
        raise PageError(f"the page has more than {MAX_MARKS:,} tags", subject=subject, hint=_SMALLER)
    if len(source) > _HARMLESS_CHARS and _compares_too_much(source):
        raise PageError("an element has too many attributes", subject=subject, hint=_SMALLER)
    if marks <= _HARMLESS_MARKS:
        return
    opened = Counter(map(str.lower, _OPENING.findall(source)))
    nests = sum(count for name, count in opened.items() if name not in _CLOSED_BY_OTHERS)
    formats = sum(count for name, count in opened.items() if name in _FORMATTING)
    if nests > MAX_DEPTH or nests * marks > MAX_LOOKED_UP or formats * marks > MAX_REOPENED:
        nests, formats = _most_open(source)
    if nests > MAX_DEPTH:
        raise PageError(f"elements are nested more than {MAX_DEPTH:,} deep", subject=subject, hint=_SMALLER)
    if nests * marks > MAX_LOOKED_UP:
        raise PageError(f"elements are nested {nests:,} deep, among {marks:,} tags", subject=subject, hint=_SMALLER)
    if formats * marks > MAX_REOPENED:
        raise PageError(f"{formats:,} formatting elements are open at once, among {marks:,} tags",
                        subject=subject, hint=_SMALLER)


def _compares_too_much(source: str) -> bool:
    """Whether the parser might compare too many attributes. A script may have what looks like a long tag, as
    in `if (a<b)`, so a page is refused only for its real tags."""
    shown = ((tag[1], tag[2]) for tag in START_TAG.finditer(source))
    return _compared(shown) > MAX_COMPARED and _compared(
        (tag.name, source[tag.start + 1 + len(tag.name):tag.end - 1])
        for tag in tag_stream(source) if tag.kind != "close") > MAX_COMPARED


def _compared(tags: Iterable[tuple[str, str]]) -> int:
    """How often attributes of one element might be compared, by the names and the insides of start tags. All
    <html> are one element, and all <body>."""
    compared = of_body = 0
    for name, inside in tags:
        if len(inside) > _LONG_TAG:
            compared += _attributes_in(inside) ** 2
        elif inside and name.lower() in ("html", "body"):
            of_body += _attributes_in(inside)
    return compared + of_body ** 2


def _attributes_in(inside: str) -> int:
    """How many attributes a tag has, counted up to a number that is too many for sure."""
    return sum(1 for _ in islice(ATTRIBUTES.finditer(inside), MAX_COMPARED // 10_000))


def _most_open(source: str) -> tuple[int, int]:
    """At most how many elements, and how many formatting elements, are open at once. Marks inside scripts and
    comments count too; the limits are wide enough for that."""
    is_open: Counter[str] = Counter()
    nests = formats = most_nests = most_formats = 0
    for slash, name in _MARK.findall(source):
        name = name.lower()
        if name in _CLOSED_BY_OTHERS or (slash and not is_open[name]):
            continue
        step = -1 if slash else 1
        is_open[name] += step
        nests += step
        formats += step * (name in _FORMATTING)
        most_nests, most_formats = max(most_nests, nests), max(most_formats, formats)
    return most_nests, most_formats
