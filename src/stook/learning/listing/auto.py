"""`auto`: every group of leads is a candidate; the one that looks most like what the page is for comes first."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice

from stook.learning.listing import bands, boxes, categories, embedded, fields, leads, purpose, rank
from stook.learning.listing.days import DateFinder
from stook.learning.listing.found import Find, Sighting
from stook.learning.listing.leads import ROWS
from stook.learning.listing.place import FURNITURE_TAGS, FURNITURE_WORDS, near
from stook.page import Page

GLANCE = (0.0, 0.04, 0.2, 0.35)
"""So many candidates are looked at closely; the others are worse at a glance. None is that is worth less than this
share of the best: one that stands behind others must be nearer."""
GLANCED = 8
"""So many of its records tell what a candidate is like at a glance."""
HEADED = 0.7
"""What it adds to the words of leads that they are headings."""
FINISHED = 4
BEHIND = 2.5
"""What stands before records is looked for in the first few, if they score no less than this behind the best: a
date adds 1.25."""


PLAIN = 6.5
"""A list that scores so much is plain to see: then nobody needs to look into the page's JSON."""
A_SHELL = 1500
"""A page that shows less than this may be the frame of one that scripts fill."""


Looked = tuple[Find, fields.Roles]


class Search:
    """The lists of a page. Whether any may be what the page is for is asked first: for most pages that show one thing
    what is cheap to see says no, and nobody needs to look closely at the lists beside it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.find_dates = DateFinder(page)
        self.paths = leads.Paths(page, page.kinds)
        self.volume = rank.Volume(page)
        self.purpose = purpose.Purpose(page, self.volume)

    @property
    def is_no_list(self) -> bool:
        return self.purpose.is_no_list

    @cached_property
    def may_be_list(self) -> bool:
        """Whether the page could be there for one of its lists, if the best were said of them that can be."""
        return not self.is_no_list and (
            any(look.may_be_list for look in chain(self._glanced, self._signed))
            or any(map(self.purpose.is_list, self._embedded)))

    @cached_property
    def finds(self) -> list[Find]:
        """The candidates, the best first."""
        paths, find_dates = self.paths, self.find_dates
        looked = _looked_at(self._glanced)
        looked += self._joined(looked)
        looked += self._gathered(looked)
        if max((find.score for find, _ in looked), default=0.0) < PLAIN:
            looked += _looked_at(self._signed)
        looked.sort(key=lambda pair: -pair[0].score)
        near = [(find, roles) for find, roles in looked[:FINISHED] if find.score > looked[0][0].score - BEHIND]
        if not any(self.purpose.is_list(_dated_at_best(find, roles.dated)) for find, roles in near[:2]):
            near = []
        found = [_finish(find, fields.with_surroundings(roles, paths, find_dates), paths, find_dates)
                 for find, roles in near]
        found += [_put_off(find, roles, paths, find_dates) for find, roles in looked[len(near):]]
        if max((find.score for find in found), default=0.0) < PLAIN or self.volume.text[-1] < A_SHELL:
            found += self._embedded
        found = _finest(self.page, _different(sorted(found, key=lambda find: -find.score)))
        return [replace(find, is_list=self.purpose.is_list(find)) for find in found[:1]] + found[1:]

    @property
    def seeds(self) -> list[int]:
        """A lead of each group that is worth a closer look, and some pictures."""
        return [look.group.blocks[0].lead for look in chain(self._glanced, self._signed)] + bands.pictures(self.page)

    @cached_property
    def _leads(self) -> list[int]:
        return leads.leads_of(self.page)

    @cached_property
    def _groups(self) -> list[leads.Group]:
        return list(leads.groups(self.page, self.paths, self._leads))

    @cached_property
    def _glanced(self) -> list[_Look]:
        """The groups that are worth a closer look."""
        glanced = sorted(((_glance(self.page, group, self.find_dates), group) for group in self._groups),
                         key=lambda pair: -pair[0])
        return [_Look(self, group) for share, (worth, group) in zip(GLANCE, glanced, strict=False)
                if worth > share * glanced[0][0]
                and (group is glanced[0][1] or _share_of(self.page, group) >= A_SIDE_MATTER)]

    @cached_property
    def _signed(self) -> list[_Look]:
        """The groups of which only a sign in each record leads anywhere, or nothing does."""
        page, paths = self.page, self.paths
        groups = (*islice(leads.groups(page, paths, leads.signs_of(page)), FEW_SIGNS),
                  *islice(leads.groups(page, paths, leads.dated_of(page, self.find_dates)), 1))
        return [_Look(self, group) for group in groups if _share_of(page, group) >= A_MAIN_MATTER]

    @cached_property
    def _embedded(self) -> list[Find]:
        return embedded.finds(self.page, self.volume)

    def _joined(self, looked: Sequence[Looked]) -> Iterator[Looked]:
        """The best list together with what stands in the same boxes."""
        if not looked:
            return
        best = max(looked, key=lambda pair: pair[0].score)[1].table.group
        while joined := leads.companions(self.page, best, self._groups):
            best = joined
            for find, roles in _looked_at([_Look(self, joined)]):
                yield replace(find, facts={**find.facts, JOINED: 1.0}), roles

    def _gathered(self, looked: Sequence[Looked]) -> Iterator[Looked]:
        """All that stands in boxes of the kind in which the best list stands."""
        if looked:
            best = max(looked, key=lambda pair: pair[0].score)[1].table.group
            if group := boxes.gathered(self.page, best, self._leads):
                for find, roles in _looked_at([_Look(self, group)]):
                    yield replace(find, facts={**find.facts, GATHERED: 1.0}), roles


class _Look:
    """A group of records, looked at as closely as is asked for."""

    def __init__(self, search: Search, group: leads.Group) -> None:
        self._search, self.group = search, group

    @cached_property
    def may_be_list(self) -> bool:
        """Whether it could be what the page is for: for all that its titles say, whatever dates there are."""
        return self._search.purpose.may_be_for(self.group) and self._undated is not None and (
            self._search.purpose.is_list(_dated_at_best(self._undated, self._may_be_dated)))

    @cached_property
    def find(self) -> Find | None:
        """The list that it is at a close look, if it is any."""
        if self._undated is None or len(self._undated.sightings) > len(self.roles.sightings()):
            return self._seen(self.roles)  # what is no record among dated ones is none at all
        return _dated(self._undated, self.roles)

    @cached_property
    def roles(self) -> fields.Roles:
        return fields.with_own_dates(self._titled, self._search.find_dates)

    @cached_property
    def _titled(self) -> fields.Roles:
        return fields.titled(self._search.page, self.group, self._search.find_dates)

    @property
    def _may_be_dated(self) -> float:
        """The share of the records that may show dates."""
        blocks = self.group.blocks
        return sum(self._search.find_dates.may_be_between(block.start, block.stop) for block in blocks) / len(blocks)

    @cached_property
    def _undated(self) -> Find | None:
        return self._seen(self._titled)

    def _seen(self, roles: fields.Roles) -> Find | None:
        sightings = roles.sightings()
        if len(sightings) < leads.FEWEST:
            return None
        said = rank.facts(self._search.page, self._search.volume, self.group, sightings, roles)
        return Find("auto", self.group.cut, sightings, rank.score(said), rank.reasons(len(sightings), said),
                    lead=self.group.before, facts=said)


def finds(page: Page) -> list[Find]:
    """The lists of a page, the best first."""
    return Search(page).finds


def _looked_at(looks: Sequence[_Look]) -> list[Looked]:
    return [(look.find, look.roles) for look in looks if look.find]


def _dated(find: Find, roles: fields.Roles) -> Find:
    """A find, now that more dates were found."""
    said, sightings = rank.with_dates(find.facts, roles.dated), roles.sightings()
    return replace(find, sightings=sightings, score=rank.score(said), facts=said,
                   reasons=rank.reasons(len(sightings), said))


def _dated_at_best(find: Find, own: float) -> Find:
    """A find, if such a share of its records showed dates, and what stands before them dated them all."""
    said = rank.with_dates(find.facts, own + 1 / fields.SHARED)
    return replace(find, facts=said, score=rank.score(said))


def _different(found: list[Find]) -> list[Find]:
    """Without those that show the same titles as a better one."""
    kept: dict[object, Find] = {}
    for find in found:
        source = find.wrapper.cut.source if find.wrapper else ()
        kept.setdefault(source or frozenset(s.spots["title"][0].node for s in find.sightings), find)
    return list(kept.values())


def _share_of(page: Page, group: leads.Group) -> float:
    """How much of the page its records are."""
    return sum(block.stop - block.start for block in group.blocks) / len(page)


FEW_SIGNS = 3
A_SIDE_MATTER = 0.06
"""What is less of the page than this is no list that the page is for, unless nothing else looks better at a glance."""
A_MAIN_MATTER = 0.1
"""Records without a lead of their own are no list where they are less of the page."""
JOINED = "joined"
"""The fact that a list was put together; it says nothing of whether the list is what the page is for."""
GATHERED = "gathered"
"""The fact that a list is of all boxes of a front page."""
FINER = 1.2
"""A list may score so much less than one whose records hold several of its own, and still come first."""


A_FEW = 0.15
"""Where no larger share of the records hold several, these may be links besides, unless they are rows of their own."""


def _finest(page: Page, found: list[Find]) -> list[Find]:
    """First the best list; but where its records hold several records each of another that is nearly as good, they
    are sections, or they show the first of several, and the other list comes first."""
    near = [find for find in found[1:] if find.score > found[0].score - FINER]
    if front := next((find for find in near if GATHERED in find.facts), None):
        return [front, *(find for find in found if find is not front)]
    finer = next((find for find in near if _is_finer(page, find, found[0])), None)
    return [finer, *(find for find in found if find is not finer)] if finer else found


def _is_finer(page: Page, find: Find, coarse: Find) -> bool:
    """Whether the records of one list hold those of another, which leads on where this does not, or which has as
    good a title for each of several in one record, in another one."""
    if not len(find.sightings) > len(coarse.sightings) > 0:
        return False
    starts = [s.start for s in coarse.sightings]
    held = Counter(place for s in find.sightings if (place := bisect_right(starts, s.start) - 1) >= 0
                   and s.stop <= coarse.sightings[place].stop)
    many = sum(count > 1 for count in held.values()) > A_FEW * len(starts)
    if held.total() < (0.9 if many else 1.0) * len(find.sightings):
        return False
    if not many and page.tag[find.sightings[0].start] not in ROWS:
        return False
    if find.facts["linked"] > coarse.facts["linked"] + 0.6:
        return held.total() >= 2 * len(starts)
    titles = {s.spots["title"][0].node for s in find.sightings}
    same = sum(s.spots["title"][0].node in titles for s in coarse.sightings)
    several = 1 in held.values() or JOINED in find.facts or _are_rows_of(find, coarse)
    as_good = all(find.facts[name] > least * coarse.facts[name] for name, least in (("words", 0.9), ("distinct", 0.95)))
    return same > 0.9 * len(starts) and several and as_good


def _are_rows_of(find: Find, coarse: Find) -> bool:
    """Whether runs of siblings are taken apart into siblings: rows that are striped, each second of another class."""
    return (coarse.cut, find.cut) == ("runs", "nodes") and {s.section for s in find.sightings} == {
        s.section for s in coarse.sightings}


def _glance(page: Page, group: leads.Group, find_dates: DateFinder) -> float:
    """The words of the leads, headings and what may be dates counting more: what is cheap to see of a group."""
    some = group.blocks[:: -(-len(group.blocks) // GLANCED)]
    words = sum(min(60, fields.width(page.text_of(block.lead))) for block in some) / len(some)
    headed = leads.is_headed(page, some[0].lead)
    volume = _share_of(page, group)
    dated = sum(find_dates.numbers_between(block.start, block.stop) for block in some) / len(some)
    around = near(page, some[0].start, FURNITURE_TAGS, FURNITURE_WORDS)
    many = math.sqrt(min(len(group.blocks), 12))
    return words * (1 + HEADED * headed) * (1 + dated) * many * (0.3 + volume) * (1 - 0.4 * around)


def _put_off(find: Find, roles: fields.Roles, paths: leads.Paths, find_dates: DateFinder) -> Find:
    """What stands before these records says nothing of whether they are a list; it is found when they are wanted."""
    def later() -> tuple[Sighting, ...]:
        whole = fields.with_surroundings(roles, paths, find_dates)
        return categories.with_categories(whole, paths, find_dates).sightings()

    return replace(find, later=later)


def _finish(find: Find, roles: fields.Roles, paths: leads.Paths, find_dates: DateFinder) -> Find:
    return replace(_dated(find, roles),
                   later=lambda: categories.with_categories(roles, paths, find_dates).sightings())
