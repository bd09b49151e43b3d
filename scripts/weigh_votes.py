"""Learns how much each voice counts in an election (stook.wrapper.rules.vote), and tells how far its sureness is right.

    python scripts/weigh_votes.py CORPORA         the folder into which the benchmark unpacked its pages

For each site of SWDE a wrapper is learnt from 1 and from 3 labelled pages and some without labels, as the benchmark
does it. On the other pages every candidate of every election is one row: how far each way speaks for it, what it looks
like, and whether the truth has it. Hardly a page of SWDE lacks a field, so from every sixth page the row of each value
is cut out in turn: there nothing is right. These elections weigh half.

Logistic regression over the rows of `--part tune`; sites weigh alike, and on a site the elections. Voices stay near
what somebody would say who has seen no page, and none may speak against itself: what fits SWDE a little better that way
does not hold elsewhere. Printed are the weights beside the frozen ones; and then, for tune (each fifth of its sites by
weights learnt on the others), for the sites aside, and for both by the frozen weights: the share of fields read right,
how often a value is read where it was cut out, and how often values of each sureness are right, with those that were
cut out (ECE: how far said and right are apart on average, also for the confidence that is shown). Values of which the
holder is elected are told apart: those of SWDE, and those of the benchmark's recipes where a site has several pages.
It needs numpy: pip install numpy.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from selectolax.lexbor import LexborHTMLParser

import stook
from stook.learning.labels.texts import letters
from stook.wrapper.rules import single, vote
from stook.wrapper.rules.model import FieldRule, RulesWrapper
from stook.wrapper.rules.reading import Reading

PRIOR: Mapping[str, float] = {
    "bias": -2.8,
    "label": 3.5, "lead": 3.0, "like": 2.0, "place": 1.2, "id": 1.0, "attr": 1.0, "kind": 1.0, "tail": 0.5,
    "class": 0.5, "head": 0.2, "-label": -2.5, "-lead": -2.0, "-place": -0.75, "-kind": -0.75, "-tail": -0.6,
    "-attr": -0.3, "-class": -0.1, "shape": 1.2, "symbols": 1.2, "last": 1.0, "length": 0.8, "first": 0.8,
    **dict.fromkeys(("-shape", "-symbols", "-last", "-length", "-first"), -1.5),
}
NAMES = tuple(PRIOR)
HELD = 8.0
"""How much it costs to leave the prior, in elections."""
UNLABELLED = 20
EVERY, CUT_OUT = 6, 0.5
LITTLE_MORE = 20
"""A row shows so many letters more than its value."""
FOLDS = 5
RECIPE = stook.Schema({"title": "text?", "ingredients": "text*", "instructions": "text*", "author": "text*",
                       "total_time": "duration?", "yields": "text?"})
BINS = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.995, 1.001)


@dataclass(frozen=True)
class Election:
    """One field of one page: what is known of its candidates, and which of them the truth has."""

    site: str
    facts: np.ndarray
    right: np.ndarray
    has_truth: bool
    is_cut: bool


# pages ------------------------------------------------------------------------------------------------

def is_aside(site: str) -> bool:
    """As the benchmark's runner divides the sites."""
    return int(hashlib.sha1(site.encode()).hexdigest(), 16) % 3 == 0


def without(source: str, values: Sequence[str]) -> stook.Page | None:
    """The page without the rows that show these values; None where none does."""
    tree, wanted = LexborHTMLParser(source), set(map(letters, values))
    shown = [node for node in tree.css("body *")
             if node.tag not in ("script", "style") and letters(node.text()) in wanted]
    rows = 0
    for node in shown:
        if any(letters(child.text()) in wanted for child in node.iter()):
            continue
        row, size = node, len(letters(node.text()))
        while row.parent is not None and row.parent.tag not in ("body", "html") and len(
                letters(row.parent.text())) <= size + LITTLE_MORE:
            row = row.parent
        row.decompose()
        rows += 1
    return stook.Page(tree.html or "") if rows else None


# what was said ----------------------------------------------------------------------------------------

def election(site: str, reading: Reading, rule: FieldRule, known: set[str], values: Sequence[str],
             is_cut: bool) -> Election | None:
    """What the picks of a field say on a page; `known` are values that earlier rules of the field have read."""
    said = vote.ballots(rule.picks, reading.find, reading.read)
    about = vote.heard(rule.picks, said)
    some = [text for text in about.spoken if text not in rule.constant and text not in known]
    facts = [about.of(text) | vote.looks(text, rule.profile, rule.instead) for text in some]
    right = [float(letters(text) in set(map(letters, values))) for text in some]
    if won := vote.elect(rule.picks, said, rule.profile, {*rule.constant, *known}, rule.instead):
        known.add(won.text)
    if not some or (is_cut and any(right)):
        return None
    return Election(site, np.array([[one.get(name, 0.0) for name in NAMES] for one in facts]), np.array(right),
                    bool(values) and not is_cut, is_cut)


@dataclass(frozen=True)
class Learnt:
    """What was learnt from some pages of a site, and the pages that it was not learnt from, each with its truth."""

    site: str
    wrapper: RulesWrapper
    rest: Sequence[tuple[stook.Page, Mapping[str, Sequence[str]]]]


def learnt(folder: Path, labels: int, pages_in: str = "pages", schema: stook.Schema | None = None) -> Learnt:
    rows = [json.loads(line) for line in (folder / "truth.jsonl").open(encoding="utf-8")]
    fields = sorted({name for row in rows for name, values in row["values"].items() if values})
    labelled = sorted(rows, key=lambda row: (-sum(map(bool, row["values"].values())), row["id"]))[:labels]
    rest = [row for row in rows if row not in labelled]
    pages = {row["id"]: stook.Page((folder / pages_in / f"{row['id']}.html").read_bytes(), row.get("url"))
             for row in rows}
    wrapper = stook.learn(
        [stook.Example(pages[row["id"]], {name: row["values"].get(name) or [] for name in fields}) for row in labelled],
        pages=[pages[row["id"]] for row in rest[::max(1, len(rest) // UNLABELLED)]], schema=schema)
    return Learnt(folder.name, wrapper, [(pages[row["id"]], row["values"]) for row in rest])


def elections(folder: Path, labels: int) -> Iterator[Election | None]:
    """Those of a site's wrapper on the pages that it was not learnt from."""
    one = learnt(folder, labels)
    wrapper, fields = one.wrapper, dict.fromkeys(rule.name for rule in one.wrapper.fields)
    rules = [rule for rule in wrapper.fields if not rule.within]
    for number, (page, values) in enumerate(one.rest):
        known = defaultdict[str, set[str]](set)
        reading = Reading(page, wrapper.plan)
        for rule in rules:
            yield election(folder.name, reading, rule, known[rule.name], values.get(rule.name) or (), False)
        for name in fields if number % EVERY == 0 else ():
            cut = without(page.source, values[name]) if values.get(name) else None
            for rule in rules if cut else ():
                if rule.name == name and cut:
                    yield election(folder.name, Reading(cut, wrapper.plan), rule, set(), values[name], True)


def held(one: Learnt) -> Iterator[tuple[float, bool]]:
    """Of the values in elected holders: the share of the voices, and whether they are right."""
    for page, values in one.rest:
        reading = Reading(page, one.wrapper.plan)
        for rule in one.wrapper.fields:
            found = single.look(reading, rule) if rule.within else None
            for value in found.values if found else ():
                yield found.sure, letters(value.text) in set(map(letters, values.get(rule.name) or ()))


# learning ---------------------------------------------------------------------------------------------

def weights_of(some: Sequence[Election]) -> np.ndarray:
    """Newton's method, kept where each voice speaks as it should; the bias is free."""
    per_site = Counter(one.site for one in some)
    facts, right = np.concatenate([one.facts for one in some]), np.concatenate([one.right for one in some])
    weight = np.concatenate([np.full(len(one.right), 100 * (CUT_OUT if one.is_cut else 1) / per_site[one.site]
                                     / len(one.right)) for one in some])
    prior = np.array([PRIOR[name] for name in NAMES])
    penalty = np.diag([1e-6 if name == "bias" else HELD for name in NAMES])
    sign = np.array([0.0 if name == "bias" else np.sign(PRIOR[name]) for name in NAMES])
    found = prior.copy()
    for _ in range(50):
        said = 1 / (1 + np.exp(-facts @ found))
        slope = facts.T @ (weight * (right - said)) - penalty @ (found - prior)
        found = found + np.linalg.solve((facts.T * (weight * said * (1 - said))) @ facts + penalty, slope)
        found = np.where(sign * found < 0, 0.0, found)
    return found


# telling ----------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Told:
    """For each election how sure its winner is, and whether it is right."""

    some: Sequence[Election]
    sure: np.ndarray
    right: np.ndarray


def read(some: Sequence[Election], weights: np.ndarray) -> Told:
    scores = [one.facts @ weights for one in some]
    return Told(some, np.array([1 / (1 + np.exp(-score.max())) for score in scores]),
                np.array([one.right[int(np.argmax(score))] for one, score in zip(some, scores, strict=True)]))


def on_unseen_sites(some: Sequence[Election]) -> Told:
    """Each fifth of the sites by weights learnt on the others."""
    def fold(one: Election) -> int:
        return int(hashlib.md5(one.site.encode()).hexdigest(), 16) % FOLDS

    parts = [read([one for one in some if fold(one) == number],
                  weights_of([one for one in some if fold(one) != number])) for number in range(FOLDS)]
    return Told([one for part in parts for one in part.some], np.concatenate([part.sure for part in parts]),
                np.concatenate([part.right for part in parts]))


def calibration(sure: np.ndarray, right: np.ndarray) -> Iterator[str]:
    """How often values of each sureness are right, and how far the two are from each other on average (ECE)."""
    off = 0.0
    for low, high in pairwise(BINS):
        inside = (sure >= low) & (sure < high)
        if inside.any():
            said, is_right = sure[inside].mean(), right[inside].mean()
            off += inside.sum() * abs(said - is_right)
            yield (f"    {low:5.3f} to {min(high, 1.0):5.3f} {inside.sum():7d} values   said {said:.3f}   "
                   f"right {is_right:.3f}")
    yield f"    ECE {off / max(1, len(sure)):.4f}"


def tell(title: str, told: Told) -> None:
    by_site: dict[str, list[bool]] = defaultdict(list)
    invented, cut = 0, 0
    for one, sure, right in zip(told.some, told.sure, told.right, strict=True):
        believed = sure >= vote.SURE
        if one.is_cut:
            invented, cut = invented + believed, cut + 1
        else:
            by_site[one.site].append(believed and right == 1 if one.has_truth else not believed)
    shown = told.sure >= vote.SURE
    print(f"{title}: right {np.mean([np.mean(said) for said in by_site.values()]):.4f}, "
          f"read though it was cut out {invented / max(1, cut):.3f} of {cut}")
    print("\n".join(calibration(told.sure[shown], told.right[shown])))
    *_, ece = calibration(np.array([vote.confidence(sure) for sure in told.sure[shown]]), told.right[shown])
    print(f"{ece}, as confidence")


def tell_held(title: str, folders: Sequence[Path], *how: Any) -> None:
    said = np.array([pair for folder in folders for labels in (1, 3) if some_pages(folder, labels)
                     for pair in held(learnt(folder, labels, *how))])
    confident = np.array([vote.held_confidence(share) for share in said[:, 0]])
    print(f"{title}, held values\n" + "\n".join(calibration(confident, said[:, 1])))


def some_pages(folder: Path, labels: int) -> bool:
    return len((folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()) > labels


def main() -> None:
    corpora = Path(sys.argv[1])
    sites, recipes = (sorted(folder for folder in (corpora / name).iterdir() if folder.is_dir())
                      for name in ("swde", "recipes"))
    every = [one for folder in sites for labels in (1, 3) for one in elections(folder, labels) if one]
    tune, aside = ([one for one in every if is_aside(one.site) is part] for part in (False, True))
    found, frozen = weights_of(tune), np.array([vote.WEIGHTS.get(name, 0.0) for name in NAMES])
    for name, new, old in zip(NAMES, found, frozen, strict=True):
        print(f"{name:10} {new:6.2f}   frozen {old:6.2f}")
    tell("tune, unseen sites", on_unseen_sites(tune))
    tell("aside, learnt", read(aside, found))
    tell("tune, frozen", read(tune, frozen))
    tell("aside, frozen", read(aside, frozen))
    for title, part in (("tune", False), ("aside", True)):
        tell_held(f"{title}, SWDE", [folder for folder in sites if is_aside(folder.name) is part])
        tell_held(f"{title}, recipes", [folder for folder in recipes if is_aside(folder.name) is part],
                  "pages-stripped", RECIPE)


if __name__ == "__main__":
    main()
