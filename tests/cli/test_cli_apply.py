"""`stook apply`: many pages into one table, whatever some of them are, and what is left of it when it is stopped."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args
from zipfile import ZipFile

import pyarrow.parquet
import pytest
from stook_runs import Run, heed_interrupts, on_terminal, one_sentence, started, stopped, writing_end

import stook
from stook import demo, feeds
from stook.cli import applying, screen
from stook.wrapper import Extraction, RulesWrapper

FROG = "shop/tin-frog.html"
AS_READ = {"_page": FROG, "title": "Tin frog, hopping", "price": "9.50 crowns", "makers": "Agnes Pell",
           "weight": "80 g"}


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_formats_are_those_that_feeds_writes() -> None:
    assert feeds.TABLE_FORMATS == get_args(applying.Format)


# --- what is written


def test_one_page_gives_json_lines(run: Run, shop: Path) -> None:
    answer = run("apply", "shop.json", FROG)
    assert (0, "", [AS_READ]) == (answer.code, answer.err, records(answer.text))


def test_folder_gives_its_pages_in_order_and_nothing_is_said(run: Run, shop: Path) -> None:
    (shop / "shop" / "notes.txt").write_text("no page")
    answer = run("apply", "shop.json", "shop", "-o", "shop.jsonl")
    found = records((shop / "shop.jsonl").read_text("utf-8"))
    assert (0, b"", "", 9, True) == (answer.code, answer.out, answer.err, len(found), AS_READ in found)
    assert [record["_page"] for record in found] == sorted(record["_page"] for record in found)


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_suffix_says_the_form(run: Run, shop: Path, suffix: str) -> None:
    assert 0 == run("apply", "shop.json", "shop", "-o", f"shop.{suffix}").code
    content = (shop / f"shop.{suffix}").read_bytes()
    read = {"jsonl": lambda: records(content.decode()),
            "csv": lambda: list(csv.DictReader(io.StringIO(content.decode(), newline=""))),
            "parquet": lambda: pyarrow.parquet.read_table(io.BytesIO(content)).to_pylist()}[suffix]()
    assert (9, True) == (len(read), AS_READ in read)


def test_a_table_for_a_spreadsheet(run: Run, shop: Path) -> None:
    assert 0 == run("apply", "shop.json", "shop", "-o", "shop.xlsx").code
    with ZipFile(shop / "shop.xlsx") as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    assert (10, True) == (sheet.count("<row "), all(f">{text}</t>" in sheet for text in AS_READ.values()))


def test_format_outweighs_the_suffix(run: Run, shop: Path) -> None:
    run("apply", "shop.json", FROG, "-o", "frog.jsonl", "-f", "csv")
    assert "_page,title,price,makers,weight" == (shop / "frog.jsonl").read_text().splitlines()[0]


def test_a_list_gives_a_record_each(run: Run, shop: Path) -> None:
    page = stook.Page(demo.page("shop.html"), url="https://museum.example/shop.html")
    stook.listing(page).wrapper.save("list.json")  # type: ignore[union-attr]
    (shop / "list.html").write_bytes(demo.page("shop.html"))
    answer = run("apply", "list.json", "list.html", "--url", "https://museum.example/shop.html")
    assert (9, "https://museum.example/shop/tin-frog.html") == (len(answer.lines), records(answer.text)[0]["url"])


def test_japanese_stays_what_it_is(run: Run, shop: Path) -> None:
    page = demo.page(FROG).decode().replace("Tin frog, hopping", "ブリキの蛙、跳ねる")
    Path("蛙.html").write_text(page, encoding="utf-8")
    run("apply", "shop.json", "蛙.html", "-o", "蛙.csv")
    assert "蛙.html,ブリキの蛙、跳ねる," in Path("蛙.csv").read_text("utf-8")


@pytest.mark.parametrize(("formulas", "cell"), [("kept", "=SUM(A1)"), ("guarded", "'=SUM(A1)")])
def test_formulas_of_strangers(run: Run, shop: Path, formulas: str, cell: str) -> None:
    Path("evil.html").write_bytes(demo.page(FROG).replace(b"Tin frog, hopping", b"=SUM(A1)"))
    answer = run("apply", "shop.json", "evil.html", "-f", "csv", "--formulas", formulas)
    assert cell == next(csv.DictReader(io.StringIO(answer.text, newline="")))["title"]


# --- which pages


@pytest.mark.parametrize(("said", "count"), [
    (["shop/*.html"], 9), (["sh*/m*-box.html"], 2), (["**/tin-frog.html"], 2), (["shop", FROG, FROG], 9), (["shop", "**/tin-*.html"], 10)])
def test_patterns_and_pages_named_twice(run: Run, shop: Path, said: Sequence[str], count: int) -> None:
    """A page that is named twice is read once."""
    answer = run("apply", "shop.json", *said, "-o", "shop.jsonl")
    assert (0, count) == (answer.code, len(records(Path("shop.jsonl").read_text())) + answer.err.count("\n  "))


def test_file_with_a_list_of_pages(run: Run, shop: Path) -> None:
    Path("list.txt").write_text(f"{FROG}\n\n# the noisy ones\n  shop/music-box.html\r\n", encoding="utf-8-sig")
    assert 2 == len(run("apply", "shop.json", "--from", "list.txt").lines)


def test_list_of_pages_from_standard_input(run: Run, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{FROG}\n".encode())))
    assert [AS_READ] == records(run("apply", "shop.json", "--from", "-").text)


def test_page_from_standard_input(run: Run, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(demo.page(FROG))))
    assert [{**AS_READ, "_page": "-"}] == records(run("apply", "shop.json", "-").text)


def test_address_of_each_page_in_a_folder(run: Run, shop: Path) -> None:
    page = '<ul>' + "".join(f"<li><a href='{n}.html'>Number {n} of the tide tables</a> {n} May 2026</li>" for n in range(1, 6))
    stook.listing(stook.Page(page, url="https://tide.example/")).wrapper.save("tide.json")  # type: ignore[union-attr]
    for name in ("one", "two"):
        path = shop / "saved" / name / "tide page.html"
        path.parent.mkdir(parents=True)
        path.write_text(page)
    answer = run("apply", "tide.json", "saved", "--url", "https://tide.example/{}")
    assert ["https://tide.example/one/1.html", "https://tide.example/two/1.html"] == [
        record["url"] for record in records(answer.text) if record["title"].startswith("Number 1")]


def test_links_without_an_address_are_told_once(run: Run, shop: Path) -> None:
    page = "<ul>" + "".join(f"<li><a href='{n}.html'>Number {n} of the tide tables</a> {n} May 2026</li>" for n in range(1, 6))
    stook.listing(stook.Page(page, url="https://tide.example/")).wrapper.save("tide.json")  # type: ignore[union-attr]
    for name in ("one.html", "two.html"):
        (shop / name).write_text(page)
    err = run("apply", "tide.json", "one.html", "two.html").err
    assert 1 == err.count("2 pages do not say where they came from")


def test_page_of_the_demo_site(run: Run, shop: Path, site: str) -> None:
    answer = run("apply", "shop.json", f"{site}{FROG}", "--allow", "127.0.0.1")
    assert [{**AS_READ, "_page": f"{site}{FROG}"}] == records(answer.text)


# --- bad pages


def test_bad_pages_do_not_stop_the_others(run: Run, shop: Path) -> None:
    Path("shop/a-empty.html").write_bytes(b"")
    Path("shop/b-deep.html").write_text("<div>" * 30_000)
    Path("shop/c-contact.html").write_bytes(demo.page("contact.html"))
    answer = run("apply", "shop.json", "shop", "no-such.html", "-o", "shop.csv")
    told = answer.err.splitlines()
    assert (0, 10) == (answer.code, len(Path("shop.csv").read_text().splitlines()))
    assert ["stook: 10 of 13 pages were read, 9 records → shop.csv", "stook: 3 pages could not be read:"] == told[:2]
    assert ["  shop/a-empty.html: ", "  shop/b-deep.html: ", "  no-such.html: no"] == [
        line[:len(start)] for line, start in zip(
            told[2:5], ["  shop/a-empty.html: ", "  shop/b-deep.html: ", "  no-such.html: no"], strict=True)]
    assert ["stook: 1 page shows no records by shop.json:", "  shop/c-contact.html"] == told[5:7]
    assert told[7].startswith("stook: `stook check shop.json shop no-such.html`")


def test_a_fault_of_ours_on_one_page_does_not_cost_the_others(run: Run, shop: Path,
                                                             monkeypatch: pytest.MonkeyPatch) -> None:
    apply = RulesWrapper.apply

    def fails(self: RulesWrapper, page: stook.Page) -> Extraction:
        if "Marbles" in page.title:
            raise ZeroDivisionError("boom")
        return apply(self, page)

    monkeypatch.setattr(RulesWrapper, "apply", fails)
    answer = run("apply", "shop.json", "shop")
    assert (0, 8) == (answer.code, len(answer.lines))
    assert "\n  shop/marble-set.html: a fault of stook, ZeroDivisionError: boom; please report" in answer.err


def test_a_fault_on_the_only_page(run: Run, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: RulesWrapper, page: stook.Page) -> Extraction:
        raise ZeroDivisionError("boom")

    monkeypatch.setattr(RulesWrapper, "apply", fails)
    answer = run("apply", "shop.json", FROG)
    assert (70, True) == (answer.code, one_sentence(answer.err))


def test_the_only_page_shows_no_records(run: Run, shop: Path) -> None:
    Path("contact.html").write_bytes(demo.page("contact.html"))
    answer = run("apply", "shop.json", "contact.html")
    assert (1, True) == (answer.code, one_sentence(answer.err))
    assert "stook: contact.html: shop.json reads nothing here; `stook check shop.json contact.html` says " in answer.err


def test_one_odd_page_of_many_is_no_news(run: Run, shop: Path) -> None:
    """Of pages with one record some differ on any site."""
    for path in sorted(Path("shop").glob("*.html"))[:1]:
        path.write_text(path.read_text("utf-8").replace("Marsh Lane Works", "c/o 27, Marsh Lane (3rd floor)"), "utf-8")
    alone = run("apply", "shop.json", "shop/brass-key.html")
    assert "1 page read otherwise" in alone.err
    assert ("", 9) == ((answer := run("apply", "shop.json", "shop")).err, len(answer.lines))


def test_a_field_that_is_read_otherwise_is_told(run: Run, shop: Path) -> None:
    for path in sorted(Path("shop").glob("*.html"))[:3]:
        path.write_text(path.read_text("utf-8").replace('class="price"', 'class="was" hidden').replace("Weight", "Mass"), "utf-8")
    answer = run("apply", "shop.json", "shop", "-o", "shop.csv")
    assert (0, True) == (answer.code, "read otherwise than when it was learnt, the first is shop/brass-key.html: " in answer.err)


def test_a_column_of_a_list_that_is_gone_is_told(run: Run, shop: Path) -> None:
    """All rows are there, and one of their fields is empty."""
    content = demo.page("shop.html")
    Path("list.html").write_bytes(content)
    run("learn", "list.html", "--list", "-l", "name=Tin frog, hopping", "-l", "price=9.50 crowns", "-o", "list.json")
    Path("list.html").write_bytes(content.replace(b'class="price"', b'hidden class="was"').replace(b"crowns", b""))
    answer = run("apply", "list.json", "list.html")
    assert (9, True) == (len(answer.lines), "stook: 1 page read otherwise than when it was learnt, the first is list.html: price: " in answer.err)


@pytest.mark.parametrize(("pages", "code"), [
    (["contact.html"], 1), (["no-such.html"], 3), (["no-such.html", "contact.html"], 1), (["no-1.html", "no-2.html"], 3)])
def test_nothing_found_leaves_the_old_file(run: Run, shop: Path, pages: Sequence[str], code: int) -> None:
    Path("contact.html").write_bytes(demo.page("contact.html"))
    Path("old.csv").write_text("old")
    assert code == run("apply", "shop.json", *pages, "-o", "old.csv").code
    assert ("old", []) == (Path("old.csv").read_text(), list(shop.glob(".*")))


def test_bad_pages_in_a_pipe_are_all_named(run: Run, shop: Path) -> None:
    answer = run("apply", "shop.json", FROG, *(f"no-{number}.html" for number in range(40)))
    assert 40 == answer.err.count("\n  no-")


# --- wrong use


@pytest.mark.parametrize("words", [
    ["shop.json"], ["shop.json", FROG, "-o", "shop.ods"], ["shop.json", FROG, "-f", "parquet"],
    ["shop.json", FROG, "-f", "xlsx"],
    ["shop.json", FROG, "--formulas", "guarded"], ["none.json", FROG], [FROG, FROG], ["shop.json", "--from", "none.txt"],
    ["shop.json", FROG, "-o", "none/shop.csv"], ["shop.json", FROG, "-o", "shop"], ["shop.json", FROG, "--url", "{}"],
    ["shop.json", "shop/a**b.html"], ["shop.json", FROG, ""],
])
def test_wrong_use(run: Run, shop: Path, words: Sequence[str]) -> None:
    answer = run("apply", *words)
    assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


def test_names_that_no_file_can_have(run: Run, shop: Path) -> None:
    """They are bad pages like others, and cost these nothing."""
    answer = run("apply", "shop.json", "a" * 5000, "b*" * 3000, FROG)
    assert (0, [AS_READ], 2) == (answer.code, records(answer.text), answer.err.count("File name too long"))


@pytest.mark.parametrize("source", ["empty", "none*.html"])
def test_no_page_at_all(run: Run, shop: Path, source: str) -> None:
    Path("empty").mkdir()
    answer = run("apply", "shop.json", source)
    assert (3, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


# --- very many pages


def most_memory_for(pages: int) -> int:
    """Megabytes that reading so many pages takes at most, in a process of its own."""
    code = ("import resource, sys\nfrom stook.cli import main\ntry: main(sys.argv[1:])\n"
            "finally: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)")
    Path("pages.txt").write_text("".join(f"many/{number}.html\n" for number in range(pages)))
    words = [sys.executable, "-c", code, "apply", "shop.json", "--from", "pages.txt", "-o", "many.csv"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert pages + 1 == len(Path("many.csv").read_text().splitlines())
    return int(done.stdout) // (1 << 20 if sys.platform == "darwin" else 1 << 10)


def test_memory_does_not_grow_with_the_number_of_pages(shop: Path) -> None:
    """Ten times as many pages of 40 KB take no more than their names do."""
    pytest.importorskip("resource")
    page = Path("long.html")
    page.write_bytes(demo.page(FROG).replace(b"</main>", b"<p>" + b"another word or two " * 2000 + b"</p></main>"))
    Path("many").mkdir()
    for number in range(2000):
        Path(f"many/{number}.html").hardlink_to(page)
    few, many = most_memory_for(200), most_memory_for(2000)
    assert many - few < 8, f"{few} MB for 200 pages, {many} MB for 2,000"


# --- stopped


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize(("stopped_by", "code", "told"), [
    (signal.SIGINT, 130, "stook: stopped after 1 of 2 pages\n"), (signal.SIGTERM, 143, "stook: stopped after 1 of 2 pages\n"),
    (signal.SIGKILL, -signal.SIGKILL, "")])
def test_stopped_run_leaves_the_old_file(shop: Path, stopped_by: signal.Signals, code: int, told: str) -> None:
    """It is stopped while it waits for its second page, with the first one read."""
    os.mkfifo(shop / "slow.html")
    (shop / "shop.csv").write_text("old")
    process = started("apply", "shop.json", FROG, "slow.html", "-o", "shop.csv", stdout=subprocess.PIPE,
                      stderr=subprocess.PIPE, preexec_fn=heed_interrupts)
    pipe = writing_end(shop / "slow.html", process)
    assert (told, code) == (stopped(process, stopped_by), process.returncode)
    os.close(pipe)
    assert "old" == (shop / "shop.csv").read_text()
    assert [] == list(shop.glob(".*")) or stopped_by == signal.SIGKILL
    assert 0 == started("apply", "shop.json", "shop", "-o", "shop.csv").wait()
    assert 10 == len((shop / "shop.csv").read_text().splitlines()), "the second run writes it whole"
    assert [] == list(shop.glob(".*")), "and removes what the first one left"


def test_closed_pipe_is_quiet(shop: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = started("apply", "shop.json", "shop", stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert ("", 141) == (process.communicate()[1], process.returncode)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_full_disk_is_told(run: Run, shop: Path, form: str) -> None:
    answer = run("apply", "shop.json", "shop", "-o", "/dev/full", "-f", form)
    assert (2, True) == (answer.code, one_sentence(answer.err))


def test_link_to_a_file_stays_a_link(run: Run, shop: Path) -> None:
    (shop / "real.csv").write_text("old")
    (shop / "real.csv").chmod(0o640)
    (shop / "link.csv").symlink_to("real.csv")
    run("apply", "shop.json", "shop", "-o", "link.csv")
    assert (True, 10, 0o640) == ((shop / "link.csv").is_symlink(), len((shop / "real.csv").read_text().splitlines()),
                                 (shop / "real.csv").stat().st_mode & 0o777)


# --- progress


def test_long_runs_say_so_in_a_pipe(run: Run, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "EVERY", 4)
    err = run("apply", "shop.json", "shop", "-o", "shop.csv").err
    assert ["stook: 4 of 9 pages, 4 records", "stook: 8 of 9 pages, 8 records"] == err.splitlines()


def test_bar_on_a_terminal_goes_and_the_count_stays(shop: Path) -> None:
    said = on_terminal(80, "apply", "shop.json", "shop", "no-such.html", "-o", "shop.csv", NO_COLOR="1")
    assert ("stook: 9 of 10 pages were read, 9 records → shop.csv" in said, "━" in said) == (True, True)


def test_control_characters_of_names_do_not_reach_the_terminal(run: Run, shop: Path) -> None:
    assert "\x1b" not in run("apply", "shop.json", FROG, "no\x1b[31m.html").err
