"""The protocol of all traces of a training, whatever was trained, and the records that they share.

A trace is a sequence of steps with the state before the first. Everywhere `k` is a number of steps done: state 0 is the
start, ``len(trace)`` the end and the default, and ``trace[k]`` is the step that is taken when `k` are done. So
``trace.candidates(k)`` is what ``trace[k]`` chose from, and ``trace.changes(k)`` is what it did to the words. A `k`
outside of this raises IndexError; ``trace[-1]`` is the last step, as in any sequence.

mypy holds the classes to the protocol, and ``tests/test_protocols.py`` holds all of them to what it says. What only one
algorithm has (an expectation step, a lattice) are members of its own trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, overload

from tokviz.checkpoint import checkpoint
from tokviz.corpus import Corpus
from tokviz.model import Model
from tokviz.notebook_display import Drawn, ShownViews, steps_frame, views_of_trace
from tokviz.presets import name_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Candidate",
    "Change",
    "Contribution",
    "Progress",
    "Replayed",
    "Rules",
    "Step",
    "Trace",
    "TraceOf",
    "steps_done",
]

ModelOut = TypeVar("ModelOut", bound=Model, covariant=True)
StepOut = TypeVar("StepOut", covariant=True)


@dataclass(frozen=True)
class Contribution:
    """A word's part in the count of something: `occurrences` in the word times the word's `count` in the corpus."""

    word: str
    occurrences: int
    count: int

    @property
    def total(self) -> int:
        return self.occurrences * self.count


@dataclass(frozen=True)
class Change:
    """A word that a step changed, with its count in the corpus: its symbols or pieces before and after."""

    word: str
    count: int
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class Progress:
    """The progress of a training: the steps done, the kind of the last one, as the algorithm names it, the number of
    pieces, and the number wanted, 0 where training goes on until nothing is left to do.

    >>> Progress(1, "prune", 400, 100).share, Progress(30, "merge", 25, 100).share
    (0.25, 0.25)
    """

    steps: int
    kind: str
    pieces: int
    vocab_size: int

    @property
    def share(self) -> float:
        """The share of the wanted number that is reached, from above or from below; 0 without one."""
        return min(self.pieces, self.vocab_size) / max(self.pieces, self.vocab_size, 1)


class Rules(Protocol):
    """One convention of an algorithm: a frozen dataclass of knobs."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def first_tokens(self) -> tuple[str, ...]:
        """The tokens at the head of the vocabulary, which are special; each once."""

    def trained_length(self, word: str) -> int:
        """Return as how many letters training takes a word: with the marks that these rules put on it, and in bytes
        where training is on bytes. Limits and queues ask for it, since a mark can be longer than all words."""


class Candidate(Protocol):
    """One of those that a step chooses from."""

    @property
    def what(self) -> tuple[str, str] | str:
        """The pair or the piece."""

    @property
    def value(self) -> int | Fraction | float | None:
        """The value that the choice is made by: a count, an exact score, a loss in nats. None without one."""

    @property
    def rank(self) -> int:
        """Its place from the best, which is 1; the tie-break has put those of the same value in order."""

    @property
    def is_tied(self) -> bool:
        """True if only the tie-break decided whether it was chosen: another of the same value was decided otherwise."""

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """The words that make it up, in corpus order."""


class Step(Protocol):
    """One step of a training."""

    @property
    def index(self) -> int:
        """The number of steps done before it; its place in the trace."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """The words that it changed, in corpus order."""


class Trace(Protocol):
    """One training: its steps, and every state between them, at once and in any order."""

    @property
    def algorithm(self) -> str:
        """The name of the algorithm, a key of :data:`tokviz.algorithms.ALGORITHMS`; the convention says the variant."""

    @property
    def corpus(self) -> Corpus:
        """The corpus that was trained on."""

    @property
    def rules(self) -> Rules:
        """The convention that was followed."""

    @property
    def stopped(self) -> str:
        """The reason why training ended."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, k: int) -> Step: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[Step, ...]: ...
    def __iter__(self) -> Iterator[Step]: ...

    def words(self, k: int | None = None) -> Mapping[str, tuple[str, ...]]:
        """Return word -> its symbols or pieces after `k` steps, in corpus order."""

    def vocabulary(self, k: int | None = None) -> tuple[str, ...]:
        """Return the model's vocabulary after `k` steps, in the order of its ids."""

    def sizes(self) -> tuple[int, ...]:
        """Return the size of that vocabulary after 0, 1, ... steps."""

    def possible_sizes(self) -> tuple[int, ...]:
        """Return the sizes at which training could have ended, ascending."""

    def steps_to(self, vocab_size: int) -> tuple[int, bool]:
        """Return after how many steps the vocabulary has this size, or the nearest smaller one, and whether training
        with this size as its aim gives the very same tokenizer."""

    def candidates(self, k: int | None = None) -> tuple[Candidate, ...]:
        """Return the candidates of ``trace[k]``, the best first; at the end, those of a next step."""

    def changes(self, k: int) -> tuple[Change, ...]:
        """Return the words that ``trace[k]`` changes, in corpus order, before and after; none at the end."""

    def model(self, k: int | None = None, *, pretokenizer: str = ...) -> Model:
        """Return the tokenizer after `k` steps."""

    @property
    def token_totals(self) -> tuple[int, ...] | None:
        """The number of tokens that the corpus becomes with the tokenizer after 0, 1, ... steps, where words are split
        as training has them; None where only encoding tells."""

    def may_change(self, first: int, last: int) -> Callable[[str, Sequence[str]], bool]:
        """Return a test: whether a word with these tokens after `first` steps may have others after `last`."""

    def to_frame(self) -> pd.DataFrame:
        """Return the steps as a pandas frame, one row a step."""

    def to_dict(self) -> dict[str, Any]:
        """Return the whole trace, ready for JSON; ``docs/reference/trace-format.md`` describes it."""


class TraceOf(Trace, Protocol[ModelOut]):
    """A trace whose tokenizers are all of one class."""

    def model(self, k: int | None = None, *, pretokenizer: str = ...) -> ModelOut:
        """Return the tokenizer after `k` steps."""


class Replayed(Drawn, Sequence[StepOut]):
    """The steps of a training as a sequence. What inherits has a length, and makes a step when it is asked for one."""

    algorithm: ClassVar[str]
    only_merges: ClassVar[bool] = False
    """True if each step merges a pair."""
    _presets: ClassVar[Mapping[str, object]] = {}
    corpus: Corpus
    rules: Rules

    def __repr__(self) -> str:
        steps = _number(len(self), "merge" if self.only_merges else "step")
        return f"<Trace {self.algorithm} {self.preset or 'own rules'}, {steps}, {_number(len(self.corpus), 'word')}>"

    @property
    def preset(self) -> str | None:
        """The name of the rules; None where no preset has them."""
        return name_of(self.rules, self._presets)

    def _step(self, k: int) -> StepOut:
        """Return step k, which is in range."""
        raise NotImplementedError

    @overload
    def __getitem__(self, k: int) -> StepOut: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[StepOut, ...]: ...
    def __getitem__(self, k: int | slice) -> StepOut | tuple[StepOut, ...]:
        if isinstance(k, slice):
            return tuple(self._steps(range(*k.indices(len(self)))))
        return self._step(range(len(self))[k])

    def __iter__(self) -> Iterator[StepOut]:
        return self._steps(range(len(self)))

    def _steps(self, wanted: range) -> Iterator[StepOut]:
        for k in wanted:
            checkpoint()
            yield self._step(k)

    @property
    def token_totals(self) -> tuple[int, ...] | None:
        """The number of tokens that the corpus becomes after 0, 1, ... steps; None where only encoding tells."""
        return None

    def may_change(self, first: int, last: int) -> Callable[[str, Sequence[str]], bool]:
        """Return a test: whether a word with these tokens after `first` steps may have others after `last`; any may,
        unless the algorithm knows better."""
        return lambda word, tokens: True

    def to_frame(self) -> pd.DataFrame:
        """Return the steps as a pandas frame, one row a step (see the function `steps` of the algorithm's tables in
        :mod:`tokviz.views`)."""
        return steps_frame(self)

    def views(self, step: int | None = None, lang: str = "en") -> ShownViews:
        """Return the views of the algorithm's page after `step` steps, at the end for None, by name. A notebook draws
        each; more in :mod:`tokviz.views.hosts.views`."""
        return views_of_trace(self, step, lang)


def _number(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"


def steps_done(k: int | None, steps: int) -> int:
    """Return `k`, or all `steps` if it is None. Raises IndexError outside of 0 to `steps`.

    >>> steps_done(None, 3), steps_done(0, 3)
    (3, 0)
    """
    if k is None:
        return steps
    if not 0 <= k <= steps:
        raise IndexError(f"step {k} is outside 0..{steps}")
    return k
