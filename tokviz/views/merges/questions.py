"""Which pair is merged next: what is asked before each merge of a training, by count, score or gain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Candidate, Pair, Step
from tokviz.views.merges.narration import contribution_sum, worked_out
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import Sentence, as_code, code_pair, plain, segments
from tokviz.views.stage.questions import MAX_OPTIONS, MAX_POINTED, Option, Question, limit_candidates

__all__ = ["next_merge"]

_NAMED = 2  # pairs that tie with the winner; the others are a number
_SUMMED = 600  # symbols of a corpus: in a larger one, adding up every pair would take too long


def next_merge(trace: MergeTrace[Step], k: int, say: Catalog) -> Question | None:
    """Which pair is merged after `k` merges; None at the end of the training."""
    if k >= len(trace):
        return None
    tied = trace.tie_sizes[k]
    candidates = trace.candidates(k)
    right, wrong, _ = limit_candidates(candidates[:tied], candidates[tied : tied + MAX_OPTIONS])
    best = right[0].value
    counts = {} if trace.select_by == "count" else trace.occurrences(k)
    asked = sorted((*right, *wrong), key=lambda one: one.pair)
    beside = [one for one in candidates[: MAX_POINTED + MAX_OPTIONS] if one not in asked]
    listed = len(asked) + len(beside)
    is_surely_wrong = tied <= listed < len(candidates)
    return Question(
        segments(say(f"predict.ask.merge.{trace.select_by}", number=k + 1)),
        [_option(one, tied, best, counts, say) for one in asked],
        _answer(candidates[0], counts, say),
        _rule(trace, [one.pair for one in candidates[1:tied]], say),
        pairs=True,
        others=[_option(one, tied, best, counts, say) for one in beside],
        beyond=segments(say("predict.wrong.beyond", n=listed, pair=as_code("{pair}"))) if is_surely_wrong else None,
    )


def _option(one: Candidate, tied: int, best: float | Fraction, counts: Mapping[str, int], say: Catalog) -> Option:
    """A candidate as an option. tied: how many candidates have the best value."""
    is_right = one.rank <= tied
    return Option(
        segments(code_pair(*one.pair)),
        _told(one, counts, say),
        is_right,
        one.rank == 1,
        None if best <= 0 or _is_rare(one) else max(float(one.value / best), 0.0),
        wrong=None if is_right else _wrong(one, counts, say),
    )


def _answer(one: Candidate, counts: Mapping[str, int], say: Catalog) -> Sentence:
    """The pair that is merged, and what it is worth."""
    return segments(say(f"predict.answer.merge.{one.trace.select_by}", **_worth(one, counts, say)))


def _wrong(one: Candidate, counts: Mapping[str, int], say: Catalog) -> Sentence:
    """What a wrong pair is worth, and that it is not the best."""
    measure, worth = one.trace.select_by, _worth(one, counts, say)
    if _is_rare(one):
        return segments(say(f"predict.wrong.rare.{measure}", **worth))
    return segments(say(f"predict.wrong.merge.{measure}", **worth))


def _worth(one: Candidate, counts: Mapping[str, int], say: Catalog) -> dict[str, str]:
    """The pair, how often it occurs, in which words, and how its score or gain is worked out."""
    value = total = ""
    if counts:
        left, right = one.pair
        value = worked_out(one.trace.select_by, one.count, (counts[left], counts[right]), one.value, say)
    elif one.rank == 1 or one.trace.total_first_symbols <= _SUMMED:
        total = say("predict.sum", sum=contribution_sum(one.contributions, say))
    return {"pair": code_pair(*one.pair), "count": say.count("count.times", one.count), "sum": total, "value": value}


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


def _rule(trace: MergeTrace[Step], tied: Sequence[Pair], say: Catalog) -> Sentence | None:
    """With which pairs it ties, and what chose among them."""
    if not tied:
        return None
    names = [code_pair(*pair) for pair in tied[:_NAMED]]
    if rest := len(tied) - len(names):
        names.append(say.count("count.other-pairs", rest))
    rule = say(f"bpe.tie-rule.{trace.rules.tie_rule}.present")
    return segments(say("predict.rule.pairs", pairs=say.listed(names), rule=rule))
