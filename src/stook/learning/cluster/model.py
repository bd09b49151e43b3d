"""The words of sorting pages by template.

    class    pages of one template, as far as a method can tell
    look     what a method remembers of a class, to say how like two classes are
    group    a class as a user sees it: page numbers, what kind of pages they are, and why
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, overload

from stook.learning.cluster.kinds import SAID, Kind, decided
from stook.wrapper.parts import named, one_of, several, whole


class Look(Protocol):
    """What a class looks like. It may be kept as JSON."""

    def over(self, other: Any) -> float:
        """By how much two classes are more alike than they must be to be one; below 0 they stay two."""

    def merge(self, other: Any) -> None:
        """Take all pages of another class in."""

    @property
    def one_thing(self) -> str:
        """Why the class shows one thing a page, whatever a single page looks like; empty where it does not say so."""

    @property
    def addresses(self) -> str:
        """How most of its addresses are made; empty where they are not known."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """What holds the pages of the class together."""

    def state(self) -> list[Any]:
        """All of it as JSON."""


@dataclass(frozen=True, slots=True)
class Group(Sequence[int]):
    """The numbers of pages that have one template, rising."""

    pages: tuple[int, ...]
    kind: Kind
    number: int
    """Its name: groups are counted from 1 as they are founded. Of two that turn out to be one the older one's stays."""
    addresses: str = ""
    """How most of its addresses are made, as `/lamp/*`; empty where they are not known."""
    reasons: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.pages)

    def __iter__(self) -> Iterator[int]:
        return iter(self.pages)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[int, ...]: ...
    def __getitem__(self, place: int | slice) -> int | tuple[int, ...]:
        return self.pages[place]


@dataclass(slots=True)
class Class:
    """Pages of one template."""

    pages: list[int]
    look: Look
    number: int
    votes: Counter[Kind] = field(default_factory=Counter)

    def merge(self, other: Class) -> None:
        self.pages += other.pages
        if self.pages[-len(other.pages) - 1] > other.pages[0]:  # or a new page has come behind all others
            self.pages.sort()
        self.number = min(self.number, other.number)
        self.look.merge(other.look)
        self.votes += other.votes

    def group(self) -> Group:
        kind, reason = decided(self.votes)
        if kind == "list" and (said := self.look.one_thing):
            kind, reason = "detail", said
        return Group(tuple(self.pages), kind, self.number, self.look.addresses, (reason, *self.look.reasons))

    def state(self) -> dict[str, Any]:
        return {"number": self.number, "pages": self.pages, "look": self.look.state(), "votes": dict(self.votes)}

    @classmethod
    def from_state(cls, said: Any, look: Callable[[list[Any]], Look]) -> Class:
        kinds = named(said["votes"])
        votes = Counter({one_of(kind, list(SAID)): whole(count, least=1) for kind, count in kinds.items()})
        if not votes:
            raise ValueError("a class is of no kind")
        return cls([whole(page) for page in several(said["pages"])], look(said["look"]), whole(said["number"]), votes)
