"""Runs of like siblings become one example, as the paper has it: adjacent ones of one tag, eighty percent alike."""

from __future__ import annotations

from stook.learning.siblings import Reduced, members, reduce
from stook.page import Page


def shown(reduced: Reduced) -> str:
    """The tags below the body in one line, examples of runs with a star."""
    body = reduced.tag.index("body")
    return " ".join(tag + "*" * (number in reduced.runs) for number, tag in enumerate(reduced.tag)
                    if number > body and tag != "#text")


def test_a_run_becomes_its_first() -> None:
    reduced = reduce(Page("<h1>a</h1><p>b one</p><p>b two</p><p>b three</p><h2>e</h2>"))
    assert "h1 p* h2" == shown(reduced)
    [example] = reduced.runs
    assert ["b one", "b two", "b three"] == [reduced.page.text_of(node) for node in members(reduced, example)]


def test_only_adjacent_siblings_make_a_run() -> None:
    assert "p h2 p" == shown(reduce(Page("<p>one</p><h2>e</h2><p>two</p>")))


def test_siblings_must_be_alike() -> None:
    assert "div b i div u u2 u3" == shown(reduce(Page("<div><b>x</b><i>y</i></div><div><u>x<u2>y<u3>z</div>")))
    alike = "<div><b>x</b><i>y</i><s>z</s><q>w</q></div><div><b>x</b><i>y</i><s>z</s><q>w</q><u>v</u></div>"
    assert "div* b i s q" == shown(reduce(Page(alike)))


def test_runs_within_runs() -> None:
    assert "ul* li* b" == shown(reduce(Page("<ul><li><b>1</b><li><b>2</b></ul><ul><li><b>3</b><li><b>4</b></ul>")))


def test_what_nobody_reads_takes_no_part() -> None:
    assert "p" == shown(reduce(Page("<title>t</title><script>x</script><p>text</p><style>y</style>")))


def test_large_and_deep_pages_are_bounded() -> None:
    rows = "".join(f"<tr>{'<td>x' * (n % 7 + 1)}" for n in range(10_000))
    assert 20_000 >= len(reduce(Page(f"<table>{rows}</table>")).tag)
    assert 3_000 <= len(reduce(Page("<div>" * 3000)).tag)
    assert [] == reduce(Page("")).tag[3:]
