"""SuperBPE training: merges inside of words up to the transition, then merges that cross their borders.

Both stages are :func:`tokviz.merging.training.merge_by_count`, on other pieces. Between them
:func:`tokviz.superbpe.inheriting.inherit` applies the merges of the first stage again to the pieces of the second.
"""

from __future__ import annotations

from collections.abc import Callable

from tokviz.corpus import Corpus, Words
from tokviz.merging.state import Merging, Past
from tokviz.merging.training import check_limits, limit_reached, merge_by_count
from tokviz.merging.word_log import StopReason
from tokviz.presets import resolve
from tokviz.superbpe.inheriting import inherit
from tokviz.superbpe.pieces import Pieces, split_lines
from tokviz.superbpe.rules import PRESETS, Rules
from tokviz.superbpe.stage import Stage
from tokviz.superbpe.trace import Trace
from tokviz.trace import Progress


def train(
    corpus: Words,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    rules: str | Rules = "superbpe",
    progress: Callable[[Progress], None] | None = None,
) -> Trace:
    """Learn merges from the lines of `corpus`, which are its words, and return the trace.

    corpus: as in :func:`tokviz.bpe.train`, but a text is split into its lines. merges, vocab_size, progress: as there;
    the step at which the borders fall is no merge. Where training ends at the transition or before it, the borders do
    not fall. rules: a preset's name or a :class:`~tokviz.superbpe.rules.Rules`.

    Raises RulesError for unknown rules or numbers below zero, LimitError when the trace would not fit in memory: a long
    line is recorded whole at each merge that changes it.

    >>> trace = train(Corpus({"by the way": 2, "by the sea": 1, "on the way": 1}), merges=3, rules="superbpe-lesson")
    >>> [step.token for step in trace]
    ['he', 'the', None, 'Ġthe']
    """
    rules = resolve(rules, PRESETS)
    corpus = Corpus.of(corpus, "lines")
    check_limits(merges, vocab_size)
    pieces = split_lines(corpus, rules.stage1)
    state = Merging(pieces.corpus, rules.merging)
    alphabet = len(state.names)
    goal = _transition(rules, alphabet, merges, vocab_size)
    most = None if goal is None else goal if vocab_size is None else min(goal, vocab_size)
    ended = merge_by_count(state, merges, most, progress)
    first = Stage(**state.record(), stopped=ended, limits=None, alphabet=alphabet)
    reached = limit_reached(state, merges, vocab_size)
    if reached:
        return Trace(corpus, rules, reached, first, None, pieces, None)
    left = None if merges is None else merges - len(first)
    coarse = split_lines(corpus, rules.stage2)
    second = second_stage(first, pieces, coarse, rules, merges=left, vocab_size=vocab_size, progress=progress)
    return Trace(corpus, rules, second.stopped, first, second, pieces, coarse)


def _transition(rules: Rules, alphabet: int, merges: int | None, vocab_size: int | None) -> int | None:
    """Return the vocabulary size at which the borders fall; None where the first stage goes on to its end."""
    if rules.transition is not None:
        return rules.transition
    if vocab_size is not None:
        return round(rules.share * vocab_size)
    return None if merges is None else alphabet + round(rules.share * merges)


def second_stage(
    first: Stage,
    fine: Pieces | None,
    pieces: Pieces,
    rules: Rules,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Stage:
    """Go on from the merges of a first stage on the pieces of the second. fine: the same lines as pieces of the first;
    None where the second stage has another text."""
    inherited = inherit(first, fine, pieces)
    state = Merging(pieces.corpus, rules.merging, Past(inherited.tokens, inherited.forms))
    names, base = state.names, len(state.names)

    def is_allowed(pair: str) -> bool:
        return rules.veto(names[ord(pair[0])] + names[ord(pair[1])]) is None

    stopped: StopReason = merge_by_count(state, merges, vocab_size, progress, is_allowed=is_allowed)
    return Stage(
        **(state.record() | {"_base": base}), stopped=stopped, limits=rules, alphabet=base - len(inherited.tokens)
    )
