"""The texts of a page as a reader meets them: what is shown, in lines.

A *line* never crosses a line-breaking tag; a *box* is a part of a line, as a table's cell is, that a reader
sees apart from its neighbours although no line breaks between them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stook.page.tree import TEXT, Tree

BREAKING = frozenset(
    "address article aside blockquote body br center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li legend listing main menu nav ol p "
    "plaintext pre search section summary table tbody tfoot thead tr ul xmp caption".split()
)
BOXES = frozenset("td th option button label input select textarea img iframe video audio object".split())
UNSEEN = frozenset("script style head template noframes noembed iframe object datalist svg".split())
"""What these hold is not text to a reader. An svg may show text, but as part of a picture."""

_EDGE = BREAKING | BOXES


def is_hidden(attrs: dict[str, str | None] | None) -> bool:
    """Whether the element says that nobody is to see it."""
    if not attrs:
        return False
    if "hidden" in attrs:
        return attrs["hidden"] != "until-found"
    style = attrs.get("style") or ""
    return "display:none" in style.replace(" ", "").lower()


def shows(tag: str, attrs: dict[str, str | None] | None) -> bool:
    """Whether a reader sees what an element holds, as far as that element goes."""
    return tag not in UNSEEN and not is_hidden(attrs)


@dataclass(frozen=True, slots=True)
class Words:
    """The shown texts of a page in order, as parallel lists, and the box and line that each stands in."""

    node: list[int]
    text: list[str]
    line: list[int]
    box: list[int]
    hidden: list[tuple[int, int]]
    """Ranges of nodes that are not shown."""

    def between(self, start: int, stop: int) -> range:
        """The places of the texts of the nodes `start .. stop`."""
        return range(bisect_left(self.node, start), bisect_left(self.node, stop))

    def join(self, places: Sequence[int]) -> str:
        """The texts as one, white space collapsed; boxes and lines are set apart by a space."""
        text = self.text[places[0]] if len(places) == 1 else "".join(self._pieces(places))
        return " ".join(text.split())

    def _pieces(self, places: Sequence[int]) -> Iterator[str]:
        last = None
        for place in places:
            if last is not None and self.box[place] != last:
                yield " "
            last = self.box[place]
            yield self.text[place]

    def lines(self, places: range) -> Iterator[tuple[range, str]]:
        """Each line of the texts: its places, and its words."""
        first = places.start
        for place in range(places.start, places.stop):
            if place + 1 == places.stop or self.line[place + 1] != self.line[place]:
                yield range(first, place + 1), self.join(range(first, place + 1))
                first = place + 1


def text_of(tree: Tree, node: int) -> str:
    """The shown text of one subtree; what stands above it is not asked."""
    if tree.tag[node] == TEXT:
        return " ".join(tree.text[node].split())
    words = read(tree, node, tree.end[node])
    return words.join(range(len(words.node)))


def read(tree: Tree, start: int = 0, stop: int | None = None) -> Words:
    """One pass over the tree, or over some of its subtrees."""
    words = Words([], [], [], [], [])
    tag, end, attrs = tree.tag, tree.end, tree.attrs
    line = box = 0
    closing: list[tuple[int, bool]] = []  # where the open edges end, and whether a line breaks there
    node, count = start, len(tag) if stop is None else stop
    while node < count:
        while closing and closing[-1][0] <= node:
            line += closing.pop()[1]
            box += 1
        name = tag[node]
        if name == TEXT:
            words.node.append(node)
            words.text.append(tree.text[node])
            words.line.append(line)
            words.box.append(box)
        elif name in UNSEEN or (attrs[node] and is_hidden(attrs[node])):
            words.hidden.append((node, end[node]))
            node = end[node]
            continue
        elif name in _EDGE:
            breaks = name in BREAKING
            line += breaks
            box += 1
            closing.append((end[node], breaks))
        node += 1
    return words
