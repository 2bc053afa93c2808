"""What is trained on a page, and how, as a query string, both ways. Pure: no Streamlit here.

A link restores everything: example or own text, pre-tokenisation, rules with each changed knob, where to stop, the
step, the second convention. Nothing in a query string can break the page: what cannot be read falls back to its
default, and a notice says so. Names and values in a URL are the same in every language.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, BPE, OWN_AMOUNT, Algorithm, Rules, Stop
from tokviz.errors import TokvizError
from tokviz.examples import OWN, SOURCE
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.views.algorithms import VIEWS
from tokviz.web.address.query import MAX_PARAM_CHARS

__all__ = [
    "MAX_LINK_CHARS",
    "MAX_MERGES",
    "OWN",
    "SOURCE",
    "TrainForm",
    "TrainState",
    "base_rules",
    "defaults",
    "read",
    "training_only",
    "write",
]

MAX_LINK_CHARS = 1_500
"""A corpus of up to this many characters travels in the link."""
MAX_MERGES = 10_000
"""The most merges that a page trains."""

_STOPS: Mapping[str, Stop] = {"merges": "merges", "vocab": "vocab"}
_NAMES = frozenset({"example", "corpus", "split", "rules", "merges", "vocab", "step", "vs", "view"})


@dataclass(frozen=True)
class TrainState:
    """What a page trains and shows of it. algorithm: its name in :data:`tokviz.algorithms.ALGORITHMS`."""

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


@dataclass(frozen=True)
class TrainForm:
    """How the state of a page that trains this algorithm is written as a query string."""

    algorithm: Algorithm

    def read(self, query: Mapping[str, str], /) -> tuple[TrainState, tuple[str, ...]]:
        """See :func:`read`."""
        return read(self.algorithm, query)

    def write(self, state: TrainState, /) -> dict[str, str]:
        """See :func:`write`."""
        return write(state)


def base_rules(algorithm: Algorithm, example: str, preset: str) -> Rules:
    """The rules that a preset's name stands for beside this example."""
    if preset == SOURCE and example != OWN:
        return examples.load(example).recipe(algorithm.name).rules
    return algorithm.presets[preset] if preset in algorithm.presets else next(iter(algorithm.presets.values()))


def defaults(algorithm: Algorithm, example: str) -> TrainState:
    """The state in which an example opens: as its source has it."""
    if example == OWN:
        preset = algorithm.own_preset
        return TrainState(
            algorithm=algorithm.name,
            example=OWN,
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


def read(algorithm: Algorithm, query: Mapping[str, str]) -> tuple[TrainState, tuple[str, ...]]:
    """Return the state that a query string describes, and the names of the parameters that had to be put right."""
    names = {*_NAMES, *(knob.url for knob in algorithm.knobs)}
    wrong = [name for name, value in query.items() if len(value) > MAX_PARAM_CHARS and name in names]
    query = {name: value for name, value in query.items() if len(value) <= MAX_PARAM_CHARS}

    example = query.get("example", OWN if query.get("corpus") else algorithm.opening)
    if example != OWN and example not in examples.NAMES:
        wrong.append("example")
        example = algorithm.opening
    state = defaults(algorithm, example)
    if example == OWN:
        state = replace(state, text=query.get("corpus", ""))
    if "split" in query:
        if query["split"] in PRETOKENIZERS:
            state = replace(state, split=query["split"])
        else:
            wrong.append("split")

    if "rules" in query:
        if query["rules"] in algorithm.presets or (query["rules"] == SOURCE and example != OWN):
            state = replace(state, preset=query["rules"], rules=base_rules(algorithm, example, query["rules"]))
        else:
            wrong.append("rules")
    for knob in algorithm.knobs:
        if knob.url in query:
            try:
                rules = replace(state.rules, **{knob.field: knob.parse(query[knob.url])})
            except (TokvizError, ValueError):
                wrong.append(knob.url)
            else:
                state = replace(state, rules=rules)

    for name, stop in _STOPS.items():
        if name in query and stop not in algorithm.stops:
            wrong.append(name)
        elif name in query:
            if query[name] == "all" and "end" in algorithm.stops:
                state = replace(state, stop="end", amount=0)
                continue
            amount, is_right = _number(query[name], MAX_MERGES)
            if amount is not None:
                state = replace(state, stop=stop, amount=amount)
            if not is_right:
                wrong.append(name)
    if "step" in query:
        step, is_right = _number(query["step"], MAX_MERGES)
        state = replace(state, step=step or 0)
        if not is_right:
            wrong.append("step")
    if query.get("vs"):
        if query["vs"] in algorithm.presets:
            state = replace(state, versus=query["vs"])
        else:
            wrong.append("vs")
    if query.get("view"):
        if query["view"] in VIEWS[algorithm.name].tabs:
            state = replace(state, view=query["view"])
        else:
            wrong.append("view")
    return state, tuple(wrong)


def write(state: TrainState) -> dict[str, str]:
    """Return the query string of a state: only what differs from how its example opens."""
    algorithm = ALGORITHMS[state.algorithm]
    usual = defaults(algorithm, state.example)
    query = {"example": state.example}
    if state.example == OWN and 0 < len(state.text) <= MAX_LINK_CHARS:
        query["corpus"] = state.text
    if state.split != usual.split:
        query["split"] = state.split
    if state.preset != usual.preset:
        query["rules"] = state.preset
    base = base_rules(algorithm, state.example, state.preset)
    for knob in algorithm.knobs:
        value = getattr(state.rules, knob.field)
        if value != getattr(base, knob.field):
            query[knob.url] = knob.format(value)
    if (state.stop, state.amount) != (usual.stop, usual.amount):
        query |= {"merges": "all"} if state.stop == "end" else {state.stop: str(state.amount)}
    if state.versus:
        query["vs"] = state.versus
    if state.view and state.view != VIEWS[algorithm.name].tabs[0]:
        query["view"] = state.view
    if state.step:
        query["step"] = str(state.step)
    return query


def training_only(
    algorithm: Algorithm, own: Collection[str], query: Mapping[str, str], step: int, view: str
) -> dict[str, str]:
    """What is left of a query string when the visitor turns from the page's other half to training.

    own: the parameters of that half. Training shows this step and this view, whatever these names said there.
    """
    left = {name: value for name, value in query.items() if name not in own and name not in {"step", "view"}}
    left |= {"step": str(step)} if step else {}
    return left | ({"view": view} if view and view != VIEWS[algorithm.name].tabs[0] else {})


def _number(text: str, most: int) -> tuple[int | None, bool]:
    """A whole number of at most `most` (None when it is none or negative), and whether it was right as it stood."""
    try:
        number = int(text)
    except ValueError:
        return None, False
    return (None, False) if number < 0 else (min(number, most), number <= most)
