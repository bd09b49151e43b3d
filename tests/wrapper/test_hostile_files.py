"""Wrapper files of strangers: each is refused in words, or it is applied in bounded work and raises nothing."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutations import ODD, mutated, part_at, places

import stook
from measuring import work
from stook.errors import WrapperError
from stook.wrapper import changed, explain, format, parts
from stook.wrapper.format import dump, parse_wrapper
from stook.wrapper.rules import RulesWrapper

HERE = Path(__file__).parent
HOME = ("<body><div id=top><a href=/>Home</a></div><div id=pear class=pear><h1>{0}</h1><p class=price>Price: <b>{1}</b> each"
        "<dl><dt>Added<dd><time datetime=2024-05-12>12 May 2024</time></dl><ul class=tags><li>{2}<li>wood<li>red</ul>"
        "<div class=say><p><i>Ann</i> <q>Good</q></p><p><i>Bo</i> <q>Bad</q></p></div></div>")


def toy(title: str = "Tin frog", price: str = "$4.50", tag: str = "tin") -> stook.Page:
    return stook.Page(HOME.format(title, price, tag), url="https://toys.example/1")


@cache
def files() -> dict[str, Any]:
    """Good files, by what they have in them."""
    known = {"title": ["Tin frog"], "price": ["$4.50"], "added": ["2024-05-12"], "tags": ["tin", "wood", "red"]}
    learnt = stook.learn([stook.Example(toy(), known)], pages=[toy("Marble run", "$12.00", "glass"), toy("Kite", "$7", "silk")],
                         schema=stook.Schema({"title": "text", "price": "money", "added": "date", "tags": "text*"}))
    saved = {name: json.loads((HERE / f"wrapper-format-{name}.json").read_text(encoding="utf-8"))
             for name in ("1", "2", "2-delimiters", "3")}
    nested = stook.learn([stook.Example(toy(), {"title": ["Tin frog"], "said": [{"who": "Ann", "what": "Good"}]})])
    return {**saved, "learnt": json.loads(dump(learnt)), "nested": json.loads(dump(nested)), "list": json.loads(dump(stook.paste(
        stook.Page(ROWS), "One 1 May 2024", {"title": "One", "day": "1 May 2024"})))}


SHELF = "<table>" + "".join(f"<tr class={name}><td>{said}1<td>{said}2<td>{said}3" for name, said in (
    ("face", "<img src=a.png>"), ("name", "<a href=/stool>Stool "), ("price", "$"))) + "</table>"
ROWS = "<ul>" + "".join(f"<li><a href=/{name}>{name}</a> <i>{day} May 2024</i>" for day, name in enumerate(("One", "Two", "Three"), 1))


def outcome(text: str) -> str:
    """What comes of a file. AssertionError or what it raised where that is neither a refusal nor a reading in bounded work."""
    try:
        wrapper = parse_wrapper(text)
    except WrapperError:
        return "refused"
    for page in (toy(), stook.Page(ROWS), stook.Page(SHELF), stook.Page("")):
        assert work(lambda page=page: _used(wrapper, page)) < ENOUGH  # type: ignore[misc]
    assert wrapper.unplaced is not None
    assert wrapper == parse_wrapper(dump(wrapper))
    return "applied"


def _used(wrapper: RulesWrapper, page: stook.Page) -> None:
    for record in wrapper.apply(page).records:
        record.to_dict()
    assert wrapper.apply(page).fit.score >= 0
    changed(wrapper, page)
    explain(wrapper, page)


@settings(max_examples=400, deadline=None)
@given(st.data(), st.sampled_from(["1", "2", "2-delimiters", "3", "learnt", "list", "nested"]), st.sampled_from(ODD), st.booleans())
def test_a_file_that_was_tampered_with_is_refused_or_harmless(data: st.DataObject, name: str, odd: object, gone: bool) -> None:
    """Whatever stands in whatever place, or is gone: WrapperError, or a wrapper that reads, is explained and is written."""
    damaged = copy.deepcopy(files()[name])
    path = data.draw(st.sampled_from(list(places(damaged))))
    part = part_at(damaged, path[:-1])
    if gone:
        del part[path[-1]]
    else:
        part[path[-1]] = odd
    assert outcome(json.dumps(damaged)) in ("refused", "applied")


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**9))
def test_files_put_together_from_parts_of_others_are_refused_or_harmless(seed: int) -> None:
    """Parts are moved, doubled, renamed and taken from other files; `make bench` tries many thousands."""
    assert outcome(mutated(list(files().values()), Random(seed))) in ("refused", "applied")


# in words ---------------------------------------------------------------------------------------------

def with_field(**parts: Any) -> str:
    """A file with one field, of which something is otherwise."""
    pick = {"select": "p", "take": "text", "scope": "page", "weight": 1.0}
    rule = {"name": "a", "type": "text", "cardinality": "?", "filled": 1.0, "picks": [pick]}
    at_pick = {name: value for name, value in parts.items() if name not in (*rule, "within", "raised", "profile", "vote")}
    changed_rule = {**rule, "picks": [{**pick, **at_pick}], **{k: v for k, v in parts.items() if k not in at_pick}}
    return json.dumps({"stook": "rules", "format": 2, "region": [["html"]], "cut": {"kind": "page"}, "fields": [changed_rule],
                       "settings": {}, "provenance": {}})


@pytest.mark.parametrize(("parts", "said"), [
    ({"raised": 10**9}, "1000000000 is no whole number from 0 to 64"),
    ({"climb": 10**9}, "1000000000 is no whole number"), ({"more": -1}, "-1 is no whole number"), ({"more": True}, "True is no whole"),
    ({"weight": -1}, "-1 is no number from 0"), ({"weight": float("nan")}, "NaN is no number to count with"),
    ({"weight": float("inf")}, "Infinity is no number to count with"), ({"filled": 1.5}, "1.5 is no number from 0 to 1"),
    ({"weight": "loud"}, "'loud' is no number"), ({"weight": 10**400}, "no number from 0"),
    ({"way": "spell"}, "'spell' is none of .*label"), ({"take": "soul"}, "'soul' is none of text, own, parts, key"),
    ({"type": "spell"}, "'spell' is none of text, link"), ({"name": ["a"]}, r"\['a'\] is no text"),
    ({"select": ["p"]}, r"\['p'\] is no text"), ({"select": "p:nth-of-type(9999999)"}, "makes no sense"),
    ({"picks": {"a": 1}}, "is no list"), ({"picks": ["p"]}, "'p' is no object"), ({"key": "abc"}, "'abc' is no list"),
    ({"label": 3}, "3 is no text"), ({"part": ["a"]}, "look at"), ({"part": "ab"}, "is no list of texts"),
    ({"profile": {"shapes": {}}}, "look at 'first'"), ({"within": 3}, "3 is no list"),
    ({"profile": {"shapes": {str(n): 0.5 for n in range(1001)}, "first": {}, "last": {}, "symbols": {}}}, "more than 1000 looks"),
    ({"select": "* " * 257}, "257 steps in a selector that begins anywhere"),
    ({"select": "> ".join(["p "] * 100_001), "scope": "record"}, "steps in"),
])
def test_what_makes_no_sense_is_named(parts: dict[str, Any], said: str) -> None:
    with pytest.raises(WrapperError, match=said):
        parse_wrapper(with_field(**parts))


@pytest.mark.parametrize(("text", "said"), [
    ('{"stook": "rules", "stook": "rules"}', "'stook' stands twice"), ('{"a": 1e999}', "1e999 is no number"),
    ('{"stook": "rules", "format": 2, "provenance": ' + "[" * 500 + "]" * 500 + "}", "nests more than 64 deep"),
    ('{"a": 1' + "0" * 5000 + "}", "no JSON"), ('"' + "x" * parts.LARGEST + '"', "more than 8000000 are not read"),
    ('{"stook": "rules", "format": true}', "its format is True"), ('{"stook": "rules", "format": 1.0}', "its format is 1.0"),
    ('{"stook": "rules", "format": [2]}', r"its format is \[2\]"), ('{"stook": "rules"}', "its format is None"),
])
def test_json_that_is_out_of_bounds_is_refused(text: str, said: str) -> None:
    with pytest.raises(WrapperError, match=said):
        parse_wrapper(text)


def test_a_file_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text(" " * (parts.LARGEST + 99), encoding="utf-8")
    with pytest.raises(WrapperError, match="more than 8000000"):
        stook.load(tmp_path / "w.json")


@pytest.mark.parametrize(("count", "said"), [
    ({"fields": [{"picks": []}] * 501}, "501 fields"), ({"fields": [{"vote": "weighted", "picks": 10_001}]}, "10001 picks"),
    ({"fields": [{"picks": 1_001}]}, "1001 picks for each record"),
])
def test_more_than_a_page_needs_is_refused(count: dict[str, Any], said: str) -> None:
    wrapper = json.loads(with_field())
    one = wrapper["fields"][0]
    wrapper["fields"] = [{**one, **field, "picks": one["picks"] * field["picks"] if field["picks"] else []}
                         for field in count["fields"]]
    with pytest.raises(WrapperError, match=said):
        parse_wrapper(json.dumps(wrapper))


@pytest.mark.parametrize(("unplaced", "said"), [
    ("x", "'x' is no list"), ([["x", "a", "b"]], "'x' is no whole number"), ([[1, "a"]], "is no example, field and text"),
    ([[1, "a", 3]], "is no list of texts"), ([[]], "look at"),
])
def test_unplaced_labels_that_are_none_are_refused(unplaced: object, said: str) -> None:
    wrapper = json.loads(with_field())
    wrapper["provenance"]["unplaced"] = unplaced
    with pytest.raises(WrapperError, match=said):
        parse_wrapper(json.dumps(wrapper))


# bounded ----------------------------------------------------------------------------------------------

CELLS = "<tr>" + "<td><i>x</i>" * 60
PAGES = {"shelf": "<table>" + CELLS * 8 + "</table>", "labels": "<table>" + ("<tr><td>" + "<b>y</b>" * 40 + "<td>x" * 99) * 4,
         "deep": "<div>" * 1990 + "x", "flat": "<p>x" * 1000, "rows": "<ul>" + "<li><b>x</b><i>y</i>" * 400,
         "breaks": "<p>" + "x<br>" * 1000}
ENOUGH = 2_000_000


def pick(select: str = "*", **parts: Any) -> dict[str, Any]:
    return {"select": select, "take": "text", "scope": "record", "weight": 1.0, **parts}


def hostile(*picks: dict[str, Any], cut: dict[str, Any] | None = None, region: str = "html", count: int = 1,
            bands: dict[str, Any] | None = None, **field: Any) -> str:
    rule = {"name": "a", "type": "text", "cardinality": "*", "filled": 1.0, "picks": list(picks), **field}
    return json.dumps({"stook": "rules", "format": 2, "region": [[region]], "cut": cut or {"kind": "page"}, "settings": {},
                       "fields": [{**rule, "name": f"a{number}"} for number in range(count)], "provenance": {},
                       **({"bands": bands} if bands else {})})


def within(depth: int) -> dict[str, Any]:
    """Records within records, each of them anything in the one around it."""
    field = {"name": "a", "type": "record", "cardinality": "*", "filled": 1.0, "picks": [pick()]}
    return {**field, "cut": {"kind": "nodes", "heads": ["*"]}, "fields": [within(depth - 1)]} if depth else {**field, "type": "text"}


VOTING = {"vote": "weighted", "cardinality": "?"}
HOSTILE = {
    "raised": hostile(pick(), vote="weighted", within=[pick("body", way="place")], raised=64),
    "more": hostile(pick("p", more=10**9, scope="page"), count=50),
    "labels": hostile(*[pick("p", way="label", label="x", climb=2)] * 500, **VOTING),
    "climbing": hostile(*[pick(f":scope > *:nth-of-type({n + 1})", way="label", label="x", climb=n) for n in range(500)], **VOTING),
    "long": hostile(*[pick("* " * 256)] * 9), "long below": hostile(*[pick("* " + "> * " * 255)] * 9),
    "led down": hostile(*[pick(":scope" + " > *" * 5000)] * 9),
    "numbers": hostile(*[pick(f"*:nth-of-type({n + 1})", way="place") for n in range(100)], **VOTING),
    "everything": hostile(*[pick("*", way="place")] * 1000, **VOTING),
    "texts in texts": hostile(pick(), count=100),
    "sections in sections": hostile(*[pick(f"*.a{n}") for n in range(4)], region="*"),
    "records everywhere": hostile(*[pick(f"*.a{n}") for n in range(4)], region="*", cut={"kind": "nodes", "heads": ["*"]}),
    "runs everywhere": hostile(pick(), region="*", cut={"kind": "runs", "heads": ["*"] * 4, "lead": 10**9}),
    "marks everywhere": hostile(pick(), region="*", cut={"kind": "marks"}),
    "before": hostile(*[pick(f"*.a{n}", scope="before") for n in range(20)], region="*", cut={"kind": "nodes", "heads": ["*"]}),
    "a long label": hostile(pick(way="label", label="x" * 1_000_000), **VOTING),
    "a long part": hostile(pick(part=["x" * 500_000, "x" * 500_000])),
    "delimiters": hostile(cut={"kind": "delimiters", "between": {}}, between={"left": ["p"] * 900, "right": ["/p"] * 900}, count=50),
    "bands everywhere": hostile(pick(), cut={"kind": "nodes", "heads": ["*"]}, bands={
        "region": [["*"]], "lines": [{"select": "*", "shows": "words", "deep": 64}] * 100}),
    "runs in bands": hostile(pick(), cut={"kind": "nodes", "heads": ["*"]}, bands={
        "region": [["*"]], "lines": [{"select": "td", "shows": ""}, {"select": "*", "shows": ""}] * 50, "flat": True}),
    "labels in bands": hostile(pick(), cut={"kind": "nodes", "heads": ["div"]}, bands={
        "region": [["tbody"]], "lines": [{"select": "tr", "shows": ""}], "labelled": True}),
    "records in records": hostile(**within(14)), "records in votes": hostile(**within(14) | {"vote": "weighted"}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_work_is_bounded(name: str) -> None:
    """On pages of 2,000 nodes, by counted calls and not by time; so is what is read."""
    wrapper = parse_wrapper(HOSTILE[name])
    for source in PAGES.values():
        page = stook.Page(f"<body>{source}")
        page.words, page.embedded_lists  # noqa: B018  parsing is not applying
        assert work(lambda page=page: wrapper.apply(page)) < ENOUGH  # type: ignore[misc]


def test_the_limits_are_those_that_are_said() -> None:
    """The reference tells them."""
    assert (500, 10_000, 1_000, 100_000, 100) == (
        format.MOST_FIELDS, format.MOST_PICKS, format.MOST_ASKED, format.MOST_STEPS, format.MOST_LINES)
