"""Read the records that a page shows: sections -> spans -> values -> types -> records.

A value may be a record itself: then its node falls into records of its own, in the same way.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from stook.page import Page, resolve
from stook.recognise import dates, values
from stook.records import Record, Value
from stook.records.schema import RECORD
from stook.wrapper.rules.model import TEXT_OF, Cut, FieldRule, Pick, RulesWrapper
from stook.wrapper.rules.take import stop_of, value_at
from stook.wrapper.rules.take import take as take
from stook.wrapper.selector import Selector

MARKS = frozenset(("br", "hr"))
DEEPEST = 8
"""So many sections may stand in each other."""


@dataclass(frozen=True, slots=True)
class Span:
    """A record's nodes, and the node that its selectors start from."""

    start: int
    stop: int
    scope: int


@dataclass(frozen=True, slots=True)
class Shown:
    """What a pick found: the text, and the node it stands at."""

    text: str
    node: int
    pick: Pick


def shown_records(wrapper: RulesWrapper, page: Page) -> tuple[Record, ...]:
    """The records that the page shows."""
    return records_of(page, _spans(wrapper, page), wrapper.fields, wrapper.settings)


def records_of(page: Page, spans: Sequence[Span], rules: Sequence[FieldRule],
               settings: Mapping[str, str]) -> tuple[Record, ...]:
    """The records that stand in some spans."""
    spans, columns = _filled(page, spans, rules)
    typed = {rule.name: typed_column(page, rule, columns[rule.name], settings) for rule in rules}
    repeated = frozenset(rule.name for rule in rules if rule.cardinality == "*")
    return tuple(
        Record({name: values[place] for name, values in typed.items() if values[place]},
               page.text_in(span.start, span.stop), (span.start, span.stop), repeated)
        for place, span in enumerate(spans))


def starts(wrapper: RulesWrapper, page: Page) -> set[int]:
    """The nodes at which the shown records begin, found without reading them."""
    spans, _ = rows(wrapper, page, [rule for rule in wrapper.fields if rule.cardinality == "1"])
    return {span.start for span in spans}


def rows(wrapper: RulesWrapper, page: Page,
         rules: Sequence[FieldRule]) -> tuple[list[Span], dict[str, list[list[Shown]]]]:
    """Where the records are, and what these fields show in each."""
    return _filled(page, _spans(wrapper, page), rules)


def _spans(wrapper: RulesWrapper, page: Page) -> list[Span]:
    return [span for section in sections(page, wrapper.region) for span in cut(page, section, wrapper.cut)]


def _filled(page: Page, spans: Sequence[Span],
            rules: Sequence[FieldRule]) -> tuple[list[Span], dict[str, list[list[Shown]]]]:
    """What these fields show in each span. What lacks a field that each record must have is none."""
    everywhere = cache(lambda selector: selector.find(page))
    columns = {rule.name: [look(page, span, rule, everywhere) for span in spans] for rule in rules}
    needed = [columns[rule.name] for rule in rules if rule.cardinality == "1"]
    kept = [row for row in range(len(spans)) if all(column[row] for column in needed)]
    return [spans[row] for row in kept], {name: [column[row] for row in kept] for name, column in columns.items()}


# where ------------------------------------------------------------------------------------------------

def sections(page: Page, region: Sequence[Sequence[Selector]]) -> list[int]:
    """The nodes that hold records, in document order. Sections in sections are few, whatever a wrapper says."""
    found = sorted({node for ways in region for node in next(filter(None, (way.find(page) for way in ways)), ())})
    kept: list[int] = []
    around: list[int] = []
    for node in found:
        while around and page.end[around[-1]] <= node:
            around.pop()
        if len(around) < DEEPEST:
            around.append(node)
            kept.append(node)
    return kept


def cut(page: Page, section: int, how: Cut) -> Iterator[Span]:
    if how.kind == "page":
        yield Span(section, page.end[section], section)
    elif how.kind == "marks":
        yield from _between_marks(page, section)
    else:
        heads = sorted({node for selector in how.heads for node in selector.find(page, section)})
        yield from _runs(page, section, heads, how.lead) if how.kind == "runs" else _nodes(page, heads)


def _nodes(page: Page, heads: list[int]) -> Iterator[Span]:
    past = -1
    for head in heads:
        if head >= past:  # a head inside a record is part of that record
            past = page.end[head]
            yield Span(head, past, head)


def _runs(page: Page, section: int, heads: list[int], lead: int) -> Iterator[Span]:
    siblings = list(page.children(section))
    places = sorted({bisect_right(siblings, head) - 1 for head in heads})  # a head may stand deeper, in its run's turn
    starts = [max(place - lead, before + 1) for place, before in zip(places, [-1, *places], strict=False)]
    for start, following in zip(starts, [*starts[1:], len(siblings)], strict=False):
        stop = siblings[following] if following < len(siblings) else page.end[section]
        yield Span(siblings[start], stop, section)


def _between_marks(page: Page, section: int) -> Iterator[Span]:
    start = section + 1
    for child in page.children(section):
        if page.tag[child] in MARKS:
            if child > start:
                yield Span(start, child, section)
            start = page.end[child]
    if page.end[section] > start:
        yield Span(start, page.end[section], section)


# what -------------------------------------------------------------------------------------------------

Everywhere = Callable[[Selector], list[int]]
"""What a selector finds on the whole page; remembered, for every record asks the same."""


def look(page: Page, span: Span, rule: FieldRule, everywhere: Everywhere) -> list[Shown]:
    """What the picks of a field show in a record: the first pick that finds something speaks for text and
    links; of a date all are kept, for a heading may complete what the record leaves out."""
    found: list[Shown] = []
    for pick in rule.picks:
        shown = _shown(page, span, pick, rule.cardinality == "*", everywhere)
        found += shown
        if shown and rule.type != "date":
            break
    return found


def _shown(page: Page, span: Span, pick: Pick, several: bool, everywhere: Everywhere) -> list[Shown]:
    shown, past = [], -1
    for node in _nodes_of(page, span, pick, everywhere):
        if node >= past and (text := value_at(page, node, pick)):
            shown.append(Shown(text, node, pick))
            if not several:
                break
            if pick.take == TEXT_OF:
                past = stop_of(page, node, pick.more)  # a text in a value is part of it
    return shown


def _nodes_of(page: Page, span: Span, pick: Pick, everywhere: Everywhere) -> list[int]:
    if pick.scope == "record":
        return pick.selector.find(page, span.scope, (span.start, span.stop))
    found = everywhere(pick.selector)
    if pick.scope == "before":
        place = bisect_left(found, span.start)
        return found[max(0, place - 1):place]
    return found


# which type -------------------------------------------------------------------------------------------

def typed_column(page: Page, rule: FieldRule, column: list[list[Shown]],
                 settings: Mapping[str, str]) -> list[tuple[Value, ...]]:
    """The values of one field over all records. Dates of a list explain each other, so they are read together."""
    if rule.cut:
        return [tuple(value for s in shown for value in records_within(page, s.node, rule, s.pick.weight, settings))
                for shown in column]
    if rule.type == "date":
        return _dates(page, rule, column, settings)
    if rule.type == "link":
        return [tuple(Value(link, link, s.node, s.pick.weight) for s in shown if (link := _link(page, s)))
                for shown in column]
    return [tuple(typed(page, rule, Value(s.text, None, s.node, s.pick.weight)) for s in shown) for shown in column]


def records_within(page: Page, node: int, rule: FieldRule, sure: float,
                   settings: Mapping[str, str]) -> Iterator[Value]:
    """The records that a node falls into, as values of one field."""
    spans = list(cut(page, node, rule.cut)) if rule.cut else []
    for record in records_of(page, spans, rule.fields, settings):
        if record.values:
            yield Value(record.text, record, record.span[0] if record.span else node, sure)


def typed(page: Page, rule: FieldRule, value: Value) -> Value:
    """The value with what its text means: as the rule's type, else as what such values have meant so far."""
    kind = rule.means if rule.type == "text" else rule.type
    if kind in ("", "text", RECORD):
        return value
    return _written(rule, Value(value.text, partial(_meaning, page, kind, value.text), value.node, value.confidence))


def _meaning(page: Page, kind: str, text: str) -> Any:
    return values.read(kind, text, language=page.language, base=page.base, at=page.at)


def _written(rule: FieldRule, value: Value) -> Value:
    """The value as a schema wants it, where one declares its type."""
    if not rule.declared or value.typed is None:
        return value
    return replace(value, written=values.canonical(rule.type, value.typed))


def _link(page: Page, shown: Shown) -> str | None:
    """Where a link leads; a part of the page that has an id is linked to as that part."""
    if shown.pick.take == "@id":
        return resolve(f"#{shown.text}", page.url)
    if shown.pick.take in (TEXT_OF, "@href"):
        return page.link(shown.node)
    return resolve(shown.text, page.base)


def _dates(page: Page, rule: FieldRule, column: list[list[Shown]],
           settings: Mapping[str, str]) -> list[tuple[Value, ...]]:
    language = page.language or settings.get("language")
    mentions = [mention_of(shown, language) for shown in column]
    days = dates.settle(mentions, page.at, language, settings.get("order"))
    return [() if day is None else (_written(rule, Value(shown[0].text, day, shown[0].node, shown[0].pick.weight)),)
            for day, shown in zip(days, column, strict=True)]


YEAR = re.compile(r"\D{0,12}((?:19|20)\d\d)\D{0,12}(?:[(（]\d+[)）])?")


def bare_year(text: str) -> str:
    """The year alone, where a text says no more ("Archive 2024", "2024年", "2024 (12)")."""
    match = YEAR.fullmatch(text)
    return match[1] if match else text


def whole_date(texts: list[str], find: Callable[[str], Sequence[dates.Mention]]) -> dates.Mention | None:
    """The whole date that the texts of a record and of what stands before it show together: "28" below
    "April 2026", "12-08" below "2018"."""
    texts = [text.strip(" :;,|-–—·()[]") for text in texts]
    bare = [bare_year(text) for text in texts]
    ways = dict.fromkeys(" ".join(way) for said in (texts, bare) for way in (said, said[::-1]))
    return next((m for joined in ways for m in find(joined) if m.complete and not m.relative), None)


_PAIR = re.compile(r"[\[(]?(\d\d[-/]\d\d|\d\d\.\d\d\.?)[\])]?")


def month_and_day(text: str, find: Callable[[str], Sequence[dates.Mention]]) -> dates.Mention | None:
    """A bare "05-14", which is a date only because its column is one; the list's other dates tell the year."""
    match = _PAIR.fullmatch(text.strip())
    if not match:
        return None
    dotted = match[1].rstrip(".") if "." in match[1] else ""
    found = find(f"{dotted}.2000" if dotted else f"{match[1]} 2000")  # a leap year: the 29th of February is a day
    if not found:
        return None
    readings = tuple(replace(reading, year=None) for reading in found[0].readings)
    return replace(found[0], start=0, end=len(text), year=None, readings=readings)


def mention_of(shown: Sequence[Shown], language: str | None) -> dates.Mention | None:
    """The date that the picks of a record show: the first whole one, or a part completed by what stands before."""
    def find(text: str) -> list[dates.Mention]:
        return dates.find(text, language)

    partial = None
    for place, one in enumerate(shown):
        found = find(one.text) if not one.pick.take.startswith("@") else []
        if not found and (read := dates.read(one.text)):
            found = [read]
        whole = next((mention for mention in found if mention.complete), None)
        if whole:
            return whole
        partial = partial or (found[0] if found else month_and_day(one.text, find))
        if place and (whole := whole_date([earlier.text for earlier in shown[:place + 1]], find)):
            return whole
    return partial
