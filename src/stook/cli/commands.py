"""All commands, and what happens when something goes wrong: it is told in one sentence; `--debug` shows the traceback.

Modules that take long to import are imported inside the commands, so that `--help` is there at once.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from stook.cli import applying, clustering, explaining, health, learning, lists, looking, templates
from stook.cli.options import ENDED, INTERRUPTED, NOT_FETCHED, NOTHING_FOUND, OWN_FAULT, UNREAD, WRONG_USE
from stook.errors import FetchError, LearnError, PasteError, StookError

DEBUG = "--debug"

app = typer.Typer(invoke_without_command=True, add_completion=False, rich_markup_mode=None,
                  context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})


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
    """Turn web pages into records that stay right: any list page becomes a feed, pages of one kind become a table.

    \b
      stook try https://example.org/news                   what is on the page?
      stook feed https://example.org/news > news.xml       make a feed of it
      stook cluster saved/                                 which of these pages are of one kind?
      stook learn dune.html -l title=Dune -o books.json    learn to read pages of one kind
      stook template add template.json saved/              or: what varies on them?
      stook template add --list list.json saved/lists/     and what is new on these lists?
      stook apply books.json saved/ -o books.csv           read them into a table
      stook check books.json saved/                        has the site changed?
      stook demo                                           a made-up site to try it on

    Exit codes: 0 found, 1 nothing found or the site has changed, 2 wrong use, 3 could not fetch.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(WRONG_USE)


COMMANDS = (
    ("try", lists.try_), ("feed", lists.feed), ("cluster", clustering.cluster), ("learn", learning.learn),
    ("paste", learning.paste), ("apply", applying.apply), ("check", health.check), ("heal", health.heal),
    ("explain", explaining.explain), ("look", looking.look), ("demo", looking.demo))
for name, command in COMMANDS:
    app.command(name)(command)
app.add_typer(templates.app, name="template")


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


_CODES = {FetchError: NOT_FETCHED, LearnError: NOTHING_FOUND, PasteError: NOTHING_FOUND}


def _said(error: Exception) -> tuple[str, int]:
    """What an error is to the person who started the program: a sentence, and the exit code."""
    if isinstance(error, StookError):
        return str(error), next((code for kind, code in _CODES.items() if isinstance(error, kind)), WRONG_USE)
    if isinstance(error, typer.TyperException):
        context: typer.Context | None = getattr(error, "ctx", None)
        command = context.command_path if context else "stook"
        said = error.format_message().rstrip(".").replace("Value error, ", "")
        return f"{said}; `{command} --help` shows how it is used", WRONG_USE
    if isinstance(error, OSError) and error.filename is None:  # a stream's; those of files name them
        return f"standard output: cannot be written ({error.strerror}); send it where there is room", WRONG_USE
    return f"a fault of stook, {type(error).__name__}: {error}; please report what --debug shows", OWN_FAULT


def _open_closed_streams() -> None:
    """A stream that the caller closed (`>&-`) is like one with nobody at its other end."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - until the end


def _drop_output() -> None:
    """What is still in the buffer would fail again when the interpreter closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _end(number: int, _: object) -> NoReturn:
    raise KeyboardInterrupt(number)


@contextmanager
def _heeding_ends() -> Iterator[None]:
    """Whoever ends the program (`timeout`, a terminal that is closed) lets it tidy up, as Ctrl-C does. What is ignored,
    as under `nohup`, stays so."""
    ends = [end for name in ("SIGTERM", "SIGHUP") if (end := getattr(signal, name, None))
            and signal.getsignal(end) == signal.SIG_DFL]
    if threading.current_thread() is not threading.main_thread():
        ends = []
    for end in ends:
        signal.signal(end, _end)
    try:
        yield
    finally:
        for end in ends:
            signal.signal(end, signal.SIG_DFL)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit. `arguments` are those of the process unless given."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    # Who sees an error adds --debug at the end of the line, behind the command.
    wants_traceback = DEBUG in words
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows ?
    try:
        with _heeding_ends():
            code = _run([word for word in words if word != DEBUG])
    except KeyboardInterrupt as end:
        code = ENDED + end.args[0] if end.args else INTERRUPTED
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
