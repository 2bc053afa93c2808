"""A chart of points with its places on a drawing, for a notebook."""

from __future__ import annotations

from tokviz.views.shared.points import Points

__all__ = ["PointDrawing"]


class PointDrawing:
    """A chart of points as a drawing."""

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
