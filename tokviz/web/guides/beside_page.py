"""Guided lessons on the pages: the card beside the page, the way into a lesson and the way back to it.

The address says which card is open (:mod:`tokviz.web.guides.state`). Going to a card is going to its address, so that
the browser's Back and a link work as everywhere. A visitor who turns to another page leaves the lesson's address, and
finds a way back to it there. What a card asks is loaded once one is open.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

import streamlit as st

from tokviz import guides
from tokviz.errors import TokvizError
from tokviz.frontend import FOLDER
from tokviz.state import practice
from tokviz.state.pages import page_at
from tokviz.state.practice import PracticeState
from tokviz.views.shared.catalog import Catalog
from tokviz.web import hooks
from tokviz.web.address import url
from tokviz.web.address.site_map import page
from tokviz.web.components import page_parts
from tokviz.web.guides import state as guide_state
from tokviz.web.guides.state import Place
from tokviz.web.shared import messages, parts

_AROUND = FOLDER / "lessons" / "around_lesson.css"
_BETWEEN = f":is({', '.join(map(parts.selector, ('now', 'merges', 'printed')))})"  # can be between picture and part
_ASKED = "guide_asked"  # the card that was asked for in the browser; 0 to leave
_VISIT = "guide_visit"  # ((guide, card), number): how often cards were opened, each of which brings its part into view
_SIDE_BAR = 232  # pixels
_JUST_ANSWERED = "guide_just_answered"  # (lesson, card, place of the question), until the page has shown its word
_LAST = "guide_last"  # (guide, card) that was open last, for the way back


def side_bar() -> Literal["collapsed"] | int:
    """Return the state of the side bar at first: collapsed in a lesson, else a width.

    In a lesson it is open if the card speaks of it.
    """
    place, _ = _opened()
    place = place and _asked_from(place, st.session_state.get(_ASKED))
    return "collapsed" if place and place.card.part != "controls" else _SIDE_BAR


def run(chosen: st.Page, draw: Callable[[], None], say: Catalog) -> None:
    """Draw the page that was asked for, beside the card of a lesson if one is open."""
    place, wrong = _opened(say)
    requested_card = st.session_state.pop(_ASKED, None)
    if place:
        place = _asked_from(place, requested_card)
        if place is None:
            _leave()
        elif requested_card:
            _open_again(place)
        elif not chosen.url_path:
            _follow_short_link(place, say)
            place = None
        elif _names_card_alone(place):
            _open_again(place)
    if wrong:
        messages.warn_of_link(wrong, say)
        _put_right(place)
    if place is None:
        _way_back(say)
        draw()
        with st.sidebar, st.container(key="side_lessons"):
            guide_link(chosen.url_path, say)
        return
    st.session_state[_LAST] = (place.guide.name, place.number)
    _show_asked(place, say)
    st.html(_AROUND)
    st.html(_outline(place, say))
    with st.container(key="guide_lesson"):
        with st.container(key="guide_side"):
            page_parts.lesson_card(_data(place, chosen.url_path, say), _asked, _answered)
            _away(place, chosen.url_path, say)
            _following(place, say)
            _practice(place, say)
        with st.container(key="guide_page"):
            draw()


def guide_link(where: str, say: Catalog) -> None:
    """Draw a quiet link from a page to the lesson about it; nothing inside a lesson, nor where there is none."""
    if "guide" in st.query_params:
        return
    for name in guides.names():
        try:
            guide = guides.load(name)
        except TokvizError:  # said on the start page
            continue
        if any(card.page == where for card in guide.cards):
            _link(Place(guide, 1), say("guide.link", title=messages.escape(guide.title[say.language])), say)
            return


# -- where the visitor is, and where to --------------------------------------------------------------------------------


def _opened(say: Catalog | None = None) -> tuple[Place | None, tuple[str, ...]]:
    """Return the card that the address names; a file that cannot be read is no lesson, and what is wrong with it is
    said.
    """
    try:
        return guide_state.read(st.query_params.to_dict())
    except TokvizError as error:
        if say is not None:
            messages.show_error(error, say)
        return None, ()


def _asked_from(place: Place, requested_card: int | None) -> Place | None:
    """Return the card that was asked for in the browser, or the one that is open; None to leave."""
    if requested_card == 0:
        return None
    return (
        replace(place, number=requested_card) if requested_card and requested_card <= len(place.guide.cards) else place
    )


def _asked() -> None:
    st.session_state[_ASKED] = page_parts.asked_in(st.session_state.get(page_parts.LESSON_CARD))


def _answered() -> None:
    reported = page_parts.answered_in(st.session_state.get(page_parts.LESSON_CARD))
    place, _ = _opened()
    if place and isinstance(reported, Mapping) and reported.get("card") == place.number:
        from tokviz.web.guides import answers

        answers.note(place.guide.name, place.number, reported)
        st.session_state[_JUST_ANSWERED] = (place.guide.name, place.number, reported.get("ask"))


def _show_asked(place: Place, say: Catalog) -> None:
    """Have the page show the word that a question was about, once it was answered: the card itself showed another."""
    lesson, number, ask = st.session_state.pop(_JUST_ANSWERED, ("", 0, None))
    if (lesson, number) != (place.guide.name, place.number):
        return
    from tokviz.web.guides import answers

    word = answers.words_told(lesson, number, place.card, say).get(ask)
    query = guide_state.showing(place.card, word) if word else None
    if query is not None:
        url.forget()
        url.put(query | url.kept())


def _open_again(place: Place) -> None:
    """Set the state of a card of this page, within this run, even where its address is there already."""
    _count_visit(place, again=True)
    url.forget()
    url.put(guide_state.query_of(place, url.kept()))


def _names_card_alone(place: Place) -> bool:
    """Tell if a link just opened names a card of its page, and no state of it."""
    last, _ = st.session_state.get(_VISIT, (None, 0))
    return (place.guide.name, place.number) != last and not url.current() and bool(place.card.query)


def _follow_short_link(place: Place, say: Catalog) -> None:
    """Go from the start page to a card, once: the browser's Back must be able to come back here."""
    if _VISIT not in st.session_state:
        _count_visit(place)
        st.session_state[_LAST] = (place.guide.name, place.number)
        st.switch_page(page(page_at(place.card.page), say), query_params=guide_state.query_of(place, url.kept()))


def _leave() -> None:
    """Stay on the page as it is, without the card."""
    st.session_state.pop(_LAST, None)
    _put_right(None)


def _put_right(place: Place | None) -> None:
    """Make the address name the card that is shown, and none where none is."""
    query = st.query_params.to_dict()
    if place:
        url.put(query | {"card": f"{place.number}"})
    else:
        url.put({name: value for name, value in query.items() if name not in ("guide", "card")})


def _away(place: Place, here: str, say: Catalog) -> None:
    """Draw links to the cards that are about other pages, hidden, for the card to press: the server's own way to
    another page leaves an entry in the browser's history that belongs to neither."""
    with st.container(key="guide_away"):
        for number, card in enumerate(place.guide.cards, start=1):
            if card.page != here:
                _link(replace(place, number=number), f"{number}", say)


def _following(place: Place, say: Catalog) -> None:
    """Draw a hidden link to the lesson after this one, for the last card to press."""
    following = _next(place)
    if following and not place.after:
        with st.container(key="guide_following"):
            _link(following, following.guide.title[say.language], say)


def _practice(place: Place, say: Catalog) -> None:
    """Draw a hidden link to the exercises of the kinds that the lesson asked, for the last card to press."""
    if place.guide.kinds and not place.after:
        query = practice.FORM.write(PracticeState(kinds=place.guide.kinds))
        with st.container(key="guide_practice"):
            st.page_link(
                page(page_at(practice.PAGE), say),
                label=say("guide.label.practice"),
                query_params={**query, "lang": say.language},
            )


def _next(place: Place) -> Place | None:
    """Return the beginning of the lesson after this one, if there is one that can be read."""
    guide = guide_state.following(place.guide)
    if guide is None:
        return None
    following = replace(place, guide=guide)
    return replace(following, number=following.cards[0])


def _way_back(say: Catalog) -> None:
    """Draw the way back on a page that the visitor turned to out of a lesson."""
    name, number = st.session_state.get(_LAST, ("", 0))
    place, _ = guide_state.read({"guide": name, "card": f"{number}"})
    if place is None:
        return
    from tokviz.web.guides import card_content

    title = messages.escape(place.guide.title[say.language])
    _link(place, say("guide.way-back", title=title, place=card_content.number_of(place, say)), say)


def _link(place: Place, label: str, say: Catalog) -> None:
    query = guide_state.query_of(place, {**url.kept(), "lang": say.language})
    st.page_link(page(page_at(place.card.page), say), label=label, icon=":material/school:", query_params=query)


# -- what the card shows -----------------------------------------------------------------------------------------------


def _count_visit(place: Place, *, again: bool = False) -> int:
    """Return the number of this visit to a card; it counts up with every other card, and with the same one opened
    again.
    """
    here = place.guide.name, place.number
    last, number = st.session_state.get(_VISIT, (None, 0))
    if again or here != last:
        number += 1
        st.session_state[_VISIT] = here, number
    return int(number)


def _data(place: Place, here: str, say: Catalog) -> dict[str, object]:
    """Return all that the component shows and needs to know; described in card.js."""
    from tokviz.web.guides import answers, card_content

    guide, card = place.guide, place.card
    words = answers.words_told(guide.name, place.number, card, say).values()
    told = [query for word in words if (query := guide_state.showing(card, word)) is not None]
    queries = [query for shown in (dict(card.query), *told) for query in (shown, guide_state.canonical(card, shown))]
    kept = (*card.moves, *url.KEPT)
    for query in queries:
        for name in (card.counted, *kept):
            query.pop(name, None)
    handed = None if place.after else answers.handed_in(guide, say)
    texts = next(iter(hooks.on_last_card(handed, say)), None) if handed else None
    if handed and texts:
        texts = {**texts, "answered": answers.told_of(handed, guide, say)}
    following = _next(place)
    return {
        **card_content.card_data(
            place, following.guide if following else None, say, has_notes=st.query_params.get("notes") == "1"
        ),
        "visit": f"{guide.name} {place.number} {_count_visit(place)}",
        "handed": texts,
        "asks": answers.questions(guide.name, place.number, card, say),
        "away": [number for number, card in enumerate(guide.cards, start=1) if card.page != here],
        "practices": bool(guide.kinds) and not place.after,
        "page": card.page,
        "queries": queries,
        "kept": list(kept),
        "predicts": card.is_predicting,
        "part": parts.selector(card.part),
        "leads": page_at(card.page).asks,
        "side_bar": card.part == "controls",
    }


def _outline(place: Place, say: Catalog) -> str:
    """Return the style that outlines the part and says whose it is."""
    part, inset = parts.selector(place.card.part), place.card.part == "controls"
    label = json.dumps(say("guide.here", number=place.number), ensure_ascii=False)
    return f"""<style>
:root[data-guide-picture] [data-testid="stLayoutWrapper"]:has(> {_BETWEEN}):not(:has(> {part})) {{
  display: none;
}}
{part} {{
  {"" if inset else "position: relative; margin-block-start: 0.75rem;"}
  outline: 3px solid var(--guide-primary, currentColor);
  outline-offset: {"-4px" if inset else "0.5rem"};
  border-radius: 0.25rem;
}}
:root[data-guide-other] {part} {{
  outline-style: dotted;
}}
:root[data-guide-other] {part}::before {{
  display: none;
}}
:root[data-guide-part] {part} {{
  max-height: var(--part-room);
  padding-block-start: 1.75rem;
  overflow-y: auto;
}}
{part}::before {{
  content: {label};
  position: absolute;
  inset-block-start: {"0.25rem" if inset else "-1.5rem"};
  inset-inline-start: {"0.25rem" if inset else "-0.5rem"};
  z-index: 2;
  padding: 0 0.5rem;
  color: var(--guide-background, #fff);
  font-size: 0.8125rem;
  font-weight: 600;
  line-height: 1.5;
  background: var(--guide-primary, #0b6b75);
}}
:root[data-guide-part] {part}::before {{
  inset: 0 auto auto 0;
}}
@media (max-width: 800px) {{
  {part} {{
    margin-block-start: 0;
  }}
  {part}::before {{
    display: none;
  }}
}}
</style>"""
