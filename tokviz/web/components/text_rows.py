"""A text in rows: as several tokenizers split it, or the stages of one.

The payload is :class:`tokviz.views.shared.text_rows.TextRows`. What was picked is a kind and which one: the name of a
word, or the number of a part in its row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tokviz.web.components.registration import register, unheard

_mount = register("text_rows/text_rows")
_KINDS = ("pretoken", "token")


def text_rows(
    payload: str,
    *,
    key: str,
    on_pick: Callable[[], None],
    picked: Mapping[str, str | int],
    told: str = "{}",
    below: str | None = None,
    answer: str | None = None,
) -> None:
    """Mount the rows, or update those mounted under `key`.

    payload: JSON text, so that neither side reads it again while it stays the same. picked: kind -> what is picked
    already; the rows open there. told: what there is to say of words, by name, each a
    :class:`tokviz.views.shared.text_rows.WordLines`; JSON text, too. below: the selector of what is below; once it has
    been in view :func:`is_below_seen` says so. answer: the selector of what a pick changes, which comes into view.

    on_pick: called before the run that follows a pick, in which :func:`word_picked_in` or :func:`part_picked_in` finds
    it in the session state under `key`; a run may be broken off before it comes to the rows.
    """
    data = {"payload": payload, "picked": dict(picked), "told": told}
    data |= {name: one for name, one in (("below", below), ("answer", answer)) if one is not None}
    _mount(key=key, data=data, on_pick_change=on_pick, on_below_change=unheard)


def word_picked_in(state: object) -> str | None:
    """Return the word that was picked, in what the browser reported, whatever that holds. It may be any text.

    >>> word_picked_in({"pick": ["word", "hugs"]}), word_picked_in({"pick": ["word", 3]}), word_picked_in(None)
    ('hugs', None, None)
    """
    match _picked_in(state):
        case "word", str(word) if word:
            return word
    return None


def part_picked_in(state: object) -> tuple[str, int] | None:
    """Return the kind and the number from 1 of the part that was picked, in what the browser reported.

    >>> part_picked_in({"pick": ["token", 3]}), part_picked_in({"pick": ["byte", 3]})
    (('token', 3), None)
    """
    kind, number = _picked_in(state)
    return (kind, number) if kind in _KINDS and type(number) is int and number > 0 else None


def row_picked_in(state: object) -> tuple[str, int] | None:
    """Return the name of the row and the number from 1 of its part that was picked, in what the browser reported.

    >>> row_picked_in({"pick": ["row", ["gpt-4o", 2]]}), row_picked_in({"pick": ["row", "gpt-4o"]})
    (('gpt-4o', 2), None)
    """
    match _picked_in(state):
        case "row", [str(name), int(number)] if number > 0 and not isinstance(number, bool):
            return name, number
    return None


def _picked_in(state: object) -> tuple[object, object]:
    """Return the kind of what was picked, and which one; None for what is not there."""
    pick = state.get("pick") if isinstance(state, Mapping) else None
    return (pick[0], pick[1]) if isinstance(pick, list) and len(pick) == 2 else (None, None)


def is_below_seen(state: object) -> bool:
    """Tell if the part below the rows has been in view, by the browser's report.

    >>> is_below_seen({"below": True}), is_below_seen({}), is_below_seen(None)
    (True, False, False)
    """
    return isinstance(state, Mapping) and state.get("below") is True
