"""The views of a parity-aware BPE training: the candidates with their counts by language, and what is below."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import streamlit as st

from tokviz.algorithms import PARITY
from tokviz.parity import Trace
from tokviz.views.merges import tables as merge_tables
from tokviz.views.merges.tables import CANDIDATES, Candidates
from tokviz.views.parity import charts
from tokviz.views.parity.narration import name_of
from tokviz.views.parity.tables import COMPARED, LENGTHS, Compared, Lengths
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Heading
from tokviz.web.pages.bpe import panels as bpe_panels
from tokviz.web.shared import cells, messages, stepping
from tokviz.web.shared.tables import headings_of, page_of, show, show_chips
from tokviz.web.streamlit_workarounds import altair_charts
from tokviz.web.training import training
from tokviz.web.training.page import TrainingContext

__all__ = ["show_turn", "views"]


def show_turn(context: TrainingContext[Trace], step: int, say: Catalog) -> None:
    """Draw the candidates of the next merge, with the count of each pair in each language."""
    trace = context.trace
    if stepping.hides(say):
        return
    pairs, turn = trace.pairs(step), trace.turn(step)
    if not pairs:
        return  # the picture says why
    st.subheader(say("candidates.title", number=step + 1), anchor=False, help=cells.about("candidates.title", say))
    if len(trace.languages) > 1 and turn.language is not None:
        messages.caption_lines(say("parity.candidates", language=name_of(trace, turn.language, say)))
    shown = page_of(len(pairs), f"parity_candidates_page_{step}")
    candidates = Candidates.of_step(trace, step, shown.stop, first=shown.start + 1)
    best, count = next(iter(pairs.items()))
    alt = say("candidates.alt", pair=cells.pair(best), count=count)
    table = CANDIDATES.only("rank", "pair", "count", "tied", "words")
    rows = merge_tables.candidate_rows(table, candidates, say)
    headings = headings_of(table.columns, say)
    if len(trace.languages) > 1:
        names = [name_of(trace, i, say) for i in range(len(trace.languages))]
        headings = (*headings, *(Heading(name, "", is_number=True) for name in names))
        counts = (one.counts_by_language for one in islice(trace.candidates(step), shown.start, shown.stop))
        rows = tuple(
            replace(row, cells=(*row.cells, *map(say.integer, by_language)))
            for row, by_language in zip(rows, counts, strict=True)
        )
    show_chips(alt, headings, rows, say)


def views(context: TrainingContext[Trace], step: int, say: Catalog) -> dict[str, Callable[[], int | None]]:
    """Return the views, name -> what draws it."""
    draw = bpe_panels.views(context, step, say)
    draw["lengths"] = lambda: _lengths_view(context.trace, step, say)
    if len(context.trace.languages) > 1:
        draw["plain"] = lambda: _plain_view(context, step, say)
    return draw


def _lengths_view(trace: Trace, step: int, say: Catalog) -> None:
    """Draw how long the text of each language is, and how it became so."""
    lengths = say("list.comma").join(
        say("parity.count-in", language=name_of(trace, i, say), count=length)
        for i, length in enumerate(trace.lengths(step))
    )
    alt = say("parity.chart.alt", number=step, lengths=lengths)
    altair_charts.draw(charts.lengths, trace, step, say, cells.palette(), describe=alt)
    messages.caption_lines(alt, say("parity.lengths.dev" if trace.measures_dev else "parity.lengths.training"))
    show(LENGTHS.of(Lengths(trace, step)).read(say), say, alt=say("tab.lengths"), most=None)


def _plain_view(context: TrainingContext[Trace], step: int, say: Catalog) -> None:
    """Draw the length of each language's text beside that under plain BPE with a vocabulary of the same size."""
    trace = context.trace
    rules = replace(trace.rules, global_merges=max(len(trace), 1))
    other = training.train(PARITY, context.state, say, rules).trace
    size = trace.sizes()[step]
    merges, _ = other.steps_to(size)
    compared = Compared(trace, step, other, merges)
    messages.caption_lines(say("parity.plain.about", size=size, other=other.sizes()[merges]))
    show(COMPARED.of(compared).read(say), say, alt=say("tab.plain"), most=None)
    gained = sum(change < 0 for change in compared.changes())
    lost = sum(change > 0 for change in compared.changes())
    messages.caption_lines(say("parity.plain.result", shorter=gained, longer=lost, languages=len(trace.languages)))
