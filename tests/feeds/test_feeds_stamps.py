"""Dates in feeds: the right text whatever the platform, and the right day wherever it is read."""

import datetime as dt
from email.utils import format_datetime, parsedate_to_datetime

import pytest
from feed_material import days
from feed_rules import RFC822, RFC3339
from hypothesis import given
from hypothesis import strategies as st

from stook.feeds.stamps import rfc822, rfc3339

JAPAN = dt.timezone(dt.timedelta(hours=9))


@pytest.mark.parametrize(("day", "for_rss", "for_atom"), [
    (dt.date(2026, 11, 18), "Wed, 18 Nov 2026 10:00:00 -0000", "2026-11-18T10:00:00Z"),
    (dt.datetime(2026, 2, 3, 4, 5, 6, 789), "Tue, 03 Feb 2026 04:05:06 -0000", "2026-02-03T04:05:06Z"),
    (dt.datetime(2026, 2, 3, 4, 5, tzinfo=dt.UTC), "Tue, 03 Feb 2026 04:05:00 +0000", "2026-02-03T04:05:00Z"),
    (dt.datetime(2026, 2, 3, 4, 5, tzinfo=JAPAN),
     "Tue, 03 Feb 2026 04:05:00 +0900", "2026-02-03T04:05:00+09:00"),
    (dt.datetime(2026, 2, 3, tzinfo=dt.timezone(dt.timedelta(hours=-3, minutes=-30))),
     "Tue, 03 Feb 2026 00:00:00 -0330", "2026-02-03T00:00:00-03:30"),
    (dt.datetime(1890, 1, 1, tzinfo=dt.timezone(dt.timedelta(minutes=19, seconds=32))),
     "Wed, 01 Jan 1890 00:00:00 +0019", "1890-01-01T00:00:00+00:19"),
    (dt.date(1, 1, 1), "Mon, 01 Jan 0001 10:00:00 -0000", "0001-01-01T10:00:00Z"),
    (dt.datetime(9999, 12, 31, 23, 59, tzinfo=dt.timezone(dt.timedelta(hours=-12))),
     "Fri, 31 Dec 9999 23:59:00 -1200", "9999-12-31T23:59:00-12:00"),
])
def test_every_kind_of_date_is_written(day, for_rss, for_atom):
    assert rfc822(day) == for_rss
    assert rfc3339(day) == for_atom


@given(days)
def test_every_date_of_the_calendar_is_written_by_the_rules(day):
    assert RFC822.fullmatch(rfc822(day))
    assert RFC3339.fullmatch(rfc3339(day))


@given(st.datetimes(dt.datetime(1000, 1, 1), timezones=st.none() | st.sampled_from([dt.UTC, JAPAN])))
def test_rfc822_is_what_the_standard_library_writes(moment):
    assert rfc822(moment) == format_datetime(moment)


@pytest.mark.parametrize("hours", [*range(-10, 14)])
def test_a_day_is_that_day_from_honolulu_to_auckland(hours):
    reader = dt.timezone(dt.timedelta(hours=hours))
    day = dt.date(2026, 11, 18)

    assert dt.datetime.fromisoformat(rfc3339(day)).astimezone(reader).date() == day
    assert parsedate_to_datetime(rfc822(day)).replace(tzinfo=dt.UTC).astimezone(reader).date() == day
