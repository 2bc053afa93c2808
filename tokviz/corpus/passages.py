"""Texts to compare tokenizers on: running texts, or words with counts that have no text around them.

A running text is looked at word by word, each with the white space before it, because tokenizers differ in what they
make of spaces, line ends and the start of a text. A word of a list is a text of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from tokviz.corpus.corpus import Corpus
from tokviz.errors import CorpusError
from tokviz.pretokenize import BYTE_LEVEL, MARKS_SPACES, METASPACE
from tokviz.pretokenize.byte_level import bytes_of

MAX_COMPARED = 1_000_000
"""The longest running text, in characters; of a longer one the beginning is compared."""

_STRETCH = re.compile(r"(\s*)(\S+)(\s+\Z)?")


class Stretch(NamedTuple):
    """A word with the white space before it, and at the end of a text with that behind it, as places in the text.

    start, end: of all of it; word, stop: of the word. All white space has no word: both are the end.
    """

    start: int
    word: int
    stop: int
    end: int


@dataclass(frozen=True)
class Passage:
    """A stretch in its text. is_running: whether that is running text, and not a word with no text around it.

    >>> Passage.alone("low").stretch, Passage.alone(" low").word
    (Stretch(start=0, word=0, stop=3, end=3), 'low')
    """

    text: str
    stretch: Stretch
    is_running: bool = True

    @classmethod
    def alone(cls, text: str) -> Passage:
        """Return a word of a list, whatever white space is in it."""
        word = len(text) - len(text.lstrip())
        stop = len(text.rstrip()) if text.strip() else len(text)
        return cls(text, Stretch(0, word, stop, len(text)), False)

    @property
    def written(self) -> str:
        """The stretch with its white space."""
        return self.text[self.stretch.start : self.stretch.end]

    @property
    def word(self) -> str:
        """The word of the stretch; empty for white space alone."""
        return self.text[self.stretch.word : self.stretch.stop]


@dataclass(frozen=True, eq=False)
class Text:
    """Texts to compare on. parts: each different one with how often it occurs. is_running: whether they are running
    texts, and not words that have no text around them. key: names it.

    >>> [passage.written for passage, _ in Text.running("the cat\\n  sat\\n").passages]
    ['the', ' cat', '\\n  sat\\n']
    >>> Text.listed(Corpus({"low": 5, "new": 2})).words
    Corpus({'low': 5, 'new': 2})
    """

    parts: Mapping[str, int]
    is_running: bool
    key: tuple[str | int | None, ...] = ()

    @classmethod
    def running(cls, *texts: str, key: tuple[str | int | None, ...] = ()) -> Text:
        """Make passages of running texts. Raises CorpusError where there is nothing but white space."""
        parts = Counter(text for text in texts if text.strip())
        if not parts:
            raise CorpusError("empty-corpus")
        return cls(MappingProxyType(parts), True, key)

    @classmethod
    def listed(cls, words: Corpus | Iterable[str], key: tuple[str | int | None, ...] = ()) -> Text:
        """Make passages of words with their counts. Raises CorpusError if there is none."""
        return cls(words if isinstance(words, Corpus) else Corpus(Counter(words)), False, key)

    @cached_property
    def stretches(self) -> tuple[tuple[Stretch, ...], ...]:
        """Those of each part, in order."""
        if not self.is_running:
            return tuple((Passage.alone(word).stretch,) for word in self.parts)
        return tuple(
            tuple(
                Stretch(match.start(), match.start(2), match.end(2), match.end()) for match in _STRETCH.finditer(text)
            )
            for text in self.parts
        )

    @property
    def passages(self) -> Iterable[tuple[Passage, int]]:
        """Each stretch in its text, with how often this occurs."""
        for (text, count), stretches in zip(self.parts.items(), self.stretches, strict=True):
            for stretch in stretches:
                yield Passage(text, stretch, self.is_running), count

    @cached_property
    def words(self) -> Corpus:
        """The words between white space, or those that were given."""
        if isinstance(self.parts, Corpus):
            return self.parts
        counts: Counter[str] = Counter()
        for text, count in self.parts.items():
            for word in text.split():
                counts[word] += count
        return Corpus(counts)

    @property
    def length(self) -> int:
        """Number of characters, white space too."""
        return sum(len(text) * count for text, count in self.parts.items())


def beginning(text: str) -> str:
    """Return a running text as far as it is compared: to the end of a word.

    >>> beginning("the cat")
    'the cat'
    """
    if len(text) <= MAX_COMPARED:
        return text
    return text[:MAX_COMPARED].rsplit(None, 1)[0]


def plain(corpus: Corpus, pretokenizer: str) -> Corpus:
    """Return the words of a pre-tokenized corpus that is a list, as people would write them.

    >>> plain(Corpus({"Ġlow": 2, "low": 1, "Ġ": 3}), "gpt2-bytes")
    Corpus({' low': 2, 'low': 1})
    """
    counts: Counter[str] = Counter()
    for word, count in corpus.items():
        text = bytes_of(word).decode("utf-8", "replace") if pretokenizer in BYTE_LEVEL else word
        if pretokenizer in MARKS_SPACES:
            text = text.replace(METASPACE, " ")
        if text.strip():
            counts[text] += count
    return Corpus(counts)
