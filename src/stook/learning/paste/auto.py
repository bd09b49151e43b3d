"""From pasted texts to a rules wrapper: a wrapper of all rows where a row or a list was pasted, else of one record.

    region and fields ─▶ where they stand ─▶ a row? a list of rows? ─▶ rules for each row
                                          └▶ one record ─▶ picks that vote ─▶ the frame around the region
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stook.learning.history import with_history
from stook.learning.labels.choose import placed, ranked
from stook.learning.labels.series import holders, series_of
from stook.learning.labels.settle import settled
from stook.learning.labels.texts import Occurrence, Texts, letters
from stook.learning.labels.ways import ways_to
from stook.learning.listing.induce import path_between
from stook.learning.paste.region import Fields, Found, Pasted, located
from stook.learning.paste.rows import of_list, of_row
from stook.learning.rows.columns import wrapper_of
from stook.learning.rows.region import Region
from stook.learning.rows.table import Table, is_of_one_kind, text_of
from stook.page import Page
from stook.wrapper.profile import profile_of
from stook.wrapper.rules.frame import frame_of
from stook.wrapper.rules.model import Cut, FieldRule, RulesWrapper
from stook.wrapper.rules.reading import Reading
from stook.wrapper.selector import Selector, parse, step_of

METHOD = "paste"
MADE_OF = 0.5
"""So much of a pasted list must be its rows."""


# one record -------------------------------------------------------------------------------------------

class _Inside(Texts):
    """What a region says; the rest of its page is not looked at."""

    def __init__(self, pasted: Pasted, region: Region) -> None:
        self.page, self._pasted, self._region = pasted.page, pasted, region

    def find(self, value: str, kind: str = "text", name: str = "") -> list[Occurrence]:
        return self._pasted.find(value, self._region)


def _rules(pasted: Pasted, region: Region, fields: Fields, found: Found) -> Iterator[FieldRule]:
    """Picks that vote: one rule for the values that are a series, else one for each value."""
    reading = Reading(pasted.page)
    for name, values in fields.items():
        series = series_of(_Inside(pasted, region), values, "text", single=False) if len(values) > 1 else None
        if series:
            yield FieldRule(name, "text", "*", series.picks, 1.0, "weighted", holders([(0, series)]),
                            profile=profile_of(values))
            continue
        for value, places in zip(values, found[name], strict=True):
            yield _rule(reading, name, value, places, "*" if len(values) > 1 else "?")


def _rule(reading: Reading, name: str, value: str, places: Sequence[Occurrence], cardinality: str) -> FieldRule:
    candidates = placed(reading, 0, places)
    best = ranked(candidates, [reading], [{letters(value)}], [], name, profile_of([value]))[0]
    said = settled([best], [reading], [])
    return FieldRule(name, "text", "*" if cardinality == "*" else "?", said.picks, 1.0, "weighted",
                     profile=said.profile, instead=said.instead)


def _whole(page: Page, region: Region) -> FieldRule:
    """Where no field was pasted: all that the region says."""
    children = [child for child in page.children(region.node) if region.holds(child)]
    one = Occurrence(region.node) if region.is_whole else Occurrence(children[0], more=len(children) - 1)
    return _rule(Reading(page), "text", text_of(page, one), [one], "?")


def _record(pasted: Pasted, region: Region, fields: Fields, found: Found) -> RulesWrapper:
    rules = tuple(_rules(pasted, region, fields, found)) or (_whole(pasted.page, region),)
    return RulesWrapper(((parse("html"),),), Cut("page"), rules)


# the frame --------------------------------------------------------------------------------------------

def _framed(page: Page, wrapper: RulesWrapper, region: int) -> RulesWrapper:
    """The wrapper with what stands around its region, and the ways from there to the values."""
    ways = dict.fromkeys(pick.selector for pick in ways_to(page, Occurrence(region)) if not pick.label)
    inner: dict[str, Selector] = {}
    for record in wrapper.apply(page).records[:1]:
        nodes = {name: value.node for name in record for value in record[name][:1]}
        inner = {name: _way(page, region, node) for name, node in nodes.items() if node is not None and node >= region}
    return replace(wrapper, frame=frame_of(page, region, tuple(ways), inner))


def _way(page: Page, region: int, node: int) -> Selector:
    path = path_between(page, region, node)
    return Selector(tuple(replace(step_of(page, one), nth=page.ordinals[one]) for one in path), (True,) * len(path))


# from a paste -----------------------------------------------------------------------------------------

def _lists(page: Page, region: Region, found: Found) -> Iterator[tuple[Table, RulesWrapper]]:
    """The lists of which the region may be a row, then those that may be all of it."""
    for table in of_row(page, region, found):
        yield table, wrapper_of(page, table)
    for table in of_list(page, region, found):
        wrapper = wrapper_of(page, table)
        if _share(page, wrapper, region) >= MADE_OF:
            yield table, wrapper


def _share(page: Page, wrapper: RulesWrapper, region: Region) -> float:
    """How much of a region are records."""
    inside = [span for record in wrapper.apply(page).records if (span := record.span)
              and region.start <= span[0] < region.stop]
    return sum(len(page.text_in(*span)) for span in inside) / max(1, len(page.text_in(region.start, region.stop)))


def _gives_back(page: Page, wrapper: RulesWrapper, table: Table) -> bool:
    """Whether a wrapper reads the pasted row as it was pasted."""
    wanted = {name: [text_of(page, one) for one in some] for name, some in table.first.items()}
    start = table.rows.all[table.known[0]].start
    record = next((record for record in wrapper.apply(page).records
                   if record.span and record.span[0] <= start < record.span[1]), None)
    return record is not None and all([value.text for value in record[rule.name]] == wanted[rule.name]
                                      for rule in wrapper.fields if rule.type == "text")


def _list(page: Page, region: Region, found: Found, was_pasted: bool) -> RulesWrapper | None:
    """The wrapper of a list, if one was meant. Where only values were pasted, they must repeat by their kind."""
    for table, wrapper in _lists(page, region, found):
        if (was_pasted or (len(found) > 1 and is_of_one_kind(page, table))) and _gives_back(page, wrapper, table):
            return _framed(page, wrapper, table.rows.all[table.known[0]].section)
    return None


def auto(page: Page, region: str | None, fields: Fields) -> RulesWrapper:
    """The wrapper for a pasted region and the values in it."""
    pasted = Pasted(page)
    where, found = located(pasted, region, fields)
    wrapper = _list(page, where, found, region is not None)
    wrapper = wrapper or _framed(page, _record(pasted, where, fields, found), where.node)
    return with_history(replace(wrapper, provenance={"method": METHOD, "url": page.url or ""}), [page])
