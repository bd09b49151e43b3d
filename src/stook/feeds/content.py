"""What a feed says, whatever its format: clean text, safe links, ids. The writers only give it a shape."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from stook.feeds.identity import entry_ids, feed_id
from stook.feeds.links import web_link
from stook.feeds.text import heading, plain
from stook.records import Channel, Day, Entry

# RFC 5646, 2.1, without the tags that are only there for history's sake: language, script, region, variants,
# extensions, private use.
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z]{3})?(-[a-z]{4})?(-([a-z]{2}|[0-9]{3}))?"
                       r"(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(-[0-9a-wyz](-[a-z0-9]{2,8})+)*"
                       r"(-x(-[a-z0-9]{1,8})+)?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Item:
    id: str
    title: str
    """Never empty."""
    link: str | None
    date: Day | None
    updated: Day | None
    category: str
    summary: str


@dataclass(frozen=True, slots=True)
class Feed:
    id: str
    title: str
    """Never empty."""
    link: str | None
    """The page that was read."""
    own_link: str | None
    """Where the feed itself is served."""
    description: str
    language: str | None
    date: dt.datetime | None
    at: dt.datetime
    items: tuple[Item, ...]


def feed_of(entries: Sequence[Entry], channel: Channel, at: dt.datetime, feed_url: str | None) -> Feed:
    page = web_link(channel.url)
    description = plain(channel.description)
    ids = entry_ids(entries, channel)
    return Feed(id=feed_id(channel), title=heading(plain(channel.title), description, page), link=page,
                own_link=web_link(feed_url), description=description,
                language=_language(channel.language), date=channel.date, at=at,
                items=tuple(_item(entry, own_id, page) for entry, own_id in zip(entries, ids, strict=True)))


def _item(entry: Entry, own_id: str, page: str | None) -> Item:
    link = web_link(entry.url, page)
    summary = plain(entry.summary)
    return Item(id=own_id, title=heading(plain(entry.title), summary, link), link=link, date=entry.date,
                updated=entry.updated, category=plain(entry.category), summary=summary)


def _language(declared: str | None) -> str | None:
    """The first language of a declaration, `ja` of `ja_JP, en`, or None where it is not one."""
    first = (declared or "").split(",")[0].strip().replace("_", "-")
    return first if _LANGUAGE.fullmatch(first) else None
