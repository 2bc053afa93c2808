"""The views that follow the step where merging is learned: candidates beside their chart, and the tabs below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import pandas as pd
import streamlit as st

from tokviz.bpe import Pair
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges import charts as merge_charts
from tokviz.views.merges import narration, tables, tree
from tokviz.views.merges.tree import Node
from tokviz.views.shared import charts
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import MAX_LISTED
from tokviz.web.address.states.train import TrainState
from tokviz.web.shared import cells, drawing, messages, prose, stepping
from tokviz.web.shared.tables import HEIGHT, clicked_row, selected_row, show
from tokviz.web.train import published_values, versus
from tokviz.web.train.page import TrainingContext

__all__ = ["candidate_table", "candidates", "listed", "sum_of", "tree_of", "views"]

_MAX_CANDIDATES = 200

Values = Mapping[str, Callable[[int], str]]
"""Column -> its value for merge number k, counted from 1."""


def candidates(context: TrainingContext[MergeTrace[Step]], step: int, say: Catalog) -> None:
    """What the next merge chooses from, where each count comes from, and the best as bars."""
    trace = context.trace
    if stepping.hides(say):
        return
    pairs = trace.pairs(step)
    if not pairs:
        return  # the stage says why
    st.subheader(say("candidates.title", number=step + 1), anchor=False, help=cells.about("candidates.title", say))
    table = tables.candidates(trace, step, _MAX_CANDIDATES)
    left, right = st.columns(2, gap="medium")
    with left:
        alt = say("candidates.alt", pair=cells.pair((table["left"][0], table["right"][0])), count=table["count"][0])
        row = candidate_table(table, {"count": list(table["count"])}, len(pairs), f"bpe_candidates_{step}", alt, say)
    with right:
        top = table.head(charts.MAX_BARS)
        alt = say("chart.candidates.alt", pairs=listed(top, map(say.integer, top["count"]), say))
        drawing.chart(charts.candidates, table, say, cells.ink(), describe=alt)
    _sum(trace, (str(table["left"][row]), str(table["right"][row])), int(table["count"][row]), step, say)


def candidate_table(
    table: pd.DataFrame, worth: Mapping[str, Sequence[object]], total: int, key: str, alt: str, say: Catalog
) -> int:
    """The candidates, the first of so many, as a table; the number of the row that is selected. worth: the columns that
    say what a pair is chosen by."""
    pairs = list(zip(table["left"], table["right"], strict=True))
    shown = pd.DataFrame(
        {
            "rank": table["rank"],
            "pair": [cells.pair(pair) for pair in pairs],
            **worth,
            "tied": [say("chart.tied") if tie else "" for tie in table["tied"]],
        }
    )
    return selected_row(shown, total, key, alt, say, pairs)


def listed(table: pd.DataFrame, worth: Iterable[str], say: Catalog) -> str:
    """The pairs of a table with what they are chosen by, for a text alternative."""
    pairs = zip(table["left"], table["right"], strict=True)
    return say("list.comma").join(f"{cells.pair(pair)} {value}" for pair, value in zip(pairs, worth, strict=True))


def sum_of(name: str, count: int, parts: str, say: Catalog) -> str:
    """How often something occurs, and the sum that this is. parts: that sum, written out."""
    times = say.count("count.times", count)
    return say("candidates.sum", pair=cells.code(name), count=times, sum=messages.escape(parts))


def _sum(trace: MergeTrace[Step], pair: Pair, count: int, step: int, say: Catalog) -> None:
    """The words that make up the count of a pair."""
    parts = trace.contributions(pair, step)
    st.markdown(sum_of(cells.pair(pair), count, narration.contribution_sum(parts, say), say))
    if len(parts) > MAX_LISTED:
        title = say("candidates.all-words", words=say.count("count.words", len(parts)))
        with st.expander(title):
            words = tables.contributions(trace, pair, step)
            words["word"] = [cells.token(word) for word in words["word"]]
            show(words, say, alt=title, most=240)


def views(
    context: TrainingContext[MergeTrace[Step]], step: int, say: Catalog, values: Values | None = None
) -> dict[str, Callable[[], int | None]]:
    """The views of a training by merges. values: what merges have beside their count."""
    trace, state, other = context.trace, context.state, context.other
    draw: dict[str, Callable[[], int | None]] = {
        "merges": lambda: _merges(trace, state, step, values or {}, say),
        "vocabularies": lambda: _vocabularies(trace, step, say),
        "course": lambda: _progress(trace, step, say),
        "tree": lambda: _tree(trace, state, step, say),
    }
    if (lesson := state.lesson) and lesson.published:
        draw["printed"] = lambda: published_values.table(trace, state, lesson, say)
    if other is not None:
        draw["versus"] = lambda: versus.show(trace, other, state, say)
    return draw


def _merges(trace: MergeTrace[Step], state: TrainState, step: int, values: Values, say: Catalog) -> int | None:
    """The merges so far, the newest first; the step that the visitor clicked, if any."""
    if not step:
        st.caption(say("merges.none"))
        return None
    source = published_values.published(state)
    in_use = trace.symbols_in_use
    numbers = range(step, 0, -1)
    table = pd.DataFrame(
        {
            "step": list(numbers),
            "pair": [cells.pair(trace.merges[k - 1]) for k in numbers],
            "count": [trace.counts[k - 1] for k in numbers],
            "tied_pairs": [trace.tie_sizes[k - 1] for k in numbers],
            "vocabulary_change": [say.signed(in_use[k] - in_use[k - 1]) for k in numbers],
        }
    )
    for place, (name, value) in enumerate(values.items(), start=3):
        table.insert(place, name, [value(k) for k in numbers])
    if source:
        table["printed"] = [published_values.mark(trace, source, k, say) for k in numbers]
    alt = say("merges.alt", merges=say("list.comma").join(map(cells.pair, trace.merges[:step][-20:])))
    clicked = clicked_row(table, f"{state.algorithm}_merges_{step}", alt, say)
    prose.caption("merges.help", say)
    return None if clicked is None else int(table["step"][clicked])


def _vocabularies(trace: MergeTrace[Step], step: int, say: Catalog) -> None:
    left, right = st.columns(2)
    with left:
        _metric("symbols_in_use", trace.symbols_in_use, step, say)
        prose.caption("vocabularies.in-use", say)
        st.markdown(cells.code_list(trace.symbols(step), say))
    with right:
        _metric("vocabulary_size", trace.sizes(), step, say)
        prose.caption("vocabularies.model", say)
        if step:
            done = trace[step - 1]
            if done.consumed:
                tokens = say.listed([cells.code(cells.token(part)) for part in done.consumed])
                st.markdown(say("vocabularies.consumed", tokens=tokens, number=step))
            else:
                st.markdown(say("vocabularies.none-consumed", number=step))
        table = tables.vocabulary(trace, step)
        table["token"] = [cells.token(token) for token in table["token"]]
        config = cells.columns(table, say)
        st.dataframe(table, hide_index=True, height=HEIGHT, column_config=config, alt=say("column.vocabulary_size"))
    prose.caption("vocabularies.rule", say)


def _progress(trace: MergeTrace[Step], step: int, say: Catalog) -> None:
    numbers = {
        "step": say.integer(step),
        "in_use": say.integer(trace.symbols_in_use[step]),
        "size": say.integer(trace.sizes()[step]),
        "total": say.integer(trace.total_symbols[step]),
        "start": say.integer(trace.total_symbols[0]),
    }
    drawing.chart(merge_charts.sizes, trace, step, say, cells.ink(), describe=say("chart.sizes.alt", **numbers))
    drawing.chart(merge_charts.length, trace, step, say, cells.ink(), describe=say("chart.length.alt", **numbers))
    st.caption(say("chart.sizes.alt", **numbers) + " " + say("chart.length.alt", **numbers))


def _tree(trace: MergeTrace[Step], state: TrainState, step: int, say: Catalog) -> None:
    made = list(dict.fromkeys(reversed(trace.tokens[:step])))
    if made:
        tree_of(made, f"{state.algorithm}_tree", lambda token: tree.merge_tree(trace, token), say)
    else:
        st.caption(say("merges.none"))


def tree_of(tokens: Sequence[str], key: str, grown: Callable[[str], Node], say: Catalog) -> None:
    """Draw the choice of a token, and its tree. key: of the choice; grown: makes the tree."""
    token = st.selectbox(say("tree.token"), tokens, format_func=cells.token, key=key)
    root = grown(token)
    text = tree.as_text(root)
    drawing.chart(merge_charts.tree, root, cells.ink(), describe=say("chart.tree.alt", tree=text))
    st.caption(messages.escape(text))


def _metric(name: str, sizes: Sequence[int], step: int, say: Catalog) -> None:
    """A size after a step, and by how much the step changed it."""
    change = say.signed(sizes[step] - sizes[step - 1]) if step else None
    st.metric(say(f"column.{name}"), say.integer(sizes[step]), change, delta_color="off", delta_arrow="off")
