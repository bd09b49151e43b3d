"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from sessions import ROOT, Session, dead_links, examples, sessions_in, surprises

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("session", sessions_in(README), ids=lambda session: session[0][0][:30])
def test_session(session: Session, tmp_path: Path) -> None:
    """Each command gives what is shown, `...` standing for anything."""
    assert [] == surprises([session], tmp_path)


def test_library() -> None:
    assert doctest.TestResults(failed=0, attempted=6) == examples(README, "README.md")


def test_make_targets_exist() -> None:
    """The other commands are installation; those of make are targets of the Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"`make (\w+)`", README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert [] == [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)]


def test_links_lead_to_files() -> None:
    assert [] == dead_links(ROOT / "README.md")
