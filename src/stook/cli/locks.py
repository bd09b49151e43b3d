"""Files that several runs of stook change: one waits for the other.

A *lock* is a file beside the one that it is for, named after it, that is gone when nobody holds it. The system lets go
of it when its holder ends, however that ends; what a kill leaves is taken by the next one. Where the system has no such
locks, the lock is the file's being there, and a kill leaves one that a person has to remove.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from stook.cli.files import writing
from stook.errors import StookError
from stook.files import is_there

try:
    import fcntl
except ImportError:  # no Unix
    fcntl = None  # type: ignore[assignment]

PATIENCE = 20.0
"""Seconds that one waits where the system cannot wake whoever waits;"""
LOOKS = 0.05
"""it looks so often."""


def lock_of(file: Path, what: str) -> Path:
    goal = file.resolve()
    return goal.with_name(f".{goal.name}.{what}")


@contextmanager
def alone(file: Path, what: str, busy: str) -> Iterator[None]:
    """Be the only one who does this with a file; where somebody is, that is told."""
    lock = lock_of(file, what)
    with writing(file):
        held = _taken(lock, waits=False)
    if held is None:
        left = "" if fcntl else f", or remove {lock} if no stook is running"
        raise StookError(busy, subject=str(file), hint=f"wait until it has ended{left}")
    with _held(lock, held):
        yield


@contextmanager
def in_turn(file: Path) -> Iterator[None]:
    """Change a file when nobody else does."""
    lock = lock_of(file, "lock")
    with writing(file):
        held = _taken(lock, waits=True)
    if held is None:
        raise StookError("another run has been changing it for long", subject=str(file),
                         hint=f"if no stook is running, remove {lock}")
    with _held(lock, held):
        yield


@contextmanager
def _held(lock: Path, held: int) -> Iterator[None]:
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()  # while it is held: who has it open already sees that it is another one by now
        os.close(held)


def _taken(lock: Path, waits: bool) -> int | None:
    """The lock, open; None where another one holds it."""
    if fcntl is None:
        return _made(lock, waits)
    while True:
        held = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        except BlockingIOError:
            os.close(held)
            return None
        except BaseException:
            os.close(held)
            raise
        if is_there(lock, held):
            return held
        os.close(held)


def _made(lock: Path, waits: bool) -> int | None:
    ends = time.monotonic() + PATIENCE
    while True:
        try:
            return os.open(lock, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        except FileExistsError:
            if not waits or time.monotonic() > ends:
                return None
            time.sleep(LOOKS)


@contextmanager
def unhurried() -> Iterator[None]:
    """Ctrl-C, and whatever else tells stook to end, waits until this has been done whole."""
    before = {end: heeds for name in ("SIGINT", "SIGTERM", "SIGHUP") if (end := getattr(signal, name, None))
              and callable(heeds := signal.getsignal(end))}
    if threading.current_thread() is not threading.main_thread():
        before = {}
    came: list[tuple[int, FrameType | None]] = []
    for end in before:
        signal.signal(end, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        for end, heeds in before.items():
            signal.signal(end, heeds)
    for number, frame in came[:1]:
        before[number](number, frame)
