"""A wrapper as one JSON file: versioned, readable, in canonical order so that differences read well.

Nothing in a file is executed: selectors are a small language of our own, matched in time that grows with the page
and the selector only, and what else a file may say are texts and numbers.

`FORMAT` counts up when the form changes. A file of an older form is brought forward, one step for each number; one of
a newer form is refused in words.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from stook.errors import SchemaError, WrapperError
from stook.page.tree import MAX_DEPTH
from stook.records import TYPES, Schema
from stook.records.schema import RECORD
from stook.wrapper.parts import (
    GREATEST,
    LARGEST,
    named,
    number,
    one_of,
    parsed,
    several,
    share,
    text,
    texts,
    whole,
    yes,
)
from stook.wrapper.profile import Profile
from stook.wrapper.rules.around import MOST_LEVELS, Counts, Delimiters, Frame, Level
from stook.wrapper.rules.model import (
    OWN_TEXT,
    PARTS,
    TEXT_OF,
    WAYS,
    Bands,
    Cut,
    CutKind,
    FieldRule,
    Key,
    Line,
    Part,
    Pick,
    RulesWrapper,
)
from stook.wrapper.selector import LOOSE, Selector, parse

FORMAT = 3
LINE = 120
"""What fits in a line of so many characters stands in one line."""
_SAVED = "give a file that `stook learn`, `stook paste`, `stook feed --save` or `wrapper.save(path)` wrote"
DEEPEST = 16
"""How deep records may stand in records."""
MOST_FIELDS, MOST_PICKS, MOST_ASKED, MOST_STEPS = 500, 10_000, 1_000, 100_000
"""A wrapper is applied in time that grows with what it has of them, and with the page. Picks that do not vote are asked
in each record."""
HIGHEST = 64
"""Values are looked for so many levels above the node that holds them, and no more."""
MOST_LINES = 100
"""So many lines a band may have: each is asked for at every child of what holds them."""
MOST_LOOKS, LONGEST, LOUDEST = 1000, 1000.0, 1000.0
TAKEN = (TEXT_OF, OWN_TEXT, PARTS, "key")


# writing ----------------------------------------------------------------------------------------------

def dump(wrapper: RulesWrapper) -> str:
    """The file's text."""
    said = {
        "stook": wrapper.kind, "format": FORMAT,
        **_present(bands=_dump_bands(wrapper.bands) if wrapper.bands else None),
        "region": [[str(way) for way in ways] for ways in wrapper.region],
        "cut": _dump_cut(wrapper.cut),
        "fields": [_dump_field(rule) for rule in wrapper.fields],
        "settings": dict(sorted(wrapper.settings.items())),
        **_told(count=wrapper.count), **_said(template=list(wrapper.template), schema=dict(wrapper.schema)),
        **_present(frame=_dump_frame(wrapper.frame) if wrapper.frame else None),
        "provenance": dict(sorted(wrapper.provenance.items())),
    }
    return "".join(_written(said, "")) + "\n"


def _dump_bands(bands: Bands) -> dict[str, Any]:
    return {"region": [[str(way) for way in ways] for ways in bands.region], "lines": [
        {"select": str(line.select), "shows": line.shows} | _said(deep=line.deep) for line in bands.lines]} | _said(
        flat=bands.flat, labelled=bands.labelled)


def _dump_cut(cut: Cut) -> dict[str, Any]:
    return {"kind": cut.kind} | _said(
        heads=[str(head) for head in cut.heads], lead=cut.lead, source=list(cut.source)) | _present(
        between=_dump_between(cut.between), counts=_dump_counts(cut.counts))


def _dump_field(rule: FieldRule) -> dict[str, Any]:
    return {"name": rule.name, "type": rule.type} | _said(
        declared=rule.declared, means=rule.means) | {"cardinality": rule.cardinality, "filled": rule.filled} | _said(
        vote=rule.vote if rule.vote != "first" else "",
        within=[_dump_pick(pick) for pick in rule.within], raised=rule.raised) | {
        "picks": [_dump_pick(pick) for pick in rule.picks]} | _said(
        cut=_dump_cut(rule.cut) if rule.cut else None, fields=[_dump_field(inner) for inner in rule.fields],
        profile=_dump_profile(rule.profile)) | _told(
        sure=rule.sure, like=rule.like, same=rule.same, many=rule.many) | _said(
        seen=rule.seen, titled=rule.titled, constant=list(rule.constant)) | _present(
        between=_dump_between(rule.between)) | _said(instead=_dump_profile(rule.instead))


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
    return {name: part for name, part in shares.items() if part != 1.0}


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
    for place, (name, part) in enumerate(parts):
        yield f"{',' if place else ''}\n{deeper}{name}"
        yield from _written(part, deeper)
    yield f"\n{indent}{closing}"


# reading ----------------------------------------------------------------------------------------------

def load(path: str | Path) -> RulesWrapper:
    """Read a wrapper's file."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            said = file.read(LARGEST + 1)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise WrapperError(f"the wrapper cannot be read ({why})", subject=str(path), hint=_SAVED) from error
    return parse_wrapper(said, str(path))


def parse_wrapper(content: str, subject: str = "the wrapper") -> RulesWrapper:
    """The wrapper that a file's text says."""
    try:
        said = parsed(content)
    except (ValueError, RecursionError) as error:
        raise WrapperError(f"this is no JSON that can be read ({error})", subject=subject, hint=_SAVED) from error
    if not isinstance(said, dict) or said.get("stook") != "rules":
        raise _another(said, subject)
    said = _brought_forward(said, subject)
    try:
        wrapper = _rules(said)
    except (KeyError, ValueError, TypeError, WrapperError, SchemaError) as error:
        raise WrapperError("a part of the wrapper is missing or of the wrong kind", subject=subject,
                           hint=f"look at {error}") from error
    if much := _too_much(wrapper):
        raise WrapperError(f"it has {much}; no page needs so many", subject=subject, hint=_SAVED)
    return wrapper


def _another(said: Any, subject: str) -> WrapperError:
    """What is wrong with a file that may be something else of stook's own."""
    kind = said.get("stook") if isinstance(said, dict) else None
    export = f"`stook template export {shlex.quote(subject)}"
    if kind == "template":
        return WrapperError("this is a template of stook, and no wrapper", subject=subject,
                            hint=f"{export} -o wrapper.json` makes one of it")
    if kind == "catalogue":
        return WrapperError("these are rows of lists, and no wrapper", subject=subject, hint=f"{export}` writes them")
    return WrapperError("this is no wrapper of stook", subject=subject, hint=_SAVED)


def _brought_forward(said: dict[str, Any], subject: str) -> dict[str, Any]:
    """The same, in the form of today."""
    form = said.get("format")
    if isinstance(form, bool) or not isinstance(form, int) or form not in (FORMAT, *MIGRATIONS):
        raise WrapperError(f"its format is {form!r:.40} and this stook reads formats 1 to {FORMAT}", subject=subject,
                           hint="update stook")
    while form != FORMAT:
        said = MIGRATIONS[form](said)
        form = said["format"]
    return said


def _from_1(said: dict[str, Any]) -> dict[str, Any]:
    """Format 2 only added what may be left out: picks that vote, labels, parts, profiles, records in records, and
    what stands around a pasted region."""
    return {**said, "format": 2}


def _from_2(said: dict[str, Any]) -> dict[str, Any]:
    """Format 3 only added bands."""
    return {**said, "format": 3}


MIGRATIONS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _from_1, 2: _from_2}


def _rules(said: Mapping[str, Any]) -> RulesWrapper:
    return RulesWrapper(
        tuple(_selectors(ways) for ways in several(said["region"])), _cut(named(said["cut"])),
        tuple(_field(named(rule), 1) for rule in several(said["fields"])),
        {name: text(value) for name, value in named(said["settings"]).items()}, _provenance(said["provenance"]),
        texts(said.get("template", [])), number(said.get("count", 1.0)),
        Schema(named(said["schema"])).to_dict() if said.get("schema") else {},
        _frame(named(said["frame"])) if "frame" in said else None,
        _bands(named(said["bands"])) if "bands" in said else None)


def _bands(said: Mapping[str, Any]) -> Bands:
    lines = tuple(_line(named(line)) for line in several(said["lines"]))
    if not 0 < len(lines) <= MOST_LINES:
        raise ValueError(f"its `bands`: it has no lines, or more than {MOST_LINES}")
    return Bands(tuple(_selectors(ways) for ways in several(said["region"])), lines, yes(said.get("flat", False)),
                 yes(said.get("labelled", False)))


def _line(said: Mapping[str, Any]) -> Line:
    selector = parse(text(said["select"]))
    if len(selector.steps) != 1 or selector.near[0]:
        raise ValueError(f"its `bands`: {said['select']!r:.80} is no element")
    return Line(selector.steps[0], text(said["shows"]), whole(said.get("deep", 0), HIGHEST))


def _provenance(said: Any) -> dict[str, Any]:
    """What is for people. Labels that were not found are for programs too."""
    for one in several(named(said).get("unplaced", [])):
        example, *names = several(one)
        whole(example)
        if len(texts(names)) != 2:
            raise ValueError(f"{one!r:.80} is no example, field and text")
    return dict(said)


def _selectors(said: Any) -> tuple[Selector, ...]:
    return tuple(parse(text(one)) for one in several(said))


def _cut(how: Mapping[str, Any]) -> Cut:
    kind = one_of(how["kind"], get_args(CutKind))
    if kind == "delimiters" and how.get("between") is None:
        raise ValueError("its `cut`: it cuts by delimiters and does not say `between` which")
    return Cut(kind, _selectors(how.get("heads", [])), whole(how.get("lead", 0)), _key(how.get("source", [])),
               _between(how.get("between")), _counts(named(how["counts"])) if "counts" in how else None)


def _field(said: Mapping[str, Any], depth: int) -> FieldRule:
    if depth > DEEPEST:
        raise ValueError(f"its `fields`: records stand more than {DEEPEST} deep in records")
    return FieldRule(
        text(said["name"]), one_of(said["type"], (*TYPES, RECORD)), one_of(said["cardinality"], ("1", "?", "*")),
        _picks(said["picks"]), share(said["filled"]), one_of(said.get("vote", "first"), ("first", "weighted")),
        _picks(said.get("within", [])), whole(said.get("raised", 0), HIGHEST), _profile(named(said.get("profile", {}))),
        share(said.get("sure", 1.0)), share(said.get("like", 1.0)), whole(said.get("seen", 0)),
        share(said.get("same", 1.0)), texts(said.get("constant", [])), yes(said.get("declared", False)),
        _cut(named(said["cut"])) if said.get("cut") else None,
        tuple(_field(named(inner), depth + 1) for inner in several(said.get("fields", []))),
        _between(said.get("between")), share(said.get("titled", 0.0)), number(said.get("many", 1.0)),
        _profile(named(said.get("instead", {}))), one_of(said.get("means", ""), ("", *TYPES)))


def _picks(said: Any) -> tuple[Pick, ...]:
    return tuple(_pick(named(pick)) for pick in several(said))


def _pick(said: Mapping[str, Any]) -> Pick:
    take = text(said["take"])
    return Pick(parse(text(said["select"])), take if take[:1] == "@" else one_of(take, TAKEN),
                one_of(said["scope"], ("record", "before", "page")), number(said["weight"], LOUDEST),
                _key(said.get("key", [])), one_of(said.get("way", ""), ("", *WAYS)), text(said.get("label", "")),
                whole(said.get("climb", 0), MAX_DEPTH), text(said.get("starts", "")), _part(said.get("part")),
                whole(said.get("more", 0)))


def _part(said: Any) -> Part | None:
    if said is None:
        return None
    after, before = texts(said)
    return Part(after, before)


def _profile(said: Mapping[str, Any]) -> Profile:
    if not said:
        return Profile()
    shapes, first, last, symbols = shares = [{name: share(value) for name, value in named(said[part]).items()}
                                             for part in ("shapes", "first", "last", "symbols")]
    if max(map(len, shares)) > MOST_LOOKS:
        raise ValueError(f"a `profile`: it knows more than {MOST_LOOKS} looks of one kind")
    return Profile(shapes, first, last, symbols, number(said["length"], LONGEST), number(said["spread"], LONGEST),
                   whole(said["count"], least=1))


def _between(said: Any) -> Delimiters | None:
    if said is None:
        return None
    return Delimiters(texts(named(said).get("left", [])), texts(said.get("right", [])), text(said.get("after", "")),
                      text(said.get("before", "")))


def _counts(said: Mapping[str, Any]) -> Counts:
    """Above a region more tags may be closed than opened."""
    return Counts(whole(said["upper"], GREATEST, -GREATEST), whole(said["lower"]))


def _frame(said: Mapping[str, Any]) -> Frame:
    levels = several(said["levels"])
    if len(levels) > MOST_LEVELS:
        raise ValueError(f"its `frame`: it has more than {MOST_LEVELS} levels")
    return Frame(_counts(named(said["counts"])), tuple(_level(named(level)) for level in levels),
                 _selectors(said["ways"]),
                 {name: parse(text(way)) for name, way in named(said["inner"]).items()})


def _level(said: Mapping[str, Any]) -> Level:
    return Level(text(said["element"]), texts(said.get("left", [])), texts(said.get("right", [])),
                 text(said.get("left_digest", "")), text(said.get("right_digest", "")))


def _key(said: Any) -> Key:
    if not all(isinstance(part, (str, int)) and not isinstance(part, bool) for part in several(said)):
        raise ValueError(f"{said!r:.80} is no path of keys and indexes")
    return tuple(said)


# how much ---------------------------------------------------------------------------------------------

def _too_much(wrapper: RulesWrapper) -> str:
    """What a wrapper has more of than it may, so that it can be applied in bounded time; empty where nothing."""
    rules = list(_all_rules(wrapper.fields))
    picks = [pick for rule in rules for pick in (*rule.picks, *rule.within)]
    cuts = [wrapper.cut, *(rule.cut for rule in rules if rule.cut)]
    region = [way for ways in (*wrapper.region, *(wrapper.bands.region if wrapper.bands else ())) for way in ways]
    ways = [*(head for one in cuts for head in one.heads), *(pick.selector for pick in picks)]
    framed = [*wrapper.frame.ways, *wrapper.frame.inner.values()] if wrapper.frame else []
    asked = sum(len(rule.picks) for rule in rules if rule.vote == "first")
    loose = max((len(way.steps) for way in [*ways, *framed] if not way.leads_down), default=0)
    found = {"fields": (len(rules), MOST_FIELDS), "picks": (len(picks), MOST_PICKS),
             "picks for each record": (asked, MOST_ASKED), "steps in a selector that begins anywhere": (loose, LOOSE),
             "steps in its selectors": (sum(len(way.steps) for way in [*region, *ways, *framed]), MOST_STEPS),
             "ways in its frame": (len(framed), MOST_FIELDS)}
    return ", ".join(f"{count} {what}" for what, (count, most) in found.items() if count > most)


def _all_rules(rules: Sequence[FieldRule]) -> Iterator[FieldRule]:
    for rule in rules:
        yield rule
        yield from _all_rules(rule.fields)
