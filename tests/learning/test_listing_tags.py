"""The tags method: golden tests of its repeats, filters and measures, and of whole pages without dates."""

from collections.abc import Sequence
from itertools import pairwise
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stook
from stook.learning.listing.found import Find
from stook.learning.listing.induce import induce
from stook.learning.listing.tags import (
    Pattern,
    Stream,
    Subset,
    best_by_block,
    common_prefixes,
    finds,
    maximal_repeats,
    patterns_of,
    regularity,
    stream_of,
    subsets,
    suffix_array,
    without_overlap,
)
from stook.page import Page

URL = "http://harbour.example/"
TEXT = "<text>"


def page_of(body: str) -> Page:
    return Page(f"<html lang=en><head><title>Songs</title></head><body>{body}</body></html>", url=URL)


def read(page: Page, find: Find) -> list[tuple[str, str]]:
    """What the wrapper of a find reads: title, last part of the link."""
    entries = induce(page, find).apply(page).entries
    return [(entry.title, (entry.url or "").removeprefix(URL)) for entry in entries]


def repeats(tokens: Sequence[str]) -> set[tuple[str, tuple[int, ...]]]:
    return {(" ".join(tokens[one.places[0]:one.places[0] + one.length]), tuple(sorted(one.places)))
            for one in maximal_repeats(tokens)}


def words(said: str) -> list[str]:
    return said.split()


# the stream ---------------------------------------------------------------------------------------------

def test_the_stream_holds_the_tags_and_texts_that_a_reader_sees_in_pre_order() -> None:
    page = Page("<title>T</title><p>One <b>two</b></p><script>x()</script><p hidden>No</p><hr>", url=URL)
    stream = stream_of(page)
    nodes = [node for node in range(len(page)) if page.is_shown(node)]
    tokens = ("html", "body", "p", TEXT, "b", TEXT, "hr")
    assert stream == Stream(tokens, tuple(nodes), (0, 0, 0, 0, 3, 3, 6, 6))


# repeats ------------------------------------------------------------------------------------------------

def test_only_left_diverse_repeats_are_found() -> None:
    """"a t" always follows "li" and "t" always follows "a", so they are parts of "li a t" and no more."""
    assert repeats(words("ul li a t li a t li a t")) == {
        ("li a t", (1, 4, 7)), ("li a t li a t", (1, 4))}


def test_a_repeat_after_tags_of_different_types() -> None:
    assert repeats(words("h1 a t h2 a t h3 a t")) == {("a t", (1, 4, 7))}


def test_what_never_repeats() -> None:
    assert repeats(words("a b c d")) == set()
    assert repeats([]) == set()


SMALL_STREAMS = st.lists(st.sampled_from("abc"), max_size=14)


@given(SMALL_STREAMS)
def test_suffixes_are_ordered(tokens: list[str]) -> None:
    assert suffix_array(tokens) == sorted(range(len(tokens)), key=lambda place: tokens[place:])


@given(SMALL_STREAMS)
def test_common_prefixes_are_counted(tokens: list[str]) -> None:
    order = suffix_array(tokens)
    for place, (one, other) in enumerate(pairwise(order), 1):
        alike = [a == b for a, b in zip(tokens[one:], tokens[other:], strict=False)]
        assert common_prefixes(tokens, order)[place] == [*alike, False].index(False)


@given(SMALL_STREAMS)
def test_repeats_are_those_that_both_sides_bound(tokens: list[str]) -> None:
    """The oracle looks at every part of the stream, and at the tokens beside its occurrences."""
    padded = ["^", *tokens, "$"]
    expected = set()
    for start in range(1, len(padded) - 1):
        for stop in range(start + 1, len(padded)):
            size = stop - start
            places = [place for place in range(1, len(padded) - size)
                      if padded[place:place + size] == padded[start:stop]]
            left, right = ({padded[place + offset] for place in places} for offset in (-1, size))
            if len(places) > 1 and len(left) > 1 and len(right) > 1:
                expected.add((" ".join(padded[start:stop]), tuple(place - 1 for place in places)))
    assert repeats(tokens) == expected


# filters ------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("places", "length", "expected"), [
    ([0, 3, 6], 3, (0, 3, 6)),
    ([0, 3, 6, 9], 6, (0, 6)),
    ([0, 2, 4, 5, 9], 3, (0, 4, 9)),
    ([], 2, ()),
])
def test_occurrences_that_overlap_an_earlier_one_are_dropped(
        places: list[int], length: int, expected: tuple[int, ...]) -> None:
    assert without_overlap(places, length) == expected


def test_a_pattern_holds_a_link_and_a_text() -> None:
    """"li b <text>" repeats as often, but has no link; "p a" has no text."""
    tokens = ["ul", *["li", "a", TEXT] * 3, "ol", *["li", "b", TEXT] * 3, *["p", "a"] * 3]
    assert patterns_of(tokens) == [Pattern(("li", "a", TEXT), (1, 4, 7))]


# InfoBlocks ---------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("places", "expected"), [
    ([0, 3, 6, 9], 0.0),
    ([0, 3, 8], 0.25),  # gaps 3 and 5: deviation 1, mean 4
    ([0, 4, 8, 14], 2 ** 0.5 / 7),  # gaps 4, 4 and 6: deviation 2/3 of the root of 2, mean 14/3
])
def test_regularity(places: list[int], expected: float) -> None:
    assert regularity(places) == pytest.approx(expected)


def test_regularity_and_coverage_of_an_info_block() -> None:
    """15 of 18 characters are inside the instances; the gaps are 3 and 5 tokens."""
    page = page_of("<ul><li><a href=1>12345</a><li><a href=2>12345</a><i>678</i><li><a href=3>12345</a></ul>")
    stream = stream_of(page)
    assert list(subsets(page, stream)) == [
        Subset(("li", "a", TEXT), (3, 6, 11), page.select("ul")[0], 0.25, 15 / 18, 15)]


def test_instances_in_different_regions_are_different_subsets() -> None:
    items = "".join(f"<li><a href={number}>Song</a>" for number in range(3))
    page = page_of(f"<ul>{items}</ul><p>And</p><ul>{items}{items}</ul>")
    found = [(one.root, len(one.places)) for one in subsets(page, stream_of(page)) if len(one.pattern) == 3]
    assert found == [(page.select("ul")[0], 3), (page.select("ul")[1], 6)]


def subset(root: int, times: int, length: int, *, uneven: float = 0.0, covers: float = 1.0,
           volume: int = 9) -> Subset:
    return Subset(("a",) * length, tuple(range(times)), root, uneven, covers, volume)


def test_the_most_frequent_subset_of_a_block_is_its_best_then_the_longest() -> None:
    short, best, rare = subset(1, 5, 2), subset(1, 5, 3), subset(1, 4, 9)
    assert best_by_block([short, best, rare]) == [best]


def test_subsets_that_are_irregular_or_cover_little_are_left_out() -> None:
    plain = subset(1, 3, 2)
    assert best_by_block([subset(1, 9, 2, uneven=0.51), plain, subset(1, 9, 2, covers=0.24)]) == [plain]


def test_blocks_with_more_text_in_their_items_come_first() -> None:
    small, large = subset(1, 9, 2, volume=20), subset(2, 3, 2, volume=300)
    assert best_by_block([small, large]) == [large, small]


# whole pages --------------------------------------------------------------------------------------------

SONGS = [("The ballad of the old lighthouse", "s1"), ("Seven boats in a storm", "s2"),
         ("A shanty for the harbour crane", "s3"), ("Fog over the long mole", "s4")]
MENU = ("<ul id=menu><li><a href=/>Home</a><li><a href=top>Top</a><li><a href=old>Old</a>"
        "<li><a href=new>New</a></ul>")


def test_a_list_of_songs_beside_a_menu() -> None:
    page = page_of(f"{MENU}<h2>New songs</h2><div>" + "".join(
        f"<div><h3><a href={link}>{title}</a></h3><p>by the choir of the pilots</p></div>"
        for title, link in SONGS) + "</div>")
    songs, menu = finds(page)
    assert read(page, songs) == SONGS
    assert read(page, menu) == [("Home", ""), ("Top", "top"), ("Old", "old"), ("New", "new")]
    assert songs.reasons == (
        "pattern <div><h3><a><text><p><text> repeats 4 times, regularity 0.00, coverage 1.00",)
    assert {page.text_of(spot.node) for s in songs.sightings for spot in s.spots["category"]} == {"New songs"}


def test_the_method_is_chosen_by_its_name() -> None:
    songs = "".join(f"<p><a href={link}>{title}</a>" for title, link in SONGS)
    page = page_of(f"{MENU}<div>{songs}</div>")
    found = stook.listing(page, method="tags")
    assert [(entry.title, entry.date) for entry in found.entries] == [(title, None) for title, _ in SONGS]
    assert [len(candidate.entries) for candidate in found.candidates] == [4, 4]


def test_an_item_ends_where_the_next_instance_begins() -> None:
    """What only some items have stands behind the pattern and belongs to the item before it."""
    page = page_of("<dl>" + "".join(
        f"<dt><a href={link}>{title}</a><dd>Played daily" + "<dd>sold out" * (link == "s2")
        for title, link in SONGS) + "</dl><p>End</p>")
    songs = finds(page)[0]
    assert [page.text_in(s.start, s.stop) for s in songs.sightings] == [
        f"{title} Played daily" + " sold out" * (link == "s2") for title, link in SONGS]


def test_items_in_one_line_of_text() -> None:
    page = page_of("<p>" + "".join(f"<a href={link}>{title}</a> live<br>" for title, link in SONGS) + "</p>")
    assert read(page, finds(page)[0]) == SONGS


def test_the_longest_link_of_an_item_is_its_title() -> None:
    page = page_of("<ul>" + "".join(f"<li><a href=play>play</a><a href={link}>{title}</a><a href=buy>buy</a>"
                                    for title, link in SONGS) + "</ul>")
    assert read(page, finds(page)[0]) == SONGS


@pytest.mark.parametrize("body", [
    "", "<p>Nothing here", "<ul><li><a href=a>One</a><li><a href=b>Two</a></ul>",
    "<ul><li>One<li>Two<li>Three<li>Four</ul>", "<ul><li><a>One</a><li><a>Two</a><li><a>Three</a></ul>"])
def test_a_page_where_no_linked_text_repeats_gives_nothing(body: str) -> None:
    assert finds(page_of(body)) == []


def test_an_empty_page_gives_nothing() -> None:
    assert finds(Page("")) == []


@pytest.mark.parametrize("body", [
    pytest.param("<ul>" + "<li><a href=x>Song</a>" * 6_000 + "</ul>", id="one long list"),
    pytest.param("<a href=x>Song</a> live " * 6_000, id="no structure at all"),
    pytest.param("<p><a href=x>Song</a>" * 300 + "<div>" * 4_000, id="deeply nested"),
])
def test_large_pages_stay_usable(body: str) -> None:
    page = page_of(body)
    begun = perf_counter()
    assert len(finds(page)) >= 1
    assert perf_counter() - begun < 5
