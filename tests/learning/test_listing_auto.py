"""`auto` finds the list of a page, however the page shows it, and says so when there is none."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import list_pages
import pytest
from list_pages import DAYS, TITLES, href

import stook
from stook.errors import ListingError

URL = "http://post.example/"


def entries(content: str, **page: object) -> list[stook.Entry]:
    return stook.entries(stook.Page(content, url=URL, **page))  # type: ignore[arg-type]


def days(found: list[stook.Entry]) -> list[str]:
    return [str(entry.date)[:10] for entry in found]


ALL_DATED = ["plain", "blog", "sections", "table", "breaks", "definition_list", "created_and_updated", "headings_only",
             "cards", "split_dates", "filled_by_scripts", "forum", "featured", "icons",
             "bylines", "custom_elements", "layout_tables", "whole_cards", "dates_in_titles_links", "people_and_papers",
             "classes_by_kind", "bracketed", "meta_lines", "places_below", "pictured_sections",
             "circulars", "papers_with_references"]


@pytest.mark.parametrize("layout", ALL_DATED)
def test_every_layout_gives_all_titles_and_dates(layout: str) -> None:
    """Ten items with a date each come out whole, in page order, whatever holds them together."""
    found = entries(getattr(list_pages, layout)())
    assert TITLES == [entry.title for entry in found]
    assert DAYS == days(found)


@pytest.mark.parametrize("layout", [name for name in ALL_DATED if name != "headings_only"])
def test_links_are_the_titles_own(layout: str) -> None:
    """Not the comment link, the picture or the author."""
    found = entries(getattr(list_pages, layout)())
    assert [f"http://post.example{href(n)}" for n in range(10)] == [entry.url for entry in found]


def test_items_without_links_lead_to_their_place_on_the_page() -> None:
    assert [f"{URL}#item-{n}" for n in range(10)] == [e.url for e in entries(list_pages.headings_only())]


@pytest.mark.parametrize("layout", ["date_headings", "flat_date_headings"])
def test_a_date_heading_dates_all_that_follow(layout: str) -> None:
    found = entries(getattr(list_pages, layout)())
    assert TITLES[:8] == [entry.title for entry in found]
    assert ["2024-05-12"] * 3 == days(found)[:3]
    assert "2024-05-09" == days(found)[3]
    assert "2024-05-02" == days(found)[-1]


def test_a_year_heading_completes_days_and_months() -> None:
    found = entries(list_pages.year_headings())
    assert [DAYS[n] if n < 3 else DAYS[n].replace("2024", "2023") for n in range(7)] == days(found)


def test_section_titles_become_categories() -> None:
    found = entries(list_pages.sections())
    assert ["Town"] * 4 + ["Sport"] * 3 + ["Culture"] * 3 == [entry.category for entry in found]


def test_a_category_link_is_told_from_the_author() -> None:
    assert {"Town"} == {entry.category for entry in entries(list_pages.blog())}


@pytest.mark.parametrize("layout", ["icons", "bylines", "custom_elements", "whole_cards", "classes_by_kind", "bracketed",
                                    "meta_lines"])
def test_categories_that_alternate_are_told(layout: str) -> None:
    assert ["Town", "Sport"] * 5 == [entry.category for entry in entries(getattr(list_pages, layout)())]


def test_titles_of_sections_say_more_than_places_that_repeat() -> None:
    found = entries(list_pages.places_below())
    assert ["Workshop"] * 3 + ["Kitchen"] * 4 + ["Office"] * 3 == [entry.category for entry in found]


def test_an_image_above_a_section_names_it() -> None:
    found = entries(list_pages.pictured_sections())
    assert ["Town"] * 4 + ["Sport"] * 3 + ["Culture"] * 3 == [entry.category for entry in found]


def test_cards_that_are_links_with_nothing_but_a_heading_are_read() -> None:
    """They are boxes of one kind, and what leads is the box itself, not something in it."""
    found = entries("<main>" + "".join(f"<a class=card href={href(n)}><h3>{TITLES[n]}</h3></a>" for n in range(10)))
    assert TITLES == [entry.title for entry in found]


def test_a_front_page_is_one_list_of_all_its_boxes() -> None:
    """The first item of each box and the smaller ones below it, each in the box's section."""
    found = entries(list_pages.front())
    assert TITLES == [entry.title for entry in found]
    assert ["Town"] * 4 + ["Sport"] * 3 + ["Culture"] * 3 == [entry.category for entry in found]


def test_a_gazette_is_a_list_of_its_acts() -> None:
    """Not of its issues: those lead nowhere, and hold several records each."""
    found = entries(list_pages.gazette())
    assert TITLES[:8] == [entry.title for entry in found]
    assert ["2024-05-12"] * 4 + ["2024-05-09"] * 4 == days(found)
    assert ["Orders", "Orders", "Notices", "Notices"] * 2 == [entry.category for entry in found]


def test_a_day_that_only_some_entries_begin_with_dates_them_all() -> None:
    found = entries(list_pages.newswire())
    assert TITLES == [entry.title for entry in found]
    assert [DAYS[n - 1] if n in (3, 7) else DAYS[n] for n in range(10)] == days(found)


@pytest.mark.parametrize("labels", [
    ["Town", "Events", "Traffic"], ["Town", "Events", ""], ["", "", "Traffic", "Town", "", "", "Town", ""],
])
def test_what_stands_in_one_record_is_never_said_of_the_next(labels: list[str]) -> None:
    """A label beside the date is no title of what follows, though few records show one, or each shows another."""
    rows = "".join(f"<dt>{9 - place} May 2024{f'<span class=label>{label}</span>' if label else ''}</dt>"
                   f"<dd><a href=/story-{place}>{TITLES[place]}</a></dd>" for place, label in enumerate(labels))
    found = entries(f"<html lang=en><main><h1>News</h1><dl>{rows}</dl></main>")
    assert len(labels) == len(found)
    assert {""} >= {entry.category or "" for entry, label in zip(found, labels, strict=True) if entry.category != label}


def test_a_category_that_is_new_is_read_by_the_old_wrapper() -> None:
    """Its label has a class that no page had when the wrapper was learnt."""
    wrapper = stook.listing(stook.Page(list_pages.classes_by_kind(), url=URL)).wrapper
    later = list_pages.classes_by_kind().replace("-sport'>Sport", "-opera'>Opera")
    assert wrapper is not None
    assert ["Town", "Opera"] * 5 == [r.to_dict()["category"] for r in wrapper.apply(stook.Page(later, url=URL)).records]


def test_authors_and_places_are_no_categories() -> None:
    assert {None} == {entry.category for entry in entries(list_pages.dates_in_titles_links())}
    assert {None} == {entry.category for entry in entries(list_pages.table())}


def test_the_day_of_publication_is_told_from_the_last_change() -> None:
    """Every record shows two dates; the one that differs and is called published is the entry's."""
    assert DAYS == days(entries(list_pages.created_and_updated()))


def test_a_pinned_post_keeps_its_place_and_date() -> None:
    found = entries(list_pages.sticky())
    assert (TITLES[0], "2021-01-05") == (found[0].title, days(found)[0])
    assert TITLES == [entry.title for entry in found]


def test_products_have_no_dates() -> None:
    """Prices and numbers are not taken for dates."""
    found = entries(list_pages.products())
    assert TITLES == [entry.title for entry in found]
    assert {None} == {entry.date for entry in found}


def test_japanese_news() -> None:
    found = entries(list_pages.japanese())
    assert ["2024-05-12", "2024-05-09", "2024-05-02", "2024-04-28", "2024-04-21"] == days(found)
    assert {"お知らせ"} == {entry.category for entry in found}


@pytest.mark.parametrize("kind", ["article", "contact", "error", "login"])
def test_a_page_without_a_list_gives_nothing(kind: str) -> None:
    """Menus, footers and links to related articles are lists, but not what the page is for."""
    found = stook.listing(stook.Page(getattr(list_pages, kind)(), url=URL))
    assert [] == found.entries
    assert found.wrapper is None


@pytest.mark.parametrize("content", ["", "<p>Nothing here", b"\x00\x01\x02", "<ul><li><a href=/1>One</a></ul>"])
def test_next_to_nothing_gives_nothing(content: str | bytes) -> None:
    assert [] == stook.entries(stook.Page(content))


def test_a_list_in_json_has_a_wrapper_like_any_other(tmp_path: Path) -> None:
    """Saved, loaded and applied to the page's next version, it gives the new items."""
    found = stook.listing(stook.Page(list_pages.filled_by_scripts(), url=URL))
    assert found.wrapper is not None
    found.wrapper.save(tmp_path / "w.json")
    later = list_pages.filled_by_scripts().replace(TITLES[0], "Something new")
    read = stook.load(tmp_path / "w.json").apply(stook.Page(later, url=URL)).entries
    assert ["Something new", *TITLES[1:]] == [entry.title for entry in read]
    assert {"Town"} == {entry.category for entry in read}


def test_relative_dates_need_to_know_when() -> None:
    items = "".join(f"<li><h3><a href='{href(n)}'>{title}</a></h3><span class=date>{n + 1} days ago</span>"
                    for n, title in enumerate(TITLES))
    content = list_pages.page(f"<ul>{items}</ul>")
    at = dt.datetime(2024, 5, 12, 10, tzinfo=dt.UTC)
    assert ["2024-05-11", "2024-05-10"] == days(entries(content, at=at))[:2]
    assert {None} == {entry.date for entry in entries(content)}


def test_the_next_version_of_the_page_is_read_without_analysing_again() -> None:
    """Two items arrive on top and two roll off: the wrapper learnt before gives the new list."""
    wrapper = stook.listing(stook.Page(list_pages.blog(), url=URL)).wrapper
    assert wrapper is not None
    later = list_pages.blog().replace(
        "<div id=content class=main>", "<div id=content class=main>" + "".join(
            f"<article class='post type-post category-new-{n}'><h2 class=entry-title><a href='/new/{n}'>New item {n}</a></h2>"
            f"<p class=meta>Posted on <time datetime='2024-05-2{n}'>2024-05-2{n}</time></p></article>" for n in (9, 8)))
    found = wrapper.apply(stook.Page(later, url=URL)).entries
    assert ["New item 9", "New item 8", *TITLES] == [entry.title for entry in found]
    assert ["2024-05-29", "2024-05-28", *DAYS] == days(found)


def test_a_listing_shows_other_candidates_with_reasons() -> None:
    found = stook.listing(stook.Page(list_pages.blog(), url=URL))
    assert len(found.candidates) > 1
    assert sorted((c.score for c in found.candidates), reverse=True) == [c.score for c in found.candidates]
    assert "10 records alike" == found.candidates[0].reasons[0]


def test_sections_can_be_chosen_and_the_choice_is_kept() -> None:
    """Of three sections two are wanted: the wrapper leaves out the third."""
    found = stook.listing(stook.Page(list_pages.sections(), url=URL))
    assert [("Town", 4), ("Sport", 3), ("Culture", 3)] == [(s.title, s.size) for s in found.candidates[0].sections]
    chosen = found.choose(1, sections=[1, 2])
    assert TITLES[:7] == [entry.title for entry in chosen.entries]


@pytest.mark.parametrize(("number", "sections", "said"), [(99, (), "no candidate 99"), (1, (7,), "no section 7")])
def test_a_choice_that_is_not_there_is_named(number: int, sections: tuple[int, ...], said: str) -> None:
    with pytest.raises(ListingError, match=said):
        stook.listing(stook.Page(list_pages.sections(), url=URL)).choose(number, sections)


def test_an_unknown_method_is_named_with_the_known_ones() -> None:
    with pytest.raises(ListingError, match=r"'magic'.*auto"):
        stook.listing(stook.Page(""), method="magic")


GROWING = {
    "posts": "<div class=post><h3>{link}</h3><time>{day}</time><p>{prose}</div>",
    "runs": "<h3>{link}</h3><p>{day}</p><p>{prose}</p>",
    "marks": "{day} {link}<br>",
    "rows": "<table><tr><td>{link}<td>Town<td>{day}</table>",
    "sections": "<h2>Part {n}</h2><ul><li>{link} {day}<li>{link} {day}<li>{link} {day}</ul>",
    "story": "<p>{prose} {link}</p>",
    "footers": "<article><h2>{link}</h2><p>{prose}</p><footer><a href='/tag/{n}'>Tag {n}</a></footer></article>",
    "boxes": "<div class=box><h2><a href='/k/{n}'>Part {n}</a></h2><ul><li>{link}<li><a href='/o/{n}'>Another story, number {n}</a></ul></div>",
    "comments": "<div class=comment id=c{n}><b>Ada</b> {day}<p>{prose}</div>",
}


@pytest.mark.parametrize("layout", GROWING)
def test_the_cost_grows_with_the_page_and_no_faster(layout: str) -> None:
    """Eight times the items cost about eight times the work, counted in function calls, not by the clock."""
    small, large = (_calls(list_pages.page("".join(GROWING[layout].format(
        link=f"<a href='/n/{n}'>{TITLES[n % 10]} {n}</a>", day=f"2024-05-{n % 28 + 1:02}", prose=list_pages.PROSE, n=n)
        for n in range(size)))) for size in (60, 480))
    assert large < 10 * small


@pytest.mark.parametrize("size", [20, 200, 300])
def test_striped_rows_are_a_record_each(size: int) -> None:
    """Not two and two, however many there are: each second row has another class."""
    rows = "".join(f"<div class='row {('odd', 'even')[n % 2]}'><div class=title><a href='/n/{n}'>{TITLES[n % 10]} {n}</a></div><div "
                   f"class=day>2024-05-{n % 28 + 1:02}</div></div>" for n in range(size))
    assert [f"/n/{n}" for n in range(size)] == [str(entry.url).removeprefix("http://post.example")
                                                for entry in entries(list_pages.page(f"<div class=view>{rows}</div>"))]


def test_records_within_records_are_no_list_and_take_no_time() -> None:
    """Two thousand boxes, each in the one before: the way down to each is as long as the page is deep."""
    deep = "".join(f"<div><a href='/n/{n}'>{TITLES[n % 10]} {n}</a>" for n in range(2000))
    assert [] == entries(deep)


def _calls(content: str) -> int:
    import cProfile
    import pstats

    entries(content)  # tables are built at first use
    profile = cProfile.Profile()
    profile.runcall(entries, content)
    return pstats.Stats(profile).total_calls  # type: ignore[attr-defined,no-any-return]
