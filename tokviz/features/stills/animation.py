"""Animations for the app: the steps from the one on the screen on, few enough to be drawn while a visitor waits.

Drawing takes seconds, so the app has it done in a worker process, by an :class:`Animator` that stays there. There is
one for all visitors, and it draws one animation at a time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from tokviz.features.stills import raster
from tokviz.features.stills.still import Asked, figures

__all__ = ["KINDS", "MAX_STEPS", "Animator", "animator", "steps_from"]

MAX_STEPS = 20
"""The maximum number of steps of an animation that the app makes; `tokviz export` makes longer ones."""
KINDS = {"gif": "image/gif", "webp": "image/webp"}
"""The formats, with their media types."""


class Animator:
    """Draws animations. It is no record, so it stays in the process in which it is made."""

    def drawn(self, parts: Sequence[str], first: int, last: int, title: str, kind: str) -> bytes:
        """Return the steps from `first` to `last` as a file. parts: the payloads that have them, as JSON. kind: one of
        :data:`KINDS`. Raises TokvizError like :func:`tokviz.features.stills.raster.png`."""
        payloads = [json.loads(part) for part in parts]
        return raster.animated(figures(Asked(payloads, range(first, last + 1), title)), kind)


def animator() -> Animator:
    """Return what draws animations."""
    return Animator()


def steps_from(step: int, total: int) -> range:
    """Return the steps of an animation that begins at a step, or before it where few steps are left.

    >>> steps_from(3, 7), steps_from(40, 192), steps_from(190, 192)
    (range(0, 8), range(40, 60), range(173, 193))
    """
    first = max(0, min(step, total + 1 - MAX_STEPS))
    return range(first, min(total + 1, first + MAX_STEPS))
