"""Durations, in the words of the world; the CLDR, through babel, is the oracle."""

import datetime as dt

import pytest
from babel import Locale
from babel.localedata import locale_identifiers
from hypothesis import given
from hypothesis import strategies as st

from stook.recognise.durations import minutes, read

LOCALES = sorted({Locale.parse(name).language for name in locale_identifiers()})


def read_minutes(text, language=None):
    found = read(text, language)
    return None if found is None else found.total_seconds() / 60


@pytest.mark.parametrize("text", [
    "85", "85 minutes", "85min", "1 hr 25 min", "1h25", "1h 25", "1 h 25 m", "1h25m", "1:25 h", "1:25 hours", "01:25:00",
    "PT1H25M", "pt85m", "P0DT1H25M", "P0Y0M0DT1H25M0S", "PT5100S", "1 hour, 25 minutes", "1 hour and 25 minutes", "1 Hour 25 Mins.",
    "1 Std. 25 Min.", "1 Stunde und 25 Minuten", "1 heure 25 minutes", "1 h et 25 min", "1 hora y 25 minutos", "1 ora e 25 minuti",
    "1 uur en 25 minuten", "1 timme och 25 minuter", "1 godz. 25 min", "1 час 25 минут", "1 ч. 25 мин.", "1 год 25 хв",
    "1時間25分", "１時間２５分", "1小时25分钟", "1小時25分鐘", "1시간 25분", "1 ชั่วโมง 25 นาที", "1 घंटा 25 मिनट", "1 ساعة و 25 دقيقة",
    "١ ساعة ٢٥ دقيقة", "1 שעה 25 דקות", "1 giờ 25 phút", "1 saat 25 dakika", "Total time: 1 hr 25 min", "Ready in 85 minutes",
    "約85分", "85分以内", "85'", "85 min per batch", "(85 min)", "~85 min", "1 hr 24 min 60 s",
])
def test_a_duration_however_it_is_written(text):
    language = {"1 год 25 хв": "uk", "1 saat 25 dakika": "tr"}.get(text)  # a year in Russian, a second in Malay
    assert 85 == read_minutes(text, language)


@pytest.mark.parametrize(("text", "expected"), [
    ("1½ hours", 90), ("1 1/2 hrs", 90), ("1-1/2 hours", 90), ("½ hour", 30), ("1/2 hour", 30), ("1,5 Stunden", 90), ("1.5h", 90),
    ("1時間半", 90), ("1 hour and a half", 90), ("2 heures et demie", 150), ("1⅓ hours", 80), ("an hour", 60), ("Half an hour", 30),
    ("anderthalb Stunden", 90), ("полчаса", 30), ("半小时", 30), ("ساعة", 60), ("ساعتان", 120), ("90 seconds", 1.5), ("2 days", 2880),
    ("1 hour hour 20 minutes minutes", 80), ("1 hr hour 5 min", 65), ("1d 2h", 1560), ("1 week", 10080), ("3:20 min", 10 / 3), ("1m30", 1.5), ("30-minute", 30), ("5 Tage", 7200), ("0 min", 0), ("PT0S", 0),
])
def test_parts_of_hours_and_other_units(text, expected):
    assert expected == pytest.approx(read_minutes(text))


@pytest.mark.parametrize("text", [
    "", "soon", "min", "25-30 min", "25–30 min", "25 to 30 minutes", "1-2 hours", "1:25", "12:34", "1:75 h", "1:25 pm", "at 10:30:00",
    "1.2.3 min", "3 hours ago", "vor 3 Stunden", "5 minutes, 2 hours", "10 min 10 min", "10 min + 2", "45 minutes, serves 4", "2 months",
    "1 year", "1 год", "12日", "A4 min", "30 min+", "< 30 min", "-5 min", "30 min/day", "1 hour then 25 minutes", "5 apples", "P", "PT", "P1Y",
    "P1M", "PT1H25", "1h5", "99999999999 days", "1 hour " * 30, "12 May 2024", "1h25 10 min", "1 hour minutes 20", "1 hour hour hour 20 min",
])
def test_what_says_no_duration_or_something_else(text):
    assert None is read(text)


def spoken(locale, count, unit, width):
    """As babel's format_unit says it, in Latin digits."""
    forms = Locale.parse(locale)._data["unit_patterns"].get(f"duration-{unit}", {}).get(width, {})
    pattern = forms.get(Locale.parse(locale).plural_form(count)) or forms.get("other")
    return pattern and pattern.replace("{0}", str(count))


@pytest.mark.parametrize("width", ["long", "short"])
@pytest.mark.parametrize("locale", LOCALES)
def test_hours_and_minutes_of_every_language_are_read(locale, width):
    """Those that name the unit before the number are left alone, for it may be a heading."""
    hour, minute = (spoken(locale, count, unit, width) for count, unit in ((5, "hour"), (25, "minute")))
    if hour and minute and hour.strip("\u200e\u200f")[0].isdigit():
        assert 325 == read_minutes(f"{hour} {minute}", locale), f"{hour} {minute}"


@given(st.integers(0, 10 * 365 * 86400))
def test_minutes_are_read_again_to_the_second(seconds):
    duration = dt.timedelta(seconds=seconds)

    assert duration == read(minutes(duration))


@given(st.text("0123456789hmins :.,½-/時間分PTHMS ") | st.text())
def test_no_text_is_a_negative_or_endless_duration(text):
    found = read(text)
    assert found is None or dt.timedelta(0) <= found <= dt.timedelta(days=3660)
