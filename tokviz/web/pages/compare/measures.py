"""The measures of `/compare`: a table with what each means, bars, agreement and overlap of each two, and lines over
sizes of the vocabulary.

Lines cost a tokenizer and a reading for each point, so on a long text they are drawn when somebody asks for them.
"""

from __future__ import annotations

from typing import get_args

import pandas as pd
import streamlit as st

from tokviz.algorithms import ALGORITHMS
from tokviz.compare.comparison import Comparison
from tokviz.compare.engine import Key
from tokviz.compare.measures import MEASURES
from tokviz.compare.reading import Reading
from tokviz.views.compare import charts as compare_charts
from tokviz.views.compare import curves as compare_curves
from tokviz.views.shared.catalog import Catalog
from tokviz.web.shared import cells, parts, tables
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["curves", "show"]

_ASKED = "compare_lines_asked"
_DRAWN = "compare_measure"


def show(found: Comparison, say: Catalog) -> None:
    """Draw all of it. Raises TokvizError."""
    table = compare_charts.table(found.readings)
    with parts.part("figures"):
        _table(table, found.held is None, say)
        if not found.engine.source.text.is_running:
            st.caption(say("compare.listed"))
    _definitions(say)
    if st.session_state.get(_DRAWN) not in MEASURES:
        st.session_state[_DRAWN] = "fertility"
    measure = st.segmented_control(
        say("compare.choose"),
        list(MEASURES),
        format_func=lambda name: say(f"compare.measure.{name}"),
        key=_DRAWN,
        required=True,
    )
    assert measure is not None
    st.caption(say(f"compare.define.{measure}"))
    left, right = st.columns(2, gap="medium")
    with left:
        altair_charts.draw(
            compare_charts.bars, table, measure, say, cells.palette(), describe=_sentence(table, measure, say)
        )
    with right:
        _lines(found, measure, say)
    with parts.part("agreement"):
        _pairs(found.readings, say)


def curves(found: Comparison) -> pd.DataFrame | None:
    """See :func:`tokviz.views.compare.curves.lines`; of a long text only where somebody asked for them."""
    return compare_curves.lines(found, has_time=_wish(found) in st.session_state.get(_ASKED, ()))


# -- the table ---------------------------------------------------------------------------------------------------------


def _table(table: pd.DataFrame, is_alone: bool, say: Catalog) -> None:
    shown = compare_charts.beside(table, say)
    own = {name: say(f"compare.column.{name}") for name in ("measure", "text")}
    columns = {str(name): st.column_config.TextColumn(own.get(str(name), str(name))) for name in shown}
    alt = " ".join(_sentence(table, measure, say) for measure in MEASURES)
    tables.show(shown, say, alt=alt, columns=columns, most=None)
    if is_alone:
        st.caption(say("compare.no-held"))


def _definitions(say: Catalog) -> None:
    """What each measure is, and who proposed it."""
    with st.popover(say("compare.definitions"), icon=":material/menu_book:"):
        for name in (*MEASURES, *get_args(compare_charts.Pairwise)):
            title = say(f"compare.measure.{name}") if name in MEASURES else say(f"compare.pair.{name}")
            source = say(f"compare.source.{name}")
            st.markdown(f"**{title}**. {say(f'compare.define.{name}')}" + (f"  \n*{source}*" if source.strip() else ""))


def _sentence(table: pd.DataFrame, measure: str, say: Catalog) -> str:
    """A measure of all tokenizers in words."""
    parts = []
    for text, part in table[table["measure"] == measure].groupby("text", sort=False):
        values = [
            say("compare.value", name=name, value=compare_charts.written(measure, value, say))
            for name, value in zip(part["tokenizer"], part["value"], strict=True)
        ]
        parts.append(
            say(
                "compare.sentence",
                measure=say(f"compare.measure.{measure}"),
                text=say(f"compare.text.{text}"),
                values=say.listed(values),
            )
        )
    return " ".join(parts)


# -- two by two --------------------------------------------------------------------------------------------------------


def _pairs(found: dict[str, dict[str, Reading]], say: Catalog) -> None:
    text = list(found)[-1]
    st.markdown(f"**{say('compare.pairs', text=say(f'compare.text.{text}'))}**")
    every = compare_charts.pairs(found[text])
    for what, column in zip(get_args(compare_charts.Pairwise), st.columns(2, gap="medium"), strict=True):
        different = every[every["left"] < every["right"]]
        values = [
            say("compare.two", left=left, right=right, value=compare_charts.written("", value, say))
            for left, right, value in zip(different["left"], different["right"], different[what], strict=True)
        ]
        with column:
            alt = say("compare.pairs.alt", what=say(f"compare.pair.{what}"), values=say.listed(values))
            altair_charts.draw(compare_charts.matrix, every, what, say, cells.palette(), describe=alt)
            st.caption(say(f"compare.define.{what}"))


# -- over sizes --------------------------------------------------------------------------------------------------------


def _lines(found: Comparison, measure: str, say: Catalog) -> None:
    """The lines of a measure, or a button that computes them."""
    trained = [one for one in found.tokenizers if one.slot.is_trained]
    if not trained:
        st.info(say("compare.lines.none"), icon=":material/info:")
        return
    with st.spinner(say("compare.lines.busy")):
        lines = curves(found)
    if lines is None:
        st.caption(say("compare.lines.long"))
        wish = _wish(found)
        st.button(
            say("compare.lines.draw"), icon=":material/show_chart:", key="compare_lines", on_click=_ask, args=(wish,)
        )
        return
    shown = lines[lines["measure"] == measure]
    size = trained[0].tokenizer.size
    alt = say(
        "compare.lines.alt", measure=say(f"compare.measure.{measure}"), values=say.listed(_ends(shown, measure, say))
    )
    altair_charts.draw(compare_charts.lines, shown, measure, size, found.names, say, cells.palette(), describe=alt)
    st.caption(say("compare.lines.about", text=say(f"compare.text.{list(found.readings)[-1]}")))
    if not all(ALGORITHMS[one.slot.algorithm].grows for one in trained):
        st.caption(say("compare.lines.trained") if compare_curves.is_quick(found) else say("compare.lines.states"))


def _wish(found: Comparison) -> Key:
    """What somebody asks for who wants lines."""
    return (*found.key, *found.measured.key)


def _ask(wish: Key) -> None:
    st.session_state[_ASKED] = (*st.session_state.get(_ASKED, ())[-8:], wish)


def _ends(shown: pd.DataFrame, measure: str, say: Catalog) -> list[str]:
    """Where each line begins and ends."""
    found = []
    for name, part in shown.groupby("tokenizer", sort=False):
        first, last = part.iloc[0], part.iloc[-1]
        found.append(
            say(
                "compare.lines.end",
                name=name,
                first=compare_charts.written(measure, float(first["value"]), say),
                small=int(first["size"]),
                last=compare_charts.written(measure, float(last["value"]), say),
                large=int(last["size"]),
            )
        )
    return found
