"""Records within records: labelled in one record, they are read in all, on detail pages and in the rows of lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import stook
from stook.wrapper import explain
from stook.wrapper.format import dump, parse_wrapper
from stook.wrapper.rules.model import Unplaced

PIE = ("<html><body><nav><a href=/>Pies</a></nav><h1>{title}</h1><div id=about><b>Ann</b> <i>5</i></div><div class=say>{said}</div>"
       "<footer><p><b>Ann</b> <i>2</i></p></footer></body></html>")
SAID = "<div class=word><p><b>{0}</b> gives <i>{1}</i></p><q>{2}</q></div>"
Said = Sequence[tuple[str, str, str]]


def pie(title: str, *said: tuple[str, str, str]) -> stook.Page:
    return stook.Page(PIE.format(title=title, said="".join(SAID.format(*one) for one in said)))


LEEK = pie("Leek pie", ("Ann", "5", "Lovely"), ("Bo", "3", "So so"), ("Cy", "4", "Warm"))
PLUM = pie("Plum tart", ("Di", "2", "Too sweet"))
BARE = pie("Oat cake")


def read(wrapper: Any, page: stook.Page) -> list[dict[str, Any]]:
    """What a wrapper reads, also once it was written and read again."""
    records = [record.to_dict() for record in wrapper.apply(page).records]
    assert records == [record.to_dict() for record in parse_wrapper(dump(wrapper)).apply(page).records]
    return records


def learnt(page: stook.Page, known: Any, schema: Any = None) -> Any:
    return stook.learn([stook.Example(page, known)], schema=stook.Schema(schema) if schema else None)


# on a page with one record ----------------------------------------------------------------------------

def test_one_labelled_record_within_gives_all_of_them() -> None:
    wrapper = learnt(LEEK, {"title": "Leek pie", "reviews": [{"who": "Bo", "stars": "3", "said": "So so"}]})
    assert [{"title": "Leek pie", "reviews": [{"who": "Ann", "stars": "5", "said": "Lovely"}, {"who": "Bo", "stars": "3", "said": "So so"},
                                              {"who": "Cy", "stars": "4", "said": "Warm"}]}] == read(wrapper, LEEK)


def test_equal_texts_outside_of_them_do_not_mislead() -> None:
    """Ann and her 5 stand together at the top, too, and her name in the footer; only the review has what she said."""
    wrapper = learnt(LEEK, {"reviews": [{"who": "Ann", "stars": "5", "said": "Lovely"}]})
    assert [{"reviews": [{"who": "Di", "stars": "2", "said": "Too sweet"}]}] == read(wrapper, PLUM)


def test_where_a_page_has_none_the_field_is_absent() -> None:
    wrapper = learnt(LEEK, {"title": "Leek pie", "reviews": [{"who": "Bo", "said": "So so"}, {"who": "Cy", "said": "Warm"}]})
    assert [{"title": "Oat cake"}] == read(wrapper, BARE)


def test_a_page_with_one_of_them_is_enough_to_read_pages_with_many() -> None:
    wrapper = learnt(PLUM, {"title": "Plum tart", "reviews": [{"who": "Di", "said": "Too sweet"}]})
    assert ["Ann", "Bo", "Cy"] == [one["who"] for one in read(wrapper, LEEK)[0]["reviews"]]


def test_their_types_are_those_that_the_schema_declares() -> None:
    wrapper = learnt(LEEK, {"reviews": [{"who": "Bo", "stars": "3.0"}]}, {"reviews*": {"who": "text", "stars": "number"}})
    [record] = wrapper.apply(PLUM).records
    [review] = record["reviews"]
    assert 2 == review.typed.first("stars").typed
    assert "Di" in PLUM.text_of(review.node)


def test_a_record_that_was_given_without_a_list_is_one() -> None:
    """A mapping is one record, a list of one mapping is one of several."""
    wrapper = learnt(LEEK, {"title": "Leek pie", "first": {"who": "Ann", "stars": "5", "said": "Lovely"}})
    assert [{"title": "Leek pie", "first": {"who": "Ann", "stars": "5", "said": "Lovely"}}] == read(wrapper, LEEK)
    assert [{"title": "Plum tart", "first": {"who": "Di", "stars": "2", "said": "Too sweet"}}] == read(wrapper, PLUM)


def test_labels_of_several_pages_are_learnt_together() -> None:
    """The second page shows that what was said may stand in a box."""
    boxed = stook.Page(PIE.format(title="Rye", said="<div class=word><p><b>Eve</b> gives <i>1</i></p><div><q>Dry</q></div></div>"))
    wrapper = stook.learn([stook.Example(LEEK, {"reviews": [{"who": "Bo", "said": "So so"}]}),
                           stook.Example(boxed, {"reviews": [{"who": "Eve", "said": "Dry"}]})])
    assert [{"reviews": [{"who": "Eve", "said": "Dry"}]}] == read(wrapper, boxed)
    assert ["Lovely", "So so", "Warm"] == [one["said"] for one in read(wrapper, LEEK)[0]["reviews"]]


def test_a_label_within_that_is_nowhere_is_unplaced_by_its_whole_name() -> None:
    wrapper = learnt(LEEK, {"title": "Leek pie", "reviews": [{"who": "Bo", "said": "Superb"}]})
    assert (Unplaced(1, "reviews.said", "Superb"),) == wrapper.unplaced
    assert [{"who": "Di"}] == read(wrapper, PLUM)[0]["reviews"]


GROUPS = "<html><body><h1>{}</h1><div id=parts>{}</div><p>Serves 4</p></body></html>"


def parted(title: str, *parts: tuple[str, Sequence[tuple[str, str]]]) -> stook.Page:
    return stook.Page(GROUPS.format(title, "".join(f"<section><h3>{name}</h3><ul>" + "".join(
        f"<li><b>{much}</b> {what}</li>" for much, what in lines) + "</ul></section>" for name, lines in parts)))


CRUST = parted("Pie", ("Crust", [("2 cups", "flour"), ("1 cup", "butter")]), ("Filling", [("3", "leeks"), ("1", "egg"), ("1 dl", "cream")]))
BASE = parted("Tart", ("Base", [("1 cup", "oats")]), ("Top", [("9", "plums"), ("2 tbsp", "sugar")]), ("Glaze", [("1 tbsp", "jam")]))


def test_a_record_within_may_have_several_values_of_a_field() -> None:
    wrapper = learnt(CRUST, {"title": "Pie", "groups": [{"name": "Filling", "lines": ["3 leeks", "1 egg", "1 dl cream"]}]})
    assert [{"title": "Tart", "groups": [{"name": "Base", "lines": ["1 cup oats"]}, {"name": "Top", "lines": ["9 plums", "2 tbsp sugar"]},
                                         {"name": "Glaze", "lines": ["1 tbsp jam"]}]}] == read(wrapper, BASE)


def test_records_stand_in_records_that_stand_in_records() -> None:
    wrapper = learnt(CRUST, {"title": "Pie", "groups": [{"name": "Filling", "lines": [{"much": "3", "what": "leeks"},
                                                                                     {"much": "1 dl", "what": "cream"}]}]})
    [record] = read(wrapper, BASE)
    assert [[("1 cup", "oats")], [("9", "plums"), ("2 tbsp", "sugar")], [("1 tbsp", "jam")]] == [
        [(line["much"], line["what"]) for line in group["lines"]] for group in record["groups"]]


def test_the_votes_for_their_section_are_explained() -> None:
    wrapper = learnt(LEEK, {"title": "Leek pie", "reviews": [{"who": "Bo", "said": "So so"}]})
    told = next(one for one in explain(wrapper, PLUM) if one.name == "reviews")
    assert told.believed
    assert {"place", "class"} <= {voter.way for voter in told.voters if voter.vote == "for"}


# in the rows of a list --------------------------------------------------------------------------------

OFFERS: list[tuple[str, list[tuple[str, str]]]] = [
    ("Frog", [("Al", "$4"), ("Bea", "$5")]), ("Kite", [("Al", "$9"), ("Cat", "$8"), ("Dee", "$7")]), ("Top", []), ("Yo-yo", [("Bea", "$3")])]
WANTED = [{"name": name} | ({"offers": [{"shop": shop, "price": price} for shop, price in some]} if some else {}) for name, some in OFFERS]
LAYOUTS = {
    "a table in each row": ("<div class=toy><h2>{}</h2><p>Fun</p><table>{}</table></div>", "<tr><td class=s>{}<td class=p>{}"),
    "straight in the row": ("<div class=toy><h2>{}</h2>{}</div>", "<p><i>{}</i> <b>{}</b></p>"),
    "rows that are runs": ("<h2>{}</h2><ul>{}</ul>", "<li><i>{}</i> <b>{}</b>"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_row_with_its_records_gives_those_of_all_rows(layout: str) -> None:
    """The same shops sell in several rows, and one stands in the footer: what is labelled is looked for in its row."""
    row, line = LAYOUTS[layout]
    page = stook.Page("<html><body><h1>Toys</h1><div class=list>" + "".join(
        row.format(name, "".join(line.format(*offer) for offer in some)) for name, some in OFFERS)
        + "</div><footer><i>Al</i> <b>$9</b></footer></body></html>")
    wrapper = learnt(page, [{"name": "Kite", "offers": [{"shop": "Al", "price": "$9"}, {"shop": "Cat", "price": "$8"}]}])
    assert WANTED == read(wrapper, page)
