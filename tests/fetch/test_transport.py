"""The address that was checked is the one that is dialled. Only the sockets are fakes here."""

from __future__ import annotations

import asyncio
import inspect
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpcore2
import pytest

from stook.errors import EgressError, FetchError
from stook.fetch import Fetcher, Gate, Limits, Response
from stook.fetch.transport import GatedBackend, NetworkTransport, system_resolver

PAGE = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n<p>hi"


@dataclass
class Wire(httpcore2.AsyncNetworkStream):
    """An open connection: hands out what it holds, notes what it is given."""

    peer: str
    holds: list[bytes]
    sent: bytearray = field(default_factory=bytearray)
    tls_name: str | None = None
    tls_failure: Exception | None = None
    closed: bool = False

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self.holds.pop(0) if self.holds else b""

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.sent += buffer

    async def aclose(self) -> None:
        self.closed = True

    async def start_tls(self, ssl_context: ssl.SSLContext, server_hostname: str | None = None,
                        timeout: float | None = None) -> httpcore2.AsyncNetworkStream:
        self.tls_name = server_hostname
        if self.tls_failure:
            try:
                raise self.tls_failure
            except ssl.SSLError as failure:  # as the real one does it
                raise httpcore2.ConnectError("no TLS") from failure
        return self

    def get_extra_info(self, info: str) -> Any:
        return (self.peer, 80) if info == "server_addr" and self.peer else None


@dataclass
class Network(httpcore2.AsyncNetworkBackend):
    """Every address answers with the page, but for the dead ones; `reached` is the peer if it is another."""

    dead: Sequence[str] = ()
    reached: str | None = None
    tls_failure: Exception | None = None
    page: bytes = PAGE
    dialled: list[tuple[str, int, float | None]] = field(default_factory=list)
    wires: list[Wire] = field(default_factory=list)

    async def connect_tcp(self, host: str, port: int, timeout: float | None = None,
                          local_address: str | None = None,
                          socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None) -> Wire:
        self.dialled.append((host, port, timeout))
        if host in self.dead:
            raise httpcore2.ConnectTimeout("dead")
        wire = Wire(host if self.reached is None else self.reached, [self.page], tls_failure=self.tls_failure)
        self.wires.append(wire)
        return wire


@dataclass
class Names:
    """A name server that gives its answers one after the other."""

    answers: list[Sequence[str]]
    asked: list[tuple[str, int]] = field(default_factory=list)

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append((host, port))
        return self.answers.pop(0)


def get(url: str, names: Names, network: Network, allow: Sequence[str] = ()) -> Response:
    limits = Limits(connect=6)

    async def once() -> Response:
        transport = NetworkTransport(Gate.allowing(allow), limits, resolve=names, network=network)
        async with Fetcher(allow=allow, limits=limits, transport=transport) as fetcher:
            return await fetcher.get(url)

    return asyncio.run(once())


def test_a_name_is_resolved_once_and_that_answer_is_dialled() -> None:
    """The second answer would lead inside; nobody asks for it."""
    names, network = Names([["8.8.8.8"], ["127.0.0.1"]]), Network()
    assert get("http://rebind.example/", names, network).content == b"<p>hi"
    assert names.asked == [("rebind.example", 80)]
    assert network.dialled == [("8.8.8.8", 80, 6)]


@pytest.mark.parametrize("addresses", [
    ["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["2606:4700::1", "::1"], ["::ffff:169.254.169.254"],
    ["fe80::1%eth0"],
])
def test_a_name_with_an_address_inside_is_not_dialled(addresses: list[str]) -> None:
    network = Network()
    with pytest.raises(EgressError) as refused:
        get("http://inside.example/", Names([addresses]), network)
    assert network.dialled == []
    assert not [address for address in addresses if address in str(refused.value)]


def test_a_redirect_to_a_name_with_an_address_inside_is_not_dialled() -> None:
    """The gate cannot tell by the name; it stands before the sockets too, at every hop."""
    moved = b"HTTP/1.1 302 Found\r\nLocation: http://inside.example/\r\nContent-Length: 0\r\n\r\n"
    names, network = Names([["8.8.8.8"], ["10.0.0.1"]]), Network(page=moved)
    with pytest.raises(EgressError, match=r"^inside\.example: not on the public internet"):
        get("http://outside.example/", names, network)
    assert network.dialled == [("8.8.8.8", 80, 6)]


def test_an_allowed_name_is_dialled_wherever_it_lives() -> None:
    network = Network()
    get("http://intranet.example:8080/", Names([["10.0.0.5"]]), network, allow=["intranet.example:8080"])
    assert network.dialled == [("10.0.0.5", 8080, 6)]


def test_an_address_is_dialled_without_asking_for_names() -> None:
    names, network = Names([]), Network()
    get("http://[2606:4700:0::1]:81/", names, network)
    assert network.dialled == [("2606:4700::1", 81, 6)]


def test_host_header_and_certificate_check_keep_the_name() -> None:
    network = Network()
    get("https://Example.org:8443/a?b", Names([["8.8.8.8"]]), network)
    head = bytes(network.wires[0].sent).decode().split("\r\n")
    assert network.dialled[0][0] == "8.8.8.8"
    assert network.wires[0].tls_name == "example.org"
    assert head[0] == "GET /a?b HTTP/1.1"
    assert "Host: example.org:8443" in head


@pytest.mark.parametrize(("failure", "said"), [
    (ssl.SSLCertVerificationError("self-signed"), "certificate cannot be trusted"),
    (ssl.SSLError("wrong version"), "could not be reached"),
])
def test_a_certificate_that_fails_is_told_as_such(failure: ssl.SSLError, said: str) -> None:
    network = Network(tls_failure=failure)
    with pytest.raises(FetchError, match=said):
        get("https://example.org/", Names([["8.8.8.8"]]), network)


@pytest.mark.parametrize("peer", ["127.0.0.1", "8.8.4.4", ""])
def test_a_connection_that_ends_elsewhere_is_closed_unused(peer: str) -> None:
    network = Network(reached=peer)
    with pytest.raises(EgressError, match="did not reach the address"):
        get("http://example.org/", Names([["8.8.8.8"]]), network)
    assert network.wires[0].closed
    assert network.wires[0].sent == b""


def test_the_next_address_is_tried_when_one_is_dead_and_each_has_its_share_of_the_time() -> None:
    network = Network(dead=["2606:4700::1", "2606:4700::2"])
    get("http://example.org/", Names([["2606:4700::1", "2606:4700::2", "8.8.8.8", "8.8.4.4"]]), network)
    assert network.dialled == [("2606:4700::1", 80, 2), ("2606:4700::2", 80, 2), ("8.8.8.8", 80, 2)]


def test_when_all_addresses_are_dead_the_server_did_not_answer() -> None:
    with pytest.raises(FetchError, match="did not answer within 6 seconds"):
        get("http://example.org/", Names([["8.8.8.8"]]), Network(dead=["8.8.8.8"]))


def test_a_name_that_nobody_knows_is_told_as_such() -> None:
    async def resolve(host: str, port: int) -> Sequence[str]:
        raise OSError("no such name")

    async def once() -> None:
        transport = NetworkTransport(Gate(), Limits(), resolve=resolve, network=Network())
        async with Fetcher(transport=transport) as fetcher:
            await fetcher.get("http://nobody.example/")

    with pytest.raises(FetchError, match=r"nobody\.example: no server is known"):
        asyncio.run(once())


def test_a_name_server_that_does_not_answer_uses_up_the_time_to_connect() -> None:
    async def resolve(host: str, port: int) -> Sequence[str]:
        await asyncio.Event().wait()
        return []

    async def once() -> None:
        limits = Limits(connect=0.01)
        async with Fetcher(limits=limits, transport=NetworkTransport(Gate(), limits, resolve=resolve,
                                                                     network=Network())) as fetcher:
            await fetcher.get("http://slow.example/")

    with pytest.raises(FetchError, match="did not answer within"):
        asyncio.run(once())


def test_sockets_of_the_machine_are_not_opened() -> None:
    backend = GatedBackend(Gate(), Names([]), Network())
    with pytest.raises(EgressError):
        asyncio.run(backend.connect_unix_socket("/run/docker.sock"))


def test_the_environment_names_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    network = Network()
    get("http://example.org/", Names([["8.8.8.8"]]), network)
    assert network.dialled[0][0] == "8.8.8.8"


def test_nothing_secret_is_sent_and_no_cookie_comes_back() -> None:
    network = Network(page=PAGE.replace(b"Content", b"Set-Cookie: id=1\r\nContent"))
    transport = NetworkTransport(Gate(), Limits(), resolve=Names([["8.8.8.8"]]), network=network)

    async def twice() -> None:
        async with Fetcher(transport=transport) as fetcher:
            await fetcher.get("http://example.org/1")
            network.wires[0].holds.append(PAGE)
            await fetcher.get("http://example.org/2")

    asyncio.run(twice())
    sent = bytes(network.wires[0].sent).lower()
    assert sent.count(b"get /") == 2
    assert b"cookie" not in sent
    assert b"authorization" not in sent


def test_every_error_that_the_engine_may_raise_becomes_one_of_httpx2() -> None:
    kinds = (httpcore2.TimeoutException, httpcore2.NetworkError, httpcore2.ProtocolError)
    for kind in [kind for base in kinds for kind in (base, *base.__subclasses__())]:
        class Broken(Network):
            async def connect_tcp(self, *args: Any, **kwargs: Any) -> Wire:
                raise kind("x")  # noqa: B023

        with pytest.raises(FetchError):
            get("http://8.8.8.8/", Names([]), Broken())


def test_the_system_resolver_finds_addresses_and_refuses_names_that_no_server_could_have() -> None:
    assert asyncio.run(system_resolver("127.0.0.1", 80)) == ["127.0.0.1"]
    with pytest.raises(OSError, match=r"[Nn]ame|host"):
        asyncio.run(system_resolver("a" * 300, 80))


NAME_SERVER_IS_SILENT = """
    import socket, threading
    socket.getaddrinfo = lambda *asked, **how: threading.Event().wait()
    from stook.fetch import Limits, fetch
    try:
        fetch("http://silent.example/", limits=Limits(connect=0.05))
    except Exception as error:
        print(error)
"""


def test_a_silent_name_server_does_not_keep_the_program_from_ending() -> None:
    """The lookup cannot be called off; the program must not wait for it, or the deadline is none."""
    ended = subprocess.run([sys.executable, "-c", inspect.cleandoc(NAME_SERVER_IS_SILENT)], timeout=20, check=True,
                           capture_output=True, text=True)
    assert ("http://silent.example/: the server did not answer within 0.05 seconds; "
            "try again later, or raise Limits.connect\n", "") == (ended.stdout, ended.stderr)


def test_a_lookup_that_ends_after_its_deadline_disturbs_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    silence = threading.Event()

    def answer(*asked: Any, **how: Any) -> list[tuple[str]]:
        silence.wait()
        raise OSError("no such name")

    async def too_late() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(system_resolver("late.example", 80), 0.01)

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    asyncio.run(too_late())
    [lookup] = [thread for thread in threading.enumerate() if thread.name == "stook-resolve"]
    silence.set()
    lookup.join()
