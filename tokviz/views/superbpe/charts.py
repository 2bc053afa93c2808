"""Charts of SuperBPE and BoundlessBPE: tokens of the training text by the size of the vocabulary, beside plain BPE."""

from __future__ import annotations

import altair as alt
import pandas as pd

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import Layers
from tokviz.views.shared.palette import LIGHT, Palette
from tokviz.views.superbpe.tables import Plain, name_of
from tokviz.views.superbpe.traces import AnyTrace

__all__ = ["MAX_POINTS", "kink"]

MAX_POINTS = 300
"""A longer training is drawn with about this many points; the transition and the current step are always there."""


def kink(trace: AnyTrace, plain: Plain, k: int, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Draw two lines over the size of the vocabulary: the tokens of the text by this training and by plain BPE, with
    rules at step k and where the borders fall."""
    names = name_of(trace, say), say("superbpe.plain")
    rows = [
        *_points(names[0], trace.sizes(), trace.total_symbols, {k, trace.lift}),
        *_points(names[1], plain.sizes(), plain.total_symbols, set()),
    ]
    data = pd.DataFrame(rows, columns=["which", "size", "tokens"])
    scale = alt.Scale(domain=list(names), range=[colors.accent, colors.edge])
    dashes = alt.Scale(domain=list(names), range=[[1, 0], [6, 3]])
    lines = (
        alt.Chart(data)
        .mark_line(point=len(rows) <= 60)
        .encode(
            alt.X(
                "size:Q",
                title=say("column.vocabulary_size"),
                axis=alt.Axis(tickMinStep=1, format="~d"),
                scale=alt.Scale(zero=False),
            ),
            alt.Y("tokens:Q", title=say("column.tokens_of_text"), axis=alt.Axis(format="~s")),
            alt.Color("which:N", title=None, scale=scale, legend=alt.Legend(orient="top", labelLimit=300)),
            alt.StrokeDash("which:N", title=None, scale=dashes),
            tooltip=[alt.Tooltip("which:N"), alt.Tooltip("size:Q"), alt.Tooltip("tokens:Q")],
        )
    )
    layers = [lines, _rule(trace.sizes()[k], say("superbpe.chart.here"), colors.edge, [2, 2])]
    if trace.lift is not None:
        layers.append(_rule(trace.sizes()[trace.lift], say("superbpe.chart.lift"), colors.accent, [1, 0]))
    return alt.layer(*layers, height=300)


def _points(
    name: str, sizes: tuple[int, ...], totals: tuple[int, ...], always: set[int | None]
) -> list[tuple[str, int, int]]:
    every = max(1, len(sizes) // MAX_POINTS)
    drawn = [i for i in range(len(sizes)) if i % every == 0 or i == len(sizes) - 1 or i in always]
    return [(name, sizes[i], totals[i]) for i in drawn]


def _rule(size: int, label: str, color: str, dash: list[int]) -> alt.Chart:
    data = pd.DataFrame({"size": [size], "label": [label]})
    rule: alt.Chart = alt.Chart(data).mark_rule(color=color, strokeDash=dash)
    return rule.encode(alt.X("size:Q"), tooltip=[alt.Tooltip("label:N"), alt.Tooltip("size:Q")])
