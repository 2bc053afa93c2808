"""The lattice of a word as a chart: positions on a line, characters between them, pieces as arcs above.

A chart takes the state of :func:`tokviz.views.lattice.viterbi.moment` and marks what is known then. What a colour says,
a line's width, its dashes or a sign in a label say as well. Of a long word the positions around the one that it is
about are shown. :func:`as_text` says the same in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tokviz.unigram import Arc, Lattice
from tokviz.views.lattice.numbers import cost, weight
from tokviz.views.lattice.viterbi import Moment
from tokviz.views.merges.narration import MAX_LISTED
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import INK
from tokviz.views.shared.display import shorten, visible

__all__ = ["MAX_HEIGHT", "WINDOW", "Shown", "Spec", "as_text", "graph", "shown"]

WINDOW = 14
"""How many characters of a word are shown: those around the position that the chart is about."""
MAX_HEIGHT = 440
"""A chart is at most this high, in pixels, however long its pieces are."""
_BLOCK = 6  # what is shown of a long word moves by so many characters, not with every step
_POINTS = 16  # of a curve
_ROW = 58  # pixels for each length of pieces, if there is room
_ABOVE, _BELOW = 42, 50  # pixels for the highest label, and for characters and costs
_ROOMY, _TALL = 46, 34  # pixels from one position to the next, and of a row, from which on labels have two lines

_PATH, _HERE, _SEEN = "#d55e00", "#0072b2", "#7a8794"  # apart for every kind of colour vision

Spec = dict[str, Any]
"""A Vega-Lite specification, or a part of one."""

State = Literal["later", "seen", "here", "path"]
_STYLES: Mapping[State, tuple[str, float, list[int], float]] = {  # colour (of the ink), width, dashes, opacity
    "later": ("", 1.2, [1, 0], 0.3),
    "seen": (_SEEN, 1.6, [1, 0], 0.8),
    "here": (_HERE, 2.6, [7, 4], 1.0),
    "path": (_PATH, 5.0, [1, 0], 1.0),
}


@dataclass(frozen=True)
class Shown:
    """What of a lattice is shown: from which position to which, and the arcs between them with what they are now.

    later: not looked at yet; seen: looked at; here: ends at the position that was just filled; path: on the best path
    to it, or traced back.
    """

    first: int
    last: int
    arcs: tuple[tuple[Arc, State], ...]
    total: int

    @property
    def is_part(self) -> bool:
        """Whether there are arcs that are not shown."""
        return len(self.arcs) < self.total


def shown(lattice: Lattice, now: Moment) -> Shown:
    """The part of a lattice that the chart shows."""
    length = len(lattice.word)
    first = max(0, min(now.position // _BLOCK * _BLOCK - _BLOCK, length - WINDOW))
    last = min(length, first + WINDOW)
    on_path = {(arc.begin, arc.end) for arc in now.path}
    here = {(arc.begin, arc.end) for arc, _ in now.candidates}

    def state(arc: Arc) -> State:
        place = arc.begin, arc.end
        if place in on_path:
            return "path"
        if place in here:
            return "here"
        return "later" if arc.end > now.filled else "seen"

    arcs = [(arc, state(arc)) for arc in lattice.arcs if first <= arc.begin and arc.end <= last]
    return Shown(first, last, tuple(arcs), len(lattice.arcs))


def graph(lattice: Lattice, now: Moment, common: int | None, say: Catalog, ink: str = INK) -> Spec:
    """The lattice as a chart. common: the denominator of fractions; ink: the colour of text.

    A plain Vega-Lite specification: Altair would take a third of a second to check it, at every step.
    """
    part = shown(lattice, now)
    number = part.last - part.first + 0.6
    longest = max((arc.end - arc.begin for arc, _ in part.arcs), default=1)
    row = min(_ROW, (MAX_HEIGHT - _ABOVE - _BELOW) / longest)
    scales = _Scales(
        x={"domain": [part.first - 0.3, part.last + 0.3], "nice": False, "zero": False},
        y={"domain": [-_BELOW / row, longest + _ABOVE / row], "nice": False, "zero": False},
        roomy=f"width / {number} > {_ROOMY}",
        row=row,
        ink=ink,
    )
    return {
        "height": round(row * longest + _ABOVE + _BELOW),
        "padding": {"left": 0, "right": 0, "top": 0, "bottom": 0},
        "view": {"stroke": None},
        "layer": [
            *_curves(part, scales),
            *_line(lattice, part, scales),
            *_labels(part, now, common, scales, say),
            *_positions(lattice, now, part, scales, say),
        ],
    }


def as_text(lattice: Lattice, now: Moment, common: int | None, say: Catalog) -> str:
    """What the chart shows, in words."""
    part = shown(lattice, now)
    listed = [_spoken(arc, common, say) for arc, _ in part.arcs[:60]]
    if len(part.arcs) > len(listed):
        listed.append("…")
    path = " ".join(visible(arc.piece) for arc in now.path[-MAX_LISTED * 4 :])
    return say(
        "lattice.alt",
        word=shorten(visible(lattice.word), 40),
        arcs=", ".join(listed),
        position=now.position,
        path=path or "–",
    )


# -- the layers of the graph -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Scales:
    """What all layers share: the scales, whether there is room for long labels (an expression), the height of a row in
    pixels, the colour of text."""

    x: Spec
    y: Spec
    roomy: str
    row: float
    ink: str

    def layer(self, mark: Spec, values: list[Spec], **channels: Spec) -> Spec:
        """A layer: points at x and y with what else they have."""
        at = {
            name: {"field": name, "type": "quantitative", "axis": None, "scale": scale}
            for name, scale in (("x", self.x), ("y", self.y))
        }
        return {"mark": mark, "data": {"values": values}, "encoding": at | channels}


def _curves(part: Shown, scales: _Scales) -> Iterator[Spec]:
    """The arcs as curves, those of the best path drawn last."""
    for state, (colour, width, dashes, opacity) in _STYLES.items():
        arcs = [arc for arc, is_now in part.arcs if is_now == state]
        mark = {
            "type": "line",
            "color": colour or scales.ink,
            "strokeWidth": width,
            "strokeDash": dashes,
            "opacity": opacity,
            "interpolate": "monotone",
        }
        points = [{"arc": i, "x": x, "y": y} for i, arc in enumerate(arcs) for x, y in _points(arc)]
        yield scales.layer(mark, points, detail={"field": "arc", "type": "nominal"})


def _points(arc: Arc) -> Iterator[tuple[float, float]]:
    """Points of a parabola that is as high as the piece is long."""
    length = arc.end - arc.begin
    for i in range(_POINTS + 1):
        t = i / _POINTS
        yield arc.begin + t * length, 4 * length * t * (1 - t)


def _labels(part: Shown, now: Moment, common: int | None, scales: _Scales, say: Catalog) -> Iterator[Spec]:
    """A piece and its probability on top of its arc; where there is little room, the piece only.

    The labels of the best path are bold, and those that are not looked at yet are pale.
    """
    two_lines = scales.roomy if scales.row > _TALL else "false"
    tied = {(arc.begin, arc.end) for arc in now.tied} if len(now.tied) > 1 else set()
    for states, weight_of_font, opacity in (
        (("later",), "normal", 0.75),  # still 4.5 to 1
        (("seen", "here"), "normal", 1.0),
        (("path",), "bold", 1.0),
    ):
        rows = []
        for arc, state in part.arcs:
            if state in states:
                piece = shorten(visible(arc.piece), 10) + ("" if arc.known else "?")
                signs = (" =" if (arc.begin, arc.end) in tied else "") + (" ✓" if state == "path" else "")
                label = f"{piece}{signs}\n{weight(arc, common, say)}"
                rows.append(
                    {"x": (arc.begin + arc.end) / 2, "y": arc.end - arc.begin, "piece": piece + signs, "label": label}
                )
        mark = {
            "type": "text",
            "text": {"expr": f"{two_lines} ? datum.label : datum.piece"},
            "dy": {"expr": f"{two_lines} ? -21 : -6"},
            "baseline": "bottom",
            "lineBreak": "\n",
            "fontSize": 13,
            "fontWeight": weight_of_font,
            "opacity": opacity,
        }
        # The first of the two is a ground on which the lines behind do not disturb.
        yield scales.layer(
            {
                **mark,
                "opacity": 1,
                "color": {"expr": "background"},
                "stroke": {"expr": "background"},
                "strokeWidth": {"expr": f"{two_lines} ? 4 : 2"},
                "strokeJoin": "round",
            },
            rows,
        )
        yield scales.layer({**mark, "color": scales.ink}, rows)


def _line(lattice: Lattice, part: Shown, scales: _Scales) -> Iterator[Spec]:
    """The line on which the positions lie, and the characters below it."""
    ends = [{"x": part.first, "y": 0}, {"x": part.last, "y": 0}]
    yield scales.layer({"type": "line", "color": scales.ink, "opacity": 0.5, "strokeWidth": 1.5}, ends)
    characters = [
        {"x": i + 0.5, "y": -18 / scales.row, "character": visible(lattice.word[i])}
        for i in range(part.first, part.last)
    ]
    mark = {"type": "text", "fontSize": {"expr": f"{scales.roomy} ? 20 : 14"}, "color": scales.ink}
    yield scales.layer(mark, characters, text={"field": "character", "type": "nominal"})


def _positions(lattice: Lattice, now: Moment, part: Shown, scales: _Scales, say: Catalog) -> Iterator[Spec]:
    """The positions with their numbers; below those that are filled what the best path to them costs."""
    rows: list[Spec] = []
    for position in range(part.first, part.last + 1):
        is_here, is_filled = position == now.position, position <= now.filled
        score = lattice.table[position].score
        rows.append(
            {
                "x": position,
                "y": 0,
                "number": say.integer(position),
                "fill": _PATH if is_here else _HERE if is_filled else "#ffffff",
                "ink": "#000000" if is_here else "#ffffff" if is_filled else INK,
                "ring": scales.ink if is_here else _HERE if is_filled else _SEEN,
                "size": 620 if is_here else 380,  # square pixels
                "cost": cost(score, say) if is_filled else "",
                "short": cost(score, say, 1) if is_filled else "",
            }
        )

    def own(name: str) -> Spec:
        return {"field": name, "type": "nominal", "scale": None}

    size = {"expr": f"{scales.roomy} ? datum.size : datum.size * 0.6"}
    circle = {"type": "circle", "opacity": 1, "strokeWidth": 2.5, "size": size}
    yield scales.layer(circle, rows, color=own("fill"), stroke=own("ring"))
    number = {"type": "text", "fontSize": {"expr": f"{scales.roomy} ? 13 : 10"}, "fontWeight": "bold"}
    yield scales.layer(number, rows, text={"field": "number", "type": "nominal"}, color=own("ink"))
    costs = {
        "type": "text",
        "text": {"expr": f"{scales.roomy} ? datum.cost : datum.short"},
        "fontSize": 12,
        "color": scales.ink,
    }
    yield scales.layer(costs, [row | {"y": -40 / scales.row} for row in rows])


def _spoken(arc: Arc, common: int | None, say: Catalog) -> str:
    probability = weight(arc, common, say)
    return say("lattice.alt.arc", piece=visible(arc.piece), begin=arc.begin, end=arc.end, probability=probability)
