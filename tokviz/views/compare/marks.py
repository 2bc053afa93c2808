"""The marks with which tokenizers say where words begin, end and go on, side by side."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from tokviz.compare.alignment import Segmentation
from tokviz.compare.notation import Neutral, neutral, spells_bytes
from tokviz.compare.spans import Model
from tokviz.views.compare.reasons import tokens
from tokviz.views.shared.catalog import Catalog

__all__ = ["marks", "table"]


def marks(segmentation: Segmentation, model: Model, say: Catalog) -> str:
    """What the marks of a tokenizer mean, as far as they occur in a text.

    >>> from tokviz import wordpiece
    >>> from tokviz.compare.alignment import segment
    >>> from tokviz.views.shared.catalog import load
    >>> model = wordpiece.Model(["hug", "##s"])
    >>> marks(segment("hugs", model), model, load("en"))
    '## continues a word'
    """
    found = {
        _meaning(read, mark): mark
        for token in segmentation.tokens
        for read in (neutral(token.text, model),)
        for mark in read.marks
    }
    said = [say(f"compare.marks.{meaning}", mark=mark) for meaning, mark in found.items()]
    if spells_bytes(model):
        said.append(say("compare.marks.bytes"))
    return say("list.comma").join(said) or say("compare.marks.none")


def table(
    names: Sequence[str], models: Sequence[Model], segmentations: Sequence[Segmentation], say: Catalog
) -> pd.DataFrame:
    """One row a tokenizer: its name, its ``marks``, the tokens of the text as it writes them (``own``) and ``neutral``
    ones; of a long text the first."""
    rows = []
    for name, model, segmentation in zip(names, models, segmentations, strict=True):
        written = [token.text for token in segmentation.tokens]
        rows.append(
            {
                "tokenizer": name,
                "marks": marks(segmentation, model, say),
                "own": tokens(written),
                "neutral": tokens(neutral(token, model).text or "∅" for token in written),
            }
        )
    return pd.DataFrame(rows)


def _meaning(read: Neutral, mark: str) -> str:
    """``begins``, ``ends`` or ``goes-on``."""
    if read.ends and mark == read.marks[-1]:
        return "ends"
    return "begins" if read.begins else "goes-on"
