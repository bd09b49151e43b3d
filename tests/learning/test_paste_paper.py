"""The paper on reverse labelling: what it prints, on a page made after its description of a publication's page."""

from __future__ import annotations

import pytest

import stook
from stook.errors import PasteError
from stook.learning.paste import recheck
from stook.wrapper import changed
from stook.wrapper.rules.around import Counts, Delimiters
from stook.wrapper.rules.delimiters import Stream, change
from stook.wrapper.rules.model import RulesWrapper

SOURCE = ("<html><head><title>Index</title></head><body><div id=top><ul><li>Home<li>Find<br></ul></div><table><tr><td class=menu>Years</td>"
          "<td class=main><h1>{title}</h1><p>By <b>{author}</b><div class=abstract><p>{abstract}</div><a href={file}>Full text</a></td></tr>"
          "</table><div id=foot>Ours<hr></div></body></html>")
TEXTS = {"title": "On the growth of leeks", "author": "J. Roe", "abstract": "Leeks grow. They do so slowly."}
REGION = "On the growth of leeks\nBy J. Roe\n\n Leeks grow.  They do so slowly.\nFull text"


def page(source: str = SOURCE, **texts: str) -> stook.Page:
    return stook.Page(source.format(**{**TEXTS, "file": "1.pdf", **texts}))


def other(source: str = SOURCE) -> stook.Page:
    return page(source, title="Rye in the rain", author="K. Lo", abstract="Rye gets wet.")


def pasted() -> RulesWrapper:
    return stook.paste(page(), REGION, TEXTS, method="paper")


def read(wrapper: RulesWrapper, on: stook.Page) -> list[dict[str, object]]:
    return [record.to_dict() for record in wrapper.apply(on).records]


WANTED = [{"title": "Rye in the rain", "author": "K. Lo", "abstract": "Rye gets wet."}]


# upper and lower part ---------------------------------------------------------------------------------

def test_formatting_tags_are_no_part_of_the_stream() -> None:
    """`<b>` and `<a>` are cleaned away; what lays out stays, in the order of the source, closed or not."""
    marks = Stream(page()).marks
    assert ["html", "head", "title", "/title", "/head", "body", "div#top", "ul", "li", "li", "br", "/ul", "/div", "table", "tr", "td.menu",
            "/td", "td.main", "h1", "/h1", "p", "div.abstract", "p", "/div", "/td", "/tr", "/table", "div#foot", "hr", "/div", "/body",
            "/html"] == marks


def test_open_tags_are_counted_from_the_region_outwards() -> None:
    """Upper: html, body, table and h1 are open; `<li>`, `<td>`, `<tr>` and `<p>` need no end tag and `<br>` has none, so that none of
    them counts, or all of them would be open. Lower: `</table>`, `</body>` and `</html>` have no partner there."""
    assert Counts(4, 3) == pasted().cut.counts


@pytest.mark.parametrize(("source", "upper", "lower"), [
    ("<div><p>one<p>two {}<p>three</div>", 1, 1), ("<div><br><img src=x>{}<hr></div>", 1, 1), ("<div><div></div>{}</div></div>", 1, 2),
    ("{}", 0, 0), ("<section><ul><li>a<li>{}</ul></section>", 2, 2), ("<div><!-- <div> --><script>'<div>'</script>{}</div>", 1, 1),
])
def test_what_is_open(source: str, upper: int, lower: int) -> None:
    """On the raw stream: a tree would be repaired, and both numbers would be its depth."""
    assert Counts(upper, lower) == stook.paste(stook.Page(source.format("Leeks grow")), "Leeks grow", method="paper").cut.counts


# delimiters -------------------------------------------------------------------------------------------

def test_delimiters_are_taken_from_the_inside_out() -> None:
    """As few tags as stand nowhere earlier: one before the region, one after it; in the region the same for each value."""
    wrapper = pasted()
    assert Delimiters(("h1",), ("/td",)) == wrapper.cut.between
    assert {"title": Delimiters((), ("/h1",)), "author": Delimiters(("p",), ("div.abstract",), "By ", ""),
            "abstract": Delimiters(("div.abstract", "p"), ("/div",))} == {rule.name: rule.between for rule in wrapper.fields}


def test_other_pages_of_the_template_are_read() -> None:
    assert WANTED == read(pasted(), other())


def test_without_fields_the_whole_region_is_one() -> None:
    wrapper = stook.paste(page(), REGION, method="paper")
    assert [{"text": "Rye in the rain By K. Lo Rye gets wet. Full text"}] == read(wrapper, other())


# the cases --------------------------------------------------------------------------------------------

BEFORE, BEHIND = "<table><tr>", "</tr></table>"
CASES = {
    "none": (SOURCE, "none"),
    "upper": (SOURCE.replace(BEFORE, f"<div class=new>{BEFORE}"), "upper"),
    "lower": (SOURCE.replace(BEHIND, f"{BEHIND}</div>", 1), "lower"),
    "both alike": (SOURCE.replace(BEFORE, f"<center>{BEFORE}").replace(BEHIND, f"{BEHIND}</center>"), "both alike"),
    "both": (SOURCE.replace(BEFORE, f"<div><div>{BEFORE}").replace(BEHIND, f"{BEHIND}</div>"), "both"),
}


@pytest.mark.parametrize("name", CASES)
def test_the_four_cases_of_change(name: str) -> None:
    """None; both parts by the same number; one of them, which is two cases; both by different numbers."""
    source, case = CASES[name]
    told, wrapper = recheck(pasted(), page(source))
    assert case == told
    assert (pasted() == wrapper) is (name == "none"), "a changed template is replaced at once"
    assert WANTED == read(wrapper, other(source))


@pytest.mark.parametrize(("new", "case"), [
    (Counts(4, 3), "none"), (Counts(5, 4), "both alike"), (Counts(3, 2), "both alike"), (Counts(5, 3), "upper"), (Counts(4, 1), "lower"),
    (Counts(5, 2), "both"), (Counts(3, 4), "both"), (Counts(6, 4), "both")])
def test_the_table_of_cases(new: Counts, case: str) -> None:
    """By n_upper, n_lower and their difference alone, as the paper prints it."""
    assert case == change(Counts(4, 3), new)


def test_the_counts_are_blind_to_what_closes_what_it_opens() -> None:
    """The paper's own example, an advertorial in the upper part, changes no count; `auto` sees it (see test_paste_auto)."""
    source = SOURCE.replace(BEFORE, f"<div class=ad><h3>Buy</h3><p>Now</div>{BEFORE}")
    assert "none" == changed(pasted(), page(source)).case
    assert ("none", pasted()) == recheck(pasted(), page(source))


def test_the_replaced_template_is_made_by_the_same_procedure() -> None:
    """The new page has other tags around the region and in it; pasting the same texts again gives the rules for both."""
    source = SOURCE.replace("<td class=main><h1>{title}</h1>", "<td class=body><section><h2>{title}</h2>").replace("Full text</a>", "Full text</a></section>")
    case, wrapper = recheck(pasted(), page(source))
    assert "both alike" == case
    assert (Delimiters(("h2",), ("/section",)), WANTED) == (wrapper.cut.between, read(wrapper, other(source)))


def test_outer_and_inner_delimiters_are_independent() -> None:
    """Another box around the region changes how it is found, and not how its values are found in it."""
    source = SOURCE.replace("<td class=main>", "<td class=main><h1>Journal</h1><section>").replace("Full text</a>", "Full text</a></section>")
    _, wrapper = recheck(pasted(), page(source))
    assert pasted().cut.between != wrapper.cut.between
    assert [rule.between for rule in pasted().fields] == [rule.between for rule in wrapper.fields]


def test_only_pasted_wrappers_are_rechecked() -> None:
    with pytest.raises(PasteError, match="was not made from pasted texts; make one with"):
        recheck(stook.learn([stook.Example(page(), {"title": TEXTS["title"]})]), page())


def test_what_is_not_there_is_named_with_the_nearest_text() -> None:
    with pytest.raises(PasteError, match=r"the value of 'author' is not there: 'J\. Rowling'; the nearest text is 'J\. Roe'"):
        stook.paste(page(), REGION, {"author": "J. Rowling"}, method="paper")
    with pytest.raises(PasteError, match="the region is not there: 'Quite another thing, never printed anywhere'"):
        stook.paste(page(), "Quite another thing, never printed anywhere", TEXTS, method="paper")
