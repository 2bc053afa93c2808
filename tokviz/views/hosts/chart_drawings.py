"""The places of charts on drawings for a notebook, whose templates are ``line_chart.html`` and ``point_chart.html``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

from tokviz.views.shared.lines import Label, Line, Lines, Point
from tokviz.views.shared.points import Points

_LETTERS = 1.1  # times the highest value
_ROOM = 0.14  # of the steps, for the names at the ends of lines


class LineDrawing:
    """A chart of lines with its places on the drawing: a step across, a value up."""

    WIDTH, LEFT, RIGHT, TOP, BOTTOM = 640, 62, 12, 10, 40
    SHAPES: Mapping[str, str] = {
        "circle": "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
        "square": "m-4 -4h8v8h-8z",
        "triangle": "m0 -5l5 9h-10z",
        "diamond": "m0 -6l5 6l-5 6l-5 -6z",
        "cross": "m-5 -2h3v-3h4v3h3v4h-3v3h-4v-3h-3z",
    }

    def __init__(self, chart: Lines) -> None:
        steps = [x for line in chart.lines for x, _ in line.points]
        values = [chart.drawn(y) for line in chart.lines for _, y in line.points]
        values += [rule.at for rule in chart.rules if rule.is_level]
        self.chart = chart
        self.height = chart.height - 50
        beside = any(line.letters for line in chart.lines)  # room for letters above points
        self.first, self.last = min(steps) - beside, max(steps) + beside
        self.low = min(0.0, *values) if chart.is_from_zero and not chart.is_log else min(values)
        self.high = max(values) * (_LETTERS if beside else 1)
        self._end = self.last * (1 + _ROOM) if chart.labels else self.last

    def across(self, step: float) -> float:
        """Return the place of a step."""
        if self.chart.is_log_across:
            share = log(step / self.first) / (log(self._end / self.first) or 1)
        else:
            share = (step - self.first) / max(1, self._end - self.first)
        return round(self.LEFT + share * (self.WIDTH - self.LEFT - self.RIGHT), 1)

    def up(self, value: float) -> float:
        """Return the place of a value."""
        low, high, at = self.low, self.high, self.chart.drawn(value)
        if self.chart.is_log:
            low, high, at = log(low), log(high), log(at)
        share = (at - low) / ((high - low) or 1)
        return round(self.height - self.BOTTOM - share * (self.height - self.TOP - self.BOTTOM), 1)

    def path(self, points: Sequence[Point]) -> str:
        """Return the path of a line."""
        (first, at), *more = [(self.across(step), self.up(value)) for step, value in points]
        to = "H{}V{}" if self.chart.is_stepped else "L{} {}"
        return f"M{first} {at}" + "".join(to.format(x, y) for x, y in more)

    def mark(self, point: Point, shape: str = "circle") -> str:
        """Return the path of a dot."""
        return f"M{self.across(point[0])} {self.up(point[1])}{self.SHAPES[shape]}"

    def rule(self, at: float, is_level: bool = False) -> str:
        """Return the path of a straight line across."""
        if is_level:
            return f"M{self.LEFT} {self.up(at)}H{self.WIDTH - self.RIGHT}"
        return f"M{self.across(at)} {self.TOP}V{self.height - self.BOTTOM}"

    def lead(self, label: Label) -> str:
        """Return the path from the end of a line to its name."""
        return f"M{self.across(label.x)} {self.up(label.y)}L{self.across(label.x) + 9} {self.up(label.place)}"

    def letters(self) -> tuple[tuple[str, Point], ...]:
        """Return the letters above points, with the points."""
        return tuple(pair for line in self.chart.lines for pair in zip(line.letters, line.points, strict=False))

    def dotted(self) -> tuple[tuple[Line, Point], ...]:
        """Return each point of each line, where they are dots."""
        return tuple((line, point) for line in self.chart.lines for point in line.points if self.chart.is_dotted)


class PointDrawing:
    """A chart of points with its places on the drawing."""

    WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 60, 12, 10, 40

    def __init__(self, chart: Points) -> None:
        self.chart = chart

    def across(self, value: float) -> float:
        """Return the place of a value on the axis across."""
        return round(self.LEFT + self.chart.x.share(value) * (self.WIDTH - self.LEFT - self.RIGHT), 1)

    def up(self, value: float) -> float:
        """Return the place of a value on the axis up."""
        bottom = self.HEIGHT - self.BOTTOM
        return round(bottom - self.chart.y.share(value) * (bottom - self.TOP), 1)
