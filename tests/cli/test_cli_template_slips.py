"""`stook template` where people slip: what they meant is told, and nothing is changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from stook_runs import Run, one_sentence

from stook import Catalogue, Template, demo

HOST = "http://museum.example/"
LIST = HOST + "shop.html"
FROG = f"{HOST}shop/tin-frog.html"


@pytest.fixture
def kept(run: Run, shop: Path) -> Run:
    """Two files: rows of the shop's list in `shelf.json`, its pages in `toys.json`, with a field each. `shop.json` is a
    wrapper that reads its pages, `list.json` one that reads its list."""
    Path("shop.html").write_bytes(demo.page("shop.html"))
    run("template", "add", "--list", "shelf.json", "shop.html", "--url", LIST)
    run("template", "add", "toys.json", "shop")
    run("feed", "shop.html", "--url", LIST, "--save", "list.json", "-o", "feed.xml")
    for file, grown, end, field in (("shelf.json", Catalogue.load("shelf.json").template, "p.price", "price"),
                                    ("toys.json", Template.load("toys.json"), "dd[weight]", "weight")):
        slot = next(slot.id for slot in grown.slots if slot.path.endswith(end))
        assert 0 == run("template", "name", file, f"{slot}={field}").code
    return run


def files() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path().iterdir() if path.is_file()}


def test_a_field_has_no_name_that_tables_need(kept: Run) -> None:
    for file in ("shelf.json", "toys.json"):
        before = files()
        answer = kept("template", "name", file, "s1= _page")
        assert (2, "stook: s1= _page: a table has a column of its own with this name; call the field otherwise\n", before) == (
            answer.code, answer.err, files())


@pytest.mark.parametrize("words", [("--list", "new.json"), ("new.json",), ("shelf.json",)])
def test_lists_are_not_read_by_a_wrapper_of_single_pages(kept: Run, words: tuple[str, ...]) -> None:
    before = files()
    answer = kept("template", "add", *words, "shop.html", "--url", LIST, "--wrapper", "shop.json")
    assert (2, True, before) == (answer.code, one_sentence(answer.err), files())
    assert "it reads the one record of a page; name a wrapper that reads lists" in answer.err
    assert 0 == kept("template", "add", *words, "shop.html", "--url", LIST, "--wrapper", "list.json").code


@pytest.mark.parametrize("name", ["toys.csv", "toys.xlsx", "toys.parquet", "toys.jsonl", "toys.rss", "toys.ATOM"])
def test_a_wrapper_is_not_written_into_a_table(kept: Run, name: str) -> None:
    answer = kept("template", "export", "toys.json", "-o", name)
    assert (2, True, False) == (answer.code, "a template is exported as a wrapper" in answer.err, Path(name).exists())


@pytest.mark.parametrize("words", [
    ("template", "export", "shelf.json", "-f", "csv"), ("template", "export", "shelf.json", "-f", "rss"),
    ("template", "export", "shelf.json"), ("apply", "shop.json", "shop", "-f", "csv"),
    ("template", "join", "shelf.json", "shop.json", "shop", "--url", HOST + "shop/{}")])
def test_a_dash_is_standard_output(kept: Run, words: tuple[str, ...]) -> None:
    answer = kept(*words, "-o", "-")
    assert (0, True, False) == (answer.code, len(answer.out) > 500, Path("-").exists())
    assert kept(*words).out == answer.out


def test_a_wrapper_is_written_to_standard_output(kept: Run) -> None:
    answer = kept("template", "export", "toys.json", "-o", "-")
    assert (0, False) == (answer.code, Path("-").exists())
    kept("template", "export", "toys.json", "-o", "wrapper.json")
    assert Path("wrapper.json").read_bytes() == answer.out


@pytest.mark.parametrize("words", [("apply", "{}", "shop"), ("check", "{}", "shop"), ("feed", "shop.html", "--wrapper", "{}"),
                                   ("template", "add", "--list", "new.json", "shop.html", "--wrapper", "{}")])
def test_a_template_in_the_place_of_a_wrapper_is_called_what_it_is(kept: Run, words: tuple[str, ...]) -> None:
    for file, what, cure in (("toys.json", "this is a template of stook, and no wrapper", " -o wrapper.json` makes one of it"),
                             ("shelf.json", "these are rows of lists, and no wrapper", "` writes them")):
        answer = kept(*(word.format(file) for word in words))
        assert (2, f"stook: {file}: {what}; `stook template export {file}{cure}\n") == (answer.code, answer.err)


# --- what cannot be joined, or not be had

@pytest.mark.parametrize(("details", "cure"), [
    ("shop.json", "`stook check shop.json other --url 'http://museum.example/shop/{}'` says whether the site has changed"),
    ("toys.json", "`stook template show toys.json` shows from what pages it reads")])
def test_pages_that_say_nothing_are_not_joined(kept: Run, details: str, cure: str) -> None:
    Path("other").mkdir()
    for name in ("a", "b"):
        Path(f"other/{name}.html").write_text("<p>Closed today.</p>")
    before = files()
    answer = kept("template", "join", "shelf.json", details, "other", "--url", HOST + "shop/{}", "-o", "all.csv")
    assert (1, b"", f"stook: {details}: reads nothing on these 2 pages, so nothing was written; {cure}\n", before) == (
        answer.code, answer.out, answer.err, files())


def test_records_of_no_page_are_not_joined(kept: Run) -> None:
    Path("details.jsonl").write_text('{"weight": "80 g"}\n')
    answer = kept("template", "join", "shelf.json", "details.jsonl", "-o", "all.csv")
    assert (1, b"", False) == (answer.code, answer.out, Path("all.csv").exists())
    without, why = answer.err.splitlines()
    assert "stook: details.jsonl: 1 record without an address, which can be joined with no row" == without
    assert one_sentence(f"{why}\n")
    assert f"so nothing was written; the first is of no page, and the first row is {FROG};" in why


def test_a_host_that_is_refused_is_told_once(kept: Run) -> None:
    """With how many pages it costs; by each command that reads several."""
    pages = [f"http://127.0.0.1:9/{number}.html" for number in range(3)]
    refused = "127.0.0.1: not on the public internet; if you trust it, allow it: --allow 127.0.0.1"
    for words in (("template", "add", "new.json"), ("template", "join", "shelf.json", "shop.json"), ("apply", "shop.json")):
        answer = kept(*words, *pages, "no-such.html")
        assert (3, 1) == (answer.code, answer.err.count(refused))
        assert f"  3 pages: {refused}" in answer.err.splitlines()
        assert "stook: 4 pages could not be read:" in answer.err
    assert f"stook: 3 pages: {refused}\n" in kept("check", "shop.json", *pages).err
