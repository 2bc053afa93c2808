"""A case played on the page without a browser (AppTest), run by run, and what has to hold after each of them.

No exception reaches the page. One title is on it. No markup of a visitor's is handed to the browser as HTML, and
what a component gets is JSON. No run takes longer than LIMIT. At the end the address that the page wrote opens the same
page without a correction, and stays as it is; after an upload, which is in no link, that holds for the address that
this page writes.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic, process_time
from typing import Any
from unittest.mock import patch

import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tokviz import unigram
from tokviz.state import pages
from tokviz.views.shared.catalog import LANGUAGES, load
from tools.fuzz import hostile
from tools.fuzz.cases import Action, Case, query

__all__ = ["HANGS", "LIMIT", "LIMIT_LARGE", "SLOW", "Played", "Problem", "play", "replay"]

LIMIT = 2.0
"""Seconds of processor time that a run may take."""
LARGE = 5_000
"""Characters of what a visitor brings from which on training may take longer, because it shows how far it is."""
LIMIT_LARGE = 20.0
"""Seconds of processor time that a run may take then."""
HANG = 60.0
"""Seconds by the clock after which a run is given up."""
SAY = tuple(map(load, LANGUAGES))
SLOW = "slow"
HANGS = "hangs"
"""The kind of problem after which the process is of no more use: its run goes on beside all others."""
_ACTIONS = 4
_KINDS = (
    *("selectbox", "slider", "toggle", "checkbox", "button", "button_group"),
    *("text_area", "text_input", "number_input", "file_uploader"),
)


class Problem(Exception):  # noqa: N818  (it is what is looked for)
    """A property that does not hold. kind: which one."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind


@dataclass
class Played:
    """The result of a case: the case with the actions that were done, the problem or None, seconds of each run.

    brought: the longest text or file so far, in characters or bytes. trained: seconds of unigram trainings, which show
    how far they are and can be cancelled; they are not in `seconds`.
    """

    case: Case
    brought: int = 0
    problem: Problem | None = None
    seconds: list[float] = field(default_factory=list)
    trained: float = 0.0


def play(page: str, rng: random.Random) -> Played:
    """Draw a case and play it."""
    case = Case(page, query(page, rng))
    played = _played(case, lambda at, number: _draw(at, case, rng) if number < rng.randint(0, _ACTIONS) else None)
    if played.problem and played.problem.kind == SLOW:
        return replay(played.case)  # on a busy machine once is not enough
    return played


def replay(case: Case) -> Played:
    """Play a case as it was written down, with nothing computed before; an action without its widget is left out."""
    st.cache_resource.clear()
    st.cache_data.clear()
    return _played(case, lambda at, number: case.actions[number] if number < len(case.actions) else None)


def _played(case: Case, next_action: Callable[[AppTest, int], Action | None]) -> Played:
    done: list[Action] = []
    played = Played(case, brought=_size(dict(case.query)))
    try:
        at = _opened(case.url, case.query, played)
        while action := next_action(at, len(done)):
            done.append(action)
            played.brought = max(played.brought, _size(action[2]))
            if act(at, action):
                _run(at, played)
        _address_holds(at, done, played)
    except Problem as problem:
        played.problem = problem
    except Exception as error:
        kind = HANGS if "timed out" in str(error) else "broken"
        played.problem = Problem(kind, f"{type(error).__name__}: {error}")
    played.case = replace(case, actions=tuple(done))
    return played


def _opened(url: str, asked: Mapping[str, str], played: Played) -> AppTest:
    """Return a page as a link with this query opens it."""
    at = visit.linked(url, asked, timeout=HANG)
    _run(at, played)
    return at


# -- what a visitor does -----------------------------------------------------------------------------------------------


def act(at: AppTest, action: Action) -> bool:
    """Do it; False where its widget is not there or refuses it, as a browser would."""
    kind, name, value = action
    if kind == "open":
        at.query_params = dict(value) if isinstance(value, dict) else {}
        return True
    widget = next((one for one in _widgets(at) if (one.type, _name(one)) == (kind, name)), None)
    if widget is None or getattr(widget, "disabled", False):
        return False
    match kind:
        case "button":
            widget.click()
        case "selectbox" | "button_group":
            label = widget.options[int(str(value)) % len(widget.options)] if widget.options else ""
            if _formatted(widget, label) not in widget.options:
                return False  # AppTest cannot choose it by its label, as a browser does
            widget.set_value(label)
        case "file_uploader":
            sent = [(name, content, "application/octet-stream") for name, content in _pairs(value)]
            widget.set_value(sent if widget.accept_multiple_files else sent[0] if sent else None)
        case _:
            widget.set_value(value)
    return True


def _formatted(widget: Any, label: str) -> str:
    """Return AppTest's form of a label that it is given in place of a value."""
    with suppress(Exception):
        return str(widget.format_func(label))
    return label


def _size(value: object) -> int:
    """Return the length of the longest text or file of an action."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return max(map(_size, value.values()), default=0)
    return max((len(content) for _, content in value), default=0) if isinstance(value, list) else 0


def _pairs(value: object) -> list[tuple[str, bytes]]:
    assert isinstance(value, list)
    return value


def _widgets(at: AppTest) -> Iterator[Any]:
    for block in (at.main, at.sidebar):
        for element in visit.elements(block):
            if element.type in _KINDS:
                yield element


def _name(widget: Any) -> str:
    return str(widget.key or widget.proto.label)


def _draw(at: AppTest, case: Case, rng: random.Random) -> Action | None:
    """Choose what to do with one of the widgets that are there; now and then the visitor goes to another address."""
    if rng.random() < 0.08:
        return "open", "", query(case.page, rng)
    found = [one for one in _widgets(at) if not getattr(one, "disabled", False)]
    if not found:
        return None
    widget = rng.choice(found)
    return widget.type, _name(widget), _value(widget, rng)


def _value(widget: Any, rng: random.Random) -> object:
    proto = widget.proto
    match widget.type:
        case "button":
            return True
        case "toggle" | "checkbox":
            return not widget.value
        case "selectbox" | "button_group":
            return rng.randrange(max(1, len(widget.options)))
        case "slider":
            low, high = int(proto.min), int(proto.max)
            return rng.choice((low, high, rng.randint(low, high)))
        case "number_input":
            low, high = proto.min if proto.has_min else 0, proto.max if proto.has_max else 10**6
            drawn = rng.choice((low, high, rng.uniform(low, high), low + min(high - low, rng.choice((1, 2, 10)))))
            return float(drawn) if proto.data_type == proto.FLOAT else int(drawn)
        case "text_area" | "text_input":
            most = proto.max_chars or 10_000_000
            is_corpus = widget.type == "text_area" and most > 1_000_000
            if is_corpus:
                return (hostile.corpus(rng) if rng.random() < 0.85 else hostile.large(rng))[:most]
            return (hostile.large(rng) if rng.random() < 0.04 else hostile.text(rng))[:most]
        case _:
            suffixes = [one.removeprefix(".") for one in widget.allowed_type]
            return hostile.files(rng, suffixes, is_tokenizer="csv" not in suffixes)


# -- what has to hold --------------------------------------------------------------------------------------------------


def _run(at: AppTest, played: Played) -> None:
    began, clock, before = process_time(), monotonic(), played.trained
    with patch.object(unigram, "train", partial(_train, unigram.train, played)):
        at.run()
    seconds = process_time() - began - (played.trained - before)
    played.seconds.append(seconds)
    for problem in at.exception:
        raise Problem("exception", f"{problem.message}\n{''.join(problem.stack_trace)}")
    if len(at.title) != 1:
        raise Problem("title", f"{len(at.title)} titles")
    _is_only_text(at)
    if seconds > (LIMIT_LARGE if played.brought > LARGE else LIMIT):
        raise Problem(SLOW, f"{seconds:.1f} s of processor time, {monotonic() - clock:.1f} s by the clock")


def _train(train: Callable[..., unigram.Trace], played: Played, *corpus: Any, **how: Any) -> unigram.Trace:
    began = process_time()
    try:
        return train(*corpus, **how)
    finally:
        played.trained += process_time() - began


def _is_only_text(at: AppTest) -> None:
    for block in (at.main, at.sidebar):
        for strange in visit.strange_html(block):
            raise Problem("markup", strange)
        for element in visit.elements(block):
            if element.type == "html" and is_run(element.proto.body):
                raise Problem("markup", element.proto.body)
    for component in at.get("bidi_component"):
        data = json.loads(component.proto.json or "{}", parse_constant=_no_json)
        if isinstance(data.get("payload"), str):
            json.loads(data["payload"], parse_constant=_no_json)


def is_run(body: str) -> bool:
    """Tell if HTML has the mark of hostile text anywhere but in text: within a tag, an attribute or a script.

    >>> is_run("<td>&lt;img src=x onerror=__pwned(1)&gt;</td>"), is_run("<td><img src=x onerror=__pwned(1)></td>")
    (False, True)
    >>> is_run('<td title="__pwned(1)">'), is_run("<script>__pwned(1)</script>"), is_run("<style>__pwned</style>")
    (True, True, True)
    """
    return (
        re.search(rf"<[^>]*{hostile.MARK}|<(script|style)\b(?:(?!</\1).)*{hostile.MARK}", body, re.S | re.I) is not None
    )


def _no_json(name: str) -> None:
    raise Problem("payload", f"{name} is no JSON, and would stop a component")


def _address_holds(at: AppTest, done: Sequence[Action], played: Played) -> None:
    """Check that the address that the page wrote last opens it without a notice, and is written again as it is."""
    written = dict(at.query_params)
    again = _opened(_url(at), written, played)
    # A place of /compare that waits for an upload stays out of the link too; the one beside it is then put right.
    if any(kind == "file_uploader" or name.startswith("compare_slot_") for kind, name, _ in done):
        written = dict(again.query_params)
        again = _opened(_url(again), written, played)
    notices = _corrections(again)
    if notices:
        raise Problem("address", f"{written} is put right: {notices}")
    if dict(again.query_params) != written:
        raise Problem("address", f"{written} became {dict(again.query_params)}")


def _url(at: AppTest) -> str:
    """Return the path of the page that the visitor is on: a lesson may have led to another one."""
    (title,) = at.title
    return next(
        (page.address for page in pages.PAGES for say in SAY if page.address and say(page.title) == title.value), ""
    )


def _corrections(at: AppTest) -> list[str]:
    """Return the notices on the page that something of the link was put right."""
    found = []
    for say in SAY:
        begins = tuple(say(name, **blanks).partition("\0")[0] for name, blanks in _NOTICES.items())
        found += [one.value for one in at.warning if visit.plain(one.value).startswith(begins)]
    return found


_NOTICES = {"notice.link": {"names": "\0"}, "notice.word": {"word": "\0"}, "notice.step": {"asked": "\0", "total": ""}}
_NOTICES |= {"notice.word-step": {"asked": "\0", "total": ""}}
