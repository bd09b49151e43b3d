"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from stook import demo

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN_ADDRESS = "http://127.0.0.1:8000/"

Session = list[tuple[str, str]]


def sessions() -> list[Session]:
    """The commands of each `console` block, with the output that is shown below them."""
    blocks = re.findall(r"^```console\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return [re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE) for block in blocks]


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """The environment of lines of 108 cells in which `stook` is this stook."""
    stook = tmp_path / "bin" / "stook"
    stook.parent.mkdir()
    stook.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m stook "$@"\n')
    stook.chmod(0o755)
    return {**os.environ, "PATH": f"{stook.parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "108"}


def said(command: str, environment: dict[str, str], folder: Path) -> str:
    """What a command writes, on both outputs."""
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True, encoding="utf-8",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout


@pytest.mark.parametrize("session", sessions(), ids=lambda session: session[0][0][:30])
def test_session(session: Session, shell: dict[str, str], tmp_path: Path) -> None:
    """Each command gives what is shown, `...` standing for anything."""
    checker = doctest.OutputChecker()
    with demo.running() as site:
        for command, shown in session:
            actual = said(command.replace(SHOWN_ADDRESS, site), shell, tmp_path).replace(site, SHOWN_ADDRESS)
            assert checker.check_output(shown, actual, doctest.ELLIPSIS), f"{command}\n{actual}"


def test_library() -> None:
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(doctest.DocTestParser().get_doctest(README, {}, "README.md", None, None))
    assert doctest.TestResults(failed=0, attempted=6) == runner.summarize(verbose=False)


def test_make_targets_exist() -> None:
    """The other commands are installation; those of make are targets of the Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"`make (\w+)`", README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert [] == [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)]


def test_links_lead_to_files() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)
    assert [] == [link for link in links if not (ROOT / link).exists()]
