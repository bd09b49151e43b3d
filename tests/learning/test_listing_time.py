"""The time method: golden tests of the address matrix, of SEGMENT and of both layouts."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stook
from stook.learning.listing.found import Find
from stook.learning.listing.induce import induce
from stook.learning.listing.time import (
    FREQUENT,
    Segment,
    TimeNode,
    addresses,
    finds,
    matrix,
    most_frequent,
    segment,
    time_nodes,
)
from stook.page import Page

URL = "http://harbour.example/news/"


def page_of(body: str) -> Page:
    return Page(f"<html lang=en><head><title>News</title></head><body>{body}</body></html>", url=URL)


def read(page: Page, find: Find) -> list[tuple[str, str, str | None, str]]:
    """What the wrapper of a find reads: date, title, category, last part of the link."""
    return [(str(entry.date), entry.title, entry.category, (entry.url or "").removeprefix(URL))
            for entry in induce(page, find).apply(page).entries]


def rows(*said: str) -> list[list[int]]:
    return matrix(said)


# addresses ----------------------------------------------------------------------------------------------

def test_an_address_is_the_place_among_the_parents_children_level_by_level() -> None:
    page = page_of("<p>One</p><ul><li>Two</li><li><b>3</b> May</li></ul>")
    nodes = [0, *(page.words.node[place] for place in range(4))]
    assert addresses(page, nodes) == ["0", "0.1.0.0", "0.1.1.0.0", "0.1.1.1.0.0", "0.1.1.1.1"]


@given(st.recursive(st.just(""), lambda inner: st.lists(inner, max_size=4).map(
    lambda parts: "".join(f"<div>{part}</div>" for part in parts)), max_leaves=20))
def test_following_an_address_from_the_root_leads_to_its_node(body: str) -> None:
    page = page_of(body)
    for node, address in enumerate(addresses(page, range(len(page)))):
        found = 0
        for place in map(int, address.split(".")[1:]):
            found = list(page.children(found))[place]
        assert found == node


def test_short_rows_are_padded() -> None:
    assert rows("0.1.2", "0.1.10.4", "0") == [[0, 1, 2, -1], [0, 1, 10, 4], [0, -1, -1, -1]]


# SEGMENT ------------------------------------------------------------------------------------------------

TWO_SECTIONS = rows("0.1.2.0.0.0", "0.1.2.1.0.0", "0.1.2.2.0.0", "0.1.4.0.0.0", "0.1.4.1.0.0")

DATE_HEADINGS = rows("0.1.0.0", "0.1.2.0", "0.1.4.0")


@pytest.mark.parametrize(("said", "expected"), [
    pytest.param(TWO_SECTIONS, [Segment(0, 3, 3), Segment(3, 5, 3)], id="layout 1: two lists of items"),
    pytest.param(DATE_HEADINGS, [Segment(0, 3, 2)], id="layout 2: headings among their items"),
    pytest.param(rows("0.1.5", "0.1.7", "0.1.9"), [Segment(0, 3, 2)], id="one parent: the last column"),
    pytest.param(rows("0.1.0.3", "0.1.1", "0.1.2.0.1"), [Segment(0, 3, 2)], id="ragged rows"),
    pytest.param(rows("0.1.0"), [Segment(0, 1, None)], id="a single row does not part"),
    pytest.param(rows("0.1.0", "0.1.0"), [Segment(0, 2, None)], id="neither do equal rows"),
    pytest.param([], [], id="no rows"),
    pytest.param(rows("0.0.1", "0.1.0.0", "0.1.1.0", "0.1.2.0", "0.3.0"),
                 [Segment(0, 1, None), Segment(1, 4, 2), Segment(4, 5, None)], id="head and foot stay alone"),
    pytest.param(rows("0.1.0.0", "0.1.1.0", "0.1.1.4", "0.1.2.0", "0.1.3.0", "0.1.4.0"), [Segment(0, 6, 2)],
                 id="irregular: 4 of 5 stand alone, so it is one section"),
    pytest.param(rows("0.1.0.0", "0.1.1.0", "0.1.1.4", "0.1.2.0", "0.1.3.0"),
                 [Segment(0, 1, None), Segment(1, 3, 3), Segment(3, 4, None), Segment(4, 5, None)],
                 id="irregular: 3 of 4 are too few"),
    pytest.param(rows("0.1.0", "0.1.1", "0.1.2", "0.2.0", "0.2.1.0", "0.2.1.1", "0.2.2.0", "0.2.2.1"),
                 [Segment(0, 4, 2), Segment(4, 6, 3), Segment(6, 8, 3)],
                 id="irregular: a lone row joins the section before, which parts where it was cut off"),
    pytest.param(rows("0.1.0.0", "0.1.0.1", "0.1.1.0", "0.1.1.1", "0.1.2", "0.2.0", "0.2.1", "0.2.2"),
                 [Segment(0, 2, 3), Segment(2, 4, 3), Segment(4, 8, 2)],
                 id="irregular: or the section after"),
])
def test_segment(said: Sequence[Sequence[int]], expected: list[Segment]) -> None:
    assert segment(said) == expected


@given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=5), max_size=12))
def test_every_row_is_in_one_segment_in_order(places: list[list[int]]) -> None:
    said = matrix(sorted(".".join(map(str, [0, *row])) for row in places))
    assert [row for one in segment(said) for row in range(one.start, one.stop)] == list(range(len(said)))


# time nodes ---------------------------------------------------------------------------------------------

MIXED = page_of("<ul><li>2026-05-01 <a href=a>Ferry timetable</a><li>2026-05-02 <a href=b>Lighthouse tour</a>"
                "<li>3 May 2026 <a href=c>Net repair</a></ul>")


def test_time_nodes_carry_their_patterns_in_order() -> None:
    page = page_of("<p>No date here<p>2026-05-01<p>2026-05-02, changed 3 May 2026")
    dated = [page.words.node[1], page.words.node[2]]
    assert time_nodes(page) == [TimeNode(dated[0], ("year-month-day",)),
                                TimeNode(dated[1], ("year-month-day", "day-month-year-names"))]


def test_the_most_frequent_pattern_may_be_chosen() -> None:
    assert most_frequent(MIXED, time_nodes(MIXED)) == "year-month-day"


def test_of_equally_frequent_patterns_the_one_with_the_longer_section_is_chosen() -> None:
    page = page_of("<ul><li>1 May 2026<li>2 May 2026</ul><ul><li>3 May 2026<li>4 May 2026</ul>"
                   "<ul><li>2026-05-01<li>2026-05-02<li>2026-05-03<li>2026-05-04</ul>")
    assert most_frequent(page, time_nodes(page)) == "year-month-day"


@pytest.mark.parametrize(("pattern", "titles"), [
    ("all", ["Ferry timetable", "Lighthouse tour", "Net repair"]),
    (FREQUENT, ["Ferry timetable", "Lighthouse tour"]),
    ("year-month-day", ["Ferry timetable", "Lighthouse tour"]),
    ("compact", []),
])
def test_all_patterns_or_one_may_be_asked_for(pattern: str, titles: list[str]) -> None:
    found = finds(MIXED, pattern)[:1]
    assert [MIXED.text_of(s.spots["title"][0].node) for find in found for s in find.sightings] == titles


# layout 1 -----------------------------------------------------------------------------------------------

PRESS = """
  <div id=menu><a href=/>Home</a></div>
  <div class=block><h3>Ships <a href=ships>all</a></h3><table>
    <tr><td>2026-05-12<td><a href=p1>The new ferry is afloat</a>
    <tr><td>2026-05-09<td><a href=p2>A crane for the shipyard</a> <a href=p2.pdf>PDF</a>
    <tr><td>2026-04-30<td><a href=p3>Pilots practise in fog</a></table></div>
  <div class=block><h3>Quays <a href=quays>all</a></h3><table>
    <tr><td>2026-05-02<td><a href=p4>North quay closed for repairs</a>
    <tr><td>2026-03-17<td><a href=p5>Lamps on the long mole</a></table></div>"""

PRESS_ENTRIES = [
    ("2026-05-12", "The new ferry is afloat", "Ships", "p1"),
    ("2026-05-09", "A crane for the shipyard", "Ships", "p2"),
    ("2026-04-30", "Pilots practise in fog", "Ships", "p3"),
    ("2026-05-02", "North quay closed for repairs", "Quays", "p4"),
    ("2026-03-17", "Lamps on the long mole", "Quays", "p5"),
]


def test_press_releases_in_sections_with_titles() -> None:
    page = page_of(PRESS)
    assert read(page, finds(page)[0]) == PRESS_ENTRIES


def test_the_method_is_chosen_by_its_name() -> None:
    found = stook.listing(page_of(PRESS), method="time")
    assert [(str(entry.date), entry.title, entry.category) for entry in found.entries] == [
        (date, title, category) for date, title, category, _ in PRESS_ENTRIES]
    sections = [(section.title, section.size) for section in found.candidates[0].sections]
    assert sections == [("Ships", 3), ("Quays", 2)]


def test_the_rule_reads_the_next_issue_of_the_page(tmp_path: Path) -> None:
    """The method makes an ordinary wrapper, which is kept as a file and applied without learning anything."""
    line = "2026-05-{day:02} <a href=p{day}>Tide table {day}</a>"
    known, later = (page_of("<div>" + "<br>".join(line.format(day=day) for day in days) + "</div>")
                    for days in ((1, 2, 3), (5, 6, 7, 8)))
    induce(known, finds(known)[0]).save(tmp_path / "tides.json")
    entries = stook.load(tmp_path / "tides.json").apply(later).entries
    assert [(str(entry.date), entry.title) for entry in entries] == [
        (f"2026-05-0{day}", f"Tide table {day}") for day in (5, 6, 7, 8)]


def test_each_section_follows_as_an_alternative() -> None:
    page = page_of(PRESS)
    found = [(len(find.sightings), find.score, find.reasons) for find in finds(page)]
    assert found == [(5, 1.0, ("5 dates of the pattern year-month-day in 2 sections",)),
                     (3, 0.6, ("3 dates of the pattern year-month-day in 1 section",)),
                     (2, 0.4, ("2 dates of the pattern year-month-day in 1 section",))]


def test_an_images_alt_is_the_title_of_its_section() -> None:
    page = page_of("""
      <p>Welcome</p>
      <div><img src=s.gif alt=Ships><ul><li>2026-05-12 <a href=p1>The new ferry is afloat</a>
        <li>2026-05-09 <a href=p2>A crane for the shipyard</a></ul></div>
      <div><img src=q.gif alt=Quays><ul><li>2026-05-02 <a href=p4>North quay closed</a>
        <li>2026-03-17 <a href=p5>Lamps on the long mole</a></ul></div>""")
    assert [(category, link) for _, _, category, link in read(page, finds(page)[0])] == [
        ("Ships", "p1"), ("Ships", "p2"), ("Quays", "p4"), ("Quays", "p5")]


def test_a_text_on_the_left_part_of_the_line_is_the_items_category() -> None:
    page = page_of("""<ul><li><i>2026-05-12</i> <b>Ships</b> <a href=p1>The new ferry is afloat</a>
      <li><i>2026-05-09</i> <b>Quays</b> <a href=p2>North quay closed</a></ul>""")
    assert [category for _, _, category, _ in read(page, finds(page)[0])] == ["Ships", "Quays"]


@pytest.mark.parametrize("line", [
    pytest.param("{date} <a href={link}>{title}</a>", id="bare date"),
    pytest.param("<a href={link}>{title}</a> ({date})", id="bare date after the link"),
    pytest.param("<i>{date}</i> <a href={link}>{title}</a>", id="date in an element"),
    pytest.param("<a href={link}>{title}</a> <i>{date}</i>", id="date in an element after the link"),
])
def test_text_that_only_line_breaks_part(line: str) -> None:
    items = [("2026-05-12", "The new ferry is afloat", "p1"),
             ("2026-05-09", "A crane for the shipyard", "p2"),
             ("2026-04-30", "Pilots practise in fog", "p3")]
    page = page_of("<h2>News</h2><div>" + "<br>".join(
        line.format(date=date, title=title, link=link) for date, title, link in items) + "</div>")
    assert read(page, finds(page)[0]) == [(date, title, "News", link) for date, title, link in items]


def test_of_several_dates_in_an_item_the_first_counts() -> None:
    items = [f"<li>2026-05-0{day} <a href=p{day}>Tide table number {day}</a></li>" for day in range(1, 10)]
    items[3] = items[3].replace("</li>", " <i>changed 2026-06-01</i></li>")
    page = page_of(f"<ul>{''.join(items)}</ul>")
    assert [date for date, *_ in read(page, finds(page)[0])] == [f"2026-05-0{day}" for day in range(1, 10)]


def test_a_section_of_one_item_is_read_like_the_others() -> None:
    page = page_of("""
      <h2>2026</h2><ul><li>2026-05-12 <a href=p1>The new ferry is afloat</a>
        <li>2026-05-09 <a href=p2>A crane for the shipyard</a></ul>
      <h2>2025</h2><ul><li>2025-11-30 <a href=p3>Pilots practise in fog</a></ul>""")
    assert read(page, finds(page)[0]) == [("2026-05-12", "The new ferry is afloat", "2026", "p1"),
                                          ("2026-05-09", "A crane for the shipyard", "2026", "p2"),
                                          ("2025-11-30", "Pilots practise in fog", "2025", "p3")]


def test_a_link_over_several_lines_gives_its_first_line_that_is_no_date() -> None:
    page = page_of("".join(f"<a href=p{day}><p>2026-05-0{day}</p><h3>Tide table {day}</h3><p>High water is at"
                           f" noon, low water in the evening</p></a>" for day in (1, 2, 3)))
    titles = [title for _, title, _, _ in read(page, finds(page)[0])]
    assert titles == ["Tide table 1", "Tide table 2", "Tide table 3"]


# layout 2 -----------------------------------------------------------------------------------------------

FOUR = [("2026-05-12", "The new ferry is afloat", "p1"), ("2026-05-12", "A crane for the shipyard", "p2"),
        ("2026-05-09", "Pilots practise in fog", "p3"), ("2026-05-09", "Lamps on the long mole", "p4")]


@pytest.mark.parametrize("body", [
    pytest.param("""<h3>2026-05-12</h3><ul><li><a href=p1>The new ferry is afloat</a>
      <li><a href=p2>A crane for the shipyard</a></ul><h3>2026-05-09</h3><ul>
      <li><a href=p3>Pilots practise in fog</a><li><a href=p4>Lamps on the long mole</a></ul>""", id="lists"),
    pytest.param("""<div><b>2026-05-12</b><br><a href=p1>The new ferry is afloat</a><br>
      <a href=p2>A crane for the shipyard</a><br><b>2026-05-09</b><br>
      <a href=p3>Pilots practise in fog</a><br><a href=p4>Lamps on the long mole</a>
      </div>""", id="line breaks"),
    pytest.param("""<div><b>2026-05-12</b><p><a href=p1>The new ferry is afloat</a> <a href=p1.pdf>PDF</a>
      <p><a href=p2>A crane for the shipyard</a></div><div><b>2026-05-09</b>
      <p><a href=p3>Pilots practise in fog</a><p><a href=p4>Lamps on the long mole</a>
      </div>""", id="a block a day"),
])
def test_a_date_that_stands_before_several_items(body: str) -> None:
    page = page_of(f"<h2>Harbour news</h2><main>{body}</main>")
    found = finds(page)[0]
    assert read(page, found) == [(date, title, "Harbour news", link) for date, title, link in FOUR]
    assert found.reasons == ("2 dates of the pattern year-month-day in 1 section",
                             "a date stands before several of the 4 items")


def test_a_date_that_stands_beside_its_only_item() -> None:
    page = page_of("<dl>" + "".join(f"<dt>2026-05-0{day}<dd><a href=p{day}>Tide table {day}</a>"
                                    for day in (1, 2, 3)) + "</dl>")
    assert read(page, finds(page)[0]) == [(f"2026-05-0{day}", f"Tide table {day}", None, f"p{day}")
                                          for day in (1, 2, 3)]


# what is no list ----------------------------------------------------------------------------------------

@pytest.mark.parametrize("body", [
    "", "<p>Nothing here", "<ul><li><a href=a>One</a><li><a href=b>Two</a></ul>",
    "<p>2026-05-12 <a href=a>One</a>", "<ul><li>2026-05-12<li>2026-05-13</ul>"])
def test_a_page_without_dated_items_gives_nothing(body: str) -> None:
    assert finds(page_of(body)) == []


def test_an_empty_page_gives_nothing() -> None:
    assert finds(Page("")) == []


@pytest.mark.parametrize(("dates", "titles"), [
    (["2026年5月12日", "2026年5月9日"], ["新しい渡し船が進水", "造船所に新しいクレーン"]),
    (["١٢ مايو ٢٠٢٦", "٩ مايو ٢٠٢٦"], ["العبارة الجديدة في الماء", "رافعة لحوض السفن"]),
])
def test_dates_and_titles_in_other_scripts(dates: list[str], titles: list[str]) -> None:
    page = page_of("<ul>" + "".join(f"<li>{date} <a href=p>{title}</a>"
                                    for date, title in zip(dates, titles, strict=True)) + "</ul>")
    assert [(date, title) for date, title, _, _ in read(page, finds(page)[0])] == [
        ("2026-05-12", titles[0]), ("2026-05-09", titles[1])]
