"""Charts of unigram training, as Altair objects. Each has a text alternative in the module that shows it.

As in :mod:`tokviz.views.charts`, titles come from a catalog, the ink from the caller, and nothing is shown by colour
alone: what a colour says stands in a label or in the shape of a mark too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import altair as alt
import pandas as pd

from tokviz.views.catalog import Catalog
from tokviz.views.charts import INK, MAX_BARS
from tokviz.views.display import shorten, visible
from tokviz.views.unigram_numbers import amount, nats, probability

__all__ = ["MAX_CUT", "around_the_cut", "changes", "counts", "likelihood", "losses", "probabilities", "shares", "sizes"]

MAX_CUT = 24
"""How many pieces the bars of a pruning show: those on either side of the cut."""

_BEST, _OTHER, _THIRD, _PALE = "#d55e00", "#56a0d3", "#009e73", "#b0b0b0"  # apart for every kind of colour vision
_KINDS = ("seed", "expect", "maximize", "prune")
_KIND_COLOURS = [_THIRD, _PALE, _OTHER, _BEST]
_KIND_SHAPES = ["square", "circle", "triangle-up", "diamond"]
_FATES = ("removed", "kept", "protected", "restored")
_FATE_COLOURS = [_BEST, _OTHER, _PALE, _THIRD]
_LINES = ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]
_DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3]]

Layers = alt.LayerChart | alt.FacetChart


# -- one step ----------------------------------------------------------------------------------------------------------


def counts(table: pd.DataFrame, title: str, ink: str = INK) -> Layers:
    """Bars of how often the first pieces of `table` were counted: columns piece and count."""
    shown = table.head(MAX_BARS)
    data = pd.DataFrame(
        {
            "piece": _named(shown["piece"]),
            "value": shown["count"].astype(float),
            "label": [amount(float(count)) for count in shown["count"]],
        }
    )
    return _bars(data, title, _OTHER, ink)


def shares(table: pd.DataFrame, title: str, ink: str = INK) -> Layers:
    """Bars of the shares of a word's segmentations (:func:`tokviz.views.unigram_frames.shares`), the best first."""
    shown = table.head(MAX_BARS)
    data = pd.DataFrame(
        {
            "piece": [
                f"{i}. {shorten(visible(' '.join(path)), 36)}" for i, path in enumerate(shown["segmentation"], start=1)
            ],
            "value": shown["share"],
            "label": [f"{share:.2%}" for share in shown["share"]],
        }
    )
    return _bars(data, title, _OTHER, ink, most=1.0, form=".0%")


def changes(table: pd.DataFrame, say: Catalog, ink: str = INK) -> Layers:
    """Bars of the new probabilities (:func:`tokviz.views.unigram_frames.changes`), a tick where each was before."""
    shown = table[table["after"].notna()].head(MAX_BARS)
    data = pd.DataFrame(
        {
            "piece": _named(shown["piece"]),
            "value": shown["after"],
            "was": shown["before"],
            "label": [
                f"{probability(was)} → {probability(now)}"
                for was, now in zip(shown["before"], shown["after"], strict=True)
            ],
            "end": shown[["before", "after"]].max(axis=1),
        }
    )
    most = float(data["end"].max()) if len(data) else 1.0
    y = alt.Y("piece:N", sort=None, title=None, axis=alt.Axis(labelLimit=200, labelFontSize=13))
    scale = alt.Scale(domain=[0, most * 1.75], nice=False)
    axis = alt.Axis(format="~g", tickCount=5)
    base = alt.Chart(data)
    bars = base.mark_bar(cornerRadiusEnd=3, color=_OTHER).encode(
        y=y, x=alt.X("value:Q", title=say("up.changes.axis"), axis=axis, scale=scale)
    )
    ticks = base.mark_tick(color=ink, thickness=3, size=18).encode(y=y, x=alt.X("was:Q", scale=scale))
    labels = base.mark_text(align="left", dx=6, fontSize=12, color=ink).encode(
        y=y, x=alt.X("end:Q", scale=scale), text=alt.Text("label:N")
    )
    return alt.layer(bars, ticks, labels).properties(height=alt.Step(24))


def around_the_cut(table: pd.DataFrame) -> tuple[pd.DataFrame, int]:
    """The rows of `table` (:func:`tokviz.views.unigram_frames.losses`) that the bars show, and how many of them stand
    before the cut: all up to the last one that goes."""
    table = table[table["loss"].notna()].reset_index(drop=True)
    removed = table.index[table["fate"] == "removed"]
    cut = int(removed[-1]) + 1 if len(removed) else 0
    start = max(0, min(cut - MAX_CUT // 2, len(table) - MAX_CUT))
    return table.iloc[start : start + MAX_CUT], cut - start


def losses(table: pd.DataFrame, say: Catalog, ink: str = INK) -> Layers:
    """Bars of what the removal of each piece would cost, the cheapest first, with a line where the pruning cuts."""
    shown, cut = around_the_cut(table)
    names = {fate: say(f"up.fate.{fate}") for fate in _FATES}
    data = pd.DataFrame(
        {
            "piece": _named(shown["piece"], shown["rank"]),
            "value": shown["loss"],
            "label": [f"{nats(loss)}  {names[fate]}" for loss, fate in zip(shown["loss"], shown["fate"], strict=True)],
            "end": shown["loss"].clip(lower=0.0),
            "fate": [names[fate] for fate in shown["fate"]],
        }
    )
    present = [fate for fate in _FATES if fate in set(shown["fate"])]
    least, most = float(data["value"].min()), float(data["value"].max())
    span = (most - min(least, 0.0)) or 1.0
    scale = alt.Scale(domain=[min(least, 0.0), max(most, 0.0) + span * 0.6], nice=False)
    x = alt.X("value:Q", title=say("column.loss"), axis=alt.Axis(format="~g", tickCount=5), scale=scale)
    y = alt.Y("piece:N", sort=None, title=None, axis=alt.Axis(labelLimit=200, labelFontSize=13))
    colours = alt.Scale(
        domain=[names[fate] for fate in present], range=[_FATE_COLOURS[_FATES.index(fate)] for fate in present]
    )
    base = alt.Chart(data)
    bars = base.mark_bar(cornerRadiusEnd=3).encode(y=y, x=x, color=alt.Color("fate:N", scale=colours, legend=None))
    labels = base.mark_text(align="left", dx=5, fontSize=12, color=ink).encode(
        y=y, x=alt.X("end:Q", scale=scale), text=alt.Text("label:N")
    )
    layers = [bars, labels]
    if 0 < cut <= len(data):
        last = pd.DataFrame({"piece": [data["piece"].iloc[cut - 1]]})
        edge = alt.Y("piece:N", sort=None, bandPosition=1)
        layers.append(alt.Chart(last).mark_rule(color=ink, strokeWidth=2, strokeDash=[6, 3]).encode(y=edge))
    return alt.layer(*layers).properties(height=alt.Step(22))


# -- the whole course --------------------------------------------------------------------------------------------------


def likelihood(course: pd.DataFrame, k: int, say: Catalog, ink: str = INK) -> Layers:
    """The negative log-likelihood after each step (:func:`tokviz.views.unigram_frames.course`): a line, a mark for each
    kind of step, a rule at step k."""
    names = {kind: say(f"up.kind.{kind}") for kind in _KINDS}
    present = [kind for kind in _KINDS if kind in set(course["kind"])]
    data = pd.DataFrame(
        {
            "step": course["step"].astype(float),
            "loss": course["loss"],
            "kind": [names[kind] for kind in course["kind"]],
            "shown": [nats(loss) for loss in course["loss"]],
        }
    )
    domain = [names[kind] for kind in present]
    x = _steps(len(course), say)
    y = alt.Y("loss:Q", title=None, axis=alt.Axis(format="~s"), scale=alt.Scale(zero=False))
    base = alt.Chart(data)
    line = base.mark_line(color=_OTHER, strokeWidth=1.5).encode(x=x, y=y)
    marks = base.mark_point(size=80, filled=True, opacity=1).encode(
        x=x,
        y=y,
        color=alt.Color(
            "kind:N",
            title=None,
            scale=alt.Scale(domain=domain, range=[_KIND_COLOURS[_KINDS.index(kind)] for kind in present]),
            legend=alt.Legend(orient="top", labelLimit=300),
        ),
        shape=alt.Shape(
            "kind:N",
            title=None,
            scale=alt.Scale(domain=domain, range=[_KIND_SHAPES[_KINDS.index(kind)] for kind in present]),
        ),
        tooltip=[alt.Tooltip("step:Q", title=say("up.step")), alt.Tooltip("kind:N"), alt.Tooltip("shown:N")],
    )
    return alt.layer(line, marks, _here(k, ink)).properties(height=320, title=say("up.likelihood.axis"))


def probabilities(histories: pd.DataFrame, number: int, k: int, say: Catalog, ink: str = INK) -> Layers:
    """A line for each piece of `histories` (:func:`tokviz.views.unigram_frames.histories`) over `number` steps, on a
    logarithmic scale; it ends, with its name, where the piece was taken out."""
    order = list(dict.fromkeys(histories["piece"]))
    names = {piece: shorten(visible(piece), 16) for piece in order}
    data = pd.DataFrame(
        {
            "piece": histories["piece"].map(names),
            "step": histories["step"].astype(float),
            "probability": histories["probability"],
        }
    )
    low, high = float(data["probability"].min()), float(data["probability"].max())
    scale = alt.Scale(type="log", domain=[low / 1.15, high * 1.15], nice=False)
    y = alt.Y("probability:Q", title=None, axis=alt.Axis(format="~g", tickCount=6), scale=scale)
    x = _steps(number, say, room=1.14)
    domain = [names[piece] for piece in order]
    lines = (
        alt.Chart(data)
        .mark_line(strokeWidth=2)
        .encode(
            x=x,
            y=y,
            color=alt.Color(
                "piece:N",
                scale=alt.Scale(domain=domain, range=[_LINES[i % len(_LINES)] for i in range(len(domain))]),
                legend=None,
            ),
            strokeDash=alt.StrokeDash(
                "piece:N",
                scale=alt.Scale(
                    domain=domain, range=[_DASHES[i // len(_LINES) % len(_DASHES)] for i in range(len(domain))]
                ),
                legend=None,
            ),
            tooltip=[
                alt.Tooltip("piece:N", title=say("column.piece")),
                alt.Tooltip("step:Q", title=say("up.step")),
                alt.Tooltip("probability:Q", title=say("column.probability")),
            ],
        )
    )
    ends = _ends(data, number, math.log(high / low * 1.4) / 20)
    dots = alt.Chart(ends).mark_point(filled=True, size=60, color=ink, opacity=1).encode(
        x=x, y=y, shape=alt.Shape("gone:N", scale=alt.Scale(domain=[False, True], range=["circle", "cross"]), legend=None)
    )
    labels = (
        alt.Chart(ends)
        .mark_text(align="left", dx=8, fontSize=12, color=ink)
        .encode(x=x, y=alt.Y("place:Q", scale=scale), text=alt.Text("piece:N"))
    )
    return alt.layer(lines, dots, labels, _here(k, ink)).properties(height=420, title=say("up.probabilities.axis"))


def sizes(course: pd.DataFrame, target: int, k: int, say: Catalog, ink: str = INK) -> Layers:
    """The number of pieces after each step, with a rule at step k and one at the size that is wanted."""
    data = course[["step", "pieces"]].astype(float)
    most = max(float(data["pieces"].max()), target) * 1.08
    y = alt.Y("pieces:Q", title=None, axis=alt.Axis(format="~s", tickMinStep=1), scale=alt.Scale(domain=[0, most]))
    line = (
        alt.Chart(data)
        .mark_line(interpolate="step-after", color=_THIRD, point=len(data) <= 60)
        .encode(x=_steps(len(course), say), y=y, tooltip=[alt.Tooltip("step:Q"), alt.Tooltip("pieces:Q")])
    )
    wanted = pd.DataFrame({"pieces": [float(target)], "label": [say("up.sizes.target", size=f"{target:,}")]})
    goal = alt.Chart(wanted).mark_rule(color=_BEST, strokeDash=[2, 2]).encode(y=y)
    label = (
        alt.Chart(wanted)
        .mark_text(align="left", baseline="bottom", dx=4, dy=-2, fontSize=12, color=ink)
        .encode(y=y, x=alt.value(0), text=alt.Text("label:N"))
    )
    return alt.layer(line, goal, label, _here(k, ink)).properties(height=300, title=say("up.sizes.axis"))


# -- inside ------------------------------------------------------------------------------------------------------------


def _bars(data: pd.DataFrame, title: str, colour: str, ink: str, most: float = 0.0, form: str = "~s") -> Layers:
    """Bars of the columns piece and value in the order of the rows, each with its label."""
    most = most or max(float(data["value"].max()), 1e-9)
    base = alt.Chart(data).encode(
        y=alt.Y("piece:N", sort=None, title=None, axis=alt.Axis(labelLimit=240, labelFontSize=13)),
        x=alt.X(
            "value:Q",
            title=title,
            axis=alt.Axis(format=form, tickCount=5),
            scale=alt.Scale(domain=[0, most * 1.25], nice=False),
        ),
    )
    bars = base.mark_bar(cornerRadiusEnd=3, color=colour)
    labels = base.mark_text(align="left", dx=4, fontSize=13, color=ink).encode(alt.Text("label:N"))
    return alt.layer(bars, labels).properties(height=alt.Step(24))


def _named(pieces: pd.Series[str], ranks: Sequence[int] | None = None) -> list[str]:
    """The pieces with their ranks, which keep apart what looks alike when it is cut."""
    numbers = range(1, len(pieces) + 1) if ranks is None else ranks
    return [f"{i}. {shorten(visible(piece), 20)}" for i, piece in zip(numbers, pieces, strict=True)]


def _steps(number: int, say: Catalog, room: float = 1.0) -> alt.X:
    scale = alt.Scale(domain=[1, max(2, number) * room], nice=False)
    return alt.X("step:Q", title=say("up.step"), axis=alt.Axis(tickMinStep=1, format="~d"), scale=scale)


def _here(k: int, ink: str) -> alt.Chart:
    steps = [float(k)] if k else []
    rule: alt.Chart = alt.Chart(pd.DataFrame({"step": steps}, dtype=float)).mark_rule(strokeDash=[4, 3], color=ink)
    return rule.encode(alt.X("step:Q"))


def _ends(data: pd.DataFrame, number: int, gap: float) -> pd.DataFrame:
    """The last point of each line: piece, step, probability, gone, and place, where its label stands: those that end at
    the same step are put apart by at least `gap`, in logarithms."""
    ends = data.groupby("piece", sort=False).tail(1).sort_values(["step", "probability"], ascending=False)
    places: list[float] = []
    before: tuple[float, float] | None = None
    for step, value in zip(ends["step"], ends["probability"], strict=True):
        place = math.log(value)
        if before is not None and before[0] == step:
            place = min(place, before[1] - gap)
        before = (step, place)
        places.append(math.exp(place))
    return ends.assign(gone=ends["step"] < number, place=places)
