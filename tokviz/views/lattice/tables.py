"""Tables of a lattice, as pandas frames with plain column names: segmentations, Viterbi's table, sums, samples.

Column names are stable and English; whoever shows a frame gives the columns their headings. Pieces and segmentations
are in their visible form, and numbers are written as :mod:`tokviz.views.lattice.viterbi` does, because a probability
can be smaller than what a float holds; columns that are added up or drawn are numbers.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

import pandas as pd

from tokviz.unigram import EncodeTrace, Lattice, Path
from tokviz.unigram.lattice import same_score
from tokviz.views.lattice.viterbi import decimal, moment, percent, written_product
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.encoding_reasons import cost

__all__ = ["draw", "expected", "samples", "segmentations", "split", "sums", "table"]

_MAX_SHOWN = 200  # characters of a segmentation


def split(path: Path) -> str:
    """Return a path as its pieces with spaces between them."""
    return shorten(" ".join(visible(piece) for piece in path.pieces), _MAX_SHOWN)


def segmentations(lattice: Lattice, n: int, common: int | None, say: Catalog) -> pd.DataFrame:
    """Return the `n` best segmentations: rank, segmentation, product (written out), cost, share, verdict (best, or tied
    with it).

    common: the denominator that all probabilities share, if they are fractions.
    """
    best = lattice.best()
    paths = lattice.nbest(n)

    def verdict(path: Path) -> str:
        if not same_score(best.path.score, path.score):
            return ""
        if best.number_of_tied == 1:
            return say("lattice.best")
        return say("lattice.tied.kept" if path.pieces == best.path.pieces else "lattice.tied")

    return pd.DataFrame(
        {
            "rank": range(1, len(paths) + 1),
            "segmentation": [split(path) for path in paths],
            "product": [written_product(path, common, say) for path in paths],
            "cost": [cost(path.score, say) for path in paths],
            "share": [percent(lattice.share(path), say) for path in paths],
            "verdict": [verdict(path) for path in paths],
        }
    )


def table(trace: EncodeTrace, k: int, say: Catalog) -> pd.DataFrame:
    """Return Viterbi's table after `k` steps of :meth:`tokviz.unigram.Model.explain`, one row a position, empty where
    nothing is filled yet: position, covered (the word up to there), cost, probability, piece, begin (the back-pointer),
    tied (the other pieces that are as good), followed (whether tracing back went this way).
    """
    now, word = moment(trace, k), trace.lattice.word
    followed = {arc.end for arc in now.path} if now.is_back else set()
    rows = []
    for cell in trace.lattice.table:
        is_filled, arc = cell.position <= now.filled, cell.arc
        others = [visible(one.piece) for one in cell.tied if one is not arc]
        rows.append(
            {
                "position": cell.position,
                "covered": shorten(visible(word[: cell.position]), 24),
                "cost": cost(cell.score, say) if is_filled else "",
                "probability": decimal(cell.score, say) if is_filled else "",
                "piece": visible(arc.piece) if is_filled and arc else "",
                "begin": say.integer(arc.begin) if is_filled and arc else "",
                "tied": " ".join(others) if is_filled else "",
                "followed": "✓" if cell.position in followed else "",
            }
        )
    return pd.DataFrame(rows)


def sums(lattice: Lattice, say: Catalog) -> pd.DataFrame:
    """Return the sums over paths, one row a position: position, covered, forward and backward (of all beginnings that
    lead there, of all ends from there), through (the share of all paths that come by, by probability)."""
    total = lattice.log_probability
    return pd.DataFrame(
        {
            "position": range(len(lattice.word) + 1),
            "covered": [shorten(visible(lattice.word[:end]), 24) for end in range(len(lattice.word) + 1)],
            "forward": [decimal(score, say) for score in lattice.forward],
            "backward": [decimal(score, say) for score in lattice.backward],
            "through": [
                percent(min(1.0, math.exp(before + after - total)), say)
                for before, after in zip(lattice.forward, lattice.backward, strict=True)
            ],
        }
    )


def expected(lattice: Lattice) -> pd.DataFrame:
    """Return the expected counts of a word's pieces, the greatest first: piece, expected, length, characters (their
    product).

    The last column adds up to the length of the word.
    """
    counts = sorted(lattice.expected_counts().items(), key=lambda item: -item[1])
    rows = [(visible(piece), count, len(piece), count * len(piece)) for piece, count in counts]
    return pd.DataFrame(rows, columns=["piece", "expected", "length", "characters"])


def draw(lattice: Lattice, draws: int, seed: int, alpha: float, *, compounding: bool = False) -> Counter[str]:
    """Return how often each segmentation came up in so many draws."""
    rng = random.Random(seed)
    return Counter(split(lattice.sample(rng, alpha, compounding=compounding)) for _ in range(draws))


def samples(
    lattice: Lattice, paths: Sequence[Path], drawn: Counter[str], alpha: float, *, compounding: bool = False
) -> pd.DataFrame:
    """Return what was drawn beside what should come: segmentation, expected (its probability), drawn (its part of
    all draws), count. One row for each of `paths`, in this order; if others are left, they are one row with an
    empty name.
    """
    total = max(1, drawn.total())
    rows = [
        (split(path), lattice.sampling_probability(path, alpha, compounding=compounding), drawn[split(path)])
        for path in paths
    ]
    if lattice.number_of_paths > len(paths):
        rest = drawn.total() - sum(count for _, _, count in rows)
        rows.append(("", max(0.0, 1 - sum(part for _, part, _ in rows)), rest))
    found = pd.DataFrame(rows, columns=["segmentation", "expected", "count"])
    found["drawn"] = found["count"] / total
    return found
