"""`stook template join`: the rows of lists, each with what its own page says.

    details   records by the addresses of the pages that they are of
    reader    what reads a page: a wrapper, or a template
"""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stook.cli import exporting
from stook.cli.exporting import RowsFile, RowsFormat
from stook.cli.kept import Kept, count_of
from stook.cli.labels import PAGE, records_in
from stook.cli.options import NOTHING_FOUND, Allow, Charset, Grown, Listed, SitesUrl
from stook.cli.places import BadPages, Places, places_of, tell_gone_past
from stook.cli.tables import Formulas
from stook.errors import StookError

if TYPE_CHECKING:
    from stook import Catalogue, Page, Record
    from stook.cli.rows import Details, Table
    from stook.feeds import Column

TABLES = (".csv", ".parquet", ".jsonl")
"""Files that can be nothing but tables."""


# what reads pages -------------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class _Reader:
    read: Callable[[Page], Record | None]
    columns: Callable[[Sequence[Record]], Sequence[Column]]
    """The columns of what was read."""
    looks: Callable[[Places], str]
    """What to type where pages say nothing."""


def _kind(file: Path) -> str:
    """What stook calls a file of its own; nothing where it is another one, or is not there."""
    if file.suffix.lower() in TABLES:
        return ""
    try:
        said = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return ""
    return str(said.get("stook", "")) if isinstance(said, dict) else ""


def _reader(file: Path) -> _Reader | None:
    """What reads pages by a file; None where that holds records."""
    kind = _kind(file)
    return _wrapper(file) if kind == "rules" else _template(file) if kind == "template" else None


def _wrapper(file: Path) -> _Reader:
    from stook import load
    from stook.cli.readings import is_of_one_record
    from stook.feeds import columns_of

    wrapper = load(file)
    if not is_of_one_record(wrapper):
        raise StookError("it reads lists, and a row's own page has one record", subject=str(file),
                         hint="name a wrapper that was learnt from such pages")
    def looks(places: Places) -> str:
        return f"`stook check {shlex.quote(str(file))} {places.mentioned()}` says whether the site has changed"

    return _Reader(lambda page: next(iter(wrapper.apply(page).records), None), lambda _: columns_of(wrapper.fields),
                   looks)


def _template(file: Path) -> _Reader:
    from stook.cli import rows
    from stook.learning.template import as_record

    template = Kept.load(file).template
    if not template.names:
        raise StookError("no slot has a name yet", subject=str(file), hint=exporting.shows_slots(file))

    def read(page: Page) -> Record | None:
        said = {name: texts for name, texts in template.record(page).items() if texts}
        return as_record(said, (), template.schema, page) if said else None

    return _Reader(read, lambda records: rows.columns_of(template, [record.values for record in records]),
                   lambda _: f"`stook template show {shlex.quote(str(file))}` shows from what pages it reads")


# details ----------------------------------------------------------------------------------------------

def _read(reader: _Reader, places: Places, catalogue: Catalogue, file: Path) -> Details:
    """What the pages say; those that cannot be had or say nothing are told. Ends the program where none says
    anything."""
    from stook.cli import rows
    from stook.cli.screen import counting, tell

    bad, found = BadPages(), dict[str, "Record"]()
    silent = 0
    try:
        with counting(len(places.pages), quiet=False) as advance:
            for place in places.pages:
                with bad.gone_past(place):
                    page = place.read()
                    if record := reader.read(page):
                        found[place.source if place.source in catalogue.rows else page.url or place.source] = record
                    else:
                        silent += 1
                advance(f"{len(found):,} read")
    except KeyboardInterrupt:
        tell(f"stopped after {len(found):,} of {count_of(len(places.pages), 'page')}")
        raise
    tell_gone_past(bad, places)
    if len(bad.unread) == len(places.pages):
        raise typer.Exit(bad.code)
    if not found:
        pages = f"{'this' if silent == 1 else 'these'} {count_of(silent, 'page')}"
        tell(f"{file}: reads nothing on {pages}, so nothing was written; {reader.looks(places)}")
        raise typer.Exit(NOTHING_FOUND)
    if silent:
        tell(f"{count_of(silent, 'page')} said nothing that is asked for")
    return rows.Details(reader.columns([*found.values()]), found)


def _pages(catalogue: Catalogue, file: Path, sources: Sequence[str] | None, listed: Path | None, url: str | None,
           allow: Sequence[str] | None, charset: str | None) -> Places:
    """The rows' own pages: those that were named, else at the addresses of the rows that lists show."""
    if sources or listed:
        return places_of(sources or (), listed, url, allow, charset)
    there = dict.fromkeys(row for rows in catalogue.shown.values() for row in rows if "://" in row)
    if not there:
        raise StookError("no row has an address", subject=str(file), hint="name the rows' own pages, if they are saved")
    return places_of([*there], None, url, allow, charset)


def _recorded(file: Path) -> Details:
    """The details that a table holds, or another catalogue."""
    from stook.cli import rows
    from stook.cli.screen import tell
    from stook.feeds import Column
    from stook.learning.template import ADDRESS, as_record

    if _kind(file) == "catalogue":
        table = rows.table_of(Kept.load(file).lists_in(file))
        return rows.Details(table.columns, {row.url: row.record for row in table.rows})
    found: dict[str, Record] = {}
    several: dict[str, bool] = {}
    listed = records_in(file, "DETAILS")
    pages = Counter(str(said.get(PAGE) or "") for said in listed)
    of_no_page = 0
    for said in listed:
        # What several records were read from is a list, and not the page that any of them is of.
        page = str(said.get(PAGE) or "")
        known = (page, said.get(ADDRESS)) if pages[page] == 1 else (said.get(ADDRESS), page)
        url = next((one for one in known if isinstance(one, str) and "://" in one), page)
        of_no_page += not url
        if not url:
            continue
        record = {name: value for name, value in said.items() if name != PAGE}
        several |= {name: several.get(name, False) or isinstance(value, list) for name, value in record.items()}
        found.setdefault(url, as_record(record, ()))
    if of_no_page:
        tell(f"{file}: {count_of(of_no_page, 'record')} without an address, which can be joined with no row")
    return rows.Details([Column(name, "text", repeats) for name, repeats in several.items()], found)


def _check_joined(table: Table, details: Details, file: Path) -> None:
    """Say how many rows have details; ends the program where none has."""
    from stook.cli.screen import tell

    rows = [row.url for row in table.rows]
    both = sum(url in details.records for url in rows)
    if both:
        if both < len(rows):
            lacking = "1 row has" if len(rows) - both == 1 else f"{len(rows) - both:,} of {len(rows):,} rows have"
            tell(f"{lacking} no details in {file}")
        return
    one, row = next(iter(details.records), "") or "no page", next(iter(rows), "")
    tell(f"{file}: no record is of the address of a row, so nothing was written; the first is of {one}, and the first "
         f"row is {row}; saved pages are joined by a wrapper and --url, which says where they came from")
    raise typer.Exit(NOTHING_FOUND)


# the command ------------------------------------------------------------------------------------------

def join(
    file: Grown,
    details: Annotated[Path, typer.Argument(
        metavar="DETAILS", show_default=False,
        help="A wrapper's or a template's file, by which the rows' own pages are read, or a table of what they say.")],
    sources: Annotated[list[str] | None, typer.Argument(
        metavar="PAGE", show_default=False,
        help="The rows' own pages, where they are saved; else they are fetched from the rows' addresses.")] = None,
    output: RowsFile = None, format: RowsFormat = None, formulas: Formulas = "kept",
    listed: Listed = None, url: SitesUrl = None, allow: Allow = None, charset: Charset = None,
) -> None:
    """Write the rows of lists, each with what its own page says as well.

    \b
      stook template join shelf.json wrapper.json -o books.csv
      stook template join shelf.json wrapper.json saved/ --url 'https://example.org/{}' -o books.csv
      stook template join shelf.json details.jsonl -f csv > books.csv

    They are joined by address, however it is written. Where both have a field, a row's own page knows better. What is
    said of a page that is on no list stands at the end. A table names its pages by _page, as stook apply writes it, or
    by url.
    """
    from stook.cli import rows
    from stook.learning.template import by_row

    catalogue, reader = Kept.load(file).lists_in(file), _reader(details)
    if reader is None and (sources or listed or url):
        raise StookError("holds records already, so no pages are read", subject=str(details),
                         hint="leave the pages away, or name a wrapper")
    form = exporting.check_form(output, format, formulas)
    table = rows.table_of(catalogue)
    if reader is None:
        found = _recorded(details)
    else:
        found = _read(reader, _pages(catalogue, file, sources, listed, url, allow, charset), catalogue, details)
    found = rows.Details(found.columns, by_row((row.url for row in table.rows), found.records))
    _check_joined(table, found, details)
    exporting.write_rows(catalogue, rows.joined(table, found), file, output, form, formulas)
