"""Tokens back into text: marks of words undone, bytes decoded.

What comes back exactly: a text whose spaces are in its tokens, because the pre-tokenization keeps them. Where it drops
them, marks of the ends or beginnings of words become single spaces, and without marks words run together. A character
of the text that looks like a mark is taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tokviz.merging.rules import Rules
from tokviz.pretokenize import BYTE_LEVEL, KEEPS_SPACES, MARKS_SPACES, METASPACE, Dropped, Normalizer
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR, bytes_of

BYTE_PIECES = frozenset(f"<0x{byte:02X}>" for byte in range(256))
"""The tokens of unknown characters where a model falls back to bytes."""

_BYTE = re.compile("<0x([0-9A-F]{2})>")
_FALLBACK = re.compile("(?:<0x[0-9A-F]{2}>)+")


def join_tokens(
    tokens: Iterable[str],
    rules: Rules,
    pretokenizer: str,
    *,
    byte_fallback: bool = False,
    normalizer: Normalizer | None = None,
) -> str:
    """Return the text of `tokens`; bytes that are no UTF-8 become U+FFFD, the replacement character.

    normalizer: says which marks of spaces are dropped at the beginning; without one the pre-tokenization does.

    >>> join_tokens(["low", "est</w>", "low</w>"], Rules(end_of_word="</w>"), "whitespace")
    'lowest low'
    >>> join_tokens(["Ġn", "Ã"], Rules(), "gpt2-bytes")
    ' n\ufffd'
    """
    over_bytes = rules.alphabet == "bytes"
    marks_spaces = pretokenizer in MARKS_SPACES
    if marks_spaces and not over_bytes and rules.start_of_word == METASPACE:
        rules = replace(rules, start_of_word="")  # the mark is there already, and is a space of the text
    between = "" if pretokenizer in KEEPS_SPACES else BYTE_TO_CHAR[ord(" ")] if over_bytes else " "
    pieces = [_unmarked(token, rules, between) for token in tokens]
    dropped = _dropped(pretokenizer) if normalizer is None else normalizer.dropped
    if marks_spaces and dropped == "each":
        pieces = list(_trimmed(pieces))
    text = _decoded(pieces) if over_bytes else "".join(pieces)
    if pretokenizer in BYTE_LEVEL:  # after the above: over such words the bytes of an alphabet spell Ġ in their turn
        text = _decoded([text] if over_bytes else pieces)
    if byte_fallback:
        text = _FALLBACK.sub(lambda run: _spelled(run.group()), text)
    if marks_spaces:
        text = text.replace(METASPACE, " ")
    if marks_spaces and dropped == "one":
        return text.removeprefix(" ")
    if between and rules.end_of_word:
        return text.removesuffix(" ")
    if between and (rules.start_of_word or rules.continuing_prefix):
        return text.removeprefix(" ")
    return text


def _unmarked(token: str, rules: Rules, between: str) -> str:
    """Return a token without marks, with `between` where they say that a word ends or, if no mark says that, begins."""
    before = after = ""
    if rules.end_of_word and token.endswith(rules.end_of_word):
        token, after = token.removesuffix(rules.end_of_word), between
    if rules.start_of_word and token.startswith(rules.start_of_word):
        token, before = token.removeprefix(rules.start_of_word), between
    if rules.continuing_prefix:
        if token.startswith(rules.continuing_prefix):
            token = token.removeprefix(rules.continuing_prefix)
        else:
            before = between
    return token + after if rules.end_of_word else before + token


def _dropped(pretokenizer: str) -> Dropped:
    return "one" if pretokenizer in MARKS_SPACES and "never" not in pretokenizer else "none"


def _trimmed(tokens: Iterable[str]) -> Iterator[str]:
    has_begun = False
    for token in tokens:
        yield token if has_begun else token.removeprefix(METASPACE)
        has_begun = has_begun or token not in ("", METASPACE)


def _decoded(tokens: Iterable[str]) -> str:
    return b"".join(map(bytes_of, tokens)).decode("utf-8", errors="replace")


def _spelled(run: str) -> str:
    """Return the text that a run of ``<0xHH>`` spells."""
    return bytes.fromhex(run.replace("<0x", "").replace(">", "")).decode("utf-8", errors="replace")


def ends_of(tokens: Sequence[str]) -> list[int] | None:
    """Return the ends of tokens in their word.

    tokens: its letters, or the bytes of these, ``<0xHH>``.

    >>> ends_of(["lo", "<0xC3>", "<0xA9>", "w"])
    [2, 2, 3, 4]
    """
    ends, at, pending = [], 0, b""
    for token in tokens:
        if byte := _BYTE.fullmatch(token):
            pending += bytes([int(byte[1], 16)])
            try:
                at += len(pending.decode())
            except UnicodeDecodeError:
                if len(pending) > 3:
                    return None
            else:
                pending = b""
        elif pending:
            return None
        else:
            at += len(token)
        ends.append(at)
    return ends


def by_words(tokens: Sequence[str], words: Sequence[str]) -> tuple[tuple[str, ...], ...] | None:
    """Return the tokens of each of the words that they spell together; None where one goes over a border, or they spell
    something else.

    >>> by_words(["▁lo", "w", "▁", "<0xC3>", "<0xA9>"], ["▁low", "▁é"])
    (('▁lo', 'w'), ('▁', '<0xC3>', '<0xA9>'))
    """
    text, ends = "".join(words), ends_of(tokens)
    if ends is None or (ends[-1] if ends else 0) != len(text):
        return None
    starts = [0, *ends]  # where a byte begins, its character does
    if not all(_BYTE.fullmatch(token) or text.startswith(token, at) for token, at in zip(tokens, starts, strict=False)):
        return None
    grouped, first, border = [], 0, 0
    for word in words:
        border += len(word)
        last = first
        while last < len(tokens) and starts[last] < border:
            last += 1
        if starts[last] > border:
            return None
        grouped.append(tuple(tokens[first:last]))
        first = last
    return tuple(grouped)
