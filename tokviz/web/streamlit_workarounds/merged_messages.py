"""A fragment's run that should have been one of the whole page.

Streamlit's client sends what comes in one moment as one message, for a fragment if any of it was for one. The run of
the fragment takes all values of widgets, so the page would never hear of the change of a widget outside of it.

Without it: tests/tools/test_load.py::
test_what_is_sent_together_with_a_part_of_the_page_is_not_lost
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from streamlit.runtime.scriptrunner import get_script_run_ctx


def is_fragment_run() -> bool:
    """Tell if fragments run alone, without the rest of their page."""
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)


def has_changed_the_page() -> bool:
    """Tell if a widget outside of the fragments that run has changed."""
    context = get_script_run_ctx()
    if context is None:
        return False
    state, running = context.session_state._state, context.fragment_ids_this_run or ()
    sent = state._new_widget_state
    return any(
        widget.fragment_id not in running and name in sent and state._widget_changed(name)
        for name, widget in sent.widget_metadata.items()
    )
