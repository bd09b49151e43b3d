"""Where a field may stand on a page of a new design, by what is remembered of it from the old one.

A redesign moves things and renames them, but hardly all at once: the heading still says "Ingredients", a class still
holds the word, the values still look like amounts. So a field's *memory* is

    labels   the texts that stood before its values
    words    the words in these, and in the names of the elements around them
    tags     what its values' elements were
    profile  what its values look like

and every element of the page that shows a short text, or row of like elements, is weighed against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stook.page import TEXT, Page
from stook.recognise import values
from stook.wrapper.profile import Profile
from stook.wrapper.rules.model import FieldRule, Pick
from stook.wrapper.rules.reading import label_key

LONGEST = 3000
"""Characters of a text that may still be one value."""
MOST_PIECES = 12
FURNITURE = frozenset(("nav", "footer", "aside", "form", "noscript"))
COMMON = frozenset("html body div span main content wrapper container row col inner block item text left right top box "
                   "section article page li ul ol the a of and to in for is".split())
"""Words that name too much to tell anything."""
NEAR = 4
"""So many elements above a value may name it."""
LEAST = 1.6
"""What speaks for a place must be more than that it looks alike."""

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
    often: float
    """The share of the records that had it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a field may stand: a node, or several of one row, and how much speaks for it."""

    nodes: tuple[int, ...]
    texts: tuple[str, ...]
    worth: float
    named: bool
    """Whether a label or a name speaks for it, and not its looks alone."""


def memory_of(name: str, rules: Sequence[FieldRule]) -> Memory:
    """What the rules of a field remember of it."""
    picks = [pick for rule in rules for pick in (*rule.within, *rule.picks)]
    labels = frozenset(pick.label for pick in picks if pick.label)
    tags = frozenset(pick.selector.steps[-1].tag for rule in rules for pick in rule.picks if pick.selector.steps)
    return Memory(name, rules[0].type, any(rule.cardinality == "*" and rule.within for rule in rules), labels,
                  _told_words([name, *labels, *(word for pick in picks for word in _names(pick))]), tags,
                  rules[0].profile, rules[0].filled)


def _names(pick: Pick) -> Iterator[str]:
    """The names that a pick's last steps ask for."""
    for step in pick.selector.steps[-NEAR:]:
        yield from (step.id or "", *step.classes, (step.attr[1] or "") if step.attr else "")


def _told_words(texts: Sequence[str]) -> frozenset[str]:
    """The stems of the words in names and labels, without those that name everything."""
    split = re.sub(r"([a-z])([A-Z])", r"\1 \2", " ".join(texts))
    return frozenset(_stem(word) for word in _WORDS.findall(split.replace("_", " ").casefold()) if word not in COMMON)


def _stem(word: str) -> str:
    """A word without what makes it plural."""
    return word[:-1] if len(word) > 4 and word.endswith("s") else word


def places(page: Page, memory: Memory, taken: Sequence[int] = ()) -> list[Place]:
    """Where a field may stand, best first."""
    rows = _rows(page) if memory.repeats else ((node,) for node in _elements(page))
    used = set(taken)
    found = [place for nodes in rows if used.isdisjoint(nodes) and (place := _weighed(page, memory, nodes))]
    return sorted((place for place in found if place.worth >= LEAST), key=lambda place: -place.worth)


def _elements(page: Page) -> Iterator[int]:
    """The elements that show one text, whole: of those around a single text the innermost."""
    for node, tag in enumerate(page.tag):
        pieces = page.words.between(node, page.end[node])
        if tag != TEXT and 0 < len(pieces) <= MOST_PIECES and (
                len(pieces) > 1 or page.parent[page.words.node[pieces[0]]] == node):
            yield node


def _rows(page: Page) -> Iterator[tuple[int, ...]]:
    """Rows of elements of a kind: below one parent, and below parents of a kind side by side."""
    near: dict[tuple[int, int], list[int]] = {}
    wide: dict[tuple[int, int, int], list[int]] = {}
    for node, tag in enumerate(page.tag):
        if tag == TEXT or not page.words.between(node, page.end[node]):
            continue
        above = page.parent[node]
        near.setdefault((above, page.kinds[node]), []).append(node)
        if above > 0:
            wide.setdefault((page.parent[above], page.kinds[above], page.kinds[node]), []).append(node)
    yield from map(tuple, near.values())
    yield from (tuple(nodes) for nodes in wide.values() if len({page.parent[node] for node in nodes}) > 1)


def _weighed(page: Page, memory: Memory, nodes: tuple[int, ...]) -> Place | None:
    """How much speaks for some nodes; None where they cannot be the field."""
    texts = tuple(page.text_of(node) for node in nodes)
    if not all(texts) or max(map(len, texts)) > LONGEST or _in_furniture(page, nodes[0]):
        return None
    reads = _reads(page, memory.kind, texts)
    like = memory.profile.mean_likeness(texts[:20]) if memory.profile.count else 0.5
    label, words = _before(page, nodes[0]), _names_around(page, nodes[0])
    labelled = label_key(label) in memory.labels
    overlap = len(memory.words & (words | _told_words([label]))) / max(1, min(3, len(memory.words)))
    worth = 1.5 * like + 1.2 * labelled + 1.5 * min(1.0, overlap) + 0.4 * (page.tag[nodes[0]] in memory.tags) + reads
    if memory.repeats:
        worth += 0.25 * min(4, len(nodes) - 1) - 0.5 * (len(nodes) == 1)
    return Place(nodes, texts, worth, labelled or overlap > 0)


def _reads(page: Page, kind: str, texts: Sequence[str]) -> float:
    """Whether the texts read as the field's type."""
    if kind == "text":
        return 0.0
    some = texts[:5]
    read = [values.read(kind, text, language=page.language, base=page.base, at=page.at) is not None for text in some]
    return 1.0 if all(read) else -3.0


def _in_furniture(page: Page, node: int) -> bool:
    return any(page.tag[above] in FURNITURE for above in page.ancestors(node))


def _before(page: Page, node: int) -> str:
    """The text right before a node."""
    place = page.words.between(node, page.end[node]).start
    return page.words.text[place - 1] if place else ""


def _names_around(page: Page, node: int) -> frozenset[str]:
    """The words in the names of a node and of the elements around it."""
    said, here = [page.tag[node]], node
    for _ in range(NEAR):
        said += [page.attr(here, name) for name in ("class", "id", "itemprop", "property", "data-testid", "name")]
        here = page.parent[here]
        if here <= 0:
            break
    return _told_words(said)
