"""JSON Feed 1.1."""

from __future__ import annotations

import json

from stook.feeds.content import Feed, Item
from stook.feeds.stamps import rfc3339

_VERSION = "https://jsonfeed.org/version/1.1"


def write_json(feed: Feed) -> bytes:
    written = json.dumps(_present({
        "version": _VERSION,
        "title": feed.title,
        "home_page_url": feed.link,
        "feed_url": feed.own_link,
        "description": feed.description,
        "language": feed.language,
    }) | {"items": [_item(item) for item in feed.items]}, ensure_ascii=False, indent=2)
    # Markup can stand in strings only, and there this is the same: a browser that guesses HTML finds none.
    return written.replace("<", "\\u003c").encode() + b"\n"


def _item(item: Item) -> dict[str, object]:
    return _present({
        "id": item.id,
        "url": item.link,
        "title": item.title,
        "content_text": item.summary or item.title,
        "date_published": rfc3339(item.date) if item.date else None,
        "date_modified": rfc3339(item.updated) if item.updated else None,
        "tags": [item.category] if item.category else None,
    })


def _present(fields: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value}
