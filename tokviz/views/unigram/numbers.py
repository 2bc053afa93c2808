"""Numbers of unigram training as they are written, and as sources print them.

A probability that is a count divided by a sum of counts is shown as that fraction, so that it can be checked by hand.
What sources print about the examples is beside what is computed, figure by figure; a figure agrees if rounding or
truncating the computed one to as many digits gives what is printed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tokviz.unigram import Model, Seed, Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

Fractions = Mapping[str, tuple[int, int]]
"""Piece -> numerator and denominator, as they were counted: 20/210 is not reduced."""

_READABLE = 9_999
_LARGEST = 99_999  # greater denominators are no help to anybody


def fractions(trace: Trace, k: int) -> Fractions:
    """Return the probabilities after k steps that are whole counts divided by their sum; the others are left out.

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
    """Return that of all probabilities of a model after k steps, if they are counts divided by a sum that is easy to
    read."""
    exact = fractions(trace, k)
    is_exact = exact.keys() >= model.probabilities.keys() - model.reserved
    common = max((total for _, total in exact.values()), default=0) if is_exact else 0
    return common if 0 < common <= _READABLE else None


def seed_weights(seed: Seed) -> dict[str, int]:
    """Return the weights that the probabilities of the seeds are made from.

    The libraries weigh a piece by its count times its length.
    """
    by_length = seed.trace.rules.flow != "plain"
    return {piece: count * (len(piece) if by_length else 1) for piece, count in seed.counts.items()}


def _counts(trace: Trace, k: int) -> Mapping[str, float]:
    """Return the counts that the probabilities after k steps were last made from."""
    for j in range(k - 1, 0, -1):
        if trace[j].kind == "maximize":
            next_pieces, counts = trace.probabilities(j + 1), trace.new_counts(j)
            return {piece: count for piece, count in counts.items() if piece in next_pieces}
    return seed_weights(trace.of(0, Seed))


def fraction(piece: str, value: float, exact: Fractions, say: Catalog) -> str:
    """Return the probability of a piece, with its fraction if it has one.

    >>> from tokviz.views.shared.catalog import load
    >>> fraction("ug", 20 / 210, {"ug": (20, 210)}, load("en"))
    '20/210 = 0.0952381'
    """
    return f"{say.quotient(*exact[piece])} = {say.probability(value)}" if piece in exact else say.probability(value)


def join_pieces(pieces: Sequence[str]) -> str:
    """Return a segmentation for a table or a sentence.

    >>> join_pieces(["hug", "s"])
    'hug s'
    """
    return shorten(" ".join(map(visible, pieces)))


def product(
    pieces: Sequence[str], probabilities: Mapping[str, float], exact: Fractions, say: Catalog, unknown: float = 0.0
) -> str:
    """Return the probability of a segmentation, written out. unknown: that of a character which is no piece.

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
    """Say how much worse `count` times a segmentation gets, from its probability before to that after, written out.

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


def logarithm_of_loss(count: float, before: float, after: float, say: Catalog) -> str:
    """Return the same loss as a logarithm of how many times less likely each gets.

    >>> from tokviz.views.shared.catalog import load
    >>> logarithm_of_loss(5, 0.022, 2.5e-11, load("en"))
    '5 × ln(0.022 / 2.5×10⁻¹¹)'
    """
    return f"{say.amount(count)} × ln({say.short(before, 4)} / {say.short(after, 4)})"


# -- numbers that sources print ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figure:
    """One printed figure. name: of its sentence in the catalog, `about` is what that is about."""

    name: str
    about: str
    printed: str
    computed: str
    agrees: bool


def agrees(printed: str, value: float) -> bool:
    """Tell if `printed` is `value` with as many digits, rounded or cut.

    >>> agrees("169.8", 169.8028), agrees("0.071428", 1 / 14), agrees("0.076191", 16 / 210)
    (True, True, False)
    """
    places = len(printed.partition(".")[2])
    cut = math.floor(value * 10**places + 1e-9) / 10**places
    return printed in (f"{value:.{places}f}", f"{cut:.{places}f}")


def published_figures(example: str, trace: Trace, say: Catalog) -> tuple[Figure, ...]:
    """Return the printed figures of one of the :data:`EXAMPLES`, in their order; `trace` is trained as the source has
    it."""
    return _MAKERS[example](trace, say)


def _hug_figures(trace: Trace, say: Catalog) -> tuple[Figure, ...]:
    """Return the prose of the Hugging Face course, chapter 6.7."""
    model, exact = trace.model(1), fractions(trace, 1)

    def printed_product(printed: str, *pieces: str) -> Figure:
        value = math.prod(model.probabilities[piece] for piece in pieces)
        computed = product(pieces, model.probabilities, exact, say)
        return Figure("probability", ", ".join(pieces), printed, computed, agrees(printed.split(" ")[-1], value))

    def split(word: str, printed: str) -> Figure:
        best = model.lattice(word).best()
        tied = " = ".join(" ".join(path.pieces) for path in best.tied)
        return Figure("split", word, printed, tied, " ".join(best.path.pieces) == printed)

    def score(word: str, printed: str) -> Figure:
        value = model.lattice(word).best().path.probability
        return Figure("score", word, printed, say.probability(value), agrees(printed, value))

    losses = {piece_loss.piece: piece_loss.loss or 0.0 for piece_loss in trace.losses(1)}
    free = [piece for piece, loss in losses.items() if not loss and len(piece) > 1]
    return (
        printed_product("5/210 × 36/210 × 20/210 = 0.000389", "p", "u", "g"),
        printed_product("0.0022676", "p", "ug"),
        printed_product("5/210 × 20/210 = 0.0022676", "pu", "g"),
        printed_product("0.076191", "un"),
        *(split(word, cut) for word, cut in (("pug", "pu g"), ("pun", "pu n"), ("bun", "bu n"), ("hugs", "hug s"))),
        score("hug", "0.071428"),
        *(score(word, cost) for word, cost in (("pug", "0.007710"), ("pun", "0.006168"))),
        *(score(word, cost) for word, cost in (("bun", "0.001451"), ("hugs", "0.001701"))),
        _nats_figure("loss", "", "169.8", -trace.log_likelihood(1, "best"), say),
        _nats_figure("removal", "hug", "23.5", losses["hug"], say),
        _nats_figure("removal", "pu", "0", losses["pu"], say),
        Figure("free", "", "pu", ", ".join(free), free == ["pu"]),
    )


def _course_figures(trace: Trace, say: Catalog) -> tuple[Figure, ...]:
    """Return the code of the same chapter, on its four sentences."""
    model = trace.model(1)
    figures = [
        _nats_figure("cost", word, printed, -model.lattice(word).best().path.score, say)
        for word, printed in (("Hopefully", "41.5157"), ("This", "6.2883"))
    ]
    figures.append(_nats_figure("loss", "", "413.1038", -trace.log_likelihood(1, "best"), say))
    if trace.vocab_size == 100:
        figures.append(Figure("size", "", "100", say.integer(trace.pieces_left[-1]), trace.pieces_left[-1] == 100))
    return tuple(figures)


def _nats_figure(name: str, about: str, printed: str, value: float, say: Catalog) -> Figure:
    return Figure(name, about, printed, say.nats(value), agrees(printed, value))


_MAKERS: Mapping[str, Callable[[Trace, Catalog], tuple[Figure, ...]]] = MappingProxyType(
    {"hug": _hug_figures, "course": _course_figures}
)

EXAMPLES = frozenset(_MAKERS)
"""The examples of which a source prints figures."""
