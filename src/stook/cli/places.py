"""The pages that a person named: URLs, saved files, folders, patterns, and lists of these in a file.

    unread    a page that could not be had, and why
    {}        in --url: where the file lies within the folder or pattern that was named
"""

from __future__ import annotations

import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from stook.cli.options import NOT_FETCHED, OWN_FAULT
from stook.cli.place import Place, check_said
from stook.errors import FetchError, StookError

if TYPE_CHECKING:
    from stook import Page
    from stook.wrapper import RulesWrapper

STANDARD_INPUT = "-"
PAGE_SUFFIXES = (".html", ".htm", ".xhtml")
"""The files in a folder that are taken for pages."""
HOLE = "{}"
COMMENT = "#"
"""So begins a line that names no page."""
SAMPLE = 60
"""So many pages of a site tell what it is like; more take long and say the same."""
MOST_NAMED = 20
"""On a terminal, so many bad pages are named; in a pipe all."""
MENTIONED = 3
"""Commands to type name so many pages."""

_MAGIC = re.compile(r"[*?\[]")


# what was named ---------------------------------------------------------------------------------------

def _in_folder(folder: Path) -> Iterator[tuple[str, str]]:
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in PAGE_SUFFIXES and path.is_file())
    if not found:
        raise FetchError("the folder has no pages", subject=str(folder),
                         hint=f"pages are its files that end in {', '.join(PAGE_SUFFIXES)}; or name files")
    return ((str(path), path.relative_to(folder).as_posix()) for path in found)


def _matching(pattern: str) -> Iterator[tuple[str, str]]:
    parts = Path(pattern).parts
    plain = list(takewhile(lambda part: not _MAGIC.search(part), parts))
    root = Path(*plain)
    try:
        found = sorted(path for path in root.glob("/".join(parts[len(plain):])) if path.is_file())
    except ValueError as error:
        raise StookError(f"no pattern of file names ({error})", subject=pattern,
                         hint="write 'saved/**/*.html'") from error
    if not found:
        raise FetchError("no file is called like that", subject=pattern, hint="look at the pattern, and where you are")
    return ((str(path), path.relative_to(root).as_posix()) for path in found)


def _named(source: str) -> Iterator[tuple[str, str]]:
    """The pages that a word stands for, each with its path below what the word names."""
    if source == STANDARD_INPUT or "://" in source:
        return iter([(source, source.partition("://")[2])])
    path = Path(source)
    try:
        if path.is_dir():
            return _in_folder(path)
        if _MAGIC.search(source) and not path.exists():
            return _matching(source)
    except OSError:  # a folder that may not be entered, a name that is too long: it is told when the page is read
        pass
    return iter([(source, path.name)])


def _listed(file: Path | None) -> list[str]:
    """The lines of a file that names pages; of standard input where it is called -."""
    if file is None:
        return []
    try:
        content = sys.stdin.buffer.read() if str(file) == STANDARD_INPUT else file.read_bytes()
    except OSError as error:
        raise StookError(f"cannot be read ({error.strerror})", subject=f"--from {file}",
                         hint="give a file with a URL or a file's name in each line") from error
    lines = map(str.strip, content.decode("utf-8-sig", "replace").splitlines())
    return [line for line in lines if line and not line.startswith(COMMENT)]


@dataclass(frozen=True, slots=True)
class Places:
    """The pages that a person named, in the order in which they did."""

    said: Sequence[str]
    """The words that were typed,"""
    options: Sequence[str]
    """and the options that say more about the pages."""
    pages: Sequence[Place]

    def mentioned(self) -> str:
        """The pages as one types them; of many the first."""
        more = ["..."] if len(self.said) > MENTIONED else []
        return " ".join([*map(shlex.quote, self.said[:MENTIONED]), *more, *map(shlex.quote, self.options)])


def places_of(said: Sequence[str], listed: Path | None, url: str | None, allow: Sequence[str] | None,
              charset: str | None) -> Places:
    """What was said of the pages; what cannot be is refused before anything is fetched."""
    check_said(url, charset)
    words = [*said, *_listed(listed)]
    if not words or not all(word.strip() for word in words):
        raise StookError("no page is named", hint="give URLs, saved files or folders, or --from a file that lists them")
    pages: dict[str, str] = {}
    for source, below in (named for word in words for named in _named(word)):
        pages.setdefault(source, below)
    found = [Place(source, url and url.replace(HOLE, quote(below)), tuple(allow or ()), charset)
             for source, below in pages.items()]
    return Places(said, list(_options(listed, url, allow, charset)), found)


def _options(listed: Path | None, url: str | None, allow: Sequence[str] | None, charset: str | None) -> Iterator[str]:
    hosts = [("--allow", host) for host in allow or ()]
    for name, value in (("--from", listed), ("--url", url), *hosts, ("--charset", charset)):
        if value:
            yield from (name, str(value))


def sampled(pages: Sequence[Place]) -> Sequence[Place]:
    """At most as many as are needed to know a site, from its first page to its last."""
    if len(pages) <= SAMPLE:
        return pages
    from stook.cli.screen import tell

    tell(f"{len(pages):,} pages are named; {SAMPLE} of them, evenly spread, are looked at")
    return [pages[number * len(pages) // SAMPLE] for number in range(SAMPLE)]


# reading them -----------------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class Unread:
    """A page that could not be had, and why, in a sentence."""

    source: str
    why: str


@dataclass
class BadPages:
    """The pages that could not be had or read, and were gone past."""

    unread: list[Unread] = field(default_factory=list)
    faults: int = 0
    """How many of them brought out a fault of stook's own."""

    @contextmanager
    def gone_past(self, place: Place) -> Iterator[None]:
        """Whatever goes wrong with this page costs none of the others."""
        try:
            yield
        except FetchError as error:
            self.unread.append(Unread(place.source, str(error)))
        except Exception as error:  # noqa: BLE001 - a fault that one page brings out must not cost the others
            why = f"{place.source}: a fault of stook, {type(error).__name__}: {error}; please report it with the page"
            self.unread.append(Unread(place.source, why))
            self.faults += 1

    @property
    def code(self) -> int:
        """The exit code where there are no other pages."""
        return OWN_FAULT if self.faults else NOT_FETCHED


def read_all(places: Sequence[Place], unread: list[Unread]) -> Iterator[tuple[Place, Page]]:
    """The pages that can be had; the others are added to `unread`."""
    from stook.cli.screen import working

    for number, place in enumerate(places, 1):
        with working(f"reading {place.source} ({number:,} of {len(places):,})"):
            try:
                page = place.read()
            except FetchError as error:
                unread.append(Unread(place.source, str(error)))
                continue
        yield place, page


def tell_addressless(wrapper: RulesWrapper | None, count: int) -> None:
    """Where links are read, as all but some wrappers do, and so many pages do not say where they came from."""
    from stook.cli.screen import tell

    if count and (wrapper is None or any(rule.type in ("link", "image") for rule in wrapper.fields)):
        pages = "1 page does not say where it" if count == 1 else f"{count:,} pages do not say where they"
        tell(f"{pages} came from, so relative links lead nowhere; --url says it")


def counted(pages: int) -> str:
    return "1 page" if pages == 1 else f"{pages:,} pages"


def tell_bad(what: str, lines: Sequence[str]) -> None:
    """What so many pages are, and which; each of them in a line."""
    from stook.cli.screen import show, styled, tell

    if not lines:
        return
    tell(f"{counted(len(lines))} {what}:")
    once = _once(lines)
    told = once[:MOST_NAMED] if sys.stderr.isatty() else once
    show(*(styled(f"  {line}") for line in told), stream="err")
    if len(told) < len(once):
        show(f"  … and {len(once) - len(told):,} more; 2> bad.txt keeps all", stream="err")


def _once(lines: Sequence[str]) -> list[str]:
    """Each line once; one about several pages says about how many, as where their host is refused."""
    return [line if count == 1 else f"{counted(count)}: {line}" for line, count in Counter(lines).items()]


def tell_gone_past(bad: BadPages, named: Places) -> None:
    """The pages that were named and could not be had or read."""
    from stook.cli.screen import tell

    if len(named.pages) == 1 and bad.unread:
        tell(bad.unread[0].why)
    else:
        tell_bad("could not be read", [one.why for one in bad.unread])


def tell_unread(unread: Sequence[Unread]) -> None:
    from stook.cli.screen import tell

    for line in _once([one.why for one in unread]):
        tell(line)
