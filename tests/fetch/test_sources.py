"""What a person may name: a URL, a file, standard input; and what the answer is if it is none of them."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from stook.errors import EgressError, FetchError
from stook.fetch import ArchiveTransport, Limits, read


def test_standard_input_is_a_dash() -> None:
    response = read("-", stdin=io.BytesIO(b"<p>piped"))
    assert (response.url, response.content, response.hops) == (None, b"<p>piped", ())
    assert response.fetched.tzinfo is not None


@pytest.mark.parametrize("name", ["saved.html", "ページ.html", "with space", "http", "a:b"])
def test_a_file_is_read_by_its_path(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"<p>saved")
    response = read(str(tmp_path / name))
    assert (response.url, response.content) == (None, b"<p>saved")


@pytest.mark.parametrize("url", [
    "https://example.org/news", "HTTPS://example.org/news", " https://example.org/news\n",
])
def test_a_url_is_fetched(url: str) -> None:
    archive = ArchiveTransport({"https://example.org/news": "<p>web"})
    assert read(url, transport=archive).url == "https://example.org/news"


@pytest.mark.parametrize(("source", "hint"), [
    ("missing.html", "a URL starts with http:// or https://"),
    ("no/such/file", "a URL starts with http:// or https://"),
    ("../no.such/file", "a URL starts with http:// or https://"),
    ("nul\0byte", "a URL starts with http:// or https://"),
    ("example.org/news", "for the page on the web, write https://example.org/news"),
    ("www.example.org", "for the page on the web, write https://www.example.org/"),
    ("例え.example/パン", "for the page on the web, write https://xn--r8jz45g.example/%E3%83%91%E3%83%B3"),
])
def test_a_missing_file_is_told_with_what_may_have_been_meant(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, hint: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FetchError, match="no such file") as missing:
        read(source)
    assert hint == missing.value.hint


@pytest.mark.parametrize("source", [
    "file:///etc/passwd", "ftp://example.org/", "http:/example.org", "http:example.org",
])
def test_what_looks_like_a_url_is_judged_as_one(source: str) -> None:
    with pytest.raises(EgressError):
        read(source)


@pytest.mark.parametrize("content", [
    b"", b"%PDF-1.7\n1 0 obj", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x01\x08\x06", gzip.compress(b"<p>saved", mtime=0),
])
def test_what_is_no_text_is_no_page(content: bytes) -> None:
    with pytest.raises(FetchError) as refused:
        read("-", stdin=io.BytesIO(content))
    assert ("standard input", "give a saved web page") == (refused.value.subject, refused.value.hint)


@pytest.mark.parametrize("charset", ["utf-8", "utf-16", "utf-16-le", "shift_jis", "iso2022_jp", "gb18030", "euc-kr"])
def test_text_in_any_charset_is_a_page(charset: str) -> None:
    """A stray control character too, as sloppy editors leave them."""
    content = ("<title>News 一二三</title><p>" + "words " * 30 + "\x02").encode(charset)
    assert content == read("-", stdin=io.BytesIO(content)).content


def test_a_file_in_the_way_of_a_folder_is_a_missing_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(FetchError, match="no such file"):
        read(str(tmp_path / "file" / "below"))


def test_a_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match="a folder; name a file in it"):
        read(str(tmp_path))


def test_a_name_that_no_file_can_have_is_told() -> None:
    with pytest.raises(FetchError):
        read("x" * 5_000)


def test_an_empty_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(FetchError, match="empty"):
        read(str(tmp_path / "empty"))


def test_a_source_without_end_is_read_up_to_the_limit() -> None:
    class Endless(io.RawIOBase):
        taken = 0

        def read(self, size: int = -1) -> bytes:
            self.taken += size
            return b"x" * size

    endless = Endless()
    with pytest.raises(FetchError, match="larger than 1 MB"):
        read("-", stdin=endless, limits=Limits(max_decoded_bytes=1_000_000))  # type: ignore[arg-type]
    assert endless.taken == 1_000_001
