"""Numbers and amounts of money, as they are written around the world; the CLDR, through babel, is the oracle."""

from decimal import Decimal

import pytest
from babel import Locale
from babel.localedata import locale_identifiers
from babel.numbers import format_compact_decimal, format_currency, format_decimal
from hypothesis import given
from hypothesis import strategies as st

from stook.recognise import money, numbers
from stook.recognise.money import Money

LOCALES = [name for name in sorted(locale_identifiers())
           if "latn" in Locale.parse(name).number_symbols and not name.startswith("tok")]  # Toki Pona counts by the hundred
WELL_KNOWN = ["en", "de", "de_CH", "fr", "fr_CH", "es", "es_MX", "it", "pt", "pt_BR", "nl", "pl", "ru", "uk", "cs", "sv", "nb",
              "da", "fi", "hu", "ro", "bg", "el", "tr", "ja", "zh", "ko", "hi", "en_IN", "bn", "th", "vi", "id", "ar", "fa", "he"]


def first(text, language=None):
    found = numbers.readings(text, language)
    return found[0] if found else None


@pytest.mark.parametrize(("text", "expected"), [
    ("1234.5", "1234.5"), ("1,234.5", "1234.5"), ("1.234,5", "1234.5"), ("1 234,5", "1234.5"), ("1\u202f234,5", "1234.5"),
    ("1'234.5", "1234.5"), ("1’234’567", "1234567"), ("1,23,456", "123456"), ("12,34,567.8", "1234567.8"),
    ("1,234,567", "1234567"), ("1.234.567", "1234567"), ("12,5", "12.5"), ("12.50", "12.5"), ("0,123", "0.123"),
    ("1.2345", "1.2345"), (".5", "0.5"), ("１，２３４", "1234"), ("١٬٢٣٤٫٥", "1234.5"), ("१,२३,४५६", "123456"),
    ("½", "0.5"), ("1½", "1.5"), ("1 ½", "1.5"), ("2 1/2", "2.5"), ("⅓", "0.333333"),
    ("-5", "-5"), ("−5", "-5"), ("(−5)", "-5"), ("Dune - 5", "5"), ("45%", "45"), ("45 %", "45"), ("#5", "5"), ("(12)", "12"),
    ("320 pages", "320"), ("Pages: 320", "320"), ("320ページ", "320"), ("全320页", "320"), ("007", "7"),
    ("12.5k", "12500"), ("3M", "3000000"), ("1.2 million", "1200000"), ("3,4 Mio.", "3400000"), ("1.2万", "12000"),
    ("3 mil millones", "3000000000"), ("5 MB", "5"),
])
def test_a_number_however_it_is_written(text, expected):
    assert Decimal(expected) == first(text)


@pytest.mark.parametrize("text", [
    "", "Dune", "3 of 10", "4.5/5", "1/2", "5-7", "5 – 7", "1.2.3", "192.168.1.1", "1,2,3", "12,34.5,6", "A4", "B-52", "5th", "mp3",
    "3D", "12:30", "<5", "> 5", "100+", "2 billion", "1" * 25, "030 123", "1 23", "x" * 200 + " 5", "²", "五",
])
def test_what_says_no_number_or_something_else(text):
    assert () == numbers.readings(text)


@pytest.mark.parametrize(("text", "language", "expected"), [
    ("1.234", None, ["1234", "1.234"]), ("1.234", "de", ["1234", "1.234"]), ("1.234", "en", ["1.234", "1234"]),
    ("1,234", "en-GB", ["1234", "1.234"]), ("1,234", "fr", ["1.234", "1234"]), ("1.234", "de-CH", ["1.234", "1234"]),
    ("1,5", "en", ["1.5"]), ("1.5", "de", ["1.5"]), ("2 billion", "en", ["2000000000"]), ("2 Billionen", "de", ["2000000000000"]),
])
def test_the_language_says_which_sign_is_which(text, language, expected):
    assert [Decimal(number) for number in expected] == list(numbers.readings(text, language))


@given(st.decimals(min_value=-10**9, max_value=10**9, places=2), st.sampled_from(LOCALES))
def test_numbers_of_every_language_are_read(number, locale):
    """Also those in a country's own way of grouping."""
    text = format_decimal(number, locale=locale, format=Locale.parse(locale).decimal_formats[None], numbering_system="latn")
    expected = Decimal(text.translate(str.maketrans("", "", "".join(set(text) - set("-−0123456789")))).replace("−", "-"))
    decimal = Locale.parse(locale).number_symbols["latn"]["decimal"]
    expected = expected.scaleb(-len(text.rpartition(decimal)[2]) if decimal in text else 0)

    assert expected == first(text, locale)


@pytest.mark.parametrize("locale", WELL_KNOWN)
def test_millions_of_every_language_are_read(locale):
    width = "long" if "long" in Locale.parse(locale).compact_decimal_formats else "short"
    text = format_compact_decimal(3_400_000, format_type=width, locale=locale, fraction_digits=1)

    assert Decimal(3_400_000) == first(text, locale), text


@given(st.text("0123456789.,' ½/-") | st.text())
def test_what_is_read_stands_in_the_text(text):
    for number in numbers.shown(numbers.line(text) or ""):
        assert 0 <= number.start < number.end <= len(text) * 4
        assert all(reading.is_finite() for reading in number.readings)


@pytest.mark.parametrize(("text", "amount", "currency"), [
    ("1.234,50 €", "1234.50", "EUR"), ("€1,234.50", "1234.50", "EUR"), ("EUR 12", "12", "EUR"), ("12EUR", "12", "EUR"),
    ("12€50", "12.50", "EUR"), ("12 euros", "12", "EUR"), ("$9.99", "9.99", "$"), ("US $9.99", "9.99", "USD"),
    ("$9.99 USD", "9.99", "USD"), ("CA$5", "5", "CAD"), ("HK$50", "50", "HKD"), ("12 dollars", "12", "$"),
    ("£5", "5", "GBP"), ("¥1200", "1200", "¥"), ("1200円", "1200", "JPY"), ("1.2万円", "12000", "JPY"), ("₩12,000", "12000", "KRW"),
    ("Rs. 1,00,000", "100000", "Rs"), ("₹ 1,00,000", "100000", "INR"), ("R$ 12,50", "12.50", "BRL"), ("R 100", "100", "ZAR"),
    ("12.00zł", "12.00", "PLN"), ("1 234 kr", "1234", "kr"), ("199:-", "199", None), ("5,- €", "5", "EUR"),
    ("CHF 12.–", "12", "CHF"), ("100 TL", "100", "TRY"), ("12 руб.", "12", "RUB"), ("$1.2 million", "1200000", "$"),
    ("$5M", "5000000", "$"), ("-$5", "-5", "$"), ("$-5", "-5", "$"), ("9.99", "9.99", None), ("Price: 9.99", "9.99", None),
    ("from $9.99", "9.99", "$"), ("9,99 € / kg", "9.99", "EUR"), ("12 Bananas", None, None), ("45%", None, None),
    ("6 ft", None, None), ("$5 or $6", None, None), ("$5-6", None, None), ("€5 $", None, None), ("A4", None, None),
    ("USDA 5", None, None), ("<$5", None, None), ("", None, None), ("free", None, None), ("12 ALL", None, None),
])
def test_an_amount_however_it_is_written(text, amount, currency):
    found = money.readings(text)
    assert (Money(Decimal(amount), currency) if amount else None) == (found[0] if found else None)


@pytest.mark.parametrize(("text", "language", "currency"), [
    ("$5", "en-US", "USD"), ("$5", "en-CA", "CAD"), ("$5", "en", "$"), ("5 kr", "sv", "SEK"), ("5 kr", "nb-NO", "NOK"),
    ("5 kr", "da", "DKK"), ("¥5", "ja", "JPY"), ("¥5", "zh-CN", "CNY"), ("5元", "zh-TW", "TWD"), ("Rs 5", "en-IN", "INR"),
])
def test_the_language_says_whose_money_it_is(text, language, currency):
    assert (Money(Decimal(5), currency),) == money.readings(text, language)


def test_money_agrees_with_what_says_less():
    five = Decimal(5)
    assert Money(five, "$").agrees(Money(five, "USD"))
    assert Money(five).agrees(Money(five, "EUR"))
    assert not Money(five, "$").agrees(Money(five, "EUR"))
    assert not Money(five).agrees(Money(Decimal(6)))


@pytest.mark.parametrize("locale", WELL_KNOWN)
@pytest.mark.parametrize("currency", ["EUR", "GBP", "CHF"])
def test_prices_of_every_language_are_read(locale, currency):
    text = format_currency(Decimal("1234.50"), currency, locale=locale)

    assert (Money(Decimal("1234.50"), currency),) == money.readings(text, locale), text
