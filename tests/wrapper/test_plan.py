"""A wrapper's plan finds on a page, in one walk, what each of its selectors finds by itself."""

from __future__ import annotations

import pickle

from hypothesis import given, settings
from hypothesis import strategies as st
from test_selector import PAGES, STEPS

import stook
from stook.page import Page
from stook.wrapper.rules.model import Cut, FieldRule, Pick, RulesWrapper
from stook.wrapper.rules.plan import Plan
from stook.wrapper.rules.reading import Reading
from stook.wrapper.selector import ROOT, Selector, Step, parse

STARTS = st.sampled_from([(), (Step(ROOT), Step("body"))])
PATHS = st.tuples(STARTS, st.lists(STEPS, min_size=1, max_size=4)).map(
    lambda pair: Selector((*pair[0], *pair[1]), (False, *(True,) * (len(pair[0]) + len(pair[1]) - 1))))


@settings(max_examples=250, deadline=None)
@given(st.lists(PATHS, min_size=1, max_size=5), PAGES)
def test_a_walk_finds_what_the_selectors_find_one_by_one(selectors: list[Selector], page: Page) -> None:
    plan = Plan(map(Pick, selectors))
    walked = plan.walk(page)
    found = [plan.of(selector) for selector in selectors]
    assert [selector.find(page) for selector in selectors] == [walked[path] for path in found if path is not None]


def test_what_is_no_path_is_left_to_the_selector() -> None:
    descendant, relative = parse("main p"), parse(":scope > p")
    plan = Plan([Pick(descendant), Pick(relative, label="price", climb=1)])
    assert (None, None, {"price"}) == (plan.of(descendant), plan.of(relative), plan.labels)


def test_paths_that_begin_alike_are_walked_once() -> None:
    plan = Plan(map(Pick, [parse("html > body > div:nth-of-type(2) > h1"), parse("html > body > div:nth-of-type(2) > p")]))
    assert 5 == len(plan.walk(stook.Page("")))


LABELLED = "<body><p>Price: <b>3</b><p hidden>Price <b>4</b><script>price</script><p>Weight <b>5</b>"


def test_labels_are_found_with_a_plan_as_without_where_they_are_shown() -> None:
    page = stook.Page(LABELLED)
    pick = Pick(parse(":scope > b"), label="price", climb=1)
    found = [Reading(page, plan).find(pick) for plan in (None, Plan([pick]))]
    assert [["3"], ["3"]] == [[page.text_of(node) for node in nodes] for nodes in found]


def test_a_wrapper_that_has_read_a_page_can_be_sent_elsewhere() -> None:
    """A plan knows selectors by their identity, so another process makes its own."""
    picks = (Pick(parse("p > b"), way="kind"), Pick(parse(":scope > b"), way="label", label="price", climb=1))
    wrapper = RulesWrapper((), Cut("page"), (FieldRule("price", "text", "?", picks, vote="weighted"),))
    page = stook.Page(LABELLED)
    expected = wrapper.apply(page)
    sent = pickle.loads(pickle.dumps(wrapper))
    assert (wrapper, expected) == (sent, sent.apply(page))
    assert expected == pickle.loads(pickle.dumps(expected))
