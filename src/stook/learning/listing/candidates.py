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
from stook.learning.listing.bands import Stack, stack_of
from stook.learning.listing.categories import said
from stook.learning.listing.channel import channel_of
from stook.learning.listing.found import Find, Search
from stook.learning.listing.induce import induce
from stook.page import Page
from stook.records import Channel, Entry
from stook.wrapper.extraction import Extraction
from stook.wrapper.rules.model import RulesWrapper


@dataclass(frozen=True, slots=True)
class _Finds:
    """Of a method that tells by nothing but its finds whether there are any, and knows no bands."""

    finds: list[Find]
    is_no_list: bool = False
    may_be_list: bool = True
    seeds: Sequence[int] = ()


METHODS: Mapping[str, Callable[[Page], Search]] = {
    "auto": auto.Search, "time": lambda page: _Finds(time.finds(page)), "tags": lambda page: _Finds(tags.finds(page))}


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
    stack: Stack | None = field(default=None, repr=False)
    """Of things laid out in bands: the page with the parts of each together, on which the find was made."""

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
            titles.setdefault(node, set()).update(said(self._laid, spot) for spot in
                                                  sighting.spots.get("category", ()) if not sighting.holds(spot))
        return tuple(Section(number, next(iter(titles[node])) if len(titles[node]) == 1 else None, sizes[node],
                             self._on_page(node)) for number, node in enumerate(sizes, 1))

    @property
    def _laid(self) -> Page:
        return self.stack.page if self.stack else self.page

    def _on_page(self, node: int) -> int:
        return self.stack.origin[node] if self.stack else node

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
        rules = self.find.wrapper or induce(self._laid, self.whole)
        return replace(rules, bands=self.stack.how) if self.stack else rules

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
        kept = tuple(sighting for sighting in self.whole.sightings if self._on_page(sighting.section) in nodes)
        return replace(self, find=replace(self.whole, sightings=kept, chosen=True))


@dataclass(frozen=True)
class Listing:
    """What a method finds on a page, looked for when it is asked for."""

    page: Page = field(repr=False)
    method: str
    _search: Search = field(repr=False)

    @cached_property
    def is_list(self) -> bool:
        """Whether the best candidate is what the page is for; if not, there is no `wrapper`, only candidates."""
        if self._search.is_no_list:
            return False
        may_be_list = self._search.may_be_list or (
            self._stack is not None and self._stack.recurs and self._stacked is not None and self._stacked.may_be_list)
        return may_be_list and bool(self.candidates) and self.candidates[0].find.is_list

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        found = [Candidate(self.page, find) for find in self._search.finds]
        if self._stack and self._stacked:
            found = _with_stacked(self.page, found, self._stack, self._stacked.finds)
        return tuple(replace(one, number=number) for number, one in enumerate(found, 1))

    @cached_property
    def _stack(self) -> Stack | None:
        return stack_of(self.page, self._search.seeds)

    @cached_property
    def _stacked(self) -> Search | None:
        """The search among things laid out in bands."""
        return auto.Search(self._stack.page) if self._stack else None

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
    return Listing(page, method, METHODS[method](page))


def _with_stacked(page: Page, found: Sequence[Candidate], stack: Stack, finds: Sequence[Find]) -> list[Candidate]:
    """The candidates and the best of things laid out in bands, which takes the place of those that show some of it."""
    best = next((find for find in finds if stack.holds(find)), None)
    if best is None:
        return list(found)
    titles = {stack.origin[node] for node in _titles(best)}
    others = [one for one in found if one.find.wrapper or 2 * len(titles & _titles(one.find)) < len(_titles(one.find))]
    if not stack.recurs and found and not found[0].find.is_list:
        best = replace(best, is_list=False)  # one band makes no list of a page that is for something else
    return sorted([Candidate(page, best, stack=stack), *others], key=lambda one: -one.score)


def _titles(find: Find) -> set[int]:
    return {sighting.spots["title"][0].node for sighting in find.sightings}


def entries(page: Page, method: str = "auto") -> list[Entry]:
    """The entries of a list page: the records that the best candidate's wrapper reads from it."""
    return listing(page, method).entries
