"""`write` as the command line and the server use it: formats, languages, undated entries, equal bytes."""

import datetime as dt
import json
from xml.etree import ElementTree

import pytest
from feed_material import AT
from feed_rules import ATOM, FAULTS, XML_LANG

from stook.errors import FeedError
from stook.feeds import CONTENT_TYPES, FORMATS, write
from stook.records import Channel, Entry

PAGE = Channel("List", "https://news.example/list")


def test_an_unknown_format_is_named_with_those_that_are_known():
    with pytest.raises(FeedError) as caught:
        write([], PAGE, "rdf", at=AT)

    assert str(caught.value) == "rdf: is no feed format that stook writes; use one of rss, atom, json"


def test_every_format_has_its_content_type():
    assert tuple(CONTENT_TYPES) == FORMATS


def test_rss_from_one_entry():
    entry = Entry("Bread & salt", "bread", dt.date(2026, 11, 18), "Food", "Fresh <b>today</b>")
    modified = dt.datetime(2026, 11, 17, tzinfo=dt.UTC)
    channel = Channel("List", "https://news.example/list", "All news", "en", modified)

    assert write([entry], channel, at=AT, feed_url="https://feeds.example/1").decode() == """\
<?xml version='1.0' encoding='utf-8'?>
<rss xmlns:atom="http://www.w3.org/2005/Atom" version="2.0">
  <channel>
    <title>List</title>
    <link>https://news.example/list</link>
    <description>All news</description>
    <language>en</language>
    <pubDate>Tue, 17 Nov 2026 00:00:00 +0000</pubDate>
    <lastBuildDate>Wed, 18 Nov 2026 09:30:00 +0000</lastBuildDate>
    <generator>stook</generator>
    <atom:link href="https://feeds.example/1" rel="self" type="application/rss+xml"/>
    <item>
      <title>Bread &#x26; salt</title>
      <link>https://news.example/bread</link>
      <description>Fresh &#x26;lt;b&#x26;gt;today&#x26;lt;/b&#x26;gt;</description>
      <category>Food</category>
      <guid isPermaLink="true">https://news.example/bread</guid>
      <pubDate>Wed, 18 Nov 2026 10:00:00 -0000</pubDate>
    </item>
  </channel>
</rss>
"""


@pytest.mark.parametrize("format", FORMATS)
def test_a_feed_of_nothing_from_nowhere_keeps_the_rules(format):
    assert FAULTS[format](write([], Channel(""), format, at=AT)) == []


@pytest.mark.parametrize("format", FORMATS)
def test_the_same_arguments_give_the_same_bytes(format):
    entries = [Entry("Bread", "bread", AT), Entry("Bread"), Entry("パン")]

    assert write(entries, PAGE, format, at=AT) == write(list(entries), PAGE, format, at=AT)


@pytest.mark.parametrize("format", FORMATS)
def test_where_the_feed_is_served_is_never_sought_on_the_site_of_the_page(format):
    assert write([], PAGE, format, at=AT, feed_url="/feeds/1") == write([], PAGE, format, at=AT)


@pytest.mark.parametrize("format", FORMATS)
def test_no_entry_is_dropped(format):
    feed = write([Entry("Bread")] * 300, PAGE, format, at=AT)

    assert feed.count(b"Bread") >= 300
    assert FAULTS[format](feed) == []


@pytest.mark.parametrize(("entry", "modified", "updated"), [
    (Entry("a", date=dt.date(2026, 1, 2), updated=dt.date(2026, 1, 3)), None, "2026-01-03T10:00:00Z"),
    (Entry("a", date=dt.date(2026, 1, 2)), dt.datetime(2026, 2, 1), "2026-01-02T10:00:00Z"),
    (Entry("a"), dt.datetime(2026, 2, 1), "2026-02-01T00:00:00Z"),
    (Entry("a"), None, "1970-01-01T00:00:00Z"),
])
def test_an_atom_entry_is_never_updated_by_being_fetched(entry, modified, updated):
    channel = Channel("List", date=modified)

    def seen(at):
        feed = ElementTree.fromstring(write([entry], channel, "atom", at=at))
        return feed.findtext(f"{ATOM}entry/{ATOM}updated")

    assert seen(AT) == updated
    assert seen(AT + dt.timedelta(1)) == updated


def test_an_undated_entry_has_no_date_where_the_format_does_not_ask_for_one():
    assert b"<pubDate>" not in write([Entry("a")], PAGE, "rss", at=AT)
    assert b"date_" not in write([Entry("a")], PAGE, "json", at=AT)


@pytest.mark.parametrize(("declared", "language"), [
    ("ja", "ja"), ("ja_JP", "ja-JP"), ("de, en", "de"), ("zh-Hant-TW", "zh-Hant-TW"),
    ("sl-rozaj-biske", "sl-rozaj-biske"),
    ("en-a-myext-b-other-x-mine", "en-a-myext-b-other-x-mine"), ("es-419", "es-419"), (" ar ", "ar"),
    ("English", None), ("utf-8", None), ("e", None), ("", None), (None, None), ("<en>", None), ("en-", None),
    ("日本語", None), ("en-" * 10_000, None)])
def test_the_language_is_a_language_tag_or_left_out(declared, language):
    channel = Channel("List", language=declared)

    rss, atom, feed = (write([], channel, format, at=AT) for format in FORMATS)

    assert ElementTree.fromstring(rss).findtext("channel/language") == language
    assert ElementTree.fromstring(atom).get(XML_LANG) == language
    assert json.loads(feed).get("language") == language
