"""What `stook try` shows of a page's lists, and what `--explain` says about them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType

from stook import Candidate, Entry, Listing, Page
from stook.cli.screen import Column, grid, harmless, room, short_link, styled
from stook.records import Day
from stook.wrapper import RulesWrapper

ROWS = 10
"""So many entries tell whether a list is the right one."""


def head(page: Page) -> list[RenderableType]:
    """What the page is: its title, and below it the facts."""
    facts = (page.url or "no address", page.language or "no language", page.charset, f"{len(page):,} nodes")
    return [styled((page.title or "(no title)", "bold")), styled((" · ".join(facts), "dim"))]


def entries_table(entries: Sequence[Entry], page_url: str | None) -> list[RenderableType]:
    """The first entries, and how many more there are."""
    shown = entries[:ROWS]
    columns = [
        Column("#", [str(number) for number in range(1, len(shown) + 1)], "dim", "right"),
        Column("Date", [_day(entry.date) for entry in shown], "green"),
        Column("Title", [harmless(entry.title) for entry in shown], least=16),
        Column("Category", [harmless(entry.category or "") for entry in shown], "magenta", least=8),
        Column("Link", [short_link(entry.url, page_url) for entry in shown], "cyan", least=14, keep="end",
               links=[entry.url for entry in shown]),
    ]
    more = len(entries) - len(shown)
    table = grid(columns, room(), yields=("Link", "Category", "Title"))
    return [table, styled((f"… and {more:,} more", "dim"))] if more else [table]


def _day(day: Day | None) -> str:
    if day is None:
        return ""
    return f"{day:%Y-%m-%d %H:%M}" if isinstance(day, dt.datetime) else day.isoformat()


def sureness(listing: Listing, chosen: Candidate) -> RenderableType:
    """How many entries there are, how complete, and how far the candidate is ahead of the others."""
    entries = chosen.entries
    parts = [f"{len(entries):,} {'entry' if len(entries) == 1 else 'entries'}"]
    for said, count in (("dated", sum(entry.date is not None for entry in entries)),
                        ("with a category", sum(entry.category is not None for entry in entries)),
                        ("with a link", sum(entry.url is not None for entry in entries))):
        if count:
            parts.append(f"{'all' if count == len(entries) else f'{count:,}'} {said}")
    others = [candidate.score for candidate in listing.candidates if candidate.number != chosen.number]
    score = f"score {chosen.score:.1f}" + (f", the next best list has {max(others):.1f}" if others else "")
    return styled((", ".join(parts), "bold"), (f"; {score}", "dim"))


def sections_line(chosen: Candidate) -> list[RenderableType]:
    """The sections to choose from, where there are several."""
    if len(chosen.sections) < 2:
        return []
    named = ", ".join(f"{part.number} {part.title or '(no title)'} ({part.size})" for part in chosen.sections)
    return [styled(f"{len(chosen.sections)} sections: {named}")]


def candidates_table(candidates: Sequence[Candidate]) -> RenderableType:
    """Other lists, one a line."""
    columns = [
        Column("#", [str(candidate.number) for candidate in candidates], "dim", "right"),
        Column("Entries", [str(len(candidate.entries)) for candidate in candidates], align="right"),
        Column("Score", [f"{candidate.score:.1f}" for candidate in candidates], align="right"),
        Column("First title", [_first_title(candidate) for candidate in candidates], least=16),
        Column("Sections", [_section_titles(candidate) for candidate in candidates], "magenta", least=12),
    ]
    return grid(columns, room(), yields=("Sections", "First title"))


def _first_title(candidate: Candidate) -> str:
    return harmless(next((entry.title for entry in candidate.entries), ""))


def _section_titles(candidate: Candidate) -> str:
    titles = [section.title for section in candidate.sections if section.title]
    count = len(candidate.sections)
    return harmless(", ".join(titles)) if titles else f"{count} without titles" if count > 1 else ""


def next_steps(proposed: Iterable[tuple[str, str]]) -> Iterator[RenderableType]:
    """Commands to type, and what each gives; never broken, so that they can be copied."""
    steps = list(proposed)
    widest = max(len(command) for command, _ in steps)
    fits = 2 + widest + 2 + max(len(what) for _, what in steps) <= room()
    for command, what in steps:
        if fits:
            yield styled("  ", (command.ljust(widest), "bold cyan"), (f"  {what}", "dim"), too_long="leave")
        else:
            yield styled("  ", (command, "bold cyan"), too_long="leave")
            yield styled((f"      {what}", "dim"))


def explanation(listing: Listing, chosen: Candidate | None) -> list[RenderableType]:
    """Why each candidate may be a list, and how the chosen one is read."""
    lines: list[RenderableType] = []
    for candidate in listing.candidates:
        lines.append(styled((f"candidate {candidate.number}", "bold"),
                            f": {len(candidate.entries):,} entries, score {candidate.score:.1f}"))
        lines += [styled("  ", reason) for reason in candidate.reasons]
    if chosen:
        lines += reading(chosen.wrapper, f"candidate {chosen.number}")
    return lines


_WHERE = {"record": "", "before": " before the record", "page": " anywhere on the page"}


def reading(wrapper: RulesWrapper, name: str) -> Iterator[RenderableType]:
    """Where a wrapper finds the records, and where in them each field."""
    yield styled((f"how {name} is read", "bold"))
    for ways in wrapper.region:
        yield styled(("  in        ", "dim"), ", else ".join(map(str, ways)))
    heads = ", ".join(map(str, wrapper.cut.heads))
    yield styled(("  records   ", "dim"), f"{wrapper.cut.kind}: {heads}" if heads else wrapper.cut.kind)
    for rule in wrapper.fields:
        for pick in rule.picks:
            said = f"{pick.take} of {pick.selector}{_WHERE[pick.scope]}, right in {pick.weight:.0%}"
            yield styled((f"  {rule.name:<9} ", "dim"), said)
