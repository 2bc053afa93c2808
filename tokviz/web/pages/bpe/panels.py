"""The views of a training by merges: the candidates of a step, and the tabs below."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
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
from tokviz.views.merges.tables import CANDIDATES, MERGES, Candidates, Merges
from tokviz.views.merges.tree import Node
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import with_spaces
from tokviz.views.shared.reasons import occurs
from tokviz.views.shared.rendering import render
from tokviz.views.shared.sentences import MAX_LISTED
from tokviz.views.shared.tables import FilledTable
from tokviz.web.shared import cells, messages, stepping
from tokviz.web.shared.tables import flow, heading, headings_of, page_of, selected_row, show, show_chips
from tokviz.web.streamlit_workarounds import altair_charts
from tokviz.web.training import comparison
from tokviz.web.training.page import TrainingContext

__all__ = ["candidate_table", "list_pairs", "show_candidates", "show_trees", "sum_sentence", "views"]


def show_candidates(
    context: TrainingContext[MergeTrace[Step]], step: int, say: Catalog, title: str = "candidates.title"
) -> None:
    """Draw the candidates of the next merge, with the words behind each count. title: the text above them."""
    trace = context.trace
    if stepping.hides(say):
        return
    pairs = trace.pairs(step)
    if not pairs:
        return  # the picture says why
    st.subheader(say(title, number=step + 1), anchor=False, help=cells.about("candidates.title", say))
    shown = page_of(len(pairs), f"bpe_candidates_page_{step}")
    candidates = Candidates.of_step(trace, step, shown.stop, first=shown.start + 1)
    best, count = next(iter(pairs.items()))
    alt = say("candidates.alt", pair=cells.pair(best), count=count)
    table = CANDIDATES.only("rank", "pair", "count", "tied", "words")
    show_chips(alt, headings_of(table.columns, say), tables.candidate_rows(table, candidates, say), say)
    _show_all_words(trace, best, step, say)


def candidate_table(trace: MergeTrace[Step], table: FilledTable, total: int, key: str, alt: str, say: Catalog) -> int:
    """Draw the first candidates of `total` as a table. Returns the number of the row that is selected."""
    pairs: list[Pair] = next(list(column.values(None)) for column in table.columns if column.name == "pair")
    shown = table.read(say).assign(pair=pd.Series([list(map(cells.token, pair)) for pair in pairs], dtype=object))
    columns = {"pair": cells.chips("column.pair", chain.from_iterable(pairs), tables.chips_of(trace), say)}
    return selected_row(shown, total, key, alt, say, pairs, columns)


def list_pairs(table: pd.DataFrame, worth: Iterable[str], say: Catalog) -> str:
    """Return the pairs of a table with what they are chosen by, for a text alternative."""
    pairs = zip(table["left"], table["right"], strict=True)
    return say("list.comma").join(f"{cells.pair(pair)} {value}" for pair, value in zip(pairs, worth, strict=True))


def sum_sentence(name: str, count: int, parts: str, say: Catalog) -> str:
    """Return how often something occurs, and its sum. parts: that sum, written out."""
    return occurs(cells.code(name), count, messages.escape(parts), say)


def _show_all_words(trace: MergeTrace[Step], pair: Pair, step: int, say: Catalog) -> None:
    """Draw the words that make up the count of a pair, where the table has only the first of them."""
    parts = trace.contributions(pair, step)
    if len(parts) > MAX_LISTED:
        title = say("candidates.all-words", words=say.count("count.words", len(parts)))
        with st.expander(title):
            show(tables.contributions(trace, pair, step).read(say), say, alt=title, most=240)


def views(
    context: TrainingContext[MergeTrace[Step]], step: int, say: Catalog, values: Sequence[str] = ()
) -> dict[str, Callable[[], int | None]]:
    """Return the views of a training by merges, name -> what draws it. values: the columns of
    :data:`tokviz.views.merges.tables.MERGES` that merges have beside their count."""
    trace, state, other = context.trace, context.state, context.other
    draw: dict[str, Callable[[], int | None]] = {
        "merges": lambda: _merges_view(trace, state, step, values, say),
        "vocabularies": lambda: _vocabularies_view(trace, step, say),
        "course": lambda: _progress_view(trace, step, say),
        "tree": lambda: _tree_view(trace, state, step, say),
    }
    if (lesson := state.lesson) and lesson.published:
        draw["printed"] = lambda: comparison.show_published(trace, state, lesson, say)
    if other is not None:
        draw["versus"] = lambda: comparison.show_versus(trace, other, state, say)
    return draw


def _merges_view(trace: MergeTrace[Step], state: TrainState, step: int, values: Sequence[str], say: Catalog) -> None:
    """Draw the merges so far, the newest first; a press on one shows it in the picture."""
    if not step:
        st.caption(say("merges.none"))
        return
    source = comparison.published(state)
    more: dict[str, Callable[[int], str]] = {}
    if source:
        more["column.printed"] = lambda k: comparison.mark(trace, source, k, say)
    shown = page_of(step, f"{state.algorithm}_merges_page")
    merges = Merges(trace, range(step - shown.start - 1, step - shown.stop - 1, -1), step)
    alt = say("merges.alt", merges=say("list.comma").join(map(cells.pair, trace.merges[:step][-20:])))
    table = MERGES.only("step", "pair", "token", "count", "tied", "in_use", *values)
    columns = (*headings_of(table.columns, say), *(heading(key, say) for key in more))
    show_chips(alt, columns, tables.merge_rows(table, merges, more, say), say)
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
    messages.caption_lines(say("chart.sizes.alt", **numbers), say("chart.length.alt", **numbers))


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


def show_trees(roots: Sequence[Node], merges: int, say: Catalog, removed: Container[str] = (), space: str = "") -> None:
    """Draw the trees of tokens, and say the same in words. merges: how many there are in all. removed: the tokens that
    are out of the vocabulary, which are crossed out. space: the character that stands for a space in them."""
    text = with_spaces("; ".join(map(tree.as_text, roots)), space)
    drawn = [tree.chip_tree(root, merges, removed=removed, space=space) for root in roots]
    st.html(
        render(
            "merge_tree.html", say, name=say("chart.tree.alt", tree=text), trees=[[drawn_tree] for drawn_tree in drawn]
        )
    )
    messages.details(messages.escape(text), say)


def _size_line(name: str, sizes: Sequence[int], step: int, say: Catalog) -> None:
    """Draw a size after a step, and by how much the step changed it."""
    size = f"**{say(column_key(name))}: {say.integer(sizes[step])}**"
    change = say("vocabularies.change", change=say.signed(sizes[step] - sizes[step - 1]), number=step) if step else ""
    st.markdown(f"{size} {change}".rstrip())
