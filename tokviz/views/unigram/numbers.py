"""How the numbers of unigram training are written: probabilities as fractions where they are such, products, losses.

A probability that is a count divided by a sum of counts is shown as that fraction, so that it can be checked by hand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from tokviz.unigram import Model, Seed, Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

__all__ = ["Fractions", "common_denominator", "fraction", "fractions", "loss", "product", "seed_weights", "split"]

Fractions = Mapping[str, tuple[int, int]]
"""Piece -> numerator and denominator, as they were counted: 20/210 is not reduced."""

_READABLE = 9_999
_LARGEST = 99_999  # greater denominators are no help to anybody


def fractions(trace: Trace, k: int) -> Fractions:
    """The probabilities after k steps that are whole counts divided by their sum; the others are left out.

    >>> from tokviz import Corpus, unigram
    >>> fractions(unigram.train(Corpus({"ab": 2, "b": 1}), vocab_size=2), 1)
    {'a': (2, 5), 'b': (3, 5)}
    """
    counts = _counts(trace, k)
    total = sum(counts.values())
    if not 0 < total <= _LARGEST or abs(total - round(total)) > 1e-6:
        return {}
    now = trace.probabilities(k)
    return {
        piece: (round(count), round(total))
        for piece, count in counts.items()
        if piece in now
        and abs(count - round(count)) < 1e-9
        and math.isclose(now[piece], count / total, rel_tol=1e-6)  # sentencepiece computes in single precision
    }


def common_denominator(trace: Trace, k: int, model: Model) -> int | None:
    """That of all probabilities of a model after k steps, if they are counts divided by a sum that is easy to read."""
    exact = fractions(trace, k)
    is_exact = exact.keys() >= model.probabilities.keys() - model.reserved
    common = max((total for _, total in exact.values()), default=0) if is_exact else 0
    return common if 0 < common <= _READABLE else None


def seed_weights(seed: Seed) -> dict[str, int]:
    """What the probabilities of the seeds are made from. The libraries weigh a piece by its count times its length."""
    by_length = seed.trace.rules.flow != "plain"
    return {piece: count * (len(piece) if by_length else 1) for piece, count in seed.counts.items()}


def _counts(trace: Trace, k: int) -> Mapping[str, float]:
    """The counts that the probabilities after k steps were last made from."""
    for j in range(k - 1, 0, -1):
        if trace[j].kind == "maximize":
            made, counts = trace.probabilities(j + 1), trace.new_counts(j)
            return {piece: count for piece, count in counts.items() if piece in made}
    return seed_weights(trace.of(0, Seed))


def fraction(piece: str, value: float, exact: Fractions, say: Catalog) -> str:
    """The probability of a piece, with its fraction if it has one.

    >>> from tokviz.views.shared.catalog import load
    >>> fraction("ug", 20 / 210, {"ug": (20, 210)}, load("en"))
    '20/210 = 0.0952381'
    """
    return f"{say.quotient(*exact[piece])} = {say.probability(value)}" if piece in exact else say.probability(value)


def split(pieces: Sequence[str]) -> str:
    """A segmentation for a table or a sentence.

    >>> split(["hug", "s"])
    'hug s'
    """
    return shorten(" ".join(map(visible, pieces)))


def product(
    pieces: Sequence[str], probabilities: Mapping[str, float], exact: Fractions, say: Catalog, unknown: float = 0.0
) -> str:
    """The probability of a segmentation, written out. unknown: that of a character which is no piece.

    >>> from tokviz.views.shared.catalog import load
    >>> product(["p", "ug"], {"p": 17 / 210, "ug": 20 / 210}, {"p": (17, 210), "ug": (20, 210)}, load("en"))
    '17/210 × 20/210 = 0.0077098'
    """
    values = [probabilities.get(piece, unknown) for piece in pieces]
    terms = [
        say.quotient(*exact[piece]) if piece in exact else say.probability(value)
        for piece, value in zip(pieces, values, strict=True)
    ]
    whole = say.probability(math.prod(values))
    return whole if terms == [whole] else f"{' × '.join(terms)} = {whole}"


def loss(count: float, before: float, after: float, say: Catalog) -> str:
    """How much worse `count` times a segmentation gets, from its probability before to that after, written out.

    >>> from tokviz.views.shared.catalog import load
    >>> loss(10, 1 / 14, 1 / 147, load("en"))
    '10 × (−ln 0.0068027) − 10 × (−ln 0.0714286) = 23.5138'
    """
    times = say.amount(count)
    worse = count * (math.log(before) - math.log(after)) if before and after else math.inf
    if abs(worse) < 1e-9 * max(1.0, count):
        worse = 0.0
    now, then = say.probability(after), say.probability(before)
    return f"{times} × (−ln {now}) − {times} × (−ln {then}) = {say.nats(worse)}"
