"""Serves the pages in `site/` on loopback, on a free port unless one is asked for.

No address but loopback can be asked for: this is a toy, and nobody else's business.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

LOOPBACK = "127.0.0.1"
SITE = Path(__file__).parent / "site"
LIST_PAGES = (
    "news.html", "archive.html", "jobs.html", "museum.html", "shop.html", "midorihama.html", "minutes.html")
"""The pages with a list, the one to begin with first."""


class _Handler(SimpleHTTPRequestHandler):
    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Like most sites, answer with a page of our own where there is none."""
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        content = page("error.html")
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *arguments: Any) -> None:
        """The terminal belongs to the person who tries stook."""


def page(name: str) -> bytes:
    """The content of a demo page, as `news.html`."""
    return (SITE / name).read_bytes()


def copy(folder: Path) -> None:
    """Put the site's pages into a folder that is not there yet; OSError where that cannot be."""
    shutil.copytree(SITE, folder)


@contextmanager
def running(port: int = 0) -> Iterator[str]:
    """The site's address, while it is served in the background; OSError where the port is taken."""
    with ThreadingHTTPServer((LOOPBACK, port), partial(_Handler, directory=str(SITE))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})  # to stop soon
        thread.start()
        try:
            yield f"http://{LOOPBACK}:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
