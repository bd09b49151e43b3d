"""What the commands have in common: exit codes, and options that mean the same everywhere.

    0    found                       2    wrong use
    1    nothing found, or drifted   3    a page could not be fetched

Besides these: 70 for a fault of stook's own, 130 after Ctrl-C, 141 when nobody reads the output any more, 143 or
129 when it was told to end (SIGTERM, SIGHUP): what a shell says of a program that a signal ended.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

NOTHING_FOUND, WRONG_USE, NOT_FETCHED, OWN_FAULT, INTERRUPTED, UNREAD = 1, 2, 3, 70, 130, 141
ENDED = 128
"""And to it the number of the signal."""

Method = Literal["auto", "time", "tags"]

Source = Annotated[str, typer.Argument(
    help="A URL, a saved file, or - for standard input.", show_default=False)]
Url = Annotated[str | None, typer.Option(
    metavar="URL", help="Where a saved page came from: its links lead from there.", show_default=False)]
Allow = Annotated[list[str] | None, typer.Option(
    metavar="HOST", show_default=False, help="Let stook read this host of your own network; may come again.")]
Charset = Annotated[str | None, typer.Option(
    metavar="NAME", help="Read the page in this charset, whatever it says itself.", show_default=False)]
Sources = Annotated[list[str] | None, typer.Argument(
    metavar="PAGE", show_default=False,
    help="URLs, saved files, folders of them, patterns as 'saved/*.html', or - for a page from standard input.")]
Listed = Annotated[Path | None, typer.Option(
    "--from", metavar="FILE", show_default=False,
    help="Read more names of pages from this file, one a line; - for standard input.")]
SitesUrl = Annotated[str | None, typer.Option(
    "--url", metavar="URL", show_default=False,
    help="Where saved pages came from; {} stands for a file's path in its folder.")]
Saved = Annotated[Path, typer.Argument(
    metavar="WRAPPER", help="A wrapper's file, as stook learn, paste and feed --save write it.", show_default=False)]
Grown = Annotated[Path, typer.Argument(
    metavar="TEMPLATE", help="A template's file, as stook template add writes it.", show_default=False)]
Output = Annotated[Path | None, typer.Option(
    "--output", "-o", metavar="FILE", help="Save the wrapper in this file.", show_default=False)]
HowToFind = Annotated[Method, typer.Option("--method", help="How to find lists.")]
Number = Annotated[int | None, typer.Option(
    min=1, metavar="N", help="Take this list instead of the best one.", show_default=False)]
Sections = Annotated[str | None, typer.Option(
    metavar="N,N", help="Take only these sections of the list.", show_default=False)]
Explain = Annotated[bool, typer.Option("--explain", help="Say why, on standard error.")]
