"""A chart of points as a record: what each point is called, how it looks, and which names have room beside theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log, log10
from typing import Literal

from tokviz.views.shared.catalog import Catalog

_ROOM = 0.07  # labels are at least this share of an axis apart
_BELOW, _ABOVE = 0.07, 0.22  # the room beyond the points, as shares of an axis; labels need the larger one
_LEAST_SPAN = 4.0  # from the least value to the greatest of a logarithmic axis, as a factor
_LEAST_TICKS, _TICKS, _MOST_TICKS = 3, 5, 7  # values that are written at an axis: at least, about and at most
_TOGETHER = 3  # names of points in one place


@dataclass(frozen=True)
class Tick:
    """A value that is written at an axis."""

    value: float
    text: str


@dataclass(frozen=True)
class Axis:
    """An axis. low, high: where it begins and ends."""

    title: str
    low: float
    high: float
    ticks: tuple[Tick, ...]
    is_log: bool = False

    def share(self, value: float) -> float:
        """Return the place of a value between both ends, 0 to 1.

        >>> Axis("count", 1, 100, (), is_log=True).share(10), Axis("count", 0, 100, ()).share(10)
        (0.5, 0.1)
        """
        low, high, at = (log(one) if self.is_log else one for one in (self.low, self.high, value))
        return (at - low) / (high - low)


@dataclass(frozen=True)
class PointKind:
    """A kind of points. look: its color, a name of the palette; hue: its hue in place of that."""

    name: str
    look: Literal["accent", "edge"]
    shape: Literal["circle", "square", "diamond", "cross"]
    hue: int | None = None


@dataclass(frozen=True)
class Point:
    """A point. kind: its place among the kinds of the chart; written: its value `y` as it is written."""

    name: str
    x: float
    y: float
    kind: int
    written: str


@dataclass(frozen=True)
class PointName:
    """A name that is written at a point. is_below: below it, where there is no room above."""

    text: str
    x: float
    y: float
    is_below: bool = False


@dataclass(frozen=True)
class Points:
    """A chart of points. alt: the same in a sentence; title: what each point is. kinds: those that there are; points of
    an earlier one lie on top."""

    alt: str
    title: str
    x: Axis
    y: Axis
    kinds: tuple[PointKind, ...]
    points: tuple[Point, ...]
    labels: tuple[PointName, ...]
    height: int = 340

    def drawn(self) -> Iterator[Point]:
        """Yield the points in the order in which they are drawn, what lies on top last."""
        yield from sorted(self.points, key=lambda point: -point.kind)


def axis(title: str, values: Iterable[float], say: Catalog, *, is_log: bool, has_labels_below: bool = False) -> Axis:
    """Return an axis with room beyond the values for labels. has_labels_below: whether some are at its lower end.

    >>> from tokviz.views.shared.catalog import load
    >>> made = axis("count", [0, 100], load("en"), is_log=False)
    >>> made.low < 0 < 100 < made.high, [tick.text for tick in made.ticks]
    (True, ['0', '50', '100'])
    """
    below = _ABOVE if has_labels_below else _BELOW
    every = list(values)
    least, most = float(min(every)), float(max(every))
    if is_log:
        factor = max(most / least, _LEAST_SPAN)
        low, high = least / factor**below, most * factor**_ABOVE
        places = _powers(low, high)
    else:
        span = most - least or 1.0
        low, high = least - span * below, most + span * _ABOVE
        places = _multiples(low, high)
    return Axis(title, low, high, tuple(Tick(value, _written(value, say)) for value in places), is_log)


def _written(value: float, say: Catalog) -> str:
    return say.integer(round(value)) if value == round(value) else say.short(value, 3)


def _multiples(low: float, high: float) -> list[float]:
    """Return round numbers between two others, at the same distance."""
    rough = (high - low) / _TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough)
    return [number * step for number in range(ceil(low / step), floor(high / step) + 1)]


def _powers(low: float, high: float) -> list[float]:
    """Return powers of ten between two numbers, and of a short way multiples of these."""
    exponents = range(floor(log10(low)), ceil(log10(high)) + 1)
    for factors in ((1, 2, 5), (1, 3), (1,)):
        between = _between(low, high, exponents, factors)
        if len(between) <= _MOST_TICKS:
            break
    if len(between) < _LEAST_TICKS:
        between = _between(low, high, exponents, range(1, 10))
    return between[:: max(1, -(-len(between) // _MOST_TICKS))]


def _between(low: float, high: float, exponents: Iterable[int], factors: Iterable[int]) -> list[float]:
    found = [times * 10.0**exponent for exponent in exponents for times in factors]
    return [value for value in found if low <= value <= high]


def labels(points: Sequence[Point], first: Collection[int], *, is_log: tuple[bool, bool]) -> tuple[PointName, ...]:
    """Return the names to write at points: those of the kinds `first`, however close they are, then those that do not
    run into a name that is there. is_log: of both axes.

    >>> labels([Point("e s", 9, 3, 0, "3"), Point("s t", 9, 3, 1, "3")], {0}, is_log=(True, False))
    (PointName(text='e s, s t', x=9, y=3, is_below=False),)
    """
    by_place: dict[tuple[float, float], list[Point]] = {}
    for point in sorted(points, key=lambda point: point.kind not in first):
        by_place.setdefault((point.x, point.y), []).append(point)
    places = {place: tuple(map(_scaled, place, is_log)) for place in by_place}
    lengths = [max(values) - min(values) or 1.0 for values in zip(*places.values(), strict=True)]

    def has_room(place: tuple[float, float], beside: Iterable[tuple[float, float]]) -> bool:
        return all(
            any(
                abs(one - other) > _ROOM * length
                for one, other, length in zip(places[place], places[neighbor], lengths, strict=True)
            )
            for neighbor in beside
        )

    above: list[tuple[float, float]] = []
    below: list[tuple[float, float]] = []
    for place, here in by_place.items():
        if here[0].kind in first or has_room(place, above):
            above.append(place)
        elif has_room(place, below):
            below.append(place)
    texts = {place: _together([point.name for point in here]) for place, here in by_place.items()}
    return (
        *(PointName(texts[place], *place) for place in above),
        *(PointName(texts[place], *place, is_below=True) for place in below),
    )


def _scaled(value: float, is_log: bool) -> float:
    return log(value) if is_log else value


def _together(names: Sequence[str]) -> str:
    """Return the names of points that lie upon each other."""
    shown = ", ".join(names[:_TOGETHER])
    return shown if len(names) <= _TOGETHER else f"{shown} +{len(names) - _TOGETHER}"
