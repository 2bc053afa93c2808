"""The tables of SuperBPE and BoundlessBPE: steps, lines, candidates, superwords, and plain BPE of the same size.

The names of columns are stable and English, and tokens are the real text; how people read them is declared beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tokviz import bpe, superbpe
from tokviz.corpus import Corpus
from tokviz.model import Encoder
from tokviz.superbpe import words_in_token
from tokviz.superbpe.pieces import byte_level
from tokviz.superbpe.rules import SPACE
from tokviz.superbpe.traces import AnyCandidate, AnyStep, AnyTrace
from tokviz.trace import Contribution
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chip, Chips
from tokviz.views.shared.display import shown
from tokviz.views.shared.reasons import contribution_sum
from tokviz.views.shared.tables import (
    Cell,
    Column,
    FilledTable,
    Table,
    as_named,
    as_tied,
    as_token,
    as_tokens,
)

Plain: TypeAlias = bpe.Trace
"""Plain BPE on the lines of another training."""

KIND_KEYS = {
    "merge": "superbpe.kind.merge",
    "supermerge": "superbpe.kind.supermerge",
    "lift": "superbpe.kind.lift",
}
_VETOES = {
    "": "superbpe.veto.none",
    "forbidden": "superbpe.veto.short.forbidden",
    "too_many_words": "superbpe.veto.short.too_many_words",
}


def _crosses(step: AnyStep) -> int:
    return step.crosses if isinstance(step, superbpe.Merge) else 0


def _words(step: AnyStep) -> int:
    return 0 if isinstance(step, superbpe.Lift) else step.words_in_token


def _count(step: AnyStep) -> int:
    return 0 if isinstance(step, superbpe.Lift) else step.count


def _pair(step: AnyStep) -> tuple[str, ...]:
    return step.pair or ()


_LINE = 20  # characters of a line in a sum: several have room in a cell


def _sum(contributions: Sequence[Contribution], say: Catalog) -> str:
    """Return the lines that make up a count; a long one is cut."""
    return contribution_sum(contributions, say, lambda line: shown(line, _LINE), "line")


def _dash(value: int, _: Catalog) -> Cell:
    """Return a number, or nothing where there is none."""
    return value or ""


STEPS: Table[Sequence[AnyStep]] = Table(
    (
        Column("step", "column.number", lambda steps: [step.index + 1 for step in steps], is_number=True),
        Column("kind", "column.kind", lambda steps: [step.kind for step in steps], as_named(KIND_KEYS)),
        Column("pair", "column.pair", lambda steps: [*map(_pair, steps)], as_tokens, has_tokens=True),
        Column("left", "cli.column.left", lambda steps: [(*_pair(step), "")[0] for step in steps], as_token),
        Column("right", "cli.column.right", lambda steps: [(*_pair(step), "", "")[1] for step in steps], as_token),
        Column("token", "column.token", lambda steps: [step.token or "" for step in steps], as_token, has_tokens=True),
        Column("count", "column.count", lambda steps: [*map(_count, steps)], _dash, is_number=True),
        Column("crosses", "column.crosses", lambda steps: [*map(_crosses, steps)], _dash, is_number=True),
        Column("words_in_token", "column.words_in_token", lambda steps: [*map(_words, steps)], _dash, is_number=True),
        Column(
            "vocabulary_size",
            "column.vocabulary_size",
            lambda steps: [step.trace.sizes()[step.index + 1] for step in steps],
            is_number=True,
        ),
    )
)
"""A training, one row a step. `crosses` counts the occurrences that hold a border of the first stage."""

LINES: Table[tuple[AnyTrace, int]] = Table(
    (
        Column("word", "column.line", lambda of: list(of[0].corpus), as_token),
        Column("count", "column.count", lambda of: of[0].corpus.counts, is_number=True),
        Column(
            "symbols", "cli.column.symbols", lambda of: list(of[0].words(of[1]).values()), as_tokens, has_tokens=True
        ),
    )
)
"""The lines as they are split after k steps."""

CANDIDATES: Table[Sequence[AnyCandidate]] = Table(
    (
        Column("rank", "column.rank", lambda rows: [row.rank for row in rows], _dash, is_number=True),
        Column("kind", "column.kind", lambda rows: [row.kind for row in rows], as_named(KIND_KEYS)),
        Column("pair", "column.pair", lambda rows: [row.pair for row in rows], as_tokens, has_tokens=True),
        Column("left", "cli.column.left", lambda rows: [row.pair[0] for row in rows], as_token),
        Column("right", "cli.column.right", lambda rows: [row.pair[1] for row in rows], as_token),
        Column("count", "column.count", lambda rows: [row.count for row in rows], is_number=True),
        Column("tied", "column.tied", lambda rows: [row.is_tied for row in rows], as_tied),
        Column("vetoed", "column.vetoed", lambda rows: [row.vetoed or "" for row in rows], as_named(_VETOES)),
        Column("words", "column.lines", lambda rows: [row.contributions for row in rows], _sum, is_sum=True),
    )
)
"""The candidates of a step, best first. vetoed: why one is passed over. words: where each count comes from."""


@dataclass(frozen=True)
class Superword:
    """A token of several words: the step that made it, and how often it is in the lines after so many steps."""

    step: int
    token: str
    times: int


SUPERWORDS: Table[Sequence[Superword]] = Table(
    (
        Column("step", "column.number", lambda rows: [row.step for row in rows], is_number=True),
        Column("token", "column.token", lambda rows: [row.token for row in rows], as_token, has_tokens=True),
        Column(
            "words_in_token",
            "column.words_in_token",
            lambda rows: [words_in_token(row.token) for row in rows],
            is_number=True,
        ),
        Column("occurrences", "column.occurrences", lambda rows: [row.times for row in rows], is_number=True),
    )
)
"""The tokens of several words."""


@dataclass(frozen=True)
class Beside:
    """A training of a size, by its name: its vocabulary, its tokens of several words, and the tokens of the text."""

    name: str
    size: int
    superwords: int
    tokens: int


BESIDE: Table[Sequence[Beside]] = Table(
    (
        Column("name", "column.training", lambda rows: [row.name for row in rows]),
        Column("vocabulary_size", "column.vocabulary_size", lambda rows: [row.size for row in rows], is_number=True),
        Column("superwords", "column.superwords", lambda rows: [row.superwords for row in rows], is_number=True),
        Column("tokens", "column.tokens_of_text", lambda rows: [row.tokens for row in rows], is_number=True),
    )
)
"""A training beside plain BPE of the same size."""


def steps(trace: AnyTrace) -> FilledTable:
    """Return one row a step: step (from 1), kind, left, right, token, count, crosses, words_in_token,
    vocabulary_size."""
    names = ("step", "kind", "left", "right", "token", "count", "crosses", "words_in_token", "vocabulary_size")
    return STEPS.only(*names).of(trace[:])


def listed(trace: AnyTrace, _: Catalog) -> FilledTable:
    """Return the same for those who read it one below the other."""
    names = ("step", "kind", "pair", "token", "count", "crosses", "words_in_token", "vocabulary_size")
    return STEPS.only(*names).of(trace[:])


def state(trace: AnyTrace, k: int) -> FilledTable:
    """Return the lines as they are split after k steps."""
    return LINES.of((trace, k))


def choice(trace: AnyTrace, k: int) -> FilledTable:
    """Return the candidates of step k, best first."""
    return CANDIDATES.only("rank", "left", "right", "count", "tied", "vetoed").of(trace.candidates(k))


def superwords(trace: AnyTrace, k: int) -> list[Superword]:
    """Return the tokens of several words after k steps, the newest first."""
    times = trace.occurrences(k)
    return [
        Superword(i + 1, token, times.get(token, 0))
        for i, token in reversed([*enumerate(trace.tokens[:k])])
        if words_in_token(token) > 1
    ]


def chips_of(trace: AnyTrace) -> Chips:
    """Return the chips of a training: a token has the color of the first step that made it."""
    numbers: dict[str, int] = {}
    for number, token in enumerate(trace.tokens, start=1):
        if token:
            numbers.setdefault(token, number)
    return Chips(numbers, len(trace), SPACE)


def plain_of(trace: AnyTrace) -> Plain:
    """Train plain BPE on the same lines, up to as many tokens, or as long as there are pairs inside of words."""
    words = trace.fine.corpus if isinstance(trace, superbpe.Trace) else Corpus(trace.split.corpus)
    return bpe.train(words, vocab_size=trace.sizes()[-1], rules=trace.rules.merging)


@dataclass(frozen=True)
class SplitText:
    """A text as one of two tokenizers splits it. chips: its tokens, in the colors of this training."""

    name: str
    tokens: Sequence[str]
    chips: Sequence[Chip]


def split_by_both(trace: AnyTrace, plain: Plain, text: str, say: Catalog) -> list[SplitText]:
    """Return a text as this training splits it, and as plain BPE of the same size does."""
    chips = chips_of(trace)
    stage1 = byte_level(trace.rules.stage1) if isinstance(trace, superbpe.Trace) else trace.rules.stage1
    models: list[tuple[str, Encoder]] = [
        (name_of(trace, say), trace.model()),
        (say("superbpe.plain"), plain.model(pretokenizer=stage1)),
    ]
    splits = []
    for name, model in models:
        tokens = model.encode(text)
        splits.append(SplitText(name, tokens, chips.row(tokens)))
    return splits


def name_of(trace: AnyTrace, say: Catalog) -> str:
    """Return the name of the algorithm."""
    return say("compare.algorithm.superbpe") if isinstance(trace, superbpe.Trace) else say("preset.boundless")


def beside_bpe(trace: AnyTrace, plain: Plain, say: Catalog) -> list[Beside]:
    """Return a training and plain BPE of the same size."""
    counted = [
        (name_of(trace, say), trace.vocabulary(), trace.total_symbols),
        (say("superbpe.plain"), plain.vocabulary(), plain.total_symbols),
    ]
    return [
        Beside(name, len(vocabulary), sum(words_in_token(token) > 1 for token in vocabulary), totals[-1])
        for name, vocabulary, totals in counted
    ]
