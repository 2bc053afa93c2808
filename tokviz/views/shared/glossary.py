"""The glossary: what the terms of the pages mean, in every language, out of ``assets/glossary.toml``.

Pure: which term a heading or a column shows is asked for by its key in the catalog; how it is shown is up to the pages.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from tokviz.location import site

__all__ = ["LINK", "Term", "found", "help_of", "load", "of_page"]

LINK = re.compile(r"\[([^\[\]]+)\]\(([a-z-]+)\)")
"""A word that leads to a term, and the key of the term."""

_FILE = site() / "assets" / "glossary.toml"
_FIRST = "en"  # the language that every text is there in


@dataclass(frozen=True)
class Term:
    """A term. name and definition: by language, in English where one is not translated; a definition links to other
    terms in Markdown, `[word](term)`.

    related: other terms to look at. pages: the addresses where it stands. help: the keys in the catalog of the headings
    and columns that show its definition.
    """

    key: str
    name: Mapping[str, str]
    definition: Mapping[str, str]
    related: tuple[str, ...]
    pages: tuple[str, ...]
    help: tuple[str, ...] = ()

    def called(self, language: str) -> str:
        """Return the name in a language."""
        return self.name.get(language, self.name[_FIRST])

    def plain(self, language: str) -> str:
        """Return the definition without its links.

        >>> load()["pair"].plain("en")
        'Two symbols side by side in a word.'
        """
        return LINK.sub(r"\1", self._defined(language))

    def linked(self, language: str) -> str:
        """Return the definition as the page of the glossary shows it: its links lead to the terms there.

        >>> load()["pair"].linked("en")
        'Two [symbols](#symbol) side by side in a word.'
        """
        return LINK.sub(r"[\1](#\2)", self._defined(language))

    def _defined(self, language: str) -> str:
        return self.definition.get(language, self.definition[_FIRST])


@cache
def load() -> Mapping[str, Term]:
    """Return all terms by their keys, in the order of the file: what others are built on comes first."""
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return MappingProxyType({key: _term(key, entry) for key, entry in data.items()})


def _term(key: str, entry: Mapping[str, Any]) -> Term:
    related, pages, helped = (tuple(entry.get(name, ())) for name in ("related", "pages", "help"))
    return Term(key, MappingProxyType(entry["name"]), MappingProxyType(entry["definition"]), related, pages, helped)


def of_page(url: str) -> tuple[Term, ...]:
    """Return the terms that stand on the page at an address."""
    return tuple(term for term in load().values() if url in term.pages)


@cache
def help_of(key: str, language: str) -> str | None:
    """Return the definition to show beside the heading or column with this key in the catalog, if it names a term.

    >>> help_of("column.pair", "en"), help_of("column.same", "en")
    ('Two symbols side by side in a word.', None)
    """
    return next((term.plain(language) for term in load().values() if key in term.help), None)


def found(asked: str, language: str) -> tuple[Term, ...]:
    """Return the terms that hold what is asked for, in a name of any language or in the definition; those with it in a
    name first, otherwise in the order of the alphabet, which is that of the English names.

    >>> [term.key for term in found("viterbi", "en")], found("no such thing", "en")
    (['viterbi'], ())
    """
    wanted = asked.strip().casefold()
    terms = sorted(load().values(), key=lambda term: term.name[_FIRST].casefold())
    named = [term for term in terms if any(wanted in name.casefold() for name in term.name.values())]
    defined = [term for term in terms if term not in named and wanted in term.plain(language).casefold()]
    return (*named, *defined)
