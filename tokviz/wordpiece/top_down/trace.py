"""The trace of a top-down training: its trials and their iterations step by step, and every state between them.

Recorded is what each iteration kept. Where pieces begin, what was counted there and what took it away are derived for
the step that is looked at. ``docs/reference/trace-format.md`` is the contract of :meth:`Trace.to_dict`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from tokviz.corpus import Corpus
from tokviz.memoized import memoized
from tokviz.merging.merge_trace import FORMAT
from tokviz.trace import Change, Contribution, Replayed, steps_done
from tokviz.wordpiece.model import Model
from tokviz.wordpiece.top_down.rules import PRESETS, Rules
from tokviz.wordpiece.top_down.selection import (
    CountedPlace,
    Ints,
    Kept,
    SubstringCounts,
    Substrings,
    best_first,
    characters_of,
    count_substrings,
    counted_places,
    in_order,
    lengths_taking,
)
from tokviz.wordpiece.top_down.steps import (
    Complete,
    Count,
    Judgment,
    Layout,
    Select,
    Step,
    Substring,
    Taken,
    Threshold,
    Trial,
    Verdict,
    judge,
)


@dataclass(frozen=True, eq=False, repr=False)
class Trace(Replayed[Step]):
    """The steps of one training, in order; ``trace[k]`` is step k, counted from 0.

    Every method that takes `k` means *after k steps* (0 is the start, all words split into characters; the default is
    the end) and raises IndexError outside ``0 <= k <= len(trace)``. Words and vocabulary change with the steps that
    begin a trial and that complete an iteration.

    vocab_size: what was asked for, None if it was a threshold. trials: what was recorded, one for each threshold.
    """

    algorithm: ClassVar[str] = "wordpiece"  # how it was trained is told by the class
    _presets = PRESETS

    corpus: Corpus
    rules: Rules
    vocab_size: int | None
    trials: tuple[Trial, ...]
    _substrings: Substrings = field(repr=False)

    @property
    def stopped(self) -> Judgment:
        """The reason why the search ended: see :class:`Trial`."""
        return self.trials[-1].judgment

    @property
    def threshold(self) -> int:
        """The threshold that training ended with."""
        return self.trials[-1].threshold

    @property
    def used(self) -> tuple[str, ...]:
        """The words that the rules did not leave out, the most frequent first."""
        return self._substrings.words

    # -- steps -----------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.trials) * self._layout.per_trial

    def _step(self, k: int) -> Step:
        at = self._layout.at(k)
        match at.kind:
            case "threshold":
                return Threshold(k, at.trial, self)
            case "count":
                return Count(k, at.trial, self, at.iteration)
            case "select":
                return Select(k, at.trial, self, at.iteration, at.length)
            case "complete":
                return Complete(k, at.trial, self, at.iteration)
        return Verdict(k, at.trial, self)

    @cached_property
    def _layout(self) -> Layout:
        return Layout(self._substrings.longest, self.rules.iterations)

    # -- states ----------------------------------------------------------------------------------------------------

    def words(self, k: int | None = None) -> dict[str, tuple[str, ...]]:
        """Return word -> its pieces under the vocabulary after `k` steps, in corpus order; none for words that are not
        used.

        Special tokens are not looked for.
        """
        pieces = self._substrings.cut(self._starts(self._at(k)))
        return {word: pieces.get(word, ()) for word in self.corpus}

    def among(self, words: Iterable[str], k: int) -> dict[str, tuple[str, ...]]:
        """Return the same for some words only."""
        wanted = dict.fromkeys(words)
        numbers = sorted(self._numbers[word] for word in wanted if word in self._numbers)
        pieces = self._substrings.cut(self._starts(self._at(k)), np.array(numbers, np.int64))
        return {word: pieces.get(word, ()) for word in wanted}

    def vocabulary(self, k: int | None = None) -> tuple[str, ...]:
        """Return the vocabulary after `k` steps, in the order of its ids."""
        kept = self._kept(self._at(k))
        tokens = self._characters | ({} if kept is None else kept.tokens(self._substrings))
        return in_order(self.rules.special_tokens, set().union(*self.used), tokens)

    @memoized(1)
    def sizes(self) -> tuple[int, ...]:
        """Return the size of the vocabulary after 0, 1, ... steps."""
        known: dict[int, int] = {}
        sizes = []
        for k in range(len(self) + 1):
            kept = self._kept(k)
            if id(kept) not in known:
                known[id(kept)] = len(self.vocabulary(k))
            sizes.append(known[id(kept)])
        return tuple(sizes)

    def possible_sizes(self) -> tuple[int, ...]:
        """Return the sizes that the thresholds gave, ascending."""
        return tuple(sorted({trial.size for trial in self.trials}))

    def steps_to(self, vocab_size: int) -> tuple[int, bool]:
        """Return after how many steps the trial of the nearest smaller size ends, and whether a search for this size
        ends with it. A size below all of them has the smallest."""
        smallest = min(self.trials, key=lambda trial: trial.size)
        small = (trial for trial in self.trials if trial.size <= vocab_size)
        nearest = max(small, key=lambda trial: trial.size, default=smallest)
        return (self.trials.index(nearest) + 1) * self._layout.per_trial, nearest is self._ends(vocab_size)

    def _ends(self, vocab_size: int) -> Trial | None:
        """Return the trial with which a search for this size ends, if it takes the same path as this one that far."""
        for trial in self.trials if self.vocab_size is not None else ():
            judgment = judge(trial.lower, trial.upper, trial.threshold, trial.size, vocab_size, self.rules.slack)
            if judgment not in ("too_large", "too_small"):
                return trial
            if judgment != trial.judgment:
                return None
        return None

    def model(self, k: int | None = None, *, pretokenizer: str = "whitespace") -> Model:
        """Return the tokenizer after `k` steps."""
        return Model(self.vocabulary(k), prefix=self.rules.continuing_prefix, pretokenizer=pretokenizer)

    def changes(self, k: int) -> tuple[Change, ...]:
        """Return the words that ``trace[k]`` splits otherwise, in corpus order; none at the end."""
        k = self._at(k)
        if k == len(self) or self._kept(k) is self._kept(k + 1):
            return ()
        before, after = self._starts(k), self._starts(k + 1)
        words = np.unique(self._substrings.word_of[np.setxor1d(before, after, assume_unique=True)])
        there = self._substrings.cut(after, words)
        here = self._substrings.cut(before, words)
        return tuple(
            Change(word, self.corpus[word], here[word], there[word])
            for word in sorted(here, key=self._places.__getitem__)
        )

    # -- inside an iteration ---------------------------------------------------------------------------------------

    def candidates(self, k: int | None = None) -> tuple[Substring, ...]:
        """Return the substrings that ``trace[k]`` selects from, by how much of their count is left, the most first;
        none for a step that does not select."""
        step = self._select(self._at(k))
        return () if step is None else self._ranked(step.index)

    def taken(self, token: str, k: int) -> tuple[Taken, ...]:
        """Return the longer substrings that took counts from `token`, and how much.

        token: a candidate of step k. The greatest is first.
        """
        if (step := self._select(k)) is None:
            return ()
        starts, taken_by = self._taken(step.trial, step.iteration)
        here = self._standing(token, step, starts)
        takers = taken_by[here]
        sums: dict[str, int] = {}
        for length in np.unique(takers[takers > step.length]).tolist():
            mine = starts[here][takers == length]
            names = self._substrings.names(length, self._substrings.ids[length - 1][mine])
            for name, weight in zip(names, self._substrings.weights[mine].tolist(), strict=True):
                sums[name] = sums.get(name, 0) + weight
        return tuple(Taken(*item) for item in sorted(sums.items(), key=best_first))

    def contributions(self, token: str, k: int) -> tuple[Contribution, ...]:
        """Return the words that make up the count of `token`, a candidate of step k, in corpus order."""
        if (step := self._select(k)) is None:
            return ()
        starts = self._count_starts(step.trial, step.iteration)
        numbers = self._substrings.word_of[starts[self._standing(token, step, starts)]]
        times = Counter(self._substrings.words[number] for number in numbers.tolist())
        return tuple(
            Contribution(word, times[word], self.corpus[word]) for word in sorted(times, key=self._places.__getitem__)
        )

    def kept(self, k: int) -> tuple[tuple[str, int], ...]:
        """Return the tokens that step k keeps, with what remained of them, the most first; none where it does not
        select."""
        if (step := self._select(k)) is None:
            return ()
        kept, place = step.tried.iterations[step.iteration], step.length - 1
        names = self._substrings.names(step.length, kept.ids[place])
        return tuple(sorted(zip(names, kept.counts[place].tolist(), strict=True), key=best_first))

    def outcome(self, token: str, k: int | None = None) -> Substring | None:
        """Return the decision on a token in the last iteration of a trial.

        The trial is the one that `k` steps end in. None if the token was not counted there.

        >>> from tokviz import wordpiece
        >>> trace = wordpiece.train_top_down(Corpus({"human": 113, "humas": 3}), threshold=100)
        >>> trace.outcome("hum").count, trace.outcome("hum").remains
        (116, 0)
        """
        prefix, (trial, _) = self.rules.continuing_prefix, self._layout.completed(self._at(k))
        marked = len(token) - len(prefix) if prefix and token.startswith(prefix) else 0
        for length in filter(None, (marked, len(token))):
            if self.rules.iterations and length <= self._substrings.longest:
                step = self._layout.place(trial, self.rules.iterations - 1, length)
                if matches := [candidate for candidate in self._ranked(step) if candidate.token == token]:
                    return matches[0]
        return None

    def splits(self, k: int) -> dict[str, tuple[str, ...]]:
        """Return word -> the pieces at whose beginnings the iteration of step k counts; empty outside of iterations."""
        step = self[k]
        if isinstance(step, Threshold | Verdict):
            return {}
        return self._substrings.cut(self._count_starts(step.trial, step.iteration))

    def counted_places(self, words: Iterable[str], k: int) -> dict[str, tuple[CountedPlace, ...]]:
        """Return the places in each of the words where step k counts, from the beginning on; none where it does not
        select."""
        if (step := self._select(k)) is None:
            return {}
        context = self._substrings, *self._taken(step.trial, step.iteration), step.length
        return {word: counted_places(word, self._numbers[word], *context) for word in words if word in self._numbers}

    def tokens_kept(self, k: int) -> tuple[tuple[str, int], ...]:
        """Return the tokens that the last iteration completed by `k` steps kept, with what remained, the most first."""
        kept = self._kept(self._at(k))
        return () if kept is None else tuple(sorted(kept.tokens(self._substrings).items(), key=best_first))

    # -- other shapes ----------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the whole trace, ready for JSON; ``docs/reference/trace-format.md`` describes it."""
        return record(self)

    # -- inside ----------------------------------------------------------------------------------------------------

    def _at(self, k: int | None) -> int:
        return steps_done(k, len(self))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: i for i, word in enumerate(self.corpus)}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: i for i, word in enumerate(self.used)}

    def _select(self, k: int) -> Select | None:
        step = self[k] if k < len(self) else None
        return step if isinstance(step, Select) else None

    @cached_property
    def _characters(self) -> dict[str, int]:
        return characters_of(self.used, self.rules.continuing_prefix)

    def _kept(self, k: int) -> Kept | None:
        """Return the tokens that the last iteration completed by `k` steps kept; None where a trial has completed none
        yet."""
        trial, done = self._layout.completed(k)
        return self.trials[trial].iterations[done - 1] if done else None

    def _starts(self, k: int) -> Ints:
        """Return the places where pieces begin after `k` steps."""
        return self._cut_by(self._kept(k))

    @memoized(4)
    def _cut_by(self, kept: Kept | None) -> Ints:
        """Return the places where pieces begin under these tokens. Cached: neighboring steps ask for the same."""
        nothing = [np.zeros(0, np.int64)] * self._substrings.longest
        return self._substrings.starts(self._substrings.known(nothing if kept is None else kept.ids))

    def _count_starts(self, trial: int, iteration: int) -> Ints:
        """Return the places where the substrings begin that an iteration counts."""
        if iteration == 0:
            return self._substrings.everywhere
        return self._cut_by(self.trials[trial].iterations[iteration - 1])

    @memoized(2)
    def _taken(self, trial: int, iteration: int) -> tuple[Ints, Ints]:
        """Return the places where an iteration counts, and the length of what took each."""
        starts = self._count_starts(trial, iteration)
        return starts, lengths_taking(self._substrings, starts, self.trials[trial].iterations[iteration], self.rules)

    @memoized(2)
    def _counted(self, step: Select) -> tuple[SubstringCounts, dict[str, int]]:
        """Return the substrings that a step selects from, and their numbers by their tokens."""
        counted = count_substrings(self._substrings, *self._taken(step.trial, step.iteration), step.length)
        names = self._substrings.names(step.length, counted.ids)
        return counted, dict(zip(names, counted.ids.tolist(), strict=True))

    def _standing(self, token: str, step: Select, starts: Ints) -> Ints:
        """Return the indices of the places at which a candidate of a step begins; none of another token."""
        _, numbers = self._counted(step)
        return self._substrings.standing(numbers.get(token, -1), step.length, starts)

    @memoized(2)
    def _ranked(self, k: int) -> tuple[Substring, ...]:
        """Return the candidates of a step. Cached for the last two steps: a page asks for them several times."""
        step = self._select(k)
        assert step is not None
        length, threshold = step.length, step.threshold
        counted, names = self._counted(step)
        counts = dict(zip(names, counted.counts.tolist(), strict=True))
        rows = sorted(zip(names, counted.remains.tolist(), strict=True), key=best_first)
        return tuple(
            Substring(token, length, counts[token], remains, self.rules.is_enough(remains, threshold), rank, k, self)
            for rank, (token, remains) in enumerate(rows, start=1)
        )


# -- the trace as plain data -------------------------------------------------------------------------------------------


def record(trace: Trace) -> dict[str, Any]:
    """Return the whole trace as dicts, lists, tuples, strings and numbers."""
    used = frozenset(trace.used)
    return {
        "format": FORMAT,
        "algorithm": "wordpiece-top-down",
        "rules": {"preset": trace.preset, **asdict(trace.rules)},
        "vocab_size": trace.vocab_size,
        "stopped": trace.stopped,
        "words": [{"word": word, "count": count, "used": word in used} for word, count in trace.corpus.items()],
        "steps": [_step(step) for step in trace],
        "vocabulary": trace.vocabulary(),
    }


def _step(step: Step) -> dict[str, Any]:
    match step:
        case Threshold():
            return {"kind": step.kind, "lower": step.lower, "upper": step.upper, "threshold": step.threshold}
        case Select():
            return {"kind": step.kind, "length": step.length, "kept": step.trace.kept(step.index)}
        case Verdict():
            return {"kind": step.kind, "size": step.size, "judgment": step.judgment}
    return {"kind": step.kind}
