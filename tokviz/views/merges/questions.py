"""Which pair is merged next: what is asked before each merge of a training, by count, score or gain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from tokviz.bpe import Pair
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges.narration import worked_out
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import Sentence, code_pair, plain, segments
from tokviz.views.stage.questions import MAX_OPTIONS, Option, Question, few

__all__ = ["next_merge"]


@dataclass(frozen=True)
class _Rival:
    """A pair, what it is judged by, how that is said, and whether it occurs too rarely to be taken."""

    pair: Pair
    worth: int | Fraction | float
    told: Sentence
    rare: bool = False


def next_merge(trace: MergeTrace[Step], k: int, say: Catalog) -> Question | None:
    """Which pair is merged after `k` merges; None at the end of the training."""
    if k >= len(trace):
        return None
    step = trace[k]
    tied = trace.tie_sizes[k]
    rivals = list(islice(_rivals(trace, k, say), tied + MAX_OPTIONS))
    right, wrong, more = few(rivals[:tied], rivals[tied:])
    best = right[0].worth
    measure = trace.select_by
    options = [
        Option(
            segments(code_pair(*one.pair)),
            one.told,
            one in right,
            one.pair == step.pair,
            None if best <= 0 or one.rare else max(float(one.worth / best), 0.0),
        )
        for one in sorted((*right, *wrong), key=lambda one: one.pair)
    ]
    return Question(
        segments(say(f"predict.ask.merge.{measure}", number=k + 1)),
        options,
        segments(say("predict.answer.merge", pair=code_pair(*step.pair))),
        _rule(trace, tied, more, say),
        pairs=True,
    )


def _rivals(trace: MergeTrace[Step], k: int, say: Catalog) -> Iterator[_Rival]:
    """The pairs that there are to choose from, the choice first, then by preference."""
    measure = trace.select_by
    counts = trace.occurrences(k) if measure != "count" else {}
    for one in trace.candidates(k):
        rare = measure != "count" and one.count < trace.rules.minimum_count
        told = occurs = say.count("count.times", one.count)
        if measure != "count":
            left, right = one.pair
            told = worked_out(measure, one.count, (counts[left], counts[right]), one.value, say)
        if rare:
            told = say("predict.told.rare", score=told, count=occurs)
        yield _Rival(one.pair, one.value, plain(told), rare)


def _rule(trace: MergeTrace[Step], tied: int, more: int, say: Catalog) -> Sentence | None:
    if tied == 1:
        return None
    rule = say(f"bpe.tie-rule.{trace.rules.tie_rule}.present")
    sentence = say("predict.rule.pairs", tied=tied, rule=rule)
    return plain(sentence + (say.count("predict.rule.more", more) if more else ""))
