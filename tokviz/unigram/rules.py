"""The conventions of unigram training, each difference between tutorials and libraries as one knob.

`Rules` is pure data, and `PRESETS` names the conventions of the field. Nothing here counts anything; see
:mod:`tokviz.unigram.training`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from tokviz.checks import check_choice, check_least, check_range
from tokviz.corpus.coverage import BLANK, MIN_COVERAGE
from tokviz.errors import RulesError
from tokviz.knobs import Knob

Seeds = Literal["strict-substrings", "substrings", "repeats", "repeats-in-lines"]
Expectation = Literal["counts", "best-path", "all-paths"]
Loss = Literal["exact", "split", "reassigned"]
Flow = Literal["plain", "huggingface", "sentencepiece"]

MAX_PASSES = 100
"""The most EM passes before a pruning: a trace remembers each of them."""


@dataclass(frozen=True)
class Rules:
    """One convention of unigram training. All logarithms are natural.

    seeds: what the start vocabulary holds beside all characters. ``strict-substrings``: the parts of words that are not
        a whole word, unless that is a part of another; ``substrings``: whole words too; both counted with the words'
        counts, the most frequent first, of equal ones the first seen. ``repeats`` (tokenizers): what occurs twice over
        the different words and is followed by two different symbols, weighted by occurrences times length.
        ``repeats-in-lines`` (sentencepiece): the same over all lines and in bytes; what ends lines counts twice.
    seed_size: the most pieces of the start vocabulary, characters included; None for all.
    max_piece_length: the longest piece, in characters; None for any.
    expectation: where the counts of an EM pass come from. ``counts``: those of the start vocabulary, so that nothing is
        ever estimated again; ``best-path``: the best segmentation of each word; ``all-paths``: all of them, by
        probability (forward and backward sums: this is the EM algorithm proper).
    passes: EM passes before each pruning, at most MAX_PASSES.
    minimum_expected: pieces with a lower expected count are dropped in a pass; those with none are in any case.
    digamma: probabilities as exp(digamma(count) - digamma(sum)), a prior that drives rare pieces down.
    loss: what the removal of a piece costs. ``exact``: how much worse the best segmentations of all words become;
        ``split``: the piece's occurrences in these, each replaced by the best split of the piece itself;
        ``reassigned``: the same after these occurrences went to the parts of the split, as the libraries estimate it.
    renormalize: whether removals are judged with the probabilities of the others divided by what is left. The tutorials
        do not.
    pruned_share: the share of the pieces that one pruning removes.
    overshoot: a pruning removes its share even if that makes the vocabulary smaller than asked for.
    keep_characters: single characters are never removed. Without it they may be dropped and come back in the end.
    flow: whose loop it is. ``plain``: passes, then pruning, until the size is reached. ``huggingface``: until it is
        within 1.1 times the size, then cut in the order of the start vocabulary. ``sentencepiece``: prunes before it
        looks at the size, computes in single precision, removes what its own parts outscore, cuts by score. Both put
        characters back that were dropped.
    slip: under ``huggingface``, the loss has the number of all pieces where that of the parts of the split belongs.
    start_of_word: mark put before each word that does not begin with it.
    special_tokens: tokens at the head of the vocabulary; they count towards its size.
    character_coverage: under ``sentencepiece``, the share of the text that the characters of the vocabulary must cover,
        0.98 at least: the rarest beyond it are unknown, also in training. 0.9995 is the library's default.
    user_defined: under ``sentencepiece``, symbols that stay whole: a text is split at them before anything else. They
        come after the special tokens and count towards the size.
    split_by_unicode_script: no seed has letters of two scripts; digits and punctuation, which have none, count as one
        more. Kana and Han count as one, and spaces and the mark of a word's start do not count.
    split_by_number: that holds of digits, too; without it digits go with letters of any script.
    split_digits: no seed of two or more characters has a digit. These three are sentencepiece's.
    unk_token: the token for unknown characters; added to the vocabulary if it is no special token.
    """

    seeds: Seeds = "strict-substrings"
    seed_size: int | None = None
    max_piece_length: int | None = None
    expectation: Expectation = "all-paths"
    passes: int = 2
    minimum_expected: float = 0.0
    digamma: bool = False
    loss: Loss = "split"
    renormalize: bool = False
    pruned_share: float = 0.25
    overshoot: bool = False
    keep_characters: bool = True
    flow: Flow = "plain"
    slip: bool = False
    start_of_word: str = ""
    special_tokens: tuple[str, ...] = ()
    unk_token: str | None = None
    character_coverage: float = 1.0
    user_defined: tuple[str, ...] = ()
    split_by_unicode_script: bool = False
    split_by_number: bool = True
    split_digits: bool = False

    def __post_init__(self) -> None:
        check_choice("seeds", self.seeds, get_args(Seeds))
        check_choice("expectation", self.expectation, get_args(Expectation))
        check_choice("loss", self.loss, get_args(Loss))
        check_choice("flow", self.flow, get_args(Flow))
        check_least("seed_size", self.seed_size, 1)
        check_least("max_piece_length", self.max_piece_length, 1)
        check_least("passes", self.passes, 0 if self.expectation == "counts" else 1)
        check_range("pruned_share", self.pruned_share, 0, 1)
        check_range("minimum_expected", self.minimum_expected, 0, 1e12)
        check_range("passes", self.passes, 0, MAX_PASSES)
        check_choice("loss", self.loss, ("exact", "split") if self.flow == "plain" else ("reassigned",))
        check_range("character_coverage", self.character_coverage, MIN_COVERAGE, 1)
        for name, is_changed in (
            ("character_coverage", self.character_coverage != 1),
            ("user_defined", bool(self.user_defined)),
        ):
            if is_changed and self.flow != "sentencepiece":
                raise RulesError("sentencepiece-only", name=name)

    @property
    def looks_at_lines(self) -> bool:
        """True if training looks at the lines of a text and not at its words alone."""
        return self.seeds == "repeats-in-lines" or self.flow == "sentencepiece"

    @property
    def splits_tokens(self) -> bool:
        """True if the characters of a piece can keep it from being a seed."""
        return self.split_by_unicode_script or self.split_digits

    @property
    def first_tokens(self) -> tuple[str, ...]:
        """The tokens at the head of the vocabulary: the unknown one if it is to be added, the special ones, the
        user's."""
        special = tuple(dict.fromkeys((*self.special_tokens, *self.user_defined)))
        return special if self.unk_token is None or self.unk_token in special else (self.unk_token, *special)

    def clash(self, piece: str) -> tuple[str, ...]:
        """Return the characters that keep a piece from being a seed; see :func:`tokviz.corpus.scripts.clash`.

        >>> PRESETS["sentencepiece"].clash("▁a1"), PRESETS["sentencepiece"].clash("▁11")
        (('a', '1'), ())
        """
        if not self.splits_tokens:
            return ()
        from tokviz.corpus.scripts import clash  # few rules ask

        return clash(piece.removeprefix(self.start_of_word), self)

    def marked(self, word: str) -> str:
        """Return the word with the mark of its start. A blank that training begins with stands for a mark that is too
        rare.

        >>> Rules(start_of_word="▁").marked("hug")
        '▁hug'
        """
        if self.character_coverage < 1 and word.startswith(BLANK):
            return word
        return word if word.startswith(self.start_of_word) else self.start_of_word + word

    def trained_length(self, word: str) -> int:
        """Return the number of letters in the lattice of a word, with its mark.

        >>> Rules(start_of_word="▁").trained_length("hug")
        4
        """
        return len(word) if word.startswith(self.start_of_word) else len(self.start_of_word) + len(word)


PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        # The Hugging Face course, chapter 6.7: its prose; its code takes whole words as well (seeds="substrings").
        "course": Rules(seed_size=300, expectation="counts", passes=0, loss="exact", pruned_share=0.1, overshoot=True),
        # EM with the best segmentation in place of all of them, also called Viterbi training. Whole words may be seeds
        # too, as in the libraries; only the prose of the course leaves them out.
        "hard-em": Rules(seeds="substrings", seed_size=10_000, max_piece_length=16, expectation="best-path"),
        # EM as such.
        "soft-em": Rules(seeds="substrings", seed_size=10_000, max_piece_length=16),
        # tokenizers 0.23.3, UnigramTrainer with its defaults.
        "huggingface": Rules(
            seeds="repeats",
            seed_size=1_000_000,
            max_piece_length=16,
            minimum_expected=0.5,
            digamma=True,
            loss="reassigned",
            keep_characters=False,
            flow="huggingface",
            slip=True,
        ),
        # sentencepiece 0.2.3, model_type=unigram, num_threads=1.
        "sentencepiece": Rules(
            seeds="repeats-in-lines",
            seed_size=1_000_000,
            max_piece_length=16,
            minimum_expected=0.5,
            digamma=True,
            loss="reassigned",
            keep_characters=False,
            flow="sentencepiece",
            start_of_word="▁",
            special_tokens=("<unk>", "<s>", "</s>"),
            unk_token="<unk>",
            split_by_unicode_script=True,
        ),
    }
)
"""Name -> rules, in the order in which they are offered."""


KNOBS: tuple[Knob, ...] = (
    Knob("seeds", "seeds", "choice", get_args(Seeds)),
    Knob("seed_size", "start", "optional"),
    Knob("max_piece_length", "longest", "optional"),
    Knob("expectation", "expect", "choice", get_args(Expectation)),
    Knob("passes", "passes", "number"),
    Knob("minimum_expected", "least", "share"),
    Knob("digamma", "digamma", "flag"),
    Knob("loss", "loss", "choice", get_args(Loss)),
    Knob("renormalize", "renorm", "flag", unless=("flow", ("huggingface", "sentencepiece"))),
    Knob("pruned_share", "prune", "share"),
    Knob("overshoot", "overshoot", "flag"),
    Knob("keep_characters", "keep", "flag"),
    Knob("slip", "slip", "flag", unless=("flow", ("plain",))),
    Knob("start_of_word", "mark", "text"),
    Knob("special_tokens", "special", "words"),
    Knob("unk_token", "unk", "token"),
    Knob("character_coverage", "coverage", "share"),
    Knob("user_defined", "symbols", "words"),
    Knob("split_by_unicode_script", "scripts", "flag"),
    Knob("split_by_number", "number", "flag", unless=("split_by_unicode_script", (False,))),
    Knob("split_digits", "digits", "flag"),
)
"""The fields of the rules of unigram training. Whose loop it is (`flow`) comes with a preset: little else fits it."""
