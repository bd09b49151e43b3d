"""Selectors find what they say, print as they are read, and take time by the page and their own length."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from stook.errors import WrapperError
from stook.page import TEXT, Attrs, Page
from stook.wrapper.selector import Selector, Step, parse, step_of

TAGS = st.sampled_from(["x-a", "x-b", "*"])
STEPS = st.one_of(
    st.builds(Step, TAGS), st.builds(Step, st.just(TEXT), nth=st.integers(0, 2)), st.builds(Step, TAGS, nth=st.integers(1, 3)),
    st.builds(Step, TAGS, attr=st.sampled_from([("class", "c"), ("class", None), ("id", "j")])),
    st.builds(Step, TAGS, st.sampled_from([None, "i", "j"]),
              st.frozensets(st.sampled_from(["c", "d"]), max_size=2)))
SELECTORS = st.lists(st.tuples(STEPS, st.booleans()), max_size=4).map(
    lambda pairs: Selector(tuple(step for step, _ in pairs), tuple(near for _, near in pairs)))
OPENINGS = st.builds(lambda tag, said: f"<{tag}{said}>", st.sampled_from(["x-a", "x-b"]),
                     st.sampled_from(["", "", " class=c", " class='d c'", " id=i", " id=j class=d"]))
PIECES = st.one_of(OPENINGS, OPENINGS, st.sampled_from(["</>", "</>", "x"]))
PAGES = st.lists(PIECES, min_size=4, max_size=16).map(lambda pieces: Page(closed(["<body>", *pieces])))


def closed(pieces: list[str]) -> str:
    """The markup, with each `</>` as the end of what is open."""
    is_open: list[str] = []
    said = ""
    for piece in pieces:
        if piece == "x":
            said += piece
        elif piece != "</>":
            is_open.append(piece[1:4])
            said += piece
        elif len(is_open) > 1:
            said += f"</{is_open.pop()}>"
    return said


def holds(step: Step, page: Page, node: int) -> bool:
    like = [other for other in range(node + 1)
            if (page.parent[other], page.tag[other]) == (page.parent[node], page.tag[node])]
    return (step.tag in ("*", page.tag[node]) and step.id in (None, page.attr(node, "id"))
            and step.classes <= set(page.classes(node)) and step.nth in (0, len(like))
            and (step.attr is None or has(page.attrs[node], *step.attr)))


def has(attrs: Attrs | None, name: str, value: str | None) -> bool:
    return name in (attrs or {}) and value in (None, *(attrs[name] or "").split())


def stands(selector: Selector, page: Page, node: int, scope: int, count: int) -> bool:
    """Whether the first `count` steps stand with the last of them at `node`: the definition, tried out."""
    if not holds(selector.steps[count - 1], page, node):
        return False
    above = [page.parent[node]] if selector.near[count - 1] else [*page.ancestors(node), -1]
    if count == 1:
        return scope in above
    return any(up > scope and stands(selector, page, up, scope, count - 1) for up in above)


def brute(selector: Selector, page: Page, scope: int = -1) -> list[int]:
    return [node for node in range(len(page)) if stands(selector, page, node, scope, len(selector.steps))]


@settings(max_examples=250, deadline=None)
@given(SELECTORS, PAGES)
def test_it_finds_what_trying_everything_finds(selector: Selector, page: Page) -> None:
    assume(selector.steps)
    assert brute(selector, page) == selector.find(page)


@settings(max_examples=250, deadline=None)
@given(SELECTORS, PAGES, st.integers(0, 30))
def test_from_a_scope_too(selector: Selector, page: Page, scope: int) -> None:
    assume(selector.steps)
    scope %= len(page)
    assert brute(selector, page, scope) == selector.find(page, scope)


@settings(max_examples=100, deadline=None)
@given(SELECTORS, PAGES, st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_a_range_cuts_what_is_found_and_changes_nothing_else(
        selector: Selector, page: Page, scope: int, start: int, stop: int) -> None:
    assume(selector.steps)
    scope %= len(page)
    start, stop = max(start, scope + 1), min(stop, page.end[scope])
    expected = [node for node in brute(selector, page, scope) if start <= node < stop]
    assert expected == selector.find(page, scope, (start, stop))


@settings(max_examples=150, deadline=None)
@given(SELECTORS, PAGES)
def test_where_the_language_is_css_it_means_what_css_means(selector: Selector, page: Page) -> None:
    assume(selector.steps and not selector.near[0] and all(step.tag != TEXT for step in selector.steps))
    tree = LexborHTMLParser(page.source)
    elements = [node for node in tree.root.traverse() if node.is_element_node] if tree.root else []
    matched = {node.mem_id for node in tree.css(str(selector))}
    numbers = [node for node in range(len(page)) if page.tag[node] != TEXT]
    expected = [number for number, node in zip(numbers, elements, strict=True) if node.mem_id in matched]
    assert expected == [node for node in selector.find(page) if page.tag[node] != TEXT]


@given(SELECTORS)
def test_what_is_printed_reads_as_the_same_selector(selector: Selector) -> None:
    assert selector == parse(str(selector))


SIGNS = st.characters(exclude_characters=".#>:[]()\"'\\,*+~=", exclude_categories=("Z", "Cc", "Cs"))
NAMES = st.text(SIGNS, min_size=1, max_size=6)


@given(NAMES, st.none() | NAMES, st.frozensets(NAMES, max_size=3))
def test_names_of_any_script_survive_printing(tag: str, name: str | None, classes: frozenset[str]) -> None:
    selector = Selector((Step(tag, name, classes),), (True,))
    assert selector == parse(str(selector))


@pytest.mark.parametrize(("said", "printed"), [
    ("html > body", "html > body"), ("  div   p ", "div p"), (":scope", ":scope"), (":scope a", "a"),
    (":scope > a.c.b", ":scope > a.b.c"), ("*#y.x", "*#y.x"), ("a\n>\tb", "a > b"), ("書#本.新", "書#本.新"),
    ('a[rel~="tag"]', 'a[rel~="tag"]'), ("time.x[datetime]", "time.x[datetime]"), ("p > ::text(2)", "p > ::text(2)")])
def test_one_way_to_print(said: str, printed: str) -> None:
    assert printed == str(parse(said))


@pytest.mark.parametrize(("said", "named"), [
    ("", "a selector is empty"), ("   ", "a selector is empty"),
    ("a > > b", "'>' makes no sense in the selector 'a > > b'"), ("> a", "'>' makes no sense"),
    ("a >", "'a >' ends too early"), (":scope >", "ends too early"), ("a :scope", "':scope' makes no sense"),
    ("a[b=c]", "'a[b=c]' makes no sense"), ("a[b]c", "'a[b]c' makes no sense"), ("a:nth-child(2)", "'a:nth-child(2)' makes no sense"),
    ("a.b#c", "'a.b#c' makes no sense"), (".b", "'.b' makes no sense"), ("a..b", "'a..b' makes no sense"),
    ("a#", "'a#' makes no sense"), ("div p, b", "'p,' makes no sense"), ("a+b", "'a+b' makes no sense")])
def test_an_error_names_the_place(said: str, named: str) -> None:
    with pytest.raises(WrapperError) as caught:
        parse(said)
    assert named in str(caught.value)


@pytest.mark.parametrize(("said", "expected"), [
    ("ul > li", []), ("* > li", []), ("ul li", []), ("li", ["li"]), ("* > b", ["b"]), ("li b", ["b"]),
    (":scope > li", ["li"]), (":scope > li b", ["b"]), (":scope > b", []), ("html b", [])])
def test_steps_stand_below_the_scope_never_at_it_or_above(said: str, expected: list[str]) -> None:
    page = Page("<ul><li><b></b></ul>")
    assert expected == [page.tag[node] for node in parse(said).find(page, page.select("ul")[0])]


def test_the_scope_itself() -> None:
    page, scope = Page("<p>x"), parse(":scope")
    assert ([3], list[int]()) == (scope.find(page, 3), scope.find(page))


@pytest.mark.parametrize("said", [
    "div div div", "* * * * *", "div > div div > div div", "div div b", "* > * > * > *", "x div", "div#a div",
    "* " * 60 + "b"])
def test_depth_is_asked_once_a_step(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On 3,000 levels, trying each way up would take millions of looks."""
    page, selector, looks = Page("<div>" * 3_000), parse(said), 0
    look = Step.holds

    def counted(step: Step, page: Page, node: int) -> bool:
        nonlocal looks
        looks += 1
        return look(step, page, node)

    monkeypatch.setattr(Step, "holds", counted)
    selector.find(page)
    assert looks <= (len(selector.steps) + 1) * len(page)


@pytest.mark.parametrize("said", [
    "a." * 300_000, "a" + ".b" * 300_000 + "#", "> " * 300_000, "a > " * 100_000])
def test_long_nonsense_is_refused_at_once(said: str) -> None:
    """It ends: a pattern that backtracked would not, on strings of this length."""
    with pytest.raises(WrapperError):
        parse(said)


def test_long_names_are_read() -> None:
    name = "a" * 1_000_000
    assert Selector((Step(name),), (False,)) == parse(name)


def test_a_step_says_what_is_worth_saying() -> None:
    page = Page("<p id=main class='lead x12 active story'>a<b id=k7>c")
    p, b = page.select("p", "b")
    expected = ["p.lead.story", "p#main.lead.story", "p.story", "p", "b", "b"]
    assert expected == [str(step) for step in (
        step_of(page, p), step_of(page, p, with_id=True), step_of(page, p, frozenset({"story"})),
        step_of(page, p, frozenset()), step_of(page, b), step_of(page, b, with_id=True))]


@settings(max_examples=100, deadline=None)
@given(PAGES, st.integers(0, 30))
def test_the_step_of_a_node_holds_for_it_and_can_be_saved(page: Page, node: int) -> None:
    node %= len(page)
    step = step_of(page, node, with_id=True)
    assert (True, Selector((step,), (False,))) == (step.holds(page, node), parse(str(step)))
