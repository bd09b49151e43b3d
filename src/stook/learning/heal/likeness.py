"""How far values are like those that a wrapper used to read."""

from __future__ import annotations

from collections.abc import Sequence

from stook.wrapper.extraction import WELL_KNOWN
from stook.wrapper.rules.model import FieldRule


def likeness(rule: FieldRule, texts: Sequence[str]) -> float:
    """How far texts are like the values of old, as a share of how far these are like each other; few values say
    less."""
    known = min(1.0, rule.profile.count / WELL_KNOWN)
    return 1 - known * (1 - min(1.0, rule.profile.mean_likeness(texts) / (rule.like or 1.0)))
