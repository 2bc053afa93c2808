"""The conventions of applying merges to new words, and the records of an encoding step by step.

Plain data: the knobs with their named conventions, and the records that :class:`tokviz.bpe.model.Model` fills.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from tokviz.errors import RulesError
from tokviz.merging.steps import Pair
from tokviz.notebook_display import Drawn, Explained

Loop = Literal["one-at-a-time", "all-occurrences", "rule-by-rule"]
Unknown = Literal["keep", "drop", "unk"]
Stop = Literal["one-symbol", "no-pair-known", "dropped-out", "whole-word", "nothing-left"]


@dataclass(frozen=True)
class Encoding:
    """One convention of applying merges to a word.

    loop: ``one-at-a-time`` merges the leftmost pair of the lowest rank, again and again; ``all-occurrences`` merges all
        of its non-overlapping occurrences at once; ``rule-by-rule`` goes through the merges once, in order. The three
        agree for every list of merges that training makes, and can differ for lists made by hand.
    unknown: a character outside the vocabulary is kept as it is, dropped (its neighbors become adjacent), or becomes
        `unk_token`; with `fuse_unk` a run of them becomes one, or stays together.
    byte_fallback: such a character becomes its bytes ``<0xHH>`` where the vocabulary has them all.
    whole_word: a word that is in the vocabulary is that token, whether merges lead there or not.
    rank_by: whether a pair's rank is looked up by its two parts, or (tiktoken) by the token that it makes.
    last_duplicate: of a merge listed twice the last rank counts (tokenizers) instead of the first (subword-nmt).
    """

    loop: Loop = "all-occurrences"
    unknown: Unknown = "keep"
    unk_token: str | None = None
    fuse_unk: bool = False
    byte_fallback: bool = False
    whole_word: bool = False
    rank_by: Literal["pair", "token"] = "pair"
    last_duplicate: bool = False

    def __post_init__(self) -> None:
        if self.loop not in get_args(Loop) or self.unknown not in get_args(Unknown):
            choices = ", ".join((*get_args(Loop), *get_args(Unknown)))
            raise RulesError("rules-choice", name="encoding", value=str(self.loop), choices=choices)
        if self.unknown == "unk" and self.unk_token is None:
            raise RulesError("unk-missing")


ENCODINGS: Mapping[str, Encoding] = MappingProxyType(
    {
        # subword-nmt 0.3.8 apply_bpe.py; also GPT-2's encoder.py.
        "subword-nmt": Encoding(),
        # tokenizers 0.23.3 models/bpe, with its default of no unknown token.
        "tokenizers": Encoding(loop="one-at-a-time", unknown="drop", last_duplicate=True),
        # tiktoken 0.14.0 src/lib.rs; every byte is in its vocabulary.
        "tiktoken": Encoding(loop="one-at-a-time", whole_word=True, rank_by="token"),
        # sentencepiece 0.2.3 src/bpe_model.cc: the best score is the lowest rank; any two parts that make a piece do.
        # A run of unknown characters is one token, with the text that it has.
        "sentencepiece": Encoding(loop="one-at-a-time", rank_by="token", fuse_unk=True),
        # karpathy/minbpe 1acefe8.
        "minbpe": Encoding(),
        # The code of the Hugging Face course, chapter 6.5.
        "course": Encoding(loop="rule-by-rule"),
    }
)
"""Name -> encoding, whose convention it is."""

ENCODING_OF: Mapping[str, str] = MappingProxyType(
    {
        "huggingface": "tokenizers",
        "course": "course",
        "minbpe": "minbpe",
        "cs336": "minbpe",
        "rustbpe": "tokenizers",  # its own loop; nanochat encodes with tiktoken, and nothing comes out otherwise
        "sentencepiece": "sentencepiece",
    }
)
"""Training preset -> the encoding that its library applies the merges by; the others go with subword-nmt."""


class Dropped(NamedTuple):
    """A first symbol of a word that is dropped.

    place: among the symbols that the word begins as, where others may be bytes already; character: of the word that it
    comes from, among the symbols that it is split into. Both are counted from 0.
    """

    place: int
    symbol: str
    character: int


@dataclass(frozen=True)
class EncodeCandidate:
    """A pair of a word, where it begins (in symbols), and its rank; None for a pair that was never merged."""

    index: int
    pair: Pair
    rank: int | None


@dataclass(frozen=True)
class EncodeStep:
    """One iteration: the word, its pairs with their ranks, the pair chosen and where it is merged, the word after."""

    symbols: tuple[str, ...]
    candidates: tuple[EncodeCandidate, ...]
    pair: Pair
    rank: int
    positions: tuple[int, ...]
    after: tuple[str, ...]

    @property
    def choice(self) -> MergeChoice:
        """The reason why this pair is merged."""
        pairs = ranked_pairs(self.candidates, self.pair)
        known = tuple(pair for pair in pairs if pair.rank is not None)
        return MergeChoice(known, tuple(pair for pair in pairs if pair.rank is None))


@dataclass(frozen=True)
class EncodeTrace(Drawn, Explained[EncodeStep]):
    """The encoding of one word, iteration by iteration.

    start: the symbols that the word begins as, after unknown characters were dealt with. stopped: why it ended:
    ``one-symbol``; ``no-pair-known``, no pair of the word was ever merged; ``dropped-out``, dropout left no candidate;
    ``whole-word``, it was looked up whole; ``nothing-left``, all of its symbols were dropped. candidates: the pairs of
    the word as it ended. dropped: the symbols that `start` no longer has, because the vocabulary does not have them and
    no unknown token replaces them.
    """

    word: str
    start: tuple[str, ...]
    steps: tuple[EncodeStep, ...]
    tokens: tuple[str, ...]
    candidates: tuple[EncodeCandidate, ...]
    stopped: Stop
    dropped: tuple[Dropped, ...] = ()

    @property
    def read(self) -> tuple[str, ...]:
        """The symbols that the word begins as, with those that are dropped."""
        symbols = list(self.start)
        for dropped in self.dropped:
            symbols.insert(dropped.place, dropped.symbol)
        return tuple(symbols)

    @property
    def merged(self) -> tuple[EncodeTrace, ...]:
        """The merged words: this one. An :class:`~tokviz.bpe.subword_nmt.ApplyTrace` has several."""
        return (self,)


# -- why a pair is merged, as facts; views put them into words ---------------------------------------------------------


@dataclass(frozen=True)
class RankedPair:
    """A pair of a word: its merge's place in the list, counted from 0, or None for one that was never merged; and where
    in the word it begins, in symbols."""

    pair: Pair
    rank: int | None
    places: tuple[int, ...]


@dataclass(frozen=True)
class MergeChoice:
    """The reason why an iteration merges its pair.

    known: the pairs of the word that were merged in training, the chosen one first, then by rank. never: the others.
    """

    known: tuple[RankedPair, ...]
    never: tuple[RankedPair, ...]

    @property
    def chosen(self) -> RankedPair:
        """The pair that is merged."""
        return self.known[0]

    @property
    def tied(self) -> tuple[RankedPair, ...]:
        """The pairs that have its rank, itself the first: several parts can make the token that has it."""
        return tuple(pair for pair in self.known if pair.rank == self.chosen.rank)

    @property
    def is_earliest(self) -> bool:
        """True if no pair of the word was learned earlier.

        Where the merges are gone through once, some may have been, if a list was made by hand.
        """
        return all((pair.rank or 0) >= (self.chosen.rank or 0) for pair in self.known)


def ranked_pairs(candidates: Iterable[EncodeCandidate], chosen: Pair | None = None) -> tuple[RankedPair, ...]:
    """Return the pairs of a word, each once: the chosen one first, then by rank, then those that were never merged.

    >>> candidates = [EncodeCandidate(0, ("a", "b"), None), EncodeCandidate(1, ("b", "a"), 3)]
    >>> [(pair.pair, pair.rank, pair.places) for pair in ranked_pairs(candidates)]
    [(('b', 'a'), 3, (1,)), (('a', 'b'), None, (0,))]
    """
    places: dict[Pair, list[int]] = {}
    ranks: dict[Pair, int | None] = {}
    for candidate in candidates:
        places.setdefault(candidate.pair, []).append(candidate.index)
        ranks[candidate.pair] = candidate.rank
    order = sorted(places, key=lambda pair: (pair != chosen, ranks[pair] is None, ranks[pair] or 0))
    return tuple(RankedPair(pair, ranks[pair], tuple(places[pair])) for pair in order)
