"""Searches for the patterns of a tokenizer.json, which tell the alternative that matched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import regex

from tokviz.errors import RulesError
from tokviz.files import stage_parts
from tokviz.files.json_elements import as_oniguruma
from tokviz.files.limits import may_explode
from tokviz.files.oniguruma import translated
from tokviz.pretokenize import ALTERNATIVES


class Search(NamedTuple):
    """A compiled pattern with a group for each of its alternatives, and what the file calls these."""

    compiled: regex.Pattern[str]
    names: tuple[str, ...]

    def matches(self, text: str) -> Iterator[stage_parts.Match]:
        """Yield all matches in a text, in order. Raises RulesError for one of no characters, of which the engines make
        different things."""
        for found in self.compiled.finditer(text):
            if found.start() == found.end():
                raise RulesError("tab-element", element=f"'{'|'.join(self.names)}'")
            yield found.start(), found.end(), self.names[(found.lastindex or 1) - 1]


def search_of(pattern: object) -> Search | None:
    """Return the search for the pattern of an element; None for one that only the library can search for.

    >>> search = search_of({"Regex": "[0-9]+|a"})
    >>> list(search.matches("a 12"))
    [(0, 1, 'a'), (2, 4, '[0-9]+')]
    """
    match pattern:
        case {"String": str(wanted)} if wanted:
            return Search(regex.compile(regex.escape(wanted)), (wanted,))
        case {"Regex": str(expression)}:
            return _search(expression)
    return None


@lru_cache(256)  # patterns of visitors are among them
def _search(expression: str) -> Search | None:
    every = _KNOWN.get(expression)
    if every is None:
        names = stage_parts.alternatives(expression)
        written = [translated(name) for name in names]
        if may_explode(expression) or None in written:
            return None
        every = dict(zip(names, map(str, written), strict=True))
    compiled = regex.compile("|".join(f"({one})" for one in every.values()))
    return None if compiled.fullmatch("") else Search(compiled, tuple(every))


# Patterns that are known, each alternative with the same for `regex`: there "{1,3}+" repeats, and "$" is the end of the
# text here, since nothing but white space is before it.
_GPT_4 = {
    **{one: one for one in ALTERNATIVES["cl100k"].values()},
    r"\p{N}{1,3}+": r"\p{N}++",
    r"\s++$": r"\s++\Z",
}
_LLAMA_3 = (  # and of Qwen 2, which takes digits one by one
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|"
    r"\s*[\r\n]+|\s+(?!\S)|\s+"
)
_DEEPSEEK = (  # whose file has line ends in its pattern as they are
    "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+",
    "[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+",
    " ?[\\p{P}\\p{S}]+[\r\n]*",
    "\\s*[\r\n]+",
    r"\s+(?!\S)",
    r"\s+",
)
_KNOWN: Mapping[str, Mapping[str, str]] = {
    "|".join(alternatives): alternatives
    for alternatives in (
        _GPT_4,
        *(
            {as_oniguruma(one): one.replace("$", r"\Z") for one in ALTERNATIVES[name].values()}
            for name in ("gpt2", "cl100k", "llama3", "qwen2", "o200k")
        ),
        *(
            {one: one for one in stage_parts.alternatives(pattern)}
            for pattern in (stage_parts.GPT2, _LLAMA_3, _LLAMA_3.replace("{1,3}", ""))
        ),
        *({one: one} for one in (r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+")),
        {one: one for one in _DEEPSEEK},
    )
}
