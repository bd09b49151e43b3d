"""`stook learn` and `stook paste`: from labels and pasted text to a wrapper's file."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from stook_runs import ESCAPES, Run, Saved, on_terminal, one_sentence

import stook
from stook import demo
from stook.cli import labels
from stook.cli.labels import labelled, labelled_pages, records_in
from stook.errors import StookError

FROG = "shop/tin-frog.html"
LABELS = ["--label", "title=Tin frog, hopping", "-l", "price=9.50 crowns"]


def read(wrapper: str, page: str) -> list[dict[str, Any]]:
    return [record.to_dict() for record in stook.load(wrapper).apply(stook.Page(Path(page).read_bytes())).records]


def given(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


# --- learn


def test_learnt_from_one_page_reads_the_others(run: Run, shop: Path) -> None:
    answer = run("learn", FROG, "shop", *LABELS, "-o", "mine.json")
    assert (0, "") == (answer.code, answer.err)
    assert [{"title": "Music box movement, eighteen notes", "price": "18.00 crowns"}] == read(
        "mine.json", "shop/music-box.html")


def test_learn_shows_what_is_read_from_pages_side_by_side(run: Run, shop: Path) -> None:
    answer = run("learn", FROG, "shop/music-box.html", *LABELS)
    assert ["Field", "tin-frog.html", "music-box.html", "Sure"] == answer.lines[0].split()
    assert re.fullmatch(r"price +9\.50 crowns +18\.00 crowns +\d+%", answer.lines[2])
    assert "  … -o wrapper.json  the same command with this keeps how the pages are read" in answer.lines


def test_the_commands_that_learn_proposes_work(run: Run, shop: Path) -> None:
    answer = run("learn", FROG, "shop/*.html", *LABELS, "-o", "my shop.json")
    proposed = [line.strip() for line in answer.lines if line.startswith("  stook ")]
    assert ["apply", "explain", "check"] == [line.split()[1] for line in proposed]
    assert [0, 0, 0] == [run(*shlex.split(re.sub(r"\.csv  .*|  .*", lambda found: ".csv" * (".csv" in found[0]), line))[1:]).code
                         for line in proposed]


def test_label_that_is_not_on_the_page_is_told_and_the_rest_is_learnt(run: Run, shop: Path) -> None:
    answer = run("learn", FROG, *LABELS, "-l", "colour=mauve", "-o", "mine.json")
    assert (0, True) == (answer.code, one_sentence(answer.err))
    assert answer.err.startswith(f"stook: {FROG}: colour was not learnt from 'mauve', which is not on the page; ")


def test_a_label_that_is_nearly_on_the_page(run: Run, shop: Path) -> None:
    """Whoever mistypes is told what stands there."""
    answer = run("learn", FROG, *LABELS, "-l", "material=tin plate and spring steel", "-o", "mine.json")
    assert (0, True) == (answer.code, answer.err.endswith("not on the page; the nearest text is 'tinplate, spring steel'\n"))
    answer = run("learn", FROG, "-l", "title=Tin frog, hoping")
    assert (1, True) == (answer.code, answer.err.endswith("; the text nearest to 'Tin frog, hoping' is 'Tin frog, hopping'\n"))


def test_labels_in_a_row_of_a_list_offer_the_list(run: Run, shop: Path) -> None:
    Path("list.html").write_bytes(demo.page("shop.html"))
    words = ["learn", "list.html", "-l", "name=Tin frog, hopping", "-l", "price=9.50 crowns"]
    assert "  … --list           the same command with this reads all 9 rows of the list" in run(*words).lines
    answer = run("paste", "list.html", "-f", "name=Tin frog, hopping", "-o", "w.json")
    [command] = [line.split("  ")[1] for line in answer.lines if "read all 9 rows" in line]
    assert (0, 9) == (run(*shlex.split(command)[1:]).code, len(read("w.json", "list.html")))
    assert "… --list" not in run(*words, "--list").text
    assert "… --list" not in run("learn", FROG, *LABELS).text, "this is a page of one thing"


def test_no_label_is_on_the_page(run: Run, shop: Path) -> None:
    answer = run("learn", FROG, "-l", "colour=mauve", "-o", "mine.json")
    assert (1, True, False) == (answer.code, one_sentence(answer.err), Path("mine.json").exists())


def test_nodes_as_labels(run: Run, shop: Path) -> None:
    page = stook.Page(demo.page(FROG))
    node = next(iter(page.select("h1")))
    link = next(node for node in page.select("a") if page.text_of(node) == "Agnes Pell")
    run("learn", FROG, "-l", f"title@{node}", "-l", f"maker@{link}.href", "-o", "mine.json")
    assert [{"title": "Music box movement, eighteen notes", "maker": "../shop.html?maker=kessel-daughter"}] == read(
        "mine.json", "shop/music-box.html")


def test_schema_says_the_types(run: Run, shop: Path) -> None:
    Path("item.toml").write_text('name = "text"\nweight = "number?"\n')
    run("learn", FROG, "-l", "name=Tin frog, hopping", "-l", "weight=80 g", "--schema", "item.toml", "-o", "mine.json")
    assert [{"name": "Music box movement, eighteen notes", "weight": "60"}] == read("mine.json", "shop/music-box.html")


def test_labels_of_several_pages_lie_beside_them(run: Run, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [{"page": "tin-frog.html", "values": {"title": ["Tin frog, hopping"], "stock": "In stock"}},
             {"page": "music-box.html", "values": {"title": "Music box movement, eighteen notes", "stock": "Three left"}}]
    Path("shop/labels.jsonl").write_text("\n".join(map(json.dumps, lines)))
    answer = run("learn", "--labels", "shop/labels.jsonl", "-o", "mine.json")
    assert (0, [{"title": "Gear puzzle in beech wood", "stock": "Back in June"}]) == (
        answer.code, read("mine.json", "shop/gear-puzzle.html"))


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_what_apply_wrote_are_labels(run: Run, shop: Path, suffix: str) -> None:
    run("apply", "shop.json", FROG, "shop/music-box.html", "-o", f"labels.{suffix}")
    assert 0 == run("learn", "--labels", f"labels.{suffix}", "-o", "mine.json").code
    assert read("shop.json", "shop/gear-puzzle.html") == read("mine.json", "shop/gear-puzzle.html")


def test_csv_that_a_spreadsheet_saved_is_read(run: Run, shop: Path) -> None:
    """With a byte order mark, and with the semicolons of countries that write 1,5."""
    Path("labels.csv").write_text(f'\ufeff_page;title;weight\r\n{FROG};"Tin frog, hopping";80 g\r\n', "utf-8")
    assert 0 == run("learn", "--labels", "labels.csv", "-o", "mine.json").code
    assert ["Gear puzzle in beech wood"] == [one["title"] for one in read("mine.json", "shop/gear-puzzle.html")]


def test_cells_of_csv_may_be_long_and_need_not_be_json(tmp_path: Path) -> None:
    path, cells = tmp_path / "labels.csv", ["x" * 200_000, "[" * 100_000, "[sic]", '["a", "b"]']
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([["_page", "title"], *(["a.html", cell] for cell in cells)])
    assert [*cells[:3], ["a", "b"]] == [record["title"] for record in records_in(path, "--labels")]


def test_csv_that_cannot_be_read_is_told(run: Run, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one with a cell that is longer than csv reads; with a limit of a few letters here."""
    monkeypatch.setattr(labels, "_LONGEST_CELL", 20)
    Path("labels.csv").write_text(f"_page,title\n{FROG},{'x' * 40}\n")
    answer = run("learn", "--labels", "labels.csv")
    assert (2, True, True) == (answer.code, one_sentence(answer.err), "labels.csv, line 2: is no CSV" in answer.err)


def test_a_spreadsheet_is_no_file_of_labels_and_that_is_said(run: Run, shop: Path) -> None:
    run("apply", "shop.json", "shop", "-o", "labels.xlsx")
    answer = run("learn", "--labels", "labels.xlsx", "-o", "mine.json")
    assert (2, True, True) == (answer.code, "is a spreadsheet" in answer.err, "save it as CSV" in answer.err)


def test_pages_without_labels_that_cannot_be_had_are_told(run: Run, shop: Path) -> None:
    answer = run("learn", FROG, "no-such.html", *LABELS, "-o", "mine.json")
    assert (0, True) == (answer.code, one_sentence(answer.err))


def test_of_very_many_pages_some_are_looked_at(run: Run, shop: Path) -> None:
    for number in range(70):
        Path(f"shop/{number}.html").write_bytes(demo.page("shop/music-box.html"))
    assert "79 pages are named; 60 of them, evenly spread, are looked at\n" in run(
        "learn", "shop/tin-frog.html", "shop", "shop-redesigned/tin-frog.html", *LABELS).err


@pytest.mark.parametrize("words", [
    [], [FROG], [FROG, "-l", "title"], [FROG, "-l", "=Tin"], [FROG, "-l", "title@x"], ["-l", "title=Tin frog"],
    [FROG, *LABELS, "--schema", "none.toml"], [FROG, *LABELS, "--labels", "x"], ["--labels", "none.jsonl"],
    [FROG, "-l", "title="], [FROG, *LABELS, "-o", "none/mine.json"], [FROG, *LABELS, "-o", "shop"], [FROG, *LABELS, "--url", "here"],
])
def test_learn_wrong_use(run: Run, shop: Path, words: Sequence[str]) -> None:
    answer = run("learn", *words)
    assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


def test_labels_from_parquet(run: Run, shop: Path) -> None:
    run("apply", "shop.json", FROG, "shop/music-box.html", "-o", "labels.parquet")
    assert 0 == run("learn", "--labels", "labels.parquet", "-o", "mine.json").code
    Path("labels.parquet").write_text("no such thing")
    answer = run("learn", "--labels", "labels.parquet")
    assert (2, "stook: --labels labels.parquet: is no Parquet file; look whether it is the right file\n") == (answer.code, answer.err)


@pytest.mark.parametrize("text", ["", "[]", "page: x", '{"page": "x.html"}', '{"values": {}}', "[1]", '{"_page": 5}', "\x00"])
def test_labels_file_that_makes_no_sense(run: Run, shop: Path, text: str) -> None:
    Path("labels.jsonl").write_text(text)
    answer = run("learn", "--labels", "labels.jsonl")
    assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


def test_page_that_the_labels_name_cannot_be_had(run: Run, shop: Path) -> None:
    Path("labels.jsonl").write_text('{"page": "no-such.html", "values": {"title": "x"}}')
    assert 3 == run("learn", "--labels", "labels.jsonl").code


# --- labels in words


def test_labels_on_the_command_line() -> None:
    said = ["a=1", "a=2", "mail=a@b.c", "none=", "text=x=y", "n@57", "n@58.href", " b = c "]
    assert {"a": ["1", "2"], "mail": ["a@b.c"], "none": [], "text": ["x=y"], "n": [57, (58, "href")], "b": [" c "]} == (
        labelled(said, "--label"))


@pytest.mark.parametrize("said", ["", "=", "a", "a@", "a@b", "@5", "a@5.", "a@-1"])
def test_no_labels(said: str) -> None:
    with pytest.raises(StookError):
        labelled([said], "--label")


def test_rows_of_one_page_are_the_records_of_its_list(tmp_path: Path) -> None:
    file = tmp_path / "labels.jsonl"
    file.write_text('{"_page": "a.html", "t": "1"}\n{"_page": "a.html", "t": "2"}\n{"_page": "b.html", "t": "3"}\n'
                    '{"page": "c.html", "values": [{"t": [[5, "href"], 6]}]}')
    assert [("a.html", [{"t": "1"}, {"t": "2"}]), ("b.html", {"t": "3"}), ("c.html", [{"t": [(5, "href"), 6]}])] == [
        (page.source, page.known) for page in labelled_pages(file)]


# --- paste


ROW = "Tin frog, hopping\n9.50 crowns\nAdd to basket\n"


def test_pasted_row_gives_all_rows(run: Run, saved: Saved, tmp_path: Path) -> None:
    (tmp_path / "row.txt").write_text(ROW)
    wrapper = str(tmp_path / "list.json")
    answer = run("paste", saved("shop.html"), "--region", str(tmp_path / "row.txt"),
                 "--field", "name=Tin frog, hopping", "-f", "price=9.50 crowns", "-o", wrapper)
    assert (0, "", True) == (answer.code, answer.err, "9 records" in answer.lines)
    assert re.fullmatch(r"2  Pocket sundial with leather case +24\.00 crowns", answer.lines[2])
    assert {"name": "Clockwork mouse, grey felt", "price": "14.00 crowns"} == read(wrapper, saved("shop.html"))[-1]


@pytest.mark.parametrize("region", [[], ["--region", "-"]])
def test_region_from_standard_input(run: Run, saved: Saved, monkeypatch: pytest.MonkeyPatch, region: list[str]) -> None:
    given(monkeypatch, ROW)
    assert "9 records" in run("paste", saved("shop.html"), *region).lines


def test_pasted_fields_of_one_record(run: Run, shop: Path) -> None:
    answer = run("paste", FROG, "-f", "title=Tin frog, hopping", "-f", "weight=80 g", "--method", "paper", "-o", "mine.json")
    assert (0, [{"title": "Music box movement, eighteen notes", "weight": "60 g"}]) == (
        answer.code, read("mine.json", "shop/music-box.html"))


def test_pasted_text_that_is_not_on_the_page(run: Run, shop: Path) -> None:
    answer = run("paste", FROG, "-f", "title=Quarterly report of the harbour board", "-o", "mine.json")
    assert (1, b"", True, False) == (answer.code, answer.out, one_sentence(answer.err), Path("mine.json").exists())


def test_japanese_paste(run: Run, saved: Saved, tmp_path: Path) -> None:
    answer = run("paste", saved("midorihama.html"), "-f", "題=夏の星空を見る会、参加者を募集します", "-o", str(tmp_path / "w.json"))
    assert (True, "題") == (answer.code in (0, 1), "題" if answer.code else answer.text.split()[1])


@pytest.mark.parametrize("words", [
    [FROG, "--region", "none.txt"], [FROG, "--region", "latin.txt"], [FROG, "-f", "title"], [FROG, "-f", "title="], [FROG, "-f", "title@5"],
    ["-"], ["-", "--region", "-"], [FROG, "-f", "title=Tin frog, hopping", "-o", "none/w.json"],
    [FROG, "-f", "title=Tin frog, hopping", "--method", "magic"],
])
def test_paste_wrong_use(run: Run, shop: Path, monkeypatch: pytest.MonkeyPatch, words: Sequence[str]) -> None:
    Path("latin.txt").write_text("Café", encoding="latin-1")
    given(monkeypatch, "")
    answer = run("paste", *words)
    assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


# --- on a terminal


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_tables_fit_the_terminal(shop: Path, columns: int) -> None:
    said = on_terminal(columns, "learn", FROG, "shop", *LABELS, "-l", "text@30", NO_COLOR="1")
    table = "".join(ESCAPES.sub("", said).partition("Field ")[1:])
    lines = table.split("\r\n\r\n")[0].splitlines()
    assert (4, True) == (len(lines), all(cell_len(line) <= columns for line in lines))


def test_control_characters_of_pages_do_not_reach_the_terminal(run: Run, shop: Path) -> None:
    content = demo.page(FROG).replace(b"80 g", b"80 g &#27;]0;owned&#7; \x1b[31m &#8238;kcab")
    Path("evil.html").write_bytes(content)
    page = stook.Page(content)
    node = next(node for node in page.select("dd") if page.text_of(node).startswith("80 g"))
    answer = run("learn", "evil.html", "-l", "title=Tin frog, hopping", "-l", f"weight@{node}")
    assert (0, [], True) == (answer.code, re.findall(r"[\x00-\x09\x0b-\x1f\x7f\u202e]", answer.text + answer.err),
                             "80 g ]0;owned" in answer.text)
