"""The state of the lattice half of `/unigram` as a query string, both ways. Pure: no Streamlit here.

`do=lattice` names this half; without it a link means training, and is read by :mod:`tokviz.web.address.train_state`.
The training part is the same in both. Beside it stand the step of the training whose model is used, the word and the
text, how many of the best segmentations are listed, and how random ones are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tokviz.algorithms import UNIGRAM
from tokviz.web.address import sample_texts, train_state
from tokviz.web.address.form import Choice, Form, Number, Text, named, opened, plain
from tokviz.web.address.train_state import MAX_MERGES, STEP, TrainState, training_fields

__all__ = [
    "ALPHAS",
    "DRAWS",
    "FORM",
    "LATTICE",
    "MAX_BEST",
    "MAX_SEED",
    "MAX_WORD",
    "PARAMETERS",
    "VIEWS",
    "LatticeState",
    "opening",
    "opening_at",
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


def opening(example: str) -> LatticeState:
    """The state in which an example opens."""
    return LatticeState(
        train=train_state.defaults(UNIGRAM, example),
        at=opening_at(example),
        word=sample_texts.word(example),
        text=sample_texts.text(UNIGRAM.name, example),
    )


FORM: Form[LatticeState] = Form(
    example=lambda state: state.train.example,
    names=train_state.NAMES,
    first=UNIGRAM.opening,
    opening=opening,
    fields=(
        *(one.within("train") for one in training_fields(UNIGRAM)),
        plain("word", Text(MAX_WORD)),
        plain("text", Text()),
        plain("at", Number(1, MAX_MERGES, names={"end": None})),
        plain("n", Number(1, MAX_BEST)),
        plain("seed", Number(0, MAX_SEED)),
        plain("draws", named(DRAWS)),
        plain("alpha", Choice({f"{alpha:g}": alpha for alpha in ALPHAS})),
        plain("step", STEP),
        plain("view", opened(VIEWS)),
    ),
    do=LATTICE,
)
