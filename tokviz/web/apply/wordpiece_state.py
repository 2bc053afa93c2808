"""The state of the encoding half of `/wordpiece` as a query string, both ways. Pure: no Streamlit here.

`do=encode` names this half; without it a link means training, and is read by :mod:`tokviz.web.address.train_state`. The
training part is the same in both. Beside it stand the text, the word that is looked at, the limit of its length, how
the text is pre-tokenised, and the open view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tokviz.algorithms import WORDPIECE
from tokviz.pretokenize import NORMALIZING, PRETOKENIZERS
from tokviz.web.address import sample_texts, train_state
from tokviz.web.address.query import Reader
from tokviz.web.address.train_state import MAX_LINK_CHARS, TrainState

__all__ = [
    "ENCODE",
    "MAX_LENGTH",
    "PARAMETERS",
    "SPLITS",
    "VIEWS",
    "WordState",
    "read",
    "write",
]

ENCODE = "encode"
"""The name of the encoding half in a link (`do`); training is not named."""
VIEWS = ("tokens", "basic", "decode", "bpe")
"""The views below the stage, in order; some are there only for some states."""
SPLITS = (*PRETOKENIZERS, *NORMALIZING)
"""How a text can be pre-tokenised; an empty name stands for the way of the training or of the file."""
MAX_LENGTH = 1_000
"""The greatest limit for the length of a word, in characters."""

PARAMETERS = ("do", "text", "word", "longest", "pre")
"""The parameters that mean nothing to training."""

_CHOICES: Mapping[str, tuple[str, ...]] = {"pre": SPLITS, "view": VIEWS}


@dataclass(frozen=True)
class WordState:
    """What the encoding half shows. word: empty for the first of the text.

    longest: the most characters that a word may have; None for as many as the vocabulary says. pre: how the text is
    pre-tokenised; empty for the way of the training or of the file.
    """

    train: TrainState = field(default_factory=lambda: train_state.defaults(WORDPIECE, WORDPIECE.opening))
    text: str = ""
    word: str = ""
    longest: int | None = None
    pre: str = ""
    step: int = 0
    view: str = ""


def read(query: Mapping[str, str]) -> tuple[WordState, tuple[str, ...]]:
    """Return the state that a query string describes, and the names of the parameters that had to be put right."""
    half = () if query.get("do") == ENCODE else ("do",)
    train, wrong = train_state.read(WORDPIECE, {k: value for k, value in query.items() if k not in {"view", "vs"}})
    reader = Reader(query, half + wrong, text=sample_texts.text(WORDPIECE.name, train.example), step=train.step)
    reader.texts({"text": MAX_LINK_CHARS, "word": MAX_LINK_CHARS})
    reader.choices(_CHOICES)
    reader.numbers({"longest": range(1, MAX_LENGTH + 1)})
    return WordState(train=replace(train, step=0), **reader.found), tuple(reader.wrong)


def write(asked: WordState) -> dict[str, str]:
    """Return the query string of a state: only what differs from how its example opens."""
    query = train_state.write(replace(asked.train, step=0, view="", versus="")) | {"do": ENCODE}
    usual = WordState()
    if len(asked.text) > MAX_LINK_CHARS:  # what does not travel takes along what is said of it
        asked = replace(asked, word=usual.word, step=usual.step)
    elif asked.text != sample_texts.text(WORDPIECE.name, asked.train.example):
        query["text"] = asked.text
    for name in ("word", "longest", "pre", "step"):
        value = getattr(asked, name)
        if value != getattr(usual, name) and len(str(value)) <= MAX_LINK_CHARS:
            query[name] = str(value)
    if asked.view and asked.view != VIEWS[0]:
        query["view"] = asked.view
    return query
