"""Good wrapper files made bad: parts that are gone, odd, moved, taken from other files, doubled, and letters that are others."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

Path = tuple[str | int, ...]

ODD: Sequence[Any] = (
    None, True, -1, 0, 1, 7, 10**9, 10**30, -10**30, 0.5, -0.5, 2.5, 1e308, "", "x", ":scope", "*", "\0", "x" * 999, "\ud800", "@", "@href",
    "place", "label", "runs", "marks", "nodes", "page", "embedded", "delimiters", "weighted", "before", "date", "record", "link", "money",
    ":scope > *", "* " * 256, "html", "body *:nth-of-type(2)", "#text", "::text(2)", "p.a.b[c~=\"d\"]", "a >", [], {}, [[]], [1], ["x"],
    ["*"], [[["*"]]], {"a": 1}, {"kind": "page"}, {"left": ["p"], "right": ["/p"]}, ["", ""], [0, 0])


def places(said: Any, path: Path = ()) -> Iterator[Path]:
    """The paths to all parts of a file."""
    if isinstance(said, (dict, list)):
        for key, inner in said.items() if isinstance(said, dict) else enumerate(said):
            yield (*path, key)
            yield from places(inner, (*path, key))


def part_at(said: Any, path: Path) -> Any:
    for key in path:
        said = said[key]
    return said


def mutated(good: Sequence[Any], chance: Random) -> str:
    """A file that somebody tampered with, once or several times."""
    said = copy.deepcopy(chance.choice(good))
    for _ in range(chance.choice((1, 1, 2, 3, 5))):
        paths = list(places(said))
        if not paths:
            break
        path = chance.choice(paths)
        around, key = part_at(said, path[:-1]), path[-1]
        _change(around, key, good, said, chance)
    return _letters_changed(json.dumps(said), chance) if chance.random() < 0.1 else json.dumps(said)


def _change(around: Any, key: Any, good: Sequence[Any], said: Any, chance: Random) -> None:
    how = chance.randrange(6)
    if how == 0:
        del around[key]
    elif how == 1:
        around[key] = chance.choice(ODD)
    elif how == 2:
        other = chance.choice(good)
        around[key] = copy.deepcopy(part_at(other, chance.choice(list(places(other)))))
    elif how == 3:
        around[key] = copy.deepcopy(part_at(said, chance.choice(list(places(said)))))
    elif how == 4 and isinstance(around, list):
        around += [copy.deepcopy(around[key])] * chance.choice((1, 3, 50))
    elif isinstance(around, dict):
        other = chance.choice(list(around))
        around[other] = around.pop(key)


def _letters_changed(text: str, chance: Random) -> str:
    place = chance.randrange(len(text))
    return text[:place] + chance.choice(("", "\0", "9", '"', "}", ",", "\\u0000", "é")) + text[place + chance.randrange(3):]
