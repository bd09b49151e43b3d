"""A wrapper for one record a page is mended after a redesign: by what is known, by what is remembered, or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from heal_pages import FLINT, GLAZES, SCHEMA, Glaze, learnt, new, old, read, rows, without

import stook

OTHERS = GLAZES[2:]
TAGS = re.compile("<[^>]+>")


def wrong(healing: stook.Healing, glazes: list[Glaze] = GLAZES) -> dict[str, list[str]]:
    """For each glaze the fields that a mended wrapper does not read as they are."""
    found = {}
    for glaze in glazes:
        said = read(healing.wrapper, new(glaze))
        found[glaze.title] = [name for name, values in glaze.known.items() if said.get(name) != values]
    return {title: names for title, names in found.items() if names}


# --- from what is known, and from memory


def test_old_wrapper_reads_nothing_of_the_new_pages() -> None:
    assert [{}] * 4 == [read(learnt(), new(glaze)) for glaze in GLAZES]


def test_known_records_that_are_still_shown_teach_the_new_pages() -> None:
    healing = stook.heal(learnt(), [new(glaze) for glaze in GLAZES[:2]], known=[glaze.known for glaze in GLAZES[:2]])
    assert ({}, [True] * 5) == (wrong(healing), [one.known for one in healing.proof])


@pytest.mark.parametrize("known", [[], [FLINT.known]])
def test_pages_of_other_records_are_read_by_what_is_remembered(known: list[dict[str, list[str]]]) -> None:
    healing = stook.heal(learnt(), [new(glaze) for glaze in OTHERS], known=known)
    assert ({}, [None] * 5) == (wrong(healing), [one.known for one in healing.proof])
    assert all(one.worth >= 2 and one.told for one in healing.proof)


def test_known_and_remembered_fields_are_mended_together() -> None:
    known = {"title": FLINT.title, "parts": list(FLINT.parts)}
    healing = stook.heal(learnt(), [new(glaze) for glaze in GLAZES], known=[known])
    said = {one.field: one.known for one in healing.proof}
    assert ({}, {"title": True, "author": None, "time": None, "parts": True, "steps": None}) == (wrong(healing), said)


def test_mended_wrapper_keeps_schema_and_is_sound_on_the_new_pages(tmp_path) -> None:
    pages = [new(glaze) for glaze in GLAZES]
    healed = stook.heal(learnt(), pages[:2], known=[glaze.known for glaze in GLAZES[:2]]).wrapper
    assert healed is not None
    healed.save(tmp_path / "glaze.json")
    again = stook.load(tmp_path / "glaze.json")
    assert ("sound", SCHEMA) == (stook.check(again, pages).state, stook.Schema(again.schema))


def test_second_redesign_is_mended_from_the_first_mending() -> None:
    """Back to the old design: what heal makes is itself a wrapper that heals."""
    healed = stook.heal(learnt(), [new(glaze) for glaze in GLAZES], known=[glaze.known for glaze in GLAZES]).wrapper
    assert healed is not None
    back = stook.heal(healed, [old(glaze) for glaze in GLAZES[:2]], known=[GLAZES[0].known])
    assert GLAZES[3].known == read(back.wrapper, old(GLAZES[3]))


def test_known_record_belongs_to_the_page_that_shows_most_of_it() -> None:
    """Another page that links to it, by the same author, does not become its page."""
    related = f"<aside><h4>More by Odile Farrow</h4><a href=/g>{FLINT.title}</a> <i>7 hr 20 min</i></aside>"
    pages = [new(GLAZES[2], related), new(FLINT)]
    healing = stook.heal(learnt([GLAZES[1]]), pages, known=[FLINT.known])
    assert ({}, GLAZES[2].known) == (wrong(healing), read(healing.wrapper, pages[0]))


def test_rows_that_stand_in_groups_are_found_together() -> None:
    def grouped(glaze: Glaze) -> stook.Page:
        groups = "".join(f"<div class=g><h4>{name}</h4><ul>{rows(some, '<li><span>', '</span></li>')}</ul></div>"
                         for name, some in (("Body", glaze.parts[:2]), ("Colour", glaze.parts[2:])))
        page = new(without(glaze, "parts")).source
        return stook.Page(page.replace("<table class=sheet-parts></table>", f"<div class=sheet-parts>{groups}</div>"))

    healing = stook.heal(learnt(), [grouped(OTHERS[0])])
    assert list(OTHERS[0].parts) == read(healing.wrapper, grouped(OTHERS[0]))["parts"]


def test_time_in_pieces_is_read_whole_on_other_pages() -> None:
    """Known is one of minutes; another page shows hours before them."""
    quick = replace(FLINT, hours=0, minutes=45)

    def shown(glaze: Glaze) -> stook.Page:
        hours = f"<b>{glaze.hours}<i class=sr> hours</i></b> <u>hours</u> " if glaze.hours else ""
        time = f"<span class=t>{hours}<b>{glaze.minutes}<i class=sr> minutes</i></b> <u>minutes</u></span>"
        return stook.Page(f"<title>{glaze.title}</title><h1>{glaze.title}</h1><div>Firing time: {time}</div>"
                          f"<ul>{rows(glaze.parts, '<li>', '</li>')}</ul><ol>{rows(glaze.steps, '<li>', '</li>')}</ol>")

    healing = stook.heal(learnt([quick]), [shown(quick), shown(GLAZES[2])], known=[quick.known])
    assert (["45"], ["585"]) == tuple(read(healing.wrapper, shown(glaze))["time"] for glaze in (quick, GLAZES[2]))


# --- proof


def test_proof_shows_before_after_and_evidence() -> None:
    pages = [new(FLINT)]
    proof = {one.field: one for one in stook.heal(learnt(), pages, known=[{"title": FLINT.title, "parts": FLINT.parts}]).proof}
    assert ((), (FLINT.title,), True) == (proof["title"].before, proof["title"].after, proof["title"].agrees)
    assert FLINT.parts == proof["parts"].after
    assert "+ title: nothing -> Marsh Green Celadon (gives what is known, looks " in str(proof["title"])
    assert "the same label" in proof["author"].evidence
    assert proof["author"].evidence.index("the same label") < proof["author"].evidence.index("it is near the others")


def test_field_without_proof_stays_empty() -> None:
    """The new pages name no author; the nearest thing that looks like one is not taken for one."""
    anonymous = [without(glaze, "author") for glaze in OTHERS]
    pages = [stook.Page(new(glaze).source.replace("<dt>Noted by</dt><dd class=w></dd>", "<dt>Kiln</dt><dd>Big Bertha</dd>"))
             for glaze in anonymous]
    healing = stook.heal(learnt(), pages)
    assert ["title", "time", "parts", "steps"] == [one.field for one in healing.proof if one.agrees]
    assert ["title", "time", "parts", "steps"] == [rule.name for rule in healing.wrapper.fields]  # type: ignore[union-attr]


def test_menu_is_no_field() -> None:
    """Where the steps are gone, the rows of links of the menu are not taken for them; where steps used to be links they are."""
    def stepless(glaze: Glaze, design: Callable[[Glaze], stook.Page] = new) -> stook.Page:
        return stook.Page(design(without(glaze, "steps")).source.replace("<h3>Steps</h3>", ""))

    for in_links, agrees in ((False, False), (True, True)):
        before = [replace(glaze, steps=tuple(f"<a href=/s>{name}</a>" for name in ("Clays and kilns", "Wheels", "Slips of old")))
                  if in_links else glaze for glaze in GLAZES[:2]]
        wrapper = stook.learn([stook.Example(old(glaze), glaze.known | {"steps": [TAGS.sub("", step) for step in glaze.steps]})
                               for glaze in before], schema=SCHEMA)
        proof = {one.field: one.agrees for one in stook.heal(wrapper, [stepless(glaze) for glaze in OTHERS]).proof}
        assert agrees == proof["steps"]


# --- no proof, no wrapper


def story(title: str) -> stook.Page:
    return stook.Page(f"<title>{title}</title><article><h1>{title}</h1><p>The kiln stood cold for a month, and nobody in the "
                      "village spoke of it.</p><p>Then the swallows came back to the chimney.</p></article>")


def test_pages_of_another_kind_prove_nothing() -> None:
    healing = stook.heal(learnt(), [story("A cold month"), story("The swallows")], known=[FLINT.known])
    assert (None, 1) == (healing.wrapper, len(healing.reasons))


def test_one_field_is_no_proof() -> None:
    only = stook.Page(f"<title>{FLINT.title}</title><h1>{FLINT.title}</h1><p>Sold out, and no recipe is kept.</p>")
    healing = stook.heal(learnt(), [only], known=[FLINT.known])
    assert (None, ("only 1 of 5 fields agree with what is known or remembered",)) == (healing.wrapper, healing.reasons)
    assert ["title"] == [one.field for one in healing.proof if one.agrees]


def test_two_small_fields_of_five_are_less_than_it_used_to_read() -> None:
    page = stook.Page(f"<title>{FLINT.title}</title><h1>{FLINT.title}</h1><p>Noted by <b>{FLINT.author}</b></p>")
    healing = stook.heal(learnt(), [page], known=[FLINT.known])
    assert (None, "the 2 fields that agree (title, author) are 40% of what it used to read") == (
        healing.wrapper, healing.reasons[0])


def test_wrapper_that_reads_as_ever_is_left_alone() -> None:
    healing = stook.heal(learnt(), [old(glaze) for glaze in GLAZES], known=[FLINT.known])
    assert (None, ("it needs no mending: it reads the pages as when it was learnt",)) == (healing.wrapper, healing.reasons)


def test_field_that_was_never_read_is_learnt_from_what_is_known() -> None:
    """The wrapper is sound, but of a field that the schema wants it reads nothing, and the page shows a known value."""
    lame = [stook.Example(old(glaze), {"title": [glaze.title], "parts": list(glaze.parts)}) for glaze in GLAZES[:2]]
    wrapper = stook.learn(lame, schema=SCHEMA)
    pages = [old(glaze) for glaze in GLAZES]
    assert None is stook.heal(wrapper, pages).wrapper
    healing = stook.heal(wrapper, pages, known=[FLINT.known])
    assert {glaze.title: glaze.known for glaze in GLAZES} == {
        glaze.title: read(healing.wrapper, page) for glaze, page in zip(GLAZES, pages, strict=True)}


def test_known_value_that_changed_does_not_move_a_sound_field() -> None:
    """A page that is read as ever shows another author now, and the old one beside it."""
    page = old(replace(FLINT, author="Ines Quill"), "<aside>Once noted by Odile Farrow</aside>")
    assert None is stook.heal(learnt(), [page], known=[FLINT.known]).wrapper


@pytest.mark.parametrize(("html", "reason"), [
    ("<title>Log in</title><form><input type=password> Log in to read</form>", "a login stands there instead"),
    ("<title>503</title><h1>503 Service Unavailable</h1>", "the server says that it is out of order"),
    ("<title>Just a moment</title><p>Checking your browser", "a wall against robots stands there instead"),
])
def test_nothing_is_mended_where_the_page_is_not_shown(html: str, reason: str) -> None:
    healing = stook.heal(learnt(), [stook.Page(html)], known=[FLINT.known])
    assert (None, (f"1 of 1 pages: {reason}",), ()) == (healing.wrapper, healing.reasons, healing.proof)
