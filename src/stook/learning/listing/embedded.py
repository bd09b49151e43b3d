"""Lists that a page carries as JSON: pages that scripts fill show nothing else, and others say there what they mean.

Such a list has no nodes, so its rules are made here: which key holds the title, the link, the date.
"""

from __future__ import annotations

from collections.abc import Mapping

from stook.learning.listing import rank
from stook.learning.listing.fields import width
from stook.learning.listing.found import Find
from stook.learning.listing.leads import FEWEST
from stook.page import Page, resolve
from stook.page.embedded import JsonList, Role
from stook.wrapper.rules.model import Cut, FieldRule, Pick, RulesWrapper
from stook.wrapper.selector import Selector

TYPES: Mapping[Role, str] = {"title": "text", "url": "link", "date": "date", "category": "text"}
LOOKED_AT = 2


PARTS_OF_LISTS = frozenset(("itemListElement", "blogPost", "blogPosts", "hasPart", "mainEntity", "dataset"))


def finds(page: Page, volume: rank.Volume) -> list[Find]:
    """The best lists in the page's JSON that lead somewhere."""
    lists = [(place, found) for place, found in page.embedded_lists if "url" in found.keys
             and not (place == "ld" and _is_part_of_one_thing(found))]
    return [_find(page, volume, place, found) for place, found in lists[:LOOKED_AT]]


def _is_part_of_one_thing(found: JsonList) -> bool:
    """Steps of a recipe, reviews of a product: a list, but inside a node that is not one."""
    return len(found.path) > 1 and PARTS_OF_LISTS.isdisjoint(found.path)


def _find(page: Page, volume: rank.Volume, place: str, found: JsonList) -> Find:
    source = (place, *found.path)
    rules = tuple(_rule(found, name, kind) for name, kind in TYPES.items() if name in found.keys)
    wrapper = RulesWrapper((), Cut("embedded", source=source), rules, {},
                           {"method": "auto", "url": page.url or ""})
    said = _facts(page, found) | {"article": volume.article(0), "volume": _volume(volume, found)}
    reasons = (f"{len(found.items)} objects alike in the page's JSON, at {'.'.join(map(str, source))}",)
    return Find("auto", "embedded", (), rank.score(said), reasons, facts=said, wrapper=wrapper)


def _rule(found: JsonList, name: Role, kind: str) -> FieldRule:
    filled = sum(getattr(item, name) is not None for item in found.items) / len(found.objects)
    return FieldRule(name, kind, "1" if name == "title" else "?",
                     (Pick(Selector(), "key", weight=round(filled, 3), key=found.keys[name]),), round(filled, 3))


def _volume(volume: rank.Volume, found: JsonList) -> float:
    """The share of the page's words that the titles would be, if scripts showed them; nothing where they are shown."""
    shown = {text.strip() for text in volume.words.text}
    titles = [item.title for item in found.items]
    if any(title in shown for title in titles):
        return 0.0
    said = sum(map(len, titles))
    return said / (said + volume.text[-1])


def _facts(page: Page, found: JsonList) -> dict[str, float]:
    """The facts that can be told of a list without nodes."""
    items = found.items
    titles = [item.title for item in items]
    linked = sum(resolve(item.url, page.base) is not None for item in items if item.url) / len(items)
    dated = sum(item.date is not None for item in items) / len(items)
    facts = dict.fromkeys(rank.WEIGHTS, 0.0)
    return facts | {
        "count": rank.share_of_count(len(items)), "dated": dated, "linked": linked, "bare": (1 - linked) * (1 - dated),
        "words": rank.share_of_words(list(map(width, titles))),
        "distinct": len(set(titles)) / len(titles), "titled": found.score, "covered": len(items) / len(found.objects),
        "alike": 1.0, "crowded": float(len(items) < FEWEST),
    }
