"""Conventions that a list of merges or a vocabulary follows on a corpus, or where it leaves each; and the exercise.

Merges are compared one after the other. A list leaves a convention at the first merge that the convention does not
make; the lines then say what it merges instead, with both counts and the rule that decided. Tokens of a vocabulary are
compared in the order of their ids, without special tokens, which files put where they like.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tokviz import bpe, wordpiece
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.exercises.answers import Exercise, UnreadableError, read_choice
from tokviz.exercises.merging import Trace
from tokviz.exercises.task import Answer, Draw, Given, State, Task, small_corpus
from tokviz.lines import Line, Symbols, line
from tokviz.merging.rules import Rules
from tokviz.merging.steps import Pair
from tokviz.text_keys import TIE_RULES, preset_key

Name = Literal["bpe", "wordpiece"]
MAX_MERGES = 2_000
"""The most merges of a list that are looked at."""

_CHOICES = ("sennrich", "subword-nmt", "subword-nmt-0.1", "huggingface", "course", "sentencepiece")
"""The conventions that the exercise offers; those over bytes merge short English words as the course does."""


@dataclass(frozen=True)
class Fit:
    """The number of merges of a list that follow one convention.

    rules: the name of the preset. steps: how many merges it follows. follows: whether that is the whole list. trace:
    the training under that convention, as long as the list. yours: the first merge that it would not make, None if
    there is none.
    """

    rules: str
    steps: int
    follows: bool
    trace: Trace
    yours: Pair | None = None


def trained(corpus: Corpus, rules: Rules, *, merges: int | None = None, vocab_size: int | None = None) -> Trace:
    """Return the training under one of these conventions, to so many merges or to a size."""
    if isinstance(rules, wordpiece.Rules):
        return wordpiece.train(corpus, merges=merges, vocab_size=vocab_size, rules=rules)
    return bpe.train(corpus, merges=merges, vocab_size=vocab_size, rules=rules)


def presets_of(algorithm: Name) -> Mapping[str, Rules]:
    """Return the conventions that a list or a vocabulary is held against."""
    return bpe.PRESETS if algorithm == "bpe" else wordpiece.PRESETS


def fit(corpus: Corpus, merges: Sequence[Pair], rules: Rules, name: str = "") -> Fit:
    """Return the fit of a list of merges to the rules on a corpus.

    >>> fitted = fit(Corpus({"low": 5, "newest": 6, "widest": 3}), [("e", "s"), ("s", "t")], bpe.PRESETS["course"])
    >>> fitted.steps, fitted.yours, fitted.trace.merges[1]
    (1, ('s', 't'), ('es', 't'))
    """
    trace = trained(corpus, rules, merges=len(merges))
    steps = 0
    while steps < min(len(merges), len(trace)) and tuple(merges[steps]) == trace.merges[steps]:
        steps += 1
    follows = steps == len(merges)
    return Fit(name, steps, follows, trace, None if follows else (merges[steps][0], merges[steps][1]))


def conventions(corpus: Corpus, merges: Sequence[Pair], algorithm: Name = "bpe") -> tuple[Fit, ...]:
    """Return the fit of a list of merges to each convention, best first.

    >>> corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    >>> [fitted.rules for fitted in conventions(corpus, [("e", "s"), ("es", "t"), ("est", "</w>")]) if fitted.follows]
    ['sennrich']
    """
    all_fits = [fit(corpus, merges, rules, name) for name, rules in presets_of(algorithm).items()]
    return tuple(sorted(all_fits, key=lambda fitted: -fitted.steps))


def left_at(fitted: Fit) -> tuple[Line, ...]:
    """Return the lines about the step at which a list leaves a convention; none where it follows to its end."""
    if fitted.yours is None:
        return ()
    trace, k, yours = fitted.trace, fitted.steps, fitted.yours
    pairs = trace.pairs(k)
    if yours not in pairs:
        symbols = set(trace.symbols(k))
        strange = tuple((symbol,) for symbol in dict.fromkeys(yours) if symbol not in symbols)
        key = "check.step.symbol" if strange else "check.step.no-pair"
        lines = [
            line(key, number=k + 1, yours=yours, symbols=strange) if strange else line(key, number=k + 1, yours=yours)
        ]
        return (*lines, line("check.step.instead", best=trace.merges[k])) if k < len(trace) else tuple(lines)
    if k == len(trace):
        return (
            line("check.step.ended", number=k + 1, yours=yours, count=pairs[yours], least=trace.rules.minimum_count),
        )
    best = trace.merges[k]
    values = {candidate.pair: candidate.value for candidate in trace.candidates(k)}
    lines = [line("check.step", number=k + 1, yours=yours, value=values[yours], best=best, more=values[best])]
    if values[yours] == values[best]:
        lines.append(line("check.step.tie", rule=line(TIE_RULES[trace.rules.tie_rule, "present"])))
    return tuple(lines)


def read_merges(text: str) -> tuple[Pair, ...]:
    """Read the merges of a pasted list or file: a pair on each line, as subword-nmt and Hugging Face write them, or a
    Python or JSON list of pairs. Raises UnreadableError, which names the line.

    >>> read_merges("#version: 0.2\\ne s\\nes t\\n"), read_merges('[("e", "s"), ["es", "t"]]')
    ((('e', 's'), ('es', 't')), (('e', 's'), ('es', 't')))
    """
    stripped = text.strip().removeprefix("\ufeff")
    if not stripped:
        raise UnreadableError(line("exercise.unreadable.empty"))
    pairs: list[Sequence[object]]
    if stripped[0] in "[(":
        try:
            pairs = [list(pair) for pair in ast.literal_eval(stripped)]
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            raise UnreadableError(line("check.unreadable.list")) from None
    else:
        lines = [
            text_line
            for text_line in stripped.splitlines()
            if text_line.strip() and not text_line.startswith("#version")
        ]
        pairs = [
            text_line.replace("\t", " ").split()
            if "+" not in text_line or " " in text_line.strip()
            else text_line.split("+")
            for text_line in lines
        ]
    if len(pairs) > MAX_MERGES:
        raise UnreadableError(line("check.unreadable.many", found=len(pairs), most=MAX_MERGES))
    for number, pair in enumerate(pairs, start=1):
        if len(pair) != 2 or not all(isinstance(symbol, str) and symbol for symbol in pair):
            raise UnreadableError(
                line("check.unreadable.pair", number=number, found=tuple(str(symbol)[:20] for symbol in pair[:5]))
            )
    return tuple((str(left), str(right)) for left, right in pairs)


# -- the exercise ------------------------------------------------------------------------------------------------------


def convention(*, corpus: Corpus, merges: Sequence[Pair], choices: Sequence[str] = _CHOICES) -> Task:
    """Ask which convention a list of merges follows; every one that makes the same merges is right. Raises RulesError
    where none of the choices does."""
    merges = tuple(merges)
    fits = [fit(corpus, merges, bpe.PRESETS[name], name) for name in choices]
    right = tuple(fitted.rules for fitted in fits if fitted.follows)
    if not right:
        raise RulesError("exercise-convention")
    lines = [
        line("exercise.why.convention.follows", name=line(preset_key(fitted.rules)))
        if fitted.follows
        else line("exercise.why.convention.leaves", name=line(preset_key(fitted.rules)), number=fitted.steps + 1)
        for fitted in fits
    ]
    first = next(fitted for fitted in fits if fitted.follows)
    return Task(
        "convention",
        "choice",
        line("exercise.ask.convention"),
        (Given("corpus", corpus), Given("merges", merges)),
        right[0],
        (line("exercise.hint.convention"), line("exercise.hint.convention.tie")),
        tuple(lines),
        others=right[1:],
        choices=tuple(choices),
        state=State(first.trace, min(len(merges), len(first.trace))),
    )


def _drawn(draw: Draw, level: int) -> Task:
    for _ in range(30):
        corpus = small_corpus(draw, min(level, 2))
        choices = draw.sample(_CHOICES, 2 + level)
        n = 2 + level
        merges = bpe.train(corpus, merges=n, rules=draw.choice(choices)).merges
        if len(merges) == n:
            task = convention(corpus=corpus, merges=merges, choices=sorted(choices, key=_CHOICES.index))
            if len(task.accepted) < len(choices) - 1:
                break
    return task


def _remark(task: Task, answer: Answer) -> tuple[Line, ...]:
    """Return the line that says where the chosen convention leaves the list."""
    chosen = str(answer)
    fitted = fit(task.get("corpus"), task.get("merges"), bpe.PRESETS[chosen], chosen)
    name, k = line(preset_key(chosen)), fitted.steps
    if k == len(fitted.trace) or fitted.yours is None:
        return (line("exercise.wrong.convention.ended", name=name, number=k),)
    return (
        line("exercise.wrong.convention", name=name, number=k + 1, best=fitted.trace.merges[k], listed=fitted.yours),
    )


KINDS = (Exercise("convention", _drawn, convention, read_choice, remark=_remark),)


# -- vocabularies ------------------------------------------------------------------------------------------------------

MAX_TOKENS = 4 * MAX_MERGES
_NAMED = 5  # tokens that a line names


@dataclass(frozen=True)
class VocabularyFit:
    """The agreement of a vocabulary with that of one convention.

    rules: the name of the preset. same: so many tokens are the same from the first on. follows: whether all are, in the
    same order. yours, theirs: the first token of each that differs, None where there is none. extra, lacking: the
    tokens that only yours has, and that only theirs has; none where the order alone differs.
    """

    rules: str
    same: int
    follows: bool
    yours: str | None
    theirs: str | None
    extra: Symbols
    lacking: Symbols


def vocabulary_conventions(corpus: Corpus, tokens: Sequence[str], algorithm: Name = "bpe") -> tuple[VocabularyFit, ...]:
    """Return the fit of a vocabulary to each convention at the same size, best first.

    >>> corpus = Corpus({"low": 5, "lower": 2})
    >>> all_fits = vocabulary_conventions(corpus, ["e", "l", "o", "r", "w", "lo", "low"])
    >>> [fitted.rules for fitted in all_fits if fitted.follows]
    ['huggingface', 'course']
    """
    all_fits = []
    for name, rules in presets_of(algorithm).items():
        own = [token for token in tokens if token not in rules.first_tokens]
        size = len(own) + len(rules.first_tokens)
        trace = trained(corpus, rules, vocab_size=size)
        all_fits.append(_fit(name, own, [token for token in trace.vocabulary() if token not in rules.first_tokens]))
    return tuple(
        sorted(all_fits, key=lambda fitted: (not fitted.follows, len(fitted.extra) + len(fitted.lacking), -fitted.same))
    )


def fits(corpus: Corpus, written: str, algorithm: Name) -> tuple[Fit, ...] | tuple[VocabularyFit, ...]:
    """Return the fit of a text to each convention, best first.

    text: a vocabulary or a list of merges. Raises UnreadableError for what is neither.
    """
    tokens = read_vocabulary(written)
    if tokens is None:
        return conventions(corpus, read_merges(written), algorithm)
    return vocabulary_conventions(corpus, tokens, algorithm)


def _fit(name: str, own: Sequence[str], theirs: Sequence[str]) -> VocabularyFit:
    same = 0
    while same < min(len(own), len(theirs)) and own[same] == theirs[same]:
        same += 1
    return VocabularyFit(
        name,
        same,
        same == len(own) == len(theirs),
        own[same] if same < len(own) else None,
        theirs[same] if same < len(theirs) else None,
        tuple(dict.fromkeys(token for token in own if token not in set(theirs))),
        tuple(token for token in theirs if token not in set(own)),
    )


def differs_at(fitted: VocabularyFit) -> tuple[Line, ...]:
    """Return the lines about the difference; none where there is none."""
    if fitted.follows:
        return ()
    if not fitted.extra and not fitted.lacking:
        yours, theirs = (fitted.yours or "",), (fitted.theirs or "",)
        return (line("check.vocabulary.order", number=fitted.same + 1, yours=yours, theirs=theirs),)
    return tuple(
        line(key, n=len(tokens), tokens=tuple((token,) for token in tokens[:_NAMED]))
        for key, tokens in (("check.vocabulary.extra", fitted.extra), ("check.vocabulary.lacking", fitted.lacking))
        if tokens
    )


def read_vocabulary(text: str) -> Symbols | None:
    """Read the tokens of a pasted vocabulary: one per line, as in ``vocab.txt``; or JSON, token -> id, as in
    ``vocab.json``. None for what is no vocabulary, such as a list of merges. Raises UnreadableError for too many.

    >>> read_vocabulary("a\\nb\\nab\\n"), read_vocabulary('{"b": 1, "a": 0}'), read_vocabulary("a b\\n")
    (('a', 'b', 'ab'), ('a', 'b'), None)
    """
    stripped = text.removeprefix("\ufeff").strip()
    tokens: list[str] = []
    if stripped.startswith("{"):
        try:
            ids = json.loads(stripped)
            tokens = sorted(ids, key=lambda token: int(ids[token]))
        except (ValueError, TypeError, OverflowError, RecursionError):
            raise UnreadableError(line("check.unreadable.vocabulary")) from None
    else:
        tokens = [text_line.strip() for text_line in stripped.splitlines() if text_line.strip()]
        if (
            not tokens
            or stripped.startswith(("[(", "[[", "#version"))
            or any(len(token.split()) > 1 for token in tokens)
        ):
            return None
        if all("+" in token[1:-1] for token in tokens):
            return None
    if len(tokens) > MAX_TOKENS:
        raise UnreadableError(line("check.unreadable.many-tokens", found=len(tokens), most=MAX_TOKENS))
    return tuple(tokens)
