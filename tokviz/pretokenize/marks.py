"""The marks of tokens: what a tokenizer writes in them beside the text that they stand for.

Each model says which it has, so that its tokens can be read beside those of others (:mod:`tokviz.compare.notation`).
"""

from __future__ import annotations

from dataclasses import dataclass

from tokviz.pretokenize.named import BYTE_LEVEL, KEEPS_SPACES, MARKS_SPACES, METASPACE

BYTE_SPACE = "Ġ"
"""A space where the characters of tokens stand for bytes."""


@dataclass(frozen=True)
class Marks:
    """The marks of one tokenizer; without any, tokens are text as it is."""

    start_of_word: str = ""
    """Before the first token of each word."""
    continuing: str = ""
    """Before each token that does not begin a word."""
    end_of_word: str = ""
    """Behind the last token of each word."""
    separator: str = ""
    """Behind each token that does not end a word."""
    space: str = ""
    """A space before a word, as tokens write it; empty where they have none."""
    byte_levels: int = 0
    """The times that bytes were written as characters: twice where words of bytes are cut into bytes again."""
    writes_spaces: bool = False
    """True if tokens hold the spaces before words, in whatever form."""
    textless: frozenset[str] = frozenset()
    """The tokens that stand for no text: unknown, control and added ones."""


def byte_levels_of(pretokenizer: str) -> int:
    """Return 1 for a pre-tokenizer that writes bytes as characters, else 0."""
    return int(pretokenizer in BYTE_LEVEL)


def space_of(pretokenizer: str, byte_levels: int = 0, *, is_marked: bool = False) -> str:
    """Return a space as the tokens of a pre-tokenizer write it. is_marked: the model marks the start of words by one.

    >>> space_of("gpt2"), space_of("gpt2-bytes", 1), space_of("metaspace"), space_of("whitespace")
    (' ', 'Ġ', '▁', '')
    """
    if is_marked or pretokenizer in MARKS_SPACES:
        return METASPACE
    if pretokenizer not in KEEPS_SPACES:
        return ""
    return BYTE_SPACE if byte_levels else " "
