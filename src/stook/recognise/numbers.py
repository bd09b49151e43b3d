"""Reads the numbers in the short texts of a page: whose signs for grouping and decimals, and digits, differ by place.

    readings("1.234,50")      -> (Decimal("1234.50"),)
    readings("1.234")         -> (Decimal("1234"), Decimal("1.234"))
    readings("1.234", "en")   -> (Decimal("1.234"), Decimal("1234"))
    readings("pages 3 of 10") -> ()

    reading   one way to understand a text, the likeliest first. There are two only where the one sign in a number may
              group as well as part the decimals: the language says which, and without one it groups, as most do
    line      a text in one line, with the digits and signs of ASCII
    shown     a number where it stands in a line

A text says a number if it shows exactly one: words around it are no matter, other digits are. "45 %" is 45, since that
is what a reader sees. "<5" and "100+" say less than a number, and "A4" or "5th" something else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import islice

from stook.recognise.dates import fold
from stook.recognise.measures import Words, tags, written

READABLE = 120
"""Longer texts are prose, and say no number, amount or duration."""
MOST_DIGITS = 24
"""Longer numbers are codes."""

Readings = tuple[Decimal, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A number in a line; without readings it is written as no number is ("1.2.3")."""

    start: int
    end: int
    readings: Readings
    ratio: bool = False
    """Written as "1/2", which may be a fraction, a date or a page."""


# --- Lines

_HIDDEN = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_SAME_SIGN = str.maketrans({variant: sign for sign, variants in {
    "-": "−﹣－‐‑‒–—", ".": "．。", ",": "，،⹁", ":": "：", "'": "’‘ʼ´＇٬", "%": "％٪", "+": "＋", "$": "＄", "¥": "￥",
    "£": "￡", "/": "／⁄", "(": "（", ")": "）", "<": "＜", ">": "＞"}.items() for variant in variants})
_FOREIGN_DIGIT = re.compile(r"[^\D0-9]")


def line(text: str) -> str | None:
    """The text in one line, in the digits and signs of ASCII; None if it is empty or too long to be read."""
    if len(text) > 4 * READABLE:
        text = " ".join(text.split())
        if len(text) > READABLE:
            return None
    if not text.isascii():
        text = _HIDDEN.sub("", text).translate(_SAME_SIGN)
        text = _FOREIGN_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text)
    text = " ".join(text.split())
    return text if 0 < len(text) <= READABLE else None


# --- Numbers in a line

_VULGAR = {"½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅓": (1, 3), "⅔": (2, 3), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
           "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8)}
_NUMBER = re.compile(
    rf"(?:(?P<add>\d++)[ -]?)?(?P<vulgar>[{''.join(_VULGAR)}])"
    r"|(?:(?P<whole>\d++)[ -])?(?<![\d/])(?P<over>\d{1,3})/(?P<under>\d{1,3})(?![\d/])"
    r"|(?P<plain>\d++(?:[.,'٫]\d++|[ ]\d{3}(?!\d))*+)"
    r"|(?<![\w.])[.](?P<point>\d++)")
_GROUPS = re.compile(r"[.,'٫ ]")


def shown(text: str, language: str | None = None) -> list[Shown]:
    """The numbers of a line, in their order."""
    return list(_shown(text, language))


def _shown(text: str, language: str | None) -> Iterator[Shown]:
    for match in _NUMBER.finditer(text):
        if len(match[0]) > 2 * MOST_DIGITS:
            yield Shown(match.start(), match.end(), ())
        elif match["vulgar"]:
            yield Shown(*match.span(), _fraction(match["add"], *_VULGAR[match["vulgar"]]))
        elif match["over"]:
            over, under = int(match["over"]), int(match["under"])
            readings = _fraction(match["whole"], over, under) if over < under else ()
            yield Shown(*match.span(), readings, ratio=match["whole"] is None)
        elif match["point"]:
            yield Shown(*match.span(), (Decimal(f"0.{match['point']}"),))
        else:
            yield Shown(*match.span(), _plain(match["plain"], language))


def _fraction(whole: str | None, over: int, under: int) -> Readings:
    return (int(whole or 0) + round(Decimal(over) / under, 6),)


def _plain(text: str, language: str | None) -> Readings:
    groups, signs = _GROUPS.split(text), _GROUPS.findall(text)
    if sum(map(len, groups)) > MOST_DIGITS:
        return ()
    if not signs:
        return (Decimal(text),)
    grouped = _grouped(groups, signs)
    if len(set(signs)) > 1:
        last = _grouped(groups[:-1], signs[:-1])
        parted = signs[-1] in ".,٫" and signs.count(signs[-1]) == 1 and last is not None
        return (Decimal(f"{last}.{groups[-1]}"),) if parted else ()
    if len(signs) > 1 or signs[0] in "' ":
        return (grouped,) if grouped is not None else ()
    parted_once = Decimal(f"{groups[0]}.{groups[1]}")
    if grouped is None or signs[0] == "٫":
        return (parted_once,)
    return (parted_once, grouped) if signs[0] == decimal_sign(language) else (grouped, parted_once)


def _grouped(groups: Sequence[str], signs: Sequence[str]) -> Decimal | None:
    """The number whose digits stand in groups: by three, or the Indian way, the last by three and the others by two."""
    first, *middle, last = groups if len(groups) > 1 else (groups[0], "000")
    by_rule = (len(set(signs)) <= 1 and len(last) == 3 and 1 <= len(first) <= 3 and (first[0] != "0" or not signs)
               and ({len(group) for group in middle} <= {3} or {len(first), *map(len, middle)} <= {1, 2}))
    return Decimal("".join(groups)) if by_rule or not signs else None


def decimal_sign(language: str | None) -> str | None:
    """The sign before decimals in this language, if it is known."""
    signs: dict[str, str] = written()["decimals"]
    return next((signs[tag] for tag in tags(language) if tag in signs), None)


# --- What surrounds a number

_UNSPACED = re.compile("[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
                       "\uac00-\ud7af]")


def is_letter(sign: str) -> bool:
    """Whether it is one of a script that parts words by blanks, and so no neighbour of a number."""
    return (sign.isalpha() or sign == "_") and not _UNSPACED.match(sign)


def ends_in_letter(before: str) -> bool:
    """Whether a number belongs to the word before it ("A4", "B-52")."""
    return is_letter(before.rstrip("-")[-1:])


def is_unspaced(sign: str) -> bool:
    return bool(_UNSPACED.match(sign))


def is_negative(before: str) -> bool:
    """Whether what stands before a number ends in a minus, and not in a dash."""
    return before.endswith("-") and (len(before) == 1 or not (before[-2].isalnum() or before[-2] in ".,-/"))


def is_bound(before: str, after: str) -> bool:
    """Whether the text says less than this number, or more."""
    return before.rstrip().endswith(("<", ">", "≤", "≥", "±")) or after.startswith("+")


@cache
def _magnitudes() -> Words[int]:
    rows = written()["magnitudes"].items()
    return Words((language, word, int(power)) for language, powers in rows
                 for power, words in powers.items() for word in words.split("|"))


_THOUSANDS = {"k": 3, "K": 3, "M": 6}


def magnitude(after: str, language: str | None) -> tuple[int, int] | None:
    """The power of ten in the word behind a number ("million"), and how much of the text is that word; None where
    languages disagree about it."""
    if after in _THOUSANDS:
        return _THOUSANDS[after], len(after)
    words = after.lstrip()
    blank = len(after) - len(words)
    for size in word_sizes(words) if blank or is_unspaced(words[:1]) else ():
        word = fold(words[:size].rstrip(",;)"))
        power = _magnitudes().meaning(word, language)
        if power is not None:
            return power, blank + size
        if _magnitudes().disputes(word):
            return None
    return 0, 0


def word_sizes(text: str) -> Sequence[int]:
    """How much of a text may be one word of measure: its first three words, two or one; the first few signs where
    words are not parted."""
    if is_unspaced(text[:1]):
        return range(min(12, len(text)), 0, -1)
    ends = [blank.start() for blank in islice(re.finditer(r" |\Z", text), 3)] if text else []
    return ends[::-1]


def readings(text: str, language: str | None = None) -> Readings:
    """What number a text says, the likeliest reading first; empty where it says none or several."""
    said = line(text)
    if said is None:
        return ()
    found = shown(said, language)
    if len(found) != 1 or found[0].ratio:
        return ()
    before, after = said[:found[0].start], said[found[0].end:]
    power = magnitude(after, language)
    if power is None or is_bound(before, after):
        return ()
    if ends_in_letter(before) or (not power[1] and is_letter(after[:1])):
        return ()
    sign = -1 if is_negative(before) else 1
    return tuple(sign * reading.scaleb(power[0]) for reading in found[0].readings)


def written_out(number: Decimal) -> str:
    """The number in digits, with a point and nothing that says no more."""
    text = f"{number:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text
