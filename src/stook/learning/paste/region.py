"""Where on a page a pasted region stands, and the pasted values in it.

Equal texts elsewhere on the page do not count: a value is looked for in the region alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from stook.errors import PasteError
from stook.learning.labels.texts import Occurrence, Texts
from stook.learning.paste.stream import Match, Stream
from stook.learning.rows.region import Region, around, region_between
from stook.page import Page

LONGEST_SHOWN = 120
"""Of the nearest text an error shows so many signs."""


Fields = Mapping[str, Sequence[str]]
Found = Mapping[str, Sequence[Sequence[Occurrence]]]
"""For each field and each of its values the places in the region that show it."""


class Pasted:
    """A page on which pasted texts are looked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.texts = Texts(page)

    @cached_property
    def stream(self) -> Stream:
        return Stream(self.page.words.text)

    # regions ----------------------------------------------------------------------------------------

    def regions(self, text: str) -> Iterator[Region]:
        """The places where the text of a region stands; those that are only like it, where it stands nowhere."""
        exact = list(self.stream.exactly(text))
        like = None if exact else self.stream.aligned(text)
        yield from map(self._region, exact or ([like] if like else []))

    def _region(self, match: Match) -> Region:
        words = self.page.words
        first, last = self.stream.places(match)
        return region_between(self.page, words.node[first], words.node[last])

    @property
    def whole(self) -> Region:
        return Region(0, len(self.page), 0)

    # values -----------------------------------------------------------------------------------------

    def find(self, value: str, region: Region) -> list[Occurrence]:
        """The places in a region that show a value, those that show it whole first."""
        found = [one for one in self.texts.find(value) if region.holds(one.node)]
        return found or [one for one in [self._aligned(value, region)] if one]

    def _aligned(self, value: str, region: Region) -> Occurrence | None:
        """The place where nearly all of a value stands, with what was not copied between."""
        within = self._letters(region)
        match = next(self.stream.exactly(value, within), None) or self.stream.aligned(value, within)
        if match is None or match.covered < NEARLY:
            return None
        held = self._region(match)
        if held.is_whole:
            return Occurrence(held.node)
        siblings = [child for child in self.page.children(held.node) if held.holds(child)]
        return Occurrence(siblings[0], more=len(siblings) - 1)

    def _letters(self, region: Region) -> tuple[int, int]:
        places = self.page.words.between(region.start, region.stop)
        return self.stream.span(places.start, places.stop - 1) if places else (0, 0)

    def nearest(self, text: str, region: Region) -> str:
        """What stands in a region where it is most like a text; empty where nothing is like it."""
        match = self.stream.nearest(text, self._letters(region))
        if match is None:
            return ""
        first, last = self.stream.places(match)
        said = self.page.words.join(range(first, last + 1))
        return said if len(said) <= LONGEST_SHOWN else said[:LONGEST_SHOWN - 1] + "…"


NEARLY = 0.8
"""A value of which less is found is not this value."""
ALIKE = 0.5
"""A text of which less is found is nothing like it."""


def nearest(page: Page, text: str) -> str | None:
    """The text of a page that somebody may mean who says a text that is not there."""
    pasted = Pasted(page)
    match = pasted.stream.nearest(text)
    return pasted.nearest(text, pasted.whole) if match and match.covered >= ALIKE else None


def located(pasted: Pasted, text: str | None, fields: Fields) -> tuple[Region, Found]:
    """The region that holds the pasted fields, and where they stand in it. PasteError names what is not there."""
    if text is None:
        found = _found(pasted, pasted.whole, fields)
        return around(pasted.page, list(_closest(pasted.page, found))), found
    regions = list(pasted.regions(text))
    if not regions:
        raise _lost(pasted, "the region", text, pasted.whole, "copy it from this page as your browser shows it")
    missing: PasteError | None = None
    for region in regions:
        try:
            return region, _found(pasted, region, fields)
        except PasteError as error:
            missing = missing or error
    assert missing is not None
    raise missing


def _found(pasted: Pasted, region: Region, fields: Fields) -> Found:
    found: dict[str, list[list[Occurrence]]] = {}
    for name, values in fields.items():
        for value in values:
            places = pasted.find(value, region)
            if not places:
                raise _lost(pasted, f"the value of {name!r}", value, region, "copy it from within the region"
                            if region != pasted.whole else "copy it from this page as your browser shows it")
            found.setdefault(name, []).append(places)
    return found


def _lost(pasted: Pasted, what: str, text: str, region: Region, hint: str) -> PasteError:
    near = pasted.nearest(text, region)
    said = f"; the nearest text is {near!r}" if near else ""
    shown = text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN - 1] + "…"
    return PasteError(f"{what} is not there: {' '.join(shown.split())!r}{said}", subject=pasted.page.url, hint=hint)


def _closest(page: Page, found: Found) -> Iterator[int]:
    """Of each value the place that is closest to the others: those around the value that stands in fewest places."""
    values = [places for some in found.values() for places in some]
    rarest = min(values, key=len)

    def width(centre: Occurrence) -> int:
        return sum(min(abs(one.node - centre.node) for one in places) for places in values)

    centre = min(rarest, key=width)
    for places in values:
        yield min(places, key=lambda one: (not one.is_plain, abs(one.node - centre.node))).node
