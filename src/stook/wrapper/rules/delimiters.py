"""Delimiters on the raw tag stream, as the paper on reverse labelling has them: where a region begins and ends, and
its parts in it, without a tree.

    stream     the tags of the source as they stand there, without those that only format text (<b>, <span>, <a>)
    mark       one tag of it as delimiters compare tags: name, id and classes, as `div#main.story`, `/div`, `br`
    delimiter  the marks that stand before a text (`left`), nearest last, or after it (`right`), nearest first. Nothing
               is the edge of what is looked at: the page, or the region
    counts     how many tags are open above the region (`upper`) and below it (`lower`): tags without a partner in their
               own part. Void elements and those whose end tag may be left out do not count, or every <br> and <li>
               would be open

A text begins behind the first place where its left delimiter stands, and ends before the first place after that where
its right delimiter stands. Both are found in time that grows with the page alone: a delimiter may come from a stranger.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from stook.page import Page
from stook.page.signature import is_stable
from stook.page.tokens import ATTRIBUTES, VOID, Tag
from stook.records import Record, Value
from stook.wrapper.rules.around import Counts, Delimiters
from stook.wrapper.rules.model import FieldRule, Part, RulesWrapper
from stook.wrapper.rules.take import cut_out

FORMATTING = frozenset(
    "a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd mark nobr q s samp small span strike "
    "strong sub sup time tt u var wbr".split())
"""Tags that format text and lay out nothing."""
MAY_STAY_OPEN = frozenset(
    "p li dt dd td th tr thead tbody tfoot colgroup caption option optgroup rb rt rtc rp".split())
"""Elements whose end tag may be left out."""
UNSEEN = frozenset("script style title iframe noembed noframes".split())
"""Elements whose content is no markup and is not shown."""

_DECLARATION = re.compile(r"<!--.*?(?:--!?>|\Z)|<[!?/][^>]*>?", re.DOTALL)


@lru_cache(maxsize=65536)
def mark_of(said: str) -> str:
    """What delimiters compare of a tag, from the tag as it stands in the source."""
    if said.startswith("</"):
        return "/" + re.split(r"[\s/>]", said[2:].lower(), maxsplit=1)[0]
    name = re.split(r"[\s/>]", said[1:].lower(), maxsplit=1)[0]
    names = {"id": "", "class": ""}
    for attribute in ATTRIBUTES.finditer(said, 1 + len(name), len(said) - 1):
        key, _, value = attribute.group().partition("=")
        key = key.strip().lower()
        if key in names and not names[key]:
            names[key] = html.unescape(value.strip().strip("\"'"))
    classes = sorted(filter(is_stable, names["class"].split()))
    id_ = names["id"] if is_stable(names["id"]) else ""
    return "".join([name, f"#{id_}" if id_ else "", *(f".{one}" for one in classes)])


class Gap(NamedTuple):
    """A text of the source: how many tags of the stream stand before it, and what it says."""

    place: int
    text: str


class Stream:
    """The source of a page as delimiters see it."""

    def __init__(self, page: Page) -> None:
        self.tags = [tag for tag in page.raw_tags if tag.name not in FORMATTING]
        self.marks = [mark_of(page.source[tag.start:tag.end]) for tag in self.tags]
        self.gaps = list(_gaps(page.source, page.raw_tags))
        self._places = [gap.place for gap in self.gaps]

    def text(self, start: int, stop: int) -> str:
        """What is said between so many tags and so many tags of the stream, white space collapsed."""
        first, last = bisect_left(self._places, start), bisect_left(self._places, stop + 1)
        said, before = [], start
        for gap in self.gaps[first:last]:
            said.append(gap.text if gap.place == before else f" {gap.text}")
            before = gap.place
        return " ".join("".join(said).split())

    def counts(self, start: int, stop: int) -> Counts:
        """How many tags are open before and after these tags."""
        return Counts(_open(self.tags[:start]), abs(_open(self.tags[stop:])))


def _gaps(source: str, tags: Sequence[Tag]) -> Iterator[Gap]:
    """The shown texts between the tags; formatting tags only divide a text."""
    place, start, unseen = 0, 0, False
    for tag in tags:
        if start < tag.start and not unseen and (text := _plain(source[start:tag.start])):
            yield Gap(place, text)
        place += tag.name not in FORMATTING
        start, unseen = tag.end, tag.kind == "open" and tag.name in UNSEEN
    if not unseen and (text := _plain(source[start:])):
        yield Gap(place, text)


def _plain(said: str) -> str:
    return html.unescape(_DECLARATION.sub("", said) if "<" in said else said)


def _open(tags: Sequence[Tag]) -> int:
    """Opening tags without those that a closing tag pairs with; below zero where more are closed."""
    count = 0
    for tag in tags:
        if tag.name not in VOID and tag.name not in MAY_STAY_OPEN:
            count += 1 if tag.kind == "open" else -1 if tag.kind == "close" else 0
    return count


# the four cases ---------------------------------------------------------------------------------------

Case = Literal["none", "both alike", "upper", "lower", "both"]


def change(old: Counts, new: Counts) -> Case:
    """How the template changed, by the counts alone. A balanced insertion changes neither: they are blind to it."""
    upper, lower = old.upper != new.upper, old.lower != new.lower
    if upper and lower:
        return "both alike" if old.upper - old.lower == new.upper - new.lower else "both"
    return "upper" if upper else "lower" if lower else "none"


# finding ----------------------------------------------------------------------------------------------

def first_place(wanted: Sequence[str], marks: Sequence[str], start: int, stop: int) -> int | None:
    """Where the wanted marks stand first within `start .. stop` (Knuth, Morris and Pratt: every mark is read once)."""
    if not wanted:
        return start
    back, matched = [0] * len(wanted), 0
    for place in range(1, len(wanted)):
        while matched and wanted[place] != wanted[matched]:
            matched = back[matched - 1]
        matched += wanted[place] == wanted[matched]
        back[place] = matched
    matched = 0
    for place in range(start, stop):
        while matched and marks[place] != wanted[matched]:
            matched = back[matched - 1]
        matched += marks[place] == wanted[matched]
        if matched == len(wanted):
            return place + 1 - matched
    return None


def between(delimiters: Delimiters, marks: Sequence[str], start: int, stop: int) -> tuple[int, int] | None:
    """The places between the delimiters, within `start .. stop`."""
    before = first_place(delimiters.left, marks, start, stop)
    if before is None:
        return None
    first = before + len(delimiters.left)
    last = first_place(delimiters.right, marks, first, stop) if delimiters.right else stop
    return None if last is None else (first, last)


def region_of(wrapper: RulesWrapper, stream: Stream) -> tuple[int, int] | None:
    """Where a wrapper's region stands in the stream."""
    if wrapper.cut.between is None:
        return None
    return between(wrapper.cut.between, stream.marks, 0, len(stream.marks))


# reading a page ---------------------------------------------------------------------------------------

def records(wrapper: RulesWrapper, page: Page) -> tuple[Record, ...]:
    """The one record that the page shows; none where its region or all its fields are not found."""
    stream = Stream(page)
    region = region_of(wrapper, stream)
    if region is None:
        return ()
    found: dict[str, tuple[Value, ...]] = {}
    for rule in wrapper.fields:
        if text := _value(rule, stream, region):
            found[rule.name] = (*found.get(rule.name, ()), Value(text))
    repeated = frozenset(rule.name for rule in wrapper.fields if rule.cardinality == "*")
    return (Record(found, stream.text(*region), None, repeated),) if found else ()


def _value(rule: FieldRule, stream: Stream, region: tuple[int, int]) -> str:
    if rule.between is None:
        return ""
    found = between(rule.between, stream.marks, *region)
    return cut_out(stream.text(*found), Part(rule.between.after, rule.between.before)) if found else ""
