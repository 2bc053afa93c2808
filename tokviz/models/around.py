"""The steps around a model in a tokenizer whose library does them: from a text to words, and from tokens to a text; and
the check of our model against that library.

Models that are trained here cut by a pre-tokenizer of :mod:`tokviz.pretokenize` themselves. :mod:`tokviz.files` has
what does it for files of the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

Span = tuple[int, int]


@dataclass(frozen=True)
class Difference:
    """The first difference between our model and the library: from which token on (counted from 0), in which word, the
    rest of the tokens of both there, and the span of that word in the text (None where the words are the same and only
    the text between them is not). our_id, their_id: of the token itself, where there are ids. is_tied: whether both
    have the same sum of scores, up to rounding."""

    index: int
    word: str | None
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    span: Span | None
    our_id: int | None = None
    their_id: int | None = None
    is_tied: bool = False

    @property
    def is_of_ids(self) -> bool:
        """True if the token is the same and only its id differs.

        >>> Difference(0, "low", ("low",), ("low",), (0, 3), 4, 7).is_of_ids
        True
        """
        return self.ours[:1] == self.theirs[:1] != ()


@dataclass(frozen=True)
class Check:
    """One text, encoded by our model and by the library.

    library: its name with its version; None where it is not there to be asked, so that nothing was compared.
    tokens: how many were compared. is_guessed: whether both begin with the same guess of what the file does not say,
    how a text is split above all, so that nothing is known of the guess.
    """

    library: str | None
    tokens: int
    difference: Difference | None = None
    is_guessed: bool = False

    @property
    def equal(self) -> bool:
        """True if the library was asked and said the same.

        >>> Check("tokenizers 0.23.3", 7).equal, Check(None, 0).equal
        (True, False)
        """
        return self.library is not None and self.difference is None


class Word(NamedTuple):
    """A word that a model takes, or an added token, with its tokens as the library has them."""

    text: str
    is_added: bool
    tokens: tuple[str, ...]


class Around(Protocol):
    """The stages before a model and behind it. All raise TokvizError for what the library refuses."""

    @property
    def ids(self) -> Mapping[str, int]:
        """Map each token to its id, added tokens too."""

    @property
    def model(self) -> object:
        """The model of the file: its tokens are the library's. Those of one with other options are its own."""

    def read(self, text: str) -> Sequence[Word]:
        """Return the words that the model takes, in order, and added tokens between them, with the library's
        tokens."""

    def places(self, text: str) -> Sequence[Sequence[Span]]:
        """Return, for each of these words, from which characters of the text each of its characters comes; for an added
        token one span."""

    def check(self, text: str) -> Check:
        """Encode a text by the model of the file and by its library."""

    def decode(self, tokens: Sequence[str]) -> str:
        """Return the text of some tokens."""
