"""One labelled record of a list is enough to read the list: which list is meant, how far it reaches, what its fields are."""

from __future__ import annotations

from typing import Any

import pytest

import stook
from stook.errors import LearnError
from stook.wrapper.format import dump, parse_wrapper
from stook.wrapper.rules.model import Unplaced

URL = "https://harbour.example/news/"


def page(content: str) -> stook.Page:
    return stook.Page(content, url=URL)


def learnt(content: str, *records: dict[str, Any], schema: dict[str, str] | None = None) -> Any:
    return stook.learn([stook.Example(page(content), list(records))], schema=stook.Schema(schema) if schema else None)


def read(wrapper: Any, content: str) -> list[dict[str, Any]]:
    """What a wrapper reads, also once it was written and read again."""
    again = parse_wrapper(dump(wrapper))
    records = [record.to_dict() for record in again.apply(page(content)).records]
    assert records == [record.to_dict() for record in wrapper.apply(page(content)).records]
    return records


def titles(wrapper: Any, content: str) -> list[str]:
    return [record.get("title", "") for record in read(wrapper, content)]


# one list ---------------------------------------------------------------------------------------------

CARD = ('<div class="card"><div class="inner"><a class="t" href="/{0}">{1}</a><div class="meta">By {2}</div>'
        '<div class="p">${3}.50 each</div></div></div>')
CARDS = [("rope", "Hemp rope", "Ada Quill", 4), ("buoy", "Cork buoy", "Ben Marsh", 19), ("lamp", "Stern lamp", "Cy Reed", 230),
         ("sail", "Brown sail", "Di Fenn", 88)]
SOUP = ('<body><div class="nav"><a href="/">Home</a><a href="/buoy">Cork buoy</a><a href="/lamp">Stern lamp</a></div>'
        '<div class="crumbs">Shop / Cork buoy</div><div class="grid">' + "".join(CARD.format(*card) for card in CARDS)
        + '</div><div class="side"><h3>Popular</h3><div><a href="/buoy">Cork buoy</a></div></div></body>')


def test_one_labelled_record_gives_all_records_of_its_list() -> None:
    assert ["Hemp rope", "Cork buoy", "Stern lamp", "Brown sail"] == titles(
        learnt(SOUP, {"title": "Cork buoy", "author": "Ben Marsh"}), SOUP)


def test_parts_of_texts_are_found_as_parts_in_all_records() -> None:
    wrapper = learnt(SOUP, {"title": "Cork buoy", "author": "Ben Marsh", "price": "$19.50"})
    assert [("Ada Quill", "$4.50"), ("Ben Marsh", "$19.50"), ("Cy Reed", "$230.50"), ("Di Fenn", "$88.50")] == [
        (record["author"], record["price"]) for record in read(wrapper, SOUP)]


def test_equal_texts_in_menus_and_beside_the_list_do_not_mislead() -> None:
    """The labelled title stands in the menu, the breadcrumb and a side block too; only the grid shows it with its price."""
    records = read(learnt(SOUP, {"title": "Stern lamp", "price": "$230.50"}), SOUP)
    assert [card[1] for card in CARDS] == [record["title"] for record in records]


def test_a_title_alone_is_looked_for_in_the_main_list_first() -> None:
    assert [card[1] for card in CARDS] == titles(learnt(SOUP, {"title": "Cork buoy"}), SOUP)


def test_a_link_is_named_by_where_it_leads_or_by_its_node() -> None:
    by_address = learnt(SOUP, {"title": "Cork buoy", "url": "https://harbour.example/buoy"})
    node = next(node for node in page(SOUP).select("a") if page(SOUP).text_of(node) == "Hemp rope")
    by_node = learnt(SOUP, {"title": "Hemp rope", "url": (node, "href")})
    assert [f"https://harbour.example/{card[0]}" for card in CARDS] == [record["url"] for record in read(by_address, SOUP)]
    assert [f"/{card[0]}" for card in CARDS] == [record["url"] for record in read(by_node, SOUP)]


def test_a_node_tells_which_list_is_meant() -> None:
    """The same title stands in the menu: who names that node means the menu."""
    node = next(node for node in page(SOUP).select("a") if page(SOUP).text_of(node) == "Cork buoy")
    assert ["Home", "Cork buoy", "Stern lamp"] == titles(learnt(SOUP, {"title": node}), SOUP)


def test_the_next_version_of_the_page_is_read_too() -> None:
    wrapper = learnt(SOUP, {"title": "Cork buoy", "price": "$19.50"})
    later = SOUP.replace('<div class="grid">', '<div class="grid">' + CARD.format("oar", "Ash oar", "Eve Holt", 7))
    assert ["Ash oar", *(card[1] for card in CARDS)] == titles(wrapper, later)


def test_a_title_that_several_records_share_is_told_by_the_other_labels() -> None:
    rows = [("Notice", "3 May", "a"), ("Notice", "4 May", "b"), ("Regatta", "9 May", "c"), ("Notice", "12 May", "d")]
    content = "<body><ul>" + "".join(f"<li><a href='/{c}'>{a}</a> <i>{b}</i></li>" for a, b, c in rows) + "</ul></body>"
    wrapper = learnt(content, {"title": "Notice", "day": "12 May", "url": "https://harbour.example/d"})
    assert [{"title": a, "day": b, "url": f"https://harbour.example/{c}"} for a, b, c in rows] == read(wrapper, content)


def test_the_cells_of_a_table_are_told_by_their_columns() -> None:
    rows = [("Dory", "4 m", "2"), ("Yawl", "9 m", "4"), ("Ketch", "14 m", "6"), ("Punt", "4 m", "2")]
    content = ("<body><table><tr><th>Boat<th>Length<th>Berths</tr>" + "".join(
        f"<tr><td>{a}<td>{b}<td>{c}</tr>" for a, b, c in rows) + "</table></body>")
    wrapper = learnt(content, {"title": "Yawl", "length": "9 m", "berths": "4"})
    assert [{"title": a, "length": b, "berths": c} for a, b, c in rows] == [
        record for record in read(wrapper, content) if record["title"] != "Boat"]


def test_what_stands_between_line_breaks_is_a_record() -> None:
    content = ("<body><h1>Tides</h1><div>" + "<br>".join(
        f"<b>{hour}</b> <a href='/t{hour}'>{what} water</a> at the quay" for hour, what in
        (("03:10", "Low"), ("09:25", "High"), ("15:40", "Low"), ("21:55", "High"))) + "</div></body>")
    wrapper = learnt(content, {"title": "High water", "hour": "09:25"})
    assert [("03:10", "Low water"), ("09:25", "High water"), ("15:40", "Low water"), ("21:55", "High water")] == [
        (record["hour"], record["title"]) for record in read(wrapper, content)]


def test_records_may_be_runs_of_siblings() -> None:
    content = "<body><dl>" + "".join(f"<dt>{a}</dt><dd>{b}</dd><dd class=by>{c}</dd>" for a, b, c in (
        ("Knots", "How to tie them", "Ada"), ("Splices", "For broken rope", "Ben"), ("Hitches", "To posts", "Cy"))) + "</dl></body>"
    wrapper = learnt(content, {"title": "Splices", "about": "For broken rope", "by": "Ben"})
    assert [("Knots", "How to tie them", "Ada"), ("Splices", "For broken rope", "Ben"), ("Hitches", "To posts", "Cy")] == [
        (record["title"], record["about"], record["by"]) for record in read(wrapper, content)]


def test_advertisements_between_the_records_are_none() -> None:
    items = "".join(f"<li class=item><h3><a href='/{n}'>Voyage number {n}</a></h3><p>Leaves on day {n}</p></li>"
                    + ("<li class=promo><a href='/ad'>Buy our own rum now</a></li>" if n % 2 else "") for n in range(1, 6))
    content = f"<body><ul>{items}</ul></body>"
    wrapper = learnt(content, {"title": "Voyage number 2", "leaves": "Leaves on day 2"})
    assert [f"Voyage number {n}" for n in range(1, 6)] == titles(wrapper, content)


def test_a_japanese_page() -> None:
    rows = [("港まつりのお知らせ", "2024年5月1日", "行事"), ("定期便の欠航について", "2024年5月3日", "運航"), ("新しい灯台が完成", "2024年5月9日", "工事")]
    content = "<body><header><a href=/>港</a></header><section>" + "".join(
        f"<article><time>{day}</time><span>{kind}</span><h2>{title}</h2></article>" for title, day, kind in rows) + "</section></body>"
    wrapper = learnt(content, {"title": "定期便の欠航について", "date": "2024-05-03", "kind": "運航"},
                     schema={"title": "text", "date": "date", "kind": "text?"})
    assert [{"title": title, "date": f"2024-05-0{day}", "kind": kind} for (title, _, kind), day in zip(
        rows, (1, 3, 9), strict=True)] == read(wrapper, content)


# fields -----------------------------------------------------------------------------------------------

def test_a_field_that_some_records_lack_is_left_out_there() -> None:
    content = "<body><ol>" + "".join(
        f"<li><b>{name}</b>{f'<em>{note}</em>' if note else ''}<i>{n} nm</i></li>" for n, (name, note) in enumerate(
            (("Cove", "shallow"), ("Sound", ""), ("Strait", "rapids"), ("Bight", "")), 3)) + "</ol></body>"
    wrapper = learnt(content, {"title": "Strait", "note": "rapids", "far": "5 nm"})
    assert [{"title": "Cove", "note": "shallow", "far": "3 nm"}, {"title": "Sound", "far": "4 nm"},
            {"title": "Strait", "note": "rapids", "far": "5 nm"}, {"title": "Bight", "far": "6 nm"}] == read(wrapper, content)


def test_a_field_may_repeat_within_a_record() -> None:
    content = "<body><ul>" + "".join(
        f"<li><h4>{name}</h4><p>{' '.join(f'<a href=/c/{one}>{one}</a>' for one in crew)}</p></li>" for name, crew in (
            ("Gull", ["Ada", "Ben"]), ("Tern", ["Cy"]), ("Skua", ["Di", "Eve", "Flo"]))) + "</ul></body>"
    wrapper = learnt(content, {"title": "Gull", "crew": ["Ada", "Ben"]})
    assert [["Ada", "Ben"], ["Cy"], ["Di", "Eve", "Flo"]] == [record["crew"] for record in read(wrapper, content)]


def test_a_schema_says_that_a_field_repeats_where_the_label_is_one_value() -> None:
    content = "<body><ul>" + "".join(f"<li><h4>{name}</h4><p>{''.join(f'<s>{one}</s>' for one in tags)}</p></li>"
                                     for name, tags in (("Gull", "ab"), ("Tern", "c"), ("Skua", "def"))) + "</ul></body>"
    wrapper = learnt(content, {"title": "Tern", "tags": "c"}, schema={"title": "text", "tags": "text*"})
    assert [["a", "b"], ["c"], ["d", "e", "f"]] == [record["tags"] for record in read(wrapper, content)]


def test_declared_types_are_written_in_their_one_form() -> None:
    content = "<body><ul>" + "".join(f"<li><a href='{n}.html'>Crossing {n}</a> <b>{n} hr {n * 5} min</b> <i>1,{n}00.5 nm</i></li>"
                                     for n in range(1, 5)) + "</ul></body>"
    wrapper = learnt(content, {"title": "Crossing 2", "url": "2.html", "time": "130", "far": "1200.5"},
                     schema={"title": "text", "url": "link", "time": "duration", "far": "number"})
    assert [(f"https://harbour.example/news/{n}.html", str(60 * n + 5 * n), f"1{n}00.5") for n in range(1, 5)] == [
        (record["url"], record["time"], record["far"]) for record in read(wrapper, content)]


# several lists ----------------------------------------------------------------------------------------

def section(name: str, *items: str) -> str:
    return f"<section><h2>{name}</h2><ul>" + "".join(
        f"<li><a href='/{item.lower().replace(' ', '-')}'>{item}</a><span>{len(item)} seats</span></li>" for item in items) + "</ul></section>"


SECTIONS = ("<body><nav><ul><li><a href=/>Home</a></li><li><a href=/talks>Talks</a></li><li><a href=/walks>Walks</a></li></ul></nav><main>"
            + section("Talks", "Whales of the north", "Maps and their makers") + section("Walks", "Round the old harbour", "Up to the light",
                                                                                       "Along the sea wall")
            + section("Meals", "Supper on the quay") + "</main><aside><ul><li><a href=/x>Contact us</a></li></ul></aside></body>")
ALL = ["Whales of the north", "Maps and their makers", "Round the old harbour", "Up to the light", "Along the sea wall", "Supper on the quay"]


def test_a_labelled_list_gives_its_sister_lists() -> None:
    """Sections built alike, each with a heading of its own, are read with the labelled one; menus are not."""
    assert ALL == titles(learnt(SECTIONS, {"title": "Up to the light", "seats": "15 seats"}), SECTIONS)


def test_the_heading_above_each_list_is_a_field_of_its_records() -> None:
    wrapper = learnt(SECTIONS, {"title": "Up to the light", "seats": "15 seats", "category": "Walks"})
    assert ["Talks", "Talks", "Walks", "Walks", "Walks", "Meals"] == [record["category"] for record in read(wrapper, SECTIONS)]
    [rule] = [rule for rule in wrapper.fields if rule.name == "category"]
    assert {"before"} == {pick.scope for pick in rule.picks}


def test_a_part_of_a_heading_may_be_the_category() -> None:
    content = SECTIONS.replace("<h2>", "<h2>All ").replace("</h2>", " (open)</h2>")
    wrapper = learnt(content, {"title": "Up to the light", "category": "Walks"})
    assert ["Talks", "Talks", "Walks", "Walks", "Walks", "Meals"] == [record["category"] for record in read(wrapper, content)]


def test_dates_stand_above_the_records_that_they_speak_for() -> None:
    """Date headings and records are siblings; each date holds until the next."""
    days = (("1 June 2024", ("Ebb and flow", "Nets")), ("4 June 2024", ("A new crane",)), ("9 June 2024", ("Fog", "Ice", "Gales")))
    content = "<body><div class=log>" + "".join(f"<h3>{day}</h3>" + "".join(
        f"<p class=e><a href='/{title}'>{title}</a></p>" for title in some) for day, some in days) + "</div></body>"
    wrapper = learnt(content, {"title": "Ice", "date": "9 June 2024"}, schema={"title": "text", "date": "date"})
    assert [(title, f"2024-06-0{day[0]}") for day, some in days for title in some] == [
        (record["title"], record["date"]) for record in read(wrapper, content)]


def test_labels_in_two_lists_join_them_though_they_are_built_otherwise() -> None:
    content = ("<body><div class=top>" + "".join(f"<div class=big><h2><a href='/b{n}'>Big story {n}</a></h2></div>" for n in range(3))
               + "</div><div class=rest>" + "".join(f"<p class=small><b>{n}</b><span><a href='/s{n}'>Small story {n}</a></span></p>" for n in range(4))
               + "</div><div class=foot>" + "".join(f"<p><a href='/f{n}'>Imprint {n}</a></p>" for n in range(3)) + "</div></body>")
    wrapper = learnt(content, {"title": "Big story 1"}, {"title": "Small story 2"})
    assert [*(f"Big story {n}" for n in range(3)), *(f"Small story {n}" for n in range(4))] == titles(wrapper, content)


def test_several_pages_of_one_template() -> None:
    """What one page cannot tell, the other does: here, that the note may stand in a box."""
    def shelf(*rows: str) -> str:
        return "<body><ul>" + "".join(f"<li>{row}</li>" for row in rows) + "</ul></body>"

    one = shelf("<b>Salt</b><i>dry</i>", "<b>Rye</b>", "<b>Tar</b><i>hot</i>")
    two = shelf("<b>Oil</b>", "<b>Pitch</b><div><i>sticky</i></div>", "<b>Wax</b>")
    wrapper = stook.learn([stook.Example(page(one), [{"title": "Tar", "note": "hot"}]),
                           stook.Example(page(two), [{"title": "Pitch", "note": "sticky"}, {"title": "Oil", "note": []}])])
    assert [{"title": "Salt", "note": "dry"}, {"title": "Rye"}, {"title": "Tar", "note": "hot"}] == read(wrapper, one)
    assert [{"title": "Oil"}, {"title": "Pitch", "note": "sticky"}, {"title": "Wax"}] == read(wrapper, two)


def test_a_list_with_one_record_is_a_list_and_no_page() -> None:
    """The page shows one hit; the next one more."""
    hits = "<body><form>search</form><ul class=hits>{}</ul></body>"
    hit = "<li class=hit><a href='/{0}'>Chart {0}</a><p>Sheet {0} of the coast</p></li>"
    wrapper = learnt(hits.format(hit.format(7)), {"title": "Chart 7", "about": "Sheet 7 of the coast"})
    assert ["Chart 1", "Chart 2", "Chart 3"] == titles(wrapper, hits.format("".join(map(hit.format, (1, 2, 3)))))


# what goes wrong --------------------------------------------------------------------------------------

def test_a_label_that_is_nowhere_is_unplaced_and_the_rest_is_learnt() -> None:
    wrapper = learnt(SOUP, {"title": "Hemp rope", "price": "$4.50"}, {"title": "Cork buoy", "price": "$77.00"})
    assert (Unplaced(1, "price", "$77.00"),) == wrapper.unplaced
    assert [card[1] for card in CARDS] == titles(wrapper, SOUP)


def test_nothing_found_is_an_error_that_names_a_label() -> None:
    with pytest.raises(LearnError, match="'title' of example 1 is 'Moonlight'"):
        learnt(SOUP, {"title": "Moonlight"})


def test_details_and_lists_are_not_learnt_together() -> None:
    examples = [stook.Example(page(SOUP), [{"title": "Hemp rope"}]), stook.Example(page(SOUP), {"title": "Hemp rope"})]
    with pytest.raises(LearnError, match="example 2: this is a record, and example 1 is a list of records"):
        stook.learn(examples)


def test_a_list_wrapper_knows_when_it_breaks() -> None:
    """A full count of records with one column gone is seen."""
    content = SOUP.replace("</div><div class=\"side\">", "".join(CARD.format(f"n{n}", f"Net number {n}", "Al Fry", n) for n in range(1, 9))
                           + "</div><div class=\"side\">")
    wrapper = learnt(content, {"title": "Cork buoy", "price": "$19.50"})
    assert 12.0 == wrapper.count
    assert "sound" == stook.check(wrapper, [page(content)]).state
    assert "drifted" == stook.check(wrapper, [page(content.replace('class="p"', 'class="x"').replace(" each", " apiece"))]).state


def test_links_of_the_page_that_was_learnt_from_look_as_they_did() -> None:
    """They are relative in the source and absolute when read: that is no change of the site."""
    cards = "".join(CARD.format(f"n{n}", f"Net number {n}", "Al Fry", n) for n in range(1, 9))
    long = page(SOUP.replace('</div><div class="side">', f'{cards}</div><div class="side">'))
    wrapper = stook.learn([stook.Example(long, [{"title": "Cork buoy", "url": "https://harbour.example/buoy"}])])
    assert ("sound", ()) == (stook.check(wrapper, [long]).state, wrapper.apply(long).fit.problems)
