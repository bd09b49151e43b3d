"""The page that a person named, read with what they said about it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stook.errors import FetchError, PageError, StookError
from stook.page import resolve

if TYPE_CHECKING:
    from stook import Page


@dataclass(frozen=True, slots=True)
class Place:
    """The page that a person named, and what they said about it."""

    source: str
    url: str | None = None
    allow: Sequence[str] = ()
    charset: str | None = None

    def page(self) -> Page:
        """The page, for whoever looks at this one alone: a wait is shown, an unknown address is told."""
        from stook.cli.screen import tell, working

        with working(f"reading {self.source}"):
            page = self.read()
        if page.base is None:
            tell(f"{self.source}: its address is not known, so relative links lead nowhere; --url says it")
        return page

    def read(self) -> Page:
        """The page, without a word."""
        from stook import Page
        from stook.fetch import read

        with _page_errors(self.source):
            response = read(self.source, allow=self.allow)
            url = self.url or response.url
            page = Page(response.content, url, self.charset, response.headers, response.fetched)
            if url is None and (declared := _declared_address(page)):
                page = Page(response.content, declared, self.charset, at=response.fetched)
        return page

    def command(self, verb: str, *options: str) -> str:
        """A command about this page, as one types it."""
        said = [self.source]
        said += ["--url", self.url] if self.url else []
        said += [word for host in self.allow for word in ("--allow", host)]
        said += ["--charset", self.charset] if self.charset else []
        return " ".join(["stook", verb, shlex.join(said), *options])


@contextmanager
def about(source: str) -> Iterator[None]:
    """An error that does not say what it is about is about this page."""
    try:
        yield
    except StookError as error:
        error.subject = error.subject or source
        raise


@contextmanager
def _page_errors(source: str) -> Iterator[None]:
    """Content that is no page is like none at all."""
    try:
        yield
    except PageError as error:
        raise FetchError(error.message, subject=source, hint=error.hint) from error


def _declared_address(page: Page) -> str | None:
    """The address that a saved page gives as its own."""
    for node in page.select("link"):
        if "canonical" in page.attr(node, "rel").lower().split():
            return resolve(page.attr(node, "href"), None)
    return resolve(page.metas.get("og:url", ""), None)


def place_of(source: str, url: str | None, allow: list[str] | None, charset: str | None) -> Place:
    """What was said of the page; what cannot be is refused before anything is fetched."""
    check_said(url, charset)
    if not source.strip():
        raise StookError("no page is named", hint="give a URL, a saved file, or - for standard input")
    return Place(source, url, tuple(allow or ()), charset)


def check_said(url: str | None, charset: str | None) -> None:
    """Refuse an address or a charset that cannot be."""
    from stook import Page

    if url is not None and resolve(url, None) is None:
        raise StookError("not the address of a page", subject=f"--url {url}",
                         hint="write it in full, as https://example.org/news")
    Page(b"", charset=charset)  # a PageError where there is no such charset
