"""Running stook for a test: in this process, in one of its own, on a terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest


@dataclass
class Answer:
    code: int | str | None
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


Run = Callable[..., Answer]
Saved = Callable[[str], str]


def one_sentence(err: str) -> bool:
    return bool(re.fullmatch(r"stook: [^\n]+\n", err)) and "Traceback" not in err


def started(*words: str, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-m", "stook", *words], text=True, encoding="utf-8", **more)


def on_terminal(columns: int, *words: str, **environment: str) -> str:
    """What stays of what stook writes on a terminal of so many columns, standard error too."""
    pty = pytest.importorskip("pty")
    reading, writing = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(columns), **environment}
    with started(*words, stdin=writing, stdout=writing, stderr=writing, env=env):
        os.close(writing)
        said = b""
        try:
            while some := os.read(reading, 65536):
                said += some
        except OSError:  # how Linux tells that the other side has gone
            pass
    os.close(reading)
    return SPINNER.sub("", said.decode())


SPINNER = re.compile(r"[\u2800-\u28ff] [^\r\n]*(?:\r\n)?(?:\x1b\[\?25h)?\r(?:\x1b\[1A)?\x1b\[2K")
"""What turns while a slow machine works, with what erases it."""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\]8;.*?\x1b\\")


def heed_interrupts() -> None:
    """Who runs tests in the background has them ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def writing_end(pipe: Path, process: subprocess.Popen[str]) -> int:
    """The pipe, once the other side reads from it."""
    while process.poll() is None:
        with suppress(OSError):
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    raise AssertionError(process.communicate()[1])


def stopped(process: subprocess.Popen[str], stopped_by: signal.Signals) -> str:
    """What a process said that was stopped. An interrupt that comes just between the opening of a pipe and the wait for
    what it holds is only heeded with the next one: Python looks for it before it waits."""
    while True:
        process.send_signal(stopped_by)
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=3)[1]
