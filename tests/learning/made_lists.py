"""List pages of our own, made by the dozen: layouts as sites of many kinds have them, in the frames that sites put around
them, in several languages, with any number of items. Each comes with the entries that a reader sees on it, and with its
next version: new items on top, old ones gone.

A *layout* is how the items of a list are set, a *frame* is what stands around the list on every page of its site. Every
text is made up.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

# what is told --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Language:
    code: str
    openings: tuple[str, ...]
    things: tuple[str, ...]
    ends: tuple[str, ...]
    kinds: tuple[str, ...]
    menu: tuple[str, ...]
    prose: str
    date: Callable[[dt.date], str]
    space: str = " "


def _names(months: str) -> Callable[[dt.date], str]:
    return lambda day: months.split()[day.month - 1]


_EN = _names("January February March April May June July August September October November December")
_DE = _names("Januar Februar März April Mai Juni Juli August September Oktober November Dezember")
_FR = _names("janvier février mars avril mai juin juillet août septembre octobre novembre décembre")
_ES = _names("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre")
_RU = _names("января февраля марта апреля мая июня июля августа сентября октября ноября декабря")
_EL = _names("Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου")
_AR = _names("يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر")
_TR = _names("Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık")

LANGUAGES = {language.code: language for language in (
    Language("en", ("Harbour", "Council", "Night train", "Old mill", "Brass band", "Ferry company", "School garden", "Museum"),
             ("opens a second bridge", "votes for cheaper tickets", "closes until the spring", "looks for two more helpers",
              "wins the prize for quiet", "answers its critics"),
             ("after a long night", "for the first time", "by a single vote", "in spite of the rain", "says the mayor"),
             ("Town", "Sport", "Culture", "Science"), ("Home", "About us", "Services", "Contact", "Careers", "Support"),
             "The keepers of the old mill met on Tuesday and could not agree on who would hold the ladder this year. ",
             lambda d: f"{_EN(d)} {d.day}, {d.year}"),
    Language("de", ("Stadtrat", "Bürgerverein", "Die neue Fähre", "Das alte Kraftwerk", "Der Chor", "Freibad", "Gymnasium"),
             ("plant eine zweite Brücke", "sucht dringend Helfer", "bleibt bis März geschlossen", "gewinnt den Umweltpreis",
              "lädt zum Sommerfest"), ("am Samstag", "trotz Regen", "zum dritten Mal", "nach langer Pause"),
             ("Politik", "Kultur", "Wirtschaft", "Vereine"), ("Startseite", "Über uns", "Leistungen", "Kontakt", "Karriere"),
             "Am Dienstag trafen sich die Hüter der alten Mühle und wurden nicht einig, wer dieses Jahr die Leiter hält. ",
             lambda d: f"{d.day}. {_DE(d)} {d.year}"),
    Language("fr", ("Le vieux port", "La mairie", "Le train de nuit", "L’école du village", "La fanfare", "Le musée"),
             ("ouvre un second pont", "cherche deux bénévoles", "ferme jusqu’au printemps", "remporte le prix du silence"),
             ("pour la première fois", "malgré la pluie", "à une voix près", "après une longue nuit"),
             ("Ville", "Sports", "Culture", "Économie"), ("Accueil", "À propos", "Services", "Contact", "Emplois"),
             "Les gardiens du vieux moulin se sont réunis mardi sans savoir qui tiendrait l’échelle cette année. ",
             lambda d: f"{d.day} {_FR(d)} {d.year}"),
    Language("es", ("El puerto", "El ayuntamiento", "El tren nocturno", "La banda", "El viejo molino", "El museo"),
             ("abre un segundo puente", "busca dos ayudantes", "cierra hasta la primavera", "gana el premio del silencio"),
             ("por primera vez", "a pesar de la lluvia", "tras una larga noche", "por un solo voto"),
             ("Ciudad", "Deportes", "Cultura", "Ciencia"), ("Inicio", "Quiénes somos", "Servicios", "Contacto", "Empleo"),
             "Los guardianes del viejo molino se reunieron el martes y no supieron quién sujetaría la escalera este año. ",
             lambda d: f"{d.day} de {_ES(d)} de {d.year}"),
    Language("ru", ("Старый порт", "Городской совет", "Ночной поезд", "Духовой оркестр", "Школьный сад", "Музей"),
             ("открывает второй мост", "ищет двух помощников", "закрывается до весны", "получает приз за тишину"),
             ("впервые", "несмотря на дождь", "после долгой ночи", "одним голосом"),
             ("Город", "Спорт", "Культура", "Наука"), ("Главная", "О нас", "Услуги", "Контакты", "Вакансии"),
             "Хранители старой мельницы собрались во вторник и не договорились, кто будет держать лестницу в этом году. ",
             lambda d: f"{d.day} {_RU(d)} {d.year}"),
    Language("el", ("Το λιμάνι", "Το δημοτικό συμβούλιο", "Το νυχτερινό τρένο", "Η μπάντα", "Το μουσείο"),
             ("ανοίγει δεύτερη γέφυρα", "ζητά δύο βοηθούς", "κλείνει ως την άνοιξη", "κερδίζει το βραβείο"),
             ("για πρώτη φορά", "παρά τη βροχή", "μετά από μια μεγάλη νύχτα"),
             ("Πόλη", "Αθλητικά", "Πολιτισμός"), ("Αρχική", "Σχετικά", "Υπηρεσίες", "Επικοινωνία"),
             "Οι φύλακες του παλιού μύλου συναντήθηκαν την Τρίτη και δεν συμφώνησαν ποιος θα κρατήσει τη σκάλα φέτος. ",
             lambda d: f"{d.day} {_EL(d)} {d.year}"),
    Language("ar", ("الميناء القديم", "مجلس المدينة", "قطار الليل", "المتحف", "حديقة المدرسة"),
             ("يفتتح جسرا ثانيا", "يبحث عن متطوعين", "يغلق حتى الربيع", "يفوز بجائزة الهدوء"),
             ("للمرة الأولى", "رغم المطر", "بعد ليلة طويلة", "بفارق صوت واحد"),
             ("المدينة", "الرياضة", "الثقافة"), ("الرئيسية", "من نحن", "الخدمات", "اتصل بنا"),
             "اجتمع حراس الطاحونة القديمة يوم الثلاثاء ولم يتفقوا على من سيمسك السلم هذا العام أمام الجمهور. ",
             lambda d: f"{d.day} {_AR(d)} {d.year}"),
    Language("tr", ("Eski liman", "Belediye meclisi", "Gece treni", "Bando", "Okul bahçesi"),
             ("ikinci köprüyü açıyor", "iki gönüllü arıyor", "bahara kadar kapanıyor", "sessizlik ödülünü kazandı"),
             ("ilk kez", "yağmura rağmen", "uzun bir geceden sonra"), ("Şehir", "Spor", "Kültür"),
             ("Ana sayfa", "Hakkımızda", "Hizmetler", "İletişim"),
             "Eski değirmenin bekçileri salı günü toplandı ve bu yıl merdiveni kimin tutacağına karar veremedi. ",
             lambda d: f"{d.day} {_TR(d)} {d.year}"),
    Language("zh", ("老港口", "市议会", "夜行列车", "铜管乐队", "学校花园", "市博物馆"),
             ("将建设第二座大桥", "招募两名志愿者", "关闭至明年春天", "荣获安静奖", "召开年度工作会议"),
             ("市民热烈欢迎", "引发广泛关注", "取得圆满成功", "持续推进中"), ("要闻", "通知公告", "文化", "体育"),
             ("首页", "关于我们", "服务", "联系方式", "人才招聘"),
             "老磨坊的看守人星期二开会，但是没有商定今年由谁来扶梯子，于是大家决定下周再谈，并且先把门修好。",
             lambda d: f"{d.year}-{d.month:02}-{d.day:02}", ""),
    Language("ja", ("古い港", "市議会", "夜行列車", "吹奏楽団", "学校の庭園", "市立博物館"),
             ("が二つ目の橋を開通", "が手伝いを二名募集", "は春まで休館します", "が静けさ賞を受賞", "の年次報告を公開しました"),
             ("のお知らせ", "について", "(雨天決行)", "・初めての試み"), ("お知らせ", "イベント", "プレスリリース", "採用"),
             ("ホーム", "会社概要", "サービス", "お問い合わせ", "採用情報"),
             "古い水車小屋の番人たちは火曜日に集まりましたが、今年だれがはしごを支えるかは決まりませんでした。",
             lambda d: f"{d.year}年{d.month}月{d.day}日", ""),
    Language("ko", ("옛 항구", "시의회", "야간 열차", "관악대", "학교 정원"),
             ("두 번째 다리 개통", "자원봉사자 두 명 모집", "봄까지 휴관", "조용한 도시상 수상"),
             ("처음으로", "비에도 불구하고", "긴 밤이 지나고", "시장 발표"), ("시정", "스포츠", "문화"),
             ("홈", "소개", "서비스", "문의", "채용"),
             "옛 방앗간의 지기들은 화요일에 모였지만 올해 누가 사다리를 잡을지 정하지 못하고 헤어졌다고 한다. ",
             lambda d: f"{d.year}.{d.month:02}.{d.day:02}"),
)}


@dataclass(frozen=True)
class Item:
    number: int
    title: str
    day: dt.date
    kind: str
    prose: str
    language: Language

    @property
    def url(self) -> str:
        return f"/{self.day.year}/{self.number}-x"

    @property
    def said_day(self) -> str:
        return self.language.date(self.day)


def items_of(language: Language, count: int, chance: random.Random, newest: int = 400) -> list[Item]:
    """So many items, newest first, each title another."""
    day, made, seen = dt.date(2024, 6, 27), [], set[str]()
    for number in range(newest, newest - count, -1):
        while True:
            title = language.space.join((chance.choice(language.openings), chance.choice(language.things),
                                         *([chance.choice(language.ends)] if chance.random() < 0.7 else [])))
            title = title if title not in seen else f"{title} {number}"
            if title not in seen:
                break
        seen.add(title)
        made.append(Item(number, title, day, chance.choice(language.kinds), language.prose * chance.randint(1, 2), language))
        day -= dt.timedelta(days=chance.choice((0, 1, 1, 2, 3, 5, 9)))
    return made


# layouts -------------------------------------------------------------------------------------------------

Render = Callable[[Sequence[Item]], str]


@dataclass(frozen=True)
class Layout:
    name: str
    render: Render
    dated: bool = True
    kinds: bool = False
    linked: bool = True
    places: bool = False
    """Whether something repeats from item to item that is of no kind: then nothing is asked of categories."""
    languages: tuple[str, ...] = tuple(LANGUAGES)
    fewest: int = 5
    most: int = 24
    frames: tuple[str, ...] = ()
    """The frames it may stand in, if not all: a list that says little is hard to tell from a frame that says much."""
    under: str = "http://quay.example"
    """What stands before the items' paths in their addresses."""
    shown: Callable[[Sequence[Item]], Sequence[Item]] = lambda items: items
    """Which items are shown, in page order."""

    def address(self, item: Item) -> str:
        return self.under + item.url


LAYOUTS: dict[str, Layout] = {}


def layout(**said: object) -> Callable[[Render], Render]:
    def kept(render: Render) -> Render:
        LAYOUTS[render.__name__] = Layout(render.__name__, render, **said)  # type: ignore[arg-type]
        return render
    return kept


def rows(template: str, items: Sequence[Item], **more: Callable[[Item], object]) -> str:
    """The template filled for each item."""
    return "".join(template.format(
        t=item.title, u=item.url, d=item.said_day, iso=item.day.isoformat(), k=item.kind, n=item.number, p=item.prose,
        day=item.day.day, mon=_EN(item.day)[:3], y=item.day.year, dm=f"{item.day.day:02}.{item.day.month:02}",
        slash=f"{item.day.day:02}/{item.day.month:02}/{item.day.year}", dot=f"{item.day.day:02}.{item.day.month:02}.{item.day.year}",
        kid=abs(hash_of(item.kind)) % 90, short=item.prose[:60], **{name: say(item) for name, say in more.items()})
        for item in items)


def hash_of(text: str) -> int:
    """A number that is the same in every run."""
    return sum(ord(sign) * place for place, sign in enumerate(text, 1))


def by_month(items: Sequence[Item]) -> list[tuple[dt.date, list[Item]]]:
    found: dict[dt.date, list[Item]] = {}
    for item in items:
        found.setdefault(item.day.replace(day=1), []).append(item)
    return list(found.items())


def by_day(items: Sequence[Item]) -> list[tuple[dt.date, list[Item]]]:
    found: dict[dt.date, list[Item]] = {}
    for item in items:
        found.setdefault(item.day, []).append(item)
    return list(found.items())


def by_kind(items: Sequence[Item]) -> list[Item]:
    order = {kind: place for place, kind in enumerate(items[0].language.kinds)}
    return sorted(items, key=lambda item: order[item.kind])


def kinds_of(items: Sequence[Item]) -> list[tuple[str, list[Item]]]:
    found: dict[str, list[Item]] = {}
    for item in by_kind(items):
        found.setdefault(item.kind, []).append(item)
    return list(found.items())
