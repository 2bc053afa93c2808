"""The state of the `/bpe-encode` page as a query string, both ways. Pure: no Streamlit here.

The training part is the same as on `/bpe` (:mod:`tokviz.web.address.train_state`), so a link of one page can be turned
into one of the other. Beside it stand the text, the word that is looked at, how merges are applied, what subword-nmt
does around them, dropout and the open view.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from typing import get_args

from tokviz.algorithms import BPE
from tokviz.bpe.encoding import Loop
from tokviz.web.address import sample_texts, train_state
from tokviz.web.address.query import Reader
from tokviz.web.address.train_state import MAX_LINK_CHARS, TrainState

__all__ = [
    "DROPOUTS",
    "LOOPS",
    "MAX_SEED",
    "MAX_SEPARATOR",
    "MAX_THRESHOLD",
    "PAGE",
    "VIEWS",
    "EncodeState",
    "read",
    "write",
]

PAGE = "bpe-encode"
LOOPS: tuple[str, ...] = get_args(Loop)
"""The ways to apply merges; an empty name stands for that of the rules' own library."""
VIEWS = ("tokens", "derivation", "longest", "decode", "dropout")
"""The views below the stage, in order."""
DROPOUTS = tuple(range(0, 100, 5))
"""The shares of pairs that can sit out, in per cent."""
MAX_SEED = 10**6
MAX_SEPARATOR = 20
"""The longest separator, in characters."""
MAX_THRESHOLD = 10**6

_APPLIED = ("apply", "separator", "glossaries", "vocabulary", "threshold")
_TEXT_LIMITS = {
    "text": MAX_LINK_CHARS,
    "word": MAX_LINK_CHARS,
    "glossaries": MAX_LINK_CHARS,
    "separator": MAX_SEPARATOR,
}
_CHOICES = {"loop": LOOPS, "apply": ("subword-nmt",), "vocabulary": ("corpus",), "view": VIEWS}
_NUMBERS: Mapping[str, Container[int]] = {
    "dropout": DROPOUTS,
    "seed": range(MAX_SEED + 1),
    "threshold": range(1, MAX_THRESHOLD + 1),
}


@dataclass(frozen=True)
class EncodeState:
    """What the `/bpe-encode` page shows. word: empty for the first of the text; dropout in per cent.

    apply: "subword-nmt" for merges with all that it does around them: a `separator`, `glossaries` (patterns between
    spaces or line ends) and, with the `vocabulary` "corpus", the tokens of the corpus that occur at least `threshold`
    times. What is empty is left out.
    """

    train: TrainState = field(default_factory=TrainState)
    text: str = ""
    word: str = ""
    loop: str = ""
    apply: str = ""
    separator: str = "@@"
    glossaries: str = ""
    vocabulary: str = ""
    threshold: int = 1
    dropout: int = 25
    seed: int = 1
    step: int = 0
    view: str = ""


def read(query: Mapping[str, str]) -> tuple[EncodeState, tuple[str, ...]]:
    """Return the state that a query string describes, and the names of the parameters that had to be put right."""
    train, wrong = train_state.read(BPE, {name: value for name, value in query.items() if name not in {"view", "vs"}})
    reader = Reader(query, wrong, text=sample_texts.text(PAGE, train.example), step=train.step)
    reader.texts(_TEXT_LIMITS)
    reader.choices(_CHOICES)
    reader.numbers(_NUMBERS)
    return EncodeState(train=replace(train, step=0), **reader.found), tuple(reader.wrong)


def write(asked: EncodeState) -> dict[str, str]:
    """Return the query string of a state: only what differs from how its example opens."""
    query = train_state.write(replace(asked.train, step=0, view="", versus=""))
    usual = EncodeState()
    if len(asked.text) > MAX_LINK_CHARS:  # what does not travel takes along what is said of it
        asked = replace(asked, word=usual.word, step=usual.step)
    elif asked.text != sample_texts.text(PAGE, asked.train.example):
        query["text"] = asked.text
    for name in ("word", "loop", *_APPLIED, "dropout", "seed", "step"):
        value = getattr(asked, name)
        if value != getattr(usual, name) and len(str(value)) <= MAX_LINK_CHARS:
            query[name] = str(value)
    if asked.view and asked.view != VIEWS[0]:
        query["view"] = asked.view
    return query
