"""Decoding in the picture: the tokens of a text read one by one, and the text as it grows.

What a token adds is what the decoded text gains by it, so that spaces appear where the convention puts them and bytes
that are only part of a character are there as replacement characters until the rest has come.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tokviz.bpe import Rules
from tokviz.pretokenize import BYTE_LEVEL
from tokviz.pretokenize.byte_level import bytes_of
from tokviz.views.encoding.merging import Frame, Row, SymbolDrawing, most_attempts, word_parts
from tokviz.views.encoding.payload import Attempt, Choice, SymbolPlace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible, with_spaces
from tokviz.views.shared.sentences import Sentence, as_code, code, plain, segments

MAX_WALK = 120
"""The maximum number of tokens of a text that are read one by one."""

_FALLBACK = re.compile("<0x([0-9A-F]{2})>")
_REPLACEMENT = "\ufffd"


def spelling(token: str, rules: Rules, pretokenizer: str) -> str:
    """Return the bytes that a token stands for, in hexadecimal; empty where tokens do not stand for bytes.

    >>> spelling("Ã", Rules(alphabet="bytes"), "whitespace"), spelling("<0xE4>", Rules(), "metaspace")
    ('C3', 'E4')
    """
    fallback = _FALLBACK.fullmatch(token)
    if fallback:
        return fallback[1]
    if rules.alphabet == "bytes" or pretokenizer in BYTE_LEVEL:
        return bytes_of(token).hex(" ").upper()
    return ""


def walk_payload(
    tokens: Sequence[str],
    decode: Callable[[Sequence[str], bool], str],
    say: Catalog,
    spell: Callable[[str], str] = lambda _: "",
    space: str = "",
) -> dict[str, Any]:
    """Return the picture's payload for reading the first :data:`MAX_WALK` tokens of a text; see :func:`walk_frames`."""
    frames = walk_frames(tokens[:MAX_WALK], decode, spell, say, len(tokens), space)
    (payload,) = word_parts(frames, say, SymbolDrawing({}, 0, has_names=True))
    payload["labels"] |= {"picture": say("tab.decode")}
    return payload


def walk_frames(
    tokens: Sequence[str],
    decode: Callable[[Sequence[str], bool], str],
    spell: Callable[[str], str],
    say: Catalog,
    total: int | None = None,
    space: str = "",
) -> Iterator[Frame]:
    """Yield the tokens read one by one, from none on.

    decode: the text of the first tokens, and whether others follow. total: how many tokens the text has, if more.
    space: what stands for a space in tokens, which are shown with ␣; in the text each character is itself.
    """
    names: list[str] = with_spaces(list(tokens), space)
    spelled = [*map(spell, tokens)]
    pieces: list[str] = []
    sentence: Sentence | None = None
    tries: list[Attempt] = []
    start = 0  # of the piece that was written last
    for k in range(len(tokens) + 1):
        if k:
            text = decode(tokens[:k], k < len(tokens))
            start, is_completed = _extend(pieces, text)
            piece = "".join(pieces[start:])
            sentence = _read(names[k - 1], piece, text, is_completed, spelled[k - 1], say)
            places = (SymbolPlace(k - 1, 1),)
            tries.append(Attempt((names[k - 1],), places, f"→ {visible(piece) or '∅'}", sentence, "done"))
        more = k < len(tokens)
        yield Frame(
            (
                Row(say("encode.walk.tokens"), "", names, ((k, 1, "next"),) if more else ()),
                Row(
                    say("encode.walk.text"),
                    "",
                    tuple(pieces),
                    ((start, 1, "new"),) if start < len(pieces) else (),
                ),
            ),
            (
                ("done", sentence) if sentence else ("note", plain(say("encode.walk.start"))),
                ("next", _next(names[k], k + 1, say)) if more else ("note", _end(len(tokens), total, say)),
            ),
            choice=_choice(names, k, tries, spelled, say),
        )


def _choice(tokens: Sequence[str], k: int, tries: Sequence[Attempt], spelled: Sequence[str], say: Catalog) -> Choice:
    """Return the token that is read next, and before it those that were read, with what each has added to the text."""
    ahead = []
    if k < len(tokens):
        label = f"{spelled[k]} →" if spelled[k] else "→"
        ahead.append(Attempt((tokens[k],), (SymbolPlace(k, 1),), label, _next(tokens[k], k + 1, say), "wins"))
    read = tries[::-1][: most_attempts(len(tokens)) - len(ahead)]
    title = say("encode.walk.title", number=k + 1) if ahead else say("encode.walk.title.end")
    return Choice(title, say("encode.walk.rule"), [*ahead, *read], len(tries) - len(read))


def _extend(pieces: list[str], text: str) -> tuple[int, bool]:
    """Add to the pieces what the text has gained; return which piece that is, and whether it took the place of others.

    >>> pieces = ["n", "\\ufffd"]
    >>> _extend(pieces, "né"), pieces
    ((1, True), ['n', 'é'])
    """
    before = "".join(pieces)
    shorter = min(len(before), len(text))
    same = next((i for i in range(shorter) if before[i] != text[i]), shorter)
    length = len(before)
    while length > same:
        length -= len(pieces.pop())
    if text[length:]:
        pieces.append(text[length:])
        return len(pieces) - 1, same < len(before)
    return len(pieces), False


def _read(token: str, piece: str, text: str, is_completed: bool, spelled: str, say: Catalog) -> Sentence:
    held = say.count("encode.walk.bytes", spelled.count(" ") + 1, bytes=as_code(spelled))
    if spelled and text.endswith(_REPLACEMENT):
        return segments(say("encode.walk.incomplete", token=code(token), bytes=held, piece=code(piece or _REPLACEMENT)))
    if not piece:
        return segments(say("encode.walk.nothing", token=code(token)))
    if spelled and is_completed:
        return segments(say("encode.walk.completed", token=code(token), bytes=held, piece=code(piece)))
    return segments(say("encode.walk.piece", token=code(token), piece=code(piece)))


def _next(token: str, number: int, say: Catalog) -> Sentence:
    return segments(say("encode.walk.next", number=number, token=code(token)))


def _end(read: int, total: int | None, say: Catalog) -> Sentence:
    if total is not None and read < total:
        return plain(say("encode.walk.end-of-shown", total=total))
    return plain(say("encode.walk.end"))
