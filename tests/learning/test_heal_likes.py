"""What an item of a list of links says of itself is told from what the page says of its own thing."""

import pytest

import stook
from stook.learning.heal.relocate import Spots

TILES = ("<div><a class=tile href=/frog><b>Tin frog</b> <i>9.50 crowns</i></a>"
         "<a class=tile href=/mouse><b>Grey mouse</b> <i>14.00 crowns</i></a></div>")
CARDS = ("<ul><li><a href=/frog>Tin frog</a> <em><i>9.50 crowns</i></em></li>"
         "<li><a href=/mouse>Grey mouse</a> <em><i>14.00 crowns</i></em></li></ul>")


def likes(body: str, text: str) -> list[str]:
    page = stook.Page(f"<body><h1>Brass key</h1>{body}</body>", url="http://shop.example/key")
    node = next(node for node in page.select("i", "b", "td", "a") if page.text_of(node) == text)
    return [page.text_of(like) for like in Spots(page).likes(node)]


@pytest.mark.parametrize("body", [TILES, CARDS])
def test_items_that_lead_elsewhere_are_likes(body: str) -> None:
    assert ["14.00 crowns"] == likes(body, "9.50 crowns")


@pytest.mark.parametrize(("body", "text"), [
    ("<p><i>4.20 crowns</i> <a href=/basket>Add</a></p>" + TILES, "4.20 crowns"),
    ("<table><tr><th>Price<td>4.20 crowns<tr><th>Postage<td>1.00 crowns</table>", "4.20 crowns"),
    ("<ul><li><a href=/>Home</a><li><a href=/shop>Shop</a></ul>", "Shop"),
    ("<div><a href=/frog>Tin frog</a><i>9.50 crowns</i></div>", "9.50 crowns"),
    ("<ul><li><a href=/f>One</a> <i>9.50 crowns</i><li><a href=/f>Two</a> <i>14.00 crowns</i></ul>", "9.50 crowns"),
])
def test_facts_crumbs_and_what_leads_to_one_place_are_none(body: str, text: str) -> None:
    assert [] == likes(body, text)
