"""The candidates that a step of WordPiece chooses from, with the arithmetic of their scores, and as a scatter.

Where the rules go by the likelihood gain, the gains are in place of the scores; `measure` says which of the two.

The columns of the frame are plain; the fraction as it is filled in (``5 / (20 × 5) = 1/20``) is one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import altair as alt
import numpy as np
import pandas as pd

from tokviz.bpe import Pair
from tokviz.merging.reasons import PairValue
from tokviz.text_keys import column_key
from tokviz.views.shared import charts, reasons
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.palette import LIGHT, Palette
from tokviz.views.shared.tables import (
    Column,
    FilledTable,
    Table,
    as_change,
    as_tied,
    as_token,
    as_tokens,
    as_value,
)
from tokviz.wordpiece import Candidate, Trace

__all__ = ["MAX_POINTS", "SCORES", "Measure", "Scores", "candidates", "listed", "points", "scatter", "worked_out"]

_MEASURED_ROLES = {
    ("winner", "score"): "scores.role.winner.score",
    ("both", "score"): "scores.role.both.score",
    ("winner", "gain"): "scores.role.winner.gain",
    ("both", "gain"): "scores.role.both.gain",
}

_ROLES = {
    "bpe": "scores.role.bpe",
    "other": "scores.role.other",
    "rare": "scores.role.rare",
}

Measure = Literal["score", "gain"]

MAX_POINTS = 600
"""The scatter shows at most about this many pairs: the best by score and the most frequent."""

_ROOM = 0.07  # labels are at least this share of an axis apart
_BELOW, _ABOVE = 0.07, 0.22  # the room beyond the points, as shares of an axis; labels need the larger one
_BEST = ("winner", "both")  # the roles of what the rules choose
_PLAIN = ("other", "rare")  # the roles of what nobody would choose
_SHAPES = {"winner": "diamond", "bpe": "square", "both": "diamond", "other": "circle", "rare": "cross"}


@dataclass(frozen=True)
class Scores:
    """Candidates of a step, the choice first. highest: the one of the highest score or gain, if any; least: the count
    below which a pair is too rare to be chosen."""

    trace: Trace
    found: Sequence[Candidate]
    highest: Candidate | None
    least: int

    @classmethod
    def of_step(cls, trace: Trace, k: int, most: int | None = None) -> Scores:
        """Return the first `most` candidates of step k."""
        scored = trace.candidates(k)
        least = trace.rules.minimum_count
        if not scored or scored[0].count < least:
            least = 0  # all are too rare: training ends here
        allowed = [candidate for candidate in scored if candidate.count >= least]
        by_count = trace.rules.select_by == "count"
        highest = (
            max(allowed, key=lambda candidate: candidate.score, default=None) if by_count else next(iter(allowed), None)
        )
        return cls(trace, scored[:most], highest, least)

    def pairs(self) -> list[Pair]:
        return [candidate.pair for candidate in self.found]

    def values(self) -> list[float]:
        """Return the scores, or the gains where the rules go by them."""
        by_gain = self.trace.rules.select_by == "gain"
        return [
            candidate.gain if by_gain else candidate.count / (candidate.left_count * candidate.right_count)
            for candidate in self.found
        ]

    def pair_values(self) -> list[PairValue]:
        """Return what each score or gain is worked out from."""
        measure: Measure = "gain" if self.trace.rules.select_by == "gain" else "score"
        return [
            PairValue(measure, candidate.pair, candidate.count, (candidate.left_count, candidate.right_count), value)
            for candidate, value in zip(self.found, self.values(), strict=True)
        ]

    def roles(self) -> list[str]:
        """Return the role of each: ``winner``, the highest score or gain; ``bpe``, what byte-pair encoding would take;
        ``both``; ``other``; or ``rare``, neither tied nor the highest as long as there are others."""
        return [self._role(candidate) for candidate in self.found]

    def _role(self, candidate: Candidate) -> str:
        if candidate is self.highest:
            return "both" if candidate.bpe_rank == 1 else "winner"
        return "bpe" if candidate.bpe_rank == 1 else "other" if candidate.count >= self.least else "rare"


SCORES: Table[Scores] = Table(
    (
        Column("rank", "column.rank", lambda of: range(1, len(of.found) + 1), is_number=True),
        Column("pair", "column.pair", Scores.pairs, as_tokens, has_tokens=True),
        Column("left", "cli.column.left", lambda of: [candidate.pair[0] for candidate in of.found], as_token),
        Column("right", "cli.column.right", lambda of: [candidate.pair[1] for candidate in of.found], as_token),
        Column("count", "column.count", lambda of: [candidate.count for candidate in of.found], is_number=True),
        Column(
            "left_count",
            "cli.column.left_count",
            lambda of: [candidate.left_count for candidate in of.found],
            is_number=True,
        ),
        Column(
            "right_count",
            "cli.column.right_count",
            lambda of: [candidate.right_count for candidate in of.found],
            is_number=True,
        ),
        Column("score", "column.score", Scores.values, as_value),
        Column("arithmetic", "column.arithmetic", Scores.pair_values, reasons.worked_out),
        Column(
            "likelihood_change",
            "column.likelihood_change",
            lambda of: [candidate.likelihood_change for candidate in of.found],
            as_change,
        ),
        Column(
            "bpe_rank", "column.bpe_rank", lambda of: [candidate.bpe_rank for candidate in of.found], is_number=True
        ),
        Column("tied", "column.tied", lambda of: [candidate.is_tied for candidate in of.found], as_tied),
        Column("role", "column.role", Scores.roles),
    )
)
"""The table of candidates of a step of WordPiece. `score` is the gain where the rules go by that; `likelihood_change`
is what the merge would do to the log-likelihood, in nats; `tied` says which share the first place."""

_PLAIN_COLUMNS = ("rank", "left", "right", "count", "left_count", "right_count")


def candidates(trace: Trace, k: int, most: int | None = None) -> pd.DataFrame:
    """Return what step k chooses from, the choice first; only the first `most` rows when given."""
    names = (*_PLAIN_COLUMNS, "score", "likelihood_change", "bpe_rank", "tied", "role")
    return SCORES.only(*names).of(Scores.of_step(trace, k, most)).frame()


def listed(trace: Trace, k: int, say: Catalog) -> FilledTable:
    """Return the same for those who read it in a terminal: the score as it is worked out."""
    table = SCORES.only(*_PLAIN_COLUMNS, "arithmetic", "likelihood_change", "tied")
    return table.in_words(say, "arithmetic").of(Scores.of_step(trace, k))


def worked_out(table: pd.DataFrame, say: Catalog, measure: Measure = "score") -> list[str]:
    """Return the scores or gains in `table` (:func:`candidates`) as they are worked out."""
    columns = ("left", "right", "count", "left_count", "right_count", "score")
    rows = zip(*(table[column] for column in columns), strict=True)
    return [
        reasons.worked_out(PairValue(measure, (left, right), count, (left_count, right_count), value), say)
        for left, right, count, left_count, right_count, value in rows
    ]


def points(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `table` (:func:`candidates`, all of them) that the scatter shows."""
    if len(table) <= MAX_POINTS:
        return table
    half = MAX_POINTS // 2
    return table[(table["rank"] <= half) | (table["bpe_rank"] <= half) | ~table["role"].isin(_PLAIN)]


def scatter(table: pd.DataFrame, say: Catalog, colors: Palette = LIGHT, measure: Measure = "score") -> charts.Layers:
    """Count against score, a point a pair (:func:`points`); the highest and the most frequent are named,
    and where there are few, all that have room for a name.

    Both scales are logarithmic: counts and scores of a text go over several powers of ten. That of gains is not, since
    some are below 0.
    """
    names = {role: say(_ROLES[role]) for role in _SHAPES if role not in _BEST}
    names |= {role: say(_MEASURED_ROLES[role, measure]) for role in _BEST}
    marked = {
        "winner": colors.accent,
        "bpe": colors.series[1],
        "both": colors.accent,
        "other": colors.edge,
        "rare": colors.edge,
    }
    is_choice = [role not in _PLAIN for role in table["role"]]
    named = [is_chosen or len(table) <= charts.MAX_BARS for is_chosen in is_choice]
    data = pd.DataFrame(
        {
            "pair": charts.pair_names(table),
            "count": table["count"].astype(float),
            "score": table["score"],
            "arithmetic": worked_out(table, say, measure),
            "role": [names[role] for role in table["role"]],
        }
    )
    x = alt.X("count:Q", title=say("column.count"), axis=alt.Axis(format="~s", tickCount=5), scale=_log(data["count"]))
    names_at = _labels(data.assign(choice=is_choice)[named], measure)
    room = _ABOVE if not names_at["above"].all() else _BELOW
    values = _log(data["score"], room) if measure == "score" else _linear(data["score"], room)
    y = alt.Y("score:Q", title=say(column_key(measure)), axis=alt.Axis(format="~g", tickCount=5), scale=values)
    dots = (
        alt.Chart(data.iloc[sorted(range(len(data)), key=is_choice.__getitem__)])  # the choices lie on top
        .mark_point(size=90, filled=True, opacity=0.8)
        .encode(
            x,
            y,
            alt.Color(
                "role:N",
                title=None,
                scale=charts.scale_of(names, marked, table["role"]),
                legend=alt.Legend(orient="top", direction="vertical", labelLimit=300),
            ),
            alt.Shape("role:N", title=None, scale=charts.scale_of(names, _SHAPES, table["role"])),
            tooltip=[
                alt.Tooltip("pair:N", title=say("column.pair")),
                alt.Tooltip("count:Q", title=say("column.count")),
                alt.Tooltip("arithmetic:N", title=say(column_key(measure))),
            ],
        )
    )
    labels = [
        alt.Chart(names_at[names_at["above"] == above].drop(columns="above"))
        .mark_text(align="left", dx=9, dy=-4 if above else 4, angle=315 if above else 45, fontSize=14, color=colors.ink)
        .encode(x, y, text=alt.Text("pair:N"))
        for above in (True, False)
    ]
    return alt.layer(dots, *labels, height=340)


def _labels(data: pd.DataFrame, measure: Measure) -> pd.DataFrame:
    """Return the names to write at points, above them or below: the two choices first, then what does not run into a
    name that is there.
    """
    data = data.sort_values("choice", ascending=False, kind="stable")
    named = data.groupby(["count", "score"], as_index=False, sort=False).agg(
        pair=("pair", _together), choice=("choice", "max")
    )
    heights = named["score"] if measure == "gain" else np.log(named["score"])
    axes = np.array([np.log(named["count"]), heights])
    lengths = np.ptp(axes, axis=1)
    lengths[lengths == 0] = 1.0

    def is_apart(row: int, other: int) -> bool:
        return bool(np.any(np.abs(axes[:, row] - axes[:, other]) > _ROOM * lengths))

    above_rows: list[int] = []
    below_rows: list[int] = []
    for row, is_choice in enumerate(named["choice"]):
        if is_choice or all(is_apart(row, other) for other in above_rows):
            above_rows.append(row)
        elif all(is_apart(row, other) for other in below_rows):
            below_rows.append(row)
    kept = named.loc[[*above_rows, *below_rows], ["count", "score", "pair"]]
    return kept.assign(above=[True] * len(above_rows) + [False] * len(below_rows))


def _together(pairs: pd.Series[str]) -> str:
    """Return the names of points that lie upon each other."""
    shown = ", ".join(pairs[:3])
    return shown if len(pairs) <= 3 else f"{shown} +{len(pairs) - 3}"


def _log(values: pd.Series[float], below: float = _BELOW) -> alt.Scale:
    """Return a logarithmic scale with room at both ends, more at the upper one, where the labels go. below: the room at
    the lower one, as a share.
    """
    least, most = float(values.min()), float(values.max())
    span = max(most / least, 4.0)
    return alt.Scale(type="log", domain=[least / span**below, most * span**_ABOVE], nice=False)


def _linear(values: pd.Series[float], below: float = _BELOW) -> alt.Scale:
    """Return a plain scale with the same room."""
    least, most = float(values.min()), float(values.max())
    span = most - least or 1.0
    return alt.Scale(domain=[least - span * below, most + span * _ABOVE], nice=False)
