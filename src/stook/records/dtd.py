"""Reads the part of a DTD that says what a schema can say: elements, what stands in them, and how often.

    <!-- a comment -->
    <!ELEMENT recipe (title, author?, ingredient+, step*)>     a record; what is never declared is text
    <!ELEMENT ingredient (amount?, name)>                      a record within
    <!ELEMENT title (#PCDATA)>                                 text
    <!ELEMENT time (#PCDATA)>       <!-- type: duration -->    a type, in the comment right behind

All else of a DTD is refused, with its line: what a schema would have to leave out, the author would miss. `read`
gives the mapping that `Schema` is made from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stook.errors import SchemaError

MOST_FIELDS = 10_000
"""How many fields a record may have, counted through all records within: elements that are used twice multiply."""
DEEPEST = 16

_SUPPORTED = ("write <!ELEMENT name (a, b?, c*, d+)> or <!ELEMENT name (#PCDATA)>, and comments; "
              "nothing else of a DTD has a place in a schema")
_TOKEN = re.compile(r"\s+|<!--(?P<comment>.*?)-->|<\?xml\s[^>]*\?>"
                    r"|<!ELEMENT\s++(?P<name>[^\s<>()#%|,?*+]++)\s*+(?P<content>[^<>]*+)>", re.DOTALL)
_PART = re.compile(r"(?P<name>[^\W\d][\w.:-]*)(?P<sign>[?*+]?)")
_TYPE = "type:"
_TEXT = "#PCDATA"

_REFUSED = {"<!ATTLIST": "attributes", "<!ENTITY": "entities", "<!NOTATION": "notations",
            "<!DOCTYPE": "a document type", "<![": "conditional sections", "<?": "processing instructions",
            "<!ELEMENT": "an element without name or end", "<!--": "a comment without end", "%": "parameter entities"}


@dataclass
class _Element:
    """A declared element: its children with their signs, or none and a type."""

    line: int
    children: Mapping[str, str]
    type: str = "text"


def read(text: str, root: str | None, types: Sequence[str]) -> dict[str, Any]:
    """The fields of the root element, as `Schema` takes them."""
    elements = _elements(text, types)
    top = root if root is not None else _only_root(elements)
    if top not in elements or not elements[top].children:
        known = ", ".join(name for name, element in elements.items() if element.children) or "none"
        raise SchemaError("no element of this name holds other elements", subject=top,
                          hint=f"take one of those that do: {known}")
    return _Expansion(elements).fields(top, ())


class _Expansion:
    """Children put in the place of names, each element once."""

    def __init__(self, elements: Mapping[str, _Element]) -> None:
        self.elements = elements
        self.done: dict[str, dict[str, Any]] = {}
        self.sizes: dict[str, int] = {}

    def fields(self, name: str, around: tuple[str, ...]) -> dict[str, Any]:
        line = self.elements[name].line
        if name in around:
            raise _wrong(line, f"{name} stands within itself ({' > '.join((*around, name))})",
                         "a schema has a last level: leave the element out there")
        if len(around) >= DEEPEST:
            raise _wrong(line, f"elements stand more than {DEEPEST} deep", "say it with fewer levels")
        if name not in self.done:
            found = dict(self._field(child, sign, (*around, name))
                         for child, sign in self.elements[name].children.items())
            self.sizes[name] = sum(1 + self.sizes.get(child, 0) for child in self.elements[name].children)
            if self.sizes[name] > MOST_FIELDS:
                raise _wrong(line, f"{name} has more than {MOST_FIELDS} fields", "use fewer elements in several places")
            self.done[name] = found
        return self.done[name]

    def _field(self, name: str, sign: str, around: tuple[str, ...]) -> tuple[str, Any]:
        element = self.elements.get(name)
        if element is None:
            return name, "text" + sign
        if element.children:
            return name + sign, self.fields(name, around)
        return name, element.type + sign


def _only_root(elements: Mapping[str, _Element]) -> str:
    inner = {child for name, element in elements.items() for child in element.children}
    roots = [name for name, element in elements.items() if element.children and name not in inner]
    if len(roots) == 1:
        return roots[0]
    if not roots:
        raise SchemaError("no element stands outside of all others", subject="the DTD",
                          hint="declare the record as <!ELEMENT recipe (title, author?)>, or name it as root")
    raise SchemaError(f"several elements stand in no other: {', '.join(roots)}", subject="the DTD",
                      hint="name the one that is the record as root")


# --- Reading

def _elements(text: str, types: Sequence[str]) -> dict[str, _Element]:
    elements: dict[str, _Element] = {}
    latest: _Element | None = None
    for line, token in _tokens(text):
        if token["comment"] is not None:
            said = token["comment"].strip()
            if said.startswith(_TYPE):
                _give_type(latest, said.removeprefix(_TYPE).strip(), line, types)
            latest = None
        elif token["name"]:
            name = token["name"]
            if name in elements:
                raise _wrong(line, f"{name} is declared a second time (first in line {elements[name].line})",
                             "leave one of the two out")
            latest = elements[name] = _Element(line, _children(name, token["content"].strip(), line))
    return elements


def _tokens(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    place, line = 0, 1
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            start = text[place:place + 10]
            kind = next((kind for opening, kind in _REFUSED.items() if start.upper().startswith(opening)),
                        f"{start.split()[0]!r}")
            raise _wrong(line, f"a schema knows no such thing as {kind}", _SUPPORTED)
        yield line, token
        line += text.count("\n", place, token.end())
        place = token.end()


def _give_type(element: _Element | None, type_: str, line: int, types: Sequence[str]) -> None:
    if element is None or element.children:
        raise _wrong(line, "this type belongs to no text", "write it right behind an element with (#PCDATA)")
    if type_ not in types:
        raise _wrong(line, f"{type_!r} is no type", f"the types are {', '.join(types)}")
    element.type = type_


def _children(name: str, content: str, line: int) -> Mapping[str, str]:
    """The elements within one, each with its sign; none in a text."""
    if refused := _refused_content(content):
        raise _wrong(line, f"{name} holds what a schema cannot say: {refused}", _SUPPORTED)
    inner = content[1:-1]
    if inner.strip() == _TEXT:
        return {}
    children: dict[str, str] = {}
    for written in inner.split(","):
        part = _PART.fullmatch(written.strip())
        if part is None:
            raise _wrong(line, f"{name} holds {written.strip()!r}, which is no name of an element", _SUPPORTED)
        if part["name"] in children:
            raise _wrong(line, f"{name} holds {part['name']} twice", f"write {part['name']}+ for several")
        children[part["name"]] = part["sign"]
    return children


def _refused_content(content: str) -> str | None:
    if not content.startswith("("):
        return content or "nothing"
    if "%" in content:
        return "parameter entities"
    if _TEXT in content and content.strip("() \t\r\n") != _TEXT:
        return "texts mixed with elements"
    if "|" in content:
        return "alternatives"
    inner, _, behind = content[1:].partition(")")
    if "(" in inner or ")" in behind:
        return "groups within groups"
    return f"{behind!r} behind the group" if behind else None


def _wrong(line: int, message: str, hint: str) -> SchemaError:
    return SchemaError(message, subject=f"line {line}", hint=hint)
