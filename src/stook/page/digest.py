"""What a subtree looks like, in 64 bits: equal digests mean equal subtrees.

*Shape* covers the tags alone, *content* the tags and the texts. The mixing is written out, not borrowed from
`hash()`, because wrappers keep digests in files and another builder of pages must come to the same numbers.
They are no secret: a page can be made so that two of its subtrees collide, and then a reader of digests may
be wrong, but must not fall over.
"""

from __future__ import annotations

from collections.abc import Sequence
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


def _of_text(words: str) -> int:
    # Set apart from the codes of tags, or the text "span" would be the element <span>.
    return (_of_words(" ".join(words.split())) ^ _PRIME) | 1


def shapes(tree: Tree) -> list[int]:
    """The shape digest of each node."""
    return of_labels(tree.tag, tree.parent)


def of_labels(labels: Sequence[str], parent: Sequence[int]) -> list[int]:
    """The digest of each node of any tree in pre-order, by what its nodes are called."""
    return _fold(parent, [_code(label) for label in labels])


def contents(tree: Tree) -> list[int]:
    """The content digest of each node; texts count with their white space collapsed."""
    return _fold(tree.parent, [_of_text(words) if name == TEXT else _code(name)
                               for name, words in zip(tree.tag, tree.text, strict=True)])


def _fold(parent: Sequence[int], digest: list[int]) -> list[int]:
    """Mix each node into the one above, last first, so that a node is whole before it is passed on."""
    digest.append(0)  # stands above the roots, whose parent is -1
    for node in range(len(digest) - 2, -1, -1):
        own = digest[node]
        own ^= own >> 29
        above = parent[node]
        digest[above] = ((digest[above] ^ own) * _PRIME + (own >> 7)) & _MASK
    digest.pop()
    return digest
