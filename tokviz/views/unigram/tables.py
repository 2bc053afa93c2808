"""The tables of a unigram training: its steps, its pieces, and what each kind of step works on.

The names of columns are stable and English, pieces are the real text and segmentations tuples of them; how people read
them is declared beside. Each table has rows as its subject, so that a page can show the first of many. Needs no pandas
until a frame is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from tokviz.text_keys import preset_key
from tokviz.trace import Change
from tokviz.unigram import Expect, Maximize, Model, Prune, Seed, Trace
from tokviz.unigram.lattice import same_score
from tokviz.unigram.seeds import SeedCandidate
from tokviz.unigram.steps import PieceLoss, Resplit, StepKind
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.views.shared.tables import (
    Column,
    FilledTable,
    Table,
    as_amount,
    as_first_tokens,
    as_named,
    as_nats,
    as_probability,
    as_token,
    column_of_tokens,
)
from tokviz.views.unigram import numbers
from tokviz.views.unigram.keys import (
    AGREES_KEYS,
    FIGURE_KEYS,
    KIND_KEYS,
    OUTCOME_KEYS,
    SEED_OUTCOME_KEYS,
    STEP_KIND_KEYS,
)
from tokviz.views.unigram.numbers import Figure

# -- how people read a value -------------------------------------------------------------------------------------------


def _as_segmentation(value: Sequence[str], _: Catalog) -> str:
    return numbers.join_pieces(value)


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value


# -- the steps ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StepRow:
    """A step: its number, from 1, and its kind, a negative log-likelihood of the corpus, how many pieces there are
    after it, and those that it took out."""

    number: int
    kind: StepKind
    loss: float
    pieces: int
    dropped: tuple[str, ...] = ()


STEPS: Table[Sequence[StepRow]] = Table(
    (
        Column("step", "column.number", lambda rows: [row.number for row in rows], is_number=True),
        Column("kind", "column.kind", lambda rows: [row.kind for row in rows], as_named(KIND_KEYS)),
        Column("kind_in_full", "column.kind", lambda rows: [row.kind for row in rows], as_named(STEP_KIND_KEYS)),
        Column("loss", "column.nll", lambda rows: [row.loss for row in rows], as_nats),
        Column("pieces", "column.pieces_left", lambda rows: [row.pieces for row in rows], is_number=True),
        Column("dropped", "cli.column.dropped", lambda rows: [len(row.dropped) for row in rows], is_number=True),
        Column("dropped_pieces", "notebook.dropped", lambda rows: [row.dropped for row in rows], as_first_tokens),
    )
)
"""A training, one row a step."""


def step_rows(trace: Trace, most: int | None = None) -> list[StepRow]:
    """Return the first steps, each with the loss that it met; only an expect step met one."""
    return [
        StepRow(
            step.index + 1,
            step.kind,
            step.loss if isinstance(step, Expect) else math.nan,
            trace.pieces_left[step.index + 1],
            step.dropped,
        )
        for step in islice(trace, most)
    ]


def progress_rows(trace: Trace) -> list[StepRow]:
    """Return the steps, each with the loss after it, and without the pieces that it took out."""
    rows = zip(trace.kinds, trace.losses_after, trace.pieces_left[1:], strict=True)
    return [StepRow(number, *row) for number, row in enumerate(rows, start=1)]


def steps(trace: Trace) -> FilledTable:
    """Return one row a step: step (from 1), kind, loss (the negative log-likelihood that an expect step met; else
    missing), pieces (after the step), dropped (how many it took out)."""
    return STEPS.only("step", "kind", "loss", "pieces", "dropped").of(step_rows(trace))


def listed(trace: Trace, say: Catalog) -> FilledTable:
    """Return :func:`steps` for those who read them one below the other."""
    shown = STEPS.only("step", "kind", "loss", "pieces", "dropped").in_words(say, "kind")
    return shown.of(step_rows(trace))


# -- the pieces --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PieceRow:
    """A piece: its id, its probability and log score (a special token has none), how often the best segmentations of
    the corpus have it, and the count and the sum that its probability is of, where it is such a fraction."""

    id: int
    piece: str
    probability: float = math.nan
    score: float = math.nan
    occurrences: float = 0.0
    exact: tuple[int, int] | None = None


def _fraction(row: PieceRow | ExpectedRow, say: Catalog) -> str:
    """Return the probability of a piece, with its fraction if it has one."""
    exact = {} if row.exact is None else {row.piece: row.exact}
    return "–" if math.isnan(row.probability) else numbers.fraction(row.piece, row.probability, exact, say)


PIECES: Table[Sequence[PieceRow]] = Table(
    (
        Column("id", "column.id", lambda rows: [row.id for row in rows], is_number=True),
        Column("piece", "column.piece", lambda rows: [row.piece for row in rows], as_token, has_tokens=True),
        Column("probability", "column.probability", lambda rows: [row.probability for row in rows], as_probability),
        Column("fraction", "column.probability", list, _fraction, measured=lambda row: row.probability),
        Column("score", "column.log_score", lambda rows: [row.score for row in rows], as_nats),
        Column("occurrences", "column.occurrences", lambda rows: [row.occurrences for row in rows], as_amount),
    )
)
"""The pieces of a model."""


def model_rows(model: Model, most: int | None = None) -> list[PieceRow]:
    """Return the first pieces of a model."""
    return [
        PieceRow(i, piece) if piece in model.reserved else PieceRow(i, piece, probability, model.scores[piece])
        for i, (piece, probability) in enumerate(islice(model.probabilities.items(), most))
    ]


def vocabulary_rows(trace: Trace, k: int) -> list[PieceRow]:
    """Return the pieces of the tokenizer after k steps, at least 1, special tokens too."""
    model, exact = trace.model(k), numbers.fractions(trace, k)
    used = trace.expected_counts(k, "best")
    scores = [math.nan if piece in model.reserved else model.scores[piece] for piece in model.vocabulary]
    return [
        PieceRow(i, piece, math.exp(score), score, used.get(piece, 0.0), exact.get(piece))
        for i, (piece, score) in enumerate(zip(model.vocabulary, scores, strict=True))
    ]


def pieces(trace: Trace, k: int | None = None) -> FilledTable:
    """Return the pieces after k steps in the trainer's order: piece, probability, score (its natural logarithm)."""
    probabilities = trace.probabilities(k).values()
    scored = zip(trace.scores(k).items(), probabilities, strict=True)
    rows = [PieceRow(i, piece, probability, score) for i, ((piece, score), probability) in enumerate(scored)]
    return PIECES.only("piece", "probability", "score").of(rows)


# -- the seeds ---------------------------------------------------------------------------------------------------------


def _seed_outcome(row: SeedCandidate) -> str:
    return "no-room" if not row.kept else "character" if len(row.piece) == 1 else "kept"


SEEDS: Table[Sequence[SeedCandidate]] = Table(
    (
        Column("piece", "column.piece", lambda rows: [row.piece for row in rows], as_token, has_tokens=True),
        Column("count", "column.count", lambda rows: [row.count for row in rows], is_number=True),
        Column("weight", "column.weight", lambda rows: [round(row.weight) for row in rows], is_number=True),
        Column("outcome", "column.outcome", lambda rows: list(map(_seed_outcome, rows)), as_named(SEED_OUTCOME_KEYS)),
    )
)
"""The table of candidates for the start vocabulary."""


def seed_rows(trace: Trace, *, rejected: bool = True) -> Sequence[SeedCandidate]:
    """Return the candidates of the start vocabulary.

    Without `rejected` only those that were taken, which is quicker.
    """
    if rejected:
        return trace.seed_candidates()
    seed = trace.of(0, Seed)
    weights = numbers.seed_weights(seed)
    return [SeedCandidate(piece, seed.counts[piece], weight, kept=True) for piece, weight in weights.items()]


# -- expectation -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExpectedRow:
    """A piece with its probability before an expect step, as a fraction too if it is one, and its expected count."""

    piece: str
    probability: float
    expected: float
    exact: tuple[int, int] | None


EXPECTED: Table[Sequence[ExpectedRow]] = Table(
    (
        Column("piece", "column.piece", lambda rows: [row.piece for row in rows], as_token, has_tokens=True),
        Column("probability", "column.probability", lambda rows: [row.probability for row in rows], as_probability),
        Column("fraction", "column.probability", list, _fraction, measured=lambda row: row.probability),
        Column("expected", "column.expected", lambda rows: [row.expected for row in rows], as_amount),
    )
)
"""The table of counts of an expect step."""


def expected_rows(trace: Trace, k: int) -> list[ExpectedRow]:
    """Return the expected counts of step k, an expect step, the most first."""
    counts, exact = trace.of(k, Expect).counts, numbers.fractions(trace, k)
    rows = [
        ExpectedRow(piece, before, counts[piece], exact.get(piece)) for piece, before in trace.probabilities(k).items()
    ]
    return sorted(rows, key=lambda row: -row.expected)


@dataclass(frozen=True)
class SegmentationRow:
    """A segmentation of a word, its probability, written out, and its share of that of all of them."""

    pieces: tuple[str, ...]
    product: str
    share: float


SEGMENTATIONS: Table[Sequence[SegmentationRow]] = Table(
    (
        column_of_tokens(
            "segmentation", "column.segmentation", lambda rows: [row.pieces for row in rows], _as_segmentation
        ),
        Column(
            "share", "column.share", lambda rows: [row.share for row in rows], lambda share, say: say.percent(share, 4)
        ),
        Column(
            "product", "column.product", lambda rows: [row.product for row in rows], lambda text, _: shorten(text, 120)
        ),
    )
)
"""The segmentations of a word."""


def segmentation_rows(trace: Trace, k: int, word: str, say: Catalog, most: int = 50) -> list[SegmentationRow]:
    """Return the segmentations of a word under the scores that step k meets, the best first."""
    model, exact = trace.model(k), numbers.fractions(trace, k)
    lattice = model.lattice(word)
    unknown = math.exp(model.unknown_score)
    return [
        SegmentationRow(
            path.pieces,
            numbers.product(path.pieces, model.probabilities, exact, say, unknown),
            lattice.share(path),
        )
        for path in lattice.nbest(most)
    ]


# -- maximization ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChangeRow:
    """A piece with its expected count, and its probability before and after a maximize step; NaN for none."""

    piece: str
    expected: float
    before: float
    after: float

    @property
    def ratio(self) -> float:
        """Return the probability after the step, divided by that before it."""
        return self.after / self.before


def _as_new(value: float, say: Catalog) -> str:
    return say("unigram.is-dropped") if math.isnan(value) else say.probability(value)


def _as_ratio(value: float, say: Catalog) -> str:
    return "–" if math.isnan(value) else f"× {say.decimal(value, 4)}"


CHANGES: Table[Sequence[ChangeRow]] = Table(
    (
        Column("piece", "column.piece", lambda rows: [row.piece for row in rows], as_token, has_tokens=True),
        Column("expected", "column.expected", lambda rows: [row.expected for row in rows], as_amount),
        Column("before", "column.before", lambda rows: [row.before for row in rows], as_probability),
        Column("after", "column.after", lambda rows: [row.after for row in rows], _as_new),
        Column("ratio", "column.ratio", lambda rows: [row.ratio for row in rows], _as_ratio),
    )
)
"""The table of changes of a maximize step."""


def change_rows(trace: Trace, k: int) -> list[ChangeRow]:
    """Return the changes of step k, a maximize step.

    The most probable is first, and what it drops last.
    """
    counts = trace.new_counts(k)
    changes = trace.of(k, Maximize).piece_changes
    return [
        ChangeRow(change.piece, *map(_or_nan, (counts.get(change.piece), change.before, change.after)))
        for change in sorted(changes, key=lambda change: (change.after is None, -(change.after or 0.0)))
    ]


# -- pruning -----------------------------------------------------------------------------------------------------------


LOSSES: Table[Sequence[PieceLoss]] = Table(
    (
        Column("rank", "column.rank", lambda rows: range(1, len(rows) + 1), is_number=True),
        Column("piece", "column.piece", lambda rows: [row.piece for row in rows], as_token, has_tokens=True),
        Column("probability", "column.probability", lambda rows: [row.probability for row in rows], as_probability),
        Column("occurrences", "column.occurrences", lambda rows: [row.occurrences for row in rows], as_amount),
        Column("loss", "column.loss", lambda rows: [_or_nan(row.loss) for row in rows], as_nats),
        Column(
            "renormalized", "column.renormalized", lambda rows: [_or_nan(row.renormalized) for row in rows], as_nats
        ),
        Column("outcome", "column.outcome", lambda rows: [row.outcome for row in rows], as_named(OUTCOME_KEYS)),
    )
)
"""The table of what a pruning makes of each piece; a loss is missing where the rules give none."""


def loss_rows(trace: Trace, k: int) -> list[PieceLoss]:
    """Return the losses of step k, a pruning: the cheapest first, the protected last."""
    return sorted(trace.of(k, Prune).losses, key=lambda row: row.outcome == "protected")


SplitT = TypeVar("SplitT", bound="Change | Resplit", covariant=True)


@dataclass(frozen=True)
class Splits(Generic[SplitT]):
    """Words with their best segmentations before and after something changed. model: whose probabilities count."""

    model: Model
    words: Sequence[SplitT]

    def first(self, most: int) -> Splits[SplitT]:
        """Return the first of the words."""
        return Splits(self.model, self.words[:most])

    def losses(self) -> list[tuple[int, float, float]]:
        """Return the count of each word, and the probabilities of both segmentations."""
        scored = [(word.count, *self._scores(word)) for word in self.words]
        return [(count, math.exp(before), math.exp(after)) for count, before, after in scored]

    def tied(self) -> list[str]:
        """Return the words whose segmentation before is as good as the new one: only the order of ties, or rounding,
        changed."""
        return [word.word for word in self.words if same_score(*self._scores(word))]

    def _scores(self, change: Change | Resplit) -> tuple[float, float]:
        scores, unknown = self.model.scores, self.model.unknown_score
        before, after = (sum(scores.get(piece, unknown) for piece in path) for path in (change.before, change.after))
        return before, after


def _worked_out(values: tuple[int, float, float], say: Catalog) -> str:
    count, before, after = values
    return numbers.loss(count, before, after, say)


SPLITS: Table[Splits[Change | Resplit]] = Table(
    (
        Column("word", "column.word", lambda of: [word.word for word in of.words], as_token),
        Column("count", "column.count", lambda of: [word.count for word in of.words], is_number=True),
        column_of_tokens(
            "before", "column.split_before", lambda of: [word.before for word in of.words], _as_segmentation
        ),
        column_of_tokens("after", "column.split_after", lambda of: [word.after for word in of.words], _as_segmentation),
        Column("worked_out", "column.worked_out", Splits.losses, _worked_out),
    )
)
"""Words that are best split otherwise than before."""


def resplits(trace: Trace, k: int, piece: str) -> Splits[Resplit]:
    """Return the words that would be split otherwise without a piece after k steps, the greatest loss first."""
    return Splits(trace.model(k), sorted(trace.resplit(piece, k), key=lambda resplit: -resplit.loss))


def resegmented(trace: Trace, k: int) -> Splits[Change]:
    """Return the words that are best split otherwise after step k than before it, the most frequent first. Nothing for
    the first step, before which there are no pieces."""
    return Splits(trace.model(k + 1), sorted(trace.changes(k) if k else (), key=lambda change: -change.count))


# -- what a step works on ----------------------------------------------------------------------------------------------


def worked_on(trace: Trace, k: int) -> FilledTable:
    """Return the table of step k: seeds, expected counts, new probabilities or losses.

    Empty after the last step.
    """
    of_kind: Mapping[str, Callable[[], FilledTable]] = {
        "seed": lambda: SEEDS.of(seed_rows(trace)),
        "expect": lambda: EXPECTED.only("piece", "probability", "expected").of(expected_rows(trace, k)),
        "maximize": lambda: CHANGES.of(change_rows(trace, k)),
        "prune": lambda: LOSSES.of(loss_rows(trace, k)),
    }
    return FilledTable(()) if k == len(trace) else of_kind[trace[k].kind]()


# -- several trainings -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TrainedRow:
    """A training by the rules of a preset: how many pieces and steps it has in the end, and the negative log-likelihood
    of its corpus, over all segmentations and over the best."""

    preset: str
    pieces: int
    steps: int
    loss: float
    best: float


TRAININGS: Table[Sequence[TrainedRow]] = Table(
    (
        Column(
            "preset",
            "column.preset",
            lambda rows: [row.preset for row in rows],
            lambda name, say: say.choice(preset_key, name),
        ),
        Column("pieces", "column.pieces_left", lambda rows: [row.pieces for row in rows], is_number=True),
        Column("steps", "column.steps_done", lambda rows: [row.steps for row in rows], is_number=True),
        Column("loss", "column.nll", lambda rows: [row.loss for row in rows], as_nats),
        Column("best", "column.nll_best", lambda rows: [row.best for row in rows], as_nats),
    )
)
"""The same training by several presets."""


def trained_rows(traces: Mapping[str, Trace]) -> list[TrainedRow]:
    """Return the trainings by the names of their presets."""
    return [
        TrainedRow(
            name,
            trace.pieces_left[-1],
            len(trace),
            -trace.log_likelihood(paths="all"),
            -trace.log_likelihood(paths="best"),
        )
        for name, trace in traces.items()
    ]


@dataclass(frozen=True)
class SharedRow:
    """A piece with its probability in the end of each of several trainings; NaN where it is not there."""

    piece: str
    probabilities: tuple[float, ...]

    @property
    def is_shared(self) -> bool:
        """True if all trainings have the piece."""
        return not any(map(math.isnan, self.probabilities))


def shared_rows(traces: Iterable[Trace]) -> list[SharedRow]:
    """Return the pieces that several trainings end with. Those that they share come last; otherwise the most probable
    first."""
    ends = [trace.probabilities() for trace in traces]
    pieces = dict.fromkeys(piece for probabilities in ends for piece in probabilities)
    rows = [SharedRow(piece, tuple(end.get(piece, math.nan) for end in ends)) for piece in pieces]
    return sorted(rows, key=lambda row: (row.is_shared, -max(filter(math.isfinite, row.probabilities))))


def beside_columns(rows: Sequence[SharedRow], names: Sequence[str]) -> FilledTable:
    """Return these pieces as a table. names: what the trainings are called in its headings."""
    piece = Column[None]("piece", "column.piece", lambda _: [row.piece for row in rows], as_token, has_tokens=True)
    return FilledTable((piece, *(_end(rows, place, name) for place, name in enumerate(names))))


def _end(rows: Sequence[SharedRow], place: int, name: str) -> Column[None]:
    return Column(name, name, lambda _: [row.probabilities[place] for row in rows], as_probability)


# -- figures of a source -----------------------------------------------------------------------------------------------

FIGURES: Table[Sequence[Figure]] = Table(
    (
        Column("name", "column.quantity", list, lambda row, say: say(FIGURE_KEYS[row.name], about=row.about)),
        Column("printed", "column.printed_worth", lambda rows: [row.printed for row in rows]),
        Column("computed", "column.worth", lambda rows: [row.computed for row in rows]),
        Column("agrees", "column.printed", lambda rows: [row.agrees for row in rows], as_named(AGREES_KEYS)),
    )
)
"""The figures that a source printed, beside those computed."""
