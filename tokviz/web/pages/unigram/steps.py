"""What belongs to a step of unigram training: what the coming one works on, and what the one done has changed.

Each kind of step has a table of which one row is selected, a chart, and the arithmetic of the selected row. Tables show
the first few hundred rows of a large training, and say so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from tokviz.unigram import Expect, Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import MAX_BARS
from tokviz.views.unigram import charts, numbers, tables
from tokviz.web.pages.bpe.panels import sum_of
from tokviz.web.pages.unigram import expectation as unigram_expectation
from tokviz.web.pages.unigram import pruning as unigram_pruning
from tokviz.web.pages.unigram.listed import MAX_ROWS, listed
from tokviz.web.shared import cells, messages
from tokviz.web.shared.tables import selected_row, show
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["of_step"]

_MANY_WORDS = 4_000  # with more, only the candidates that were taken are shown: to count them all takes long
_LISTED = 6  # parts of a sum that are written out


def of_step(trace: Trace, k: int, say: Catalog) -> None:
    """What belongs to the state after k steps."""
    if trace.takes_words_for_lines:
        messages.caption_with_terms("unigram.no-lines", say)
    if k < len(trace):
        coming: dict[str, Callable[[Trace, int, Catalog], None]] = {
            "seed": _seed,
            "expect": unigram_expectation.coming,
            "maximize": _maximize,
            "prune": unigram_pruning.coming,
        }
        coming[trace[k].kind](trace, k, say)
    if k:
        _done(trace, k - 1, say)


# -- the start vocabulary ----------------------------------------------------------------------------------------------


def _seed(trace: Trace, k: int, say: Catalog) -> None:
    whole = tables.candidates(trace, rejected=len(trace.corpus) <= _MANY_WORDS)
    st.subheader(say("unigram.seed.title", number=k + 1), anchor=False, help=cells.about("unigram.seed.title", say))
    kept = whole[whole["fate"] != "no-room"]
    table = whole.head(MAX_ROWS)
    left, right = st.columns(2, gap="medium")
    with left:
        shown = pd.DataFrame(
            {
                "piece": [cells.token(piece) for piece in table["piece"]],
                "count": table["count"],
                "weight": table["weight"],
                "fate": [say(f"unigram.seed.fate.{fate}") for fate in table["fate"]],
            }
        )
        if (table["weight"] == table["count"]).all():
            del shown["weight"]
        alt = say("unigram.seed.alt", pieces=listed(table["piece"], table["count"], say))
        row = selected_row(shown, len(whole), f"unigram_seed_{k}", alt, say, [*zip(table["piece"])])
    with right:
        best = kept[kept["fate"] == "kept"].sort_values("count", ascending=False, kind="stable")
        top = (kept if best.empty else best).head(MAX_BARS)
        alt = say("unigram.seed.chart.alt", pieces=listed(top["piece"], top["count"], say))
        altair_charts.draw(charts.counts, top, say("unigram.seed.axis"), say, cells.palette(), describe=alt)
        messages.caption_with_terms("unigram.seed.total", say, shown=len(kept), total=int(kept["weight"].sum()))
    piece, count = str(table["piece"][row]), int(table["count"][row])
    if total := _sum_of_words(trace, piece, count, say):
        st.markdown(sum_of(cells.token(piece), count, total, say))


def _sum_of_words(trace: Trace, piece: str, count: int, say: Catalog) -> str:
    """The words that make up the count of a seed; nothing where the rules count in another way."""
    parts = []
    for word, times in trace.corpus.items():
        marked = trace.rules.marked(word)
        here = sum(marked.startswith(piece, i) for i in range(len(marked)))
        if here:
            parts.append((word, here, times))
    for weigh in (lambda times: times, lambda _: 1):  # tokenizers counts each different word once
        rows = [(word, float(here * weigh(times))) for word, here, times in parts]
        if sum(total for _, total in rows) == count:
            return _sum(rows, say)
    return ""


def _sum(rows: Sequence[tuple[str, float]], say: Catalog) -> str:
    """Words with their parts of a sum, the greatest first: 'hug 10 + hugs 5'."""
    rows = sorted(rows, key=lambda row: -row[1])
    shown = [say("bpe.part", word=cells.token(word), total=say.amount(total)) for word, total in rows[:_LISTED]]
    if rest := rows[_LISTED:]:
        words = say.count("count.other-words", len(rest))
        shown.append(say("bpe.part.rest", words=words, total=say.amount(sum(total for _, total in rest))))
    return " + ".join(shown) or "0"


# -- maximisation ------------------------------------------------------------------------------------------------------


def _maximize(trace: Trace, k: int, say: Catalog) -> None:
    st.subheader(
        say("unigram.maximize.title", number=k + 1), anchor=False, help=cells.about("unigram.maximize.title", say)
    )
    whole = tables.changes(trace, k)
    gone = whole[whole["after"].isna()]
    table = whole.head(MAX_ROWS)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        alt = say("unigram.maximize.alt", pieces=_moves(table, say))
        shown = _changes(table, say)
        row = selected_row(shown, len(whole), f"unigram_maximize_{k}", alt, say, [*zip(table["piece"])])
    with right:
        altair_charts.draw(charts.changes, whole, say, cells.palette(), describe=alt)
    total = float(whole["expected"][whole["after"].notna()].sum())
    least = trace.rules.minimum_expected
    values = {
        "piece": cells.code(cells.token(str(table["piece"][row]))),
        "count": say.amount(float(table["expected"][row])),
        "total": say.amount(total),
        "after": say.probability(float(table["after"][row])),
        "least": say.short(least, 6),
    }
    if math.isnan(table["after"][row]):
        key = "unigram.maximize.gone.least" if least else "unigram.maximize.gone"
    elif trace.rules.digamma:
        key = "unigram.maximize.digamma"
    else:
        key = "unigram.maximize.sum" if table["expected"][row] else "unigram.maximize.unused"
    st.markdown(say(key, **values))
    if len(gone):
        st.markdown(say("unigram.gone", pieces=cells.code_list(list(gone["piece"]), say)))


def _changes(table: pd.DataFrame, say: Catalog) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "piece": [cells.token(piece) for piece in table["piece"]],
            "expected": ["–" if math.isnan(count) else say.amount(count) for count in table["expected"]],
            "before": [say.probability(value) for value in table["before"]],
            "after": [
                say("unigram.is-dropped") if math.isnan(value) else say.probability(value) for value in table["after"]
            ],
            "ratio": ["–" if math.isnan(value) else f"× {say.decimal(value, 4)}" for value in table["ratio"]],
        }
    )


# -- what was done -----------------------------------------------------------------------------------------------------


def _done(trace: Trace, k: int, say: Catalog) -> None:
    """What step k changed: the pieces that went, the likelihood, the words that are split otherwise now."""
    step = trace[k]
    if step.kind == "seed":
        return
    number = say.integer(k + 1)
    with st.container(border=True):
        st.markdown(f"**{say('unigram.done.title', number=number)}**")
        if isinstance(step, Expect):
            before = next((one.loss for one in reversed(trace[:k]) if isinstance(one, Expect)), None)
            values = {"loss": say.nats(step.loss), "before": say.nats(before)}
            st.markdown(say("unigram.done.expect.first" if before is None else "unigram.done.expect", **values))
            return
        if step.dropped:
            st.markdown(say("unigram.gone", pieces=cells.code_list(step.dropped, say, 40)))
        table = tables.resegmented(trace, k)
        if table.empty:
            st.markdown(say("unigram.done.same"))
            return
        st.markdown(say("unigram.done.words", words=say.count("count.words", len(table))))
        shown = table.head(MAX_ROWS).assign(
            word=[cells.token(word) for word in table["word"][:MAX_ROWS]],
            before=[numbers.split(path) for path in table["before"][:MAX_ROWS]],
            after=[numbers.split(path) for path in table["after"][:MAX_ROWS]],
        )
        columns = {"before": "split_before", "after": "split_after"}
        show(shown.rename(columns=columns), say, alt=say("unigram.done.title", number=number), total=len(table))
        if tied := tables.as_good(trace, k, table.head(MAX_ROWS)):
            st.caption(say("unigram.done.tied", words=cells.code_list(tied, say)))


# -- inside ------------------------------------------------------------------------------------------------------------


def _moves(table: pd.DataFrame, say: Catalog) -> str:
    top = table[table["after"].notna()].head(MAX_BARS)
    return say("list.comma").join(
        f"{cells.token(piece)} {say.probability(before)} → {say.probability(after)}"
        for piece, before, after in zip(top["piece"], top["before"], top["after"], strict=True)
    )
