"""Records as tables: what is written is read back as it was, in each of the forms, and never held as a whole."""

from __future__ import annotations

import builtins
import csv
import datetime as dt
import io
import json
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stook.errors import FeedError
from stook.feeds import PAGE, Column, columns_of, parquet, write_table
from stook.records import Record, Value
from stook.wrapper.rules.model import FieldRule

COLUMNS = (Column("title"), Column("authors", repeats=True))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
RECORDS = st.lists(st.fixed_dictionaries({}, optional={"title": TEXTS, "authors": st.lists(TEXTS, min_size=1, max_size=3)}),
                   max_size=5)


def record(said: dict[str, Any]) -> Record:
    """As a wrapper reads it: texts, those of a list for a field that repeats."""
    return Record({name: tuple(map(Value, [value] if isinstance(value, str) else value)) for name, value in said.items()},
                  repeated=frozenset(name for name, value in said.items() if isinstance(value, list)))


def written(said: Sequence[dict[str, Any]], format: str, columns: Sequence[Column] = COLUMNS, **how: Any) -> bytes:
    stream = io.BytesIO()
    assert len(said) == write_table([(record(one), "a.html") for one in said], columns, format, stream, **how)
    return stream.getvalue()


def read_csv(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode(), newline="")))


# --- there and back


@settings(deadline=None)
@given(RECORDS)
def test_json_lines_are_records_as_dicts(said: list[dict[str, Any]]) -> None:
    lines = written(said, "jsonl").decode().splitlines()
    assert [{PAGE: "a.html"} | one for one in said] == [json.loads(line) for line in lines]


@settings(deadline=None)
@given(RECORDS)
def test_csv_has_a_column_for_each_field(said: list[dict[str, Any]]) -> None:
    header, *rows = read_csv(written(said, "csv"))
    assert [PAGE, "title", "authors"] == header
    assert [["a.html", one.get("title", ""), one.get("authors", "")] for one in said] == [
        [page, title, authors and json.loads(authors)] for page, title, authors in rows]


@settings(deadline=None)
@given(RECORDS)
def test_parquet_has_lists(said: list[dict[str, Any]]) -> None:
    table = pyarrow.parquet.read_table(io.BytesIO(written(said, "parquet")))
    assert [{PAGE: "a.html", "title": None, "authors": None} | one for one in said] == table.to_pylist()


# --- the forms


def test_csv_is_that_of_rfc_4180() -> None:
    assert b'_page,title,authors\r\na.html,"Say ""no"", twice\nor so","[""One"", ""Two""]"\r\n' == written(
        [{"title": 'Say "no", twice\nor so', "authors": ["One", "Two"]}], "csv")


def test_json_lines_keep_letters_and_line_ends_apart() -> None:
    """Every program that cuts text into lines gets a record each."""
    content = written([{"title": "町だより\u2028\x85 second"}], "jsonl").decode()
    assert '{"_page": "a.html", "title": "町だより\\u2028\\u0085 second"}\n' == content


def test_pages_that_have_no_name_have_none() -> None:
    stream = io.BytesIO()
    write_table([(record({"title": "Dune"}), None)], COLUMNS, "jsonl", stream)
    assert b'{"title": "Dune"}\n' == stream.getvalue()


@pytest.mark.parametrize("format", ["csv", "jsonl", "parquet"])
def test_halves_of_letters_do_not_stop_a_table(format: str) -> None:
    """JSON within pages may hold them, and UTF-8 cannot."""
    assert b"a?b" in written([{"title": "a\ud800b"}], format)


@pytest.mark.parametrize(("cell", "guarded"), [
    ("=1+2", "'=1+2"), ("@SUM(A1)", "'@SUM(A1)"), ("-2+cmd|'/c calc'!A1", "'-2+cmd|'/c calc'!A1"), ("\t=1", "'\t=1"),
    ("-5", "-5"), ("+49 (0)30 123-4567", "+49 (0)30 123-4567"), ("- Dune", "'- Dune"), ("Dune = sand", "Dune = sand"),
    ("\n=1+2", "'\n=1+2"), ("\r\n@SUM(A1)", "'\r\n@SUM(A1)"), ("＝1+2", "'＝1+2"), ("＠SUM(A1)", "'＠SUM(A1)"),
    ("－2+A1", "'－2+A1"), ("＋A1", "'＋A1"), ("－５", "－５"), ("\n5", "\n5"),
])
def test_formulas_are_guarded_where_that_is_asked(cell: str, guarded: str) -> None:
    said = [{"title": cell}]
    assert (cell, guarded) == (read_csv(written(said, "csv"))[1][1],
                               read_csv(written(said, "csv", formulas="guarded"))[1][1])


def test_names_of_columns_are_guarded_as_cells_are() -> None:
    """A field may be called as a page calls it."""
    columns = [Column("=1+2"), Column("title")]
    assert [["_page", "=1+2", "title"], ["_page", "'=1+2", "title"]] == [
        read_csv(written([], "csv", columns, formulas=formulas))[0] for formulas in ("kept", "guarded")]


def test_unknown_form() -> None:
    with pytest.raises(FeedError, match="ods: is no form of a table that stook writes; use one of csv, jsonl, parquet, xlsx"):
        written([], "ods")


# --- columns and types


def rule(name: str, type_: str = "text", cardinality: Any = "?", declared: bool = False) -> FieldRule:
    return FieldRule(name, type_, cardinality, (), declared=declared)


def test_columns_are_those_of_the_wrapper() -> None:
    """Only a declared type counts, and a field with two places is one column."""
    rules = [rule("title"), rule("date", "date"), rule("pages", "integer", declared=True), rule("tags"), rule("tags", "text", "*")]
    assert (Column("title"), Column("date"), Column("pages", "integer"), Column("tags", repeats=True)) == columns_of(rules)


def test_a_field_called_like_the_page_is_refused() -> None:
    with pytest.raises(FeedError, match="_page"):
        columns_of([rule(PAGE)])


def test_parquet_has_numbers_where_a_schema_declares_them() -> None:
    columns = (Column("weight", "number"), Column("pages", "integer"), Column("time", "duration"),
               Column("sizes", "integer", repeats=True), Column("day", "date"))
    values: dict[str, tuple[Value, ...]] = {
        "weight": (Value("1,5 kg", Decimal("1.5"), written="1.5"),), "pages": (Value("about 320", 320, written="320"),),
        "time": (Value("1 hr 25 min", dt.timedelta(minutes=85), written="85"),),
        "sizes": (Value("7", 7), Value("many")), "day": (Value("3. Mai", dt.date(2026, 5, 3), written="2026-05-03"),)}
    rows = [(Record(values), "a"), (Record({"pages": (Value("many"),), "sizes": (Value("9" * 30, int("9" * 30)),)}), "b")]
    stream = io.BytesIO()
    write_table(rows, columns, "parquet", stream)
    first, second = pyarrow.parquet.read_table(stream).to_pylist()
    assert {PAGE: "a", "weight": 1.5, "pages": 320, "time": 85.0, "sizes": [7, None], "day": "2026-05-03"} == first
    assert {PAGE: "b", "weight": None, "pages": None, "time": None, "sizes": [None], "day": None} == second


def test_parquet_is_written_in_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never more rows than a group has are held: the rows of a group are let go before those of the next are asked for."""
    monkeypatch.setattr(parquet, "MOST_ROWS", 4)
    stream, sizes = io.BytesIO(), []

    def rows() -> Iterator[tuple[Record, str]]:
        for number in range(10):
            sizes.append(stream.tell())
            yield record({"title": f"Number {number}"}), "a"

    write_table(rows(), COLUMNS, "parquet", stream)
    assert [4, 4, 2] == [pyarrow.parquet.ParquetFile(stream).metadata.row_group(number).num_rows for number in range(3)]
    assert [4, 4, 2] == [sizes.count(size) for size in sorted(set(sizes))]


@pytest.mark.parametrize("format", ["csv", "jsonl"])
def test_rows_are_written_as_they_come(format: str) -> None:
    stream = io.BytesIO()

    def rows() -> Iterator[tuple[Record, str]]:
        yield record({"title": "First"}), "a"
        assert b"First" in stream.getvalue()
        yield record({"title": "Second"}), "a"

    assert 2 == write_table(rows(), COLUMNS, format, stream)


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """And no page is read in vain."""
    imported = builtins.__import__

    def without(name: str, *more: Any, **others: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return imported(name, *more, **others)

    monkeypatch.setattr(builtins, "__import__", without)
    rows = iter([(record({"title": "Dune"}), "a")])
    with pytest.raises(FeedError, match=r"pip install 'stook\[parquet\]'"):
        write_table(rows, COLUMNS, "parquet", io.BytesIO())
    assert next(rows, None) is not None
