"""`stook cluster`: pages sorted by template, whatever some of them are, and gone on with after a stop."""

from __future__ import annotations

import io
import json
import os
import shlex
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import pytest
from stook_runs import ESCAPES, Run, heed_interrupts, on_terminal, one_sentence, stopped, writing_end

import stook
from stook import demo
from stook.cli import clustering, screen
from stook.learning import cluster as room
from stook.learning.cluster.kinds import SAID

FROG = "shop/tin-frog.html"


@pytest.fixture
def mixed(shop: Path) -> Path:
    """A folder `saved` with the pages of both designs of the shop, a list, a login and an error."""
    folder = shop / "saved"
    folder.mkdir()
    (shop / "shop").rename(folder / "shop")
    (shop / "shop-redesigned").rename(folder / "shop-redesigned")
    for name in ("news", "login", "error"):
        (folder / f"{name}.html").write_bytes(demo.page(f"{name}.html"))
    return folder


def lines(content: bytes | str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content.splitlines()]


def kinds_of(said: Sequence[dict[str, Any]]) -> list[tuple[str, int]]:
    """The kinds of groups, and how many pages each has."""
    return sorted((kind, count) for (kind, _), count in Counter((one["kind"], one["group"]) for one in said).items())


MIXED = [("detail", 9), ("detail", 9), ("error", 1), ("list", 1), ("login", 1)]


def test_what_the_command_line_knows_is_what_there_is() -> None:
    assert (tuple(room.METHODS), tuple(SAID)) == (get_args(clustering.Method), get_args(clustering.Kind))


# --- what is written


def test_in_a_pipe_each_page_has_a_line(run: Run, mixed: Path) -> None:
    answer = run("cluster", "saved")
    said = lines(answer.out)
    assert (0, "", MIXED) == (answer.code, answer.err, kinds_of(said))
    assert sorted(map(str, Path("saved").rglob("*.html"))) == sorted(one["page"] for one in said)
    assert {"page": "saved/login.html", "group": 2, "kind": "login"} in said
    assert 1 == len({one["group"] for one in said if "/shop/" in one["page"]})


def test_the_table_shows_kinds_counts_an_example_and_why(run: Run, mixed: Path) -> None:
    answer = run("cluster", "saved", "-f", "table")
    assert "" == answer.err
    assert ["#", "Kind", "Pages", "Example", "Why"] == answer.lines[0].split()
    shown = {line.split()[1]: line for line in answer.lines[1:6]}
    assert set(shown) == {"detail", "list", "login", "error"}
    assert shown["login"].split(maxsplit=4)[2:] == ["1", "saved/login.html", "asks to log in"]
    assert "21 pages, 5 groups" in answer.lines


def test_addresses_are_shown_where_pages_have_them(run: Run, mixed: Path) -> None:
    answer = run("cluster", "saved/shop", "-f", "table", "--url", "https://museum.example/shop/{}")
    assert ["#", "Kind", "Pages", "Addresses", "Example", "Why"] == answer.lines[0].split()
    assert "/shop/*.html" in answer.lines[1]


def test_a_file_gets_the_lines_and_the_table_is_shown(run: Run, mixed: Path) -> None:
    answer = run("cluster", "saved", "-o", "groups.jsonl")
    assert (0, MIXED) == (answer.code, kinds_of(lines(Path("groups.jsonl").read_bytes())))
    assert "21 pages, 5 groups → groups.jsonl" in answer.lines


def test_a_folder_gets_a_list_of_each_group_for_other_commands(run: Run, mixed: Path) -> None:
    assert 0 == run("cluster", "saved", "-o", "groups/").code
    found = {path.name: path.read_text().splitlines() for path in Path("groups").iterdir()}
    assert ["1-error.txt", "2-login.txt", "3-list.txt", "4-detail.txt", "5-detail.txt"] == sorted(found)
    shop = next(name for name, pages in found.items() if f"saved/{FROG}" in pages)
    answer = run("apply", "shop.json", "--from", f"groups/{shop}")
    assert (0, 9, "Agnes Pell" in answer.text) == (answer.code, len(answer.lines), True)


def test_lists_of_groups_that_are_gone_are_removed_and_nothing_else(run: Run, mixed: Path) -> None:
    Path("groups").mkdir()
    for name in ("77-list.txt", "notes.txt", "77-mine.txt"):
        Path("groups", name).write_text("saved/news.html\n")
    run("cluster", "saved", "-o", "groups")
    left = {path.name for path in Path("groups").iterdir()}
    assert ({"notes.txt", "77-mine.txt"}, False, 7) == (left & {"notes.txt", "77-mine.txt"}, "77-list.txt" in left, len(left))


def test_why_goes_to_standard_error(run: Run, mixed: Path) -> None:
    answer = run("cluster", "saved", "--explain")
    assert "group 2: login, 1 page\n  asks to log in\n" in answer.err
    assert MIXED == kinds_of(lines(answer.out))


def test_the_papers_way(run: Run, mixed: Path) -> None:
    pages = sorted(Path("saved").rglob("*.html"))
    groups = stook.cluster([stook.Page(path.read_bytes()) for path in pages], "paper")
    said = lines(run("cluster", "saved", "--method", "paper").out)
    assert {page: group.number for group in groups for page in group} == {
        pages.index(Path(one["page"])): one["group"] for one in said}


def test_what_comes_next_can_be_typed(run: Run, mixed: Path) -> None:
    """Where a person has to fill something in, it is filled in here."""
    shown = run("cluster", "saved", "-o", "groups/").lines
    typed = [shlex.split(line.split("  ")[1]) for line in shown[shown.index("Next"):] if line.startswith("  stook ")]
    assert ["learn", "try"] == [words[1] for words in typed]
    learn = [word.replace("title=TEXT", "title=Winding key, brass, size seven") for word in typed[0][1:]]
    assert "saved/shop/brass-key.html" == learn[1]
    assert [0, 0] == [run(*learn).code, run(*typed[1][1:]).code]


def test_page_from_standard_input(run: Run, mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(demo.page("error.html"))))
    assert [{"page": "-", "group": 1, "kind": "error"}] == lines(run("cluster", "-").out)


def test_page_of_the_demo_site(run: Run, shop: Path, site: str) -> None:
    answer = run("cluster", f"{site}news.html", f"{site}{FROG}", "--allow", "127.0.0.1")
    assert ["list", "detail"] == [one["kind"] for one in lines(answer.out)]


# --- a state


def test_new_pages_join_what_the_state_knows(run: Run, mixed: Path) -> None:
    """In two runs the groups are what they are in one; the second one reads the new pages only."""
    at_once = run("cluster", "saved/shop", "saved").out
    assert 0 == run("cluster", "saved/shop", "--state", "site.json").code
    for path in Path("saved/shop").iterdir():
        path.write_bytes(b"no longer what it was")
    answer = run("cluster", "saved", "--state", "site.json")
    assert (0, at_once) == (answer.code, answer.out)


def test_the_state_alone_shows_the_groups(run: Run, mixed: Path) -> None:
    before = run("cluster", "saved", "--state", "site.json").out
    answer = run("cluster", "--state", "site.json")
    assert (0, "", before) == (answer.code, answer.err, answer.out)
    assert "21 pages, 5 groups" == run("cluster", "--state", "site.json", "-f", "table").lines[-1]


def test_a_page_that_could_not_be_read_is_tried_again(run: Run, mixed: Path) -> None:
    answer = run("cluster", FROG, "saved/news.html", "--state", "site.json")
    assert (0, 1) == (answer.code, len(lines(answer.out)))
    (mixed / "shop").rename("shop")
    answer = run("cluster", FROG, "--state", "site.json")
    assert (0, ["saved/news.html", FROG]) == (answer.code, [one["page"] for one in lines(answer.out)])


def test_the_state_says_by_which_method(run: Run, mixed: Path) -> None:
    run("cluster", "saved/news.html", "--state", "site.json", "--method", "paper")
    assert 0 == run("cluster", "saved/shop", "--state", "site.json").code
    assert "paper" == json.loads(Path("site.json").read_bytes())["clusters"]["method"]
    answer = run("cluster", "saved/shop", "--state", "site.json", "--method", "auto")
    assert (2, True) == (answer.code, one_sentence(answer.err))


@pytest.mark.parametrize("content", [
    b"", b"{}", b"[]", b"[" * 100_000, b'{"pages": 1, "clusters": {}}', b'{"pages": [], "clusters": {"format": 99}}',
    b'{"pages": ["a"], "clusters": {"format": 1, "method": "auto", "count": 0, "founded": 0, "classes": []}}'])
def test_what_is_no_state_is_refused_and_left_as_it_is(run: Run, mixed: Path, content: bytes) -> None:
    Path("site.json").write_bytes(content)
    answer = run("cluster", "saved", "--state", "site.json")
    assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))
    assert content == Path("site.json").read_bytes()


KEPT_EACH_PAGE = "import sys; from stook.cli import clustering, main; clustering.EVERY = 0; main(sys.argv[1:])"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize(("stopped_by", "code", "told"), [
    (signal.SIGINT, 130, "stook: stopped after 9 of 10 pages\n"), (signal.SIGKILL, -signal.SIGKILL, "")])
def test_a_stopped_run_is_gone_on_with(run: Run, mixed: Path, stopped_by: signal.Signals, code: int, told: str) -> None:
    """It is stopped while it waits for a page, with the others read; what is kept is as if they alone had been named."""
    os.mkfifo(mixed / "slow.html")
    alone = run("cluster", "saved/shop").out
    process = subprocess.Popen(
        [sys.executable, "-c", KEPT_EACH_PAGE, "cluster", "saved/shop", "saved/slow.html", "--state", "site.json"],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed_interrupts)
    pipe = writing_end(mixed / "slow.html", process)
    assert (told, code) == (stopped(process, stopped_by), process.returncode)
    os.close(pipe)
    assert (alone, []) == (run("cluster", "--state", "site.json").out, list(mixed.parent.glob(".stook*")))


# --- bad pages


def test_bad_pages_do_not_stop_the_others(run: Run, mixed: Path) -> None:
    (mixed / "a-empty.html").write_bytes(b"")
    (mixed / "b-deep.html").write_text("<div>" * 30_000)
    answer = run("cluster", "saved", "no-such.html")
    told = answer.err.splitlines()
    assert (0, MIXED, "stook: 3 pages could not be read:") == (answer.code, kinds_of(lines(answer.out)), told[0])
    assert ["  saved/a-empty.html", "  saved/b-deep.html", "  no-such.html"] == [line.partition(":")[0] for line in told[1:]]


@pytest.mark.parametrize(("words", "code"), [(["no-1.html"], 3), (["no-1.html", "no-2.html"], 3), (["empty"], 3)])
def test_no_page_at_all_leaves_old_files(run: Run, mixed: Path, words: Sequence[str], code: int) -> None:
    Path("empty").mkdir()
    Path("old.jsonl").write_text("old")
    answer = run("cluster", *words, "-o", "old.jsonl")
    assert (code, b"", "old") == (answer.code, answer.out, Path("old.jsonl").read_text())
    assert answer.err.startswith("stook: ")


def test_a_fault_of_ours_on_one_page_does_not_cost_the_others(run: Run, mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add = stook.Clusters.add

    def fails(self: stook.Clusters, page: stook.Page) -> stook.Group:
        if "Marbles" in page.title:
            raise ZeroDivisionError("boom")
        return add(self, page)

    monkeypatch.setattr(stook.Clusters, "add", fails)
    answer = run("cluster", "saved/shop")
    assert (0, 8) == (answer.code, len(answer.lines))
    assert "\n  saved/shop/marble-set.html: a fault of stook, ZeroDivisionError: boom; please report" in answer.err
    assert 70 == run("cluster", "saved/shop/marble-set.html").code


@pytest.mark.parametrize("words", [
    [], ["--state", "none.json"], ["saved", "--method", "best"], ["saved", "-o", "groups.csv"], ["saved", "-o", "none/groups.jsonl"],
    ["saved", "-o", "x.jsonl", "-f", "jsonl"], ["saved", "--state", "saved"], ["saved", "-o", "saved/news.html/"]])
def test_wrong_use(run: Run, mixed: Path, words: Sequence[str]) -> None:
    answer = run("cluster", *words)
    assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


# --- on a terminal


def test_the_table_fits_a_narrow_terminal(mixed: Path) -> None:
    said = ESCAPES.sub("", on_terminal(72, "cluster", "saved", NO_COLOR="1")).split("Next")[0].splitlines()
    assert [] == [line for line in said if len(line) > 72]
    assert 2 == sum("detail      9  " in line for line in said)


def test_many_groups_are_cut_on_a_terminal_and_counted(mixed: Path) -> None:
    for number in range(30):
        tags = "".join(f"<x{number}{n}>{number} text {n}</x{number}{n}>" for n in range(9))
        (mixed / f"odd-{number}.html").write_text(f"<y{number}>{tags}</y{number}>")
    said = ESCAPES.sub("", on_terminal(108, "cluster", "saved", NO_COLOR="1"))
    assert "… and 15 more groups, of 15 pages" in said
    assert "51 pages, 35 groups" in said


def test_control_characters_of_names_do_not_reach_the_terminal(run: Run, mixed: Path) -> None:
    (mixed / "new\x1b[31ms.html").write_bytes(demo.page("news.html"))
    assert "\x1b" not in run("cluster", "saved", "-f", "table").text


def test_long_runs_say_so_in_a_pipe(run: Run, mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "EVERY", 4)
    assert ["stook: 4 of 9 pages, 1 group", "stook: 8 of 9 pages, 1 group"] == run("cluster", "saved/shop").err.splitlines()
