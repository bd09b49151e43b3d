"""`stook template` on list pages: rows that are new, updated and gone, their columns named, written, and joined."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import pytest
from stook_runs import ESCAPES, Run, heed_interrupts, on_terminal, one_sentence, stopped, writing_end

import stook
from stook import Catalogue, Template, demo, feeds
from stook.cli import exporting, locks, tables

HOST = "http://museum.example/"
LIST = HOST + "shop.html"
AT = ("--url", LIST)
FROG, SUNDIAL = f"{HOST}shop/tin-frog.html", f"{HOST}shop/pocket-sundial.html"
GLOBE = f"{HOST}shop/snow-globe.html"
CARD = """<div class="card"><h3><a href="shop/snow-globe.html">Snow globe with a harbour</a></h3>
    <p class="price">11.00 crowns</p></div>"""

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
needs_locks = pytest.mark.skipif(locks.fcntl is None, reason="needs locks that the system lets go of")


@pytest.fixture
def listed(run: Run, shop: Path) -> Run:
    """A catalogue in `shelf.json` that has taken in the list of the shop, which is in `shop.html`; the pages that its
    rows lead to are in `shop`, and `shop.json` is a wrapper that reads them."""
    Path("shop.html").write_bytes(demo.page("shop.html"))
    assert 0 == run("template", "add", "--list", "shelf.json", "shop.html", *AT).code
    return run


@pytest.fixture
def named(listed: Run) -> Run:
    assert 0 == listed("template", "name", "shelf.json", f"{column('h3 > a')}=title", f"{column('p.price')}=price").code
    return listed


def column(end: str, file: str = "shelf.json") -> str:
    """The slot whose path ends so."""
    return next(slot.id for slot in Catalogue.load(file).template.slots if slot.path.endswith(end))


def next_day() -> None:
    """One thing is new, one costs more, and one is gone."""
    page = Path("shop.html").read_text(encoding="utf-8").replace("9.50 crowns", "9.75 crowns")
    page = re.sub(r'<div class="card">\s*<h3><a href="shop/pocket-sundial.*?</div>', "", page, flags=re.DOTALL)
    Path("shop.html").write_text(page.replace('<div class="grid">', f'<div class="grid">{CARD}'), encoding="utf-8")


def lines(content: bytes | str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content.splitlines()]


def left() -> list[str]:
    """Files that no run should leave."""
    return sorted(path.name for path in Path().iterdir() if path.name.startswith("."))


def test_what_the_command_line_knows_is_what_there_is() -> None:
    assert {*feeds.TABLE_FORMATS} == {*get_args(tables.Format)} == {*tables.FORMS.values()}
    assert {"table", *feeds.TABLE_FORMATS, *feeds.FORMATS} == {*get_args(exporting.Format)}


# --- lists come

def test_the_rows_of_a_list_are_new_the_first_time(run: Run, shop: Path) -> None:
    Path("shop.html").write_bytes(demo.page("shop.html"))
    answer = run("template", "add", "--list", "shelf.json", "shop.html", *AT)
    assert (0, "  shop.html: 9 rows, 9 new", []) == (answer.code, answer.err.splitlines()[0], left())
    assert "stook: 2 slots can be named by now; `stook template show shelf.json` shows them, while this goes on" in answer.err
    assert ["new", FROG, "Tin frog, hopping | 9.50 crowns"] == re.split(r"\s{2,}", answer.lines[1])
    assert "9 rows of 1 list page, 2 slots: 0 named, 2 to name → shelf.json" in answer.lines
    assert "  stook template show shelf.json  2 slots to name, with what rows say there" == answer.lines[-1]


def test_what_is_new_updated_and_gone_against_the_last_time(named: Run) -> None:
    next_day()
    answer = named("template", "add", "shelf.json", "shop.html", *AT)
    assert (0, "  shop.html: 9 rows, 1 new, 1 updated, 1 gone\n") == (answer.code, answer.err)
    assert [["new", GLOBE, "Snow globe with a harbour | 11.00 crowns"],
            ["updated", FROG, "price: 9.50 crowns → 9.75 crowns"],
            ["gone", SUNDIAL, "Pocket sundial with leather case | 24.00 crowns"]] == [
        re.split(r"\s{2,}", line) for line in answer.lines[1:4]]
    assert "10 rows of 1 list page, 1 gone, 2 slots: 2 named, 0 to name → shelf.json" in answer.lines


def test_rows_that_come_back_are_told(named: Run) -> None:
    """It costs something else than when it went."""
    before, add = Path("shop.html").read_text(), ("template", "add", "shelf.json", "shop.html", *AT)
    next_day()
    named(*add)
    Path("shop.html").write_text(before.replace("24.00 crowns", "25.00 crowns"))
    answer = named(*add)
    assert "  shop.html: 9 rows, 1 updated, 1 gone, 1 back\n" == answer.err
    assert [["gone", GLOBE], ["back", SUNDIAL]] == [line.split()[:2] for line in answer.lines[2:4]]
    assert "Pocket sundial with leather case | 25.00 crowns" in answer.lines[3]
    assert "  shop.html: 9 rows, nothing new\n" == named(*add).err


def test_a_list_that_is_as_it_was_shows_nothing_new(named: Run) -> None:
    before = Path("shelf.json").read_bytes()
    answer = named("template", "add", "shelf.json", "shop.html", *AT)
    assert (0, "  shop.html: 9 rows, nothing new\n") == (answer.code, answer.err)
    assert ("9 rows of 1 list page, 2 slots: 2 named, 0 to name → shelf.json", before) == (
        answer.lines[0], Path("shelf.json").read_bytes())


def test_it_grows_as_the_library_does(listed: Run) -> None:
    catalogue = Catalogue()
    catalogue.add(stook.Page(Path("shop.html").read_bytes(), LIST))
    assert (catalogue.rows, catalogue.template.slots) == (
        Catalogue.load("shelf.json").rows, Catalogue.load("shelf.json").template.slots)


def test_what_several_pages_of_one_run_say_of_a_row_is_told_once(named: Run) -> None:
    """It is new on the first list and costs something else on it an hour later; and it stands on a second list."""
    next_day()
    Path("later.html").write_text(Path("shop.html").read_text().replace("11.00 crowns", "12.00 crowns"))
    answer = named("template", "add", "shelf.json", "shop.html", "later.html", *AT)
    assert ["  shop.html: 9 rows, 1 new, 1 updated, 1 gone", "  later.html: 9 rows, 1 updated"] == answer.err.splitlines()
    assert [["new", GLOBE, "Snow globe with a harbour | 12.00 crowns"]] == [
        re.split(r"\s{2,}", line) for line in answer.lines if GLOBE in line]


def test_a_row_that_moves_to_the_next_page_is_not_gone(run: Run, shop: Path) -> None:
    page = demo.page("shop.html").decode()
    cards = re.findall(r'<div class="card">.*?</div>', page, re.DOTALL)
    start, end = page[:page.index(cards[0])], page[page.index(cards[-1]) + len(cards[-1]):]
    for name, some in (("1", cards[1:5]), ("2", cards[5:])):
        Path(f"shop-{name}.html").write_text(start + "".join(some) + end, encoding="utf-8")
    add = ("shop-1.html", "shop-2.html", "--url", HOST + "{}")
    run("template", "add", "--list", "shelf.json", *add)
    Path("shop-1.html").write_text(start + "".join(cards[:4]) + end, encoding="utf-8")
    Path("shop-2.html").write_text(start + "".join(cards[4:]) + end, encoding="utf-8")
    answer = run("template", "add", "shelf.json", *add)
    assert ["  shop-1.html: 4 rows, 1 new, 1 gone", "  shop-2.html: 5 rows, nothing new"] == answer.err.splitlines()
    assert ["new"] == [line.split()[0] for line in answer.lines[1:answer.lines.index("")]]


def test_a_wrapper_says_which_list_is_meant(run: Run, shop: Path) -> None:
    Path("museum.html").write_bytes(demo.page("museum.html"))
    run("feed", "museum.html", "--url", HOST, "--sections", "2", "--save", "talks.json", "-o", "feed.xml")
    answer = run("template", "add", "talks-kept.json", "museum.html", "--url", HOST, "--wrapper", "talks.json")
    assert (0, "  museum.html: 3 rows, 3 new") == (answer.code, answer.err.splitlines()[0])
    run("template", "add", "talks-kept.json", "museum.html", "--url", HOST)
    assert 3 == len(Catalogue.load("talks-kept.json").rows)


def test_pages_without_a_list_are_told_and_do_not_stop_the_others(run: Run, shop: Path) -> None:
    Path("shop.html").write_bytes(demo.page("shop.html"))
    Path("contact.html").write_bytes(demo.page("contact.html"))
    answer = run("template", "add", "--list", "shelf.json", "contact.html", "no-such.html", "shop.html", *AT)
    assert (0, 9) == (answer.code, len(Catalogue.load("shelf.json").rows))
    assert ["stook: 1 page could not be read:", "stook: 1 page shows no list:", "  contact.html: the page shows no list"] == [
        line for line in answer.err.splitlines() if "no list" in line or "could not" in line]
    before = Path("shelf.json").read_bytes()
    answer = run("template", "add", "shelf.json", "contact.html")
    assert (1, before) == (answer.code, Path("shelf.json").read_bytes())
    assert 3 == run("template", "add", "shelf.json", "no-such.html").code
    answer = run("template", "add", "--list", "none.json", "contact.html")
    assert (1, b"", False, []) == (answer.code, answer.out, Path("none.json").exists(), left())


def test_pages_that_do_not_say_where_they_came_from_are_told(run: Run, shop: Path) -> None:
    """Some lists are not even seen without their links; where these are whole, nothing is missing."""
    Path("shop.html").write_bytes(demo.page("shop.html"))
    Path("jobs.html").write_bytes(demo.page("jobs.html"))
    Path("whole.html").write_bytes(demo.page("shop.html").replace(b'href="', f'href="{HOST}'.encode()))
    no_list = ["stook: 1 page shows no list:", "  shop.html: the page shows no list without its address, since its links "
               "lead nowhere; --url says where it came from"]
    answer = run("template", "add", "--list", "shelf.json", "shop.html")
    assert (1, no_list) == (answer.code, answer.err.splitlines())
    answer = run("template", "add", "--list", "shelf.json", "shop.html", "jobs.html")
    told = "stook: 1 page does not say where it came from, so relative links lead nowhere; --url says it"
    assert (0, [*no_list, told]) == (answer.code, answer.err.splitlines()[-3:])
    answer = run("template", "add", "--list", "other.json", "whole.html")
    assert (0, False) == (answer.code, "--url" in answer.err)


def test_a_fault_of_ours_on_one_page_does_not_cost_the_others(
        listed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    add = Catalogue.add

    def fails(self: Catalogue, page: stook.Page, source: str = "") -> Any:
        if "museum" in source:
            raise ZeroDivisionError("boom")
        return add(self, page, source)

    monkeypatch.setattr(Catalogue, "add", fails)
    Path("museum.html").write_bytes(demo.page("museum.html"))
    next_day()
    answer = listed("template", "add", "shelf.json", "museum.html", "shop.html", *AT)
    assert (0, 10) == (answer.code, len(Catalogue.load("shelf.json").rows))
    assert "museum.html: a fault of stook, ZeroDivisionError: boom; please report" in answer.err


# --- the columns

def test_columns_are_shown_with_rows_and_values(listed: Run) -> None:
    price = column("p.price")
    shown = listed("template", "show", "shelf.json", "-f", "table").lines
    place = shown.index(f"{price}  div.card > p.price  on 9 of 9")
    assert [["14.00", "crowns", "clockwork-mouse.html"], ["6.80", "crowns", "clock-oil.html"]] == [
        line.split() for line in shown[place + 1:place + 3]]
    [said] = [one for one in lines(listed("template", "show", "shelf.json").out) if one["slot"] == price]
    assert (9, f"{HOST}shop/clockwork-mouse.html") == (said["rows"], said["samples"][-1]["row"])


def test_columns_count_rows_however_often_these_changed(named: Run) -> None:
    next_day()
    named("template", "add", "shelf.json", "shop.html", *AT)
    price = column("p.price")
    assert f"price  {price}    on 10 of 10  9.75 crowns  " in named("template", "show", "shelf.json", "-f", "table").text
    assert f"p.price  {price} = price  9.75 crowns  10" in named("template", "show", "shelf.json", "--tree").text


def test_a_column_is_found_by_what_any_row_says(run: Run, shop: Path) -> None:
    """The fiftieth row is not held by the template."""
    cards = "".join(f"<li><a href='/{number}'>A lamp of the kind {number}</a> <b>{number}0 crowns</b>" for number in range(60))
    Path("lamps.html").write_text(f"<h1>Lamps</h1><ul>{cards}</ul>")
    run("template", "add", "--list", "shelf.json", "lamps.html", "--url", LIST)
    assert [column("b")] == [one["slot"] for one in lines(run("template", "show", "shelf.json", "--holding", "500 crowns").out)]
    answer = run("template", "show", "shelf.json", "--holding", "no such thing")
    assert (1, "stook: shelf.json: no slot says 'no such thing' on the 60 rows that it holds\n") == (answer.code, answer.err)


def test_answers_hold_for_all_rows_and_are_taken_back(named: Run) -> None:
    price = column("p.price")
    assert {"9.50 crowns"} == {one["price"] for one in lines(named("template", "export", "shelf.json").out) if one["url"] == FROG}
    assert f"{price} is ignored; undo takes it back" in named("template", "ignore", "shelf.json", price).text
    assert "price" not in lines(named("template", "export", "shelf.json").out)[0]
    assert f"{price} is price again" in named("template", "undo", "shelf.json", price).text
    named("template", "name", "shelf.json", f"{price}=title")
    assert ["Tin frog, hopping", "9.50 crowns"] == lines(named("template", "export", "shelf.json").out)[0]["title"]


# --- stopped, and answered while pages come

SAVED_EACH_PAGE = "import sys; from stook.cli import growing, main; growing.EVERY = {}; main(sys.argv[1:])"


def adding(every: float, *words: str) -> subprocess.Popen[str]:
    """`stook template add` in a process of its own, which saves after so many seconds."""
    return subprocess.Popen([sys.executable, "-c", SAVED_EACH_PAGE.format(every), "template", "add", "--list", "shelf.json", *words],
                            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed_interrupts)


def lists(count: int) -> list[Path]:
    """So many pages of one list, with three rows each."""
    pages = [Path(f"list-{number}.html") for number in range(count)]
    for number, page in enumerate(pages):
        rows = "".join(f"<li><a href='/{one}'>A lamp of the kind {one}</a> <b>{one}0 crowns</b>" for one in range(3 * number, 3 * number + 3))
        page.write_text(f"<h1>Lamps</h1><ul>{rows}</ul>")
    return pages


@needs_pipes
@pytest.mark.parametrize(("stopped_by", "every", "code", "kept"), [
    (signal.SIGINT, 1e9, 130, 9), (signal.SIGTERM, 1e9, 143, 9), (signal.SIGKILL, 0, -signal.SIGKILL, 9)])
def test_a_stopped_run_is_gone_on_with(
        run: Run, shop: Path, stopped_by: signal.Signals, every: float, code: int, kept: int) -> None:
    """It is stopped while it waits for the fourth page; the same command goes on, and says nothing twice."""
    pages = lists(5)
    held_back = pages[3].read_bytes()
    pages[3].unlink()
    os.mkfifo(pages[3])
    words = [*map(str, pages), "--url", HOST + "{}"]
    process = adding(every, *words)
    pipe = writing_end(pages[3], process)
    told = stopped(process, stopped_by)
    os.close(pipe)
    assert (code, kept) == (process.returncode, len(Catalogue.load("shelf.json").rows))
    if stopped_by != signal.SIGKILL:
        assert (told.splitlines()[-1], []) == ("stook: stopped after 3 of 5 pages; the same command goes on from there", left())
    pages[3].unlink()
    pages[3].write_bytes(held_back)
    answer = run("template", "add", "shelf.json", *words)
    assert (0, [f"{HOST}{number}" for number in range(9, 15)]) == (answer.code, [line.split()[1] for line in answer.lines[1:7]])
    assert 0 == run("template", "add", "--list", "whole.json", *words).code
    again, whole = Catalogue.load("shelf.json"), Catalogue.load("whole.json")
    assert (whole.rows, whole.template.slots, []) == (again.rows, again.template.slots, left())


@needs_pipes
@pytest.mark.parametrize("every", [0, 1e9])
def test_a_name_given_while_lists_come_is_not_lost(run: Run, shop: Path, every: float) -> None:
    *_, last = pages = lists(4)
    held_back = last.read_bytes()
    last.unlink()
    os.mkfifo(last)
    process = adding(every, *map(str, pages), "--url", HOST + "{}")
    pipe = writing_end(last, process)
    price, title = column("b"), column("a")
    assert 0 == run("template", "name", "shelf.json", f"{price}=price").code
    assert 0 == run("template", "ignore", "shelf.json", title).code
    os.set_blocking(pipe, True)
    with os.fdopen(pipe, "wb") as stream:
        stream.write(held_back)
    out, err = process.communicate()
    assert (0, True) == (process.returncode, "12 rows of 4 list pages, 2 slots: 1 named, 0 to name, 1 ignored" in out), err
    assert [f"{number}0 crowns" for number in range(12)] == [one["price"] for one in lines(run("template", "export", "shelf.json").out)]


@needs_pipes
@needs_locks
def test_two_runs_do_not_take_lists_in_at_once(listed: Run) -> None:
    os.mkfifo("slow.html")
    process = adding(0, "slow.html")
    pipe = writing_end(Path("slow.html"), process)
    answer = listed("template", "add", "shelf.json", "shop.html", *AT)
    assert (2, "stook: shelf.json: another run is taking pages in; wait until it has ended\n") == (answer.code, answer.err)
    process.kill()
    process.communicate()
    os.close(pipe)
    assert (0, []) == (listed("template", "add", "shelf.json", "shop.html", *AT).code, left())


# --- rows are written

def test_rows_in_a_pipe_are_lines_of_json(named: Run) -> None:
    next_day()
    named("template", "add", "shelf.json", "shop.html", *AT)
    answer = named("template", "export", "shelf.json")
    records = lines(answer.out)
    assert (0, "", 10) == (answer.code, answer.err, len(records))
    assert {"_page": LIST, "url": FROG, "category": ["Museum shop"], "title": "Tin frog, hopping", "price": "9.75 crowns"} == records[0]
    assert [SUNDIAL] == [record["url"] for record in records if "_page" not in record]  # no list shows it any more


@pytest.mark.parametrize("name", ["rows.csv", "rows.jsonl", "rows.parquet"])
def test_rows_are_written_as_the_file_is_called(named: Run, name: str) -> None:
    pytest.importorskip("pyarrow")
    answer = named("template", "export", "shelf.json", "-o", name)
    assert (0, f"9 rows, 4 fields → {name}\n", []) == (answer.code, answer.text, left())
    again = named("template", "join", "shelf.json", name, "-f", "jsonl")  # which reads all of them
    assert (0, named("template", "export", "shelf.json").out) == (again.code, again.out)


def test_rows_as_csv(named: Run) -> None:
    rows = [*csv.reader(named("template", "export", "shelf.json", "-f", "csv").text.splitlines())]
    assert [["_page", "url", "category", "title", "price"],
            [LIST, FROG, '["Museum shop"]', "Tin frog, hopping", "9.50 crowns"]] == rows[:2]


@pytest.mark.parametrize(("name", "form"), [("rows.rss", None), ("rows.atom", None), ("rows.xml", "rss"), ("rows.json", "json")])
def test_rows_as_a_feed_in_the_order_of_the_list(named: Run, name: str, form: str | None) -> None:
    """The new row stands first on the list, and was the last to come; the one that is gone is not in the feed."""
    next_day()
    named("template", "add", "shelf.json", "shop.html", *AT)
    chosen = ("-f", form) if form else ()
    assert 0 == named("template", "export", "shelf.json", "-o", name, *chosen).code
    text = Path(name).read_text(encoding="utf-8")
    assert (True, False) == (text.index("Snow globe") < text.index("Tin frog"), "sundial" in text)
    assert text == named("template", "export", "shelf.json", "-f", form or name[5:]).text  # as long as nothing new comes


def test_days_of_rows_are_those_of_a_feed(run: Run, shop: Path) -> None:
    Path("museum.html").write_bytes(demo.page("museum.html"))
    run("template", "add", "--list", "shelf.json", "museum.html", "--url", HOST)
    run("template", "name", "shelf.json", f"{column('span.when')}=date", f"{column('a')}=title")
    entries = json.loads(run("template", "export", "shelf.json", "-f", "json").out)["items"]
    assert ["2026-06-03", "3 June 2026"] == [entries[0]["date_published"][:10], lines(run("template", "export", "shelf.json").out)[0]["date"]]


def test_declared_types_are_written_in_their_one_form(run: Run, shop: Path) -> None:
    Path("shop.html").write_bytes(demo.page("shop.html"))
    Path("shelf.toml").write_text('title = "text"\nprice = "number"\n')
    run("template", "add", "--list", "shelf.json", "shop.html", *AT, "--schema", "shelf.toml")
    run("template", "name", "shelf.json", f"{column('p.price')}=price")
    assert "9.5" == lines(run("template", "export", "shelf.json").out)[0]["price"]


def test_rows_without_named_columns_are_told(listed: Run) -> None:
    answer = listed("template", "export", "shelf.json")
    assert (0, {"_page", "url", "category"}, True) == (answer.code, {*lines(answer.out)[0]}, one_sentence(answer.err))
    answer = listed("template", "export", "shelf.json", "-f", "rss")
    assert (0, True) == (answer.code, "`stook template name shelf.json SLOT=title` calls one so" in answer.err)


# --- joined

def test_rows_are_joined_with_what_a_wrapper_reads_on_their_own_pages(run: Run, shop: Path, site: str) -> None:
    """The pages are fetched from the addresses of the rows."""
    assert 0 == run("template", "add", "--list", "shelf.json", f"{site}shop.html", "--allow", "127.0.0.1").code
    run("template", "name", "shelf.json", f"{column('p.price')}=listed_at")
    answer = run("template", "join", "shelf.json", "shop.json", "--allow", "127.0.0.1")
    records = lines(answer.out)
    assert (0, "", 9) == (answer.code, answer.err, len(records))
    assert {"_page": f"{site}shop.html", "url": f"{site}shop/tin-frog.html", "category": ["Museum shop"], "listed_at": "9.50 crowns",
            "title": "Tin frog, hopping", "price": "9.50 crowns", "makers": "Agnes Pell", "weight": "80 g"} == records[0]


def test_saved_pages_are_joined_by_where_they_came_from(named: Run) -> None:
    """The row says what it costs as well, and its own page knows better; a row without one keeps what it says."""
    next_day()
    named("template", "add", "shelf.json", "shop.html", *AT)
    answer = named("template", "join", "shelf.json", "shop.json", "shop", "--url", HOST + "shop/{}", "-o", "all.jsonl")
    records = {record["url"]: record for record in lines(Path("all.jsonl").read_bytes())}
    assert (0, "stook: 1 row has no details in shop.json\n") == (answer.code, answer.err)
    assert ["9.50 crowns", "11.00 crowns", "80 g"] == [records[FROG]["price"], records[GLOBE]["price"], records[FROG]["weight"]]
    assert "weight" not in records[GLOBE]


def test_a_template_reads_details_as_its_wrapper_does(named: Run) -> None:
    named("template", "add", "toys.json", "shop")
    ids = {slot.path.rpartition(" > ")[2]: slot.id for slot in Template.load("toys.json").slots}
    answer = named("template", "join", "shelf.json", "toys.json", "shop", "--url", HOST + "shop/{}")
    assert (2, "stook: toys.json: no slot has a name yet; `stook template show toys.json` shows the slots to name\n") == (
        answer.code, answer.err)
    named("template", "name", "toys.json", f"{ids['dd[weight]']}=weight")
    records = lines(named("template", "join", "shelf.json", "toys.json", "shop", "--url", HOST + "shop/{}").out)
    assert {FROG: "80 g", SUNDIAL: "120 g"}.items() <= {record["url"]: record["weight"] for record in records}.items()


def test_a_table_of_details_is_joined_too(named: Run) -> None:
    """What is said of a page that is on no list stands at the end."""
    Path("details.jsonl").write_text("".join(json.dumps(one) + "\n" for one in (
        {"_page": FROG, "makers": ["Agnes Pell"], "parts": [{"name": "key"}]}, {"url": HOST + "other", "makers": []})))
    answer = named("template", "join", "shelf.json", "details.jsonl")
    records = lines(answer.out)
    assert (0, 10, {"url": HOST + "other"}) == (answer.code, len(records), records[-1])
    assert {"makers": ["Agnes Pell"], "parts": [{"name": "key"}], "price": "9.50 crowns"}.items() <= records[0].items()
    assert "stook: 8 of 9 rows have no details in details.jsonl\n" == answer.err


def test_details_without_an_address_are_told_and_not_joined(named: Run) -> None:
    details = [{"_page": FROG, "makers": "Agnes Pell"}, {"makers": "Nobody"}, {"_page": None, "makers": "Somebody"}]
    Path("details.jsonl").write_text("".join(json.dumps(one) + "\n" for one in details))
    answer = named("template", "join", "shelf.json", "details.jsonl")
    assert (0, 9, "Agnes Pell") == (answer.code, len(lines(answer.out)), lines(answer.out)[0]["makers"])
    assert answer.err.startswith("stook: details.jsonl: 2 records without an address, which can be joined with no row\n")


def test_the_page_of_a_record_counts_and_not_what_it_links_to(named: Run) -> None:
    """But the rows of a list are of the pages that they link to."""
    for details in ([{"_page": FROG, "url": SUNDIAL, "makers": "Agnes Pell"}],
                    [{"_page": LIST, "url": one, "makers": "Agnes Pell"} for one in (FROG, GLOBE)]):
        Path("details.jsonl").write_text("".join(json.dumps(one) + "\n" for one in details))
        made = [row for row in lines(named("template", "join", "shelf.json", "details.jsonl").out) if "makers" in row]
        assert "Tin frog, hopping" == made[0]["title"]


def test_what_a_table_of_details_has_as_null_is_not_there(named: Run) -> None:
    """So the row keeps what the list says."""
    Path("details.jsonl").write_text(json.dumps({"_page": FROG, "price": None, "makers": [None, "Agnes Pell"], "weight": None}))
    frog = lines(named("template", "join", "shelf.json", "details.jsonl").out)[0]
    assert ("9.50 crowns", ["Agnes Pell"], False) == (frog["price"], frog["makers"], "weight" in frog)


def test_details_of_other_addresses_are_told(named: Run) -> None:
    named("apply", "shop.json", "shop", "-o", "details.csv")
    answer = named("template", "join", "shelf.json", "details.csv", "-o", "all.csv")
    assert (1, b"", True, False) == (answer.code, answer.out, one_sentence(answer.err), Path("all.csv").exists())
    assert f"the first is of shop/brass-key.html, and the first row is {FROG}" in answer.err


@pytest.mark.parametrize("words", [
    ("add", "--list", "toys.json", "shop"), ("add", "shelf.json", "shop.html", "--method", "paper"), ("add", "shelf.json"),
    ("add", "shelf.json", "shop.html", "--wrapper", "none.json"), ("name", "shelf.json", "s999=price"),
    ("export", "shelf.json", "-f", "parquet"), ("export", "shelf.json", "-o", "rows.doc"),
    ("export", "shelf.json", "-o", "rows.txt", "-f", "table"), ("export", "shelf.json", "--formulas", "guarded"),
    ("export", "toys.json"), ("export", "toys.json", "-o", "w.json", "-f", "csv"), ("export", "none.json"),
    ("join", "toys.json", "shop.json"), ("join", "shelf.json", "none.json"), ("join", "shelf.json"),
    ("join", "shelf.json", "rows.csv", "shop"), ("join", "shelf.json", "list-wrapper.json"),
    ("join", "shelf.json", "shop.json", "shop", "-f", "parquet")])
def test_wrong_use_changes_nothing(listed: Run, words: Sequence[str]) -> None:
    listed("template", "add", "toys.json", "shop")
    listed("feed", "shop.html", *AT, "--save", "list-wrapper.json", "-o", "feed.xml")
    before = {path: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    answer = listed("template", *words)
    assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))
    assert before == {path: path.read_bytes() for path in Path().iterdir() if path.is_file()}


def test_what_comes_next_can_be_typed(listed: Run) -> None:
    """From the first list to the joined table, by what the commands propose."""
    shown = listed("template", "name", "shelf.json", f"{column('h3 > a')}=title").lines
    typed = [line.split("  ")[1].split()[1:] for line in shown[shown.index("Next"):] if line.startswith("  stook ")]
    export, join = (next(words for words in typed if words[1] == verb) for verb in ("export", "join"))
    assert 0 == listed(*export).code
    assert 0 == listed(*(word.replace("WRAPPER", "shop.json") for word in join), "shop", "--url", HOST + "shop/{}").code
    assert "80 g" in Path("rows.csv").read_text()


# --- on a terminal

@pytest.mark.parametrize("columns", [60, 80, 130])
def test_all_fits_the_terminal(named: Run, columns: int) -> None:
    """Letters of Japan are two cells wide."""
    def cells(line: str) -> int:
        return sum(1 + ("\u3000" <= letter <= "\uffef") for letter in line)

    Path("town.html").write_bytes(demo.page("midorihama.html"))
    said = ESCAPES.sub("", on_terminal(columns, "template", "add", "--list", "town.json", "town.html", "--url", LIST, NO_COLOR="1"))
    Path("town.html").write_bytes(demo.page("midorihama.html").replace("夏時間".encode(), "冬時間".encode()))
    updated = ESCAPES.sub("", on_terminal(columns, "template", "add", "town.json", "town.html", "--url", LIST, NO_COLOR="1"))
    assert columns < 80 or [True, True] == [f"{season}時間" in updated.split("What it says")[1] for season in "夏冬"]
    named("template", "name", "town.json", f"{column('a', 'town.json')}=title")
    for words in (("export", "town.json"), ("show", "town.json"), ("export", "shelf.json")):
        said += ESCAPES.sub("", on_terminal(columns, "template", *words, NO_COLOR="1")).split("Next")[0]
    assert [] == [line for line in (said + updated.split("Next")[0]).splitlines() if cells(line) > columns and "stook" not in line]
    assert [True, True] == [text in said for text in ("図書館", "Tin frog")]


def test_the_terminal_shows_some_rows_and_counts_the_others(run: Run, shop: Path) -> None:
    rows = "".join(f"<li><a href='/{number}'>A lamp of the kind {number}</a> <b>{number}0 crowns</b>" for number in range(60))
    Path("lamps.html").write_text(f"<h1>Lamps</h1><ul>{rows}</ul>")
    said = on_terminal(100, "template", "add", "--list", "shelf.json", "lamps.html", "--url", LIST, NO_COLOR="1")
    assert ("… and 40 more" in said, 20) == (True, len(re.findall(r"^new ", ESCAPES.sub("", said), re.MULTILINE)))
    assert "… and 40 more" in on_terminal(100, "template", "export", "shelf.json", NO_COLOR="1")
    assert 60 == len(run("template", "export", "shelf.json", "-f", "jsonl").lines)


def test_control_characters_of_rows_do_not_reach_the_terminal(run: Run, shop: Path) -> None:
    rows = "".join(f"<li><a href='/{number}\u202e'>A lamp &#27;[31m of the kind {number}\u202e</a> <b>{number}\x1b[2J</b>" for number in range(5))
    Path("lamps.html").write_text(f"<h1>Lamps &#27;[31m</h1><ul>{rows}</ul>")
    answer = run("template", "add", "--list", "shelf.json", "lamps.html", "--url", LIST)
    run("template", "name", "shelf.json", f"{column('a')}=title")
    shown = [run("template", *words).text for words in (("show", "shelf.json", "-f", "table"), ("export", "shelf.json", "-f", "table"))]
    assert not {"\x1b", "\u202e"} & set(answer.err + answer.text + "".join(shown))
    assert "A lamp" in shown[1]
