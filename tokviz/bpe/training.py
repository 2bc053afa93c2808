"""BPE training: from a corpus and rules to a trace of merges.

:func:`train` prepares the words; the loop itself is :func:`tokviz.merging.training.merge_by_count`: take the best pair,
merge it wherever it occurs, until there is nothing to merge or a limit is reached. Ties, counts and vocabularies of any
step are not recorded but derived by :class:`tokviz.bpe.trace.Trace`.
"""

from __future__ import annotations

from collections.abc import Callable

from tokviz.bpe.rules import PRESETS, Rules
from tokviz.bpe.trace import Trace
from tokviz.corpus import Corpus, Words
from tokviz.corpus.coverage import fragments, split_words
from tokviz.merging.state import Merging
from tokviz.merging.training import check_limits, merge_by_count
from tokviz.presets import resolve
from tokviz.trace import Progress


def train(
    corpus: Words,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    rules: str | Rules = "sennrich",
    progress: Callable[[Progress], None] | None = None,
) -> Trace:
    """Learn merges from `corpus` and return the trace.

    corpus: a text, words in their order, words with their counts, or a corpus (:meth:`tokviz.corpus.Corpus.of`).
    merges: stop after this many merges. vocab_size: stop when special tokens, alphabet and merges are this many (an
    alphabet larger than that is kept whole, and nothing is merged). With neither, training runs until no pair is left,
    or none is frequent enough for the rules' minimum count; with both, the first to be reached ends it.
    rules: a preset's name or a :class:`~tokviz.bpe.rules.Rules`. Where they blank out characters or symbols
    (``character_coverage``, ``user_defined``) or split words (``special_split``), the trace's corpus is what is left of
    the words. progress: called after every merge; what it raises ends the training.

    Raises RulesError for unknown rules or numbers below zero, LimitError when the trace would not fit in memory.
    Source: Sennrich, Haddow, Birch 2016, Algorithm 1; the conventions are documented with the presets.

    >>> trace = train(Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3}), merges=2)
    >>> trace.merges
    [('e', 's'), ('es', 't')]
    >>> train("low low lower", merges=2).merges == train({"low": 2, "lower": 1}, merges=2).merges
    True
    """
    rules = resolve(rules, PRESETS)
    corpus = Corpus.of(corpus)
    check_limits(merges, vocab_size)
    if rules.split_at:
        corpus = Corpus(split_words(rules.split_at, corpus))
    if rules.blanks_out:
        left = fragments(corpus, rules.first_tokens, rules.character_coverage, rules.start_of_word)
        corpus = Corpus(left)
    state = Merging(corpus, rules)
    stopped = merge_by_count(state, merges, vocab_size, progress)
    return Trace(**state.record(), stopped=stopped)
