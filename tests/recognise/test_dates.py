"""Dates: what is found in a text, what is left alone, and what the dates of one column settle to."""

import datetime as dt
import random
import subprocess
import sys
import time

import pytest
from babel import Locale
from babel.dates import format_date
from babel.localedata import locale_identifiers
from hypothesis import given, settings
from hypothesis import strategies as st

from stook.recognise.dates import Ago, Dates, find, order_of, read, settle

MAY_DAY = dt.date(2024, 5, 1)
AT = dt.datetime(2024, 6, 15, 12, 0, tzinfo=dt.UTC)


def days(texts, language=None, at=None, order=None):
    """The column of texts, settled; of each text the first date."""
    mentions = [found[0] if (found := find(text, language)) else None for text in texts]
    return settle(mentions, at=at, language=language, order=order)


@pytest.mark.parametrize("text", [
    "2024-05-01", "2024/5/1", "2024.05.01", "2024. 5. 1.", "20240501", "01-May-2024", "1 May 2024",
    "1st of May 2024",
    "May 1, 2024", "May 1st 2024", "MAY 1, 2024", "Wednesday, 1 May 2024", "1. Mai 2024", "1 mai 2024",
    "1er mai 2024",
    "1º de maio de 2024", "1 de mayo de 2024", "2 d’abril de 2024", "1 мая 2024 г.", "1 травня 2024 р.",
    "2024 m. gegužės 1 d.", "2024. május 1.", "1. května 2024", "1 maja 2024", "1 Μαΐου 2024",
    "1 Mayıs 2024 Çarşamba",
    "1 मई 2024", "१ मई २०२४", "১ মে, ২০২৪", "১লা মে, ২০২৪", "1 مايو 2024", "١ مايو ٢٠٢٤", "۱ مهٔ ۲۰۲۴",
    "1 พฤษภาคม 2567",
    "1 พ.ค. 2567", "๑ พฤษภาคม ๒๕๖๗", "1 Mei 2024", "1 tháng 5, 2024", "ngày 1 tháng 5 năm 2024",
    "1 במאי 2024",
    "令和6年5月1日", "2024年5月1日(水)", "２０２４年５月１日", "五月 01, 2024", "二〇二四年五月一日",
    "5月 1, 2024",
    "2024년 5월 1일", "24年5月1日", "01 May\n2024", "2024 05.01", "1 2024/05", "May 1 '24", "1 May 24",
    "2024\n05.01",
])
def test_a_day_is_found_however_it_is_written(text):
    expected = dt.date(2024, 4, 2) if "abril" in text else MAY_DAY
    assert days([text]) == [expected]


def test_the_first_year_of_an_era_has_a_name():
    assert days(["平成元年5月1日", "R5.5.1", "民國113年5月1日"], "ja") == [
        dt.date(1989, 5, 1), dt.date(2023, 5, 1), dt.date(2024, 5, 1)]


@pytest.mark.parametrize(("text", "language"), [
    ("2024年(令和6年)5月1日", "ja"), ("令和6年（2024年）5月1日", "ja"), ("113年5月1日", "zh-TW"),
    ("113/05/01", "zh-tw"),
    ("1 أيار/مايو 2024", "ar"), ("1 พ.ค. 67", "th"), ("01/05/67", "th"), ("01 Tháng Năm 2024", "vi"),
    ("Tháng 5 1, 2024", "vi"),
    ("20240501T103000Z", None), ("May 1, 2024Read more", "en"), ("2024.05.01NEW", "ja"),
    ("1–3 May 2024", "en"), ("May 1 – 3, 2024", "en"), ("May 1 to June 3, 2024", "en"), ("01.05.-03.06.2024", "de"),
    ("vom 1. bis 3. Mai 2024", "de"), ("du 1er au 3 mai 2024", "fr"), ("del 1 al 3 de mayo de 2024", "es"),
    ("5 - 1 May 2024", "en"), ("1 May 24 at 5:58 pm", "en"),
])
def test_a_day_is_found_in_the_ways_of_its_country_and_a_range_goes_by_its_first(text, language):
    [day] = days([text], language)
    assert (day.year, day.month, day.day) == (2024, 5, 1)


def test_a_day_without_a_year_does_not_take_the_next_dates_day_for_it():
    assert days(["on 11th November 01-Nov-2014"], "en", at=AT) == [dt.date(2023, 11, 11)]


def test_a_range_over_the_turn_of_the_year_begins_in_the_year_before():
    assert days(["30 Dec 2023 – 2 Jan 2024", "30 Dec – 2 Jan 2024"], "en") == [dt.date(2023, 12, 30)] * 2


@pytest.mark.parametrize(("text", "language"), [
    ("1 mai 2200", "fr"), ("112年5月1日", "zh"),
    ("You may 5 times", "en"), ("They march 10 km", "en"), ("£10 Sept", "en"), ("iPhone 12 Pro", None),
    ("sun 5", None), ("iOS 17.4.1", "de"), ("Ubuntu 24.04.1 LTS", "en"), ("§ 12.5.1", "de"), ("06.12.05.24.12", "de"),
    ("order 20240501", "en"), ("20240501 items", "en"), ("一月三舟", "zh"), ("May '23", "en"), ("1.5.", "de"),
    ("Now", "en"), ("Jetzt", "de"), ("Today: no trains", "en"), ("about 1/8th inch", "en"),
])
def test_what_only_looks_like_a_day_gives_none(text, language):
    assert [day for day in days([text], language, at=AT) if day] == []


@pytest.mark.parametrize(("text", "language", "expected"), [
    ("31 December 1899", "en", (1899, 12, 31)), ("12 Mar 1899", None, (1899, 3, 12)), ("July 4, 1776", "en", (1776, 7, 4)),
    ("Thursday, 4 July 1776", "en", (1776, 7, 4)), ("1776-07-04", None, (1776, 7, 4)), ("1776/07/04", None, (1776, 7, 4)),
    ("1899-12-31T10:00:00Z", None, (1899, 12, 31)), ("le 14 juillet 1789", "fr", (1789, 7, 14)),
    ("14.07.1789", "de", (1789, 7, 14)), ("* 5. 3. 1850 in Kassel", "de", (1850, 3, 5)), ("5 martie 1821", "ro", (1821, 3, 5)),
    ("12 de octubre de 1492", "es", (1492, 10, 12)), ("23 февраля 1861 г.", "ru", (1861, 2, 23)),
    ("明治32年3月12日", "ja", (1899, 3, 12)), ("1868年10月23日", "ja", (1868, 10, 23)), ("1895년 10월 8일", "ko", (1895, 10, 8)),
    ("1848. március 15.", "hu", (1848, 3, 15)), ("1–3 May 1850", "en", (1850, 5, 1)), ("12/25/1843", "en-US", (1843, 12, 25)),
    ("12 Mar 1899 in Boston", "en", (1899, 3, 12)), ("born 12 Mar 1899; died 3 Apr 1960", "en", (1899, 3, 12)),
])
def test_days_of_earlier_centuries_are_read_where_a_text_says_plainly_that_it_is_one(text, language, expected):
    """Books, museums and family trees are full of them."""
    [day] = days([text], language)
    assert expected == (day.year, day.month, day.day)


@pytest.mark.parametrize(("text", "language"), [
    ("1455", None), ("1899-1901", None), ("1600 x 1200", None), ("1234-05-06-07", None), ("10-12-1500", None),
    ("10.0.1049", "de"), ("1.2.1500", "en"), ("v10.12.1500", None), ("12/11/1234-5", None), ("March 1848", "en"),
    ("12 Mar 1500 Views", "en"), ("5. Mai 1430 Uhr", "de"), ("Sat, 12 May 1430", "en"), ("May 5 1400 GMT", "en"),
    ("3 May 1200 PM", "en"), ("12 May 1500 €", "en"), ("12 Mar 1500,-", "sv"), ("5 set 1500", "en"), ("room 1500 May 5", "en"),
])
def test_four_digits_that_may_be_a_price_a_size_or_a_time_are_no_year_of_an_earlier_century(text, language):
    assert [] == [mention for mention in find(text, language) if mention.year]


@pytest.mark.parametrize(("text", "language"), [
    ("1 May 1850 people", "en"), ("12 Mar, 1500 views", "en"), ("12 Mar 1500 kr", "sv"), ("12 May $1500", "en"),
])
def test_what_is_counted_behind_a_day_is_no_year(text, language):
    [mention] = find(text, language)
    assert (None, True) == (mention.year, mention.month is not None)


@pytest.mark.parametrize(("text", "language"), [
    ("05-01", "zh"), ("05/01", "ja"), ("01.05.", "de"), ("1. 5.", "cs"), ("1 may", "es"), ("12 May, 24 comments", "en"),
    ("12 comments May 1", "en"), ("May 1–3", "en"),
])
def test_a_day_without_a_year_is_of_the_year_of_the_page(text, language):
    [mention] = find(text, language)[:1]
    assert (mention.year, mention.month) == (None, 5)
    [day] = settle([mention], at=AT, language=language)
    assert (day.year, day.month, day.day) == (2024, 5, 12 if "12 May" in text else 1)


@pytest.mark.parametrize("text", [
    "1.2.3", "v0.13.0", "Version 2024.1.2", "$12.99", "+49 30 123456", "01.05.24.33.12", "192.168.1.1",
    "978-3-16-148410-0",
    "1-1", "12′", "16:9", "5/10", "10-12", "1.5 MB", "Web 2.0", "10:30", "2024", "may be", "mar", "sept",
    "in dec",
    "31.02.2024", "30 February 2024", "00/00/2024", "IMG_20240501_1", "20249999", "5 comments", "2023-24",
    "set 5",
    "5 out of 10", "no. 5 2024", "3 days left", "yesterday's news", "What we know today about it",
    "a 5 star hotel",
    "2024-05-01-02", "#2024-05-01", "", " ", "\u200f", "١٢", "第十二章", "12" * 3000,
])
def test_what_is_no_date_is_left_alone(text):
    assert find(text) == []


@pytest.mark.parametrize(("text", "language"), [
    ("12 set", "en"), ("12 out", "es"), ("no", "es"), ("ara", "en"), ("5 mars", "en")])
def test_a_short_month_of_another_language_is_no_date(text, language):
    assert find(text, language) == []


@pytest.mark.parametrize(("text", "expected"), [
    ("2024-05-01 10:30:15", dt.time(10, 30, 15)),
    ("May 1, 2024 at 5:30 pm", dt.time(17, 30)),
    ("May 1, 2024 12:05 a.m.", dt.time(0, 5)),
    ("10:30 on May 1, 2024", dt.time(10, 30)),
    ("Mittwoch, 1. Mai 2024, 10:30 Uhr", dt.time(10, 30)),
    ("1er mai 2024 à 10h30", dt.time(10, 30)),
    ("2024年5月1日(水) 10時30分", dt.time(10, 30)),
    ("2024年5月1日 下午5:30", dt.time(17, 30)),
    ("오후 5:30 2024.05.01", dt.time(17, 30)),
    ("2024-05-01T10:00Z", dt.time(10, tzinfo=dt.UTC)),
    ("2024-05-01T10:00:00.250+09:00", dt.time(10, 0, 0, 250000, dt.timezone(dt.timedelta(hours=9)))),
    ("2024-05-01 10:00 -0430", dt.time(10, tzinfo=dt.timezone(-dt.timedelta(hours=4, minutes=30)))),
    ("May 1, 2024 10:00 PDT", dt.time(10, tzinfo=dt.timezone(-dt.timedelta(hours=7)))),
    ("Wed May 01 2024 10:00:00 GMT+0900 (JST)", dt.time(10, tzinfo=dt.timezone(dt.timedelta(hours=9)))),
    ("Wed May  1 10:00:00 UTC 2024", dt.time(10, tzinfo=dt.UTC)),
    ("2024-05-01 10:00 CST", dt.time(10)),
    ("2024-05-01 10:30 - 12:00", dt.time(10, 30)),
    ("1. mai 2024 kl. 10.30", dt.time(10, 30)),
    ("1 maggio 2024 alle 10.30", dt.time(10, 30)),
    ("20240501T103000Z", dt.time(10, 30, tzinfo=dt.UTC)),
    ("2024-05-01 99:30", None),
])
def test_a_time_beside_the_date_belongs_to_it_with_its_zone(text, expected):
    [mention] = find(text)
    assert ((mention.year, mention.month, mention.day), mention.time) == ((2024, 5, 1), expected)


@pytest.mark.parametrize(("text", "count", "unit"), [
    ("3 hours ago", 3, "hour"), ("Posted 3 hours ago", 3, "hour"), ("an hour ago", 1, "hour"),
    ("2 days ago", 2, "day"),
    ("2 days, 3 hours ago", 51, "hour"), ("1 hour and 5 minutes ago", 65, "minute"), ("yesterday", 1, "day"),
    ("vor 3 Stunden", 3, "hour"), ("vor einer Stunde", 1, "hour"), ("il y a 2 jours", 2, "day"),
    ("hace 3 días", 3, "day"),
    ("3 ore fa", 3, "hour"), ("há 2 dias", 2, "day"), ("3 часа назад", 3, "hour"), ("час назад", 1, "hour"),
    ("3 saat önce", 3, "hour"), ("3 天前", 3, "day"), ("昨天", 1, "day"), ("前天", 2, "day"),
    ("3時間前", 3, "hour"),
    ("昨日", 1, "day"), ("3시간 전", 3, "hour"), ("6 ঘন্টা আগে", 6, "hour"), ("hôm qua", 1, "day"),
    ("قبل 3 ساعات", 3, "hour"), ("منذ 3 ساعات", 3, "hour"), ("منذ يومين", 2, "day"), ("un'ora fa", 1, "hour"),
    ("3 horas atrás", 3, "hour"), ("3 ชั่วโมงที่แล้ว", 3, "hour"),
    ("just now", 0, "second"), ("Admin | yesterday", 1, "day"),
])
def test_a_relative_date_says_how_long_ago(text, count, unit):
    [mention] = find(text)
    assert (mention.ago, mention.complete) == (Ago(count, unit), True)


def test_relative_dates_count_from_the_moment_the_page_was_fetched():
    texts = ["3 hours ago", "yesterday", "2 days ago", "yesterday at 5:30", "2 weeks ago", "2 months ago"]
    assert days(texts, "en", at=AT) == [
        dt.datetime(2024, 6, 15, 9, tzinfo=dt.UTC), dt.date(2024, 6, 14), dt.date(2024, 6, 13),
        dt.datetime(2024, 6, 14, 5, 30), dt.date(2024, 6, 1), None]
    assert days(texts, "en") == [None] * 6


def test_numbers_written_as_words_are_left_to_dateparser():
    worded = (("two days ago", "en"), ("vor zwei Tagen", "de"))
    assert [find(text, language)[0].ago for text, language in worded] == [Ago(2, "day"), Ago(2, "day")]
    assert days(["May the 1st, in 2024"], "en") == [MAY_DAY]


def test_what_a_text_leaves_out_stays_open():
    [month] = find("May 2024")
    [day] = find("May 1")
    assert (month.year, month.month, month.day, month.complete) == (2024, 5, None, False)
    assert (day.year, day.month, day.day, day.complete) == (None, 5, 1, False)
    assert settle([month, day, None]) == [None, None, None]


def test_the_span_holds_the_date_and_nothing_else():
    text = "Ein langer Titel (1. Mai 2024, 10:30 Uhr) | 5 Kommentare, vor 3 Stunden"
    spans = [text[mention.start:mention.end] for mention in find(text, "de")]
    assert spans == ["1. Mai 2024, 10:30 Uhr", "vor 3 Stunden"]


def test_a_long_text_is_read_around_its_numbers():
    text = "palabra " * 1000 + "el 1 de mayo de 2024 " + "palabra " * 1000 + "y 2024-05-02."
    spans = [text[mention.start:mention.end] for mention in find(text, "es")]
    assert spans == ["1 de mayo de 2024", "2024-05-02"]


@pytest.mark.parametrize(("texts", "language", "expected"), [
    (["01/02/2024", "25/01/2024"], "en-US", "dmy"),                      # a day over 12 settles it
    (["01/12/2024", "01/11/2024", "12/30/2023"], "de", "mdy"),
    (["03/02/2024", "02/02/2024", "11/01/2024", "10/01/2024"], "en-US", "dmy"),  # sorted only so
    (["05/06/2024"], "en-US", "mdy"), (["05/06/2024"], "en-GB", "dmy"), (["05/06/2024"], None, "dmy"),
    (["05/06/2024"], "ja", "mdy"), (["24/05/06"], "ja", "ymd"), (["24/05/06"], "fr", "dmy"),
    (["Wed 5/1/2024", "4/3/2024"], "fr", "mdy"),                         # the weekday settles it
    (["2024-05-01", None], "en", None),
])
def test_the_order_of_day_and_month_is_the_columns(texts, language, expected):
    assert order_of([find(text, language)[0] if text else None for text in texts], language) == expected


def test_a_learnt_order_decides():
    assert days(["05/06/2024"], "en-GB", order="mdy") == [dt.date(2024, 5, 6)]


def test_two_digit_years_are_of_our_time():
    assert days(["13/05/24", "13/05/99"]) == [dt.date(2024, 5, 13), dt.date(1999, 5, 13)]
    assert find("13/05/60") == []


def test_years_that_are_not_shown_follow_the_lists_order():
    assert days(["Feb 3", "Jan 10", "Dec 28", "Dec 1"], "en", at=dt.datetime(2024, 2, 5)) == [
        dt.date(2024, 2, 3), dt.date(2024, 1, 10), dt.date(2023, 12, 28), dt.date(2023, 12, 1)]
    assert days(["Dec 28", "Jan 10", "Jan 20"], "en", at=dt.datetime(2024, 2, 5)) == [
        dt.date(2023, 12, 28), dt.date(2024, 1, 10), dt.date(2024, 1, 20)]


def test_a_neighbour_with_a_year_anchors_those_without():
    assert days(["1月10日", "2019年1月5日", "12月28日", "11月3日"], "ja") == [
        dt.date(2019, 1, 10), dt.date(2019, 1, 5), dt.date(2018, 12, 28), dt.date(2018, 11, 3)]


def test_a_pinned_entry_out_of_order_does_not_turn_the_year():
    assert days(["Mar 12", "Mar 20", "Mar 10", "Mar 2"], "en", at=dt.datetime(2024, 3, 25)) == [
        dt.date(2024, 3, day) for day in (12, 20, 10, 2)]


def test_events_to_come_lie_ahead():
    assert days(["May 5", "May 12", "Jun 1"], "en", at=dt.datetime(2024, 5, 1)) == [
        dt.date(2024, 5, 5), dt.date(2024, 5, 12), dt.date(2024, 6, 1)]


def test_homonyms_go_by_language_then_by_most_languages():
    shown = (("1 listopad 2024", "pl"), ("1 listopad 2024", "hr"), ("1. srpna 2024", "cs"), ("1 mar 2024",
    None))
    assert [find(text, language)[0].month for text, language in shown] == [11, 10, 8, 3]


@pytest.mark.parametrize(("value", "expected"), [
    ("2024-05-01T10:00:00+09:00", dt.datetime(2024, 5, 1, 10, tzinfo=dt.timezone(dt.timedelta(hours=9)))),
    ("2024-05-01 10:00", dt.datetime(2024, 5, 1, 10)), ("2024-05-01", MAY_DAY),
    ("Wed, 01 May 2024 10:00:00 GMT", dt.datetime(2024, 5, 1, 10, tzinfo=dt.UTC)),
    ("1714557600", dt.datetime(2024, 5, 1, 10, tzinfo=dt.UTC)),
    ("1714557600000", dt.datetime(2024, 5, 1, 10, tzinfo=dt.UTC)),
    ("2024-05", None), ("PT3H", None), ("10:00", None), ("12345", None), ("", None),
])
def test_machine_readable_attributes_are_read(value, expected):
    assert settle([read(value)]) == [expected]


def test_users_extend_the_patterns_with_a_file_of_the_same_form(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('[words]\nstardate = ["stardate"]\n[[pattern]]\nname = "stardate"\n'
                   'form = "{stardate}_{year}.{month}/{day}"\n[meaning.monthname]\n"floréal" = 5\n',
                   encoding="utf-8")
    extended = Dates(extra=own)
    [mention] = extended.find("stardate 2024.5/1")
    assert (mention.pattern, mention.year, mention.month, mention.day) == ("stardate", 2024, 5, 1)
    assert settle(extended.find("1 floréal 2024")) == [MAY_DAY]
    assert find("1 floréal 2024") == []


FALL_SHORT = {
    "blo": "an abbreviated month is a letter and a number",
    "en_Shaw": "a name in the Shavian script begins with a sign",
    "la": "a short date has blanks between its numbers",
    "prg": "an abbreviated month is a number with a word behind it",
    "bo": "Tibetan glues the month to the words beside it", "dz": "as Tibetan",
    "kgp": "a month is a number with a word behind it", "nmg": "as kgp", "ksf": "as kgp", "rof": "as kgp",
    "yav": "as kgp", "tok": "months are counted with a sign before the number",
}
MANY_REGIONS = ("ar", "en", "es", "fr", "pt", "zh")


def _locales():
    """One of each language and script, and every region of the languages that differ between regions."""
    return [name for name in locale_identifiers() if name.split("_")[0] in MANY_REGIONS
            or not any(len(part) == 2 or part.isdigit() for part in name.split("_")[1:])]


def _is_read_back(day, form, name):
    language = name.replace("_", "-")
    found = find(format_date(day, form, locale=name), language)
    return len(found) == 1 and found[0].complete and settle(found, language=language) == [day]


def _has_named_months(name):
    """Where CLDR has no names for a language babel writes M05, which no page does."""
    months = Locale.parse(name).months["format"]
    return not any(months[width][8].startswith("M0") for width in ("wide", "abbreviated"))


@pytest.mark.parametrize("form", ["short", "medium", "long", "full"])
def test_babels_dates_are_read_back_in_every_locale_but_a_few(form):
    chance = random.Random(form)
    few = [dt.date(2024, month, chance.randint(1, 28)) for month in (2, 5, 9, 12)]
    failed = {name for name in _locales() if form == "short" or _has_named_months(name)
              if not all(_is_read_back(day, form, name) for day in few)}
    known = tuple(f"{name}_" for name in FALL_SHORT)
    assert {name for name in failed if not f"{name}_".startswith(known)} == set()


@settings(max_examples=150, deadline=None)
@given(st.dates(dt.date(2000, 1, 1), dt.date(2049, 12, 31)),
       st.sampled_from(["ar", "bn", "cs", "de", "el", "en_GB", "en_US", "es", "fa", "fr", "hi", "hu", "id",
       "it", "ja", "ko",
                        "lt", "nl", "pl", "pt", "ru", "th", "tr", "uk", "vi", "zh"]),
       st.sampled_from(["short", "medium", "long", "full"]))
def test_any_day_is_read_back_in_the_great_languages(day, name, form):
    assert _is_read_back(day, form, name)


@settings(max_examples=500, deadline=None)
@given(st.one_of(
    st.text(alphabet="0123456789-/.:, 年月日MayT+Z\n一二", max_size=60),
    st.lists(st.sampled_from(["1", "12", "24", "2024", "May", "may", "五月", "月", "年", "日", "มี.ค.", "67", "1 tháng", "de",
                              "to", "–", "-", "/", ".", ",", " ", "(", ")", "令和", "h", "10:30", "T", "Z", "'", "مايو",
                              "112", "20240501", "103000", "Mon", "pm", "kl", "3 hours ago", "yesterday", "du", "1er"]),
             max_size=14).map("".join)), st.sampled_from([None, "en", "ja", "de", "th", "vi", "zh-TW", "fr"]))
def test_any_text_is_read_without_harm(text, language):
    found = find(text, language)
    for mention in found:
        assert 0 <= mention.start < mention.end <= len(text)
    assert len(settle(found, at=AT, language=language)) == len(found)


def test_a_text_dense_with_numbers_is_read_to_its_end_and_no_date_twice():
    text = "1 May 2024, 2024-05-02; 3.5.2024 7 8 9 " * 500
    assert len(find(text, "en")) == 1500


def test_ten_thousand_dates_without_a_year_settle_quickly():
    column = [find(f"May {number % 28 + 1}", "en")[0] for number in range(28)] * 360
    started = time.perf_counter()
    assert len(settle(column, at=AT, language="en")) == 28 * 360
    assert time.perf_counter() - started < 3


@pytest.mark.parametrize("text", ["1 . , - ", "1-", "May ", "1 ", "Mon ", "一", "2024 ", "1 de ", "12",
    "a.m. 5 ", "五月", "1 to ", "5 may ", "3 hours ago "])
def test_no_text_takes_long_whatever_it_repeats(text):
    started = time.perf_counter()
    find(text * 5000, "en")
    assert time.perf_counter() - started < 5


def test_importing_reads_no_data_and_no_dateparser():
    code = ("import sys; from stook.recognise import dates; "
            "print(dates._shipped.cache_info().currsize, 'dateparser' in sys.modules)")
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["0", "False"]


def test_every_number_is_among_the_first_tokens_known() -> None:
    """The patterns are compiled over what a number can be; none plays a role of its own."""
    known = Dates()
    before = len(known._alphabet._letters)
    for size in (1, 2, 3, 4):
        for value in range(10**size):
            known._letter(f"{value:0{size}}")
    assert before == len(known._alphabet._letters)


@pytest.mark.parametrize(("text", "shown"), [
    ("$12.05", 0), ("$1,205.20 / €12.05.", 0), ("€ 9.90, until 12 May 2024", 1), ("12 May 2024: $5", 1), ("$5 12.05.2024", 1)])
def test_prices_are_no_dates_and_hide_none(text: str, shown: int) -> None:
    assert shown == len(find(text, "en"))
