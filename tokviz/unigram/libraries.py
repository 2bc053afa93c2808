"""The points where tokenizers and sentencepiece differ from the loop of :mod:`tokviz.unigram.training`, a class for
each library.

Both train until the vocabulary is at most 1.1 times as large as asked for, prune by an estimate of the loss, and in the
end put characters back that were dropped and cut what is left to the size. They differ in what they count, in when they
look, in what they round to, and in how they cut. Sources: tokenizers 0.23.3, `UnigramTrainer`; sentencepiece 0.2.3,
`unigram_model_trainer.cc`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from tokviz.corpus import Corpus
from tokviz.corpus.coverage import BLANK, BOUNDARY, count_symbols, covered, symbol_pattern
from tokviz.pretokenize import METASPACE
from tokviz.unigram.em import with_unknown, without_whole_words
from tokviz.unigram.rules import Rules
from tokviz.unigram.trellis import Bools, Floats, Trellis


class Library(ABC):
    """The choices of one library. Sizes are numbers of pieces; `size` is that of the vocabulary that was asked for."""

    precision: ClassVar[type[np.floating]] = np.float64
    """The type that every sum is rounded to."""
    unknown_is_first: ClassVar[bool] = False
    """True if unknown characters count as the first piece, a slip."""
    looks_after_pruning: ClassVar[bool] = False
    """True if the library looks at the size after a pruning, not before one."""

    def in_order(self, counts: Mapping[str, int]) -> list[tuple[str, int]]:
        """Return the words in the order in which it adds up."""
        return list(counts.items())

    @abstractmethod
    def least_size(self, characters: int, rules: Rules) -> int:
        """Return the smallest size that it takes for a corpus of so many different characters."""

    @abstractmethod
    def is_small_enough(self, pieces: int, size: int) -> bool:
        """Tell if so many pieces are few enough to end the rounds."""

    @abstractmethod
    def after_pruning(self, pieces: int, size: int, share: float) -> int:
        """Return the number of pieces after a pruning that takes out a `share`."""

    @abstractmethod
    def final(self, names: Sequence[str], scores: Floats, characters: Sequence[str], size: int) -> list[Piece]:
        """Return the pieces in the end, `size` of them, with their scores, in the order of their ids."""


class _Tokenizers(Library):
    """It counts an unknown piece of its own, and cuts in the order of the list."""

    def least_size(self, characters: int, rules: Rules) -> int:
        return max(characters, len(rules.first_tokens) + 1)

    def is_small_enough(self, pieces: int, size: int) -> bool:
        return pieces + 1 <= size * 11 // 10

    def after_pruning(self, pieces: int, size: int, share: float) -> int:
        return max(size * 11 // 10, int((pieces + 1) * (1 - share))) - 1

    def final(self, names: Sequence[str], scores: Floats, characters: Sequence[str], size: int) -> list[Piece]:
        return finish(names, scores, characters, size, by_score=False)


class _SentencePiece(Library):
    """It computes in single precision, drops what its own parts outscore, and cuts by score."""

    precision = np.float32
    unknown_is_first = True
    looks_after_pruning = True

    def in_order(self, counts: Mapping[str, int]) -> list[tuple[str, int]]:
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))

    def least_size(self, characters: int, rules: Rules) -> int:
        return characters + len(rules.first_tokens)

    def is_small_enough(self, pieces: int, size: int) -> bool:
        return pieces <= int(size * 1.1)

    def after_pruning(self, pieces: int, size: int, share: float) -> int:
        return max(int(size * 1.1), int(np.float32(1 - share) * np.float32(pieces)))

    def final(self, names: Sequence[str], scores: Floats, characters: Sequence[str], size: int) -> list[Piece]:
        kept_indices = np.flatnonzero(reachable(names, scores))
        return finish([names[i] for i in kept_indices.tolist()], scores[kept_indices], characters, size, by_score=True)


LIBRARIES: Mapping[str, Library] = MappingProxyType({"huggingface": _Tokenizers(), "sentencepiece": _SentencePiece()})
"""Flow of the rules -> the library whose it is. The flow ``plain`` is the loop itself."""


# -- after the last pass -----------------------------------------------------------------------------------------------
# Characters come back, and the size is made to fit.

_PENALTY = 0.0001  # what each further character that comes back scores above the lowest piece

Piece = tuple[str, float]
"""A piece and its score."""


def reachable(names: Sequence[str], scores: Floats) -> Bools:
    """Return a mask of the pieces that their own parts do not outscore.

    It is judged as sentencepiece does it.
    """
    trellis = without_whole_words(Trellis.of(names, names))
    best, _ = trellis.best_scores(with_unknown(scores))
    others = best[trellis.last]
    others[trellis.last - trellis.first == 1] = -np.inf
    return others <= scores


def finish(
    names: Sequence[str], scores: Floats, characters: Sequence[str], size: int, *, by_score: bool
) -> list[Piece]:
    """Return all `characters`, then other pieces up to `size`, sorted by score.

    A character that is no piece any more scores a little above the lowest piece, each further one by 0.0001 more; in
    tokenizers it is left to chance which comes first, here it is the order of `characters`. by_score: of the others the
    best are taken (sentencepiece) instead of the first in the list (tokenizers). If the characters alone are `size` or
    more, tokenizers takes all others too.
    """
    number = scores.dtype.type
    known = dict(zip(names, scores, strict=True))
    character_scores = {}
    penalty = number(0)
    for character in characters:
        if character in known:
            character_scores[character] = known[character]
        else:
            character_scores[character] = scores.min() + penalty
            penalty += number(_PENALTY)
    others = [(name, score) for name, score in known.items() if name not in character_scores]
    if by_score:
        others.sort(key=lambda piece: (-piece[1], piece[0]))
    if by_score or len(character_scores) < size:
        others = others[: max(size - len(character_scores), 0)]
    final = [(name, float(score)) for name, score in (*character_scores.items(), *others)]
    return sorted(final, key=(lambda piece: (-piece[1], piece[0])) if by_score else (lambda piece: -piece[1]))


# -- before the first pass ---------------------------------------------------------------------------------------------
# What sentencepiece trains on instead of the text: rare characters and symbols of the user are blanked out, as in
# :mod:`tokviz.corpus.coverage`. What is left of the words are the words of the training. The mark before words is a
# character like all others: where it is too rare, as in long lines without spaces, nothing separates the words of a
# line, and the line is one word with blanks in it.


def blank_out(corpus: Corpus, lines: Sequence[str] | None, rules: Rules) -> tuple[Corpus, tuple[str, ...] | None]:
    """Return the corpus and its marked lines as training sees them; the same ones where nothing is to be blanked out.

    >>> rules = Rules(flow="sentencepiece", loss="reassigned", start_of_word="▁", user_defined=("<x>",))
    >>> dict(blank_out(Corpus({"a<x>b": 2, "ab": 1}), None, rules)[0])
    {'a▅b': 2, 'ab': 1}
    """
    find = symbol_pattern(rules.first_tokens)
    marked = {word: rules.marked(word) for word in corpus}
    if rules.character_coverage == 1 and not any(map(find.search, marked.values())):
        return corpus, None if lines is None else tuple(lines)
    cut = {word: find.sub(BOUNDARY, text) for word, text in marked.items()}
    if lines is None:
        counts = count_symbols((text, corpus[word]) for word, text in cut.items())
    else:
        lines = [find.sub(BOUNDARY, line) for line in lines]
        counts = Counter(chain.from_iterable(lines))
    kept_characters = covered(counts, rules.character_coverage)

    def spelled(text: str) -> str:
        return "".join(character if character in kept_characters else BLANK for character in text)

    if lines is not None:
        lines = tuple(map(spelled, lines))
        if METASPACE not in kept_characters:
            return Corpus(Counter(filter(None, lines))), lines
    words: Counter[str] = Counter()
    for word, text in cut.items():
        bare = text.removeprefix(rules.start_of_word)
        # A blank in front would be the mark's, see `Rules.marked`.
        is_bare = (
            not word.startswith(rules.start_of_word) and METASPACE in kept_characters and spelled(bare[:1]) != BLANK
        )
        words[spelled(bare if is_bare else text)] += corpus[word]
    return Corpus(words), lines
