"""Records -> XLSX: a table that a person opens with Excel, LibreOffice or a web office, whatever language these speak.

| declared type             | cell                                                                    |
|---------------------------|-------------------------------------------------------------------------|
| number, duration, integer | a number; a duration in minutes                                         |
| date without a time       | a day, shown as the reader's country shows days                         |
| all others                | text, so that no 0 at its head, no `=` and no "3-4" is taken for another |

A field that repeats has its values one under the other; texts of pages have no line ends of their own. Records within a
record are JSON. Rows are written as they come. There is no clock in the file, so the same records make the same bytes.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, BinaryIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from stook.errors import FeedError
from stook.feeds.columns import PAGE, Column
from stook.records import Record, Value

MOST_ROWS = 1_048_576
"""So many rows a sheet has room for, that with the names of the columns among them;"""
MOST_CHARS = 32_767
"""and so many UTF-16 units a cell;"""
MOST_BYTES = 2**31 - 2**16
"""and so many bytes a sheet, that all programs can unpack it."""

_PLAIN, _HEAD, _DAY, _BELOW = range(4)
"""The styles, by their number in the file."""
_FIRST_DAY = dt.date(1900, 3, 1)
"""Before it, spreadsheets count a day that there never was."""
_DAY_ZERO = dt.date(1899, 12, 30)
_EXACT = 2**53
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS = {
    "[Content_Types].xml":
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_KIND}.styles+xml"/></Types>',
    "_rels/.rels":
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml":
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><bookViews><workbookView/></bookViews>'
        '<sheets><sheet name="records" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="rId2" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
    "xl/styles.xml":
        f'<styleSheet xmlns="{_MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
        '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
        '<fills count="2"><fill><patternFill patternType="none"/></fill>'
        '<fill><patternFill patternType="gray125"/></fill></fills>'
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
        '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
        '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>'
        '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
        '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1">'
        '<alignment wrapText="1"/></xf></cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
}
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_SHEET = (
    f'{_XML}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
    '<cols><col min="1" max="%d" width="24" customWidth="1"/></cols><sheetData>', "</sheetData></worksheet>")


def write_spreadsheet(rows: Iterable[tuple[Record, str | None]], columns: Sequence[Column], stream: BinaryIO) -> int:
    """Write the rows, and say how many there were."""
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name, said in _PARTS.items():
            archive.writestr(_entry(name), _XML + said)
        with archive.open(_entry("xl/worksheets/sheet1.xml"), "w") as sheet:
            size = count = 0
            for count, line in enumerate(_lines(rows, columns)):
                content = line.encode("utf-8", "replace")
                size += len(content)
                if count >= MOST_ROWS or size > MOST_BYTES:
                    raise FeedError(f"a sheet has no room for more than the first {count - 1:,} records",
                                    subject="xlsx", hint="write .csv or .parquet, or fewer pages at a time")
                sheet.write(content)
            sheet.write(_SHEET[1].encode())
    return count


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name)
    entry.compress_type = ZIP_DEFLATED
    return entry


def _lines(rows: Iterable[tuple[Record, str | None]], columns: Sequence[Column]) -> Iterator[str]:
    names = [PAGE, *(column.name for column in columns)]
    letters = [_letters(place) for place in range(len(names))]
    head = "".join(_text(f"{letter}1", name, _HEAD) for letter, name in zip(letters, names, strict=True))
    yield f'{_SHEET[0] % len(names)}<row r="1">{head}</row>'
    for number, (record, page) in enumerate(rows, 2):
        cells = [_text(f"A{number}", page or "", _PLAIN)]
        cells += [_cell(f"{letter}{number}", record, column)
                  for letter, column in zip(letters[1:], columns, strict=True)]
        yield f'<row r="{number}">{"".join(cells)}</row>'


def _letters(place: int) -> str:
    """What a spreadsheet calls a column: A to Z, then AA, AB."""
    above, last = divmod(place, 26)
    return (_letters(above - 1) if above else "") + chr(ord("A") + last)


def _cell(name: str, record: Record, column: Column) -> str:
    values = record[column.name]
    if column.repeats and len(values) > 1:
        return _text(name, "\n".join(_shown(value) for value in values), _BELOW)
    if not values:
        return ""
    if (day := _day(values[0], column.type)) is not None:
        return f'<c r="{name}" s="{_DAY}"><v>{day}</v></c>'
    if (number := _number(values[0], column.type)) is not None:
        return f'<c r="{name}"><v>{number!r}</v></c>'
    return _text(name, _shown(values[0]), _PLAIN)


def _day(value: Value, type_: str) -> int | None:
    typed: Any = value.typed
    whole = type_ == "date" and isinstance(typed, dt.date) and not isinstance(typed, dt.datetime)
    return (typed - _DAY_ZERO).days if whole and typed >= _FIRST_DAY else None


def _number(value: Value, type_: str) -> int | float | None:
    typed: Any = value.typed
    if type_ == "duration":
        return typed / dt.timedelta(minutes=1) if isinstance(typed, dt.timedelta) else None
    if type_ not in ("number", "integer") or not isinstance(typed, (int, float, Decimal)):
        return None
    number = typed if isinstance(typed, int) else float(typed)
    return number if -_EXACT <= number <= _EXACT else None


def _shown(value: Value) -> str:
    said: object = value.shown
    return said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)


def _text(name: str, text: str, style: int) -> str:
    if not text:
        return ""
    styled = f' s="{style}"' if style else ""
    return f'<c r="{name}"{styled} t="inlineStr"><is><t xml:space="preserve">{_written(text)}</t></is></c>'


def _written(text: str) -> str:
    """A text as it may stand in the file: no longer than a cell, and what XML cannot say escaped as Excel does it."""
    if len(text) > MOST_CHARS // 2 and len(content := text.encode("utf-16-le", "replace")) > 2 * MOST_CHARS:
        text = content[:2 * (MOST_CHARS - 1)].decode("utf-16-le", "ignore") + "…"
    return escape(_UNWRITABLE.sub(lambda sign: f"_x{ord(sign[0]):04X}_", text))
