"""`stook template`: pages grow a template, a person says what its slots are, and it becomes a wrapper."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import RenderableType

from stook.cli import growing
from stook.cli.files import writing
from stook.cli.options import NOTHING_FOUND, WRONG_USE, Allow, Charset, Listed, SitesUrl, Sources
from stook.cli.places import Places, counted, places_of, tell_gone_past
from stook.errors import StookError

if TYPE_CHECKING:
    from stook import Question, Slot, Template
    from stook.cli.readings import ReadPage

Method = Literal["auto", "paper"]
Format = Literal["table", "jsonl"]

MENTIONED = 3
"""Commands to type name so many slots."""

File = Annotated[Path, typer.Argument(
    metavar="TEMPLATE", help="A template's file, as stook template add writes it.", show_default=False)]
SlotNames = Annotated[list[str], typer.Argument(metavar="SLOT", help="Slots, as s3.", show_default=False)]

app = typer.Typer(invoke_without_command=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def template(context: typer.Context) -> None:
    """Grow a template from pages of one kind, and say what its fields are.

    \b
      stook template add books.json saved/       take pages in; what varies from page to page is a slot
      stook template show books.json             the slots, with values and proposed names
      stook template name books.json s3=price    say what a slot is, while pages come too
      stook template export books.json -o wrapper.json

    The file holds all of it. No slot is asked about twice, and an answer holds for all pages, earlier ones too.
    """
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(WRONG_USE)


# what to type next ------------------------------------------------------------------------------------

def _show_next(file: Path, said: Template, questions: Sequence[Question]) -> None:
    from stook.cli import findings
    from stook.cli.screen import show

    if steps := list(_next(shlex.quote(str(file)), said, questions)):
        show("", "Next", *findings.next_steps(steps))


def _next(file: str, said: Template, questions: Sequence[Question]) -> Iterator[tuple[str, str]]:
    accepted = _acceptable(said, questions)
    if questions:
        some = list(accepted.items())[:MENTIONED] or [(questions[0].slot.id, "FIELD")]
        pairs = " ".join(shlex.quote(f"{slot}={name}") for slot, name in some)
        yield f"stook template name {file} {pairs}", "say what slots are, in your own words"
    if len(accepted) > 1:
        yield f"stook template name {file} --accept", f"take {len(accepted)} names, each proposed for one slot"
    if dull := [one.slot.id for one in questions[1:] if one.slot.id not in accepted]:
        yield f"stook template ignore {file} {dull[-1]}", "hear no more of what is of no use"
    if said.names:
        yield f"stook template export {file} -o wrapper.json", "a wrapper for stook apply, check, heal and explain"


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
    method: Annotated[Method | None, typer.Option(
        help="How it grows.  [default: auto]", show_default=False)] = None,
    schema: Annotated[Path | None, typer.Option(
        metavar="FILE", help="The fields that are wanted, with types: .toml or .dtd.", show_default=False)] = None,
    listed: Listed = None, url: SitesUrl = None, allow: Allow = None, charset: Charset = None,
) -> None:
    """Take pages of one kind in, and tell at once what they bring to light.

    \b
      stook template add books.json saved/
      stook template add books.json --from groups/1-detail.txt --schema book.toml
      stook template add books.json https://example.org/dune.html

    A page that has come before, letter by letter the same, is not counted again: a run that was stopped, by whatever,
    goes on with the same command.
    """
    from stook import Schema

    wanted = Schema.load(schema) if schema else None
    places = places_of(sources or (), listed, url, allow, charset)
    with growing.growing(file, method, wanted) as run:
        run.take(places.pages)
    _report(run, places)
    if run.template.count == 0:
        raise typer.Exit(run.bad.code)
    _show_grown(run, file)
    if len(run.bad.unread) == len(places.pages):
        raise typer.Exit(run.bad.code)


def _report(run: growing.Growing, places: Places) -> None:
    from stook.cli.screen import tell

    if run.known:
        tell(f"{counted(run.known)} had come before and {'was' if run.known == 1 else 'were'} not counted again")
    tell_gone_past(run.bad, places)


def _show_grown(run: growing.Growing, file: Path) -> None:
    """How far the template is, and what to do with it."""
    from stook.cli import findings, slots
    from stook.cli.screen import show, styled

    said = run.template
    waiting = len(said.unanswered)
    show(styled((slots.said_of(said), "bold"), f" → {file}"))
    if not said.slots and not said.ignored:
        show(slots.note("nothing varies yet; what pages differ in shows from the second page on"))
        return
    what = f"{slots.count_of(waiting, 'slot')} to name, with what pages say there" if waiting else "what is known"
    show("", "Next", *findings.next_steps([(f"stook template show {shlex.quote(str(file))}", what)]))


# show -------------------------------------------------------------------------------------------------

def show(
    file: File,
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
    from stook import Template

    if as_tree and (format or holding):
        raise StookError("the tree is shown as text, with all slots", subject="--tree",
                         hint="leave --tree, or --format and --holding, away")
    said = Template.load(file)
    if as_tree:
        _show_tree(said, whole)
    elif (format or ("table" if sys.stdout.isatty() else "jsonl")) == "jsonl":
        _print_slots(said, _holding(file, said, holding))
    else:
        _show_slots(file, said, whole or holding is not None, _holding(file, said, holding))


def _holding(file: Path, said: Template, text: str | None) -> set[str]:
    """The slots that are wanted; ends the program where there are none."""
    from stook.cli import slots

    found = slots.holding(said, text)
    if text is not None and not found:
        _tell(f"{file}: no slot says {text!r} on the {counted(len(said.pages))} that the template holds")
        raise typer.Exit(NOTHING_FOUND)
    return found


def _show_tree(said: Template, whole: bool) -> None:
    from stook.cli import slots
    from stook.cli.screen import show, styled

    show(*slots.tree(said, whole))
    if not whole:
        show("", styled((slots.said_of(said), "bold"), ("; --all shows all places, where nothing varies too", "dim")))


def _print_slots(said: Template, wanted: set[str]) -> None:
    from stook.cli import slots

    for one in slots.told(said, wanted):
        sys.stdout.buffer.write(json.dumps(one, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def _show_slots(file: Path, said: Template, whole: bool, wanted: set[str]) -> None:
    from stook.cli import slots
    from stook.cli.screen import in_pipe, show, styled

    questions = [one for one in said.questions(now=True) if one.slot.id in wanted]
    asked = questions if whole else [one for one in questions if one.slot.id in said.unanswered]
    shown = asked if whole or in_pipe() else asked[:slots.MOST_ASKED]
    show(*slots.asked(shown, said.taken))
    for more, what in ((len(asked) - len(shown), "to name"), (len(questions) - len(asked), "not asked about yet")):
        if more:
            show(slots.note(f"… and {slots.count_of(more, 'slot')} {what}; --all shows all"), "")
    if named := [slot for slot in said.slots if slot.field and slot.id in wanted]:
        show(slots.fields(named, said.taken), "")
    if ignored := [slot for slot in said.ignored if slot.id in wanted]:
        show(*_ignored(ignored, whole), "")
    show(styled((slots.said_of(said), "bold")))
    _show_next(file, said, shown or questions)


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
        yield slot.strip(), name.strip()


def name(
    file: File,
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
    with growing.answering(file) as said:
        for slot, field in pairs:
            said.name(slot, field)
        accepted = _acceptable(said, said.questions(now=True)) if accept else {}
        for slot, field in accepted.items():
            said.name(slot, field)
    if accept and not accepted:
        _tell("no name is proposed for one slot only; `stook template show` says what is known of each")
        if not pairs:
            raise typer.Exit(NOTHING_FOUND)
    _show_named(file, said, {**dict(pairs), **accepted})


def _show_named(file: Path, said: Template, names: dict[str, str]) -> None:
    from stook.cli import slots
    from stook.cli.screen import show, styled

    show(slots.fields([slot for slot in said.slots if slot.id in names], said.taken))
    for field, count in Counter(said.names.values()).items():
        if count > 1 and field in names.values():
            together = ", ".join(slot for slot, name in said.names.items() if name == field)
            show(slots.note(f"{field} is what stands in any of {together}"))
    show("", styled((slots.said_of(said), "bold")))
    _show_next(file, said, said.questions())


def ignore(
    file: File,
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
    with growing.answering(file) as said:
        unnamed = [slot.id for slot in said.slots if rest and not slot.field]
        dull = list(dict.fromkeys([*(names or ()), *unnamed]))
        for slot in dull:
            said.ignore(slot)
    ignored = f"{', '.join(dull)} {'is' if len(dull) == 1 else 'are'} ignored; undo takes it back"
    _say(file, said, [ignored if dull else "no slot is left to name"])


def undo(file: File, names: SlotNames) -> None:
    """Take back what was said of slots last.

    \b
      stook template undo books.json s3
    """
    with growing.answering(file) as said:
        for slot in names:
            said.undo(slot)
    _say(file, said, [_standing(said, slot) for slot in names])


def _standing(said: Template, slot: str) -> str:
    if slot in said.names:
        return f"{slot} is {said.names[slot]} again"
    return f"{slot} is {'ignored again' if slot in {one.id for one in said.ignored} else 'to name again'}"


def _say(file: Path, said: Template, sentences: Sequence[str]) -> None:
    from stook.cli import slots
    from stook.cli.screen import show, styled

    show(*map(styled, sentences), "", styled((slots.said_of(said), "bold")))
    _show_next(file, said, said.questions())


def _tell(sentence: str) -> None:
    from stook.cli.screen import tell

    tell(sentence)


# export -----------------------------------------------------------------------------------------------

def export(
    file: File,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The wrapper's file.",
                                         show_default=False)],
) -> None:
    """Write a wrapper that reads the named fields.

    \b
      stook template export books.json -o wrapper.json && stook apply wrapper.json saved/ -o books.csv

    It is learnt from the pages that the template holds, and is checked and healed like any other.
    """
    from stook import Template
    from stook.cli import findings, readings, slots
    from stook.cli.screen import show, styled, working

    said = Template.load(file)
    if not said.names:
        raise StookError("no slot has a name yet", subject=str(file),
                         hint=f"`stook template show {shlex.quote(str(file))}` shows the slots to name")
    with working("learning"):
        wrapper = said.wrapper()
    with writing(output):
        wrapper.save(output)
    learnt = {rule.name for rule in wrapper.fields}
    for field in sorted(set(said.names.values()) - learnt):
        _tell(f"{field}: no page that is held has it, so it is not learnt; add pages that do")
    read = [readings.ReadPage(name, wrapper.apply(page)) for name, page in said.pages]
    for sentence in _differences(said, read, learnt):
        _tell(sentence)
    fullest = sorted(read, key=_filled)[-readings.SIDE_BY_SIDE:]
    show(*readings.reading_table(wrapper, fullest))
    what = f"{slots.count_of(len(learnt), 'field')}, learnt from {counted(len(said.pages))}"
    show("", styled((what, "bold"), f" → {output}"))
    written = shlex.quote(str(output))
    show("", "Next", *findings.next_steps([
        (f"stook apply {written} PAGES -o table.csv", "read pages into a table; also .jsonl, .parquet"),
        (f"stook check {written} PAGES", "whether the site has changed")]))


def _differences(said: Template, read: Sequence[ReadPage], learnt: Container[str]) -> Iterator[str]:
    """The fields that the wrapper reads otherwise than the template does, and the first page where it does."""
    wrong: Counter[str] = Counter()
    first: dict[str, str] = {}
    for (name, page), one in zip(said.pages, read, strict=True):
        record = next(iter(one.extraction.records), None)
        for field, texts in said.record(page).items():
            found = [value.text for value in record[field]] if record else []
            if field in learnt and [text.split() for text in found] != [text.split() for text in texts]:
                wrong[field] += 1
                first.setdefault(field, f"{name}: {_or_nothing(found)} for {_or_nothing(texts)}")
    for field, count in wrong.items():
        yield (f"{field} is read otherwise than the template does on {count:,} of {counted(len(read))}, the first is "
               f"{first[field]}")


def _filled(one: ReadPage) -> int:
    """How many fields were read from a page."""
    record = next(iter(one.extraction.records), None)
    return len(record.to_dict()) if record else 0


def _or_nothing(texts: Sequence[str]) -> str:
    from stook.cli import readings

    return f"“{readings.joined(texts)}”" if texts else "nothing"


for verb, command in (("add", add), ("show", show), ("name", name), ("ignore", ignore), ("undo", undo),
                      ("export", export)):
    app.command(verb)(command)
