"""The views below the rows of `/compare`, one at a time: words, measures, vocabularies, marks, export."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import get_args

import pandas as pd
import streamlit as st

from tokviz.compare.comparison import Comparison, held_out
from tokviz.compare.measures import MEASURES
from tokviz.compare.reading import Reading
from tokviz.compare.sizes import has_smaller_sizes, is_one_training
from tokviz.memory import Key
from tokviz.state import views
from tokviz.state.compare import CompareState
from tokviz.text_keys import column_key
from tokviz.views import added_files
from tokviz.views.compare import charts as compare_charts
from tokviz.views.compare import charts as compare_curves
from tokviz.views.compare import vocabularies as compare_vocabularies
from tokviz.views.compare.keys import DEFINITION_KEYS, MEASURE_KEYS, PAIR_KEYS, SOURCE_KEYS, TEXT_KEYS
from tokviz.views.compare.tables import (
    MARKS,
    MAX_EXPORTED,
    Marked,
    differing_rows,
    explained_table,
    lit_rows,
    mark_rows,
    measures_beside,
    written_value,
)
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chip, Heading, Row
from tokviz.views.shared.display import shorten
from tokviz.views.shared.tables import table_csv
from tokviz.web import hooks
from tokviz.web.hooks import Column
from tokviz.web.pages.compare import controls
from tokviz.web.shared import cells, drawing, messages, parts, tables, tabs
from tokviz.web.shared.downloads import download, draw_columns, save
from tokviz.web.shared.tables import cut_short, page_of
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["show_measures", "show_views"]

_EXPORTS = {
    "measures": "compare.export.measures",
    "words": "compare.export.words",
}

_EXPORT_HELP = {
    "measures": "compare.export.measures.help",
    "words": "compare.export.words.help",
}


_WHICH = {
    "every": "compare.which.every",
    "shared": "compare.which.shared",
}

MAX_HELD = 200_000
"""The longest held-out text, in characters."""
_MAX_WORDS = 200
"""The maximum number of words that are listed, the most frequent."""
_ASKED = "compare_lines_asked"
_DRAWN = "compare_measure"


def show_views(comparison: Comparison, state: CompareState, say: Catalog) -> CompareState:
    """Draw the views. Returns the state with what they say, and with the one that is open."""
    draw: dict[str, Callable[[], None]] = {
        "words": lambda: _words_view(comparison, state.marks, say),
        "measures": lambda: _measures_view(comparison, state, say),
        "vocabularies": lambda: _vocabularies_view(comparison, say),
        "marks": lambda: _marks_view(comparison, say),
        "export": lambda: _export_view(_with_held(comparison, state), state, say),
    }
    opened, _ = tabs.open_view("compare", views.COMPARE, draw, say)
    held, measure = st.session_state["compare_held"], st.session_state["compare_measure"]
    return replace(state, view=opened, held=held, measure=measure)


def _with_held(comparison: Comparison, state: CompareState) -> Comparison:
    """Return the comparison with the held-out text: the one that was given, or else the text to split."""
    typed: str = st.session_state["compare_held"]
    return replace(comparison, held=held_out(typed if typed.strip() else state.text))


def _measures_view(comparison: Comparison, state: CompareState, say: Catalog) -> None:
    """Draw the measures of the corpus, and of a held-out text."""
    st.text_area(
        say("compare.held"),
        key="compare_held",
        height=80,
        max_chars=MAX_HELD,
        placeholder=shorten(state.text, 200),
        help=say("compare.held.help"),
    )
    show_measures(_with_held(comparison, state), say)


def _marks_view(comparison: Comparison, say: Catalog) -> None:
    """Draw how each tokenizer marks words, on the words of the text."""
    messages.text_with_terms("compare.marks.about", say)
    marked = list(map(Marked, comparison.names, comparison.models, comparison.segmentations))
    table = MARKS.of(marked)
    with st.container(key="compare_tables"):
        tables.show_chips(say("compare.tab.marks"), tables.headings_of(table.columns, say), mark_rows(table, say), say)


# -- words that are split differently ----------------------------------------------------------------------------------


def _words_view(comparison: Comparison, marks: str, say: Catalog) -> None:
    """Draw the words on which the tokenizers differ; a press on a row picks its word."""
    words = comparison.words
    if not comparison.differing:
        st.info(say("compare.words.none", words=say.count("count.words", words.number)))
        return
    st.markdown(
        say(
            "compare.words.about",
            words=say.count("count.words", len(comparison.differing)),
            all=words.number,
            share=say.percent(words.occurrences / words.total),
        )
    )
    table = explained_table(comparison, _MAX_WORDS, say, is_neutral=marks == "neutral")
    columns = zip(table.columns, table.titles(say), strict=True)
    headings = [Heading(title, is_number=column.is_number) for column, title in columns]
    shown = page_of(len(comparison.differing[:_MAX_WORDS]), "compare_words_page")
    rows = differing_rows(table, comparison.differing, say)[shown.start : shown.stop]
    with st.container(key="compare_differing"):
        tables.show_chips(say("compare.tab.words"), headings, rows, say)
    cut_short(_MAX_WORDS, len(comparison.differing), say)
    st.caption(say("compare.words.pick"))


# -- measures ----------------------------------------------------------------------------------------------------------


def show_measures(comparison: Comparison, say: Catalog) -> None:
    """Draw a measure as bars and as lines over sizes, the table of all, and the pairs. Raises TokvizError."""
    table = compare_charts.measures_table(comparison.readings)
    with parts.part("sizes"):
        measure = _measure_charts(comparison, table, say)
    with parts.part("figures"):
        _measure_table(comparison, table, measure, say)
        if not comparison.engine.source.text.is_running:
            st.caption(say("compare.listed"))
    _definitions(say)
    with parts.part("agreement"):
        _pair_charts(comparison.readings, say)


def _measure_charts(comparison: Comparison, table: pd.DataFrame, say: Catalog) -> str:
    """Draw the choice of a measure and of the size, and both charts of it. Returns the measure."""
    if st.session_state.get(_DRAWN) not in MEASURES:
        st.session_state[_DRAWN] = "fertility"
    measure = st.segmented_control(
        say("compare.choose"),
        list(MEASURES),
        format_func=lambda name: say(MEASURE_KEYS[name]),
        key=_DRAWN,
        required=True,
    )
    assert measure is not None
    st.caption(say(DEFINITION_KEYS[measure]))
    controls.size_beside(comparison.tokenizers, say)
    left, right = st.columns([2, 3], gap="medium")
    with left:
        altair_charts.draw(
            compare_charts.bars, table, measure, say, cells.palette(), describe=_measure_sentence(table, measure, say)
        )
    with right:
        _lines_over_sizes(comparison, measure, say)
    return measure


def _curves(comparison: Comparison) -> pd.DataFrame | None:
    """Return the measures over sizes; of a long text only after the visitor asked for them.

    Lines cost a tokenizer and a reading for each point.
    """
    return compare_curves.measures_over_sizes(
        comparison, has_time=_lines_key(comparison) in st.session_state.get(_ASKED, ())
    )


# -- the table ---------------------------------------------------------------------------------------------------------


def _measure_table(comparison: Comparison, table: pd.DataFrame, chosen: str, say: Catalog) -> None:
    """Draw all measures; the rows of the one that is drawn are lit."""
    name = " ".join(_measure_sentence(table, measure, say) for measure in MEASURES)
    written = measures_beside(comparison.readings, say)
    columns = zip(written.columns, written.titles(say), strict=True)
    headings = [Heading(title, is_number=column.is_number) for column, title in columns]
    lit = lit_rows(comparison.readings, chosen)
    rows = [Row(tuple(map(str, row)), is_chosen=is_lit) for row, is_lit in zip(written.rows(say), lit, strict=True)]
    tables.show_chips(name, headings, rows, say)
    if comparison.held is None:
        st.caption(say("compare.no-held"))


def _definitions(say: Catalog) -> None:
    """Draw what each measure is, and who proposed it."""
    with st.popover(say("compare.definitions"), icon=":material/menu_book:"):
        for name in (*MEASURES, *get_args(compare_charts.Pairwise)):
            title = say(MEASURE_KEYS[name]) if name in MEASURES else say(PAIR_KEYS[name])
            source = say(SOURCE_KEYS[name])
            st.markdown(f"**{title}**. {say(DEFINITION_KEYS[name])}" + (f"  \n*{source}*" if source.strip() else ""))


def _measure_sentence(table: pd.DataFrame, measure: str, say: Catalog) -> str:
    """Return a measure of all tokenizers in words."""
    parts = []
    for text, part in table[table["measure"] == measure].groupby("text", sort=False):
        values = [
            say("compare.value", name=name, value=written_value(measure, value, say))
            for name, value in zip(part["tokenizer"], part["value"], strict=True)
        ]
        parts.append(
            say(
                "compare.sentence",
                measure=say(MEASURE_KEYS[measure]),
                text=say(TEXT_KEYS[str(text)]),
                values=say.listed(values),
            )
        )
    return " ".join(parts)


# -- two by two --------------------------------------------------------------------------------------------------------


def _pair_charts(readings: dict[str, dict[str, Reading]], say: Catalog) -> None:
    text = list(readings)[-1]
    st.markdown(f"**{say('compare.pairs', text=say(TEXT_KEYS[text]))}**")
    every = compare_charts.pairs(readings[text])
    for measure, column in zip(get_args(compare_charts.Pairwise), st.columns(2, gap="medium"), strict=True):
        different = every[every["left"] < every["right"]]
        values = [
            say("compare.two", left=left, right=right, value=written_value("", value, say))
            for left, right, value in zip(different["left"], different["right"], different[measure], strict=True)
        ]
        with column:
            alt = say("compare.pairs.alt", what=say(PAIR_KEYS[measure]), values=say.listed(values))
            altair_charts.draw(compare_charts.matrix, every, measure, say, cells.palette(), describe=alt)
            st.caption(say(DEFINITION_KEYS[measure]))


# -- over sizes --------------------------------------------------------------------------------------------------------


def _lines_over_sizes(comparison: Comparison, measure: str, say: Catalog) -> None:
    """Draw the lines of a measure, or a button that computes them."""
    trained = [tokenizer for tokenizer in comparison.tokenizers if tokenizer.slot.is_trained]
    if not trained:
        st.info(say("compare.lines.none"), icon=":material/info:")
        return
    with st.spinner(say("compare.lines.busy")):
        lines = _curves(comparison)
    if lines is None:
        st.caption(say("compare.lines.long"))
        wish = _lines_key(comparison)
        st.button(
            say("compare.lines.draw"),
            icon=":material/show_chart:",
            key="compare_lines",
            on_click=_ask_for_lines,
            args=(wish,),
        )
        return
    shown = lines[lines["measure"] == measure]
    size = trained[0].tokenizer.size
    alt = say(
        "compare.lines.alt",
        measure=say(MEASURE_KEYS[measure]),
        values=say.listed(_line_ends(shown, measure, say)),
    )
    altair_charts.draw(
        compare_charts.size_lines, shown, measure, size, comparison.names, say, cells.palette(), describe=alt
    )
    st.caption(say("compare.lines.about", text=say(TEXT_KEYS[list(comparison.readings)[-1]])))
    each = {one.label: one.slot.rules for one in trained if not has_smaller_sizes(one.slot.rules)}
    again = [name for name, rules in each.items() if compare_curves.is_quick(comparison) and not is_one_training(rules)]
    passing = [name for name in each if name not in again]
    for key, names in (("compare.lines.states", passing), ("compare.lines.trained", again)):
        if names:
            st.caption(messages.escape(say(key, names=say.listed(names))))


def _lines_key(comparison: Comparison) -> Key:
    """Return the key of a request for lines."""
    return (*comparison.key, *comparison.measured.key)


def _ask_for_lines(wish: Key) -> None:
    st.session_state[_ASKED] = (*st.session_state.get(_ASKED, ())[-8:], wish)


def _line_ends(shown: pd.DataFrame, measure: str, say: Catalog) -> list[str]:
    """Return where each line begins and ends, in words."""
    ends = []
    for name, part in shown.groupby("tokenizer", sort=False):
        first, last = part.iloc[0], part.iloc[-1]
        ends.append(
            say(
                "compare.lines.end",
                name=name,
                first=written_value(measure, float(first["value"]), say),
                small=int(first["size"]),
                last=written_value(measure, float(last["value"]), say),
                large=int(last["size"]),
            )
        )
    return ends


# -- vocabularies ------------------------------------------------------------------------------------------------------


def _vocabularies_view(comparison: Comparison, say: Catalog) -> None:
    """Draw shared and own tokens, how long they are, and which occur most."""
    names = comparison.names
    st.markdown(say("compare.vocabularies.about"))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _pair_table(compare_vocabularies.overlaps(comparison.train, names), say)
        for tokenizer, reading in zip(comparison.tokenizers, comparison.train, strict=True):
            if reading.vocabulary is None:
                st.caption(messages.escape(say("compare.vocabularies.none", name=tokenizer.label)))
    with right:
        lengths = compare_vocabularies.lengths(comparison.train, names)
        titles = {"length": say("compare.column.length"), "tokens": say("compare.column.tokens")}
        altair_charts.draw(
            compare_vocabularies.lengths_chart,
            lengths,
            titles,
            cells.palette(),
            describe=say("compare.vocabularies.lengths"),
        )
    _token_table(_vocabulary_frame(comparison.key, comparison.train, names), names, say)


def _pair_table(pairs: pd.DataFrame, say: Catalog) -> None:
    """Draw how many tokens each two vocabularies share."""
    *keys, _ = map(column_key, pairs.columns)
    titles = [*keys, "compare.column.jaccard"]
    headings = [tables.heading(title, say, is_number=number > 1) for number, title in enumerate(titles)]
    rows = [
        Row((left, right, *map(say.integer, numbers), say.decimal(jaccard, 3)))
        for left, right, *numbers, jaccard in pairs.itertuples(index=False)
    ]
    tables.show_chips(say("compare.vocabularies.pairs"), headings, rows, say)


def _token_table(table: pd.DataFrame, names: Sequence[str], say: Catalog) -> None:
    """Draw the tokens: all, those of every tokenizer, or those of one alone."""
    which = st.selectbox(
        say("compare.vocabularies.which"),
        ("every", "shared", *range(len(names))),
        format_func=lambda choice: (
            say(_WHICH[choice]) if isinstance(choice, str) else say("compare.vocabularies.own", name=names[choice])
        ),
        key="compare_which",
    )
    chosen = table
    if which == "shared":
        chosen = table[table["vocabularies"] == len(names)]
    elif isinstance(which, int) and which < len(names):
        chosen = table[(table["vocabularies"] == 1) & table[names[which]].notna()]
    if chosen.empty:
        st.info(say("compare.vocabularies.nothing"))
        return
    places = page_of(len(chosen), f"compare_tokens_page_{which}")
    listed = chosen.iloc[places.start : places.stop].drop(columns="vocabularies")
    shown = compare_vocabularies.shown_tokens(listed)
    headings = [
        tables.heading(column_key("token"), say),
        tables.heading("compare.column.length", say, is_number=True),
        Heading(say("compare.column.all"), is_number=True),
        *(Heading(name, is_number=True) for name in names),
    ]
    rows = [
        Row(((Chip(token),), *("" if pd.isna(number) else say.integer(int(number)) for number in numbers)))
        for token, *numbers in shown.itertuples(index=False)
    ]
    with st.container(key="compare_tables"):
        tables.show_chips(say("compare.tab.vocabularies"), headings, rows, say)
    total = say.count("count.tokens", len(chosen))
    st.caption(say("compare.vocabularies.count", tokens=total, shown=len(shown)))
    save(say("compare.vocabularies.csv"), table_csv(chosen), "tokviz-vocabularies.csv", "text/csv")


@st.cache_resource(max_entries=12, show_spinner=False)
def _vocabulary_frame(key: Key, _readings: Sequence[Reading], _names: Sequence[str]) -> pd.DataFrame:
    return compare_vocabularies.vocabularies(_readings, _names)


# -- export ------------------------------------------------------------------------------------------------------------


def _export_view(comparison: Comparison, state: CompareState, say: Catalog) -> None:
    """Draw the buttons to save the comparison; a file is made when it is asked for."""
    is_neutral = state.marks == "neutral"
    messages.caption_with_terms("compare.export.about", say)
    files: tuple[tuple[str, Callable[[], str]], ...] = (
        ("measures", lambda: compare_charts.measures_csv(comparison.readings)),
        ("words", lambda: table_csv(explained_table(comparison, MAX_EXPORTED, say, is_neutral=is_neutral).frame())),
    )
    columns = [Column(1, partial(_save_table, kind, make, say)) for kind, make in files]
    draw_columns(columns)
    with st.container(horizontal=True):
        for shows in added_files.of_comparison(comparison, say):
            drawing.draw(shows, "compare", say)
    hooks.below_comparison_files(comparison, say)


def _save_table(kind: str, make: Callable[[], str], say: Catalog) -> None:
    title, about = say(_EXPORTS[kind]), say(_EXPORT_HELP[kind])
    download(kind, make, f"tokviz-{kind}.csv", "text/csv", title=title, about=about, key="compare_export")
