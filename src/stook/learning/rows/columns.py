"""The rules of a list's fields, from the spots where its rows show them.

A path leads from each row to its spot. What the paths share is one pick, if it finds the spots and nothing else; where
it does not, each kind of path is a pick, those first that serve most rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from stook.learning.labels.texts import Occurrence
from stook.learning.listing.found import Find, Sighting, Spot
from stook.learning.listing.induce import cut_of, merged_step, region_of, settings_of, speaking
from stook.learning.rows.rows import Row, Rows
from stook.learning.rows.table import Spots, Table, text_of
from stook.page import Page, resolve
from stook.wrapper.profile import profile_of
from stook.wrapper.rules.model import FieldRule, Part, Pick, RulesWrapper
from stook.wrapper.selector import Selector, Step, step_of

MOST_PICKS = 8

Shown = Sequence[tuple[Row, Sequence[Occurrence]]]
"""For each row the spots of one field."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted of a field beside its values."""

    type: str = ""
    """Nothing: a link where it is one, else a text."""
    declared: bool = False
    several: bool = False


# paths ------------------------------------------------------------------------------------------------

def _near(steps: Sequence[Step]) -> Selector:
    return Selector(tuple(steps), (True,) * len(steps))


def _merged(page: Page, rows: Rows, shown: Shown, several: bool) -> list[Pick]:
    """What all paths share; with the numbers that they share, where it is needed."""
    paths = [rows.path(page, row, one.node) for row, some in shown for one in some]
    if len({tuple(page.tag[node] for node in path) for path in paths}) != 1:
        return []
    if len({_cut_of(one) for _, some in shown for one in some}) != 1:
        return []
    levels = list(zip(*paths, strict=True))
    plain = [merged_step(page, nodes) for nodes in levels]
    numbered = [replace(step, nth=_number(page, nodes)) for step, nodes in zip(plain, levels, strict=True)]
    if rows.cut != "nodes":
        numbered[:1] = plain[:1]  # among the siblings of several rows a number says nothing
    one = next(one for _, some in shown for one in some)
    for selector in (_near(plain), _near(numbered)):
        if all(_finds(page, selector, rows, row, some, one, several) for row, some in shown):
            share = sum(bool(some) for _, some in shown) / len(shown)
            return [Pick(selector, one.take, weight=round(share, 3), part=one.part, more=one.more)]
    return []


def _cut_of(one: Occurrence) -> tuple[str, Part | None, int]:
    """What of its node a value is."""
    return one.take, one.part, one.more


def _number(page: Page, nodes: Sequence[int]) -> int:
    numbers = {page.ordinals[node] for node in nodes}
    return numbers.pop() if len(numbers) == 1 else 0


def _finds(page: Page, selector: Selector, rows: Rows, row: Row, some: Sequence[Occurrence], like: Occurrence,
           several: bool) -> bool:
    """Whether a selector finds in a row what it should, and nothing where nothing is."""
    found = [node for node in selector.find(page, rows.scope(row), (row.start, row.stop))
             if text_of(page, replace(like, node=node))]
    wanted = [one.node for one in some]
    return found == wanted if several or not wanted else found[:1] == wanted


def _by_kind(page: Page, rows: Rows, shown: Shown) -> list[Pick]:
    """A pick for each path with its classes and, where another node comes first, its numbers."""
    tally: Counter[tuple[Selector, tuple[str, Part | None, int]]] = Counter()
    free = rows.cut != "nodes"
    for row, some in shown:
        for one in some:
            path = rows.path(page, row, one.node)
            steps = [step_of(page, node) for node in path]
            numbered = [replace(step, nth=0 if free and not place else page.ordinals[node])
                        for place, (step, node) in enumerate(zip(steps, path, strict=True))]
            first = _near(steps).find(page, rows.scope(row), (row.start, row.stop))[:1]
            tally[_near(steps if first == [one.node] else numbered), _cut_of(one)] += 1
    return [Pick(selector, take, weight=round(count / len(shown), 3), part=part, more=more)
            for (selector, (take, part, more)), count in tally.most_common(MOST_PICKS)]


def _before(page: Page, table: Table, name: str) -> Iterator[Pick]:
    """How to find what stands before the rows that it speaks for."""
    said = [one for one in table.before.get(name, ()) if one is not None]
    ways = speaking(page, sorted({one.node for one in said}))
    tally = Counter((ways[one.node], one.part) for one in said)
    for (selector, part), count in tally.most_common(MOST_PICKS):
        yield Pick(selector, scope="before", weight=round(count / len(table.rows.all), 3), part=part)


# fields -----------------------------------------------------------------------------------------------

def field_of(page: Page, table: Table, name: str, wanted: Wanted) -> FieldRule:
    shown = [(row, spots.get(name, ())) for row, spots in zip(table.rows.all, table.spots, strict=True)]
    several = name in table.several or any(len(some) > 1 for _, some in shown)
    picks = [] if not any(some for _, some in shown) else (
        _merged(page, table.rows, shown, several) or _by_kind(page, table.rows, shown))
    said = [*some] if (some := table.before.get(name)) else [None] * len(shown)
    values = [[*some, *([one] if one else [])][:None if several else 1]
              for (_, some), one in zip(shown, said, strict=True)]
    kind = wanted.type or _type_of(page, shown)
    texts = [_as_read(page, kind, text_of(page, one)) for some in values for one in some]
    filled = sum(map(bool, values)) / len(shown)
    picks += _before(page, table, name)
    return FieldRule(name, kind, "*" if several or wanted.several else "?",
                     tuple(picks), round(filled, 3), profile=profile_of(texts), declared=wanted.declared)


def _as_read(page: Page, kind: str, text: str) -> str:
    """What the wrapper will read: links are absolute there, and are remembered as such."""
    return resolve(text, page.base) or text if kind == "link" else text


def _type_of(page: Page, shown: Shown) -> str:
    one = next((one for _, some in shown for one in some), None)
    return "link" if one and one.take == "@href" and page.tag[one.node] == "a" else "text"


def _heads(spots: Spots, names: Sequence[str], dated: Sequence[str]) -> dict[str, tuple[Spot, ...]]:
    """The first field, by which the heads of runs are told from other siblings, and the dates."""
    days = tuple(Spot(one.node, one.take) for name in dated for one in spots.get(name, ())[:1])
    heads = tuple(Spot(one.node) for one in spots[names[0]][:1]) if names[0] in spots else ()
    return {name: some for name, some in (("title", heads), ("date", days[:1])) if some}


def wrapper_of(page: Page, table: Table, wanted: Mapping[str, Wanted] | None = None) -> RulesWrapper:
    """The wrapper that reads the rows. A row without what all rows show is none."""
    names, rows, wanted = list(dict.fromkeys((*table.first, *table.before))), table.rows, wanted or {}
    dated = [name for name in names if name in wanted and wanted[name].type == "date"]
    find = Find("rows", rows.cut, tuple(
        Sighting(row.start, row.stop, row.section, row.head, _heads(spots, names, dated))
        for row, spots in zip(rows.all, table.spots, strict=True)), 0.0, lead=rows.lead)
    rules = [field_of(page, table, name, wanted.get(name, Wanted())) for name in names]
    full = next((place for place, rule in enumerate(rules) if rule.filled == 1.0 and rule.cardinality == "?"), None)
    if full is not None:
        rules[full] = replace(rules[full], cardinality="1")
    region = region_of(page, sorted({row.section for row in rows.all}), chosen=False)
    return RulesWrapper(region, cut_of(page, find), tuple(rules), settings_of(page, find))
