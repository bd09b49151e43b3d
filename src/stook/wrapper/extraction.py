"""A wrapper applied to a page: the records, and how well the wrapper suits the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from stook.records import Entry, Record


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a wrapper suits one page. `filled` is the share of records that show each field."""

    score: float
    problems: tuple[str, ...] = ()
    filled: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Extraction:
    records: tuple[Record, ...]
    fit: Fit

    @property
    def entries(self) -> list[Entry]:
        """The records seen as the items of a feed."""
        return [Entry.of(record) for record in self.records]


def fit_of(records: tuple[Record, ...], expected: Mapping[str, float]) -> Fit:
    """Compare how often each field is filled with how often it was when the wrapper was learnt."""
    if not records:
        return Fit(0.0, ("no records",), dict.fromkeys(expected, 0.0))
    filled = {name: sum(name in record.values for record in records) / len(records) for name in expected}
    problems = [f"{name}: filled in {filled[name]:.0%} of the records, {usual:.0%} when learnt"
                for name, usual in expected.items() if filled[name] < usual / 2]
    kept = [min(1.0, filled[name] / usual) for name, usual in expected.items() if usual]
    return Fit(sum(kept) / len(kept) if kept else 1.0, tuple(problems), filled)
