"""What a subtree looks like, in 64 bits: equal digests mean equal subtrees, for as long as a page is compared.

*Shape* covers the tags alone, *content* the tags and the texts. The mixing is written out, not borrowed from
`hash()`, because wrappers keep digests in files and another builder of pages must come to the same numbers.
"""

from __future__ import annotations

from functools import lru_cache
from zlib import adler32, crc32

from stook.page.tree import TEXT, Tree

_MASK = (1 << 64) - 1
_PRIME = 0x9E3779B97F4A7C15


@lru_cache(maxsize=4096)
def _code(name: str) -> int:
    return _of_words(name) | 1


def _of_words(words: str) -> int:
    raw = words.encode("utf-8", "surrogatepass")
    return (crc32(raw) << 32) | adler32(raw)


def shapes(tree: Tree) -> list[int]:
    """The shape digest of each node."""
    return _fold(tree, [_code(name) for name in tree.tag])


def contents(tree: Tree) -> list[int]:
    """The content digest of each node; texts count with their white space collapsed."""
    return _fold(tree, [_of_words(" ".join(words.split())) | 1 if name == TEXT else _code(name)
                        for name, words in zip(tree.tag, tree.text, strict=True)])


def _fold(tree: Tree, digest: list[int]) -> list[int]:
    """Mix each node into the one above, last first, so that a node is whole before it is passed on."""
    parent = tree.parent
    for node in range(len(digest) - 1, 0, -1):
        own = digest[node]
        own ^= own >> 29
        above = parent[node]
        digest[above] = ((digest[above] ^ own) * _PRIME + (own >> 7)) & _MASK
    return digest
