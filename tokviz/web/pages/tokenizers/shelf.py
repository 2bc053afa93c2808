"""The tokenizers that the pages offer: those that have a name on this machine, and uploads.

A file is read when somebody opens it, once for all visitors; how many are kept depends on what they weigh.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from time import sleep
from typing import get_args

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.hub import SHIPPED, Named, on_this_machine
from tokviz.pipeline import Loading, Pipeline, Tell
from tokviz.web.computing import workers
from tokviz.web.computing.cache import LARGE, TraceKey, loading, opened
from tokviz.web.pages.tokenizers.uploaded import Uploaded
from tokviz.web.shared import i18n

__all__ = ["SHIPPED", "Offered", "offered", "pipeline", "remember", "together"]

_SENT = 0.03  # seconds after which the bar is on its way: a library lets nothing else run
_FETCHED = "tokenizers_fetched"  # the names that were fetched in this visit
_PARTS: tuple[Loading, ...] = get_args(Loading)


@dataclass(frozen=True)
class Offered:
    """A tokenizer. name: what the address calls it. key: what names its content without reading it. source: where it
    is, or what was uploaded. size: in bytes. in_worker: whether it is opened in a worker although it is trusted."""

    name: str
    key: TraceKey
    source: Named | Uploaded
    size: int
    in_worker: bool = False

    @property
    def is_shipped(self) -> bool:
        """Whether it comes with tokviz."""
        return isinstance(self.source, Named) and self.source.kind == "shipped"

    @property
    def is_trusted(self) -> bool:
        """Whether it comes with tokviz or from whoever runs the server."""
        return not self.in_worker and isinstance(self.source, Named) and self.source.kind != "fetched"

    @property
    def is_open(self) -> bool:
        """Whether it is shown beside the others without being asked for: a machine may have many large ones."""
        return self.is_shipped or isinstance(self.source, Uploaded) or self.name in st.session_state.get(_FETCHED, ())


def offered(uploads: tuple[Uploaded, ...]) -> Mapping[str, Offered]:
    """What there is, by name; an upload takes the place of a file of the same name."""
    found = [_on_disk(one) for one in on_this_machine().values()]
    found += [Offered(one.name, one.key, one, one.size) for one in uploads]
    return {one.name: one for one in found}


def remember(name: str) -> None:
    """Note that a name was fetched in this visit: it is shown beside the others from then on."""
    st.session_state[_FETCHED] = (*st.session_state.get(_FETCHED, ()), name)


def pipeline(one: Offered) -> Pipeline:
    """The tokenizer; one of a stranger's stays in a worker. Raises TokvizError for a file that cannot be read."""
    if one.is_trusted:
        return opened(("pipeline", *one.key), one.size, lambda: _read(one))
    with loading(one.size):
        return _read(one)


def _read(one: Offered) -> Pipeline:
    """Read it with its model, which every view asks for."""
    with _loading(one.size) as tell:
        found = _opened_by(one, tell)
        tell("model")
        with suppress(TokvizError):  # who asks for it is told why there is none
            _ = found.model
        return found


def together(tokenizers: tuple[Offered, ...]) -> tuple[Offered, ...]:
    """The tokenizers, all in workers if one of them is, since each can be asked about another only there."""
    if all(one.is_trusted for one in tokenizers):
        return tokenizers
    return tuple(replace(one, in_worker=True) for one in tokenizers)


def _opened_by(one: Offered, tell: Tell) -> Pipeline:
    if isinstance(one.source, Uploaded) or one.is_trusted:
        return one.source.open(tell)
    found: Pipeline = workers.opened(one.key, one.name, Named.open, one.source, tell)
    return found


@contextmanager
def _loading(size: int) -> Iterator[Tell]:
    """What is told which part of loading begins: of a large file a bar says so, and how many there are."""
    if size < LARGE:
        yield lambda part: None
        return
    say, place = i18n.catalog(), st.empty()

    def tell(part: Loading) -> None:
        before = _PARTS.index(part)
        place.progress(before / len(_PARTS), say(f"upload.loading.{part}", part=before + 1, parts=len(_PARTS)))
        sleep(_SENT)

    try:
        yield tell
    finally:
        place.empty()


def _on_disk(one: Named) -> Offered:
    states = [(str(path), path.stat()) for path in one.files]
    key = tuple(part for path, state in states for part in (path, state.st_mtime_ns, state.st_size))
    return Offered(one.name, ("file", *key), one, sum(state.st_size for _, state in states))
