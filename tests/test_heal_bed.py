"""The bed of injected edits in short: what scripts/heal_bed.py measures stays as good as docs/methods.md says."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import stook

SHARES = (0.0, 0.5, 1.0)


@cache
def bed() -> ModuleType:
    path = Path(__file__).parent.parent / "scripts" / "heal_bed.py"
    spec = importlib.util.spec_from_file_location("heal_bed", path)
    assert spec
    assert spec.loader
    module = sys.modules["heal_bed"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def case(name: str) -> Any:
    made = {"news": lambda: bed().list_case("news", "news.html", bed().by_listing),
            "archive": lambda: bed().list_case("archive", "archive.html", bed().by_listing),
            "labels": lambda: bed().list_case("labels", "shop.html", partial(bed().by_labels, bed().first_product)),
            "paste": lambda: bed().list_case("paste", "shop.html", bed().by_paste), "products": lambda: bed().product_case()}
    return made[name]()


@pytest.mark.parametrize("rolled", SHARES)
@pytest.mark.parametrize("edit", ["as it was", "balanced", "unbalanced", "renamed", "retagged", "reordered", "redesigned"])
@pytest.mark.parametrize("name", ["news", "archive", "labels", "paste"])
def test_lists_keep_all_records_through_all_edits(name: str, edit: str, rolled: float) -> None:
    """Also where all items have rolled off."""
    assert 1.0 == bed().outcome(case(name), edit, rolled).after


@pytest.mark.parametrize("rolled", [0.0, 0.25, 0.5, 0.75])
@pytest.mark.parametrize("edit", ["unbalanced", "renamed", "retagged", "reordered", "redesigned", "by hand"])
def test_product_pages_keep_all_records_while_one_is_still_shown(edit: str, rolled: float) -> None:
    assert 1.0 == bed().outcome(case("products"), edit, rolled).after


@pytest.mark.parametrize("edit", ["unbalanced", "retagged", "reordered", "redesigned", "by hand"])
def test_product_pages_keep_all_records_when_none_is_shown(edit: str) -> None:
    """Related products show their prices as the product does: theirs stand in a list of links, so they are not its own."""
    assert 1.0 == bed().outcome(case("products"), edit, 1.0).after


def test_what_only_a_class_told_is_lost_with_the_class_and_nothing_else_is_wrong() -> None:
    found = bed().outcome(case("products"), "renamed", 1.0)
    assert (True, False) == (found.adopted, found.wrong)
    assert found.right >= 0.75


@pytest.mark.parametrize("edit", ["as it was", "balanced"])
def test_what_breaks_no_wrapper_changes_none_for_the_worse(edit: str) -> None:
    assert [(1.0, 1.0)] * 3 == [(one.before, one.after) for one in (
        bed().outcome(case("products"), edit, rolled) for rolled in SHARES)]


def test_edits_change_what_they_say_and_no_value() -> None:
    """Each page after an edit still shows all texts of its records, and is another page."""
    news, before = case("news"), ""
    for edit in bed().EDITS:
        page = news.pages([0, 1, 2], edit)[0]
        assert all(str(record["title"]) in page.text_of(0) for record in news.truth[:3])
        assert page.source != before
        before = page.source


def test_a_page_as_it_was_is_read_as_it_was() -> None:
    """The trees that are edited say what the page said."""
    news = case("news")
    assert news.truth == bed().records(stook.listing(news.pages(range(13), "as it was")[0]).wrapper, news.pages(range(13), "as it was"))


def test_table_says_what_was_kept() -> None:
    made = [bed().Outcome("a", "renamed", share, "drifted", 0.0, after, after, True, ()) for share in SHARES for after in (1.0, 0.4)]
    assert "| renamed | 0 → 70 | 0 → 70 | 0 → 70 | 6 of 6, 3 |" == bed().table(made, SHARES).splitlines()[2]
