"""The one aligner: which node of one tree is which node of another.

An *alignment* pairs nodes so that labels are equal, siblings keep their order, and two nodes are paired only
where the nodes above them are: Simple Tree Matching. Its *score* counts the pairs, its *similarity* is the
score against the mean size. A *label* is a node's tag, or whatever a policy calls the node (`outline`).

The plain way fills, for every two nodes that might be paired, a table of their children's scores. Here

    equal digests    pair subtrees node by node, at once
    a trim           takes away the equal children at both ends, see `_ends`
    a bound          leaves a cell alone where even the smaller of its subtrees would not raise it
    a memory         asks only once how two shapes match, because records repeat shapes

and all of these keep the optimum. What is left may still grow with the square of the page, so the work is
counted. A table that would pass the limit is not filled; then its nodes are paired in order, the equal ones
first, and `Alignment.exact` is False. Nothing recurses: nesting of any depth is safe.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from stook.page.digest import of_labels

CELLS = 250_000
"""How much is compared beyond each node once. Two pages of one site need some hundreds."""


class Labelled(Protocol):
    """A tree as arrays in pre-order: what the aligner reads of a Page or an Outline."""

    @property
    def tag(self) -> Sequence[str]: ...
    @property
    def end(self) -> Sequence[int]: ...
    @property
    def shapes(self) -> Sequence[int]: ...


@dataclass(frozen=True, slots=True)
class Outline:
    """A tree whose nodes go by labels of their own."""

    tag: Sequence[str]
    end: Sequence[int]
    shapes: Sequence[int]


def outline(labels: Sequence[str], parent: Sequence[int]) -> Outline:
    """The tree, or the trees, with these labels in pre-order; the parent of a root is -1."""
    end = list(range(1, len(labels) + 1))
    for node in range(len(labels) - 1, -1, -1):
        if (above := parent[node]) >= 0:
            end[above] = max(end[above], end[node])
    return Outline(labels, end, of_labels(labels, parent))


@dataclass(frozen=True, slots=True)
class Alignment:
    """The pairs, in document order of both sides."""

    pairs: list[tuple[int, int]]
    sizes: tuple[int, int]
    """How many nodes either side has."""
    exact: bool
    """Whether no alignment has more pairs; False where the limit was met."""
    compared: int
    """What it took: cells of tables, and children looked at for a trim."""

    @property
    def score(self) -> int:
        return len(self.pairs)

    @property
    def similarity(self) -> float:
        """From 0 to 1; nothing is equal to nothing."""
        return 2 * self.score / sum(self.sizes) if any(self.sizes) else 1.0


Trail = tuple["Match", ...]
"""How the children of a pair match, in order."""

Match = tuple[int, int, int, Trail | None]
"""A node of either side, counted from the pair above; how many nodes from there on pair off one by one; and
how the children match, None where that is still to be found out. A match names no place, so that it holds for
every two nodes of the same shapes."""

_Steps = tuple["_Steps", Match] | None
"""A trail while a table is filled, the last step first, so that cells share their beginnings."""
_START: _Steps = None

_Row = tuple["_Row", tuple[int, int]] | None

_Key = tuple[int, int, int, int]
"""Two shapes and two sizes: a pair as far as its score goes."""

_TOP = -1
"""Stands above the roots that are aligned. Lower numbers stand above the gaps that `_spread` leaves."""


class _Side:
    """One of the two trees, or the part of it that is aligned."""

    def __init__(self, tree: Labelled, roots: Sequence[int]) -> None:
        self.tag, self.end, self.shapes = tree.tag, tree.end, tree.shapes
        self.size = sum(self.end[root] - root for root in roots)
        self._below: dict[int, list[int]] = {_TOP: list(roots)}

    def below(self, node: int) -> list[int]:
        """The node's children."""
        if node not in self._below:
            children, end = [], self.end
            child, stop = node + 1, end[node]
            while child < stop:
                children.append(child)
                child = end[child]
            self._below[node] = children
        return self._below[node]

    def put(self, nodes: list[int], gap: int) -> None:
        """Let these siblings stand below a number of their own."""
        self._below[gap] = nodes


class _Aligner:
    """One alignment in the making."""

    def __init__(self, one: _Side, other: _Side, left: int) -> None:
        self._one, self._other = one, other
        self._known: dict[_Key, tuple[int, Trail | None]] = {}
        self._gap = _TOP
        self.left = left
        self.exact = True

    def pairs(self) -> list[tuple[int, int]]:
        """From the top down, follow what is known and find out what is not."""
        pairs: list[tuple[int, int]] = []
        waiting: list[Match] = [(_TOP, _TOP, 0, None)]
        while waiting:
            one, other, count, trail = waiting.pop()
            pairs.extend(zip(range(one, one + count), range(other, other + count), strict=True))
            if trail is None:
                trail = self._trail(one, other)
            waiting.extend([(one + down, other + across, many, below)
                            for down, across, many, below in reversed(trail)])
        return pairs

    def _trail(self, one: int, other: int) -> Trail:
        key = self._key(one, other)
        if key not in self._known:
            self._settle(one, other, key)
        trail = self._known[key][1]
        return self._spread(one, other) if trail is None else trail

    def _key(self, one: int, other: int) -> _Key:
        if one <= _TOP:
            return one, other, 0, 0
        return (self._one.shapes[one], self._other.shapes[other],
                self._one.end[one] - one, self._other.end[other] - other)

    # while the limit allows -------------------------------------------------------------------------

    def _settle(self, one: int, other: int, key: _Key) -> None:
        """Weigh a pair, and before it the pairs that it asks for."""
        running = [self._weigh(one, other, key)]
        while running:
            asked = next(running[-1], None)
            if asked is None:
                running.pop()
            else:
                running.append(self._weigh(*asked))

    def _weigh(self, one: int, other: int, key: _Key) -> Iterator[tuple[int, int, _Key]]:
        """Learn a pair's score and trail; yields the pairs that must be known before."""
        shape, shape_other, size, size_other = key
        if shape == shape_other and size == size_other > 0:
            self._known[key] = size, ((1, 1, size - 1, ()),)
            return
        if self.left <= 0:
            self._leave(key)
            return
        ones, others = self._one.below(one), self._other.below(other)
        self.left -= len(ones) + len(others)
        head, tail = self._ends(ones, others)
        last, last_other = len(ones) - tail, len(others) - tail
        cells = (last - head) * (last_other - head)
        if cells > max(self.left, 0):
            self._leave(key)
            return
        self.left -= cells
        end = self._one.end
        trail: list[Match] = [(a - one, b - other, end[a] - a, ()) for a, b in zip(
            ones[:head] + ones[last:], others[:head] + others[last_other:], strict=True)]
        score = 1 + sum([count for _, _, count, _ in trail])
        if cells:
            found, steps = yield from self._table(ones[head:last], others[head:last_other], one, other)
            score += found
            trail[head:head] = steps
        self._known[key] = score, tuple(trail)

    def _leave(self, key: _Key) -> None:
        """Leave a pair's children to `_spread`, for the case that the pair is taken."""
        self.exact = False
        # Half of what could match: all that rests on this guess is which of such pairs is taken.
        self._known[key] = 1 + min(key[2:]) // 2, None

    def _ends(self, ones: list[int], others: list[int]) -> tuple[int, int]:
        """How many children are equal at the front, and how many of the others at the back.

        Pairing them keeps the optimum. Say that the first children, a and b, are equal. They cannot both be
        paired elsewhere, because those two pairs would cross. If only a is, its pair scores at most the size
        of a, which is what a scores with b; likewise b; and if neither is, a with b comes on top.
        """
        head = self._alike(zip(ones, others, strict=False))
        if head == len(ones) or head == len(others):
            return head, 0
        return head, self._alike(zip(reversed(ones[head:]), reversed(others[head:]), strict=False))

    def _alike(self, pairs: Iterable[tuple[int, int]]) -> int:
        """How many of the pairs are equal before the first that is not."""
        shapes, shapes_other = self._one.shapes, self._other.shapes
        end, end_other = self._one.end, self._other.end
        count = 0
        for one, other in pairs:
            # Sizes too: whoever makes digests collide must not leave us with nodes that have no partner.
            if shapes[one] != shapes_other[other] or end[one] - one != end_other[other] - other:
                break
            count += 1
        return count

    def _table(self, ones: list[int], others: list[int], above: int, above_other: int,
               ) -> Generator[tuple[int, int, _Key], None, tuple[int, list[Match]]]:
        """The best pairing of two runs of siblings that keeps their order, and its score."""
        tag, end, shapes, known = self._one.tag, self._one.end, self._one.shapes, self._known
        that = self._other
        columns = [(place, other, that.tag[other], that.shapes[other], that.end[other] - other)
                   for place, other in enumerate(others)]
        scores, ways = [0] * (len(others) + 1), [_START] * (len(others) + 1)
        for one in ones:
            label, shape, size = tag[one], shapes[one], end[one] - one
            best, way = 0, _START
            next_scores, next_ways = [best], [way]
            for place, other, label_other, shape_other, size_other in columns:
                before = scores[place]
                if scores[place + 1] > best:
                    best, way = scores[place + 1], ways[place + 1]
                if label == label_other and before + size > best and before + size_other > best:
                    key = shape, shape_other, size, size_other
                    if key not in known:
                        yield one, other, key
                    score, trail = known[key]
                    if before + score > best:
                        best = before + score
                        way = ways[place], (one - above, other - above_other, 1, trail)
                next_scores.append(best)
                next_ways.append(way)
            scores, ways = next_scores, next_ways
        return scores[-1], _unwound(ways[-1])

    # beyond the limit -------------------------------------------------------------------------------

    def _spread(self, one: int, other: int) -> Trail:
        """Pair children whose table is too large: those of equal shape in order, and what lies in the gaps
        between them as if each gap were a pair. Where that finds little, those of equal label in order."""
        ones, others = self._one.below(one), self._other.below(other)
        anchors = _in_order(ones, others, self._one.shapes, self._other.shapes)
        if one < _TOP or 2 * len(anchors) < min(len(ones), len(others)):
            named = _in_order(ones, others, self._one.tag, self._other.tag)
            return tuple([(ones[a] - one, others[b] - other, 1, None) for a, b in named])
        trail: list[Match] = []
        start = start_other = 0
        for place, place_other in [*anchors, (len(ones), len(others))]:
            if place > start and place_other > start_other:
                self._gap -= 1
                self._one.put(ones[start:place], self._gap)
                self._other.put(others[start_other:place_other], self._gap)
                trail.append((self._gap - one, self._gap - other, 0, None))
            if place < len(ones):
                trail.append((ones[place] - one, others[place_other] - other, 1, None))
            start, start_other = place + 1, place_other + 1
        return tuple(trail)


def _unwound(steps: _Steps) -> list[Match]:
    trail = []
    while steps is not None:
        steps, step = steps
        trail.append(step)
    trail.reverse()
    return trail


def _in_order(ones: Sequence[int], others: Sequence[int], name: Sequence[Hashable],
              name_other: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Places of equal names, the first of a name with the first, the second with the second; none cross."""
    places: dict[Hashable, list[int]] = {}
    for place in range(len(others) - 1, -1, -1):
        places.setdefault(name_other[others[place]], []).append(place)
    pairs = [(place, places[name[node]].pop()) for place, node in enumerate(ones) if places.get(name[node])]
    return _longest_rise(pairs)


def _longest_rise(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest row of pairs, taken in their order, whose second numbers rise."""
    lowest: list[int] = []  # the lowest second number that a row of this length can end with
    rows: list[_Row] = [None]  # the row that ends so, by length
    for pair in pairs:
        length = bisect_left(lowest, pair[1])
        lowest[length:length + 1] = [pair[1]]
        rows[length + 1:length + 2] = [(rows[length], pair)]
    found = []
    row = rows[-1]
    while row is not None:
        row, pair = row
        found.append(pair)
    return found[::-1]


def _roots(tree: Labelled) -> list[int]:
    roots, node = [], 0
    while node < len(tree.tag):
        roots.append(node)
        node = tree.end[node]
    return roots


def match(one: Labelled, other: Labelled, ones: Sequence[int] | None = None,
          others: Sequence[int] | None = None, cells: int = CELLS) -> Alignment:
    """Align two trees, or of either the subtrees of `ones` and of `others`, as if they were siblings."""
    side, side_other = (_Side(tree, _roots(tree) if roots is None else roots)
                        for tree, roots in ((one, ones), (other, others)))
    limit = cells + side.size + side_other.size
    aligner = _Aligner(side, side_other, limit)
    pairs = aligner.pairs()
    return Alignment(pairs, (side.size, side_other.size), aligner.exact, limit - aligner.left)
