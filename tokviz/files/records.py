"""What a pipeline returns: parts of a text at a stage, stages, encodings and decodings.

Plain records. Spans are of the original text, in characters, as the library says them: they can overlap (the bytes of
one emoji are several tokens of one span), be empty (what was put in) and leave characters out (NFC of a letter and an
accent covers the letter alone). Nothing here repairs that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple

from tokviz.models.around import Span

__all__ = [
    "DecodeStep",
    "Decoded",
    "DecoderStage",
    "Encoded",
    "Loading",
    "Part",
    "Role",
    "Stage",
    "StageKind",
    "Tell",
    "original",
]

StageKind = Literal[
    "original", "added", "normalizer", "pretokenizer", "model", "postprocessor", "truncation", "padding"
]
Role = Literal["text", "added", "token", "put", "dropped"]
Loading = Literal["reading", "library", "model"]
"""What is done while a tokenizer is loaded: its file is read, its library makes its tables of it, our model is made."""
Tell = Callable[[Loading], object]
"""Is told each of these when it begins."""


class Part(NamedTuple):
    """A part of a text at one stage.

    text: what stands there at this stage; of a token what the vocabulary (or, for an unknown one, the library) calls
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
        """From which character of the original text to which."""
        return self.start, self.end


@dataclass(frozen=True)
class Stage:
    """What a text is after one stage.

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
        """Whether any part is new here; what was only taken away is none."""
        return any(part.changed for part in self.parts)

    @property
    def texts(self) -> tuple[str, ...]:
        """The parts' texts."""
        return tuple(part.text for part in self.parts)


def original(text: str) -> Stage:
    """The first stage: the text itself."""
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
        """The ids; every part of an encoding has one."""
        return tuple(part.id for part in self.parts if part.id is not None)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens."""
        return tuple(part.text for part in self.parts)

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where in the text each comes from."""
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
        """Whether the texts of the steps, one behind the other, are the text."""
        return "".join(step.text for step in self.steps) == self.text
