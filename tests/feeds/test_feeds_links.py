"""Only absolute web links get into a feed, and only what RFC 3986 allows is in them."""

import pytest
from feed_material import LINKS
from feed_rules import URI
from hypothesis import given
from hypothesis import strategies as st

from stook.feeds.links import web_link

BASE = "https://news.example/list/today?page=1"


@pytest.mark.parametrize(("written", "link"), [
    ("https://b.example/x", "https://b.example/x"),
    ("/x", "https://news.example/x"),
    ("x", "https://news.example/list/x"),
    ("?page=2", "https://news.example/list/today?page=2"),
    ("#part", "https://news.example/list/today?page=1#part"),
    ("//b.example", "https://b.example/"),
    ("  HTTPS://B.example:443/a/../b ", "https://b.example/b"),
    ("https://b.example/a b/é?q=日本#ü", "https://b.example/a%20b/%C3%A9?q=%E6%97%A5%E6%9C%AC#%C3%BC"),
    ("https://bücher.example/", "https://xn--bcher-kva.example/"),
    ("/x?a[]=1|2&b={}^`\\#c#d", "https://news.example/x?a%5B%5D=1%7C2&b=%7B%7D%5E%60%5C#c%23d"),
    ("/100%", "https://news.example/100%25"),
    ("/100%25", "https://news.example/100%25"),
    ("http://[2001:db8::1]:8080/x", "http://[2001:db8::1]:8080/x"),
    ("https://me:secret@b.example/", "https://b.example/"),
])
def test_a_web_link_is_written_whole(written, link):
    assert web_link(written, BASE) == link
    assert web_link(link) == link


@pytest.mark.parametrize("written", [
    None, "", " \n", "javascript:alert(1)", " jAva\tscript:alert(1)", "data:text/html,x", "vbscript:x", "file:///x",
    "mailto:a@b.example", "blob:https://b.example/1", "view-source:https://b.example", "http://", "https://[::1",
    "https://b.example:99999/", "https://\ud800/"])
def test_anything_else_is_no_link(written):
    assert web_link(written, BASE) is None


def test_a_relative_link_without_a_page_is_no_link():
    assert web_link("/x") is None


@given(st.sampled_from(LINKS) | st.text() | st.text().map("https://b.example/".__add__))
def test_a_link_is_a_uri_and_stays_as_it_is(written):
    link = web_link(written, BASE)

    assert link is None or URI.fullmatch(link)
    assert web_link(link) == link
