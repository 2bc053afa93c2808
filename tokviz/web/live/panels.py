"""What `/live` draws: how a class goes, the code, the questions with their counts, the scores, and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from tokviz.live import access
from tokviz.live.questions import Question, Score, csv_of
from tokviz.live.room import Lead
from tokviz.views.shared.catalog import Catalog
from tokviz.web.live import leading, settings

__all__ = ["code", "ending", "introduce", "report"]

_ANONYMOUS = "–"


def introduce(say: Catalog) -> None:
    """How it goes, and what opens a room."""
    if not leading.is_possible():
        st.info(say("live.impossible"))
        return
    st.markdown(say("live.about"))
    st.button(say("live.start"), icon=":material/groups:", key="live_start", on_click=leading.open_room)
    st.caption(say("live.join", address=f"{settings.prefix()}/join?lang={say.language}"))
    st.caption(say("live.kept"))


def code(lead: Lead, say: Catalog) -> None:
    """The code of the room that is led, and its picture."""
    join = leading.join_address(lead.code)
    left, right = st.columns([1, 2], gap="medium")
    with left:
        st.image(leading.qr(join), width=280, alt=say("live.bar.qr"))
    with right:
        st.markdown(say("live.enter", address=leading.typed(join)))
        st.header(access.spaced(lead.code), anchor=False)  # the title is the page's
        st.markdown(say("live.now"))


def report(lead: Lead, say: Catalog) -> None:
    """The questions that were revealed, how the class did, and the file of both."""
    rooms = settings.rooms()
    try:
        asked, scores, names = rooms.questions(lead.code), rooms.scores(lead.code), rooms.names(lead.code)
    except settings.FAILURES:
        st.warning(say("live.failed.store"))
        return
    st.subheader(say("live.questions"), anchor=False)
    if not asked:
        st.caption(say("live.none"))
        return
    st.dataframe(_questions(asked, say), hide_index=True, alt=say("live.questions"))
    right = sum(one.right for one in scores.values())
    st.caption(say("live.class", right=right, n=sum(one.answered for one in scores.values())))
    file = csv_of(asked).encode("utf-8-sig")  # the mark in front is for spreadsheets
    st.download_button(say("live.csv"), file, f"class-{lead.code}.csv", "text/csv", icon=":material/table:")
    with st.expander(say("live.scores")):
        st.caption(say("live.scores.about"))
        st.dataframe(_scores(scores, names, say), hide_index=True, alt=say("live.scores"))


def ending(say: Catalog) -> None:
    """What ends the class, behind a second press."""
    with st.popover(say("live.end"), icon=":material/logout:"):
        st.markdown(say("live.end.about"))
        st.button(say("live.end.sure"), key="live_end", on_click=leading.end)


def _questions(asked: Sequence[Question], say: Catalog) -> pd.DataFrame:
    rows = []
    for one in asked:
        options = one.ask["options"]
        right = say.listed(["".join(option["label"]) for option in options if option.get("right")])
        hits = sum(count for option, count in zip(options, one.counts, strict=True) if option.get("right"))
        rows.append((one.number, "".join(one.ask["question"]), right, one.answered, hits))
    names = ("number", "question", "answer", "answered", "right")
    return pd.DataFrame(rows, columns=[say(f"live.column.{name}") for name in names])


def _scores(scores: Mapping[str, Score], names: Mapping[str, str], say: Catalog) -> pd.DataFrame:
    ordered = sorted(scores.items(), key=lambda one: (-one[1].right, one[1].answered))
    rows = [(names.get(token) or _ANONYMOUS, score.right, score.answered) for token, score in ordered]
    return pd.DataFrame(rows, columns=[say(f"live.column.{name}") for name in ("name", "right", "answered")])
