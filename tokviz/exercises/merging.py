"""Exercises on training by merges: how often a pair occurs, its score, which is merged next, and several merges.

Ties are read off the trace, and every order that ties allow is right. What several ties leave open is followed by the
plain algorithm of :mod:`tokviz.merging.plain`; under rules that it does not know only the order of the trace is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import cast

from tokviz import bpe, wordpiece
from tokviz.exercises.answers import Exercise, numeric, read_pair, read_pairs
from tokviz.exercises.task import Answer, Draw, Given, State, Task, pair_task, small_corpus
from tokviz.lines import Line, line, times
from tokviz.merging import questions
from tokviz.merging.measures import SCORE
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.plain import Word, count_pairs, count_symbols, leaves_out, merged
from tokviz.merging.reasons import PairCount, PairValue, count_of, reason_after
from tokviz.merging.steps import Pair, Step
from tokviz.text_keys import measure_key

Trace = MergeTrace[Step]


# -- a state -----------------------------------------------------------------------------------------------------------


def shown_words(trace: Trace, k: int) -> Given:
    return Given("words", tuple((form, trace.corpus[word]) for word, form in trace.words(k).items()))


# -- the next merge ----------------------------------------------------------------------------------------------------


def next_merge(*, trace: Trace, k: int = 0) -> Task:
    """Ask which pair is merged after `k` merges. Raises IndexError where nothing is left to merge."""
    return pair_task("next-merge", questions.next_merge(trace, k), shown_words(trace, k), trace, tuple(trace.pairs(k)))


def _read_pair(task: Task, answer: object) -> tuple[Answer, ...]:
    trace = cast("Trace", task.state.trace)
    known = cast("tuple[Pair, ...]", task.known)
    return read_pair(answer, [(pair, trace.rules.join(*pair)) for pair in known])


def _remark_pair(task: Task, answer: Answer) -> tuple[Line, ...]:
    trace, k = cast("Trace", task.state.trace), task.state.k
    pair, best = cast("Pair", answer), cast("Pair", task.solution)
    if pair not in task.known:
        return (line("exercise.wrong.pair.none", pair=pair),)
    values = {candidate.pair: candidate.value for candidate in trace.candidates(k)}
    return (line("exercise.wrong.pair", yours=pair, value=values[pair], best=best, more=values[best]),)


# -- counts and scores -------------------------------------------------------------------------------------------------


def pair_count(*, trace: Trace, k: int = 0, pair: Pair | None = None) -> Task:
    """Ask how often a pair occurs after `k` merges; without `pair` it is the best one."""
    pair = pair or questions.next_merge(trace, k).chosen.pair
    count = trace.pairs(k).get(pair, 0)
    explanation = count_of(trace, k, pair) if count else line("exercise.why.no-pair", pair=pair)
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
        (explanation,),
        state=State(trace, k),
    )


def score(*, trace: Trace, k: int = 0, pair: Pair | None = None) -> Task:
    """Ask for the score of a pair after `k` merges, as WordPiece has it; without `pair` it is that of the best one.
    Raises KeyError for a pair that does not occur."""
    pair = pair or questions.next_merge(trace, k).chosen.pair
    count, symbols = trace.pairs(k)[pair], trace.occurrences(k)
    parts = symbols[pair[0]], symbols[pair[1]]
    assert SCORE.worth is not None
    value = Fraction(SCORE.worth(count, *parts))
    return Task(
        "score",
        "number",
        line("exercise.ask.score", pair=pair),
        (shown_words(trace, k),),
        value,
        (line("exercise.hint.score"), PairCount(pair, count)),
        (count_of(trace, k, pair), PairValue(SCORE.name, pair, count, parts, value)),
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


# -- several merges in their order -------------------------------------------------------------------------------------

MAX_ACCEPTED = 200
"""The most orders of merges that a task lists; a list of merges is graded without that list."""

Pairs = tuple[Pair, ...]


def next_merges(*, trace: Trace, k: int = 0, n: int = 2) -> Task:
    """Ask which `n` pairs are merged after `k` merges, in their order. Raises IndexError where the training is
    shorter."""
    if n < 1 or k + n > len(trace):
        raise IndexError(f"after {k} merges there are no {n} more")
    taken_merges = tuple(trace.merges[k : k + n])
    return Task(
        "next-merges",
        "pairs",
        line(measure_key(trace.pair_measure.name, "exercise.next-merges"), n=n, number=k + 1),
        (shown_words(trace, k),),
        taken_merges,
        (line("exercise.hint.next-merges"), line("exercise.hint.next-merges.first", count=_occurring(trace, k))),
        tuple(fact for step in range(k, k + n) for fact in reason_after(trace, step).facts),
        others=tuple(order for order in islice(_orders(trace, k, n), MAX_ACCEPTED) if order != taken_merges),
        state=State(trace, k),
    )


def _occurring(trace: Trace, k: int) -> Line:
    """Return the count of the pair that is merged next, as a part of a sentence."""
    return times(trace.pairs(k)[trace.merges[k]])


def _orders(trace: Trace, k: int, n: int) -> Iterator[Pairs]:
    """Yield every order of `n` merges that the rules allow where ties are left open."""
    if not _is_open(trace):
        return

    def walk(words: tuple[Word, ...], done: Pairs) -> Iterator[Pairs]:
        if len(done) == n:
            yield done
            return
        for pair in _choices(words, trace):
            token = trace.rules.join(*pair)
            yield from walk(tuple(merged(word, pair, token) for word in words), (*done, pair))

    yield from walk(tuple(trace.words(k).values()), ())


def _is_open(trace: Trace) -> bool:
    """Tell if the plain algorithm knows the candidates of these rules."""
    return not leaves_out(trace.rules) and trace.pair_measure.worth is not None


def _choices(words: tuple[Word, ...], trace: Trace) -> list[Pair]:
    """Return the pairs that tie for the best."""
    counts = count_pairs(words, trace.corpus.counts)
    symbols = count_symbols(words, trace.corpus.counts)
    measure = trace.pair_measure
    assert measure.worth is not None
    values = {
        pair: measure.order(measure.worth(n, symbols[pair[0]], symbols[pair[1]], trace.rules.join(*pair)), n)
        for pair, n in counts.items()
        if n >= trace.rules.minimum_count
    }
    best = max(values.values(), default=None)
    return [pair for pair, value in values.items() if value == best]


def _after(task: Task, merges: Pairs) -> tuple[Word, ...]:
    """Return the words of a task after some more merges."""
    trace = cast("Trace", task.state.trace)
    words = tuple(trace.words(task.state.k).values())
    for pair in merges:
        words = tuple(merged(word, pair, trace.rules.join(*pair)) for word in words)
    return words


def _read_merges(task: Task, answer: object) -> tuple[Answer, ...]:
    rules = cast("Trace", task.state.trace).rules

    def known(merges: Pairs) -> list[tuple[Pair, str]]:
        words = _after(task, merges)
        return [(pair, rules.join(*pair)) for pair in count_pairs(words, [1] * len(words))]

    return read_pairs(answer, known, len(cast("Pairs", task.solution)))


def _right_from_start(task: Task, answer: Answer) -> int:
    """Return the number of merges before the first wrong one."""
    trace, merges, solution = cast("Trace", task.state.trace), cast("Pairs", answer), cast("Pairs", task.solution)
    for right, (pair, best) in enumerate(zip(merges, solution, strict=True)):
        allowed = _choices(_after(task, merges[:right]), trace) if _is_open(trace) else [best]
        if pair not in allowed:
            return right
    return len(solution)


def _accepts_merges(task: Task, answer: Answer) -> bool:
    return _right_from_start(task, answer) == len(cast("Pairs", task.solution))


def _part_of_merges(task: Task, answer: Answer) -> Fraction:
    return Fraction(_right_from_start(task, answer), len(cast("Pairs", task.solution)))


def _remark_merges(task: Task, answer: Answer) -> tuple[Line, ...]:
    trace, merges = cast("Trace", task.state.trace), cast("Pairs", answer)
    right = _right_from_start(task, answer)
    words = _after(task, merges[:right])
    counts = count_pairs(words, trace.corpus.counts)
    best, yours = cast("Pairs", task.solution)[right], merges[right]
    if _is_open(trace):
        allowed = _choices(words, trace)
        best = best if best in allowed or not allowed else allowed[0]
    return (
        line(
            "exercise.wrong.pairs",
            number=task.state.k + right + 1,
            yours=yours,
            count=counts.get(yours, 0),
            best=best,
            more=counts.get(best, 0),
        ),
    )


def _drawn_merges(draw: Draw, level: int) -> Task:
    trace, n = drawn_bpe(draw, level), 2 if level < 3 else 3
    return next_merges(trace=trace, k=some_step(draw, level, trace, n), n=min(n, len(trace)))


KINDS = (
    numeric("pair-counts", _drawn_count, pair_count),
    Exercise("next-merge", _drawn_next, next_merge, _read_pair, remark=_remark_pair),
    numeric("score", _drawn_score, score),
    Exercise(
        "next-merges",
        _drawn_merges,
        next_merges,
        _read_merges,
        accepts=_accepts_merges,
        remark=_remark_merges,
        part=_part_of_merges,
    ),
)
