"""The state of the lattice half of `/unigram` as a query string, both ways. Pure: no Streamlit here.

`do=lattice` names this half; without it a link means training, and is read by :mod:`tokviz.web.address.train_state`.
The training part is the same in both. Beside it stand the step of the training whose model is used, the word and the
text, how many of the best segmentations are listed, and how random ones are drawn.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace

from tokviz.algorithms import UNIGRAM
from tokviz.web.address import sample_texts, train_state
from tokviz.web.address.query import Reader
from tokviz.web.address.train_state import MAX_LINK_CHARS, MAX_MERGES, TrainState

__all__ = [
    "ALPHAS",
    "DRAWS",
    "LATTICE",
    "MAX_BEST",
    "MAX_SEED",
    "MAX_WORD",
    "PARAMETERS",
    "VIEWS",
    "LatticeState",
    "opening_at",
    "read",
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

PARAMETERS = ("do", "at", "word", "text", "n", "alpha", "seed", "draws")
"""The parameters that mean nothing to training."""

_NUMBERS: Mapping[str, Container[int]] = {
    "n": range(1, MAX_BEST + 1),
    "seed": range(MAX_SEED + 1),
    "draws": DRAWS,
}

_ALPHAS: Mapping[str, float] = {f"{alpha:g}": alpha for alpha in ALPHAS}
_AT: Mapping[str, int] = {"hug": 1}


@dataclass(frozen=True)
class LatticeState:
    """What the lattice half shows.

    at: after which step of the training the model is taken; None for the last. n: how many of the best segmentations
    are drawn. alpha, seed, draws: of the random ones.
    """

    train: TrainState = field(default_factory=lambda: train_state.defaults(UNIGRAM, UNIGRAM.opening))
    at: int | None = None
    word: str = ""
    text: str = ""
    n: int = 8
    alpha: float = 0.5
    seed: int = 1
    draws: int = 1_000
    step: int = 0
    view: str = ""


def opening_at(example: str) -> int | None:
    """After which step of the training an example opens; None for the last.

    >>> opening_at("hug"), opening_at("tea")
    (1, None)
    """
    return _AT.get(example)


def read(query: Mapping[str, str]) -> tuple[LatticeState, tuple[str, ...]]:
    """Return the state that a query string describes, and the names of the parameters that had to be put right."""
    half = () if query.get("do") == LATTICE else ("do",)
    train, wrong = train_state.read(UNIGRAM, {k: value for k, value in query.items() if k not in {"view", "vs"}})
    reader = Reader(
        query,
        half + wrong,
        word=sample_texts.word(train.example),
        text=sample_texts.text(UNIGRAM.name, train.example),
        at=opening_at(train.example),
        step=train.step,
    )
    reader.texts({"word": MAX_WORD, "text": MAX_LINK_CHARS})
    if query.get("at") == "end":
        reader.found["at"] = None
    else:
        reader.numbers({"at": range(1, MAX_MERGES + 1)})
    reader.numbers(_NUMBERS)
    reader.choices({"view": VIEWS})
    if query.get("alpha") in _ALPHAS:
        reader.found["alpha"] = _ALPHAS[query["alpha"]]
    elif "alpha" in query:
        reader.wrong.append("alpha")
    return LatticeState(train=replace(train, step=0), **reader.found), tuple(reader.wrong)


def write(asked: LatticeState) -> dict[str, str]:
    """Return the query string of a state: only what differs from how its example opens."""
    query = train_state.write(replace(asked.train, step=0, view="", versus="")) | {"do": LATTICE}
    example = asked.train.example
    for name, usual in (("word", sample_texts.word(example)), ("text", sample_texts.text(UNIGRAM.name, example))):
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
