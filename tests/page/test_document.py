"""What a Page promises: questions over its arrays, links as browsers follow them, no work unasked."""

import datetime as dt
import json
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stook.errors import PageError
from stook.page import TEXT, Page, resolve

SMALL = "<body><div id=a class='x y'><p>one <b>two</b></p><p lang=de>three</p></div><ul><li>4<li>5</ul>"


def test_making_a_page_makes_the_arrays_and_nothing_else() -> None:
    given_and_arrays = "source charset url headers at spans tree tag parent end depth attrs text"
    assert set(given_and_arrays.split()) == set(vars(Page(SMALL)))


def test_what_is_asked_for_is_made_once() -> None:
    page = Page(SMALL)
    assert page.words is page.words
    assert page.shapes is page.shapes
    assert page.contents is page.contents


def test_a_page_keeps_what_it_was_given() -> None:
    at = dt.datetime(2026, 1, 2, 3, 4, tzinfo=dt.UTC)
    headers = MappingProxyType({"Content-Language": "fr", "X-A": "b"})
    page = Page("<p>x", url="http://a.example/", headers=headers, at=at)
    expected = ("http://a.example/", {"content-language": "fr", "x-a": "b"}, at, "<p>x")
    assert expected == (page.url, page.headers, page.at, page.source)


def test_its_name_says_where_from_and_how_large() -> None:
    expected = ("<Page http://a.example/, 5 nodes>", "<Page without url, 3 nodes>")
    assert expected == (repr(Page("<p>x", url="http://a.example/")), repr(Page("")))


def test_an_error_names_the_page() -> None:
    with pytest.raises(PageError, match=r"^http://a\.example/deep: "):
        Page("<div>" * 30_000, url="http://a.example/deep")


# nodes

def tags(page: Page, nodes: list[int]) -> list[str]:
    return [page.tag[node] for node in nodes]


def test_select_gives_nodes_in_document_order() -> None:
    page = Page(SMALL)
    expected = ["p", "b", "p", "li", "li"]
    assert expected == tags(page, page.select("li", "b", "p"))


def test_select_and_with_attr_keep_to_a_range() -> None:
    page = Page(SMALL)
    div, = page.select("div")
    inside = (div + 1, page.end[div])
    found = (page.select("p", within=inside), page.select("li", within=inside), page.with_attr("class"),
             page.with_attr("lang", within=inside), page.with_attr("id", within=inside))
    expected = [["p", "p"], [], ["div"], ["p"], []]
    assert expected == [tags(page, nodes) for nodes in found]


def test_select_of_nothing_is_empty() -> None:
    page = Page(SMALL)
    expected: list[list[int]] = [[]] * 4
    assert expected == [page.select("nav"), page.select(), page.select("p", within=(0, 0)),
                        page.with_attr("href")]


SOUP = st.lists(st.sampled_from(
    ["<p>", "<b>", "</b>", "<div>", "</div>", "<ul>", "<li>", "</ul>", "<table>", "</table>", "x"]),
    max_size=30).map("".join)


@settings(max_examples=100, deadline=None)
@given(SOUP, st.integers(0, 40), st.integers(0, 40))
def test_children_ancestors_and_common_agree_with_the_parents(source: str, one: int, other: int) -> None:
    page = Page(source)
    one, other = one % len(page), other % len(page)

    def line(node: int) -> list[int]:
        return [node, *line(page.parent[node])] if node >= 0 else []

    assert [n for n in range(len(page)) if page.parent[n] == one] == list(page.children(one))
    assert line(one)[1:] == list(page.ancestors(one))
    assert max(set(line(one)) & set(line(other))) == page.common(one, other)


def test_attributes_are_trimmed_and_absent_ones_empty() -> None:
    page = Page("<p id=' a ' class=' x\n y ' hidden>z")
    p, = page.select("p")
    expected = ["a", "", "", ""]
    assert expected == [page.attr(p, "id"), page.attr(p, "hidden"), page.attr(p, "title"),
                        page.attr(p + 1, "id")]
    assert (["x", "y"], list[str]()) == (page.classes(p), page.classes(p + 1))


# text

def test_text_is_what_is_shown_with_white_space_collapsed() -> None:
    page = Page("<div>a\n <b>b</b>c<br>d<script>e</script><p hidden>f</p></div><table><td>g<td>h</table>")
    div, table = page.select("div", "table")
    expected = ("a bc d", "g h", "a bc d g h", "")
    assert expected == (page.text_of(div), page.text_of(table), page.text_in(div, page.end[table]),
                        page.text_of(page.select("script")[0]))


def test_what_is_hidden_is_not_shown() -> None:
    page = Page("<title>t</title><p>a</p><div hidden><b>b</b></div><p>c</p>")
    expected = [False, True, False, True]
    assert expected == [page.is_shown(node) for node in page.select("title", "p", "b")]


# links

@pytest.mark.parametrize(("href", "base", "expected"), [
    ("/b?c=d#e", "http://a.example/x/y", "http://a.example/b?c=d#e"),
    ("b", "http://a.example/x/y", "http://a.example/x/b"),
    ("../b", "http://a.example/x/y/z", "http://a.example/x/b"),
    ("?page=2", "http://a.example/x?page=1", "http://a.example/x?page=2"),
    ("#top", "http://a.example/x", "http://a.example/x#top"),
    ("//b.example", "https://a.example/", "https://b.example/"),
    ("  /b\n", "http://a.example/", "http://a.example/b"),
    ("HTTP://A.example:80/b c", None, "http://a.example/b%20c"),
    ("http://bücher.example/é", None, "http://xn--bcher-kva.example/%C3%A9"),
    ("/本", "http://a.example/", "http://a.example/%E6%9C%AC"),
    ("b", None, None),
    ("", "http://a.example/", None),
    ("javascript:void(0)", "http://a.example/", None),
    (" JavaScript:x", "http://a.example/", None),
    ("java\nscript:x", "http://a.example/", None),
    ("data:text/html,x", "http://a.example/", None),
    ("mailto:a@a.example", "http://a.example/", None),
    ("tel:+12", "http://a.example/", None),
    ("http://", "http://a.example/", None),
    ("http://[", "http://a.example/", None),
    ("b", "not a url", None),
    ("b", "mailto:a@a.example", None),
])
def test_links(href: str, base: str | None, expected: str | None) -> None:
    page = Page(f'<a href="{href}">x</a>', url=base)
    assert expected == page.link(page.select("a")[0])


def test_only_links_lead_somewhere() -> None:
    page = Page("<a>x</a><area href=/b><link href=/c><p href=/d>y", url="http://a.example/")
    expected = {"a": None, "area": "http://a.example/b", "link": None, "p": None, TEXT: None}
    assert expected == {page.tag[node]: page.link(node) for node in page.select(*expected)}


@pytest.mark.parametrize(("head", "url", "base"), [
    ("", "http://a.example/x", "http://a.example/x"),
    ("<base href=http://b.example/y/>", "http://a.example/x", "http://b.example/y/"),
    ("<base href=/y/>", "http://a.example/x", "http://a.example/y/"),
    ("<base target=_top><base href=/y/><base href=/z/>", "http://a.example/x", "http://a.example/y/"),
    ("<base href=//b.example/>", "https://a.example/", "https://b.example/"),
    ("<base href=http://b.example/>", None, "http://b.example/"),
    ("", None, None),
])
def test_base(head: str, url: str | None, base: str | None) -> None:
    page = Page(head + "<a href=k>x", url=url)
    expected = (base, resolve("k", base))
    assert expected == (page.base, page.link(page.select("a")[0]))


@pytest.mark.parametrize("base", ["javascript:x", "http://[", "data:,x"])
def test_a_base_that_leads_nowhere_is_passed_over(base: str) -> None:
    expected = "http://a.example/x/k"
    page = Page(f"<base href={base}><a href=k>x", url="http://a.example/x/y")
    assert expected == page.link(page.select("a")[0])


# what the page says of itself

@pytest.mark.parametrize(("source", "expected"), [
    ("<title> A\n <b>B </title>", "A <b>B"),
    ("<svg><title>drawing</title></svg>", ""),
    ("<svg><title>drawing</title></svg><title>page</title>", "page"),
    ("<title>新聞</title><title>second</title>", "新聞"),
    ("", ""),
])
def test_title(source: str, expected: str) -> None:
    assert expected == Page(source).title


def test_metas_say_something_once_by_lower_case_name() -> None:
    page = Page("<meta name=Description content=''><meta name=description content=' a '>"
                "<meta name=description content=b><meta property=og:title content=c>"
                "<meta http-equiv=X-A content=d><meta charset=utf-8>")
    expected = {"description": "a", "og:title": "c", "x-a": "d"}
    assert expected == page.metas


@pytest.mark.parametrize(("source", "headers", "expected"), [
    ("<html lang=en_GB>", {}, "en-GB"),
    ("<html xml:lang=fr>", {}, "fr"),
    ("<html lang=''><meta http-equiv=content-language content='de, en'>", {}, "de"),
    ("<p lang=nl>x", {"Content-Language": "ja"}, "ja"),
    ("<html lang=ar>", {"Content-Language": "en"}, "ar"),
    ("<html lang=' '>", {}, None),
    ("", {}, None),
])
def test_language(source: str, headers: dict[str, str], expected: str | None) -> None:
    assert expected == Page(source, headers=headers).language


def test_embedded_data_is_read_from_the_tree() -> None:
    said = {"@context": "https://schema.org", "@type": "Book", "name": "A"}
    page = Page(f"<script type=application/ld+json>{json.dumps(said)}</script>"
                "<meta property=og:title content=B>"
                "<div itemscope itemtype=https://schema.org/Book><i itemprop=name>C</i></div>")
    expected = ("A", ["B"], 1)
    assert expected == (page.json_ld[0]["name"], page.open_graph["og:title"], len(page.microdata))


def test_raw_tags_are_those_of_the_source() -> None:
    expected = ["p", "p", "div"]
    assert expected == [tag.name for tag in Page("<p>a<p>b</div>").raw_tags]


# decoding

@pytest.mark.parametrize(("codec", "label", "charset", "text"), [
    ("cp932", "Shift_JIS", "shift_jis", "新しい本の①㈱"),
    ("euc_jp", "EUC-JP", "euc-jp", "新しい本"),
    ("cp1251", "windows-1251", "windows-1251", "Новая книга"),
    ("koi8_r", "koi8-r", "koi8-r", "Новая книга"),
    ("gb18030", "gb2312", "gb18030", "新书朱镕"),
    ("utf-8", "utf-8", "utf-8", "本 كتاب книга"),
])
def test_bytes_are_read_as_declared_in_the_page_the_header_or_the_call(
        codec: str, label: str, charset: str, text: str) -> None:
    body = f"<p>{text}</p>".encode(codec)
    pages = (Page(f"<meta charset={label}>".encode() + body), Page(body, charset=label),
             Page(body, headers={"Content-Type": f"text/html; charset={label}"}))
    assert [(charset, text)] * 3 == [(page.charset, page.text_of(page.select("p")[0])) for page in pages]


@pytest.mark.parametrize("content", [
    "\ufeff<title>T</title><p>é", "\ufeff<title>T</title><p>é".encode(),
    "<title>T</title><p>é".encode("utf-16")])
def test_a_byte_order_mark_is_no_text_and_the_head_stays_a_head(content: bytes | str) -> None:
    page = Page(content)
    expected = ["html", "head", "title", TEXT, "body", "p", TEXT]
    assert (expected, "é") == (page.tag, page.text_of(page.select("p")[0]))


@pytest.mark.parametrize(("content", "expected"), [
    ("<p>a\ud800b", "a\ufffdb"), ("<p>\udcffa", "\ufffda"), ("<p>\ud83d\udcda", "\U0001f4da")])
def test_halves_of_surrogate_pairs_are_joined_or_marked(content: str, expected: str) -> None:
    page = Page(content)
    assert (expected, "<p>" + expected) == (page.text_of(page.select("p")[0]), page.source)


@pytest.mark.parametrize("content", [
    "", b"", " ", b"\xef\xbb\xbf", b"\0" * 100, b"\xff" * 100, b"\x89PNG\r\n\x1a\n"])
def test_whatever_it_is_given_a_page_answers(content: bytes | str) -> None:
    page = Page(content)
    answers = (page.title, page.language, page.select("a"), page.metas, page.json_ld, page.open_graph,
               page.microdata)
    assert not any(answers)


def test_fifty_megabytes_of_junk_are_one_text() -> None:
    expected = ["html", "head", "body", TEXT]
    assert expected == Page(b"\xc3\xa9 " * (50 * 1024 * 1024 // 3)).tag


SHOWN = st.lists(st.sampled_from(
    ["<p>", "<b>", "</b>", "<td>", "<table>", "</table>", "<p hidden>", "<svg>", "</svg>", "<button>", "</button>",
     "<div style='display:none'>", "</div>", "<br>", "<script>", "</script>", "one", " two ", "語"]), max_size=30).map("".join)


@settings(max_examples=150, deadline=None)
@given(SHOWN)
def test_the_text_of_a_node_is_the_same_read_by_itself_as_from_the_words_of_the_page(source: str) -> None:
    alone, whole = Page(source), Page(source)
    expected = [(whole.text_in(node, whole.end[node]),
                 not any(start <= node < stop for start, stop in whole.words.hidden)) for node in range(len(whole))]
    assert expected == [(alone.text_of(node), alone.is_shown(node)) for node in range(len(alone))]
    assert "words" not in vars(alone)


def test_texts_that_lie_in_each_other_cost_what_the_page_costs() -> None:
    """Read one by one they would cost the square of the depth."""
    page = Page("<div>" * 5_000 + "deep")
    assert {"deep"} == {page.text_of(node) for node in page.select("div")}


@settings(max_examples=100, deadline=None)
@given(SOUP)
def test_nodes_are_grouped_under_their_parents(source: str) -> None:
    page = Page(source)
    for tag in set(page.tag):
        assert {node: like for node in range(-1, len(page)) if (like := [
            child for child in range(len(page)) if (page.parent[child], page.tag[child]) == (node, tag)])} == page.grouped(tag)


def test_names_lead_to_nodes() -> None:
    page = Page(SMALL + "<i id=' b ' class='y'>6</i>")
    assert (["div"], ["i"], [], ["div", "i"], []) == tuple(
        tags(page, nodes) for nodes in (page.with_id("a"), page.with_id("b"), page.with_id("x"), page.with_class("y"),
                                        page.with_class("x y")))


def test_a_part_is_a_page_of_its_own() -> None:
    page = Page("<html lang=de><base href='/shop/'><p>Before<ul><li id=a class='x y'><a href=1>One</a> 1<li><b>Two</b></ul>",
                url="http://example.org/")
    first, second = page.select("li")
    part = page.part((first, page.end[first]))
    assert (["html", "li", "a", "#text", "#text"], [-1, 0, 1, 2, 1], [5, 5, 4, 4, 5], [0, 1, 2, 3, 2]) == (
        part.tag, part.parent, part.end, part.depth)
    assert ("One 1", "http://example.org/shop/1", "de") == (part.text_of(0), part.link(2), part.language)
    assert ([1], [1]) == (part.with_id("a"), part.with_class("y"))
    both = page.part((first, page.end[second]))
    assert [page.text_of(first), page.text_of(second)] == [both.text_of(node) for node in both.children(0)]


def test_a_part_may_be_of_nodes_that_stand_apart() -> None:
    """Each stands below the nearest that was above it and was taken."""
    page = Page("<table><tr class=names><td>One<td><b>Two</b><tr><td>1<td>2</table>")
    rows, cells = page.select("tr"), page.select("td")
    part = page.part((rows[0], rows[0] + 1), (cells[1], page.end[cells[1]]), (cells[3], page.end[cells[3]]))
    assert (["html", "tr", "td", "b", "#text", "td", "#text"], [-1, 0, 1, 2, 3, 0, 5], [7, 5, 5, 5, 5, 7, 7]) == (
        part.tag, part.parent, part.end)
    assert ("Two 2", [1]) == (part.text_of(0), part.with_class("names"))
    assert "Two 2" == page.part(*part.spans).text_of(0)


def test_the_nodes_of_a_page_stand_in_another_order() -> None:
    """And it is known where each comes from; what is new comes from nowhere."""
    page = Page("<body><p id=a>One</p><p>Two <b>three</b></p>")
    one, two = page.select("p")
    turned, origin = page.arranged([("", 0, one, 0), ("div", 0, 0, 2), ("", two, page.end[two], 3), ("", one, page.end[one], 2)])
    assert ["html", "head", "body", "div", "p", "#text", "b", "#text", "p", "#text"] == turned.tag
    assert [-1, 0, 0, 2, 3, 4, 4, 6, 2, 8] == turned.parent
    assert [-1, *range(two, page.end[two]), one, one + 1] == origin[3:]
    assert ("Two three One", [8]) == (turned.text_of(0), turned.with_id("a"))
    assert [page.tag[node] for node in origin if node >= 0] == [tag for tag in turned.tag if tag != "div"]


@pytest.mark.parametrize("spans", [[], [(0, 3)], [(2, 2)], [(1, 99)], [(3, 4), (2, 3)], [(1, 3), (2, 4)]])
def test_a_part_is_made_of_ranges_in_order(spans: list[tuple[int, int]]) -> None:
    page = Page("<body><div><p>One</p></div><p>Two</p>")
    with pytest.raises(ValueError, match="ranges"):
        page.part(*spans)
