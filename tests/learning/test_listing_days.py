"""Where a page may show dates is known before anything is read as one."""

from __future__ import annotations

import pytest

from stook.learning.listing.days import DateFinder
from stook.page import Page


def shown(text: str) -> tuple[Page, int]:
    page = Page(f"<p>Before<p><b>{text}</b><p>After")
    return page, page.select("b")[0]


@pytest.mark.parametrize(("text", "expected"), [
    ("12 May 2024", True), ("on 12 May 2024 in town", True), ("yesterday", True), ("昨天", True),
    ("五月", False), ("Harbour", False), ("", False),
    ("12", True), ("May 12", True), ("2024年", True), ("3rd", True), ("12, by Ada", True), ("by Ada, 2024", True),
    ("5 of 7", True), ("$ 12.50", False), ("€7", False), ("2x zoom", False), ("Room A7", False), ("Chapter 7 begins", False)])
def test_what_is_a_date_or_may_be_part_of_one_that_goes_on_beside_it_is_told_from_other_numbers(
        text: str, expected: bool) -> None:
    page, node = shown(text)
    assert expected == DateFinder(page).may_be_between(node, page.end[node])


@pytest.mark.parametrize(("text", "expected"), [("Chapter 7 begins", True), ("Harbour", False)])
def test_where_numbers_are_is_known_without_reading_them(text: str, expected: bool) -> None:
    page, node = shown(text)
    assert expected == DateFinder(page).numbers_between(node, page.end[node])


def test_a_text_is_read_once_and_in_the_language_of_the_page() -> None:
    finder = DateFinder(Page("<html lang=de><p>gestern"))
    assert ["phrase"] == [mention.pattern for mention in finder("gestern")]
    assert finder("gestern") is finder("gestern")
