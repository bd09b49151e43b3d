"""List pages as records: columns that ask for names, where a row was listed, what is new, and detail records joined."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from recipe_pages import COOKS, DISHES, missing, named, recipe

import stook
from stook import Catalogue, Page, Template
from stook.errors import ListingError, TemplateError
from stook.learning.template import by_row, load
from stook.learning.template.catalogue import trail_of

HOST = "http://kitchen.example"


def row(number: int, minutes: int | None = None) -> str:
    cook = f"<i class='by'>{COOKS[number % len(COOKS)]}</i>" if number % 3 else ""
    marks = "".join(f"<em>{DISHES[(number + place) % len(DISHES)].split()[0]}</em>" for place in range(1 + number % 3))
    return (f"<li class='card'><h3><a href='/{number}'>{DISHES[number % len(DISHES)]} no. {number}</a></h3>{cook}"
            f"<span class='time'>{minutes or 10 + number} minutes</span><p class='tags'>{marks}</p></li>")


def listed(numbers: Sequence[int], heading: str = "Cakes", address: str = "/cakes", minutes: int | None = None) -> Page:
    rows = "".join(row(number, minutes=minutes) for number in numbers)
    return Page(f"""<!DOCTYPE html><title>{heading} - Kitchen</title><body><p><a href="/">Home</a> &gt;
        <a href="/all">Recipes</a> &gt; {heading}</p><h1>{heading}</h1><ul class="cards">{rows}</ul>
        <div class="foot">All rights reserved</div>""", HOST + address)


def named_columns(catalogue: Catalogue) -> None:
    """A person calls the columns what their classes say."""
    for slot in catalogue.template.slots:
        for sign, name in (("h3", "title"), ("i.by", "cook"), ("span.time", "time"), ("em", "tags")):
            if sign in slot.path.split(" > "):
                catalogue.template.name(slot.id, name)


def test_the_columns_of_a_list_are_slots_that_ask() -> None:
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 9)))
    assert 4 == len(catalogue.template.slots)
    assert 4 == len(catalogue.template.questions())
    named_columns(catalogue)
    assert {"url": f"{HOST}/2", "category": ["Home > Recipes > Cakes"], "title": ["Barley stew no. 2"], "cook": ["Cleo Marsh"],
            "time": ["12 minutes"], "tags": ["Barley", "Rye", "Fish"]} == catalogue.records()[1]
    assert "cook" not in catalogue.records()[2]


def test_rows_are_new_updated_or_gone_against_the_last_time() -> None:
    catalogue = Catalogue()
    assert 5 == len(catalogue.add(listed(range(1, 6))).new)
    change = catalogue.add(listed(range(3, 8)))
    assert ([f"{HOST}/6", f"{HOST}/7"], (), [f"{HOST}/1", f"{HOST}/2"]) == (
        list(change.new), change.updated, list(change.gone))
    change = catalogue.add(listed(range(3, 8), minutes=99))
    assert ((), [f"{HOST}/{number}" for number in range(3, 8)], ()) == (change.new, list(change.updated), change.gone)
    named_columns(catalogue)
    assert {"99 minutes"} == {record["time"][0] for record in catalogue.records()[2:]}


def test_rows_that_come_back_are_told(tmp_path: Path) -> None:
    """Those that no list showed, as long as one stood on another list it was there."""
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 6)), "first")
    catalogue.add(listed(range(3, 8)), "first")
    assert {f"{HOST}/1", f"{HOST}/2"} == catalogue.gone
    catalogue.save(tmp_path / "kept.json")
    change = Catalogue.load(tmp_path / "kept.json").add(listed(range(2, 8)))
    assert ((), (), (), (f"{HOST}/2",)) == (change.new, change.updated, change.gone, change.back)


def test_an_updated_row_says_what_it_says_now_though_the_template_holds_how_it_was() -> None:
    """Only the first rows are held, and read again with each page."""
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 40)))
    named_columns(catalogue)
    assert 39 == len(catalogue.add(listed(range(1, 40), minutes=99)).updated)
    assert {"99 minutes"} == {record["time"][0] for record in catalogue.records()}


def test_a_thing_that_two_lists_show_otherwise_is_not_updated_by_it() -> None:
    """The quick list shows it without its cook, who is known nevertheless; what either says changes by itself."""
    def quick(minutes: int) -> Page:
        return Page(re.sub("<i .*?</i>", "", listed(range(4, 9), "Quick", "/quick", minutes).source), f"{HOST}/quick")

    catalogue = Catalogue()
    for _ in range(3):
        catalogue.add(listed(range(1, 6)))
        change = catalogue.add(quick(7))
        assert () == change.updated
    named_columns(catalogue)
    assert (["Eva Hill"], ["7 minutes"]) == (catalogue.records()[3]["cook"], catalogue.records()[6]["time"])
    assert 5 == len(catalogue.add(quick(8)).updated)
    assert {"8 minutes"} == {record["time"][0] for record in catalogue.records()[3:]}


def test_a_row_that_moves_to_the_next_page_is_not_new() -> None:
    catalogue = Catalogue()
    for numbers, address in ((range(4, 9), "/1"), (range(1, 4), "/2")):
        catalogue.add(listed(numbers, address=address))
    first = catalogue.add(listed(range(5, 10), address="/1"))
    second = catalogue.add(listed(range(2, 5), address="/2"))
    assert ((f"{HOST}/9",), (f"{HOST}/4",), (), ()) == (first.new, first.gone, second.new, second.updated)
    assert [f"{HOST}/1"] == [url for url in catalogue.rows if not any(url in rows for rows in catalogue.shown.values())]


def test_rows_may_have_classes_for_what_they_are_about() -> None:
    """As blogs give them: no two rows have the same ones, and the thirty that come after the columns were found are read
    as the first are."""
    def post(number: int) -> str:
        about = f"category-{'abcdefgh'[number % 8]}oats tag-{'klmno'[number % 5]}ale-{'pqrstuvw'[number // 5]}"
        return (f"<article class='post type-post has-picture {about} hentry'><h2 class='entry-title'><a href='/{number}'>"
                f"{DISHES[number % len(DISHES)]} no. {number}</a></h2><span class='by'>{COOKS[number % len(COOKS)]}</span></article>")

    catalogue = Catalogue()
    catalogue.add(Page(f"<h1>Blog</h1><div>{''.join(map(post, range(40)))}</div>", HOST + "/blog"))
    titles, cooks = (next(slot for slot in catalogue.template.slots if sign in slot.path) for sign in ("h2", "span"))
    assert (2, 1, 0) == (len(catalogue.template.slots), catalogue.template.generations, len(catalogue.template.aside))
    assert [[f"{DISHES[number % len(DISHES)]} no. {number}"] for number in range(40)] == [
        row.values.get(titles.id) for row in catalogue.rows.values()]
    assert [COOKS[number % len(COOKS)] for number in range(40)] == [row.values[cooks.id][0] for row in catalogue.rows.values()]


@pytest.mark.parametrize(("row", "title"), [
    ("<h3><a href='/{0}'>A lamp no. {0} of the house</a></h3><a href='/by/{0}'>by {0}th of us</a>", "h3"),
    ("<a href='/{0}'>A lamp no. {0} of the house</a> <b>{0}0 crowns</b>", "a"),
    ("<p><a href='/{0}'>A lamp no. {0} of the house</a></p><div><a href='/by/{0}'>{0} friends of ours</a></div>", None)])
def test_the_only_heading_or_link_of_a_row_may_be_its_title(row: str, title: str | None) -> None:
    catalogue = Catalogue()
    rows = "".join(f"<li>{row.format(number)}</li>" for number in range(1, 9))
    catalogue.add(Page(f"<h1>Lamps</h1><ul>{rows}</ul>", HOST + "/lamps"))
    proposed = {question.slot.path.split(" > ")[1]: question.proposal for question in catalogue.template.questions()}
    assert ({title} if title else set()) == {step for step, name in proposed.items() if name == "title"}


def test_all_columns_of_a_list_are_asked_about_at_once() -> None:
    """Those too that only the seventh row shows to be one."""
    catalogue = Catalogue()
    rows = "".join(f"<li><a href='/{number}'>A lamp no. {number} of the house</a> <b>{number}0 crowns</b>" + (
        f" <i>{number} left</i>" if number > 5 else "") for number in range(1, 9))
    catalogue.add(Page(f"<h1>Lamps</h1><ul>{rows}</ul>", HOST + "/lamps"))
    assert 3 == len(catalogue.template.slots) == len(catalogue.template.unanswered) == len(catalogue.template.questions())


def test_pages_without_addresses_are_told_apart_by_what_they_are_called() -> None:
    def part(numbers: Sequence[int]) -> Page:
        return Page(listed(numbers).source.replace('href="/', f'href="{HOST}/').replace("href='/", f"href='{HOST}/"))

    catalogue = Catalogue()
    catalogue.add(part(range(1, 6)), "cakes-1.html")
    change = catalogue.add(part(range(6, 11)), "cakes-2.html")
    assert (5, (), {"cakes-1.html", "cakes-2.html"}) == (len(change.new), change.gone, set(catalogue.shown))
    assert (f"{HOST}/5",) == catalogue.add(part(range(1, 5)), "cakes-1.html").gone


def test_columns_may_be_called_as_what_a_row_always_has() -> None:
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 6)))
    for slot, name in zip(catalogue.template.slots, ("url", "category"), strict=False):
        catalogue.template.name(slot.id, name)
    assert [["Plum cake no. 1"], ["Ben Stone"]] == [catalogue.records()[0][name] for name in ("url", "category")]


def test_samples_are_called_by_the_addresses_of_their_rows() -> None:
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 6)))
    assert {f"{HOST}/{number}" for number in range(1, 6)} >= {
        sample.source for slot in catalogue.template.slots for sample in slot.samples}


def test_a_thing_on_two_lists_is_one_record_with_two_trails() -> None:
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 6)))
    change = catalogue.add(listed(range(4, 9), "Quick", "/quick"))
    assert [f"{HOST}/{number}" for number in (6, 7, 8)] == list(change.new)
    assert ["Home > Recipes > Cakes", "Home > Recipes > Quick"] == catalogue.records()[3]["category"]


def test_the_trail_may_stand_in_the_data_of_the_page() -> None:
    data = """<script type="application/ld+json">{"@type": "BreadcrumbList", "itemListElement": [
        {"@type": "ListItem", "position": 1, "name": "All"}, {"@type": "ListItem", "item": {"name": "Sweet"}}]}</script>"""
    catalogue = Catalogue()
    catalogue.add(Page(listed(range(1, 6)).source.replace("<p><a", f"{data}<p><a"), HOST + "/cakes"))
    assert ["All > Sweet > Cakes"] == catalogue.records()[0]["category"]


def test_the_trail_in_the_data_is_in_the_order_that_it_says() -> None:
    data = """<script type="application/ld+json">{"@type": ["BreadcrumbList"], "itemListElement": [
        {"position": 2, "name": "Sweet"}, {"position": "10", "name": "Small"}, {"position": 1, "name": "All"}]}</script>"""
    assert ("All", "Sweet", "Small", "Cakes") == trail_of(Page(f"{data}<h1>Cakes</h1>", HOST))


@pytest.mark.parametrize(("line", "trail"), [
    ("<a href='/'>Home</a> | <a href='/us'>About us</a> | <a href='/in'>Login</a>", ()),
    ("<a href='/'>Home</a> · <a href='/all'>Recipes</a> · Cakes", ("Home", "Recipes")),
    ("<a href='/'>Home</a> | <a href='/all'>Recipes</a> | Cakes", ("Home", "Recipes")),
    ("<a href='/'>Home</a> » <a href='/all'>Recipes</a>", ("Home", "Recipes"))])
def test_a_menu_with_dividers_is_no_trail(line: str, trail: tuple[str, ...]) -> None:
    """It has links only, and bars or dots between them."""
    assert (*trail, "Cakes") == trail_of(Page(f"<p>{line}</p><h1>Cakes</h1>", HOST))


def test_named_fields_are_joined_with_detail_records_by_address() -> None:
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 6)))
    named_columns(catalogue)
    template = Template()
    pages = [named(recipe(number), number) for number in range(1, 7)]
    for page in pages:
        template.add(page)
    template.name(next(slot.id for slot in template.slots if slot.label == "serves"), "serves")
    joined = catalogue.join({page.url or "": template.record(page) for page in pages})
    assert [["title", "time", "serves"]] * 5 == [
        [name for name in ("title", "time", "serves") if name in record] for record in joined[:5]]
    assert [{"url": f"{HOST}/6", "serves": list(recipe(6)["serves"])}] == joined[5:]


@pytest.mark.parametrize("written", [
    "http://www.kitchen.example/3", "https://Kitchen.example/3/", "https://kitchen.example/3#howto"])
def test_an_address_may_be_written_in_another_way(written: str) -> None:
    rows = ["https://kitchen.example/3", "https://kitchen.example/4"]
    assert {rows[0]: "three"} == by_row(rows, {written: "three"})
    assert {rows[0]: "three", written: "other"} == by_row(rows, {rows[0]: "three", written: "other"})
    assert {written: "any"} == by_row([*rows, "http://kitchen.example/3"], {written: "any"})


def test_addresses_that_lead_elsewhere_are_told_apart() -> None:
    said = {"https://kitchen.example/?p=3": 3, "https://kitchen.example/?p=4": 4, "No address": 5}
    assert said == by_row(["https://kitchen.example/", "https://kitchen.example/?p=4", "Another one"], said)


def test_what_has_no_name_is_stored_and_named_later() -> None:
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 40)))
    assert {"url", "category"} == set(catalogue.records()[0])
    named_columns(catalogue)
    assert 39 == sum("time" in record and "title" in record for record in catalogue.records())


def test_records_within_rows_and_rows_of_several_nodes() -> None:
    """Each row is a heading and what follows it, with comments in it that repeat."""
    guests = {number: [f"{cook} of {number}" for cook in COOKS[:number % 3 + 1]] for number in range(1, 9)}
    html = "".join(
        f"<h3><a href='/{number}'>A tale of the {number}th harbour</a></h3><p>{number} May 2024</p><div>" + "".join(
            f"<blockquote><b>{guest}</b> <q>{guest} is here</q></blockquote>" for guest in some) + "</div>"
        for number, some in guests.items())
    catalogue = Catalogue()
    catalogue.add(Page(f"<h1>Tales</h1><div>{html}</div>", HOST + "/tales"))
    slot = next(slot for slot in catalogue.template.slots if slot.path.endswith("b"))
    catalogue.template.name(slot.id, "guests")
    assert "*" == slot.cardinality
    assert list(guests.values()) == [record["guests"] for record in catalogue.records()]


def test_a_catalogue_is_kept(tmp_path: Path) -> None:
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 9)))
    named_columns(catalogue)
    catalogue.save(tmp_path / "kept.json")
    again = Catalogue.load(tmp_path / "kept.json")
    assert catalogue.records() == again.records()
    for one in (catalogue, again):
        assert ((f"{HOST}/9",), (), (f"{HOST}/1",)) == (lambda change: (change.new, change.updated, change.gone))(
            one.add(listed(range(2, 10))))
    assert catalogue.records() == again.records()
    catalogue.template.save(tmp_path / "other.json")
    with pytest.raises(TemplateError, match="no catalogue"):
        Catalogue.load(tmp_path / "other.json")
    assert [Catalogue, Template] == [type(load(tmp_path / name)) for name in ("kept.json", "other.json")]
    wrong = (tmp_path / "kept.json").read_text().replace('\\"stook\\": \\"rules\\"', '\\"stook\\": \\"mules\\"')
    (tmp_path / "kept.json").write_text(wrong)
    with pytest.raises(TemplateError, match=r"kept\.json"):
        load(tmp_path / "kept.json")


def test_a_page_without_a_list_is_told_and_changes_nothing() -> None:
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 6)))
    before = catalogue.records()
    with pytest.raises(ListingError, match="no list"):
        catalogue.add(missing(1))
    assert before == catalogue.records()


def test_a_wrapper_says_which_list_is_meant() -> None:
    page = listed(range(1, 6))
    wrapper = stook.listing(page).wrapper
    assert 5 == len(Catalogue(wrapper=wrapper).add(page).new)


def carried(numbers: Sequence[int], shown: bool = True) -> Page:
    """A page that carries its list as data, and may show it with less."""
    items = "".join(f"<li><a href='/{number}'>{DISHES[number % len(DISHES)]} no. {number}</a></li>" for number in numbers)
    data = json.dumps({"props": {"items": [
        {"title": f"{DISHES[number % len(DISHES)]} no. {number}", "url": f"{HOST}/{number}",
         "description": f"How one cooks it in our house, in words that only no. {number} has",
         "datePublished": f"2024-05-{number:02}"} for number in numbers]}})
    return Page(f"""<body><h1>Cakes</h1><nav><a href="/about">About us</a> <a href="/jobs">Jobs</a></nav>
        <ul>{items if shown else ""}</ul><script id="__NEXT_DATA__" type="application/json">{data}</script>""",
                f"{HOST}/cakes")


def test_a_list_that_the_page_carries_as_data_too_is_read_where_it_is_shown() -> None:
    assert "embedded" == stook.listing(carried(range(1, 9))).candidates[0].wrapper.cut.kind
    catalogue = Catalogue()
    assert [f"{HOST}/{number}" for number in range(1, 9)] == list(catalogue.add(carried(range(1, 9))).new)
    assert (f"{HOST}/9",) == catalogue.add(carried(range(2, 10))).new


def test_a_list_in_data_alone_is_refused_and_its_wrapper_forgotten() -> None:
    catalogue = Catalogue()
    with pytest.raises(ListingError, match="data only"):
        catalogue.add(carried(range(1, 9), shown=False))
    assert catalogue._wrapper is None
    assert 5 == len(catalogue.add(listed(range(1, 6))).new)


def odd() -> Page:
    """A page of another list."""
    rows = "".join(f"<tr><td>{number} May 2024</td><td><a href='/tale/{number}'>The tale of the {number}th harbour"
                   "</a></td></tr>" for number in range(1, 9))
    return Page(f"<h1>Tales</h1><table>{rows}</table>", f"{HOST}/tales")


def test_a_wrapper_that_a_person_gave_is_not_replaced(tmp_path: Path) -> None:
    """Not by a page that it does not fit, nor after the catalogue was kept."""
    catalogue = Catalogue(wrapper=stook.listing(listed(range(1, 9))).wrapper)
    with pytest.raises(ListingError, match="the wrapper that was given"):
        catalogue.add(odd())
    catalogue.save(tmp_path / "kept.json")
    again = Catalogue.load(tmp_path / "kept.json")
    with pytest.raises(ListingError, match="the wrapper that was given"):
        again.add(odd())
    assert 8 == len(again.add(listed(range(1, 9))).new)


def test_the_last_page_of_a_list_may_have_a_single_row_by_the_wrapper_of_a_person() -> None:
    catalogue = Catalogue(wrapper=stook.listing(listed(range(1, 9))).wrapper)
    assert (f"{HOST}/9",) == catalogue.add(listed([9])).new


def test_an_odd_page_is_read_by_its_own_list_and_the_next_by_the_known_one() -> None:
    """It has a card, so that the known wrapper reads something, which fits badly."""
    card = "<ul class='cards'><li class='card'><h3><a href='/1'>Plum cake no. 1</a></h3></li></ul>"
    page = Page(odd().source + card, f"{HOST}/tales")
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 9)))
    assert [f"{HOST}/tale/{number}" for number in range(1, 9)] == list(catalogue.add(page).new)
    assert (f"{HOST}/9",) == catalogue.add(listed([9])).new


def test_a_wrapper_of_single_pages_reads_no_list() -> None:
    pages = [named(recipe(number), number) for number in range(1, 5)]
    examples = [stook.Example(page, {"title": page.select("h1")[:1]}) for page in pages]
    catalogue = Catalogue(wrapper=stook.learn(examples))
    with pytest.raises(ListingError, match="as one record"):
        catalogue.add(pages[0])


def test_the_source_of_a_page_is_not_read_for_each_of_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is as long as all of them."""
    def digest(page: Page) -> bytes:
        raise AssertionError(f"the source of {page} is read")

    monkeypatch.setattr("stook.learning.template.keeping.digest", digest)
    assert 8 == len(Catalogue().add(listed(range(1, 9))).new)


def test_a_fault_half_way_leaves_the_rows_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever adds the page again is told all that is new on it."""
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 6)))
    before = catalogue.records()

    def add(self: Template, page: Page, source: str = "") -> list[stook.Notice]:
        if source == f"{HOST}/8":
            raise RuntimeError("the machine is full")
        return taken(self, page, source)

    taken = Template.add
    with monkeypatch.context() as broken:
        broken.setattr(Template, "add", add)
        with pytest.raises(RuntimeError):
            catalogue.add(listed(range(1, 9)))
    assert before == catalogue.records()
    assert [f"{HOST}/{number}" for number in (6, 7, 8)] == list(catalogue.add(listed(range(1, 9))).new)


def on_sale(numbers: Sequence[int], priced: bool = True) -> Page:
    """A list of what is on sale, with prices that no other list has."""
    source = listed(numbers, "Sale", "/sale").source
    for number in numbers if priced else ():
        source = source.replace(f"no. {number}</a></h3>", f"no. {number}</a></h3><b class='sale'>now {number * 7}</b>")
    return Page(source, f"{HOST}/sale")


def test_what_no_page_says_any_more_is_said_of_no_row() -> None:
    """A thing on two lists keeps what the other one says of it."""
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 9)))
    catalogue.add(on_sale(range(1, 9)))
    named_columns(catalogue)
    catalogue.template.name(next(slot.id for slot in catalogue.template.slots if "sale" in slot.path), "price")
    assert [[f"now {number * 7}"] for number in range(1, 9)] == [record["price"] for record in catalogue.records()]
    catalogue.add(on_sale(range(1, 5), priced=False))
    assert not [record for record in catalogue.records() if "price" in record]
    assert 8 == sum("time" in record for record in catalogue.records())


def test_a_row_is_listed_where_pages_show_it_now(tmp_path: Path) -> None:
    """Not where it was before it moved, though that page lists what is left; and of one that is gone it is known where
    it was last."""
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 9)))
    catalogue.add(listed(range(5, 12), "Quick", "/quick"))
    catalogue.add(listed(range(3, 7)))
    catalogue.save(tmp_path / "kept.json")
    cakes, quick = "Home > Recipes > Cakes", "Home > Recipes > Quick"
    for one in (catalogue, Catalogue.load(tmp_path / "kept.json")):
        records = {record["url"]: record["category"] for record in one.records()}
        assert [[cakes], [cakes], [cakes, quick], [quick]] == [records[f"{HOST}/{number}"] for number in (1, 3, 5, 8)]
        one.add(listed([1, 2, 9, 10], "Stews", "/stews"))
        assert ["Home > Recipes > Stews"] == one.records()[0]["category"]


def test_a_heading_with_a_date_is_one_category() -> None:
    catalogue = Catalogue()
    for day in range(1, 4):
        catalogue.add(listed(range(1, 9), f"Cakes of {day} May"))
    assert ["Home > Recipes > Cakes of 3 May"] == catalogue.records()[0]["category"]


def test_a_row_that_comes_back_to_a_page_says_what_it_says_there_now() -> None:
    """Another page had it all the time, and the template holds how it was."""
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 9)))
    catalogue.add(Page(re.sub("<span .*?</span>", "", listed(range(1, 9), "Quick", "/quick").source), f"{HOST}/quick"))
    named_columns(catalogue)
    catalogue.add(listed(range(5, 9)))
    catalogue.add(listed(range(1, 9), minutes=99))
    assert {"99 minutes"} == {record["time"][0] for record in catalogue.records()}


def test_a_file_that_tells_the_pages_of_a_row_not_apart_is_read(tmp_path: Path) -> None:
    """As older ones do; they are apart when the pages come again."""
    catalogue = Catalogue()
    catalogue.add(listed(range(1, 9)))
    catalogue.add(listed(range(4, 9), "Quick", "/quick"))
    named_columns(catalogue)
    catalogue.save(tmp_path / "kept.json")
    said = json.loads((tmp_path / "kept.json").read_text())
    said["rows"] = [[row.url, row.text, row.trails, row.values] for row in catalogue.rows.values()]
    said["held"] = {called: url for called, (url, _) in said["held"].items()}
    (tmp_path / "kept.json").write_text(json.dumps(said))
    again = Catalogue.load(tmp_path / "kept.json")
    assert catalogue.records() == again.records()
    for page in (listed(range(4, 9), "Quick", "/quick"), listed(range(1, 9))):
        assert ((), (), ()) == (lambda change: (change.new, change.updated, change.gone))(again.add(page))
    assert {"Home > Recipes > Cakes", "Home > Recipes > Quick"} == set(again.records()[4]["category"])
    again.add(listed(range(1, 4)))
    assert ["Home > Recipes > Quick"] == again.records()[4]["category"]
