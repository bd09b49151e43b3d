"""A wrapper applied to a page: the records, and how well the wrapper suits the page.

The fit compares, field by field, what the page gave with what pages gave when the wrapper was learnt:

    filled   the share of the records that show the field
    sure     how far the ways to find it agree
    like     how far its values look like those of then

A full count of records with one column gone empty, or wrong, is seen by that field alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from stook.records import Entry, Record
from stook.records.late import Late
from stook.wrapper.profile import Profile, profile_of

FULL = 0.5
"""A field that is filled in less than this share of what was usual is told as a problem,"""
ALWAYS, BY_CHANCE = 0.8, 3.0
"""if nearly all records had it, or if so many standard deviations say that it is no chance; so with the others."""
AGREED, ALIKE = 0.6, 0.6
WELL_KNOWN = 8
"""From so many values on one knows what a field looks like; fewer say less."""
SAMPLE = 40
"""So many values of a field tell what they look like."""
ENOUGH = 5
"""So many records, or values, tell more together than one by one."""
OF_A_KIND, SHAKEN = 0.5, 3.5
"""Many values of one field overlap at least so far with those of then; few are shaken by chance. Of groups of 5 to 40
values of the same field less than 1 % are told to be of another kind, of those of another field 90 % are (columns of
SWDE and of the lists of `bench/run feeds`)."""
ONE_AND_THE_SAME, VARIED = 0.9, 0.3
"""Values that now are nearly all the same, and of which the most frequent was no more frequent than this, are wrong."""

NO_RECORDS = ("no records",)
"""The one problem of a page that shows none."""


@dataclass(frozen=True, slots=True)
class Usual:
    """What pages gave of a field when the wrapper was learnt."""

    filled: float = 1.0
    sure: float = 1.0
    like: float = 1.0
    profile: Profile = field(default_factory=Profile)
    seen: int = 0
    """How many records it was learnt from,"""
    same: float = 1.0
    """and the share of the most frequent of its values."""


@dataclass(frozen=True, slots=True)
class FieldFit:
    """What one page gives of a field, as shares of what was usual, from 0 to 1."""

    filled: float
    sure: float
    like: float

    @property
    def score(self) -> float:
        return self.filled * self.sure * self.like


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a wrapper suits one page. `filled` is the share of records that show each field."""

    score: float
    problems: tuple[str, ...] = ()
    filled: Mapping[str, float] = field(default_factory=dict)
    fields: Mapping[str, FieldFit] = field(default_factory=dict)
    template: float = 1.0
    """The share of the names that the template had that are still there."""


@dataclass(frozen=True)
class Extraction:
    records: tuple[Record, ...]
    fit: Late[Fit] = Late()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"fit": self.fit}

    @property
    def entries(self) -> list[Entry]:
        """The records seen as the items of a feed."""
        return [Entry.of(record) for record in self.records]


def fit_of(records: Sequence[Record], usual: Mapping[str, Usual], sure: Mapping[str, float],
           template: float = 1.0) -> Fit:
    """Compare what a page gave with what was usual. `sure` tells of each field how far its ways agree."""
    filled = {name: sum(name in record.values for record in records) / max(1, len(records)) for name in usual}
    fields = {name: _field_fit(name, records, filled[name], one, sure.get(name, 1.0)) for name, one in usual.items()}
    problems = [problem for name, one in usual.items()
                for problem in _problems(name, fields[name], filled[name], one, records)] if records else NO_RECORDS
    weights = {name: usual[name].filled for name in fields}
    score = sum(fields[name].score * weight for name, weight in weights.items()) / (sum(weights.values()) or 1.0)
    return Fit(round(score, 3) if records else 0.0, tuple(problems), filled, fields, round(template, 3))


def _field_fit(name: str, records: Sequence[Record], filled: float, usual: Usual, sure: float) -> FieldFit:
    texts = list(islice((value.text for record in records for value in record[name]), SAMPLE))
    like = _share(usual.profile.mean_likeness(texts), usual.like) if texts else 1.0
    known = min(1.0, usual.profile.count / WELL_KNOWN)
    return FieldFit(_share(filled, usual.filled), _share(sure, usual.sure), 1 - known * (1 - like))


def _share(now: float, usual: float) -> float:
    return min(1.0, now / usual) if usual > 0 else 1.0


def lacking(filled: float, count: int, usual: Usual) -> bool:
    """Whether so few of so many records have a field that it is gone, and not just absent from these. A field that was
    seen in few records may be rarer than it seemed."""
    share = usual.filled * usual.seen / (usual.seen + usual.filled) if usual.seen else usual.filled
    chance = math.sqrt(count * share * (1 - share) + 0.25)
    return filled < FULL * usual.filled and count * (share - filled) > BY_CHANCE * chance


def otherwise(texts: Sequence[str], usual: Usual) -> str | None:
    """In what way values are not those of then; None where they may be, or are too few to tell."""
    few = min(len(texts), usual.seen)
    if few < ENOUGH:
        return None
    most, count = Counter(texts).most_common(1)[0]
    if usual.same <= VARIED and count >= ONE_AND_THE_SAME * len(texts):
        return f"nearly all its values are {_short(most)!r}, which used to differ"
    some = texts[::max(1, len(texts) // SAMPLE)]
    steady = 1 - SHAKEN * (1 / len(some) + 1 / usual.seen) / 2
    if usual.profile.overlap(profile_of(some)) < OF_A_KIND * steady:
        return _LOOKS.format(_short(most))
    return None


_LOOKS = "its values look otherwise than before, as {!r} does"


def _problems(name: str, fit: FieldFit, filled: float, usual: Usual, records: Sequence[Record]) -> list[str]:
    """What is wrong with a field, the first thing that explains the others."""
    if fit.filled < FULL and (usual.filled >= ALWAYS or lacking(filled, len(records), usual)):
        return [f"{name}: filled in {filled:.0%} of the records, {usual.filled:.0%} when learnt"]
    texts = [value.text for record in records for value in record[name]]
    if said := otherwise(texts, usual):
        return [f"{name}: {said}"]
    if fit.like < ALIKE:
        return [f"{name}: {_LOOKS.format(_short(texts[0] if texts else ''))}"]
    if fit.sure < AGREED:
        return [f"{name}: the ways to find it agree less than when it was learnt ({fit.sure:.0%})"]
    return []


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
