"""The state of the encoding half of `/wordpiece` as a query string, both ways. Pure: no Streamlit here.

`do=encode` names this half; without it a link means training, and is read by :mod:`tokviz.web.state`. The training
part is the same in both. Beside it stand the text, the word that is looked at, the limit of its length, how the text is
pre-tokenised, and the open view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tokviz import examples
from tokviz.pretokenize import NORMALIZING, PRETOKENIZERS
from tokviz.web import state
from tokviz.web.algorithms import WORDPIECE
from tokviz.web.state import MAX_LINK_CHARS, OWN, TrainState

__all__ = [
    "ENCODE",
    "MAX_LENGTH",
    "SPLITS",
    "VIEWS",
    "WordState",
    "opening_text",
    "read",
    "training_only",
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

_CHOICES: Mapping[str, tuple[str, ...]] = {"pre": SPLITS, "view": VIEWS}
_OWN = ("do", "text", "word", "longest", "pre")  # parameters that mean nothing to training
_SHARED = ("step", "view")  # those that mean something else there

_TEXTS: Mapping[str, str] = {
    "hug": "hugs bugs mug bum",
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


@dataclass(frozen=True)
class WordState:
    """What the encoding half shows. word: empty for the first of the text.

    longest: the most characters that a word may have; None for as many as the vocabulary says. pre: how the text is
    pre-tokenised; empty for the way of the training or of the file.
    """

    train: TrainState = field(default_factory=lambda: state.defaults(WORDPIECE, WORDPIECE.opening))
    text: str = ""
    word: str = ""
    longest: int | None = None
    pre: str = ""
    step: int = 0
    view: str = ""


def training_only(query: Mapping[str, str], step: int, view: str) -> dict[str, str]:
    """What is left of a query string when the visitor turns to training, which shows this step and this view."""
    left = {name: value for name, value in query.items() if name not in (*_OWN, *_SHARED)}
    left |= {"step": str(step)} if step else {}
    return left | ({"view": view} if view and view != WORDPIECE.views[0] else {})


def opening_text(example: str) -> str:
    """The text that an example opens with: words that it was not trained on among others."""
    if example == OWN:
        return ""
    return _TEXTS.get(example) or " ".join(examples.load(example).corpus.words[:8])


def read(query: Mapping[str, str]) -> tuple[WordState, tuple[str, ...]]:
    """Return the state that a query string describes, and the names of the parameters that had to be put right."""
    wrong = [] if query.get("do") == ENCODE else ["do"]
    train, wrong_names = state.read(WORDPIECE, {k: value for k, value in query.items() if k not in {"view", "vs"}})
    wrong += wrong_names
    found: dict[str, Any] = {"text": opening_text(train.example), "step": train.step}
    for name in ("text", "word"):
        if name in query:
            found[name] = query[name][:MAX_LINK_CHARS]
            wrong += [name] if len(query[name]) > MAX_LINK_CHARS else []
    for name, choices in _CHOICES.items():
        if query.get(name, "") in choices:
            found[name] = query[name]
        elif query.get(name):
            wrong.append(name)
    if "longest" in query:
        length = query["longest"]
        number = int(length) if length.isascii() and length.isdigit() and len(length) < 8 else 0
        if 1 <= number <= MAX_LENGTH:
            found["longest"] = number
        else:
            wrong.append("longest")
    return WordState(train=replace(train, step=0), **found), tuple(wrong)


def write(asked: WordState) -> dict[str, str]:
    """Return the query string of a state: only what differs from how its example opens."""
    query = state.write(replace(asked.train, step=0, view="", versus="")) | {"do": ENCODE}
    if asked.text != opening_text(asked.train.example) and len(asked.text) <= MAX_LINK_CHARS:
        query["text"] = asked.text
    usual = WordState()
    for name in ("word", "longest", "pre", "step"):
        value = getattr(asked, name)
        if value != getattr(usual, name) and len(str(value)) <= MAX_LINK_CHARS:
            query[name] = str(value)
    if asked.view and asked.view != VIEWS[0]:
        query["view"] = asked.view
    return query
