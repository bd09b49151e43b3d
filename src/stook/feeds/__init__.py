"""Entries -> RSS 2.0, Atom 1.0 and JSON Feed 1.1, as bytes ready to be served; records -> CSV, JSON lines, Parquet.

    write(entries, channel, "atom", at=visited)
    write_table(rows, columns_of(wrapper.fields), "csv", stream)

In feeds, what the page says is made fit to be read anywhere: text becomes inert plain text, links become absolute web
links or are left out, dates keep the day that the page tells, items have ids that stay (`identity`). No entry
is dropped and none raises, whatever the page holds. The same arguments give the same bytes.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from stook.errors import FeedError
from stook.feeds.atom import write_atom
from stook.feeds.columns import PAGE, Column, columns_of
from stook.feeds.content import feed_of
from stook.feeds.identity import entry_ids
from stook.feeds.jsonfeed import write_json
from stook.feeds.parquet import read_parquet
from stook.feeds.rss import write_rss
from stook.feeds.tables import TABLE_FORMATS, write_table
from stook.records import Channel, Entry

__all__ = ["CONTENT_TYPES", "FORMATS", "PAGE", "TABLE_FORMATS", "Column", "columns_of", "entry_ids", "read_parquet",
           "write", "write_table"]

_WRITERS = {"rss": write_rss, "atom": write_atom, "json": write_json}

FORMATS = tuple(_WRITERS)

CONTENT_TYPES: Mapping[str, str] = MappingProxyType({
    "rss": "application/rss+xml; charset=utf-8",
    "atom": "application/atom+xml; charset=utf-8",
    "json": "application/feed+json",
})


def write(entries: Sequence[Entry], channel: Channel, format: str = "rss", *,
          at: dt.datetime, feed_url: str | None = None) -> bytes:
    """`at` is when the entries were read; `feed_url` is where the feed will be served.

    With the time of each request as `at`, the bytes of an unchanged feed would change, and with them its
    ETag.
    """
    writer = _WRITERS.get(format)
    if writer is None:
        raise FeedError("is no feed format that stook writes", subject=format,
                        hint=f"use one of {', '.join(FORMATS)}")
    return writer(feed_of(entries, channel, at, feed_url))
