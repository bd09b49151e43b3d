"""Mend a wrapper after a redesign: `heal`. A new wrapper is adopted only on proof."""

from __future__ import annotations

from collections.abc import Sequence

from stook.learning.heal import lists
from stook.learning.heal.detail import heal_record, patient_of
from stook.learning.heal.known import Known
from stook.learning.heal.proof import Healing
from stook.learning.labels.texts import Texts
from stook.page import Page
from stook.wrapper.health import Health, check
from stook.wrapper.rules.model import RulesWrapper

WELL = 0.9
"""A wrapper that fits so well needs no mending."""


def heal(wrapper: RulesWrapper, pages: Sequence[Page], known: Sequence[Known] = ()) -> Healing:
    """A wrapper that reads the pages as the old one read those before the redesign, if there is proof."""
    health = check(wrapper, pages)
    if wrapper.cut.kind not in ("page", "delimiters"):
        return _list(wrapper, pages, known, health)
    if health.state not in ("sound", "drifted"):
        return Healing(None, health.reasons)
    patient = patient_of(wrapper, pages, known, health)
    if health.state == "sound" and all(fit.score >= WELL for fit in health.fits) and not patient.missed:
        return Healing(None, ("it needs no mending: it reads the pages as when it was learnt",))
    return heal_record(patient)


def _list(wrapper: RulesWrapper, pages: Sequence[Page], known: Sequence[Known], health: Health) -> Healing:
    patient = lists.Patient(wrapper, health, [Texts(page) for page in pages], known)
    if health.state not in ("sound", "drifted") and not (health.state == "empty" and any(patient.shown)):
        return Healing(None, health.reasons)
    if health.state == "sound" and all(fit.score >= WELL for fit in health.fits):
        return Healing(None, ("it needs no mending: it reads the pages as when it was learnt",))
    return lists.heal_list(patient)
