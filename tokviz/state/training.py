"""The states of pages that train, and of those that apply what is trained, as query strings, both ways.

A link restores everything: example or own text, pre-tokenization, rules with each changed knob, where to stop, the
step, the second convention. The training part is the same on both, so a link of one can be turned into one of the
other; the names of step and view belong to each page. Pure: no Streamlit here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from tokviz.algorithms import ALGORITHMS, BPE, OWN_AMOUNT, Algorithm, Stop
from tokviz.examples import OWN, SOURCE
from tokviz.knobs import Knob
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.state import sample_texts
from tokviz.state.form import (
    MAX_PARAM_CHARS,
    Field,
    Form,
    Number,
    State,
    Text,
    named,
    opened,
    own_text,
    plain,
)
from tokviz.state.request import MAX_MERGES, NAMES, TrainingRequest, base_rules, opening
from tokviz.state.trained_pages import TRAINED, training_views
from tokviz.state.views import names_of

STEP = Number(0, MAX_MERGES, is_capped=True)
"""A step in a link."""
_TO_THE_END = "all"
_NAME = 200  # characters of that of a tokenizer


@dataclass(frozen=True)
class TrainState(TrainingRequest):
    """The state of a page that trains: a training and the part of it that is shown.

    versus: the preset that it is compared with. view: which of the algorithm's views is open below the picture; empty
    for the first.
    """

    step: int = 0
    versus: str = ""
    view: str = ""


def defaults(algorithm: Algorithm, example: str) -> TrainState:
    """Return the state in which an example opens."""
    return TrainState(**vars(opening(algorithm, example)))


def first_sight(algorithm: Algorithm, example: str) -> TrainState:
    """Return the state in which a page opens an example that is chosen from its list.

    >>> first_sight(ALGORITHMS["unigram"], "hug").amount, defaults(ALGORITHMS["unigram"], "hug").amount
    (9, 10)
    """
    state = defaults(algorithm, example)
    shown = state.lesson.first_sight if state.lesson else None
    if shown is None:
        return state
    return replace(state, preset=shown.preset, rules=shown.rules, stop="vocab", amount=shown.vocab_size)


@dataclass(frozen=True)
class KnobValue:
    """The value of a knob, unless it is too long."""

    knob: Knob

    def parse(self, text: str) -> Any:
        if len(text) > MAX_PARAM_CHARS:
            raise ValueError(text)
        return self.knob.parse(text)

    def format(self, value: Any) -> str:
        return self.knob.format(value)


def training_fields(algorithm: Algorithm) -> tuple[Field[TrainState], ...]:
    """Return the parameters that say what is trained and how."""
    return (
        own_text("corpus", Text(MAX_PARAM_CHARS, is_whole=True), "text"),
        plain("split", named(PRETOKENIZERS)),
        _preset(algorithm),
        *map(_knob, algorithm.knobs),
        _stop(algorithm, "merges"),
        _stop(algorithm, "vocab"),
    )


def _preset(algorithm: Algorithm) -> Field[TrainState]:
    """Return the parameter of the preset; the knobs that are changed come after it."""

    def put(state: TrainState, preset: str) -> TrainState:
        if preset == SOURCE and state.example == OWN:
            raise ValueError(preset)
        rules = base_rules(algorithm, state.example, preset)
        stops = algorithm.stops_of(rules)
        if state.stop not in stops:
            state = replace(state, stop=stops[0], amount=state.amount or OWN_AMOUNT)
        return replace(state, preset=preset, rules=rules)

    return Field("rules", named(algorithm.presets, [SOURCE]), lambda state: state.preset, put)


def _knob(knob: Knob) -> Field[TrainState]:
    """Return a knob of the rules, where these have it."""

    def put(state: TrainState, value: Any) -> TrainState:
        if not hasattr(state.rules, knob.field):
            raise ValueError(value)
        return replace(state, rules=replace(state.rules, **{knob.field: value}))

    return Field(knob.url, KnobValue(knob), lambda state: getattr(state.rules, knob.field, None), put)


def _stop(algorithm: Algorithm, stop: Stop) -> Field[TrainState]:
    """Return the parameter that says where training ends, counted in merges or in tokens; both can say that it goes on
    to the end."""

    def get(state: TrainState) -> Any:
        return _TO_THE_END if state.stop == "end" else state.amount if state.stop == stop else None

    def put(state: TrainState, amount: Any) -> TrainState:
        stops = algorithm.stops_of(state.rules)
        if amount == _TO_THE_END and "end" in stops:
            return replace(state, stop="end", amount=0)
        if amount == _TO_THE_END or stop not in stops:
            raise ValueError(amount)
        return replace(state, stop=stop, amount=amount)

    kind = replace(STEP, names={_TO_THE_END: _TO_THE_END} if "end" in algorithm.stops else {})
    return Field(stop, kind if stop in algorithm.stops else named(), get, put)


def _form(algorithm: Algorithm) -> Form[TrainState]:
    start: tuple[Field[TrainState], ...] = (plain("from", Text(_NAME), "start"),)
    return Form(
        example=lambda state: state.example,
        names=NAMES,
        first=algorithm.opening,
        opening=partial(defaults, algorithm),
        fields=(
            *training_fields(algorithm),
            *(start if algorithm.name == BPE.name else ()),
            plain("vs", named([""], algorithm.presets), "versus"),
            plain("view", opened(names_of(training_views(algorithm.name)))),
            plain("step", STEP),
        ),
    )


FORMS: Mapping[str, Form[TrainState]] = {name: _form(algorithm) for name, algorithm in ALGORITHMS.items()}
"""The form of the state of a page that trains, by the name of its algorithm."""


def training_only(
    algorithm: Algorithm, other: Form[State], query: Mapping[str, str], step: int, view: str
) -> dict[str, str]:
    """Return the rest of a query string when the visitor turns from the page's other half to training.

    other: how the state of that half is written. Training shows this step and this view, whatever these names said
    there.
    """
    own = other.parameters - FORMS[algorithm.name].parameters
    left = {name: value for name, value in query.items() if name not in own | {"do", "step", "view"}}
    left |= {"step": str(step)} if step else {}
    return left | ({"view": view} if view and view != training_views(algorithm.name)[0].name else {})


# -- pages that apply a tokenizer --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ApplyState:
    """The state of a page that applies a tokenizer: its training, and the text that it is applied to.

    word: the one that is looked at; step: of the word.
    """

    train: TrainState
    text: str = ""
    word: str = ""
    step: int = 0
    view: str = ""


ApplyT = TypeVar("ApplyT", bound=ApplyState)


def form_of(
    algorithm: Algorithm,
    opening: Callable[[str], ApplyT],
    fields: tuple[Field[ApplyT], ...],
    views: tuple[str, ...],
    do: str = "",
) -> Form[ApplyT]:
    """Return the form of the state of a page that applies a tokenizer.

    fields: what is beside the training; views: those below the picture, in order; do: the name of the half of a
    page, where it is one.
    """
    return Form(
        example=lambda state: state.train.example,
        names=NAMES,
        first=algorithm.opening,
        opening=opening,
        fields=(
            *(parameter.within("train") for parameter in training_fields(algorithm)),
            *fields,
            plain("step", STEP),
            plain("view", opened(views)),
        ),
        do=do,
    )


def _encoding_form(algorithm: Algorithm, views: tuple[str, ...]) -> Form[ApplyState]:
    """Return the form of a half whose link names a text and a word of it, and no options of the encoding."""

    def opened_with(example: str) -> ApplyState:
        return ApplyState(train=defaults(algorithm, example), text=sample_texts.text(algorithm.name, example))

    fields: tuple[Field[ApplyState], ...] = (plain("text", Text(), takes=("word", "step")), plain("word", Text()))
    return form_of(algorithm, opened_with, fields, views, do="encode")


ENCODING_FORMS: Mapping[str, Form[ApplyState]] = {
    name: _encoding_form(ALGORITHMS[name], names_of(record.applying.views))
    for name, record in TRAINED.items()
    if record.applying is not None and not record.applying.has_form
}
"""The form of a half of a page that encodes without options (`do=encode`), by the name of its algorithm."""
