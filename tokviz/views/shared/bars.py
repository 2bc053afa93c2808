"""Bars one below the other, as a record that each host draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Bars", "NamedBar"]


@dataclass(frozen=True)
class NamedBar:
    """A bar. text: its value, as people read it; look: its color, a name of the palette, where it has no hue; is_pale:
    whether its color is weaker than that of others."""

    name: str
    value: float
    text: str
    look: Literal["accent", "bar"] = "bar"
    hue: int | None = None
    is_pale: bool = False


@dataclass(frozen=True)
class Bars:
    """A chart of bars. alt: the same in a sentence; whole: what each is a part of, and is drawn as; 0 where they are
    compared with each other; most: the value of a bar as long as its place, 0 for that of the longest."""

    alt: str
    bars: tuple[NamedBar, ...]
    whole: float = 0
    most: float = 0

    def share(self, bar: NamedBar) -> float:
        """Return how much of the whole, or of the longest bar, a bar is.

        >>> bars = Bars("", (NamedBar("a", 2, "2"), NamedBar("b", 1, "1")))
        >>> [bars.share(bar) for bar in bars.bars]
        [1.0, 0.5]
        """
        return bar.value / (self.whole or self.most or max(bar.value for bar in self.bars) or 1)
