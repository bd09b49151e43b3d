"""A template as a person looks at it: its slots to name, with what they say; its fields; its tree.

A slot to name is a few lines: what it may be called and where it stands, three of its values with the pages that they
are from, why it may be called so, and what became of it since questions were last asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import RenderableType

from stook.cli.kept import Kept
from stook.cli.readings import joined
from stook.cli.screen import UNLIMITED, Column, grid, harmless, room, shortened, styled

if TYPE_CHECKING:
    from stook import Question, Slot
    from stook.learning.template import Line, Sample

Piece = tuple[str, str] | str

MOST_ASKED = 12
"""On a terminal, so many slots are shown at once; who names them sees the next ones."""
WIDEST_PAGE = 40
"""Cells of a page's name in a pipe's table, and"""
DEEPEST = 20
"""Levels of the tree that are drawn; deeper places stand below one another."""
LEAST_TEXT = 12
"""of a text in the tree where the line has little room."""


# what pages say in a slot -----------------------------------------------------------------------------

def _pages(slots: Iterable[Slot]) -> Callable[[Sample], str]:
    """What to call the pages of samples: the ends of their names, or all of them where these are not their own."""
    whole = {sample.source or sample.url for slot in slots for sample in slot.samples}
    ends = Counter(Path(name).name for name in whole)

    def page(sample: Sample) -> str:
        name = sample.source or sample.url
        end = Path(name).name
        return harmless(end if ends[end] == 1 else name) or (f"page {sample.page:,}" if sample.page else "")

    return page


def holding(kept: Kept, wanted: str | None) -> set[str]:
    """The slots that have a text in what is shown of them, or say it on a page that is held, or in any row; all if none
    is wanted."""
    every = [*kept.template.slots, *kept.template.ignored]
    if wanted is None:
        return {slot.id for slot in every}
    found = {slot.id for slot in every if _has(wanted, (slot.path, slot.label, slot.field, *(
        text for sample in slot.samples for text in sample.texts)))}
    held = (row.values for row in kept.catalogue.rows.values()) if kept.catalogue else (
        kept.template.values(page) for _, page in kept.template.pages)
    known = {slot.id for slot in every}
    for values in held:
        found |= {slot for slot, texts in values.items() if slot in known and _has(wanted, texts)}
    return found


def _has(wanted: str, texts: Iterable[str]) -> bool:
    plain = " ".join(wanted.split()).casefold()
    return any(plain in " ".join(text.split()).casefold() for text in texts)


def _on(slot: Slot, kept: Kept) -> str:
    some, all_of_them = kept.on(slot)
    return f"on {some:,} of {all_of_them:,}" + (", several" if slot.cardinality == "*" else "")


def newest(slot: Slot) -> str:
    return joined(slot.samples[-1].texts) if slot.samples else ""


# slots to name ----------------------------------------------------------------------------------------

def asked(questions: Sequence[Question], kept: Kept) -> Iterator[RenderableType]:
    """The slots to name, one below the other."""
    width = max((len(question.slot.id) for question in questions), default=0) + 2
    page = _pages(question.slot for question in questions)
    names = max((cell_len(page(sample)) for question in questions for sample in question.slot.samples), default=0)
    for question in questions:
        yield _head(question, kept, width)
        yield from _values(question.slot, page, width, min(names, room() // 3, WIDEST_PAGE))
        if said := _reasons(question):
            yield styled(" " * width, (said, "dim italic"))
        yield ""


def _head(question: Question, kept: Kept, width: int) -> RenderableType:
    """The slot, what it may be called, where it stands, and on how many pages."""
    slot = question.slot
    name = f"{question.proposal}?" if question.proposal else ""
    end = _on(slot, kept)
    left = min(room(), UNLIMITED) - width - cell_len(name) - 2 * bool(name) - len(end) - 2
    path = shortened(harmless(slot.path), max(8, left), keep="end") if room() < UNLIMITED else harmless(slot.path)
    fill = " " * (left - cell_len(path)) if room() < UNLIMITED else ""
    named: list[Piece] = [(name, "bold cyan"), "  "] if name else []
    return styled((slot.id.ljust(width), "bold"), *named, (path, "dim"), fill, "  ", (end, "green"), too_long="cut")


def _values(slot: Slot, page: Callable[[Sample], str], width: int, names: int) -> Iterator[RenderableType]:
    """Some values, each with its page."""
    texts = [joined(sample.texts) for sample in slot.samples]
    free = room() - width - names - 2 if room() < UNLIMITED else max(map(cell_len, texts), default=0)
    for sample, text in zip(reversed(slot.samples), reversed(texts), strict=True):
        cell = shortened(text, free)
        name = shortened(page(sample), names, keep="end")
        yield styled(" " * width, cell, " " * (free - cell_len(cell) + 2), (name, "dim"), too_long="cut")


def _reasons(question: Question) -> str:
    """Why it may be called so, and what became of it."""
    others = [f"stands where {', '.join(question.slot.alternatives)} may stand"] if question.slot.alternatives else []
    why = [question.why] if question.proposal or question.why.startswith("“") else []  # else nothing says what it is
    return "; ".join([*why, *others, *question.changes])


# fields -----------------------------------------------------------------------------------------------

def fields(slots: Sequence[Slot], kept: Kept) -> RenderableType:
    """The slots that have a name, in a table; those of one field together."""
    places = {slot.field: place for place, slot in reversed([*enumerate(slots)])}
    ordered = sorted(slots, key=lambda slot: places[slot.field])
    page = _pages(ordered)
    columns = [
        Column("Field", [harmless(slot.field) for slot in ordered], "bold"),
        Column("Slot", [slot.id for slot in ordered]),
        Column("Rows" if kept.catalogue else "Pages", [_on(slot, kept) for slot in ordered], "green"),
        Column("Newest value", [newest(slot) for slot in ordered], least=16),
        Column(kept.template.unit.title(), [page(slot.samples[-1]) if slot.samples else "" for slot in ordered], "dim",
               least=12, keep="end"),
    ]
    return grid(columns, room(), yields=(columns[-1].head, "Newest value"))


# the tree ---------------------------------------------------------------------------------------------

def tree(kept: Kept, whole: bool) -> Iterator[RenderableType]:
    """What stands where: of places that are no slots only `whole` shows any, but for those that slots stand in."""
    ignored, shown = ({slot.id: slot for slot in slots} for slots in (kept.template.ignored, kept.template.slots))
    lines = [replace(line, pages=kept.on(slot)[0]) if (slot := shown.get(line.slot)) else line
             for line in kept.template.lines(whole)]
    telling = range(len(lines)) if whole else _telling(lines, {*shown, *ignored})
    for number in sorted(telling):
        line = lines[number]
        mark = "ignored" if line.slot in ignored else f"= {line.field or '?'}" if line.slot in shown else ""
        yield _line(line, mark)


def _telling(lines: Sequence[Line], slots: set[str]) -> set[int]:
    """The lines of slots, and of what they stand in."""
    found: set[int] = set()
    above: list[int] = []
    for number, line in enumerate(lines):
        del above[line.depth:]
        above.append(number)
        if line.slot in slots:
            found.update(above)
    return found


_LOOKS = {"": "dim", "ignored": "dim", "= ?": "bold yellow"}


def _line(line: Line, mark: str) -> RenderableType:
    start = "  " * min(line.depth, DEEPEST)
    place = line.place.removesuffix(" > text") + line.sign
    if line.text is None:
        return styled(start, (place, "dim"), too_long="cut")
    slot = f"{line.slot} {mark}" if mark else ""
    end = f"  {line.pages:,}{line.note}"
    free = room() - cell_len(start + place + slot + end) - 4
    text = shortened(harmless(line.text), max(LEAST_TEXT, free)) if room() < UNLIMITED else joined([line.text])
    marked: list[Piece] = [(slot, _LOOKS.get(mark, "bold green")), "  "] if mark else []
    looks = "dim" if mark in ("", "ignored") else ""
    return styled(start, (place, "dim"), "  ", *marked, (text, looks), (end, "dim"), too_long="cut")


# for programs -----------------------------------------------------------------------------------------

def told(kept: Kept, wanted: set[str]) -> Iterator[dict[str, Any]]:
    """All that is shown of each slot that is wanted, in the order of the page."""
    template = kept.template
    questions = {question.slot.id: question for question in template.questions(now=True)}
    waiting = set(template.unanswered)
    ignored = {slot.id for slot in template.ignored}
    for slot in (slot for slot in [*template.slots, *template.ignored] if slot.id in wanted):
        question = questions.get(slot.id)
        yield {
            "slot": slot.id, "field": slot.field or None, "ignored": slot.id in ignored, "asked": slot.id in waiting,
            "proposal": question.proposal or None if question else None, "why": question.why if question else None,
            "path": slot.path, "label": slot.label or None, "cardinality": slot.cardinality,
            f"{template.unit}s": kept.on(slot)[0],
            "samples": [{"texts": list(sample.texts), template.unit: sample.source or sample.url or None,
                         "number": sample.page} for sample in slot.samples],
            "alternatives": list(slot.alternatives), "changes": list(question.changes) if question else []}


def note(text: str) -> RenderableType:
    return styled((text, "dim"))
