"""The tab's one function: a request as JSON in, an answer as JSON out.

The page asks with the app's own query strings, and gets pictures, tables and sentences as the app's pages show them, in
the form that ``shows.js`` draws. A request that cannot be answered gets a sentence that says why: nothing raises.

>>> request = {"kind": "picture", "page": "bpe", "query": "example=own&corpus=low+5,+lower+2&merges=1", "lang": "en"}
>>> made = json.loads(answer(json.dumps(request)))
>>> made["ok"], made["title"], [one["kind"] for one in made["shows"]]
(True, 'Byte-pair encoding: Your own text', ['picture'])
>>> json.loads(answer("{"))["message"]
'The page asked for something that tokviz cannot read. Reload the page.'
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tokviz import features
from tokviz.errors import TokvizError
from tokviz.features.site.sources import ALONE, corpus_of, open_file
from tokviz.features.site.tab import pictures, practicing, viewing
from tokviz.features.site.tab.practice import practice
from tokviz.features.site.tab.requests import Request, read
from tokviz.files.by_name import SHIPPED
from tokviz.state.compare import CompareState
from tokviz.state.training import ApplyState, TrainState
from tokviz.views.pages.files import VIEW as FILES
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.views.shared.messages import error_text


def answer(request: str) -> str:
    """Return the answer to a request, both as JSON; ``{"ok": false, "message": ...}`` where there is none.

    Half characters (surrogates) become question marks, so that the answer can be sent.
    """
    parsed: object = None
    try:
        parsed = _parsed(request)
        reply = {"ok": True, **_answered(Request.of(parsed))}
    except TokvizError as error:
        reply = {"ok": False, "message": error_text(error, _catalog(parsed)), **_place(error, parsed)}
    except Exception as error:  # a bug of ours must not leave the page waiting
        unexpected = TokvizError("tab-unexpected", name=type(error).__name__)
        reply = {"ok": False, "message": error_text(unexpected, _catalog(parsed))}
    text = json.dumps(reply, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace").decode("utf-8")


def _parsed(request: str) -> object:
    try:
        return json.loads(request)
    except (ValueError, TypeError, RecursionError):  # no JSON, no text, or one that nests too deep
        raise TokvizError("tab-request") from None


def _answered(request: Request) -> dict[str, Any]:
    if request.kind not in _ANSWERS:
        raise TokvizError("tab-request")
    return _ANSWERS[request.kind](request)


_FIELDS: Mapping[str, str] = {
    "tab-empty": "corpus",
    "limit-tab-chars": "corpus",
    "vocab-size-characters": "amount",
    "top-down-goal": "amount",
}
"""Code of an error -> the field of the page that it is about."""


def _place(error: TokvizError, parsed: object) -> dict[str, str]:
    """Return the field that an error is about, if it is about one: `corpus` where that cannot be read either. Or the
    file that is wanted, which the page may have."""
    if error.code == "tab-library":
        return {"wants": str(error.details["name"])}
    if error.code in _FIELDS:
        return {"field": _FIELDS[error.code]}
    try:
        state = read(Request.of(parsed)).state
    except TokvizError:
        return {}
    try:
        match state:
            case ApplyState():
                corpus_of(state.train)
            case TrainState():
                corpus_of(state)
            case CompareState():
                ALONE.engine(state)
    except TokvizError as again:
        return {"field": "corpus"} if again.code == error.code else {}
    return {}


_KEPT: Mapping[str, str] = {"replay": "replay", "worksheet": "worksheet_blank", "solution": "worksheet_filled"}
"""The files that a page offers to keep of a training, by their names in the view with all of them."""


def _keep(request: Request) -> dict[str, Any]:
    """Return a page to keep of a training, such as a replay or a worksheet. Raises TokvizError."""
    what, state = request.more.get("what"), read(request).state
    if not isinstance(what, str) or what not in _KEPT or not isinstance(state, TrainState):
        raise TokvizError("tab-request")
    features.add_files()
    file = viewing.file_of_view(replace(request, more={"view": FILES, "file": _KEPT[what]}))
    if file is None:
        raise TokvizError("tab-sheet")
    return {"name": f"tokviz-{state.algorithm}-{state.example}-{what}.html", "content": file.make()}


def _view(request: Request) -> dict[str, Any]:
    if request.more.get("view") == FILES:
        features.add_files()
    return viewing.answer_view(request)


def _file(request: Request) -> dict[str, Any]:
    """Return a file of a view: its name, its type, and its content, in base64 if it is no text. Raises TokvizError."""
    features.add_files()
    file = viewing.file_of_view(request)
    if file is None:
        raise TokvizError("tab-request")
    content, about = file.make(), {"name": file.file, "type": file.media_type}
    if isinstance(content, bytes):
        return {**about, "bytes": b64encode(content).decode("ascii")}
    return {**about, "content": content}


def _open(request: Request) -> dict[str, Any]:
    """Open a visitor's file, which requests then name. Raises TokvizError."""
    name, content = request.more.get("name"), request.more.get("content")
    if not (isinstance(name, str) and isinstance(content, str) and name not in SHIPPED):
        raise TokvizError("tab-request")
    try:
        data = b64decode(content, validate=True)
    except ValueError:
        raise TokvizError("tab-request") from None
    open_file(name, data)
    return {}


_ANSWERS: Mapping[str, Callable[[Request], dict[str, Any]]] = {
    "picture": pictures.answer_picture,
    "view": _view,
    "file": _file,
    "task": practicing.task,
    "check": practicing.check,
    "practice": practice,
    "keep": _keep,
    "open": _open,
}
"""Kind of a request -> what answers it."""


def _catalog(parsed: object) -> Catalog:
    """Return the catalog of the reader's language, as far as a request that may be anything names one."""
    language = parsed.get("lang") if isinstance(parsed, dict) else None
    return load(language if language in LANGUAGES else "en")
