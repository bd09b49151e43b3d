"""How a page has changed around a pasted region, and in it: what the paper's counts tell, and what they are blind to.

    stack   the elements that are open at the region, from the outermost one to the region: its *levels*
    sides   at each level the elements that are closed before the one that is open (the upper side) and after it (the
            lower side). An advertisement that is put in as a whole is one closed element more at some level on one
            side; the counts of open tags do not see it, for it closes what it opens
    outer   the rule for the region, from outside: broken if no way leads there any more
    inner   the rules for the values, from the region: each holds or breaks by itself, whatever happened outside

Which side a change of the stack is on is told by the raw tag stream, since the tree of a page is balanced whatever its
source is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import reduce
from itertools import islice
from typing import Literal

from stook.page import TEXT, Page
from stook.page.digest import of_labels
from stook.wrapper.rules.around import MOST_LEVELS, Counts, Frame, Level
from stook.wrapper.rules.delimiters import FORMATTING, Stream, change, region_of
from stook.wrapper.rules.model import RulesWrapper
from stook.wrapper.selector import Selector, step_of

MOST_NEIGHBOURS = 24
"""So many closed siblings are kept at each level and side, the nearest."""
NOT_LAID_OUT = frozenset((TEXT, "script", "style", "link", "meta", "noscript", "template", "br", "wbr"))
ANYTHING = frozenset(("div", "section", "table", "article", "aside", "center", "form"))
FOUND = 0.5
"""So many of the ways that lead anywhere must lead to one node to be believed."""

Side = Literal["upper", "lower", "both"]
Case = Literal["none", "upper", "lower", "both", "balanced", "lost"]


# a region from outside --------------------------------------------------------------------------------

def frame_of(page: Page, region: int, ways: Sequence[Selector] = (),
             inner: Mapping[str, Selector] | None = None) -> Frame:
    """What stands around an element."""
    digests = _digests(page)
    path = [region, *islice(page.ancestors(region), MOST_LEVELS - 1)][::-1]
    levels = tuple(_level(page, node, digests) for node in path)
    return Frame(_counts(page, region), levels, tuple(ways), dict(sorted((inner or {}).items())))


def _level(page: Page, node: int, digests: Sequence[int]) -> Level:
    above = page.parent[node]
    beside = [child for child in page.children(above) if _is_laid_out(page, child)] if above >= 0 else []
    left = _without_runs(page, [child for child in beside if child < node], digests)[-MOST_NEIGHBOURS:]
    right = _without_runs(page, [child for child in beside if child > node], digests)[:MOST_NEIGHBOURS]
    return Level(_name(page, node), tuple(_name(page, one) for one in left), tuple(_name(page, one) for one in right),
                 _digest(digests, left), _digest(digests, right))


def _is_laid_out(page: Page, node: int) -> bool:
    return page.tag[node] not in NOT_LAID_OUT and page.tag[node] not in FORMATTING


def _name(page: Page, node: int) -> str:
    return str(step_of(page, node, with_id=True))


def _without_runs(page: Page, nodes: Iterable[int], digests: Sequence[int]) -> list[int]:
    """Of siblings of one kind in a row only the first: lists grow and shrink. What has only a name that stands for
    anything must be built alike too."""
    kept: list[int] = []
    last = None
    for node in nodes:
        name = _name(page, node)
        kind = (name, digests[node] if name in ANYTHING else 0)
        if kind != last:
            kept.append(node)
        last = kind
    return kept


def _digest(digests: Sequence[int], nodes: Sequence[int]) -> str:
    mixed = 0
    for node in nodes:
        mixed = (mixed * 0x9E3779B97F4A7C15 + digests[node]) & ((1 << 64) - 1)
    return f"{mixed:016x}" if nodes else ""


def _digests(page: Page) -> list[int]:
    """For each element a digest of how it is laid out: of its tags, without texts, formatting and repetition."""
    labels: list[str] = []
    above: list[int] = []
    number = [-1] * len(page)
    last: dict[int, tuple[str, frozenset[str]]] = {}
    node = 0
    while node < len(page):
        parent = page.parent[node]
        kind = (page.tag[node], page.signatures[node])
        if not _is_laid_out(page, node):
            node = page.end[node]
            continue
        repeated, last[parent] = last.get(parent) == kind, kind
        number[node] = len(labels)
        labels.append(page.tag[node])
        above.append(-1 if repeated or parent < 0 else number[parent])  # what is repeated has a digest of its own
        node += 1
    found = of_labels(labels, above)
    return [found[place] if place >= 0 else 0 for place in number]


def _counts(page: Page, region: int) -> Counts:
    """How many tags are open before and after the texts of an element, on the raw stream."""
    stream = Stream(page)
    first, last = _places(page, stream, region)
    return stream.counts(first, last)


def _places(page: Page, stream: Stream, region: int) -> tuple[int, int]:
    """Where the first and last text of an element stand in the stream. The texts of the tree are those of the source
    in the same order, but for what the parser moved; then the nearest like it is taken."""
    nodes = [node for node in page.select(TEXT) if _is_told(page, node)]
    told = ["".join(page.text[node].split()) for node in nodes]
    gaps = ["".join(gap.text.split()) for gap in stream.gaps]
    inside = [place for place, node in enumerate(nodes) if region <= node < page.end[region]]
    if not inside:
        return 0, len(stream.tags)
    source = "".join(gaps)
    start = sum(map(len, told[:inside[0]]))
    stop = start + sum(map(len, told[inside[0]:inside[-1] + 1]))
    tree = "".join(told)
    if tree != source:
        start = _nearest(source, tree[start:start + 24], start, 0)
        stop = _nearest(source, tree[max(0, stop - 24):stop], stop, 24)
    return _place_at(stream, gaps, start), _place_at(stream, gaps, max(start, stop - 1))


def _is_told(page: Page, text: int) -> bool:
    return page.tag[page.parent[text]] not in ("script", "style", "title", "iframe", "noembed", "noframes")


def _nearest(source: str, said: str, place: int, back: int) -> int:
    """Where a few letters stand nearest to a place."""
    after, before = source.find(said, max(0, place - back)), source.rfind(said, 0, place + len(said))
    found = [one for one in (after, before) if one >= 0]
    return min(found, key=lambda one: abs(one + back - place)) + min(back, len(said)) if found else place


def _place_at(stream: Stream, gaps: Sequence[str], offset: int) -> int:
    for gap, said in zip(stream.gaps, gaps, strict=True):
        if offset < len(said):
            return gap.place
        offset -= len(said)
    return len(stream.tags)


# two frames -------------------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class Place:
    """One difference: at which level, counted from the outermost one, on which side, and what it is."""

    level: int
    side: Side
    said: str
    sure: bool = True
    """Whether the elements themselves are others, and not only what is in them."""


def compare(old: Frame, new: Frame) -> tuple[Case, tuple[Place, ...]]:
    """Which of the cases it is, and where the two differ."""
    places = tuple(_places_between(old, new))
    counted = change(old.counts, new.counts)
    if counted != "none":
        return ("both" if counted == "both alike" else counted), places
    if len(old.levels) != len(new.levels):
        return "both", places
    return ("balanced" if places else "none"), places


def _places_between(old: Frame, new: Frame) -> Iterator[Place]:
    one, other = ([level.element for level in frame.levels] for frame in (old, new))
    for how, start, stop, begin, end in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if how == "equal":
            for step in range(stop - start):
                yield from _beside(start + step, old.levels[start + step], new.levels[begin + step])
        elif stop - start == end - begin:
            for step in range(stop - start):
                yield Place(start + step, "both", f"{one[start + step]} is now {other[begin + step]}")
                yield from _beside(start + step, old.levels[start + step], new.levels[begin + step])
        else:
            gone, come = " > ".join(one[start:stop]), " > ".join(other[begin:end])
            said = f"{gone} is now {come}" if gone and come else f"{come} is new" if come else f"{gone} is gone"
            yield Place(start, "both", f"{said} around the region")


def _beside(number: int, old: Level, new: Level) -> Iterator[Place]:
    """What differs on the two sides of one level."""
    sides: tuple[tuple[Side, tuple[str, ...], tuple[str, ...], str, str], ...] = (
        ("upper", old.left, new.left, old.left_digest, new.left_digest),
        ("lower", old.right, new.right, old.right_digest, new.right_digest))
    for side, before, after, digest, other in sides:
        if before != after:
            yield Place(number, side, f"{_difference(before, after)} {_WHERE[side]} {new.element}")
        elif digest != other:
            yield Place(number, side, f"what stands {_WHERE[side]} {new.element} is built otherwise", sure=False)


_WHERE: Mapping[Side, str] = {"upper": "before", "lower": "after"}


def _difference(before: Sequence[str], after: Sequence[str]) -> str:
    gone, come = Counter(before), Counter(after)
    said = [f"{', '.join((one - other).elements())} {verb}" for one, other, verb in (
        (come, gone, "is new"), (gone, come, "is gone")) if one - other]
    return " and ".join(said) or "another order"


# a wrapper on a page ----------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class TemplateChange:
    """How a page has changed since the region was pasted. By the raw tags `case` is one of the paper's (upper, lower
    or both sides), else `balanced`, to which counts are blind; `lost` where the region is not found at all."""

    case: Case
    places: tuple[Place, ...] = ()
    outer: bool = False
    """Whether the rule for the region broke: no way leads there from outside."""
    inner: tuple[str, ...] = ()
    """The fields whose rules from the region to their value broke."""

    def __bool__(self) -> bool:
        return self.case != "none" or self.outer or bool(self.inner)

    @property
    def reasons(self) -> tuple[str, ...]:
        said = [_CASES[self.case]] if self.case != "none" else []
        said += [f"level {place.level}, {place.side} side: {place.said}" for place in self.places]
        said += ["the rule for the region no longer leads to it"] if self.outer else []
        return (*said, *(f"{name}: its rule within the region finds nothing" for name in self.inner))


_CASES: Mapping[Case, str] = {
    "upper": "other tags are open above the region", "lower": "other tags are open below the region",
    "both": "other tags are open above and below the region",
    "balanced": "as many tags are open above and below the region, but what stands around it is not the same",
    "lost": "the region is not on the page",
}


def changed(wrapper: RulesWrapper, page: Page) -> TemplateChange:
    """How a page has changed since the wrapper's region was pasted."""
    if wrapper.cut.kind == "delimiters":
        return _counted(wrapper, page)
    if wrapper.frame is None:
        return TemplateChange("none")
    old = wrapper.frame
    region, outer = _elected(page, old.ways), False
    if region is None or (old.inner and len(_broken(page, region, old)) == len(old.inner)):
        inside = _by_values(wrapper, page)
        outer, region = region is None or inside is not None, region if inside is None else inside
    if region is None:
        return TemplateChange("lost", (), True, tuple(old.inner))
    case, places = compare(old, frame_of(page, region))
    return TemplateChange(case, places, outer, _broken(page, region, old))


def _counted(wrapper: RulesWrapper, page: Page) -> TemplateChange:
    """What the paper tells: by the counts alone."""
    stream = Stream(page)
    region = region_of(wrapper, stream)
    if region is None or wrapper.cut.counts is None:
        return TemplateChange("lost", (), True)
    case = change(wrapper.cut.counts, stream.counts(*region))
    return TemplateChange("both" if case == "both alike" else case)


def _elected(page: Page, ways: Sequence[Selector]) -> int | None:
    """The node that most ways lead to, of those that lead to one."""
    votes = Counter(found[0] for way in ways if len(found := way.find(page)) == 1)
    best = votes.most_common(1)
    return best[0][0] if best and best[0][1] >= FOUND * votes.total() else None


def _broken(page: Page, region: int, frame: Frame) -> tuple[str, ...]:
    """The fields to which nothing leads from the region."""
    return tuple(name for name, way in frame.inner.items()
                 if not any(page.text_of(node) for node in way.find(page, region)))


def _by_values(wrapper: RulesWrapper, page: Page) -> int | None:
    """The region that the values show which are found: the element around them from which most inner rules hold."""
    frame = wrapper.frame
    nodes = [value.node for record in wrapper.apply(page).records for name in record for value in record[name]
             if value.node is not None]
    if frame is None or not nodes:
        return None
    lowest = reduce(page.common, nodes)
    above = [lowest, *islice(page.ancestors(lowest), MOST_LEVELS)]
    best = min(above, key=lambda node: len(_broken(page, node, frame)))
    return best if len(_broken(page, best, frame)) < len(frame.inner) else None
