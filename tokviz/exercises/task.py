"""Tasks: their records, none of them worded, and the generator that draws them from a seed.

Their sentences are :class:`lines <tokviz.lines.Line>`, which :mod:`tokviz.views.exercises` words. How an answer is read
is in :mod:`tokviz.exercises.answers`.

`random` promises the same numbers in every version of Python only for `Random.random()`. Homework has to be the same in
a year, so the numbers of :class:`Draw` come from SHA-256.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from tokviz.algorithms import Unit
from tokviz.bpe.encoding import MergeChoice
from tokviz.corpus import Corpus
from tokviz.lines import Line, Symbols
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.reasons import Fact
from tokviz.merging.steps import Pair, Step
from tokviz.model import Encoder
from tokviz.parity import Step as ParityStep
from tokviz.questions import StepQuestion
from tokviz.superbpe import Trace as SuperbpeTrace
from tokviz.unigram import Trace as UnigramTrace
from tokviz.unigram.reasons import BestPath, ExpectedCount, ExpectedPart
from tokviz.wordpiece.model import LongestMatch

Answer: TypeAlias = str | bytes | int | float | Fraction | Symbols | tuple[tuple[str, str], ...] | Corpus
"""An answer that has been read: in the one form that its task has."""
Form = Literal["pair", "pairs", "tokens", "number", "bytes", "text", "corpus", "choice"]
GivenName = Literal[
    "words",
    "merges",
    "vocabulary",
    "pieces",
    "word",
    "text",
    "tokens",
    "symbols",
    "corpus",
    "languages",
    "language-words",
    "chat",
]

Explanation: TypeAlias = Line | Fact | ExpectedPart | ExpectedCount | BestPath | MergeChoice | LongestMatch | ParityStep
"""Something that a task explains: a line of its own, or a fact about a step, which is told in one way everywhere."""


AnyTrace: TypeAlias = MergeTrace[Step] | SuperbpeTrace | UnigramTrace


@dataclass(frozen=True)
class Given:
    """A part of what a task gives. By its name, the value is

    words: pairs of a word's symbols and its count. corpus: a corpus. merges, symbols, tokens, vocabulary: tuples.
    pieces: pairs of a piece and its probability. chat: the stretches of its text. word, text: a string.
    languages: a record for each language. language-words: a word's symbols, its count, and the language that has it.
    unit: "line" if the words are lines.
    """

    name: GivenName
    value: Any
    unit: Unit = "word"


@dataclass(frozen=True)
class State:
    """The subject of a task, to be shown: a training and the number of steps done, or a tokenizer and a word that it
    encodes. None where there is nothing of the kind."""

    trace: AnyTrace | None = None
    k: int = 0
    model: Encoder | None = None
    word: str = ""


@dataclass(frozen=True)
class Task:
    """One question with all that is right. It holds the solution: show a reader `prompt` and `given` only.

    kind: a name in :data:`~tokviz.exercises.KINDS`. form: what kind of answer it takes. level, seed: what it was drawn
    from; seed None for a task about a given state. prompt: the question. given: what there is to count with. solution:
    what the algorithm does; of a corpus to be found one example. hints: from the slightest on. because: why, in the
    words of the narration. others: what is right beside the solution. choices: the answers to choose from, for a
    choice. known: the answers that make sense, for reading short notations.
    """

    kind: str
    form: Form
    prompt: Line
    given: tuple[Given, ...]
    solution: Answer = field(repr=False)
    hints: tuple[Explanation, ...] = field(default=(), repr=False)
    because: tuple[Explanation, ...] = field(default=(), repr=False)
    others: tuple[Answer, ...] = field(default=(), repr=False)
    choices: tuple[str, ...] = ()
    known: tuple[Answer, ...] = field(default=(), repr=False)
    state: State = field(default_factory=State, repr=False, compare=False)
    level: int = 0
    seed: str | None = None

    @property
    def accepted(self) -> tuple[Answer, ...]:
        """Return every right answer, the solution first."""
        return (self.solution, *self.others)

    @property
    def algorithm(self) -> str:
        """Return the algorithm that it is about; empty where it is about none."""
        shown = self.state.trace or self.state.model
        return shown.algorithm if shown else ""

    def get(self, name: GivenName) -> Any:
        """Return the value that is given under that name. Raises KeyError."""
        return {item.name: item.value for item in self.given}[name]


class HasPair(Protocol):
    """A candidate that is a pair."""

    @property
    def pair(self) -> Pair: ...


PairOut = TypeVar("PairOut", bound=HasPair)


def pair_task(
    kind: str, question: StepQuestion[PairOut, Fact], given: Given, trace: AnyTrace, known: tuple[Answer, ...] = ()
) -> Task:
    """Return the task to answer a question about a step with a pair. known: as in :class:`Task`, if not the options."""
    solution, *others = (candidate.pair for candidate in question.right)
    return Task(
        kind,
        "pair",
        question.asked,
        (given,),
        solution,
        question.hints,
        question.why,
        others=tuple(others),
        known=known or tuple(candidate.pair for candidate in question.options),
        state=State(trace, question.step),
    )


@dataclass(frozen=True)
class Verdict:
    """The verdict on an answer.

    right: whether it would do. readable: whether it could be read at all; if not, `said` is one line that tells why,
    and nothing should be counted. points: from 0 to 1, less the hints that were taken; a list of merges that goes wrong
    gets a part. said: what there is to say of this answer. because: what the algorithm does, and why. answer: as it was
    read, None if it was not.
    """

    right: bool
    points: Fraction
    said: tuple[Line, ...]
    because: tuple[Explanation, ...] = ()
    answer: Answer | None = None
    readable: bool = True


# -- drawing -----------------------------------------------------------------------------------------------------------

LEVELS = (1, 2, 3)
"""From what is counted at a glance to what takes pencil and paper."""

Thing = TypeVar("Thing")

_FAMILIES = (
    ("hug", "pug", "pun", "bun", "hugs", "bugs", "puns"),
    ("low", "lower", "slow", "flow", "owl", "bowl"),
    ("new", "newer", "widest", "newest", "west", "nest"),
    ("cat", "hat", "chat", "cats", "that", "hats"),
    ("run", "runs", "gun", "sun", "sung", "rung"),
    ("tea", "eat", "seat", "meat", "team", "neat"),
    ("top", "stop", "pot", "spot", "tops", "pots"),
    ("ring", "sing", "king", "rings", "sting", "kin"),
    ("ban", "nab", "bana", "anna", "nana", "cabana"),
    ("tin", "tint", "hint", "thin", "inn", "into"),
    ("red", "reed", "deer", "seed", "need", "weed"),
    ("ash", "wash", "cash", "dash", "shed", "wish"),
)
"""Words that share parts, so that there is something to count."""
FAMILY_WORDS = tuple(dict.fromkeys(word for family in _FAMILIES for word in family))
"""All words that the drawn corpora consist of."""


class Draw:
    """Numbers from a seed, one after the other.

    >>> draw = Draw("homework", 7)
    >>> [draw.below(10) for _ in range(5)], draw.choice("abc")
    ([8, 8, 0, 0, 8], 'c')
    """

    def __init__(self, *seed: object) -> None:
        self._seed = "\0".join(map(str, seed)).encode("utf-8", "surrogatepass")
        self._drawn = 0

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1."""
        self._drawn += 1
        block = sha256(self._seed + b"\0" + str(self._drawn).encode()).digest()
        return int.from_bytes(block[:16], "big") % n

    def between(self, least: int, most: int) -> int:
        """Draw a number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def choice(self, things: Sequence[Thing]) -> Thing:
        """Choose one of some things."""
        return things[self.below(len(things))]

    def sample(self, things: Sequence[Thing], n: int) -> list[Thing]:
        """Draw `n` things, or all there are, in a random order."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(min(n, len(left)))]


def small_corpus(draw: Draw, level: int) -> Corpus:
    """Draw three to five short words that share parts, with counts up to nine."""
    longest = 3 + level
    families = [[word for word in family if len(word) <= longest] for family in _FAMILIES]
    family = draw.choice([family for family in families if len(family) >= 2 + level])
    return Corpus({word: draw.between(1, 5 + level) for word in draw.sample(family, 2 + level)})


def variant(roster_seed: object, student: str, number: int) -> str:
    """Return the seed of a student's own variant of a task, from the seed of the class, the student's name and the
    task's number. Names that differ in blanks around them only are the same student.

    >>> variant(7, "Ada", 1) == variant("7", " Ada ", 1), variant(7, "Ada", 1) == variant(7, "Bo", 1)
    (True, False)
    """
    return sha256("\0".join((str(roster_seed), student.strip(), str(number))).encode("utf-8")).hexdigest()[:16]
