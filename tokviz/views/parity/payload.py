"""Records of the picture of a training by languages, as they are sent to the browser.

A symbol is a number: its place in the pool of chips. ``python -m tools.payload_types`` writes these types for
JavaScript.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tokviz.views.merges.payload import Lines


@dataclass(frozen=True, kw_only=True)
class WordForms:
    """A word over the merges: its symbols after so many, until the next number."""

    after: Sequence[int]
    symbols: Sequence[Sequence[int]]


@dataclass(frozen=True, kw_only=True)
class Sentences:
    """The beginning of each language's development text. languages: the words of each, by number; words: the forms of
    each word; plain: the same under plain BPE. made: the token of each merge. goes_on: whether there is
    more of each text."""

    languages: Sequence[Sequence[int]]
    goes_on: Sequence[bool]
    words: Sequence[WordForms]
    plain: Sequence[WordForms] | None = None
    made: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class LanguagesPicture:
    """The picture of a training by languages: lines, and sentences below them."""

    kind: Literal["languages"]
    lines: Lines
    sentences: Sentences
    labels: Mapping[str, str]
