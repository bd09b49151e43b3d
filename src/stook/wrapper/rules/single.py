"""Read the one record of a page: each field elects its value, or the node that holds its values.

Where a page shows two inline siblings of a kind, set apart by a comma or an "and", in the place of one value of a
field that may repeat, both are values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial

from stook.page import TEXT, Page
from stook.recognise.values import BETWEEN
from stook.records import Record, Value
from stook.wrapper.rules.apply import records_within, typed
from stook.wrapper.rules.model import FieldRule, RulesWrapper
from stook.wrapper.rules.reading import Reading
from stook.wrapper.rules.vote import (
    A_HOLDER,
    SURE,
    Elected,
    ballots,
    confidence,
    elect,
    elect_holder,
    held_confidence,
)


@dataclass(frozen=True, slots=True)
class Found:
    """What a page shows of one field, and how sure that is, believed or not."""

    values: tuple[Value, ...]
    sure: float


def record(wrapper: RulesWrapper, page: Page) -> tuple[Record | None, dict[str, float]]:
    """The record that the page shows, None where it shows no value of any field; and how sure each field is."""
    reading = Reading(page, wrapper.plan)
    shown: dict[str, tuple[Value, ...]] = {}
    sure: dict[str, float] = {}
    for rule in wrapper.fields:
        before = shown.get(rule.name, ())
        known = {value.text for value in before}
        found = look(reading, rule, known)
        shown[rule.name] = before + tuple(
            typed(page, rule, value) for value in found.values if value.text not in known)
        sure[rule.name] = max(found.sure, sure.get(rule.name, 0.0))
    shown = {name: values for name, values in shown.items() if values}
    repeated = frozenset(rule.name for rule in wrapper.fields if rule.cardinality == "*")
    return (Record(shown, partial(page.text_of, 0), (0, len(page)), repeated) if shown else None), sure


def look(reading: Reading, rule: FieldRule, known: Collection[str] = ()) -> Found:
    """What a rule finds on a page, as texts; values of the field that are `known` already are no candidates."""
    if rule.within:
        holder = elect_holder(rule.within, reading.find)
        believed = holder is not None and holder.sure >= A_HOLDER
        values = tuple(_held(reading, rule, holder)) if holder and believed else ()
        values = values if rule.cardinality == "*" else values[:1]
        return Found(values, holder.sure if holder else 0.0)
    won = elect(rule.picks, ballots(rule.picks, reading.find, reading.read), rule.profile,
                {*rule.constant, *known}, rule.instead)
    if won is None or won.sure < SURE:
        return Found((), won.sure if won else 0.0)
    beside = _beside(reading.page, won) if rule.cardinality == "*" else ()
    return Found((Value(won.text, None, won.node, confidence(won.sure)), *beside), won.sure)


def _held(reading: Reading, rule: FieldRule, holder: Elected) -> Iterator[Value]:
    """The values that the elected node holds, in page order."""
    page, past, above = reading.page, -1, holder.node
    for _ in range(rule.raised):
        above = max(0, page.parent[above])
    if rule.cut:
        yield from records_within(page, above, rule, held_confidence(holder.sure), {})
    found = {node: pick for pick in reversed(rule.picks) for node in pick.selector.find(page, above)}
    for node in sorted(found):
        text = reading.read(node, found[node])
        if node >= past and text and text not in rule.constant:
            past = page.end[node]
            yield Value(text, None, node, held_confidence(holder.sure))


def _beside(page: Page, won: Elected) -> Iterator[Value]:
    """The siblings of a value's node, in the same line, that are values too."""
    node, tag, words = won.node, page.tag[won.node], page.words
    for child in page.children(page.parent[node]):
        if child <= node or page.tag[child] != tag or tag == TEXT or page.signatures[child] != page.signatures[node]:
            continue
        between, inside = words.between(page.end[node], child), words.between(child, page.end[child])
        if not inside or not BETWEEN.fullmatch(words.join(between)) or words.line[inside[0]] != words.line[
                max(0, inside[0] - 1 - len(between))]:
            return
        node = child
        yield Value(page.text_of(child), None, child, confidence(won.sure))
