"""List pages on which the parts of a thing do not stand together: in lines of their own, or in several places."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_bands import HOST, LINES, Ware, boxes, groups, runs, shelf, table, wares

import stook
from stook import Catalogue, Page
from stook.learning.template.shown import by_address
from stook.records import Record, Value


def call(catalogue: Catalogue, **signs: str) -> Catalogue:
    """A person calls the columns what stands in them."""
    for slot in catalogue.template.slots:
        texts = [text for sample in slot.samples for text in sample.texts]
        for name, sign in signs.items():
            if all(sign in text for text in texts):
                catalogue.template.name(slot.id, name)
    return catalogue


@pytest.mark.parametrize("page", [
    lambda some: shelf(table(some, 4)), lambda some: shelf(groups(some, 4)), lambda some: shelf(table(some, 4, pad=True)),
    lambda some: shelf(runs(some, 4, {"name": LINES["name"], "price": LINES["price"]})),
], ids=["table", "lists", "filled up", "terms"])
def test_a_row_has_all_parts_of_its_thing(page: object, tmp_path: Path) -> None:
    """And its columns ask, as those of any list."""
    some = wares(11)
    catalogue = Catalogue()
    assert tuple(ware.url for ware in some) == catalogue.add(page(some)).new  # type: ignore[operator]
    assert len(catalogue.template.slots) == len(catalogue.template.questions()) == 2
    call(catalogue, price="crowns", title="no.")
    wanted = [{"url": ware.url, "category": ["Wooden things"], "title": [ware.name], "price": [ware.price]} for ware in some]
    assert wanted == catalogue.records()
    catalogue.save(tmp_path / "kept.json")
    assert wanted == Catalogue.load(tmp_path / "kept.json").records()


def test_japanese_rows() -> None:
    some = boxes(10)
    catalogue = Catalogue()
    catalogue.add(shelf(table(some, 5), "木の小箱"))
    call(catalogue, price="円", title="小箱")
    assert [{"url": ware.url, "category": ["木の小箱"], "title": [ware.name], "price": [ware.price]} for ware in some] == (
        catalogue.records())


def test_rows_in_bands_are_new_updated_or_gone(tmp_path: Path) -> None:
    """A thing that moves to another column, or another band, is the same; after the file was read as well."""
    catalogue = Catalogue()
    catalogue.add(shelf(table(wares(9), 4)))
    call(catalogue, price="crowns")
    catalogue.save(tmp_path / "kept.json")
    later = wares(12)[2:]
    later[3] = Ware(5, later[3].name, "99 crowns")
    for one in (catalogue, Catalogue.load(tmp_path / "kept.json")):
        change = one.add(shelf(table(later, 4)))
        assert ([f"{HOST}/{n}" for n in (9, 10, 11)], [f"{HOST}/5"], [f"{HOST}/0", f"{HOST}/1"]) == (
            list(change.new), list(change.updated), list(change.gone))
        assert ["99 crowns"] == one.records()[5]["price"]


def test_the_heading_of_a_section_is_where_its_things_are_listed() -> None:
    """Of bands, and of lists as they mostly are."""
    parts = {"Chairs": wares(6), "Boxes": wares(6, 6)}
    plain = "".join(f"<h2>{name}</h2><ul>" + "".join(f"<li><a href='/{ware.number}'>{ware.name}</a> <b>{ware.price}</b>" for ware in some)
                    + "</ul>" for name, some in parts.items())
    for inside in (plain, "".join(f"<h2>{name}</h2>{table(some, 3)}" for name, some in parts.items())):
        catalogue = Catalogue()
        catalogue.add(shelf(inside))
        assert [[f"Wooden things > {name}"] for name, some in parts.items() for _ in some] == [
            record["category"] for record in catalogue.records()]


# the same thing twice ----------------------------------------------------------------------------------

def item(ware: Ware, *more: str) -> str:
    return f"<li><a href='/{ware.number}'>{ware.name}</a>{''.join(f' <{tag}>{text}</{tag}>' for tag, text in zip('bi', more, strict=False))}</li>"


def test_what_a_list_shows_of_a_thing_in_several_places_is_taken_together() -> None:
    """Its price above, and below where it is kept; what is said twice is taken once."""
    some = wares(8)
    shown = [item(ware, ware.price) for ware in some] + [item(some[2], "9 left"), item(some[5], some[5].price)]
    catalogue = Catalogue()
    change = catalogue.add(shelf(f"<ul>{''.join(shown)}</ul>"))
    assert tuple(ware.url for ware in some) == change.new
    for slot in catalogue.template.slots:
        if slot.path.endswith("b"):
            catalogue.template.name(slot.id, "price")
    prices = [record["price"] for record in catalogue.records()]
    assert [[ware.price] if ware.number != 2 else [ware.price, "9 left"] for ware in some] == prices


def two_lists(some: list[Ware]) -> Page:
    """A list of names with what they are made of, and below it another of the same things, with their prices."""
    first = "".join(f"<li class=say><a href='/{ware.number}'>{ware.name}</a> <em>made of {ware.name.split()[0].lower()}</em>" for ware in some)
    second = "".join(f"<tr><td><a href='/{ware.number}'>No. {ware.number} of our house</a><td>{ware.price}" for ware in reversed(some))
    return shelf(f"<ul>{first}</ul><h2>Prices</h2><table>{second}</table>")


def test_what_several_lists_show_of_the_same_things_is_taken_together(tmp_path: Path) -> None:
    """On the next page too, and after the file was read."""
    catalogue = Catalogue()
    assert 9 == len(catalogue.add(two_lists(wares(9))).new)
    call(catalogue, price="crowns", wood="made of")
    catalogue.save(tmp_path / "kept.json")
    for one in (catalogue, Catalogue.load(tmp_path / "kept.json")):
        one.add(two_lists(wares(12)))
        assert [([ware.price], [f"made of {ware.name.split()[0].lower()}"]) for ware in wares(12)] == [
            (record["price"], record["wood"]) for record in one.records()]


def test_a_box_that_shows_a_few_of_the_things_is_no_such_list() -> None:
    some = wares(12)
    popular = "".join(f"<li><a href='/{ware.number}'>{ware.name.upper()} again</a>" for ware in some[:3])
    catalogue = Catalogue()
    catalogue.add(shelf(f"<div><ul>{''.join(item(ware, ware.price) for ware in some)}</ul></div><aside><ul>{popular}</ul></aside>"))
    assert [f"{ware.name} {ware.price}" for ware in some] == [row.text for row in catalogue.rows.values()]


def test_a_list_that_says_nothing_new_is_no_such_list() -> None:
    """As the names of the newest things beside the list; nor are those that only it shows rows of the list."""
    some = wares(9)
    newest = "".join(f"<li><a href='/{ware.number}'>{ware.name}</a>" for ware in wares(11))
    catalogue = Catalogue()
    rows = "".join(f"<div class=ware><h3><a href='/{ware.number}'>{ware.name}</a></h3><p>{ware.price}, made by hand of good wood</p></div>"
                   for ware in some)
    change = catalogue.add(shelf(f"<main>{rows}</main><aside><h4>New</h4><ol>{newest}</ol></aside>"))
    assert tuple(ware.url for ware in some) == change.new
    assert [f"{ware.name} {ware.price}, made by hand of good wood" for ware in some] == [row.text for row in catalogue.rows.values()]


def test_what_lies_within_a_record_and_is_of_another_thing_is_not_taken() -> None:
    """A thing is shown large with smaller ones inside its box, and once more in the list; records are as somebody read them."""
    some = wares(6)
    box = f"<li><a href='/0'>{some[0].name}</a><p>Best of all</p><ul>" + "".join(item(ware, ware.price) for ware in some[3:]) + "</ul></li>"
    page = shelf(f"<ul>{''.join(item(ware, ware.price) for ware in some[:3])}{box}</ul>")
    records = [Record({"url": (Value(ware.url, ware.url),)}, ware.name, (node, page.end[node]))
               for ware, node in zip([*some[:3], some[0], *some[3:]], page.select("li"), strict=True)]
    shown = by_address(page, records)
    assert [ware.url for ware in some] == list(shown)
    assert f"{some[0].name} {some[0].price} Best of all" == page.part(*shown[some[0].url].spans).text_of(0)


def test_an_address_that_most_rows_have_is_of_none_of_them() -> None:
    """They are told apart by what they are called."""
    some = wares(7)
    rows = "".join(f"<li><h3>{ware.name}</h3> <b>{ware.price}</b> <a href='/basket'>Buy</a></li>" for ware in some)
    page = shelf(f"<ul>{rows}</ul>")
    catalogue = Catalogue(wrapper=stook.listing(page).choose(1).wrapper)
    assert tuple(ware.name for ware in some) == catalogue.add(page).new
