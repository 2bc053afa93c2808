"""What a tokenizer does with a text, and how it is drawn: computed where the tokenizer is, in a worker or here."""

from __future__ import annotations

from dataclasses import dataclass

from tokviz.pipeline import Check, Decoded, Encoded, Part, Pipeline, Stage
from tokviz.pipeline.parts.dropped import with_dropped
from tokviz.views.pipeline.compared import plain_parts
from tokviz.views.pipeline.ribbon import drawn, stages_payload
from tokviz.views.pipeline.words import with_words
from tokviz.views.shared.catalog import load
from tokviz.views.stage.questions import payload_json

__all__ = ["Work", "compared_of", "ribbon_of", "work_of"]


@dataclass(frozen=True)
class Work:
    """What a tokenizer does with a text: all stages, the ids, whether the library does the same, and back."""

    stages: tuple[Stage, ...]
    encoded: Encoded
    check: Check
    decoded: Decoded


def work_of(tokenizer: Pipeline, text: str) -> Work:
    """Put a text through a tokenizer. Raises TokvizError."""
    encoded = tokenizer.encode(text)
    stages = with_words(tokenizer, tokenizer.stages(text))
    return Work(stages, encoded, tokenizer.check(text), tokenizer.decode(encoded.ids))


def ribbon_of(tokenizer: Pipeline, found: Work, text: str, language: str) -> str:
    """All stages on one axis, as the payload of their picture."""
    stages = with_dropped(tokenizer.engine, drawn(found.stages), text)
    return payload_json(stages_payload(text, stages, load(language), tokenizer.unknown))


def compared_of(tokenizer: Pipeline, text: str) -> tuple[tuple[Part, ...], int]:
    """The tokens of a text without special ones, to be compared, and the size of the vocabulary. Raises TokvizError."""
    return plain_parts(tokenizer.encode(text, special=False).parts, text), len(tokenizer.vocabulary)
