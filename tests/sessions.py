"""What our documents show, tried out: shell sessions on the demo site, Python examples, links.

A *session* is a `console` block: commands behind `$ `, each with the output that is shown below it, in which
`...` stands for anything.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

from stook import demo

ROOT = Path(__file__).parent.parent
SHOWN_ADDRESS = "http://127.0.0.1:8000/"

Session = list[tuple[str, str]]


def sessions_in(text: str) -> list[Session]:
    """The commands of each `console` block, with the output that is shown below them."""
    blocks = re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE) for block in blocks]


def shell_in(folder: Path) -> dict[str, str]:
    """The environment of a shell with lines of 108 cells in which `stook` is this stook."""
    stook = folder / "bin" / "stook"
    stook.parent.mkdir()
    stook.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m stook "$@"\n')
    stook.chmod(0o755)
    return {**os.environ, "PATH": f"{stook.parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "108"}


def said(command: str, environment: dict[str, str], folder: Path) -> str:
    """What a command writes, on both outputs."""
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True, encoding="utf-8",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout


def surprises(sessions: list[Session], folder: Path) -> list[str]:
    """The commands that say something else than what is shown, and what they say."""
    environment, checker, found = shell_in(folder), doctest.OutputChecker(), []
    with demo.running() as site:
        for command, shown in (step for session in sessions for step in session):
            actual = said(command.replace(SHOWN_ADDRESS, site), environment, folder).replace(site, SHOWN_ADDRESS)
            if not checker.check_output(shown, actual, doctest.ELLIPSIS):
                found.append(f"$ {command}\n{actual}")
    return found


def examples(text: str, name: str) -> doctest.TestResults:
    """Run the Python examples of a document, one after the other in one namespace."""
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(doctest.DocTestParser().get_doctest(text, {}, name, None, None))
    return runner.summarize(verbose=False)


def dead_links(document: Path) -> list[str]:
    """The relative links of a document that lead to no file."""
    links = re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", document.read_text(encoding="utf-8"))
    return [link for link in links if not (document.parent / link).exists()]
