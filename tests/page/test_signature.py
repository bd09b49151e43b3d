"""Which names tell kinds of elements apart, and which only one element or the state it is in."""

import pytest

from stook.page.signature import is_stable, stable_names


@pytest.mark.parametrize(("name", "expected"), [
    ("title", True), ("news-list", True), ("本文", True), ("col-6", False), ("css-1x8ab", False),
    ("active", False),
    ("Active", False), ("a:b", False), ("a[b", False), ("x" * 41, False), ("", False), ("٣", False)])
def test_stable_names(name: str, expected: bool) -> None:
    assert expected == is_stable(name)


def test_of_a_class_attribute_the_stable_names_stay() -> None:
    assert frozenset({"lead", "story"}) == stable_names(" lead x12\nactive story ")
