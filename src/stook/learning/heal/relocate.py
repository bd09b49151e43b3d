"""Where a field may stand on a page of a new design, by what is remembered of it from the old one.

A redesign moves things and renames them, but hardly all at once: the heading still says "Ingredients", a class still
holds the word, the values still look like amounts. So a field's *memory* is

    label    the texts that stood before its values
    words    the words in these, and in the names of the elements around them
    tag      what its values' elements were
    looks    what its values look like, and how they begin and end
    title    whether the page's own title said them

and every element of the page that shows a short text, or row of like elements, is weighed against it. What speaks for
a place speaks as loudly as it is rare: the one node below "Serves" is told by that, one text without digits among
three hundred is not. Each kind of evidence counts the logarithm of one in how many places it holds (its *surprise*).
One of so many places always comes out first, by chance too; so what the best of them would have by chance is taken
off, and what remains is its *worth*.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from stook.learning.history import MUCH, share_of_title
from stook.learning.labels.texts import bare
from stook.page import TEXT, Page
from stook.recognise import values
from stook.wrapper.profile import Profile
from stook.wrapper.rules.model import FieldRule, Pick
from stook.wrapper.rules.reading import label_key

LONGEST = 3000
"""Characters of a text that may still be one value."""
MOST_PIECES = 12
LINKING = ("link", "image")
FURNITURE = frozenset(("nav", "footer", "aside", "form", "noscript", "button", "label", "select"))
COMMON = frozenset("html body div span main content wrapper container row col inner block item text left right top box "
                   "section article page li ul ol the a of and to in for is".split())
"""Words that name too much to tell anything."""
NEAR = 4
"""So many elements above a value may name it."""
TITLED = 0.5
"""A field is the page's title if so many of its values were said there,"""
UNTITLED = 2.0
"""and then this speaks against a text that is not."""
MENU = 3.0
"""What speaks against a row of nothing but links, where the values of old were none."""
LINKED = 0.8
"""So much of the letters of such a row are links."""
SAID = 1.0
"""That a page says so itself tells more than how rare it is."""
LOUDEST: Mapping[str, float] = {"label": 4.0, "words": 4.0, "tag": 1.5, "looks": 4.0, "ends": 2.0, "title": 4.0,
                                "reads": 3.0, "near": 2.0, "row": 3.0, "known": 6.0, "way": 3.0}
"""No kind of evidence counts more."""
KNOWN_WELL = 3
"""So many values tell half of what a field looks like."""
EVEN = 1e-9
SHORT = 80
"""A text that says a time or a price is short."""
MOSTLY = 0.51
"""So much of what a way says must be one label."""
SHARED = 0.5
"""Words that stand around so many of a wrapper's fields tell none of them."""
MOST_TEXTS = 20
"""So many texts of a row tell what it looks like."""
MOST_LEVELS = 3
"""Values of one row stand at most so far below what holds the row."""
ALWAYS = 0.9
"""What so many values of old had, all have."""
SPREAD = 0.7
"""How far the number of a record's values varies, as a logarithm."""

_WORDS = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Memory:
    """What is remembered of a field."""

    name: str
    kind: str
    repeats: bool
    labels: frozenset[str]
    words: frozenset[str]
    tags: frozenset[str]
    profile: Profile
    titled: float = 0.0
    """The share of its values that the title of their page said."""
    many: float = 1.0
    """How many values a record had."""
    linked: bool = False
    """Whether its values were links, or stood in one."""
    known: str = ""
    """The letters of the values that the page is known to show."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A node, or several of one row, where a field may stand, and what can be told of it without the field."""

    nodes: tuple[int, ...]
    texts: tuple[str, ...]
    label: str
    words: frozenset[str]
    tag: str
    kind: str = ""
    """The type of its values, where that is known of what they are, as of where a link leads."""


@dataclass(frozen=True, slots=True)
class Place:
    """A spot for a field, with what speaks for it."""

    nodes: tuple[int, ...]
    texts: tuple[str, ...]
    worth: float
    evidence: Mapping[str, float] = field(default_factory=dict)


def memories_of(fields: Mapping[str, Sequence[FieldRule]]) -> dict[str, Memory]:
    """What the rules of the fields remember of them. Words that most of the fields share tell none of them."""
    found = {name: _memory_of(name, rules) for name, rules in fields.items()}
    often = Counter(word for memory in found.values() for word in memory.words)
    shared = {word for word, count in often.items() if count > max(1, SHARED * len(found))}
    return {name: replace(memory, words=memory.words - shared) for name, memory in found.items()}


def _memory_of(name: str, rules: Sequence[FieldRule]) -> Memory:
    picks = [pick for rule in rules for pick in (*rule.within, *rule.picks)]
    labels = frozenset(label for rule in rules for way in ("label", "head")
                       for label in _labels([pick for pick in (*rule.within, *rule.picks) if pick.way == way]))
    tags = frozenset(pick.selector.steps[-1].tag for rule in rules for pick in rule.picks if pick.selector.steps)
    return Memory(name, rules[0].type, any(rule.cardinality == "*" and rule.within for rule in rules), labels,
                  told_words([name, *labels, *(word for pick in picks for word in _names(pick))]), tags,
                  rules[0].profile, rules[0].titled, rules[0].many,
                  any(step.tag == "a" for rule in rules for pick in (*rule.within, *rule.picks)
                      for step in pick.selector.steps))


def _labels(picks: Sequence[Pick]) -> Iterator[str]:
    """The labels that most of a way's picks start from: others are texts that stood before a value once."""
    loud = Counter[str]()
    for pick in picks:
        if pick.label:
            loud[pick.label] += pick.weight  # type: ignore[assignment]
    total = sum(loud.values())
    yield from (label for label, weight in loud.items() if weight >= MOSTLY * total)


def _names(pick: Pick) -> Iterator[str]:
    """The names that a pick's last steps ask for."""
    for step in pick.selector.steps[-NEAR:]:
        yield from (step.id or "", *step.classes, (step.attr[1] or "") if step.attr else "")


def told_words(texts: Sequence[str]) -> frozenset[str]:
    """The stems of the words in names and labels, without those that name everything."""
    split = re.sub(r"([a-z])([A-Z])", r"\1 \2", " ".join(texts))
    return frozenset(_stem(word) for word in _WORDS.findall(split.replace("_", " ").casefold()) if word not in COMMON)


def _stem(word: str) -> str:
    """A word without what makes it plural."""
    return word[:-1] if len(word) > 4 and word.endswith("s") else word


# the spots of a page ----------------------------------------------------------------------------------

class Spots:
    """The places of a page where values may stand."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._likes: dict[int, list[int]] = {}

    @cached_property
    def single(self) -> list[Spot]:
        """The elements that show one text, whole: of those around a single text the innermost."""
        return [spot for node in _elements(self.page) if (spot := self._spot((node,)))]

    @cached_property
    def rows(self) -> list[Spot]:
        return [spot for nodes in dict.fromkeys(_rows(self.page)) if (spot := self._spot(nodes))]

    @cached_property
    def texts(self) -> int:
        """How many different texts its rows show."""
        return len({text for spot in self.rows for text in spot.texts[:MOST_TEXTS]})

    def likes(self, node: int) -> list[int]:
        """What stands elsewhere as a node stands here, where both are of one list of links: another product's price."""
        if node not in self._likes:
            self._likes[node] = _likes(self.page, node)
        return self._likes[node]

    def _spot(self, nodes: tuple[int, ...]) -> Spot | None:
        page = self.page
        texts = tuple(page.text_of(node) for node in nodes)
        if not all(map(bare, texts)) or max(map(len, texts)) > LONGEST or _in_furniture(page, nodes[0]):
            return None
        label = self._before(nodes[0])
        return Spot(nodes, texts, label_key(label), names_around(page, nodes[0]) | told_words([label]),
                    page.tag[nodes[0]])

    def _before(self, node: int) -> str:
        """The text right before a node."""
        words = self.page.words
        place = words.between(node, self.page.end[node]).start
        return words.text[place - 1] if place else ""


def names_around(page: Page, node: int) -> frozenset[str]:
    """The words in the names of a node and of the elements around it."""
    said = list[str]()
    for _ in range(NEAR):
        said += [page.attr(node, name) for name in ("class", "id", "itemprop", "property", "data-testid", "name")]
        node = page.parent[node]
        if node <= 0 or page.tag[node] == "body":
            break
    return told_words(said)


def _elements(page: Page) -> Iterator[int]:
    for node, tag in enumerate(page.tag):
        pieces = page.words.between(node, page.end[node])
        if tag != TEXT and 0 < len(pieces) <= MOST_PIECES and (
                len(pieces) > 1 or page.parent[page.words.node[pieces[0]]] == node):
            yield node


def _rows(page: Page) -> Iterator[tuple[int, ...]]:
    """Rows of nodes of a kind, elements or texts beside others: below one parent, and below parents of a kind side by
    side, and below the like of these."""
    rows: list[dict[tuple[int, ...], list[int]]] = [{} for _ in range(MOST_LEVELS)]
    for node, tag in enumerate(page.tag):
        above = page.parent[node]
        if not page.words.between(node, page.end[node]) or (
                tag == TEXT and len(page.words.between(above, page.end[above])) == 1):
            continue
        kinds = [page.kinds[node]]
        for row in rows:
            row.setdefault((above, *kinds), []).append(node)
            if above <= 0:
                break
            kinds.append(page.kinds[above])
            above = page.parent[above]
    yield from map(tuple, rows[0].values())
    for wide in rows[1:]:
        yield from (tuple(nodes) for nodes in wide.values() if len({page.parent[node] for node in nodes}) > 1)


def _likes(page: Page, node: int) -> list[int]:
    """The nodes of a node's kind in the siblings of the item that holds it and more, where each of these leads
    elsewhere."""
    item, own = page.parent[node], len(page.words.between(node, page.end[node]))
    for _ in range(NEAR):
        above = page.parent[item]
        if above <= 0:
            break
        leads = _leads_to(page, item)
        if leads and len(page.words.between(item, page.end[item])) > own:
            others = [child for child in page.children(above) if child != item
                      and page.kinds[child] == page.kinds[item] and _leads_to(page, child) not in (None, leads)]
            if others:
                return [like for other in others for like in range(other, page.end[other])
                        if page.kinds[like] == page.kinds[node]]
        item = above
    return []


def _leads_to(page: Page, item: int) -> str | None:
    """Where an item leads: by the first link in it."""
    return next((link for a in page.select("a", within=(item, page.end[item])) if (link := page.link(a))), None)


def _in_furniture(page: Page, node: int) -> bool:
    return page.tag[node] in FURNITURE or any(page.tag[above] in FURNITURE for above in page.ancestors(node))


# what speaks for a spot -------------------------------------------------------------------------------

def places(spots: Spots, memory: Memory, others: Sequence[int] = (), led: Mapping[int, float] | None = None
           ) -> list[Place]:
    """Where a field may stand, the best first. `others` are nodes where other fields of the same record stand; `led`
    says where the ways of old lead, and how sure they are."""
    candidates = [spot for spot in (spots.rows if memory.repeats else spots.single)
                  if not any(node in spot.nodes for node in others) and _can_be(spots.page, memory, spot)
                  and (memory.repeats or spot.label in memory.labels or not _is_one_of_many(spots, memory, spot))]
    count = len(spots.rows if memory.repeats else spots.single)
    said = dict(_kinds(spots, memory, candidates, others, led or {}))
    loud = {kind: _surprises(shares, count, LOUDEST[kind]) for kind, shares in said.items()}
    loud["looks"] = _looks(memory, candidates, spots.texts if memory.repeats else count)
    if memory.repeats:
        loud["row"] = [_as_many(len(spot.nodes), memory.many) for spot in candidates]
        if not memory.linked:
            loud["menu"] = [-MENU * _is_menu(spots.page, spot.nodes) for spot in candidates]
    if memory.titled >= TITLED:
        loud["title"] = _titled(spots.page, candidates, count)
    chance = math.log(max(1, count))
    found = []
    for place, spot in enumerate(candidates):
        evidence = {kind: round(said[place], 2) for kind, said in loud.items() if said[place]}
        found.append(Place(spot.nodes, spot.texts, round(sum(evidence.values()) - chance, 2), evidence))
    return sorted(found, key=lambda place: -place.worth)


def _can_be(page: Page, memory: Memory, spot: Spot) -> bool:
    """Whether the texts read as the field's type, and have digits or letters as all values of old had."""
    if spot.kind != memory.kind and (spot.kind or memory.kind in LINKING):
        return False
    if memory.kind != "text" and not spot.kind and not all(_reads(page, memory.kind, node) for node in spot.nodes[:5]):
        return False
    return all(2 * sum(map(has, spot.texts)) >= len(spot.texts)
               for sign, has in _SIGNS.items() if memory.profile.symbols.get(sign, 0.0) >= ALWAYS)


def _is_one_of_many(spots: Spots, memory: Memory, spot: Spot) -> bool:
    """Whether a text is what an item of a list says of itself: each of its likes could be the field's as well. A page
    about one thing does not say what that has among what others have."""
    return any(memory.kind == "text" or _reads(spots.page, memory.kind, like) for like in spots.likes(spot.nodes[0]))


def _reads(page: Page, kind: str, node: int) -> bool:
    """Whether a node reads as a type, and the node around it not as another value: the "3" of "3 hrs" is no time."""
    read, around = (values.read(kind, text, language=page.language, base=page.base, at=page.at) if len(text) <= SHORT
                    else None for text in map(page.text_of, (node, page.parent[node])))
    return read is not None and (around is None or around == read)


_SIGNS: Mapping[str, Callable[[str], bool]] = {"9": lambda text: any(map(str.isnumeric, text)),
                                              "a": lambda text: any(map(str.isalpha, text))}


def _surprises(shares: Sequence[float], count: int, loudest: float) -> list[float]:
    """For each spot the logarithm of one in how many spots has as much; nothing speaks for those that have none."""
    ranked = sorted(shares)
    return [min(loudest, _surprise(ranked, share, count)) if share > 0 else 0.0 for share in shares]


def _surprise(ranked: Sequence[float], share: float, count: int) -> float:
    return math.log(count / max(1, len(ranked) - bisect_left(ranked, share - EVEN)))


def _looks(memory: Memory, candidates: Sequence[Spot], count: int) -> list[float]:
    """How much more each spot looks like the values of old than others do: the texts of a row together, each with
    what it has more than one taken by chance would. `count` is that of all spots, or all texts of rows."""
    likeness = {text: memory.profile.mean_likeness([text]) for spot in candidates for text in spot.texts[:MOST_TEXTS]}
    ranked, loudest = sorted(likeness.values()), LOUDEST["looks"]
    known = memory.profile.count / (memory.profile.count + KNOWN_WELL)
    if not memory.repeats:
        return [known * min(loudest, _surprise(ranked, likeness[spot.texts[0]], count)) for spot in candidates]
    more = {text: _surprise(ranked, like, max(count, len(ranked))) - 1 for text, like in likeness.items()}
    return [known * max(-loudest, min(loudest, sum(more[text] for text in spot.texts[:MOST_TEXTS])))
            for spot in candidates]


def _kinds(spots: Spots, memory: Memory, candidates: Sequence[Spot], others: Sequence[int],
           led: Mapping[int, float]) -> Iterator[tuple[str, list[float]]]:
    """How much each spot has of each kind of evidence."""
    yield "label", [float(bool(spot.label) and spot.label in memory.labels) for spot in candidates]
    often = Counter(word for spot in candidates for word in spot.words & memory.words)
    yield "words", [sum(1 / often[word] for word in spot.words & memory.words) for spot in candidates]
    yield "tag", [float(spot.tag in memory.tags) for spot in candidates]
    yield "ends", [_ends(memory.profile, spot.texts) for spot in candidates]
    if memory.kind != "text":
        yield "reads", [1.0] * len(candidates)
    if others:
        yield "near", [1 / (1 + _distance(spots.page, spot.nodes, others)) for spot in candidates]
    if memory.known:
        yield "known", [_known(memory.known, spot.texts) for spot in candidates]
    if led:
        yield "way", [sum(led.get(node, 0.0) for node in spot.nodes) / len(spot.nodes) for spot in candidates]


def _titled(page: Page, candidates: Sequence[Spot], count: int) -> list[float]:
    """What speaks for each text to be what the page is about: how much of the page's titles it is."""
    shares = [share_of_title(page, spot.texts[0]) for spot in candidates]
    loud = _surprises(shares, count, LOUDEST["title"])
    return [min(1.0, share / MUCH) * (one + SAID) if share else -UNTITLED
            for share, one in zip(shares, loud, strict=True)]


def _as_many(count: int, usual: float) -> float:
    """What speaks for a row of so many, or against it."""
    off = math.log(count / max(1.0, usual)) / SPREAD
    return max(-LOUDEST["row"], 1.0 - 0.5 * off * off)


def _is_menu(page: Page, nodes: Sequence[int]) -> bool:
    """Whether a row says hardly anything but links."""
    words = page.words
    linked = total = 0
    for node in nodes[:MOST_TEXTS]:
        for place in words.between(node, page.end[node]):
            size = len(words.text[place])
            total += size
            linked += size * any(page.tag[above] == "a" for above in page.ancestors(words.node[place]))
    return linked >= LINKED * total


def _ends(profile: Profile, texts: Sequence[str]) -> float:
    """How far texts begin and end with words with which several values of old did."""
    once = 1.5 / max(1, profile.count)
    likes = [profile.likeness(text) for text in texts[:MOST_TEXTS]]
    return sum(share for like in likes for share in (like.first, like.last) if share > once) / len(likes)


def _known(known: str, texts: Sequence[str]) -> float:
    """How far texts are what is known: the letters that they share, of all."""
    said = list(map(bare, texts))
    return sum(len(one) for one in said if one in known) / max(len(known), sum(map(len, said)))


def _distance(page: Page, nodes: Sequence[int], others: Sequence[int]) -> int:
    """How many texts stand between a spot and the nearest of the other fields."""
    first, last = (page.words.between(node, page.end[node]) for node in (nodes[0], nodes[-1]))
    near = []
    for other in others:
        there = page.words.between(other, page.end[other])
        near.append(max(0, there.start - last.stop, first.start - there.stop))
    return min(near)
