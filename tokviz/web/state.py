"""The state of the `/bpe` page as a query string, both ways. Pure: no Streamlit here.

A link restores everything: example or own text, pre-tokenisation, rules with each changed knob, where to stop, the
step, the second convention. Nothing in a query string can break the page: what cannot be read falls back to its
default, and a notice says so. Names and values in a URL are the same in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, get_args

from tokviz import examples
from tokviz.bpe import PRESETS, Rules
from tokviz.bpe.rules import Alphabet, Duplicates, TieBreak, VocabularyOrder
from tokviz.errors import TokvizError
from tokviz.pretokenize import PRETOKENIZERS

__all__ = [
    "DEFAULT_MERGES",
    "KNOBS",
    "MAX_LINK_CHARS",
    "MAX_MERGES",
    "OWN",
    "SOURCE",
    "VIEWS",
    "BpeState",
    "Knob",
    "read",
    "write",
]

OWN = "own"
"""The name of the visitor's own corpus among the examples."""
SOURCE = "source"
"""The name of an example's own rules among the presets."""
MAX_LINK_CHARS = 1_500
"""A corpus of up to this many characters travels in the link."""
MAX_MERGES = 10_000
"""The most merges that a page trains."""
MAX_NUMBER = 10**12
"""The greatest number that a knob takes."""
DEFAULT_MERGES = 200
"""How many merges an own text gets at first."""
VIEWS = ("merges", "vocabularies", "course", "tree", "printed", "versus", "files")
"""The views below the stage, in order; some are there only for some states."""
_MAX_PARAM_CHARS = 4_000

Stop = Literal["merges", "vocab", "end"]
_STOPS: Mapping[str, Stop] = {"merges": "merges", "vocab": "vocab"}


@dataclass(frozen=True)
class Knob:
    """One field of :class:`~tokviz.bpe.Rules`: its name, its name in a URL, and what it holds."""

    field: str
    url: str
    kind: Literal["text", "flag", "number", "optional", "choice", "words"]
    choices: tuple[str, ...] = ()

    def parse(self, text: str) -> Any:
        """Read a value from a URL or a text field. Raises ValueError."""
        match self.kind:
            case "text":
                return text
            case "flag":
                return {"1": True, "0": False}[text] if text in {"0", "1"} else _refuse(text)
            case "number":
                return _within(int(text), 0, MAX_NUMBER)
            case "optional":
                return _within(int(text), 1, MAX_NUMBER) if text else None
            case "choice":
                return text if text in self.choices else _refuse(text)
            case "words":
                return tuple(text.split())

    def format(self, value: Any) -> str:
        """Write a value as :meth:`parse` reads it."""
        match self.kind:
            case "flag":
                return "1" if value else "0"
            case "words":
                return " ".join(value)
            case _:
                return "" if value is None else str(value)


KNOBS: tuple[Knob, ...] = (
    Knob("tie_break", "tie", "choice", get_args(TieBreak)),
    Knob("end_of_word", "end", "text"),
    Knob("end_of_word_attached", "attached", "flag"),
    Knob("minimum_count", "min", "number"),
    Knob("start_of_word", "start", "text"),
    Knob("continuing_prefix", "prefix", "text"),
    Knob("alphabet", "alphabet", "choice", get_args(Alphabet)),
    Knob("max_token_length", "maxlen", "optional"),
    Knob("special_tokens", "special", "words"),
    Knob("initial_alphabet", "initial", "words"),
    Knob("limit_alphabet", "limit", "optional"),
    Knob("duplicates", "dup", "choice", get_args(Duplicates)),
    Knob("vocabulary_order", "order", "choice", get_args(VocabularyOrder)),
)
"""Every field of Rules, in the order in which they are offered."""

_NAMES = frozenset(
    {"example", "corpus", "split", "rules", "merges", "vocab", "step", "vs", "view", *(knob.url for knob in KNOBS)}
)

assert {knob.field for knob in KNOBS} == {f.name for f in fields(Rules)}


@dataclass(frozen=True)
class BpeState:
    """What the `/bpe` page shows."""

    example: str = "sennrich"
    text: str = ""
    split: str = "whitespace"
    preset: str = "sennrich"
    rules: Rules = field(default_factory=lambda: PRESETS["sennrich"])
    stop: Stop = "end"
    amount: int = 0  # merges, or the size of the vocabulary; nothing for `end`
    step: int = 0
    versus: str = ""
    view: str = ""  # which of VIEWS is open below the stage; empty for the first


def base_rules(example: str, preset: str) -> Rules:
    """The rules that a preset's name stands for beside this example."""
    if preset == SOURCE and example != OWN:
        return examples.load(example).rules
    return PRESETS.get(preset, PRESETS["sennrich"])


def defaults(example: str) -> BpeState:
    """The state in which an example opens: as its source has it."""
    if example == OWN:
        return BpeState(
            example=OWN, preset="subword-nmt", rules=PRESETS["subword-nmt"], stop="merges", amount=DEFAULT_MERGES
        )
    loaded = examples.load(example)
    preset = next((name for name, rules in PRESETS.items() if rules == loaded.rules), SOURCE)
    return BpeState(
        example=example,
        split=loaded.pretokenizer or "whitespace",
        preset=preset,
        rules=loaded.rules,
        stop="end" if loaded.merges is None else "merges",
        amount=loaded.merges or 0,
    )


def read(query: Mapping[str, str]) -> tuple[BpeState, tuple[str, ...]]:
    """Return the state that a query string describes, and the names of the parameters that had to be put right."""
    wrong = [name for name, value in query.items() if len(value) > _MAX_PARAM_CHARS and name in _NAMES]
    query = {name: value for name, value in query.items() if len(value) <= _MAX_PARAM_CHARS}

    example = query.get("example", OWN if query.get("corpus") else "sennrich")
    if example != OWN and example not in examples.NAMES:
        wrong.append("example")
        example = "sennrich"
    state = defaults(example)
    if example == OWN:
        state = replace(state, text=query.get("corpus", ""))
    if "split" in query:
        if query["split"] in PRETOKENIZERS:
            state = replace(state, split=query["split"])
        else:
            wrong.append("split")

    if "rules" in query:
        if query["rules"] in PRESETS or (query["rules"] == SOURCE and example != OWN):
            state = replace(state, preset=query["rules"], rules=base_rules(example, query["rules"]))
        else:
            wrong.append("rules")
    for knob in KNOBS:
        if knob.url in query:
            try:
                rules = replace(state.rules, **{knob.field: knob.parse(query[knob.url])})
            except (TokvizError, ValueError):
                wrong.append(knob.url)
            else:
                state = replace(state, rules=rules)

    for name, stop in _STOPS.items():
        if name in query:
            if query[name] == "all":
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
        if query["vs"] in PRESETS:
            state = replace(state, versus=query["vs"])
        else:
            wrong.append("vs")
    if query.get("view"):
        if query["view"] in VIEWS:
            state = replace(state, view=query["view"])
        else:
            wrong.append("view")
    return state, tuple(wrong)


def write(state: BpeState) -> dict[str, str]:
    """Return the query string of a state: only what differs from how its example opens."""
    usual = defaults(state.example)
    query = {"example": state.example}
    if state.example == OWN and 0 < len(state.text) <= MAX_LINK_CHARS:
        query["corpus"] = state.text
    if state.split != usual.split:
        query["split"] = state.split
    if state.preset != usual.preset:
        query["rules"] = state.preset
    base = base_rules(state.example, state.preset)
    for knob in KNOBS:
        value = getattr(state.rules, knob.field)
        if value != getattr(base, knob.field):
            query[knob.url] = knob.format(value)
    if (state.stop, state.amount) != (usual.stop, usual.amount):
        query |= {"merges": "all"} if state.stop == "end" else {state.stop: str(state.amount)}
    if state.versus:
        query["vs"] = state.versus
    if state.view and state.view != VIEWS[0]:
        query["view"] = state.view
    if state.step:
        query["step"] = str(state.step)
    return query


def _number(text: str, most: int) -> tuple[int | None, bool]:
    """A whole number of at most `most` (None when it is none or negative), and whether it was right as it stood."""
    try:
        number = int(text)
    except ValueError:
        return None, False
    return (None, False) if number < 0 else (min(number, most), number <= most)


def _within(number: int, least: int, most: int) -> int:
    if not least <= number <= most:
        raise ValueError(number)
    return number


def _refuse(text: str) -> Any:
    raise ValueError(text)
