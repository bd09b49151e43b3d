"""What a file of `stook template` holds: a template, or a catalogue, whose template's pages are the rows of lists."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stook.errors import StookError

if TYPE_CHECKING:
    from stook import Catalogue, Schema, Slot, Template


@dataclass(frozen=True, slots=True)
class Kept:
    """A template, and the catalogue whose rows it is grown from, if it is of lists."""

    template: Template
    catalogue: Catalogue | None = None

    @classmethod
    def new(cls, method: str, schema: Schema | None, lists: bool) -> Kept:
        from stook import Catalogue, Template

        if not lists:
            return cls(Template(method, schema))
        catalogue = Catalogue(method, schema)
        return cls(catalogue.template, catalogue)

    @classmethod
    def load(cls, file: Path) -> Kept:
        from stook import Template
        from stook.learning.template import load

        found = load(file)
        return cls(found) if isinstance(found, Template) else cls(found.template, found)

    def save(self, file: Path) -> None:
        (self.catalogue or self.template).save(file)

    def lists_in(self, file: Path) -> Catalogue:
        """The catalogue; told where it is none."""
        if self.catalogue is None:
            raise StookError("it is grown from pages of one kind, not from lists", subject=str(file),
                             hint="name a file that `stook template add --list` made, or a new one")
        return self.catalogue

    # in words -----------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many pages it was grown from; a row counts once, however often it changed."""
        return self.template.count if self.catalogue is None else len(self.catalogue.rows)

    def counted(self, number: int) -> str:
        """So many of what it is grown from."""
        return count_of(number, self.template.unit)

    def on(self, slot: Slot) -> tuple[int, int]:
        """How many have a slot, and of how many."""
        if self.catalogue is None:
            return slot.support, self.template.taken
        return sum(slot.id in row.values for row in self.catalogue.rows.values()), len(self.catalogue.rows)

    @property
    def said(self) -> str:
        """How far it is, in a line."""
        template, ignored = self.template, len(self.template.ignored)
        slots = template.slots
        named = sum(bool(slot.field) for slot in slots)
        parts = [f"{named:,} named", f"{len(slots) - named:,} to name", *([f"{ignored:,} ignored"] if ignored else [])]
        said = f"{self._grown_from}, {count_of(len(slots) + ignored, 'slot')}: {', '.join(parts)}"
        if template.generations > 1:
            said += f"; look {template.generations} of the site has {self.counted(template.taken)}"
        return said + (f"; {self.counted(len(template.aside))} set aside" if template.aside else "")

    @property
    def _grown_from(self) -> str:
        if self.catalogue is None:
            return self.counted(self.count)
        gone = len(self.catalogue.gone)
        said = f"{self.counted(self.count)} of {count_of(len(self.catalogue.shown), 'list page')}"
        return said + (f", {gone:,} gone" if gone else "")


def count_of(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
