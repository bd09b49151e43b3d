"""Where things stand on the pages of one template, named so that the same thing has the same name on all of them.

    step     the tag of an element and the classes that tell its kind; or that it is a text
    place    where something stands: a step below another place. Where pages have several nodes of one step side by
             side, what tells them apart is a part of the name:
               mark     what stands in them and recurs: a label ("Publisher"), a heading, a step that the others lack
               sign     the label that stands in front of them
               column   which one it is, where all pages have as many
             or nothing does: they are a *series*, and stand at one place
    leaf     a text, or an element that holds prose: what it says on the pages are values
    lone     said of an element that holds one text and nothing else

A page that lacks something, or has it elsewhere in the row, changes no name but its own: there is nothing to align.
What tells nodes apart, only several pages can say: a place is *studied* on the first pages that show it, and takes in
what later ones add.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

from stook.page import TEXT, Page
from stook.recognise.values import BETWEEN

Mode = Literal["one", "marks", "signs", "columns", "series"]
Key = tuple[str, str]
"""A step, and what tells its node from others of that step."""

LONGEST_LABEL = 60
RECURS = 0.3
"""What tells nodes apart stands on this share of the pages that have them, and on two,"""
ONCE = 1.3
"""so often a page at most,"""
COVERS = 0.6
"""and in so many of the nodes."""
TOGETHER = 0.5
"""A mark that stands so often in one node with a more usual one says the same."""
EITHER = 0.8
"""On so many of the pages a text stands bare or as a phrase, if it is the same one."""
IN_ORDER = 0.8
"""Of two neighbours that have marks, so often the one that stands first on most pages does."""
MOST_MARKS = 60
"""So many nodes within a node tell what it is."""
MOST_NEW = 200
"""So many texts that may be marks of later pages are remembered for a group."""
ALL = 0.9
"""Rows that have columns have as many of them, but for so few."""
MOST_COLUMNS = 12
ALIKE = 0.5
"""Of nodes that are things of one kind, and no columns, so many hold texts in several steps, and neighbours have so
many of these in common."""
SEVERAL = 2
LARGEST = 20_000
"""So many texts of a page are looked at, and so many places known."""
PROSE = 160
"""An element with so long a text that is broken by nothing but phrases is one value."""
PHRASES = frozenset(
    "a abbr acronym b big br cite code em font i kbd mark q s samp small span strong sub sup time tt u var".split())


# a page as a template sees it -------------------------------------------------------------------------

class Shown:
    """What a page shows: its texts, and what holds them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.texts: dict[int, str] = {}
        self.below: dict[int, list[int]] = {}
        self._steps: dict[int, str] = {}
        self._mark: dict[int, str] = {}
        parent = page.parent
        for node, text in zip(page.words.node, page.words.text, strict=True):
            said = " ".join(text.split())
            if not any(map(str.isalnum, said)) or len(self.texts) >= LARGEST:
                continue
            self.texts[node] = said
            while node:
                above = parent[node]
                known = above in self.below
                self.below.setdefault(above, []).append(node)
                if known:
                    break
                node = above

    def step(self, node: int) -> str:
        """The tag of a node, and the classes that tell its kind."""
        found = self._steps.get(node)
        if found is None:
            page = self.page
            found = self._steps[node] = ".".join((page.tag[node], *sorted(page.signatures[node])))
        return found

    def marks(self, node: int) -> Iterator[str]:
        """What might tell a node from others of its step: the labels and the steps in it."""
        if node in self.texts:
            yield _head(self.texts[node])
            return
        start = bisect_right(self._order, node)
        stop = min(start + MOST_MARKS, bisect_left(self._order, self.page.end[node], start))
        for one in self._order[start:stop]:
            mark = self._mark.get(one)
            if mark is None:
                text = self.texts.get(one)
                mark = self._mark[one] = f"<{self.step(one)}>" if text is None else _head(text) or label_of(text)
            yield mark

    def shape(self, node: int) -> set[str]:
        """The steps that hold texts within a node; the text's own if it is one."""
        if node in self.texts:
            return {self.step(node)}
        start = bisect_right(self._order, node)
        stop = min(start + MOST_MARKS, bisect_left(self._order, self.page.end[node], start))
        return {self.step(self.page.parent[one]) for one in self._order[start:stop] if one in self.texts}

    @cached_property
    def _order(self) -> list[int]:
        return sorted([*self.below, *self.texts])

    def first(self, node: int) -> str:
        """The text that a node begins with."""
        while node in self.below:
            node = self.below[node][0]
        return self.texts[node]

    def is_lone(self, node: int) -> bool:
        while node in self.below:
            if len(self.below[node]) > 1:
                return False
            node = self.below[node][0]
        return True

    def is_leaf(self, node: int) -> bool:
        return node not in self.below or node in self._prose or self.is_phrase(node)

    def is_phrase(self, node: int) -> bool:
        """Whether a node is an element that says no more than that its one text is a link, or is strong."""
        return self.page.tag[node] in PHRASES and self.is_lone(node)

    def holder(self, leaf: int) -> int:
        """The element that holds just a leaf, else the leaf."""
        page = self.page
        above = page.parent[leaf]
        return above if leaf in self.texts and above > 0 and page.end[above] - above == 2 else leaf

    def text(self, node: int) -> str:
        return self.page.text_of(node) if node in self._prose else self.first(node)

    @cached_property
    def _prose(self) -> set[int]:
        """The elements that hold a long text that is broken by nothing but phrases."""
        found: set[int] = set()
        for node, below in self.below.items():
            own = sum(len(self.texts[one]) for one in below if one in self.texts)
            if len(below) > 1 and own >= PROSE and all(
                    one in self.texts or self.page.tag[one] in PHRASES for one in below):
                found.add(node)
        return found


def label_of(text: str) -> str:
    """A text as a label; empty where it can be none."""
    said = text.rstrip(" :：").casefold()
    return said if 0 < len(said) <= LONGEST_LABEL and any(map(str.isalpha, said)) else ""


def _head(text: str) -> str:
    """The label that a text begins with, or is."""
    head, colon, _ = text.replace("：", ":").replace(" = ", ":").partition(":")
    return label_of(head) if colon else ""


# places -----------------------------------------------------------------------------------------------

@dataclass(slots=True)
class Group:
    """How the nodes of one step below a place are told apart."""

    mode: Mode = "one"
    marks: dict[str, str] = field(default_factory=dict)
    """Each mark with the one that names the nodes in which both stand; or each sign."""
    new: dict[str, int] = field(default_factory=dict)
    """Labels in nodes that have no mark, and on how many pages."""

    def named(self, shown: Shown, node: int) -> str:
        return _elected(self.marks, shown.marks(node))

    def heed(self, label: str) -> None:
        """A node without a mark begins with a label, which is a mark as soon as it recurs."""
        if not label or (label not in self.new and len(self.new) >= MOST_NEW):
            return
        self.new[label] = self.new.get(label, 0) + 1
        if self.new[label] >= 2:
            self.marks[label] = label
            del self.new[label]


@dataclass(eq=False, repr=False, slots=True)
class Place:
    step: str
    name: str = ""
    above: Place | None = None
    below: dict[Key, Place] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    other: dict[str, str] = field(default_factory=dict)
    """Steps that are another step in another dress, with a class more or less."""
    signs: dict[str, set[str]] = field(default_factory=dict)
    """The steps of children that are labels of what follows them, and what they say."""
    studied: int = 0
    """On how many pages."""
    support: int = 0
    """How many pages show it."""
    fact: Any = None
    """What is known of a leaf (see `auto`)."""

    def make(self, key: Key) -> Place:
        found = self.below.get(key)
        if found is None:
            found = self.below[key] = Place(*key, above=self)
        return found

    def knows(self, step: str) -> bool:
        return step in self.groups or step in self.signs or (step, "") in self.below

    def chain(self) -> Iterator[Place]:
        """The place and all that it is below."""
        place: Place | None = self
        while place is not None:
            yield place
            place = place.above

    def all(self) -> Iterator[Place]:
        """The place and all below it."""
        waiting = [self]
        while waiting:
            place = waiting.pop()
            yield place
            waiting.extend(reversed(place.below.values()))


@dataclass(slots=True)
class Walk:
    """What a page has at places, and what it has besides."""

    shown: Shown
    leaves: dict[Place, list[int]] = field(default_factory=dict)
    """In the order of the page."""
    inner: list[tuple[Place, int]] = field(default_factory=list)
    """The other nodes that stand at a place."""
    homeless: list[tuple[Place, Key, int]] = field(default_factory=list)
    """Nodes for which there is no place yet below the one of the node above."""
    unmarked: list[tuple[Group, str]] = field(default_factory=list)
    """The labels of nodes that have no mark."""

    def below(self, place: Place, node: int) -> None:
        """Follow a node that stands at a place, and all below it."""
        shown = self.shown
        waiting = [(place, node)]
        while waiting:
            place, node = waiting.pop()
            if shown.is_leaf(node):
                self.leaves.setdefault(place, []).append(node)
                continue
            self.inner.append((place, node))
            found = []
            for key, child in keys(place, shown, node, self.unmarked):
                below = place.below.get(key)
                if below is None:
                    self.homeless.append((place, key, child))
                else:
                    found.append((below, child))
            waiting.extend(reversed(found))

    def settle(self) -> None:
        """Make the places that are missing; a label that recurs is a mark from now on."""
        for group, label in self.unmarked:
            group.heed(label)
        while self.homeless:
            place, key, node = self.homeless.pop()
            self.below(place.make(key), node)


def walk(root: Place, shown: Shown) -> Walk:
    """What a page has at the places below a root."""
    found = Walk(shown)
    if shown.below:
        found.below(root, 0)
    return found


def keys(place: Place, shown: Shown, node: int,
         unmarked: list[tuple[Group, str]] | None = None) -> Iterator[tuple[Key, int]]:
    """The nodes right below a node, each with what it is called below the place. `unmarked` takes the labels of those
    that lack a mark."""
    columns: Counter[str] = Counter()
    before = ""
    children = shown.below.get(node, ())
    for child in children:
        step = shown.step(child)
        step = place.other.get(step, step)
        if place.studied and not place.knows(step):
            step = _undressed(step, place, {shown.step(one) for one in children})
        if step in place.signs:
            name = _sign(place.signs[step], shown, child)
            before = name or before
            yield (step, name), child
            continue
        group, name = place.groups.get(step, _ALONE), ""
        if group.mode == "marks":
            name = group.named(shown, child)
            if not name and unmarked is not None and not shown.is_lone(child):
                unmarked.append((group, label_of(shown.first(child))))
        if group.mode == "signs":
            name = group.named(shown, child) or before
        if group.mode == "columns":
            columns[step] += 1
            name = f"#{columns[step]}"
        yield (step, name), child


def _undressed(step: str, place: Place, beside: Container[str]) -> str:
    """A step that a place does not know as the one there that it is in another dress: that shares most classes with it,
    and does not stand beside it. So rows are alike that have classes for what they are about."""
    tag, *classes = step.split(".")
    best, most = step, 0
    for known in (*place.groups, *place.signs) if classes else ():
        its_tag, *others = known.split(".")
        shared = len({*classes} & {*others})
        if its_tag == tag and shared > most and 2 * shared >= max(len(classes), len(others)) and known not in beside:
            best, most = known, shared
    return best


_ALONE = Group()


def _sign(known: Container[str], shown: Shown, node: int) -> str:
    """What a node says of those that follow it. An element is one whatever it says; a text may be "and"."""
    said = _before(shown, node)
    return said if node not in shown.texts or said in known or shown.texts[node].endswith((":", "：")) else ""


def _before(shown: Shown, node: int) -> str:
    """What a node says if it may be a label of what follows it: not so "and", nor a remark on what is before it."""
    text = shown.first(node)
    return label_of(text) if shown.is_lone(node) and text[0].isalnum() and not BETWEEN.fullmatch(text) else ""


# studying ---------------------------------------------------------------------------------------------

Instance = tuple[Shown, int]


def study(root: Place, nodes: Sequence[Instance]) -> None:
    """Find out what tells nodes apart, at a place and below it, from what stands there on some pages. What the pages
    show there has a place afterwards."""
    waiting = [(root, nodes)]
    while waiting:
        place, nodes = waiting.pop()
        nodes = [(shown, node) for shown, node in nodes if not shown.is_leaf(node)]
        if not nodes:
            continue
        _study(place, nodes)
        found: dict[Key, list[Instance]] = {}
        for shown, node in nodes:
            for key, child in keys(place, shown, node):
                found.setdefault(key, []).append((shown, child))
        waiting.extend((place.make(key), children) for key, children in found.items())


def _study(place: Place, nodes: Sequence[Instance]) -> None:
    place.other = _dresses([[shown.step(child) for child in shown.below[node]] for shown, node in nodes])
    place.other |= _bare(nodes)
    by_step: dict[str, list[list[Instance]]] = {}
    for shown, node in nodes:
        here: dict[str, list[Instance]] = {}
        for child in shown.below[node]:
            step = shown.step(child)
            here.setdefault(place.other.get(step, step), []).append((shown, child))
        for step, children in here.items():
            by_step.setdefault(step, []).append(children)
    place.studied = len({id(shown) for shown, _ in nodes})
    several = {step: found for step, found in by_step.items() if any(len(children) > 1 for children in found)}
    place.signs = {step: said for step, found in several.items()
                   if len(by_step) > 1 and (said := _signs(found, place.studied))}
    place.groups = {step: _group(step, found, place.studied, bool(place.signs)) if step in several else Group()
                    for step, found in by_step.items() if step not in place.signs}


def _dresses(rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """Steps of one tag that share a class and are never seen side by side are one: the more usual."""
    times: Counter[str] = Counter()
    beside: dict[str, set[str]] = {}
    for row in rows:
        here = set(row)
        times.update(here)
        for step in here:
            beside.setdefault(step, set()).update(here)
    found: dict[str, str] = {}
    usual: list[str] = []
    for step in sorted(times, key=lambda step: (-times[step], step)):
        tag, *classes = step.split(".")
        same = next((one for one in usual if one.split(".")[0] == tag and step not in beside[one]
                     and not set(classes).isdisjoint(one.split(".")[1:])), None)
        if same is None:
            usual.append(step)
        else:
            found[step] = same
            beside[same] |= beside[step]
    return found


def _bare(nodes: Sequence[Instance]) -> dict[str, str]:
    """Of a phrase and a text that stand between the same neighbours, on nearly all pages the one or the other, the less
    usual is the other in another dress: a name is a link where it leads somewhere."""
    rows = [(id(shown), [shown.step(child) for child in children], [shown.is_phrase(child) for child in children])
            for shown, node in nodes for children in [shown.below[node]]]
    where: dict[str, list[tuple[int, str, str]]] = {}
    for page, steps, phrases in rows:
        for before, step, after, phrase in zip(["", *steps], steps, [*steps[1:], ""], phrases, strict=False):
            if phrase or step == TEXT:
                where.setdefault(step, []).append((page, before, after))
    bare = where.pop(TEXT, [])
    for step, dressed in where.items():
        together = [page for page, _, _ in (*bare, *dressed)]
        if (len(bare) > 1 < len(dressed) and len(set(together)) == len(together) >= EITHER * len(rows)
                and {one[1:] for one in bare} & {one[1:] for one in dressed}):
            return {TEXT: step} if len(dressed) >= len(bare) else {step: TEXT}
    return {}


def _group(step: str, found: Sequence[Sequence[Instance]], pages: int, signs: bool) -> Group:
    if marks := _marks(found, pages):
        return Group("marks", marks)
    if signs:
        return Group("signs", _heads(found, pages))
    size, times = Counter(map(len, found)).most_common(1)[0]
    if 1 < size <= MOST_COLUMNS and times >= ALL * len(found) and pages > 1 and not _alike(found):
        return Group("columns")
    return Group("series")


def _alike(found: Sequence[Sequence[Instance]]) -> bool:
    """Whether nodes side by side are things of one kind, as reviews are, or what others bought: most hold several
    texts, and they hold them in the same elements."""
    shapes = [[shown.shape(child) for shown, child in children] for children in found]
    several = [len(shape) >= SEVERAL for row in shapes for shape in row]
    shared = [len(one & other) / len(one | other) for row in shapes for one, other in pairwise(row)]
    return sum(several) >= ALIKE * len(several) and sum(shared) >= ALIKE * len(shared)


def _signs(found: Sequence[Sequence[Instance]], pages: int) -> set[str]:
    """What nodes say that are labels of what follows them: most say nothing but what recurs."""
    said = [(id(shown), _before(shown, child)) for children in found for shown, child in children]
    on: dict[str, set[int]] = {}
    for page, text in said:
        on.setdefault(text, set()).add(page)
    known = {text for text, where in on.items() if text and len(where) >= max(2, RECURS * pages)}
    covered = sum(text in known for _, text in said)
    return known if len(known) > 1 and covered >= COVERS * len(said) else set()


def _heads(found: Sequence[Sequence[Instance]], pages: int) -> dict[str, str]:
    """The labels of texts that bring their own."""
    on: dict[str, set[int]] = {}
    for shown, child in (one for children in found for one in children if one[1] in one[0].texts):
        if head := _head(shown.texts[child]):
            on.setdefault(head, set()).add(id(shown))
    return {head: head for head, where in on.items() if len(where) >= max(2, RECURS * pages)}


def _marks(found: Sequence[Sequence[Instance]], pages: int) -> dict[str, str]:
    """What recurs in like nodes, each with the name of those in which it stands; nothing where most lack it."""
    bags = [(id(shown), set(shown.marks(child)) - {""}) for children in found for shown, child in children]
    on: dict[str, set[int]] = {}
    times: Counter[str] = Counter()
    for page, said in bags:
        times.update(said)
        for mark in said:
            on.setdefault(mark, set()).add(page)
    recur = sorted((mark for mark, where in on.items()
                    if len(where) >= max(2, RECURS * pages) and times[mark] <= ONCE * len(where)),
                   key=lambda mark: (-len(on[mark]), mark.startswith("<"), mark))
    marked = sum(not said.isdisjoint(recur) for _, said in bags)
    if marked < COVERS * len(bags):
        return {}
    together: dict[str, Counter[str]] = {mark: Counter() for mark in recur}
    for _, said in bags:
        for mark in (known := said & together.keys()):
            together[mark].update(known)
    named: dict[str, str] = {}
    for mark in recur:
        best = max((one for one in together[mark] if one in named), default="",
                   key=lambda one: (together[mark][one], one))
        named[mark] = named[best] if best and together[mark][best] >= TOGETHER * times[mark] else mark
    if len(set(named.values())) == 1 and marked == len(bags):
        return {}
    rows = [[_elected(named, shown.marks(child)) for shown, child in children] for children in found]
    return named if _in_order(rows) and not _are_values(rows, found, pages) else {}


def _are_values(rows: Sequence[Sequence[str]], found: Sequence[Sequence[Instance]], pages: int) -> bool:
    """Whether what names nodes is itself what pages say there: with most names goes always the same text, and it is not
    on all pages, as with the few things of a small shop that are shown beside others."""
    said: dict[str, set[str]] = {}
    on: dict[str, set[int]] = {}
    for names, children in zip(rows, found, strict=True):
        for name, (shown, child) in zip(names, children, strict=True):
            if name:
                said.setdefault(name, set()).add(shown.page.text_of(child))
                on.setdefault(name, set()).add(id(shown))
    at_times = [name for name, where in on.items() if 1 < len(where) < ALL * pages]
    return 2 * sum(len(said[name]) == 1 for name in at_times) > len(on)


def _elected(named: Mapping[str, str], marks: Iterable[str]) -> str:
    """What a node is called by the marks that stand in it, the most if they differ."""
    votes: dict[str, int] = {}
    for mark in marks:
        if mark in named:
            votes[named[mark]] = votes.get(named[mark], 0) + 1
    return min(votes, key=lambda name: (-votes[name], name)) if votes else ""


def _in_order(rows: Sequence[Sequence[str]]) -> bool:
    """Whether names stand in one order on all pages, as labels do, and not in any, as values do."""
    places: dict[str, list[float]] = {}
    for row in rows:
        for place, name in enumerate(row):
            places.setdefault(name, []).append(place / len(row))
    rank = {name: sum(some) / len(some) for name, some in places.items()}
    steps = [rank[name] <= rank[after] for row in rows for name, after in pairwise(filter(None, row)) if name != after]
    return sum(steps) >= IN_ORDER * len(steps)
