"""Lists whose records do not stand together: a line of pictures, below it one of names, one of prices."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_bands import (
    BUY,
    HOST,
    LINES,
    NAME,
    PICTURE,
    PLAIN,
    PRICE,
    Line,
    Ware,
    boxes,
    compared,
    groups,
    runs,
    shelf,
    table,
    wares,
)

import stook
from stook import Page
from stook.wrapper import explain
from stook.wrapper.format import dump, parse_wrapper
from stook.wrapper.rules.bands import node_of

TWO = {"name": NAME, "price": PRICE}
FORMS: dict[str, Callable[[Sequence[Ware], int], str]] = {
    "table": table,
    "table with classes": lambda some, columns: table(some, columns, classes=True),
    "table, the last band filled up": lambda some, columns: table(some, columns, pad=True),
    "table, a rule between bands": lambda some, columns: table(some, columns, between=f"<tr><td colspan={columns}><hr></td></tr>"),
    "table without pictures": lambda some, columns: table(some, columns, TWO),
    "lists": groups,
    "lists without classes": lambda some, columns: groups(some, columns, classes=False),
    "boxes": lambda some, columns: groups(some, columns, tag="div", cell="div"),
    "boxes, a line to buy": lambda some, columns: groups(some, columns, {**LINES, "buy": BUY}, tag="section", cell="span"),
    "a table for each line": lambda some, columns: groups(some, columns, tag="table", cell="td"),
    "terms": lambda some, columns: runs(some, columns, TWO),
    "headings, then words": lambda some, columns: runs(some, columns, TWO, ("h3", "p"), "section"),
}


def read(page: Page) -> list[tuple[str, str | None, str]]:
    """The title, address and price of each record, by what its text says."""
    return [(entry.title, entry.url, entry.record.text.removeprefix(entry.title).removesuffix("Buy").strip())
            for entry in stook.entries(page) if entry.record]


def told(some: Sequence[Ware]) -> list[tuple[str, str | None, str]]:
    return [(ware.name, ware.url, ware.price) for ware in some]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("count", "columns"), [(9, 3), (10, 4), (11, 5), (7, 3), (5, 5), (8, 2)])
def test_parts_of_a_thing_are_put_together(form: str, count: int, columns: int) -> None:
    """Also where the last band is not full, down to one thing in it."""
    assert told(wares(count)) == read(shelf(FORMS[form](wares(count), columns)))


@pytest.mark.parametrize("form", ["table", "lists", "boxes", "terms"])
def test_japanese_shelves(form: str) -> None:
    assert told(boxes(8)) == read(shelf(FORMS[form](boxes(8), 4), "木の小箱"))


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 30), st.integers(2, 7), st.sampled_from(sorted(FORMS)), st.integers(0, 60), st.randoms(use_true_random=False))
def test_what_is_laid_out_in_bands_is_read_back(count: int, columns: int, form: str, first: int, chance: object) -> None:
    """Whatever the number of things and of columns, if a band of all columns is there."""
    some = wares(max(count, columns + 1, 3), first)
    columns = max(columns, 3) if len(some) < 2 * columns else columns
    assert told(some) == read(shelf(FORMS[form](some, columns)))


def test_a_part_may_be_missing_in_one_cell() -> None:
    """Then the others stay where they are."""
    some = wares(8)
    some[2], some[5] = Ware(2, some[2].name, ""), Ware(5, some[5].name, "ask us")
    assert told(some) == read(shelf(table(some, 4)))


@pytest.mark.parametrize("cells", ["<td colspan=2>{}</td>", "<td>{}</td><td width=9></td>"])
def test_lines_may_have_cells_of_several_columns(cells: str) -> None:
    """Two cells of one line under each cell of another; or empty ones that keep things apart."""
    html = ""
    for start in (0, 4):
        some = wares(4, start)
        html += "<tr>" + "".join(cells.format(PICTURE(ware)) for ware in some)
        html += "<tr>" + "".join(cells.format(NAME(ware)) for ware in some)
        html += "<tr>" + "".join(f"<td>{ware.price}</td><td>{BUY(ware)}</td>" if "colspan" in cells else cells.format(ware.price)
                                 for ware in some)
    assert told(wares(8)) == read(shelf(f"<table>{html}</table>"))


def sale(ware: Ware) -> str:
    return f"<s>99 crowns</s> {ware.price}" if ware.number % 4 == 1 else ware.price


NOISE: dict[str, dict[str, Line]] = {
    "marks at some names": {"face": PICTURE, "name": lambda ware: NAME(ware) + " <em>New</em>" * (ware.number % 3 == 0), "price": PRICE},
    "some prices of old": {**TWO, "price": sale}, "a line of words": {**LINES, "say": lambda ware: f"Made by hand, of {ware.name.split()[0].lower()}"},
    "pictures that lead nowhere": {**LINES, "face": lambda ware: f"<img src='/{ware.number}.png'>"},
    "a line to buy": {**LINES, "buy": lambda ware: f"<form><input type=hidden value={ware.number}><input type=submit value=Buy></form>"},
    "elements in elements": {name: (lambda ware, line=line: f"<b><span>{line(ware)}</span></b>") for name, line in LINES.items()},
    "a name that is a heading": {**LINES, "name": lambda ware: f"<h3>{NAME(ware)}</h3>"},
    "prices first": {"price": PRICE, "face": PICTURE, "name": NAME},
}
AROUND = ("<ul><li><a href=/a>Chairs</a><li><a href=/b>Benches</a><li><a href=/c>Boxes</a><li><a href=/d>Service and repair</a></ul>"
          "{}<div><h3>News</h3><p><a href=/e>We have moved to the harbour</a><p><a href=/f>New opening hours</a>"
          "<p><a href=/g>Wood from nearby forests</a><p><a href=/h>A visit to the sawmill</a></div>")


@pytest.mark.parametrize("noise", NOISE)
@pytest.mark.parametrize("form", ["table", "lists", "boxes", "a table for each band"])
def test_lines_are_not_all_alike(noise: str, form: str) -> None:
    """And other things stand on the page."""
    some, lines = wares(11, 3), NOISE[noise]
    html = {"table": table(some, 4, lines), "lists": groups(some, 4, lines), "boxes": groups(some, 4, lines, "div", "div", classes=False),
            "a table for each band": "".join(table(some[start:start + 4], 4, lines) for start in range(0, 11, 4))}[form]
    found = stook.entries(shelf(AROUND.format(html)))
    assert [(ware.name, ware.url) for ware in some] == [(entry.title.removesuffix(" New"), entry.url) for entry in found]
    assert all(ware.price in entry.record.text for ware, entry in zip(some, found, strict=True) if entry.record)


def test_a_heading_between_bands_is_the_category_of_what_follows() -> None:
    parts = {"Chairs": wares(6), "Boxes": wares(5, 6)}
    rows = "".join(f"<tr><td colspan=3><h2>{name}</h2></td></tr>" + table(some, 3)[7:-8] for name, some in parts.items())
    for inside in (f"<table>{rows}</table>", "".join(f"<h2>{name}</h2>{table(some, 3)}" for name, some in parts.items())):
        assert [(ware.name, name) for name, some in parts.items() for ware in some] == [
            (entry.title, entry.category) for entry in stook.entries(shelf(inside))]


@pytest.mark.parametrize("head", ["th", "td"])
def test_a_table_that_compares_has_its_things_in_columns(head: str) -> None:
    """Each line says what it shows, and so does each record; some lines are of one kind, and one speaks for all things."""
    some = wares(5)
    html = compared(some, {"Picture": PICTURE, "Name": NAME, "Price": PRICE, "Weight": lambda ware: f"{ware.number}00 g",
                           "Wood": lambda ware: ware.name.split()[0], "Use": lambda ware: ware.name.split()[1]}, head)
    html = html.replace(f"<tr><{head}>Wood", f"<tr><td colspan=6>More of it</td></tr><tr><{head}>Wood")
    found = stook.listing(shelf(html)).entries
    assert [(ware.name, ware.url) for ware in some] == [(entry.title, entry.url) for entry in found]
    assert [f"Picture Name {ware.name} Price {ware.price} Weight {ware.number}00 g Wood {ware.name.split()[0]} Use "
            f"{ware.name.split()[1]}" for ware in some] == [entry.record.text for entry in found if entry.record]


def test_pictures_lead_where_names_do_not() -> None:
    some = wares(8)
    assert told(some) == read(shelf(table(some, 4, {"face": PICTURE, "name": PLAIN, "price": PRICE})))


# what is no band ---------------------------------------------------------------------------------------

def rows_of(count: int, cell: str, columns: int) -> str:
    cells = [cell.format(number=ware.number, name=ware.name, price=ware.price) for ware in wares(count)]
    return "<table>" + "".join("<tr>" + "".join(f"<td>{one}</td>" for one in cells[start:start + columns])
                               for start in range(0, count, columns)) + "</table>"


NO_BANDS = {
    "a table whose rows are the records": "<table><tr><th>Name<th>Price<th>Number" + "".join(
        f"<tr><td>{NAME(ware)}<td>{ware.price}<td>{ware.number}" for ware in wares(9)) + "</table>",
    "a table whose rows are the records, with heads": "<table><tr><th>Name<th>Price<th>Weight<th>Number" + "".join(
        f"<tr><th>{NAME(ware)}<td>{ware.price}<td>{ware.number} g<td>{ware.number}" for ware in wares(9)) + "</table>",
    "whole things in cells": rows_of(9, "<a href=/{number}><img src=x.png></a><a href=/{number}>{name}</a><br>{price}", 3),
    "whole things in boxes": "<div>" + "".join(
        f"<div class=card><div>{PICTURE(ware)}</div><div>{NAME(ware)}</div><div>{ware.price}</div></div>" for ware in wares(9)) + "</div>",
    "each thing a term with two words of it": "<dl>" + "".join(
        f"<dt>{NAME(ware)}<dd>{ware.price}<dd>{ware.number} g" for ware in wares(9)) + "</dl>",
    "things with pictures, and below them others without": "<div><div>" + "".join(
        f"<div>{PICTURE(ware)}{NAME(ware)}</div>" for ware in wares(4)) + "</div><div>" + "".join(
        f"<div>{NAME(ware)}</div>" for ware in wares(4, 4)) + "</div></div>",
    "two lists of other things": "<div><ul>" + "".join(f"<li>{NAME(ware)}</li>" for ware in wares(4)) + "</ul><ul>" + "".join(
        f"<li>{NAME(ware)}, {ware.price}</li>" for ware in wares(4, 4)) + "</ul></div>",
}


@pytest.mark.parametrize("name", NO_BANDS)
def test_what_stands_together_is_not_put_together_otherwise(name: str) -> None:
    assert not any(candidate.wrapper.bands for candidate in stook.listing(shelf(NO_BANDS[name])).candidates)


# the wrapper -------------------------------------------------------------------------------------------

WRAPPER = stook.listing(shelf(table(wares(8), 4, classes=True))).wrapper


def test_the_wrapper_reads_the_next_version_of_the_page() -> None:
    """Other things, more of them, other columns, and a word between the bands."""
    assert WRAPPER is not None
    for columns, between in ((4, ""), (5, ""), (3, "<tr><td colspan=3>Free delivery</td></tr>")):
        some = wares(17, 20)
        read = WRAPPER.apply(shelf(table(some, columns, between=between, classes=True)))
        assert [(ware.name, ware.url) for ware in some] == [(entry.title, entry.url) for entry in read.entries]
        assert [f"{ware.name} {ware.price}" for ware in some] == [record.text for record in read.records]
        assert read.fit.score > 0.9


def test_a_line_may_be_missing_in_one_band() -> None:
    """Told by their classes, the lines of a band need not all be there."""
    assert WRAPPER is not None
    html = table(wares(12), 4, classes=True).split("<tr class=price>")
    page = shelf("<tr class=price>".join(html[:2]) + "</tr>" + html[2].partition("</tr>")[2] + "<tr class=price>" + html[3])
    assert [f"{ware.name} {ware.price if not 4 <= ware.number < 8 else ''}".strip() for ware in wares(12)] == [
        record.text for record in WRAPPER.apply(page).records]


def test_the_wrapper_is_kept_in_a_file() -> None:
    assert WRAPPER is not None
    assert WRAPPER == parse_wrapper(dump(WRAPPER))
    assert WRAPPER.apply(shelf(table(wares(9), 3, classes=True))).records[4].to_dict() == parse_wrapper(dump(WRAPPER)).apply(
        shelf(table(wares(9), 3, classes=True))).records[4].to_dict()


def test_values_and_records_are_said_of_the_page_as_it_came() -> None:
    """The nodes of a value show its text, and those of a record all of it, but nothing of its neighbours."""
    assert WRAPPER is not None
    page = shelf(table(wares(8), 4, classes=True))
    for ware, record in zip(wares(8), WRAPPER.apply(page).records, strict=True):
        title, link = record["title"][0], record["url"][0]
        assert title.node is not None
        assert link.node is not None
        assert (ware.name, ware.url) == (page.text_of(title.node), page.link(link.node))
        assert record.span is None
        assert f"{ware.name} {ware.price}" == page.part(*record.spans).text_of(0)
        assert sorted(record.spans) == list(record.spans)
        again = pickle.loads(pickle.dumps(record))
        assert (record.text, record.spans, record.to_dict()) == (again.text, again.spans, again.to_dict())


@pytest.mark.parametrize("said", ["9" * 5000, "1000", "0", "-2", "²", ""])
def test_cells_of_impossible_widths_are_one_column_wide(said: str) -> None:
    assert WRAPPER is not None
    html = table(wares(8), 4, classes=True).replace("<td", f'<td colspan="{said}"')
    assert 8 == len(WRAPPER.apply(shelf(html)).records)


def test_a_node_is_found_by_its_number_however_late_it_stands() -> None:
    """Each value asks, so from the beginning none may be looked for."""
    class Origin(list[int]):
        asked = 0

        def __iter__(self) -> Iterator[int]:
            raise AssertionError("all of them")

        def __getitem__(self, at: Any) -> Any:
            self.asked += 1
            return super().__getitem__(at)

    origin = Origin([*range(1000), -1, 1000])
    assert ([1000, 1000], 5) == ([node_of(1000, origin), node_of(1001, origin)], origin.asked)
    assert 0 == node_of(0, Origin([-1]))


def test_what_is_explained_is_said_of_the_page_as_it_came() -> None:
    assert WRAPPER is not None
    page = shelf(table(wares(8), 4, classes=True))
    title, link = explain(WRAPPER, page, 5)
    assert [(wares(8)[5].name, "title"), (f"{HOST}/5", "url")] == [(one.values[0].text, one.name) for one in (title, link)]
    node = title.values[0].node
    assert node is not None
    assert page.text_of(node) == wares(8)[5].name
    assert any(voter.found == ((node, wares(8)[5].name),) for voter in title.voters)


def test_sections_of_bands_can_be_chosen() -> None:
    html = "".join(f"<h2>{name}</h2>{table(some, 3)}" for name, some in (("Chairs", wares(6)), ("Boxes", wares(6, 6))))
    candidate = stook.listing(shelf(html)).choose(1)
    assert [("Chairs", 6), ("Boxes", 6)] == [(section.title, section.size) for section in candidate.sections]
    assert [ware.name for ware in wares(6, 6)] == [entry.title for entry in candidate.only([2]).entries]
