"""Our own way to learn from pastes: what was copied is found, rows give all rows, and changes are told with level and side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import stook
from measuring import work
from stook.errors import PasteError
from stook.wrapper import changed
from stook.wrapper.format import dump, parse_wrapper

TOY = ("<li class=toy><h2><a href=/{n}>{name}</a></h2>\n  <span class=price>{price}</span>\n<em>by&nbsp;{by}</em><span hidden>in stock {n}</span>"
       "<script>track({n})</script><p>{text}</p></li>")
TOYS = [(1, "Tin frog", "$4.50", "Ada Ash", "Jumps when it is wound up. Blue."), (2, "Kite", "$12.00", "Bo Lee", "Silk, two metres."),
        (3, "Top", "$3.20", "Cy Fox", "Spins for a minute."), (4, "Yo-yo", "$6.00", "Di Ray", "Wood, red.")]
SHOP = ("<html><body><div id=head><a href=/>Toys</a> <b>Kite</b> <i>$12.00</i></div><main><h1>All toys</h1><ul>{}</ul></main>"
        "<footer><p>Tin frog of the month: $4.50</p></footer></body></html>")
ROW = "Kite\n$12.00 by Bo Lee\n\nSilk, two metres."


def shop(*toys: tuple[int, str, str, str, str]) -> stook.Page:
    return stook.Page(SHOP.format("".join(TOY.format(n=n, name=name, price=price, by=by, text=text) for n, name, price, by, text in toys)))


def read(wrapper: Any, page: stook.Page) -> list[dict[str, Any]]:
    """What a wrapper reads, also once it was written and read again."""
    records = [record.to_dict() for record in wrapper.apply(page).records]
    assert records == [record.to_dict() for record in parse_wrapper(dump(wrapper)).apply(page).records]
    return records


# rows -------------------------------------------------------------------------------------------------

WANTED = [{"name": name, "price": price, "by": by} for _, name, price, by, _ in TOYS]
KITE = {"name": "Kite", "price": "$12.00", "by": "Bo Lee"}


def test_one_pasted_row_gives_all_rows() -> None:
    wrapper = stook.paste(shop(*TOYS), ROW, KITE)
    assert WANTED == read(wrapper, shop(*TOYS))
    assert WANTED[::-1] == read(wrapper, shop(*TOYS[::-1])), "and those of the next version"


@pytest.mark.parametrize("row", [
    "Kite $12.00 by Bo Lee Silk, two metres.", "Kite\t$12.00\nby Bo Lee\n\n\nSilk, two metres.", "  • Kite\n\u00a0$12.00 by\u00a0Bo Lee\n Silk, two metres. ",
    "2. Kite\n$12.00 by Bo Lee\nSilk, two metres.", "KITE\n$12.00 BY BO LEE\nSILK, TWO METRES.",
    "Kite\n$12.00 by Bo Lee\nin stock 2\nSilk, two metres."])
def test_white_space_bullets_line_breaks_and_hidden_parts_do_not_matter(row: str) -> None:
    """As browsers and stylesheets have it; the page's scripts and hidden texts stand between what was copied."""
    assert WANTED == read(stook.paste(shop(*TOYS), row, KITE), shop(*TOYS))


def test_the_region_tells_which_of_equal_values_is_meant() -> None:
    """Name and price of the kite stand in the head of the page too; the frog's in its footer."""
    head = stook.paste(shop(*TOYS), "Toys Kite $12.00", {"name": "Kite", "price": "$12.00"})
    assert [{"name": "Kite", "price": "$12.00"}] == read(head, shop(*TOYS))
    assert [value.node for value in head.apply(shop(*TOYS)).records[0]["name"]] == [shop(*TOYS).select("b")[0]]
    frog = stook.paste(shop(*TOYS), "Tin frog of the month: $4.50", {"price": "$4.50"})
    assert [{"price": "$4.50"}] == read(frog, shop(*TOYS))


def test_a_row_without_fields_gives_the_texts_of_all_rows() -> None:
    assert ["Tin frog $4.50 by Ada Ash Jumps when it is wound up. Blue.", ROW.replace("\n\n", " ").replace("\n", " ")] == [
        record["text"] for record in read(stook.paste(shop(*TOYS), ROW), shop(*TOYS))][:2]


def test_a_pasted_list_gives_its_rows_though_their_titles_differ() -> None:
    text = "\n".join(f"{name}\n{price} by {by}\n{about}" for _, name, price, by, about in TOYS)
    wrapper = stook.paste(shop(*TOYS), text, {"name": "Tin frog", "price": "$4.50"})
    assert [(name, price) for _, name, price, _, _ in TOYS] == [(one["name"], one["price"]) for one in read(wrapper, shop(*TOYS))]


def test_two_pasted_rows_give_all_rows() -> None:
    text = "Kite $12.00 by Bo Lee Silk, two metres. Top $3.20 by Cy Fox Spins for a minute."
    assert 4 == len(read(stook.paste(shop(*TOYS), text, KITE), shop(*TOYS)))


# what cannot be found ---------------------------------------------------------------------------------

@pytest.mark.parametrize(("region", "fields", "said"), [
    (ROW, {"name": "Kitten"}, "the value of 'name' is not there: 'Kitten'; the nearest text is 'Kite'"),
    (ROW, {"by": "Ada Ash"}, "the value of 'by' is not there: 'Ada Ash'.*copy it from within the region"),
    (None, {"by": "Bo Leeward"}, "the value of 'by' is not there: 'Bo Leeward'; the nearest text is 'by Bo Lee'"),
    ("Drums and trumpets of the finest brass", {}, "the region is not there: 'Drums and trumpets of the finest brass'; copy it from this page"),
    (None, {}, "nothing was pasted; give the text of a region, or of its fields"),
])
def test_what_cannot_be_found_is_named_with_the_nearest_text(region: str | None, fields: Mapping[str, str], said: str) -> None:
    with pytest.raises(PasteError, match=said):
        stook.paste(shop(*TOYS), region, fields)


def test_a_method_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(PasteError, match="there is no method 'tags'; choose one of auto, paper"):
        stook.paste(shop(*TOYS), ROW, method="tags")


# changes ----------------------------------------------------------------------------------------------

BOOK = ("<html><body><div id=top><a href=/>Press</a></div><div class=main><div class=rec><h1>{0}</h1><p class=by>By <b>{1}</b></p>"
        "<div class=abs><p>{2}</div></div></div><div id=foot>Bye</div></body></html>")
LEEKS, RYE = ("On leeks", "J. Roe", "Leeks are good. They grow."), ("On rye", "K. Lo", "Rye is no leek.")
TEXTS = dict(zip(("title", "author", "abstract"), LEEKS, strict=True))


def learnt() -> Any:
    return stook.paste(stook.Page(BOOK.format(*LEEKS)), "On leeks\nBy J. Roe\nLeeks are good. They grow.", TEXTS)


def after(*edits: tuple[str, str]) -> stook.Page:
    source = BOOK
    for old, new in edits:
        assert old in source
        source = source.replace(old, new, 1)
    return stook.Page(source.format(*RYE))


MAIN, REC, FOOT, AD = "<div class=main>", "<div class=rec>", "<div id=foot>", "<div class=ad><p>Buy now</p></div>"


def test_other_texts_are_no_change() -> None:
    assert not changed(learnt(), after())


@pytest.mark.parametrize(("edit", "level", "side", "said"), [
    ((MAIN, AD + MAIN), 2, "upper", "div.ad is new before div.main"), ((REC, AD + REC), 3, "upper", "div.ad is new before div.rec"),
    ((FOOT, AD + FOOT), 2, "lower", "div.ad is new after div.main"),
    (("<div id=top><a href=/>Press</a></div>", ""), 2, "upper", "div#top is gone before div.main"),
])
def test_a_balanced_insertion_is_the_fifth_case(edit: tuple[str, str], level: int, side: str, said: str) -> None:
    """The advertorial, to which counts are blind: what is put in closes what it opens. Both rules still hold."""
    page = after(edit)
    told = changed(learnt(), page)
    assert ("balanced", False, ()) == (told.case, told.outer, told.inner)
    assert [(level, side, said)] == [(place.level, place.side, place.said) for place in told.places]
    assert [dict(zip(TEXTS, RYE, strict=True))] == read(learnt(), page)
    counts = stook.paste(stook.Page(BOOK.format(*LEEKS)), "On leeks\nBy J. Roe\nLeeks are good. They grow.", TEXTS, method="paper")
    assert "none" == changed(counts, page).case


@pytest.mark.parametrize(("edits", "case"), [
    ([(MAIN, "<div class=box>" + MAIN)], "upper"), ([(FOOT, "</div>" + FOOT)], "lower"),
    ([(MAIN, "<div class=box>" + MAIN), (FOOT, "</div>" + FOOT)], "both")])
def test_the_four_cases_are_told_as_the_paper_has_them(edits: list[tuple[str, str]], case: str) -> None:
    assert case == changed(learnt(), after(*edits)).case


def test_a_box_around_everything_breaks_the_outer_rule_and_is_located() -> None:
    told = changed(learnt(), after((MAIN, "<div class=box>" + MAIN), (FOOT, "</div>" + FOOT)))
    assert told.outer
    assert (2, "div.box is new around the region") in [(place.level, place.said) for place in told.places]


@pytest.mark.parametrize(("edit", "fields"), [
    (("<p class=by>By <b>{1}</b></p>", "<p class=by><span>By</span> <i>{1}</i></p>"), ("author",)),
    (("<div class=abs><p>{2}</div>", "<section class=abs><p>{2}</section>"), ("abstract",)),
    (("<h1>{0}</h1>", "<h2>{0}</h2>"), ("title",))])
def test_an_inner_change_keeps_the_outer_rule(edit: tuple[str, str], fields: tuple[str, ...]) -> None:
    told = changed(learnt(), after(edit))
    assert (False, fields) == (told.outer, told.inner)


def test_an_outer_change_keeps_the_inner_rules() -> None:
    page = after((MAIN, f"<section>{AD}<div class=box>{MAIN}"), (FOOT, "</div></section>" + FOOT))
    told = changed(learnt(), page)
    assert ("both", ()) == (told.case, told.inner)
    assert "section > div.box is new around the region" in [place.said for place in told.places]


def test_a_region_that_is_gone_is_lost() -> None:
    told = changed(learnt(), stook.Page("<html><body><h3>Gone fishing</h3></body></html>"))
    assert ("lost", True) == (told.case, told.outer)
    assert "the region is not on the page" in told.reasons


# how long it takes ------------------------------------------------------------------------------------

def test_work_grows_with_the_page_and_is_little_on_400_kb() -> None:
    """Rows of all words of the shop: 400 KB are pasted from with at most a few million calls, about a second's, and twice the page
    takes about twice the calls."""
    def big(size: int) -> stook.Page:
        page = shop(*((n, f"Toy {n}", f"${n}.50", f"Maker {n % 97}", f"Text {n} says something about toy {n}.") for n in range(size)))
        page.words, page.raw_tags  # noqa: B018  what looking at a page costs is not pasting's
        return page

    row = "Toy 77\n$77.50 by Maker 77\nText 77 says something about toy 77."
    fields = {"name": "Toy 77", "price": "$77.50"}
    half, whole = big(950), big(1900)
    assert len(whole.source) > 400_000
    wrapper = stook.paste(whole, row, fields)
    assert 1900 == len(wrapper.apply(whole).records)
    some, all_of_it = (work(lambda page=page: stook.paste(page, row, fields)) for page in (half, whole))  # type: ignore[misc]
    assert all_of_it < 2.6 * some
    assert all_of_it < 6_000_000
