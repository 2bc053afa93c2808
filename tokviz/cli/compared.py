"""From arguments to what is compared: a corpus, two to four tokenizers of one size, and how each cuts the text.

As on the page: merging goes on beyond the size, because reasons speak of what would have come later, and unigram is
trained for the size itself.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import cast

from tokviz import examples, unigram
from tokviz.algorithms import ALGORITHMS
from tokviz.cli import files
from tokviz.cli.encode import read_tokenizer
from tokviz.cli.options import number
from tokviz.cli.training import Given, given
from tokviz.compare.alignment import Segmentation, segment
from tokviz.compare.reading import Reading, plain, read
from tokviz.compare.sizes import Rules, SizeRange, Tokenizer, at_size, common_sizes, size_range, usual_size
from tokviz.corpus import Corpus, parse
from tokviz.errors import RulesError, TokvizError
from tokviz.pretokenize import BYTE_LEVEL
from tokviz.views.compare.names import FILE, labels
from tokviz.views.compare.words import Differing, differing
from tokviz.views.shared.catalog import Catalog

__all__ = ["AHEAD", "MAX_SIZE", "Compared", "Slot", "compare", "slots"]

USUAL = ("bpe:course", "wordpiece:course", "unigram:soft-em")
"""The tokenizers that are compared unless others are asked for."""
AHEAD = 5_000
"""Training by merging goes on to this size, in tokens."""
MAX_SIZE = 10_000
"""The largest size that is offered, in tokens, and how far training goes for sizes beyond `AHEAD`."""
_FEWEST, _MOST = 2, 4
_OPENING_WORDS = 12


@dataclass(frozen=True)
class Slot:
    """A tokenizer that was asked for: to be trained, with its algorithm and a preset, or out of files."""

    algorithm: str
    preset: str | None = None
    files: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What tells it from others: the preset, or the name of its first file."""
        return self.preset or Path(self.files[0]).name


@dataclass(frozen=True, eq=False)
class Compared:
    """All that can be said about the tokenizers.

    names: of them, all different. ranges: the sizes that each that is trained could have, None for one of a file. size:
    the one that was aimed at, 0 if none was trained. words: the corpus as words between white space. text: what is cut
    in rows; held: a text that nothing was trained on.
    """

    given: Given
    slots: tuple[Slot, ...]
    names: tuple[str, ...]
    tokenizers: tuple[Tokenizer, ...]
    ranges: tuple[SizeRange | None, ...]
    size: int
    words: Corpus
    text: str
    held: Corpus | None

    @cached_property
    def segmentations(self) -> tuple[Segmentation, ...]:
        """The text as each cuts it."""
        return tuple(segment(self.text, one.model) for one in self.tokenizers)

    @cached_property
    def readings(self) -> dict[str, dict[str, Reading]]:
        """The name of a text, train and perhaps held, -> name of a tokenizer -> reading."""
        texts = {"train": self.words} if self.held is None else {"train": self.words, "held": self.held}
        return {
            text: {name: read(one.model, words) for name, one in zip(self.names, self.tokenizers, strict=True)}
            for text, words in texts.items()
        }

    @cached_property
    def differing(self) -> tuple[Differing, ...]:
        """The words of the corpus that not all cut alike."""
        return differing(list(self.readings["train"].values()))


def compare(asked: Namespace, say: Catalog) -> Compared:
    """Read and train what the arguments name. Raises TokvizError."""
    wanted = slots(asked.tokenizers)
    source = given(asked.file, asked.example, asked.split, _opening_split(asked))
    names = labels([(one.algorithm, one.name) for one in wanted], say)
    ranges = tuple(_range(one, source.corpus) for one in wanted)
    trained = [one for one in ranges if one is not None]
    size = _size(asked.size, trained, list(zip(names, ranges, strict=True)))
    tokenizers = tuple(
        _tokenizer(one, source, min(max(size, possible.smallest), possible.largest) if possible else 0)
        for one, possible in zip(wanted, ranges, strict=True)
    )
    words = _words(source)
    text = files.argument(asked.text or "")
    held = text if asked.held is None else files.read_text(asked.held)
    return Compared(
        source,
        wanted,
        names,
        tokenizers,
        ranges,
        size,
        words,
        text if text.strip() else " ".join(words.words[:_OPENING_WORDS]),
        Corpus.from_text(held) if held.split() else None,
    )


def slots(asked: Sequence[str]) -> tuple[Slot, ...]:
    """The tokenizers that were asked for, or the usual ones. Raises TokvizError for too few, too many, unknown rules.

    >>> slots(["bpe:course,tokenizer.json"])
    (Slot(algorithm='bpe', preset='course', files=()), Slot(algorithm='file', preset=None, files=('tokenizer.json',)))
    """
    named = [part for one in asked for part in one.split(",") if part] or list(USUAL)
    if not _FEWEST <= len(named) <= _MOST:
        raise TokvizError("cli-tokenizers", number=len(named))
    return tuple(map(_slot, named))


def _slot(name: str) -> Slot:
    algorithm, colon, preset = name.partition(":")
    if algorithm not in ALGORITHMS:
        return Slot(FILE, files=tuple(name.split("+")))
    presets = ALGORITHMS[algorithm].presets
    if not colon:
        return Slot(algorithm, next(iter(presets)))
    if preset not in presets:
        choices = ", ".join(presets)
        raise RulesError("rules-preset", value=preset, choices=choices)
    return Slot(algorithm, preset)


def _opening_split(asked: Namespace) -> str:
    """How an example is cut: as its source does, or, where that means bytes, into words and punctuation."""
    if asked.example is None:
        return ""
    split = examples.load(asked.example).recipe("bpe").pretokenizer or "whitespace"
    return "words" if split in BYTE_LEVEL else split


def _words(source: Given) -> Corpus:
    """The same text as words between white space, which is what tokenizers are compared on."""
    if source.example:
        example = examples.load(source.example)
        return example.cut("whitespace") if example.is_prose else plain(source.corpus, source.split)
    if source.kind != "prose":
        return plain(source.corpus, source.split)
    return source.corpus if source.split == "whitespace" else parse(source.text, "whitespace").corpus


def _range(slot: Slot, corpus: Corpus) -> SizeRange | None:
    if slot.algorithm == FILE:
        return None
    found = size_range(corpus, cast("Rules", ALGORITHMS[slot.algorithm].presets[slot.preset or ""]))
    return found if found.largest <= MAX_SIZE else SizeRange(min(found.smallest, MAX_SIZE), MAX_SIZE)


def _size(asked: str | None, trained: Sequence[SizeRange], named: Sequence[tuple[str, SizeRange | None]]) -> int:
    """The size to aim at. Raises TokvizError for one that a tokenizer is larger than from its start."""
    if asked is None:
        if not trained:
            return 0
        low, high, is_common = common_sizes(trained)
        if not is_common:
            least = max(one.smallest for one in trained)
            raise TokvizError("cli-size-apart", least=least)
        return usual_size(low, high)
    size = number("--size", asked, 1)
    if size > MAX_SIZE:
        raise RulesError("rules-range", name="--size", value=size, least=1, most=MAX_SIZE)
    for name, possible in named:
        if possible is not None and size < possible.smallest:
            raise TokvizError("cli-size", name=name, value=size, least=possible.smallest)
    return size


def _tokenizer(slot: Slot, source: Given, size: int) -> Tokenizer:
    """Read it, or train it to this size."""
    if slot.algorithm == FILE:
        return Tokenizer(read_tokenizer(slot.files))
    algorithm = ALGORITHMS[slot.algorithm]
    rules = algorithm.presets[slot.preset or ""]
    ahead = MAX_SIZE if size > AHEAD else AHEAD
    aim = size if isinstance(rules, unigram.Rules) else ahead
    return at_size(algorithm.train(source.corpus, rules, vocab_size=aim), size, source.split)
