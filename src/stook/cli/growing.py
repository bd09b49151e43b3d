"""`stook template add`: pages taken in by a template that lives in a file, while others may answer its questions.

    told      what a page brought to light, in a line, as soon as it does
    kept      the file is written every few seconds, at the end, and when somebody stops the run; before that the
              answers that were given meanwhile are read from it

One run at a time takes pages in; whoever answers waits for no page, only for the moment in which the file is written.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from stook.cli.locks import alone, in_turn, unhurried
from stook.cli.place import Place
from stook.cli.places import BadPages, counted
from stook.errors import StookError

if TYPE_CHECKING:
    from stook import Notice, Page, Schema, Template

EVERY = 5.0
"""So many seconds of work may be lost."""


# the file ---------------------------------------------------------------------------------------------

def _write(template: Template, file: Path) -> None:
    with unhurried():
        template.save(file)


@contextmanager
def answering(file: Path) -> Iterator[Template]:
    """The template in a file, to be answered; what is said of it is kept unless anything goes wrong."""
    from stook import Template
    from stook.cli.screen import working

    with ExitStack() as stack:
        with working(f"waiting for another run that writes {file}"):
            stack.enter_context(in_turn(file))
        template = Template.load(file)
        yield template
        _write(template, file)


@contextmanager
def growing(file: Path, method: str | None, schema: Schema | None) -> Iterator[Growing]:
    """The template in a file, or a new one, for the only run that takes pages in."""
    from stook import Template

    with alone(file, "adding", "another run is taking pages in"):
        stamp = _stamp(file)
        template = Template.load(file) if stamp else Template(method or "auto", schema)
        if method not in (None, template.method):
            raise StookError(f"it grows by the method {template.method}", subject=str(file),
                             hint="leave --method away, or name another file")
        found = Growing(template, file, stamp)
        if stamp and schema is not None:
            template.schema, found.changed = schema, True
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

    template: Template
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
        _tell(self.template.count, place, notices)

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
        from stook import Template

        if not self.changed:
            return
        with in_turn(self.file):
            if self.stamp != (stamp := _stamp(self.file)) and stamp is not None:
                self.template.merge(Template.load(self.file))
            _write(self.template, self.file)
            self.stamp, self.changed = _stamp(self.file), False
        self._kept = time.monotonic()


def _tell(number: int, place: Place, notices: Sequence[Notice]) -> None:
    from stook.cli.screen import show, styled

    name = Path(place.source).name or place.source
    show(*(styled((f"  page {number:,}, {name}: ", "dim"), notice.said) for notice in notices), stream="err")
