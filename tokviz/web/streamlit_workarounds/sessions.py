"""Sessions: the visitor's identifier, and whether the visitor is still there.

Streamlit has no public name for a session, and looks only where something is drawn whether its visitor has left, so a
long computation goes on for nobody.

Without it: tests/web/streamlit_workarounds/test_run_queue.py::
test_a_run_ends_at_a_checkpoint_after_its_visitor_has_left
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from streamlit import runtime
from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx

_waits: ContextVar[Callable[[], bool] | None] = ContextVar("waits", default=None)


def session_id() -> str:
    """Return the identifier of the visitor's session, or an empty string outside of any session."""
    context = get_script_run_ctx(suppress_warning=True)
    return "" if context is None else context.session_id


def is_script_run() -> bool:
    """Tell if Streamlit is running this code as the script of a page."""
    return get_script_run_ctx(suppress_warning=True) is not None


def is_active(session: str) -> bool:
    """Tell if a session's visitor is still connected; also without session or server."""
    return not (session and runtime.exists()) or runtime.get_instance().is_active_session(session)


def has_tab() -> bool:
    """Tell if a browser tab is connected to this session; never without a server."""
    return runtime.exists() and runtime.get_instance().is_active_session(session_id()) is True  # or a mock's answer


@contextmanager
def waited_for(waits: Callable[[], bool]) -> Iterator[None]:
    """Compute in this block, outside of any script, for a visitor who is still there while `waits` says so."""
    before = _waits.set(waits)
    try:
        yield
    finally:
        _waits.reset(before)


def still_waits() -> bool:
    """Tell if the visitor for whom this thread computes still waits for the result."""
    waits = _waits.get()
    return is_active(session_id()) if waits is None else waits()


def stop_without_visitor() -> None:
    """End the run if nobody waits for it any more."""
    if not still_waits():
        raise StopException
