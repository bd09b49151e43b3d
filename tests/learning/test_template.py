"""Templates that grow, ask and become wrappers; the story of the recipe site, whose truth is known.

A person is played by `name_by`: it looks at what slots say on some pages and names those that say what is known.
"""

from __future__ import annotations

import base64
import json
import lzma
import statistics
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from recipe_pages import COOKS, Recipe, missing, named, recipe, redone

import stook
from measuring import work
from stook import Page, Template
from stook.errors import LearnError, TemplateError
from stook.learning.template import keeping, questions
from stook.learning.template.model import Notice

FIELDS = ("title", "time", "serves", "foods", "text", "cook")
Told = list[Notice]


def grown(pages: Sequence[Page], method: str = "auto") -> tuple[Template, list[Told]]:
    template = Template(method)
    return template, [template.add(page) for page in pages]


def name_by(template: Template, shown: Sequence[tuple[Recipe, Page]], fields: Sequence[str] = FIELDS) -> None:
    """Name the slots that say on all of some pages what is known."""
    for field in fields:
        for slot in template.slots:
            if all(template.values(page).get(slot.id, []) == list(known.get(field, ())) for known, page in shown):
                template.name(slot.id, field)
                break


def kinds(told: Told) -> list[str]:
    return [notice.kind for notice in told]


RECIPES = [recipe(number) for number in range(12)]
PAGES = [named(known, number) for number, known in enumerate(RECIPES)]


# --- slots

def test_what_differs_is_a_slot_and_what_is_fixed_is_none() -> None:
    template, _ = grown(PAGES)
    said = {text for slot in template.slots for sample in slot.samples for text in sample.texts}
    assert {text for known in RECIPES[-1:] for texts in known.values() for text in texts} <= said
    assert not said & {"Home", "Soups", "Time", "Serves", "You need", "All rights reserved, The Village Kitchen"}


def test_a_person_who_names_slots_gets_the_records() -> None:
    template, _ = grown(PAGES)
    name_by(template, list(zip(RECIPES, PAGES, strict=True))[:4])
    later = [(recipe(number), named(recipe(number), number)) for number in range(50, 70)]
    assert [dict(known) for known, _ in later] == [template.record(page) for _, page in later]


def test_slots_say_where_they_are() -> None:
    template, _ = grown(PAGES)
    time = next(slot for slot in template.slots if slot.label == "time")
    assert ("div.recipe > table.facts > tbody > tr[time] > td", "1", 12) == (time.path, time.cardinality, time.support)
    assert [("*", 12)] == [(slot.cardinality, slot.support) for slot in template.slots if slot.path.endswith("li")]


def test_the_template_can_be_looked_at_as_a_tree() -> None:
    template, _ = grown([Page(f"<title>x</title><div class=menu>Home</div><div class=lamp><h1>Lamp {number}</h1><ul>" + "".join(
        f"<li>{number} of {part}</li>" for part in range(number % 3 + 1)) + (f"<b>{number}0 crowns</b>" * (number % 2))
        + "</ul></div>") for number in range(12)])
    template.name(template.slots[0].id, "title")
    assert ["html > body > div.lamp", f"  h1  {template.slots[0].id} = title: 'Lamp 11' (12 pages)", "  ul",
            f"    li*  {template.slots[1].id}: '11 of 0, 11 of 1, 11 of 2' (12 pages)", f"    b?  {template.slots[2].id}: '110 crowns' (6 pages)"] == [*map(str, template.lines())]


def test_labels_may_be_japanese() -> None:
    """Rows are told apart by what stands before a colon, be it as wide as a letter."""
    pages = [Page(f"<h1>鍋 {one}</h1><ul><li>時間：{one}分</li>" + (f"<li>作者：田中{one}</li>" if one % 2 else "")
                  + f"<li>人数：{one + 1}人</li></ul>") for one in range(2, 10)]
    template, _ = grown(pages)
    assert {"時間", "作者", "人数"} <= {slot.label for slot in template.slots}


def test_values_of_few_words_are_no_labels() -> None:
    """What tells rows apart stands in one order on all pages; what people say of a thing does not."""
    said = ("good", "fair", "poor", "odd")
    pages = [Page(f"<h1>Lamp {number}</h1><div>" + "".join(
        f"<p><b>{said[chance.randrange(4)]}</b> says a person, who is {chance.randrange(100)} years old</p>"
        for _ in range(chance.randint(2, 5))) + "</div>") for number in range(16) for chance in [Random(number)]]
    template, _ = grown(pages)
    assert [("h1", "1"), ("div > p > b", "*"), ("div > p", "*")] == [
        (slot.path, slot.cardinality) for slot in template.slots]


def test_echoes_are_not_asked_about() -> None:
    pages = [Page(f"<p>{one} and more</p><h1>{one}</h1><b>{one}</b>") for one in ("Ash", "Birch", "Cedar", "Elm")]
    template, _ = grown(pages)
    assert ["p", "h1"] == [slot.path for slot in template.slots]


def test_what_says_the_same_wherever_it_is_shown_is_an_echo() -> None:
    pages = [Page(f"<h1>{one}</h1><p>{number}0 crowns</p>" + (f"<i>{one}</i>" if number % 3 else ""))
             for number, one in enumerate(("Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Oak"))]
    template, _ = grown(pages)
    assert ["h1", "p"] == [slot.path for slot in template.slots]
    often = [Page(f"<h1>{number} crowns</h1><i>{number - (number == 5)} crowns</i>") for number in range(9)]
    assert ["h1", "i"] == [slot.path for slot in grown(often)[0].slots]


def test_things_of_one_kind_are_a_series_however_constant_their_number() -> None:
    def letter(number: int) -> str:
        return f"<td><b>Reader {number}</b><i>{number} days ago</i><p>I liked it {number} times.</p></td>"
    pages = [Page(f"<h1>Lamp {one}</h1><table><tr>{letter(3 * one)}{letter(3 * one + 1)}{letter(3 * one + 2)}</tr>"
                  f"<tr><td>{one} in</td><td>{one + 5} out</td></tr></table>") for one in range(9)]
    template, _ = grown(pages)
    cells = "table > tbody > tr[#1] > "
    assert [("h1", "1"), *[(f"{cells}td > {tag}", "*") for tag in "bip"]] == [
        (slot.path, slot.cardinality) for slot in template.slots][:4]
    one, other = template.slots[4:]
    assert [["3 in"], ["8 out"]] == [template.values(pages[3])[slot.id] for slot in (one, other)]


def test_a_name_is_one_attribute_whether_it_is_a_link_or_not() -> None:
    makers = ("Ash & Sons", "Birch House", "Cedar Ltd", "Elm Works", "Fir and Co", "Hazel", "Larch Lamps", "Oak")
    pages = [Page(f"<div><b>Maker:</b> {f'<a href=/{n}>{one}</a>' if n % 3 else one}<br> <i>Town {n}</i></div>")
             for n, one in enumerate(makers)]
    template, _ = grown(pages)
    assert ["maker", ""] == [slot.label for slot in template.slots]
    template.name(template.slots[0].id, "maker")
    assert [[one] for one in makers] == [template.record(page)["maker"] for page in pages]


def test_a_phrase_in_a_value_does_not_break_it() -> None:
    titles = ["The <i>Marigold</i> leaves the pier", "Tin frog", "<em>Paper</em> engine", "Marbles", "A mouse, <b>grey</b>",
              "A key <i>for</i> clocks", "Clock oil", "A <a href=/s>sundial</a>"]
    pages = [Page(f"<h1>{title}</h1><p>Price: <b>{number}0 crowns</b></p>") for number, title in enumerate(titles)]
    template, _ = grown(pages)
    assert [("h1", ""), ("p > b", "price")] == [(slot.path, slot.label) for slot in template.slots]
    template.name(template.slots[0].id, "title")
    assert [[page.text_of(page.select("h1")[0])] for page in pages] == [template.record(page)["title"] for page in pages]
    late = Page("<h1>The <i>last</i> frog</h1><p>Price: <b>3 crowns</b></p>")
    assert ["The last frog"] == template.record(late)["title"]


def test_a_name_is_kept_where_its_values_turn_out_to_be_whole() -> None:
    pages = [Page(f"<h1>{'The <i>new</i> lamp' if number % 5 == 4 else 'Lamp'} of {number}</h1>") for number in range(16)]
    template = Template()
    for page in pages[:4]:
        template.add(page)
    template.name(template.slots[0].id, "title")
    for page in pages[4:]:
        template.add(page)
    assert [["The new lamp of 9"], ["Lamp of 3"]] == [template.record(pages[number])["title"] for number in (9, 3)]


def test_lines_of_a_cell_are_values_of_their_own() -> None:
    pages = [Page(f"<h1>Car {n}</h1><table><tr><td>{'<br>'.join(f'{n}{k} hp' for k in range(1 + n % 3))}</td></tr></table>")
             for n in range(12)]
    template, _ = grown(pages)
    assert [["Car 5"], ["50 hp", "51 hp", "52 hp"]] == list(template.values(pages[5]).values())


def test_crumbs_that_are_no_links_are_not_taken_for_those_that_are() -> None:
    pages = [Page(f"<p><span><a href=/>Home {n % 2}</a></span> &gt; <span>Lamp {n}</span></p>") for n in range(8)]
    template, _ = grown(pages)
    assert [["Home 1"], ["Lamp 3"]] == list(template.values(pages[3]).values())


@pytest.mark.parametrize("said", ["Maker = {0}", "Maker: {0}", "Maker：{0}"])
def test_a_text_that_brings_its_own_label_is_known_by_it(said: str) -> None:
    pages = [Page("<h1>Lamp</h1>" + "".join(f"<div>{one}</div>" for one in (
        said.format(f"House {n}"), *([f"Weight: {n} kg"] if n % 2 else []), f"Height: {n * 3} cm"))) for n in range(9)]
    template, _ = grown(pages)
    assert ["maker", "weight", "height"] == [slot.label for slot in template.slots]


def test_a_text_with_its_own_label_is_not_what_the_label_before_it_names() -> None:
    pages = [Page(f"<p><b>Pages:</b> {n}00<br><b>Number:</b> 40{n}<br>In stock: {n % 3 or 'no'}</p>") for n in range(9)]
    template, _ = grown(pages)
    assert ["pages", "number", "in stock"] == [slot.label for slot in template.slots]
    assert ["404"] == template.values(pages[4])[template.slots[1].id]


@pytest.mark.parametrize("joint", [" and ", ", ", " und ", " (author), ", "、"])
def test_what_joins_two_values_is_no_label_of_the_second(joint: str) -> None:
    pages = [Page(f"<h1>Of {n} lamps</h1><p>by " + joint.join(f"<a href=/{n}{k}>Writer {n}{k}</a>" for k in range(
        1 + n % 2)) + f" in <a href=/y>Year {n}</a></p>") for n in range(12)]
    template, _ = grown(pages)
    writers = next(slot for slot in template.slots if slot.label == "by")
    assert ["Writer 50", "Writer 51"] == template.values(pages[5])[writers.id]


def test_rows_that_all_have_classes_of_their_own_cost_what_they_weigh() -> None:
    def kind(page: int, number: int) -> str:
        return "of" + "".join("abcdefghij"[int(digit)] for digit in f"{page}{number:03}")

    def cost(rows: int) -> int:
        pages = [Page("<div>" + "".join(f"<p class='row {kind(page, number)}'>Text {page} {number}</p>"
                                        for number in range(rows)) + "</div>") for page in range(4)]
        return work(lambda: grown(pages))
    assert cost(800) < 6 * cost(200)


def test_alternatives_never_meet() -> None:
    pages = [Page(f"<h1>Lamp {number}</h1><div><p>Stock: {number * 7}</p>" + (
        f"<b>{number}0 crowns</b>" if number % 2 else f"<i>Call for {number}</i>") + "</div>") for number in range(1, 17)]
    template, _ = grown(pages)
    crowns, call = (next(slot for slot in template.slots if slot.path.endswith(tag)) for tag in ("b", "i"))
    assert ((call.id,), (crowns.id,)) == (crowns.alternatives, call.alternatives)
    assert not [slot for slot in template.slots if slot.alternatives and slot not in (crowns, call)]


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_pages_does_not_matter(seed: int) -> None:
    shown = [(one, named(one, number)) for number, one in enumerate(
        recipe(number, calories=number % 3 == 0, cook=number % 4 > 0) for number in range(30))]
    fields = (*FIELDS, "calories")
    mixed = Random(seed).sample(shown, len(shown))
    template, _ = grown([page for _, page in mixed])
    name_by(template, mixed[:10], fields)
    records = [template.record(page) for _, page in shown]
    assert [{name: list(known.get(name, ())) for name in fields if name in record} for (known, _), record in zip(
        shown, records, strict=True)] == records
    assert set(fields) == {name for record in records for name in record}


def test_samples_say_from_which_page_they_are(tmp_path: Path) -> None:
    """By the number among all pages, those set aside too, and by what a page was called; after a redesign as well."""
    template = Template()
    shown = [*PAGES[:6], missing(1), missing(2), *PAGES[6:8], *(redone(known, number) for number, known in enumerate(RECIPES[:6]))]

    def is_told(last: int) -> None:
        for slot in template.slots:
            for sample in slot.samples:
                assert sample.page <= last
                assert (f"page {sample.page}", shown[sample.page - 1].url) == (sample.source, sample.url)
                assert set(sample.texts) <= {text for texts in template.values(shown[sample.page - 1]).values() for text in texts}

    for number, page in enumerate(shown, 1):
        template.add(page, f"page {number}")
        is_told(number)
    assert (2, 2) == (template.generations, len(template.aside))
    template.save(tmp_path / "kept.json")
    template = Template.load(tmp_path / "kept.json")
    is_told(len(shown))
    assert {f"page {number}" for number in (15, 16)} <= {
        sample.source for slot in template.slots for sample in slot.samples}


def test_a_page_is_known_again_until_it_changes(tmp_path: Path) -> None:
    template, _ = grown(PAGES[:5])
    template.save(tmp_path / "kept.json")
    for one in (template, Template.load(tmp_path / "kept.json")):
        again = Page(PAGES[2].source, "http://kitchen.example/elsewhere")
        assert [True, False, False] == [one.knows(again), one.knows(PAGES[5]), one.knows(Page(PAGES[2].source + " "))]


def test_a_page_that_could_not_be_taken_in_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    template, _ = grown(PAGES[:5])
    monkeypatch.setattr(template._now.grower, "add", lambda page: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        template.add(PAGES[5])
    assert not template.knows(PAGES[5])


def test_lines_show_what_stands_where() -> None:
    template, _ = grown(PAGES)
    time = next(slot.id for slot in template.slots if slot.label == "time")
    [line] = [line for line in template.lines() if line.slot == time]
    assert (True, "", 12) == (line.place.endswith("td"), line.sign, line.pages)
    whole = template.lines(whole=True)
    assert [("Home", "")] == [(line.text, line.slot) for line in whole if line.text == "Home"]
    assert [] == [line for line in whole if line.place.endswith("text") and line.text is None]
    assert [] == [line for line in template.lines() if line.text is not None and not line.slot]


# --- what changes in the stream

@pytest.mark.parametrize("method", ["auto", "paper"])
def test_an_attribute_may_appear_disappear_and_repeat(method: str) -> None:
    """The paper's three changes of the schema, one after the other, after twenty pages without any."""
    quiet = [named(recipe(number), number) for number in range(20)]
    template, _ = grown(quiet, method)
    before = {slot.id for slot in template.slots}
    told: list[Told] = [template.add(named(recipe(number, source=True), number)) for number in range(20, 30)]
    new = [slot for slot in template.slots if slot.id not in before]
    assert any({text for sample in slot.samples for text in sample.texts} & {recipe(number, source=True)["source"][0]
               for number in range(20, 30)} for slot in new)
    assert "identified" in kinds([notice for some in told for notice in some])
    told = [template.add(named(recipe(number, cooks=2), number)) for number in range(30, 34)]
    assert "repeats" in kinds([notice for some in told for notice in some])
    page = named(recipe(99, cooks=3), 99)
    assert list(recipe(99, cooks=3)["cook"]) in list(template.values(page).values())


def test_what_is_no_longer_seen_is_forgotten_unless_it_has_a_name() -> None:
    template, _ = grown([named(recipe(number, calories=True), number) for number in range(20)])
    calories, serves = (next(slot.id for slot in template.slots if slot.label == label) for label in ("calories", "serves"))
    told = [notice for number in range(20, 150) for notice in template.add(named(recipe(number), number))]
    assert [(calories,)] == [notice.slots for notice in told if notice.kind == "gone"]
    assert calories not in {slot.id for slot in template.slots}
    template, _ = grown([named(recipe(number, calories=True), number) for number in range(20)])
    template.name(calories, "calories")
    for number in range(20, 150):
        template.add(named(recipe(number), number))
    assert {calories, serves} <= {slot.id for slot in template.slots}


def test_notices_come_with_the_page() -> None:
    _, told = grown(PAGES)
    assert [] == told[0]
    assert ["identified"] == kinds(told[1])
    assert len(told[1][0].slots) >= len(FIELDS)


def test_a_page_with_much_that_is_new_was_read_in_part() -> None:
    template, _ = grown(PAGES)
    more = "".join(f"<section><h5>Tale {place}</h5><p>{COOKS[place]} tells</p></section>" for place in range(6))
    page = Page(PAGES[0].source.replace("</ul>", f"</ul>{more}"))
    assert "partial" in kinds(template.add(page))


def test_slots_that_stood_together_are_told_apart_later() -> None:
    """One page cannot tell that the rows of a list are of two kinds; the second can, and says so."""
    first, second = (Page(f"<h1>{one}</h1><ul><li>Dark: {one}</li><li>Light: {one}{one}</li></ul>") for one in ("a", "b"))
    template, _ = grown([first])
    assert ["Dark: a", "Light: aa"] in list(template.values(first).values())
    template.add(second)
    assert {("Dark: a",), ("Light: aa",)} <= {tuple(texts) for texts in template.values(first).values()}


# --- pages of another template

def test_pages_that_fit_badly_are_set_aside() -> None:
    template, _ = grown(PAGES)
    slots = [slot.id for slot in template.slots]
    told = [notice for number in range(3) for notice in template.add(missing(number))]
    assert ["aside"] * 3 == kinds(told)
    assert (3, slots) == (len(template.aside), [slot.id for slot in template.slots])


def test_a_redesign_founds_a_generation_that_takes_the_names_over() -> None:
    template, _ = grown(PAGES)
    name_by(template, list(zip(RECIPES, PAGES, strict=True))[:4])
    told = [notice for number, known in enumerate(RECIPES) for notice in template.add(redone(known, number))]
    assert 1 == kinds(told).count("generation")
    fresh = [(one, redone(one, number)) for number, one in enumerate(map(recipe, range(80, 90)), 80)]
    right = sum(template.record(page).get(name) == list(known[name]) for known, page in fresh for name in FIELDS)
    assert right >= 0.8 * len(fresh) * len(FIELDS)
    assert [dict(known) for known in RECIPES] == [template.record(page) for page in PAGES]  # the old pages still


def test_a_new_look_that_comes_bit_by_bit_is_one_generation() -> None:
    """Both looks are served for a while, and errors between them; each page is read by the generation that is its own."""
    template, _ = grown(PAGES)
    name_by(template, list(zip(RECIPES, PAGES, strict=True))[:4])
    mixed = [(named, redone, missing)[number % 3] for number in range(36)]
    told = [notice for number, look in enumerate(mixed, 20) for notice in template.add(
        missing(number) if look is missing else look(recipe(number), number))]
    assert (1, 2) == (kinds(told).count("generation"), template.generations)
    for look in (named, redone):
        assert list(recipe(99)["title"]) == template.record(look(recipe(99), 99))["title"]


def test_error_pages_found_nothing_however_many() -> None:
    template, _ = grown(PAGES)
    assert "generation" not in kinds([notice for number in range(40) for notice in template.add(missing(number))])
    assert 32 == len(template.aside)


def test_a_few_error_pages_found_nothing() -> None:
    template, _ = grown(PAGES)
    name_by(template, list(zip(RECIPES, PAGES, strict=True))[:4])
    told = [notice for number in range(30) for notice in template.add(
        missing(number) if number % 10 == 0 else named(recipe(number), number))]
    assert "generation" not in kinds(told)


# --- asking

def test_questions_come_in_batches_and_never_twice() -> None:
    template = Template()
    counts = []
    for page in PAGES:
        template.add(page)
        counts.append(len(template.questions()))
    assert [0, 0, 0] == counts[:3]
    assert counts[3] >= len(FIELDS)
    first, second, *_ = template.questions()
    template.name(first.slot.id, "one")
    template.ignore(second.slot.id)
    assert [second.slot.id] == [slot.id for slot in template.ignored]
    for number in range(12, 40):
        template.add(named(recipe(number), number))
    assert not {first.slot.id, second.slot.id} & {question.slot.id for question in template.questions()}
    assert second.slot.id not in {slot.id for slot in template.slots}


def test_what_came_up_since_is_asked_with_the_next_batch_or_now() -> None:
    template, _ = grown(PAGES[:5])
    assert {()} == {question.changes for question in template.questions()}  # nothing was asked before
    for number in range(20, 23):
        template.add(named(recipe(number, source=True), number))
    new = [question for question in template.questions(now=True) if "source" in question.slot.path]
    assert 1 == len(new)
    assert new[0].changes == ("identified on page 7",)
    assert not [question for question in template.questions() if "source" in question.slot.path]


@pytest.mark.parametrize(("html", "name"), [
    ("<table><tr><th>Publisher</th><td>House {0}</td></tr><tr><th>Pages</th><td>{0}0</td></tr></table>", "publisher"),
    ('<p>House {0}</p><script type="application/ld+json">{{"@type": "Book", "publisher": "House {0}"}}</script>',
     "publisher"),
    ("<p>{0} May 2024</p>", "date"),
])
def test_names_are_proposed(html: str, name: str) -> None:
    template, _ = grown([Page(html.format(number)) for number in range(1, 6)])
    assert name in [question.proposal for question in template.questions()]


def test_bare_numbers_are_nothing_yet() -> None:
    template, _ = grown([Page(f"<h1>Lamp {one}</h1><p>{2000 + one}</p><b>${one}.50</b>") for one in range(1, 6)])
    assert {"h1": "", "p": "", "b": "money"} == {one.slot.path: one.proposal for one in template.questions()}


def test_what_stands_before_several_slots_names_none_of_them() -> None:
    pages = [Page(f"<table><tr><th>Size</th><td>{one} by {one + 3}</td></tr>"
                  f"<tr><th>Maker</th><td><b>House {one}</b> <i>Street {one * 7}</i></td></tr></table>") for one in range(1, 6)]
    template, _ = grown(pages)
    assert [("b", ""), ("i", ""), ("td", "size")] == sorted(
        (question.slot.path.rpartition(" ")[2], question.proposal) for question in template.questions())
    assert {slot.id for slot in template.slots} == set(template.unanswered)


def test_a_price_before_a_price_names_nothing() -> None:
    """Rows whose first cell is the same on some pages are known by it."""
    pages = [Page(f"<h1>Lamp {one}</h1><p><b>$9.50</b> <i>${one}.20</i></p>") for one in range(1, 6)]
    template, _ = grown(pages)
    assert {"", "money"} == {question.proposal for question in template.questions()}


def test_a_slot_that_says_what_a_field_says_is_proposed_as_the_same() -> None:
    makers = ("Ash", "Birch", "Cedar", "Elm", "Fir")
    template, _ = grown([Page(f"<h1>{maker} Inc.</h1><p>Lamp {number}</p><i>{maker}</i>")
                         for number, maker in enumerate(makers)])
    template.name(next(slot.id for slot in template.slots if slot.path == "h1"), "maker")
    assert {"p": "", "i": "maker"} == {question.slot.path: question.proposal for question in template.questions()}


def test_the_schema_proposes_its_fields() -> None:
    template = Template(schema=stook.Schema({"when": "date", "house": "text"}))
    for number in range(1, 6):
        template.add(Page(f"<p>{number} May 2024</p><b>House {number}</b>"))
    assert "when" in [question.proposal for question in template.questions()]


def test_answers_are_about_slots_and_hold_for_all_pages() -> None:
    template, _ = grown(PAGES)
    time, serves = (next(slot.id for slot in template.slots if slot.label == label) for label in ("time", "serves"))
    assert {} == template.record(PAGES[0])
    template.name(time, "amount")
    template.name(serves, "amount")  # the same as a field that there is
    assert {"amount": [*RECIPES[0]["time"], *RECIPES[0]["serves"]]} == template.record(PAGES[0])
    template.undo(serves)
    assert {"amount": list(RECIPES[0]["time"])} == template.record(PAGES[0])
    template.name(time, "time")
    template.undo(time)
    assert {"amount": list(RECIPES[0]["time"])} == template.record(PAGES[0])  # the answer before


def test_what_is_said_twice_is_taken_back_at_once() -> None:
    template, _ = grown(PAGES)
    slot = template.slots[0].id
    for _ in range(2):
        template.ignore(slot)
    template.undo(slot)
    assert slot in {one.id for one in template.slots}


def test_slots_without_a_name_keep_their_values() -> None:
    template, _ = grown(PAGES)
    template.name(next(slot.id for slot in template.slots if slot.label == "time"), "time")
    said = template.values(PAGES[0]).values()
    assert all(list(texts) in list(said) for texts in RECIPES[0].values())


@pytest.mark.parametrize("act", [
    lambda template: template.name("s999", "x"), lambda template: template.ignore("s999"),
    lambda template: template.undo(template.slots[0].id), lambda template: template.name(template.slots[0].id, " "),
    lambda template: template.wrapper(), lambda template: Template("none")])
def test_what_makes_no_sense_is_told(act: Callable[[Template], object]) -> None:
    template, _ = grown(PAGES)
    with pytest.raises((TemplateError, LearnError)) as told:
        act(template)
    assert ";" in str(told.value)


# --- the wrapper

@pytest.mark.parametrize("method", ["auto", "paper"])
def test_the_wrapper_reads_what_was_named(method: str) -> None:
    """The paper's runs of siblings are one slot, the rows of a table as well: there they have one name."""
    template, _ = grown(PAGES, method)
    fields = ("title", "serves", "foods") if method == "auto" else ("title", "foods")
    for field in fields:
        slot = next(slot.id for slot in template.slots if RECIPES[0][field][0] in template.values(PAGES[0])[slot.id])
        template.name(slot, field)
    wrapper = template.wrapper()
    for number in range(60, 66):
        record = wrapper.apply(named(recipe(number), number)).records[0]
        assert [list(recipe(number)[field]) for field in fields] == [
            [value.text for value in record[field]] for field in fields]
    assert stook.check(wrapper, [named(recipe(number), number) for number in range(70, 76)]).state == "sound"


def test_the_wrapper_heals_like_any_other() -> None:
    template, _ = grown(PAGES)
    name_by(template, list(zip(RECIPES, PAGES, strict=True))[:4])
    wrapper = template.wrapper()
    new = [redone(known, number) for number, known in enumerate(RECIPES[:4])]
    assert stook.check(wrapper, new).drifted
    healing = stook.heal(wrapper, new, known=[dict(known) for known in RECIPES[:4]])
    assert healing.wrapper is not None
    assert RECIPES[0]["title"][0] == healing.wrapper.apply(new[0]).records[0].to_dict()["title"]


# --- keeping

@pytest.mark.parametrize("method", ["auto", "paper"])
def test_a_template_goes_on_after_a_kill_at_any_page(method: str, tmp_path: Path) -> None:
    pages = [named(recipe(number, calories=number > 9, cooks=1 + (number > 14)), number) for number in range(20)]
    whole, told = grown(pages, method)
    template = Template(method)
    for page, expected in zip(pages, told, strict=True):
        assert expected == template.add(page)
        template.save(tmp_path / "kept.json")
        template = Template.load(tmp_path / "kept.json")
    assert list(whole.slots) == list(template.slots)
    assert whole.values(pages[0]) == template.values(pages[0])


def test_answers_asides_and_generations_are_kept(tmp_path: Path) -> None:
    template, _ = grown(PAGES)
    name_by(template, list(zip(RECIPES, PAGES, strict=True))[:4])
    for number, known in enumerate(RECIPES):
        template.add(redone(known, number))
    template.add(missing(1))
    template.save(tmp_path / "kept.json")
    again = Template.load(tmp_path / "kept.json")
    assert (template.names, 1) == (again.names, len(again.aside))
    assert [template.record(page) for page in PAGES] == [again.record(page) for page in PAGES]
    assert [question.slot.id for question in template.questions()] == [one.slot.id for one in again.questions()]


def test_who_looks_at_slots_and_names_one_parses_few_of_the_pages_that_are_held(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person waits for it. What stands where on the held pages is in the file."""
    parsed = []

    class Counted(Page):
        def __init__(self, *given: Any, **more: Any) -> None:
            parsed.append(given)
            super().__init__(*given, **more)

    template, _ = grown([*PAGES, missing(1)])
    template.save(tmp_path / "kept.json")
    monkeypatch.setattr(keeping, "Page", Counted)
    again = Template.load(tmp_path / "kept.json")
    assert (template.slots, template.aside[0][0]) == (again.slots, keeping.numbers(again.aside)[0])
    again.name(again.slots[0].id, "first")
    again.save(tmp_path / "kept.json")
    assert [] == parsed
    assert template.questions(now=True)[1:] == again.questions(now=True)
    assert questions.LOOKED_AT == len(parsed)
    assert len(PAGES) == len(Template.load(tmp_path / "kept.json").pages)


def test_a_damaged_page_is_told_by_whoever_looks_at_it(tmp_path: Path) -> None:
    held = keeping.Held()
    held.append((7, PAGES[0]))
    content = lzma.decompress(base64.b85decode(held.packed())).replace(b'"http', b'7, "http')
    again = keeping.Held(base64.b85encode(lzma.compress(content)).decode())
    assert [7] == again.numbers
    with pytest.raises(TemplateError, match="page 7, which its file holds, is damaged"):
        again[0]


def test_the_file_does_not_grow_with_the_pages(tmp_path: Path) -> None:
    template, _ = grown([named(recipe(number), number) for number in range(40)])
    template.save(tmp_path / "one.json")
    for number in range(40, 240):
        template.add(named(recipe(number), number))
    template.save(tmp_path / "two.json")
    letters = 7 * 200  # by which a page is known again; of the last ten thousand
    assert (tmp_path / "two.json").stat().st_size < 1.1 * (tmp_path / "one.json").stat().st_size + letters


@pytest.mark.parametrize(("change", "why"), [
    (lambda said: {**said, "format": 99}, "format 99"), (lambda said: {"stook": "rules"}, "no template"),
    (lambda said: {**said, "generations": [{}]}, "missing"), (lambda said: {**said, "aside": "!!"}, "missing")])
def test_files_that_are_no_templates_are_refused_in_words(
        change: Callable[[dict[str, object]], object], why: str, tmp_path: Path) -> None:
    template, _ = grown(PAGES[:3])
    template.save(tmp_path / "kept.json")
    (tmp_path / "kept.json").write_text(json.dumps(change(json.loads((tmp_path / "kept.json").read_text()))))
    with pytest.raises(TemplateError, match=why):
        Template.load(tmp_path / "kept.json")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match=r"none\.json"):
        Template.load(tmp_path / "none.json")


def test_names_given_to_two_copies_are_all_kept(tmp_path: Path) -> None:
    template, _ = grown(PAGES)
    template.save(tmp_path / "kept.json")
    one, other = (Template.load(tmp_path / "kept.json") for _ in range(2))
    one.name(one.slots[0].id, "first")
    other.name(other.slots[1].id, "second")
    other.save(tmp_path / "kept.json")
    one.merge(Template.load(tmp_path / "kept.json"))
    assert {"first", "second"} == set(one.names.values())


def test_a_name_given_while_pages_arrive_is_not_lost() -> None:
    template, _ = grown(PAGES)
    slots = [slot.id for slot in template.slots]
    started = threading.Event()

    def stream() -> None:
        for number in range(12, 60):
            template.add(named(recipe(number), number))
            started.set()

    adding = threading.Thread(target=stream)
    adding.start()
    started.wait()
    for place, slot in enumerate(slots):
        template.name(slot, f"field {place}")
    adding.join()
    assert {slot: f"field {place}" for place, slot in enumerate(slots)} == template.names
    assert set(slots) <= {slot.id for slot in template.slots}


def test_a_page_costs_the_same_however_many_came_before() -> None:
    template, times = Template(), []
    for number in range(240):
        page = named(recipe(number, calories=number % 5 == 0, source=number % 7 == 0), number)
        start = time.perf_counter()
        template.add(page)
        times.append(time.perf_counter() - start)
    assert statistics.median(times[200:]) < 2 * statistics.median(times[20:60])


# --- pages of all sorts

@pytest.mark.parametrize("method", ["auto", "paper"])
@pytest.mark.parametrize("html", [
    "", "<p>", "x" * 100_000, "<div>" * 3_000 + "deep", "<li>one" * 5_000, "<script>1</script>"],
    ids=["empty", "no text", "one text", "deep", "wide", "nothing shown"])
def test_any_page_can_be_taken_in(method: str, html: str) -> None:
    template, _ = grown([*PAGES[:4], Page(html), Page(html), *PAGES[4:]], method)
    assert [*RECIPES[0]["title"]] in list(template.values(PAGES[0]).values())
    alone, _ = grown([Page(html)] * 3, method)
    assert isinstance(alone.values(Page(html)), dict)
