"""The tokenizer that `/bpe-encode` applies: merges, and what subword-nmt does around them if that is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tokviz.bpe import Applier, Model
from tokviz.models.around import Around
from tokviz.pipeline.around import EngineAround
from tokviz.pipeline.codes import Codes
from tokviz.views.encoding.decoding import spelling
from tokviz.web.apply.tokenizer import LoadedTokenizer

__all__ = ["BpeTokenizer"]

_NEXT = "x"  # stands for a token that follows


@dataclass(frozen=True, eq=False)
class BpeTokenizer(LoadedTokenizer[Model]):
    """applier: where merges are applied as subword-nmt does; counts: the vocabulary that it asks, token -> count, empty
    for none."""

    applier: Applier | None = None
    counts: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def around(self) -> Around | None:
        """What stands around the merges where subword-nmt applies them: that tool, to be compared with."""
        return super().around if self.applier is None else EngineAround(Codes(self.applier))

    @property
    def encoder(self) -> Model | Applier:
        """What encodes, explains and decodes."""
        return self.applier or self.model

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """Token -> id; subword-nmt has none, so there it is the place in the vocabulary."""
        return self.model.text_ids if self.applier is None else {token: i for i, token in enumerate(self.counts)}

    def decode_part(self, tokens: Sequence[str], are_more: bool) -> str:
        """The text of the first tokens of a text: where others follow, a space at its end is written."""
        if are_more and (self.applier is not None or self.model.rules.end_of_word):
            return self.encoder.decode([*tokens, _NEXT]).removesuffix(_NEXT)
        return self.encoder.decode(tokens)

    def spell(self, token: str) -> str:
        """The bytes that a token stands for, in hexadecimal; empty where tokens do not stand for bytes."""
        return "" if self.applier else spelling(token, self.model.rules, self.model.pretokenizer)
