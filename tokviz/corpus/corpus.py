"""Corpus: the words that a tokenizer is trained on, each with how often it occurs.

A corpus keeps the order of its words, because ties between pairs are often decided by which was seen first. It never
changes, so a trace can keep a reference to it. Splitting a text into words is `tokviz.pretokenize`, reading lists and
files of words and counts is `tokviz.corpus.reading`, what may be in them `tokviz.corpus.limits`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tokviz.corpus import reading
from tokviz.corpus.limits import MAX_DISTINCT_WORDS, check_count, check_text, check_word, too_many_words
from tokviz.corpus.reading import Note, ReadAs
from tokviz.errors import CorpusError, brief

_SHOWN_WORDS = 6


class Corpus(Mapping[str, int]):
    """An immutable, hashable mapping from words to positive counts that keeps its order.

    `counts` is a mapping or an iterable of (word, count) pairs. A word is any non-empty text of at most
    MAX_LONG_WORD_CHARS characters without lone surrogates; a count is a whole number from 1 to MAX_COUNT. Two corpora
    are equal when they have the same words and counts in the same order, and the same lines. Raises `CorpusError` or
    `LimitError`.

    lines: the running text that the words are from, for trainers that look at what follows a word: its lines, with
    single spaces between the words. None for a corpus that is a list of words, or whose words are not those between
    spaces.

    >>> corpus = Corpus({"low": 5, "lower": 2})
    >>> corpus["low"], list(corpus), corpus.total
    (5, ['low', 'lower'], 7)
    >>> corpus == Corpus([("lower", 2), ("low", 5)])
    False
    """

    __slots__ = ("_by_count", "_counts", "_numbers", "_words", "lines")

    def __init__(
        self, counts: Mapping[str, int] | Iterable[tuple[str, int]], lines: tuple[str, ...] | None = None
    ) -> None:
        self.lines = lines
        self._by_count: tuple[str, ...] = ()
        self._words: tuple[str, ...] = ()
        self._numbers: tuple[int, ...] = ()
        self._counts: dict[str, int] = {}
        for word, count in _pairs(counts):
            name = check_word(word)
            if name in self._counts:
                raise CorpusError("duplicate-word", word=brief(name))
            if len(self._counts) == MAX_DISTINCT_WORDS:
                raise too_many_words()
            self._counts[name] = check_count(count, name)
        if not self._counts:
            raise CorpusError("empty-corpus")

    @classmethod
    def from_text(cls, text: str, pretokenizer: str = "whitespace") -> Corpus:
        """Make a corpus of the words of a running text with how often each occurs, in order of first appearance.

        `pretokenizer` is a name in `tokviz.pretokenize.PRETOKENIZERS`. Raises `CorpusError`, `LimitError` or, for an
        unknown name, `RulesError`.

        >>> Corpus.from_text("the cat and the dog")
        Corpus({'the': 2, 'cat': 1, 'and': 1, 'dog': 1})
        """
        check_text(text)
        text_read = reading.running_text(text, pretokenizer)
        return cls(text_read.counts, text_read.lines)

    @classmethod
    def of(cls, words: Words, pretokenizer: str = "whitespace") -> Corpus:
        """Return the corpus of whatever trainers take: a text, words in their order, or words with their counts.

        A text is split as :meth:`from_text` does, and words are counted. A corpus is returned as it is. Raises
        `CorpusError` for anything else, `LimitError`, or `RulesError` for an unknown pre-tokenizer.

        >>> Corpus.of("low low lower"), Corpus.of(["low", "low", "lower"]), Corpus.of({"low": 2, "lower": 1})
        (Corpus({'low': 2, 'lower': 1}), Corpus({'low': 2, 'lower': 1}), Corpus({'low': 2, 'lower': 1}))
        """
        if isinstance(words, Corpus):
            return words
        if isinstance(words, str):
            return cls.from_text(words, pretokenizer)
        if isinstance(words, Mapping):
            return cls(words)
        if isinstance(words, bytes | bytearray) or not isinstance(words, Iterable):
            raise CorpusError("corpus-type", value=brief(words), type=type(words).__name__)
        return cls(Counter(map(check_word, words)))

    @classmethod
    def parse(cls, text: str, pretokenizer: str = "whitespace") -> Corpus:
        """Read a corpus from pasted text: word counts in any of the forms of `tokviz.corpus`, or running text.

        >>> Corpus.parse("low 5, lower 2")
        Corpus({'low': 5, 'lower': 2})
        """
        return parse(text, pretokenizer).corpus

    @property
    def words(self) -> tuple[str, ...]:
        """The words in order."""
        self._words = self._words or tuple(self._counts)  # every step of a trace asks for them
        return self._words

    @property
    def alphabet_words(self) -> tuple[str, ...]:
        """The words whose characters are in the alphabet of a tokenizer."""
        return self.words

    @property
    def counts(self) -> tuple[int, ...]:
        """The counts in the order of the words."""
        self._numbers = self._numbers or tuple(self._counts.values())
        return self._numbers

    @property
    def total(self) -> int:
        """The number of words, each counted as often as it occurs."""
        return sum(self._counts.values())

    def most_frequent(self, most: int) -> tuple[str, ...]:
        """Return the words that occur most often, at most so many; ties go to the first ones.

        >>> Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 5}).most_frequent(2)
        ('newest', 'low')
        """
        if not self._by_count:
            self._by_count = tuple(sorted(self._counts, key=self._counts.__getitem__, reverse=True))
        return self._by_count[:most]

    def __getitem__(self, word: str) -> int:
        return self._counts[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Corpus):
            return NotImplemented
        return self._counts == other._counts and self.words == other.words and self.lines == other.lines

    def __hash__(self) -> int:
        return hash(tuple(self._counts.items()))

    def __repr__(self) -> str:
        shown = [f"{brief(word)}: {count}" for word, count in list(self._counts.items())[:_SHOWN_WORDS]]
        if len(self) > _SHOWN_WORDS:
            shown.append(f"... {len(self) - _SHOWN_WORDS:,} more")
        return f"Corpus({{{', '.join(shown)}}})"


Words: TypeAlias = str | Iterable[str] | Mapping[str, int]
"""The input of trainers: a text, words in their order, or words with their counts, such as a :class:`Corpus`."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The result of reading a text: the corpus, and as what the text was read.

    `notes` tells what the user should know, as (code, details) for a translation: "duplicates-summed" (words, example),
    "words-with-spaces" (words, example), "without-spaces" (words, example), "columns-swapped", "both-columns-numbers",
    "header-skipped" (header) and, for an upload, "encoding" (encoding). `text` is the running text as it was read, None
    for a list.
    """

    corpus: Corpus
    kind: ReadAs
    notes: tuple[Note, ...] = ()
    text: str | None = field(default=None, repr=False)


def parse(text: str, pretokenizer: str = "whitespace", split_at: Sequence[str] = ()) -> Parsed:
    """Read a pasted text; running text is split at the tokens `split_at`, and between them by `pretokenizer`.

    Raises `FormatError` (a list with a mistake, names the line), `CorpusError`, `LimitError` or `RulesError`.

    >>> parse("low 5, lower 2")
    Parsed(corpus=Corpus({'low': 5, 'lower': 2}), kind='counts', notes=())
    >>> parse("low 5\\nlower 2\\nnewest")
    Traceback (most recent call last):
    tokviz.errors.FormatError: Line 3: There is no count for 'newest'. Write a whole number after the word, as in low 5.
    """
    return _parsed(reading.read(text, pretokenizer, split_at=split_at))


def parse_upload(name: str, data: bytes, pretokenizer: str = "whitespace", split_at: Sequence[str] = ()) -> Parsed:
    """Read an uploaded file. `.csv`, `.tsv` and `.json` must hold what they promise, any other name any of the forms.

    >>> parse_upload("counts.tsv", b"low\\t5\\nlower\\t2\\n").kind
    'tsv'
    """
    return _parsed(reading.read_upload(name, data, pretokenizer, split_at))


def _parsed(read: reading.Read) -> Parsed:
    return Parsed(Corpus(read.counts, read.lines), read.kind, read.notes, read.text)


def _pairs(counts: object) -> Iterator[tuple[object, object]]:
    """Yield the (word, count) pairs of a mapping or an iterable of pairs, whatever they hold."""
    items = counts.items() if isinstance(counts, Mapping) else counts
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise CorpusError("not-pairs", value=brief(counts))
    for item in items:
        if not isinstance(item, tuple | list) or len(item) != 2:
            raise CorpusError("not-pairs", value=brief(item))
        yield item[0], item[1]
