"""The conventions of parity-aware byte-pair encoding: whose turn it is, and what its two programs do differently.

The knobs of every training by merges are those of :mod:`tokviz.merging.rules`; these here say which language chooses
the next pair. Source: Foroutan et al. 2025 (arXiv 2508.04796).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isfinite
from types import MappingProxyType
from typing import Literal, get_args

from tokviz.checks import check_choice, check_least
from tokviz.errors import RulesError
from tokviz.knobs import Knob
from tokviz.merging import rules as merging_rules

Turn = Literal["dev", "ratio", "training"]
Variant = Literal["base", "window"]
AtMinimum = Literal["exhaust", "stop"]

# Ties that are decided by a place in the text would depend on the order of the languages.
TIE_BREAKS: tuple[merging_rules.TieBreak, ...] = ("greatest-pair", "smallest-pair", "smallest-ids", "shortest-token")


@dataclass(frozen=True)
class Rules(merging_rules.Rules):
    """One convention of parity-aware BPE: the knobs of :class:`tokviz.merging.rules.Rules`, and these.

    turn: which language chooses: the one with the longest ``dev`` text, counted in symbols (without dev text, and under
        ``training``, the longest training text); or, under ``ratio``, the one that is compressed least, measured by
        its entry in `ratio`.
    ratio: the wanted compression of each language; only the proportions matter. Empty: the same for all.
    variant: ``window`` passes over a language that had too many of the last turns.
    window_size: so many turns are remembered. alpha: of these a language may have the share alpha / languages, and
        chooses as long as it does not have more.
    global_merges: this many first merges, without turns, take the most frequent pair of all languages together.
    at_minimum: a language whose best pair is rarer than `minimum_count` is ``exhaust``-ed for good and the others go
        on; or training has to ``stop``.
    joint_window: the window of the authors' program: with global merges it takes the joint corpus for one language
        more, and where every language has had too many turns, training ends.
    """

    alphabet: merging_rules.Alphabet = "characters"
    tie_break: merging_rules.TieBreak = "greatest-pair"
    turn: Turn = "dev"
    ratio: tuple[float, ...] = ()
    variant: Variant = "base"
    window_size: int = 100
    alpha: float = 2.0
    global_merges: int = 0
    at_minimum: AtMinimum = "exhaust"
    joint_window: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.of_sentencepiece:
            raise RulesError("sentencepiece-only", name=self.of_sentencepiece[0])
        check_choice("tie_break", self.tie_break, TIE_BREAKS)
        check_choice("alphabet", self.alphabet, ("characters", "bytes"))
        check_choice("duplicates", self.duplicates, ("reuse",))
        check_least("minimum_count", self.minimum_count, 1)  # a pair that does not occur is never merged
        check_choice("special_split", self.special_split, (False,))
        check_choice("turn", self.turn, get_args(Turn))
        check_choice("variant", self.variant, get_args(Variant))
        check_choice("at_minimum", self.at_minimum, get_args(AtMinimum))
        check_least("window_size", self.window_size, 1)
        check_least("global_merges", self.global_merges, 0)
        for name, number in (("alpha", self.alpha), *(("ratio", number) for number in self.ratio)):
            if not (isfinite(number) and number > 0):
                raise RulesError("rules-positive", name=name, value=f"{number:g}")

    @property
    def tie_rule(self) -> str:
        """Names the rule that breaks ties; pairs are compared as they are printed, bytes too."""
        return self.tie_break

    def compared(self, symbol: str) -> str:
        """Return the text that a symbol is compared by: itself, as both programs do."""
        return symbol

    @property
    def plain(self) -> merging_rules.Rules:
        """The rules of the tokenizer that comes out, which is one of plain BPE."""
        return merging_rules.Rules(
            **{knob.name: getattr(self, knob.name) for knob in fields(merging_rules.Rules)}
            | {"tie_break": "smallest-ids"}
        )

    def share(self, languages: int) -> float:
        """Return the share of the remembered turns that a language may have.

        >>> Rules(alpha=1.0).share(4), Rules(alpha=1.0, global_merges=3, joint_window=True).share(4)
        (0.25, 0.2)
        """
        return self.alpha / (languages + (self.joint_window and self.global_merges > 0))


PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        # tokenizers 0.23.3, ParityBpeTrainer with its defaults.
        "parity": Rules(),
        # The same with variant="window", whose defaults never pass over one of two languages.
        "parity-window": Rules(variant="window"),
        # cimeister/parity-aware-bpe 9e31091, parity_aware_learn_bpe.py, with its special tokens and bytes.
        "parity-paper": Rules(
            alphabet="bytes",
            minimum_count=2,
            at_minimum="stop",
            joint_window=True,
            special_tokens=("<s>", "<pad>", "</s>", "<unk>"),
        ),
    }
)
"""Name -> rules, in the order in which they are offered."""


KNOBS: tuple[Knob, ...] = (
    Knob("turn", "turn", "choice", get_args(Turn)),
    Knob("ratio", "ratio", "numbers", unless=("turn", ("dev", "training"))),
    Knob("variant", "variant", "choice", get_args(Variant)),
    Knob("window_size", "window", "positive", unless=("variant", ("base",))),
    Knob("alpha", "alpha", "decimal", unless=("variant", ("base",))),
    Knob("global_merges", "global", "number"),
    Knob("minimum_count", "min", "positive"),
    Knob("at_minimum", "below", "choice", get_args(AtMinimum)),
    Knob("joint_window", "joint", "flag", unless=("variant", ("base",))),
    Knob("tie_break", "tie", "choice", TIE_BREAKS),
    Knob("end_of_word", "end", "text"),
    Knob("end_of_word_attached", "attached", "flag", unless=("end_of_word", ("",))),
    Knob("continuing_prefix", "prefix", "text"),
    Knob("alphabet", "alphabet", "choice", ("characters", "bytes")),
    Knob("max_token_length", "maxlen", "optional"),
    Knob("special_tokens", "special", "words"),
    Knob("initial_alphabet", "initial", "words"),
    Knob("all_bytes", "bytes", "flag"),
)
"""The fields that make sense in this training, in the order in which they are offered."""
