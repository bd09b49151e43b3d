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
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from stook.cli.files import replacing
from stook.cli.options import NOTHING_FOUND, Allow, Charset, Listed, Saved, SitesUrl, Sources
from stook.cli.place import Place
from stook.cli.places import BadPages, Places, counted, places_of, tell_addressless, tell_bad
from stook.cli.tables import Format, Formulas, GuardedOrKept, TableFile, form_of

if TYPE_CHECKING:
    from stook import Record
    from stook.wrapper import RulesWrapper

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

def apply(
    wrapper: Saved, sources: Sources = None,
    output: TableFile = None,
    format: Annotated[Format | None, typer.Option(
        "--format", "-f", help="What to write, whatever the file is called.", show_default=False)] = None,
    formulas: Formulas = "kept",
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

    form = form_of(format, output, formulas)
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


def _write(run: _Run, form: str, formulas: GuardedOrKept, stream: BinaryIO, quiet: bool) -> None:
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
