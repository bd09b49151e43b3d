"""The lists of a page that labelled records may be rows of.

A labelled text is often shown more than once. Which of its places is meant is decided by the records that hold several
labels together: every place of every label may have led to the rows of a list, and each way to cut the page so is
tried.

    sought   a labelled record: for each of its values the places that show it
    fitted   a way to cut the page into rows, with the sought records that stand in them
    before   what stands above rows and speaks for all of them, as the heading of a category
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from stook.learning.labels.known import Label, Labels
from stook.learning.labels.texts import Occurrence, Texts
from stook.learning.rows.region import Region, around, region_between
from stook.learning.rows.rows import Alike, Row, Rows, rows_around, rows_led
from stook.learning.rows.table import (
    FEWEST,
    Spots,
    Table,
    Way,
    Ways,
    spots_in,
    table_of,
    text_of,
    ways_in,
)
from stook.page import Page
from stook.records import Field, Schema
from stook.wrapper.rules.model import TEXT_OF, Part

HIGHEST = 6
"""So many levels above a record's values a row may begin."""

SAMPLE = 24
"""So many rows tell what most rows have."""

Signature = tuple[tuple[str, ...], str, object, int]
"""How a value stands in its row: the tags on the way, and what of the node it is."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A labelled record: for each field and each of its values the places that show it."""

    labels: Labels
    places: Mapping[str, tuple[tuple[Occurrence, ...], ...]]

    @property
    def size(self) -> int:
        return sum(map(len, self.places.values()))

    @property
    def all(self) -> Iterator[tuple[str, Occurrence]]:
        return ((name, one) for name, values in self.places.items() for places in values for one in places)


def sought_on(texts: Texts, records: Sequence[Labels], schema: Schema, within: Region | None = None) -> list[Sought]:
    """The labelled records of a page, or of a part of it, with the places of their values."""
    found = []
    for record in records:
        places = {name: tuple(some for label in labels if (some := _places(texts, label, schema[name], within)))
                  for name, labels in record.values.items()}
        found.append(Sought(record, {name: values for name, values in places.items() if values}))
    return found


def _places(texts: Texts, label: Label, field: Field, within: Region | None) -> tuple[Occurrence, ...]:
    found = [label.at] if label.at else texts.find(label.text, field.type, field.name) if label.text else []
    return tuple(one for one in found if within is None or within.holds(one.node))


@dataclass(frozen=True)
class Fitting:
    """One page and what is sought on it."""

    page: Page
    sought: Sequence[Sought]
    several: frozenset[str] = frozenset()
    """The fields of which a record may have several values."""

    @cached_property
    def _alike(self) -> Alike:
        return Alike(self.page)

    def tables(self) -> list[Table]:
        """The lists that hold sought records, as far as the page can be cut so. Where there are none, an element that
        holds a record is the list, the smallest first."""
        ways = [("", rows) for one in self.sought for rows in self._around(one)]
        return list(self._tables([*self._ways_led(), *ways], FEWEST)) or list(
            self._tables([(leading, rows) for leading, rows in ways if rows.cut == "nodes"], 1))

    def _tables(self, ways: Iterable[tuple[str, Rows]], fewest: int) -> Iterator[Table]:
        seen: set[object] = set()
        for leading, rows in ways:
            key = (rows.cut, rows.lead, tuple((row.start, row.stop) for row in rows.all), leading)
            if key not in seen:
                seen.add(key)
                table = self._fitted(rows, leading, fewest)
                if table:
                    yield table

    def _ways_led(self) -> Iterator[tuple[str, Rows]]:
        """By the nodes that stand as one of the places does."""
        led: set[tuple[int, ...]] = set()
        for one in self.sought:
            for name, place in one.all:
                for leads in self._alike.like(place.node):
                    if leads not in led:
                        led.add(leads)
                        yield from ((name, rows) for rows in rows_led(self.page, leads))

    def _around(self, one: Sought) -> Iterator[Rows]:
        """From the values of one record that are closest together, level by level."""
        nodes = sorted(closest(one))
        if not nodes:
            return
        units = [region_between(self.page, nodes[0], nodes[-1]), around(self.page, nodes)]
        for _ in range(HIGHEST):
            if self.page.parent[units[-1].node] > 0:
                units.append(around(self.page, [self.page.parent[units[-1].node]]))
        for unit in dict.fromkeys(units):
            yield from rows_around(self.page, unit, nodes)

    # one way to cut ---------------------------------------------------------------------------------

    def _fitted(self, rows: Rows, leading: str, fewest: int) -> Table | None:
        known = self._known(rows)
        spots = self._spots(rows, known)
        known = {place: one for place, one in known.items() if leading in spots[place] or not leading}
        if not known:
            return None
        spots = self._widened(rows, {place: spots[place] for place in known})
        table = table_of(self.page, rows, spots, self._ways(rows, spots, leading), fewest)
        if table is None:
            return None
        inside = {name for mine in spots.values() for name in mine} - _in_passing(table)
        before = self._before(rows, known, inside)
        kept = [rows.all.index(row) for row in table.rows.all] if before else []
        own = tuple({name: some for name, some in mine.items() if name not in before} for mine in table.spots)
        return replace(
            table, spots=own, before={name: tuple(said[place] for place in kept) for name, said in before.items()})

    def _known(self, rows: Rows) -> dict[int, Sought]:
        """The rows in which sought records stand: each in the one that shows most of its fields."""
        known: dict[int, Sought] = {}
        for one in self.sought:
            shown = Counter(
                place for values in one.places.values()
                for place in {rows.around(each.node) for value in values for each in value} - {None, *known})
            if shown:
                known[max(shown, key=lambda place: (shown[place], -(place or 0))) or 0] = one
        return known

    def _spots(self, rows: Rows, known: Mapping[int, Sought]) -> dict[int, Spots]:
        """Of each value the place in its row that stands as the values of the field do in the other known rows."""
        support: Counter[tuple[str, Signature]] = Counter()
        inside: dict[int, list[tuple[str, list[Occurrence]]]] = {}
        for place, one in known.items():
            row = rows.all[place]
            inside[place] = [(name, some) for name, values in one.places.items() for value in values
                             if (some := [each for each in value if row.holds(each.node)])]
            support.update({(name, self._signature(rows, row, each)) for name, some in inside[place] for each in some})
        return {place: self._spots_of(rows, rows.all[place], values, support) for place, values in inside.items()}

    def _spots_of(self, rows: Rows, row: Row, values: Sequence[tuple[str, list[Occurrence]]],
                  support: Mapping[tuple[str, Signature], int]) -> Spots:
        spots: dict[str, tuple[Occurrence, ...]] = {}
        for name, some in values:
            best = max(some, key=lambda each: (support[name, self._signature(rows, row, each)], each.is_plain,
                                               each.node == row.lead))
            spots[name] = tuple(sorted({*spots.get(name, ()), best}, key=lambda each: each.node))
        return spots

    def _signature(self, rows: Rows, row: Row, one: Occurrence) -> Signature:
        path = rows.path(self.page, row, one.node)
        return tuple(self.page.tag[node] for node in path), one.take, one.part, one.more

    def _ways(self, rows: Rows, spots: Mapping[int, Spots], leading: str) -> dict[str, Ways]:
        """The ways to the values of each field, those first that serve most known rows."""
        tally: dict[str, Counter[Signature]] = {}
        first: dict[tuple[str, Signature], Way] = {}
        several = set(self.several)
        for place, mine in spots.items():
            for name, some in mine.items():
                several |= {name} if len(some) > 1 else set()
                for one in some:
                    said = self._signature(rows, rows.all[place], one)
                    tally.setdefault(name, Counter())[said] += 1
                    first.setdefault((name, said), Way(tuple(rows.path(self.page, rows.all[place], one.node)), one))
        return {name: Ways(tuple(first[name, said] for said, _ in counted.most_common()), name in several,
                           name == leading) for name, counted in tally.items()}

    # parts of texts ---------------------------------------------------------------------------------

    def _widened(self, rows: Rows, spots: Mapping[int, Spots]) -> dict[int, Spots]:
        """The same, where what stands around a value within its text is said so that most rows have it: of the words
        around one value often only the signs stand around the others."""
        found: dict[int, Spots] = {}
        for place, mine in spots.items():
            found[place] = {name: tuple(self._widest(rows, place, name, one) if one.part else one for one in some)
                            for name, some in mine.items()}
        return found

    def _widest(self, rows: Rows, place: int, name: str, one: Occurrence) -> Occurrence:
        row, value = rows.all[place], text_of(self.page, one)
        ways = [replace(one, part=part) for part in _parts(one.part)] if one.part else []
        some = rows.all[::max(1, len(rows.all) // SAMPLE)]

        def rows_with(way: Occurrence) -> int:
            said = ways_in(self.page, rows, row, {name: (way,)})
            return sum(bool(spots_in(self.page, rows, other, said)) for other in some)

        return max((way for way in ways if text_of(self.page, way) == value), key=rows_with, default=one)

    # before the rows --------------------------------------------------------------------------------

    def _before(self, rows: Rows, known: Mapping[int, Sought], inside: Container[str]) -> dict[str, Spoken]:
        """The fields that stand before the rows they speak for."""
        found = {}
        for name in dict.fromkeys(name for one in known.values() for name in one.places if name not in inside):
            wanted = {place: [each for each in one.places[name][0] if each.take == TEXT_OF and not each.more
                              and each.node < rows.all[place].start]
                      for place, one in known.items() if name in one.places}
            spoken = self._spoken(rows, wanted)
            if spoken:
                found[name] = spoken
        return found

    def _spoken(self, rows: Rows, wanted: Mapping[int, Sequence[Occurrence]]) -> Spoken | None:
        """For each row the last node before it of a column that gives each known row what is wanted there."""
        for place, some in wanted.items():
            for one in sorted(some, key=lambda one: -one.node):
                for column in self._alike.like(one.node):
                    outside = [node for node in column if rows.cut == "runs" or rows.around(node) is None]
                    spoken = [last_before(outside, row.start) for row in rows.all]
                    if spoken[place] == one.node and all(
                            any(spoken[other] == each.node for each in those) for other, those in wanted.items()):
                        return tuple(None if node is None else replace(one, node=node) for node in spoken)
        return None


def _parts(part: Part) -> Iterator[Part]:
    """What may be said to stand around a value: words, or only the signs next to it."""
    after = re.sub(r"^.*\w", "", part.after)
    before = re.sub(r"\w.*$", "", part.before)
    yield from dict.fromkeys(Part(*around) for around in product((part.after, after), (part.before, before)))


Spoken = tuple[Occurrence | None, ...]
"""For each row what stands before it and speaks for it."""


def _in_passing(table: Table) -> set[str]:
    """The fields that most rows do not show, and the known ones only as a part of another text."""
    names = {name for place in table.known for name, some in table.spots[place].items()
             if all(one.part for one in some)}
    return {name for name in names if 2 * sum(name in spots for spots in table.spots) < len(table.spots)}


def last_before(nodes: Sequence[int], start: int) -> int | None:
    """The last of some nodes, in page order, before another one."""
    place = bisect_left(nodes, start)
    return nodes[place - 1] if place else None


def closest(one: Sought) -> list[int]:
    """Of each value the place that is closest to the others: those around the value that stands in fewest places."""
    values = [places for some in one.places.values() for places in some]
    if not values:
        return []
    rarest = min(values, key=len)

    def width(centre: Occurrence) -> int:
        return sum(min(abs(each.node - centre.node) for each in places) for places in values)

    centre = min(rarest, key=width)
    return [min(places, key=lambda each: (not each.is_plain, abs(each.node - centre.node))).node for places in values]
