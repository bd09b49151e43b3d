"""What a wrapper reads, as a person looks it over: of a list a row for each record, of single pages a row for each
field, with the pages side by side."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rich.console import RenderableType

from stook.cli.screen import GAP, Column, grid, harmless, room, short_link, shortened, styled

if TYPE_CHECKING:
    from stook import Record, Value
    from stook.wrapper import Extraction, RulesWrapper

SIDE_BY_SIDE = 3
LONGEST = 160
"""Letters of a value that a table shows; `stook apply` gives all."""
LEAST = 8
LEAST_LINK = 16
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page by the name that a person gave it, and what was read from it."""

    source: str
    extraction: Extraction


def shown(values: Sequence[Value]) -> str:
    """The values of a field in one line."""
    return joined([_text(value.shown) for value in values])


def joined(texts: Sequence[str]) -> str:
    return shortened(harmless(" | ".join(texts)), LONGEST)


def _text(said: object) -> str:
    return said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)


def percent(sure: float) -> str:
    """Rounded down, so that 100% is what can not be otherwise."""
    return f"{int(100 * sure)}%"


def is_of_one_record(wrapper: RulesWrapper) -> bool:
    """Whether its pages have one record each."""
    return wrapper.cut.kind in ("page", "delimiters")


def reading_table(wrapper: RulesWrapper, read: Sequence[ReadPage], rows: int | None = None) -> list[RenderableType]:
    """What a wrapper reads from some pages; of lists at most so many rows."""
    names = list(dict.fromkeys(rule.name for rule in wrapper.fields))
    if is_of_one_record(wrapper):
        return [_side_by_side(names, read[:SIDE_BY_SIDE])]
    found = [(one.source, record) for one in read for record in one.extraction.records]
    return list(rows_table(names, found, rows, with_pages=len(read) > 1))


# one record a page ------------------------------------------------------------------------------------

def _side_by_side(names: Sequence[str], read: Sequence[ReadPage]) -> RenderableType:
    records = [next(iter(one.extraction.records), None) for one in read]
    columns = [Column("Field", [harmless(name) for name in names], "bold")]
    heads = _heads([one.source for one in read])
    width = (room() - columns[0].width - len("Sure") - GAP * (len(read) + 1)) // max(1, len(read))
    for head, record in zip(heads, records, strict=True):
        cells = [shown(record[name]) or NOTHING if record else NOTHING for name in names]
        columns.append(Column(shortened(head, max(LEAST, width), "end"), cells, least=max(LEAST, width)))
    columns.append(Column("Sure", [_sureness(records, name) for name in names], "dim", "right"))
    return grid(columns, room(), yields=[column.head for column in columns if column.least])


def _heads(sources: Sequence[str]) -> list[str]:
    """The last part of each name, or all of it where that is the same."""
    short = [harmless(source.rstrip("/").rpartition("/")[2] or source) for source in sources]
    return short if len(set(short)) == len(short) else [f"{number} {harmless(source)}" for number, source
                                                        in enumerate(sources, 1)]


def _sureness(records: Sequence[Record | None], name: str) -> str:
    sure = [value.confidence for record in records if record for value in record[name]]
    return percent(min(sure)) if sure else ""


# lists ------------------------------------------------------------------------------------------------

def rows_table(names: Sequence[str], found: Sequence[tuple[str, Record]], most: int | None, *,
               with_pages: bool = False, links: Collection[str] = ()) -> Iterator[RenderableType]:
    """Records, each with the page that it is from, and at most so many of them; `links` are addresses."""
    some = found[:most]
    columns = [Column("#", [str(number) for number in range(1, len(some) + 1)], "dim", "right")]
    if with_pages:
        columns.append(Column("Page", _heads_of(some), "dim", least=LEAST, keep="end"))
    columns += [_column(name, [record[name] for _, record in some], name in links) for name in names]
    columns = [column for column in columns if any(column.cells)]
    least = sum(min(column.width, column.least or column.width) for column in columns) + GAP * len(columns)
    if least > room():
        yield from _blocks(names, some)
    else:
        yield grid(_fairly(columns, links), room(), yields=[*links, *(column.head for column in columns)])
    if len(some) < len(found):
        yield styled((f"… and {len(found) - len(some):,} more", "dim"))


def _fairly(columns: Sequence[Column], links: Collection[str]) -> list[Column]:
    """The columns of which addresses may be cut first, and then the widest others, to one width."""
    texts = [column for column in columns if column.least and column.head not in links]
    fixed = sum(min(column.width, column.least or column.width) for column in columns if column not in texts)
    free = room() - GAP * (len(columns) - 1) - fixed
    width = next((most for most in range(max((column.width for column in texts), default=0), LEAST, -1)
                  if sum(min(column.width, most) for column in texts) <= free), LEAST)
    return [replace(column, least=width) if column in texts else column for column in columns]


def _column(name: str, found: Sequence[Sequence[Value]], of_links: bool) -> Column:
    if of_links:
        return link_column(harmless(name), [values[0].text if values else "" for values in found])
    return Column(harmless(name), [shown(values) for values in found], least=LEAST)


def link_column(head: str, urls: Sequence[str], least: int = LEAST_LINK) -> Column:
    """Addresses, without the host if all have one."""
    hosts = {"/".join(url.split("/")[:3]) for url in urls if url}
    cells = [short_link(url, url if len(hosts) == 1 else None) for url in urls]
    return Column(head, cells, "cyan", least=least, keep="end", links=urls)


def _heads_of(found: Sequence[tuple[str, Record]]) -> list[str]:
    return [harmless(source.rpartition("/")[2] or source) for source, _ in found]


def _blocks(names: Sequence[str], found: Sequence[tuple[str, Record]]) -> Iterator[RenderableType]:
    """Where the fields are too many to stand side by side: one below the other."""
    width = max(len(name) for name in names)
    for number, (source, record) in enumerate(found, 1):
        yield styled((f"{number} {source}", "dim"), too_long="cut")
        yield from (styled("  ", (name.ljust(width), "bold"), f"  {shown(record[name])}", too_long="cut")
                    for name in names if record[name])
