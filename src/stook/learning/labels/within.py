"""Records within records: a field whose values are records is a list of its own, inside the record that it belongs to.

So its labels lead to a list as those of a list page do (see `lists`), looked for inside that record alone. What is left
to say is how to come there again:

    section   the node that holds the records within; for a field with one record at most, that record itself
    voted     in the one record of a page: by every way that leads to the section
    led       in the rows of a list: by the path from a row to its section
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stook.learning.labels.choose import Placed
from stook.learning.labels.known import LabelledPage, Labels
from stook.learning.labels.settle import pooled
from stook.learning.labels.texts import Occurrence
from stook.learning.labels.ways import ways_to
from stook.learning.listing.induce import merged_step, path_between
from stook.learning.rows.region import Region
from stook.page import Page
from stook.records import Field
from stook.records.schema import RECORD
from stook.wrapper.profile import profile_of
from stook.wrapper.rules.apply import sections
from stook.wrapper.rules.model import Cut, FieldRule, Pick, RulesWrapper
from stook.wrapper.selector import Selector

A_RECORD = Cut("page")
"""The cut of a node that is one record."""


@dataclass(frozen=True, slots=True)
class Inside:
    """The labelled records within a record; `scope` is the node that the paths of that record begin at, None where it
    is the page."""

    labelled: LabelledPage
    scope: int | None = None

    @property
    def page(self) -> Page:
        return self.labelled.page


def inside(one: LabelledPage, record: Labels, name: str, region: Region | None = None,
           scope: int | None = None) -> Iterator[Inside]:
    """What is known of one field of a record, if its values are records."""
    if record.within.get(name):
        yield Inside(replace(one, records=record.within[name], is_list=True, within=region), scope)


# the section ------------------------------------------------------------------------------------------

def _sections(field: Field, all_of_them: Sequence[Inside], wrapper: RulesWrapper) -> list[tuple[Inside, int]]:
    """The sections, as far as they stand in their record."""
    find = _section if _repeats(field, wrapper) else _first
    return [(one, node) for one in all_of_them if (node := find(one, wrapper)) is not None]


def _repeats(field: Field, wrapper: RulesWrapper) -> bool:
    return field.repeats or wrapper.cut.kind != "nodes"


def _starts(one: Inside, wrapper: RulesWrapper) -> list[int]:
    """Where the records begin that are read in the record."""
    region = one.labelled.within
    return [record.span[0] for record in wrapper.apply(one.page).records
            if record.span and (region is None or region.holds(record.span[0]))]


def _section(one: Inside, wrapper: RulesWrapper) -> int | None:
    """The node that holds most of what is read."""
    region, starts = one.labelled.within, _starts(one, wrapper)
    held = [(sum(node <= start < one.page.end[node] for start in starts), node)
            for node in sections(one.page, wrapper.region) if region is None or region.holds(node)]
    count, node = max(held, default=(0, 0))
    return node if count else None


def _first(one: Inside, wrapper: RulesWrapper) -> int | None:
    """The record that shows most labels."""
    wanted = {label.text for labels in one.labelled.records[0].values.values() for label in labels}
    region = one.labelled.within
    shown = [(sum(value.text in wanted for name in record for value in record[name]), -record.span[0])
             for record in wrapper.apply(one.page).records
             if record.span and (region is None or region.holds(record.span[0]))]
    return -max(shown)[1] if shown else None


# the rule ---------------------------------------------------------------------------------------------

def voted(field: Field, all_of_them: Sequence[Inside], wrapper: RulesWrapper) -> FieldRule | None:
    """The rule for records within the one record of a page."""
    found = _sections(field, all_of_them, wrapper)
    placed = [Placed(number, Occurrence(node), "", tuple(ways_to(one.page, Occurrence(node))))
              for number, (one, node) in enumerate(found)]
    picks = tuple(replace(pick, weight=round(pick.weight, 3)) for pick in pooled(placed))
    return replace(_rule(field, found, wrapper), vote="weighted", within=picks) if picks else None


def led(field: Field, all_of_them: Sequence[Inside], wrapper: RulesWrapper, rows: Cut) -> FieldRule | None:
    """The rule for records within the rows of a list, which is cut into them as `rows` says."""
    found = _sections(field, all_of_them, wrapper)
    by_tags: dict[tuple[int, tuple[str, ...]], list[list[int]]] = {}
    for one, node in found:
        path = path_between(one.page, one.scope or 0, node)
        if path or rows.kind == "nodes":  # else the section is that of all rows
            by_tags.setdefault((id(one.page), tuple(one.page.tag[step] for step in path)), []).append(path)
    pages = {id(one.page): one.page for one, _ in found}
    tally: dict[Selector, int] = {}
    for (page, _), paths in by_tags.items():
        steps = tuple(merged_step(pages[page], nodes) for nodes in zip(*paths, strict=True))
        way = Selector(steps, (True,) * len(steps))
        tally[way] = tally.get(way, 0) + len(paths)
    picks = tuple(Pick(way, weight=round(count / len(found), 3))
                  for way, count in sorted(tally.items(), key=lambda pair: -pair[1]))
    return replace(_rule(field, found, wrapper), picks=picks) if picks else None


def _rule(field: Field, found: Sequence[tuple[Inside, int]], wrapper: RulesWrapper) -> FieldRule:
    """What both have in common: how a section falls into records, and their fields."""
    said = [one.page.text_of(node) for one, node in found]
    return FieldRule(field.name, RECORD, "*" if field.repeats else "?", (), profile=profile_of(said),
                     cut=wrapper.cut if _repeats(field, wrapper) else A_RECORD, fields=wrapper.fields)
