"""The patterns that split a text into pre-tokens, alternative by alternative, and which alternative matched.

What the pre-tokenizers made of them promise is said in :mod:`tokviz.pretokenize.named`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import regex

# The patterns of tiktoken 0.14, alternative by alternative; the first that matches takes the piece. In the first two,
# "++" and "?+" only save time: they forbid giving back what was taken.
UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"  # title case, and letters without case, count as upper ...
LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"  # ... and, without case, as lower too
_ENDING = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"


def _llama3(name: str, digits: str) -> Mapping[str, str]:
    """Return the pattern of Llama 3, which is cl100k before tiktoken 0.8, with an alternative for digits."""
    return MappingProxyType(
        {
            "contraction-any-case": r"'(?i:[sdmt]|ll|ve|re)",
            "letters-any-before": r"[^\r\n\p{L}\p{N}]?+\p{L}++",
            name: digits,
            "punctuation-line-ends": r" ?[^\s\p{L}\p{N}]++[\r\n]*+",
            "space-line-end": r"\s*[\r\n]+",
            "space-but-last": r"\s+(?!\S)",
            "space": r"\s+",
        }
    )


_BY_PATTERN: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "gpt2": MappingProxyType(
            {
                "contraction": r"'(?:[sdmt]|ll|ve|re)",
                "letters": r" ?\p{L}++",
                "digits": r" ?\p{N}++",
                "punctuation": r" ?[^\s\p{L}\p{N}]++",
                "space-at-end": r"\s++$",
                "space-but-last": r"\s+(?!\S)",
                "space": r"\s",
            }
        ),
        "cl100k": MappingProxyType(
            {
                "contraction-any-case": r"'(?i:[sdmt]|ll|ve|re)",
                "letters-any-before": r"[^\r\n\p{L}\p{N}]?+\p{L}++",
                "digits-in-threes": r"\p{N}{1,3}+",
                "punctuation-line-ends": r" ?[^\s\p{L}\p{N}]++[\r\n]*+",
                "space-at-end": r"\s++$",
                "space-line-end": r"\s*[\r\n]",
                "space-but-last": r"\s+(?!\S)",
                "space": r"\s",
            }
        ),
        "llama3": _llama3("digits-in-threes", r"\p{N}{1,3}+"),
        "nanochat": _llama3("digits-in-twos", r"\p{N}{1,2}+"),
        "qwen2": _llama3("digit", r"\p{N}"),
        "o200k": MappingProxyType(
            {
                "letters-lower": rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+{_ENDING}",
                "letters-upper": rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*{_ENDING}",
                "digits-in-threes": r"\p{N}{1,3}",
                "punctuation-line-ends-slash": r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
                "space-line-end": r"\s*[\r\n]+",
                "space-but-last": r"\s+(?!\S)",
                "space": r"\s+",
            }
        ),
    }
)
ALTERNATIVES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        **_BY_PATTERN,
        "threes-from-right": MappingProxyType(
            {"digits-from-right": r"[0-9]{1,3}(?=(?:[0-9]{3})*(?![0-9]))", **_BY_PATTERN["cl100k"]}
        ),
    }
)
"""Pattern -> its alternatives in order, name -> regular expression. (Threes from the right split without theirs.)"""


class _Compiled(Mapping[str, Any]):
    """Patterns that are compiled when they are first used: all of them take 20 ms, and a training uses one or none.
    part: how an alternative is written."""

    def __init__(self, part: str) -> None:
        self._part, self._compiled = part, dict[str, Any]()

    def __getitem__(self, name: str) -> Any:
        if name not in self._compiled:
            parts = _BY_PATTERN[name].values()
            self._compiled[name] = regex.compile("|".join(self._part.format(part) for part in parts))
        return self._compiled[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_BY_PATTERN)

    def __len__(self) -> int:
        return len(_BY_PATTERN)


PATTERNS: Mapping[str, Any] = _Compiled("{}")
_NAMED: Mapping[str, Any] = _Compiled("({})")


def with_alternatives(text: str, pattern: str) -> tuple[tuple[str, str], ...]:
    """Return the pieces of `text` under one of the patterns in `ALTERNATIVES`, each with the alternative that matched
    it.

    >>> with_alternatives("It's 10", "gpt2")
    (('It', 'letters'), ("'s", 'contraction'), (' 10', 'digits'))
    """
    if pattern == "threes-from-right":
        return tuple(
            piece
            for part, is_run in between_runs(text)
            for piece in (
                ((group, "digits-from-right") for group in groups(part))
                if is_run
                else with_alternatives(part, "cl100k")
            )
        )
    names = tuple(ALTERNATIVES[pattern])
    return tuple((piece.group(), names[piece.lastindex - 1]) for piece in _NAMED[pattern].finditer(text))


# -- digits in groups --------------------------------------------------------------------------------------------------
# Runs of the digits 0 to 9 are split off first, and each is split into groups of one size. From the right, groups of
# three are the thousands that people write: 1234567 is 1, 234, 567. The text between runs is split by another
# pre-tokenizer, which does not see the digits. Source: the splitting of sanderland/script_tok 250b9c4.

_RUN = re.compile(r"([0-9]+)")


def groups(run: str, size: int = 3, *, from_right: bool = True) -> tuple[str, ...]:
    """Split a run of digits into groups of `size`, which must be positive; the group left over is the first, or the
    last.

    >>> groups("1234567"), groups("1234567", from_right=False), groups("42", 1)
    (('1', '234', '567'), ('123', '456', '7'), ('4', '2'))
    """
    first = len(run) % size if from_right else 0
    full_groups = tuple(run[i : i + size] for i in range(first, len(run), size))
    return (run[:first], *full_groups) if first else full_groups


def between_runs(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a text in order, each with whether it is a run of digits.

    >>> list(between_runs("ab12c"))
    [('ab', False), ('12', True), ('c', False)]
    """
    for i, part in enumerate(_RUN.split(text)):
        if part:
            yield part, bool(i % 2)
