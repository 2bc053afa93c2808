"""Exercises on the reader's own text: each is about a few of its words, trained by the rules that are set.

The whole of a text is no exercise for paper, so each number of a kind draws other words, always the same for the same
request. A check answers as a lesson's question does (:mod:`tokviz.views.exercises.asking`); nothing is kept between a
task and its check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from tokviz import exercises, unigram
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.sizes import size_range
from tokviz.corpus import Corpus
from tokviz.errors import TokvizError
from tokviz.exercises import Task
from tokviz.exercises.task import Draw
from tokviz.features.site.sources import corpus_of
from tokviz.features.site.tab.requests import Request, read
from tokviz.state.trained_pages import TRAINED
from tokviz.state.training import TrainState
from tokviz.trace import Trace
from tokviz.views.exercises.asking import question_data

KINDS: Mapping[str, tuple[str, ...]] = {name: record.exercises for name, record in TRAINED.items()}
"""Name of an algorithm -> the exercises on its training."""

_OF_MERGES = frozenset({"pair-counts", "next-merge", "score"})
_OF_PIECES = frozenset({"best-path", "path-probability", "expected-count", "piece-loss"})
_WORDS = 5
_LONGEST = 8  # characters of a word
_MERGES = 4  # done at most, before the one that is asked for
_ENCODING_MERGES = 6
_TRIES = 30  # draws, until one makes a task
_MOST_ANSWERS = 20
_LONGEST_ANSWER = 1_000
_NO_TASK = (TokvizError, LookupError, ZeroDivisionError)
"""The exceptions of a task where the drawn words leave nothing to ask; the last where there is nothing to draw."""


def task(request: Request) -> dict[str, Any]:
    """Return an exercise as it is asked. Raises TokvizError."""
    return {"ask": question_data(task_of(request), [], request.say)}


def check(request: Request) -> dict[str, Any]:
    """Return the same after the answers so far. Raises TokvizError."""
    answers = request.more.get("answers")
    if not isinstance(answers, list) or not 0 < len(answers) <= _MOST_ANSWERS or not all(map(_is_answer, answers)):
        raise TokvizError("tab-request")
    return {"ask": question_data(task_of(request), answers, request.say)}


def _is_answer(answer: object) -> bool:
    return answer is None or (isinstance(answer, str) and len(answer) <= _LONGEST_ANSWER)


def task_of(request: Request) -> Task:
    """Return the exercise of a request: its kind, and its number from 1. Raises TokvizError."""
    kind, number = request.more.get("task"), request.more.get("number", 1)
    state = read(request).state
    if not isinstance(state, TrainState) or kind not in KINDS[state.algorithm] or type(number) is not int:
        raise TokvizError("tab-request")
    if kind in _OF_MERGES and "merges" not in ALGORITHMS[state.algorithm].stops_of(state.rules):
        raise TokvizError("tab-task-merges")
    corpus = corpus_of(state)
    for attempt in range(_TRIES):
        draw = Draw("tokviz tab", kind, number, attempt)
        try:
            return exercises.about(kind, **_subject(kind, state, _few_words(corpus, draw), draw))
        except _NO_TASK:
            continue
    raise TokvizError("tab-task")


def _few_words(corpus: Corpus, draw: Draw) -> Corpus:
    """Return some of the short words of a corpus, with their counts."""
    short = [word for word in corpus if 1 < len(word) <= _LONGEST and word.isprintable() and " " not in word]
    chosen = set(draw.sample(short, _WORDS))
    return Corpus({word: count for word, count in corpus.items() if word in chosen})


def _subject(kind: str, state: TrainState, words: Corpus, draw: Draw) -> dict[str, Any]:
    """Return the subject of an exercise of a kind."""
    return (_of_unigram if kind in _OF_PIECES else _of_merging)(kind, state, words, draw)


def _of_merging(kind: str, state: TrainState, words: Corpus, draw: Draw) -> dict[str, Any]:
    """Return a training and how many of its merges are done, or a tokenizer and a word."""
    if kind in ("encode", "longest-match"):
        trace = _trained(state, words, _ENCODING_MERGES)
        return {"model": trace.model(), "word": draw.choice(tuple(_new_words(words, draw)))}
    trace = ALGORITHMS[state.algorithm].train(words, state.rules, merges=_MERGES + 1)
    return {"trace": trace, "k": draw.below(len(trace))}


def _trained(state: TrainState, words: Corpus, merges: int) -> Trace:
    algorithm = ALGORITHMS[state.algorithm]
    if "merges" in algorithm.stops_of(state.rules):
        return algorithm.train(words, state.rules, merges=merges)
    possible = size_range(words, state.rules)
    size = (possible.smallest + possible.largest) // 2 + len(state.rules.first_tokens)
    return algorithm.train(words, state.rules, vocab_size=size)


def _new_words(words: Corpus, draw: Draw) -> Iterator[str]:
    """Yield words to split: those of the corpus, and the beginning of one with the end of another."""
    yield from words
    listed = list(words)
    for _ in range(len(listed)):
        begin, end = draw.choice(listed), draw.choice(listed)
        yield begin[: -(-len(begin) // 2)] + end[len(end) // 2 :]


def _of_unigram(kind: str, state: TrainState, words: Corpus, draw: Draw) -> dict[str, Any]:
    """Return a tokenizer and a word, or one of its pieces and the corpus."""
    model = cast(unigram.Model, _trained(state, words, 0).model())
    if kind in ("best-path", "path-probability"):
        return {"model": model, "word": draw.choice(words.words)}
    pieces = [piece for piece in model.probabilities if len(piece) > 1 and any(piece in word for word in words)]
    return {"model": model, "corpus": words, "piece": draw.choice(pieces)}
