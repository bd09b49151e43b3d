"""Where a page may show dates is known before anything is read as one."""

from __future__ import annotations

import pytest

from stook.learning.listing.days import DateFinder
from stook.page import Page


@pytest.mark.parametrize(("text", "expected"), [
    ("12 May 2024", True), ("Room 7", True), ("yesterday", True), ("昨天", True), ("五月", False), ("Harbour", False), ("", False)])
def test_what_holds_a_digit_or_says_a_day_may_be_a_date(text: str, expected: bool) -> None:
    page = Page(f"<p>Before<p><b>{text}</b><p>After")
    [node] = page.select("b")
    assert expected == DateFinder(page).may_be_between(node, page.end[node])


def test_a_text_is_read_once_and_in_the_language_of_the_page() -> None:
    finder = DateFinder(Page("<html lang=de><p>gestern"))
    assert ["phrase"] == [mention.pattern for mention in finder("gestern")]
    assert finder("gestern") is finder("gestern")
