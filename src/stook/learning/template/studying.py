"""What tells the nodes at a place apart, found out from some pages: marks, signs, columns, or nothing; see `places`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

from stook.learning.template.places import MOST_DRESSES, Group, Key, Place, elected, keys
from stook.learning.template.view import View, head_of
from stook.page import TEXT
from stook.recognise.values import BETWEEN

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
ALL = 0.9
"""Rows that have columns have as many of them, but for so few."""
MOST_COLUMNS = 12
ALIKE = 0.5
"""Of nodes that are things of one kind, and no columns, so many hold texts in several steps, and neighbours have so
many of these in common."""
SEVERAL = 2

Instance = tuple[View, int]


def _dresses(rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """Steps of one tag that share a class and are never seen side by side are one: the more usual."""
    times: Counter[str] = Counter()
    beside: dict[str, set[str]] = {}
    if len(set(chain.from_iterable(rows))) > MOST_DRESSES:
        return {}
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
    rows = [(id(view), [view.step(child) for child in children], [view.is_phrase(child) for child in children])
            for view, node in nodes for children in [view.below[node]]]
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


def _group(found: Sequence[Sequence[Instance]], pages: int, signs: bool) -> Group:
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
    shapes = [[view.shape(child) for view, child in children] for children in found]
    several = [len(shape) >= SEVERAL for row in shapes for shape in row]
    shared = [len(one & other) / len(one | other) for row in shapes for one, other in pairwise(row)]
    return sum(several) >= ALIKE * len(several) and sum(shared) >= ALIKE * len(shared)


def _recurring(said: Iterable[tuple[int, str]], pages: int) -> dict[str, set[int]]:
    """What is said on many of the pages, and on which."""
    on: dict[str, set[int]] = {}
    for page, text in said:
        if text:
            on.setdefault(text, set()).add(page)
    return {text: where for text, where in on.items() if len(where) >= max(2, RECURS * pages)}


def _signs(found: Sequence[Sequence[Instance]], pages: int) -> set[str]:
    """What nodes say that are labels of what follows them: most say nothing but what recurs."""
    said = [(id(view), view.label(child)) for children in found for view, child in children]
    known = set(_recurring(said, pages))
    covered = sum(text in known for _, text in said)
    return known if len(known) > 1 and covered >= COVERS * len(said) else set()


def _heads(found: Sequence[Sequence[Instance]], pages: int) -> dict[str, str]:
    """The labels of texts that bring their own."""
    said = ((id(view), head_of(view.texts[child])) for children in found for view, child in children
            if child in view.texts)
    return {head: head for head in _recurring(said, pages)}


def _marks(found: Sequence[Sequence[Instance]], pages: int) -> dict[str, str]:
    """What recurs in like nodes, each with the name of those in which it stands; nothing where most lack it."""
    bags = [(id(view), set(view.marks(child)) - {""}) for children in found for view, child in children]
    times = Counter(mark for _, said in bags for mark in said)
    on = _recurring(((page, mark) for page, said in bags for mark in said), pages)
    recur = sorted((mark for mark, where in on.items() if times[mark] <= ONCE * len(where)),
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
    rows = [[elected(named, view.marks(child)) for view, child in children] for children in found]
    return named if _in_order(rows) and not _are_values(rows, found, pages) else {}


def _are_values(rows: Sequence[Sequence[str]], found: Sequence[Sequence[Instance]], pages: int) -> bool:
    """Whether what names nodes is itself what pages say there: with most names goes always the same text, and it is not
    on all pages, as with the few things of a small shop that are view beside others."""
    said: dict[str, set[str]] = {}
    on: dict[str, set[int]] = {}
    for names, children in zip(rows, found, strict=True):
        for name, (view, child) in zip(names, children, strict=True):
            if name:
                said.setdefault(name, set()).add(view.page.text_of(child))
                on.setdefault(name, set()).add(id(view))
    at_times = [name for name, where in on.items() if 1 < len(where) < ALL * pages]
    return 2 * sum(len(said[name]) == 1 for name in at_times) > len(on)


def _in_order(rows: Sequence[Sequence[str]]) -> bool:
    """Whether names stand in one order on all pages, as labels do, and not in any, as values do."""
    places: dict[str, list[float]] = {}
    for row in rows:
        for place, name in enumerate(row):
            places.setdefault(name, []).append(place / len(row))
    rank = {name: sum(some) / len(some) for name, some in places.items()}
    steps = [rank[name] <= rank[after] for row in rows for name, after in pairwise(filter(None, row)) if name != after]
    return sum(steps) >= IN_ORDER * len(steps)


def _is_whole(nodes: Sequence[Instance]) -> bool:
    """Whether what stands at a place is one value, though some pages have a part of it in a phrase: a title with a word
    in italics. Where most pages have several parts, and labels or always the same ones, each is a value of its own."""
    if not all(view.is_line(node) for view, node in nodes):
        return False
    rows = [(view, view.below[node]) for view, node in nodes if node in view.below]
    if any(all(one not in view.texts or BETWEEN.fullmatch(view.texts[one]) for one in parts) for view, parts in rows):
        return False
    mixed = [(view, parts) for view, parts in rows if len(parts) > 1]
    if 2 * len(mixed) < len(rows):
        return True
    shapes = Counter(tuple(view.step(one) for one in parts) for view, parts in mixed)
    labels = Counter(label for view, parts in mixed for one in parts if (label := view.label(one)))
    return bool(rows) and 2 * max(shapes.values()) < len(rows) and max(labels.values(), default=0) < 2


def _study(place: Place, nodes: Sequence[Instance]) -> None:
    place.other = _dresses([[view.step(child) for child in view.below[node]] for view, node in nodes])
    place.other |= _bare(nodes)
    by_step: dict[str, list[list[Instance]]] = {}
    for view, node in nodes:
        here: dict[str, list[Instance]] = {}
        for child in view.below[node]:
            step = view.step(child)
            here.setdefault(place.other.get(step, step), []).append((view, child))
        for step, children in here.items():
            by_step.setdefault(step, []).append(children)
    place.studied = len({id(view) for view, _ in nodes})
    several = {step: found for step, found in by_step.items() if any(len(children) > 1 for children in found)}
    place.signs = {step: said for step, found in several.items()
                   if len(by_step) > 1 and (said := _signs(found, place.studied))}
    place.groups = {step: _group(found, place.studied, bool(place.signs)) if step in several else Group()
                    for step, found in by_step.items() if step not in place.signs}


def study(root: Place, nodes: Sequence[Instance]) -> None:
    """Find out what tells nodes apart, at a place and below it, from what stands there on some pages. What the pages
    show there has a place afterwards."""
    waiting = [(root, nodes)]
    while waiting:
        place, nodes = waiting.pop()
        place.whole = _is_whole(nodes)
        nodes = [(view, node) for view, node in nodes if not place.ends(view, node)]
        if not nodes:
            continue
        _study(place, nodes)
        found: dict[Key, list[Instance]] = {}
        for view, node in nodes:
            for key, child in keys(place, view, node):
                found.setdefault(key, []).append((view, child))
        waiting.extend((place.make(key), children) for key, children in found.items())
