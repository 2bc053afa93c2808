"""Plain longest-pair BPE: count the pairs, merge the one with the longest token, again."""

from __future__ import annotations

from collections.abc import Iterator

from tokviz.lpbpe.rules import Rules

from tokviz.bpe.algorithm import State
from tokviz.corpus import Corpus
from tokviz.merging.plain import alphabet, count_pairs, leaves_out, merged, preferred

__all__ = ["leaves_out", "train"]


def train(corpus: Corpus, rules: Rules) -> Iterator[State]:
    """Yield the state before the first merge and after each."""
    words = tuple(rules.segment(word) for word in corpus)  # start
    vocabulary = alphabet(corpus, words, rules)
    while True:
        counts = count_pairs(words, corpus.counts)
        pairs = [pair for pair in preferred(counts, vocabulary, rules) if counts[pair] >= rules.minimum_count]
        pairs.sort(key=lambda pair: (-len(rules.join(*pair)), -counts[pair]))  # choose
        yield State(words, tuple((pair, counts[pair]) for pair in pairs), vocabulary)
        if not pairs:  # stop
            return
        token = rules.join(*pairs[0])
        words = tuple(merged(word, pairs[0], token) for word in words)  # merge
        vocabulary = tuple(dict.fromkeys((*vocabulary, token)))  # grow
