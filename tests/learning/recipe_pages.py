"""Recipe pages of one made-up site: what a page shows is given, so what a template should find is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from stook import Page

DISHES = ("Leek soup", "Plum cake", "Barley stew", "Rye bread", "Fish pie", "Bean salad", "Oat biscuits", "Beet dip",
          "Corn fritters", "Rice pudding", "Onion tart", "Pea curry", "Nut roast", "Kale crisps", "Fig jam", "Egg noodles")
COOKS = ("Ada Brook", "Ben Stone", "Cleo Marsh", "Dan Field", "Eva Hill", "Finn Wood", "Gwen Lake")
FOODS = ("leek", "flour", "plums", "butter", "rye", "salt", "trout", "beans", "oats", "milk", "onions", "peas", "figs")

Recipe = Mapping[str, Sequence[str]]


def recipe(number: int, *, calories: bool = False, cook: bool = True, cooks: int = 1, source: bool = False) -> Recipe:
    """What a page of this number shows."""
    chance = Random(number)
    found = {
        "title": [f"{DISHES[number % len(DISHES)]} no. {number}"],
        "time": [f"{chance.randint(2, 17) * 5} minutes"],
        "serves": [f"{chance.randint(1, 12)} persons"],
        "foods": [f"{chance.randint(1, 900)} g {food}" for food in chance.sample(FOODS, chance.randint(2, 6))],
        "text": [f"{chance.choice(COOKS)} stirs it for {chance.randint(2, 90)} minutes and adds {chance.choice(FOODS)}."]}
    if cook:
        found["cook"] = chance.sample(COOKS, cooks)
    if calories:
        found["calories"] = [f"{chance.randint(80, 900)} kcal"]
    if source:
        found["source"] = [f"From the village of {chance.choice(FOODS).title()}ton {number}"]
    return found


def named(recipe: Recipe, number: int = 0, url: str | None = None) -> Page:
    """A page with classes, labels in rows, and the same words around."""
    rows = "".join(f"<tr><th>{label}</th><td>{recipe[name][0]}</td></tr>" for label, name in (
        ("Time", "time"), ("Serves", "serves"), ("Calories", "calories")) if name in recipe)
    cooks = "".join(f'<span class="cook">{cook}</span>' for cook in recipe.get("cook", ()))
    source = "".join(f'<address class="source">{text}</address>' for text in recipe.get("source", ()))
    foods = "".join(f"<li>{food}</li>" for food in recipe["foods"])
    return Page(f"""<!DOCTYPE html><title>{recipe["title"][0]}</title><body>
        <div class="menu"><a href="/">Home</a><a href="/soups">Soups</a><a href="/cakes">Cakes</a></div>
        <div class="recipe"><h1>{recipe["title"][0]}</h1>{cooks}<table class="facts">{rows}</table>
        <h2>You need</h2><ul class="foods">{foods}</ul><h2>Do</h2><p class="do">{recipe["text"][0]}</p>{source}</div>
        <div class="foot">All rights reserved, The Village Kitchen</div>""", url or f"http://kitchen.example/{number}")


def redone(recipe: Recipe, number: int = 0) -> Page:
    """The same after a redesign: other tags, other classes, other words, another order."""
    rows = "".join(f"<dt>{label}</dt><dd>{recipe[name][0]}</dd>" for label, name in (
        ("For", "serves"), ("Ready in", "time")))
    cooks = "".join(f"<li>{cook}</li>" for cook in recipe.get("cook", ()))
    foods = "".join(f"<p>{food}</p>" for food in recipe["foods"])
    return Page(f"""<!DOCTYPE html><title>{recipe["title"][0]}</title><body><header>Kitchen of the village</header>
        <main><section class="how"><h3>How to</h3><div>{recipe["text"][0]}</div></section>
        <section class="head"><h2>{recipe["title"][0]}</h2><ol>{cooks}</ol></section><dl>{rows}</dl>
        <section class="what"><h3>What goes in</h3>{foods}</section></main><footer>Imprint of the kitchen</footer>""",
                f"http://kitchen.example/{number}")


def missing(number: int) -> Page:
    """An error page of the same site."""
    return Page(f"""<!DOCTYPE html><title>Not found</title><body><div class="error"><b>404</b>
        <em>There is no page {number} here</em></div>""", f"http://kitchen.example/{number}")
