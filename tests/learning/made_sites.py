"""Made-up sites: every layout in every frame, with its entries, and the next version of its page. See made_lists.py."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from made_frames import FRAMES
from made_layouts import LAYOUTS
from made_lists import LANGUAGES, Item, Language, Layout, hash_of, items_of

HOST = "http://quay.example"
GONE, NEW, OTHERS = 2, 4, 14
"""On the next version so many items are gone and so many are new; so many stand only in the frame."""


@dataclass(frozen=True)
class Entry:
    title: str
    url: str | None
    day: str | None
    kind: str | None


@dataclass(frozen=True)
class Site:
    """One made-up list page, and how it looks the next time."""

    layout: Layout
    frame: str
    language: Language
    content: str
    entries: list[Entry]
    next_content: str
    next_entries: list[Entry]
    url: str = f"{HOST}/news/"

    @property
    def name(self) -> str:
        return f"{self.layout.name}-{self.frame}-{self.language.code}-{len(self.entries)}"


def sites(seeds: int = 1, layouts: tuple[str, ...] = tuple(LAYOUTS)) -> Iterator[Site]:
    """Every layout in every frame, so many times with other languages, numbers of items and texts."""
    for name in layouts:
        layout = LAYOUTS[name]
        for place, frame in enumerate(layout.frames or FRAMES):
            for seed in range(seeds):
                yield site(layout, frame, layout.languages[(place + seed + hash_of(name)) % len(layout.languages)], seed)


def site(layout: Layout, frame: str, code: str, seed: int) -> Site:
    chance = random.Random(f"{layout.name}{frame}{seed}")
    language, count = LANGUAGES[code], chance.randint(layout.fewest, layout.most)
    items = items_of(language, count + NEW + OTHERS, chance)
    now, later, others = items[NEW:count + NEW], items[:count + NEW - GONE], items[count + NEW:]
    around = FRAMES[frame]
    return Site(layout, frame, language, around(layout.render(now), others, language), _entries(layout, now),
                around(layout.render(later), others, language), _entries(layout, later))


def _entries(layout: Layout, items: list[Item]) -> list[Entry]:
    return [Entry(" ".join(item.title.split()), layout.address(item) if layout.linked else None,
                  item.day.isoformat() if layout.dated else None, item.kind if layout.kinds else None)
            for item in layout.shown(items)]
