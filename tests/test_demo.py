"""The demo pages are read as a person reads them, and served as a site serves them."""

from __future__ import annotations

import re
import urllib.error
import urllib.request

import pytest

import stook
from stook import demo

ADDRESS = "http://demo.example/"

# What a person reads: title, date, category, link.
PAGES: dict[str, list[tuple[str, str | None, str | None, str]]] = {
    "news.html": [
        ("Night ferry returns to the estuary after eleven years",
         "2026-05-12", "Harbour", "news/night-ferry.html"),
        ("Library roof to be thatched with reed from the town's own marsh",
         "2026-05-18", "Council", "news/library-roof.html"),
        ("Lost bell of Saint Osyth found under a boathouse floor", "2026-05-17", "History", "news/bell.html"),
        ("Oyster beds reopen as the water tests clean for a full year",
         "2026-05-15", "Harbour", "news/oysters.html"),
        ("Pupils launch a boat they built in the old gymnasium",
         "2026-05-14", "Schools", "news/school-boat.html"),
        ("Number seven bus will stop at the clinic from June",
         "2026-05-13", "Council", "news/bus-seven.html"),
        ("Eel pie recipe of 1788 wins the spring bake-off", "2026-05-11", "Life", "news/eel-pie.html"),
        ("Tide clock on the customs house runs again", "2026-05-10", "History", "news/tide-clock.html"),
        ("Forty new allotments planned beside the railway cutting",
         "2026-05-08", "Council", "news/allotments.html"),
        ("Fenhythe crew second by a length at the river regatta", "2026-05-06", "Sport", "news/rowing.html"),
        ("Storm wall survey finds the old stones sound", "2026-05-05", "Harbour", "news/storm-wall.html"),
        ("Two rival choirs agree to share one Christmas", "2026-05-03", "Life", "news/choir.html"),
        ("Kestrels nest in the signal box, trains told to whistle softly",
         "2026-05-02", "Nature", "news/kestrels.html"),
    ],
    "archive.html": [
        ("Heron count reaches a record of ninety pairs",
         "2026-04-28", None, "archive/2026/04/heron-count.html"),
        ("Last gas lamps of Eel Row are to stay", "2026-04-21", None, "archive/2026/04/gas-lamps.html"),
        ("Marsh path closed while the boards are replaced",
         "2026-04-16", None, "archive/2026/04/marsh-path.html"),
        ("Smokehouse fire put out within the hour", "2026-04-09", None, "archive/2026/04/smokehouse.html"),
        ("Market bell to ring at seven again", "2026-04-02", None, "archive/2026/04/market-bell.html"),
        ("A new lock keeper, the first in forty years",
         "2026-03-30", None, "archive/2026/03/lock-keeper.html"),
        ("Spring tide fills the lower car park", "2026-03-24", None, "archive/2026/03/spring-tide.html"),
        ("Book van adds three villages to its round", "2026-03-11", None, "archive/2026/03/book-van.html"),
        ("Volunteers ring two hundred ducks before breakfast",
         "2026-03-04", None, "archive/2026/03/ringing-ducks.html"),
        ("Ice on the mere bears skaters for a single day",
         "2026-02-26", None, "archive/2026/02/ice-on-mere.html"),
        ("Pancake race won by the postmistress", "2026-02-17", None, "archive/2026/02/pancake-race.html"),
        ("Ferry's keel laid in the north yard", "2026-02-05", None, "archive/2026/02/ferry-keel.html"),
    ],
    "jobs.html": [
        ("Deckhand for the night ferry", "2026-05-16", None, "jobs/deckhand.html"),
        ("Apprentice reed thatcher", "2026-05-14", None, "jobs/thatcher.html"),
        ("School cook, mornings only", "2026-05-12", None, "jobs/school-cook.html"),
        ("Bus driver, route seven", "2026-05-09", None, "jobs/bus-driver.html"),
        ("Assistant to the lock keeper", "2026-05-07", None, "jobs/lock-assistant.html"),
        ("Night baker with a light touch", "2026-05-04", None, "jobs/night-baker.html"),
        ("Bell founder's clerk", "2026-04-29", None, "jobs/bell-clerk.html"),
        ("Gardener for the public allotments", "2026-04-27", None, "jobs/gardener.html"),
    ],
    "museum.html": [
        ("Brass Frogs: A Century of Tin Toys that Hop",
         "2026-06-03", "Exhibitions", "museum/brass-frogs.html"),
        ("Slow Clocks, and the People Who Wait for Them",
         "2026-06-17", "Exhibitions", "museum/slow-clocks.html"),
        ("Paper Engines from the Kessel Collection",
         "2026-07-01", "Exhibitions", "museum/paper-engines.html"),
        ("The Hands-On Room: Forty Cranks to Turn", "2026-07-15", "Exhibitions", "museum/hands-on.html"),
        ("Why Gears Have the Teeth They Have", "2026-06-09", "Talks", "museum/why-gears.html"),
        ("Listening to Typewriters", "2026-06-23", "Talks", "museum/typewriters.html"),
        ("How to Mend a Music Box Without Losing the Tune", "2026-06-30", "Talks", "museum/mending-day.html"),
        ("Build a Marble Run Across the Hall", "2026-06-06", "For children", "museum/marble-run.html"),
        ("Tea with the Clockwork Waiter", "2026-06-20", "For children", "museum/robot-tea.html"),
        ("A Night Among the Machines", "2026-07-04", "For children", "museum/night-museum.html"),
    ],
    "shop.html": [
        ("Tin frog, hopping", None, None, "shop/tin-frog.html"),
        ("Pocket sundial with leather case", None, None, "shop/pocket-sundial.html"),
        ("Music box movement, eighteen notes", None, None, "shop/music-box.html"),
        ("Paper steam engine to cut and glue", None, None, "shop/paper-engine.html"),
        ("Winding key, brass, size seven", None, None, "shop/brass-key.html"),
        ("Marbles, glass, a bag of fifty", None, None, "shop/marble-set.html"),
        ("Gear puzzle in beech wood", None, None, "shop/gear-puzzle.html"),
        ("Clock oil with a needle dropper", None, None, "shop/clock-oil.html"),
        ("Clockwork mouse, grey felt", None, None, "shop/clockwork-mouse.html"),
    ],
    "midorihama.html": [
        ("図書館の開館時間が夏時間に変わります",
         "2026-05-18", "お知らせ", "midorihama/library.html"),
        ("港まつりの花火大会は七月二十五日に決まりました",
         "2026-05-15", "イベント", "midorihama/fireworks.html"),
        ("ごみの分け方についての新しい冊子をお配りします",
         "2026-05-12", "くらし", "midorihama/recycling.html"),
        ("みどり浜駅の階段工事は今月末で終わります",
         "2026-05-09", "お知らせ", "midorihama/station.html"),
        ("子ども釣り教室の参加者を募集しています",
         "2026-05-02", "イベント", "midorihama/fishing.html"),
        ("水道料金の支払いが電話からもできるようになりました",
         "2026-04-27", "くらし", "midorihama/water.html"),
        ("灯台の一般公開は毎週土曜日の午後です",
         "2026-04-20", "お知らせ", "midorihama/lighthouse.html"),
    ],
    "minutes.html": [
        ("Ordinary meeting: the library roof and the number seven bus",
         "2026-05-12", None, "minutes/0512.html"),
        ("Ordinary meeting: allotments, hedges, the duck crossing", "2026-04-28", None, "minutes/0428.html"),
        ("Extraordinary meeting on the smokehouse fire", "2026-04-14", None, "minutes/0414.html"),
        ("Ordinary meeting: accounts for the winter quarter", "2026-03-31", None, "minutes/0331.html"),
        ("Ordinary meeting: the lock keeper's cottage", "2026-03-17", None, "minutes/0317.html"),
        ("Ordinary meeting: skating, liability and soup", "2026-02-24", None, "minutes/0224.html"),
    ],
}

WITHOUT_LIST = ["article.html", "contact.html", "error.html", "login.html"]


def listed(name: str) -> list[stook.Entry]:
    return stook.entries(stook.Page(demo.page(name), url=ADDRESS + name))


@pytest.mark.parametrize("field", ["title", "url", "date", "category"])
@pytest.mark.parametrize("name", PAGES)
def test_field_of_a_list_page(name: str, field: str) -> None:
    """Every entry, in the order of the page, has what a person reads there."""
    place = ["title", "date", "category", "url"].index(field)
    expected = [f"{ADDRESS}{row[3]}" if field == "url" else row[place] for row in PAGES[name]]
    actual = [getattr(entry, field) for entry in listed(name)]
    assert expected == [day.isoformat() if field == "date" and day else day for day in actual]


@pytest.mark.parametrize("name", WITHOUT_LIST)
def test_page_without_a_list_gives_nothing(name: str) -> None:
    assert [] == listed(name)


def products(folder: str) -> dict[str, stook.Page]:
    """The pages of the shop by name, before or after its redesign."""
    names = [entry.url.removeprefix(f"{ADDRESS}shop/") for entry in listed("shop.html") if entry.url]
    return {name: stook.Page(demo.page(f"{folder}/{name}"), url=f"{ADDRESS}{folder}/{name}") for name in names}


def test_redesigned_shop_says_the_same() -> None:
    """Each product has a page in either design, and there all texts that are the product's own: what heals a wrapper."""
    before, after = products("shop"), products("shop-redesigned")
    assert (9, list(before)) == (len(before), list(after))
    for name, page in before.items():
        [product] = page.select("article")
        own = {page.text_of(node) for node in page.select("h1", "a", "dt", "dd", within=(product, page.end[product]))}
        own |= {page.text_of(node) for node in page.select("p") if page.attr(node, "class") in ("price", "text")}
        shown = after[name].text_of(0)
        assert [] == [text for text in own if text not in shown]


@pytest.mark.parametrize("folder", ["shop", "shop-redesigned"])
def test_links_of_the_shop_lead_to_pages(folder: str) -> None:
    for page in products(folder).values():
        for node in page.select("a"):
            path = (page.link(node) or "").removeprefix(ADDRESS).partition("?")[0]
            assert demo.page(path)


def test_every_list_page_is_known() -> None:
    """A new list page cannot be forgotten here."""
    assert list(demo.LIST_PAGES) == list(PAGES)


def test_pages_are_served_while_it_runs() -> None:
    with demo.running() as site, urllib.request.urlopen(f"{site}midorihama.html") as answer:
        served = answer.read()
    assert demo.page("midorihama.html") == served
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"{site}midorihama.html")


def test_it_listens_on_loopback_only() -> None:
    with demo.running() as site:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", site)


@pytest.mark.parametrize("path", ["news/bell.html", "../server.py", "%2e%2e/server.py", "nothing"])
def test_where_there_is_no_page_the_sites_own_error_page_is(path: str) -> None:
    with demo.running() as site, pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(site + path)
    with caught.value as answer:
        assert (404, demo.page("error.html")) == (answer.code, answer.read())


def test_links_between_demo_pages_lead_to_pages() -> None:
    """Of the links to pages at the top of the site, all exist; what lies below a list is made up."""
    for name in [*PAGES, *WITHOUT_LIST, "index.html"]:
        page = stook.Page(demo.page(name), url=ADDRESS + name)
        for node in page.select("a"):
            path = (page.link(node) or ADDRESS).removeprefix(ADDRESS).partition("?")[0]
            if path and "/" not in path and path != "basket.html":
                assert demo.page(path)
