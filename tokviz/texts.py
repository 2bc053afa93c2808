"""The texts that users read, by key, in each language: the files in ``assets/i18n``.

A file is one flat JSON object: key -> template with ``{name}`` fields. The sentence of an error stands there under
``error.`` and its code, so the core takes it from here too. Which language a visitor reads is decided elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from tokviz.location import site

__all__ = ["LANGUAGES", "templates"]

_LANGUAGES = {"en": "English", "zh": "简体中文"}
_FOLDER = site() / "assets" / "i18n"

LANGUAGES: Mapping[str, str] = MappingProxyType(_LANGUAGES)
"""Language code -> its name in itself, in the order in which they are offered. Each has a file of that code."""


@cache
def templates(language: str) -> Mapping[str, str]:
    """The templates of a language by key, read once. Raises KeyError for a language that does not exist.

    >>> templates("en")["error.at-line"]
    'Line {line}: {what}'
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    return MappingProxyType(json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8")))
