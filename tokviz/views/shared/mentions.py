"""Terms of the glossary where a text mentions them: the first mention in each paragraph becomes `[word](term)`.

That is how definitions link to other terms, too; who shows a text gives such a word its definition. A paragraph gets so
many at most, so that it can still be read; code, links, bold text and {places} are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from zlib import crc32

from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.rendering import render

__all__ = ["MOST", "definitions", "html", "marked", "names"]

MOST = 3
"""How many terms of a paragraph are explained."""
_ALONE = re.compile(r"`[^`]*`|\*\*[^*]*\*\*|\[[^\]]*\]\([^)]*\)|<[^>]*>|\{[^}]*\}")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
"""Thai, Lao, Burmese, Khmer, Japanese and Chinese put no blank between words: a name can begin anywhere."""


def marked(text: str, language: str) -> str:
    """Return a text in Markdown with its first mentions of terms marked.

    >>> marked("Each pair is counted, and a pair gets a rank.", "en")
    'Each [pair](pair) is counted, and a pair gets a [rank](rank).'
    """
    return "\n\n".join(_paragraph(one, language) for one in text.split("\n\n"))


def definitions(text: str, language: str) -> dict[str, str]:
    """Return the terms that a marked text mentions, with their definitions."""
    terms = glossary.load()
    return {key: _plain(key, language) for _, key in glossary.LINK.findall(text) if key in terms}


def html(text: str, say: Catalog) -> str:
    """Return a marked text for Markdown that may hold HTML: each term can have the focus, and shows its definition
    then."""
    terms, place = glossary.load(), crc32(text.encode("utf-8"))

    def shown(found: re.Match[str]) -> str:
        word, key = found.groups()
        if key not in terms:
            return found[0]
        return render("term.html", say, word=word, name=f"term-{key}-{place:x}", definition=_plain(key, say.language))

    return glossary.LINK.sub(shown, text)


def names(language: str) -> dict[str, object]:
    """Return what marks the mentions in a browser (``mentions.js``), and the definition of every term."""
    pattern, keys = _names(language)
    terms = {key: _plain(key, language) for key in keys.values()}
    source = re.sub(r"\\([- ])", r"\1", pattern.pattern)  # escaped in Python alone
    return {"pattern": source, "keys": dict(keys), "most": MOST, "terms": terms}


def _plain(key: str, language: str) -> str:
    return glossary.load()[key].plain(language).replace("`", "")


def _paragraph(text: str, language: str) -> str:
    pattern, keys = _names(language)
    alone = [found.span() for found in _ALONE.finditer(text)]
    parts: list[str] = []
    seen: set[str] = set()
    at = 0
    for found in pattern.finditer(text):
        key = keys[found[1].casefold()]
        if key in seen or len(seen) == MOST or any(start < found.end() and found.start() < end for start, end in alone):
            continue
        seen.add(key)
        parts += [text[at : found.start()], f"[{found[0]}]({key})"]
        at = found.end()
    return "".join([*parts, text[at:]])


@cache
def _names(language: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return what finds the names, the longest first, and the term of each. A sign alone is no Chinese name: it is a
    part of too many words."""
    keys = {term.called(language).casefold(): term.key for term in glossary.load().values()}
    names = sorted((name for name in keys if len(name) > 1), key=len, reverse=True)
    any_name = "|".join(map(re.escape, names))
    edges = rf"({any_name})" if _UNSPACED.search(any_name) else rf"(?<![\w-])({any_name})(?:e?s)?(?![\w-])"
    return re.compile(edges, re.IGNORECASE), keys
