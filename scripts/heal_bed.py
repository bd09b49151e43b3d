"""How many records are kept when pages are changed: edits that we make to our own demo pages, and what heals.

    python scripts/heal_bed.py            every wrapper, edit and share of records that rolled off
    python scripts/heal_bed.py --cases    the same case by case

A *wrapper* is made on a demo page that shows some of its records; then the page is *edited*, and a share of the records
has *rolled off*: as many others stand in their places. What the old wrapper read is known. *Kept* is the share of the
records on the edited page that are read with all their fields as before: by the old wrapper, and by the one that
`heal` gives, or the old one where it gives none. *Wrong* are wrappers that were adopted and read less than half of the
fields of these records right.

    balanced     advertisements inserted: above the list, and between its records
    unbalanced   elements opened that nobody closes, so that all stands deeper
    renamed      all classes and ids have other names
    retagged     headings of another level, divs for lists, tables and articles
    reordered    each record is turned round, and so is the page around the list
    redesigned   all of these
    by hand      the demo's own redesign of its shop (product pages)
"""

from __future__ import annotations

import argparse
import codecs
import html
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import stook
from stook import demo
from stook.page import TEXT
from stook.wrapper import RulesWrapper

URL = "https://demo.example/"
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
OTHER_TAGS = {"h1": "h2", "h2": "h3", "h3": "h4", "span": "b", "time": "i", "td": "span", "th": "span"} | dict.fromkeys(
    "article section main aside ul ol li p dl dt dd table thead tbody tr".split(), "div")
ADVERTISEMENT = ("Members of the reading room borrow twice as much.", "Join them for a year at half the fee.")


# pages as trees that can be edited --------------------------------------------------------------------

@dataclass(eq=False)
class Node:
    """An element, or a text where the tag is TEXT."""

    tag: str
    attrs: dict[str, str] = field(default_factory=dict)
    text: str = ""
    children: list[Node] = field(default_factory=list)
    parent: Node | None = None

    def remove(self) -> None:
        if self.parent:
            self.parent.children.remove(self)

    def insert(self, place: int, child: Node) -> None:
        child.parent = self
        self.children.insert(place, child)

    def all(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.all()

    def find(self, tag: str) -> Node | None:
        return next((node for node in self.all() if node.tag == tag), None)

    def __str__(self) -> str:
        if self.tag == TEXT:
            return html.escape(self.text, quote=False)
        attrs = "".join(f' {name}="{html.escape(value)}"' for name, value in self.attrs.items())
        inside = "".join(map(str, self.children))
        return f"<{self.tag}{attrs}>" + ("" if self.tag in VOID else f"{inside}</{self.tag}>")


@dataclass
class Tree:
    """A demo page: its nodes by number, and its records, each as sibling nodes."""

    nodes: list[Node]
    records: list[list[Node]] = field(default_factory=list)

    @property
    def root(self) -> Node:
        return self.nodes[0]

    def __str__(self) -> str:
        return f"<!DOCTYPE html>{self.root}"


def tree_of(page: stook.Page, spans: Sequence[tuple[int, int]] = ()) -> Tree:
    nodes: list[Node] = []
    for number, tag in enumerate(page.tag):
        attrs = {name: value or "" for name, value in (page.attrs[number] or {}).items()}
        nodes.append(Node(tag, attrs, page.text[number] if tag == TEXT else ""))
        if page.parent[number] >= 0:
            nodes[page.parent[number]].insert(len(nodes[page.parent[number]].children), nodes[number])
    records = [[nodes[node] for node in range(start, stop) if page.parent[node] == page.parent[start]]
               for start, stop in spans]
    return Tree(nodes, records)


# edits ------------------------------------------------------------------------------------------------

def as_it_was(tree: Tree) -> str:
    return str(tree)


def _advertisement(tag: str) -> Node:
    box = Node(tag, {"class": "promo"})
    for text in ADVERTISEMENT:
        line = Node("p")
        line.insert(0, Node(TEXT, text=text))
        box.insert(len(box.children), line)
    return box


def balanced(tree: Tree) -> str:
    body, main = tree.root.find("body"), tree.root.find("main")
    for place in (body, main):
        if place:
            place.insert(0, _advertisement("div"))
    if len(tree.records) > 2 and tree.records[2][0].tag not in ("tr", "dt"):
        third = tree.records[2][0]
        assert third.parent
        third.parent.insert(third.parent.children.index(third), _advertisement(third.tag))
    return str(tree)


def unbalanced(tree: Tree) -> str:
    said = str(tree)
    for tag, opened in (("<body>", "<div class=stage><div class=frame>"), ("<main", "<div class=inner><section>")):
        before, found, after = said.partition(tag)
        if found:
            inside, end, rest = after.partition(">") if not tag.endswith(">") else ("", "", after)
            said = before + found + inside + end + opened + rest
    return said


def renamed(tree: Tree) -> str:
    for node in tree.root.all():
        for name in ("class", "id"):
            if name in node.attrs:
                node.attrs[name] = " ".join(f"q-{codecs.encode(word, 'rot13')}" for word in node.attrs[name].split())
    return str(tree)


def retagged(tree: Tree) -> str:
    for node in tree.root.all():
        node.tag = OTHER_TAGS.get(node.tag, node.tag)
    return str(tree)


def reordered(tree: Tree) -> str:
    for record in tree.records:
        if len(record) == 1:
            record[0].children.reverse()
        elif record[0].parent:
            siblings = record[0].parent.children
            places = sorted(siblings.index(node) for node in record)
            for place, node in zip(places, reversed(record), strict=True):
                siblings[place] = node
    if body := tree.root.find("body"):
        body.children.reverse()
    if not tree.records and (main := tree.root.find("main")):
        for part in (main, *main.children):
            part.children.reverse()
    return str(tree)


def redesigned(tree: Tree) -> str:
    balanced(tree)
    renamed(tree)
    reordered(tree)
    retagged(tree)
    return unbalanced(tree)


EDITS: Mapping[str, Callable[[Tree], str]] = {
    "as it was": as_it_was, "balanced": balanced, "unbalanced": unbalanced, "renamed": renamed, "retagged": retagged,
    "reordered": reordered, "redesigned": redesigned}


# wrappers ---------------------------------------------------------------------------------------------

Record = dict[str, object]
Records = list[Record]


@dataclass(frozen=True)
class Case:
    """Something to wrap: it gives its pages with some of its records, edited, and what these records say."""

    name: str
    learn: Callable[[list[stook.Page], Records], RulesWrapper]
    pages: Callable[[Sequence[int], str], list[stook.Page]]
    """The pages that show the records of some numbers, after an edit."""
    truth: Records
    edits: tuple[str, ...] = tuple(EDITS)

    @property
    def half(self) -> int:
        return len(self.truth) // 2

    def window(self, rolled: float) -> list[int]:
        """The numbers of the records that a page shows when a share of the first ones has rolled off."""
        return list(range(round(self.half * rolled), round(self.half * rolled) + self.half))


def list_case(name: str, page_name: str, learn: Callable[[list[stook.Page], Records], RulesWrapper]) -> Case:
    """A list page, with what a wrapper reads of it as a whole."""
    whole = stook.Page(demo.page(page_name), url=URL + page_name)
    listed = stook.listing(whole).wrapper
    assert listed
    spans = [record.span for record in listed.apply(whole).records if record.span]

    def pages(numbers: Sequence[int], edit: str) -> list[stook.Page]:
        tree = tree_of(whole, spans)
        for number, record in enumerate(tree.records):
            for node in record if number not in numbers else ():
                node.remove()
        tree.records = [tree.records[number] for number in numbers]
        return [stook.Page(EDITS[edit](tree), url=URL + page_name)]

    truth = [record.to_dict() for record in learn([whole], []).apply(whole).records]
    return Case(name, learn, pages, truth)


def by_listing(pages: list[stook.Page], known: Records) -> RulesWrapper:
    found = stook.listing(pages[0]).wrapper
    assert found
    return found


def by_labels(first: Callable[[stook.Page], Record], pages: list[stook.Page], known: Records) -> RulesWrapper:
    return stook.learn([stook.Example(pages[0], [first(pages[0])])])


def by_paste(pages: list[stook.Page], known: Records) -> RulesWrapper:
    """The first product of the shop, as somebody copies it."""
    page, fields = pages[0], {name: str(value) for name, value in first_product(pages[0]).items()}
    return stook.paste(page, region=page.text_of(page.parent[page.select("h3")[0]]), fields=fields)


def first_job(page: stook.Page) -> Record:
    row = page.select("tr")[1]
    posted, position, employer, place = (page.text_of(cell) for cell in page.children(row) if page.tag[cell] == "td")
    return {"position": position, "employer": employer, "place": place, "posted": posted}


def first_product(page: stook.Page) -> Record:
    node = page.select("h3")[0]
    price = next(place for place in page.select("p") if "price" in page.classes(place))
    return {"name": page.text_of(node), "price": page.text_of(price)}


def product_case() -> Case:
    """The product pages of the shop, one record each."""
    shop = stook.Page(demo.page("shop.html"), url=URL + "shop.html")
    names = [str(entry.url).removeprefix(URL + "shop/") for entry in stook.entries(shop)]

    def pages(numbers: Sequence[int], edit: str) -> list[stook.Page]:
        folder = "shop-redesigned" if edit == "by hand" else "shop"
        whole = [stook.Page(demo.page(f"{folder}/{names[number]}"), url=f"{URL}shop/{names[number]}")
                 for number in numbers]
        return whole if edit == "by hand" else [stook.Page(EDITS[edit](tree_of(page)), url=page.url) for page in whole]

    def says(page: stook.Page) -> Record:
        facts = dict(zip(map(page.text_of, page.select("dt")), map(page.text_of, page.select("dd")), strict=True))
        by_class = {name: [page.text_of(node) for node in page.select("p") if name in page.classes(node)]
                    for name in ("price", "text", "makers")}
        makers = [page.text_of(link) for link in page.select("a") if "makers" in page.classes(page.parent[link])]
        return {"title": page.text_of(page.select("h1")[0]), "price": by_class["price"][0], "text": by_class["text"][0],
                "makers": makers, "weight": facts["Weight"], "number": facts["Item number"]}

    truth = [says(page) for page in pages(range(len(names)), "as it was")]

    def learn(learnt: list[stook.Page], known: Records) -> RulesWrapper:
        return stook.learn([stook.Example(page, said) for page, said in zip(learnt, known, strict=True)])

    return Case("products", learn, pages, truth, (*EDITS, "by hand"))


def cases() -> list[Case]:
    lists = ["news.html", "archive.html", "jobs.html", "museum.html", "shop.html", "minutes.html"]
    return [*(list_case(f"listing {name}", name, by_listing) for name in lists),
            list_case("labels jobs.html", "jobs.html", partial(by_labels, first_job)),
            list_case("labels shop.html", "shop.html", partial(by_labels, first_product)),
            list_case("paste shop.html", "shop.html", by_paste),
            product_case()]


# measuring --------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Outcome:
    """What came of one case, edit and share: records kept before and after healing."""

    case: str
    edit: str
    rolled: float
    state: str
    before: float
    after: float
    right: float
    """Of the fields that the records have, the share that is right in the end."""
    adopted: bool
    reasons: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        return self.adopted and self.right < 0.5


def kept(wrapper: RulesWrapper, pages: Sequence[stook.Page], truth: Records) -> float:
    """The share of the records that are read as they are; what is read beside them counts against it."""
    read = records(wrapper, pages)
    return sum(record in read for record in truth) / max(len(truth), len(read), 1)


def right(wrapper: RulesWrapper, pages: Sequence[stook.Page], truth: Records) -> float:
    """The share of the fields of records that are read as they are, wherever the record is read."""
    read = records(wrapper, pages)
    best = [max((sum(said.get(name) == value for name, value in record.items()) for said in read), default=0)
            for record in truth]
    return sum(best) / sum(map(len, truth))


def records(wrapper: RulesWrapper, pages: Sequence[stook.Page]) -> Records:
    return [record.to_dict() for page in pages for record in wrapper.apply(page).records]


def outcome(case: Case, edit: str, rolled: float) -> Outcome:
    old, now = case.window(0.0), case.window(rolled)
    wrapper = case.learn(case.pages(old, "as it was"), [case.truth[number] for number in old])
    known, fields = records(wrapper, case.pages(old, "as it was")), [rule.name for rule in wrapper.fields]
    pages = case.pages(now, edit)
    truth = [{name: case.truth[number][name] for name in fields if name in case.truth[number]} for number in now]
    healing = stook.heal(wrapper, pages, known=known)
    before = kept(wrapper, pages, truth)
    after = kept(healing.wrapper, pages, truth) if healing.wrapper else before
    return Outcome(case.name, edit, rolled, stook.check(wrapper, pages).state, before, after,
                   right(healing.wrapper or wrapper, pages, truth), healing.wrapper is not None, healing.reasons)


def measured(some: Sequence[Case], shares: Sequence[float] = SHARES) -> list[Outcome]:
    return [outcome(case, edit, share) for case in some for edit in case.edits for share in shares]


def table(outcomes: Sequence[Outcome], shares: Sequence[float] = SHARES) -> str:
    """Records kept by edit and share rolled off, in percent, before -> after healing."""
    by_edit: dict[str, dict[float, list[Outcome]]] = defaultdict(lambda: defaultdict(list))
    for one in outcomes:
        by_edit[one.edit][one.rolled].append(one)
    lines = ["| edit | " + " | ".join(f"{share:.0%} rolled off" for share in shares) + " | adopted, of them wrong |",
             "|---" * (len(shares) + 2) + "|"]
    for edit, by_share in by_edit.items():
        cells = [f"{_mean([one.before for one in by_share[share]])} → {_mean([one.after for one in by_share[share]])}"
                 for share in shares]
        some = [one for share in shares for one in by_share[share]]
        lines.append(f"| {edit} | " + " | ".join(cells)
                     + f" | {sum(one.adopted for one in some)} of {len(some)}, {sum(one.wrong for one in some)} |")
    return "\n".join(lines)


def _mean(shares: Sequence[float]) -> str:
    return f"{100 * sum(shares) / len(shares):.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", action="store_true", help="say each case too")
    arguments = parser.parse_args()
    every = cases()
    outcomes = measured(every)
    if arguments.cases:
        for one in outcomes:
            print(f"{one.case:24} {one.edit:11} {one.rolled:4.0%} {one.state:8} kept {one.before:4.0%} → "
                  f"{one.after:4.0%} {'adopted' if one.adopted else 'none':8}{'WRONG ' if one.wrong else ''}"
                  f"{'; '.join(one.reasons)}")
    lists = [one for one in outcomes if one.case != "products"]
    print(f"Lists, {len(every) - 1} wrappers\n\n{table(lists)}\n")
    print(f"Product pages\n\n{table([one for one in outcomes if one.case == 'products'])}")


if __name__ == "__main__":
    main()
