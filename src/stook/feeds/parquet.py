"""Records -> Parquet: columns with types of their own, in groups of rows so that memory is bounded.

| declared type    | column                                                                                  |
|------------------|-----------------------------------------------------------------------------------------|
| number, duration | double; a duration in minutes                                                           |
| integer          | 64-bit integer                                                                          |
| all others       | string; dates in ISO form, for a page shows days, times and zones, and no one type has all |

A text that says no number is null where a number is declared; records within a record are JSON. pyarrow, which writes
the files, is heavy: it comes with the extra `stook[parquet]`.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any, BinaryIO

from stook.errors import FeedError
from stook.feeds.columns import PAGE, Column
from stook.records import Record, Value

MOST_ROWS = 10_000
"""A group has at most so many rows,"""
MOST_CHARS = 16_000_000
"""or is written when its texts have so many characters."""
_TYPES = {"number": "float64", "duration": "float64", "integer": "int64"}


def write_parquet(rows: Iterable[tuple[Record, str | None]], columns: Sequence[Column], stream: BinaryIO) -> int:
    """Write the rows, and say how many there were."""
    arrow, parquet = _pyarrow()
    schema = arrow.schema([arrow.field(PAGE, arrow.string())] + [
        arrow.field(column.name, _type(arrow, column)) for column in columns])
    group: list[dict[str, Any]] = []
    count = chars = 0
    with parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        for record, page in rows:
            group.append({PAGE: page} | {column.name: _cell(record, column) for column in columns})
            chars += len(record.text) + sum(len(value.text) for values in record.values.values() for value in values)
            count += 1
            if len(group) == MOST_ROWS or chars >= MOST_CHARS:
                writer.write_table(arrow.Table.from_pylist(group, schema))
                group, chars = [], 0
        if group:
            writer.write_table(arrow.Table.from_pylist(group, schema))
    return count


def read_parquet(stream: BinaryIO) -> list[dict[str, Any]]:
    """The rows of a file as they were written, without the fields that they lack."""
    _, parquet = _pyarrow()
    try:
        rows = parquet.read_table(stream).to_pylist()
    except (ValueError, OSError) as error:  # as pyarrow's own exceptions are
        raise FeedError("is no Parquet file", subject="parquet", hint="look whether it is the right file") from error
    return [{name: _number(value) for name, value in row.items() if value is not None} for row in rows]


def _number(value: Any) -> Any:
    """Whole numbers as pages write them."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _pyarrow() -> tuple[ModuleType, ModuleType]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise FeedError("pyarrow, which writes such files, is not installed", subject="parquet",
                        hint="type: pip install 'stook[parquet]'") from error
    return pyarrow, pyarrow.parquet


def _type(arrow: Any, column: Column) -> Any:
    plain = getattr(arrow, _TYPES.get(column.type, "string"))()
    return arrow.list_(plain) if column.repeats else plain


def _cell(record: Record, column: Column) -> Any:
    values = record[column.name]
    if column.repeats:
        return [_stored(value, column.type) for value in values] if values else None
    return _stored(values[0], column.type) if values else None


def _stored(value: Value, type_: str) -> Any:
    typed = value.typed
    if type_ == "duration":
        return typed / dt.timedelta(minutes=1) if isinstance(typed, dt.timedelta) else None
    if type_ == "number":
        return None if typed is None else float(typed)
    if type_ == "integer":
        return typed if isinstance(typed, int) and typed.bit_length() < 64 else None
    said: object = value.shown
    return (said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)).encode("utf-8", "replace").decode()
