"""The picture: a browser component that gets frames once and steps through them without asking the server.

This module gives it a typed face. It knows nothing of any algorithm: a payload is a pool of chips, a pool of rows of
chips, and frames that refer to rows. The payload is described in ``picture.js``, the questions that frames may hold in
``asking/question.js``; building one is the work of ``tokviz.views``.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

import streamlit as st

from tokviz.web.components.registration import register, unheard

_VISIT = "picture_visit"  # which no other server, and no other visit of this one, calls its own
_mount = register("picture/picture")


@dataclass(frozen=True)
class PictureReport:
    """The last report of the browser: the step that it rests on, if it has reported since its last order, the text
    searched for, and whether what is below the picture has been in view.

    Both come from outside. The types are checked, the values are not: a step may lie past the end of a trace that has
    changed since.

    >>> PictureReport.read({"rest": {"step": 3, "goto_id": 1, "below": True}, "query": None}, goto_id=1)
    PictureReport(step=3, query='', below=True)
    >>> PictureReport.read({"rest": {"step": 3, "goto_id": 1}, "query": "low"}, goto_id=2)
    PictureReport(step=None, query='low', below=False)
    """

    step: int | None
    query: str
    below: bool

    @classmethod
    def read(cls, state: Mapping[str, Any], goto_id: int) -> PictureReport:
        """Read a report from the component's state, whatever it holds. A rest from before order `goto_id` is void."""
        rest, query = state.get("rest"), state.get("query")
        report: Mapping[str, Any] = rest if isinstance(rest, Mapping) else {}
        step = report.get("step") if report.get("goto_id") == goto_id else None
        return cls(
            step=step if type(step) is int and step >= 0 else None,
            query=query if isinstance(query, str) else "",
            below=report.get("below") is True,
        )


def reported(key: str, goto_id: int) -> PictureReport:
    """Return the report of the picture under `key` before this run.

    What it is sent depends on it.
    """
    state = st.session_state.get(key)
    return PictureReport.read(state if isinstance(state, Mapping) else {}, goto_id)


class Light(TypedDict):
    """An order to light up a pair or a piece in the picture. number: of the order, which is obeyed once."""

    number: int
    texts: list[str]


def picture(
    payload: str,
    *,
    goto: int,
    goto_id: int,
    key: str,
    goes_back: bool = False,
    resumes: bool = False,
    below: str | None = None,
    light: Light | None = None,
    view: str = "",
    onward: str = "",
    watch: int = 0,
    on_rest: Callable[[PictureReport], None] = lambda _: None,
) -> PictureReport:
    """Mount the picture, or update the one mounted under `key`, and return what it last reported.

    payload: JSON text, so that neither side reads it again while it stays the same.
    The picture goes to step `goto` when it is first mounted and whenever `goto_id` differs from the one that it last
    obeyed; otherwise it stays at the step where the user is. Pass both unchanged from run to run (do not echo the
    reported step in `goto`), so that Streamlit can reuse the message that it has already sent. goes_back: whether the
    order follows from going back in the browser, which the picture may have done by itself. resumes: whether it follows
    from the menu: the picture then goes to the step at which the browser left the page, if it knows one. A picture
    whose server has died obeys the next one only if that has something else to show; it is the browser that knows where
    it was.

    below: the selector of what shows the step beside the picture; where there is one, the browser has the address say
    the step, and reports it only while that is in view, or where frames are missing. A report reruns the script, or
    only the fragment in which the picture was mounted; on_rest is called with it before. light: what the picture is to
    light up. view: what a live class calls this payload; empty where there is none. onward: the selector of
    what gets the focus, once a text was applied, in place of the buttons. watch: the step up to which the picture plays
    by itself when it is first mounted, and before which it asks nothing; 0 for neither.
    """
    visit = st.session_state.setdefault(_VISIT, secrets.token_hex(4))
    orders = {"goto": goto, "goto_id": goto_id, "visit": visit, "light": light}
    others = {
        "goes_back": goes_back,
        "resumes": resumes,
        "below": below,
        "view": view,
        "onward": onward,
        "watch": watch,
    }
    state = _mount(
        key=key,
        data={"payload": payload, **orders} | {name: value for name, value in others.items() if value},
        on_rest_change=lambda: on_rest(reported(key, goto_id)),
        on_query_change=unheard,
    )
    return PictureReport.read(state, goto_id)
