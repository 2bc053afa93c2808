"""The lattice of a word: every way to split it into pieces, and what follows from their scores.

Positions lie between characters, 0 to the length of the word. An arc is a piece that leads from one position to a later
one; a path from the first position to the last is a segmentation, and its score, the logarithm of its probability, is
the sum of its arcs' scores. Sums over all paths, the best path, the n best and random ones are computed here, for one
word and readably; training does the same for many words at once in :mod:`tokviz.unigram.trellis`.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import islice

from tokviz.checks import check_limit
from tokviz.errors import RulesError
from tokviz.notebook_display import Drawn

MAX_PATHS = 10_000
"""The most paths that are listed; their number is known exactly, however many there are."""


@dataclass(frozen=True, eq=False)
class Lattice(Drawn):
    """The arcs of a word, ordered by where they begin, then by their length. There is a path for every word.

    is_single: whether the best path is found by sums of single precision, as sentencepiece finds it: each is rounded
    before it is compared. The scores here are in double precision all the same.

    >>> arcs = [Arc(0, 1, "a", -1.0), Arc(0, 2, "ab", -2.5), Arc(1, 2, "b", -1.0)]
    >>> lattice = Lattice("ab", tuple(arcs))
    >>> lattice.number_of_paths, lattice.best().path.pieces
    (2, ('a', 'b'))
    """

    word: str
    arcs: tuple[Arc, ...]
    is_single: bool = False

    # -- all paths -------------------------------------------------------------------------------------------------

    @cached_property
    def number_of_paths(self) -> int:
        """The number of segmentations, exactly."""
        return self._count_paths(self.arcs)

    def paths(self, limit: int = MAX_PATHS) -> tuple[Path, ...]:
        """Return the first `limit` segmentations, those with shorter pieces in front first; :meth:`nbest` sorts by
        score."""
        return tuple(islice(self._walk(lambda _: True), _number_of_paths(limit)))

    def share(self, path: Path) -> float:
        """Return the part of a path in the probability of all paths together."""
        return math.exp(path.score - self.log_probability)

    @property
    def log_probability(self) -> float:
        """The logarithm of the probability of the word: of all its paths together."""
        return self.forward[-1]

    @cached_property
    def forward(self) -> tuple[float, ...]:
        """For each position the logarithm of the sum over all paths that lead to it from the beginning."""
        return self._sums(lambda before, score: before + score)

    @cached_property
    def backward(self) -> tuple[float, ...]:
        """For each position the logarithm of the sum over all paths that lead from it to the end."""
        sums = [-math.inf] * len(self.word) + [0.0]
        for arc in reversed(self.arcs):
            sums[arc.begin] = log_add(sums[arc.begin], sums[arc.end] + arc.score)
        return tuple(sums)

    def posterior(self, arc: Arc) -> float:
        """Return the share of all paths, by probability, that take this arc."""
        return math.exp(self.forward[arc.begin] + arc.score + self.backward[arc.end] - self.log_probability)

    def expected_counts(self) -> dict[str, float]:
        """Return piece -> how often a segmentation has it on average, each weighted by its share.

        An unknown character counts under its own name. Counts times lengths add up to the length of the word.
        """
        counts: dict[str, float] = {}
        for arc in self.arcs:
            counts[arc.piece] = counts.get(arc.piece, 0.0) + self.posterior(arc)
        return counts

    # -- the best paths --------------------------------------------------------------------------------------------

    def best(self) -> Best:
        """Find the best segmentation by Viterbi's algorithm.

        Among arcs with the same score the one with the earliest begin keeps a position, as in the encoders of
        sentencepiece and tokenizers.
        """
        path = self._traced_back()
        tight = self._on_a_best_path(path.score)
        tied = dict.fromkeys((path, *islice(self._walk(tight), MAX_PATHS)))
        return Best(path, self.table, tuple(tied)[:MAX_PATHS], self._count_paths(filter(tight, self.arcs)))

    @cached_property
    def table(self) -> tuple[Cell, ...]:
        """The Viterbi table: for each position its best score and where that comes from."""
        tie = rounding(is_single=self.is_single)
        cells = [Cell(0, 0.0, None, (), tie)]
        sums = array(_TYPES[self.is_single], [0.0]) * (len(self.word) + 1)  # rounds what it is given
        for position, arcs in enumerate(self._ending[1:], start=1):
            chosen, candidates = None, []
            for arc in arcs:
                candidates.append((arc, cells[arc.begin].score + arc.score))
                best, sums[position] = sums[position], sums[arc.begin] + arc.score
                if chosen is None or sums[position] > best:
                    chosen = arc
                else:
                    sums[position] = best
            cells.append(Cell(position, max(score for _, score in candidates), chosen, tuple(candidates), tie))
        return tuple(cells)

    def nbest(self, n: int) -> tuple[Path, ...]:
        """Return the `n` best segmentations, best first, those of the same score in the order of Viterbi's preference.

        A* from the end of the word; the Viterbi table says exactly what the best beginning of a half-made path adds.
        """
        n = _number_of_paths(n)
        paths: list[Path] = []
        # (minus the score of the best whole path, the begins of its arcs from the right), score, position, arcs
        agenda: list[tuple[float, tuple[int, ...], float, int, tuple[Arc, ...]]] = [(0.0, (), 0.0, len(self.word), ())]
        while agenda and len(paths) < n:
            _, begins, score, position, arcs = heappop(agenda)
            if position == 0:
                paths.append(path_of(arcs))
                continue
            for arc in self._ending[position]:
                whole = self.table[arc.begin].score + arc.score + score
                # Rounded, so that paths which only rounding tells apart come in a known order.
                key = -round(whole, 10), (*begins, arc.begin)
                heappush(agenda, (*key, arc.score + score, arc.begin, (arc, *arcs)))
        return tuple(paths)

    # -- sampling --------------------------------------------------------------------------------------------------

    def sample(self, rng: random.Random, alpha: float = 1.0, *, compounding: bool = False) -> Path:
        """Draw a random segmentation, each with the probability p**alpha / Z; with alpha 0 all are equally likely.

        As in sentencepiece with nbest_size -1: sums from the left, then arcs drawn from the right. compounding: as
        tokenizers draws it, with an alpha that applies again at every arc. A slip of that library: unless alpha is 1,
        the probabilities are not p**alpha / Z.
        """
        if not 0 <= alpha < math.inf:
            raise RulesError("rules-number", name="alpha", value=str(alpha), least=0)
        sums = self._sampled_sums(alpha, compounding)
        arcs: tuple[Arc, ...] = ()
        position = len(self.word)
        while position:
            (arc,) = rng.choices(self._ending[position], self._weights(position, alpha, sums))
            arcs = (arc, *arcs)
            position = arc.begin
        return path_of(arcs)

    def sampling_probability(self, path: Path, alpha: float, *, compounding: bool = False) -> float:
        """Return the probability with which :meth:`sample` draws `path`."""
        sums = self._sampled_sums(alpha, compounding)
        probability = 1.0
        for arc in path.arcs:
            weights = self._weights(arc.end, alpha, sums)
            probability *= weights[self._ending[arc.end].index(arc)] / sum(weights)
        return probability

    def _sampled_sums(self, alpha: float, compounding: bool) -> tuple[float, ...]:
        if compounding:
            return self._sums(lambda before, score: alpha * (before + score))
        return self._sums(lambda before, score: before + alpha * score)

    def _weights(self, position: int, alpha: float, sums: tuple[float, ...]) -> list[float]:
        """Return the weights of the arcs that end at a position, for a draw; the greatest is 1."""
        scores = [sums[arc.begin] + alpha * arc.score for arc in self._ending[position]]
        highest = max(scores)
        return [math.exp(score - highest) for score in scores]

    # -- inside ----------------------------------------------------------------------------------------------------

    @cached_property
    def _ending(self) -> list[list[Arc]]:
        """For each position the arcs that end there, by where they begin."""
        ending: list[list[Arc]] = [[] for _ in range(len(self.word) + 1)]
        for arc in self.arcs:
            ending[arc.end].append(arc)
        return ending

    @cached_property
    def _beginning(self) -> list[list[Arc]]:
        beginning: list[list[Arc]] = [[] for _ in range(len(self.word) + 1)]
        for arc in self.arcs:
            beginning[arc.begin].append(arc)
        return beginning

    def _sums(self, step: Callable[[float, float], float]) -> tuple[float, ...]:
        sums = [0.0] + [-math.inf] * len(self.word)
        for arc in self.arcs:
            sums[arc.end] = log_add(sums[arc.end], step(sums[arc.begin], arc.score))
        return tuple(sums)

    def _count_paths(self, arcs: Iterable[Arc]) -> int:
        """Count the paths that have these arcs alone."""
        numbers = [1] + [0] * len(self.word)
        for arc in arcs:
            numbers[arc.end] += numbers[arc.begin]
        return numbers[-1]

    def _traced_back(self) -> Path:
        arcs: list[Arc] = []
        arc = self.table[-1].arc
        while arc is not None:
            arcs.append(arc)
            arc = self.table[arc.begin].arc
        return path_of(tuple(reversed(arcs)))

    def _on_a_best_path(self, score: float) -> Callable[[Arc], bool]:
        """Return a test of an arc: it is on a path of the best score, rounding aside."""
        after = [-math.inf] * len(self.word) + [0.0]
        for arc in reversed(self.arcs):
            after[arc.begin] = max(after[arc.begin], after[arc.end] + arc.score)
        tie = rounding(is_single=self.is_single)
        return lambda arc: same_score(score, self.table[arc.begin].score + arc.score + after[arc.end], tie)

    def _walk(self, through: Callable[[Arc], bool]) -> Iterator[Path]:
        """Yield all paths through the arcs that may be taken, depth first; a loop, because words are long."""
        here: list[Arc] = []
        open_arcs = [iter(self._beginning[0])]
        if not self.word:
            yield Path((), 0.0)
        while open_arcs:
            arc = next((arc for arc in open_arcs[-1] if through(arc)), None)
            if arc is None:
                open_arcs.pop()
                if here:
                    here.pop()
                continue
            here.append(arc)
            if arc.end == len(self.word):
                yield path_of(tuple(here))
                here.pop()
            else:
                open_arcs.append(iter(self._beginning[arc.end]))


def path_of(arcs: tuple[Arc, ...]) -> Path:
    """Return the path through these arcs, whose scores are added up from the left."""
    score = 0.0
    for arc in arcs:
        score += arc.score
    return Path(arcs, score)


def _number_of_paths(n: int) -> int:
    check_limit("MAX_PATHS", MAX_PATHS, met=n)
    return max(n, 0)


# -- arcs, paths, the Viterbi table ------------------------------------------------------------------------------------

_TYPES = "df"  # of sums in double and in single precision


def log_add(x: float, y: float) -> float:
    """Return log(exp(x) + exp(y)) without overflow.

    >>> round(math.exp(log_add(math.log(0.25), math.log(0.5))), 12)
    0.75
    """
    if x < y:
        x, y = y, x
    return x if y == -math.inf else x + math.log1p(math.exp(y - x))


def rounding(*, is_single: bool) -> float:
    """Return the part of their size by which rounding alone can make two sums of scores differ."""
    return 1e-6 if is_single else 1e-9


def same_score(x: float, y: float, tie: float = 1e-9) -> bool:
    """Tell if two scores differ by rounding at most; `tie` is from :func:`rounding`."""
    return abs(x - y) <= tie * max(1.0, abs(x))


@dataclass(frozen=True)
class Arc:
    """A piece between two positions of a word, with its log score; `known` is False for an unknown character."""

    begin: int
    end: int
    piece: str
    score: float
    known: bool = True

    @property
    def probability(self) -> float:
        return math.exp(self.score)


@dataclass(frozen=True)
class Path:
    """A segmentation: its arcs from left to right, and their scores added up in this order."""

    arcs: tuple[Arc, ...]
    score: float

    @property
    def pieces(self) -> tuple[str, ...]:
        return tuple(arc.piece for arc in self.arcs)

    @property
    def probability(self) -> float:
        """The product of the pieces' probabilities."""
        return math.exp(self.score)


@dataclass(frozen=True)
class Cell:
    """A position in the Viterbi table.

    candidates: the arcs that end here, each with the score of the best path that it ends; score: the highest of them;
    arc: the back-pointer, the first arc to reach that score; None at position 0, which is where all paths begin.
    In single precision rounding may have decided for another arc. tie: from :func:`rounding`.
    """

    position: int
    score: float
    arc: Arc | None
    candidates: tuple[tuple[Arc, float], ...]
    tie: float = 1e-9

    @property
    def tied(self) -> tuple[Arc, ...]:
        """The arcs that share the highest score, rounding aside."""
        return tuple(
            arc for arc, score in self.candidates if arc is self.arc or same_score(self.score, score, self.tie)
        )


@dataclass(frozen=True)
class Best:
    """The best segmentation with the table that found it, one cell a position.

    tied: all best paths, the winner first, at most as many as a lattice lists; number_of_tied: how many there are.
    """

    path: Path
    table: tuple[Cell, ...]
    tied: tuple[Path, ...]
    number_of_tied: int
