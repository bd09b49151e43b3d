"""Undeclared bytes are read in the charset in which they say something, whatever the language and however short the text."""

import pytest

from stook.page.decode import decode
from stook.page.sniff import SAMPLE, sniff

TEXTS = {
    "ja": ("図書館は来月から新しい時間で開きます。平日は朝九時から夜八時まで、土曜日と日曜日は午後五時までです。本を返すと"
           "きは、入口の右にある箱をお使いください。 先週の会議では、駅前の古い建物をどうするかについて話し合いました。市"),
    "zh-hans": ("市图书馆从下个月起实行新的开放时间。周一到周五早上九点到晚上八点，周末到下午五点。还书的时候，请使用门口右边的"
                "箱子。 上周的会议讨论了车站前面那座老房子的问题。市长说他希望保留下来，但是钱从哪里来，还没有人知道。 王师傅"),
    "zh-hant": ("市立圖書館從下個月起實施新的開放時間。週一到週五早上九點到晚上八點，週末到下午五點。還書的時候，請使用門口右邊"
                "的箱子。 上週的會議討論了車站前面那座老房子的問題。市長說他希望保留下來，但是錢從哪裡來，還沒有人知道。 王師"),
    "ko": ("도서관은 다음 달부터 새로운 시간에 문을 엽니다. 평일은 아침 아홉 시부터 저녁 여덟 시까지, 주말"
           "은 오후 다섯 시까지입니다. 책을 돌려줄 때는 입구 오른쪽에 있는 상자를 이용해 주십시오. 지난주"),
    "ru": ("Со следующего месяца библиотека будет работать по новому расписанию: в будн"
           "ие дни с девяти утра до восьми вечера, в субботу и воскресенье до пяти. Кни"),
    "uk": ("З наступного місяця бібліотека працюватиме за новим розкладом: у будні з де"
           "в'ятої ранку до восьмої вечора, у суботу та неділю до п'ятої. Книжки можна"),
    "el": ("Από τον επόμενο μήνα η βιβλιοθήκη θα ανοίγει με νέο ωράριο: τις καθημερινές"
           " από τις εννέα το πρωί ως τις οκτώ το βράδυ, το Σάββατο και την Κυριακή ως"),
    "de": ("Ab nächstem Monat öffnet die Bücherei zu neuen Zeiten: werktags von neun Uh"
           "r früh bis acht Uhr abends, samstags und sonntags bis fünf. Bücher können S"),
    "fr": ("À partir du mois prochain, la bibliothèque ouvre à de nouvelles heures : en"
           " semaine de neuf heures à vingt heures, le samedi et le dimanche jusqu'à di"),
    "es": ("A partir del próximo mes la biblioteca abrirá con un horario nuevo: los día"
           "s laborables de nueve de la mañana a ocho de la tarde, los sábados y doming"),
    "pl": ("Od przyszłego miesiąca biblioteka będzie czynna w nowych godzinach: w dni p"
           "owszednie od dziewiątej rano do ósmej wieczorem, w soboty i niedziele do pi"),
    "cs": ("Od příštího měsíce bude knihovna otevřena v nové době: ve všední dny od dev"
           "íti ráno do osmi večer, v sobotu a v neděli do pěti. Knížky můžete vrátit d"),
    "hu": ("A jövő hónaptól a könyvtár új időben lesz nyitva: hétköznap reggel kilenctő"
           "l este nyolcig, szombaton és vasárnap délután ötig. A könyveket a bejárattó"),
    "tr": ("Gelecek aydan itibaren kütüphane yeni saatlerde açık olacak: hafta içi saba"
           "h dokuzdan akşam sekize kadar, cumartesi ve pazar günleri beşe kadar. Kitap"),
    "he": ("מהחודש הבא הספרייה תהיה פתוחה בשעות חדשות: בימי חול מתשע בבוקר עד שמונה בער"
           "ב, ביום שישי עד שתיים. אפשר להחזיר ספרים לתיבה שמימין לכניסה. בשבוע שעבר דנ"),
    "ar": ("ابتداء من الشهر القادم تفتح المكتبة أبوابها في أوقات جديدة: من التاسعة صباح"
           "ا حتى الثامنة مساء في أيام الأسبوع، وحتى الخامسة يومي الجمعة والسبت. يمكن إ"),
    "th": ("ตั้งแต่เดือนหน้าห้องสมุดจะเปิดตามเวลาใหม่ วันธรรมดาตั้งแต่เก้าโมงเช้าถึงสอง"
           "ทุ่ม วันเสาร์และวันอาทิตย์ถึงห้าโมง"),
    "lt": ("Nuo kito mėnesio biblioteka dirbs nauju laiku: darbo dienomis nuo devintos "
           "ryto iki aštuntos vakaro, šeštadieniais ir sekmadieniais iki penktos. Knyga"),
    "sv": ("Från och med nästa månad har biblioteket öppet på nya tider: på vardagar fr"
           "ån nio på morgonen till åtta på kvällen, på lördagar och söndagar till fem."),
}
CHARSETS = {
    "ja": "shift_jis euc-jp gb18030", "zh-hans": "gb18030", "zh-hant": "big5 gb18030", "ko": "euc-kr",
    "ru": "windows-1251 koi8-r ibm866 iso-8859-5 gb18030", "uk": "windows-1251 koi8-u", "el": "windows-1253 iso-8859-7",
    "pl": "windows-1250 iso-8859-2", "cs": "windows-1250 iso-8859-2", "hu": "windows-1250 iso-8859-2",
    "tr": "windows-1254", "he": "windows-1255", "ar": "windows-1256", "th": "windows-874", "lt": "windows-1257",
    **dict.fromkeys(("de", "fr", "es", "sv"), "windows-1252"),
}
CODECS = {"shift_jis": "cp932", "euc-kr": "cp949", "ibm866": "cp866", "windows-874": "cp874"}
WRITTEN = [(language, charset) for language, charsets in CHARSETS.items() for charset in charsets.split()]


def read_back(text: str, charset: str, head: str = "<html>") -> str:
    page = f"{head}<div class=x><p>{text}</p></div>".encode(CODECS.get(charset, charset))
    return decode(page).text.removeprefix(f"{head}<div class=x><p>").removesuffix("</p></div>")


@pytest.mark.parametrize(("language", "charset"), WRITTEN)
def test_a_paragraph_is_read_in_the_charset_that_it_was_written_in(language: str, charset: str) -> None:
    """Also where the charset is another country's: Japanese in gb18030 has the bytes of EUC-JP for its kana."""
    text = TEXTS[language]
    assert text == read_back(text, charset)


@pytest.mark.parametrize(("language", "charset"), WRITTEN)
def test_nearly_all_headlines_are_read(language: str, charset: str) -> None:
    """Twenty letters of an alphabet that is mostly ASCII may say nothing, so one in seven may go wrong."""
    text = TEXTS[language]
    pieces = [text[start:start + 20] for start in range(0, len(text) - 20, 9)]
    wrong = [piece for piece in pieces if piece != read_back(piece, charset)]
    assert len(wrong) <= len(pieces) // 7, wrong


@pytest.mark.parametrize(("language", "charset"), WRITTEN)
def test_markup_and_scripts_in_ascii_do_not_drown_the_text(language: str, charset: str) -> None:
    text = TEXTS[language]
    script = "window.settings = {theme: 'plain', count: 12};" * 400
    head = f"<html><script>{script}</script>"
    assert text == read_back(text, charset, head)


def test_the_language_that_the_page_names_tips_the_scale() -> None:
    """What is "big" in Czech could be a word of Turkish as well."""
    text = "velký"
    assert ["velkı", text] == [read_back(text, "windows-1250", head) for head in ("<html>", '<html lang="cs">')]


@pytest.mark.parametrize("said", ["3½ cups", "20 µm", "25 m²", "3×4 tiles", "by Zoë", "§ 12", "¥500", "30 m³", "a café"])
@pytest.mark.parametrize("head", ["<html>", '<html lang="en">', "<script>if (a < b) c()</script>"])
def test_a_sign_or_a_name_makes_an_english_page_no_foreign_one(said: str, head: str) -> None:
    text = f"The little shop by the river sells all of this, every day but Sunday: {said} is what you asked for."
    assert text == read_back(text, "windows-1252", head)


@pytest.mark.parametrize("said", ["½", "×", "20 °C", "é", "30 m³"])
def test_a_sign_alone_in_its_element_is_judged_by_the_page_around_it(said: str) -> None:
    text = f"<p>{'All of the best kind, and from our own garden. ' * 3}</p><table><tr><td>{said}</table>"
    assert text == read_back(text, "windows-1252")


@pytest.mark.parametrize(("language", "charset"), [("de", "windows-1252"), ("ja", "euc-jp"), ("ru", "windows-1251")])
def test_text_is_found_however_late_it_begins(language: str, charset: str) -> None:
    text = TEXTS[language]
    assert text == read_back(text, charset, f"<html><script>{'x' * (1 << 20)}</script>")


@pytest.mark.parametrize("charset", ["euc-jp", "shift_jis", "gb18030"])
@pytest.mark.parametrize("before", ["", "a", "ab", "abc"])
def test_text_without_a_blank_is_cut_wherever_that_is(charset: str, before: str) -> None:
    """No more is read in every charset than what is judged, and half a character at its end breaks none."""
    text, sizes = before + TEXTS["ja"].replace(" ", "") * 30, []
    content = text.encode(CODECS.get(charset, charset))

    def read(sample: bytes, name: str) -> str:
        sizes.append(len(sample))
        return sample.decode(CODECS.get(name, name), "replace")

    assert (charset, True) == (sniff(content, read), max(sizes) < 2 * SAMPLE)


@pytest.mark.parametrize("page", [b"<script " * 40_000, b"<" * 300_000, b"<p " * 100_000], ids=["script", "<", "<p"])
def test_markup_that_never_ends_is_read_once(page: bytes) -> None:
    """In a time that grows with the square of its length this would not end in a test's lifetime."""
    assert "sniffed" == decode(page + b" caf\xe9").source
