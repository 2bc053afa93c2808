"""Exercises on Unigram: the probability of a path, the best path, an expected count, the loss of a piece.

Probabilities that are drawn are exact fractions, so results are exact too. The lattice of the real tokenizer lists the
paths.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import cast

from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.exercises.answers import Exercise, numeric, read_tokens
from tokviz.exercises.task import Answer, Draw, Given, State, Task
from tokviz.lines import Line, Number, Symbols, line
from tokviz.unigram.reasons import ExpectedCount, ExpectedPart, best_path_of

MAX_PATHS = 500
"""The most segmentations that a task of these is about."""


@dataclass(frozen=True)
class Pieces:
    """Pieces with their probabilities, exact where they were drawn. learned: the tokenizer that they come from, if any:
    it may put a mark before a word."""

    shares: Mapping[str, Number]
    learned: unigram.Model | None = None

    @cached_property
    def model(self) -> unigram.Model:
        return self.learned or unigram.Model({piece: float(share) for piece, share in self.shares.items()})

    def without(self, piece: str) -> Pieces:
        """Return all the others."""
        shares = {name: share for name, share in self.shares.items() if name != piece}
        numbers = {name: float(share) for name, share in shares.items()}
        return Pieces(shares, self.learned and replace(self.learned, probabilities=numbers, scores={}))

    def marked(self, corpus: Corpus) -> Corpus:
        """Return a corpus with the mark of the model before each word."""
        counts: Counter[str] = Counter()
        for word, count in corpus.items():
            counts[self.model.marked(word)] += count
        return Corpus(counts)

    def paths(self, word: str) -> dict[Symbols, Number]:
        """Map each segmentation to its probability."""
        paths = self.model.lattice(word).paths(MAX_PATHS + 1)
        if len(paths) > MAX_PATHS:
            raise IndexError(f"{word} has more than {MAX_PATHS} segmentations")
        return {path.pieces: self.product(path.pieces) for path in paths}

    def product(self, path: Symbols) -> Number:
        """Return the probability of a segmentation."""
        return math.prod(self.shares[piece] for piece in path)

    def given(self, *words: str) -> Given:
        """Return the pieces that the words have in them."""
        used = [piece for piece in self.shares if any(piece in word for word in words)]
        return Given("pieces", tuple((piece, self.shares[piece]) for piece in used))


def _pieces(model: unigram.Model | Pieces) -> Pieces:
    return model if isinstance(model, Pieces) else Pieces(model.probabilities, model)


# -- paths -------------------------------------------------------------------------------------------------------------


def path_probability(*, model: unigram.Model | Pieces, word: str, path: Symbols | None = None) -> Task:
    """Ask for the probability of a segmentation of `word`; without `path` it is the second best, or the only one.
    Raises KeyError for a piece that the model does not have."""
    pieces = _pieces(model)
    word = pieces.model.marked(word)
    if path is None:
        best = pieces.model.lattice(word).nbest(2)
        path = best[-1].pieces
    value = pieces.product(path)
    factors = tuple(line("exercise.factor", piece=(piece,), share=pieces.shares[piece]) for piece in path)
    return Task(
        "path-probability",
        "number",
        line("exercise.ask.path-probability", path=path),
        (pieces.given(word),),
        value,
        (line("exercise.hint.path-probability"), line("exercise.hint.factors", n=len(path))),
        (*factors, line("exercise.why.path-probability", path=path, value=value)),
        state=State(model=pieces.model, word=word),
    )


def best_path(*, model: unigram.Model | Pieces, word: str) -> Task:
    """Ask for the best segmentation of `word`; on a tie, any is right."""
    pieces = _pieces(model)
    word = pieces.model.marked(word)
    best = best_path_of(pieces.model.lattice(word), lambda path: pieces.product(path.pieces), looks_further=True)
    return Task(
        "best-path",
        "tokens",
        line("exercise.ask.best-path", word=word),
        (pieces.given(word),),
        best.pieces,
        (line("exercise.hint.best-path"), line("exercise.hint.tokens", n=len(best.pieces))),
        (best,),
        others=best.tied,
        state=State(model=pieces.model, word=word),
    )


def _read_path(task: Task, answer: object) -> tuple[Answer, ...]:
    """Read a path. The mark before a word may be written as a low line, or left out where its piece has more."""
    word, mark = task.state.word, cast("unigram.Model", task.state.model).start_of_word
    readings = list(read_tokens(answer, lambda tokens: "".join(tokens) == word))
    for first, *rest in tuple(readings) if mark else ():
        written = (first.replace("_", mark), *rest)
        readings += [written, (mark + first, *rest)]
    return tuple(sorted(dict.fromkeys(readings), key=lambda tokens: "".join(tokens) != word))


def _remark_path(task: Task, answer: Answer) -> tuple[Line, ...]:
    path, shares = cast("Symbols", answer), dict(task.get("pieces"))
    if "".join(path) != task.state.word:
        return (line("exercise.wrong.tokens.spell", yours=path),)
    missing = [piece for piece in path if piece not in shares]
    if missing:
        return (line("exercise.wrong.path.piece", piece=(missing[0],)),)
    return (line("exercise.wrong.path", yours=path, value=Pieces(shares).product(path)),)


# -- counts and losses -------------------------------------------------------------------------------------------------


def expected_count(*, model: unigram.Model | Pieces, corpus: Corpus, piece: str) -> Task:
    """Ask how often a piece occurs in all segmentations of a corpus, each by its share."""
    pieces = _pieces(model)
    corpus = pieces.marked(corpus)
    parts = []
    for word, count in corpus.items():
        if piece not in word:
            continue
        paths = pieces.paths(word)
        whole = sum(paths.values())
        inside = sum(probability * path.count(piece) for path, probability in paths.items())
        each = inside / whole if isinstance(whole, float) else Fraction(inside) / Fraction(whole)
        parts.append(ExpectedPart(word, count, each, len(paths)))
    total: Number = sum(part.total for part in parts)
    return Task(
        "expected-count",
        "number",
        line("exercise.ask.expected-count", piece=(piece,)),
        (pieces.given(*corpus), Given("corpus", corpus)),
        total,
        (line("exercise.hint.expected-count"), parts[0]),
        (*parts, ExpectedCount(piece, total, tuple(sorted(parts, key=lambda part: -part.total)))),
        state=_shown(pieces, corpus, piece),
    )


def piece_loss(*, model: unigram.Model | Pieces, corpus: Corpus, piece: str) -> Task:
    """Ask by how many nats the best segmentations of a corpus get worse without a piece: the loss that pruning looks
    at, computed exactly. Raises IndexError for a piece that no word can do without."""
    pieces = _pieces(model)
    corpus, without = pieces.marked(corpus), pieces.without(piece)
    total = 0.0
    because: list[Line] = []
    for word, count in corpus.items():
        before = pieces.model.lattice(word).best().path
        if piece not in before.pieces:
            continue
        if any(letter not in without.shares for letter in word):
            raise IndexError(f"{word} cannot be written without {piece}")
        after = without.model.lattice(word).best().path
        lost = before.score - after.score
        total += count * lost
        because.append(
            line(
                "exercise.why.piece-loss",
                word=word,
                before=before.pieces,
                after=after.pieces,
                count=count,
                quotient=pieces.product(before.pieces) / pieces.product(after.pieces),
                loss=count * lost,
            )
        )
    hint = because[0] if because else line("exercise.why.piece-loss.unused", piece=(piece,))
    because.append(line("exercise.why.piece-loss.sum", piece=(piece,), value=total))
    return Task(
        "piece-loss",
        "number",
        line("exercise.ask.piece-loss", piece=(piece,)),
        (pieces.given(*corpus), Given("corpus", corpus)),
        total,
        (line("exercise.hint.piece-loss"), hint),
        tuple(because),
        state=_shown(pieces, corpus, piece),
    )


def _shown(pieces: Pieces, corpus: Corpus, piece: str) -> State:
    word = next((word for word in corpus if piece in word), corpus.words[0])
    return State(model=pieces.model, word=word)


# -- drawn ones --------------------------------------------------------------------------------------------------------

_WORDS = (
    "hug",
    "hugs",
    "pun",
    "puns",
    "tea",
    "team",
    "seat",
    "lows",
    "slow",
    "newer",
    "stop",
    "tops",
    "banana",
    "anna",
)


def _drawn_pieces(draw: Draw, words: tuple[str, ...], level: int) -> Pieces:
    """Return the letters and some substrings, with shares that have one small denominator."""
    letters = sorted(set("".join(words)))
    longer = sorted(
        {w[a:b] for w in words for a in range(len(w)) for b in range(a + 2, min(a + 4, len(w)) + 1) if b - a < len(w)}
    )
    names = (*letters, *draw.sample(longer, 1 + 2 * level))
    whole = 20 if level == 1 else 40
    parts = dict.fromkeys(names, 1)
    while sum(parts.values()) < whole:
        parts[draw.choice(names)] += 1
    return Pieces({name: Fraction(part, sum(parts.values())) for name, part in parts.items()})


def _word(draw: Draw, level: int) -> str:
    return draw.choice([word for word in _WORDS if len(word) <= 3 + level])


def _drawn_path(draw: Draw, level: int) -> Task:
    word = _word(draw, level)
    pieces = _drawn_pieces(draw, (word,), level)
    paths = [path for path in pieces.paths(word) if len(path) <= 2 + level]
    return path_probability(model=pieces, word=word, path=draw.choice(paths))


def _drawn_best(draw: Draw, level: int) -> Task:
    while True:
        word = _word(draw, level)
        pieces = _drawn_pieces(draw, (word,), level)
        if 2 <= len(pieces.paths(word)) <= 4 * level + 4:
            return best_path(model=pieces, word=word)


def _words(draw: Draw, level: int) -> Corpus:
    words = draw.sample([word for word in _WORDS if len(word) <= 2 + level], 1 if level < 3 else 2)
    return Corpus({word: draw.between(1, 4 + 3 * level) for word in words})


def _drawn_expected(draw: Draw, level: int) -> Task:
    while True:
        corpus = _words(draw, level)
        pieces = _drawn_pieces(draw, corpus.words, 1)
        if all(2 <= len(pieces.paths(word)) <= 2 + 2 * level for word in corpus):
            longer = [name for name in pieces.shares if len(name) > 1]
            return expected_count(model=pieces, corpus=corpus, piece=draw.choice(longer))


def _drawn_loss(draw: Draw, level: int) -> Task:
    while True:
        corpus = _words(draw, level)
        pieces = _drawn_pieces(draw, corpus.words, 1)
        used = [piece for word in corpus for piece in pieces.model.encode_word(word) if len(piece) > 1]
        if used and all(len(pieces.paths(word)) <= 8 for word in corpus):
            task = piece_loss(model=pieces, corpus=corpus, piece=draw.choice(used))
            if math.isfinite(float(cast("float", task.solution))) and task.solution:
                return task


KINDS = (
    numeric("path-probability", _drawn_path, path_probability),
    Exercise("best-path", _drawn_best, best_path, _read_path, remark=_remark_path),
    numeric("expected-count", _drawn_expected, expected_count),
    numeric("piece-loss", _drawn_loss, piece_loss),
)
