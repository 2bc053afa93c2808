"""The views below the picture of `/superbpe`: the candidates of a step, superwords, the kink, and plain BPE beside."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from tokviz import superbpe
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Row
from tokviz.views.shared.display import visible
from tokviz.views.shared.tables import chip_cells
from tokviz.views.superbpe import charts, narration, tables
from tokviz.views.superbpe.tables import BESIDE, CANDIDATES, STEPS, SUPERWORDS, Plain
from tokviz.views.superbpe.traces import AnyTrace, candidates_of
from tokviz.web.computing import cache
from tokviz.web.shared import cells, messages, stepping
from tokviz.web.shared.tables import flow, headings_of, page_of, show_chips
from tokviz.web.streamlit_workarounds import altair_charts
from tokviz.web.training.page import TrainingContext

__all__ = ["show_candidates", "views"]

MAX_TRIED = 1_000
"""The longest text that both tokenizers split below the table, in characters."""


def show_candidates(context: TrainingContext[AnyTrace], step: int, say: Catalog) -> None:
    """Draw the candidates of the next step, those that are passed over too, with the lines behind each count."""
    trace = context.trace
    for key in narration.notes(trace):
        messages.caption_with_terms(key, say)
    found = candidates_of(trace, step)
    if stepping.hides(say) or not found:
        return  # the picture says why
    st.subheader(say("superbpe.candidates", number=step + 1), anchor=False)
    shown = page_of(len(found), f"superbpe_candidates_page_{step}")
    page = found[shown.start : shown.stop]
    passes_over = isinstance(trace, superbpe.Trace)
    columns = ("pair", "count", "tied", "vetoed") if passes_over else ("kind", "pair", "count", "tied")
    table = CANDIDATES.only("rank", *columns, "words").of(page)
    rows = [
        Row(row, lights=tuple(map(visible, one.pair)), is_chosen=one.rank == 1 and step < len(trace))
        for one, row in zip(page, chip_cells(table, tables.chips_of(trace), say), strict=True)
    ]
    alt = say("candidates.alt", pair=cells.pair(found[0].pair), count=found[0].count)
    show_chips(alt, headings_of(table.columns, say), rows, say)
    if passes_over:
        messages.caption_with_terms("superbpe.candidates.help", say)


def views(context: TrainingContext[AnyTrace], step: int, say: Catalog) -> dict[str, Callable[[], int | None]]:
    """Return the views of the training, name -> what draws it."""
    trace = context.trace
    return {
        "merges": lambda: _steps_view(trace, step, say),
        "superwords": lambda: _superwords_view(trace, step, say),
        "kink": lambda: _kink_view(trace, _plain(context.key, trace), step, say),
        "beside": lambda: _beside_view(trace, _plain(context.key, trace), say),
    }


@cache.kept(16)
def _plain(key: cache.TraceKey, _trace: AnyTrace) -> Plain:
    return tables.plain_of(_trace)


def _steps_view(trace: AnyTrace, step: int, say: Catalog) -> None:
    """Draw the steps so far, the newest first; a press on one shows it in the picture."""
    if not step:
        st.caption(say("merges.none"))
        return
    shown = page_of(step, "superbpe_merges_page")
    done = [trace[k] for k in range(step - shown.start - 1, step - shown.stop - 1, -1)]
    crosses = ("crosses",) if isinstance(trace, superbpe.Trace) else ()  # a supermerge always does
    table = STEPS.only("step", "kind", "token", "count", *crosses, "words_in_token").of(done)
    made = chip_cells(table, tables.chips_of(trace), say)
    rows = [Row(row, step=one.index + 1, is_chosen=one.index + 1 == step) for one, row in zip(done, made, strict=True)]
    show_chips(say("superbpe.steps"), headings_of(table.columns, say), rows, say)
    if crosses:
        messages.caption_with_terms("superbpe.steps.help", say)


def _superwords_view(trace: AnyTrace, step: int, say: Catalog) -> None:
    """Draw the tokens of several words, the newest first."""
    found = tables.superwords(trace, step)
    if not found:
        st.caption(say("superbpe.superwords.none"))
        return
    shown = page_of(len(found), "superbpe_superwords_page")
    page = found[shown.start : shown.stop]
    table = SUPERWORDS.of(page)
    made = chip_cells(table, tables.chips_of(trace), say)
    rows = [Row(row, step=one.step) for one, row in zip(page, made, strict=True)]
    show_chips(say("tab.superwords"), headings_of(table.columns, say), rows, say)
    messages.caption_with_terms("superbpe.superwords.help", say)


def _kink_view(trace: AnyTrace, plain: Plain, step: int, say: Catalog) -> None:
    """Draw the tokens of the text by the size of the vocabulary."""
    described = say(
        "superbpe.kink.alt",
        size=say.integer(trace.sizes()[step]),
        tokens=say.integer(trace.total_symbols[step]),
        last=say.integer(trace.total_symbols[-1]),
        plain=say.integer(plain.total_symbols[-1]),
    )
    altair_charts.draw(charts.kink, trace, plain, step, say, cells.palette(), describe=described)
    lift = () if trace.lift is None else (say("superbpe.kink.lift"),)
    messages.caption_lines(described, say("superbpe.kink.here"), *lift)


def _beside_view(trace: AnyTrace, plain: Plain, say: Catalog) -> None:
    """Draw this training beside plain BPE of the same size, and how both split the first lines."""
    both = tables.beside_bpe(trace, plain, say)
    table = BESIDE.of(both)
    made = chip_cells(table, tables.chips_of(trace), say)
    show_chips(say("tab.beside-bpe"), headings_of(table.columns, say), [Row(row) for row in made], say)
    messages.caption_with_terms("superbpe.beside.help", say)
    text = st.text_input(
        say("superbpe.try"), value=trace.corpus.words[0].strip(), key="superbpe_try", max_chars=MAX_TRIED
    )
    if text:
        for row in tables.split_by_both(trace, plain, text, say):
            told = say("superbpe.tokens", name=row.name, tokens=say.count("count.tokens", len(row.tokens)))
            st.markdown(f"**{told}**")
            flow(told, row.chips, say)
