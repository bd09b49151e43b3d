"""The one door to the network: from a URL, a file or standard input to a Response.

    response = fetch("https://example.org/news")             # blocks
    response = await fetcher.get("https://example.org/news") # a Fetcher, for many pages at once
    response = read("saved.html")                            # whatever a person names on the command line

Every URL and every address passes the egress gate (see `egress`); no other room opens a connection.
"""

from stook.fetch.archive import ArchiveTransport
from stook.fetch.client import Fetcher, fetch
from stook.fetch.egress import Gate, Target
from stook.fetch.models import Limits, Response
from stook.fetch.sources import read

__all__ = ["ArchiveTransport", "Fetcher", "Gate", "Limits", "Response", "Target", "fetch", "read"]
