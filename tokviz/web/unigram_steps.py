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
from tokviz.views import unigram_charts as charts
from tokviz.views import unigram_frames as frames
from tokviz.views import unigram_numbers as numbers
from tokviz.views.catalog import Catalog
from tokviz.views.display import shorten, visible
from tokviz.web import cells, messages, unigram_pruning
from tokviz.web.selection import HEIGHT, selected_row

__all__ = ["MAX_ROWS", "of_step", "split"]

MAX_ROWS = 300
_MAX_PATHS = 50  # segmentations of a word in its table
_MAX_OFFERED = 500  # words to choose from
_MANY_WORDS = 4_000  # with more, only the candidates that were taken are shown: to count them all takes long
_LISTED = 6  # parts of a sum that are written out


def of_step(trace: Trace, k: int, say: Catalog) -> None:
    """What belongs to the state after k steps."""
    if k < len(trace):
        coming: dict[str, Callable[[Trace, int, Catalog], None]] = {
            "seed": _seed,
            "expect": _expect,
            "maximize": _maximize,
            "prune": unigram_pruning.coming,
        }
        coming[trace[k].kind](trace, k, say)
    if k:
        _done(trace, k - 1, say)


def split(pieces: Sequence[str]) -> str:
    """A segmentation for a table or a sentence."""
    return shorten(" ".join(map(visible, pieces)))


# -- the start vocabulary ----------------------------------------------------------------------------------------------


def _seed(trace: Trace, k: int, say: Catalog) -> None:
    whole = frames.candidates(trace, rejected=len(trace.corpus) <= _MANY_WORDS)
    st.subheader(say("up.seed.title", number=f"{k + 1:,}"), anchor=False)
    kept = whole[whole["fate"] != "no-room"]
    table = whole.head(MAX_ROWS)
    left, right = st.columns(2, gap="medium")
    with left:
        shown = pd.DataFrame(
            {
                "piece": [cells.token(piece) for piece in table["piece"]],
                "count": table["count"],
                "weight": table["weight"],
                "fate": [say(f"up.fate.{fate}") for fate in table["fate"]],
            }
        )
        if (table["weight"] == table["count"]).all():
            del shown["weight"]
        alt = say("up.seed.alt", pieces=_listed(table["piece"], table["count"], say))
        row = selected_row(shown, f"unigram_seed_{k}", alt, say)
        _cut_short(len(table), len(whole), say)
    with right:
        best = kept[kept["fate"] == "kept"].sort_values("count", ascending=False, kind="stable")
        top = (kept if best.empty else best).head(charts.MAX_BARS)
        alt = say("up.seed.chart.alt", pieces=_listed(top["piece"], top["count"], say))
        st.altair_chart(charts.counts(top, say("up.seed.axis"), cells.ink()), alt=alt)
        st.caption(say("up.seed.help", shown=f"{len(kept):,}", total=f"{kept['weight'].sum():,}"))
    piece, count = str(table["piece"][row]), int(table["count"][row])
    if total := _sum_of_words(trace, piece, count, say):
        st.markdown(
            say(
                "candidates.sum",
                pair=cells.code(cells.token(piece)),
                count=say.count("count.times", count),
                sum=messages.escape(total),
            )
        )


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
    shown = [
        say("bpe.part", word=shorten(visible(word)), total=numbers.amount(total)) for word, total in rows[:_LISTED]
    ]
    if rest := rows[_LISTED:]:
        words = say.count("count.other-words", len(rest))
        shown.append(say("bpe.part.rest", words=words, total=numbers.amount(sum(total for _, total in rest))))
    return " + ".join(shown) or "0"


# -- expectation -------------------------------------------------------------------------------------------------------


def _expect(trace: Trace, k: int, say: Catalog) -> None:
    st.subheader(say("up.expect.title", number=f"{k + 1:,}"), anchor=False)
    how = trace.rules.expectation
    st.caption(say(f"up.expect.{how}"))
    if how != "counts":
        _word(trace, k, say)
    _expected(trace, k, say)


def _word(trace: Trace, k: int, say: Catalog) -> None:
    """The segmentations of a chosen word, with the products written out."""
    offered = list(trace.corpus)
    if len(offered) > _MAX_OFFERED:
        offered = sorted(offered, key=lambda word: -trace.corpus[word])[:_MAX_OFFERED]
    word = st.selectbox(
        say("up.word"), offered, format_func=lambda name: shorten(visible(name)), key="unigram_word", width=320
    )
    table = frames.shares(trace, k, word, _MAX_PATHS)
    lattice = trace.model(k).lattice(word)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        shown = pd.DataFrame(
            {
                "segmentation": [split(path) for path in table["segmentation"]],
                "product": [_brief(text) for text in table["product"]],
                "share": [f"{share:.4%}" for share in table["share"]],
            }
        )
        alt = say("up.word.alt", word=shorten(visible(word)), paths=_ways(table))
        st.dataframe(
            shown,
            hide_index=True,
            height=min(HEIGHT, 35 * (len(shown) + 1) + 3),
            column_config=cells.columns(shown, say),
            alt=alt,
        )
        _cut_short(len(table), lattice.number_of_paths, say)
    with right:
        st.altair_chart(charts.shares(table, say("column.share"), cells.ink()), alt=alt)
    whole = math.exp(lattice.log_probability)
    part = lattice.log_probability if trace.rules.expectation == "all-paths" else lattice.best().path.score
    count = trace.corpus[word]
    st.markdown(
        say(
            f"up.word.sum.{trace.rules.expectation}",
            word=cells.code(cells.token(word)),
            sum=numbers.probability(whole),
            best=numbers.probability(math.exp(part)),
            count=f"{count:,}",
            loss=numbers.nats(-part * count),
        )
    )


def _expected(trace: Trace, k: int, say: Catalog) -> None:
    """The expected counts, and that of the selected piece as a sum over words."""
    whole = frames.expected(trace, k)
    table = whole.head(MAX_ROWS)
    exact = numbers.fractions(trace, k)
    left, right = st.columns(2, gap="medium")
    with left:
        shown = pd.DataFrame(
            {
                "piece": [cells.token(piece) for piece in table["piece"]],
                "probability": [_fraction(piece, p, exact) for piece, p in zip(table["piece"], table["probability"])],
                "expected": [numbers.amount(count) for count in table["expected"]],
            }
        )
        alt = say("up.expected.alt", pieces=_listed(table["piece"], table["expected"], say))
        row = selected_row(shown, f"unigram_expected_{k}", alt, say)
        _cut_short(len(table), len(whole), say)
    with right:
        top = pd.DataFrame({"piece": table["piece"], "count": table["expected"]})
        st.altair_chart(charts.counts(top, say("column.expected"), cells.ink()), alt=alt)
    if trace.rules.expectation != "counts":
        _parts(trace, k, str(table["piece"][row]), float(table["expected"][row]), say)


def _parts(trace: Trace, k: int, piece: str, expected: float, say: Catalog) -> None:
    """An expected count put together from the words that have the piece."""
    parts = frames.contributions(trace, k, piece)
    terms = [
        f"{count:,} × {numbers.amount(each)} ({shorten(visible(word))})"
        for word, count, each in zip(parts["word"][:_LISTED], parts["count"], parts["each"], strict=False)
    ]
    rest = expected - float(parts["total"][:_LISTED].sum())
    if len(parts) > _LISTED and rest > 1e-9:
        terms.append(say("up.rest", total=numbers.amount(rest)))
    st.markdown(
        say(
            "up.expected.sum",
            piece=cells.code(cells.token(piece)),
            sum=messages.escape(" + ".join(terms) or "0"),
            count=numbers.amount(expected),
        )
    )


# -- maximisation ------------------------------------------------------------------------------------------------------


def _maximize(trace: Trace, k: int, say: Catalog) -> None:
    st.subheader(say("up.maximize.title", number=f"{k + 1:,}"), anchor=False)
    whole = frames.changes(trace, k)
    gone = whole[whole["after"].isna()]
    table = whole.head(MAX_ROWS)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        alt = say("up.maximize.alt", pieces=_moves(table, say))
        row = selected_row(_changes(table, say), f"unigram_maximize_{k}", alt, say)
        _cut_short(len(table), len(whole), say)
    with right:
        st.altair_chart(charts.changes(whole, say, cells.ink()), alt=alt)
    total = float(whole["expected"][whole["after"].notna()].sum())
    values = {
        "piece": cells.code(cells.token(str(table["piece"][row]))),
        "count": numbers.amount(float(table["expected"][row])),
        "total": numbers.amount(total),
        "after": numbers.probability(float(table["after"][row])),
    }
    if math.isnan(table["after"][row]):
        least = trace.rules.minimum_expected
        text = say("up.maximize.gone.least", least=f"{least:g}", **values) if least else say("up.maximize.gone", **values)
    elif trace.rules.digamma:
        text = say("up.maximize.digamma", **values)
    elif not table["expected"][row]:
        text = say("up.maximize.unused", **values)
    else:
        text = say("up.maximize.sum", **values)
    st.markdown(text)
    if len(gone):
        st.markdown(say("up.gone", pieces=cells.code_list(list(gone["piece"]), say)))


def _changes(table: pd.DataFrame, say: Catalog) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "piece": [cells.token(piece) for piece in table["piece"]],
            "expected": ["–" if math.isnan(count) else numbers.amount(count) for count in table["expected"]],
            "before": [numbers.probability(value) for value in table["before"]],
            "after": [say("up.dropped") if math.isnan(value) else numbers.probability(value) for value in table["after"]],
            "ratio": ["–" if math.isnan(value) else f"× {value:.4f}" for value in table["ratio"]],
        }
    )


# -- what was done -----------------------------------------------------------------------------------------------------


def _done(trace: Trace, k: int, say: Catalog) -> None:
    """What step k changed: the pieces that went, the likelihood, the words that are split otherwise now."""
    step = trace[k]
    if step.kind == "seed":
        return
    number = f"{k + 1:,}"
    with st.container(border=True):
        st.markdown(f"**{say('up.done.title', number=number)}**")
        if isinstance(step, Expect):
            before = next((one.loss for one in reversed(trace[:k]) if isinstance(one, Expect)), None)
            values = {"loss": numbers.nats(step.loss), "before": numbers.nats(before)}
            st.markdown(say("up.done.expect.first" if before is None else "up.done.expect", **values))
            return
        if step.dropped:
            st.markdown(say("up.gone", pieces=cells.code_list(step.dropped, say, 40)))
        table = frames.resegmented(trace, k)
        if table.empty:
            st.markdown(say("up.done.same"))
            return
        st.markdown(say("up.done.words", words=say.count("count.words", len(table))))
        shown = table.head(MAX_ROWS).assign(
            word=[cells.token(word) for word in table["word"][:MAX_ROWS]],
            before=[split(path) for path in table["before"][:MAX_ROWS]],
            after=[split(path) for path in table["after"][:MAX_ROWS]],
        )
        columns = cells.columns(shown, say) | {
            "before": st.column_config.TextColumn(say("column.split_before")),
            "after": st.column_config.TextColumn(say("column.split_after")),
        }
        st.dataframe(
            shown, hide_index=True, height=min(HEIGHT - 80, 35 * (len(shown) + 1) + 3), column_config=columns
        )
        _cut_short(len(shown), len(table), say)


# -- inside ------------------------------------------------------------------------------------------------------------


def _fraction(piece: str, value: float, exact: numbers.Fractions) -> str:
    if piece not in exact:
        return numbers.probability(value)
    return f"{exact[piece][0]}/{exact[piece][1]} = {numbers.probability(value)}"


def _brief(product: str) -> str:
    """A product that fits into a cell."""
    return shorten(product, 120)


def _listed(pieces: pd.Series[str], counts: pd.Series[float], say: Catalog) -> str:
    """The first pieces with their numbers, for a text alternative."""
    return say("list.comma").join(
        f"{cells.token(piece)} {numbers.amount(float(count))}"
        for piece, count in zip(pieces[: charts.MAX_BARS], counts, strict=False)
    )


def _ways(table: pd.DataFrame) -> str:
    return "; ".join(
        f"{split(path)} {share:.2%}"
        for path, share in zip(table["segmentation"][: charts.MAX_BARS], table["share"], strict=False)
    )


def _moves(table: pd.DataFrame, say: Catalog) -> str:
    top = table[table["after"].notna()].head(charts.MAX_BARS)
    return say("list.comma").join(
        f"{cells.token(piece)} {numbers.probability(before)} → {numbers.probability(after)}"
        for piece, before, after in zip(top["piece"], top["before"], top["after"], strict=True)
    )


def _cut_short(shown: int, total: int, say: Catalog) -> None:
    if shown < total:
        st.caption(say("shown-of", shown=f"{shown:,}", total=f"{total:,}"))
