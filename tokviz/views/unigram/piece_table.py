"""The table of the pieces of a unigram model: in a page, a notebook, a terminal and a file. Needs no pandas."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from tokviz.unigram import Model, Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import Column, Table, as_nats, as_token
from tokviz.views.unigram import numbers

__all__ = ["PIECES", "PieceRow", "model_rows", "trained_rows", "vocabulary_rows"]


@dataclass(frozen=True)
class PieceRow:
    """A piece: its id, its probability and log score (a special token has none), how often the best segmentations of
    the corpus have it, and the count and the sum that its probability is of, where it is such a fraction."""

    id: int
    piece: str
    probability: float = math.nan
    score: float = math.nan
    occurrences: float = 0.0
    exact: tuple[int, int] | None = None


def _probability(value: float, say: Catalog) -> str:
    return "–" if math.isnan(value) else say.probability(value)


def _exact(row: PieceRow, say: Catalog) -> str:
    """Return the probability of a piece, with its fraction if it has one."""
    exact = {} if row.exact is None else {row.piece: row.exact}
    return "–" if math.isnan(row.probability) else numbers.fraction(row.piece, row.probability, exact, say)


def _amount(value: float, say: Catalog) -> str:
    return say.amount(value)


PIECES: Table[Sequence[PieceRow]] = Table(
    (
        Column("id", "column.id", lambda rows: [row.id for row in rows], is_number=True),
        Column("piece", "column.piece", lambda rows: [row.piece for row in rows], as_token, has_tokens=True),
        Column("probability", "column.probability", lambda rows: [row.probability for row in rows], _probability),
        Column("fraction", "column.probability", list, _exact),
        Column("score", "column.log_score", lambda rows: [row.score for row in rows], as_nats),
        Column("occurrences", "column.occurrences", lambda rows: [row.occurrences for row in rows], _amount),
    )
)


def model_rows(model: Model, most: int | None = None) -> list[PieceRow]:
    """Return the first pieces of a model."""
    return [
        PieceRow(i, piece) if piece in model.reserved else PieceRow(i, piece, probability, model.scores[piece])
        for i, (piece, probability) in enumerate(islice(model.probabilities.items(), most))
    ]


def trained_rows(trace: Trace, k: int | None = None) -> list[PieceRow]:
    """Return the pieces after k steps in the trainer's order."""
    probabilities = trace.probabilities(k).values()
    scored = zip(trace.scores(k).items(), probabilities, strict=True)
    return [PieceRow(i, piece, probability, score) for i, ((piece, score), probability) in enumerate(scored)]


def vocabulary_rows(trace: Trace, k: int) -> list[PieceRow]:
    """Return the pieces of the tokenizer after k steps, at least 1, special tokens too."""
    model, exact = trace.model(k), numbers.fractions(trace, k)
    used = trace.expected_counts(k, "best")
    scores = [math.nan if piece in model.reserved else model.scores[piece] for piece in model.vocabulary]
    return [
        PieceRow(i, piece, math.exp(score), score, used.get(piece, 0.0), exact.get(piece))
        for i, (piece, score) in enumerate(zip(model.vocabulary, scores, strict=True))
    ]
