"""Ids that stay: the same item has the same id at the next fetch, wherever it stands then.

An item is known by its *traits*, coarsest first: its link, its title (or summary), its day, all the rest.
Its id is made of as few of them as set it apart from the other items of the feed:

- the link alone, nearly always. The link then is the id: titles get corrected, relative dates drift;
- link and title, where items share the link; the title, where the link is missing or leads back to the page;
- with the day, where these are shared too; then with everything;
- items equal in every trait are numbered in their order.

So an id changes when the traits it is made of change, and else only when its item begins or ceases to share
them with another one: without a memory of earlier fetches these two can only be told apart by saying more
of both.

An id that is no link is a name-based UUID (RFC 9562, 5.5) under the page's address. A tag: URI would say
more to people, but only the owner of a domain may coin one, and the pages we read are not ours.
"""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections import Counter
from collections.abc import Sequence

from stook.feeds.links import web_link
from stook.feeds.text import plain
from stook.records import Channel, Entry

_Traits = tuple[str, str, str, str]


def feed_id(channel: Channel) -> str:
    """The page's address; it must not depend on where the feed is served, which may move."""
    return web_link(channel.url) or _urn(_namespace(channel))


def entry_ids(entries: Sequence[Entry], channel: Channel) -> list[str]:
    """One id per entry, unique in the feed; an IRI, and equal to the entry's link where that is enough."""
    page = web_link(channel.url)
    traits = [_traits(entry, page) for entry in entries]
    alike = Counter(own[:length] for own in set(traits) for length in range(1, len(own) + 1))
    copies: Counter[_Traits] = Counter()
    namespace = _namespace(channel)
    ids = []
    for own in traits:
        copies[own] += 1
        ids.append(_id(_telling(own, alike), copies[own], namespace))
    return ids


def _traits(entry: Entry, page: str | None) -> _Traits:
    link = web_link(entry.url, page)
    summary = plain(entry.summary)
    day = entry.date.date() if isinstance(entry.date, dt.datetime) else entry.date
    rest = (str(entry.date), plain(entry.category), summary)
    own_link = link if link and link.rstrip("#") != page else ""
    return (own_link, plain(entry.title) or summary, day.isoformat() if day else "", json.dumps(rest))


def _telling(own: _Traits, alike: Counter[tuple[str, ...]]) -> tuple[str, ...]:
    fewest = next(length for length, trait in enumerate(own, 1) if trait)
    return next(own[:length] for length in range(fewest, len(own) + 1) if alike[own[:length]] == 1)


def _id(telling: tuple[str, ...], copy: int, namespace: str) -> str:
    if copy > 1:
        return _urn(namespace, *telling, copy)
    return telling[0] if len(telling) == 1 else _urn(namespace, *telling)


def _namespace(channel: Channel) -> str:
    return web_link(channel.url) or plain(channel.title)


def _urn(namespace: str, *name: str | int) -> str:
    return uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([namespace, *name])).urn
