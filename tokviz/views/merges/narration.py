"""Sentences on a step of a training by merges: what happened, what comes next, and the question.

Why a pair wins is said by :mod:`tokviz.views.shared.reasons`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tokviz.merging import questions
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.reasons import PairCount, reason_of, value_of
from tokviz.merging.steps import Candidate, Pair, Step
from tokviz.views.picture.questions import OptionTexts, Question, present
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.reasons import best_value, fact_text, lower_value, rare_value, why, worked_out
from tokviz.views.shared.sentences import Sentence, code, code_pair, plain, segments

_STOPPED = {
    "merges": "bpe.stopped.merges",
    "vocab_size": "bpe.stopped.vocab_size",
    "vocab_size at once": "bpe.stopped.vocab_size.at-once",
    "minimum_count": "bpe.stopped.minimum_count",
}

TIE_RULE_KEYS = {
    "first-seen": "picture.rule.first-seen",
    "last-seen": "picture.rule.last-seen",
    "greatest-pair": "picture.rule.greatest-pair",
    "greatest-pair-bytes": "picture.rule.greatest-pair-bytes",
    "smallest-pair": "picture.rule.smallest-pair",
    "smallest-pair-bytes": "picture.rule.smallest-pair-bytes",
    "smallest-ids": "picture.rule.smallest-ids",
    "shortest-token": "picture.rule.shortest-token",
}


def start(trace: MergeTrace[Step], say: Catalog) -> Sentence:
    """Return the state before the first merge."""
    words = say.count("count.words", len(trace.corpus))
    if trace.goes_on:
        return plain(say("going-on.start", words=words, tokens=trace.symbols_in_use[0]))
    return plain(say("bpe.start", words=words, symbols=say.count("count.symbols", trace.symbols_in_use[0])))


def said(trace: MergeTrace[Step], k: int, say: Catalog) -> tuple[Sentence, ...]:
    """Say what the last of k merges did, and what the next one will do."""
    return (
        done(trace[k - 1], say) if k else start(trace, say),
        upcoming(trace[k], say) if k < len(trace) else end(trace, say),
    )


def done(step: Step, say: Catalog) -> Sentence:
    """Say what a merge did, and why its pair won."""
    return segments(
        say(
            "bpe.done",
            number=step.index + 1,
            pair=code_pair(*step.pair),
            token=code(step.token),
            why=why(reason_of(step), say, "past"),
            effect=_effect(step, say),
        )
    )


def done_in_short(step: Step, say: Catalog, tied: Sequence[Pair] = ()) -> Sentence:
    """Say what a merge did and why its pair won, where something else shows what became of the symbols.

    tied: the first of the pairs that were as good, the winner before the others, where they are known; otherwise those
    of a large corpus are not named.
    """
    pair, token = code_pair(*step.pair), code(step.token)
    reason = why(reason_of(step, tied), say, "past")
    return segments(say("bpe.made", number=step.index + 1, pair=pair, token=token, why=reason))


def upcoming(step: Step, say: Catalog, tied: Sequence[Pair] = ()) -> Sentence:
    """Return the sentence on the next winner and why.

    tied: as in :func:`done_in_short`.
    """
    return segments(say("bpe.next", number=step.index + 1, why=why(reason_of(step, tied), say)))


def end(trace: MergeTrace[Step], say: Catalog) -> Sentence:
    """Say why training ended where it did."""
    k = len(trace)
    best = next(iter(trace.pairs(k).items()), None)
    if best is None:
        return plain(say("bpe.stopped.no_pairs"))
    pair, count = best
    # Where the limit was reached just as the rules would have ended it, nothing would come next.
    reason: str = "minimum_count" if count < trace.rules.minimum_count else trace.stopped
    if reason == "vocab_size" and not k:  # what was asked for may be less than the alphabet
        reason = "vocab_size at once"
    return segments(
        say(
            _STOPPED[reason],
            merges=say.count("count.merges", k),
            size=trace.sizes()[k],
            pair=code_pair(*pair),
            count=say.count("count.times", count),
            least=trace.rules.minimum_count,
        )
    )


def _effect(step: Step, say: Catalog) -> str:
    before = step.trace.symbols_in_use[step.index]
    after = before + step.vocabulary_change
    consumed = [code(part) for part in step.consumed]
    if not consumed:
        effect = say("bpe.effect.none")
    elif len(consumed) == 1:
        effect = say("bpe.effect.one", part=consumed[0])
    else:
        effect = say("bpe.effect.both", left=consumed[0], right=consumed[1])
    return say("bpe.effect", what=effect, before=before, after=after, change=say.signed(after - before))


# -- the question before a merge ---------------------------------------------------------------------------------------


_NAMED = 2  # pairs that tie with the winner; the others are a number
_SUMMED = 600  # symbols of a corpus: in a larger one, adding up every pair would take too long


def next_merge(trace: MergeTrace[Step], k: int, say: Catalog) -> Question | None:
    """Ask which pair is merged after `k` merges; None at the end of the training."""
    if k >= len(trace):
        return None
    asked = questions.next_merge(trace, k)
    best = asked.chosen.value
    counts = {} if trace.pair_measure.is_count else trace.occurrences(k)
    texts = OptionTexts[Candidate](
        order=lambda candidate: candidate.pair,
        names=lambda candidate: candidate.pair,
        told=lambda candidate: _option_note(candidate, counts, say),
        missed=lambda candidate: _wrong_note(candidate, counts, say),
        share=lambda candidate: None if best <= 0 or _is_rare(candidate) else max(float(candidate.value / best), 0.0),
    )
    is_tied = len(asked.right) > 1
    rule = segments(fact_text(asked.why[-1], say, most=_NAMED).strip()) if is_tied else None
    return present(asked, texts, say, _merge_answer(asked.chosen, counts, say), rule, beyond="predict.wrong.beyond")


def _merge_answer(candidate: Candidate, counts: Mapping[str, int], say: Catalog) -> Sentence:
    """Return the pair that is merged, and what it is worth."""
    return segments(best_value(value_of(candidate, counts), say) if counts else _count_text(candidate, say))


def _wrong_note(candidate: Candidate, counts: Mapping[str, int], say: Catalog) -> Sentence:
    """Say what a wrong pair is worth, and that it is not the best."""
    if not counts:
        return segments(say("predict.wrong.merge.count", why=_count_text(candidate, say)))
    return segments((rare_value if _is_rare(candidate) else lower_value)(value_of(candidate, counts), say))


def _count_text(candidate: Candidate, say: Catalog) -> str:
    """Say how often a pair occurs, and in which words unless that takes too long."""
    is_summed = candidate.rank == 1 or candidate.trace.total_first_symbols <= _SUMMED
    return fact_text(
        PairCount(candidate.pair, candidate.count, candidate.contributions if is_summed else None), say, word=visible
    )


def _is_rare(candidate: Candidate) -> bool:
    """Tell if a pair occurs too rarely to be taken, whatever its score."""
    return not candidate.trace.pair_measure.is_count and candidate.count < candidate.trace.rules.minimum_count


def _option_note(candidate: Candidate, counts: Mapping[str, int], say: Catalog) -> Sentence:
    """Say what a pair is judged by. counts: how often each symbol occurs, where scores or gains are worked out by
    it."""
    occurs = say.count("count.times", candidate.count)
    if not counts:
        return plain(occurs)
    value_text = worked_out(value_of(candidate, counts), say)
    return plain(say("predict.told.rare", score=value_text, count=occurs) if _is_rare(candidate) else value_text)
