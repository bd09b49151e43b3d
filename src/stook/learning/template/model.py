"""The words in which a template speaks.

    slot     a variable place: what stands there differs from page to page
    support  how many pages filled it
    notice   something was found out about a slot, told at once
    grower   a policy that grows a template page by page: the paper's, or ours
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from stook.page import Page
from stook.wrapper.rules.model import Cardinality

NoticeKind = Literal["identified", "partial", "repeats", "split"]
"""A slot is an attribute from now on; a page was read in part, the rest waits for others; a slot that held one value
holds several; what was one slot is two."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something was found out about a slot, in a sentence."""

    kind: NoticeKind
    slot: str
    said: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A variable place of a template, as a person sees it."""

    id: str
    path: str
    """Where it is, from the body down, as in `div.main > table > tr > td`."""
    cardinality: Cardinality
    support: int
    label: str = ""
    """The fixed text right before it."""
    samples: tuple[str, ...] = ()
    """Some of its values, the newest last."""
    alternatives: tuple[str, ...] = ()
    """The slots that compete with it for one place."""


class Grower(Protocol):
    """Grows a template. All that it knows goes into one JSON value and comes back from it."""

    def add(self, page: Page) -> list[Notice]:
        """Take a page in; what was found out."""

    @property
    def slots(self) -> Sequence[Slot]:
        """The slots that are attributes, in the order of the page."""

    def nodes(self, page: Page) -> Mapping[str, Sequence[int]]:
        """The nodes of a page that fill slots, by the slots' ids; slots that are no attributes yet included."""

    def annotate(self, slot: str) -> None:
        """A person has said what the slot is."""

    def state(self) -> dict[str, Any]:
        """All of it as JSON."""
