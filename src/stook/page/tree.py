"""Text -> flat arrays: the one parse and the one walk of a page.

A *node* is an element or a non-blank text; nodes are numbered in pre-order, so a subtree is the range
`node .. end[node]`, and document order is number order. Comments, doctypes, processing instructions and what
lies in <template> are no nodes. White space that separates two texts is kept at the front of the second, so
that dropping blank texts never joins two words.

The tree is the one the WHATWG describes, scripting off. selectolax (lexbor) builds it; nothing outside this
module knows that, so that another builder can take its place.

The parser itself has two costs that grow with the square of what it is given: looking up the stack of open
elements (deep nesting), and re-opening formatting elements that were never closed. Both are bounded here,
before it runs.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from stook.errors import PageError

TEXT = "#text"

MAX_CHARS = 64 * 1024 * 1024
"""Above this a page is a download, not something that a person reads."""
MAX_MARKS = 1_000_000
"""`<` in the source, and nodes in the tree. The largest real list page measured has 40,000."""
MAX_DEPTH = 20_000
"""Open elements: the parser needs 0.5 s for as many. Browsers flatten at 512."""
MAX_REOPENED = 4_000_000
"""Formatting elements open at once, times marks: the elements that the parser might have to make for them."""

_HARMLESS_MARKS = 2_000
"""Below this many marks neither square can hurt (2,000 * 2,000 = MAX_REOPENED)."""

_CLOSED_BY_OTHERS = frozenset(
    "area base br col embed hr img input link meta param source track wbr "  # void
    "a p li dt dd td th tr thead tbody tfoot colgroup caption option optgroup rt rp body html head".split()
)
_FORMATTING = frozenset("b big code em font i nobr s small strike strong tt u".split())
_OPENING = re.compile(r"<([a-zA-Z][a-zA-Z0-9]*)")
_MARK = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")


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
            tag.append(name if not words else TEXT)
            parent.append(up)
            end.append(number + 1)
            depth.append(len(above))
            attrs.append(None if words else node.attributes or None)
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
    if marks <= _HARMLESS_MARKS:
        return
    if marks > MAX_MARKS:
        raise PageError(f"the page has more than {MAX_MARKS:,} tags", subject=subject, hint=_SMALLER)
    opened = Counter(map(str.lower, _OPENING.findall(source)))
    nests = sum(count for name, count in opened.items() if name not in _CLOSED_BY_OTHERS)
    formats = sum(count for name, count in opened.items() if name in _FORMATTING)
    if nests > MAX_DEPTH or formats * marks > MAX_REOPENED:
        nests, formats = _most_open(source)
    if nests > MAX_DEPTH:
        raise PageError(f"elements are nested more than {MAX_DEPTH:,} deep", subject=subject, hint=_SMALLER)
    if formats * marks > MAX_REOPENED:
        raise PageError(f"{formats:,} formatting elements are open at once, among {marks:,} tags",
                        subject=subject, hint=_SMALLER)


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
