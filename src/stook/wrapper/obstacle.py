"""Pages that stand in the way of the one that was asked for: a wall against robots, a login, an outage.

Such a page is short, and says so. The words are those that the makers of such walls and servers write; a page of
any length may write about them, so they count only on a page that says little else.
"""

from __future__ import annotations

import re
from typing import Literal

from stook.page import Page

Obstacle = Literal["blocked", "login", "outage"]

SHORT = 2500
"""Characters. What stands in the way says little."""

_BLOCKED = re.compile(
    r"captcha|are you (?:a )?(?:human|robot)|not a robot|verify (?:that )?you are|unusual traffic"
    r"|access (?:is )?denied|request (?:was |has been )?blocked|you have been blocked|checking your browser"
    r"|just a moment|ddos protection|enable javascript and cookies|bot detection|too many requests|rate limit"
    r"|attention required|zugriff verweigert|kein roboter|accès refusé|pas un robot|acceso denegado|no soy un robot"
    r"|доступ (?:запрещ|ограничен)|不是机器人|訪問被拒|访问被拒绝|安全验证|ロボットではありません|アクセスが拒否",
    re.IGNORECASE)
_WAIT = re.compile(
    r"(?:just a moment|one moment(?:,? please)?|please wait|nur einen moment|einen moment bitte|un instant|un momento"
    r"|um momento|een ogenblik(?: geduld)?|et øjeblik|ett ögonblick|chwileczkę|proszę czekać|okamžik|bir dakika lütfen"
    r"|один момент|подождите|请稍候|请稍等|請稍候|しばらくお待ちください|잠시만 기다리십시오)\W*", re.IGNORECASE)
"""The whole title of a page that looks at who asks."""
_OUTAGE = re.compile(
    r"\b50[0234]\b.{0,40}(?:error|bad gateway|unavailable|time-?out)|bad gateway|gateway time-?out"
    r"|internal server error|service (?:is )?(?:temporarily )?unavailable"
    r"|temporarily (?:down|unavailable|offline)|error establishing a database|(?:down|closed) for maintenance"
    r"|under maintenance|scheduled maintenance|be back (?:soon|shortly)|wartungsarbeiten|vorübergehend nicht"
    r"|en maintenance|en mantenimiento|temporairement indisponible|in manutenzione|em manutenção"
    r"|сайт временно недоступен|техническ\w+ работ|系统维护|服务器错误"
    r"|メンテナンス中|一時的に利用できません", re.IGNORECASE)
_LOGIN = re.compile(
    r"log ?in|sign ?in|log on|password|anmelden|einloggen|passwort|connexion|se connecter|mot de passe"
    r"|iniciar sesión|contraseña|accedi|senha|inloggen|wachtwoord|logga in|lösenord|adgangskode|passord|salasana"
    r"|hasło|heslo|jelszó|şifre|parol[aă]|войти|пароль|κωδικός|كلمة المرور|סיסמה|mật khẩu|登录|登入|密码|密碼|ログイン"
    r"|パスワード|로그인|비밀번호", re.IGNORECASE)


def obstacle(page: Page) -> Obstacle | None:
    """What stands in the way, as far as the page says so."""
    said = f"{page.title}\n{page.text_of(0) if len(page) else ''}"
    if len(said) > SHORT:
        return None
    if _BLOCKED.search(said) or _WAIT.fullmatch(page.title.strip()):
        return "blocked"
    if _OUTAGE.search(said):
        return "outage"
    asks = any(page.attr(node, "type").lower() == "password" for node in page.select("input"))
    return "login" if asks and _LOGIN.search(said) else None
