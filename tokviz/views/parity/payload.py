"""Records of the picture of a training by languages, as they are sent to the browser.

A symbol is a number: its place in the pool of chips. ``python -m tools.payload_types`` writes these types for
JavaScript.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from tokviz.views.merges.payload import Lines

__all__ = ["LanguagesPicture", "Sentences", "WordForms"]


class WordForms(TypedDict):
    """A word over the merges: its symbols after so many, until the next number."""

    after: list[int]
    symbols: list[list[int]]


class Sentences(TypedDict):
    """The beginning of each language's development text. languages: the words of each, by number; words: the forms of
    each word; plain: the same under plain BPE. made: the token of each merge. goes_on: whether there is
    more of each text."""

    languages: list[list[int]]
    goes_on: list[bool]
    words: list[WordForms]
    plain: NotRequired[list[WordForms]]
    made: list[int]


class LanguagesPicture(TypedDict):
    """The picture of a training by languages: lines, and sentences below them."""

    kind: Literal["languages"]
    lines: Lines
    sentences: Sentences
    labels: dict[str, str]
