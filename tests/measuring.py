"""How much work something is, counted: the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from collections.abc import Callable


def work(call: Callable[[], object]) -> int:
    """How many functions are called, Python's own among them."""
    count = 0

    def profile(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        call()
    finally:
        sys.setprofile(None)
    return count
