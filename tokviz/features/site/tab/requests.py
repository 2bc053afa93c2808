"""Requests of the tab: what the page asks for, checked, and the state that a query string of the app means there.

A text of the reader's own comes whole, however long: in the app one that no link can hold stays with the visit, and
here there is nothing but the request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl

from tokviz.compare.comparison import FEWEST, MOST, Slot
from tokviz.errors import LimitError, TokvizError
from tokviz.examples import OWN
from tokviz.features.site.sources import open_named
from tokviz.files.by_name import on_this_machine
from tokviz.state.compare import CompareState
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.pages import form_of
from tokviz.state.request import Start
from tokviz.state.tab import PAGES
from tokviz.state.training import ApplyState, TrainState
from tokviz.state.why import WhyState
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load

MAX_CORPUS_CHARS = 100_000
"""The longest corpus that is trained in a tab, in characters. The app takes fifty times as many: it trains on a server,
and sends a browser the steps that are looked at."""
_MAX_REQUEST_CHARS = 5_000_000
_MAX_FIELDS = 100
_CORPUS = "corpus"
_COMPARED = "t"
_PLACEHOLDER = "a"  # stands for a corpus that is too long for a form


@dataclass(frozen=True)
class Request:
    """A request. page: one of :data:`tokviz.state.tab.PAGES`, or empty. query: of the app's page. asks: whether the
    picture asks what comes next before it shows it. more: whatever else there is."""

    kind: str
    page: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"
    asks: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, parsed: object) -> Request:
        """Return the request that JSON says. Raises TokvizError."""
        if not isinstance(parsed, dict):
            raise TokvizError("tab-request")
        kind, page, query = parsed.get("kind"), parsed.get("page", ""), parsed.get("query", "")
        if not (isinstance(kind, str) and isinstance(page, str) and isinstance(query, str)):
            raise TokvizError("tab-request")
        if page and page not in PAGES:
            raise TokvizError("tab-page", page=page)
        if len(query) > _MAX_REQUEST_CHARS:
            raise TokvizError("tab-request")
        try:
            fields = dict(parse_qsl(query.removeprefix("?"), keep_blank_values=True, max_num_fields=_MAX_FIELDS))
        except ValueError:
            raise TokvizError("tab-request") from None
        language = parsed.get("lang", "en")
        return cls(kind, page, fields, language if language in LANGUAGES else "en", parsed.get("asks") is True, parsed)

    @property
    def say(self) -> Catalog:
        """Return the catalog of the reader's language."""
        return load(self.language)


# -- states ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """The state of a page that a query asks for.

    query: the same, as the page writes it. wrong: the names of the parameters that had to be put right.
    """

    state: object
    query: Mapping[str, str]
    wrong: tuple[str, ...] = ()


def read(request: Request) -> Asked:
    """Return the state that a request asks for. Raises TokvizError."""
    if not request.page:
        raise TokvizError("tab-request")
    address, do = PAGES[request.page]
    query = {name: value for name, value in request.query.items() if name != "do"} | ({"do": do} if do else {})
    form = form_of(address, query)
    text = query.get(form.own, "")
    if len(text) > MAX_CORPUS_CHARS:
        raise LimitError("MAX_TAB_CHARS", MAX_CORPUS_CHARS, met=len(text))
    if not text.strip() and query.get(form.key, OWN if form.own in query else "") == OWN:
        raise TokvizError("tab-empty")
    is_long = len(text) > MAX_LINK_CHARS and form.own == _CORPUS
    short = query | {form.own: _PLACEHOLDER} if is_long else query
    compared = query.get(_COMPARED, "").split(",") if address == "compare" else []
    trained = [name for name in compared if Slot.of(name).is_trained]
    has_files = len(trained) < len(compared)
    if has_files:
        short = {**short, _COMPARED: ",".join(trained)}
    state, wrong = form.read(short)
    rewritten = form.rewritten(short)
    if is_long and form.own in rewritten:
        state, rewritten = _with_corpus(state, text), rewritten | {form.own: text}
    if has_files and isinstance(state, CompareState):
        state = _with_files(state, compared)
        rewritten = {**rewritten, _COMPARED: ",".join(state.tokenizers)}
        wrong = wrong if trained else tuple(name for name in wrong if name != _COMPARED)
    match state:
        case TrainState():
            state = _with_start(state)
        case ApplyState():
            state = replace(state, train=_with_start(state.train))
    return Asked(state, rewritten, wrong)


def _with_start(state: TrainState) -> TrainState:
    """Return a state with the visitor's file that its training goes on from. Raises TokvizError for one that is not
    open."""
    if not state.start or state.start in on_this_machine():
        return state
    pipeline = open_named(state.start)
    return replace(state, given=Start(state.start, lambda: pipeline))


def _with_files(state: CompareState, compared: Sequence[str]) -> CompareState:
    """Return a state with the visitor's files among its tokenizers, which no link of the app includes."""
    names = [name for name in compared if name in state.tokenizers or not Slot.of(name).is_trained][:MOST]
    others = [name for name in state.tokenizers if name not in names]
    return replace(state, tokenizers=(*names, *others[: max(FEWEST - len(names), 0)]))


def _with_corpus(state: object, text: str) -> object:
    """Return a state with a corpus of the reader's own."""
    match state:
        case TrainState():
            return replace(state, text=text)
        case ApplyState():
            return replace(state, train=replace(state.train, text=text))
        case CompareState():
            return replace(state, corpus=text)
        case WhyState():
            return replace(state, text=text)
    return state
