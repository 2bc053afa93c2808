"""The picture of a page: its steps, which the address follows; and pictures without steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from zlib import crc32

import streamlit as st

from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.web import hooks
from tokviz.web.address import url
from tokviz.web.components.picture import Light, PictureReport, picture, reported
from tokviz.web.shared import parts

_LIGHT = "picture_light"
_PREDICT = "predict"
_RESUMED = "picture_resumed"  # the page that the menu has led back to
_SWITCH = "predict_switch"
_WATCH = "watch"
_WATCH_DIGITS = 4
_BELOW = "picture_below"
BELOW = f".st-key-{_BELOW}, {parts.selector('views')}"
"""The selectors of what shows the step: below the picture, or beside it in a wide window."""


def send(page: str, step: int) -> None:
    """Send the picture of a page to a step."""
    _, number = order(page)
    st.session_state[_key(page)] = (step, number + 1, url.is_going_back())
    if st.session_state.pop(_RESUMED, "") == page:
        st.session_state[f"{page}_resumes"] = number + 1


def end_at(page: str, last: int) -> None:
    """Move the picture of a training back to its last step if it is beyond it."""
    if order(page)[0] > last:
        send(page, last)


def resume(page: str) -> None:
    """Have the next order of a page's picture lead to where the browser left it; the server may not know that step."""
    st.session_state[_RESUMED] = page


def order(page: str) -> tuple[int, int]:
    """Return the step that the picture was last sent to, and the number of the order."""
    step, number, _ = _sent(page)
    return step, number


def before(page: str) -> PictureReport:
    """Return the picture's report before this run; void if it was sent elsewhere."""
    return reported(f"{page}_picture", order(page)[1])


def at(page: str, report: PictureReport, last: int) -> int:
    """Return the step that the browser rests on, or the one that it was sent to if it has not reported since."""
    return min(order(page)[0] if report.step is None else report.step, last)


def play(page: str, payload: str, last: int) -> int:
    """Draw the picture of a page with `payload`, whose last step is `last`, and return the step that it shows."""
    step, number, goes_back = _sent(page)
    report = picture(
        payload,
        goto=min(step, last),
        goto_id=number,
        key=f"{page}_picture",
        goes_back=goes_back,
        resumes=st.session_state.get(f"{page}_resumes") == number,
        below=BELOW,
        light=st.session_state.get(_LIGHT),
        view=next(filter(None, hooks.picture_sent(payload)), ""),
        watch=watched(),
        on_rest=lambda report: url.rested(report.step),
    )
    return at(page, report, last)


def light(parts: Sequence[str]) -> None:
    """Have the picture light up what was selected in a table: the two symbols of a pair, or one piece."""
    before: Light | None = st.session_state.get(_LIGHT)
    number = before["number"] + 1 if before else 1
    st.session_state[_LIGHT] = Light(number=number, texts=[visible(part) for part in parts])


@contextmanager
def below(is_wanted: bool, say: Catalog, caption: str = "picture.below") -> Iterator[bool]:
    """Draw the place for all that is below the picture of a page, once on a page; yield whether it is to be drawn.

    is_wanted: whether the visitor has had it in view, so that those who look at the picture alone cost the server
    nothing; until then, the caption of that name is there.
    """
    with st.container(key=_BELOW):
        if not is_wanted:
            st.caption(say(caption))
        yield is_wanted


def is_below_seen(page: str) -> bool:
    """Tell if the part below the picture has been in view."""
    return before(page).below


def is_predicting() -> bool:
    """Tell if the visitor predicts the next step before it is shown."""
    return st.query_params.get(_PREDICT) == "1"


def watched() -> int:
    """Return the step up to which the picture plays when the page opens, and before which it asks nothing; 0: none."""
    text = st.query_params.get(_WATCH, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _WATCH_DIGITS else 0


def switch(say: Catalog) -> None:
    """Draw the switch for predicting."""
    st.session_state[_SWITCH] = is_predicting()
    st.toggle(say("predict.toggle"), key=_SWITCH, on_change=_turn, help=say("predict.toggle.help"))


def hides(say: Catalog) -> bool:
    """Tell if the answers are hidden; if so, say it in their place."""
    if is_predicting():
        st.caption(say("predict.hidden"))
    return is_predicting()


def _turn() -> None:
    url.ask(_PREDICT, "1" if st.session_state[_SWITCH] else None)


def _sent(page: str) -> tuple[int, int, bool]:
    """Return the last order, and whether it follows from going back in the browser."""
    sent: tuple[int, int, bool] = st.session_state.setdefault(_key(page), (0, 0, False))
    return sent


def _key(page: str) -> str:
    return f"{page}_order"


# -- pictures that no address follows ----------------------------------------------------------------------------------


def still_picture(payload: Mapping[str, Any] | str, key: str, onward: str = "") -> None:
    """Draw a payload that has no steps, or its JSON. onward: the selector of what gets the focus once a text is
    applied."""
    picture(payload if isinstance(payload, str) else payload_json(payload), goto=0, goto_id=0, key=key, onward=onward)


def token_walk(payload: str, key: str, step: int = 0) -> None:
    """Draw a picture that no address and no other view follows; with another payload it begins again, at `step`."""
    picture(payload, goto=step, goto_id=crc32(payload.encode("utf-8", "surrogatepass")), key=key)
