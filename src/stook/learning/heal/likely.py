"""Lists whose rows show what looks like the values of old, for lists that nothing else tells.

A table without links has no titles that `listing` could see. But texts that stand alike, on one path, and look like
the values of one field, are a column of some list; what stands around each of them is a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from stook.learning.heal.relocate import LINKING, Memory
from stook.learning.labels.texts import Occurrence
from stook.learning.rows.columns import Wanted, wrapper_of
from stook.learning.rows.rows import Rows, rows_led
from stook.learning.rows.table import Table
from stook.page import TEXT, Page
from stook.wrapper.rules.model import FieldRule, RulesWrapper

FEWEST = 3
"""So many texts that stand alike may be a column."""
LOOKED_AT = 3
"""So many columns are tried for each field, those that look most like it."""
SAMPLE = 40


def _columns(page: Page) -> list[list[int]]:
    """The elements that show one text, those together that stand alike."""
    found: dict[tuple[int, ...], list[int]] = {}
    for node in page.words.node:
        above = page.parent[node]
        if page.tag[above] == TEXT or len(page.words.between(above, page.end[above])) != 1:
            continue
        near = page.parent[above]
        cell = page.ordinals[above] if page.tag[above] in ("td", "th") else 0
        stands = page.kinds[above], page.kinds[near], page.kinds[page.parent[near]], cell
        found.setdefault(stands, []).append(above)
    return [nodes for nodes in found.values() if len(nodes) >= FEWEST]


def _alike(page: Page, nodes: Sequence[int], memory: Memory) -> float:
    some = nodes[::max(1, len(nodes) // SAMPLE)]
    return memory.profile.mean_likeness([page.text_of(node) for node in some])


def by_looks(page: Page, fields: Mapping[str, tuple[Memory, FieldRule]]) -> Iterator[RulesWrapper]:
    """Wrappers of the lists in which some column looks like one of the fields; each list once."""
    columns, seen = _columns(page), set[tuple[int, ...]]()
    for name, (memory, rule) in fields.items():
        if memory.kind in LINKING or not memory.profile.count:
            continue
        for nodes in sorted(columns, key=lambda nodes: -_alike(page, nodes, memory))[:LOOKED_AT]:
            for rows in rows_led(page, nodes):
                starts = tuple(row.start for row in rows.all)
                if starts not in seen and len(starts) >= FEWEST:
                    seen.add(starts)
                    yield wrapper_of(page, _table(rows, name), {name: Wanted(rule.type, rule.declared)})


def _table(rows: Rows, name: str) -> Table:
    return Table(rows, tuple({name: (Occurrence(row.lead),)} for row in rows.all), (0,))
