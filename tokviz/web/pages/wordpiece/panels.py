"""The views of `/wordpiece`, by what the rules train: merges with their scores, or substrings from the top down."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pandas as pd
import streamlit as st

from tokviz import wordpiece
from tokviz.merging.reasons import PairValue
from tokviz.views.merges import scores
from tokviz.views.shared import charts
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.reasons import contribution_sum, explained_value, tie_rule
from tokviz.views.shared.sentences import segments
from tokviz.web.pages.bpe import panels
from tokviz.web.pages.wordpiece import top_down
from tokviz.web.shared import cells, messages, stepping
from tokviz.web.shared.tables import cut_short
from tokviz.web.streamlit_workarounds import altair_charts
from tokviz.web.training import comparison
from tokviz.web.training.page import Panels, TrainingContext
from tokviz.wordpiece import Trace

__all__ = ["show_printed", "show_state", "views"]

_OTHER = {
    "score": "scores.bpe.other.score",
    "gain": "scores.bpe.other.gain",
}

_SCATTER_ALT = {
    "score": "scores.scatter.alt.score",
    "gain": "scores.scatter.alt.gain",
}

_TABLE_ALT = {
    "score": "scores.alt.score",
    "gain": "scores.alt.gain",
}

_TIED = {
    "score": "scores.bpe.tied.score",
    "gain": "scores.bpe.tied.gain",
}

Context: TypeAlias = TrainingContext[wordpiece.Trace | wordpiece.TopDownTrace]
_MAX_ROWS = 200
_HEADINGS = {"score": "column.arithmetic", "gain": "column.gain_arithmetic"}


def show_state(context: Context, step: int, say: Catalog) -> None:
    """Draw what the next step chooses from."""
    merging, searching = _by_kind(context)
    if merging is not None:
        _show_candidates(merging, step, say)
    if searching is not None:
        top_down.show_step(searching, step, say)


def show_printed(context: Context, step: int, say: Catalog) -> None:
    """Draw what the source of the example printed at this step; no source trains from the top down."""
    merging, _ = _by_kind(context)
    if merging is not None:
        comparison.beside_step(merging, step, say)


def views(context: Context, step: int, say: Catalog) -> Panels:
    """Return the views below the picture, name -> what draws it."""
    trace, other = context.trace, context.other
    merging, searching = _by_kind(context)
    draw = {
        **(_merge_views(merging, step, say) if merging is not None else {}),
        **(top_down.views(searching, step, say) if searching is not None else {}),
    }
    if other is not None and (merging is None or merging.other is None):
        draw["versus"] = lambda: top_down.show_versus(trace, other, context.state, say)
    return draw


def _by_kind(context: Context) -> tuple[TrainingContext[wordpiece.Trace] | None, wordpiece.TopDownTrace | None]:
    """Return a training that merges, beside another if that merges too; or else one from the top down."""
    if isinstance(context.trace, wordpiece.TopDownTrace):
        return None, context.trace
    other = context.other if isinstance(context.other, wordpiece.Trace) else None
    return TrainingContext(context.trace, context.key, context.state, other), None


# -- trainings that merge ----------------------------------------------------------------------------------------------


def _merge_views(context: TrainingContext[Trace], step: int, say: Catalog) -> dict[str, Callable[[], int | None]]:
    """Return the views of a training by score: those of merges, with the scores, and count against score."""
    trace = context.trace
    return {
        **panels.views(context, step, say, (_measure(trace), "likelihood_change")),
        "scatter": lambda: _scatter_view(trace, step, say),
    }


def _show_candidates(context: TrainingContext[Trace], step: int, say: Catalog) -> None:
    """Draw the candidates of the next merge, and the counts behind the selected one."""
    if stepping.hides(say):
        return
    trace = context.trace
    whole = scores.candidates(trace, step)
    if whole.empty:
        return  # the picture says why
    st.subheader(say("candidates.title", number=step + 1), anchor=False, help=cells.about("candidates.title", say))
    table = whole.head(_MAX_ROWS)
    row = _candidate_table(trace, table, len(whole), step, say)
    messages.caption_with_terms("scores.likelihood", say)
    _counts_of(trace, scores.Scores.of_step(trace, step, row + 1).pair_values()[row], step, say)
    _compare_with_bpe(trace, whole, step, say)


def _scatter_view(trace: Trace, step: int, say: Catalog) -> None:
    """Draw count against score of the candidates of the next merge."""
    whole = scores.candidates(trace, step)
    if whole.empty:
        st.caption(say("scores.none"))
        return
    points = scores.points(whole)
    measure = _measure(trace)
    alt = say(_SCATTER_ALT[measure], pairs=_list_pairs(whole, measure, say))
    altair_charts.draw(scores.scatter, points, say, cells.palette(), measure, describe=alt)
    cut_short(len(points), len(whole), say)


def _measure(trace: Trace) -> scores.Measure:
    """Return the measure that is shown of the pairs; rules that count have scores all the same."""
    return "gain" if trace.rules.select_by == "gain" else "score"


def _list_pairs(table: pd.DataFrame, measure: scores.Measure, say: Catalog) -> str:
    """Return the first pairs, worked out, for a text alternative."""
    top = table.head(charts.MAX_BARS)
    return panels.list_pairs(top, scores.worked_out(top, say, measure), say)


def _candidate_table(trace: Trace, table: pd.DataFrame, total: int, step: int, say: Catalog) -> int:
    """Draw the first candidates as a table. Returns the number of the row that is selected."""
    measure = _measure(trace)
    first = cells.pair((table["left"][0], table["right"][0]))
    alt = say(_TABLE_ALT[measure], pair=first, value=scores.worked_out(table[:1], say, measure)[0])
    columns = scores.SCORES.only("rank", "pair", "arithmetic", "likelihood_change", "bpe_rank", "tied")
    shown = columns.of(scores.Scores.of_step(trace, step, len(table))).titled(arithmetic=_HEADINGS[measure])
    return panels.candidate_table(trace, shown, total, f"wordpiece_candidates_{step}", alt, say)


def _counts_of(trace: Trace, fact: PairValue, step: int, say: Catalog) -> None:
    """Draw the sums behind the three counts of a score or gain."""
    counted = [(cells.pair(fact.pair), trace.contributions(fact.pair, step))]
    counted += [(cells.token(part), trace.appearances(part, step)) for part in dict.fromkeys(fact.pair)]
    lines = [messages.as_markdown(segments(explained_value(fact, say)))]
    for name, parts in counted:
        total = sum(part.total for part in parts)
        lines.append("- " + panels.sum_sentence(name, total, contribution_sum(parts, say), say))
    st.markdown("\n".join(lines))


def _compare_with_bpe(trace: Trace, whole: pd.DataFrame, step: int, say: Catalog) -> None:
    """Say what byte-pair encoding would merge here, and whether that is the same."""
    if trace.rules.select_by == "count":
        messages.caption_with_terms("scores.by-count", say)
        if trace.rules.tie_break == "smallest-ids" and trace.rules.continuing_prefix:
            messages.caption_with_terms("scores.hash-order", say)
        return
    first, *_ = candidates = trace.candidates(step)
    measure = _measure(trace)
    rank, frequent = next((i, candidate) for i, candidate in enumerate(candidates) if candidate.bpe_rank == 1)
    values = {
        "pair": cells.code(cells.pair(frequent.pair)),
        "count": say.count("count.times", frequent.count),
        "value": scores.worked_out(whole[rank : rank + 1], say, measure)[0],
        "rank": say.integer(rank + 1),
        "winner": cells.code(cells.pair(first.pair)),
        "winner_count": say.count("count.times", first.count),
        "rule": tie_rule(trace.rules.tie_rule, say),
    }
    if frequent == first:
        st.markdown(say("scores.bpe.same", **values))
    elif frequent.is_tied or frequent.value == first.value:
        st.markdown(say(_TIED[measure], **values))
    else:
        st.markdown(say(_OTHER[measure], **values))
