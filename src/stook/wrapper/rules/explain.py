"""How a wrapper comes to what it reads: for each field what each of its rules finds, position on the page and position
in the wrapper's file together.

    voter     one rule for where a value stands: a pick, or the delimiters of a field. It votes
                for      what it finds is the value
                other    it finds something else
                many     it finds so many that it does not know which one it means
                silent   it finds nothing
                spared   it was not asked, since one before it found something
    weighed   how far each reason spoke for the value, as parts of a logit: ways (see `vote`), with a minus those that
              spoke for another one, and looks
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from stook.page import Page
from stook.records import Value
from stook.wrapper.rules import apply, bands, single, vote
from stook.wrapper.rules.around import Delimiters
from stook.wrapper.rules.model import FieldRule, Pick, RulesWrapper
from stook.wrapper.rules.reading import Reading
from stook.wrapper.selector import step_of

Vote = Literal["for", "other", "many", "silent", "spared"]
Found = tuple[tuple[int, str], ...]
"""Nodes, each with what it shows."""


@dataclass(frozen=True, slots=True)
class Voter:
    """One rule for where a value stands: its position in the wrapper's file, what it says, what it finds."""

    place: str
    way: str
    said: str
    vote: Vote
    found: Found = ()


@dataclass(frozen=True, slots=True)
class Explained:
    """How one field came to its values. Not `believed`, they are what came nearest to being values."""

    name: str
    place: str
    values: tuple[Value, ...]
    believed: bool
    sure: float
    voters: tuple[Voter, ...]
    weighed: Mapping[str, float] = field(default_factory=dict)


# in words ---------------------------------------------------------------------------------------------

_WHERE = {"record": "", "before": " before the record", "page": " anywhere on the page"}


def said_of(pick: Pick) -> str:
    """Where a pick looks, in words and a selector."""
    if pick.key:
        return "key " + ".".join(map(str, pick.key))
    said = f"after {pick.label!r}, {pick.climb} up: " if pick.label else ""
    said += f"{pick.take} of {pick.selector}{_WHERE[pick.scope]}"
    said += f" and its next {pick.more} siblings" if pick.more else ""
    said += f", beginning with {pick.starts!r}" if pick.starts else ""
    if pick.part:
        said += f", the part after {pick.part.after!r}" if pick.part.after else ", the part"
        said += f" before {pick.part.before!r}" if pick.part.before else ""
    return said


def position(page: Page, node: int) -> str:
    """Where a node stands on its page, as a path from the root."""
    return " > ".join(str(step_of(page, one, with_id=True)) for one in [*list(page.ancestors(node))[::-1], node])


# rules that vote --------------------------------------------------------------------------------------

def _elections(wrapper: RulesWrapper, page: Page) -> Iterator[Explained]:
    reading = Reading(page)
    known: dict[str, set[str]] = {}
    for number, rule in enumerate(wrapper.fields):
        before = known.setdefault(rule.name, set())
        explained = (_held if rule.within else _elected)(reading, rule, f"fields[{number}]", frozenset(before))
        before |= {value.text for value in explained.values if explained.believed}
        yield explained


def _elected(reading: Reading, rule: FieldRule, place: str, known: frozenset[str]) -> Explained:
    found = single.look(reading, rule, known)
    said = vote.ballots(rule.picks, reading.find, reading.read)
    won = vote.elect(rule.picks, said, rule.profile, {*rule.constant, *known}, rule.instead)
    values = found.values or ((Value(won.text, None, won.node, won.sure),) if won else ())
    voters = _voters(f"{place}.picks", rule.picks, said, won.text if won else None)
    return Explained(rule.name, place, values, bool(found.values), found.sure, tuple(voters),
                     _weighed(rule, said, won.text) if won else {})


def _voters(place: str, picks: Sequence[Pick], said: Sequence[vote.Ballot], won: str | None) -> Iterator[Voter]:
    found = {id(ballot.pick): ballot.found for ballot in said}
    for number, pick in enumerate(picks):
        mine = found.get(id(pick), ())
        yield Voter(f"{place}[{number}]", pick.way, said_of(pick), _vote(mine, won), mine)


def _vote(found: Found, won: str | None) -> Vote:
    if not found:
        return "silent"
    if len(found) > vote.SEVERAL:
        return "many"
    return "for" if any(text == won for _, text in found) else "other"


def _weighed(rule: FieldRule, said: Sequence[vote.Ballot], won: str) -> dict[str, float]:
    spoken = vote.voices(rule.picks, said)[won] | vote.looks(won, rule.profile, rule.instead)
    weighed = {name: round(vote.WEIGHTS.get(name, 0.0) * share, 2) for name, share in spoken.items()}
    return {name: weight for name, weight in weighed.items() if weight}


def _held(reading: Reading, rule: FieldRule, place: str, known: frozenset[str]) -> Explained:
    """A field whose node is elected first, and its values picked from there."""
    page, found = reading.page, single.look(reading, rule, known)
    said = vote.ballots(rule.within, reading.find, lambda node, _: str(node))
    holder = vote.elect_holder(rule.within, reading.find)
    voters = [replace(voter, found=tuple((node, page.text_of(node)) for node, _ in voter.found))
              for voter in _voters(f"{place}.within", rule.within, said, holder.text if holder else None)]
    for number, pick in enumerate(rule.picks):
        mine = tuple((value.node, value.text) for value in found.values
                     if value.node is not None and _leads(page, pick, value.node))
        voters.append(Voter(f"{place}.picks[{number}]", pick.way, said_of(pick), "for" if mine else "silent", mine))
    return Explained(rule.name, place, found.values, bool(found.values), found.sure, tuple(voters))


def _leads(page: Page, pick: Pick, node: int) -> bool:
    """Whether a pick finds a node from somewhere above it."""
    return any(node in pick.selector.find(page, above) for above in page.ancestors(node))


# rules of which the first is believed -----------------------------------------------------------------

def _of_span(wrapper: RulesWrapper, page: Page, span: apply.Span, values: Mapping[str, tuple[Value, ...]]
             ) -> Iterator[Explained]:
    everywhere = cache(lambda selector: selector.find(page))
    for number, rule in enumerate(wrapper.fields):
        place, voters, is_found = f"fields[{number}]", [], False
        for order, pick in enumerate(rule.picks):
            shown = apply.look(page, span, replace(rule, picks=(pick,)), everywhere)
            cast: Vote = "silent" if not shown else "spared" if is_found and rule.type != "date" else "for"
            is_found = is_found or bool(shown)
            found = tuple((one.node, one.text) for one in shown)
            voters.append(Voter(f"{place}.picks[{order}]", pick.way, said_of(pick), cast, found))
        read = values.get(rule.name, ())
        yield Explained(rule.name, place, read, bool(read), read[0].confidence if read else 0.0, tuple(voters))


def _span_of(wrapper: RulesWrapper, page: Page, where: tuple[int, int] | None) -> apply.Span:
    spans = (span for section in apply.sections(page, wrapper.region)
             for span in apply.cut(page, section, wrapper.cut))
    return next(span for span in spans if (span.start, span.stop) == where)


# rules without nodes ----------------------------------------------------------------------------------

def _said_between(between: Delimiters | None) -> str:
    if between is None:
        return "nothing"
    left, right = ([f"<{mark}>" for mark in marks] for marks in (between.left, between.right))
    said = f"between {' '.join(left) or 'the beginning'} and {' '.join(right) or 'the end'}"
    said += f", after {between.after!r}" if between.after else ""
    return said + (f", before {between.before!r}" if between.before else "")


def _unseen(wrapper: RulesWrapper, values: Mapping[str, tuple[Value, ...]]) -> Iterator[Explained]:
    """Of values that no node shows: where in the JSON or in the raw tags they stand."""
    for number, rule in enumerate(wrapper.fields):
        place, read = f"fields[{number}]", values.get(rule.name, ())
        cast: Vote = "for" if read else "silent"
        if wrapper.cut.kind == "delimiters":
            voters = [Voter(f"{place}.between", "", _said_between(rule.between), cast)]
        else:
            voters = [Voter(f"{place}.picks[{order}]", pick.way, said_of(pick), cast)
                      for order, pick in enumerate(rule.picks)]
        yield Explained(rule.name, place, read, bool(read), 1.0 if read else 0.0, tuple(voters))


def _as_it_came(explained: Explained, origin: Sequence[int]) -> Explained:
    """What was told of a page whose bands were stacked, said of the page."""
    voters = tuple(replace(voter, found=tuple((bands.node_of(node, origin), text) for node, text in voter.found))
                   for voter in explained.voters)
    values = tuple(bands.value_of(value, origin) for value in explained.values)
    return replace(explained, values=values, voters=voters)


def explain(wrapper: RulesWrapper, page: Page, record: int = 0) -> tuple[Explained, ...]:
    """How a wrapper reads one record of a page, the one of this number from 0; field by field, as in its file. Where
    there is no such record, only a wrapper whose rules vote has anything to say: what came nearest."""
    if any(rule.vote == "weighted" for rule in wrapper.fields):
        return tuple(_elections(wrapper, page))
    if wrapper.bands:
        stacked, origin = bands.stacked(page, wrapper.bands)
        told = explain(replace(wrapper, bands=None), stacked, record)
        return tuple(_as_it_came(explained, origin) for explained in told)
    records = wrapper.apply(page).records
    if not 0 <= record < len(records):
        return ()
    if wrapper.cut.kind in ("embedded", "delimiters"):
        return tuple(_unseen(wrapper, records[record].values))
    return tuple(_of_span(wrapper, page, _span_of(wrapper, page, records[record].span), records[record].values))
