"""Throws damaged wrapper files at stook: each must be refused in words, or be applied in bounded work, raising nothing.

    python scripts/fuzz_wrappers.py [HOW_MANY [SEED]]        20,000 files from seed 1, if nothing is said

The good files are those of the tests (tests/wrapper/test_hostile_files.py), which try some hundred of these each time.
Work is counted in function calls, so that a machine under load finds the same. What fails is printed with its file.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "wrapper"))

import mutations
import test_hostile_files as material

MOST_SHOWN = 5


def main() -> None:
    count, seed = (int(said) for said in (*sys.argv[1:], *("20000", "1")[len(sys.argv) - 1:]))
    chance, good = Random(seed), list(material.files().values())
    came_to: Counter[str] = Counter()
    failed: list[tuple[str, str]] = []
    for number in range(count):
        text = mutations.mutated(good, chance)
        try:
            came_to[material.outcome(text)] += 1
        except Exception as error:  # noqa: BLE001  just that is looked for: anything that is raised
            came_to["failed"] += 1
            failed.append((f"{type(error).__name__}: {error}", text))
        if sys.stderr.isatty() and number % 100 == 0:
            print(f"{number} of {count}", end="\r", file=sys.stderr)
    said = ", ".join(f"{number} {what}" for what, number in came_to.items())
    print(f"fuzz: {count} damaged wrapper files, seed {seed}: {said}")
    for why, text in failed[:MOST_SHOWN]:
        print(f"{why}\n    {text}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
