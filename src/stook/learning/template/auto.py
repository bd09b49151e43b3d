"""Our own template: places with names, facts about what stands at them, and slots that keep their number.

    leaf     a place where texts stand
    fact     what is known of a leaf: how usual it is, its last values, where in a page it stands
    slot     a leaf whose texts differ from page to page; one that says the same on all is fixed text, as a label or a
             line on copyright is, and never becomes an attribute
    echo     a slot that says on every held page that has it what an earlier one says there; it is not shown
    steady   said of a leaf that nearly all pages have: by these a page is known as one of the template

Places are studied when they have been seen on 2, 4, 8 and 16 pages, and never again: what a page costs does not grow
with the number of pages. A leaf that gets another name by it keeps its number, which goes where its nodes go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from stook.learning.template import shelf
from stook.learning.template.facts import ENOUGH, SURE, Fact, is_usual, share
from stook.learning.template.keeping import Held
from stook.learning.template.model import Line, Notice, NoticeKind, Slot
from stook.learning.template.places import Place, Walk, walk
from stook.learning.template.studying import Instance, study
from stook.learning.template.view import LARGEST, View, label_of
from stook.page import TEXT, Page
from stook.wrapper.rules.model import Cardinality

STUDIED = (2, 4, 8, 16)
HELD = 16
"""So many of the first pages are held, and so many that showed something new after them."""
REST = 16
"""So many pages at least lie between two studies, beyond the first pages."""
STEADY = 0.8
"""What so many pages have, and the first ones had, all are expected to have."""
PARTIAL = 0.2
"""A page of which so much stands at new places was read in part."""
UNLIKELY = 3
"""Two attributes that would meet on so many pages by chance, and never do, are alternatives."""
NEAR = 3
"""A label stands so few levels away from what it names, and they have one element around them."""
FORGOTTEN = 50
"""A place that only one page had, so many pages ago, makes room for others where room is short."""


_NOWHERE: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Stood:
    """Where leaves stand among the held pages, and which of them say what others say. It is kept, for to walk all held
    pages again takes a while."""

    pages: Mapping[str, frozenset[int]]
    """The numbers of the pages that have a leaf, by its slot."""
    same: Mapping[str, Sequence[str]]
    """The slots that say on every page that has a slot what that says there, where it says several things."""

    @classmethod
    def of(cls, said: Mapping[str, Mapping[int, tuple[str, ...]]]) -> Stood:
        sayers: dict[tuple[int, tuple[str, ...]], set[str]] = {}
        for slot, texts in said.items():
            for one in texts.items():
                sayers.setdefault(one, set()).add(slot)
        same = {slot: sorted(set.intersection(*(sayers[one] for one in texts.items())) - {slot})
                for slot, texts in said.items() if len(texts) >= SURE and len(set(texts.values())) >= ENOUGH}
        return cls({slot: frozenset(texts) for slot, texts in said.items()},
                   {slot: others for slot, others in same.items() if others})

    def state(self) -> list[Any]:
        """With the leaves that stand on the same pages together."""
        together: dict[frozenset[int], list[str]] = {}
        for slot, pages in self.pages.items():
            together.setdefault(pages, []).append(slot)
        return [[[sorted(pages), " ".join(slots)] for pages, slots in together.items()], dict(self.same)]

    @classmethod
    def from_state(cls, state: Sequence[Any]) -> Stood:
        together, same = state
        return cls({slot: frozenset(pages) for pages, slots in together for slot in slots.split()}, dict(same))


class AutoGrower:
    """Grows a template of named places."""

    def __init__(self) -> None:
        self.count = 0
        self.held = Held()
        self.root = Place("html")
        self._slots = 0
        self._places = 0
        self._studied_at = 0
        self._waiting = False
        self._seen: dict[int, View] = {}
        self._steady: list[Place] = []
        self._last: Walk | None = None
        self._stood: Stood | None = None

    # growing ------------------------------------------------------------------------------------------

    def add(self, page: Page) -> list[Notice]:
        """Take a page in; what was found out."""
        walked = self._walk(page)
        if self._places < LARGEST:
            walked.settle()
        self._last = None
        self.count += 1
        if self.count % REST == 0:
            self._steady = []
        view, found = walked.view, walked.leaves
        new = sum(len(nodes) for place, nodes in found.items() if place.fact is None)
        repeats = self._heed(view, found)
        if self.count <= HELD or (self._waiting and len(self.held) < 2 * HELD):
            self.held.append((self.count, page))
            self._stood = None
            self._seen[self.count] = view
        notices = [*self._study_due(), *self._told_apart()]
        if repeats:
            notices.append(_told("repeats", repeats, "held one value and holds several",
                                 "held one value and hold several"))
        if self.count > STUDIED[1] and new >= PARTIAL * sum(map(len, found.values())):
            notices.append(Notice("partial", (), f"this page was read in part: {new} of its texts stand where "
                                  f"no page had any, and wait for a second one"))
        return notices

    def _of(self, page: Page) -> View:
        """What a page shows; read once where it is asked for twice in a row, or held."""
        for view in reversed(self._seen.values()):
            if view.page is page:
                return view
        self._seen[0] = view = View(page)
        return view

    def _walk(self, page: Page) -> Walk:
        """What a page has at the places; found out once where it is asked for twice in a row."""
        if self._last is None or self._last.view.page is not page:
            self._last = walk(self.root, self._of(page))
        return self._last

    def _heed(self, view: View, found: Mapping[Place, Sequence[int]]) -> list[str]:
        """Count what a page has; the attributes that held one value and hold several."""
        repeats = []
        seen: set[Place] = set()
        for place, nodes in sorted(found.items(), key=lambda one: one[1][0]):
            for one in place.chain():
                if one in seen:
                    break
                seen.add(one)
                one.support += 1
                self._waiting |= one.support in STUDIED and bool(one.below)
            if place.fact is None:
                place.fact = Fact(self._new_slot(), self.count)
                self._places += 1
            if place.fact.heed(view, nodes, self.count) and place.fact.identified:
                repeats.append(place.fact.slot)
        return repeats

    def _new_slot(self) -> str:
        self._slots += 1
        return f"s{self._slots}"

    def _told_apart(self) -> Iterator[Notice]:
        """What has become an attribute, and what is none any more."""
        known = self._known()
        come = [place.fact for place in known if not place.fact.identified and self._is_attribute(place)]
        gone = [place.fact for place in known if place.fact.identified and not self._is_attribute(place)]
        for fact in come:
            fact.identified = True
        for fact in gone:
            fact.identified = False
        if come:
            said = f"{come[-1].said()!r:.60}"
            yield _told("identified", [fact.slot for fact in come], f"can be named from now on: {said}",
                        f"can be named from now on, the last one is {said}")
        if gone:
            yield _told("gone", [fact.slot for fact in gone], "is no attribute any more",
                        "are no attributes any more")

    def _is_attribute(self, place: Place) -> bool:
        fact: Fact = place.fact
        return fact.annotated or bool(place.support >= ENOUGH and fact.varies and is_usual(fact, self.count))

    def _known(self) -> list[Place]:
        """The leaves, in the order of the page."""
        return sorted((place for place in self.root.all() if place.fact),
                      key=lambda place: (place.fact.rank, place.fact.first))

    # studying -----------------------------------------------------------------------------------------

    def _study_due(self) -> list[Notice]:
        """Study the places that enough pages have shown since they were last studied."""
        rested = self.count - self._studied_at >= max(REST, 2 * len(self.held))
        if self.count not in STUDIED and not (self._waiting and rested):
            return []
        self._studied_at, self._waiting, self._steady, self._stood = self.count, False, [], None
        self._forget()
        pages = [(number, walk(self.root, self._of_held(number, page))) for number, page in self.held]
        due = self._due([walked for _, walked in pages])
        for place, instances in due.items():
            study(place, instances)
        return self._carried(due, pages)

    def _of_held(self, number: int, page: Page) -> View:
        if number not in self._seen:
            self._seen[number] = View(page)
        return self._seen[number]

    def _due(self, pages: Sequence[Walk]) -> dict[Place, list[Instance]]:
        """The uppermost places that are to be studied, with what stands there on the held pages."""
        at: dict[Place, list[Instance]] = {}
        for walked in pages:
            for place, node in walked.inner:
                if place.studied < STUDIED[-1]:
                    at.setdefault(place, []).append((walked.view, node))
        due = {place for place, instances in at.items() if len({id(view) for view, _ in instances}) > place.studied}
        return {place: instances for place, instances in at.items()
                if place in due and not any(one in due for one in place.chain() if one is not place)}

    def _carried(self, studied: Mapping[Place, Sequence[Instance]], pages: Sequence[tuple[int, Walk]]) -> list[Notice]:
        """Places below those that were studied have new names: each slot goes where most of its nodes went."""
        now, went = self._traced(studied, pages)
        heir: dict[Place, Place] = {}
        origin: dict[Place, Place] = {}
        for (old, place), _ in sorted(went.items(), key=_named_first):
            if old not in heir and place not in origin and old.fact is not None:
                heir[old], origin[place] = place, old
        facts = {old: old.fact for old in heir}
        for left in {old for old, _ in went if heir.get(old) is not old}:
            left.fact = None
        split = []
        for place, here in now.items():
            known = facts.get(origin[place]) if place in origin else None
            if place.fact is not None and (known is None or (known is place.fact and known.pages >= len(here))):
                continue
            place.fact = Fact.recounted(known.slot if known else self._new_slot(), here)
            place.support = len(here)
            if known is not None:
                place.fact.identified, place.fact.annotated = known.identified, known.annotated
            elif any(facts[one].identified for one, other in went if other is place and one in facts):
                split.append(place)
        told = [place.fact.slot for place in split if self._is_attribute(place)]
        return [_told("split", told, "can be told from what stood together with it",
                      "can be told from what stood together with them")] if told else []

    def _traced(self, studied: Mapping[Place, Sequence[Instance]], pages: Sequence[tuple[int, Walk]]) -> tuple[
            dict[Place, list[tuple[int, View, list[int]]]], Counter[tuple[Place, Place]]]:
        """What stands at the leaves below some places by now, and how many nodes went from each to each."""
        before = {(number, walked.view.start(node)): place for number, walked in pages
                  for place, nodes in walked.leaves.items() for node in nodes}
        numbers = {id(walked.view): number for number, walked in pages}
        now: dict[Place, list[tuple[int, View, list[int]]]] = {}
        went: Counter[tuple[Place, Place]] = Counter()
        for top, instances in studied.items():
            fresh = {id(view): Walk(view) for view, _ in instances}
            for view, node in instances:
                fresh[id(view)].below(top, node)
            shows: Counter[Place] = Counter()
            for key, walked in fresh.items():
                shows.update({place for place, _ in walked.inner})
                for place, nodes in walked.leaves.items():
                    now.setdefault(place, []).append((numbers[key], walked.view, nodes))
                    starts = [(numbers[key], walked.view.start(node)) for node in nodes]
                    went.update((before[start], place) for start in starts if start in before)
            for place, pages_with in shows.items():
                place.support = max(place.support, pages_with)
        return now, went

    def _forget(self) -> None:
        """Where room is short, drop what only one page had, long ago."""
        if self._places < LARGEST // 2:
            return
        for place in list(self.root.all()):
            if place.above is not None and place.support < ENOUGH and not (
                    place.fact and place.fact.last > self.count - FORGOTTEN):
                place.above.below.pop((place.step, place.name), None)
        self._places = sum(1 for place in self.root.all() if place.fact)

    # reading ------------------------------------------------------------------------------------------

    @property
    def slots(self) -> Sequence[Slot]:
        """The slots that are attributes, in the order of the page."""
        known = self._known()
        attributes = [place for place in known if self._is_attribute(place)]
        echoes = self._echoing(attributes)
        before = dict(zip(known[1:], known, strict=False))
        shown = [place for place in attributes if place.fact.slot not in echoes]
        return [Slot(place.fact.slot, path_of(place), self._cardinality(place), place.support,
                     label_at(place, before.get(place)), tuple(place.fact.samples), tuple(self._rivals(place, shown)))
                for place in shown]

    def _rivals(self, place: Place, attributes: Sequence[Place]) -> Iterator[str]:
        """The attributes near a place that no held page has together with it, though by chance some would."""
        on = self._stood_on().pages
        mine = on.get(place.fact.slot, _NOWHERE)
        around = set(around_of(place))
        for other in attributes:
            theirs = on.get(other.fact.slot, _NOWHERE)
            if (mine.isdisjoint(theirs) and len(mine) * len(theirs) >= UNLIKELY * len(self.held)
                    and not around.isdisjoint(around_of(other))):
                yield other.fact.slot

    def _cardinality(self, place: Place) -> Cardinality:
        return "*" if place.fact.repeated else "1" if place.support >= self.count else "?"

    def _echoing(self, attributes: Sequence[Place]) -> set[str]:
        """Slots that say on every held page that has them what an earlier one says there."""
        same = self._stood_on().same
        earlier: set[str] = set()
        echoes: set[str] = set()
        for place in attributes:
            if not place.fact.annotated and not earlier.isdisjoint(same.get(place.fact.slot, ())):
                echoes.add(place.fact.slot)
            earlier.add(place.fact.slot)
        return echoes

    def _stood_on(self) -> Stood:
        """Where each leaf stands among the held pages."""
        if self._stood is None:
            said: dict[str, dict[int, tuple[str, ...]]] = {}
            for number, page in self.held:
                walked = walk(self.root, self._of_held(number, page))
                for place, nodes in walked.leaves.items():
                    if place.fact:
                        texts = tuple(walked.view.text(node) for node in nodes)
                        said.setdefault(place.fact.slot, {})[number] = texts
            self._stood = Stood.of(said)
        return self._stood

    def nodes(self, page: Page) -> Mapping[str, Sequence[int]]:
        """The nodes of a page that fill slots, by the slots' ids; slots that are no attributes yet included."""
        walked = self._walk(page)
        return {place.fact.slot: found for place, nodes in walked.leaves.items()
                if place.fact and (place.fact.varies or place.fact.annotated or place.support < ENOUGH)
                and (found := self._values(walked.view, place.fact, nodes))}

    def _values(self, view: View, fact: Fact, nodes: Sequence[int]) -> list[int]:
        """The nodes of a leaf that say something of the page."""
        return [view.holder(node) for node in nodes if not (fact.repeated and fact.is_fixed(view.text(node)))]

    def fits(self, page: Page) -> float:
        """How much of what nearly all pages have, a page has."""
        if self._studied_at and not self._steady:
            self._steady = [place for place in self.root.all() if place.fact and place.fact.first <= STUDIED[0]
                            and share(place.fact, self.count) >= STEADY]
        here = self._walk(page).leaves
        return sum(place in here for place in self._steady) / len(self._steady) if self._steady else 1.0

    def annotate(self, slot: str, named: bool = True) -> None:
        """A person has said what the slot is: it is shown from now on, whatever becomes of it."""
        for place in self.root.all():
            if place.fact and place.fact.slot == slot:
                place.fact.annotated = named

    def lines(self, whole: bool = False) -> list[Line]:
        """The template as people read it, a place a line: those that lead to slots, or all."""
        return shelf.lines(self.root, self.count, whole)

    # keeping ------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """All of it as JSON, but for the held pages."""
        return {"count": self.count, "slots": self._slots, "places": self._places, "studied": self._studied_at,
                "waiting": self._waiting, "root": shelf.rows(self.root),
                "stood": self._stood.state() if self._stood else None}

    @classmethod
    def from_state(cls, state: Mapping[str, Any], held: Held) -> AutoGrower:
        """Go on where another process stopped."""
        grower = cls()
        grower.count, grower._slots, grower._places = state["count"], state["slots"], state["places"]
        grower._studied_at, grower._waiting = state["studied"], state["waiting"]
        grower.root, grower.held = shelf.from_rows(state["root"]), held
        grower._stood = Stood.from_state(state["stood"]) if state.get("stood") else None
        return grower


def _named_first(one: tuple[tuple[Place, Place], int]) -> tuple[bool, int, bool]:
    """Slots that have a name find their heirs first, then those of which most nodes went one way."""
    (old, place), count = one
    return not (old.fact and old.fact.annotated), -count, old is not place


def _told(kind: NoticeKind, slots: Sequence[str], one: str, several: str) -> Notice:
    """A notice about slots, the first few of which are named."""
    named = ", ".join(slots[:5]) + (f" and {len(slots) - 5} more" if len(slots) > 5 else "")
    return Notice(kind, tuple(slots), f"{named} {one if len(slots) == 1 else several}")


def path_of(place: Place) -> str:
    """Where a place is, as a person reads it."""
    steps = [f"{one.step}[{one.name}]" if one.name and not one.name.startswith("<") else one.step
             for one in place.chain() if one.above is not None and one.step not in ("body", "#text")]
    return " > ".join(reversed(steps)) or "body"


def around_of(place: Place) -> list[Place]:
    """The element of a leaf, and those next around it."""
    elements = (one for one in place.chain() if one.step != TEXT and one.step.split(".")[0] not in ("body", "html"))
    return list(islice(elements, NEAR))


def label_at(place: Place, before: Place | None) -> str:
    """The fixed text by which a place is known, or that stands right before it."""
    named = next((one.name for one in place.chain() if one.name and one.name[0] not in "<#"), "")
    if named or before is None or before.fact.varies:
        return named
    return "" if set(around_of(place)).isdisjoint(around_of(before)) else label_of(before.fact.said())
