"""The one place where stook opens a connection: HTTP over addresses that the gate admitted.

httpx2's client is not used, for what it does besides is decided elsewhere in this room: follow redirects,
keep cookies, take proxies and passwords from the environment, unfold bodies whole. Its engine, httpcore2,
takes a network backend, and there the gate stands: the name is resolved once, every address is judged, and
one of those very addresses is dialled, while Host header, SNI and certificate check keep the name. To
rewrite URLs to addresses instead, as others do, lets two names at one address share a connection whose
certificate was checked for one.

Transports are httpx2 transports, so `httpx2.MockTransport(function)` serves tests; see also `archive`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import threading
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager

import httpcore2
import httpx2

from stook.errors import EgressError, FetchError
from stook.fetch.egress import Gate, is_address, shown
from stook.fetch.models import Limits

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""From a host name and a port to the addresses of that host, best first; OSError if there are none."""

# Big names answer with eight addresses and more; if three do not answer, the fourth will hardly.
ADDRESSES_TRIED = 3
# A server closes idle connections after 5 to 75 seconds; within 5, reuse is safe.
KEEP_ALIVE_SECONDS = 5.0


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """Asks the system in a thread of its own.

    A name server that is silent holds such a thread for half a minute, and neither the next lookup nor the end
    of the program shall wait for it. Threads of a pool are waited for when Python exits; this one is not.
    """
    answer: Future[list[str]] = Future()
    answer.set_running_or_notify_cancel()  # from here on, whoever stops waiting leaves the thread to itself
    threading.Thread(target=_look_up, args=(host, port, answer), name="stook-resolve", daemon=True).start()
    return await asyncio.wrap_future(answer)


def _look_up(host: str, port: int, answer: Future[list[str]]) -> None:
    try:
        # As bytes, because Python would put a string through its own, older IDNA.
        found = socket.getaddrinfo(host.encode("ascii"), port, type=socket.SOCK_STREAM)
    except OSError as unknown:
        answer.set_exception(unknown)
    else:
        answer.set_result([str(address[0]) for *_, address in found])


class GatedBackend(httpcore2.AsyncNetworkBackend):
    """Resolves a host once, has the gate judge all its addresses, and dials these and no others."""

    def __init__(self, gate: Gate, resolve: Resolver, network: httpcore2.AsyncNetworkBackend) -> None:
        self._gate = gate
        self._resolve = resolve
        self._network = network

    async def _admitted(self, host: str, port: int) -> Sequence[str]:
        if is_address(host):
            addresses: Sequence[str] = [host]
        else:
            try:
                addresses = await self._resolve(host, port)
            except OSError as unknown:
                raise FetchError("no server is known by this name", subject=shown(host),
                                 hint="check the spelling, and that this machine is online") from unknown
        self._gate.admit(host, port, addresses)
        return addresses[:ADDRESSES_TRIED]

    async def _dial(self, address: str, port: int, timeout: float | None) -> httpcore2.AsyncNetworkStream:
        stream = await self._network.connect_tcp(address, port, timeout=timeout)
        peer = stream.get_extra_info("server_addr")
        if not peer or ipaddress.ip_address(peer[0]) != ipaddress.ip_address(address):
            await stream.aclose()
            raise EgressError("the connection did not reach the address that was checked",
                              hint="look for a proxy or a VPN that redirects connections")
        return stream

    async def connect_tcp(self, host: str, port: int, timeout: float | None = None,
                          local_address: str | None = None,
                          socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
                          ) -> httpcore2.AsyncNetworkStream:
        try:
            async with asyncio.timeout(timeout):
                addresses = await self._admitted(host, port)
        except TimeoutError as late:
            raise httpcore2.ConnectTimeout("the name was not resolved in time") from late
        failure: Exception = httpcore2.ConnectError("the name has no address")
        for address in addresses:
            try:
                # Each has its share of the time, or a dead first one would use it all up.
                return await self._dial(address, port, timeout and timeout / len(addresses))
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as unreachable:
                failure = unreachable
        raise failure

    async def connect_unix_socket(self, path: str, timeout: float | None = None,
                                  socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
                                  ) -> httpcore2.AsyncNetworkStream:
        raise EgressError("sockets of this machine are not read", subject=path)


@contextmanager
def _as_httpx2_errors() -> Iterator[None]:
    """A transport of httpx2 raises httpx2's errors."""
    try:
        yield
    except httpcore2.TimeoutException as late:
        raise httpx2.TimeoutException(str(late)) from late
    except httpcore2.ConnectError as unreachable:
        raise httpx2.ConnectError(str(unreachable)) from unreachable
    except (httpcore2.NetworkError, httpcore2.ProtocolError) as broken:
        raise httpx2.TransportError(str(broken)) from broken


class _Stream(httpx2.AsyncByteStream):
    def __init__(self, reply: httpcore2.Response) -> None:
        self._reply = reply

    async def __aiter__(self) -> AsyncIterator[bytes]:
        assert isinstance(self._reply.stream, AsyncIterable)
        with _as_httpx2_errors():
            async for chunk in self._reply.stream:
                yield chunk

    async def aclose(self) -> None:
        await self._reply.aclose()


class NetworkTransport(httpx2.AsyncBaseTransport):
    """HTTP/1.1 over connections that the gate admitted. No proxies, nothing from the environment."""

    def __init__(self, gate: Gate, limits: Limits, *, resolve: Resolver | None = None,
                 network: httpcore2.AsyncNetworkBackend | None = None) -> None:
        backend = GatedBackend(gate, resolve or system_resolver, network or httpcore2.AnyIOBackend())
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=httpx2.create_ssl_context(trust_env=False),
            max_connections=limits.connections,
            keepalive_expiry=KEEP_ALIVE_SECONDS,
            network_backend=backend,
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        url = httpcore2.URL(scheme=request.url.raw_scheme, host=request.url.raw_host, port=request.url.port,
                            target=request.url.raw_path)
        with _as_httpx2_errors():
            reply = await self._pool.handle_async_request(httpcore2.Request(
                request.method, url, headers=request.headers.raw, content=request.stream,
                extensions=request.extensions))
        return httpx2.Response(reply.status, headers=reply.headers, stream=_Stream(reply))

    async def aclose(self) -> None:
        await self._pool.aclose()
