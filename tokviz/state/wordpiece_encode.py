"""The state of the encoding half of `/wordpiece` as a query string, both ways. Pure: no Streamlit here.

Without `do=encode` a link means training, and is read by :mod:`tokviz.state.training`.
"""

from __future__ import annotations

from dataclasses import dataclass

from tokviz.algorithms import WORDPIECE
from tokviz.pretokenize import NORMALIZING, PRETOKENIZERS
from tokviz.state import sample_texts
from tokviz.state import training as train_state
from tokviz.state.form import Field, Number, Text, named, plain
from tokviz.state.trained_pages import applying_views
from tokviz.state.training import ApplyState, form_of
from tokviz.state.views import names_of

ENCODE = "encode"
"""The name of the encoding half in a link (`do`); training is not named."""
VIEWS = names_of(applying_views("wordpiece"))
"""The views below the picture, in order; some are there only for some states."""
SPLITS = (*PRETOKENIZERS, *NORMALIZING)
"""The ways to pre-tokenize a text; an empty name means the way of the training or of the file."""
MAX_LENGTH = 1_000
"""The greatest limit for the length of a word, in characters."""


@dataclass(frozen=True)
class WordpieceEncodeState(ApplyState):
    """The state of the encoding half. word: empty for the first of the text.

    longest: the most characters that a word may have; None for as many as the vocabulary says. pre: how the text is
    pre-tokenized; empty for the way of the training or of the file.
    """

    longest: int | None = None
    pre: str = ""


def opening(example: str) -> WordpieceEncodeState:
    """Return the state in which an example opens."""
    text = sample_texts.text(WORDPIECE.name, example)
    return WordpieceEncodeState(train=train_state.defaults(WORDPIECE, example), text=text)


_FIELDS: tuple[Field[WordpieceEncodeState], ...] = (
    plain("text", Text(), takes=("word", "step")),
    plain("word", Text()),
    plain("longest", Number(1, MAX_LENGTH)),
    plain("pre", named([""], SPLITS)),
)
"""The fields beside the training: each is an attribute of the state and a widget."""
FORM = form_of(WORDPIECE, opening, _FIELDS, VIEWS, do=ENCODE)
