"""The conventions of PickyBPE and Scaffold-BPE: merging by count, and which tokens are taken out again.

Both count and merge as byte-pair encoding does. PickyBPE takes a part out if it is hardly left on its own after a
merge; Scaffold-BPE marks a part as a scaffold if another pair deserves its place more.
Source: Chizhov et al. 2024, arXiv 2409.04599, and pchizhov/picky_bpe 038fcb9; Lian et al. 2024, arXiv 2404.17808.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, get_args

from tokviz.checks import check_choice, check_range
from tokviz.errors import RulesError
from tokviz.knobs import Knob
from tokviz.merging import rules as merging_rules
from tokviz.pretokenize import METASPACE

Removal = Literal["picky", "scaffold", "none"]
Above = Literal["above", "at-least"]
SizeCounts = Literal["tally", "tokens"]

UNKNOWN = "<UNK>"
SPECIAL_TOKENS = ("<PAD>", UNKNOWN, "<BOS>", "<EOS>")


@dataclass(frozen=True)
class Rules(merging_rules.Rules):
    """One convention: the knobs of :class:`tokviz.merging.rules.Rules`, and four more.

    removal: what is done with the parts of a pair after its merge. ``picky``: a part is removed from the vocabulary
        if its share is above the `threshold`, and what is left of it in the words falls into smaller tokens.
        ``scaffold``: a part that occurs less often than the best pair is marked; it stays in the words and takes no
        place in the vocabulary. ``none``: nothing, which is byte-pair encoding.
    threshold: of the share m / (r + m), where m occurrences of the pair were merged and r of the part are left; with
        four decimals at most.
    above: whether a share must be ``above`` the threshold, or ``at-least`` that.
    size_counts: what a vocabulary size counts. ``tally``: each merge one more and each removal one less, as the
        authors' program does, so that a token that is made a second time counts twice. ``tokens``: the tokens.
    start_of_word: mark before the first letter. What a word begins as is numbered in the order of the words.
    """

    start_of_word: str = METASPACE
    removal: Removal = "picky"
    threshold: float = 0.9
    above: Above = "above"
    size_counts: SizeCounts = "tally"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice("removal", self.removal, get_args(Removal))
        check_range("threshold", self.threshold, 0, 1)
        check_choice("above", self.above, get_args(Above))
        check_choice("size_counts", self.size_counts, get_args(SizeCounts))
        check_choice("alphabet", self.alphabet, ("symbols",))
        check_choice("duplicates", self.duplicates, ("reuse",))
        check_choice("vocabulary_order", self.vocabulary_order, ("alphabet-first",))
        check_choice("max_token_length", self.max_token_length, (None,))
        check_choice("minimum_count", min(self.minimum_count, 1), (1,))  # a pair that died out replaces nothing
        if self.of_sentencepiece:
            raise RulesError("sentencepiece-only", name=self.of_sentencepiece[0])

    @property
    def sorts_alphabet(self) -> bool:
        """False: the symbols that words begin as are numbered in the order of the words."""
        return False

    @property
    def limit(self) -> Fraction:
        """The threshold as it is written, exactly.

        >>> Rules(threshold=0.9).limit
        Fraction(9, 10)
        """
        return Fraction(str(self.threshold))

    @property
    def unknown_token(self) -> str | None:
        """The token for characters that the vocabulary does not have; None where no special token is it."""
        return UNKNOWN if UNKNOWN in self.special_tokens else None

    def exceeds(self, share: Fraction) -> bool:
        """Tell if a part of this share is removed.

        >>> Rules().exceeds(Fraction(9, 10)), Rules(above="at-least").exceeds(Fraction(9, 10))
        (False, True)
        """
        return share > self.limit or (share == self.limit and self.above == "at-least")


PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        # pchizhov/picky_bpe 038fcb9, with the threshold that the paper uses most; ties by a new scan of the words.
        "picky": Rules(special_tokens=SPECIAL_TOKENS),
        # The same with a lower threshold, at which more is removed.
        "picky-0.6": Rules(threshold=0.6, special_tokens=SPECIAL_TOKENS),
        # Scaffold-BPE, by the counts after the merge; no program was run beside it.
        "scaffold": Rules(removal="scaffold", size_counts="tokens", special_tokens=SPECIAL_TOKENS),
    }
)
"""Name -> rules, in the order in which they are offered."""


KNOBS: tuple[Knob, ...] = (
    Knob("removal", "removal", "choice", get_args(Removal)),
    Knob("threshold", "threshold", "share", unless=("removal", ("scaffold", "none"))),
    Knob("above", "above", "choice", get_args(Above), unless=("removal", ("scaffold", "none"))),
    Knob("size_counts", "counts", "choice", get_args(SizeCounts)),
    Knob("tie_break", "tie", "choice", get_args(merging_rules.TieBreak)),
    Knob("start_of_word", "start", "text"),
    Knob("minimum_count", "min", "positive"),
    Knob("special_tokens", "special", "words"),
)
"""The fields that make sense in these trainings."""
