"""A wrapper of a list is mended as a whole set of records: by those still shown, or by what is remembered."""

from __future__ import annotations

import pytest

import stook
from stook.wrapper import RulesWrapper

URL = "https://gazette.example/"
STORIES = [
    ("Night ferry returns after eleven years", "12 May 2026", "Harbour"), ("Library roof to be thatched with reed", "11 May 2026", "Council"),
    ("Lost bell found under a boathouse floor", "9 May 2026", "Life"), ("Oyster beds reopen as the water tests clean", "8 May 2026", "Harbour"),
    ("Pupils launch a boat they built themselves", "6 May 2026", "Life"), ("Number seven bus will stop at the clinic", "5 May 2026", "Council"),
    ("Eel pie of 1788 wins the spring bake-off", "2 May 2026", "Life"), ("Tide clock on the customs house runs again", "30 April 2026", "Life"),
    ("Forty new allotments beside the railway", "28 April 2026", "Council"), ("Fenhythe crew second by a length", "27 April 2026", "Life"),
    ("Storm wall survey finds the old stones sound", "25 April 2026", "Harbour"), ("Two rival choirs share one Christmas", "23 April 2026", "Life"),
]
Story = tuple[str, str, str]


def href(title: str) -> str:
    return f"news/{'-'.join(title.lower().split()[:3])}.html"


def records(stories: list[Story]) -> list[dict[str, str]]:
    return [{"title": title, "url": URL + href(title), "date": day, "category": kind} for title, day, kind in stories]


def old(stories: list[Story]) -> stook.Page:
    items = "".join(f"<article class=story><p class=kind>{kind}</p><h2><a href={href(title)}>{title}</a></h2><p>What we know "
                    f"of it so far, told briefly.</p><time>{day}</time></article>" for title, day, kind in stories)
    return stook.Page(f"<title>Gazette</title><nav><a href=/>News</a> <a href=/jobs>Jobs</a></nav><main><h1>News</h1>{items}</main>", url=URL)


def new(stories: list[Story], beside: str = "") -> stook.Page:
    items = "".join(f"<div class=tease><div class=pic></div><div class=txt><span class=d>{day}</span> <a class=hl href={href(title)}>"
                    f"{title}</a> <em>{kind}</em><div class=sum>A few words that make one curious.</div></div></div>"
                    for title, day, kind in stories)
    read = "".join(f"<li><a href=/r/{n}>{text}</a></li>" for n, text in enumerate(
        ["Why the mayor keeps geese in the garden", "A letter from the lighthouse keeper", "Ten ways to cook samphire at home"]))
    return stook.Page(f"<title>Gazette</title><div class=top><a href=/>Home</a> <a href=/old>Archive</a></div><div class=wrap>"
                      f"<div class=river>{items}</div><div class=side><h4>Most read</h4><ol>{read}</ol></div></div>{beside}", url=URL)


def learnt(stories: list[Story] = STORIES[6:]) -> RulesWrapper:
    wrapper = stook.listing(old(stories)).wrapper
    assert wrapper
    return wrapper


def read(wrapper: RulesWrapper | None, page: stook.Page) -> list[dict[str, str]]:
    return [record.to_dict() for record in wrapper.apply(page).records] if wrapper else []


@pytest.mark.parametrize("shift", range(7))
def test_all_records_are_read_however_many_have_rolled_off(shift: int) -> None:
    """None, some, or all of the records that are known have made way for newer ones."""
    stories = STORIES[6 - shift:12 - shift]
    healing = stook.heal(learnt(), [new(stories)], known=records(STORIES[6:]))
    assert records(stories) == read(healing.wrapper, new(stories))


def test_nothing_known_is_needed() -> None:
    healing = stook.heal(learnt(), [new(STORIES[:6])])
    assert records(STORIES[:6]) == read(healing.wrapper, new(STORIES[:6]))


def test_mended_wrapper_reads_the_next_version_and_is_sound_there() -> None:
    healed = stook.heal(learnt(), [new(STORIES[4:10])], known=records(STORIES[6:])).wrapper
    assert healed
    assert (records(STORIES[:6]), "sound") == (read(healed, new(STORIES[:6])), stook.check(healed, [new(STORIES[:6])]).state)


def test_proof_says_what_came_out() -> None:
    healing = stook.heal(learnt(), [new(STORIES[4:10])], known=records(STORIES[6:]))
    assert ("4 of 4 fields agree: title, url, date, category", "4 of 4 known records that are still shown come out") == healing.reasons
    assert [("title", True), ("url", True), ("date", True), ("category", True)] == [(one.field, one.known) for one in healing.proof]
    assert ((), tuple(title for title, _, _ in STORIES[4:10])) == (healing.proof[0].before, healing.proof[0].after)


def test_wrapper_from_labels_finds_its_own_fields_again() -> None:
    wrapper = stook.learn([stook.Example(old(STORIES[6:]), [{"headline": STORIES[6][0], "section": STORIES[6][2], "day": STORIES[6][1]}])])
    known = [{"headline": title, "section": kind, "day": day} for title, day, kind in STORIES[6:]]
    for stories in (STORIES[4:10], STORIES[:6]):
        healing = stook.heal(wrapper, [new(stories)], known=known)
        assert [{"headline": title, "section": kind, "day": day} for title, day, kind in stories] == read(healing.wrapper, new(stories))


def test_page_without_a_list_proves_nothing() -> None:
    story = stook.Page("<title>Gazette</title><article><h1>Night ferry returns</h1><p>The ferry left at noon.</p></article>", url=URL)
    assert None is stook.heal(learnt(), [story], known=records(STORIES[6:])).wrapper


def test_sound_list_is_left_alone() -> None:
    healing = stook.heal(learnt(), [old(STORIES[:6])], known=records(STORIES[6:]))
    assert (None, ("it needs no mending: it reads the pages as when it was learnt",)) == (healing.wrapper, healing.reasons)
