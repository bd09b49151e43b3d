"""Apply rules to records that the page carries as JSON, for scripts to show."""

from __future__ import annotations

from typing import Any

from stook.page import Page, resolve
from stook.page.embedded import shown, value_at
from stook.recognise import dates
from stook.records import Record, Value
from stook.wrapper.rules.model import FieldRule, Key, RulesWrapper


def records(wrapper: RulesWrapper, page: Page) -> tuple[Record, ...]:
    """The records of the list at the wrapper's source; those that lack what each must have are none."""
    rows = rows_at(page, wrapper.cut.source)
    columns = {rule.name: _column(page, rule, rows) for rule in wrapper.fields}
    needed = [rule.name for rule in wrapper.fields if rule.cardinality == "1"]
    found = []
    for row in range(len(rows)):
        values = {name: (value,) for name, column in columns.items() if (value := column[row])}
        if all(name in values for name in needed):
            found.append(Record(values, " ".join(value.text for (value,) in values.values())))
    return tuple(found)


def rows_at(page: Page, source: Key) -> list[dict[str, Any]]:
    for place, found in page.embedded_lists:
        if (place, *found.path) == source:
            return list(found.objects)
    return []


def _column(page: Page, rule: FieldRule, rows: list[dict[str, Any]]) -> list[Value | None]:
    texts = [next((shown(value) for pick in rule.picks if (value := value_at(row, pick.key)) is not None), "")
             for row in rows]
    if rule.type == "link":
        links = [resolve(text, page.base) if text else None for text in texts]
        return [Value(link, link) if link else None for link in links]
    if rule.type == "date":
        mentions = [dates.read(text) or next(iter(dates.find(text, page.language)), None) if text else None
                    for text in texts]
        days = dates.settle(mentions, page.at, page.language)
        return [Value(text, day) if day else None for text, day in zip(texts, days, strict=True)]
    return [Value(text) if text else None for text in texts]
