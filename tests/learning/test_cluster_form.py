"""Forms are alike as far as they fill the same places; what both lack counts for nothing, what each has of its own, much."""

from __future__ import annotations

import json

import pytest

from stook.learning.cluster.form import Form, form_of, likeness
from stook.learning.cluster.traits import address, paths_of
from stook.page import Page


def form(*htmls: str) -> Form:
    found = Form()
    for html in htmls:
        found.take(paths_of(Page(html))[0])
    return found


MENU = "<nav><a>News</a><b>Jobs</b><i>Shop</i><u>Help</u></nav>"
LAMP = MENU + "<h1>{0}</h1><h2>{0} crowns</h2><p>Made of {0}</p>"
ROWS = MENU + "<table><tr><td>{0} one<th>{0} a<tr><td>{0} two<th>{0} b</table>"


def test_filled_places_count_and_furniture_hardly() -> None:
    same = likeness(form(LAMP.format("Brass")), form(LAMP.format("Iron")))
    other = likeness(form(LAMP.format("Brass")), form(ROWS.format("Rope")))
    assert (1.0, True) == (same, other < 0.25)


def test_a_part_that_only_one_has_counts_less_than_one_of_each() -> None:
    plain, extra = form(LAMP.format("Brass")), form(LAMP.format("Iron") + "<h3>Iron since 1870</h3><h4>Iron</h4>")
    another = form(LAMP.format("Tin") + "<h5>Tin tins</h5><h6>Tin</h6>")
    assert likeness(plain, extra) > likeness(another, extra)


def test_what_one_page_has_fades_as_the_class_grows() -> None:
    odd = LAMP.format("Tin") + "<h5>Tin tins</h5><h6>Tin</h6>"
    few, many = form(odd, LAMP.format("Iron")), form(odd, *(LAMP.format(f"Iron {n}") for n in range(9)))
    page = form(LAMP.format("Brass") + "<h3>Brass since 1870</h3>")
    assert likeness(page, few) < likeness(page, many)


def test_likeness_is_the_same_both_ways() -> None:
    one, other = form(LAMP.format("Brass"), ROWS.format("Rope")), form(ROWS.format("Tin"))
    assert likeness(one, other) == pytest.approx(likeness(other, one))


def test_long_lists_and_short_ones_are_alike() -> None:
    def rows(count: int) -> str:
        return "<ul>" + "".join(f"<li>{count} {n}</li>" for n in range(count)) + "</ul>"

    assert 1.0 == likeness(form(rows(3)), form(rows(500)))


def test_merging_is_taking_all_pages() -> None:
    pages = [LAMP.format("Brass"), LAMP.format("Iron"), ROWS.format("Rope")]
    merged = form(pages[0])
    merged.merge(form(*pages[1:]))
    assert form(*pages) == merged


def test_a_form_is_json() -> None:
    one = form(LAMP.format("Brass"), ROWS.format("Rope"))
    assert one == Form.from_state(json.loads(json.dumps(one.state())))


def test_a_form_forgets_what_hardly_any_page_shows() -> None:
    paths = paths_of(Page("<h1>Lamp</h1>"))[0]
    one = form_of(paths_of(Page("<h1>Lamp</h1><h6>Odd</h6>"))[0])
    for _ in range(99):
        one.take(paths)
    assert 1 == len(one.places)


@pytest.mark.parametrize(("url", "made"), [
    ("http://www.a.example/shop/tin-frog.html", ("a.example", "/shop/*.html")),
    ("http://a.example/2024/05/some-old-title", ("a.example", "/#/#/*")),
    ("http://a.example/a-long-and-wordy/x?page=2&q=z", ("a.example", "/*/*?page&q")),
    ("http://a.example/", ("a.example", "/")),
    ("no address", ("", "no address")),
])
def test_addresses_are_made_alike(url: str, made: tuple[str, str]) -> None:
    assert made == address(url)
