"""Selectors in the words of other tools: XPath 1.0 and CSS. They are for showing and for use elsewhere; stook reads
with its own (see `stook.wrapper.selector`).

    to_xpath        from the root of the page, as //ul[...]/li; a selector that begins at a scope gives ./h2/a
    to_css          the same as CSS
    from_scope      an XPath in the place of one that begins at the root: anywhere below a record
    pick_to_xpath   a whole pick: the label that it starts from, the levels it climbs, the attribute it takes; what of
                    the text is the value (`part`) is not in it, nor that labels which are hidden do not count

What one of the two languages cannot say is None: CSS knows no texts, and XPath 1.0 cannot ask an element of any name
for its number among its like. What comes out means the same on the same tree; that of lxml's HTML parser is another
one than a browser's on many pages.
"""

from __future__ import annotations

import re
from dataclasses import replace

from stook.page import TEXT
from stook.wrapper.rules.model import OWN_TEXT, Pick
from stook.wrapper.rules.reading import LABEL_SIGNS
from stook.wrapper.selector import ROOT, SCOPE, Selector, Step

_NCNAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_FOREIGN = frozenset(("svg", "math"))
"""Their elements live in a namespace of their own, where a bare name of XPath does not find them."""
_SHOWN = "[normalize-space()]"
"""Blank texts are no nodes of a Page."""


# XPath ------------------------------------------------------------------------------------------------

def to_xpath(selector: Selector) -> str | None:
    """The selector as XPath 1.0; None where that cannot say it."""
    if not selector.steps:
        return "."
    said = "." if selector.near[0] else ""
    foreign = False
    for place, (step, near) in enumerate(zip(selector.steps, selector.near, strict=True)):
        foreign = foreign or step.tag in _FOREIGN
        test = _xpath_step(step, foreign)
        if test is None:
            return None
        is_root = place == 0 and step.tag == ROOT
        said += ("/" if near or is_root else "//") + test
    return said


def from_scope(xpath: str) -> str:
    """The same, looked for below a record instead of on the whole page."""
    return f".{xpath}" if xpath.startswith("//") else xpath


def _xpath_step(step: Step, foreign: bool) -> str | None:
    if step.tag == TEXT:
        return f"text(){_SHOWN}" + (f"[{step.nth}]" if step.nth else "")
    conditions = [f"@id={literal(step.id)}"] if step.id else []
    conditions += [_is_word(name, "@class") for name in sorted(step.classes)]
    if step.attr:
        attribute = _named(step.attr[0], "@")
        conditions.append(attribute if step.attr[1] is None else _is_word(step.attr[1], attribute))
    if step.tag != "*":
        name = f"*[name()={literal(step.tag)}]" if foreign else _named(step.tag, "")
    elif step.nth:
        return None
    else:
        name = "*" if conditions else f"node()[self::*|self::text(){_SHOWN}]"
    return name + (f"[{step.nth}]" if step.nth else "") + "".join(f"[{condition}]" for condition in conditions)


def _named(name: str, axis: str) -> str:
    """A name that XPath would take for a prefix or for nonsense is compared as a text."""
    return axis + name if _NCNAME.fullmatch(name) else f"{axis}*[name()={literal(name)}]"


def _is_word(word: str, of: str) -> str:
    return f"contains(concat(' ',normalize-space({of}),' '),{literal(f' {word} ')})"


def literal(text: str) -> str:
    """A text in quotes. XPath 1.0 has no way to write both kinds of quotes in one."""
    if "'" not in text:
        return f"'{text}'"
    if '"' not in text:
        return f'"{text}"'
    parts = ",\"'\",".join(f"'{part}'" for part in text.split("'"))
    return f"concat({parts})"


def pick_to_xpath(pick: Pick) -> str | None:
    """Where a pick looks and what it takes; None where XPath cannot say it, or the value stands in JSON."""
    where = None if pick.key else _from_label(pick) if pick.label else to_xpath(pick.selector)
    if where is None:
        return None
    if pick.scope == "record" and not pick.way:
        where = from_scope(where)
    if pick.take.startswith("@"):
        return f"{where}/{_named(pick.take[1:], '@')}"
    return f"{where}/text()" if pick.take == OWN_TEXT else where


def _from_label(pick: Pick) -> str | None:
    """From each text that says the label, to the first that stands behind it on the way."""
    steps = pick.selector.steps
    if not steps or not all(pick.selector.near) or pick.climb < 1 or (steps[0].nth and steps[0].tag in ("*", TEXT)):
        return None
    name, rest = _xpath_step(replace(steps[0], nth=0), False), Selector(steps[1:], pick.selector.near[1:])
    below = to_xpath(rest)
    if name is None or below is None:
        return None
    number = f"[count(preceding-sibling::{steps[0].tag})={steps[0].nth - 1}]" if steps[0].nth else ""
    leads = f"[{below}]" if rest.steps else ""
    return (f"//text()[{_says(pick.label)}]{'/..' * (pick.climb - 1)}/following-sibling::{name}{number}{leads}[1]"
            f"{below.removeprefix('.')}")


def _says(label: str) -> str:
    """Whether a text says a label: without case, and without the signs that may stand around it."""
    small = "".join(char for char in dict.fromkeys(label) if len(char.upper()) == 1 and char.upper() != char)
    kept = " ".join("".join(char for char in label if char not in _SIGNS).split())
    return f"normalize-space(translate(.,{literal(small.upper() + _SIGNS)},{literal(small)}))={literal(kept)}"


_SIGNS = LABEL_SIGNS.replace(" ", "")


# CSS --------------------------------------------------------------------------------------------------

def to_css(selector: Selector) -> str | None:
    """The selector as CSS; None where that cannot say it."""
    if any(step.tag == TEXT for step in selector.steps) or _ends_anywhere(selector):
        return None
    said = SCOPE if not selector.steps or selector.near[0] else ""
    for step, near in zip(selector.steps, selector.near, strict=True):
        said += (" > " if near else " " if said else "") + _css_step(step)
    return said


def _ends_anywhere(selector: Selector) -> bool:
    """Whether the last step takes any node, and so texts."""
    last = selector.steps[-1] if selector.steps else Step("a")
    return last.tag == "*" and not (last.id or last.classes or last.attr)


def _css_step(step: Step) -> str:
    said = step.tag if step.tag == "*" else identifier(step.tag)
    said += f"#{identifier(step.id)}" if step.id else ""
    said += "".join(f".{identifier(name)}" for name in sorted(step.classes))
    if step.attr:
        name, word = step.attr
        value = "" if word is None else '~="' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'
        said += f"[{identifier(name)}{value}]"
    return said + (f":nth-of-type({step.nth})" if step.nth else "")


def identifier(name: str) -> str:
    """A name as CSS writes it (CSSOM, "serialize an identifier")."""
    said = ""
    for place, char in enumerate(name):
        leads = place == 0 or (place == 1 and name[0] == "-")
        if ord(char) < 0x20 or ord(char) == 0x7F or (leads and char in "0123456789"):
            said += f"\\{ord(char):x} "
        elif (char in "-_" and name != "-") or (char.isalnum() and (char.isascii() or ord(char) >= 0xC0)):
            said += char
        else:
            said += f"\\{char}"
    return said
