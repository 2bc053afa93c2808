"""The conventions of WordPiece training by merges: those of merging in general, and by what the pair is chosen.

What the field calls WordPiece training is the score of the Hugging Face course; or, in the library of the same company,
byte-pair encoding with another mark; or the gain, count times PMI. All three are presets here. The learner that Google
published merges nothing and has rules of its own: :mod:`tokviz.wordpiece.top_down.rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from tokviz.checks import check_choice
from tokviz.errors import RulesError
from tokviz.knobs import Knob
from tokviz.merging import rules as merging_rules

SelectBy = Literal["score", "count", "gain"]


@dataclass(frozen=True)
class Rules(merging_rules.Rules):
    """One convention of WordPiece training: the knobs of :class:`tokviz.merging.rules.Rules`, and one more.

    select_by: which pair is merged: the one with the highest ``score``, its count divided by the product of its parts'
        counts; the one with the highest ``count``, as in byte-pair encoding; or the one with the greatest likelihood
        ``gain``, its count times the logarithm of how much more often it occurs than its parts would meet by chance.
        Ties are broken by `tie_break`.
    continuing_prefix: written before every symbol of a word but the first.
    """

    continuing_prefix: str = "##"
    select_by: SelectBy = "score"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.of_sentencepiece:
            raise RulesError("sentencepiece-only", name=self.of_sentencepiece[0])
        check_choice("select_by", self.select_by, get_args(SelectBy))
        check_choice("minimum_count", min(self.minimum_count, 1), (1,))  # a pair that does not occur has no score
        check_choice("duplicates", self.duplicates, ("reuse",))


BERT_SPECIALS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        # The code of the Hugging Face course, chapter 6.6.
        "course": Rules(special_tokens=BERT_SPECIALS),
        # tokenizers 0.23.3, WordPieceTrainer: it counts like BpeTrainer, and keeps every character without mark too.
        "huggingface": Rules(
            select_by="count", alphabet="characters", tie_break="smallest-ids", special_tokens=BERT_SPECIALS
        ),
        # The notebook 13_03 of pnugues/pnlp, 265809f, with ties decided exactly instead of by the last bit of a float.
        "gain": Rules(select_by="gain", start_of_word="▁", continuing_prefix="", special_tokens=("[UNK]",)),
    }
)
"""Name -> rules, in the order in which they are offered."""


KNOBS: tuple[Knob, ...] = (
    Knob("select_by", "select", "choice", get_args(SelectBy)),
    Knob("tie_break", "tie", "choice", get_args(merging_rules.TieBreak)),
    Knob("start_of_word", "start", "text"),
    Knob("continuing_prefix", "prefix", "text"),
    Knob("minimum_count", "min", "positive"),
    Knob("alphabet", "alphabet", "choice", ("symbols", "characters")),
    Knob("max_token_length", "maxlen", "optional"),
    Knob("special_tokens", "special", "words"),
    Knob("special_split", "cut", "flag"),
    Knob("initial_alphabet", "initial", "words"),
    Knob("all_bytes", "bytes", "flag"),
    Knob("limit_alphabet", "limit", "optional"),
)
"""The fields that make sense in WordPiece training."""
