"""Exercises on trainings that remove tokens again: the share of a part, and what a word falls into at a removal."""

from __future__ import annotations

from typing import cast

from tokviz import picky
from tokviz.exercises.answers import Exercise, numeric, read_tokens, remark_tokens
from tokviz.exercises.merging import shown_words
from tokviz.exercises.task import Answer, Draw, Given, State, Task, small_corpus
from tokviz.lines import Line, Symbols, line, times
from tokviz.picky import PartTest, Rules, Trace

_THRESHOLDS = (0.9, 0.7, 0.5)
_MOST_MERGES = 9  # of a list that is read by hand


# -- the share of a part -----------------------------------------------------------------------------------------------


def part_share(*, trace: Trace, k: int = 0) -> Task:
    """Ask for the share of a part in the merge that comes after `k` steps: the first part that can be removed.

    Raises IndexError where step k is no merge, or merges letters alone.
    """
    test = _tested(trace, k)
    step = trace[k]
    return Task(
        "part-share",
        "number",
        line("exercise.ask.part-share", pair=step.pair, token=(step.token,), part=(test.part,)),
        (shown_words(trace, k),),
        test.share,
        (line("exercise.hint.part-share"), line("exercise.hint.part-share.merged", count=times(test.merged))),
        (
            line(
                "exercise.why.part-share",
                part=(test.part,),
                merged=test.merged,
                left=test.left_over,
                value=test.share,
            ),
        ),
        state=State(trace, k),
    )


def _tested(trace: Trace, k: int) -> PartTest:
    if k >= len(trace) or trace[k].is_removal:
        raise IndexError(f"after {k} steps there is no merge")
    test = next((test for test in trace.tests(k) if not test.is_letter), None)
    if test is None:
        raise IndexError(f"after {k} steps letters are merged")
    return test


# -- what a word falls into --------------------------------------------------------------------------------------------


def fall_apart(*, trace: Trace, k: int, word: str | None = None) -> Task:
    """Ask for the tokens of a word after the removal that comes after `k` steps; without `word` it is the first that
    changes.

    Raises IndexError where step k removes nothing from the words.
    """
    step = trace[k] if k < len(trace) else None
    changed = trace.changed(k) if step is not None and step.is_removal else ()
    word = word or next(iter(changed), None)
    if step is None or word not in changed:
        raise IndexError(f"step {k} splits no such word")
    made = tuple(dict.fromkeys(pair for i, pair in enumerate(trace.merges[:k]) if trace.kinds[i] == "new"))
    after = trace.word(word, k + 1)
    removed = tuple((token,) for token in trace.removed(k))
    return Task(
        "fall-apart",
        "tokens",
        line("exercise.ask.fall-apart.more", token=(step.token,), word=word, removed=removed)
        if removed
        else line("exercise.ask.fall-apart", token=(step.token,), word=word),
        (Given("merges", made), Given("symbols", trace.word(word, k))),
        after,
        (line("exercise.hint.fall-apart"), line("exercise.hint.tokens", n=len(after))),
        (
            line("exercise.why.fall-apart", token=(step.token,), pieces=step.pieces),
            line("exercise.why.fall-apart.word", tokens=after),
        ),
        state=State(trace, k, word=word),
    )


def _read_tokens(task: Task, answer: object) -> tuple[Answer, ...]:
    spelled = "".join(cast("Symbols", task.solution))
    return read_tokens(answer, lambda tokens: "".join(tokens) == spelled)


def _remark_tokens(task: Task, answer: Answer) -> tuple[Line, ...]:
    tokens, solution = cast("Symbols", answer), cast("Symbols", task.solution)
    if "".join(tokens) != "".join(solution):
        return (line("exercise.wrong.tokens.spell", yours=tokens),)
    return remark_tokens(tokens, solution)


# -- drawn ones --------------------------------------------------------------------------------------------------------


def _drawn_trace(draw: Draw, level: int) -> Trace:
    return picky.train(small_corpus(draw, level), rules=Rules(threshold=_THRESHOLDS[level - 1]))


def _drawn_share(draw: Draw, level: int) -> Task:
    while True:
        trace = _drawn_trace(draw, level)
        asked = [k for k in range(len(trace)) if _can_be_asked(trace, k)]
        if asked:
            return part_share(trace=trace, k=draw.choice(asked[: 3 * level]))


def _can_be_asked(trace: Trace, k: int) -> bool:
    try:
        return _tested(trace, k).left_over > 0
    except IndexError:
        return False


def _drawn_fall(draw: Draw, level: int) -> Task:
    while True:
        trace = picky.train(small_corpus(draw, level), rules=Rules(threshold=0.5))
        removals = [k for k, kind in enumerate(trace.kinds) if kind == "removal" and trace.changed(k)]
        removals = [k for k in removals if trace.kinds[:k].count("new") <= _MOST_MERGES]
        if removals:
            k = draw.choice(removals[:level])
            return fall_apart(trace=trace, k=k, word=draw.choice(trace.changed(k)))


KINDS = (
    numeric("part-share", _drawn_share, part_share),
    Exercise("fall-apart", _drawn_fall, fall_apart, _read_tokens, remark=_remark_tokens),
)
