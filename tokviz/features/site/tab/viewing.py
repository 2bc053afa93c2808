"""The views below a picture of the tab: those of the app's page, one at a time, at the step of the picture."""

from __future__ import annotations

from typing import Any

from tokviz.errors import TokvizError
from tokviz.features.site.payloads import Pool
from tokviz.features.site.sources import ALONE, TAB_MEMORY
from tokviz.features.site.tab.drawing import draw
from tokviz.features.site.tab.requests import Request, read
from tokviz.state.training import TrainState
from tokviz.state.views import training_views
from tokviz.trace import Trace
from tokviz.views.pages import training
from tokviz.views.pages.registry import NOW, names, view_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Seen

__all__ = ["answer_view", "tabs"]

_MOST_CHARS = 1_000  # of the value of a field


def tabs(trace: Trace, state: TrainState, say: Catalog) -> list[list[str]]:
    """Return name and title of the views of a training, that beside the picture first."""
    return [[name, say(title)] for name, title in names(Seen(trace, state, 0, say)).items()]


def answer_view(request: Request) -> dict[str, Any]:
    """Return a view after so many steps, and the payloads of its pictures. Raises TokvizError."""
    state, name, values = read(request).state, request.more.get("view"), request.more.get("fields", {})
    if not (isinstance(state, TrainState) and isinstance(name, str) and isinstance(values, dict)):
        raise TokvizError("tab-request")
    view = view_of(state.algorithm, name)
    if view is None:
        raise TokvizError("tab-request")
    trace, pool = ALONE.trace(state), Pool()
    step = min(state.step, len(trace))
    if request.asks and _spoils(name, trace, step, request.say):
        return {
            "shows": [{"kind": "text", "parts": [request.say("predict.hidden")], "look": "caption"}],
            "payloads": [],
        }
    texts = {key: value[:_MOST_CHARS] for key, value in values.items() if isinstance(value, str)}
    shows = draw(view, Seen(trace, state, step, request.say, TAB_MEMORY), texts, pool)
    return {"shows": shows, "payloads": pool.payloads}


def _spoils(name: str, trace: Trace, step: int, say: Catalog) -> bool:
    """Return whether a view tells what comes next, which a visitor is asked for."""
    if name == NOW:
        return training.is_asked(trace, step, say)
    return any(tab.name == name and tab.spoils_answer for tab in training_views(trace.algorithm))
