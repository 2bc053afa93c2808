"""How the traces of each algorithm are shown: the other half of :mod:`tokviz.algorithms`, under the same names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["VIEWS", "Views"]


@dataclass(frozen=True)
class Views:
    """What shows a training.

    tabs: the views below the stage, in order, by the names that they have in links; some are there only for some
    states.
    """

    tabs: tuple[str, ...]


_ALL: dict[str, Views] = {
    "bpe": Views(tabs=("merges", "vocabularies", "course", "tree", "algorithm", "printed", "versus", "files")),
    "wordpiece": Views(
        tabs=("merges", "scatter", "vocabularies", "course", "tree", "algorithm", "printed", "versus", "files")
    ),
    "unigram": Views(
        tabs=("pieces", "likelihood", "probabilities", "sizes", "algorithm", "presets", "printed", "files")
    ),
}

VIEWS: Mapping[str, Views] = MappingProxyType(_ALL)
"""Name of an algorithm -> its views."""
