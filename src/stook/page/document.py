"""The Page: one parsed HTML document, immutable, as flat arrays that every method reads.

The arrays `tag`, `parent`, `end`, `depth`, `attrs` and `text` are made when the Page is; everything else is
made when it is first asked for. Methods go through few bulk questions: `select` (nodes by tag), `grouped`
(the same under their parents), `with_attr`, `with_id` and `with_class` (nodes by attribute), `words` (the
shown texts), `shapes` and `contents` (digests). Whoever replaces the arrays by faster ones replaces these.
"""

from __future__ import annotations

import datetime as dt
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import ada_url

from stook.page import decode, digest, embedded, tokens, words
from stook.page.signature import stable_names
from stook.page.tree import TEXT, Piece, Tree, build

Attrs = dict[str, str | None]

_LINKING = ("a", "area")
SMALL = 64
"""The text of so many nodes is read by itself; that of more through the words of the page, so that it costs the same
however often a page is asked for texts that lie in each other."""
_NO_NAMES: frozenset[str] = frozenset()


class Page:
    """One parsed HTML document.

    >>> page = Page("<title>News</title><ul><li><a href='/1'>One</a><li><a href='/2'>Two</a></ul>",
    ...             url="http://example.org/")
    >>> [(page.text_of(node), page.link(node)) for node in page.select("a")]
    [('One', 'http://example.org/1'), ('Two', 'http://example.org/2')]
    """

    def __init__(self, content: bytes | str, url: str | None = None, charset: str | None = None,
                 headers: Mapping[str, str] | None = None, at: dt.datetime | None = None) -> None:
        """`content` as it came; `url` where from; `headers` of the response; `at` when it was fetched."""
        if isinstance(content, bytes):
            decoded = decode.decode(content, charset=charset, headers=headers)
            self.source, self.charset = decoded.text, decoded.charset
        else:
            self.source, self.charset = _sound(content).removeprefix("\ufeff"), charset or "utf-8"
        self.url = url
        self.headers = {name.lower(): value for name, value in (headers or {}).items()}
        self.at = at
        self.spans: tuple[tuple[int, int], ...] = ()
        """Of a part of a page: which nodes of the page it was made of."""
        self._hold(build(self.source, url))

    def _hold(self, tree: Tree) -> None:
        self.tree = tree
        self.tag, self.parent, self.end = tree.tag, tree.parent, tree.end
        self.depth, self.attrs, self.text = tree.depth, tree.attrs, tree.text

    def part(self, *spans: tuple[int, int]) -> Page:
        """Some nodes, given as ranges in document order, as a page of their own: each below the nearest one that was
        above it and is among them, else below a root. What the page says of itself (its address, its language, where
        links start from) holds there too. `source` is that of the whole page."""
        edges = [0, *(node for span in spans for node in span), len(self)]
        if not spans or edges[1] < 1 or any(start >= stop for start, stop in spans) or edges != sorted(edges):
            raise ValueError(f"{spans} are no ranges in the order of a page of {len(self)} nodes")
        part = self._of(self.tree.cut(spans)[0])
        part.spans = spans
        return part

    def arranged(self, pieces: Iterable[Piece]) -> tuple[Page, list[int]]:
        """The page with its nodes in another order (see `Tree.arranged`); and which node each of them was, -1 for a
        new one."""
        tree, origin = self.tree.arranged(pieces)
        return self._of(tree), origin

    def _of(self, tree: Tree) -> Page:
        page = object.__new__(Page)
        page.source, page.charset, page.url = self.source, self.charset, self.url
        page.headers, page.at, page.spans = self.headers, self.at, ()
        page._hold(tree)
        page.__dict__.update(base=self.base, language=self.language)
        return page

    def __len__(self) -> int:
        return len(self.tag)

    def __repr__(self) -> str:
        return f"<Page {self.url or 'without url'}, {len(self)} nodes>"

    # nodes ------------------------------------------------------------------------------------------

    @cached_property
    def _by_attr(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for node, attrs in enumerate(self.attrs):
            for name in attrs or ():
                found.setdefault(name, []).append(node)
        return found

    def select(self, *tags: str, within: tuple[int, int] | None = None) -> list[int]:
        """The nodes of these tags in document order, all or those in the range `within`."""
        if len(tags) == 1:
            return cut(self.tree.tags.get(tags[0], []), within)
        return sorted(node for tag in tags for node in cut(self.tree.tags.get(tag, []), within))

    def with_attr(self, name: str, within: tuple[int, int] | None = None) -> list[int]:
        """The nodes that carry this attribute."""
        return cut(self._by_attr.get(name, []), within)

    def with_id(self, name: str) -> list[int]:
        return self.tree.ids.get(name, [])

    def with_class(self, name: str) -> list[int]:
        """The nodes that have this among their classes."""
        return sorted(node for names, nodes in self.tree.classes.items() if name in names and name in names.split()
                      for node in nodes)

    def grouped(self, tag: str) -> Mapping[int, list[int]]:
        """The nodes of a tag by the node whose children they are."""
        groups = self._grouped.get(tag)
        if groups is None:
            groups = self._grouped[tag] = defaultdict(list)
            parent = self.parent
            for node in self.select(tag):
                groups[parent[node]].append(node)
            groups.default_factory = None
        return groups

    @cached_property
    def _grouped(self) -> dict[str, defaultdict[int, list[int]]]:
        return {}

    def children(self, node: int) -> Iterator[int]:
        child, stop = node + 1, self.end[node]
        while child < stop:
            yield child
            child = self.end[child]

    def ancestors(self, node: int) -> Iterator[int]:
        """From the node's parent up to the root."""
        node = self.parent[node]
        while node >= 0:
            yield node
            node = self.parent[node]

    def common(self, one: int, other: int) -> int:
        """The lowest node that holds both; either may be that node."""
        parent, end = self.parent, self.end
        while not one <= other < end[one]:
            one = parent[one]
        return one

    def attr(self, node: int, name: str) -> str:
        """An attribute's value, trimmed; empty where it is absent."""
        attrs = self.attrs[node]
        return ((attrs.get(name) or "") if attrs else "").strip()

    def classes(self, node: int) -> list[str]:
        return self.attr(node, "class").split()

    @cached_property
    def signatures(self) -> list[frozenset[str]]:
        """For each node the classes that tell its kind (see `stook.page.signature`)."""
        found = [_NO_NAMES] * len(self.tag)
        for names, nodes in self.tree.classes.items():
            stable = stable_names(names)
            for node in nodes:
                found[node] = stable
        return found

    @cached_property
    def kinds(self) -> list[int]:
        """For each node the number of its kind: equal numbers mean equal tags and signatures; the cells of a row
        are of different kinds, for what tells them apart is their column."""
        known: dict[tuple[str, frozenset[str], int], int] = {}
        columns = [0] * len(self.tag)
        for cells in (*self.grouped("td").values(), *self.grouped("th").values()):
            for column, cell in enumerate(cells, 1):
                columns[cell] = column
        return [known.setdefault(kind, len(known)) for kind in zip(self.tag, self.signatures, columns, strict=True)]

    @cached_property
    def ordinals(self) -> list[int]:
        """For each node which one of its tag it is under its parent, from 1."""
        counts: dict[tuple[int, str], int] = {}
        found = []
        for key in zip(self.parent, self.tag, strict=True):
            counts[key] = count = counts.get(key, 0) + 1
            found.append(count)
        return found

    # text -------------------------------------------------------------------------------------------

    @cached_property
    def words(self) -> words.Words:
        """The shown texts, in lines."""
        return words.read(self.tree)

    def text_of(self, node: int) -> str:
        """The shown text of a subtree, white space collapsed."""
        text = self._texts.get(node)
        if text is None:
            if "words" in self.__dict__ or self.end[node] - node > SMALL:
                text = self.text_in(node, self.end[node])
            else:
                text = words.text_of(self.tree, node) if self.is_shown(node) else ""
            self._texts[node] = text
        return text

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {}

    def text_in(self, start: int, stop: int) -> str:
        """The shown text of the nodes `start .. stop`."""
        return self.words.join(self.words.between(start, stop))

    def is_shown(self, node: int) -> bool:
        """Whether neither the node nor anything above it keeps what is in it from a reader."""
        passed = []
        while node >= 0 and node not in self._shows:
            passed.append(node)
            node = self.parent[node]
        shows = node < 0 or self._shows[node]
        for node in reversed(passed):
            shows = self._shows[node] = shows and words.shows(self.tag[node], self.attrs[node])
        return shows

    @cached_property
    def _shows(self) -> dict[int, bool]:
        return {}

    @cached_property
    def shapes(self) -> list[int]:
        """A digest of each subtree's tags."""
        return digest.shapes(self.tree)

    @cached_property
    def contents(self) -> list[int]:
        """A digest of each subtree's tags and texts."""
        return digest.contents(self.tree)

    @cached_property
    def raw_tags(self) -> list[tokens.Tag]:
        """The tags as they stand in the source, unrepaired."""
        return tokens.tag_stream(self.source)

    # links ------------------------------------------------------------------------------------------

    @cached_property
    def base(self) -> str | None:
        """What relative links are resolved against: the first `<base href>`, itself resolved; the page's URL
        where there is none, or it leads nowhere."""
        for node in self.select("base"):
            if href := self.attr(node, "href"):
                return resolve(href, self.url) or self.url
        return self.url

    def link(self, node: int) -> str | None:
        """Where a link leads, absolute; None where that is no page (`javascript:`, `mailto:`, `data:`)."""
        if self.tag[node] not in _LINKING:
            return None
        href = self.attr(node, "href")
        if not href:
            return None
        if href not in self._links:
            self._links[href] = resolve(href, self.base)
        return self._links[href]

    @cached_property
    def _links(self) -> dict[str, str | None]:
        return {}

    # what the page says of itself -------------------------------------------------------------------

    @cached_property
    def title(self) -> str:
        """The text of the head's `<title>`; a drawing's `<title>` is another thing."""
        for node in self.select("title"):
            if self.tag[self.parent[node]] in ("head", "html", "body"):
                return " ".join("".join(self.text[node + 1:self.end[node]]).split())
        return ""

    @cached_property
    def metas(self) -> dict[str, str]:
        """The `<meta>` data by lower-case name, property or http-equiv; the first that says a thing holds."""
        found: dict[str, str] = {}
        for node in self.select("meta"):
            name = self.attr(node, "name") or self.attr(node, "property") or self.attr(node, "http-equiv")
            if name and self.attr(node, "content"):
                found.setdefault(name.lower(), self.attr(node, "content"))
        return found

    @cached_property
    def language(self) -> str | None:
        """What the page declares, as in `en-GB`; None where it declares nothing."""
        said = self.attr(0, "lang") or self.attr(0, "xml:lang") if self.tag else ""
        said = said or self.metas.get("content-language") or self.headers.get("content-language") or ""
        return said.split(",")[0].strip().replace("_", "-") or None

    # embedded data ----------------------------------------------------------------------------------

    @cached_property
    def _scripts(self) -> list[tuple[str | None, str | None, str]]:
        return [(self.attr(node, "type") or None, self.attr(node, "id") or None,
                 "".join(self.text[node + 1:self.end[node]])) for node in self.select("script")]

    @cached_property
    def json_ld(self) -> list[dict[str, Any]]:
        return embedded.json_ld(self._scripts)

    @cached_property
    def embedded_lists(self) -> list[tuple[str, embedded.JsonList]]:
        """The lists in the page's JSON, best first, each with where it is: "ld", or "state:" and its name."""
        found = [("ld", one) for one in embedded.lists_in_json_ld(self.json_ld)]
        for state in embedded.state(self._scripts):
            found += [(f"state:{state.name or ''}", one) for one in embedded.lists_in_state(state.data)]
        return sorted(found, key=lambda pair: -pair[1].score)

    @cached_property
    def open_graph(self) -> dict[str, list[str]]:
        return embedded.open_graph(attrs for node in self.select("meta") if (attrs := self.attrs[node]))

    @cached_property
    def microdata(self) -> list[Any]:
        return embedded.microdata(self.tag, self.end, self.attrs, self.text_of)


def _sound(content: str) -> str:
    """Without halves of surrogate pairs, which JavaScript leaves behind and nothing can write down: two that
    belong together are one character, and one alone is none."""
    try:
        content.encode()
    except UnicodeEncodeError:
        return content.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return content


def resolve(href: str, base: str | None) -> str | None:
    """An absolute http or https URL, or None."""
    try:
        url = ada_url.join_url(base, href) if base else ada_url.normalize_url(href)
    except ValueError:
        return None
    return url if url.startswith(("http://", "https://")) else None


def cut(nodes: list[int], within: tuple[int, int] | None) -> list[int]:
    """Those of some nodes, which are in document order, that lie in a range."""
    if within is None:
        return nodes
    return nodes[bisect_left(nodes, within[0]):bisect_left(nodes, within[1])]


__all__ = ["TEXT", "Attrs", "Page", "resolve"]
