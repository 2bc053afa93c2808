"""Errors and notes of the core as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from tokviz.errors import TokvizError, readable
from tokviz.views.shared.catalog import Catalog

__all__ = ["error_text", "note_text"]


def error_text(error: TokvizError, say: Catalog) -> str:
    """The sentence of an error.

    >>> from tokviz.errors import CorpusError
    >>> from tokviz.views.shared.catalog import load
    >>> error_text(CorpusError("empty-corpus"), load("en"))
    'There are no words here. Give at least one word.'
    """
    return error.sentence(say.templates)


def note_text(code: str, details: Mapping[str, object], say: Catalog) -> str:
    """The sentence of a note of :class:`tokviz.corpus.Parsed`."""
    return say(f"note.{code}", **readable(details, say.templates))
