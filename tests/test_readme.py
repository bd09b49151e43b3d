"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sessions import ROOT, dead_links, examples, sessions_in, surprises

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_sessions(tmp_path: Path) -> None:
    """Each command gives what is shown, `...` standing for anything; what one writes, the next may read."""
    assert [] == surprises(sessions_in(README), tmp_path)


def test_picture_shows_what_stook_says() -> None:
    """Where it does not: python scripts/draw_session.py"""
    pytest.importorskip("pty")
    drawing = [sys.executable, str(ROOT / "scripts" / "draw_session.py"), "--check"]
    done = subprocess.run(drawing, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)


def test_library() -> None:
    assert doctest.TestResults(failed=0, attempted=7) == examples(README, "README.md")


def test_make_targets_exist() -> None:
    """The other commands are installation; those of make are targets of the Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"`make (\w+)`", README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert [] == [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)]


def test_links_lead_to_files() -> None:
    assert [] == dead_links(ROOT / "README.md")
