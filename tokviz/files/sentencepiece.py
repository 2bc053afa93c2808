"""Files of SentencePiece: `.model`, which holds everything, and `.vocab`, a list of pieces, made into a `.model`.

A `.model` says what is done with a text before it is split (:mod:`tokviz.pretokenize.sentencepiece`), and that is done
here, too. A BPE model holds no merges: two neighbors are joined if the vocabulary has the piece that they make, the one
with the best score first. Models of the types word and char look up words or characters. Scores have single precision.
Source: sentencepiece 0.2.3, sentencepiece_model.proto, trainer_interface.cc, bpe_model_trainer.cc.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import takewhile
from types import MappingProxyType

from tokviz import bpe, lookup, unigram
from tokviz.bpe import AddedToken, Rules
from tokviz.bpe.encoding import ENCODINGS
from tokviz.checks import check_limit
from tokviz.errors import FormatError, RulesError, brief
from tokviz.files.protobuf import Fields, damaged, fields, float_at, message_at, number_at, text_at
from tokviz.files.reading import (
    MAX_FILE_BYTES,
    Loaded,
    Note,
    check_token_lengths,
    check_tokens,
    check_vocabulary_size,
    note,
    text_of,
)
from tokviz.models.decoding import BYTE_PIECES
from tokviz.pretokenize import METASPACE
from tokviz.pretokenize.sentencepiece import CharacterMap, SentencePieceNormalizer

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)
"""Kinds of pieces."""
UNIGRAM, BPE, WORD, CHAR = 1, 2, 3, 4
"""Kinds of models."""
MAX_MAPPED_BYTES = 64
"""The most bytes that a table of characters may put for what it finds, which may be one byte: a text grows so many
times. NFKC puts 33 for one Arabic ligature."""
_TRAINER_FLAGS = {"treat_whitespace_as_suffix": 24, "byte_fallback": 35}
_NORMALIZER_FLAGS = {"add_dummy_prefix": 3, "remove_extra_whitespaces": 4, "escape_whitespaces": 5}
_MOST = 700.0  # of a logarithm, in either direction
_UNKNOWN_TEXT = " ⁇ "  # for the unknown piece, where the file does not say another
_FIELDS = 16  # of a piece, which has three

Model = bpe.Model | unigram.Model | lookup.Model
"""The kinds of models that the files hold."""


@dataclass(frozen=True)
class _Pieces:
    """The pieces of a model of either kind: with scores, in the order of ids, and the kinds of those that are not
    ordinary."""

    scores: Mapping[str, float]
    kinds: Mapping[str, int]
    byte_fallback: bool

    def of_kind(self, *kinds: int) -> frozenset[str]:
        """Return the pieces of some kinds."""
        return frozenset(piece for piece, kind in self.kinds.items() if kind in kinds)

    @property
    def unknown(self) -> str | None:
        """Return the unknown token."""
        return next(iter(self.of_kind(UNKNOWN)), None)

    def are_cut(self) -> bool:
        """Tell if a text can be cut before every mark of a space.

        No piece goes over one, and the mark is a piece.
        """
        pieces = [piece for piece in self.scores if self.kinds.get(piece, NORMAL) in (NORMAL, USER_DEFINED)]
        return METASPACE in pieces and not any(METASPACE in piece[1:] for piece in pieces)


# -- .vocab ------------------------------------------------------------------------------------------------------------


def read_vocab(data: str | bytes) -> dict[str, float]:
    r"""Return the pieces of a `.vocab` with their scores: a line for each, in the order of the ids, with a tab and its
    score.

    Raises FormatError or LimitError.

    >>> read_vocab("<unk>\t0\n▁low\t-1.5\n")
    {'<unk>': 0.0, '▁low': -1.5}
    """
    rows: dict[str, float] = {}
    lines = text_of(data).split("\n")
    check_vocabulary_size(len(lines))
    for number, line in enumerate(lines if lines[-1] else lines[:-1], 1):
        piece, tab, digits = line.removesuffix("\r").rpartition("\t")
        if not tab:
            raise FormatError("pieces-tab", line=number)
        score = _score(piece, digits, number)
        if piece in rows:
            raise _twice(piece, number)
        check_tokens((piece,), number)
        rows[piece] = score
    if not rows:
        raise FormatError("pieces-missing")
    return rows


def write_vocab(model: unigram.Model) -> str:
    r"""Return the pieces with their scores as a `.vocab`, with as many digits as the scores have.

    >>> write_vocab(unigram.Model.from_scores({"▁low": -1.5, "x": -3.0}))
    '▁low\t-1.5\nx\t-3.0\n'
    """
    return "".join(f"{piece}\t{score!r}\n" for piece, score in model.scores.items())


def _score(piece: str, text: str, line: int) -> float:
    try:
        score = float(text)
    except ValueError:
        score = math.nan
    if not piece or not math.isfinite(score):
        raise _no_score(piece, text, line)
    return score


def check_logarithms(scores: Mapping[str, float], lines: Mapping[str, int] = MappingProxyType({})) -> None:
    """Refuse scores of a unigram model whose probabilities are no numbers that a computer holds. lines: where they
    are."""
    for piece, score in scores.items():
        if abs(score) >= _MOST:
            raise _no_score(piece, repr(score), lines.get(piece, 1))


def _no_score(piece: str, text: str, line: int) -> FormatError:
    return FormatError("piece-score", line=line, piece=brief(piece), value=brief(text))


def _twice(piece: str, line: int) -> FormatError:
    return FormatError("piece-twice", line=line, piece=brief(piece))


# -- .model ------------------------------------------------------------------------------------------------------------


def load_model(data: bytes) -> Loaded[Model]:
    """Read a `.model`. Raises FormatError for one that is damaged or of a kind that SentencePiece does not have, or
    LimitError. The line of errors is always 1.
    """
    check_limit("MAX_FILE_BYTES", MAX_FILE_BYTES, met=len(data))
    file = fields(data)
    trainer, options = message_at(file, 2), message_at(file, 3)
    kind = number_at(trainer, 3, UNIGRAM)
    if kind not in (UNIGRAM, BPE, WORD, CHAR):
        raise _refused("kind of model", f"model_type {kind}")
    pieces = _pieces(file, bool(number_at(trainer, 35, 0)))
    if kind == UNIGRAM:
        check_logarithms(pieces.scores)
    wrong_bytes = pieces.of_kind(BYTE) ^ (BYTE_PIECES if pieces.byte_fallback else frozenset())
    if wrong_bytes:
        raise _refused("byte piece", min(wrong_bytes))
    unused = pieces.of_kind(UNUSED)
    if kind == BPE and unused:
        raise _refused("unused piece", min(unused))
    normalizer = _normalizer(options, pieces.of_kind(USER_DEFINED), is_suffix=bool(number_at(trainer, 24, 0)))
    name = "none"
    if normalizer.escape_whitespaces:  # the marks are those of the normalizer
        is_cut = kind in (UNIGRAM, BPE) and pieces.are_cut() and not normalizer.treat_whitespace_as_suffix
        name = "Metaspace(never)" if is_cut else "Metaspace(never, no split)"
    model: Model = replace(_model(kind, pieces, name), normalizer=normalizer)
    notes = [note("denormalizer")] if _character_map(message_at(file, 5)) else []
    if kind == BPE and _has_ties(pieces):
        notes.append(note("score-ties"))
    return Loaded(model, tuple(notes))


def kinds_of(data: bytes) -> Mapping[str, int]:
    """Return the kinds of the pieces of a `.model` that are not ordinary. Raises FormatError."""
    return _pieces(fields(data), byte_fallback=False).kinds


def decoding_of(data: bytes) -> tuple[str, SentencePieceNormalizer | None]:
    """Return the text that the unknown piece of a `.model` is decoded to, and the normalizer of decoded texts. Raises
    FormatError."""
    file = fields(data)
    trainer, options = message_at(file, 2), message_at(file, 5)
    denormalizer = _normalizer(options, frozenset(), is_suffix=False) if _character_map(options) else None
    return text_at(trainer, 44) if 44 in trainer else _UNKNOWN_TEXT, denormalizer


def settings_of(data: bytes) -> dict[str, object]:
    """Return the settings of a `.model` that matter to texts, by library names.

    Tables of characters are named by their length and hash. Raises FormatError.
    """
    file = fields(data)
    trainer = message_at(file, 2)
    kind = number_at(trainer, 3, UNIGRAM)
    model = {"type": {UNIGRAM: "Unigram", BPE: "BPE", WORD: "Word", CHAR: "Char"}.get(kind, str(kind))}
    flags = {name: bool(number_at(trainer, at, 0)) for name, at in _TRAINER_FLAGS.items()}
    normalizers = {}
    for name, number in (("normalizer", 3), ("denormalizer", 5)):
        options = message_at(file, number)
        table = options.get(2, [b""])[-1]
        written = f"{len(table)} bytes, sha256 {sha256(table).hexdigest()[:12]}" if isinstance(table, bytes) else ""
        normalizers[name] = {
            "name": text_at(options, 1),
            "precompiled_charsmap": written if table else "",
            **{flag: bool(number_at(options, at, 1)) for flag, at in _NORMALIZER_FLAGS.items()},
        }
    return {"model": {**model, **flags}, **normalizers}


def _pieces(file: Fields, byte_fallback: bool) -> _Pieces:
    scores: dict[str, float] = {}
    kinds: dict[str, int] = {}
    check_vocabulary_size(len(file.get(1, [])))
    for entry in file.get(1, []):
        message = fields(entry, _FIELDS)
        piece, score, kind = text_at(message, 1), float_at(message, 2), number_at(message, 3, NORMAL)
        if piece in scores:
            raise _twice(piece, 1)
        scores[piece] = _score(piece, repr(score), 1)
        if kind != NORMAL:
            kinds[piece] = kind
    if not scores:
        raise FormatError("pieces-missing")
    check_token_lengths(scores)
    return _Pieces(scores, kinds, byte_fallback)


def _normalizer(options: Fields, user_defined: frozenset[str], *, is_suffix: bool) -> SentencePieceNormalizer:
    return SentencePieceNormalizer(
        _character_map(options),
        add_dummy_prefix=bool(number_at(options, 3, 1)),
        remove_extra_whitespaces=bool(number_at(options, 4, 1)),
        escape_whitespaces=bool(number_at(options, 5, 1)),
        treat_whitespace_as_suffix=is_suffix,
        user_defined=user_defined,
    )


def _character_map(options: Fields) -> bytes:
    """Return the table of characters of a normalizer, empty for none."""
    compiled = options.get(2, [b""])[-1]
    if not isinstance(compiled, bytes):
        raise damaged()
    try:
        longest = CharacterMap(compiled).longest_replacement if compiled else 0
    except ValueError:
        raise damaged() from None
    check_limit("MAX_MAPPED_BYTES", MAX_MAPPED_BYTES, met=longest)
    return compiled


def _has_ties(pieces: _Pieces) -> bool:
    """Tell if mergeable pieces tie, so that scores are no places of merges."""
    scores = [score for piece, score in pieces.scores.items() if piece not in pieces.kinds and len(piece) > 1]
    return len(set(scores)) < len(scores)


def _refused(part: str, value: str) -> FormatError:
    return FormatError("sentencepiece-part", part=part, found=brief(value))


# -- models ------------------------------------------------------------------------------------------------------------


def _model(kind: int, pieces: _Pieces, pretokenizer: str) -> Model:
    if kind == UNIGRAM:
        return _unigram(pieces, pretokenizer)
    if kind == BPE:
        return _bpe(pieces, pretokenizer)
    return _lookup(pieces, "word" if kind == WORD else "character", pretokenizer)


def _unigram(pieces: _Pieces, pretokenizer: str) -> unigram.Model:
    return unigram.Model.from_scores(
        pieces.scores,
        unk_token=pieces.unknown,
        pretokenizer=pretokenizer,
        reserved=pieces.of_kind(UNKNOWN, CONTROL, UNUSED, BYTE),
        byte_fallback=pieces.byte_fallback,
        user_defined=pieces.of_kind(USER_DEFINED),
        is_single=True,
    )


def _lookup(pieces: _Pieces, unit: lookup.Unit, pretokenizer: str) -> lookup.Model:
    return lookup.Model(
        tuple(pieces.scores),
        pieces.unknown,
        unit,
        pretokenizer,
        symbols=pieces.of_kind(USER_DEFINED),
        reserved=pieces.of_kind(UNKNOWN, CONTROL, UNUSED, BYTE),
        byte_fallback=pieces.byte_fallback,
    )


def _bpe(pieces: _Pieces, pretokenizer: str) -> bpe.Model:
    """Return a model of BPE, which splits a text at user-defined symbols first."""
    ids = {piece: number for number, piece in enumerate(pieces.scores)}
    encoding = replace(ENCODINGS["sentencepiece"], unk_token=pieces.unknown, byte_fallback=pieces.byte_fallback)
    return bpe.Model(
        (),
        tuple(ids),
        Rules(),
        encoding,
        pretokenizer,
        added=tuple(
            AddedToken(ids[piece], piece, normalized=True, special=False)
            for piece in ids
            if pieces.kinds.get(piece) == USER_DEFINED
        ),
        scores={piece: score for piece, score in pieces.scores.items() if piece not in pieces.kinds},
    )


# -- .vocab and symbols, written as a .model ---------------------------------------------------------------------------
#
# A `.vocab` does not say of which kind the model is: scores that are 0, -1, -2 and so on are those of BPE. Nor does it
# say which pieces are symbols. The trainer lists control symbols first, then those that the user defined, both with the
# score 0, where its first learned piece has -0. So at the head of a list the pieces in angle brackets are taken for
# control symbols, and the others, and what comes after them, for user-defined ones. ``<unk>`` is the unknown token
# (which the library cannot do without, so a list that has none gets one), and the 256 bytes, if they are all there, are
# for byte fallback. How texts are normalized is not in it: they are taken as they are, with a space before them, or
# after them if most pieces have it there.


_BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))
_UNKNOWN_PIECE = "<unk>"
_VARINT, _FLOAT, _MESSAGE = 0, 5, 2


def model_of_vocab(data: bytes) -> tuple[bytes, tuple[Note, ...]]:
    r"""Turn a `.vocab` into a `.model`, with notes of what it does not say. Raises FormatError or LimitError.

    >>> model, notes = model_of_vocab("▁low\t-1.5\n▁\t-2\nx\t-3\n".encode())
    >>> len(fields(model)[1]), [note.code for note in notes]
    (4, ['vocab-unigram', 'vocab-unknown'])
    """
    rows = read_vocab(data)
    controls, defined = _symbols(rows)
    has_bytes = all(byte in rows for byte in _BYTES)
    kinds = {
        **dict.fromkeys(controls, CONTROL),
        **dict.fromkeys(_BYTES if has_bytes else (), BYTE),
        _UNKNOWN_PIECE: UNKNOWN,
    }
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
    if _UNKNOWN_PIECE not in rows:
        notes.append(note("vocab-unknown", id=len(rows)))
    pieces = [
        _piece_field(piece, score, kinds.get(piece)) for piece, score in {**rows, _UNKNOWN_PIECE: 0.0, **rows}.items()
    ]
    trainer = _field(3, BPE if is_bpe else UNIGRAM) + _field(24, int(is_suffix)) + _field(35, int(has_bytes))
    normalizer = _field(1, b"identity") + _field(3, 1) + _field(4, 0) + _field(5, 1)
    return b"".join([*pieces, _field(2, trainer), _field(3, normalizer)]), tuple(notes)


def written_model(
    pieces: Sequence[tuple[str, float, int]],
    *,
    is_bpe: bool,
    character_map: bytes = b"",
    add_dummy_prefix: bool = True,
    remove_extra_whitespaces: bool = False,
) -> bytes:
    """Return a `.model` of pieces with their scores and kinds. The other arguments are the library's options.

    >>> load_model(written_model([("<unk>", 0.0, UNKNOWN), ("a", -1.0, NORMAL)], is_bpe=False)).model.encode("a")
    ['▁', 'a']
    """
    has_bytes = any(kind == BYTE for _, _, kind in pieces)
    trainer = _field(3, BPE if is_bpe else UNIGRAM) + _field(35, int(has_bytes))
    flags = _field(3, int(add_dummy_prefix)) + _field(4, int(remove_extra_whitespaces)) + _field(5, 1)
    normalizer = _field(1, b"identity") + (_field(2, character_map) if character_map else b"") + flags
    listed = (_piece_field(piece, score, kind) for piece, score, kind in pieces)
    return b"".join([*listed, _field(2, trainer), _field(3, normalizer)])


def with_symbols(data: bytes, symbols: Mapping[str, int]) -> bytes:
    """Return a `.model` that cuts texts at these symbols first: the library's "user-defined" ones.

    symbols: with their ids, which for new ones are those behind all pieces, in turn; a space is in them as ``▁``.
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
    """Return the pieces at the head of a list with the score 0, not -0: those in angle brackets, and the rest from the
    first other one on."""
    head = list(takewhile(lambda piece: math.copysign(1, rows[piece]) > 0 == rows[piece], rows))
    controls = list(takewhile(lambda piece: piece.startswith("<") and piece.endswith(">"), head))
    return controls, head[len(controls) :]


def _is_suffix(pieces: Iterable[str]) -> bool:
    """Tell if more pieces end with the mark of a space than begin with it."""
    marked = [piece for piece in pieces if len(piece) > 1]
    return sum(piece.endswith(METASPACE) for piece in marked) > sum(piece.startswith(METASPACE) for piece in marked)


def _are_places(scores: Sequence[float]) -> bool:
    """Tell if scores are 0, -1, -2 and so on, in any order: places, no logarithms."""
    return len(scores) > 1 and sorted(-score for score in scores) == list(range(len(scores)))


def _piece_field(piece: str, score: float, kind: int | None) -> bytes:
    return _field(1, _field(1, piece.encode()) + _field(2, score) + (b"" if kind is None else _field(3, kind)))


def _field(number: int, value: float | bytes) -> bytes:
    """Return a field in the wire format of protocol buffers: a number of single precision, an integer, or bytes.

    >>> _field(3, 300), _field(1, b"a")
    (b'\\x18\\xac\\x02', b'\\n\\x01a')
    """
    if isinstance(value, float):
        return _varint(number << 3 | _FLOAT) + struct.pack("<f", value)
    if isinstance(value, int):
        return _varint(number << 3 | _VARINT) + _varint(value)
    return _varint(number << 3 | _MESSAGE) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    encoded = bytearray()
    while value >= 0x80:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*encoded, value])
