"""The lists that a page may have, best first, for a person or a program to choose from.

    found = stook.listing(page)
    found.entries                      what the best candidate's wrapper reads
    found.candidates[1].reasons        why the next one may be a list
    found.choose(2, sections=[1, 3])   another one, and of it two sections; its .wrapper keeps the choice
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from stook.errors import ListingError
from stook.learning.history import remembering
from stook.learning.listing import auto, tags, time
from stook.learning.listing.categories import said
from stook.learning.listing.channel import channel_of
from stook.learning.listing.found import Find
from stook.learning.listing.induce import induce
from stook.page import Page
from stook.records import Channel, Entry
from stook.wrapper.extraction import Extraction
from stook.wrapper.rules.model import RulesWrapper

METHODS: Mapping[str, Callable[[Page], list[Find]]] = {
    "auto": auto.finds, "time": time.finds, "tags": tags.finds}


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a list: the records that one node holds, or that one title stands over."""

    number: int
    title: str | None
    size: int
    node: int


@dataclass(frozen=True)
class Candidate:
    """One list that a page may have. `number` counts from 1, the best candidate."""

    page: Page = field(repr=False)
    find: Find = field(repr=False)
    number: int = 1

    @property
    def score(self) -> float:
        return self.find.score

    @property
    def reasons(self) -> tuple[str, ...]:
        return self.find.reasons

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The parts of the list, in page order."""
        sizes: dict[int, int] = {}
        titles: dict[int, set[str]] = {}
        for sighting in self.whole.sightings:
            node = sighting.section
            sizes[node] = sizes.get(node, 0) + 1
            titles.setdefault(node, set()).update(said(self.page, spot) for spot in
                                                  sighting.spots.get("category", ()) if not sighting.holds(spot))
        return tuple(Section(number, next(iter(titles[node])) if len(titles[node]) == 1 else None, sizes[node], node)
                     for number, node in enumerate(sizes, 1))

    @cached_property
    def whole(self) -> Find:
        """The find with all that belongs to it."""
        return replace(self.find, sightings=self.find.later(), later=None) if self.find.later else self.find

    @cached_property
    def wrapper(self) -> RulesWrapper:
        """The rule that reads this list, here and on the page's next version, with what is usual of the list."""
        return remembering(self._rules, [self.page], [self._read.records])

    @cached_property
    def entries(self) -> list[Entry]:
        return self._read.entries

    @cached_property
    def _rules(self) -> RulesWrapper:
        return self.find.wrapper or induce(self.page, self.whole)

    @cached_property
    def _read(self) -> Extraction:
        return self._rules.apply(self.page)

    def only(self, sections: Sequence[int]) -> Candidate:
        """The same list without its other sections."""
        nodes = {section.node for section in self.sections if section.number in sections}
        missing = sorted(set(sections) - {section.number for section in self.sections})
        if missing:
            raise ListingError(f"candidate {self.number} has no section {missing[0]}",
                               subject=self.page.url, hint=f"it has {len(self.sections)}")
        kept = tuple(sighting for sighting in self.whole.sightings if sighting.section in nodes)
        return Candidate(self.page, replace(self.whole, sightings=kept, chosen=True), self.number)


@dataclass(frozen=True)
class Listing:
    """What a method found on a page."""

    page: Page = field(repr=False)
    method: str
    candidates: tuple[Candidate, ...]
    is_list: bool
    """Whether the best candidate is what the page is for; if not, there is no `wrapper`, only candidates."""

    @cached_property
    def channel(self) -> Channel:
        return channel_of(self.page)

    @property
    def wrapper(self) -> RulesWrapper | None:
        return self.candidates[0].wrapper if self.is_list else None

    @property
    def entries(self) -> list[Entry]:
        return self.candidates[0].entries if self.is_list else []

    def choose(self, number: int, sections: Sequence[int] = ()) -> Candidate:
        """A candidate by its number, or some of its sections."""
        if not 1 <= number <= len(self.candidates):
            raise ListingError(f"there is no candidate {number}", subject=self.page.url,
                               hint=f"it has {len(self.candidates)}")
        candidate = self.candidates[number - 1]
        return candidate.only(sections) if sections else candidate


def listing(page: Page, method: str = "auto") -> Listing:
    """The lists of a page by one method: "auto", or one of the paper's, "time" and "tags"."""
    if method not in METHODS:
        raise ListingError(f"there is no method {method!r}", hint=f"choose one of {', '.join(METHODS)}")
    finds = METHODS[method](page)
    candidates = tuple(Candidate(page, find, number) for number, find in enumerate(finds, 1))
    return Listing(page, method, candidates, bool(finds) and finds[0].is_list)


def entries(page: Page, method: str = "auto") -> list[Entry]:
    """The entries of a list page: the records that the best candidate's wrapper reads from it."""
    return listing(page, method).entries
