"""What the pages of one class have in common, and how like two classes are.

    form    of a class: for each path, on how many of its pages texts stand there, and which of them are *fixed*
    furniture
            what two forms show alike, text by text: menus, headers, labels. It stands on every page of a site,
            so that it says little about which pages are alike
    shared  a path where both show texts, and other ones: a place that is filled
    own     a path where only one of them shows texts

Two forms are alike as far as they fill the same places. A part that only one of them has may be optional, but where
*each* has parts of its own, they show things of different kinds; so the smaller own part counts more than the larger.
What only some pages of a class have counts by how many of them have it: what one author wrote into a description
fades as the class grows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log2
from typing import Any

from stook.learning.cluster.traits import MASK, Paths
from stook.wrapper.parts import several, whole, yes

FURNITURE = 0.15
"""How much a path counts that both show with the same texts, against 1 for one that both fill."""
LARGER = 0.3
"""How much of the larger own part counts; of the smaller one the rest."""
MOST_FIXED = 24
"""So many texts of a path are remembered."""
FIXED = 0.6
"""A text is fixed that stands on so many of the pages that show its path."""
VOLUME = 0.5
"""How much more a place counts that shows twice as many texts on a page."""
LONGEST = 3.0
"""A list counts no more than this, however long."""
ONE, MANY = 1.5, 4.0
"""Up to so many texts of a page are one, and from so many on they are a list."""
SCARCE = 0.02
"""What so few pages of a large class show is forgotten."""
LARGE = 100
AT_LEAST = 0.2
"""Forms are not compared closely that share fewer of their paths than this."""


@dataclass(slots=True)
class Place:
    """A path as a class shows it."""

    pages: int = 0
    texts: dict[int, int] = field(default_factory=dict)
    """On how many pages each of some texts stands."""
    shown: int = 0
    """How many texts stand there on all pages together."""
    differs: bool = False
    """Whether texts were seen that are not among them."""

    def take(self, texts: Mapping[int, int], pages: int, shown: int, differs: bool = False) -> None:
        self.pages += pages
        self.shown += shown
        self.differs |= differs
        for text, count in texts.items():
            self.texts[text] = self.texts.get(text, 0) + count
        if len(self.texts) > MOST_FIXED:
            kept = sorted(self.texts.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_FIXED]
            self.texts, self.differs = dict(kept), True

    @property
    def volume(self) -> float:
        """How much the place counts: 1 for one text a page, more for a list, though not by its length."""
        return min(LONGEST, 1 + VOLUME * log2(self.shown / self.pages))

    def fixed(self) -> tuple[set[int], bool]:
        """The texts that stand there on most pages, and whether there are others."""
        least = FIXED * self.pages
        found = {text for text, count in self.texts.items() if count >= least}
        return found, self.differs or len(found) < len(self.texts)


@dataclass(slots=True)
class Form:
    """What the pages of a class have in common, by one way to name paths."""

    pages: int = 0
    places: dict[int, Place] = field(default_factory=dict)

    def take(self, paths: Paths) -> None:
        """Take a page in."""
        self.pages += 1
        for path, texts in paths.items():
            self._place(path).take(dict.fromkeys(sorted(texts)[:MOST_FIXED], 1), 1, len(texts), len(texts) > MOST_FIXED)
        self._forget()

    def merge(self, other: Form) -> None:
        """Take all pages of another class in."""
        self.pages += other.pages
        for path, place in other.places.items():
            self._place(path).take(place.texts, place.pages, place.shown, place.differs)
        self._forget()

    def _place(self, path: int) -> Place:
        place = self.places.get(path)
        if place is None:
            place = self.places[path] = Place()
        return place

    def _forget(self) -> None:
        """Drop what hardly any page shows, at times, so that a class does not grow with its pages."""
        if self.pages >= LARGE and self.pages % LARGE == 0:
            least = SCARCE * self.pages
            self.places = {path: place for path, place in self.places.items() if place.pages > least}

    def always(self) -> tuple[int, int]:
        """How many places stand on every page, and how many on at least half of them."""
        counts = [place.pages for place in self.places.values()]
        return sum(count == self.pages for count in counts), sum(2 * count >= self.pages for count in counts)

    def changing(self) -> tuple[int, int]:
        """Of the places that most pages show, how many show one text that differs from page to page, and how many
        show many such texts."""
        single = many = 0
        for place in self.places.values():
            fixed, differs = place.fixed()
            if differs and place.pages >= FIXED * self.pages:
                left = place.shown / place.pages - len(fixed)
                single += left <= ONE
                many += left >= MANY
        return single, many

    def state(self) -> list[Any]:
        return [self.pages, [[path, place.pages, place.shown, place.differs, [*place.texts], [*place.texts.values()]]
                             for path, place in self.places.items()]]

    @classmethod
    def from_state(cls, state: list[Any]) -> Form:
        pages, places = state
        read = {whole(path, MASK): _read_place(place, pages) for path, *place in several(places)}
        return cls(whole(pages, least=1), read)


def _read_place(said: list[Any], pages: int) -> Place:
    count, shown, differs, texts, counts = said
    known = {whole(text, MASK): whole(seen, most=count) for text, seen in zip(texts, counts, strict=True)}
    return Place(whole(count, most=pages, least=1), known, whole(shown, least=count), yes(differs))


def form_of(paths: Paths) -> Form:
    """That of a class of one page."""
    form = Form()
    form.take(paths)
    return form


def likeness(one: Form, other: Form) -> float:
    """How like two forms are, from 0 to 1."""
    both = one.places.keys() & other.places.keys()
    if not both or len(both) < AT_LEAST * min(len(one.places), len(other.places)):
        return 0.0
    own, own_other = _apart(one, both), _apart(other, both)
    shared = 0.0
    for path in both:
        place, place_other = one.places[path], other.places[path]
        share, share_other = place.pages / one.pages, place_other.pages / other.pages
        weight, left, left_other = _compared(place, place_other)
        volume, volume_other = place.volume, place_other.volume
        shared += weight * min(share, share_other) * min(volume, volume_other)
        own += volume * share * (max(share - share_other, 0.0) + left * share)
        own_other += volume_other * share_other * (max(share_other - share, 0.0) + left_other * share_other)
    smaller, larger = sorted((own, own_other))
    return shared / (shared + LARGER * larger + (1 - LARGER) * smaller)


def common(one: Form, other: Form) -> float:
    """The share of the texts of the smaller one that both show in the same place: what a site says on all its pages."""
    shared = sum(min(_often(one, path, text), _often(other, path, text))
                 for path in one.places.keys() & other.places.keys()
                 for text in one.places[path].texts.keys() & other.places[path].texts.keys())
    return shared / min(_texts(one), _texts(other)) if shared else 0.0


def _often(form: Form, path: int, text: int) -> float:
    return form.places[path].texts[text] / form.pages


def _texts(form: Form) -> float:
    """How many texts a page shows, as far as they would be remembered."""
    return sum(min(place.shown, MOST_FIXED * place.pages) for place in form.places.values()) / form.pages


def _apart(form: Form, both: set[int]) -> float:
    """How much a form has that the other lacks."""
    return sum(place.volume * (place.pages / form.pages) ** 2
               for path, place in form.places.items() if path not in both)


def _compared(place: Place, other: Place) -> tuple[float, float, float]:
    """How much a path that both show counts as shared; and as either's own, where one has more there than furniture."""
    fixed, differs = place.fixed()
    fixed_other, differs_other = other.fixed()
    left = differs or not fixed <= fixed_other
    left_other = differs_other or not fixed_other <= fixed
    if left and left_other:
        return 1.0, 0.0, 0.0
    return FURNITURE, left / 2, left_other / 2
