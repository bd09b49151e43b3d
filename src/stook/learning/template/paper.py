"""RecipeCrawler's template: incremental partial tree alignment, as the paper tells it by its example t1 to t5.

    initial set  the first pages; the largest is the template, the others are aligned with it
    update       a new page is matched with the template by Simple Tree Matching, by tags, after sibling matching
    gap          what the template has between two nodes that were matched, where the page has a *run* of others
    insert       the run has a unique place where the gap is empty: it becomes optional nodes
    merge        where nothing in the gap is identified yet, the run becomes possible values beside it
    residue      what has no place of either kind; it is tried again after the next update
    resolve      a page that shows two members of a possible-value node tells their order: they become optional nodes
    identify     a node that two pages had is an attribute, from then on, of the earlier page too

Where the paper is silent: runs of several nodes are merged one by one with the nodes of the gap, the rest with the
last; of a possible-value node with more than two members those without an order stay with the later of the two. Known
breaks are the paper's own: attributes that swap places appear twice, and what is on all pages, as a copyright, is an
attribute until a person says that it is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stook.learning.siblings import Reduced, reduce
from stook.learning.template import tree
from stook.learning.template.keeping import Held
from stook.learning.template.model import Line, Notice, NoticeKind, Sample, Slot
from stook.learning.template.tree import CHOICE, Node, flat, leaves, walk
from stook.page import TEXT, Page
from stook.page.align import match
from stook.wrapper.rules.model import Cardinality

INITIAL = 2
"""Pages of the initial set."""
ENOUGH = 2
"""So many pages identify a node: the paper identifies f "after it is seen in t2 and t3"."""
CELLS = 50_000
"""What matching a page with the template may take."""
HELD = 16
"""So many of the first pages are kept, to show values and to learn a wrapper."""
MOST_MEMBERS = 8
"""So many subtrees may compete for one place."""
MOST_LEFT = 20
LARGEST_LEFT = 200
"""So many runs wait in the residue, of so many nodes."""
LARGEST = 20_000
"""A template takes in no more nodes than these."""
MOST_RUNS = 2_000
"""So many members of runs are read on one page."""


@dataclass(slots=True)
class Gap:
    """A run of a page's nodes that were not matched, below a node of the template, between two that were."""

    above: Node
    left: Node | None
    right: Node | None
    run: list[Node]

    def items(self) -> list[Node]:
        """What the template has in the gap."""
        below = self.above.below
        start = below.index(_item(self.left)) + 1 if self.left else 0
        return below[start:below.index(_item(self.right)) if self.right else len(below)]


def _item(node: Node) -> Node:
    """The node, or the possible-value node that it is a member of."""
    return node.above if node.above is not None and node.above.tag == CHOICE else node


def _members(item: Node) -> list[Node]:
    return item.below if item.tag == CHOICE else [item]


class PaperGrower:
    """Grows a template as the paper does."""

    def __init__(self, initial: int = INITIAL) -> None:
        self.initial = initial
        self.count = 0
        self.held = Held()
        self.root: Node | None = None
        self._gathered: list[Node] = []
        self._residue: list[Gap] = []
        self._slots = 0
        self._size = 0
        self._notices: list[Notice] = []
        self._unclear: list[str] = []
        self._waiting: list[tuple[Node, Node]] = []

    def add(self, page: Page) -> list[Notice]:
        """Take a page in; what was found out."""
        shown = tree.tree_of(reduce(page))
        self.count += 1
        if len(self.held) < HELD:
            self.held.append((self.count, page))
        self._notices, self._unclear = [], []
        if shown is None:
            return []
        if self.root is not None:
            earlier, self._residue = self._residue, []
            self._update(self.root, shown, merging=True)
            self._retry(earlier, merging=True)
        else:
            self._gathered.append(shown)
            if len(self._gathered) == self.initial:
                self._begin()
        if self._unclear:
            self._tell("partial", self._unclear[0], f"this page was read in part: {len(self._unclear)} of its "
                       f"parts wait for pages that show where they belong")
        return self._notices

    def _begin(self) -> None:
        """Align the initial set: the largest page is the template, and what finds no place is tried again."""
        shown = sorted(self._gathered, key=lambda one: -sum(1 for _ in walk(one)))
        self._gathered = []
        self.root = shown[0]
        self._admit(self.root)
        for one in shown[1:]:
            self._update(self.root, one, merging=False)
        left = len(self._residue) + 1
        while self._residue and len(self._residue) < left:
            left = len(self._residue)
            earlier, self._residue = self._residue, []
            self._retry(earlier, merging=False)

    def _tell(self, kind: NoticeKind, slot: str, said: str) -> None:
        self._notices.append(Notice(kind, (slot,) if slot else (), said))

    # growing ----------------------------------------------------------------------------------------

    def _update(self, root: Node, shown: Node, merging: bool) -> None:
        """Match a page's tree, or a part of it, with the template's."""
        self._waiting.append((root, shown))
        while self._waiting:
            pairs = _paired(*self._waiting.pop())
            for node, seen in pairs:
                self._take(node, seen)
            partners = {id(seen): node for node, seen in pairs}
            matched = set(map(id, partners.values()))
            for node, _ in pairs:
                _mark_missing(node, matched)
            for node, seen in pairs:
                for gap in self._gaps(node, seen, partners):
                    self._fill(gap, merging)

    def _take(self, node: Node, seen: Node) -> None:
        """A page has the node."""
        node.support += 1
        node.sample(seen.samples)
        if seen.repeated and not node.repeated:
            once = [leaf for leaf in leaves(node) if not any(one.repeated for one in leaf.chain())]
            node.repeated = True
            for leaf in once:
                self._tell("repeats", leaf.slot, f"{leaf.slot} held one value and holds several on this page")
        if node.support >= ENOUGH and not node.identified:
            node.identified = True
            if node.tag == TEXT:
                said = node.samples[-1] if node.samples else ""
                self._tell("identified", node.slot, f"{node.slot} is an attribute: {node.support} pages fill it, "
                           f"the last with {said!r:.60}")

    def _gaps(self, node: Node, seen: Node, partners: Mapping[int, Node]) -> list[Gap]:
        """Where below a matched pair the page has nodes that were not matched; orders that it shows are resolved."""
        gaps: list[Gap] = []
        left: Node | None = None
        run: list[Node] = []
        for child in seen.below:
            found = partners.get(id(child))
            if found is None:
                run.append(child)
                continue
            if left is not None and _item(left).tag == CHOICE and _item(left) is _item(found):
                self._resolve(left, found)
            if run:
                gaps.append(Gap(node, left, found, run))
            left, run = found, []
        return [*gaps, Gap(node, left, None, run)] if run else gaps

    def _fill(self, gap: Gap, merging: bool) -> None:
        """Find a place for a run."""
        waiting = [gap]
        while waiting:
            gap = waiting.pop()
            if not gap.run:
                continue
            if split := self._ordered(gap):
                waiting.extend(split)
                continue
            items = gap.items()
            gap.run = self._met(gap.run, items)
            if not items:
                self._insert(gap)
            elif gap.run:
                self._unclear.append(next((leaf.slot for item in items for leaf in leaves(item)), ""))
                if merging and all(item.is_open and len(_members(item)) < MOST_MEMBERS for item in items):
                    self._merge(gap, items)
                else:
                    self._leave(gap)

    def _ordered(self, gap: Gap) -> list[Gap]:
        """Where a node of the run is a member of the possible-value node at an end of the gap, another member of which
        was matched, their order is known; the gaps that remain."""
        for end in (gap.left, gap.right):
            if end is None or _item(end).tag != CHOICE:
                continue
            for place, seen in enumerate(gap.run):
                member = next((one for one in _item(end).below if one is not end and one.tag == seen.tag), None)
                if member is None:
                    continue
                self._resolve(*((end, member) if end is gap.left else (member, end)))
                self._waiting.append((member, seen))
                return [Gap(gap.above, gap.left, member, gap.run[:place]),
                        Gap(gap.above, member, gap.right, gap.run[place + 1:])]
        return []

    def _resolve(self, first: Node, then: Node) -> None:
        """Two possible values become two optional nodes in this order."""
        item = _item(first)
        above = item.above
        assert above is not None
        others = [one for one in item.below if one is not first and one is not then]
        place = above.below.index(item)
        later = then
        if others:
            later = Node(CHOICE, optional=True)
            later.put([then, *others], 0)
        first.optional = then.optional = True
        del above.below[place]
        above.put([first, later], place)
        for one, where in ((first, "before"), (then, "after")):
            for leaf in leaves(one)[:1]:
                other = next((leaf.slot for leaf in leaves(then if one is first else first)), "")
                self._tell("split", leaf.slot, f"{leaf.slot} stands {where} {other}, as this page shows")

    def _met(self, run: Sequence[Node], items: Sequence[Node]) -> list[Node]:
        """Match nodes of a run with what stands in the gap by now; the nodes that remain."""
        free: dict[str, list[Node]] = {}
        for item in reversed(items):
            for member in reversed(_members(item)):
                free.setdefault(member.tag, []).append(member)
        remain = []
        for seen in run:
            if free.get(seen.tag):
                self._waiting.append((free[seen.tag].pop(), seen))
            else:
                remain.append(seen)
        return remain

    def _insert(self, gap: Gap) -> None:
        below = gap.above.below
        if self._has_room(gap.run):
            gap.above.put(gap.run, below.index(_item(gap.left)) + 1 if gap.left else 0)
            for node in gap.run:
                node.optional = True
                self._admit(node)

    def _merge(self, gap: Gap, items: Sequence[Node]) -> None:
        """Let nodes compete with those that stand where they might."""
        if not self._has_room(gap.run):
            return
        for place, seen in enumerate(gap.run):
            item = _item(items[min(place, len(items) - 1)])
            if item.tag != CHOICE:
                choice = Node(CHOICE, optional=True)
                self._size += 1
                where = gap.above.below.index(item)
                del gap.above.below[where]
                choice.put([item], 0)
                gap.above.put([choice], where)
                item = choice
            item.put([seen], len(item.below))
            seen.optional = True
            self._admit(seen)

    def _leave(self, gap: Gap) -> None:
        if sum(1 for node in gap.run for _ in walk(node)) <= LARGEST_LEFT:
            self._residue = [*self._residue, gap][-MOST_LEFT:]

    def _retry(self, earlier: Sequence[Gap], merging: bool) -> None:
        """Try what earlier pages left."""
        for gap in earlier:
            self._fill(gap, merging)
            while self._waiting:
                self._update(*self._waiting.pop(), merging=merging)

    def _has_room(self, nodes: Sequence[Node]) -> bool:
        """Whether the template may take them in, and a possible-value node for each."""
        return self._size + len(nodes) + sum(1 for node in nodes for _ in walk(node)) <= LARGEST

    def _admit(self, root: Node) -> None:
        """A subtree is of the template from now on: its leaves are slots."""
        for node in walk(root):
            self._size += 1
            if node.tag == TEXT:
                self._slots += 1
                node.slot = f"s{self._slots}"

    def annotate(self, slot: str, named: bool = True) -> None:
        """A person has said what the slot is: it is an attribute, and nothing will compete with it from now on."""
        for leaf in self._leaves():
            if leaf.slot == slot:
                leaf.identified |= named
                for node in leaf.chain():
                    node.annotated = named

    # reading ----------------------------------------------------------------------------------------

    def _leaves(self) -> list[Node]:
        return leaves(self.root) if self.root is not None else []

    @property
    def slots(self) -> Sequence[Slot]:
        """The slots that are attributes, in the order of the page."""
        found, before = [], None
        for leaf in self._leaves():
            if leaf.identified:
                label = before.samples[0] if before is not None and len(before.samples) == 1 < before.support else ""
                found.append(Slot(leaf.slot, _path(leaf), _cardinality(leaf), leaf.support, label,
                                  tuple(Sample((text,), 0) for text in leaf.samples), tuple(_alternatives(leaf))))
            before = leaf
        return found

    def nodes(self, page: Page) -> Mapping[str, Sequence[int]]:
        """The nodes of a page that fill slots, by the slots' ids; slots that are no attributes yet included."""
        if self.root is None or not len(page):
            return {}
        template = flat(self.root)
        found: dict[str, set[int]] = {}
        waiting, runs = [(0, 0)], 0
        while waiting:
            place, node = waiting.pop()
            reduced = reduce(page, node)
            for one, other in match(template.outline, reduced.outline, [place], [0], CELLS).pairs:
                if slot := template.nodes[one].slot:
                    found.setdefault(slot, set()).add(_holder(page, reduced, other))
                members = reduced.runs.get(other, [])[1:MOST_RUNS - runs]
                waiting.extend((one, member) for member in members)
                runs += len(members)
        return {slot: sorted(nodes) for slot, nodes in found.items()}

    def fits(self, page: Page) -> float:
        """How much of what the template says is on every page, a page has."""
        usual = {leaf.slot for leaf in self._leaves() if _cardinality(leaf) == "1"}
        return len(usual & self.nodes(page).keys()) / len(usual) if usual else 1.0

    def lines(self, whole: bool = False) -> list[Line]:
        """The template as people read it, a node a line; all lead to slots."""
        return tree.lines(self.root) if self.root is not None else []

    # keeping ----------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """All of it as JSON."""
        places = {id(node): place for place, node in enumerate(walk(self.root))} if self.root is not None else {}
        return {
            "initial": self.initial, "count": self.count, "slots": self._slots, "size": self._size,
            "tree": tree.state_of(self.root) if self.root is not None else [],
            "gathered": [tree.state_of(one) for one in self._gathered],
            "residue": [[*(places[id(node)] if node is not None else -1 for node in (gap.above, gap.left, gap.right)),
                         [tree.state_of(node) for node in gap.run]] for gap in self._residue]}

    @classmethod
    def from_state(cls, state: Mapping[str, Any], held: Held | None = None) -> PaperGrower:
        """Go on where another process stopped."""
        grower = cls(state["initial"])
        grower.held = held or Held()
        grower.count, grower._slots, grower._size = state["count"], state["slots"], state["size"]
        grower.root = tree.from_state(state["tree"]) if state["tree"] else None
        grower._gathered = [tree.from_state(rows) for rows in state["gathered"]]
        nodes = list(walk(grower.root)) if grower.root is not None else []
        grower._residue = [
            Gap(nodes[above], nodes[left] if left >= 0 else None, nodes[right] if right >= 0 else None,
                [tree.from_state(rows) for rows in run]) for above, left, right, run in state["residue"]]
        return grower


def _paired(root: Node, shown: Node) -> list[tuple[Node, Node]]:
    one, other = flat(root), flat(shown)
    pairs = match(one.outline, other.outline, cells=CELLS).pairs
    return [(one.nodes[place], other.nodes[place_other]) for place, place_other in pairs]


def _mark_missing(node: Node, matched: set[int]) -> None:
    """What a page lacks is optional."""
    for item in node.below:
        if not any(id(member) in matched for member in _members(item)):
            item.optional = True


def _holder(page: Page, reduced: Reduced, leaf: int) -> int:
    """The element that holds just a text, else the text."""
    node = reduced.node[leaf]
    above = page.parent[node]
    return above if page.end[above] - above == 2 else node


def _path(leaf: Node) -> str:
    tags = [node.tag for node in leaf.chain() if node.tag not in (CHOICE, TEXT, "body", "html")]
    return " > ".join(reversed(tags)) or "body"


def _cardinality(leaf: Node) -> Cardinality:
    chain = list(leaf.chain())
    if any(node.repeated for node in chain):
        return "*"
    return "?" if any(node.optional for node in chain) else "1"


def _alternatives(leaf: Node) -> Iterator[str]:
    """The slots of the other members of the possible-value node that the leaf is in."""
    for node in leaf.chain():
        if node.above is not None and node.above.tag == CHOICE:
            for member in node.above.below:
                if member is not node:
                    yield from (other.slot for other in leaves(member))
            return
