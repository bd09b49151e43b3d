"""Which of the lists that hold the labelled records is meant, and how far it reaches.

For a list speak the labels that stand in its rows, and less those that stand before them; rows that show the same
fields, with values of the same kind; and, where a page shows the same records twice, that it is no side matter.
Against it speaks that its rows are too wide: that other values stand beside the labelled one as it does.

    sister   a section built as the one of a labelled record, whose rows show the same fields; it is read as well
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from stook.learning.listing.place import FURNITURE_TAGS, FURNITURE_WORDS, MAIN_TAGS, MAIN_WORDS, near
from stook.learning.listing.rank import share_of_count
from stook.learning.rows.table import Table, text_of, twins
from stook.page import Page
from stook.wrapper.profile import profile_of

WEIGHTS: Mapping[str, float] = {
    "inside": 6.0, "before": 5.5, "alike": 1.0, "filled": 1.0, "crowded": -2.0, "furniture": -0.8, "main": 0.3,
    "volume": 1.0, "count": 0.5,
}
"""Set by hand. What decides is nearly always where the labels stand; the rest tells equals apart."""
SAMPLE = 24
"""So many rows tell what all are like."""
SISTERLY = 0.7
"""The values in a sister section are at least so far like the labelled ones, as share of the others in its own,"""
FULL = 0.8
"""and its rows show so much of the fields that theirs show."""
FAIRLY_ALIKE = 0.3
"""So far are values alike that nobody knows more of."""


def belief(page: Page, table: Table, labels: int) -> float:
    """How far a table is what somebody meant who gave so many labels."""
    return sum(WEIGHTS[name] * said for name, said in facts(page, table, labels).items())


def facts(page: Page, table: Table, labels: int) -> dict[str, float]:
    """What can be said of a table, each between 0 and 1."""
    known = [table.rows.all[place] for place in table.known]
    names, rows = list(table.first), table.rows.all
    inside = sum(len(some) for place in table.known for some in table.spots[place].values())
    before = sum(nodes[place] is not None for nodes in table.before.values() for place in table.known)
    text = sum(len(page.text_in(row.start, row.stop)) for row in rows)
    return {
        "inside": inside / labels,
        "before": before / labels,
        "alike": _alike(page, table, range(0, len(rows), max(1, len(rows) // SAMPLE))),
        "filled": _filled(table, range(len(rows))),
        "crowded": sum(_crowded(page, table, name) for name in names if name not in table.several) / len(names),
        "furniture": sum(_furniture(page, row.start) for row in known) / len(known),
        "main": sum(near(page, row.start, MAIN_TAGS, MAIN_WORDS) for row in known) / len(known),
        "volume": min(1.0, text / max(1, len(page.text_of(0)))) if len(rows) > 1 else 0.0,
        "count": share_of_count(len(rows)),
    }


def _alike(page: Page, table: Table, places: Sequence[int]) -> float:
    """How far the values of some rows are like the labelled ones."""
    like = []
    for name in table.first:
        profile = profile_of([text_of(page, one) for place in table.known for one in table.spots[place].get(name, ())])
        for place in places:
            for one in table.spots[place].get(name, ())[:1]:
                said = profile.likeness(text_of(page, one))
                like.append((said.shape + said.symbols + said.length) / 3)
    return sum(like) / len(like) if like else 0.0


def _filled(table: Table, places: Sequence[int]) -> float:
    """The share of the fields that some rows show."""
    return sum(name in table.spots[place] for place in places for name in table.first) / (
        len(places) * len(table.first))


def _crowded(page: Page, table: Table, name: str) -> float:
    """The share of the rows in which other nodes stand as the value does."""
    said = [(row, spots[name][0].node) for row, spots in zip(table.rows.all, table.spots, strict=True) if name in spots]
    some = said[::max(1, len(said) // SAMPLE)]
    return sum(len(twins(page, table.rows, row, node)) > 1 for row, node in some) / len(some)


def _furniture(page: Page, node: int) -> float:
    return near(page, node, FURNITURE_TAGS, FURNITURE_WORDS)


# sisters ----------------------------------------------------------------------------------------------

def of_sisters(page: Page, table: Table) -> Table:
    """The table without the sections that are no sisters of those with known rows."""
    by_section: dict[int, list[int]] = {}
    for place, row in enumerate(table.rows.all):
        by_section.setdefault(row.section, []).append(place)
    own = {table.rows.all[place].section for place in table.known}
    if len(own) == len(by_section):
        return table
    mine = [place for section in own for place in by_section[section]]
    others = [place for place in mine if place not in table.known]
    like = SISTERLY * _alike(page, table, others) if len(others) > 1 else FAIRLY_ALIKE
    furniture = max(_furniture(page, section) for section in own)

    def is_sister(section: int) -> bool:
        places = by_section[section]
        if _furniture(page, section) > furniture or _filled(table, places) < FULL * _filled(table, mine):
            return False
        return any(_same_build(page, one, section) for one in own) or _alike(page, table, places) >= like

    kept = {section for section in by_section if section in own or is_sister(section)}
    return _only(table, [place for place, row in enumerate(table.rows.all) if row.section in kept])


def _same_build(page: Page, one: int, other: int) -> bool:
    """Whether two sections stand on one path of tags and share a class."""
    mine, theirs = ([section, *page.ancestors(section)] for section in (one, other))
    return bool(page.signatures[one] & page.signatures[other]) and [page.tag[node] for node in mine] == [
        page.tag[node] for node in theirs]


def _only(table: Table, kept: Sequence[int]) -> Table:
    """The table with these rows alone."""
    return replace(table, rows=replace(table.rows, all=tuple(table.rows.all[place] for place in kept)),
                   spots=tuple(table.spots[place] for place in kept),
                   known=tuple(number for number, place in enumerate(kept) if place in table.known),
                   before={name: tuple(nodes[place] for place in kept) for name, nodes in table.before.items()})
