"""What a method of listing finds on a page, before a wrapper is made of it.

A *sighting* is one record as the method saw it: its nodes, and for each field the *spots* where its values
stand, which may lie before the record (a heading that dates or names several records). A *find* is a list of
sightings with the reasons why the method thinks that it is a list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from stook.wrapper.rules.model import TEXT_OF, CutKind, Part, RulesWrapper


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a value stands, and what of the node is the value (see `Pick.take`)."""

    node: int
    take: str = TEXT_OF
    part: Part | None = None
    """Where the value is only a part of that: what stands around it."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One record: the nodes `start .. stop`, children of `section` or the one child that is the record."""

    start: int
    stop: int
    section: int
    head: int
    """The node by which the record is found: the record itself, or the child of the section that a run turns on."""
    spots: Mapping[str, tuple[Spot, ...]]

    def holds(self, spot: Spot) -> bool:
        return self.start <= spot.node < self.stop


@dataclass(frozen=True, slots=True)
class Find:
    """A list as one method saw it."""

    method: str
    cut: CutKind
    sightings: tuple[Sighting, ...]
    score: float
    reasons: tuple[str, ...] = ()
    wrapper: RulesWrapper | None = None
    """Where the method made the rules itself, as for lists in JSON, which have no nodes."""
    lead: int = 0
    """Of a cut into runs: how many siblings before its head a record begins."""
    facts: Mapping[str, float] = field(default_factory=dict)
    """What the scorer looked at."""
    later: Callable[[], tuple[Sighting, ...]] | None = field(default=None, repr=False, compare=False)
    """The sightings with what is worth finding only once the list is wanted."""
    chosen: bool = False
    """Whether a person chose these sections: then others like them are not wanted."""
    is_list: bool = True
    """Whether the list is what the page is for, as far as the method can tell."""


class Search(Protocol):
    """How a method looks for lists on one page: no further than it is asked."""

    @property
    def is_no_list(self) -> bool:
        """Whether the page is there for no list, whatever there is to find: it says so itself."""

    @property
    def may_be_list(self) -> bool:
        """Whether the first find may be what the page is for."""

    @property
    def finds(self) -> list[Find]:
        """What may be lists, the best first."""

    @property
    def seeds(self) -> Sequence[int]:
        """Nodes in whose neighbourhood parts of records may stand in lines (see `bands`)."""
