"""Bars of segmentations: the best with their shares, and the random ones beside what should come."""

from __future__ import annotations

import altair as alt
import pandas as pd

from tokviz.views.shared import charts
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import Layers
from tokviz.views.shared.display import shorten
from tokviz.views.shared.palette import LIGHT, Palette

__all__ = ["best_bars", "sample_bars"]

_LABEL = "datum.value > 1 ? '' : datum.label"  # there is room for labels beyond the longest bar


def sample_bars(table: pd.DataFrame, most: float, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Draw the parts that came up beside the expected ones (:func:`tokviz.views.lattice.tables.samples`): bars, and a
    tick where each should end. most: the greatest part of all the charts that are side by side."""
    data = pd.DataFrame(
        {
            "split": _names(table),
            "drawn": table["drawn"].astype(float),
            "expected": table["expected"].astype(float),
            "end": table[["drawn", "expected"]].max(axis=1).astype(float),
            "label": [
                f"{say.decimal(part, 4)} / {say.decimal(drawn, 4)}"
                for part, drawn in zip(table["expected"], table["drawn"], strict=True)
            ],
        }
    )
    scale = alt.Scale(domain=[0, max(most, 1e-9) * 1.7], nice=False)
    base = alt.Chart(data).encode(
        y=alt.Y("split:N", sort=None, title=None, axis=alt.Axis(labelLimit=190, labelFontSize=14))
    )
    length = base.mark_bar(color=colors.bar, cornerRadiusEnd=3, size=15).encode(
        x=alt.X("drawn:Q", title=None, axis=alt.Axis(format="~%", tickCount=4, labelExpr=_LABEL), scale=scale)
    )
    ticks = base.mark_tick(color=colors.accent, thickness=4, size=22).encode(x=alt.X("expected:Q"))
    labels = base.mark_text(align="left", dx=7, fontSize=12, color=colors.ink).encode(
        x=alt.X("end:Q"), text=alt.Text("label:N")
    )
    return alt.layer(length, ticks, labels, height=charts.height_of(len(data), 30))


def best_bars(table: pd.DataFrame, title: str, colors: Palette = LIGHT) -> Layers:
    """Draw bars of the shares of segmentations: columns segmentation, share and label, in this order."""
    scale = alt.Scale(domain=[0, max(float(table["share"].max()), 1e-9) * 1.7], nice=False)
    x = alt.X("share:Q", title=title, axis=alt.Axis(format="~%", tickCount=5, labelExpr=_LABEL), scale=scale)
    return charts.bars(table.assign(split=_names(table)), "split", x, colors.bar, colors, limit=220, step=26)


def _names(table: pd.DataFrame) -> list[str]:
    """Return the segmentations with their rank, which keeps two apart that are cut to the same text."""
    return [f"{rank}. {shorten(name, 30)}" for rank, name in enumerate(table["segmentation"], 1)]
