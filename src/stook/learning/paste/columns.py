"""The rules of a list's fields, from the spots where its rows show them.

A path leads from each row to its spot. What the paths share is one pick, if it finds the spots and nothing else; where
it does not, each kind of path is a pick, those first that serve most rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from stook.learning.labels.texts import Occurrence
from stook.learning.listing.found import Find, Sighting, Spot
from stook.learning.listing.induce import cut_of, merged_step, region_of, settings_of
from stook.learning.paste.rows import Row, Rows, Spots, Table, text_of
from stook.page import Page
from stook.wrapper.profile import profile_of
from stook.wrapper.rules.model import TEXT_OF, FieldRule, Pick, RulesWrapper
from stook.wrapper.selector import Selector, Step, step_of

MOST_PICKS = 8

Shown = Sequence[tuple[Row, Sequence[Occurrence]]]
"""For each row the spots of one field."""


def _near(steps: Sequence[Step]) -> Selector:
    return Selector(tuple(steps), (True,) * len(steps))


def _merged(page: Page, rows: Rows, shown: Shown, several: bool) -> list[Pick]:
    """What all paths share; with the numbers that they share, where it is needed."""
    paths = [rows.path(page, row, one.node) for row, some in shown for one in some]
    if len({tuple(page.tag[node] for node in path) for path in paths}) != 1:
        return []
    levels = list(zip(*paths, strict=True))
    plain = [merged_step(page, nodes) for nodes in levels]
    numbered = [replace(step, nth=_number(page, nodes)) for step, nodes in zip(plain, levels, strict=True)]
    if rows.cut != "nodes":
        numbered[:1] = plain[:1]  # among the siblings of several rows a number says nothing
    for selector in (_near(plain), _near(numbered)):
        if all(_finds(page, selector, rows, row, some, several) for row, some in shown):
            return [Pick(selector, weight=round(sum(bool(some) for _, some in shown) / len(shown), 3))]
    return []


def _number(page: Page, nodes: Sequence[int]) -> int:
    numbers = {page.ordinals[node] for node in nodes}
    return numbers.pop() if len(numbers) == 1 else 0


def _finds(page: Page, selector: Selector, rows: Rows, row: Row, some: Sequence[Occurrence], several: bool) -> bool:
    """Whether a selector finds in a row what it should, and nothing where nothing is."""
    found = selector.find(page, rows.scope(row), (row.start, row.stop))
    if not some or some[0].take == TEXT_OF:
        found = [node for node in found if page.text_of(node)]
    wanted = [one.node for one in some]
    return found == wanted if several or not wanted else found[:1] == wanted


def _by_kind(page: Page, rows: Rows, shown: Shown) -> list[Pick]:
    """A pick for each path with its classes and, where another node comes first, its numbers."""
    tally: Counter[Selector] = Counter()
    free = rows.cut != "nodes"
    for row, some in shown:
        for one in some:
            path = rows.path(page, row, one.node)
            steps = [step_of(page, node) for node in path]
            numbered = [replace(step, nth=0 if free and not place else page.ordinals[node])
                        for place, (step, node) in enumerate(zip(steps, path, strict=True))]
            first = _near(steps).find(page, rows.scope(row), (row.start, row.stop))[:1]
            tally[_near(steps if first == [one.node] else numbered)] += 1
    return [Pick(selector, weight=round(count / len(shown), 3)) for selector, count in tally.most_common(MOST_PICKS)]


def _field(page: Page, table: Table, name: str) -> FieldRule:
    shown = [(row, spots.get(name, ())) for row, spots in zip(table.rows.all, table.spots, strict=True)]
    several, one = any(len(some) > 1 for _, some in shown), table.pasted[name][0]
    picks = _merged(page, table.rows, shown, several) or _by_kind(page, table.rows, shown)
    picks = [replace(pick, take=one.take, part=one.part, more=one.more) for pick in picks]
    texts = [text_of(page, spot) for _, some in shown for spot in some]
    filled = sum(bool(some) for _, some in shown) / len(shown)
    kind = "link" if one.take == "@href" and page.tag[one.node] == "a" else "text"
    return FieldRule(name, kind, "*" if several else "?", tuple(picks), round(filled, 3), profile=profile_of(texts))


def _heads(spots: Spots, names: Sequence[str]) -> dict[str, tuple[Spot, ...]]:
    """The first field, by which the heads of runs are told from other siblings."""
    return {"title": tuple(Spot(one.node) for one in spots[names[0]][:1])} if names[0] in spots else {}


def wrapper_of(page: Page, table: Table) -> RulesWrapper:
    """The wrapper that reads the rows. A row without what all rows show is none."""
    names, rows = list(table.pasted), table.rows
    find = Find("paste", rows.cut, tuple(
        Sighting(row.start, row.stop, row.section, row.head, _heads(spots, names))
        for row, spots in zip(rows.all, table.spots, strict=True)), 0.0, lead=rows.lead)
    rules = [_field(page, table, name) for name in names]
    full = next((place for place, rule in enumerate(rules) if rule.filled == 1.0 and rule.cardinality == "?"), None)
    if full is not None:
        rules[full] = replace(rules[full], cardinality="1")
    region = region_of(page, sorted({row.section for row in rows.all}), chosen=False)
    return RulesWrapper(region, cut_of(page, find), tuple(rules), settings_of(page, find))
