"""The rules of the three formats, each checked on the bytes alone: what a W3C-style validator would refuse.

Each function answers with its complaints, in plain words; a feed that keeps the rules has none.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

ATOM = "{http://www.w3.org/2005/Atom}"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"

_DAYS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"
_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
RFC822 = re.compile(
    rf"({_DAYS}), (\d\d) ({_MONTHS}) (\d{{4}}) \d\d:\d\d:\d\d [+-]([01]\d|2[0-3])[0-5]\d", re.ASCII)
RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]([01]\d|2[0-3]):[0-5]\d)", re.ASCII)
URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+")
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")


def rss_faults(feed: bytes) -> list[str]:
    return list(_rss_faults(ElementTree.fromstring(feed)))


def atom_faults(feed: bytes) -> list[str]:
    return list(_atom_faults(ElementTree.fromstring(feed)))


def json_faults(feed: bytes) -> list[str]:
    return list(_json_faults(json.loads(feed)))


FAULTS = {"rss": rss_faults, "atom": atom_faults, "json": json_faults}


def _rss_faults(root: ElementTree.Element) -> Iterator[str]:
    if (root.tag, root.get("version"), len(root)) != ("rss", "2.0", 1):
        yield "the root is not <rss version='2.0'> with one channel"
    channel = root[0]
    yield from _not_exactly_one(channel, ["title", "link", "description"])
    yield from _repeated(channel, ["language", "pubDate", "lastBuildDate", "generator"])
    if not URI.fullmatch(channel.findtext("link", "")):
        yield "the channel's link is no URI"
    if not (channel.findtext("title") and channel.findtext("description")):
        yield "the channel's title or description is empty"
    yield from _bad_language(channel.findtext("language"))
    for own in channel.findall(f"{ATOM}link"):
        yield from _bad_link(own.get("href"))
    dates = [*channel.iter("pubDate"), *channel.iter("lastBuildDate")]
    yield from (fault for date in dates for fault in _bad_rfc822(date.text or ""))
    items = channel.findall("item")
    for item in items:
        yield from _rss_item_faults(item)
    yield from _shared_ids(item.findtext("guid", "") for item in items)


def _rss_item_faults(item: ElementTree.Element) -> Iterator[str]:
    yield from _repeated(item, ["title", "link", "description", "guid", "pubDate"])
    if not (item.findtext("title") or item.findtext("description")):
        yield "an item has neither title nor description"
    if item.find("link") is not None:
        yield from _bad_link(item.findtext("link"))
    guid = item.find("guid")
    if guid is None or not guid.text:
        yield "an item has no guid"
    elif guid.get("isPermaLink", "true") == "true":
        yield from _bad_link(guid.text)
    if any(not category.text for category in item.findall("category")):
        yield "a category is empty"


def _atom_faults(root: ElementTree.Element) -> Iterator[str]:
    if root.tag != f"{ATOM}feed":
        yield "the root is not an Atom feed"
    yield from _bad_language(root.get(XML_LANG))
    yield from _atom_common_faults(root)
    yield from _repeated(root, [f"{ATOM}generator", f"{ATOM}subtitle"])
    entries = root.findall(f"{ATOM}entry")
    for entry in entries:
        yield from _atom_common_faults(entry)
        yield from _atom_entry_faults(entry)
        if root.find(f"{ATOM}author") is None and entry.find(f"{ATOM}author") is None:
            yield "neither the feed nor the entry has an author"
    yield from _shared_ids(each.findtext(f"{ATOM}id", "") for each in [root, *entries])
    yield from (f"{text.tag} has markup but says that it is text" for text in root.iter()
                if text.get("type") == "text" and len(text))


def _atom_common_faults(element: ElementTree.Element) -> Iterator[str]:
    yield from _not_exactly_one(element, [f"{ATOM}id", f"{ATOM}title", f"{ATOM}updated"])
    if not URI.fullmatch(element.findtext(f"{ATOM}id", "")):
        yield "an id is no IRI"
    for name in ("updated", "published"):
        for date in element.findall(f"{ATOM}{name}"):
            yield from _bad_rfc3339(date.text or "")
    links = element.findall(f"{ATOM}link")
    for link in links:
        yield from _bad_link(link.get("href"))
    if sum(link.get("rel", "alternate") == "alternate" for link in links) > 1:
        yield "there are two alternate links of one type"
    for author in element.findall(f"{ATOM}author"):
        yield from _not_exactly_one(author, [f"{ATOM}name"])
        if not author.findtext(f"{ATOM}name"):
            yield "an author has no name"


def _atom_entry_faults(entry: ElementTree.Element) -> Iterator[str]:
    yield from _repeated(entry, [f"{ATOM}published", f"{ATOM}summary", f"{ATOM}content"])
    if entry.find(f"{ATOM}content") is None and entry.find(f"{ATOM}link[@rel='alternate']") is None:
        yield "an entry has neither content nor alternate link"
    if any(not category.get("term") for category in entry.findall(f"{ATOM}category")):
        yield "a category has no term"


def _json_faults(feed: dict[str, Any]) -> Iterator[str]:
    if feed.get("version") != "https://jsonfeed.org/version/1.1":
        yield "the version is not that of JSON Feed 1.1"
    if not (isinstance(feed.get("title"), str) and feed["title"]):
        yield "the feed has no title"
    yield from _bad_language(feed.get("language"))
    for name in ("home_page_url", "feed_url"):
        if name in feed:
            yield from _bad_link(feed[name])
    if not isinstance(feed.get("items"), list):
        yield "items is no array"
        return
    for item in feed["items"]:
        yield from _json_item_faults(item)
    yield from _shared_ids(str(item.get("id")) for item in feed["items"])


def _json_item_faults(item: dict[str, Any]) -> Iterator[str]:
    if not (isinstance(item.get("id"), str) and item["id"]):
        yield "an item has no id"
    if not (item.get("content_text") or item.get("content_html")):
        yield "an item has no content"
    if "url" in item:
        yield from _bad_link(item["url"])
    for name in ("date_published", "date_modified"):
        if name in item:
            yield from _bad_rfc3339(item[name])
    tags = item.get("tags", [])
    if not (isinstance(tags, list) and all(isinstance(tag, str) and tag for tag in tags)):
        yield "tags is no array of strings"


def _not_exactly_one(element: ElementTree.Element, tags: Iterable[str]) -> Iterator[str]:
    return (f"not exactly one {tag}" for tag in tags if len(element.findall(tag)) != 1)


def _repeated(element: ElementTree.Element, tags: Iterable[str]) -> Iterator[str]:
    return (f"more than one {tag}" for tag in tags if len(element.findall(tag)) > 1)


def _shared_ids(ids: Iterable[str]) -> Iterator[str]:
    return (f"two items have the id {own!r}" for own, times in Counter(ids).items() if times > 1)


def _bad_link(link: str | None) -> Iterator[str]:
    parts = urlsplit(link or "")
    if not (link and URI.fullmatch(link) and parts.scheme in ("http", "https") and parts.netloc):
        yield f"{link!r} is no absolute web link"


def _bad_language(language: str | None) -> Iterator[str]:
    if language is not None and not LANGUAGE.fullmatch(language):
        yield f"{language!r} is no language tag"


def _bad_rfc822(text: str) -> Iterator[str]:
    found = RFC822.fullmatch(text)
    if not found:
        yield f"{text!r} is no RFC 822 date"
        return
    weekday, day, month, year = found.group(1, 2, 3, 4)
    date = dt.date(int(year), _MONTHS.split("|").index(month) + 1, int(day))
    if _DAYS.split("|")[date.weekday()] != weekday:
        yield f"{text!r} has the wrong day of the week"


def _bad_rfc3339(text: str) -> Iterator[str]:
    if not RFC3339.fullmatch(text):
        yield f"{text!r} is no RFC 3339 date"
        return
    dt.datetime.fromisoformat(text)
