"""From sightings to a rules wrapper that finds them again, and their successors on the page's next version.

Every spot becomes a path of steps from its record's scope; equal paths make one pick, weighed by how many
records it serves. The same is done for the heads of the records and for the sections. Where several ways to
say it are possible, the most specific that still finds all is taken first and the others stand behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from stook.learning.listing.found import Find, Sighting, Spot
from stook.page import TEXT, Page
from stook.recognise import dates
from stook.wrapper.rules import apply
from stook.wrapper.rules.apply import Shown, mention_of, take
from stook.wrapper.rules.model import Cardinality, Cut, FieldRule, Part, Pick, RulesWrapper, Scope
from stook.wrapper.selector import Selector, Step, step_of

FIELDS: Mapping[str, tuple[str, Cardinality]] = {
    "title": ("text", "1"), "url": ("link", "?"), "date": ("date", "?"), "category": ("text", "?"),
    "summary": ("text", "?"),
}
MOST_PICKS = 8


def induce(page: Page, find: Find) -> RulesWrapper:
    """The wrapper that reads what `find` saw."""
    sightings = find.sightings
    region = region_of(page, sorted({s.section for s in sightings}), find.chosen)
    how = cut_of(page, find)
    heads = _head_steps(page, find)
    rules = tuple(rule for name in FIELDS if (rule := field_rule(page, name, sightings, heads)))
    wrapper = RulesWrapper(region, how, rules, settings_of(page, find), {"method": find.method, "url": page.url or ""})
    return narrowed(page, wrapper, find)


def narrowed(page: Page, wrapper: RulesWrapper, find: Find) -> RulesWrapper:
    """Where the rules find more than was seen (a row of page numbers, a heading of another kind), what all
    records have in common besides is asked for as well, if that tells them apart."""
    wanted = {sighting.start for sighting in find.sightings}
    if apply.starts(wrapper, page) == wanted:
        return wrapper
    sections = sorted({sighting.section for sighting in find.sightings})
    for way in ("classes", "place") if not find.chosen else ():
        stricter = replace(wrapper, region=region_of(page, sections, False, way))
        if apply.starts(stricter, page) == wanted:
            return stricter
    for needed in ("url", "date"):
        rules = tuple(replace(rule, cardinality="1") if rule.name == needed and rule.filled == 1.0 else rule
                      for rule in wrapper.fields)
        stricter = replace(wrapper, fields=rules)
        if rules != wrapper.fields and apply.starts(stricter, page) == wanted:
            return stricter
    return wrapper


def settings_of(page: Page, find: Find) -> dict[str, str]:
    """What the page's dates were read with, so that the next version is read alike."""
    language = page.language
    columns = [[Shown(take(page, spot.node, spot.take), spot.node, Pick(Selector(), spot.take))
                for spot in s.spots.get("date", ())] for s in find.sightings]
    order = dates.order_of([mention_of(shown, language) for shown in columns], language)
    return {name: value for name, value in (("language", language), ("order", order)) if value}


# sections ---------------------------------------------------------------------------------------------

def region_of(page: Page, sections: Sequence[int], chosen: bool, by: str = "tags") -> tuple[tuple[Selector, ...], ...]:
    """The places where sections stand: those on equal tags are one place, or on equal classes too; told, if need be, by
    where what holds them all stands among its siblings. Chosen ones are told from their like in that way, one by one.
    """
    if chosen:
        return tuple((_placed(page, node),) for node in sections)
    places: dict[tuple[int | str, ...], list[list[int]]] = {}
    for node in sections:
        path = [node, *page.ancestors(node)][::-1]
        places.setdefault(tuple(page.kinds[n] if by == "classes" else page.tag[n] for n in path), []).append(path)
    if by == "place":
        return tuple((_held(page, paths),) for paths in places.values())
    return tuple(dict.fromkeys(ways_to(page, paths) for paths in places.values()))


def _held(page: Page, paths: Sequence[Sequence[int]]) -> Selector:
    """The whole path, with the places of the nodes that all share."""
    steps = []
    for nodes in zip(*paths, strict=True):
        step = merged_step(page, nodes, with_id=True)
        steps.append(replace(step, nth=page.ordinals[nodes[0]]) if len(set(nodes)) == 1 else step)
    return Selector(tuple(steps), _chain(len(steps)))


def _placed(page: Page, section: int) -> Selector:
    path = [section, *page.ancestors(section)][::-1]
    return Selector(tuple(replace(step_of(page, node, with_id=True), nth=page.ordinals[node]) for node in path),
                    _chain(len(path)))


def ways_to(page: Page, paths: Sequence[Sequence[int]]) -> tuple[Selector, ...]:
    """The whole path with ids and classes; from the nearest id on; by the tags and classes of the last steps."""
    whole = Selector(tuple(merged_step(page, nodes, with_id=True) for nodes in zip(*paths, strict=True)),
                     _chain(len(paths[0])))
    ways = [whole]
    named = max((place for place, step in enumerate(whole.steps) if step.id), default=0)
    if named:
        ways.append(Selector(whole.steps[named:], _chain(len(whole.steps) - named)))
    tail = tuple(Step(step.tag, None, step.classes) for step in whole.steps[-3:])
    if any(step.classes for step in tail):
        ways.append(Selector(tail, _chain(len(tail))))
    return tuple(dict.fromkeys(ways))


def merged_step(page: Page, nodes: Iterable[int], with_id: bool = False) -> Step:
    nodes = list(dict.fromkeys(nodes))
    if len(nodes) == 1:
        return step_of(page, nodes[0], with_id=with_id)
    classes = reduce(frozenset.intersection, (page.signatures[node] for node in nodes))
    return Step(page.tag[nodes[0]], None, classes)


def _chain(length: int) -> tuple[bool, ...]:
    """A path from the root: the first step is far (nothing stands above it), the others near."""
    return (False, *(True,) * (length - 1))


# cut --------------------------------------------------------------------------------------------------

def cut_of(page: Page, find: Find) -> Cut:
    """How the sections fall apart. Heads of runs that are like other siblings are found by the titles in them."""
    if find.cut in ("marks", "page"):
        return Cut(find.cut)
    selectors, exact = _head_selectors(page, [(s.section, s.head) for s in find.sightings])
    if find.cut == "runs" and not exact:
        titles = [(s.section, s.spots["title"][0].node) for s in find.sightings if "title" in s.spots]
        deeper, better = _head_selectors(page, titles)
        selectors = deeper if better else selectors
    return Cut(find.cut, selectors, find.lead)


def _head_selectors(page: Page, heads: Sequence[tuple[int, int]]) -> tuple[tuple[Selector, ...], bool]:
    """What the heads of one path have in common; where that finds too much, what those of one kind have. And
    whether together they find the heads alone."""
    by_path: dict[tuple[str, ...], list[list[int]]] = {}
    for section, head in heads:
        path = path_between(page, section, head)
        by_path.setdefault(tuple(page.tag[node] for node in path), []).append(path)
    sections = {section for section, _ in heads}
    selectors: list[Selector] = []
    for paths in by_path.values():
        common = _scoped(merged_step(page, nodes) for nodes in zip(*paths, strict=True))
        if len(_found(page, sections, [common])) <= 1.5 * len({path[-1] for path in paths}):
            selectors.append(common)
            continue
        kinds = Counter(_scoped(step_of(page, node) for node in path) for path in paths)
        selectors += [kind for kind, _ in kinds.most_common(MOST_PICKS)]
    selectors = list(dict.fromkeys(selectors))
    return tuple(selectors), _found(page, sections, selectors) == {head for _, head in heads}


def _found(page: Page, sections: Iterable[int], selectors: Iterable[Selector]) -> set[int]:
    return {node for section in sections for selector in selectors for node in selector.find(page, section)}


def path_between(page: Page, above: int, node: int) -> list[int]:
    """The nodes from below `above` down to `node`."""
    path = []
    while node > above:
        path.append(node)
        node = page.parent[node]
    return path[::-1]


def _scoped(steps: Iterable[Step]) -> Selector:
    steps = tuple(steps)
    return Selector(steps, (True,) * len(steps))


# fields -----------------------------------------------------------------------------------------------

def field_rule(page: Page, name: str, sightings: Sequence[Sighting], heads: Mapping[int, Step]) -> FieldRule | None:
    """A field's picks, those that serve most records first; picks that look before the record come last."""
    speakers = sorted({spot.node for s in sightings for spot in s.spots.get(name, ()) if not s.holds(spot)})
    before = speaking(page, speakers)
    tally: Counter[tuple[Scope, Selector, str, Part | None]] = Counter()
    inside = _one_for_all(page, [(s, spot, _inside(page, s, spot, heads)) for s in sightings
                                 for spot in s.spots.get(name, ()) if s.holds(spot)], bool(heads))
    for sighting in sightings:
        for spot in sighting.spots.get(name, ()):
            where: tuple[Scope, Selector] = ("record", inside[spot.node]) if sighting.holds(
                spot) else ("before", before[spot.node])
            tally[(*where, spot.take, spot.part)] += 1
    if not tally:
        return None
    kind, cardinality = FIELDS[name]
    ranked = sorted(tally.items(), key=lambda pair: (pair[0][0] == "before", -pair[1]))
    picks = tuple(Pick(selector, take, scope, round(count / len(sightings), 3), part=part)
                  for (scope, selector, take, part), count in ranked[:MOST_PICKS])
    filled = sum(bool(s.spots.get(name)) for s in sightings) / len(sightings)
    return FieldRule(name, kind, cardinality, picks, round(filled, 3))


def _one_for_all(page: Page, said: Sequence[tuple[Sighting, Spot, Selector]], by_section: bool) -> dict[int, Selector]:
    """By the node, how to find it: where nodes differ in nothing but their classes, as labels that have one for each
    category, by what they have in common, if that finds the same; then labels of new categories are found too."""
    found = {spot.node: selector for _, spot, selector in said}
    alike: dict[tuple[tuple[str, int], ...], list[tuple[Sighting, Spot, Selector]]] = {}
    for one in said:
        alike.setdefault(tuple((step.tag, step.nth) for step in one[2].steps), []).append(one)
    for group in alike.values():
        ways = list(dict.fromkeys(selector for _, _, selector in group))
        if len(ways) > 1:
            common = _in_common(ways)
            if all(_first(page, s, s.section if by_section else s.start, spot, common) == spot.node
                   for s, spot, _ in group):
                found.update((spot.node, common) for _, spot, _ in group)
    return found


def _in_common(ways: Sequence[Selector]) -> Selector:
    """The steps of selectors without the classes that only some of them ask for."""
    steps = tuple(replace(steps[0], classes=reduce(frozenset.intersection, (step.classes for step in steps)))
                  for steps in zip(*(way.steps for way in ways), strict=True))
    return replace(ways[0], steps=steps)


def _first(page: Page, sighting: Sighting, scope: int, spot: Spot, selector: Selector) -> int | None:
    """The first node of a record that a selector finds and that says something."""
    found = selector.find(page, scope, (sighting.start, sighting.stop))
    return next((node for node in found if take(page, node, spot.take)), None)


def _head_steps(page: Page, find: Find) -> dict[int, Step]:
    """Of runs, how to say each head: by what it shares with the other heads of its tag."""
    if find.cut == "nodes":
        return {}
    by_tag: dict[str, list[int]] = {}
    for sighting in find.sightings:
        by_tag.setdefault(page.tag[sighting.head], []).append(sighting.head)
    said = {tag: merged_step(page, heads) for tag, heads in by_tag.items()}
    return {sighting.head: said[page.tag[sighting.head]] for sighting in find.sightings}


def _inside(page: Page, sighting: Sighting, spot: Spot, heads: Mapping[int, Step]) -> Selector:
    """The path from the record's scope; where that finds another node first, with the places of its steps."""
    scope = sighting.section if heads else sighting.start
    path = path_between(page, scope, spot.node)
    steps = [heads.get(node) or step_of(page, node) for node in path]
    plain = _scoped(steps)
    found = plain.find(page, scope, (sighting.start, sighting.stop))
    if not path or next((node for node in found if take(page, node, spot.take)), None) == spot.node:
        return plain
    fixed = {*heads, *(node for node in path if page.tag[node] == TEXT or page.parent[node] == sighting.section)}
    placed = [step if node in fixed else replace(step, nth=page.ordinals[node])
              for node, step in zip(path, steps, strict=True)]
    return _scoped(placed)


def speaking(page: Page, speakers: Sequence[int]) -> dict[int, Selector]:
    """For each node that speaks for the records after it, how to find it and its like on the page: the end of
    its path, as long as it must be to find no others."""
    wanted = set(speakers)
    by_path: dict[tuple[tuple[Step, ...], int], Selector] = {}
    found: dict[int, Selector] = {}
    for node in speakers:
        steps = tuple(step_of(page, above) for above in [node, *page.ancestors(node)])[::-1]
        if (steps, page.ordinals[node]) not in by_path:
            by_path[steps, page.ordinals[node]] = _telling(page, steps, page.ordinals[node], wanted)
        found[node] = by_path[steps, page.ordinals[node]]
    return found


def _telling(page: Page, steps: tuple[Step, ...], nth: int, wanted: set[int]) -> Selector:
    """The end of a path that finds none but the wanted nodes; if there is none, also by the last step's place."""
    placed = (*steps[:-1], replace(steps[-1], nth=nth))
    for said in (steps, placed):
        for size in range(2 - bool(said[-1].classes), len(said) + 1):
            tail = Selector(said[-size:], _chain(size))
            if wanted.issuperset(tail.find(page)):
                return tail
    return Selector(steps, _chain(len(steps)))
