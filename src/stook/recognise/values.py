"""Reads a text as a value of a type that a Schema names, writes such values, and compares them.

    read("duration", "1 hr 25 min")                 -> timedelta(minutes=85)
    canonical("duration", timedelta(minutes=85))    -> "85"
    says("duration", "85", "1 hr 25 min")           -> True

    kind       the type of a value; `KINDS` is the one table of them
    readings   all that a text can mean as a value of a kind, the likeliest first
    canonical  the one way to write a value: what `to_dict` shows where a Schema declares the type; read in English
               it is the same value again
    shape      what a text looks like, whatever it means

| kind          | a value is             | canonical                                                               |
|---------------|------------------------|-------------------------------------------------------------------------|
| text          | str                    | itself, white space collapsed                                           |
| link, image   | str                    | the absolute URL                                                        |
| date          | date or datetime       | ISO; with a time, and a zone, only where the text has them              |
| number        | Decimal                | digits and a point                                                      |
| integer       | int                    | digits                                                                  |
| money         | Money                  | amount and code of the currency: "9.90 EUR"                             |
| duration      | timedelta              | minutes                                                                 |
| email, phone  | str                    | the address; digits, with a + where they begin with a country's code    |
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from stook.page import resolve
from stook.recognise import contacts, dates, durations, money, numbers
from stook.records import Day

BETWEEN = re.compile(r"\s*(?:[,;/|&、，；・·]|and|und|et|y|e|og|och|en|i|и|و)?\s*", re.IGNORECASE)
"""What may stand between two values of one list in a line."""


@dataclass(frozen=True, slots=True)
class Around:
    """What the page says beside the text: its language, its base URL, when it was fetched."""

    language: str | None = None
    base: str | None = None
    at: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """How values of one kind are read, written and compared."""

    readings: Callable[[str, Around], Sequence[Any]]
    canonical: Callable[[Any], str] = str
    agree: Callable[[Any, Any], bool] = lambda wanted, found: bool(wanted == found)


def _only(value: Any) -> Sequence[Any]:
    return () if value is None else (value,)


def _text(text: str, _: Around) -> Sequence[str]:
    return _only(" ".join(text.split()) or None)


def _same_text(wanted: str, found: str) -> bool:
    return unicodedata.normalize("NFKC", wanted) == unicodedata.normalize("NFKC", found)


_LIKE_A_PATH = ("http://", "https://", "//", "/", "./", "../", "?", "#")


def _link(text: str, around: Around) -> Sequence[str]:
    """Words are no link, though a base makes one of anything."""
    href = text.strip()
    if not href or (len(href.split()) > 1 and not href.lower().startswith(_LIKE_A_PATH)):
        return ()
    return _only(resolve(href, around.base))


def _dates(text: str, around: Around) -> Sequence[Day]:
    """The one day that a text shows; where day and month may be swapped, both, unless one has not been yet."""
    said = " ".join(text.split()) if len(text) < 4 * numbers.READABLE else ""
    mentions = dates.find(said, around.language)
    days = [_settled(mention, around) for mention in mentions]
    if not days or any(set(day) != set(days[0]) for day in days):
        return ()
    return days[0]


def _settled(mention: dates.Mention, around: Around) -> Sequence[Day]:
    orders: dict[str | None, None] = {dates.order_of([mention], around.language): None}
    orders |= {reading.order: None for reading in mention.readings}
    found = [day for order in orders for day in dates.settle([mention], around.at, around.language, order) if day]
    possible = list(dict.fromkeys(found))
    past = [day for day in possible if around.at and _day(day) <= around.at.date()]
    return past if len(past) == 1 else possible


def _day(moment: Day) -> dt.date:
    return moment.date() if isinstance(moment, dt.datetime) else moment


def _same_day(wanted: Day, found: Day) -> bool:
    """A text may say the time as well."""
    if not isinstance(wanted, dt.datetime):
        return wanted == _day(found)
    return isinstance(found, dt.datetime) and wanted == found


def _integers(text: str, around: Around) -> Sequence[int]:
    return [int(number) for number in numbers.readings(text, around.language) if number == number.to_integral_value()]


KINDS: Mapping[str, Kind] = {
    "text": Kind(_text, agree=_same_text),
    "link": Kind(_link),
    "image": Kind(_link),
    "date": Kind(_dates, lambda day: str(day.isoformat()), _same_day),
    "number": Kind(lambda text, around: numbers.readings(text, around.language), numbers.written_out),
    "integer": Kind(_integers),
    "money": Kind(lambda text, around: money.readings(text, around.language), money.written, money.Money.agrees),
    "duration": Kind(lambda text, around: _only(durations.read(text, around.language)), durations.minutes),
    "email": Kind(lambda text, _: _only(contacts.email(text))),
    "phone": Kind(lambda text, _: _only(contacts.phone(text))),
}


def kinds() -> tuple[str, ...]:
    """The types that a Schema may name."""
    return tuple(KINDS)


def readings(kind: str, text: str, *, language: str | None = None, base: str | None = None,
             at: dt.datetime | None = None) -> tuple[Any, ...]:
    """All values of this kind that a text can mean, the likeliest first."""
    return tuple(KINDS[kind].readings(text, Around(language, base, at)))


def read(kind: str, text: str, *, language: str | None = None, base: str | None = None,
         at: dt.datetime | None = None) -> Any:
    """The value of this kind that a text says; None where it says something else, or may say two things and nothing
    tells which."""
    found = readings(kind, text, language=language, base=base, at=at)
    if kind == "date" and len(found) > 1 and language is None:
        return None  # day and month are swapped as often as not
    return found[0] if found else None


def canonical(kind: str, typed: Any) -> str:
    """The one way to write this value."""
    return KINDS[kind].canonical(typed)


def says(kind: str, value: str, text: str, *, language: str | None = None, base: str | None = None,
         at: dt.datetime | None = None) -> bool:
    """Whether a page's text may say the value that somebody gives: "85" is said by "1 hr 25 min"."""
    wanted = {repr(given): given for tongue in dict.fromkeys((language, None, "en"))
              for given in readings(kind, value, language=tongue, base=base, at=at)}
    found = readings(kind, text, language=language, base=base, at=at) if wanted else ()
    return any(KINDS[kind].agree(given, shown) for given in wanted.values() for shown in found)


# --- What a text looks like

class Shape(NamedTuple):
    """What a text looks like: "12 May 2024" and "3 June 1999" are both "9 Aa 9"."""

    classes: str
    """9 for digits, A and a for letters in upper and lower case, w for letters that have no case, a blank, all other
    signs as they are; a class that repeats itself is written once, and so is a word of classes."""
    length: int


SHAPED = 64
"""How much of a text its classes tell of."""


MOST_CLASSES = 20_000
"""More characters than any page needs."""


class _Classes(dict[int, str]):
    """The class of each character, found out once."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        caseless = "w" if sign.isalpha() or unicodedata.category(sign)[0] == "M" else " " if sign.isspace() else sign
        found = "9" if sign.isdecimal() else "A" if sign.isupper() else "a" if sign.islower() else caseless
        if len(self) < MOST_CLASSES:
            self[code] = found
        return found


_CLASSES = _Classes()
_REPEATED = [(sign * 2, sign) for sign in "aA9w "]


def shape(text: str) -> Shape:
    """What a text looks like."""
    signs = text[:SHAPED].translate(_CLASSES)
    for twice, once in _REPEATED:
        while twice in signs:
            signs = signs.replace(twice, once)
    words = signs.split()
    told = [word for word, before in zip(words, ["", *words], strict=False) if word != before]
    return Shape(" ".join(told), len(text))


_HAS_SIGN_OF_VALUE = re.compile(r"[\d@½¼¾⅓⅔]|https?://").search


def kinds_of(text: str, *, language: str | None = None, at: dt.datetime | None = None) -> frozenset[str]:
    """The kinds beside text that a text reads as. Links are those that are absolute."""
    if not _HAS_SIGN_OF_VALUE(text):
        asked: Sequence[str] = ("date", "duration")
    else:
        asked = [kind for kind in KINDS if kind not in ("text", "image")]
    return frozenset(kind for kind in asked if readings(kind, text, language=language, at=at))


def common_kinds(texts: Iterable[str]) -> frozenset[str]:
    """The kinds beside text that all of some texts read as."""
    kinds: frozenset[str] | None = None
    for text in texts:
        kinds = kinds_of(text) if kinds is None else kinds & kinds_of(text)
        if not kinds:
            break
    return kinds or frozenset()


_TELLING = ("date", "money", "duration", "email", "phone", "link", "integer", "number")
"""Of several kinds that texts read as, the first says most."""
_BARE = re.compile(r"[\d\s.,'’+-]+")
_SURE_OF_NUMBERS = 3
"""So many texts that hold a number are needed before they are one: "Catch 22" and "Area 51" are titles."""


def meaning(texts: Iterable[str]) -> str:
    """The kind that all of some texts read as, if it says more than that they are texts; empty where none does."""
    some = list(dict.fromkeys(texts))
    kinds = common_kinds(some)
    if all(map(_BARE.fullmatch, some)):
        kinds -= {"money", "duration"}
    elif len(some) < _SURE_OF_NUMBERS:
        kinds -= {"integer", "number"}
    return next((kind for kind in _TELLING if kind in kinds), "")


__all__ = ["KINDS", "Kind", "Shape", "canonical", "common_kinds", "kinds", "kinds_of", "meaning", "read", "readings",
           "says", "shape"]
