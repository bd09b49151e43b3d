"""What was read as texts, as a record: its values mean what a schema declares them to be."""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import Any

from stook.page import Page
from stook.recognise import values
from stook.records import Record, Schema, Value

TEXT = "text"
_OF_ENTRIES = MappingProxyType({"url": "link", "date": "date", "updated": "date"})
"""What fields of these names mean where nobody declares them: a record may be an item of a feed. Their texts stay."""


def as_record(said: Mapping[str, Any], repeats: Container[str], schema: Schema | None = None,
              page: Page | None = None) -> Record:
    """A record of one or several texts a field, or records within it; `page` is where it stands, for dates and numbers
    are read in its language. A field that is None, as tables have it, is not there."""
    declared = {one.name: one.type for one in schema.fields} if schema else {}
    found = {name: tuple(_value(one, name, declared, page) for one in (given if isinstance(given, list) else [given])
                         if one is not None)
             for name, given in said.items() if given is not None}
    return Record(found, repeated=frozenset(name for name in found if name in repeats))


def _value(said: Any, name: str, declared: Mapping[str, str], page: Page | None) -> Value:
    if isinstance(said, Mapping):
        return Value("", as_record(said, {one for one, given in said.items() if isinstance(given, list)}))
    text, kind = str(said), declared.get(name) or _OF_ENTRIES.get(name, TEXT)
    if kind not in values.KINDS or kind == TEXT:
        return Value(text, text)
    typed = (values.read(kind, text, language=page.language, base=page.base, at=page.at) if page
             else values.read(kind, text))
    written = values.canonical(kind, typed) if name in declared and typed is not None else None
    return Value(text, typed, written=written)
