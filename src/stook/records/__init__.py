"""Values only: what is wanted of pages, what was read from one, and how it is handed on. Nothing here knows HTML.

    schema   the fields wanted: Schema, Field
    dtd      a schema as XML authors write it
    values   what a page said: Value, Record, Entry, Channel
"""

from stook.records.schema import TYPES, Field, Schema
from stook.records.values import Channel, Day, Entry, Record, Value

__all__ = ["TYPES", "Channel", "Day", "Entry", "Field", "Record", "Schema", "Value"]
