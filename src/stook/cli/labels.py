"""What a person knows of pages: labels on the command line, and records in a file.

    label     title=Dune, a value as the page shows it; authors= says that the page has none
              cover@57 or cover@57.src, a node by its number (`stook look` shows them), or one of its attributes
    file      JSON lines, a JSON list, CSV with a header, or Parquet. A line is
                {"page": "dune.html", "values": {"title": ["Dune"]}}   or, for a list, "values": [{...}, {...}]
                {"_page": "dune.html", "title": "Dune"}                as `stook apply` writes it
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stook.errors import FeedError, StookError

PAGE = "_page"
PARQUET = ".parquet"
SHEETS = (".xlsx", ".xls", ".ods")
_LABEL = re.compile(r"(?P<name>[^=@]+)(?:=(?P<text>.*)|@(?P<node>\d{1,9})(?:\.(?P<attribute>\S+))?)", re.DOTALL)
_LONGEST_CELL = (1 << 31) - 1
"""As long as csv allows everywhere: the text of a page may stand in a cell."""
_FORMS = 'write a line as {"page": "dune.html", "values": {"title": ["Dune"]}}'

Known = Any
"""Of a page: one record, or a list of them."""


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page, by the name that the file of labels gives it, and what is known of it."""

    source: str
    known: Known


# on the command line ----------------------------------------------------------------------------------

def labelled(said: Iterable[str], option: str) -> dict[str, list[Any]]:
    """The values of each field that were named."""
    found: dict[str, list[Any]] = {}
    for one in said:
        label = _LABEL.fullmatch(one)
        if label is None or not label["name"].strip():
            raise StookError("no label", subject=f"{option} {one}",
                             hint=f'write {option} title="Dune", or {option} cover@57 for the node of this number')
        values = found.setdefault(label["name"].strip(), [])
        if label["node"]:
            values.append((int(label["node"]), label["attribute"]) if label["attribute"] else int(label["node"]))
        elif label["text"].strip():
            values.append(label["text"])
    return found


# in a file --------------------------------------------------------------------------------------------

def records_in(path: Path, option: str) -> list[dict[str, Any]]:
    """The records of a file: JSON lines, a JSON list, or CSV or Parquet where it is called so."""
    try:
        content = path.read_bytes()
        text = "" if path.suffix.lower() == PARQUET else content.decode("utf-8-sig")
    except OSError as error:
        raise StookError(f"cannot be read ({error.strerror})", subject=f"{option} {path}",
                         hint="give a file of JSON lines, CSV or Parquet") from error
    except UnicodeDecodeError as error:
        sheet = path.suffix.lower() in SHEETS
        raise StookError("is a spreadsheet" if sheet else "is not UTF-8", subject=f"{option} {path}",
                         hint="save it as CSV in UTF-8" if sheet else "save it in UTF-8") from error
    found = _records(path.suffix.lower(), content, text, f"{option} {path}")
    if not found:
        raise StookError("holds no record", subject=f"{option} {path}", hint="look whether it is the right file")
    return found


def _records(suffix: str, content: bytes, text: str, subject: str) -> list[dict[str, Any]]:
    from stook.feeds import read_parquet

    if suffix != PARQUET:
        return _csv(text, subject) if suffix == ".csv" else _json(text, subject)
    try:
        return read_parquet(io.BytesIO(content))
    except FeedError as error:
        raise StookError(error.message, subject=subject, hint=error.hint) from error


def _csv(text: str, subject: str) -> list[dict[str, Any]]:
    head = text.partition("\n")[0]
    # Spreadsheets of countries that write 1,5 part cells by semicolons.
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
    csv.field_size_limit(_LONGEST_CELL)
    try:
        return [{name: _cell(cell) for name, cell in row.items() if name and cell} for row in rows]
    except csv.Error as error:
        raise StookError(f"is no CSV ({error})", subject=f"{subject}, line {rows.reader.line_num}",
                         hint="save it as CSV in UTF-8") from error


def _cell(cell: str) -> Any:
    """A cell as it stands; one that holds a list in JSON, as `stook apply` writes it, as that list."""
    if not cell.startswith("["):
        return cell
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return cell


def _json(text: str, subject: str) -> list[dict[str, Any]]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        found = [_line(line, f"{subject}, line {number}") for number, line in enumerate(text.split("\n"), 1)
                 if line.strip()]
    else:
        found = whole if isinstance(whole, list) else [whole]
    for number, record in enumerate(found, 1):
        if not isinstance(record, dict):
            raise StookError("is no record", subject=f"{subject}, record {number}", hint=_FORMS)
    return found


def _line(line: str, subject: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise StookError("no JSON", subject=subject, hint=_FORMS) from error


def labelled_pages(path: Path) -> list[LabelledPage]:
    """The pages that a file of labels names, in its order; rows of one page are the records of its list."""
    found: dict[str, list[Known]] = {}
    for number, record in enumerate(records_in(path, "--labels"), 1):
        subject = f"--labels {path}, record {number}"
        source, known = _split(record, subject)
        if not isinstance(source, str) or not source.strip():
            raise StookError("names no page", subject=subject, hint=_FORMS)
        found.setdefault(_beside(path, source), []).append(known)
    return [LabelledPage(source, _together(known)) for source, known in found.items()]


def _split(record: Mapping[str, Any], subject: str) -> tuple[Any, Known]:
    if PAGE in record:
        return record[PAGE], _without_page(record)
    if "values" not in record:
        raise StookError("has no values", subject=subject, hint=_FORMS)
    values = record["values"]
    return record.get("page"), [_nodes(one) for one in values] if isinstance(values, list) else _nodes(values)


def _nodes(values: Any) -> Any:
    """JSON has no pairs: a node and its attribute are a list there."""
    if not isinstance(values, dict):
        return values
    return {name: [_nodes(one) if isinstance(one, dict) else _pair(one) for one in given]
            if isinstance(given, list) else given for name, given in values.items()}


def _pair(given: Any) -> Any:
    return tuple(given) if isinstance(given, list) and [type(one) for one in given] == [int, str] else given


def _together(known: Sequence[Known]) -> Known:
    if len(known) == 1:
        return known[0]
    return [record for one in known for record in (one if isinstance(one, list) else [one])]


def _beside(file: Path, source: str) -> str:
    """A page that lies beside the file that names it; else as it was named."""
    beside = file.parent / source
    return str(beside) if "://" not in source and beside.is_file() else source


def _without_page(record: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != PAGE}


# records that were read -------------------------------------------------------------------------------

def known_records(path: Path, option: str) -> list[dict[str, list[str]]]:
    """The texts of the records in a file, as `stook apply` wrote it; records within records are left out."""
    return [{name: texts for name, given in _without_page(record).items() if (texts := _texts(given))}
            for record in records_in(path, option)]


def _texts(given: Any) -> list[str]:
    listed = given if isinstance(given, list) else [given]
    return [str(one) for one in listed if isinstance(one, (str, int, float))]
