"""`auto`: every group of leads is a candidate; the one that looks most like what the page is for comes first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from stook.learning.listing import fields, leads, rank
from stook.learning.listing.found import Find
from stook.page import Page
from stook.recognise import dates

LOOKED_AT = 6
"""So many candidates are looked at closely; the others are worse at a glance."""


def finds(page: Page) -> list[Find]:
    language = page.language
    find_dates = cache(lambda text: dates.find(text, language))
    flags = rank.furniture(page)
    paths = leads.path_numbers(page, page.kinds)
    volume = rank.Volume(page)
    glanced = sorted(leads.groups(page, paths, flags), key=lambda group: -_glance(page, group))[:LOOKED_AT]
    found = [find for group in glanced if (find := _look(page, group, paths, volume, find_dates))]
    return sorted(found, key=lambda find: -find.score)


def _glance(page: Page, group: leads.Group) -> float:
    """The words of the leads, headings counting more: what is cheap to see of a group."""
    some = group.blocks[:: max(1, len(group.blocks) // 10)]
    words = sum(min(60, fields.width(page.text_of(block.lead))) for block in some) / len(some)
    headed = any(page.tag[n] in leads.HEADINGS for n in (some[0].lead, page.parent[some[0].lead]))
    volume = sum(block.stop - block.start for block in group.blocks) / len(page)
    return (words + 30 * headed) * min(len(group.blocks), 12) ** 0.5 * (0.3 + volume)


def _look(page: Page, group: leads.Group, paths: Sequence[int], volume: rank.Volume,
          find_dates: fields.DateFinder) -> Find | None:
    found = fields.roles(page, group, paths, find_dates)
    sightings = tuple(fields.sightings(group, found))
    if len(sightings) < leads.FEWEST:
        return None
    said = rank.facts(page, volume, group, sightings, found)
    return Find("auto", group.cut, sightings, rank.score(said), (), group.before, said)
