"""The conventions of the WordPiece learner that Google published, as knobs: its code's, and those that its guide tells.

It merges nothing: it keeps the substrings of words that are frequent enough once what longer ones explain has been
subtracted, and searches for the threshold that gives the wanted size. Nothing here counts anything; see
:mod:`tokviz.wordpiece.top_down.training`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from tokviz.checks import check_choice, check_least, check_range
from tokviz.knobs import Knob
from tokviz.wordpiece.rules import BERT_SPECIALS

Subtract = Literal["all", "kept"]
Keep = Literal["at-least", "above"]

MAX_ITERATIONS = 20
"""The most iterations for one threshold: a trace remembers each of them."""


@dataclass(frozen=True)
class Rules:
    """One convention of top-down training.

    subtract: which longer substrings take their count away from those that they begin with: ``all``, kept or not; or
        only the ones that are ``kept``. Under ``all`` what remains of a count is how often the rest of a word is
        exactly this substring, so nothing but whole words and their ends can be learned.
    keep: what remains of the count must be ``at-least`` the threshold, or ``above`` it.
    iterations: how often substrings are selected for one threshold: first those that begin anywhere, then those that
        begin where a piece does when the words are split by what was kept before.
    lower_threshold, upper_threshold: the search goes from the smallest count of a word to the largest, but not beyond
        these; None for no such bound.
    slack: the search ends when this share of the vocabulary size, or less, is missing to it.
    max_word_length: longer words are left out, in characters.
    max_words: only this many words are used, the most frequent; None for all.
    max_characters: words with a character that is not among this many, the most frequent, are left out.
    continuing_prefix: written before every piece that does not begin a word; without it both kinds are one.
    special_tokens: tokens at the head of the vocabulary; they count towards its size, and words like them are left out.
    """

    subtract: Subtract = "all"
    keep: Keep = "at-least"
    iterations: int = 4
    lower_threshold: int | None = 10
    upper_threshold: int | None = 10_000_000
    slack: float = 0.05
    max_word_length: int = 50
    max_words: int | None = 5_000_000
    max_characters: int = 1_000
    continuing_prefix: str = "##"
    special_tokens: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_choice("subtract", self.subtract, get_args(Subtract))
        check_choice("keep", self.keep, get_args(Keep))
        check_least("lower_threshold", self.lower_threshold, 0)
        check_least("upper_threshold", self.upper_threshold, 0)
        check_least("max_word_length", self.max_word_length, 1)
        check_least("max_words", self.max_words, 1)
        check_least("max_characters", self.max_characters, 1)
        check_range("iterations", self.iterations, 0, MAX_ITERATIONS)
        check_range("slack", self.slack, 0, 1)

    @property
    def first_tokens(self) -> tuple[str, ...]:
        """The tokens at the head of the vocabulary; each once."""
        return tuple(dict.fromkeys(self.special_tokens))

    def trained_length(self, word: str) -> int:
        """Return the number of characters of a word, without the prefix."""
        return len(word)

    def is_enough(self, count: int, threshold: int) -> bool:
        """Tell if a substring of which so much remains is kept.

        >>> Rules().is_enough(10, 10), Rules(keep="above").is_enough(10, 10)
        (True, False)
        """
        return count > threshold if self.keep == "above" else count >= threshold


PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        # tensorflow/text 17c38bf, tools/wordpiece_vocab, with the defaults of `learn`; it has none for special tokens.
        "tf-text": Rules(special_tokens=BERT_SPECIALS),
        # The same as docs/guide/subwords_tokenizer.ipynb tells it, which no published code does.
        "tf-text-guide": Rules(subtract="kept", keep="above", special_tokens=BERT_SPECIALS),
    }
)
"""Name -> rules, in the order in which they are offered."""


KNOBS: tuple[Knob, ...] = (
    Knob("subtract", "subtract", "choice", get_args(Subtract)),
    Knob("keep", "keep", "choice", get_args(Keep)),
    Knob("iterations", "passes", "number"),
    Knob("lower_threshold", "lower", "optional"),
    Knob("upper_threshold", "upper", "optional"),
    Knob("slack", "slack", "share"),
    Knob("continuing_prefix", "prefix", "text"),
    Knob("max_word_length", "maxword", "positive"),
    Knob("max_words", "words", "optional"),
    Knob("max_characters", "characters", "positive"),
    Knob("special_tokens", "special", "words"),
)
"""Every field of the rules, in the order in which they are offered."""
