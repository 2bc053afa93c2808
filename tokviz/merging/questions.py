"""The question before a merge, of every training by merges: which pair is next."""

from __future__ import annotations

from itertools import takewhile

from tokviz.lines import Line, line, times
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.reasons import Fact, reason_after
from tokviz.merging.steps import Candidate, Step
from tokviz.questions import StepQuestion
from tokviz.text_keys import measure_key


def next_merge(trace: MergeTrace[Step], k: int) -> StepQuestion[Candidate, Fact]:
    """Ask which pair is merged after `k` merges, also where the training was told to end there: pairs that tie are
    right. Raises IndexError where nothing is left to merge.

    >>> from tokviz import Corpus, bpe
    >>> question = next_merge(bpe.train(Corpus({"low": 5, "lower": 2}), merges=1), 0)
    >>> [candidate.pair for candidate in question.right], question.wrong[-1].pair
    ([('l', 'o'), ('o', 'w')], ('r', '</w>'))
    """
    candidates = trace.candidates(k)
    if not candidates or candidates[0].count < trace.rules.minimum_count:
        raise IndexError(f"after {k} merges there is nothing left to merge")
    tied = 1 + sum(1 for _ in takewhile(lambda candidate: candidate.is_tied, candidates[1:]))
    return StepQuestion(
        k,
        line(measure_key(trace.pair_measure.name, "ask"), number=k + 1),
        candidates[:tied],
        candidates[tied:],
        (line("exercise.hint.next-merge"), _worth(candidates[0])),
        reason_after(trace, k, tuple(candidate.pair for candidate in candidates[:tied])).facts,
    )


def _worth(best: Candidate) -> Line:
    measure = best.trace.pair_measure
    worth = times(best.count) if measure.is_count else best.value
    return line(measure_key(measure.name, "exercise.hint"), worth=worth)
