"""How the numbers of unigram training are written: probabilities as fractions where they are such, products, losses.

A probability that is a count divided by a sum of counts is shown as that fraction, so that it can be checked by hand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from tokviz.unigram import Seed, Trace
from tokviz.views.shared.display import shorten, visible

__all__ = ["Fractions", "amount", "fraction", "fractions", "loss", "nats", "probability", "product", "split"]

Fractions = Mapping[str, tuple[int, int]]
"""Piece -> numerator and denominator, as they were counted: 20/210 is not reduced."""

_LARGEST = 99_999  # greater denominators are no help to anybody


def probability(value: float) -> str:
    """A probability to seven decimals, a small one to five digits.

    >>> probability(5 / 70), probability(0.000518302), probability(1.5e-9)
    ('0.0714286', '0.00051830', '1.5000e-09')
    """
    if value >= 0.001 or not value:
        return f"{value:.7f}"
    if value < 1e-7:
        return f"{value:.4e}"
    return f"{value:.{4 - math.floor(math.log10(value))}f}"


def nats(value: float | None) -> str:
    """A loss or a log score to four decimals, a tiny one to two digits, with a real minus; a dash for none.

    >>> nats(23.51379), nats(-5.2336), nats(0), nats(1.25e-7), nats(None)
    ('23.5138', '−5.2336', '0', '1.2e-07', '–')
    """
    if value is None or math.isnan(value):
        return "–"
    if not value:
        return "0"
    if abs(value) < 0.00005:
        return f"−{-value:.1e}" if value < 0 else f"{value:.1e}"
    return f"{value:,.4f}".replace("-", "−")


def amount(value: float) -> str:
    """A count, which need not be whole, to at most five decimals.

    >>> amount(1200.0), amount(13.03421)
    ('1,200', '13.03421')
    """
    return f"{round(value):,}" if abs(value - round(value)) < 1e-9 * max(1.0, abs(value)) else f"{value:,.5f}"


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


def _counts(trace: Trace, k: int) -> dict[str, float]:
    """The counts that the probabilities after k steps were last made from."""
    seed = trace.of(0, Seed)
    weights = {
        piece: float(count * (1 if trace.rules.flow == "plain" else len(piece))) for piece, count in seed.counts.items()
    }
    for j in range(k - 1, 0, -1):
        if trace[j].kind == "maximize":
            made, counts = trace.probabilities(j + 1), trace.new_counts(j)
            return {piece: count for piece, count in counts.items() if piece in made}
    return weights


def fraction(piece: str, value: float, exact: Fractions) -> str:
    """The probability of a piece, with its fraction if it has one.

    >>> fraction("ug", 20 / 210, {"ug": (20, 210)})
    '20/210 = 0.0952381'
    """
    if piece not in exact:
        return probability(value)
    numerator, denominator = exact[piece]
    return f"{numerator:,}/{denominator:,} = {probability(value)}"


def split(pieces: Sequence[str]) -> str:
    """A segmentation for a table or a sentence.

    >>> split(["hug", "s"])
    'hug s'
    """
    return shorten(" ".join(map(visible, pieces)))


def product(pieces: Sequence[str], probabilities: Mapping[str, float], exact: Fractions, unknown: float = 0.0) -> str:
    """The probability of a segmentation, written out. unknown: that of a character which is no piece.

    >>> product(["p", "ug"], {"p": 17 / 210, "ug": 20 / 210}, {"p": (17, 210), "ug": (20, 210)})
    '17/210 × 20/210 = 0.0077098'
    """
    values = [probabilities.get(piece, unknown) for piece in pieces]
    terms = [
        f"{exact[piece][0]}/{exact[piece][1]}" if piece in exact else probability(value)
        for piece, value in zip(pieces, values, strict=True)
    ]
    whole = probability(math.prod(values))
    return whole if terms == [whole] else f"{' × '.join(terms)} = {whole}"


def loss(count: float, before: float, after: float) -> str:
    """How much worse `count` times a segmentation gets, from its probability before to that after, written out.

    >>> loss(10, 1 / 14, 1 / 147)
    '10 × (−ln 0.0068027) − 10 × (−ln 0.0714286) = 23.5138'
    """
    times = amount(count)
    worse = count * (math.log(before) - math.log(after)) if before and after else math.inf
    if abs(worse) < 1e-9 * max(1.0, count):
        worse = 0.0
    return f"{times} × (−ln {probability(after)}) − {times} × (−ln {probability(before)}) = {nats(worse)}"
