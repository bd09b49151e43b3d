"""Values only: what was read from a page, and how it is handed on. Nothing here knows HTML."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from stook.records.late import Late

Day = dt.date | dt.datetime
"""A point in time as far as the page tells it: a day, or a day with its time, naive unless the page names a zone."""


@dataclass(frozen=True)
class Value:
    """One value of one field: the text as shown, what it means, and where it stood. A value that is a record within
    the record means that record."""

    text: str
    typed: Late[Any] = Late(None)
    node: int | None = None
    """The page's node that the text was read from; None for a value that no node shows (embedded data)."""
    confidence: float = 1.0
    written: str | None = None
    """The one form of the value's type, where a Schema declares that type: what `to_dict` shows then."""

    @property
    def shown(self) -> Any:
        """What `to_dict` shows of it; what it means is not asked for that."""
        said = self.__dict__["typed"]
        if isinstance(said, Record):
            return said.to_dict()
        return self.text if self.written is None else self.written

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"typed": self.typed}


@dataclass(frozen=True)
class Record:
    """Values by field. A field that the page does not show is not in `values`."""

    values: Mapping[str, tuple[Value, ...]]
    text: Late[str] = Late("")
    """All that the page shows of it."""
    span: tuple[int, int] | None = None
    """The record's nodes on its page, first and one past the last; None where they do not stand together."""
    repeated: frozenset[str] = field(default=frozenset(), repr=False)
    """The fields that `to_dict` shows as lists."""

    apart: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    """Of a record that does not stand together: the ranges of its nodes, in document order."""

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"text": self.text}

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The ranges of its nodes on its page: one where they stand together, none where no node shows it."""
        return (self.span,) if self.span is not None else self.apart

    def __getitem__(self, name: str) -> tuple[Value, ...]:
        return self.values.get(name, ())

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def first(self, name: str) -> Value | None:
        found = self.values.get(name)
        return found[0] if found else None

    def to_dict(self) -> dict[str, Any]:
        return {name: [v.shown for v in values] if name in self.repeated else values[0].shown
                for name, values in self.values.items() if values}


@dataclass(frozen=True, slots=True)
class Entry:
    """A record seen as an item of a feed."""

    title: str
    url: str | None = None
    date: Day | None = None
    category: str | None = None
    summary: str | None = None
    updated: Day | None = None
    record: Record | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, record: Record) -> Entry:
        def typed(name: str) -> Any:
            value = record.first(name)
            return value.typed if value else None

        def shown(name: str) -> str | None:
            value = record.first(name)
            return value.text if value else None

        return cls(title=shown("title") or "", url=typed("url"), date=typed("date"), category=shown("category"),
                   summary=shown("summary"), updated=typed("updated"), record=record)


@dataclass(frozen=True, slots=True)
class Channel:
    """What a page says of itself, for the head of a feed."""

    title: str
    url: str | None = None
    description: str = ""
    language: str | None = None
    date: dt.datetime | None = None
    """When the page was last modified, as its server says."""
