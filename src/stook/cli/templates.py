"""`stook template`: pages grow a template, a person says what its slots are, and it becomes a wrapper; rows of list
pages grow one as well, which becomes a table."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import RenderableType

from stook.cli import exporting, growing, joining
from stook.cli.kept import Kept, count_of
from stook.cli.labels import PAGE
from stook.cli.options import NOTHING_FOUND, WRONG_USE, Allow, Charset, Grown, Listed, SitesUrl, Sources
from stook.cli.places import Places, counted, places_of, tell_addressless, tell_bad, tell_gone_past
from stook.errors import StookError

if TYPE_CHECKING:
    from stook import Question, Slot, Template
    from stook.wrapper import RulesWrapper

Method = Literal["auto", "paper"]
Format = Literal["table", "jsonl"]

MENTIONED = 3
"""Commands to type name so many slots."""

SlotNames = Annotated[list[str], typer.Argument(metavar="SLOT", help="Slots, as s3.", show_default=False)]

app = typer.Typer(invoke_without_command=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def template(context: typer.Context) -> None:
    """Grow a template from pages or rows of lists, and say what its fields are.

    \b
      stook template add books.json saved/       take pages in; what varies from page to page is a slot
      stook template show books.json             the slots, with values and proposed names
      stook template name books.json s3=price    say what a slot is, while pages come too
      stook template export books.json -o wrapper.json

    \b
      stook template add --list shelf.json https://example.org/books    the same for rows of lists, and what is new
      stook template export shelf.json -o shelf.csv                     the rows, as a table or a feed
      stook template join shelf.json wrapper.json -o books.csv          with what their own pages say

    The file holds all of it. No slot is asked about twice, and an answer holds for all pages, earlier ones too.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(WRONG_USE)


# what to type next ------------------------------------------------------------------------------------

def _show_next(file: Path, kept: Kept, questions: Sequence[Question]) -> None:
    from stook.cli import findings
    from stook.cli.screen import show

    if steps := list(_next(shlex.quote(str(file)), kept, questions)):
        show("", "Next", *findings.next_steps(steps))


def _next(file: str, kept: Kept, questions: Sequence[Question]) -> Iterator[tuple[str, str]]:
    accepted = _acceptable(kept.template, questions)
    if questions:
        some = list(accepted.items())[:MENTIONED] or [(questions[0].slot.id, "FIELD")]
        pairs = " ".join(shlex.quote(f"{slot}={name}") for slot, name in some)
        yield f"stook template name {file} {pairs}", "say what slots are, in your own words"
    if len(accepted) > 1:
        yield f"stook template name {file} --accept", f"take {len(accepted)} names, each proposed for one slot"
    dull = [one.slot.id for one in questions[MENTIONED:] if one.slot.id not in accepted]
    if dull:
        yield f"stook template ignore {file} {dull[-1]}", "hear no more of what is of no use"
    if kept.template.names and kept.catalogue is None:
        yield f"stook template export {file} -o wrapper.json", "a wrapper for stook apply, check, heal and explain"
    elif kept.template.names:
        yield from exporting.next_of_rows(file)


def _acceptable(said: Template, questions: Sequence[Question]) -> dict[str, str]:
    """The names that are proposed for one slot each, and are of no field yet."""
    count = Counter([*(question.proposal for question in questions), *set(said.names.values())])
    return {question.slot.id: question.proposal for question in questions
            if question.proposal and count[question.proposal] == 1}


# add --------------------------------------------------------------------------------------------------

def add(
    file: Annotated[Path, typer.Argument(
        metavar="TEMPLATE", help="The template's file, made where there is none.", show_default=False)],
    sources: Sources = None,
    lists: Annotated[bool, typer.Option(
        "--list", help="The pages are lists: take their rows in. The file knows it from then on.")] = False,
    wrapper: Annotated[Path | None, typer.Option(
        metavar="FILE", show_default=False,
        help="Find rows with this wrapper, as stook feed --save writes it, not the best list.")] = None,
    method: Annotated[Method | None, typer.Option(
        help="How it grows.  [default: auto]", show_default=False)] = None,
    schema: Annotated[Path | None, typer.Option(
        metavar="FILE", help="The fields that are wanted, with types: .toml or .dtd.", show_default=False)] = None,
    listed: Listed = None, url: SitesUrl = None, allow: Allow = None, charset: Charset = None,
) -> None:
    """Take in pages of one kind, or rows of lists, and tell what they bring to light.

    \b
      stook template add books.json saved/
      stook template add books.json --from groups/1-detail.txt --schema book.toml
      stook template add --list shelf.json https://example.org/books https://example.org/books/2

    Of lists it is told what is new, updated, gone, and back again, against the last time. Another page that has come
    before, letter by letter the same, is not counted again: a run that was stopped, by whatever, goes on with the same
    command.
    """
    from stook import Schema

    wanted = Schema.load(schema) if schema else None
    reads = _reads_lists(wrapper) if wrapper else None
    places = places_of(sources or (), listed, url, allow, charset)
    with growing.growing(file, method, wanted, lists, reads) as run:
        run.take(places.pages)
    _report(run, places)
    if run.kept.count == 0:
        raise typer.Exit(_code(run))
    if isinstance(run, growing.GrowingCatalogue):
        _show_changes(run)
    _show_grown(run, file)
    if run.new + run.known == 0:
        raise typer.Exit(_code(run))


def _reads_lists(file: Path) -> RulesWrapper:
    from stook import load
    from stook.cli.readings import is_of_one_record

    wrapper = load(file)
    if is_of_one_record(wrapper):
        raise StookError("it reads the one record of a page", subject=f"--wrapper {file}",
                         hint="name a wrapper that reads lists, or leave it away")
    return wrapper


def _code(run: growing.Growing) -> int:
    """What a run ends with that has taken nothing in."""
    return NOTHING_FOUND if isinstance(run, growing.GrowingCatalogue) and run.without else run.bad.code


def _report(run: growing.Growing, places: Places) -> None:
    from stook.cli.screen import tell

    if run.known:
        tell(f"{counted(run.known)} had come before and {'was' if run.known == 1 else 'were'} not counted again")
    tell_gone_past(run.bad, places)
    if isinstance(run, growing.GrowingCatalogue):
        tell_bad(f"{'shows' if len(run.without) == 1 else 'show'} no list", run.without)
        tell_addressless(None, run.addressless)


def _show_changes(run: growing.GrowingCatalogue) -> None:
    from stook.cli import rows
    from stook.cli.screen import show

    if changes := run.changed_rows():
        show(*rows.changes(run.catalogue, changes), "")


def _show_grown(run: growing.Growing, file: Path) -> None:
    """How far it is, and what to do with it."""
    from stook.cli import findings, slots
    from stook.cli.screen import show, styled

    said, written = run.template, shlex.quote(str(file))
    waiting = len(said.unanswered)
    show(styled((run.kept.said, "bold"), f" → {file}"))
    if not said.slots and not said.ignored:
        other = "another one" if run.kept.catalogue else "the second page on"
        show(slots.note(f"nothing varies yet; what {said.unit}s differ in shows from {other}"))
        return
    what = f"{count_of(waiting, 'slot')} to name, with what {said.unit}s say there" if waiting else "what is known"
    steps = [(f"stook template show {written}", what)]
    if run.kept.catalogue and said.names:
        steps += exporting.next_of_rows(written)
    show("", "Next", *findings.next_steps(steps))


# show -------------------------------------------------------------------------------------------------

def show(
    file: Grown,
    as_tree: Annotated[bool, typer.Option(
        "--tree", help="Show the template as a tree: ? is optional, * repeated, = names a slot.")] = False,
    whole: Annotated[bool, typer.Option(
        "--all", help="Show all: slots that are not asked about yet, ignored ones, places that never vary.")] = False,
    holding: Annotated[str | None, typer.Option(
        "--holding", metavar="TEXT", show_default=False,
        help="Show only slots that say this text on a page, or have it in their path or label.")] = None,
    format: Annotated[Format | None, typer.Option(
        "--format", "-f", show_default=False,
        help="What to print: a table, as on a terminal, or a line of JSON for each slot, as in a pipe.")] = None,
) -> None:
    """Show a template: the slots to name, with what pages say there, and its fields.

    \b
      stook template show books.json
      stook template show books.json --holding 9.99
      stook template show books.json --tree
      stook template show books.json --all -f jsonl > slots.jsonl
    """
    if as_tree and (format or holding):
        raise StookError("the tree is shown as text, with all slots", subject="--tree",
                         hint="leave --tree, or --format and --holding, away")
    kept = Kept.load(file)
    if as_tree:
        _show_tree(kept, whole)
    elif (format or ("table" if sys.stdout.isatty() else "jsonl")) == "jsonl":
        _print_slots(kept, _holding(file, kept, holding))
    else:
        _show_slots(file, kept, whole or holding is not None, _holding(file, kept, holding))


def _holding(file: Path, kept: Kept, text: str | None) -> set[str]:
    """The slots that are wanted; ends the program where there are none."""
    from stook.cli import slots

    found = slots.holding(kept, text)
    if text is not None and not found:
        looked = kept.count if kept.catalogue else len(kept.template.pages)
        _tell(f"{file}: no slot says {text!r} on the {kept.counted(looked)} that it holds")
        raise typer.Exit(NOTHING_FOUND)
    return found


def _show_tree(kept: Kept, whole: bool) -> None:
    from stook.cli import slots
    from stook.cli.screen import show, styled

    show(*slots.tree(kept, whole))
    if not whole:
        show("", styled((kept.said, "bold"), ("; --all shows all places, where nothing varies too", "dim")))


def _print_slots(kept: Kept, wanted: set[str]) -> None:
    from stook.cli import slots

    for one in slots.told(kept, wanted):
        sys.stdout.buffer.write(json.dumps(one, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def _show_slots(file: Path, kept: Kept, whole: bool, wanted: set[str]) -> None:
    from stook.cli import slots
    from stook.cli.screen import in_pipe, show, styled

    said = kept.template
    questions = [one for one in said.questions(now=True) if one.slot.id in wanted]
    asked = questions if whole else [one for one in questions if one.slot.id in said.unanswered]
    shown = asked if whole or in_pipe() else asked[:slots.MOST_ASKED]
    show(*slots.asked(shown, kept))
    for more, what in ((len(asked) - len(shown), "to name"), (len(questions) - len(asked), "not asked about yet")):
        if more:
            show(slots.note(f"… and {count_of(more, 'slot')} {what}; --all shows all"), "")
    if named := [slot for slot in said.slots if slot.field and slot.id in wanted]:
        show(slots.fields(named, kept), "")
    if ignored := [slot for slot in said.ignored if slot.id in wanted]:
        show(*_ignored(ignored, whole), "")
    show(styled((kept.said, "bold")))
    _show_next(file, kept, shown or questions)


def _ignored(ignored: Sequence[Slot], whole: bool) -> Iterator[RenderableType]:
    from stook.cli import slots

    yield slots.note(f"ignored: {', '.join(slot.id for slot in ignored)}")
    if whole:
        yield from (slots.note(f"  {slot.id}  {slots.newest(slot)}") for slot in ignored)


# answers ----------------------------------------------------------------------------------------------

def _pairs(said: Sequence[str]) -> Iterator[tuple[str, str]]:
    for one in said:
        slot, equals, name = one.partition("=")
        if not (slot.strip() and equals and name.strip()):
            raise StookError("names no slot", subject=one, hint="write a slot, = and the field's name, as s3=price")
        if name.strip() == PAGE:
            raise StookError("a table has a column of its own with this name", subject=one,
                             hint="call the field otherwise")
        yield slot.strip(), name.strip()


def name(
    file: Grown,
    names: Annotated[list[str] | None, typer.Argument(
        metavar="SLOT=FIELD", show_default=False, help="What slots are. Two slots may be one field.")] = None,
    accept: Annotated[bool, typer.Option(
        "--accept", help="Take the proposed names, where one is proposed for one slot only.")] = False,
) -> None:
    """Say which fields slots are; it holds for all pages, earlier ones too.

    \b
      stook template name books.json s3=price s5=title
      stook template name books.json s7=author s9=author
      stook template name books.json --accept

    It may be said while stook template add runs.
    """
    pairs = list(_pairs(names or ()))
    if not pairs and not accept:
        raise StookError("no slot is named", subject=str(file), hint="write s3=price, or --accept for proposed names")
    with growing.answering(file) as kept:
        said = kept.template
        for slot, field in pairs:
            said.name(slot, field)
        accepted = _acceptable(said, said.questions(now=True)) if accept else {}
        for slot, field in accepted.items():
            said.name(slot, field)
    if accept and not accepted:
        _tell("no name is proposed for one slot only; `stook template show` says what is known of each")
        if not pairs:
            raise typer.Exit(NOTHING_FOUND)
    _show_named(file, kept, {**dict(pairs), **accepted})


def _show_named(file: Path, kept: Kept, names: dict[str, str]) -> None:
    from stook.cli import slots
    from stook.cli.screen import show, styled

    said = kept.template
    show(slots.fields([slot for slot in said.slots if slot.id in names], kept))
    for field, count in Counter(said.names.values()).items():
        if count > 1 and field in names.values():
            together = ", ".join(slot for slot, name in said.names.items() if name == field)
            show(slots.note(f"{field} is what stands in any of {together}"))
    show("", styled((kept.said, "bold")))
    _show_next(file, kept, said.questions())


def ignore(
    file: Grown,
    names: Annotated[list[str] | None, typer.Argument(
        metavar="SLOT", help="Slots, as s3.", show_default=False)] = None,
    rest: Annotated[bool, typer.Option(
        "--rest", help="All that have no name yet; those that come later are asked about.")] = False,
) -> None:
    """Say that slots are of no interest; they are not asked about again.

    \b
      stook template ignore books.json s7 s9
      stook template ignore books.json --rest
    """
    if not names and not rest:
        raise StookError("no slot is named", subject=str(file), hint="write s7, or --rest for all that have no name")
    with growing.answering(file) as kept:
        said = kept.template
        unnamed = [slot.id for slot in said.slots if rest and not slot.field]
        dull = list(dict.fromkeys([*(names or ()), *unnamed]))
        for slot in dull:
            said.ignore(slot)
    ignored = f"{', '.join(dull)} {'is' if len(dull) == 1 else 'are'} ignored; undo takes it back"
    _say(file, kept, [ignored if dull else "no slot is left to name"])


def undo(file: Grown, names: SlotNames) -> None:
    """Take back what was said of slots last.

    \b
      stook template undo books.json s3
    """
    with growing.answering(file) as kept:
        for slot in names:
            kept.template.undo(slot)
    _say(file, kept, [_standing(kept.template, slot) for slot in names])


def _standing(said: Template, slot: str) -> str:
    if slot in said.names:
        return f"{slot} is {said.names[slot]} again"
    return f"{slot} is {'ignored again' if slot in {one.id for one in said.ignored} else 'to name again'}"


def _say(file: Path, kept: Kept, sentences: Sequence[str]) -> None:
    from stook.cli.screen import show, styled

    show(*map(styled, sentences), "", styled((kept.said, "bold")))
    _show_next(file, kept, kept.template.questions())


def _tell(sentence: str) -> None:
    from stook.cli.screen import tell

    tell(sentence)


for verb, command in (("add", add), ("show", show), ("name", name), ("ignore", ignore), ("undo", undo),
                      ("export", exporting.export), ("join", joining.join)):
    app.command(verb)(command)
