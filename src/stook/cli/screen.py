"""How the command line shows things: on a terminal in colour and as wide as it is, in a pipe plain and whole.

A *grid* is a table without lines, made of *columns*. On a terminal too narrow for it, columns become narrower
in the order of their `yields`; in a pipe nothing is shortened, so that other programs get whole titles and
links.
"""

from __future__ import annotations

import os
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, NoReturn
from urllib.parse import unquote

from rich.cells import cell_len, set_cell_size
from rich.console import Console, OverflowMethod, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

UNLIMITED = 100_000
"""The width of a pipe."""
GAP = 2
PATIENCE = 0.5
"""Seconds after which a person wants to see that something is going on."""

EVERY = 1000
"""Where no bar can be shown, a line says so after so many pages."""

_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


TooLong = Literal["wrap", "cut", "leave"]
_OVERFLOWS: Mapping[TooLong, OverflowMethod] = {"wrap": "fold", "cut": "ellipsis", "leave": "ignore"}


class _Screen(Console):
    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError  # rich would end the program with the code that means "nothing found"


def _screen(stream: Literal["out", "err"]) -> Console:
    is_err = stream == "err"
    is_terminal = (sys.stderr if is_err else sys.stdout).isatty()
    width = None if is_terminal or "COLUMNS" in os.environ else UNLIMITED
    return _Screen(stderr=is_err, width=width, highlight=False, markup=False, emoji=False)


def room(stream: Literal["out", "err"] = "out") -> int:
    """How many cells a line has."""
    return _screen(stream).width


def in_pipe() -> bool:
    """Whether another program reads, so that nothing is to be shortened."""
    return room() == UNLIMITED


def harmless(text: str) -> str:
    """A page's text without what would steer the terminal: control characters, changes of direction."""
    return "".join(" " if char in "\n\t" else char for char in text
                   if char in "\n\t" or (unicodedata.category(char) != "Cc" and char not in _TURNING))


def show(*things: RenderableType, stream: Literal["out", "err"] = "out") -> None:
    """Print one below the other; no line ends in blanks."""
    screen = _screen(stream)
    with screen.capture() as drawn:
        for thing in things:
            if isinstance(thing, Text):  # rich forgets what a text says about itself
                screen.print(thing, no_wrap=thing.no_wrap, overflow=thing.overflow, crop=thing.overflow != "ignore")
            else:
                screen.print(thing)
    file = sys.stderr if stream == "err" else sys.stdout
    file.writelines(line.rstrip(" ") + "\n" for line in drawn.get().split("\n")[:-1])
    file.flush()


def tell(sentence: str) -> None:
    """Say something to the person who started the program."""
    print(f"stook: {harmless(sentence)}", file=sys.stderr)


def styled(*pieces: tuple[str, str] | str, too_long: TooLong = "wrap") -> Text:
    """Harmless pieces, some with a style, and what becomes of them where the line has not enough room."""
    text = Text(no_wrap=too_long != "wrap", overflow=_OVERFLOWS[too_long])
    for piece in pieces:
        words, style = (piece, "") if isinstance(piece, str) else piece
        text.append(harmless(words), style)
    return text


def indented(text: Text, by: int) -> Padding:
    """The text, all its lines so far from the edge."""
    return Padding(text, (0, 0, 0, by), expand=False)


def shortened(text: str, width: int, keep: Literal["start", "end"] = "start") -> str:
    """At most `width` cells of a text: its start, or its end, from a slash where there is one."""
    if cell_len(text) <= width:
        return text
    if keep == "start":
        return set_cell_size(text, width - 1).rstrip() + "…"
    while cell_len(text) >= width:
        text = text[max(1, (cell_len(text) - width) // 2):]  # no letter is wider than two cells
    return "…" + text[max(0, text.find("/")):]


def short_link(url: str | None, page_url: str | None) -> str:
    """A link as people read it: plain letters, and no host where that is the page's own; whole in a pipe."""
    if url is None or in_pipe():
        return url or ""
    plain = harmless(unquote(url))
    origin = "/".join((page_url or "").split("/")[:3])
    if origin and url.startswith(origin + "/"):
        return plain.removeprefix(origin)
    return plain.partition("://")[2]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a grid. `links` are where its cells lead; terminals that know how make them clickable."""

    head: str
    cells: Sequence[str]
    style: str = ""
    align: Literal["left", "right"] = "left"
    least: int = 0
    """The width that it may be cut down to; 0 for one that is never cut."""
    keep: Literal["start", "end"] = "start"
    links: Sequence[str | None] = ()
    wraps: bool = False
    """Whether what is too long takes more lines, and is not cut."""

    @property
    def width(self) -> int:
        return max(map(cell_len, (self.head, *self.cells)))


def _widths(columns: Sequence[Column], yields: Sequence[str], room: int) -> list[int]:
    widths = {column.head: column.width for column in columns}
    over = sum(widths.values()) + GAP * (len(columns) - 1) - room
    for column in sorted((c for c in columns if c.least), key=lambda c: yields.index(c.head)):
        given = max(0, min(over, widths[column.head] - column.least))
        widths[column.head] -= given
        over -= given
    return list(widths.values())


def grid(columns: Sequence[Column], room: int, yields: Sequence[str] = ()) -> Table:
    """The columns that hold anything, in `room` cells; those named in `yields` are cut, in that order."""
    columns = [column for column in columns if any(column.cells)]
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False, header_style="bold dim")
    widths = _widths(columns, yields, room)
    for column, width in zip(columns, widths, strict=True):
        table.add_column(column.head, justify=column.align, no_wrap=not column.wraps, width=width)
    for row in range(max((len(column.cells) for column in columns), default=0)):
        table.add_row(*(_cell(column, row, width) for column, width in zip(columns, widths, strict=True)))
    return table


def _cell(column: Column, row: int, width: int) -> Text:
    link = column.links[row] if column.links else None
    style = Style.parse(column.style) + Style(link=link) if link else column.style
    if column.wraps:
        return Text(column.cells[row], style)
    return Text(shortened(column.cells[row], width, column.keep), style, no_wrap=True)


@contextmanager
def counting(total: int, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Show how many of so many pages are done: on a terminal a bar, unless `quiet`; else a line now and then. What is
    given has a call for each page, with a word on what was found so far."""
    screen = _screen("err")
    if not screen.is_terminal or quiet:
        yield _now_and_then(total)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[said]}"), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as progress:
        task = progress.add_task("", total=total, said="")
        yield lambda said: progress.update(task, advance=1, said=said)


def _now_and_then(total: int) -> Callable[[str], None]:
    done = 0

    def advance(said: str) -> None:
        nonlocal done
        done += 1
        if done % EVERY == 0 and done < total:
            tell(f"{done:,} of {total:,} pages, {said}")

    return advance


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show a spinner on a terminal's standard error if the work takes longer than a moment."""
    screen = _screen("err")
    if not screen.is_terminal:
        yield
        return
    status = screen.status(Text(harmless(what)))
    timer = threading.Timer(PATIENCE, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # or it might start the spinner after we have stopped it
        status.stop()
