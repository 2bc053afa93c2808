"""The views below a picture of the tab: those of the app's page, one at a time, at the step of the picture."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tokviz.errors import TokvizError
from tokviz.features.site.payloads import Pool
from tokviz.features.site.sources import (
    ALONE,
    TAB_MEMORY,
    chat_alone,
    compared_alone,
    inspected_alone,
    sample_words,
    tokenized_alone,
)
from tokviz.features.site.tab.drawing import draw
from tokviz.features.site.tab.requests import Request, read
from tokviz.state.chat import ChatState
from tokviz.state.compare import CompareState
from tokviz.state.tokenizers import TokenizersState
from tokviz.state.trained_pages import training_views
from tokviz.state.training import ApplyState, TrainState
from tokviz.state.vocabulary import VocabularyState
from tokviz.trace import Trace
from tokviz.views.pages import chat, compare, tokenizers, training, vocabulary
from tokviz.views.pages.files import VIEW as FILES
from tokviz.views.pages.registry import NOW, PAGES, names, page_of, view_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import AnyPage, Ask, File, Given, Seen, Show, file_of

_MOST_CHARS = 20_000  # of the value of a field: a list of merges is one
_ABOVE = {"bytes": ("rows", "picture"), "tokenizers": ("rows",)}
"""Page -> its views that are not below its picture, but are that."""


def tabs(trace: Trace, state: TrainState, say: Catalog) -> list[list[str]]:
    """Return name and title of the views of a training, that beside the picture first."""
    return [[name, say(title)] for name, title in names(Seen(trace, state, 0, say)).items()]


def tabs_of_page(page: str, say: Catalog, state: object = None) -> list[list[str]]:
    """Return name and title of the views of a page that trains nothing step by step. state: of a page whose views are
    not there for all links. Raises TokvizError."""
    of, above = page_of(page), _ABOVE.get(page, ())
    there = of.views if state is None else _opened(of, state, say)
    return [[name, say(of.views[name][0])] for name in there if name not in above]


def tabs_of_encoding(page: str, state: ApplyState, say: Catalog) -> list[list[str]]:
    """Return name and title of the views of a text that is encoded, if these are data. Raises TokvizError."""
    if page not in PAGES:
        return []
    of = page_of(page)
    there = {*of.opened(_with_text(state), TAB_MEMORY, say), FILES}  # features load once their files are asked for
    return [[name, say(title)] for name, (title, _) in of.views.items() if name in there]


def _with_text(state: object) -> object:
    """Return a state that applies a tokenizer with a text: where it has none, the words that its picture shows."""
    if isinstance(state, ApplyState) and not state.text.strip():
        return replace(state, text=state.word or sample_words(state))
    return state


def _opened(page: AnyPage, state: object, say: Catalog) -> dict[str, Callable[[Ask], Iterator[Show]]]:
    """Return the views of a state by name, each still to be asked for. Raises TokvizError."""
    if isinstance(state, TokenizersState):
        return tokenizers.PAGE.of(tokenized_alone(state, say))
    if isinstance(state, VocabularyState):
        return vocabulary.PAGE.of(inspected_alone(state, say))
    if isinstance(state, ChatState):
        return chat.PAGE.of(chat_alone(state, say))
    if isinstance(state, CompareState):
        return compare.PAGE.of(compare.ComparedText(compared_alone(state, say)[0], state, say))
    return page.opened(state, TAB_MEMORY, say)


def answer_view(request: Request) -> dict[str, Any]:
    """Return a view after so many steps, and the payloads of its pictures. Raises TokvizError."""
    asked = _asked(request)
    if request.asks and asked.spoils():
        return {
            "shows": [{"kind": "text", "parts": [request.say("predict.hidden")], "look": "caption"}],
            "payloads": [],
        }
    pool = Pool()
    return {
        "shows": draw(asked.view, asked.values, pool, request.say, asked.linked),
        "payloads": pool.payloads,
    }


def file_of_view(request: Request) -> File | None:
    """Return the file of a view that a request names; None where there is none. Raises TokvizError."""
    asked, name = _asked(request), request.more.get("file")
    return file_of(asked.view(Given(asked.values)), name) if isinstance(name, str) else None


@dataclass(frozen=True)
class _Asked:
    """The view that a request asks for. values: of its fields; linked: those that are in the page's link; spoils: asks
    whether it tells what a visitor is asked for."""

    view: Callable[[Ask], Iterator[Show]]
    values: Mapping[str, str]
    linked: Container[str]
    spoils: Callable[[], bool]


def _asked(request: Request) -> _Asked:
    """Read a request for a view. Raises TokvizError."""
    state, name, fields = read(request).state, request.more.get("view"), request.more.get("fields", {})
    if not (isinstance(name, str) and isinstance(fields, dict)):
        raise TokvizError("tab-request")
    values = {key: value[:_MOST_CHARS] for key, value in fields.items() if isinstance(value, str)}
    if isinstance(state, TrainState):
        return _Asked(_of_training(state, name, request.say), values, (), partial(_spoils, name, state, request.say))
    page = page_of(request.page) if request.page in PAGES else None
    opened = {} if page is None else _opened(page, _with_text(state), request.say)
    if page is None or name not in opened:
        raise TokvizError("tab-request")
    return _Asked(opened[name], values, page.form.parameters, partial(page.spoiling.__contains__, name))


def _of_training(state: TrainState, name: str, say: Catalog) -> Callable[[Ask], Iterator[Show]]:
    """Return a view of a training at its step. Raises TokvizError."""
    view = view_of(state.algorithm, name)
    if view is None:
        raise TokvizError("tab-request")
    trace = ALONE.trace(state)
    return partial(view, Seen(trace, state, min(state.step, len(trace)), say, TAB_MEMORY))


def _spoils(name: str, state: TrainState, say: Catalog) -> bool:
    """Tell if a view tells the next step, which the visitor is asked for."""
    trace = ALONE.trace(state)
    if name == NOW:
        return training.is_asked(trace, min(state.step, len(trace)), say)
    return any(tab.name == name and tab.spoils_answer for tab in training_views(trace.algorithm))
