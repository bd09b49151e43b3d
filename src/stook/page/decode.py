"""Bytes to text, as a browser does it.

    label        what pages write ("latin1", "gb2312"); the table below is that of the Encoding Standard
    charset      what browsers understand by it ("windows-1252", "gb18030")
    declaration  a label and where it stood; by weight: an argument, the HTTP header, <meta>, <?xml ?>

A byte order mark beats every declaration and is no part of the text. Bytes that mean nothing become U+FFFD.

In two cases we disobey a declaration that a browser would obey, because servers announce charsets that they
know nothing of, and a record of mojibake helps nobody:

    an old charset is declared, but the bytes are sound UTF-8 and not all of them ASCII: prose in an old
    charset never comes out that way by accident
    read as declared, more is broken than sound

Then the next declaration is tried, then UTF-8, then the text itself is looked at. An argument is always
obeyed.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from stook.errors import PageError
from stook.page.sniff import sniff

Source = Literal["bom", "argument", "header", "meta", "xml", "utf-8", "sniffed"]


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text, the charset it was read in, and who said so."""

    text: str
    charset: str
    source: Source


_LABELS_BY_CHARSET = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
    "ibm866": "866 cp866 csibm866 ibm866",
    "iso-8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso-8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso-8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso-8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 "
                  "iso_8859-5:1988",
    "iso-8859-6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e "
                  "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    "iso-8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 "
                  "iso_8859-7 iso_8859-7:1987 sun_eu_greek",
    "iso-8859-8": "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 "
                  "iso_8859-8 iso_8859-8:1988 visual",
    "iso-8859-8-i": "csiso88598i iso-8859-8-i logical",
    "iso-8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso-8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso-8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso-8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "iso-8859-16": "iso-8859-16",
    "koi8-r": "cskoi8r koi koi8 koi8-r koi8_r",
    "koi8-u": "koi8-ru koi8-u",
    "macintosh": "csmacintosh mac macintosh x-mac-roman",
    "windows-874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "windows-1250": "cp1250 windows-1250 x-cp1250",
    "windows-1251": "cp1251 windows-1251 x-cp1251",
    "windows-1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 "
                    "iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 "
                    "x-user-defined",
    "windows-1253": "cp1253 windows-1253 x-cp1253",
    "windows-1254": "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 "
                    "l5 latin5 windows-1254 x-cp1254",
    "windows-1255": "cp1255 windows-1255 x-cp1255",
    "windows-1256": "cp1256 windows-1256 x-cp1256",
    "windows-1257": "cp1257 windows-1257 x-cp1257",
    "windows-1258": "cp1258 windows-1258 x-cp1258",
    "x-mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gb18030": "chinese csgb2312 csiso58gb231280 gb18030 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
    "big5": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc-jp": "cseucpkdfmtjapanese euc-jp x-euc-jp",
    "iso-2022-jp": "csiso2022jp iso-2022-jp",
    "shift_jis": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "euc-kr": "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
              "windows-949",
    "utf-16be": "unicodefffe utf-16be",
    "utf-16le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
    # A browser refuses these two for its safety and shows one U+FFFD; a reader of records runs no scripts.
    "hz-gb-2312": "hz-gb-2312",
    "iso-2022-kr": "csiso2022kr iso-2022-kr",
}
_CHARSETS = {label: charset for charset, labels in _LABELS_BY_CHARSET.items() for label in labels.split()}

_CODECS = {
    "ibm866": "cp866", "iso-8859-8-i": "iso-8859-8", "windows-874": "cp874", "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic", "big5": "big5hkscs", "iso-2022-jp": "iso2022_jp_ext",
    "shift_jis": "cp932", "euc-kr": "cp949", "utf-16be": "utf-16-be", "utf-16le": "utf-16-le",
    "hz-gb-2312": "hz", "iso-2022-kr": "iso2022_kr",
}
"""Where Python calls a charset otherwise, or has a wider one that browsers mean by it."""

_SINGLE_BYTE = frozenset(_LABELS_BY_CHARSET) - {
    "utf-8", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr", "utf-16be", "utf-16le",
    "hz-gb-2312", "iso-2022-kr"}
_BOMS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16le"), (codecs.BOM_UTF16_BE, "utf-16be"))

_HEAD = 4096
"""Where a declaration is looked for. The standard says 1024 bytes; browsers go on while the head comes."""
_WRONG = 0.5
"""A declaration is wrong where more than this share of what is not ASCII comes out broken."""
_ACCIDENT = 16
"""How many bytes prove sound UTF-8: of East Asia's old charsets one character in seven is so by accident."""
_BLEMISHED = 0.1
"""Undeclared text is still UTF-8 where no more than this share is broken: a byte lost, an old comment."""


# --- reading in a given charset

def _c1_or_mark(error: UnicodeError) -> tuple[str | bytes, int]:
    """Single-byte charsets of browsers have no holes between 0x80 and 0x9F, those of Python have."""
    assert isinstance(error, UnicodeDecodeError)
    byte = error.object[error.start]
    return chr(byte) if byte < 0xA0 else "\ufffd", error.start + 1


def _windows_kanji(error: UnicodeError) -> tuple[str | bytes, int]:
    """EUC-JP of browsers has the circled digits and the other signs that Windows added, Python's has not.

    They stand in rows that Shift_JIS of Windows has too, so the pair of bytes is read there.
    """
    assert isinstance(error, UnicodeDecodeError)
    pair = error.object[error.start:error.start + 2]
    if len(pair) < 2 or min(pair) < 0xA1:
        return "\ufffd", error.start + 1
    row, cell = pair[0] - 0xA1, pair[1] - 0xA1
    lead = row // 2 + (0x81 if row < 62 else 0xC1)
    trail = cell + 0x9F if row % 2 else cell + (0x40 if cell < 63 else 0x41)
    return bytes((lead, trail)).decode("cp932", "replace")[:1], error.start + 2


codecs.register_error("stook.c1", _c1_or_mark)
codecs.register_error("stook.kanji", _windows_kanji)


def _read(content: bytes, charset: str) -> str:
    if charset == "euc-jp":
        text = content.decode("euc_jp", "stook.kanji")
        # The two tables of Japan disagree on two signs of every headline.
        return text.replace("\u301c", "\uff5e").replace("\u2212", "\uff0d")
    errors = "stook.c1" if charset in _SINGLE_BYTE else "replace"
    return content.decode(_CODECS.get(charset, charset), errors)


def _broken_share(text: str, content: bytes) -> float:
    """How much is broken of what is not ASCII. A U+FFFD that the page itself contains is sound."""
    broken = text.count("\ufffd") - content.count(b"\xef\xbf\xbd")
    if broken <= 0:
        return 0.0
    return broken / (len(text) - len(text.encode("ascii", "ignore")))


def _read_unless_wrong(content: bytes, charset: str, utf8: str | None) -> str | None:
    """The text as declared, or None where the declaration is plainly wrong (see above)."""
    if charset == "utf-8" and utf8 is not None:
        return utf8
    if charset.startswith("utf-16") and b"\0" not in content:
        return None
    follow_bytes = len(content) - len(utf8) if utf8 is not None else 0
    if follow_bytes and (charset in _SINGLE_BYTE or follow_bytes > _ACCIDENT):
        return None
    text = _read(content, charset)
    if (follow_bytes and "\ufffd" in text) or _broken_share(text, content) > _WRONG:
        return None
    return text


# --- declarations

_HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?([^\s\"';,]+)", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([^\"'>\s]{1,40})[\"']", re.IGNORECASE)
_IN_CONTENT = re.compile(rb"charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;\"']+))", re.IGNORECASE)
_COMMENT_OR_META = re.compile(rb"<!--|<meta(?=[\s/])", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    rb"[\s/]*+([^\s/>=][^\s/>=]*+)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>\"'][^\s>]*+)))?")


def _known(label: str) -> str | None:
    return _CHARSETS.get(label.strip().lower())


def _header_label(headers: Mapping[str, str]) -> str | None:
    for name, value in headers.items():
        if name.lower() == "content-type" and (found := _HEADER_CHARSET.search(value)):
            return found[1]
    return None


def _meta_attributes(head: bytes, start: int) -> dict[bytes, bytes]:
    attributes: dict[bytes, bytes] = {}
    while attribute := _ATTRIBUTE.match(head, start):
        value = attribute[2] or attribute[3] or attribute[4] or b""
        attributes.setdefault(attribute[1].lower(), value)
        start = attribute.end()
    return attributes


def _label_of_meta(attributes: dict[bytes, bytes]) -> bytes | None:
    if b"charset" in attributes:
        return attributes[b"charset"]
    if attributes.get(b"http-equiv", b"").strip().lower() == b"content-type":
        found = _IN_CONTENT.search(attributes.get(b"content", b""))
        return found[1] or found[2] or found[3] if found else None
    return None


def _meta_label(head: bytes) -> str | None:
    """The first meta element outside of comments that names a charset we know."""
    position = 0
    while found := _COMMENT_OR_META.search(head, position):
        position = found.end()
        if found.group() == b"<!--":
            end = head.find(b"-->", found.start() + 2)
            position = end + 3 if end >= 0 else len(head)
        elif (label := _label_of_meta(_meta_attributes(head, position))) is not None:
            text = label.decode("latin-1")
            if _known(text):
                return text
    return None


def _declarations(content: bytes, headers: Mapping[str, str] | None) -> Iterator[tuple[str, Source]]:
    if headers and (label := _header_label(headers)) and (charset := _known(label)):
        yield charset, "header"
    head = content[:_HEAD]
    xml = _XML_ENCODING.match(head)
    inside: tuple[tuple[str | None, Source], ...] = (
        (_meta_label(head), "meta"), (xml[1].decode("latin-1") if xml else None, "xml"))
    for label, source in inside:
        if label and (charset := _known(label)):
            # Whoever could read this declaration byte by byte was not reading UTF-16.
            yield "utf-8" if charset.startswith("utf-16") else charset, source


# --- no declaration

def _decode_undeclared(content: bytes, utf8: str | None) -> Decoded:
    if utf8 is not None:
        if utf8.isascii() and b"\x1b" in content and b"\x1b$" in content:
            return Decoded(_read(content, "iso-2022-jp"), "iso-2022-jp", "sniffed")
        return Decoded(utf8, "utf-8", "utf-8")
    blemished = _read(content, "utf-8")
    if _broken_share(blemished, content) <= _BLEMISHED:
        return Decoded(blemished, "utf-8", "utf-8")
    charset = sniff(content, _read)
    return Decoded(_read(content, charset), charset, "sniffed")


# --- in all

def _argument_charset(label: str) -> str:
    if known := _known(label):
        return known
    try:
        b"  ".decode(label)
    except (LookupError, UnicodeError):
        raise PageError(f'no charset is called "{label}"', subject="charset",
                        hint="name one as pages do (utf-8, gb18030, shift_jis), or leave it out") from None
    return label


def decode(content: bytes, charset: str | None = None, headers: Mapping[str, str] | None = None) -> Decoded:
    """The text of a page, whatever it was written in."""
    for bom, named in _BOMS:
        if content.startswith(bom):
            return Decoded(_read(content[len(bom):], named), named, "bom")
    if charset is not None:
        obeyed = _argument_charset(charset)
        return Decoded(_read(content, obeyed), obeyed, "argument")
    try:
        utf8: str | None = content.decode("utf-8")
    except UnicodeDecodeError:
        utf8 = None
    for declared, source in _declarations(content, headers):
        text = _read_unless_wrong(content, declared, utf8)
        if text is not None:
            return Decoded(text, declared, source)
    return _decode_undeclared(content, utf8)
