"""A feed reads back equal: what readers show is what the page said."""

import datetime as dt
import html
import json
from io import BytesIO

import feedparser
import pytest
from feed_material import AT, PAYLOADS, channels, entries_with, recent_days
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from stook.feeds import FORMATS, entry_ids, write
from stook.feeds.identity import feed_id
from stook.feeds.links import web_link
from stook.feeds.text import heading, plain
from stook.records import Channel, Entry

XML_FORMATS = ("rss", "atom")
PAGE = "https://news.example/list"


@pytest.mark.parametrize("format", XML_FORMATS)
@given(entries=entries_with(recent_days), channel=channels)
@settings(max_examples=50, deadline=None)
def test_titles_summaries_links_categories_and_ids_read_back_equal(format, entries, channel):
    read = parse(write(entries, channel, format, at=AT))

    assert read.bozo is False
    assert [item.id for item in read.entries] == entry_ids(entries, channel)
    page = web_link(channel.url)
    assert [heard(item) for item in read.entries] == [told(entry, page, format) for entry in entries]


def told(entry, page, format):
    link, summary = web_link(entry.url, page), plain(entry.summary)
    title = heading(plain(entry.title), summary, link)
    stands_in = title if format == "atom" and link is None else ""
    # feedparser leaves attributes alone, and Atom's category is one.
    category = plain(entry.category) if format == "atom" else mended(plain(entry.category))
    return mended(title), mended(summary or stands_in), [link] if link else [], category


def heard(item):
    summary = shown(item.content[0]) if "content" in item else shown(item.get("summary_detail"))
    category = item.tags[0].term if "tags" in item else ""
    return shown(item.title_detail), summary, [link.href for link in item.get("links", [])], category


@pytest.mark.parametrize("format", XML_FORMATS)
@given(channel=channels)
@settings(max_examples=50, deadline=None)
def test_title_description_and_link_of_the_channel_read_back_equal(format, channel):
    read = parse(write([], channel, format, at=AT)).feed

    page, description = web_link(channel.url), plain(channel.description)
    title = heading(plain(channel.title), description, page)
    # RSS wants a description of every channel; readers take the id for the link where there is none.
    stands_in = title if format == "rss" else ""
    assert mended(title) == shown(read.title_detail)
    assert mended(description or stands_in) == shown(read.get("subtitle_detail"))
    assert (page or feed_id(channel)) == read.link


@pytest.mark.parametrize("format", XML_FORMATS)
@given(dates=st.lists(recent_days, max_size=5))
@settings(max_examples=50, deadline=None)
def test_dates_read_back_equal(format, dates):
    entries = [Entry(str(number), date=date) for number, date in enumerate(dates)]

    read = parse(write(entries, Channel("List", PAGE), format, at=AT))

    heard = [dt.datetime(*item.published_parsed[:6]) for item in read.entries]
    assert heard == [in_utc(date) for date in dates]


@given(entries=entries_with(recent_days), channel=channels)
@settings(max_examples=50, deadline=None)
def test_a_json_feed_reads_back_equal(entries, channel):
    read = json.loads(write(entries, channel, "json", at=AT))["items"]
    page = web_link(channel.url)

    assert [item["id"] for item in read] == entry_ids(entries, channel)
    assert [(item["title"], item.get("url")) for item in read] == [
        (heading(plain(entry.title), plain(entry.summary), link), link)
        for entry in entries for link in [web_link(entry.url, page)]]
    assert [item["content_text"] for item in read] == [
        plain(entry.summary) or item["title"] for entry, item in zip(entries, read, strict=True)]
    assert [item.get("tags", []) for item in read] == [
        [plain(entry.category)] if plain(entry.category) else [] for entry in entries]
    assert [dt.datetime.fromisoformat(item["date_published"]).astimezone(dt.UTC).replace(tzinfo=None)
            for item in read if "date_published" in item] == [
        in_utc(entry.date).replace(microsecond=0) for entry in entries if entry.date]


@pytest.mark.parametrize("format", XML_FORMATS)
def test_the_channel_reads_back_equal(format):
    modified = dt.datetime(2026, 11, 1, tzinfo=dt.UTC)
    channel = Channel("R&D <news>", PAGE, "What <b>we</b> do", "ja_JP, en", modified)

    read = parse(write([], channel, format, at=AT, feed_url="https://feeds.example/1"))

    assert shown(read.feed.title_detail) == "R&D <news>"
    assert shown(read.feed.subtitle_detail) == "What <b>we</b> do"
    assert read.feed.link == PAGE
    assert read.feed.language == "ja-JP"
    assert [link.href for link in read.feed.links if link.rel == "self"] == ["https://feeds.example/1"]
    assert dt.datetime(*read.feed.updated_parsed[:6], tzinfo=dt.UTC) == AT
    if format == "rss":
        assert dt.datetime(*read.feed.published_parsed[:6], tzinfo=dt.UTC) == modified


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("format", FORMATS)
def test_a_payload_in_every_field_stays_text(format, payload):
    entry = Entry(payload, payload, None, payload, payload)
    channel = Channel(payload, payload, payload, payload)

    feed = write([entry], channel, format, at=AT, feed_url=payload)

    assert b"<script" not in feed
    assert b"<img" not in feed
    assert b"<svg" not in feed
    assert b"<!" not in feed
    assert b'href="javascript:' not in feed
    assert b'"url"' not in feed
    if format in XML_FORMATS:
        read = parse(feed)
        assert (shown(read.entries[0].title_detail), shown(read.feed.title_detail)) == (payload, payload)
        assert "links" not in read.entries[0]


@pytest.mark.parametrize("title", ["The <head> element", "&lt;b&gt;", "a <!-- b --> c", "AT&copy", "&#60;"])
def test_readers_that_take_rss_titles_for_html_show_the_title_as_it_is(title):
    [item] = parse(write([Entry(title)], Channel("List", PAGE), at=AT), sanitize_html=False).entries

    assert LexborHTMLParser(f"<p>{item.title}").body.text() == title


@pytest.mark.parametrize("title", ["R&D", "1 < 2 > 0", "I <3 you", "fish & chips", "静かな朝"])
def test_readers_that_take_rss_titles_for_text_show_ordinary_titles_as_they_are(title):
    [item] = parse(write([Entry(title)], Channel("List", PAGE), at=AT), sanitize_html=False).entries

    assert item.title == title
    assert html.unescape(title) == title


def parse(feed, **options):
    # As a stream: feedparser takes bytes for the name of a file first.
    return feedparser.parse(BytesIO(feed), **options)


def shown(detail):
    """What a reader shows: feedparser says which of its texts are HTML."""
    if detail is None:
        return ""
    if detail.type != "text/html":
        return detail.value
    return LexborHTMLParser(f"<body><p>{detail.value}</p>").body.text()


def mended(text):
    """feedparser takes text that reads as UTF-8 when written as Latin-1 for a mistake, and mends it."""
    try:
        return text.encode("latin-1").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return text


def in_utc(day):
    if not isinstance(day, dt.datetime):
        return dt.datetime.combine(day, dt.time(10))
    moment = day.astimezone(dt.UTC) if day.tzinfo else day
    return moment.replace(tzinfo=None, microsecond=0)
