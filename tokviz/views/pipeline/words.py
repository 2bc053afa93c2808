"""The pre-tokens of a text, which a model takes one by one; where a tokenizer cuts none, the words that come apart."""

from __future__ import annotations

from collections.abc import Sequence

from tokviz.files.engine import Part, Stage
from tokviz.files.pipeline import Pipeline

__all__ = ["place_in_word", "with_words", "word_of", "words"]


def with_words(tokenizer: Pipeline, stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """The stages; where the library cuts no pre-tokens, our own stage has the words that no token goes over."""
    behind = next(place for place, stage in enumerate(stages) if stage.kind == "model")
    before = [stage for stage in stages[:behind] if not stage.own]
    if any(stage.kind == "pretokenizer" for stage in before):
        return tuple(stages)
    parts: list[Part] = []
    letters: list[Part] = []
    for part in (*before[-1].parts, None):
        if part is not None and part.role == "text":
            letters += _letters(part)
            continue
        for word in tokenizer.apart("".join(one.text for one in letters)) if letters else ():
            taken: list[Part] = []
            while sum(len(one.text) for one in taken) < len(word):
                taken.append(letters.pop(0))
            parts.append(Part(word, taken[0].start, taken[-1].end))
        if part is not None:
            parts.append(part)
    own = Stage("pretokenizer", "", tuple(parts), own=True)
    return (*before, own, *stages[behind:])


def _letters(part: Part) -> list[Part]:
    """A run that is still the original's, character by character; what a stage made stays whole."""
    if len(part.text) != part.end - part.start:
        return [part]
    return [part._replace(text=text, start=part.start + i, end=part.start + i + 1) for i, text in enumerate(part.text)]


def words(stages: Sequence[Stage]) -> tuple[Part, ...]:
    """What the model takes, in order, and the added tokens between. stages: those of :func:`with_words`."""
    return [stage for stage in stages if stage.kind == "pretokenizer"][-1].parts


def word_of(stages: Sequence[Stage], token: Part) -> int | None:
    """Which of :func:`words` a token is of, from 1; None for one that stands for no text."""
    if token.start >= token.end:
        return None
    found = (number for number, part in enumerate(words(stages), start=1) if part.start <= token.start < part.end)
    return next(found, None)


def place_in_word(stages: Sequence[Stage], word: int, token: int) -> int:
    """Which token of a word, from 0, the chosen token of the text is; the first if it is of another word. word, token:
    from 1."""
    part = words(stages)[word - 1]
    (model,) = (stage for stage in stages if stage.kind == "model")
    inside = [number for number, one in enumerate(model.parts, start=1) if part.start <= one.start < part.end]
    return inside.index(token) if token in inside else 0
