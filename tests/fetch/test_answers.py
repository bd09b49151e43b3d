"""Which answers are pages, and what the others are said to be."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from stook.errors import ResponseError
from stook.fetch.answers import charset_of, refuse_unless_page

URL = "https://example.org/"


def is_page(status: int, headers: Mapping[str, str]) -> bool:
    try:
        refuse_unless_page(URL, status, headers)
    except ResponseError:
        return False
    return True


@pytest.mark.parametrize("kind", [
    "text/html", "TEXT/HTML; charset=utf-8", "application/xhtml+xml", "application/xml", "text/xml",
    "text/plain",
    "application/rss+xml; charset=x", "application/atom+xml", "",
    "application/xml, application/xml; charset=utf-8",
    " ; charset=x",
])
def test_texts_are_pages(kind: str) -> None:
    assert is_page(200, {"content-type": kind})


@pytest.mark.parametrize("status", [200, 201, 203, 299])
def test_an_answer_without_a_type_is_taken_for_a_page(status: int) -> None:
    assert is_page(status, {})


@pytest.mark.parametrize("kind", [
    "application/pdf", "image/png", "image/svg+xml", "video/mp4", "application/octet-stream",
    "application/zip", "html",
])
def test_other_types_are_refused_by_name(kind: str) -> None:
    assert not is_page(200, {"content-type": kind})
    with pytest.raises(ResponseError, match=kind.replace("+", r"\+")):
        refuse_unless_page(URL, 200, {"content-type": kind})


@pytest.mark.parametrize(("status", "said"), [
    (302, "not a page"), (304, "nothing has changed"), (400, "not a page"), (401, "wants a login"), (403,
    "refuses"),
    (404, "no such page"), (410, "removed"), (418, "not a page"), (429, "too many requests"), (451, "legal"),
    (500, "trouble of its own.*later"), (503, "trouble of its own.*later"), (599, "trouble"), (999,
    "trouble"),
])
def test_a_status_is_put_into_words(status: int, said: str) -> None:
    with pytest.raises(ResponseError, match=f"^{URL}: the server .*{said}") as refused:
        refuse_unless_page(URL, status, {})
    assert f"(status {status})" in str(refused.value)


@pytest.mark.parametrize(("header", "hint"), [
    ("120", "it asks to wait 120 seconds"),
    ("Fri, 31 Dec 2027 23:59:00 GMT", "it asks to wait until 2027-12-31 23:59 UTC"),
    ("soon", "try again later"), ("", "try again later"), ("Fri, 99 Dec 2027 23:59:00 GMT",
    "try again later"),
    ("٣", "try again later"),
])
def test_a_wait_that_the_server_asks_for_is_handed_on(header: str, hint: str) -> None:
    with pytest.raises(ResponseError) as refused:
        refuse_unless_page(URL, 429, {"retry-after": header})
    assert hint == refused.value.hint


@pytest.mark.parametrize(("header", "charset"), [
    ("text/html", None), ("text/html; charset=UTF-8", "utf-8"), ('text/html;charset="Shift_JIS"',
    "shift_jis"),
    ("text/html; Charset = 'windows-1256' ", "windows-1256"), ("text/html; charset=", None), ("", None),
    ("text/html; level=1; charset=euc-kr; x=y", "euc-kr"), ("charset=utf-8", None),
])
def test_the_charset_is_read_from_the_content_type(header: str, charset: str | None) -> None:
    assert charset == charset_of(header)
