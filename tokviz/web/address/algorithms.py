"""The algorithms as pages see them: presets, knobs, how to train, what to open with.

Pure: no Streamlit here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from tokviz import bpe, unigram, wordpiece
from tokviz.web.address.knobs import BPE_KNOBS, UNIGRAM_KNOBS, WORDPIECE_KNOBS, Knob

__all__ = ["ALGORITHMS", "BPE", "UNIGRAM", "WORDPIECE", "Algorithm", "Rules", "Stop"]

Rules = Any
"""Rules of any algorithm: a frozen dataclass of knobs."""
Stop = Literal["merges", "vocab", "end"]
"""Where training ends: after so many merges, at a size of the vocabulary, where nothing is left."""


@dataclass(frozen=True)
class Algorithm:
    """One algorithm.

    name: also that of its page and what the keys of its widgets begin with. opening: the example of a first visit.
    own_preset: the rules that a text of one's own begins with.
    views: those below the stage, in order; some are there only for some states. stops: where training can end.
    """

    name: str
    presets: Mapping[str, Any]
    knobs: tuple[Knob, ...]
    train: Callable[..., Any]
    opening: str
    own_preset: str
    views: tuple[str, ...]
    stops: tuple[Stop, ...] = ("merges", "vocab", "end")

    def preset_of(self, rules: Rules) -> str | None:
        """The name of the preset that equals `rules`."""
        return next((name for name, preset in self.presets.items() if preset == rules), None)


BPE = Algorithm(
    "bpe",
    bpe.PRESETS,
    BPE_KNOBS,
    bpe.train,
    opening="sennrich",
    own_preset="subword-nmt",
    views=("merges", "vocabularies", "course", "tree", "algorithm", "printed", "versus", "files"),
)
WORDPIECE = Algorithm(
    "wordpiece",
    wordpiece.PRESETS,
    WORDPIECE_KNOBS,
    wordpiece.train,
    opening="hug",
    own_preset="course",
    views=("merges", "scatter", "vocabularies", "course", "tree", "algorithm", "printed", "versus", "files"),
)
UNIGRAM = Algorithm(
    "unigram",
    unigram.PRESETS,
    UNIGRAM_KNOBS,
    unigram.train,
    opening="hug",
    own_preset="soft-em",
    views=("pieces", "likelihood", "probabilities", "sizes", "algorithm", "presets", "printed", "files"),
    stops=("vocab",),
)

ALGORITHMS: Mapping[str, Algorithm] = MappingProxyType({one.name: one for one in (BPE, WORDPIECE, UNIGRAM)})
"""Name -> algorithm."""
