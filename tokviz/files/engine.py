"""What a pipeline asks of whatever applies a file: the protocol of the libraries' sides.

:mod:`tokviz.files.tokenizers_engine` is tokenizers, :mod:`tokviz.files.sentencepiece_engine` is sentencepiece and
:mod:`tokviz.files.codes` subword-nmt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from tokviz.files.loaded import Note
from tokviz.files.models import WordModel
from tokviz.files.records import Decoded, Encoded, Part, Stage
from tokviz.models.added_tokens import AddedToken

__all__ = ["Engine"]


class Engine(Protocol):
    """A file and the library that applies it."""

    @property
    def library(self) -> str | None:
        """The library with its version; None where it is not there."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What about the file is otherwise than somebody might think."""

    @property
    def notes_behind(self) -> tuple[Note, ...]:
        """What it does to the tokens of a text behind the model, for who sees those of the text alone."""

    @property
    def settings(self) -> Mapping[str, object]:
        """What the file says beside its vocabulary, merges and added tokens, as nested values of JSON."""

    @property
    def words(self) -> WordModel:
        """Our model, which is made when it is first asked for."""

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Every token, added ones too, with its id."""

    def before(self, text: str) -> tuple[Stage, ...]:
        """The stages before the model; the parts of the last are its pre-tokens and the added tokens."""

    def pre_tokens(self, text: str) -> tuple[Part, ...]:
        """The parts of the last of these stages, without the others."""

    def after(self, text: str) -> tuple[Stage, ...]:
        """The model's stage, and those behind it."""

    def plain(self, text: str) -> Encoded:
        """The tokens of the text alone, as the library has them."""

    def whole(self, text: str) -> Encoded:
        """All tokens, with those that stand for no text."""

    # -- for our model as one that takes texts (:mod:`tokviz.files.around`) ----------------------------------------

    @property
    def kept(self) -> tuple[AddedToken, ...]:
        """The tokens that texts are cut at before the model sees them, in the order of their ids."""

    @property
    def written(self) -> str:
        """The name of a pre-tokeniser of :mod:`tokviz.pretokenize` whose words look like those of this file."""

    def characters(self, text: str) -> tuple[Part, ...]:
        """What :meth:`pre_tokens` has, character by character; an added token is one part."""

    def joined(self, tokens: Sequence[str]) -> str:
        """The text of some tokens, whether they have ids or not."""

    # -- and back --------------------------------------------------------------------------------------------------

    def decode(self, ids: Sequence[int], *, skip_special: bool) -> Decoded:
        """The text of ids."""

    # -- many at once, for looking at a whole vocabulary -----------------------------------------------------------

    @property
    def added(self) -> tuple[AddedToken, ...]:
        """The tokens that are no part of the model's text, in the order of the file."""

    def many(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of short texts, each as :meth:`plain` has them."""

    def gained(self, ids: Sequence[int]) -> list[bytes]:
        """What each id adds to a text between others, in UTF-8; a token may hold a part of a character."""

    def spelled(self, ids: Sequence[int]) -> list[bytes]:
        """What of a text each id is encoded from: the same, unless the decoder does not undo what is done before the
        model."""
