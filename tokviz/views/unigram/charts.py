"""Charts of unigram training, as Altair objects: of likelihood, size and probabilities over all steps.

Each has a text alternative in the module that shows it. As in :mod:`tokviz.views.shared.charts`, titles come from a
catalog, the colors from the caller, and nothing is shown by color alone: what a color says is also in a label, in the
shape of a mark or in the dashes of a line.
"""

from __future__ import annotations

import math

import altair as alt
import pandas as pd

from tokviz.unigram import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import Layers, here, scale_of
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.palette import LIGHT, Palette
from tokviz.views.unigram.keys import KIND_KEYS
from tokviz.views.unigram.tables import STEPS, progress_rows

__all__ = [
    "likelihood_lines",
    "probability_lines",
    "probability_table",
    "progress_table",
    "size_lines",
]

# -- all steps ---------------------------------------------------------------------------------------------------------


_SHAPES = {"seed": "square", "expect": "circle", "maximize": "triangle-up", "prune": "diamond"}
_DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3]]
_DOTTED = 60  # lines of up to this many points show each as a dot
_VANISHED = 1e-5  # of the highest probability: lower ones would press all others together

# -- frames ------------------------------------------------------------------------------------------------------------


def progress_table(trace: Trace) -> pd.DataFrame:
    """Return one row a step: step (from 1), kind, pieces and loss (the negative log-likelihood of the corpus) after
    it."""
    return STEPS.only("step", "kind", "pieces", "loss").of(progress_rows(trace)).frame()


def probability_table(trace: Trace, most: int = 12) -> pd.DataFrame:
    """Return the pieces that were ever the most probable, a row for each step that they are there after: piece, step,
    probability. At most `most` pieces, the most probable first."""
    heights: dict[str, float] = {}
    for k in range(1, len(trace) + 1):
        if trace[k - 1].kind in ("seed", "maximize") or k == len(trace):
            scores = trace.scores(k)
            for piece in sorted(scores, key=scores.__getitem__, reverse=True)[:most]:
                heights[piece] = max(heights.get(piece, -math.inf), scores[piece])
    chosen = sorted(heights, key=heights.__getitem__, reverse=True)[:most]
    rows = [
        (piece, k, probability)
        for piece in chosen
        for k, probability in enumerate(trace.history(piece))
        if probability is not None
    ]
    return pd.DataFrame(rows, columns=["piece", "step", "probability"])


# -- charts ------------------------------------------------------------------------------------------------------------


def likelihood_lines(table: pd.DataFrame, k: int, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Draw the negative log-likelihood after each step (:func:`progress_table`): a line, a mark for each
    kind of step, a rule at step k."""
    names = {kind: say(KIND_KEYS[kind]) for kind in _SHAPES}
    marked = {
        "seed": colors.series[0],
        "expect": colors.edge,
        "maximize": colors.accent,
        "prune": colors.series[1],
    }
    data = pd.DataFrame(
        {
            "step": table["step"].astype(float),
            "loss": table["loss"],
            "kind": [names[kind] for kind in table["kind"]],
            "shown": [say.nats(loss) for loss in table["loss"]],
        }
    )
    x = _step_axis(len(table), say)
    y = alt.Y("loss:Q", title=None, axis=alt.Axis(format="~s"), scale=alt.Scale(zero=False))
    base = alt.Chart(data)
    line = base.mark_line(color=colors.edge, strokeWidth=1.5).encode(x=x, y=y)
    marks = base.mark_point(size=80, filled=True, opacity=1).encode(
        x=x,
        y=y,
        color=alt.Color(
            "kind:N",
            title=None,
            scale=scale_of(names, marked, table["kind"]),
            legend=alt.Legend(orient="top", labelLimit=300),
        ),
        shape=alt.Shape("kind:N", title=None, scale=scale_of(names, _SHAPES, table["kind"])),
        tooltip=[alt.Tooltip("step:Q", title=say("unigram.step")), alt.Tooltip("kind:N"), alt.Tooltip("shown:N")],
    )
    return alt.layer(line, marks, _current_steps(k, colors), height=320, title=say("unigram.likelihood.axis"))


def probability_lines(histories: pd.DataFrame, number: int, k: int, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Draw a line for each piece of `histories` (:func:`probability_table`) over `number` steps, on a
    logarithmic scale; it ends, with its name, where the piece was taken out. What all but vanishes runs along the
    bottom, and has an arrow behind its name."""
    order = list(dict.fromkeys(histories["piece"]))
    high = float(histories["probability"].max())
    low = max(float(histories["probability"].min()), high * _VANISHED)
    data = pd.DataFrame(
        {
            "piece": _shortened(histories["piece"]),
            "step": histories["step"].astype(float),
            "probability": histories["probability"].clip(lower=low),
            "exactly": [say.probability(value) for value in histories["probability"]],
        }
    )
    scale = alt.Scale(type="log", domain=[low / 1.15, high * 1.15], nice=False)
    x = _step_axis(number, say, room=1.14)
    y = alt.Y("probability:Q", title=None, axis=alt.Axis(tickCount=6), scale=scale)
    domain = _shortened(pd.Series(order))
    lines_of = colors.ramp
    hues = [lines_of[i % len(lines_of)] for i in range(len(domain))]
    dashes = [_DASHES[i // len(lines_of) % len(_DASHES)] for i in range(len(domain))]
    lines = (
        alt.Chart(data)
        .mark_line(strokeWidth=2)
        .encode(
            x=x,
            y=y,
            color=alt.Color("piece:N", scale=alt.Scale(domain=domain, range=hues), legend=None),
            strokeDash=alt.StrokeDash("piece:N", scale=alt.Scale(domain=domain, range=dashes), legend=None),
            tooltip=[
                alt.Tooltip("piece:N", title=say("column.piece")),
                alt.Tooltip("step:Q", title=say("unigram.step")),
                alt.Tooltip("exactly:N", title=say("column.probability")),
            ],
        )
    )
    ends = alt.Chart(_line_ends(data, number, low, high))
    shapes = alt.Scale(domain=[False, True], range=["circle", "cross"])
    dots = ends.mark_point(filled=True, size=60, color=colors.ink, opacity=1).encode(
        x=x, y=y, shape=alt.Shape("gone:N", scale=shapes, legend=None)
    )
    place = alt.Y("place:Q", scale=scale)
    leads = ends.mark_rule(color=colors.ink, opacity=0.35).encode(x=x, y=y, x2=alt.X2("beside:Q"), y2=alt.Y2("place:Q"))
    labels = ends.mark_text(align="left", dx=3, fontSize=12, color=colors.ink).encode(
        x=alt.X("beside:Q"), y=place, text=alt.Text("label:N")
    )
    return alt.layer(
        lines, leads, dots, labels, _current_steps(k, colors), height=420, title=say("unigram.probabilities.axis")
    )


def size_lines(table: pd.DataFrame, target: int, k: int, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Draw the number of pieces after each step, with a rule at step k and one at the size that is wanted."""
    data = table[["step", "pieces"]].astype(float)
    most = max(float(data["pieces"].max()), target) * 1.08
    y = alt.Y("pieces:Q", title=None, axis=alt.Axis(format="~s", tickMinStep=1), scale=alt.Scale(domain=[0, most]))
    points = alt.OverlayMarkDef(color=colors.accent) if len(data) <= _DOTTED else False
    line = (
        alt.Chart(data)
        .mark_line(interpolate="step-after", color=colors.accent, point=points)
        .encode(x=_step_axis(len(table), say), y=y, tooltip=[alt.Tooltip("step:Q"), alt.Tooltip("pieces:Q")])
    )
    wanted = pd.DataFrame({"pieces": [float(target)], "label": [say("unigram.sizes.target", size=target)]})
    goal = alt.Chart(wanted).mark_rule(color=colors.muted, strokeDash=[2, 2]).encode(y=y)
    label = (
        alt.Chart(wanted)
        .mark_text(align="left", baseline="bottom", dx=4, dy=-2, fontSize=12, color=colors.ink)
        .encode(y=y, x=alt.value(0), text=alt.Text("label:N"))
    )
    return alt.layer(line, goal, label, _current_steps(k, colors), height=300, title=say("unigram.sizes.axis"))


def _shortened(pieces: pd.Series[str]) -> list[str]:
    return [shorten(visible(piece), 16) for piece in pieces]


def _step_axis(number: int, say: Catalog, room: float = 1.0) -> alt.X:
    scale = alt.Scale(domain=[1, max(2, number) * room], nice=False)
    ticks = list(range(1, number + 1, max(1, round(number / 12))))
    return alt.X("step:Q", title=say("unigram.step"), axis=alt.Axis(values=ticks, format="d"), scale=scale)


def _current_steps(k: int, colors: Palette) -> alt.Chart:
    return here([k] if k else [], colors)


def _line_ends(data: pd.DataFrame, number: int, low: float, high: float) -> pd.DataFrame:
    """Return the last point of each line: piece, step, probability, gone, label, and where the label is: beside (on
    the axis of steps) and place. Labels at the same step are put apart."""
    ends = data.groupby("piece", sort=False).tail(1).sort_values(["step", "probability"], ascending=False)
    gap = (math.log(high / low) or 1.0) / 24
    places: list[float] = []
    for _, group in ends.groupby("step", sort=False):
        here = [math.log(value) for value in group["probability"]]
        for i in range(1, len(here)):
            here[i] = min(here[i], here[i - 1] - gap)
        for i in reversed(range(len(here))):  # what was pushed out at the bottom pushes back
            floor = math.log(low) if i == len(here) - 1 else here[i + 1] + gap
            here[i] = max(here[i], floor)
        places += [math.exp(place) for place in here]
    vanished = ends["probability"] <= high * _VANISHED
    return ends.assign(
        gone=ends["step"] < number,
        label=ends["piece"] + [" ↓" if gone else "" for gone in vanished],
        place=places,
        beside=ends["step"] + max(2, number) * 0.02,
    )
