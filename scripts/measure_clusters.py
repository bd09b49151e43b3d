"""How well pages of several kinds are sorted, whatever order they come in, and what a page costs when many have come.

    python scripts/measure_clusters.py

The pages are those of the tests' made-up sites: details, lists, search results, errors, logins and walls of three
sites, in three ways of writing HTML. `docs/methods.md` and `docs/internals.md` show what this printed.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "learning"))

import mixed_sites

import stook

SEEDS = range(20)
MARKS = (0, 100, 250, 500, 1000, 2000)


def purities(kinds: Sequence[object], groups: Sequence[stook.Group]) -> tuple[float, float]:
    """The share of pages that are of their group's most frequent kind, and of their kind's largest group."""
    pure = sum(max(Counter(kinds[page] for page in group).values()) for group in groups)
    whole = sum(max(sum(kinds[page] == kind for page in group) for group in groups) for kind in set(kinds))
    return pure / len(kinds), whole / len(kinds)


def sorting(method: str, addresses: bool) -> None:
    """The mean and the worst of some sets of pages, each in an order of its own."""
    found = []
    for seed in SEEDS:
        made = mixed_sites.pages(seed)
        pages = [stook.Page(page.html, url=f"http://all.example{page.url}" if addresses else None) for page in made]
        found.append(purities([(page.site, page.kind) for page in made], stook.cluster(pages, method)))
    for name, values in zip(("purity", "inverse purity"), zip(*found, strict=True), strict=True):
        mean = sum(values) / len(values)
        print(f"{method:6} {'with' if addresses else 'no'} addresses {name:14} mean {mean:.4f} worst {min(values):.4f}")


def cost(method: str) -> None:
    """What a page takes that comes after so many others, without parsing it."""
    made = [page for seed in range(26) for page in mixed_sites.pages(seed)]
    Random(0).shuffle(made)
    clusters = stook.Clusters(method)
    for first, last in pairwise(MARKS):
        pages = [stook.Page(page.html) for page in made[first:last]]
        for page in pages:
            len(page)  # parsing is not sorting
        start = time.perf_counter()
        for page in pages:
            clusters.add(page)
        each = 1000 * (time.perf_counter() - start) / len(pages)
        print(f"{method:6} pages {first + 1:>4} to {last:>4}: {each:.2f} ms each, {len(clusters)} groups")


def main() -> None:
    for method in ("auto", "paper"):
        for addresses in (False, True):
            sorting(method, addresses)
        cost(method)


if __name__ == "__main__":
    main()
