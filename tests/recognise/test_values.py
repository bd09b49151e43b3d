"""Typed values: what texts say as each kind, how it is written, and which texts say the same."""

import datetime as dt
import time
import timeit
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stook.recognise.money import Money
from stook.recognise.values import KINDS, Shape, canonical, kinds, kinds_of, meaning, read, readings, says, shape
from stook.records import TYPES

BASE = "https://example.org/a/b.html"
AT = dt.datetime(2024, 5, 20, 12, 0)

HOSTILE = ["1" * 200_000, "1," * 100_000, "1.2" * 70_000, " " * 200_000 + "1", "1 " * 100_000, "a@" * 100_000,
           "a." * 100_000 + "@b", "(" * 200_000, "½" * 200_000, "1h" * 100_000, "1:" * 100_000, "-" * 200_000,
           "€" * 200_000, "hour " * 40_000, "P" + "1" * 100_000 + "D", "http://" + "a/" * 100_000, "١" * 200_000,
           "\u200b" * 200_000, "日" * 200_000, "1" * 119, "1," * 59, "1 2/3" * 24, "a" * 118 + "@", "1h " * 40, "9" * 24 + "h"]


def test_a_schema_names_the_kinds_there_are():
    assert TYPES == kinds() == tuple(KINDS)


@pytest.mark.parametrize(("kind", "text", "expected"), [
    ("text", "  Dune \n Messiah ", "Dune Messiah"), ("text", " ", None),
    ("link", "/x?y=1", "https://example.org/x?y=1"), ("link", "c.html", "https://example.org/a/c.html"),
    ("link", "https://Example.com", "https://example.com/"), ("link", "see this page", None),
    ("link", "mailto:a@b.org", None), ("link", "javascript:void(0)", None), ("link", "", None),
    ("image", "/my photo.jpg", "https://example.org/my%20photo.jpg"),
    ("date", "12 May 2024", dt.date(2024, 5, 12)), ("date", "Published on 2024-05-12", dt.date(2024, 5, 12)),
    ("date", "2024-05-12T10:30:00Z", dt.datetime(2024, 5, 12, 10, 30, tzinfo=dt.UTC)),
    ("date", "12 May 2024, updated 3 June 2024", None), ("date", "12 May 2024 (2024-05-12)", dt.date(2024, 5, 12)),
    ("date", "soon", None), ("date", "yesterday", None),
    ("number", "320 pages", Decimal(320)), ("number", "page 3 of 10", None), ("number", "", None),
    ("integer", "1,234 reviews", 1234), ("integer", "1.5", None), ("integer", "5.0", 5), ("integer", "½", None),
    ("money", "9.99 €", Money(Decimal("9.99"), "EUR")), ("duration", "1 hr 25 min", dt.timedelta(minutes=85)),
    ("email", "Mail: <Ann.Lee@Example.org>.", "Ann.Lee@example.org"), ("email", "ann@example", None),
    ("email", "ann@example.org, bob@example.org", None), ("email", "mailto:ann@example.org", "ann@example.org"),
    ("email", "a@@b.org", None), ("email", "ann at example.org", None),
    ("phone", "Tel. +49 (0)30 / 123 45-67", "+49301234567"), ("phone", "(555) 123-4567", "5551234567"),
    ("phone", "2024-05-12", None), ("phone", "978-3-16-148410-0", None), ("phone", "192.168.10.101", None),
    ("phone", "12345", None), ("phone", "+1 555 123 4567 or +1 555 123 4568", None), ("phone", "ISBN 1234567890 x9", None),
])
def test_a_text_says_a_value_or_none(kind, text, expected):
    assert expected == read(kind, text, base=BASE)


def test_relative_dates_need_the_moment():
    assert dt.date(2024, 5, 19) == read("date", "yesterday", at=AT)
    assert dt.date(2024, 5, 12) == read("date", "12 May", at=AT)


def test_swapped_days_and_months_are_settled_or_left_open():
    """By the language, or because one of the two days is still to come."""
    assert None is read("date", "05/06/2024")
    assert dt.date(2024, 6, 5) == read("date", "05/06/2024", language="de")
    assert dt.date(2024, 5, 6) == read("date", "05/06/2024", language="en-US")
    assert dt.date(2024, 5, 6) == read("date", "05/06/2024", at=AT)
    assert dt.date(2024, 6, 13) == read("date", "13/06/2024")
    assert {dt.date(2024, 6, 5), dt.date(2024, 5, 6)} == set(readings("date", "05/06/2024"))


@pytest.mark.parametrize(("kind", "value", "text"), [
    ("duration", "85", "1 hr 25 min"), ("duration", "PT1H25M", "85 minutes"), ("duration", "85 minutes", "Total: 1h25"),
    ("duration", "90", "1½ Stunden"), ("money", "1234.5", "1.234,50 €"), ("money", "1234.50 EUR", "€ 1 234,50"),
    ("money", "9.99 USD", "$9.99"), ("number", "1234.5", "1.234,5"), ("number", "1234", "1.234"), ("number", "1.234", "1,234"),
    ("number", "0.5", "½"), ("integer", "1234", "1,234 reviews"), ("date", "2024-05-12", "12 May 2024"),
    ("date", "2024-05-12", "12.05.2024, 10:30"), ("date", "2024-05-06", "05/06/2024"), ("date", "2024-06-05", "05/06/2024"),
    ("link", "/x", "https://example.org/x"), ("email", "ann@EXAMPLE.org", "Write to ann@example.org"),
    ("phone", "+49 30 1234567", "+49 (0)30/1234567"), ("text", "Ｄｕｎｅ", " Dune\n"),
])
def test_a_page_says_what_somebody_means(kind, value, text):
    assert says(kind, value, text, base=BASE)


@pytest.mark.parametrize(("kind", "value", "text"), [
    ("duration", "85", "1 hr 20 min"), ("duration", "30", "25-30 min"), ("duration", "soon", "soon"),
    ("money", "9.99 EUR", "$9.99"), ("money", "9.99", "9.90 €"), ("number", "12", "12.5"), ("number", "3", "3 of 10"),
    ("date", "2024-05-12", "12 May 2023"), ("date", "2024-05-12T10:30", "12 May 2024"), ("text", "Dune", "Dune Messiah"),
    ("link", "/x", "/y"), ("email", "ann@example.org", "bob@example.org"), ("integer", "1", "1.5"),
])
def test_a_page_does_not_say_something_else(kind, value, text):
    assert not says(kind, value, text, base=BASE)


@pytest.mark.parametrize(("kind", "text", "expected"), [
    ("date", "12 May 2024, 10:30", "2024-05-12T10:30:00"), ("date", "12. Mai 2024", "2024-05-12"),
    ("duration", "1 hr 25 min", "85"), ("duration", "90 seconds", "1.5"), ("number", "1 234,50", "1234.5"),
    ("number", "1.2 million", "1200000"), ("integer", "1,234", "1234"), ("money", "9,9 €", "9.90 EUR"),
    ("money", "5,- €", "5 EUR"), ("money", "1200円", "1200 JPY"), ("money", "9.99", "9.99"), ("text", " a  b ", "a b"),
])
def test_a_value_is_written_in_one_way(kind, text, expected):
    assert expected == canonical(kind, read(kind, text))


AMOUNTS = st.decimals(min_value=-10**12, max_value=10**12, places=4)
TYPED = {
    "text": st.text(st.characters(exclude_categories=["Cs"])).map(lambda text: " ".join(text.split())).filter(bool),
    "link": st.from_regex(r"https://[a-z]{1,9}\.org/[a-z0-9/._-]{0,20}", fullmatch=True).map(lambda url: read("link", url)),
    "date": st.dates(dt.date(1900, 1, 1), dt.date(2100, 12, 31)) | st.datetimes(
        dt.datetime(1900, 1, 1), dt.datetime(2100, 12, 31), timezones=st.none() | st.just(dt.UTC)
        ).map(lambda moment: moment.replace(microsecond=0)),
    "number": AMOUNTS,
    "integer": st.integers(-10**20, 10**20),
    "money": st.builds(Money, AMOUNTS, st.sampled_from([None, "EUR", "USD", "JPY", "$", "kr"])),
    "duration": st.integers(0, 10 * 365 * 86400).map(lambda seconds: dt.timedelta(seconds=seconds)),
    "email": st.emails(domains=st.just("example.org")),
    "phone": st.from_regex(r"\+[1-9][0-9]{7,13}", fullmatch=True),
}
TYPED["image"] = TYPED["link"]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_read_again(kind):
    @given(TYPED[kind])
    def written_and_read(value):
        assert value == read(kind, canonical(kind, value), language="en")
        assert says(kind, canonical(kind, value), canonical(kind, value))

    written_and_read()


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None)  # the first date takes long
@given(text=st.text() | st.text("0123456789.,:-/+ hm€$½時分٣@()P"), language=st.sampled_from([None, "en", "de-CH", "ja", "xx"]))
def test_whatever_a_text_says_is_said_again(kind, text, language):
    """Every text is read without an error, and what it says is a value that can be written and is said by the text."""
    value = read(kind, text, language=language, base=BASE, at=AT)
    if value is not None:
        assert value == read(kind, canonical(kind, value), language="en", base=BASE, at=AT)
        assert says(kind, canonical(kind, value), text, language=language, base=BASE, at=AT)


@pytest.mark.parametrize("kind", KINDS)
def test_hostile_texts_cost_no_time(kind):
    start = time.perf_counter()
    for text in HOSTILE:
        read(kind, text, language="en", base=BASE, at=AT)
        shape(text)

    assert time.perf_counter() - start < 2


@pytest.mark.parametrize(("text", "expected"), [
    ("12 May 2024", frozenset({"date"})), ("yesterday", frozenset({"date"})), ("an hour", frozenset({"duration"})),
    ("9.99 €", frozenset({"number", "money"})), ("12", frozenset({"number", "integer", "money", "duration"})),
    ("Dune", frozenset()), ("ann@example.org", frozenset({"email"})), ("https://example.org/a", frozenset({"link"})),
    ("+49 30 123456", frozenset({"phone"})), ("", frozenset()),
])
def test_texts_tell_their_kinds(text, expected):
    assert expected == kinds_of(text, at=AT)


@pytest.mark.parametrize(("text", "classes"), [
    ("12 May 2024", "9 Aa 9"), ("£9.99", "£9.9"), ("Dune Messiah of the Worlds", "Aa a Aa"), ("東京 1200円", "w 9w"),
    ("USA", "A"), ("  a\n b ", "a"), ("١٢٣", "9"), ("हिन्दी", "w"), ("", ""), ("x" * 1000, "a"), ("...", "..."),
])
def test_a_text_has_a_shape(text, classes):
    assert Shape(classes, len(text)) == shape(text)


@given(st.text())
def test_shapes_are_short_and_the_same_for_the_same_text(text):
    assert shape(text) == shape(text)
    assert len(shape(text).classes) <= 64


@pytest.mark.parametrize("text", ["12 May 2024", "£9.99", "Storm closes the harbour bridge for a week", "価格 1200円"])
def test_a_shape_costs_a_few_microseconds(text):
    """Five, and ten times as much is allowed to a machine that does other things."""
    assert min(timeit.repeat(lambda: shape(text), number=200, repeat=20)) / 200 < 50e-6


@pytest.mark.parametrize(("texts", "kind"), [
    (["12 May 2024", "3 June 2024"], "date"), (["$9.99", "$12"], "money"), (["1 hr 25 min"], "duration"),
    (["2010", "1999"], "integer"), (["350 pages", "12 pages", "8 pages"], "integer"), (["350 pages", "12 pages"], ""),
    (["Fahrenheit 451"], ""), (["Dune", "2010"], ""), (["ada@example.org"], "email"), ([], "")])
def test_what_texts_mean_together(texts: list[str], kind: str) -> None:
    assert kind == meaning(texts)
