"""A wrapper as one JSON file: versioned, readable, in canonical order so that differences read well.

Nothing in a file is executed: selectors are a small language of our own, matched in time that grows with the page
and the selector only, and what else a file may say are texts and numbers.

`FORMAT` counts up when the form changes. A file of an older form is brought forward, one step for each number; one of
a newer form is refused in words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from stook.errors import SchemaError, WrapperError
from stook.records import Schema
from stook.wrapper.profile import Profile
from stook.wrapper.rules.around import MOST_LEVELS, Counts, Delimiters, Frame, Level
from stook.wrapper.rules.model import Cut, CutKind, FieldRule, Key, Part, Pick, RulesWrapper
from stook.wrapper.selector import parse

FORMAT = 2
LINE = 120
"""What fits in a line of so many characters stands in one line."""
_SAVED = "give a file that `wrapper.save(path)` or `stook feed --save` wrote"
DEEPEST = 16
"""How deep records may stand in records."""


# writing ----------------------------------------------------------------------------------------------

def dump(wrapper: RulesWrapper) -> str:
    """The file's text."""
    said = {
        "stook": wrapper.kind, "format": FORMAT,
        "region": [[str(way) for way in ways] for ways in wrapper.region],
        "cut": _dump_cut(wrapper.cut),
        "fields": [_dump_field(rule) for rule in wrapper.fields],
        "settings": dict(sorted(wrapper.settings.items())),
        **_told(count=wrapper.count), **_said(template=list(wrapper.template), schema=dict(wrapper.schema)),
        **_present(frame=_dump_frame(wrapper.frame) if wrapper.frame else None),
        "provenance": dict(sorted(wrapper.provenance.items())),
    }
    return "".join(_written(said, "")) + "\n"


def _dump_cut(cut: Cut) -> dict[str, Any]:
    return {"kind": cut.kind} | _said(
        heads=[str(head) for head in cut.heads], lead=cut.lead, source=list(cut.source)) | _present(
        between=_dump_between(cut.between), counts=_dump_counts(cut.counts))


def _dump_field(rule: FieldRule) -> dict[str, Any]:
    return {"name": rule.name, "type": rule.type} | _said(declared=rule.declared) | {
        "cardinality": rule.cardinality, "filled": rule.filled} | _said(
        vote=rule.vote if rule.vote != "first" else "",
        within=[_dump_pick(pick) for pick in rule.within], raised=rule.raised) | {
        "picks": [_dump_pick(pick) for pick in rule.picks]} | _said(
        cut=_dump_cut(rule.cut) if rule.cut else None, fields=[_dump_field(inner) for inner in rule.fields],
        profile=_dump_profile(rule.profile)) | _told(
        sure=rule.sure, like=rule.like, same=rule.same) | _said(
        seen=rule.seen, constant=list(rule.constant)) | _present(between=_dump_between(rule.between))


def _dump_pick(pick: Pick) -> dict[str, Any]:
    return _said(way=pick.way, label=pick.label, climb=pick.climb, starts=pick.starts) | {
        "select": str(pick.selector), "take": pick.take, "scope": pick.scope, "weight": pick.weight} | _said(
        key=list(pick.key), part=[pick.part.after, pick.part.before] if pick.part else None, more=pick.more)


def _dump_profile(profile: Profile) -> dict[str, Any]:
    return {"shapes": dict(profile.shapes), "first": dict(profile.first), "last": dict(profile.last),
            "symbols": dict(profile.symbols), "length": profile.length, "spread": profile.spread,
            "count": profile.count} if profile.count else {}


def _dump_between(between: Delimiters | None) -> dict[str, Any] | None:
    return None if between is None else _said(
        left=list(between.left), right=list(between.right), after=between.after, before=between.before)


def _dump_counts(counts: Counts | None) -> dict[str, int] | None:
    return {"upper": counts.upper, "lower": counts.lower} if counts else None


def _dump_frame(frame: Frame) -> dict[str, Any]:
    return {"counts": _dump_counts(frame.counts), "levels": [_dump_level(level) for level in frame.levels],
            "ways": [str(way) for way in frame.ways],
            "inner": {name: str(way) for name, way in sorted(frame.inner.items())}}


def _dump_level(level: Level) -> dict[str, Any]:
    return {"element": level.element} | _said(left=list(level.left), left_digest=level.left_digest,
                                              right=list(level.right), right_digest=level.right_digest)


def _said(**parts: Any) -> dict[str, Any]:
    """The parts that say something."""
    return {name: value for name, value in parts.items() if value}


def _present(**parts: Any) -> dict[str, Any]:
    """The parts that are there, though they may say nothing."""
    return {name: value for name, value in parts.items() if value is not None}


def _told(**shares: float) -> dict[str, float]:
    """The shares that are not whole."""
    return {name: share for name, share in shares.items() if share != 1.0}


def _written(said: Any, indent: str) -> Iterator[str]:
    """JSON in which what fits in a line stands in one."""
    line = json.dumps(said, ensure_ascii=False)
    deeper = indent + " "
    if not isinstance(said, (dict, list)) or not said or (indent and len(deeper) + len(line) <= LINE):
        yield line
        return
    opening, closing = "{}" if isinstance(said, dict) else "[]"
    parts = [(f"{json.dumps(name, ensure_ascii=False)}: ", part) for name, part in said.items()] if isinstance(
        said, dict) else [("", part) for part in said]
    yield opening
    for number, (name, part) in enumerate(parts):
        yield f"{',' if number else ''}\n{deeper}{name}"
        yield from _written(part, deeper)
    yield f"\n{indent}{closing}"


# reading ----------------------------------------------------------------------------------------------

def load(path: str | Path) -> RulesWrapper:
    """Read a wrapper's file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise WrapperError(f"the wrapper cannot be read ({why})", subject=str(path), hint=_SAVED) from error
    return parse_wrapper(text, str(path))


def parse_wrapper(text: str, subject: str = "the wrapper") -> RulesWrapper:
    """The wrapper that a file's text says."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrapperError(f"this is no JSON ({error})", subject=subject, hint=_SAVED) from error
    if not isinstance(said, dict) or said.get("stook") != "rules":
        raise WrapperError("this is no wrapper of stook", subject=subject, hint=_SAVED)
    said = _brought_forward(said, subject)
    try:
        return _rules(said)
    except (KeyError, TypeError, AttributeError, ValueError, SchemaError) as error:
        raise WrapperError("a part of the wrapper is missing or of the wrong kind", subject=subject,
                           hint=f"look at {error}") from error


def _brought_forward(said: dict[str, Any], subject: str) -> dict[str, Any]:
    """The same, in the form of today."""
    form = said.get("format")
    if form not in (FORMAT, *MIGRATIONS):
        raise WrapperError(f"its format is {form!r} and this stook reads formats 1 to {FORMAT}", subject=subject,
                           hint="update stook")
    while form != FORMAT:
        said = MIGRATIONS[form](said)
        form = said["format"]
    return said


def _from_1(said: dict[str, Any]) -> dict[str, Any]:
    """Format 2 only added what may be left out: picks that vote, labels, parts, profiles, records in records, and
    what stands around a pasted region."""
    return {**said, "format": 2}


MIGRATIONS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _from_1}


def _rules(said: Mapping[str, Any]) -> RulesWrapper:
    return RulesWrapper(
        tuple(tuple(parse(way) for way in ways) for ways in said["region"]), _cut(said["cut"]),
        tuple(_field(rule, 1) for rule in said["fields"]), dict(said["settings"]), dict(said["provenance"]),
        _texts(said.get("template", [])), float(said.get("count", 1.0)),
        Schema(said["schema"]).to_dict() if said.get("schema") else {},
        _frame(said["frame"]) if "frame" in said else None)


def _cut(how: Mapping[str, Any]) -> Cut:
    kind = _one_of(how["kind"], get_args(CutKind))
    if kind == "delimiters" and "between" not in how:
        raise WrapperError("it cuts by delimiters and does not say `between` which")
    return Cut(kind, tuple(parse(head) for head in how.get("heads", ())), int(how.get("lead", 0)),
               _key(how.get("source", ())), _between(how.get("between")),
               _counts(how["counts"]) if "counts" in how else None)


def _field(said: Mapping[str, Any], depth: int) -> FieldRule:
    if depth > DEEPEST:
        raise WrapperError(f"its records stand more than {DEEPEST} deep in records")
    return FieldRule(
        str(said["name"]), str(said["type"]), _one_of(said["cardinality"], ("1", "?", "*")),
        tuple(_pick(pick) for pick in said["picks"]), float(said["filled"]),
        _one_of(said.get("vote", "first"), ("first", "weighted")),
        tuple(_pick(pick) for pick in said.get("within", ())), int(said.get("raised", 0)),
        _profile(said.get("profile", {})),
        float(said.get("sure", 1.0)), float(said.get("like", 1.0)), int(said.get("seen", 0)),
        float(said.get("same", 1.0)),
        _texts(said.get("constant", [])), bool(said.get("declared", False)),
        _cut(said["cut"]) if said.get("cut") else None,
        tuple(_field(inner, depth + 1) for inner in said.get("fields", ())), _between(said.get("between")))


def _pick(said: Mapping[str, Any]) -> Pick:
    part = said.get("part")
    return Pick(parse(said["select"]), str(said["take"]), _one_of(said["scope"], ("record", "before", "page")),
                float(said["weight"]), _key(said.get("key", ())), str(said.get("way", "")), str(said.get("label", "")),
                int(said.get("climb", 0)), str(said.get("starts", "")),
                Part(str(part[0]), str(part[1])) if part else None, int(said.get("more", 0)))


def _profile(said: Mapping[str, Any]) -> Profile:
    if not said:
        return Profile()
    shapes, first, last, symbols = ({str(name): float(share) for name, share in said[part].items()}
                                    for part in ("shapes", "first", "last", "symbols"))
    return Profile(shapes, first, last, symbols, float(said["length"]), float(said["spread"]), int(said["count"]))


def _between(said: Mapping[str, Any] | None) -> Delimiters | None:
    return None if said is None else Delimiters(
        _texts(said.get("left", [])), _texts(said.get("right", [])), str(said.get("after", "")),
        str(said.get("before", "")))


def _counts(said: Mapping[str, Any]) -> Counts:
    return Counts(int(said["upper"]), int(said["lower"]))


def _frame(said: Mapping[str, Any]) -> Frame:
    if len(said["levels"]) > MOST_LEVELS:
        raise WrapperError(f"its frame has more than {MOST_LEVELS} levels")
    return Frame(_counts(said["counts"]), tuple(_level(level) for level in said["levels"]),
                 tuple(parse(way) for way in said["ways"]),
                 {str(name): parse(way) for name, way in said["inner"].items()})


def _level(said: Mapping[str, Any]) -> Level:
    return Level(str(said["element"]), _texts(said.get("left", [])), _texts(said.get("right", [])),
                 str(said.get("left_digest", "")), str(said.get("right_digest", "")))


def _texts(said: Any) -> tuple[str, ...]:
    if not isinstance(said, list) or not all(isinstance(text, str) for text in said):
        raise WrapperError(f"{said!r:.80} is no list of texts")
    return tuple(said)


def _key(said: Sequence[Any]) -> Key:
    if not all(isinstance(part, (str, int)) for part in said):
        raise WrapperError(f"{said!r} is no path of keys and indexes")
    return tuple(said)


def _one_of(value: Any, known: Sequence[str]) -> Any:
    if value not in known:
        raise WrapperError(f"{value!r} is none of {', '.join(known)}")
    return value
