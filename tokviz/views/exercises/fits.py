"""Which conventions a list of merges or a vocabulary follows, a line each, and where it leaves the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tokviz.exercises.conventions import Fit, left_at
from tokviz.exercises.vocabularies import VocabularyFit, differs_at
from tokviz.views.exercises.wording import sentences
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import Sentence

__all__ = ["rows"]


def rows(found: Sequence[Fit | VocabularyFit], say: Catalog, written: Callable[[Sentence], str]) -> list[str]:
    """Return the lines. written: how a sentence is written, as text or as Markdown."""
    lines = []
    for one in found:
        name = say(f"preset.{one.rules}")
        if one.follows:
            lines.append(say("check.row.follows", name=name))
        else:
            where = left_at(one) if isinstance(one, Fit) else differs_at(one)
            lines.append(say("check.row.leaves", name=name, what=written(sentences(where, say))))
    return lines
