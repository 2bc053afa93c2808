"""The views of a training by merges: the candidates of a step, and the tabs below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

import pandas as pd
import streamlit as st

from tokviz.bpe import Pair
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.state.training import TrainState
from tokviz.text_keys import column_key
from tokviz.views.merges import charts as merge_charts
from tokviz.views.merges import tables, tree
from tokviz.views.merges.tree import Node
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.rendering import render
from tokviz.views.shared.sentences import MAX_LISTED
from tokviz.web.shared import cells, messages, stepping
from tokviz.web.shared.tables import columns_of, flow, page_of, selected_row, show, show_chips
from tokviz.web.streamlit_workarounds import altair_charts
from tokviz.web.training import comparison
from tokviz.web.training.page import TrainingContext

__all__ = ["candidate_table", "list_pairs", "show_candidates", "show_trees", "sum_sentence", "views"]

_CANDIDATE = ("rank", "pair", "count", "tied", "words")
_NUMBERS = ("rank", "step", "count", "tied_pairs")
MergeValues = Mapping[str, Callable[[int], str]]
"""Column -> its value for merge number k, counted from 1."""


def show_candidates(context: TrainingContext[MergeTrace[Step]], step: int, say: Catalog) -> None:
    """Draw the candidates of the next merge, with the words behind each count."""
    trace = context.trace
    if stepping.hides(say):
        return
    pairs = trace.pairs(step)
    if not pairs:
        return  # the stage says why
    st.subheader(say("candidates.title", number=step + 1), anchor=False, help=cells.about("candidates.title", say))
    shown = page_of(len(pairs), f"bpe_candidates_page_{step}")
    table = tables.candidates(trace, step, shown.stop).iloc[shown.start :]
    best, count = next(iter(pairs.items()))
    alt = say("candidates.alt", pair=cells.pair(best), count=count)
    show_chips(alt, columns_of(_CANDIDATE, say, _NUMBERS), tables.candidate_rows(trace, table, step, say), say)
    _show_all_words(trace, best, step, say)


def candidate_table(
    trace: MergeTrace[Step],
    table: pd.DataFrame,
    worth: Mapping[str, Sequence[object]],
    total: int,
    key: str,
    alt: str,
    say: Catalog,
) -> int:
    """Draw the first candidates of `total` as a table. Returns the number of the row that is selected. worth: the
    columns that say what a pair is chosen by."""
    pairs = list(zip(table["left"], table["right"], strict=True))
    shown = pd.DataFrame(
        {
            "rank": table["rank"],
            "pair": [list(map(cells.token, pair)) for pair in pairs],
            **worth,
            "tied": [say("chart.tied") if tie else "" for tie in table["tied"]],
        }
    )
    columns = {"pair": cells.chips("column.pair", chain.from_iterable(pairs), tables.chips_of(trace), say)}
    return selected_row(shown, total, key, alt, say, pairs, columns)


def list_pairs(table: pd.DataFrame, worth: Iterable[str], say: Catalog) -> str:
    """Return the pairs of a table with what they are chosen by, for a text alternative."""
    pairs = zip(table["left"], table["right"], strict=True)
    return say("list.comma").join(f"{cells.pair(pair)} {value}" for pair, value in zip(pairs, worth, strict=True))


def sum_sentence(name: str, count: int, parts: str, say: Catalog) -> str:
    """Return how often something occurs, and its sum. parts: that sum, written out."""
    times = say.count("count.times", count)
    return say("candidates.sum", pair=cells.code(name), count=times, sum=messages.escape(parts))


def _show_all_words(trace: MergeTrace[Step], pair: Pair, step: int, say: Catalog) -> None:
    """Draw the words that make up the count of a pair, where the table has only the first of them."""
    parts = trace.contributions(pair, step)
    if len(parts) > MAX_LISTED:
        title = say("candidates.all-words", words=say.count("count.words", len(parts)))
        with st.expander(title):
            words = tables.contributions(trace, pair, step)
            words["word"] = [cells.token(word) for word in words["word"]]
            show(words, say, alt=title, most=240)


def views(
    context: TrainingContext[MergeTrace[Step]], step: int, say: Catalog, values: MergeValues | None = None
) -> dict[str, Callable[[], int | None]]:
    """Return the views of a training by merges, name -> what draws it. values: what merges have beside their count."""
    trace, state, other = context.trace, context.state, context.other
    draw: dict[str, Callable[[], int | None]] = {
        "merges": lambda: _merges_view(trace, state, step, values or {}, say),
        "vocabularies": lambda: _vocabularies_view(trace, step, say),
        "course": lambda: _progress_view(trace, step, say),
        "tree": lambda: _tree_view(trace, state, step, say),
    }
    if (lesson := state.lesson) and lesson.published:
        draw["printed"] = lambda: comparison.show_published(trace, state, lesson, say)
    if other is not None:
        draw["versus"] = lambda: comparison.show_versus(trace, other, state, say)
    return draw


def _merges_view(trace: MergeTrace[Step], state: TrainState, step: int, values: MergeValues, say: Catalog) -> None:
    """Draw the merges so far, the newest first; a press on one shows it in the picture."""
    if not step:
        st.caption(say("merges.none"))
        return
    source = comparison.published(state)
    more = dict(values)
    if source:
        more["printed"] = lambda k: comparison.mark(trace, source, k, say)
    shown = page_of(step, f"{state.algorithm}_merges_page")
    numbers = range(step - shown.start, step - shown.stop, -1)
    alt = say("merges.alt", merges=say("list.comma").join(map(cells.pair, trace.merges[:step][-20:])))
    columns = columns_of(("step", "pair", "token", "count", "tied_pairs", "in_use", *more), say, _NUMBERS)
    show_chips(alt, columns, tables.merge_rows(trace, step, numbers, more, say), say)
    messages.caption_with_terms("merges.help", say)


def _vocabularies_view(trace: MergeTrace[Step], step: int, say: Catalog) -> None:
    """Draw the symbols that the corpus is written in, beside the vocabulary of the model."""
    chips = tables.chips_of(trace)
    in_use = trace.occurrences(step)
    left, right = st.columns(2)
    with left:
        _size_line("symbols_in_use", trace.symbols_in_use, step, say)
        messages.caption_with_terms("vocabularies.in-use", say)
        flow(say("column.symbols_in_use"), chips.row(trace.symbols(step)), say)
    with right:
        _size_line("vocabulary_size", trace.sizes(), step, say)
        messages.caption_with_terms("vocabularies.model", say)
        tokens = [chips.chip(token, is_used_up=not in_use.get(token)) for token in trace.vocabulary(step)]
        flow(say("column.vocabulary_size"), tokens, say)
        if step:
            done = trace[step - 1]
            if done.consumed:
                consumed = say.listed([cells.code(cells.token(part)) for part in done.consumed])
                st.markdown(say("vocabularies.consumed", tokens=consumed, number=step))
            else:
                st.markdown(say("vocabularies.none-consumed", number=step))
    messages.caption_with_terms("vocabularies.rule", say)


def _progress_view(trace: MergeTrace[Step], step: int, say: Catalog) -> None:
    numbers = {
        "step": say.integer(step),
        "in_use": say.integer(trace.symbols_in_use[step]),
        "size": say.integer(trace.sizes()[step]),
        "total": say.integer(trace.total_symbols[step]),
        "start": say.integer(trace.total_symbols[0]),
    }
    altair_charts.draw(
        merge_charts.sizes, trace, step, say, cells.palette(), describe=say("chart.sizes.alt", **numbers)
    )
    altair_charts.draw(
        merge_charts.length, trace, step, say, cells.palette(), describe=say("chart.length.alt", **numbers)
    )
    st.caption(say("chart.sizes.alt", **numbers) + " " + say("chart.length.alt", **numbers))


def _tree_view(trace: MergeTrace[Step], state: TrainState, step: int, say: Catalog) -> None:
    tokens = sorted(dict.fromkeys(trace.tokens[:step]), key=len, reverse=True)
    if not tokens:
        st.caption(say("merges.none"))
        return
    chosen = st.selectbox(
        say("tree.token"),
        tokens,
        index=None,
        placeholder=say("tree.largest"),
        format_func=cells.token,
        key=f"{state.algorithm}_tree",
    )
    roots = tree.largest(trace, step) if chosen is None else (tree.merge_tree(trace, chosen),)
    show_trees(roots, len(trace), say)


def show_trees(roots: Sequence[Node], merges: int, say: Catalog) -> None:
    """Draw the trees of tokens, and say the same in words. merges: how many there are in all."""
    text = "; ".join(map(tree.as_text, roots))
    drawn = [tree.chip_tree(root, merges) for root in roots]
    st.html(render("merge_tree.html", say, name=say("chart.tree.alt", tree=text), trees=[[one] for one in drawn]))
    st.caption(messages.escape(text))


def _size_line(name: str, sizes: Sequence[int], step: int, say: Catalog) -> None:
    """Draw a size after a step, and by how much the step changed it."""
    size = f"**{say(column_key(name))}: {say.integer(sizes[step])}**"
    change = say("vocabularies.change", change=say.signed(sizes[step] - sizes[step - 1]), number=step) if step else ""
    st.markdown(f"{size} {change}".rstrip())
