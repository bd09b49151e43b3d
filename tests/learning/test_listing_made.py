"""`auto` on made-up sites: every layout in every frame gives exactly its entries, and so does the next version of the page,
read by the wrapper that was learnt from this one."""

from __future__ import annotations

import datetime as dt

import made_sites
import pytest

import stook

AT = dt.datetime(2024, 7, 1, tzinfo=dt.UTC)


def page(site: made_sites.Site, content: str) -> stook.Page:
    return stook.Page(content, url=site.url, at=AT)


def read(site: made_sites.Site, found: list[stook.Entry]) -> list[made_sites.Entry]:
    """What was found, as far as the site says what is right."""
    return [made_sites.Entry(entry.title, entry.url if site.layout.linked else None, str(entry.date)[:10] if entry.date else None,
                             None if site.layout.places else entry.category) for entry in found]


@pytest.mark.parametrize("layout", made_sites.LAYOUTS)
def test_a_layout_gives_its_entries_in_every_frame(layout: str) -> None:
    """Title, link, date and category of each item, and no item of the frame."""
    wrong = [site.name for site in made_sites.sites(layouts=(layout,))
             if site.entries != read(site, stook.entries(page(site, site.content)))]
    assert [] == wrong


@pytest.mark.parametrize("layout", made_sites.LAYOUTS)
def test_the_next_version_is_read_by_the_same_wrapper(layout: str) -> None:
    """Four items are new and two have rolled off: exactly these come and go, and what stayed keeps its address."""
    wrong = []
    for site in made_sites.sites(layouts=(layout,)):
        wrapper = stook.listing(page(site, site.content)).wrapper
        if wrapper is None or site.next_entries != read(site, wrapper.apply(page(site, site.next_content)).entries):
            wrong.append(site.name)
    assert [] == wrong
