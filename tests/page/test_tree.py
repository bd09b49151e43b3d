"""A page becomes arrays: nodes in pre-order, words kept apart, and nothing that takes the parser down."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stook.errors import PageError
from stook.page.tree import MAX_CHARS, MAX_DEPTH, MAX_MARKS, MAX_REOPENED, TEXT, Tree, build

PIECES = st.sampled_from([
    "<p>", "</p>", "<b>", "</b>", "<div>", "</div>", "<table>", "<td>", "</table>", "<a href=x>",
    "</a>", "<li>", "<ul>", "</ul>", "<br>", "<!-- note -->", "<template>", "</template>", "<svg>", "</svg>",
    "<select>", "<option>", "<script>", "</script>", "<noscript>", "</noscript>", "word", " ", "\n", "&nbsp;",
    "語", "سلام", "\0", "<", "</", "<!", "&#0;", "<?", "]]>", "<title>", "</title>", "<frameset>", "<body>",
    "</html>"])
SOUP = st.lists(PIECES, max_size=40).map("".join)


def words(source: str) -> str:
    """All texts as the arrays hold them, joined."""
    return "".join(build(source).text)


def faults(tree: Tree) -> list[str]:
    """What is wrong with the numbering."""
    count, wrong = len(tree.tag), []
    for node in range(count):
        above = tree.parent[node]
        if above >= node or (above < 0) != (node == 0):
            wrong.append(f"{node} stands below {above}")
        if not node < tree.end[node] <= (tree.end[above] if above >= 0 else count):
            wrong.append(f"{node} ends at {tree.end[node]}")
        if tree.depth[node] != (tree.depth[above] + 1 if above >= 0 else 0):
            wrong.append(f"{node} is {tree.depth[node]} deep")
        following = tree.end[node]
        if following < count and not tree.parent[following] <= above:
            wrong.append(f"{following} follows {node} but is no sibling of it or of one above")
        if (tree.tag[node] == TEXT) != bool(tree.text[node].strip()):
            wrong.append(f"{node} is {tree.tag[node]} and says {tree.text[node]!r}")
        if tree.tag[node] == TEXT and (tree.end[node] != node + 1 or tree.attrs[node]):
            wrong.append(f"the text {node} is more than text")
    return wrong


@settings(max_examples=200, deadline=None)
@given(SOUP)
def test_nodes_are_numbered_in_pre_order_whatever_the_markup(source: str) -> None:
    tree, expected = build(source), list[str]()
    assert expected == faults(tree)
    columns = (tree.tag, tree.parent, tree.end, tree.depth, tree.attrs, tree.text)
    assert len({len(column) for column in columns}) == 1


@settings(max_examples=100, deadline=None)
@given(SOUP)
def test_the_same_source_gives_the_same_arrays(source: str) -> None:
    assert build(source) == build(source)


@pytest.mark.parametrize("source", ["", " \n\t", "<!-- only -->", "<!doctype html>", "</p>", "<?php ?>"])
def test_nothing_is_still_a_document(source: str) -> None:
    expected = ["html", "head", "body"]
    assert expected == build(source).tag[:3]


def test_arrays_of_a_small_page() -> None:
    tree = build("<title>T</title><p id=a class>x<b>y</b></p>z")
    assert tree == Tree(
        tag=["html", "head", "title", TEXT, "body", "p", TEXT, "b", TEXT, TEXT],
        parent=[-1, 0, 1, 2, 0, 4, 5, 5, 7, 4],
        end=[10, 4, 4, 4, 10, 9, 7, 9, 9, 10],
        depth=[0, 1, 2, 3, 1, 2, 3, 3, 4, 2],
        attrs=[None, None, None, None, None, {"id": "a", "class": None}, None, None, None, None],
        text=["", "", "", "T", "", "", "x", "", "y", "z"],
        tags={"html": [0], "head": [1], "title": [2], TEXT: [3, 6, 8, 9], "body": [4], "p": [5], "b": [7]},
        ids={"a": [5]}, classes={})


@pytest.mark.parametrize(("source", "expected"), [
    ("<b>a</b> <i>b</i>", "a b"),
    ("<b>a</b>\n<!-- x -->\n<i>b</i>", "a b"),
    ("<b>a</b><!-- x --><i>b</i>", "ab"),
    ("a<!-- x -->b", "ab"),
    ("a<!-- x --> b", "a b"),
    ("<b>a</b> <script> </script><i>b</i>", "a b"),
    ("<b>a</b>&nbsp;<i>b</i>", "a b"),
    ("<b>a</b>　<i>b</i>", "a b"),
    ("<b>本</b><i>日</i>", "本日"),
])
def test_blank_text_keeps_words_apart_and_comments_do_not(source: str, expected: str) -> None:
    assert expected == words(source)


@pytest.mark.parametrize(("source", "expected"), [
    ("<template><p>x</template>y", ["template", TEXT]),
    ("<body><noscript><p>x</noscript>", ["noscript", "p", TEXT]),
    ("<body><!-- <p> --><?x?>", []),
    ("<body><script><p></script><style>a{}</style>", ["script", TEXT, "style", TEXT]),
    ("<body><textarea><p></textarea>", ["textarea", TEXT]),
    ("<table>x<tr><td>y", [TEXT, "table", "tbody", "tr", "td", TEXT]),
    ("<svg><foreignObject><p>x", ["svg", "foreignObject", "p", TEXT]),
    ("<body><A:b><my-tag>", ["a:b", "my-tag"]),
])
def test_what_is_a_node(source: str, expected: list[str]) -> None:
    tag = build(source).tag
    assert expected == [name for name in tag if name not in ("html", "head", "body")]


@pytest.mark.parametrize(("source", "expected"), [
    ("a\0b", "ab"), ("&#0;", "\ufffd"), ("<svg>a\0b</svg>", "a\ufffdb"), ("é語\U0001f4da", "é語\U0001f4da")])
def test_odd_characters_are_read_as_a_browser_does(source: str, expected: str) -> None:
    assert expected == words(source)


def test_ten_thousand_siblings() -> None:
    tree = build("<ul>" + "<li>x" * 10_000)
    expected = 10_000
    assert expected == tree.parent.count(3)


def test_ten_thousand_levels() -> None:
    tree = build("<div>" * 10_000 + "x")
    expected = (10_002, 10_003)
    assert expected == (max(tree.depth), len(tree.tag) - 1)


FORMATS = math.isqrt(MAX_REOPENED)


@pytest.mark.parametrize(("source", "reason"), [
    ("x" * (MAX_CHARS + 1), "characters"),
    ("<br>" * (MAX_MARKS + 1), "tags"),
    ("<br>" * MAX_MARKS, "nodes"),
    ("<div>" * (MAX_DEPTH + 1), "nested"),
    ("<x-y>" * (MAX_DEPTH + 1), "nested"),
    ("<b>" * (FORMATS + 1), "formatting"),
    ("<p><font size=1>" * 1500, "formatting"),
    ("<p><B>x</P>" * 1500, "formatting"),
    ("<div>" * 15_000 + "</p>" * 60_000, "nested"),
    ("<div>" * 15_000 + "<li>" * 60_000, "nested"),
    ("<p " + " ".join(f"a{number}=1" for number in range(32_000)) + ">", "attributes"),
    ("<p " + " ".join(f"a{number}='>'" for number in range(32_000)) + ">", "attributes"),
    ("".join(f"<body a{number}>" for number in range(32_000)), "attributes"),
])
def test_beyond_a_limit_there_is_a_sentence(source: str, reason: str) -> None:
    with pytest.raises(PageError, match=rf"^http://a\.example/: .*{reason}.*; save the part") as caught:
        build(source, "http://a.example/")
    expected = "http://a.example/"
    assert expected == caught.value.subject


@pytest.mark.parametrize(("source", "count"), [
    ("<br>" * (MAX_MARKS - 3), MAX_MARKS),
    ("<div>" * MAX_DEPTH, MAX_DEPTH + 3),
    ("<div></div>" * 100_000, 100_003),
    ("<b>" * FORMATS, FORMATS + 3),
    ("<b>x</b>" * 20_000, 40_003),
    ("<p>x" * 50_000, 100_003),
    ("</i>" * 50_000, 3),
    ("x" * MAX_CHARS, 4),
    ("<!-- " + "<b>" * 999, 3),
    ("<p " + " ".join(f"a{number}=1" for number in range(9_000)) + ">", 4),
    ("<p title='" + "x y=1 " * 100_000 + "'>", 4),
    ("<script>if(a<b){" + "x y " * 50_000 + "}</script>", 5),
])
def test_just_within_a_limit_there_is_a_page(source: str, count: int) -> None:
    assert count == len(build(source).tag)
