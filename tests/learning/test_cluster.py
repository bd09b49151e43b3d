"""Pages are sorted by template: each group is one template, each template one group, whatever order they come in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import mixed_sites
import pytest

import stook
from stook import demo
from stook.errors import LearnError
from stook.learning.cluster.auto import ELSEWHERE, MADE_ALIKE, SPOKEN, Look
from stook.learning.cluster.form import common, likeness

Named = Sequence[tuple[object, stook.Page]]

DEMO = Path(demo.__file__).parent / "site"


def purities(named: Named, groups: Sequence[stook.Group]) -> tuple[float, float]:
    """The share of pages that are of their group's most frequent kind, and of their kind's largest group."""
    pure = sum(max(Counter(named[i][0] for i in group).values()) for group in groups)
    whole = sum(max(sum(named[i][0] == kind for i in group) for group in groups) for kind in {kind for kind, _ in named})
    return pure / len(named), whole / len(named)


def mixed(seed: int, host: str = "") -> list[tuple[object, stook.Page]]:
    return [((made.site, made.kind), stook.Page(made.html, url=f"http://{host}{made.url}" if host else None))
            for made in mixed_sites.pages(seed)]


@pytest.mark.parametrize("seed", range(3))
def test_details_lists_searches_and_what_is_in_the_way_are_told_apart(seed: int) -> None:
    """Of three sites at once, one of them without a class and one made of tables, in another order each time."""
    named = mixed(seed)
    assert (1.0, 1.0) == purities(named, stook.cluster([page for _, page in named]))


def test_addresses_do_no_harm() -> None:
    named = mixed(0, "all.example")
    assert (1.0, 1.0) == purities(named, stook.cluster([page for _, page in named]))


def test_each_group_knows_what_it_is() -> None:
    named = mixed(1)
    kinds = {named[group[0]][0]: group.kind for group in stook.cluster([page for _, page in named])}
    assert {("list" if kind == "search" else kind) for _, kind in kinds} == set(kinds.values())  # type: ignore[misc]
    assert [] == [(name, kind) for name, kind in kinds.items() if name[1] not in (kind, "search")]  # type: ignore[index]


@pytest.mark.parametrize("seed", range(3))
def test_the_demo_pages_are_sorted(seed: int) -> None:
    """Both designs of the shop's products are a template each; all other demo pages are the only ones of theirs."""
    files = sorted(DEMO.rglob("*.html"))
    Random(seed).shuffle(files)
    named = [(file.stem if file.parent == DEMO else f"{file.parent.name}/", stook.Page(file.read_bytes())) for file in files]
    groups = stook.cluster([page for _, page in named])

    assert (1.0, 1.0) == purities(named, groups)
    assert {"shop": "list", "news": "list", "article": "detail", "login": "login", "error": "error"}.items() <= {
        named[group[0]][0]: group.kind for group in groups if len(group) == 1}.items()
    assert ["detail", "detail"] == [group.kind for group in groups if len(group) == 9]


def test_the_order_of_the_pages_changes_nothing_but_the_numbers() -> None:
    named = mixed(2)
    found = []
    for seed in range(8):
        Random(seed).shuffle(named)
        groups = stook.cluster([page for _, page in named])
        found.append(sorted((str(named[group[0]][0]), group.kind, len(group)) for group in groups))
    assert [found[0]] * 8 == found


def test_a_thousand_pages_make_no_more_classes_than_eighty() -> None:
    """So that the work for each page, which grows with the classes, is the same for the last as for the first."""
    pages = [stook.Page(made.html) for seed in range(12) for made in mixed_sites.pages(seed)]
    assert 940 < len(pages)
    assert len(stook.cluster(pages[:79])) == len(stook.cluster(pages))


@pytest.mark.parametrize("method", ["auto", "paper"])
def test_a_state_goes_on_where_it_stopped(method: str) -> None:
    """Through a JSON file, after any page."""
    pages = [page for _, page in mixed(3)[:40]]
    clusters = stook.Clusters(method)
    for number, page in enumerate(pages):
        if number % 9 == 0:
            clusters = stook.Clusters.from_state(json.loads(json.dumps(clusters.state())))
        clusters.add(page)
    assert stook.cluster(pages, method) == clusters.groups


@pytest.mark.parametrize("method", ["auto", "paper"])
def test_a_damaged_state_is_refused_in_words(method: str) -> None:
    """Whichever of its values is another one: either it can be gone on from, or a LearnError says that it is damaged."""
    clusters = stook.Clusters(method)
    pages = [stook.Page(f"<h1>Lamp {n}</h1><ul><li>{n}<li>Brass</ul>", url=f"http://a.example/{n}") for n in range(3)]
    for page in pages:
        clusters.add(page)
    whole = clusters.state()
    refused = 0
    for steps in places_in(whole):
        for odd in (None, -1, 0, 10**30, "odd", [], {}, [None]):
            state = with_value(whole, steps, odd)
            try:
                damaged = stook.Clusters.from_state(state)
                damaged.add(pages[0])
                json.dumps(damaged.state())
                assert damaged.groups
            except LearnError as error:
                assert str(error)  # noqa: PT017 - either of the two must hold
                refused += 1
    assert 100 < refused


def places_in(state: object, above: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The way to each value of a JSON value."""
    inner = state.items() if isinstance(state, dict) else enumerate(state) if isinstance(state, list | tuple) else ()
    for name, value in inner:
        yield (*above, name)
        yield from places_in(value, (*above, name))


def with_value(state: object, steps: tuple[object, ...], value: object) -> dict[str, object]:
    """A copy of a JSON value with another value in one place."""
    found = part = json.loads(json.dumps(state))
    for step in steps[:-1]:
        part = part[step]
    part[steps[-1]] = value
    return found  # type: ignore[no-any-return]


def test_a_group_keeps_its_number() -> None:
    """As pages come, until it turns out that two groups are one; then the older one's stays."""
    named = mixed(1)
    clusters = stook.Clusters()
    numbers: dict[int, set[int]] = {}
    for page in (page for _, page in named):
        clusters.add(page)
        for group in clusters.groups:
            numbers.setdefault(group[0], set()).add(group.number)
    assert {1} == {len(found) for found in numbers.values()}
    assert len(clusters) == len({group.number for group in clusters.groups}) == len(clusters.groups)


def test_a_state_stays_small() -> None:
    pages = [stook.Page(made.html) for seed in range(5) for made in mixed_sites.pages(seed)]
    clusters = stook.Clusters()
    sizes = []
    for page in pages:
        clusters.add(page)
        sizes.append(len(json.dumps(clusters.state())))
    assert sizes[-1] < 1.3 * sizes[len(pages) // 2]


def test_a_new_page_joins_its_class_or_founds_one() -> None:
    clusters = stook.Clusters()
    lamp = "<h1>Lamp {0}</h1><p>Price: <b>{0} crowns</b></p><p>Lamp number {0} is made of brass.</p>"
    for number in range(4):
        group = clusters.add(stook.Page(lamp.format(number)))
    assert ((0, 1, 2, 3), "detail") == (group.pages, group.kind)

    other = clusters.add(stook.Page("<table><tr><td>Opening hours<td>Nine to five<tr><td>On Sunday<td>Closed</table>"))
    assert (4,) == other.pages
    assert [group.pages, other.pages] == [known.pages for known in clusters.groups]


def test_groups_are_page_numbers_and_say_why() -> None:
    [group] = stook.cluster([stook.Page(f"<h1>Lamp {n}</h1><p>{n} crowns", url=f"http://a.example/lamp/{n}") for n in "123"])
    assert ([0, 1, 2], 3, 0, (1, 2), True) == ([*group], len(group), group[0], group[1:], 2 in group)
    assert ("there to show one thing: 3 of 3 looked at",
            "its pages fill 2 places alike; 2 of them stand on every page",
            "3 of 3 addresses are made like /lamp/*") == group.reasons


def test_pages_of_different_hosts_need_more_likeness() -> None:
    """Half of what they show is alike: enough within a site, not enough for two sites."""
    pages = [("<ul><li><a>{0} one<li><a>{0} two</ul><h1>{0}</h1><p>{0} text" + extra).format(name)
             for name, extra in (("Lamp", "<h3>{0} c<h4>{0} d"), ("Rope", "<pre>{0} e</pre><h6>{0} f"))]
    here = [stook.Page(html, url=f"http://a.example/{n}") for n, html in enumerate(pages)]
    apart = [stook.Page(html, url=f"http://{n}.example/x") for n, html in enumerate(pages)]
    assert (1, 2) == (len(stook.cluster(here)), len(stook.cluster(apart)))


def test_pages_that_say_the_same_around_are_of_one_site_where_addresses_are_not_known() -> None:
    """Two blogs with one theme have other menus; two pages of a blog the same one. All else is as like."""
    def pages(*menus: str) -> list[stook.Page]:
        own = ("<h1>{0}</h1><p>{0} text<h3>{0} c<h4>{0} d", "<h1>{0}</h1><p>{0} text<pre>{0} e</pre><h6>{0} f")
        return [stook.Page(f"<ul><li><a>{menu} one<li><a>{menu} two</ul><dl><dt>{menu} a<dd>{menu} b</dl>" + page.format(name))
                for menu, page, name in zip(menus, own, ("Lamp", "Rope"), strict=True)]

    one_site, two_sites = pages("Quay", "Quay"), pages("Quay", "Harbour")
    looks = [tuple(Look.of(page) for page in pair) for pair in (one_site, two_sites)]
    assert [True, True] == [MADE_ALIKE < one.likeness(other) < ELSEWHERE for one, other in looks]
    assert (1.0, 0.0) == (common(looks[0][0].plain, looks[0][0].plain), common(looks[1][0].plain, looks[1][1].plain))
    assert [True, False] == [common(one.plain, other.plain) >= SPOKEN for one, other in looks]
    assert [1, 2] == [len(stook.cluster(one_site)), len(stook.cluster(two_sites))]


def test_classes_that_say_which_page_it_is_divide_no_template() -> None:
    """They stand far up, as blogs write them; those near a text say what it is."""
    post = "<body class='{0}'><article class='post category-{0}'><div><div><h1>The {0}</h1><p class=lead>Of {0}</p><p>{0}"
    assert [(0, 1, 2)] == [group.pages for group in stook.cluster(
        [stook.Page(post.format(word)) for word in ("soups", "cakes", "breads")])]
    near = [stook.Page(f"<div><p class='{name}'>{name} one</p><p class='{name}-text'>{name} two</p></div>") for name in "ab"]
    look, other = map(Look.of, near)
    assert (1.0, 0.0) == (likeness(look.plain, other.plain), likeness(look.named, other.named))


def test_odd_pages_are_no_error() -> None:
    deep = stook.Page("<div>" * 3000 + "deep")
    many = stook.Page("".join(f"<x{n}><y{n}>text {n}</y{n}></x{n}>" for n in range(5000)))
    wide = stook.Page("<ul>" + "".join(f"<li>{n}" for n in range(10_000)) + "</ul>")
    pages = [deep, many, wide, stook.Page(""), stook.Page("<title>only</title>"), many]
    assert [] == stook.cluster([])
    assert list(range(6)) == sorted(number for group in stook.cluster(pages) for number in group)
    assert list(range(6)) == sorted(number for group in stook.cluster(pages, "paper") for number in group)


def test_equal_pages_are_one_group() -> None:
    page = "<h1>Lamp</h1><p>Price: 3 crowns"
    assert [(0, 1, 2)] == [group.pages for group in stook.cluster([stook.Page(page)] * 3)]


def test_an_unknown_method_or_format_is_told() -> None:
    with pytest.raises(LearnError, match="there is no method 'best'; choose one of auto, paper"):
        stook.cluster([], "best")
    with pytest.raises(LearnError, match="kept in format 9; this version reads format 1"):
        stook.Clusters.from_state({"format": 9})


def test_the_papers_way_matches_trees_after_sibling_matching() -> None:
    """Lists of any length are one template once their runs are reduced; 80 % of the nodes must pair."""
    def listed(count: int) -> stook.Page:
        return stook.Page("<h1>Lamps</h1><ul>" + "".join(f"<li><a>Lamp</a> {n}" for n in range(count)) + "</ul>")

    table = stook.Page("<h1>Lamps</h1><table><tr><td>Brass<td>3</table><p>End")
    assert [(0, 1, 3), (2,)] == [group.pages for group in stook.cluster([listed(3), listed(40), table, listed(9)], "paper")]


def test_the_papers_way_sorts_by_address_first() -> None:
    pages = [stook.Page("<h1>Lamp</h1><p>Brass", url=f"http://a.example/{part}/1") for part in ("lamps", "ropes", "lamps")]
    assert [(0, 2), (1,)] == [group.pages for group in stook.cluster(pages, "paper")]
