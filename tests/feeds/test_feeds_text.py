"""Text in feeds: what no format can carry is gone, all else is as the page shows it."""

import html

import pytest
from feed_material import texts
from hypothesis import given
from lxml import etree

from stook.feeds.text import caption, heading, hypertext, plain


@pytest.mark.parametrize(("told", "written"), [
    (None, ""),
    ("", ""),
    ("con\x00trol\x1b[0m\x7f\x9f", "control[0m"),
    ("lone \ud800 surrogate \udfff", "lone surrogate"),
    ("non\ufffechar\uffffacter\ufdd0s\U0010ffff", "noncharacters"),
    ("  white \t\r\n\x0b\x85\u2028 space ", "white space"),
    ("全角\u3000空白 and\xa0no-break", "全角\u3000空白 and\xa0no-break"),
    ("👩‍👩‍👧 مرحبا \u202b", "👩‍👩‍👧 مرحبا \u202b"),
    ("&amp;lt; <script> ]]>", "&amp;lt; <script> ]]>"),
])
def test_plain_text(told, written):
    assert plain(told) == written


@given(texts)
def test_plain_text_can_stand_in_xml_and_stays_as_it_is(told):
    element = etree.Element("title")
    element.text = plain(told)

    assert (etree.fromstring(etree.tostring(element, encoding="utf-8")).text or "") == plain(told)
    assert plain(plain(told)) == plain(told)


@given(texts)
def test_hypertext_is_read_back_by_an_html_reader(told):
    assert html.unescape(hypertext(told)) == told
    assert "<" not in hypertext(told)


@pytest.mark.parametrize(("title", "written"), [
    ("R&D < 3 > 2", "R&D < 3 > 2"),
    ("I <3 &you", "I <3 &you"),
    ("The <head> of R&D", "The &lt;head&gt; of R&amp;D"),
    ("&lt;", "&amp;lt;"),
    ("AT&copy", "AT&amp;copy"),
    ("</日>", "&lt;/日&gt;"),
])
def test_a_caption_is_html_only_where_html_readers_would_show_it_otherwise(title, written):
    assert caption(title) == written


@pytest.mark.parametrize(("title", "summary", "link", "shown"), [
    ("Bread", "Fresh", "https://a.example/", "Bread"),
    ("", "Fresh", "https://a.example/", "Fresh"),
    ("", "", "https://a.example/", "https://a.example/"),
    ("", "", None, "Untitled"),
    ("", "パン" * 40, None, "パン" * 40),
    ("", "x" * 70 + " " * 5 + "y" * 70, None, "x" * 70 + " " * 5 + "yyyy…"),
    ("", "x" * 78 + " " + "y" * 70, None, "x" * 78 + "…"),
])
def test_an_untitled_entry_is_headed_by_the_most_readable_thing_it_has(title, summary, link, shown):
    assert heading(title, summary, link) == shown
