"""Which known records the new pages still show.

A value tells a record by its letters: that a page shows "35" says little, that it shows a whole ingredient says much.
A known record is still shown if several of its fields are, and among them one that tells, or most of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stook.learning.history import MUCH, share_of_title
from stook.learning.labels.texts import Occurrence, Texts, letters
from stook.page import Page
from stook.records import Schema
from stook.wrapper.rules.model import TEXT_OF

Known = Mapping[str, Any]

SHOWN = 0.5
"""A field is still shown if so many of its known values are found."""
FEWEST = 2
"""So many fields of a known record must be found for it to be that record."""
TELLING = 12
"""A value of so many letters tells a record."""
MENTIONED = 0.3
"""A page that shows no more of the letters of a record only mentions it, as a link to its page does, unless its own
title says it."""
AS_MUCH = 0.8
"""Another page shows so much of it only if it is the same page again."""
MOST_OF_IT = 0.3
"""A value that is a smaller part of a text stands there by the way, as a title does in a sentence."""


def listed(said: Any) -> list[str]:
    """The values of a known field as texts."""
    return [said] if isinstance(said, str) else [str(text) for text in said or ()]


def still_shown(pages: Sequence[Texts], known: Sequence[Known]) -> list[Known | None]:
    """For each page the known record of which it shows most, if it shows enough. Where several pages show something of
    one, as a link to it among others, it is that of the page that shows most."""
    best = [max(((_telling(texts, record), -number) for number, record in enumerate(known)), default=(0, 0))
            for texts in pages]
    most = [max((told for told, number in best if number == -one), default=0) for one in range(len(known))]
    return [known[-number] if known and told >= AS_MUCH * most[-number] and _is_shown(texts, known[-number]) else None
            for texts, (told, number) in zip(pages, best, strict=True)]


def _is_shown(texts: Texts, record: Known) -> bool:
    """Whether a page shows enough of a known record to be its page, and not one that mentions it."""
    shown = [said for value in record.values() if _shows(texts, said := listed(value))]
    if len(shown) < FEWEST:
        return False
    telling = [text for said in shown for text in said if len(letters(text)) >= TELLING]
    titled = _is_titled(texts.page, telling)
    whole = sum(len(letters(text)) for value in record.values() for text in listed(value))
    half = 2 * len(shown) >= sum(map(bool, record.values()))
    return titled or (half and _telling(texts, record) >= MENTIONED * whole)


def mentioned(texts: Texts, own: Known | None, known: Sequence[Known]) -> list[Known]:
    """The known records that a page shows something of that tells them, and that are not its own."""
    return [record for record in known if record is not own and (telling := [
        text for value in record.values() for text in listed(value)
        if len(letters(text)) >= TELLING and texts.shows(text)]) and not _is_titled(texts.page, telling)]


def _is_titled(page: Page, telling: Sequence[str]) -> bool:
    """Whether the page's own title says one of some texts."""
    return any(share_of_title(page, text) >= MUCH for text in telling)


def _telling(texts: Texts, record: Known) -> int:
    """How many letters of a record's values a page shows."""
    return sum(len(letters(text)) for said in record.values() for text in listed(said) if texts.shows(text))


def _shows(texts: Texts, said: Sequence[str]) -> bool:
    wanted = [text for text in said if letters(text)]
    return bool(wanted) and sum(texts.shows(text) for text in wanted) >= SHOWN * len(wanted)


def found(texts: Texts, known: Known, schema: Schema) -> dict[str, list[str]]:
    """The known fields that are on a page, in whatever words."""
    said = {}
    for name, value in known.items():
        wanted = listed(value)
        if wanted and 2 * sum(bool(where(texts, text, name, schema)) for text in wanted) >= len(wanted):
            said[name] = wanted
    return said


def where(texts: Texts, text: str, name: str, schema: Schema) -> list[Occurrence]:
    """The places of a known value, without those where it stands by the way."""
    kind = schema[name].type if name in schema else "text"
    alone = name not in schema or schema[name].cardinality != "*"
    return [one for one in texts.find(text, kind, name) if not alone or not _by_the_way(texts.page, one, text)]


def _by_the_way(page: Page, one: Occurrence, text: str) -> bool:
    return (one.part is not None and one.take == TEXT_OF
            and len(letters(text)) < MOST_OF_IT * len(letters(page.text_of(one.node))))
