"""A text as several tokenizers cut it, laid over the text: which token covers which characters.

Marks, bytes, lower-casing, unknown tokens and dropped characters are seen through, so that rows of tokens of different
tokenizers stay aligned under the characters of the original text. Nothing here says why a tokenizer cuts where it does
(:mod:`tokviz.compare.differences`) or draws anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import regex

from tokviz.compare.spans import (
    UNIT,
    Model,
    Piece,
    Source,
    TokenKind,
    as_encoded,
    cutter,
    pieces,
    sources,
    tokens_of,
)

_CLUSTER = regex.compile(r"\X")


class Placed(NamedTuple):
    """A token, or what was dropped, with the part of the text that it covers, in 288ths of a character.

    word: which of the tokenizer's words it belongs to, by number. is_last: whether it ends that word.
    """

    token: str
    begin: int
    end: int
    kind: TokenKind
    word: int
    is_last: bool


@dataclass(frozen=True)
class Token:
    """A token and the characters of the text that it covers.

    start, end: the characters that it touches, end excluded; equal for one that covers none, such as a mark that is a
    token of its own. before: the share of its first character that belongs to tokens before it; after: of its last one
    to tokens behind it; both are 0 unless bytes or letters of one character went to several tokens. kind: see
    :class:`~tokviz.compare.spans.Piece`. word: which of the words it belongs to, by number.
    """

    text: str
    start: int
    end: int
    kind: TokenKind
    word: int
    before: Fraction = Fraction(0)
    after: Fraction = Fraction(0)

    @property
    def begin_exact(self) -> Fraction:
        """Return the place where it begins, in characters."""
        return self.start + self.before

    @property
    def end_exact(self) -> Fraction:
        """Return the place where it ends, in characters."""
        return self.end - self.after


@dataclass(frozen=True)
class Word:
    """A word as the tokenizer sees it (as bytes, with marks, in lower case), and the characters that it comes from."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Segmentation:
    """A text cut by one tokenizer. dropped: characters that the tokenizer leaves out for want of a token, in order."""

    text: str
    tokens: tuple[Token, ...]
    words: tuple[Word, ...]
    dropped: tuple[int, ...] = ()

    @cached_property
    def boundaries(self) -> tuple[Fraction, ...]:
        """Return the borders of tokens in characters, ascending, each once."""
        edges: set[int] = set()  # in 288ths of a character
        for token in self.tokens:
            if token.start < token.end:
                edges.add(token.start * UNIT + (int(token.before * UNIT) if token.before else 0))
                edges.add(token.end * UNIT - (int(token.after * UNIT) if token.after else 0))
        return tuple(Fraction(edge, UNIT) for edge in sorted(edges))

    @cached_property
    def gaps(self) -> tuple[tuple[int, int], ...]:
        """Return the stretches of characters that no token covers: white space, and what was cleaned away or
        dropped."""
        gaps: list[tuple[int, int]] = []
        at = 0
        for token in self.tokens:
            if token.start > at:
                gaps.append((at, token.start))
            at = max(at, token.end)
        if at < len(self.text):
            gaps.append((at, len(self.text)))
        return tuple(gaps)


@dataclass(frozen=True)
class Column:
    """A grapheme cluster, which is what people call a character."""

    start: int
    end: int
    text: str


def segment(text: str, model: Model) -> Segmentation:
    """Cut `text` with a tokenizer; the tokens are those of its `encode`. Raises what that raises.

    >>> from tokviz import bpe
    >>> model = bpe.Model((), ("Ã", "©"), pretokenizer="gpt2-bytes")
    >>> [(token.text, token.start, token.end, str(token.before)) for token in segment("é", model).tokens]
    [('Ã', 0, 1, '0'), ('©', 0, 1, '1/2')]
    """
    words, placed = place(text, model)
    tokens: list[Token] = []
    dropped: list[int] = []
    for token in placed:
        if token.kind == "dropped":
            dropped += range(token.begin // UNIT, -(-token.end // UNIT))
        else:
            tokens.append(_token(token.token, token.begin, token.end, token.kind, token.word))
    parts = (Word(word.text, word.begins[0] // UNIT, -(-word.ends[-1] // UNIT)) for word in words)
    return Segmentation(text, tuple(tokens), tuple(parts), tuple(dict.fromkeys(dropped)))


def place(text: str, model: Model) -> tuple[list[Source], list[Placed]]:
    """Return the words of `text` as `model` sees them, and all its tokens in order, with what they cover; each
    different word is split once. A token that covers nothing is behind what is before it if it ends its word.

    >>> from tokviz import wordpiece
    >>> [token[:3] for token in place("hug", wordpiece.Model(["hu", "##g"]))[1]]
    [('hu', 0, 576), ('##g', 576, 864)]
    """
    cut = cutter(model)
    known: dict[tuple[str, tuple[str, ...] | None], Sequence[Piece]] = {}
    words = sources(text, model)
    placed: list[Placed] = []
    for number, (source, tokens) in enumerate(zip(words, tokens_of(words, text, model), strict=True)):
        if source.is_added:
            split = pieces(source, cut)
        else:
            key = source.text, tokens
            split = known.get(key) or known.setdefault(key, as_encoded(source.text, tokens, model, cut))
        last = len(split) - 1
        for i, (token, begin, end, kind) in enumerate(split):
            if begin == end:
                first = stop = source.begin(0) if not begin else source.end(end)
            else:
                first, stop = source.begin(begin), source.end(end)
            placed.append(Placed(token, first, stop, kind, number, i == last))
    return words, placed


def columns(text: str) -> tuple[Column, ...]:
    """Return the grapheme clusters of `text`: the columns of a table of rows.

    >>> [(column.start, column.end) for column in columns("e\\u0301a")]
    [(0, 2), (2, 3)]
    """
    return tuple(Column(cluster.start(), cluster.end(), cluster[0]) for cluster in _CLUSTER.finditer(text))


def _token(text: str, begin: int, end: int, kind: TokenKind, word: int) -> Token:
    start, before = divmod(begin, UNIT)
    stop = -(-end // UNIT) if end > begin else start
    if not before and stop * UNIT == end:
        return Token(text, start, stop, kind, word)
    if begin == end:  # a mark inside a character
        return Token(text, start, start, kind, word, Fraction(before, UNIT), -Fraction(before, UNIT))
    return Token(text, start, stop, kind, word, Fraction(before, UNIT), Fraction(stop * UNIT - end, UNIT))
