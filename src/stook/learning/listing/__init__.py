"""From a page with a list to a wrapper that reads it: the paper's two methods, and ours."""

from stook.learning.listing.candidates import METHODS, Candidate, Listing, Section, entries, listing
from stook.learning.listing.channel import channel_of

__all__ = ["METHODS", "Candidate", "Listing", "Section", "channel_of", "entries", "listing"]
