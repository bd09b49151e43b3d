"""`stook apply`: what a wrapper reads from many pages, as a table in a file.

Pages are read one by one and their records written as they come, so that memory does not grow with their number. A page
that cannot be had or read does not keep the others from being read: it is told at the end.
"""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Literal

import typer

from stook.cli.files import replacing
from stook.cli.options import NOTHING_FOUND, Allow, Charset, Listed, Saved, SitesUrl, Sources
from stook.cli.place import Place
from stook.cli.places import BadPages, Places, counted, places_of, tell_addressless, tell_bad
from stook.errors import StookError

if TYPE_CHECKING:
    from stook import Record
    from stook.wrapper import RulesWrapper

Format = Literal["jsonl", "csv", "parquet", "xlsx"]
Formulas = Literal["kept", "guarded"]

OFTEN = 0.25
"""Of pages with one record, some differ on any site; a field that is read otherwise on more than this share is told."""


# reading ----------------------------------------------------------------------------------------------

@dataclass
class _Run:
    """What came of the pages so far."""

    wrapper: RulesWrapper
    places: Places
    pages: int = 0
    records: int = 0
    addressless: int = 0
    bad: BadPages = field(default_factory=BadPages)
    without: list[str] = field(default_factory=list)
    """Pages that show no records."""
    _wrong: Counter[str] = field(default_factory=Counter)
    first_wrong: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Of each field that was not as when it was learnt the first page, and in what way."""

    @property
    def wrong(self) -> list[tuple[str, int]]:
        """The fields that were not as when they were learnt, and on how many pages."""
        from stook.cli.readings import is_of_one_record

        few = OFTEN * (self.pages - len(self.without)) if is_of_one_record(self.wrapper) else 0
        return [(name, count) for name, count in self._wrong.most_common() if count > few]

    def rows(self, advance: Callable[[str], None]) -> Iterator[tuple[Record, str]]:
        for place in self.places.pages:
            for record in self._records(place):
                self.records += 1
                yield record, place.source
            advance(f"{self.records:,} records")

    def _records(self, place: Place) -> tuple[Record, ...]:
        extraction = None
        with self.bad.gone_past(place):
            page = place.read()
            self.addressless += page.base is None
            extraction = self.wrapper.apply(page)
        if extraction is None:
            return ()
        self.pages += 1
        if not extraction.records:
            self.without.append(place.source)
            return ()
        for problem in extraction.fit.problems:
            name = problem.partition(":")[0]
            self._wrong[name] += 1
            self.first_wrong.setdefault(name, (place.source, problem))
        return extraction.records


# what is said of it -----------------------------------------------------------------------------------

def _report(run: _Run, wrapper: Path, written: str) -> None:
    """What went wrong; and on a terminal, where somebody waits, also that all is well."""
    from stook.cli.screen import tell

    wrong = run.wrong
    check = f"`stook check {shlex.quote(str(wrapper))} {run.places.mentioned()}` says whether the site has changed"
    unread = run.bad.unread
    if len(run.places.pages) == 1 and (unread or run.without):
        tell(unread[0].why if unread else f"{run.without[0]}: {wrapper} reads nothing here; {check}")
        return
    if unread or run.without or wrong or sys.stderr.isatty():
        count = f"{run.records:,} {'record' if run.records == 1 else 'records'}"
        total = len(run.places.pages)
        tell(f"{run.pages:,} of {counted(total)} {'was' if total == 1 else 'were'} read, {count}{written}")
    tell_bad("could not be read", [one.why for one in unread])
    tell_bad(f"{'shows' if len(run.without) == 1 else 'show'} no records by {wrapper}", run.without)
    for name, pages in wrong:
        where, problem = run.first_wrong[name]
        tell(f"{counted(pages)} read otherwise than when it was learnt, the first is {where}: {problem}")
    tell_addressless(run.wrapper, run.addressless)
    if wrong or run.without:
        tell(check)


# the command ------------------------------------------------------------------------------------------

def _format_of(format: Format | None, output: Path | None) -> str:
    """The form that was asked for, else the one that the file's name says."""
    from stook.feeds import TABLE_FORMATS

    if format is None and output is not None:
        said = output.suffix.lower().removeprefix(".")
        if said not in TABLE_FORMATS and output.suffix:
            raise StookError(f"{output.suffix} says no form of a table", subject=f"--output {output}",
                             hint="name it .jsonl, .csv, .parquet or .xlsx, or say --format")
        return said or "jsonl"
    if format in ("parquet", "xlsx") and output is None:
        raise StookError("such a file cannot be written into a stream", subject=f"--format {format}",
                         hint=f"name a file: -o records.{format}")
    return format or "jsonl"


def apply(
    wrapper: Saved, sources: Sources = None,
    output: Annotated[Path | None, typer.Option(
        "--output", "-o", metavar="FILE", show_default=False,
        help="Write to this file: .jsonl, .csv, .parquet or .xlsx.")] = None,
    format: Annotated[Format | None, typer.Option(
        "--format", "-f", help="What to write, whatever the file is called.", show_default=False)] = None,
    formulas: Annotated[Formulas, typer.Option(
        help="In CSV: guarded puts a ' before what a spreadsheet would run.")] = "kept",
    listed: Listed = None, url: SitesUrl = None, allow: Allow = None, charset: Charset = None,
) -> None:
    """Read many pages with a wrapper into one table.

    \b
      stook apply books.json https://example.org/dune.html
      stook apply books.json saved/ -o books.csv
      find saved -name '*.html' | stook apply books.json --from - -o books.parquet

    A page that cannot be read does not stop the others; it is named at the end.
    """
    from stook import load

    form = _format_of(format, output)
    if formulas == "guarded" and form != "csv":
        raise StookError(f"only CSV has formulas, and this is {form}", subject="--formulas guarded",
                         hint="leave it away, or write CSV")
    run = _Run(load(wrapper), places_of(sources or (), listed, url, allow, charset))
    if output is None:
        _write(run, form, formulas, sys.stdout.buffer, quiet=sys.stdout.isatty())
        sys.stdout.buffer.flush()
        _end(run, wrapper, "")
    else:
        with replacing(output) as draft:
            with draft.open("wb") as stream:
                _write(run, form, formulas, stream, quiet=False)
            _end(run, wrapper, f" → {output}")


def _write(run: _Run, form: str, formulas: Formulas, stream: BinaryIO, quiet: bool) -> None:
    from stook.cli.screen import counting, tell
    from stook.feeds import columns_of, write_table

    try:
        with counting(len(run.places.pages), quiet) as advance:
            write_table(run.rows(advance), columns_of(run.wrapper.fields), form, stream, formulas=formulas)
    except KeyboardInterrupt:
        tell(f"stopped after {run.pages:,} of {len(run.places.pages):,} pages")
        raise


def _end(run: _Run, wrapper: Path, written: str) -> None:
    """Say how it went; ends the program where there is nothing to keep."""
    _report(run, wrapper, written if run.records else "")
    if not run.records:
        raise typer.Exit(NOTHING_FOUND if run.pages else run.bad.code)
