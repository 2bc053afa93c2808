"""The lessons in their order, with pictures, and the lectures made of them; on the start page and on `/lessons`."""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from tokviz import guides
from tokviz.errors import TokvizError
from tokviz.guides import ROUTES, Guide, Stop
from tokviz.state import practice
from tokviz.state.pages import page_at
from tokviz.state.practice import PracticeState
from tokviz.views.shared.catalog import Catalog
from tokviz.views.start import lesson_entry, lessons_payload
from tokviz.web.address import url
from tokviz.web.address.site_map import page
from tokviz.web.components.page_parts import LESSON_LIST, lesson_list, over_in
from tokviz.web.guides import answers
from tokviz.web.guides.state import ROUTE, Place, query_of
from tokviz.web.shared import messages


def show_lessons(say: Catalog, *, in_full: bool = False) -> None:
    """Draw the lessons with links to their cards; say what is wrong with a file that cannot be read.

    in_full: on a page of their own, with what each answers and the one to take now.
    """
    lessons = []
    for name in guides.names():
        try:
            lessons.append(_lesson_entry(guides.load(name), say))
        except TokvizError as error:
            messages.show_error(error, say)
    practicing = f"{practice.PAGE}?{urlencode({**url.kept(), 'lang': say.language})}" if in_full else ""
    lesson_list(lessons_payload(lessons, say, practicing), _forget_answers)


def _forget_answers() -> None:
    name = over_in(st.session_state.get(LESSON_LIST))
    if name is not None:
        answers.forget(name)


def _lesson_entry(guide: Guide, say: Catalog) -> dict[str, object]:
    """Return the entry of a lesson in the component, with links within the app."""
    query = {**url.kept(), "lang": say.language}
    places = [Place(guide, number) for number in range(1, len(guide.cards) + 1)]
    links = [f"{place.card.page}?{urlencode(query_of(place, query))}" for place in places]
    practicing = f"{practice.PAGE}?{urlencode(_practice_query(guide, say))}" if guide.kinds else ""
    return lesson_entry(guide, say, links, practicing)


def _practice_query(guide: Guide, say: Catalog) -> dict[str, str]:
    return practice.FORM.write(PracticeState(kinds=guide.kinds)) | {"lang": say.language}


def show_lectures(say: Catalog) -> None:
    """Draw the lectures side by side, folded away."""
    with st.expander(say("plan.title"), icon=":material/schedule:"):
        st.caption(say("plan.what"))
        for minutes, column in zip(ROUTES, st.columns(len(ROUTES), gap="medium"), strict=True):
            with column:
                _show_lecture(minutes, guides.lecture(minutes, _readable_lessons()), say)


def _readable_lessons() -> list[guides.Guide]:
    """Return the lessons of tokviz whose files can be read."""
    lessons = []
    for name in guides.ORDER:
        try:
            lessons.append(guides.load(name))
        except TokvizError:  # said above
            continue
    return lessons


def _show_lecture(minutes: int, stops: tuple[Stop, ...], say: Catalog) -> None:
    st.markdown(f"**{say('plan.lecture', minutes=minutes, cards=sum(len(stop.cards) for stop in stops))}**")
    if not stops:
        return
    first = Place(stops[0].guide, stops[0].cards[0], minutes)
    for notes in ("", "1"):
        query = {**url.kept(), "lang": say.language, ROUTE: str(minutes)} | ({"notes": notes} if notes else {})
        st.page_link(
            page(page_at(first.card.page), say),
            label=say("plan.notes" if notes else "plan.begin"),
            icon=":material/speaker_notes:" if notes else ":material/slideshow:",
            query_params=query_of(first, query),
        )
    lines = [
        "- "
        + say(
            "plan.stop",
            title=messages.escape(stop.guide.title[say.language]),
            cards=say.listed([str(number) for number in stop.cards]),
            minutes=say.short(stop.minutes, 3),
        )
        for stop in stops
    ]
    st.markdown("\n".join(lines))
