"""Shows what a list page costs as it grows: Page, entries, and the wrapper applied, for several layouts.

    python scripts/grow_list.py

Made-up pages of the tests, in a frame of menus and side lists, with up to so many items. Time is that of the thread,
the fastest of several rounds, taken in turns. The last column is what matters: milliseconds an item stay the same where
cost is linear in the page's size.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import stook

SIZES = (50, 200, 800)
LAYOUTS = ("wp_posts", "drupal_views", "br_lines", "boxes_by_kind")
ROUNDS = 2


def cost(call: Callable[[], object]) -> float:
    """Milliseconds of this thread, at best."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.thread_time()
        call()
        best = min(best, time.thread_time() - start)
    return 1000 * best


def measured(content: str) -> tuple[int, int, float, float, float]:
    """How many items and nodes, and the milliseconds of Page, of entries and of a wrapper without the Page's."""
    def page() -> stook.Page:
        return stook.Page(content, url="http://quay.example/")

    wrapper = stook.listing(page()).wrapper
    assert wrapper is not None
    parse = cost(lambda: len(page()))
    return (len(wrapper.apply(page()).records), len(page()), parse, cost(lambda: stook.entries(page())) - parse,
            cost(lambda: wrapper.apply(page()).records) - parse)


def main() -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests/learning"))
    from made_frames import FRAMES
    from made_layouts import LAYOUTS as MADE
    from made_lists import LANGUAGES, items_of

    language = LANGUAGES["en"]
    print(f"{'layout':<18}{'items':>7}{'nodes':>8}{'Page ms':>10}{'entries ms':>12}{'apply ms':>10}"
          f"{'entries, ms per item':>23}")
    for name in LAYOUTS:
        for size in SIZES:
            items = items_of(language, size + 14, random.Random(size), newest=size + 400)
            content = FRAMES["portal"](MADE[name].render(items[:size]), items[size:], language)

            found, nodes, parse, entries, apply = measured(content)
            print(f"{name:<18}{found:>7}{nodes:>8}{parse:>10.1f}{entries:>12.1f}{apply:>10.1f}"
                  f"{entries / size:>23.2f}")


if __name__ == "__main__":
    main()
