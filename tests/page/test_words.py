"""The shown texts: lines break where a reader sees them break, and what nobody sees is not read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stook.page.tree import TEXT, build
from stook.page.words import BREAKING, UNSEEN, Words, is_hidden, read


def lines(source: str) -> list[str]:
    found = read(build(source))
    return [text for _, text in found.lines(range(len(found.node)))]


@pytest.mark.parametrize(("source", "expected"), [
    ("a<b>b</b> c", ["ab c"]),
    ("<p>a<p>b", ["a", "b"]),
    ("a<br>b", ["a", "b"]),
    ("a<hr>b", ["a", "b"]),
    ("<div>a<span>b</span><div>c</div>d</div>e", ["ab", "c", "d", "e"]),
    ("<ul><li>a<li>b<ul><li>c</ul>d</ul>", ["a", "b", "c", "d"]),
    ("<table><tr><td>a<td>b<tr><td>c</table>", ["a b", "c"]),
    ("<td>a", ["a"]),
    ("a<button>b</button>c", ["a b c"]),
    ("a<img>b", ["a b"]),
    ("a<wbr>b", ["ab"]),
    ("a <!-- --> b\n\n c", ["a b c"]),
    ("<h2>本日</h2>の<b>朝</b>刊", ["本日", "の朝刊"]),
    ("<p>سلام<b>!</b><p>دنیا", ["سلام!", "دنیا"]),
    ("", []),
])
def test_lines(source: str, expected: list[str]) -> None:
    assert expected == lines(source)


@pytest.mark.parametrize("source", [
    "<script>x</script>", "<style>x</style>", "<title>x</title>", "<template>x</template>", "<p hidden>x",
    "<p hidden=''>x", "<p style='color:red; DISPLAY : none'>x", "<svg><text>x</text></svg>",
    "<datalist><option>x</datalist>", "<iframe>x</iframe>", "<p hidden><b>x</b>y", "<object>x</object>"])
def test_what_is_not_shown_has_no_words(source: str) -> None:
    expected = ["seen"]
    assert expected == lines(source + "</p><div>seen")


@pytest.mark.parametrize(("attrs", "expected"), [
    (None, False), ({}, False), ({"hidden": None}, True), ({"hidden": ""}, True),
    ({"hidden": "until-found"}, False), ({"style": None}, False), ({"style": "display:none"}, True),
    ({"style": "display: none !important"}, True),
    ({"style": "display:block"}, False), ({"class": "hidden"}, False)])
def test_an_element_says_whether_it_is_hidden(attrs: dict[str, str | None] | None, expected: bool) -> None:
    assert expected == is_hidden(attrs)


def test_boxes_of_one_line_are_set_apart() -> None:
    found = read(build("<table><tr><td>a<b>b</b><td>c</table>"))
    expected = (True, True, False, "ab c")
    assert expected == (len(set(found.line)) == 1, found.box[0] == found.box[1], found.box[1] == found.box[2],
                        found.join(range(3)))


def test_between_finds_the_texts_of_a_range_of_nodes() -> None:
    tree = build("<p>a</p><p>b<i>c</i></p><p>d</p>")
    found = read(tree)
    second = [node for node, tag in enumerate(tree.tag) if tag == "p"][1]
    expected = (range(1, 3), "bc", range(4, 4), range(0))
    assert expected == (found.between(second, tree.end[second]),
                        found.join(found.between(second, tree.end[second])),
                        found.between(tree.end[0], tree.end[0]), found.between(0, 0))


def test_join_of_nothing_is_empty() -> None:
    nothing = read(build(""))
    assert ("", list[tuple[range, str]]()) == (nothing.join(range(0)), list(nothing.lines(range(0))))


def test_hidden_ranges_are_apart_and_in_order() -> None:
    tree = build("<body><p hidden>a<b hidden>b</b></p><p>c</p><script>d</script>")
    found = read(tree)
    expected = [(tree.tag.index(name), tree.end[tree.tag.index(name)]) for name in ("head", "p", "script")]
    assert expected == found.hidden


SOUP = st.lists(st.sampled_from(
    ["<p>", "<b>", "</b>", "<div>", "</div>", "<br>", "<td>", "<table>", "</table>", "<li>", "<ul>",
     "</ul>", "<hr>", "<button>", "</button>", "<p hidden>", "<script>", "</script>", "<svg>", "</svg>",
     "one", " two ", "語"]),
    max_size=30).map("".join)


def naive(source: str) -> list[list[str]]:
    """The shown texts of each line, by what stands between one text and the next."""
    tree = build(source)
    above = [{-1}]
    found: list[list[str]] = []
    edge = True
    unseen: set[int] = set()
    openers: list[set[int]] = []
    for node, tag in enumerate(tree.tag):
        inside = openers[tree.parent[node]] if tree.parent[node] >= 0 else set()
        openers.append(inside | {node} if tag in BREAKING else inside)
        if tag in UNSEEN or is_hidden(tree.attrs[node]) or tree.parent[node] in unseen:
            unseen.add(node)
        elif tag == TEXT:
            if edge or openers[node] != above[-1]:
                found.append([])
            found[-1].append(tree.text[node])
            above.append(openers[node])
            edge = False
        elif tag in BREAKING:
            edge = True
    return found


@settings(max_examples=150, deadline=None)
@given(SOUP)
def test_a_line_never_crosses_a_line_breaking_tag(source: str) -> None:
    found = read(build(source))
    texts = [[found.text[place] for place in places] for places, _ in found.lines(range(len(found.node)))]
    assert naive(source) == texts


@settings(max_examples=100, deadline=None)
@given(SOUP)
def test_lines_and_boxes_rise_and_every_line_is_one_piece(source: str) -> None:
    found: Words = read(build(source))
    places = [place for line, _ in found.lines(range(len(found.node))) for place in line]
    assert list(range(len(found.node))) == places
    assert sorted(found.line) == found.line
    assert sorted(found.box) == found.box
    assert sorted(set(found.node)) == found.node


def test_depth_of_ten_thousand_and_as_many_siblings() -> None:
    deep, wide = lines("<div>" * 10_000 + "x"), lines("<ul>" + "<li>x" * 10_000)
    expected = ["x"], ["x"] * 10_000
    assert expected == (deep, wide)
