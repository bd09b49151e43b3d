"""Where a text that a person named stands on a page.

What people write down is not what stands in the source: white space, quotes, line breaks and hidden parts differ. So
texts are compared by their letters and digits alone (`letters`), and the letters of the whole page are kept as one
string (`Letters`) in which a value may be found whole, as a part of a text, or across several nodes.

An *occurrence* is one place of a value: the node, what of it is taken, and what stands around the value there. A
value that is not shown as it was written may stand in an attribute, or be said in other words: "1 hr 25 min" says 85,
where a schema declares a duration.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate

from stook.page import Page, resolve
from stook.recognise import values
from stook.wrapper.rules.model import TEXT_OF, Part
from stook.wrapper.rules.take import cut_out

MOST_OCCURRENCES = 40
"""Of one value so many are looked at; a value that stands on a page more often tells nothing by its text."""
ATTRIBUTES = ("href", "src", "datetime", "content", "alt", "title", "value")
"""Where a value may stand that the page does not show, in the order of belief."""
LONGEST_SAID = 80
"""A text that says a value in other words is short."""


@lru_cache(maxsize=65536)
def letters(text: str) -> str:
    """What is compared of a text: its letters, digits and marks, in one form; all of it where it has none."""
    if text.isascii():
        said = text.lower()
        return "".join(filter(str.isalnum, said)) or "".join(said.split())
    said = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in said if unicodedata.category(char)[0] in "LNM") or "".join(said.split())


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place of a value on its page."""

    node: int
    take: str = TEXT_OF
    part: Part | None = None
    more: int = 0

    @property
    def is_plain(self) -> bool:
        """Whether the value is all that a node shows."""
        return self.part is None and not self.more and self.take == TEXT_OF


class Texts:
    """What a page says, for whoever looks for a value on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        pieces = [letters(text) for text in page.words.text]
        self._letters = "".join(pieces)
        self._ends = list(accumulate(map(len, pieces)))

    def find(self, value: str, kind: str = "text") -> list[Occurrence]:
        """The places of a value, those that show it whole first. In an attribute or in other words it is looked for
        only where it is not shown."""
        found = self._shown(value) if kind not in ("link", "image") else []
        if not found:
            found = self._in_attributes(value, kind)
        if not found and kind != "text":
            found = self._in_other_words(value, kind)
        return found[:MOST_OCCURRENCES]

    # shown ------------------------------------------------------------------------------------------

    def _shown(self, value: str) -> list[Occurrence]:
        wanted = letters(value)
        found = [one for start in self._starts(wanted) if (one := self._at(start, start + len(wanted), value))]
        return sorted(dict.fromkeys(found), key=lambda one: (one.part is not None, one.more > 0))

    def _starts(self, wanted: str) -> Iterator[int]:
        start = self._letters.find(wanted) if wanted else -1
        for _ in range(4 * MOST_OCCURRENCES):
            if start < 0:
                return
            yield start
            start = self._letters.find(wanted, start + 1)

    def _at(self, start: int, stop: int, value: str) -> Occurrence | None:
        """What holds these letters: a text or an element, whole or in part, or siblings."""
        page, words = self.page, self.page.words
        first, last = bisect_right(self._ends, start), bisect_left(self._ends, stop)
        whole = (self._ends[first - 1] if first else 0) == start and self._ends[last] == stop
        if first == last:
            node = _element(page, words.node[first])
            return Occurrence(node) if whole else self._part(node, value)
        above = page.common(words.node[first], words.node[last])
        places = words.between(above, page.end[above])
        if not whole:
            return self._part(above, value)
        if places.start == first and places.stop == last + 1:
            return Occurrence(above)
        siblings = list(page.children(above))
        one, other = (bisect_right(siblings, words.node[place]) - 1 for place in (first, last))
        return Occurrence(siblings[one], more=other - one)

    def _part(self, node: int, value: str) -> Occurrence | None:
        """The value as a part of the node's text, if it begins and ends where words do."""
        text, said = self.page.text_of(node), " ".join(value.split())
        place = text.casefold().find(said.casefold())
        if place < 0 or len(text) > 4 * len(said) + 200 or len(text.casefold()) != len(text):
            return None
        before, after = text[:place], text[place + len(said):]
        if _runs_on(before[-1:], said[0]) or _runs_on(said[-1], after[:1]):
            return None
        part = Part(_last_word(before), _first_word(after))
        return Occurrence(node, part=part) if letters(cut_out(text, part)) == letters(value) else None

    # not shown --------------------------------------------------------------------------------------

    @cached_property
    def _attributes(self) -> dict[str, list[tuple[int, str]]]:
        found: dict[str, list[tuple[int, str]]] = {}
        for name in ATTRIBUTES:
            for node in self.page.with_attr(name):
                if value := self.page.attr(node, name):
                    found.setdefault(letters(value), []).append((node, name))
        return found

    def _in_attributes(self, value: str, kind: str) -> list[Occurrence]:
        page = self.page
        if kind in ("link", "image"):
            wanted = resolve(value, page.base) or value
            return [Occurrence(node, f"@{name}") for name in ("href", "src", "content") for node in page.with_attr(name)
                    if page.attr(node, name) == value or resolve(page.attr(node, name), page.base) == wanted]
        return [Occurrence(node, f"@{name}") for node, name in self._attributes.get(letters(value), ())]

    def _in_other_words(self, value: str, kind: str) -> list[Occurrence]:
        page, found = self.page, []
        around = {"language": page.language, "base": page.base, "at": page.at}
        for place, text in enumerate(page.words.text):
            if len(text) <= LONGEST_SAID and _may_say(text, kind):
                node = _element(page, page.words.node[place])
                if values.says(kind, value, page.text_of(node), **around):  # type: ignore[arg-type]
                    found.append(Occurrence(node))
        for name in ("datetime", "content", "value", "title"):
            found += [Occurrence(node, f"@{name}") for node in page.with_attr(name)
                      if len(said := page.attr(node, name)) <= LONGEST_SAID and _may_say(said, kind)
                      and values.says(kind, value, said, **around)]  # type: ignore[arg-type]
        return found


def _may_say(text: str, kind: str) -> bool:
    """Whether it is worth to ask what a text says: nearly all that says a number or a time has a digit."""
    return any(map(str.isdigit, text)) or (kind == "date" and len(text) <= 24)


def _runs_on(one: str, other: str) -> bool:
    """Whether two neighbouring signs belong to one word; signs of China and Japan stand without blanks."""
    return bool(one and other and one.isalnum() and other.isalnum() and one < "\u2e80" and other < "\u2e80")


def _last_word(text: str) -> str:
    return text[text.rstrip().rfind(" ") + 1:] if text.strip() else ""


def _first_word(text: str) -> str:
    said = text.lstrip()
    return text[:len(text) - len(said) + len(said.split(" ")[0])] if said else ""


def _element(page: Page, text: int) -> int:
    """The element whose text this is, if it shows no other; else the text itself."""
    above = page.parent[text]
    return above if above >= 0 and len(page.words.between(above, page.end[above])) == 1 else text
