"""The state of the `/bpe-encode` page as a query string, both ways. Pure: no Streamlit here.

The training part is the same as on `/bpe` (:mod:`tokviz.web.state`), so a link of one page can be turned into one of
the other. Beside it stand the text, the word that is looked at, how merges are applied, dropout and the open view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import get_args

from tokviz import examples
from tokviz.bpe.encoding import Loop
from tokviz.web import state
from tokviz.web.state import MAX_LINK_CHARS, OWN, BpeState

__all__ = ["DROPOUTS", "LOOPS", "VIEWS", "EncodeState", "opening_text", "read", "write"]

LOOPS: tuple[str, ...] = get_args(Loop)
"""The ways to apply merges; an empty name stands for that of the rules' own library."""
VIEWS = ("tokens", "derivation", "longest", "decode", "dropout")
"""The views below the stage, in order."""
DROPOUTS = tuple(range(0, 100, 5))
"""The shares of pairs that can sit out, in per cent."""
MAX_SEED = 10**6

_TEXTS: Mapping[str, str] = {
    "sennrich": "lowest newest lower slow widest lowest",
    "follow": "follow lowest newest slower lowest",
    "hug": "bug mug thug unhug hugs bug",
    "jurafsky": "lower newer lowest slow wide lower",
}
_OPENING_WORDS = 8


@dataclass(frozen=True)
class EncodeState:
    """What the `/bpe-encode` page shows. word: empty for the first of the text; dropout in per cent."""

    train: BpeState = field(default_factory=BpeState)
    text: str = ""
    word: str = ""
    loop: str = ""
    dropout: int = 25
    seed: int = 1
    step: int = 0
    view: str = ""


def opening_text(example: str) -> str:
    """The text that an example opens with: words that it was not trained on where its source has some."""
    if example == OWN:
        return ""
    if example in _TEXTS:
        return _TEXTS[example]
    loaded = examples.load(example)
    if loaded.text is None:
        return " ".join(loaded.corpus.words[:_OPENING_WORDS])
    return loaded.text.splitlines()[0][:200]


def read(query: Mapping[str, str]) -> tuple[EncodeState, tuple[str, ...]]:
    """Return the state that a query string describes, and the names of the parameters that had to be put right."""
    train, wrong_names = state.read({name: value for name, value in query.items() if name not in {"view", "vs"}})
    wrong = list(wrong_names)
    asked = EncodeState(train=replace(train, step=0), step=train.step)
    wrong += [name for name in ("text", "word") if len(query.get(name, "")) > MAX_LINK_CHARS]
    asked = replace(asked, text=query.get("text", opening_text(train.example))[:MAX_LINK_CHARS])
    asked = replace(asked, word=query.get("word", "")[:MAX_LINK_CHARS])
    for name, choices in (("loop", LOOPS), ("view", VIEWS)):
        value = query.get(name, "")
        if value in choices:
            asked = replace(asked, loop=value) if name == "loop" else replace(asked, view=value)
        elif value:
            wrong.append(name)
    for name, allowed in (("dropout", DROPOUTS), ("seed", range(MAX_SEED + 1))):
        if name in query:
            value = query[name]
            number = int(value) if value.isascii() and value.isdigit() and len(value) < 8 else -1
            if number not in allowed:
                wrong.append(name)
            else:
                asked = replace(asked, dropout=number) if name == "dropout" else replace(asked, seed=number)
    return asked, tuple(wrong)


def write(asked: EncodeState) -> dict[str, str]:
    """Return the query string of a state: only what differs from how its example opens."""
    query = state.write(replace(asked.train, step=0, view="", versus=""))
    if asked.text != opening_text(asked.train.example) and len(asked.text) <= MAX_LINK_CHARS:
        query["text"] = asked.text
    usual = EncodeState()
    for name in ("word", "loop", "dropout", "seed", "step"):
        value = getattr(asked, name)
        if value != getattr(usual, name) and len(str(value)) <= MAX_LINK_CHARS:
            query[name] = str(value)
    if asked.view and asked.view != VIEWS[0]:
        query["view"] = asked.view
    return query
