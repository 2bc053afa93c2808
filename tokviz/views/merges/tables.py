"""The tables of a training by merges: its steps, its words, what a step chooses from, its vocabulary.

The names of columns are stable and English, and tokens are the real text; how people read them is declared beside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from tokviz import wordpiece
from tokviz.bpe import Pair
from tokviz.merging.candidates import number_tied
from tokviz.merging.measures import COUNT, SCORE, Worth
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.text_keys import column_key
from tokviz.trace import Contribution
from tokviz.views.merges.narration import TIE_RULE_KEYS
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chips, Row
from tokviz.views.shared.display import visible
from tokviz.views.shared.reasons import contribution_sum
from tokviz.views.shared.spaces import space_sign
from tokviz.views.shared.tables import (
    Column,
    FilledTable,
    Table,
    as_change,
    as_tied,
    as_ties,
    as_token,
    as_tokens,
    as_value,
    chip_cells,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "CANDIDATES",
    "MERGES",
    "VOCABULARY",
    "WORDS",
    "Candidates",
    "Merges",
    "candidate_rows",
    "candidates",
    "candidates_table",
    "chips_of",
    "choice",
    "contributions",
    "listed",
    "merge_rows",
    "steps",
    "vocabulary",
    "with_worth",
    "words",
]


@dataclass(frozen=True)
class Merges:
    """Some merges of a training. numbers: which, counted from 0; after: how many were made when one looks at them."""

    trace: MergeTrace[Step]
    numbers: Sequence[int]
    after: int = 0

    @classmethod
    def all_of(cls, trace: MergeTrace[Step]) -> Merges:
        return cls(trace, range(len(trace)), len(trace))

    def pairs(self) -> list[Pair]:
        return [self.trace.merges[k] for k in self.numbers]

    def scores(self) -> list[Fraction]:
        """Return the scores of WordPiece."""
        trace = self.trace
        return [
            Fraction(trace.counts[k], left * right) for k, (left, right) in zip(self.numbers, self.parts(), strict=True)
        ]

    def parts(self) -> list[tuple[int, int]]:
        """Return the counts of the left and the right part of each pair before the merge."""
        return [self.trace.part_counts[k] for k in self.numbers]

    def likelihood_changes(self) -> list[float]:
        """Return by how much each merge of WordPiece raised the log-likelihood, in nats."""
        return [cast("wordpiece.Trace", self.trace).likelihood_change(k) for k in self.numbers]

    def worths(self) -> list[Worth]:
        """Return the value by which each merge was chosen."""
        return [self.trace.value(k) for k in self.numbers]

    def times_in_use(self) -> list[int]:
        """Return the number of times that each token is in the corpus."""
        in_use = self.trace.occurrences(self.after)
        return [in_use.get(self.trace.tokens[k], 0) for k in self.numbers]


def _change(trace: MergeTrace[Step], k: int) -> int:
    return trace.symbols_in_use[k + 1] - trace.symbols_in_use[k]


def _in_use(times: int, say: Catalog) -> str:
    return say.count("count.times", times) if times else say("merges.used-up")


def _occurrences(trace: MergeTrace[Step], k: int) -> list[int]:
    occurrences = trace.occurrences(k)
    return [occurrences.get(token, 0) for token in trace.vocabulary(k)]


MERGES: Table[Merges] = Table(
    (
        Column("step", "column.step", lambda of: [k + 1 for k in of.numbers], is_number=True),
        Column("pair", "column.pair", Merges.pairs, as_tokens, has_tokens=True),
        Column("left", "cli.column.left", lambda of: [left for left, _ in of.pairs()], as_token),
        Column("right", "cli.column.right", lambda of: [right for _, right in of.pairs()], as_token),
        Column("token", "column.token", lambda of: [of.trace.tokens[k] for k in of.numbers], as_token, has_tokens=True),
        Column("count", "column.count", lambda of: [of.trace.counts[k] for k in of.numbers], is_number=True),
        Column(
            "tied", "column.tied_pairs", lambda of: [of.trace.tie_sizes[k] for k in of.numbers], as_ties, is_number=True
        ),
        Column("vocabulary_change", "column.vocabulary_change", lambda of: [_change(of.trace, k) for k in of.numbers]),
        Column(
            "symbols_in_use", "column.symbols_in_use", lambda of: [of.trace.symbols_in_use[k + 1] for k in of.numbers]
        ),
        Column("vocabulary_size", "column.vocabulary_size", lambda of: [of.trace.sizes()[k + 1] for k in of.numbers]),
        Column("left_count", "cli.column.left_count", lambda of: [left for left, _ in of.parts()]),
        Column("right_count", "cli.column.right_count", lambda of: [right for _, right in of.parts()]),
        Column("score", "column.score", Merges.scores, as_value, stored=str),
        Column("gain", "column.gain", lambda of: [float(of.trace.value(k)) for k in of.numbers], as_value),
        Column("likelihood_change", "column.likelihood_change", Merges.likelihood_changes, as_change),
        Column("in_use", "column.in_use", Merges.times_in_use, _in_use),
    )
)
"""A training, one row a merge. `tied` is the number of pairs that were as good as the winner (1: no tie); sizes are
after the step; what a score is made of, the score as a fraction, and the gain in nats, are of WordPiece."""


@dataclass(frozen=True)
class Candidates:
    """Candidates of a step, best first. first: the rank of the first of them, from 1; tied: how many share the first
    place; 0 for a winner alone."""

    trace: MergeTrace[Step]
    step: int
    first: int
    counts: Sequence[tuple[Pair, int]]
    tied: int

    @classmethod
    def of_step(cls, trace: MergeTrace[Step], k: int, most: int | None = None, first: int = 1) -> Candidates:
        """Return those from rank `first` to `most`."""
        pairs = list(trace.pairs(k).items())
        if trace.pair_measure.is_count:
            tied = number_tied(count for _, count in pairs if count >= trace.rules.minimum_count)
        else:
            tied = sum(candidate.is_tied for candidate in trace.candidates(k))
        return cls(trace, k, first, pairs[first - 1 : most], tied)

    def pairs(self) -> list[Pair]:
        return [pair for pair, _ in self.counts]

    def ranks(self) -> range:
        return range(self.first, self.first + len(self.counts))

    def worths(self) -> list[Worth]:
        """Return the worth of each pair."""
        last = self.first - 1 + len(self.counts)
        return [candidate.value for candidate in self.trace.candidates(self.step)[self.first - 1 : last]]

    def contributions(self) -> list[tuple[Contribution, ...]]:
        """Return the words behind each count."""
        return [self.trace.contributions(pair, self.step) for pair in self.pairs()]


CANDIDATES: Table[Candidates] = Table(
    (
        Column("rank", "column.rank", Candidates.ranks, is_number=True),
        Column("pair", "column.pair", Candidates.pairs, as_tokens, has_tokens=True),
        Column("left", "cli.column.left", lambda of: [left for left, _ in of.pairs()], as_token),
        Column("right", "cli.column.right", lambda of: [right for _, right in of.pairs()], as_token),
        Column("count", "column.count", lambda of: [count for _, count in of.counts], is_number=True),
        Column("tied", "column.tied", lambda of: [rank <= of.tied for rank in of.ranks()], as_tied),
        Column("words", "column.words", Candidates.contributions, contribution_sum, is_sum=True),
    )
)
"""The table of candidates of a step; `tied` says which share the first place, `words` where each count comes from."""

CONTRIBUTIONS: Table[Sequence[Contribution]] = Table(
    (
        Column("word", "column.word", lambda of: [part.word for part in of], as_token),
        Column("occurrences", "column.occurrences", lambda of: [part.occurrences for part in of], is_number=True),
        Column("count", "column.count", lambda of: [part.count for part in of], is_number=True),
        Column("total", "column.total", lambda of: [part.total for part in of], is_number=True),
    )
)
"""The words behind the count of a pair."""

WORDS: Table[tuple[MergeTrace[Step], int]] = Table(
    (
        Column("word", "column.word", lambda of: list(of[0].corpus), as_token),
        Column("count", "column.count", lambda of: of[0].corpus.counts, is_number=True),
        Column(
            "symbols", "cli.column.symbols", lambda of: list(of[0].words(of[1]).values()), as_tokens, has_tokens=True
        ),
    )
)
"""The words as they are split after k merges."""

VOCABULARY: Table[tuple[MergeTrace[Step], int]] = Table(
    (
        Column("id", "column.id", lambda of: range(len(of[0].vocabulary(of[1]))), is_number=True),
        Column("token", "column.token", lambda of: of[0].vocabulary(of[1]), as_token, has_tokens=True),
        Column("occurrences", "column.occurrences", lambda of: _occurrences(*of), is_number=True),
    )
)
"""The model's vocabulary after k merges; occurrences in the corpus then (0: consumed or never used)."""


def steps(trace: MergeTrace[Step]) -> FilledTable:
    """Return one row a step: step (from 1), left, right, token, count, tied, vocabulary_change, symbols_in_use,
    vocabulary_size; of WordPiece left_count, right_count, score, and by gain that too."""
    names = [
        "step",
        "left",
        "right",
        "token",
        "count",
        "tied",
        "vocabulary_change",
        "symbols_in_use",
        "vocabulary_size",
    ]
    names += ["left_count", "right_count"] * (trace.algorithm == "wordpiece")
    return with_worth(MERGES.only(*names, *_measures(trace)), trace).of(Merges.all_of(trace))


def listed(trace: MergeTrace[Step], say: Catalog) -> FilledTable:
    """Return the same for those who read it one below the other: the pair in one column, a score instead of its
    parts."""
    names = ("step", "pair", "token", "count", "tied", "symbols_in_use", "vocabulary_size")
    shown = with_worth(MERGES.only(*names, *_measures(trace)), trace).in_words(say, "tied")
    return shown.of(Merges.all_of(trace)).titled(tied="column.tied")


def _measures(trace: MergeTrace[Step]) -> tuple[str, ...]:
    """Return the columns that say what WordPiece chooses by."""
    if trace.algorithm != "wordpiece":
        return ()
    return ("score",) if trace.pair_measure in (COUNT, SCORE) else ("score", trace.pair_measure.name)


def with_worth(table: Table[Merges], trace: MergeTrace[Step]) -> Table[Merges]:
    """Return a table with what each merge was chosen by, where that is in no column yet."""
    name = trace.pair_measure.name
    if name in {column.name for column in MERGES.columns}:
        return table
    worth: Column[Merges] = Column(name, column_key(name), Merges.worths, as_value)
    return Table((*table.columns, worth))


def candidates_table(trace: MergeTrace[Step], *names: str) -> Table[Candidates]:
    """Return these columns of the table of candidates, and behind their count what they are chosen by instead."""
    name, table = trace.pair_measure.name, CANDIDATES.only(*names)
    if trace.pair_measure.is_count:
        return table
    place = names.index("count") + 1
    worth: Column[Candidates] = Column(name, column_key(name), Candidates.worths, as_value, is_number=True)
    return Table((*table.columns[:place], worth, *table.columns[place:]))


def words(trace: MergeTrace[Step], k: int) -> FilledTable:
    """Return the words as they are split after k merges: word, count, symbols (a tuple)."""
    return WORDS.of((trace, k))


def vocabulary(trace: MergeTrace[Step], k: int) -> pd.DataFrame:
    """Return the model's vocabulary after k merges: id, token, occurrences."""
    return VOCABULARY.of((trace, k)).frame()


def choice(trace: MergeTrace[Step], k: int, most: int | None = None) -> FilledTable:
    """Return the candidates of step k, best first: rank, left, right, count, tied.

    Only the first `most` when given.
    """
    table = candidates_table(trace, "rank", "left", "right", "count", "tied")
    return table.of(Candidates.of_step(trace, k, most))


def candidates(trace: MergeTrace[Step], k: int, most: int | None = None) -> pd.DataFrame:
    """Return :func:`choice` as a frame."""
    return choice(trace, k, most).frame()


def contributions(trace: MergeTrace[Step], pair: Pair, k: int) -> FilledTable:
    """Return the words behind the count of `pair` after k merges, greatest part first."""
    return CONTRIBUTIONS.of(sorted(trace.contributions(pair, k), key=lambda part: -part.total))


# -- with chips --------------------------------------------------------------------------------------------------------


def chips_of(trace: MergeTrace[Step]) -> Chips:
    """Return the chips of a training: a token has the color of the first merge that made it."""
    numbers: dict[str, int] = {}
    for number, token in enumerate(trace.tokens, start=1):
        numbers.setdefault(token, number)
    return Chips(numbers, len(trace), space_sign(trace.rules))


def candidate_rows(table: Table[Candidates], candidates: Candidates, say: Catalog) -> tuple[Row, ...]:
    """Return the rows of candidates. The first of the step is what it merges, and its tie says by which rule."""
    trace = candidates.trace
    rule = say(TIE_RULE_KEYS[trace.rules.tie_rule])
    filled = table.of(candidates)
    ties = [column.name for column in filled.columns].index("tied")
    rows = []
    for rank, pair, cells in zip(
        candidates.ranks(), candidates.pairs(), chip_cells(filled, chips_of(trace), say), strict=True
    ):
        if rank == 1 and cells[ties]:
            cells = (*cells[:ties], rule, *cells[ties + 1 :])
        is_chosen = rank == 1 and candidates.step < len(trace)
        rows.append(Row(cells, lights=tuple(map(visible, pair)), is_chosen=is_chosen))
    return tuple(rows)


def merge_rows(
    table: Table[Merges], merges: Merges, more: Mapping[str, Callable[[int], str]], say: Catalog
) -> tuple[Row, ...]:
    """Return the rows of merges with these columns, and `more` by the number of the merge, counted from 1. A token that
    is in use no longer is faded; the merge made last is the chosen one."""
    chips = chips_of(merges.trace)
    used_up = [not times for times in merges.times_in_use()]
    cells = chip_cells(table.of(merges), chips, say, used_up)
    return tuple(
        Row((*row, *(value(k + 1) for value in more.values())), step=k + 1, is_chosen=k + 1 == merges.after)
        for k, row in zip(merges.numbers, cells, strict=True)
    )
