"""`stook check`, `stook heal` and `stook explain`: is the wrapper still right, mend it, and why does it read what it does."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.cells import cell_len
from stook_runs import ESCAPES, Run, on_terminal, one_sentence

import stook
from stook import demo

FROG = "shop/tin-frog.html"
NEW_FROG = "shop-redesigned/tin-frog.html"
FIELDS = ["title", "price", "makers", "weight"]


@pytest.fixture
def known(run: Run, shop: Path) -> str:
    """What was read before the redesign."""
    run("apply", "shop.json", "shop", "-o", "known.jsonl")
    return "known.jsonl"


# --- check


@pytest.mark.parametrize(("pages", "state", "code"), [
    (["shop"], "sound", 0), (["shop-redesigned"], "drifted", 1), (["login.html"], "login", 3),
    (["error.html"], "drifted", 1), (["shop", "shop-redesigned/tin-frog.html"], "sound", 0),
])
def test_check_says_the_state(run: Run, shop: Path, pages: Sequence[str], state: str, code: int) -> None:
    for name in ("login.html", "error.html"):
        Path(name).write_bytes(demo.page(name))
    answer = run("check", "shop.json", *pages)
    assert (code, "", f"shop.json: {state}, seen on ") == (
        answer.code, answer.err, answer.text[:len(f"shop.json: {state}, seen on ")])


def test_check_of_a_drifted_wrapper_gives_reasons_and_what_to_type(run: Run, shop: Path) -> None:
    lines = run("check", "shop.json", "shop-redesigned").lines
    assert ("  9 of 9 pages fit badly", "  stook heal shop.json shop-redesigned --known OLD.jsonl -o shop-new.json") == (
        lines[1][:24], lines[-1].partition("  OLD")[0])


def test_check_in_json(run: Run, shop: Path) -> None:
    answer = run("check", "shop.json", "shop-redesigned", "no-such.html", "--json")
    said = json.loads(answer.text)
    assert (1, "drifted", True, 9, 0.0) == (
        answer.code, said["state"], said["drifted"], len(said["pages"]), said["pages"][0]["fit"])
    assert ["no-such.html"] == [one["page"] for one in said["unread"]]


@pytest.mark.parametrize(("pages", "is_silent"), [("shop", True), ("shop-redesigned", False)])
def test_quiet_check_speaks_of_drift_only(run: Run, shop: Path, pages: str, is_silent: bool) -> None:
    answer = run("check", "shop.json", pages, "--quiet")
    assert (is_silent, "") == (not answer.out, answer.err)


@pytest.mark.parametrize("command", ["check", "heal"])
def test_links_that_lead_nowhere_are_told(run: Run, shop: Path, command: str) -> None:
    """They are why links are missing, and not the site."""
    page = stook.Page(demo.page("shop.html"), url="https://museum.example/shop.html")
    stook.listing(page).wrapper.save("list.json")  # type: ignore[union-attr]
    Path("shop.html").write_bytes(demo.page("shop.html"))
    assert "1 page does not say where it came from" in run(command, "list.json", "shop.html").err
    assert (0, "") == ((answer := run(command, "list.json", "shop.html", "--url", "https://museum.example/shop.html")).code,
                       answer.err)


@pytest.mark.parametrize("command", ["check", "heal"])
def test_no_page_can_be_had(run: Run, shop: Path, command: str) -> None:
    answer = run(command, "shop.json", "no-such.html")
    assert (3, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


def test_page_that_cannot_be_had_does_not_stop_the_check(run: Run, shop: Path) -> None:
    answer = run("check", "shop.json", "shop", "no-such.html")
    assert (0, True) == (answer.code, one_sentence(answer.err))


# --- heal


def test_heal_shows_the_proof_and_saves_the_new_wrapper(run: Run, shop: Path, known: str) -> None:
    old = Path("shop.json").read_bytes()
    answer = run("heal", "shop.json", "shop-redesigned", "--known", known, "-o", "new.json")
    assert (0, "", ["Field", "Before", "After", "Agrees", "Evidence"]) == (answer.code, answer.err, answer.lines[0].split())
    assert FIELDS == [line.split()[0] for line in answer.lines[1:5]]
    assert "shop.json: adopted: 4 of 4 fields agree: title, price, makers, weight" in answer.lines
    assert old == Path("shop.json").read_bytes()
    mended = run("apply", "new.json", "shop-redesigned").lines
    assert Path(known).read_text("utf-8").replace('"shop/', '"shop-redesigned/').splitlines() == mended


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_heal_from_other_tables(run: Run, shop: Path, suffix: str) -> None:
    """Whatever form `stook apply` wrote."""
    run("apply", "shop.json", "shop", "-o", f"known.{suffix}")
    answer = run("heal", "shop.json", "shop-redesigned", "--known", f"known.{suffix}", "-o", "new.json")
    assert (0, True) == (answer.code, "4 of 4 fields agree" in answer.text)


def test_heal_in_place_keeps_the_old_wrapper(run: Run, shop: Path, known: str) -> None:
    old = Path("shop.json").read_bytes()
    Path("shop.json.1").write_text("older")
    answer = run("heal", "shop.json", "shop-redesigned", "--known", known, "--in-place")
    assert (0, "older", old) == (answer.code, Path("shop.json.1").read_text(), Path("shop.json.2").read_bytes())
    assert 0 == run("check", "shop.json", "shop-redesigned").code


def test_heal_without_a_place_saves_nothing(run: Run, shop: Path, known: str) -> None:
    before = sorted(shop.iterdir())
    answer = run("heal", "shop.json", "shop-redesigned", "--known", known)
    assert (0, before, True) == (answer.code, sorted(shop.iterdir()), "Nothing is saved" in answer.text)


def test_heal_without_proof_saves_nothing(run: Run, shop: Path, known: str) -> None:
    Path("contact.html").write_bytes(demo.page("contact.html"))
    old = Path("shop.json").read_bytes()
    answer = run("heal", "shop.json", "contact.html", "--known", known, "--in-place")
    assert (1, old, False) == (answer.code, Path("shop.json").read_bytes(), Path("shop.json.1").exists())
    assert "shop.json: not adopted: " in answer.text
    assert "  stook learn contact.html --label FIELD=TEXT -o shop-new.json  learn anew, from what the first page shows" == answer.lines[-1]


def test_sound_wrapper_needs_no_mending(run: Run, shop: Path, known: str) -> None:
    answer = run("heal", "shop.json", "shop", "--known", known, "--in-place")
    assert (0, "shop.json: sound: ", False) == (answer.code, answer.text[:18], Path("shop.json.1").exists())


def test_heal_of_pages_that_are_a_login(run: Run, shop: Path) -> None:
    Path("login.html").write_bytes(demo.page("login.html"))
    answer = run("heal", "shop.json", "login.html")
    assert (3, "shop.json: login: ") == (answer.code, answer.text[:18])


@pytest.mark.parametrize("words", [
    ["heal", "shop.json"], ["heal", "shop.json", "shop", "--known", "none.jsonl"], ["heal", "none.json", "shop"],
    ["heal", "shop.json", "shop", "-o", "new.json", "--in-place"], ["heal", "shop.json", "shop", "-o", "shop.json"],
    ["heal", "shop.json", "shop", "--known", FROG], ["check", "shop.json"], ["check", FROG, "shop"],
    ["explain", "shop.json"], ["explain", "shop.json", FROG, "--field", "colour"], ["explain", "none.json", FROG],
    ["explain", "shop.json", FROG, "--record", "0"], ["explain", "shop.json", FROG, "--record", "2"],
    ["explain", "shop.json", NEW_FROG, "--record", "2"],
])
def test_wrong_use(run: Run, shop: Path, words: Sequence[str]) -> None:
    answer = run(*words)
    assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


def test_proof_fits_the_terminal(shop: Path, run: Run, known: str) -> None:
    said = on_terminal(80, "heal", "shop.json", "shop-redesigned", "--known", known, NO_COLOR="1")
    lines = ESCAPES.sub("", said).splitlines()
    assert (True, True) == (all(cell_len(line) <= 80 for line in lines), "gives what is known" in said)


# --- explain


def test_explain_names_each_voter_by_its_place_in_the_file(run: Run, shop: Path) -> None:
    answer = run("explain", "shop.json", FROG, "--field", "price")
    page, rule = stook.Page(demo.page(FROG)), stook.load("shop.json").fields[1]
    node = next(node for node in page.select("p") if "price" in page.classes(node))
    assert (0, "") == (answer.code, answer.err)
    assert re.fullmatch(r"price  \d+% sure, fields\[1\]", answer.lines[0])
    assert ["  “9.50 crowns”", f"    node {node}, html > body > main > article.product > p.price"] == answer.lines[1:3]
    voters = re.findall(r"^  (for|other|many|silent|spared) +fields\[1\]\.picks\[(\d+)\], \w+$", answer.text, re.MULTILINE)
    assert [str(number) for number in range(len(rule.picks))] == [number for _, number in voters]
    assert "          XPath //p[contains(concat(' ',normalize-space(@class),' '),' price ')]" in answer.lines


def test_explain_shows_all_fields(run: Run, shop: Path) -> None:
    assert FIELDS == [line.split()[0] for line in run("explain", "shop.json", FROG).lines
                      if re.match(r"\w.*% sure", line)]


def test_explain_of_a_page_that_is_not_read(run: Run, shop: Path) -> None:
    answer = run("explain", "shop.json", NEW_FROG)
    assert (1, True, True) == (answer.code, one_sentence(answer.err), "title  nothing found, fields[0]" in answer.lines)


def test_explain_one_record_of_a_list(run: Run, shop: Path) -> None:
    page = stook.Page(demo.page("shop.html"), url="https://museum.example/shop.html")
    stook.listing(page).wrapper.save("list.json")  # type: ignore[union-attr]
    Path("shop.html").write_bytes(demo.page("shop.html"))
    words = ["explain", "list.json", "shop.html", "--url", "https://museum.example/shop.html"]
    lines = run(*words, "--record", "3").lines
    assert "  “Music box movement, eighteen notes”" in lines
    assert (["record 3 of 9  cut as nodes"], True) == (lines[:1], lines[1].endswith(" html > body > main > div.grid > div.card"))
    begins = lines.index("  begins  cut.heads[0]")
    assert ["          :scope > div.card", "          XPath ./div[contains(concat(' ',normalize-space(@class),' '),' card ')]"] == (
        lines[begins + 1:begins + 3])
    assert "record 3" not in run(*words, "--record", "3", "--field", "title").text
    answer = run(*words, "--record", "10")
    assert (2, "stook: --record 10: no such record; the page has 1 to 9\n") == (answer.code, answer.err)


def test_explained_lines_fit_the_terminal(shop: Path) -> None:
    """But for XPath, which is to be copied."""
    said = on_terminal(60, "explain", "shop.json", FROG, NO_COLOR="1")
    lines = [line for line in ESCAPES.sub("", said).splitlines() if " XPath " not in line and " CSS " not in line]
    assert [] == [line for line in lines if cell_len(line) > 60]
