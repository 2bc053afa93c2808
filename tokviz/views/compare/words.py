"""The words that several tokenizers split differently, as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd

from tokviz.compare.comparison import Comparison
from tokviz.compare.differences import Differing, nearby
from tokviz.compare.notation import neutral
from tokviz.compare.reading import Split
from tokviz.compare.spans import Model
from tokviz.errors import TokvizError
from tokviz.views.compare.reasons import sentence, tokens
from tokviz.views.compare.word_lines import why_not
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.shared.messages import error_text

__all__ = ["MAX_EXPORTED", "explained", "table"]

MAX_EXPORTED = 5_000
"""How many words go into a file; to explain a word takes time."""


def explained(found: Comparison, most: int, say: Catalog, *, is_neutral: bool) -> pd.DataFrame:
    """The most frequent words that differ, with the reasons as sentences: see `table`.

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
    return found.engine.memory.kept("table", key, lambda: table(found.differing[:most], names, why, models))


def table(
    words: Sequence[Differing],
    names: Sequence[str],
    why: Callable[[Differing], str],
    models: Sequence[Model] | None = None,
) -> pd.DataFrame:
    """One row a word: ``word``, ``occurrences``, a column for each tokenizer by its name, ``reason``.

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
