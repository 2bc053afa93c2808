"""What happened at a step of a training by merges and why, as sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from tokviz.bpe import Pair, Step
from tokviz.merging.merge_trace import MergeTrace
from tokviz.trace import Contribution
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import MAX_LISTED, Sentence, code, code_pair, plain, segments

__all__ = ["contribution_sum", "done", "end", "made", "said", "start", "upcoming", "worked_out"]

MAX_SCANNED = 6_000
"""Ties are named in sentences only in corpora of up to this many symbols: naming them means sorting every pair."""


def start(trace: MergeTrace[Step], say: Catalog) -> Sentence:
    """The state before the first merge."""
    words = say.count("count.words", len(trace.corpus))
    return plain(say("bpe.start", words=words, symbols=say.count("count.symbols", trace.symbols_in_use[0])))


def said(trace: MergeTrace[Step], k: int, say: Catalog) -> tuple[Sentence, ...]:
    """What the last of k merges did, and what the next one will do."""
    return (
        done(trace[k - 1], say) if k else start(trace, say),
        upcoming(trace[k], say) if k < len(trace) else end(trace, say),
    )


def done(step: Step, say: Catalog) -> Sentence:
    """What a merge did, and why its pair won."""
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


def made(step: Step, say: Catalog, tied: Sequence[Pair] = ()) -> Sentence:
    """What a merge did and why its pair won, where something else shows what became of the symbols.

    tied: the first of the pairs that were as good, the winner before the others, where they are known; otherwise those
    of a large corpus are not named.
    """
    pair, token = code_pair(*step.pair), code(step.token)
    why = _why(step, say, tied, past=True)
    return segments(say("bpe.made", number=step.index + 1, pair=pair, token=token, why=why))


def upcoming(step: Step, say: Catalog, tied: Sequence[Pair] = ()) -> Sentence:
    """Which pair wins next and why. tied: as in :func:`made`."""
    return segments(say("bpe.next", number=step.index + 1, why=_why(step, say, tied, past=False)))


def end(trace: MergeTrace[Step], say: Catalog) -> Sentence:
    """Why training ended where it did."""
    k = len(trace)
    best = next(iter(trace.pairs(k).items()), None)
    if best is None:
        return plain(say("bpe.stopped.no_pairs"))
    pair, count = best
    # Where the limit was reached just as the rules would have ended it, nothing would come next.
    reason: str = "minimum_count" if count < trace.rules.minimum_count else trace.stopped
    if reason == "vocab_size" and not k:  # what was asked for may be less than the alphabet
        reason = "vocab_size.at-once"
    return segments(
        say(
            f"bpe.stopped.{reason}",
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
        f"bpe.count.{tense}",
        pair=code_pair(*step.pair),
        count=say.count("count.times", step.count),
        sum=contribution_sum(step.contributions, say, code),
    )
    measure = trace.select_by
    if measure != "count":
        parts = trace.part_counts[step.index]
        value = worked_out(measure, step.count, parts, trace.value(step.index), say)
        sentence += say(
            f"wordpiece.why.{measure}.{tense}",
            left=code(step.pair[0]),
            left_count=say.count("count.times", parts[0]),
            right=code(step.pair[1]),
            right_count=say.count("count.times", parts[1]),
            value=value.replace(" ", "\u00a0"),  # stays on one line
        )
    rivals = trace.tie_sizes[step.index] - 1
    if not rivals:
        return sentence + say(f"bpe.no-tie.{tense}" if measure == "count" else f"wordpiece.no-tie.{measure}.{tense}")
    if not tied and trace.total_first_symbols <= MAX_SCANNED:
        tied = step.tied
    named = tied[1 : 1 + MAX_LISTED]
    shown = [code_pair(*pair) for pair in named]
    if rivals > len(named):
        shown.append(say.count("count.other-pairs" if named else "count.pairs", rivals - len(named)))
    rule = say(f"bpe.tie-rule.{trace.rules.tie_rule}.{tense}")
    return sentence + say(
        f"bpe.tie.{tense}" if measure == "count" else f"wordpiece.tie.{measure}.{tense}",
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
    """The words that make up a count, the greatest part first: 'hug 10 + pug 5 + hugs 5'."""
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
    """A score or gain as it is worked out: the count through those of the `parts`, or times the logarithm of how much
    more often than by chance, which makes the `gain` that it has.

    >>> from tokviz.views.shared.catalog import load
    >>> worked_out("score", 5, (20, 5), 0.0, load("en"))
    '5 / (20 × 5) = 1/20'
    >>> worked_out("gain", 20, (36, 20), 30.549025542, load("en"))
    '20 × ln 4.606 = 30.549'
    """
    if measure == "gain":
        return f"{say.integer(count)} × ln {say.short(math.exp(gain / count), 4)} = {say.value(gain)}"
    left, right = parts
    score = say.fraction(Fraction(count, left * right))
    return f"{say.integer(count)} / ({say.integer(left)} × {say.integer(right)}) = {score}"
