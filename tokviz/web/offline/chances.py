"""A word that is segmented at random, for several settings side by side: where the app has a slider, a page of the site
has a table."""

from __future__ import annotations

import random
from collections import Counter

import pandas as pd

from tokviz import bpe, unigram
from tokviz.views.lattice.tables import split
from tokviz.views.shared.catalog import Catalog
from tokviz.web.offline.shows import Shown, table

__all__ = ["dropped", "sampled"]

DRAWS = 1_000
_MOST = 12  # segmentations
_EXPONENTS = (0.0, 0.5, 1.0, 2.0)


def sampled(model: unigram.Model, word: str, say: Catalog) -> Shown:
    """The probability with which each of the best segmentations is drawn, for each exponent."""
    lattice = model.explain(word).lattice
    paths = lattice.nbest(_MOST)
    frame = pd.DataFrame({"segmentation": [split(path) for path in paths]})
    for alpha in _EXPONENTS:
        frame[f"α = {alpha:g}"] = [lattice.sampling_probability(path, alpha) for path in paths]
    return table(frame, say("lattice.tab.samples"), say)


def dropped(encoder: bpe.Model, word: str, share: int, seed: int, say: Catalog) -> Shown:
    """How often each segmentation comes up in so many draws with dropout: none, this share in per cent, a half."""
    shares = sorted({0, share, 50})
    rngs = {one: random.Random(seed) for one in shares}
    found = {one: Counter(encoder.explain(word, one / 100, rngs[one]).tokens for _ in range(DRAWS)) for one in shares}
    listed = [tokens for tokens, _ in sum(found.values(), Counter[tuple[str, ...]]()).most_common(_MOST)]
    frame = pd.DataFrame({"segmentation": listed})
    for one in shares:
        frame[f"{one} %"] = [found[one][tokens] for tokens in listed]
    return table(frame, say("site.dropped", n=DRAWS), say)
