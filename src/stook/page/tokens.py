"""The raw tag stream: every tag as it stands in the source, in order, unrepaired.

A parser mends what it reads: it closes what was left open and drops what has no partner, so that on its tree
every page is balanced. Whoever counts open tags on both sides of a region, or cuts records between two
delimiters, needs the tags before they were mended. This is the tokenizer of the HTML standard, nothing more.

    tag    a start or end tag with its place in the source; between two tags, source[before.end:after.start],
           is the gap: text, comments, doctype, the content of raw text elements
    open   a start tag that waits for an end tag
    close  an end tag
    void   a start tag that stands alone: a void element as <br>, or <path/> inside of svg or math, the only
           place where the slash means anything

A tag that the source leaves unfinished is no tag, as in a browser. Time is linear in the source: every scan
ends at the end of a token or at the end of the source, and then it was the last.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Kind = Literal["open", "close", "void"]


class Tag(NamedTuple):
    """One tag: its name in lower case, and source[start:end]."""

    name: str
    kind: Kind
    start: int
    end: int


VOID = frozenset({
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen",
    "link", "meta", "param", "source", "track", "wbr"})

_RAW_TEXT = frozenset({
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})
"""Elements whose content is text up to their end tag. Not noscript: pages are read with scripting off."""

_FOREIGN = frozenset({"svg", "math"})
_HTML_ISLANDS = frozenset({"foreignobject", "desc", "title"})
"""Elements of svg whose content is HTML again."""
_DEEPEST_ISLAND = 64

_BREAKOUT = frozenset({
    "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed",
    "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr",
    "ol", "p", "pre", "ruby", "s", "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u",
    "ul", "var"})
"""Start tags that end svg and math which nobody closed."""

# Only possessive repeats, so nothing is read twice. A quote counts only after an equals sign, and an unclosed
# one runs to the end of the source. The attributes eat everything up to the next bare ">", so a tag that does
# not match is one that the end of the source cut off.
# No group stands inside of a possessive repeat: CPython 3.11 loses count of such groups and raises a SystemError.
_ATTRIBUTE = r"""
    (?: =[^ \t\n\f\r/>=]*+ | [^ \t\n\f\r/>=]++ )
    (?: [ \t\n\f\r]*+ = [ \t\n\f\r]*+
        (?: "[^"]*+(?:"|\Z) | '[^']*+(?:'|\Z) | [^ \t\n\f\r>"'][^ \t\n\f\r>]*+ )?+ )?+"""
_START = rf"[a-zA-Z][^ \t\n\f\r/>]*+) (?P<inside> (?: [ \t\n\f\r/]++ | {_ATTRIBUTE} )*+ )"
ATTRIBUTES = re.compile(_ATTRIBUTE, re.VERBOSE)
START_TAG = re.compile(rf"< (?P<name>{_START}", re.VERBOSE)
"""What looks like a start tag, be it inside of a script; the last of a source may be unfinished."""
_TAG = re.compile(rf"< (?P<slash>/?) (?P<name>{_START} >", re.VERBOSE)

_MARKUP = re.compile(r"<(?:/?(?P<letter>[a-zA-Z])|[!?]|/[^>])")
_COMMENT_END = re.compile(r"--!?>")
_SCRIPT_MARK = re.compile(r"<!--(?:-*+>)?|-->|</?script(?=[ \t\n\f\r/>])", re.IGNORECASE | re.ASCII)
_RAW_TEXT_END = {
    name: re.compile(rf"</{name}(?=[ \t\n\f\r/>])", re.IGNORECASE | re.ASCII) for name in _RAW_TEXT}


def _after_declaration(source: str, start: int, foreign: bool) -> int:
    """Where a comment, doctype, CDATA section or processing instruction that begins at `start` ends."""
    if source.startswith("<!--", start):
        if source.startswith((">", "->"), start + 4):
            return source.index(">", start) + 1
        end = _COMMENT_END.search(source, start + 4)
        return end.end() if end else len(source)
    mark = "]]>" if foreign and source.startswith("<![CDATA[", start) else ">"
    found = source.find(mark, start + 2)
    return found + len(mark) if found >= 0 else len(source)


def _script_end(source: str, start: int) -> int:
    """Where the end tag of a script stands whose text begins at `start`.

    Old pages hide scripts in comments, and in such a comment <script> … </script> is a pair of its own.
    """
    depth = 0
    for mark in _SCRIPT_MARK.finditer(source, start):
        said = mark.group().lower()
        if said == "</script":
            if depth < 2:
                return mark.start()
            depth = 1
        elif said == "-->":
            depth = 0
        elif said == "<script":
            depth = 2 if depth else 0
        elif said == "<!--":
            depth = depth or 1
    return len(source)


def _raw_text_end(source: str, name: str, start: int) -> int:
    if name == "script":
        return _script_end(source, start)
    found = _RAW_TEXT_END[name].search(source, start)
    return found.start() if found else len(source)


def _follow_foreign(islands: list[str], name: str, kind: Kind) -> None:
    """Keep the stack of open svg and math elements and of the HTML inside them; its top says where we are."""
    foreign = bool(islands) and islands[-1] in _FOREIGN
    if kind == "close":
        if name in islands:
            del islands[len(islands) - 1 - islands[::-1].index(name):]
    elif foreign and name in _BREAKOUT:
        islands.clear()
    elif kind == "open" and (name in _FOREIGN or (foreign and name in _HTML_ISLANDS)) and (
            len(islands) < _DEEPEST_ISLAND):
        islands.append(name)


def _read_tag(match: re.Match[str], foreign: bool) -> Tag:
    name, end = match["name"].lower(), match.end()
    kind: Kind = "open"
    if match["slash"]:
        kind = "close"
    elif name in VOID:
        kind = "void"
    elif foreign or name in _FOREIGN:
        last = max((attribute.end() for attribute in ATTRIBUTES.finditer(match["inside"])), default=0)
        closes_itself = match["inside"][last:].endswith("/")
        kind = "void" if closes_itself else "open"
    return Tag(name, kind, match.start(), end)


def tag_stream(source: str) -> list[Tag]:
    """Every tag of the source, in order."""
    tags: list[Tag] = []
    islands: list[str] = []
    position = 0
    while begun := _MARKUP.search(source, position):
        start = begun.start()
        foreign = bool(islands) and islands[-1] in _FOREIGN
        match = _TAG.match(source, start)
        if match is None:
            if begun["letter"]:
                break
            position = _after_declaration(source, start, foreign)
            continue
        tag = _read_tag(match, foreign)
        tags.append(tag)
        _follow_foreign(islands, tag.name, tag.kind)
        position = tag.end
        if tag.kind == "open" and not foreign:
            if tag.name == "plaintext":
                break
            if tag.name in _RAW_TEXT:
                position = _raw_text_end(source, tag.name, position)
    return tags
