"""A wrapper as one JSON file: versioned, readable, in canonical order so that differences read well.

Nothing in a file is executed: selectors are a small language of our own, matched in time that grows with the
page and the selector only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stook.errors import WrapperError
from stook.wrapper.rules.model import Cut, FieldRule, Key, Pick, RulesWrapper
from stook.wrapper.selector import parse

FORMAT = 1


def dump(wrapper: RulesWrapper) -> str:
    """The file's text."""
    said = {
        "stook": wrapper.kind, "format": FORMAT,
        "region": [[str(way) for way in ways] for ways in wrapper.region],
        "cut": {"kind": wrapper.cut.kind} | _said(heads=[str(head) for head in wrapper.cut.heads],
                                                  lead=wrapper.cut.lead, source=list(wrapper.cut.source)),
        "fields": [_dump_field(rule) for rule in wrapper.fields],
        "settings": dict(sorted(wrapper.settings.items())),
        "provenance": dict(sorted(wrapper.provenance.items())),
    }
    return json.dumps(said, ensure_ascii=False, indent=1) + "\n"


def _dump_field(rule: FieldRule) -> dict[str, Any]:
    return {"name": rule.name, "type": rule.type, "cardinality": rule.cardinality, "filled": rule.filled, "picks": [
        {"select": str(pick.selector), "take": pick.take, "scope": pick.scope, "weight": pick.weight}
        | _said(key=list(pick.key)) for pick in rule.picks]}


def _said(**parts: Any) -> dict[str, Any]:
    """The parts that say something."""
    return {name: value for name, value in parts.items() if value}


_SAVED = "give a file that `wrapper.save(path)` or `stook feed --save` wrote"


def load(path: str | Path) -> RulesWrapper:
    """Read a wrapper's file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise WrapperError(f"the wrapper cannot be read ({why})", subject=str(path), hint=_SAVED) from error
    return parse_wrapper(text, str(path))


def parse_wrapper(text: str, subject: str = "the wrapper") -> RulesWrapper:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrapperError(f"this is no JSON ({error})", subject=subject, hint=_SAVED) from error
    if not isinstance(said, dict) or said.get("stook") != "rules":
        raise WrapperError("this is no wrapper of stook", subject=subject, hint=_SAVED)
    if said.get("format") != FORMAT:
        raise WrapperError(f"its format is {said.get('format')!r} and this stook reads format {FORMAT}",
                           subject=subject, hint="update stook")
    try:
        return _rules(said)
    except (KeyError, TypeError, AttributeError) as error:
        raise WrapperError("a part of the wrapper is missing or of the wrong kind", subject=subject,
                           hint=f"look at {error}") from error


def _rules(said: Mapping[str, Any]) -> RulesWrapper:
    how = said["cut"]
    return RulesWrapper(
        tuple(tuple(parse(way) for way in ways) for ways in said["region"]),
        Cut(_one_of(how["kind"], ("nodes", "runs", "marks", "page", "embedded")),
            tuple(parse(head) for head in how.get("heads", ())), int(how.get("lead", 0)), _key(how.get("source", ()))),
        tuple(_field(rule) for rule in said["fields"]), dict(said["settings"]), dict(said["provenance"]))


def _field(said: Mapping[str, Any]) -> FieldRule:
    picks = tuple(Pick(parse(pick["select"]), str(pick["take"]), _one_of(pick["scope"], ("record", "before", "page")),
                       float(pick["weight"]), _key(pick.get("key", ()))) for pick in said["picks"])
    return FieldRule(str(said["name"]), str(said["type"]), _one_of(said["cardinality"], ("1", "?", "*")), picks,
                     float(said["filled"]))


def _key(said: Sequence[Any]) -> Key:
    if not all(isinstance(part, (str, int)) for part in said):
        raise WrapperError(f"{said!r} is no path of keys and indexes")
    return tuple(said)


def _one_of(value: Any, known: Sequence[str]) -> Any:
    if value not in known:
        raise WrapperError(f"{value!r} is none of {', '.join(known)}")
    return value
