"""A page that shows one thing gives nothing, however many lists stand beside it; a list is a list, whatever it tells."""

from __future__ import annotations

import list_pages
import pytest

import stook
from measuring import work
from stook.learning.listing import auto, purpose


def listing(layout: str) -> stook.Listing:
    return stook.listing(stook.Page(getattr(list_pages, layout)(), url="http://post.example/some/page.html"))


@pytest.mark.parametrize("layout", list_pages.NO_LISTS)
def test_a_page_that_shows_one_thing_gives_nothing(layout: str) -> None:
    found = listing(layout)
    assert ([], None) == (found.entries, found.wrapper)


@pytest.mark.parametrize("layout", list_pages.LISTS)
def test_a_list_is_a_list_whatever_it_tells(layout: str) -> None:
    assert listing(layout).is_list


def test_the_lists_beside_an_article_stay_candidates() -> None:
    """A person may want them."""
    found = listing("article_with_related")
    assert list_pages.TITLES == [entry.title for entry in found.choose(1).entries]


@pytest.mark.parametrize("layout", [*list_pages.LISTS, *list_pages.NO_LISTS])
def test_what_is_cheap_to_see_never_speaks_against_what_a_close_look_finds(layout: str) -> None:
    search = auto.Search(stook.Page(getattr(list_pages, layout)(), url="http://post.example/some/page.html"))
    assert search.may_be_list or not any(find.is_list for find in search.finds[:1])


@pytest.mark.parametrize("layout", ["article_with_comments", "article_with_related", "recipe_with_notes", "not_found"])
def test_lists_beside_what_a_page_shows_are_looked_at_only_when_somebody_wants_them(layout: str) -> None:
    work(lambda: listing(layout).candidates)  # what all pages share is made before anything is counted
    asked, wanted = listing(layout), listing(layout)
    assert 1.3 * work(lambda: asked.is_list) < work(lambda: wanted.candidates)


@pytest.mark.parametrize("layout", ["says_it_is_one", "not_found", "error", "login"])
def test_where_a_page_says_itself_what_it_is_nothing_is_looked_for(layout: str) -> None:
    work(lambda: listing(layout).candidates)
    asked, wanted = listing(layout), listing(layout)
    assert 5 * work(lambda: asked.is_list) < work(lambda: wanted.candidates)


def test_facts_and_weights_speak_of_the_same() -> None:
    """Each between nothing and all, so that weights can be compared."""
    find = listing("lead_story").candidates[0].find
    page = stook.Page(list_pages.lead_story(), url="http://post.example/some/page.html")
    said = purpose.Purpose(page, purpose.Volume(page)).facts(find)
    assert set(purpose.WEIGHTS) == set(said)
    assert {name: value for name, value in said.items() if not 0 <= value <= 1} == {}
