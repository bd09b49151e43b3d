"""What a list page shows of each thing: all records that have its address, taken together.

A thing may be shown in several places: in a box above the list and in the list, its picture in one list and its price
in another. What one place says in the same words as another is taken once.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import itemgetter

from stook.page import Page
from stook.records import Record

TITLE, ADDRESS, SECTION = "title", "url", "category"
"""The fields of a list that tell which thing a record is of, and the heading under which it stands."""
FEWEST = 3
MOSTLY = 0.5
"""An address that so many records have, and more than a few, is of none of them: each leads to the shop's basket."""
LONGEST = 100
LONG = 24
"""A text is known if another one begins with so much of it."""

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
    names = [name_of(page, record) if address is None or address in shared else address
             for address, record in zip(addresses, records, strict=True)]
    places = _Places(records, names)
    found: dict[str, Shown] = {}
    for name, record in zip(names, records, strict=True):
        section = places.section_of(record)
        known = found.get(name, Shown(record.spans))
        more = [span for node in _new(page, known, record) if not places.is_of_another(node, record, name)
                for span in _way_to(page, record, node)] if name in found else []
        sections = dict.fromkeys((*known.sections, *([section] if section else [])))
        found[name] = Shown(_joined((*known.spans, *more)), tuple(sections))
    return found


class _Places:
    """Where the records of a page stand, and what each is called."""

    def __init__(self, records: Sequence[Record], names: Sequence[str]) -> None:
        self._spans = sorted((start, stop, name) for record, name in zip(records, names, strict=True)
                             for start, stop in record.spans)
        self._ends = list(accumulate((stop for _, stop, _ in self._spans), max))

    def section_of(self, record: Record) -> str:
        """The heading under which a record stands; what another record says is none."""
        said = record.first(SECTION)
        if said is None or said.node is None:
            return ""
        place = bisect_right(self._spans, said.node, key=itemgetter(0))
        return "" if place and self._ends[place - 1] > said.node else said.text

    def is_of_another(self, node: int, record: Record, name: str) -> bool:
        """Whether a node of a record stands in one that lies in it and is of another thing."""
        for start, stop in record.spans:
            first = bisect_left(self._spans, start, key=itemgetter(0))
            past = bisect_right(self._spans, node, key=itemgetter(0))
            if start <= node < stop and any(inner > node and inner - begin < stop - start and other != name
                                            for begin, inner, other in self._spans[first:past]):
                return True
        return False


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


def _texts(page: Page, spans: Iterable[Span]) -> Iterator[tuple[int, str]]:
    """The shown texts of some nodes, as what of them is compared."""
    words = page.words
    for span in spans:
        for place in words.between(*span):
            if said := " ".join(words.text[place].split()).casefold():
                yield words.node[place], said


def _new(page: Page, known: Shown, record: Record) -> list[int]:
    """The texts of a record that say what is not known yet. The beginning of a long text is that text."""
    said = {text for _, text in _texts(page, known.spans)}
    whole = "\n".join(said)
    return [node for node, text in _texts(page, record.spans)
            if text not in said and not (len(text) >= LONG and text[:LONG] in whole)]


def _way_to(page: Page, record: Record, node: int) -> Iterator[Span]:
    """A node of a record, and the elements around it that belong to the record."""
    yield node, page.end[node]
    for above in page.ancestors(node):
        if not any(start <= above < stop for start, stop in record.spans):
            return
        yield above, above + 1


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Ranges in order, those that touch or overlap as one."""
    found: list[Span] = []
    for start, stop in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(stop, found[-1][1])
        else:
            found.append((start, stop))
    return tuple(found)


# other places -----------------------------------------------------------------------------------------

def of_known(page: Page, mine: Mapping[str, Shown], others: Iterable[Record]) -> list[Record]:
    """Those records that are of these things."""
    return [record for record in others if record.spans and address_of(page, record) in mine]


def say_more(page: Page, mine: Mapping[str, Shown], others: Sequence[Record]) -> bool:
    """Whether most records of another list are of these things, of most of them, and of each it says something else
    that is new."""
    said: dict[str, str] = {}
    for record in of_known(page, mine, others):
        address = address_of(page, record) or ""
        if not _meet(mine[address].spans, record.spans):
            said[address] = page.words.join([place for node in _new(page, mine[address], record)
                                             for place in page.words.between(node, node + 1)])
    enough = max(FEWEST, MOSTLY * max(len(mine), len(others)))
    return len(set(said.values()) - {""}) >= enough


def _meet(some: Sequence[Span], others: Sequence[Span]) -> bool:
    return any(start < past and first < stop for start, stop in some for first, past in others)
