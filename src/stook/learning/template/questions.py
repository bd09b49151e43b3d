"""What a template asks: which field a slot is, with a name that it proposes, and why.

    schema    the only field that is wanted and still free, and of the type of the values; or the one the label names
    embedded  the page's own data for machines has the values under a key
    label     the fixed text before the values
    type      what the values are: a date, a price
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stook.learning.template.model import Grower, Slot
from stook.page import Page
from stook.recognise.values import kinds_of
from stook.records import Schema

LOOKED_AT = 8
"""So many held pages tell what slots might be called."""
MOST_SAID = 2_000
"""So many values of a page's embedded data are looked at."""
TYPES = ("date", "money", "duration", "email", "phone", "link")
"""The types that say what a thing is; that it is a number says little."""
_STANDS = "“{}” stands before it"
AGREE = 2
"""So many pages must have the same values under a key."""


@dataclass(frozen=True, slots=True)
class Question:
    """Which field is this slot?"""

    slot: Slot
    proposal: str
    """A name for it; empty where nothing says one."""
    why: str
    changes: tuple[str, ...] = ()
    """What became of the slot since questions were last asked."""


def proposed(plain: str, slot: Slot, grower: Grower, wanted: Schema | None) -> tuple[str, str]:
    """A name for a slot, and why."""
    texts = [text for sample in slot.samples for text in sample.texts]
    kinds = frozenset.intersection(*map(kinds_of, texts)) if texts else frozenset[str]()
    name = as_name(slot.label) if slot.label[:1].isalpha() else ""  # a price before a price names nothing
    if wanted is not None:
        if name in wanted:
            return name, f"the schema wants it, and “{slot.label}” stands before it"
        fields = [field.name for field in wanted.fields if field.type in kinds and field.type != "text"]
        if len(fields) == 1:
            return fields[0], f"it is the only {wanted[fields[0]].type} that the schema still wants"
    keys = _keys(plain, grower)
    if keys and keys[0][1] >= AGREE:
        return as_name(keys[0][0]), f"the page's embedded data has its values as {keys[0][0]}"
    if name:
        return name, _STANDS.format(slot.label)
    kind = next((kind for kind in TYPES if kind in kinds), "")
    return kind, f"its values read as {kind}" if kind else "nothing says what it is"


def clear(questions: Sequence[Question]) -> list[Question]:
    """The questions, without names that stand before several slots, as the heading of a box does: they name none."""
    count = Counter((one.proposal, one.slot.label) for one in questions)
    return [one if count[one.proposal, one.slot.label] == 1 or not _is_label(one)
            else replace(one, proposal="", why=f"“{one.slot.label}” stands before it and before others")
            for one in questions]


def _is_label(question: Question) -> bool:
    return question.why == _STANDS.format(question.slot.label)


def as_name(text: str) -> str:
    """A text as the name of a field."""
    return re.sub(r"[^\w]+", "_", text.casefold()).strip("_")[:40]


def _keys(slot: str, grower: Grower) -> Sequence[tuple[str, int]]:
    """The keys of embedded data under which pages have a slot's values, and on how many pages."""
    votes: Counter[str] = Counter()
    for _, page in grower.held[:LOOKED_AT]:
        said = embedded(page)
        if said and (nodes := grower.nodes(page).get(slot)):
            texts = {" ".join(page.text_of(node).split()).casefold() for node in nodes}
            votes.update({key for text in texts for key in said.get(text, ())})
    return votes.most_common()


def embedded(page: Page) -> Mapping[str, set[str]]:
    """The keys of a page's embedded data by their values."""
    found: dict[str, set[str]] = {}
    for key, value in _leaves([*page.json_ld, *page.microdata]):
        found.setdefault(" ".join(value.split()).casefold(), set()).add(key)
    for key, values in page.open_graph.items():
        for value in values:
            found.setdefault(" ".join(value.split()).casefold(), set()).add(key.rpartition(":")[2])
    return found


def _leaves(data: Any) -> Iterator[tuple[str, str]]:
    waiting = [("", data)]
    for _ in range(MOST_SAID):
        if not waiting:
            return
        key, value = waiting.pop()
        if isinstance(value, Mapping):
            waiting.extend((name if not name.startswith("@") else "", one) for name, one in value.items())
        elif isinstance(value, (list, tuple)):
            waiting.extend((key, one) for one in value)
        elif key and isinstance(value, (str, int, float)) and not isinstance(value, bool):
            yield key, str(value)
