"""Fits the weights that rank the candidates of a page (stook.learning.listing.rank).

    python scripts/fit_scorer.py CORPORA         the folder into which the benchmark unpacked its pages

The benchmark's feeds, `--part tune`, and the tests' made-up pages. Of each page the candidates are compared in pairs:
the one whose wrapper reads the page better should score higher. Logistic regression on the differences of their facts;
the penalty pulls towards the weights as they are, since pages are few and a fact they say little about should stay put.
Sites and layouts weigh alike, and the two kinds as MADE says. Printed are the weights, and on how many pages the best
candidate comes first, before and after; those of `--part aside` are only looked at.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import exp
from pathlib import Path

import stook
from fit_purpose import aside
from stook.learning.listing import rank

HERE = Path(__file__).resolve().parent.parent
MADE = 0.5
"""What a layout of our own weighs beside a site of the benchmark."""
PENALTY = 4.0
STEPS = 400
MARGIN = 0.05
"""Candidates that read a page about as well are not compared."""


@dataclass(frozen=True)
class Case:
    kind: str
    site: str
    facts: list[list[float]]
    worth: list[float]


def pages(corpora: Path) -> Iterator[tuple[str, str, stook.Page, set[tuple[str, str]]]]:
    """Kind, site, page, and the titles and links of its entries."""
    for path in sorted((corpora / "feeds").glob("*/*.html")):
        truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        page = stook.Page(path.read_bytes(), url=truth["url"])
        yield "aside" if aside(path.parent.name) else "tune", path.parent.name, page, {
            _key(item["title"], item.get("link")) for item in truth["items"]}
    sys.path.insert(0, str(HERE / "tests/learning"))
    import made_sites
    for site in made_sites.sites(seeds=3):
        truth = {_key(entry.title, entry.url) for entry in site.entries}
        yield "made", site.layout.name, stook.Page(site.content, url=site.url), truth


def _key(title: str, url: str | None) -> tuple[str, str]:
    return ("".join(title.split()).lower() if not url else "", (url or "").partition("://")[2].rstrip("/"))


def cases(corpora: Path) -> Iterator[Case]:
    for kind, site, page, truth in pages(corpora):
        found = [one for one in stook.listing(page).candidates if one.find.facts]
        if found and truth:
            yield Case(kind, site, [[one.find.facts[name] for name in rank.WEIGHTS] for one in found],
                       [_worth({_key(e.title, e.url) for e in one.entries}, truth) for one in found])


def _worth(said: set[tuple[str, str]], truth: set[tuple[str, str]]) -> float:
    return 2 * len(said & truth) / (len(said) + len(truth))


def pairs(all_cases: list[Case]) -> Iterator[tuple[list[float], float]]:
    """Differences of facts, better minus worse, with how much each counts."""
    sizes = Counter((case.kind, case.site) for case in all_cases)
    for case in all_cases:
        if case.kind == "aside":
            continue
        compared = [(one, other) for one, other in combinations(range(len(case.facts)), 2)
                    if abs(case.worth[one] - case.worth[other]) > MARGIN]
        for one, other in compared:
            better, worse = (one, other) if case.worth[one] > case.worth[other] else (other, one)
            weight = (MADE if case.kind == "made" else 1.0) / sizes[case.kind, case.site] * (
                case.worth[better] - case.worth[worse])
            yield [a - b for a, b in zip(case.facts[better], case.facts[worse], strict=True)], weight


def fit(compared: list[tuple[list[float], float]], start: list[float]) -> list[float]:
    """Gradient descent with momentum; the problem is convex and small."""
    found, speed = list(start), [0.0] * len(start)
    for _ in range(STEPS):
        slope = [-PENALTY * (now - was) for now, was in zip(found, start, strict=True)]
        for facts, weight in compared:
            missed = weight / (1 + exp(sum(w * f for w, f in zip(found, facts, strict=True))))
            for place, fact in enumerate(facts):
                slope[place] += missed * fact
        speed = [0.9 * now + 0.02 * pull for now, pull in zip(speed, slope, strict=True)]
        found = [now + change for now, change in zip(found, speed, strict=True)]
    return found


def report(title: str, all_cases: list[Case], weights: list[float]) -> None:
    right, lost = Counter[str](), Counter[str]()
    for case in all_cases:
        scores = [sum(w * f for w, f in zip(weights, facts, strict=True)) for facts in case.facts]
        first = max(range(len(scores)), key=scores.__getitem__)
        right[case.kind] += case.worth[first] > max(case.worth) - MARGIN
        lost[f"{case.kind} {case.site}"] += case.worth[first] <= max(case.worth) - MARGIN
    seen = Counter(case.kind for case in all_cases)
    print(title, {kind: f"{right[kind]} of {seen[kind]}" for kind in seen})
    print("    not first on", [name for name, count in lost.most_common(20) if count])


def main() -> None:
    all_cases = list(cases(Path(sys.argv[1])))
    before = list(rank.WEIGHTS.values())
    after = fit(list(pairs(all_cases)), before)
    rounded = [round(weight * 20) / 20 for weight in after]
    report("as frozen", all_cases, before)
    report("fitted", all_cases, rounded)
    print({name: (was, now) for name, was, now in zip(rank.WEIGHTS, before, rounded, strict=True)})


if __name__ == "__main__":
    main()
