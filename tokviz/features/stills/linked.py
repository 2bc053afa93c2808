"""Stills for links: the step of a worked example to which a link to the app unfolds in chat programs.

Anybody can ask for any link, so a still uses no more of it than names of ours and the number of a step: page, worked
example, convention, step, language, and a word of the text that the page opens with. For everything else, such as a
text or a knob, there is the step that a still shows when none is named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from tokviz import examples, unigram
from tokviz.examples import OWN
from tokviz.features.stills import raster
from tokviz.features.stills.still import Asked, figures
from tokviz.memory import Memory
from tokviz.state.form import AnyForm
from tokviz.state.lattice import LatticeState
from tokviz.state.pages import PAGES, page_at
from tokviz.state.request import train
from tokviz.state.training import FORMS, STEP, ApplyState, TrainState
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.hosts.parts import training_part
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.display import shorten, visible
from tokviz.views.tokenizers.work import drawn_words, pretoken_picture
from tokviz.views.unigram.numbers import common_denominator

__all__ = ["HEIGHT", "USUAL_STEP", "WIDTH", "LinkStill", "prepared", "still_of"]

WIDTH, HEIGHT = 1200, 630
"""The size in pixels at which chat programs show a picture as wide as they can."""
USUAL_STEP = 3
"""The step of a link that names none, or the last one: something was merged by then, and something comes next."""

_USUAL_PAGE = "bpe"  # whose picture stands for pages without one
_USED = frozenset({"example", "rules", "do", "step", "word"})
# These change nothing in the picture: a view below it, a second convention, and what the views of a word draw.
_BELOW = frozenset({"view", "vs"})
_BELOW_WORD = frozenset({"view", "n", "alpha", "seed", "draws", "dropout"})
_LONGEST_WORD = 40  # characters
_SPACES = " \u2581"  # what a model can put before a word


@dataclass(frozen=True)
class LinkStill:
    """The still of a link. page, do: the address of a page with a picture, and the half of it. example: the name of a
    worked example. rules: the name of a convention; empty for that of the example. step: None for the usual one. word:
    one of the text that the page opens with; empty for the first of it, and for a training."""

    page: str
    do: str = ""
    example: str = ""
    rules: str = ""
    step: int | None = None
    word: str = ""
    language: str = "en"

    @property
    def query(self) -> dict[str, str]:
        """Return the query string that leads to it, without the parameters that say nothing."""
        step = "" if self.step is None else str(self.step)
        named = {"do": self.do, "rules": self.rules, "step": step, "word": self.word}
        return {"example": self.example, "lang": self.language} | {name: text for name, text in named.items() if text}


def still_of(address: str, query: Mapping[str, str], language: str) -> LinkStill | None:
    """Return the still of a link; None for a page that there is not. Nothing is trained for it.

    >>> still_of("bpe", {"example": "hug", "step": "2"}, "en")
    LinkStill(page='bpe', do='', example='hug', rules='', step=2, word='', language='en')
    >>> still_of("bpe", {"corpus": "my own text", "step": "2"}, "en").query
    {'example': 'sennrich', 'lang': 'en'}
    """
    page = next((page for page in PAGES if page.address == address), None)
    if page is None:
        return None
    form = page.form_of(query)
    if not isinstance(form.opening(form.first), TrainState | ApplyState):
        return still_of(_USUAL_PAGE, {}, language)
    opening = LinkStill(address, form.do, form.first, language=language)
    example = query.get("example", OWN if query.get(form.own) else form.first)
    if example not in examples.NAMES:
        return opening
    state, _ = form.read({name: query[name] for name in ("example", "rules", "do") if name in query})
    still = replace(opening, example=example, rules=_rules(state, form.opening(example)))
    if _is_changed(form, state, query):
        return still
    if isinstance(state, ApplyState) and query.get("word"):
        if not _is_listed(query["word"], state):
            return still
        still = replace(still, word=query["word"])
    return replace(still, step=_step(query.get("step", "")))


def prepared(still: LinkStill, memory: Memory) -> tuple[LinkStill, Callable[[], bytes]]:
    """Return a still with the number of a step that there is, and what draws it as PNG. Raises TokvizError."""
    say = load(still.language)
    state, _ = page_at(still.page).form_of(still.query).read(still.query)
    if isinstance(state, ApplyState):
        still, parts, title = _word(still, state, memory, say)
        total: int = parts[0]["total"]
        return _drawing(still, total, lambda step: parts, title)
    training = cast("TrainState", state)
    trace = train(training, memory).trace
    views_of(trace).picture.prepare(trace)
    title = rendering.about_training(trace, say, training.example, training.split).title
    return _drawing(still, len(trace), lambda step: [training_part(trace, step, say)], title)


def _drawing(
    still: LinkStill, total: int, parts: Callable[[int], list[dict[str, Any]]], title: str
) -> tuple[LinkStill, Callable[[], bytes]]:
    step = min(USUAL_STEP if still.step is None else still.step, total)

    def draw() -> bytes:
        (figure,) = figures(Asked(parts(step), (step,), title))
        return raster.framed(figure, WIDTH, HEIGHT)

    return replace(still, step=step), draw


# -- from a query string -----------------------------------------------------------------------------------------------


def _rules(state: object, opening: object) -> str:
    """Return the convention that a link names, unless the example opens with it."""
    chosen, usual = _training_of(state).preset, _training_of(opening).preset
    return "" if chosen == usual else chosen


def _training_of(state: object) -> TrainState:
    return state.train if isinstance(state, ApplyState) else cast("TrainState", state)


def _is_changed(form: AnyForm, state: object, query: Mapping[str, str]) -> bool:
    """Return whether a link says something of its picture that its still does not use."""
    training = FORMS[_training_of(state).algorithm].parameters
    below = _BELOW_WORD - training if isinstance(state, ApplyState) else _BELOW
    names = {parameter.name for parameter in form.fields}
    return bool(names & query.keys() - _USED - below)


def _step(text: str) -> int | None:
    try:
        step: int = STEP.parse(text)
    except ValueError:  # no number, or one beyond all trainings
        return None
    return step


# -- a word ------------------------------------------------------------------------------------------------------------


def _is_listed(word: str, state: ApplyState) -> bool:
    """Return whether a word can be one of the text that a page opens with; its model says whether it is."""
    written = word.strip(_SPACES)
    return 0 < len(written) <= _LONGEST_WORD and (written == state.word or written in state.text)


def _word(
    still: LinkStill, state: ApplyState, memory: Memory, say: Catalog
) -> tuple[LinkStill, list[dict[str, Any]], str]:
    """Return a still without a word that is none, the payloads of its word in the picture, and its title. Raises
    TokvizError."""
    trace: Trace = train(state.train, memory).trace
    at = state.at if isinstance(state, LatticeState) and 0 < state.at <= len(trace) else len(trace)
    model = trace.model(at, pretokenizer=state.train.split)
    if isinstance(state, LatticeState):  # the lattice of what is typed, whose model may put a space before it
        word = (*model.words(state.word), *model.words(state.text))[0]  # a mark alone can be no word
    else:
        words = drawn_words(model, state.text)
        if still.word not in ("", *words):
            still = replace(still, word="", step=None)
        word = still.word or words[0]
    common = None
    if isinstance(trace, unigram.Trace) and isinstance(model, unigram.Model):
        common = common_denominator(trace, at, model)
    parts, _ = pretoken_picture(model, word, say, common)
    page = say(page_at(still.page).title)
    return still, list(parts), say("tab.title.word", page=page, word=shorten(visible(word), 24))
