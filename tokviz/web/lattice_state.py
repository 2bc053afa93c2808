"""The state of the lattice half of `/unigram` as a query string, both ways. Pure: no Streamlit here.

`do=lattice` names this half; without it a link means training, and is read by :mod:`tokviz.web.state`. The training
part is the same in both. Beside it stand the step of the training whose model is used, the word and the text, how many
of the best segmentations are listed, and how random ones are drawn.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tokviz import examples
from tokviz.web import state
from tokviz.web.algorithms import UNIGRAM
from tokviz.web.state import MAX_LINK_CHARS, MAX_MERGES, OWN, TrainState

__all__ = [
    "ALPHAS",
    "DRAWS",
    "LATTICE",
    "MAX_BEST",
    "MAX_SEED",
    "MAX_WORD",
    "VIEWS",
    "LatticeState",
    "opening_at",
    "opening_text",
    "opening_word",
    "read",
    "training_only",
    "write",
]

LATTICE = "lattice"
"""The value of `do` for this half."""
VIEWS = ("paths", "table", "sums", "best", "samples", "text", "decode")
"""The views below the graph, in order."""
MAX_WORD = 120
"""The longest word that is looked at, in characters."""
MAX_BEST = 50
"""The most of the best segmentations that are drawn as bars."""
ALPHAS = tuple(round(i / 20, 2) for i in range(41))
"""The exponents of sampling: 0 to 2."""
DRAWS = (100, 400, 1_000, 4_000)
"""How many random segmentations are drawn."""
MAX_SEED = 10**6

_OWN = ("do", "at", "word", "text", "n", "alpha", "seed", "draws")  # parameters that mean nothing to training
_SHARED = ("step", "view")  # those that mean something else there
_NUMBERS: Mapping[str, Container[int]] = {
    "n": range(1, MAX_BEST + 1),
    "seed": range(MAX_SEED + 1),
    "draws": DRAWS,
    "at": range(1, MAX_MERGES + 1),
}

_WORDS: Mapping[str, str] = {
    "hug": "unhug",
    "sennrich": "lowest",
    "follow": "follower",
    "jurafsky": "slowest",
    "jurafsky-2025": "reset",
    "aaabdaaabac": "aaab",
    "course": "tokens",
    "lighthouse": "lighthouses",
    "kitchen": "bakers",
    "zug": "Zugvogel",
    "tea": "喝咖啡",
}
_TEXTS: Mapping[str, str] = {
    "hug": "unhug hugs pug huggun mug",
    "sennrich": "lowest newer slow widest",
    "follow": "follow lowest flow wider mellow",
    "jurafsky": "lower newest widest slow",
    "jurafsky-2025": "set sent reset",
    "aaabdaaabac": "aaab abba cab",
    "course": "This is the Hugging Face course!",
    "lighthouse": "The lighthouse keeper's lamps shone over the quiet water.",
    "kitchen": "Bakers knead bread in a café, quickly.",
    "zug": "Der Zug fährt schnell über Zürich.",
    "tea": "外婆慢慢喝茶，喝咖啡。",
}
_AT: Mapping[str, int] = {"hug": 1}


@dataclass(frozen=True)
class LatticeState:
    """What the lattice half shows.

    at: after which step of the training the model is taken; None for the last. n: how many of the best segmentations
    are drawn. alpha, seed, draws: of the random ones.
    """

    train: TrainState = field(default_factory=lambda: state.defaults(UNIGRAM, UNIGRAM.opening))
    at: int | None = None
    word: str = ""
    text: str = ""
    n: int = 8
    alpha: float = 0.5
    seed: int = 1
    draws: int = 1_000
    step: int = 0
    view: str = ""


def opening_word(example: str) -> str:
    """The word that an example opens with; most are none that it was trained on."""
    if example == OWN:
        return ""
    return _WORDS.get(example) or examples.load(example).corpus.words[0]


def opening_text(example: str) -> str:
    """The text that an example opens with."""
    if example == OWN:
        return ""
    return _TEXTS.get(example) or " ".join(examples.load(example).corpus.words[:8])


def opening_at(example: str) -> int | None:
    """After which step of the training an example opens; None for the last.

    >>> opening_at("hug"), opening_at("tea")
    (1, None)
    """
    return _AT.get(example)


def training_only(query: Mapping[str, str], step: int, view: str) -> dict[str, str]:
    """What is left of a query string when the visitor turns to training, which shows this step and this view."""
    left = {name: value for name, value in query.items() if name not in (*_OWN, *_SHARED)}
    left |= {"step": str(step)} if step else {}
    return left | ({"view": view} if view and view != UNIGRAM.views[0] else {})


def read(query: Mapping[str, str]) -> tuple[LatticeState, tuple[str, ...]]:
    """Return the state that a query string describes, and the names of the parameters that had to be put right."""
    wrong = [] if query.get("do") == LATTICE else ["do"]
    train, wrong_names = state.read(UNIGRAM, {k: value for k, value in query.items() if k not in {"view", "vs"}})
    wrong += wrong_names
    found: dict[str, Any] = {
        "word": opening_word(train.example),
        "text": opening_text(train.example),
        "at": opening_at(train.example),
        "step": train.step,
    }
    for name, most in (("word", MAX_WORD), ("text", MAX_LINK_CHARS)):
        if name in query:
            found[name] = query[name][:most]
            wrong += [name] if len(query[name]) > most else []
    for name, allowed in _NUMBERS.items():
        if name in query:
            value = query[name]
            number = int(value) if value.isascii() and value.isdigit() and len(value) < 8 else -1
            if number in allowed:
                found[name] = number
            elif name == "at" and value == "end":
                found[name] = None
            else:
                wrong.append(name)
    if "alpha" in query:
        alphas = {f"{alpha:g}": alpha for alpha in ALPHAS}
        if query["alpha"] in alphas:
            found["alpha"] = alphas[query["alpha"]]
        else:
            wrong.append("alpha")
    if query.get("view", "") in VIEWS:
        found["view"] = query["view"]
    elif query.get("view"):
        wrong.append("view")
    return LatticeState(train=replace(train, step=0), **found), tuple(wrong)


def write(asked: LatticeState) -> dict[str, str]:
    """Return the query string of a state: only what differs from how its example opens."""
    query = state.write(replace(asked.train, step=0, view="", versus="")) | {"do": LATTICE}
    example = asked.train.example
    for name, usual in (("word", opening_word(example)), ("text", opening_text(example))):
        value = getattr(asked, name)
        if value != usual and len(value) <= MAX_LINK_CHARS:
            query[name] = value
    if asked.at != opening_at(example):
        query["at"] = "end" if asked.at is None else str(asked.at)
    for name in ("n", "seed", "draws", "step"):
        value = getattr(asked, name)
        if value != getattr(LatticeState, name):
            query[name] = str(value)
    if asked.alpha != LatticeState.alpha:
        query["alpha"] = f"{asked.alpha:g}"
    if asked.view and asked.view != VIEWS[0]:
        query["view"] = asked.view
    return query
