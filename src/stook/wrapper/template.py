"""The names that a site's template gives the parts of its pages: ids and classes, and how many of them are left.

A redesign renames nearly all of them; a new record, an advertisement or an empty day hardly any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from stook.page import Page
from stook.page.signature import is_stable

MOST = 60
"""So many names are kept."""


def names(pages: Sequence[Page]) -> tuple[str, ...]:
    """What all of the pages name, in the order of the first; spread over the page if that is much."""
    if not pages:
        return ()
    others = [set(_named(page)) for page in pages[1:]]
    shared = [name for name in dict.fromkeys(_named(pages[0])) if all(name in other for other in others)]
    step = max(1, -(-len(shared) // MOST))
    return tuple(shared[::step])


def kept(said: Iterable[str], page: Page) -> float:
    """The share of the names that a page still has."""
    wanted = set(said)
    if not wanted:
        return 1.0
    return len(wanted.intersection(_named(page))) / len(wanted)


def _named(page: Page) -> Iterator[str]:
    for attrs in page.attrs:
        if attrs:
            for mark, attribute in ((".", "class"), ("#", "id")):
                for name in (attrs.get(attribute) or "").split():
                    if is_stable(name):
                        yield mark + name
