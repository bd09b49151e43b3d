"""Files that stand whole or not at all.

    with replacing(Path("books.csv")) as draft:
        draft.write_text(...)

A *draft* is a file beside the one that was named. It takes its place at the end, and is gone if anything goes wrong,
Ctrl-C included. Whoever is killed outright leaves the draft, and the old file. The next one who writes the same file
removes it: a draft is locked by its writer, and the system lets go of a lock when its holder ends, however that ends.
Where the system has no such locks, what the killed leave stays.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

try:
    import fcntl
except ImportError:  # no Unix
    fcntl = None  # type: ignore[assignment]


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Where to write what shall stand in a file: its draft, or the file itself where it is a device or a pipe."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if path.exists() and not path.is_file():
        yield path
        return
    goal = path.resolve()
    draft, held = _draft_of(goal)
    try:
        if goal.exists():
            draft.chmod(goal.stat().st_mode & 0o777)
        yield draft
        draft.replace(goal)
    except BaseException:
        if is_there(draft, held):
            draft.unlink()
        raise
    finally:
        os.close(held)


def is_there(file: Path, held: int) -> bool:
    """Whether an open file is still the one of its name: who held its lock before may have removed it."""
    try:
        return os.path.samestat(file.stat(), os.fstat(held))
    except FileNotFoundError:
        return False


def _draft_of(goal: Path) -> tuple[Path, int]:
    """A new draft for a file, held by its lock; those of dead writers are removed on the way."""
    key = hashlib.blake2b(os.fsencode(goal.name), digest_size=6).hexdigest()
    own: tuple[Path, int] | None = None
    for number in count():
        draft = goal.with_name(f".stook-{key}-{number}.draft")
        if own and not _remove_if_dead(draft):
            return own
        if own is None and (held := _made(draft)) is not None:
            own = draft, held
    raise AssertionError("there are numbers without end")


def _made(draft: Path) -> int | None:
    """The draft, open and locked; None where another one is writing it."""
    while True:
        try:
            held = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        except FileExistsError:
            if not _remove_if_dead(draft):
                return None
            continue
        # Who looks for the dead may be quicker than we with the lock, and removes it.
        if _locked(held) is not False and is_there(draft, held):
            return held
        os.close(held)


def _remove_if_dead(draft: Path) -> bool:
    """Remove a draft that nobody writes any more. Whether there was one."""
    try:
        held = os.open(draft, os.O_RDWR | _NO_LINK)
    except OSError:
        return False
    try:
        dead = bool(_locked(held))
        if dead and is_there(draft, held):
            draft.unlink()
    except OSError:  # it is another one's, and so is the folder
        return False
    else:
        return dead
    finally:
        os.close(held)


_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def _locked(held: int) -> bool | None:
    """Whether the lock of an open file is ours now; None where the system has no such locks."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True
