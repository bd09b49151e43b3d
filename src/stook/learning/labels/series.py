"""Fields with several values on a page: what they have in common, and the node that holds them.

A *series* is the values of one field on one page, each at one of its occurrences: those that stand on one path and
closest together. Its *holder* is the lowest node that holds them. Below the holder the values share their paths, and
little else stands on these paths: else they are no series but single values, each with a place of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from stook.learning.labels.choose import Placed
from stook.learning.labels.settle import pooled
from stook.learning.labels.texts import Occurrence, Texts, letters
from stook.learning.labels.ways import ways_to
from stook.page import Page
from stook.wrapper.rules.model import Pick
from stook.wrapper.selector import Selector, Step

FEWEST = 2
ENTRIES = frozenset(("li", "dd", "option"))
"""An element of these is one of several, though it stand alone."""
PURE = 0.6
"""So much of what stands on the paths of a series must be its values."""
COVERED = 0.5
"""So many of the labelled values must be part of it."""
MOST_PATHS = 4
HIGHEST_RAISE = 3


@dataclass(frozen=True, slots=True)
class Series:
    """The values of one field on one page."""

    page: Page
    holder: int
    paths: tuple[tuple[Occurrence, ...], ...]
    """The occurrences of values, those on one path together."""
    picks: tuple[Pick, ...]


def series_of(texts: Texts, values: Sequence[str], kind: str, single: bool = False) -> Series | None:
    """The series that these values are on a page; None where they are none. `single` allows one value, if the page
    marks it as the one entry of a list."""
    page = texts.page
    distinct = {letters(value): value for value in values}.values()
    found = [[one for one in texts.find(value, kind) if not one.more] for value in distinct]
    found = [some for some in found if some]
    if len(found) < (1 if single else FEWEST):
        return None
    paths = [path for path in _paths(page, found) if len(found) >= FEWEST or page.tag[path[0].node] in ENTRIES]
    if not paths:
        return None
    holder = _holder(page, [one.node for path in paths for one in path])
    picks = tuple(_item_pick(page, holder, path) for path in paths)
    series = Series(page, holder, tuple(paths), picks)
    covered = sum(map(len, paths))
    return series if covered >= COVERED * len(found) and _purity(series, found, values) >= PURE else None


def _paths(page: Page, found: Sequence[Sequence[Occurrence]]) -> Iterator[tuple[Occurrence, ...]]:
    """One path after the other, each time the one that most values stand on that have no place yet."""
    left = dict(enumerate(found))
    for _ in range(MOST_PATHS):
        by_path: dict[object, list[tuple[int, int, Occurrence]]] = {}
        for value, some in left.items():
            for one in some:
                by_path.setdefault(_path(page, one), []).append((one.node, value, one))
        closest = [_closest(places) for places in by_path.values()]
        if not closest:
            return
        best = max(closest, key=lambda path: (len(path), -_width(path)))
        yield tuple(one for _, _, one in best)
        for _, value, _ in best:
            left.pop(value, None)


def _path(page: Page, one: Occurrence) -> object:
    tags = tuple(page.tag[node] for node in [one.node, *page.ancestors(one.node)])
    return tags, one.take, one.part


def _closest(places: list[tuple[int, int, Occurrence]]) -> list[tuple[int, int, Occurrence]]:
    """The shortest row of places, in page order, that shows each value that the path shows once."""
    places.sort(key=lambda place: place[0])
    wanted = len({value for _, value, _ in places})
    best: list[tuple[int, int, Occurrence]] = []
    last: dict[int, tuple[int, int, Occurrence]] = {}
    for place in places:
        last[place[1]] = place
        row = sorted(last.values(), key=lambda one: one[0])
        if len(row) == wanted and (not best or _width(row) < _width(best)):
            best = row
    return best


def _width(row: Sequence[tuple[int, int, Occurrence]]) -> int:
    return row[-1][0] - row[0][0]


def _holder(page: Page, nodes: Sequence[int]) -> int:
    above = reduce(page.common, nodes)
    return page.parent[above] if above in nodes and page.parent[above] >= 0 else above


def _item_pick(page: Page, holder: int, path: Sequence[Occurrence]) -> Pick:
    """How to find the values of one path below the holder: by what their steps share, numbers where those help."""
    rows = [_below(page, holder, one.node) for one in path]
    plain = Selector(tuple(_shared(page, nodes, False) for nodes in zip(*rows, strict=True)), (True,) * len(rows[0]))
    exact = Selector(tuple(_shared(page, nodes, True) for nodes in zip(*rows, strict=True)), (True,) * len(rows[0]))
    fewer = len(exact.find(page, holder)) < len(plain.find(page, holder)) and len(path) > 1
    one = path[0]
    return Pick(_loose(page, holder, exact if fewer else plain), take=one.take, part=one.part)


def _loose(page: Page, holder: int, selector: Selector) -> Selector:
    """The last step alone, at any depth, where its classes tell as much: another page may divide its values."""
    last = Selector(selector.steps[-1:], (False,))
    if last.steps[0].classes and last.find(page, holder) == selector.find(page, holder):
        return last
    return selector


def _below(page: Page, holder: int, node: int) -> list[int]:
    path = [node]
    while page.parent[path[-1]] != holder:
        path.append(page.parent[path[-1]])
    return path[::-1]


def _shared(page: Page, nodes: Sequence[int], with_number: bool) -> Step:
    classes = reduce(frozenset.intersection, (page.signatures[node] for node in nodes))
    numbers = {page.ordinals[node] for node in nodes}
    return Step(page.tag[nodes[0]], None, classes, numbers.pop() if with_number and len(numbers) == 1 else 0)


def raised(examples: Sequence[tuple[int, Series]]) -> int:
    """How far above the holders the picks find no more than in them: there they find the values of other groups too,
    where a page has its values in several."""
    picks = [pick for _, series in examples for pick in series.picks]
    if any(not pick.selector.steps or pick.selector.near[0] for pick in picks):
        return 0
    level = 0
    while level < HIGHEST_RAISE and all(_is_pure(series, level + 1) for _, series in examples):
        level += 1
    return level


def _is_pure(series: Series, level: int) -> bool:
    page, above = series.page, series.holder
    for _ in range(level):
        above = page.parent[above]
        if above <= 0 or page.tag[above] == "body":
            return False
    return all(pick.selector.find(page, above) == pick.selector.find(page, series.holder) for pick in series.picks)


def _purity(series: Series, found: Sequence[Sequence[Occurrence]], values: Sequence[str]) -> float:
    """The share of what the picks find that shows labelled values, or parts of them."""
    page, known = series.page, {one.node for some in found for one in some}
    wanted = "\n".join(letters(value) for value in values)
    nodes = {node for pick in series.picks for node in pick.selector.find(page, series.holder) if page.text_of(node)}
    pure = sum(node in known or letters(page.text_of(node)) in wanted for node in nodes)
    return pure / max(1, len(nodes))


def holders(examples: Sequence[tuple[int, Series]]) -> tuple[Pick, ...]:
    """Every way to say where the holders stand."""
    found = [Placed(number, Occurrence(series.holder), "", tuple(ways_to(series.page, Occurrence(series.holder))))
             for number, series in examples]
    return tuple(replace(pick, weight=round(pick.weight, 3)) for pick in pooled(found))
