"""Plain SuperBPE: byte-pair encoding on words, then on lines with the merges so far.

The pages show this beside the step that it makes. It leaves out speed, which is :mod:`tokviz.superbpe.training`.
Source: PythonNut/superbpe bbd0976 with its fork of tokenizers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tokviz.corpus import Corpus
from tokviz.merging.plain import Word, alphabet, count_pairs, merged, preferred
from tokviz.merging.steps import Pair
from tokviz.superbpe.pieces import split_lines
from tokviz.superbpe.rules import Rules


@dataclass(frozen=True)
class State:
    """The pieces, the pairs that may be merged with their counts, best first, and the vocabulary."""

    words: tuple[Word, ...]
    pairs: tuple[tuple[Pair, int], ...]
    vocabulary: tuple[str, ...]


def train(corpus: Corpus, transition: int | None, rules: Rules) -> Iterator[State]:
    """Yield the state before the first step and after each. transition: the vocabulary size at which the borders fall;
    None for the end of the first stage.

    >>> lines = Corpus({"by the way": 2, "by the sea": 1, "on the way": 1})
    >>> for state in list(train(lines, 18, Rules(stage1="spaces", stage2="lines")))[8:11]:
    ...     print(*("-".join(word) for word in state.words))
    by-Ġthe-Ġway by-Ġthe-Ġ-s-e-a o-n-Ġthe-Ġway
    by-ĠtheĠway by-Ġthe-Ġ-s-e-a o-n-ĠtheĠway
    byĠtheĠway by-Ġthe-Ġ-s-e-a o-n-ĠtheĠway
    """
    pieces, stage = split_lines(corpus, rules.stage1).corpus, 1  # start
    learned: tuple[Pair, ...] = ()
    words: tuple[Word, ...] = tuple(map(tuple, pieces))
    vocabulary = alphabet(pieces, words, rules.merging)
    while True:
        counts = count_pairs(words, pieces.counts)
        allowed = [pair for pair in counts if stage == 1 or rules.veto("".join(pair)) is None]  # veto
        pairs = preferred(allowed, vocabulary, rules.merging)
        pairs.sort(key=lambda pair: -counts[pair])  # choose
        yield State(words, tuple((pair, counts[pair]) for pair in pairs), vocabulary)
        is_over = not pairs or counts[pairs[0]] < rules.minimum_count
        if stage == 1 and (is_over or (transition is not None and len(vocabulary) >= transition)):
            pieces, stage = split_lines(corpus, rules.stage2).corpus, 2  # lift
            words = tuple(map(tuple, pieces))
            vocabulary = alphabet(pieces, words, rules.merging)
            occurred = {*count_pairs(words, pieces.counts)}
            for pair in filter(occurred.__contains__, learned):
                words = tuple(merged(word, pair, "".join(pair)) for word in words)  # inherit
                vocabulary = tuple(dict.fromkeys((*vocabulary, "".join(pair))))
                occurred |= {*count_pairs(words, pieces.counts)}
            continue
        if is_over:  # stop
            return
        token = "".join(pairs[0])
        words = tuple(merged(word, pairs[0], token) for word in words)  # merge
        vocabulary = tuple(dict.fromkeys((*vocabulary, token)))  # grow
        learned = (*learned, pairs[0])
