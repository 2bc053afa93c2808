"""The conventions of SuperBPE: where tokens end in each stage, when the borders fall, and which pairs are passed over.

Pure data. What a token of several words is, and which pairs the second stage passes over, is decided here too, since
training, trace and plain algorithm all ask for it. Source: PythonNut/superbpe bbd0976 and its fork of tokenizers
757f2a5; the paper is Liu et al. 2025, arXiv 2503.13423.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from tokviz.checks import check_choice, check_least, check_range
from tokviz.knobs import Knob
from tokviz.merging.rules import Rules as MergingRules
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR

FirstSplit = Literal["superbpe-1", "spaces", "gpt2", "cl100k", "o200k", "llama3"]
SecondSplit = Literal["superbpe-2", "lines"]
Veto = Literal["forbidden", "too_many_words"]
"""The reason why the second stage passes over a pair: its token holds a forbidden text, or too many words."""

SPACE = BYTE_TO_CHAR[ord(" ")]
"""The character that shows a space in a token."""
MAX_WORDS = 4
"""The most words of a token in the authors' fork, where the number is fixed."""


def words_in_token(token: str) -> int:
    """Count the words of a token: the parts between its spaces that are not empty.

    >>> words_in_token("Ġthe"), words_in_token("byĠtheĠ"), words_in_token(",Ġand"), words_in_token("Ġ")
    (1, 2, 2, 0)
    """
    return sum(map(bool, token.split(SPACE)))


@dataclass(frozen=True)
class Rules:
    """One convention of SuperBPE training.

    transition: the vocabulary size at which the borders fall; None for a share of what training aims at.
    share: that share, of the vocabulary size or, where only merges are counted, of their number. With neither aim the
        first stage goes on until no pair is left.
    stage1, stage2: what a line is split by in each stage, into bytes: the authors' two patterns; before each
        ``spaces``; the patterns of other models; or not at all (``lines``).
    max_token_words: the second stage passes over a pair whose token has more words than this; None for no such limit.
    forbidden: it also passes over a pair whose token holds one of these, in the characters that show bytes.
    minimum_count: a stage ends when its best pair occurs less often than this.
    """

    transition: int | None = None
    share: float = 0.9
    stage1: FirstSplit = "superbpe-1"
    stage2: SecondSplit = "superbpe-2"
    max_token_words: int | None = MAX_WORDS
    forbidden: tuple[str, ...] = (f":{SPACE}",)
    minimum_count: int = 1

    def __post_init__(self) -> None:
        check_choice("stage1", self.stage1, get_args(FirstSplit))
        check_choice("stage2", self.stage2, get_args(SecondSplit))
        check_least("transition", self.transition, 0)
        check_least("max_token_words", self.max_token_words, 1)
        check_least("minimum_count", self.minimum_count, 1)
        check_range("share", self.share, 0, 1)

    @property
    def first_tokens(self) -> tuple[str, ...]:
        """The tokens at the head of the vocabulary: there are none."""
        return ()

    def trained_length(self, word: str) -> int:
        """Return the number of bytes of a line."""
        return len(word.encode("utf-8"))

    @property
    def merging(self) -> MergingRules:
        """The rules that both stages merge under: those of tokenizers' BpeTrainer, on bytes."""
        return MergingRules(tie_break="smallest-ids", minimum_count=self.minimum_count)

    def veto(self, token: str) -> Veto | None:
        """Return the reason why the second stage passes over the pair of this token.

        None for a pair that it may merge.

        >>> Rules().veto("Ġis:Ġa"), Rules().veto("ĠbyĠtheĠwayĠtoĠit"), Rules().veto("ĠbyĠtheĠway")
        ('forbidden', 'too_many_words', None)
        """
        if any(text in token for text in self.forbidden):
            return "forbidden"
        if self.max_token_words is not None and words_in_token(token) > self.max_token_words:
            return "too_many_words"
        return None


PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        # The authors' two patterns and limits; 0.9 is the transition at 180,000 of 200,000 tokens.
        "superbpe": Rules(),
        # Borders that can be seen: words end before spaces, then only lines end.
        "superbpe-lesson": Rules(share=0.5, stage1="spaces", stage2="lines"),
    }
)
"""Name -> rules, in the order in which they are offered."""

KNOBS: tuple[Knob, ...] = (
    Knob("transition", "t", "optional"),
    Knob("share", "share", "share"),
    Knob("stage1", "first", "choice", get_args(FirstSplit)),
    Knob("stage2", "second", "choice", get_args(SecondSplit)),
    Knob("max_token_words", "words", "optional"),
    Knob("forbidden", "forbid", "words"),
    Knob("minimum_count", "min", "positive"),
)
"""Every field of the rules, in the order in which they are offered."""
