"""The conventions of byte-pair encoding: the named ones of the field.

The knobs are those of every training by merges: :mod:`tokviz.merging.rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import get_args

from tokviz.knobs import Knob
from tokviz.merging.rules import Alphabet, Duplicates, Rules, TieBreak, VocabularyOrder

__all__ = ["KNOBS", "PRESETS", "Rules"]

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        # Sennrich et al. 2016 (ACL P16-1162), Algorithm 1; no minimum count: every pair that occurs may be merged.
        "sennrich": Rules(end_of_word="</w>"),
        # subword-nmt 0.3.8, learn_bpe.py: what its files of version 0.2 hold.
        "subword-nmt": Rules(end_of_word="</w>", end_of_word_attached=True, tie_break="greatest-pair", minimum_count=2),
        # The same with the separate mark of files without a version line.
        "subword-nmt-0.1": Rules(end_of_word="</w>", tie_break="greatest-pair", minimum_count=2),
        # tokenizers 0.23.3, BpeTrainer with its defaults.
        "huggingface": Rules(alphabet="characters", tie_break="smallest-ids"),
        # The training code of the Hugging Face course, chapter 6.5.
        "course": Rules(),
        # karpathy/minbpe 1acefe8, BasicTokenizer (one word, the whole text) and RegexTokenizer (its pieces as words).
        "minbpe": Rules(alphabet="bytes"),
        # Stanford CS336, assignment 1 (25a8a49): the greatest pair of byte strings; GPT-2's pieces as words.
        "cs336": Rules(alphabet="bytes", tie_break="greatest-pair"),
        # karpathy/rustbpe 0.1.0, with which nanochat trains: the smallest ids, which are the bytes and then the merges.
        "rustbpe": Rules(alphabet="bytes", tie_break="smallest-ids"),
        # sentencepiece 0.2.3, model_type=bpe.
        "sentencepiece": Rules(
            start_of_word="▁",
            tie_break="shortest-token",
            minimum_count=0,
            duplicates="skip",
            max_token_length=17,
            special_tokens=("<unk>", "<s>", "</s>"),
            vocabulary_order="merges-first",
            split_by_unicode_script=True,
        ),
    }
)
"""Name -> rules, in the order in which they are offered."""


KNOBS: tuple[Knob, ...] = (
    Knob("tie_break", "tie", "choice", get_args(TieBreak)),
    Knob("end_of_word", "end", "text"),
    Knob("end_of_word_attached", "attached", "flag", unless=("end_of_word", ("",))),
    Knob("minimum_count", "min", "number"),
    Knob("start_of_word", "start", "text"),
    Knob("continuing_prefix", "prefix", "text"),
    Knob("alphabet", "alphabet", "choice", get_args(Alphabet)),
    Knob("max_token_length", "maxlen", "optional"),
    Knob("special_tokens", "special", "words"),
    Knob("special_split", "cut", "flag"),
    Knob("initial_alphabet", "initial", "words"),
    Knob("all_bytes", "bytes", "flag"),
    Knob("limit_alphabet", "limit", "optional"),
    Knob("duplicates", "dup", "choice", get_args(Duplicates)),
    Knob("vocabulary_order", "order", "choice", get_args(VocabularyOrder)),
    Knob("character_coverage", "coverage", "share"),
    Knob("user_defined", "symbols", "words"),
    Knob("split_by_unicode_script", "scripts", "flag", unless=("alphabet", ("bytes",))),
    Knob("split_by_number", "number", "flag", unless=("split_by_unicode_script", (False,))),
    Knob("split_digits", "digits", "flag", unless=("alphabet", ("bytes",))),
)
"""Every field of the rules, in the order in which they are offered."""
