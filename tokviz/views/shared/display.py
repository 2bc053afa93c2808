"""The display of symbols: nothing that a token holds may be invisible, and nothing may break the line.

Spaces, control characters, lone marks and joiners are put into a visible form. This is for the eye; files and traces
keep the real text.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any

import regex

_SPACE = "␣"

MAX_SHOWN = 60
"""Longer tokens are cut for display in tables and sentences, in characters."""

MAX_NAME = 24
"""Longer names of files are cut, in characters: so many are seen in a choice and in the sidebar."""
_ENDS_PART = "-_.+/ "

_NAMED = {" ": _SPACE, "\n": "⏎", "\r": "␍", "\t": "⇥", "\u00a0": "⍽", "\u3000": "␣̲", "\x7f": "␡"}

# Controls, formats, surrogates, spaces, the blank of Braille, and what Unicode tells renderers to ignore. A joiner or a
# variation selector inside an emoji belongs to the picture; elsewhere it would be invisible too.
_PICTURE = r"\p{Extended_Pictographic}"
_INVISIBLE = regex.compile(
    rf"(?!(?<={_PICTURE}\ufe0f?|\p{{Emoji_Modifier}})\u200d(?={_PICTURE})|(?<={_PICTURE})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3))"
    r"[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]"
)


def visible(token: str) -> str:
    """Return `token` with everything invisible replaced by something that can be seen.

    >>> visible(" new"), visible("a\\x00b"), visible("\\u0301")
    ('␣new', 'a␀b', '◌́')
    """
    if token.isascii() and token.isprintable() and " " not in token:
        return token  # nearly all of them; the search would let other threads in between
    shown: str = _INVISIBLE.sub(lambda match: _form(match.group()), token)
    if shown and unicodedata.category(shown[0]).startswith("M"):
        shown = "◌" + shown  # a mark needs something to sit on
    return shown


def with_spaces(value: Any, sign: str) -> Any:
    """Return texts, in whatever lists and records they are, with the sign for a space that all pages have.

    sign: the character that stands for a space in the tokens; empty where none does. A record with `is_literal` stays
    as it is, and so do fields of records whose metadata say so; one with `spaced` does it itself.

    >>> with_spaces({"tokens": ["Ġthe", "Ġ"], "count": 3}, "Ġ")
    {'tokens': ['␣the', '␣'], 'count': 3}
    """
    if not sign:
        return value
    if isinstance(value, str):
        return value.replace(sign, _SPACE)
    if isinstance(value, Mapping):
        is_told = "mention" in value  # a term of the glossary, which can be about the sign
        return value if is_told else {name: with_spaces(item, sign) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return value if _has_numbers(value) else type(value)(with_spaces(item, sign) for item in value)
    if isinstance(value, Iterator):  # read later, by what draws it
        return (with_spaces(item, sign) for item in value)
    if not is_dataclass(value) or isinstance(value, type) or getattr(value, "is_literal", False):
        return value
    if hasattr(value, "spaced"):
        return value.spaced(sign)
    every = ((one.name, getattr(value, one.name)) for one in fields(value) if "literal" not in one.metadata)
    spaced = {name: with_spaces(item, sign) for name, item in every if not isinstance(item, int | float)}
    return replace(value, **spaced)


LITERAL: Mapping[str, bool] = MappingProxyType({"literal": True})
"""Metadata of a field of a record in whose texts every character is itself."""


def _has_numbers(value: Sequence[object]) -> bool:
    """Tell if these are numbers or points, of which a chart has thousands."""
    first = value[0] if value else 0
    return isinstance(first[0] if isinstance(first, tuple) and first else first, int | float)


def shown(text: str, length: int = MAX_SHOWN) -> str:
    """Return the visible form, cut; of a text that is a word, only what is left of it is looked at.

    >>> shown("a b" * 100_000, 5)
    'a␣…␣b'
    """
    if len(text) > 4 * length:  # a visible form is no shorter, and what is next to a character may show it otherwise
        text = text[: 2 * length] + text[-2 * length :]
    return shorten(visible(text), length)


def shorten(text: str, length: int = MAX_SHOWN) -> str:
    """Return `text`, cut in the middle when it is longer than `length` characters.

    >>> shorten("abcdefghij", 5)
    'ab…ij'
    """
    if len(text) <= length:
        return text
    half = (length - 1) // 2
    return f"{text[: length - 1 - half]}…{text[len(text) - half :]}"


def short_names(names: Sequence[str], length: int = MAX_NAME) -> tuple[str, ...]:
    """Return the names of files in a visible form, cut so that different ones stay different.

    Those that would be cut to the same show what is between their common beginning and their common end.

    >>> short_names(["acme-tokenizer-bpe-2000-final.json", "acme-tokenizer-unigram-1500-final.json", "wp.json"])
    ('…bpe-2000…', '…unigram-1500…', 'wp.json')
    """
    return _cut_apart([visible(name) for name in names], [shorten(visible(name), length) for name in names], length)


def _cut_apart(names: Sequence[str], cut: Sequence[str], length: int) -> tuple[str, ...]:
    """Return `cut`, the short forms of `names`, with those made different that stand for different names."""
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for name, short in dict(zip(names, cut, strict=True)).items():
        alike[short].append(name)
    apart: dict[str, str] = {}
    for short, group in alike.items():
        if len(group) == 1:
            apart[group[0]] = short
            continue
        start = _common_length(group)
        end = _common_length([name[start:][::-1] for name in group])
        first = max(group[0].rfind(sign, 0, start) for sign in _ENDS_PART) + 1
        behind = [at for sign in _ENDS_PART if (at := group[0][len(group[0]) - end :].find(sign)) >= 0]
        end -= min(behind, default=end)
        middles = [f"…{shorten(name[first : len(name) - end], length - 2)}…" for name in group]
        apart.update(zip(group, middles, strict=True))
    numbered: dict[str, str] = {}
    taken: set[str] = set()
    for name, short in apart.items():
        number, label = 1, short
        while label in taken:  # they differ in the middle of what is cut
            number += 1
            label = f"{short} · {number}"
        taken.add(label)
        numbered[name] = label
    return tuple(numbered[name] for name in names)


def _common_length(names: Sequence[str]) -> int:
    """Return the number of characters that all names begin with."""
    signs = enumerate(zip(*names, strict=False))
    return next((at for at, each in signs if len(set(each)) > 1), min(map(len, names)))


def _form(character: str) -> str:
    code = ord(character)
    if character in _NAMED:
        return _NAMED[character]
    return chr(0x2400 + code) if code < 0x20 else f"⟨{code:04X}⟩"
