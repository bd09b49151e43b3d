"""What the documentation shows is what happens, and it leaves nothing public out."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
import typer.main

import stook
from sessions import ROOT, dead_links, examples, sessions_in, surprises
from stook import errors, feeds, fetch
from stook.cli.commands import app

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
REFERENCE = (DOCS / "reference.md").read_text(encoding="utf-8")
STOOK = typer.main.get_command(app)


def commands_of(group: Any, name: str = "") -> dict[str, Any]:
    """All commands by the words one types, those of groups too."""
    found = {}
    for word, command in getattr(group, "commands", {}).items():
        found |= {name + word: command} | commands_of(command, f"{name}{word} ")
    return found


COMMANDS = commands_of(STOOK)


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_say_what_is_shown(page: Path, tmp_path: Path) -> None:
    """The sessions of a page follow each other in one folder: a file that one writes, the next may read."""
    assert [] == surprises(sessions_in(page.read_text(encoding="utf-8")), tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_python_does_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert 0 == examples(page.read_text(encoding="utf-8"), name_of(page)).failed


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_is_run(page: Path) -> None:
    """But for those of plain text; and a block without a prompt would not run either."""
    blocks = re.findall(r"^```(\w*)\n(.*)\n(?:(?!```).*\n)*```$", page.read_text(encoding="utf-8"), re.MULTILINE)
    prompts = {"console": "$ ", "python": ">>> ", "text": ""}
    assert [] == [first for kind, first in blocks if not first.startswith(prompts.get(kind, "a kind of block to run"))]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_files(page: Path) -> None:
    assert [] == dead_links(page)


def test_index_names_every_page() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    assert [] == [name for page in PAGES if (name := name_of(page)) != "README.md" and f"({name})" not in index]


def test_every_public_name_is_explained() -> None:
    names = [*(f"stook.{name}" for name in stook.__all__), *(f"fetch.{name}" for name in fetch.__all__),
             *(f"feeds.{name}" for name in feeds.__all__)]
    assert [] == [name for name in names if not re.search(rf"`(stook\.)?{re.escape(name)}\b", REFERENCE)]


def test_every_exception_is_explained() -> None:
    names = [name for name, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, Exception)]
    assert [] == [name for name in names if f"`{name}`" not in REFERENCE]


def test_every_command_shows_its_help() -> None:
    assert [] == [name for name in COMMANDS if f"$ stook {name} --help\n" not in REFERENCE]


def test_every_option_is_explained() -> None:
    options = [option for command in (STOOK, *COMMANDS.values()) for parameter in command.params
               for option in parameter.opts if option.startswith("--")]
    assert [] == [option for option in options if option not in REFERENCE]


def test_every_limit_of_a_fetch_is_told() -> None:
    assert [] == [name for name in fetch.Limits.__dataclass_fields__ if f"`{name}`" not in REFERENCE]
