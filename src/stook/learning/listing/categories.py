"""What kind of thing each record is, said in the record or by the title of its section.

A *label* is a short text of its own that repeats from record to record. Authors may say what they show ("Category:
Town", "[Town]"), by the name of a class, or by where a link leads. What they say is believed first; a label that only
repeats may be a place or a person, so it yields to the titles of sections.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from stook.learning.listing import before
from stook.learning.listing.days import DateFinder
from stook.learning.listing.fields import (
    AUTHOR_WORDS,
    CATEGORY_LINK,
    CATEGORY_WORDS,
    KIND_WORDS,
    LONGEST_LABEL,
    OTHER_WORDS,
    Roles,
    Table,
)
from stook.learning.listing.found import Spot
from stook.learning.listing.leads import Block, Paths
from stook.page import Page
from stook.wrapper.rules.model import OWN_TEXT, TEXT_OF, Part
from stook.wrapper.rules.take import cut_out, take

PLACE_WORDS = re.compile(
    r"(?<![a-z])(?:location|place|venue|address|adresse|company|employer|city|country|price|amount|hits|views|replies"
    r"|format|duration|ort|lieu|lugar|buyer|agency|organi[sz]ation|institution|issuer|behörde|organisme|entidad)(?![a-z-])|место|場所"
    r"|地点|单位|机构|部门|기관|부서", re.IGNORECASE)
"""What a column is called that is of no category, though it repeats."""
_NAMED = re.compile(
    r"(?:^|(?<=[|·•–—/,;(]) ?)(?:(?:[^\W\d]{2,15} )?(?:"
    r"categor|kategor|catégor|rubri|ressort|topic|section|thema|thème|kind|type|категори|рубрик|分类|分類|栏目|カテゴリ"
    r"|카테고리|filed under|posted in)[^\s:：]*\s*[:：]\s*|(?:filed under|posted in) )",
    re.IGNORECASE)
"""What announces a category, at the beginning of a text or after a mark."""
_NAME = re.compile(r"[^\W\d][^:：]{1,30}[:：]\s*")
_MARK = re.compile(r"\s*[|·•;–—]|\s*$")
_BETWEEN = re.compile(r" ?[|·•｜]| [/–—-](?= )")
_BRACKETED = re.compile(r"([\[【「〔［(（])([^\]】」〕］)）]{2,20})([\]】」〕］)）])")
LONGEST = 60
SURE = 0.8
"""A column that scores so much is called a category by those who made the page; one that scores less only repeats."""
LEAST = 0.5
MOST = 0.9
"""Where a column has so many of the records nothing is missing that others like it could have."""
PLAIN = 0.9
"""Titles of sections that are so plainly titles say more than a column that only repeats."""
ABOUT = 0.8
"""Of standings that are about as plainly titles the one that tells most sections apart says most."""
AN_IMAGE = 0.6
"""An image alone above a list may be its title."""
_SENTENCE = re.compile(r"[?!…。？！]$|[a-z]{3}\.$")


@dataclass(frozen=True, slots=True)
class _Labels:
    """What may be the categories: for each record that has one, its spot; and how much they are like categories."""

    spots: Mapping[int, Spot]
    score: float


def with_categories(roles: Roles, paths: Paths, find: DateFinder) -> Roles:
    """The roles of records and their categories: in the records, or as titles of sections. They say little of whether
    these are records, so they are looked for only when somebody wants the list."""
    table = roles.table
    own = in_records(roles)
    if own.score < SURE:
        standing = before.standings(table.page, table.group, paths)
        said, worth = of_sections(table.page, standing, table.group.blocks, find)
        if worth >= PLAIN or (worth and not own.spots):
            return replace(roles, categories=said)
    return replace(roles, categories=[own.spots.get(record) for record in range(len(table))])


def said(page: Page, spot: Spot) -> str:
    """The text at a spot."""
    text = take(page, spot.node, spot.take)
    return cut_out(text, spot.part) if spot.part else text


# in the records -----------------------------------------------------------------------------------------

def in_records(roles: Roles) -> _Labels:
    """The best labels that the records show."""
    table, page = roles.table, roles.table.page
    taken = {spot.node for spot in [*roles.titles, *roles.urls] if spot}
    taken.update(node for spots in roles.dates for spot in spots for node in range(spot.node, page.end[spot.node])
                 if spot.take == TEXT_OF or node == spot.node)
    titles, held = {said(page, spot) for spot in roles.titles if spot}, sorted(taken)
    best = _Labels({}, 0.0)
    for nodes in _columns(table):
        if not any(_holds(page, node, held) for node in nodes.values()):
            spots = {record: Spot(node, _says(page, node)) for record, node in nodes.items()}
            best = max(best, _Labels(spots, _score(table, spots, titles)), key=lambda labels: labels.score)
    if best.score < SURE:
        best = max(best, _named(table, {spot.node for spot in roles.titles if spot}), key=lambda labels: labels.score)
    return _without_names(page, best) if best.score >= LEAST else _Labels({}, 0.0)


def _without_names(page: Page, labels: _Labels) -> _Labels:
    """The labels without the words that announce them all: "Document type: "."""
    texts = [said(page, spot) for spot in labels.spots.values()]
    name = _NAME.match(texts[0])
    if name and all(spot.part is None for spot in labels.spots.values()) and all(
            text.startswith(name[0]) and len(text) > len(name[0]) for text in texts):
        part = Part(name[0])
        return replace(labels, spots={record: replace(spot, part=part) for record, spot in labels.spots.items()})
    return labels


def _holds(page: Page, node: int, taken: Sequence[int]) -> bool:
    """Whether a node is or holds what says something else of its record."""
    return bisect_left(taken, node) < bisect_left(taken, page.end[node])


def _columns(table: Table) -> Iterator[dict[int, int]]:
    """The columns, and those that differ in nothing but their classes together: each category may have its own."""
    beside: dict[tuple[int, str], list[dict[int, int]]] = {}
    for column in table.columns:
        nodes = {record: nodes[0] for record, nodes in column.cells.items()}
        yield nodes
        if len(nodes) < MOST * len(table):
            beside.setdefault((column.above, table.page.tag[next(iter(nodes.values()))]), []).append(nodes)
    for columns in beside.values():
        merged = {record: node for nodes in columns for record, node in nodes.items()}
        if len(columns) > 1 and len(merged) == sum(map(len, columns)) and all(
                _is_label(table.page, node) for node in merged.values()):
            yield merged


def _says(page: Page, node: int) -> str:
    """What of a node may name a category: of an icon what it says to those who do not see it."""
    return "@alt" if page.tag[node] == "img" else TEXT_OF


def _is_label(page: Page, node: int) -> bool:
    """A short text of its own, in an element that nothing else stands in."""
    if page.tag[node] == "img":
        return len(page.attr(node, "alt")) <= LONGEST_LABEL
    return len(page.words.between(node, page.end[node])) == 1 and len(page.text_of(node)) <= LONGEST_LABEL and (
        page.parent[page.words.node[page.words.between(node, page.end[node])[0]]] == node)


def _score(table: Table, spots: Mapping[int, Spot], titles: set[str]) -> float:
    """How much a column is like one of categories: what its author calls it, where it links, that it repeats."""
    page = table.page
    texts = Counter(said(page, spot) for spot in spots.values())
    if not texts or max(map(len, texts)) > LONGEST or "" in texts:
        return 0.0
    if not _name_kinds(texts, titles) or _are_counted(texts):
        return 0.0
    record, spot = next(iter(spots.items()))
    node, href = spot.node, page.attr(spot.node, "href")
    about = f"{table.words_about(node, record)} {href}"
    repeats = len(spots) > 3 and 1 < len(texts) <= 0.8 * len(spots) and not any(map(str.isdigit, "".join(texts)))
    score = 0.0
    near = about if len(texts) > 1 else f"{table.words_of(node)} {table.words_of(page.parent[node])} {href}"
    if CATEGORY_WORDS.search(near) or CATEGORY_LINK.search(href):
        score = 1.0
    elif "tag" in page.attr(node, "rel").split() or (repeats and KIND_WORDS.search(about)):
        score = 0.8
    elif repeats and href:
        score = 0.65
    elif repeats and len(spots) > max(5, 0.9 * len(table)) and len(texts) <= len(spots) / 2 and _is_label(page, node):
        score = 0.55
    score *= 1.3 if page.tag[node] == "a" else 1.0
    own = f"{table.words_of(node)} {href}"
    others = own if CATEGORY_WORDS.search(own) or CATEGORY_LINK.search(href) else about
    if any(words.search(others) for words in (AUTHOR_WORDS, OTHER_WORDS, PLACE_WORDS)):
        score *= 0.3
    return score * (0.5 + 0.5 * len(spots) / len(table))


def _name_kinds(texts: Mapping[str, int], titles: set[str]) -> bool:
    """Whether texts name kinds: they have letters, and most are neither titles of records nor sentences."""
    names = [text for text in texts if any(map(str.isalpha, text))]
    told = sum(text in titles or bool(_SENTENCE.search(text)) for text in names)
    return len(names) > 0.7 * len(texts) and told < 0.3 * len(names)


def _are_counted(texts: Mapping[str, int]) -> bool:
    """Whether most texts hold numbers, as counts and dates do and kinds do not."""
    return 2 * sum(any(map(str.isdigit, text)) for text in texts) > len(texts)


def _named(table: Table, titles: set[int]) -> _Labels:
    """Labels that are parts of texts: "Category: Town | 3 comments", "[Town]" before a title."""
    best = _Labels({}, 0.0)
    for column in table.columns:
        nodes = {record: nodes[0] for record, nodes in column.cells.items() if nodes[0] not in titles}
        if len(nodes) >= max(3, 0.5 * len(table)):
            best = max(best, _parts_of(table, nodes), key=lambda labels: labels.score)
    return best


def _parts_of(table: Table, nodes: Mapping[int, int]) -> _Labels:
    """The same part of each of these nodes' texts, if it is like a label."""
    said_by = {record: take(table.page, node, OWN_TEXT) for record, node in nodes.items()}
    for part_of, worth in ((_called, 1.0), (_bracketed, 0.7), (_before_mark, 0.6), (_after_mark, 0.6)):
        parts = {record: part for record, text in said_by.items()
                 if len(text) <= 2 * LONGEST and (part := part_of(text))}
        if len(parts) < 0.8 * len(nodes):
            continue
        spots = {record: Spot(nodes[record], OWN_TEXT, part) for record, part in parts.items()}
        kinds = Counter(said(table.page, spot) for spot in spots.values())
        by_authors = worth < 0.7 and AUTHOR_WORDS.search(table.words_about(*next(iter(nodes.items()))[::-1]))
        if not by_authors and _name_kinds(kinds, set()) and (part_of is _called or _repeat(kinds)):
            return _Labels(spots, worth * (0.5 + 0.5 * len(spots) / len(table)))
    return _Labels({}, 0.0)


def _repeat(kinds: Counter[str]) -> bool:
    return 1 < len(kinds) <= 0.6 * kinds.total() and not _are_counted(kinds)


def _called(text: str) -> Part | None:
    """What the text itself calls a category."""
    if match := _NAMED.search(text):
        mark = _MARK.search(text, match.end())
        return Part(match[0].lstrip(), mark[0]) if mark and 1 < mark.start() - match.end() <= LONGEST else None
    return None


def _bracketed(text: str) -> Part | None:
    match = _BRACKETED.match(text)
    return Part(match[1], match[3]) if match else None


def _before_mark(text: str) -> Part | None:
    """What stands before the first mark in a line of several things: "Town | 12 May"."""
    mark = _BETWEEN.search(text)
    return Part("", mark[0]) if mark and mark.start() <= LONGEST_LABEL else None


def _after_mark(text: str) -> Part | None:
    """What stands after the only mark."""
    marks = _BETWEEN.findall(text)
    return Part(marks[0], "") if len(marks) == 1 and len(text.partition(marks[0])[2]) <= LONGEST_LABEL else None


# of the sections ----------------------------------------------------------------------------------------

def of_sections(page: Page, found: Sequence[before.Standing], blocks: Sequence[Block],
                find: DateFinder) -> tuple[list[Spot | None], float]:
    """The titles of the sections that the records stand in, where there is more than one section; and how plainly
    they are titles."""
    worths = [(_title_worth(page, standing, blocks, find), standing) for standing in found]
    plainest = max((worth for worth, _ in worths), default=0.0)
    if not plainest:
        return [None] * len(blocks), 0.0
    best = max((pair for pair in worths if pair[0] >= ABOUT * plainest),
               key=lambda pair: (len(set(pair[1].for_record)), pair[0]))
    return [Spot(node, _says(page, node)) if node is not None else None for node in best[1].for_record], best[0]


def _title_worth(page: Page, standing: before.Standing, blocks: Sequence[Block], find: DateFinder) -> float:
    spoken = sorted({node for node in standing.for_record if node is not None})
    texts = {take(page, node, _says(page, node)) for node in spoken}
    if len(texts) < 2 or len(spoken) > 0.7 * len(blocks):
        return 0.0
    worth = AN_IMAGE if page.tag[standing.nodes[0]] == "img" else before.titles(page, standing.nodes[0])
    if not worth or (worth < 1 and len(texts) < 0.6 * len(spoken)):
        return 0.0
    if before.is_dated(page, standing, find) or max(map(len, texts)) > LONGEST or not _name_kinds(
            dict.fromkeys(texts, 1), set()):
        return 0.0
    covered = sum(node is not None for node in standing.for_record) / len(blocks)
    between = bisect_left(standing.nodes, blocks[-1].start) - bisect_left(standing.nodes, spoken[0])
    return worth * covered * (len(spoken) / max(1, between))
