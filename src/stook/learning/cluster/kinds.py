"""What a page is: one that shows a thing, one that lists things, or one that stands there instead of either.

    detail    shows one thing: an article, a product, a person
    list      is there for its list: a category, search results, an archive
    error     says that the page that was asked for is not there
    blocked, login, outage
              a wall against robots, a login, a server that is out of order

Whatever stands there instead says so, on a page that says little else, or in its title and heading. What a page says
in passing does not count: many have a field for a password in a corner.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from stook.learning.cluster.phrases import ENTER, TOLD, is_gone
from stook.learning.listing import listing
from stook.page import Page
from stook.wrapper.obstacle import SHORT, obstacle

Obstructed = Literal["error", "blocked", "login", "outage"]
Kind = Literal["detail", "list", "error", "blocked", "login", "outage"]

SAID: Mapping[Kind, str] = {
    "detail": "there to show one thing", "list": "there for a list",
    "error": "says that what was asked for is not there", "blocked": "a wall against robots",
    "login": "asks to log in", "outage": "says that the server is out of order"}

MIDDLING = 4 * SHORT
"""A page with the menus of its site around it says as much, though it has nothing to say."""

BARE = 600
"""A page that says no more and asks for a password is there for that."""

NOWHERE = "http://page.invalid/"
"""Stands for the address of a page that has none."""


def in_the_way(page: Page) -> Obstructed | None:
    """What is there instead of a page that shows or lists something."""
    said = page.text_of(0) if len(page) else ""
    found = obstacle(page)
    if found and (found != "login" or len(said) <= BARE):
        return found
    if len(said) > MIDDLING:
        return None
    heads = [page.title, *(page.text_of(node) for node in page.select("h1"))]
    if any(map(is_gone, heads)) or (len(said) <= SHORT and _tells_so(page, heads)):
        return "error"
    asks = any(page.attr(node, "type").lower() == "password" for node in page.select("input"))
    return "login" if asks and any(map(ENTER.search, heads)) else None


def _tells_so(page: Page, heads: list[str]) -> bool:
    """Whether a short page says in its first words below the heading that there is nothing."""
    if any(map(TOLD.search, [*heads, page.metas.get("description", "")])):
        return True
    paragraphs = [page.text_of(node) for node in page.select("p") if not _is_furniture(page, node)]
    return len(page.select("p", "li", "tr")) < 30 and any(map(TOLD.search, paragraphs[:2]))


def _is_furniture(page: Page, node: int) -> bool:
    return any(page.tag[above] in ("header", "footer", "nav", "aside") for above in page.ancestors(node))


def kind_of(page: Page) -> Kind:
    """What one page is."""
    if found := in_the_way(page):
        return found
    if page.base is None:  # its links would lead nowhere, and lists are made of links that lead somewhere
        page = Page(page.source, url=NOWHERE)
    return "list" if listing(page).is_list else "detail"


def decided(votes: Mapping[Kind, int]) -> tuple[Kind, str]:
    """The kind of a group by what some of its pages are, and the reason."""
    looked = sum(votes.values())
    kind, count = max(votes.items(), key=lambda pair: (pair[1], pair[0] == "detail"))
    return kind, SAID[kind] if looked == 1 else f"{SAID[kind]}: {count} of {looked} looked at"
