"""Saved pages served as if from the web: for tests, of stook itself and of its users. Opens no connection."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import httpx2

from stook.errors import FetchError
from stook.fetch.egress import parse

Pages = str | Path | Mapping[str, bytes | str]


class ArchiveTransport(httpx2.AsyncBaseTransport):
    """A folder of saved pages, or a mapping from URL to page.

        Fetcher(transport=ArchiveTransport("saved/"))
        Fetcher(transport=ArchiveTransport({"https://shop.example/": "<h1>Shop</h1>"}))

    The folder is laid out as `wget -r` leaves it: `shop.example/list?page=2`, and `index.html` for a URL that
    ends in a slash; percent signs stay as the URL has them. For answers that are no pages, as redirects and
    errors, give `httpx2.MockTransport` a function instead.
    """

    def __init__(self, pages: Pages) -> None:
        if isinstance(pages, Mapping):
            self._folder = None
            self._pages = {parse(url).url: page.encode() if isinstance(page, str) else page
                           for url, page in pages.items()}
        else:
            self._folder = Path(pages).resolve()
            self._pages = {}

    def _file(self, folder: Path, url: httpx2.URL) -> Path | None:
        name = url.raw_path.decode("ascii").lstrip("/")
        place = folder / url.raw_host.decode("ascii") / name
        with suppress(OSError):  # a name longer than a disk can hold was not saved
            for candidate in (place, place / "index.html"):
                # A link in the archive, or a name that Windows reads as a way up, must not leave it.
                if candidate.is_file() and candidate.resolve().is_relative_to(folder):
                    return candidate
        return None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        url = str(request.url)
        if self._folder and (file := self._file(self._folder, request.url)):
            return httpx2.Response(200, content=file.read_bytes())
        if url in self._pages:
            return httpx2.Response(200, content=self._pages[url])
        raise FetchError("not in the archive", subject=url, hint="save the page there first")
