"""Aligned rows: a browser component that writes one text once for each tokenizer, with its tokens and boundaries.

This module registers the component (``aligned.js`` and ``aligned.css`` beside it) and gives it a typed face. The
payload is described in ``aligned.js``; :func:`tokviz.views.compare.rows.rows_payload` makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tokviz.web.components.registration import register, unheard

__all__ = ["is_below_seen", "picked_in", "rows"]

_mount = register(Path(__file__).parent)


def picked_in(state: object) -> str | None:
    """Return the word in what the browser reported, whatever that holds.

    >>> picked_in({"pick": "hugs"}), picked_in({"pick": 3}), picked_in({}), picked_in(None)
    ('hugs', None, None, None)
    """
    word = state.get("pick") if isinstance(state, Mapping) else None
    return word if isinstance(word, str) and word else None


def is_below_seen(state: object) -> bool:
    """Return whether what stands below the rows has been in view, by what the browser reported.

    >>> is_below_seen({"below": True}), is_below_seen({}), is_below_seen(None)
    (True, False, False)
    """
    return isinstance(state, Mapping) and state.get("below") is True


def rows(
    payload: str, *, key: str, on_pick: Callable[[], None], word: str = "", told: str = "{}", below: str | None = None
) -> None:
    """Mount the rows, or update those mounted under `key`.

    payload: JSON text, so that neither side reads it again while it stays the same. word: where the picture opens, and
    framed in it; the one that is picked already. told: what there is to say of words, JSON text, too. below: the
    selector of what stands below, once it has been in view :func:`is_below_seen` says so.

    on_pick: called before the run that follows a pick, in which :func:`picked_in` finds the word in the session state
    under `key`; a run may be broken off before it comes to the rows. The word comes from outside: it may be any text.
    """
    data = {"payload": payload, "word": word, "told": told} | ({} if below is None else {"below": below})
    _mount(key=key, data=data, on_pick_change=on_pick, on_below_change=unheard)
