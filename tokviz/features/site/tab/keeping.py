"""Pages to keep out of the tab: what other features make of a training, such as its replay and a worksheet.

They are the app's pages, filled in by the same templates. So Jinja is the one thing that the tab loads beside the
standard library, numpy and regex (:data:`TEMPLATE_ENGINE`). It is imported when the first page is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tokviz.errors import TokvizError
from tokviz.features.site.sources import ALONE
from tokviz.features.site.tab.requests import Request, read
from tokviz.state.training import TrainState

__all__ = ["TEMPLATE_ENGINE", "Make", "keep"]

TEMPLATE_ENGINE = ("jinja2", "markupsafe")
"""The packages that fill in templates. Both run without compiled code, so a site copies their Python files as they are
installed beside it; what markupsafe has compiled is left out, and it does without."""
Make = Callable[..., str]
"""Makes a page of a training: of its trace, its state and a catalog."""


def keep(request: Request, makers: Mapping[str, Callable[[], Make]]) -> dict[str, Any]:
    """Return a page as a file: its name and its content. makers: what can be kept -> what loads the function that makes
    it. Raises TokvizError."""
    what, state = request.more.get("what"), read(request).state
    if not isinstance(what, str) or what not in makers or not isinstance(state, TrainState):
        raise TokvizError("tab-request")
    content = makers[what]()(ALONE.trace(state), state, request.say)
    if not content:
        raise TokvizError("tab-sheet")
    return {"name": f"tokviz-{state.algorithm}-{state.example}-{what}.html", "content": content}
