"""Tables of a unigram trace, as pandas frames with plain column names.

Column names are stable and English; whoever shows a frame gives the columns their headings. Pieces are the real text,
segmentations are tuples of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter

import pandas as pd

from tokviz.unigram import Expect, Maximize, Model, Prune, Seed, Trace
from tokviz.unigram.lattice import same_score
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import FilledTable
from tokviz.views.unigram import numbers
from tokviz.views.unigram.keys import KIND_KEYS
from tokviz.views.unigram.piece_table import PIECES, trained_rows, vocabulary_rows

__all__ = [
    "MAX_WORDS",
    "as_good",
    "beside",
    "candidates",
    "changes",
    "contributions",
    "expected",
    "listed",
    "losses",
    "pieces",
    "resegmented",
    "resplits",
    "shares",
    "steps",
    "vocabulary",
    "worked_on",
]

MAX_WORDS = 300
"""An expected count is put together from at most this many words."""


def steps(trace: Trace) -> pd.DataFrame:
    """Return one row a step: step (from 1), kind, loss (the negative log-likelihood that an expect step met; else
    missing), pieces (after the step), dropped (how many it took out)."""
    rows = list(trace)
    met = [trace.of(step.index, Expect).loss if step.kind == "expect" else None for step in rows]
    return pd.DataFrame(
        {
            "step": range(1, len(rows) + 1),
            "kind": [step.kind for step in rows],
            "loss": pd.Series(met, dtype="float64"),
            "pieces": trace.pieces_left[1:],
            "dropped": [len(step.dropped) for step in rows],
        }
    )


def listed(trace: Trace, say: Catalog) -> pd.DataFrame:
    """Return :func:`steps` for those who read them one below the other."""
    table = steps(trace).rename(columns={"step": "number", "loss": "nll", "pieces": "pieces_left"})
    table["kind"] = [say(KIND_KEYS[kind]) for kind in table["kind"]]
    return table


def pieces(trace: Trace, k: int | None = None) -> FilledTable:
    """Return the pieces after k steps in the trainer's order: piece, probability, score (its natural logarithm)."""
    return PIECES.only("piece", "probability", "score").of(trained_rows(trace, k))


def vocabulary(trace: Trace, k: int) -> pd.DataFrame:
    """Return the tokenizer after k steps, at least 1: id, piece, probability and score (missing for special tokens),
    occurrences in the best segmentations of the corpus."""
    return PIECES.only("id", "piece", "probability", "score", "occurrences").of(vocabulary_rows(trace, k)).frame()


# -- what a step works on ----------------------------------------------------------------------------------------------


def candidates(trace: Trace, *, rejected: bool = True) -> pd.DataFrame:
    """Return what the start vocabulary is chosen from: piece, count, weight, outcome (``character``, ``kept`` or
    ``no-room``).

    Without `rejected` only those that were taken, which is quicker.
    """
    if rejected:
        rows = [(one.piece, one.count, one.weight, one.kept) for one in trace.seed_candidates()]
    else:
        seed = trace.of(0, Seed)
        rows = [(piece, seed.counts[piece], weight, True) for piece, weight in numbers.seed_weights(seed).items()]
    found = [
        (piece, count, round(weight), "no-room" if not kept else "character" if len(piece) == 1 else "kept")
        for piece, count, weight, kept in rows
    ]
    return pd.DataFrame(found, columns=["piece", "count", "weight", "outcome"])


def worked_on(trace: Trace, k: int) -> pd.DataFrame:
    """Return what step k works on: seeds, expected counts, new probabilities or losses. Empty after the last step."""
    of_kind: Mapping[str, Callable[[Trace, int], pd.DataFrame]] = {
        "seed": lambda trace, _: candidates(trace),
        "expect": expected,
        "maximize": changes,
        "prune": losses,
    }
    return pd.DataFrame() if k == len(trace) else of_kind[trace[k].kind](trace, k)


def shares(trace: Trace, k: int, word: str, say: Catalog, most: int = 50) -> pd.DataFrame:
    """Return the segmentations of a word under the scores that step k meets, the best first: segmentation, product
    (written out), probability, share (of the probability of all of them)."""
    model, exact = trace.model(k), numbers.fractions(trace, k)
    lattice = model.lattice(word)
    paths = lattice.nbest(most)
    unknown = math.exp(model.unknown_score)
    return pd.DataFrame(
        {
            "segmentation": [path.pieces for path in paths],
            "product": [numbers.product(path.pieces, model.probabilities, exact, say, unknown) for path in paths],
            "probability": [path.probability for path in paths],
            "share": [lattice.share(path) for path in paths],
        }
    )


def expected(trace: Trace, k: int) -> pd.DataFrame:
    """Return what step k, an expect step, counts, the most first: piece, probability (before), expected."""
    step = trace.of(k, Expect)
    before = trace.probabilities(k)
    table = pd.DataFrame(
        {
            "piece": list(before),
            "probability": list(before.values()),
            "expected": [step.counts[name] for name in before],
        }
    )
    return table.sort_values("expected", ascending=False, kind="stable", ignore_index=True)


def contributions(trace: Trace, k: int, piece: str) -> pd.DataFrame:
    """Return where the expected count of a piece in step k comes from, the greatest part first: word, count (of the
    word), each (how often a word has the piece, on average or in its best segmentation), total. Only the `MAX_WORDS`
    most frequent words with the piece."""
    words = [(word, count) for word, count in trace.corpus.items() if piece in trace.rules.marked(word)]
    words = sorted(words, key=lambda item: -item[1])[:MAX_WORDS]
    model = trace.model(k)
    if trace.rules.expectation == "best-path":
        each = [float(model.lattice(word).best().path.pieces.count(piece)) for word, _ in words]
    else:
        each = [model.lattice(word).expected_counts().get(piece, 0.0) for word, _ in words]
    table = pd.DataFrame(words, columns=["word", "count"]).assign(each=pd.Series(each, dtype="float64"))
    table["total"] = table["count"].astype(float) * table["each"]
    return table[table["total"] > 0].sort_values("total", ascending=False, kind="stable", ignore_index=True)


def changes(trace: Trace, k: int) -> pd.DataFrame:
    """Return what step k, a maximize step, changes, the most probable first and what it drops last: piece, expected
    (count), before, after (missing where it was dropped), ratio (after to before)."""
    counts = trace.new_counts(k)
    changes = trace.of(k, Maximize).piece_changes
    rows = [
        (change.piece, counts.get(change.piece), change.before, change.after)
        for change in sorted(changes, key=lambda change: (change.after is None, -(change.after or 0.0)))
    ]
    columns = ["piece", "expected", "before", "after"]
    table = pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(columns[1:], float))
    return table.assign(ratio=table["after"] / table["before"])


def losses(trace: Trace, k: int) -> pd.DataFrame:
    """Return what step k, a pruning, makes of each piece, the cheapest first and the protected last: rank, piece,
    probability, occurrences, loss, renormalised (both missing where the rules give none), outcome."""
    rows = sorted(trace.of(k, Prune).losses, key=lambda row: row.outcome == "protected")
    fields = ("piece", "probability", "occurrences", "loss", "renormalised", "outcome")
    table = pd.DataFrame(map(attrgetter(*fields), rows), columns=(*fields[:-1], "outcome"))
    table.insert(0, "rank", range(1, len(table) + 1))
    return table.astype({"loss": float, "renormalised": float})


def resplits(trace: Trace, k: int, piece: str, say: Catalog) -> pd.DataFrame:
    """Return the words that would be split otherwise without a piece after k steps, the greatest loss first: word,
    count, before, after, loss, worked_out."""
    model = trace.model(k)
    rows = sorted(trace.resplit(piece, k), key=lambda row: -row.loss)
    columns = ("word", "count", "before", "after", "loss")
    table = pd.DataFrame(map(attrgetter(*columns), rows), columns=columns).astype({"loss": float})
    chances = [(math.exp(_score(model, row.before)), math.exp(_score(model, row.after))) for row in rows]
    worked_out = [numbers.loss(row.count, *both, say) for row, both in zip(rows, chances, strict=True)]
    return table.assign(worked_out=worked_out)


def resegmented(trace: Trace, k: int) -> pd.DataFrame:
    """Return the words that are best split otherwise after step k than before it, the most frequent first: word, count,
    before, after. Nothing for the first step, before which there are no pieces."""
    changes = sorted(trace.changes(k) if k else (), key=lambda change: -change.count)
    columns = ("word", "count", "before", "after")
    return pd.DataFrame(map(attrgetter(*columns), changes), columns=columns)


def as_good(trace: Trace, k: int, table: pd.DataFrame) -> list[str]:
    """Return those words of :func:`resegmented` whose segmentation before step k is after it as good as the new one:
    only the order of equals, or rounding, changed."""
    model = trace.model(k + 1)
    rows = zip(table["word"], table["before"], table["after"], strict=True)
    return [word for word, before, after in rows if same_score(_score(model, before), _score(model, after))]


def _score(model: Model, path: Sequence[str]) -> float:
    return sum(model.scores.get(piece, model.unknown_score) for piece in path)


def beside(traces: Mapping[str, Trace]) -> pd.DataFrame:
    """Return the vocabularies that several trainings end in: piece, a column for each with the probability (missing
    where the piece is not there), shared (whether all have it). Those that they share come last; otherwise the most
    probable first."""
    found = {name: trace.probabilities() for name, trace in traces.items()}
    every = list(dict.fromkeys(piece for one in found.values() for piece in one))
    table = pd.DataFrame({name: pd.Series(one, index=every, dtype="float64") for name, one in found.items()})
    table = table.assign(shared=table.notna().all(axis=1), height=table.max(axis=1))
    table = table.sort_values(["shared", "height"], ascending=[True, False], kind="stable").drop(columns="height")
    return table.rename_axis("piece").reset_index()
