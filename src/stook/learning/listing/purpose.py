"""Whether a page is there for its list, or shows one thing and has lists beside it: comments, related articles, the
sections of an article. Facts about the list and about what the page tells beside it, and one weighed sum of them.

*Beside* are the shown texts outside the records. A *story* is prose that one element holds: an article has one,
while the teasers of other lists each have their own element.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from stook.learning.listing.fields import widest_titles, width
from stook.learning.listing.found import Find, Sighting
from stook.learning.listing.leads import HEADINGS, Group
from stook.learning.listing.place import FURNITURE_TAGS, FURNITURE_WORDS, each_near
from stook.learning.listing.rank import PROSE, Volume, share_of_count, share_of_words
from stook.page import Page
from stook.page.words import BREAKING
from stook.wrapper.obstacle import obstacle

A_MENU = 5.1
"""A list that scores less is one of those that stand on every page."""
START = -0.75
WEIGHTS: Mapping[str, float] = {
    "h1": -2.4, "dated": 1.75, "words": 1.75, "count": 1.7, "span": 1.7, "linked": 1.7, "furniture": -1.65,
    "story": -1.65, "bare": -1.65, "story_h1": -1.5, "named": -1.3, "outweighed": -1.2, "heads_outside": -1.15,
    "dated_many": 1.15, "labels": -0.85, "few": -0.75, "comments": -0.6, "outside": -0.5, "asks": -0.35, "og": -0.1,
    "volume": 0.05,
}
"""Logistic regression by scripts/fit_purpose.py: lists are the benchmark's feeds, `--part tune`, and our own pages;
pages that show one thing are its news, its recipes without markup, and SWDE. START was then raised by 1.1, since a
list that is lost costs more than one that is seen where there is none; no list of the feeds, tune or aside, is lost."""

BARE = 0.6
A_LONG_LIST = 12
"""A few records that neither lead anywhere nor show a date are the parts of one text: questions, chapters."""
_NOT_HERE = re.compile(
    r"(?:^|\W)(?:error )?40[34](?:\W|$)|(?:page|file) (?:was )?not found|nicht gefunden|introuvable|no encontrad[ao]"
    r"|non trovat[ao]|não encontrad[ao]|не найден|nie znaleziono|sayfa bulunamadı|見つかりません|找不到|不存在"
    r"|찾을 수 없",
    re.IGNORECASE)
LEAST_PAGE = 2500
"""A page that says less may be one that says that there is nothing; a longer one may speak of it."""
_ONE_THING = ("Article", "Posting", "Recipe", "Product", "Movie", "Book", "Event", "VideoObject", "Vehicle", "Course")
_MANY_THINGS = frozenset(("ItemList", "Blog", "CollectionPage", "SearchResultsPage", "DataFeed", "OfferCatalog"))
_ONE_OBJECT = re.compile(r"article|product|video|book|profile|recipe|event|song|movie|place", re.IGNORECASE)
_COMMENTS = re.compile(r"comment|respon|repl(?:y|ies)|review|rating|feedback|komment", re.IGNORECASE)
LONGEST_LABEL = 40


class Purpose:
    """What a page shows, found once, and whether it is there for one of its lists."""

    def __init__(self, page: Page, volume: Volume) -> None:
        self.page, self._volume = page, volume

    def is_list(self, find: Find) -> bool:
        """Whether the page is there for this list."""
        if find.score < A_MENU or self.is_no_list:
            return False
        if find.facts["bare"] > BARE and len(find.sightings) < A_LONG_LIST:
            return False
        said = self.facts(find)
        return START + sum(weight * said[name] for name, weight in WEIGHTS.items()) >= 0

    def may_be_for(self, group: Group) -> bool:
        """Whether the page could be there for a group, if of its records all were said that can be: much that speaks
        against it is seen without a close look at them."""
        blocks = group.blocks
        said = {
            "words": share_of_words(widest_titles(self.page, blocks)), "count": share_of_count(len(blocks)),
            "dated": 1.0, "linked": 1.0, "bare": 0.0, "volume": 1.0,
            "furniture": min(each_near(self.page, [block.start for block in blocks], FURNITURE_TAGS, FURNITURE_WORDS)),
        }
        unread = tuple(Sighting(block.start, block.stop, block.section, block.head, {}) for block in blocks)
        return self.is_list(Find("auto", group.cut, unread, math.inf, facts=said))

    @cached_property
    def is_no_list(self) -> bool:
        """Whether the page shows one thing or nothing, whatever lists it has."""
        return shows_one_thing(self.page) or (self._volume.text[-1] < LEAST_PAGE and bool(
            obstacle(self.page) or says_nothing_here(self.page)))

    def facts(self, find: Find) -> dict[str, float]:
        """What can be said of a list and of the page around it, each between 0 and 1."""
        said, beside = find.facts, _Beside(sorted((s.start, s.stop) for s in find.sightings))
        inside = [self._volume.of(start, stop) for start, stop in beside.records]
        between, _ = self._volume.of(beside.start, beside.stop)
        h1, story = min(1.0, beside.most(self._h1) / 60), self._story(beside)
        return {
            **{kind: said[kind] for kind in ("words", "furniture", "dated", "linked", "count", "volume")},
            "dated_many": said["dated"] * said["linked"] * said["count"] ** 2,
            "bare": said["bare"],
            "few": float(len(inside) < 5),
            "span": sum(text for text, _ in inside) / max(1, between) if inside else 1.0,
            "h1": h1,
            "named": min(1.0, beside.most(self._names) / 60),
            "outside": min(1.0, (self._volume.prose[-1] - sum(prose for _, prose in inside)) / 500),
            "story": min(1.0, story / 400),
            "outweighed": story / max(1, story + sum(text for text, _ in inside)),
            "story_h1": min(1.0, story / 600) * h1,
            "labels": min(1.0, sum(not beside.start <= node < beside.stop for node in self._labels) / 10),
            "heads_outside": sum(map(beside.holds, self._headings)) / max(1, len(self._headings)),
            "asks": float(bool(self.page.select("textarea"))),
            "og": float(bool(_ONE_OBJECT.search(self.page.metas.get("og:type", "")))),
            "comments": float(bool(_COMMENTS.search(_called(self.page, find)))),
        }

    def _story(self, beside: _Beside) -> int:
        """How much prose the element tells that tells most."""
        told: Counter[int] = Counter()
        for node, teller, said in self._prose:
            if beside.holds(node):
                told[teller] += said
        return max(told.values(), default=0)

    @cached_property
    def _texts(self) -> list[tuple[int, str]]:
        words = self.page.words
        return [(node, " ".join(text.split())) for node, text in zip(words.node, words.text, strict=True)]

    @cached_property
    def _h1(self) -> list[tuple[int, int]]:
        """The page's headings, and how much they say; several h1 head no page."""
        said = [(node, width(text)) for node in self.page.select("h1") if (text := self.page.text_of(node))]
        return said if len(said) <= 2 else []

    @cached_property
    def _headings(self) -> list[int]:
        return [node for node in self.page.select(*HEADINGS) if self.page.text_of(node)]

    @cached_property
    def _names(self) -> list[tuple[int, int]]:
        """The texts that the page's title says too, and how much they say: what the page is about stands on it."""
        title = self.page.title.lower()
        return [(node, width(text)) for node, text in self._texts
                if 3 < len(text) <= len(title) and text.lower() in title and not self._is_linked(node)]

    def _is_linked(self, node: int) -> bool:
        return any(self.page.tag[above] == "a" for above in self.page.ancestors(node))

    @cached_property
    def _labels(self) -> list[int]:
        """The texts that are labels ("ISBN:")."""
        return [node for node, text in self._texts if text.endswith((":", "：")) and len(text) < LONGEST_LABEL]

    @cached_property
    def _prose(self) -> list[tuple[int, int, int]]:
        """The sentences: each with the element that tells it, and how much it says."""
        return [(node, self.page.parent[next(self._blocks_above(node))], said) for node, text in self._texts
                if len(text) >= PROSE // 2 and (said := width(text)) >= PROSE]

    def _blocks_above(self, node: int) -> Iterator[int]:
        return (above for above in self.page.ancestors(node)
                if self.page.tag[above] in BREAKING or self.page.parent[above] <= 0)


def says_nothing_here(page: Page) -> bool:
    """Whether the page's title or a heading says that what was asked for is not there."""
    return any(_NOT_HERE.search(text) for text in [page.title, *map(page.text_of, page.select("h1", "h2"))])


def shows_one_thing(page: Page) -> bool:
    """Whether the page says itself, in JSON-LD, that it shows one thing."""
    types = [name for node in page.json_ld for name in _types(node)]
    return _MANY_THINGS.isdisjoint(types) and sum(name.endswith(_ONE_THING) for name in types) == 1


def _types(node: Mapping[str, object]) -> list[str]:
    """The schema.org types of a JSON-LD node."""
    said = node.get("@type")
    return [said] if isinstance(said, str) else [name for name in said if isinstance(name, str)] if isinstance(
        said, list) else []


def _called(page: Page, find: Find) -> str:
    """What the author calls the records and what holds them."""
    nodes = [node for s in find.sightings[:1] for node in (s.start, s.section, *list(page.ancestors(s.section))[:3])]
    return " ".join(f"{page.attr(node, 'class')} {page.attr(node, 'id')}" for node in nodes)


class _Beside:
    """What is not in the records of a list."""

    def __init__(self, records: Sequence[tuple[int, int]]) -> None:
        self.records = records
        self.start = records[0][0] if records else 0
        self.stop = max((stop for _, stop in records), default=0)
        self._starts = [start for start, _ in records]

    def holds(self, node: int) -> bool:
        place = bisect_right(self._starts, node) - 1
        return place < 0 or node >= self.records[place][1]

    def most(self, told: Sequence[tuple[int, int]]) -> int:
        """How much the node says that says most, of nodes with how much each says."""
        return max((said for node, said in told if self.holds(node)), default=0)
