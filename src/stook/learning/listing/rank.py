"""How much a group of records looks like what a page is for: facts about it, and one weighed sum of them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice

from stook.learning.listing.fields import Roles, link_of, width
from stook.learning.listing.found import Sighting
from stook.learning.listing.leads import HEADINGS, Group, unlike
from stook.learning.listing.place import FURNITURE_TAGS, FURNITURE_WORDS, MAIN_TAGS, MAIN_WORDS, mostly_near
from stook.page import Page

TAXONOMY = re.compile(
    r"/(?:tags?|categor(?:y|ies)|authors?|users?|members?|archives?|page|login|register)(?:/|\?|$)", re.IGNORECASE)

WEIGHTS: Mapping[str, float] = {
    "count": 1.25, "words": 1.25, "volume": 1.85, "headed": 0.6, "dated": 2.0, "titled": 0.45, "distinct": 1.45,
    "linked": 1.0, "furniture": -2.05, "main": 1.2, "prose": -1.25, "taxonomy": -1.05, "covered": 0.5, "alike": 0.4,
    "article": -1.0, "bare": -1.5, "crowded": -2.55, "mixed": -1.45,
}
"""Pairwise logistic regression on the benchmark's list pages, `--part tune`, held near what was set by hand
before (docs/internals.md, "The scorer"): candidates that read a page better should score higher."""


def facts(page: Page, volume: Volume, group: Group, sightings: Sequence[Sighting], found: Roles) -> dict[str, float]:
    """What can be said of a list, each between 0 and about 1."""
    some = sightings[:: len(sightings) // 16 | 1]  # an odd step: where two kinds alternate it meets both
    starts = [s.start for s in some]
    titles = [page.text_of(s.spots["title"][0].node) for s in some]
    links = [page.link(s.spots["url"][0].node) for s in some if "url" in s.spots]
    linked = max(sum(_leads_on(page, s) for s in some) / len(some), BESIDE * _lead_beside(page, some))
    text, prose = map(sum, zip(*(volume.of(s.start, s.stop) for s in sightings), strict=True))
    return {
        "count": share_of_count(len(sightings)),
        "words": share_of_words(list(map(width, titles))),
        "volume": text / max(1, volume.text[-1]),
        "headed": sum(_headed(page, s) for s in some) / len(some),
        "dated": found.dated,
        "titled": min(1.0, found.title_score / 2.5),
        "crowded": found.crowded,
        "distinct": _distinct(page, titles, some),
        "linked": linked,
        "bare": (1 - linked) * (1 - found.dated),
        "alike": _alike(page, some),
        "furniture": mostly_near(page, starts, FURNITURE_TAGS, FURNITURE_WORDS),
        "main": mostly_near(page, starts, MAIN_TAGS, MAIN_WORDS),
        "prose": _prose(page, some),
        "taxonomy": sum(bool(TAXONOMY.search(link or "")) for link in links) / len(some),
        "article": volume.article(prose),
        "mixed": unlike(page, group),
        "covered": len(sightings) / len(group.blocks),
    }


def _distinct(page: Page, titles: Sequence[str], some: Sequence[Sighting]) -> float:
    """How far the titles differ; those that are equal but lead elsewhere count half."""
    places = {(title, s.spots.get("url") and page.link(s.spots["url"][0].node))
              for title, s in zip(titles, some, strict=True)}
    return (len(places) + len(set(titles))) / (2 * len(titles))


def share_of_count(count: int) -> float:
    """From three to thirty records each more counts, less and less."""
    return min(1.0, math.log(max(1, count)) / math.log(30))


def share_of_words(widths: Sequence[int]) -> float:
    """Up to fifty letters on average titles say the more the wider they are."""
    return min(1.0, sum(min(wide, 80) for wide in widths) / len(widths) / 50)


def reasons(count: int, said: Mapping[str, float]) -> tuple[str, ...]:
    """The facts that speak for and against a list, in words."""
    spoken = [f"{count} records alike"]
    spoken += [words.format(said[name]) for name, least, words in _SPEAKING if said[name] >= least]
    return tuple(spoken)


_SPEAKING = (
    ("linked", 0.9, "each title leads to a page of its own"),
    ("headed", 0.8, "the titles are headings"),
    ("dated", 0.1, "{:.0%} show a date"),
    ("volume", 0.1, "they hold {:.0%} of the page's words"),
    ("main", 0.5, "they stand in what the page calls its main part"),
    ("furniture", 0.5, "against it: they stand in what surrounds the content"),
    ("taxonomy", 0.5, "against it: they lead to tags, categories or people"),
    ("prose", 0.5, "against it: the titles are words in sentences"),
    ("mixed", 0.2, "against it: some of them stand elsewhere and say less"),
    ("bare", 0.5, "against it: they neither lead anywhere nor show a date"),
    ("article", 0.5, "against it: the page tells much beside them"),
)


def with_dates(said: Mapping[str, float], dated: float) -> dict[str, float]:
    """The facts, now that more dates were found."""
    linked = said["linked"]
    return {**said, "dated": dated, "bare": (1 - linked) * (1 - dated)}


def _alike(page: Page, sightings: Sequence[Sighting]) -> float:
    """The share of the records' elements that stand on paths which most records have."""
    paths: Counter[tuple[int, str]] = Counter()
    kinds: list[Counter[tuple[int, str]]] = []
    for s in sightings:
        base = page.depth[s.start]
        kinds.append(Counter((page.depth[n] - base, page.tag[n]) for n in range(s.start, min(s.stop, s.start + 200))))
        paths.update(kinds[-1].keys())
    usual = {path for path, count in paths.items() if count > len(sightings) / 2}
    total = sum(sum(kind.values()) for kind in kinds)
    return sum(count for kind in kinds for path, count in kind.items() if path in usual) / total


def score(said: Mapping[str, float]) -> float:
    return sum(weight * said[name] for name, weight in WEIGHTS.items())


class Volume:
    """How much text stands in a range of nodes, and how much of it is prose: running sums over the words."""

    def __init__(self, page: Page) -> None:
        self.words = page.words
        self.text = [0]
        self.prose = [0]
        for text in self.words.text:
            size = len(text)
            wide = width(text) if size >= PROSE // 2 else 0
            self.text.append(self.text[-1] + min(size, LONG_TEXT))
            self.prose.append(self.prose[-1] + (wide if wide >= PROSE else 0))

    def of(self, start: int, stop: int) -> tuple[int, int]:
        places = self.words.between(start, stop)
        return (self.text[places.stop] - self.text[places.start], self.prose[places.stop] - self.prose[places.start])

    def article(self, inside: int) -> float:
        """How far the page's prose stands outside the records, which hold `inside` of it: a page that tells one
        story lists others beside it."""
        outside = max(0, self.prose[-1] - inside)
        return min(1.0, outside / AN_ARTICLE) * outside / max(1, self.prose[-1])


LONG_TEXT = 400
"""Of a text no more than this counts as volume, lest one page of legal text outweigh a list."""
PROSE = 100
"""A text as wide as this is a sentence, not a label."""
AN_ARTICLE = 1500
"""So much prose makes an article of a page, if it is not in the records."""


BESIDE = 0.5
"""What a link is worth that stands beside a title that leads nowhere."""
ON_PAGE = 0.3
"""What a link to a part of its own page is worth: sections of an article and comments have such links too."""


def _leads_on(page: Page, sighting: Sighting) -> float:
    """Whether the title leads to a page of its own; a part of this page is worth less."""
    if "url" not in sighting.spots:
        return 0.0
    if sighting.spots["url"][0].take == "@id":
        return ON_PAGE
    link = link_of(page, sighting.spots["title"][0].node)
    url = page.link(link) if link is not None else None
    if url is None:
        return 0.0
    return ON_PAGE if "#" in url and url.partition("#")[0] == (page.url or "").partition("#")[0] else 1.0


def _lead_beside(page: Page, sightings: Sequence[Sighting]) -> bool:
    """Whether beside each title, in the same place, stands a link of its own."""
    nodes = [s.spots["url"][0].node for s in sightings if "url" in s.spots]
    kinds = {(page.kinds[node], page.kinds[page.parent[node]]) for node in nodes}
    links = {page.link(node) for node in nodes}
    return len(kinds) == 1 and None not in links and len(links) == len(nodes) == len(sightings)


def _headed(page: Page, sighting: Sighting) -> bool:
    node = sighting.spots["title"][0].node
    return page.tag[node] in HEADINGS or any(page.tag[a] in HEADINGS for a in islice(page.ancestors(node), 3))


def _prose(page: Page, sightings: Sequence[Sighting]) -> float:
    """The share of titles that are words in a sentence."""
    inside = 0
    for s in sightings:
        link = link_of(page, s.spots["title"][0].node)
        if link is None:
            continue
        above = page.parent[link]
        if page.tag[above] in ("p", "li", "td", "dd", "blockquote", "span", "em", "strong"):
            inside += len(page.text_of(above)) > 3 * len(page.text_of(link)) + 40
    return inside / len(sightings)
