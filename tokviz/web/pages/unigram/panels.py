"""The views below the picture of `/unigram`: the state after a step, and the tabs about the whole training."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import pandas as pd
import streamlit as st

from tokviz.algorithms import UNIGRAM
from tokviz.errors import TokvizError
from tokviz.examples import Recipe
from tokviz.state.training import TrainState
from tokviz.text_keys import column_key, preset_key
from tokviz.unigram import PRESETS, Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import Column, Table, as_named, as_nats
from tokviz.views.unigram import numbers as unigram_figures
from tokviz.views.unigram import tables
from tokviz.web.shared import cells, messages
from tokviz.web.shared.tables import show
from tokviz.web.training import comparison, training
from tokviz.web.training.page import TrainingContext

__all__ = ["views"]

_AGREES = {
    True: "printed.yes",
    False: "printed.no",
}

_FIGURES = {
    "probability": "unigram.figure.probability",
    "split": "unigram.figure.split",
    "score": "unigram.figure.score",
    "loss": "unigram.figure.loss",
    "removal": "unigram.figure.removal",
    "free": "unigram.figure.free",
    "cost": "unigram.figure.cost",
    "size": "unigram.figure.size",
}

_PRESETS: Table[Mapping[str, Trace]] = Table(
    (
        Column("preset", "column.preset", list, lambda name, say: say.choice(preset_key, name)),
        Column("pieces", "column.pieces_left", lambda of: [trace.pieces_left[-1] for trace in of.values()]),
        Column("steps", "column.steps_done", lambda of: list(map(len, of.values()))),
        Column("loss", "column.nll", lambda of: [-trace.log_likelihood(paths="all") for trace in of.values()], as_nats),
        Column(
            "best",
            "column.nll_best",
            lambda of: [-trace.log_likelihood(paths="best") for trace in of.values()],
            as_nats,
        ),
    )
)
"""The trainings under several presets."""

_PRINTED: Table[Sequence[unigram_figures.Figure]] = Table(
    (
        Column("name", "column.quantity", list, lambda row, say: say(_FIGURES[row.name], about=row.about)),
        Column("printed", "column.printed_worth", lambda rows: [row.printed for row in rows]),
        Column("computed", "column.worth", lambda rows: [row.computed for row in rows]),
        Column("agrees", "column.printed", lambda rows: [row.agrees for row in rows], as_named(_AGREES)),
    )
)
"""The figures of a source, beside those computed."""

_MAX_ROWS = 1_000
_COMPARED = ("course", "hard-em", "soft-em")


def views(context: TrainingContext[Trace], say: Catalog) -> dict[str, Callable[[], int | None]]:
    """Return the views of a unigram training, name -> what draws it."""
    trace, state = context.trace, context.state
    draw: dict[str, Callable[[], int | None]] = {
        "presets": lambda: _presets_view(trace, state, say),
    }
    if (lesson := state.lesson) and state.example in unigram_figures.EXAMPLES:
        draw["printed"] = lambda: _printed_view(trace, state, lesson, say)
    return draw


# -- other rules, other sources ----------------------------------------------------------------------------------------


def _presets_view(trace: Trace, state: TrainState, say: Catalog) -> None:
    """Draw the same corpus and size under three presets, and where their vocabularies differ."""
    try:
        traces = {name: _trace_under(name, trace, state, say) for name in _COMPARED}
    except TokvizError as error:
        messages.show_error(error, say)
        return
    names = {name: say.choice(preset_key, name) for name in traces}
    st.markdown(say("unigram.presets.title", size=trace.vocab_size))
    show(_PRESETS.of(traces).read(say), say, alt=say("tab.presets"))
    whole = tables.beside(traces)
    shared = list(whole["piece"][whole["shared"]])
    st.markdown(say("unigram.presets.shared", n=len(shared), pieces=cells.code_list(shared, say, 40)))
    for name, other in names.items():
        own = [piece for piece in whole["piece"][whole[name].notna()] if piece not in set(shared)]
        listed = cells.code_list(own, say, 40) if own else "–"
        st.markdown("- " + say("unigram.presets.own", rules=other, n=len(own), pieces=listed))
    table = whole.head(_MAX_ROWS)
    shown = pd.DataFrame(
        {"piece": [cells.token(piece) for piece in table["piece"]]}
        | {name: ["–" if math.isnan(value) else say.probability(value) for value in table[name]] for name in names}
    )
    headings: dict[str, object] = {name: st.column_config.TextColumn(text) for name, text in names.items()}
    show(shown, say, alt=say("tab.pieces"), columns=headings, total=len(whole))


def _printed_view(trace: Trace, state: TrainState, lesson: Recipe, say: Catalog) -> None:
    """Draw the figures of the source beside those computed by its rules, whichever the picture has, and the errata
    below them."""
    if state.rules != lesson.rules:
        st.caption(say("unigram.printed.other-rules"))
        trace = training.train(UNIGRAM, state, say, lesson.rules).trace
    rows = unigram_figures.published_figures(state.example, trace, say)
    agree = sum(row.agrees for row in rows)
    st.markdown(say("unigram.printed.agree", agree=agree, total=len(rows), source=messages.escape(lesson.source)))
    columns = {
        name: st.column_config.TextColumn(say(column_key(name)), width=width)
        for name, width in (("printed_worth", 260), ("worth", 290))
    }
    show(_PRINTED.of(rows).read(say), say, alt=say("tab.printed"), columns=columns, most=None)
    for erratum in lesson.errata:
        comparison.card(erratum, say)


# -- inside ------------------------------------------------------------------------------------------------------------


def _trace_under(name: str, trace: Trace, state: TrainState, say: Catalog) -> Trace:
    """Return the same training under a preset; the given trace if that is its preset."""
    if trace.rules == PRESETS[name]:
        return trace
    return training.train(UNIGRAM, state, say, PRESETS[name]).trace
