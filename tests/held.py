"""Turns of the queues that pages wait in: a test that keeps one takes it from all later ones of its process.

A page of a later test, in another module, would wait for ever for a turn that nobody gives back.
"""

from __future__ import annotations

import sys

__all__ = ["held"]


def held() -> tuple[str, ...]:
    """Return the names of what is taken now, of the parts of the app that are loaded."""
    found = []
    if queue := sys.modules.get("tokviz.web.computing.training_queue"):
        turns = queue._queue() if queue._queue.cache_info().currsize else None
        if turns is not None and (turns._running or turns._waiting):
            found.append("a turn of the queue for training")
    if runs := sys.modules.get("tokviz.web.streamlit_workarounds.run_queue"):
        if runs._queue._holder is not None or runs._queue._queue:
            found.append("the turn of a run")
        if runs._long:
            found.append("the turn of a long run")
    if (files := sys.modules.get("tokviz.web.streamlit_workarounds.deferred_files")) and files._making:
        found.append("the place of a file that is made")
    if (served := sys.modules.get("tokviz.web.server.files")) and served.are_served():
        found.append("that files are served")
    return tuple(found)
