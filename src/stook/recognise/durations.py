"""Reads how long something takes, in the words of every language.

    read("1 hr 25 min"), read("PT1H25M"), read("1h25"), read("1:25 h"), read("85"), read("1時間25分")
        -> timedelta(minutes=85)

A text says a duration if all its numbers belong to one: hours before minutes, each once; words around it are no matter.
A number alone is minutes, since that is how stook writes durations. "1:25" alone is None, for it may be hours or
minutes; and so is "25-30 min": neither end is what the page says, and a wrong figure in a column is worse than a
text. Months and years are no durations, they differ in length. The finest duration is a second.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache

from stook.recognise import dates, numbers
from stook.recognise.dates import fold
from stook.recognise.measures import Words, by_hand, written

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
SMALLER = {"hour": "minute", "minute": "second"}
LONGEST = 10 * 366 * 86400
"""In seconds; longer ones are counts of something else."""

_ISO = re.compile(r"p(?:0y)?(?:0m)?(?:(?P<week>\d+)w)?(?:(?P<day>\d+)d)?"
                  r"(?:t(?:(?P<hour>\d+(?:[.,]\d+)?)h)?(?:(?P<minute>\d+(?:[.,]\d+)?)m)?(?:(?P<second>\d+(?:[.,]\d+)?)s)?)?",
                  re.IGNORECASE)
_CLOCK = re.compile(r"(?<![\d:.])(\d{1,3}):(\d\d)(?::(\d\d))?(?![\d:])")


@cache
def _units() -> Words[str]:
    dated = set(by_hand()["dates"]["words"].split())
    spoken = ((language, word, unit) for language, units in written()["units"].items()
              for unit, words in units.items() for word in words.split("|"))
    said = (("", word, unit) for unit, words in by_hand()["units"].items() for word in words.split())
    return Words((language, word, unit) for rows in (said, spoken) for language, word, unit in rows
                 if word not in dated)


@cache
def _phrases() -> Words[int]:
    """What is said without a number, in seconds."""
    counted = ((language, word[2:], int(word[0]) * SECONDS[unit]) for language, units in written()["counted"].items()
               for unit, words in units.items() if unit in SECONDS for word in words.split("|"))
    said = (("", word.replace("_", " "), int(minutes) * 60) for minutes, words in by_hand()["phrases"].items()
            for word in words.split())
    return Words(row for rows in (said, counted) for row in rows)


@cache
def _joints() -> frozenset[str]:
    return frozenset((*written()["joints"], "", ",", "&", "+"))


@cache
def _halves() -> tuple[str, ...]:
    return tuple(word.replace("_", " ") for word in by_hand()["half"]["words"].split())


def read(text: str, language: str | None = None) -> dt.timedelta | None:
    """The duration that a text says, or None."""
    said = numbers.line(text)
    if said is None:
        return None
    seconds = _machine_readable(said)
    if seconds is None:
        clock = _CLOCK.search(said)
        seconds = _clock(said, clock, language) if clock else _in_words(said, language)
    return dt.timedelta(seconds=round(seconds)) if seconds is not None and seconds <= LONGEST else None


def minutes(duration: dt.timedelta) -> str:
    """The duration in minutes, as `read` reads it again."""
    whole, rest = divmod(round(duration.total_seconds()), 60)
    return f"{whole}{f'{rest / 60:.4f}'[1:].rstrip('0')}" if rest else str(whole)


def _machine_readable(said: str) -> Decimal | None:
    iso = _ISO.fullmatch(said)
    shown = {unit: size for unit, size in iso.groupdict().items() if size} if iso else {}
    return _sum({unit: Decimal(size.replace(",", ".")) for unit, size in shown.items()}) if shown else None


def _sum(sizes: Mapping[str, Decimal]) -> Decimal:
    return sum((size * SECONDS[unit] for unit, size in sizes.items()), Decimal(0))


def _clock(said: str, clock: re.Match[str], language: str | None) -> Decimal | None:
    """What looks like a time of day is a duration only with its unit, or with seconds and nothing around it."""
    first, second, third = (int(part or 0) for part in clock.groups())
    before, after = said[:clock.start()], said[clock.end():]
    unit, rest = _unit(after, language)
    if second > 59 or third > 59 or re.search(r"\d", before + after) or not _is_free(before, rest):
        return None
    if clock[3] and (unit == "hour" or not before + after):
        return _sum({"hour": Decimal(first), "minute": Decimal(second), "second": Decimal(third)})
    if clock[3] or unit not in SMALLER:
        return None
    return _sum({unit: Decimal(first), SMALLER[unit]: Decimal(second)})


def _in_words(said: str, language: str | None) -> Decimal | None:
    found = numbers.shown(said, language)
    if not found:
        seconds = _phrases().meaning(fold(said), language)
        return None if seconds is None else Decimal(seconds)
    if not all(number.readings for number in found):
        return None
    before, *behind = _between(said, found)
    if len(found) == 1 and not before and not behind[0]:
        return _sum({"minute": found[0].readings[0]})
    sizes, rest = _sizes(found, behind, language)
    if not sizes or not _is_free(before, rest) or _is_past(said, before, rest, language):
        return None
    return _sum(sizes)


def _between(said: str, found: Sequence[numbers.Shown]) -> list[str]:
    """The text before the first number, and behind each."""
    starts = [number.start for number in found[1:]] + [len(said)]
    return [said[:found[0].start], *(said[number.end:start] for number, start in zip(found, starts, strict=True))]


def _sizes(found: Sequence[numbers.Shown], behind: Sequence[str],
           language: str | None) -> tuple[dict[str, Decimal], str]:
    """How many of each unit, and what follows the last; none where something else than one duration is said."""
    sizes: dict[str, Decimal] = {}
    previous, rest = "", "?"
    for number, phrase in zip(found, behind, strict=True):
        unit, following = _said_unit(phrase, language)
        if unit is None and number is found[-1] and not rest and _is_sixtieth(number):
            unit, following = SMALLER.get(previous), phrase
        joined = not previous or fold(rest) in _joints()
        if unit not in SECONDS or not joined or (previous and SECONDS[unit] >= SECONDS[previous]):
            return {}, ""
        sizes[unit] = number.readings[0]
        previous, rest = unit, following.strip()
    half = next((half for half in _halves() if fold(rest).startswith(half)), None)
    if half:
        sizes[previous] += Decimal("0.5")
    return sizes, rest[len(half or ""):]


def _is_sixtieth(number: numbers.Shown) -> bool:
    """Whether it may be the minutes in "1h25"."""
    return number.end - number.start == 2 and number.readings[0] < 60 and number.readings[0] % 1 == 0


def _said_unit(phrase: str, language: str | None) -> tuple[str | None, str]:
    """The unit that a phrase begins with, said once, or twice: for the eye, and for who is read to."""
    unit, rest = _unit(phrase, language)
    again, after = _unit(rest, language)
    return unit, after if again == unit else rest


def _unit(phrase: str, language: str | None) -> tuple[str | None, str]:
    """The unit that a phrase begins with, and the rest of it."""
    words = phrase.lstrip(" -")
    for size in numbers.word_sizes(words):
        unit = _units().meaning(fold(words[:size].rstrip(",;:)")), language)
        if unit:
            return unit, words[size:].strip()
    return None, words


def _is_free(before: str, rest: str) -> bool:
    """Whether what stands around a duration lets it be: no letter or minus at its number, no bound, no rate."""
    return not (numbers.is_letter(before[-1:]) or before.endswith("-") or numbers.is_bound(before, rest)
                or rest.startswith(("/", "-")))


def _is_past(said: str, before: str, rest: str, language: str | None) -> bool:
    """Whether the words around it make it a date, as "3 hours ago"."""
    start, end = len(before), len(said) - len(rest)
    return any(mention.relative and (mention.start < start or mention.end > end)
               for mention in (dates.find(said, language) if before or rest else ()))
