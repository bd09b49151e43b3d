"""`stook template add`: pages taken in by what lives in a file, while others may answer its questions.

    told      what a page brought to light, in a line, as soon as it does
    change    a row of a list that is new, says something else, is gone, or is back
    kept      the file is written every few seconds, at the end, and when somebody stops the run; before that the
              answers that were given meanwhile are read from it

One run at a time takes pages in; whoever answers waits for no page, only for the moment in which the file is written.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from stook.cli.kept import Kept, count_of
from stook.cli.locks import alone, in_turn, unhurried
from stook.cli.place import Place
from stook.cli.places import BadPages, counted
from stook.errors import ListingError, StookError

if TYPE_CHECKING:
    from stook import Catalogue, Page, Schema, Template
    from stook.learning.template import Change
    from stook.wrapper import RulesWrapper

EVERY = 5.0
"""So many seconds of work may be lost."""
KINDS = ("new", "updated", "gone", "back")
"""What may become of a row."""


# the file ---------------------------------------------------------------------------------------------

def _write(kept: Kept, file: Path) -> None:
    with unhurried():
        kept.save(file)


@contextmanager
def answering(file: Path) -> Iterator[Kept]:
    """What is in a file, to be answered; what is said of it is kept unless anything goes wrong."""
    from stook.cli.screen import working

    with ExitStack() as stack:
        with working(f"waiting for another run that writes {file}"):
            stack.enter_context(in_turn(file))
        kept = Kept.load(file)
        yield kept
        _write(kept, file)


@contextmanager
def growing(file: Path, method: str | None, schema: Schema | None, lists: bool = False,
            wrapper: RulesWrapper | None = None) -> Iterator[Growing]:
    """What is in a file, or a new template, or a new catalogue for lists, for the only run that takes pages in."""
    with alone(file, "adding", "another run is taking pages in"):
        stamp = _stamp(file)
        kept = Kept.load(file) if stamp else Kept.new(method or "auto", schema, lists or wrapper is not None)
        if method not in (None, kept.template.method):
            raise StookError(f"it grows by the method {kept.template.method}", subject=str(file),
                             hint="leave --method away, or name another file")
        if lists or wrapper is not None:
            catalogue = kept.lists_in(file)
            if wrapper is not None:
                catalogue.read_by(wrapper)
        found = Growing(kept, file, stamp) if kept.catalogue is None else GrowingCatalogue(kept, file, stamp)
        if stamp and schema is not None:
            kept.template.schema, found.changed = schema, True
        yield found


_Stamp = tuple[int, int, int] | None


def _stamp(file: Path) -> _Stamp:
    """What tells one state of a file from another; None where there is no file."""
    try:
        said = file.stat()
    except FileNotFoundError:
        return None
    return said.st_ino, said.st_mtime_ns, said.st_size


# growing ----------------------------------------------------------------------------------------------

@dataclass
class Growing:
    """A template that takes pages in."""

    kept: Kept
    file: Path
    stamp: _Stamp
    """What the file was when it was read or written last."""
    changed: bool = False
    """Whether it knows what the file does not,"""
    new: int = 0
    """how many pages were taken in,"""
    known: int = 0
    """and how many had been before, as they are now."""
    bad: BadPages = field(default_factory=BadPages)
    _kept: float = field(default_factory=time.monotonic)
    _asked: set[str] = field(default_factory=set)

    @property
    def template(self) -> Template:
        return self.kept.template

    def take(self, places: Sequence[Place]) -> None:
        """Take in all pages that can be read and have not been before; who stops it keeps what came so far."""
        from stook.cli.screen import counting, tell

        self._asked, done = set(self.template.unanswered), 0
        try:
            with counting(len(places), quiet=False) as advance:
                for place in places:
                    with self.bad.gone_past(place):
                        self._take(place, place.read())
                    done += 1
                    advance(f"{self.new:,} taken in")
                    self._keep_now_and_then()
        except KeyboardInterrupt:
            self.keep()
            tell(f"stopped after {done:,} of {counted(len(places))}; the same command goes on from there")
            raise
        self.keep()

    def _take(self, place: Place, page: Page) -> None:
        if self.template.knows(page):
            self.known += 1
            return
        with unhurried():
            notices = self.template.add(page, place.source)
            self.new, self.changed = self.new + 1, True
        _tell(f"page {self.template.count:,}, {_name(place)}", [notice.said for notice in notices])

    def _keep_now_and_then(self) -> None:
        """Every few seconds, and when there is something to ask: somebody may wait for it in another window."""
        from stook.cli.screen import tell

        asked = set(self.template.unanswered)
        if fresh := asked - self._asked:
            self.keep()
            more = " more" if self._asked else ""
            tell(f"{len(fresh):,}{more} {'slot' if len(fresh) == 1 else 'slots'} can be named by now; "
                 f"`stook template show {shlex.quote(str(self.file))}` shows them, while this goes on")
        elif time.monotonic() - self._kept >= EVERY:
            self.keep()
        self._asked |= asked

    def keep(self) -> None:
        """Write the file, with the answers that were given to it meanwhile."""
        if not self.changed:
            return
        with in_turn(self.file):
            if self.stamp != (stamp := _stamp(self.file)) and stamp is not None:
                self.template.merge(Kept.load(self.file).template)
            _write(self.kept, self.file)
            self.stamp, self.changed = _stamp(self.file), False
        self._kept = time.monotonic()


def _name(place: Place) -> str:
    return Path(place.source).name or place.source


def _tell(about: str, sentences: Iterable[str]) -> None:
    from stook.cli.screen import show, styled

    show(*(styled((f"  {about}: ", "dim"), sentence) for sentence in sentences), stream="err")


# lists ------------------------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A row that is new, updated, gone or back, and what it said before."""

    what: str
    url: str
    said: Mapping[str, Sequence[str]]


@dataclass
class GrowingCatalogue(Growing):
    """A catalogue that takes list pages in. One that comes again shows nothing new, so none is gone past."""

    changes: list[ChangedRow] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    """Pages that show no list, and why,"""
    addressless: int = 0
    """and of how many rows have no address, as nothing says where the page came from."""
    _gone: set[str] = field(init=False)
    """The rows that were gone when it began: others come back only from one page of this run to the next."""

    def __post_init__(self) -> None:
        self._gone = self.catalogue.gone

    @property
    def catalogue(self) -> Catalogue:
        return self.kept.lists_in(self.file)

    def _take(self, place: Place, page: Page) -> None:
        before = {url: row.values for url, row in self.catalogue.rows.items()}
        try:
            with unhurried():
                change = self.catalogue.add(page, place.source)
                self.new, self.changed = self.new + 1, True
        except ListingError as error:
            self.without.append(f"{place.source}: {error.message}{_without_address(page)}")
            return
        kinds = self._kinds(change)
        self.changes += [ChangedRow(what, url, before.get(url, {})) for what, urls in kinds.items() for url in urls]
        shown = self.catalogue.shown[page.url or place.source]
        self.addressless += page.base is None and any("://" not in url for url in shown)
        rows = count_of(len(shown), "row")
        notices = [notice.said for notice in change.notices if notice.slots]  # the others are about single rows
        _tell(_name(place), [f"{rows}, {said_of(kinds)}", *notices])

    def _kinds(self, change: Change) -> dict[str, Sequence[str]]:
        """The rows of each kind, each of one kind."""
        back = [url for url in change.back if url in self._gone]
        updated = [url for url in change.updated if url not in back]
        return dict(zip(KINDS, (change.new, updated, change.gone, back), strict=True))

    def changed_rows(self) -> list[ChangedRow]:
        """The rows that have changed, each once: one that was new is not updated, one that has moved is not gone."""
        there = {url for urls in self.catalogue.shown.values() for url in urls}
        found: dict[str, ChangedRow] = {}
        for one in self.changes:
            if (one.what == "gone") == (one.url not in there):
                found.setdefault(one.url, one)
        return sorted(found.values(), key=lambda one: KINDS.index(one.what))


def _without_address(page: Page) -> str:
    """Why a page may show no list, where its links lead nowhere."""
    links = [page.attr(node, "href") for node in page.select("a") if page.link(node) is None]
    if page.base is not None or not any(link and ":" not in link and link[0] != "#" for link in links):
        return ""
    return " without its address, since its links lead nowhere; --url says where it came from"


def said_of(kinds: Mapping[str, Sequence[str]]) -> str:
    """How much has changed."""
    return ", ".join(f"{len(rows):,} {what}" for what, rows in kinds.items() if rows) or "nothing new"
