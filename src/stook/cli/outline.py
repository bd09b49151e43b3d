"""The page as stook sees it, for `stook look`: its tree, or its visible lines with the dates marked.

Every line of the outline begins with the number of a node, by which `--node` looks at a part.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType

from stook import Page
from stook.cli.screen import UNLIMITED, harmless, in_pipe, room, short_link, shortened, styled
from stook.page import TEXT
from stook.recognise import dates

MOST_FOLDED = 200
"""Cells of what a folded node says, where the line has room for more."""
LEAST_TEXT = 20
MOST_INDENT = 30
"""Levels that are drawn; deeper nodes stand below one another."""


def declared(page: Page) -> list[RenderableType]:
    """The data that the page carries beside what it shows."""
    kinds = (("JSON-LD", page.json_ld), ("microdata", page.microdata), ("Open Graph", page.open_graph))
    found = [f"{kind} ({len(data)})" for kind, data in kinds if data]
    return [styled(("embedded data: " + ", ".join(found), "dim"))] if found else []


def tree(page: Page, start: int, depth: int) -> Iterator[RenderableType]:
    """The subtree of a node, a line for each element, down to `depth` levels below it."""
    top, last = page.depth[start], page.end[start]
    node = start
    while node < last:
        below = page.depth[node] - top
        only_text = node + 2 == page.end[node] and page.tag[node + 1] == TEXT
        folded = below == depth and page.end[node] > node + 1 and not only_text
        yield _tree_line(page, node, below, only_text, folded)
        node = page.end[node] if folded or only_text else node + 1


def _tree_line(page: Page, node: int, below: int, only_text: bool, folded: bool) -> RenderableType:
    number, indent = f"{node:>6}  ", "  " * min(below, MOST_INDENT)
    name = "" if page.tag[node] == TEXT else _name(page, node)
    notes = "".join(f" {note}" for note in _notes(page, node))
    if folded:
        notes += f" … {page.end[node] - node - 1:,} nodes"
    text = ""
    if only_text or folded or not name:
        words = page.text_of(node) if folded else " ".join(page.text[node + only_text].split())
        left = room() - len(number + indent + name + notes) - 3
        free = max(LEAST_TEXT, min(MOST_FOLDED, left) if folded else left)
        text = f'{" " if name else ""}"{shortened(harmless(words), free)}"' if words else ""
    shown = page.is_shown(node)
    return styled((number, "dim"), indent, (name, "bold" if shown else "dim"), (notes, "cyan"),
                  (text, "" if shown else "dim"), too_long="cut")


def _name(page: Page, node: int) -> str:
    """An element as a selector writes it."""
    identity = page.attr(node, "id")
    classes = "".join(f".{name}" for name in page.classes(node))
    return page.tag[node] + (f"#{identity}" if identity else "") + classes


def _notes(page: Page, node: int) -> Iterator[str]:
    most_link, most_value = (UNLIMITED, UNLIMITED) if in_pipe() else (60, 40)
    if page.tag[node] == "a":
        link = short_link(page.link(node), page.url)
        yield f"→ {shortened(link, most_link, keep='end')}" if link else "→ no page"
    for name in ("datetime", "src", "alt"):
        if value := page.attr(node, name):
            yield f"{name}={shortened(value, most_value)}"
    if not page.is_shown(node):
        yield "(not shown)"


def lines(page: Page, start: int) -> Iterator[RenderableType]:
    """The lines that a reader sees of a node, in order, each with the node that it begins with."""
    words = page.words
    for places, text in words.lines(words.between(start, page.end[start])):
        pieces: list[tuple[str, str] | str] = [(f"{words.node[places.start]:>6}  ", "dim")]
        done = 0
        for mention in dates.find(text, page.language):
            pieces += [text[done:mention.start], (f"[{text[mention.start:mention.end]}]", "green")]
            done = mention.end
        if text:
            yield styled(*pieces, text[done:])
