"""Reads a page from wherever a person points: a URL, a file on this machine, or standard input.

Only a person's own words come here. A URL that a page contains goes to the Fetcher, which knows no files.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import httpx2

from stook.errors import EgressError, FetchError
from stook.fetch.client import fetch
from stook.fetch.egress import parse, shown
from stook.fetch.models import MEGABYTE, Limits, Response

STANDARD_INPUT = "-"

# At least two letters, since C:/page.html is a path.
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:[/\\]|https?:", re.IGNORECASE)

# No server says what kind of thing a file is; the bytes that no text has tell it, as to a browser.
_CONTROL = re.compile(rb"[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe")
_LOOKED_AT = 1445
_STRAY = 0.02
"""The share of such bytes that a sloppy page may have."""

# example.org is a host that lacks its scheme; news.html is a file that is not there.
_PAGE_SUFFIXES = frozenset({".htm", ".html", ".mhtml", ".php", ".txt", ".xhtml", ".xml"})


def _is_no_text(start: bytes) -> bool:
    if start.startswith(_BYTE_ORDER_MARKS):
        return False
    return start.startswith(b"%PDF-") or len(_CONTROL.findall(start)) > _STRAY * len(start)


def _is_json(content: bytes) -> bool:
    """A wrapper's file, or what some server answers to programs."""
    if content.lstrip()[:1] not in (b"{", b"["):
        return False
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True


def _local(stream: BinaryIO, subject: str, limits: Limits) -> Response:
    content = stream.read(limits.max_decoded_bytes + 1)
    if len(content) > limits.max_decoded_bytes:
        raise FetchError(f"larger than {limits.max_decoded_bytes / MEGABYTE:g} MB", subject=subject,
                         hint="raise Limits.max_decoded_bytes if you want it nevertheless")
    if not content:
        raise FetchError("empty", subject=subject, hint="give a saved web page")
    if _is_no_text(content[:_LOOKED_AT]):
        raise FetchError("not a page of text", subject=subject, hint="give a saved web page")
    if _is_json(content):
        raise FetchError("JSON, and no web page", subject=subject, hint="give a saved web page")
    return Response(None, 200, {}, content, None, dt.datetime.now(dt.UTC))


def _missing(source: str) -> FetchError:
    host = source.partition("/")[0]
    hint = "a URL starts with http:// or https://"
    if "." in host.strip(".") and Path(host).suffix.lower() not in _PAGE_SUFFIXES:
        with suppress(EgressError):
            hint = f"for the page on the web, write {parse('https://' + source).url}"
    return FetchError("no such file", subject=shown(source), hint=hint)


def _file(source: str, limits: Limits) -> Response:
    try:
        with Path(source).open("rb") as stream:
            return _local(stream, source, limits)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:  # ValueError: a NUL in the name
        raise _missing(source) from error
    except IsADirectoryError as error:
        raise FetchError("a folder", subject=source, hint="name a file in it") from error
    except OSError as error:
        raise FetchError(f"the file cannot be read ({error.strerror})", subject=shown(source),
                         hint="look at its name, and at who may read it") from error


def read(source: str, *, allow: Iterable[str] = (), limits: Limits | None = None,
         transport: httpx2.AsyncBaseTransport | None = None, stdin: BinaryIO | None = None) -> Response:
    """The page that a person names: `-` is standard input, http:// and https:// are fetched, else a file."""
    if source == STANDARD_INPUT:
        return _local(stdin or sys.stdin.buffer, "standard input", limits or Limits())
    if _SCHEME.match(source.strip()):
        return fetch(source, allow=allow, limits=limits, transport=transport)
    return _file(source, limits or Limits())
