"""The same item has the same id at the next fetch; two items never share one."""

import datetime as dt
from dataclasses import replace

import pytest
from feed_material import channels, days, entries_with
from hypothesis import given, settings
from hypothesis import strategies as st

from stook.feeds import entry_ids
from stook.feeds.text import plain
from stook.records import Channel, Entry

PAGE = Channel("List", "https://news.example/list")
DAY = dt.date(2026, 11, 18)
A = Entry("Bread", "https://news.example/bread", DAY)


def test_an_own_link_is_the_id():
    assert entry_ids([A, Entry("Salt", "salt")], PAGE) == ["https://news.example/bread", "https://news.example/salt"]


@pytest.mark.parametrize("later", [
    replace(A, title="Bread, corrected"), replace(A, date=DAY - dt.timedelta(1)), replace(A, date=None),
    replace(A, category="Food", summary="3 comments", updated=DAY), replace(A, url="bread")])
def test_an_item_with_its_own_link_keeps_its_id_when_all_else_changes(later):
    assert entry_ids([later], PAGE) == entry_ids([A], PAGE)


@pytest.mark.parametrize("url", [None, "", "javascript:void(0)", "https://news.example/list", "#"])
def test_an_item_without_a_link_of_its_own_is_known_by_its_title(url):
    entry = Entry("Bread", url, DAY)
    tomorrow = replace(entry, date=DAY + dt.timedelta(1), category="Food", summary="3 comments")

    [own] = entry_ids([entry], PAGE)

    assert own.startswith("urn:uuid:")
    assert entry_ids([Entry("Salt", url), tomorrow], PAGE)[1] == own


def test_an_untitled_item_without_a_link_is_known_by_its_summary_then_by_its_day():
    said, dated = Entry("", summary="Fresh bread"), Entry("", date=DAY)

    assert entry_ids([dated, said], PAGE) == entry_ids([dated], PAGE) + entry_ids([said], PAGE)
    assert entry_ids([replace(said, date=DAY)], PAGE) == entry_ids([said], PAGE)


def test_items_that_share_a_link_are_known_by_their_titles():
    shared = [Entry(title, "/open", DAY) for title in ("Baker", "Miller", "Cook")]
    ids = entry_ids(shared, PAGE)

    assert len(set(ids)) == 3
    assert entry_ids([shared[2], Entry("Waiter", "/open"), shared[0]], PAGE)[::2] == [ids[2], ids[0]]


def test_items_that_share_link_and_title_are_known_by_their_day():
    weekly = [Entry("Menu", "/menu", DAY + dt.timedelta(7 * week)) for week in range(3)]
    ids = entry_ids(weekly, PAGE)

    assert len(set(ids)) == 3
    assert entry_ids([Entry("Menu", "/menu", DAY - dt.timedelta(7)), *weekly[:2]], PAGE)[1:] == ids[:2]


def test_a_copy_does_not_change_the_id_of_what_it_copies():
    alone = entry_ids([A], PAGE)
    twice = entry_ids([A, A, A], PAGE)

    assert twice[:1] == alone
    assert len(set(twice)) == 3
    assert entry_ids([A, Entry("Salt"), A, A], PAGE)[2:] == twice[1:]


def test_equal_items_of_two_pages_have_two_ids():
    assert entry_ids([Entry("Bread")], PAGE) != entry_ids([Entry("Bread")], Channel("List", "https://b.example/"))


def test_ids_stay_from_version_to_version():
    """These stand in people's readers: a change here shows every item of every feed once more."""
    entries = [Entry("Bread"), Entry("Bread"), Entry("パン", "/menu"), Entry("Brot", "/menu")]

    assert entry_ids(entries, PAGE) == [
        "urn:uuid:076a10ef-2e9d-57ce-8657-8b74ff7b19a0",
        "urn:uuid:0f240a2d-febd-5447-a3d1-c27be1e54573",
        "urn:uuid:92910352-84d4-5953-8a3c-556f277210e7",
        "urn:uuid:1bf412e4-f98e-557d-8a15-ad7ec6c99c8a",
    ]


@given(entries=entries_with(days), channel=channels)
@settings(max_examples=60, deadline=None)
def test_no_two_items_share_an_id(entries, channel):
    ids = entry_ids(entries, channel)

    assert len(set(ids)) == len(entries)


@given(entries=entries_with(days), channel=channels, data=st.data())
@settings(max_examples=60, deadline=None)
def test_an_id_belongs_to_the_item_wherever_it_stands(entries, channel, data):
    distinct = list({plain(entry.title) or plain(entry.summary): entry for entry in entries}.values())
    order = data.draw(st.permutations(range(len(distinct))))

    shuffled = entry_ids([distinct[number] for number in order], channel)

    ids = entry_ids(distinct, channel)
    assert shuffled == [ids[number] for number in order]


@given(entries=entries_with(days), newcomer=st.text(min_size=1, max_size=8))
@settings(max_examples=60, deadline=None)
def test_a_newcomer_with_its_own_link_changes_no_id(entries, newcomer):
    first = Entry(newcomer, "https://news.example/a/link/of/its/own")

    assert entry_ids([first, *entries], PAGE)[1:] == entry_ids(entries, PAGE)
