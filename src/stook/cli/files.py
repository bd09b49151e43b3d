"""Files that a person names for what is written: what cannot be written is told, with what to do about it."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stook import files
from stook.errors import StookError

_NO_ROOM = "make room, or name a file on another disk"
_REMEDIES = {errno.EISDIR: "name a file in it", errno.ENOSPC: _NO_ROOM, errno.EDQUOT: _NO_ROOM,
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
    """Where to write what shall stand in a file that a person named."""
    with writing(path), files.replacing(path) as draft:
        yield draft


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
