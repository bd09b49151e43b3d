"""The list pages of a site as records, by the template that their rows share: `Catalogue`.

    list page ─▶ its rows (a list wrapper) ─▶ each row is a page to a template ─▶ slots are columns, which ask for names
                  └─▶ against the last time: new, updated, gone, back

    row      what a list page shows of one thing, under its address, wherever on the page: its parts may stand apart.
             What stands in slots without a name is stored too
    trail    where in the site the list of a row is, its heading, and that of its part of the list, as `("Cakes", "With
             fruit")`; a thing that is on several lists has several
    join     a row with the detail record of its address: the named fields of both
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from stook.errors import ListingError
from stook.learning.template import keeping
from stook.learning.template.facts import ENOUGH
from stook.learning.template.model import Notice
from stook.learning.template.shown import ADDRESS, Shown, address_of, by_address, name_of, of_known, say_more
from stook.learning.template.template import Template
from stook.page import Page
from stook.records import Record, Schema
from stook.wrapper.format import dump, parse_wrapper
from stook.wrapper.rules.model import RulesWrapper

Said = TypeVar("Said")

WELL = 0.5
"""A list wrapper that fits a page so well reads its list; else the page's own list is looked for."""
TRAIL = "category"
"""The field that says where a row was listed."""
DIVIDERS = frozenset("> » › → / | ❯ ▸ ·".split())
"""What stands between the links of a trail;"""
OF_MENUS = frozenset("| ·".split())
"""these between those of a menu, too, of which each leads somewhere."""
LONGEST_TRAIL = 8
LOOKED_AT = 5
"""So many lists of a page may show the same things."""
SAME = 0.5
"""A list that the page shows is the one in its data if so many of its records are there too."""


Trail = tuple[str, ...]


@dataclass(slots=True)
class Share:
    """What one list page shows of a thing: where it is listed there, and what it says in each slot."""

    trails: list[Trail]
    values: dict[str, list[str]]


@dataclass(slots=True)
class Row:
    """What list pages show of one thing."""

    url: str
    text: str
    shares: dict[str, Share] = field(default_factory=dict)
    """By the pages that show it, or the last that did; the one last that says something new."""

    @property
    def trails(self) -> list[Trail]:
        """Where it is listed."""
        return list(dict.fromkeys(trail for share in self.shares.values() for trail in share.trails))

    @property
    def values(self) -> dict[str, list[str]]:
        """What it says in each slot; where pages say different things, what came last."""
        found: dict[str, list[str]] = {}
        for share in self.shares.values():
            found |= share.values
        return found


@dataclass(frozen=True, slots=True)
class Change:
    """What a list page shows that it did not show the last time."""

    new: tuple[str, ...]
    """The addresses of rows that no page had,"""
    updated: tuple[str, ...]
    """that say something else than they did here,"""
    gone: tuple[str, ...]
    """and that this page had the last time."""
    back: tuple[str, ...] = ()
    """The addresses of rows that were known, and that no list showed any more; they may be updated as well."""
    notices: tuple[Notice, ...] = ()


class Catalogue:
    """The list pages of a site.

    >>> html = "<h1>Lamps</h1><ul>{}</ul>"
    >>> rows = [f"<li><a href='/{name}'>The {name} lamp of our house</a> <b>{number}0 crowns</b></li>"
    ...         for number, name in enumerate(("brass", "tin", "glass", "oak"), 1)]
    >>> catalogue = Catalogue()
    >>> catalogue.add(Page(html.format("".join(rows[:3])), url="http://shop.example/lamps")).new
    ('http://shop.example/brass', 'http://shop.example/tin', 'http://shop.example/glass')
    >>> catalogue.add(Page(html.format("".join(rows)), url="http://shop.example/lamps")).new
    ('http://shop.example/oak',)
    >>> price = next(slot.id for slot in catalogue.template.slots if slot.path.endswith("b"))
    >>> catalogue.template.name(price, "price")
    >>> catalogue.records()[3]
    {'url': 'http://shop.example/oak', 'category': ['Lamps'], 'price': ['40 crowns']}
    """

    def __init__(self, method: str = "auto", schema: Schema | None = None, wrapper: RulesWrapper | None = None) -> None:
        """`wrapper` reads the lists, whatever the pages show; without one they are found."""
        self.template = Template(method, schema, unit="row")
        self.rows: dict[str, Row] = {}
        self._wrapper = wrapper
        self._given = wrapper is not None
        """Whether a person said that this wrapper reads the lists: then no other one does."""
        self._beside: list[RulesWrapper] = []
        """Those that read what other lists of a page show of the same things."""
        self.shown: dict[str, dict[str, str]] = {}
        """The rows of each list page when it was last seen, with marks by which what they said is known again; a row
        that stands nowhere here is gone."""
        self._held: dict[str, tuple[str, str]] = {}
        """The rows that the template holds, and the pages that they are from."""

    def add(self, page: Page, source: str = "") -> Change:
        """Take a list page in, and what it is called where it has no address; what is new against the last time.
        ListingError where it shows no list."""
        rows, name = self._rows(page), page.url or source
        parts = {url: page.part(*row.spans) for url, row in rows.items()}
        here = {url: part.text_of(0) for url, part in parts.items()}
        before = self.shown.get(name, {})
        elsewhere = {url for other, rows in self.shown.items() if other != name for url in rows}
        fresh = {url: text for url, text in here.items() if before.get(url) != keeping.mark(text)}
        new = [url for url in fresh if url not in self.rows]
        updated = [url for url in fresh if url in before or (
            url in self.rows and url not in elsewhere and self.rows[url].text != here[url])]
        back = [url for url in here if url in self.rows and url not in before and url not in elsewhere]
        notices, held = self._take(name, fresh, parts)
        if any(notice.slots for notice in notices):
            self.template.ask()
        shares = self._shares(name, page, rows, parts, fresh)
        again = {held[called]: self.template.values(part) for called, part in self.template.held.items()
                 if called in held}
        # all that can fail is done: what follows is done whole
        gone = tuple(url for url in before if url not in parts)
        self.shown[name] = {url: keeping.mark(text) for url, text in here.items()}
        self._held = held
        for url, text in fresh.items():
            self.rows.setdefault(url, Row(url, "")).text = text
        for url, share in shares.items():
            self._say(self.rows[url], name, share, url in fresh)
        for url in gone:
            if url in elsewhere:
                self.rows[url].shares.pop(name, None)
        for (url, where), values in again.items():  # the first were read when little told their parts apart
            if where in self.rows[url].shares:
                self.rows[url].shares[where].values = values
        return Change(tuple(new), tuple(updated), gone, tuple(back), tuple(notices))

    def _take(self, page: str, fresh: Mapping[str, str], parts: Mapping[str, Page]) -> tuple[
            list[Notice], dict[str, tuple[str, str]]]:
        """Let the template learn from the rows that are new to a page, or say something else there; which it holds."""
        notices: list[Notice] = []
        held = {called: (url, where) for called, (url, where) in self._held.items()
                if not (where == page and url in fresh)}
        for url, text in fresh.items():
            if url not in self.rows or self.rows[url].text != text:  # else it has moved from another page
                notices += self.template.add(parts[url], url)
                called, newest = next(reversed(self.template.held.items()))
                if newest is parts[url]:
                    held[called] = url, page
        return notices, held

    def _shares(self, name: str, page: Page, rows: Mapping[str, Shown], parts: Mapping[str, Page],
                fresh: Container[str]) -> dict[str, Share]:
        """What a page shows of each thing; what says nothing new there is not read once more."""
        trail, found = trail_of(page), {}
        for url, shown in rows.items():
            trails = [where for where in [(*trail, section) for section in shown.sections] or [trail] if where]
            known = self.rows[url].shares.get(name) if url not in fresh else None
            found[url] = Share(trails, known.values if known else self.template.values(parts[url]))
        return found

    def _say(self, row: Row, page: str, share: Share, fresh: bool) -> None:
        """What a page shows of a row, in the place of what it and pages that show it no more have shown."""
        row.shares = {other: share if other == page else known for other, known in row.shares.items()
                      if row.url in self.shown.get(other, ()) and not (other == page and fresh)}
        row.shares.setdefault(page, share)

    def read_by(self, wrapper: RulesWrapper) -> None:
        """Read lists with this wrapper, and no other, from now on."""
        self._wrapper, self._given, self._beside = wrapper, True, []

    def _rows(self, page: Page) -> dict[str, Shown]:
        """What a page shows of each thing, by address."""
        if self._wrapper is not None and self._given:
            return _by_given(page, self._wrapper)
        known = _fitting(page, self._wrapper) if self._wrapper is not None else ()
        if found := by_address(page, self._with_beside(page, known)):
            return found
        wrappers, records = _own_lists(page)
        found = by_address(page, records)
        here = by_address(page, self._wrapper.apply(page).records) if self._wrapper is not None else {}
        if found and not here:
            self._wrapper, self._beside = wrappers[0], wrappers[1:]
        if not found and not here:
            raise ListingError("the list stands in the page's data only" if records else "the page shows no list",
                               subject=page.url, hint="give a page that lists things, or a wrapper that reads its list")
        return found or here

    def _with_beside(self, page: Page, records: Sequence[Record]) -> list[Record]:
        """The records, and what the other lists of the page that are known say of the same things."""
        known = by_address(page, records) if self._beside else {}
        beside = [record for other in self._beside for record in other.apply(page).records] if known else []
        return [*records, *of_known(page, known, beside)]

    # what is known ------------------------------------------------------------------------------------

    @property
    def gone(self) -> set[str]:
        """The addresses of the rows that no list shows any more."""
        return self.rows.keys() - {url for rows in self.shown.values() for url in rows}

    def record(self, row: Row) -> dict[str, Any]:
        """A row's address, where it was listed, and its named fields, which may be called as these are."""
        found: dict[str, Any] = {ADDRESS: row.url}
        if row.trails:
            found[TRAIL] = [" > ".join(trail) for trail in row.trails]
        named: dict[str, list[str]] = {}
        for slot, name in self.template.names.items():
            if texts := row.values.get(slot):
                named.setdefault(name, []).extend(texts)
        return found | named

    def records(self) -> list[dict[str, Any]]:
        """All rows with their named fields, in the order in which they came."""
        return [self.record(row) for row in self.rows.values()]

    def join(self, details: Mapping[str, Mapping[str, Any]] | Iterable[tuple[str, Mapping[str, Any]]]) -> list[
            dict[str, Any]]:
        """The rows with the detail records of their addresses. Where both have a field, the detail page knows better; a
        detail record of which no list page has a row stands at the end."""
        known = by_row(self.rows, dict(details))
        joined = [self.record(row) | dict(known.pop(row.url, {})) for row in self.rows.values()]
        return [*joined, *({ADDRESS: url} | dict(record) for url, record in known.items())]

    # keeping ------------------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write all of it into one JSON file."""
        keeping.write(path, "catalogue", {
            "template": self.template.state(), "wrapper": dump(self._wrapper) if self._wrapper else None,
            "given": self._given, "beside": [dump(other) for other in self._beside],
            "shown": self.shown, "held": self._held,
            "rows": [[row.url, row.text, {page: [share.trails, share.values] for page, share in row.shares.items()}]
                     for row in self.rows.values()]})
        self.template.mark_saved()

    @classmethod
    def load(cls, path: str | Path) -> Catalogue:
        """Go on with a catalogue from its file."""
        with keeping.read(path, "catalogue") as said:
            return cls.from_state(said)

    @classmethod
    def from_state(cls, said: Mapping[str, Any]) -> Catalogue:
        """Go on where another process stopped."""
        catalogue = cls()
        catalogue.template = Template.from_state(said["template"], unit="row")
        catalogue._wrapper = parse_wrapper(said["wrapper"]) if said["wrapper"] else None
        catalogue._given = said.get("given", False)
        catalogue._beside = [parse_wrapper(other) for other in said.get("beside", [])]
        catalogue.shown = {page: dict(rows) for page, rows in said["shown"].items()}
        first = {url: page for page, rows in reversed(catalogue.shown.items()) for url in rows}
        catalogue._held = {called: (where, first.get(where, "")) if isinstance(where, str) else (where[0], where[1])
                           for called, where in said["held"].items()}
        for url, text, *about in said["rows"]:  # older files tell the pages of a row not apart
            shares = about[0] if len(about) == 1 else {first.get(url, ""): about}
            catalogue.rows[url] = Row(url, text, {page: Share([tuple(trail) for trail in trails], dict(values))
                                                  for page, (trails, values) in shares.items()})
        return catalogue


def load(path: str | Path) -> Template | Catalogue:
    """Go on with what a file holds, whichever it is."""
    with keeping.read(path, "template", "catalogue") as said:
        return (Catalogue if said["stook"] == "catalogue" else Template).from_state(said)


# lists of a page --------------------------------------------------------------------------------------

def _by_given(page: Page, wrapper: RulesWrapper) -> dict[str, Shown]:
    """What a page shows of each thing by a wrapper that a person gave."""
    extraction = wrapper.apply(page)
    found = by_address(page, extraction.records)
    whole = any(start < 1 for shown in found.values() for start, _ in shown.spans)
    fit = extraction.fit
    if whole:
        why = "the wrapper that was given reads a page as one record, not as a list"
    elif not extraction.records:
        why = "the wrapper that was given reads nothing here"
    elif not found:
        why = "the wrapper that was given reads the page's data, where no rows stand"
    elif fit.fields and fit.score < WELL:
        why = f"the wrapper that was given does not fit the page ({fit.score:.0%})"
    else:
        return found
    raise ListingError(why, subject=page.url, hint="give a page of the list that it was made for, or a wrapper of this")


def _fitting(page: Page, wrapper: RulesWrapper) -> Sequence[Record]:
    """What a wrapper reads, if it fits the page well."""
    extraction = wrapper.apply(page)
    return extraction.records if len(extraction.records) >= ENOUGH and extraction.fit.score >= WELL else ()


def _own_lists(page: Page) -> tuple[list[RulesWrapper], list[Record]]:
    """The wrappers that read the page's list, as it is found, and what other lists say of the same things; and the
    records. A list that the page carries as data as well is read where it is shown."""
    from stook.learning.listing import listing  # late: who looks at a catalogue or names its columns goes without

    found = listing(page)
    if not found.is_list:
        return [], []
    lists = [(one.wrapper, one.wrapper.apply(page).records) for one in found.candidates[:LOOKED_AT]]
    said = {name for record in lists[0][1] for name in (address_of(page, record), name_of(page, record)) if name}
    wrapper, read = next(((wrapper, read) for wrapper, read in lists if _shows(page, read, said)), lists[0])
    wrappers, records = [wrapper], list(read)
    known = by_address(page, records)
    for other, more in lists:
        if other is not wrapper and say_more(page, known, more):
            wrappers.append(other)
            records += of_known(page, known, more)
            known = by_address(page, records)
    return wrappers, records


def _shows(page: Page, records: Sequence[Record], said: Container[str]) -> bool:
    """Whether the page shows these records, and most of them are among those that it says."""
    shown = [record for record in records if record.spans]
    there = sum(address_of(page, record) in said or name_of(page, record) in said for record in shown)
    return bool(shown) and there >= SAME * len(shown)


# addresses --------------------------------------------------------------------------------------------

def by_row(rows: Iterable[str], details: Mapping[str, Said]) -> dict[str, Said]:
    """What is said of pages, by the addresses of the rows that they are of. A page whose address is none of a row is of
    the only row whose address is written in another way."""
    known = dict.fromkeys(rows)
    alike: dict[tuple[str, ...], list[str]] = {}
    for row in known:
        alike.setdefault(_written_alike(row), []).append(row)
    found: dict[str, Said] = {}
    for url, said in details.items():
        like = alike.get(_written_alike(url), [])
        row = url if url in known or len(like) != 1 else like[0]
        found[url if row in found or (row != url and row in details) else row] = said
    return found


def _written_alike(url: str) -> tuple[str, ...]:
    """What addresses have in common that lead to one page on any site: all but the scheme, the `www.`, a slash at the
    end, and the part of the page."""
    parts = urlsplit(url)
    return parts.netloc.casefold().removeprefix("www."), parts.path.rstrip("/"), parts.query


# where a list is --------------------------------------------------------------------------------------

def trail_of(page: Page) -> tuple[str, ...]:
    """Where in its site a page is, as it says itself, and its heading."""
    trail = _declared(page) or _crumbs(page)
    heading = next((text for node in page.select("h1") if (text := page.text_of(node))), "") or page.title
    return tuple(trail) if not heading or heading in trail else (*trail, heading)


def _declared(page: Page) -> list[str]:
    """The trail in the page's data."""
    for data in page.json_ld:
        kinds, items = data.get("@type"), data.get("itemListElement")
        if "BreadcrumbList" in (kinds if isinstance(kinds, list) else [kinds]) and isinstance(items, list):
            names = [_name(one) for one in _in_order(items)]
            return [name for name in names if name][:LONGEST_TRAIL]
    return []


def _in_order(items: Sequence[Any]) -> Sequence[Any]:
    """The items by their positions, if all have one."""
    said = [str(item.get("position", "")).strip() if isinstance(item, Mapping) else "" for item in items]
    if not all(place.isdecimal() for place in said):
        return items
    return [items[number] for number in sorted(range(len(items)), key=lambda number: int(said[number]))]


def _name(item: Any) -> str:
    if not isinstance(item, Mapping):
        return ""
    inner = item.get("item")
    said = item.get("name") or (inner.get("name") if isinstance(inner, Mapping) else "")
    return " ".join(str(said or "").split())


def _crumbs(page: Page) -> list[str]:
    """The trail that the page shows: links in one line with dividers between them."""
    words = page.words
    for places, said in words.lines(range(len(words.node))):
        if any(divider in said for divider in DIVIDERS):
            names = list(_between(page, places))
            if len(names) > 1:
                return names[:LONGEST_TRAIL]
    return []


def _between(page: Page, places: range) -> Iterator[str]:
    """The parts of a line that dividers set apart, if the first of them is a link; nothing if others stand there, or if
    all are links, as in a menu."""
    names: list[str] = []
    dividers: set[str] = set()
    divided = linked = True
    for place in places:
        text = " ".join(page.words.text[place].split())
        bare = text.strip("".join(DIVIDERS) + " ")
        if not bare:
            dividers |= DIVIDERS & set(text)
            divided = divided or bool(text)
            continue
        if not divided and text[:1] not in DIVIDERS:
            return
        linked = any(page.tag[node] == "a" for node in page.ancestors(page.words.node[place]))
        if not linked and not names:
            return
        names.append(bare)
        dividers |= DIVIDERS & {text[0], text[-1]}
        divided = text[-1:] in DIVIDERS
        if not linked:
            break
    if not linked or not dividers <= OF_MENUS:
        yield from names
