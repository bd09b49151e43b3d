"""A rules wrapper applied: each way to cut, each scope of a pick, and what a page that does not suit it gives."""

from __future__ import annotations

import stook
from stook.wrapper.format import parse_wrapper
from stook.wrapper.rules import RulesWrapper
from stook.wrapper.rules.model import Cut, FieldRule, Pick
from stook.wrapper.selector import parse

URL = "http://post.example/"


def rules(cut: Cut, *fields: FieldRule, region: str = "ul") -> RulesWrapper:
    return RulesWrapper(((parse(region),),), cut, fields)


def field(name: str, select: str, kind: str = "text", cardinality: str = "?", take: str = "text",
          scope: str = "record") -> FieldRule:
    return FieldRule(name, kind, cardinality, (Pick(parse(select), take, scope),))  # type: ignore[arg-type]


def read(wrapper: RulesWrapper, content: str) -> list[dict[str, object]]:
    return [record.to_dict() for record in wrapper.apply(stook.Page(content, url=URL)).records]


def test_nodes_are_one_record_each() -> None:
    wrapper = rules(Cut("nodes", (parse(":scope > li"),)), field("title", ":scope > a"))
    assert [{"title": "One"}, {"title": "Two"}] == read(wrapper, "<ul><li><a>One</a><li><a>Two</a></ul>")


def test_runs_reach_from_head_to_head() -> None:
    """What stands between two heads belongs to the first; the lead, to the head after it."""
    wrapper = rules(Cut("runs", (parse(":scope > h3"),), lead=1), field("title", ":scope > h3"),
                    field("day", ":scope > i"), field("text", ":scope > p"), region="div")
    content = "<div><i>Mon</i><h3>One</h3><p>a</p><i>Tue</i><h3>Two</h3></div>"
    assert [{"title": "One", "day": "Mon", "text": "a"}, {"title": "Two", "day": "Tue"}] == read(wrapper, content)


def test_marks_part_what_stands_between_them() -> None:
    wrapper = rules(Cut("marks"), field("title", ":scope > a", cardinality="1"), field("note", ":scope > ::text"), region="p")
    content = "<p>new <a>One</a><br><a>Two</a><br>no link here</p>"
    assert [{"title": "One", "note": "new"}, {"title": "Two"}] == read(wrapper, content)


def test_a_page_may_be_one_record() -> None:
    wrapper = rules(Cut("page"), field("title", "h1"), region="body")
    assert [{"title": "One"}] == read(wrapper, "<h1>One</h1>")


def test_a_record_without_what_it_must_have_is_none() -> None:
    wrapper = rules(Cut("nodes", (parse(":scope > li"),)), field("title", ":scope > a", cardinality="1"))
    assert [{"title": "One"}] == read(wrapper, "<ul><li><a>One</a><li>advertisement</ul>")


def test_what_stands_before_speaks_for_all_that_follow() -> None:
    wrapper = rules(Cut("nodes", (parse(":scope > li"),)), field("title", ":scope > a"),
                    field("category", "div > h2", scope="before"))
    content = "<div><h2>Town</h2><ul><li><a>One</a><li><a>Two</a></ul><h2>Sport</h2><ul><li><a>Three</a></ul></div>"
    assert ["Town", "Town", "Sport"] == [row["category"] for row in read(wrapper, content)]


def test_the_whole_page_may_speak() -> None:
    wrapper = rules(Cut("nodes", (parse(":scope > li"),)), field("site", "h1", scope="page"))
    assert [{"site": "Post"}, {"site": "Post"}] == read(wrapper, "<h1>Post</h1><ul><li>One<li>Two</ul>")


def test_picks_are_asked_in_order_and_may_abstain() -> None:
    title = FieldRule("title", "text", "1", (Pick(parse("h2")), Pick(parse("b"))))
    wrapper = rules(Cut("nodes", (parse(":scope > li"),)), title)
    assert [{"title": "One"}, {"title": "Two"}] == read(wrapper, "<ul><li><b>no</b><h2>One</h2><li><b>Two</b></ul>")


def test_repeated_fields_are_lists() -> None:
    wrapper = rules(Cut("nodes", (parse(":scope > li"),)), field("tags", "b", cardinality="*"))
    assert [{"tags": ["x", "y"]}] == read(wrapper, "<ul><li><b>x</b><b>y</b></ul>")


def test_links_come_typed_and_absolute() -> None:
    wrapper = rules(Cut("nodes", (parse(":scope > li"),)), field("url", "a", "link", take="@href"))
    records = wrapper.apply(stook.Page("<ul><li><a href=/1>x</a><li><a href='javascript:go()'>y</a></ul>", url=URL)).records
    assert ["http://post.example/1"] == [value.typed for value in records[0]["url"]]
    assert () == records[1]["url"]


def test_dates_of_a_list_explain_each_other() -> None:
    """13/05 settles that 01/02 is the first of February."""
    wrapper = rules(Cut("nodes", (parse(":scope > li"),)), field("date", "time", "date"))
    page = stook.Page("<html lang=en-US><ul><li><time>13/05/2024</time><li><time>01/02/2024</time></ul>")
    assert ["2024-05-13", "2024-02-01"] == [str(record["date"][0].typed) for record in wrapper.apply(page).records]


def test_fit_sees_an_empty_column() -> None:
    """All records are there, but the date went missing: a full count must not hide it."""
    wrapper = rules(Cut("nodes", (parse(":scope > li"),)), field("title", ":scope > a"), field("date", "time", "date"))
    fit = wrapper.apply(stook.Page("<ul><li><a>One</a><li><a>Two</a></ul>")).fit
    assert 0.5 == fit.score
    assert ("date: filled in 0% of the records, 100% when learnt",) == fit.problems


def test_another_page_gives_no_records_and_no_fit() -> None:
    extraction = rules(Cut("nodes", (parse(":scope > li"),)), field("title", "a")).apply(stook.Page("<p>Hello"))
    assert () == extraction.records
    assert 0.0 == extraction.fit.score


def test_values_know_their_node_and_record() -> None:
    page = stook.Page("<ul><li><a>One</a><li><a>Two</a></ul>")
    records = rules(Cut("nodes", (parse(":scope > li"),)), field("title", "a")).apply(page).records
    assert ["One", "Two"] == [page.text_of(record["title"][0].node or 0) for record in records]
    assert ["One", "Two"] == [page.text_in(*record.span) for record in records if record.span]


def test_a_saved_wrapper_reads_the_same(tmp_path) -> None:  # type: ignore[no-untyped-def]
    wrapper = rules(Cut("runs", (parse(":scope > h3"),), lead=1), field("title", ":scope > h3"),
                    field("note", "div > ::text", scope="before"), region="div#a.b > div:nth-of-type(2)")
    wrapper.save(tmp_path / "w.json")
    assert wrapper == stook.load(tmp_path / "w.json")
    assert wrapper == parse_wrapper((tmp_path / "w.json").read_text(encoding="utf-8"))


# records within records -------------------------------------------------------------------------------

def reviews(*picks: Pick, within: tuple[Pick, ...] = ()) -> FieldRule:
    inner = (field("author", ":scope > b", cardinality="1"), field("stars", ":scope > i", kind="number"))
    return FieldRule("reviews", "record", "*", picks, vote="weighted" if within else "first", within=within,
                     cut=Cut("nodes", (parse(":scope > li"),)), fields=inner)


def test_a_field_of_a_record_in_a_list_may_hold_records() -> None:
    """Each is read below its own record; one that lacks what it must have is none."""
    wrapper = rules(Cut("nodes", (parse(":scope > article"),)), field("title", ":scope > h2"),
                    reviews(Pick(parse(":scope > ul"))), region="main")
    content = ("<main><article><h2>Tin frog</h2><ul><li><b>Ann</b> <i>4</i><li><b>Bo</b><li><i>advertisement</i></ul></article>"
               "<article><h2>Kite</h2></article></main>")
    assert [{"title": "Tin frog", "reviews": [{"author": "Ann", "stars": "4"}, {"author": "Bo"}]},
            {"title": "Kite"}] == read(wrapper, content)


def test_the_node_of_the_records_within_a_page_is_elected() -> None:
    wrapper = RulesWrapper(((parse("html"),),), Cut("page"), (reviews(within=(Pick(parse("ul#said"), way="id"),)),))
    page = stook.Page("<h1>Tin frog</h1><ul id=said><li><b>Ann</b> <i>4</i></ul>")
    [record] = wrapper.apply(page).records
    assert {"reviews": [{"author": "Ann", "stars": "4"}]} == record.to_dict()
    [review] = record["reviews"]
    assert (review.text, review.node) == ("Ann 4", page.select("li")[0])


def test_values_of_a_declared_type_are_written_in_its_one_form() -> None:
    price = FieldRule("price", "number", "?", (Pick(parse(":scope > b")),), declared=True)
    day = FieldRule("day", "date", "?", (Pick(parse(":scope > i")),), declared=True)
    wrapper = rules(Cut("nodes", (parse(":scope > li"),)), price, day)
    assert [{"price": "1200", "day": "2026-03-09"}] == read(wrapper, "<ul><li><b>1,200</b><i>9 March 2026</i></ul>")
