"""Files made into a `.model` so that their library applies them: a `.vocab`, and a `.model` with more symbols.

A `.vocab` is a line for each piece, in the order of the ids, with a tab and its score. It does not say of which kind
the model is: scores that are 0, -1, -2 and so on are those of BPE. Nor does it say which pieces are control symbols:
those at its head with the score 0 in angle brackets are taken for it, ``<unk>`` for the unknown token (which the
library cannot do without, so a list that has none gets one), and the 256 bytes, if they are all there, for byte
fallback. How texts are normalized is not in it: they are taken as they are, behind a space. Scores have single
precision from here on. Source: sentencepiece 0.2.3, sentencepiece_model.proto.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from tokviz.errors import RulesError, brief
from tokviz.formats.loaded import Note, note
from tokviz.formats.protobuf import fields, text_at
from tokviz.formats.sentencepiece import (
    BPE,
    BYTE,
    CONTROL,
    UNIGRAM,
    UNKNOWN,
    USER_DEFINED,
    check_logarithms,
    read_vocab,
)
from tokviz.pretokenize import METASPACE

__all__ = ["model_of_vocab", "with_symbols"]

_BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))
_UNKNOWN = "<unk>"
_VARINT, _FLOAT, _MESSAGE = 0, 5, 2


def model_of_vocab(data: bytes) -> tuple[bytes, tuple[Note, ...]]:
    r"""A `.vocab` as a `.model`, and notes of what it does not say. Raises FormatError or LimitError.

    >>> model, notes = model_of_vocab("▁low\t-1.5\n▁\t-2\nx\t-3\n".encode())
    >>> len(fields(model)[1]), [note.code for note in notes]
    (4, ['vocab-unigram', 'vocab-unknown'])
    """
    rows = read_vocab(data)
    kinds: dict[str, int] = {}
    for piece, score in rows.items():
        if score or not (piece.startswith("<") and piece.endswith(">")):
            break
        kinds[piece] = CONTROL
    has_bytes = all(byte in rows for byte in _BYTES)
    kinds |= dict.fromkeys(_BYTES, BYTE) if has_bytes else {}
    is_bpe = _are_places([score for piece, score in rows.items() if piece not in kinds and piece != _UNKNOWN])
    if not is_bpe:
        check_logarithms(rows, has_lines=True)
    notes = [note("vocab-bpe" if is_bpe else "vocab-unigram")]
    if _UNKNOWN not in rows:
        notes.append(note("vocab-unknown", id=len(rows)))
    kinds[_UNKNOWN] = UNKNOWN
    pieces = [_piece(piece, score, kinds.get(piece)) for piece, score in {**rows, _UNKNOWN: 0.0, **rows}.items()]
    trainer = _field(3, BPE if is_bpe else UNIGRAM) + _field(35, int(has_bytes))
    normalizer = _field(1, b"identity") + _field(3, 1) + _field(4, 0) + _field(5, 1)
    return b"".join([*pieces, _field(2, trainer), _field(3, normalizer)]), tuple(notes)


def with_symbols(data: bytes, symbols: Mapping[str, int]) -> bytes:
    """A `.model` that cuts texts at these symbols first: the library's "user-defined" ones.

    symbols: with their ids, which for new ones are those behind all pieces, in turn; a space stands in them as ``▁``.
    Raises FormatError for a damaged file, RulesError for another id.
    """
    file = fields(data)
    entries = [entry for entry in file.pop(1, []) if isinstance(entry, bytes)]
    places = {text_at(fields(entry), 1): place for place, entry in enumerate(entries)}
    for symbol, number in sorted(symbols.items(), key=lambda entry: entry[1]):
        piece = symbol.replace(" ", METASPACE)
        place = places.setdefault(piece, len(entries))
        if place != number:
            raise RulesError("special-in-turn", token=brief(symbol), id=number, next=place)
        if place == len(entries):
            entries.append(_field(1, piece.encode()))
        entries[place] += _field(3, USER_DEFINED)  # of several values the last counts
    rest = (_field(number, value) for number, values in file.items() for value in values)
    return b"".join([*(_field(1, entry) for entry in entries), *rest])


def _are_places(scores: Sequence[float]) -> bool:
    """Whether scores are 0, -1, -2 and so on, in any order: the places of pieces, and no logarithms."""
    return len(scores) > 1 and sorted(-score for score in scores) == list(range(len(scores)))


def _piece(piece: str, score: float, kind: int | None) -> bytes:
    return _field(1, _field(1, piece.encode()) + _field(2, score) + (b"" if kind is None else _field(3, kind)))


def _field(number: int, value: float | bytes) -> bytes:
    """A field in the wire format of protocol buffers: a number of single precision, an integer, or bytes.

    >>> _field(3, 300), _field(1, b"a")
    (b'\\x18\\xac\\x02', b'\\n\\x01a')
    """
    if isinstance(value, float):
        return _varint(number << 3 | _FLOAT) + struct.pack("<f", value)
    if isinstance(value, int):
        return _varint(number << 3 | _VARINT) + _varint(value)
    return _varint(number << 3 | _MESSAGE) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])
