"""From a page with a list to a wrapper that reads it: the paper's two methods, and ours."""

from stook.learning.listing.candidates import METHODS, Candidate, Listing, Section, entries, listing

__all__ = ["METHODS", "Candidate", "Listing", "Section", "entries", "listing"]
