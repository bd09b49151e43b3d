"""Apply a rules wrapper to a page: by the way in which its records are cut, then the fit."""

from __future__ import annotations

from dataclasses import replace

from stook.page import Page
from stook.wrapper import template
from stook.wrapper.extraction import Extraction, Usual, fit_of
from stook.wrapper.rules import bands, delimiters, embedded, single
from stook.wrapper.rules.apply import shown_records
from stook.wrapper.rules.model import Bands, RulesWrapper


def extract(wrapper: RulesWrapper, page: Page) -> Extraction:
    """What a wrapper reads from a page."""
    if wrapper.bands:
        return _from_bands(wrapper, page, wrapper.bands)
    sure: dict[str, float] = {}
    if wrapper.cut.kind == "embedded":
        records = embedded.records(wrapper, page)
    elif wrapper.cut.kind == "delimiters":
        records = delimiters.records(wrapper, page)
    elif any(rule.vote == "weighted" for rule in wrapper.fields):
        found, sure = single.record(wrapper, page)
        records = (found,) if found else ()
    else:
        records = shown_records(wrapper, page)
    return Extraction(records, lambda: fit_of(records, usual_of(wrapper), sure, template.kept(wrapper.template, page)))


def _from_bands(wrapper: RulesWrapper, page: Page, how: Bands) -> Extraction:
    """What is read from the page with the parts of each thing together, said of the page as it came."""
    stacked, origin = bands.stacked(page, how)
    read = extract(replace(wrapper, bands=None, template=()), stacked)
    records = tuple(bands.as_it_came(record, origin) for record in read.records)
    return Extraction(records, lambda: replace(read.fit, template=round(template.kept(wrapper.template, page), 3)))


def usual_of(wrapper: RulesWrapper) -> dict[str, Usual]:
    """What was usual of each field; of one that stands in several places, in the first of them."""
    return {rule.name: Usual(rule.filled, rule.sure, rule.like, rule.profile, rule.seen, rule.same)
            for rule in reversed(wrapper.fields)}
