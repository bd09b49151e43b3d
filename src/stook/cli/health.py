"""`stook check` and `stook heal`: whether a wrapper still reads its pages, and mending it where it does not.

    exit code    check                                         heal
    0            sound; empty, since nothing is to be mended   adopted, or no need to mend
    1            drifted                                       no proof
    3            blocked, login, outage: the pages could not   the same
                 be seen
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import RenderableType

from stook.cli.files import set_aside, writing
from stook.cli.labels import known_records
from stook.cli.options import NOT_FETCHED, NOTHING_FOUND, Allow, Charset, Listed, Saved, SitesUrl, Sources
from stook.cli.place import Place
from stook.cli.places import Places, Unread, places_of, read_all, sampled, tell_addressless, tell_unread
from stook.errors import StookError

if TYPE_CHECKING:
    from stook import Healing, Health, Page
    from stook.wrapper import RulesWrapper

UNSEEN = ("blocked", "login", "outage")
_STYLES = {"sound": "bold green", "adopted": "bold green", "drifted": "bold red", "not adopted": "bold red"}


def _pages(places: Places, unread: list[Unread]) -> list[tuple[Place, Page]]:
    """The pages that can be had; ends the program where there is none."""
    pages = list(read_all(sampled(places.pages), unread))
    tell_unread(unread)
    if not pages:
        raise typer.Exit(NOT_FETCHED)
    return pages


# check ------------------------------------------------------------------------------------------------

def _code_of(state: str) -> int:
    return NOTHING_FOUND if state == "drifted" else NOT_FETCHED if state in UNSEEN else 0


def check(
    wrapper: Saved, sources: Sources = None,
    as_json: Annotated[bool, typer.Option("--json", help="Say it in JSON, with the fit of each page.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing while the wrapper is sound.")] = False,
    listed: Listed = None, url: SitesUrl = None, allow: Allow = None, charset: Charset = None,
) -> None:
    """Say whether a wrapper still reads its pages, or the site has changed.

    \b
      stook check books.json https://example.org/dune.html https://example.org/emma.html
      stook check books.json saved/ --json
      stook check books.json --from urls.txt --quiet

    Exit codes, for cron: 0 sound, or the list is empty today; 1 drifted: the site has changed; 3 the pages could not
    be seen: not fetched, blocked, a login, an outage.
    """
    from stook import check, load
    from stook.cli.screen import working

    saved = load(wrapper)
    places = places_of(sources or (), listed, url, allow, charset)
    unread: list[Unread] = []
    pages = _pages(places, unread)
    tell_addressless(saved, sum(page.base is None for _, page in pages))
    with working("checking"):
        health = check(saved, [page for _, page in pages])
    if as_json:
        print(json.dumps(_report(wrapper, health, pages, unread), ensure_ascii=False, indent=1))
    elif not (quiet and health.state == "sound"):
        _show(wrapper, health, places, len(pages))
    raise typer.Exit(_code_of(health.state))


def _show(wrapper: Path, health: Health, places: Places, count: int) -> None:
    from stook.cli import findings
    from stook.cli.screen import show, styled

    pages = "1 page" if count == 1 else f"{count:,} pages"
    show(styled(f"{wrapper}: ", (health.state, _STYLES.get(health.state, "bold yellow")), f", seen on {pages}"))
    show(*(styled(f"  {reason}") for reason in health.reasons))
    if health.drifted:
        heal = f"stook heal {shlex.quote(str(wrapper))} {places.mentioned()} --known OLD.jsonl -o {_new_name(wrapper)}"
        show("", "Next", *findings.next_steps([(heal, "OLD.jsonl: what stook apply read before")]))


def _report(wrapper: Path, health: Health, pages: Sequence[tuple[Place, Page]], unread: Sequence[Unread]
            ) -> dict[str, Any]:
    return {
        "wrapper": str(wrapper), "state": health.state, "drifted": health.drifted, "reasons": health.reasons,
        "fields": dict(health.fields),
        "pages": [{"page": place.source, "fit": fit.score, "problems": fit.problems}
                  for (place, _), fit in zip(pages, health.fits, strict=True)],
        "unread": [{"page": one.source, "why": one.why} for one in unread]}


# heal -------------------------------------------------------------------------------------------------

def _goal(wrapper: Path, output: Path | None, in_place: bool) -> Path | None:
    """Where to save the new wrapper, if anywhere."""
    if in_place and output is not None:
        raise StookError("the new wrapper goes to one place", subject=f"--output {output} --in-place",
                         hint="leave one of them away")
    if output is not None and output.exists() and output.samefile(wrapper):
        raise StookError("is the old wrapper", subject=f"--output {output}",
                         hint="name another file, or say --in-place, which keeps a copy of the old one")
    return wrapper if in_place else output


def heal(
    wrapper: Saved, sources: Sources = None,
    known: Annotated[Path | None, typer.Option(
        metavar="FILE", show_default=False,
        help="Records that were read before the change, as stook apply writes them: .jsonl, .csv, .parquet.")] = None,
    output: Annotated[Path | None, typer.Option(
        "--output", "-o", metavar="FILE", help="Save the new wrapper in this file.", show_default=False)] = None,
    in_place: Annotated[bool, typer.Option(
        "--in-place", help="Put the new wrapper in the place of the old one, which is kept as WRAPPER.1.")] = False,
    listed: Listed = None, url: SitesUrl = None, allow: Allow = None, charset: Charset = None,
) -> None:
    """Mend a wrapper after its site has changed, and show the proof.

    \b
      stook heal books.json new/*.html --known books.jsonl -o books-new.json
      stook heal books.json --from urls.txt --known books.csv --in-place

    What is known of records that the new pages still show becomes labels; a new wrapper is adopted only if it reads
    them again. Exit codes: 0 adopted, or no need to; 1 no proof, and nothing is saved; 3 the pages could not be seen.
    """
    from stook import check, heal, load
    from stook.cli.screen import working

    saved, goal = load(wrapper), _goal(wrapper, output, in_place)
    places = places_of(sources or (), listed, url, allow, charset)
    records = known_records(known, "--known") if known else []
    pages = _pages(places, [])
    contents = [page for _, page in pages]
    tell_addressless(saved, sum(page.base is None for page in contents))
    with working("looking for proof"):
        healing = heal(saved, contents, known=records)
    state = "adopted" if healing.wrapper else check(saved, contents).state
    _show_proof(wrapper, healing, "not adopted" if state == "drifted" else state)
    if healing.wrapper is None:
        if state == "drifted":
            _show_other_ways(wrapper, bool(records), places)
        raise typer.Exit(_code_of(state))
    _adopt(healing.wrapper, wrapper, goal, in_place, places)


def _new_name(wrapper: Path) -> str:
    return shlex.quote(f"{wrapper.with_suffix('')}-new.json")


def _show_other_ways(wrapper: Path, has_known: bool, places: Places) -> None:
    """What else may help where there is no proof: what was read before, or a few labels on a new page."""
    from stook.cli import findings
    from stook.cli.screen import show

    file, new = shlex.quote(str(wrapper)), _new_name(wrapper)
    steps = [] if has_known else [(f"stook heal {file} {places.mentioned()} --known OLD.jsonl -o {new}",
                                   "with what stook apply read before the change")]
    steps.append((f"stook learn {places.mentioned()} --label FIELD=TEXT -o {new}",
                  "learn anew, from what the first page shows"))
    show("", "Next", *findings.next_steps(steps))


def _adopt(mended: RulesWrapper, wrapper: Path, goal: Path | None, in_place: bool, places: Places) -> None:
    from stook.cli import findings
    from stook.cli.screen import show, styled

    if goal is None:
        show("", styled("Nothing is saved: -o FILE keeps the new wrapper, --in-place puts it where the old one is."))
        return
    if in_place:
        show(styled((f"The old wrapper is kept as {set_aside(wrapper)}.", "dim")))
    with writing(goal):
        mended.save(goal)
    table = shlex.quote(f"{goal.stem}.csv")
    apply = f"stook apply {shlex.quote(str(goal))} {places.mentioned()} -o {table}"
    show("", "Next", *findings.next_steps([(apply, "read the pages as they are now")]))


def _show_proof(wrapper: Path, healing: Healing, outcome: str) -> None:
    from stook.cli.screen import show, styled

    if healing.proof:
        show(_proof(healing), "")
    show(styled(f"{wrapper}: ", (outcome, _STYLES.get(outcome, "bold yellow")), f": {'; '.join(healing.reasons)}"))


def _proof(healing: Healing) -> RenderableType:
    from stook.cli.screen import Column, grid, harmless, room

    proof = healing.proof
    columns = [
        Column("Field", [harmless(one.field) for one in proof], "bold"),
        Column("Before", [_few(one.before) for one in proof], least=16),
        Column("After", [_few(one.after) for one in proof], least=16),
        Column("Agrees", ["yes" if one.agrees else "no" for one in proof]),
        Column("Evidence", [harmless(one.evidence) for one in proof], "dim", least=20, wraps=True),
    ]
    return grid(columns, room(), yields=("Before", "After", "Evidence"))


def _few(texts: Sequence[str]) -> str:
    """The different values."""
    from stook.cli.readings import NOTHING, joined

    return joined(list(dict.fromkeys(texts))) or NOTHING
