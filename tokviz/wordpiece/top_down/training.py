"""Top-down WordPiece training, as Google published it: no merges, but a threshold that substrings have to reach.

For one threshold, some times over: split the words by the tokens so far, count every substring from the beginnings of
pieces on, and decide from the longest to the shortest which to keep; what is counted for a longer one is taken away
from those that it begins with. Around that goes a binary search for the threshold that gives the wanted size. Source:
tensorflow/text 17c38bf, `tools/wordpiece_vocab/wordpiece_tokenizer_learner_lib.py`, and the guide beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from tokviz.checks import check_least
from tokviz.corpus import Corpus, Words
from tokviz.corpus.coverage import count_symbols
from tokviz.errors import RulesError
from tokviz.presets import resolve
from tokviz.wordpiece.top_down.rules import PRESETS, Rules
from tokviz.wordpiece.top_down.selection import Kept, Substrings, characters_of, select
from tokviz.wordpiece.top_down.steps import Judgment, Trial, judge
from tokviz.wordpiece.top_down.trace import Trace


def train(
    corpus: Words,
    *,
    vocab_size: int | None = None,
    threshold: int | None = None,
    rules: str | Rules = "tf-text",
) -> Trace:
    """Learn a vocabulary from `corpus` and return the trace.

    vocab_size: search for a threshold that gives about so many tokens; it is no maximum, for the search returns what it
    tried last. threshold: train with this one alone; one of the two is needed. rules: a preset's name or a
    :class:`~tokviz.wordpiece.top_down.rules.Rules`.

    Raises RulesError for unknown rules, for numbers below zero, and without a size or a threshold or with both;
    LimitError for words with too many substrings.

    >>> trace = train(Corpus({"human": 113, "humas": 3}), threshold=100)
    >>> trace.words()
    {'human': ('human',), 'humas': ('h', '##u', '##m', '##a', '##s')}
    """
    rules = resolve(rules, PRESETS)
    corpus = Corpus.of(corpus)
    check_least("vocab_size", vocab_size, 0)
    check_least("threshold", threshold, 0)
    if (vocab_size is None) == (threshold is None):
        raise RulesError("top-down-goal")
    learner = Learner(usable(corpus, rules), rules)
    if threshold is not None:
        trials: tuple[Trial, ...] = (learner.trial(threshold, threshold, threshold, None),)
    else:
        assert vocab_size is not None
        trials = tuple(search(learner, *search_bounds(corpus.counts, rules), vocab_size))
    return Trace(corpus, rules, vocab_size, trials, learner.substrings)


def search(learner: Learner, lower: int, upper: int, vocab_size: int) -> Iterator[Trial]:
    """Try thresholds from `lower` to `upper`, which may cross, always the one in the middle."""
    while True:
        trial = learner.trial(lower, upper, (lower + upper) // 2, vocab_size)
        yield trial
        match trial.judgment:
            case "too_large":
                lower = trial.threshold + 1
            case "too_small":
                upper = trial.threshold - 1
            case _:
                return


class Learner:
    """Trains with one threshold after the other on the same words."""

    def __init__(self, words: Mapping[str, int], rules: Rules) -> None:
        self.rules = rules
        self.substrings = Substrings(words, rules.continuing_prefix)
        self._always = {*rules.special_tokens, *characters_of(words, rules.continuing_prefix)}

    def trial(self, lower: int, upper: int, threshold: int, vocab_size: int | None) -> Trial:
        """Train with `threshold` and judge the size; without a `vocab_size` any is right."""
        iterations = self._iterations(threshold)
        tokens = iterations[-1].tokens(self.substrings) if iterations else {}
        size = len(self._always.union(tokens))
        judgment: Judgment = "given"
        if vocab_size is not None:
            judgment = judge(lower, upper, threshold, size, vocab_size, self.rules.slack)
        return Trial(lower, upper, threshold, iterations, size, judgment)

    def _iterations(self, threshold: int) -> tuple[Kept, ...]:
        substrings, rules = self.substrings, self.rules
        iterations: list[Kept] = []
        while len(iterations) < rules.iterations:
            starts = substrings.starts(substrings.known(iterations[-1].ids)) if iterations else substrings.everywhere
            kept = select(substrings, starts, threshold, rules)
            if iterations and kept.is_like(iterations[-1]):  # and so will all that follow
                iterations += [kept] * (rules.iterations - len(iterations))
            else:
                iterations.append(kept)
        return tuple(iterations)


def search_bounds(counts: Collection[int], rules: Rules) -> tuple[int, int]:
    """Return the least and the greatest threshold to search between: the least and the greatest count, as far as the
    rules allow."""
    lower = max(min(counts), rules.lower_threshold or 0)
    upper = max(counts) if rules.upper_threshold is None else min(max(counts), rules.upper_threshold)
    return lower, upper


def usable(words: Mapping[str, int], rules: Rules) -> dict[str, int]:
    """Return the words that the rules do not leave out, the most frequent first."""
    short = short_words(words, rules)
    return spelled_words(short, frequent_characters(short, rules.max_characters), rules.max_words)


def short_words(words: Mapping[str, int], rules: Rules) -> dict[str, int]:
    """Return the words that are not too long and no special tokens."""
    longest, special = rules.max_word_length, frozenset(rules.special_tokens)
    return {word: count for word, count in words.items() if len(word) <= longest and word not in special}


def frequent_characters(words: Mapping[str, int], most: int) -> frozenset[str]:
    """Return the most frequent characters of the words; of equally frequent ones the smaller code points."""
    every = frozenset().union(*words)
    if len(every) <= most:
        return every
    counts = count_symbols(words.items())
    return frozenset(sorted(counts, key=lambda character: (-counts[character], character))[:most])


def spelled_words(words: Mapping[str, int], characters: Collection[str], most: int | None) -> dict[str, int]:
    """Return the words that have only these characters, the most frequent first, at most so many."""
    allowed = frozenset(characters)
    by_count = sorted(words.items(), key=lambda item: -item[1])
    return dict(islice((item for item in by_count if allowed.issuperset(item[0])), most))
