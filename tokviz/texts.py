"""The texts that users read, by key, in each language: the files in ``assets/i18n``.

A file is one flat JSON object: key -> template with ``{name}`` fields. The sentence of an error is there under
``error.`` and its code, so the core takes it from here too. Which language a visitor reads is decided elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from tokviz.location import site

__all__ = ["LANGUAGES", "PLURAL_FORMS", "plural_form", "templates"]

_FOLDER = site() / "assets" / "i18n"
_FIRST = "en"  # the language that all others fall back to


def _codes() -> list[str]:
    return sorted((path.stem for path in _FOLDER.glob("*.json")), key=lambda code: (code != _FIRST, code))


@cache
def templates(language: str) -> Mapping[str, str]:
    """Return the templates of a language by key, read once. Raises KeyError for a language that does not exist.

    >>> templates("en")["error.at-line"]
    'Line {line}: {what}'
    """
    if language not in _codes():
        raise KeyError(language)
    return MappingProxyType(json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8")))


def _names() -> dict[str, str]:
    return {code: templates(code)["language.name"] for code in _codes()}


_LANGUAGES = _names()
LANGUAGES: Mapping[str, str] = MappingProxyType(_LANGUAGES)
"""Language code -> its name in itself, English first, as they are offered. A language is there once its file is."""


# -- plurals -----------------------------------------------------------------------------------------------------------

PLURAL_FORMS = ("one", "few", "many")
"""The categories of CLDR beside "other". A text about ``{n}`` things is under its key, and under the key with ``.one``,
``.few`` and so on where its language has another form for such numbers."""


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else "other"


_PLURALS: Mapping[str, Callable[[int], str]] = {"zh": lambda _: "other"}
"""Language -> the category of a whole number, where it is not as in English. Source: CLDR, Language Plural Rules."""


def plural_form(language: str, number: int) -> str:
    """Return the category of a whole number in a language: how a text about so many things is formed.

    >>> [plural_form("en", number) for number in (0, 1, 2)], plural_form("zh", 1)
    (['other', 'one', 'other'], 'other')
    """
    return _PLURALS.get(language, _one_or_other)(number)
