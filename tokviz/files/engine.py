"""The interface of an engine, a library that applies a tokenizer file to text, and the records that it returns.

:mod:`tokviz.files.tokenizers_engine` applies files by tokenizers, :mod:`tokviz.files.sentencepiece_engine` by
sentencepiece and :mod:`tokviz.files.subword_nmt_engine` codes beside subword-nmt. :mod:`tokviz.files` describes stages
and parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol

from tokviz.files.models import WordModel
from tokviz.files.reading import Note
from tokviz.models.added_tokens import AddedToken
from tokviz.models.around import Span

StageKind = Literal[
    "original", "added", "normalizer", "pretokenizer", "model", "postprocessor", "truncation", "padding"
]
Role = Literal["text", "added", "token", "put", "dropped"]
Loading = Literal["reading", "library", "model"]
"""The phases of loading a tokenizer: its file is read, its library makes its tables of it, our model is made."""
Tell = Callable[[Loading], object]
"""Is told each of these when it begins."""


class Part(NamedTuple):
    """A part of a text at one stage.

    text: what is there at this stage; of a token what the vocabulary (or, for an unknown one, the library) calls
    it. start, end: the characters of the original text that it comes from. role: ``text``, not a token yet; ``added``,
    an added token that was found in the text; ``token``, one of the model; ``put``, one that stands for no text, from a
    post-processor or padding; ``dropped``, for pictures, a symbol that becomes no token. id: of a token. word: which
    part of the last stage before the model a token belongs to, counted from 0. type_id: as the post-processor numbers
    sequences. special: whether a decoder leaves it out. changed: whether this stage made it what it is, that is, the
    stage before had no such text there. alternative: of a pre-token that a pattern cut, the alternative of the pattern
    that matched it; None where none did, or several.
    A text of 1 MB has a million of them, which tuples make in half the time.
    """

    text: str
    start: int
    end: int
    role: Role = "text"
    id: int | None = None
    word: int | None = None
    type_id: int = 0
    special: bool = False
    changed: bool = False
    alternative: str | None = None

    @property
    def span(self) -> Span:
        """Return from which character of the original text to which."""
        return self.start, self.end


@dataclass(frozen=True)
class Stage:
    """A text after one stage.

    name: the element's, as its library calls it ("NFC", "Split", "BPE"); empty for ``original`` and ``added``.
    options: those that the file gives it. parts: in order. own: whether the library has no such stage, and tokviz cuts
    here only so that words can be explained one by one.

    >>> stage = Stage("normalizer", "Strip", (Part("low", 1, 4),))
    >>> stage.texts, stage.changed
    (('low',), False)
    """

    kind: StageKind
    name: str
    parts: tuple[Part, ...]
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    own: bool = False

    @property
    def changed(self) -> bool:
        """True if any part is new here; parts that were only taken away do not count."""
        return any(part.changed for part in self.parts)

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the parts' texts."""
        return tuple(part.text for part in self.parts)


def original(text: str) -> Stage:
    """Return the first stage: the text itself."""
    return Stage("original", "", (Part(text, 0, len(text)),) if text else ())


@dataclass(frozen=True)
class Encoded:
    """A text as its library encodes it.

    >>> Encoded("low", (Part("lo", 0, 2, "token", 5), Part("w", 2, 3, "token", 1))).ids
    (5, 1)
    """

    text: str
    parts: tuple[Part, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """Return the ids; every part of an encoding has one."""
        return tuple(part.id for part in self.parts if part.id is not None)

    @property
    def tokens(self) -> tuple[str, ...]:
        """Return the tokens."""
        return tuple(part.text for part in self.parts)

    @property
    def spans(self) -> tuple[Span, ...]:
        """Return the place in the text that each comes from."""
        return tuple(part.span for part in self.parts)


@dataclass(frozen=True)
class DecodeStep:
    """One id on its way back to text: its token (None: nothing has the id), what the text gains by it, and whether it
    was left out as a special token. No text is gained by a byte that waits for the rest of its character."""

    id: int
    token: str | None
    text: str
    skipped: bool = False


@dataclass(frozen=True)
class DecoderStage:
    """The text after one element of the decoder; the first, without a name, is the tokens joined by nothing."""

    name: str
    text: str
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Decoded:
    """Ids turned back to text. steps: token by token; stages: element by element of the decoder.

    streams: whether the texts of the steps add up to `text`. They do not where a decoder changes earlier text when
    later tokens come; then `text` is right and the steps are only what the library gives while they come.
    """

    text: str
    steps: tuple[DecodeStep, ...]
    stages: tuple[DecoderStage, ...]

    @property
    def streams(self) -> bool:
        """True if the texts of the steps, one after the other, are the text."""
        return "".join(step.text for step in self.steps) == self.text


# -- what applies a file -----------------------------------------------------------------------------------------------


class Engine(Protocol):
    """A file and the library that applies it."""

    @property
    def library(self) -> str | None:
        """Return the library with its version; None where it is not there."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """Return the points in which the file may surprise."""

    @property
    def notes_behind(self) -> tuple[Note, ...]:
        """Return notes on what is done after the model.

        They are for readers who see only the tokens of the text.
        """

    @property
    def settings(self) -> Mapping[str, object]:
        """Return the file without vocabulary, merges and added tokens, as JSON values."""

    @property
    def words(self) -> WordModel:
        """Return our model, which is made when it is first asked for."""

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Return every token, added ones too, with its id."""

    def before(self, text: str) -> tuple[Stage, ...]:
        """Return the stages before the model; the parts of the last are its pre-tokens and the added tokens."""

    def pre_tokens(self, text: str) -> tuple[Part, ...]:
        """Return the parts of the last of these stages, without the others."""

    def after(self, text: str) -> tuple[Stage, ...]:
        """Return the model's stage, and those behind it."""

    def plain(self, text: str) -> Encoded:
        """Return the tokens of the text alone, as the library has them."""

    def whole(self, text: str) -> Encoded:
        """Return all tokens, with those that stand for no text."""

    # -- for our model as one that takes texts (:mod:`tokviz.files.pipeline`) ----------------------------------------

    @property
    def kept(self) -> tuple[AddedToken, ...]:
        """Return the tokens that texts are cut at before the model sees them, in the order of their ids."""

    @property
    def written(self) -> str:
        """Return the name of a pre-tokenizer of :mod:`tokviz.pretokenize` whose words look like those of this file."""

    def characters(self, text: str) -> tuple[Part, ...]:
        """Return the characters of :meth:`pre_tokens`; an added token is one part."""

    def joined(self, tokens: Sequence[str]) -> str:
        """Return the text of some tokens, whether they have ids or not."""

    # -- and back --------------------------------------------------------------------------------------------------

    def decode(self, ids: Sequence[int], *, skip_special: bool) -> Decoded:
        """Return the text of ids."""

    # -- many at once, for looking at a whole vocabulary -----------------------------------------------------------

    @property
    def added(self) -> tuple[AddedToken, ...]:
        """Return the tokens that are no part of the model's text, in the order of the file."""

    def many(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the ids of short texts, each as :meth:`plain` has them."""

    def literal(self, text: str) -> list[int]:
        """Return the ids of a short text in which special tokens are read as text."""

    def gained(self, ids: Sequence[int]) -> list[bytes]:
        """Return the bytes that each id adds to a text between others, in UTF-8.

        A token may hold a part of a character.
        """

    def spelled(self, ids: Sequence[int]) -> list[bytes]:
        """Return the bytes of a text that each id is encoded from.

        The same as :meth:`gained`, unless the decoder does not undo what is done before the model.
        """
