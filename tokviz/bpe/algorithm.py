"""Plain byte-pair encoding: count the pairs, merge the best, again.

The pages show this beside the step that it makes. It leaves out speed, which is :mod:`tokviz.bpe.training`, and the
rules that :func:`leaves_out` names, which few use.
Source: Sennrich, Haddow, Birch 2016, Algorithm 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tokviz.bpe.rules import Rules
from tokviz.corpus import Corpus
from tokviz.merging.plain import Word, alphabet, count_pairs, leaves_out, merged, preferred
from tokviz.merging.steps import Pair

__all__ = ["State", "leaves_out", "train"]


@dataclass(frozen=True)
class State:
    """The words, the pairs to choose from with their counts, best first, and the vocabulary."""

    words: tuple[Word, ...]
    pairs: tuple[tuple[Pair, int], ...]
    vocabulary: tuple[str, ...]


def train(corpus: Corpus, rules: Rules) -> Iterator[State]:
    """Yield the state before the first merge and after each.

    >>> for state in train(Corpus({"low": 5, "lower": 2}), Rules()):
    ...     print(*("-".join(word) for word in state.words))
    l-o-w l-o-w-e-r
    lo-w lo-w-e-r
    low low-e-r
    low lowe-r
    low lower
    """
    words = tuple(rules.segment(word) for word in corpus)  # start
    vocabulary = alphabet(corpus, words, rules)
    while True:
        counts = count_pairs(words, corpus.counts)
        pairs = preferred(counts, vocabulary, rules)
        pairs.sort(key=lambda pair: -counts[pair])  # choose
        yield State(words, tuple((pair, counts[pair]) for pair in pairs), vocabulary)
        if not pairs or counts[pairs[0]] < rules.minimum_count:  # stop
            return
        token = rules.join(*pairs[0])
        words = tuple(merged(word, pairs[0], token) for word in words)  # merge
        vocabulary = tuple(dict.fromkeys((*vocabulary, token)))  # grow
