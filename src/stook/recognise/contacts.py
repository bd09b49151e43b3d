"""Reads addresses of people: e-mail and telephone."""

from __future__ import annotations

import re

from stook.recognise import dates, numbers

_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]++@(?:[^\W_][\w-]*+\.)++[^\W\d_][\w-]*+")
_PARTS = re.compile(r"[\s<>()\[\],;:\"]+")
_PHONE = re.compile(r"\+?\(?\d[\d ()./-]*\d")
_LABEL = re.compile(r"(?:[^\W\d_]|[\s.:-])*")
_GROUPED_LIKE_OTHERS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|97[89][\d -]{9,15}")
"""Addresses of machines, and of books."""
FEWEST_DIGITS, MOST_DIGITS = 7, 15


def email(text: str) -> str | None:
    """The one e-mail address in a text; its host in lower case."""
    said = numbers.line(text)
    found = [part for part in _PARTS.split(said) if "@" in part] if said else []
    if len(found) != 1 or not _ADDRESS.fullmatch(found[0].strip(".")):
        return None
    name, _, host = found[0].strip(".").rpartition("@")
    return f"{name}@{host.lower()}"


def phone(text: str) -> str | None:
    """The one telephone number in a text: its digits, with a + where it has the country's code."""
    said = numbers.line(text)
    shown = _PHONE.search(said) if said else None
    if not said or not shown or not _LABEL.fullmatch(said[:shown.start()]) or re.search(r"\d", said[shown.end():]):
        return None
    digits = re.sub(r"\D", "", shown[0].replace("(0)", "") if shown[0].startswith("+") else shown[0])
    if not FEWEST_DIGITS <= len(digits) <= MOST_DIGITS or _GROUPED_LIKE_OTHERS.fullmatch(shown[0]):
        return None
    if not shown[0].startswith("+") and dates.find(shown[0]):
        return None
    return f"+{digits}" if shown[0].startswith("+") else digits
