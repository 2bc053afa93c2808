"""The candidates that a step of WordPiece chooses from, with the arithmetic of their scores, and as a chart of points.

Where the rules go by the likelihood gain, the gains are in place of the scores; `measure` says which of the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tokviz.bpe import Pair
from tokviz.merging.measures import GAIN, SCORE, Measure
from tokviz.merging.reasons import PairValue
from tokviz.text_keys import column_key, measure_key
from tokviz.views.shared import reasons
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, shown, visible
from tokviz.views.shared.palette import HUES
from tokviz.views.shared.points import Point, PointKind, Points, axis, labels
from tokviz.views.shared.tables import (
    Column,
    FilledTable,
    Table,
    as_change,
    as_tied,
    as_token,
    as_tokens,
    as_value,
)
from tokviz.wordpiece import Candidate, Trace

_ROLES = {
    "bpe": "scores.role.bpe",
    "other": "scores.role.other",
    "rare": "scores.role.rare",
}

MAX_POINTS = 600
"""The scatter shows at most about this many pairs: the best by score and the most frequent."""

_PLAIN = ("other", "rare")  # the roles of what nobody would choose
_LOOKS: Mapping[str, Callable[[str], PointKind]] = {
    "winner": partial(PointKind, look="accent", shape="diamond"),
    "bpe": partial(PointKind, look="edge", shape="square", hue=HUES[1]),
    "both": partial(PointKind, look="accent", shape="diamond"),
    "other": partial(PointKind, look="edge", shape="circle"),
    "rare": partial(PointKind, look="edge", shape="cross"),
}
"""Color and shape of the points of each role; none differs from another by its color alone."""
_MOST_NAMED = 12  # pairs that have names where there are no more, and that the sentence for the chart lists
_LONGEST = 16  # characters of a symbol in a name


@dataclass(frozen=True)
class Scores:
    """Candidates of a step, the choice first. highest: the one of the highest score or gain, if any; least: the count
    below which a pair is too rare to be chosen."""

    trace: Trace
    found: Sequence[Candidate]
    highest: Candidate | None
    least: int

    @classmethod
    def of_step(cls, trace: Trace, k: int, most: int | None = None) -> Scores:
        """Return the first `most` candidates of step k."""
        scored = trace.candidates(k)
        least = trace.rules.minimum_count
        if not scored or scored[0].count < least:
            least = 0  # all are too rare: training ends here
        allowed = [candidate for candidate in scored if candidate.count >= least]
        by_count = trace.pair_measure.is_count
        highest = (
            max(allowed, key=lambda candidate: candidate.score, default=None) if by_count else next(iter(allowed), None)
        )
        return cls(trace, scored[:most], highest, least)

    @property
    def measure(self) -> Measure:
        return measure_of(self.trace)

    def pairs(self) -> list[Pair]:
        return [candidate.pair for candidate in self.found]

    def values(self) -> list[float]:
        """Return the scores, or the gains where the rules go by them."""
        by_gain = self.measure == GAIN
        return [
            candidate.gain if by_gain else candidate.count / (candidate.left_count * candidate.right_count)
            for candidate in self.found
        ]

    def pair_values(self) -> list[PairValue]:
        """Return the numbers that each score or gain is worked out from."""
        measure = self.measure.name
        return [
            PairValue(measure, candidate.pair, candidate.count, (candidate.left_count, candidate.right_count), value)
            for candidate, value in zip(self.found, self.values(), strict=True)
        ]

    def roles(self) -> list[str]:
        """Return the role of each: ``winner``, the highest score or gain; ``bpe``, what byte-pair encoding would take;
        ``both``; ``other``; or ``rare``, neither tied nor the highest as long as there are others."""
        return [self._role(candidate) for candidate in self.found]

    def _role(self, candidate: Candidate) -> str:
        if candidate is self.highest:
            return "both" if candidate.bpe_rank == 1 else "winner"
        return "bpe" if candidate.bpe_rank == 1 else "other" if candidate.count >= self.least else "rare"


SCORES: Table[Scores] = Table(
    (
        Column("rank", "column.rank", lambda of: range(1, len(of.found) + 1), is_number=True),
        Column("pair", "column.pair", Scores.pairs, as_tokens, has_tokens=True),
        Column("left", "cli.column.left", lambda of: [candidate.pair[0] for candidate in of.found], as_token),
        Column("right", "cli.column.right", lambda of: [candidate.pair[1] for candidate in of.found], as_token),
        Column("count", "column.count", lambda of: [candidate.count for candidate in of.found], is_number=True),
        Column(
            "left_count",
            "cli.column.left_count",
            lambda of: [candidate.left_count for candidate in of.found],
            is_number=True,
        ),
        Column(
            "right_count",
            "cli.column.right_count",
            lambda of: [candidate.right_count for candidate in of.found],
            is_number=True,
        ),
        Column("score", "column.score", Scores.values, as_value),
        Column("arithmetic", "column.arithmetic", Scores.pair_values, reasons.worked_out),
        Column(
            "likelihood_change",
            "column.likelihood_change",
            lambda of: [candidate.likelihood_change for candidate in of.found],
            as_change,
        ),
        Column(
            "bpe_rank", "column.bpe_rank", lambda of: [candidate.bpe_rank for candidate in of.found], is_number=True
        ),
        Column("tied", "column.tied", lambda of: [candidate.is_tied for candidate in of.found], as_tied),
        Column("role", "column.role", Scores.roles),
    )
)
"""The table of candidates of a step of WordPiece. `score` is the gain where the rules go by that; `likelihood_change`
is what the merge would do to the log-likelihood, in nats; `tied` says which share the first place."""


def measure_of(trace: Trace) -> Measure:
    """Return the measure that is shown of pairs; rules that count have scores all the same."""
    return SCORE if trace.pair_measure.is_count else trace.pair_measure


_LISTED = ("rank", "left", "right", "count", "left_count", "right_count", "arithmetic", "likelihood_change", "tied")


def listed(trace: Trace, k: int, say: Catalog) -> FilledTable:
    """Return the candidates of step k for those who read them in a terminal: the score as it is worked out."""
    return SCORES.only(*_LISTED).in_words(say, "arithmetic").of(Scores.of_step(trace, k))


# -- the scatter -------------------------------------------------------------------------------------------------------


def scatter(scores: Scores, say: Catalog) -> Points:
    """Return count against score of all candidates of a step, a point a pair: of many the best by score and the most
    frequent. The highest and the most frequent are named, and where there are few, all that have room for a name.

    Both axes are logarithmic: counts and scores of a text go over several powers of ten. That of gains is not, since
    some are below 0.
    """
    drawn = _drawn(scores)
    written = [reasons.worked_out(fact, say) for fact in drawn.pair_values()]
    roles = drawn.roles()
    present = [role for role in _LOOKS if role in roles]
    kinds = tuple(_LOOKS[role](_role(role, drawn.measure, say)) for role in present)
    points = tuple(
        Point(_name(candidate.pair), candidate.count, value, present.index(role), worth)
        for candidate, value, role, worth in zip(drawn.found, drawn.values(), roles, written, strict=True)
    )
    chosen = {kind for kind, role in enumerate(present) if role not in _PLAIN}
    named = points if len(points) <= _MOST_NAMED else [point for point in points if point.kind in chosen]
    is_log = drawn.measure == SCORE
    names = labels(named, chosen, is_log=(True, is_log))
    has_labels_below = any(name.is_below for name in names)
    best = zip(drawn.pairs()[:_MOST_NAMED], written, strict=False)
    listed = say("list.comma").join(f"{' '.join(map(shown, pair))} {worth}" for pair, worth in best)
    across, up = say("column.count"), say(column_key(drawn.measure.name))
    return Points(
        alt=say(measure_key(drawn.measure.name, "scatter-alt"), pairs=listed),
        title=say("column.pair"),
        x=axis(across, [point.x for point in points], say, is_log=True),
        y=axis(up, [point.y for point in points], say, is_log=is_log, has_labels_below=has_labels_below),
        kinds=kinds,
        points=points,
        labels=names,
    )


def _drawn(scores: Scores) -> Scores:
    """Return the scores that the scatter shows, of all candidates of a step."""
    if len(scores.found) <= MAX_POINTS:
        return scores
    half = MAX_POINTS // 2
    kept = [
        candidate
        for rank, (candidate, role) in enumerate(zip(scores.found, scores.roles(), strict=True), start=1)
        if rank <= half or candidate.bpe_rank <= half or role not in _PLAIN
    ]
    return replace(scores, found=kept)


def _role(role: str, measure: Measure, say: Catalog) -> str:
    """Return the name of the kind of a pair: the best are so by a measure."""
    match role:
        case "winner":
            return say(measure_key(measure.name, "role.winner"))
        case "both":
            return say(measure_key(measure.name, "role.both"))
    return say(_ROLES[role])


def _name(pair: Pair) -> str:
    return " ".join(shorten(visible(symbol), _LONGEST) for symbol in pair)
