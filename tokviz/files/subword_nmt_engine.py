"""Codes of subword-nmt, applied by our own model beside that library if it is there.

The file numbers no tokens, so nothing here has an id, and nothing can be decoded from ids.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from tokviz.bpe import Applier
from tokviz.bpe.subword_nmt import word_places
from tokviz.checks import check_limit
from tokviz.errors import RulesError, brief
from tokviz.files.engine import Decoded, Encoded, Part, Stage, original
from tokviz.files.libraries import asking, library, named
from tokviz.files.limits import may_explode
from tokviz.files.models import WordModel
from tokviz.files.reading import Note
from tokviz.files.subword_nmt import load_codes
from tokviz.models.added_tokens import AddedToken

MAX_COMPARED_WORD = 10_000
"""The longest word, in characters, that the library is asked about: it goes through the whole word for every merge."""

_PACKAGE = "subword-nmt"


class Codes:
    """Codes with the options of ``subword-nmt apply-bpe``: separator, glossaries, vocabulary."""

    def __init__(self, applier: Applier, notes: tuple[Note, ...] = ()) -> None:
        self._applier, self.notes = applier, notes

    @classmethod
    def read(cls, data: bytes) -> Codes:
        """Read a codes file. Raises FormatError or LimitError."""
        loaded = load_codes(data)
        codes = cls(Applier.from_model(loaded.model), loaded.notes)
        codes.words = WordModel(loaded.model, cls.vocabulary, None)
        return codes

    notes: tuple[Note, ...]
    notes_behind: tuple[Note, ...] = ()
    vocabulary: Mapping[str, int] = MappingProxyType({})
    kept: tuple[AddedToken, ...] = ()
    added: tuple[AddedToken, ...] = ()

    @cached_property
    def _theirs(self) -> Any:
        """Return the library's, or None where it is not installed."""
        try:
            module = library("subword_nmt.apply_bpe")
        except RulesError:
            return None
        ours = self._applier
        head = "#version: 0.2\n" if ours.version == "0.2" else ""
        codes = io.StringIO(head + "".join(f"{left} {right}\n" for left, right in ours.model.merges), newline="")
        options = {"separator": ours.separator, "vocab": ours.vocabulary, "glossaries": list(ours.glossaries)}
        with asking(_PACKAGE):
            return module.BPE(codes, **options)

    @property
    def library(self) -> str | None:
        return None if self._theirs is None else named(_PACKAGE)

    @property
    def settings(self) -> Mapping[str, object]:
        ours = self._applier
        model = {"type": "BPE", "version": ours.version, "separator": ours.separator, "glossaries": ours.glossaries}
        return {"model": model}

    @cached_property
    def words(self) -> WordModel:
        return WordModel(self._applier.model, self.vocabulary, None)

    def before(self, text: str) -> tuple[Stage, ...]:
        return original(text), Stage("pretokenizer", "Whitespace", self.pre_tokens(text))

    def pre_tokens(self, text: str) -> tuple[Part, ...]:
        """Return the texts between spaces, line by line, without line ends."""
        return tuple(Part(word, start, start + len(word)) for word, start in word_places(text))

    def after(self, text: str) -> tuple[Stage, ...]:
        return (Stage("model", "BPE", self.plain(text).parts),)

    def plain(self, text: str) -> Encoded:
        return Encoded(
            text,
            tuple(part for place, word in enumerate(self.pre_tokens(text)) for part in self._tokens(word, place)),
        )

    def _tokens(self, word: Part, place: int) -> list[Part]:
        parts, at = [], word.start
        tokens = self.ours(word.text)
        for number, token in enumerate(tokens, 1):
            text = token if number == len(tokens) else token.removesuffix(self._applier.separator)
            parts.append(Part(token, at, at + len(text), "token", word=place))
            at += len(text)
        return parts

    whole = plain

    def ours(self, word: str) -> tuple[str, ...]:
        """Return the tokens of a word as our tool writes them."""
        return self._applier.encode_word(word)

    @property
    def written(self) -> str:
        return self.words.model.pretokenizer

    def characters(self, text: str) -> tuple[Part, ...]:
        words = self.pre_tokens(text)
        return tuple(
            Part(character, at, at + 1) for word in words for at, character in enumerate(word.text, word.start)
        )

    def joined(self, tokens: Sequence[str]) -> str:
        return self.words.model.decode(tokens)

    def theirs(self, word: str) -> tuple[str, ...]:
        """Return the tokens of a word as the library, which is there, has them."""
        check_limit("MAX_COMPARED_WORD", MAX_COMPARED_WORD, met=len(word))
        slow = next(filter(may_explode, self._applier.glossaries), None)
        if slow is not None:
            raise RulesError("glossary-unasked", pattern=brief(slow))
        with asking(_PACKAGE):
            return tuple(self._theirs.segment_tokens([word]))

    def decode(self, ids: Sequence[int], *, skip_special: bool) -> Decoded:
        raise RulesError("pipeline-no-ids")

    def many(self, texts: Sequence[str]) -> list[list[int]]:
        raise RulesError("pipeline-no-ids")

    def literal(self, text: str) -> list[int]:
        raise RulesError("pipeline-no-ids")

    def gained(self, ids: Sequence[int]) -> list[bytes]:
        raise RulesError("pipeline-no-ids")

    def spelled(self, ids: Sequence[int]) -> list[bytes]:
        return self.gained(ids)
