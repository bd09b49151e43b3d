"""Digests tell subtrees apart, and stay what they are, for wrappers keep them in files."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stook.page.digest import contents, of_labels, shapes
from stook.page.tree import TEXT, Tree, build

TREES = st.recursive(
    st.sampled_from(["<x-a></x-a>", "<x-b></x-b>", "one", "two", "x-a"]),
    lambda below: st.builds(lambda tag, inner: f"<{tag}>{'<!---->'.join(inner)}</{tag}>",
                            st.sampled_from(["x-a", "x-b"]), st.lists(below, max_size=4)),
    max_leaves=12)
PAGES = st.lists(TREES, max_size=4).map(lambda trees: build("<body>" + "<!---->".join(trees)))


def picture(tree: Tree, node: int, with_text: bool) -> tuple[object, ...]:
    """A subtree as a value: what a digest stands for."""
    first = tree.depth[node]
    return tuple((tree.tag[n], tree.depth[n] - first, " ".join(tree.text[n].split()) if with_text else "")
                 for n in range(node, tree.end[node]))


@settings(max_examples=150, deadline=None)
@given(PAGES, PAGES)
def test_digests_are_equal_where_subtrees_are_and_nowhere_else(one: Tree, other: Tree) -> None:
    for digest, with_text in ((shapes, False), (contents, True)):
        found: dict[tuple[object, ...], int] = {}
        for tree in (one, other):
            for node, code in enumerate(digest(tree)):
                assert code == found.setdefault(picture(tree, node, with_text), code)
        assert len(found) == len(set(found.values()))


def changed(before: str, after: str, digest: str) -> list[str]:
    """The tags whose digest the change moved; both pages have the same nodes."""
    one, other = build(before), build(after)
    fold = {"shapes": shapes, "contents": contents}[digest]
    return [tag for tag, a, b in zip(one.tag, fold(one), fold(other), strict=True) if a != b]


@pytest.mark.parametrize(("after", "of_shapes", "of_contents"), [
    ("<div><p>a<b>b</b></p><hr><i>c</i></div>", [], []),
    ("<div class=x><p id=y>a<b>b</b></p><hr><i>c</i></div>", [], []),
    ("<div><p> a <b>b</b></p>\n<hr> <i>c</i></div>", [], []),
    ("<div><p>a<b>B</b></p><hr><i>c</i></div>", [], ["html", "body", "div", "p", "b", TEXT]),
    ("<div><p>a<u>b</u></p><hr><i>c</i></div>", ["html", "body", "div", "p", "b"],
     ["html", "body", "div", "p", "b"]),
    ("<div><p>a<b>b</b></p><br><i>c</i></div>", ["html", "body", "div", "hr"], ["html", "body", "div", "hr"]),
    ("<div><p>a<b>b</b></p><hr><i>b</i></div>", [], ["html", "body", "div", "i", TEXT]),
])
def test_a_change_moves_the_digests_above_it_and_no_others(
        after: str, of_shapes: list[str], of_contents: list[str]) -> None:
    before = "<div><p>a<b>b</b></p><hr><i>c</i></div>"
    assert (of_shapes, of_contents) == (changed(before, after, "shapes"), changed(before, after, "contents"))


@pytest.mark.parametrize(("one", "other"), [
    ("<ul><li></li><hr></ul>", "<ul><hr><li></li></ul>"),
    ("<div><p></p><p></p></div>", "<div><p></p></div>"),
    ("<div><b></b><i></i></div>", "<div><b><i></i></b></div>"),
    ("<div>span</div>", "<div><span></span></div>"),
    ("<div>#text</div>", "<div>text</div>"),
    ("<div>a<!---->b</div>", "<div>b<!---->a</div>"),
    ("<div>語</div>", "<div>言</div>"),
])
def test_order_number_and_nesting_count(one: str, other: str) -> None:
    assert contents(build(one))[0] != contents(build(other))[0]


def test_many_small_trees_do_not_collide() -> None:
    """All trees of two levels over four kinds of leaves: lists differ by little, and by much of the same."""
    kinds = ["<i></i>", "<b></b>", "<u></u>", "x"]
    rows = ["".join(kinds[number // 4 ** place % 4] for place in range(3)) for number in range(64)]
    lists = [f"<ul><li>{a}</li><li>{b}</li></ul>" for a in rows for b in rows]
    tree = build("".join(lists))
    pictures = {picture(tree, node, False) for node, tag in enumerate(tree.tag) if tag == "ul"}
    codes = {code for tag, code in zip(tree.tag, shapes(tree), strict=True) if tag == "ul"}
    assert len(pictures) == len(codes)


SHAPES = [
    0x044c8630b76e9ab5, 0x9e0013645e41f20d, 0x4cfc0fffa15ad204, 0x5a8cda12051701e9,
    0x721a34a771c20e56, 0x8b3eacf694040c58, 0x5b4e2b58df31d8ae, 0x66dd981a390fa2c4,
    0x5a8cda12051701e9, 0xd1b076dc71386d21, 0x5a8cda12051701e9, 0x6643f21dbcfaa2c4,
    0x5a8cda12051701e9,
]
CONTENTS = [
    0x206ecf3e23650028, 0x2e73fb3dd1abb724, 0x439927a6e461b295, 0x23d64fd77c867d8b,
    0x84434ccd11eb4d5c, 0x0aa3c777c5539020, 0xfdb054406fc607f3, 0x16a44b3641573343,
    0xdc16b9a87d7b7d37, 0x0a10df7532ea6289, 0x35b951ee7be57e3f, 0xe501b7d1f59b086a,
    0x8ffdf3df7df67d4f,
]


def test_the_numbers_stand_for_good() -> None:
    """Change these and every wrapper in the world forgets what its pages looked like."""
    tree = build("<title>News</title><ul><li><a href=/1>One</a></li><li>二 <b>two</b></li></ul>")
    expected = SHAPES, CONTENTS
    assert expected == (shapes(tree), contents(tree))
    labelled = [0xb0b041eb0df9032f]
    assert labelled == of_labels(["div.news"], [-1])


def test_labels_by_tag_are_shapes() -> None:
    tree = build("<ul><li>a<li>b</ul>")
    assert shapes(tree) == of_labels(tree.tag, tree.parent)


def test_trees_beside_each_other_do_not_mix() -> None:
    alone = of_labels(["a", "b"], [-1, 0])
    assert alone * 2 == of_labels(["a", "b", "a", "b"], [-1, 0, -1, 2])


def test_nothing_has_no_digest() -> None:
    expected: list[int] = []
    assert expected == of_labels([], [])


def test_ten_thousand_deep_and_wide() -> None:
    deep, wide = build("<div>" * 10_000), build("<ul>" + "<li>x" * 10_000)
    expected = (10_003, 5)
    assert expected == (len(set(shapes(deep))), len(set(shapes(wide))) - 1)


def test_lone_surrogates_in_texts_have_a_digest() -> None:
    tree = build("<p>x")
    lone = Tree(tree.tag, tree.parent, tree.end, tree.depth, tree.attrs, [*tree.text[:-1], "\ud800"])
    assert contents(tree)[-1] != contents(lone)[-1]
