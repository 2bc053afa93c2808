"""Charts of one step of unigram training, as Altair objects. Each has a text alternative in the module that shows it.

As in :mod:`tokviz.views.shared.charts`, titles come from a catalog, the colors from the caller, and nothing is shown by
color alone: what a color says is also in a label or in the shape of a mark.
"""

from __future__ import annotations

from collections.abc import Iterable

import altair as alt
import pandas as pd

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import MAX_BARS, Layers, bars, height_of, scale_of
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.palette import LIGHT, Palette
from tokviz.views.unigram.numbers import split

__all__ = ["MAX_CUT", "around_the_cut", "changes", "counts", "losses", "shares"]

MAX_CUT = 24
"""How many pieces the bars of a pruning show: those on either side of the cut."""

_FATES = ("removed", "kept", "protected", "restored")


def counts(table: pd.DataFrame, title: str, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Bars of how often the first pieces of `table` were counted: columns piece and count."""
    shown = table.head(MAX_BARS)
    data = pd.DataFrame(
        {
            "piece": _named(shown["piece"]),
            "value": shown["count"].astype(float),
            "label": [say.amount(float(count)) for count in shown["count"]],
        }
    )
    return _bars(data, title, max(float(data["value"].max()), 1e-9), alt.Axis(format="~s", tickCount=5), colors)


def shares(table: pd.DataFrame, title: str, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Bars of the shares of a word's segmentations (:func:`tokviz.views.unigram.tables.shares`), the best first."""
    shown = table.head(MAX_BARS)
    data = pd.DataFrame(
        {
            "piece": [f"{i}. {shorten(split(path), 36)}" for i, path in enumerate(shown["segmentation"], start=1)],
            "value": shown["share"],
            "label": [say.percent(share, 2) for share in shown["share"]],
        }
    )
    return _bars(data, title, 1.0, alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1]), colors)


def changes(table: pd.DataFrame, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Bars of the new probabilities (:func:`tokviz.views.unigram.tables.changes`), a tick where each was before."""
    shown = table[table["after"].notna()].head(MAX_BARS)
    data = pd.DataFrame(
        {
            "piece": _named(shown["piece"]),
            "value": shown["after"],
            "was": shown["before"],
            "label": [
                f"{say.probability(was)} → {say.probability(now)}"
                for was, now in zip(shown["before"], shown["after"], strict=True)
            ],
            "end": shown[["before", "after"]].max(axis=1),
        }
    )
    most = float(data["end"].max()) if len(data) else 1.0
    y = alt.Y("piece:N", sort=None, title=None, axis=alt.Axis(labelLimit=200, labelFontSize=14))
    scale = alt.Scale(domain=[0, most * 1.75], nice=False)
    axis = alt.Axis(tickCount=5)
    base = alt.Chart()
    lengths = base.mark_bar(cornerRadiusEnd=3, color=colors.bar).encode(
        y=y, x=alt.X("value:Q", title=say("unigram.changes.axis"), axis=axis, scale=scale)
    )
    ticks = base.mark_tick(color=colors.ink, thickness=3, size=18).encode(y=y, x=alt.X("was:Q", scale=scale))
    labels = base.mark_text(align="left", dx=6, fontSize=12, color=colors.ink).encode(
        y=y, x=alt.X("end:Q", scale=scale), text=alt.Text("label:N")
    )
    return alt.layer(lengths, ticks, labels, data=data, height=height_of(len(data), 24))


def around_the_cut(table: pd.DataFrame) -> tuple[pd.DataFrame, int]:
    """The rows of `table` (:func:`tokviz.views.unigram.tables.losses`) that the bars show, and how many of them stand
    before the cut. Of many pieces these are the nearest to the cut, and a few of those that stay, up to the dearest."""
    table = table[table["loss"].notna()].reset_index(drop=True)
    cut = int((table["fate"] == "removed").sum())
    if len(table) <= MAX_CUT:
        return table, cut
    near = MAX_CUT // 4
    first = max(0, min(cut, len(table)) - near)
    beyond = min(cut + near, len(table))
    end = max(int((table["fate"] != "protected").sum()), beyond)
    left = MAX_CUT - (beyond - first)
    far = [beyond + (end - beyond) * (i + 1) // left - 1 for i in range(left)]
    places = sorted({*range(first, beyond), *(place for place in far if place >= beyond)})
    return table.iloc[places], cut - first


def losses(table: pd.DataFrame, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Bars of what the removal of each piece would cost, the cheapest first, with a line where the pruning cuts."""
    shown, cut = around_the_cut(table)
    names = {fate: say(f"unigram.fate.{fate}") for fate in _FATES}
    data = pd.DataFrame(
        {
            "piece": _named(shown["piece"], shown["rank"]),
            "value": shown["loss"],
            "label": [
                f"{say.nats(loss)}  {names[fate]}" for loss, fate in zip(shown["loss"], shown["fate"], strict=True)
            ],
            "end": shown["loss"].clip(lower=0.0),
            "fate": [names[fate] for fate in shown["fate"]],
        }
    )
    least, most = float(data["value"].min()), float(data["value"].max())
    span = (most - min(least, 0.0)) or 1.0
    scale = alt.Scale(domain=[min(least, 0.0), max(most, 0.0) + span * 0.6], nice=False)
    x = alt.X("value:Q", title=say("column.loss"), axis=alt.Axis(tickCount=5), scale=scale)
    y = alt.Y("piece:N", sort=None, title=None, axis=alt.Axis(labelLimit=200, labelFontSize=14))
    marked = {
        "removed": colors.bad,
        "kept": colors.bar,
        "protected": colors.edge,
        "restored": colors.series[1],
    }
    fates = scale_of(names, marked, shown["fate"])
    base = alt.Chart()
    lengths = base.mark_bar(cornerRadiusEnd=3).encode(y=y, x=x, color=alt.Color("fate:N", scale=fates, legend=None))
    labels = base.mark_text(align="left", dx=5, fontSize=12, color=colors.ink).encode(
        y=y, x=alt.X("end:Q", scale=scale), text=alt.Text("label:N")
    )
    layers = [lengths, labels]
    if 0 < cut <= len(data):
        last = pd.DataFrame({"piece": [data["piece"].iloc[cut - 1]]})
        edge = alt.Y("piece:N", sort=None, bandPosition=1)
        layers.append(alt.Chart(last).mark_rule(color=colors.ink, strokeWidth=2, strokeDash=[6, 3]).encode(y=edge))
    return alt.layer(*layers, data=data, height=height_of(len(data), 22))


# -- inside ------------------------------------------------------------------------------------------------------------


def _bars(data: pd.DataFrame, title: str, most: float, axis: alt.Axis, colors: Palette) -> Layers:
    """Bars of the columns piece and value in the order of the rows, each with its label."""
    x = alt.X("value:Q", title=title, axis=axis, scale=alt.Scale(domain=[0, most * 1.25], nice=False))
    return bars(data, "piece", x, colors.bar, colors, limit=240)


def _named(pieces: pd.Series[str], ranks: Iterable[int] | None = None) -> list[str]:
    """The pieces with their ranks, which keep apart what looks alike when it is cut."""
    numbers = range(1, len(pieces) + 1) if ranks is None else ranks
    return [f"{i}. {shorten(visible(piece), 20)}" for i, piece in zip(numbers, pieces, strict=True)]
