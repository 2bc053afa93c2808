"""Exercises on SuperBPE: the first token of two words, and the pair that is merged although others are more frequent.

Both begin where the borders between words have fallen, and give the lines as they are split there. A pair that is
passed over is no answer, however often it occurs.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import cast

from tokviz.corpus import Corpus
from tokviz.exercises.answers import Exercise, read_pair
from tokviz.exercises.task import Answer, Draw, Given, Task, pair_task
from tokviz.lines import Line, line, times
from tokviz.merging.steps import Pair
from tokviz.superbpe import Rules, Trace, train
from tokviz.superbpe.questions import next_pair
from tokviz.superbpe.rules import Veto
from tokviz.superbpe.traces import veto_reason

_FIRST, _MIDDLE, _LAST = ("by", "on", "in", "at"), ("the", "my", "a", "our"), ("way", "sea", "day", "bay", "end")
_MOST_DRAWS = 200
_NAMED = 2  # pairs that are passed over


def _lines(draw: Draw, level: int) -> Corpus:
    """Draw some lines of three words that share parts."""
    first, middle, last = draw.sample(_FIRST, 2), draw.sample(_MIDDLE, 1 + level // 2), draw.sample(_LAST, 1 + level)
    counts: Counter[str] = Counter()
    for _ in range(2 + level):
        phrase = " ".join((draw.choice(first), draw.choice(middle), draw.choice(last)))
        counts[phrase] += draw.between(1, 3)
    return Corpus(counts)


def _trained(corpus: Corpus, most: int) -> Trace:
    """Train with words that are whole before the borders fall."""
    return train(corpus, rules=Rules(stage1="spaces", stage2="lines", max_token_words=most))


def _given(trace: Trace, k: int) -> Given:
    lines = tuple((symbols, trace.corpus[text]) for text, symbols in trace.words(k).items())
    return Given("words", lines, unit="line")


def _task(kind: str, trace: Trace, k: int, prompt: Line, hint: Line, told: Veto | None = None) -> Task:
    """Return the task to name the pair of a step. told: why pairs are passed over, as far as the prompt says it. Raises
    IndexError where one that is as frequent is passed over for another reason."""
    question = next_pair(trace, k)
    passed = [candidate for candidate in question.wrong if candidate.count >= question.chosen.count]
    if any(candidate.vetoed != told for candidate in passed):
        raise IndexError(f"the pair of step {k + 1} cannot be told from the counts")
    task = pair_task(kind, replace(question, asked=prompt, hints=(hint,)), _given(trace, k), trace)
    because = tuple(
        line("exercise.why.passed-over", pair=one.pair, count=times(one.count), reason=veto_reason(one))
        for one in passed[:_NAMED]
    )
    return replace(task, because=(*task.because, *because))


def first_superword(*, trace: Trace) -> Task:
    """Ask which pair is merged first once the borders have fallen. Raises IndexError where they never do."""
    if trace.lift is None:
        raise IndexError("the borders do not fall in this training")
    asked, hint = line("exercise.ask.first-superword"), line("exercise.hint.first-superword")
    return _task("first-superword", trace, trace.lift + 1, asked, hint)


def passed_over(*, trace: Trace, k: int) -> Task:
    """Ask which pair is merged after `k` steps, where a token has a limit of words. Raises IndexError where it has none
    and where the borders have not fallen."""
    most = trace.rules.max_token_words
    if most is None or trace.lift is None or k <= trace.lift:
        raise IndexError(f"after {k} steps a token has no limit of words")
    asked, hint = line("exercise.ask.passed-over", most=most), line("exercise.hint.passed-over", most=most)
    return _task("passed-over", trace, k, asked, hint, "too_many_words")


def _drawn_superword(draw: Draw, level: int) -> Task:
    return first_superword(trace=_trained(_lines(draw, level), 4))


def _drawn_passed_over(draw: Draw, level: int) -> Task:
    for _ in range(_MOST_DRAWS):
        trace = _trained(_lines(draw, level), 2)
        assert trace.lift is not None
        for k in range(trace.lift + 1, len(trace)):
            first = trace.candidates(k)[0]
            if first.vetoed is not None:
                return passed_over(trace=trace, k=k)
    raise AssertionError("no lines were drawn in which a pair is passed over")


def _read(task: Task, answer: object) -> tuple[Answer, ...]:
    return read_pair(answer, [(pair, "".join(pair)) for pair in cast("tuple[Pair, ...]", task.known)])


def _remark(task: Task, answer: Answer) -> tuple[Line, ...]:
    trace, pair = cast("Trace", task.state.trace), cast("Pair", answer)
    chosen = next((one for one in trace.candidates(task.state.k) if one.pair == pair), None)
    if chosen is None:
        return (line("exercise.wrong.pair.none", pair=pair),)
    if chosen.vetoed:
        return (line("superbpe.wrong.passed", pair=pair, reason=veto_reason(chosen)),)
    return (line("exercise.wrong.crossing", yours=pair, best=cast("Pair", task.solution)),)


KINDS = (
    Exercise("first-superword", _drawn_superword, first_superword, _read, remark=_remark),
    Exercise("passed-over", _drawn_passed_over, passed_over, _read, remark=_remark),
)
