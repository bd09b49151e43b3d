"""From a few labelled pages to a wrapper: `learn`.

    examples ─▶ where each value stands ─▶ which place is meant ─▶ every way to say it ─▶ how loud each way is

An *example* is a page with what is known of it; a field that it does not name is unlabelled, an empty list says that
the page has none. The pages without labels are read too: they tell which ways agree, and what values look like.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stook.errors import LearnError
from stook.learning.history import with_history
from stook.learning.labels.choose import Placed, elected, placed, ranked
from stook.learning.labels.series import Series, holders, series_of
from stook.learning.labels.settle import settled
from stook.learning.labels.texts import Occurrence, Texts, letters
from stook.page import Page
from stook.records import Field, Schema
from stook.wrapper.profile import profile_of
from stook.wrapper.rules.model import Cut, FieldRule, Pick, RulesWrapper
from stook.wrapper.rules.reading import Reading
from stook.wrapper.selector import parse

Known = Mapping[str, Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Example:
    """A page with what is known of it: one record `{field: [texts]}`, or the records of a list `[{...}, {...}]`."""

    page: Page
    known: Any


@dataclass(frozen=True, slots=True)
class _Task:
    """One field to learn: what each example says of it (None: nothing), and the pages to learn it on."""

    field: Field
    known: Sequence[Sequence[str] | None]
    texts: Sequence[Texts]
    readings: Sequence[Reading]
    others: Sequence[Reading]
    """The pages that say nothing of it."""

    @property
    def wanted(self) -> list[set[str] | None]:
        return [None if said is None else {letters(text) for text in said} for said in self.known]


def learn(examples: Sequence[Example], pages: Sequence[Page] = (), schema: Schema | None = None,
          method: str = "auto") -> RulesWrapper:
    """Learn how to read pages of the examples' kind. `pages` are others of that kind, without labels."""
    texts = [Texts(example.page) for example in examples]
    readings = [Reading(example.page) for example in examples]
    others = [Reading(page) for page in pages]
    wanted = schema or Schema.inferred([example.known for example in examples])
    rules: list[FieldRule] = []
    for field in wanted.fields:
        known = [example.known.get(field.name) for example in examples]
        silent = [reading for reading, said in zip(readings, known, strict=True) if said is None]
        rules += field_rules(_Task(field, known, texts, readings, [*others, *silent]), schema is not None)
    if not rules:
        raise LearnError("none of the labels was found on its page")
    wrapper = RulesWrapper(((parse("html"),),), Cut("page"), tuple(rules), schema=schema.to_dict() if schema else {})
    return with_history(wrapper, [example.page for example in examples], pages)


def field_rules(task: _Task, declared: bool) -> Iterator[FieldRule]:
    """The rules for one field: one where its values are a series, else one for each value."""
    field = task.field
    several = any(len(said or ()) > 1 for said in task.known)
    if field.repeats and (several or declared):
        found = [(number, series) for number, said in enumerate(task.known) if said
                 and (series := series_of(task.texts[number], said, field.type, single=False))]
        if found:
            yield _repeated(task, found, declared)
            return
    taken: set[tuple[int, str]] = set()
    for _ in range(max((len(wanted or ()) for wanted in task.wanted), default=0)):
        rule = _single(task, taken, declared)
        if rule is None:
            return
        yield rule


def _repeated(task: _Task, found: Sequence[tuple[int, Series]], declared: bool) -> FieldRule:
    picks: dict[Pick, None] = {pick: None for _, series in found for pick in series.picks}
    said = [text for values in task.known for text in values or ()]
    return FieldRule(task.field.name, task.field.type, "*", tuple(picks), 1.0, "weighted", holders(found),
                     profile_of(said), declared=declared and task.field.type != "text")


def _single(task: _Task, taken: set[tuple[int, str]], declared: bool) -> FieldRule | None:
    """The rule for the place of one value on each example; `taken` are values that have a rule."""
    candidates = [one for number, said in enumerate(task.known) for text in dict.fromkeys(said or ())
                  for one in placed(task.readings[number], number, _places(task, number, text))
                  if (number, letters(text)) not in taken and (number, letters(one.text)) not in taken]
    profile = profile_of([one.text for one in candidates])
    order = ranked(candidates, task.readings, task.wanted, task.others, task.field.name, profile)
    if not order:
        return None
    chosen = [order[0], *_like(order, task.readings)]
    taken.update((one.example, letters(one.text)) for one in chosen)
    picks, profile = settled(chosen, task.readings, task.others)
    return FieldRule(task.field.name, task.field.type, "*" if task.field.repeats else "?", picks, 1.0, "weighted",
                     profile=profile, declared=declared and task.field.type != "text")


def _places(task: _Task, number: int, text: str) -> list[Occurrence]:
    return task.texts[number].find(text, task.field.type, task.field.name)


def _like(order: Sequence[Placed], readings: Sequence[Reading]) -> Iterator[Placed]:
    """On the other examples the occurrence that the best one elects there; else the most believed."""
    best = order[0]
    profile = profile_of([best.text])
    for number, reading in enumerate(readings):
        mine = [one for one in order if one.example == number]
        if number == best.example or not mine:
            continue
        won = elected(reading, best.picks, profile)
        same = [one for one in mine if won and one.text == won.text]
        yield next((one for one in same if won and one.one.node == won.node), (same or mine)[0])
