"""Errors and notes of the core as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from tokviz.errors import FormatError, TokvizError
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

__all__ = ["error_text", "note_text"]


def error_text(error: TokvizError, say: Catalog) -> str:
    """The sentence of an error; its own English one where the catalog has none.

    >>> from tokviz.errors import CorpusError
    >>> from tokviz.views.shared.catalog import load
    >>> error_text(CorpusError("empty-corpus", "Nothing."), load("en"))
    'There are no words here. Type or paste at least one word.'
    """
    key = f"error.{error.code}"
    if key not in say:
        return str(error)
    sentence = say(key, **_shown(error.details))
    return say("error.at-line", line=f"{error.line:,}", what=sentence) if isinstance(error, FormatError) else sentence


def note_text(code: str, details: Mapping[str, object], say: Catalog) -> str:
    """The sentence of a note of :class:`tokviz.corpus.Parsed`."""
    return say(f"note.{code}", **_shown(details))


def _shown(details: Mapping[str, object]) -> dict[str, object]:
    return {
        name: f"{value:,}"
        if isinstance(value, int) and not isinstance(value, bool)
        else shorten(" ".join(map(visible, str(value).split(" "))), 200)
        for name, value in details.items()
    }
