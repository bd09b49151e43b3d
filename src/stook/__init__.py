"""stook turns web pages into records that stay right."""

from stook.learning.listing import entries as entries
from stook.learning.listing import listing as listing
from stook.page import Page as Page
