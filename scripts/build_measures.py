"""Makes `src/stook/recognise/data/measures.json`: how numbers and durations are written in every language.

    python scripts/build_measures.py

All of it comes from the Unicode CLDR as babel ships it: the words for hours and minutes, the words that multiply
("Mio.", "万"), the sign before decimals, the words that join parts ("and"). What pages write beyond that is in
`measures.toml`, by hand. One line per language keeps the differences of a new CLDR release readable.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from babel import Locale
from babel.localedata import locale_identifiers

from stook.recognise.dates import fold
from stook.recognise.measures import WRITTEN

LICENCE = ("Unicode CLDR, Copyright 1991-2025 Unicode, Inc., under the Unicode License v3 "
           "(https://www.unicode.org/license.txt), through babel. Made by scripts/build_measures.py: do not edit.")
OTHER_UNITS = ("month", "year")
"""No durations, but their words must not be taken for those of other languages that are."""
UNITS = ("second", "minute", "hour", "day", "week", *OTHER_UNITS)
MARKS = "\u200e\u200f "
"""What stands around patterns to say which way they are written."""
MULTIPLIED = re.compile(r"(0+)\s*([^0{}¤]+)")


def main() -> None:
    locales = [Locale.parse(name) for name in sorted(locale_identifiers())]
    content: dict[str, Any] = {
        "licence": LICENCE,
        "units": unit_words(locales),
        "counted": counted_words(locales),
        "magnitudes": magnitude_words(locales),
        "joints": sorted({word for locale in locales for word in joints(locale)}),
        "decimals": decimal_signs(locales),
    }
    WRITTEN.write_text(one_line_each(content), encoding="utf-8")


def patterns(locale: Locale, unit: str) -> Iterator[tuple[str, str]]:
    widths = locale._data["unit_patterns"].get(f"duration-{unit}", {})  # babel has no public door to these
    for width in ("long", "short", "narrow"):
        for count, pattern in widths.get(width, {}).items():
            if count != "per":
                yield count, pattern


def unit_words(locales: Iterable[Locale]) -> dict[str, dict[str, str]]:
    """For each language and unit the words that follow a number."""
    found: dict[str, dict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    for locale in locales:
        for unit in UNITS:
            for _, pattern in patterns(locale, unit):
                word = fold(pattern.replace("{0}", ""))
                short = len(word) < 3 and word.isascii()
                if pattern.strip(MARKS).startswith("{0}") and is_word(word) and not (short and unit in OTHER_UNITS):
                    found[locale.language][unit][word] = None
    return by_language(found)


def is_word(word: str) -> bool:
    return bool(word) and not any(sign.isdigit() for sign in word)


def by_language(found: Mapping[str, Mapping[str, Iterable[str]]]) -> dict[str, dict[str, str]]:
    return {language: {key: "|".join(words) for key, words in rows.items()} for language, rows in sorted(found.items())}


def counted_words(locales: Iterable[Locale]) -> dict[str, dict[str, str]]:
    """For each language and unit the words that stand for one or two without a number, as "2=ساعتان"."""
    found: dict[str, dict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    for locale in locales:
        for unit in UNITS:
            for count, pattern in patterns(locale, unit):
                if "{0}" not in pattern and count in ("one", "two"):
                    found[locale.language][unit][f"{1 if count == 'one' else 2}={fold(pattern)}"] = None
    return by_language(found)


def magnitude_words(locales: Iterable[Locale]) -> dict[str, dict[str, str]]:
    """For each language and power of ten the words that multiply the number before them."""
    found: dict[str, dict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    for locale in locales:
        for size, pattern in compact_patterns(locale):
            said = MULTIPLIED.fullmatch(pattern)
            word = fold(said[2].replace("'", "")) if said else ""
            if said and word and (len(word) > 1 or not word.isascii()):
                found[locale.language][str(len(size) - len(said[1]))][word] = None
    return by_language(found)


def compact_patterns(locale: Locale) -> Iterator[tuple[str, str]]:
    """How round numbers are written: "1000", "0 thousand"."""
    for width in ("long", "short"):
        for forms in (locale.compact_decimal_formats.get(width) or {}).values():
            yield from ((str(size), str(pattern.pattern).partition(";")[0].strip(MARKS))
                        for size, pattern in forms.items())


def joints(locale: Locale) -> Iterator[str]:
    """What stands between two parts that belong together."""
    for kind in ("standard", "unit"):
        pattern = locale.list_patterns.get(kind, {}).get("2", "")
        if (word := fold(pattern.replace("{0}", " ").replace("{1}", " "))).isalpha():
            yield word


def decimal_signs(locales: Iterable[Locale]) -> dict[str, str]:
    """The sign before the decimals of each language, and of each country that differs from it."""
    signs: dict[str, str] = {}
    for locale in locales:
        name = str(locale).replace("_", "-").lower()
        sign = str(locale.number_symbols.get("latn", {}).get("decimal", "."))
        if sign in ".," and sign != signs.get(name.partition("-")[0]):
            signs[name] = sign
    return signs


def one_line_each(content: dict[str, Any]) -> str:
    parts = []
    for name, value in content.items():
        if isinstance(value, dict):
            rows = (f"  {json.dumps(key)}: {json.dumps(row, ensure_ascii=False)}" for key, row in value.items())
            parts.append(f" {json.dumps(name)}: {{\n" + ",\n".join(rows) + "\n }")
        else:
            parts.append(f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main()
