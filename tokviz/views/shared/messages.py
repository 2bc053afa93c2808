"""Errors and notes of the core as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tokviz.errors import TokvizError, readable
from tokviz.text_keys import note_key
from tokviz.views.shared.catalog import Catalog

if TYPE_CHECKING:
    from tokviz.trace import Progress


def error_text(error: TokvizError, say: Catalog) -> str:
    """Return the sentence of an error.

    >>> from tokviz.errors import CorpusError
    >>> from tokviz.views.shared.catalog import load
    >>> error_text(CorpusError("empty-corpus"), load("en"))
    'There are no words here. Give at least one word.'
    """
    return error.sentence(say.templates)


def note_text(code: str, details: Mapping[str, object], say: Catalog) -> str:
    """Return the sentence of a note of :class:`tokviz.corpus.Parsed`."""
    return say(note_key(code), **readable(details, say.templates))


def progress_text(at: Progress, say: Catalog) -> str:
    """Say how far a training is. Merging goes up to a size, Unigram goes down to one.

    >>> from tokviz.views.shared.catalog import load
    >>> from tokviz.trace import Progress
    >>> progress_text(Progress(1200, "merge", 1456, 8000), load("en"))
    '1,200 merges done; 1,456 tokens on the way to 8,000'
    >>> progress_text(Progress(3, "prune", 900, 400), load("en"))
    '3 steps done; 900 pieces left on the way to 400'
    """
    if at.kind != "merge":
        pieces = say.count("count.pieces", at.pieces)
        return say("unigram.progress", steps=say.count("count.steps", at.steps), pieces=pieces, size=at.vocab_size)
    merges, tokens = say.count("count.merges", at.steps), say.count("count.tokens", at.pieces)
    if not at.vocab_size:
        return say("train.progress.open", merges=merges, tokens=tokens)
    return say("train.progress", merges=merges, tokens=tokens, size=at.vocab_size)
