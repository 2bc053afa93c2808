"""Exercises on training by merges: how often a pair occurs, which is merged next, its score.

Ties are read off the trace. Several merges in their order are :mod:`tokviz.exercises.orders`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import takewhile
from typing import cast

from tokviz import bpe, wordpiece
from tokviz.exercises.answers import read_pair
from tokviz.exercises.drawing import Draw, small_corpus
from tokviz.exercises.kind import Exercise, numeric
from tokviz.exercises.task import Answer, Given, Line, State, Task, line, times
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Pair, Step

__all__ = ["KINDS", "Trace", "because", "drawn_bpe", "opening", "shown_words", "some_step"]

Trace = MergeTrace[Step]


# -- a state -----------------------------------------------------------------------------------------------------------


def shown_words(trace: Trace, k: int) -> Given:
    return Given("words", tuple((form, trace.corpus[word]) for word, form in trace.words(k).items()))


def _best(trace: Trace, k: int) -> tuple[Pair, ...]:
    """The pairs that may be merged after `k` merges: the choice of the rules, then those that tie with it."""
    first, *others = trace.candidates(k)
    return (first.pair, *(one.pair for one in takewhile(lambda one: one.is_tied, others)))


def because(trace: Trace, k: int) -> tuple[Line, ...]:
    """Why the rules take their pair, as the stage says it."""
    best, *tied = _best(trace, k)
    scored = [_scored(trace, k, best)] if trace.select_by == "score" else []
    return _counted(trace, k, best), *scored, _decided(trace, tied)


def _counted(trace: Trace, k: int, pair: Pair) -> Line:
    count = times(trace.pairs(k)[pair])
    return line("bpe.count.present", pair=pair, count=count, sum=trace.contributions(pair, k))


def _scored(trace: Trace, k: int, pair: Pair) -> Line:
    symbols = trace.occurrences(k)
    count, left, right = trace.pairs(k)[pair], symbols[pair[0]], symbols[pair[1]]
    return line(
        "wordpiece.why.score.present",
        left=(pair[0],),
        left_count=times(left),
        right=(pair[1],),
        right_count=times(right),
        value=line("exercise.quotient", count=count, left=left, right=right, score=Fraction(count, left * right)),
    )


def _decided(trace: Trace, tied: list[Pair]) -> Line:
    measure = trace.select_by
    if not tied:
        return line("bpe.no-tie.present" if measure == "count" else f"wordpiece.no-tie.{measure}.present")
    rule = line(f"bpe.tie-rule.{trace.rules.tie_rule}.present")
    return line(
        "bpe.tie.present" if measure == "count" else f"wordpiece.tie.{measure}.present",
        rivals=tuple(tied[:5]),
        rule=rule,
    )


def opening(task: str, trace: Trace) -> str:
    return f"exercise.ask.{task}.{trace.select_by}"


# -- the next merge ----------------------------------------------------------------------------------------------------


def next_merge(*, trace: Trace, k: int = 0) -> Task:
    """Which pair is merged after `k` merges. Raises IndexError where nothing is left to merge."""
    right = _best(trace, _mergeable(trace, k))
    return Task(
        "next-merge",
        "pair",
        line(opening("next-merge", trace), number=k + 1),
        (shown_words(trace, k),),
        right[0],
        (line("exercise.hint.next-merge"), _worth(trace, k)),
        because(trace, k),
        others=right[1:],
        known=tuple(trace.pairs(k)),
        state=State(trace, k),
    )


def _worth(trace: Trace, k: int) -> Line:
    value = trace.candidates(k)[0].value
    if trace.select_by == "count":
        return line("exercise.hint.next-merge.count", count=times(int(value)))
    return line("exercise.hint.next-merge.score", score=value)


def _mergeable(trace: Trace, k: int) -> int:
    candidates = trace.candidates(k)
    if not candidates or trace.pairs(k)[candidates[0].pair] < trace.rules.minimum_count:
        raise IndexError(f"after {k} merges there is nothing left to merge")
    return k


def _read_pair(task: Task, answer: object) -> tuple[Answer, ...]:
    trace = cast("Trace", task.state.trace)
    known = cast("tuple[Pair, ...]", task.known)
    return read_pair(answer, [(pair, trace.rules.join(*pair)) for pair in known])


def _remark_pair(task: Task, answer: Answer) -> tuple[Line, ...]:
    trace, k = cast("Trace", task.state.trace), task.state.k
    pair, best = cast("Pair", answer), cast("Pair", task.solution)
    if pair not in task.known:
        return (line("exercise.wrong.pair.none", pair=pair),)
    values = {one.pair: one.value for one in trace.candidates(k)}
    return (line("exercise.wrong.pair", yours=pair, value=values[pair], best=best, more=values[best]),)


# -- counts and scores -------------------------------------------------------------------------------------------------


def pair_count(*, trace: Trace, k: int = 0, pair: Pair | None = None) -> Task:
    """How often a pair occurs after `k` merges; without `pair` it is the best one."""
    pair = pair or _best(trace, _mergeable(trace, k))[0]
    count = trace.pairs(k).get(pair, 0)
    told = _counted(trace, k, pair) if count else line("exercise.why.no-pair", pair=pair)
    return Task(
        "pair-counts",
        "number",
        line("exercise.ask.pair-counts", pair=pair),
        (shown_words(trace, k),),
        count,
        (
            line("exercise.hint.pair-counts"),
            line("exercise.hint.pair-counts.words", n=len(trace.contributions(pair, k))),
        ),
        (told,),
        state=State(trace, k),
    )


def score(*, trace: Trace, k: int = 0, pair: Pair | None = None) -> Task:
    """The score of a pair after `k` merges, as WordPiece has it; without `pair` it is that of the best one. Raises
    KeyError for a pair that does not occur."""
    pair = pair or _best(trace, _mergeable(trace, k))[0]
    symbols = trace.occurrences(k)
    value = Fraction(trace.pairs(k)[pair], symbols[pair[0]] * symbols[pair[1]])
    count = line("exercise.hint.score.count", pair=pair, count=times(trace.pairs(k)[pair]))
    return Task(
        "score",
        "number",
        line("exercise.ask.score", pair=pair),
        (shown_words(trace, k),),
        value,
        (line("exercise.hint.score"), count),
        (_counted(trace, k, pair), _scored(trace, k, pair)),
        state=State(trace, k),
    )


# -- drawn ones --------------------------------------------------------------------------------------------------------


def drawn_bpe(draw: Draw, level: int) -> Trace:
    rules = draw.choice(("course", "course", "sennrich", "subword-nmt")[level - 1 : level + 1])
    return bpe.train(small_corpus(draw, level), merges=6, rules=rules)


def _wordpiece(draw: Draw, level: int) -> Trace:
    return wordpiece.train(small_corpus(draw, level), merges=6, rules="course")


def _either(draw: Draw, level: int) -> Trace:
    return _wordpiece(draw, level) if level > 1 and draw.below(3) == 0 else drawn_bpe(draw, level)


def some_step(draw: Draw, level: int, trace: Trace, more: int = 1) -> int:
    return draw.below(max(min(level, len(trace) - more + 1), 1))


def _some_pair(draw: Draw, trace: Trace, k: int) -> Pair:
    pairs = list(trace.pairs(k))
    return draw.choice(pairs[: max(len(pairs) * 2 // 3, 1)])


def _drawn_next(draw: Draw, level: int) -> Task:
    trace = _either(draw, level)
    return next_merge(trace=trace, k=some_step(draw, level, trace))


def _drawn_count(draw: Draw, level: int) -> Task:
    trace = drawn_bpe(draw, level)
    k = some_step(draw, level, trace)
    return pair_count(trace=trace, k=k, pair=_some_pair(draw, trace, k))


def _drawn_score(draw: Draw, level: int) -> Task:
    trace = _wordpiece(draw, level)
    k = some_step(draw, level, trace)
    return score(trace=trace, k=k, pair=_some_pair(draw, trace, k))


KINDS = (
    numeric("pair-counts", _drawn_count, pair_count),
    Exercise("next-merge", _drawn_next, next_merge, _read_pair, remark=_remark_pair),
    numeric("score", _drawn_score, score),
)
