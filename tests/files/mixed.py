"""Texts put together from parts of those of the styles, as many as one likes, the same ones each time."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.files.styles import MIXED, TEXTS

__all__ = ["SEEDS", "mixed_texts"]

SEEDS = (
    pytest.param(0, marks=pytest.mark.slow),
    *(pytest.param(seed, marks=pytest.mark.thousands) for seed in (1, 2, 3)),
)
"""Of a thousand texts each: those of every run of the tests, and those of `make explore`."""


def mixed_texts(number: int, seed: int) -> Iterator[str]:
    """The texts of the styles, and others made of their parts."""
    yield from (MIXED + TEXTS)[:number]
    rng = random.Random(seed)
    parts = [part for text in MIXED + TEXTS for part in (text, *text.split(" "))] + [" ", "  ", "\n", "<s>", "12"]
    for _ in range(number - len(MIXED + TEXTS)):
        some = (rng.choice(parts) for _ in range(rng.randint(1, 8)))
        yield rng.choice(("", " ")).join(some)[: rng.randint(1, 300)]
