"""The pictures of worksheets on words and texts: a word being merged, its lattice, several tokenizers, bytes.

As in :mod:`tokviz.views.worksheets.stills` the scripts of the pages draw them. A search for the longest match
has none: the table says all of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tokviz import bpe, unigram
from tokviz.compare.alignment import segment
from tokviz.compare.reading import Split
from tokviz.compare.sources import Model
from tokviz.views.bytes import byte_level
from tokviz.views.bytes.byte_level import Pieces
from tokviz.views.bytes.ribbon import ribbon_payload
from tokviz.views.compare.rows import rows_payload
from tokviz.views.encoding import merging
from tokviz.views.encoding.merging import drawn_word
from tokviz.views.lattice.viterbi import word_parts
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown
from tokviz.views.worksheets.parts import Still
from tokviz.views.worksheets.stills import handed

__all__ = ["of_bytes", "of_comparison", "of_lattice", "of_merging"]

_LATTICE = 10  # rows that it is high


def of_lattice(trace: unigram.EncodeTrace, common: int | None, say: Catalog) -> Still:
    """The lattice of a word with its best segmentations; on the sheet its arcs alone."""
    [payload] = word_parts(trace, common, say)
    picture = payload["picture"]
    arcs = [[*arc[:5], 0, ""] for arc in picture["arcs"]]
    cells = [["", "", [], 0] for _ in picture["cells"]]
    bare = {**picture, "arcs": arcs, "cells": cells, "best": [], "paths": [], "sum": ""}
    return Still("stage", handed(payload, payload["total"]), handed({**payload, "picture": bare}, 0), _LATTICE)


def of_merging(trace: bpe.EncodeTrace, say: Catalog) -> Still:
    """A word and the merges that went into its symbols; on the sheet the symbols that it begins with."""
    begun = replace(drawn_word(trace, 0, say), made={})
    start = merging.merging_picture([merging.Row(shown(trace.word, 40), "", trace.read)], say, begun)
    done = merging.word_payload(trace, say, drawn_word(trace, len(trace), say))
    return Still("stage", handed(done, done["total"]), handed(start, 0), rows=2)


def of_comparison(splits: Mapping[str, Sequence[Split]], models: Mapping[str, Model], say: Catalog) -> Still | None:
    """Words as tokenizers cut them, letter below letter; on the sheet the letters. None if a tokenizer cuts them
    otherwise where they are a text, as one does that takes the first word of a line for another.

    splits: each word as the tokenizers cut it. models: these by their names.
    """
    text, names = " ".join(splits), list(models)
    cut = [segment(text, model) for model in models.values()]
    for number, found in enumerate(cut):
        if [token.text for token in found.tokens] != [part for one in splits.values() for part in one[number].tokens]:
            return None
    plain = rows_payload(text, [], [], say)
    bare = {**plain, "names": names, "rows": [[] for _ in names], "totals": [[0, 0] for _ in names]}
    whole = rows_payload(text, cut, names, say)
    return Still("aligned", _aligned(whole), _aligned(bare))


def of_bytes(pieces: Pieces, model: bpe.Model, say: Catalog) -> Still:
    """Characters, bytes, pre-tokens and tokens on one axis. All of it is asked for: the sheet has nothing of it."""
    made = ribbon_payload(pieces, byte_level.tokens(pieces, model), len(model.merges), say)
    return Still("ribbon", {"payload": json.dumps(made, ensure_ascii=False), "picked": {}})


def _aligned(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {"payload": json.dumps(payload, ensure_ascii=False), "word": "", "told": "{}"}
