"""Glossaries of subword-nmt: patterns for what must not be cut up, such as names and placeholders.

A word is split at what the patterns match, one pattern after the other, so that a later one also splits what an earlier
one cut out. A fragment that a pattern matches as a whole is kept.

Patterns come from users and may backtrack for ever, so they are run with a time limit, which Python's `re` does not
have: by the package `regex`, in the mode (V0) in which it does as `re` does. Only what `re` accepts is accepted. Known
differences: POSIX classes (``[[:alpha:]]``) are classes here and sets of these letters there; the Unicode tables may be
of different years. Literal braces, which `regex` may take for approximate matching, are escaped.

Source: subword-nmt 0.3.8, apply_bpe.py; the patterns are put into expressions exactly as there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import regex

from tokviz.checks import check_limit
from tokviz.errors import RulesError, brief

__all__ = ["GLOSSARY_SECONDS", "MAX_GLOSSARIES", "Glossaries", "GlossarySplit"]

MAX_GLOSSARIES = 10_000
"""The longest list of patterns, in characters of all together."""

GLOSSARY_SECONDS = 0.25
"""How long one pattern may take for one fragment, in seconds of processor time. Usual patterns take microseconds."""

# A brace that begins no repetition, and what it must not be taken for: an escape, or a character by name.
_BRACE = re.compile(r"\\N\{[^}]*\}|\\.|(\{)(?!\d*,?\d*\})", re.DOTALL)


@dataclass(frozen=True)
class GlossarySplit:
    """One pattern applied to the fragments of a word: which there were, and which there are then."""

    pattern: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class Glossaries:
    """Patterns in the order in which they are applied.

    Raises RulesError for a pattern that `re` or `regex` does not accept, and LimitError for too many. A pattern that
    takes too long raises RulesError ("glossary-timeout") when it is used.

    >>> [split.after for split in Glossaries(["USA"]).split("1934USABUSA")]
    [('1934', 'USA', 'B', 'USA')]
    """

    def __init__(self, patterns: Sequence[str], seconds: float = GLOSSARY_SECONDS) -> None:
        self.patterns = tuple(patterns)
        self._seconds = seconds
        check_limit("MAX_GLOSSARIES", MAX_GLOSSARIES, met=sum(map(len, self.patterns)))
        # Put together without groups of their own, as the library does: of "low|est" only "low" is tied to the start.
        self._alone = [_compile(f"^{pattern}$", pattern) for pattern in self.patterns]
        self._parts = [_compile(f"({pattern})", pattern) for pattern in self.patterns]
        together = "|".join(self.patterns)
        self._whole = _compile(f"^({together})$", together) if self.patterns else None

    def keep(self, fragment: str) -> bool:
        """Whether a fragment is a glossary entry as a whole."""
        return self._whole is not None and self._run(self._whole.match, fragment, "|".join(self.patterns)) is not None

    def split(self, word: str) -> tuple[GlossarySplit, ...]:
        """Split a word by each pattern in turn.

        What a capturing group inside a pattern matched stands in the result once more, as in the library.
        """
        splits = []
        fragments: tuple[str, ...] = (word,)
        for i, pattern in enumerate(self.patterns):
            after = tuple(part for fragment in fragments for part in self._isolate(fragment, i))
            splits.append(GlossarySplit(pattern, fragments, after))
            fragments = after
        return tuple(splits)

    def _isolate(self, fragment: str, i: int) -> list[str]:
        """The parts of a fragment that pattern `i` matches and those between."""
        pattern, alone, part = self.patterns[i], self._alone[i], self._parts[i]
        if self._run(alone.match, fragment, pattern) or not self._run(part.search, fragment, pattern):
            return [fragment]
        *parts, ending = self._run(part.split, fragment, pattern)
        # Line ends at the end of a word go, as in the library, which then fails if nothing else was there.
        return [part for part in (*parts, ending.strip("\r\n ")) if part]

    def _run(self, method: Any, fragment: str, pattern: str) -> Any:
        try:
            return method(fragment, timeout=self._seconds)
        except TimeoutError:
            raise RulesError("glossary-timeout", pattern=brief(pattern), fragment=brief(fragment)) from None


def _compile(expression: str, pattern: str) -> Any:
    try:
        re.compile(expression)
        escaped = _BRACE.sub(lambda found: r"\{" if found[1] else found[0], expression)
        return regex.compile(escaped, regex.V0)
    except (re.error, regex.error, OverflowError, RecursionError) as error:
        raise RulesError("glossary-pattern", pattern=brief(pattern), reason=str(error)) from None
