"""Where labelled values stand on detail pages, however they were written down, and what is read of the next page."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

import stook
from stook.wrapper.format import dump, parse_wrapper

BOAT = """<html><head><title>{name} - Old Boats</title><meta name=author content="{yard}"></head><body>
<nav><a href=/>All boats</a> &gt; <a href=/{kind}s>{kind}s</a> &gt; {name}</nav>
<main><h1>{name}</h1><p class=by>Built by <b>{yard}</b> of Hull</p><p class=cost>$<b>{cost}</b> a day</p>
<img src="/pics/{pic}.jpg" alt="{name} at sea"><a class=plan href="plans/{pic}.pdf">The plans</a>
<dl><dt>Length</dt><dd>{length} m</dd>{berths}<dt>Launched</dt><dd><time datetime="{iso}">{day}</time></dd></dl>
<div class=log>{log}</div><ul class=gear>{gear}</ul><p>A trip takes <i>{trip}</i> with the tide.</p></main>
<aside><h3>Look at these too</h3><ul><li><a href=/x>{other}</a><li><a href=/y>Third boat</a></ul></aside>
<footer>Ask Ann at <a href="mailto:ann@boats.example">the quay</a>, built 1890</footer></body></html>"""


def boat(name: str = "Gull", yard: str = "Ash and Sons", cost: str = "1,250.50", pic: str = "g-7", kind: str = "Yawl", length: str = "9.5",
         berths: str = "4", iso: str = "1931-05-12", day: str = "12 May 1931", log: tuple[str, ...] = ("Sank twice.", "Rose again."),
         gear: tuple[str, ...] = ("anchor", "two oars", "lamp"), trip: str = "1 hr 25 min", other: str = "Tern") -> stook.Page:
    return stook.Page(BOAT.format(
        name=name, yard=yard, cost=cost, pic=pic, kind=kind, length=length, iso=iso, day=day, trip=trip, other=other,
        berths=f"<dt>Berths</dt><dd>{berths}</dd>" if berths else "", log="".join(f"<p>{line}</p>" for line in log),
        gear="".join(f"<li>{one}</li>" for one in gear)), url=f"https://boats.example/fleet/{pic}")


GULL = boat()
TERN = boat("Tern", "Oak Yard", "80", "t-12", "Ketch", "14", "6", "1950-08-01", "1 August 1950", ("Never sank.", "Leaks.", "Sold in 1970."),
            ("compass", "rope"), "45 minutes", "Gull")
SKUA = boat("Skua", "P. Reed", "7", "s-3", "Dory", "4.25", "", "1905-12-31", "31 December 1905", ("Lost.",), ("bucket",), "3 hours", "Tern")


def learnt(known: dict[str, Any], schema: dict[str, Any] | None = None, *pages: stook.Page, page: stook.Page = GULL) -> Any:
    """Also once it was written and read again."""
    wrapper = stook.learn([stook.Example(page, known)], pages=pages, schema=stook.Schema(schema) if schema else None)
    assert wrapper == parse_wrapper(dump(wrapper))
    return wrapper


def read(wrapper: Any, page: stook.Page) -> dict[str, Any]:
    [record] = wrapper.apply(page).records
    return dict(record.to_dict())


# as shown ---------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("label", "there"), [
    pytest.param("Ash and Sons", ("Oak Yard", "P. Reed"), id="a part that is a node"),
    pytest.param("Built by Ash and Sons of Hull", ("Built by Oak Yard of Hull", "Built by P. Reed of Hull"), id="all of a line"),
    pytest.param("by Ash and Sons", ("by Oak Yard", "by P. Reed"), id="a part across nodes"),
    pytest.param("1,250.50", ("80", "7"), id="a number without its currency"),
    pytest.param("$1,250.50", ("$80", "$7"), id="a number with its currency, which stands beside its node"),
    pytest.param("9.5", ("14", "4.25"), id="a part of a text"),
    pytest.param("9.5 m", ("14 m", "4.25 m"), id="a whole text"),
    pytest.param("Sank twice. Rose again.", ("Never sank. Leaks. Sold in 1970.", "Lost."), id="all siblings"),
    pytest.param("Gull at sea", ("Tern at sea", "Skua at sea"), id="alt of a picture"),
    pytest.param("1931-05-12", ("1950-08-01", "1905-12-31"), id="datetime"),
    pytest.param("/pics/g-7.jpg", ("/pics/t-12.jpg", "/pics/s-3.jpg"), id="src as it is written"),
    pytest.param("https://boats.example/pics/g-7.jpg", ("https://boats.example/pics/t-12.jpg", "https://boats.example/pics/s-3.jpg"),
                 id="src as where it leads"),
    pytest.param("plans/g-7.pdf", ("plans/t-12.pdf", "plans/s-3.pdf"), id="href as it is written"),
    pytest.param("https://boats.example/fleet/plans/g-7.pdf",
                 ("https://boats.example/fleet/plans/t-12.pdf", "https://boats.example/fleet/plans/s-3.pdf"), id="href as where it leads"),
])
def test_a_value_is_read_as_it_was_labelled(label: str, there: tuple[str, str]) -> None:
    wrapper = learnt({"field": [label]})
    assert (label, *there) == tuple(read(wrapper, page)["field"] for page in (GULL, TERN, SKUA))


def test_what_only_a_meta_element_says_is_read_from_it() -> None:
    page, other = (stook.Page(f"<head><meta name=code content='{code}'></head><h1>Boat</h1><p>{code[::-1]}</p>") for code in ("A-17", "B-2"))
    assert {"code": "B-2"} == read(learnt({"code": ["A-17"]}, page=page), other)


@pytest.mark.parametrize("label", ["  ASH and\n Sons ", "Ash\u00a0and Sons", "\u201cAsh and Sons\u201d", "Ash\u200band Sons"])
def test_white_space_case_and_quotes_do_not_matter(label: str) -> None:
    assert {"yard": "Oak Yard"} == read(learnt({"yard": label}), TERN)


# in other words ---------------------------------------------------------------------------------------

@pytest.mark.parametrize(("kind", "label", "there", "typed"), [
    ("duration", "85", ("85", "45", "180"), dt.timedelta(minutes=45)),
    ("duration", "PT1H25M", ("85", "45", "180"), dt.timedelta(minutes=45)),
    ("date", "1931-05-12", ("1931-05-12", "1950-08-01", "1905-12-31"), dt.date(1950, 8, 1)),
    ("date", "May 12, 1931", ("1931-05-12", "1950-08-01", "1905-12-31"), dt.date(1950, 8, 1)),
    ("number", "9.50", ("9.5", "14", "4.25"), 14),
    ("number", "1250.5", ("1250.5", "80", "7"), 80),
    ("image", "/pics/g-7.jpg", tuple(f"https://boats.example/pics/{pic}.jpg" for pic in ("g-7", "t-12", "s-3")), "https://boats.example/pics/t-12.jpg"),
    ("link", "/fleet/plans/g-7.pdf", tuple(f"https://boats.example/fleet/plans/{pic}.pdf" for pic in ("g-7", "t-12", "s-3")),
     "https://boats.example/fleet/plans/t-12.pdf"),
])
def test_what_is_not_found_as_it_is_written_is_found_as_its_declared_type(
        kind: str, label: str, there: tuple[str, ...], typed: object) -> None:
    """`1 hr 25 min` for 85 minutes. A declared type is written in its one form."""
    wrapper = learnt({"field": [label]}, {"field": kind})
    assert () == wrapper.unplaced
    assert there == tuple(read(wrapper, page)["field"] for page in (GULL, TERN, SKUA))
    value = wrapper.apply(TERN).records[0].first("field")
    assert typed == (value.typed if not isinstance(value.typed, Decimal) else float(value.typed))


def test_without_a_schema_values_stand_as_shown() -> None:
    wrapper = learnt({"trip": ["1 hr 25 min"], "launched": ["12 May 1931"]})
    assert {"trip": "45 minutes", "launched": "1 August 1950"} == read(wrapper, TERN)


def test_every_value_has_its_node_its_meaning_and_a_confidence() -> None:
    wrapper = learnt({"name": ["Gull"], "cost": ["$1,250.50"], "launched": ["12 May 1931"], "gear": ["anchor", "two oars", "lamp"]},
                     {"name": "text", "cost": "money", "launched": "date", "gear": "text*"}, TERN)
    [record] = wrapper.apply(SKUA).records
    assert {"name": "Skua", "launched": "1905-12-31", "gear": ["bucket"]}.items() <= record.to_dict().items()
    assert (Decimal(7), "$") == (record.first("cost").typed.amount, record.first("cost").typed.currency)
    for name in record:
        for value in record[name]:
            assert value.text in SKUA.text_of(value.node)
            assert 0.5 <= value.confidence <= 1.0


# which of them ----------------------------------------------------------------------------------------

def test_equal_texts_elsewhere_do_not_mislead() -> None:
    """The name stands in the title of the window, the path above, the heading and, on the other page, as another boat."""
    wrapper = learnt({"name": ["Tern"]}, page=TERN)
    assert ["Gull", "Skua"] == [read(wrapper, page)["name"] for page in (GULL, SKUA)]
    assert "h1" == GULL.tag[wrapper.apply(GULL).records[0].first("name").node]


def test_a_second_example_tells_which_of_equal_texts_was_meant() -> None:
    """On the first page the other boat is called as this one; only the second tells them apart."""
    twin = boat(other="Gull")
    one = stook.learn([stook.Example(twin, {"next": ["Gull"]}), stook.Example(TERN, {"next": ["Gull"]})])
    assert {"next": "Tern"} == read(one, SKUA)


ROWS = "<html><body><h1>{0}</h1><p>Desk <b>{1}</b></p><p>Room <b>{2}</b></p><p>Floor <b>{3}</b></p></body></html>"


def test_pages_without_labels_tell_which_of_equal_texts_changes() -> None:
    """Every desk is desk 3. What was labelled as 3 here is the room, since it is another on other pages."""
    first, *others = (stook.Page(ROWS.format(*said)) for said in (("Ann", 3, 3, 1), ("Bo", 3, 8, 2), ("Cy", 3, 5, 2), ("Di", 3, 9, 4)))
    alone = stook.learn([stook.Example(first, {"where": ["3"]})])
    helped = stook.learn([stook.Example(first, {"where": ["3"]})], pages=others[:2])
    assert ({"where": "3"}, {"where": "9"}) == (read(alone, others[2]), read(helped, others[2]))


# what is not there ------------------------------------------------------------------------------------

def test_nothing_is_invented_where_a_page_lacks_a_field() -> None:
    """Another row of the table stands in the place of the one that is missing."""
    wrapper = learnt({"name": ["Gull"], "berths": ["4"], "launched": ["12 May 1931"]})
    assert {"name": "Skua", "launched": "31 December 1905"} == read(wrapper, SKUA)


@pytest.mark.parametrize("page", [
    stook.Page("<html><body><h1>404</h1><p>This page is gone.</p></body></html>"),
    stook.Page("<html><body><form><label>Name</label><input name=u><label>Password</label><input type=password></form></body></html>"),
    stook.Page("")])
def test_pages_of_another_kind_give_no_fields(page: stook.Page) -> None:
    wrapper = learnt({"yard": ["Ash and Sons"], "berths": ["4"], "launched": ["12 May 1931"]}, None, TERN)
    assert [] == [dict(record.to_dict()) for record in wrapper.apply(page).records]


def test_an_example_says_that_a_page_has_none() -> None:
    """An empty list is known to be absent; a field that is not named may be there."""
    wrapper = stook.learn([stook.Example(GULL, {"name": ["Gull"], "berths": ["4"]}), stook.Example(SKUA, {"name": ["Skua"], "berths": []})])
    assert [{"name": "Tern", "berths": "6"}, {"name": "Skua"}] == [read(wrapper, page) for page in (TERN, SKUA)]


def item(name: str, *facts: str) -> stook.Page:
    return stook.Page(f"<body><h1>{name}</h1><div>" + "".join(f"<p>{fact}</p>" for fact in facts) + "</div>")


def test_what_moves_up_into_the_place_of_a_missing_value_is_not_taken_for_it() -> None:
    """The page that was labelled shows what stands next to the price, and so what comes into its place where there is none."""
    wrapper = learnt({"price": ["$7.00"]}, page=item("Pan", "$7.00", "Black, 28 cm"))
    assert {"price": "$4.00"} == read(wrapper, item("Cup", "$4.00", "Blue, 8 cm"))
    assert not wrapper.apply(item("Lid", "Grey, 9 cm")).records


JOB = "<html><body><h1>{0}</h1><div class=facts>{1}</div><p>Apply by letter.</p></body></html>"


def job(title: str, *facts: str) -> stook.Page:
    return stook.Page(JOB.format(title, "".join(f"<div>{fact}</div>" for fact in facts)))


def test_the_neighbours_of_values_are_known_from_pages_without_labels_too() -> None:
    """Places and kinds of work stand in rows without a label; a job without a place shows its kind where places stand."""
    pages = [job("Cook", "Hull, UK", "Full time"), job("Mate", "Cork, IE", "Part time"), job("Clerk", "Bray, IE", "Full time")]
    wrapper = learnt({"place": ["Leith, UK"]}, None, *pages, page=job("Baker", "Leith, UK", "Night shift"))
    assert {"place": "Tain, UK"} == read(wrapper, job("Smith", "Tain, UK", "Full time"))
    assert not wrapper.apply(job("Smith", "Part time")).records


# how often --------------------------------------------------------------------------------------------

def test_a_field_with_several_labels_is_a_list_on_every_page() -> None:
    wrapper = learnt({"name": ["Gull"], "gear": ["anchor", "two oars", "lamp"]})
    assert [["compass", "rope"], ["bucket"]] == [read(wrapper, page)["gear"] for page in (TERN, SKUA)]
    assert {"gear": "*", "name": "?"} == {rule.name: rule.cardinality for rule in wrapper.fields}


def test_two_of_several_values_are_enough() -> None:
    assert ["anchor", "two oars", "lamp"] == read(learnt({"gear": ["anchor", "lamp"]}), GULL)["gear"]


def test_a_list_with_one_entry_is_a_list_where_the_schema_says_so() -> None:
    wrapper = learnt({"gear": ["bucket"]}, {"gear": "text*"}, page=SKUA)
    assert [["anchor", "two oars", "lamp"], ["compass", "rope"]] == [read(wrapper, page)["gear"] for page in (GULL, TERN)]


def test_that_a_field_repeats_is_told_by_any_of_the_examples() -> None:
    wrapper = stook.learn([stook.Example(SKUA, {"log": ["Lost."]}), stook.Example(GULL, {"log": ["Sank twice.", "Rose again."]})])
    assert ["Never sank.", "Leaks.", "Sold in 1970."] == read(wrapper, TERN)["log"]


def test_fields_that_no_page_labelled_stay_in_the_schema_of_the_wrapper() -> None:
    wrapper = learnt({"name": ["Gull"]}, {"name": "text", "designer": "text?"})
    assert stook.Schema({"name": "text", "designer": "text?"}) == stook.Schema(wrapper.schema)
    assert {"name": "Tern"} == read(wrapper, TERN)


def test_what_values_mean_is_seen_without_a_schema_and_changes_no_text() -> None:
    """All values of a field read as dates, so the next one is given its day too; it is shown as it stands."""
    pages = [boat(day=day, iso="", trip=trip) for day, trip in (
        ("12 May 1931", "1 hr 25 min"), ("3 June 1999", "20 min"), ("1 July 2001", "2 hours"))]
    wrapper = stook.learn([stook.Example(pages[0], {"name": ["Gull"], "day": ["12 May 1931"], "trip": ["1 hr 25 min"]})],
                          pages=pages[1:])
    record = parse_wrapper(dump(wrapper)).apply(boat("Smew", day="9 August 1950", trip="45 min")).records[0]
    assert [None, dt.date(1950, 8, 9), dt.timedelta(minutes=45)] == [
        record[name][0].typed for name in ("name", "day", "trip")]
    assert {"name": "Smew", "day": "9 August 1950", "trip": "45 min"} == record.to_dict()
    spoilt = wrapper.apply(boat(day="soon")).records[0]
    assert ("soon", None) == (spoilt["day"][0].text, spoilt["day"][0].typed)


def test_a_learnt_list_is_a_feed_with_dates() -> None:
    rows = "".join(f"<li><a href=/{number}>Ship number {number} has come home</a> <i>{number} May 2024</i></li>"
                   for number in range(1, 8))
    page = stook.Page(f"<h1>Ships</h1><ul>{rows}</ul>", url="http://boats.example/")
    wrapper = stook.learn([stook.Example(page, [{"title": "Ship number 2 has come home", "date": "2 May 2024"}])])
    days = [stook.Entry.of(record).date for record in wrapper.apply(page).records]
    assert [dt.date(2024, 5, number) for number in range(1, 8)] == days
