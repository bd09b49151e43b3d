"""`stook explain`: how a wrapper came to each value, by position on the page and position in its file together."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import RenderableType

from stook.cli.options import NOTHING_FOUND, Allow, Charset, Saved, Source, Url
from stook.cli.place import place_of
from stook.errors import StookError

if TYPE_CHECKING:
    from stook import Page, Value
    from stook.wrapper import Explained, RulesWrapper, Voter

MOST_FOUND = 3
"""A voter that finds more shows the first."""
_STYLES = {"for": "green", "other": "red", "many": "yellow", "silent": "dim", "spared": "dim"}
WIDEST_VOTE = max(map(len, _STYLES))
INDENT = WIDEST_VOTE + 4
_PLACE = re.compile(r"fields\[(\d+)\]\.(picks|within)\[(\d+)\]")


def explain(
    wrapper: Saved, source: Source,
    field: Annotated[list[str] | None, typer.Option(
        "--field", metavar="FIELD", help="Only this field; may come again.", show_default=False)] = None,
    record: Annotated[int, typer.Option(min=1, metavar="N", help="Of a list, this record.")] = 1,
    url: Url = None, allow: Allow = None, charset: Charset = None,
) -> None:
    """Say which selectors voted for which node of a page, field by field.

    \b
      stook explain books.json dune.html
      stook explain books.json dune.html --field price
      stook explain shop.json https://example.org/shop --record 3

    Each voter is named by its position in the wrapper's file, and says: for the value, other (it found something else),
    many (it found too much to mean one), silent (it found nothing), or spared (one before it was believed).
    """
    from stook import load
    from stook.cli.screen import show, tell
    from stook.wrapper import explain

    saved = load(wrapper)
    _check_fields(saved, field or ())
    place = place_of(source, url, allow, charset)
    page = place.read()
    _check_record(saved, page, record)
    explained = explain(saved, page, record - 1)
    if not field and saved.cut.kind not in ("page", "delimiters"):
        show(*_where(saved, page, record), "")
    for one in explained:
        if not field or one.name in field:
            show(*_explanation(saved, page, one), "")
    if not any(one.believed for one in explained):
        tell(f"{source}: {wrapper} reads nothing here; `{place.command('check ' + shlex.quote(str(wrapper)))}` "
             "says whether the site has changed")
        raise typer.Exit(NOTHING_FOUND)


def _check_fields(wrapper: RulesWrapper, wanted: Sequence[str]) -> None:
    names = dict.fromkeys(rule.name for rule in wrapper.fields)
    for name in wanted:
        if name not in names:
            raise StookError("the wrapper has no such field", subject=f"--field {name}",
                             hint=f"its fields are {', '.join(names)}")


def _check_record(wrapper: RulesWrapper, page: Page, record: int) -> None:
    """A record that the page does not have is refused; the first is explained even where there is none."""
    count = len(wrapper.apply(page).records) if record > 1 else 1
    if record > max(1, count):
        said = f"the page has 1 to {count}" if count > 1 else "the page has one" if count else "the page has none"
        raise StookError("no such record", subject=f"--record {record}", hint=said)


# which record ------------------------------------------------------------------------------------------

def _where(wrapper: RulesWrapper, page: Page, record: int) -> Iterator[RenderableType]:
    """Which record of the list this is, and what says where the records are."""
    from stook.cli.screen import indented, styled
    from stook.wrapper import position

    records = wrapper.apply(page).records
    yield styled((f"record {record} of {len(records):,}" if records else "no records", "bold"),
                 (f"  cut as {wrapper.cut.kind}", "dim"))
    if records and (span := records[record - 1].span):
        yield indented(styled((f"nodes {span[0]} to {span[1] - 1}, {position(page, span[0])}", "dim")), 4)
    ways = [(f"region[{place}][{way}]", selector) for place, some in enumerate(wrapper.region)
            for way, selector in enumerate(some)]
    heads = [(f"cut.heads[{place}]", selector) for place, selector in enumerate(wrapper.cut.heads)]
    for what, places in (("in", ways), ("begins", heads)):
        for place, selector in places:
            yield styled("  ", what.ljust(WIDEST_VOTE), (f"  {place}", "dim"))
            yield indented(styled(str(selector)), INDENT)
            yield from map(_to_copy, _in_other_words(selector))


# one field --------------------------------------------------------------------------------------------

def _explanation(wrapper: RulesWrapper, page: Page, one: Explained) -> Iterator[RenderableType]:
    from stook.cli.readings import percent
    from stook.cli.screen import indented, styled

    sure = f"{percent(one.sure)} sure" if one.values else "nothing found"
    sure += "" if one.believed or not one.values else ", which is too little to be believed"
    yield styled((one.name, "bold"), (f"  {sure}, {one.place}", "dim"))
    for value in one.values:
        yield indented(styled((f"“{_said(value.text)}”", "green" if one.believed else "yellow")), 2)
        yield from _node(page, value)
    if one.weighed:
        weighed = ", ".join(f"{name} {weight:+.1f}" for name, weight in one.weighed.items())
        yield indented(styled((f"weighed: {weighed}", "dim")), 2)
    for voter in one.voters:
        yield from _voter(wrapper, voter)


def _said(text: str) -> str:
    from stook.cli.readings import joined

    return joined([text])


def _node(page: Page, value: Value) -> Iterator[RenderableType]:
    from stook.cli.screen import indented, styled
    from stook.wrapper import position

    if value.node is None:
        yield styled(("    no node shows it", "dim"))
    else:
        yield indented(styled((f"node {value.node}, {position(page, value.node)}", "dim")), 4)


def _voter(wrapper: RulesWrapper, voter: Voter) -> Iterator[RenderableType]:
    from stook.cli.screen import indented, styled

    way = f", {voter.way}" if voter.way else ""
    yield styled("  ", (voter.vote.ljust(WIDEST_VOTE), _STYLES[voter.vote]), (f"  {voter.place}{way}", "dim"))
    yield indented(styled(voter.said), INDENT)
    yield from map(_to_copy, _exports(wrapper, voter))
    if voter.vote != "for":
        for node, text in voter.found[:MOST_FOUND]:
            yield indented(styled(f"finds “{_said(text)}” at node {node}"), INDENT)
        if len(voter.found) > MOST_FOUND:
            yield indented(styled((f"and {len(voter.found) - MOST_FOUND} more", "dim")), INDENT)


def _to_copy(said: str) -> RenderableType:
    """A line that is never broken."""
    from stook.cli.screen import styled

    return styled((f"{' ' * INDENT}{said}", "cyan"), too_long="leave")


def _exports(wrapper: RulesWrapper, voter: Voter) -> Iterator[str]:
    """The selector in the words of other tools, where they have any for it that are not ours."""
    from stook.wrapper import pick_to_xpath

    place = _PLACE.fullmatch(voter.place)
    if place is None:
        return
    picks: Sequence[Any] = getattr(wrapper.fields[int(place[1])], place[2])
    pick = picks[int(place[3])]
    if xpath := pick_to_xpath(pick):
        yield f"XPath {xpath}"
    if not (pick.label or pick.key):
        yield from _as_css(pick.selector)


def _in_other_words(selector: Any) -> Iterator[str]:
    from stook.wrapper import to_xpath

    if xpath := to_xpath(selector):
        yield f"XPath {xpath}"
    yield from _as_css(selector)


def _as_css(selector: Any) -> Iterator[str]:
    from stook.wrapper import to_css

    css = to_css(selector)
    if css and css != str(selector):
        yield f"CSS {css}"
