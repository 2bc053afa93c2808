"""What is trained on a page, and how, as a query string, both ways. Pure: no Streamlit here.

A link restores everything: example or own text, pre-tokenisation, rules with each changed knob, where to stop, the
step, the second convention.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, BPE, OWN_AMOUNT, Algorithm, Rules, Stop
from tokviz.examples import OWN, SOURCE, Recipe
from tokviz.knobs import Knob
from tokviz.pretokenize import PRETOKENIZERS
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
from tokviz.state.views import names_of, training_views

__all__ = [
    "FORMS",
    "MAX_MERGES",
    "NAMES",
    "OWN_SPLIT",
    "STEP",
    "TrainState",
    "base_rules",
    "defaults",
    "training_fields",
    "training_only",
]

NAMES = (*examples.NAMES, OWN)
"""What can be trained on."""
MAX_MERGES = 10_000
"""The most merges that a page trains."""
STEP = Number(0, MAX_MERGES, is_capped=True)
"""A step in a link."""
OWN_SPLIT = "words"
"""How a text of one's own becomes words at first: punctuation is no part of them."""
_TO_THE_END = "all"


@dataclass(frozen=True)
class TrainState:
    """The training of a page and the part of it that is shown. algorithm: its name in
    :data:`tokviz.algorithms.ALGORITHMS`."""

    algorithm: str = BPE.name
    example: str = BPE.opening
    text: str = ""
    split: str = "whitespace"
    preset: str = "sennrich"
    rules: Rules = field(default_factory=lambda: BPE.presets["sennrich"])
    stop: Stop = "end"
    amount: int = 0  # merges, or the size of the vocabulary; nothing for `end`
    step: int = 0
    versus: str = ""
    view: str = ""  # which of the algorithm's views is open below the stage; empty for the first

    @property
    def lesson(self) -> Recipe | None:
        """Return the recipe of the example's source; None for your own text."""
        return None if self.example == OWN else examples.load(self.example).recipe(self.algorithm)


def base_rules(algorithm: Algorithm, example: str, preset: str) -> Rules:
    """Return the rules that a preset's name stands for beside this example."""
    if preset == SOURCE and example != OWN:
        return examples.load(example).recipe(algorithm.name).rules
    return algorithm.presets[preset] if preset in algorithm.presets else next(iter(algorithm.presets.values()))


def defaults(algorithm: Algorithm, example: str) -> TrainState:
    """Return the state in which an example opens: as its source has it; a text of one's own by the rules of the
    lessons."""
    if example == OWN:
        preset = algorithm.lesson_preset or algorithm.own_preset
        return TrainState(
            algorithm=algorithm.name,
            example=OWN,
            split=OWN_SPLIT,
            preset=preset,
            rules=algorithm.presets[preset],
            stop=algorithm.stops[0],
            amount=OWN_AMOUNT,
        )
    lesson = examples.load(example).recipe(algorithm.name)
    return TrainState(
        algorithm=algorithm.name,
        example=example,
        split=lesson.pretokenizer or "whitespace",
        preset=algorithm.preset_of(lesson.rules) or SOURCE,
        rules=lesson.rules,
        stop="merges" if lesson.merges is not None else "vocab" if lesson.vocab_size is not None else "end",
        amount=lesson.merges or lesson.vocab_size or 0,
    )


@dataclass(frozen=True)
class _Value:
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

    return Field(knob.url, _Value(knob), lambda state: getattr(state.rules, knob.field, None), put)


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
    return Form(
        example=lambda state: state.example,
        names=NAMES,
        first=algorithm.opening,
        opening=partial(defaults, algorithm),
        fields=(
            *training_fields(algorithm),
            plain("vs", named([""], algorithm.presets), "versus"),
            plain("view", opened(names_of(training_views(algorithm.name)))),
            plain("step", STEP),
        ),
    )


FORMS: Mapping[str, Form[TrainState]] = {name: _form(algorithm) for name, algorithm in ALGORITHMS.items()}
"""How the state of a page that trains is written, by the name of its algorithm."""


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
