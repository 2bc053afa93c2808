"""The address bar: notices when it changed without us (first visit, link, Back) and writes what the page shows.

Everything that writes the address writes it here. What is remembered of it, and why, is in
:mod:`tokviz.web.streamlit_workarounds.late_addresses`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import ParamSpec

import streamlit as st

from tokviz.state.form import Form, State
from tokviz.web.server import restoring
from tokviz.web.streamlit_workarounds import late_addresses, merged_messages, run_queue, widget_values
from tokviz.web.streamlit_workarounds.late_addresses import KEPT, Address, is_going_back

__all__ = [
    "KEPT",
    "arrive",
    "ask",
    "current",
    "forget",
    "fragment",
    "has_changed",
    "is_going_back",
    "is_known",
    "is_stale",
    "kept",
    "leave",
    "publish",
    "put",
    "rested",
]

Params = ParamSpec("Params")

_KNOWN = "url_known"
_STEP = "url_step"  # (page, step, parameter) that a picture has put into the address by itself
_ASKED = "url_asked"  # parameters that callbacks want to have in the address; None for those that are to go


def arrive() -> None:
    """Begin a run, before anything looks at the address or at a widget."""
    step, sent = _step(), st.query_params.to_dict()
    if step is not None:
        st.session_state[_KNOWN] = _known().stepped(sent, *step)
    known, is_late = _known(), _is_late()
    if not is_late and sent != known.query:
        st.session_state.pop(_STEP, None)
    widget_values.begin_run(is_late=is_late)
    if is_late:
        late_addresses.recall(known.query)
    else:
        st.session_state[_KNOWN] = known.arrived(st.query_params.to_dict())
    if _ASKED in st.session_state:
        requested = current() | kept() | st.session_state[_ASKED]
        put({name: value for name, value in requested.items() if value is not None})
        del st.session_state[_ASKED]  # last: a run can be broken off at any line


def leave() -> None:
    """End a run."""
    widget_values.end_run()


def fragment(draw: Callable[Params, None]) -> Callable[Params, None]:
    """Make a part of a page that can rerun alone, as `st.fragment` does, and then begins and ends as any run."""

    @wraps(draw)
    def run(*args: Params.args, **kwargs: Params.kwargs) -> None:
        if not merged_messages.is_fragment_run():
            draw(*args, **kwargs)
            return
        with run_queue.take_turn():
            if merged_messages.has_changed_the_page():
                st.rerun()
            arrive()
            draw(*args, **kwargs)
            leave()

    return st.fragment(run)


def rested(step: int | None, name: str = "step") -> None:
    """Note the step that a picture reports: the browser has it in the address, and we need not write it there.

    name: of the parameter.
    """
    st.session_state[_STEP] = (late_addresses.script(), step, name)


def is_stale(key: str) -> bool:
    """Tell if a widget only repeats its value from before we put one into it.

    For callbacks.

    See :mod:`tokviz.web.streamlit_workarounds.widget_values`.
    """
    return widget_values.is_stale(key, is_late=_is_late())


def ask(name: str, value: str | None) -> None:
    """Have a parameter in the address, or None to have it go: for callbacks, which come before the run begins."""
    st.session_state[_ASKED] = {**st.session_state.get(_ASKED, {}), name: value}


def current() -> dict[str, str]:
    """Return the query string without what belongs to no page, with the step that the picture rests on."""
    return late_addresses.without_kept(_shown())


def kept() -> dict[str, str]:
    """Return the parts of the query string that belong to no page."""
    return {name: value for name, value in st.query_params.to_dict().items() if name in KEPT}


def forget() -> None:
    """Have the page read its address again, whether or not it has changed."""
    st.session_state[_KNOWN] = replace(_known(), page="")


def has_changed(page: str) -> bool:
    """Tell if the query string differs from what this page last wrote or read."""
    known = _known()
    if known.page == page:
        return False
    st.session_state[_KNOWN] = replace(known, page=page)
    return True


def is_known(page: str) -> bool:
    """Tell if this page wrote or read the query string last: it has not changed since."""
    return _known().page == page


def put(query: dict[str, str], page: str = "") -> None:
    """Write the whole query string; for a page, if one is named."""
    now = _shown()
    if query == now:
        return
    written = _known().written(query, late_addresses.script(), page)
    # In the order of the address as it is: the browser, which writes steps into it, then finds nothing new in it.
    st.query_params.from_dict({name: query[name] for name in now if name in query} | query)
    # Last: a run can be broken off before its message is sent, and the next run then has to write this again.
    st.session_state[_KNOWN] = written
    st.session_state.pop(_STEP, None)


def publish(page: str, form: Form[State], state: State) -> None:
    """Make the address bar say what the page shows.

    A query string that already says so stays as it is, in its own words: each change is an entry in the browser's
    history, and one made by the visit itself could not be left by going back. Nothing is written while the tab may
    still bring what the address needs.
    """
    if restoring.is_waiting():
        return
    query, now = form.write(state), current()
    meant, wrong = form.read(now)
    if query != now and (wrong or query != form.write(meant)):
        if not query and "guide" in kept():  # the address of a lesson alone is that of its card
            query = {form.key: form.first}
        put(query | kept(), page)


def _known() -> Address:
    known = st.session_state.get(_KNOWN)
    return known if isinstance(known, Address) else Address(st.query_params.to_dict())


def _step() -> tuple[int, str] | None:
    """Return the step that a picture of this page has put into the address since we wrote it, and its parameter."""
    page, step, name = st.session_state.get(_STEP, ("", None, ""))
    return None if step is None or page != late_addresses.script() else (step, name)


def _shown() -> dict[str, str]:
    """Return the query string that the browser shows."""
    query, step = st.query_params.to_dict(), _step()
    return query if step is None else late_addresses.with_step(query, *step)


def _is_late() -> bool:
    """Tell if this run comes from a browser that does not know our address yet."""
    return late_addresses.may_be_late() and _known().is_late(st.query_params.to_dict(), late_addresses.script())
