"""Which pair is merged next: what is asked before each merge of a training, by count, score or gain."""

from __future__ import annotations

from collections.abc import Mapping

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Candidate, Step
from tokviz.views.merges.narration import worked_out
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import Sentence, code_pair, plain, segments
from tokviz.views.stage.questions import MAX_OPTIONS, Option, Question, few

__all__ = ["next_merge"]


def next_merge(trace: MergeTrace[Step], k: int, say: Catalog) -> Question | None:
    """Which pair is merged after `k` merges; None at the end of the training."""
    if k >= len(trace):
        return None
    step = trace[k]
    tied = trace.tie_sizes[k]
    rivals = trace.candidates(k)[: tied + MAX_OPTIONS]
    right, wrong, more = few(rivals[:tied], rivals[tied:])
    best = right[0].value
    counts = {} if trace.select_by == "count" else trace.occurrences(k)
    options = [
        Option(
            segments(code_pair(*one.pair)),
            _told(one, counts, say),
            one in right,
            one.pair == step.pair,
            None if best <= 0 or _is_rare(one) else max(float(one.value / best), 0.0),
        )
        for one in sorted((*right, *wrong), key=lambda one: one.pair)
    ]
    return Question(
        segments(say(f"predict.ask.merge.{trace.select_by}", number=k + 1)),
        options,
        segments(say("predict.answer.merge", pair=code_pair(*step.pair))),
        _rule(trace, tied, more, say),
        pairs=True,
    )


def _is_rare(one: Candidate) -> bool:
    """Whether a pair occurs too rarely to be taken, whatever its score."""
    return one.trace.select_by != "count" and one.count < one.trace.rules.minimum_count


def _told(one: Candidate, counts: Mapping[str, int], say: Catalog) -> Sentence:
    """What a pair is judged by. counts: how often each symbol occurs, where scores or gains are worked out by it."""
    occurs = say.count("count.times", one.count)
    if not counts:
        return plain(occurs)
    left, right = one.pair
    told = worked_out(one.trace.select_by, one.count, (counts[left], counts[right]), one.value, say)
    return plain(say("predict.told.rare", score=told, count=occurs) if _is_rare(one) else told)


def _rule(trace: MergeTrace[Step], tied: int, more: int, say: Catalog) -> Sentence | None:
    if tied == 1:
        return None
    rule = say(f"bpe.tie-rule.{trace.rules.tie_rule}.present")
    sentence = say("predict.rule.pairs", tied=tied, rule=rule)
    return plain(sentence + (say.count("predict.rule.more", more) if more else ""))
