"""From labelled records of lists to a wrapper that reads all records of these lists.

    records ─▶ the lists they may be rows of ─▶ which is meant ─▶ its rules ─▶ do they read the labels?

The rules of one page, or of one list, that read all labels of all examples are enough. Where they do not, those of the
other lists are joined to them, as long as that reads more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stook.learning.labels.fitting import Fitting, Sought, sought_on
from stook.learning.labels.known import Label, LabelledPage, Labels
from stook.learning.labels.meant import belief, of_sisters
from stook.learning.labels.texts import ADDRESS, Texts, are_addresses, letters
from stook.learning.labels.within import Inside, inside, led
from stook.learning.rows.columns import Wanted, wrapper_of
from stook.learning.rows.region import Region
from stook.page import Page, resolve
from stook.recognise import values
from stook.records import Field, Record, Schema
from stook.wrapper.profile import UNKNOWN
from stook.wrapper.rules.apply import sections
from stook.wrapper.rules.model import FieldRule, RulesWrapper

LOOKED_AT = 8
"""So many lists of a page are tried, those that are most believed at first."""
READ = 10.0
"""What it counts that a wrapper reads all labels, beside what is believed of its list."""
MOST_PLACES = 1000


@dataclass(frozen=True, slots=True)
class Tried:
    """A wrapper, the share of all labels that it reads, and how good it is."""

    wrapper: RulesWrapper
    right: float
    score: float


@dataclass(frozen=True)
class Lists:
    """The examples of lists, and what is wanted of them."""

    labelled: Sequence[LabelledPage]
    schema: Schema
    declared: bool

    @property
    def several(self) -> frozenset[str]:
        return frozenset(field.name for field in self.schema.fields if field.repeats)

    def wanted(self) -> dict[str, Wanted]:
        return {field.name: Wanted(self._type(field), self.declared and field.type != "text", field.repeats)
                for field in self.schema.fields}

    def _type(self, field: Field) -> str:
        """A field whose labels are addresses holds links."""
        if self.declared:
            return field.type
        known = [record.texts(field.name) for one in self.labelled for record in one.records]
        return "link" if are_addresses(known) else "text"

    # trying -----------------------------------------------------------------------------------------

    def best(self) -> RulesWrapper | None:
        """The wrapper that reads most labels; None where no list holds any."""
        pool = [tried for one in self.labelled for tried in self._tried(one.page, self._sought(one))]
        if not pool:
            return None
        best = max(pool, key=lambda tried: tried.score)
        if best.right < 1.0:
            pool += [tried for one in self.labelled for tried in self._tried(one.page, self._left(one, best))]
        for other in sorted(pool, key=lambda tried: -tried.score):
            best = max(best, self._joined(best, other), key=lambda tried: tried.right)
        return self._in_order(self._with_inner(best.wrapper))

    def _in_order(self, wrapper: RulesWrapper) -> RulesWrapper:
        """The wrapper with its fields in the order in which they were wanted."""
        order = list(self.schema)
        return replace(wrapper, fields=tuple(sorted(wrapper.fields, key=lambda rule: order.index(rule.name))))

    def _sought(self, one: LabelledPage) -> list[Sought]:
        return sought_on(Texts(one.page, MOST_PLACES), one.records, self.schema, one.within)

    def _left(self, one: LabelledPage, best: Tried) -> list[Sought]:
        """The records of a page that a wrapper does not read as they are labelled."""
        read = best.wrapper.apply(one.page).records
        return [sought for sought in self._sought(one)
                if self._read(one.page, sought.labels, read) < size(sought.labels)]

    def _tried(self, page: Page, sought: Sequence[Sought]) -> list[Tried]:
        """The lists of a page that may be meant."""
        fitting, labels = Fitting(page, sought, self.several), max(1, sum(one.size for one in sought))
        ranked = sorted(((belief(page, table, labels), place, table) for place, table in enumerate(
            of_sisters(page, table) for table in fitting.tables())), key=lambda one: (-one[0], one[1]))
        return [self._try(wrapper_of(page, table, self.wanted()), score) for score, _, table in ranked[:LOOKED_AT]]

    def _try(self, wrapper: RulesWrapper, score: float) -> Tried:
        right = self.share_read(wrapper)
        return Tried(wrapper, right, READ * right + score)

    def share_read(self, wrapper: RulesWrapper) -> float:
        """The share of all labels that a wrapper reads."""
        right = sum(self._right(wrapper, one) for one in self.labelled)
        return right / max(1, sum(size(record) for one in self.labelled for record in one.records))

    def _joined(self, one: Tried, other: Tried) -> Tried:
        if one.right == 1.0 or one.wrapper.cut.kind != other.wrapper.cut.kind:
            return one
        return self._try(joined(one.wrapper, other.wrapper), min(one.score, other.score))

    # records within ---------------------------------------------------------------------------------

    def _with_inner(self, wrapper: RulesWrapper) -> RulesWrapper:
        """The wrapper with the fields whose values are records."""
        rules = [rule for field in self.schema.fields if (rule := self._inner(field, wrapper))]
        return replace(wrapper, fields=(*wrapper.fields, *rules))

    def _inner(self, field: Field, wrapper: RulesWrapper) -> FieldRule | None:
        found = [each for one in self.labelled for each in self._inside(one, field.name, wrapper)]
        if field.nested is None or not found:
            return None
        inner = Lists([each.labelled for each in found], field.nested, self.declared).best()
        return led(field, found, inner, wrapper.cut) if inner else None

    def _inside(self, one: LabelledPage, name: str, wrapper: RulesWrapper) -> Iterator[Inside]:
        """What is known of the field in each labelled record of a page: in the row that shows most of its labels."""
        read = wrapper.apply(one.page).records
        for labels in one.records:
            row = max(read, key=lambda record: self._read(one.page, labels, [record]), default=None)
            if row and row.span:
                section = max((node for node in sections(one.page, wrapper.region) if node <= row.span[0]), default=0)
                scope = row.span[0] if wrapper.cut.kind == "nodes" else section
                yield from inside(one, labels, name, Region(*row.span, scope), scope)

    # reading ----------------------------------------------------------------------------------------

    def _right(self, wrapper: RulesWrapper, one: LabelledPage) -> int:
        """How many labels of a page a wrapper reads."""
        read = wrapper.apply(one.page).records
        return sum(self._read(one.page, record, read) for record in one.records)

    def _read(self, page: Page, labels: Labels, read: Sequence[Record]) -> int:
        """How many labels of one record are read together."""
        return max((sum(self._reads(page, record, name, some) for name, some in labels.values.items())
                    for record in read), default=0)

    def _reads(self, page: Page, record: Record, name: str, labels: Sequence[Label]) -> int:
        """How many labels of a field a record shows; that it has none is one too."""
        if not labels:
            return int(not record[name])
        return sum(any(self._says(page, label, value.text, value.node, name) for value in record[name])
                   for label in labels)

    def _says(self, page: Page, label: Label, text: str, node: int | None, name: str) -> bool:
        if letters(text) == letters(label.text) or (label.at is not None and label.at.node == node):
            return True
        if ADDRESS.match(text):
            return text == resolve(label.text, page.base)
        around = {"language": page.language, "base": page.base, "at": page.at}
        kind = self.schema[name].type
        return kind != "text" and values.says(kind, label.text, text, **around)  # type: ignore[arg-type]


def size(record: Labels) -> int:
    """How many labels a record has; that a field has no value is one."""
    return sum(max(1, len(labels)) for labels in record.values.values())


# joining ----------------------------------------------------------------------------------------------

def joined(one: RulesWrapper, other: RulesWrapper) -> RulesWrapper:
    """The wrapper that reads the records of both."""
    cut = replace(one.cut, heads=tuple(dict.fromkeys(one.cut.heads + other.cut.heads)))
    mine, theirs = ({rule.name: rule for rule in wrapper.fields} for wrapper in (one, other))
    rules = tuple(joined_rules(mine.get(name), theirs.get(name)) for name in dict.fromkeys((*mine, *theirs)))
    return replace(one, region=tuple(dict.fromkeys(one.region + other.region)), cut=cut, fields=rules)


def joined_rules(one: FieldRule | None, other: FieldRule | None) -> FieldRule:
    """The rule that finds the values of both; where one has none, not each record has a value."""
    if one is None or other is None:
        rule = one or other
        assert rule is not None
        return replace(rule, cardinality="?" if rule.cardinality == "1" else rule.cardinality)
    many = "*" in (one.cardinality, other.cardinality)
    alone = one.cardinality == other.cardinality == "1"
    picks = sorted(dict.fromkeys(one.picks + other.picks), key=lambda pick: pick.scope == "before")
    return replace(one, cardinality="*" if many else "1" if alone else "?", picks=tuple(picks), profile=UNKNOWN)
