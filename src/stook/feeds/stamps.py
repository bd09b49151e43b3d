"""Points in time, as the formats write them.

A page tells a day, a day with its time, or a day with its time and zone, and readers show all of them in the
zone of whoever reads.

    day only   written as 10:00 UTC, when it is the same day from Honolulu (-10) to Auckland in summer (+13).
               Midnight would show the day before to all America, noon the day after to all New Zealand.
    no zone    the page's clock time, marked as UTC with the local zone unknown: `-0000` (RFC 5322, 3.3), `Z`
               (RFC 9557, 2.2). The time is worth more than a day that is right for everybody.
    with zone  as it is
"""

from __future__ import annotations

import datetime as dt

from stook.records import Day

_DAY_ONLY = dt.time(10)
# Not strftime: its names follow the locale, and its years below 1000 the platform.
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def rfc822(day: Day) -> str:
    moment = _moment(day)
    offset = _offset(moment)
    return (f"{_WEEKDAYS[moment.weekday()]}, {moment.day:02d} {_MONTHS[moment.month - 1]} {moment.year:04d} "
            f"{moment.time().isoformat('seconds')} {'-0000' if offset is None else _signed(offset)}")


def rfc3339(day: Day) -> str:
    moment = _moment(day)
    offset = _offset(moment)
    return moment.replace(tzinfo=None).isoformat("T", "seconds") + (_signed(offset, ":") if offset else "Z")


def _moment(day: Day) -> dt.datetime:
    return day if isinstance(day, dt.datetime) else dt.datetime.combine(day, _DAY_ONLY)


def _offset(moment: dt.datetime) -> int | None:
    """In minutes, the finest that the formats know; zones of the 19th century have seconds."""
    offset = moment.utcoffset()
    return None if offset is None else int(offset.total_seconds() / 60)


def _signed(minutes: int, separator: str = "") -> str:
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if minutes < 0 else '+'}{hours:02d}{separator}{rest:02d}"
