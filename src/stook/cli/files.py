"""Files that a person names for what is written: an old one stays as it was until the new one is whole.

A *draft* is a file beside the one that was named. It takes its place at the end, and is gone if anything goes wrong,
Ctrl-C included; who is killed before leaves the draft, and the old file.
"""

from __future__ import annotations

import errno
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stook.errors import StookError

_NO_ROOM = "make room, or name a file on another disk"
_REMEDIES = {errno.ENOSPC: _NO_ROOM, errno.EDQUOT: _NO_ROOM,
             errno.ENOENT: "make the folder first, or name a file in one that is there"}


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """A file that a person named and that cannot be written is told."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        remedy = _REMEDIES.get(error.errno or 0, "name a file in a folder that you may write to")
        raise StookError(f"cannot be written ({error.strerror})", subject=str(path), hint=remedy) from error


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Where to write what shall stand in a file: its draft, or the file itself where it is a device or a pipe."""
    with writing(path):
        if path.is_dir():
            raise StookError("cannot be written (it is a folder)", subject=str(path), hint="name a file in it")
        if path.exists() and not path.is_file():
            yield path
            return
        goal = path.resolve()
        draft = goal.with_name(f".stook-{secrets.token_hex(6)}.draft")
        draft.touch(exist_ok=False)
        try:
            if goal.exists():
                draft.chmod(goal.stat().st_mode & 0o777)
            yield draft
            draft.replace(goal)
        finally:
            draft.unlink(missing_ok=True)


def set_aside(path: Path) -> Path:
    """Copy a file to the first free name of `path.1`, `path.2` ..."""
    with writing(path):
        number = 1
        while True:
            copy = path.with_name(f"{path.name}.{number}")
            try:
                with copy.open("xb") as stream:
                    stream.write(path.read_bytes())
            except FileExistsError:
                number += 1
            else:
                return copy
