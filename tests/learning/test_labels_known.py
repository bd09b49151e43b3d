"""What an example may say, and what is refused in words."""

from __future__ import annotations

from typing import Any

import pytest

import stook
from stook.errors import LearnError, SchemaError
from stook.wrapper.rules.model import Unplaced

SHELF = ("<html><body><header><a href='/'>The Pear Press</a></header><div id=book><h1>{title}</h1>"
         "<img src='{cover}'><p>Price: <b>{price}</b></p><p>Weight: <b>{weight}</b></p></div></body></html>")


def book(title: str = "Salt", price: str = "$4.50", weight: str = "80 g", cover: str = "/salt.png") -> stook.Page:
    return stook.Page(SHELF.format(title=title, price=price, weight=weight, cover=cover), url="https://pear.example/1")


def read(known: Any, page: stook.Page | None = None) -> dict[str, Any]:
    """What a wrapper learnt from one page says of another one."""
    wrapper = stook.learn([stook.Example(page or book(), known)])
    [record] = wrapper.apply(book("Rye", "$12.00", "1200 g", "/rye.png")).records
    return dict(record.to_dict())


def test_a_text_where_a_list_is_expected_is_one_text() -> None:
    assert {"title": "Rye", "price": "$12.00"} == read({"title": "Salt", "price": ["$4.50"]})


def test_a_value_may_be_named_by_its_node() -> None:
    page = book()
    price, weight = page.select("b")
    assert {"price": "$12.00", "weight": "1200 g"} == read({"price": price, "weight": [weight]}, page)


def test_a_node_tells_which_of_two_equal_texts_is_meant() -> None:
    page = book(price="80", weight="80")
    assert {"weight": "1200 g"} == read({"weight": [page.select("b")[1]]}, page)
    assert {"price": "$12.00"} == read({"price": [page.select("b")[0]]}, page)


def test_a_node_that_shows_nothing_is_named_for_what_it_carries() -> None:
    page = book()
    assert {"cover": "/rye.png"} == read({"cover": page.select("img")[0]}, page)


def test_an_attribute_is_named_with_its_node() -> None:
    page = book()
    assert {"cover": "/rye.png"} == read({"cover": [(page.select("img")[0], "src")]}, page)


def test_a_link_by_its_node_is_where_it_leads() -> None:
    page = book()
    schema = stook.Schema({"home": "link"})
    wrapper = stook.learn([stook.Example(page, {"home": page.select("a")[0]})], schema=schema)
    [record] = wrapper.apply(book("Rye")).records
    assert {"home": "https://pear.example/"} == record.to_dict()


def test_a_field_that_is_none_is_not_labelled() -> None:
    assert {"title": "Rye"} == read({"title": "Salt", "price": None})


def test_labels_that_were_not_found_stand_in_unplaced_and_the_rest_is_learnt() -> None:
    examples = [stook.Example(book(), {"title": "Salt", "isbn": ["978-0-00-0"]}),
                stook.Example(book("Rye"), {"title": ["Rye", "Oats and barley"]})]
    wrapper = stook.learn(examples)
    assert (Unplaced(1, "isbn", "978-0-00-0"), Unplaced(2, "title", "Oats and barley")) == wrapper.unplaced
    assert "Hops" == wrapper.apply(book("Hops")).records[0].first("title").text  # type: ignore[union-attr]


def test_what_was_unplaced_is_saved_with_the_wrapper(tmp_path: Any) -> None:
    wrapper = stook.learn([stook.Example(book(), {"title": "Salt", "isbn": ["978-0-00-0"]})])
    wrapper.save(tmp_path / "book.json")
    assert (Unplaced(1, "isbn", "978-0-00-0"),) == stook.load(tmp_path / "book.json").unplaced


def test_where_every_label_was_found_nothing_is_unplaced() -> None:
    assert () == stook.learn([stook.Example(book(), {"title": "Salt"})]).unplaced


def refused(known: Any, schema: stook.Schema | None = None) -> str:
    with pytest.raises((LearnError, SchemaError)) as caught:
        stook.learn([stook.Example(book(), known)], schema=schema)
    return str(caught.value)


@pytest.mark.parametrize(("known", "said"), [
    ("Salt", "example 1: what is known of a page is a record or a list of records, and not 'Salt' (str)"),
    (["Salt"], "example 1: a record is a mapping from fields to values, and not 'Salt' (str)"),
    ({"price": 4.5}, "example 1, price: a value is its text or the number of its node, and not 4.5 (float)"),
    ({"price": [True]}, "example 1, price: a value is its text or the number of its node, and not True (bool)"),
    ({7: "Salt"}, "example 1: the name of a field is a text, and not 7 (int)"),
    ({"price": 900}, "example 1, price: the page has no node 900; its nodes are 0 to "),
    ({"price": (3, "href")}, "example 1, price: node 3 has no href"),
    ({}, "the examples name no value"),
    ({"price": []}, "the examples name no value"),
    ({"isbn": "978"}, "none of the labels was found on its page: 'isbn' of example 1 is '978'"),
])
def test_what_makes_no_sense_is_refused_with_what_and_where(known: Any, said: str) -> None:
    error = refused(known)
    assert error.startswith(said)
    assert "; " in error, "it says what to do next"


def test_a_field_that_the_schema_has_not_is_refused_with_those_it_has() -> None:
    assert "prise: the schema has no field of this name; its fields are title, price" == refused(
        {"prise": "$4.50"}, stook.Schema({"title": "text", "price": "money"}))


def test_records_where_the_schema_wants_a_text_are_refused() -> None:
    assert refused({"price": {"amount": "$4.50"}}, stook.Schema({"price": "money"})).startswith(
        "price: the schema says that this is money, and the example gives records")


def test_a_method_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(LearnError, match="there is no method 'paper'; choose one of auto"):
        stook.learn([stook.Example(book(), {"title": "Salt"})], method="paper")


def test_something_else_than_examples_is_refused() -> None:
    with pytest.raises(LearnError, match=r"example 1: this is no example; give stook\.Example"):
        stook.learn([{"title": "Salt"}])  # type: ignore[list-item]
    with pytest.raises(LearnError, match="examples are a list"):
        stook.learn(stook.Example(book(), {"title": "Salt"}))  # type: ignore[arg-type]
