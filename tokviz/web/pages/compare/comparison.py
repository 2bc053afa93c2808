"""The comparison of `/compare`: from the choices to a corpus, the tokenizers, and the text that all of them split.

What the engine computes is cached for all visitors. Corpora and traces are cached by :mod:`tokviz.web.computing.cache`;
here training goes on far beyond the chosen size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass, replace
from typing import ParamSpec, TypeVar, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz.algorithms import ALGORITHMS
from tokviz.compare.alignment import Segmentation
from tokviz.compare.comparison import (
    FEWEST,
    Compared,
    ComparedCorpus,
    Comparison,
    Computation,
    Engine,
    Key,
    Slot,
    opening_text,
)
from tokviz.compare.differences import Words
from tokviz.compare.reading import Reading
from tokviz.compare.sizes import SizeRange
from tokviz.compare.spans import Model
from tokviz.corpus import Corpus
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.files.detect import load_any
from tokviz.files.reading import Files, Loaded
from tokviz.sandbox import ask, is_remote
from tokviz.state.compare import CompareState
from tokviz.trace import Trace
from tokviz.views.compare.sentences import tokenizer_names
from tokviz.views.shared.catalog import Catalog
from tokviz.web.computing import cache, workers
from tokviz.web.computing.cache import BoundedCache
from tokviz.web.encoding import text_views
from tokviz.web.pages.compare.controls import OWN_CORPUS, Choices, size_slider
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import choosing, messages
from tokviz.web.training import own_corpus, training

__all__ = ["ServerCache", "load_source", "prepare"]

MAX_TEXT = 20_000
"""The longest text that is cut on the page, in characters."""
P = ParamSpec("P")
Value = TypeVar("Value")
_PART = 400  # bytes of a word, a token or a row


def prepare(chosen: Choices, place: DeltaGenerator, say: Catalog) -> tuple[Comparison, CompareState] | None:
    """Train, and split corpus and text, whose field is drawn in `place`. Returns None after saying why it cannot."""
    state = chosen.state
    if state.example == OWN and OWN_CORPUS.is_missing(state.corpus):
        st.info(say("compare.empty"), icon=":material/edit_note:")
        return None
    try:
        engine = Engine(load_source(state, OWN_CORPUS.uploaded() if state.example == OWN else None), ServerCache(say))
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    messages.show_notes(engine.source.notes, say, "compare_split")
    if engine.source.of is not None:
        st.caption(say("compare.beginning", shown=engine.source.text.length, total=engine.source.of))
    with st.spinner(say("compare.working")):  # one for all: each costs a thread and two messages, and most have no work
        tokenizers, size = _make_tokenizers(chosen, engine, say)
        text = _ask_text(engine.source, place, say)
        able = tuple(one for one in tokenizers if _can_split(one, engine, text, say))
    if len(able) < FEWEST:
        st.info(say("compare.too-few"), icon=":material/edit_note:")
        return None
    return Comparison(engine, able, text), replace(state, size=size, text=st.session_state["compare_text"])


def _make_tokenizers(chosen: Choices, engine: Engine, say: Catalog) -> tuple[list[Compared], int | None]:
    """Return the tokenizers that can be made, and their size; None for the size that the page chooses."""
    names = tokenizer_names(chosen.slots, say)
    ranges: dict[int, SizeRange | None] = {}
    tokenizers: list[Compared] = []
    for place, slot in enumerate(chosen.slots):
        try:
            ranges[place] = engine.possible(slot)
        except TokvizError as error:
            _show_failure(names[place], error, say)
    size, is_usual = 0, True
    if trained := [tokenizer for tokenizer in ranges.values() if tokenizer is not None]:
        size, is_usual = size_slider(trained, say)
    for place in ranges:
        slot = chosen.slots[place]
        if not (slot.is_trained or slot.files):
            chosen.below[place].caption(say("compare.upload.none"))
            continue
        try:
            tokenizer = engine.tokenizer(slot, size, names[place])
        except TokvizError as error:
            _show_failure(names[place], error, say)
            continue
        except training.Cancelled as cancelled:
            training.offer_again(cancelled, say, messages.escape(names[place]))
            continue
        tokenizers.append(tokenizer)
        messages.show_file_notes(tokenizer.notes, say, of=tokenizer.label)
        chosen.below[place].caption(_size_line(tokenizer, say))
    return tokenizers, None if is_usual else size


def _size_line(tokenizer: Compared, say: Catalog) -> str:
    """Return the line below a tokenizer: its size, and which sizes it could have."""
    size, possible = tokenizer.tokenizer.size, tokenizer.possible
    if possible is None:
        entries = tokenizer.tokenizer.entries
        return say("compare.range.unknown") if entries is None else say.count("count.entries", entries)
    now = say.count("count.tokens", size)
    if size != tokenizer.size:
        now = say("compare.range.instead", now=now, asked=tokenizer.size)
    key = "compare.range" if possible.is_largest_exact else "compare.range.bound"
    return say(key, now=now, smallest=possible.smallest, largest=possible.largest)


def _show_failure(label: str, error: TokvizError, say: Catalog) -> None:
    st.error(
        messages.escape(say("compare.cannot", name=label, why=messages.error_text(error, say))), icon=":material/error:"
    )


def _ask_text(source: ComparedCorpus, place: DeltaGenerator, say: Catalog) -> str:
    """Draw the field for the text to split. Returns it, or the first words of the corpus."""
    with place:
        text = choosing.line(say("compare.text"), "compare_text", say("compare.text.help"), most=MAX_TEXT)
        choosing.apply("compare_text", say)
    if text.strip():
        return text[:MAX_TEXT]
    st.caption(say("compare.text.none"))
    return opening_text(source.text)[:MAX_TEXT]


def _can_split(tokenizer: Compared, engine: Engine, text: str, say: Catalog) -> bool:
    """Return whether a tokenizer can split the corpus and the text; say so if not. The results are cached."""
    try:
        engine.reading(tokenizer, engine.source.text)
        engine.segmentation(tokenizer, text)
        check = engine.check(tokenizer, text)
        if check is not None:
            text_views.show_check(check, say, of=tokenizer.label)
    except TokvizError as error:
        _show_failure(tokenizer.label, error, say)
        return False
    return True


def load_source(chosen: CompareState, file: Upload | None) -> ComparedCorpus:
    """Return the corpus that was chosen. file: an uploaded one of the visitor's own, or None. Raises TokvizError."""
    if chosen.example != OWN:
        return ComparedCorpus.of_example(chosen.example, chosen.split)
    key, read = own_corpus.source(chosen.corpus, file)
    return ComparedCorpus.of_text(read, chosen.split, key)


# -- what is cached for all visitors -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ServerCache:
    """The cache of the server (:class:`tokviz.compare.comparison.Memory`). say: tells of the progress of a training."""

    say: Catalog

    def kept(self, what: Computation, key: Key, make: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        """Return the cached result of this kind and key, or compute it; workers cache their own answers."""
        if is_remote(make) or any(map(is_remote, args)):
            return make(*args, **kwargs) if is_remote(make) else ask(make, *args, **kwargs)
        result = _cache().get((what, *key))
        if result is None:
            result = make(*args, **kwargs)
            _cache().put((what, *key), result, _weight_of(result))
        return cast(Value, result)

    def ask(self, function: Callable[P, Value], *args: P.args, **kwargs: P.kwargs) -> Value:
        """Call a function where its arguments are, in a worker or here."""
        return ask(function, *args, **kwargs)

    def opened(self, key: Key, files: Files, specials: Sequence[str]) -> Loaded[Model]:
        """Open the tokenizer in a worker. Raises TokvizError."""
        name = " + ".join(name for name, _ in files)
        with cache.loading(sum(len(content) for _, content in files)):
            loaded: Loaded[Model] = workers.opened(("compare", *key), name, load_any, files, specials)
        return loaded

    def trained(
        self, slot: Slot, key: Key, corpus: Corpus, vocab_size: int, is_enough: Callable[[Trace], bool]
    ) -> Trace:
        """Return a trace that is enough, trained in the visitor's turn. Raises TokvizError, and
        :class:`~tokviz.web.training.training.Cancelled`."""
        algorithm = ALGORITHMS[slot.algorithm]
        return training.trace_with_progress(
            algorithm, ("compare", *key), corpus, slot.rules, self.say, vocab_size=vocab_size, is_enough=is_enough
        )


@st.cache_resource(show_spinner=False)
def _cache() -> BoundedCache[object]:
    """Return the cache of the engine's results. A visitor who looks at many examples pushes out no other example."""
    return BoundedCache(2_000, 200_000_000, each=200)


def _weight_of(value: object) -> int:
    """Return the rough number of bytes that a result takes."""
    match value:
        case Reading():  # the same split is kept once
            parts: object = value.text.words
        case Segmentation():
            parts = value.tokens
        case Words():
            parts = value.differing
            letters = sum(len(token) for one in parts for split in one.splits for token in split.tokens)
            return _PART * (1 + len(parts)) + letters
        case _:
            parts = value
    return _PART * (1 + len(parts) if isinstance(parts, Sized) else 1)
