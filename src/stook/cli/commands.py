"""The commands, their options, and what happens when something goes wrong.

    0    found                       2    wrong use
    1    nothing found               3    the page could not be fetched

Besides these: 70 for a fault of stook's own, 130 after Ctrl-C, 141 when nobody reads the output any more; the
last two are what a shell says of a program that a signal ended. Whatever happens is told in one sentence;
`--debug` shows the traceback.

Modules that take long to import are imported inside the commands, so that `--help` is there at once.
"""

from __future__ import annotations

import io
import os
import shlex
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import typer

from stook.errors import FetchError, PageError, StookError
from stook.page import resolve

if TYPE_CHECKING:
    from stook import Candidate, Entry, Listing, Page

NOTHING_FOUND, WRONG_USE, NOT_FETCHED, OWN_FAULT, INTERRUPTED, UNREAD = 1, 2, 3, 70, 130, 141
DEBUG = "--debug"
FOLDED = 4
"""A depth that shows how most pages are laid out and little more."""

Format = Literal["rss", "atom", "json"]
Method = Literal["auto", "time", "tags"]

Source = Annotated[str, typer.Argument(
    help="A URL, a saved file, or - for standard input.", show_default=False)]
Url = Annotated[str | None, typer.Option(
    metavar="URL", help="Where a saved page came from: its links lead from there.", show_default=False)]
Allow = Annotated[list[str] | None, typer.Option(
    metavar="HOST", show_default=False, help="Let stook read this host of your own network; may come again.")]
Charset = Annotated[str | None, typer.Option(
    metavar="NAME", help="Read the page in this charset, whatever it says itself.", show_default=False)]
HowToFind = Annotated[Method, typer.Option("--method", help="How to find lists.")]
Number = Annotated[int | None, typer.Option(
    min=1, metavar="N", help="Take this list instead of the best one.", show_default=False)]
Sections = Annotated[str | None, typer.Option(
    metavar="N,N", help="Take only these sections of the list.", show_default=False)]
Explain = Annotated[bool, typer.Option("--explain", help="Say why, on standard error.")]

app = typer.Typer(invoke_without_command=True, add_completion=False, rich_markup_mode=None,
                  context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})


@dataclass(frozen=True, slots=True)
class Place:
    """The page that a person named, and what they said about it."""

    source: str
    url: str | None = None
    allow: Sequence[str] = ()
    charset: str | None = None

    def page(self) -> Page:
        from stook import Page
        from stook.cli.screen import tell, working
        from stook.fetch import read

        with working(f"reading {self.source}"), _page_errors(self.source):
            response = read(self.source, allow=self.allow)
            url = self.url or response.url
            page = Page(response.content, url, self.charset, response.headers, response.fetched)
            if url is None and (declared := _declared_address(page)):
                page = Page(response.content, declared, self.charset, at=response.fetched)
        if page.base is None:
            tell(f"{self.source}: its address is not known, so relative links lead nowhere; --url says it")
        return page

    def command(self, verb: str, *options: str) -> str:
        """A command about this page, as one types it."""
        said = [self.source]
        said += ["--url", self.url] if self.url else []
        said += [word for host in self.allow for word in ("--allow", host)]
        said += ["--charset", self.charset] if self.charset else []
        return " ".join(["stook", verb, shlex.join(said), *options])


@contextmanager
def _page_errors(source: str) -> Iterator[None]:
    """Content that is no page is like none at all."""
    try:
        yield
    except PageError as error:
        raise FetchError(error.message, subject=source, hint=error.hint) from error


def _declared_address(page: Page) -> str | None:
    """The address that a saved page gives as its own."""
    for node in page.select("link"):
        if "canonical" in page.attr(node, "rel").lower().split():
            return resolve(page.attr(node, "href"), None)
    return resolve(page.metas.get("og:url", ""), None)


def _place(source: str, url: str | None, allow: list[str] | None, charset: str | None) -> Place:
    """What was said of the page; what cannot be is refused before anything is fetched."""
    from stook import Page

    if not source.strip():
        raise StookError("no page is named", hint="give a URL, a saved file, or - for standard input")
    if url is not None and resolve(url, None) is None:
        raise StookError("not the address of a page", subject=f"--url {url}",
                         hint="write it in full, as https://example.org/news")
    Page(b"", charset=charset)  # a PageError where there is no such charset
    return Place(source, url, tuple(allow or ()), charset)


def _print_version(wanted: bool) -> None:
    if wanted:
        from stook import __version__

        print(f"stook {__version__}")
        raise typer.Exit


@app.callback()
def stook(
    context: typer.Context,
    version: Annotated[bool, typer.Option(
        "--version", callback=_print_version, is_eager=True, help="Show the version and exit.")] = False,
    debug: Annotated[bool, typer.Option(
        DEBUG, help="Show the traceback of an error; may stand anywhere on the line.")] = False,
) -> None:
    """Turn web pages into records that stay right: any list page becomes a feed.

    \b
      stook try https://example.org/news               what is on the page?
      stook feed https://example.org/news > news.xml   make a feed of it
      stook demo                                       a made-up site to try it on

    Exit codes: 0 found, 1 nothing found, 2 wrong use, 3 could not fetch.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(WRONG_USE)


@app.command("try")
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
    place = _place(source, url, allow, charset)
    page = place.page()
    listing, chosen = _found(page, method, candidate, numbers)
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


def _found(page: Page, method: Method, candidate: int | None,
           sections: Sequence[int]) -> tuple[Listing, Candidate | None]:
    """The lists of a page and the one to take: what was asked for, else the best if the page is for it."""
    from stook import listing
    from stook.cli.screen import working

    with working("looking for lists"):
        found = listing(page, method)
        if not candidate and not found.is_list:
            return found, None
        chosen = found.choose(candidate or 1, sections)
        return found, chosen if chosen.entries else None


@app.command()
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
    place = _place(source, url, allow, charset)
    if wrapper:
        page, entries = _read_again(place, wrapper, explain)
    else:
        page, chosen = _choose(place, method, candidate, numbers, explain)
        entries = chosen.entries
        if save:
            with _writing(save):
                chosen.wrapper.save(save)
    assert page.at is not None  # since it was fetched just now
    content = write(entries, channel_of(page), format, at=page.at)
    if output is None:
        sys.stdout.buffer.write(content)
        return
    with _writing(output):
        output.write_bytes(content)


def _choose(place: Place, method: Method, candidate: int | None, sections: Sequence[int],
            explain: bool) -> tuple[Page, Candidate]:
    """The page, and the list on it to make a feed of; ends the program where there is none."""
    from stook.cli import findings
    from stook.cli.screen import show, tell

    page = place.page()
    listing, chosen = _found(page, method, candidate, sections)
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


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StookError(f"cannot be written ({error.strerror})", subject=str(path),
                         hint="name a file in a folder that you may write to") from error


@app.command()
def look(
    source: Source, url: Url = None, allow: Allow = None, charset: Charset = None,
    node: Annotated[int | None, typer.Option(
        min=0, metavar="N", help="Look at this node alone; 0 is the whole page, its head included.",
        show_default=False)] = None,
    depth: Annotated[int, typer.Option(min=0, metavar="N", help="Fold what lies deeper.")] = 12,
    rows: Annotated[int, typer.Option(min=1, metavar="N", help="Stop after so many lines.")] = 80,
    as_lines: Annotated[bool, typer.Option(
        "--lines", help="The lines that a reader sees, dates marked, instead of the tree.")] = False,
) -> None:
    """Show a page as stook sees it.

    The tree comes with the numbers of its nodes, by which --node looks at a part.

    \b
      stook look https://example.org/news --depth 4
      stook look https://example.org/news --node 57
      stook look saved.html --lines
    """
    from stook.cli import findings, outline
    from stook.cli.screen import show, styled

    place = _place(source, url, allow, charset)
    page = place.page()
    if not len(page):
        raise typer.Exit(NOTHING_FOUND)
    start = next(iter(page.select("body")), 0) if node is None else node
    if start >= len(page):
        raise StookError("no such node", subject=f"--node {start}", hint=f"the page has 0 to {len(page) - 1}")
    drawn = outline.lines(page, start) if as_lines else outline.tree(page, start, depth)
    show(*findings.head(page), *outline.declared(page), "", *islice(drawn, rows))
    left = sum(1 for _ in drawn)
    if left:
        ways = [f"--rows {rows + left} shows all", "--node N a part"]
        ways += [f"--depth {FOLDED} less of each"] if depth > FOLDED and not as_lines else []
        show(styled((f"… {left:,} more lines: {', '.join(ways)}", "dim")))


@app.command()
def demo(port: Annotated[int, typer.Option(
        min=0, max=65535, metavar="N", help="Serve on this port; 0 takes a free one.")] = 0) -> None:
    """Serve a made-up site to try stook on, until Ctrl-C.

    \b
      stook demo
      stook demo --port 8000
    """
    from stook.cli.screen import show
    from stook.demo import LIST_PAGES, LOOPBACK, running

    signal.signal(signal.SIGTERM, _interrupt)
    with suppress(KeyboardInterrupt), _port_errors(port), running(port) as site:
        place = Place(f"{site}{LIST_PAGES[0]}", allow=(LOOPBACK,))
        show(f"$ {place.command('try')}", "")
        try_(place.source, allow=[LOOPBACK])
        show("", f"The demo site is at {site}", "Try its other pages in another terminal:", "")
        show(*(f"  {replace(place, source=site + name).command('try')}" for name in LIST_PAGES[1:]))
        show("", "Ctrl-C stops it.")
        threading.Event().wait()


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt


@contextmanager
def _port_errors(port: int) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StookError(f"cannot be served on ({error.strerror})", subject=f"port {port}",
                         hint="leave --port away for a free one") from error


def _run(arguments: Sequence[str]) -> int:
    command = typer.main.get_command(app)
    try:
        # Not the command's own `main`, which takes a closed pipe for an end with code 1.
        with command.make_context("stook", list(arguments)) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    finally:
        sys.stdout.flush()
    return 0


def _said(error: Exception) -> tuple[str, int]:
    """What an error is to the person who started the program: a sentence, and the exit code."""
    if isinstance(error, StookError):
        return str(error), NOT_FETCHED if isinstance(error, FetchError) else WRONG_USE
    if isinstance(error, typer.TyperException):
        context: typer.Context | None = getattr(error, "ctx", None)
        command = context.command_path if context else "stook"
        said = error.format_message().rstrip(".").replace("Value error, ", "")
        return f"{said}; `{command} --help` shows how it is used", WRONG_USE
    if isinstance(error, OSError) and error.filename is None:  # a stream's; those of files name them
        return f"standard output: cannot be written ({error.strerror}); send it where there is room", WRONG_USE
    return f"a fault of stook, {type(error).__name__}: {error}; please report what --debug shows", OWN_FAULT


def _drop_output() -> None:
    """What is still in the buffer would fail again when the interpreter closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit. `arguments` are those of the process unless given."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    # Who sees an error adds --debug at the end of the line, behind the command.
    wants_traceback = DEBUG in words
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows ?
    try:
        code = _run([word for word in words if word != DEBUG])
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        code = UNREAD
    except Exception as error:  # noqa: BLE001 - nothing stands above that could tell it
        from stook.cli.screen import tell

        sentence, code = _said(error)
        if isinstance(error, OSError):
            _drop_output()
        if wants_traceback:
            traceback.print_exception(error)
        tell(sentence)
    raise SystemExit(code)
