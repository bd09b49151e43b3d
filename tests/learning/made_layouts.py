"""The layouts of made-up list pages: how sites of many kinds set the items of a list. See made_lists.py."""

from __future__ import annotations

import json
from collections.abc import Sequence

from made_lists import _DE, _EN, Item, by_day, by_kind, by_month, kinds_of, layout, rows
from made_lists import LAYOUTS as LAYOUTS

Items = Sequence[Item]

# blogs and content systems -------------------------------------------------------------------------------


@layout(kinds=True)
def wp_posts(items: Items) -> str:
    return "<main id=main class=site-main>" + rows(
        "<article id=post-{n} class='post-{n} post type-post status-publish format-standard hentry category-{kid}'>"
        "<header class=entry-header><h2 class=entry-title><a href='{u}' rel=bookmark>{t}</a></h2><div class=entry-meta>"
        "<span class=posted-on><a href='{u}' rel=bookmark><time class='entry-date published' datetime='{iso}T08:30:00+00:00'>{d}"
        "</time><time class=updated datetime='2024-06-28T08:00:00+00:00'>28 June 2024</time></a></span><span class=byline> by <span "
        "class='author vcard'><a class='url fn n' href='/author/ada'>Ada Moss</a></span></span></div></header><div class=entry-content>"
        "<p>{p}</p><p><a href='{u}#more-{n}' class=more-link>Continue reading</a></p></div><footer class=entry-footer><span "
        "class=cat-links><a href='/category/{kid}' rel='category tag'>{k}</a></span><span class=tags-links><a href='/tag/soup' rel=tag>"
        "soup</a>, <a href='/tag/quay' rel=tag>quay</a></span><span class=comments-link><a href='{u}#respond'>Leave a comment</a>"
        "</span></footer></article>", items) + (
        "<nav class='navigation pagination'><div class=nav-links><span class=current>1</span>"
        "<a href='/page/2'>2</a><a href='/page/3'>3</a><a class=next href='/page/2'>Next</a></div></nav></main>")


@layout(kinds=True)
def wp_grid(items: Items) -> str:
    return "<div class=elementor-posts-container>" + rows(
        "<article class='elementor-post elementor-grid-item post-{n}'><a class=elementor-post__thumbnail__link href='{u}'><div "
        "class=thumb><img src='/i/{n}.jpg' alt='{t}'></div></a><div class=elementor-post__badge>{k}</div><div class=elementor-post__text>"
        "<h3 class=elementor-post__title><a href='{u}'> {t} </a></h3><div class=elementor-post__meta-data><span "
        "class=elementor-post-date>{d}</span><span class=elementor-post-avatar>No Comments</span></div><div "
        "class=elementor-post__excerpt><p>{short}…</p></div><a class=elementor-post__read-more href='{u}'>Read More »</a></div>"
        "</article>", items) + "</div>"


@layout()
def drupal_views(items: Items) -> str:
    return ("<div class='view view-news view-id-news'><div class=view-content>" + "".join(rows(
        f"<div class='views-row views-row-{place + 1} views-row-{'even' if place % 2 else 'odd'}{' views-row-first' if not place else ''}'>"
        "<div class='views-field views-field-title'><span class=field-content><a href='{u}'>{t}</a></span></div>"
        "<div class='views-field views-field-created'><span class=field-content>{d}</span></div>"
        "<div class='views-field views-field-body'><div class=field-content>{short}</div></div></div>", [item])
        for place, item in enumerate(items)) + "</div><ul class=pager><li class=pager-current>1</li><li class=pager-item>"
        "<a href='?page=1'>2</a></li><li class=pager-item><a href='?page=2'>3</a></li></ul></div>")


@layout(languages=("en", "de", "fr", "es", "ru", "zh"))
def hugo_by_year(items: Items) -> str:
    """Day and month beside the title, the year above."""
    body, years = "", {}
    for item in items:
        years.setdefault(item.day.year, []).append(item)
    for year, some in years.items():
        body += f"<h2 class=archive-year id={year}>{year}</h2><ul class=posts>" + rows(
            "<li><span class=date>{y}-{dm2}</span> <a href='{u}'>{t}</a></li>", some, dm2=lambda i: f"{i.day:%m-%d}") + "</ul>"
    return f"<article class=archive><h1>Archive</h1>{body}</article>"


@layout(languages=("en",), fewest=8)
def papermod(items: Items) -> str:
    """Months in years, with what is counted; the entries show their dates whole."""
    body = ""
    for month, some in by_month(items):
        body += (f"<div class=archive-month><h3 class=archive-month-header>{_EN(month)}<sup class=archive-count> {len(some)}</sup></h3>"
                 "<div class=archive-posts>" + rows(
                     "<div class=archive-entry><h3 class='archive-entry-title entry-hint-parent'>{t}</h3><div class=archive-meta>"
                     "<span title='{iso} 09:00:00 +0000 UTC'>{d}</span> · 3 min · Ada</div><a class=entry-link "
                     "aria-label='post link to {t}' href='{u}'></a></div>", some) + "</div></div>")
    return f"<main class=main><header class=page-header><h1>Archive</h1></header>{body}</main>"


@layout(kinds=True)
def ghost_feed(items: Items) -> str:
    return "<div class=post-feed>" + rows(
        "<article class='post-card post {x}'><a class=post-card-image-link href='{u}'><img class=post-card-image src='/i/{n}.jpg' "
        "alt='{t}'></a><div class=post-card-content><a class=post-card-content-link href='{u}'><header class=post-card-header><div "
        "class=post-card-tags><span class=post-card-primary-tag>{k}</span></div><h2 class=post-card-title>{t}</h2></header><div "
        "class=post-card-excerpt>{short}</div></a><footer class=post-card-meta><time class=post-card-meta-date datetime={iso}>{d}</time>"
        "<span class=post-card-meta-length>4 min read</span></footer></div></article>", items,
        x=lambda i: "post-card-large" if i.number == items[0].number else "keep-ratio" if i.number % 3 else "no-image") + "</div>"


@layout(kinds=True, languages=("en", "zh", "ja", "es"))
def hexo_index(items: Items) -> str:
    return "<div class=content-inner>" + rows(
        "<div class='post-block'><h2 class=post-title itemprop='name headline'><a class=post-title-link href='{u}' itemprop=url>{t}</a>"
        "</h2><div class=post-meta><span class=post-time><span class=post-meta-item-text>Posted on</span> <time title='Created: {iso} "
        "10:00:00' itemprop='dateCreated datePublished' datetime='{iso}T10:00:00+08:00'>{iso}</time></span><span class=post-category>"
        "<span class=post-meta-item-text>In</span> <span itemprop=about><a href='/categories/{kid}/' itemprop=url rel=index><span "
        "itemprop=name>{k}</span></a></span></span><span class=post-wordcount>1.2k words</span></div><div class=post-body>{p}{p}</div>"
        "<div class=post-button><a class=btn href='{u}'>Read more »</a></div></div>", items) + "</div>"


@layout(languages=("en", "de", "fr", "es"))
def changelog(items: Items) -> str:
    """Versions with a date; each leads to its own place. What changed stands below, as lists."""
    return "<h1>Changelog</h1>" + rows(
        "<h2 id='v{n}'><a href='{u}'>{t}</a> <small>({iso})</small></h2><h3>Added</h3><ul><li>{short}</li><li>More oil on the hinges."
        "</li></ul><h3>Fixed</h3><ul><li>A squeak.</li></ul>", items)


@layout(fewest=14)
def mailing_archive(items: Items) -> str:
    return "<h1>Archive</h1><ul>" + "".join(
        f"<li><strong>{_EN(day)} {day.day}, {day.year}</strong><ul>" + rows(
            "<li><a name='{n}' href='{u}'>{t}</a> <em>Ada Moss</em></li>", some) + "</ul></li>" for day, some in by_day(items)) + "</ul>"


# authorities and universities ----------------------------------------------------------------------------


@layout(kinds=True, languages=("en", "de", "fr", "el"))
def government_search(items: Items) -> str:
    return "<ul class=gem-c-document-list>" + rows(
        "<li class=gem-c-document-list__item><div class=gem-c-document-list__item-title><a class='govuk-link' href='{u}' "
        "data-ga4='{{\"index\": \"{n}\"}}'>{t}</a></div><p class=gem-c-document-list__item-description>{p}</p><ul "
        "class=gem-c-document-list__item-metadata><li class=gem-c-document-list__attribute>Document type: {k}</li><li "
        "class=gem-c-document-list__attribute>Organisation: Harbour Office</li><li class=gem-c-document-list__attribute>Updated: "
        "<time datetime='{iso}'>{d}</time></li></ul></li>", items) + "</ul>"


@layout(languages=("en", "zh", "de", "es"))
def date_blocks(items: Items) -> str:
    """A calendar leaf: day big, month and year small."""
    return "<div class=news-list>" + rows(
        "<div class=item><div class=date-box><span class=day>{day:02}</span><span class=ym>{ym}</span></div><div class=txt><h4><a "
        "href='{u}'>{t}</a></h4><p>{short}</p></div></div>", items, ym=lambda i: f"{i.day:%Y-%m}") + "</div>"


@layout(languages=("zh",), fewest=8)
def cn_portal(items: Items) -> str:
    """The list of a Chinese office: a dot, a title cut short with the whole in an attribute, the date in brackets."""
    return "<div class=list_box><ul class=wb_list>" + rows(
        "<li id=line_u8_{n}><span class=dot>·</span><a href='{u}' target=_blank title='{t}'>{t}</a><span class=time>[{iso}]</span></li>"
        "{gap}", items, gap=lambda i: "<li class=line></li>" if i.number % 5 == 0 else "") + (
        "</ul><div class=pages><span>共120条</span><a href='#'>上页</a><a href='/2.htm'>下页</a><a href='/9.htm'>尾页</a></div></div>")


@layout(languages=("zh",), fewest=8)
def cn_tables(items: Items) -> str:
    return "<table width=98%><tbody>" + rows(
        "<tr height=25><td width=8><img src=/d.gif></td><td><a class=c1 href='{u}' target=_blank title='{t}'>{t}</a></td><td align=right "
        "width=90><span class=timestyle>{y}/{m}/{day:02}</span></td></tr><tr><td colspan=3 style='border-top:1px dashed'></td></tr>",
        items, m=lambda i: f"{i.day:%m}") + "<tr><td colspan=3><a href=/2.htm>下一页</a></td></tr></tbody></table>"


@layout(languages=("zh", "ja"), fewest=6)
def day_over_month(items: Items) -> str:
    """Year and month below the day, in the link itself."""
    return "<ul class=newslist>" + rows(
        "<li><a href='{u}'><div class=time><b>{day:02}</b><i>{ym}</i></div><div class=con><h3>{t}</h3><p>{p}</p></div></a></li>", items,
        ym=lambda i: f"{i.day:%Y.%m}") + "</ul>"


@layout(kinds=True, languages=("ja",))
def jp_news(items: Items) -> str:
    return "<section class=l-news><h2 class=heading>News</h2><dl class=news-list>" + rows(
        "<div class=news-list__row><dt><time>{y}.{m}.{dd}</time><span class='icon -c{kid}'>{k}</span></dt><dd><a href='{u}'>{t}</a></dd>"
        "</div>", items, m=lambda i: f"{i.day:%m}", dd=lambda i: f"{i.day:%d}") + "</dl></section>"


@layout(languages=("ja",))
def jp_era(items: Items) -> str:
    return "<div class=update><h2>新着更新情報</h2><ul>" + rows(
        "<li>令和{era}年{m}月{day}日　<a href='{u}'>{t}</a></li>", items, era=lambda i: i.day.year - 2018, m=lambda i: i.day.month
        ) + "</ul></div>"


@layout(kinds=True, languages=("ja", "zh", "ko"))
def jp_table(items: Items) -> str:
    return "<table class=whatsnew><caption>News</caption><tbody>" + rows(
        "<tr><th scope=row>{y}/{m}/{day}</th><td class=cat><span>{k}</span></td><td><a href='{u}'>{t}</a>（PDF）</td></tr>", items,
        m=lambda i: i.day.month) + "</tbody></table>"


@layout(under="http://quay.example/board/view.do?x=", languages=("ko",), fewest=8)
def kr_board(items: Items) -> str:
    """A notice board: running numbers, a mark for new ones, who, when, how often read; notices on top."""
    return ("<form id=board><fieldset><legend>검색</legend><input name=q></fieldset></form><table class=board_list><caption>목록</caption>"
            "<thead><tr><th>번호</th><th>제목</th><th>작성자</th><th>등록일</th><th>조회</th></tr></thead><tbody>" + rows(
                "<tr{notice}><td>{nr}</td><td class=left><a href='/board/view.do?x={u}'>{t}</a>{new}</td><td>홍보실</td><td>{d}"
                "</td><td>{hits}</td></tr>", items, hits=lambda i: i.number * 7 % 991,
                nr=lambda i: "<b>공지</b>" if i.number > items[2].number else str(i.number),
                notice=lambda i: " class=notice" if i.number > items[2].number else "",
                new=lambda i: " <img src=/new.gif alt='새글'>" if i.number > items[3].number else "") + "</tbody></table>")


@layout(kinds=True)
def press_releases(items: Items) -> str:
    return "<div class='results'>" + rows(
        "<div class='row press'><div class='col-sm-2'><p class=release-date>{slash2}</p></div><div class='col-sm-10'><span class=label>{k}"
        "</span><h5><a href='{u}'>{t}</a></h5></div></div>", items, slash2=lambda i: i.said_day) + "</div>"


@layout(languages=("en", "de", "fr", "es", "ru"))
def tenders(items: Items) -> str:
    """A table of calls: number, title, office, from, until. The day it was published is the entry's."""
    return ("<table class='table table-striped'><thead><tr><th>Reference</th><th>Title</th><th>Buyer</th><th>Published</th><th>Closing date"
            "</th></tr></thead><tbody>" + rows(
                "<tr><td>T-{y}-{n}</td><td><a href='{u}'>{t}</a></td><td>{b}</td><td>{dot}</td><td>{till}</td></tr>", items,
                b=lambda i: ("Harbour Office", "School Board", "Water Works")[i.number % 3],
                till=lambda i: f"{(i.number % 28) + 1:02}.09.2024") + "</tbody></table>")


@layout(languages=("en", "fr"), kinds=True)
def publications(items: Items) -> str:
    return "<div class=listing>" + rows(
        "<div class='listing-item'><p class=listing-meta>{k} | {d}</p><p class=listing-title><a href='{u}'>{t}</a></p><p class=listing-file>"
        "<a href='{u}.pdf'>PDF, 1.2 MB</a> | <a href='{u}.docx'>DOCX, 310 KB</a></p></div>", items) + "</div>"


# old pages -----------------------------------------------------------------------------------------------


@layout(languages=("en", "de", "fr", "es", "ru", "zh", "ja"))
def br_lines(items: Items) -> str:
    return "<center><h2><font color=navy>What's New</font></h2></center><font size=2>" + rows(
        "<img src=/dot.gif> <b>{iso}</b> - <a href='{u}'>{t}</a><br>\n", items) + "</font>"


@layout(languages=("en", "de", "fr", "es"))
def br_blocks(items: Items) -> str:
    """Two breaks between items, one between a title and what it says."""
    return "<td>" + rows("<b><a href='{u}'>{t}</a></b> ({slash})<br>{short}<br><br>", items) + "</td>"


@layout(languages=("en", "de", "fr", "es"))
def hr_parted(items: Items) -> str:
    return "<h1>News</h1>" + rows("<h3><a href='{u}'>{t}</a></h3><p><i>{d}</i></p><p>{p}</p><hr>", items)


@layout(languages=("en", "de", "fr", "es"))
def dl_headlines(items: Items) -> str:
    return "<dl>" + rows("<dt><a href='{u}'>{t}</a> <span class=date>{d}</span><dd>{p}", items) + "</dl>"


@layout()
def paragraphs(items: Items) -> str:
    return "<h1>News</h1>" + rows("<p>{d}: <a href='{u}'>{t}</a></p>\n", items)


@layout(linked=False)
def dated_paragraphs(items: Items) -> str:
    """News that lead nowhere: a bold date, then the text. Nothing to click."""
    return "<h2>News</h2>" + rows("<p class=item><b>{d}</b> <span>{t}</span></p>\n", items)


# shops, catalogues ---------------------------------------------------------------------------------------


@layout(under="http://quay.example/products", dated=False)
def shopify_grid(items: Items) -> str:
    return "<ul id=product-grid class='grid product-grid'>" + rows(
        "<li class=grid__item><div class=card-wrapper><div class='card card--standard'><div class=card__inner><div class=media><img "
        "src='/i/{n}.jpg' alt='{t}'></div><div class=card__content><h3 class=card__heading><a href='/products{u}' "
        "class=full-unstyled-link> {t} </a></h3></div></div><div class=card__content><div class=card__information><h3 class='card__heading "
        "h5'><a href='/products{u}' class=full-unstyled-link> {t} </a></h3><div class=price><span class=visually-hidden>Regular price"
        "</span><span class=price-item>€{n},00 EUR</span></div></div></div></div></div></li>", items) + "</ul>"


@layout(under="http://quay.example/product", dated=False)
def woo_grid(items: Items) -> str:
    return "<p class=woocommerce-result-count>Showing 1–12 of 84 results</p><ul class='products columns-4'>" + rows(
        "<li class='product type-product post-{n} status-publish {stock}'><a href='/product{u}' class=woocommerce-LoopProduct-link><img "
        "src='/i/{n}.jpg'>{sale}<h2 class=woocommerce-loop-product__title>{t}</h2><span class=price><bdi>{n}.90&nbsp;$</bdi></span></a>"
        "<a href='?add-to-cart={n}' class='button add_to_cart_button'>Add to cart</a></li>", items,
        stock=lambda i: "instock" if i.number % 3 else "outofstock",
        sale=lambda i: "<span class=onsale>Sale!</span>" if i.number % 4 == 0 else "") + "</ul>"


@layout(under="http://quay.example/p", dated=False, fewest=8, languages=("en", "de", "fr", "es", "zh", "ja"),
        frames=("plain", "bare", "weblog", "portal", "bootstrap", "tables"))
def hashed_products(items: Items) -> str:
    return "<div class=css-1x0z9a><div class=css-9f3k2>" + rows(
        "<div class=css-77ab1><a class=css-0q href='/p{u}'><div class=css-img><img src='/i/{n}.webp' alt=''></div><div class=css-aa2>"
        "<span class=css-t9>{t}</span><div class=css-44><span>★★★★☆</span><span>({n})</span></div><div class=css-pr><span>{n}</span><span>.99 "
        "€</span></div></div></a><button class=css-b>♡</button></div>", items) + "</div></div>"


@layout(dated=False, fewest=12)
def gallery(items: Items) -> str:
    return "<div class=gallery>" + rows(
        "<figure class=gallery-item><a href='{u}'><img src='/thumb/{n}.jpg' width=150 alt=''></a><figcaption>{t}</figcaption></figure>",
        items) + "</div>"


@layout(dated=False, fewest=8)
def table_of_pictures(items: Items) -> str:
    """A grid set as a table, three items in a row."""
    cells = [rows("<td align=center width=33%><a href='{u}'><img src='/t/{n}.gif' border=0></a><br><a href='{u}'><b>{t}</b></a><br>"
                  "<font size=1>Nr. {n}</font></td>", [item]) for item in items]
    return "<table>" + "".join(f"<tr>{''.join(cells[place:place + 3])}</tr>" for place in range(0, len(cells), 3)) + "</table>"


# boards, jobs, libraries, events -------------------------------------------------------------------------


@layout(languages=("en", "de", "fr", "es"))
def phpbb(items: Items) -> str:
    return ("<div class='forumbg'><div class=inner><ul class=topiclist><li class=header><dl><dt>Topics</dt><dd class=posts>Replies</dd><dd "
            "class=views>Views</dd><dd class=lastpost><span>Last post</span></dd></dl></li></ul><ul class='topiclist topics'>" + rows(
                "<li class='row bg{odd}'><dl class='row-item topic_read'><dt title='No unread posts'><div class=list-inner><a href='{u}' "
                "class=topictitle>{t}</a><br><div class='topic-poster'>by <a href='/member{odd}' class=username>Tom</a> » {d}, 10:15 am"
                "</div></div></dt><dd class=posts>{n}</dd><dd class=views>{n}9</dd><dd class=lastpost><span><dfn>Last post</dfn> by <a "
                "href='/member7' class=username>Lea</a> <a href='{u}#p{n}' title='Go to last post'>»</a><br>June 30, 2024, 8:{odd}0 pm"
                "</span></dd></dl></li>", items, odd=lambda i: i.number % 2 + 1) + "</ul></div></div>")


@layout(under="http://quay.example/jobs", dated=False, places=True)
def jobs_cards(items: Items) -> str:
    return "<h1>Open positions</h1><div class=jobs>" + rows(
        "<a class=job-card href='/jobs{u}'><div><h3 class=job-title>{t}</h3><p class=job-company>{c}</p></div><div class=job-meta><span>{pl}"
        "</span><span>{ft}</span></div></a>", items, c=lambda i: ("Harbour Ltd", "Mill & Co")[i.number % 2],
        pl=lambda i: ("Bergen", "Ghent", "Porto")[i.number % 3], ft=lambda i: ("Full-time", "Part-time")[i.number % 2]) + "</div>"


@layout(under="http://quay.example/jobs", languages=("en",))
def jobs_posted(items: Items) -> str:
    return "<table class=jobs><tr><th>Position</th><th>Location</th><th>Date posted</th></tr>" + rows(
        "<tr class=job><td><a href='/jobs{u}'>{t}</a></td><td>{pl}</td><td>{d}</td></tr>", items,
        pl=lambda i: ("Bergen", "Ghent", "Porto")[i.number % 3]) + "</table>"


@layout(under="http://quay.example/Record", dated=False, languages=("en", "de", "fr"))
def library_results(items: Items) -> str:
    """Books: title, who, place and year. A year is no date."""
    return "<p>Results 1 - 20 of 341</p><div class=result-list>" + rows(
        "<div class='result recordId'><span class=nr>{nr}.</span><a href='/Record{u}' class=cover><img src='/c/{n}'></a><div class=middle>"
        "<div class=resultItemLine1><a href='/Record{u}' class=title>{t}</a></div><div class=resultItemLine2>by <a href='/Author/{odd}'>Moss, "
        "Ada</a></div><div>Published {year}</div><div class=callnumber>Call number: QA{n}.B{n}</div><a href='/Record{u}/Save' "
        "class=save>Save to list</a></div></div>", items, nr=lambda i: items[0].number - i.number + 1, odd=lambda i: i.number % 4,
        year=lambda i: 1980 + i.number % 40) + "</div>"


@layout(under="http://far.example", dated=False, languages=("en", "de", "fr", "es", "zh"))
def web_results(items: Items) -> str:
    return "<div id=search>" + rows(
        "<div class=g><div class=yuRUbf><a href='http://far.example{u}'><h3>{t}</h3><div class=cite>far.example › x › {n}</div></a></div><div "
        "class=st><span>{p}</span></div></div>", items) + "</div>"


@layout(languages=("en", "de", "fr", "es"))
def site_results(items: Items) -> str:
    return "<div class=search-results><p>84 results for <b>quay</b></p><ol class=search-results>" + rows(
        "<li class=search-result><h3 class=title><a href='{u}'>{t}</a></h3><div class=search-snippet-info><p class=search-snippet>... {short} "
        "<strong>quay</strong> ...</p><p class=search-info><a href='/users/ada'>Ada Moss</a> - {dot} - 10:{n2}</p></div></li>", items,
        n2=lambda i: i.number % 50 + 10) + "</ol></div>"


@layout(languages=("en", "de", "fr", "es"))
def events(items: Items) -> str:
    return "<h1>Events</h1><div class=event-list>" + rows(
        "<div class=event itemscope itemtype='http://schema.org/Event'><a href='{u}' itemprop=url><h3 itemprop=name>{t}</h3></a><p><time "
        "itemprop=startDate datetime='{iso}T19:30'>{d}, 19:30</time> – <span itemprop=location>Old Hall</span></p></div>", items) + "</div>"


# fronts, cards, sliders, scripts --------------------------------------------------------------------------


@layout(kinds=True)
def hashed_cards(items: Items) -> str:
    return "<div class=sc-a1b2c3><section class=sc-d4e5>" + rows(
        "<div class='sc-f6 kXyZ{odd}'><a href='{u}' class=sc-g7><div class=sc-h8><img src='/i/{n}.avif' alt=''></div><div class=sc-i9><span "
        "class='sc-j0 category'>{k}</span><div class=sc-k1>{t}</div><div class=sc-l2>{d}</div></div></a></div>", items,
        odd=lambda i: i.number % 2) + "</section></div>"


@layout()
def tailwind_cards(items: Items) -> str:
    return "<div class='grid grid-cols-1 md:grid-cols-3 gap-8'>" + rows(
        "<div class='flex flex-col rounded-lg shadow-lg overflow-hidden'><div class=flex-shrink-0><img class='h-48 w-full' src='/i/{n}.jpg' "
        "alt=''></div><div class='flex-1 bg-white p-6'><a href='{u}' class='block mt-2'><p class='text-xl font-semibold'>{t}</p><p "
        "class='mt-3 text-base'>{p}</p></a><div class='mt-6 flex items-center'><a href='/team/ada'><img class='h-10' src='/a.jpg' alt='Ada "
        "Moss'></a><div class=ml-3><p class='text-sm'><a href='/team/ada'>Ada Moss</a></p><div class='flex'><time datetime={iso}>{d}</time>"
        "<span>·</span><span>6 min read</span></div></div></div></div></div>", items) + "</div>"


@layout(kinds=True, shown=by_kind, fewest=9)
def boxes_by_kind(items: Items) -> str:
    return "<div class=boxes>" + "".join(
        f"<div class=box><div class=box-title><h3><a href='/{n}'>{kind}</a></h3><a class=more href='/{n}'>more</a></div><ul>" + rows(
            "<li><a href='{u}' title='{t}'>{t}</a><span class=date>{iso}</span></li>", some) + "</ul></div>"
        for n, (kind, some) in enumerate(kinds_of(items))) + "</div>"


@layout(kinds=True, dated=False, shown=by_kind, fewest=24, most=30, languages=("en", "fr", "es", "ru", "zh", "ja"))
def magazine(items: Items) -> str:
    """The boxes of a front page, each laid out in one of three ways: a first item and smaller ones, a slider, two columns."""
    first = ("<li class=first-news><div class=thumb><a href='{u}'><img src='/i/{n}.jpg' alt=''></a></div><div class=inner><h2><a href='{u}'>"
             "{t}</a></h2><p class=entry>{short}</p><a class=more-link href='{u}'>Read</a></div></li>")
    ways = (("wide-box", first, "<li><h3><a href='{u}'>{t}</a></h3></li>", "ul"),
            ("column2", first, "<li class=other><a href='{u}'>{t}</a></li>", "ul"),
            ("scroll-box", "<div class=scroll-item><h3><a href='{u}'>{t}</a></h3></div>",
             "<div class=scroll-item><h3><a href='{u}'>{t}</a></h3></div>", "div"))
    body = ""
    for place, (kind, some) in enumerate([*kinds_of(items)]):
        name, head, rest, holder = ways[place % 3]
        body += (f"<section class='cat-box {name}'><div class=cat-box-title><h2><a href='/kind/{place}'>{kind}</a></h2></div><div "
                 f"class=cat-box-content><{holder}>{rows(head, some[:1])}{rows(rest, some[1:])}</{holder}></div></section>")
    return f"<div class=content>{body}</div>"


@layout(kinds=True, dated=False, shown=by_kind, fewest=9, languages=("en", "de", "fr", "es", "ru"))
def links_by_kind(items: Items) -> str:
    return "<h1>Resources</h1>" + "".join(
        f"<h2>{kind}</h2><ul>" + rows("<li><a href='{u}'>{t}</a> – {short}</li>", some) + "</ul>" for kind, some in kinds_of(items))


@layout(fewest=7)
def lead_and_rest(items: Items) -> str:
    """A first item with a picture and a larger heading, then smaller ones."""
    first = rows("<article class='card card--lead'><a href='{u}'><img src='/i/{n}.jpg' alt=''></a><h2 class=card__title><a href='{u}'>{t}</a>"
                 "</h2><p class=card__text>{p}</p><time datetime='{iso}'>{d}</time></article>", items[:1])
    return f"<section class=stream>{first}" + rows(
        "<article class=card><h3 class=card__title><a href='{u}'>{t}</a></h3><time datetime='{iso}'>{d}</time></article>", items[1:]
        ) + "</section>"


@layout(fewest=8)
def slider_and_list(items: Items) -> str:
    """The newest three are also in a slider above the list."""
    return "<div class='swiper hero'><div class=swiper-wrapper>" + rows(
        "<div class=swiper-slide><a href='{u}'><img src='/big/{n}.jpg' alt=''><div class=cap>{t}</div></a></div>", items[:3]) + (
        "</div></div><div class=news><h2>News</h2><ul>") + rows(
        "<li><a href='{u}'>{t}</a> <span>{dot}</span></li>", items) + "</ul></div>"


@layout(kinds=True)
def next_data(items: Items) -> str:
    posts = [{"id": i.number, "title": i.title, "slug": i.url, "publishedAt": f"{i.day}T08:00:00.000Z", "category": {"name": i.kind}}
             for i in items]
    state = json.dumps({"props": {"pageProps": {"nav": [{"title": "Home", "url": "/"}, {"title": "About", "url": "/about"}],
                                                "posts": {"items": posts, "total": 84}}}, "buildId": "x"})
    return f"<div id=__next></div><script id=__NEXT_DATA__ type=application/json>{state}</script>"


@layout()
def json_ld_list(items: Items) -> str:
    """Cards that carry no date of their own, which the page's JSON-LD has; what is seen counts."""
    return rows("<div class=tile><a href='{u}'><strong>{t}</strong></a><span>{iso}</span></div>", items)


@layout(kinds=True)
def timeline(items: Items) -> str:
    return "<ul class=timeline>" + rows(
        "<li class='timeline-item'><div class=timeline-badge></div><div class=timeline-panel><div class=timeline-heading><h4>{t}</h4><p><small "
        "class=text-muted>{d} · <span class=category>{k}</span></small></p></div><div class=timeline-body><p>{short} <a href='{u}'>Read more"
        "</a></p></div></div></li>", items) + "</ul>"


@layout(languages=("en", "de", "fr", "es"))
def accordion(items: Items) -> str:
    body = ""
    for month, some in by_month(items):
        body += (f"<div class=accordion-item><button class=accordion-button>{_EN(month)} {month.year}</button><div class=accordion-body><ul>"
                 + rows("<li><span>{dot}</span><a href='{u}'>{t}</a></li>", some) + "</ul></div></div>")
    return f"<div class=accordion>{body}</div>"


@layout(languages=("en", "de"))
def day_then_title(items: Items) -> str:
    """Month headings with the year; the items show only the day."""
    return "<div class=archive>" + "".join(
        f"<h3>{(_EN if items[0].language.code == 'en' else _DE)(month)} {month.year}</h3><ul>" + rows(
            "<li>{day}: <a href='{u}'>{t}</a></li>", some) + "</ul>" for month, some in by_month(items)) + "</div>"


@layout()
def podcast(items: Items) -> str:
    return "<ol class=episodes reversed>" + rows(
        "<li class=episode><div class=episode-number>#{n}</div><div><h3><a href='{u}'>{t}</a></h3><p class=info>{d} • 42:1{one} • <a "
        "href='/audio/{n}.mp3' download>Download</a></p></div></li>", items, one=lambda i: i.number % 10) + "</ol>"


@layout(linked=True)
def read_more_only(items: Items) -> str:
    """Titles that lead nowhere; a button below that says the same for all."""
    return "<div class=news-wrap>" + rows(
        "<div class=news-item><div class=news-date>{d}</div><h3>{t}</h3><p>{short}</p><a class=btn href='{u}'>Read more</a></div>", items
        ) + "</div>"


@layout(shown=lambda items: [*items[::2], *items[1::2]])
def two_columns(items: Items) -> str:
    left, right = items[::2], items[1::2]
    card = "<div class=teaser><h3><a href='{u}'>{t}</a></h3><p class=date>{d}</p></div>"
    return f"<div class=row><div class=col-6>{rows(card, left)}</div><div class=col-6>{rows(card, right)}</div></div>"


@layout(fewest=6)
def with_ads(items: Items) -> str:
    """Advertisements and a form to subscribe between the items."""
    ad = "<div class='item ad'><span>Advertisement</span><a href='http://ads.example/x'><img src='http://ads.example/i.png'></a></div>"
    form = "<div class='item newsletter'><h3>Get our letter</h3><form><input type=email><button>Subscribe</button></form></div>"
    body = ""
    for place, item in enumerate(items):
        body += ad if place == 2 else form if place == 5 else ""
        body += rows("<div class=item><h3><a href='{u}'>{t}</a></h3><span class=meta>{d}</span><p>{short}</p></div>", [item])
    return f"<div class=stream>{body}</div>"


@layout(languages=("en", "de", "fr", "es", "ru", "tr"))
def ordinal_times(items: Items) -> str:
    """time elements that show something else than they mean."""
    return "<ul class=feed>" + rows(
        "<li><a class=headline href='{u}'>{t}</a><time datetime='{iso}T12:00:00Z'>3 days ago</time></li>", items) + "</ul>"


@layout(under="http://quay.example/abs", kinds=True, dated=False, languages=("en",), frames=("plain", "bare", "tables", "hashed"))
def paper_index(items: Items) -> str:
    """Preprints: two links per item before the title, which is none."""
    return "<dl id=articles>" + rows(
        "<dt><a name=item{n}>[{n}]</a> <a href='/abs{u}' title=Abstract>arX:{n}</a> [<a href='/pdf/{n}'>pdf</a>, <a href='/ps/{n}'>other</a>]"
        "</dt><dd><div class=meta><div class='list-title'><span class=descriptor>Title:</span> {t}</div><div class=list-authors><a "
        "href='/a/moss'>A. Moss</a>, <a href='/a/reed'>T. Reed</a></div><div class=list-subjects><span class=descriptor>Subjects:</span> "
        "<span class=primary-subject>{k}</span></div></div></dd>", items) + "</dl>"


@layout(dated=False, languages=("en", "de", "fr", "es", "zh", "ja"), frames=("plain", "bare", "weblog", "tables", "hashed"))
def plain_links(items: Items) -> str:
    return "<h1>All pages</h1><ul>" + rows("<li><a href='{u}'>{t}</a></li>", items) + "</ul>"


@layout(kinds=True)
def divs_in_link_list(items: Items) -> str:
    return "<div class=m-list>" + rows(
        "<div class=m-item data-id={n}><p class=m-top><span class=m-cat>{k}</span><span class=m-date>{iso}</span></p><p class=m-ttl><a "
        "href='{u}'>{t}</a></p></div>", items) + "</div>"


@layout(languages=("en", "es", "fr"))
def day_month_year_words(items: Items) -> str:
    """Weekday first, ordinal, or slashed, as newspapers of three languages have it."""
    return "<div class=listado>" + rows(
        "<div class=noticia><span class=fecha>{slash}</span><a class=titular href='{u}'>{t}</a><p class=entradilla>{p}</p></div>", items
        ) + "</div>"


@layout(under="http://far.example", languages=("en",), fewest=8)
def hacker_rows(items: Items) -> str:
    """Two table rows for an item, a third between."""
    return "<table id=hnmain><tr><td><table class=itemlist>" + rows(
        "<tr class=athing id={n}><td class=title><span class=rank>{nr}.</span></td><td class=votelinks><a href='/vote?id={n}'><div "
        "class=votearrow></div></a></td><td class=title><a href='http://far.example{u}' class=storylink>{t}</a> <span class=sitebit>(<a "
        "href='/from?site=far.example'>far.example</a>)</span></td></tr><tr><td colspan=2></td><td class=subtext><span class=score>{n} points"
        "</span> by <a href='/user?id=ada' class=hnuser>ada</a> <span class=age title='{iso}T10:00:00'><a href='/item?id={n}'>{d}</a></span> | "
        "<a href='/item?id={n}'>{n}&nbsp;comments</a></td></tr><tr class=spacer style='height:5px'></tr>", items,
        nr=lambda i: items[0].number - i.number + 1) + "</table></td></tr></table>"
