"""What pages say for machines is found as they write it, and no broken or hostile page gets in the way."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stook.page.embedded import (
    SCRIPTS_READ,
    EmbeddedItem,
    MicrodataItem,
    Script,
    State,
    json_ld,
    lists_in_json_ld,
    lists_in_state,
    microdata,
    open_graph,
    state,
)

LINKED = "application/ld+json"


def linked(text: str) -> list[dict[str, Any]]:
    return json_ld([(LINKED, None, text)])


# --- JSON-LD

def test_graphs_and_lists_are_opened_in_order() -> None:
    scripts: list[Script] = [
        (LINKED, None, '{"@context": "x", "@graph": [{"@type": "A"}, [{"@type": "B"}]]}'),
        ("text/javascript", None, "{}"),
        ("Application/LD+JSON; charset=utf-8", None, '[{"@type": "C", "@graph": [{"@type": "D"}]}, 3, null]')]
    expected = ["A", "B", "C", "D"]
    assert expected == [node["@type"] for node in json_ld(scripts)]


@pytest.mark.parametrize("text", [
    '{"a": "b c"}', '\ufeff {"a": "b c"};', '{"a": "b c",}', '{"a": /* x */ "b c", // y\n}',
    '<!--{"a": "b c"}-->',
    '// <![CDATA[\n{"a": "b c"}\n// ]]>', '/*<![CDATA[*/ {"a": "b c"} /*]]>*/',
    "{&quot;a&quot;:&quot;b c&quot;}",
    "%7B%22a%22%3A%22b%20c%22%7D",
])
def test_what_pages_break_is_mended(text: str) -> None:
    expected = [{"a": "b c"}]
    assert expected == linked(text)


def test_objects_one_behind_the_other_are_all_read() -> None:
    assert [{"a": 1}, {"b": 2}, {"c": 3}] == linked('{"a": 1}{"b": 2};\n{"c": 3,}')


@pytest.mark.parametrize(("text", "value"), [
    ('{"a": "line\nbreak"}', "line\nbreak"), ('{"a": "don\\\'t", }', "don't"),
    ('{"a": "http://x.example/,}", }', "http://x.example/,}"), ('{"a": "cut \\ud83d"}', "cut \ufffd"),
    ('{"a": "\\ud83d\\ude00 \\\\ud83d"}', "😀 \\ud83d"),
])
def test_strings_survive_the_mending(text: str, value: str) -> None:
    assert [{"a": value}] == linked(text)


@pytest.mark.parametrize("text", [
    "", "null", "{", "{a: 1}", "[" * 100_000, '{"a":' * 100_000, '"' + "\\" * 99_999])
def test_what_cannot_be_mended_is_not_there(text: str) -> None:
    expected = [{"b": 1}]
    assert expected == json_ld([(LINKED, None, text), (LINKED, None, '{"b": 1}')])


@given(st.dictionaries(st.text(min_size=1), st.text() | st.integers() | st.lists(st.text()), min_size=1))
def test_sound_json_comes_back_as_it_was(node: dict[str, Any]) -> None:
    assert [node] == linked(json.dumps(node)) or "@graph" in node


# --- state

@pytest.mark.parametrize(("script", "expected"), [
    (("application/json", "__NEXT_DATA__", '{"a": [1]}'), [State("__NEXT_DATA__", {"a": [1]})]),
    (("application/vnd.x+json", None, '<!--{"a": 1}-->'), [State(None, {"a": 1})]),
    (("application/json", None, "3"), []),
    ((None, None, 'window.__STATE__ = {"a": {"b": "};"}};go()'), [State("__STATE__", {"a": {"b": "};"}})]),
    (("text/javascript", None, 'x();self["__S"]=[{"a":1}]'), [State("__S", [{"a": 1}])]),
    (("module", None, 'const a={"b":1},c=2;var d = [ {"e":2} ];'),
     [State("a", {"b": 1}), State("d", [{"e": 2}])]),
    (("", None, 'window.a = {"b": f()}; window.c = {"d": 1}'), [State("c", {"d": 1})]),
    (("", None, "window.a = {b: 1}; if (x == {}) y = []"), []),
    (("text/template", None, 'var a={"b":1}'), []),
    ((LINKED, None, '{"a": 1}'), []),
])
def test_state_is_json_scripts_and_plain_assignments(script: Script, expected: list[State]) -> None:
    assert expected == state([script])


def test_scripts_beyond_the_bound_are_skipped_and_smaller_ones_still_read() -> None:
    large = '{"a": "' + "x" * SCRIPTS_READ + '"}'
    assert [State("small", {"b": 1})] == state([("application/json", "large", large),
                                                ("application/json", "small", '{"b": 1}')])


# --- lists

def stories(count: int) -> list[dict[str, Any]]:
    return [{"id": number, "kind": "story", "headline": f"The council votes on bridge number {number}",
             "link": {"href": f"/town/bridge-{number}"},
             "image": {"url": f"/i/{number}.jpg", "caption": f"A view {number} of it"},
             "author": {"name": f"Some Person the {number}th", "url": "/people/x"},
             "publishedAt": f"2026-03-{number + 1:02}T08:00:00Z", "section": {"name": "Town"}}
            for number in range(count)]


def test_a_list_is_found_by_path_and_its_keys_by_word_and_shape() -> None:
    data = {"props": {"page": [{"menu": []}, {"stories": stories(5)}]}}
    best = lists_in_state(data)[0]
    expected = ("props", "page", 1, "stories")
    assert expected == best.path
    expected = {"title": ("headline",), "url": ("link", "href"), "date": ("publishedAt",),
            "category": ("section", "name")}
    assert expected == best.keys
    assert EmbeddedItem("The council votes on bridge number 0", "/town/bridge-0", "2026-03-01T08:00:00Z",
                        "Town", ("props", "page", 1, "stories", 0)) == best.items[0]
    assert stories(5) == best.objects


def test_a_map_of_objects_is_a_list_too() -> None:
    data = {"byId": {f"s{number}": story for number, story in enumerate(stories(4))}}
    assert [("byId", f"s{number}") for number in range(4)] == [
        item.path for item in lists_in_state(data)[0].items]


def test_stories_come_before_the_menu() -> None:
    menu = [{"title": f"About our company {number}", "url": f"/about/{number}", "date": "2026-01-01"}
            for number in range(30)]
    expected = [("stories",), ("navigation",)]
    assert expected == [
        one.path for one in lists_in_state({"navigation": menu, "stories": stories(6)})]


@pytest.mark.parametrize("data", [
    None, 3, [], {}, stories(2), [{"title": "Home"}, {"title": "Shop"}, {"title": "Help"}],
    [{"title": "2026-01-01"}] * 3, [{"title": f"https://x.example/{n}"} for n in range(3)],
    [{"title": 1}] * 5,
    [{"author": {"name": f"Some Person {n}"}} for n in range(5)], [[["a b c d e"]]] * 3,
])
def test_what_has_no_titles_is_no_list(data: Any) -> None:
    expected = []
    assert expected == lists_in_state(data)


def test_japanese_titles_without_spaces_and_markup_in_titles() -> None:
    rows = [{"title": {"rendered": f"<b>新しい図書館</b> &amp; 橋{number}"}, "slug": f"bridge-{number}",
             "updated": 1_770_000_000 + number} for number in range(3)]
    found = lists_in_state(rows)[0]
    expected = ("新しい図書館 & 橋0", "bridge-0", "1770000000", None, (0,))
    assert expected == found.items[0]


def test_arabic_titles() -> None:
    rows = [{"name": f"افتتاح المكتبة الجديدة في المدينة {number}", "url": f"/a/{number}"}
            for number in range(3)]
    expected = "افتتاح المكتبة الجديدة في المدينة 1"
    assert expected == lists_in_state(rows)[0].items[1].title


def test_item_lists_blogs_and_collections_of_json_ld() -> None:
    posting = [{"@type": "BlogPosting", "headline": f"A long day at the lake {n}", "url": f"https://x.example/{n}",
                "datePublished": "2026-01-01", "articleSection": "Travel"} for n in range(3)]
    listed = [{"@type": "ListItem", "position": n, "item": one} for n, one in enumerate(posting)]
    expected = ("A long day at the lake 1", "https://x.example/1", "2026-01-01", "Travel")
    for node, path in [
            ({"@type": "ItemList", "itemListElement": listed}, (0, "itemListElement")),
            ({"@type": "Blog", "blogPost": posting}, (0, "blogPost")),
            ({"@type": "CollectionPage", "mainEntity": {"hasPart": posting}}, (0, "mainEntity", "hasPart"))]:
        found = lists_in_json_ld([node])
        assert [path] == [one.path for one in found]
        assert expected == found[0].items[1][:4]


def test_nodes_of_one_type_are_a_list_and_trails_and_people_are_not() -> None:
    event = [{"@type": "Event", "name": f"A concert in the park {n}", "startDate": "2026-05-01"}
             for n in range(3)]
    person = [{"@type": "Person", "name": f"A person of note {n}"} for n in range(3)]
    trail = {"@type": "BreadcrumbList", "itemListElement": [
        {"@type": "ListItem", "name": f"A step on the way {n}", "item": f"/{n}"} for n in range(3)]}
    expected = [(("Event",), "A concert in the park 0", "2026-05-01")]
    assert expected == [
        (one.path, one.items[0].title, one.items[0].date)
        for one in lists_in_json_ld([trail, *person, *event])]


KEYS = st.text() | st.sampled_from(["title", "url"])
JSON = st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
                    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner))


@given(JSON)
def test_any_data_has_lists_or_none(data: Any) -> None:
    for found in lists_in_state(data):
        at = data
        for key in found.path:
            at = at[key]
        assert len(found.objects) <= len(at)


def test_a_nest_deeper_than_python_can_recurse_is_walked_to_its_bound() -> None:
    data: Any = stories(3)
    for _ in range(100):
        data = {"in": data}
    expected = ("in",) * 100
    assert expected == lists_in_state(data)[0].path
    for _ in range(10_000):
        data = [data]
    expected = []
    assert expected == lists_in_state(data)


# --- Open Graph

def test_open_graph_keeps_every_value_under_its_name() -> None:
    expected = {"og:title": ["A day"], "article:tag": ["x", "y"], "description": ["Of a day."]}
    assert expected == open_graph([
        {"property": "og:title", "content": " A day "}, {"name": "Article:Tag", "content": "x"},
        {"property": "article:tag", "content": "y"}, {"name": "description", "content": "Of a day."},
        {"name": "viewport", "content": "z"}, {"property": "og:image", "content": None},
        {"charset": "utf-8"}])


# --- microdata

Node = tuple[str, dict[str, str | None], list[Any]]


def arrays(root: Node) -> tuple[list[str], list[int], list[dict[str, str | None] | None], list[str]]:
    """A tree of (tag, attributes, children and texts), as flat arrays with the text of each node."""
    tag: list[str] = []
    end: list[int] = []
    attrs: list[dict[str, str | None] | None] = []
    texts: list[str] = []

    def add(node: Node) -> str:
        number = len(tag)
        tag.append(node[0])
        attrs.append(node[1] or None)
        end.append(0)
        texts.append("")
        texts[number] = " ".join(child if isinstance(child, str) else add(child) for child in node[2])
        end[number] = len(tag)
        return texts[number]

    add(root)
    return tag, end, attrs, texts


def items(root: Node) -> list[MicrodataItem]:
    tag, end, attrs, texts = arrays(root)
    return microdata(tag, end, attrs, texts.__getitem__)


def prop(tag: str, name: str, *inside: Any, **attributes: str | None) -> Node:
    return tag, {"itemprop": name, **attributes}, list(inside)


def test_values_are_read_as_their_element_says() -> None:
    found = items(("div", {"itemscope": "", "itemtype": "https://s.example/A https://s.example/B"}, [
        prop("meta", "m", content="1"), prop("a", "link other", "text", href="/x"),
        prop("img", "i", src="/i"),
        prop("time", "t", "May", datetime="2026-05-01"), prop("time", "t", "June"),
        prop("data", "d", "x", value="5"),
        prop("span", "s", "plain ", ("b", {}, [" text"])), prop("span", "c", "12 euros", content="12"),
        prop("a", "n", "t")]))
    assert [MicrodataItem(("https://s.example/A", "https://s.example/B"), 0, {
        "m": ["1"], "link": ["/x"], "other": ["/x"], "i": ["/i"], "t": ["2026-05-01", "June"], "d": ["5"],
        "s": ["plain text"], "c": ["12"], "n": [""]})] == found


def test_items_nest_and_only_the_outermost_are_listed() -> None:
    found = items(("body", {}, [
        ("div", {"itemscope": None, "itemtype": "R"}, [
            prop("div", "author", prop("span", "name", "Ann"), itemscope="", itemtype="P"),
            prop("span", "name", "Soup"),
            ("div", {"itemscope": ""}, [prop("span", "name", "Other")])]),
        prop("p", "stray", "x")]))
    ann = MicrodataItem(("P",), 2, {"name": ["Ann"]})
    assert [MicrodataItem(("R",), 1, {"author": [ann], "name": ["Soup"]}),
            MicrodataItem((), 5, {"name": ["Other"]})] == found


def test_itemref_adds_what_stands_elsewhere_and_loops_end() -> None:
    found = items(("body", {}, [
        ("div", {"itemscope": "", "itemref": "more me missing more"}, []),
        ("p", {"id": "more"}, [prop("b", "name", "Soup"), prop("i", "self", itemscope="", itemref="more")]),
    ]))
    inner = MicrodataItem((), 4, {"name": ["Soup"]})
    assert [MicrodataItem((), 1, {"name": ["Soup"], "self": [inner]})] == found


def test_ten_thousand_nested_items_and_references_are_bounded() -> None:
    count = 10_000
    nested: list[dict[str, str | None] | None] = [{"itemscope": ""}]
    nested += [{"itemscope": "", "itemprop": "x"} for _ in range(count - 1)]
    everywhere: list[dict[str, str | None] | None] = [{"id": "all"}]
    everywhere += [{"itemscope": "", "itemprop": "p", "itemref": "all"} for _ in range(count - 1)]
    started = time.perf_counter()
    expected = 1
    assert expected == len(microdata(["p"] * count, [count] * count, nested, str))
    expected = []
    assert expected == microdata(["p"] * count, [count, *range(2, count + 1)], everywhere, str)
    assert time.perf_counter() - started < 10


# --- hostile scripts

@pytest.mark.parametrize("part", [
    "[", '{"a":', "/*", '["', ", ", '"\\', "//", "[/*", "= ", '={"', 'var a=["', "var a=[[x;", "&q"])
def test_hostile_scripts_take_bounded_time(part: str) -> None:
    text = (part * 200_000)[:300_000]
    started = time.perf_counter()
    expected = ([], [])
    assert expected == (linked(text), state([(None, None, text)]))
    assert time.perf_counter() - started < 10
