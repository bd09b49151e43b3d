"""What `import stook` brings, and what it leaves until it is asked for."""

from __future__ import annotations

import subprocess
import sys


def test_reading_with_a_wrapper_needs_nothing_that_learns() -> None:
    """What learns is imported when it is asked for, and until then stands in the list of names all the same."""
    code = ("import sys, stook\nprint([name for name in sys.modules if name.startswith('stook.learning')], "
            "set(stook.__all__) <= set(dir(stook)), stook.entries.__name__)")
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "[] True entries\n" == said
