"""What a name says of the kind of an element, as against the one element or the state that it is in."""

from __future__ import annotations

import re
from functools import lru_cache

_PLAIN = re.compile(r"[^\s.#>:\[\]()\"'\\,*+~]{1,40}\Z")
_STATES = frozenset(
    "first last odd even alt active current selected open closed collapsed expanded visited new sticky featured "
    "hidden show visible even-row odd-row alternate clearfix clear".split())


@lru_cache(maxsize=8192)
def is_stable(name: str) -> bool:
    """A name that will be the same for the next record and next week: no digits, no hash, no state."""
    return bool(_PLAIN.match(name)) and name.lower() not in _STATES and not any(map(str.isdigit, name))


@lru_cache(maxsize=8192)
def stable_names(names: str) -> frozenset[str]:
    """The stable ones among the names of a class attribute."""
    return frozenset(name for name in names.split() if is_stable(name))
