"""Makes `src/stook/recognise/data/lexicon.json`: the words that dates are written with, in every language.

    python scripts/build_lexicons.py

Month and weekday names, the words around the numbers of a date ("de", "г."), "3 hours ago", morning and
afternoon, and the order of numeric dates come from the Unicode CLDR as babel ships it; "yesterday" and
"today", which babel leaves out, from the CLDR data in dateparser. One line per language and kind keeps the
differences of a new CLDR release readable.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import dateparser.data.date_translation_data as translations
from babel import Locale
from babel.localedata import locale_identifiers

from stook.recognise.dates import LEXICON, fold

LICENCE = ("Unicode CLDR, Copyright 1991-2025 Unicode, Inc., under the Unicode License v3 "
           "(https://www.unicode.org/license.txt), through babel; day words through dateparser "
           "(BSD-3-Clause). "
           "Made by scripts/build_lexicons.py: do not edit, write your own words into a file of your own.")
CALENDAR_ORDER = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
UNITS = ("second", "minute", "hour", "day", "week", "month", "year")
DAY_WORDS = {"0 second ago": "now", "0 day ago": "0", "1 day ago": "1", "2 day ago": "2", "in 1 day": "-1"}
QUOTED = re.compile(r"'([^']*)'")
LETTERS = re.compile(r"(?:[^\W\d_A-Za-z]|[\u0300-\u036f\u0900-\u0dff\u0f71-\u0f84])+")


def main() -> None:
    locales = [Locale.parse(name) for name in sorted(locale_identifiers())]
    lexicon: dict[str, Any] = {
        "licence": LICENCE,
        "months": by_language(locales, month_names, 12),
        "weekdays": by_language(locales, weekday_names, 7),
        "halves": by_language(locales, half_names, 2),
        "ago": ago_templates(locales),
        "days": day_words(),
        "around": sorted({word for locale in locales for word in literal_words(locale)}),
        "orders": numeric_orders(locales),
    }
    LEXICON.write_text(one_line_each(lexicon), encoding="utf-8")


def by_language(locales: Iterable[Locale], names: Any, size: int) -> dict[str, list[str]]:
    """For each language its months (or weekdays), the first, the second, ..., variants parted by "|"."""
    found: dict[str, list[dict[str, None]]] = defaultdict(lambda: [{} for _ in range(size)])
    for locale in locales:
        for index, name in names(locale):
            if is_word(word := fold(name)):
                found[locale.language][index][word] = None
    return {language: ["|".join(variants) for variants in rows]
            for language, rows in sorted(found.items()) if any(rows)}


def is_word(name: str) -> bool:
    # CLDR's root calls the months M01..M12: such names, and those with numbers, are read by the patterns.
    return (len(name) > 1 and not any(ch.isdigit() for ch in name)) or (len(name) == 1 and not name.isascii())


def month_names(locale: Locale) -> Iterator[tuple[int, str]]:
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for number, name in locale.months[context][width].items():
                yield number - 1, bare(name)
                yield from ((number - 1, affixed) for affixed in with_affixes(locale, name))


def bare(name: str) -> str:
    """"de maig" and "d’abril" as "maig" and "abril": the preposition is one of the words around."""
    return re.sub(r"^(?:de |da |di |d[’'])", "", name)


def with_affixes(locale: Locale, name: str) -> Iterator[str]:
    """The name with the letters that the locale's patterns glue to it, as Hebrew's preposition."""
    for pattern in locale.date_formats.values():
        text = QUOTED.sub(lambda quoted: quoted[1], str(pattern))
        for glued in re.finditer(rf"({LETTERS.pattern})?MMMM?((?:[^\W\d_]|{LETTERS.pattern})+)?", text):
            if glued[1] or glued[2]:
                yield (glued[1] or "") + name + (glued[2] or "")


def weekday_names(locale: Locale) -> Iterator[tuple[int, str]]:
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated", "short"):
            names: Mapping[int, str] = locale.days[context].get(width, {})
            yield from names.items()


def half_names(locale: Locale) -> Iterator[tuple[int, str]]:
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            names = locale.day_periods.get(context, {}).get(width, {})
            yield from ((index, names[half]) for index, half in enumerate(("am", "pm")) if half in names)


def ago_templates(locales: Iterable[Locale]) -> dict[str, dict[str, str]]:
    """For each language and unit the ways to say "# hours ago"; one without "#" stands for one or two."""
    found: dict[str, dict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    for locale in locales:
        fields = locale._data["date_fields"]  # babel has no public door to these
        for unit in UNITS:
            for width in ("", "-short", "-narrow"):
                past = fields.get(unit + width, {}).get("past", {})
                for count, template in past.items():
                    said = fold(template.replace("{0}", "#"))
                    if "#" not in said and count in ("one", "two"):
                        said = ("1=" if count == "one" else "2=") + said
                    if re.search(r"[^\W\d_]{2}|[^\x00-\x7f]", said) and not said.startswith(("-", "\u2212")):
                        found[locale.language][unit][said] = None
    return {language: {unit: "|".join(said) for unit, said in units.items()}
            for language, units in sorted(found.items())}


def day_words() -> dict[str, dict[str, str]]:
    """For each language the words for now, today, yesterday, the day before, and tomorrow."""
    found: dict[str, dict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    for module in sorted(pkgutil.iter_modules(translations.__path__), key=lambda module: module.name):
        info = importlib.import_module(f"{translations.__name__}.{module.name}").info
        for shown, key in DAY_WORDS.items():
            for words in info.get("relative-type", {}).get(shown, ()):
                if len(word := fold(words)) > 1 and "/" not in word:
                    found[module.name.split("-")[0]][key][word] = None
    return {language: {key: "|".join(words) for key, words in days.items()}
            for language, days in sorted(found.items())}


def literal_words(locale: Locale) -> Iterator[str]:
    """What stands between the numbers and names of a date: "de", "г.", "թ."."""
    for pattern in locale.date_formats.values():
        text = str(pattern)
        for literal in (*QUOTED.findall(text), *LETTERS.findall(QUOTED.sub(" ", text))):
            parts = re.split(r"[^\w’ʼ'\u0f0b-\u0fbc]+", literal)
            yield from (word for part in parts if (word := fold(part)))


def numeric_orders(locales: Iterable[Locale]) -> dict[str, str]:
    """The order of a numeric date where it is not day, month, year."""
    orders: dict[str, str] = {}
    for locale in locales:
        letters = re.sub("[^dmy]", "", str(locale.date_formats["short"]).lower())
        order = "".join(dict.fromkeys(letters))
        parent = orders.get(locale.language, "dmy")
        name = str(locale).replace("_", "-")
        if sorted(order) == ["d", "m", "y"] and (order != parent if "-" in name else order != "dmy"):
            orders[name] = order
    return dict(sorted(orders.items()))


def one_line_each(lexicon: Mapping[str, Any]) -> str:
    parts = []
    for name, value in lexicon.items():
        if isinstance(value, dict):
            rows = (f"  {json.dumps(key)}: {json.dumps(row, ensure_ascii=False)}"
                    for key, row in value.items())
            parts.append(f" {json.dumps(name)}: {{\n" + ",\n".join(rows) + "\n }")
        else:
            parts.append(f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main()
