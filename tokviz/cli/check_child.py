"""The process in which a user's own code runs: it tells which case it is at, and then what became of it.

Its parent can end it, so that a loop without end is no harm. It runs with the rights of the user who called ``tokviz
check``: it is for one's own code, and no jail.
"""

from __future__ import annotations

import runpy
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from tokviz.exercises import check_function


def run(connection: Connection, name: str, path: str, function: str, rules: str, seed: str) -> None:
    """Check a function of a file. Sends ("case", which) before each case; then ("done", what was found), or
    ("broken", code, details) where there was nothing to run."""
    try:
        names = runpy.run_path(path)
    except (Exception, SystemExit) as error:
        place = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
        line = place[-1].lineno if place else getattr(error, "lineno", None)
        connection.send(("broken", "raised", f"{type(error).__name__}: {error}"[:200], line or 0))
        return
    implementation: Callable[..., Any] | None = names.get(function)
    if not callable(implementation):
        connection.send(("broken", "nameless", function, 0))
        return
    checked = check_function(
        name, implementation, rules=rules, seed=seed, on_case=lambda case: connection.send(("case", case))
    )
    connection.send(("done", checked))
