"""The tokenizer that a page applies: out of a file of the visit, or trained; and what it makes of a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from tokviz.algorithms import AlgorithmEntry
from tokviz.files.reading import Files, Loaded
from tokviz.model import Encoded, Encoder, Model
from tokviz.models.around import Around, Check
from tokviz.sandbox import ask
from tokviz.state.training import TrainState
from tokviz.trace import Rules, TraceOf
from tokviz.views.encoding.loaded import LoadedTokenizer, Training
from tokviz.views.picture import questions
from tokviz.views.picture.questions import DrawWord
from tokviz.views.shared.catalog import Catalog
from tokviz.web.computing import cache, workers
from tokviz.web.computing.cache import TraceKey
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import messages
from tokviz.web.training import training

__all__ = [
    "Given",
    "LoadedTokenizer",
    "Training",
    "checked",
    "explained",
    "picture_parts",
    "trained",
]

ModelT = TypeVar("ModelT", bound=Model)
EncodedT = TypeVar("EncodedT", bound=Encoded)

Reader = Callable[[Files, Sequence[str], str | None], Loaded[ModelT]]
"""Makes a tokenizer out of files, with special tokens of these names and a pattern; raises TokvizError."""


@dataclass(frozen=True)
class Given:
    """The files of a tokenizer that a page applies in place of a training, with special tokens and a pattern that they
    do not name."""

    files: tuple[Upload, ...] = ()
    specials: tuple[str, ...] = ()
    pattern: str | None = None

    def __bool__(self) -> bool:
        return bool(self.files)

    def tokenizer(self, read: Reader[ModelT]) -> LoadedTokenizer[ModelT] | None:
        """Return the tokenizer, if there is one. read: makes it out of files. Raises TokvizError."""
        if not self.files:
            return None
        key = ("files", read.__name__, *(file.id for file in self.files), self.pattern or "", *self.specials)
        return _uploaded(key, read, self)


def _uploaded(key: TraceKey, read: Reader[ModelT], given: Given) -> LoadedTokenizer[ModelT]:
    name = " + ".join(file.name for file in given.files)
    content = [(file.name, file.data) for file in given.files]
    with cache.loading(sum(len(file.data) for file in given.files)):
        loaded: Loaded[ModelT] = workers.opened(key, name, read, content, given.specials, given.pattern)
    return LoadedTokenizer(loaded.model, key, file=name, notes=loaded.notes, original=loaded.model)


def trained(
    algorithm: AlgorithmEntry[Rules, TraceOf[ModelT]], chosen: TrainState, say: Catalog
) -> LoadedTokenizer[ModelT]:
    """Return the tokenizer that a training ends in. Raises TokvizError."""
    source = training.corpus_of(chosen)
    messages.show_notes(source.notes, say, f"{algorithm.name}_split")
    training_result = training.train(algorithm, chosen, say)
    trace, key = training_result.trace, training_result.key
    model = cache.trained_model(key, len(trace), chosen.split, trace)
    return LoadedTokenizer(model, key, Training(trace, len(trace), source.key))


def checked(tokenizer: LoadedTokenizer[Model], text: str) -> Check | None:
    """Check a text against the library of a file; None for a tokenizer without one."""
    return None if tokenizer.around is None else _checked(tokenizer.key, text, tokenizer.around)


@cache.kept(48)
def _checked(key: TraceKey, text: str, _around: Around) -> Check:
    return _around.check(text)


def explained(key: TraceKey, word: str, explain: Callable[[str], EncodedT]) -> EncodedT:
    """Return the encoding of a word, step by step. explain: of the tokenizer that `key` names. Raises TokvizError."""
    return cast(EncodedT, _explained(key, word, explain))


@cache.kept(48)
def _explained(key: TraceKey, word: str, _explain: Callable[[str], Encoded]) -> Encoded:
    return _explain(word)


@cache.kept(64)
def picture_parts(
    key: TraceKey, word: str, language: str, asks: bool, _encoder: Encoder, _frames: DrawWord
) -> tuple[int, tuple[str, ...]]:
    """Return the last step of a word, and the payloads of the picture for it, part by part, as JSON. Raises
    TokvizError.

    asks: whether what comes next is asked first.
    """
    return ask(questions.picture_parts, _frames, _encoder, word, language, (key, word) if asks else None)
