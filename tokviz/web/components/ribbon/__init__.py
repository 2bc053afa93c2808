"""The ribbon of `/bytes` and `/tokenizers`: a browser component that lays the stages of a text on one axis.

This module registers the component (``ribbon.js`` and ``ribbon.css`` beside it) and gives it a typed face. The payload
is described in ``ribbon.js``; :mod:`tokviz.views.byte_level` and :mod:`tokviz.views.tokenizers.text_rows` make it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tokviz.web.components.registration import register

__all__ = ["picked_in", "ribbon"]

_mount = register(Path(__file__).parent)
_KINDS = ("pretoken", "token")


def picked_in(state: object) -> tuple[str, int] | None:
    """Return the kind and the number from 1 of what was picked, in what the browser reported, whatever that holds.

    >>> picked_in({"pick": ["token", 3]}), picked_in({"pick": ["byte", 3]}), picked_in({"pick": ["token", -1]})
    (('token', 3), None, None)
    """
    pick = state.get("pick") if isinstance(state, Mapping) else None
    if not isinstance(pick, list) or len(pick) != 2:
        return None
    kind, number = pick
    return (kind, number) if kind in _KINDS and type(number) is int and number > 0 else None


def ribbon(payload: str, *, key: str, on_pick: Callable[[], None], picked: Mapping[str, int]) -> None:
    """Mount the ribbon, or update the one mounted under `key`.

    payload: JSON text, so that neither side reads it again while it stays the same. picked: kind -> the number that is
    looked at below. on_pick: called before the run that follows a pick (:func:`picked_in`).
    """
    _mount(key=key, data={"payload": payload, "picked": dict(picked)}, on_pick_change=on_pick)
