"""The rows of a catalogue, as a person looks at them and as records that are written.

    change   a row that is new, updated, gone or back
    table    rows with their named fields, alone or joined with what their own pages say
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.cells import cell_len
from rich.console import RenderableType

from stook.cli import readings, screen
from stook.feeds import Column
from stook.learning.template import ADDRESS, TRAIL, as_record

if TYPE_CHECKING:
    from stook import Catalogue, Record, Template
    from stook.cli.growing import ChangedRow

MOST_SHOWN = 20
"""On a terminal, so many rows are shown; in a pipe all."""
SHORT = 30
"""A text of so many cells is shown with one that it differs from; of longer ones so many letters that they share."""
SHARED = 4


# what is new ------------------------------------------------------------------------------------------

def changes(catalogue: Catalogue, changed: Sequence[ChangedRow]) -> list[RenderableType]:
    """The rows that have changed, one a line."""
    some = changed if screen.in_pipe() else changed[:MOST_SHOWN]
    columns = [
        screen.Column("Change", [one.what for one in some], "bold"),
        readings.link_column("Row", [one.url for one in some], least=screen.room() // 4),
        screen.Column("What it says", [_says(catalogue, one) for one in some], least=readings.LEAST),
    ]
    table, more = screen.grid(columns, screen.room(), yields=("Row", "What it says")), len(changed) - len(some)
    return [table, screen.styled((f"… and {more:,} more", "dim"))] if more else [table]


def _says(catalogue: Catalogue, changed: ChangedRow) -> str:
    """What the row says in its slots; of one that was updated only where that differs."""
    row, slots = catalogue.rows[changed.url], catalogue.template.slots
    if changed.what == "updated":
        said = [f"{slot.field or slot.id}: {_difference(before, now)}" for slot in slots
                if (now := row.values.get(slot.id, ())) != (before := changed.said.get(slot.id, ()))]
    else:
        said = [text for slot in slots for text in row.values.get(slot.id, ())]
    return readings.joined(said or [row.text])


def _difference(before: Sequence[str], now: Sequence[str]) -> str:
    """Two texts; on a terminal without what long ones begin and end with alike."""
    one, other = (readings.joined(texts) or readings.NOTHING for texts in (before, now))
    if max(cell_len(one), cell_len(other)) > SHORT and not screen.in_pipe():
        one, other = _from_difference(one, other)
        one, other = (text[::-1] for text in _from_difference(one[::-1], other[::-1]))
    return f"{one} → {other}"


def _from_difference(one: str, other: str) -> tuple[str, str]:
    alike = next((place for place, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs), 0)
    return (one, other) if alike <= SHARED + 1 else (f"…{one[alike - SHARED:]}", f"…{other[alike - SHARED:]}")


# the table --------------------------------------------------------------------------------------------

class TableRow(NamedTuple):
    url: str
    record: Record
    page: str | None
    """The list page that shows it; None for one that is gone, or of which only the own page is known."""


@dataclass(frozen=True, slots=True)
class Table:
    columns: Sequence[Column]
    rows: Sequence[TableRow]

    def shown_on(self, shown: Mapping[str, Iterable[str]]) -> list[Record]:
        """The rows that lists show, in the order of these."""
        records = {row.url: row.record for row in self.rows}
        return [records[url] for url in dict.fromkeys(url for urls in shown.values() for url in urls)]

    def show(self) -> None:
        """The first rows, on a terminal."""
        found = [(row.page or "", row.record) for row in self.rows]
        names = [column.name for column in self.columns]
        several = len({row.page for row in self.rows}) > 1
        screen.show(*readings.rows_table(names, found, MOST_SHOWN, with_pages=several, links=(ADDRESS,)))


def table_of(catalogue: Catalogue) -> Table:
    """All rows with their named fields."""
    template = catalogue.template
    said = [catalogue.record(row) for row in catalogue.rows.values()]
    columns = columns_of(template, said, (ADDRESS, TRAIL))
    around = next(reversed(template.held.values()), None)
    records = [as_record(one, repeating(columns), template.schema, around) for one in said]
    pages = {url: page for page, urls in reversed(catalogue.shown.items()) for url in urls}
    return Table(columns, [TableRow(url, record, pages.get(url))
                           for url, record in zip(catalogue.rows, records, strict=True)])


def columns_of(template: Template, said: Iterable[Mapping[str, Any]], before: Sequence[str] = ()) -> list[Column]:
    """The columns for the named fields of a template, behind others. One that any record has several of repeats, and so
    does the trail: a thing may be on a second list one day."""
    names, slots = template.names, template.slots
    fields = [*before, *(slot.field for slot in slots if slot.field), *names.values()]
    declared = {one.name: one.type for one in template.schema.fields} if template.schema else {}
    several = {slot.field for slot in slots if slot.cardinality == "*"} | ({TRAIL} - set(names.values()))
    several |= {name for one in said for name, texts in one.items() if not isinstance(texts, str) and len(texts) > 1}
    return [Column(name, declared.get(name, "text"), name in several) for name in dict.fromkeys(fields)]


def repeating(columns: Iterable[Column]) -> set[str]:
    return {column.name for column in columns if column.repeats}


# joined -----------------------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class Details:
    """Detail records by the addresses of their pages."""

    columns: Sequence[Column]
    records: Mapping[str, Record]


def joined(table: Table, details: Details) -> Table:
    """The rows, each with the detail record of its address, which knows better; those that are of no row at the end."""
    theirs = {column.name: column for column in details.columns}
    mine = {column.name: column for column in table.columns}
    columns = [_either(column, theirs.get(name)) for name, column in mine.items()]
    columns += [column for name, column in theirs.items() if name not in mine]
    several, left = repeating(columns), dict(details.records)
    rows = [TableRow(row.url, _together(several, row.record, left.pop(row.url, None)), row.page) for row in table.rows]
    rows += [TableRow(url, _together(several, as_record({ADDRESS: url}, ()), record), None)
             for url, record in left.items()]
    return Table(columns, rows)


def _either(mine: Column, theirs: Column | None) -> Column:
    """A column for what either says; of texts, where one says other values than the other."""
    if theirs is None:
        return mine
    return Column(mine.name, mine.type if mine.type == theirs.type else "text", mine.repeats or theirs.repeats)


def _together(several: set[str], mine: Record, theirs: Record | None) -> Record:
    from stook import Record

    values = {**mine.values, **(theirs.values if theirs else {})}
    return Record(values, repeated=frozenset(several & values.keys()))
