"""The raw tag stream holds every tag where it stands, as the tokenizer of the HTML standard cuts it."""

import time
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stook.page.tokens import VOID, Tag, tag_stream


def shown(source: str) -> list[str]:
    """The tags of a source, short: name, /name, name. for one that stands alone."""
    return [{"open": tag.name, "close": f"/{tag.name}", "void": f"{tag.name}."}[tag.kind]
            for tag in tag_stream(source)]


def test_a_tag_knows_its_place() -> None:
    assert [Tag("p", "open", 1, 14), Tag("br", "void", 15, 19), Tag("p", "close", 19, 23)] == tag_stream(
        "a<P class='x'>b<br></p>")


@pytest.mark.parametrize(("source", "expected"), [
    ("", []),
    ("a < b <3 <> </> <=", []),
    ("<div><p>a<p>b</div></section>", ["div", "p", "p", "/div", "/section"]),
    ("<div/><br/><hr>", ["div", "br.", "hr."]),
    ('<a title="1 > 0" href=x>y</a>', ["a", "/a"]),
    ("<a title='</a>'>y</a >", ["a", "/a"]),
    ('<a "b>c</a>', ["a", "/a"]),
    ('<a b==">c</a>', ["a", "/a"]),
    ("<a b = 'x' c= d = e>", ["a"]),
    ("<a/b/c='>'>", ["a"]),
    ("<my-tag:x\n></my-tag:x>", ["my-tag:x", "/my-tag:x"]),
    ("<a<b>c", ["a<b"]),
    ('<meta a="b"c="d">\n<i>', ["meta.", "i"]),
    ("<a b='\"''\"><a c=\"\"\"><i>", ["a", "a", "i"]),
    ("<p>a</é><b>", ["p", "b"]),
    ("<p></p foo='>'>", ["p", "/p"]),
], ids=str)
def test_tags(source: str, expected: list[str]) -> None:
    assert expected == shown(source)


@pytest.mark.parametrize(("source", "expected"), [
    ("<!-- <p> --><b>", ["b"]),
    ("<!--><b><!---><i>", ["b", "i"]),
    ("<!-- <p> --!><b>", ["b"]),
    ("<!-- - -- > --><b>", ["b"]),
    ("<!DOCTYPE html PUBLIC '-//W3C'><b>", ["b"]),
    ("<?php echo 1; ?><b>", ["b"]),
    ("<![CDATA[<p>]]><b>", ["b"]),
    ("<svg><![CDATA[<p> > ]]></svg><b>", ["svg", "/svg", "b"]),
    ("<!-- <p>", []),
    ("<! <p>", []),
], ids=str)
def test_what_is_no_tag_is_in_the_gaps(source: str, expected: list[str]) -> None:
    assert expected == shown(source)


@pytest.mark.parametrize(("source", "expected"), [
    ("<script>if (a<b) '<p>'</script><i>", ["script", "/script", "i"]),
    ("<SCRIPT>'</scripty>'</Script ><i>", ["script", "/script", "i"]),
    ("<script><!-- '<script>' '</script>' --></script><i>", ["script", "/script", "i"]),
    ("<script><!-- '<p>' </script><i>", ["script", "/script", "i"]),
    ("<script><!--> <script> </script><i>", ["script", "/script", "i"]),
    ("<textarea><b></textarea><title><b></title>", ["textarea", "/textarea", "title", "/title"]),
    ("<style><p></style><iframe><p></iframe>", ["style", "/style", "iframe", "/iframe"]),
    ("<noscript><p></noscript>", ["noscript", "p", "/noscript"]),
    ("<title>a<b>", ["title"]),
    ("<plaintext><b></plaintext>", ["plaintext"]),
    ("<script/><b></script><i>", ["script", "/script", "i"]),
], ids=str)
def test_raw_text_elements_hide_their_content(source: str, expected: list[str]) -> None:
    assert expected == shown(source)


@pytest.mark.parametrize(("source", "expected"), [
    ("<svg><path/><g d=x/></g></svg>", ["svg", "path.", "g", "/g", "/svg"]),
    ("<svg/><div/>", ["svg.", "div"]),
    ("<svg><title/><style/><b></svg>", ["svg", "title.", "style.", "b", "/svg"]),
    ("<svg><foreignObject><div/><script><b></script></foreignObject><a/></svg>",
     ["svg", "foreignobject", "div", "script", "/script", "/foreignobject", "a.", "/svg"]),
    ("<svg><p><script><b></script>", ["svg", "p", "script", "/script"]),
], ids=str)
def test_in_svg_the_slash_counts_and_nothing_is_raw_text(source: str, expected: list[str]) -> None:
    assert expected == shown(source)


@pytest.mark.parametrize("rest", ["<a", "<a href", '<a href="x>y</a>', "<a href='x", "</a", "<a b=c ", "<"])
def test_a_tag_that_the_end_cuts_off_is_none(rest: str) -> None:
    expected = ["p"]
    assert expected == shown("<p>" + rest)


class Reference(HTMLParser):
    """The tags as the standard library sees them."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(f"{tag}." if tag in VOID else tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self.seen.append(f"/{tag}")


NAMES = st.sampled_from(["div", "p", "H1", "span", "x-y", "section", "td"])
TEXT = st.text(alphabet="ab é日 &;=\"'>/", max_size=8)
ATTRIBUTE = st.builds(lambda name, value: f' {name}="{value.replace(chr(34), "")}"',
                      st.sampled_from(["a", "b-c"]), TEXT)
ATTRIBUTES = st.lists(ATTRIBUTE, max_size=2).map("".join)
LEAF = (TEXT | st.builds("<br{}>".format, ATTRIBUTES) | TEXT.map("<!--c{}-->".format)
        | TEXT.map("<style>{}</style>".format))
MARKUP = st.recursive(LEAF, lambda inner: st.builds(
    lambda name, attributes, parts: f"<{name}{attributes}>{''.join(parts)}</{name}>",
    NAMES, ATTRIBUTES, st.lists(inner, max_size=4)), max_leaves=12)


@given(MARKUP)
def test_well_formed_markup_gives_the_tags_of_the_standard_library(source: str) -> None:
    reference = Reference()
    reference.feed(source)
    assert reference.seen == shown(source)


@given(st.text(alphabet="<>/!-'\"= abscript?[]é", max_size=60))
def test_tags_and_gaps_in_order_are_the_source(source: str) -> None:
    rebuilt, position = "", 0
    for tag in tag_stream(source):
        assert source[tag.start] == "<"
        assert source[tag.end - 1] == ">"
        rebuilt += source[position:tag.start] + source[tag.start:tag.end]
        position = tag.end
    assert source == rebuilt + source[position:]


@pytest.mark.parametrize("part", [
    "<", "<a ", '<a href="', "<!--", "<!", "</", "<svg>", "<script>", "<script><!--", "<title>", "<a b='\"",
    "=", "<a b=c/"])
def test_hostile_sources_take_linear_time(part: str) -> None:
    started = time.perf_counter()
    tag_stream("<p>" + part * 100_000)
    assert time.perf_counter() - started < 5


@given(st.lists(st.sampled_from([*" /=\"'<>", "b", "<a", "<svg", "c=d", "\n"]), max_size=40).map("".join))
def test_any_soup_of_signs_is_read(source: str) -> None:
    assert all(source[tag.start] == "<" and source[tag.end - 1] == ">" for tag in tag_stream(source))


@pytest.mark.parametrize(("source", "expected"), [
    ("<svg><path d=x/>", ["svg", "path"]),
    ("<svg><path d='x'/>", ["svg", "path."]),
    ("<svg><path d/>", ["svg", "path."]),
    ("<svg/>", ["svg."]),
])
def test_a_slash_counts_only_outside_of_values(source: str, expected: list[str]) -> None:
    assert expected == shown(source)
