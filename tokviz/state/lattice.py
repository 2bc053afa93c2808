"""The state of the lattice half of `/unigram` as a query string, both ways. Pure: no Streamlit here.

Without `do=lattice` a link means training, and is read by :mod:`tokviz.state.training`.
"""

from __future__ import annotations

from dataclasses import dataclass

from tokviz.algorithms import UNIGRAM
from tokviz.examples import OWN
from tokviz.state import sample_texts
from tokviz.state import training as train_state
from tokviz.state.form import Choice, Field, Number, Text, named, plain
from tokviz.state.request import MAX_MERGES
from tokviz.state.trained_pages import applying_views
from tokviz.state.training import ApplyState, form_of
from tokviz.state.views import names_of

LATTICE = "lattice"
"""The value of `do` for this half."""
VIEWS = names_of(applying_views("unigram"))
"""The views below the graph, in order."""
MAX_WORD = 120
"""The longest word that is looked at, in characters."""
MAX_BEST = 50
"""The most of the best segmentations that are drawn as bars."""
ALPHAS = tuple(round(i / 20, 2) for i in range(41))
"""The exponents of sampling: 0 to 2."""
DRAWS = (100, 400, 1_000, 4_000)
"""The numbers of random segmentations that can be drawn."""
MAX_SEED = 10**6

_SEEDS = 1
"""The first step of a training makes the seeds, of which a word has the most ways: an example opens with them."""


@dataclass(frozen=True)
class LatticeState(ApplyState):
    """The state of the lattice half.

    at: after which step of the training the model is taken; 0 for the last. n: how many of the best segmentations are
    drawn. alpha, seed, draws: of the random ones.
    """

    at: int = 0
    n: int = 8
    alpha: float = 0.5
    seed: int = 1
    draws: int = 1_000


def opening(example: str) -> LatticeState:
    """Return the state in which an example opens.

    >>> opening("hug").at, opening(OWN).at
    (1, 0)
    """
    return LatticeState(
        train=train_state.defaults(UNIGRAM, example),
        at=0 if example == OWN else _SEEDS,
        word=sample_texts.word(example),
        text=sample_texts.text(UNIGRAM.name, example),
    )


_FIELDS: tuple[Field[LatticeState], ...] = (
    plain("word", Text(MAX_WORD)),
    plain("text", Text()),
    plain("at", Number(1, MAX_MERGES, names={"end": 0})),
    plain("n", Number(1, MAX_BEST)),
    plain("seed", Number(0, MAX_SEED)),
    plain("draws", named(DRAWS)),
    plain("alpha", Choice({f"{alpha:g}": alpha for alpha in ALPHAS})),
)
"""The fields beside the training: each is an attribute of the state and a widget."""
FORM = form_of(UNIGRAM, opening, _FIELDS, VIEWS, do=LATTICE)
