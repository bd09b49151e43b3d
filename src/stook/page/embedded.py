"""What a page says for machines: JSON-LD, microdata, Open Graph, lists in the JSON its scripts start from.

    script    (type, id, text) of a script element
    node      one JSON-LD object, as it stands; `@graph` and top-level lists are opened
    state     JSON that is no JSON-LD: a script of a JSON type, or the right side of an assignment where it is
              JSON
    list      three objects or more, in a row or in a map, that have a text that reads like a title; the roles
              title, url, date and category are found by the words of the keys and the shape of the values
    item      one object of a list, seen in these roles

All of it is what the page wrote: relative links stay relative, dates stay texts. Broken JSON is mended as far
as pages usually break it, and else counts as not there. Time is linear in the size of the data; a page's
scripts are read up to SCRIPTS_READ characters, what does not fit is skipped.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple
from urllib.parse import unquote

Script = tuple[str | None, str | None, str]
Path = tuple[str | int, ...]
Role = Literal["title", "url", "date", "category"]

SCRIPTS_READ = 16_000_000
_MENDED = 1_000_000
"""Broken JSON longer than this is not mended: what people write by hand is short."""
_DEEPEST = 200
_ATTEMPTS = 2000
"""How many assignments of one script are looked at, for each may cost as much as the script is long."""


# --- JSON as pages have it

_WRAPPER = re.compile(r"\A\s*(?://\s*)?(?:/\*\s*)?(?:<!\[CDATA\[|<!--)(?:\s*\*/)?"
                      r"|(?://\s*)?(?:/\*\s*)?(?:\]\]>|-->)(?:\s*\*/)?\s*;?\s*\Z")
_STRING = r'("[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z))'
_COMMENT = re.compile(_STRING + r"|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)", re.DOTALL)
_LAST_COMMA = re.compile(_STRING + r"|,(?=\s*+[}\]])", re.DOTALL)
_NO_ESCAPE = re.compile(r'\\([^"\\/bfnrtu])', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_LONE_SURROGATE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
                             r"|\\u([dD][89a-fA-F][0-9a-fA-F]{2})|\\.", re.DOTALL)


def _string_or_nothing(match: re.Match[str]) -> str:
    return _NO_ESCAPE.sub(r"\1", match[1]) if match[1] else ""


def _mended(text: str) -> str:
    """JSON without what authors wrap it in, and without what only JavaScript allows."""
    text = _WRAPPER.sub("", text).strip().removesuffix(";")
    if text[:3].upper() in {"%7B", "%5B"}:
        text = unquote(text)
    if re.match(r"[{\[]\s*&", text):
        text = html.unescape(text)
    return _LAST_COMMA.sub(_string_or_nothing, _COMMENT.sub(_string_or_nothing, text))


def _without_halves(text: str) -> str:
    """Half a character, left by a title cut to length, would break whoever writes it out as UTF-8."""
    if not _SURROGATE.search(text):
        return text
    return _LONE_SURROGATE.sub(lambda match: "\\ufffd" if match[1] else match[0], text)


_DECODER = json.JSONDecoder(strict=False)
_BETWEEN = re.compile(r"[\s,;]*+")


def _values(text: str) -> Any:
    """The data; a list where authors wrote one value behind the other."""
    values: list[Any] = []
    position = 0
    while (position < len(text) and len(values) < _ATTEMPTS) or not values:
        value, position = _DECODER.raw_decode(text, position)
        values.append(value)
        between = _BETWEEN.match(text, position)
        position = between.end() if between else position
    return values[0] if len(values) == 1 else values


def _read_json(text: str) -> Any:
    """The data, or None where the text cannot be read."""
    text = _without_halves(text.strip("\ufeff \t\r\n"))
    for mend in (str, _mended) if len(text) <= _MENDED else (str,):
        try:
            return _values(mend(text))
        except (ValueError, RecursionError):
            continue
    return None


def _affordable(scripts: Iterable[Script]) -> Iterator[Script]:
    left = SCRIPTS_READ
    for script in scripts:
        if len(script[2]) <= left:
            left -= len(script[2])
            yield script


def _walk(data: Any) -> Iterator[tuple[Any, Callable[[], Path]]]:
    """Every object and list inside, outermost first, each with a way to tell its path."""
    found: list[tuple[Any, int, str | int]] = [(data, -1, "")]
    stack = [(0, 0)] if isinstance(data, (dict, list)) else []

    def path_of(number: int) -> Path:
        keys: list[str | int] = []
        while number > 0:
            _, parent, key = found[number]
            keys.append(key)
            number = parent
        return tuple(reversed(keys))

    while stack:
        number, depth = stack.pop()
        value = found[number][0]
        yield value, partial(path_of, number)
        if depth >= _DEEPEST:
            continue
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        first = len(found)
        found.extend((child, number, key) for key, child in inside if isinstance(child, (dict, list)))
        stack.extend((child, depth + 1) for child in range(len(found) - 1, first - 1, -1))


# --- JSON-LD

def _opened(data: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if isinstance(data, list) and depth < _DEEPEST:
        for part in data:
            yield from _opened(part, depth + 1)
    elif isinstance(data, dict):
        graph = data.get("@graph")
        if not isinstance(graph, (list, dict)) or "@type" in data:
            yield data
        if isinstance(graph, (list, dict)) and depth < _DEEPEST:
            yield from _opened(graph, depth + 1)


def json_ld(scripts: Iterable[Script]) -> list[dict[str, Any]]:
    """The JSON-LD nodes of a page, in order."""
    linked = (script for script in scripts if "ld+json" in (script[0] or "").lower())
    return [node for _, _, text in _affordable(linked) for node in _opened(_read_json(text))]


# --- state

@dataclass(frozen=True, slots=True)
class State:
    """JSON that a script starts from, by the id of the script or the name of the variable."""

    name: str | None
    data: Any = field(repr=False)


_RIGHT_SIDE = re.compile(r"=\s*+(?=\{\s*+\"|\[\s*+[{\[])")
_LEFT_SIDE = re.compile(r"(?<![\w$.])"
                        r"(?:(?:window|self|globalThis|document)(?:\.|\[[\"'])|(?:var|let|const)\s)"
                        r"\s*([\w$.]++)(?:[\"']\])?\s*\Z")
_LONGEST_NAME = 80


def _assigned(text: str) -> Iterator[State]:
    position = 0
    for _ in range(_ATTEMPTS):
        right = _RIGHT_SIDE.search(text, position)
        if right is None:
            return
        start, position = max(position, right.start() - _LONGEST_NAME), right.end()
        if left := _LEFT_SIDE.search(text, start, right.start()):
            try:
                data, position = _DECODER.raw_decode(text, position)
            except (ValueError, RecursionError):
                continue
            yield State(left[1], data)


def _is_json(kind: str) -> bool:
    return kind.endswith(("/json", "+json")) and "ld+json" not in kind


def _is_javascript(kind: str) -> bool:
    return kind in {"", "module"} or "javascript" in kind or "ecmascript" in kind


def state(scripts: Iterable[Script]) -> list[State]:
    """The JSON that the page's scripts start from, JSON-LD left out."""
    states: list[State] = []
    for kind, identity, text in _affordable(scripts):
        kind = (kind or "").partition(";")[0].strip().lower()
        if _is_json(kind):
            data = _read_json(text)
            if isinstance(data, (dict, list)):
                states.append(State(identity, data))
        elif _is_javascript(kind):
            states.extend(_assigned(_without_halves(text)))
    return states


# --- lists

class EmbeddedItem(NamedTuple):
    """An item of a list in JSON, as the page wrote it; `path` leads to it in the data."""

    title: str
    url: str | None
    date: str | None
    category: str | None
    path: Path


@dataclass(frozen=True, slots=True)
class JsonList:
    """Objects of one kind: where they are, which key plays which role, how good a list they make (0 to 1)."""

    path: Path
    objects: Sequence[dict[str, Any]] = field(repr=False)
    keys: Mapping[Role, Path]
    score: float
    items: Sequence[EmbeddedItem] = field(repr=False)


_SAMPLED = 20
_LEAVES = 200
_LEAF_DEPTH = 4
_FEWEST = 3
_MOST_LISTS = 100
_BESIDE = 0.5
"""What a list is worth that by its path is a menu, or says who wrote the page, and not what is on it."""
_TITLE_ENOUGH = 0.3
_ROLE_ENOUGH = 0.1

# Words of keys, without case and punctuation, best first; a key that only contains one counts for less.
_WORDS: dict[Role, tuple[str, ...]] = {
    "title": ("headline", "title", "name", "heading", "subject", "label", "caption", "text"),
    "url": ("url", "permalink", "link", "href", "canonicalurl", "weburl", "path", "uri", "slug", "id",
            "item"),
    "date": ("datepublished", "publishedat", "publicationdate", "published", "pubdate", "dateposted",
             "startdate", "date", "createdat", "created", "datecreated", "time", "timestamp", "updated",
             "modified"),
    "category": ("articlesection", "section", "category", "categories", "rubric", "kicker", "topic", "genre",
                 "channel", "department"),
}
_HOLDERS = {"rendered", "value", "text", "content", "plain", "raw", "name", "title", "label", "iso", "href",
            "url"}
"""Keys that say less than the key above them: {"title": {"rendered": ...}}."""
_RELATIVE = {"slug", "path", "permalink", "url", "href", "link", "uri"}
"""Keys under which the last part of a link stands alone."""
_SOMEONE_ELSE = re.compile(r"author|creator|publisher|image|photo|picture|thumbnail|media|video|logo|user"
                           r"|brand|tag|categor|section|breadcrumb|rating|review|offer|comment|geo|address|location"
                           r"|parent")
_MENU = re.compile(r"menu|nav|footer|header|social|breadcrumb|author|creator|mention|organization"
                   r"|alumni|language")
_URL = re.compile(r"(?:https?:)?/[^\s]*+\Z|#/?[\w/-]++\Z", re.IGNORECASE)
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp|svg|avif|ico|mp[34]|css|js)(?:[?#]|\Z)", re.IGNORECASE)
_SLUG = re.compile(r"[\w.%-]+(?:/[\w.%-]+)*/?\Z")
_DATE = re.compile(r"\d{4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}|(?:\w{3,9},?\s+)?\d{1,2}[\s./-]+\w{2,9}"
                   r"[\s./-]+\d{2,4}\b"
                   r"|\w{3,9}\.?\s\d{1,2},?\s\d{4}\b")
_SPACE = re.compile(r"\s+")
_TAGS = re.compile(r"</?[a-zA-Z][^<>]*+>")


def _leaves(thing: dict[str, Any]) -> Iterator[tuple[Path, str | int | float]]:
    """The texts and numbers of an object, of lists only the first element."""
    stack: list[tuple[Path, Any]] = [((), thing)]
    told = 0
    while stack and told < _LEAVES:
        path, value = stack.pop()
        if isinstance(value, dict) and len(path) < _LEAF_DEPTH:
            stack.extend(((*path, key), child) for key, child in reversed(list(value.items())[:_LEAVES]))
        elif isinstance(value, list) and value and len(path) < _LEAF_DEPTH:
            stack.append(((*path, 0), value[0]))
        elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
            told += 1
            yield path, value


def _plain(key: str | int) -> str:
    return re.sub(r"[\W_]+", "", key.lower()) if isinstance(key, str) else ""


@lru_cache(maxsize=4096)
def _word_score(role: Role, path: Path) -> float:
    """How well the keys of a path name the role."""
    keys = [key for key in map(_plain, path) if key]
    if not keys:
        return 0.0
    above = "/".join(keys[:-1])
    own_category = role == "category" and len(keys) > 1 and keys[-1] in _HOLDERS
    if not own_category and _SOMEONE_ELSE.search(above):
        return 0.0
    last = keys[-2] if len(keys) > 1 and keys[-1] in _HOLDERS and _named(role, keys[-2]) else keys[-1]
    return float(_named(role, last) * 0.95 ** len(path))


def _named(role: Role, key: str) -> float:
    words = _WORDS[role]
    if key in words:
        return 1.0 - 0.5 * words.index(key) / len(words)
    inside = [rank for rank, word in enumerate(words) if len(word) > 3 and word in key]
    return 0.6 - 0.3 * inside[0] / len(words) if inside else 0.0


def shown(value: Any) -> str:
    """A text as a reader sees it: JSON for pages often carries their markup."""
    text = str(value)
    if "<" in text:
        text = _TAGS.sub(" ", text)
    if "&" in text:
        text = html.unescape(text)
    return _SPACE.sub(" ", text).strip()


def _reads_like_title(value: Any) -> float:
    if not isinstance(value, str) or _URL.match(value) or (len(value) < 30 and _DATE.match(value)):
        return 0.0
    text = shown(value[:1000])
    letters = sum(map(str.isalpha, text))
    if not 2 <= len(text) <= 300 or letters * 2 < len(text):
        return 0.0
    # Japanese and Chinese say in four signs, and without a space, what takes others three words.
    wide = sum(map("\u2e80".__le__, text))
    weight = len(text) + 3 * wide
    if not wide and " " not in text:
        return 0.3 if "_" not in text else 0.0
    return min(1.0, weight / 20)


def _looks_like(role: Role, value: Any) -> float:
    if role == "title":
        return _reads_like_title(value)
    if role == "date" and isinstance(value, (int, float)):
        return 1.0 if 5e8 < value < 4e9 or 5e11 < value < 4e12 else 0.0
    if not isinstance(value, str) or len(value) > 2000:
        return 0.0
    if role == "url":
        return 1.0 if _URL.match(value) and not _PICTURE.search(value) else 0.0
    if role == "date":
        return 1.0 if _DATE.match(value) else 0.0
    return 1.0 if 1 < len(value) <= 60 and not _URL.match(value) and not _DATE.match(value) else 0.0


def _role_score(role: Role, path: Path, values: Sequence[Any], asked: int) -> float:
    named = _word_score(role, path)
    if not named:
        return 0.0
    shape = sum(_looks_like(role, value) for value in values) / asked
    if role == "url" and not shape and _plain(path[-1]) in _RELATIVE:
        shape = 0.4 * sum(isinstance(value, str) and bool(_SLUG.match(value)) for value in values) / asked
    if role in {"title", "url"}:
        shape *= len(set(values)) / len(values)
    return named * shape


def _roles(objects: Sequence[dict[str, Any]]) -> tuple[dict[Role, Path], float]:
    """The key for each role, and how much of a list of titles this is, between 0 and 1."""
    sample = objects[:_SAMPLED]
    columns: dict[Path, list[Any]] = {}
    for thing in sample:
        for path, value in _leaves(thing):
            columns.setdefault(path, []).append(value)
    keys: dict[Role, Path] = {}
    scores: dict[Role, float] = {}
    for role in _WORDS:
        rated = [(_role_score(role, path, values, len(sample)), path) for path, values in columns.items()]
        score, path = max(rated, key=lambda one: one[0], default=(0.0, ()))
        if role == "title" and score < _TITLE_ENOUGH:
            return {}, 0.0
        if score > _ROLE_ENOUGH:
            keys[role], scores[role] = path, score
    told = 0.5 + 0.25 * scores.get("url", 0) + 0.15 * scores.get("date", 0) + 0.1 * scores.get("category", 0)
    return keys, scores["title"] * told * len(objects) / (len(objects) + _FEWEST)


def value_at(thing: Any, path: Path | None) -> Any:
    """The text or number at a path of keys; None where there is none."""
    if path is None:
        return None
    for key in path:
        if isinstance(thing, dict):
            thing = thing.get(key)
        elif isinstance(thing, list) and isinstance(key, int) and key < len(thing):
            thing = thing[key]
        else:
            return None
    return thing if isinstance(thing, (str, int, float)) and not isinstance(thing, bool) else None


Row = tuple[str | int, dict[str, Any]]


def _items(rows: Sequence[Row], keys: Mapping[Role, Path], path: Path) -> list[EmbeddedItem]:
    def text(thing: dict[str, Any], role: Role) -> str | None:
        value = value_at(thing, keys.get(role))
        if value is None:
            return None
        return (shown(value) if role in {"title", "category"} else str(value).strip()) or None

    return [
        EmbeddedItem(title, text(thing, "url"), text(thing, "date"), text(thing, "category"), (*path, name))
        for name, thing in rows if (title := text(thing, "title"))]


def _rows(value: Any) -> list[Row]:
    """The objects of a list, or of a map whose values all are objects, each with its index or key."""
    if isinstance(value, list):
        return [(index, thing) for index, thing in enumerate(value) if isinstance(thing, dict)]
    if all(isinstance(thing, dict) for thing in value.values()):
        return list(value.items())
    return []


def _is_trail(value: Any) -> bool:
    return isinstance(value, dict) and "BreadcrumbList" in str(value.get("@type", ""))


def _json_list(rows: Sequence[Row], path_of: Callable[[], Path]) -> JsonList | None:
    objects = [thing for _, thing in rows]
    keys, score = _roles(objects)
    if not keys:
        return None
    path = path_of()
    if any(_MENU.search(_plain(key)) for key in path):
        score *= _BESIDE
    return JsonList(path, objects, keys, round(score, 4), _items(rows, keys, path))


def _best(containers: Iterable[tuple[Any, Callable[[], Path]]]) -> list[JsonList]:
    lists: list[JsonList] = []
    trails: set[int] = set()
    for value, path_of in containers:
        if _is_trail(value):
            trails.update(map(id, value.values()))
        rows = _rows(value) if len(value) >= _FEWEST and id(value) not in trails else []
        if len(rows) >= _FEWEST and (found := _json_list(rows, path_of)):
            lists.append(found)
    return sorted(lists, key=lambda one: -one.score)[:_MOST_LISTS]


def lists_in_state(data: Any) -> list[JsonList]:
    """The lists inside a state, best first."""
    return _best(_walk(data))


_NO_ENTRIES = frozenset({
    "Organization", "Person", "ImageObject", "BreadcrumbList", "ListItem", "WebSite", "Question"})


def _types(thing: Mapping[str, Any]) -> list[str]:
    kind = thing.get("@type")
    return [str(one) for one in (kind if isinstance(kind, list) else [kind]) if one]


def _inside(nodes: Sequence[dict[str, Any]]) -> Iterator[tuple[Any, Callable[[], Path]]]:
    by_type: dict[str, list[dict[str, Any]]] = {}
    for number, node in enumerate(nodes):
        for kind in _types(node)[:1]:
            by_type.setdefault(kind, []).append(node)
        for value, path_of in _walk(node):
            yield value, partial(_below, number, path_of)
    for kind, alike in by_type.items():
        if kind not in _NO_ENTRIES:
            yield alike, partial(tuple, (kind,))


def _below(number: int, path_of: Callable[[], Path]) -> Path:
    return (number, *path_of())


def lists_in_json_ld(nodes: Sequence[dict[str, Any]]) -> list[JsonList]:
    """The lists inside JSON-LD nodes, best first; nodes of one type are a list too, its path is that type."""
    return _best(_inside(nodes))


# --- Open Graph

_META_PREFIXES = ("og:", "article:", "twitter:", "book:", "profile:", "product:", "music:", "video:")
_META_NAMES = frozenset({"description", "keywords", "author"})


def open_graph(metas: Iterable[Mapping[str, str | None]]) -> dict[str, list[str]]:
    """What the meta elements, given by their attributes, tell of the page: every value under its name."""
    told: dict[str, list[str]] = {}
    for attributes in metas:
        name = (attributes.get("property") or attributes.get("name") or "").strip().lower()
        content = (attributes.get("content") or "").strip()
        if content and (name in _META_NAMES or name.startswith(_META_PREFIXES)):
            told.setdefault(name, []).append(content)
    return told


# --- microdata

@dataclass(frozen=True, slots=True)
class MicrodataItem:
    """One item: what it is, what is said of it, and the element that holds it."""

    type: tuple[str, ...]
    node: int
    properties: dict[str, list[str | MicrodataItem]] = field(default_factory=dict)


Attributes = Mapping[str, str | None]

_VALUE_ATTRIBUTE = {
    "meta": "content", "audio": "src", "embed": "src", "iframe": "src", "img": "src", "source": "src",
    "track": "src", "video": "src", "a": "href", "area": "href", "link": "href", "object": "data",
    "data": "value", "meter": "value", "time": "datetime",
}
_PAGES_REFERRED = 20
"""How many times the page's size may be gone through for itemref and for texts inside of texts."""


class _Microdata:
    """The items of one page: first which property belongs to which item, then who holds whom."""

    def __init__(self, tag: Sequence[str], end: Sequence[int], attrs: Sequence[Attributes | None],
                 text_of: Callable[[int], str]) -> None:
        self.tag, self.end, self.attrs, self.text_of = tag, end, attrs, text_of
        self.allowance = _PAGES_REFERRED * len(tag)
        self.items: dict[int, MicrodataItem] = {}
        self.held: dict[int, list[int]] = {}

    def attribute(self, node: int, name: str) -> str | None:
        attributes = self.attrs[node]
        return attributes.get(name) if attributes else None

    def has(self, node: int, name: str) -> bool:
        attributes = self.attrs[node]
        return attributes is not None and name in attributes

    def collect(self) -> None:
        """Give every property to the innermost item around it, then follow the references."""
        open_items: list[int] = []
        places: dict[str, int] = {}
        for node, attributes in enumerate(self.attrs):
            while open_items and node >= self.end[open_items[-1]]:
                open_items.pop()
            if not attributes:
                continue
            if identity := attributes.get("id"):
                places.setdefault(identity, node)
            if open_items and attributes.get("itemprop"):
                self.held[open_items[-1]].append(node)
            if "itemscope" in attributes:
                self.items[node] = MicrodataItem(tuple((attributes.get("itemtype") or "").split()), node)
                self.held[node] = []
                open_items.append(node)
        for item in self.items:
            names = dict.fromkeys((self.attribute(item, "itemref") or "").split())
            for place in (places[name] for name in names if name in places):
                self.held[item].extend(self.referred(place))
            self.held[item] = sorted(set(self.held[item]) - {item})

    def referred(self, place: int) -> Iterator[int]:
        node = place
        while node < self.end[place] and self.allowance > 0:
            self.allowance -= 1
            if self.attribute(node, "itemprop"):
                yield node
            node = self.end[node] if self.has(node, "itemscope") else node + 1

    def value(self, node: int) -> str:
        # The standard reads `content` on meta only; authors, and those who read them, use it everywhere.
        written = self.attribute(node, "content")
        if written is None and (name := _VALUE_ATTRIBUTE.get(self.tag[node])):
            written = self.attribute(node, name)
            if written is None and name not in {"datetime", "value"}:
                return ""
        if written is None and self.allowance > 0:
            self.allowance -= self.end[node] - node
            written = self.text_of(node)
        return _SPACE.sub(" ", written or "").strip()

    def loops(self) -> set[tuple[int, int]]:
        """The pairs of items that close a circle, which only itemref can draw."""
        closing: set[tuple[int, int]] = set()
        finished: dict[int, bool] = {}
        for first in self.items:
            if first in finished:
                continue
            finished[first] = False
            path = [(first, iter(self.held[first]))]
            while path:
                item, rest = path[-1]
                inner = next((node for node in rest if node in self.items and not finished.get(node)), None)
                if inner is None:
                    finished[item] = True
                    path.pop()
                elif inner in finished:
                    closing.add((item, inner))
                else:
                    finished[inner] = False
                    path.append((inner, iter(self.held[inner])))
        return closing

    def fill(self) -> None:
        closing = self.loops()
        for number, item in self.items.items():
            for node in self.held[number]:
                if (number, node) in closing:
                    continue
                value = self.items.get(node) or self.value(node)
                for name in (self.attribute(node, "itemprop") or "").split():
                    item.properties.setdefault(name, []).append(value)


def microdata(tag: Sequence[str], end: Sequence[int], attrs: Sequence[Attributes | None],
              text_of: Callable[[int], str]) -> list[MicrodataItem]:
    """The top-level items of a page, given as arrays in pre-order; `end` is one past the last descendant."""
    page = _Microdata(tag, end, attrs, text_of)
    page.collect()
    page.fill()
    return [item for node, item in page.items.items() if not page.has(node, "itemprop")]
