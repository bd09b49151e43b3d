"""Wrapper files: the round trip, the fixture of each format, and files that are damaged, newer or hostile."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stook
from stook.errors import WrapperError
from stook.wrapper.format import FORMAT, MIGRATIONS, dump, parse_wrapper
from stook.wrapper.profile import Profile
from stook.wrapper.rules import RulesWrapper
from stook.wrapper.rules.around import MOST_LEVELS, Counts, Delimiters, Frame, Level
from stook.wrapper.rules.model import Bands, Cut, FieldRule, Line, Part, Pick
from stook.wrapper.selector import Selector, Step

FIXTURE = Path(__file__).with_name("wrapper-format-1.json")
PASTED = Path(__file__).with_name("wrapper-format-2.json")
BANDED = Path(__file__).with_name("wrapper-format-3.json")
DELIMITED = Path(__file__).with_name("wrapper-format-2-delimiters.json")

names = st.text("abcxyzäé-_", min_size=1, max_size=6)
steps = st.builds(Step, names, st.none() | names, st.frozensets(names, max_size=3), st.integers(0, 9)) | st.just(Step("#text"))
selectors = st.lists(st.tuples(steps, st.booleans()), max_size=4).map(
    lambda pairs: Selector(tuple(s for s, _ in pairs), tuple(n for _, n in pairs)))
keys = st.lists(st.text(max_size=4) | st.integers(0, 9), max_size=3).map(tuple)
texts = st.text(max_size=6)
shares = st.dictionaries(texts, st.sampled_from([0.25, 1.0]), max_size=2)
profiles = st.just(Profile()) | st.builds(Profile, shares, shares, shares, shares, st.just(2.5), st.just(0.5), st.integers(1, 9))
picks = st.builds(Pick, selectors, st.sampled_from(["text", "own", "parts", "@href"]),
                  st.sampled_from(["record", "before", "page"]), st.sampled_from([0.25, 0.5, 1.0]), keys,
                  st.sampled_from(["", "label", "place"]), texts, st.integers(0, 3), texts,
                  st.none() | st.builds(Part, texts, texts), st.integers(0, 2))
marks = st.lists(texts, max_size=2).map(tuple)
betweens = st.builds(Delimiters, marks, marks, texts, texts)
counts = st.builds(Counts, st.integers(-2, 99), st.integers(0, 99))
frames = st.builds(Frame, counts, st.lists(st.builds(Level, names, marks, marks, texts, texts), max_size=3).map(tuple),
                   st.lists(selectors, max_size=2).map(tuple), st.dictionaries(texts, selectors, max_size=2))
several_picks = st.lists(picks, max_size=3).map(tuple)
cuts = st.builds(Cut, st.sampled_from(["nodes", "runs", "marks", "page", "embedded"]),
                 st.lists(selectors, max_size=2).map(tuple), st.integers(0, 3), keys) | st.builds(
    Cut, st.just("delimiters"), between=betweens, counts=st.none() | counts)


lines = st.builds(Line, steps, texts, st.integers(0, 3))
bands = st.builds(Bands, selectors.map(lambda way: ((way,),)), st.lists(lines, min_size=1, max_size=2).map(tuple),
                  st.booleans(), st.booleans())


def rules(inner: st.SearchStrategy[tuple[FieldRule, ...]]) -> st.SearchStrategy[FieldRule]:
    return st.builds(FieldRule, texts, st.sampled_from(["text", "link", "date"]), st.sampled_from(["1", "?", "*"]),
                     several_picks, st.sampled_from([0.5, 1.0]), st.sampled_from(["first", "weighted"]), several_picks,
                     st.integers(0, 3), profiles, st.sampled_from([0.75, 1.0]), st.sampled_from([0.25, 1.0]),
                     st.integers(0, 40), st.sampled_from([0.25, 1.0]), marks, st.booleans(), st.none() | cuts, inner, st.none() | betweens,
                     st.sampled_from([0.0, 0.5]), st.sampled_from([1.0, 3.5]), profiles)


fields = rules(st.lists(rules(st.just(())), max_size=2).map(tuple))
wrappers = st.builds(
    RulesWrapper, st.lists(st.lists(selectors, max_size=2).map(tuple), max_size=2).map(tuple), cuts,
    st.lists(fields, max_size=3).map(tuple), st.dictionaries(texts, texts, max_size=2),
    st.dictionaries(texts, texts, max_size=2), st.lists(texts, max_size=3).map(tuple), st.sampled_from([1.0, 12.5]),
    st.sampled_from([{}, {"title": "text", "when": "date?", "steps*": {"said": "text"}}]),
    st.none() | frames)


@given(wrappers)
def test_what_is_written_reads_back_equal(wrapper: RulesWrapper) -> None:
    assert wrapper == parse_wrapper(dump(wrapper))


@given(bands)
def test_bands_that_are_written_read_back_equal(banded: Bands) -> None:
    wrapper = replace(parse_wrapper(FIXTURE.read_text(encoding="utf-8")), bands=banded)
    assert wrapper == parse_wrapper(dump(wrapper))
    assert dump(wrapper) == dump(parse_wrapper(dump(wrapper)))


@given(wrappers)
def test_writing_is_canonical(wrapper: RulesWrapper) -> None:
    """Equal wrappers make equal files, so that a difference between files is a difference between wrappers."""
    assert dump(wrapper) == dump(parse_wrapper(dump(wrapper)))


def shuffled(said: Any, chance: Random) -> Any:
    """The same JSON with the parts of its objects in another order."""
    if isinstance(said, dict):
        names = chance.sample(list(said), len(said))
        return {name: shuffled(said[name], chance) for name in names}
    return [shuffled(inner, chance) for inner in said] if isinstance(said, list) else said


@given(wrappers, st.randoms(use_true_random=False))
def test_the_order_of_parts_is_that_of_the_format_and_not_of_the_file(wrapper: RulesWrapper, chance: Random) -> None:
    """So a file that another program has written is no difference in every line; only what a user wrote keeps its order: a schema's
    fields, the inner ways, the looks of a profile and what is remembered of the learning."""
    plain = replace(wrapper, schema={}, provenance={}, frame=None, fields=())
    assert dump(plain) == dump(parse_wrapper(json.dumps(shuffled(json.loads(dump(plain)), chance))))


@pytest.mark.parametrize("fixture", [FIXTURE, PASTED, DELIMITED, BANDED], ids=lambda path: path.stem)
def test_an_old_file_that_is_saved_again_is_of_the_format_of_today(fixture: Path, tmp_path: Path) -> None:
    """And reads as it did."""
    wrapper = stook.load(fixture)
    wrapper.save(tmp_path / "w.json")
    assert FORMAT == json.loads((tmp_path / "w.json").read_text(encoding="utf-8"))["format"]
    assert wrapper == stook.load(tmp_path / "w.json")
    for page in (stook.Page(ROOM.format("Mill House", "Loft", "4", "$120")), stook.Page("<ul><li><a href=/1>One</a> 3 May 2024</ul>")):
        assert [record.to_dict() for record in wrapper.apply(page).records] == [
            record.to_dict() for record in stook.load(tmp_path / "w.json").apply(page).records]


def test_there_is_a_migration_and_a_fixture_for_every_format_of_old() -> None:
    assert set(range(1, FORMAT)) == set(MIGRATIONS)
    for number in range(1, FORMAT + 1):
        fixture = json.loads(FIXTURE.with_name(f"wrapper-format-{number}.json").read_text(encoding="utf-8"))
        assert number == fixture["format"]
        assert FORMAT >= (MIGRATIONS[number](fixture)["format"] if number in MIGRATIONS else number) > number - 1


def test_format_1_stays_readable() -> None:
    """The fixture was written when format 1 was new; it must read as it did then, for ever."""
    wrapper = stook.load(FIXTURE)
    page = stook.Page("<div id=news><h2>Town</h2><ul><li><a href=/1>One</a> 3 May 2024<li><a href=/2>Two</a> 1 May 2024"
                      "</ul></div>", url="http://post.example/")
    assert [("One", "http://post.example/1", "2024-05-03", "Town"), ("Two", "http://post.example/2", "2024-05-01", "Town")] == [
        (e.title, e.url, str(e.date), e.category) for e in wrapper.apply(page).entries]


ROOM = ("<body><div id=top>{}</div><main><h1>Rooms</h1><section class=room><h2>{}</h2><p>Sleeps <b>{}</b> for a night"
        "<p>{} a night</section></main><footer>House rules</footer>")


def test_format_2_stays_readable() -> None:
    """As format 1, with what that had not: picks that vote, a profile, and the frame of a pasted region."""
    wrapper = stook.load(PASTED)
    page = stook.Page(ROOM.format("Mill House", "Loft", "4", "$120"))
    assert [{"room": "Loft", "beds": "4"}] == [record.to_dict() for record in wrapper.apply(page).records]
    assert wrapper.frame is not None
    assert ["html", "body", "main", "section.room"] == [level.element for level in wrapper.frame.levels]
    assert ("div#top",) == wrapper.frame.levels[2].left


def test_delimiters_of_format_2_stay_readable() -> None:
    wrapper = stook.load(DELIMITED)
    page = stook.Page(ROOM.format("Mill House", "Loft", "4", "$120"))
    assert [{"room": "Loft", "beds": "4"}] == [record.to_dict() for record in wrapper.apply(page).records]
    assert Counts(4, 2) == wrapper.cut.counts


def test_format_3_stays_readable() -> None:
    """As format 2, with the lines of things whose parts stand apart."""
    wrapper = stook.load(BANDED)
    shelf = "".join(f"<tr class={kind}>" + "".join(f"<td>{said.format(name)}" for name in ("Oak", "Ash", "Elm"))
                    for kind, said in (("face", "<img src={}.png>"), ("name", "<a href=/{0}>{0} stool</a>"), ("price", "{} 4 crowns")))
    page = stook.Page(f"<h1>Stools</h1><table>{shelf}</table>", url="http://wood.example/")
    assert [("Oak stool", "http://wood.example/Oak"), ("Ash stool", "http://wood.example/Ash"), ("Elm stool", "http://wood.example/Elm")] == [
        (entry.title, entry.url) for entry in wrapper.apply(page).entries]
    assert "Ash stool Ash 4 crowns" == wrapper.apply(page).records[1].text


@pytest.mark.parametrize(("path", "value", "said"), [
    (("lines",), [], "no lines"), (("lines",), "tr", "is no list"), (("lines", 0, "select"), "tr > td", "is no element"),
    (("lines", 0, "select"), ":scope > tr", "is no element"), (("lines", 0, "shows"), 3, "3"), (("lines", 0, "deep"), 1000, "1000"),
    (("flat",), "yes", "yes"), (("region",), ["tr["], "tr"),
])
def test_bands_that_make_no_sense_are_named(path: tuple[str | int, ...], value: object, said: str) -> None:
    damaged = json.loads(BANDED.read_text(encoding="utf-8"))
    part = damaged["bands"]
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    with pytest.raises(WrapperError, match=said):
        parse_wrapper(json.dumps(damaged))


def test_a_newer_format_is_refused_in_words() -> None:
    newer = {**json.loads(FIXTURE.read_text(encoding="utf-8")), "format": FORMAT + 1}
    with pytest.raises(WrapperError, match="its format is 4 and this stook reads formats 1 to 3; update stook"):
        parse_wrapper(json.dumps(newer))


@pytest.mark.parametrize(("text", "said"), [
    ("", "no JSON"), ("[" * 100_000, "no JSON"), ("[]", "no wrapper of stook"), ('{"stook": "spell"}', "no wrapper of stook"),
    ('{"stook": "rules", "format": 1}', "missing or of the wrong kind"),
    ('{"stook": "rules", "format": 1, "region": 3, "cut": {}, "fields": []}', "missing or of the wrong kind"),
])
def test_a_damaged_file_is_named_with_what_is_wrong(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text(text, encoding="utf-8")
    with pytest.raises(WrapperError, match=said) as caught:
        stook.load(tmp_path / "w.json")
    assert "w.json" in str(caught.value)


@pytest.mark.parametrize(("part", "value", "said"), [
    ("kind", "magic", "'magic' is none of nodes"), ("heads", ["li["], "makes no sense"), ("heads", [""], "empty"),
])
def test_a_part_that_makes_no_sense_is_named(part: str, value: object, said: str) -> None:
    damaged = json.loads(FIXTURE.read_text(encoding="utf-8"))
    damaged["cut"][part] = value
    with pytest.raises(WrapperError, match=said):
        parse_wrapper(json.dumps(damaged))


@pytest.mark.parametrize(("path", "value", "said"), [
    (("counts",), {"upper": "three", "lower": 3}, "look at .*'three'"),
    (("counts",), {"upper": 3}, "look at 'lower'"),
    (("levels",), [{"left": ["div"]}], "look at 'element'"),
    (("levels",), [{"element": "html"}] * (MOST_LEVELS + 1), f"more than {MOST_LEVELS} levels"),
    (("levels", 0, "left"), "div", "'div' is no list of texts"),
    (("levels", 0, "right"), [1], r"\[1\] is no list of texts"),
    (("ways",), ["div >"], "ends too early"),
    (("inner",), ["b"], "missing or of the wrong kind"),
    (("inner",), {"room": ""}, "a selector is empty"),
])
def test_a_frame_that_makes_no_sense_is_named(path: tuple[str | int, ...], value: object, said: str) -> None:
    damaged = json.loads(PASTED.read_text(encoding="utf-8"))
    part = damaged["frame"]
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(WrapperError, match=said):
        parse_wrapper(json.dumps(damaged))


@pytest.mark.parametrize(("cut", "said"), [
    ({"kind": "delimiters"}, "does not say `between` which"),
    ({"kind": "delimiters", "between": {"left": "div"}}, "'div' is no list of texts"),
    ({"kind": "delimiters", "between": ["div"]}, "missing or of the wrong kind"),
    ({"kind": "delimiters", "between": {}, "counts": 3}, "missing or of the wrong kind"),
])
def test_delimiters_that_make_no_sense_are_named(cut: object, said: str) -> None:
    with pytest.raises(WrapperError, match=said):
        parse_wrapper(json.dumps({**json.loads(DELIMITED.read_text(encoding="utf-8")), "cut": cut}))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(WrapperError, match=r"nowhere\.json"):
        stook.load(tmp_path / "nowhere.json")
