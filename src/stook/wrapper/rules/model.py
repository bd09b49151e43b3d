"""A rules wrapper: where the records of a page stand, how they are cut apart, and where their fields are.

    region   the places that hold records, each a node or several (its *sections*). A place is said in several
             ways, the surest first; the first that finds anything is believed.
    bands    where things are laid out side by side in lines, a line of pictures above one of names and one of prices:
             the page is read as if the parts of each thing stood together (see `bands`)
    cut      how a section falls into records; a record is always a range of nodes:
               nodes   one node each: what the head selectors find
               runs    runs of siblings: from the one that is or holds a head (and the `lead` siblings before it)
                       to the next
               marks   what stands between marks such as <br> and <hr>
               page    the section is one record
             or, without a region,
               embedded    the objects of a list in the page's JSON, at `source`
               delimiters  one record between two places of the raw tag stream (see `delimiters`)
    fields   by name: type, cardinality, and *picks*. A pick says where a value may stand: in the record, in what
             stands before it (a heading that dates or names what follows), or anywhere on the page. Either the
             first pick that finds something is believed, or all of them vote (see `vote`). A field whose values
             stand in several places of their own is written once for each place. A field that repeats may elect
             the node that holds all its values, and pick from there; one that holds records cuts that node.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from stook.page import Page
from stook.wrapper.extraction import Extraction
from stook.wrapper.profile import UNKNOWN, Profile
from stook.wrapper.rules.around import Counts, Delimiters, Frame
from stook.wrapper.selector import Selector, Step

if TYPE_CHECKING:
    from stook.wrapper.rules.plan import Plan

Scope = Literal["record", "before", "page"]
CutKind = Literal["nodes", "runs", "marks", "page", "embedded", "delimiters"]
Key = tuple[str | int, ...]
"""A path of keys and indexes into JSON."""
Cardinality = Literal["1", "?", "*"]
Vote = Literal["first", "weighted"]

TEXT_OF = "text"
OWN_TEXT = "own"
PARTS = "parts"

WAYS = ("place", "id", "class", "attr", "kind", "tail", "lead", "like", "label", "head")
"""The kinds of reasons why a value may stand somewhere (see `stook.learning.labels.ways`); each has a voice."""


@dataclass(frozen=True, slots=True)
class Part:
    """A value that is only a part of a text: what stands right before it and right after it; nothing is the edge."""

    after: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Pick:
    """Where a value may stand, and what of the node is the value: all its text (`text`), its text without that
    of its child elements (`own`), its texts set apart by spaces (`parts`: a day, month and year in boxes of their
    own), or an attribute (`@href`)."""

    selector: Selector
    take: str = TEXT_OF
    scope: Scope = "record"
    weight: float = 1.0
    """The share of the records, when it was learnt, in which it found what it should; of picks that vote, its voice."""
    key: Key = ()
    """Of a record in JSON: where the value is."""
    way: str = ""
    """Of picks that vote: the kind of reason that it is."""
    label: str = ""
    """A text that stands before the value; the selector then starts `climb` levels above that text."""
    climb: int = 0
    starts: str = ""
    """A label that the value itself begins with."""
    part: Part | None = None
    more: int = 0
    """How many of the next siblings belong to the value too."""


@dataclass(frozen=True, slots=True)
class FieldRule:
    name: str
    type: str
    cardinality: Cardinality
    picks: tuple[Pick, ...]
    filled: float = 1.0
    """The share of records that had it when the wrapper was learnt."""
    vote: Vote = "first"
    """Whether the first pick that finds something is believed, or what most of them say."""
    within: tuple[Pick, ...] = ()
    """Picks that elect the node that holds all values of a field that repeats,"""
    raised: int = 0
    """and how many levels above it values are looked for: a page may have them in several groups."""
    profile: Profile = UNKNOWN
    """What the values looked like when it was learnt,"""
    sure: float = 1.0
    """how far the ways to find them agreed,"""
    like: float = 1.0
    """how far they were like each other,"""
    seen: int = 0
    """how many records showed it,"""
    same: float = 1.0
    """and the share of the most frequent value."""
    constant: tuple[str, ...] = ()
    """Texts that stand where values do and are none: they are the same on all pages."""
    declared: bool = False
    """Whether a schema declares the type: then values are written in its one form."""
    cut: Cut | None = None
    """Of a field that holds records: how the elected node falls into them,"""
    fields: tuple[FieldRule, ...] = ()
    """and their fields."""
    between: Delimiters | None = None
    """Where it stands in the raw tag stream, if the wrapper reads that."""
    titled: float = 0.0
    """The share of its values, when it was learnt, that were the title of their page,"""
    many: float = 1.0
    """and how many values a record had."""
    instead: Profile = UNKNOWN
    """What stands next to its values, and so comes into their place where a page has none."""
    means: str = ""
    """Of texts: the type that all of them read as, by which `typed` is found; it changes nothing else."""


@dataclass(frozen=True, slots=True)
class Cut:
    kind: CutKind
    heads: tuple[Selector, ...] = ()
    lead: int = 0
    source: Key = ()
    between: Delimiters | None = None
    counts: Counts | None = None
    """How many tags were open above and below the delimiters when they were learnt."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of things, one part of each: how its element is found among the children of what holds the lines, how
    many levels below that element the parts are held, and what they show (see `bands.shown_in`). Without an element
    of its own a line is a run of children, and `select` finds these."""

    select: Step
    shows: str
    deep: int = 0


@dataclass(frozen=True, slots=True)
class Bands:
    """Lines that belong together, over and over: a *band*. The first part of each of its lines is one thing."""

    region: tuple[tuple[Selector, ...], ...]
    """What holds the lines, said as the region of the records is."""
    lines: tuple[Line, ...]
    flat: bool = False
    """Whether lines are runs of children."""
    labelled: bool = False
    """Whether the first part of each line says what the line shows; it belongs to each thing. Such lines need no order:
    of each kind of element one is said, and a band ends where the next line says what the first one said."""


@dataclass(frozen=True)
class RulesWrapper:
    region: tuple[tuple[Selector, ...], ...]
    cut: Cut
    fields: tuple[FieldRule, ...]
    settings: Mapping[str, str] = field(default_factory=dict)
    """What was learnt of the page as a whole: `language`, and the `order` of numeric dates."""
    provenance: Mapping[str, Any] = field(default_factory=dict)
    template: tuple[str, ...] = ()
    """Names that the page's template gave its parts when the wrapper was learnt: how much of it is still there."""
    count: float = 1.0
    """How many records a page had when the wrapper was learnt."""
    schema: Mapping[str, Any] = field(default_factory=dict)
    """What was wanted, where somebody said so: `Schema(wrapper.schema)`; fields that no page had are in it too."""
    frame: Frame | None = None
    """The region that was pasted as seen from outside: by it a change of the page is told."""
    bands: Bands | None = None
    """Where records do not stand together: the lines that show their parts."""

    kind = "rules"

    @cached_property
    def plan(self) -> Plan:
        """What its picks that vote look for on every page."""
        from stook.wrapper.rules.plan import Plan

        return Plan(pick for rule in self.fields if rule.vote == "weighted" for pick in rule.within or rule.picks)

    def __getstate__(self) -> dict[str, Any]:
        """What was learnt, without what was made of it: a plan knows selectors by their identity."""
        return {name: said for name, said in self.__dict__.items() if name != "plan"}

    @property
    def unplaced(self) -> tuple[Unplaced, ...]:
        """The labels that were not found on their page when the wrapper was learnt."""
        return tuple(Unplaced(*said) for said in self.provenance.get("unplaced", ()))

    def apply(self, page: Page) -> Extraction:
        """Read a page of the kind that this wrapper was learnt from."""
        from stook.wrapper.rules.extract import extract

        return extract(self, page)

    def save(self, path: str | Path) -> None:
        """Write it into a JSON file, whole or not at all."""
        from stook.files import replacing
        from stook.wrapper.format import dump

        with replacing(Path(path)) as draft:
            draft.write_text(dump(self), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A label that was not found: the number of its example, from 1, the field, and the text that was given."""

    example: int
    field: str
    text: str
