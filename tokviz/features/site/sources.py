"""Trainings and tokenizers for pages without a server: each is made once and kept for all pages.

What is asked for is what the forms of addresses read; the server's memory gives the same to the pages of the app.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NoReturn

from tokviz import bpe
from tokviz.chat import render
from tokviz.compare.comparison import Comparison, Engine, Slot
from tokviz.compare.three_vocabularies import TrainTest, Vocabularies
from tokviz.corpus import Corpus
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.files.by_name import SHIPPED, on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.files.reading import Files, Loaded
from tokviz.files.without_library import open_alone, open_files_alone
from tokviz.memory import Key, LocalMemory, digest
from tokviz.model import Model
from tokviz.state import bytes as bytes_state
from tokviz.state.bytes import BytesState
from tokviz.state.chat import ChatState
from tokviz.state.compare import CompareState, compared_corpus
from tokviz.state.request import Training, read_corpus, train
from tokviz.state.tokenizers import TokenizersState
from tokviz.state.training import ApplyState, TrainState
from tokviz.state.vocabulary import VocabularyState
from tokviz.state.why import WhyState, split_text, vocabularies_of
from tokviz.trace import Trace
from tokviz.views.compare.linked import linked_comparison
from tokviz.views.pages.chat import ShownChat, shown, shown_chat, template_of
from tokviz.views.pages.inspected import Host, Inspected
from tokviz.views.pages.tokenizers import TokenizedText, tokenized
from tokviz.views.pages.vocabulary import inspect
from tokviz.views.shared.catalog import Catalog


class TabMemory(LocalMemory):
    """The memory of a browser tab, where the tokenizer of a visitor's file goes by the file's name."""

    def opened(self, key: Key, files: Files, specials: Sequence[str], pattern: str | None = None) -> Loaded[Model]:
        """Return the tokenizer of a file that :func:`open_file` has opened. Raises TokvizError."""
        ((name, _),) = files
        return open_named(name).text_model


class Alone:
    """The sources (:class:`tokviz.web.guides.card_content.Sources`) of pages without a server."""

    def trace(self, state: TrainState) -> Trace:
        """Return the training that a state of a page describes."""
        return training_of(state).trace

    def engine(self, state: CompareState) -> Engine:
        """Return the engine of comparisons on the corpus of a state."""
        return Engine(compared_corpus(state, TAB_MEMORY), TAB_MEMORY)

    def pipeline(self, name: str) -> Pipeline:
        """Return the tokenizer of that name that comes with tokviz."""
        return _opened(name)

    def learned(self, state: WhyState) -> Vocabularies | None:
        """Return the vocabularies that are learned from an example's text."""
        return None if state.example == OWN else vocabularies_of(split_text(state, TAB_MEMORY), TAB_MEMORY)


ALONE = Alone()
_SAMPLE_WORDS = 8
_LONGEST_SAMPLE = 30  # characters
TAB_MEMORY = TabMemory(most=60)
"""A browser tab may be open for hours, and each training of a long text takes megabytes."""


def training_of(state: TrainState) -> Training[Trace]:
    """Return the same training with its corpus and what the reader of that says. Raises TokvizError."""
    return train(state, TAB_MEMORY)


def corpus_of(state: TrainState) -> Corpus:
    """Return the corpus of a state. Raises TokvizError."""
    return read_corpus(state, TAB_MEMORY).corpus


def model_of(state: TrainState, at: int) -> Model:
    """Return the tokenizer after `at` steps of a training; 0 for all. Raises TokvizError."""
    trace = ALONE.trace(state)
    return trace.model(at or len(trace), pretokenizer=state.split)


def byte_model(state: BytesState) -> bpe.Model:
    """Return the tokenizer of `/bytes`. Raises TokvizError."""
    return bytes_state.model_of(state, TAB_MEMORY)[0]


def twin_lengths_of(state: BytesState) -> tuple[tuple[str, str, int], ...]:
    """Return the lengths of the sentence of `/bytes` in two languages. Raises TokvizError."""
    return bytes_state.twin_lengths(state, TAB_MEMORY)


def split_of(state: WhyState) -> TrainTest:
    """Return the text of `/why` in its two parts."""
    return split_text(state, TAB_MEMORY).parts


@cache
def _opened(name: str) -> Pipeline:
    return on_this_machine()[name].open()


@cache
def opened_alone(name: str) -> Pipeline:
    """Return a tokenizer that comes with tokviz as a browser tab has it, without the library. Raises TokvizError."""
    (path,) = on_this_machine()[name].files
    return open_alone(path.read_bytes(), name)


def open_file(name: str, content: bytes) -> Pipeline:
    """Return the tokenizer of a visitor's file, which goes by its name from then on. Raises TokvizError."""
    return TAB_MEMORY.kept("file", ("own", name), open_files_alone, [(name, content)], name)


def open_named(name: str) -> Pipeline:
    """Return the tokenizer of this name: of a visitor's file, or one that comes with tokviz. Raises TokvizError for a
    file that this interpreter does not have, which the page then hands over again."""
    return opened_alone(name) if name in SHIPPED else TAB_MEMORY.kept("file", ("own", name), _miss, name)


def _miss(name: str) -> NoReturn:
    raise TokvizError("tab-library", name=name)


def tokenized_alone(state: TokenizersState, say: Catalog) -> TokenizedText:
    """Return the text of `/tokenizers` in a tokenizer as a browser tab has it. Raises TokvizError."""
    key = ("alone", state.tokenizer)
    return tokenized(open_named(state.tokenizer), key, state, TAB_MEMORY, say)


def chat_alone(state: ChatState, say: Catalog) -> ShownChat:
    """Return the conversation of `/chat` as a browser tab has it. Raises TokvizError."""
    if state.tokenizer in SHIPPED:
        return shown_chat(state, TAB_MEMORY, say, open_alone)
    pipeline, template = open_named(state.tokenizer), template_of(state)
    chat = render(template, state.shown, prompt=state.prompt == "yes")
    return shown(pipeline, chat, (), TAB_MEMORY, (state.tokenizer, template.name, digest(template.source)), say)


def compared_alone(state: CompareState, say: Catalog) -> tuple[Comparison, tuple[str, ...]]:
    """Return the comparison of `/compare` as a browser tab has it, and what is to be said of it. Raises TokvizError."""
    for slot in map(Slot.of, state.tokenizers):
        if not slot.is_trained:
            open_named(slot.preset)  # the page is asked for a file that is not here
    return linked_comparison(state, TAB_MEMORY, say)


class _TabHost(Host):
    """A browser tab encodes texts of some thousand characters."""

    reads_prose = False


def inspected_alone(state: VocabularyState, say: Catalog) -> Inspected:
    """Return the vocabularies of `/vocabulary` as a browser tab has them. Raises TokvizError."""
    return inspect(state, TAB_MEMORY, say, open_named, _TabHost())


def sample_words(state: ApplyState) -> str:
    """Return a text for a corpus of the reader's own: its most frequent words of more than one letter."""
    corpus = corpus_of(state.train)
    frequent = [word.strip() for word in corpus.most_frequent(10 * _SAMPLE_WORDS)]
    longer = [word for word in frequent if 1 < len(word) <= _LONGEST_SAMPLE and word[0].isalnum()] or frequent
    return " ".join(longer[:_SAMPLE_WORDS])
