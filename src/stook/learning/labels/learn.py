"""From a few labelled pages to a wrapper: `learn`.

    examples ─▶ where each value stands ─▶ which place is meant ─▶ every way to say it ─▶ how loud each way is

The pages without labels are read too: they tell which ways agree, and what values look like. A label that is found
nowhere on its page is *unplaced*; the rest is learnt without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stook.errors import LearnError
from stook.learning.history import with_history
from stook.learning.labels.apart import learnt_of_lists
from stook.learning.labels.choose import Placed, elected, placed, ranked
from stook.learning.labels.known import Example, Label, LabelledPage, Labels, labelled_pages, schema_of, standing
from stook.learning.labels.lists import Lists
from stook.learning.labels.series import Series, holders, raised, series_of
from stook.learning.labels.settle import settled
from stook.learning.labels.texts import Occurrence, Texts, are_addresses, letters
from stook.learning.labels.within import inside, voted
from stook.page import Page
from stook.records import Field, Schema
from stook.wrapper.profile import profile_of
from stook.wrapper.rules.model import Cut, FieldRule, Pick, RulesWrapper, Unplaced
from stook.wrapper.rules.reading import Reading
from stook.wrapper.selector import parse

METHODS = ("auto",)
METHOD = "labels"


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
    """Learn how to read pages of the examples' kind. `pages` are others of that kind, without labels. LearnError where
    no label is found; those that are not found while others are stand in the wrapper's `unplaced`."""
    if method not in METHODS:
        raise LearnError(f"there is no method {method!r}", hint=f"choose one of {', '.join(METHODS)}")
    labelled = labelled_pages(examples, schema)
    wanted, texts = schema or schema_of(labelled), [Texts(one.page) for one in labelled]
    unplaced = list(_unplaced(labelled, texts, wanted))
    if labelled[0].is_list:
        wrapper = learnt_of_lists(labelled, wanted, schema is not None)
    else:
        wrapper = _of_one_record(tuple(_rules(labelled, texts, pages, wanted, schema is not None)))
    if wrapper is None:
        raise _nothing_found(unplaced)
    provenance = {"method": METHOD, "url": labelled[0].page.url or ""} | (
        {"unplaced": [[one.example, one.field, one.text] for one in unplaced]} if unplaced else {})
    wrapper = replace(wrapper, provenance=provenance, schema=schema.to_dict() if schema else {})
    return with_history(wrapper, [one.page for one in labelled], pages)


def _of_one_record(rules: tuple[FieldRule, ...]) -> RulesWrapper | None:
    """The wrapper for the one record of a page."""
    return RulesWrapper(((parse("html"),),), Cut("page"), rules) if rules else None


def _rules(labelled: Sequence[LabelledPage], texts: Sequence[Texts], pages: Sequence[Page], wanted: Schema,
           declared: bool) -> Iterator[FieldRule]:
    """The rules for the one record of a page."""
    readings = [Reading(one.page) for one in labelled]
    others = [Reading(page) for page in pages]
    for field in wanted.fields:
        if field.nested:
            yield from _of_records(labelled, field, field.nested, declared)
            continue
        labels = [one.records[0].values.get(field.name) for one in labelled]
        known = [None if said is None else [label.text for label in said] for said in labels]
        silent = [reading for reading, said in zip(readings, known, strict=True) if said is None]
        there = [standing(one, said or ()) for one, said in zip(texts, labels, strict=True)]
        rules = field_rules(_Task(field, known, there, readings, [*others, *silent]), declared)
        yield from (_as_links(rule) if not declared and are_addresses(known) else rule for rule in rules)


def _as_links(rule: FieldRule) -> FieldRule:
    """Who labels where a link leads wants to know just that, however the page writes it."""
    leads = all(pick.take.startswith("@") for pick in rule.picks)
    return replace(rule, type="link", declared=True) if leads else rule


def _of_records(labelled: Sequence[LabelledPage], field: Field, nested: Schema, declared: bool) -> Iterator[FieldRule]:
    """The rule for a field whose values are records."""
    found = [each for one in labelled for each in inside(one, one.records[0], field.name)]
    wrapper = Lists([each.labelled for each in found], nested, declared).best() if found else None
    if wrapper and (rule := voted(field, found, wrapper)):
        yield rule


def _unplaced(labelled: Sequence[LabelledPage], texts: Sequence[Texts], wanted: Schema) -> Iterator[Unplaced]:
    """The labels that stand nowhere on their page."""
    for one, there in zip(labelled, texts, strict=True):
        for record in one.records:
            yield from _unplaced_of(record, one.number, there, wanted, "")


def _unplaced_of(record: Labels, number: int, there: Texts, wanted: Schema, before: str) -> Iterator[Unplaced]:
    for name, labels in record.values.items():
        yield from (Unplaced(number, f"{before}{name}", str(label)) for label in labels
                    if not _is_placed(there, label, wanted[name]))
    for name, records in record.within.items():
        for inner in records:
            yield from _unplaced_of(inner, number, there, wanted[name].nested or wanted, f"{before}{name}.")


def _is_placed(texts: Texts, label: Label, field: Field) -> bool:
    return bool(label.text and (label.at or texts.find(label.text, field.type, field.name)))


def _nothing_found(unplaced: Sequence[Unplaced]) -> LearnError:
    first = next(iter(unplaced), None)
    said = f": {first.field!r} of example {first.example} is {first.text!r:.80}" if first else ""
    return LearnError(f"none of the labels was found on its page{said}",
                      hint="give values as the page shows them, or the numbers of their nodes")


def field_rules(task: _Task, declared: bool) -> Iterator[FieldRule]:
    """The rules for one field: one where its values are a series, else one for each value."""
    field = task.field
    several = any(len(said or ()) > 1 for said in task.known)
    if field.repeats and (several or declared):
        found = [(number, series) for number, said in enumerate(task.known) if said
                 and (series := series_of(task.texts[number], said, field.type, declared))]
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
                     profile=profile_of(said), declared=declared and task.field.type != "text", raised=raised(found))


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
    said = settled(chosen, task.readings, task.others)
    return FieldRule(task.field.name, task.field.type, "*" if task.field.repeats else "?", said.picks, 1.0, "weighted",
                     profile=said.profile, declared=declared and task.field.type != "text", instead=said.instead)


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
