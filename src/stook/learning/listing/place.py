"""Where on a page a list stands: in what surrounds the content on every page of a site, or in the content."""

from __future__ import annotations

import re

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


def near(page: Page, node: int, tags: frozenset[str], words: re.Pattern[str]) -> float:
    """How strongly what surrounds a node says that it is of a kind: a tag says more than a class."""
    strongest = 0.0
    for above in [node, *page.ancestors(node)]:
        if page.tag[above] in ("body", "html"):
            break
        if page.tag[above] in tags:
            strongest = max(strongest, 1.0)
        elif words.search(f"{page.attr(above, 'class')} {page.attr(above, 'id')}"):
            strongest = max(strongest, 0.7)
    return strongest
