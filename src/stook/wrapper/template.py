"""The names that a site's template gives the parts of its pages: ids and classes, and how many of them are left.

A redesign renames nearly all of them; a new record, an advertisement or an empty day hardly any: the names in the
records of a list do not count, for on an empty day they are gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from stook.page import Page
from stook.page.signature import is_stable

MOST = 60
"""So many names are kept."""


Span = tuple[int, int]


def names(pages: Sequence[Page], rows: Sequence[Sequence[Span]] = ()) -> tuple[str, ...]:
    """What all of the pages name outside their rows, in the order of the first; spread over them if that is much."""
    if not pages:
        return ()
    named = [dict.fromkeys(_named(page, spans)) for page, spans in zip(pages, rows or [()] * len(pages), strict=True)]
    shared = [name for name in named[0] if all(name in other for other in named[1:])]
    step = max(1, -(-len(shared) // MOST))
    return tuple(shared[::step])


def kept(said: Iterable[str], page: Page) -> float:
    """The share of the names that a page still has."""
    wanted = set(said)
    if not wanted:
        return 1.0
    return len(wanted.intersection(_named(page))) / len(wanted)


def _named(page: Page, rows: Sequence[Span] = ()) -> Iterator[str]:
    inside = {node for start, stop in rows for node in range(start, stop)}
    for node, attrs in enumerate(page.attrs):
        if attrs and node not in inside:
            for mark, attribute in ((".", "class"), ("#", "id")):
                for name in (attrs.get(attribute) or "").split():
                    if is_stable(name):
                        yield mark + name
