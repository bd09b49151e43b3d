"""From text copied out of a browser to a wrapper: the paper on reverse labelling, and our own way.

    region   what was copied of the page: a record, one row of a list, or a whole list
    fields   values in it, by the names they shall have
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stook.errors import PasteError
from stook.learning.paste.auto import auto
from stook.learning.paste.paper import paper, recheck
from stook.learning.paste.region import nearest
from stook.page import Page
from stook.wrapper.rules import RulesWrapper

__all__ = ["METHODS", "nearest", "paste", "recheck"]

METHODS = {"auto": auto, "paper": paper}


def paste(page: Page, region: str | None = None, fields: Mapping[str, str | Sequence[str]] | None = None,
          method: str = "auto") -> RulesWrapper:
    """The wrapper that reads what was pasted, and its like. PasteError names what does not stand on the page."""
    if method not in METHODS:
        raise PasteError(f"there is no method {method!r}", hint=f"choose one of {', '.join(METHODS)}")
    wanted = {name: [said] if isinstance(said, str) else list(said) for name, said in (fields or {}).items()}
    if not wanted and not (region or "").strip():
        raise PasteError("nothing was pasted", subject=page.url, hint="give the text of a region, or of its fields")
    return METHODS[method](page, region if region and region.strip() else None, wanted)
