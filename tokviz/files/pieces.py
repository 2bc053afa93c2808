"""Files made into a `.model` so that their library applies them: a `.vocab`, and a `.model` with more symbols.

A `.vocab` is a line for each piece, in the order of the ids, with a tab and its score. It does not say of which kind
the model is: scores that are 0, -1, -2 and so on are those of BPE. Nor does it say which pieces are symbols. The
trainer lists control symbols first, then those that the user defined, both with the score 0, where its first learned
piece has -0. So at the head of a list the pieces in angle brackets are taken for control symbols, and the others, and
what comes after them, for user-defined ones. ``<unk>`` is the unknown token (which the library cannot do without, so a
list that has none gets one), and the 256 bytes, if they are all there, are for byte fallback. How texts are normalized
is not in it: they are taken as they are, with a space before them, or after them if that is where most pieces have it.
Scores have single precision from here on. Source: sentencepiece 0.2.3, sentencepiece_model.proto,
trainer_interface.cc, bpe_model_trainer.cc.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from tokviz.errors import RulesError, brief
from tokviz.files.loaded import Note, note
from tokviz.files.protobuf import fields, text_at
from tokviz.files.sentencepiece import (
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
    controls, defined = _symbols(rows)
    has_bytes = all(byte in rows for byte in _BYTES)
    kinds = {**dict.fromkeys(controls, CONTROL), **dict.fromkeys(_BYTES if has_bytes else (), BYTE), _UNKNOWN: UNKNOWN}
    learned = {piece: score for piece, score in rows.items() if piece not in kinds}
    if not _are_places(list(learned.values())):  # a list of BPE without -0 has no user-defined symbols
        kinds = dict.fromkeys(defined, USER_DEFINED) | kinds
        learned = {piece: score for piece, score in learned.items() if piece not in kinds}
    is_bpe = _are_places(list(learned.values()))
    if not is_bpe:
        check_logarithms(learned, {piece: line for line, piece in enumerate(rows, 1)})
    notes = [note("vocab-bpe" if is_bpe else "vocab-unigram")]
    symbols = [piece for piece, kind in kinds.items() if kind == USER_DEFINED]
    if symbols:
        notes.append(note("vocab-symbols", symbols=", ".join(map(brief, symbols))))
    is_suffix = _is_suffix(learned)
    if is_suffix:
        notes.append(note("vocab-suffix"))
    if _UNKNOWN not in rows:
        notes.append(note("vocab-unknown", id=len(rows)))
    pieces = [_piece(piece, score, kinds.get(piece)) for piece, score in {**rows, _UNKNOWN: 0.0, **rows}.items()]
    trainer = _field(3, BPE if is_bpe else UNIGRAM) + _field(24, int(is_suffix)) + _field(35, int(has_bytes))
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


def _symbols(rows: Mapping[str, float]) -> tuple[list[str], list[str]]:
    """The pieces at the head of a list with the score 0, not -0: those in angle brackets, and the rest from the first
    other one on."""
    head = list(takewhile(lambda piece: math.copysign(1, rows[piece]) > 0 == rows[piece], rows))
    controls = list(takewhile(lambda piece: piece.startswith("<") and piece.endswith(">"), head))
    return controls, head[len(controls) :]


def _is_suffix(pieces: Iterable[str]) -> bool:
    """Whether more pieces end with the mark of a space than begin with it."""
    marked = [piece for piece in pieces if len(piece) > 1]
    return sum(piece.endswith(METASPACE) for piece in marked) > sum(piece.startswith(METASPACE) for piece in marked)


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
