"""Pieces of SentencePiece back to text without the library: what each of them adds, and the whole.

Control symbols add nothing, the unknown piece what the file says. The mark of a space is one, but for the first of a
text, or all of them at its beginning, which the normalizer had put there or would have taken off. Bytes become
characters; one that begins none becomes U+FFFD. Source: sentencepiece 0.2.3, sentencepiece_processor.cc (Decode).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tokviz.files import sentencepiece as files
from tokviz.pretokenize import METASPACE
from tokviz.pretokenize.sentencepiece import SentencePieceNormalizer

_REPLACEMENT = "\ufffd"  # of a byte that begins no character
_LONGEST = 4  # bytes of a character


@dataclass(frozen=True)
class PiecesDecoder:
    """The rules by which the pieces of a `.model` become a text.

    kinds: of pieces that are not ordinary, as in :func:`tokviz.files.sentencepiece.kinds_of`. pieces: all that have an
    id. unknown: what the unknown piece becomes. normalizer: of texts that are encoded. denormalizer: of texts that are
    decoded, if there is one.
    """

    kinds: Mapping[str, int]
    pieces: Mapping[str, int]
    unknown: str
    normalizer: SentencePieceNormalizer
    denormalizer: SentencePieceNormalizer | None = None

    def surfaces(self, pieces: Sequence[str]) -> list[str]:
        """Return the text that each of the pieces adds."""
        return list(self._surfaces(pieces))

    def text(self, surfaces: Sequence[str]) -> str:
        """Return the text of all surfaces."""
        text = "".join(surfaces)
        return text if self.denormalizer is None else self.denormalizer(text)

    def _surfaces(self, pieces: Sequence[str]) -> Iterator[str]:
        has_begun = False
        for is_byte, run in groupby(pieces, lambda piece: self.kinds.get(piece) == files.BYTE):
            if is_byte:
                yield from characters_of(bytes(int(piece[3:5], 16) for piece in run))
                has_begun = True
                continue
            for piece in run:
                surface, drops = self._surface(piece, is_first=not has_begun)
                has_begun = has_begun or drops or bool(surface)
                yield surface

    def _surface(self, piece: str, *, is_first: bool) -> tuple[str, bool]:
        """Return the text that a piece adds, and whether it was the one whose mark is taken off."""
        kind = self.kinds.get(piece)
        if kind == files.CONTROL:
            return "", False
        if kind == files.UNKNOWN:
            return self.unknown, False
        if piece not in self.pieces:
            return piece, False
        drops = False
        takes_all = self.normalizer.remove_extra_whitespaces
        if is_first and (self.normalizer.add_dummy_prefix or takes_all) and piece.startswith(METASPACE):
            piece = piece.removeprefix(METASPACE)
            drops = not takes_all
        return piece.replace(METASPACE, " "), drops


def characters_of(data: bytes) -> Iterator[str]:
    """Yield a text for each byte: the character that it completes, nothing before that.

    >>> list(characters_of(b"a\\xc3\\xa9\\xff"))
    ['a', '', 'é', '\\ufffd']
    """
    at = 0
    while at < len(data):
        for end in range(at + 1, at + 1 + _LONGEST):
            try:
                character = data[at:end].decode()
            except UnicodeDecodeError:
                continue
            yield from ("" for _ in range(at, end - 1))
            yield character
            at = end
            break
        else:
            yield _REPLACEMENT
            at += 1
