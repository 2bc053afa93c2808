"""Tables of a lattice, as pandas frames with plain column names: segmentations, Viterbi's table, sums, samples.

Column names are stable and English; whoever shows a frame gives the columns their headings. Pieces and segmentations
are in their visible form, and numbers are written as :mod:`tokviz.views.lattice_numbers` does, because a probability
can be smaller than what a float holds; columns that are added up or drawn are numbers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pandas as pd

from tokviz.unigram import EncodeTrace, Lattice, Path
from tokviz.unigram.paths import same_score
from tokviz.views.catalog import Catalog
from tokviz.views.display import shorten, visible
from tokviz.views.lattice_numbers import cost, decimal, product, share
from tokviz.views.viterbi import moment

__all__ = ["draw", "expected", "samples", "segmentations", "split", "sums", "table"]

_MAX_SHOWN = 200  # characters of a segmentation


def split(path: Path) -> str:
    """A path as its pieces with spaces between them."""
    return shorten(" ".join(visible(piece) for piece in path.pieces), _MAX_SHOWN)


def segmentations(lattice: Lattice, n: int, common: int | None, say: Catalog) -> pd.DataFrame:
    """The `n` best segmentations: rank, segmentation, product (written out), cost, share, verdict (best, or tied with
    it).

    common: the denominator of fractions, as of :func:`tokviz.views.lattice_numbers.denominator`.
    """
    best = lattice.best()
    paths = lattice.nbest(n)
    verdicts = []
    for path in paths:
        is_best = same_score(best.path.score, path.score)
        key = "lattice.best" if best.number_of_tied == 1 else "lattice.tied"
        verdicts.append("" if not is_best else say("lattice.tied.kept" if _is(path, best.path, best) else key))
    return pd.DataFrame(
        {
            "rank": range(1, len(paths) + 1),
            "segmentation": [split(path) for path in paths],
            "product": [product(path, common) for path in paths],
            "cost": [cost(path.score) for path in paths],
            "share": [share(lattice.share(path)) for path in paths],
            "verdict": verdicts,
        }
    )
