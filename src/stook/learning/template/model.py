"""The words in which a template speaks.

    slot     a variable place: what stands there differs from page to page
    support  how many pages filled it
    notice   something was found out about slots, told at once
    grower   a policy that grows a template page by page: the paper's, or ours
    held     pages that are kept: the values of a slot can be shown, a wrapper learnt, and a place studied again
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from stook.learning.template.keeping import Held
from stook.page import Page
from stook.wrapper.rules.model import Cardinality

DEEPEST_SHOWN = 30
"""Deeper places stand below one another."""

NoticeKind = Literal["identified", "partial", "repeats", "split", "gone", "aside", "generation"]
"""Slots are attributes from now on; a page was read in part, the rest waits for others; a slot that held one value
holds several; what was one slot is two; an attribute is none any more; a page is of another template, as far as can be
told; such pages have founded a new generation."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something was found out, in a sentence."""

    kind: NoticeKind
    slots: tuple[str, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Sample:
    """What a page has in a slot."""

    texts: tuple[str, ...]
    page: int
    """Its number, from 1 in the order in which pages came."""
    url: str = ""
    source: str = ""
    """What the page is called by who gave it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A place of a template, or several that only hold each other, as a person reads it."""

    depth: int
    place: str
    sign: Literal["", "?", "*"]
    """Whether it is optional or repeated."""
    slot: str = ""
    """The slot at it, if it varies."""
    text: str | None = None
    """What it says on a page, where it says something."""
    pages: int = 0
    """How many pages had it."""
    note: str = ""
    field: str = ""
    """What a person has called the slot."""

    def __str__(self) -> str:
        said = "  " * min(self.depth, DEEPEST_SHOWN) + self.place + self.sign
        if self.text is None:
            return said
        pages = f"{self.pages} page{'s' * (self.pages != 1)}{self.note}"
        slot = f"{self.slot} = {self.field}" if self.field else self.slot or "fixed"
        return f"{said}  {slot}: {self.text!r:.60} ({pages})"


@dataclass(frozen=True, slots=True)
class Slot:
    """A variable place of a template, as a person sees it."""

    id: str
    path: str
    """Where it is, from the body down, as in `div.main > table > tr > td`."""
    cardinality: Cardinality
    support: int
    label: str = ""
    """The fixed text before it."""
    samples: tuple[Sample, ...] = ()
    """Some of its values, the newest last."""
    alternatives: tuple[str, ...] = ()
    """The slots that compete with it for one place."""
    field: str = ""
    """What a person has called it."""


class Grower(Protocol):
    """Grows a template. All that it knows, but for the held pages, goes into one JSON value and comes back from it."""

    count: int
    """The pages taken in."""
    held: Held
    """Those that are kept, with their numbers."""

    def add(self, page: Page) -> list[Notice]:
        """Take a page in; what was found out."""

    @property
    def slots(self) -> Sequence[Slot]:
        """The slots that are attributes, in the order of the page."""

    def nodes(self, page: Page) -> Mapping[str, Sequence[int]]:
        """The nodes of a page that fill slots, by the slots' ids; slots that are no attributes yet included."""

    def fits(self, page: Page) -> float:
        """How far a page is one of this template, from 0 to 1."""

    def annotate(self, slot: str, named: bool = True) -> None:
        """A person has said what the slot is, or takes it back."""

    def lines(self, whole: bool = False) -> list[Line]:
        """The template as people read it, a place a line: those that lead to slots, or all."""

    def state(self) -> dict[str, Any]:
        """All of it as JSON."""
