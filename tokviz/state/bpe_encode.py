"""The state of the `/bpe-encode` page as a query string, both ways. Pure: no Streamlit here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from tokviz.algorithms import BPE
from tokviz.bpe.encoding import Loop
from tokviz.state import sample_texts
from tokviz.state import training as train_state
from tokviz.state.form import Choice, Field, Number, Text, named, plain
from tokviz.state.trained_pages import applying_views
from tokviz.state.training import ApplyState, form_of
from tokviz.state.views import names_of

PAGE = "bpe-encode"
LOOPS: tuple[str, ...] = get_args(Loop)
"""The ways to apply merges; an empty name stands for that of the rules' own library."""
VIEWS = names_of(applying_views("bpe"))
"""The views below the picture, in order."""
DROPOUTS = tuple(range(0, 100, 5))
"""The shares of pairs that can sit out, in per cent."""
MAX_SEED = 10**6
MAX_SEPARATOR = 20
"""The longest separator, in characters."""
MAX_THRESHOLD = 10**6


@dataclass(frozen=True)
class BpeEncodeState(ApplyState):
    """The state of the `/bpe-encode` page. word: empty for the first of the text; dropout in per cent.

    apply: whether with all that subword-nmt does around the merges: a `separator`, `glossaries` (patterns between
    spaces or line ends) and, with the `vocabulary` of the corpus, only tokens that occur there at least `threshold`
    times.
    """

    loop: str = ""
    apply: bool = False
    separator: str = "@@"
    glossaries: str = ""
    vocabulary: bool = False
    threshold: int = 1
    dropout: int = 25
    seed: int = 1


def opening(example: str) -> BpeEncodeState:
    """Return the state in which an example opens."""
    return BpeEncodeState(train=train_state.defaults(BPE, example), text=sample_texts.text(PAGE, example))


_FIELDS: tuple[Field[BpeEncodeState], ...] = (
    plain("text", Text(), takes=("word", "step")),
    plain("word", Text()),
    plain("loop", named([""], LOOPS)),
    plain("apply", Choice({"": False, "subword-nmt": True})),
    plain("separator", Text(MAX_SEPARATOR)),
    plain("glossaries", Text()),
    plain("vocabulary", Choice({"": False, "corpus": True})),
    plain("threshold", Number(1, MAX_THRESHOLD)),
    plain("dropout", named(DROPOUTS)),
    plain("seed", Number(0, MAX_SEED)),
)
"""The fields beside the training: each is an attribute of the state and a widget."""
FORM = form_of(BPE, opening, _FIELDS, VIEWS)
