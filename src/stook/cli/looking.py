"""`stook look` and `stook demo`: to see a page as stook does, and a site to play with."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from stook.cli.files import writing
from stook.cli.lists import try_
from stook.cli.options import NOTHING_FOUND, Allow, Charset, Source, Url
from stook.cli.place import Place, place_of
from stook.errors import StookError

FOLDED = 4
"""A depth that shows how most pages are laid out and little more."""


def look(
    source: Source, url: Url = None, allow: Allow = None, charset: Charset = None,
    node: Annotated[int | None, typer.Option(
        min=0, metavar="N", help="Look at this node alone; 0 is the whole page, its head included.",
        show_default=False)] = None,
    depth: Annotated[int, typer.Option(min=0, metavar="N", help="Fold what lies deeper.")] = 12,
    rows: Annotated[int, typer.Option(min=1, metavar="N", help="Stop after so many lines.")] = 80,
    as_lines: Annotated[bool, typer.Option(
        "--lines", help="The lines that a reader sees, dates marked, instead of the tree.")] = False,
) -> None:
    """Show a page as stook sees it.

    The tree comes with the numbers of its nodes, by which --node looks at a part.

    \b
      stook look https://example.org/news --depth 4
      stook look https://example.org/news --node 57
      stook look saved.html --lines
    """
    from stook.cli import findings, outline
    from stook.cli.screen import show, styled

    place = place_of(source, url, allow, charset)
    page = place.page()
    if not len(page):
        raise typer.Exit(NOTHING_FOUND)
    start = next(iter(page.select("body")), 0) if node is None else node
    if start >= len(page):
        raise StookError("no such node", subject=f"--node {start}", hint=f"the page has 0 to {len(page) - 1}")
    drawn = outline.lines(page, start) if as_lines else outline.tree(page, start, depth)
    show(*findings.head(page), *outline.declared(page), "", *islice(drawn, rows))
    left = sum(1 for _ in drawn)
    if left:
        ways = [f"--rows {rows + left} shows all", "--node N a part"]
        ways += [f"--depth {FOLDED} less of each"] if depth > FOLDED and not as_lines else []
        show(styled((f"… {left:,} more lines: {', '.join(ways)}", "dim")))


def demo(
    port: Annotated[int, typer.Option(
        min=0, max=65535, metavar="N", help="Serve on this port; 0 takes a free one.")] = 0,
    copy: Annotated[Path | None, typer.Option(
        metavar="FOLDER", show_default=False, help="Serve nothing: copy the pages into this new folder.")] = None,
) -> None:
    """Serve a made-up site to try stook on, until Ctrl-C.

    \b
      stook demo
      stook demo --port 8000
      stook demo --copy site
    """
    if copy is None:
        _serve(port)
    else:
        _copy(copy)


def _serve(port: int) -> None:
    from stook.cli.screen import show
    from stook.demo import LIST_PAGES, LOOPBACK, running

    with suppress(KeyboardInterrupt), _port_errors(port), running(port) as site:
        place = Place(f"{site}{LIST_PAGES[0]}", allow=(LOOPBACK,))
        show(f"$ {place.command('try')}", "")
        try_(place.source, allow=[LOOPBACK])
        show("", f"The demo site is at {site}", "Try its other pages in another terminal:", "")
        show(*(f"  {replace(place, source=site + name).command('try')}" for name in LIST_PAGES[1:]))
        show("", "Learn to read its shop from three labels, then see it change and mend:", "")
        show("  stook demo --copy site")
        _show_tour(Path("site"))
        show("", "Ctrl-C stops it.")
        threading.Event().wait()


def _copy(folder: Path) -> None:
    from stook import demo
    from stook.cli.screen import show

    with writing(folder):
        if folder.exists():
            raise StookError("is there already", subject=f"--copy {folder}", hint="name a folder that is not")
        demo.copy(folder)
    show("The pages of the demo site. Learn to read its shop from three labels, then see it change and mend:", "")
    _show_tour(folder)


def _show_tour(folder: Path) -> None:
    from stook.cli.screen import show, styled

    show(*(styled("  ", command, too_long="leave") for command in shop_tour(folder)))


def shop_tour(folder: Path) -> Iterator[str]:
    """What to type, one after the other, to learn from the shop and to follow it through its redesign."""
    pages = ("shop/tin-frog.html", "shop", "shop-redesigned")
    frog, before, after = (shlex.quote(str(folder / name)) for name in pages)
    yield (f"stook learn {frog} {before} -l 'title=Tin frog, hopping' -l 'price=9.50 crowns' -l 'weight=80 g' "
           "-o shop.json")
    yield f"stook apply shop.json {before} -o shop.csv"
    yield f"stook check shop.json {after}"
    yield f"stook heal shop.json {after} --known shop.csv --in-place"
    yield f"stook apply shop.json {after}"


@contextmanager
def _port_errors(port: int) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StookError(f"cannot be served on ({error.strerror})", subject=f"port {port}",
                         hint="leave --port away for a free one") from error
