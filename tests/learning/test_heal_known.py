"""What is known may be said as `to_dict` says it: a text where a field has one value, a list where it repeats."""

from __future__ import annotations

import pytest

import stook
from stook import demo


def _page(folder: str) -> stook.Page:
    return stook.Page(demo.page(f"{folder}/tin-frog.html"))


@pytest.mark.parametrize("price", ["9.50 crowns", ["9.50 crowns"]])
def test_known_texts_need_no_list(price: str | list[str]) -> None:
    known = {"title": "Tin frog, hopping", "price": price}
    wrapper = stook.learn([stook.Example(_page("shop"), known)])
    healing = stook.heal(wrapper, [_page("shop-redesigned")], known=[known])
    assert [("title", True), ("price", True)] == [(one.field, one.known) for one in healing.proof]
