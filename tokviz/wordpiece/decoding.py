"""WordPiece tokens back into text, by the convention of tokenizers' `WordPiece` decoder.

A token with the mark joins the one before it, and every other one gets a space in front. The first token stays as it
is, mark and all, and so shows that a part of a text begins inside a word. Where the first piece of a word is marked
and not the others, a space takes the place of the mark. What the pre-tokenisation dropped or changed
cannot come back: runs of white space, case, accents, which side of a punctuation mark had a space. Source: tokenizers
0.23.3, `decoders/wordpiece.rs`.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["join_tokens"]

# In this order, in each token with the space in front of it. So the two with an inner space are for odd tokens only.
_CLEANUP = (
    *((f" {mark}", mark) for mark in (".", "?", "!", ",")),
    (" ' ", "'"),
    (" n't", "n't"),
    (" 'm", "'m"),
    (" do not", " don't"),
    *((f" {mark}", mark) for mark in ("'s", "'ve", "'re")),
)


def join_tokens(tokens: Iterable[str], prefix: str = "##", start_of_word: str = "", *, cleanup: bool = True) -> str:
    """Return the text of `tokens`; `cleanup` takes out the space before a full stop, a comma, "n't" and a few more.

    prefix, start_of_word: the marks of pieces that do not begin a word, and of those that do.

    >>> join_tokens(["token", "##s", ",", "then", "text"]), join_tokens(["then", "."], cleanup=False)
    ('tokens, then text', 'then .')
    >>> join_tokens(["▁to", "ken", "▁text"], "", "▁")
    'token text'
    """
    parts: list[str] = []
    for token in tokens:
        if start_of_word and token.startswith(start_of_word):
            part = " " * bool(parts) + token.removeprefix(start_of_word)
        else:
            part = token if not parts else token.removeprefix(prefix) if token.startswith(prefix) else f" {token}"
        parts.append(_clean(part) if cleanup else part)
    return "".join(parts)


def _clean(part: str) -> str:
    for spaced, closed in _CLEANUP:
        part = part.replace(spaced, closed)
    return part
