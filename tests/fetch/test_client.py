"""Pages from real servers on the loopback interface, which are allowed by name, as a user would do it."""

from __future__ import annotations

import asyncio
import datetime as dt
import gzip
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from typing import Any

import httpx2
import pytest

from stook.errors import EgressError, FetchError, ResponseError
from stook.fetch import ArchiveTransport, Fetcher, Limits, fetch

Serve = Callable[[Callable[[str, threading.Event], Iterable[bytes]]], Any]
NEWS = "<h1>ニュース أخبار</h1>".encode()


def head(*headers: str, status: str = "200 OK") -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", "Connection: close", *headers, "", ""]).encode()


def page(body: bytes = NEWS, *headers: str, status: str = "200 OK") -> bytes:
    return head(f"Content-Length: {len(body)}", *headers, status=status) + body


def moved(location: str, status: int = 302) -> bytes:
    return page(b"", f"Location: {location}", status=f"{status} Moved")


def test_a_page_comes_with_all_that_was_said_about_it(serve: Serve) -> None:
    site = serve(lambda path, over: [page(NEWS, "Content-Type: text/html; charset=UTF-8",
                                        "X-Twice: a", "X-Twice: b")])
    before = dt.datetime.now(dt.UTC)
    response = fetch(site.url("/news#top"), allow=[site.host])
    assert response.content == NEWS
    assert (200, "utf-8", site.url("/news")) == (response.status, response.charset, response.url)
    assert response.headers["x-twice"] == "a, b"
    assert before <= response.fetched <= dt.datetime.now(dt.UTC)
    assert (site.url("/news"),) == response.hops


def test_the_question_is_a_plain_one(serve: Serve) -> None:
    site = serve(lambda path, over: [page()])
    fetch(site.url("/a?b=c"), allow=[site.host])
    lines = site.asked[0].decode().lower().split("\r\n")
    assert lines[0] == "get /a?b=c http/1.1"
    names = {line.partition(":")[0] for line in lines[1:] if line}
    assert {"host", "user-agent", "accept", "accept-encoding"} == names


def test_a_server_inside_is_not_asked_unless_it_is_allowed(serve: Serve) -> None:
    site = serve(lambda path, over: [page()])
    with pytest.raises(EgressError, match="--allow 127"):
        fetch(site.url())
    with pytest.raises(EgressError):
        fetch(site.url(), allow=["127.0.0.1:1", "localhost"])
    assert site.asked == []


def test_redirects_are_followed_and_remembered(serve: Serve) -> None:
    answers = {"/": moved("/a", 301), "/a": moved("b", 303), "/b": moved("/c", 307), "/c": moved("/d", 308),
               "/d": page()}
    site = serve(lambda path, over: [answers[path]])
    response = fetch(site.url(), allow=[site.host])
    assert site.url("/d") == response.url
    assert tuple(map(site.url, ("/", "/a", "/b", "/c", "/d"))) == response.hops


@pytest.mark.parametrize("location", [
    "http://127.0.0.1:9/", "http://169.254.169.254/", "file:///etc/passwd", "//[::1]/",
])
def test_a_redirect_to_a_place_inside_is_not_followed(serve: Serve, location: str) -> None:
    site = serve(lambda path, over: [moved(location)])
    with pytest.raises(EgressError, match="redirects to"):
        fetch(site.url(), allow=[site.host])


def test_a_redirect_from_https_to_http_is_followed_without_credentials() -> None:
    asked: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        if request.url.scheme == "https":
            return httpx2.Response(302, headers={"Location": "http://example.org/", "Set-Cookie": "id=1"})
        return httpx2.Response(200, content=NEWS)

    assert fetch("https://example.org/", transport=httpx2.MockTransport(answer)).url == "http://example.org/"
    told = {name for request in asked for name in request.headers}
    assert not told & {"cookie", "authorization", "referer"}


def test_a_circle_of_redirects_ends(serve: Serve) -> None:
    site = serve(lambda path, over: [moved("/b" if path == "/a" else "/a")])
    with pytest.raises(FetchError, match="in a circle"):
        fetch(site.url("/a"), allow=[site.host])
    assert len(site.asked) == 2


def test_an_endless_chain_of_redirects_ends(serve: Serve) -> None:
    site = serve(lambda path, over: [moved(path + "x")])
    with pytest.raises(FetchError, match="more than 3 times"):
        fetch(site.url(), allow=[site.host], limits=Limits(max_redirects=3))
    assert len(site.asked) == 4


@pytest.mark.parametrize(("status", "said"), [
    ("404 Not Found", "no such page"), ("503 Busy", "it asks to wait 7 seconds"),
])
def test_an_answer_that_is_no_page_is_told(serve: Serve, status: str, said: str) -> None:
    site = serve(lambda path, over: [page(b"<h1>sorry</h1>", "Retry-After: 7", status=status)])
    with pytest.raises(ResponseError, match=said):
        fetch(site.url(), allow=[site.host])


def test_a_file_of_another_kind_is_refused_before_it_is_read(serve: Serve) -> None:
    def answer(path: str, over: threading.Event) -> Iterator[bytes]:
        yield head("Content-Type: application/pdf", "Content-Length: 1000000")
        over.wait()

    site = serve(answer)
    with pytest.raises(ResponseError, match="application/pdf"):
        fetch(site.url(), allow=[site.host])


@pytest.mark.parametrize(("encoding", "pack"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
def test_a_compressed_page_is_unfolded(serve: Serve, encoding: str, pack: Callable[[bytes], bytes]) -> None:
    site = serve(lambda path, over: [page(pack(NEWS), f"Content-Encoding: {encoding}")])
    assert fetch(site.url(), allow=[site.host]).content == NEWS


def test_a_bomb_is_stopped(serve: Serve) -> None:
    bomb = gzip.compress(bytes(10_000_000)) * 1_000
    site = serve(lambda path, over: [page(bomb, "Content-Encoding: gzip")])
    with pytest.raises(ResponseError, match="unfolds to more than 1 MB"):
        fetch(site.url(), allow=[site.host], limits=Limits(max_bytes=20_000_000, max_decoded_bytes=1_000_000))


def test_a_body_announced_as_too_large_is_not_read(serve: Serve) -> None:
    def answer(path: str, over: threading.Event) -> Iterator[bytes]:
        yield head("Content-Length: 10000000000")
        over.wait()

    site = serve(answer)
    with pytest.raises(ResponseError, match="larger than 1 MB"):
        fetch(site.url(), allow=[site.host], limits=Limits(max_bytes=1_000_000))


def test_an_endless_body_without_a_length_is_stopped(serve: Serve) -> None:
    site = serve(lambda path, over: chain([head()], repeat(b"x" * 65_536)))
    with pytest.raises(ResponseError, match="larger than 1 MB"):
        fetch(site.url(), allow=[site.host], limits=Limits(max_bytes=1_000_000))


def test_a_slow_body_ends_with_the_deadline(serve: Serve) -> None:
    def answer(path: str, over: threading.Event) -> Iterator[bytes]:
        yield head("Content-Length: 100") + b"<p>"
        over.wait()

    site = serve(answer)
    with pytest.raises(FetchError, match=r"not read within 0\.1 seconds"):
        fetch(site.url(), allow=[site.host], limits=Limits(total=0.1))


@pytest.mark.parametrize(("start", "drop"), [
    (head(), b"x"), (b"HTTP/1.1 200 OK\r\n", b"X: a\r\n"), (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    (head("Transfer-Encoding: chunked"), b"1\r\nx\r\n"),
], ids=["body", "headers", "interim answers", "chunks"])
def test_an_answer_that_comes_drop_by_drop_ends_with_the_deadline(serve: Serve, start: bytes, drop: bytes) -> None:
    """No single read waits for long, so only a deadline over all of them ends it."""
    def answer(path: str, over: threading.Event) -> Iterator[bytes]:
        yield start
        while not over.wait(0.01):
            yield drop

    site = serve(answer)
    with pytest.raises(FetchError, match=r"not read within 0\.2 seconds"):
        fetch(site.url(), allow=[site.host], limits=Limits(total=0.2))


def test_the_deadline_covers_all_redirects(serve: Serve) -> None:
    def answer(path: str, over: threading.Event) -> Iterator[bytes]:
        if path == "/end":
            over.wait()
        yield moved("/end")

    site = serve(answer)
    with pytest.raises(FetchError, match=r"not read within 0\.1 seconds"):
        fetch(site.url(), allow=[site.host], limits=Limits(total=0.1))


@pytest.mark.parametrize("sent", [
    head("Content-Length: 100") + b"<p>half",
    head("Transfer-Encoding: chunked") + b"10\r\n<p>half",
    head("Content-Length: many") + b"<p>",
    head("Content-Length: 3", "Content-Length: 4") + b"<p>x",
    b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"x" * 300_000, b"",
])
def test_a_broken_answer_is_no_page(serve: Serve, sent: bytes) -> None:
    site = serve(lambda path, over: [sent])
    with pytest.raises(FetchError, match="connection broke"):
        fetch(site.url(), allow=[site.host])


def test_a_length_that_is_too_short_ends_the_page(serve: Serve) -> None:
    site = serve(lambda path, over: [head("Content-Length: 4") + b"<p>HTTP/1.1 200 OK\r\n\r\nforged"])
    assert fetch(site.url(), allow=[site.host]).content == b"<p>H"


def test_an_empty_answer_is_no_page(serve: Serve) -> None:
    site = serve(lambda path, over: [page(b"", status="204 No Content")])
    with pytest.raises(ResponseError, match="empty"):
        fetch(site.url(), allow=[site.host])


def test_a_closed_port_is_told() -> None:
    with pytest.raises(FetchError, match="could not be reached"):
        fetch("http://127.0.0.1:1/", allow=["127.0.0.1"])


def test_a_fetcher_reads_many_pages_at_once_but_not_more_than_its_limit() -> None:
    at_once, most = 0, 0

    async def answer(request: httpx2.Request) -> httpx2.Response:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        for _ in range(5):
            await asyncio.sleep(0)
        at_once -= 1
        return httpx2.Response(200, text=request.url.path)

    async def all_pages() -> list[bytes]:
        async with Fetcher(limits=Limits(connections=7), transport=httpx2.MockTransport(answer)) as fetcher:
            responses = await asyncio.gather(*(fetcher.get(f"https://example.org/{n}") for n in range(100)))
        return [response.content for response in responses]

    assert [b"/%d" % number for number in range(100)] == asyncio.run(all_pages())
    assert most == 7


def test_the_synchronous_face_works_inside_a_running_loop() -> None:
    """As in a notebook."""
    async def cell() -> bytes:
        archive = ArchiveTransport({"https://example.org/": NEWS})
        return fetch("https://example.org/", transport=archive).content

    assert asyncio.run(cell()) == NEWS


def test_who_waits_for_a_turn_loses_no_time() -> None:
    """The first page uses up a whole deadline; the second, asked at the same moment, still has its own."""
    async def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.path == "/first":
            await asyncio.Event().wait()
        return httpx2.Response(200, content=NEWS)

    async def both() -> tuple[Any, Any]:
        limits = Limits(connections=1, total=0.05)
        async with Fetcher(limits=limits, transport=httpx2.MockTransport(answer)) as fetcher:
            return await asyncio.gather(fetcher.get("https://example.org/first"),
                                        fetcher.get("https://example.org/second"), return_exceptions=True)

    first, second = asyncio.run(both())
    assert isinstance(first, FetchError)
    assert second.content == NEWS


def test_a_failure_names_the_page_that_was_asked_for() -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ReadError("reset by peer")

    with pytest.raises(FetchError, match=r"^https://example\.org/a: the connection broke"):
        fetch("https://example.org/a", transport=httpx2.MockTransport(answer))
