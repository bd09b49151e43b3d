"""XPath and CSS mean what our selectors mean, on trees that are the same for all."""

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from lxml import etree
from selectolax.lexbor import LexborHTMLParser

from stook.page import TEXT, Page
from stook.wrapper import pick_to_xpath, to_css, to_xpath
from stook.wrapper.export import from_scope, identifier, literal
from stook.wrapper.rules.model import Pick
from stook.wrapper.rules.reading import Reading, label_key
from stook.wrapper.selector import Selector, Step, parse

TAGS = st.sampled_from(["x-a", "x-b", "*"])
CLASSES = st.frozensets(st.sampled_from(["c", "d:e", "7/8"]), max_size=2)
OF_TEXT = st.builds(Step, st.just(TEXT), nth=st.integers(0, 2))
OF_ELEMENTS = st.one_of(
    st.builds(Step, TAGS, nth=st.integers(1, 3)), st.builds(Step, TAGS, classes=CLASSES, nth=st.integers(0, 2)),
    st.builds(Step, TAGS, attr=st.sampled_from([("class", "c"), ("data:x", "it's"), ("data:x", None)])),
    st.builds(Step, TAGS, st.sampled_from([None, "i", "-9"]), CLASSES), st.builds(Step, TAGS))
STEPS = st.one_of(OF_TEXT, OF_ELEMENTS)


def selectors(steps: st.SearchStrategy[Step], least: int = 0) -> st.SearchStrategy[Selector]:
    return st.lists(st.tuples(steps, st.booleans()), min_size=least, max_size=4).map(
        lambda pairs: Selector(tuple(step for step, _ in pairs), tuple(near for _, near in pairs)))


SELECTORS = selectors(STEPS)
ROOTED, ROOTED_ELEMENTS = (selectors(steps, 1).map(lambda one: Selector(one.steps, (False, *one.near[1:])))
                           for steps in (STEPS, OF_ELEMENTS))
OPENINGS = st.builds(lambda tag, said: f"<{tag}{said}>", st.sampled_from(["x-a", "x-b"]), st.sampled_from(
    ["", "", " class=c", ' class="7/8 c"', " class=d:e", " id=i", " id=-9 class=c", " data:x=\"it's so\"", " data:x"]))
PIECES = st.one_of(OPENINGS, OPENINGS, st.sampled_from(["</>", "</>", "one", "Two:", "two", " "]))
SOURCES = st.lists(PIECES, min_size=4, max_size=16)


def page_of(pieces: list[str]) -> Page:
    """Each element with its number in the source as `n`, each `</>` as the end of what is open."""
    is_open: list[str] = []
    said = "<body>"
    for number, piece in enumerate(pieces):
        if piece == "</>":
            said += f"</{is_open.pop()}>" if is_open else ""
        elif piece.startswith("<"):
            is_open.append(piece[1:4])
            said += f"{piece[:-1]} n={number}>"
        else:
            said += piece
    return Page(said)


class Mirror:
    """The tree of a page as lxml holds it, and back from its elements and texts to our nodes."""

    def __init__(self, page: Page) -> None:
        self.node_of: dict[object, int] = {}
        self.element_of: dict[int, etree._Element] = {}
        for node, tag in enumerate(page.tag):
            above = self.element_of.get(page.parent[node])
            if tag != TEXT:
                element = etree.Element(tag) if above is None else etree.SubElement(above, tag)
                for name, value in (page.attrs[node] or {}).items():
                    element.set(name.replace(":", "."), value or "")
                self.element_of[node] = element
                self.node_of[element] = node
            else:
                assert above is not None
                before = above[-1] if len(above) else None
                if before is None:
                    above.text, self.node_of[above, False] = page.text[node], node
                else:
                    before.tail, self.node_of[before, True] = page.text[node], node

    def find(self, xpath: str, node: int = 0) -> list[int]:
        # A colon in an attribute's name is nothing that XML without a namespace can hold.
        found = self.element_of[node].xpath(xpath.replace("'data:x'", "'data.x'"))
        return [self.node_of[one.getparent(), one.is_tail] if isinstance(one, str) else self.node_of[one]
                for one in found]


@settings(max_examples=300, deadline=None)
@given(ROOTED, SOURCES)
def test_xpath_finds_what_the_selector_finds(selector: Selector, pieces: list[str]) -> None:
    page, xpath = page_of(pieces), to_xpath(selector)
    assume(xpath)
    assert xpath
    assert selector.find(page) == Mirror(page).find(xpath)


@settings(max_examples=300, deadline=None)
@given(SELECTORS, SOURCES, st.integers(0, 30))
def test_from_a_scope_too(selector: Selector, pieces: list[str], scope: int) -> None:
    page, xpath = page_of(pieces), to_xpath(selector)
    scope %= len(page)
    assume(xpath and page.tag[scope] != TEXT)
    assert xpath
    assert selector.find(page, scope) == Mirror(page).find(from_scope(xpath), scope)


@settings(max_examples=300, deadline=None)
@given(ROOTED_ELEMENTS, SOURCES)
def test_css_finds_what_the_selector_finds(selector: Selector, pieces: list[str]) -> None:
    page, css = page_of(pieces), to_css(selector)
    assume(css)
    assert css
    found = [node.attributes["n"] for node in LexborHTMLParser(page.source).css(css) if "n" in node.attributes]
    assert [page.attr(node, "n") for node in selector.find(page) if page.attr(node, "n")] == found


STEP_NEXT = st.builds(Step, st.sampled_from(["x-a", "x-b"]), nth=st.integers(0, 2))
STEPS_BELOW = st.lists(st.builds(Step, st.sampled_from(["x-a", "x-b", TEXT]), nth=st.integers(1, 2)), max_size=2)


@settings(max_examples=400, deadline=None)
@given(SOURCES, STEP_NEXT, STEPS_BELOW, st.integers(1, 3))
@example(["<x-a>", "Two:", "</>", "<x-b>", "one", "</>"], Step("x-b"), [], 2)
def test_xpath_starts_from_labels(pieces: list[str], first: Step, below: list[Step], climb: int) -> None:
    """As our pick does, but for what stands in the branch of the label itself, which XPath leaves out."""
    page, steps = page_of(pieces), (first, *below)
    pick = Pick(Selector(steps, (True,) * len(steps)), way="label", label="two", climb=climb)
    reading, xpath = Reading(page), pick_to_xpath(pick)
    assert xpath
    for label in (node for node in range(len(page)) if label_key(page.text[node]) == "two"):
        line = [label, *page.ancestors(label)]
        branch = line[climb - 1] if climb < len(line) else -1
        assume(branch < 0 or not any(label < node < page.end[branch] for node in pick.selector.find(page, line[climb])))
    assert sorted(set(reading.find(pick))) == Mirror(page).find(xpath)


@pytest.mark.parametrize(("said", "xpath", "css"), [
    ("html > body > div#main > ul.news", "/html/body/div[@id='main']"
     "/ul[contains(concat(' ',normalize-space(@class),' '),' news ')]", "html > body > div#main > ul.news"),
    (":scope > td:nth-of-type(3)", "./td[3]", ":scope > td:nth-of-type(3)"),
    ("article time", "//article//time", "article time"),
    (":scope", ".", ":scope"),
    ("p > ::text(2)", "//p/text()[normalize-space()][2]", None),
    ("div *:nth-of-type(2)", None, None),
    ('span[itemprop~="price"]', "//span[contains(concat(' ',normalize-space(@itemprop),' '),' price ')]",
     'span[itemprop~="price"]'),
    ("svg > path", "//*[name()='svg']/*[name()='path']", "svg > path"),
])
def test_what_is_written(said: str, xpath: str | None, css: str | None) -> None:
    assert (xpath, css) == (to_xpath(parse(said)), to_css(parse(said)))


def test_picks_say_what_they_take() -> None:
    selector = parse(":scope > h2 > a")
    assert ["./h2/a/@href", "./h2/a/text()", "./h2/a"] == [
        pick_to_xpath(Pick(selector, take)) for take in ("@href", "own", "text")]
    assert ".//h2" == pick_to_xpath(Pick(parse("h2")))
    assert "//h2" == pick_to_xpath(Pick(parse("h2"), way="class"))
    assert pick_to_xpath(Pick(selector, key=("title",))) is None


@given(st.text(st.sampled_from("a'\"1 "), max_size=8))
def test_any_text_can_be_quoted(text: str) -> None:
    assert text == etree.Element("x").xpath(f"string({literal(text)})")


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1, max_size=5))
def test_any_name_can_be_written(name: str) -> None:
    page = LexborHTMLParser("<p></p>")
    for node in page.css("p"):
        node.attrs["class"] = name
    assert 1 == len(page.css(f".{identifier(name)}"))
