"""A codes file of subword-nmt: words between white space, and our own model, beside that library if it is there.

The file numbers no tokens, so nothing here has an id, and nothing can be decoded from ids.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from tokviz.bpe import Applier
from tokviz.errors import RulesError
from tokviz.formats.loaded import Note
from tokviz.formats.reading import text_of
from tokviz.formats.subword_nmt import load_codes
from tokviz.models.added_tokens import AddedToken
from tokviz.pipeline.libraries import asking, library, named
from tokviz.pipeline.models import WordModel
from tokviz.pipeline.records import Added, Decoded, Encoded, Part, Stage

__all__ = ["Codes"]

_PACKAGE = "subword-nmt"


class Codes:
    """A codes file. Raises FormatError or LimitError."""

    def __init__(self, data: bytes) -> None:
        found = load_codes(data)
        self._data, self._model, self.notes = data, found.model, found.notes
        self._applier = Applier.from_model(found.model)

    notes: tuple[Note, ...]

    @cached_property
    def _theirs(self) -> Any:
        """The library's, or None where it is not installed."""
        try:
            module = library("subword_nmt.apply_bpe")
        except RulesError:
            return None
        with asking(_PACKAGE):
            return module.BPE(io.StringIO(text_of(self._data)))

    @property
    def library(self) -> str | None:
        return None if self._theirs is None else named(_PACKAGE)

    @cached_property
    def words(self) -> WordModel:
        return WordModel(self._model, MappingProxyType({}), None)

    @property
    def vocabulary(self) -> Mapping[str, int]:
        return MappingProxyType({})

    def before(self, text: str) -> tuple[Stage, ...]:
        original = (Part(text, 0, len(text)),) if text else ()
        words = Stage("pretokenizer", "Whitespace", self.pre_tokens(text), len(text))
        return Stage("original", "", original, len(text)), words

    def pre_tokens(self, text: str) -> tuple[Part, ...]:
        return tuple(Part(found[0], found.start(), found.end()) for found in re.finditer(r"[^ \r\n]+", text))

    def after(self, text: str) -> tuple[Stage, ...]:
        return (Stage("model", "BPE", self.plain(text).parts, len(text)),)

    def plain(self, text: str) -> Encoded:
        return Encoded(
            text,
            tuple(part for place, word in enumerate(self.pre_tokens(text)) for part in self._tokens(word, place)),
        )

    def _tokens(self, word: Part, place: int) -> list[Part]:
        found, at = [], word.start
        for token in self._applier.encode_word(word.text):
            end = min(at + len(token.removesuffix("@@")), word.end)
            found.append(Part(token, at, end, "token", word=place))
            at = end
        return found

    def whole(self, text: str) -> Encoded:
        return self.plain(text)

    def ours(self, word: str) -> tuple[str, ...]:
        """The tokens of a word as our tool writes them."""
        return self._applier.encode_word(word)

    @property
    def notes_behind(self) -> tuple[Note, ...]:
        return ()

    @property
    def kept(self) -> tuple[AddedToken, ...]:
        return ()

    @property
    def written(self) -> str:
        return self._model.pretokenizer

    def characters(self, text: str) -> tuple[Part, ...]:
        words = self.pre_tokens(text)
        return tuple(Part(one, at, at + 1) for word in words for at, one in enumerate(word.text, word.start))

    def joined(self, tokens: Sequence[str]) -> str:
        return self._applier.decode(tokens)

    def theirs(self, word: str) -> tuple[str, ...] | None:
        if self._theirs is None:
            return None
        with asking(_PACKAGE):
            return tuple(self._theirs.segment_tokens([word]))

    def decode(self, ids: Sequence[int], *, skip_special: bool) -> Decoded:
        raise RulesError("pipeline-no-ids")

    @property
    def added(self) -> tuple[Added, ...]:
        return ()

    def many(self, texts: Sequence[str]) -> list[list[int]]:
        raise RulesError("pipeline-no-ids")

    def gained(self, ids: Sequence[int]) -> list[bytes]:
        raise RulesError("pipeline-no-ids")
