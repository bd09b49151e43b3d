"""Lists whose records do not stand together: learnt from labels, watched, and mended after a redesign."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from made_bands import LINES, NAME, PICTURE, PRICE, Ware, groups, runs, shelf, table, wares

import stook
from stook import Page
from stook.wrapper.format import dump, parse_wrapper
from stook.wrapper.rules import RulesWrapper

TWO = {"name": NAME, "price": PRICE}
FORMS: dict[str, Callable[[Sequence[Ware]], str]] = {
    "table": lambda some: table(some, 4), "lists": lambda some: groups(some, 4), "terms": lambda some: runs(some, 4, TWO),
    "two columns": lambda some: table(some, 2),
}


def known(some: Sequence[Ware]) -> list[dict[str, str]]:
    return [{"name": ware.name, "price": ware.price} for ware in some]


def said(wrapper: RulesWrapper, page: Page) -> list[dict[str, object]]:
    return [record.to_dict() for record in wrapper.apply(page).records]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("labelled", [[0], [0, 1], [5], [2, 9]], ids=str)
def test_labels_of_one_or_two_things_give_all(form: str, labelled: list[int]) -> None:
    """Wherever in their band they stand; the first things of all bands are no list of their own."""
    some = wares(11)
    wrapper = stook.learn([stook.Example(shelf(FORMS[form](some)), known([some[number] for number in labelled]))])
    assert not wrapper.unplaced
    assert known(some) == said(wrapper, shelf(FORMS[form](some)))
    assert known(wares(9, 30)) == said(parse_wrapper(dump(wrapper)), shelf(FORMS[form](wares(9, 30))))


def test_labels_may_be_nodes() -> None:
    some = wares(8)
    page = shelf(table(some, 4))
    names = [node for node in page.select("a") if page.text_of(node) == some[6].name]
    prices = [node for node in page.select("td") if page.text_of(node) == some[6].price]
    wrapper = stook.learn([stook.Example(page, [{"name": names[0], "price": prices[0]}])])
    assert known(some) == said(wrapper, page)


def test_labels_of_a_list_that_stands_together_are_learnt_as_ever() -> None:
    """Although there are bands beside it."""
    beside = "<ol>" + "".join(f"<li><a href='/n{ware.number}'>{ware.name} sold</a> <i>on day {ware.number}</i>" for ware in wares(6, 40)) + "</ol>"
    page = shelf(table(wares(8), 4) + beside)
    wrapper = stook.learn([stook.Example(page, [{"what": f"{wares(1, 40)[0].name} sold", "day": "on day 40"}])])
    assert wrapper.bands is None
    assert [(f"{ware.name} sold", f"on day {ware.number}") for ware in wares(6, 40)] == [
        (one["what"], one["day"]) for one in said(wrapper, page)]


SOME = wares(40)


def before(first: int) -> Page:
    return shelf(table(SOME[first:first + 8], 4, LINES, classes=True))


def after(first: int) -> Page:
    """The same shelf under other names, and no table any more."""
    return shelf(groups(SOME[first:first + 8], 4, {"bild": PICTURE, "titel": NAME, "preis": PRICE}, tag="div", cell="p"))


WRAPPER = stook.learn([stook.Example(before(0), known(SOME[:2]))], pages=[before(4)])


def test_what_is_as_it_was_is_sound() -> None:
    assert not stook.check(WRAPPER, [before(8), before(12)]).drifted
    assert stook.check(WRAPPER, [after(0), after(2)]).drifted


@pytest.mark.parametrize("first", [0, 4, 7, 12])
def test_a_redesign_is_mended(first: int) -> None:
    """Whether all that is known is still shown, or half of it, or one thing, or nothing."""
    pages = [after(first), after(first + 2)]
    healed = stook.heal(WRAPPER, pages, known=known(SOME[:8])).wrapper
    assert healed is not None
    assert [known(SOME[first:first + 8]), known(SOME[first + 2:first + 10])] == [said(healed, page) for page in pages]


def test_bands_may_be_given_up_in_a_redesign() -> None:
    """Then the records stand together."""
    pages = [shelf("<ul>" + "".join(f"<li class=ware><a href='/{ware.number}'>{ware.name}</a> <b>{ware.price}</b>"
                                    for ware in SOME[first:first + 8]) + "</ul>") for first in (0, 3)]
    healed = stook.heal(WRAPPER, pages, known=known(SOME[:8])).wrapper
    assert healed is not None
    assert healed.bands is None
    assert [known(SOME[:8]), known(SOME[3:11])] == [said(healed, page) for page in pages]
