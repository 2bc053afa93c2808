"""The tokenizers that pages offer: those that have a name on this machine, and uploads.

A file is read when a visitor opens it, once for all visitors; how many are cached depends on their size.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from time import sleep
from typing import get_args

import streamlit as st

from tokviz import recorded
from tokviz.errors import RulesError, TokvizError
from tokviz.files.by_name import Named, on_this_machine
from tokviz.files.detect import with_specials
from tokviz.files.engine import Loading, Tell
from tokviz.files.pipeline import Pipeline
from tokviz.files.reading import MAX_FILE_BYTES
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import short_names
from tokviz.web.computing import workers
from tokviz.web.computing.cache import LARGE, TraceKey, loading, opened
from tokviz.web.server import uploads
from tokviz.web.server.tokenizer_files import grouped, name_of
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import i18n

_LOADING = {
    "reading": "upload.loading.reading",
    "library": "upload.loading.library",
    "model": "upload.loading.model",
}

_SENT = 0.03  # seconds after which the bar is on its way: a library lets nothing else run
_FETCHED = "tokenizers_fetched"  # the names that were fetched in this visit
_PARTS: tuple[Loading, ...] = get_args(Loading)


@dataclass(frozen=True)
class AvailableTokenizer:
    """A tokenizer that a visitor can choose. name: what the address calls it. key: the name of its content for
    caches. source: where it is, or what was uploaded. size: in bytes. in_worker: whether it is opened in a worker
    although it is trusted. called: its name, cut so that it differs from the others that can be chosen."""

    name: str
    key: TraceKey
    source: Named | UploadedTokenizer
    size: int
    in_worker: bool = False
    called: str = ""

    @property
    def is_shipped(self) -> bool:
        """True if it comes with tokviz."""
        return isinstance(self.source, Named) and self.source.kind == "shipped"

    @property
    def is_trusted(self) -> bool:
        """True if it comes with tokviz or from the operator of the server.

        The library of a known model takes hundreds of megabytes, which a worker gives back.
        """
        return not self.in_worker and isinstance(self.source, Named) and self.source.kind in ("shipped", "folder")

    @property
    def is_known(self) -> bool:
        """True if it is the vocabulary of a known model, which opens without its library."""
        return isinstance(self.source, Named) and self.source.kind == "known"

    @property
    def is_open(self) -> bool:
        """True if it is listed unasked: a machine may have many large ones."""
        return (
            self.is_shipped
            or self.is_known
            or isinstance(self.source, UploadedTokenizer)
            or self.name in st.session_state.get(_FETCHED, ())
        )


def available_tokenizers(uploads: tuple[UploadedTokenizer, ...]) -> Mapping[str, AvailableTokenizer]:
    """Return all tokenizers by name, uploads first; one takes the place of a file of the same name."""
    own = [AvailableTokenizer(upload.name, upload.key, upload, upload.size) for upload in uploads]
    named = {tokenizer.name: tokenizer for tokenizer in own}
    others = map(_from_disk, on_this_machine().values())
    named |= {tokenizer.name: tokenizer for tokenizer in others if tokenizer.name not in named}
    called = zip(named, short_names(tuple(named)), strict=True)
    return {name: replace(named[name], called=_title(named[name]) or short) for name, short in called}


def _title(tokenizer: AvailableTokenizer) -> str:
    """Return the name that a model is known by; none for other tokenizers."""
    titles = {one.vocabulary: one.title for one in recorded.tokenizers()}
    titles |= {one.name: one.title for one in recorded.tokenizers()}
    return titles.get(tokenizer.name, "") if tokenizer.is_known else ""


def remember_fetched(name: str) -> None:
    """Remember that a name was fetched in this visit: it is listed beside the others from then on."""
    st.session_state[_FETCHED] = (*st.session_state.get(_FETCHED, ()), name)


def load_alone(tokenizer: AvailableTokenizer) -> Pipeline:
    """Return a known model without its library, which opens in a moment and is shared by all visitors.

    Any other tokenizer, and one that only its library applies, is opened as :func:`load_pipeline` does. Raises
    TokvizError for a file that cannot be read.
    """
    if not tokenizer.is_known or not isinstance(tokenizer.source, Named):
        return load_pipeline(tokenizer)
    try:
        read = partial(_read_alone, tokenizer.source)
        return opened(("alone", *tokenizer.key), tokenizer.size, read, is_told=True)
    except RulesError as error:
        if error.code not in ("tab-part", "tab-element"):
            raise
        return load_pipeline(tokenizer)


def _read_alone(named: Named) -> Pipeline:
    """Open a known model, whose vocabulary is kept: the collector need not look through it after each run."""
    pipeline = named.open_alone()
    _ = pipeline.engine.words  # which are read when they are needed
    gc.collect()
    gc.freeze()
    return pipeline


def load_pipeline(tokenizer: AvailableTokenizer) -> Pipeline:
    """Return the tokenizer; a stranger's stays in a worker. Raises TokvizError for a file that cannot be read."""
    if tokenizer.is_trusted:
        return opened(("pipeline", *tokenizer.key), tokenizer.size, lambda: _read_pipeline(tokenizer))
    with loading(tokenizer.size):
        return _read_pipeline(tokenizer)


def _read_pipeline(tokenizer: AvailableTokenizer) -> Pipeline:
    """Read it with its model, which every view needs."""
    with _loading_bar(tokenizer.size) as tell:
        pipeline = _open_source(tokenizer, tell)
        tell("model")
        with suppress(TokvizError):  # a visitor who chooses it is told why there is none
            _ = pipeline.model
        return pipeline


def open_together(tokenizers: tuple[AvailableTokenizer, ...]) -> tuple[AvailableTokenizer, ...]:
    """Return the tokenizers, all in workers if one of them is: only there can each be compared with another."""
    if all(tokenizer.is_trusted for tokenizer in tokenizers):
        return tokenizers
    return tuple(replace(tokenizer, in_worker=True) for tokenizer in tokenizers)


def _open_source(tokenizer: AvailableTokenizer, tell: Tell) -> Pipeline:
    if isinstance(tokenizer.source, UploadedTokenizer) or tokenizer.is_trusted:
        return tokenizer.source.open(tell)
    pipeline: Pipeline = workers.opened(tokenizer.key, tokenizer.name, Named.open, tokenizer.source, tell)
    return pipeline


@contextmanager
def _loading_bar(size: int) -> Iterator[Tell]:
    """Yield the function to call as each part of loading begins; for a large file it draws a bar."""
    if size < LARGE:
        yield lambda part: None
        return
    say, place = i18n.catalog(), st.empty()

    def tell(part: Loading) -> None:
        before = _PARTS.index(part)
        place.progress(before / len(_PARTS), say(_LOADING[part], part=before + 1, parts=len(_PARTS)))
        sleep(_SENT)

    try:
        yield tell
    finally:
        place.empty()


def _from_disk(named: Named) -> AvailableTokenizer:
    states = [(str(path), path.stat()) for path in named.files]
    key = tuple(part for path, state in states for part in (path, state.st_mtime_ns, state.st_size))
    size = min(sum(state.st_size for _, state in states), MAX_FILE_BYTES)  # no more is read of a GGUF file
    return AvailableTokenizer(named.name, ("file", *key), named, size)


# -- uploads -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class UploadedTokenizer:
    """A tokenizer in one file, or in merges and their vocabulary. pattern, specials: as the visitor
    gave them; None and none for a file that has its own."""

    files: tuple[Upload, ...]
    pattern: str | None = None
    specials: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return the names of its files."""
        return name_of(self.files)

    @property
    def size(self) -> int:
        """Return its size in bytes."""
        return sum(len(file.data) for file in self.files)

    @property
    def key(self) -> tuple[str | None, ...]:
        """Return the name of its content for caches."""
        return ("upload", *(file.id for file in self.files), self.pattern, *self.specials)

    def open(self, tell: Tell) -> Pipeline:
        """Read it in a worker. tell: is called as each part begins. Raises TokvizError."""
        content = [(file.name, file.data) for file in self.files]
        name, pattern = self.name, self.pattern
        loaded: tuple[Pipeline, object] = workers.opened(
            self.key, name, with_specials, content, self.specials, name=name, pattern=pattern, tell=tell
        )
        return loaded[0]


def uploaded_tokenizers(page: str, files: Sequence[Upload], say: Catalog) -> tuple[UploadedTokenizer, ...]:
    """Return the tokenizers in these files; ask below the field for the pattern and special tokens of a file that may
    lack them."""
    groups = grouped(files)
    open_ones = [group for group in groups if uploads.takes_pattern(group)]
    if not open_ones:
        return tuple(map(UploadedTokenizer, groups))
    pattern = uploads.ask_for_pattern(f"{page}_pattern", say)
    specials = uploads.ask_for_specials(f"{page}_specials", say)
    return tuple(
        UploadedTokenizer(group, pattern, specials) if group in open_ones else UploadedTokenizer(group)
        for group in groups
    )
