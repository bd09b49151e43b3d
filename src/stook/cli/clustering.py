"""`stook cluster`: pages sorted by template, as a table of groups, and as the group of each page.

    state    what is known of the pages so far, in a file: a later run takes new pages in and reads no old one again

A long run keeps its state now and then, so that who stops it, or is stopped, loses no more than the last seconds.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import typer
from rich.console import RenderableType

from stook.cli.files import replacing, writing
from stook.cli.options import Allow, Charset, Explain, Listed, SitesUrl, Sources
from stook.cli.place import Place
from stook.cli.places import STANDARD_INPUT, BadPages, Places, counted, places_of, tell_gone_past
from stook.errors import LearnError, StookError

if TYPE_CHECKING:
    from stook import Clusters, Group

Method = Literal["auto", "paper"]
Format = Literal["table", "jsonl"]
Kind = Literal["detail", "list", "error", "blocked", "login", "outage"]

EVERY = 5.0
"""So many seconds of work may be lost."""
MOST_GROUPS = 20
"""On a terminal, so many groups are shown; in a pipe all."""

_LIST_OF_PAGES = re.compile(rf"\d+-(?:{'|'.join(get_args(Kind))})\.txt")


# what is known ----------------------------------------------------------------------------------------

@dataclass
class _Known:
    """The pages so far, by the names that a person gave them, and their groups."""

    clusters: Clusters
    file: Path | None
    names: list[str] = field(default_factory=list)
    kept: float = field(default_factory=time.monotonic)
    """When the state was kept last."""

    @classmethod
    def of(cls, file: Path | None, method: Method | None) -> _Known:
        """What the file holds; nothing, where there is none yet."""
        from stook import Clusters

        if file is None or not file.exists():
            return cls(Clusters(method or "auto"), file)
        known = _read(file)
        if method not in (None, known.clusters.method):
            raise StookError(f"its pages were sorted by the method {known.clusters.method}", subject=f"--state {file}",
                             hint="leave --method away, or name another file")
        return known

    def new(self, places: Sequence[Place]) -> list[Place]:
        old = set(self.names) - {STANDARD_INPUT}
        return [place for place in places if place.source not in old]

    def take(self, place: Place) -> None:
        self.clusters.add(place.read())
        self.names.append(place.source)

    def keep(self) -> None:
        if self.file is None:
            return
        said = {"stook": "clusters", "pages": self.names, "clusters": self.clusters.state()}
        with replacing(self.file) as draft:
            draft.write_text(json.dumps(said, separators=(",", ":")), "ascii")
        self.kept = time.monotonic()

    def keep_now_and_then(self) -> None:
        if time.monotonic() - self.kept >= EVERY:
            self.keep()

    @property
    def groups(self) -> list[Group]:
        return self.clusters.groups


def _read(file: Path) -> _Known:
    from stook import Clusters

    try:
        said = json.loads(file.read_bytes())
        names, state = _names(said["pages"]), said["clusters"]
        clusters = Clusters.from_state(state)
    except LearnError as error:
        raise StookError(error.message, subject=f"--state {file}", hint=error.hint) from error
    except OSError as error:
        raise StookError(f"cannot be read ({error.strerror})", subject=f"--state {file}",
                         hint="name a file that stook cluster --state wrote, or a new one") from error
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise StookError("holds no sorted pages", subject=f"--state {file}",
                         hint="name a file that stook cluster --state wrote, or a new one") from error
    if len(names) != clusters.count:
        raise StookError("is damaged: it has not a name for each page", subject=f"--state {file}",
                         hint="sort the pages anew")
    return _Known(clusters, file, names)


def _names(said: Any) -> list[str]:
    if not isinstance(said, list) or not all(isinstance(name, str) for name in said):
        raise TypeError("no list of names")
    return said


def _groups(count: int) -> str:
    return "1 group" if count == 1 else f"{count:,} groups"


# sorting ----------------------------------------------------------------------------------------------

def _sort(known: _Known, places: Sequence[Place], bad: BadPages) -> None:
    """Take all pages in that can be read."""
    from stook.cli.screen import counting, tell

    done = 0
    try:
        with counting(len(places), quiet=False) as advance:
            for place in places:
                with bad.gone_past(place):
                    known.take(place)
                done += 1
                advance(_groups(len(known.clusters)))
                known.keep_now_and_then()
    except KeyboardInterrupt:
        tell(f"stopped after {done:,} of {len(places):,} pages")
        raise
    known.keep()


# the group of each page -------------------------------------------------------------------------------

def _lines(known: _Known) -> Iterator[bytes]:
    """A line of JSON for each page, in the order in which they came."""
    of = {page: group for group in known.groups for page in group}
    for number, name in enumerate(known.names):
        said = {"page": name, "group": of[number].number, "kind": of[number].kind}
        yield _bytes(json.dumps(said, ensure_ascii=False) + "\n")


def _bytes(text: str) -> bytes:
    """A file's name may have letters that are none; in JSON they are escaped."""
    return text.encode("utf-8", "backslashreplace")


def _write(known: _Known, output: str) -> None:
    """Into a file, or a list of each group's pages into a folder."""
    if not _is_folder(output):
        with replacing(Path(output)) as draft:
            draft.write_bytes(b"".join(_lines(known)))
        return
    folder = Path(output)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for group in known.groups:
        with replacing(folder / _list_of(group)) as draft:
            draft.write_bytes(b"".join(os.fsencode(known.names[page]) + b"\n" for page in group))
    current = {_list_of(group) for group in known.groups}
    for path in list(folder.iterdir()):
        if _LIST_OF_PAGES.fullmatch(path.name) and path.name not in current:
            with writing(path):
                path.unlink()


def _list_of(group: Group) -> str:
    return f"{group.number}-{group.kind}.txt"


def _is_folder(output: str) -> bool:
    return output.endswith(("/", os.sep)) or Path(output).is_dir()


def _check_output(output: str | None, format: Format | None) -> None:
    if output is None:
        return
    if format is not None:
        raise StookError("says what to print where nothing is written", subject=f"--format {format}",
                         hint="leave --format or --output away")
    if not _is_folder(output) and Path(output).suffix not in ("", ".jsonl", ".json"):
        raise StookError("groups are written as JSON lines, or as lists into a folder", subject=f"--output {output}",
                         hint="name it .jsonl, or a folder with a slash at its end")


# the table of groups ----------------------------------------------------------------------------------

def _show(known: _Known, places: Places | None, output: str | None) -> None:
    from stook.cli import findings
    from stook.cli.screen import in_pipe, show, styled

    groups = known.groups
    shown = groups if in_pipe() else groups[:MOST_GROUPS]
    said = f"{counted(known.clusters.count)}, {_groups(len(groups))}"
    show(_table(known, shown))
    if len(shown) < len(groups):
        left = sum(map(len, groups[MOST_GROUPS:]))
        show(styled((f"… and {len(groups) - len(shown):,} more groups, of {counted(left)}", "dim")))
    show("", styled((said, "bold"), f" → {output}" if output else ""))
    if places is not None:
        show("", "Next", *findings.next_steps(_next(known, places, output)))


def _table(known: _Known, groups: Sequence[Group]) -> RenderableType:
    from stook.cli.screen import Column, grid, harmless, room

    columns = [
        Column("#", [str(group.number) for group in groups], "dim", "right"),
        Column("Kind", [group.kind for group in groups], "bold"),
        Column("Pages", [f"{len(group):,}" for group in groups], align="right"),
        Column("Addresses", [harmless(group.addresses) for group in groups], "cyan", least=10),
        Column("Example", [harmless(known.names[group[0]]) for group in groups], least=16, keep="end"),
        Column("Why", [harmless(group.reasons[0]) for group in groups], "dim", least=24, wraps=True),
    ]
    return grid(columns, room(), yields=("Why", "Addresses", "Example"))


def _explain(known: _Known) -> Iterator[RenderableType]:
    from stook.cli.screen import styled

    for group in known.groups:
        yield styled((f"group {group.number}", "bold"), f": {group.kind}, {counted(len(group))}")
        yield from (styled("  ", reason) for reason in group.reasons)


def _next(known: _Known, places: Places, output: str | None) -> Iterator[tuple[str, str]]:
    """What a person may want to type who has seen the groups."""
    if group := _largest(known, "detail"):
        others = shlex.quote(str(Path(output) / _list_of(group))) if output and _is_folder(output) else ""
        options = [*(["--from", others] if others else []), "--label title=TEXT -o group.json"]
        yield (_about(known, places, group).command("learn", *options),
               f"learn to read group {group.number}; TEXT is the title as this page shows it")
    if group := _largest(known, "list"):
        yield _about(known, places, group).command("try"), f"the list on a page of group {group.number}"
    if output is None:
        method = "" if known.clusters.method == "auto" else f" --method {known.clusters.method}"
        again = f"--state {shlex.quote(str(known.file))}" if known.file else places.mentioned() + method
        yield f"stook cluster {again} -o groups/", "a list of each group's pages, for --from"


def _largest(known: _Known, kind: Kind) -> Group | None:
    return next((group for group in known.groups if group.kind == kind), None)


def _about(known: _Known, places: Places, group: Group) -> Place:
    """A page of the group, with what was said about it."""
    name = known.names[group[0]]
    return next((place for place in places.pages if place.source == name), Place(name))


# the command ------------------------------------------------------------------------------------------

def cluster(
    sources: Sources = None,
    output: Annotated[str | None, typer.Option(
        "--output", "-o", metavar="FILE|FOLDER/", show_default=False,
        help="Write the group of each page to a file, as JSON lines, or a list of each group's pages to a folder.",
    )] = None,
    format: Annotated[Format | None, typer.Option(
        "--format", "-f", show_default=False,
        help="What to print: a table of the groups, as on a terminal, or lines of JSON, as in a pipe.")] = None,
    method: Annotated[Method | None, typer.Option(
        help="How to sort.  [default: auto]", show_default=False)] = None,
    state: Annotated[Path | None, typer.Option(
        metavar="FILE", show_default=False,
        help="Keep what is known in this file, and go on from it: only new pages are read.")] = None,
    explain: Explain = False, listed: Listed = None, url: SitesUrl = None, allow: Allow = None, charset: Charset = None,
) -> None:
    """Sort pages by template: details, lists, errors, logins, walls.

    \b
      stook cluster saved/
      stook cluster saved/ -o groups/ && stook apply books.json --from groups/1-detail.txt
      stook cluster --from urls.txt --state site.json -f jsonl

    A page that cannot be read does not stop the others; it is named at the end.
    """
    from stook.cli.screen import show

    _check_output(output, format)
    known, bad = _Known.of(state, method), BadPages()
    asks_only = not sources and listed is None and known.clusters.count > 0
    places = None if asks_only else places_of(sources or (), listed, url, allow, charset)
    if places is not None:
        new = known.new(places.pages)
        _sort(known, new, bad)
        tell_gone_past(bad, places)
        if new and len(bad.unread) == len(new):
            raise typer.Exit(bad.code)
    if explain:
        show(*_explain(known), stream="err")
    if output is not None:
        _write(known, output)
    if output is None and (format or ("table" if sys.stdout.isatty() else "jsonl")) == "jsonl":
        sys.stdout.buffer.writelines(_lines(known))
        sys.stdout.buffer.flush()
    else:
        _show(known, places, output)
