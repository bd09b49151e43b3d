"""What check says of a wrapper: sound, drifted and where, or that something else stands there; and the fit that it weighs."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import stook
from stook import demo
from stook.wrapper import RulesWrapper
from stook.wrapper.extraction import FieldFit, Usual, lacking, otherwise
from stook.wrapper.profile import profile_of

URL = "https://quay.example/boats"
NAMES = ["Marigold", "Old Swan", "Heron", "Tide Mouse", "Kittiwake", "Grey Goose", "Samphire", "Bell Ann", "Osprey", "Fen Rover", "Plover", "Reed Star"]
BOATS = [(name, f"{4 + n}.{n % 10} m", f"{1900 + 7 * n} crowns", n % 3 != 2) for n, name in enumerate(NAMES)]
"""Name, length, price, and whether it says who sells it."""
Row = Callable[[str, str, str, bool], str]


def row(name: str, length: str, price: str, sold: bool) -> str:
    seller = "<p class=seller>Boatyard Quill</p>" if sold else ""
    return f"<li class=boat><h3><a href='/b/{name.replace(' ', '-')}'>{name}</a></h3><i class=len>{length}</i><b class=price>{price}</b>{seller}</li>"


def market(make: Row = row, boats: int = len(BOATS)) -> stook.Page:
    items = "".join(make(*boat) for boat in BOATS[:boats])
    return stook.Page(f"<title>Boats</title><div class=top><a class=home href=/>The Quay</a></div><div class=market><h1 class=big>"
                      f"Boats for sale</h1><ul class=boats>{items}</ul></div><div class=foot>Open all year</div>", url=URL)


@pytest.fixture(scope="module")
def wrapper() -> RulesWrapper:
    """Reads name, length, price and seller of the boats."""
    labels = [{"name": name, "length": length, "price": price, "seller": ["Boatyard Quill"] if sold else []}
              for name, length, price, sold in BOATS[:3]]
    return stook.learn([stook.Example(market(), labels)])


# --- the states


def test_pages_as_they_were_are_sound(wrapper: RulesWrapper) -> None:
    health = stook.check(wrapper, [market(), market(boats=7)])
    assert ("sound", False, ("it reads the pages as when it was learnt",), {}) == (
        health.state, health.drifted, health.reasons, health.fields)
    assert [1.0, 1.0] == [round(fit.score, 1) for fit in health.fits]


def test_redesign_is_drift_and_says_where(wrapper: RulesWrapper) -> None:
    changed = stook.Page("<title>Boats</title><table>" + "".join(f"<tr><td>{name}<td>{length}<td>{price}</tr>"
                                                              for name, length, price, _ in BOATS) + "</table>", url=URL)
    health = stook.check(wrapper, [changed])
    assert ("drifted", True) == (health.state, health.drifted)
    assert "of the names in the template 0% are left" in health.reasons
    assert "1 of 1 pages show no records" in health.reasons


@pytest.mark.parametrize(("name", "make", "said"), [
    ("price", lambda n, length, p, s: row(n, length, "", s), "price: filled in 0% of 12 records, 100% when learnt"),
    ("price", lambda n, length, p, s: row(n, length, "ask the harbour office, please", s), "price: nearly all its values are 'ask the harbour office, please'"),
    ("price", lambda n, length, p, s: row(n, length, f"seen by {n}, who liked it well enough to stay", s), "price: its values look otherwise than before"),
    ("length", lambda n, length, p, s: row(n, p, length, s), "length: its values look otherwise than before"),
    ("seller", lambda n, length, p, s: row(n, length, p, False), "seller: filled in 0% of 12 records, 67% when learnt"),
])
def test_full_count_of_rows_with_one_column_gone_empty_or_wrong_is_seen(wrapper: RulesWrapper, name: str, make: Row, said: str) -> None:
    """All rows are there, and all other columns: the one field is named."""
    page = market(make)
    health = stook.check(wrapper, [page])
    assert 12 == len(wrapper.apply(page).records)
    assert ("drifted", True) == (health.state, health.fields[name].startswith(said))
    assert {name} == set(health.fields) - ({"price"} if name == "length" else set())
    assert any(reason.startswith(said) for reason in health.reasons)


def test_swapped_columns_are_both_named(wrapper: RulesWrapper) -> None:
    health = stook.check(wrapper, [market(lambda n, length, p, s: row(n, p, length, s))])
    assert {"length", "price"} == set(health.fields)


def test_few_rows_without_a_rare_field_are_chance(wrapper: RulesWrapper) -> None:
    """A third of the boats names no seller; two that do not tell nothing."""
    assert "sound" == stook.check(wrapper, [market(lambda n, length, p, s: row(n, length, p, False), boats=2)]).state


def test_list_that_shows_nothing_today_is_empty(wrapper: RulesWrapper) -> None:
    health = stook.check(wrapper, [market(boats=0)])
    assert ("empty", ("1 of 1 pages: the page is as it was, but lists nothing",)) == (health.state, health.reasons)


@pytest.mark.parametrize("count", [12, 6])
def test_list_that_has_moved_within_its_page_is_no_empty_day(wrapper: RulesWrapper, count: int) -> None:
    """The template keeps its names, nothing is found where it used to be, and the values stand elsewhere."""
    items = "".join(f"<div class=b2><h4>{name}</h4><u>{length}</u><s>{price}</s></div>" for name, length, price, _ in BOATS[:count])
    page = stook.Page(market(boats=0).source.replace("</ul>", f"</ul><section>{items}</section>"), url=URL)
    assert "drifted" == stook.check(wrapper, [page]).state


def test_where_links_lead_is_no_text_to_look_for() -> None:
    found = stook.listing(market()).wrapper
    items = "".join(f"<div class=b2><h4><a href='/boat/{n}'>{boat[0]}</a></h4><u>{boat[1]}</u></div>" for n, boat in enumerate(BOATS))
    moved = stook.Page(market(boats=0).source.replace("</ul>", f"</ul><section>{items}</section>"), url=URL)
    assert found
    assert ("drifted", "empty") == (stook.check(found, [moved]).state, stook.check(found, [market(boats=0)]).state)


def test_names_without_values_are_an_empty_day(wrapper: RulesWrapper) -> None:
    """A page that mentions boats but no lengths and prices lists none."""
    talk = "".join(f"<p>{name}</p>" for name in NAMES)
    page = stook.Page(market(boats=0).source.replace("Open all year", talk), url=URL)
    assert "empty" == stook.check(wrapper, [page]).state


@pytest.mark.parametrize(("html", "state", "reason"), [
    ("<title>Attention Required!</title><h1>Sorry, you have been blocked</h1>", "blocked", "a wall against robots stands there instead"),
    ("<title>Anmelden</title><form><input name=u><input type=password><button>Einloggen</button></form>", "login", "a login stands there instead"),
    ("<title>502</title><center><h1>502 Bad Gateway</h1></center>", "outage", "the server says that it is out of order"),
    ("<title>The Quay</title><p>Down for maintenance, back soon.", "outage", "the server says that it is out of order"),
])
def test_what_stands_in_the_way_is_told_from_drift(wrapper: RulesWrapper, html: str, state: str, reason: str) -> None:
    page = stook.Page(html, url=URL)
    health = stook.check(wrapper, [page, page])
    assert (state, (f"2 of 2 pages: {reason}",), {}) == (health.state, health.reasons, health.fields)


def test_long_page_that_speaks_of_robots_and_logins_is_no_wall(wrapper: RulesWrapper) -> None:
    story = "<p>Are you a robot? asked the harbour master, and logged in again with his password. " * 60
    assert "drifted" == stook.check(wrapper, [stook.Page(f"<title>Story</title><input type=password>{story}", url=URL)]).state


def test_page_that_only_offers_to_log_in_is_no_login(wrapper: RulesWrapper) -> None:
    assert "drifted" == stook.check(wrapper, [stook.Page("<title>Gone</title><p>Not here. <a href=/in>Log in</a>", url=URL)]).state


# --- several pages


def blocked() -> stook.Page:
    return stook.Page("<title>Just a moment</title><p>Checking your browser", url=URL)


def changed() -> stook.Page:
    return stook.Page("<title>Boats</title><article><p>We moved to another quay and sell boats no more.", url=URL)


@pytest.mark.parametrize(("pages", "state"), [
    ([market, market, changed], "sound"), ([market, changed, changed], "drifted"), ([market, changed], "drifted"),
    ([blocked, blocked, market], "blocked"), ([blocked, market], "sound"), ([blocked, market, market, changed], "sound"),
    ([blocked, changed, changed, market], "drifted"), ([], "sound"),
])
def test_most_pages_decide(wrapper: RulesWrapper, pages: list[Callable[[], stook.Page]], state: str) -> None:
    """One odd page is no redesign; pages that could not be seen say nothing of the wrapper, unless they are most."""
    health = stook.check(wrapper, [make() for make in pages])
    assert (state, len(pages)) == (health.state, len(health.fits))


def test_drift_counts_the_pages_that_fit_badly(wrapper: RulesWrapper) -> None:
    health = stook.check(wrapper, [market(), changed(), changed()])
    assert "2 of 3 pages fit badly (0%)" == health.reasons[0]


def test_reasons_of_pages_in_the_way_stand_beside_the_verdict(wrapper: RulesWrapper) -> None:
    health = stook.check(wrapper, [blocked(), changed(), changed(), changed()])
    assert ("drifted", "1 of 4 pages: a wall against robots stands there instead") == (health.state, health.reasons[0])


# --- one record a page


def product(name: str, folder: str = "shop") -> stook.Page:
    return stook.Page(demo.page(f"{folder}/{name}.html"))


PRODUCTS = {"tin-frog": ("Tin frog, hopping", "9.50 crowns", "80 g"), "brass-key": ("Winding key, brass, size seven", "4.20 crowns", "15 g"),
            "music-box": ("Music box movement, eighteen notes", "18.00 crowns", "60 g")}
SHOP = ["clock-oil", "clockwork-mouse", "gear-puzzle", "marble-set", "paper-engine", "pocket-sundial"]


@pytest.fixture(scope="module")
def shop() -> RulesWrapper:
    return stook.learn([stook.Example(product(name), {"title": title, "price": price, "weight": weight})
                        for name, (title, price, weight) in PRODUCTS.items()], pages=[product(name) for name in SHOP])


def test_product_pages_are_sound_until_the_redesign(shop: RulesWrapper) -> None:
    assert ["sound", "drifted"] == [stook.check(shop, [product(name, folder) for name in SHOP]).state
                                    for folder in ("shop", "shop-redesigned")]


def test_field_that_all_detail_pages_have_lost_is_seen(shop: RulesWrapper) -> None:
    """On each page the rest fits well; over all of them one field is gone."""
    pages = [stook.Page(re.sub("(?s)<dl>.*?</dl>", "", product(name).source)) for name in SHOP]
    health = stook.check(shop, pages)
    assert ("drifted", {"weight"}) == (health.state, set(health.fields))


# --- the fit, field by field


def test_fit_names_each_field_with_its_shares(wrapper: RulesWrapper) -> None:
    fit = wrapper.apply(market(lambda n, length, p, s: row(n, length, "" if n < "M" else p, s))).fit
    assert {"name": 1.0, "length": 1.0, "price": round(7 / 12, 3), "seller": round(8 / 12, 3)} == {
        name: round(share, 3) for name, share in fit.filled.items()}
    assert 7 / 12 == pytest.approx(fit.fields["price"].filled)
    assert (1.0, 1.0) == (pytest.approx(fit.fields["name"].score, abs=0.01), fit.template)
    assert fit.score < 1


def test_score_of_a_field_is_made_of_all_its_shares() -> None:
    assert [0.5, 0.5, 0.5, 0.125] == [FieldFit(*shares).score for shares in ((0.5, 1, 1), (1, 0.5, 1), (1, 1, 0.5), (0.5, 0.5, 0.5))]


def test_fit_of_a_page_without_records_says_so(wrapper: RulesWrapper) -> None:
    fit = wrapper.apply(changed()).fit
    assert (0.0, ("no records",)) == (fit.score, fit.problems)


def test_fit_gives_one_reason_a_field(wrapper: RulesWrapper) -> None:
    fit = wrapper.apply(market(lambda n, length, p, s: row(n, length, "", s))).fit
    assert ("price: filled in 0% of the records, 100% when learnt",) == fit.problems


# --- by numbers

USUAL = Usual(filled=0.5, profile=profile_of([f"{n}.50 crowns" for n in range(20)]), seen=20, same=0.05)


@pytest.mark.parametrize(("filled", "count", "gone"), [(0.0, 5, False), (0.0, 20, True), (0.2, 60, True), (0.3, 60, False), (0.5, 500, False)])
def test_a_field_is_gone_when_chance_does_not_explain_it(filled: float, count: int, gone: bool) -> None:
    assert gone == lacking(filled, count, USUAL)


@pytest.mark.parametrize(("texts", "said"), [
    ([f"{n}.25 crowns" for n in range(9)], None), (["9.50 crowns"] * 9, "nearly all its values are '9.50 crowns', which used to differ"),
    (["sold"] * 4, None), ([f"Sold to the house at number {n} in Quay Lane" for n in range(9)], "its values look otherwise than before"),
])
def test_values_are_told_to_be_others(texts: list[str], said: str | None) -> None:
    found = otherwise(texts, USUAL)
    assert found is said is None or (found or "").startswith(said or "?")
