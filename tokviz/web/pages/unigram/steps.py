"""A step of unigram training on `/unigram`: what the coming one works on, and what the last one changed.

Each kind of step has a table with bars in its cells, and the arithmetic of the piece that is chosen below it. Tables
show the first few hundred rows of a large training, and say so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Sequence
from typing import TypeVar

import streamlit as st

from tokviz.unigram import Expect, Maximize, Prune, Trace
from tokviz.unigram.reasons import expected_count, new_probability
from tokviz.unigram.seeds import SeedCandidate
from tokviz.unigram.steps import PieceLoss, Resplit
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import MAX_BARS
from tokviz.views.shared.chips import Chips, Row
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import segments
from tokviz.views.shared.tables import FilledTable, chip_cells
from tokviz.views.shared.unigram_reasons import COUNTED, expected_sum, loss_of_corpus, probability_made
from tokviz.views.unigram import numbers, tables
from tokviz.views.unigram.tables import (
    CHANGES,
    EXPECTED,
    LOSSES,
    SEEDS,
    SEGMENTATIONS,
    SPLITS,
    ChangeRow,
    ExpectedRow,
    SegmentationRow,
    Splits,
)
from tokviz.views.unigram.words_and_pieces import Pieces
from tokviz.web.pages.bpe.panels import sum_sentence
from tokviz.web.shared import cells, messages, stepping
from tokviz.web.shared.tables import cut_short, headings_of, page_of, show, show_chips

__all__ = ["show_step"]

PieceRowT = TypeVar("PieceRowT", SeedCandidate, ExpectedRow, ChangeRow, PieceLoss)

_JUDGED = {
    "exact": "unigram.judged.exact",
    "split": "unigram.judged.split",
    "reassigned": "unigram.judged.reassigned",
}

_PRUNED_BY = {
    "split": "unigram.prune.by-split",
    "reassigned": "unigram.prune.by-reassigned",
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
_MAX_WORDS = 300  # words that an expected count is added up from


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
    rows = tables.seed_rows(trace, rejected=len(trace.corpus) <= _MANY_WORDS)
    st.subheader(say("unigram.seed.title", number=k + 1), anchor=False, help=cells.about("unigram.seed.title", say))
    kept_rows = [row for row in rows if row.kept]
    shown = rows[:_MAX_ROWS]
    has_weights = any(round(row.weight) != row.count for row in shown)
    table = SEEDS.only("piece", "count", *(["weight"] if has_weights else []), "outcome").of(shown)
    alt = say("unigram.seed.alt", pieces=_list_pieces([(row.piece, row.count) for row in shown], say))
    bars = {"weight" if has_weights else "count"}
    row = _choose(table, len(rows), f"unigram_seed_{k}", alt, shown, bars, say)
    total = sum(round(row.weight) for row in kept_rows)
    messages.caption_with_terms("unigram.seed.total", say, shown=len(kept_rows), total=total)
    if parts := _sum_of_words(trace, row.piece, row.count, say):
        st.markdown(sum_sentence(cells.token(row.piece), row.count, parts, say))


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
    rows = tables.change_rows(trace, k)
    left_pieces = [row for row in rows if not math.isnan(row.after)]
    shown = rows[:_MAX_ROWS]
    alt = say("unigram.maximize.alt", pieces=_moves(left_pieces[:MAX_BARS], say))
    bars = {"before", "after"}
    row = _choose(CHANGES.of(shown), len(rows), f"unigram_maximize_{k}", alt, shown, bars, say, has_one_measure=True)
    probability = new_probability(trace.of(k, Maximize), row.piece)
    st.markdown(messages.as_markdown(segments(probability_made(probability, say))))
    if gone := [row.piece for row in rows if math.isnan(row.after)]:
        st.markdown(say("unigram.gone", pieces=cells.code_list(gone, say)))


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
            st.markdown(say("unigram.done.expect", loss=loss_of_corpus(step.loss, say, step.loss_before)))
            return
        if step.dropped:
            st.markdown(say("unigram.gone", pieces=cells.code_list(step.dropped, say, 40)))
        changed = tables.resegmented(trace, k)
        total = len(changed.words)
        if not total:
            st.markdown(say("unigram.done.same"))
            return
        st.markdown(say("unigram.done.words", words=say.count("count.words", total)))
        table = SPLITS.only("word", "count", "before", "after").of(changed.first(_MAX_ROWS))
        _show_splits(table, say("unigram.done.title", number=number), f"unigram_done_page_{k}", say)
        cut_short(min(total, _MAX_ROWS), total, say)
        if tied := changed.first(_MAX_ROWS).tied():
            st.caption(say("unigram.done.tied", words=cells.code_list(tied, say)))


# -- expectation -------------------------------------------------------------------------------------------------------


def _show_expectation(trace: Trace, k: int, say: Catalog) -> None:
    st.subheader(
        say("unigram.expectation.title", number=k + 1), anchor=False, help=cells.about("unigram.expectation.title", say)
    )
    how = trace.rules.expectation
    messages.caption_with_terms(COUNTED[how], say)
    if how != "counts":
        _word_segmentations(trace, k, say)
    _expected_counts(trace, k, say)


def _word_segmentations(trace: Trace, k: int, say: Catalog) -> None:
    """Draw the segmentations of a chosen word, with the products written out."""
    offered = list(trace.corpus)
    if len(offered) > _MAX_OFFERED:
        offered = sorted(offered, key=lambda word: -trace.corpus[word])[:_MAX_OFFERED]
    word = st.selectbox(say("unigram.word"), offered, format_func=cells.token, key="unigram_word", width=320)
    rows = tables.segmentation_rows(trace, k, word, say, _MAX_PATHS)
    table = SEGMENTATIONS.of(rows)
    lattice = trace.model(k).lattice(word)
    alt = say("unigram.word.alt", word=cells.token(word), paths=_list_segmentations(rows, say))
    _show_splits(table, alt, "unigram_paths_page", say, bars={"share"})
    cut_short(len(rows), lattice.number_of_paths, say)
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
    rows = tables.expected_rows(trace, k)
    shown = rows[:_MAX_ROWS]
    table = EXPECTED.only("piece", "fraction", "expected").of(shown)
    alt = say("unigram.expected.alt", pieces=_list_pieces([(row.piece, row.expected) for row in shown], say))
    row = _choose(table, len(rows), f"unigram_expected_{k}", alt, shown, {"expected"}, say)
    if trace.rules.expectation != "counts":
        _expected_count_of(trace, k, row.piece, say)


def _expected_count_of(trace: Trace, k: int, piece: str, say: Catalog) -> None:
    """Write out an expected count as a sum over the words that have the piece."""
    text = expected_sum(expected_count(trace.of(k, Expect), piece, _MAX_WORDS), say)
    st.markdown(messages.as_markdown(segments(text)))


def _list_segmentations(rows: Sequence[SegmentationRow], say: Catalog) -> str:
    return say("list.semicolon").join(
        f"{numbers.join_pieces(row.pieces)} {say.percent(row.share, 2)}" for row in rows[:MAX_BARS]
    )


# -- pruning -----------------------------------------------------------------------------------------------------------


def _show_pruning(trace: Trace, k: int, say: Catalog) -> None:
    """Draw step k, a pruning: the losses as bars and as a table, and the selected piece in detail."""
    step = trace.of(k, Prune)
    rows = tables.loss_rows(trace, k)
    if step.is_final:
        _show_finish(rows, k, say)
        return
    st.subheader(say("unigram.prune.title", number=k + 1), anchor=False, help=cells.about("unigram.prune.title", say))
    about = say(_JUDGED[trace.rules.loss])
    st.caption(about + say("unigram.judged.renormalized") if trace.rules.renormalize else about)
    shown = rows[:_MAX_ROWS]
    has_both = any(row.renormalized is not None for row in rows)
    both = ["renormalized"] if has_both else []
    table = LOSSES.only("rank", "piece", "occurrences", "loss", *both, "outcome").of(shown)
    alt = say("unigram.prune.alt", pieces=_list_losses([(row.piece, row.loss) for row in shown[:MAX_BARS]], say))
    bars = {"renormalized" if trace.rules.renormalize else "loss"}
    row = _choose(table, len(rows), f"unigram_prune_{k}", alt, shown, bars, say, chosen=step.dropped)
    if unestimated := [loss for loss in rows if loss.outcome == "removed" and loss.loss is None]:
        st.caption(say("unigram.prune.without", gone=say.count("count.pieces", len(unestimated))))
    _loss_of_piece(trace, k, row, has_both, say)


def _loss_of_piece(trace: Trace, k: int, row: PieceLoss, has_both: bool, say: Catalog) -> None:
    """Draw what would happen without one piece."""
    name = cells.code(cells.token(row.piece))
    if has_both:
        first, second, _ = st.columns([1, 1, 2])
        first.metric(say("unigram.prune.plain"), say.nats(row.loss))
        second.metric(say("unigram.prune.divided"), say.nats(row.renormalized))
    splits = tables.resplits(trace, k, row.piece)
    if splits.words:
        words = say.count("count.words", len(splits.words))
        st.markdown(say("unigram.prune.words", piece=name, words=words))
        _resplit_words(splits, say)
    else:
        st.markdown(say("unigram.prune.unused", piece=name))
    if trace.rules.loss != "exact" and row.occurrences and row.loss is not None:
        parts, chance = Pieces(trace.scores(k)).replacement(row.piece)
        values = {
            "piece": name,
            "parts": cells.code(numbers.join_pieces(parts)),
            "loss": say.nats(row.loss),
            "sum": numbers.loss(row.occurrences, row.probability, chance, say),
        }
        st.markdown(say(_PRUNED_BY[trace.rules.loss], **values))


def _resplit_words(splits: Splits[Resplit], say: Catalog) -> None:
    table = SPLITS.only("word", "before", "after", "worked_out").of(splits.first(_MAX_ROWS))
    total = len(splits.words)
    _show_splits(table, say.count("count.words", total), "unigram_splits_page", say)
    cut_short(min(total, _MAX_ROWS), total, say)
    if total > 1:
        loss = sum(word.loss for word in splits.words)
        st.markdown(say("unigram.prune.sum", words=total, loss=say.nats(loss)))


def _show_finish(rows: Sequence[PieceLoss], k: int, say: Catalog) -> None:
    """Draw the last step of a library: it removes pieces beyond the size, and restores characters."""
    st.subheader(say("unigram.finish.title", number=k + 1), anchor=False)
    messages.caption_with_terms("unigram.finish.about", say)
    shown = [row for row in rows if row.outcome in ("removed", "restored")][:_MAX_ROWS]
    if not shown:
        st.markdown(say("unigram.finish.nothing"))
        return
    show(LOSSES.only("piece", "probability", "outcome").of(shown).read(say), say, alt=say("column.outcome"))


def _list_losses(losses: Iterable[tuple[str, float | None]], say: Catalog) -> str:
    return say("list.comma").join(f"{cells.token(piece)} {say.nats(loss)}" for piece, loss in losses)


def _show_splits(table: FilledTable, name: str, key: str, say: Catalog, bars: Container[str] = ()) -> None:
    """Draw a table of segmentations, with their pieces as chips. name: for screen readers; key: of its page; bars: the
    columns that have some."""
    every = chip_cells(table, Chips(), say, bars=bars)
    shown = page_of(len(every), key)
    rows = [Row(cells_of_row) for cells_of_row in every[shown.start : shown.stop]]
    show_chips(name, headings_of(table.columns, say), rows, say)


# -- lists -------------------------------------------------------------------------------------------------------------


def _moves(rows: Iterable[ChangeRow], say: Catalog) -> str:
    return say("list.comma").join(
        f"{cells.token(row.piece)} {say.probability(row.before)} → {say.probability(row.after)}" for row in rows
    )


def _list_pieces(counts: Sequence[tuple[str, float]], say: Catalog) -> str:
    """Return the first pieces with their counts, for a text alternative."""
    return say("list.comma").join(f"{cells.token(piece)} {say.amount(count)}" for piece, count in counts[:MAX_BARS])


def _choose(
    table: FilledTable,
    total: int,
    key: str,
    alt: str,
    rows: Sequence[PieceRowT],
    bars: Container[str],
    say: Catalog,
    *,
    chosen: Container[str] = (),
    has_one_measure: bool = False,
) -> PieceRowT:
    """Draw a table with a row for each of some pieces, which light up in the picture when they are pressed. Returns the
    row of the piece that the visitor chooses to have worked out. bars, has_one_measure: as `chip_cells` has them;
    chosen: the pieces whose rows are tinted."""
    every = chip_cells(table, Chips(), say, bars=bars, has_one_measure=has_one_measure)
    shown = page_of(len(rows), f"{key}_page")
    drawn = [Row(every[at], lights=(visible(rows[at].piece),), is_chosen=rows[at].piece in chosen) for at in shown]
    show_chips(alt, headings_of(table.columns, say), drawn, say)
    cut_short(len(rows), total, say)
    by_piece = {row.piece: row for row in rows}
    piece = st.selectbox(
        say("column.piece"),
        list(by_piece),
        format_func=cells.token,
        key=key,
        on_change=lambda: stepping.light((st.session_state[key],)),
        width=320,
    )
    return by_piece[piece]
