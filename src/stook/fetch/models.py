"""What goes into a fetch and what comes out of it: values that know nothing of sockets."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """How much time and room one fetch may take. Every figure is for one page, all its redirects included."""

    connect: float = 10.0
    """Seconds to find and reach one server. Lost SYN packets are sent again after 1, 3 and 7 seconds."""
    total: float = 30.0
    """Seconds from the first question to the last byte, so that no server holds a turn for longer."""
    max_bytes: int = 10 * MEGABYTE
    """Body as sent, compressed or not. Of the 3,900 pages we measured, the largest has 2.4 MB, unfolded."""
    max_decoded_bytes: int = 30 * MEGABYTE
    """Body after decompression: ten times the largest page we measured."""
    max_redirects: int = 10
    """Browsers follow 20; the usual reasons (https, www, language, consent) together make four."""
    connections: int = 100
    """Pages that one Fetcher has under way at once; a process may usually open 1,024 files."""


@dataclass(frozen=True, slots=True)
class Response:
    """A page as it came: its bytes, and what was said about them."""

    url: str | None
    """Where the page was found in the end, normalised, no fragment; None for a file or standard input."""
    status: int
    headers: Mapping[str, str]
    """Names in lower case; a header that came twice has its values joined by a comma."""
    content: bytes
    charset: str | None
    """The charset that the Content-Type names, in lower case and not checked."""
    fetched: dt.datetime
    """When the last byte had come, in UTC."""
    hops: tuple[str, ...] = ()
    """Every URL that was asked, the one that led here first and `url` last."""
