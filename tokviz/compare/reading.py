"""The words of a text as one tokenizer cuts them, each different word once: what measures and comparisons start from.

A word here is what somebody wrote between white space (or one of a corpus that was given as words). It is put to each
tokenizer as it stands in running text, which for one whose words hold the space before them is behind a space. How a
line begins is therefore left out of account. A tokenizer may still cut a word into several of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tokviz import bpe
from tokviz.compare.sources import UNIT, Model, Source, sources
from tokviz.compare.spans import cutter, pieces
from tokviz.corpus import Corpus
from tokviz.corpus.counting import count_symbols
from tokviz.models.text_encoder import TextEncoder
from tokviz.pretokenize import BYTE_LEVEL, KEEPS_SPACES, MARKS_SPACES, METASPACE
from tokviz.pretokenize.byte_level import bytes_of

__all__ = ["Reading", "Split", "in_place", "plain", "read", "vocabulary"]


class Split(NamedTuple):
    """A word as it was cut.

    tokens: with their marks. cuts: where one token ends and the next begins inside the word, in 288ths of a character,
    ascending. unknown: how many of the tokens stand for something unknown. is_cut_short: characters were dropped
    because the tokenizer does not know them, or nothing was left of the word.
    """

    tokens: tuple[str, ...]
    cuts: tuple[int, ...]
    unknown: int
    is_cut_short: bool

    @property
    def is_known(self) -> bool:
        """Whether the tokens stand for all that the word is."""
        return not self.unknown and not self.is_cut_short

    @property
    def is_whole(self) -> bool:
        """Whether the word is known and one token covers it; marks may be tokens of their own."""
        return not self.cuts and self.is_known


@dataclass(frozen=True, eq=False)
class Reading:
    """A text read by a tokenizer: its words, and the split of each.

    >>> from tokviz import wordpiece
    >>> reading = read(wordpiece.Model(["hu", "##gs", "[UNK]"]), ["hugs", "hu", "hu", "x"])
    >>> reading.splits["hugs"].tokens, reading.tokens, dict(reading.token_counts)
    (('hu', '##gs'), 5, {'hu': 3, '##gs': 1, '[UNK]': 1})
    """

    model: Model = field(repr=False)
    corpus: Corpus
    splits: Mapping[str, Split] = field(repr=False)

    @cached_property
    def token_counts(self) -> Mapping[str, int]:
        """Token -> how often it occurs, words counted as often as they occur."""
        tokens = (split.tokens for split in self.splits.values())
        return count_symbols(zip(tokens, self.corpus.counts, strict=True))

    @cached_property
    def tokens(self) -> int:
        """How many tokens the text has."""
        return sum(self.token_counts.values())

    @cached_property
    def vocabulary(self) -> frozenset[str] | None:
        """The vocabulary of the model; None if it has none."""
        return vocabulary(self.model)

    def total(self, number: Callable[[Split], int]) -> int:
        """The sum of a number of each split, words counted as often as they occur."""
        return sum(number(split) * count for split, count in zip(self.splits.values(), self.corpus.counts, strict=True))


def read(model: Model, text: Corpus | Iterable[str]) -> Reading:
    """Cut each different word of `text`: a corpus, or the words of a text in order.

    Raises CorpusError if there is none, and what the model's encoder raises.
    """
    corpus = text if isinstance(text, Corpus) else Corpus(Counter(text))
    cut = cutter(model)
    splits = {}
    for word in corpus:
        before, found = in_place(word, model)
        first, last = before * UNIT, (before + len(word)) * UNIT
        tokens: list[str] = []
        cuts: list[int] = []
        unknown = 0
        is_cut_short = False
        is_first = True
        for source in found:
            for piece in pieces(source, cut):
                if piece.kind == "dropped":
                    is_cut_short = True
                    continue
                tokens.append(piece.token)
                unknown += piece.kind == "unknown"
                if piece.begin < piece.end:
                    begin = source.begin(piece.begin)
                    if not is_first and first < begin < last and (not cuts or begin > cuts[-1] + first):
                        cuts.append(begin - first)
                    is_first = False
        splits[word] = Split(tuple(tokens), tuple(cuts), unknown, is_cut_short or is_first)
    return Reading(model, corpus, splits)


def in_place(word: str, model: Model) -> tuple[int, list[Source]]:
    """How many characters are put before a word (a space or nothing), and what the tokenizer makes of both together.

    >>> [source.text for source in in_place("don't", bpe.Model((), (), pretokenizer="gpt2-bytes"))[1]]
    ['Ġdon', "'t"]
    """
    match model:
        case bpe.Applier():
            spaced = False
        case TextEncoder() if model.around is not None:
            first = next(iter(model.around.words("x")), ("", False))[0]  # a mark in front, without a space before it
            spaced = model.pretokenizer in _SPACED and not first.startswith(("Ġ", METASPACE))
            spaced = spaced and not word.startswith(" ")
        case _:
            # the normalizer puts it there, or takes it off
            marks = model.normalizer is not None and model.normalizer.dropped != "none"
            spaced = model.pretokenizer in _SPACED and not marks and not word.startswith(" ")
    return int(spaced), sources(f" {word}" if spaced else word, model)


def plain(corpus: Corpus, pretokenizer: str) -> Corpus:
    """The words of a corpus that was pre-tokenised as people would write them, without white space around them.

    For corpora that have no running text; pieces that a pre-tokeniser cut off, such as "'t", stay apart.

    >>> plain(Corpus({"Ġlow": 2, "low": 1, "Ġ": 3}), "gpt2-bytes")
    Corpus({'low': 3})
    """
    counts: Counter[str] = Counter()
    for word, count in corpus.items():
        text = bytes_of(word).decode("utf-8", "replace") if pretokenizer in BYTE_LEVEL else word
        if pretokenizer in MARKS_SPACES:
            text = text.replace(METASPACE, " ")
        if text.strip():
            counts[text.strip()] += count
    return Corpus(counts)


def vocabulary(model: Model) -> frozenset[str] | None:
    """All tokens that have an id, special and added ones too; None for merges that came without a vocabulary."""
    return frozenset((model.vocabulary or ()) if isinstance(model, bpe.Applier) else model.ids) or None


_SPACED = KEEPS_SPACES - {"none"}
