"""What pages say that stand there instead of another, in the languages of the world."""

from __future__ import annotations

import re

_GONE = "|".join((  # that what stands at an address is not there, a language a line
    r"(?:page|file|address|document|url|site|link) (?:(?:you|that|was|were|is|has|can|could|cannot)\b[^.]{0,40})?"
    r"(?:not (?:be )?found|does(?: not|n.t) exist|no longer (?:exists|available))|nothing (?:was found )?here(?=\W*$)",
    r"seite\b[^.]{0,40}(?:nicht (?:mehr )?(?:gefunden|verfügbar|vorhanden)"
    r"|(?:existiert|gibt es) (?:hier |leider )?nicht(?: mehr)?(?=[.!]|$))",
    r"page\b[^.]{0,40}(?:introuvable|n.existe (?:pas|plus)|plus disponible|pas (?:été )?trouvée|non trouvée)",
    r"página\b[^.]{0,40}(?:no (?:ha sido encontrada|encontrada|existe|está disponible|se encuentra)"
    r"|não (?:foi )?(?:encontrada|existe))",
    r"pagina (?:non (?:è stata )?(?:trovata|esiste)|inesistente|(?:kon )?niet (?:worden )?gevonden|bestaat niet"
    r"|nu (?:a fost găsită|există|poate fi găsită))",
    r"nie znaleziono (?:strony|podanej)|strona (?:o podanym adresie )?nie (?:została )?(?:znaleziona|istnieje)",
    r"(?:sidan|siden) (?:[^.]{0,30} )?(?:hittades inte|inte hittas|finns inte|ikke (?:blev? )?fun(?:det|net)"
    r"|fin(?:d|n)es ikke|eksisterer ikke)|fant ikke siden",
    r"sivua ei (?:ole|löy)", r"sayfa (?:bulunamadı|mevcut değil)", r"oldal nem (?:található|létezik)",
    r"stránka (?:\w+ )?(?:nenalezena|nebyla nalezena|neexistuje|sa nenašla|nebola nájdená)",
    r"страниц\w+ (?:не (?:найден|существует)|удалена|отсутствует)|такой страницы (?:нет|не)",
    r"сторінк\w+ не (?:знайдено|існує)",
    r"σελίδα[^.]{0,30} δεν (?:βρέθηκε|υπάρχει)", r"الصفحة[^.]{0,30} غير موجودة|لم يتم العثور على الصفحة",
    r"(?:הדף|העמוד)[^.]{0,30} (?:לא נמצא|אינו קיים|לא קיים)", r"(?:पृष्ठ|पेज) नहीं मिला", r"ไม่พบหน้า",
    r"không tìm thấy trang|trang[^.]{0,30} không tồn tại", r"halaman[^.]{0,40} tidak (?:ditemukan|tersedia)",
    r"(?:页面|网页|頁面|網頁)[^。]{0,10}(?:不存在|找不到|未找到|已删除|已被删除)",
    r"(?:找不到|未找到|無法找到)[^。]{0,6}(?:页面|网页|頁面|網頁)",
    r"ページ(?:が|は)[^。]{0,10}(?:見つかり|存在しま|ありません)", r"페이지를 찾을 수 없|페이지가 (?:존재하지|없)"))
_GONE_TOO = (
    r"not found|nicht gefunden|introuvable|non trouvée?|no encontrad[ao]|não encontrad[ao]|non trovat[ao]"
    r"|niet gevonden|nie znaleziono|hittades inte|ikke (?:fundet|funnet)|bulunamadı|nenalezeno|nem található"
    r"|не найден[ао]?|не знайдено|δεν βρέθηκε|غير موجود|לא נמצא|見つかりません(?:でした)?|找不到|未找到"
    r"|찾을 수 없습니다")
"""What is not there, left unsaid: it counts where a heading, or a part of a title, says nothing else."""
_NUMBER = (r"error|http|code|fehler|erreur|erro|errore|fout|błąd|fel|feil|fejl|virhe|hata|chyba|hiba|eroare|ошибка"
           r"|помилка|σφάλμα|خطأ|שגיאה|lỗi|エラー|错误|錯誤|오류")
_ALONE = re.compile(
    rf"\W*(?:(?:(?:{_NUMBER})\W*)?404(?:\W*(?:{_NUMBER}|{_GONE_TOO}))?"
    rf"|(?:{_NUMBER})\W*410|410\W*gone|{_GONE_TOO})\W*", re.IGNORECASE)
_SEPARATED = re.compile(r"\s[-–—|·•»:]+\s|[|»:!]\s")
_HEADED = re.compile(_GONE, re.IGNORECASE)

TOLD = re.compile(
    r"(?:page|file|address|document|url|article|product|item)\b[^.]{0,40}"
    r"(?:requested|asked for|looking for|does(?: not|n.t) exist|no longer exists?|(?:not|n.t) be found)"
    rf"|\b404\b.{{0,20}}error|error.{{0,20}}\b404\b|{_GONE}", re.IGNORECASE)
"""What a short page tells that is not there, or not any more."""
ENTER = re.compile(
    r"^\W*(?:log ?in|sign ?in|log on|anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|acceder"
    r"|entrar|accedi|inloggen|aanmelden|logga in|log ind|logg inn|kirjaudu|zaloguj|logowanie|přihlá|prihlás"
    r"|bejelentkezés|giriş|oturum aç|autentificare|войти|вход|увійти|вхід|σύνδεση|تسجيل الدخول|התחבר|כניסה|đăng nhập"
    r"|masuk|เข้าสู่ระบบ|लॉग इन)"
    r"|авторизация|登录|登入|ログイン|로그인|üye girişi", re.IGNORECASE)
"""How the title or a heading of a page begins that is there to log in."""


def is_gone(head: str) -> bool:
    """Whether a title or heading says that a page is not there, and not that this is so of a thing in the news."""
    return bool(_HEADED.search(head)) or any(map(_ALONE.fullmatch, _SEPARATED.split(head)))
