"""Names of the languages of a training, as they are shown."""

from __future__ import annotations

from collections.abc import Iterable

from tokviz.parity import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown

__all__ = ["MAX_NAME", "listed", "name_of"]

MAX_NAME = 16
"""The most characters of a language's name that are shown."""


def name_of(trace: Trace, language: int, say: Catalog) -> str:
    """Return the name of a language; of a plain corpus, that it is all of it."""
    return shown(trace.languages[language].name, MAX_NAME) or say("parity.one-language")


def listed(trace: Trace, languages: Iterable[int], say: Catalog) -> str:
    """Return the names of several languages as a sentence lists them."""
    return say.listed([name_of(trace, one, say) for one in languages])
