"""A real web server for each test that wants one: on loopback, on a free port, gone with the test."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import pytest


@dataclass
class Site:
    """A running server; `over` is set when the test has ended, so an answer may wait for it."""

    host: str
    asked: list[bytes] = field(default_factory=list)
    """The head of each request, in the order in which they came."""

    def url(self, path: str = "/") -> str:
        return f"http://{self.host}{path}"


Answer = Callable[[str, threading.Event], Iterable[bytes]]
"""From a path to the bytes to send, head included, piece by piece."""


@pytest.fixture
def serve() -> Iterator[Callable[[Answer], Site]]:
    over = threading.Event()
    running: list[tuple[socketserver.ThreadingTCPServer, threading.Thread]] = []

    def start(answer: Answer) -> Site:
        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                head = b""
                while (line := self.rfile.readline()) not in (b"\r\n", b""):
                    head += line
                site.asked.append(head)
                try:
                    for piece in answer(head.split()[1].decode(), over):
                        self.wfile.write(piece)
                except ConnectionError:
                    pass  # the reader had enough, as it should in some tests

        server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        site = Site(f"127.0.0.1:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        running.append((server, thread))
        return site

    yield start
    over.set()
    for server, thread in running:
        server.shutdown()
        server.server_close()
        thread.join()
