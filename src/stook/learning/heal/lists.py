"""Mend a wrapper that reads the records of a list: the whole set of them, not one.

    the old wrapper, where its rows are still found ──┐
    known records that are still shown ─▶ labels ─▶ learn ─▶ sets of records ─▶ columns ─▶ fields ─▶ proof ─▶ the best
    the lists of the page (listing) ──────────────────┤
    what looks like the values of old ────────────────┘

Each set of records that the page may have is given the fields of old, each by the column that most speaks for. What is
known of records that are still shown must come out; where all of them have rolled off, what is remembered of the
fields tells which list is meant and which column is which field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from stook.errors import LearnError
from stook.learning.heal.columns import UNCUT, Column, Columns, RecordSet, parts_of
from stook.learning.heal.known import Known, listed
from stook.learning.heal.likely import by_looks
from stook.learning.heal.likeness import likeness
from stook.learning.heal.proof import ENOUGH, FEWEST, Healing, Proof
from stook.learning.heal.relocate import Memory, Place, memories_of, places
from stook.learning.heal.shown import Met, Name, met, names_of, shows
from stook.learning.history import with_history
from stook.learning.labels import Example, learn
from stook.learning.labels.texts import Texts, letters
from stook.learning.listing import Listing, listing
from stook.page import Page
from stook.records import Record, Schema
from stook.wrapper.health import Health
from stook.wrapper.rules.model import FieldRule, RulesWrapper

STILL_WELL = 0.8
"""A field that fits so well on every page is read as before."""
COVERED = 0.6
"""A wrapper that reads less than so much of what it used to is not mended."""
COMES_OUT = 0.6
"""So many of the known records that are still shown must be read."""
LOOKED_AT = 3
"""So many pages are looked at for lists,"""
MOST_LISTS = 8
"""and so many lists of each."""
MOST_LABELLED = 10
"""So many known records of a page are labels; the others tell whether these were enough."""
AS_BEFORE, LABELLED, SAME_ROLE = 7.0, 6.0, 2.0
"""What speaks for a column that the old rules still lead to, that the labels led to, or that `listing` gives the same
name."""
NEXT_BEST = 2.0
"""Where nothing known is shown, a list must be so much better than the next one of other records."""
MEMBERS = 0.5
"""Two sets that share so many of their records are one."""


Mark = tuple[tuple[int, ...], tuple[str, ...]]
"""The nodes and texts of a column, by which it is known."""


@dataclass(frozen=True)
class Patient:
    """The pages of a broken wrapper of a list, and what is known of the records that they show."""

    wrapper: RulesWrapper
    health: Health
    texts: Sequence[Texts]
    known: Sequence[Known]

    @property
    def pages(self) -> list[Page]:
        return [texts.page for texts in self.texts]

    @cached_property
    def rules(self) -> dict[str, list[FieldRule]]:
        rules: dict[str, list[FieldRule]] = {}
        for rule in self.wrapper.fields:
            rules.setdefault(rule.name, []).append(rule)
        return rules

    @cached_property
    def memories(self) -> dict[str, Memory]:
        """What is remembered of each field, of which a page has as many values as records."""
        heard = {name: "\n".join({letters(text): text for record in self.known for text in listed(record.get(name))})
                 for name in self.rules}
        return {name: replace(memory, repeats=True, many=self.wrapper.count, known=heard[name])
                for name, memory in memories_of(self.rules).items()}

    @cached_property
    def named(self) -> list[tuple[Known, tuple[Name, ...]]]:
        return list(zip(self.known, names_of(self.known), strict=True))

    @cached_property
    def shown(self) -> list[list[tuple[Known, tuple[Name, ...]]]]:
        """For each page the known records that it still shows."""
        return [[one for one in self.named if any(shows(texts, name) for name in one[1])] for texts in self.texts]

    @cached_property
    def read(self) -> list[Sequence[Record]]:
        """What the wrapper still reads from each page."""
        return [self.wrapper.apply(page).records for page in self.pages]


@dataclass(frozen=True)
class _Tried:
    """A wrapper for one set of records, what speaks for its fields, and the verdict."""

    records: RecordSet
    wrapper: RulesWrapper
    told: Mapping[str, Place]
    kept: frozenset[str] = frozenset()

    @property
    def worth(self) -> float:
        return sum(place.worth for place in self.told.values())


# sets of records --------------------------------------------------------------------------------------

Proposed = tuple[RecordSet, Mapping[str, float]]
"""A set of records, and how far the fields of its wrapper are those of old."""


def _proposed(patient: Patient, page: Page, number: int, lists: Listing) -> Iterator[Proposed]:
    """The sets of records that a page may have."""
    kept = _read_well(patient) if patient.read[number] else frozenset()
    if kept:
        rules = tuple(rule for rule in patient.wrapper.fields if rule.name in kept)
        yield _set(patient, page, replace(patient.wrapper, fields=rules)), dict.fromkeys(kept, AS_BEFORE)
    if labelled := _labelled(patient, page, number):
        yield _set(patient, page, labelled), {rule.name: LABELLED for rule in labelled.fields}
    yield from _found(patient, page, lists)


def _found(patient: Patient, page: Page, lists: Listing) -> Iterator[Proposed]:
    """Those that the lists of a page are, and those that look like the values of old. Of things that are laid out in
    bands no rows are known here."""
    for candidate in lists.candidates[:MOST_LISTS]:
        if candidate.stack is None:
            yield _set(patient, page, candidate.wrapper), {rule.name: SAME_ROLE for rule in candidate.wrapper.fields}
    for found in by_looks(page, {name: (patient.memories[name], rules[0]) for name, rules in patient.rules.items()}):
        yield _set(patient, page, found), {}


def _set(patient: Patient, page: Page, wrapper: RulesWrapper) -> RecordSet:
    return RecordSet(page, wrapper, list(patient.memories.values()),
                     {name: parts_of(rules) for name, rules in patient.rules.items()})


def _read_well(patient: Patient) -> frozenset[str]:
    """The fields that the old rules still read as before."""
    return frozenset(name for name in patient.rules if name not in patient.health.fields and all(
        fit.fields[name].score >= STILL_WELL for fit in patient.health.fits if name in fit.fields))


def _labelled(patient: Patient, page: Page, number: int) -> RulesWrapper | None:
    """What can be learnt from the known records that a page still shows."""
    schema = Schema(patient.wrapper.schema) if patient.wrapper.schema else None
    wanted = list(schema) if schema else list(patient.rules)
    shown = patient.shown[number]
    records = [{name: said for name in wanted if (said := listed(known.get(name)))}
               for known, _ in shown[::-(-len(shown) // MOST_LABELLED) or 1]]
    try:
        return learn([Example(page, records)], schema=schema) if records else None
    except LearnError:
        return None


# fields of a set --------------------------------------------------------------------------------------

def _tried(patient: Patient, page: Page, number: int) -> Iterator[_Tried]:
    """What may read a page; where things are laid out in bands, also what may read it with their parts together."""
    lists = listing(page)
    yield from _tried_on(patient, page, _proposed(patient, page, number, lists))
    stack = next((one.stack for one in lists.candidates if one.stack), None)
    if stack:
        for tried in _tried_on(patient, stack.page, _found(patient, stack.page, listing(stack.page))):
            yield replace(tried, wrapper=replace(tried.wrapper, bands=stack.how))


def _tried_on(patient: Patient, page: Page, proposed: Iterable[Proposed]) -> Iterator[_Tried]:
    sets = [(one, roles) for one, roles in proposed if one.records]
    columns = Columns(page, [one for one, _ in sets])
    ranked = {name: {(place.nodes, place.texts): place for place in places(columns, memory)}
              for name, memory in patient.memories.items()}
    for one, roles in sets:
        told, rules = _filled(patient, one, roles, ranked)
        if rules:
            kept = frozenset(name for name, role in roles.items() if role == AS_BEFORE)
            yield _Tried(one, _wrapper(patient, one, rules), told, kept)


def _filled(patient: Patient, one: RecordSet, roles: Mapping[str, float],
            ranked: Mapping[str, Mapping[Mark, Place]]) -> tuple[dict[str, Place], dict[str, FieldRule]]:
    """The fields of old by the columns that most speak for, the surest first; a column is one field."""
    pairs = sorted(((_worth(column, name, roles, ranked[name]), name, number)
                    for number, column in enumerate(one.columns) for name in patient.rules),
                   key=lambda pair: (-pair[0].worth, pair[2]))
    told: dict[str, Place] = {}
    rules: dict[str, FieldRule] = {}
    taken: set[Mark] = set()
    for place, name, number in pairs:
        column = one.columns[number]
        mark = column.spot.nodes, column.spot.texts
        if place.worth >= ENOUGH and name not in told and mark not in taken:
            taken.add(mark)
            told[name], rules[name] = place, one.rule_of(column, patient.rules[name][0])
    return told, rules


def _worth(column: Column, name: str, roles: Mapping[str, float], ranked: Mapping[Mark, Place]) -> Place:
    """What speaks for a column to be a field."""
    spot = column.spot
    place = ranked.get((spot.nodes, spot.texts), Place(spot.nodes, spot.texts, 0.0))
    if column.rule is None or column.rule.name != name:
        return place
    return replace(place, worth=max(0.0, place.worth) + roles.get(name, 0.0))


def _wrapper(patient: Patient, one: RecordSet, rules: Mapping[str, FieldRule]) -> RulesWrapper:
    """The wrapper that reads these fields of a set."""
    fields = [rules[name] for name in patient.rules if name in rules]
    if one.wrapper.cut.kind not in UNCUT and all(rule.cardinality != "1" for rule in fields):
        full = next((rule for rule in fields if rule.filled == 1.0 and rule.cardinality == "?"), None)
        fields = [replace(rule, cardinality="1") if rule is full else rule for rule in fields]
    provenance = {**patient.wrapper.provenance, **one.wrapper.provenance}
    return replace(one.wrapper, fields=tuple(fields), provenance=provenance, schema=patient.wrapper.schema)


# proof ------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class _Read:
    """What a tried wrapper reads, and which known records are among it."""

    tried: _Tried
    records: Sequence[Sequence[Record]]
    met: Sequence[Met]


@dataclass(frozen=True)
class _Verdict:
    tried: _Tried
    read: Sequence[Sequence[Record]]
    met: Sequence[Met]
    healing: Healing

    @property
    def rank(self) -> tuple[int, float, int, float]:
        """How good it is: by the known records that come out, by how much its fields fill, by how many are kept, and by
        what speaks for them."""
        return len(self.met), round(self.healing.covered, 1), len(self.tried.kept), self.tried.worth


def _read(patient: Patient, tried: _Tried) -> _Read:
    read = [tried.wrapper.apply(page).records for page in patient.pages]
    return _Read(tried, read, [one for page, known, records in zip(patient.pages, patient.shown, read, strict=True)
                               for one in met(page, known, records) if one.is_full(patient.wrapper.fields)])


def _judged(patient: Patient, read: _Read, shown: int) -> _Verdict:
    """What becomes of a wrapper, where so many known records are still shown."""
    proof = tuple(_proof(patient, name, read.tried, read.records, read.met) for name in patient.rules)
    healing = _healing(patient, read.tried, read.records, len(read.met), shown, proof)
    return _Verdict(read.tried, read.records, read.met, healing)


def _proof(patient: Patient, name: str, tried: _Tried, read: Sequence[Sequence[Record]], found: Sequence[Met]) -> Proof:
    old, new = (tuple(value.text for records in some for record in records for value in record[name])
                for some in (patient.read, read))
    rule = next((rule for rule in tried.wrapper.fields if rule.name == name), None)
    told = [said for one in found if rule and (said := one.tells(rule)) is not None]
    place = tried.told.get(name)
    return Proof(name, old, new, 2 * sum(told) >= len(told) if told else None, name in tried.kept,
                 round(place.worth, 2) if place else 0.0, place.evidence if place else {},
                 round(likeness(patient.rules[name][0], new), 3))


def _healing(patient: Patient, tried: _Tried, read: Sequence[Sequence[Record]], found: int, shown: int,
             proof: tuple[Proof, ...]) -> Healing:
    agree = [one.field for one in proof if one.agrees]
    wrong = [one.field for one in proof if one.known is False]
    share = _covered(patient, read, agree)
    if found < COMES_OUT * shown:
        said = f"{found} of {shown} known records that are still shown come out"
    elif wrong and len(wrong) >= len(agree):
        said = f"what is known of {', '.join(wrong)} does not come out"
    elif len(agree) < min(FEWEST, len(proof)) or (len(proof) == 1 and not found):
        said = f"only {len(agree)} of {len(proof)} fields agree with what is known or remembered"
    elif share < COVERED:
        said = f"the fields that agree ({', '.join(agree)}) are {share:.0%} of what it used to read"
    else:
        fields = tuple(rule for rule in tried.wrapper.fields if rule.name in agree)
        mended = with_history(replace(tried.wrapper, fields=fields), patient.pages)
        reasons = [f"{len(agree)} of {len(proof)} fields agree: {', '.join(agree)}"]
        reasons += [f"{found} of {shown} known records that are still shown come out"] if shown else []
        return Healing(mended, tuple(reasons), proof, share)
    return Healing(None, (said,), proof, 0.0)


def _covered(patient: Patient, read: Sequence[Sequence[Record]], agree: Sequence[str]) -> float:
    """How much of what the fields used to fill is filled by those that agree."""
    records = [record for some in read for record in some]
    usual = {name: rules[0].filled for name, rules in patient.rules.items()}
    shown = {name: sum(name in record.values for record in records) / max(1, len(records)) for name in agree}
    return sum(min(usual[name], share) for name, share in shown.items()) / (sum(usual.values()) or 1.0)


# the best ---------------------------------------------------------------------------------------------

def heal_list(patient: Patient) -> Healing:
    """A wrapper that reads the records of each page as the old one did before the redesign, if there is proof."""
    read = [_read(patient, tried) for number, page in enumerate(patient.pages[:LOOKED_AT])
            for tried in _tried(patient, page, number)]
    if not read:
        return Healing(None, ("the pages show no list",))
    shown = len({(id(one.page), id(one.known)) for said in read for one in said.met})
    verdicts = [_judged(patient, one, shown) for one in read]
    proven = sorted((one for one in verdicts if one.healing.wrapper), key=lambda one: one.rank, reverse=True)
    if not proven:
        return max(verdicts, key=lambda one: one.rank).healing
    best = proven[0]
    rival = next((one for one in proven[1:] if not best.met and one.rank[:2] == best.rank[:2]
                  and best.tried.worth - one.tried.worth < NEXT_BEST and _are_others(best, one)), None)
    if rival:
        said = "two lists of the page look like the one that was read, and nothing known is shown"
        return Healing(None, (said,), best.healing.proof)
    return best.healing


def _are_others(one: _Verdict, other: _Verdict) -> bool:
    """Whether two wrappers read other records, and not the same ones in another way."""
    mine, theirs = ({letters(value.text) for records in said.read for record in records for name in record
                     for value in record[name]} for said in (one, other))
    return len(mine & theirs) < MEMBERS * min(len(mine), len(theirs))
