"""The character that stands for a space in the tokens of a training or of a model; every page writes ␣ for it
(:func:`tokviz.views.shared.display.with_spaces`)."""

from __future__ import annotations

from typing import Any

from tokviz import superbpe
from tokviz.model import Encoder
from tokviz.pretokenize import BYTE_LEVEL, MARKS_SPACES, METASPACE
from tokviz.superbpe import boundless
from tokviz.superbpe.rules import SPACE
from tokviz.trace import Trace


def space_sign(rules: object, pretokenizer: str = "") -> str:
    """Return the character that stands for a space in tokens that these rules make; empty where none does.

    rules: of a training, or a model that has their fields. pretokenizer: what splits its texts. The mark at the start
    of a word counts as a space, a symbol such as <w> does not.

    >>> from tokviz import bpe
    >>> space_sign(bpe.Rules(start_of_word="▁")), space_sign(bpe.Rules(start_of_word="<w>"))
    ('▁', '')
    >>> space_sign(bpe.Rules(alphabet="bytes")), space_sign(bpe.Rules(), "gpt2-bytes")
    ('Ġ', 'Ġ')
    """
    mark = getattr(rules, "start_of_word", "")
    if mark in (METASPACE, SPACE):
        return str(mark)
    is_of_bytes = isinstance(rules, superbpe.Rules | boundless.Rules) or getattr(rules, "alphabet", "") == "bytes"
    if is_of_bytes or pretokenizer in BYTE_LEVEL:
        return SPACE
    return METASPACE if pretokenizer in MARKS_SPACES else ""


def space_in(trace: Trace, pretokenizer: str) -> str:
    """Return the same of a training. One that goes on from a file has the pre-tokenizer of the file (`split`)."""
    return space_sign(trace.rules, getattr(trace, "split", pretokenizer))


def space_of_model(model: Encoder) -> str:
    """Return the character that stands for a space in the tokens of a model; empty where none does."""
    if model.algorithm == superbpe.Model.algorithm:
        return SPACE
    return space_sign(getattr(model, "rules", model), getattr(model, "pretokenizer", ""))


def mark_space(payload: dict[str, Any], sign: str) -> None:
    """Add the character that stands for a space to the payload of a picture, whose browser writes ␣ for it."""
    if sign:
        payload["picture"].setdefault("space", sign)
