"""The command line as people and programs meet it: output, talk, exit codes; on a terminal, in a pipe."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import feedparser
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from stook_runs import ESCAPES, Run, Saved, on_terminal, one_sentence, started

import stook
from stook import demo, feeds
from stook.cli import lists, screen

GAZETTE = "https://gazette.example/news.html"
COMMANDS = ["try", "feed", "learn", "paste", "apply", "check", "heal", "explain", "look", "demo"]


# --- The way in


def test_version(run: Run) -> None:
    assert (0, f"stook {stook.__version__}\n") == ((answer := run("--version")).code, answer.text)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_by_example(run: Run, command: str) -> None:
    answer = run(command, "--help")
    assert (0, True) == (answer.code, f"\n    stook {command}" in answer.text)


def test_nothing_said_shows_the_help(run: Run) -> None:
    answer = run()
    assert (2, True) == (answer.code, all(f"\n  {command} " in answer.text for command in COMMANDS))


def test_help_imports_nothing_that_takes_long() -> None:
    """Neither the network nor the XML writer is needed to say what stook can do."""
    code = ("import sys; from stook.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
            "print([name for name in ('httpx2', 'lxml', 'dateparser') if name in sys.modules])")
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "[]" == said.splitlines()[-1]


def test_formats_are_those_that_feeds_writes() -> None:
    assert feeds.FORMATS == get_args(lists.Format)


# --- try


def test_try_shows_entries_and_what_to_type_next(run: Run, site: str) -> None:
    answer = run("try", f"{site}news.html", "--allow", "127.0.0.1")
    assert (0, "") == (answer.code, answer.err)
    assert "The Saltmarsh Gazette" == answer.lines[0]
    assert "\n 1  2026-05-12  Night ferry returns to the estuary" in answer.text
    assert "… and 3 more" in answer.lines
    assert f"\n  stook feed {site}news.html --allow 127.0.0.1 > feed.xml  " in answer.text


def test_try_in_a_pipe_is_plain_and_whole(run: Run, saved: Saved) -> None:
    """Other programs get every letter and no colour, and no line ends in blanks."""
    answer = run("try", saved("midorihama.html"), "--url", "https://midorihama.example/")
    assert "\x1b" not in answer.text
    assert "水道料金の支払いが電話からもできるようになりました  " in answer.text
    assert "  https://midorihama.example/midorihama/water.html\n" in answer.text
    assert [line.rstrip() for line in answer.lines] == answer.lines


def test_try_of_a_page_without_a_list(run: Run, saved: Saved) -> None:
    answer = run("try", saved("article.html"), "--url", GAZETTE)
    assert (1, True) == (answer.code, "look" in answer.lines[-1])


def test_try_of_a_list_whose_links_lead_nowhere_asks_for_the_address(run: Run, saved: Saved) -> None:
    answer = run("try", saved("shop.html"))
    assert (1, True) == (answer.code, any("page.html --url https://example.org/  " in line for line in answer.lines))


def test_explain_talks_on_standard_error_only(run: Run, saved: Saved) -> None:
    page = saved("museum.html")
    plain, explained = run("try", page, "--url", GAZETTE), run("try", page, "--url", GAZETTE, "--explain")
    assert plain.out == explained.out
    assert re.search(r"^  title +text of :scope > a", explained.err, re.MULTILINE)


def test_the_commands_that_try_proposes_work(run: Run, site: str, tmp_path: Path,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command under "Next" can be typed as it stands."""
    monkeypatch.chdir(tmp_path)
    answer = run("try", f"{site}museum.html", "--allow", "127.0.0.1")
    proposed = [line.split("  ")[1] for line in answer.lines if line.startswith("  stook ")]
    assert 2 <= len(proposed)
    for command in proposed:
        words = command.split(" > ")[0].split()[1:]
        assert 0 == run(*words).code


def test_what_would_steer_the_terminal_is_left_out(run: Run, saved: Saved) -> None:
    page = "<title>a\x1b]0;owned\x07b</title>" + "".join(
        f"<li><a href=/{n}>Headline \x1b[31mnumber\u202e {n} of the week</a> {n} May 2026"
        for n in range(1, 6))
    answer = run("try", saved(page), "--url", GAZETTE)
    assert "Headline [31mnumber 1 of the week" in answer.text
    assert not set("\x1b\x07\u202e") & set(answer.text)


# --- feed


def test_feed_writes_each_format(run: Run, saved: Saved) -> None:
    page = saved("news.html")
    titles = [entry.title for entry in stook.entries(stook.Page(demo.page("news.html"), url=GAZETTE))]
    for format in ("rss", "atom"):
        feed = feedparser.parse(run("feed", page, "--url", GAZETTE, "--format", format).out)
        assert (False, titles) == (feed.bozo, [entry.title for entry in feed.entries])
    feed = json.loads(run("feed", page, "--url", GAZETTE, "--format", "json").out)
    assert titles == [item["title"] for item in feed["items"]]


def test_feed_of_a_page_without_a_list_writes_nothing(run: Run, saved: Saved) -> None:
    answer = run("feed", saved("article.html"), "--url", GAZETTE)
    assert (1, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


def test_feed_to_a_file(run: Run, saved: Saved, tmp_path: Path) -> None:
    path = tmp_path / "shop.json"
    answer = run("feed", saved("shop.html"), "--url", GAZETTE, "-f", "json", "-o", str(path))
    assert (0, b"") == (answer.code, answer.out)
    assert 9 == len(json.loads(path.read_bytes())["items"])


def test_saved_wrapper_reads_the_page_again(run: Run, saved: Saved, tmp_path: Path) -> None:
    """The second reading needs no choice: it is in the file."""
    wrapper, page = str(tmp_path / "aside.json"), saved("news.html")
    number = str(len(stook.listing(stook.Page(demo.page("news.html"), url=GAZETTE)).candidates))
    first = run("feed", page, "--url", GAZETTE, "-f", "json", "--candidate", number, "--save", wrapper)
    again = run("feed", page, "--url", GAZETTE, "-f", "json", "--wrapper", wrapper)
    assert [item["title"] for item in json.loads(again.out)["items"]] == [
        item["title"] for item in json.loads(first.out)["items"]]


@pytest.mark.parametrize("name", [name for name in demo.LIST_PAGES if name != "minutes.html"])
def test_saved_wrapper_sees_what_is_new(run: Run, saved: Saved, tmp_path: Path, name: str) -> None:
    """On the page's next version, with an item more on top, one entry is new and the others keep their ids."""
    wrapper, where = str(tmp_path / "list.json"), ("--url", f"https://demo.example/{name}", "-f", "json")
    before = json.loads(run("feed", saved(name), *where, "--save", wrapper).out)["items"]
    page = stook.Page(demo.page(name), url=f"https://demo.example/{name}")
    html = demo.page(name).decode()
    start, end = (_open_tag(html, page, record.span[0]) for record in stook.load(wrapper).apply(page).records[:2])
    new = html[start:end].replace(".html", "-tomorrow.html")
    (tmp_path / "tomorrow.html").write_text(html[:start] + new + html[start:], encoding="utf-8")
    after = json.loads(run("feed", str(tmp_path / "tomorrow.html"), *where, "--wrapper", wrapper).out)["items"]
    assert [item["id"] for item in before] == [item["id"] for item in after[1:]]
    assert after[0]["id"] not in {item["id"] for item in before}
    assert after[0]["url"].endswith("-tomorrow.html")


def _open_tag(html: str, page: stook.Page, node: int) -> int:
    """Where in the source the tag of a node stands."""
    like_it = list(page.select(page.tag[node])).index(node)
    return [tag.start() for tag in re.finditer(rf"<{page.tag[node]}\b", html)][like_it]


def test_sections_once_chosen_are_kept(run: Run, saved: Saved, tmp_path: Path) -> None:
    """The choice is in the wrapper: what is new in a section is read, what is new in another is not."""
    wrapper, where = str(tmp_path / "museum.json"), ("--url", "https://museum.example/", "-f", "json")
    run("feed", saved("museum.html"), *where, "--sections", "1,3", "--save", wrapper)
    html = demo.page("museum.html").decode()
    for number, head in enumerate(("<h2>Exhibitions</h2>", "<h2>Talks</h2>", "<h2>For children</h2>")):
        place = html.index("<ul>", html.index(head)) + len("<ul>")
        item = f'<li class="event"><a href="new/{number}.html">New one</a> <span class="when">1 June 2026</span></li>'
        html = html[:place] + item + html[place:]
    (tmp_path / "later.html").write_text(html, encoding="utf-8")
    items = json.loads(run("feed", str(tmp_path / "later.html"), *where, "--wrapper", wrapper).out)["items"]
    new = [(item["url"], item["tags"]) for item in items if "/new/" in item["url"]]
    assert (9, [("https://museum.example/new/0.html", ["Exhibitions"]),
                ("https://museum.example/new/2.html", ["For children"])]) == (len(items), new)


def test_explain_tells_how_a_saved_wrapper_reads(run: Run, saved: Saved, tmp_path: Path) -> None:
    wrapper, page = str(tmp_path / "museum.json"), saved("museum.html")
    run("feed", page, "--url", GAZETTE, "--save", wrapper)
    answer = run("feed", page, "--url", GAZETTE, "--wrapper", wrapper, "--explain")
    assert answer.err.startswith(f"how the list of {wrapper} is read\n")
    assert re.search(r"^  title +text of :scope > a", answer.err, re.MULTILINE)


def test_wrapper_without_titles_is_told(run: Run, saved: Saved, tmp_path: Path) -> None:
    """It was learnt with names of one's own, and a feed needs to know which field is the title."""
    wrapper, page = str(tmp_path / "list.json"), saved("shop.html")
    run("learn", page, "--url", GAZETTE, "--list", "-l", "name=Tin frog, hopping", "-l", "price=9.50 crowns", "-o", wrapper)
    answer = run("feed", page, "--url", GAZETTE, "--wrapper", wrapper)
    assert (0, f"stook: {wrapper}: has no field called title, so entries are Untitled; its fields are name, price\n") == (
        answer.code, answer.err)


def test_saved_wrapper_that_finds_nothing(run: Run, saved: Saved, tmp_path: Path) -> None:
    wrapper = str(tmp_path / "museum.json")
    run("feed", saved("museum.html"), "--url", GAZETTE, "--save", wrapper)
    answer = run("feed", saved("article.html"), "--url", GAZETTE, "--wrapper", wrapper)
    assert (1, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


# --- where pages come from


def test_page_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(demo.page("shop.html"))))
    feed = json.loads(run("feed", "-", "--url", "https://shop.example/", "-f", "json").out)
    assert "https://shop.example/shop/tin-frog.html" == feed["items"][0]["url"]


def test_saved_page_that_says_where_it_came_from(run: Run, saved: Saved) -> None:
    page = '<link rel="canonical" href="https://shop.example/">' + demo.page("shop.html").decode()
    answer = run("try", saved(page))
    assert ("", "https://shop.example/") == (answer.err, answer.lines[1].split(" · ")[0])


def test_saved_page_without_an_address_is_told(run: Run, saved: Saved) -> None:
    assert "--url" in run("look", saved("shop.html")).err


def test_charset_is_believed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes("<title>町だより</title>".encode("euc-jp"))
    assert "町だより" == run("look", str(tmp_path / "page.html"), "--charset", "euc-jp").lines[0]


# --- look


def test_look_numbers_the_nodes(run: Run, saved: Saved) -> None:
    answer = run("look", saved("jobs.html"), "--url", GAZETTE)
    line = next(line for line in answer.lines if "Apprentice reed thatcher" in line)
    node = line.split()[0]
    assert f'{node:>6}  a → https://gazette.example/jobs/thatcher.html "Apprentice reed thatcher"' == run(
        "look", saved("jobs.html"), "--url", GAZETTE, "--node", node).lines[-1]


def test_look_in_a_pipe_is_whole(run: Run, saved: Saved) -> None:
    words, path = "many words " * 60, "folder/" * 20
    answer = run("look", saved(f"<p><a href='/{path}'>{words}</a>"), "--url", GAZETTE)
    assert f'a → https://gazette.example/{path} "{words.strip()}"' == answer.lines[-1].lstrip(" 0123456789")


def test_look_says_how_to_see_more(run: Run, saved: Saved) -> None:
    answer = run("look", saved("jobs.html"), "--url", GAZETTE, "--rows", "5")
    rows = int(re.findall(r"--rows (\d+) shows all", answer.lines[-1])[0])
    whole = run("look", saved("jobs.html"), "--url", GAZETTE, "--rows", str(rows))
    numbered = [line for line in whole.lines if re.match(r" +\d+  ", line)]
    assert (rows, answer.lines[-2]) == (len(numbered), numbered[4])


def test_look_folds_what_lies_deep(run: Run, saved: Saved) -> None:
    answer = run("look", saved("<body><div><p>One <b>two</b></p></div>"), "--depth", "1")
    assert ["     2  body", '     3    div … 4 nodes "One two"'] == answer.lines[-2:]


def test_look_at_lines_marks_dates(run: Run, saved: Saved) -> None:
    answer = run("look", saved("<p>Printed 5 May 2026 in <b>Fenhythe</b><p>No date"), "--lines")
    assert ["Printed [5 May 2026] in Fenhythe", "No date"] == [line[8:] for line in answer.lines[-2:]]


# --- what goes wrong


@pytest.mark.parametrize("words", [
    ["tri"], ["try"], ["try", "page", "--nonsense"], ["try", "page", "--candidate", "0"],
    ["try", "page", "--sections", "1;2"], ["feed", "page", "--format", "csv"],
    ["feed", "page", "--wrapper", "w.json", "--candidate", "2"], ["feed", "page", "--wrapper", "none.json"],
    ["demo", "--port", "-1"], ["try", ""], ["try", "page", "--url", "news"], ["try", "page", "--charset", "latin-99"],
])
def test_wrong_use(run: Run, words: Sequence[str]) -> None:
    answer = run(*words)
    assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


@pytest.mark.parametrize("words", [["try", "page", "--nonsense"], ["feed", "page", "--format", "csv"]])
def test_wrong_use_names_the_help_that_helps(run: Run, words: Sequence[str]) -> None:
    assert f"; `stook {words[0]} --help` shows how it is used\n" in run(*words).err


@pytest.mark.parametrize("words", [["--candidate", "99"], ["--sections", "99"], ["--node", "9999"]])
def test_asking_for_what_is_not_there(run: Run, saved: Saved, words: Sequence[str]) -> None:
    answer = run("look" if "--node" in words else "try", saved("museum.html"), "--url", GAZETTE, *words)
    assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


@pytest.mark.parametrize("source", ["no-such-file.html", "ftp://example.org/", "http://127.0.0.1:9/", "."])
def test_page_that_cannot_be_fetched(run: Run, source: str) -> None:
    answer = run("try", source)
    assert (3, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


@pytest.mark.parametrize("content", ['{"stook": "rules"}', ' [1, 2]\n'])
def test_json_is_no_page(run: Run, saved: Saved, content: str) -> None:
    """Whoever takes the wrapper's file for the page is told."""
    answer = run("try", saved(content))
    assert (3, b"", True, True) == (answer.code, answer.out, one_sentence(answer.err), "JSON, and no web page" in answer.err)


def test_page_that_is_too_much_is_named(run: Run, saved: Saved) -> None:
    path = saved("<div>" * 30_000)
    answer = run("try", path)
    assert (3, b"", True) == (answer.code, answer.out, one_sentence(answer.err))
    assert answer.err.startswith(f"stook: {path}: ")


def test_errors_name_the_page(run: Run, saved: Saved) -> None:
    page = saved("shop.html")
    for words in (["try", "--candidate", "99"], ["learn", "-l", "title=nowhere to be seen"], ["paste", "-f", "title=nowhere to be seen"]):
        told = run(words[0], page, "--url", GAZETTE, *words[1:]).err
        assert told.startswith((f"stook: {page}: ", f"stook: {GAZETTE}: ")), told


def test_page_that_the_server_does_not_have(run: Run, site: str) -> None:
    assert 3 == run("try", f"{site}nothing", "--allow", "127.0.0.1").code


@pytest.mark.parametrize("option", ["-o", "--save"])
def test_file_that_cannot_be_written(run: Run, saved: Saved, tmp_path: Path, option: str) -> None:
    answer = run("feed", saved("shop.html"), "--url", GAZETTE, option, str(tmp_path / "none" / "feed.xml"))
    assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))


def test_traceback_only_with_debug(run: Run) -> None:
    answer = run("try", "no-such-file.html", "--debug")
    assert (3, True) == (answer.code, answer.err.startswith("Traceback"))


class _Input:
    """Standard input that fails when it is read."""

    def __init__(self, error: BaseException) -> None:
        self.buffer, self.error = self, error

    def read(self, size: int) -> bytes:
        raise self.error


@pytest.mark.parametrize(("error", "code", "told"), [
    (KeyboardInterrupt(), 130, ""),
    (RuntimeError("boom"), 70,
     "stook: a fault of stook, RuntimeError: boom; please report what --debug shows\n"),
])
def test_interruptions_and_faults(run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int,
                                  told: str) -> None:
    """Ctrl-C is quiet; a fault of our own is told in a sentence."""
    monkeypatch.setattr(sys, "stdin", _Input(error))
    answer = run("try", "-")
    assert (code, told) == (answer.code, answer.err)


@pytest.mark.parametrize("words", [["try"], ["feed"], ["look"]])
def test_closed_pipe_is_quiet(saved: Saved, words: Sequence[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = started(*words, saved("news.html"), "--url", GAZETTE, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert ("", 141) == (process.communicate()[1], process.returncode)


@pytest.mark.parametrize(("words", "closed", "code"), [
    (["try", "PAGE"], ">&-", 0), (["feed", "PAGE"], ">&-", 0), (["--help"], ">&-", 0), (["--version"], ">&-", 0),
    (["try", "PAGE"], "2>&-", 0), (["tri"], "2>&-", 2), (["tri"], ">&- 2>&-", 2), (["try", "-"], "<&-", 3),
    (["try", "no-such-file.html"], "<&- >&- 2>&-", 3),
])
def test_closed_streams_are_quiet(saved: Saved, words: Sequence[str], closed: str, code: int) -> None:
    """A stream that is not even open is no fault of stook; and what would go to it goes nowhere else."""
    said = [saved("news.html") if word == "PAGE" else word for word in words]
    line = shlex.join([sys.executable, "-m", "stook", *said, *(["--url", GAZETTE] if "PAGE" in words else [])])
    done = subprocess.run(["/bin/sh", "-c", f"{line} {closed}"], capture_output=True, text=True, check=False)
    assert code == done.returncode
    assert "Traceback" not in done.stderr
    assert ("" if ">&-" in closed.split() or code else "The Saltmarsh Gazette") == done.stdout.partition("\n")[0]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [["try"], ["feed"], ["look"]])
def test_full_disk_is_told(saved: Saved, words: Sequence[str]) -> None:
    """Once, and not again when the interpreter closes what it could not write."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("wb") as full:
        process = started(*words, saved("news.html"), "--url", GAZETTE, stdout=full, stderr=subprocess.PIPE,
                           env=environment)
        told = process.communicate()[1]
    assert (2, True) == (process.returncode, one_sentence(told))


# --- on a terminal


@pytest.mark.parametrize("columns", [60, 80, 160])
@pytest.mark.parametrize("name", ["news.html", "midorihama.html"])
def test_table_fits_the_terminal(saved: Saved, columns: int, name: str) -> None:
    said = on_terminal(columns, "try", saved(name), "--url", GAZETTE, NO_COLOR="")
    lines = [ESCAPES.sub("", line) for line in said.splitlines()]
    rows = [line for line in lines if re.match(r" ?\d+  2026-", line)]
    assert (True, True) == (len(rows) >= 7, all(cell_len(line) <= columns for line in rows))
    assert "\x1b[36m" in said


@pytest.mark.parametrize("name", ["museum.html", "midorihama.html"])
def test_outline_fits_the_terminal(saved: Saved, name: str) -> None:
    """A node takes one line, and links to the page's own site leave out the site."""
    said = on_terminal(60, "look", saved(name), "--url", GAZETTE, NO_COLOR="1")
    rows = ESCAPES.sub("", said).split("\r\n\r\n")[1].splitlines()
    assert [] == [row for row in rows if not re.match(r" +\d+  ", row) or cell_len(row) > 60]
    assert any(f"a → /{name} " in row for row in rows)


def test_no_color_is_heeded(saved: Saved) -> None:
    said = on_terminal(80, "try", saved("news.html"), "--url", GAZETTE, NO_COLOR="1")
    assert [] == re.findall(r"\x1b\[(?:\d+;)*3\d", said)


@settings(suppress_health_check=[HealthCheck.too_slow])  # the first letters take long on a busy machine
@given(st.text(max_size=40), st.integers(2, 40), st.sampled_from(["start", "end"]))
def test_shortened_text_has_room(text: str, width: int, keep: Any) -> None:
    """It is the text itself where that fits, and never wider than there is room."""
    short = screen.shortened(text, width, keep)
    assert short == text if cell_len(text) <= width else cell_len(short) <= width


# --- demo


def test_demo_shows_serves_and_stops() -> None:
    process = started("demo", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    said = []
    for line in process.stdout:
        said.append(line)
        if line == "Ctrl-C stops it.\n":
            break
    address = re.findall(r"The demo site is at (\S+)", "".join(said))[0]
    with urllib.request.urlopen(f"{address}news.html") as answer:
        assert demo.page("news.html") == answer.read()
    process.send_signal(signal.SIGTERM)
    assert ("", 0) == (process.communicate()[1], process.returncode)


def test_the_commands_that_demo_proposes_work(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other: the shop is learnt, read, seen to have changed, and mended."""
    monkeypatch.chdir(tmp_path)
    answer = run("demo", "--copy", "my site")
    commands = [shlex.split(line)[1:] for line in answer.lines if line.startswith("  stook ")]
    assert (0, ["learn", "apply", "check", "heal", "apply"]) == (answer.code, [command[0] for command in commands])
    answers = [run(*command) for command in commands]
    assert [0, 0, 1, 0, 0] == [answer.code for answer in answers]
    read = {record["title"]: record["price"] for record in map(json.loads, answers[-1].lines)}
    assert (9, "14.00 crowns") == (len(read), read["Clockwork mouse, grey felt"])


def test_demo_is_copied_into_new_folders_only(run: Run, tmp_path: Path) -> None:
    answer = run("demo", "--copy", str(tmp_path))
    assert (2, b"", True, []) == (answer.code, answer.out, one_sentence(answer.err), list(tmp_path.iterdir()))


def test_demo_on_a_taken_port(run: Run, site: str) -> None:
    answer = run("demo", "--port", site.rstrip("/").rpartition(":")[2])
    assert (2, b"", True) == (answer.code, answer.out, one_sentence(answer.err))
