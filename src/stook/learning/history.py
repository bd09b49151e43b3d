"""What is usual: how a wrapper reads the pages that it was learnt from, kept in it for later comparison."""

from __future__ import annotations

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
    records = [record for page in pages for record in wrapper.apply(page).records]
    readings = [Reading(page) for page in pages]
    fields = tuple(_remembering(rule, records, readings) for rule in wrapper.fields)
    return replace(wrapper, fields=fields, template=template.names(pages),
                   count=round(len(records) / max(1, len(pages)), 2))


def _remembering(rule: FieldRule, records: Sequence[Record], readings: Sequence[Reading]) -> FieldRule:
    texts = [value.text for record in records for value in record[rule.name]]
    some = texts[::max(1, len(texts) // SAMPLE)]
    profile = rule.profile if rule.profile.count else profile_of(some)
    filled = sum(rule.name in record.values for record in records) / max(1, len(records))
    return replace(rule, filled=round(filled, 3), profile=profile, sure=_usually_sure(rule, readings),
                   like=round(profile.mean_likeness(some), 3))


def _usually_sure(rule: FieldRule, readings: Sequence[Reading]) -> float:
    """How sure the field is on the pages that show it."""
    if rule.vote == "first":
        return 1.0
    sure = [found.sure for reading in readings if (found := single.look(reading, rule)).values]
    return round(sum(sure) / len(sure), 3) if sure else 1.0
