"""Tables for a person's spreadsheet: what stands in the cells is what the page says, and nothing is run or turned."""

import datetime as dt
import io
import re
import tracemalloc
from collections.abc import Iterator
from decimal import Decimal
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stook.errors import FeedError
from stook.feeds import PAGE, Column, spreadsheet, write_table
from stook.records import Record, Value

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
COLUMNS = (Column("title"), Column("authors", repeats=True))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


def written(records: list[dict[str, Any]], columns: tuple[Column, ...] = COLUMNS) -> bytes:
    stream = io.BytesIO()
    rows = [(Record({name: tuple(one if isinstance(one, Value) else Value(one) for one in values)
                     for name, values in record.items()}), "a.html") for record in records]
    assert len(records) == write_table(rows, columns, "xlsx", stream)
    return stream.getvalue()


def unescaped(text: str) -> str:
    """As spreadsheets read what XML cannot say."""
    return re.sub(r"_x([0-9A-F]{4})_", lambda sign: chr(int(sign[1], 16)), text)


def cells(content: bytes) -> list[dict[str, Any]]:
    """The rows of the sheet, each cell by its column: a text, or a number with its style."""
    with ZipFile(io.BytesIO(content)) as archive:
        sheet = ElementTree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
    rows = []
    for number, row in enumerate(sheet.iter(f"{MAIN}row"), 1):
        found: dict[str, Any] = {}
        for cell in row:
            column = cell.attrib["r"].removesuffix(str(number))
            text = cell.find(f"{MAIN}is/{MAIN}t")
            found[column] = (unescaped(text.text or "") if text is not None
                             else (float(cell.findtext(f"{MAIN}v", "")), int(cell.get("s", 0))))
        rows.append(found)
    return rows


@settings(deadline=None)
@given(st.lists(TEXTS, max_size=3), st.lists(TEXTS, max_size=3))
def test_every_text_comes_back(titles: list[str], authors: list[str]) -> None:
    """Japanese, accents, control characters, and what looks like an escape."""
    said = [{"title": [title], "authors": authors} for title in titles]
    head, *rows = cells(written(said))
    assert {"A": PAGE, "B": "title", "C": "authors"} == head
    shown = {"C": "\n".join(authors)} if authors else {}
    # XML has one line end, and a text of a page has none.
    assert [{"A": "a.html", "B": title} | shown for title in titles] == rows or "\r" in "".join([*titles, *authors])


@pytest.mark.parametrize("text", ["=1+2", "@SUM(A1)", "007", "3-4", "1E5", "+49 30 123", "TRUE", "2026-05-03", " padded "])
def test_texts_stay_texts(text: str) -> None:
    """A spreadsheet that opens CSV would run the first, and make numbers and days of others."""
    assert [{"A": "a.html", "B": text}] == cells(written([{"title": [text]}]))[1:]


def test_declared_numbers_and_days_are_numbers_and_days() -> None:
    columns = (Column("weight", "number"), Column("pages", "integer"), Column("time", "duration"), Column("day", "date"))
    values = {"weight": [Value("1,5 kg", Decimal("1.5"), written="1.5")], "pages": [Value("320", 320, written="320")],
              "time": [Value("1 hr 25 min", dt.timedelta(minutes=85), written="85")],
              "day": [Value("3. Mai", dt.date(2026, 5, 3), written="2026-05-03")]}
    assert [{"A": "a.html", "B": (1.5, 0), "C": (320.0, 0), "D": (85.0, 0), "E": (46145.0, 2)}] == cells(
        written([values], columns))[1:]


@pytest.mark.parametrize(("value", "type_"), [
    (Value("many"), "integer"), (Value("9" * 30, int("9" * 30), written="9" * 30), "integer"),
    (Value("14 July 1789", dt.date(1789, 7, 14), written="1789-07-14"), "date"),
    (Value("3 May 10:30", dt.datetime(2026, 5, 3, 10, 30), written="2026-05-03T10:30:00"), "date"),
])
def test_what_a_cell_cannot_hold_as_it_is_stays_a_text(value: Value, type_: str) -> None:
    """No number of 30 digits, no day before 1900, and no time without its zone."""
    assert value.shown == cells(written([{"x": [value]}], (Column("x", type_),)))[1]["B"]


@pytest.mark.parametrize("letter", ["a", "町", "😀"])
def test_a_text_that_is_too_long_for_a_cell_is_cut(letter: str) -> None:
    """One unit more, and the whole file is called damaged."""
    [row] = cells(written([{"title": [letter * 40_000]}]))[1:]
    assert (True, "…", set(letter)) == (len(row["B"].encode("utf-16-le")) <= 2 * 32_767, row["B"][-1], set(row["B"][:-1]))


def test_halves_of_letters_do_not_stop_it() -> None:
    assert "a?b" == cells(written([{"title": ["a\ud800b"]}]))[1]["B"]


def test_columns_have_the_names_that_spreadsheets_give() -> None:
    columns = tuple(Column(f"field {number}") for number in range(800))
    [head] = cells(written([], columns))
    assert ("A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA") == tuple(list(head)[place] for place in (0, 1, 25, 26, 51, 52, 701, 702))


def test_more_rows_than_a_sheet_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet, "MOST_ROWS", 3)
    assert 3 == len(cells(written([{"title": ["x"]}] * 2)))
    with pytest.raises(FeedError, match="no room for more than the first 2 records"):
        written([{"title": ["x"]}] * 3)


def test_rows_are_not_held() -> None:
    def rows(count: int) -> Iterator[tuple[Record, str]]:
        for number in range(count):
            yield Record({"title": (Value(f"Number {number} " * 100),)}), "a"

    def most_memory(count: int) -> int:
        tracemalloc.start()
        write_table(rows(count), COLUMNS, "xlsx", io.BytesIO())
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    assert most_memory(2_000) < 2 * most_memory(200)


def test_the_parts_of_the_file_name_each_other() -> None:
    """And the same records make the same bytes."""
    content = written([{"title": ["Dune"]}])
    with ZipFile(io.BytesIO(content)) as archive:
        names = archive.namelist()
        parsed = {name: ElementTree.fromstring(archive.read(name)) for name in names}
    told = {one.attrib["PartName"].lstrip("/") for one in parsed["[Content_Types].xml"] if "PartName" in one.attrib}
    near = {f"xl/{one.attrib['Target']}" for one in parsed["xl/_rels/workbook.xml.rels"]} | {"xl/workbook.xml"}
    assert (told, told) == (near, {name for name in names if name.startswith("xl/") and "_rels" not in name})
    assert content == written([{"title": ["Dune"]}])
