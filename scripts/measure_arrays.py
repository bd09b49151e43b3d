"""Measures what a Page's arrays should be: lists, array.array or numpy (docs/decisions/0002-arrays.md).

    python scripts/measure_arrays.py              pages of its own making
    python scripts/measure_arrays.py saved/*.html these files besides

Each line of the tables is one of the bulk questions that methods ask, answered three ways that are checked to
agree. Alternatives take turns within one process, the fastest of many rounds counts, time is that of the thread:
read the ratios, for the absolute figures move with the machine. It needs numpy: pip install numpy.
"""

from __future__ import annotations

import gc
import importlib.metadata
import subprocess
import sys
import time
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

import stook
from stook.page.tree import TEXT, Tree, build

ROUNDS = 25
PRIME, MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1
Ways = Mapping[str, Callable[[], Any]]


# pages ------------------------------------------------------------------------------------------------

def list_page(records: int) -> str:
    """A page with a menu and so many records of twelve nodes."""
    menu = "".join(f"<li><a href='/{n}'>Part {n}</a></li>" for n in range(20))
    body = "".join(
        f"<article class='post'><p class='kind'>Kind {n % 5}</p>"
        f"<h2><a href='/post/{n}'>What happened on day {n}</a></h2>"
        f"<p>Some words about <b>it</b>, and more.</p><time>{n % 28 + 1} May 2024</time></article>"
        for n in range(records))
    return f"<title>News</title><nav><ul>{menu}</ul></nav><main>{body}</main>"


def deep_page(levels: int) -> str:
    """As deep as pages never are, unless somebody means harm."""
    return "<div>" * levels + "x" + "</div>" * levels


def pages(files: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield "small", list_page(10)
    yield "usual", list_page(160)
    yield "large", list_page(3_300)
    yield "deep", deep_page(5_000)
    for file in files:
        yield Path(file).name, stook.Page(Path(file).read_bytes()).source


# the questions ----------------------------------------------------------------------------------------

class Columns:
    """A tree's numbers in the three forms, and its tags as numbers."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        known: dict[str, int] = {}
        tags = [known.setdefault(name, len(known)) for name in tree.tag]
        self.lists = {"parent": tree.parent, "end": tree.end, "depth": tree.depth, "tag": tags}
        self.arrays = {name: array("i", column) for name, column in self.lists.items()}
        self.numpys = {name: np.array(column, dtype=np.int32) for name, column in self.lists.items()}
        self.link = known.get("a", known.get("div", 0))
        sizes = [len(text) for text in tree.text]
        self.sizes: Mapping[str, Any] = {
            "list": sizes, "array": array("i", sizes), "numpy": np.array(sizes, dtype=np.int64)}
        step = max(1, len(tags) // 200)
        self.some = [(node, tree.end[node]) for node in range(0, len(tags), step)]


def storing(c: Columns) -> Ways:
    """Three numbers a node, one node after the other, as the walk over the parser's tree gives them."""
    rows = list(zip(c.tree.parent, c.tree.end, c.tree.depth, strict=True))

    def appended(new: Callable[[], Any]) -> Any:
        parent, end, depth = new(), new(), new()
        for one, two, three in rows:
            parent.append(one)
            end.append(two)
            depth.append(three)
        return parent, end, depth

    return {"list": partial(appended, list), "array": partial(appended, partial(array, "i")),
            "numpy": lambda: tuple(np.array(column, dtype=np.int32) for column in appended(list))}


def climbing(c: Columns) -> Ways:
    """From each of some nodes up to the root, in a Python loop."""
    def climb(parent: Any) -> int:
        steps = 0
        for node, _ in c.some:
            while node >= 0:
                node = parent[node]
                steps += 1
        return steps

    return {"list": partial(climb, c.lists["parent"]), "array": partial(climb, c.arrays["parent"]),
            "numpy": partial(climb, c.numpys["parent"])}


def selecting_once(c: Columns) -> Ways:
    """All links of the page, without an index: by a pass over the tags."""
    def passed(tags: Sequence[int]) -> list[int]:
        return [node for node, tag in enumerate(tags) if tag == c.link]

    return {"list": partial(passed, c.lists["tag"]), "array": partial(passed, c.arrays["tag"]),
            "numpy": lambda: np.flatnonzero(c.numpys["tag"] == c.link)}


def selecting_within(c: Columns) -> Ways:
    """The links in each of 200 subtrees, cut out of an index that is in order."""
    index = [node for node, tag in enumerate(c.lists["tag"]) if tag == c.link]

    def cut(nodes: Any) -> int:
        return sum(len(nodes[bisect_left(nodes, start):bisect_left(nodes, stop)]) for start, stop in c.some)

    vector = np.array(index, dtype=np.int32)
    return {"list": partial(cut, index), "array": partial(cut, array("i", index)),
            "numpy": lambda: sum(len(vector[a:b]) for a, b in (vector.searchsorted(pair) for pair in c.some))}


def counting_within(c: Columns) -> Ways:
    """The same question, for a method that can ask about all subtrees in one go."""
    index = [node for node, tag in enumerate(c.lists["tag"]) if tag == c.link]

    def count(nodes: Any) -> list[int]:
        return [bisect_left(nodes, stop) - bisect_left(nodes, start) for start, stop in c.some]

    vector, ranges = np.array(index, dtype=np.int32), np.array(c.some, dtype=np.int32)
    return {"list": partial(count, index), "array": partial(count, array("i", index)),
            "numpy": lambda: np.diff(vector.searchsorted(ranges)).ravel()}


def summing(c: Columns) -> Ways:
    """The amount of text in every subtree: running sums, and a difference at each node's end."""
    def sums(sizes: Sequence[int], end: Sequence[int]) -> list[int]:
        before = list(accumulate(sizes, initial=0))
        return [before[stop] - before[node] for node, stop in enumerate(end)]

    def vector() -> Any:
        before = np.concatenate(([0], np.cumsum(c.sizes["numpy"])))
        return before[c.numpys["end"]] - before[:-1]

    return {"list": partial(sums, c.sizes["list"], c.lists["end"]),
            "array": partial(sums, c.sizes["array"], c.arrays["end"]), "numpy": vector}


def running(c: Columns) -> Ways:
    """The lengths of all runs of siblings with the same tag."""
    def runs(parent: Sequence[int], tag: Sequence[int]) -> list[int]:
        last: dict[int, int] = {}
        lengths: dict[int, list[int]] = {}
        for above, own in zip(parent, tag, strict=True):
            if last.get(above) == own:
                lengths[above][-1] += 1
            else:
                last[above] = own
                lengths.setdefault(above, []).append(1)
        return sorted(length for found in lengths.values() for length in found)

    def vector() -> Any:
        order = np.argsort(c.numpys["parent"], kind="stable")
        above, own = c.numpys["parent"][order], c.numpys["tag"][order]
        turns = np.flatnonzero((np.diff(above) != 0) | (np.diff(own) != 0)) + 1
        return np.sort(np.diff(turns, prepend=0, append=len(own)))

    return {"list": partial(runs, c.lists["parent"], c.lists["tag"]),
            "array": partial(runs, c.arrays["parent"], c.arrays["tag"]), "numpy": vector}


def folding(c: Columns) -> Ways:
    """A digest of each subtree; equal ones must be equal, but numpy's are other numbers than the loops'.

    A loop folds the last node first. numpy can fold a whole level at once, and must weigh siblings by place.
    """
    codes = [(tag + 1) * PRIME & MASK for tag in c.lists["tag"]]

    def fold(parent: Sequence[int], digest: Any) -> Any:
        for node in range(len(digest) - 1, 0, -1):
            own, above = digest[node], parent[node]
            own ^= own >> 29
            digest[above] = ((digest[above] ^ own) * PRIME + (own >> 7)) & MASK
        return digest

    order = np.argsort(c.numpys["depth"], kind="stable")
    levels = np.split(order, np.flatnonzero(np.diff(c.numpys["depth"][order])) + 1)
    counts: dict[int, int] = {}
    places = []
    for above in c.lists["parent"]:
        counts[above] = counts.get(above, 0) + 1
        places.append(counts[above])
    weights = np.array(places, dtype=np.uint64) * np.uint64(PRIME | 1)

    def vector() -> Any:
        digest = np.array(codes, dtype=np.uint64)
        for level in levels[:0:-1]:
            own = digest[level]
            own = (own ^ (own >> np.uint64(29))) * weights[level]
            np.add.at(digest, c.numpys["parent"][level], own ^ (own >> np.uint64(31)))
        return digest

    return {"list": lambda: fold(c.lists["parent"], list(codes)),
            "array": lambda: fold(c.arrays["parent"], array("Q", codes)), "numpy": vector}


QUESTIONS: Mapping[str, Callable[[Columns], Ways]] = {
    "store in the walk": storing, "climb in a loop": climbing, "select, no index": selecting_once,
    "select within, range by range": selecting_within, "select within, all ranges": counting_within,
    "sums over subtrees": summing,
    "runs of siblings": running, "fold digests": folding,
}


# measuring --------------------------------------------------------------------------------------------

def fastest(ways: Ways, rounds: int = ROUNDS) -> dict[str, float]:
    """Seconds of each way, which take turns."""
    best = dict.fromkeys(ways, float("inf"))
    gc.disable()
    for _ in range(rounds):
        for name, way in ways.items():
            start = time.thread_time()
            way()
            best[name] = min(best[name], time.thread_time() - start)
    gc.enable()
    return best


def agree(question: str, ways: Ways) -> None:
    answers = {name: np.asarray(way()) for name, way in ways.items()}
    if question == "fold digests":  # other numbers, but the same nodes must look alike
        answers = {name: np.unique(answer, return_inverse=True)[1] for name, answer in answers.items()}
        answers = {name: np.unique(answer, return_index=True)[1][answer] for name, answer in answers.items()}
    assert all(np.array_equal(answers["list"], answer) for answer in answers.values()), question


def times(name: str, source: str) -> None:
    tree = build(source)
    columns = Columns(tree)
    whole = fastest({"build": lambda: build(source)}, 7)["build"]
    print(f"\n{name}: {len(tree.tag):,} nodes; parse and walk = 1")
    print("| question | list | array / list | numpy / list |\n|---|---|---|---|")
    for question, ways_of in QUESTIONS.items():
        ways = ways_of(columns)
        agree(question, ways)
        took = fastest(ways)
        print(f"| {question} | {took['list'] / whole:.3f} | {took['array'] / took['list']:.2f} | "
              f"{took['numpy'] / took['list']:.2f} |")


def shares(source: str) -> None:
    """How much of the whole way from bytes to entries the bulk questions are."""
    content = source.encode()

    def asked(page: stook.Page) -> None:
        page.select("a")
        page.with_attr("href")
        for name in ("kinds", "ordinals", "words", "shapes", "contents"):
            getattr(page, name)

    took = fastest({"page": lambda: stook.Page(content), "asked": lambda: asked(stook.Page(content)),
                    "entries": lambda: stook.entries(stook.Page(content))}, 7)
    questions = (took["asked"] - took["page"]) / took["entries"]
    print(f"Of Page + entries the Page is {took['page'] / took['entries']:.0%}, every index and digest that a Page "
          f"can make, together, {questions:.0%}.")


def memory(source: str) -> None:
    tree = build(source)
    count = len(tree.tag)
    lists = (tree.parent, tree.end, tree.depth)
    numbers = {id(number): sys.getsizeof(number) for column in lists for number in column if number > 256}
    as_lists = (sum(map(sys.getsizeof, lists)) + sum(numbers.values())) / count
    texts = sum(sys.getsizeof(text) for text, tag in zip(tree.text, tree.tag, strict=True) if tag == TEXT) / count
    attrs = sum(sys.getsizeof(one) + sum(map(sys.getsizeof, one.values())) for one in tree.attrs if one) / count
    print(f"\nBytes a node on the large page: parent, end and depth as lists {as_lists:.0f}, as arrays of 32 bits 12; "
          f"the texts {texts:.0f}, the attributes {attrs:.0f}, the three lists of references to those and to tags 24.")


def price() -> None:
    def started(command: str) -> float:
        took = []
        for _ in range(7):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", command], check=True)
            took.append(time.perf_counter() - start)
        return min(took)

    bare, with_numpy, with_stook = map(started, ("pass", "import numpy", "import stook"))
    print(f"\nImporting numpy takes {(with_numpy - bare) / (with_stook - bare):.2f} of what importing stook takes.")
    needed = [installed(name) for name in ("selectolax", "ada-url", "lxml", "dateparser", "httpx2", "typer", "rich")]
    print(f"Installed, numpy has {installed('numpy') / 1e6:.0f} MB; seven direct dependencies of stook together "
          f"{sum(needed) / 1e6:.0f} MB.")


def installed(package: str) -> int:
    files = importlib.metadata.files(package) or []
    return sum(Path(str(file.locate())).stat().st_size for file in files if Path(str(file.locate())).is_file())


def main() -> None:
    for name, source in pages(sys.argv[1:]):
        times(name, source)
        if name != "deep":
            shares(source)
    memory(list_page(3_300))
    price()


if __name__ == "__main__":
    main()
