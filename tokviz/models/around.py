"""What stands around a model in a tokenizer whose library does it: from a text to words, and from tokens to a text.

Models that are trained here cut by a pre-tokeniser of :mod:`tokviz.pretokenize` themselves. :mod:`tokviz.pipeline` has
what does it for files of the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tokviz.pipeline import Check

__all__ = ["Around"]

Span = tuple[int, int]


class Around(Protocol):
    """The stages before a model and behind it. All raise TokvizError for what the library refuses."""

    @property
    def ids(self) -> Mapping[str, int]:
        """Token -> id, of added tokens too."""

    def words(self, text: str) -> Sequence[tuple[str, bool]]:
        """The words that the model takes, in order, and added tokens between them, which are marked as such."""

    def places(self, text: str) -> Sequence[Sequence[Span]]:
        """For each of these words from which characters of the text each of its characters comes; for an added token
        one span."""

    def check(self, text: str) -> Check:
        """A text encoded by the model of the file and by its library."""

    def decode(self, tokens: Sequence[str]) -> str:
        """The text of some tokens."""
