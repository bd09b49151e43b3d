"""What it costs to add a page to a template, from the first page to the thousandth.

    python scripts/grow_template.py [PAGES]

The pages are made up, of some 2,000 nodes each: facts in rows some of which are missing, lists of all lengths, boxes
that are optional, comments, and attributes that appear later. Times are means and medians over windows of pages, and as
multiples of the time that parsing takes.
"""

from __future__ import annotations

import statistics
import sys
import time
from random import Random

import stook

WORDS = ("amber basket candle drift ember feather garnet heron ivory juniper kettle lantern marble nettle otter "
         "pebble quill raven").split()
NAMES = [f"{one} {two}" for one in WORDS for two in ("length", "grade", "origin")]
WINDOWS = ((1, 4), (5, 9), (10, 49), (50, 99), (100, 249), (250, 499), (500, 999))


def page(number: int) -> str:
    chance = Random(number)

    def said(least: int, most: int) -> str:
        return " ".join(chance.choice(WORDS) for _ in range(chance.randint(least, most)))

    names = NAMES[:40 + (number > 300) * 4]
    rows = "".join(f"<tr><th>{name}</th><td><b>{said(1, 3)}</b></td></tr>" for name in names if chance.random() < 0.8)
    lists = "".join(f"<div class='box {name.replace(' ', '-')}'><h3>{name}</h3><ul>" + "".join(
        f"<li><a href='/{said(1, 1)}'>{said(1, 4)}</a> <i>{chance.randint(1, 99)}</i></li>"
        for _ in range(chance.randint(5, 15))) + "</ul></div>" for name in NAMES[:8] if chance.random() < 0.7)
    notes = "".join(f"<div class='note'><b>{said(2, 2)}</b><p>{said(5, 30)} <em>{said(1, 2)}</em> {said(5, 30)}</p>"
                    "</div>" for _ in range(chance.randint(60, 140)))
    menu = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in WORDS * 6)
    return (f"<title>{said(2, 3)}</title><body><ul class=menu>{menu}</ul><main><h1>{said(2, 4)}</h1>"
            f"<table>{rows}</table>{lists}<section class=notes>{notes}</section></main><ul class=foot>{menu}</ul>")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    template, times, parses, nodes = stook.Template(), [], [], []
    for number in range(1, count + 1):
        html = page(number)
        start = time.perf_counter()
        parsed = stook.Page(html)
        middle = time.perf_counter()
        template.add(parsed)
        times.append((time.perf_counter() - middle) * 1e3)
        parses.append((middle - start) * 1e3)
        nodes.append(len(parsed))
    print(f"{statistics.mean(nodes):.0f} nodes a page, {len(template.slots)} slots; "
          f"parsing takes {statistics.mean(parses):.1f} ms")
    print(f"{'pages':>11} {'mean ms':>8} {'median':>7} {'parses':>7}")
    for first, last in WINDOWS:
        window = times[first - 1:last]
        if window:
            mean = statistics.mean(window)
            print(f"{first:>5}-{min(last, count):<5} {mean:>8.1f} {statistics.median(window):>7.1f} "
                  f"{mean / statistics.mean(parses[first - 1:last]):>7.1f}")


if __name__ == "__main__":
    main()
