"""What a list page shows of each thing: all records that have its address, taken together.

A thing may be shown in several places: in a box above the list and in the list, its picture in one list and its price
in another. What one place shows in the same words as another is taken once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from stook.page import Page
from stook.records import Record

TITLE, ADDRESS, SECTION = "title", "url", "category"
"""The fields of a list that tell which thing a record is of, and the heading under which it stands."""
FEWEST = 3
MOSTLY = 0.5
"""An address that so many records have, and more than a few, is of none of them: each leads to the shop's basket."""
LONGEST = 100

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows of one thing: ranges of nodes, in order, and the headings of the sections where it stands."""

    spans: tuple[Span, ...]
    sections: tuple[str, ...] = ()


def by_address(page: Page, records: Iterable[Record]) -> dict[str, Shown]:
    """What a page shows of each thing."""
    records = [record for record in records if record.spans]
    addresses = [address_of(page, record) for record in records]
    counts = Counter(addresses)
    shared = {address for address, count in counts.items() if count >= max(FEWEST, MOSTLY * len(records))}
    found: dict[str, Shown] = {}
    for address, record in zip(addresses, records, strict=True):
        name = name_of(page, record) if address is None or address in shared else address
        found[name] = _together(page, found.get(name), record)
    return found


def address_of(page: Page, record: Record) -> str | None:
    """Where a record leads; None where it leads nowhere."""
    said = record.first(ADDRESS)
    if said is not None and isinstance(said.typed, str):
        return said.typed
    return next((link for span in record.spans for node in page.select("a", within=span) if (link := page.link(node))),
                None)


def name_of(page: Page, record: Record) -> str:
    """The title of a record; without one what it says first."""
    title = record.first(TITLE)
    return title.text if title is not None else record.text[:LONGEST]


def _together(page: Page, known: Shown | None, record: Record) -> Shown:
    section = record.first(SECTION)
    outside = section is not None and section.node is not None and not any(
        start <= section.node < stop for start, stop in record.spans)
    sections = (section.text,) if section is not None and outside else ()
    if known is None:
        return Shown(record.spans, sections)
    spans = known.spans
    if record.text not in page.part(*spans).text_of(0):
        spans = joined((*spans, *record.spans))
    return Shown(spans, tuple(dict.fromkeys((*known.sections, *sections))))


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Ranges in order, those that touch or overlap as one."""
    found: list[Span] = []
    for start, stop in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(stop, found[-1][1])
        else:
            found.append((start, stop))
    return tuple(found)


# other places -----------------------------------------------------------------------------------------

def are_of_the_same(page: Page, mine: Mapping[str, Shown], others: Sequence[Record]) -> bool:
    """Whether most of what other records show is of these things, each in another place, and something new."""
    theirs = by_address(page, others)
    both = [(mine[address], shown) for address, shown in theirs.items() if address in mine]
    apart = [(one, other) for one, other in both if not _meet(one.spans, other.spans)]
    return len(apart) >= max(FEWEST, MOSTLY * max(len(mine), len(theirs)))


def _meet(some: Sequence[Span], others: Sequence[Span]) -> bool:
    return any(start < past and first < stop for start, stop in some for first, past in others)
