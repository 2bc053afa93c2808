"""Requests to train: what, and how; and the one way from a request to its corpus and to its trace.

Pages, the command line, the static site, lessons and comparisons all ask with a :class:`TrainingRequest` and get what
they ask for out of a :class:`~tokviz.memory.Memory`.

>>> from dataclasses import replace
>>> from tokviz.memory import LocalMemory
>>> request = replace(opening(BPE, "hug"), stop="merges", amount=2)
>>> train(request, LocalMemory()).trace.merges
[('u', 'g'), ('u', 'n')]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, BPE, OWN_AMOUNT, Algorithm, AlgorithmEntry, Rules, Stop
from tokviz.corpus import Corpus, Note, Parsed, decode_bytes, parse, parse_languages, parse_upload
from tokviz.errors import TokvizError
from tokviz.examples import OWN, SOURCE, Recipe
from tokviz.memory import File, Key, Memory, digest, rules_key
from tokviz.trace import Progress, Trace

if TYPE_CHECKING:  # a page whose training begins anew opens no file
    from tokviz.files.going_on import Texts
    from tokviz.files.pipeline import Pipeline

    Opening = Callable[[], Pipeline]

TraceT = TypeVar("TraceT", bound=Trace)
TraceOut = TypeVar("TraceOut", bound=Trace, covariant=True)

NAMES = (*examples.NAMES, OWN)
"""The names of the corpora to train on."""
MAX_MERGES = 10_000
"""The most merges that a page trains."""
OWN_SPLIT = "words"
"""The pre-tokenization that the visitor's own text gets at first: punctuation is no part of its words."""


@dataclass(frozen=True)
class Start:
    """A tokenizer that training goes on from, and that has no name on this machine.

    key: names its content; open: returns it, perhaps out of a worker, or raises TokvizError.
    """

    key: str
    open: Opening = field(compare=False)


@dataclass(frozen=True)
class TrainingRequest:
    """A training that is asked for. Everything in it but a file fits into a link.

    algorithm: its name in :data:`tokviz.algorithms.ALGORITHMS`. example: the name of the corpus, or `OWN`; text: one of
    one's own, and file: one in a file, which counts before the text. split: the pre-tokenizer. preset: the name that
    the rules began with. amount: merges, or the size of the vocabulary; nothing for the stop `end`. is_running: whether
    the text is taken as running text, whatever list it looks like. start: the name of the tokenizer of BPE that the
    training goes on from; empty where it begins anew. given: the tokenizer itself, where it is none of this machine.
    """

    algorithm: str = BPE.name
    example: str = BPE.opening
    text: str = ""
    split: str = "whitespace"
    preset: str = "sennrich"
    rules: Rules = field(default_factory=lambda: BPE.presets["sennrich"])
    stop: Stop = "end"
    amount: int = 0
    # Not in the repr: it names the answers that a browser keeps on pages without a server, and has what a link has.
    file: File | None = field(default=None, repr=False)
    is_running: bool = field(default=False, repr=False)
    start: str = ""
    given: Start | None = field(default=None, repr=False)

    @property
    def lesson(self) -> Recipe | None:
        """Return the recipe of the example's source; None for your own text, and where it goes on from a tokenizer."""
        return None if self.example == OWN or self.start else examples.load(self.example).recipe(self.algorithm)

    @property
    def opens_at(self) -> int:
        """Return the step that a page opens with, where no link says one: of an example that is trained as it opens."""
        lesson = self.lesson
        if lesson is None or (self.rules, self.amount) != (lesson.rules, lesson.merges or lesson.vocab_size or 0):
            return 0
        return lesson.opens_at

    @property
    def corpus_key(self) -> Key:
        """Return the key of the corpus in a memory."""
        if self.start:
            start = self.start if self.given is None else self.given.key
            return ("going-on", start, *replace(self, start="").corpus_key)
        if self.example != OWN:
            return ("example", self.example, self.split)
        kind = "running" if self.is_running else "text"
        if ALGORITHMS[self.algorithm].by_language:
            kind += "-by-language"
        source = (kind, digest(self.text)) if self.file is None else (kind.replace("text", "file"), self.file.key)
        return (*source, *_split_at(self.rules), self.split)


def base_rules(algorithm: Algorithm, example: str, preset: str) -> Rules:
    """Return the rules that a preset's name stands for beside this example."""
    if preset == SOURCE and example != OWN:
        return examples.load(example).recipe(algorithm.name).rules
    return algorithm.presets[preset] if preset in algorithm.presets else next(iter(algorithm.presets.values()))


def opening(algorithm: Algorithm, example: str) -> TrainingRequest:
    """Return the training that an example opens with: as its source has it; the visitor's own text by the rules of the
    lessons."""
    if example == OWN:
        preset = algorithm.lesson_preset or algorithm.own_preset
        return TrainingRequest(
            algorithm=algorithm.name,
            example=OWN,
            split=algorithm.split or OWN_SPLIT,
            preset=preset,
            rules=algorithm.presets[preset],
            stop=algorithm.stops[0],
            amount=OWN_AMOUNT,
        )
    lesson = examples.load(example).recipe(algorithm.name)
    return TrainingRequest(
        algorithm=algorithm.name,
        example=example,
        split=lesson.pretokenizer or "whitespace",
        preset=algorithm.preset_of(lesson.rules) or SOURCE,
        rules=lesson.rules,
        stop="merges" if lesson.merges is not None else "vocab" if lesson.vocab_size is not None else "end",
        amount=lesson.merges or lesson.vocab_size or 0,
    )


# -- from a request to its corpus --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class ReadCorpus:
    """A corpus that was asked for. key: names it; notes: what its reader wants to say."""

    corpus: Corpus
    key: Key
    notes: tuple[Note, ...] = ()


def read_corpus(request: TrainingRequest, memory: Memory) -> ReadCorpus:
    """Return the corpus of a request: an example as it is cut, or the visitor's own. Raises TokvizError."""
    if request.start:
        return _read_by_start(request, memory)
    if request.example != OWN:
        return ReadCorpus(examples.load(request.example).cut(request.split), request.corpus_key)
    parsed = parsed_corpus(request, memory)
    return ReadCorpus(parsed.corpus, request.corpus_key, parsed.notes)


def _read_by_start(request: TrainingRequest, memory: Memory) -> ReadCorpus:
    """Return the words of a corpus as the tokenizer that training goes on from makes them. Raises TokvizError."""
    texts: Texts
    notes: tuple[Note, ...] = ()
    if request.example == OWN:
        parsed = parsed_corpus(replace(request, start=""), memory)
        texts, notes = [*parsed.corpus.items()] if parsed.text is None else [(parsed.text, 1)], parsed.notes
    else:
        example = examples.load(request.example)
        texts = [(text, 1) for text in example.documents] if example.counts is None else [*example.counts.items()]
    corpus = memory.kept("view", request.corpus_key, _words_of_start, request, texts, memory)
    return ReadCorpus(corpus, request.corpus_key, notes)


def _words_of_start(request: TrainingRequest, texts: Texts, memory: Memory) -> Corpus:
    from tokviz.files.going_on import model_of, word_counts

    pipeline = start_of(request, memory)
    memory.ask(model_of, pipeline)  # refuses a tokenizer whose training cannot go on
    return Corpus(memory.ask(word_counts, pipeline, texts).items)


def start_of(request: TrainingRequest, memory: Memory) -> Pipeline:
    """Return the tokenizer that a training goes on from. Raises TokvizError where it is not there."""
    from tokviz.files.by_name import on_this_machine

    if request.given is not None:
        return request.given.open()
    named = on_this_machine().get(request.start)
    if named is None:
        raise TokvizError("going-on-missing", name=request.start)
    return memory.kept("view", ("start", named.name), named.open_alone)


def parsed_corpus(request: TrainingRequest, memory: Memory) -> Parsed:
    """Return the corpus in the own text or file of a request. Raises TokvizError."""
    return memory.kept("corpus", request.corpus_key, _parse, request)


def _parse(request: TrainingRequest) -> Parsed:
    if ALGORITHMS[request.algorithm].by_language and not request.is_running:
        by_language = _parse_languages(request)
        if by_language is not None:
            return by_language
    if request.file is not None:
        return parse_upload(request.file.name, request.file.content, request.split, _split_at(request.rules))
    if request.is_running:
        return Parsed(Corpus.from_text(request.text, request.split), "prose", text=request.text)
    return parse(request.text, request.split, _split_at(request.rules))


def _parse_languages(request: TrainingRequest) -> Parsed | None:
    """Return the languages of a text or file that has headings; None for others. Raises TokvizError."""
    text = request.text
    if request.file is not None:
        text, _ = decode_bytes(request.file.content)
    return parse_languages(text, request.split, _split_at(request.rules))


def _split_at(rules: Rules) -> tuple[str, ...]:
    """Return the tokens that a text is split at before anything else, where rules name such."""
    split_at: tuple[str, ...] = getattr(rules, "split_at", ())
    return split_at


# -- from a request to its trace ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Training(Generic[TraceOut]):
    """A training that was asked for. key: names its trace."""

    trace: TraceOut
    key: Key
    source: ReadCorpus


def train(
    request: TrainingRequest, memory: Memory, *, rules: Rules | None = None, most: int | None = MAX_MERGES
) -> Training[Trace]:
    """Return the training that is asked for. Raises TokvizError.

    rules: in place of those of the request, on the corpus as these have it. most: merges where no number is asked for.
    """
    return train_with(ALGORITHMS[request.algorithm], request, memory, rules=rules, most=most)


def train_with(
    algorithm: AlgorithmEntry[Rules, TraceT],
    request: TrainingRequest,
    memory: Memory,
    *,
    rules: Rules | None = None,
    most: int | None = MAX_MERGES,
) -> Training[TraceT]:
    """Return the same with the type of its traces, for callers that know the algorithm."""
    return train_on(algorithm, request, read_corpus(request, memory), memory, rules=rules, most=most)


def train_on(
    algorithm: AlgorithmEntry[Rules, TraceT],
    request: TrainingRequest,
    source: ReadCorpus,
    memory: Memory,
    *,
    rules: Rules | None = None,
    most: int | None = MAX_MERGES,
) -> Training[TraceT]:
    """Return the same on the corpus of the request that was read already. Raises TokvizError."""
    rules = request.rules if rules is None else rules
    if request.start:
        algorithm, rules = _going_on(algorithm, request, memory)
    merges = request.amount if request.stop == "merges" else most
    vocab_size = request.amount if request.stop == "vocab" else None
    key = (algorithm.name, *source.key, rules_key(rules), merges, vocab_size)
    trace = memory.trained(algorithm, key, source.corpus, rules, merges=merges, vocab_size=vocab_size)
    return Training(trace, key, source)


def _going_on(
    algorithm: AlgorithmEntry[Rules, TraceT], request: TrainingRequest, memory: Memory
) -> tuple[AlgorithmEntry[Rules, TraceT], Rules]:
    """Return the algorithm as it goes on from a tokenizer, and the rules of that one. Raises TokvizError."""
    from tokviz.files.going_on import go_on, model_of

    if algorithm.name != BPE.name:
        raise TokvizError("going-on-algorithm", name=algorithm.name)
    pipeline = start_of(request, memory)
    before = memory.ask(model_of, pipeline)

    def train(
        corpus: Corpus,
        rules: Rules,
        /,
        *,
        merges: int | None = None,
        vocab_size: int | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> TraceT:
        trace = go_on(pipeline, corpus, before=before, merges=merges, vocab_size=vocab_size, progress=progress)
        return cast("TraceT", trace)

    return replace(algorithm, train=train), before.rules
