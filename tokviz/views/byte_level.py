"""Text on its way through a byte-level tokenizer: characters as bytes, pre-tokens, tokens with their bytes.

Tables for pages, the tokens with the places of their bytes, and the payload of the text rows of `/bytes`: a column is a
byte, and three rows are below the characters. What the tokenizer does to a pre-token is the view of encodings
(:mod:`tokviz.views.encoding.merging`); which alternative of a pattern matched is `tokviz.pretokenize`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tokviz.bpe import Model
from tokviz.errors import TokvizError
from tokviz.memory import Key, Memory, digest
from tokviz.pretokenize import BYTE_LEVEL, with_alternatives
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR, bytes_of, text_to_bytes
from tokviz.state.bytes import BytesState, model_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shown, visible
from tokviz.views.shared.tables import FilledTable, table_of_rows
from tokviz.views.shared.text_rows import (
    LINE,
    MOST_DRAWN,
    SPACE,
    Before,
    RowPart,
    TextCharacter,
    TextRow,
    TextRows,
    make_blocks,
    split_long,
)

_ROW_KEYS = {
    "byte": "bytes.row.bytes",
    "pretoken": "bytes.row.pretokens",
    "token": "bytes.row.tokens",
}

Pieces = tuple[tuple[str, str], ...]
"""Pre-tokens with the names of the alternatives that matched them."""


@dataclass(frozen=True)
class ByteToken:
    """A token of a text.

    id: its number in the vocabulary. raw: its bytes. start: where the first of them is in the bytes of the text.
    pretoken: the pre-token that it belongs to. Both count from 0.
    """

    token: str
    id: int
    raw: bytes
    start: int
    pretoken: int

    @property
    def text(self) -> str:
        """Say what the bytes say by themselves; where they are no whole characters, U+FFFD, the replacement
        character."""
        return self.raw.decode("utf-8", errors="replace")


@dataclass(frozen=True)
class Cut:
    """A character of which a token has only `inside` of its `total` bytes."""

    character: str
    inside: int
    total: int


def characters(text: str) -> FilledTable:
    """Return a row a character (code point): itself in visible form, its number, its bytes, these as characters, its
    name.

    >>> characters("é").frame().values.tolist()
    [['é', 'U+00E9', 'C3 A9', 'Ã ©', 'LATIN SMALL LETTER E WITH ACUTE']]
    """
    rows = [
        (
            visible(character),
            f"U+{ord(character):04X}",
            _encoded(character).hex(" ").upper(),
            " ".join(text_to_bytes(character)),
            unicodedata.name(character, "–"),
        )
        for character in text
    ]
    return table_of_rows(("character", "code_point", "utf8", "printable", "unicode_name"), rows)


def pretokens(pieces: Pieces) -> FilledTable:
    """Return a row a pre-token: itself, the name of the alternative that matched it, its bytes as characters.

    >>> pretokens(((" né", "letters"),)).frame().values.tolist()
    [[1, '␣né', 'letters', 'ĠnÃ©']]
    """
    rows = [
        (number, visible(piece), name, text_to_bytes(piece)) for number, (piece, name) in enumerate(pieces, start=1)
    ]
    return table_of_rows(("place", "pretoken", "alternative", "printable"), rows)


def byte_table(raw: bytes) -> FilledTable:
    """Return a row a byte: hexadecimal, decimal, its eight bits, and the character that stands for it.

    >>> byte_table(b" ").frame().values.tolist()
    [['20', 32, '0010 0000', 'Ġ']]
    """
    rows = [(f"{byte:02X}", byte, f"{byte >> 4:04b} {byte & 15:04b}", BYTE_TO_CHAR[byte]) for byte in raw]
    return table_of_rows(("hex", "decimal", "bits", "printable"), rows)


def word_of(piece: str, model: Model) -> str:
    """Return a piece of text as the word that `model` knows it as: itself, or its bytes as characters."""
    return text_to_bytes(piece) if model.pretokenizer in BYTE_LEVEL else piece


def tokens(pieces: Pieces, model: Model) -> tuple[ByteToken, ...]:
    """Return the tokens of all pre-tokens in order, each with its bytes; `model` must be byte-level, in either form."""
    byte_tokens: list[ByteToken] = []
    start = 0
    for number, (piece, _) in enumerate(pieces):
        for token in model.encode_word(word_of(piece, model)):
            raw = bytes_of(token)
            byte_tokens.append(ByteToken(token, model.ids[token], raw, start, number))
            start += len(raw)
    return tuple(byte_tokens)


def cuts(text: str, token: ByteToken) -> tuple[Cut, ...]:
    """Return the characters of `text` that the token has a part of, but not the whole; none, one or two of them.

    >>> cuts("中a", ByteToken("Ńa", 300, bytes([0xAD]) + b"a", 2, 0))
    (Cut(character='中', inside=1, total=3),)
    """
    all_cuts = []
    first, end = token.start, token.start + len(token.raw)
    place = 0
    for character in text:
        if place >= end:
            break
        total = len(_encoded(character))
        inside = min(place + total, end) - max(place, first)
        if 0 < inside < total:
            all_cuts.append(Cut(character, inside, total))
        place += total
    return tuple(all_cuts)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# -- a text and its tokenizer ------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SplitText:
    """A text as a tokenizer splits it, for the views of `/bytes`. key: names both in the memory."""

    state: BytesState
    model: Model
    pieces: Pieces
    tokens: tuple[ByteToken, ...]
    key: Key
    memory: Memory
    say: Catalog


def split_text(state: BytesState, memory: Memory, say: Catalog) -> SplitText:
    """Train and split the text, and put the places that a link names into it. Raises TokvizError."""
    if not state.shown:
        raise TokvizError("tab-empty")
    model, trained = model_of(state, memory)
    key = (*trained, len(model.merges), state.pattern, digest(state.shown))
    pieces = memory.kept("view", ("pre-tokens", *key), with_alternatives, state.shown, state.pattern)
    made = memory.kept("view", ("byte tokens", *key), tokens, pieces, model)
    within = replace(state, word=min(state.word, len(pieces)), token=min(state.token, len(made)))
    return SplitText(within, model, pieces, made, key, memory, say)


# -- the text rows of `/bytes` -----------------------------------------------------------------------------------------


_LABEL = 24  # characters
_BYTES = 256
_LONG = 11  # columns of a block: a line on a phone


def text_rows_payload(pieces: Pieces, tokens: Sequence[ByteToken], merges: int, say: Catalog) -> TextRows:
    """Return a text on its way to tokens. merges: how many the tokenizer has."""
    text = "".join(piece for piece, _ in pieces)
    characters: list[TextCharacter] = []
    octets: list[RowPart] = []
    at = 0
    for character in text:
        raw = _encoded(character)
        characters.append({"text": shown(character, _LABEL), "start": at, "end": at + len(raw)})
        octets += (_part(f"{byte:02X}", at + k, 1, at + k + 1) for k, byte in enumerate(raw))
        at += len(raw)
    words: list[RowPart] = []
    columns: list[tuple[int, int]] = []
    spans: list[tuple[int, int]] = []
    before: list[Before] = []
    place = at = 0
    for number, (piece, _) in enumerate(pieces, start=1):
        size = len(_encoded(piece))
        words.append(_part(shown(piece, _LABEL), at, size, number))
        columns.append((at, at + size))
        spans.append((place, place + len(piece)))
        before.append(LINE if place == 0 or text[place - 1] in "\r\n" else SPACE)
        place, at = place + len(piece), at + size
    cut: list[RowPart] = []
    for number, token in enumerate(tokens, start=1):
        part = _part(shown(token.token, _LABEL), token.start, len(token.raw), number)
        if token.id >= _BYTES:
            part["made"] = token.id - _BYTES + 1
        cut.append(part)
    blocks = make_blocks(text, columns, spans, before)
    blocks, parts = split_long(blocks, characters, [octets, words, cut], [_LONG] * len(blocks))
    rows: list[TextRow] = [
        {"name": say(name), "kind": kind, "parts": row}
        for (kind, name), row in zip(_ROW_KEYS.items(), parts, strict=True)
    ]
    return {
        "drawn": "boxes",
        "top": say("bytes.row.characters"),
        "characters": characters,
        "rows": rows,
        "blocks": blocks,
        "picks": ["pretoken", "token"],
        "merges": merges,
        "most": MOST_DRAWN,
        "labels": say.within("bytes.rows.label."),
        "lang": say.language,
    }


def _part(text: str, start: int, size: int, number: int) -> RowPart:
    return {"text": text, "start": start, "end": start + size, "number": number}
