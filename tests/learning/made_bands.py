"""Made-up shelves: things side by side, a part of each in every line, in the forms that people give that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from stook import Page

HOST = "http://shelf.example"
Line = Callable[["Ware"], str]
WOODS = ("Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Juniper", "Larch", "Maple", "Oak", "Pine", "Rowan", "Walnut", "Yew")
THINGS = ("chair for the hall", "bench by the stove", "box with a lid", "spoon for honey", "frame without glass")
TREES = ("杉", "松", "桜", "桐", "竹", "楓", "樫", "欅", "栗", "梅", "榎", "柳")


@dataclass(frozen=True, slots=True)
class Ware:
    number: int
    name: str
    price: str

    @property
    def url(self) -> str:
        return f"{HOST}/{self.number}"


def wares(count: int, first: int = 0) -> list[Ware]:
    return [Ware(n, f"{WOODS[n % len(WOODS)]} {THINGS[n // len(WOODS) % len(THINGS)]} no. {n}", f"{n * 7 % 90 + 3} crowns")
            for n in range(first, first + count)]


def boxes(count: int) -> list[Ware]:
    return [Ware(n, f"{TREES[n % len(TREES)]}の小箱その{n}", f"{n * 350 + 900}円") for n in range(count)]


PICTURE: Line = lambda ware: f"<a href='/{ware.number}'><img src='/{ware.number}.png'></a>"  # noqa: E731
NAME: Line = lambda ware: f"<a href='/{ware.number}'>{ware.name}</a>"  # noqa: E731
PRICE: Line = lambda ware: ware.price  # noqa: E731
PLAIN: Line = lambda ware: ware.name  # noqa: E731
BUY: Line = lambda ware: f"<a href='/basket?add={ware.number}'>Buy</a>"  # noqa: E731
LINES: Mapping[str, Line] = {"face": PICTURE, "name": NAME, "price": PRICE}


def banded(some: Sequence[Ware], columns: int, lines: Mapping[str, Line]) -> list[list[tuple[str, list[str]]]]:
    """For each band its lines, by name, with what stands in their cells."""
    return [[(name, [line(ware) for ware in some[start:start + columns]]) for name, line in lines.items()]
            for start in range(0, len(some), columns)]


def table(some: Sequence[Ware], columns: int, lines: Mapping[str, Line] = LINES, between: str = "", classes: bool = False,
          pad: bool = False) -> str:
    """Rows of a table; the last cells of a band that is not full may be there and empty."""
    rows = ""
    for band in banded(some, columns, lines):
        for name, cells in band:
            cells = cells + [""] * (columns - len(cells)) * pad
            rows += f"<tr class={name}>" if classes else "<tr>"
            rows += "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
        rows += between
    return f"<table>{rows}</table>"


def groups(some: Sequence[Ware], columns: int, lines: Mapping[str, Line] = LINES, tag: str = "ul", cell: str = "li",
           classes: bool = True) -> str:
    """Elements side by side, each with a part of every thing of its band."""
    said = ""
    for band in banded(some, columns, lines):
        for name, cells in band:
            said += f"<{tag} class={name}>" if classes else f"<{tag}>"
            said += "".join(f"<{cell}>{text}</{cell}>" for text in cells) + f"</{tag}>"
    return f"<div>{said}</div>"


def runs(some: Sequence[Ware], columns: int, lines: Mapping[str, Line], tags: Sequence[str] = ("dt", "dd"),
         around: str = "dl") -> str:
    """Terms, and then what is said of each of them."""
    said = "".join(f"<{tag}>{cell}</{tag}>" for band in banded(some, columns, lines)
                   for tag, (_, cells) in zip(tags, band, strict=True) for cell in cells)
    return f"<{around}>{said}</{around}>"


def compared(some: Sequence[Ware], lines: Mapping[str, Line], head: str = "th") -> str:
    """A table in which each thing is a column, and each line says what it shows."""
    rows = "".join(f"<tr><{head}>{name}</{head}>" + "".join(f"<td>{line(ware)}</td>" for ware in some) + "</tr>"
                   for name, line in lines.items())
    return f"<table>{rows}</table>"


def shelf(inside: str, heading: str = "Wooden things", address: str = "/wood") -> Page:
    return Page(f"<!DOCTYPE html><title>{heading} - The shelf</title><body><p><a href='/'>Home</a> <a href='/about'>About us</a>"
                f"</p><h1>{heading}</h1>{inside}<p>All prices are those of today.</p>", HOST + address)
