"""The lattice of a word as one picture: arcs, what ends where and at which cost, the best segmentations.

All that a step shows is in the payload once, for the whole word; a frame only says how far Viterbi has come. What is
near enough to be drawn, and what lights up with what, the browser works out. Sentences are those of
:mod:`tokviz.views.lattice.viterbi`.
"""

from __future__ import annotations

from typing import Any

from tokviz.unigram import Cell, EncodeTrace, Path
from tokviz.views.lattice.numbers import cost, decimal, product, share, weight
from tokviz.views.lattice.viterbi import moment, ranked, said, sum_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.stage.payload import stage_payload

__all__ = ["MAX_PATHS", "word_parts"]

MAX_PATHS = 24
"""How many of the best segmentations are sent; a window has room for about twelve."""
_LONG = 10**9  # a larger number of segmentations is written as a power of ten

_Places = dict[tuple[int, int], int]  # begin and end of an arc -> its number


def word_parts(trace: EncodeTrace, common: int | None, say: Catalog) -> list[dict[str, Any]]:
    """The stage's payloads for a word: one, since a word has few positions. common: the denominator of fractions."""
    frames = []
    for k in range(len(trace) + 1):
        now = moment(trace, k)
        sentences = [[kind, sentence] for kind, sentence in said(trace, k, say)]
        frames.append({"groups": [], "say": sentences, "at": now.position, "filled": now.filled, "back": now.is_back})
    built = stage_payload(len(trace), 0, frames, [], [], say, has_search=False, stage=say("lattice.stage"))
    return [built | {"picture": _picture(trace, common, say)}]


def _picture(trace: EncodeTrace, common: int | None, say: Catalog) -> dict[str, Any]:
    """What holds for all frames."""
    lattice = trace.lattice
    places: _Places = {(arc.begin, arc.end): number for number, arc in enumerate(lattice.arcs)}
    return {
        "kind": "lattice",
        "letters": [visible(character) for character in lattice.word],
        "arcs": [
            [
                arc.begin,
                arc.end,
                visible(arc.piece) + ("" if arc.known else "?"),
                weight(arc, common, say),
                cost(arc.score, say),
                round(lattice.posterior(arc), 6),
                share(min(1.0, lattice.posterior(arc)), say),
            ]
            for arc in lattice.arcs
        ],
        "cells": [_cell(cell, lattice.table, places, say) for cell in lattice.table],
        "best": _numbers(trace.path, places),
        "paths": [
            [
                _numbers(path, places),
                round(lattice.share(path), 6),
                share(lattice.share(path), say),
                product(path, common, say),
                cost(path.score, say),
            ]
            for path in lattice.nbest(MAX_PATHS)
        ],
        "number": _number(lattice.number_of_paths, say),
        "total": min(lattice.number_of_paths, _LONG),
        "sum": decimal(lattice.log_probability, say),
        "labels": say.within("lattice.picture."),
    }


def _cell(cell: Cell, table: tuple[Cell, ...], places: _Places, say: Catalog) -> list[Any]:
    """[cost, the same shorter, [arc, how its cost adds up] with the best first, how many of them tie]"""
    ways = [[places[arc.begin, arc.end], sum_of(table, arc, score, say)] for arc, score in ranked(cell)]
    return [cost(cell.score, say), cost(cell.score, say, 1), ways, len(cell.tied)]


def _numbers(path: Path, places: _Places) -> list[int]:
    return [places[arc.begin, arc.end] for arc in path.arcs]


def _number(number: int, say: Catalog) -> str:
    """How many segmentations there are."""
    return say.integer(number) if number < _LONG else f"≈ {say.scientific(number, 2)}"
