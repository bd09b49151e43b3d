"""stook turns web pages into records that stay right.

    >>> import stook
    >>> page = stook.Page("<title>News</title><ul>"
    ...     "<li><a href='/storm'>Storm closes the harbour bridge</a> 12 May 2024"
    ...     "<li><a href='/vote'>Council votes for a second library</a> 9 May 2024"
    ...     "<li><a href='/fair'>Book fair opens with a record crowd</a> 2 May 2024</ul>", url="http://example.org/")
    >>> for entry in stook.entries(page):
    ...     print(entry.date, entry.title, entry.url)
    2024-05-12 Storm closes the harbour bridge http://example.org/storm
    2024-05-09 Council votes for a second library http://example.org/vote
    2024-05-02 Book fair opens with a record crowd http://example.org/fair
"""

from typing import TYPE_CHECKING

from stook.errors import StookError
from stook.page import Page
from stook.records import Channel, Entry, Field, Record, Schema, Value
from stook.wrapper import Health, check, load

if TYPE_CHECKING:
    from stook.learning.cluster import Clusters, Group, cluster
    from stook.learning.heal import Healing, heal
    from stook.learning.labels import Example, learn
    from stook.learning.listing import Candidate, Listing, entries, listing
    from stook.learning.paste import paste
    from stook.learning.template import Catalogue, Notice, Question, Slot, Template
else:
    def __getattr__(name):
        """What learns is imported when it is asked for: who reads with a saved wrapper goes without."""
        if name in ("Candidate", "Listing", "entries", "listing"):
            from stook.learning import listing
            return getattr(listing, name)
        if name in ("Example", "learn"):
            from stook.learning import labels
            return getattr(labels, name)
        if name in ("Healing", "heal"):
            from stook.learning import heal
            return getattr(heal, name)
        if name in ("Clusters", "Group", "cluster"):
            from stook.learning import cluster
            return getattr(cluster, name)
        if name in ("Catalogue", "Notice", "Question", "Slot", "Template"):
            from stook.learning import template
            return getattr(template, name)
        if name == "paste":
            from stook.learning import paste
            return paste.paste
        raise AttributeError(f"module 'stook' has no attribute {name!r}")

__version__ = "0.1.0"

__all__ = ["Candidate", "Catalogue", "Channel", "Clusters", "Entry", "Example", "Field", "Group", "Healing",
           "Health", "Listing", "Notice", "Page", "Question", "Record", "Schema", "Slot", "StookError", "Template",
           "Value", "check", "cluster", "entries", "heal", "learn", "listing", "load", "paste"]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
