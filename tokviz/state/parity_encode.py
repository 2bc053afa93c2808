"""The state of the encoding half of `/parity` as a query string, both ways. Pure: no Streamlit here.

Without `do=encode` a link means training, and is read by :mod:`tokviz.state.training`.
"""

from __future__ import annotations

from tokviz.algorithms import PARITY
from tokviz.state import sample_texts, views
from tokviz.state import training as train_state
from tokviz.state.form import Field, Text, plain
from tokviz.state.training import ApplyState, form_of
from tokviz.state.views import names_of

__all__ = ["ENCODE", "FORM", "opening"]

ENCODE = "encode"
"""The name of the encoding half in a link (`do`); training is not named."""


def opening(example: str) -> ApplyState:
    """Return the state in which an example opens."""
    text = sample_texts.text(PARITY.name, example)
    return ApplyState(train=train_state.defaults(PARITY, example), text=text)


_FIELDS: tuple[Field[ApplyState], ...] = (
    plain("text", Text(), takes=("word", "step")),
    plain("word", Text()),
)
"""The fields beside the training: each is an attribute of the state and a widget."""
FORM = form_of(PARITY, opening, _FIELDS, names_of(views.PARITY_ENCODE), do=ENCODE)
