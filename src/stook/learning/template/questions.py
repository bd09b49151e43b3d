"""What a template asks: which field a slot is, with a name that it proposes, and why.

    same      another slot that says the same, or nearly, has a name
    schema    the only field that is wanted and still free, and of the type of the values; or the one the label names
    embedded  the page's own data for machines has the values under a key
    label     the fixed text before the values
    type      what the values are: a date, a price
    row       of the rows of a list the only heading, or else the only link
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from stook.learning.template.model import Grower, Slot
from stook.page import Page
from stook.recognise.values import common_kinds, meaning
from stook.records import Schema

LOOKED_AT = 8
"""So many held pages tell what slots might be called."""
MOST_SAID = 2_000
"""So many values of a page's embedded data are looked at."""
SAME = 0.8
"""Two slots are one field where they say the same on so many of the pages that have both,"""
SAME_ON = 3
"""if there are so many."""
TITLE = "title"
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_WORD = re.compile(r"\w+")
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


class Proposals:
    """Names for the slots of a template, as far as its held pages tell."""

    def __init__(self, grower: Grower, slots: Sequence[Slot], names: Mapping[str, str], wanted: Schema | None,
                 of_rows: bool = False) -> None:
        """`names` are the fields by the slots that have one, `wanted` are the fields that no slot has yet; `of_rows`
        says that the pages are rows of lists."""
        self.wanted = wanted
        self._labels = Counter(slot.label for slot in slots)
        self._title = _title_of(slots) if of_rows and TITLE not in names.values() else ""
        self._names = names
        self._grower = grower

    @cached_property
    def _pages(self) -> Sequence[Page]:
        return [page for _, page in self._grower.held[:LOOKED_AT]]

    @cached_property
    def _said(self) -> Sequence[Mapping[str, list[str]]]:
        """What the slots say on some pages. To walk a page takes a while: nobody does who has nothing to compare."""
        return [{slot: [_plain(page.text_of(node)) for node in nodes]
                 for slot, nodes in self._grower.nodes(page).items()} for page in self._pages]

    @cached_property
    def _embedded(self) -> Sequence[Mapping[str, set[str]]]:
        return [embedded(page) for page in self._pages]

    def of(self, slot: Slot) -> tuple[str, str]:
        """A name for a slot, and why."""
        ways = (self._same, self._wanted, self._keyed, self._labelled, _typed, self._heading)
        return next((said for way in ways if (said := way(slot)) is not None), ("", "nothing says what it is"))

    def _same(self, slot: Slot) -> tuple[str, str] | None:
        """A field that says nearly the same on nearly all pages, as "Canon" and "Canon Inc."."""
        for other, name in self._names.items():
            both = [(said[slot.id], said[other]) for said in self._said if slot.id in said and other in said]
            like = sum(any(_is_like(one, two) for one in mine for two in theirs) for mine, theirs in both)
            if len(both) >= SAME_ON and like >= SAME * len(both):
                return name, f"it says what {name} says, on {like} of {len(both)} pages"
        return None

    def _wanted(self, slot: Slot) -> tuple[str, str] | None:
        if self.wanted is None:
            return None
        kinds = common_kinds(_texts(slot))
        if (name := as_name(slot.label)) in self.wanted:
            return name, f"the schema wants it, and “{slot.label}” stands before it"
        fields = [field for field in self.wanted.fields if field.type in kinds and field.type != "text"]
        return (fields[0].name, f"it is the only {fields[0].type} that the schema still wants") if len(
            fields) == 1 else None

    def _keyed(self, slot: Slot) -> tuple[str, str] | None:
        votes: Counter[str] = Counter()
        if not any(self._embedded):
            return None
        for said, data in zip(self._said, self._embedded, strict=True):
            votes.update({key for text in said.get(slot.id, ()) for key in data.get(text, ())})
        key, count = votes.most_common(1)[0] if votes else ("", 0)
        return (as_name(key), f"the page's embedded data has its values as {key}") if count >= AGREE else None

    def _heading(self, slot: Slot) -> tuple[str, str] | None:
        return (TITLE, "it is the heading of the row, or its only link") if slot.id == self._title else None

    def _labelled(self, slot: Slot) -> tuple[str, str] | None:
        """The label; one that stands before several slots, as the heading of a box does, names none of them, and a
        price before a price does not either."""
        if self._labels[slot.label] > 1 or not slot.label[:1].isalpha():
            return None
        return as_name(slot.label), f"“{slot.label}” stands before it"


def _title_of(slots: Iterable[Slot]) -> str:
    """The column that is the only heading of rows, or else the only link."""
    steps = {slot.id: {step.partition(".")[0].partition("[")[0] for step in slot.path.split(" > ")} for slot in slots}
    for tags in (HEADINGS, {"a"}):
        if found := [slot for slot, tags_of_it in steps.items() if tags & tags_of_it]:
            return found[0].rpartition(".")[2] if len(found) == 1 else ""
    return ""


def _texts(slot: Slot) -> list[str]:
    return [text for sample in slot.samples for text in sample.texts]


def _typed(slot: Slot) -> tuple[str, str] | None:
    """What the values are; numbers may be anything."""
    kind = meaning(_texts(slot))
    return (kind, f"its values read as {kind}") if kind not in ("", "integer", "number") else None


def as_name(text: str) -> str:
    """A text as the name of a field."""
    return re.sub(r"[^\w]+", "_", text.casefold()).strip("_")[:40]


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _is_like(one: str, other: str) -> bool:
    """Whether all that one of two texts says is in the other."""
    mine, theirs = set(_WORD.findall(one)), set(_WORD.findall(other))
    return bool(mine and theirs) and (mine <= theirs or theirs <= mine)


def embedded(page: Page) -> Mapping[str, set[str]]:
    """The keys of a page's embedded data by their values."""
    found: dict[str, set[str]] = {}
    for key, value in _leaves([*page.json_ld, *page.microdata]):
        found.setdefault(_plain(value), set()).add(key)
    for key, values in page.open_graph.items():
        for value in values:
            found.setdefault(_plain(value), set()).add(key.rpartition(":")[2])
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
