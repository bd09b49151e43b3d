"""A template that grows page by page and asks a person what its slots are: `Template`.

    page ─▶ does it fit? ─▶ taken in ─▶ notices at once, questions in batches ─▶ answers ─▶ a wrapper
               └─▶ set aside ─▶ enough of a kind found a new generation, which takes the names over

    answer      what a person says of a slot: a field, that it is to be ignored, or that the last answer is taken back.
                It is about the slot, never about a record, so it holds for all pages, earlier ones as well
    aside       pages that fit badly: they do not spoil the template, and wait for others of their kind
    generation  what was grown from pages of one look of the site; each takes in and reads the pages that are its own,
                and the newest one asks

What sorts, heals and learns is imported where it is needed: who looks at a template or names its slots goes without.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from stook.errors import LearnError, TemplateError
from stook.learning.template import keeping
from stook.learning.template.auto import AutoGrower
from stook.learning.template.model import Grower, Line, Notice, Sample, Slot
from stook.learning.template.paper import PaperGrower
from stook.learning.template.questions import Proposals, Question
from stook.page import Page
from stook.records import Schema
from stook.wrapper.rules.model import RulesWrapper

METHODS: Mapping[str, type[AutoGrower] | type[PaperGrower]] = {"auto": AutoGrower, "paper": PaperGrower}
FIRST_SET = 4
"""After so many pages questions are asked for the first time,"""
PER = 10
"""and then with each so many."""
FITS = 0.4
"""A page of which so little is where it should be is of another template."""
FOUND = 4
"""So many pages of one other look found a generation."""
KNOWN_AGAIN = 2
"""A slot of a new look is a field that has one of its known values so often; what is read there once it is mended, too,
counts twice."""
MOST_ASIDE = 32
REMEMBERED = 10_000
"""So many pages are known again when they come once more;"""
CALLED = 32
"""of so many it is known what they were called, and of those that samples are from."""


@dataclass(frozen=True, slots=True)
class Answer:
    slot: str
    kind: Literal["field", "ignore", "undo"]
    field: str = ""


@dataclass(slots=True)
class Generation:
    """What was grown from pages of one look."""

    mark: str
    """What its slots' names begin with: nothing, `2.`, `3.` ..."""
    grower: Grower
    changes: dict[str, list[str]] = field(default_factory=dict)
    """What became of slots since questions were last asked,"""
    told: dict[str, list[str]] = field(default_factory=dict)
    """and between the last two times."""
    numbers: dict[int, int] = field(default_factory=dict)
    """What its pages' numbers are among all pages; of the last ones, and of those that samples are from."""


class Template:
    """What the pages of one kind share; its variable places are slots.

    >>> template = Template()
    >>> for name, price in ("Ash", 3), ("Birch", 5), ("Cedar", 4), ("Elm", 7):
    ...     notices = template.add(Page(f"<h1>{name}</h1><p>Price: <b>{price} crowns</b></p>"))
    >>> [(slot.path, slot.label) for slot in template.slots]
    [('h1', ''), ('p > b', 'price')]
    >>> template.name(template.slots[1].id, "price")
    >>> template.wrapper().apply(Page("<h1>Fir</h1><p>Price: <b>9 crowns</b></p>")).records[0].to_dict()
    {'price': '9 crowns'}
    """

    def __init__(self, method: str = "auto", schema: Schema | None = None, *, unit: str = "page") -> None:
        """`method` is "auto", or "paper" for RecipeCrawler's; `schema` names the fields that are wanted; `unit` is what
        people call what is taken in."""
        if method not in METHODS:
            raise LearnError(f"there is no method {method!r}", hint=f"choose one of {', '.join(METHODS)}")
        self.method = method
        self.schema = schema
        self.unit = unit
        self.aside: Sequence[tuple[int, Page]] = []
        self._untried = 0
        """So many pages were set aside since it was last tried to make a generation of them."""
        self.count = 0
        self._generations = [Generation("", METHODS[method]())]
        self._answers: list[Answer] = []
        self._read = 0
        """So many of the answers were there when the template was read or last merged."""
        self._heeded = 0
        self._asked: list[str] = []
        self._seen: dict[bytes, None] = {}
        self._sources: dict[int, str] = {}

    # growing ------------------------------------------------------------------------------------------

    def add(self, page: Page, source: str = "") -> list[Notice]:
        """Take a page in, and what it is called, for who looks at its values; what was found out."""
        self._heed_answers()
        self.count += 1
        if source:
            self._sources[self.count] = source
        notices = self._take(page)
        if self.unit != "row":  # whose source is that of its whole page, which is long, and known by its catalogue
            self._remember(page)
        return notices

    def _take(self, page: Page) -> list[Notice]:
        """Let the generation that a page fits take it in, or set it aside."""
        if self._now.grower.count < FIRST_SET:
            home = self._now
        elif (fit := (home := self._reader(page)).grower.fits(page)) < FITS:
            return self._set_aside(page, fit)
        notices = self._grown(home, self.count, page)
        if home is self._now and home.grower.count >= FIRST_SET and (home.grower.count - FIRST_SET) % PER == 0:
            self.ask()
        return notices

    @property
    def _now(self) -> Generation:
        return self._generations[-1]

    def _remember(self, page: Page) -> None:
        self._seen[keeping.digest(page)] = None
        if len(self._seen) > REMEMBERED:
            del self._seen[next(iter(self._seen))]

    def knows(self, page: Page) -> bool:
        """Whether this page has come before, as it is now; of the last ten thousand. Rows are not remembered."""
        return keeping.digest(page) in self._seen

    def _grown(self, generation: Generation, number: int, page: Page) -> list[Notice]:
        """Let a generation take a page in; what it says, with the slots' names as people know them."""
        notices = generation.grower.add(page)
        generation.numbers[generation.grower.count] = number
        found = []
        for notice in notices:
            slots = tuple(generation.mark + slot for slot in notice.slots)
            said = notice.said
            for slot in notice.slots:
                said = re.sub(rf"\b{slot}\b", generation.mark + slot, said, count=1)
            for slot in slots:
                generation.changes.setdefault(slot, []).append(f"{notice.kind} on {self.unit} {number}")
            found.append(replace(notice, slots=slots, said=said))
        return found

    def _set_aside(self, page: Page, fit: float) -> list[Notice]:
        self.aside = [*self.aside, (self.count, page)][-MOST_ASIDE:]
        notices = [Notice("aside", (), f"this {self.unit} was set aside: {fit:.0%} of what the pages share is on it")]
        self._untried += 1
        if self._untried >= FOUND:
            self._untried = 0
            if alike := self._alike():
                notices += self._found(alike)
        return notices

    def _alike(self) -> list[tuple[int, Page]]:
        """The most pages set aside that have one template; nothing where they are too few. Pages that stand in the way
        of what was asked for, as errors and logins do, are of none."""
        from stook.learning.cluster import cluster

        for group in cluster(page for _, page in self.aside):
            if len(group) >= FOUND and group.kind in ("detail", "list"):
                return [self.aside[place] for place in group]
        return []

    def _found(self, pages: Sequence[tuple[int, Page]]) -> list[Notice]:
        """A new generation from pages of a new look; what is known of the old one names its slots."""
        self.aside = [one for one in self.aside if one not in pages]
        old, fresh = self._now, Generation(f"{len(self._generations) + 1}.", METHODS[self.method]())
        notices = [notice for number, page in pages for notice in self._grown(fresh, number, page)]
        carried = self._carried(old, fresh)
        self._generations.append(fresh)
        for slot, name in carried.items():
            self._answers.append(Answer(slot, "field", name))
        self._heed_answers()
        names = ", ".join(f"{slot} is {name}" for slot, name in carried.items()) or "no names could be taken over"
        self.ask()
        return [Notice("generation", tuple(carried), f"{self.unit}s of a new look: {len(pages)} of them found a "
                       f"template; {names}"), *notices]

    def _carried(self, old: Generation, fresh: Generation) -> dict[str, str]:
        """The slots of a new generation that hold what named slots of the old one held."""
        from stook.learning.heal import heal

        named = set(self._names_in(old).values())
        if not named:
            return {}
        records = [{name: texts for name, texts in self._record(old, page).items() if texts}
                   for _, page in old.grower.held]
        votes: Counter[tuple[str, str]] = Counter()
        healed = heal(self._learnt(old), [page for _, page in fresh.grower.held], known=records).wrapper
        known = {name: {text for record in records for text in record.get(name, ())} for name in named}
        for _, page in fresh.grower.held:
            said = {slot: {page.text_of(node) for node in nodes} for slot, nodes in fresh.grower.nodes(page).items()}
            read = healed.apply(page).records[0].to_dict() if healed else {}
            for name, values in known.items():
                mended = read.get(name) or ()
                here = {mended} if isinstance(mended, str) else set(mended)
                for slot, texts in said.items():
                    if texts:
                        votes[slot, name] += (texts <= values | here) + (texts == here)
        carried: dict[str, str] = {}
        for (slot, name), count in votes.most_common():
            if count >= KNOWN_AGAIN and fresh.mark + slot not in carried and name not in carried.values():
                carried[fresh.mark + slot] = name
        return carried

    # asking -------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Put what has come up since the last time into one batch of questions."""
        self._now.told, self._now.changes = self._now.changes if self._asked else {}, {}
        self._asked = [slot.id for slot in self.slots]

    def questions(self, now: bool = False) -> list[Question]:
        """What a person is to say: the slots that were identified when questions were last asked, which is after the
        first 4 pages and then with each 10, and have no answer yet; with `now`, those identified since as well."""
        self._heed_answers()
        now_on, answered = self._now, self._answered
        asked = [slot for slot in self.slots if slot.id not in answered and (now or slot.id in self._asked)]
        if not asked:
            return []
        proposals = Proposals(now_on.grower, asked, self._names_in(now_on), self._free(), self.unit == "row")
        return [Question(slot, *proposals.of(replace(slot, id=self._plain(slot.id))),
                         (*now_on.told.get(slot.id, ()), *now_on.changes.get(slot.id, ()))) for slot in asked]

    def _free(self) -> Schema | None:
        """The fields of the schema that no slot has yet."""
        if self.schema is None:
            return None
        taken = set(self.names.values())
        free = [one for one in self.schema.fields if one.name not in taken]
        return Schema(free) if free else None

    def name(self, slot: str, field: str) -> None:
        """Say which field a slot is. Several slots may be one field: what stands in any of them is its value."""
        if not isinstance(field, str) or not field.strip():
            raise TemplateError("the name of a field is a text", subject=str(slot),
                                hint='as in template.name("s3", "price")')
        self._answer(Answer(slot, "field", field.strip()))

    def ignore(self, slot: str) -> None:
        """Say that a slot is of no interest; it is not asked about again."""
        self._answer(Answer(slot, "ignore"))

    def undo(self, slot: str) -> None:
        """Take back what was said of a slot last."""
        self._answer(Answer(slot, "undo"))

    def _answer(self, answer: Answer) -> None:
        known = self._all_slots()
        if answer.slot not in known:
            has = ", ".join(sorted(known, key=_order)[:20]) or "none yet"
            raise TemplateError("the template has no such slot", subject=str(answer.slot), hint=f"it has {has}")
        if answer.kind == "undo" and answer.slot not in self._answered:
            raise TemplateError("nothing was said of it", subject=answer.slot, hint="name it first")
        if answer != self._answered.get(answer.slot):
            self._answers.append(answer)
            self._heed_answers()

    def _all_slots(self) -> set[str]:
        return {generation.mark + slot.id for generation in self._generations for slot in generation.grower.slots}

    @property
    def _answered(self) -> dict[str, Answer]:
        """What holds of each slot."""
        said: dict[str, list[Answer]] = {}
        for answer in tuple(self._answers):
            if answer.kind == "undo":
                said.get(answer.slot, [])[-1:] = []
            else:
                said.setdefault(answer.slot, []).append(answer)
        return {slot: answers[-1] for slot, answers in said.items() if answers}

    def _heed_answers(self) -> None:
        """Slots that have a name stay, whatever pages show."""
        if self._heeded == len(self._answers):
            return
        new, self._heeded = self._answers[self._heeded:], len(self._answers)
        answered = self._answered
        for slot in {answer.slot for answer in new}:
            generation = self._generation_of(slot)
            if generation is not None:
                holds = answered.get(slot)
                generation.grower.annotate(self._plain(slot), holds is not None and holds.kind == "field")

    def _generation_of(self, slot: str) -> Generation | None:
        mark, dot, _ = slot.rpartition(".")
        return next((one for one in self._generations if one.mark == mark + dot), None)

    def _plain(self, slot: str) -> str:
        return slot.rpartition(".")[2]

    @property
    def names(self) -> dict[str, str]:
        """The fields by their slots."""
        return {slot: answer.field for slot, answer in self._answered.items() if answer.kind == "field"}

    def _names_in(self, generation: Generation) -> dict[str, str]:
        """The fields by a generation's own numbers of its slots."""
        return {self._plain(slot): name for slot, name in self.names.items() if self._generation_of(slot) is generation}

    # reading ------------------------------------------------------------------------------------------

    @property
    def slots(self) -> list[Slot]:
        """The slots of the newest generation that are attributes and not ignored, in the order of the page."""
        ignored = {slot for slot, answer in self._answered.items() if answer.kind == "ignore"}
        return [slot for slot in self._shown() if slot.id not in ignored]

    @property
    def ignored(self) -> list[Slot]:
        """The slots of the newest generation that a person wants to hear no more of."""
        ignored = {slot for slot, answer in self._answered.items() if answer.kind == "ignore"}
        return [slot for slot in self._shown() if slot.id in ignored]

    def _shown(self) -> list[Slot]:
        """The slots of the newest generation as a person knows them."""
        names, mark = self.names, self._now.mark
        return [replace(slot, id=mark + slot.id, alternatives=tuple(mark + one for one in slot.alternatives),
                        field=names.get(mark + slot.id, ""), samples=tuple(map(self._known_sample, slot.samples)))
                for slot in self._now.grower.slots]

    def _known_sample(self, sample: Sample) -> Sample:
        """A sample with the number that its page has among all pages, and what that is called."""
        number = self._now.numbers.get(sample.page, 0)
        return replace(sample, page=number, source=self._sources.get(number, ""))

    def values(self, page: Page) -> dict[str, list[str]]:
        """What a page says in each slot, slots without a name included. A page of an older look is read by the
        generation that it belongs to."""
        generation = self._reader(page)
        return {generation.mark + slot: [page.text_of(node) for node in nodes]
                for slot, nodes in generation.grower.nodes(page).items()}

    def record(self, page: Page) -> dict[str, list[str]]:
        """What a page says in the fields that have been named."""
        return self._record(self._reader(page), page)

    def _reader(self, page: Page) -> Generation:
        """The generation that a page fits best; the newest of equals."""
        if len(self._generations) == 1:
            return self._now
        return max(reversed(self._generations), key=lambda one: one.grower.fits(page))

    def _record(self, generation: Generation, page: Page) -> dict[str, list[str]]:
        return {name: [page.text_of(node) for node in nodes] for name, nodes in self._nodes(generation, page).items()}

    def _nodes(self, generation: Generation, page: Page) -> dict[str, list[int]]:
        """The nodes of the fields that have been named."""
        here = generation.grower.nodes(page)
        found: dict[str, list[int]] = {}
        for slot, name in self._names_in(generation).items():
            found.setdefault(name, []).extend(here.get(slot, ()))
        return {name: sorted(nodes) for name, nodes in found.items()}

    def wrapper(self) -> RulesWrapper:
        """A rules wrapper that reads the fields that have been named, as learnt from the held pages of the newest
        generation."""
        if not self._names_in(self._now):
            raise TemplateError("no slot has a name yet", hint='name some first, as in template.name("s3", "price")')
        return self._learnt(self._now)

    def _learnt(self, generation: Generation) -> RulesWrapper:
        from stook.learning.labels import Example, learn

        pages = [page for _, page in generation.grower.held]
        schema = self.schema
        names = set(self._names_in(generation).values())
        if schema is not None:
            schema = Schema([one for one in schema.fields if one.name in names]) if names <= set(schema) else None
        wrapper = learn([Example(page, self._nodes(generation, page)) for page in pages], schema=schema)
        return replace(wrapper, provenance={**wrapper.provenance, "method": f"template-{self.method}"})

    @property
    def held(self) -> dict[str, Page]:
        """The pages that are kept, under names that they keep."""
        return {f"{one.mark}{number}": page for one in self._generations for number, page in one.grower.held}

    def lines(self, whole: bool = False) -> list[Line]:
        """The newest generation as people read it: the places that lead to slots, or all, one a line, `?` is optional,
        `*` is repeated; a slot with what it is called, what it says and on how many pages."""
        mark, names = self._now.mark, self.names
        return [replace(line, slot=mark + line.slot, field=names.get(mark + line.slot, "")) if line.slot else line
                for line in self._now.grower.lines(whole)]

    @property
    def pages(self) -> list[tuple[str, Page]]:
        """The pages of the newest generation that are kept, the oldest first, each with what it is called."""
        numbers = self._now.numbers
        return [(self._sources.get(among := numbers.get(number, number)) or page.url or f"{self.unit} {among}", page)
                for number, page in self._now.grower.held]

    @property
    def generations(self) -> int:
        """How many looks of the site are known."""
        return len(self._generations)

    @property
    def taken(self) -> int:
        """How many pages the newest generation has taken in."""
        return self._now.grower.count

    @property
    def unanswered(self) -> list[str]:
        """The slots that were asked about and have no answer; cheap to know, unlike the questions."""
        answered = self._answered
        return [slot for slot in self._asked if slot not in answered]

    # keeping ------------------------------------------------------------------------------------------

    def merge(self, other: Template) -> None:
        """Take over the answers that were given to another copy of this template."""
        self._answers = [*other._answers, *self._answers[self._read:]]
        self._read, self._heeded = len(self._answers), 0
        self._heed_answers()

    def save(self, path: str | Path) -> None:
        """Write all of it into one JSON file."""
        keeping.write(path, "template", self.state())
        self.mark_saved()

    def mark_saved(self) -> None:
        """All answers stand in a file by now."""
        self._read = len(self._answers)

    def _forget_numbers(self) -> None:
        """Keep the numbers and names of pages that people may still want to see."""
        needed = {*range(self.count - CALLED, self.count + 1), *keeping.numbers(self.aside)}
        for generation in self._generations:
            grower = generation.grower
            here = {*range(grower.count - CALLED, grower.count + 1), *grower.held.numbers,
                    *(sample.page for slot in grower.slots for sample in slot.samples)}
            generation.numbers = {one: number for one, number in generation.numbers.items() if one in here}
            needed |= {generation.numbers.get(one, 0) for one in here}
        self._sources = {number: source for number, source in self._sources.items() if number in needed}

    @classmethod
    def load(cls, path: str | Path) -> Template:
        """Go on with a template from its file."""
        with keeping.read(path, "template") as said:
            return cls.from_state(said)

    def state(self) -> dict[str, Any]:
        """All of it as JSON."""
        self._forget_numbers()
        return {
            "method": self.method, "schema": self.schema.to_dict() if self.schema else None, "count": self.count,
            "seen": keeping.joined(self._seen), "sources": self._sources, "asked": self._asked,
            "answers": [[one.slot, one.kind, one.field] for one in self._answers],
            "aside": keeping.packed(self.aside), "untried": self._untried, "generations": [
                {"grower": one.grower.state(), "changes": one.changes, "told": one.told, "numbers": one.numbers,
                 "held": one.grower.held.packed()} for one in self._generations]}

    @classmethod
    def from_state(cls, said: Mapping[str, Any], *, unit: str = "page") -> Template:
        """Go on where another process stopped."""
        template = cls(said["method"], Schema(said["schema"]) if said["schema"] else None, unit=unit)
        template.count, template._asked = said["count"], said["asked"]
        template._seen = dict.fromkeys(keeping.parted(said["seen"]))
        template._sources = {int(number): str(source) for number, source in said["sources"].items()}
        template._answers = [Answer(*one) for one in said["answers"]]
        template.aside, template._untried = keeping.Held(said["aside"]), said["untried"]
        grower = METHODS[template.method]
        template._generations = [
            Generation(f"{number}." if number > 1 else "",
                       grower.from_state(one["grower"], keeping.Held(one["held"])), one["changes"], one["told"],
                       {int(number): int(among) for number, among in one["numbers"].items()})
            for number, one in enumerate(said["generations"], 1)]
        template._read = template._heeded = len(template._answers)
        return template


def _order(slot: str) -> tuple[str, int, str]:
    mark, dot, name = slot.rpartition(".")
    return mark + dot, len(name), name

