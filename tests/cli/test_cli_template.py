"""`stook template`: the whole loop from pages to a wrapper, stopped and answered at any moment."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import pytest
from stook_runs import ESCAPES, Run, heed_interrupts, on_terminal, one_sentence, started, stopped, writing_end

import stook
from stook import Template
from stook.cli import growing, locks, templates
from stook.errors import StookError
from stook.learning import template as room
from stook.wrapper import RulesWrapper

FROG = "shop/tin-frog.html"


@pytest.fixture
def grown(run: Run, shop: Path) -> Run:
    """A template in `shop.json` that has taken in the nine pages of the shop, in the place of the wrapper."""
    Path("shop.json").unlink()
    assert 0 == run("template", "add", "shop.json", "shop").code
    return run


@pytest.fixture
def empty(shop: Path) -> Path:
    """No template yet."""
    Path("shop.json").unlink()
    return shop


def lines(content: bytes | str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content.splitlines()]


def slots(file: str = "shop.json") -> dict[str, str]:
    """The slots by the last steps of their paths."""
    return {slot.path.rpartition(" > ")[2]: slot.id for slot in Template.load(file).slots}


def left() -> list[str]:
    """Files that no run should leave."""
    return sorted(path.name for path in Path().iterdir() if path.name.startswith("."))


def test_what_the_command_line_knows_is_what_there_is() -> None:
    assert tuple(room.METHODS) == get_args(templates.Method)


# --- pages come

def test_pages_tell_at_once_what_they_bring_to_light(run: Run, empty: Path) -> None:
    answer = run("template", "add", "new.json", "shop")
    told = answer.err.splitlines()
    assert told[0].startswith("  page 2, clock-oil.html: s")
    assert "stook: 11 slots can be named by now; `stook template show new.json` shows them, while this goes on" in told
    assert (0, "9 pages, 11 slots: 0 named, 11 to name → new.json", []) == (answer.code, answer.lines[0], left())
    assert answer.lines[-1].startswith("  stook template show new.json")


def test_it_grows_as_the_library_does(grown: Run) -> None:
    """The file goes on as if all pages had come to one template."""
    whole = Template()
    for path in sorted([*Path("shop").iterdir()]):
        whole.add(stook.Page(path.read_bytes()), str(path))
    assert whole.slots == Template.load("shop.json").slots


def test_pages_that_have_come_before_are_not_counted_again(grown: Run) -> None:
    before = Path("shop.json").read_bytes()
    answer = grown("template", "add", "shop.json", "shop")
    assert (0, "stook: 9 pages had come before and were not counted again\n") == (answer.code, answer.err)
    assert before == Path("shop.json").read_bytes()
    Path(FROG).write_bytes(Path(FROG).read_bytes().replace(b"9.50", b"9.75"))
    answer = grown("template", "add", "shop.json", FROG)
    assert (0, True) == (answer.code, answer.text.startswith("10 pages, "))


def test_a_new_look_of_the_site_takes_the_names_over(grown: Run) -> None:
    price = slots()["p.price"]
    grown("template", "name", "shop.json", f"{price}=price")
    answer = grown("template", "add", "shop.json", "shop-redesigned")
    assert "look 2 of the site has 9 pages" in answer.text
    assert "pages of a new look: 4 of them found a template; 2.s" in answer.err
    said = {one["field"]: one for one in lines(grown("template", "show", "shop.json").out)}
    assert ("2.", ["9.50 crowns"]) == (said["price"]["slot"][:2], said["price"]["samples"][-1]["texts"])
    assert "shop-redesigned/tin-frog.html" == said["price"]["samples"][-1]["page"]


def test_a_schema_proposes_its_fields(run: Run, empty: Path) -> None:
    Path("shop.toml").write_text('weight = "text"\n')
    assert 0 == run("template", "add", "shop.json", "shop", "--schema", "shop.toml").code
    assert ["weight"] == [one["proposal"] for one in lines(run("template", "show", "shop.json").out)
                          if one["why"] and "schema" in one["why"]]


def test_the_papers_way(run: Run, empty: Path) -> None:
    assert 0 == run("template", "add", "shop.json", "shop", "--method", "paper").code
    assert "paper" == Template.load("shop.json").method
    answer = run("template", "add", "shop.json", "shop", "--method", "auto")
    assert (2, True) == (answer.code, one_sentence(answer.err))
    assert 0 == run("template", "show", "shop.json", "--tree").code


# --- what is shown

def test_the_slots_to_name_with_values_pages_and_proposals(grown: Run) -> None:
    shown = grown("template", "show", "shop.json", "-f", "table").lines
    price, weight = slots()["p.price"], slots()["dd[weight]"]
    place = shown.index(f"{price.ljust(5)}main > article.product > p.price  on 9 of 9")
    assert [["9.50", "crowns", "tin-frog.html"], ["24.00", "crowns", "pocket-sundial.html"]] == [
        line.split() for line in shown[place + 1:place + 3]]
    place = shown.index(f"{weight.ljust(5)}weight?  main > article.product > dl > dd[weight]  on 9 of 9")
    assert "     “weight” stands before it" == shown[place + 4]
    assert "9 pages, 11 slots: 0 named, 11 to name" in shown


def test_pages_of_one_name_are_shown_in_full(run: Run, empty: Path) -> None:
    for path in sorted(Path("shop").iterdir()):
        folder = Path("pages", path.stem)
        folder.mkdir(parents=True)
        path.rename(folder / "index.html")
    run("template", "add", "shop.json", "pages")
    assert "pages/tin-frog/index.html" in run("template", "show", "shop.json", "-f", "table").text


def test_in_a_pipe_each_slot_has_a_line(grown: Run) -> None:
    [maker] = [one for one in lines(grown("template", "show", "shop.json").out) if one["label"] == "made by"]
    assert {"field": None, "ignored": False, "asked": True, "proposal": "made_by", "cardinality": "*", "pages": 9,
            "why": "“made by” stands before it"}.items() <= maker.items()
    assert {"texts": ["Agnes Pell"], "page": FROG, "number": 9} == maker["samples"][-1]


def test_a_slot_is_found_by_what_it_says(grown: Run) -> None:
    found = lines(grown("template", "show", "shop.json", "--holding", "MS-1031").out)
    assert ["dd[item number]"] == [one["path"].rpartition(" > ")[2] for one in found]
    shown = grown("template", "show", "shop.json", "--holding", "ms-1031", "-f", "table").text
    assert (True, False) == ("MS-1031" in shown, "tinplate" in shown)
    found = lines(grown("template", "show", "shop.json", "--holding", "winding KEY,  brass").out)
    assert "h1" in [one["path"].rpartition(" > ")[2] for one in found]  # of the first page, which no sample is from
    answer = grown("template", "show", "shop.json", "--holding", "no such thing")
    assert (1, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


def test_the_tree_says_what_slots_are(grown: Run) -> None:
    ids = slots()
    grown("template", "name", "shop.json", f"{ids['p.price']}=price")
    grown("template", "ignore", "shop.json", ids["h1"])
    tree = [line.strip() for line in grown("template", "show", "shop.json", "--tree").lines]
    assert f"p.price  {ids['p.price']} = price  9.50 crowns  9" in tree
    assert f"h1  {ids['h1']} ignored  Tin frog, hopping  9" in tree
    assert f"dd[material]?  {ids['dd[material]']} = ?  tinplate, spring steel  8" in tree
    assert not [line for line in tree if "Museum of Small Machines" in line]
    assert [line for line in grown("template", "show", "shop.json", "--tree", "--all").lines if "Museum of Small Machines" in line]


def test_slots_that_are_not_asked_about_yet_are_counted_and_shown_with_all(run: Run, empty: Path) -> None:
    """Questions come in batches: after the first four pages, and then with each ten."""
    pages = [str(path) for path in sorted(Path("shop").iterdir())]
    run("template", "add", "shop.json", *pages[:3])
    shown = run("template", "show", "shop.json", "-f", "table").text
    assert ("not asked about yet; --all shows all" in shown, "4.20 crowns" in shown) == (True, False)
    assert "4.20 crowns" in run("template", "show", "shop.json", "-f", "table", "--all").text


# --- answers

def test_names_are_shown_with_what_stands_there(grown: Run) -> None:
    price = slots()["p.price"]
    answer = grown("template", "name", "shop.json", f"{price}=price")
    assert ["Field", "Slot", "Pages", "Newest", "value", "Page"] == answer.lines[0].split()
    assert f"price  {price}    on 9 of 9  9.50 crowns   tin-frog.html" == answer.lines[1]
    assert "9 pages, 11 slots: 1 named, 10 to name" in answer.lines
    assert price not in [one["slot"] for one in lines(grown("template", "show", "shop.json").out) if one["asked"]]


def test_proposed_names_are_accepted_where_each_is_of_one_slot(grown: Run) -> None:
    answer = grown("template", "name", "shop.json", "--accept")
    assert (0, {"made_by", "material", "weight", "ages", "item_number"}) == (
        answer.code, set(Template.load("shop.json").names.values()))
    answer = grown("template", "name", "shop.json", "--accept")
    assert (1, True) == (answer.code, one_sentence(answer.err))


def test_several_slots_may_be_one_field(grown: Run) -> None:
    ids = slots()
    answer = grown("template", "name", "shop.json", f"{ids['h1']}=about", f"{ids['p.text']}=about")
    assert f"about is what stands in any of {ids['h1']}, {ids['p.text']}" in answer.lines


def test_answers_are_taken_back(grown: Run) -> None:
    price, title = slots()["p.price"], slots()["h1"]
    grown("template", "name", "shop.json", f"{price}=cost")
    grown("template", "name", "shop.json", f"{price}=price")
    assert f"{price}, {title} are ignored; undo takes it back" == grown("template", "ignore", "shop.json", price, title).lines[0]
    assert [f"{price} is price again", f"{title} is to name again"] == grown("template", "undo", "shop.json", price, title).lines[:2]
    assert f"{price} is cost again" == grown("template", "undo", "shop.json", price).lines[0]


def test_the_rest_may_be_ignored(grown: Run) -> None:
    price = slots()["p.price"]
    grown("template", "name", "shop.json", f"{price}=price")
    answer = grown("template", "ignore", "shop.json", "--rest")
    assert "9 pages, 11 slots: 1 named, 0 to name, 10 ignored" in answer.lines
    assert {price} == set(slots().values())


@pytest.mark.parametrize("words", [
    ("name", "s1"), ("name", "=price"), ("name", "s3="), ("name",), ("name", "s999=price"), ("ignore",), ("ignore", "s999"),
    ("undo", "s3"), ("undo", "s999"), ("export", "-o", "w.json"), ("show", "--tree", "-f", "table"), ("add",),
    ("add", "shop", "--method", "best"), ("add", "shop", "--schema", "none.toml")])
def test_wrong_use_changes_nothing(grown: Run, words: Sequence[str]) -> None:
    before = Path("shop.json").read_bytes()
    answer = grown("template", words[0], "shop.json", *words[1:])
    assert (2, b"", True, before) == (answer.code, answer.out, one_sentence(answer.err), Path("shop.json").read_bytes())


def test_one_wrong_name_keeps_the_others_from_being_given(grown: Run) -> None:
    answer = grown("template", "name", "shop.json", f"{slots()['h1']}=title", "s999=price")
    assert (2, {}) == (answer.code, Template.load("shop.json").names)
    assert "stook: s999: the template has no such slot; it has s" in answer.err


def test_a_file_that_is_none_is_told(run: Run, empty: Path) -> None:
    for verb, more in (("show", []), ("name", ["s3=price"]), ("ignore", ["s3"]), ("undo", ["s3"]), ("export", ["-o", "w.json"])):
        answer = run("template", verb, "none.json", *more)
        assert (2, b"", True, []) == (answer.code, answer.out, one_sentence(answer.err), left())


# --- the wrapper

def test_the_wrapper_reads_what_was_named(grown: Run) -> None:
    ids = slots()
    grown("template", "name", "shop.json", f"{ids['h1']}=title", f"{ids['p.price']}=price")
    answer = grown("template", "export", "shop.json", "-o", "wrapper.json")
    assert (0, "2 fields, learnt from 9 pages → wrapper.json") == (answer.code, answer.lines[-5])
    assert ["title", "Paper", "steam"] == answer.lines[1].split()[:3]
    assert [{"_page": FROG, "title": "Tin frog, hopping", "price": "9.50 crowns"}] == lines(grown("apply", "wrapper.json", FROG).out)


def test_what_the_wrapper_reads_otherwise_is_told(
        grown: Run, shop_wrapper: RulesWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here it is one that reads the price, and was learnt from other labels."""
    monkeypatch.setattr(Template, "wrapper", lambda template: shop_wrapper)
    ids = slots()
    grown("template", "name", "shop.json", f"{ids['h1']}=price", f"{ids['p.text']}=about", f"{ids['dd[weight]']}=weight")
    answer = grown("template", "export", "shop.json", "-o", "wrapper.json")
    assert (0, [
        "stook: about: no page that is held has it, so it is not learnt; add pages that do",
        "stook: price is read otherwise than the template does on 9 of 9 pages, the first is shop/brass-key.html: "
        "“4.20 crowns” for “Winding key, brass, size seven”"]) == (answer.code, answer.err.splitlines())


def test_what_comes_next_can_be_typed(grown: Run) -> None:
    """From the first page to the table, by what the commands propose."""
    shown = grown("template", "show", "shop.json", "-f", "table").lines
    typed = [shlex.split(line.split("  ")[1]) for line in shown[shown.index("Next"):] if line.startswith("  stook ")]
    assert [["template", "name"], ["template", "name"], ["template", "ignore"]] == [words[1:3] for words in typed]
    assert [0, 0, 0] == [grown(*words[1:]).code for words in (typed[1], typed[2], ["stook", "template", "name", "shop.json",
                                                              f"{slots()['h1']}=title"])]
    shown = grown("template", "show", "shop.json", "-f", "table").lines
    export = next(shlex.split(line.split("  ")[1]) for line in shown if line.startswith("  stook template export"))
    shown = grown(*export[1:]).lines
    apply = next(shlex.split(line.split("  ")[1]) for line in shown if line.startswith("  stook apply"))
    assert 0 == grown(*(word.replace("PAGES", "shop") for word in apply[1:])).code
    assert "Tin frog, hopping" in Path("table.csv").read_text()


# --- stopped, and answered while pages come

SAVED_EACH_PAGE = "import sys; from stook.cli import growing, main; growing.EVERY = {}; main(sys.argv[1:])"
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
needs_locks = pytest.mark.skipif(locks.fcntl is None, reason="needs locks that the system lets go of")


def adding(every: float, *words: str) -> subprocess.Popen[str]:
    """`stook template add` in a process of its own, which saves after so many seconds."""
    return subprocess.Popen([sys.executable, "-c", SAVED_EACH_PAGE.format(every), "template", "add", "shop.json", *words],
                            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed_interrupts)


@needs_pipes
@pytest.mark.parametrize(("stopped_by", "every", "code", "kept"), [
    (signal.SIGINT, 1e9, 130, 6), (signal.SIGTERM, 1e9, 143, 6), (signal.SIGKILL, 0, -signal.SIGKILL, 6),
    (signal.SIGKILL, 1e9, -signal.SIGKILL, 4)])
def test_a_stopped_run_is_gone_on_with(
        run: Run, empty: Path, stopped_by: signal.Signals, every: float, code: int, kept: int) -> None:
    """It is stopped while it waits for the seventh page. Who is asked to end keeps all; who is killed keeps what came
    before the last save: that of the first questions, if not of every page. The same command goes on."""
    pages = sorted(Path("shop").iterdir())
    held_back = pages[6].read_bytes()
    pages[6].unlink()
    os.mkfifo(pages[6])
    process = adding(every, *map(str, pages))
    pipe = writing_end(pages[6], process)
    told = stopped(process, stopped_by)
    os.close(pipe)
    assert (code, kept) == (process.returncode, Template.load("shop.json").count)
    if stopped_by != signal.SIGKILL:
        assert (told.splitlines()[-1], []) == ("stook: stopped after 6 of 9 pages; the same command goes on from there", left())
    pages[6].unlink()
    pages[6].write_bytes(held_back)
    answer = run("template", "add", "shop.json", "shop")
    assert (0, f"stook: {kept} pages had come before and were not counted again") == (answer.code, answer.err.splitlines()[-1])
    assert 0 == run("template", "add", "whole.json", "shop").code
    assert (Template.load("whole.json").slots, []) == (Template.load("shop.json").slots, left())


@needs_pipes
@pytest.mark.parametrize("every", [0, 1e9])
def test_a_name_given_while_pages_come_is_not_lost(run: Run, empty: Path, every: float) -> None:
    """The run waits for its ninth page with eight taken in, whether it has saved all of them or only the first four."""
    *_, last = pages = sorted(Path("shop").iterdir())
    held_back = last.read_bytes()
    last.unlink()
    os.mkfifo(last)
    process = adding(every, *map(str, pages))
    pipe = writing_end(last, process)
    ids = slots()
    assert 0 == run("template", "name", "shop.json", f"{ids['p.price']}=price", f"{ids['h1']}=name").code
    assert 0 == run("template", "ignore", "shop.json", ids["p.text"]).code
    assert 0 == run("template", "undo", "shop.json", ids["h1"]).code
    assert 0 == run("template", "name", "shop.json", f"{ids['h1']}=title").code
    os.set_blocking(pipe, True)
    with os.fdopen(pipe, "wb") as stream:
        stream.write(held_back)
    out, err = process.communicate()
    assert (0, True) == (process.returncode, out.startswith("9 pages, 11 slots: 2 named, 8 to name, 1 ignored")), err
    template = Template.load("shop.json")
    assert ({ids["p.price"]: "price", ids["h1"]: "title"}, [ids["p.text"]]) == (
        template.names, [slot.id for slot in template.ignored])


@needs_pipes
@needs_locks
def test_two_runs_do_not_take_pages_in_at_once(run: Run, empty: Path) -> None:
    os.mkfifo("slow.html")
    process = adding(0, "slow.html")
    pipe = writing_end(Path("slow.html"), process)
    answer = run("template", "add", "shop.json", "shop")
    assert (2, "stook: shop.json: another run is taking pages in; wait until it has ended\n") == (answer.code, answer.err)
    assert 0 == run("template", "add", "other.json", "shop").code
    process.kill()
    process.communicate()
    os.close(pipe)
    assert 0 == run("template", "add", "shop.json", "shop").code  # nobody holds what a kill has left
    assert [] == left()


def test_names_given_at_once_are_all_kept(grown: Run) -> None:
    ids = list(slots().values())[:4]
    given = [started("template", "name", "shop.json", f"{slot}=field {slot}", stdout=subprocess.DEVNULL) for slot in ids]
    assert [0] * 4 == [process.wait() for process in given]
    assert {slot: f"field {slot}" for slot in ids} == Template.load("shop.json").names
    assert [] == left()


def test_without_locks_of_the_system_their_files_say_it(grown: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "PATIENCE", 0)
    price = slots()["p.price"]
    assert (0, []) == (grown("template", "name", "shop.json", f"{price}=price").code, left())
    Path(".shop.json.adding").touch()
    answer = grown("template", "add", "shop.json", FROG)
    assert (2, True, True) == (answer.code, one_sentence(answer.err), str(Path(".shop.json.adding").resolve()) in answer.err)
    Path(".shop.json.lock").touch()
    answer = grown("template", "undo", "shop.json", price)
    assert (2, True, True) == (answer.code, one_sentence(answer.err), str(Path(".shop.json.lock").resolve()) in answer.err)


def test_what_is_begun_is_done_before_a_stop() -> None:
    done = []

    def interrupted() -> None:
        with locks.unhurried():
            os.kill(os.getpid(), signal.SIGINT)
            done.append("all of it")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            interrupted()
        assert (["all of it"], signal.default_int_handler) == (done, signal.getsignal(signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_lock_is_free_when_its_holder_fails(empty: Path) -> None:
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), growing.growing(Path("shop.json"), None, None):
            raise ZeroDivisionError
    with growing.growing(Path("shop.json"), None, None), pytest.raises(StookError), locks.alone(Path("shop.json"), "adding", "busy"):
        pass


# --- bad pages and files

def test_bad_pages_do_not_stop_the_others(run: Run, empty: Path) -> None:
    Path("shop/a-empty.html").write_bytes(b"")
    answer = run("template", "add", "shop.json", "shop", "no-such.html")
    told = answer.err.splitlines()
    assert (0, 9) == (answer.code, Template.load("shop.json").count)
    place = told.index("stook: 2 pages could not be read:")
    assert ["  shop/a-empty.html", "  no-such.html"] == [line.partition(":")[0] for line in told[place + 1:]]


def test_no_page_at_all_makes_no_file(run: Run, empty: Path) -> None:
    answer = run("template", "add", "shop.json", "no-1.html", "no-2.html")
    assert (3, b"", False, []) == (answer.code, answer.out, Path("shop.json").exists(), left())


def test_a_fault_of_ours_on_one_page_does_not_cost_the_others(run: Run, empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add = Template.add

    def fails(self: Template, page: stook.Page, source: str = "") -> list[stook.Notice]:
        if "Marbles" in page.title:
            raise ZeroDivisionError("boom")
        return add(self, page, source)

    monkeypatch.setattr(Template, "add", fails)
    answer = run("template", "add", "shop.json", "shop")
    assert (0, 8) == (answer.code, Template.load("shop.json").count)
    assert "shop/marble-set.html: a fault of stook, ZeroDivisionError: boom; please report" in answer.err


@pytest.mark.parametrize("content", [b"", b"{}", b'{"stook": "template", "format": 99}', b'{"stook": "template", "format": 1}'])
def test_what_is_no_template_is_refused_and_left_as_it_is(run: Run, empty: Path, content: bytes) -> None:
    Path("shop.json").write_bytes(content)
    for words in (("add", "shop.json", "shop"), ("show", "shop.json"), ("name", "shop.json", "s3=price")):
        answer = run("template", *words)
        assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))
    assert (content, []) == (Path("shop.json").read_bytes(), left())


def test_a_folder_that_is_not_there_is_told_before_pages_are_read(run: Run, empty: Path) -> None:
    answer = run("template", "add", "none/shop.json", "shop")
    assert (2, True) == (answer.code, one_sentence(answer.err))


def test_a_link_to_the_file_stays_a_link(grown: Run) -> None:
    Path("link.json").symlink_to("shop.json")
    assert 0 == grown("template", "add", "link.json", "shop-redesigned").code
    assert (True, 18) == (Path("link.json").is_symlink(), Template.load("shop.json").count)


# --- on a terminal

@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("more", [(), ("--tree",), ("--tree", "--all"), ("--all",)])
def test_all_fits_the_terminal(grown: Run, columns: int, more: Sequence[str]) -> None:
    grown("template", "name", "shop.json", f"{slots()['p.text']}=text")
    said = ESCAPES.sub("", on_terminal(columns, "template", "show", "shop.json", *more, NO_COLOR="1")).split("Next")[0]
    assert [] == [line for line in said.splitlines() if len(line) > columns]
    assert "Tin frog, hopping" in said


def test_the_terminal_shows_some_slots_and_counts_the_others(run: Run, empty: Path) -> None:
    for number in range(5):
        rows = "".join(f"<tr><th>{a}{b}</th><td>{number} {a}{b}</td></tr>" for a in "klmno" for b in "aeiouyäö")
        Path(f"wide-{number}.html").write_text(f"<table>{rows}</table>")
    run("template", "add", "shop.json", *(f"wide-{number}.html" for number in range(5)))
    said = ESCAPES.sub("", on_terminal(100, "template", "show", "shop.json", NO_COLOR="1"))
    assert "… and 28 slots to name; --all shows all" in said
    assert 12 == sum(" on 5 of 5" in line for line in said.splitlines())


def test_control_characters_of_pages_do_not_reach_the_terminal(run: Run, empty: Path) -> None:
    for number in range(5):
        Path(f"odd-{number}.html").write_text(f"<h1>Lamp &#27;[31m{number}\u202e</h1><p>Size: <b>{number}\x1b[2J cm</b></p>")
    answer = run("template", "add", "shop.json", *(f"odd-{number}.html" for number in range(5)))
    shown = [run("template", "show", "shop.json", *more).text for more in (["-f", "table"], ["--tree"])]
    assert not {"\x1b", "\u202e"} & set(answer.err + answer.text + "".join(shown))
    assert "Lamp" in shown[0]


def test_page_of_the_demo_site(run: Run, empty: Path, site: str) -> None:
    pages = [f"{site}shop/{path.name}" for path in sorted(Path("shop").iterdir())[:4]]
    assert 0 == run("template", "add", "shop.json", *pages, "--allow", "127.0.0.1").code
    said = lines(run("template", "show", "shop.json").out)
    assert set(pages) >= {sample["page"] for one in said for sample in one["samples"]}


def test_the_help_is_there_for_each_command(run: Run) -> None:
    for verb in ("add", "show", "name", "ignore", "undo", "export"):
        answer = run("template", verb, "--help")
        assert (0, True) == (answer.code, answer.text.startswith(f"Usage: stook template {verb} "))
    assert 2 == run("template").code


