"""Vocabulary sizes: which are possible on a corpus, and the tokenizer of any smaller size out of a trace.

Sizes to train are counted without special tokens: they stand for no text, and some conventions have five and others
none, so that of two vocabularies with the same number of tokens one would have fewer to split with. How many entries a
tokenizer has is another number, with all of them (:attr:`Tokenizer.entries`).

Merging only ever adds to the vocabulary, so every smaller size is a beginning of the same trace. Unigram training takes
away, several pieces a round, and passes through some sizes only. A size that a training does not have shows its nearest
smaller vocabulary: one rule for the page, its clock and the command line (:func:`nearest`). How much a pruning takes
may depend on the size that is wanted, and :attr:`Tokenizer.is_exact` says whether training for it would give the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, cast

from tokviz import bpe, unigram
from tokviz.algorithms import entry_of
from tokviz.compare.reading import vocabulary
from tokviz.compare.spans import Model
from tokviz.corpus import Corpus
from tokviz.merging.learned import Learned, LearnsMerges, Removal
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.trace import Rules, Trace

MOST_SIZES = 1_000
"""A clock has at most so many sizes: the smallest ones, where most happens."""
_USUAL_SIZE = 500  # tokens: larger vocabularies are a choice of the user
_SYMBOLS_TO_TRAIN = 20_000  # training on so many to the end takes about a tenth of a second


@dataclass(frozen=True)
class SizeRange:
    """The smallest and the largest vocabulary that training can give, without special tokens.

    is_largest_exact: whether `largest` can be reached; otherwise it is a bound, and training may end before it.
    """

    smallest: int
    largest: int
    is_largest_exact: bool = True


@dataclass(frozen=True, eq=False)
class Tokenizer:
    """A model, and if it was trained here the trace that it comes from.

    steps: after how many steps of the trace. is_exact: whether training with this size as the aim gives this very
    model.

    >>> trace = bpe.train(Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), rules="course")
    >>> at_size(trace, 9).model.encode("hugs")
    ['h', 'ug', 's']
    """

    model: Model
    trace: Trace | None = None
    steps: int = 0
    is_exact: bool = True

    @cached_property
    def by_merges(self) -> bpe.Model | None:
        """Return the merges that gave this vocabulary as a tokenizer that applies them by rank; None if there are
        none."""
        match self.model:
            case bpe.Model():
                return self.model.without_added()
            case bpe.Applier():
                return self.model.model
        if self.merging is None or not self.merging.only_merges:
            return None
        return bpe.Model(tuple(self.merging.merges[: self.steps]), tuple(self.model.vocabulary), self.merging.rules)

    @property
    def merging(self) -> MergeTrace[Step] | None:
        """Return the trace, if it is one of merges."""
        return self.trace if isinstance(self.trace, MergeTrace) else None

    @property
    def pruning(self) -> unigram.Trace | None:
        """Return the trace, if it is one that prunes."""
        return self.trace if isinstance(self.trace, unigram.Trace) else None

    @property
    def _learning(self) -> LearnsMerges | None:
        return self.trace if isinstance(self.trace, LearnsMerges) else None

    @cached_property
    def learned(self) -> tuple[Learned | None, ...]:
        """Return the merge that each step of the trace is, beyond this size too; None for a step that is no merge.
        Empty without a trace that merges."""
        return () if self._learning is None else self._learning.learned

    @cached_property
    def steps_of_ranks(self) -> Sequence[int]:
        """Return the step that each merge of the model comes from, by its rank."""
        return range(self.steps) if self._learning is None else self._learning.steps_of_ranks(self.steps)

    @property
    def lift(self) -> int | None:
        """Return the step at which the borders between words fell; None where they did not."""
        lift = None if self._learning is None else self._learning.lift
        return lift if lift is not None and lift < self.steps else None

    def undone_removal(self, step: int) -> Removal | None:
        """Return the removal of the token that a step of the training brought back; None where it brought none
        back."""
        return None if self._learning is None else self._learning.undone_removal(step)

    @cached_property
    def made_by(self) -> Mapping[str, int]:
        """Map each token to the step (from 0) of the trace that first made it."""
        tokens = self.merging.tokens[: self.steps] if self.merging is not None else ()
        return {token: step for step, token in reversed(list(enumerate(tokens)))}

    @property
    def ever_made(self) -> int | None:
        """Return the number of tokens made up to this size, those removed again too, without special
        tokens; None if it removes none."""
        sizes = None if self._learning is None else self._learning.sizes_with_removed
        return None if sizes is None else sizes[self.steps] - self.special

    @property
    def entries(self) -> int | None:
        """Return the number of tokens with an id, of all kinds.

        Special, added, control and byte tokens are counted, too. None for merges that came without a vocabulary.
        """
        known = vocabulary(self.model)
        return None if known is None else len(known)

    @property
    def size(self) -> int:
        """Return the size that is aimed at, without the special tokens of its rules, for a tokenizer that is trained
        here."""
        return len(self.model.vocabulary or ()) - self.special

    @property
    def special(self) -> int:
        """Return the number of special tokens of the rules; 0 for a tokenizer of files."""
        return 0 if self.trace is None else len(self.trace.rules.first_tokens)


class State(NamedTuple):
    """A vocabulary that a trace passes through. size: special tokens are not counted; steps: of the trace."""

    size: int
    steps: int


def states_of(trace: Trace) -> tuple[State, ...]:
    """Return the vocabularies that a trace passes through, ascending by size."""
    special, sizes = len(trace.rules.first_tokens), trace.sizes()
    steps = [trace.steps_to(size)[0] for size in trace.possible_sizes()]
    by_size = {max(sizes[k] - special, 0): k for k in steps}  # a training may end with more than it aimed at
    return tuple(State(size, by_size[size]) for size in sorted(by_size))


def nearest(sizes: Sequence[int], size: int) -> int:
    """Return the number of the vocabulary that is shown for a size: the largest that is no larger, so that no tokenizer
    has more room than another. -1 where all are larger. sizes: ascending.

    >>> [nearest((7, 9, 12), size) for size in (6, 7, 11, 30)]
    [-1, 0, 1, 2]
    """
    return bisect_right(sizes, size) - 1


def at_size(trace: Trace, size: int, pretokenizer: str = "whitespace") -> Tokenizer:
    """Return the tokenizer of a vocabulary of `size`, special tokens not counted, out of a trace, without training.

    A size that the trace does not pass through gives the nearest smaller one (:func:`nearest`), and one below all of
    them the smallest. A trace whose aim was this size gives what the training ended with.
    """
    steps, is_exact = trace.steps_to(size + len(trace.rules.first_tokens))
    if is_one_training(trace.rules) or not is_exact:
        states = states_of(trace)
        state = states[max(nearest([one.size for one in states], size), 0)]
        steps, is_exact = state.steps, is_exact and steps == state.steps
    return Tokenizer(cast("Model", trace.model(steps, pretokenizer=pretokenizer)), trace, steps, is_exact)


def possible_sizes(trace: Trace) -> tuple[int, ...]:
    """Return the sizes of vocabulary that `at_size` can give out of a trace, ascending."""
    return tuple(state.size for state in states_of(trace))


def size_range(corpus: Corpus, rules: Rules) -> SizeRange:
    """Return the sizes that training on `corpus` under `rules` can give, at little cost.

    Some algorithms know them without training (``sizes`` of the entry). Most merge, from the alphabet, which is the
    smallest, until no pair is left that is frequent enough. How many merges that takes only training tells. On a large
    corpus the largest is a bound instead, where every merge makes some word shorter. Raises what training raises, such
    as LimitError.

    >>> from tokviz import unigram, wordpiece
    >>> hug = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> size_range(hug, bpe.PRESETS["course"]), size_range(hug, wordpiece.PRESETS["course"]).largest
    (SizeRange(smallest=7, largest=14, is_largest_exact=True), 16)
    >>> size_range(hug, unigram.PRESETS["course"])
    SizeRange(smallest=7, largest=15, is_largest_exact=True)
    """
    algorithm = entry_of(rules)
    if algorithm.sizes is not None:
        return SizeRange(*algorithm.sizes(corpus, rules))
    if algorithm.is_bounded and not (_is_small(corpus) and _ends(rules)):
        return range_of(algorithm.train(corpus, rules, merges=0))
    possible = possible_sizes(algorithm.train(corpus, rules))
    return SizeRange(possible[0], possible[-1])


def has_smaller_sizes(rules: Rules) -> bool:
    """Tell if a training under these rules contains every smaller tokenizer.

    One that takes tokens away does not, nor does SuperBPE whose borders fall at a share of the size that is its aim.

    >>> from tokviz import superbpe
    >>> has_smaller_sizes(bpe.PRESETS["course"]), has_smaller_sizes(superbpe.PRESETS["superbpe"])
    (True, False)
    """
    return entry_of(rules).grows and is_one_training(rules)


def is_one_training(rules: Rules) -> bool:
    """Tell if one training under these rules passes through all their vocabularies.

    A size is not its aim, and what it has there does not depend on how far it goes.

    Merging goes up through all of them, and Unigram comes down. In the libraries of Unigram, in SuperBPE and from the
    top down the size that is wanted governs each step, so that each size is trained for.

    >>> [is_one_training(unigram.PRESETS[name]) for name in ("course", "soft-em", "sentencepiece")]
    [True, True, False]
    """
    return not entry_of(rules).aims_under(rules)


def is_merged_to_the_end(corpus: Corpus, rules: Rules) -> bool:
    """Tell if rules merge, on a corpus so small that training to the end gives the size."""
    algorithm = entry_of(rules)
    return algorithm.is_bounded and algorithm.grows and _ends(rules) and _is_small(corpus)


def _is_small(corpus: Corpus) -> bool:
    return sum(map(len, corpus)) <= _SYMBOLS_TO_TRAIN


def _ends(rules: Rules) -> bool:
    """Tell if merging ends where no pair is left that is frequent enough."""
    return getattr(rules, "minimum_count", 0) > 0


def range_of(trace: Trace) -> SizeRange:
    """Return the sizes that merging can give: those of a trace of it, and a bound for what it did not come to."""
    sizes = _sizes(trace)
    if trace.stopped not in ("merges", "vocab_size"):
        return SizeRange(sizes[0], sizes[-1])
    left = sum(len(form) - 1 for form in trace.words().values() if form)
    return SizeRange(sizes[0], sizes[-1] + left, False)


def common_sizes(ranges: Sequence[SizeRange]) -> tuple[int, int, bool]:
    """Return the smallest and the largest size to choose from for all, and whether all can have all sizes between.

    ranges: one at least. Where no size is possible for all, the two are those of any.

    >>> common_sizes([SizeRange(7, 14), SizeRange(12, 21)]), common_sizes([SizeRange(7, 14), SizeRange(256, 260)])
    ((12, 14, True), (7, 260, False))
    """
    low, high = max(bounds.smallest for bounds in ranges), min(bounds.largest for bounds in ranges)
    if low <= high:
        return low, high, True
    return min(bounds.smallest for bounds in ranges), max(bounds.largest for bounds in ranges), False


def usual_size(low: int, high: int) -> int:
    """Return a size to begin with: a third of the way through what is possible, and not too large to look at.

    Where nearly all is merged every word is one token, and where nearly nothing is, every character: what tokenizers
    do differently shows between the two, and in short texts nearer to the characters, since most words occur once.

    >>> usual_size(7, 14), usual_size(63, 10_000)
    (10, 500)
    """
    return max(low, min(low + -(-(high - low) // 3), _USUAL_SIZE))


def _sizes(trace: Trace) -> list[int]:
    """Return the size after every step, without special tokens."""
    special = len(trace.rules.first_tokens)
    return [max(size - special, 0) for size in trace.sizes()]
