"""A wrapper explains itself: which rule found which node, and where both stand."""

from __future__ import annotations

import json

import stook
from stook.wrapper import Explained, explain, position
from stook.wrapper.format import dump

SHOP = ("<html><body><main><h1>{}</h1><p class=price>{}</p><dl><dt>Weight<dd>{}<dt>Origin<dd>{}</dl>"
        "<p class=by>by {}</p></main>")


def page(*words: str) -> stook.Page:
    return stook.Page(SHOP.format(*words))


FROG = page("Tin frog", "$4.50", "80 g", "Fenhythe", "<a>Agnes Pell</a>, <a>Ida Maartens</a>")
MARBLES = page("Marble run", "$12.00", "1200 g", "Midorihama", "<a>Tobias Wren</a>, <a>Agnes Pell</a>")
WRAPPER = stook.learn([stook.Example(FROG, {"name": ["Tin frog"], "price": ["$4.50"], "weight": ["80 g"],
                                            "makers": ["Agnes Pell", "Ida Maartens"]})], pages=[FROG, MARBLES])


def by_name(explained: tuple[Explained, ...]) -> dict[str, Explained]:
    return {one.name: one for one in explained}


def at(said: object, place: str) -> object:
    """What stands at a place like `fields[1].picks[0]` of a wrapper's file."""
    for word in place.replace("]", "").replace("[", ".").split("."):
        said = said[int(word)] if isinstance(said, list) else said[word]  # type: ignore[index]
    return said


def test_what_is_explained_is_what_is_read() -> None:
    [record] = WRAPPER.apply(MARBLES).records
    told = {one.name: [value.text for value in one.values] for one in explain(WRAPPER, MARBLES) if one.believed}
    assert {name: [value.text for value in record[name]] for name in record} == told


def test_positions_are_those_of_the_page_and_of_the_file() -> None:
    """Every rule can be found in the file by the place that is told, and every value on the page."""
    saved = json.loads(dump(WRAPPER))
    for one in explain(WRAPPER, MARBLES):
        assert [str(pick.selector) for rule in WRAPPER.fields if rule.name == one.name
                for pick in (*rule.within, *rule.picks)] == [at(saved, f"{voter.place}.select") for voter in one.voters]
        for value in one.values:
            assert value.node is not None
            assert value.text == MARBLES.text_of(value.node)
    [price] = by_name(explain(WRAPPER, MARBLES))["price"].values
    assert price.node is not None
    assert "html > body > main > p.price" == position(MARBLES, price.node)


def test_votes_say_who_found_the_value() -> None:
    for one in explain(WRAPPER, MARBLES):
        wanted = {value.text for value in one.values}
        found = {voter.place: {text for _, text in voter.found} for voter in one.voters if ".picks" in voter.place}
        assert {place: bool(wanted & texts) for place, texts in found.items()} == {
            voter.place: voter.vote == "for" for voter in one.voters if voter.place in found}


def test_sum_of_what_was_weighed_is_how_sure_it_is() -> None:
    """The parts add up to the logit of the value's confidence."""
    from math import exp

    price = by_name(explain(WRAPPER, MARBLES))["price"]
    assert round(price.sure, 2) == round(1 / (1 + exp(-sum(price.weighed.values()))), 2)


def test_value_that_is_not_believed_is_told_as_such() -> None:
    other = stook.Page("<html><body><main><p>Opening hours <b>Tin frog</b></main>")
    told = by_name(explain(WRAPPER, other))
    assert dict.fromkeys(told, False) == {name: one.believed for name, one in told.items()}


def test_record_of_a_list_is_explained_by_its_number() -> None:
    rows = "".join(f"<li><a href='/{n}'>Headline number {n} of the week</a> {n} May 2026</li>" for n in range(1, 7))
    news = stook.Page(f"<title>News</title><ul>{rows}</ul>", url="https://gazette.example/")
    wrapper = stook.listing(news).wrapper
    assert wrapper
    told = by_name(explain(wrapper, news, 2))
    assert ["Headline number 3 of the week"] == [value.text for value in told["title"].values]
    assert ["for"] == [voter.vote for voter in told["url"].voters if voter.found]
    assert () == explain(wrapper, news, 6)


def test_delimiters_are_said_in_words() -> None:
    wrapper = stook.paste(FROG, fields={"name": "Tin frog", "price": "$4.50"}, method="paper")
    told = by_name(explain(wrapper, FROG))
    assert (["for"], True) == ([voter.vote for voter in told["name"].voters],
                               told["name"].voters[0].said.startswith("between "))
