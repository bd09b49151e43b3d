"""The frames of made-up list pages: what sites put around their lists, on every page. See made_lists.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from made_lists import Item, Language, rows

Frame = Callable[[str, Sequence[Item], Language], str]


def _links(names: Sequence[str], under: str = "") -> str:
    return "".join(f"<li><a href='{under}/m{n}'>{name}</a></li>" for n, name in enumerate(names))


def _document(language: Language, head: str, body: str) -> str:
    return f"<!doctype html><html lang={language.code}><head><meta charset=utf-8><title>{head}</title></head><body>{body}</body></html>"


def plain(body: str, others: Sequence[Item], language: Language) -> str:
    menu = _links(language.menu)
    return _document(language, language.menu[0], f"<header><nav><ul>{menu}</ul></nav></header><main>{body}</main><footer><ul>{menu}</ul></footer>")


def bare(body: str, others: Sequence[Item], language: Language) -> str:
    return _document(language, language.menu[0], body)


def weblog(body: str, others: Sequence[Item], language: Language) -> str:
    """A sidebar of widgets: recent posts, categories, months, a cloud of tags, recent comments, friends."""
    recent = rows("<li><a href='{u}'>{t}</a></li>", others[:5])
    months = "".join(f"<li><a href='/2024/{n:02}/'>{n:02}/2024</a> ({n})</li>" for n in range(12, 0, -1))
    kinds = "".join(f"<li class=cat-item><a href='/category/{n}'>{kind}</a> (1{n})</li>" for n, kind in enumerate(language.kinds))
    tags = "".join(f"<a href='/tag/{n}' class=tag-cloud-link style='font-size:{8 + n}pt'>{name}</a> " for n, name in enumerate(language.openings))
    comments = rows("<li class=recentcomments><span class=comment-author-link>Tom</span>: <a href='{u}#comment-1'>{t}</a></li>", others[5:10])
    return _document(language, f"{language.menu[0]} – Quay", (
        f"<div id=page><header id=masthead><h1 class=site-title><a href='/'>Quay</a></h1><nav id=site-navigation><ul class=menu>"
        f"{_links(language.menu)}</ul></nav></header><div id=content class=site-content><div id=primary class=content-area>{body}</div>"
        f"<div id=secondary class=widget-area><section class=widget><form><input name=s></form></section><section class='widget widget_recent_entries'>"
        f"<h2 class=widget-title>Recent Posts</h2><ul>{recent}</ul></section><section class=widget><h2 class=widget-title>Recent Comments</h2><ul>"
        f"{comments}</ul></section><section class=widget><h2 class=widget-title>Archives</h2><ul>{months}</ul></section><section class=widget><h2 "
        f"class=widget-title>Categories</h2><ul>{kinds}</ul></section><section class=widget><h2 class=widget-title>Tags</h2><div class=tagcloud>"
        f"{tags}</div></section></div></div><footer id=colophon><div class=site-info><a href='http://engine.example'>Proudly powered by soup</a>"
        "</div></footer></div>"))


def portal(body: str, others: Sequence[Item], language: Language) -> str:
    """A large menu, breadcrumbs, a menu at the side, what is most read, and a heavy foot; everything is a div."""
    mega = "".join(f"<div class=mm-col><h4>{kind}</h4><ul>" + "".join(
        f"<li><a href='/s{n}/{m}'>{opening} {m}</a></li>" for m, opening in enumerate(language.openings)) + "</ul></div>"
        for n, kind in enumerate(language.kinds))
    popular = rows("<li><span class=num>{n}</span><a href='{u}'>{t}</a></li>", others[:8])
    foot = "".join(f"<div class=f-col><h5>{name}</h5><ul>" + "".join(
        f"<li><a href='/f{n}/{m}'>{thing}</a></li>" for m, thing in enumerate(language.things)) + "</ul></div>"
        for n, name in enumerate(language.menu))
    return _document(language, f"{language.menu[0]} | Quay", (
        f"<div class=top-bar><a href='/'>Quay</a><div class=mega>{mega}</div></div><div class=crumbs><a href='/'>{language.menu[0]}</a> › <a "
        f"href='/a'>{language.menu[1]}</a> › <span>{language.kinds[0]}</span></div><div class=wrap><div class=left-nav><ul>"
        f"{_links(language.menu + language.kinds, '/left')}</ul></div><div class=middle>{body}<div class=page-nums><a class=on>1</a><a href='?p=2'>2</a>"
        f"<a href='?p=3'>3</a><a href='?p=4'>4</a><a href='?p=2'>»</a></div></div><div class=right><div class=pop-title>Top</div><ol>{popular}</ol></div>"
        f"</div><div class=bottom>{foot}<p>© 2024 Quay. {language.prose}</p></div>"))


def bootstrap(body: str, others: Sequence[Item], language: Language) -> str:
    cards = rows("<div class='card mb-3'><div class=card-body><h5 class=card-title><a href='{u}'>{t}</a></h5><p class=card-text>{short}</p></div></div>",
                 others[:3])
    menu = "".join(f"<li class='nav-item dropdown'><a class='nav-link dropdown-toggle' href='#'>{name}</a><ul class=dropdown-menu>"
                   + "".join(f"<li><a class=dropdown-item href='/d{n}/{m}'>{kind}</a></li>" for m, kind in enumerate(language.kinds)) + "</ul></li>"
                   for n, name in enumerate(language.menu))
    return _document(language, f"Quay: {language.menu[0]}", (
        f"<nav class='navbar navbar-expand-lg'><ul class=navbar-nav>{menu}</ul></nav><div class=jumbotron><h1 class=display-4>Quay</h1><p class=lead>"
        f"{language.prose}</p></div><div class=container><div class=row><div class='col-md-8'>{body}</div><div class='col-md-4'>{cards}</div></div></div>"
        f"<footer class='bg-dark'><div class=container><p>© Quay</p></div></footer>"))


def tables(body: str, others: Sequence[Item], language: Language) -> str:
    """Laid out with tables, as pages were in 1999: a column of links at the left."""
    left = "".join(f"<tr><td><a href='/l{n}.html'><font size=-1>{name}</font></a></td></tr>" for n, name in enumerate(language.menu + language.kinds))
    return _document(language, "Quay", (
        f"<table width=760 border=0><tr><td colspan=2><img src='/logo.gif' alt=Quay></td></tr><tr valign=top><td width=140 bgcolor=#eeeeee><table>{left}"
        f"</table></td><td>{body}</td></tr><tr><td colspan=2 align=center><font size=1><a href='/'>{language.menu[0]}</a> | <a href='mailto:a@b.example'>"
        "Mail</a><br>Last change: 01.07.2024</font></td></tr></table>"))


def hashed(body: str, others: Sequence[Item], language: Language) -> str:
    """Names of classes that say nothing, ten boxes deep."""
    menu = "".join(f"<a class=_3xk href='/m{n}'>{name}</a>" for n, name in enumerate(language.menu))
    more = rows("<a class=_9q href='{u}'><div class=_77>{t}</div></a>", others[:4])
    return _document(language, "Quay", (
        f"<div id=root><div class=_0a><div class=_0b><div class=_1c>{menu}</div></div><div class=_2d><div class=_2e><div class=_2f>{body}</div></div><div><p "
        f"class=_5g>{more}</p></div></div><div class=_8z>{menu}</div></div></div>"))


FRAMES: dict[str, Frame] = {frame.__name__: frame for frame in (plain, bare, weblog, portal, bootstrap, tables, hashed)}
