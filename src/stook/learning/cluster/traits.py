"""What a page looks like to who sorts pages: where its texts stand, and which texts stand there.

    path    the tags from the root down to what holds a text, as a number; a page has some dozens of paths where
            texts stand, however long its lists are
    named   such a path with the stable classes of its last two elements; further up stand classes that say which page
            it is (`post category-soups`), and they would make all paths below them differ
    texts   what stands on a path, as numbers: equal numbers mean equal texts
    shape   how an address is made: its words, with what differs from page to page masked

Numbers are written out, not borrowed from `hash()`, because files keep them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from zlib import adler32, crc32

import ada_url

from stook.page import TEXT, Page

MOST_TEXTS = 200
"""So many texts of one path are looked at: a list of ten thousand rows is a list."""
MOST_PATHS = 2000
"""So many paths are looked at: the first of a page that is made to have many."""
MASK = (1 << 52) - 1
"""The greatest number of a path or a text: one that every reader of JSON keeps whole."""
_PRIME = 0x9E3779B97F4A7C15

Paths = Mapping[int, frozenset[int]]
"""The texts on each path."""


@dataclass(slots=True)
class _Gathered:
    """The paths of a page while they are gathered."""

    texts: dict[int, set[int]] = field(default_factory=dict)

    def take(self, path: int, text: int) -> None:
        known = self.texts.get(path)
        if known is None:
            if len(self.texts) < MOST_PATHS:
                self.texts[path] = {text}
        elif len(known) < MOST_TEXTS:
            known.add(text)

    def done(self) -> Paths:
        return {path: frozenset(texts) for path, texts in self.texts.items()}


def paths_of(page: Page) -> tuple[Paths, Paths]:
    """The paths of a page, by tags, and by tags and classes."""
    plain, named = _Gathered(), _Gathered()
    by_tags, by_names = _codes(page)
    words = page.words
    for node, text in zip(words.node, words.text, strict=True):
        said = _number(" ".join(text.split()))
        plain.take(by_tags[node], said)
        named.take(by_names[node], said)
    return plain.done(), named.done()


def _codes(page: Page) -> tuple[list[int], list[int]]:
    """The path of each node, a text's being that of its element: by tags, and by tags and the nearest classes."""
    tags, names, own = [0] * len(page), [0] * len(page), [0] * len(page)
    parent, signatures = page.parent, page.signatures
    for node, tag in enumerate(page.tag):
        above = parent[node]
        by_tags, name_above = (tags[above], own[above]) if above >= 0 else (1, 1)
        if tag == TEXT:
            tags[node], names[node] = by_tags, names[above]
            continue
        own[node] = _names(tag, signatures[node]) if signatures[node] else _number(tag)
        tags[node] = _below(by_tags, _number(tag))
        names[node] = _below(_below(tags[node], name_above), own[node])
    return tags, names


def _below(above: int, own: int) -> int:
    mixed = ((above ^ own) * _PRIME) & 0xFFFFFFFFFFFFFFFF
    return (mixed ^ (mixed >> 29)) & MASK


@lru_cache(maxsize=16384)
def _number(words: str) -> int:
    raw = words.encode("utf-8", "surrogatepass")
    return ((crc32(raw) << 32) | adler32(raw)) & MASK


@lru_cache(maxsize=8192)
def _names(tag: str, classes: frozenset[str]) -> int:
    return _number(f"{tag}.{'.'.join(sorted(classes))}")


_DIGITS = re.compile(r"\d+")
_ENDING = re.compile(r"\.[a-z]{2,5}\Z")


@lru_cache(maxsize=4096)
def address(url: str) -> tuple[str, str]:
    """The host of an address without its `www.`, and its shape: the last part of its path is what differs, and so
    is what holds digits or several words; of the query only the names count."""
    try:
        parsed = ada_url.URL(url)
    except ValueError:
        return "", url
    parts = [part for part in parsed.pathname.split("/") if part]
    masked = [_masked(part) for part in parts[:-1]]
    if parts:
        ending = _ENDING.search(parts[-1])
        masked.append("*" + (ending[0] if ending else ""))
    asked = sorted({pair.partition("=")[0] for pair in parsed.search.lstrip("?").split("&") if pair})
    return parsed.hostname.removeprefix("www."), "/" + "/".join(masked) + ("?" + "&".join(asked) if asked else "")


def _masked(part: str) -> str:
    if part.count("-") + part.count("_") >= 2 or len(part) > 24:
        return "*"
    return _DIGITS.sub("#", part)
