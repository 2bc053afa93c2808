"""The measures of `/compare`: a table with what each means, bars, agreement and overlap of each two, and lines over
sizes of the vocabulary.

Lines cost a tokenizer and a reading for each point, so on a long text they are drawn when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import get_args

import pandas as pd
import streamlit as st

from tokviz import unigram
from tokviz.compare.measures import MEASURES
from tokviz.compare.reading import Reading
from tokviz.compare.sizes import Trace
from tokviz.corpus import Corpus
from tokviz.views.compare import charts as compare_charts
from tokviz.views.compare import curves as compare_curves
from tokviz.views.shared.catalog import Catalog
from tokviz.web.compare import models as compare_models
from tokviz.web.compare.models import Compared, Material
from tokviz.web.server import cache
from tokviz.web.server.cache import TraceKey
from tokviz.web.shared import cells, drawing

__all__ = ["curves", "held_out", "readings", "show"]

_ASKED = "cmp_lines_asked"


def held_out(text: str) -> Material | None:
    """A text to measure on that no tokenizer was trained on; None if it is empty."""
    if not text.split():
        return None
    words = Corpus.from_text(text)
    return Material(words, words, ("held", sha256(text.encode("utf-8", "surrogatepass")).hexdigest()))


def readings(tokenizers: Sequence[Compared], source: Material, held: Material | None) -> dict[str, dict[str, Reading]]:
    """Both texts as each tokenizer reads them: "train" or "held" -> label -> reading. Raises TokvizError."""
    texts = {"train": source} if held is None else {"train": source, "held": held}
    return {
        name: {one.label: compare_models.read_cached(one.key, text.key, one.model, text.words) for one in tokenizers}
        for name, text in texts.items()
    }


def show(
    tokenizers: Sequence[Compared],
    source: Material,
    held: Material | None,
    say: Catalog,
    key: str = "cmp_measure",
) -> None:
    """Draw all of it. Raises TokvizError.

    held: the text to measure besides that of the training. key: of the widget that says which measure is drawn; its
    value is the name of one.
    """
    found = readings(tokenizers, source, held)
    table = compare_charts.table(found)
    _table(table, held is None, say)
    _definitions(say)
    if st.session_state.get(key) not in MEASURES:
        st.session_state[key] = "fertility"
    measure = st.segmented_control(
        say("cv.choose"), list(MEASURES), format_func=lambda name: say(f"cv.measure.{name}"), key=key, required=True
    )
    assert measure is not None
    st.caption(say(f"cv.define.{measure}"))
    left, right = st.columns(2, gap="medium")
    with left:
        drawing.chart(compare_charts.bars, table, measure, say, cells.ink(), describe=_sentence(table, measure, say))
    with right:
        _lines(tokenizers, source, held, measure, say)
    _pairs(found, say)


def curves(tokenizers: Sequence[Compared], source: Material, held: Material | None) -> pd.DataFrame | None:
    """The measures over sizes of those that are trained here, on the held-out text if there is one, since that is what
    sizes are chosen by: size, measure, value, tokenizer. None if a long text makes it slow and nobody asked for it.

    Computed once for each tokenizer.
    """
    text = held or source
    trained = [one for one in tokenizers if one.tokenizer.trace is not None]
    is_quick = compare_curves.is_quick(source.words, text.words)
    if not trained or not (is_quick or _wish(trained, text) in st.session_state.get(_ASKED, ())):
        return None
    return pd.concat([_line(one, source, text, is_quick) for one in trained], ignore_index=True)


# -- the table ---------------------------------------------------------------------------------------------------------


def _table(table: pd.DataFrame, is_alone: bool, say: Catalog) -> None:
    shown = compare_charts.beside(table, say)
    columns = {
        "measure": st.column_config.TextColumn(say("cv.column.measure")),
        "text": st.column_config.TextColumn(say("cv.column.text")),
    }
    st.dataframe(
        shown,
        hide_index=True,
        height=35 * (len(shown) + 1) + 3,
        column_config=columns,
        alt=" ".join(_sentence(table, measure, say) for measure in MEASURES),
    )
    if is_alone:
        st.caption(say("cv.no-held"))


def _definitions(say: Catalog) -> None:
    """What each measure is, and who proposed it."""
    with st.popover(say("cv.definitions"), icon=":material/menu_book:"):
        for name in (*MEASURES, *get_args(compare_charts.Pairwise)):
            title = say(f"cv.measure.{name}") if name in MEASURES else say(f"cv.pair.{name}")
            source = say(f"cv.source.{name}")
            st.markdown(f"**{title}**. {say(f'cv.define.{name}')}" + (f"  \n*{source}*" if source.strip() else ""))


def _sentence(table: pd.DataFrame, measure: str, say: Catalog) -> str:
    """A measure of all tokenizers in words."""
    parts = []
    for text, part in table[table["measure"] == measure].groupby("text", sort=False):
        values = [
            say("cv.value", name=name, value=compare_charts.written(measure, value))
            for name, value in zip(part["tokenizer"], part["value"], strict=True)
        ]
        parts.append(
            say(
                "cv.sentence",
                measure=say(f"cv.measure.{measure}"),
                text=say(f"cv.text.{text}"),
                values=say.listed(values),
            )
        )
    return " ".join(parts)


# -- two by two --------------------------------------------------------------------------------------------------------


def _pairs(found: dict[str, dict[str, Reading]], say: Catalog) -> None:
    text = "held" if "held" in found else "train"
    st.markdown(f"**{say('cv.pairs', text=say(f'cv.text.{text}'))}**")
    every = compare_charts.pairs(found[text])
    for what, column in zip(get_args(compare_charts.Pairwise), st.columns(2, gap="medium"), strict=True):
        different = every[every["left"] < every["right"]]
        values = [
            say("cv.two", left=left, right=right, value=compare_charts.written("", value))
            for left, right, value in zip(different["left"], different["right"], different[what], strict=True)
        ]
        with column:
            alt = say("cv.pairs.alt", what=say(f"cv.pair.{what}"), values=say.listed(values))
            drawing.chart(compare_charts.matrix, every, what, say, cells.ink(), describe=alt)
            st.caption(say(f"cv.define.{what}"))


# -- over sizes --------------------------------------------------------------------------------------------------------


def _lines(tokenizers: Sequence[Compared], source: Material, held: Material | None, measure: str, say: Catalog) -> None:
    """The lines of a measure, or a button that computes them."""
    trained = [one for one in tokenizers if one.tokenizer.trace is not None]
    if not trained:
        st.info(say("cv.lines.none"), icon=":material/info:")
        return
    with st.spinner(say("cv.lines.busy")):
        found = curves(tokenizers, source, held)
    if found is None:
        st.caption(say("cv.lines.long"))
        wish = _wish(trained, held or source)
        st.button(say("cv.lines.draw"), icon=":material/show_chart:", key="cmp_lines", on_click=_ask, args=(wish,))
        return
    shown = found[found["measure"] == measure]
    labels = [one.label for one in tokenizers]
    size = trained[0].tokenizer.size or trained[0].size
    alt = say("cv.lines.alt", measure=say(f"cv.measure.{measure}"), values=say.listed(_ends(shown, measure, say)))
    drawing.chart(compare_charts.lines, shown, measure, size, labels, say, cells.ink(), describe=alt)
    st.caption(say("cv.lines.about", text=say("cv.text.held" if held else "cv.text.train")))
    if any(isinstance(one.tokenizer.trace, unigram.Trace) for one in trained):
        is_quick = compare_curves.is_quick(source.words, (held or source).words)
        st.caption(say("cv.lines.trained") if is_quick else say("cv.lines.states"))


def _wish(trained: Sequence[Compared], text: Material) -> tuple[object, ...]:
    """What somebody asks for who wants lines."""
    return (tuple(one.key for one in trained), text.key)


def _ask(wish: tuple[object, ...]) -> None:
    st.session_state[_ASKED] = (*st.session_state.get(_ASKED, ())[-8:], wish)


def _line(one: Compared, source: Material, text: Material, is_quick: bool) -> pd.DataFrame:
    """All measures of one tokenizer over the sizes, computed once."""
    trace = one.tokenizer.trace
    assert trace is not None
    rules = one.slot.rules
    found = compare_models.range_of((one.slot.algorithm, *source.key), cache.rules_key(rules), source.corpus, rules)
    sizes = compare_curves.points(trace, found, one.size, quick=is_quick)
    corpus = source.corpus if is_quick else None
    return _measured(one.key, text.key, sizes, trace, one.split, text.words, corpus).assign(tokenizer=one.label)


@st.cache_data(max_entries=32, show_spinner=False)
def _measured(
    key: TraceKey,
    text_key: TraceKey,
    sizes: tuple[int, ...],
    _trace: Trace,
    _split: str,
    _text: Corpus,
    _corpus: Corpus | None,
) -> pd.DataFrame:
    """See :func:`tokviz.views.compare.curves.measured`; computed once."""
    return compare_curves.measured(_trace, _split, _text, sizes, _corpus)


def _ends(shown: pd.DataFrame, measure: str, say: Catalog) -> list[str]:
    """Where each line begins and ends."""
    found = []
    for name, part in shown.groupby("tokenizer", sort=False):
        first, last = part.iloc[0], part.iloc[-1]
        found.append(
            say(
                "cv.lines.end",
                name=name,
                first=compare_charts.written(measure, float(first["value"])),
                small=f"{int(first['size']):,}",
                last=compare_charts.written(measure, float(last["value"])),
                large=f"{int(last['size']):,}",
            )
        )
    return found
