"""What stands around a region and its parts, as values: see `delimiters` for the paper's way and `frame` for ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from stook.wrapper.selector import Selector

MOST_LEVELS = 256
"""So many open elements are kept, the nearest; real pages have some dozens."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many tags are open above a region and below it."""

    upper: int
    lower: int


@dataclass(frozen=True, slots=True)
class Delimiters:
    """The tags before a text, nearest last, and those after it, nearest first. Of what stands between them the value
    may be only the part between two texts."""

    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    after: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Level:
    """One open element above a region (or the region itself), and what is closed beside it on either side."""

    element: str
    """Its tag, id and stable classes, as a step of a selector."""
    left: tuple[str, ...] = ()
    """The closed siblings before it, in the same words; those of one kind in a row are said once."""
    right: tuple[str, ...] = ()
    left_digest: str = ""
    """What these siblings look like inside."""
    right_digest: str = ""


@dataclass(frozen=True)
class Frame:
    """A region as seen from outside, the outermost level first, and the ways to it and into it."""

    counts: Counts
    levels: tuple[Level, ...]
    ways: tuple[Selector, ...]
    """Ways to the region from outside; the first is the whole path."""
    inner: Mapping[str, Selector] = field(default_factory=dict)
    """For each field the way from the region to its value."""
