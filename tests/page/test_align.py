"""The aligner finds what plain Simple Tree Matching finds, and keeps to its limit where that is too much."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stook.page import Page
from stook.page.align import Alignment, Labelled, Outline, match, outline


def children(tree: Labelled, node: int) -> list[int]:
    found, child = [], node + 1
    while child < tree.end[node]:
        found.append(child)
        child = tree.end[child]
    return found


def plain(one: Labelled, other: Labelled, root: int = 0, root_other: int = 0) -> int:
    """Simple Tree Matching as the books print it: the oracle."""
    if one.tag[root] != other.tag[root_other]:
        return 0
    return 1 + plain_run(one, other, children(one, root), children(other, root_other))


def plain_run(one: Labelled, other: Labelled, ones: list[int], others: list[int]) -> int:
    above = [0] * (len(others) + 1)
    for node in ones:
        row = [0]
        for place, node_other in enumerate(others):
            row.append(max(row[-1], above[place + 1], above[place] + plain(one, other, node, node_other)))
        above = row
    return above[-1]


def faults(one: Labelled, other: Labelled, found: Alignment) -> list[str]:
    """What makes the pairs no alignment of two whole trees."""
    partner = dict(found.pairs)
    parents = [{child: node for node in range(len(tree.tag)) for child in children(tree, node)}
               for tree in (one, other)]
    wrong = [f"{pair} has two labels" for pair in found.pairs if one.tag[pair[0]] != other.tag[pair[1]]]
    wrong += [f"{pair} stands below no pair" for pair in found.pairs
              if partner.get(parents[0].get(pair[0], -1), -1) != parents[1].get(pair[1], -1)]
    for side in zip(*found.pairs, strict=True):
        if list(side) != sorted(set(side)):
            wrong.append(f"{side} is out of order")
    return wrong


def markup(tree: tuple[str, list[Any], int]) -> str:
    tag, below, times = tree
    return f"<{tag}>{''.join(map(markup, below))}</{tag}>" * times if tag != "t" else "text"


TREES: st.SearchStrategy[Any] = st.recursive(
    st.builds(lambda tag: (tag, [], 1), st.sampled_from(["x-a", "x-b", "t"])),
    lambda below: st.tuples(st.sampled_from(["x-a", "x-b"]), st.lists(below, max_size=5), st.integers(1, 3)),
    max_leaves=14)
BODIES = st.lists(TREES, max_size=4).map(lambda trees: "<body>" + "".join(map(markup, trees)))


@st.composite
def versions(draw: st.DrawFn) -> tuple[str, str]:
    """A page, and the page with a piece cut out and another put in."""
    body = draw(BODIES)
    places = [place for place, sign in enumerate(body) if sign == "<"][1:]
    if not places:
        return body, draw(BODIES)
    cut, end, put = sorted(draw(st.lists(st.sampled_from(places), min_size=3, max_size=3)))
    return body, body[:cut] + body[end:put] + draw(TREES.map(markup)) + body[put:]


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.tuples(BODIES, BODIES), versions()))
def test_the_score_is_the_optimum_and_the_pairs_are_an_alignment(bodies: tuple[str, str]) -> None:
    one, other = map(Page, bodies)
    found = match(one, other)
    assert (plain(one, other), True, []) == (found.score, found.exact, faults(one, other, found))


@settings(max_examples=100, deadline=None)
@given(versions())
def test_the_score_does_not_depend_on_which_side_is_which(bodies: tuple[str, str]) -> None:
    one, other = map(Page, bodies)
    assert match(one, other).score == match(other, one).score


@settings(max_examples=100, deadline=None)
@given(st.one_of(st.tuples(BODIES, BODIES), versions()), st.integers(-200, 5))
def test_beyond_the_limit_the_pairs_are_still_an_alignment(bodies: tuple[str, str], cells: int) -> None:
    one, other = map(Page, bodies)
    found, best, expected = match(one, other, cells=cells), plain(one, other), list[str]()
    assert expected == faults(one, other, found)
    assert found.score == best if found.exact else 1 <= found.score <= best


@settings(max_examples=60, deadline=None)
@given(BODIES)
def test_a_page_is_all_of_itself(body: str) -> None:
    page = Page(body)
    found = match(page, Page(body))
    assert ([(node, node) for node in range(len(page))], 1.0) == (found.pairs, found.similarity)


@settings(max_examples=60, deadline=None)
@given(BODIES, BODIES)
def test_runs_of_siblings_align_as_if_they_had_one_parent(body: str, body_other: str) -> None:
    one, other = Page(body), Page(body_other)
    ones, others = (children(page, page.select("body")[0])[1:] for page in (one, other))
    assert plain_run(one, other, ones, others) == match(one, other, ones, others).score


def test_records_of_one_page_align_with_each_other() -> None:
    page = Page("<dl><dt>A<dd><i>x</i>y<dt>B<dd>z</dl>")
    dt, dd, dt_other, dd_other = page.select("dt", "dd")
    found = match(page, page, [dt, dd], [dt_other, dd_other])
    expected = [(dt, dt_other), (dt + 1, dt_other + 1), (dd, dd_other), (dd + 3, dd_other + 1)]
    assert (expected, (6, 4), 0.8) == (found.pairs, found.sizes, found.similarity)


def test_where_several_may_pair_the_first_does() -> None:
    one, other = Page("<p><i></i><i></i><b></b>"), Page("<p><i></i><b></b>")
    first, _ = one.select("i")
    assert (first, *other.select("i")) in match(one, other).pairs


def test_labels_may_be_more_than_tags() -> None:
    """A row is missing: tags alone pair the rest in order, the rows' names pair it by meaning."""
    one = Page("<table><tr class=name><td>x<tr class=date><td>y<tr class=place><td>z</table>")
    other = Page("<table><tr class=name><td>x<tr class=place><td>z</table>")

    def rows(found: Alignment) -> list[tuple[str, str]]:
        return [(one.attr(a, "class"), other.attr(b, "class")) for a, b in found.pairs if one.tag[a] == "tr"]

    def named(page: Page) -> Outline:
        labels = [f"{tag}.{page.attr(node, 'class')}" for node, tag in enumerate(page.tag)]
        return outline(labels, page.parent)

    by_tags, by_names = [("name", "name"), ("date", "place")], [("name", "name"), ("place", "place")]
    assert by_tags == rows(match(one, other))
    assert by_names == rows(match(named(one), named(other)))


@settings(max_examples=60, deadline=None)
@given(BODIES)
def test_an_outline_by_tags_is_the_page(body: str) -> None:
    page = Page(body)
    assert Outline(page.tag, page.end, page.shapes) == outline(page.tag, page.parent)


def test_an_outline_may_have_several_roots_or_none() -> None:
    forest = outline(["a", "b", "a", "c"], [-1, 0, -1, 2])
    ends, pairs = [2, 2, 4, 4], [(0, 0), (2, 2)]
    assert (ends, outline(["a", "c"], [-1, 0]).shapes) == (forest.end, forest.shapes[2:])
    assert pairs == match(forest, outline(["a", "x", "a"], [-1, 0, -1])).pairs
    nothing = outline([], [])
    assert not match(nothing, nothing).pairs
    expected = (1.0, 0.0)
    assert expected == (match(nothing, nothing).similarity, match(nothing, forest).similarity)


def test_an_empty_page_pairs_what_every_page_has() -> None:
    page = Page("<ul><li>x</ul>")
    found = match(Page(""), page)
    expected = ["html", "head", "body"]
    assert expected == [page.tag[node] for _, node in found.pairs]


def test_pages_of_other_roots_have_nothing_in_common() -> None:
    found = match(outline(["a", "b"], [-1, 0]), outline(["b", "b"], [-1, 0]))
    assert (list[tuple[int, int]](), 0.0, True) == (found.pairs, found.similarity, found.exact)


def test_ten_thousand_equal_siblings_take_one_look_each() -> None:
    one, other = Page("<ul>" + "<li>x" * 10_000), Page("<ul>" + "<li>x" * 9_990)
    found = match(one, other)
    assert (len(other), True, True) == (found.score, found.exact, found.compared < 21_000)


def test_what_follows_an_insertion_takes_one_look_each() -> None:
    one, other = Page("<ul>" + "<li>x" * 10_000), Page("<ul><li><b>new</b>" + "<li>x" * 10_000)
    found = match(one, other)
    assert (len(one), True, True) == (found.score, found.exact, found.compared < 41_000)


def test_ten_thousand_equal_siblings_on_one_page_around_a_stranger() -> None:
    one = Page("<ul>" + "<li>x" * 5_000 + "<li><b>x</b>" + "<li>x" * 5_000)
    other = Page("<ul>" + "<li>x" * 9_990)
    found = match(one, other)
    assert (len(other), []) == (found.score, faults(one, other, found))


@pytest.mark.parametrize(("one", "other", "score"), [
    ("<div>" * 10_000, "<div>" * 10_000 + "x", 10_003),
    ("<div>" * 10_000 + "x", "<div>" * 9_990 + "<hr>", 9_993),
    ("<div>x" * 10_000, "<div><hr>" * 9_000, 9_003),
    ("<div>x" * 10_000, "<section>x" * 10_000, 3),
])
def test_depth_costs_no_more_than_size(one: str, other: str, score: int) -> None:
    page, page_other = Page(one), Page(other)
    found = match(page, page_other)
    size = len(page) + len(page_other)
    assert (score, True, True) == (found.score, found.exact, found.compared <= 2 * size)


def siblings(count: int, rule: int) -> str:
    """Records of a thousand shapes, in an order by the rule."""
    kinds = ["<b></b>", "<i></i>", "<u></u>", "<s></s>"]
    said = [[kinds[place * rule * rule // 4 ** digit % 4] for digit in range(5)] for place in range(count)]
    return "<ul><li>" + "<li>".join(map("".join, said))


@pytest.mark.parametrize(("count", "cells"), [(3_000, 50_000), (400, 160_000)])
def test_siblings_that_differ_stay_within_the_limit(count: int, cells: int) -> None:
    one, other = Page(siblings(count, 3)), Page(siblings(count - 10, 5))
    found = match(one, other, cells=cells)
    most, wrong = cells + len(one) + len(other) + 2 * count, list[str]()
    assert (False, True, wrong) == (found.exact, found.compared <= most, faults(one, other, found))
    assert found.similarity > 0.5


def test_a_list_too_large_for_a_table_is_anchored_by_what_is_equal() -> None:
    """A record in front and records missing in the middle do not put off all that follows."""
    records = [f"<li><x-{place}></x-{place}></li>" for place in range(2_000)]
    other = Page("<ul>" + "".join(["<li><b></b></li>", *records[:700], *records[900:]]))
    found = match(Page("<ul>" + "".join(records)), other, cells=10_000)
    expected = (False, len(other) - 2)
    assert expected == (found.exact, found.score)


def test_digests_that_collide_do_not_fell_it() -> None:
    one = outline(["a", "b", "c", "d"], [-1, 0, 1, 0])
    other = outline(["a", "b", "c", "c", "d", "d"], [-1, 0, 1, 2, 0, 0])
    one, other = replace(one, shapes=[7] * 4), replace(other, shapes=[7] * 6)
    for found in (match(one, other).pairs, [(b, a) for a, b in match(other, one).pairs]):
        assert {a for a, _ in found} <= set(range(4))
        assert {b for _, b in found} <= set(range(6))
