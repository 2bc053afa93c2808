"""Sentences on a step of a training by merges: what happened and why, what comes next, and the question."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Candidate, Pair, Step
from tokviz.text_keys import TIE_RULES
from tokviz.trace import Contribution
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, as_code, code, code_pair, plain, segments
from tokviz.views.stage.questions import MAX_OPTIONS, MAX_POINTED, Option, Question, limit_candidates

__all__ = [
    "TIE_RULE_KEYS",
    "arithmetic_and_value",
    "contribution_sum",
    "done",
    "done_in_short",
    "end",
    "next_merge",
    "said",
    "start",
    "upcoming",
    "worked_out",
]

_ANSWERS = {
    "count": "predict.answer.merge.count",
    "score": "predict.answer.merge.score",
    "gain": "predict.answer.merge.gain",
}

_COUNT = {
    "past": "bpe.count.past",
    "present": "bpe.count.present",
}

_NO_TIE = {
    ("count", "past"): "bpe.no-tie.past",
    ("count", "present"): "bpe.no-tie.present",
    ("score", "past"): "wordpiece.no-tie.score.past",
    ("score", "present"): "wordpiece.no-tie.score.present",
    ("gain", "past"): "wordpiece.no-tie.gain.past",
    ("gain", "present"): "wordpiece.no-tie.gain.present",
}

_TIE = {
    ("count", "past"): "bpe.tie.past",
    ("count", "present"): "bpe.tie.present",
    ("score", "past"): "wordpiece.tie.score.past",
    ("score", "present"): "wordpiece.tie.score.present",
    ("gain", "past"): "wordpiece.tie.gain.past",
    ("gain", "present"): "wordpiece.tie.gain.present",
}

_MEASURED_WHY = {
    ("score", "past"): "wordpiece.why.score.past",
    ("score", "present"): "wordpiece.why.score.present",
    ("gain", "past"): "wordpiece.why.gain.past",
    ("gain", "present"): "wordpiece.why.gain.present",
}

_QUESTIONS = {
    "count": "predict.ask.merge.count",
    "score": "predict.ask.merge.score",
    "gain": "predict.ask.merge.gain",
}

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

_WRONG = {
    "count": "predict.wrong.merge.count",
    "score": "predict.wrong.merge.score",
    "gain": "predict.wrong.merge.gain",
}

_WRONG_RARE = {
    "score": "predict.wrong.rare.score",
    "gain": "predict.wrong.rare.gain",
}

MAX_SCANNED = 6_000
"""Ties are named in sentences only in corpora of up to this many symbols: naming them means sorting every pair."""


def start(trace: MergeTrace[Step], say: Catalog) -> Sentence:
    """Return the state before the first merge."""
    words = say.count("count.words", len(trace.corpus))
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
            why=_why(step, say, (), past=True),
            effect=_effect(step, say),
        )
    )


def done_in_short(step: Step, say: Catalog, tied: Sequence[Pair] = ()) -> Sentence:
    """Say what a merge did and why its pair won, where something else shows what became of the symbols.

    tied: the first of the pairs that were as good, the winner before the others, where they are known; otherwise those
    of a large corpus are not named.
    """
    pair, token = code_pair(*step.pair), code(step.token)
    why = _why(step, say, tied, past=True)
    return segments(say("bpe.made", number=step.index + 1, pair=pair, token=token, why=why))


def upcoming(step: Step, say: Catalog, tied: Sequence[Pair] = ()) -> Sentence:
    """Return which pair wins next and why. tied: as in :func:`done_in_short`."""
    return segments(say("bpe.next", number=step.index + 1, why=_why(step, say, tied, past=False)))


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


def _why(step: Step, say: Catalog, tied: Sequence[Pair], *, past: bool) -> str:
    trace = step.trace
    tense = "past" if past else "present"
    sentence = say(
        _COUNT[tense],
        pair=code_pair(*step.pair),
        count=say.count("count.times", step.count),
        sum=contribution_sum(step.contributions, say, code),
    )
    measure = trace.select_by
    if measure != "count":
        parts = trace.part_counts[step.index]
        value = worked_out(measure, step.count, parts, trace.value(step.index), say)
        sentence += say(
            _MEASURED_WHY[measure, tense],
            left=code(step.pair[0]),
            left_count=say.count("count.times", parts[0]),
            right=code(step.pair[1]),
            right_count=say.count("count.times", parts[1]),
            value=value.replace(" ", "\u00a0"),  # stays on one line
        )
    rivals = trace.tie_sizes[step.index] - 1
    if not rivals:
        return sentence + say(_NO_TIE[measure, tense])
    if not tied and trace.total_first_symbols <= MAX_SCANNED:
        tied = step.tied
    named = tied[1 : 1 + MAX_LISTED]
    shown = [code_pair(*pair) for pair in named]
    if rivals > len(named):
        shown.append(say.count("count.other-pairs" if named else "count.pairs", rivals - len(named)))
    rule = say(TIE_RULES[trace.rules.tie_rule, tense])
    return sentence + say(
        _TIE[measure, tense],
        rivals=say.listed(shown),
        rule=rule,
    )


def _effect(step: Step, say: Catalog) -> str:
    before = step.trace.symbols_in_use[step.index]
    after = before + step.vocabulary_change
    consumed = [code(part) for part in step.consumed]
    if not consumed:
        what = say("bpe.effect.none")
    elif len(consumed) == 1:
        what = say("bpe.effect.one", part=consumed[0])
    else:
        what = say("bpe.effect.both", left=consumed[0], right=consumed[1])
    return say("bpe.effect", what=what, before=before, after=after, change=say.signed(after - before))


def contribution_sum(contributions: Iterable[Contribution], say: Catalog, token: Callable[[str], str] = visible) -> str:
    """Return the words that make up a count, the greatest part first: 'hug 10 + pug 5 + hugs 5'."""
    parts = sorted(contributions, key=lambda part: -part.total)
    shown = [
        say("bpe.part", word=token(part.word), total=part.total)
        if part.occurrences == 1
        else say("bpe.part.times", word=token(part.word), occurrences=part.occurrences, count=part.count)
        for part in parts[:MAX_LISTED]
    ]
    rest = parts[MAX_LISTED:]
    if rest:
        total = sum(part.total for part in rest)
        shown.append(say("bpe.part.rest", words=say.count("count.other-words", len(rest)), total=total))
    return " + ".join(shown) or "0"


def worked_out(measure: str, count: int, parts: tuple[int, int], gain: float | Fraction, say: Catalog) -> str:
    """Write a score or gain as it is worked out, with its value (:func:`arithmetic_and_value`).

    >>> from tokviz.views.shared.catalog import load
    >>> worked_out("score", 5, (20, 5), 0.0, load("en"))
    '5 / (20 × 5) = 1/20'
    >>> worked_out("gain", 20, (36, 20), 30.549025542, load("en"))
    '20 × ln 4.606 = 30.549'
    """
    return " = ".join(arithmetic_and_value(measure, count, parts, gain, say))


def arithmetic_and_value(
    measure: str, count: int, parts: tuple[int, int], gain: float | Fraction, say: Catalog
) -> tuple[str, str]:
    """Write how a score or gain is worked out, and its value.

    A score is the count through those of the `parts`. A gain is the count times the logarithm of how much more often
    the pair occurs than by chance; `gain` is its value.
    """
    if measure == "gain":
        return f"{say.integer(count)} × ln {say.short(math.exp(gain / count), 4)}", say.value(gain)
    left, right = parts
    arithmetic = f"{say.integer(count)} / ({say.integer(left)} × {say.integer(right)})"
    return arithmetic, say.fraction(Fraction(count, left * right))


# -- the question before a merge ---------------------------------------------------------------------------------------


_NAMED = 2  # pairs that tie with the winner; the others are a number
_SUMMED = 600  # symbols of a corpus: in a larger one, adding up every pair would take too long


def next_merge(trace: MergeTrace[Step], k: int, say: Catalog) -> Question | None:
    """Ask which pair is merged after `k` merges; None at the end of the training."""
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
        segments(say(_QUESTIONS[trace.select_by], number=k + 1)),
        [_option(one, tied, best, counts, say) for one in asked],
        _merge_answer(candidates[0], counts, say),
        _tie_note(trace, [one.pair for one in candidates[1:tied]], say),
        pairs=True,
        others=[_option(one, tied, best, counts, say) for one in beside],
        beyond=segments(say("predict.wrong.beyond", n=listed, pair=as_code("{pair}"))) if is_surely_wrong else None,
    )


def _option(one: Candidate, tied: int, best: float | Fraction, counts: Mapping[str, int], say: Catalog) -> Option:
    """Return a candidate as an option. tied: how many candidates have the best value."""
    is_right = one.rank <= tied
    return Option(
        segments(code_pair(*one.pair)),
        _option_note(one, counts, say),
        is_right,
        one.rank == 1,
        None if best <= 0 or _is_rare(one) else max(float(one.value / best), 0.0),
        wrong=None if is_right else _wrong_note(one, counts, say),
    )


def _merge_answer(one: Candidate, counts: Mapping[str, int], say: Catalog) -> Sentence:
    """Return the pair that is merged, and what it is worth."""
    return segments(say(_ANSWERS[one.trace.select_by], **_values(one, counts, say)))


def _wrong_note(one: Candidate, counts: Mapping[str, int], say: Catalog) -> Sentence:
    """Say what a wrong pair is worth, and that it is not the best."""
    measure, worth = one.trace.select_by, _values(one, counts, say)
    if _is_rare(one):
        return segments(say(_WRONG_RARE[measure], **worth))
    return segments(say(_WRONG[measure], **worth))


def _values(one: Candidate, counts: Mapping[str, int], say: Catalog) -> dict[str, str]:
    """Return the pair, how often it occurs, in which words, and how its score or gain is worked out."""
    value = total = ""
    if counts:
        left, right = one.pair
        value = worked_out(one.trace.select_by, one.count, (counts[left], counts[right]), one.value, say)
    elif one.rank == 1 or one.trace.total_first_symbols <= _SUMMED:
        total = say("predict.sum", sum=contribution_sum(one.contributions, say))
    return {"pair": code_pair(*one.pair), "count": say.count("count.times", one.count), "sum": total, "value": value}


def _is_rare(one: Candidate) -> bool:
    """Return whether a pair occurs too rarely to be taken, whatever its score."""
    return one.trace.select_by != "count" and one.count < one.trace.rules.minimum_count


def _option_note(one: Candidate, counts: Mapping[str, int], say: Catalog) -> Sentence:
    """Say what a pair is judged by. counts: how often each symbol occurs, where scores or gains are worked out by
    it."""
    occurs = say.count("count.times", one.count)
    if not counts:
        return plain(occurs)
    left, right = one.pair
    told = worked_out(one.trace.select_by, one.count, (counts[left], counts[right]), one.value, say)
    return plain(say("predict.told.rare", score=told, count=occurs) if _is_rare(one) else told)


def _tie_note(trace: MergeTrace[Step], tied: Sequence[Pair], say: Catalog) -> Sentence | None:
    """Say with which pairs it ties, and what chose among them."""
    if not tied:
        return None
    names = [code_pair(*pair) for pair in tied[:_NAMED]]
    if rest := len(tied) - len(names):
        names.append(say.count("count.other-pairs", rest))
    rule = say(TIE_RULES[trace.rules.tie_rule, "present"])
    return segments(say("predict.rule.pairs", pairs=say.listed(names), rule=rule))
