"""Reads amounts of money: a number, and before or behind it the currency, as its code, its sign or a word.

    readings("1.234,50 €")    -> (Money(Decimal("1234.50"), "EUR"),)
    readings("$9.99")         -> (Money(Decimal("9.99"), "$"),)         which dollars, the text does not say
    readings("$9.99", "en-US") -> (Money(Decimal("9.99"), "USD"),)

The currency is its code. Where several share the sign and the language does not settle which is meant, it is the
sign; where none is shown, None.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from stook.recognise import numbers
from stook.recognise.measures import by_hand, tags


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in a currency."""

    amount: Decimal
    currency: str | None = None

    def agrees(self, other: Money) -> bool:
        """Whether both may be the same money: one of them may say less of its currency."""
        return self.amount == other.amount and bool(
            None in (self.currency, other.currency) or _codes(self.currency) & _codes(other.currency))


@cache
def _signs() -> Mapping[str, frozenset[str]]:
    """From each sign or word to the codes that it may stand for."""
    found: dict[str, set[str]] = defaultdict(set)
    for code, row in by_hand()["currencies"].items():
        for sign in row["signs"].split():
            found[sign.replace("_", " ")].add(code)
    return {sign: frozenset(codes) for sign, codes in found.items()}


@cache
def _known_codes() -> frozenset[str]:
    return frozenset(by_hand()["codes"]["known"].split())


@cache
def _longest() -> int:
    return max(map(len, _signs()))


def _codes(currency: str | None) -> frozenset[str]:
    return _signs().get(currency or "", frozenset((currency or "",)))


def _settled(sign: str, language: str | None) -> str:
    """The code, or the sign itself where it may be one of several."""
    codes = sorted(_signs()[sign])
    if len(codes) == 1:
        return codes[0]
    rows = {code: by_hand()["currencies"][code] for code in codes}
    country_first = reversed(tags(language)[0].split("-"))
    meant = (code for place in country_first for code in codes if place in rows[code].get("at", "").split())
    usual = {row["signs"].split()[0] for row in rows.values()}
    return next(meant, usual.pop() if len(usual) == 1 else sign.rstrip("."))


# --- Beside a number

_CENTS = re.compile(r"\d\d(?!\d)")
_NO_CENTS = re.compile(r"\A[.,:]-{1,2}")


def _behind(text: str, language: str | None) -> tuple[str | None, int]:
    """The currency that a text begins with, and how long it is."""
    blank = len(text) - len(text.lstrip())
    words = text[blank:]
    for size in range(min(_longest(), len(words)), 0, -1):
        code = _code(words[:size], language)
        if code and not (words[size - 1].isalpha() and numbers.is_letter(words[size:size + 1])):
            return code, blank + size
    return None, 0


def _before(text: str, language: str | None) -> tuple[str | None, int]:
    """The currency that a text ends with, and how long it is."""
    words = text.rstrip()
    for size in range(min(_longest(), len(words)), 0, -1):
        start = len(words) - size
        code = _code(words[start:], language)
        if code and not (words[start].isalpha() and numbers.is_letter(words[:start][-1:])):
            return code, len(text) - start
    return None, 0


def _code(word: str, language: str | None) -> str | None:
    if word in _known_codes():
        return word
    sign = next((sign for sign in (word, word.lower()) if sign in _signs()), None)
    return _settled(sign, language) if sign else None


# --- Amounts

def readings(text: str, language: str | None = None) -> tuple[Money, ...]:
    """What amount a text says, the likeliest reading first; empty where it says none or several."""
    said = numbers.line(text)
    found = numbers.shown(said, language) if said else []
    if not said or not found or found[0].ratio:
        return ()
    before, after = said[:found[0].start], said[found[0].end:]
    if len(found) == 2:
        return _with_cents(found, said, language)
    power = numbers.magnitude(after, language)
    if len(found) != 1 or power is None:
        return ()
    after = _NO_CENTS.sub("", after[power[1]:], count=1)
    return _money([reading.scaleb(power[0]) for reading in found[0].readings], before, after, language)


def _with_cents(found: list[numbers.Shown], said: str, language: str | None) -> tuple[Money, ...]:
    """As "12€50"."""
    euros, cents = found
    between = said[euros.end:cents.start]
    currency, size = _behind(between, language)
    if currency is None or size != len(between) or " " in between or not _CENTS.fullmatch(said[cents.start:cents.end]):
        return ()
    amounts = [reading + cents.readings[0] / 100 for reading in euros.readings if reading % 1 == 0]
    return _money(amounts, said[:euros.start], between + said[cents.end:], language)


def _money(amounts: list[Decimal], before: str, after: str, language: str | None) -> tuple[Money, ...]:
    """The amounts in the currency that stands beside them. Without one, words make them counts of something else."""
    unsigned = before.removesuffix("-")
    front, size = _before(unsigned, language)
    back, _ = _behind(after, language)
    currency = _agreed(front, back)
    outer = unsigned[:len(unsigned) - size] if front else before
    if currency == "" or numbers.is_bound(outer, after) or (not currency and _is_told(before, after)):
        return ()
    if (not front and numbers.ends_in_letter(before)) or (not back and numbers.is_letter(after[:1])):
        return ()
    negative = numbers.is_negative(before) or numbers.is_negative(outer)
    return tuple(Money(-amount if negative else amount, currency) for amount in amounts)


def _is_told(before: str, after: str) -> bool:
    """Whether words stand beside a number, but for a label before it."""
    label = before.rstrip().endswith(":")
    return any(sign.isalpha() or sign == "%" for sign in (after if label else before + after))


def _agreed(front: str | None, back: str | None) -> str | None:
    """One currency of two that are shown; "" where they contradict each other."""
    if not front or not back:
        return front or back
    common = _codes(front) & _codes(back)
    if not common:
        return ""
    return next(iter(common)) if len(common) == 1 else front


def written(money: Money) -> str:
    """The amount, with cents where there are any, and the currency."""
    amount = numbers.written_out(money.amount)
    whole, point, cents = amount.partition(".")
    return f"{whole}{point}{cents.ljust(2, '0') if point else ''} {money.currency or ''}".rstrip()
