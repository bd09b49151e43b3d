"""The paper on reverse labelling: from pasted texts to delimiters, from the inside out, and to the counts of open tags.

    upper, lower  the source before the first sentence of the region and after its last one, of which only the tags that
                  lay out are left
    delimiters    read from the region outwards: as few tags as it takes to stand nowhere earlier. The same is done
                  within the region for each value, so that the two do not depend on each other
    counts        how many tags are open in the upper and in the lower part
    recheck       before each crawl the procedure is repeated with the same pasted texts. If the counts are others, the
                  new template replaces the old one, without further check; if they are the same, the old one stays,
                  although a balanced insertion may have broken it

The paper prints no delimiter and no rule for how long one is; "as few as it takes" is ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from stook.errors import PasteError
from stook.learning.paste.region import LONGEST_SHOWN, NEARLY, Fields
from stook.learning.paste.stream import COVERED, Match, Stream, bare
from stook.page import Page
from stook.wrapper.rules import delimiters as raw
from stook.wrapper.rules.around import Counts, Delimiters
from stook.wrapper.rules.delimiters import Case
from stook.wrapper.rules.model import Cut, FieldRule, RulesWrapper

METHOD = "paste paper"


def _repeats(marks: Sequence[str | None]) -> list[int]:
    """For each place how far what begins there equals the beginning (the Z function: in one pass)."""
    same, left, right = [0] * len(marks), 0, 0
    for place in range(1, len(marks)):
        count = min(right - place, same[place - left]) if place < right else 0
        while place + count < len(marks) and marks[count] == marks[place + count]:
            count += 1
        same[place] = count
        if place + count > right:
            left, right = place, place + count
    return same


def left_of(marks: Sequence[str], place: int, edge: int) -> tuple[str, ...]:
    """The fewest marks before a place that stand nowhere earlier within the edge."""
    outwards = list(marks[edge:place])[::-1]
    size = min(len(outwards), max(_repeats(outwards), default=0) + 1)
    return tuple(outwards[:size][::-1])


def right_of(marks: Sequence[str], place: int, start: int, edge: int) -> tuple[str, ...]:
    """The fewest marks after a place that stand nowhere between `start` and it."""
    outwards = list(marks[place:edge])
    same = _repeats([*outwards, None, *marks[start:edge]])[len(outwards) + 1:]
    size = min(len(outwards), max(same[:place - start], default=0) + 1)
    return tuple(outwards[:size])


class _Source:
    """The raw source of a page, and what it says between its tags."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.raw = raw.Stream(page)
        self.stream = Stream([gap.text for gap in self.raw.gaps])

    def places(self, match: Match) -> tuple[int, int]:
        """How many tags stand before and in a text."""
        first, last = self.stream.places(match)
        return self.raw.gaps[first].place, self.raw.gaps[last].place

    def find(self, what: str, text: str, within: tuple[int, int] | None = None, least: float = COVERED) -> Match:
        found = next(self.stream.exactly(text, within), None) or self.stream.aligned(text, within)
        if found is None or found.covered < least:
            near = self.stream.nearest(text, within)
            said = ""
            if near:
                first, last = self.stream.places(near)
                said = f"; the nearest text is {' '.join(' '.join(self.stream.texts[first:last + 1]).split())[:120]!r}"
            raise PasteError(f"{what} is not there: {' '.join(text.split())[:LONGEST_SHOWN]!r}{said}",
                             subject=self.page.url, hint="copy it from this page as your browser shows it")
        return found

    def between(self, match: Match, start: int, stop: int) -> Delimiters:
        """The delimiters of a text within some places."""
        first, last = self.places(match)
        marks = self.raw.marks
        left, right = left_of(marks, first, start), right_of(marks, last, first, stop)
        return Delimiters(left, right)

    def within(self, value: str, delimiters: Delimiters, start: int, stop: int) -> Delimiters:
        """The same, and where the delimiters hold more than the value, the words around it."""
        found = raw.between(delimiters, self.raw.marks, start, stop)
        text, said = self.raw.text(*found) if found else "", " ".join(value.split())
        place = text.casefold().find(said.casefold())
        if place < 0 or bare(text) == bare(value):
            return delimiters
        before, after = re.search(r"\S*\s*\Z", text[:place]), re.match(r"\s*\S*", text[place + len(said):])
        assert before is not None
        assert after is not None
        return Delimiters(delimiters.left, delimiters.right, before[0], after[0])


def _rules(source: _Source, fields: Fields, region: Match, start: int, stop: int) -> Iterator[FieldRule]:
    """One rule for each value, made within the region alone."""
    within = (region.start, region.stop)
    for name, values in fields.items():
        for value in values:
            match = source.find(f"the value of {name!r}", value, within, NEARLY)
            found = source.within(value, source.between(match, start, stop), start, stop)
            yield FieldRule(name, "text", "*" if len(values) > 1 else "?", (), between=found)


def _whole(source: _Source, fields: Fields) -> Match:
    """Where no region was pasted: from the first value to the last."""
    found = [source.find(f"the value of {name!r}", value, None, NEARLY)
             for name, values in fields.items() for value in values]
    return Match(min(one.start for one in found), max(one.stop for one in found), 1.0)


def paper(page: Page, region: str | None, fields: Fields) -> RulesWrapper:
    """The wrapper of delimiters for a pasted region and the values in it."""
    source = _Source(page)
    match = _whole(source, fields) if region is None else source.find("the region", region)
    start, stop = source.places(match)
    outer = source.between(match, 0, len(source.raw.marks))
    counts = source.raw.counts(start, stop)
    rules = tuple(_rules(source, fields, match, start, stop))
    rules = rules or (FieldRule("text", "text", "1", (), between=Delimiters()),)
    pasted: dict[str, object] = {"method": METHOD, "url": page.url or "",
                                 "fields": {name: list(values) for name, values in fields.items()}}
    return RulesWrapper((), Cut("delimiters", between=outer, counts=counts), rules,
                        provenance=pasted | ({} if region is None else {"region": region}))


def recheck(wrapper: RulesWrapper, page: Page) -> tuple[Case, RulesWrapper]:
    """What the paper does before each crawl: which case it is by the counts, and the wrapper to go on with."""
    pasted: Mapping[str, object] = wrapper.provenance
    region, fields = pasted.get("region"), pasted.get("fields")
    if wrapper.cut.counts is None or not isinstance(fields, Mapping):
        raise PasteError("this wrapper was not made from pasted texts",
                         hint='make one with stook.paste(..., method="paper")')
    new = paper(page, region if isinstance(region, str) else None, fields)
    counts = new.cut.counts
    assert isinstance(counts, Counts)
    case = raw.change(wrapper.cut.counts, counts)
    return case, wrapper if case == "none" else new
