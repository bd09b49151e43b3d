"""What stands in the same place on the other pages.

Pages of one kind show a field in one place. What by chance looks like its values on one page does not on the others;
so what varies from page to page, the looks of a value and what it says, is counted of all pages together. What the
template says, labels, names and texts that stand on all of them, is the same everywhere and counts once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stook.learning.heal.relocate import Place
from stook.page import Page

VARYING = ("looks", "ends", "title", "reads")
EXPECTED = 1.0
"""What a place has of that by chance."""
MOST = 3.0
"""The other pages together count no more."""

Stand = tuple[object, ...]
"""How a place stands on its page: the tags from the root, and the classes of the nearest two."""


class Company:
    """The places of a field on all pages."""

    def __init__(self, found: Sequence[tuple[Page, Sequence[Place]]]) -> None:
        self._pages = [page for page, _ in found]
        self._said: list[dict[Stand, tuple[float, tuple[str, ...]]]] = []
        for page, some in found:
            said: dict[Stand, tuple[float, tuple[str, ...]]] = {}
            for place in some:
                stand, varying = _stand(page, place), sum(place.evidence.get(kind, 0.0) for kind in VARYING)
                if stand not in said or varying > said[stand][0]:
                    said[stand] = varying, place.texts
            self._said.append(said)

    def joined(self, number: int, found: Sequence[Place]) -> list[Place]:
        """The places of one page, each with what is said of it on the others; the best first."""
        page = self._pages[number]
        return sorted((self._joined(number, _stand(page, place), place) for place in found),
                      key=lambda place: -place.worth)

    def _joined(self, number: int, stand: Stand, place: Place) -> Place:
        others = [said[stand][0] - EXPECTED for other, said in enumerate(self._said)
                  if other != number and stand in said and said[stand][1] != place.texts]
        more = round(max(-MOST, min(MOST, sum(others))), 2)
        if not more:
            return place
        return replace(place, worth=round(place.worth + more, 2), evidence={**place.evidence, "company": more})


def _stand(page: Page, place: Place) -> Stand:
    node = place.nodes[0]
    path = [node, *page.ancestors(node)]
    return (*(page.tag[one] for one in path), page.signatures[node],
            page.signatures[path[1]] if len(path) > 1 else None)
