"""Tables of a comparison: the words that are split differently, and the marks of tokenizers.

Marks say where words begin, end and go on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd

from tokviz.compare.alignment import Segmentation
from tokviz.compare.comparison import Comparison
from tokviz.compare.differences import Differing, nearby
from tokviz.compare.notation import Neutral, neutral, spells_bytes
from tokviz.compare.reading import Split
from tokviz.compare.spans import Model
from tokviz.errors import TokvizError
from tokviz.views.compare.sentences import sentence, tokens, why_not
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.messages import error_text

__all__ = ["MAX_EXPORTED", "differing_table", "explained_table", "marks_table", "marks_text"]

_MARKS = {
    "begins": "compare.marks.begins",
    "goes-on": "compare.marks.goes-on",
    "ends": "compare.marks.ends",
}

# -- words that are split differently ----------------------------------------------------------------------------------


MAX_EXPORTED = 5_000
"""How many words go into a file; to explain a word takes time."""


def explained_table(found: Comparison, most: int, say: Catalog, *, is_neutral: bool) -> pd.DataFrame:
    """Return the most frequent words that differ, with the reasons as sentences: see `table`.

    is_neutral: whether tokens are written in one neutral notation.
    """
    names = found.names

    def why(one: Differing) -> str:
        try:
            known = why_not(nearby(one.passage, found.models, one.splits), found.tokenizers, one.splits)
        except TokvizError as error:
            return error_text(error, say)
        return say("list.sentence").join(sentence(why, names[left], say) for left, why in known.items())

    key = (*found.key, say.language, most, int(is_neutral))
    models = found.models if is_neutral else None
    return found.engine.memory.kept("table", key, lambda: differing_table(found.differing[:most], names, why, models))


def differing_table(
    words: Sequence[Differing],
    names: Sequence[str],
    why: Callable[[Differing], str],
    models: Sequence[Model] | None = None,
) -> pd.DataFrame:
    """Return one row a word: ``word``, ``occurrences``, a column for each tokenizer by its name, ``reason``.

    names: all different. why: the reason in a sentence. models: those of the tokenizers, to write their tokens in one
    neutral notation; without them each writes its own marks.
    """

    def written(split: Split, number: int) -> Sequence[str]:
        return split.tokens if models is None else [neutral(one, models[number]).text or "∅" for one in split.tokens]

    columns: dict[str, list[object]] = {
        "word": [shorten(visible(one.word)) for one in words],
        "occurrences": [one.count for one in words],
    }
    for number, name in enumerate(names):
        columns[name] = [tokens(written(one.splits[number], number)) or "∅" for one in words]
    columns["reason"] = [why(one) for one in words]
    return pd.DataFrame(columns)


# -- marks -------------------------------------------------------------------------------------------------------------


def marks_text(segmentation: Segmentation, model: Model, say: Catalog) -> str:
    """Say what the marks of a tokenizer mean, as far as they occur in a text.

    >>> from tokviz import wordpiece
    >>> from tokviz.compare.alignment import segment
    >>> from tokviz.views.shared.catalog import load
    >>> model = wordpiece.Model(["hug", "##s"])
    >>> marks_text(segment("hugs", model), model, load("en"))
    '## continues a word'
    """
    found = {
        _meaning(read, mark): mark
        for token in segmentation.tokens
        for read in (neutral(token.text, model),)
        for mark in read.marks
    }
    said = [say(_MARKS[meaning], mark=mark) for meaning, mark in found.items()]
    if spells_bytes(model):
        said.append(say("compare.marks.bytes"))
    return say("list.comma").join(said) or say("compare.marks.none")


def marks_table(
    names: Sequence[str], models: Sequence[Model], segmentations: Sequence[Segmentation], say: Catalog
) -> pd.DataFrame:
    """Return one row a tokenizer: its name, its ``marks``, the tokens of the text as it writes them (``own``) and
    ``neutral`` ones; of a long text the first."""
    rows = []
    for name, model, segmentation in zip(names, models, segmentations, strict=True):
        written = [token.text for token in segmentation.tokens]
        rows.append(
            {
                "tokenizer": name,
                "marks": marks_text(segmentation, model, say),
                "own": tokens(written),
                "neutral": tokens(neutral(token, model).text or "∅" for token in written),
            }
        )
    return pd.DataFrame(rows)


def _meaning(read: Neutral, mark: str) -> str:
    """Return ``begins``, ``ends`` or ``goes-on``."""
    if read.ends and mark == read.marks[-1]:
        return "ends"
    return "begins" if read.begins else "goes-on"
