"""The views below the rows of `/compare`, one at a time (:mod:`tokviz.views.pages.compare`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st

from tokviz.compare.comparison import Comparison
from tokviz.memory import Key
from tokviz.state import views as tabs_of
from tokviz.state.compare import PAGE, CompareState
from tokviz.views.compare.vocabularies import tokens_table
from tokviz.views.pages import compare as views
from tokviz.views.pages.compare import ComparedText
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.views.shared.tables import table_csv
from tokviz.views.shows import Ask, Field, Word
from tokviz.web import hooks
from tokviz.web.pages.compare import controls
from tokviz.web.shared import drawing, parts, tabs
from tokviz.web.shared.downloads import save

_TABLES = {
    "words": "compare_differing",
    "marks": "compare_tables",
    "fair": "compare_tables",
    "vocabularies": "compare_tables",
}
"""View -> the key of its container, whose tables break long cells."""
_HELD_HEIGHT = 80  # pixels
_ASKED = "compare_lines_asked"
_WHICH = "compare_which"


def show_views(comparison: Comparison, state: CompareState, say: Catalog) -> CompareState:
    """Draw the views. Returns the state with what they say, and with the one that is open."""
    seen = ComparedText(comparison, state, say, has_time=False)
    draw: dict[str, Callable[[], None]] = {name: partial(_show, name, seen) for name in _TABLES}
    draw["measures"] = lambda: show_measures(views.with_held(seen, _ask_held(seen)))
    draw["export"] = lambda: _export_view(views.with_held(seen, _held))
    opened, _ = tabs.open_view("compare", tabs_of.COMPARE, draw, say)
    held, measure = st.session_state["compare_held"], st.session_state["compare_measure"]
    return replace(state, view=opened, held=held, measure=measure)


def _show(name: str, seen: ComparedText) -> None:
    """Draw a view; below the tokens there is a file of those that are chosen."""
    _, view = views.PAGE.views[name]
    with st.container(key=_TABLES[name]):
        drawing.draw(view(seen, drawing.asking(PAGE)), PAGE, seen.say)
    if name == "vocabularies" and (tokens := views.chosen_tokens(seen, st.session_state[_WHICH])):
        table = tokens_table(tokens, seen.comparison.names).frame()
        save(seen.say("compare.vocabularies.csv"), table_csv(table), "tokviz-vocabularies.csv", "text/csv")


# -- measures ----------------------------------------------------------------------------------------------------------


def _held(_: Field) -> str:
    """Return the held-out text, whose field may be in another view."""
    typed: str = st.session_state["compare_held"]
    return typed


def _ask_held(seen: ComparedText) -> Ask:
    """Return a function that draws the field for the held-out text.

    At first the field has the text to split.
    """

    def ask(field: Field) -> str:
        assert isinstance(field, Word)
        typed: str = st.text_area(
            field.label,
            key=f"{PAGE}_{field.name}",
            height=_HELD_HEIGHT,
            max_chars=field.most,
            placeholder=shorten(seen.state.text, 200),
            help=seen.say("compare.held.help"),
        )
        return typed

    return ask


def show_measures(seen: ComparedText) -> None:
    """Draw a measure as bars and as lines over sizes, the table of all, and the pairs. Raises TokvizError."""
    say = seen.say
    draw = partial(drawing.draw, page=PAGE, say=say)
    with parts.part("sizes"):
        seen = views.with_measure(seen, drawing.asking(PAGE, views.PAGE.form.parameters))
        draw(views.definition(seen))
        controls.size_beside(seen.comparison.tokenizers, say)
        left, right = st.columns([2, 3], gap="medium")
        with left:
            draw(views.measure_bars(seen))
        with right:
            _show_lines(seen)
    with parts.part("figures"):
        draw(views.figures(seen))
    draw(views.definitions(seen))
    with parts.part("agreement"):
        draw(views.agreement(seen))


def _show_lines(seen: ComparedText) -> None:
    """Draw the lines of a measure, or a button that computes them."""
    wish = (*seen.comparison.key, *seen.comparison.measured.key)
    seen = replace(seen, has_time=wish in st.session_state.get(_ASKED, ()))
    with st.spinner(seen.say("compare.lines.busy")):
        shows = list(views.over_sizes(seen))
    drawing.draw(shows, PAGE, seen.say)
    if views.waits(seen):
        st.button(
            seen.say("compare.lines.draw"),
            icon=":material/show_chart:",
            key="compare_lines",
            on_click=_ask_for_lines,
            args=(wish,),
        )


def _ask_for_lines(wish: Key) -> None:
    st.session_state[_ASKED] = (*st.session_state.get(_ASKED, ())[-8:], wish)


# -- export ------------------------------------------------------------------------------------------------------------


def _export_view(seen: ComparedText) -> None:
    """Draw the files of the comparison, and what features have besides."""
    drawing.draw(views.own_files(seen), PAGE, seen.say)
    with st.container(horizontal=True):
        drawing.draw(views.sheets(seen), PAGE, seen.say)
    hooks.below_comparison_files(seen.comparison, seen.say)
