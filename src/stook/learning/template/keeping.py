"""A template, or a catalogue, as one JSON file: what it knows in the open, and the held pages packed.

Pages are what a template knows its slots by; sixteen of one site repeat each other, and pack to little more than one.
"""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import json
import lzma
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, overload

from stook.errors import PageError, SchemaError, TemplateError, WrapperError
from stook.files import replacing
from stook.page import Page

FORMAT = 1
LARGEST = 200_000_000
"""So many bytes a file may have, and what is packed in it unpacked."""
HEADERS = ("content-language", "last-modified")
"""What is kept of what a server said with a page: some say secrets too."""
_WRONG = (KeyError, ValueError, TypeError, IndexError, AttributeError, lzma.LZMAError, PageError, SchemaError,
          WrapperError)


class Held(Sequence[tuple[int, Page]]):
    """Numbered pages, or parts of pages. Those from a file are parsed when somebody looks at them: whoever names a slot
    does not."""

    def __init__(self, text: str = "") -> None:
        self._text = text
        self._sources, self._rows = _unpacked(text) if text else ([], [])
        self._pages: dict[int, Page] = {}
        """Those that have been looked at, or have come since, by their places;"""
        self._whole: dict[tuple[Any, ...], Page] = {}
        """and what the last part was cut from."""

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> tuple[int, Page]: ...
    @overload
    def __getitem__(self, place: slice) -> list[tuple[int, Page]]: ...
    def __getitem__(self, place: int | slice) -> tuple[int, Page] | list[tuple[int, Page]]:
        if isinstance(place, slice):
            return [self._at(one) for one in range(*place.indices(len(self)))]
        return self._at(range(len(self))[place])

    def append(self, one: tuple[int, Page]) -> None:
        number, page = one
        self._pages[len(self)] = page
        self._rows.append([number])
        self._text = ""

    @property
    def numbers(self) -> list[int]:
        return [row[0] for row in self._rows]

    def packed(self) -> str:
        """All of them as one text; a source that several are cut from is kept once."""
        self._text = self._text or _packed([*self])
        return self._text

    def _at(self, place: int) -> tuple[int, Page]:
        number, *about = self._rows[place]
        if place not in self._pages:
            try:
                self._pages[place] = self._parsed(*about)
            except _WRONG as error:
                raise TemplateError(f"page {number}, which its file holds, is damaged ({error})",
                                    hint="take an older copy of the file") from error
        return number, self._pages[place]

    def _parsed(self, url: str | None, at: str | None, headers: dict[str, str], source: int,
                spans: Sequence[Any]) -> Page:
        if (source, url, at) not in self._whole:
            when = dt.datetime.fromisoformat(at) if at else None
            self._whole = {(source, url, at): Page(self._sources[source], url, headers=headers, at=when)}
        whole = self._whole[source, url, at]
        return whole.part(*_spans(spans)) if spans else whole


def _unpacked(text: str) -> tuple[list[str], list[list[Any]]]:
    unpacker = lzma.LZMADecompressor(memlimit=LARGEST)
    content = unpacker.decompress(base64.b85decode(text), max_length=LARGEST)
    if not unpacker.eof:
        raise ValueError("the pages in it are larger than they may be")
    sources, rows = json.loads(content)
    return sources, rows


def packed(pages: Sequence[tuple[int, Page]]) -> str:
    return pages.packed() if isinstance(pages, Held) else _packed(pages)


def numbers(pages: Sequence[tuple[int, Page]]) -> list[int]:
    return pages.numbers if isinstance(pages, Held) else [number for number, _ in pages]


def _packed(pages: Sequence[tuple[int, Page]]) -> str:
    sources = {page.source: None for _, page in pages}
    places = {source: place for place, source in enumerate(sources)}
    rows = [[number, page.url, page.at.isoformat() if page.at else None,
             {name: page.headers[name] for name in HEADERS if name in page.headers}, places[page.source], page.spans]
            for number, page in pages]
    content = json.dumps([list(sources), rows], ensure_ascii=False).encode()
    return base64.b85encode(lzma.compress(content, preset=1)).decode()


def _spans(said: Sequence[Any]) -> list[tuple[int, int]]:
    """The ranges that a part is made of; older files name the only one of each."""
    return [(start, stop) for start, stop in (said if isinstance(said[0], list) else [said])]


DIGEST = 5
"""Bytes by which a page is known again."""


def digest(page: Page) -> bytes:
    """What says whether two pages are the same, letter by letter."""
    where = page.spans[0] if len(page.spans) == 1 else page.spans
    return _digest(f"{where or ''}{page.source}")


def mark(text: str) -> str:
    """By what a text is known again."""
    return base64.b85encode(_digest(text)).decode()


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()


def joined(digests: Iterable[bytes]) -> str:
    return base64.b85encode(b"".join(digests)).decode()


def parted(text: str) -> list[bytes]:
    content = base64.b85decode(text)
    return [content[start:start + DIGEST] for start in range(0, len(content), DIGEST)]


def write(path: str | Path, kind: str, said: Mapping[str, Any]) -> None:
    """Write a template's or a catalogue's file whole, or leave the old one."""
    content = json.dumps({"stook": kind, "format": FORMAT, **said}, ensure_ascii=False, separators=(",", ":"))
    try:
        with replacing(Path(path)) as draft:
            draft.write_text(content, encoding="utf-8")
    except OSError as error:
        raise TemplateError(f"the {kind} cannot be written ({error.strerror})", subject=str(path),
                            hint="name a file in a folder that you may write to") from error


@contextmanager
def read(path: str | Path, kind: str, *kinds: str) -> Iterator[Any]:
    """What a file of a kind says, for whoever makes that of it: what is wrong with it is told."""
    saved = f"give a file that `stook template add`, or `{kind}.save(path)`, wrote"
    try:
        with Path(path).open(encoding="utf-8") as file:
            content = file.read(LARGEST + 1)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise TemplateError(f"the {kind} cannot be read ({why})", subject=str(path), hint=saved) from error
    try:
        said = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise TemplateError("this is no JSON that can be read", subject=str(path), hint=saved) from error
    if not isinstance(said, dict) or said.get("stook") not in (kind, *kinds):
        raise TemplateError(f"this is no {' or '.join((kind, *kinds))} of stook", subject=str(path), hint=saved)
    if said.get("format") != FORMAT:
        raise TemplateError(f"the {kind} is of format {said.get('format')!r}, and this version reads {FORMAT}",
                            subject=str(path), hint="use the version of stook that wrote it, or a newer one")
    try:
        yield said
    except _WRONG as error:
        raise TemplateError(f"a part of the {kind} is missing or of the wrong kind ({error})", subject=str(path),
                            hint=saved) from error
