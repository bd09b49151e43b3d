"""Records -> CSV, JSON lines, Parquet and XLSX, record by record, so that memory is bounded however many there are.

    with Path("books.csv").open("wb") as stream:
        write_table(rows, columns_of(wrapper.fields), "csv", stream)

    row   a record and where it was read: a URL, a file's name

| format    | a field that repeats | a field that the page does not show | a value of a declared type |
|-----------|----------------------|-------------------------------------|----------------------------|
| `jsonl`   | a list               | is not there                        | its one form, as text      |
| `csv`     | a list as JSON       | an empty cell                       | its one form               |
| `parquet` | a list               | null                                | a number, where it is one  |
| `xlsx`    | a line each          | an empty cell                       | a number or a day          |

Lists stand as JSON in a cell of CSV since any sign that could join them may be part of a value. CSV is for programs, so
it has no byte order mark: many would take it for a part of the first name; and Excel, which wants one, would still take
"3-4" for a day and, in half of Europe, want semicolons. XLSX is for people.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, Literal

from stook.errors import FeedError
from stook.feeds.columns import PAGE, Column
from stook.feeds.parquet import write_parquet
from stook.feeds.spreadsheet import write_spreadsheet
from stook.records import Record

Row = tuple[Record, str | None]
Formulas = Literal["kept", "guarded"]

_LINE_ENDS = {ord(char): f"\\u{ord(char):04x}" for char in "\x85\u2028\u2029"}
"""Harmless in JSON, but not to all who cut a file into lines."""
_FORMULA = re.compile(r"[=+\-@＝＋－＠\t\r\n]")
"""Excel of East Asia takes signs of full width for those of ASCII."""
_HARMLESS = re.compile(r"[+\-＋－]?[\d\s.,()/-]*")
"""Numbers, days and telephone numbers begin like formulas and are none."""


def write_table(rows: Iterable[Row], columns: Sequence[Column], format: str, stream: BinaryIO, *,
                formulas: Formulas = "kept") -> int:
    """Write the rows as they come, and say how many there were.

    Texts of strangers' pages may begin like a formula, which a spreadsheet that opens the CSV would run. `guarded`
    puts a ' before them, as spreadsheets do themselves; programs want them as they are.
    """
    writers: Mapping[str, Callable[[], int]] = {
        "csv": lambda: _write_csv(rows, columns, stream, formulas),
        "jsonl": lambda: _write_lines(rows, stream),
        "parquet": lambda: write_parquet(rows, columns, stream),
        "xlsx": lambda: write_spreadsheet(rows, columns, stream),
    }
    if format not in writers:
        raise FeedError("is no form of a table that stook writes", subject=format,
                        hint=f"use one of {', '.join(writers)}")
    return writers[format]()


TABLE_FORMATS = ("jsonl", "csv", "parquet", "xlsx")


# JSON lines -------------------------------------------------------------------------------------------

def _write_lines(rows: Iterable[Row], stream: BinaryIO) -> int:
    count = 0
    for count, (record, page) in enumerate(rows, 1):  # noqa: B007 - it is told at the end
        said = ({PAGE: page} if page else {}) | record.to_dict()
        stream.write(json.dumps(said, ensure_ascii=False).translate(_LINE_ENDS).encode("utf-8", "replace") + b"\n")
    return count


# CSV --------------------------------------------------------------------------------------------------

class _Encoding:
    """What `csv` writes its lines to."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, line: str) -> int:
        return self._stream.write(line.encode("utf-8", "replace"))


def _write_csv(rows: Iterable[Row], columns: Sequence[Column], stream: BinaryIO, formulas: Formulas) -> int:
    """As RFC 4180 has it: a header, comma, doubled quotes, CRLF; UTF-8."""
    writer = csv.writer(_Encoding(stream))
    said = _guarded if formulas == "guarded" else str
    writer.writerow(map(said, [PAGE, *(column.name for column in columns)]))
    count = 0
    for count, (record, page) in enumerate(rows, 1):  # noqa: B007
        writer.writerow(map(said, _cells(record, page, columns)))
    return count


def _cells(record: Record, page: str | None, columns: Sequence[Column]) -> Iterator[str]:
    said: Mapping[str, Any] = record.to_dict()
    yield page or ""
    for column in columns:
        value = said.get(column.name, "")
        yield value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _guarded(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) and not _HARMLESS.fullmatch(cell) else cell
