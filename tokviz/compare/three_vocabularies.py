"""Three vocabularies of one size, learned from one text: whole words, characters, subwords. What each makes of words.

A vocabulary of size n holds the n most frequent words, or the n most frequent characters, or (byte-pair encoding) the
alphabet and n - alphabet merges. Below the size of the alphabet there is no room for a merge, and subwords are
characters. Training happens once: every smaller size is a prefix of the same trace. Words have no mark at their end
here, so that characters and subwords start from the same alphabet. Nothing here draws or chooses words to show.

The measures are those with which Sennrich, Haddow, Birch (ACL 2016) compare segmentations: length and unknown words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, get_args

from tokviz.bpe import PRESETS, Model, Rules, Trace
from tokviz.corpus import Corpus

VocabularyKind = Literal["words", "characters", "subwords"]
VOCABULARY_KINDS: tuple[VocabularyKind, ...] = get_args(VocabularyKind)
RULES: Rules = PRESETS["course"]
"""No marks, and of several equally frequent pairs the first seen."""
HELD_OUT = 5
"""Every fifth word of a text is held out."""


@dataclass(frozen=True)
class TrainTest:
    """A text in two parts: one to learn vocabularies from, one that they have not seen (None: too short for one)."""

    train: Corpus
    test: Corpus | None


def hold_out(corpus: Corpus, every: int = HELD_OUT) -> TrainTest:
    """Hold out every fifth occurrence, counting through the words of the corpus in order. No chance is involved.

    >>> hold_out(Corpus({"low": 7, "new": 2, "old": 1}))
    TrainTest(train=Corpus({'low': 6, 'new': 2}), test=Corpus({'low': 1, 'old': 1}))
    """
    train: dict[str, int] = {}
    test: dict[str, int] = {}
    seen = 0
    for word, count in corpus.items():
        held = (seen + count) // every - seen // every
        seen += count
        if held < count:
            train[word] = count - held
        if held:
            test[word] = held
    return TrainTest(Corpus(train), Corpus(test) if test else None)


@dataclass(frozen=True)
class Measure:
    """A text in one vocabulary; each word counts as often as it occurs.

    tokens: its length. words: how many words it has, at least 1. unknown: how many of them hold something that the
    vocabulary does not know, which is one token, whatever it was.
    """

    tokens: int
    words: int
    unknown: int

    @property
    def tokens_per_word(self) -> float:
        """Return length in tokens for each word."""
        return self.tokens / self.words

    @property
    def unknown_share(self) -> float:
        """Return share of words with something unknown, from 0 to 1."""
        return self.unknown / self.words


@dataclass(frozen=True, eq=False)
class Vocabularies:
    """The three vocabularies of any size, from one trace under :data:`RULES`; its corpus is the training text.

    >>> from tokviz import bpe
    >>> three = Vocabularies(bpe.train(Corpus({"low": 5, "lower": 2, "new": 1}), rules=RULES))
    >>> [three.encode(kind, 9, "lower") for kind in VOCABULARY_KINDS]
    [('lower',), ('l', 'o', 'w', 'e', 'r'), ('lowe', 'r')]
    >>> [three.encode(kind, 2, "new") for kind in VOCABULARY_KINDS]
    [(None,), (None, None, 'w'), (None, None, 'w')]
    """

    trace: Trace

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Return the words of the training text, most frequent first; of equally frequent ones the first seen."""
        return _by_count(self.trace.corpus)

    @cached_property
    def characters(self) -> tuple[str, ...]:
        """Return its characters in the same order: the alphabet."""
        return _by_count(self.trace.occurrences(0))

    @property
    def most(self) -> int:
        """Return the size at which the largest of the three is complete."""
        return max(self.full("words"), self.full("subwords"))

    @property
    def usual(self) -> int:
        """Return a size to begin with: as many merges as letters, if there are as many to learn."""
        return min(2 * len(self.characters), self.most)

    def full(self, kind: VocabularyKind) -> int:
        """Return the size of a vocabulary with all members that the training text offers."""
        match kind:
            case "words":
                return len(self.words)
            case "characters":
                return len(self.characters)
            case "subwords":
                return len(self.characters) + len(self.trace)

    def members(self, kind: VocabularyKind, size: int) -> int:
        """Return the number of members when the vocabulary may have `size`."""
        return min(size, self.full(kind))

    def merges(self, size: int) -> int:
        """Return the number of merges that fit into this size beside the alphabet."""
        return min(max(size - len(self.characters), 0), len(self.trace))

    def rank(self, word: str) -> int | None:
        """Return the place of a word among those of the training text, from 1; None if it is not there."""
        place = self._word_places.get(word)
        return None if place is None else place + 1

    def encode(self, kind: VocabularyKind, size: int, word: str) -> tuple[str | None, ...]:
        """Return the tokens of a word; None for what is unknown: the word as a whole, or one of its characters."""
        if kind == "words":
            return (word,) if self._word_places.get(word, size) < size else (None,)
        merges = self.merges(size) if kind == "subwords" else 0
        places = self._character_places
        if not merges:
            return tuple(character if places.get(character, size) < size else None for character in word)
        # A symbol of one character may be unknown; longer ones were merged and are members.
        symbols = self._model(merges).encode_word(word)
        return tuple(symbol if len(symbol) > 1 or symbol in places else None for symbol in symbols)

    def missing(self, size: int, word: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the characters of a word that characters and subwords do not know.

        First those that the training text never has, then those for which there is no room at this size. Each is there
        once, in the order of the word.

        >>> from tokviz import bpe
        >>> Vocabularies(bpe.train(Corpus({"low": 5, "lower": 2}), rules=RULES)).missing(3, "rewoven")
        (('v', 'n'), ('r', 'e'))
        """
        places = self._character_places
        characters = dict.fromkeys(word)
        never = tuple(character for character in characters if character not in places)
        return never, tuple(character for character in characters if places.get(character, 0) >= size)

    def measure(self, kind: VocabularyKind, size: int, text: Corpus) -> Measure:
        """Return the length of a text in this vocabulary, and its number of unknown words."""
        if kind == "subwords" and text is self.trace.corpus and self.merges(size):
            return Measure(self.trace.total_symbols[self.merges(size)], text.total, 0)  # the trace has counted
        tokens = unknown = 0
        for word, count in text.items():
            pieces = self.encode(kind, size, word)
            tokens += len(pieces) * count
            unknown += count if None in pieces else 0
        return Measure(tokens, text.total, unknown)

    def saved(self, size: int, text: Corpus) -> float:
        """Return by which share the merges make a text shorter than its characters are, from 0 to 1."""
        return 1 - self.measure("subwords", size, text).tokens / self.measure("characters", size, text).tokens

    def sizes(self, number: int = 12) -> tuple[int, ...]:
        """Return about `number` sizes to compare, closer together where they are small; both alphabet and end are
        there."""
        low = max(len(self.characters) // 2, 1)
        ratio = self.most / low
        spread = {round(low * ratio ** (i / (number - 1))) for i in range(number)}
        return tuple(sorted(spread | {len(self.characters), self.most}))

    # -- inside --------------------------------------------------------------------------------------------------------

    @cached_property
    def _word_places(self) -> Mapping[str, int]:
        return {word: place for place, word in enumerate(self.words)}

    @cached_property
    def _character_places(self) -> Mapping[str, int]:
        return {character: place for place, character in enumerate(self.characters)}

    @cached_property
    def _model(self) -> Callable[[int], Model]:
        """Return the tokenizer after so many merges; the last one is kept, since words are asked for size after
        size."""
        return lru_cache(maxsize=1)(self.trace.model)


def _by_count(counts: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(sorted(counts, key=lambda name: -counts[name]))  # stable: first seen first


def _counts(text: str) -> Corpus:
    """Read 'the 30 runner 14'."""
    parts = text.split()
    return Corpus(zip(parts[::2], map(int, parts[1::2]), strict=True))


RUNNER: TrainTest = TrainTest(
    _counts(
        "the 30 runner 14 is 13 thinking 12 and 11 in 10 a 10 winner 8 sleeping 7 rain 7 her 7 his 7 reads 6 at 6 "
        "talking 6 dinner 5 runs 5 think 5 on 5 sits 5 walks 4 asking 4 then 4 street 4 there 3 night 3 wakes 3 "
        "eating 3 train 3 light 3 late 2 reading 2 tea 2 window 2 alone 2 waits 2 planner 2 walking 2 hears 1 "
        "running 1 listens 1 kitchen 1 spring 1 gate 1"
    ),
    _counts(
        "the 7 runner 3 is 3 and 3 running 2 in 2 a 2 thinker 1 winning 1 talks 1 planning 1 rain 1 dinners 1 waking 1 "
        "street 1 quiz 1"
    ),
)
"""Ours: `runner` and `thinking` are frequent, `running` is rare; `quiz` has letters that the training text has not."""
