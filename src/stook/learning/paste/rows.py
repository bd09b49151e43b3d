"""A pasted region that is one row of a list, or a whole list.

    unit     what was pasted as one record: the region, or in a pasted list the part that holds one value of each field
"""

from __future__ import annotations

from collections.abc import Iterator

from stook.learning.labels.texts import Occurrence
from stook.learning.paste.region import Found
from stook.learning.rows.region import Region, around, region_between
from stook.learning.rows.table import Table, is_of_one_kind, tables_around
from stook.page import Page


def of_row(page: Page, region: Region, found: Found) -> Iterator[Table]:
    """The tables of which the pasted region may be one row."""
    spots = {name: tuple(places[0] for places in values) for name, values in found.items()}
    yield from tables_around(page, region, spots or {"text": (Occurrence(region.node),)} if region.is_whole else spots)


def of_list(page: Page, region: Region, found: Found) -> Iterator[Table]:
    """The tables that the pasted region may hold, where each field has a value of one row."""
    spots = {name: (values[0][0],) for name, values in found.items()}
    nodes = sorted(one.node for some in spots.values() for one in some)
    if not nodes:
        return
    units = [region_between(page, nodes[0], nodes[-1]), around(page, nodes)]
    while units[-1].node > region.node:
        units.append(around(page, [page.parent[units[-1].node]]))
    for unit in units:
        if unit.is_whole <= (unit.node > region.node):
            yield from (table for table in tables_around(page, unit, spots) if is_of_one_kind(page, table))
