"""Files of SentencePiece with a unigram model: `.model`, which holds everything, and `.vocab`, a list of pieces.

A `.model` is a protocol buffer, of which the few fields that matter are read here without that library. What
SentencePiece does to a text before, such as NFKC and merging spaces, is not done here and listed as unused. Source:
sentencepiece 0.2.3, sentencepiece_model.proto.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tokviz.errors import FormatError, brief
from tokviz.formats.reading import MAX_FILE_BYTES, check_tokens, check_vocabulary_size, text_of
from tokviz.pretokenize import METASPACE
from tokviz.unigram import Model

__all__ = ["SentencePieceFile", "read_model", "read_vocab", "write_vocab"]

_NORMAL, _UNKNOWN, _CONTROL, _USER_DEFINED, _UNUSED, _BYTE = range(1, 7)
_UNIGRAM = 1
_BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))

Fields = Mapping[int, list[int | bytes]]
"""The fields of a message by number, each with its values; what is a message itself is bytes."""


@dataclass(frozen=True)
class SentencePieceFile:
    """What a `.model` says: the model, and what it would do to a text before, by the name of its option."""

    model: Model
    unused: tuple[str, ...] = ()


# -- .vocab ------------------------------------------------------------------------------------------------------------


def read_vocab(data: str | bytes, pretokenizer: str = "metaspace") -> Model:
    r"""Read a `.vocab`: a line for each piece, in the order of the ids, with a tab and its score.

    The file does not say which pieces are control symbols: those at its head with the score 0 in angle brackets are
    taken for it, ``<unk>`` for the unknown token, and the 256 bytes, if they are all there, for byte fallback. Its
    scores have six digits. Raises FormatError or LimitError.

    >>> read_vocab("<unk>\t0\n▁low\t-1.5\n▁\t-2\nx\t-3\n").encode("low x")
    ['▁low', '▁', 'x']
    """
    rows: list[tuple[str, float]] = []
    seen: set[str] = set()
    lines = text_of(data).split("\n")
    check_vocabulary_size(len(lines))
    for number, line in enumerate(lines if lines[-1] else lines[:-1], 1):
        piece, tab, score = line.removesuffix("\r").rpartition("\t")
        if not tab:
            raise FormatError("wrong-fields", line=number, fields=1, expected=2)
        rows.append((piece, _score(piece, score, number)))
        if piece in seen:
            raise _twice(piece, number)
        seen.add(piece)
        check_tokens((piece,), number)
    if not rows:
        raise FormatError("pieces-missing", line=1)
    scores = dict(rows)
    head = 0
    while head < len(rows) and rows[head][1] == 0 and rows[head][0].startswith("<") and rows[head][0].endswith(">"):
        head += 1
    has_bytes = all(byte in scores for byte in _BYTES)
    reserved = {piece for piece, _ in rows[:head]} | (set(_BYTES) if has_bytes else set())
    unk = "<unk>" if "<unk>" in scores else None
    return Model.from_scores(
        scores, unk_token=unk, pretokenizer=pretokenizer, reserved=frozenset(reserved), byte_fallback=has_bytes
    )


def write_vocab(model: Model) -> str:
    r"""The pieces with their scores as a `.vocab`, with as many digits as the scores have.

    >>> write_vocab(Model.from_scores({"▁low": -1.5, "x": -3.0}))
    '▁low\t-1.5\nx\t-3.0\n'
    """
    return "".join(f"{piece}\t{score!r}\n" for piece, score in model.scores.items())


def _score(piece: str, text: str, line: int) -> float:
    try:
        score = float(text)
    except ValueError:
        score = math.nan
    if not piece or not abs(score) < 700:
        raise FormatError("piece-score", line=line, piece=brief(piece), value=brief(text))
    return score


def _twice(piece: str, line: int) -> FormatError:
    return FormatError("piece-twice", line=line, piece=brief(piece))


# -- .model ------------------------------------------------------------------------------------------------------------


def read_model(data: bytes) -> SentencePieceFile:
    """Read a `.model`. Raises FormatError for one that is damaged or not of the kind unigram, or LimitError.

    User-defined symbols are refused: tokens of a text that holds one would be others. The line of errors is always 1.
    """
    if len(data) > MAX_FILE_BYTES:
        text_of(data)  # it has the error for that
    file = _fields(data)
    trainer, normalizer = _message(file, 2), _message(file, 3)
    if _number(trainer, 3, _UNIGRAM) != _UNIGRAM:
        raise _refused("kind of model", "no unigram")
    if _number(trainer, 24, 0) or not _number(normalizer, 5, 1):
        raise _refused("way to write spaces", "no mark before words")
    scores: dict[str, float] = {}
    kinds: dict[str, int] = {}
    check_vocabulary_size(len(file.get(1, [])))
    for entry in file.get(1, []):
        message = _fields(entry)
        piece = _text(message, 1)
        score = _float(message, 2)
        if piece in scores:
            raise _twice(piece, 1)
        scores[piece] = _score(piece, repr(score), 1)
        kinds[piece] = _number(message, 3, _NORMAL)
        if kinds[piece] == _USER_DEFINED:
            raise _refused("user-defined symbol", piece)
    if not scores:
        raise FormatError("pieces-missing", line=1)
    reserved = frozenset(piece for piece, kind in kinds.items() if kind != _NORMAL)
    prefix = _number(normalizer, 3, 1)
    # Pieces with a mark inside go over the borders of words.
    cut = not any(METASPACE in piece[1:] for piece in scores if piece not in reserved)
    name = "Metaspace" if prefix else "Metaspace(never)"
    if not cut:
        name = "Metaspace(no split)" if prefix else "Metaspace(never, no split)"
    model = Model.from_scores(
        scores,
        unk_token=next((piece for piece, kind in kinds.items() if kind == _UNKNOWN), None),
        pretokenizer="metaspace" if name == "Metaspace" else name,
        reserved=reserved,
        byte_fallback=bool(_number(trainer, 35, 0)),
    )
    unused = []
    if normalizer.get(2, [b""])[-1]:
        unused.append("normalizer")
    if _number(normalizer, 4, 1):
        unused.append("remove_extra_whitespaces")
    return SentencePieceFile(model, tuple(unused))


def _refused(part: str, found: str) -> FormatError:
    return FormatError("sentencepiece-part", line=1, part=part, found=brief(found))


def _damaged() -> FormatError:
    return FormatError("sentencepiece-damaged", line=1)


def _fields(data: int | bytes) -> dict[int, list[int | bytes]]:
    """The fields of a message in the wire format of protocol buffers."""
    if not isinstance(data, bytes):
        raise _damaged()
    fields: dict[int, list[int | bytes]] = {}
    for number, value in _read(data):
        fields.setdefault(number, []).append(value)
    return fields


def _read(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while at < len(data) and shift < 70:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
        raise _damaged()

    while at < len(data):
        key = varint()
        match key & 7:
            case 0:
                yield key >> 3, varint()
                continue
            case 1:
                size = 8
            case 2:
                size = varint()
            case 5:
                size = 4
            case _:
                raise _damaged()
        if at + size > len(data):
            raise _damaged()
        yield key >> 3, data[at : at + size]
        at += size


def _message(fields: Fields, number: int) -> dict[int, list[int | bytes]]:
    return _fields(b"".join(value for value in fields.get(number, []) if isinstance(value, bytes)))


def _number(fields: Fields, number: int, default: int) -> int:
    value = fields.get(number, [default])[-1]
    if not isinstance(value, int):
        raise _damaged()
    return value


def _text(fields: Fields, number: int) -> str:
    value = fields.get(number, [b""])[-1]
    if not isinstance(value, bytes):
        raise _damaged()
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        raise _damaged() from None


def _float(fields: Fields, number: int) -> float:
    value = fields.get(number, [bytes(4)])[-1]
    if not isinstance(value, bytes) or len(value) != 4:
        raise _damaged()
    (score,) = struct.unpack("<f", value)
    return float(score)
