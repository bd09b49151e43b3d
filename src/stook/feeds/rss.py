"""RSS 2.0, after the specification and the RSS Advisory Board's best practices profile.

The description of an item is HTML, so our text is escaped into it. Titles are plain text, see `text.caption`.
"""

from __future__ import annotations

from lxml import etree

from stook.feeds.content import Feed, Item
from stook.feeds.stamps import rfc822
from stook.feeds.text import caption, hypertext
from stook.feeds.xml import ATOM, document, leaf


def write_rss(feed: Feed) -> bytes:
    root = etree.Element("rss", version="2.0", nsmap={"atom": ATOM} if feed.own_link else None)
    channel = etree.SubElement(root, "channel")
    _describe(feed, channel)
    for item in feed.items:
        _add(item, channel)
    return _with_hexadecimal_references(document(root))


def _describe(feed: Feed, channel: etree._Element) -> None:
    leaf(channel, "title", caption(feed.title))
    # A link is required, and what was read from a file has none: then its name, which leads nowhere.
    leaf(channel, "link", feed.link or feed.own_link or feed.id)
    leaf(channel, "description", caption(feed.description or feed.title))
    if feed.language:
        leaf(channel, "language", feed.language)
    if feed.date:
        leaf(channel, "pubDate", rfc822(feed.date))
    leaf(channel, "lastBuildDate", rfc822(feed.at))
    leaf(channel, "generator", "stook")
    if feed.own_link:
        leaf(channel, f"{{{ATOM}}}link", href=feed.own_link, rel="self", type="application/rss+xml")


def _add(item: Item, channel: etree._Element) -> None:
    element = etree.SubElement(channel, "item")
    leaf(element, "title", caption(item.title))
    if item.link:
        leaf(element, "link", item.link)
    if item.summary:
        leaf(element, "description", hypertext(item.summary))
    if item.category:
        leaf(element, "category", item.category)
    leaf(element, "guid", item.id, isPermaLink="true" if item.id == item.link else "false")
    published = item.date or item.updated
    if published:
        leaf(element, "pubDate", rfc822(published))


def _with_hexadecimal_references(written: bytes) -> bytes:
    """More readers get `&#x26;` right than `&amp;`, says the profile; to an XML parser they are the same."""
    return written.replace(b"&lt;", b"&#x3C;").replace(b"&gt;", b"&#x3E;").replace(b"&amp;", b"&#x26;")
