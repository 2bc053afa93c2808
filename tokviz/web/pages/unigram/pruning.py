"""A coming pruning of unigram training: what the removal of each piece costs, and where the cut is."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from tokviz.unigram import Prune, Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import MAX_BARS
from tokviz.views.unigram import charts, numbers, tables
from tokviz.views.unigram.ways import Pieces
from tokviz.web.pages.unigram.listed import MAX_ROWS
from tokviz.web.shared import cells, messages
from tokviz.web.shared.tables import cut_short, selected_row, show
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["coming"]


def coming(trace: Trace, k: int, say: Catalog) -> None:
    """Step k, a pruning: the losses as bars and as a table, and the selected piece in detail."""
    step = trace.of(k, Prune)
    whole = tables.losses(trace, k)
    if step.is_final:
        _finish(whole, k, say)
        return
    st.subheader(say("unigram.prune.title", number=k + 1), anchor=False, help=cells.about("unigram.prune.title", say))
    about = say(f"unigram.judged.{trace.rules.loss}")
    st.caption(about + say("unigram.judged.renormalised") if trace.rules.renormalise else about)
    table = whole.head(MAX_ROWS)
    has_both = bool(whole["renormalised"].notna().any())
    left, right = st.columns([3, 2], gap="medium")
    with left:
        row = _table(table, len(whole), k, has_both, say)
    with right:
        judged = whole.assign(loss=whole["renormalised" if trace.rules.renormalise else "loss"])
        shown, cut = charts.around_the_cut(judged)
        alt = say("unigram.prune.chart.alt", before=_listed(shown[:cut], say), after=_listed(shown[cut:], say))
        if len(shown):
            altair_charts.draw(charts.losses, judged, say, cells.palette(), describe=alt)
            cut_short(len(shown), int(judged["loss"].notna().sum()), say)
            gone = int((judged["loss"].notna() & (judged["fate"] == "removed")).sum())
            st.caption(say("unigram.prune.cut", gone=say.count("count.pieces", gone)))
            if rest := len(step.dropped) - gone:
                st.caption(say("unigram.prune.without", gone=say.count("count.pieces", rest)))
    _piece(trace, k, table.iloc[row], has_both, say)


def _table(table: pd.DataFrame, total: int, k: int, has_both: bool, say: Catalog) -> int:
    shown = pd.DataFrame(
        {
            "rank": table["rank"],
            "piece": [cells.token(piece) for piece in table["piece"]],
            "occurrences": [say.amount(count) for count in table["occurrences"]],
            "loss": [say.nats(loss) for loss in table["loss"]],
            "renormalised": [say.nats(loss) for loss in table["renormalised"]],
            "fate": [say(f"unigram.fate.{fate}") for fate in table["fate"]],
        }
    )
    if not has_both:
        del shown["renormalised"]
    alt = say("unigram.prune.alt", pieces=_listed(table.head(MAX_BARS), say))
    return selected_row(shown, total, f"unigram_prune_{k}", alt, say, [*zip(table["piece"])])


def _piece(trace: Trace, k: int, row: pd.Series[float], has_both: bool, say: Catalog) -> None:
    """What would happen without one piece."""
    piece = str(row["piece"])
    name = cells.code(cells.token(piece))
    loss, renormalised = float(row["loss"]), float(row["renormalised"])
    if has_both:
        first, second, _ = st.columns([1, 1, 2])
        first.metric(say("unigram.prune.plain"), say.nats(loss))
        second.metric(say("unigram.prune.divided"), say.nats(renormalised))
    words = tables.resplits(trace, k, piece, say)
    if len(words):
        st.markdown(say("unigram.prune.words", piece=name, words=say.count("count.words", len(words))))
        _words(words, say)
    else:
        st.markdown(say("unigram.prune.unused", piece=name))
    if trace.rules.loss != "exact" and row["occurrences"] and not math.isnan(loss):
        parts, chance = Pieces(trace.scores(k)).replacement(piece)
        values = {
            "piece": name,
            "parts": cells.code(numbers.split(parts)),
            "loss": say.nats(loss),
            "sum": numbers.loss(float(row["occurrences"]), float(row["probability"]), chance, say),
        }
        st.markdown(say(f"unigram.prune.by-{trace.rules.loss}", **values))


def _words(words: pd.DataFrame, say: Catalog) -> None:
    top = words.head(MAX_ROWS)
    shown = pd.DataFrame(
        {
            "word": [cells.token(word) for word in top["word"]],
            "split_before": [numbers.split(path) for path in top["before"]],
            "split_after": [numbers.split(path) for path in top["after"]],
            "worked_out": top["worked_out"],
        }
    )
    show(shown, say, alt=say.count("count.words", len(words)), total=len(words))
    if len(words) > 1:
        st.markdown(say("unigram.prune.sum", words=len(words), loss=say.nats(float(words["loss"].sum()))))


def _finish(whole: pd.DataFrame, k: int, say: Catalog) -> None:
    """The last step of a library: what does not fit goes, and characters come back."""
    st.subheader(say("unigram.finish.title", number=k + 1), anchor=False)
    messages.caption_with_terms("unigram.finish.about", say)
    table = whole[whole["fate"].isin(["removed", "restored"])].head(MAX_ROWS)
    if table.empty:
        st.markdown(say("unigram.finish.nothing"))
        return
    shown = pd.DataFrame(
        {
            "piece": [cells.token(piece) for piece in table["piece"]],
            "probability": [say.probability(value) for value in table["probability"]],
            "fate": [say(f"unigram.fate.{fate}") for fate in table["fate"]],
        }
    )
    show(shown, say, alt=say("column.fate"))


def _listed(table: pd.DataFrame, say: Catalog) -> str:
    return say("list.comma").join(
        f"{cells.token(piece)} {say.nats(loss)}" for piece, loss in zip(table["piece"], table["loss"], strict=True)
    )
