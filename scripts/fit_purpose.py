"""Fits what tells a page that is a list from a page that shows one thing (stook.learning.listing.purpose).

    python scripts/fit_purpose.py CORPORA         the folder into which the benchmark unpacked its pages

Lists: the benchmark's feeds, `--part tune`, the demo site's, the tests' list pages and their made-up sites; those of
`--part aside` are only looked at. Others: its news, recipes without markup, and SWDE. Logistic regression with an L2
penalty; the kinds weigh alike, and within a kind the sites. Printed are the weights, and for several thresholds, fitted
on all sites and on four fifths of them for the last fifth: how many lists are lost, and on which share of the other
pages a list is seen.
It needs numpy: pip install numpy.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import stook
from stook.learning.listing import purpose, rank

HERE = Path(__file__).resolve().parent.parent
WEIGHT = {"tune": 60.0, "own": 30.0, "made": 30.0, "news": 20.0, "recipes": 20.0, "swde": 20.0, "aside": 0.0}
NO_LISTS = ("article", "contact", "error", "login")
"""On the demo site."""
PENALTY = 0.3
FOLDS = 5


@dataclass(frozen=True)
class Row:
    kind: str
    site: str
    is_list: bool
    score: float
    facts: list[float]


def aside(site: str) -> bool:
    """As the benchmark's runner divides the sites."""
    return int(hashlib.sha1(site.encode()).hexdigest(), 16) % 3 == 0


def pages(corpora: Path) -> Iterator[tuple[str, str, bool, bytes | str, str]]:
    """Kind, site, whether it is a list, content, address."""
    for path in sorted((corpora / "feeds").glob("*/*.html")):
        url = json.loads(path.with_suffix(".json").read_text(encoding="utf-8")).get("url")
        yield "aside" if aside(path.parent.name) else "tune", path.parent.name, True, path.read_bytes(), url
    for path in sorted((HERE / "src/stook/demo/site").glob("*.html")):
        yield "own", path.stem, path.stem not in NO_LISTS, path.read_bytes(), "http://demo.example/x.html"
    sys.path.insert(0, str(HERE / "tests/learning"))
    import list_pages
    for name in (*list_pages.LISTS, *list_pages.NO_LISTS):
        yield "own", name, name in list_pages.LISTS, getattr(list_pages, name)(), "http://post.example/x.html"
    import made_sites
    for site in made_sites.sites():
        yield "made", site.layout.name, True, site.content, site.url
    for kind, pattern, step in (("news", "*/pages/*.html", 1), ("recipes", "*/pages-stripped/*.html", 1),
                                ("swde", "*/pages/*.html", 6)):
        for path in sorted((corpora / kind).glob(pattern))[::step]:
            yield kind, path.parent.parent.name, False, path.read_bytes(), "http://example.org/x/y.html"


def rows(corpora: Path) -> Iterator[Row]:
    """What the weights have a say in: pages with a candidate, but for those that say themselves what they show."""
    for kind, site, is_list, content, url in pages(corpora):
        page = stook.Page(content, url=url)
        found = stook.listing(page).candidates[:1]
        if not found or purpose.shows_one_thing(page):
            print(f"decided otherwise: {kind} {site}") if is_list else None
            continue
        said = purpose.Purpose(page, rank.Volume(page)).facts(found[0].find)
        yield Row(kind, site, is_list, found[0].score, [1.0, *(said[name] for name in purpose.WEIGHTS)])


def fit(facts: np.ndarray, truth: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Newton's method; the first weight, of the constant, is not held near zero."""
    found = np.zeros(facts.shape[1])
    penalty = np.eye(facts.shape[1]) * PENALTY
    penalty[0, 0] = 1e-6
    for _ in range(50):
        said = 1 / (1 + np.exp(-facts @ found))
        slope = facts.T @ (weight * (truth - said)) - penalty @ found
        found += np.linalg.solve((facts.T * (weight * said * (1 - said))) @ facts + penalty, slope)
    return found


def report(title: str, all_rows: list[Row], said: np.ndarray, seen: Counter[str]) -> None:
    for threshold in (-2.0, -1.8, -1.6, -1.4, -1.2, -1.0, -0.5, 0.0):
        passed = Counter(row.kind for row, worth in zip(all_rows, said, strict=True)
                         if not row.is_list and worth >= threshold and row.score >= purpose.A_MENU)
        lost = [f"{row.kind} {row.site}" for row, worth in zip(all_rows, said, strict=True)
                if row.is_list and (worth < threshold or row.score < purpose.A_MENU)]
        shares = ", ".join(f"{kind} {passed[kind] / seen[kind]:.1%}" for kind in ("news", "recipes", "swde"))
        print(f"{title} from {threshold:5.2f} on: lists seen on {shares}; lost {len(lost)} {lost[:4]}")


def main() -> None:
    corpora = Path(sys.argv[1])
    seen = Counter(kind for kind, *_ in pages(corpora))
    all_rows = list(rows(corpora))
    sites = {kind: len({row.site for row in all_rows if row.kind == kind}) for kind in WEIGHT}
    sizes = Counter((row.kind, row.site) for row in all_rows)
    facts = np.array([row.facts for row in all_rows])
    truth = np.array([float(row.is_list) for row in all_rows])
    weight = np.array([WEIGHT[row.kind] / sites[row.kind] / sizes[row.kind, row.site] for row in all_rows])
    found = fit(facts, truth, weight)
    print({name: round(float(value), 2) for name, value in zip(["START", *purpose.WEIGHTS], found, strict=True)})
    report("all sites", all_rows, facts @ found, seen)
    folds = np.array([int(hashlib.md5(row.site.encode()).hexdigest(), 16) % FOLDS for row in all_rows])
    said = np.zeros(len(all_rows))
    for fold in range(FOLDS):
        others = folds != fold
        said[~others] = facts[~others] @ fit(facts[others], truth[others], weight[others])
    report("unseen sites", all_rows, said, seen)
    frozen = np.array([purpose.START, *purpose.WEIGHTS.values()])
    report("as frozen", all_rows, facts @ frozen, seen)


if __name__ == "__main__":
    main()
