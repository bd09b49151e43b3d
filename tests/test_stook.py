"""What `import stook` brings, and what it leaves until it is asked for."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import stook


def test_reading_with_a_wrapper_needs_nothing_that_learns() -> None:
    """What learns is imported when it is asked for, and until then stands in the list of names all the same."""
    code = ("import sys, stook\nprint([name for name in sys.modules if name.startswith('stook.learning')], "
            "set(stook.__all__) <= set(dir(stook)), stook.entries.__name__)")
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "[] True entries\n" == said


# --- how much is installed

def installed_with(name: str) -> set[str]:
    """The distributions that installing one brings, itself included and its extras not."""
    found: set[str] = set()
    asked = [name]
    while asked:
        one = canonicalize_name(asked.pop())
        if one in found:
            continue
        found.add(one)
        needs = [Requirement(said) for said in metadata.requires(one) or ()]
        asked += [need.name for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})]
    return found


def size_of(name: str) -> int:
    """The bytes of a distribution's files, as far as they are there."""
    return sum(path.stat().st_size for file in metadata.files(name) or ()
               if (path := Path(str(file.locate()))).is_file())


def test_what_is_installed_stays_small() -> None:
    """At most 40 packages and 100 MB, stook itself included."""
    names = installed_with("stook")
    own = sum(path.stat().st_size for path in Path(stook.__file__).parent.rglob("*") if path.is_file())
    size = own + sum(size_of(name) for name in names - {"stook"})
    assert ({"lxml", "rich"} <= names, True, True) == (True, len(names) <= 40, size <= 100_000_000), (len(names), size)
