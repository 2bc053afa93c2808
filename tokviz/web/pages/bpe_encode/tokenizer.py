"""The tokenizer that `/bpe-encode` applies: merges, and what subword-nmt does around them if that is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tokviz.bpe import Applier, Model, Rules
from tokviz.files.pipeline import around_codes
from tokviz.models.around import Around
from tokviz.sandbox import ask
from tokviz.web.encoding.tokenizer import LoadedTokenizer

__all__ = ["BpeTokenizer"]


@dataclass(frozen=True, eq=False)
class BpeTokenizer(LoadedTokenizer[Model]):
    """applier: where merges are applied as subword-nmt does; counts: the vocabulary that it asks, token -> count, empty
    for none."""

    applier: Applier | None = None
    counts: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def around(self) -> Around | None:
        """What stands around the merges where subword-nmt applies them: that tool, to be compared with."""
        return super().around if self.applier is None else ask(around_codes, self.applier)

    @property
    def encoder(self) -> Model | Applier:
        """What encodes, explains and decodes."""
        return self.applier or self.model

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """Token -> id; subword-nmt has none, so there it is the place in the vocabulary."""
        return self.model.text_ids if self.applier is None else {token: i for i, token in enumerate(self.counts)}

    @property
    def ends_words(self) -> bool:
        """Whether a space at the end of a decoded text is written only where others follow."""
        return self.applier is not None or bool(self.model.rules.end_of_word)

    @property
    def spells(self) -> tuple[Rules, str] | None:
        """The rules and the pre-tokenizer of tokens that may stand for bytes."""
        return None if self.applier is not None else (self.model.rules, self.model.pretokenizer)
