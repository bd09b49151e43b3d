"""Atom 1.0 (RFC 4287).

Atom wants a time of update of every entry, and pages do not always tell one. "Now" would be wrong: it makes
old entries look new at every fetch. So it is the entry's update, else its date, else when the page was last
modified (no entry is younger, and it rests while the page does), else 1970-01-01, which never moves and
which nobody takes for a real date. Whoever remembers when an entry was first seen gives that as its
`updated`.
"""

from __future__ import annotations

import datetime as dt

from lxml import etree

from stook.feeds.content import Feed, Item
from stook.feeds.stamps import rfc3339
from stook.feeds.xml import ATOM, document, leaf
from stook.records import Day

_UNKNOWN = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def write_atom(feed: Feed) -> bytes:
    root = etree.Element("feed", xmlns=ATOM)
    if feed.language:
        root.set(_LANG, feed.language)
    _describe(feed, root)
    for item in feed.items:
        _add(item, root, undated=feed.date or _UNKNOWN)
    return document(root)


def _describe(feed: Feed, root: etree._Element) -> None:
    leaf(root, "id", feed.id)
    leaf(root, "title", feed.title, type="text")
    if feed.description:
        leaf(root, "subtitle", feed.description, type="text")
    leaf(root, "updated", rfc3339(feed.at))
    # An author is required, of the feed or of each entry; the page is all that we know.
    leaf(etree.SubElement(root, "author"), "name", feed.title)
    if feed.link:
        leaf(root, "link", rel="alternate", type="text/html", href=feed.link)
    if feed.own_link:
        leaf(root, "link", rel="self", type="application/atom+xml", href=feed.own_link)
    leaf(root, "generator", "stook")


def _add(item: Item, root: etree._Element, undated: Day) -> None:
    entry = etree.SubElement(root, "entry")
    leaf(entry, "id", item.id)
    leaf(entry, "title", item.title, type="text")
    leaf(entry, "updated", rfc3339(item.updated or item.date or undated))
    if item.date:
        leaf(entry, "published", rfc3339(item.date))
    if item.category:
        leaf(entry, "category", term=item.category)
    if item.link:
        leaf(entry, "link", rel="alternate", href=item.link)
        if item.summary:
            leaf(entry, "summary", item.summary, type="text")
    else:
        # An entry without a link must have content.
        leaf(entry, "content", item.summary or item.title, type="text")
