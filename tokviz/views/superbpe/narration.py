"""Sentences on a step of SuperBPE or BoundlessBPE: what happened, what comes next, and the question before a merge."""

from __future__ import annotations

from tokviz import superbpe
from tokviz.merging.reasons import PairCount
from tokviz.superbpe import boundless, questions
from tokviz.superbpe.traces import AnyCandidate, AnyTrace, facts_of, veto_reason, winner_first
from tokviz.views.picture.questions import OptionTexts, Question, present
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.line_sentences import line_sentence
from tokviz.views.shared.reasons import Tense, fact_text, number_of_occurrences
from tokviz.views.shared.sentences import Sentence, code, code_pair, plain, segments, without_marks
from tokviz.views.superbpe.lengths import Lengths

_STOPPED = {
    "merges": "bpe.stopped.merges",
    "vocab_size": "bpe.stopped.vocab_size",
    "vocab_size at once": "bpe.stopped.vocab_size.at-once",
    "minimum_count": "bpe.stopped.minimum_count",
}
_MADE = {"merge": "boundless.made.merge", "supermerge": "boundless.made.supermerge"}
_TIES = {"merge": "boundless.tie.merge", "supermerge": "boundless.tie.supermerge"}
_NEXT = {"merge": "boundless.next.merge", "supermerge": "boundless.next.supermerge"}


MAX_NAMED = 24
"""Lines of more characters are not named in a sentence."""
MAX_SHORT = 200
"""A line of more bytes is long: the picture has its beginning alone."""


def notes(trace: AnyTrace) -> tuple[str, ...]:
    """Return the keys of what there is to say beside a training: that its lines are long."""
    return ("superbpe.long-lines",) if max(map(len, trace.corpus)) > MAX_SHORT else ()


def start(trace: AnyTrace, say: Catalog) -> Sentence:
    """Return the state before the first step."""
    lines, symbols = say.count("count.lines-of-text", len(trace.corpus)), len(trace.occurrences(0))
    return plain(say("superbpe.start", lines=lines, symbols=say.count("count.symbols", symbols)))


def said(trace: AnyTrace, k: int, say: Catalog, lengths: Lengths | None = None) -> tuple[Sentence, ...]:
    """Say what the last of k steps did, and what the next one will do. lengths: as in :func:`done`."""
    return (
        done(trace, k - 1, say, lengths) if k else start(trace, say),
        upcoming(trace, k, say) if k < len(trace) else end(trace, say),
    )


def done(trace: AnyTrace, k: int, say: Catalog, lengths: Lengths | None = None) -> Sentence:
    """Say what step k did, and why. lengths: the tokens of a line, where they are compared once the borders fall."""
    step = trace[k]
    if isinstance(step, superbpe.Lift):
        return segments(say("superbpe.lifted", number=k + 1) + _lost(step, say))
    values = {"number": k + 1, "pair": code_pair(*step.pair), "token": code(step.token)}
    reason = _why(trace, k, say, "past")
    if isinstance(step, superbpe.Merge):
        more = "" if has_long_lines(trace) else _crosses(step, say) + _passed(step, say)
        compared = "" if lengths is None else _per_line(lengths, k + 1, say)
        return segments(say("superbpe.made", **values, why=reason) + more + compared)
    opened = say("boundless.opened", word=code(step.opened)) if step.opened else ""
    return segments(say(_MADE[step.kind], **values, why=reason) + _tie(step, say) + opened)


def upcoming(trace: AnyTrace, k: int, say: Catalog) -> Sentence:
    """Say what step k will do, and why."""
    step = trace[k]
    if isinstance(step, superbpe.Lift):
        return segments(say("superbpe.lift.next", number=k + 1, size=trace.sizes()[k]))
    reason = _why(trace, k, say)
    if isinstance(step, superbpe.Merge):
        return segments(say("superbpe.next", number=k + 1, why=reason) + _passed(step, say))
    return segments(say(_NEXT[step.kind], number=k + 1, why=reason) + (_tie(step, say) or _other(step, say)))


def end(trace: AnyTrace, say: Catalog) -> Sentence:
    """Say why training ended where it did."""
    k = len(trace)
    best = next(iter(winner_first(trace, k)), None)
    if best is None:
        return plain(say("bpe.stopped.no_pairs"))
    reason = "minimum_count" if best.count < trace.rules.minimum_count else trace.stopped
    if reason == "vocab_size" and not k:
        reason = "vocab_size at once"
    merges = trace.merges_done(k)
    key = "superbpe.stopped.merges" if reason == "merges" and merges < k else _STOPPED[reason]
    return segments(
        say(
            key,
            merges=say.count("count.merges", merges),
            steps=say.count("count.steps", k),
            size=trace.sizes()[k],
            pair=code_pair(*best.pair),
            count=say.count("count.times", best.count),
            least=trace.rules.minimum_count,
        )
    )


def passed_over(candidate: AnyCandidate, say: Catalog) -> str:
    """Say why a candidate is passed over."""
    return without_marks(line_sentence(veto_reason(candidate), say))


def _why(trace: AnyTrace, k: int, say: Catalog, tense: Tense = "present") -> str:
    """Say why a pair is merged. Where lines are too long for a sentence, neither they nor tied pairs are named, and
    what was said before the step is not said again after it."""
    facts = facts_of(trace, k)
    if not has_long_lines(trace):
        return "".join(fact_text(fact, say, tense) for fact in facts)
    counted = (_counted(fact, say, tense) for fact in facts if isinstance(fact, PairCount))
    others = (fact_text(fact, say, tense, most=0) for fact in facts if not isinstance(fact, PairCount))
    return "".join((*counted, *(others if tense == "present" else ())))


def _counted(fact: PairCount, say: Catalog, tense: Tense) -> str:
    if tense == "past":
        return say("superbpe.counted", count=say.count("count.times", fact.count))
    return number_of_occurrences(code_pair(*fact.pair), fact.count, say)


def has_long_lines(trace: AnyTrace) -> bool:
    """Tell if lines are too long to be named in a sentence."""
    return max(map(len, trace.corpus)) > MAX_NAMED


def _per_line(lengths: Lengths, k: int, say: Catalog) -> str:
    """Say how many tokens a line has: at the step before the borders fall, and after it compared with then."""
    if k < lengths.lift:
        return ""
    now = say.decimal(float(lengths.per_line(k)), 1)
    if k == lengths.lift:
        return say("superbpe.apart", now=now)
    before, plain_bpe = say.decimal(float(lengths.per_line(lengths.lift)), 1), lengths.plain_per_line(k)
    if plain_bpe is None:
        return say("superbpe.per-line", now=now, before=before)
    return say("superbpe.per-line.plain", now=now, before=before, plain=say.decimal(float(plain_bpe), 1))


def _other(step: boundless.Step, say: Catalog) -> str:
    if step.other_count is None:
        return ""
    return say("boundless.other", count=say.count("count.times", step.other_count))


def _tie(step: boundless.Step, say: Catalog) -> str:
    return say(_TIES[step.kind]) if step.other_count == step.count else ""


def _crosses(step: superbpe.Merge, say: Catalog) -> str:
    if not step.crosses:
        return ""
    if step.crosses == step.count:
        return say("superbpe.crosses.all")
    return say("superbpe.crosses", n=step.crosses, count=step.count)


def _passed(step: superbpe.Merge, say: Catalog) -> str:
    if not step.passed_over:
        return ""
    first = step.passed_over[0]
    return say("superbpe.passed", pair=code_pair(*first.pair), reason=passed_over(first, say))


def _lost(step: superbpe.Lift, say: Catalog) -> str:
    return say.count("superbpe.lost", len(step.lost)) if step.lost else say("superbpe.lost.none")


# -- the question before a step ----------------------------------------------------------------------------------------


def next_pair(trace: AnyTrace, k: int, say: Catalog) -> Question | None:
    """Ask which pair is merged after `k` steps; None at the end, and where the borders fall."""
    if k >= len(trace) or isinstance(trace[k], superbpe.Lift):
        return None
    asked = questions.next_pair(trace, k)
    texts = OptionTexts[AnyCandidate](
        order=lambda candidate: candidate.pair,
        names=lambda candidate: candidate.pair,
        told=lambda candidate: segments(
            passed_over(candidate, say) if candidate.vetoed else say.count("count.times", candidate.count)
        ),
        missed=lambda candidate: segments(_wrong(candidate, say)),
        share=lambda candidate: min(candidate.count / asked.chosen.count, 1.0),
    )
    return present(asked, texts, say, segments(_count(asked.chosen, say)), beside=0)


def _wrong(candidate: AnyCandidate, say: Catalog) -> str:
    if candidate.vetoed:
        return say("superbpe.wrong.passed", pair=code_pair(*candidate.pair), reason=passed_over(candidate, say))
    return say("predict.wrong.merge.count", why=_count(candidate, say))


def _count(candidate: AnyCandidate, say: Catalog) -> str:
    return fact_text(PairCount(candidate.pair, candidate.count, candidate.contributions, "line"), say, word=visible)
