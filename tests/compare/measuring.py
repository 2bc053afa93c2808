"""A claim of a reason, and the text measured by tokens: where they meet, and where each merge joined what.

Places are measured in bytes of the text without white space, in which the tokens of most tokenizers can be counted,
whatever marks they have. Where a tokenizer changes the text itself, what depends on places is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from tests.compare.drawn_pairs import Drawn
from tokviz.compare.differences import Reason
from tokviz.corpus.passages import Passage
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR

__all__ = [
    "BYTES",
    "FALLBACK",
    "USER_DEFINED",
    "Claim",
    "byte_length",
    "claim_tokens",
    "edges_of",
    "length_of",
    "measured",
    "merged",
    "size_of",
    "token_ranks",
]

BYTES = {char: bytes([byte]) for byte, char in BYTE_TO_CHAR.items()}
USER_DEFINED = ("we", "ab", "ug")
FALLBACK = re.compile(r"<0x[0-9A-F]{2}>")
MARKS = re.compile(r"▁|^##|</w>$|@@$")


@dataclass(frozen=True, eq=False)
class Claim:
    """A reason with the tokenizer that a sentence is about, and the other one."""

    reason: Reason
    own: Drawn
    other: Drawn
    passage: Passage

    @property
    def account(self) -> Any:
        return self.reason.left

    @property
    def cuts(self) -> bool:
        return self.reason.cut == "left"

    @property
    def text(self) -> str:
        return self.passage.text

    @cached_property
    def at(self) -> Fraction:
        """The place in characters of the text."""
        assert self.reason.place is not None
        return self.passage.stretch.word + self.reason.place

    @cached_property
    def place(self) -> Fraction | None:
        """The place in bytes; None where white space touches it."""
        if self.reason.place is None:
            return None
        at, part = divmod(self.at, 1)
        if not part and (not self.text[: int(at)].strip() or self.text[int(at) - 1].isspace()):
            return None
        if not part and self.text[int(at) : int(at) + 1].isspace():
            return None
        inside = part * len(self.text[int(at)].encode()) if part else Fraction(0)
        return size_of(self.text[: int(at)]) + inside

    @cached_property
    def tokens(self) -> list[str]:
        return list(self.own.model.encode(self.text))


def size_of(text: str) -> int:
    return len("".join(text.split()).encode())


def measured(parts: Sequence[str], text: str) -> list[int] | None:
    """Return the edges of the words of a text; None where they are not the text.

    The words may be written in bytes.
    """
    for length in (byte_length, plain_length):
        edges = list(accumulate(map(length, parts), initial=0))
        if edges[-1] == size_of(text):
            return edges
    return None


def edges_of(claim: Claim, drawn: Drawn) -> list[int] | None:
    """Return the edges of the tokens of a text; None where they are not all of it."""
    tokens = claim_tokens(claim, drawn)
    edges = list(accumulate(map(length_of(drawn), tokens), initial=0))
    if "NFKD" in drawn.file and not claim.text.isascii():
        return None
    return edges if edges[-1] == size_of(claim.text) and drawn.model.unknown_token not in tokens else None


def length_of(drawn: Drawn) -> Callable[[str], int]:
    return byte_length if drawn.writes_bytes else plain_length


def plain_length(part: str) -> int:
    part = FALLBACK.sub("?", MARKS.sub("", part))
    return size_of(part)


def byte_length(part: str) -> int:
    return sum(not BYTES.get(char, char.encode()).isspace() for char in part)


class Event(NamedTuple):
    """A merge as it happens in a text: its pair, and where its parts begin, meet and end."""

    pair: tuple[str, str]
    begin: int
    middle: int
    end: int


def token_ranks(model: Any) -> dict[str, int]:
    """Return token -> rank of a model that ranks tokens: its place in the list, or how many have a better score."""
    if model.scores is None:
        return {token: rank for rank, token in enumerate(model.vocabulary)}
    in_order = sorted(model.scores.values(), reverse=True)
    return {token: in_order.index(score) for token, score in model.scores.items()}


def merged(claim: Claim, drawn: Drawn) -> tuple[list[Event], list[tuple[str, int, int]]] | None:
    """Return all merges of a text in order, and the symbols that come of it; None for what does not merge by rank, or
    whose text cannot be measured."""
    by_merges = drawn.tokenizer.by_merges
    words = drawn.model.words(claim.text)
    edges = measured(words, claim.text)
    if by_merges is None or edges is None or edges_of(claim, drawn) is None:
        return None
    of_tokens = token_ranks(by_merges)
    of_pairs = {pair: rank for rank, pair in reversed([*enumerate(by_merges.merges)])}

    def rank(pair: tuple[str, str]) -> int | None:
        by_token = by_merges.encoding.rank_by == "token"
        return of_tokens.get(by_merges.rules.join(*pair)) if by_token else of_pairs.get(pair)

    events: list[Event] = []
    symbols: list[tuple[str, int, int]] = []
    for word, start, stop in zip(words, edges, edges[1:], strict=False):
        some = list(by_merges.rules.segment(word))
        inner = list(accumulate(map(length_of(drawn), some), initial=0))
        if inner[-1] != stop - start:
            return None
        placed = [(text, start + a, start + b) for text, (a, b) in zip(some, pairwise(inner), strict=True)]
        while ranked := {
            pair: number for a, b in pairwise(placed) if (number := rank(pair := (a[0], b[0]))) is not None
        }:
            best = min(ranked, key=ranked.__getitem__)
            at = 0
            while at < len(placed) - 1:
                left, right = placed[at : at + 2]
                if (left[0], right[0]) == best:
                    events.append(Event(best, left[1], left[2], right[2]))
                    placed[at : at + 2] = [(by_merges.rules.join(*best), left[1], right[2])]
                at += 1
        symbols += placed
    if [text for text, _, _ in symbols] != claim_tokens(claim, drawn):
        return None  # with unknown characters, or not by these merges
    return events, symbols


def claim_tokens(claim: Claim, drawn: Drawn) -> list[str]:
    return list(drawn.model.encode(claim.text))
