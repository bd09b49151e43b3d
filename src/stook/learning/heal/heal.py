"""Mend a wrapper after a redesign: `heal`. A new wrapper is adopted only on proof.

    known values found on the new pages ─▶ labels ─┐
    what is remembered of the other fields ────────┴─▶ learn ─▶ read the pages again ─▶ proof ─▶ adopted, or not

The *proof* says for each field what the old wrapper read, what the new one reads, and what speaks for it:

    known    it gives what is known of a record that a page still shows
    alike    its values look like those of old
    named    a label or a name of old stands there

A field agrees if it gives what is known; or, where nothing is known, if its values look alike and it is named. The
new wrapper is adopted if no known record comes out wrong, and two fields agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stook.errors import LearnError
from stook.learning.heal.relocate import memory_of, places
from stook.learning.labels import Example, learn
from stook.learning.labels.texts import Texts, letters
from stook.page import Page
from stook.records import Record, Schema
from stook.wrapper.extraction import Fit
from stook.wrapper.health import check
from stook.wrapper.rules.model import FieldRule, RulesWrapper

Known = Mapping[str, Any]

SHOWN = 0.5
"""A field is still shown if so many of its known values are found; a record, if so many of its fields are."""
FEWEST = 2
"""So many fields of a known record must be found for it to be that record; so many must agree for a proof."""
ALIKE = 0.6
WELL = 0.9
"""A wrapper that fits so well needs no mending."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What speaks for the new reading of one field."""

    field: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    known: bool | None
    """Whether it gives what is known; None where no page shows a known value."""
    alike: float
    named: bool

    @property
    def agrees(self) -> bool:
        if self.known is not None:
            return self.known
        return bool(self.after) and self.alike >= ALIKE and self.named

    @property
    def evidence(self) -> str:
        said = {True: "gives what is known", False: "gives something else than what is known", None: ""}[self.known]
        looks = f"looks {self.alike:.0%} like before" if self.after else "finds nothing"
        return ", ".join(filter(None, (said, looks, "stands by its old name" if self.named else "")))


@dataclass(frozen=True, slots=True)
class Healing:
    """The new wrapper, or None; why; and the proof."""

    wrapper: RulesWrapper | None
    reasons: tuple[str, ...]
    proof: tuple[Proof, ...] = ()


@dataclass(frozen=True, slots=True)
class _Patient:
    """The pages of a broken wrapper, and what is known of what they show."""

    wrapper: RulesWrapper
    texts: Sequence[Texts]
    shown: Sequence[Known | None]
    """For each page the known record that it still shows."""
    fits: Sequence[Fit]

    @property
    def pages(self) -> list[Page]:
        return [texts.page for texts in self.texts]

    @property
    def rules(self) -> dict[str, list[FieldRule]]:
        found: dict[str, list[FieldRule]] = {}
        for rule in self.wrapper.fields:
            found.setdefault(rule.name, []).append(rule)
        return found

    @property
    def schema(self) -> Schema:
        """What the wrapper was to read; without a declaration, what it reads."""
        if self.wrapper.schema:
            return Schema(self.wrapper.schema)
        return Schema({name: f"{rules[0].type}{'*' if rules[0].cardinality == '*' else '?'}"
                       for name, rules in self.rules.items()})


def heal(wrapper: RulesWrapper, pages: Sequence[Page], known: Sequence[Known] = ()) -> Healing:
    """A wrapper that reads the pages as the old one read those before the redesign, if there is proof."""
    health = check(wrapper, pages)
    if health.state not in ("sound", "drifted"):
        return Healing(None, health.reasons)
    if health.state == "sound" and all(fit.score >= WELL for fit in health.fits):
        return Healing(None, ("it needs no mending: it reads the pages as when it was learnt",))
    texts = [Texts(page) for page in pages]
    patient = _Patient(wrapper, texts, [_still_shown(one, known) for one in texts], health.fits)
    examples, named = _examples(patient)
    try:
        mended = learn(examples, schema=patient.schema)
    except LearnError:
        return Healing(None, ("nothing of what is known or remembered was found on the pages",))
    mended = replace(mended, provenance={**wrapper.provenance, **mended.provenance}, schema=wrapper.schema)
    return _judged(patient, mended, named)


# what the pages show ----------------------------------------------------------------------------------

def _still_shown(texts: Texts, known: Sequence[Known]) -> Known | None:
    """The known record of which a page shows most, if it shows enough."""
    def shown(record: Known) -> int:
        return sum(_shows(texts, _listed(said)) for said in record.values())

    best = max(known, key=shown, default=None)
    return best if best is not None and shown(best) >= FEWEST else None


def _listed(said: Any) -> list[str]:
    return [said] if isinstance(said, str) else [str(text) for text in said or ()]


def _shows(texts: Texts, said: Sequence[str]) -> bool:
    wanted = [text for text in said if letters(text)]
    return bool(wanted) and sum(texts.shows(text) for text in wanted) >= SHOWN * len(wanted)


def _examples(patient: _Patient) -> tuple[list[Example], set[str]]:
    """Each page labelled with what is known of it; fields of which nothing known is found anywhere, by memory.
    And the names of the fields for which a label or a name of old spoke."""
    labels = [_found(texts, known or {}, patient.schema) for texts, known in zip(
        patient.texts, patient.shown, strict=True)]
    named: set[str] = set()
    for name, rules in patient.rules.items():
        if any(name in said for said in labels):
            continue
        memory = memory_of(name, rules)
        for said, page in zip(labels, patient.pages, strict=True):
            best = next(iter(places(page, memory)), None)
            if best:
                said[name] = list(best.texts)
                named |= {name} if best.named else set()
    return [Example(page, said) for page, said in zip(patient.pages, labels, strict=True)], named


def _found(texts: Texts, known: Known, schema: Schema) -> dict[str, list[str]]:
    """The known fields that are on a page, in whatever words."""
    found = {}
    for name, said in known.items():
        wanted = _listed(said)
        kind = schema[name].type if name in schema else "text"
        if wanted and 2 * sum(bool(texts.find(text, kind, name)) for text in wanted) >= len(wanted):
            found[name] = wanted
    return found


# proof ------------------------------------------------------------------------------------------------

def _judged(patient: _Patient, mended: RulesWrapper, named: set[str]) -> Healing:
    before = [_first(patient.wrapper, page) for page in patient.pages]
    after = [_first(mended, page) for page in patient.pages]
    proof = tuple(_proofs(patient, before, after, named))
    agree = [one.field for one in proof if one.agrees]
    wrong = [one.field for one in proof if one.known is False]
    if wrong and len(wrong) >= len(agree):
        return Healing(None, (f"what is known of {', '.join(wrong)} does not come out",), proof)
    if len(agree) < min(FEWEST, len(proof)):
        said = f"only {len(agree)} of {len(proof)} fields agree with what is known or remembered"
        return Healing(None, (said,), proof)
    return Healing(mended, (f"{len(agree)} of {len(proof)} fields agree: {', '.join(agree)}",), proof)


def _first(wrapper: RulesWrapper, page: Page) -> Record | None:
    return next(iter(wrapper.apply(page).records), None)


def _proofs(patient: _Patient, before: Sequence[Record | None], after: Sequence[Record | None],
            named: set[str]) -> Iterator[Proof]:
    for name, rules in patient.rules.items():
        old, new = (tuple(value.text for record in read if record for value in record[name])
                    for read in (before, after))
        yield Proof(name, old, new, _reproduced(name, patient.shown, after), rules[0].profile.mean_likeness(new),
                    name in named)


def _reproduced(name: str, shown: Sequence[Known | None], after: Sequence[Record | None]) -> bool | None:
    """Whether the known values of a field come out, where a page shows them."""
    right = []
    for known, record in zip(shown, after, strict=True):
        if known and name in known:
            wanted = {letters(text) for text in known[name]}
            said = {letters(value.written or value.text) for value in record[name]} | {
                letters(value.text) for value in record[name]} if record else set()
            right.append(2 * len(wanted & said) >= len(wanted))
    return 2 * sum(right) >= len(right) if right else None
