"""In which charset undeclared bytes were written: in the one in which they say something.

    language   how often its letters occur, and in which charsets pages were written in it before UTF-8
    reading    a text as one charset reads it
    score      the logarithm of how likely a reading is in a language

Every charset that can be meant reads the same bytes, so the scores of the readings can be compared, whether a letter
takes one byte or two: the likeliest wins. Letters count one by one, and pairs of neighbours by their kind, since in no
language do small letters change to capitals within a word, nor Greek letters to Latin ones.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import exp, log

SAMPLE = 2_048
_CUT = 256
"""So many bytes later the sample ends wherever that is, if no better place was found."""
_SAMPLED_FROM = 1 << 20


# --- what is known of languages

_CYRILLIC = "windows-1251 koi8-r ibm866 iso-8859-5 gb18030"
_LATIN2 = "windows-1250 iso-8859-2"
_ENGLISH = "etaoinshrdlcumwfgypbvkjxqz"

_ALPHABETS = (
    ("en", "windows-1252", _ENGLISH + "éèñöüáóçïàêâäíôãú"),
    ("ru", _CYRILLIC, "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёъ"),
    ("de", "windows-1252", "enisratdhulcgmobwfkzvüpäßjöyxqéàèê"),
    ("fr", "windows-1252", "esaitnrulodcpmévqfbghjàxèêzçôûùîâwkëïœyæü"),
    ("es", "windows-1252", "eaosrnidlctumpbgvyóqíháfzéjñxúükwª"),
    ("pt", "windows-1252", "aeosrindmutclpvghqbfzãçáéíjóxêõúàâkwyôüª"),
    ("it", "windows-1252", "eaionlrtscdupmvghfbqzòàèùéìjkwxy"),
    ("pl", _LATIN2, "aioeznrwsctykdpmujlłbgęhąóżśćfńźvqx"),
    ("tr", "windows-1254", "aeinrlıdkmtysubozşügçhğvcöpfjwxqâîûİ"),
    ("fa", "windows-1256", "ایرنمدهوتبسشازلکگخفحقعجپطصآغذضثظژچئ"),
    ("ar", "windows-1256", "اليمنرتوبةدسعفهكحجقأشصىخضإءطذزثآغئظؤ"),
    ("cs", _LATIN2, "eoantsilrvdkumípcházyjbřěéčýžšgůfúxňóťwďq"),
    ("el", "windows-1253 iso-8859-7", "αοιετνσηρπκμςλυόάίήωδγχέθώύφβξζψϊϋΐΰ"),
    ("he", "windows-1255", "יוהלאתרבשמנדחםכעפקגטסצזןךףץ"),
    ("th", "windows-874", "นาร่กอเงี้มยลวดทสตัะปบคหิแจพชขใ์ไุโผูซำ็ฟึถืศณษธญภฉๆฐฏฎฮฒฬฝ"),
    ("hu", _LATIN2, "eatlnskorizgámévbydhjőpuföcóüíúűxwq"),
    ("sv", "windows-1252", "eanrtsildomkgväfhupåöbcyjxwzéq"),
    ("uk", "windows-1251 koi8-u ibm866 iso-8859-5", "оаниівтерслкудмпзяьбгйчхцїжюєшщфґ"),
    ("ro", _LATIN2, "eiaurntclodsăpmvîfâbgşţzhjxkwqy"),
    ("da", "windows-1252", "enrtaidslogkmfvupbhøåæcyjxwzqéöäü"),
    ("bg", "windows-1251 iso-8859-5", "аиоетнрсвлпдкмзъуягбчщжцхшйюфь"),
    ("fi", "windows-1252", "aintesloukämrvjhypdögbfcwxzqåé"),
    ("sk", _LATIN2, "aoeinsrvtkldmcupzáhyjbžčýšéígľťúôňďfóäxwĺŕq"),
    ("sr", "windows-1251 iso-8859-5", "аиоенртсјуквдмпзлгбчшжцћњхђљфџ"),
    ("hr", _LATIN2, "aioenrstjukdlvmpgzbčhšcžćfđxwqy"),
    ("lt", "windows-1257", "iasteornkumlpvdjgėbyšųžcąįūčzęfhxwq"),
    ("lv", "windows-1257", "aisterunmkloāpdvzījbgēšcļūžņfčķhģxwqy"),
    ("et", "windows-1257", "aiestlunkdomrvpghjbõäüöfšžcxwyzq"),
    ("is", "windows-1252", "arniestulðgmkfhvoáþídjbpyöæóúéýxcwzq"),
)
"""Languages of alphabets, those of most pages first: their charsets, and their small letters, the frequent first."""

_HIRAGANA = (
    "のいしたにはてをとがなれるかでもすらりさっまよくあこだうきちせみえわめけつんおそどやねばじひろぎごげ"
    "べづむほぶふびゃょゅぼずゆへざぜぱぞぁぐぬぽぴぃぺぇぷぉぅ")
_KATAKANA = (
    "ーンルスイトラリクアドレシッフタグロマムジプメカサデテキコブオウセニミバパナハエチビネダワポモツヤズ"
    "ピガホペソベボャゴヨュゲノョィケェヒユギァヘゼゾォヌヅザ")
_KANJI = (
    "日一国人年大十二本中長出三時行見月後前生五間上東四今分金九入学高円子外八六下来気小七山話女北午百書先"
    "名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明"
    "動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始"
    "朝運終台広住真有口少町料工建空急止送転研足楽起着店病質待試族早映親験医去味写字答夜音注帰古歌買悪図週"
    "室歩風紙黒花春赤青館屋色走秋夏習駅洋旅服夕借曜飲肉貸堂鳥飯冬昼茶犬市最部内全関定実成的対経戦現合政所"
    "議民連回性法取米化報表原要約情加相数無利価格販詳細商覧検索登録")
_HANZI = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
    "用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实"
    "日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政"
    "美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员"
    "解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件"
    "计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白界达光放强即像难且权思王象完"
    "设式色路记南品住告类求据程北边死张该交规万取拉格望觉术共确传师观清今切院让识候带导争运闻网站首页登录"
    "注册联价")
_HANZI_OLD = (
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡"
    "用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實"
    "日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政"
    "美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員"
    "解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件"
    "計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白界達光放強即像難且權思王象完"
    "設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術共確傳師觀清今切院讓識候帶導爭運聞臺灣網站首頁"
    "登註冊聯絡價週")
_HANGUL = (
    "이다는에의을고하지가한사기서로도은를나대니어리자시인아그것정해전보주부수있들일장게만과라제상스선면성"
    "여유원구경거안조공우국세소동신요비오미때말내위문년생마무화치습연되였으까할했간실관회방중모더분용재계"
    "금바단통적개집학교식양업당강음물받후않같본트행발명각남든러드민려산없등며입합았던야저두월람터포번새늘"
    "열목심데차결청외르즈카타크프션브호토레네뉴책점편진출표현품격매판")

_TYPOGRAPHY = "\u00a0«»“”‘’„–—…·•°§№©®€™£"
_SIGNS = "½¼¾²³µ×÷¥±¢¡¿ªº°¬¶"
"""Of measures, mostly: they stand beside words, not in them."""
_FULL_WIDTH = "、。・「」（）『』，．：！？；“”‘’《》【】〈〉〔〕～…—　％／＋－０１２３４５６７８９"

_STRANGE = log(2e-6)
"""A letter or sign that no text of the language has."""
_BROKEN = log(1e-8)
_PREFERRED = 1.5
"""What a charset is ahead of the next one of its language: they often read the same, and one is the usual one."""
_AS_SAID = 4.0
"""What the language is ahead of which the page says that it is written in it."""
_RARE = 0.02
"""With so few others among letters of ASCII, a text is mostly English with a sign or a name in it."""
_AS_USUAL = 6.0
"""What the charset of English is ahead there."""


def _shares(letters: str, share: float, weight: Callable[[int], float]) -> dict[str, float]:
    """The score of each letter, where all together make up this share of a text, the frequent ones first."""
    ordered = dict.fromkeys(letters)
    whole = sum(map(weight, range(len(ordered))))
    return {letter: log(share * weight(rank) / whole) for rank, letter in enumerate(ordered)}


def _of_alphabet(rank: int) -> float:
    return exp(-rank / 8)


def _of_many(rank: int) -> float:
    return 1 / (rank + 6)


def _ascii(share: float, blank: float) -> dict[str, float]:
    """Pages of all languages have names and words of English in them."""
    letters = _shares(_ENGLISH, share, _of_alphabet)
    capitals = {letter.upper(): score for letter, score in letters.items()}
    signs = dict.fromkeys(string.digits + string.punctuation, log(0.01)) | dict.fromkeys(string.whitespace, log(blank))
    return letters | capitals | signs


@dataclass(frozen=True, slots=True)
class _Language:
    name: str
    charsets: tuple[str, ...]
    letters: dict[str, float]
    """The score of each letter and sign; of those that were not met yet, `other` tells it."""
    other: Callable[[str], float]

    def score(self, counts: Mapping[str, int]) -> float:
        letters = self.letters
        for char in counts.keys() - letters.keys():
            letters[char] = self.other(char)
        return sum(count * letters[char] for char, count in counts.items())


# --- letters that are not among the frequent ones

def _stranger(char: str) -> float:
    return _BROKEN if char == "\ufffd" or unicodedata.category(char) in ("Cc", "Cn", "Co") else _STRANGE


def _in_table(codec: str, frequent_rows: range, frequent: float, rare: float) -> Callable[[str], float]:
    """National tables have two levels: what everybody writes, and what few do."""
    def score(char: str) -> float:
        try:
            code = char.encode(codec)
        except UnicodeEncodeError:
            return _stranger(char)
        if len(code) != 2 or unicodedata.category(char) != "Lo":
            return _stranger(char)
        return log(frequent if code[0] in frequent_rows else rare)
    return score


def _alphabetic(name: str, charsets: str, alphabet: str) -> _Language:
    small = _shares(alphabet, 0.8, _of_alphabet)
    capitals = {char.upper(): score for char, score in reversed(small.items()) if len(char.upper()) == 1}
    signs = {char: log(0.002) for char in _TYPOGRAPHY + _SIGNS}
    return _Language(name, tuple(charsets.split()), signs | _ascii(0.2, 0.15) | capitals | small, _stranger)


def _ideographic(name: str, charsets: str, letters: tuple[tuple[str, float], ...],
                 other: Callable[[str], float]) -> _Language:
    scores = _shares(_FULL_WIDTH, 0.08, _of_many) | _ascii(0.2, 0.02)
    for some, share in letters:
        scores |= _shares(some, share, _of_many)
    return _Language(name, tuple(charsets.split()), scores, other)


@cache
def _languages() -> tuple[_Language, ...]:
    return (
        _ideographic("ja", "shift_jis euc-jp gb18030 big5",
                     ((_HIRAGANA, 0.45), (_KATAKANA, 0.12), (_KANJI, 0.2)),
                     _in_table("euc_jp", range(0xB0, 0xD0), 0.12 / 2700, 0.002 / 3400)),
        _ideographic("zh", "gb18030", ((_HANZI, 0.6),),
                     _in_table("gb2312", range(0xB0, 0xD8), 0.3 / 3300, 0.01 / 3000)),
        _ideographic("zh", "big5 gb18030", ((_HANZI_OLD, 0.6),),
                     _in_table("big5", range(0xA4, 0xC7), 0.3 / 5000, 0.01 / 7600)),
        _ideographic("ko", "euc-kr gb18030", ((_HANGUL, 0.85),),
                     _in_table("euc_kr", range(0xB0, 0xC9), 0.1 / 2050, 0.002 / 4900)),
        *(_alphabetic(*row) for row in _ALPHABETS),
    )


# --- neighbours

_SCRIPTS = {"LATIN": "l", "CYRILLIC": "c", "GREEK": "g", "HEBREW": "h", "ARABIC": "r", "THAI": "t"}


class _Kinds(dict[int, str]):
    """Of every character the kind that neighbours are judged by: small and capital letters of one script are
    one letter in two cases, signs and digits a blank."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        kind = " "
        if unicodedata.category(char)[0] in "LM" and char not in "ªºµ":
            kind = _SCRIPTS.get(unicodedata.name(char, "").split(" ", 1)[0], "j")
            kind = kind.upper() if char.isupper() else kind
        elif not char.isascii() and char not in _TYPOGRAPHY:
            kind = "?"
        self[code] = kind
        return kind


_kinds = _Kinds()


def _pair(before: str, behind: str) -> float:
    """The score of two neighbours, beside that of the letters themselves."""
    if behind.isupper():
        if not before.isalpha():
            return log(0.15)
        return log(0.5) if before == behind else log(0.005)
    if before.isalpha() and behind.isalpha() and before.lower() != behind:
        return 0.0 if "j" in (before, behind) else log(0.003)
    # A sign in the middle of a word, as "Ã©" and "Ñ€" have it.
    return log(0.1) if "?" in (before, behind) and (before + behind).strip("?").isalpha() else 0.0


def _score_of_neighbours(text: str) -> float:
    kinds = f" {text.translate(_kinds)}"
    return sum(count * _pair(*pair) for pair, count in Counter(pairwise(kinds)).items())


# --- in all

_LANGUAGE = re.compile(rb"<html\b[^>]*?\slang\s*=\s*[\"']?([a-z]{2})\b", re.IGNORECASE)


_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_NEAR = 12
_PIECE = re.compile(rb"[\x80-\xff]++(?:{near}[\x80-\xff]++)*+{near}".replace(
    b"{near}", rb"[^<>\r\n\x80-\xff]{0,%d}" % _NEAR))
_MARKUP = re.compile(rb"<(script|style)\b.*?(?:</\1|\Z)|<[^<>]*>?", re.IGNORECASE | re.DOTALL)
_ASCII = bytes(range(0x80))
_BUT_LETTERS = bytes(set(range(0x100)) - set(string.ascii_letters.encode()))
_BEFORE = re.compile(rb"[^<>\r\n]*\Z")


def _sample(content: bytes, first: int) -> bytes:
    """Text beyond ASCII, from where it begins, and what stands next to it, without markup; no piece begins within a
    character."""
    pieces: list[bytes] = []
    size = 0
    for piece in _PIECE.finditer(content, first, first + _SAMPLED_FROM):
        before = _BEFORE.search(content[max(0, piece.start() - _NEAR):piece.start()])
        pieces.append((before[0] if before else b"") + piece[0][:SAMPLE + _CUT])
        size += len(pieces[-1])
        if size > SAMPLE:
            break
    sample = b"\n".join(pieces)
    # Cut at a byte that is never the second half of a character, or the right charset looks broken there.
    cut = re.compile(rb"[\n\x20-\x2f]").search(sample, SAMPLE, SAMPLE + _CUT)
    return sample[:cut.start() if cut else SAMPLE + _CUT]


def _is_rare(text: bytes) -> bool:
    """Whether next to all letters of a text are ASCII."""
    said = _MARKUP.sub(b"", text)
    return len(said.translate(None, _ASCII)) < _RARE * len(said.translate(None, _BUT_LETTERS))


def sniff(content: bytes, read: Callable[[bytes, str], str]) -> str:
    """The charset in which the text of the page is the likeliest."""
    beyond = _BEYOND_ASCII.search(content)
    first = beyond.start() if beyond else 0
    sample = _sample(content, first)
    said = _LANGUAGE.search(content[:4096])
    spoken = said[1].decode().lower() if said else None
    usual = "windows-1252" if _is_rare(content[max(0, first - _SAMPLED_FROM):first + _SAMPLED_FROM]) else None
    readings: dict[str, tuple[Mapping[str, int], float]] = {}
    best = float("-inf"), "windows-1252"
    for place, language in enumerate(_languages(), 1):
        for rank, charset in enumerate(language.charsets):
            if charset not in readings:
                text = read(sample, charset)
                # Half a character at the end is a fault of the cut, not of the charset.
                text = text.rstrip("\ufffd") if len(sample) == SAMPLE + _CUT else text
                readings[charset] = Counter(text), _score_of_neighbours(text)
            counts, neighbours = readings[charset]
            score = neighbours + language.score(counts)
            expected = _AS_SAID * (language.name == spoken) + _AS_USUAL * (charset == usual)
            expected -= log(place) + rank * _PREFERRED
            best = max(best, (score + expected, charset))
    return best[1]
