"""Fetches pages: the policy around a transport, hop by hop.

    url → gate → transport → status, type → body under limits → Response
           ▲                    │
           └──── Location ◀─────┘          all of it under one deadline

Each Fetcher serves one event loop and may be asked for thousands of pages at once: `Limits.connections` of
them run, the others wait, and their time begins when their turn comes. No cookies are kept and no
credentials sent, so none can leak from one origin to another.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Self, TypeVar

import httpx2

from stook.errors import FetchError
from stook.fetch.answers import charset_of, refuse_unless_page
from stook.fetch.body import ACCEPTED_ENCODINGS, Body
from stook.fetch.egress import Gate, Target, shown
from stook.fetch.models import Limits, Response
from stook.fetch.redirects import REDIRECTS, redirects
from stook.fetch.transport import NetworkTransport

# Honest about being a program, in the form that servers expect of programs that behave.
USER_AGENT = "Mozilla/5.0 (compatible; stook)"

T = TypeVar("T")


def _certificate_refused(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _explained(error: Exception, url: str, limits: Limits) -> FetchError:
    """What a failure of the transport means to the person who asked."""
    if isinstance(error, TimeoutError):
        return FetchError(f"not read within {limits.total:g} seconds", subject=url,
                          hint="try again later, or raise Limits.total")
    if isinstance(error, httpx2.TimeoutException):
        return FetchError(f"the server did not answer within {limits.connect:g} seconds", subject=url,
                          hint="try again later, or raise Limits.connect")
    if _certificate_refused(error):
        return FetchError("the server's certificate cannot be trusted", subject=url,
                          hint="see what a browser says about it; if the network is yours, http:// may serve")
    if isinstance(error, httpx2.ConnectError):
        return FetchError("the server could not be reached", subject=url,
                          hint="check the address, and that this machine is online")
    return FetchError("the connection broke before the whole page had come", subject=url,
                      hint="try again later")


class Fetcher:
    """Reads pages through the gate; reusable, for one event loop.

        async with Fetcher(allow=["intranet.example:8080"]) as fetcher:
            response = await fetcher.get("https://example.org/news")
    """

    def __init__(self, *, allow: Iterable[str] = (), limits: Limits | None = None,
                 transport: httpx2.AsyncBaseTransport | None = None, user_agent: str = USER_AGENT) -> None:
        """`allow` names your own hosts, `host` or `host:port`; `transport` replaces network access."""
        self._limits = limits or Limits()
        self._gate = Gate.allowing(allow)
        self._transport = transport or NetworkTransport(self._gate, self._limits)
        self._turn = asyncio.Semaphore(self._limits.connections)
        self._headers = {
            "User-Agent": user_agent,
            "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            "Accept-Encoding": ACCEPTED_ENCODINGS,
        }

    async def __aenter__(self) -> Self:
        await self._transport.__aenter__()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None,
                        trace: TracebackType | None) -> None:
        await self._transport.aclose()

    @asynccontextmanager
    async def _asked(self, target: Target) -> AsyncIterator[httpx2.Response]:
        request = httpx2.Request("GET", target.url, headers=self._headers,
                                 extensions={"timeout": {"connect": self._limits.connect}})
        answer = await self._transport.handle_async_request(request)
        try:
            yield answer
        finally:
            await answer.aclose()

    async def _page(self, answer: httpx2.Response, hops: tuple[str, ...]) -> Response:
        url, headers = hops[-1], answer.headers
        refuse_unless_page(url, answer.status_code, headers)
        body = Body(url, headers.get("content-encoding", ""), self._limits)
        announced = headers.get("content-length", "")
        if announced.isascii() and announced.isdigit():
            body.refuse_if_over(int(announced))
        assert isinstance(answer.stream, httpx2.AsyncByteStream)
        async for chunk in answer.stream:
            body.feed(chunk)
        return Response(url, answer.status_code, dict(headers), body.finish(),
                        charset_of(headers.get("content-type", "")), dt.datetime.now(dt.UTC), hops)

    async def _follow(self, url: str) -> Response:
        hops: list[str] = []
        walk = redirects(self._gate, url, self._limits.max_redirects)
        target = next(walk)
        while True:
            hops.append(target.url)
            async with self._asked(target) as answer:
                if answer.status_code not in REDIRECTS or "location" not in answer.headers:
                    return await self._page(answer, tuple(hops))
            target = walk.send(answer.headers["location"])

    async def get(self, url: str) -> Response:
        """The page at a URL. Raises EgressError, ResponseError or plain FetchError; each says what to do."""
        async with self._turn:
            try:
                async with asyncio.timeout(self._limits.total):
                    return await self._follow(url)
            except (TimeoutError, httpx2.TransportError) as error:
                raise _explained(error, shown(url), self._limits) from error


def _run(work: Callable[[], Coroutine[None, None, T]]) -> T:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    # In a notebook a loop is running already, and a loop cannot wait for another one in its own thread.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()


def fetch(url: str, *, allow: Iterable[str] = (), limits: Limits | None = None,
          transport: httpx2.AsyncBaseTransport | None = None) -> Response:
    """The page at a URL, for callers that are not asynchronous. Blocks, also inside a running event loop."""
    async def once() -> Response:
        async with Fetcher(allow=allow, limits=limits, transport=transport) as fetcher:
            return await fetcher.get(url)

    return _run(once)
