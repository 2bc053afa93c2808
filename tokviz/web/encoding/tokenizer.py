"""The tokenizer that a page applies: uploaded, handed over by another page, or trained; and what it makes of a text.

A tokenizer that was uploaded on `/compare` is handed over to its algorithm's page, where it stays until the visitor
removes it or uploads one there. Like an upload, it is not in a link.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

import streamlit as st

from tokviz.algorithms import AlgorithmEntry
from tokviz.files.reading import Files, Loaded, Note
from tokviz.model import Encoded, Encoder, Model
from tokviz.models.around import Around, Check
from tokviz.sandbox import ask
from tokviz.state.training import TrainState
from tokviz.trace import Rules, TraceOf
from tokviz.views.encoding.loaded import LoadedTokenizer, Training
from tokviz.views.picture import questions
from tokviz.views.picture.questions import DrawWord
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.web.computing import cache, workers
from tokviz.web.computing.cache import TraceKey
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import messages
from tokviz.web.training import training

__all__ = [
    "Given",
    "Handed",
    "LoadedTokenizer",
    "Training",
    "checked",
    "explained",
    "hand_over",
    "handed_tokenizer",
    "picture_parts",
    "show_handed",
    "trained",
]

ModelT = TypeVar("ModelT", bound=Model)
EncodedT = TypeVar("EncodedT", bound=Encoded)

Reader = Callable[[Files, Sequence[str]], Loaded[ModelT]]
"""Makes a tokenizer out of files, with special tokens of these names; raises TokvizError."""


@dataclass(frozen=True)
class Given:
    """The tokenizer that a page was given in place of a training: uploaded files, with special tokens that they do not
    name, or a tokenizer of another page."""

    files: tuple[Upload, ...] = ()
    handed: Handed | None = None
    specials: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.files) or self.handed is not None

    def tokenizer(self, read: Reader[ModelT]) -> LoadedTokenizer[ModelT] | None:
        """Return the tokenizer, if there is one. read: makes it out of files. Raises TokvizError."""
        if self.files:
            key = ("files", read.__name__, *(file.id for file in self.files), "", *self.specials)
            return _uploaded(key, read, self.files, self.specials)
        if self.handed:  # to the page that takes such models apart
            return LoadedTokenizer(cast(ModelT, self.handed.model), self.handed.key, notes=self.handed.notes)
        return None


def _uploaded(
    key: TraceKey, read: Reader[ModelT], files: Sequence[Upload], specials: Sequence[str]
) -> LoadedTokenizer[ModelT]:
    name = " + ".join(file.name for file in files)
    content = [(file.name, file.data) for file in files]
    with cache.loading(sum(len(file.data) for file in files)):
        loaded: Loaded[ModelT] = workers.opened(key, name, read, content, specials)
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


# -- handed over by another page ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Handed:
    """A tokenizer. name: of its file; key: names it in caches; model: of the receiving page's algorithm; notes: of the
    file's reader."""

    name: str
    key: TraceKey
    model: Encoder
    notes: tuple[Note, ...] = ()


def hand_over(page: str, handed: Handed) -> None:
    """Hand a tokenizer to a page."""
    st.session_state[_key(page)] = handed


def handed_tokenizer(page: str) -> Handed | None:
    """Return the tokenizer that a page was handed; None if there is none."""
    handed: Handed | None = st.session_state.get(_key(page))
    return handed


def show_handed(page: str, say: Catalog, *, has_upload: bool) -> None:
    """Say in the side bar that a tokenizer was handed over, with a button to put it away. An upload does that too."""
    if has_upload:
        _put_away(page)
    handed = handed_tokenizer(page)
    if handed is None:
        return
    with st.sidebar:
        st.caption(say("handed.in-use", name=messages.escape(shorten(handed.name))))
        st.button(
            say("handed.away"),
            icon=":material/close:",
            key=f"{page}_handed_away",
            on_click=_put_away,
            args=(page,),
        )


def _put_away(page: str) -> None:
    st.session_state.pop(_key(page), None)


def _key(page: str) -> str:
    return f"{page}_handed"
