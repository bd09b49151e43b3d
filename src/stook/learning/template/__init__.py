"""Templates that grow page by page, ask what their slots are, and become wrappers."""

from stook.learning.template.catalogue import Catalogue, Change, Row
from stook.learning.template.model import Line, Notice, Sample, Slot
from stook.learning.template.questions import Question
from stook.learning.template.template import METHODS, Template

__all__ = ["METHODS", "Catalogue", "Change", "Line", "Notice", "Question", "Row", "Sample", "Slot", "Template"]
