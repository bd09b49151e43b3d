"""bytes -> Page: decoding, the tree as flat arrays, text, lines, links, embedded data, digests, the aligner."""

from stook.page.document import Attrs, Page, resolve
from stook.page.tree import TEXT

__all__ = ["TEXT", "Attrs", "Page", "resolve"]
