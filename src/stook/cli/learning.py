"""`stook learn` and `stook paste`: from what a person shows on a page to a wrapper."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from stook.cli.files import writing
from stook.cli.labels import labelled, labelled_pages
from stook.cli.options import NOTHING_FOUND, Allow, Charset, Listed, Output, SitesUrl, Source, Sources, Url
from stook.cli.place import Place, about, place_of
from stook.cli.places import STANDARD_INPUT, Places, Unread, places_of, read_all, sampled, tell_addressless, tell_unread
from stook.errors import LearnError, StookError

if TYPE_CHECKING:
    from stook import Example, Page
    from stook.cli.readings import ReadPage
    from stook.wrapper import RulesWrapper

Known = dict[str, list[Any]]

ROWS = 10
FEWEST_ROWS = 3
"""So many records that are read by the labels of one are a list."""
PASTE_HERE = "Paste what you copied from the page, then press Enter and Ctrl-D:"


# what both say at the end -----------------------------------------------------------------------------

def _keep(wrapper: RulesWrapper, output: Path | None) -> None:
    if output is not None:
        with writing(output):
            wrapper.save(output)


def _next(output: Path | None, pages: str, page: Place) -> Iterator[tuple[str, str]]:
    """What a person may want to type who has a wrapper."""
    if output is None:
        yield "… -o wrapper.json", "the same command with this keeps how the pages are read"
        return
    file, table = shlex.quote(str(output)), shlex.quote(f"{output.stem}.csv")
    said = page.command("X").removeprefix("stook X ")
    yield f"stook apply {file} {pages} -o {table}", "read pages into a table; also .jsonl, .parquet"
    yield f"stook explain {file} {said}", "why each value was taken"
    yield f"stook check {file} {pages}", "whether the site has changed"


def _read(wrapper: RulesWrapper, pages: Sequence[tuple[Place, Page]]) -> list[ReadPage]:
    from stook.cli.readings import ReadPage

    return [ReadPage(place.source, wrapper.apply(page)) for place, page in pages]


# learn ------------------------------------------------------------------------------------------------

def _examples(places: Places, label: Sequence[str], labels: Path | None, is_list: bool
              ) -> tuple[list[Place], list[Any], list[Place]]:
    """The pages of which something is known, what is known of each, and the pages without labels."""
    if bool(label) == bool(labels):
        raise StookError("nothing is known of the pages" if not label else "labels come from one place",
                         subject="stook learn", hint='give --label title="Dune" for the first page, or --labels FILE')
    first = places.pages[0] if places.pages else None
    if labels:
        pages = labelled_pages(labels)
        like = first or Place("")
        known = [[page.known] if is_list and not isinstance(page.known, list) else page.known for page in pages]
        shown = [replace(like, source=page.source) for page in pages]
    else:
        assert first is not None  # since no page at all is refused before
        said = _valued(labelled(label, "--label"))
        known, shown = [[said] if is_list else said], [first]
    sources = {place.source for place in shown}
    return shown, known, [place for place in places.pages if place.source not in sources]


def _valued(said: Known) -> Known:
    if not any(said.values()):
        raise StookError("no label names a value", subject="stook learn",
                         hint='give at least one, as --label title="Dune"')
    return said


def learn(
    sources: Sources = None,
    label: Annotated[list[str] | None, typer.Option(
        "--label", "-l", metavar="FIELD=TEXT", show_default=False,
        help="A value on the first page as it is shown; may come again. FIELD= says that it has none, "
             "FIELD@57 names node 57, FIELD@57.href its attribute.")] = None,
    labels: Annotated[Path | None, typer.Option(
        metavar="FILE", show_default=False,
        help='Labels of several pages: lines of JSON as {"page": "dune.html", "values": {"title": ["Dune"]}}, '
             "or what stook apply wrote.")] = None,
    is_list: Annotated[bool, typer.Option(
        "--list", help="The labels are of one record of a list on the page: read all its records.")] = False,
    schema: Annotated[Path | None, typer.Option(
        metavar="FILE", help="The fields that are wanted, with types: .toml or .dtd.", show_default=False)] = None,
    output: Output = None, listed: Listed = None, url: SitesUrl = None, allow: Allow = None, charset: Charset = None,
) -> None:
    """Learn to read pages of one kind from a few values on them.

    \b
      stook learn dune.html --label title=Dune --label 'authors=Frank Herbert' -o books.json
      stook learn dune.html other*.html --label title=Dune -o books.json
      stook learn --labels labels.jsonl --schema book.toml -o books.json
      stook learn shop.html --list --label 'name=Tin frog' --label 'price=$4.50' -o shop.json

    The labels are of the first page; further pages of the same site, without labels, tell which ways to find a value
    hold on all of them.
    """
    from stook import Schema
    from stook.cli import readings
    from stook.cli.screen import show

    wanted = Schema.load(schema) if schema else None
    is_alone = labels and not (sources or listed)
    places = Places((), (), ()) if is_alone else places_of(sources or (), listed, url, allow, charset)
    shown, known, others = _examples(places, label or (), labels, is_list)
    pages = [(place, place.read()) for place in shown]
    unread: list[Unread] = []
    more = list(read_all(sampled(others), unread))
    tell_unread(unread)
    wrapper = _learnt(pages, known, [page for _, page in more], wanted)
    _keep(wrapper, output)
    tell_addressless(wrapper, sum(page.base is None for _, page in [*pages, *more]))
    _tell_unplaced(wrapper, pages)
    read = _read(wrapper, [*pages, *more][:max(len(pages), readings.SIDE_BY_SIDE)])
    show(*readings.reading_table(wrapper, read, ROWS))
    rows = _rows_alike(wrapper, pages[0][1], known[0]) if len(pages) + len(more) == 1 else 0
    named = places.mentioned() if places.pages else shlex.join(place.source for place in shown)
    as_list = ("… --list", f"the same command with this reads all {rows} rows of the list")
    _show_next(output, named, shown[0], [as_list][:rows])
    if not any(one.extraction.records for one in read):
        raise typer.Exit(NOTHING_FOUND)


def _learnt(pages: Sequence[tuple[Place, Page]], known: Sequence[Any], more: Sequence[Page],
            schema: Any) -> RulesWrapper:
    from stook import Example, learn
    from stook.cli.screen import working

    with working("learning"):
        examples: list[Example] = [Example(page, said) for (_, page), said in zip(pages, known, strict=True)]
        try:
            return learn(examples, pages=more, schema=schema)
        except LearnError as error:
            error.hint = _meant(pages[0][1], known[0]) or error.hint
            error.subject = error.subject or ", ".join(place.source for place, _ in pages)
            raise


def _meant(page: Page, known: Any) -> str | None:
    """What the first label may mean of which something else stands on the page."""
    from stook.learning.paste import nearest

    record = known[0] if isinstance(known, list) and known else known
    first: Any = next(iter(record.values()), []) if isinstance(record, dict) else []
    texts = [text for text in (first if isinstance(first, list) else [first]) if isinstance(text, str)]
    near = nearest(page, texts[0]) if texts else None
    return f"the text nearest to {texts[0]!r} is {near!r}" if near else None


def _tell_unplaced(wrapper: RulesWrapper, pages: Sequence[tuple[Place, Page]]) -> None:
    from stook.cli.screen import tell
    from stook.learning.paste import nearest

    for one in wrapper.unplaced:
        place, page = pages[one.example - 1]
        near = nearest(page, one.text)
        hint = f"the nearest text is {near!r}" if near else f"`{place.command('look', '--lines')}` shows what is"
        tell(f"{place.source}: {one.field} was not learnt from {one.text!r}, which is not on the page; {hint}")


def _rows_alike(wrapper: RulesWrapper, page: Page, known: Any) -> int:
    """How many rows a list has of which one seems to be labelled; 0 where a list was asked for, or there is none."""
    from stook import Example, learn
    from stook.cli import readings

    if not readings.is_of_one_record(wrapper):
        return 0
    try:
        rows = learn([Example(page, [known])]).apply(page).records
    except LearnError:
        return 0
    # What is the same in all of them, as the heading of a page of one thing, is no row's own.
    alike = any(len({tuple(value.text for value in row[name]) for row in rows}) == 1 for name in known)
    return 0 if alike or len(rows) < FEWEST_ROWS else len(rows)


def _show_next(output: Path | None, pages: str, page: Place, first: Sequence[tuple[str, str]]) -> None:
    """What to type next, and before it what may have been meant."""
    from stook.cli import findings
    from stook.cli.screen import show

    show("", "Next", *findings.next_steps([*first, *_next(output, pages, page)]))


# paste ------------------------------------------------------------------------------------------------

def _pasted(region: Path | None, source: str, has_fields: bool) -> str | None:
    """The text of the region, if one is to be had."""
    if region is None and has_fields:
        return None
    if region is not None and str(region) != STANDARD_INPUT:
        try:
            return _decoded(region.read_bytes(), f"--region {region}")
        except OSError as error:
            raise StookError(f"cannot be read ({error.strerror})", subject=f"--region {region}",
                             hint="give a file with the pasted text") from error
    if source == STANDARD_INPUT:
        raise StookError("cannot be both the page and the pasted text", subject="standard input",
                         hint="save one of them in a file")
    if sys.stdin.isatty():
        print(PASTE_HERE, file=sys.stderr)
    return _decoded(sys.stdin.buffer.read(), "standard input")


def _decoded(content: bytes, subject: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise StookError("is not UTF-8", subject=subject, hint="give the pasted text in UTF-8") from error


def paste(
    source: Source,
    region: Annotated[Path | None, typer.Option(
        metavar="FILE", show_default=False,
        help="What was copied of the page: a record, a row of a list, or a list; - for standard input.")] = None,
    field: Annotated[list[str] | None, typer.Option(
        "--field", "-f", metavar="FIELD=TEXT", show_default=False,
        help="A value in it, as the page shows it; may come again.")] = None,
    method: Annotated[Literal["auto", "paper"], typer.Option(help="How to learn from it.")] = "auto",
    output: Output = None, url: Url = None, allow: Allow = None, charset: Charset = None,
) -> None:
    """Learn to read a page from text copied out of a browser.

    \b
      stook paste https://example.org/shop --field 'name=Tin frog' --field 'price=$4.50' -o shop.json
      wl-paste | stook paste https://example.org/shop -o shop.json
      stook paste shop.html --region row.txt --field 'name=Tin frog' -o shop.json

    A row of a list gives all its rows. Without --region and --field the text is read from standard input.
    """
    from stook import paste
    from stook.cli import readings
    from stook.cli.screen import show, styled, working

    fields = _texts(field or ())
    place = place_of(source, url, allow, charset)
    text = _pasted(region, source, bool(fields))
    page = place.read()
    with about(source), working("learning"):
        wrapper = paste(page, text, fields, method)
    _keep(wrapper, output)
    tell_addressless(wrapper, page.base is None)
    read = _read(wrapper, [(place, page)])
    show(*readings.reading_table(wrapper, read))
    count = len(read[0].extraction.records)
    show("", styled((f"{count:,} {'record' if count == 1 else 'records'}", "bold")))
    rows = _rows_alike(wrapper, page, fields) if text is None and count == 1 else 0
    labels = shlex.join(word for name in fields for value in fields[name] for word in ("-l", f"{name}={value}"))
    as_list = place.command("learn", "--list", labels, "-o", shlex.quote(str(output or "wrapper.json")))
    _show_next(output, place.command("X").removeprefix("stook X "), place, [(as_list, f"read all {rows} rows")][:rows])


def _texts(said: Sequence[str]) -> dict[str, list[str]]:
    fields = labelled(said, "--field")
    for name, values in fields.items():
        if not values or not all(isinstance(value, str) for value in values):
            raise StookError("is pasted as text", subject=f"--field {name}", hint=f'write --field {name}="Dune"')
    return fields
