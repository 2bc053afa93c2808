"""Added and special tokens, and what becomes of a text in which somebody types one.

A library that finds a special token in a text takes it for one, whoever wrote it; a program that must not let that
happen has to ask for it. Control symbols of SentencePiece never come from a text.
"""

from __future__ import annotations

from dataclasses import dataclass

from tokviz.files.engine import Encoded
from tokviz.files.pipeline import Pipeline
from tokviz.models.added_tokens import AddedToken

__all__ = ["BEFORE", "BEHIND", "Typed", "typed"]

BEFORE, BEHIND = "x ", " y"
"""What is typed around a token."""


@dataclass(frozen=True)
class Typed:
    """An added token, and the encoding of a text that has it in the middle."""

    added: AddedToken
    encoded: Encoded

    @property
    def is_taken(self) -> bool:
        """Whether it came out as itself, and not as the characters that it is written with."""
        return self.added.id in self.encoded.ids


def typed(pipeline: Pipeline) -> tuple[Typed, ...]:
    """Each added token between two letters and spaces, without what a post-processor puts around a text.

    >>> file = b'''{"added_tokens": [{"id": 2, "content": "<s>", "special": true, "single_word": false, "lstrip": false,
    ... "rstrip": false, "normalized": false}],
    ... "model": {"type": "BPE", "vocab": {"l": 0, "x": 1, "<s>": 2}, "merges": []}}'''
    >>> [(one.added.content, one.is_taken, one.encoded.tokens) for one in typed(Pipeline.from_file(file))]
    [('<s>', True, ('x', '<s>'))]
    """
    return tuple(
        Typed(one, pipeline.encode(f"{BEFORE}{one.content}{BEHIND}", special=False)) for one in pipeline.engine.added
    )
