"""Sorting pages by template, one at a time: a page joins the class that it is most like, or founds one.

Whenever a class has doubled it is compared with the others again: what two odd pages founded apart comes together when
more of their kind have been seen. So the order of the pages matters little, and the work for each page depends on the
number of classes, not of pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stook.errors import LearnError
from stook.learning.cluster import auto, paper
from stook.learning.cluster.kinds import kind_of
from stook.learning.cluster.model import Class, Group
from stook.page import Page
from stook.wrapper.parts import one_of, several, whole

METHODS: Mapping[str, type[auto.Look] | type[paper.Look]] = {"auto": auto.Look, "paper": paper.Look}
FORMAT = 1
LOOKED_AT = (1, 2, 3, 5, 8)
"""The pages of a class that are looked at closely to tell its kind; more would say the same."""


class Clusters:
    """The classes of the pages seen so far.

    >>> clusters = Clusters()
    >>> for number in range(3):
    ...     group = clusters.add(Page(f"<h1>Lamp {number}</h1><p>Price: <b>{number} crowns</b></p>"))
    >>> group.pages, group.kind
    ((0, 1, 2), 'detail')
    """

    def __init__(self, method: str = "auto") -> None:
        if method not in METHODS:
            raise LearnError(f"there is no method {method!r}", hint=f"choose one of {', '.join(METHODS)}")
        self.method = method
        self.count = 0
        self._founded = 0
        self._classes: list[Class] = []

    def __len__(self) -> int:
        """How many groups there are."""
        return len(self._classes)

    def add(self, page: Page) -> Group:
        """Take a page in; the group that it is in now. Pages are numbered from 0 as they come."""
        found = Class([self.count], METHODS[self.method].of(page), self._founded + 1)
        nearest = self._nearest(found)
        size = 1 + (len(nearest.pages) if nearest else 0)
        if size in LOOKED_AT:
            found.votes[kind_of(page)] += 1
        self.count += 1
        if nearest is None:
            self._classes.append(found)
            self._founded += 1
        else:
            nearest.merge(found)
            found = nearest
        if size & (size - 1) == 0:
            self._gather(found)
        return found.group()

    @property
    def groups(self) -> list[Group]:
        """The pages seen so far, by template; the largest group first."""
        return sorted((known.group() for known in self._classes), key=lambda group: (-len(group), group.pages))

    def _gather(self, found: Class) -> None:
        """Merge into a class all that are like it by now."""
        while (other := self._nearest(found)) is not None:
            self._classes.remove(other)
            found.merge(other)

    def _nearest(self, found: Class) -> Class | None:
        """The class that a class is most like, if it is like it enough."""
        over = [(found.look.over(other.look), -place) for place, other in enumerate(self._classes)
                if other is not found]
        best, place = max(over, default=(-1.0, 0))
        return self._classes[-place] if best >= 0 else None

    def state(self) -> dict[str, Any]:
        """All of it as JSON; it grows with the number of classes, and by a number for each page."""
        return {"format": FORMAT, "method": self.method, "count": self.count, "founded": self._founded,
                "classes": [known.state() for known in self._classes]}

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Clusters:
        """Go on where another process stopped."""
        if state.get("format") != FORMAT:
            raise LearnError(f"sorted pages are kept in format {state.get('format')!r}",
                             hint=f"this version reads format {FORMAT}")
        try:
            return cls._read(state)
        except (KeyError, TypeError, ValueError) as error:
            raise LearnError(f"the state of sorted pages is damaged ({error})", hint="sort the pages anew") from error

    @classmethod
    def _read(cls, state: Mapping[str, Any]) -> Clusters:
        clusters = cls(one_of(state["method"], list(METHODS)))
        clusters.count, clusters._founded = whole(state["count"]), whole(state["founded"])
        look = METHODS[clusters.method]
        clusters._classes = [Class.from_state(known, look.from_state) for known in several(state["classes"])]
        if sorted(page for known in clusters._classes for page in known.pages) != list(range(clusters.count)):
            raise ValueError("not every page is in one class")
        return clusters


def cluster(pages: Iterable[Page], method: str = "auto") -> list[Group]:
    """Sort pages by template: groups of page numbers, the largest first. `method` is "auto", or "paper" for the
    clustering over tree matching of RecipeCrawler."""
    clusters = Clusters(method)
    for page in pages:
        clusters.add(page)
    return clusters.groups
