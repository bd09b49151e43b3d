"""Whatever the page held, the feed keeps every rule of its format; and the rules do refuse broken feeds."""

import pytest
from feed_material import AT, channels, days, entries_with
from feed_rules import FAULTS
from hypothesis import given, settings
from hypothesis import strategies as st

from stook.feeds import FORMATS, entry_ids, write
from stook.records import Channel, Entry


@pytest.mark.parametrize("format", FORMATS)
@given(entries=entries_with(days), channel=channels, at=st.datetimes(),
       feed_url=st.sampled_from([None, "https://feeds.example/1", "/feeds/1", "javascript:1"]))
@settings(max_examples=50, deadline=None)
def test_every_feed_keeps_the_rules_of_its_format(format, entries, channel, at, feed_url):
    assert FAULTS[format](write(entries, channel, format, at=at, feed_url=feed_url)) == []


@pytest.mark.parametrize(("format", "whole", "broken", "complaint"), [
    ("rss", b"<link>https://news.example/a", b"<link>/a", "'/a' is no absolute web link"),
    ("rss", b"Wed, 18 Nov", b"Tue, 18 Nov",
     "'Tue, 18 Nov 2026 09:30:00 +0000' has the wrong day of the week"),
    ("rss", b"Wed, 18 Nov 2026", b"18.11.2026", "'18.11.2026 09:30:00 +0000' is no RFC 822 date"),
    ("rss", b"<title>List</title>", b"", "not exactly one title"),
    ("atom", b"<title type=\"text\">List</title>", b"",
     "not exactly one {http://www.w3.org/2005/Atom}title"),
    ("atom", b"2026-11-18T09:30:00Z", b"2026-11-18", "'2026-11-18' is no RFC 3339 date"),
    ("atom", b"<id>https://news.example/list", b"<id>list", "an id is no IRI"),
    ("atom", b"<content type=\"text\">Second</content>", b"",
     "an entry has neither content nor alternate link"),
    ("json", b'"content_text": "Second"', b'"content_text": ""', "an item has no content"),
    ("json", b'"url": "https:', b'"url": "data:', "'data://news.example/a' is no absolute web link"),
])
def test_the_rules_refuse_a_feed_that_breaks_one(format, whole, broken, complaint):
    entries = [Entry("First", "https://news.example/a"), Entry("Second")]
    feed = write(entries, Channel("List", "https://news.example/list"), format, at=AT)

    assert whole in feed
    assert complaint in FAULTS[format](feed.replace(whole, broken, 1))


@pytest.mark.parametrize(("format", "id_of_first"), [
    ("rss", b'"false">%s</guid>'), ("atom", b"<id>%s</id>"), ("json", b'"id": "%s"')])
def test_the_rules_refuse_an_id_that_two_items_share(format, id_of_first):
    channel, entries = Channel("List"), [Entry("First"), Entry("Second")]
    first, second = (own.encode() for own in entry_ids(entries, channel))
    feed = write(entries, channel, format, at=AT)

    shared = feed.replace(id_of_first % second, id_of_first % first)

    assert FAULTS[format](shared) == [f"two items have the id {first.decode()!r}"]
