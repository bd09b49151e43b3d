"""Where on a page a list stands: in what surrounds the content on every page of a site, or in the content."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from stook.page import Page

FURNITURE_TAGS = frozenset(("nav", "footer", "aside", "header"))
MAIN_TAGS = frozenset(("main", "article"))


def _one_of(*words: str) -> re.Pattern[str]:
    """Any of the words, as a whole part of a class or an id."""
    return re.compile(rf"(?:^|[\s_-])(?:{'|'.join(words)})(?=$|[\s_-])", re.IGNORECASE)


FURNITURE_WORDS = _one_of(
    "nav", "navi", "navigation", "menus?", "sidebar", "side", "aside", "footer", "foot", "header", "head", "widgets?",
    "breadcrumbs?", "pagination", "pager", "related", r"recommend\w*", "popular", "hot", "share", "social", "comments?",
    "tagcloud", "tags", "ads?", "banner", "toolbar", "topbar", "dropdown", "submenu", "popup", "modal",
    "login", "toc", "secondary", "blogroll", "links?", "ticker", "breaking")
MAIN_WORDS = _one_of(
    "main", "content", "primary", "posts?", "articles?", "entries", "results?", "list", "news", "hfeed")


def mostly_near(page: Page, nodes: Sequence[int], tags: frozenset[str], words: re.Pattern[str]) -> float:
    """The same of several nodes, on average."""
    each = each_near(page, nodes, tags, words)
    return sum(each) / len(each)


def each_near(page: Page, nodes: Sequence[int], tags: frozenset[str], words: re.Pattern[str]) -> list[float]:
    """The same of each of several nodes; those of one kind that stand side by side have the same around them."""
    known: dict[tuple[int, int], float] = {}
    for node in nodes:
        key = (page.parent[node], page.kinds[node])
        if key not in known:
            known[key] = near(page, node, tags, words)
    return [known[page.parent[node], page.kinds[node]] for node in nodes]


def near(page: Page, node: int, tags: frozenset[str], words: re.Pattern[str]) -> float:
    """How strongly what surrounds a node says that it is of a kind: a tag says more than a class."""
    strongest = 0.0
    for above in [node, *page.ancestors(node)]:
        if page.tag[above] in ("body", "html") or strongest == 1.0:
            break
        strongest = max(strongest, _called(page, above, tags, words))
    return strongest


def _called(page: Page, node: int, tags: frozenset[str], words: re.Pattern[str]) -> float:
    """How strongly a node itself says so."""
    if page.tag[node] in tags:
        return 1.0
    said = page.attrs[node]
    return 0.7 if said and _has_word(f"{said.get('class') or ''} {said.get('id') or ''}", words) else 0.0


@lru_cache(maxsize=8192)
def _has_word(names: str, words: re.Pattern[str]) -> bool:
    """A page has few names, and is asked for them for each of its groups."""
    return bool(words.search(names))
