"""stook.listing: the lists of a page, each with a wrapper that reads it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from stook.learning.listing import auto
from stook.learning.listing.found import Find
from stook.learning.listing.induce import induce
from stook.page import Page
from stook.records import Channel, Entry
from stook.recognise import dates
from stook.wrapper.rules.model import RulesWrapper

METHODS = {"auto": auto.finds}


@dataclass
class Candidate:
    """One list that a page may have."""

    page: Page
    find: Find

    @cached_property
    def wrapper(self) -> RulesWrapper:
        return induce(self.page, self.find, {"language": self.page.language or ""})

    @cached_property
    def entries(self) -> list[Entry]:
        return self.wrapper.apply(self.page).entries


@dataclass
class Listing:
    page: Page
    method: str
    candidates: tuple[Candidate, ...]


def listing(page: Page, method: str = "auto") -> Listing:
    found = METHODS[method](page, page.language)
    return Listing(page, method, tuple(Candidate(page, find) for find in found))


def entries(page: Page, method: str = "auto") -> list[Entry]:
    found = listing(page, method)
    return found.candidates[0].entries if found.candidates else []
