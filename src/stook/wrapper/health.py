"""What several pages say of a wrapper together.

    sound     it reads them as when it was learnt
    drifted   the pages have changed; `fields` says where
    blocked, login, outage
              something else stands there instead of the pages
    empty     the pages are as they were, but list nothing today

One page that fits badly is an odd page; a redesign shows on most of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from stook.page import Page
from stook.wrapper.extraction import ALWAYS, NO_RECORDS, Extraction, Fit, lacking, otherwise
from stook.wrapper.obstacle import obstacle
from stook.wrapper.rules.extract import usual_of
from stook.wrapper.rules.model import FieldRule, RulesWrapper

State = Literal["sound", "drifted", "blocked", "login", "outage", "empty"]

SOUND = 0.56
"""A page with a better fit is read as it should be: of 90 redesigns, those that broke a wrapper left at most 0.53, and
of 540 pages of unchanged sites 14 had less than 0.6 (bench/run drift and labels, `--part tune`)."""
ALIKE = 0.7
"""A text that is so far like a field's values as these are like each other may be one."""
UNSEEN = ("link", "image", "record")
"""Types of values that no text shows."""
STANDING = 0.7
"""So many names of the template are left where a page is as it was."""
FEWEST = 3
"""From so many records on they can tell together that a field is gone."""

MOST_SAID = 6

_SAID: Mapping[str, str] = {
    "blocked": "a wall against robots stands there instead", "login": "a login stands there instead",
    "outage": "the server says that it is out of order", "empty": "the page is as it was, but lists nothing"}


@dataclass(frozen=True, slots=True)
class Health:
    """The state of a wrapper, and why."""

    state: State
    reasons: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    """What is wrong with each field that has drifted."""
    fits: tuple[Fit, ...] = ()

    @property
    def drifted(self) -> bool:
        return self.state == "drifted"


def check(wrapper: RulesWrapper, pages: Sequence[Page]) -> Health:
    """Weigh what some pages of the kind that a wrapper is for say about it."""
    read = [wrapper.apply(page) for page in pages]
    states = [_state(wrapper, page, one) for page, one in zip(pages, read, strict=True)]
    fits = tuple(one.fit for one in read)
    if not pages:
        return Health("sound", ("there are no pages to check it on",))
    reached = [one for one, state in zip(read, states, strict=True) if state in ("sound", "drifted")]
    gone = _gone(wrapper, reached)
    state = _together(states, gone)
    wrong = _problems(reached) | gone if state == "drifted" else {}
    reasons = [f"{count} of {len(pages)} pages: {_SAID[name]}" for name, count in Counter(states).items()
               if name in _SAID]
    if state == "drifted":
        reasons += [*_where(fits, states), *list(wrong.values())[:MOST_SAID]]
    return Health(state, tuple(reasons) or ("it reads the pages as when it was learnt",), wrong, fits)


def _together(states: Sequence[State], gone: Mapping[str, str]) -> State:
    """What most pages say; those at which something else stands say nothing of the wrapper."""
    drifted, sound = states.count("drifted"), states.count("sound")
    if 2 * (drifted + sound) < len(states):
        return Counter(state for state in states if state in _SAID).most_common(1)[0][0]
    return "drifted" if gone or drifted >= sound else "sound"


def _state(wrapper: RulesWrapper, page: Page, read: Extraction) -> State:
    if read.fit.score >= SOUND:
        return "sound"
    if found := obstacle(page):
        return found
    is_list = wrapper.cut.kind != "page"
    if is_list and not read.records and wrapper.template and read.fit.template >= STANDING:
        return "drifted" if _shows_their_like(wrapper, page) else "empty"
    return "drifted"


def _shows_their_like(wrapper: RulesWrapper, page: Page) -> bool:
    """Whether a page on which no record is found has texts that look like the values of each field that nearly every
    record has, for half as many records as usual: then the list is there, and stands otherwise."""
    told = [rule for rule in wrapper.fields if rule.filled >= ALWAYS and rule.profile.count >= FEWEST
            and rule.type not in UNSEEN]
    return bool(told) and all(2 * _alike(rule, page.words.text) >= max(FEWEST, wrapper.count) for rule in told)


def _alike(rule: FieldRule, texts: Sequence[str]) -> int:
    """How many texts look like the values of a field."""
    return sum(rule.profile.mean_likeness([text]) >= ALIKE * rule.like for text in texts)


def _gone(wrapper: RulesWrapper, read: Sequence[Extraction]) -> dict[str, str]:
    """What is wrong with the fields that nearly all records had and most lack now, or whose values are others."""
    records = [record for one in read for record in one.records]
    found = {}
    for name, usual in usual_of(wrapper).items() if len(records) >= FEWEST else ():
        filled = sum(name in record.values for record in records) / len(records)
        if lacking(filled, len(records), usual):
            found[name] = f"{name}: filled in {filled:.0%} of {len(records)} records, {usual.filled:.0%} when learnt"
        elif said := otherwise([value.text for record in records for value in record[name]], usual):
            found[name] = f"{name}: {said}"
    return found


def _problems(read: Sequence[Extraction]) -> dict[str, str]:
    """The first problem that each field had on some page."""
    found: dict[str, str] = {}
    for one in read:
        for problem in one.fit.problems if one.records else ():
            found.setdefault(problem.partition(":")[0], problem)
    return found


def _where(fits: Sequence[Fit], states: Sequence[State]) -> list[str]:
    scores = [fit.score for fit, state in zip(fits, states, strict=True) if state == "drifted"]
    kept = [fit.template for fit, state in zip(fits, states, strict=True) if state == "drifted"]
    said = [f"{len(scores)} of {len(fits)} pages fit badly ({sum(scores) / len(scores):.0%})"] if scores else []
    if kept and min(kept) < STANDING:
        said.append(f"of the names in the template {sum(kept) / len(kept):.0%} are left")
    without = sum(fit.problems == NO_RECORDS for fit in fits)
    return said + ([f"{without} of {len(fits)} pages show no records"] if without else [])
