"""A made-up site of recipes for glazes, as it was and as it is after a redesign. Every word here is our own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import stook

SCHEMA = stook.Schema({"title": "text?", "author": "text*", "time": "duration?", "parts": "text*", "steps": "text*"})


@dataclass(frozen=True)
class Glaze:
    title: str
    author: str
    hours: int
    minutes: int
    parts: tuple[str, ...]
    steps: tuple[str, ...]

    @property
    def known(self) -> dict[str, list[str]]:
        """As a reader of the page would say it."""
        return {"title": [self.title], "author": [self.author], "time": [str(60 * self.hours + self.minutes)],
                "parts": list(self.parts), "steps": list(self.steps)}


GLAZES = [
    Glaze("Marsh Green Celadon", "Odile Farrow", 7, 20,
          ("45 g of potash feldspar", "25 g of quartz, sieved twice", "20 g of whiting", "2 g of red iron oxide"),
          ("Weigh the dry powders on a still day, out of the wind.", "Sieve them into rain water and stir with a feather.",
           "Dip the bisque for as long as it takes to say your own name.")),
    Glaze("Old Rope Tenmoku", "Piet Vanderkoe", 8, 0,
          ("50 g of ball clay", "30 g of wood ash, washed", "8 g of red iron oxide", "12 g of flint"),
          ("Wash the ash until the water runs clear and bites no more.", "Grind everything with the heavy pestle.",
           "Pour it thick on the rim and thin on the foot.", "Cool the kiln slowly through the night.")),
    Glaze("Winter Sky Chun", "Odile Farrow", 9, 45,
          ("40 g of soda feldspar", "30 g of quartz, sieved once", "18 g of dolomite", "1 g of bone ash", "3 g of talc"),
          ("Mix the powders dry, then wet, then leave them alone for a week.", "Spray three coats, and a fourth for luck.",
           "Hold the top heat for as long as the tea stays warm.")),
    Glaze("Harbour Salt White", "Ines Quill", 6, 30,
          ("60 g of nepheline syenite", "22 g of china clay", "15 g of zircon", "3 g of bentonite, soaked"),
          ("Soak the bentonite the evening before.", "Blend it into the clay by hand until no lump is left.",
           "Brush it on in one direction, as one paints a door.")),
]
FLINT = GLAZES[0]


def rows(texts: Sequence[str], before: str, after: str) -> str:
    return "".join(f"{before}{text}{after}" for text in texts)


def old(glaze: Glaze, beside: str = "") -> stook.Page:
    """The page of a glaze before the redesign."""
    return stook.Page(
        f"<title>{glaze.title} | Kiln Notes</title><div class=head><a href=/>Kiln Notes</a> <a href=/glazes>Glazes</a></div>"
        f"<main class=glaze><h1 class=glaze-name>{glaze.title}</h1><p class=byline>Noted by <a class=author href=/people>"
        f"{glaze.author}</a></p><p class=firing>Firing time: <span class=firing-time>{glaze.hours} hr {glaze.minutes} min"
        f"</span></p><h2>Parts</h2><ul class=parts>{rows(glaze.parts, '<li>', '</li>')}</ul>"
        f"<h2>Steps</h2><ol class=steps>{rows(glaze.steps, '<li><p>', '</p></li>')}</ol></main>{beside}",
        url="https://kiln.example/old")


def new(glaze: Glaze, beside: str = "") -> stook.Page:
    """The same after it: other elements, other names, another order."""
    menu = rows(["Glazes", "Clays", "Kilns", "Tools and wheels", "Slips and engobes", "Shelf of books"], "<li><a href=/m>", "</a></li>")
    return stook.Page(
        f"<title>{glaze.title} – read it on Kiln Notes</title><div id=top><ul class=mega>{menu}</ul></div>"
        f"<section class=sheet><header><h2 class=sheet-title>{glaze.title}</h2></header><div class=cols><div class=col-a>"
        f"<h3>Steps</h3><div class=sheet-steps>{rows(glaze.steps, '<div class=s>', '</div>')}</div></div>"
        f"<div class=col-b><h3>Parts</h3><table class=sheet-parts>{rows(glaze.parts, '<tr><td>', '</td></tr>')}</table>"
        f"<dl><dt>Firing time:</dt><dd class=f><span><b>{glaze.hours}</b> <i>hours</i></span> <span><b>{glaze.minutes}</b> "
        f"<i>minutes</i></span></dd><dt>Noted by</dt><dd class=w>{glaze.author}</dd></dl></div></div></section>{beside}",
        url="https://kiln.example/new")


def learnt(glazes: Sequence[Glaze] = GLAZES[:2]) -> stook.wrapper.RulesWrapper:
    """A wrapper for the site as it was."""
    return stook.learn([stook.Example(old(glaze), glaze.known) for glaze in glazes], schema=SCHEMA)


def read(wrapper: stook.wrapper.RulesWrapper | None, page: stook.Page) -> dict[str, object]:
    """What a wrapper reads from a page, lists for all fields."""
    records = wrapper.apply(page).records if wrapper else ()
    said = records[0].to_dict() if records else {}
    return {name: value if isinstance(value, list) else [value] for name, value in said.items() if value}


def without(glaze: Glaze, name: str) -> Glaze:
    """A glaze that lacks a text or has none of a list."""
    return replace(glaze, **{name: "" if isinstance(getattr(glaze, name), str) else ()})
