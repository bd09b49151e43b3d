"""Which part of a record is its title, its link, its date, its category: settled by columns, not record by record.

A *column* is what stands on one path below the records' heads. A part is taken for what it does over all
records: titles differ from record to record and are the longest words that link or head; categories repeat;
dates read as dates. The words that authors give to classes, `rel` and `itemprop` are evidence as well.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from stook.learning.listing import before, days
from stook.learning.listing.days import DateFinder
from stook.learning.listing.found import Sighting, Spot
from stook.learning.listing.leads import FEWEST, HEADINGS, ITEMS, Block, Group, Paths
from stook.page import TEXT, Page
from stook.recognise import dates
from stook.wrapper.rules.apply import month_and_day, take
from stook.wrapper.rules.model import OWN_TEXT, PARTS, TEXT_OF

DATE_WORDS = re.compile(r"date|time|publi|posted|created|pubdate|tiempo|fecha|datum|updated", re.IGNORECASE)
UPDATE_WORDS = re.compile(r"updat|modif|edit|last|lectur|comment|reply", re.IGNORECASE)
CATEGORY_WORDS = re.compile(r"categ|(?<![a-z])cats?(?![a-z])|section|topic|rubri|genre|channel", re.IGNORECASE)
KIND_WORDS = re.compile(
    r"label|kind|type|badge|kicker|eyebrow|overline|flag|theme|(?<![a-z])ico|(?<![a-z])tags?(?![a-z])", re.IGNORECASE)
LABEL_WORDS = re.compile(f"{CATEGORY_WORDS.pattern}|{KIND_WORDS.pattern}|(?<![a-z])new(?![a-z])", re.IGNORECASE)
TAG_WORDS = re.compile(r"(?<![a-z])tags?(?![a-z])|label|keyword", re.IGNORECASE)
TITLE_WORDS = re.compile(r"title|ttl|headline|subject|midashi", re.IGNORECASE)
SUMMARY_WORDS = re.compile(r"summary|excerpt|desc|teaser|intro|snippet|body|(?<![a-z])text(?![a-z])", re.IGNORECASE)
AUTHOR_WORDS = re.compile(
    r"author|byline|user|member|profile|poster|/u/|/@|/people/|vcard|autor|auteur|verfasser|owner|автор|作者|작성자|投稿者",
    re.IGNORECASE)
OTHERS_WORDS = re.compile(
    "|".join((AUTHOR_WORDS.pattern, CATEGORY_WORDS.pattern, TAG_WORDS.pattern)), re.IGNORECASE)
OTHER_WORDS = re.compile(r"comment|reply|respond|share|more|edit", re.IGNORECASE)
CATEGORY_LINK = re.compile(r"/(?:categor(?:y|ies|ia|ie)|kategori\w*|rubri\w*|topics?|sections?)/", re.IGNORECASE)

SAMPLE = 8
"""So many cells of a column are looked at."""
MOST_BESIDE = 4
LONGEST_LABEL = 24
MOST_COLUMNS = 100
TELLING = 0.7
"""The share of records that a column of links must tell apart to lead from them."""
RIVAL = 0.8
"""A column this near to the best may be titles too."""
OFTEN = 0.25
"""A column that fewer records have is looked at only where others leave records without a title."""
MOST_TITLES = 16
"""Where classes differ from record to record, titles that are alike stand in so many columns."""
LONG_TITLE = 90
"""Texts longer than this on average sum up rather than name."""


class Column:
    """The nodes on one path, by record."""

    __slots__ = ("above", "cells")

    def __init__(self, above: int = -1) -> None:
        self.cells: dict[int, list[int]] = {}
        self.above = above
        """The number of the path right above it; -1 is the top of the record."""

    def first(self, record: int) -> int | None:
        nodes = self.cells.get(record)
        return nodes[0] if nodes else None


def _split(column: Column) -> list[Column]:
    """Where every record has the same few nodes on a path, the first of them are a column, the second another."""
    counts = {len(nodes) for nodes in column.cells.values()}
    if len(column.cells) < 2 or len(counts) > 1 or not 1 < (count := counts.pop()) <= MOST_BESIDE:
        return [column]
    parts = [Column(column.above) for _ in range(count)]
    for record, nodes in column.cells.items():
        for part, node in zip(parts, nodes, strict=True):
            part.cells[record] = [node]
    return parts


class Table:
    """The columns of a group of records, and questions about them."""

    def __init__(self, page: Page, group: Group) -> None:
        self.page = page
        self.group = group
        known: dict[tuple[int, int], int] = {}
        columns: dict[int, Column] = {}
        for record, block in enumerate(group.blocks):
            for node, path, above in self._paths(block, known):
                column = columns.get(path)
                if column is None:
                    column = columns[path] = Column(above)
                column.cells.setdefault(record, []).append(node)
        self.columns = [part for column in columns.values() for part in _split(column)]
        self.needs_plain_titles = _say_no_title(page, [block.lead for block in group.blocks[:12]])
        """Whether the titles lead nowhere themselves."""

    def __len__(self) -> int:
        return len(self.group.blocks)

    def _paths(self, block: Block, known: dict[tuple[int, int], int]) -> Iterator[tuple[int, int, int]]:
        """The elements of a record, each with the numbers of its path below the record's scope and of the path above.
        What the head says of itself is of its record alone, so its classes are no part of the path."""
        page = self.page
        kinds, parent, tag = page.kinds, page.parent, page.tag
        numbers: dict[int, int] = {}
        for node in range(block.start, block.stop):
            if tag[node] != TEXT or parent[node] == block.section:  # of runs the texts themselves are parts
                kind = -1 if node == block.head else kinds[node]
                above = numbers.get(parent[node], -1)
                numbers[node] = number = known.setdefault((above, kind), len(known))
                yield node, number, above

    def text(self, node: int, how: str = TEXT_OF) -> str:
        return take(self.page, node, how)

    def words_about(self, node: int, record: int) -> str:
        """The classes, rel and itemprop on the way from the record down to a node, and the head of its column where
        the records are rows."""
        page, said = self.page, []
        start = self.group.blocks[record].start
        for _ in range(4):
            if node <= start:  # what a record says of itself is not said of its parts
                break
            said.append(self.words_of(node))
            if page.tag[node] == "td":
                said.append(self._heads.get(page.ordinals[node], ""))
            node = page.parent[node]
        return " ".join(said)

    def words_of(self, node: int) -> str:
        """The classes, rel and itemprop of a node."""
        attrs = self.page.attrs[node]
        return " ".join(attrs.get(name) or "" for name in ("class", "rel", "itemprop")) if attrs else ""

    @cached_property
    def _heads(self) -> dict[int, str]:
        """What the heads of a table's columns say, by the place of the column."""
        page, first = self.page, self.group.blocks[0]
        if page.tag[first.start] != "tr":
            return {}
        table = next((above for above in page.ancestors(first.start) if page.tag[above] == "table"), first.section)
        cells = page.select("th", within=(table, first.start))
        heads, place = {}, 1
        for cell in (cell for cell in cells if page.parent[cell] == page.parent[cells[-1]]):
            heads[place] = page.text_of(cell)[:LONGEST_LABEL]
            place += _width_of(page.attr(cell, "colspan"))
        return heads


def _say_no_title(page: Page, leads: Sequence[int]) -> bool:
    """Whether leads are neither links nor headings, say all the same ("Read more") or only numbers ("T-24/17")."""
    said = [page.text_of(lead) for lead in leads]
    return len(set(said)) <= len(said) / 2 or 2 * sum(map(_is_number, said)) > len(said) or not any(
        page.tag[lead] == "a" or page.tag[lead] in HEADINGS or page.tag[lead] in ITEMS for lead in leads)


def _is_number(text: str) -> bool:
    """Whether a text is one word with more than a digit in it: a number of something, and no title."""
    return len(text) <= LONGEST_LABEL and " " not in text and sum(map(str.isdigit, text)) > 1 and text.isascii()


def _width_of(colspan: str) -> int:
    """How many columns a cell of a table spans."""
    return int(colspan) if colspan.isdecimal() and 0 < int(colspan) < MOST_COLUMNS else 1


@dataclass(frozen=True, slots=True)
class Dated:
    """A date in a record: where, how plainly (the share of the text that it is), and how many stand on its path."""

    record: int
    spot: Spot
    plain: float
    whole: bool
    beside: int


@dataclass(frozen=True)
class Roles:
    """The spots of each field, record by record, and how sure they look."""

    table: Table
    titles: list[Spot | None]
    urls: list[Spot | None]
    dates: list[tuple[Spot, ...]]
    categories: list[Spot | None]
    title_score: float
    crowded: float
    """How far the title is one of several as good in its record: then the record is rather a list itself."""
    dated: float
    """The share of the records that show a date of their own."""
    usual: frozenset[int] = frozenset()
    """The records whose title stands where most titles stand."""

    def sightings(self) -> tuple[Sighting, ...]:
        """The records that have a title. Where they show dates, what shows none may be none of them."""
        found = []
        for record, (block, title, url, date, category) in enumerate(zip(
                self.table.group.blocks, self.titles, self.urls, self.dates, self.categories, strict=True)):
            if title and (date or record not in self._others):
                spots = {"title": (title,)} | ({"url": (url,)} if url else {}) | ({"date": date} if date else {})
                spots |= {"category": (category,)} if category else {}
                found.append(Sighting(block.start, block.stop, block.section, block.head, spots))
        return tuple(found)

    @cached_property
    def _others(self) -> set[int]:
        """Of records without a date, where most have one: those in a section of which none has, which is another list;
        those whose title stands elsewhere and is short, as page numbers in the last row; and headings within the text
        of an entry."""
        blocks = self.table.group.blocks
        undated = [record for record, date in enumerate(self.dates) if not date]
        if self.dated <= MOSTLY_DATED or not undated:
            return set()
        sizes = Counter(block.section for block in blocks)
        bare = {section for section, size in Counter(blocks[record].section for record in undated).items()
                if size == sizes[section] >= FEWEST}
        inside = self.table.group.cut == "runs" and len(undated) < 0.1 * len(blocks)
        said = [len(self.table.text(title.node, title.take)) if title else 0 for title in self.titles]
        short = SHORT_TITLE * sum(said) / len(said)
        return {record for record in undated if inside or blocks[record].section in bare or (
            record not in self.usual and said[record] < short)}


def titled(page: Page, group: Group, find: DateFinder) -> Roles:
    """The titles that the records show, and their links."""
    table = Table(page, group)
    titles, score, crowded, usual = title_spots(table, find)
    nothing: list[Spot | None] = [None] * len(table)
    return Roles(table, titles, url_spots(table, titles), [()] * len(table), nothing, score, crowded, 0.0, usual)


def with_own_dates(roles: Roles, find: DateFinder) -> Roles:
    """And the dates that they show themselves."""
    when = date_spots(roles.table, roles.titles, find)
    dated = sum((1.0 if one.whole else PARTLY) / one.beside for one in when if one) / len(when)
    return replace(roles, dates=[(one.spot,) if one else () for one in when], dated=dated)


def with_surroundings(own: Roles, paths: Paths, find: DateFinder) -> Roles:
    """And what stands before them: the dates that headings give or complete."""
    if before.say_enough(own.table.page, own.dates, find):
        return own
    around = before.dated_standings(own.table.page, own.table.group, paths, find)
    when = before.joined(own.dates, before.completing(own.table.page, around, own.dates, find))
    if around and not any(when):
        for spots in _numbers(own.table):
            if way := before.completing(own.table.page, around, spots, find):
                when = before.joined(spots, way)
                break
    gained = sum(bool(now) and not was for now, was in zip(when, own.dates, strict=True)) / len(when)
    return replace(own, dates=when, dated=own.dated + gained / SHARED)


# titles -----------------------------------------------------------------------------------------------

def title_spots(table: Table, find: DateFinder) -> tuple[list[Spot | None], float, float, frozenset[int]]:
    """The best title column, and for records that lack it the next best; how good the best is, how crowded, and which
    records have it."""
    often = [column for column in table.columns if len(column.cells) >= OFTEN * len(table)]
    scored = _before_summaries(table, _inside_cards(table, _scored(table, often, find), find))
    titled = {record for _, column in scored for record in column.cells}
    if len(often) < len(table.columns) and len(titled) < len(table):
        seldom = [column for column in table.columns if len(column.cells) < OFTEN * len(table)]
        scored = scored + _scored(table, seldom, find)
    spots: list[Spot | None] = [None] * len(table)
    for place, (score, column) in enumerate(scored[:MOST_TITLES]):
        if place >= 4 and score * len(table) / len(column.cells) < 0.5 * scored[0][0]:
            continue
        for record in range(len(table)):
            node = column.first(record)
            if spots[record] is None and node is not None and table.text(node):
                spots[record] = Spot(node, _title_take(table.page, node, find))
    if not scored:
        return spots, 0.0, 0.0, frozenset()
    for record, block in enumerate(table.group.blocks):
        if spots[record] is None and table.page.tag[block.lead] in ITEMS:  # an item that leads nowhere
            own = table.text(block.lead, OWN_TEXT)
            spots[record] = Spot(block.lead, OWN_TEXT if own else TEXT_OF)
    return spots, scored[0][0], _crowded(table, scored), frozenset(scored[0][1].cells)


def widest_titles(page: Page, blocks: Sequence[Block]) -> list[int]:
    """How much the title of each record could say at most: the widest link or heading, or all that it shows where
    leads do not say titles."""
    if _say_no_title(page, [block.lead for block in blocks[:12]]):
        return [width(page.text_in(block.start, block.stop)) for block in blocks]
    return [max(width(page.text_of(node)) for node in (block.lead, *page.select(
        "a", *HEADINGS, within=(block.start, block.stop)))) for block in blocks]


def _scored(table: Table, columns: Sequence[Column], find: DateFinder) -> list[tuple[float, Column]]:
    """Those of the columns that may be titles, the best first."""
    return sorted(((score, column) for column in columns if (score := _title_score(table, column, find)) > 0),
                  key=lambda pair: -pair[0])


def _crowded(table: Table, scored: Sequence[tuple[float, Column]]) -> float:
    """How far the best title is one of several as good in its record."""
    score, best = scored[0]
    record = next(iter(best.cells))
    node = best.cells[record][0]
    rivals = {first for other, column in scored if other > RIVAL * score for first in column.cells.get(record, ())
              if not (first <= node < table.page.end[first] or node <= first < table.page.end[node])
              and table.text(first) != table.text(node)}
    alike = [sum(2 * len(text) > len(table.text(nodes[0])) for text in {table.text(n) for n in nodes}) or 1
             for nodes in best.cells.values()]
    return max(0.0, 1 - len(alike) / (sum(alike) + len(alike) * len(rivals)))


def _inside_cards(table: Table, scored: list[tuple[float, Column]], find: DateFinder) -> list[tuple[float, Column]]:
    """What is around all of a record is no title: where the best column's words stand in several lines or hold a date,
    the best column inside it leads if it is not much worse."""
    if not scored:
        return scored
    (score, best), end = scored[0], table.page.end
    some = {record: nodes[0] for record, nodes in list(best.cells.items())[:12]}
    nodes = {record: node for record, node in some.items()
             if _breaks(table.page, node) or _holds_date(table.page, node, find)}
    if 2 * len(nodes) < len(some):
        return scored
    inner = [pair for pair in scored[1:] if pair[0] > 0.5 * score and all(
        (part := pair[1].first(record)) is not None and node < part < end[node] and not _breaks(table.page, part)
        for record, node in nodes.items())]
    return inner[:1] + [pair for pair in scored if pair not in inner[:1]]


def _before_summaries(table: Table, scored: list[tuple[float, Column]]) -> list[tuple[float, Column]]:
    """Titles come before what sums them up: where the best column is of long texts, the best one before it leads
    if it is not much worse."""
    if not scored:
        return scored
    score, best = scored[0]
    nodes = [nodes[0] for nodes in best.cells.values()][:12]
    if sum(len(table.text(node)) for node in nodes) < LONG_TITLE * len(nodes):
        return scored
    earlier = [pair for pair in scored[1:] if pair[0] > 0.5 * score and all(
        (first := pair[1].first(record)) is not None and table.page.end[first] <= best.cells[record][0]
        for record in list(best.cells)[:12])]
    return earlier[:1] + [pair for pair in scored if pair not in earlier[:1]]


def _title_take(page: Page, node: int, find: DateFinder) -> str:
    """A title's own text where it begins or ends in what is no part of it: a link that is only a sign ("#", "¶"), a
    date, a label."""
    parts = [child for child in page.children(node) if page.words.between(child, page.end[child])]
    added = {child for child in parts[:1] + parts[-1:] if page.tag[child] != TEXT and _is_added(page, child, find)}
    rest = [child for child in parts if child not in added]
    return OWN_TEXT if added and rest and all(page.tag[child] == TEXT for child in rest) else TEXT_OF


def _is_added(page: Page, node: int, find: DateFinder) -> bool:
    """Whether a part of a title is a sign, a date or a label rather than words of it."""
    text = page.text_of(node)
    if page.tag[node] == "a":
        return len(text) <= 1
    if len(text) <= LONGEST_LABEL and text.endswith((":", "：")):
        return True
    return _is_date(text, find) or (len(text) <= LONGEST_LABEL and bool(
        LABEL_WORDS.search(page.attr(node, "class")) and not TITLE_WORDS.search(page.attr(node, "class"))))


def _title_score(table: Table, column: Column, find: DateFinder) -> float:
    """How much a column is like a column of titles, between 0 and about 4."""
    page = table.page
    some = [nodes[0] for nodes in islice(column.cells.values(), 0, None, -(-len(column.cells) // SAMPLE))]
    plain = not all(_may_be_title(page, node) for node in some)
    if plain and not table.needs_plain_titles:
        return 0.0
    texts = [table.text(node) for node in some]
    length = sum(min(width(text), 60) for text in texts) / len(texts)
    if length < 2:
        return 0.0
    headed = sum(_in_heading(page, node) for node in some) / len(some)
    linked = sum(link_of(page, node) is not None for node in some) / len(some)
    if not (headed or linked or plain):
        return 0.0
    distinct = len(set(texts)) / len(texts)
    signed = [find.may_be_between(node, page.end[node]) for node in some]
    dated = sum(sign and (text.isdigit() or _is_date(text, find))
                for sign, text in zip(signed, texts, strict=True)) / len(texts)
    holding = sum(sign and _holds_date(page, node, find) for sign, node in zip(signed, some, strict=True)) / len(some)
    broken = sum(_breaks(page, node) for node in some) / len(some)
    leading = sum(table.group.blocks[record].lead == nodes[0] for record, nodes in column.cells.items())
    several = sum(map(len, column.cells.values())) / len(column.cells)
    about = table.words_about(some[0], next(iter(column.cells)))
    score = 0.4 + 0.9 * headed + 0.5 * linked + length / 60 + 0.6 * bool(TITLE_WORDS.search(about))
    score *= len(column.cells) / len(table) * distinct**2 * (1 - 0.8 * dated) * (1 - 0.7 * max(broken, holding))
    score *= (1 + 0.4 * leading / len(column.cells)) / math.pow(several, 0.7)
    prose = page.tag[some[0]] == "p" and not headed and not TITLE_WORDS.search(about)
    score *= 0.4 if 2 * sum(map(_is_number, texts)) > len(texts) else 1.0
    score *= 0.5 if prose or SUMMARY_WORDS.search(about) else 1.0
    named = TITLE_WORDS.search(f"{table.words_of(some[0])} {table.words_of(page.parent[some[0]])}")
    return score * (0.4 if OTHERS_WORDS.search(about) and not named else 1.0) * (0.6 if plain else 1.0)


def _holds_date(page: Page, node: int, find: DateFinder) -> bool:
    """Whether a part of the node is a date: then the title is another part."""
    return any(page.tag[child] != TEXT and _is_date(page.text_of(child), find) for child in page.children(node))


def _breaks(page: Page, node: int) -> bool:
    """Whether the words of a node stand in several lines."""
    places, line = page.words.between(node, page.end[node]), page.words.line
    return bool(places) and line[places[0]] != line[places[-1]]


def _may_be_title(page: Page, node: int) -> bool:
    """A link, a heading, or a part of one; but not a heading that says little more than a link in it."""
    if page.tag[node] in HEADINGS:
        links = page.select("a", within=(node, page.end[node]))
        return not links or max(len(page.text_of(a)) for a in links) < 0.4 * len(page.text_of(node))
    return page.tag[node] == "a" or any(
        page.tag[above] == "a" or page.tag[above] in HEADINGS for above in islice(page.ancestors(node), 5))


def _in_heading(page: Page, node: int) -> bool:
    return page.tag[node] in HEADINGS or page.tag[page.parent[node]] in HEADINGS or any(
        page.tag[n] in HEADINGS for n in range(node + 1, min(page.end[node], node + 4)))


def link_of(page: Page, node: int) -> int | None:
    """The link that a node is, holds, or stands in."""
    if page.link(node):
        return node
    for inner in page.select("a", within=(node, page.end[node])):
        if page.link(inner):
            return inner
    for above in islice(page.ancestors(node), 4):
        if page.tag[above] == "a":
            return above if page.link(above) else None
    return None


def width(text: str) -> int:
    """How much a text says: a sign of Chinese, Japanese or Korean says as much as two or three letters."""
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


_WIDE = re.compile("[^\0-\u2e7f]")


def url_spots(table: Table, titles: Sequence[Spot | None]) -> list[Spot | None]:
    """Where each title leads. Titles that lead nowhere share the links that tell records apart best."""
    page = table.page
    links = [link_of(page, title.node) if title else None for title in titles]
    lost = any(title and link is None for title, link in zip(titles, links, strict=True))
    others = link_column(table) if lost else None
    return [url_spot(page, block, title, others.first(record) if others else None) if link is None else
            Spot(link, "@href")
            for record, (block, title, link) in enumerate(zip(table.group.blocks, titles, links, strict=True))]


def url_spot(page: Page, block: Block, title: Spot | None, other: int | None) -> Spot | None:
    """Of a title that leads nowhere: a link with its words; else its place on the page; else the `other` link, one
    that tells this record from others."""
    if title is None:
        return None
    links = [a for a in page.select("a", within=(block.start, block.stop)) if page.link(a)]
    link = next((a for a in links if page.text_of(a) == page.text_of(title.node)), other)
    if link is None and page.attr(title.node, "id"):
        return Spot(title.node, "@id")
    link = link or (links[0] if links else None)
    return Spot(link, "@href") if link is not None else None


def link_column(table: Table) -> Column | None:
    """The links that tell records apart best: a permanent link or "Read more", not the author or the comments."""
    page = table.page
    best, found = 0.0, None
    for column in table.columns:
        nodes = [nodes[0] for nodes in column.cells.values()]
        if page.tag[nodes[0]] != "a" or len(nodes) < TELLING * len(table):
            continue
        links = {link for node in nodes if (link := page.link(node))}
        about = f"{table.words_about(nodes[0], next(iter(column.cells)))} {page.attr(nodes[0], 'href')}"
        worth = len(links) / len(table) * (0.5 if "#" in about or OTHERS_WORDS.search(about) else 1.0)
        if worth > best:
            best, found = worth, column
    return found if best >= TELLING else None


# dates ------------------------------------------------------------------------------------------------

def _is_date(text: str, find: DateFinder) -> bool:
    return len(text) < 40 and any(mention.end - mention.start > 0.6 * len(text) for mention in find(text))


def date_spots(table: Table, titles: Sequence[Spot | None], find: DateFinder) -> list[Dated | None]:
    """The best date column; for records that lack it the next best."""
    inside = sorted(spot.node for spot in titles if spot)
    columns = [found for column in table.columns if (found := _dates_of(table, column, find, inside))]
    scored = sorted(((_date_score(table, found), found) for found in columns),
                    key=lambda pair: (-round(pair[0], 3), -table.page.depth[pair[1][0].spot.node]))
    when: list[Dated | None] = [None] * len(table)
    if scored and scored[0][0] >= A_DATE_COLUMN:
        for place, (score, found) in enumerate(scored[:4]):
            if not place or score / len(found) * len(table) >= PLAIN_ENOUGH:
                for one in found:
                    when[one.record] = when[one.record] or one
    return when


A_DATE_COLUMN = 0.45
"""A plain date in every record scores 1.5; less than this are dates that some records happen to mention."""
DATE_PARTS = 6
"""A date set in parts (day, month, year, time) has no more than so many texts."""
PLAIN_ENOUGH = 1.1
"""A further column dates the records that the best one leaves out, however few, if its dates are as plain."""
def _numbers(table: Table) -> Iterator[list[tuple[Spot, ...]]]:
    """Columns of short numbers, which may be days and months below a heading that names the year."""
    for column in table.columns:
        if len(column.cells) < 0.8 * len(table):
            continue
        firsts = [column.first(record) for record in range(len(table))]
        for how in (OWN_TEXT, TEXT_OF):
            spots: list[tuple[Spot, ...]] = [() if node is None else (Spot(node, how),) for node in firsts]
            texts = [table.text(spot.node, spot.take) for found in spots[:6] for spot in found]
            if all(len(text) <= 12 and any(map(str.isdigit, text)) for text in texts):
                yield spots
                break


MOSTLY_DATED = 0.8
SHORT_TITLE = 0.5
PARTLY = 0.4
"""What a date is worth that leaves out the year or the day."""
SHARED = 1.6
"""A date that stands before a record, and for others too, counts as so many on one path."""


def _dates_of(table: Table, column: Column, find: DateFinder, titles: Sequence[int]) -> list[Dated]:
    """For each record the first spot of the column that shows a date."""
    found: list[Dated] = []
    for looked, (record, nodes) in enumerate(column.cells.items(), 1):
        seen = [one for node in nodes[:4] if find.may_be_at(node)
                and (one := _date_at(table.page, node, find, titles))]
        if seen:
            found.append(Dated(record, *seen[0], len(seen)))
        elif looked == 6 and not found:  # a column of dates begins with dates
            return []
    return found


def _date_at(page: Page, node: int, find: DateFinder, titles: Sequence[int]) -> tuple[Spot, float, bool] | None:
    """Where a node shows a date: the spot, how plainly, and whether it is whole."""
    best: tuple[Spot, float, bool] | None = None
    for how in _ways_to_date(page, node, titles) if find.may_be_between(node, page.end[node]) else ():
        text = take(page, node, how)
        if not text or len(text) > days.LONGEST:
            continue
        for mention in find(text) or filter(None, [month_and_day(text, find)]):
            whole = mention.complete and not mention.relative
            worth = (mention.end - mention.start) / len(text) * (1.0 if whole else 0.45)
            if best is None or worth > best[1] + 0.05:
                best = Spot(node, how), worth, mention.complete
    for name in days.ATTRIBUTES if (best is None or best[1] < 0.5) and page.attrs[node] else ():
        value = page.attr(node, name)
        if value and len(value) < 60 and (dates.read(value) or any(m.complete for m in find(value))):
            if best is None or best[1] < 0.5:
                best = Spot(node, f"@{name}"), 0.8, True
            break
    return best


def _ways_to_date(page: Page, node: int, titles: Sequence[int]) -> tuple[str, ...]:
    """What of a node may be a date: its own text, or all of it where it is set in parts and holds no title."""
    if page.tag[node] == TEXT:
        return (TEXT_OF,)
    parts = len(page.words.between(node, page.end[node]))
    holds_title = bisect_left(titles, node) < bisect_left(titles, page.end[node])
    return (OWN_TEXT, TEXT_OF, PARTS) if 1 < parts <= DATE_PARTS and not holds_title else (OWN_TEXT,)


def _date_score(table: Table, found: Sequence[Dated]) -> float:
    first = found[0]
    about = table.words_about(first.spot.node, first.record)
    plain = sum(one.plain for one in found) / len(found)
    beside = sum(one.beside for one in found) / len(found)
    score = len(found) / len(table) * (0.5 + plain) / math.pow(beside, 0.25)
    score *= 1.25 if table.page.tag[first.spot.node] == "time" else 1.0
    score *= 1.2 if DATE_WORDS.search(about) else 1.0
    return score * (0.8 if UPDATE_WORDS.search(about) else 1.0)
