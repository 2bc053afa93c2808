"""Making tasks, from a seed or about a given state; grading answers; and endless series of tasks.

All kinds of exercises are listed here; each is defined in its own module. A series is its kinds, its seed and its
level. Each task of a series can be made from its number, so a link can name it. A rising series begins with each kind
once, in the order of teaching, the next merge first without a tie and then with one. No task is about an algorithm that
none of the kinds is about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from inspect import signature
from types import MappingProxyType
from typing import Any

from tokviz import unigram
from tokviz.algorithms import ALGORITHMS
from tokviz.errors import RulesError
from tokviz.exercises import (
    applying,
    challenges,
    comparing,
    conventions,
    crossing,
    measuring,
    merging,
    probabilities,
    removals,
    returning,
    turns,
)
from tokviz.exercises.answers import Exercise, UnreadableError
from tokviz.exercises.task import LEVELS, Answer, Draw, Task, Verdict
from tokviz.lines import Line, line
from tokviz.presets import resolve
from tokviz.trace import Trace

_ORDER = (
    "pair-counts", "next-merge", "next-merges", "encode", "decode", "comes-back", "score", "longest-match",
    "path-probability", "best-path", "expected-count", "piece-loss", "part-share", "fall-apart",
    "utf8-bytes", "pre-tokens", "convention", "find-corpus",
    "first-superword", "passed-over", "turn-language", "turn-pair", "fewest-tokens",
    "gini", "morpheme-boundary", "trained-on",
)  # fmt: skip
_ALL = {
    kind.name: kind
    for kind in (
        *merging.KINDS,
        *applying.KINDS,
        *probabilities.KINDS,
        *removals.KINDS,
        *conventions.KINDS,
        *challenges.KINDS,
        *crossing.KINDS,
        *turns.KINDS,
        *comparing.KINDS,
        *returning.KINDS,
        *measuring.KINDS,
    )
}

KINDS: Mapping[str, Exercise] = MappingProxyType({name: _ALL[name] for name in _ORDER})
"""Name -> kind of exercise, in the order in which they are taught."""


def _kind(name: str) -> Exercise:
    if name not in KINDS:
        raise RulesError("exercise-kind", value=name, choices=", ".join(KINDS))
    return KINDS[name]


def make(kind: str, seed: object = 0, level: int = 1) -> Task:
    """Make a task of that kind, the same for the same seed (its `str` counts) and level.

    Raises RulesError for a kind that is not in KINDS and a level that is not in LEVELS.

    >>> make("next-merge", seed=7).prompt == make("next-merge", seed="7").prompt
    True
    """
    if level not in LEVELS:
        raise RulesError("exercise-level", value=str(level), least=LEVELS[0], most=LEVELS[-1])
    task = _kind(kind).draw(Draw("tokviz exercise", kind, level, seed), level)
    return replace(task, level=level, seed=str(seed))


def about(kind: str, **given: Any) -> Task:
    """Make a task of that kind about a given state.

    next-merge, next-merges (with `n`), pair-counts and score (with `pair`): `trace` and `k`, the number of merges done.
    encode, longest-match, best-path and path-probability (with `path`): `model` and `word`. decode: `model` and
    `tokens`. expected-count and piece-loss: `model`, `corpus` and `piece`. part-share and fall-apart
    (with `word`): `trace` and `k`, the number of steps done. utf8-bytes: `text`. pre-tokens: `text` and
    `pretokenizer`. convention: `corpus` and `merges`. find-corpus: `challenge`. first-superword and passed-over (with
    `k`): a `trace` of SuperBPE. turn-language and turn-pair: a `trace` of parity-aware BPE and
    `k`, the number of merges done. fewest-tokens: `models`, one for each algorithm, and `word`. comes-back (with
    `sequences`): `model` and `word`. gini: `tokens`, a number for each language. morpheme-boundary: `word` and
    `places`. trained-on: `template`, `messages` and `choices`. What is in brackets may be left out.

    A `trace` with `k` stands for its model and its corpus, too; `corpus`, `rules`, `algorithm` (``bpe`` unless said
    otherwise) and ``size`` (merges, or the pieces of Unigram) for a trace. Raises RulesError for an unknown kind,
    TypeError for a state that does not fit it, IndexError or KeyError for a step, pair or piece that is not there.

    >>> from tokviz import Corpus
    >>> about("next-merge", corpus=Corpus({"low": 5, "newest": 6, "widest": 3}), rules="course", k=1).solution
    ('es', 't')
    """
    exercise_kind = _kind(kind)
    inputs = signature(exercise_kind.about).parameters
    if "trace" not in given and "rules" in given:
        given["trace"] = _trained(given)
    trace, k = given.get("trace"), given.get("k")
    if trace is not None and "trace" not in inputs:
        if "model" in inputs and "model" not in given:
            given["model"] = trace.model(k)
        if "corpus" in inputs and "corpus" not in given:
            given["corpus"] = trace.corpus
    lacking = sorted(
        name for name, parameter in inputs.items() if parameter.default is parameter.empty and name not in given
    )
    strange = sorted(given.keys() - inputs.keys() - {"trace", "k", "corpus", "rules", "algorithm", "size"})
    if lacking or strange:
        raise TypeError(f"{kind}: missing {', '.join(lacking) or 'nothing'}, unknown {', '.join(strange) or 'nothing'}")
    task = exercise_kind.about(**{name: value for name, value in given.items() if name in inputs})
    if trace is not None and task.state.trace is None:
        task = replace(task, state=replace(task.state, trace=trace, k=len(trace) if k is None else k))
    return task


def _trained(given: Mapping[str, Any]) -> Trace:
    algorithm = ALGORITHMS[given.get("algorithm", "bpe")]
    size, rules = given.get("size"), resolve(given["rules"], algorithm.presets)
    if isinstance(rules, unigram.Rules):
        return algorithm.train(given["corpus"], rules, vocab_size=size)
    merges = max(given.get("k") or 0, 0) + given.get("n", 1) if size is None else size
    return algorithm.train(given["corpus"], rules, merges=merges)


def check(task: Task, answer: object, hints: int = 0) -> Verdict:
    """Grade an answer: a text as people write it, or a Python value of the task's form.

    hints: how many hints were taken; each takes an equal part of the points. An answer that cannot be read is not
    wrong: its verdict is not `readable`, and its one line says what to write.

    >>> from tokviz import Corpus
    >>> task = about("pair-counts", corpus=Corpus({"hug": 10, "pug": 5}), rules="course", pair=("u", "g"))
    >>> check(task, "15").right, check(task, "10+5").right, check(task, "fifteen").readable
    (True, True, False)
    """
    kind = _kind(task.kind)
    try:
        readings = kind.read(task, answer)
    except UnreadableError as unreadable:
        return Verdict(False, Fraction(0), (unreadable.line,), readable=False)
    worth = 1 - Fraction(min(max(hints, 0), len(task.hints)), len(task.hints) + 1)
    for reading in readings:
        if kind.accepts(task, reading):
            return Verdict(True, worth, _praise(task, kind, reading), task.because, reading)
    part = kind.part(task, readings[0])
    return Verdict(False, worth * part, kind.remark(task, readings[0]), task.because, readings[0])


def _praise(task: Task, kind: Exercise, answer: Answer) -> tuple[Line, ...]:
    """Return the lines about a right answer: that it tied, where the algorithm takes another."""
    if task.form == "corpus":
        return kind.remark(task, answer)
    if task.form in {"number", "choice"} or answer == task.solution or not isinstance(task.solution, tuple):
        return ()
    if task.form == "pairs":
        return (line("exercise.right.tied.merges", best=task.solution),)
    return (line("exercise.right.tied", best=task.solution),)


# -- series ------------------------------------------------------------------------------------------------------------

RISING = 0
"""The level of a series that begins with the easiest tasks and gets harder."""
PER_LEVEL = 4
"""After so many tasks of a rising series the next level begins."""


def level_at(level: int, number: int) -> int:
    """Return the level of the task of that number, counted from 1.

    >>> [level_at(RISING, number) for number in (1, 4, 5, 9, 100)], level_at(2, 100)
    ([1, 1, 2, 3, 3], 2)
    """
    return level or min(LEVELS[0] + (number - 1) // PER_LEVEL, LEVELS[-1])


_ALGORITHMS: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(("pair-counts", "next-merge", "next-merges", "encode", "decode", "comes-back", "convention"), "bpe")
    | dict.fromkeys(("score", "longest-match"), "wordpiece")
    | dict.fromkeys(("path-probability", "best-path", "expected-count", "piece-loss"), "unigram")
    | dict.fromkeys(("part-share", "fall-apart"), "picky")
    | dict.fromkeys(("turn-language", "turn-pair"), "parity")
)
"""The algorithm that each kind is about; those that are left out are about none, or say themselves about which."""
_MOST_DRAWS = 60
"""So many tasks are drawn at most until one is as it should be; more than half of all are."""


def task_at(kinds: Sequence[str], seed: object, level: int, number: int) -> Task:
    """Make the task of that number, counted from 1. level: one of LEVELS, or RISING. Raises RulesError for no kinds and
    for unknown ones.

    >>> task_at(["score"], "class 7", RISING, 5).level
    2
    >>> [task_at(["encode", "next-merge"], "1", RISING, number).kind for number in (1, 2, 3)]
    ['next-merge', 'next-merge', 'encode']
    """
    if not kinds:
        raise RulesError("exercise-kind", value="", choices=", ".join(KINDS))
    about = {_ALGORITHMS[kind] for kind in kinds if kind in _ALGORITHMS}
    plan = _first_tasks(kinds) if level == RISING else ()
    kind, is_tied = plan[number - 1] if number <= len(plan) else (_drawn_kind(kinds, seed, number), None)

    def is_wanted(task: Task) -> bool:
        is_about_others = kind in _ALGORITHMS and task.algorithm not in {"", *about}
        return not is_about_others and is_tied in (None, bool(task.others))

    return _first_wanted(kind, f"{seed} {number}", level_at(level, number), is_wanted)


def _drawn_kind(kinds: Sequence[str], seed: object, number: int) -> str:
    return Draw("tokviz series", seed, number).choice(list(kinds))


def _first_tasks(kinds: Collection[str]) -> tuple[tuple[str, bool | None], ...]:
    """Return the first tasks of a rising series: a kind, and whether pairs tie.

    The kinds are in the order in which they are taught; None where a tie is open.
    """
    in_order = [kind for kind in (*KINDS, *kinds) if kind in kinds]
    plans = [
        ((kind, False), (kind, True)) if kind == "next-merge" else ((kind, None),) for kind in dict.fromkeys(in_order)
    ]
    return tuple(entry for plan in plans for entry in plan)


def _first_wanted(kind: str, seed: str, level: int, is_wanted: Callable[[Task], bool]) -> Task:
    """Return the first task that is as wanted of those that a seed makes, which is nearly always one of the first
    few."""
    task = make(kind, seed, level)
    for again in range(2, _MOST_DRAWS):
        if is_wanted(task):
            break
        task = make(kind, f"{seed} {again}", level)
    return task
