"""Small list pages of our own, one for each way in which pages show lists. Every text here is made up."""

from __future__ import annotations

import json

TITLES = [
    "Harbour bridge closes for a week of repairs", "Council votes for a second public library",
    "Book fair opens with a record number of stalls", "Night trains return to the coast line",
    "School garden wins the national seed prize", "Old lighthouse to become a weather museum",
    "Ferry timetable changes with the new moon", "Brass band looks for two more trombones",
    "Bakers agree on a longer Sunday opening", "Storm damages the roof of the swimming hall",
]
DAYS = ["2024-05-12", "2024-05-09", "2024-05-02", "2024-04-28", "2024-04-21", "2024-04-15", "2024-03-30", "2024-03-12",
        "2024-02-27", "2024-02-03"]
PROSE = ("The repairs have been put off three times, and the harbour master would not say when the first lorry may "
         "cross again. People from both shores met on the quay on Tuesday evening to talk about it over soup. ")


def href(number: int) -> str:
    return f"/news/{number}.html"


def page(body: str, head: str = "<title>The Harbour Post</title>", lang: str = "en") -> str:
    menu = "".join(f"<li><a href='/{name}'>{name.title()}</a></li>" for name in ("home", "news", "sport", "about", "contact"))
    foot = "".join(f"<li><a href='/{name}'>{name.title()}</a></li>" for name in ("imprint", "privacy", "press", "jobs"))
    return (f"<!doctype html><html lang={lang}><head><meta charset=utf-8>{head}</head><body>"
            f"<div class=top><ul class=menu>{menu}</ul></div>{body}<div class=foot><ul>{foot}</ul></div></body></html>")


def plain() -> str:
    items = "".join(f"<li><span class=date>{day}</span> <a href='{href(n)}'>{title}</a></li>"
                    for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<h1>News</h1><ul class=news>{items}</ul>")


def blog() -> str:
    """Whole posts, with links in their text, tags, a comment link, and a sidebar that repeats the items."""
    posts = "".join(
        f"<article class='post type-post category-harbour-{n}'><h2 class=entry-title><a href='{href(n)}'>{title}</a></h2>"
        f"<p class=meta>Posted on <time datetime='{day}T09:30:00+02:00'>{day}</time> by <a class=author "
        f"href='/people/ada'>Ada</a> in <a rel='category tag' href='/category/town/'>Town</a></p>"
        f"<p>{PROSE}<a href='/elsewhere/{n}'>the report</a></p><p>{PROSE}</p>"
        f"<a class=more href='{href(n)}'>Read more</a> <a href='{href(n)}#comments'>{n} comments</a></article>"
        for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    recent = "".join(f"<li><a href='{href(n)}'>{title}</a></li>" for n, title in enumerate(TITLES[:5]))
    return page(f"<div id=content class=main>{posts}</div><div class=sidebar><h3>Recent posts</h3><ul>{recent}</ul></div>")


def date_headings() -> str:
    """One date, many items."""
    days = [("Sunday, 12 May 2024", TITLES[:3]), ("Thursday, 9 May 2024", TITLES[3:4]), ("Thursday, 2 May 2024", TITLES[4:8])]
    body, n = "", 0
    for day, titles in days:
        body += f"<h3>{day}</h3><ul>"
        for title in titles:
            body += f"<li><a href='{href(n)}'>{title}</a></li>"
            n += 1
        body += "</ul>"
    return page(f"<div class=archive>{body}</div>")


def flat_date_headings() -> str:
    """One date, many items, all of them siblings."""
    body, n = "", 0
    for day, titles in [("12 May 2024", TITLES[:3]), ("9 May 2024", TITLES[3:5]), ("2 May 2024", TITLES[5:8])]:
        body += f"<p class=day>{day}</p>"
        for title in titles:
            body += f"<p class=item><a href='{href(n)}'>{title}</a></p>"
            n += 1
    return page(f"<div class=archive>{body}</div>")


def year_headings() -> str:
    """The year stands once, the items have day and month."""
    body = ""
    for year, rows in (("2024", range(3)), ("2023", range(3, 7))):
        items = "".join(f"<div class=row><a href='{href(n)}'>{TITLES[n]}</a><span class=when>{DAYS[n][5:7]}-{DAYS[n][8:]}"
                        "</span></div>" for n in rows)
        body += f"<section class=year><h2>{year}</h2>{items}</section>"
    return page(f"<div class=archive>{body}</div>")


def sections() -> str:
    """Several lists, each with a title that is the category of its items."""
    body, n = "", 0
    for name, size in (("Town", 4), ("Sport", 3), ("Culture", 3)):
        items = "".join(f"<li><a href='{href(k)}'>{TITLES[k]}</a> ({DAYS[k]})</li>" for k in range(n, n + size))
        n += size
        body += f"<div class=box><h2>{name}</h2><ul>{items}</ul></div>"
    return page(body)


def table() -> str:
    rows = "".join(f"<tr><td>{n + 1}</td><td><a href='{href(n)}'>{title}</a></td><td>Town hall</td><td>{day}</td></tr>"
                   for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page("<table class=calls><tr><th>No.</th><th>Call</th><th>Office</th><th>Published</th></tr>" + rows + "</table>")


def breaks() -> str:
    """Text and links, set apart by <br> alone."""
    lines = "<br>".join(f"{day} <a href='{href(n)}'>{title}</a>" for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<h1>What's new</h1><p>{lines}</p>")


def definition_list() -> str:
    items = "".join(f"<dt>{day}</dt><dd><a href='{href(n)}'>{title}</a></dd>" for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<dl>{items}</dl>")


def created_and_updated() -> str:
    rows = "".join(
        f"<div class=card><h3><a href='{href(n)}'>{title}</a></h3><span class=updated>Updated: 1 June 2024</span> "
        f"<span class=published>Published: {day}</span></div>" for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<div class=cards>{rows}</div>")


def headings_only() -> str:
    """Items without links, told from one another by headings with ids."""
    items = "".join(f"<h3 id=item-{n}>{title} <a class=headerlink href='#item-{n}'>#</a></h3><p><em>{day}</em> – {PROSE}</p>"
                    for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<div class=content><h1>Changes</h1>{items}</div>")


def cards() -> str:
    """Links that hold the whole card: date, title, text."""
    items = "".join(f"<a class=card href='{href(n)}'><div class=when>{day}</div><div class=name>{title}</div>"
                    f"<p>{PROSE[:90]}</p></a>" for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<main>{items}</main>")


def split_dates() -> str:
    """Day, month and year in boxes of their own."""
    months = {"05": "May", "04": "Apr", "03": "Mar", "02": "Feb"}
    items = "".join(
        f"<div class=event><div class=cal><span class=m>{months[day[5:7]]}</span><span class=d>{int(day[8:])}</span>"
        f"<span class=y>{day[:4]}</span></div><h4><a href='{href(n)}'>{title}</a></h4></div>"
        for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<div class=events>{items}</div>")


def sticky() -> str:
    """A post that stays on top, dated out of order and marked."""
    items = "".join(
        f"<div class='{'entry sticky' if n == 0 else 'entry'}'>{'<b class=pin>Pinned</b>' if n == 0 else ''}"
        f"<h2><a href='{href(n)}'>{title}</a></h2><small>{'2021-01-05' if n == 0 else day}</small></div>"
        for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<div id=posts>{items}</div>")


def products() -> str:
    items = "".join(
        f"<li class=product><a href='/shop/{n}'><img src='/{n}.jpg' alt=''></a><a class=name href='/shop/{n}'>{title}</a>"
        f"<span class=price>$ {n + 1}9.90</span><button>Add to basket</button></li>" for n, title in enumerate(TITLES))
    return page(f"<ul class=products>{items}</ul>")


def japanese() -> str:
    titles = ["港の橋が一週間通行止めになります", "市議会が二つ目の図書館を承認しました", "古本市が過去最大の規模で開幕", "夜行列車が海岸線に戻ってきます",
              "学校の庭が全国の種の賞を受賞"]
    days = ["2024年5月12日", "2024年5月9日", "2024年5月2日", "令和6年4月28日", "2024年4月21日(日)"]
    items = "".join(f"<dt>{day}</dt><dd><span class=cat>お知らせ</span><a href='{href(n)}'>{title}</a></dd>"
                    for n, (title, day) in enumerate(zip(titles, days, strict=True)))
    return page(f"<h2>新着情報</h2><dl class=news>{items}</dl>", lang="ja")


def filled_by_scripts() -> str:
    """Nothing to see before a script has run: the items stand in the page's JSON."""
    posts = [{"id": n, "headline": title, "slug": href(n), "publishedAt": f"{day}T08:00:00Z", "section": {"name": "Town"}}
             for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True))]
    menu = [{"title": name, "url": f"/{name}"} for name in ("Home", "About", "Contact")]
    state = json.dumps({"props": {"pageProps": {"menu": menu, "posts": posts}}})
    return page(f"<div id=root></div><script id=__NEXT_DATA__ type=application/json>{state}</script>")


def article() -> str:
    related = "".join(f"<li><a href='{href(n)}'>{title}</a></li>" for n, title in enumerate(TITLES[:4]))
    return page(f"<div class=article><h1>{TITLES[0]}</h1><p class=date>{DAYS[0]}</p>" + f"<p>{PROSE * 2}</p>" * 8
                + f"</div><div class=related><h3>Read also</h3><ul>{related}</ul></div>")


def contact() -> str:
    return page("<h1>Contact</h1><p>The Harbour Post, Quay 3, Saltmouth</p><p>Telephone 555 0101</p>"
                "<form><label>Name <input name=n></label><label>Message <textarea></textarea></label></form>")


def error() -> str:
    return page("<h1>404</h1><p>This page is not here. It may have moved.</p><p><a href='/'>Back to the start</a></p>")


def login() -> str:
    return page("<h1>Sign in</h1><form><input name=user><input name=pass type=password><button>Sign in</button></form>"
                "<p><a href='/forgot'>Forgot your password?</a> <a href='/join'>Join</a></p>")


def forum() -> str:
    """Topics with the day they were begun and the day of the last reply, which stands plainer; the heads of the
    columns tell which is which."""
    rows = "".join(f"<tr><td><img src=i.gif></td><td><a class=topic href='{href(n)}'>{title}</a><br>by <a href='/u/{n % 3}'>"
                   f"Ada {n % 3}</a> » {day} 10:1{n}</td><td>{n * 3}</td><td>by <a href='/u/{n % 4}'>Bob {n % 4}</a><br>"
                   f"2024-06-{n + 10} 09:00</td></tr>" for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<table><tr><th colspan=2>Topics</th><th>Replies</th><th>Last post</th></tr>{rows}</table>")


def featured() -> str:
    """The first two items are set apart: another class, and the title two levels deeper."""
    items = "".join((f"<li class=featured><div><div>{link}</div></div>" if n < 2 else f"<li>{link}") + f"<p class=date>{DAYS[n]}</p></li>"
                    for n, link in enumerate(f"<h3><a href='{href(n)}'>{title}</a></h3>" for n, title in enumerate(TITLES)))
    return page(f"<ul class=news>{items}</ul>")


def icons() -> str:
    """Each item's category is an icon, named for those who do not see it."""
    items = "".join(f"<dt>{day}<img src=i{n % 2}.gif alt={('Town', 'Sport')[n % 2]}></dt><dd><a href='{href(n)}'>{title}</a></dd>"
                    for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<dl class=news>{items}</dl>")


def bylines() -> str:
    """The category stands in a line that is called after the author."""
    items = "".join(f"<div class=entry><h2><a href='{href(n)}'>{title}</a></h2><div class=byline>by Ada on {day} in <a rel=category "
                    f"href='/in/{n % 2}'>{('Town', 'Sport')[n % 2]}</a></div></div>"
                    for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<div id=main>{items}</div>")


def custom_elements() -> str:
    items = "".join(f"<x-card><x-media><img src=m{n}></x-media><x-body><x-kicker>{('Town', 'Sport')[n % 2]}</x-kicker><a href="
                    f"'{href(n)}'><x-title>{title}</x-title></a><x-date>{day}</x-date></x-body></x-card>"
                    for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<x-grid>{items}</x-grid>")


def layout_tables() -> str:
    """A list inside tables inside tables."""
    items = "".join(f"<table width=100%><tr><td><img src=b.gif></td><td><font><a href='{href(n)}'><b>{title}</b></a><br>{day}<br>"
                    f"{PROSE[:110]}</font></td></tr></table>" for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    return page(f"<table><tr><td><a href=/a>Sport section</a></td><td><table><tr><td>{items}</td></tr></table></td></tr></table>")


# pages that show one thing, and have lists beside it ------------------------------------------------------

NAME = "Tunnel under the old mill to be dug by hand"
HEAD = f"<title>{NAME} - The Harbour Post</title>"
RELATED = "".join(f"<li><a href='{href(n)}'>{title}</a> <time>{day}</time></li>"
                  for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))


def article_with_comments() -> str:
    comments = "".join(f"<li class=comment id=c{n}><b>Reader {n}</b> <a href='#c{n}'>{day}</a><p>{PROSE}</p></li>"
                       for n, day in enumerate(DAYS))
    story = f"<p>{PROSE}</p>" * 6
    return page(f"<div class=content><h1>{NAME}</h1>{story}</div><ol class=commentlist>{comments}</ol>", HEAD)


def article_with_related() -> str:
    story = f"<p>{PROSE}</p>" * 5
    return page(f"<div class=content><h1>{NAME}</h1>{story}</div><h3>Read on</h3><ul>{RELATED}</ul>", HEAD)


def article_in_sections() -> str:
    sections = "".join(f"<h2>{title}</h2><p>{PROSE}</p><p>{PROSE}</p>" for title in TITLES[:6])
    return page(f"<div class=content><h1>{NAME}</h1><p>{PROSE}</p>{sections}</div>", HEAD)


def product_with_others() -> str:
    facts = "".join(f"<tr><td>{name}:</td><td>{n + 3} units</td></tr>" for n, name in enumerate(
        ("Weight", "Height", "Width", "Depth", "Colour", "Made of", "Made in", "Warranty", "Parts", "Care")))
    others = "".join(f"<li><a href='/shop/{n}'>{title}</a></li>" for n, title in enumerate(TITLES[:5]))
    return page(f"<h1>Brass lantern with a folding handle, large</h1><p>{PROSE}</p><table>{facts}</table>"
                f"<h3>Others looked at</h3><ul>{others}</ul>",
                "<title>Brass lantern with a folding handle, large</title>")


def recipe_with_notes() -> str:
    steps = "".join(f"<li>{PROSE}</li>" for _ in range(5))
    notes = "".join(f"<h3>{title}</h3><p>{PROSE}</p>" for title in TITLES[:4])
    return page(f"<div class=content><h1>Eel pie as it was baked in the lock house</h1><p>{PROSE}</p><ol>{steps}</ol>"
                f"{notes}</div><ul>{RELATED}</ul>", "<title>Eel pie as it was baked in the lock house</title>")


def says_it_is_one() -> str:
    return plain().replace(
        "</head>", '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "One"}</script></head>')


def lead_story() -> str:
    """A section's front page: a long lead, then teasers that are nearly articles."""
    teasers = "".join(f"<div class=teaser><h2><a href='{href(n)}'>{title}</a></h2><span class=date>{day}</span><p>{PROSE}"
                      f"{PROSE}</p></div>" for n, (title, day) in enumerate(zip(TITLES, DAYS, strict=True)))
    lead = f"<div class=lead><a href='/news/lead.html'><b>{NAME}</b></a><p>{PROSE}</p></div>"
    return page(f"<h1>Town</h1>{lead}<div class=teasers>{teasers}</div>", "<title>Town - The Harbour Post</title>")


def introduced() -> str:
    """An archive that says in a few sentences what it is."""
    return plain().replace("<h1>News</h1>", f"<h1>News</h1><p>{PROSE}</p>")


LISTS = ("plain", "blog", "date_headings", "flat_date_headings", "year_headings", "sections", "table", "breaks",
         "definition_list", "created_and_updated", "headings_only", "cards", "split_dates", "sticky", "products",
         "japanese", "filled_by_scripts", "forum", "featured", "icons", "bylines", "custom_elements",
         "layout_tables", "lead_story", "introduced", "front", "gazette", "circulars")
NO_LISTS = ("article", "contact", "error", "login", "article_with_comments", "article_with_related",
            "article_in_sections", "product_with_others", "recipe_with_notes", "says_it_is_one", "not_found", "questions")


KINDS = ["Town", "Sport"] * 5


def _rows(row: str) -> str:
    """A row of each title, with its day, link and kind."""
    return "".join(row.format(n=n, title=TITLES[n], day=DAYS[n], href=href(n), kind=KINDS[n], low=KINDS[n].lower(),
                              who=("Ada Moss", "Tom Reed", "Lea Falk")[n % 3], votes=3 * n + 1) for n in range(10))


def whole_cards() -> str:
    """The link is around all of the card, and nothing in it is a heading."""
    return page("<div class=grid>" + _rows(
        "<div><a href='{href}'><div class=eyebrow>{kind}</div><div class=x8>{title}</div>"
        "<div><span>{day}</span><span>·</span><span>{votes} min read</span></div></a></div>") + "</div>")


def dates_in_titles_links() -> str:
    return page("<h1>News</h1><ul>" + _rows("<li><a href='{href}'><span>{day}</span>{title}</a></li>") + "</ul>")


def people_and_papers() -> str:
    """Each row has two links alike; the classes are numbered columns."""
    return page("<h1>Papers</h1><div class=rows>" + _rows(
        "<div><span class=c1><a href='/who/{votes}'>{who}</a></span><span class=c2><a href='{href}'>{title}</a></span>"
        "<span class=c3>{day}</span></div>") + "</div>")


def classes_by_kind() -> str:
    """The label of a record has a class of its own for each category."""
    return page("<ul class=news>" + _rows(
        "<li><a href='{href}'><time>{day}</time><span class='mark -{low}'>{kind}</span><p>{title}</p></a></li>") + "</ul>")


def bracketed() -> str:
    return page("<ul>" + _rows("<li>[{kind}] <a href='{href}'>{title}</a> <small>{day}</small></li>") + "</ul>")


def meta_lines() -> str:
    return page(_rows("<div class=post><h2><a href='{href}'>{title}</a></h2>"
                      "<p class=meta>Category: {kind} | {day} | {votes} comments</p><p>Soup was served.</p></div>"))


def places_below() -> str:
    """Jobs by department; what each shows below its title repeats as well, but is a place."""
    body, n = "", 0
    for name, size in (("Workshop", 3), ("Kitchen", 4), ("Office", 3)):
        jobs = "".join(f"<div class=job><a href='{href(k)}'>{TITLES[k]}</a><br><span>{('Bergen', 'Ghent')[k % 2]}</span>"
                       f" <i>{DAYS[k]}</i></div>" for k in range(n, n + size))
        body, n = f"{body}<section><h3>{name}</h3>{jobs}</section>", n + size
    return page(f"<h1>Jobs</h1>{body}")


def pictured_sections() -> str:
    """The title of a section is an image."""
    body, n = "", 0
    for name, size in (("Town", 4), ("Sport", 3), ("Culture", 3)):
        items = "".join(f"<li><a href='{href(k)}'>{TITLES[k]}</a> ({DAYS[k]})</li>" for k in range(n, n + size))
        body, n = f"{body}<div class=box><div><img src='/{n}.gif' alt='{name}'></div><ul>{items}</ul></div>", n + size
    return page(body)


def gazette() -> str:
    """Issues with a date, in each the same sections, in each a few acts."""
    body = ""
    for n, day in ((0, "12 May 2024"), (4, "9 May 2024")):
        body += f"<div class=issue><h2>Gazette No. {90 - n} of {day}</h2>"
        for kind, first in (("Orders", n), ("Notices", n + 2)):
            acts = "".join(f"<li><a href='{href(k)}'>{TITLES[k]}</a></li>" for k in (first, first + 1))
            body += f"<h3>{kind}</h3><ol>{acts}</ol>"
        body += "</div>"
    return page(body)


def newswire() -> str:
    """Days as headings between the entries, of which most days have one and some have two."""
    body, last = "", ""
    for n, title in enumerate(TITLES):
        day = DAYS[n - 1] if n in (3, 7) else DAYS[n]
        body += f"<h4>{day}</h4>" if day != last else ""
        body += f"<div class=entry><span>0{n}:15</span> <a href='{href(n)}'>{title}</a></div>"
        last = day
    return page(f"<div class=wire>{body}</div>")


def front() -> str:
    """Boxes of a front page: a name, a first item with a picture, smaller ones below it."""
    body = ""
    for name, first, stop in (("Town", 0, 4), ("Sport", 4, 7), ("Culture", 7, 10)):
        rest = "".join(f"<li><a href='{href(k)}'>{TITLES[k]}</a></li>" for k in range(first + 1, stop))
        body += (f"<div class=box><div class=section-head><a href='/{name}'>{name}</a><a href='/{name}/all'>View all</a></div>"
                 f"<div class=lead><a href='{href(first)}'><img src='/x.jpg' alt=''></a><h3><a href='{href(first)}'>"
                 f"{TITLES[first]}</a></h3><p>Soup was served.</p></div><ul>{rest}</ul></div>")
    return page(body)


def circulars() -> str:
    """Only a picture of a file leads anywhere."""
    return page("<table><tr><th>No.</th><th>Date</th><th>Subject</th><th>File</th></tr>" + _rows(
        "<tr><td>{n}</td><td>{day}</td><td>{title}</td><td><a href='{href}'><img src='/pdf.png' alt=''></a></td></tr>")
        + "</table>")


def papers_with_references() -> str:
    """Each item has a second link that says the same everywhere."""
    return page("<h1>Papers</h1><ul>" + _rows(
        "<li>{who}: <a href='{href}'>{title}</a>, <i>{day}</i> [<a href='/bib/{n}'>bib</a>]</li>") + "</ul>")


def not_found() -> str:
    return page("<h1>404: page not found</h1><p>Try one of these:</p><ul>" + "".join(
        f"<li><a href='/{n}'>{text}</a></li>" for n, text in enumerate(
            ("The home page", "Search the whole site", "All pages in one list", "Tell us what is missing"))) + "</ul>")


def questions() -> str:
    return page("<h1>Questions</h1>" + "".join(
        f"<div class=faq><h3>{text}?</h3><p>{PROSE}</p></div>" for text in (
            "How do I renew my library card", "When is the harbour office open", "May dogs ride on the ferry",
            "Where do I pay for parking", "How do I book the old hall", "What does a fishing permit cost")))
