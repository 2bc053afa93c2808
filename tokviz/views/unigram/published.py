"""What sources print about unigram training on the examples, figure by figure, beside what is computed.

A figure agrees if rounding or cutting the computed one to as many digits gives what is printed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tokviz.unigram import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.unigram import numbers

__all__ = ["EXAMPLES", "Figure", "agrees", "figures"]


@dataclass(frozen=True)
class Figure:
    """One printed figure. name: of its sentence in the catalog, `about` is what that is about."""

    name: str
    about: str
    printed: str
    computed: str
    agrees: bool


def agrees(printed: str, value: float) -> bool:
    """Whether `printed` is `value` with as many digits, rounded or cut.

    >>> agrees("169.8", 169.8028), agrees("0.071428", 1 / 14), agrees("0.076191", 16 / 210)
    (True, True, False)
    """
    places = len(printed.partition(".")[2])
    cut = math.floor(value * 10**places + 1e-9) / 10**places
    return printed in (f"{value:.{places}f}", f"{cut:.{places}f}")


def figures(example: str, trace: Trace, say: Catalog) -> tuple[Figure, ...]:
    """The printed figures of one of the :data:`EXAMPLES`, in their order; `trace` is trained as the source has it."""
    return _MAKERS[example](trace, say)


def _hug(trace: Trace, say: Catalog) -> tuple[Figure, ...]:
    """The prose of the Hugging Face course, chapter 6.7."""
    model, exact = trace.model(1), numbers.fractions(trace, 1)

    def product(printed: str, *pieces: str) -> Figure:
        value = math.prod(model.probabilities[piece] for piece in pieces)
        computed = numbers.product(pieces, model.probabilities, exact, say)
        return Figure("probability", ", ".join(pieces), printed, computed, agrees(printed.split(" ")[-1], value))

    def split(word: str, printed: str) -> Figure:
        best = model.lattice(word).best()
        tied = " = ".join(" ".join(path.pieces) for path in best.tied)
        return Figure("split", word, printed, tied, " ".join(best.path.pieces) == printed)

    def score(word: str, printed: str) -> Figure:
        value = model.lattice(word).best().path.probability
        return Figure("score", word, printed, say.probability(value), agrees(printed, value))

    losses = {one.piece: one.loss or 0.0 for one in trace.losses(1)}
    free = [piece for piece, loss in losses.items() if not loss and len(piece) > 1]
    return (
        product("5/210 × 36/210 × 20/210 = 0.000389", "p", "u", "g"),
        product("0.0022676", "p", "ug"),
        product("5/210 × 20/210 = 0.0022676", "pu", "g"),
        product("0.076191", "un"),
        *(split(word, cut) for word, cut in (("pug", "pu g"), ("pun", "pu n"), ("bun", "bu n"), ("hugs", "hug s"))),
        score("hug", "0.071428"),
        *(score(word, cost) for word, cost in (("pug", "0.007710"), ("pun", "0.006168"))),
        *(score(word, cost) for word, cost in (("bun", "0.001451"), ("hugs", "0.001701"))),
        _nats("loss", "", "169.8", -trace.log_likelihood(1, "best"), say),
        _nats("removal", "hug", "23.5", losses["hug"], say),
        _nats("removal", "pu", "0", losses["pu"], say),
        Figure("free", "", "pu", ", ".join(free), free == ["pu"]),
    )


def _course(trace: Trace, say: Catalog) -> tuple[Figure, ...]:
    """The code of the same chapter, on its four sentences."""
    model = trace.model(1)
    found = [
        _nats("cost", word, printed, -model.lattice(word).best().path.score, say)
        for word, printed in (("Hopefully", "41.5157"), ("This", "6.2883"))
    ]
    found.append(_nats("loss", "", "413.1038", -trace.log_likelihood(1, "best"), say))
    if trace.vocab_size == 100:
        found.append(Figure("size", "", "100", say.integer(trace.pieces_left[-1]), trace.pieces_left[-1] == 100))
    return tuple(found)


def _nats(name: str, about: str, printed: str, value: float, say: Catalog) -> Figure:
    return Figure(name, about, printed, say.nats(value), agrees(printed, value))


_MAKERS: Mapping[str, Callable[[Trace, Catalog], tuple[Figure, ...]]] = MappingProxyType(
    {"hug": _hug, "course": _course}
)

EXAMPLES = frozenset(_MAKERS)
"""The examples of which a source prints figures."""
