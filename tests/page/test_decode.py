"""Bytes become the text that a browser shows, or, where a page lies about its charset, the text it meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stook.errors import PageError
from stook.page.decode import Decoded, decode

JAPANESE = "本日の朝刊から、読者のみなさまへお知らせです。新しい図書館がひらきました。" * 6
CHINESE = "今天的新闻：新的图书馆在城里开放了，我们和他们都可以去看书，这是一个很好的地方。" * 6
KOREAN = "오늘 아침 신문에서 독자 여러분께 알려 드립니다. 새 도서관이 문을 열었습니다. " * 6
RUSSIAN = "Сегодня утром в городе открылась новая библиотека, и читатели пришли посмотреть на книги. " * 6
GERMAN = "Heute früh wurde die neue Bücherei eröffnet, und die Leser kamen, um schöne Bücher zu sehen. " * 6
CZECH = "Dnes ráno byla ve městě otevřena nová knihovna a čtenáři přišli, aby si prohlédli knížky. " * 6


def page(text: str, charset: str, label: str | None = None) -> bytes:
    declaration = f'<meta charset="{label}">' if label else ""
    return f"<html><head>{declaration}<title>t</title></head><p>{text}</p>".encode(charset)


@pytest.mark.parametrize(("label", "codec", "charset", "text"), [
    ("gb2312", "gb18030", "gb18030", CHINESE + "镕"),   # the last sign is not in gb2312, yet pages use it
    ("GBK", "gb18030", "gb18030", CHINESE),
    ("Shift_JIS", "cp932", "shift_jis", JAPANESE + "①㈱～"),
    ("x-sjis", "cp932", "shift_jis", JAPANESE),
    ("EUC-JP", "euc_jp", "euc-jp", JAPANESE),
    ("iso-2022-jp", "iso2022_jp", "iso-2022-jp", JAPANESE),
    ("windows-1251", "cp1251", "windows-1251", RUSSIAN),
    ("koi8-r", "koi8_r", "koi8-r", RUSSIAN),
    ("ks_c_5601-1987", "cp949", "euc-kr", KOREAN + "똠"),
    ("big5", "big5hkscs", "big5", "今天的新聞：新的圖書館在城裡開放了"),
    ("latin1", "cp1252", "windows-1252", GERMAN + "„€“"),
    ("us-ascii", "cp1252", "windows-1252", GERMAN),
    ("iso-8859-9", "cp1254", "windows-1254", "İstanbul’da yeni bir kütüphane açıldı"),
    ("tis-620", "cp874", "windows-874", "ห้องสมุดใหม่"),
])
def test_declared_charsets_mean_what_browsers_mean(label: str, codec: str, charset: str, text: str) -> None:
    found = decode(page(text, codec, label))
    assert (charset, "meta", True) == (found.charset, found.source, text in found.text)


def test_euc_jp_has_the_signs_that_windows_added() -> None:
    expected = "①㈱"
    assert expected == decode(b"\xad\xa1\xad\xea", charset="euc-jp").text


def test_holes_of_single_byte_charsets_are_control_characters_as_in_browsers() -> None:
    expected = "\x81é"
    assert expected == decode(b"\x81\xe9", charset="windows-1252").text


@pytest.mark.parametrize(("mark", "codec", "charset"), [
    (b"\xef\xbb\xbf", "utf-8", "utf-8"), (b"\xff\xfe", "utf-16-le", "utf-16le"),
    (b"\xfe\xff", "utf-16-be", "utf-16be")])
def test_a_byte_order_mark_beats_all_and_is_stripped(mark: bytes, codec: str, charset: str) -> None:
    content = mark + "<p>né".encode(codec)
    found = decode(content, charset="koi8-r", headers={"content-type": "text/html; charset=gbk"})
    assert Decoded("<p>né", charset, "bom") == found


def test_the_order_is_argument_header_meta_xml() -> None:
    content = b'<?xml version="1.0" encoding="koi8-r"?><meta charset="windows-1251"><p>\xc1\xc2'
    header = {"Content-Type": "text/html; charset=iso-8859-7"}
    expected = [("windows-1253", "argument"), ("iso-8859-7", "header"), ("windows-1251", "meta"),
                ("koi8-r", "xml")]
    assert expected == [
        (found.charset, found.source) for found in (
            decode(content, "cp1253", header), decode(content, headers=header), decode(content),
            decode(content.replace(b"<meta", b"<no")))]


@pytest.mark.parametrize(("markup", "charset"), [
    ('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', "windows-1251"),
    ("<META content='text/html;charset=windows-1251' HTTP-EQUIV=content-type>", "windows-1251"),
    ("<!-- <meta charset=koi8-r> --><meta charset=windows-1251>", "windows-1251"),
    ("<meta charset=nonsense><meta charset=windows-1251>", "windows-1251"),
    ("<meta name=x content='charset=koi8-r'><meta charset = 'windows-1251' />", "windows-1251"),
    ("<meta charset=utf-16><p>", "utf-8"),
    ("<meta charset=x-user-defined>\xe9", "windows-1252"),
    (f"<!--{' ' * 3000}--><meta charset=windows-1251>", "windows-1251"),
])
def test_the_prescan_finds_the_meta_that_counts(markup: str, charset: str) -> None:
    found = decode(markup.encode("latin-1"))
    assert (charset, "meta") == (found.charset, found.source)


@pytest.mark.parametrize("label", ["iso-8859-1", "windows-1251", "gb2312", "shift_jis", "utf-16"])
@pytest.mark.parametrize("text", [GERMAN, CHINESE, JAPANESE])
def test_sound_utf8_is_read_as_such_whatever_the_server_says(label: str, text: str) -> None:
    found = decode(text.encode(), headers={"content-type": f"text/html; charset={label}"})
    assert Decoded(text, "utf-8", "utf-8") == found


def test_a_header_that_breaks_the_text_gives_way_to_the_meta() -> None:
    content = page(RUSSIAN, "cp1251", "windows-1251")
    found = decode(content, headers={"content-type": "text/html; charset=utf-8"})
    expected = ("windows-1251", "meta", True)
    assert expected == (found.charset, found.source, RUSSIAN in found.text)


def test_a_few_broken_bytes_do_not_unmake_a_declaration() -> None:
    content = page(GERMAN, "utf-8", "utf-8") + b"\xff\xfe"
    found = decode(content)
    expected = ("utf-8", "meta", 2)
    assert expected == (found.charset, found.source, found.text.count("\ufffd"))


def test_an_argument_is_obeyed_even_where_it_is_wrong() -> None:
    assert Decoded("Ã©", "windows-1252", "argument") == decode("é".encode(), charset="latin1")


def test_a_charset_that_only_python_knows_may_be_an_argument() -> None:
    expected = "ab"
    assert expected == decode(b"\x81\x82", charset="cp037").text


@pytest.mark.parametrize("label", ["nonsense", "base64", ""])
def test_an_argument_that_is_no_charset_says_so(label: str) -> None:
    with pytest.raises(PageError, match="no charset is called"):
        decode(b"x", charset=label)


@pytest.mark.parametrize(("text", "codec", "charset"), [
    (JAPANESE, "cp932", "shift_jis"), (JAPANESE, "euc_jp", "euc-jp"), (CHINESE, "gb18030", "gb18030"),
    (KOREAN, "cp949", "euc-kr"), (RUSSIAN, "cp1251", "windows-1251"), (RUSSIAN, "koi8_r", "koi8-r"),
    (GERMAN, "cp1252", "windows-1252"), (CZECH, "cp1250", "windows-1250"),
    (JAPANESE, "iso2022_jp", "iso-2022-jp"),
])
def test_undeclared_text_is_recognised(text: str, codec: str, charset: str) -> None:
    found = decode(page(text, codec))
    assert (charset, "sniffed", True) == (found.charset, found.source, text in found.text)


def test_undeclared_utf8_with_a_blemish_is_utf8() -> None:
    found = decode(page(JAPANESE, "utf-8") + b"\xe3\x81")
    expected = ("utf-8", "utf-8", True)
    assert expected == (found.charset, found.source, JAPANESE in found.text)


@pytest.mark.parametrize("content", [b"", b"<p>plain", b"a\0b"])
def test_ascii_is_utf8(content: bytes) -> None:
    assert Decoded(content.decode(), "utf-8", "utf-8") == decode(content)


@given(st.text())
def test_what_was_written_in_utf8_comes_back(text: str) -> None:
    text = text.replace("\x1b", "")
    assert text.removeprefix("\ufeff") == decode(text.encode()).text


@given(st.binary(max_size=300),
       st.sampled_from([None, "utf-8", "gbk", "shift_jis", "euc-jp", "big5", "utf-16", "iso-2022-jp"]))
def test_any_bytes_become_text_that_can_be_written(content: bytes, label: str | None) -> None:
    found = decode(content, headers={"content-type": f"text/html; charset={label}"} if label else None)
    assert found.text == found.text.encode().decode()
