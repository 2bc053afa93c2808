"""A trained SuperBPE tokenizer: one list of merges, applied to coarse pieces.

There are no two stages at encoding. A text is split as the last stage of the training splits it, and its pairs are
merged by rank alone, as tokenizers does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from tokviz.bpe.encoding import ENCODINGS, Encoding
from tokviz.bpe.model import Model as BpeModel
from tokviz.superbpe.pieces import splitter
from tokviz.superbpe.rules import FirstSplit


@dataclass(frozen=True, eq=False, repr=False)
class Model(BpeModel):
    """Merges in the order of their ranks and a vocabulary in the order of its ids.

    stage1: what lines were split by in the first stage, and inside: how many of the merges were learned then; None
    and 0 where borders never fell, or it is not known.

    >>> from tokviz import Corpus, superbpe
    >>> lines = Corpus({"by the way": 2, "by the sea": 1, "on the way": 1})
    >>> model = superbpe.train(lines, merges=8, rules="superbpe-lesson").model()
    >>> model.words("by the way"), model.encode("by the way")
    (('byĠtheĠway',), ['by', 'ĠtheĠway'])
    """

    algorithm: ClassVar[str] = "superbpe"

    encoding: Encoding = field(default_factory=lambda: ENCODINGS["tokenizers"])
    stage1: FirstSplit | None = field(default=None, kw_only=True)
    inside: int = field(default=0, kw_only=True)

    def words_inside(self, line: str) -> Sequence[str]:
        return () if self.stage1 is None else splitter(self.stage1)(line)
