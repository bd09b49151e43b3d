"""A wrapper of a list is mended as a whole set of records: by those still shown, or by what is remembered."""

from __future__ import annotations

import pytest

import stook
from stook.learning.heal.shown import names_of
from stook.wrapper import RulesWrapper

URL = "https://gazette.example/"
STORIES = [
    ("Night ferry returns after eleven years", "12 May 2026", "Harbour"), ("Library roof to be thatched with reed", "11 May 2026", "Council"),
    ("Lost bell found under a boathouse floor", "9 May 2026", "Life"), ("Oyster beds reopen as the water tests clean", "8 May 2026", "Harbour"),
    ("Pupils launch a boat they built themselves", "6 May 2026", "Life"), ("Number seven bus will stop at the clinic", "5 May 2026", "Council"),
    ("Eel pie of 1788 wins the spring bake-off", "2 May 2026", "Life"), ("Tide clock on the customs house runs again", "30 April 2026", "Life"),
    ("Forty new allotments beside the railway", "28 April 2026", "Council"), ("Fenhythe crew second by a length", "27 April 2026", "Life"),
    ("Storm wall survey finds the old stones sound", "25 April 2026", "Harbour"), ("Two rival choirs share one Christmas", "23 April 2026", "Life"),
]
Story = tuple[str, str, str]


def href(title: str) -> str:
    return f"news/{'-'.join(title.lower().split()[:3])}.html"


def records(stories: list[Story]) -> list[dict[str, str]]:
    return [{"title": title, "url": URL + href(title), "date": day, "category": kind} for title, day, kind in stories]


def old(stories: list[Story]) -> stook.Page:
    items = "".join(f"<article class=story><p class=kind>{kind}</p><h2><a href={href(title)}>{title}</a></h2><p>What we know "
                    f"of it so far, told briefly.</p><time>{day}</time></article>" for title, day, kind in stories)
    return stook.Page(f"<title>Gazette</title><nav><a href=/>News</a> <a href=/jobs>Jobs</a></nav><main><h1>News</h1>{items}</main>", url=URL)


def new(stories: list[Story], beside: str = "") -> stook.Page:
    items = "".join(f"<div class=tease><div class=pic></div><div class=txt><span class=d>{day}</span> <a class=hl href={href(title)}>"
                    f"{title}</a> <em>{kind}</em><div class=sum>A few words that make one curious.</div></div></div>"
                    for title, day, kind in stories)
    read = "".join(f"<li><a href=/r/{n}>{text}</a></li>" for n, text in enumerate(
        ["Why the mayor keeps geese in the garden", "A letter from the lighthouse keeper", "Ten ways to cook samphire at home"]))
    return stook.Page(f"<title>Gazette</title><div class=top><a href=/>Home</a> <a href=/old>Archive</a></div><div class=wrap>"
                      f"<div class=river>{items}</div><div class=side><h4>Most read</h4><ol>{read}</ol></div></div>{beside}", url=URL)


def learnt(stories: list[Story] = STORIES[6:]) -> RulesWrapper:
    wrapper = stook.listing(old(stories)).wrapper
    assert wrapper
    return wrapper


def read(wrapper: RulesWrapper | None, page: stook.Page) -> list[dict[str, str]]:
    return [record.to_dict() for record in wrapper.apply(page).records] if wrapper else []


@pytest.mark.parametrize("shift", range(7))
def test_all_records_are_read_however_many_have_rolled_off(shift: int) -> None:
    """None, some, or all of the records that are known have made way for newer ones."""
    stories = STORIES[6 - shift:12 - shift]
    healing = stook.heal(learnt(), [new(stories)], known=records(STORIES[6:]))
    assert records(stories) == read(healing.wrapper, new(stories))


def test_nothing_known_is_needed() -> None:
    healing = stook.heal(learnt(), [new(STORIES[:6])])
    assert records(STORIES[:6]) == read(healing.wrapper, new(STORIES[:6]))


def test_mended_wrapper_reads_the_next_version_and_is_sound_there() -> None:
    healed = stook.heal(learnt(), [new(STORIES[4:10])], known=records(STORIES[6:])).wrapper
    assert healed
    assert (records(STORIES[:6]), "sound") == (read(healed, new(STORIES[:6])), stook.check(healed, [new(STORIES[:6])]).state)


def test_proof_says_what_came_out() -> None:
    healing = stook.heal(learnt(), [new(STORIES[4:10])], known=records(STORIES[6:]))
    assert ("4 of 4 fields agree: title, url, date, category", "4 of 4 known records that are still shown come out") == healing.reasons
    assert [("title", True), ("url", True), ("date", True), ("category", True)] == [(one.field, one.known) for one in healing.proof]
    assert ((), tuple(title for title, _, _ in STORIES[4:10])) == (healing.proof[0].before, healing.proof[0].after)


def test_wrapper_from_labels_finds_its_own_fields_again() -> None:
    wrapper = stook.learn([stook.Example(old(STORIES[6:]), [{"headline": STORIES[6][0], "section": STORIES[6][2], "day": STORIES[6][1]}])])
    known = [{"headline": title, "section": kind, "day": day} for title, day, kind in STORIES[6:]]
    for stories in (STORIES[4:10], STORIES[:6]):
        healing = stook.heal(wrapper, [new(stories)], known=known)
        assert [{"headline": title, "section": kind, "day": day} for title, day, kind in stories] == read(healing.wrapper, new(stories))


def test_page_without_a_list_proves_nothing() -> None:
    story = stook.Page("<title>Gazette</title><article><h1>Night ferry returns</h1><p>The ferry left at noon.</p></article>", url=URL)
    assert None is stook.heal(learnt(), [story], known=records(STORIES[6:])).wrapper


def test_sound_list_is_left_alone() -> None:
    healing = stook.heal(learnt(), [old(STORIES[:6])], known=records(STORIES[6:]))
    assert (None, ("it needs no mending: it reads the pages as when it was learnt",)) == (healing.wrapper, healing.reasons)


# --- which list is meant


def with_most_read(stories: list[Story], read_most: list[Story]) -> stook.Page:
    """The new page, where a side block links to some stories too."""
    links = "".join(f"<li><a href={href(title)}>{title}</a></li>" for title, _, _ in read_most)
    return stook.Page(new(stories).source.replace("<ol>", f"<ol>{links}"), url=URL)


@pytest.mark.parametrize("stories", [STORIES[3:9], STORIES[:6]])
def test_known_records_that_are_only_mentioned_do_not_mislead(stories: list[Story]) -> None:
    """A list of what is read most still shows old titles: they are mentioned, and the records stand elsewhere."""
    page = with_most_read(stories, STORIES[8:11])
    healing = stook.heal(learnt(), [page], known=records(STORIES[6:]))
    assert records(stories) == read(healing.wrapper, page)


def shelves(first: list[Story], second: list[Story]) -> stook.Page:
    """Two lists that are built alike, each below a heading of its own and with its own names."""
    def shelf(name: str, tag: str, stories: list[Story]) -> str:
        return f"<div class={name}><h2>{name}</h2>" + "".join(
            f"<{tag} class={name}-row><a href={href(title)}>{title}</a> <i>{day}</i> <u>{kind}</u></{tag}>" for title, day, kind in stories) + "</div>"

    return stook.Page(f"<title>Gazette</title>{shelf('upper', 'p', first)}<hr>{shelf('lower', 'div', second)}", url=URL)


def test_of_two_lists_alike_none_is_taken_where_nothing_known_is_shown() -> None:
    healing = stook.heal(learnt(STORIES[8:]), [shelves(STORIES[:4], STORIES[4:8])], known=records(STORIES[8:]))
    assert (None, ("two lists of the page look like the one that was read, and nothing known is shown",)) == (
        healing.wrapper, healing.reasons)


@pytest.mark.parametrize("upper", [True, False])
def test_of_two_lists_alike_the_one_that_shows_what_is_known_is_taken(upper: bool) -> None:
    mine, theirs = STORIES[5:9], STORIES[:4]
    page = shelves(mine, theirs) if upper else shelves(theirs, mine)
    healing = stook.heal(learnt(STORIES[7:]), [page], known=records(STORIES[7:]))
    assert records(mine) == read(healing.wrapper, page)


def test_list_of_another_kind_is_not_taken() -> None:
    """The list is gone, and a list of links to other things stands there: too little of what was read."""
    links = "".join(f"<li><a href=/shop/{n}>A thing to buy that costs little, number {n}</a></li>" for n in range(8))
    page = stook.Page(f"<title>Shop</title><ul>{links}</ul>", url=URL)
    healing = stook.heal(learnt(), [page], known=records(STORIES[6:]))
    assert (None, True) == (healing.wrapper, "of what it used to read" in healing.reasons[0])


def test_empty_day_is_not_mended() -> None:
    day = stook.Page(old([]).source.replace("<h1>News</h1>", "<h1>News</h1><p>Nothing today.</p>"), url=URL)
    wrapper = stook.learn([stook.Example(stook.Page(old(STORIES).source.replace("<main>", "<main class=m>"), url=URL), [records(STORIES)[0]])])
    day = stook.Page(day.source.replace("<main>", "<main class=m>"), url=URL)
    healing = stook.heal(wrapper, [day], known=records(STORIES))
    assert (None, ("1 of 1 pages: the page is as it was, but lists nothing",)) == (healing.wrapper, healing.reasons)


# --- fields


def test_days_below_headings_are_dated_again() -> None:
    """The month stands in a heading, the day in the row: of the rows alone no date could be read."""
    months = {"May 2026": STORIES[:7], "April 2026": STORIES[7:]}

    def archive(open_list: str, item: str, close_list: str, months: dict[str, list[Story]]) -> stook.Page:
        body = "".join(f"<h2>{month}</h2>{open_list}" + "".join(item.format(day.split()[0], href(title), title) for title, day, _ in stories)
                       + close_list for month, stories in months.items())
        return stook.Page(f"<title>Archive</title><main>{body}</main>", url=URL)

    page = archive("<ul class=m>", "<li><span class=when>{}</span> <a href={}>{}</a></li>", "</ul>", months)
    later = archive("<table>", "<tr><td><a href={1}>{2}</a></td><td>{0}</td></tr>", "</table>", months)
    wrapper = stook.listing(page).wrapper
    assert wrapper
    healing = stook.heal(wrapper, [later], known=[record.to_dict() for record in wrapper.apply(page).records])
    assert healing.wrapper
    assert [entry.date for entry in wrapper.apply(page).entries] == [entry.date for entry in healing.wrapper.apply(later).entries]
    assert None not in [entry.date for entry in healing.wrapper.apply(later).entries]


CREWS = [("Deckhand", "Harbour Office", "North pier", "16"), ("Reed thatcher", "Marsh and Sons", "East fen", "12"),
         ("School cook", "Fenhythe Primary", "Church Lane", "9"), ("Bus driver", "Town Transport", "The depot", "8"),
         ("Lock hand", "Water Board", "Upper lock", "5"), ("Night baker", "Crumb Bakery", "Market Square", "4"),
         ("Bell clerk", "Saint Osyth Trust", "Bell Yard", "3"), ("Gardener", "Town Council", "Railway cutting", "2")]
NAMED = ("position", "employer", "place", "hours")


def crews(some: list[tuple[str, ...]], heads: tuple[str, ...], order: tuple[int, ...]) -> stook.Page:
    head = "".join(f"<th>{heads[n]}</th>" for n in order)
    rows = "".join("<tr>" + "".join(f"<td>{crew[n]}</td>" for n in order) + "</tr>" for crew in some)
    return stook.Page(f"<title>Work</title><h1>Work</h1><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>", url=URL)


def test_columns_of_a_table_are_told_by_their_headings() -> None:
    """Employer and place look alike; what stands above the columns tells which is which, though all rows are new."""
    page = crews(CREWS[4:], ("Position", "Employer", "Place", "Hours"), (0, 1, 2, 3))
    wrapper = stook.learn([stook.Example(page, [dict(zip(NAMED, crew, strict=True)) for crew in CREWS[4:6]])])
    later = crews(CREWS[:4], ("Position", "Employer", "Place", "Hours"), (3, 2, 0, 1))
    later = stook.Page(later.source.replace("<tbody>", "").replace("<table>", "<section><table class=work>"), url=URL)
    healing = stook.heal(wrapper, [later])
    assert [dict(zip(NAMED, crew, strict=True)) for crew in CREWS[:4]] == [
        {name: record[name] for name in NAMED} for record in read(healing.wrapper, later) if record.get("position") != "Position"]


def test_fields_that_are_read_as_before_are_kept() -> None:
    """Only the dates have moved; the rows, and all else in them, are found as ever."""
    wrapper = learnt()
    page = stook.Page(old(STORIES[3:9]).source.replace("<time>", "<div class=meta>on <b>").replace("</time>", "</b></div>"), url=URL)
    healing = stook.heal(wrapper, [page], known=records(STORIES[6:]))
    assert records(STORIES[3:9]) == read(healing.wrapper, page)
    assert {"title": True, "url": True, "date": False, "category": True} == {one.field: one.kept for one in healing.proof}


def test_parts_of_texts_are_cut_out_as_before() -> None:
    """The price was a part of a text; where nothing known is shown, what stood around it tells it again."""
    def shop(tag: str, boats: list[tuple[str, int]]) -> stook.Page:
        rows = "".join(f"<{tag} class=r-{tag}><h4>{name}</h4><small>now {price}.50 crowns each</small></{tag}>" for name, price in boats)
        return stook.Page(f"<title>Shop</title><h1>Boats</h1><div class=all-{tag}>{rows}</div>", url=URL)

    boats = [("Marigold", 40), ("Old Swan", 19), ("Heron", 230), ("Tide Mouse", 88), ("Kittiwake", 61), ("Grey Goose", 17), ("Samphire", 95), ("Osprey", 33)]
    wrapper = stook.learn([stook.Example(shop("article", boats[:4]), [{"name": "Heron", "price": "230.50 crowns"}, {"name": "Marigold", "price": "40.50 crowns"}])])
    healing = stook.heal(wrapper, [shop("section", boats[4:])])
    assert [{"name": name, "price": f"{price}.50 crowns"} for name, price in boats[4:]] == read(healing.wrapper, shop("section", boats[4:]))


def test_pasted_list_is_mended() -> None:
    page = crews(CREWS[4:], NAMED, (0, 1, 2, 3))
    wrapper = stook.paste(page, "\t".join(CREWS[5]), {"position": CREWS[5][0], "hours": CREWS[5][3]})
    later = stook.Page("<title>Work</title><ul>" + "".join(f"<li><b>{a}</b> for <i>{d}</i> hours</li>" for a, _, _, d in CREWS[2:6]) + "</ul>", url=URL)
    healing = stook.heal(wrapper, [later], known=[record.to_dict() for record in wrapper.apply(page).records])
    assert [{"position": a, "hours": d} for a, _, _, d in CREWS[2:6]] == read(healing.wrapper, later)


def test_value_that_changed_is_not_held_against_a_field() -> None:
    """The known dates are shown no more, the new ones read as dates: the field agrees by what is remembered."""
    moved = [(title, f"{n + 1} June 2026", kind) for n, (title, _, kind) in enumerate(STORIES[6:])]
    healing = stook.heal(learnt(), [new(moved)], known=records(STORIES[6:]))
    assert records(moved) == read(healing.wrapper, new(moved))
    assert {"title": True, "url": True, "date": None, "category": True} == {one.field: one.known for one in healing.proof}


def test_one_field_alone_needs_known_records() -> None:
    wrapper = stook.learn([stook.Example(old(STORIES[6:]), [{"headline": title} for title, _, _ in STORIES[6:]])])
    known = [{"headline": title} for title, _, _ in STORIES[6:]]
    assert [] == read(stook.heal(wrapper, [new(STORIES[4:10])]).wrapper, new(STORIES[4:10]))
    healed = stook.heal(wrapper, [new(STORIES[4:10])], known=known).wrapper
    assert [title for title, _, _ in STORIES[4:10]] == [record["headline"] for record in read(healed, new(STORIES[4:10]))]


def test_records_of_several_pages_prove_together() -> None:
    pages = [new(STORIES[:5]), new(STORIES[5:10])]
    healing = stook.heal(learnt(), pages, known=records(STORIES[6:]))
    assert [records(STORIES[:5]), records(STORIES[5:10])] == [read(healing.wrapper, page) for page in pages]
    assert "4 of 4 known records that are still shown come out" in healing.reasons


def test_declared_types_stay() -> None:
    schema = stook.Schema({"headline": "text", "day": "date"})
    wrapper = stook.learn([stook.Example(old(STORIES[6:]), [{"headline": STORIES[6][0], "day": "2026-05-02"}])], schema=schema)
    known = [record.to_dict() for record in wrapper.apply(old(STORIES[6:])).records]
    for stories in (STORIES[4:10], STORIES[:6]):
        healed = stook.heal(wrapper, [new(stories)], known=known).wrapper
        assert healed
        assert ("2026-05", schema) == (read(healed, new(stories))[1]["day"][:7], stook.Schema(healed.schema))


def test_records_that_are_divided_among_two_lists_are_read_from_both() -> None:
    page = shelves(STORIES[4:8], STORIES[8:])
    healing = stook.heal(learnt(STORIES[4:]), [page], known=records(STORIES[4:]))
    assert (records(STORIES[4:]), "8 of 8 known records that are still shown come out") == (read(healing.wrapper, page), healing.reasons[1])


@pytest.mark.parametrize("stories", [STORIES[3:9], STORIES[:6]])
def test_link_and_title_are_one_thing_that_is_shown(stories: list[Story]) -> None:
    """A wrapper of titles, links and dates: where a list shows the first two, it only mentions a record."""
    wrapper = stook.learn([stook.Example(old(STORIES[6:]), [
        {"title": title, "url": URL + href(title), "date": day} for title, day, _ in STORIES[6:]])])
    page = with_most_read(stories, STORIES[8:11])
    healing = stook.heal(wrapper, [page], known=records(STORIES[6:]))
    assert [title for title, _, _ in stories] == [record["title"] for record in read(healing.wrapper, page)]


def test_mended_wrapper_remembers_the_new_pages() -> None:
    page = new(STORIES[4:10])
    healed = stook.heal(learnt(), [page], known=records(STORIES[6:])).wrapper
    assert healed
    assert (6.0, True) == (healed.count, {".top", ".wrap", ".river"} <= set(healed.template))
    assert stook.check(healed, [stook.Page(page.source.replace("2026", ""), url=URL)]).drifted


def test_known_records_that_are_shown_tell_that_the_day_is_not_empty() -> None:
    """The template is as it was, only the names are left of each record: what is said is what is missing."""
    def shop(body: str) -> stook.Page:
        return stook.Page(f"<title>Shop</title><div class=top>Shop</div><div class=mid><h1 class=h>Boats</h1>{body}</div><div class=end>End</div>", url=URL)

    boats = [(title, f"{17 * n + 3} crowns") for n, (title, _, _) in enumerate(STORIES[:8])]
    whole = shop("<ul class=l>" + "".join(f"<li><a href=/b/{n}>{a}</a> <i>{b}</i></li>" for n, (a, b) in enumerate(boats)) + "</ul>")
    wrapper = stook.learn([stook.Example(whole, [{"name": a, "price": b} for a, b in boats])])
    names = shop("<ul class=l></ul>" + "".join(f"<p class=n><a href=/b/{n}>{a}</a></p>" for n, (a, _) in enumerate(boats)))
    known = [{"name": a, "price": b} for a, b in boats]
    assert "empty" == stook.check(wrapper, [names]).state
    assert "1 of 1 pages: the page is as it was, but lists nothing" == stook.heal(wrapper, [names]).reasons[0]
    assert "only 1 of 2 fields agree with what is known or remembered" == stook.heal(wrapper, [names], known=known).reasons[0]


# --- names


def test_a_record_is_known_by_its_address_and_its_longest_text_of_its_own() -> None:
    known = [{"title": "Night ferry returns", "url": URL + "a", "kind": "Harbour", "no": "7"},
             {"title": "Library roof", "url": URL + "b", "kind": "Harbour", "no": "8"}, {"kind": "Harbour", "no": "9"}]
    assert [(("url", URL + "a"), ("title", "Night ferry returns")), (("url", URL + "b"), ("title", "Library roof")), ()] == names_of(known)
