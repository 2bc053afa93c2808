"""Texts in rows: one text once for each tokenizer, or the stages of one text on one axis.

Two browser components, each with a typed face. Their payloads are described in their scripts, ``aligned.js`` and
``ribbon.js``; :mod:`tokviz.views.compare.rows`, :mod:`tokviz.views.byte_level` and
:mod:`tokviz.views.tokenizers.text_rows` make them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tokviz.web.components.registration import register, unheard

__all__ = ["is_below_seen", "part_picked_in", "ribbon", "rows", "word_picked_in"]

_mount_rows = register("text_rows/aligned")
_mount_ribbon = register("text_rows/ribbon")
_KINDS = ("pretoken", "token")


# -- one text, once for each tokenizer ---------------------------------------------------------------------------------


def word_picked_in(state: object) -> str | None:
    """Return the word in what the browser reported, whatever that holds.

    >>> word_picked_in({"pick": "hugs"}), word_picked_in({"pick": 3}), word_picked_in(None)
    ('hugs', None, None)
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

    on_pick: called before the run that follows a pick, in which :func:`word_picked_in` finds the word in the session
    state under `key`; a run may be broken off before it comes to the rows. The word comes from outside: it may be any
    text.
    """
    data = {"payload": payload, "word": word, "told": told} | ({} if below is None else {"below": below})
    _mount_rows(key=key, data=data, on_pick_change=on_pick, on_below_change=unheard)


# -- the stages of one text --------------------------------------------------------------------------------------------


def part_picked_in(state: object) -> tuple[str, int] | None:
    """Return the kind and the number from 1 of what was picked, in what the browser reported, whatever that holds.

    >>> part_picked_in({"pick": ["token", 3]}), part_picked_in({"pick": ["byte", 3]})
    (('token', 3), None)
    """
    pick = state.get("pick") if isinstance(state, Mapping) else None
    if not isinstance(pick, list) or len(pick) != 2:
        return None
    kind, number = pick
    return (kind, number) if kind in _KINDS and type(number) is int and number > 0 else None


def ribbon(payload: str, *, key: str, on_pick: Callable[[], None], picked: Mapping[str, int]) -> None:
    """Mount the ribbon, or update the one mounted under `key`.

    payload: JSON text, so that neither side reads it again while it stays the same. picked: kind -> the number that is
    looked at below. on_pick: called before the run that follows a pick (:func:`part_picked_in`).
    """
    _mount_ribbon(key=key, data={"payload": payload, "picked": dict(picked)}, on_pick_change=on_pick)
