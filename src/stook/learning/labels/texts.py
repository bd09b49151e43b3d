"""Where a text that a person named stands on a page.

What people write down is not what stands in the source: white space, quotes, line breaks and hidden parts differ. So
texts are compared by their letters and digits alone (`letters`), and the letters of the whole page are kept as one
string (`Letters`) in which a value may be found whole, as a part of a text, or across several nodes.

An *occurrence* is one place of a value: the node, what of it is taken, and what stands around the value there. A
value that is not shown as it was written may stand in an attribute, or be said in other words: "1 hr 25 min" says 85,
where a schema declares a duration.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
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
LINKING = ("link", "image")
ADDRESS = re.compile(r"https?://\S+$")
"""A text that is an address is looked for as what links lead to."""
MEASURED = ("duration", "money", "date")
SAYING = ("datetime", "content", "value", "title")
MOST_PIECES = 6
LONGEST_SAID = 80
"""A text that says a value in other words is short."""
NEARLY = 0.7
"""Texts that share so many of their words are nearly the same."""
FEWEST_WORDS = 3
RAREST = 4
"""Of a value so many words are looked up, those that stand in the fewest places."""


@lru_cache(maxsize=65536)
def bare(text: str) -> str:
    """The letters, digits and marks of a text, in one form."""
    if text.isascii():
        return "".join(filter(str.isalnum, text.lower()))
    said = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in said if unicodedata.category(char)[0] in "LNM")


def are_addresses(known: Iterable[Iterable[str] | None]) -> bool:
    """Whether all that examples say of a field are addresses."""
    said = [text for some in known for text in some or ()]
    return bool(said) and all(map(ADDRESS.match, said))


def letters(text: str) -> str:
    """What is compared of a text: its letters; all of it where it has none."""
    return bare(text) or "".join(text.split())


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

    def __init__(self, page: Page, most: int = MOST_OCCURRENCES) -> None:
        self.page, self._most = page, most
        pieces = [bare(text) for text in page.words.text]
        self._letters = "".join(pieces)
        self._ends = list(accumulate(map(len, pieces)))
        self._found: dict[tuple[str, str, str], list[Occurrence]] = {}

    def find(self, value: str, kind: str = "text", name: str = "") -> list[Occurrence]:
        """The places of a value, those that show it whole first. In an attribute or in other words it is looked for
        only where it is not shown."""
        asked = (value, kind, name)
        if asked not in self._found:
            self._found[asked] = next(filter(None, self._ways_to_find(*asked)), [])[:self._most]
        return self._found[asked]

    def _ways_to_find(self, value: str, kind: str, name: str) -> Iterator[list[Occurrence]]:
        """The surest first. A bare number is shown in many places that speak of something else."""
        if kind in MEASURED:
            yield self._in_other_words(value, kind)
        if kind not in LINKING:
            yield self._shown(value)
        yield self._in_attributes(value, "link" if kind == "text" and ADDRESS.match(value) else kind)
        if kind == "text":
            yield self._nearly(value) if len(value.split()) >= FEWEST_WORDS else []
            yield self._by_number(value, name)
        elif kind not in MEASURED:
            yield self._in_other_words(value, kind)

    def shows(self, value: str) -> bool:
        """Whether the letters of a value stand on the page, one after the other."""
        return (bare(value) or "\n") in self._letters

    # shown ------------------------------------------------------------------------------------------

    def _shown(self, value: str) -> list[Occurrence]:
        wanted = bare(value)
        if not wanted:
            said = "".join(value.split())
            return [Occurrence(_element(self.page, node)) for node, text in zip(
                self.page.words.node, self.page.words.text, strict=True) if "".join(text.split()) == said != ""]
        found = [self._with_signs(one, value) for start in self._starts(wanted)
                 if (one := self._at(start, start + len(wanted), value))]
        return sorted(dict.fromkeys(found), key=lambda one: (one.part is not None, one.more > 0))

    def _starts(self, wanted: str) -> Iterator[int]:
        start = self._letters.find(wanted)
        for _ in range(4 * self._most):
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
        if self._has_no_more(places, start, stop):
            return Occurrence(above)
        siblings = list(page.children(above))
        one, other = (bisect_right(siblings, words.node[place]) - 1 for place in (first, last))
        return Occurrence(siblings[one], more=other - one)

    def _with_signs(self, one: Occurrence, value: str) -> Occurrence:
        """The same place with the signs at the edges of the value, where they stand beside the node and not in it: the
        currency in "$<b>9.99</b> each"."""
        said = " ".join(value.split())
        if not one.is_plain or (said[0].isalnum() and said[-1].isalnum()) or said in self.page.text_of(one.node):
            return one
        above = self.page.parent[one.node]
        wider = self._part(above, value) if above > 0 and len(self.page.words.between(
            above, self.page.end[above])) <= MOST_PIECES else None
        return wider if wider and cut_out(self.page.text_of(above), wider.part or Part()) == said else one

    def _has_no_more(self, places: range, start: int, stop: int) -> bool:
        """Whether some texts hold no letters but these; a bullet or a tick box is none."""
        return self._ends[places.stop - 1] == stop and (self._ends[places.start - 1] if places.start else 0) == start

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
        if kind in LINKING:
            wanted = resolve(value, page.base) or value
            return [Occurrence(node, f"@{name}") for name in ("href", "src", "content") for node in page.with_attr(name)
                    if page.attr(node, name) == value or resolve(page.attr(node, name), page.base) == wanted]
        return [Occurrence(node, f"@{name}") for node, name in self._attributes.get(letters(value), ())]

    def _in_other_words(self, value: str, kind: str) -> list[Occurrence]:
        """Where a short text, or a part of one, says the value as its kind is said."""
        page, around = self.page, {"language": self.page.language, "base": self.page.base, "at": self.page.at}

        def says(text: str) -> bool:
            return _may_say(text, kind) and values.says(kind, value, text, **around)  # type: ignore[arg-type]

        saying = {node: text for node, text in self._short if says(text)}
        found = [self._with_signs(Occurrence(node), value) for node, text in saying.items()
                 if not _is_piece(text, saying.get(page.parent[node]))]
        if not found:
            found = [Occurrence(node, part=part) for node, text in self._short
                     if any(map(str.isdigit, text)) and (part := _part_that(says, text))]
        return found + [Occurrence(node, f"@{name}") for name in SAYING for node in page.with_attr(name)
                        if len(said := page.attr(node, name)) <= LONGEST_SAID and says(said)]

    def _nearly(self, value: str) -> list[Occurrence]:
        """Where an element shows nearly the same words: "1/2 c. butter" is shown as "½ cup butter"."""
        words = set(_words(value))
        known = sorted((self._word_index[word] for word in words if word in self._word_index), key=len)
        near = Counter(node for nodes in known[:RAREST] for node in nodes)
        scored = [(2 * len(words & shown) / (len(words) + len(shown)), node) for node in near
                  if (shown := set(_words(self.page.text_of(node))))]
        best = max(scored, default=(0.0, 0))[0]
        return [Occurrence(node) for share, node in sorted(scored) if share == best >= NEARLY]

    @cached_property
    def _word_index(self) -> dict[str, list[int]]:
        """For each word the elements that show it, those that hold whole lines or less."""
        page, found = self.page, dict[str, list[int]]()
        for node in dict.fromkeys(node for text in page.words.node for node in self._holding(text)):
            for word in set(_words(page.text_of(node))):
                found.setdefault(word, []).append(node)
        return found

    def _holding(self, text: int) -> Iterator[int]:
        """The elements around a text that show no more than a long line."""
        page, node = self.page, _element(self.page, text)
        for _ in range(4):
            if node <= 0 or len(page.words.between(node, page.end[node])) > 12 or len(page.text_of(node)) > 600:
                return
            yield node
            node = page.parent[node]

    def _by_number(self, value: str, name: str) -> list[Occurrence]:
        """Where a short text has the number of the value, and the words about it are like those of the value or of
        the field's name: "Serves 4" for "4 servings"."""
        number, words = _number_of(value), _stems(f"{value} {name}")
        if number is None:
            return []
        return [Occurrence(node) for node, text in self._short
                if _number_of(text) == number and words & _stems(f"{text} {self._about(node)}")]

    def _about(self, node: int) -> str:
        """What stands before a node, and what its author calls it."""
        page, said = self.page, []
        place = page.words.between(node, page.end[node]).start
        if place:
            said.append(page.words.text[place - 1])
        for above in (node, page.parent[node]):
            said += [page.attr(above, name) for name in ("class", "id", "itemprop")]
        return " ".join(said)

    @cached_property
    def _short(self) -> list[tuple[int, str]]:
        """The elements that show a short text, in few pieces."""
        page, words, found = self.page, self.page.words, {}
        for text in words.node:
            node = _element(page, text)
            while node > 0 and node not in found and len(words.between(node, page.end[node])) <= MOST_PIECES:
                said = page.text_of(node)
                if len(said) > LONGEST_SAID:
                    break
                found[node] = said
                node = page.parent[node]
        return [(node, found[node]) for node in sorted(found, reverse=True)]


def _is_piece(text: str, around: str | None) -> bool:
    """Whether a text that says a value is only the beginning of one around it that says the same with a word more, its
    unit. Another value there may need what stands beside the piece, as "1 hr 20 min"."""
    return around is not None and around.startswith(text) and len(around.split()) <= len(text.split()) + 1


def _part_that(says: Callable[[str], bool], text: str) -> Part | None:
    """The part of a text, from its first number on, that says the value."""
    words = text.split(" ")
    first = next(place for place, word in enumerate(words) if any(map(str.isdigit, word)))
    for last in range(len(words), first, -1):
        if says(" ".join(words[first:last])):
            before, after = words[:first], words[last:]
            return Part(f"{before[-1]} " if before else "", f" {after[0]}" if after else "")
    return None


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold())


_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_STEM = re.compile(r"[^\W\d_]{4}")


def _number_of(text: str) -> str | None:
    """The one number of a text."""
    found = _NUMBER.findall(text)
    return found[0] if len(found) == 1 else None


def _stems(text: str) -> set[str]:
    """The beginnings of its words."""
    return {word[:4] for word in re.split(r"[\W\d_]+", text.casefold()) if _STEM.match(word)}


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
