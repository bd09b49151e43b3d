"""The outcome of healing: a wrapper, or none; the reasons; and the proof, field by field.

The *proof* of a field says what the old wrapper read on the new pages, what the new one reads, and what speaks for it:

    known    it gives what is known of the records that are still shown
    kept     the old way still leads there, and its values are as they were
    worth    nothing known is shown, and so much more speaks for the place than would for the best one by chance

A field without any of these is not in the new wrapper: it stays empty rather than wrong.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from stook.wrapper.rules.model import RulesWrapper

FEWEST = 2
"""So many fields must agree for a proof."""
ENOUGH = 2.0
"""What speaks for a place, beyond what would by chance."""
ALIKE = 0.4
"""Values that look less like those of old are others."""
SHOWN = 3
"""So many values are shown of each field."""

_WORDS: Mapping[str, str] = {
    "label": "the same label", "words": "the same words around it", "tag": "the same element",
    "looks": "it looks alike", "ends": "it begins and ends alike", "title": "the page's title says it",
    "reads": "it reads as its type", "near": "it is near the others", "row": "a row of its like",
    "way": "the old way leads there", "known": "it shows what is known",
    "company": "other pages have its like there"}


@dataclass(frozen=True, slots=True)
class Proof:
    """What speaks for the new reading of one field."""

    field: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    known: bool | None = None
    """Whether it gives what is known; None where no page shows a known value."""
    kept: bool = False
    worth: float = 0.0
    told: Mapping[str, float] = dataclasses.field(default_factory=dict)
    """What speaks for the place, and how loudly."""
    alike: float = 1.0
    """How far the values look like those of old."""

    @property
    def agrees(self) -> bool:
        if self.known is not None:
            return self.known
        return bool(self.after) and self.alike >= ALIKE and (self.kept or self.worth >= ENOUGH)

    @property
    def evidence(self) -> str:
        """What speaks for the field, in words."""
        said = {True: "gives what is known", False: "gives something else than what is known", None: ""}[self.known]
        loud = sorted(self.told, key=lambda kind: -self.told[kind]) if self.known is None else []
        words = [said, "read as before" if self.kept else "", *(_WORDS[kind] for kind in loud),
                 f"looks {self.alike:.0%} like before" if self.after else "finds nothing"]
        return ", ".join(filter(None, words))

    def __str__(self) -> str:
        mark = "+" if self.agrees else "-"
        return f"{mark} {self.field}: {_some(self.before)} -> {_some(self.after)} ({self.evidence})"


@dataclass(frozen=True, slots=True)
class Healing:
    """The new wrapper, or None; why; and the proof."""

    wrapper: RulesWrapper | None
    reasons: tuple[str, ...]
    proof: tuple[Proof, ...] = ()
    covered: float = 0.0
    """The share of what the old wrapper used to read that the new one reads with proof."""

    def __str__(self) -> str:
        return "\n".join([*self.reasons, *map(str, self.proof)])


def _some(texts: tuple[str, ...]) -> str:
    if not texts:
        return "nothing"
    more = f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
    return " | ".join(text if len(text) <= 40 else text[:39] + "…" for text in texts[:SHOWN]) + more
