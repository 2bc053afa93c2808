"""Sessions: the visitor's identifier, and whether the visitor is still there.

Streamlit has no public name for a session, and looks only where something is drawn whether its visitor has left, so a
long computation goes on for nobody.

Without it: tests/web/streamlit_workarounds/test_run_queue.py::
test_a_run_ends_at_a_checkpoint_after_its_visitor_has_left
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from streamlit import runtime
from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx

__all__ = ["is_active", "is_script_run", "session_id", "stop_without_visitor"]


def session_id() -> str:
    """Return the identifier of the visitor's session, or an empty string outside of any session."""
    context = get_script_run_ctx(suppress_warning=True)
    return "" if context is None else context.session_id


def is_script_run() -> bool:
    """Return whether Streamlit is running this code as the script of a page."""
    return get_script_run_ctx(suppress_warning=True) is not None


def is_active(session: str) -> bool:
    """Return whether a session's visitor is still connected; True where there is no session or no server."""
    return not (session and runtime.exists()) or runtime.get_instance().is_active_session(session)


def stop_without_visitor() -> None:
    """End the run if its visitor has left."""
    if not is_active(session_id()):
        raise StopException
