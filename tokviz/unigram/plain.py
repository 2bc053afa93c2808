"""Plain Unigram: every segmentation of a word, its share, its counts, and the loss without a piece.

Slow on purpose: all segmentations are written out. The plain algorithm is made of these; what training really runs on
is :mod:`tokviz.unigram.em`, and property tests hold the two equal. Every character has to be a piece.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from math import exp, log, prod

from tokviz.corpus import Corpus
from tokviz.unigram.rules import Rules

NOTHING = 1e-30
"""Expected counts below this are none: rounding has long swallowed them."""

Pieces = Mapping[str, float]
"""Piece -> its probability, or how often it is counted."""
Path = tuple[str, ...]
"""A segmentation of a word."""


def segmentations(word: str, pieces: Pieces) -> Iterator[Path]:
    """Return every way to write a word as pieces.

    >>> list(segmentations("hug", {"h": 0.2, "u": 0.2, "g": 0.2, "ug": 0.4}))
    [('h', 'u', 'g'), ('h', 'ug')]
    """
    if not word:
        yield ()
    for end in range(1, len(word) + 1):
        if word[:end] in pieces:
            yield from ((word[:end], *rest) for rest in segmentations(word[end:], pieces))


def score(path: Path, pieces: Pieces) -> float:
    """Return the logarithm of a segmentation's probability."""
    return sum(log(pieces[piece]) for piece in path)


def best(word: str, pieces: Pieces) -> Path:
    """Return the most probable segmentation; of equal ones that whose last piece is longest, then the one before it."""
    return max(segmentations(word, pieces), key=lambda path: (score(path, pieces), *map(len, reversed(path))))


def expected(corpus: Corpus, pieces: Pieces, rules: Rules) -> dict[str, float]:
    """Return piece -> how often it is used: by all segmentations, each for its share, or by the best ones alone."""
    counts: Counter[str] = Counter(dict.fromkeys(pieces, 0))
    for word, count in corpus.items():
        paths = [best(word, pieces)] if rules.expectation == "best-path" else list(segmentations(word, pieces))
        weights = [prod(pieces[piece] for piece in path) for path in paths]
        for path, weight in zip(paths, weights, strict=True):
            for piece in path:
                counts[piece] += count * weight / sum(weights)  # type: ignore[assignment]
    return dict(counts)


def leaves_out(rules: Rules) -> tuple[str, ...]:
    """Return the knobs of these rules that the plain trainer does not know, by name.

    >>> leaves_out(Rules(digamma=True))
    ('digamma',)
    """
    special = {"digamma", "renormalize", "keep_characters", "start_of_word", "flow"}
    return tuple(
        knob.name for knob in fields(Rules) if knob.name in special and getattr(rules, knob.name) != knob.default
    )


def loss(piece: str, corpus: Corpus, pieces: Pieces, rules: Rules) -> float:
    """Return by how much the best segmentations get worse without a piece: those of the words, or of the piece
    itself."""
    without = {name: probability for name, probability in pieces.items() if name != piece}
    if rules.loss == "exact":
        return sum(n * (score(best(w, pieces), pieces) - score(best(w, without), pieces)) for w, n in corpus.items())
    used = sum(count * best(word, pieces).count(piece) for word, count in corpus.items())
    return used * (log(pieces[piece]) - score(best(piece, without), pieces))


def probabilities(counts: Pieces) -> dict[str, float]:
    """Divide each count by their sum; a character that is not used is kept far below the least of them."""
    total, least = sum(counts.values()), min(count for count in counts.values() if count > NOTHING)
    return {piece: (count if count > NOTHING else least * exp(-10)) / total for piece, count in counts.items()}


def used(counts: Pieces, rules: Rules) -> dict[str, float]:
    """Return the counts of the pieces that stay in the maximization: those used often enough, and every character."""
    least = max(rules.minimum_expected, NOTHING)
    return {piece: count for piece, count in counts.items() if count >= least or len(piece) == 1}
