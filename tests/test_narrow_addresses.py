"""Platforms whose addresses have 32 bits, such as a browser: the core trains there as it does here.

numpy's whole numbers have 32 bits there unless a type is named, and numpy refuses to narrow numbers of 64 bits where it
takes them for sizes or places: ``repeat`` and ``reduceat`` raise. `Narrow` does both, so that a size of the wrong type
fails on any machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.unigram import em, library_pruning, states, trellis
from tokviz.unigram import trace as unigram_trace
from tokviz.unigram import training as unigram_training
from tokviz.wordpiece import scores
from tokviz.wordpiece.top_down import selection
from tokviz.wordpiece.top_down import trace as top_down_trace

MODULES = (
    em,
    library_pruning,
    states,
    trellis,
    unigram_trace,
    unigram_training,
    scores,
    selection,
    top_down_trace,
)
"""All modules of trainings that compute with numpy."""
CONVENTIONS = [(name, preset) for name, entry in ALGORITHMS.items() for preset in entry.presets]
WITHOUT_A_TYPE = frozenset({"arange", "argsort", "bincount", "cumsum", "flatnonzero", "lexsort", "searchsorted"})
"""The functions whose whole numbers are as wide as an address."""


def checked(places: Any) -> Any:
    """Return sizes or places as numpy takes them, or refuse them as it does."""
    numbers = np.asarray(places)
    if numbers.size and isinstance(places, np.ndarray) and not np.can_cast(numbers.dtype, np.int32, "safe"):
        raise TypeError(f"Cannot cast array data from {numbers.dtype} to int32 according to the rule 'safe'")
    return numbers


class _Maximum:
    """``np.maximum`` with its method."""

    def __call__(self, *args: Any) -> Any:
        return np.maximum(*args)

    def reduceat(self, values: Any, places: Any) -> Any:
        return np.maximum.reduceat(values, checked(places))


class Narrow:
    """numpy, where addresses have 32 bits."""

    intp = np.int32
    maximum = _Maximum()

    def __getattr__(self, name: str) -> Any:
        found = getattr(np, name)
        return self._narrowed(name, found) if name in WITHOUT_A_TYPE else found

    def repeat(self, values: Any, times: Any) -> Any:
        return np.repeat(values, checked(times))

    def _narrowed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            made = function(*args, **kwargs)
            is_wide = name == "cumsum" and getattr(args[0], "dtype", None) == np.int64
            is_named = "dtype" in kwargs or getattr(made, "dtype", None) != np.int64
            return made if is_wide or is_named else made.astype(np.int32)

        return call


@pytest.mark.parametrize(("corpus", "size"), [("hug", 15), ("sennrich", 40), ("tea", 200)])
@pytest.mark.parametrize(("algorithm", "preset"), CONVENTIONS)
def test_trainings_are_the_same(
    algorithm: str, preset: str, corpus: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, words = ALGORITHMS[algorithm], examples.load(corpus).cut("words")

    def trained() -> dict[str, Any]:
        return entry.train(words, entry.presets[preset], vocab_size=size).to_dict()

    wide = trained()
    for module in MODULES:
        monkeypatch.setattr(module, "np", Narrow())
    assert trained() == wide


def test_a_size_of_the_wrong_type_is_refused() -> None:
    with pytest.raises(TypeError, match="int32"):
        Narrow().repeat(np.zeros(2), np.array([1, 2], np.int64))
    with pytest.raises(TypeError, match="int32"):
        Narrow().maximum.reduceat(np.zeros(3), np.array([0, 2], np.int64))
    assert Narrow().arange(3).dtype == np.int32
