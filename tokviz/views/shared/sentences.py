"""Sentences with tokens in them, as every view says them.

A sentence is a tuple of parts: a string is plain text, a record says what else there is, so that no token has to be
escaped or quoted. The words come from a catalog: :func:`code` and the like fence what a template is filled in with, and
:func:`segments` makes the filled template a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypedDict, final

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import MAX_SHOWN, shorten, shown


@final
class TokensPart(TypedDict):
    """Tokens side by side in a sentence, such as a pair."""

    tokens: list[str]


@final
class WordPart(TypedDict):
    """A word of a corpus or a text in a sentence."""

    word: str


@final
class CodePart(TypedDict):
    """Anything else that a sentence sets as code."""

    code: str


Part = str | TokensPart | WordPart | CodePart
Sentence = tuple[Part, ...]

MAX_LISTED = 5
"""The maximum number of words or tied pairs that a sentence names before it says how many more there are."""

# They fence a part of a formatted template, and separate its kind and its texts. No visible form of a token has them.
_FENCE, _NEXT = "\0", "\x1f"
_QUOTED = re.compile("`([^`]+)`")


def plain(text: str) -> Sentence:
    """Return a sentence without tokens."""
    return (text,)


def segments(text: str) -> Sentence:
    """Return a formatted template as a sentence: what was fenced becomes a record.

    >>> segments(f"merge {code('e', 's')} of {code_word('newest')}: {as_code('0x20')}")
    ('merge ', {'tokens': ['e', 's']}, ' of ', {'word': 'newest'}, ': ', {'code': '0x20'})
    """
    parts = enumerate(text.split(_FENCE))
    return tuple(_part(part) if place % 2 else part for place, part in parts if part)


def marked(text: str, backquote: str = "`") -> Sentence:
    """Return a text of ours as a sentence: what it has in backquotes are tokens, with a space between two.
    backquote: what stands for a backquote of a visitor's text.

    >>> marked("merge `e s` now")
    ('merge ', {'tokens': ['e', 's']}, ' now')
    """
    fenced = _QUOTED.sub(lambda match: code(*match[1].split(" ")), text)
    return segments(fenced.replace(backquote, "`"))


def part_text(part: Part) -> str:
    """Return a part as text; tokens have a space between them."""
    if isinstance(part, str):
        return part
    if "tokens" in part:
        return " ".join(part["tokens"])
    return part["word"] if "word" in part else part["code"]


def as_text(sentence: Sentence) -> str:
    """Return the sentence as a string, with backquotes around what is set as code.

    >>> as_text(("merge ", {"tokens": ["e", "s"]}, " now"))
    'merge `e s` now'
    """
    return "".join(part if isinstance(part, str) else f"`{part_text(part)}`" for part in sentence)


def without_marks(sentence: Iterable[Part]) -> str:
    """Return the sentence as a string without backquotes."""
    return "".join(map(part_text, sentence))


def as_code(text: str, length: int = MAX_SHOWN) -> str:
    """Return `text` fenced, cut to `length` characters, to be set as code in the sentence that it is formatted into."""
    return _fenced("code", shorten(text, length))


def code(*tokens: str) -> str:
    """Return tokens in their visible form, side by side, fenced as one; where they are too long, their text cut."""
    names = [shown(token) for token in tokens]
    text = " ".join(names)
    return _fenced("tokens", *names) if len(text) <= MAX_SHOWN else as_code(text)


def code_pair(left: str, right: str) -> str:
    """Return two symbols side by side, each cut where it is long, fenced as one.

    >>> segments(f"merge {code_pair('e', 's')} now")
    ('merge ', {'tokens': ['e', 's']}, ' now')
    """
    return _fenced("tokens", shown(left), shown(right))


def code_word(word: str, length: int = MAX_SHOWN) -> str:
    """Return a word in its visible form, cut to `length` characters, fenced."""
    return _fenced("word", shown(word, length))


def _fenced(kind: str, *texts: str) -> str:
    return f"{_FENCE}{_NEXT.join((kind, *texts))}{_FENCE}"


def _part(fenced: str) -> Part:
    """Return the record of what is between two fences."""
    kind, *texts = fenced.split(_NEXT)
    match kind:
        case "tokens":
            return {"tokens": texts}
        case "word":
            return {"word": "".join(texts)}
    return {"code": "".join(texts)}


def shortened(names: Sequence[str], total: int, others: str, say: Catalog) -> str:
    """Return names as a sentence lists them: the first of `total`, of which one more than are listed are given, and how
    many more there are, by the key `others`."""
    if total > MAX_LISTED + 1:
        names = [*names[:MAX_LISTED], say.count(others, total - MAX_LISTED)]
    return say.listed(list(names))
