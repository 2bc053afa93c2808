"""The knobs of rules: each field of `Rules` with its name in a URL and the kind of value that it holds.

How a knob is drawn is in :mod:`tokviz.web.train.controls`. Pure: no Streamlit here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

from tokviz.bpe.rules import Alphabet, Duplicates, TieBreak, VocabularyOrder
from tokviz.unigram.rules import Expectation, Loss, Seeds
from tokviz.wordpiece.rules import SelectBy

__all__ = ["BPE_KNOBS", "MAX_NUMBER", "UNIGRAM_KNOBS", "WORDPIECE_KNOBS", "Knob"]

_Number = TypeVar("_Number", int, float)

MAX_NUMBER = 10**12
"""The greatest number that a knob takes."""


@dataclass(frozen=True)
class Knob:
    """One field of an algorithm's `Rules`: its name, its name in a URL, and what it holds."""

    field: str
    url: str
    kind: Literal["text", "flag", "number", "positive", "optional", "share", "choice", "words", "token"]
    choices: tuple[str, ...] = ()

    def parse(self, text: str) -> Any:
        """Read a value from a URL or a text field. Raises ValueError."""
        match self.kind:
            case "text":
                return text
            case "flag":
                return {"1": True, "0": False}[text] if text in {"0", "1"} else _refuse(text)
            case "number":
                return _within(int(text), 0, MAX_NUMBER)
            case "positive":
                return _within(int(text), 1, MAX_NUMBER)
            case "optional":
                return _within(int(text), 1, MAX_NUMBER) if text else None
            case "share":
                return _within(round(float(text), 4), 0, 1)
            case "choice":
                return text if text in self.choices else _refuse(text)
            case "words":
                return tuple(text.split())
            case "token":
                return text or None

    def format(self, value: Any) -> str:
        """Write a value as :meth:`parse` reads it."""
        match self.kind:
            case "flag":
                return "1" if value else "0"
            case "words":
                return " ".join(value)
            case _:
                return "" if value is None else str(value)


BPE_KNOBS: tuple[Knob, ...] = (
    Knob("tie_break", "tie", "choice", get_args(TieBreak)),
    Knob("end_of_word", "end", "text"),
    Knob("end_of_word_attached", "attached", "flag"),
    Knob("minimum_count", "min", "number"),
    Knob("start_of_word", "start", "text"),
    Knob("continuing_prefix", "prefix", "text"),
    Knob("alphabet", "alphabet", "choice", get_args(Alphabet)),
    Knob("max_token_length", "maxlen", "optional"),
    Knob("special_tokens", "special", "words"),
    Knob("initial_alphabet", "initial", "words"),
    Knob("limit_alphabet", "limit", "optional"),
    Knob("duplicates", "dup", "choice", get_args(Duplicates)),
    Knob("vocabulary_order", "order", "choice", get_args(VocabularyOrder)),
)
"""Every field of the rules of byte-pair encoding, in the order in which they are offered."""

WORDPIECE_KNOBS: tuple[Knob, ...] = (
    Knob("select_by", "select", "choice", get_args(SelectBy)),
    Knob("tie_break", "tie", "choice", get_args(TieBreak)),
    Knob("continuing_prefix", "prefix", "text"),
    Knob("minimum_count", "min", "positive"),
    Knob("alphabet", "alphabet", "choice", ("symbols", "characters")),
    Knob("max_token_length", "maxlen", "optional"),
    Knob("special_tokens", "special", "words"),
    Knob("initial_alphabet", "initial", "words"),
    Knob("limit_alphabet", "limit", "optional"),
)
"""The fields that make sense in WordPiece training."""

UNIGRAM_KNOBS: tuple[Knob, ...] = (
    Knob("seeds", "seeds", "choice", get_args(Seeds)),
    Knob("seed_size", "start", "optional"),
    Knob("max_piece_length", "longest", "optional"),
    Knob("expectation", "expect", "choice", get_args(Expectation)),
    Knob("passes", "passes", "number"),
    Knob("minimum_expected", "least", "share"),
    Knob("digamma", "digamma", "flag"),
    Knob("loss", "loss", "choice", get_args(Loss)),
    Knob("renormalise", "renorm", "flag"),
    Knob("pruned_share", "prune", "share"),
    Knob("overshoot", "overshoot", "flag"),
    Knob("keep_characters", "keep", "flag"),
    Knob("slip", "slip", "flag"),
    Knob("start_of_word", "mark", "text"),
    Knob("special_tokens", "special", "words"),
    Knob("unk_token", "unk", "token"),
)
"""The fields of the rules of unigram training. Whose loop it is (`flow`) comes with a preset: little else fits it."""


def _within(number: _Number, least: int, most: int) -> _Number:
    if not least <= number <= most:
        raise ValueError(number)
    return number


def _refuse(text: str) -> Any:
    raise ValueError(text)
