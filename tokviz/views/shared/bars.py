"""Bars one below the other, as a record that each host draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class NamedBar:
    """A bar. text: its value, as people read it; look: its color, a name of the palette, where it has no hue; mark:
    where a tick is, such as at the value that was expected; is_pale: whether its color is weaker than that of
    others."""

    name: str
    value: float
    text: str
    look: Literal["accent", "bar"] = "bar"
    mark: float | None = None
    hue: int | None = None
    is_pale: bool = False

    @property
    def end(self) -> float:
        """Return the end of the bar and its mark."""
        return max(self.value, self.mark or 0)


@dataclass(frozen=True)
class Bars:
    """A chart of bars. alt: the same in a sentence; whole: what each is a part of, and is drawn as; 0 where they are
    compared with each other. most: the longest bar of those beside it, if they are to have one scale; is_share: whether
    they are shares, whose axis has percents; title: of the axis; empty for a chart of numbers without one, whose texts
    say enough."""

    alt: str
    bars: tuple[NamedBar, ...]
    whole: float = 0
    most: float = 0
    is_share: bool = False
    title: str = ""

    @property
    def longest(self) -> float:
        """Return the value that is drawn as long as the chart is."""
        return self.whole or self.most or max((bar.end for bar in self.bars), default=0) or 1

    def share(self, bar: NamedBar) -> float:
        """Return a bar's share of the whole, or of the longest bar.

        >>> bars = Bars("", (NamedBar("a", 2, "2"), NamedBar("b", 1, "1")))
        >>> [bars.share(bar) for bar in bars.bars]
        [1.0, 0.5]
        """
        return bar.value / self.longest
