"""Entries and channels as the web has them, for the property tests: all scripts, broken text, bad links."""

from __future__ import annotations

import datetime as dt

from hypothesis import strategies as st

from stook.records import Channel, Entry

AT = dt.datetime(2026, 11, 18, 9, 30, tzinfo=dt.UTC)

PAYLOADS = ("<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "]]><script>alert(1)</script>",
            "&lt;script&gt;alert(1)&lt;/script&gt;", "<svg/onload=alert(1)>", "javascript:alert(1)",
            "<!--", "<?xml version='1.0'?>", "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;")

SCRIPTS = ("静かな朝の知らせ", "أخبار الصباح", "ידיעות הבוקר", "👩‍👩‍👧 🇯🇵", "é")

LOOKALIKES = ("&amp;lt;", "&copy", "&#60;", "&#;", "&nbsp;", "]]>", "a < b", "<3", "R&D",
              "The <head> element", "<b>bold</b>", "</p>")

CONTROLS = ("\u3000", "\xa0", " ", "\t\n", "\x00", "\x0b", "\x1b[31m", "\x85", "\u2028", "\u202e",
            "\ufeff", "\ufffe", "\U0001ffff", "\ud800", "\udfff")

phrases = st.sampled_from((*PAYLOADS, *SCRIPTS, *LOOKALIKES, *CONTROLS))

texts = st.lists(phrases | st.text(max_size=6), max_size=4).map("".join)

WEB_LINKS = ("https://news.example/a", "https://news.example/b?x=1&y=2", "/relative", "../up", "?page=2",
             "#part", "//other.example/x", "http://bücher.example/straße und mehr", "https://news.example/記事?題=朝",
             "https://me:secret@news.example/private", "http://[2001:db8::1]:8080/x",
             "HTTPS://NEWS.example:443/a|b[c]%zz", "https://news.example/list")

NO_LINKS = ("", " ", "javascript:alert(1)", " java\nscript:alert(1)", "data:text/html,<script>", "vbscript:x",
            "file:///etc/passwd", "mailto:a@b.example", "http://", "http://[::1", "https://x\ud800.example/")

LINKS = WEB_LINKS + NO_LINKS

zones = st.integers(-23 * 60, 23 * 60).map(lambda minutes: dt.timezone(dt.timedelta(minutes=minutes)))

days = st.dates() | st.datetimes() | st.datetimes(timezones=zones)
"""Up to the ends of the calendar, so that nobody may shift a date to another zone."""

recent_days = (st.dates(dt.date(1901, 1, 1), dt.date(2200, 1, 1))
               | st.datetimes(dt.datetime(1901, 1, 1), dt.datetime(2200, 1, 1),
                              timezones=st.none() | st.just(dt.timezone(dt.timedelta(hours=9)))))


def entries_with(dates: st.SearchStrategy[dt.date]) -> st.SearchStrategy[list[Entry]]:
    maybe_text = st.none() | texts
    entry = st.builds(Entry, title=texts, url=st.none() | st.sampled_from(LINKS), date=st.none() | dates,
                      category=maybe_text, summary=maybe_text, updated=st.none() | dates)
    return st.lists(entry, max_size=5)


languages = st.sampled_from(("ja", "ar", "en_GB", "de, en", "zh-Hant-TW", "utf-8", "English", ""))

channels = st.builds(
    Channel, title=texts, url=st.none() | st.just("https://news.example/list") | st.sampled_from(LINKS),
    description=texts, language=st.none() | languages | texts,
    date=st.none() | st.datetimes(timezones=st.none() | st.just(dt.UTC)))
