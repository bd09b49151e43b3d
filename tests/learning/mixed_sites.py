"""Made-up sites whose pages are of several kinds: what a crawler brings home from each, in three ways of writing HTML.

    named   elements with classes, and the tags that are meant for each thing
    soup    div and span, and no classes at all
    tables  a layout of the year 2001

Every site has the same words around its pages (menu, footer), some parts that only some pages have, and pages of a
wall, a login and an error. Whatever differs from page to page is drawn with a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

WORDS = ("amber anchor basket beacon bramble candle copper cotton crane drift ember feather ferry flint garnet harbour "
         "hazel heron iron ivory juniper kettle lantern linen marble meadow nettle oak otter pebble pewter quill raven "
         "reed saddle slate sparrow tallow thimble timber walnut willow wool").split()


@dataclass(frozen=True)
class Made:
    """A page, where it would stand, and what it is."""

    site: str
    kind: str
    url: str
    html: str


def words(chance: Random, least: int, most: int) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(chance.randint(least, most)))


def around(site: str, title: str, main: str, wrap: str) -> str:
    """A page with the site's menu and footer."""
    menu = " ".join(f'<li><a href="/{name}/">{site} {name}</a></li>' for name in WORDS[:8])
    return (f"<!DOCTYPE html><title>{title} - {site}</title><body>"
            + wrap.replace("MENU", f"<ul>{menu}</ul>").replace("MAIN", main).replace("SITE", site))


NAMED = """<header class="top"><p class="brand">SITE</p><nav>MENU</nav></header><main class="content">MAIN</main>
<footer><p>SITE, Quay 4, all rights reserved</p><p><a href="/imprint">Imprint</a></p></footer>"""
SOUP = """<div><div>SITE</div><div>MENU</div></div><div>MAIN</div><div><span>SITE, Quay 4, all rights reserved</span></div>"""
TABLES = """<table width=100%><tr><td colspan=2><b>SITE</b></td></tr><tr><td>MENU</td><td>MAIN</td></tr>
<tr><td colspan=2><font size=1>SITE, Quay 4, all rights reserved</font></td></tr></table>"""

Write = Callable[[Random, str], str]


def shop_detail(chance: Random, name: str) -> str:
    facts = "".join(f"<dt>{label}</dt><dd>{words(chance, 1, 3)}</dd>" for label in ("Material", "Colour", "Made in"))
    extra = f'<p class="was">Before: {chance.randint(60, 90)}.00</p>' if chance.random() < 0.4 else ""
    reviews = "".join(f'<div class="review"><b>{words(chance, 1, 2)}</b><p>{words(chance, 8, 20)}</p></div>'
                      for _ in range(chance.randint(0, 4)))
    return (f'<article class="item"><h1>{name}</h1><p class="price">{chance.randint(3, 50)}.50</p>{extra}'
            f'<p class="text">{words(chance, 15, 40)}.</p><dl>{facts}</dl></article>'
            + (f'<section class="reviews"><h2>Reviews</h2>{reviews}</section>' if reviews else ""))


def shop_list(chance: Random, name: str) -> str:
    cards = "".join(f'<div class="card"><h3><a href="/item/{chance.randint(1, 999)}">{words(chance, 3, 6)}</a></h3>'
                    f'<p class="price">{chance.randint(3, 50)}.50</p></div>' for _ in range(chance.randint(6, 24)))
    return f'<h1>{name}</h1><div class="grid">{cards}</div><p class="pages"><a href="?page=2">Next</a></p>'


def shop_search(chance: Random, name: str) -> str:
    found = "".join(f'<li><h2><a href="/item/{chance.randint(1, 999)}">{words(chance, 3, 6)}</a></h2>'
                    f'<p class="snippet">{words(chance, 10, 25)}</p><span class="score">{chance.randint(10, 99)} %</span></li>'
                    for _ in range(chance.randint(5, 15)))
    return f'<h1>Results for {name}</h1><form><input name="q"></form><ol class="results">{found}</ol>'


def soup_detail(chance: Random, name: str) -> str:
    rows = "".join(f"<div><span>{label}</span><span>{words(chance, 1, 4)}</span></div>"
                   for label in ("Author", "Publisher", "Pages", "Language")[: chance.randint(3, 4)])
    story = "".join(f"<div>{words(chance, 20, 50)}.</div>" for _ in range(chance.randint(2, 6)))
    return f"<div><div><b>{name}</b></div><div>{rows}</div><div><div>About the book</div>{story}</div></div>"


def soup_list(chance: Random, name: str) -> str:
    rows = "".join(f'<div><div><a href="/b{chance.randint(1, 999)}">{words(chance, 2, 5)}</a></div>'
                   f"<div>{words(chance, 2, 3)}</div><div>{words(chance, 8, 15)}</div></div>"
                   for _ in range(chance.randint(8, 30)))
    return f"<div>{name}</div><div>{rows}</div>"


def table_detail(chance: Random, name: str) -> str:
    rows = "".join(f"<tr><td><b>{label}:</b></td><td>{words(chance, 1, 5)}</td></tr>"
                   for label in ("Company", "Place", "Salary", "Begins", "Reference") if chance.random() < 0.8)
    told = "<br>".join(words(chance, 10, 30) for _ in range(chance.randint(2, 5)))
    return f"<h2>{name}</h2><table>{rows}</table><p>{told}</p>"


def table_list(chance: Random, name: str) -> str:
    rows = "".join(f'<tr><td>{chance.randint(1, 28)} May 2024</td><td><a href="/j?id={chance.randint(1, 999)}">'
                   f"{words(chance, 3, 6)}</a></td><td>{words(chance, 1, 2)}</td></tr>"
                   for _ in range(chance.randint(6, 30)))
    return f"<h2>{name}</h2><table><tr><th>Date</th><th>Post</th><th>Place</th></tr>{rows}</table>"


LAYOUTS: dict[str, tuple[str, dict[str, tuple[Write, int]]]] = {
    "Quayside Shop": (NAMED, {"detail": (shop_detail, 14), "list": (shop_list, 6), "search": (shop_search, 5)}),
    "Paper Boat Books": (SOUP, {"detail": (soup_detail, 14), "list": (soup_list, 6)}),
    "Harbour Jobs": (TABLES, {"detail": (table_detail, 14), "list": (table_list, 6)}),
}


def in_the_way(wrap: str, site: str) -> Iterator[Made]:
    """What stands there instead of a page; the wall is not the site's own and looks the same everywhere."""
    for number in range(3):
        gone = f"<h1>Page not found</h1><p>There is no page {number} here. Look at the <a href='/'>start</a>.</p>"
        yield Made(site, "error", f"/gone/{number}", around(site, "Page not found", gone, wrap))
    form = "<h1>Log in</h1><form><p>Name <input></p><p>Password <input type=password></p><button>Go</button></form>"
    yield Made(site, "login", "/login", around(site, "Log in", form, wrap))


def pages(seed: int = 0) -> list[Made]:
    """The pages of all sites, shuffled."""
    chance = Random(seed)
    made = []
    for site, (wrap, kinds) in LAYOUTS.items():
        for kind, (write, count) in kinds.items():
            for number in range(count):
                name = words(chance, 2, 6).capitalize()
                url = f"/search?q={number}" if kind == "search" else f"/{kind}/{number}"
                made.append(Made(site, kind, url, around(site, name, write(chance, name), wrap)))
        made += in_the_way(wrap, site)
    wall = "<title>Just a moment...</title><h1>Checking your browser</h1><p>Request {}</p>"
    made += [Made("anywhere", "blocked", f"/{number}", wall.format(number)) for number in range(2)]
    chance.shuffle(made)
    return made
