"""How well a template reads where its operator also answers "same as": that a slot is a field which another slot has.

    python scripts/answer_same.py ../.stook-corpora/swde [FIRST [LAST]]

As `run template` does, pages come one by one, in the same order, and slots are named by the truth of the first ten.
Each slot that says nothing but values of a field on these ten, and some that the field's slots do not say, is then
called the same. The other pages are read by the template's wrapper, and scored as there.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import stook

SHOWN = 10
Values = dict[str, set[str]]


def norm(text: str) -> str:
    said = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in said if unicodedata.category(letter)[0] in "LNM")


def normed(values: dict[str, list[str]]) -> Values:
    return {name: {norm(text) for text in texts} for name, texts in values.items()}


def pages_of(site: Path) -> list[tuple[Values, stook.Page]]:
    rows = [json.loads(line) for line in (site / "truth.jsonl").open(encoding="utf-8")]
    Random(7).shuffle(rows)
    return [(normed(row["values"]), stook.Page((site / "pages" / f"{row['id']}.html").read_bytes())) for row in rows]


def answer(template: stook.Template, shown: list[tuple[Values, stook.Page]]) -> None:
    said = [(wanted, normed(template.values(page))) for wanted, page in shown]
    wins: dict[str, Counter[str]] = defaultdict(Counter)
    for wanted, found in said:
        for field, values in wanted.items():
            for slot, texts in found.items():
                if values & texts:
                    wins[field][slot] += 3 if values == texts else 1
    for field, slots in sorted(wins.items(), key=lambda one: -max(one[1].values())):
        if free := [slot for slot, _ in slots.most_common() if slot not in template.names]:
            template.name(free[0], field)
    for slot in [slot.id for slot in template.slots if slot.id not in template.names]:
        if field := next((field for field in wins if is_same(slot, field, template.names, said)), None):
            template.name(slot, field)


def is_same(slot: str, field: str, names: dict[str, str], said: list[tuple[Values, Values]]) -> bool:
    filled = [(found[slot], wanted.get(field, set()),
               {text for other, name in names.items() if name == field for text in found.get(other, ())})
              for wanted, found in said if found.get(slot)]
    return (len(filled) >= 2 and all(mine <= wanted for mine, wanted, _ in filled)
            and any(mine - others for mine, _, others in filled))


def score(site: Path) -> tuple[float, float]:
    pages = pages_of(site)
    template = stook.Template()
    for _, page in pages:
        template.add(page)
    answer(template, pages[:SHOWN])
    wrapper = template.wrapper()
    right: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for wanted, page in pages[SHOWN:]:
        record = wrapper.apply(page).records
        found = normed({name: [value.text for value in record[0][name]] for name in record[0]}) if record else {}
        for field in {field for known, _ in pages for field in known}:
            mine, theirs = wanted.get(field, set()), found.get(field, set())
            if mine or theirs:
                right[field].append((mine == theirs, bool(mine & theirs)))
    shares = [(sum(strict for strict, _ in some) / len(some), sum(lenient for _, lenient in some) / len(some))
              for some in right.values()]
    return sum(strict for strict, _ in shares) / len(shares), sum(lenient for _, lenient in shares) / len(shares)


def main() -> None:
    sites = sorted(site for site in Path(sys.argv[1]).iterdir() if site.is_dir())
    scores = []
    for site in sites[slice(*map(int, sys.argv[2:4]))] if len(sys.argv) > 2 else sites:
        scores.append(score(site))
        print(f"{site.name:24} strict {scores[-1][0]:.3f} lenient {scores[-1][1]:.3f}", flush=True)
    strict, lenient = (sum(one) / len(scores) for one in zip(*scores, strict=True))
    print(f"{len(scores)} sites: strict {strict:.4f} lenient {lenient:.4f}")


if __name__ == "__main__":
    main()
