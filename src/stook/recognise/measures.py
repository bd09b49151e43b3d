"""The words that numbers, durations and amounts of money are written with, in every language.

`data/measures.json` is what the CLDR says (made by scripts/build_measures.py), `data/measures.toml` what pages write
beyond that.
"""

from __future__ import annotations

import json
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

WRITTEN = Path(__file__).with_name("data") / "measures.json"
BY_HAND = WRITTEN.with_name("measures.toml")

Meaning = TypeVar("Meaning")


@cache
def written() -> Mapping[str, Any]:
    """What the CLDR says of all languages."""
    content: dict[str, Any] = json.loads(WRITTEN.read_text(encoding="utf-8"))
    return content


@cache
def by_hand() -> Mapping[str, Any]:
    """What pages write beyond that."""
    return tomllib.loads(BY_HAND.read_text(encoding="utf-8"))


def tags(language: str | None) -> list[str]:
    """A language's names, the closest first: "de-ch", "de"."""
    names = (language or "").lower().replace("_", "-").split("-")
    return ["-".join(names[:size]) for size in range(len(names), 0, -1)]


class Words(Generic[Meaning]):
    """What words mean in each language. In other languages than its own a word counts if all that have it agree and
    it is not so short that it may be anything."""

    def __init__(self, rows: Iterable[tuple[str, str, Meaning]]) -> None:
        self._native: dict[str, dict[str, Meaning]] = defaultdict(dict)
        everywhere: dict[str, set[Meaning]] = defaultdict(set)
        unsure: set[tuple[str, str]] = set()
        for language, word, meaning in rows:
            if self._native[language].setdefault(word, meaning) != meaning:
                unsure.add((language, word))
            if len(word) > 2 or not word.isascii():
                everywhere[word].add(meaning)
        for language, word in unsure:
            del self._native[language][word]
        self._agreed = {word: next(iter(meanings)) for word, meanings in everywhere.items() if len(meanings) == 1}
        self._disputed = {word for word, meanings in everywhere.items() if len(meanings) > 1}
        self.longest = max(len(word) for words in self._native.values() for word in words)

    def meaning(self, word: str, language: str | None) -> Meaning | None:
        for tag in (*tags(language), ""):
            if tag in self._native and word in self._native[tag]:
                return self._native[tag][word]
        return self._agreed.get(word)

    def disputes(self, word: str) -> bool:
        return word in self._disputed
