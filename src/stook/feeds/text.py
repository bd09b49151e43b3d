"""Text that every format can carry, and that every reader shows as the page showed it.

    plain      one line of text, its white space collapsed: no control characters, surrogates, noncharacters
    heading    the title of an entry, or the most readable thing it has instead
    hypertext  plain text as HTML
    caption    plain text for a field that some readers take for text and others for HTML
"""

from __future__ import annotations

import html
import re

_NONCHARACTERS = "".join(chr(plane << 16 | low) for plane in range(17) for low in (0xFFFE, 0xFFFF))
_UNWRITABLE = re.compile(rf"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef{_NONCHARACTERS}]")
# The ideographic and the no-break space are not here: in a title they are typography.
_WHITE_SPACE = re.compile(r"[\t-\r\x1c-\x20\x85\u2028\u2029]+")
_MARKUP = re.compile(r"<[A-Za-z/!?]|&#")

_HEADING_LENGTH = 80


def plain(text: str | None) -> str:
    return _WHITE_SPACE.sub(" ", _UNWRITABLE.sub("", text or "")).strip()


def heading(title: str, summary: str, link: str | None) -> str:
    if title:
        return title
    if len(summary) > _HEADING_LENGTH:
        return summary[: _HEADING_LENGTH - 1].rstrip() + "…"
    return summary or link or "Untitled"


def hypertext(text: str) -> str:
    return html.escape(text, quote=False)


def caption(text: str) -> str:
    """As it is, unless reading it as HTML would show something else: then as HTML.

    RSS calls its titles text, yet many readers parse them as HTML, and swallow the tag of "The <head>
    element". Written as HTML such a title is whole and harmless there; the other readers show `&lt;`:
    nothing is lost.
    """
    reads_as_markup = _MARKUP.search(text) or html.unescape(text) != text
    return hypertext(text) if reads_as_markup else text
