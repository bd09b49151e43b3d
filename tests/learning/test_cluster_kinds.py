"""Pages that stand there instead of another are known by what they say, and no page by what it says in passing."""

from __future__ import annotations

import pytest

from stook.learning.cluster.kinds import in_the_way, kind_of
from stook.page import Page

MENU = "<nav><ul>" + "<li><a href=/x>Lamps and ropes of all kinds</a>" * 60 + "</ul></nav>"


@pytest.mark.parametrize(("kind", "html"), [
    ("error", "<title>404 Not Found</title><h1>Not Found</h1><p>The requested URL was not found on this server."),
    ("error", "<title>Lamps</title><h1>Page not found</h1>" + MENU),
    ("error", "<title>Oops</title><h1>Oops!</h1><p>The page you are looking for has moved or never was."),
    ("error", "<title>Seite nicht gefunden</title><p>Leider."),
    ("error", "<title>Erreur</title><h1>Page introuvable</h1>"),
    ("error", "<title>ページが見つかりません</title>"),
    ("error", "<title>Sorry</title><p>This product could not be found. <a href=/>Home</a>"),
    ("login", "<title>Log in</title><h1>Log in</h1><form><input name=n><input type=password></form>" + MENU),
    ("login", "<title>Members</title><p>Please sign in.<form><input type=password></form>"),
    ("blocked", "<title>Just a moment...</title><p>Checking your browser"),
    ("outage", "<title>503 Service Unavailable</title><h1>Service unavailable</h1>"),
])
def test_what_stands_in_the_way_is_known(kind: str, html: str) -> None:
    assert kind == in_the_way(Page(html))


@pytest.mark.parametrize("html", [
    "<title>Lamp</title><form>Log in: <input name=n><input type=password></form><h1>Lamp</h1><p>" + "Made of brass. " * 60,
    "<title>The lost city</title><h1>A city that was never found</h1><p>" + "They looked for it everywhere. " * 20,
    "<title>Room 404 in the west wing</title><h1>Room 404</h1><p>A room with a view of the harbour.",
    "<title>Results</title><h1>Lamps</h1><p>3 lamps were found." + "<li><a href=/1>Lamp</a>" * 3,
    "",
])
def test_what_a_page_says_in_passing_does_not_count(html: str) -> None:
    assert None is in_the_way(Page(html))


def test_a_list_without_an_address_is_a_list() -> None:
    rows = "".join(f"<li><a href='/lamp-{n}'>A lamp of brass, with {n} candles, for the table</a> {n} May 2024" for n in range(1, 12))
    assert "list" == kind_of(Page(f"<title>Lamps</title><ul>{rows}</ul>"))
