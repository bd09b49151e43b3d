"""`stook template export`: what was named, as a wrapper, or as a table or a feed of rows."""

from __future__ import annotations

import datetime as dt
import shlex
import sys
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Literal

import typer

from stook.cli.files import replacing, writing
from stook.cli.kept import Kept, count_of
from stook.cli.options import Grown
from stook.cli.places import counted
from stook.cli.tables import FORMS, Formulas, GuardedOrKept, file_of, form_of
from stook.errors import StookError

if TYPE_CHECKING:
    from stook import Catalogue, Template
    from stook.cli.readings import ReadPage
    from stook.cli.rows import Table

Format = Literal["table", "jsonl", "csv", "parquet", "xlsx", "rss", "atom", "json"]
FEEDS = {".rss": "rss", ".atom": "atom"}
FEED_FORMATS = ("rss", "atom", "json")

RowsFile = Annotated[Path | None, typer.Option(
    "--output", "-o", metavar="FILE", show_default=False, callback=file_of,
    help="Write rows to this file: .jsonl, .csv, .parquet, .xlsx, .rss or .atom.")]
RowsFormat = Annotated[Format | None, typer.Option(
    "--format", "-f", show_default=False,
    help="What to write rows as, whatever the file is called; json is a JSON Feed.  [default: without a file a table "
         "on a terminal, jsonl in a pipe]")]


def next_of_rows(file: str) -> list[tuple[str, str]]:
    """What a person may want to type who has named columns."""
    return [(f"stook template export {file} -o rows.csv", "the rows; also .jsonl, .parquet, .xlsx, .rss, .atom"),
            (f"stook template join {file} WRAPPER -o rows.csv", "with what their own pages say")]


# export -----------------------------------------------------------------------------------------------

def export(
    file: Grown,
    output: Annotated[Path | None, typer.Option(
        "--output", "-o", metavar="FILE", show_default=False,
        help="Write to this file: the wrapper, or rows as .jsonl, .csv, .parquet, .xlsx, .rss or .atom.")] = None,
    format: RowsFormat = None, formulas: Formulas = "kept",
) -> None:
    """Write a wrapper that reads the named fields; of lists, their rows.

    \b
      stook template export books.json -o wrapper.json && stook apply wrapper.json saved/ -o books.csv
      stook template export shelf.json -o shelf.csv
      stook template export shelf.json -o shelf.rss

    The wrapper is learnt from the pages that the template holds, and is checked and healed like any other. Of lists
    all rows are written that ever were there; one that no list shows any more has no _page, and is in no feed.
    """
    from stook.cli import findings, rows
    from stook.cli.screen import show

    kept = Kept.load(file)
    if kept.catalogue is not None:
        output = file_of(output)
        form = check_form(output, format, formulas)
        write_rows(kept.catalogue, rows.table_of(kept.catalogue), file, output, form, formulas)
        if form == "table":
            show("", "Next", *findings.next_steps(next_of_rows(shlex.quote(str(file)))))
        return
    if output is None or format or formulas != "kept" or output.suffix.lower() in {**FORMS, **FEEDS}:
        raise StookError("a template is exported as a wrapper", subject=str(file),
                         hint=f"type `stook template export {shlex.quote(str(file))} -o wrapper.json`")
    _export_wrapper(file, kept.template, output)


def shows_slots(file: Path) -> str:
    return f"`stook template show {shlex.quote(str(file))}` shows the slots to name"


# rows -------------------------------------------------------------------------------------------------

def write_rows(catalogue: Catalogue, table: Table, file: Path, output: Path | None, form: str,
               formulas: GuardedOrKept) -> None:
    """Write or show the rows of a catalogue, which is from a file, with what else is known of them."""
    from stook.cli.screen import show, styled, tell

    if not catalogue.template.names:
        tell(f"{file}: no slot has a name yet, so rows have no fields of their own; {shows_slots(file)}")
    said = f"{count_of(len(table.rows), 'row')}, {count_of(len(table.columns), 'field')}"
    if form == "table":
        table.show()
        show("", styled((said, "bold")))
        return
    with _stream(output) as stream:
        if form in FEED_FORMATS:
            stream.write(_feed(catalogue, table, file, form))
        else:
            _write(table, form, stream, formulas)
    if output is not None:
        show(styled((said, "bold"), f" → {output}"))


@contextmanager
def _stream(output: Path | None) -> Iterator[BinaryIO]:
    if output is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        with replacing(output) as draft, draft.open("wb") as stream:
            yield stream


def check_form(output: Path | None, format: Format | None, formulas: GuardedOrKept) -> str:
    """The form in which rows are written or shown; what cannot be is told before pages are read."""
    if format == "table" and output is not None:
        raise StookError("a table for people is printed, not written", subject=f"--output {output}",
                         hint="leave --format or --output away")
    if format is None and output is None and sys.stdout.isatty() and formulas == "kept":
        return "table"
    return form_of(format, output, formulas, {**FORMS, **FEEDS})


def _write(table: Table, form: str, stream: BinaryIO, formulas: GuardedOrKept) -> None:
    from stook.feeds import write_table

    write_table(((row.record, row.page) for row in table.rows), table.columns, form, stream, formulas=formulas)


def _feed(catalogue: Catalogue, table: Table, file: Path, form: str) -> bytes:
    """The rows that lists show; as old as the file, so that it stays the same as long as that does."""
    from stook import Channel, Entry
    from stook.cli.screen import tell
    from stook.feeds import write

    if "title" not in {column.name for column in table.columns}:
        tell(f"{file}: no field is called title, so entries are Untitled; "
             f"`stook template name {shlex.quote(str(file))} SLOT=title` calls one so")
    read_at = dt.datetime.fromtimestamp(file.stat().st_mtime, dt.UTC)
    channel = Channel(file.stem, next(iter(catalogue.shown), None))
    return write([Entry.of(record) for record in table.shown_on(catalogue.shown)], channel, form, at=read_at)


# wrappers ---------------------------------------------------------------------------------------------

def _export_wrapper(file: Path, said: Template, output: Path) -> None:
    from stook.cli import findings, readings
    from stook.cli.screen import show, styled, tell, working
    from stook.wrapper import dump

    if not said.names:
        raise StookError("no slot has a name yet", subject=str(file), hint=shows_slots(file))
    with working("learning"):
        wrapper = said.wrapper()
    if file_of(output) is None:
        sys.stdout.buffer.write(dump(wrapper).encode())
        sys.stdout.buffer.flush()
    else:
        with writing(output):
            wrapper.save(output)
    learnt = {rule.name for rule in wrapper.fields}
    for field in sorted(set(said.names.values()) - learnt):
        tell(f"{field}: no page that is held has it, so it is not learnt; add pages that do")
    read = [readings.ReadPage(name, wrapper.apply(page)) for name, page in said.pages]
    for sentence in _differences(said, read, learnt):
        tell(sentence)
    if file_of(output) is None:
        return
    fullest = sorted(read, key=_filled)[-readings.SIDE_BY_SIDE:]
    show(*readings.reading_table(wrapper, fullest))
    what = f"{count_of(len(learnt), 'field')}, learnt from {counted(len(said.pages))}"
    show("", styled((what, "bold"), f" → {output}"))
    written = shlex.quote(str(output))
    show("", "Next", *findings.next_steps([
        (f"stook apply {written} PAGES -o table.csv", "read pages into a table; also .jsonl, .parquet"),
        (f"stook check {written} PAGES", "whether the site has changed")]))


def _differences(said: Template, read: Sequence[ReadPage], learnt: Container[str]) -> Iterator[str]:
    """The fields that the wrapper reads otherwise than the template does, and the first page where it does."""
    wrong: Counter[str] = Counter()
    first: dict[str, str] = {}
    for (name, page), one in zip(said.pages, read, strict=True):
        record = next(iter(one.extraction.records), None)
        for field, texts in said.record(page).items():
            found = [value.text for value in record[field]] if record else []
            if field in learnt and [text.split() for text in found] != [text.split() for text in texts]:
                wrong[field] += 1
                first.setdefault(field, f"{name}: {_or_nothing(found)} for {_or_nothing(texts)}")
    for field, count in wrong.items():
        yield (f"{field} is read otherwise than the template does on {count:,} of {counted(len(read))}, the first is "
               f"{first[field]}")


def _filled(one: ReadPage) -> int:
    """How many fields were read from a page."""
    record = next(iter(one.extraction.records), None)
    return len(record.to_dict()) if record else 0


def _or_nothing(texts: Sequence[str]) -> str:
    from stook.cli import readings

    return f"“{readings.joined(texts)}”" if texts else "nothing"
