"""The views below a picture of the tab: those of the app's page, one at a time, at the step of the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tokviz.errors import TokvizError
from tokviz.features.site.payloads import Pool
from tokviz.features.site.sources import ALONE, TAB_MEMORY
from tokviz.features.site.tab.drawing import draw
from tokviz.features.site.tab.requests import Request, read
from tokviz.state.training import ApplyState, TrainState
from tokviz.state.views import training_views
from tokviz.trace import Trace
from tokviz.views.pages import training
from tokviz.views.pages.registry import ENCODINGS, NOW, names, view_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Ask, Seen, Show

__all__ = ["answer_view", "tabs", "tabs_of_encoding"]

_MOST_CHARS = 1_000  # of the value of a field


def tabs(trace: Trace, state: TrainState, say: Catalog) -> list[list[str]]:
    """Return name and title of the views of a training, that beside the picture first."""
    return [[name, say(title)] for name, title in names(Seen(trace, state, 0, say)).items()]


def tabs_of_encoding(state: ApplyState, say: Catalog) -> list[list[str]]:
    """Return name and title of the views of a text that is encoded; none where these are no data. Raises TokvizError."""
    views = ENCODINGS.get(state.train.algorithm)
    if views is None:
        return []
    return [[name, say(title)] for name, title in views.names(views.subject(state, TAB_MEMORY, say)).items()]


def answer_view(request: Request) -> dict[str, Any]:
    """Return a view after so many steps, and the payloads of its pictures. Raises TokvizError."""
    state, name, values = read(request).state, request.more.get("view"), request.more.get("fields", {})
    if not (isinstance(name, str) and isinstance(values, dict)):
        raise TokvizError("tab-request")
    match state:
        case TrainState():
            view, spoils = _of_training(state, name, request.say)
        case ApplyState():
            view, spoils = _of_encoding(state, name, request.say)
        case _:
            raise TokvizError("tab-request")
    if request.asks and spoils:
        return {
            "shows": [{"kind": "text", "parts": [request.say("predict.hidden")], "look": "caption"}],
            "payloads": [],
        }
    texts, pool = {key: value[:_MOST_CHARS] for key, value in values.items() if isinstance(value, str)}, Pool()
    return {"shows": draw(view, texts, pool, request.say), "payloads": pool.payloads}


_Opened = Callable[[Ask], Iterator[Show]]


def _of_training(state: TrainState, name: str, say: Catalog) -> tuple[_Opened, bool]:
    """Return a view of a training, and whether it tells what comes next. Raises TokvizError."""
    view = view_of(state.algorithm, name)
    if view is None:
        raise TokvizError("tab-request")
    trace = ALONE.trace(state)
    step = min(state.step, len(trace))
    return partial(view, Seen(trace, state, step, say, TAB_MEMORY)), _spoils(name, trace, step, say)


def _of_encoding(state: ApplyState, name: str, say: Catalog) -> tuple[_Opened, bool]:
    """Return a view of a text that is encoded, and whether it tells the tokens. Raises TokvizError."""
    views = ENCODINGS.get(state.train.algorithm)
    if views is None or name not in views.tabs:
        raise TokvizError("tab-request")
    seen = views.subject(state, TAB_MEMORY, say)
    if name not in views.names(seen):
        raise TokvizError("tab-request")
    return partial(views.tabs[name], seen), any(view.name == name and view.spoils_answer for view in views.listed)


def _spoils(name: str, trace: Trace, step: int, say: Catalog) -> bool:
    """Return whether a view tells what comes next, which a visitor is asked for."""
    if name == NOW:
        return training.is_asked(trace, step, say)
    return any(tab.name == name and tab.spoils_answer for tab in training_views(trace.algorithm))
