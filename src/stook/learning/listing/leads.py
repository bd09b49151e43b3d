"""Where lists may be: groups of *leads*, and the records around them.

A *lead* is a node that may carry the title of a record: a link with words, or a heading. Leads of one *kind*
stand on equal paths (three ways to say equal: tags to the root; tags and classes to the root; tags and
classes of the nearest three). A record is what stands around one lead and no other: the highest node that
holds it alone; when the leads themselves are siblings, the siblings from one to the next.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice, pairwise
from math import sqrt

from stook.learning.listing.days import DateFinder
from stook.learning.listing.place import FURNITURE_TAGS, FURNITURE_WORDS, near
from stook.page import Page
from stook.page.words import BREAKING
from stook.wrapper.rules.apply import MARKS
from stook.wrapper.rules.model import CutKind

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
ITEMS = frozenset(("dd", "li"))
LONGEST_ITEM = 160
FEWEST = 3
"""Fewer leads of a kind are no list."""


@dataclass(frozen=True, slots=True)
class Block:
    """A record's nodes, in the section that holds it."""

    start: int
    stop: int
    section: int
    head: int
    lead: int


@dataclass(frozen=True, slots=True)
class Group:
    """Leads of one kind, cut apart."""

    leads: tuple[int, ...]
    cut: CutKind
    blocks: tuple[Block, ...]
    before: int = 0
    """Of a cut into runs: how many siblings before its head a record begins."""


LOOKED_AT = 7
"""So many kinds of leads are cut apart, those with the most words; the others are menus and signs."""


def groups(page: Page, paths: Paths, leads: Sequence[int]) -> Iterator[Group]:
    """The groups of leads that may be lists, cut apart; a cut that was seen is not given again."""
    seen: set[tuple[tuple[int, int], ...]] = set()
    alike = {tuple(some): _worth(page, some) for some in kinds(page, paths, leads)}
    for some in sorted(alike, key=lambda some: -alike[some])[:LOOKED_AT]:
        for whole in cut_apart(page, some):
            for group in (whole, *parts(page, whole)):
                key = tuple((block.start, block.stop) for block in group.blocks)
                if len(group.blocks) >= FEWEST and key not in seen and not _is_nested(page, group):
                    seen.add(key)
                    yield group


MOST_DEPTHS = 40


def _is_nested(page: Page, group: Group) -> bool:
    """Whether each record stands within the one before it, level after level: that is no list."""
    return len({page.depth[block.section] for block in group.blocks}) > MOST_DEPTHS


def _worth(page: Page, leads: Sequence[int]) -> float:
    """What is cheap to see of leads: how many there are, and how much they say; headings say more."""
    some = leads[:: -(-len(leads) // 8)]
    said = sum(min(60, len(page.text_of(node)) + 20 * is_headed(page, node)) for node in some) / len(some)
    return said * sqrt(min(len(leads), 12))


def is_headed(page: Page, node: int) -> bool:
    """Whether a node is a heading or right inside one."""
    return page.tag[node] in HEADINGS or page.tag[page.parent[node]] in HEADINGS


def leads_of(page: Page) -> list[int]:
    """Links and headings that show words, but for those that lead around the site."""
    leads = sorted(_links(page) + page.select(*HEADINGS))
    return _but_around(page, [node for node in leads if page.words.between(node, page.end[node])])


def signs_of(page: Page) -> list[int]:
    """Links that show no words but a sign, as for a download: what they lead to is said beside them."""
    return _but_around(page, [node for node in _links(page) if not page.words.between(node, page.end[node])
                              and page.link(node)])


def _links(page: Page) -> list[int]:
    return [node for node in page.select("a") if "href" in (page.attrs[node] or ())]


def dated_of(page: Page, find: DateFinder) -> list[int]:
    """Blocks of a few words that begin with a date: news that lead nowhere."""
    found = []
    for node, text in zip(page.words.node, page.words.text, strict=True):
        if len(text) > LONGEST_ITEM or not _DIGITS.search(text, 0, A_DATE):
            continue
        said = find(text.strip())[:1]
        if said and said[0].complete and said[0].start < A_MARK:
            block = next((a for a in page.ancestors(node) if page.tag[a] in BREAKING), None)
            if block is not None and _begins(page, block, node) and len(page.text_of(block)) > 2 * said[0].end:
                found.append(block)
    return _but_around(page, found)


A_DATE = 24
"""Whoever begins with a date has written a digit by then."""
_DIGITS = re.compile(r"\d")
A_MARK = 4
"""So many signs may stand before the date: a bullet, a bracket."""


def _begins(page: Page, block: int, node: int) -> bool:
    return page.words.node[page.words.between(block, page.end[block])[0]] == node


def _but_around(page: Page, leads: Sequence[int]) -> list[int]:
    outer: list[int] = []
    for node in sorted(page.select("nav", "footer")):
        if not outer or node >= page.end[outer[-1]]:
            outer.append(node)
    places = ((node, bisect_right(outer, node) - 1) for node in leads)
    return [node for node, place in places if place < 0 or node >= page.end[outer[place]]]


def kinds(page: Page, paths: Paths, leads: Sequence[int]) -> Iterator[list[int]]:
    """The leads by path, in the three ways to say what an equal path is."""
    by_tags: dict[int, list[int]] = {}
    by_kinds: dict[int, list[int]] = {}
    by_nearest: dict[tuple[int, int, int], list[int]] = {}
    tags = Paths(page, page.tag)
    for node in leads:
        above = page.parent[node]
        by_tags.setdefault(tags[node], []).append(node)
        by_kinds.setdefault(paths[node], []).append(node)
        nearest = (page.kinds[node], page.kinds[above], page.kinds[page.parent[above]])
        by_nearest.setdefault(nearest, []).append(node)
    for found in (by_kinds, by_nearest, by_tags):
        yield from (nodes for nodes in found.values() if len(nodes) >= FEWEST)


class Paths:
    """For each node a number of its path from the root; equal numbers mean equal names all the way."""

    def __init__(self, page: Page, names: Sequence[Hashable]) -> None:
        self._parent, self._names = page.parent, names
        self._known: dict[tuple[int, Hashable], int] = {}
        self._numbers = {-1: -1}

    def __getitem__(self, node: int) -> int:
        way = []
        while node not in self._numbers:
            way.append(node)
            node = self._parent[node]
        number = self._numbers[node]
        for below in reversed(way):
            number = self._known.setdefault((number, self._names[below]), len(self._known))
            self._numbers[below] = number
        return number


# joining -----------------------------------------------------------------------------------------------

BOXES = 2
WORDY = 12
TITLES_ONLY = 0.5
"""Where titles are so much of what boxes say, the boxes are lists and not texts with links in them."""


def companions(page: Page, group: Group, others: Sequence[Group]) -> Group | None:
    """A group and another one whose records stand in the same boxes, as the first item of each section of a front page
    and the smaller ones below it: one list. None if there is no such group."""
    if group.cut != "nodes":
        return None
    for other in sorted(others, key=lambda other: -len(other.blocks)):
        if other.cut == "nodes" and _say_their_own(page, group, other):
            mine = _shrunk(page, group, other)
            if _share_boxes(page, mine, other):
                return Group(tuple(sorted(group.leads + other.leads)), "nodes",
                             tuple(sorted(mine + other.blocks, key=lambda block: block.start)))
    return None


def _shrunk(page: Page, group: Group, other: Group) -> tuple[Block, ...]:
    """The group's records without those of the other group that stand in them."""
    leads = sorted(other.leads)

    def holds(start: int, stop: int) -> bool:
        return bisect_right(leads, start) < bisect_right(leads, stop - 1)

    blocks = []
    for block in group.blocks:
        if holds(block.start, block.stop):
            root = block.lead
            while page.parent[root] > block.start and not holds(page.parent[root], page.end[page.parent[root]]):
                root = page.parent[root]
            block = Block(root, page.end[root], page.parent[root], root, block.lead)
        blocks.append(block)
    return tuple(blocks)


def _share_boxes(page: Page, blocks: Sequence[Block], other: Group) -> bool:
    """Whether the records of both stand side by side in boxes of which there are several, and are what these show."""
    starts = [block.start for block in blocks]
    boxes: Counter[int] = Counter()
    for block in other.blocks:
        place = bisect_right(starts, block.start) - 1
        if place < 0 or block.start < blocks[place].stop or (
                place + 1 < len(starts) and block.stop > starts[place + 1]):
            return False
        boxes[page.common(starts[place], block.start)] += 1
    own = [next((box for box in page.ancestors(start) if box in boxes), 0) for start in starts]
    if len(boxes) < BOXES or len({page.depth[box] for box in boxes}) > 1 or not all(own) or not (
            len(set(own)) > 0.6 * len(starts) and len(boxes) > 0.6 * len(set(own))):
        return False
    titles = sum(len(page.text_of(block.lead)) for block in (*blocks, *other.blocks))
    return titles >= TITLES_ONLY * sum(len(page.text_of(box)) for box in boxes)


def _say_their_own(page: Page, group: Group, other: Group) -> bool:
    """Whether the other group's leads are titles of their own: wordy, each another, none leading where the first do."""
    some = other.leads[:: len(other.leads) // 16 | 1]
    texts = [page.text_of(lead) for lead in some]
    if sum(map(len, texts)) < WORDY * len(texts):
        return False
    known = {page.link(lead) for lead in group.leads}
    links = [page.link(lead) for lead in some]
    return len(set(texts)) > 0.8 * len(texts) and None not in links and len(
        known.intersection(links)) < 0.2 * len(links)


# parting -----------------------------------------------------------------------------------------------

UNLIKE = 0.6
"""Where the titles in one place are on average shorter than this share of those in another, they are of two lists."""


MOST_PLACES = 40
"""A list and what is like it beside it stand in a few places; more are sections of one list."""


def parts(page: Page, group: Group, levels: int = 3) -> Iterator[Group]:
    """Where records alike stand in several places that are not of one list, those of each place."""
    if len({block.section for block in group.blocks}) > 1 and unlike(page, group):
        for blocks in by_place(page, group.blocks):
            if len(blocks) >= FEWEST:
                part = replace(group, leads=tuple(sorted(block.lead for block in blocks)), blocks=tuple(blocks))
                yield part
                if levels:
                    yield from parts(page, part, levels - 1)


def unlike(page: Page, group: Group) -> float:
    """The share of a group's records that stand in places where titles are shorter by far than elsewhere, or in what
    surrounds the content where others do not: the items of a menu among those of a list."""
    places = by_place(page, group.blocks)
    if not 1 < len(places) <= MOST_PLACES:
        return 0.0
    said = [sum(min(60, len(page.text_of(block.lead))) for block in blocks) / len(blocks) for blocks in places]
    around = [near(page, blocks[0].section, FURNITURE_TAGS, FURNITURE_WORDS) for blocks in places]
    longest = max((size for blocks, size in zip(places, said, strict=True) if len(blocks) >= FEWEST), default=0.0)
    other = sum(len(blocks) for blocks, size, furniture in zip(places, said, around, strict=True)
                if (len(blocks) >= FEWEST and size < UNLIKE * longest) or furniture > min(around) + 0.5)
    return other / len(group.blocks)


def by_place(page: Page, blocks: Sequence[Block]) -> list[list[Block]]:
    """The records by the child, of the node that holds them all, in which they stand."""
    around = reduce(page.common, dict.fromkeys(block.section for block in blocks))
    children = list(page.children(around))
    found: dict[int, list[Block]] = {}
    for block in blocks:
        found.setdefault(bisect_right(children, block.section), []).append(block)
    return list(found.values())


# cutting ----------------------------------------------------------------------------------------------

def cut_apart(page: Page, leads: Sequence[int]) -> Iterator[Group]:
    """The records around the leads: as high as most of them may reach; where that is too high for some (sections
    that hold one record each), as high as all of them may reach; and where items hold several leads, the items."""
    leads = _without_repeats(page, leads)
    if len(leads) >= FEWEST:
        heights = Counter(_height(page, leads, place) for place in range(len(leads)))
        for height in dict.fromkeys((heights.most_common(1)[0][0], min(heights))):
            yield _cut_at(page, {_climb(page, lead, height): lead for lead in reversed(leads)}, height)
        items = {item: lead for lead in reversed(leads) if (item := _item_around(page, lead)) is not None}
        if FEWEST <= len(items) < len(leads):
            yield _cut_at(page, items, 1)
        elif holders := _holders(page, leads, min(heights)):
            yield _cut_at(page, holders, 1)


MOST_ALIKE = 4


def _holders(page: Page, leads: Sequence[int], height: int) -> dict[int, int]:
    """The elements that hold the same few leads each, with the first of them: a person and a paper, a category and a
    title. They may be the records."""
    held: dict[int, list[int]] = {}
    for lead in leads:
        held.setdefault(page.parent[_climb(page, lead, height)], []).append(lead)
    usual, count = Counter(map(len, held.values())).most_common(1)[0]
    if not 1 < usual <= MOST_ALIKE or count < max(FEWEST, 0.9 * len(held)):
        return {}
    return {holder: nodes[0] for holder, nodes in held.items() if len(nodes) == usual and page.parent[holder] > 0}


ROWS = frozenset(("li", "tr", "article", "dd"))


def _item_around(page: Page, lead: int) -> int | None:
    """The nearest element around a lead that authors use for one item; it may hold several leads alike."""
    return next((node for node in islice(page.ancestors(lead), 6) if page.tag[node] in ROWS), None)


def _cut_at(page: Page, roots: dict[int, int], height: int) -> Group:
    """The records at these roots, each with its first lead."""
    for outer in [a for a, b in pairwise(sorted(roots)) if b < page.end[a]]:
        del roots[outer]  # what holds records is no record
    by_section: dict[int, list[int]] = {}
    for root in sorted(roots):
        by_section.setdefault(page.parent[root], []).append(root)
    if height:
        _join_alike(page, roots, by_section)
    return _blocks(page, roots, by_section)


def _join_alike(page: Page, roots: dict[int, int], by_section: dict[int, list[int]]) -> None:
    """A sibling of the same kind as the roots is a record too, if a title of its own stands in it, although
    that title stands elsewhere than theirs; where titles are headings, an item with a heading is of their kind."""
    usual, count = Counter(page.kinds[root] for root in roots).most_common(1)[0]
    if count < 0.6 * len(roots):
        return
    one = next(root for root in roots if page.kinds[root] == usual)
    headed = page.tag[one] in ROWS and is_headed(page, roots[one])

    def is_alike(child: int) -> bool:
        return page.kinds[child] == usual or (headed and page.tag[child] == page.tag[one] and bool(
            page.select(*HEADINGS, within=(child, page.end[child]))))

    for section, nodes in by_section.items():
        if not page.signatures[nodes[0]] and (len(nodes) < FEWEST or 2 * len(nodes) < sum(
                page.kinds[child] == usual for child in page.children(section))):
            continue  # a kind without a class is no kind to go by, unless the section is made of it
        known, led = set(nodes), {page.attr(roots[node], "href") for node in nodes}
        for child in page.children(section):
            if child in known or not is_alike(child):
                continue
            lead = next((n for n in _leads_in(page, child) if page.attr(n, "href") not in led), None)
            if lead is None and page.tag[child] in ITEMS and not _leads_somewhere(page, child):
                lead = child  # an item that has nothing to lead to is still an item
            if lead is not None:
                roots[child] = lead
                nodes.append(child)
        nodes.sort()


def _leads_somewhere(page: Page, node: int) -> bool:
    return bool(page.select("a", within=(node, page.end[node]))) or not 4 < len(page.text_of(node)) < LONGEST_ITEM


def _leads_in(page: Page, node: int) -> Iterator[int]:
    """Headings first, then links: both with words."""
    within = (node, page.end[node])
    for lead in page.select(*HEADINGS, within=within) + page.select("a", within=within):
        if page.words.between(lead, page.end[lead]) and (page.tag[lead] != "a" or page.link(lead)):
            link = next((a for a in page.select("a", within=(lead, page.end[lead])) if page.link(a)), lead)
            yield link


def _without_repeats(page: Page, leads: Sequence[int]) -> list[int]:
    """A lead that leads where the one before did is the same record's: a picture, then the title."""
    kept: list[int] = []
    before = None
    for lead in leads:
        target = _leads_to(page, lead)
        if target is None or target != before:
            kept.append(lead)
            before = target
    return kept


def _leads_to(page: Page, lead: int) -> str | None:
    """Where a link leads, or the only link in a heading; "#" and scripts, the same for all items, lead nowhere."""
    links = [lead] if page.tag[lead] == "a" else page.select("a", within=(lead, page.end[lead]))
    return page.link(links[0]) if len(links) == 1 and not page.attr(links[0], "href").startswith("#") else None


def _height(page: Page, leads: Sequence[int], place: int) -> int:
    """How far above its lead a record may reach without holding the lead before or after."""
    node, height = leads[place], 0
    before = leads[place - 1] if place else -1
    after = leads[place + 1] if place + 1 < len(leads) else len(page)
    while page.parent[node] > 0 and page.parent[node] > before and page.end[page.parent[node]] <= after:
        node, height = page.parent[node], height + 1
    return height


def _climb(page: Page, node: int, height: int) -> int:
    for _ in range(height):
        if page.parent[node] <= 0:
            break
        node = page.parent[node]
    return node


def _blocks(page: Page, roots: dict[int, int], by_section: dict[int, list[int]]) -> Group:
    leads = tuple(sorted(roots.values()))
    gaps = [gap for section, nodes in by_section.items() for gap in _gaps(page, section, nodes)]
    inner = [gap for gap in gaps if gap.inner]
    shared = _shared_headings(page, gaps)
    worded = sum(bool(gap.words) and shared.isdisjoint(gap.nodes) for gap in inner)
    marked = sum(gap.marks > 0 for gap in inner)
    if inner and marked >= 0.8 * len(inner) and all(page.tag[root] == "a" for root in roots):
        return Group(leads, "marks", tuple(_between_marks(page, roots, by_section)))
    if not inner or worded < 0.5 * len(inner):
        blocks = [Block(root, page.end[root], page.parent[root], root, lead) for root, lead in sorted(roots.items())]
        return Group(leads, "nodes", tuple(blocks))
    before = _belongs_before(page, gaps)
    return Group(leads, "runs", tuple(_runs(page, roots, by_section, before)), before)


@dataclass(frozen=True, slots=True)
class _Gap:
    """The siblings between one root and the next (`inner`), or before the first."""

    nodes: tuple[int, ...]
    inner: bool
    words: int
    marks: int


def _gaps(page: Page, section: int, nodes: Sequence[int]) -> Iterator[_Gap]:
    wanted, inner = set(nodes), False
    gap: list[int] = []
    for child in page.children(section):
        if child in wanted:
            yield _Gap(tuple(gap), inner, sum(len(page.words.between(n, page.end[n])) for n in gap),
                       sum(page.tag[n] in MARKS for n in gap))
            gap, inner = [], True
        else:
            gap.append(child)


def _shared_headings(page: Page, gaps: Sequence[_Gap]) -> set[int]:
    """Headings that stand alone before the first root and before others, but not before all: they speak for those that
    follow, too."""
    alone = [gap.nodes[-1] for gap in gaps if gap.nodes and page.tag[gap.nodes[-1]] in HEADINGS and (
        len(gap.nodes) == 1 or not gap.inner)]
    first = [gap for gap in gaps if not gap.inner]
    leading = all(gap.nodes and gap.nodes[-1] in alone for gap in first)
    return set(alone) if leading and len(alone) < len(gaps) else set()


def _belongs_before(page: Page, gaps: Sequence[_Gap]) -> int:
    """How many siblings before a root belong to its record: as many as stand alike before nearly all roots,
    the first of the section among them."""
    if not any(not gap.inner and gap.nodes for gap in gaps):
        return 0
    count = 0
    while True:
        tails = [page.kinds[gap.nodes[-1 - count]] if len(gap.nodes) > count else None for gap in gaps]
        kind, share = Counter(tails).most_common(1)[0]
        firsts = [tail for tail, gap in zip(tails, gaps, strict=True) if not gap.inner]
        if kind is None or share < 0.8 * len(gaps) or Counter(firsts)[kind] < 0.8 * len(firsts):
            return count
        count += 1


def _runs(page: Page, roots: dict[int, int], by_section: dict[int, list[int]], before: int) -> Iterator[Block]:
    for section, nodes in by_section.items():
        siblings = list(page.children(section))
        places = {node: place for place, node in enumerate(siblings)}
        starts = [max(0, places[node] - before) for node in nodes]
        for node, start, following in zip(nodes, starts, [*starts[1:], len(siblings)], strict=True):
            stop = siblings[following] if following < len(siblings) else page.end[section]
            yield Block(siblings[start], stop, section, node, roots[node])


def _between_marks(page: Page, roots: dict[int, int], by_section: dict[int, list[int]]) -> Iterator[Block]:
    for section, nodes in by_section.items():
        marks = [child for child in page.children(section) if page.tag[child] in MARKS]
        starts = [section + 1, *(page.end[mark] for mark in marks)]
        stops = [*marks, page.end[section]]
        taken: set[int] = set()
        for node in nodes:
            place = bisect_right(starts, node) - 1
            if place not in taken:
                taken.add(place)
                yield Block(starts[place], stops[place], section, node, roots[node])
