"""The address bar: notices when it changed without us (first visit, link, Back) and writes what the page shows.

A browser hears of an address that we wrote a moment after we wrote it, and whatever the visitor does in this moment
still comes from the address before. That is not Back: taken for it, the page would lose the click, and the one before
it. So we remember what we wrote, and everything that writes the address writes it here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import ParamSpec

import streamlit as st
from streamlit.runtime.scriptrunner import ScriptRunContext, get_script_run_ctx
from streamlit.runtime.state import get_session_state

from tokviz.state.form import Form, State
from tokviz.web.address import held
from tokviz.web.server import runs

__all__ = [
    "KEPT",
    "Address",
    "arrive",
    "ask",
    "current",
    "forget",
    "fragment",
    "has_changed",
    "is_going_back",
    "is_stale",
    "kept",
    "leave",
    "publish",
    "put",
    "rested",
]

Params = ParamSpec("Params")

KEPT = ("lang", "predict", "present", "guide", "card", "route", "notes", "hide", "lead")
"""Parameters that belong to no page."""
_THEIRS = "lead"  # which the bar of a live class puts back where it is missing

_KNOWN = "url_known"
_STEP = "url_step"  # (page, step) that a stage has put into the address by itself
_ASKED = "url_asked"  # parameters that callbacks want to have in the address; None for those that are to go


@dataclass(frozen=True)
class Address:
    """What is known of the address bar.

    query: the whole query string that it shows, or will show once the browser has our messages. page: the page that
    read or wrote it last, if any did. older: what we wrote over since the browser last knew `query`, on the page that
    Streamlit calls `script`.
    """

    query: dict[str, str]
    page: str = ""
    script: str = ""
    older: tuple[dict[str, str], ...] = ()

    def is_late(self, sent: Mapping[str, str], script: str) -> bool:
        """Whether a run comes from a browser that does not yet know our address. sent: the one that it came with.

        >>> address = Address({"step": "1"}).written({"step": "2"}, "/bpe")
        >>> address.is_late({"step": "1"}, "/bpe"), address.is_late({"step": "2"}, "/bpe")
        (True, False)
        >>> address.is_late({"step": "1"}, "/bytes"), address.arrived({"step": "2"}).is_late({"step": "1"}, "/bpe")
        (False, False)
        """
        return script == self.script and sent != self.query and sent in self.older

    def stepped(self, sent: dict[str, str], step: int) -> Address:
        """After the stage came to rest at a step, which the browser may have written into the address by itself.

        >>> Address({"example": "hug"}, "bpe").stepped({"example": "hug", "step": "2"}, 2).query
        {'example': 'hug', 'step': '2'}
        >>> Address({"example": "hug"}, "bpe").stepped({"example": "course", "step": "2"}, 2).query
        {'example': 'hug'}
        >>> Address({"example": "hug"}, "bpe").stepped({"example": "hug", "step": "2", "lead": "A"}, 2).query["lead"]
        'A'
        """
        return replace(self, query=sent) if _ours(sent) == _ours(_at_step(self.query, step)) else self

    def arrived(self, sent: dict[str, str]) -> Address:
        """After a run that was not late; the page reads what it has not written."""
        return Address(sent, self.page if _without_kept(sent) == _without_kept(self.query) else "")

    def written(self, query: dict[str, str], script: str, page: str = "") -> Address:
        """After we wrote `query`; for a page, if one is named."""
        older = (*self.older, self.query) if script == self.script else (self.query,)
        return Address(query, page or self.page, script, older)


def arrive() -> None:
    """Begin a run, before anything looks at the address or at a widget."""
    step, sent = _step(), st.query_params.to_dict()
    if step is not None:
        st.session_state[_KNOWN] = _known().stepped(sent, step)
    known, is_late = _known(), _is_late()
    if not is_late and sent != known.query:
        st.session_state.pop(_STEP, None)
    held.restore(is_late=is_late)
    if is_late:
        _recall(known.query)
    else:
        st.session_state[_KNOWN] = known.arrived(st.query_params.to_dict())
    if _ASKED in st.session_state:
        asked = current() | kept() | st.session_state[_ASKED]
        put({name: value for name, value in asked.items() if value is not None})
        del st.session_state[_ASKED]  # last: a run can be broken off at any line


def leave() -> None:
    """End a run."""
    held.told()


def fragment(draw: Callable[Params, None]) -> Callable[Params, None]:
    """Make a part of a page that can rerun alone, as `st.fragment` does, and then begins and ends as any run."""

    @wraps(draw)
    def run(*args: Params.args, **kwargs: Params.kwargs) -> None:
        context = get_script_run_ctx()
        if context is None or not context.fragment_ids_this_run:
            draw(*args, **kwargs)
            return
        with runs.taken():
            if _is_of_the_page(context):
                st.rerun()
            arrive()
            draw(*args, **kwargs)
            leave()

    return st.fragment(run)


def _is_of_the_page(context: ScriptRunContext) -> bool:
    """Whether a widget outside of the fragments that run has changed. Streamlit's client (1.67) sends what comes in one
    moment as one message, for a fragment if any of it was for one, and the page would never hear of the rest."""
    state, running = context.session_state._state, context.fragment_ids_this_run or ()
    sent = state._new_widget_state
    return any(
        widget.fragment_id not in running and name in sent and state._widget_changed(name)
        for name, widget in sent.widget_metadata.items()
    )


def rested(step: int | None) -> None:
    """Note the step that a stage reports: the browser has it in its address, and we need not write it there."""
    st.session_state[_STEP] = (_script(), step)


def is_stale(key: str) -> bool:
    """Whether a widget did not change, but only says again what it said before we put a value into it: for callbacks.

    See :mod:`tokviz.web.address.held`.
    """
    return held.is_stale(key, is_late=_is_late())


def is_going_back() -> bool:
    """Whether this run comes from going back or forth in the browser; never where Streamlit does not say so."""
    return bool(getattr(get_script_run_ctx(), "is_history_navigation", False))


def ask(name: str, value: str | None) -> None:
    """Have a parameter in the address, or None to have it go: for callbacks, which come before the run begins."""
    st.session_state[_ASKED] = {**st.session_state.get(_ASKED, {}), name: value}


def current() -> dict[str, str]:
    """The query string without what belongs to no page, with the step that the stage rests on."""
    return _without_kept(_shown())


def kept() -> dict[str, str]:
    """What of the query string belongs to no page."""
    return {name: value for name, value in st.query_params.to_dict().items() if name in KEPT}


def forget() -> None:
    """Have the page read its address anew, whether or not it has changed."""
    st.session_state[_KNOWN] = replace(_known(), page="")


def has_changed(page: str) -> bool:
    """Whether the query string is another than this page last wrote or read."""
    known = _known()
    if known.page == page:
        return False
    st.session_state[_KNOWN] = replace(known, page=page)
    return True


def put(query: dict[str, str], page: str = "") -> None:
    """Write the whole query string; for a page, if one is named."""
    now = _shown()
    if query == now:
        return
    written = _known().written(query, _script(), page)
    # In the order of the address as it is: the browser, which writes steps into it, then finds nothing new in it.
    st.query_params.from_dict({name: query[name] for name in now if name in query} | query)
    # Last: a run can be broken off before its message is sent, and the next run then has to write this again.
    st.session_state[_KNOWN] = written
    st.session_state.pop(_STEP, None)


def publish(page: str, form: Form[State], state: State) -> None:
    """Make the address bar say what the page shows.

    A query string that already says so stays as it is, in its own words: each change is an entry in the browser's
    history, and one made by the visit itself could not be left by going back.
    """
    query, now = form.write(state), current()
    meant, wrong = form.read(now)
    if query != now and (wrong or query != form.write(meant)):
        put(query | kept(), page)


def _recall(query: dict[str, str]) -> None:
    """Have this run see an address that the browser is about to hear of, and not send it again: the visitor may have
    gone back meanwhile, and would be brought forth once more."""
    with get_session_state().query_params() as params:
        params.clear_with_no_forward_msg(preserve_embed=True)
        for name, value in query.items():
            params.set_with_no_forward_msg(name, value)


def _known() -> Address:
    known = st.session_state.get(_KNOWN)
    return known if isinstance(known, Address) else Address(st.query_params.to_dict())


def _step() -> int | None:
    """The step that a stage of this page has put into the address, if it has since we wrote it."""
    page, step = st.session_state.get(_STEP, ("", None))
    return step if page == _script() else None


def _shown() -> dict[str, str]:
    """The query string that the browser shows."""
    query, step = st.query_params.to_dict(), _step()
    return query if step is None else _at_step(query, step)


def _at_step(query: Mapping[str, str], step: int) -> dict[str, str]:
    at = dict(query)
    if step:
        at["step"] = str(step)
    else:
        at.pop("step", None)
    return at


def _is_late() -> bool:
    """Whether this run comes from a browser that does not know our address yet."""
    context = get_script_run_ctx()
    # Only Streamlit knows that somebody went back; where it does not say so, everything may be that.
    is_navigation = getattr(context, "is_history_navigation", True)
    return not is_navigation and _known().is_late(st.query_params.to_dict(), _script())


def _script() -> str:
    """What Streamlit calls the page: the one that the browser asked for, on a first visit the one that it got."""
    context = get_script_run_ctx()
    assert context is not None
    return context.pages_manager.intended_page_script_hash or context.page_script_hash


def _ours(query: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in query.items() if name != _THEIRS}


def _without_kept(query: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in query.items() if name not in KEPT}
