"""Front pages: boxes of one kind side by side, each laid out as its section likes, together are one list.

A *box* is one of several siblings of a tag and a class. In a box records are laid out in several ways, as a first item
with a picture and smaller ones below it; no kind of leads has them all.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from stook.learning.listing.fields import width
from stook.learning.listing.leads import Block, Group
from stook.page import Page

FEWEST_BOXES = 3
WORDY = 16
"""What leads to a record says so much; "More", the name of a section or of an author says less."""
LONGEST_NAME = 40
MANY_MORE = 1.3
"""Boxes are one list only if they hold so many more records than the best list alone."""


def gathered(page: Page, best: Group, leads: Sequence[int]) -> Group | None:
    """What the boxes hold, in one of which the best list stands; None if it stands in no box, or has most of it."""
    boxes = _boxes_around(page, best)
    if not boxes:
        return None
    chosen: dict[str, int] = {}
    held: Counter[int] = Counter()
    for lead in leads:
        box = _box_of(page, boxes, lead)
        link = page.link(lead) if page.tag[lead] == "a" else None
        if box is not None and link is not None and "#" not in link and link not in chosen and width(
                page.text_of(lead)) >= WORDY and not _names_box(page, box, lead):
            chosen[link] = lead
            held[box] += 1
    if len(held) < FEWEST_BOXES or len(chosen) < MANY_MORE * len(best.blocks):
        return None
    blocks = _blocks(page, sorted(chosen.values()), frozenset(held))
    return Group(tuple(block.lead for block in blocks), "nodes", tuple(blocks))


def _box_of(page: Page, boxes: Sequence[int], lead: int) -> int | None:
    """The box that a lead stands in; a card that is a link itself is no box of its own."""
    place = bisect_left(boxes, lead) - 1
    return boxes[place] if place >= 0 and lead < page.end[boxes[place]] else None


def _names_box(page: Page, box: int, lead: int) -> bool:
    """Whether a lead is the name of its box: what is first in it says nothing else, or little beside ("View all")."""
    first = page.words.node[page.words.between(box, page.end[box])[0]]
    top = lead
    while page.parent[top] != box:
        top = page.parent[top]
    return lead < first < page.end[lead] and len(page.text_of(top)) <= 2 * len(page.text_of(lead)) <= 2 * LONGEST_NAME


def _boxes_around(page: Page, group: Group) -> list[int]:
    """The siblings alike of the highest node around the records that has enough of them, with records beside each other
    in it."""
    found: list[int] = []
    for node in page.ancestors(group.blocks[0].lead):
        if page.signatures[node] and page.parent[node] > 0:
            alike = [other for other in page.children(page.parent[node]) if page.tag[other] == page.tag[node]
                     and page.signatures[other] & page.signatures[node]]
            found = alike if len(alike) >= FEWEST_BOXES else found
    return found


def _blocks(page: Page, leads: Sequence[int], boxes: frozenset[int]) -> list[Block]:
    """The records: as high around their leads as they may reach without another lead, below the box."""
    blocks = []
    for place, lead in enumerate(leads):
        before = leads[place - 1] if place else -1
        after = leads[place + 1] if place + 1 < len(leads) else len(page)
        node = lead
        while page.parent[node] not in boxes and page.parent[node] > before and page.end[page.parent[node]] <= after:
            node = page.parent[node]
        blocks.append(Block(node, page.end[node], page.parent[node], node, lead))
    return blocks
