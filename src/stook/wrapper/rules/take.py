"""The value cut: what of a node is the value."""

from __future__ import annotations

from itertools import islice

from stook.page import Page
from stook.wrapper.rules.model import OWN_TEXT, PARTS, TEXT_OF, Part, Pick


def take(page: Page, node: int, what: str) -> str:
    """The text of a node, or that of one of its attributes."""
    if what == TEXT_OF:
        return page.text_of(node)
    words = page.words
    if what == PARTS:
        return " ".join(words.join([place]) for place in words.between(node, page.end[node]))
    if what == OWN_TEXT:
        return words.join([place for place in words.between(node, page.end[node])
                           if page.parent[words.node[place]] == node])
    return page.attr(node, what.removeprefix("@"))


def stop_of(page: Page, node: int, more: int) -> int:
    """Where a value ends that begins at a node and takes in so many of its next siblings."""
    stop = page.end[node]
    if more:
        siblings = (child for child in page.children(page.parent[node]) if child >= page.end[node])
        for sibling in islice(siblings, more):
            stop = page.end[sibling]
    return stop


def value_at(page: Page, node: int, pick: Pick) -> str:
    """What a pick is after at a node that it found."""
    said = page.text_in(node, stop_of(page, node, pick.more)) if pick.more else take(page, node, pick.take)
    return cut_out(said, pick.part) if pick.part else said


def cut_out(text: str, part: Part) -> str:
    """The part of a text that is the value; empty where the text is not so made."""
    start = text.find(part.after)
    if start < 0:
        return ""
    start += len(part.after)
    stop = text.find(part.before, start) if part.before else len(text)
    return text[start:stop].strip() if stop >= 0 else ""
