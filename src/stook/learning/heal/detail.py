"""Mend a wrapper that reads one record from a page.

    known values found on the new pages ─▶ labels ─┐
    fields that are still read as before ──────────┼─▶ learn ─▶ read the pages again ─▶ proof ─▶ adopted, or not
    what is remembered of the others ─▶ places ────┘

Fields of which nothing known is shown are placed one after the other, the surest first; the next ones may then be
told by standing near.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from stook.errors import LearnError
from stook.learning.heal.company import Company
from stook.learning.heal.known import TELLING, Known, found, listed, mentioned, still_shown, where
from stook.learning.heal.likeness import likeness
from stook.learning.heal.proof import ENOUGH, FEWEST, Healing, Proof
from stook.learning.heal.relocate import Memory, Place, Spots, memories_of, places
from stook.learning.labels import Example, learn
from stook.learning.labels.texts import Occurrence, Texts, letters
from stook.page import Page
from stook.records import Record, Schema, Value
from stook.wrapper.health import Health
from stook.wrapper.rules.model import FieldRule, RulesWrapper

STILL_WELL = 0.8
"""A field that fits so well on every page is read as before."""
LITTLE = 0.5
"""A page that shows no more than this share of the values that others show of a field may show more elsewhere."""
COVERED = 0.5
"""A wrapper that reads less than so much of what it used to is not mended."""
NEXT_BEST = 0.5
"""A place must be so much better than the next best one that says something else."""


@dataclass(frozen=True)
class Patient:
    """The pages of a broken wrapper, and what is known of what they show."""

    wrapper: RulesWrapper
    health: Health
    texts: Sequence[Texts]
    shown: Sequence[Known | None]
    """For each page the known record that it still shows,"""
    mentions: Sequence[Sequence[Known]]
    """and those that it only mentions."""

    @property
    def pages(self) -> list[Page]:
        return [texts.page for texts in self.texts]

    @cached_property
    def spots(self) -> list[Spots]:
        return [Spots(page) for page in self.pages]

    @cached_property
    def read(self) -> list[Record | None]:
        """What the wrapper still reads from each page."""
        return [_first(self.wrapper, page) for page in self.pages]

    @cached_property
    def missed(self) -> list[str]:
        """The fields of which some page shows what is known, and the wrapper reads nothing anywhere."""
        shown = {name for texts, record in zip(self.texts, self.shown, strict=True)
                 for name in found(texts, record or {}, self.schema)}
        return [name for name in self.schema
                if name in shown and not any(record and record[name] for record in self.read)]

    @cached_property
    def rules(self) -> dict[str, list[FieldRule]]:
        return _by_name(self.wrapper)

    def company(self, memory: Memory) -> Company:
        """What the places of all pages say of a field."""
        asked = memory.name, memory.labels, memory.words
        if asked not in self._companies:
            common = replace(memory, known="")
            self._companies[asked] = Company([(spots.page, places(spots, common)) for spots in self.spots])
        return self._companies[asked]

    @cached_property
    def _companies(self) -> dict[tuple[str, frozenset[str], frozenset[str]], Company]:
        return {}

    @cached_property
    def schema(self) -> Schema:
        """What the wrapper was to read; without a declaration, what it reads."""
        if self.wrapper.schema:
            return Schema(self.wrapper.schema)
        return Schema({name: f"{rules[0].type}{'*' if rules[0].cardinality == '*' else '?'}"
                       for name, rules in self.rules.items()})


@dataclass(frozen=True)
class _Labels:
    """What is labelled on each page, and the places that were found by memory."""

    known: list[dict[str, Any]]
    placed: list[dict[str, Place]]
    kept: frozenset[str] = field(default_factory=frozenset)

    def examples(self, pages: Sequence[Page]) -> list[Example]:
        return [Example(page, {name: list(place.nodes) for name, place in placed.items()} | known)
                for page, known, placed in zip(pages, self.known, self.placed, strict=True)]


def patient_of(wrapper: RulesWrapper, pages: Sequence[Page], known: Sequence[Known], health: Health) -> Patient:
    texts = [Texts(page) for page in pages]
    shown = still_shown(texts, known)
    mentions = [mentioned(one, own, known) for one, own in zip(texts, shown, strict=True)]
    return Patient(wrapper, health, texts, shown, mentions)


def heal_record(patient: Patient) -> Healing:
    """A wrapper that reads the record of each page as the old one did before the redesign, if there is proof."""
    labels = _labels(patient)
    mended = _learnt(patient, labels)
    if mended is None:
        return Healing(None, ("nothing of what is known or remembered was found on the pages",))
    first = _judged(patient, mended, labels)
    fuller = _fuller(patient, mended, labels)
    again = _learnt(patient, fuller) if fuller else None
    second = _judged(patient, again, fuller) if again and fuller else first
    return max(first, second, key=lambda healing: healing.covered)


def _by_name(wrapper: RulesWrapper) -> dict[str, list[FieldRule]]:
    rules: dict[str, list[FieldRule]] = {}
    for rule in wrapper.fields:
        rules.setdefault(rule.name, []).append(rule)
    return rules


def _first(wrapper: RulesWrapper, page: Page) -> Record | None:
    return next(iter(wrapper.apply(page).records), None)


# labels -----------------------------------------------------------------------------------------------

def _labels(patient: Patient) -> _Labels:
    """What is known of each page; of the fields of which nothing known is shown, those that are read as before; of the
    others, where they are by memory."""
    known = [found(texts, shown or {}, patient.schema)
             for texts, shown in zip(patient.texts, patient.shown, strict=True)]
    kept = frozenset(name for name in patient.rules if _reads_well(patient, name))
    lost = [memory for name, memory in memories_of(patient.rules).items()
            if name not in kept and not any(name in said for said in known)]
    return _Labels(known, [_placed(patient, number, lost, known[number]) for number in range(len(known))], kept)


def _fuller(patient: Patient, mended: RulesWrapper, labels: _Labels) -> _Labels | None:
    """More labels, by what the mended wrapper has taught: for fields of which it finds nothing or little on some page,
    and for those that it reads otherwise than is known. None where nothing is lacking."""
    after = [_first(mended, page) for page in patient.pages]
    new = _by_name(mended)
    wrong = {name for name in new if _reproduced(name, patient, after) is False}
    known = [{name: said for name, said in one.items() if name not in wrong} for one in labels.known]
    memories = memories_of({name: [*patient.rules.get(name, ()), *rules] for name, rules in new.items()})
    placed: list[dict[str, Place]] = []
    for number, record in enumerate(after):
        lost = [replace(memories[name], known=_known_letters(patient, name, number)) for name, rules in new.items()
                if name not in labels.kept and name not in labels.placed[number]
                and (name in wrong or (name not in known[number] and _is_lacking(record, name, rules)))]
        found = _placed(patient, number, lost, known[number]) if lost else {}
        placed.append(labels.placed[number] | {name: place for name, place in found.items()
                                               if name in wrong or _shows_more(place, record, name)})
    return _Labels(known, placed, labels.kept) if placed != labels.placed else None


def _known_letters(patient: Patient, name: str, number: int) -> str:
    return "".join(map(letters, listed((patient.shown[number] or {}).get(name))))


def _is_lacking(record: Record | None, name: str, rules: Sequence[FieldRule]) -> bool:
    """Whether a page shows nothing of a field, or much less than others."""
    return record is None or len(record[name]) <= LITTLE * rules[0].many


def _shows_more(place: Place, record: Record | None, name: str) -> bool:
    return record is None or len(place.nodes) > len(record[name])


def _reads_well(patient: Patient, name: str) -> bool:
    """Whether the old rules of a field still do, on every page, and give what is known."""
    if patient.health.state != "sound" or _reproduced(name, patient, patient.read) is False:
        return False
    return all(fit.fields[name].score >= STILL_WELL for fit in patient.health.fits if name in fit.fields)


def _placed(patient: Patient, number: int, lost: Sequence[Memory], known: Mapping[str, Sequence[str]]
            ) -> dict[str, Place]:
    """Where the lost fields of a page may stand, the surest first."""
    texts, left = patient.texts[number], {memory.name: memory for memory in lost}
    others = [one.node for name, said in known.items() for text in said
              for one in where(texts, text, name, patient.schema)[:1]]
    chosen: dict[str, Place] = {}
    while left:
        best = {name: place for name, memory in left.items()
                if (place := _best(_ranked(patient, number, memory, others)))}
        if not best:
            break
        name = max(best, key=lambda name: best[name].worth)
        chosen[name] = best[name]
        others += best[name].nodes
        del left[name]
    return chosen


def _ranked(patient: Patient, number: int, memory: Memory, others: Sequence[int]) -> list[Place]:
    """Where a field may stand on a page, the best first; what stands in the same place on other pages speaks too. What
    is known of a record that the page only mentions is not its own."""
    theirs = {letters(text) for record in patient.mentions[number] for text in listed(record.get(memory.name))}
    found = [place for place in places(patient.spots[number], memory, others, _led(patient, number, memory.name))
             if not theirs.issuperset(map(letters, place.texts))]
    return patient.company(memory).joined(number, found) if len(patient.texts) > 1 else found


def _led(patient: Patient, number: int, name: str) -> dict[int, float]:
    """The nodes at which the old wrapper reads a field, and how sure it is of each."""
    record = patient.read[number]
    return {value.node: value.confidence for value in record[name] if value.node is not None} if record else {}


def _best(ranked: Sequence[Place]) -> Place | None:
    """The best place, if enough speaks for it, and more than for any that says something else. Of two rows of which
    one holds the other the longer one is meant, unless much less speaks for it."""
    if not ranked or ranked[0].worth < ENOUGH:
        return None
    best = ranked[0]
    near = [place for place in ranked if best.worth - place.worth < NEXT_BEST]
    best = max(near, key=lambda place: (set(best.texts) <= set(place.texts), len(place.nodes), place.worth))
    said = set(map(letters, best.texts))
    return best if all(not said.isdisjoint(letters(text) for text in place.texts) for place in near) else None


def _learnt(patient: Patient, labels: _Labels) -> RulesWrapper | None:
    """A wrapper learnt from the labels, with the old rules for the fields that are read as before."""
    try:
        mended = learn(labels.examples(patient.pages), schema=patient.schema)
    except LearnError:
        return None
    rules = {**_by_name(mended), **{name: patient.rules[name] for name in labels.kept}}
    fields = tuple(rule for name in patient.schema for rule in rules.get(name, ()))
    return replace(mended, fields=fields, provenance={**patient.wrapper.provenance, **mended.provenance},
                   schema=patient.wrapper.schema)


# proof ------------------------------------------------------------------------------------------------

def _judged(patient: Patient, mended: RulesWrapper, labels: _Labels) -> Healing:
    after = [_first(mended, page) for page in patient.pages]
    proof = tuple(_proof(patient, name, after, labels) for name in dict.fromkeys([*patient.rules, *_by_name(mended)]))
    agree = [one.field for one in proof if one.agrees]
    wrong = [one.field for one in proof if one.known is False]
    share = _covered(patient, after, agree)
    if wrong and len(wrong) >= len(agree):
        said = f"what is known of {', '.join(wrong)} does not come out"
    elif len(agree) < min(FEWEST, len(proof)):
        said = f"only {len(agree)} of {len(proof)} fields agree with what is known or remembered"
    elif share < COVERED:
        said = f"the {len(agree)} fields that agree ({', '.join(agree)}) are {share:.0%} of what it used to read"
    else:
        mended = replace(mended, fields=tuple(rule for rule in mended.fields if rule.name in agree))
        return Healing(mended, (f"{len(agree)} of {len(proof)} fields agree: {', '.join(agree)}",), proof, share)
    return Healing(None, (said,), proof, 0.0)


def _proof(patient: Patient, name: str, after: Sequence[Record | None], labels: _Labels) -> Proof:
    old, new = (_texts(name, read) for read in (patient.read, after))
    known = _reproduced(name, patient, after)
    rules = patient.rules.get(name)
    alike = likeness(rules[0], new) if rules else 1.0
    seen = [(placed[name], record) for placed, record in zip(labels.placed, after, strict=True) if name in placed]
    held = [place for place, record in seen if record and _gives(record, name, place)]
    well = 2 * len(held) >= len(seen) and bool(held)
    best = max(held, key=lambda place: place.worth, default=None)
    return Proof(name, old, new, known, name in labels.kept, best.worth if best and well else 0.0,
                 best.evidence if best and well else {}, round(alike, 3))


def _covered(patient: Patient, after: Sequence[Record | None], agree: Sequence[str]) -> float:
    """How much of what the fields used to fill is filled by those that agree."""
    usual = {name: rules[0].filled for name, rules in patient.rules.items()}
    shown = {name: sum(record is not None and name in record.values for record in after) / len(after)
             for name in agree if name in usual}
    return sum(min(usual[name], share) for name, share in shown.items()) / (sum(usual.values()) or 1.0)


def _texts(name: str, read: Sequence[Record | None]) -> tuple[str, ...]:
    return tuple(value.text for record in read if record for value in record[name])


def _gives(record: Record, name: str, place: Place) -> bool:
    """Whether a record gives what stands at a place."""
    said = {letters(value.text) for value in record[name]}
    return 2 * sum(letters(text) in said for text in place.texts) >= len(place.texts)


def _reproduced(name: str, patient: Patient, read: Sequence[Record | None]) -> bool | None:
    """Whether the known values of a field come out, where a page shows them."""
    right = []
    for texts, known, record in zip(patient.texts, patient.shown, read, strict=True):
        wanted = listed((known or {}).get(name))
        there = [where(texts, text, name, patient.schema) for text in wanted]
        if wanted and 2 * sum(map(bool, there)) >= len(wanted):
            right.append(record is not None and _comes_out(wanted, there, record[name]))
    return 2 * sum(right) >= len(right) if right else None


def _comes_out(wanted: Sequence[str], there: Sequence[Sequence[Occurrence]], read: Sequence[Value]) -> bool:
    """Whether values give what is known: at least half of it, and at most as much that is not known. Long texts may
    be divided otherwise than they were."""
    nodes = {value.node for value in read}
    said = [letters(value.text) for value in read]
    shown = {letters(value.written or value.text) for value in read}.union(said)
    all_known, all_said = "".join(map(letters, wanted)), "".join(said)
    given = [_among(letters(text), shown, all_said) or any(one.node in nodes for one in places)
             for text, places in zip(wanted, there, strict=True)]
    meant = {one.node for places in there for one in places}
    known = {letters(text) for text in wanted}
    strange = sum(len(text) for text, value in zip(said, read, strict=True) if value.node not in meant and not _among(
        text, known, all_known) and not any(_among(one, {text}, text) for one in known))
    return 2 * sum(given) >= len(given) and 2 * strange <= len(all_said)


def _among(text: str, whole: Collection[str], joined: str) -> bool:
    """Whether a text is one of some, or a part of all of them together."""
    return text in whole or (len(text) >= TELLING and text in joined)
