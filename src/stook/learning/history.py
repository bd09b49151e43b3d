"""What is usual: how a wrapper reads the pages that it was learnt from, kept in it for later comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from stook.page import Page
from stook.records import Record
from stook.wrapper import template
from stook.wrapper.extraction import SAMPLE
from stook.wrapper.profile import profile_of
from stook.wrapper.rules import single
from stook.wrapper.rules.model import FieldRule, RulesWrapper
from stook.wrapper.rules.reading import Reading


def with_history(wrapper: RulesWrapper, learnt: Sequence[Page], others: Sequence[Page] = ()) -> RulesWrapper:
    """The wrapper with what is usual on the pages that it was learnt from, and on others of their kind."""
    pages = [*learnt, *others]
    return remembering(wrapper, pages, [wrapper.apply(page).records for page in pages])


def remembering(wrapper: RulesWrapper, pages: Sequence[Page], read: Sequence[Sequence[Record]]) -> RulesWrapper:
    """The wrapper with what is usual on some pages, of which it has `read` the records."""
    records = [record for found in read for record in found]
    readings = [Reading(page) for page in pages]
    fields = tuple(_with_usual(rule, records, readings) for rule in wrapper.fields)
    rows = [] if wrapper.cut.kind == "page" else [[one.span for one in found if one.span] for found in read]
    return replace(wrapper, fields=fields, template=template.names(pages, rows),
                   count=round(len(records) / max(1, len(pages)), 2))


def _with_usual(rule: FieldRule, records: Sequence[Record], readings: Sequence[Reading]) -> FieldRule:
    texts = [value.text for record in records for value in record[rule.name]]
    some = texts[::max(1, len(texts) // SAMPLE)]
    profile = rule.profile if rule.profile.count else profile_of(some)
    seen = sum(rule.name in record.values for record in records)
    return replace(rule, filled=round(seen / max(1, len(records)), 3), profile=profile,
                   sure=_usually_sure(rule, readings), like=round(profile.mean_likeness(some), 3),
                   seen=seen, same=_same(rule, texts))


def _same(rule: FieldRule, texts: Sequence[str]) -> float:
    """The share of the most frequent value. Dates may be the same any day."""
    return 1.0 if rule.type == "date" or not texts else round(Counter(texts).most_common(1)[0][1] / len(texts), 3)


def _usually_sure(rule: FieldRule, readings: Sequence[Reading]) -> float:
    """How sure the field is on the pages that show it."""
    if rule.vote == "first":
        return 1.0
    sure = [found.sure for reading in readings if (found := single.look(reading, rule)).values]
    return round(sum(sure) / len(sure), 3) if sure else 1.0
