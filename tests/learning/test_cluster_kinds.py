"""Pages that stand there instead of another are known by what they say, and no page by what it says in passing."""

from __future__ import annotations

import pytest

from stook.learning.cluster.kinds import in_the_way, kind_of
from stook.page import Page

MENU = "<nav><ul>" + "<li><a href=/x>Lamps and ropes of all kinds</a>" * 60 + "</ul></nav>"


@pytest.mark.parametrize(("kind", "html"), [
    ("error", "<title>404 Not Found</title><h1>Not Found</h1><p>The requested URL was not found on this server."),
    ("error", "<title>Lamps</title><h1>Page not found</h1>" + MENU),
    ("error", "<title>Oops</title><h1>Oops!</h1><p>The page you are looking for has moved or never was."),
    ("error", "<title>Seite nicht gefunden</title><p>Leider."),
    ("error", "<title>Erreur</title><h1>Page introuvable</h1>"),
    ("error", "<title>ページが見つかりません</title>"),
    ("error", "<title>Sorry</title><p>This product could not be found. <a href=/>Home</a>"),
    ("login", "<title>Log in</title><h1>Log in</h1><form><input name=n><input type=password></form>" + MENU),
    ("login", "<title>Members</title><p>Please sign in.<form><input type=password></form>"),
    ("error", "<title>Lamps | 404</title><p>Sorry."),
    ("error", "<title>410 Gone</title><h1>Gone</h1>"),
    ("error", "<title>Lampen</title><h1>Diese Seite gibt es nicht mehr.</h1>" + MENU),
    ("error", "<title>Oups</title><h1>Oups !</h1><p>La page que vous cherchez n'existe plus."),
    ("error", "<title>Lámparas</title><h1>La página que busca no está disponible</h1>"),
    ("error", "<title>Erro 404</title><h1>Página não encontrada</h1>"),
    ("error", "<title>Pagina inesistente</title>"),
    ("error", "<title>De pagina bestaat niet</title>" + MENU),
    ("error", "<title>Nie znaleziono strony</title>"),
    ("error", "<title>Lampor</title><h1>Sidan kunde inte hittas</h1>" + MENU),
    ("error", "<title>Lamper</title><h1>Siden blev ikke fundet</h1>"),
    ("error", "<title>Sivua ei löytynyt</title>"),
    ("error", "<title>Aradığınız sayfa bulunamadı</title>"),
    ("error", "<title>Stránka nebyla nalezena</title>"),
    ("error", "<title>A keresett oldal nem található</title>"),
    ("error", "<title>Лампы</title><h1>Такой страницы нет</h1>" + MENU),
    ("error", "<title>Сторінку не знайдено</title>"),
    ("error", "<title>Η σελίδα δεν βρέθηκε</title>"),
    ("error", "<title>الصفحة غير موجودة</title>"),
    ("error", "<title>הדף לא נמצא</title>"),
    ("error", "<title>पृष्ठ नहीं मिला</title>"),
    ("error", "<title>ไม่พบหน้าที่คุณต้องการ</title>"),
    ("error", "<title>Không tìm thấy trang</title>"),
    ("error", "<title>Halaman tidak ditemukan</title>"),
    ("error", "<title>抱歉，您访问的页面不存在</title>"),
    ("error", "<title>ページが存在しません</title>"),
    ("error", "<title>페이지를 찾을 수 없습니다</title>"),
    ("login", "<title>Zaloguj się</title><h1>Logowanie</h1><form><input type=password></form>" + MENU),
    ("login", "<title>Σύνδεση</title><form><input type=password></form>" + MENU),
    ("login", "<title>用户登录</title><form><input type=password></form>" + MENU),
    ("login", "<title>تسجيل الدخول</title><form><input type=password></form>" + MENU),
    ("login", "<title>Klub</title><form>Jelszó <input type=password></form>"),
    ("blocked", "<title>Einen Moment bitte…</title><h1>Ihr Browser wird angesehen</h1>"),
    ("blocked", "<title>请稍候…</title>"),
    ("outage", "<title>Лампы</title><h1>Сайт временно недоступен</h1>"),
    ("blocked", "<title>Just a moment...</title><p>Checking your browser"),
    ("outage", "<title>503 Service Unavailable</title><h1>Service unavailable</h1>"),
])
def test_what_stands_in_the_way_is_known(kind: str, html: str) -> None:
    assert kind == in_the_way(Page(html))


@pytest.mark.parametrize("html", [
    "<title>Lamp</title><form>Log in: <input name=n><input type=password></form><h1>Lamp</h1><p>" + "Made of brass. " * 60,
    "<title>The lost city</title><h1>A city that was never found</h1><p>" + "They looked for it everywhere. " * 20,
    "<title>Room 404 in the west wing</title><h1>Room 404</h1><p>A room with a view of the harbour.",
    "<title>Boat not found after storm</title><h1>Boat not found after storm</h1><p>" + "They look on, day and night. " * 30,
    "<title>404 ways to light a room</title><h1>404 ways to light a room</h1><p>" + "Begin with a lamp. " * 30,
    "<title>Gone</title><h1>Gone</h1><p>A novel in three parts. " + "It is long. " * 30,
    "<title>Auf der anderen Seite gibt es nicht nur Lampen</title><p>" + "Auch Seile. " * 30,
    "<title>Un instant de bonheur</title><h1>Un instant de bonheur</h1><p>" + "Sous la lampe. " * 20,
    "<title>…</title><h1>Lamp</h1><p>Brass",
    "<title>Code | Lamps</title><h1>Error bars</h1><p>How to draw them.",
    "<title>Лампа</title><h1>Лампа</h1><p>Товар временно недоступен",
    "<title>Results</title><h1>Lamps</h1><p>3 lamps were found." + "<li><a href=/1>Lamp</a>" * 3,
    "",
])
def test_what_a_page_says_in_passing_does_not_count(html: str) -> None:
    assert None is in_the_way(Page(html))


def test_a_list_without_an_address_is_a_list() -> None:
    rows = "".join(f"<li><a href='/lamp-{n}'>A lamp of brass, with {n} candles, for the table</a> {n} May 2024" for n in range(1, 12))
    assert "list" == kind_of(Page(f"<title>Lamps</title><ul>{rows}</ul>"))
