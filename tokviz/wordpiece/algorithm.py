"""Plain bottom-up WordPiece training: score the pairs, merge the best, again.

The pages show this beside the step that it makes. It leaves out speed, which is :mod:`tokviz.wordpiece.training`, and
the rules that :func:`leaves_out` names. Source: the Hugging Face course, chapter 6.6; pnugues/pnlp, notebook 13_03 (the
gain).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tokviz.corpus import Corpus
from tokviz.merging.plain import Word, alphabet, count_pairs, count_symbols, leaves_out, merged, preferred
from tokviz.merging.steps import Pair
from tokviz.wordpiece.rules import Rules
from tokviz.wordpiece.scores import Gain, gain_of

__all__ = ["State", "leaves_out", "train"]


@dataclass(frozen=True)
class State:
    """The words, the pairs to choose from with their scores or gains, best first, and the vocabulary."""

    words: tuple[Word, ...]
    pairs: tuple[tuple[Pair, Fraction | Gain], ...]
    vocabulary: tuple[str, ...]


def train(corpus: Corpus, rules: Rules) -> Iterator[State]:
    """Yield the state before the first merge and after each.

    >>> states = train(Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}), Rules())
    >>> next(states).pairs[0]
    (('##g', '##s'), Fraction(1, 20))
    """
    words = tuple(rules.segment(word) for word in corpus)  # start
    vocabulary = alphabet(corpus, words, rules)
    while True:
        counts = count_pairs(words, corpus.counts)
        symbols = count_symbols(words, corpus.counts)
        enough = [pair for pair in counts if counts[pair] >= rules.minimum_count]
        pairs = preferred(enough, vocabulary, rules)
        total, all_pairs = sum(symbols.values()), sum(counts.values())
        scores = {
            pair: Fraction(counts[pair], symbols[pair[0]] * symbols[pair[1]])
            if rules.select_by == "score"
            else gain_of(counts[pair], symbols[pair[0]], symbols[pair[1]], total, all_pairs)
            if rules.select_by == "gain"
            else Fraction(counts[pair])
            for pair in pairs
        }
        pairs.sort(key=lambda pair: scores[pair], reverse=True)  # choose
        yield State(words, tuple((pair, scores[pair]) for pair in pairs), vocabulary)
        if not pairs:  # stop
            return
        token = rules.join(*pairs[0])
        words = tuple(merged(word, pairs[0], token) for word in words)  # merge
        vocabulary = tuple(dict.fromkeys((*vocabulary, token)))  # grow
