"""The trace of a training by merges: what was merged when, which words changed into what, and any state in between.

:class:`tokviz.merging.word_log.WordLog` is what was recorded; all else is derived from it. What a step chose from, and
why, depends on the algorithm: see :class:`tokviz.bpe.trace.Trace` and :class:`tokviz.wordpiece.trace.Trace`. At the
end: a trace as plain data, and where two traces of one corpus differ. Nothing here draws or formats anything.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from sys import getsizeof
from typing import Any, ClassVar, Literal, TypeVar

from tokviz.checkpoint import checkpoint
from tokviz.corpus.coverage import count_symbols
from tokviz.memoized import memoized
from tokviz.merging.candidates import occurrences
from tokviz.merging.learned import Learned, LearnsMerges
from tokviz.merging.measures import COUNT, Measure
from tokviz.merging.steps import Candidate, Pair, Step
from tokviz.merging.word_log import CountedPairs
from tokviz.model import Model
from tokviz.trace import Change, Contribution, Replayed

__all__ = ["FORMAT", "Divergence", "DivergenceReason", "MergeTrace", "StateNumbers", "divergence", "record"]

StepT_co = TypeVar("StepT_co", bound=Step, covariant=True)


@dataclass(frozen=True)
class StateNumbers:
    """One number a state, from 0 merges on; one entry a step."""

    in_use: tuple[int, ...]
    totals: tuple[int, ...]
    consumed: tuple[tuple[str, ...], ...]
    parts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False, repr=False)
class MergeTrace(CountedPairs, LearnsMerges, Replayed[StepT_co]):
    """The steps of one training, in order; ``trace[k]`` is step k, counted from 0.

    It answers what all traces do (:class:`tokviz.trace.Trace`): `k` is a number of merges done.
    """

    algorithm: ClassVar[str]

    # -- what the algorithm says -----------------------------------------------------------------------------------

    @abstractmethod
    def candidates(self, k: int | None = None) -> tuple[Candidate, ...]:
        """Return the pairs after `k` merges, the next choice first, then by preference."""

    @abstractmethod
    def model(self, k: int | None = None, *, pretokenizer: str = "whitespace") -> Model:
        """Return the tokenizer after `k` merges."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the whole trace, ready for JSON; ``docs/reference/trace-format.md`` describes it."""

    # -- what a step chooses by: the count of a pair, unless the algorithm says otherwise --------------------------

    only_merges: ClassVar[bool] = True
    goes_on: ClassVar[bool] = False
    """True if merges were done before the first step, whose tokens the words have."""

    @property
    def pair_measure(self) -> Measure:
        """The measure that a step chooses by."""
        return COUNT

    def value(self, k: int) -> int | Fraction | float:
        """Return the value that step k was chosen by."""
        return self._counts[k]

    @property
    def learned(self) -> tuple[Learned | None, ...]:
        """The merge that each step is."""
        return tuple(Learned(pair, self.value(k), measure=self.pair_measure) for k, pair in enumerate(self.merges))

    def pairs(self, k: int | None = None) -> dict[Pair, int]:
        """Return pair -> count after `k` merges: step k chooses from these, the choice first, then by preference."""
        return self.pairs_by_count(k)

    @property
    def tie_sizes(self) -> tuple[int, ...]:
        """For each step, how many candidates were as good as the winner (1: no tie)."""
        return self.tie_sizes_by_count

    def tied(self, k: int) -> tuple[Pair, ...]:
        """Return the pairs that were as good as the winner of step k, the winner first."""
        return self.tied_by_count(k)

    # -- steps -----------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._pairs)

    def _merge(self, k: int) -> dict[str, Any]:
        """Return the facts of step k as the fields of :class:`tokviz.merging.steps.Step`; `trace` is left out."""
        return {
            "index": k,
            "pair": self._pair(self._pairs[k]),
            "token": self._names[self._tokens[k]],
            "count": self._counts[k],
            "vocabulary_change": self.symbols_in_use[k + 1] - self.symbols_in_use[k],
            "consumed": self.consumed[k],
        }

    @cached_property
    def merges(self) -> list[Pair]:
        """The merges in the order in which they were learned."""
        return [self._pair(pair) for pair in self._pairs]

    @property
    def counts(self) -> tuple[int, ...]:
        """The count of each step's pair."""
        return self._counts

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The token that each step made."""
        return tuple(self._names[token] for token in self._tokens)

    def changed(self, k: int) -> tuple[str, ...]:
        """Return the words that step k changes, in corpus order; none at the end."""
        words = self.corpus.words
        return tuple(words[w] for w, _ in self._log(self._at(k)))

    def changes(self, k: int) -> tuple[Change, ...]:
        """Return these words with their symbols before and after step k."""
        checkpoint()
        words, counts = self.corpus.words, self.corpus.counts
        return tuple(
            Change(words[w], counts[w], self._symbols(self._form(w, k)), self._symbols(after))
            for w, after in self._log(self._at(k))
        )

    # -- states ----------------------------------------------------------------------------------------------------

    def words(self, k: int | None = None) -> dict[str, tuple[str, ...]]:
        """Return word -> its symbols after `k` merges, in corpus order."""
        forms = self._forms(self._at(k))
        return {word: self._symbols(form) for word, form in zip(self.corpus.words, forms, strict=True)}

    def word(self, word: str, k: int | None = None) -> tuple[str, ...]:
        """Return the symbols of one word after `k` merges. Raises KeyError for a word that is not in the corpus."""
        return self._symbols(self._form(self._places[word], self._at(k)))

    def beginning(self, word: str, k: int, most: int) -> tuple[tuple[str, ...], int]:
        """Return the first symbols of one word after `k` merges, at most `most`, and how many there are in all."""
        form = self._form(self._places[word], self._at(k))
        return self._symbols(form[:most]), len(form)

    def contributions(self, pair: Pair, k: int | None = None) -> tuple[Contribution, ...]:
        """Return the words that make up the count of `pair` after `k` merges, in corpus order; empty if it does not
        occur."""
        return self._having(pair, k)

    def counted(self, k: int) -> tuple[Contribution, ...]:
        """Return the words that make up the count of step k, in corpus order; empty for a pair that had died out."""
        words, counts = self.corpus.words, self.corpus.counts
        return tuple(
            Contribution(words[w], occurrences(self._pairs[k], self._form(w, k)), counts[w]) for w, _ in self._log(k)
        )

    def appearances(self, symbol: str, k: int | None = None) -> tuple[Contribution, ...]:
        """Return the words that make up the count of `symbol` after `k` merges, in corpus order; empty if it is not in
        use."""
        return self._having((symbol,), k)

    def _having(self, symbols: tuple[str, ...], k: int | None) -> tuple[Contribution, ...]:
        """Return the words that have a symbol, or the two of a pair side by side."""
        if not self._ids.keys() >= set(symbols):
            return ()
        wanted = "".join(chr(self._ids[symbol]) for symbol in symbols)
        return tuple(
            Contribution(word, occurrences(wanted, form), count)
            for (word, count), form in zip(self.corpus.items(), self._forms(self._at(k)), strict=True)
            if wanted in form
        )

    def symbols(self, k: int | None = None) -> tuple[str, ...]:
        """Return the symbols in use in the corpus after `k` merges, in the order in which the words show them."""
        seen = dict.fromkeys("".join(self._forms(self._at(k))))
        return self._symbols("".join(seen))

    def occurrences(self, k: int | None = None) -> dict[str, int]:
        """Return symbol -> how often it occurs in the corpus after `k` merges, counting each word as often as it
        occurs."""
        counts = count_symbols(zip(self._forms(self._at(k)), self.corpus.counts, strict=True))
        return {self._names[ord(symbol)]: count for symbol, count in counts.items()}

    def vocabulary(self, k: int | None = None) -> tuple[str, ...]:
        """Return the model's vocabulary after `k` merges, in the order of its ids; it only grows."""
        tokens = self._names[self._base : self.sizes()[self._at(k)]]
        if self.rules.vocabulary_order == "alphabet-first":
            return self._names[: self._base] + tokens
        specials = len(self.rules.first_tokens)
        counts = self.occurrences(0)
        alphabet = sorted(self._names[specials : self._base], key=lambda c: (-counts.get(c, 0), c))
        return (*self._names[:specials], *tokens, *alphabet)

    # -- one number a state, from the start (0 merges) to the end -------------------------------------------------

    @cached_property
    def symbols_in_use(self) -> tuple[int, ...]:
        """The number of different symbols in the corpus after 0, 1, ... merges."""
        return self._state_numbers.in_use

    @cached_property
    def total_symbols(self) -> tuple[int, ...]:
        """The number of symbols in the corpus after 0, 1, ... merges, counting each word as often as it occurs."""
        return self._state_numbers.totals

    @property
    def consumed(self) -> tuple[tuple[str, ...], ...]:
        """For each step, the parts of its pair that occur nowhere in the corpus after it."""
        return self._state_numbers.consumed

    def came_into_use(self, k: int) -> tuple[str, ...]:
        """Return the symbols that the words have after step k and may not have had before."""
        return (self.tokens[k],) if self._counts[k] else ()  # SentencePiece also merges what no longer occurs

    @property
    def part_counts(self) -> tuple[tuple[int, int], ...]:
        """For each step, how often the left and the right part of its pair occurred before it."""
        return self._state_numbers.parts

    @memoized(1)
    def sizes(self) -> tuple[int, ...]:
        """Return the size of the model's vocabulary after 0, 1, ... merges."""
        return tuple(accumulate((token + 1 for token in self._tokens), max, initial=self._base))

    def possible_sizes(self) -> tuple[int, ...]:
        """Return all sizes from the alphabet's to that at the end."""
        return tuple(dict.fromkeys(self.sizes()))

    def steps_to(self, vocab_size: int) -> tuple[int, bool]:
        """Return after how many merges the vocabulary has this size, and whether training would then end with them.

        Those of a smaller size than the alphabet are none, those of one beyond the trace are all, which is exact if
        nothing was left to merge.
        """
        is_exact = vocab_size <= self.sizes()[-1] or self.stopped not in ("merges", "vocab_size")
        return min(bisect_left(self.sizes(), vocab_size), len(self)), is_exact

    @cached_property
    def _state_numbers(self) -> StateNumbers:
        weights = self.corpus.counts
        lengths = [len(form) for form in self._start]
        occurrences = count_symbols(zip(self._start, weights, strict=True))
        in_use, totals = [len(occurrences)], [sum(occurrences.values())]
        consumed: list[tuple[str, ...]] = []
        parts: list[tuple[int, int]] = []
        for k, pair in enumerate(self._pairs):
            checkpoint()
            left, right = pair[0], pair[1]
            parts.append((occurrences[left], occurrences[right]))
            merged = 0  # occurrences replaced: each made its word one symbol shorter
            for w, after in self._log(k):
                merged += (lengths[w] - len(after)) * weights[w]
                lengths[w] = len(after)
            token = chr(self._tokens[k])
            is_new = merged > 0 and not occurrences[token]
            occurrences[left] -= merged
            occurrences[right] -= merged
            occurrences[token] += merged
            gone = [part for part in dict.fromkeys((left, right)) if merged and not occurrences[part]]
            consumed.append(self._symbols("".join(gone)))
            in_use.append(in_use[-1] + is_new - len(gone))
            totals.append(totals[-1] - merged)
        return StateNumbers(tuple(in_use), tuple(totals), tuple(consumed), tuple(parts))

    @property
    def recorded_bytes(self) -> int:
        """The memory that the log takes: long words are in it again at every step."""
        return sum(map(getsizeof, self._log_forms))

    @cached_property
    def total_first_symbols(self) -> int:
        """The number of symbols that the words begin as, each word counted once: the size of the work that a state
        costs."""
        return sum(map(len, self._start))


# -- a trace as plain data ---------------------------------------------------------------------------------------------

FORMAT = "tokviz-trace/1"
"""Names this form; the number rises with every change that a reader would notice."""


def record(trace: MergeTrace[Step]) -> dict[str, Any]:
    """Return the whole trace as dicts, lists, tuples, strings and numbers."""
    places = {word: i for i, word in enumerate(trace.corpus.words)}
    ties, in_use = trace.tie_sizes, trace.symbols_in_use
    return {
        "format": FORMAT,
        "algorithm": trace.algorithm,
        "rules": {"preset": trace.preset, **asdict(trace.rules)},
        "stopped": trace.stopped,
        "words": [
            {"word": word, "count": trace.corpus[word], "symbols": symbols} for word, symbols in trace.words(0).items()
        ],
        "vocabulary": trace.vocabulary(0),
        "steps": [
            {
                "pair": pair,
                "token": trace.tokens[k],
                "count": trace.counts[k],
                "tied": ties[k],
                "vocabulary_change": in_use[k + 1] - in_use[k],
                "changes": [[places[change.word], change.after] for change in trace.changes(k)],
            }
            for k, pair in enumerate(trace.merges)
        ],
    }


# -- two traces of one corpus ------------------------------------------------------------------------------------------
# The reason is read off both traces, never guessed from the names of the rules.

DivergenceReason = Literal["same", "symbols", "stop", "tie", "count"]


@dataclass(frozen=True)
class Divergence:
    """The step at which two traces differ first, and why.

    step: how many merges they share, so the first step (counted from 0) at which they differ; their common length when
    they never do. reason: ``same``, no difference; ``symbols``, the words did not begin as the same symbols; ``tie``,
    both saw the same counts and broke the tie differently; ``stop``, one had stopped and the other had not; ``count``,
    the best pairs have different counts because the rules allow different pairs. left, right: the pair that each
    chose, None for one that had stopped. tied: the pairs that were tied, if that was it.
    """

    step: int
    reason: DivergenceReason
    left: Pair | None
    right: Pair | None
    tied: tuple[Pair, ...] = ()


def divergence(left: MergeTrace[Step], right: MergeTrace[Step]) -> Divergence:
    """Compare two traces of one corpus, step by step.

    >>> from tokviz import Corpus, bpe
    >>> corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    >>> divergence(bpe.train(corpus, rules="course"), bpe.train(corpus, rules="huggingface"))
    Divergence(step=4, reason='tie', left=('n', 'e'), right=('e', 'w'), tied=(('n', 'e'), ('e', 'w'), ('w', 'est')))
    """
    pairs = enumerate(zip(left.merges, right.merges, strict=False))
    shared = next((i for i, (mine, theirs) in pairs if mine != theirs), min(len(left), len(right)))
    pair_left = left.merges[shared] if shared < len(left) else None
    pair_right = right.merges[shared] if shared < len(right) else None
    if left.words(0) != right.words(0):
        return Divergence(shared, "symbols", pair_left, pair_right)
    if pair_left is None and pair_right is None:
        return Divergence(shared, "same", None, None)
    if pair_left is None or pair_right is None:
        return Divergence(shared, "stop", pair_left, pair_right)
    tied = left[shared].tied
    if pair_right in tied and pair_left in right[shared].tied:
        return Divergence(shared, "tie", pair_left, pair_right, tied)
    return Divergence(shared, "count", pair_left, pair_right)
