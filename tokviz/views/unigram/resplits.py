"""Words split again without a piece, as the picture of a pruning shows them: both segmentations, both products.

What is compared is always the best segmentation by all pieces and the best one without the piece. A word whose best
segmentation does not have the piece is not compared, unless one that is as likely does: that is a tie. Only the words
that are shown are split again, in lattices of the pieces by which the pruning judged. Nothing is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tokviz.unigram import Trace
from tokviz.unigram.lattice import same_score
from tokviz.views.unigram.words_and_pieces import MAX_LETTERS, Pieces, WordSegmentations

LikelihoodWithout = Literal["less", "same", "unused"]
"""Without the piece a word is less likely, or as likely; or no best segmentation of it has the piece."""


@dataclass(frozen=True)
class SplitAgain:
    """A word with its best segmentation that has a piece, and its best one without that piece.

    product: the probability of the segmentation before; without: that of the one after.
    """

    word: str
    count: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    product: float
    without: float
    piece: str

    @property
    def likelihood(self) -> LikelihoodWithout:
        """Return the likelihood of the word without the piece, next to that with it.

        It is never greater, as the best segmentations are compared.
        """
        if self.piece not in self.before:
            return "unused"
        if not self.product or not self.without:
            return "less" if self.product > self.without else "same"
        before, after = math.log(self.product), math.log(self.without)
        return "less" if after < before and not same_score(before, after) else "same"

    @property
    def loss(self) -> float:
        """Return the loss of this word, in nats: its count times how much less likely it gets, as a logarithm."""
        if not self.product or not self.without:
            return math.inf
        return self.count * (math.log(self.product) - math.log(self.without))


def split_again(trace: Trace, piece: str, words: Sequence[WordSegmentations], pieces: Pieces) -> tuple[SplitAgain, ...]:
    """Return the changes of these words if only this piece is removed, in order.

    words: as the pruning split them; pieces: those before it.

    >>> from tokviz import Corpus, unigram
    >>> from tokviz.views.unigram.words_and_pieces import segment_words
    >>> trace = unigram.train(Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), vocab_size=14)
    >>> pieces = Pieces(trace.scores(1))
    >>> [again.after for again in split_again(trace, "hug", segment_words(trace, 2, trace.corpus.words), pieces)]
    [('h', 'ug')]
    """
    having = [word for word in words if piece in word.ways[0].pieces and len(word.word) <= MAX_LETTERS]
    if not having or len(pieces.scores) < 2:
        return ()
    without = Pieces({name: score for name, score in pieces.scores.items() if name != piece})
    found = []
    for segmented in having:
        before = segmented.ways[0].pieces
        path = without.lattice(trace.rules.marked(segmented.word)).best().path
        product = math.exp(_score(before, pieces))
        count = trace.corpus[segmented.word]
        found.append(SplitAgain(segmented.word, count, before, path.pieces, product, path.probability, piece))
    return tuple(found)


def compare_words(
    trace: Trace, piece: str, words: Sequence[WordSegmentations], pieces: Pieces
) -> tuple[SplitAgain, ...]:
    """Return the words that this piece is a part of, in their order, each with its best segmentation and the best one
    without the piece. Of equally likely best ones that with the piece comes before, also where training took another.

    words: as the pruning split them; pieces: those before it.

    >>> from tokviz import Corpus, unigram
    >>> from tokviz.views.unigram.words_and_pieces import segment_words
    >>> trace = unigram.train(Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), vocab_size=14)
    >>> words, pieces = segment_words(trace, 2, trace.corpus.words), Pieces(trace.scores(1))
    >>> [(again.before, again.after, again.likelihood) for again in compare_words(trace, "hu", words, pieces)]
    [(('hug',), ('hug',), 'unused'), (('hu', 'gs'), ('h', 'ugs'), 'same')]
    """
    again = {split.word: split for split in split_again(trace, piece, words, pieces)}
    found = []
    for segmented in words:
        marked, best = trace.rules.marked(segmented.word), segmented.ways[0].pieces
        if segmented.word in again:
            found.append(again[segmented.word])
        elif piece in marked and piece not in best and len(marked) <= MAX_LETTERS:
            scores = {path: _score(path, pieces) for path in (_best_with(piece, marked, pieces), best)}
            having, score = next(iter(scores.items()))
            before = having if same_score(score, scores[best]) else best
            product, without = math.exp(scores[before]), math.exp(scores[best])
            count = trace.corpus[segmented.word]
            found.append(SplitAgain(segmented.word, count, before, best, product, without, piece))
    return tuple(found)


def _score(path: Sequence[str], pieces: Pieces) -> float:
    return sum(pieces.scores.get(name, pieces.unknown) for name in path)


def _best_with(piece: str, word: str, pieces: Pieces) -> tuple[str, ...]:
    """Return the best segmentation of a word that has this piece, which is a part of the word."""
    around = [(word[:begin], word[begin + len(piece) :]) for begin in range(len(word)) if word.startswith(piece, begin)]
    paths = [tuple(pieces.lattice(side).best().path if side else None for side in sides) for sides in around]
    left, right = max(paths, key=lambda sides: sum(side.score for side in sides if side))
    return (*(left.pieces if left else ()), piece, *(right.pieces if right else ()))


def real_loss(changes: Sequence[SplitAgain]) -> float:
    """Return the loss of all words together, in nats; below what rounding leaves it is 0."""
    total = math.fsum(change.loss for change in changes)
    return 0.0 if abs(total) < 1e-9 * max(1.0, sum(change.count for change in changes)) else total
