"""Lectures on the start page: which lessons and cards, how long they take, and a link that leads along them."""

from __future__ import annotations

import streamlit as st

from tokviz import guides
from tokviz.errors import TokvizError
from tokviz.guides import ROUTES, Stop
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.address.site_map import info, page
from tokviz.web.guides.state import ROUTE, Place, query_of
from tokviz.web.shared import messages

__all__ = ["lectures"]


def lectures(say: Catalog) -> None:
    """Draw them side by side, folded away."""
    with st.expander(say("plan.title"), icon=":material/schedule:"):
        st.caption(say("plan.what"))
        for minutes, column in zip(ROUTES, st.columns(len(ROUTES), gap="medium"), strict=True):
            with column:
                _lecture(minutes, guides.lecture(minutes, _readable()), say)


def _readable() -> list[guides.Guide]:
    """The lessons of tokviz whose files can be read."""
    found = []
    for name in guides.ORDER:
        try:
            found.append(guides.load(name))
        except TokvizError:  # said above
            continue
    return found


def _lecture(minutes: int, stops: tuple[Stop, ...], say: Catalog) -> None:
    st.markdown(f"**{say('plan.lecture', minutes=minutes, cards=sum(len(stop.cards) for stop in stops))}**")
    if not stops:
        return
    first = Place(stops[0].guide, stops[0].cards[0], minutes)
    for notes in ("", "1"):
        kept = {**url.kept(), "lang": say.language, ROUTE: str(minutes)} | ({"notes": notes} if notes else {})
        st.page_link(
            page(info(first.card.page), say),
            label=say("plan.notes" if notes else "plan.begin"),
            icon=":material/speaker_notes:" if notes else ":material/slideshow:",
            query_params=query_of(first, kept),
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
