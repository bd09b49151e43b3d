"""Labelled records whose values do not stand together, as names in one line and prices in the next.

Where there are lines of such values around the labels, they are looked for once more on the page with the parts of each
thing together (see `stook.learning.listing.bands`). What reads more of the labels is believed, and of two that read the
same, what reads more records: the first things of each line make a list of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from stook.learning.labels.known import Label, LabelledPage, Labels
from stook.learning.labels.lists import Lists
from stook.learning.labels.texts import Texts
from stook.learning.listing.bands import bands_of
from stook.records import Schema
from stook.wrapper.rules.bands import stacked
from stook.wrapper.rules.model import Bands, RulesWrapper

RECORDS, PLACES = 2, 3
"""So many records of a page tell where bands may be, by so many places of each of their labels."""


def learnt_of_lists(labelled: Sequence[LabelledPage], schema: Schema, declared: bool) -> RulesWrapper | None:
    """The wrapper that reads most labels of lists; None where no list holds any."""
    lists = Lists(labelled, schema, declared)
    best = lists.best()
    for how in _bands(labelled, schema):
        other = Lists([_stacked(one, how) for one in labelled], schema, declared).best()
        other = replace(other, bands=how) if other else None
        best = max(best, other, key=lambda one: _worth(lists, one))
    return best


def _worth(lists: Lists, wrapper: RulesWrapper | None) -> tuple[float, int]:
    """The share of the labels that a wrapper reads, and how many records."""
    if wrapper is None:
        return 0.0, 0
    return lists.share_read(wrapper), sum(len(wrapper.apply(one.page).records) for one in lists.labelled)


def _bands(labelled: Sequence[LabelledPage], schema: Schema) -> Iterator[Bands]:
    """The bands around the labels of the first page that has any."""
    for one in labelled:
        if how := bands_of(one.page, _seeds(one, schema)):
            yield how
            return


def _seeds(one: LabelledPage, schema: Schema) -> Iterator[int]:
    texts = Texts(one.page, PLACES)
    for record in one.records[:RECORDS]:
        for name, labels in record.values.items():
            for label in labels:
                found = [label.at] if label.at else texts.find(label.text, schema[name].type, name)
                yield from (place.node for place in found)


def _stacked(one: LabelledPage, how: Bands) -> LabelledPage:
    """A labelled page with the parts of each thing together."""
    page, origin = stacked(one.page, how)
    places: dict[int, int] = {}
    for place, node in enumerate(origin):
        places.setdefault(node, place)
    return replace(one, page=page, records=tuple(_moved(record, places) for record in one.records))


def _moved(record: Labels, places: Mapping[int, int]) -> Labels:
    values = {name: tuple(_moved_label(label, places) for label in labels) for name, labels in record.values.items()}
    within = {name: tuple(_moved(inner, places) for inner in some) for name, some in record.within.items()}
    return replace(record, values=values, within=within)


def _moved_label(label: Label, places: Mapping[int, int]) -> Label:
    at = label.at
    return replace(label, at=replace(at, node=places[at.node]) if at.node in places else None) if at else label
