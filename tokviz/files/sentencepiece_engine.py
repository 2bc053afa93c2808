"""A `.model`, applied by sentencepiece or by our own model: its normalizer with offsets, and its pieces.

Its library hands the whole normalized text to the model. Where no piece goes over a space our model may look at one
word after the other, which is a stage of our own. The control symbols that its library adds only when told to are left
out. Spans of pieces are the library's, turned from bytes into characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tokviz import bpe, lookup
from tokviz.errors import RulesError
from tokviz.files import sentencepiece as files
from tokviz.files.engine import Decoded, DecoderStage, DecodeStep, Encoded, Part, Stage, original
from tokviz.files.libraries import asking, library, named, part_error
from tokviz.files.limits import check_nested
from tokviz.files.models import Model, WordModel
from tokviz.files.reading import Note, note
from tokviz.files.stage_parts import character_parts, cut_parts
from tokviz.models.added_tokens import AddedToken
from tokviz.pretokenize import METASPACE
from tokviz.pretokenize.sentencepiece import SentencePieceNormalizer

if TYPE_CHECKING:
    from tokviz.files.pieces_decoding import PiecesDecoder

_PACKAGE = "sentencepiece"


class PiecesAlone:
    """A `.model` that our own model applies, where the library is not there. begins, ends: ids of the tokens that are
    put before and after each text. Raises FormatError for one that is damaged."""

    def __init__(self, data: bytes, begins: Sequence[int] = (), ends: Sequence[int] = ()) -> None:
        self._begins, self._ends = begins, ends
        loaded = files.load_model(data)
        check_nested(loaded.model.vocabulary)
        self.settings = files.settings_of(data)
        self._kinds = files.kinds_of(data)
        self._unknown, self._denormalizer = files.decoding_of(data)
        self._model, self.notes = loaded.model, tuple(note for note in loaded.notes if note.code != "denormalizer")

    notes: tuple[Note, ...]
    settings: Mapping[str, object]

    @property
    def library(self) -> str | None:
        return None

    @property
    def notes_behind(self) -> tuple[Note, ...]:
        put = [*self._begins, *self._ends]
        pieces = self.words.model.vocabulary
        return (note("post-processor", found=", ".join(pieces[number] for number in put)),) if put else ()

    @cached_property
    def words(self) -> WordModel:
        model = replace(self._model, pretokenizer="none", normalizer=None)
        ids = {piece: number for number, piece in enumerate(model.vocabulary)}
        unknown = None if model.unknown_token is None else ids.get(model.unknown_token)
        return WordModel(model, ids, unknown)

    @property
    def vocabulary(self) -> Mapping[str, int]:
        return self.words.ids

    def before(self, text: str) -> tuple[Stage, ...]:
        normalized, offsets = self._normalized(text)
        now = [
            Part(character, start, end) for character, (start, end) in zip(normalized, pairwise(offsets), strict=True)
        ]
        parts = cut_parts(text, now, now, character_parts(text), whole=True)
        return (
            original(text),
            Stage("normalizer", "SentencePiece", parts, self._options),
            Stage("pretokenizer", "▁", self._cut(normalized, offsets), own=True),
        )

    def pre_tokens(self, text: str) -> tuple[Part, ...]:
        return self._cut(*self._normalized(text))

    def _normalized(self, text: str) -> tuple[str, Sequence[int]]:
        """Return the text as the model gets it, and where each of its characters begins in the original, and the
        end."""
        return self._normalizer.placed(text)

    @property
    def _normalizer(self) -> SentencePieceNormalizer:
        normalizer = self._model.normalizer
        assert isinstance(normalizer, SentencePieceNormalizer)
        return normalizer

    @cached_property
    def _decoder(self) -> PiecesDecoder:
        from tokviz.files.pieces_decoding import PiecesDecoder  # most texts are only encoded

        return PiecesDecoder(self._kinds, self.words.ids, self._unknown, self._normalizer, self._denormalizer)

    def _cut(self, normalized: str, offsets: Sequence[int]) -> tuple[Part, ...]:
        words = self._words(normalized)
        ends = [0, *accumulate(map(len, (word for word, _ in words)))]
        return tuple(
            Part(
                word,
                offsets[start],
                offsets[end],
                "added" if known else "text",
                self.words.ids[word] if known else None,
            )
            for (word, known), (start, end) in zip(words, pairwise(ends), strict=True)
        )

    @cached_property
    def _bare(self) -> Model:
        """Return the model for normalized text, which is split at symbols of the user only."""
        return replace(self._model, normalizer=None, pretokenizer="none")

    def _words(self, normalized: str) -> list[tuple[str, bool]]:
        """Return the words of a normalized text, and the symbols of the user, which merging does not touch."""
        model = self._model
        pieces = self._bare.words(normalized) if normalized else ()
        symbols = {token.content for token in model.added} if isinstance(model, bpe.Model) else set()
        words: list[tuple[str, bool]] = []
        for piece in pieces:
            words += [(piece, True)] if piece in symbols else [(word, False) for word in self.words.apart(piece)]
        return words

    def after(self, text: str) -> tuple[Stage, ...]:
        stage = Stage("model", _kind(self._model), self.plain(text).parts, self._model_options)
        if not self._begins and not self._ends:
            return (stage,)
        return stage, Stage("postprocessor", "SentencePiece", self._whole(text, stage.parts))

    @cached_property
    def _options(self) -> Mapping[str, object]:
        """Return the options of the file's normalizer, by the library's names.

        A table of characters is named by its size in bytes.
        """
        normalizer = self._normalizer
        names = ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces", "treat_whitespace_as_suffix")
        options = {name: getattr(normalizer, name) for name in names}
        return MappingProxyType({"precompiled_charsmap_bytes": len(normalizer.character_map), **options})

    @cached_property
    def _model_options(self) -> Mapping[str, object]:
        model = self._model
        falls_back = model.encoding.byte_fallback if isinstance(model, bpe.Model) else model.byte_fallback
        return MappingProxyType({"byte_fallback": falls_back, "unk_piece": model.unknown_token})

    def plain(self, text: str) -> Encoded:
        normalized, offsets = self._normalized(text)
        return Encoded(text, tuple(self._tokens(normalized, offsets)))

    def _tokens(self, normalized: str, offsets: Sequence[int]) -> Iterator[Part]:
        """Yield the tokens of a normalized text. Of the bytes of a character, the last has its place."""
        at, words = 0, self._words(normalized)
        encoded = iter(self.words.model.encode_words([word for word, known in words if not known]))
        for word, known in words:
            if known:
                yield Part(word, offsets[at], offsets[at + len(word)], "token", self.words.ids[word])
                at += len(word)
                continue
            left = 0  # bytes of a character
            for token, number in self.words.numbered(next(encoded)):
                if number is not None and self._kinds.get(token) == files.BYTE:
                    left = left or len(normalized[at].encode())
                    left -= 1
                    yield Part(token, offsets[at], offsets[at + 1] if not left else offsets[at], "token", number)
                    at += not left
                else:
                    yield Part(token, offsets[at], offsets[at + len(token)], "token", number)
                    at += len(token)

    def whole(self, text: str) -> Encoded:
        encoded = self.plain(text)
        return replace(encoded, parts=self._whole(text, encoded.parts)) if self._begins or self._ends else encoded

    def _whole(self, text: str, parts: Sequence[Part]) -> tuple[Part, ...]:
        """Return the tokens of a text between those that are put around it."""
        pieces = self.words.model.vocabulary

        def put(ids: Sequence[int], at: int) -> Iterator[Part]:
            for number in ids:
                yield Part(pieces[number], at, at, "put", number, special=True, changed=True)

        return (*put(self._begins, 0), *parts, *put(self._ends, len(text)))

    @property
    def kept(self) -> tuple[AddedToken, ...]:
        return self._model.added

    @property
    def written(self) -> str:
        return self._model.pretokenizer

    def characters(self, text: str) -> tuple[Part, ...]:
        normalized, offsets = self._normalized(text)
        cut = self._cut(normalized, offsets)
        ends = [0, *accumulate(len(part.text) for part in cut)]
        return tuple(
            placed
            for part, (start, end) in zip(cut, pairwise(ends), strict=True)
            for placed in (
                (part,)
                if part.role == "added"
                else (Part(normalized[at], offsets[at], offsets[at + 1]) for at in range(start, end))
            )
        )

    def joined(self, tokens: Sequence[str]) -> str:
        return self._decoder.text(self._decoder.surfaces(tokens))

    def decode(self, ids: Sequence[int], *, skip_special: bool) -> Decoded:
        """Return the text of ids. As in the library, control symbols give none, skipped or not. Raises RulesError."""
        self._check_ids(ids)
        pieces = [self.words.model.vocabulary[number] for number in ids]
        surfaces = self._decoder.surfaces(pieces)
        return _decoded(list(zip(ids, pieces, surfaces, strict=True)), self._decoder.text(surfaces))

    def _check_ids(self, ids: Sequence[int]) -> None:
        size = len(self.vocabulary)
        for number in ids:
            if not 0 <= number < size:
                raise RulesError("pipeline-id", id=str(number), most=size - 1)

    @property
    def added(self) -> tuple[AddedToken, ...]:
        """Return the control symbols, which never come from a text; nothing says which symbols the user defined."""
        ids = self.words.ids
        control = [piece for piece, kind in self._kinds.items() if kind == files.CONTROL]
        return tuple(AddedToken(ids[piece], piece, special=True) for piece in control)

    def many(self, texts: Sequence[str]) -> list[list[int]]:
        return [list(self.plain(text).ids) for text in texts]

    def literal(self, text: str) -> list[int]:
        return self.many([text])[0]  # a control token is never found in a text

    def gained(self, ids: Sequence[int]) -> list[bytes]:
        vocabulary = self.words.model.vocabulary
        return [self._gained(vocabulary[number]) for number in ids]

    def _gained(self, piece: str) -> bytes:
        kind = self._kinds.get(piece)
        if kind == files.CONTROL:
            return b""
        return self._decoder.unknown.encode() if kind == files.UNKNOWN else _bytes(piece, is_byte=kind == files.BYTE)

    def spelled(self, ids: Sequence[int]) -> list[bytes]:
        return self.gained(ids)


class SentencePiece(PiecesAlone):
    """A `.model`, applied by the library. Raises FormatError for one that is damaged."""

    def __init__(self, data: bytes, begins: Sequence[int] = (), ends: Sequence[int] = ()) -> None:
        super().__init__(data, begins, ends)
        try:
            self._processor: Any = library(_PACKAGE).SentencePieceProcessor(model_proto=data)
        except (RuntimeError, ValueError, OSError) as error:
            raise part_error("model", _PACKAGE, error) from None

    @property
    def library(self) -> str:
        return named(_PACKAGE)

    def _normalized(self, text: str) -> tuple[str, Sequence[int]]:
        with asking(_PACKAGE):
            normalized, offsets = self._processor.normalize(text, with_offsets=True)
            return normalized, offsets

    def plain(self, text: str) -> Encoded:
        with asking(_PACKAGE):
            proto = self._processor.encode(text, return_type="proto")
            rows = [(piece.piece, piece.id, piece.begin, piece.end) for piece in proto.pieces]
        places = _places(text)
        return Encoded(
            text,
            tuple(Part(piece, places[start], places[end], "token", number) for piece, number, start, end in rows),
        )

    def joined(self, tokens: Sequence[str]) -> str:
        with asking(_PACKAGE):
            return str(self._processor.decode_pieces(list(tokens)))

    def decode(self, ids: Sequence[int], *, skip_special: bool) -> Decoded:
        """Return the text of ids. As in the library, control symbols give none, skipped or not."""
        self._check_ids(ids)
        with asking(_PACKAGE):
            proto = self._processor.decode(list(ids), return_type="proto")
            return _decoded([(piece.id, piece.piece, piece.surface) for piece in proto.pieces], proto.text)

    @cached_property
    def added(self) -> tuple[AddedToken, ...]:
        """Return the control symbols, which never come from a text; nothing says which symbols the user defined."""
        ask = self._processor
        numbers = range(len(self.vocabulary))
        return tuple(AddedToken(n, ask.id_to_piece(n), special=True) for n in numbers if ask.is_control(n))

    def many(self, texts: Sequence[str]) -> list[list[int]]:
        with asking(_PACKAGE):
            ids: list[list[int]] = self._processor.encode(list(texts), out_type=int)
            return ids

    def literal(self, text: str) -> list[int]:
        return self.many([text])[0]  # a control token is never found in a text

    def gained(self, ids: Sequence[int]) -> list[bytes]:
        ask = self._processor
        with asking(_PACKAGE):
            return [
                ask.decode([number]).encode()
                if ask.is_control(number) or ask.is_unknown(number)
                else _bytes(ask.id_to_piece(number), is_byte=ask.is_byte(number))
                for number in ids
            ]

    def spelled(self, ids: Sequence[int]) -> list[bytes]:
        return self.gained(ids)


def _decoded(rows: Sequence[tuple[int, str, str]], text: str) -> Decoded:
    """Return a decoding. rows: each id with its piece and what that adds."""
    stages = (DecoderStage("", " ".join(piece for _, piece, _ in rows)), DecoderStage("SentencePiece", text))
    return Decoded(text, tuple(DecodeStep(*row) for row in rows), stages)


def _kind(model: Model) -> str:
    """Return the type of a model, as the library's trainer calls it."""
    match model:
        case bpe.Model():
            return "BPE"
        case lookup.Model():
            return "Word" if model.unit == "word" else "Char"
    return "Unigram"


def _bytes(piece: str, *, is_byte: bool) -> bytes:
    """Return the bytes of a piece, in UTF-8.

    >>> _bytes("▁low", is_byte=False), _bytes("<0xE4>", is_byte=True)
    (b' low', b'ä')
    """
    return bytes([int(piece[3:5], 16)]) if is_byte else piece.replace(METASPACE, " ").encode("utf-8", "surrogatepass")


def _places(text: str) -> Sequence[int]:
    """Return for each byte of a text the character that it belongs to, and the length behind the last."""
    if text.isascii():
        return range(len(text) + 1)
    offsets = [at for at, character in enumerate(text) for _ in character.encode("utf-8", "surrogatepass")]
    return (*offsets, len(text))
