"""Finds the dates that the short texts of a page show, in every language, and settles what they mean.

    mentions = [found[0] if (found := find(text, "de")) else None for text in column]
    days = settle(mentions, at=page.at, language="de")

Two steps, because a text alone does not say what "05/06/24", "May 5" or "yesterday" means. `find` gives
each date as a **Mention**: what the text shows and no more. `settle` takes the mentions of one column of a
list together, in page order, and makes days of them: the order of day and month from the column's other
dates, its sorting and the language; the year from the neighbours and the moment `at` when the page was
fetched; what stays open becomes None, never a guess.

How `find` works: a text is cut into **tokens**; each token has **roles** that it can play (05 may be a day,
a month, an hour; "mar" a month and a weekday), and every set of roles has a letter; the letters of a text
are its **shape**. All patterns are one regular expression over shapes, and a page shows its dates in few
shapes, so the answers are remembered. Words come from `data/lexicon.json` (made by
scripts/build_lexicons.py), patterns from `data/dates.toml`, which says how to write your own. The few short
texts that hold all of a date, but in no order that a pattern knows, go to dateparser.
"""

from __future__ import annotations

import calendar
import datetime as dt
import json
import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from stook.records import Day

LEXICON = Path(__file__).with_name("data") / "lexicon.json"
PATTERNS = LEXICON.with_name("dates.toml")

SHORT_TEXT = 60
"""A text without a number is a date only as a short label ("yesterday"); longer ones are prose."""
WINDOW = 64
"""In long texts only this many characters around each number are read."""
CHUNK = 1024
"""Where numbers stand densely, this many characters at a time: some patterns take the square of a text's length."""

REMEMBERED = 4096
"""So many texts are remembered with their dates: all that looks at a page asks for the same ones."""


@dataclass(frozen=True, slots=True)
class Ago:
    """How long before the page was fetched: 3 "hour"."""

    count: int
    unit: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a numeric date."""

    order: str
    year: int | None
    month: int
    day: int


@dataclass(frozen=True, slots=True)
class Mention:
    """One date as a text shows it, not yet settled."""

    start: int
    end: int
    pattern: str
    year: int | None = None
    month: int | None = None
    day: int | None = None
    time: dt.time | None = None
    """With a tzinfo where the text names a zone."""
    weekday: int | None = None
    """Monday is 0."""
    ago: Ago | None = None
    readings: tuple[Reading, ...] = ()
    """Of a numeric date: all that it can mean; `month` and `day` stand only where it is but one."""

    @property
    def relative(self) -> bool:
        return self.ago is not None

    @property
    def complete(self) -> bool:
        """Whether the day can be known from the text (and, for a relative date, the moment it was read)."""
        if self.ago:
            return self.ago.unit not in ("month", "year")
        if self.readings:
            return self.readings[0].year is not None
        return None not in (self.year, self.month, self.day)


# --- Tokens and their roles

_HIDDEN = "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
_HIDDEN_SIGNS = re.compile(f"[{_HIDDEN}]")
_HAN_DIGITS = "〇零一二三四五六七八九十"
_UNSPACED = ("\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Tibetan, Myanmar, Khmer
             "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff")  # Japanese, Chinese, Korean
_is_unspaced = re.compile(f"[{_UNSPACED}]").match
_SIGNS = ("!-&(-/:-@\\[-`{-~\u00a0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf×÷\u2000-\u200a\u2010-\u2017"
          "\u201a-\u206f\u3000-\u3004\u3008-\u3020\uff00-\uff0f\uff1a-\uff20،؛؟۔।॥\u1361-\u1368⹁'’‘ʼ")
_VARIANTS = {"-": "‐‑‒−－", "/": "／", ".": "．。", ":": "：", ",": "，،、⹁፣፥", "(": "（［【〔[",
             ")": "）］】〕]", "'": "’‘ʼʻ´`", "+": "＋"}
_VARIANTS["$"] = "€£¥￥₩₹₽₺฿"
_SAME_SIGN = {ord(variant): sign for sign, variants in _VARIANTS.items() for variant in variants}
_ANCHOR = re.compile(rf"[\d{_HAN_DIGITS}](?:(?<=\d)|[{_HAN_DIGITS}年月])")
_PRICE = re.compile(r"[$€£¥￥₩₹₽₺฿]\s?\d[\d.,]*")
"""A text of which all numbers are prices shows no date, and shops show many."""
_FRAME = " .!\t\r\n\u00a0\u3000"
_PIECES = re.compile(r"\s*[|·•,;:()\[\]\n–—]+\s*")


@lru_cache(8192)
def fold(text: str) -> str:
    """The text as the lexicon spells it: one case and width, single blanks, no hidden signs, no last dot."""
    plain = unicodedata.normalize("NFKC", _HIDDEN_SIGNS.sub("", text)).casefold()
    return " ".join(re.sub("[’‘ʼʻ]", "'", plain).split()).rstrip(".॰")


def _number(token: str) -> int:
    """The value of a number token, in whatever digits it is written."""
    digits = _HIDDEN_SIGNS.sub("", token)
    if digits.isdecimal():
        return int(digits)
    values = ["〇一二三四五六七八九十".find(ch.replace("零", "〇")) for ch in digits]
    if 10 not in values:
        return int("".join(map(str, values)))
    tens, _, ones = digits.partition("十")
    return (_number(tens) if tens else 1) * 10 + (_number(ones) if ones else 0)


def _widened(two_digits: int) -> int:
    return two_digits + (2000 if two_digits < 70 else 1900)


_ROLES_BY_SIZE = {
    1: (("day", 1, 31), ("month", 1, 12), ("hour", 0, 24), ("short", 1, 9)),
    2: (("day", 1, 31), ("month", 1, 12), ("hour", 0, 24), ("short", 0, 99), ("padded", 1, 31),
        ("minute", 0, 59), ("yy", 0, 49), ("yy", 70, 99), ("thaiyy", 50, 99)),
    3: (("rocyear", 80, 199),),
    4: (("year", 1900, 2100), ("thaiyear", 2443, 2643), ("offset", 0, 1459),
        ("oldyear", 1000, 1899), ("farther", 1000, 1899), ("farther", 2101, 2999)),
    6: (("clock", 0, 235959),),
}
"""What a number of so many digits can be, from its least to its greatest value."""


def _number_roles(token: str) -> Iterator[str]:
    digits = _HIDDEN_SIGNS.sub("", token)
    value = _number(digits)
    size = len(digits) if digits.isdecimal() else len(str(value))
    yield from (role for role, least, greatest in _ROLES_BY_SIZE.get(size, ()) if least <= value <= greatest)
    yield "digits"
    if size <= 3:
        yield "number"
    if size in _STAMPS and digits.isdecimal() and _of_digits(digits):
        yield "compact" if size == 8 else "stamp"


_STAMPS = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}


def _of_digits(digits: str) -> dt.datetime | None:
    """20240501 or 20240501103000 where that is a plausible moment."""
    try:
        moment = dt.datetime.strptime(digits, _STAMPS[len(digits)])
    except ValueError:
        return None
    return moment if 1970 <= moment.year <= 2050 else None


_WORD = f"[^\\W\\d_{_UNSPACED}](?:[^\\s\\d{_SIGNS}{_UNSPACED}]|['’‘ʼ](?=[^\\W\\d_]))*"
_TOKEN_FORMS = f"\\d{{1,20}}|[{_HAN_DIGITS}]{{1,10}}|[{_UNSPACED}]|{_WORD}|\\s+|."
_PLAIN_TOKEN = re.compile(f"(?:{_TOKEN_FORMS})[{_HIDDEN}]*", re.DOTALL)

# --- The patterns, over shapes

@dataclass(frozen=True, slots=True)
class _Pattern:
    name: str
    forms: tuple[str, ...]
    orders: tuple[str, ...] = ()
    needs: frozenset[str] = frozenset()
    whole: bool = False
    languages: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Match:
    """A pattern on a shape: which tokens it takes, and which of them carries which part."""

    pattern: _Pattern | None
    start: int
    end: int
    parts: Mapping[str, int]

    def moved(self, by: int) -> _Match:
        parts = {name: place + by for name, place in self.parts.items()}
        return _Match(self.pattern, self.start + by, self.end + by, parts)


@dataclass(frozen=True, slots=True)
class _Scan:
    """What a shape holds."""

    matches: tuple[_Match, ...]
    has_heads: bool
    """It has a word that may begin a name of several words."""
    has_all: bool
    """It has a year, the name of a month, and a day, wherever they stand."""


_Scanner = Callable[[str], _Scan]

_PARTS = frozenset((
    "year", "oldyear", "thaiyear", "thaiyy", "rocyear", "yy", "era", "eranumber", "month", "monthname", "day",
    "dayword", "weekday", "lastmonth", "lastday", "clock",
    "compact", "stamp", "first", "middle", "last",
    "hour", "minute", "second", "fraction", "half", "zone", "sign", "offset", "offhour", "offminute"))
"""The names in a form that make up a date."""
_FORM_PIECE = re.compile(r"\{([^}]*)\}|\\(.)|(\(\?<?[!:=])|(.)", re.DOTALL)
_OPERATORS = {"(": "(?:", ")": ")", "|": "|", "?": "?", "*": "*"}
_ROLES_AND_NAME = re.compile(r"(.+?)(?::([a-z]+))?\Z", re.DOTALL)


class _Alphabet:
    """A letter for every set of roles that a token can play."""

    def __init__(self) -> None:
        self._letters: dict[frozenset[str], str] = {}
        self._groups = 0

    def letter(self, roles: Iterable[str]) -> str:
        return self._letters.setdefault(frozenset(roles), chr(0xE000 + len(self._letters)))

    def charset(self, wanted: Iterable[str]) -> str:
        """A regular expression for one token with any of these roles."""
        roles = set(wanted)
        letters = "".join(letter for played, letter in self._letters.items() if not roles.isdisjoint(played))
        return f"[{letters}]" if letters else "(?!)"

    def expression(self, form: str, parts: Mapping[str, str]) -> str:
        """A form as a regular expression over shapes; its groups are numbered, so forms can be joined."""
        return "".join(self._piece(piece, parts) for piece in _FORM_PIECE.finditer(form))

    def _piece(self, piece: re.Match[str], parts: Mapping[str, str]) -> str:
        braces, escaped, look, sign = piece.groups()
        if braces in parts:
            return f"(?:{self.expression(parts[braces], parts)})"
        if braces:
            return self._token(braces)
        if look or sign in _OPERATORS:
            return str(look or _OPERATORS[sign])
        return self.charset({" " if sign in ("_", " ") else escaped or sign}) + ("?" if sign == " " else "")

    def _token(self, braces: str) -> str:
        split = _ROLES_AND_NAME.match(braces)
        assert split is not None
        roles = {" " if role == "_" else role for role in split[1].split("|")}
        name = split[2] or split[1]
        if name not in _PARTS:
            return self.charset(roles)
        self._groups += 1
        return f"(?P<{name}_{self._groups}>{self.charset(roles)})"


def _parts_of(match: re.Match[str]) -> dict[str, int]:
    """The parts that a match names, with the places of their tokens."""
    return {name.partition("_")[0]: match.start(name)
            for name, shown in match.groupdict().items() if shown is not None and "_" in name}


def _pattern(row: Mapping[str, Any]) -> _Pattern:
    forms = (row["form"],) if isinstance(row["form"], str) else tuple(row["form"])
    return _Pattern(row["name"], forms, tuple(row.get("orders", ())), frozenset(row.get("needs", ())),
                    row.get("whole", False), frozenset(map(str.lower, row.get("languages", ()))))


# --- The words

@lru_cache(1000)
def _base(language: str | None) -> str | None:
    return re.split("[-_]", language)[0].lower() if language else None


class _Words:
    """What words can mean: their roles, and their values by language."""

    def __init__(self, lexicon: Mapping[str, Any], tables: Sequence[Mapping[str, Any]]) -> None:
        self.roles: dict[str, set[str]] = defaultdict(set)
        self.values: dict[str, dict[str, dict[str, Any]]] = defaultdict(lambda: defaultdict(dict))
        self.ago: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        """The first word behind the number -> (before the number, behind the number, unit)."""
        self.phrases: dict[str, dict[str, Ago]] = defaultdict(dict)
        """What says when without a number: "yesterday", "an hour ago"."""
        self._read_lexicon(lexicon)
        for table in tables:
            self._read_table(table)
        articles: dict[str, list[str]] = {}
        for table in tables:
            articles |= table.get("articles", {})
        for language, units in lexicon["ago"].items():
            for unit, said in units.items():
                self._add_ago(unit, said.split("|"), language, articles.get(language, ()))
        self.weak = frozenset(fold(word) for table in tables for word in table.get("weak", ()))
        self.verbs = frozenset(fold(word) for table in tables for word in table.get("verbs", ()))

    def _add(self, word: str, role: str, value: Any = None, language: str = "") -> None:
        self.roles[word].add(role)
        if value is not None:
            self.values[role][word].setdefault(language, value)

    def _read_lexicon(self, lexicon: Mapping[str, Any]) -> None:
        for kind, role, first in (("months", "monthname", 1), ("weekdays", "weekday", 0)):
            for language, rows in lexicon[kind].items():
                for value, row in enumerate(rows, first):
                    for word in row.split("|") if row else ():
                        self._add(word, role, value, language)
        for language, halves in lexicon["halves"].items():
            for half, row in zip(("am", "pm"), halves, strict=True):
                for word in row.split("|") if row else ():
                    self._add(word, "half", half, language)
        for language, days in lexicon["days"].items():
            for count, row in days.items():
                # "Now" is any button; "just now" is a date, and stands in the patterns' file.
                for word in row.split("|") if count != "now" else ():
                    self._add_dayword(word, count, language)
        for word in lexicon["around"]:
            self._add(word, "around")

    def _add_dayword(self, word: str, count: str, language: str) -> None:
        self.phrases[word].setdefault(language, Ago(int(count), "day"))
        self._add(word, "dayword", int(count), language)

    def _read_table(self, table: Mapping[str, Any]) -> None:
        for role, words in table.get("words", {}).items():
            for word in words:
                self._add(fold(word), role)
        for role, meanings in table.get("meaning", {}).items():
            for word, value in meanings.items():
                if role == "dayword":
                    self._add_dayword(fold(word), str(value), "")
                else:
                    self._add(fold(word), role, value)
        for unit, said in table.get("ago", {}).items():
            self._add_ago(unit, map(fold, said), "", ())

    def _add_ago(self, unit: str, templates: Iterable[str], language: str, articles: Iterable[str]) -> None:
        for template in templates:
            count, _, phrase = template.partition("=") if template[0] in "12" else ("", "", "")
            if template.endswith("=0"):
                self.phrases[template[:-2]].setdefault(language, Ago(0, unit))
            elif count:
                self.phrases[phrase].setdefault(language, Ago(int(count), unit))
            elif "#" in template:
                before, _, behind = (part.strip() for part in template.partition("#"))
                self._add_counted(before, behind, unit)
                for article in articles:
                    self.phrases[fold(template.replace("#", article))].setdefault(language, Ago(1, unit))

    def _add_counted(self, before: str, behind: str, unit: str) -> None:
        if head := _first_word(behind):
            self.roles[head].add("unit")
            if (before, behind, unit) not in self.ago[head]:
                self.ago[head].append((before, behind, unit))

    def said(self, phrase: str, language: str | None) -> Ago | None:
        """What a phrase means; a short word only in the page's language, for it is another word elsewhere."""
        meanings = self.phrases.get(phrase)
        if meanings is None:
            return None
        native = next((meanings[known] for known in (_base(language), "", "en") if known in meanings), None)
        distinct = len(phrase) > 5 or not phrase.isascii() or (language is None and len(phrase) > 3)
        return native or (next(iter(meanings.values())) if distinct else None)

    def value(self, role: str, word: str, language: str | None) -> Any:
        """What the word means in this language, else in English, else in most languages."""
        meanings = self.values[role].get(word)
        if meanings is None:
            return None
        for known in (_base(language), "", "en"):
            if known in meanings:
                return meanings[known]
        readings = list(meanings.values())
        return max(dict.fromkeys(readings), key=readings.count)

    def is_widespread(self, month: str) -> bool:
        """Whether many languages call a month so; three letters that few know are mostly something else."""
        return len(month) > 3 or len(self.values["monthname"].get(month, ())) > 4

    def is_native(self, role: str, word: str, language: str | None) -> bool:
        meanings = self.values[role].get(word, {})
        return not {_base(language), "", "en"}.isdisjoint(meanings)


_FIRST_WORD = re.compile(rf"[{_UNSPACED}]|[^\W\d_][^\s\d{_SIGNS}{_UNSPACED}]*")


def _first_word(text: str) -> str:
    found = _FIRST_WORD.match(text)
    return found[0].casefold() if found else ""


# --- Finding

class _Kinds(dict[str, str]):
    """Token -> letter of the roles it can play; remembers what it has seen, within bounds."""

    def __init__(self, letter_of: Callable[[str], str]) -> None:
        super().__init__()
        self._letter_of = letter_of

    def __missing__(self, token: str) -> str:
        letter = self._letter_of(token)
        if len(self) < 50_000:
            self[token] = letter
        return letter


class Dates:
    """The patterns and words, compiled. `extra` is a file of your own in the form of `data/dates.toml`."""

    def __init__(self, extra: Path | str | None = None) -> None:
        files = [Path(extra), PATTERNS] if extra else [PATTERNS]
        tables = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
        self._words = _Words(json.loads(LEXICON.read_text(encoding="utf-8")), tables)
        self._parts: dict[str, str] = {}
        for table in reversed(tables):
            self._parts |= table.get("parts", {})
        self._patterns = [_pattern(row) for table in tables for row in table.get("pattern", ())]
        self._worded = {language: re.compile(expression, re.IGNORECASE) for table in reversed(tables)
                        for language, expression in table.get("worded", {}).items()}
        self._clocks = [form for table in tables for form in table.get("time", {}).get("forms", ())]
        self._phrase_heads: dict[str, list[str]] = defaultdict(list)
        self._token = self._token_expression()
        self._alphabet = _Alphabet()
        self._know_all_letters()
        self._kinds = _Kinds(self._letter)
        self._compile_surroundings()
        self._compiled: dict[tuple[int, ...], _Scanner] = {}
        self._scanners: dict[str | None, _Scanner] = {}
        self._find_in_short = lru_cache(REMEMBERED)(self._read_short)

    def _token_expression(self) -> re.Pattern[str]:
        unspaced: dict[str, list[str]] = defaultdict(list)
        for word in self._words.roles:
            if _is_unspaced(word):
                if len(word) > 1 and word[:2] not in _HAN_DIGITS:
                    unspaced[word[0]].append(word[1:])
            elif not word.isalpha() and len(tokens := _PLAIN_TOKEN.findall(word)) > 1:
                self._phrase_heads[tokens[0]].append(word)
        for phrases in self._phrase_heads.values():
            phrases.sort(key=len, reverse=True)
        heads = "".join(map(re.escape, unspaced))
        known = "|".join(f"{head}(?:{'|'.join(map(re.escape, sorted(tails, key=len, reverse=True)))})"
                         for head, tails in unspaced.items())
        return re.compile(f"(?:(?=[{heads}])(?:{known})|{_TOKEN_FORMS})[{_HIDDEN}]*", re.DOTALL)

    def _know_all_letters(self) -> None:
        """Every set of roles gets its letter before the patterns are compiled over them."""
        numbers = [f"{n:0{size}}" for size, roles in _ROLES_BY_SIZE.items() for _, least, greatest in roles
                   for n in (least, greatest + 1) if n < 10**size]  # where what a number can be changes
        longer = ["000", "080", "199", "00000", "103000", "999999", "20240501", "20240501103000"]
        han = [*_HAN_DIGITS, "十二", "二十", "四十", "六十", "二〇二四"]
        for token in (*numbers, *longer, *han, "x", "X", "漢", " ", "☃", *map(chr, range(33, 127))):
            self._letter(token)
        for word, roles in self._words.roles.items():
            if word and word[0].isalpha():
                self._alphabet.letter(self._word_roles(word, roles))
                self._alphabet.letter(self._word_roles(word.title(), roles))
            elif word and not word[0].isdecimal():
                self._alphabet.letter(self._sign_roles(word[0], roles))
        for word in self._phrase_heads:
            self._letter(word)

    def _word_roles(self, token: str, roles: set[str]) -> set[str]:
        word = fold(token)
        known = not roles.isdisjoint({"tee", "around"})
        script = {"unspaced"} if _is_unspaced(word) else {"latin"} if known else {"latin", "stranger"}
        if "stranger" in script and roles.isdisjoint({"at", "till", "bar"}) and not token[0].isupper():
            script.add("small")
        if word in self._words.verbs and not token[0].isupper():
            script.add("verb")
        return roles | script | ({"head"} if word in self._phrase_heads else set())

    @staticmethod
    def _sign_roles(sign: str, roles: set[str]) -> set[str]:
        same = sign.translate(_SAME_SIGN)
        return roles | {same} | ({"sign"} if same in "+-" else set())

    def _letter(self, token: str) -> str:
        word, first = fold(token), token[0]
        roles = self._words.roles.get(word) or self._words.roles.get(word.partition("'")[2]) or set()
        if first.isdecimal() or (first in _HAN_DIGITS and not set(word) - set(_HAN_DIGITS)):
            return self._alphabet.letter(roles.union(_number_roles(token)))
        if first.isspace():
            return self._alphabet.letter({" "})
        if first.isalpha():
            return self._alphabet.letter(self._word_roles(token, roles))
        return self._alphabet.letter(self._sign_roles(first, roles))

    def _compile_surroundings(self) -> None:
        expression, parts = self._alphabet.expression, self._parts
        clocks = "|".join(expression(form, parts) for form in self._clocks)
        digits, colon = self._alphabet.charset({"digits"}), self._alphabet.charset({":"})
        self._time_after = re.compile(f"{expression('{after_time}', parts)}(?:{clocks})")
        before = f"(?<!{digits})(?<!{colon})(?:{clocks}){expression('{before_time}', parts)}\\Z"
        self._time_before = re.compile(before)
        self._weekday_before = re.compile(expression("{weekday_before}", parts) + "\\Z")
        self._weekday_after = re.compile(expression("{weekday_after}", parts))
        self._counted = re.compile(expression("{number} {unit}", parts))
        self._heads = re.compile(self._alphabet.charset({"head"}))
        day_roles = ("year", "monthname", "day")
        self._roles_of_a_day = [re.compile(self._alphabet.charset({role})) for role in day_roles]
        self._plain_word = self._letter("x")
        plain = "".join(map(self._letter, ("x", "X", "漢")))
        self._between_words = re.compile(f"[{plain}]?[^{plain}]*{digits}[^{plain}]*[{plain}]?")

    def _scanner(self, language: str | None) -> _Scanner:
        spoken = {_base(language), (language or "").lower().replace("_", "-")}
        usable = tuple(index for index, pattern in enumerate(self._patterns)
                       if not pattern.languages or not spoken.isdisjoint(pattern.languages))
        if usable not in self._compiled:
            self._compiled[usable] = self._compile_scanner([self._patterns[index] for index in usable])
        if len(self._scanners) < 1000:
            self._scanners[language] = self._compiled[usable]
        return self._compiled[usable]

    def _compile_scanner(self, patterns: Sequence[_Pattern]) -> _Scanner:
        """One function from shapes to matches that remembers what it has answered."""
        charset = self._alphabet.charset
        # What must be the whole text is asked for first: it takes nothing away from what comes after it.
        forms = sorted(((pattern, form) for pattern in patterns for form in pattern.forms),
                       key=lambda owned: not owned[0].whole)
        blank = charset({" "})
        begin, end = f"(?:(?<!.)|(?<=\\A{blank}))", f"(?={blank}?\\Z)"
        joined = "|".join(f"(?P<p{index}>{begin if pattern.whole else ''}{self._alphabet.expression(form, self._parts)}"
                          f"{end if pattern.whole else ''})"
                          for index, (pattern, form) in enumerate(forms))
        digits, version = charset({"digits"}), charset({"version"})
        alone = f"(?<!{digits})(?<!{digits}{charset('-/.:,')})(?<!{charset({'latin', '_', '#', '$'})})"
        dates = re.compile(f"{alone}(?<!{version}{charset(' ')})(?:{joined})")
        owners = [pattern for pattern, _ in forms]

        @lru_cache(8192)
        def scan(shape: str) -> _Scan:
            return _Scan(tuple(self._matches(shape, dates, owners)), self._heads.search(shape) is not None,
                         all(role.search(shape) for role in self._roles_of_a_day))

        def scan_long(shape: str) -> _Scan:
            # Prose is cut at its plain words, so that its pieces too are few.
            pieces = [(piece.start(), scan(piece[0])) for piece in self._between_words.finditer(shape)]
            return _Scan(tuple(match.moved(start) for start, found in pieces for match in found.matches),
                         any(found.has_heads for _, found in pieces), has_all=False)

        return lambda shape: scan(shape) if len(shape) < 100 else scan_long(shape)

    def _matches(self, shape: str, dates: re.Pattern[str], patterns: Sequence[_Pattern]) -> Iterator[_Match]:
        for found in dates.finditer(shape):
            assert found.lastgroup is not None
            pattern = patterns[int(found.lastgroup[1:])]
            core = _Match(pattern, found.start(), found.end(), _parts_of(found))
            match = self._with_surroundings(shape, core)
            shown = {"time"} if "hour" in match.parts else set()
            shown |= {"weekday"} if "weekday" in match.parts else set()
            if not pattern.needs or pattern.needs & shown:
                yield match
        for counted in self._counted.finditer(shape):
            yield _Match(None, counted.start(), counted.end(), {})

    def _with_surroundings(self, shape: str, match: _Match) -> _Match:
        """The match with the weekday and the time that stand before or behind it."""
        start, end, parts = match.start, match.end, dict(match.parts)
        if not {"hour", "clock"}.isdisjoint(parts):
            return match
        if before := self._weekday_before.search(shape, max(0, start - 8), start):
            start = before.start()
            parts |= _parts_of(before)
        elif behind := self._weekday_after.match(shape, end):
            end = behind.end()
            parts |= _parts_of(behind)
        if clock := self._time_after.match(shape, end):
            end = clock.end()
        elif clock := self._time_before.search(shape, max(0, start - 24), start):
            start = clock.start()
        if clock:
            parts |= _parts_of(clock)
        return _Match(match.pattern, start, end, parts)

    def find(self, text: str, language: str | None = None) -> list[Mention]:
        """The dates that a text shows, in their order. `language` is the page's, as "de" or "en-GB"."""
        if len(text) <= 4 * WINDOW:
            return list(self._find_in_short(text, language))
        return list(self._find_in_long(text, language))

    def _read_short(self, text: str, language: str | None) -> Sequence[Mention]:
        """The dates of a text that is read as a whole."""
        found = self._find_counted(text, language) if _ANCHOR.search(_PRICE.sub(" ", text)) else ()
        return found or (self._phrase(text, language) if len(text) <= SHORT_TEXT else ())

    def _find_in_long(self, text: str, language: str | None) -> Iterator[Mention]:
        """The dates around the numbers of a text, chunk by chunk; each chunk is read with what surrounds it."""
        behind = 0
        for first, last in _windows(text):
            for begin in range(first, last, CHUNK):
                offset = max(first, begin - WINDOW)
                for mention in self._find_counted(text[offset:min(last, begin + CHUNK + WINDOW)], language):
                    start, end = mention.start + offset, mention.end + offset
                    if max(begin, behind) <= start < begin + CHUNK:
                        behind = end
                        yield replace(mention, start=start, end=end)

    def _find_counted(self, text: str, language: str | None) -> list[Mention]:
        """The dates with a number in them."""
        tokens = self._token.findall(text)
        scan = self._scanners.get(language) or self._scanner(language)
        shape = "".join(map(self._kinds.__getitem__, tokens))
        found = scan(shape)
        if found.has_heads:
            tokens = self._with_phrases(tokens)
            shape = "".join(map(self._kinds.__getitem__, tokens))
            found = scan(shape)
        if doubtful := self._doubtful(found.matches, tokens, language):
            # "du 1er au 3 mai": a month elsewhere is any word here, and must not take the first day with it.
            found = scan("".join(self._plain_word if place in doubtful else letter
                                 for place, letter in enumerate(shape)))
        if not found.matches and not found.has_all:
            return []
        places = list(accumulate(map(len, tokens), initial=0))
        shown = (self._mention(match, tokens, places, language) for match in found.matches)
        mentions = sorted(filter(None, shown), key=_place)
        puzzling = found.has_all and not any(mention.complete for mention in mentions)
        if puzzling and language and len(text) <= SHORT_TEXT:
            mentions = _by_dateparser(text, language) or mentions
        return [mention for before, mention in zip((None, *mentions), mentions, strict=False)
                if before is None or mention.start >= before.end]

    def _doubtful(self, matches: Iterable[_Match], tokens: Sequence[str], language: str | None) -> set[int]:
        """The places of words that were taken for months and are none on this page."""
        months = ((match.parts["monthname"], match.parts) for match in matches if "monthname" in match.parts)
        return {place for place, parts in months
                if self._is_doubtful(fold(tokens[place]), _is_dated(parts), language)}

    def _phrase(self, text: str, language: str | None) -> list[Mention]:
        """The relative date that a short text is, or that one of its parts between signs is."""
        if ago := self._words.said(text.strip(_FRAME).casefold(), language):
            return [Mention(0, len(text), "phrase", ago=ago)]
        start = 0
        for sign in _PIECES.finditer(text):
            for piece, end in ((text[start:sign.start()], sign.start()), (text[sign.end():], len(text))):
                # "Updated: yesterday" is a date, "Today: no trains" a headline.
                announces = end == sign.start() and ":" in sign[0]
                if not announces and (ago := self._words.said(piece.strip(_FRAME).casefold(), language)):
                    return [Mention(end - len(piece), end, "phrase", ago=ago)]
            start = sign.end()
        if language and (worded := self._worded.get(_base(language) or "")) and worded.search(text.strip()):
            return _by_dateparser(text, language)
        return []

    def _with_phrases(self, tokens: list[str]) -> list[str]:
        """Names of several words become one token, where they are names."""
        joined: list[str] = []
        place = 0
        while place < len(tokens):
            size = self._phrase_size(tokens, place)
            joined.append("".join(tokens[place:place + size]))
            place += size
        return joined

    def _phrase_size(self, tokens: Sequence[str], place: int) -> int:
        phrases = self._phrase_heads.get(fold(tokens[place]))
        if not phrases:
            return 1
        ahead = fold("".join(tokens[place:place + 16]))
        for phrase in phrases:
            if ahead.startswith(phrase):
                for size in range(2, 17):
                    if fold("".join(tokens[place:place + size])) == phrase:
                        return size
        return 1

    def _mention(self, match: _Match, tokens: Sequence[str], places: Sequence[int],
                 language: str | None) -> Mention | None:
        start, last = places[match.start], match.end - 1
        end = places[last] + len(tokens[last].rstrip())
        if match.pattern is None:
            return self._counted_ago(match.start, start, tokens)
        parts = {name: tokens[place] for name, place in match.parts.items()}
        shown = Mention(start, end, match.pattern.name, time=self._clock(parts, language),
                        weekday=self._weekday(parts, language))
        if match.pattern.needs and shown.time is None and shown.weekday is None:
            return None
        if "dayword" in parts:
            count = self._value("dayword", parts, language)
            return replace(shown, ago=Ago(count, "day")) if shown.time else None
        if "compact" in parts or "stamp" in parts:
            return _stamped(shown, parts)
        if "first" in parts:
            return _with_readings(shown, parts, match.pattern.orders)
        year = self._year(parts, "".join(tokens[match.start:match.end]), language)
        month = self._month(parts, language)
        day = _number(parts["day"]) if "day" in parts else None
        if "lastmonth" in parts or "lastday" in parts:
            year, day = self._start_of_range(year, month, day, parts, language)
        if month is None or year == 0 or not _exists(year, month, day):
            return None
        if "oldyear" in parts and year and day and shown.weekday not in (None, dt.date(year, month, day).weekday()):
            return None  # "Sat, 12 May 1430" tells the time
        return replace(shown, year=year, month=month, day=day)

    def _value(self, role: str, parts: Mapping[str, str], language: str | None) -> Any:
        if role not in parts:
            return None
        word = fold(parts[role])
        known = word if word in self._words.values[role] else word.partition("'")[2]  # "d’abril"
        return self._words.value(role, known, language)

    def _weekday(self, parts: Mapping[str, str], language: str | None) -> int | None:
        word = fold(parts.get("weekday", ""))
        if len(word) < 4 and word.isascii() and not self._words.is_native("weekday", word, language):
            return None  # "on", "le", "la" are weekdays somewhere
        weekday: int | None = self._value("weekday", parts, language)
        return weekday

    def _month(self, parts: Mapping[str, str], language: str | None) -> int | None:
        if "month" in parts:
            return _number(parts["month"])
        if "monthname" not in parts or self._is_doubtful(fold(parts["monthname"]), _is_dated(parts), language):
            return None
        month: int | None = self._value("monthname", parts, language)
        return month

    def _is_doubtful(self, word: str, dated: bool, language: str | None) -> bool:
        """Whether a month's name is so short or common that it is any word on a page of another language."""
        if self._words.is_native("monthname", word, language) or not word.isascii():
            return False
        foreign = len(word) < 5 and (language is not None or not self._words.is_widespread(word))
        return len(word) < 3 or (not dated and (foreign or word in self._words.weak))

    def _start_of_range(self, year: int | None, month: int | None, day: int | None, parts: Mapping[str, str],
                        language: str | None) -> tuple[int | None, int | None]:
        """Year and day of the first of two days: the year that is shown is that of the second."""
        if last := parts.get("lastmonth"):
            shown = {"monthname": last}
            last_month = _number(last) if last[0].isdecimal() else self._value("monthname", shown, language)
            turned = month is not None and last_month is not None and month > last_month
            return (year - 1 if year and turned else year), day
        last_day = _number(parts["lastday"])
        # "Chapter 5 - 3 May" is no range.
        return year, (day if day is not None and day < last_day else last_day)

    def _year(self, parts: Mapping[str, str], text: str, language: str | None) -> int | None:
        """The year that is shown; 0 where it cannot be one."""
        if "era" in parts:
            first = self._value("era", parts, language)
            year = int(first) + (1 if parts["eranumber"][0] == "元" else _number(parts["eranumber"]))
            return year if year <= 2100 else 0
        if "thaiyear" in parts:
            thai = _base(language) == "th" or any("ก" <= ch <= "๛" for ch in text)
            return _number(parts["thaiyear"]) - 543 if thai else 0
        if "thaiyy" in parts:
            return 2500 - 543 + _number(parts["thaiyy"])
        if "rocyear" in parts:
            return _number(parts["rocyear"]) + 1911
        if "yy" in parts:
            return _widened(_number(parts["yy"]))
        return next((_number(parts[name]) for name in ("year", "oldyear") if name in parts), None)

    def _clock(self, parts: Mapping[str, str], language: str | None) -> dt.time | None:
        if "clock" in parts:
            digits = fold(parts["clock"])
            parts = {**parts, "hour": digits[:2], "minute": digits[2:4], "second": digits[4:]}
        if "hour" not in parts:
            return None
        hour, minute, second = (_number(parts.get(name, "0")) for name in ("hour", "minute", "second"))
        half = self._value("half", parts, language)
        if half and hour <= 12:
            hour = hour % 12 + (12 if half == "pm" else 0)
        if hour > 23 or minute > 59 or second > 59:
            return None
        fraction = fold(parts.get("fraction", "0"))
        return dt.time(hour, minute, second, int(fraction[:6].ljust(6, "0")), self._zone(parts, language))

    def _zone(self, parts: Mapping[str, str], language: str | None) -> dt.tzinfo | None:
        hours = self._value("zone", parts, language)
        if "sign" not in parts:
            return dt.timezone(dt.timedelta(hours=hours)) if isinstance(hours, (int, float)) else None
        hour, minute = divmod(_number(parts["offset"]), 100) if "offset" in parts else (
            _number(parts["offhour"]), _number(parts.get("offminute", "0")))
        behind = parts["sign"][0].translate(_SAME_SIGN) == "-"
        offset = dt.timedelta(hours=hour, minutes=minute)
        return dt.timezone(-offset if behind else offset) if hour < 15 and minute < 60 else None

    def _counted_ago(self, place: int, start: int, tokens: Sequence[str]) -> Mention | None:
        """"3 hours ago", where the words before and behind the number are those of a template."""
        before, behind = tokens[max(0, place - 16):place], tokens[place + 1:place + 16]
        left, right = fold("".join(before)), fold("".join(behind))
        templates = self._words.ago.get(_first_word(right), ())
        fitting = [(prefix, suffix, unit) for prefix, suffix, unit in templates
                   if left.endswith(prefix) and _starts_with(right, suffix)]
        if not fitting:
            return None
        prefix, suffix, unit = max(fitting, key=lambda template: len(template[0]) + len(template[1]))
        count = _number(tokens[place])
        larger = _LARGER_UNIT.search(left)
        if larger and (units := {template[2] for template in self._words.ago.get(larger[2], ())}):
            count, unit = _summed(int(larger[1]), units.pop(), count, unit)
            prefix = left[larger.start():] if left.endswith(larger[0]) and not prefix else prefix
        first = start - _shown_length(before[::-1], prefix, lambda taken: fold("".join(taken[::-1])))
        end = start + len(tokens[place]) + _shown_length(behind, suffix, lambda taken: fold("".join(taken)))
        return Mention(first, end, "ago", ago=Ago(count, unit))

    def read(self, text: str) -> Mention | None:
        """The date that a machine-readable attribute holds, as `time@datetime` does."""
        value = text.strip()
        if _EPOCH.fullmatch(value):
            seconds = int(value) // (1 if len(value) < 12 else 1000)
            moment = dt.datetime.fromtimestamp(seconds, dt.UTC)
            return Mention(0, len(text), "epoch", moment.year, moment.month, moment.day, moment.timetz())
        mentions = [mention for mention in self.find(value) if not mention.relative]
        return mentions[0] if mentions and mentions[0].start == 0 else None


_LARGER_UNIT = re.compile(r"(\d{1,3}) ?([^\W\d_]+),?(?: (?:and|und|et|y|e|и|en))?\Z")
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}


def _is_dated(parts: Mapping[str, object]) -> bool:
    """Whether a day and a year stand beside the month."""
    return "day" in parts and ("year" in parts or "thaiyear" in parts)


def _summed(count: int, unit: str, more: int, smaller: str) -> tuple[int, str]:
    """2 days and 3 hours as 51 hours; 1 year and 2 months is known to the year only."""
    if unit not in _SECONDS or smaller not in _SECONDS:
        return count, unit
    return (count * _SECONDS[unit] + more * _SECONDS[smaller]) // _SECONDS[smaller], smaller


def _starts_with(text: str, words: str) -> bool:
    """Whether the text begins with these words, and not only with a part of a longer one."""
    ends = not text[len(words):][:1].isalpha() or _is_unspaced(words[-1]) is not None
    return ends and text.startswith(words)


def _shown_length(tokens: Sequence[str], words: str, said: Callable[[Sequence[str]], str]) -> int:
    """How many characters the tokens take that say these words."""
    sizes = range(len(tokens) + 1)
    taken = next((tokens[:size] for size in sizes if words in said(tokens[:size])), ())
    return sum(map(len, taken))


_A_MOMENT = dt.datetime(2001, 6, 15, 12)


def _by_dateparser(text: str, language: str) -> list[Mention]:
    """What dateparser makes of a short flagged text: numbers as words, words between the parts."""
    import dateparser  # slow to import, and few pages need it

    settings = {"REQUIRE_PARTS": ["day", "month", "year"], "RELATIVE_BASE": _A_MOMENT,
                "RETURN_AS_TIMEZONE_AWARE": False}
    try:
        moment = dateparser.parse(text, languages=[_base(language)], settings=settings)
    except ValueError:  # a language that it does not know
        return []
    if moment is None:
        return []
    if any(ch.isdecimal() for ch in text):
        return [Mention(0, len(text), "dateparser", moment.year, moment.month, moment.day)]
    minutes = round((_A_MOMENT - moment).total_seconds() / 60)
    days, rest = divmod(minutes, 24 * 60)
    ago = Ago(minutes, "minute") if rest else Ago(days, "day")
    return [Mention(0, len(text), "dateparser", ago=ago)] if minutes > 0 else []


def _place(mention: Mention) -> int:
    return mention.start


_EPOCH = re.compile(r"(?:[6-9]\d{8}|[1-4]\d{9})(?:\d{3})?", re.ASCII)
"""Seconds or milliseconds since 1970."""


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """The parts of a long text that stand around its numbers."""
    first = last = None
    for anchor in _ANCHOR.finditer(text):
        if last is not None and first is not None and anchor.start() > last + 2 * WINDOW:
            yield max(0, first - WINDOW), last + WINDOW
            first = None
        first, last = anchor.start() if first is None else first, anchor.end()
    if first is not None and last is not None:
        yield max(0, first - WINDOW), min(len(text), last + WINDOW)


def _exists(year: int | None, month: int, day: int | None) -> bool:
    # Without a year, the 29th of February is a day.
    return day is None or day <= calendar.monthrange(year or 2000, month)[1]


def _stamped(shown: Mention, parts: Mapping[str, str]) -> Mention | None:
    moment = _of_digits(fold(parts.get("compact") or parts["stamp"]))
    if moment is None:
        return None
    time = moment.time() if "stamp" in parts else shown.time
    return replace(shown, year=moment.year, month=moment.month, day=moment.day, time=time)


def _with_readings(shown: Mention, parts: Mapping[str, str], orders: Sequence[str]) -> Mention | None:
    """The mention with all that its numbers can mean; the weekday that is shown may leave but one."""
    readings = [reading for order in orders if (reading := _reading(order, parts))]
    on_weekday = [reading for reading in readings if reading.year and
                  dt.date(reading.year, reading.month, reading.day).weekday() == shown.weekday]
    readings = on_weekday or readings
    if not readings:
        return None
    if len({(reading.year, reading.month, reading.day) for reading in readings}) > 1:
        return replace(shown, readings=tuple(readings))
    only = readings[0]
    return replace(shown, year=only.year, month=only.month, day=only.day, readings=tuple(readings))


def _reading(order: str, parts: Mapping[str, str]) -> Reading | None:
    places = ("first", "middle", "last") if "last" in parts else ("first", "middle")
    letters = order if "last" in parts else order.replace("y", "")
    shown = {letter: parts[place] for letter, place in zip(letters, places, strict=True)}
    day, month, year = _number(shown["d"]), _number(shown["m"]), None
    if "y" in shown:
        digits, year = len(fold(shown["y"])), _number(shown["y"])
        if digits == 2:
            year = _widened(year) if not 50 <= year < 70 else 0
    if (year is not None and not 1000 <= year <= 2100) or not 1 <= month <= 12:
        return None
    return Reading(order, year, month, day) if day and _exists(year, month, day) else None


# --- Settling

def order_of(mentions: Sequence[Mention | None], language: str | None = None) -> str | None:
    """The order ("dmy", "mdy", "ymd") in a column of numeric dates; None where none is numeric and open."""
    return _order(mentions, language, None)


def _order(mentions: Sequence[Mention | None], language: str | None, at: dt.datetime | None) -> str | None:
    numeric = [mention.readings for mention in mentions if mention and mention.readings]
    if not numeric:
        return None
    counts: dict[str, int] = defaultdict(int)
    for readings in numeric:
        for reading in readings:
            counts[reading.order] += 1
    most = max(counts.values())
    feasible = [order for order, count in counts.items() if count == most]
    if len(feasible) > 1:
        disorder = {order: _disorder(mentions, order, at) for order in feasible}
        feasible = [order for order in feasible if disorder[order] == min(disorder.values())]
    preferred = _preferred_order(language)
    # Where the year is first but these dates have it last, the month comes before the day.
    wanted = preferred if preferred in feasible else "mdy" if preferred == "ymd" else "dmy"
    return wanted if wanted in feasible else feasible[0]


def _disorder(mentions: Sequence[Mention | None], order: str, at: dt.datetime | None) -> tuple[int, int]:
    """How often a column read in this order turns back on itself, and how many of its dates lie ahead."""
    keys = [key for mention in mentions if mention and (key := _sort_key(mention, order))]
    steps = [(later > earlier) - (later < earlier) for earlier, later in pairwise(keys)]
    future = sum(key > (at.year, at.month, at.day) for key in keys if key[0]) if at else 0
    return min(steps.count(1), steps.count(-1)), future


def _sort_key(mention: Mention, order: str | None) -> tuple[int, int, int] | None:
    year, month, day = _numbers(mention, order)
    return (year or 0, month, day) if month and day else None


def _numbers(mention: Mention, order: str | None) -> tuple[int | None, int | None, int | None]:
    """Year, month and day in this order of numeric dates."""
    for reading in mention.readings:
        if reading.order == order:
            return reading.year, reading.month, reading.day
    if mention.readings and mention.month is None:
        only = mention.readings[0]
        return only.year, only.month, only.day
    return mention.year, mention.month, mention.day


@cache
def _orders() -> Mapping[str, str]:
    orders: dict[str, str] = json.loads(LEXICON.read_text(encoding="utf-8"))["orders"]
    return {name.lower(): order for name, order in orders.items()}


def _preferred_order(language: str | None) -> str:
    names = (language or "").lower().replace("_", "-").split("-")
    known = ("-".join(names[:size]) for size in range(len(names), 0, -1))
    return next((_orders()[name] for name in known if name in _orders()), "dmy")


SLACK = dt.timedelta(days=45)
"""How far a date may stand out of its list's order before it is taken for one of another year."""


def settle(mentions: Sequence[Mention | None], at: dt.datetime | None = None, language: str | None = None,
           order: str | None = None) -> list[Day | None]:
    """The days of one column of a list, in page order; None where a text does not say enough.

    A datetime stands where a time is shown, with a zone only where one is shown. "3 hours ago" is counted
    from `at` and keeps its zone, since the page shows an instant and no clock.
    """
    order = order or _order(mentions, language, at)
    days: list[dt.date | None] = [None] * len(mentions)
    open_days: dict[int, tuple[int, int]] = {}
    for index, mention in enumerate(mentions):
        if mention is None or mention.ago:
            continue
        year, month, day = _numbers(mention, order)
        if year and month and day:
            days[index] = dt.date(year, month, day)
        elif month and day and year is None:
            open_days[index] = month, day
    _give_years(days, open_days, mentions, at.date() if at else None)
    return [_moment(mention, day, at) for mention, day in zip(mentions, days, strict=True)]


def _moment(mention: Mention | None, day: dt.date | None, at: dt.datetime | None) -> Day | None:
    if mention is None:
        return None
    if mention.ago:
        return _before(at, mention.ago, mention.time) if at else None
    return dt.datetime.combine(day, mention.time) if day and mention.time else day


def _before(at: dt.datetime, ago: Ago, time: dt.time | None) -> Day | None:
    if ago.unit in ("second", "minute", "hour"):
        return at - dt.timedelta(seconds=ago.count * _SECONDS[ago.unit])
    if ago.unit not in ("day", "week"):
        return None  # "2 months ago" names no day
    day = at.date() - dt.timedelta(days=ago.count * (7 if ago.unit == "week" else 1))
    return dt.datetime.combine(day, time) if time else day


def _give_years(days: list[dt.date | None], open_days: Mapping[int, tuple[int, int]],
                mentions: Sequence[Mention | None], today: dt.date | None) -> None:
    """Years for the dates that show none, along the list's order: from a neighbour, else from today."""
    if not open_days:
        return
    dated = [index for index, day in enumerate(days) if day]
    rising = _rises(days, open_days)
    if not dated:
        if today is None:
            return
        first = max(open_days) if rising else min(open_days)
        days[first] = _anchored(open_days[first], today, mentions[first], rising)
        if days[first] is None:
            return
        dated = [first]
    for start, stop in pairwise([-1, *dated, len(days)]):
        # Between two dates each half follows the nearer one; before the first and behind the last all do.
        middle = stop - 1 if stop == len(days) else start if start < 0 else (start + stop) // 2
        if start >= 0:
            _continue(days, open_days, range(start, middle + 1), rising)
        if stop < len(days):
            _continue(days, open_days, range(stop, middle, -1), not rising)


def _continue(days: list[dt.date | None], open_days: Mapping[int, tuple[int, int]], places: range,
              later: bool) -> None:
    """Years for the open days at these places, each beside the one before it; the first place has a date."""
    neighbour = days[places[0]]
    assert neighbour is not None
    for place in places[1:]:
        if place in open_days and (day := _beside(open_days[place], neighbour, later)):
            days[place] = neighbour = day


def _rises(days: Sequence[dt.date | None], open_days: Mapping[int, tuple[int, int]]) -> bool:
    """Whether the list runs from old to new; a step over half a year is a turn of the year."""
    places = [day.timetuple().tm_yday if day else open_days[index][0] * 30.5 + open_days[index][1]
              for index, day in enumerate(days) if day or index in open_days]
    steps = [later - earlier for earlier, later in pairwise(places)]
    rises = sum(0 < step < 183 or step < -183 for step in steps)
    falls = sum(-183 < step < 0 or step > 183 for step in steps)
    return rises > falls


def _anchored(open_day: tuple[int, int], today: dt.date, mention: Mention | None,
              rising: bool) -> dt.date | None:
    """The date nearest before today; in a list that rises, as of events to come, also one ahead."""
    candidates = _candidates(open_day, today.year)
    if mention and mention.weekday is not None:
        fitting = [day for day in candidates if day.weekday() == mention.weekday]
        candidates = fitting or candidates
    ahead = dt.timedelta(days=183 if rising else 2)
    past = [day for day in candidates if day <= today + ahead]
    return min(past, key=lambda day: abs(day - today), default=None)


def _beside(open_day: tuple[int, int], neighbour: dt.date, later: bool) -> dt.date | None:
    """The date next to its neighbour on the side where the list's order wants it."""
    candidates = _candidates(open_day, neighbour.year)
    if later:
        return min((day for day in candidates if day >= neighbour - SLACK), default=None)
    return max((day for day in candidates if day <= neighbour + SLACK), default=None)


def _candidates(open_day: tuple[int, int], year: int) -> list[dt.date]:
    month, day = open_day
    # Eight years hold every 29th of February.
    return [dt.date(near, month, day) for near in range(max(1, year - 8), min(9999, year + 8) + 1)
            if _exists(near, month, day)]


# --- With the patterns that ship

@cache
def _shipped() -> Dates:
    return Dates()


def find(text: str, language: str | None = None) -> list[Mention]:
    """The dates that a text shows, in their order. `language` is the page's, as "de" or "en-GB"."""
    return _shipped().find(text, language)


def read(text: str) -> Mention | None:
    """The date that a machine-readable attribute holds, as `time@datetime` does."""
    return _shipped().read(text)
