"""A template as one JSON file: what it knows in the open, and the held pages packed.

Pages are what a template knows its slots by; sixteen of one site repeat each other, and pack to little more than one.
"""

from __future__ import annotations

import base64
import datetime as dt
import json
import lzma
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from stook.errors import PageError, SchemaError, TemplateError
from stook.page import Page

FORMAT = 1
LARGEST = 200_000_000
"""So many bytes a file may have, and what is packed in it unpacked."""
REMEMBERED = ("content-language", "last-modified")
"""What is kept of what a server said with a page: some say secrets too."""
_WRONG = (KeyError, ValueError, TypeError, IndexError, AttributeError, lzma.LZMAError, PageError, SchemaError)
_SAVED = "give a file that `template.save(path)` or `stook template add` wrote"


def packed(pages: Sequence[tuple[int, Page]]) -> str:
    """Numbered pages as one text."""
    rows = [[number, page.url, page.at.isoformat() if page.at else None,
             {name: page.headers[name] for name in REMEMBERED if name in page.headers}, page.source]
            for number, page in pages]
    return base64.b85encode(lzma.compress(json.dumps(rows, ensure_ascii=False).encode(), preset=1)).decode()


def unpacked(text: str) -> list[tuple[int, Page]]:
    unpacker = lzma.LZMADecompressor(memlimit=LARGEST)
    content = unpacker.decompress(base64.b85decode(text), max_length=LARGEST)
    if not unpacker.eof:
        raise ValueError("the pages in it are larger than they may be")
    return [(number, Page(source, url, headers=headers, at=dt.datetime.fromisoformat(at) if at else None))
            for number, url, at, headers, source in json.loads(content)]


def write(path: str | Path, said: Mapping[str, Any]) -> None:
    """Write a template's file whole, or leave the old one."""
    content = json.dumps({"stook": "template", "format": FORMAT, **said}, ensure_ascii=False, separators=(",", ":"))
    draft = Path(path).with_name(f".{Path(path).name}.draft")
    try:
        draft.write_text(content, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise TemplateError(f"the template cannot be written ({error.strerror})", subject=str(path),
                            hint="name a file in a folder that you may write to") from error


@contextmanager
def read(path: str | Path) -> Iterator[Any]:
    """What a template's file says, for whoever makes a template of it: what is wrong with it is told."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            content = file.read(LARGEST + 1)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise TemplateError(f"the template cannot be read ({why})", subject=str(path), hint=_SAVED) from error
    try:
        said = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise TemplateError("this is no JSON that can be read", subject=str(path), hint=_SAVED) from error
    if not isinstance(said, dict) or said.get("stook") != "template":
        raise TemplateError("this is no template of stook", subject=str(path), hint=_SAVED)
    if said.get("format") != FORMAT:
        raise TemplateError(f"the template is of format {said.get('format')!r}, and this version reads {FORMAT}",
                            subject=str(path), hint="use the version of stook that wrote it, or a newer one")
    try:
        yield said
    except _WRONG as error:
        raise TemplateError(f"a part of the template is missing or of the wrong kind ({error})", subject=str(path),
                            hint=_SAVED) from error
