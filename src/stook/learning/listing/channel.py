"""What a page says of itself, for the head of a feed."""

from __future__ import annotations

import datetime as dt
from email.utils import parsedate_to_datetime

from stook.page import Page
from stook.records import Channel

_CHARSET_LANGUAGES = {
    "shift_jis": "ja", "euc-jp": "ja", "iso-2022-jp": "ja", "gb18030": "zh-CN", "gbk": "zh-CN", "big5": "zh-TW",
    "euc-kr": "ko", "koi8-r": "ru", "koi8-u": "uk", "windows-874": "th",
}
"""Charsets that are used for one language only."""


def channel_of(page: Page) -> Channel:
    """Title, description (or keywords), language (declared, or told by the charset), time of last change."""
    metas = page.metas
    heading = next(iter(map(page.text_of, page.select("h1"))), "")
    title = page.title or metas.get("og:title") or heading or page.url or ""
    description = metas.get("description") or metas.get("og:description") or metas.get("keywords") or ""
    language = page.language or _CHARSET_LANGUAGES.get(page.charset)
    return Channel(title=title, url=page.url, description=description, language=language, date=_modified(page))


def _modified(page: Page) -> dt.datetime | None:
    """Last-Modified, if it says something: a page made for the request is modified when it is served."""
    try:
        said = parsedate_to_datetime(page.headers["last-modified"])
        served = parsedate_to_datetime(page.headers["date"]) if "date" in page.headers else None
    except (KeyError, ValueError):
        return None
    if said.tzinfo is None:
        said = said.replace(tzinfo=dt.UTC)
    if served is not None and abs(said - served.replace(tzinfo=served.tzinfo or dt.UTC)) < dt.timedelta(seconds=5):
        return None
    return said
