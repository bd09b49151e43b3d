"""The parts of a wrapper's file, each asked for as what it should be. A file may come from a stranger: numbers have
bounds, nothing nests without end, and there is only so much of everything. What is otherwise raises a ValueError,
TypeError or KeyError that names it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

LARGEST = 8_000_000
"""So many signs a file may have; those of real wrappers have some ten thousand."""
DEEPEST = 64
"""So deep lists and objects may stand in each other."""
GREATEST = 1_000_000_000


def parsed(text: str) -> Any:
    """What JSON says. Stricter than JSON: no name twice in one object, no number beyond what a computer counts."""
    if len(text) > LARGEST:
        raise ValueError(f"it has {len(text)} signs, and more than {LARGEST} are not read")
    said = json.loads(text, object_pairs_hook=_object, parse_constant=_number, parse_float=_number)
    if any(depth > DEEPEST for depth in _depths(said)):
        raise ValueError(f"it nests more than {DEEPEST} deep")
    return said


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    said = dict(pairs)
    if len(said) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r:.80} stands twice in one object")
    return said


def _number(said: str) -> float:
    if not math.isfinite(float(said)):
        raise ValueError(f"{said:.40} is no number to count with")
    return float(said)


def _depths(said: Any) -> Iterator[int]:
    """How deep each part stands, without recursion."""
    left = [(said, 0)]
    while left:
        one, depth = left.pop()
        yield depth
        if isinstance(one, (dict, list)) and depth <= DEEPEST:
            left += [(inner, depth + 1) for inner in (one.values() if isinstance(one, dict) else one)]


# what a part says -------------------------------------------------------------------------------------

def named(said: Any) -> Mapping[str, Any]:
    """A part that names its own parts."""
    if not isinstance(said, dict):
        raise TypeError(f"{said!r:.80} is no object")
    return said


def several(said: Any) -> Sequence[Any]:
    if not isinstance(said, list):
        raise TypeError(f"{said!r:.80} is no list")
    return said


def text(said: Any) -> str:
    if not isinstance(said, str):
        raise TypeError(f"{said!r:.80} is no text")
    return said


def texts(said: Any) -> tuple[str, ...]:
    if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
        raise ValueError(f"{said!r:.80} is no list of texts")
    return tuple(said)


def number(said: Any, most: float = GREATEST) -> float:
    """A number from 0 to `most`."""
    if isinstance(said, bool) or not isinstance(said, (int, float)) or not 0 <= said <= most:
        raise ValueError(f"{said!r:.40} is no number from 0 to {most:g}")
    return float(said)


def share(said: Any) -> float:
    return number(said, 1.0)


def whole(said: Any, most: int = GREATEST, least: int = 0) -> int:
    """A whole number from `least` to `most`."""
    if isinstance(said, bool) or not isinstance(said, int) or not least <= said <= most:
        raise ValueError(f"{said!r:.40} is no whole number from {least} to {most}")
    return said


def yes(said: Any) -> bool:
    if not isinstance(said, bool):
        raise TypeError(f"{said!r:.40} is neither true nor false")
    return said


def one_of(said: Any, known: Sequence[str]) -> Any:
    if said not in known:
        raise ValueError(f"{said!r:.80} is none of {', '.join(known)}")
    return said
