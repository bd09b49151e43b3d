"""What is usual: how a wrapper reads the pages that it was learnt from, kept in it for later comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from stook.page import Page
from stook.recognise.values import meaning
from stook.records import Record
from stook.wrapper import template
from stook.wrapper.extraction import SAMPLE
from stook.wrapper.profile import profile_of
from stook.wrapper.rules import single
from stook.wrapper.rules.model import FieldRule, RulesWrapper
from stook.wrapper.rules.reading import Reading

MUCH = 0.4
"""A text that makes up so much of a page's title is what the page is about."""
FEWEST_LETTERS = 3


def with_history(wrapper: RulesWrapper, learnt: Sequence[Page], others: Sequence[Page] = ()) -> RulesWrapper:
    """The wrapper with what is usual on the pages that it was learnt from, and on others of their kind."""
    pages = [*learnt, *others]
    return remembering(wrapper, pages, [wrapper.apply(page).records for page in pages])


def remembering(wrapper: RulesWrapper, pages: Sequence[Page], read: Sequence[Sequence[Record]]) -> RulesWrapper:
    """The wrapper with what is usual on some pages, of which it has `read` the records."""
    records = [record for found in read for record in found]
    readings = [Reading(page) for page in pages]
    fields = tuple(_with_usual(rule, records, readings) for rule in wrapper.fields)
    if wrapper.cut.kind == "page":
        fields = tuple(replace(rule, titled=_titled(rule.name, pages, read)) for rule in fields)
    rows = [] if wrapper.cut.kind == "page" else [
        [span for one in found for span in one.spans] for found in read]
    return replace(wrapper, fields=fields, template=template.names(pages, rows),
                   count=round(len(records) / max(1, len(pages)), 2))


def _with_usual(rule: FieldRule, records: Sequence[Record], readings: Sequence[Reading]) -> FieldRule:
    texts = [value.text for record in records for value in record[rule.name]]
    some = texts[::max(1, len(texts) // SAMPLE)]
    profile = rule.profile if rule.profile.count else profile_of(some)
    seen = sum(rule.name in record.values for record in records)
    means = meaning(some) if rule.type == "text" and not rule.fields else ""
    return replace(rule, means=means, filled=round(seen / max(1, len(records)), 3), profile=profile,
                   sure=_usually_sure(rule, readings), like=round(profile.mean_likeness(some), 3),
                   seen=seen, same=_same(rule, texts), many=round(len(texts) / max(1, seen), 2))


def _titled(name: str, pages: Sequence[Page], read: Sequence[Sequence[Record]]) -> float:
    """The share of the values that the title of their page says."""
    said = [share_of_title(page, value.text) >= MUCH for page, found in zip(pages, read, strict=True)
            for record in found for value in record[name]]
    return round(sum(said) / max(1, len(said)), 3)


def share_of_title(page: Page, text: str) -> float:
    """How much of a title that the page gives itself a text makes up."""
    said = _letters(text)
    titles = [_letters(title) for title in (page.title, *page.open_graph.get("og:title", ()))]
    whole = len(said) >= FEWEST_LETTERS
    return max((len(said) / len(title) for title in titles if whole and said in title), default=0.0)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _same(rule: FieldRule, texts: Sequence[str]) -> float:
    """The share of the most frequent value. Dates may be the same any day."""
    return 1.0 if rule.type == "date" or not texts else round(Counter(texts).most_common(1)[0][1] / len(texts), 3)


def _usually_sure(rule: FieldRule, readings: Sequence[Reading]) -> float:
    """How sure the field is on the pages that show it."""
    if rule.vote == "first":
        return 1.0
    sure = [found.sure for reading in readings if (found := single.look(reading, rule)).values]
    return round(sum(sure) / len(sure), 3) if sure else 1.0
