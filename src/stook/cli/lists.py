"""`stook try` and `stook feed`: the list on a page."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from stook.cli.files import replacing, writing
from stook.cli.options import (
    NOTHING_FOUND,
    Allow,
    Charset,
    Explain,
    HowToFind,
    Method,
    Number,
    Sections,
    Source,
    Url,
)
from stook.cli.place import Place, about, place_of
from stook.errors import StookError

if TYPE_CHECKING:
    from stook import Candidate, Entry, Listing, Page

Format = Literal["rss", "atom", "json"]


def try_(
    source: Source, url: Url = None, allow: Allow = None, charset: Charset = None, method: HowToFind = "auto",
    candidate: Number = None, sections: Sections = None, explain: Explain = False,
) -> None:
    """Show the list on a page, how sure stook is, and what to type next.

    \b
      stook try https://example.org/news
      stook try saved.html --url https://example.org/news
      stook try https://example.org/news --candidate 2
    """
    from stook.cli import findings
    from stook.cli.screen import show

    numbers = _numbers(sections)
    place = place_of(source, url, allow, charset)
    page = place.page()
    listing, chosen = _found(source, page, method, candidate, numbers)
    if explain:
        show(*findings.explanation(listing, chosen), stream="err")
    show(*findings.head(page), "")
    if chosen is None:
        _show_none(place, listing)
        raise typer.Exit(NOTHING_FOUND)
    show(*findings.entries_table(chosen.entries, page.url), "", findings.sureness(listing, chosen),
         *findings.sections_line(chosen))
    others = [other for other in listing.candidates if other.number != chosen.number]
    if others:
        show("", "Other lists on this page", findings.candidates_table(others))
    show("", "Next", *findings.next_steps(_next(place, method, candidate, sections, others)))


def _next(place: Place, method: Method, candidate: int | None, sections: str | None,
          others: Sequence[Candidate]) -> Iterator[tuple[str, str]]:
    """What a person may want to type who has seen a list."""
    how = ["--method", method] if method != "auto" else []
    choice = how + (["--candidate", str(candidate)] if candidate else [])
    choice += ["--sections", sections] if sections else []
    yield place.command("feed", *choice, "> feed.xml"), "an RSS feed; also --format atom, json"
    yield (place.command("feed", *choice, "--save list.json > feed.xml"),
           "the same, and how it is read is kept for --wrapper")
    if others:
        yield place.command("try", *how, "--candidate", str(others[0].number)), "look at another list"


def _show_none(place: Place, listing: Listing) -> None:
    from stook.cli import findings
    from stook.cli.screen import show

    steps = [(place.command("look", "--lines"), "the page as stook sees it")]
    if listing.page.base is None:
        steps.insert(0, (place.command("try", "--url", "https://example.org/"), "say where it came from: links count"))
    if listing.candidates:
        show("No list is what this page is for. Nearest to it come:")
        show(findings.candidates_table(listing.candidates))
        steps.insert(0, (place.command("try", "--candidate", "1"), "take it nevertheless"))
    else:
        show("No list was found on this page.")
    show("", "Next", *findings.next_steps(steps))


def _numbers(said: str | None) -> list[int]:
    try:
        return [int(word) for word in said.split(",")] if said else []
    except ValueError as error:
        raise StookError("no row of numbers", subject=f"--sections {said}", hint="write 1,3") from error


def _found(source: str, page: Page, method: Method, candidate: int | None,
           sections: Sequence[int]) -> tuple[Listing, Candidate | None]:
    """The lists of a page and the one to take: what was asked for, else the best if the page is for it."""
    from stook import listing
    from stook.cli.screen import working

    with working("looking for lists"):
        found = listing(page, method)
        if not candidate and not found.is_list:
            return found, None
        with about(source):
            chosen = found.choose(candidate or 1, sections)
        return found, chosen if chosen.entries else None


def feed(
    source: Source, url: Url = None, allow: Allow = None, charset: Charset = None, method: HowToFind = "auto",
    candidate: Number = None, sections: Sections = None,
    format: Annotated[Format, typer.Option("--format", "-f", help="What to write.")] = "rss",
    output: Annotated[Path | None, typer.Option(
        "--output", "-o", metavar="FILE", help="Write to a file.", show_default=False)] = None,
    wrapper: Annotated[Path | None, typer.Option(
        metavar="FILE", help="Read the page with what --save has saved.", show_default=False)] = None,
    save: Annotated[Path | None, typer.Option(
        metavar="FILE", help="Save how the list is read, for --wrapper.", show_default=False)] = None,
    explain: Explain = False,
) -> None:
    """Write the list on a page as a feed.

    \b
      stook feed https://example.org/news > news.xml
      stook feed https://example.org/news --format json --candidate 2 --save news.json
      stook feed https://example.org/news --wrapper news.json -o news.xml
    """
    from stook.feeds import write
    from stook.learning.listing import channel_of

    if wrapper and (candidate or sections or save or method != "auto"):
        raise StookError("has made the choice already", subject=f"--wrapper {wrapper}",
                         hint="leave --method, --candidate, --sections and --save away")
    numbers = _numbers(sections)
    place = place_of(source, url, allow, charset)
    if wrapper:
        page, entries = _read_again(place, wrapper, explain)
    else:
        page, chosen = _choose(place, method, candidate, numbers, explain)
        entries = chosen.entries
        if save:
            with writing(save):
                chosen.wrapper.save(save)
    assert page.at is not None  # since it was fetched just now
    content = write(entries, channel_of(page), format, at=page.at)
    if output is None:
        sys.stdout.buffer.write(content)
        return
    with replacing(output) as draft:
        draft.write_bytes(content)


def _choose(place: Place, method: Method, candidate: int | None, sections: Sequence[int],
            explain: bool) -> tuple[Page, Candidate]:
    """The page, and the list on it to make a feed of; ends the program where there is none."""
    from stook.cli import findings
    from stook.cli.screen import show, tell

    page = place.page()
    listing, chosen = _found(place.source, page, method, candidate, sections)
    if explain:
        show(*findings.explanation(listing, chosen), stream="err")
    if chosen is None:
        tell(f"{place.source}: no list was found; `{place.command('try')}` shows what comes nearest")
        raise typer.Exit(NOTHING_FOUND)
    return page, chosen


def _read_again(place: Place, wrapper: Path, explain: bool) -> tuple[Page, list[Entry]]:
    """The page and what a saved wrapper reads from it; ends the program where that is nothing."""
    from stook import load
    from stook.cli import findings
    from stook.cli.screen import show, tell

    saved = load(wrapper)
    names = list(dict.fromkeys(rule.name for rule in saved.fields))
    if "title" not in names:
        tell(f"{wrapper}: has no field called title, so entries are Untitled; its fields are {', '.join(names)}")
    page = place.page()
    if explain:
        show(*findings.reading(saved, f"the list of {wrapper}"), stream="err")
    extraction = saved.apply(page)
    if not extraction.records:
        tell(f"{place.source}: {wrapper} found nothing; has it changed? `{place.command('try')}` looks anew")
        raise typer.Exit(NOTHING_FOUND)
    for problem in extraction.fit.problems:
        tell(f"{place.source}: {wrapper} fits badly: {problem}")
    return page, extraction.entries
