"""Vocabulary sizes: which are possible on a corpus, and the tokenizer of any smaller size out of a trace.

Every size here is counted without special tokens: they stand for no text, and some conventions have five and others
none, so that of two vocabularies with the same number of tokens one would have fewer to cut with.

Merging only ever adds to the vocabulary, so every smaller size is a beginning of the same trace. Unigram training takes
away until the size is reached, and how much each pruning takes may depend on the size that is wanted: there the trace
has only some of the states, and :attr:`Tokenizer.is_exact` says whether training anew would give the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from tokviz import bpe, unigram, wordpiece
from tokviz.compare.sources import Model
from tokviz.corpus import Corpus
from tokviz.unigram.seeds import seed_candidates
from tokviz.wordpiece.rules import BERT_SPECIALS

__all__ = [
    "Algorithm",
    "SizeRange",
    "Tokenizer",
    "Trace",
    "at_size",
    "common_sizes",
    "possible_sizes",
    "size_range",
    "special_tokens",
    "usual_size",
]

Algorithm = Literal["bpe", "wordpiece", "unigram"]
Trace = bpe.Trace | wordpiece.Trace | unigram.Trace
Rules = bpe.Rules | unigram.Rules

_USUAL_SIZE = 500  # tokens: larger vocabularies are somebody's choice
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

    @property
    def algorithm(self) -> Algorithm:
        """Which algorithm's model it is."""
        if isinstance(self.model, wordpiece.Model):
            return "wordpiece"
        return "unigram" if isinstance(self.model, unigram.Model) else "bpe"

    @cached_property
    def by_merges(self) -> bpe.Model | None:
        """The merges that gave this vocabulary as a tokenizer that applies them; None if there are none."""
        if isinstance(self.model, bpe.Model):
            return replace(self.model, added=()) if self.model.added else self.model
        if isinstance(self.model, bpe.Applier):
            return self.model.model
        if isinstance(self.trace, wordpiece.Trace):
            return bpe.Model(tuple(self.trace.merges[: self.steps]), tuple(self.model.vocabulary), self.trace.rules)
        return None

    @cached_property
    def made_by(self) -> Mapping[str, int]:
        """Token -> the step (from 0) of the trace that first made it."""
        if self.trace is None or isinstance(self.trace, unigram.Trace):
            return {}
        tokens = self.trace.tokens[: self.steps]
        return {token: step for step, token in reversed(list(enumerate(tokens)))}

    @property
    def size(self) -> int | None:
        """The number of tokens that are not special; None for merges that came without a vocabulary."""
        if isinstance(self.model, bpe.Applier):
            return len(self.model.vocabulary) if self.model.vocabulary else None
        return len(self.model.vocabulary) - self.special

    @property
    def special(self) -> int:
        """The number of special tokens: those of the rules, and of a model out of files those that it says are."""
        if self.trace is not None:
            return len(special_tokens(self.trace.rules))
        return len(_special(self.model) & set(self.model.vocabulary or ()))


def at_size(trace: Trace, size: int, pretokenizer: str = "whitespace") -> Tokenizer:
    """The tokenizer of a vocabulary of `size`, special tokens not counted, out of a trace, without training.

    BPE and WordPiece: the merges that make the size full, exactly those of a training with ``vocab_size=size``, which
    keeps the whole alphabet where the size is smaller than that. A size beyond the trace gives its end; that is exact
    if nothing was left to merge.

    Unigram: of the states between rounds the last whose size is the closest from above. Exact in the flow ``plain`` if
    it has the very size, or if it is the first one, so that nothing need be pruned. Under rules that overshoot, the
    first state that is small enough, which is always exact. The libraries let the size that is wanted govern every
    pruning: there only the end of the trace is exact, for the size that it was trained for. A size below the end gives
    the end.
    """
    if isinstance(trace, unigram.Trace):
        steps, is_exact = _rounds(trace, size)
    else:
        sizes = _sizes(trace)
        steps = min(bisect_left(sizes, size), len(trace))
        is_exact = size <= sizes[-1] or trace.stopped in ("no_pairs", "minimum_count")
    return Tokenizer(trace.model(steps, pretokenizer=pretokenizer), trace, steps, is_exact)


def possible_sizes(trace: Trace) -> tuple[int, ...]:
    """The sizes of vocabulary that `at_size` can give out of a trace, ascending."""
    if isinstance(trace, unigram.Trace):
        sizes = _sizes(trace)
        return tuple(sorted({sizes[k] for k in _rests(trace)}))
    return tuple(dict.fromkeys(_sizes(trace)))


def special_tokens(rules: Rules) -> tuple[str, ...]:
    """The special tokens that training under `rules` puts into the vocabulary.

    >>> len(special_tokens(wordpiece.PRESETS["course"])), special_tokens(bpe.PRESETS["course"])
    (5, ())
    """
    if isinstance(rules, unigram.Rules):
        return rules.first_tokens
    return tuple(dict.fromkeys(rules.special_tokens))


def size_range(corpus: Corpus, rules: Rules, trace: Trace | None = None) -> SizeRange:
    """The sizes that training on `corpus` under `rules` can give, at little cost.

    BPE and WordPiece begin with the alphabet, which is the smallest, and end when no pair is left (or
    none is frequent enough). How many merges that takes only training tells: a `trace` that ended so, or one that is
    made here if the corpus is small. Otherwise the largest is a bound, because every merge makes some word shorter.

    Unigram begins with the start vocabulary, which is the largest, and may not remove characters; the expectation step
    may drop some pieces even at the largest size. Raises what training raises, such as LimitError.

    >>> hug = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> size_range(hug, bpe.PRESETS["course"]), size_range(hug, wordpiece.PRESETS["course"]).largest
    (SizeRange(smallest=7, largest=14, is_largest_exact=True), 16)
    >>> size_range(hug, unigram.PRESETS["course"])
    SizeRange(smallest=7, largest=15, is_largest_exact=True)
    """
    if isinstance(rules, unigram.Rules):
        return _of_unigram(corpus, rules)
    train = wordpiece.train if isinstance(rules, wordpiece.Rules) else bpe.train
    found = trace if isinstance(trace, bpe.Trace | wordpiece.Trace) else None
    if found is None:
        is_small = sum(map(len, corpus)) <= _SYMBOLS_TO_TRAIN and rules.minimum_count
        found = train(corpus, merges=None if is_small else 0, rules=rules)  # type: ignore[arg-type]
    sizes = _sizes(found)
    smallest = sizes[0]
    if found.stopped in ("no_pairs", "minimum_count"):
        return SizeRange(smallest, sizes[-1])
    left = sum(len(form) - 1 for form in found.words().values() if form)
    return SizeRange(smallest, sizes[-1] + left, False)


def common_sizes(ranges: Sequence[SizeRange]) -> tuple[int, int, bool]:
    """The smallest and the largest size to choose from for all, and whether all can have all sizes between.

    ranges: one at least. Where no size is possible for all, the two are those of any.

    >>> common_sizes([SizeRange(7, 14), SizeRange(12, 21)]), common_sizes([SizeRange(7, 14), SizeRange(256, 260)])
    ((12, 14, True), (7, 260, False))
    """
    low, high = max(one.smallest for one in ranges), min(one.largest for one in ranges)
    if low <= high:
        return low, high, True
    return min(one.smallest for one in ranges), max(one.largest for one in ranges), False


def usual_size(low: int, high: int) -> int:
    """A size to begin with: in the middle of what is possible, and not too large to look at.

    Where nearly all is merged every word is one token, and where nearly nothing is, every character: what tokenizers
    do differently shows between the two.

    >>> usual_size(9, 14), usual_size(63, 10_000)
    (11, 500)
    """
    return max(low, min((low + high) // 2, _USUAL_SIZE))


# -- special tokens ----------------------------------------------------------------------------------------------------


def _sizes(trace: Trace) -> list[int]:
    """The size after every step, without special tokens."""
    special = len(special_tokens(trace.rules))
    return [max(size - special, 0) for size in trace.sizes()]


def _special(model: Model) -> set[str]:
    """What a model of files has for special tokens, whether or not its vocabulary has them."""
    if isinstance(model, bpe.Applier):
        return set()
    named = {one.content for one in model.added}
    match model:
        case unigram.Model():
            return {*named, *model.reserved, *filter(None, [model.unk_token])}
        case wordpiece.Model():
            return {*named, model.unk, *BERT_SPECIALS}
    return {*named, *model.rules.special_tokens, *filter(None, [model.encoding.unk_token])}


# -- unigram -----------------------------------------------------------------------------------------------------------


def _of_unigram(corpus: Corpus, rules: unigram.Rules) -> SizeRange:
    words: Counter[str] = Counter()
    for word, count in corpus.items():
        words[rules.marked(word)] += count
    seeds = [seed.piece for seed in seed_candidates(words, rules) if seed.kept]
    characters = sum(len(seed) == 1 for seed in seeds)
    smallest = characters
    if rules.flow == "huggingface":  # it counts special tokens as characters that are there
        smallest = max(characters - len(rules.first_tokens), 1)
    elif rules.flow == "plain" and not rules.keep_characters:
        smallest = 1
    return SizeRange(smallest, max(len(seeds), smallest))


def _rests(trace: unigram.Trace) -> list[int]:
    """After how many steps a pruning comes next, or nothing: where training looks at the size."""
    kinds = [step.kind for step in trace]
    return [k for k in range(1, len(kinds) + 1) if k == len(kinds) or kinds[k] == "prune"]


def _rounds(trace: unigram.Trace, size: int) -> tuple[int, bool]:
    rules, rests = trace.rules, _rests(trace)
    sizes = _sizes(trace)
    if size == trace.vocab_size - len(special_tokens(rules)):
        return rests[-1], True
    if rules.flow == "plain" and rules.overshoot:
        small = [k for k in rests if sizes[k] <= size]
        return (small[0], True) if small else (rests[-1], trace.stopped == "characters")
    large = [k for k in rests if sizes[k] >= size]
    if not large:  # it is larger than the start vocabulary, or the libraries ended below it
        return rests[0], rules.flow == "plain"
    best = max(large, key=lambda k: (-sizes[k], k))
    if rules.flow != "plain":
        return best, False
    first = next((k for k in rests if sizes[k] <= size), None)
    return best, best == first or (best == rests[-1] and trace.stopped == "characters")
