"""Tables of records that are written: in which form, where to, and with what against formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from stook.errors import StookError

Format = Literal["jsonl", "csv", "parquet", "xlsx"]
GuardedOrKept = Literal["kept", "guarded"]

STANDARD_OUTPUT = "-"


def file_of(output: Path | None) -> Path | None:
    """The file that was named; none where - names standard output."""
    return None if output == Path(STANDARD_OUTPUT) else output


TableFile = Annotated[Path | None, typer.Option(
    "--output", "-o", metavar="FILE", show_default=False, callback=file_of,
    help="Write to this file: .jsonl, .csv, .parquet or .xlsx.")]
Formulas = Annotated[GuardedOrKept, typer.Option(
    help="In CSV: guarded puts a ' before what a spreadsheet would run.")]

FORMS = {".jsonl": "jsonl", ".csv": "csv", ".parquet": "parquet", ".xlsx": "xlsx"}
FILES_ONLY = ("parquet", "xlsx")
"""What cannot be written into a stream."""


def form_of(format: str | None, output: Path | None, formulas: GuardedOrKept,
            forms: Mapping[str, str] = FORMS) -> str:
    """The form that was asked for, else the one that the file's name says; what cannot be is told."""
    form = format or _said(output, forms)
    if form in FILES_ONLY and output is None:
        raise StookError("such a file cannot be written into a stream", subject=f"--format {form}",
                         hint=f"name a file: -o records.{form}")
    if formulas == "guarded" and form != "csv":
        raise StookError(f"only CSV has formulas, and this is {form}", subject="--formulas guarded",
                         hint="leave it away, or write CSV")
    return form


def _said(output: Path | None, forms: Mapping[str, str]) -> str:
    if output is None or not output.suffix:
        return "jsonl"
    if output.suffix.lower() not in forms:
        raise StookError(f"{output.suffix} says no form of a table", subject=f"--output {output}",
                         hint=f"name it {_listed([*forms])}, or say --format")
    return forms[output.suffix.lower()]


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
