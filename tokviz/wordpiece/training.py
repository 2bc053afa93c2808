"""WordPiece training: from a corpus and rules to a trace of merges.

:func:`train` prepares the words; the loop is :func:`merge_by_score`, after it. A merge is the same as in byte-pair
encoding (:mod:`tokviz.merging.state`); only the choice differs, which is :mod:`tokviz.wordpiece.scores`. Under the
score a frequent pair of parts that are frequent anyway loses against a rarer pair whose parts hardly occur without each
other; under the likelihood gain, which is the count times the logarithm of that, it may win again. By count, it is the
loop of BPE.
"""

from __future__ import annotations

from collections.abc import Callable

from tokviz.corpus import Corpus, Words, check_lengths
from tokviz.corpus.coverage import split_words
from tokviz.merging.state import Merging
from tokviz.merging.training import check_limits, limit_reached, merge_by_count, order_key, progress_reporter
from tokviz.merging.word_log import StopReason
from tokviz.presets import resolve
from tokviz.trace import Progress
from tokviz.wordpiece.rules import PRESETS, Rules
from tokviz.wordpiece.scores import Gains, Scores
from tokviz.wordpiece.trace import Trace


def train(
    corpus: Words,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    rules: str | Rules = "course",
    progress: Callable[[Progress], None] | None = None,
) -> Trace:
    """Learn merges from `corpus` and return the trace.

    merges: stop after this many merges. vocab_size: stop when special tokens, alphabet and merges are this many. With
    neither, training runs until no pair is left, or the best pair is rarer than the rules' minimum count; with both,
    the first to be reached ends it. rules: a preset's name or a :class:`~tokviz.wordpiece.Rules`. progress: called
    after every merge; what it raises ends the training.

    Raises RulesError for unknown rules or numbers below zero, LimitError when the trace would not fit in memory, a word
    is too long to be scored, or there are too many scores to compute. Source: the Hugging Face course, chapter 6.6
    (`course`); tokenizers 0.23.3, WordPieceTrainer (`huggingface`); pnugues/pnlp 265809f, notebook 13_03 (`gain`). What
    Google published is of another kind: :func:`~tokviz.wordpiece.train_top_down`.

    >>> trace = train(Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), merges=1)
    >>> trace.merges, trace[0].score
    ([('##g', '##s')], Fraction(1, 20))
    """
    rules = resolve(rules, PRESETS)
    corpus = Corpus.of(corpus)
    check_limits(merges, vocab_size)
    if rules.split_at:
        corpus = Corpus(split_words(rules.split_at, corpus))
    state = Merging(corpus, rules)
    if rules.select_by == "count":
        stopped = merge_by_count(state, merges, vocab_size, progress)
        return Trace(**state.record(), stopped=stopped)
    check_lengths(corpus, rules.trained_length)
    scores = (Gains if rules.select_by == "gain" else Scores)(state, order_key(rules, state))
    stopped, ties = merge_by_score(state, scores, merges, vocab_size, progress)
    return Trace(**state.record(), stopped=stopped, _ties=tuple(ties))


def merge_by_score(
    state: Merging,
    scores: Scores,
    merges: int | None,
    vocab_size: int | None,
    progress: Callable[[Progress], None] | None = None,
) -> tuple[StopReason, list[int]]:
    """Merge what `scores` finds best again and again; return why it ended, and how many tied at each step."""
    report = progress_reporter(state, merges, vocab_size, progress)
    ties: list[int] = []
    while True:
        reached = limit_reached(state, merges, vocab_size)
        if reached:
            return reached, ties
        best, tied = scores.best()
        if best is None:
            return "minimum_count" if any(count > 0 for count in state.counts.values()) else "no_pairs", ties
        ties.append(tied)
        scores.update(best, state.merge(best))
        report()
