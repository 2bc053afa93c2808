"""An exercise on decoding and encoding again: which of three sequences of tokens of one word comes back.

A word has one encoding, and a model may write any tokens. All sequences spell the word, so at most one comes back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import cast

from tokviz import bpe
from tokviz.bpe.encoding import ENCODINGS
from tokviz.exercises.answers import Exercise, read_choice, text_of
from tokviz.exercises.applying import encode
from tokviz.exercises.task import FAMILY_WORDS, Answer, Draw, Given, State, Task, small_corpus
from tokviz.lines import Line, Symbols, line

_MOST_DRAWS = 1_000  # at the third level, one corpus of 21 has such a word
_CHOICES = 3
_BETWEEN = "·"
_SEPARATED = re.compile(r"[\s·+|]+")


def comes_back(*, model: bpe.Model, word: str, sequences: Sequence[Symbols] = ()) -> Task:
    """Ask which of some sequences of tokens comes back when its text is encoded by the merges of `model`.

    sequences: without them, the encoding between two others with few tokens. Raises IndexError where there are not two
    others, or where not one of the sequences is the encoding; LimitError for a very long word.
    """
    explained = encode(model=model, word=word)
    tokens = cast("Symbols", explained.solution)
    offered = tuple(sequences) or _offered(model, word, tokens)
    if len(offered) < _CHOICES or tokens not in offered or any("".join(one) != word for one in offered):
        raise IndexError(f"not three sequences of tokens that spell {word}, one of them its encoding")
    return Task(
        "comes-back",
        "choice",
        line("exercise.ask.comes-back", word=word),
        (Given("merges", model.merges),),
        _BETWEEN.join(tokens),
        (line("exercise.hint.comes-back"),),
        (*explained.because, line("exercise.why.comes-back", word=word, tokens=tokens)),
        choices=tuple(map(_BETWEEN.join, offered)),
        state=State(model=model, word=word),
    )


def _offered(model: bpe.Model, word: str, tokens: Symbols) -> tuple[Symbols, ...]:
    others = _others(model, word, tokens)[: _CHOICES - 1]
    return (*others[:1], tokens, *others[1:])


def _others(model: bpe.Model, word: str, tokens: Symbols) -> list[Symbols]:
    """Return the other sequences of tokens that spell a word, those with the fewest tokens first."""
    known = frozenset(model.vocabulary)
    return sorted((one for one in _spelled(word, known) if one != tokens), key=lambda one: (len(one), one))


def _spelled(word: str, known: frozenset[str]) -> Iterator[Symbols]:
    if not word:
        yield ()
    for end in range(1, len(word) + 1):
        if word[:end] in known:
            yield from ((word[:end], *rest) for rest in _spelled(word[end:], known))


def _read(task: Task, answer: object) -> tuple[Answer, ...]:
    """Read one of the choices, whose tokens may be separated by spaces, pluses or bars, too."""
    return read_choice(task, _SEPARATED.sub(_BETWEEN, text_of(answer)))


def _remark(task: Task, answer: Answer) -> tuple[Line, ...]:
    yours, best = (tuple(str(one).split(_BETWEEN)) for one in (answer, task.solution))
    return (line("exercise.wrong.comes-back", yours=yours, word=task.state.word, best=best),)


def _drawn(draw: Draw, level: int) -> Task:
    """Draw a word with a merge that another order would not make, in an order of the three that tells nothing."""
    for _ in range(_MOST_DRAWS):
        trace = bpe.train(small_corpus(draw, level), merges=3 + 2 * level, rules="course")
        model = trace.model(encoding=ENCODINGS["subword-nmt"])
        known = frozenset(model.vocabulary)
        words = [word for word in FAMILY_WORDS if 2 + level <= len(word) <= 5 + level and known >= set(word)]
        for word in draw.sample(words, len(words)):
            tokens = tuple(model.encode_word(word))
            others = [one for one in _others(model, word, tokens) if len(one) <= len(tokens) + 1]
            if 1 < len(tokens) <= len(word) - level and len(others) >= _CHOICES - 1:
                offered = [tokens, *draw.sample(others, _CHOICES - 1)]
                return comes_back(model=model, word=word, sequences=draw.sample(offered, _CHOICES))
    raise AssertionError("no word was drawn with three sequences of tokens")


KINDS = (Exercise("comes-back", _drawn, comes_back, _read, remark=_remark),)
