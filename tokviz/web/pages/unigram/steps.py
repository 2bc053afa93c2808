"""A step of unigram training on `/unigram`: what the coming one works on, and what the last one changed.

Each kind of step has a table of which one row is selected, a chart, and the arithmetic of the selected row. Tables show
the first few hundred rows of a large training, and say so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import pandas as pd
import streamlit as st

from tokviz.unigram import Expect, Prune, Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import MAX_BARS
from tokviz.views.shared.display import shorten
from tokviz.views.unigram import charts, numbers, tables
from tokviz.views.unigram.keys import OUTCOME_KEYS
from tokviz.views.unigram.words_and_pieces import Pieces
from tokviz.web.pages.bpe.panels import sum_sentence
from tokviz.web.shared import cells, messages
from tokviz.web.shared.tables import cut_short, selected_row, show
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["show_step"]

_HOW = {
    "all-paths": "unigram.how.all-paths",
    "best-path": "unigram.how.best-path",
    "counts": "unigram.how.counts",
}

_JUDGED = {
    "exact": "unigram.judged.exact",
    "split": "unigram.judged.split",
    "reassigned": "unigram.judged.reassigned",
}

_PRUNED_BY = {
    "split": "unigram.prune.by-split",
    "reassigned": "unigram.prune.by-reassigned",
}

_SEED_OUTCOMES = {
    "character": "unigram.seed.outcome.character",
    "kept": "unigram.seed.outcome.kept",
    "no-room": "unigram.seed.outcome.no-room",
}

_WORD_SUMS = {
    "all-paths": "unigram.word.sum.all-paths",
    "best-path": "unigram.word.sum.best-path",
}

_MAX_ROWS = 300
"""Tables of a step show at most this many rows."""
_MANY_WORDS = 4_000  # with more, only the candidates that were taken are shown: to count them all takes long
_MAX_TERMS = 6  # parts of a sum that are written out
_MAX_PATHS = 50  # segmentations of a word in its table
_MAX_OFFERED = 500  # words to choose from
_MAX_PARTS = 6  # parts of a sum that are written out


def show_step(trace: Trace, k: int, say: Catalog) -> None:
    """Draw what belongs to the state after k steps."""
    if trace.takes_words_for_lines:
        messages.caption_with_terms("unigram.no-lines", say)
    if k < len(trace):
        coming: dict[str, Callable[[Trace, int, Catalog], None]] = {
            "seed": _show_seed,
            "expect": _show_expectation,
            "maximize": _show_maximization,
            "prune": _show_pruning,
        }
        coming[trace[k].kind](trace, k, say)
    if k:
        _show_done(trace, k - 1, say)


# -- the start vocabulary ----------------------------------------------------------------------------------------------


def _show_seed(trace: Trace, k: int, say: Catalog) -> None:
    whole = tables.candidates(trace, rejected=len(trace.corpus) <= _MANY_WORDS)
    st.subheader(say("unigram.seed.title", number=k + 1), anchor=False, help=cells.about("unigram.seed.title", say))
    kept = whole[whole["outcome"] != "no-room"]
    table = whole.head(_MAX_ROWS)
    left, right = st.columns(2, gap="medium")
    with left:
        shown = pd.DataFrame(
            {
                "piece": [cells.token(piece) for piece in table["piece"]],
                "count": table["count"],
                "weight": table["weight"],
                "outcome": [say(_SEED_OUTCOMES[outcome]) for outcome in table["outcome"]],
            }
        )
        if (table["weight"] == table["count"]).all():
            del shown["weight"]
        alt = say("unigram.seed.alt", pieces=_list_pieces(table["piece"], table["count"], say))
        row = selected_row(shown, len(whole), f"unigram_seed_{k}", alt, say, [*zip(table["piece"])])
    with right:
        best = kept[kept["outcome"] == "kept"].sort_values("count", ascending=False, kind="stable")
        top = (kept if best.empty else best).head(MAX_BARS)
        alt = say("unigram.seed.chart.alt", pieces=_list_pieces(top["piece"], top["count"], say))
        altair_charts.draw(charts.count_bars, top, say("unigram.seed.axis"), say, cells.palette(), describe=alt)
        messages.caption_with_terms("unigram.seed.total", say, shown=len(kept), total=int(kept["weight"].sum()))
    piece, count = str(table["piece"][row]), int(table["count"][row])
    if total := _sum_of_words(trace, piece, count, say):
        st.markdown(sum_sentence(cells.token(piece), count, total, say))


def _sum_of_words(trace: Trace, piece: str, count: int, say: Catalog) -> str:
    """Return the sum of words that makes up the count of a seed; empty where the rules count in another way."""
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
    """Return words with their parts of a sum, the greatest first: 'hug 10 + hugs 5'."""
    rows = sorted(rows, key=lambda row: -row[1])
    shown = [say("reason.part", word=cells.token(word), total=say.amount(total)) for word, total in rows[:_MAX_TERMS]]
    if rest := rows[_MAX_TERMS:]:
        words = say.count("count.other-words", len(rest))
        shown.append(say("reason.part.rest", words=words, total=say.amount(sum(total for _, total in rest))))
    return " + ".join(shown) or "0"


# -- maximization ------------------------------------------------------------------------------------------------------


def _show_maximization(trace: Trace, k: int, say: Catalog) -> None:
    st.subheader(
        say("unigram.maximize.title", number=k + 1), anchor=False, help=cells.about("unigram.maximize.title", say)
    )
    whole = tables.changes(trace, k)
    gone = whole[whole["after"].isna()]
    table = whole.head(_MAX_ROWS)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        alt = say("unigram.maximize.alt", pieces=_moves(table, say))
        shown = _changes(table, say)
        row = selected_row(shown, len(whole), f"unigram_maximize_{k}", alt, say, [*zip(table["piece"])])
    with right:
        altair_charts.draw(charts.change_bars, whole, say, cells.palette(), describe=alt)
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


def _show_done(trace: Trace, k: int, say: Catalog) -> None:
    """Draw what step k changed: removed pieces, the likelihood, the words that are split differently now."""
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
        shown = table.head(_MAX_ROWS).assign(
            word=[cells.token(word) for word in table["word"][:_MAX_ROWS]],
            before=[numbers.join_pieces(path) for path in table["before"][:_MAX_ROWS]],
            after=[numbers.join_pieces(path) for path in table["after"][:_MAX_ROWS]],
        )
        columns = {"before": "split_before", "after": "split_after"}
        show(shown.rename(columns=columns), say, alt=say("unigram.done.title", number=number), total=len(table))
        if tied := tables.as_good(trace, k, table.head(_MAX_ROWS)):
            st.caption(say("unigram.done.tied", words=cells.code_list(tied, say)))


# -- expectation -------------------------------------------------------------------------------------------------------


def _show_expectation(trace: Trace, k: int, say: Catalog) -> None:
    st.subheader(
        say("unigram.expectation.title", number=k + 1), anchor=False, help=cells.about("unigram.expectation.title", say)
    )
    how = trace.rules.expectation
    messages.caption_with_terms(_HOW[how], say)
    if how != "counts":
        _word_segmentations(trace, k, say)
    _expected_counts(trace, k, say)


def _word_segmentations(trace: Trace, k: int, say: Catalog) -> None:
    """Draw the segmentations of a chosen word, with the products written out."""
    offered = list(trace.corpus)
    if len(offered) > _MAX_OFFERED:
        offered = sorted(offered, key=lambda word: -trace.corpus[word])[:_MAX_OFFERED]
    word = st.selectbox(say("unigram.word"), offered, format_func=cells.token, key="unigram_word", width=320)
    table = tables.shares(trace, k, word, say, _MAX_PATHS)
    lattice = trace.model(k).lattice(word)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        shown = pd.DataFrame(
            {
                "segmentation": [numbers.join_pieces(path) for path in table["segmentation"]],
                "share": [say.percent(share, 4) for share in table["share"]],
                "product": [shorten(text, 120) for text in table["product"]],
            }
        )
        alt = say("unigram.word.alt", word=cells.token(word), paths=_list_segmentations(table, say))
        show(shown, say, alt=alt, total=lattice.number_of_paths)
    with right:
        altair_charts.draw(charts.share_bars, table, say("column.share"), say, cells.palette(), describe=alt)
    whole = math.exp(lattice.log_probability)
    part = lattice.log_probability if trace.rules.expectation == "all-paths" else lattice.best().path.score
    count = trace.corpus[word]
    st.markdown(
        say(
            _WORD_SUMS[trace.rules.expectation],
            word=cells.code(cells.token(word)),
            sum=say.probability(whole),
            best=say.probability(math.exp(part)),
            count=count,
            loss=say.nats(-part * count),
        )
    )


def _expected_counts(trace: Trace, k: int, say: Catalog) -> None:
    """Draw the expected counts, and that of the selected piece as a sum over words."""
    whole = tables.expected(trace, k)
    table = whole.head(_MAX_ROWS)
    exact = numbers.fractions(trace, k)
    left, right = st.columns(2, gap="medium")
    with left:
        shown = pd.DataFrame(
            {
                "piece": [cells.token(piece) for piece in table["piece"]],
                "probability": [
                    numbers.fraction(piece, value, exact, say)
                    for piece, value in zip(table["piece"], table["probability"], strict=True)
                ],
                "expected": [say.amount(count) for count in table["expected"]],
            }
        )
        alt = say("unigram.expected.alt", pieces=_list_pieces(table["piece"], table["expected"], say))
        row = selected_row(shown, len(whole), f"unigram_expected_{k}", alt, say, [*zip(table["piece"])])
    with right:
        top = pd.DataFrame({"piece": table["piece"], "count": table["expected"]})
        altair_charts.draw(charts.count_bars, top, say("column.expected"), say, cells.palette(), describe=alt)
    if trace.rules.expectation != "counts":
        _expected_count_of(trace, k, str(table["piece"][row]), float(table["expected"][row]), say)


def _expected_count_of(trace: Trace, k: int, piece: str, expected: float, say: Catalog) -> None:
    """Write out an expected count as a sum over the words that have the piece."""
    parts = tables.contributions(trace, k, piece)
    terms = [
        f"{say.integer(count)} × {say.amount(each)} ({cells.token(word)})"
        for word, count, each in zip(parts["word"][:_MAX_PARTS], parts["count"], parts["each"], strict=False)
    ]
    rest = expected - float(parts["total"][:_MAX_PARTS].sum())
    if len(parts) > _MAX_PARTS and rest > 1e-9:
        terms.append(say("unigram.rest", total=say.amount(rest)))
    st.markdown(
        say(
            "unigram.expected.sum",
            piece=cells.code(cells.token(piece)),
            sum=messages.escape(" + ".join(terms) or "0"),
            count=say.amount(expected),
        )
    )


def _list_segmentations(table: pd.DataFrame, say: Catalog) -> str:
    return say("list.semicolon").join(
        f"{numbers.join_pieces(path)} {say.percent(share, 2)}"
        for path, share in zip(table["segmentation"][:MAX_BARS], table["share"], strict=False)
    )


# -- pruning -----------------------------------------------------------------------------------------------------------


def _show_pruning(trace: Trace, k: int, say: Catalog) -> None:
    """Draw step k, a pruning: the losses as bars and as a table, and the selected piece in detail."""
    step = trace.of(k, Prune)
    whole = tables.losses(trace, k)
    if step.is_final:
        _show_finish(whole, k, say)
        return
    st.subheader(say("unigram.prune.title", number=k + 1), anchor=False, help=cells.about("unigram.prune.title", say))
    about = say(_JUDGED[trace.rules.loss])
    st.caption(about + say("unigram.judged.renormalised") if trace.rules.renormalise else about)
    table = whole.head(_MAX_ROWS)
    has_both = bool(whole["renormalised"].notna().any())
    left, right = st.columns([3, 2], gap="medium")
    with left:
        row = _losses_table(table, len(whole), k, has_both, say)
    with right:
        judged = whole.assign(loss=whole["renormalised" if trace.rules.renormalise else "loss"])
        shown, cut = charts.around_the_cut(judged)
        alt = say(
            "unigram.prune.chart.alt", before=_list_losses(shown[:cut], say), after=_list_losses(shown[cut:], say)
        )
        if len(shown):
            altair_charts.draw(charts.loss_bars, judged, say, cells.palette(), describe=alt)
            cut_short(len(shown), int(judged["loss"].notna().sum()), say)
            gone = int((judged["loss"].notna() & (judged["outcome"] == "removed")).sum())
            st.caption(say("unigram.prune.cut", gone=say.count("count.pieces", gone)))
            if rest := len(step.dropped) - gone:
                st.caption(say("unigram.prune.without", gone=say.count("count.pieces", rest)))
    _loss_of_piece(trace, k, table.iloc[row], has_both, say)


def _losses_table(table: pd.DataFrame, total: int, k: int, has_both: bool, say: Catalog) -> int:
    shown = pd.DataFrame(
        {
            "rank": table["rank"],
            "piece": [cells.token(piece) for piece in table["piece"]],
            "occurrences": [say.amount(count) for count in table["occurrences"]],
            "loss": [say.nats(loss) for loss in table["loss"]],
            "renormalised": [say.nats(loss) for loss in table["renormalised"]],
            "outcome": [say(OUTCOME_KEYS[outcome]) for outcome in table["outcome"]],
        }
    )
    if not has_both:
        del shown["renormalised"]
    alt = say("unigram.prune.alt", pieces=_list_losses(table.head(MAX_BARS), say))
    return selected_row(shown, total, f"unigram_prune_{k}", alt, say, [*zip(table["piece"])])


def _loss_of_piece(trace: Trace, k: int, row: pd.Series[float], has_both: bool, say: Catalog) -> None:
    """Draw what would happen without one piece."""
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
        _resplit_words(words, say)
    else:
        st.markdown(say("unigram.prune.unused", piece=name))
    if trace.rules.loss != "exact" and row["occurrences"] and not math.isnan(loss):
        parts, chance = Pieces(trace.scores(k)).replacement(piece)
        values = {
            "piece": name,
            "parts": cells.code(numbers.join_pieces(parts)),
            "loss": say.nats(loss),
            "sum": numbers.loss(float(row["occurrences"]), float(row["probability"]), chance, say),
        }
        st.markdown(say(_PRUNED_BY[trace.rules.loss], **values))


def _resplit_words(words: pd.DataFrame, say: Catalog) -> None:
    top = words.head(_MAX_ROWS)
    shown = pd.DataFrame(
        {
            "word": [cells.token(word) for word in top["word"]],
            "split_before": [numbers.join_pieces(path) for path in top["before"]],
            "split_after": [numbers.join_pieces(path) for path in top["after"]],
            "worked_out": top["worked_out"],
        }
    )
    show(shown, say, alt=say.count("count.words", len(words)), total=len(words))
    if len(words) > 1:
        st.markdown(say("unigram.prune.sum", words=len(words), loss=say.nats(float(words["loss"].sum()))))


def _show_finish(whole: pd.DataFrame, k: int, say: Catalog) -> None:
    """Draw the last step of a library: it removes pieces beyond the size, and restores characters."""
    st.subheader(say("unigram.finish.title", number=k + 1), anchor=False)
    messages.caption_with_terms("unigram.finish.about", say)
    table = whole[whole["outcome"].isin(["removed", "restored"])].head(_MAX_ROWS)
    if table.empty:
        st.markdown(say("unigram.finish.nothing"))
        return
    shown = pd.DataFrame(
        {
            "piece": [cells.token(piece) for piece in table["piece"]],
            "probability": [say.probability(value) for value in table["probability"]],
            "outcome": [say(OUTCOME_KEYS[outcome]) for outcome in table["outcome"]],
        }
    )
    show(shown, say, alt=say("column.outcome"))


def _list_losses(table: pd.DataFrame, say: Catalog) -> str:
    return say("list.comma").join(
        f"{cells.token(piece)} {say.nats(loss)}" for piece, loss in zip(table["piece"], table["loss"], strict=True)
    )


# -- lists -------------------------------------------------------------------------------------------------------------


def _moves(table: pd.DataFrame, say: Catalog) -> str:
    top = table[table["after"].notna()].head(MAX_BARS)
    return say("list.comma").join(
        f"{cells.token(piece)} {say.probability(before)} → {say.probability(after)}"
        for piece, before, after in zip(top["piece"], top["before"], top["after"], strict=True)
    )


def _list_pieces(pieces: Iterable[str], counts: Iterable[float], say: Catalog) -> str:
    """Return the first pieces with their counts, for a text alternative."""
    parts = [f"{cells.token(piece)} {say.amount(float(count))}" for piece, count in zip(pieces, counts, strict=False)]
    return say("list.comma").join(parts[:MAX_BARS])
