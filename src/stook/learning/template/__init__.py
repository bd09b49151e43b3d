"""Templates that grow page by page, ask what their slots are, and become wrappers."""

from stook.learning.template.catalogue import TRAIL, Catalogue, Change, Row, by_row, load
from stook.learning.template.model import Line, Notice, Sample, Slot
from stook.learning.template.questions import Question
from stook.learning.template.shown import ADDRESS
from stook.learning.template.template import METHODS, Template
from stook.learning.template.typed import as_record

__all__ = ["ADDRESS", "METHODS", "TRAIL", "Catalogue", "Change", "Line", "Notice", "Question", "Row", "Sample", "Slot",
           "Template", "as_record", "by_row", "load"]
