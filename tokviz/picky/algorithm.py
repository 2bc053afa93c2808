"""Plain PickyBPE and Scaffold-BPE: merge the best pair, then take out its parts that do not earn their place.

The pages show this beside the step that it makes. It leaves out speed, which is :mod:`tokviz.picky.training`.
Source: Chizhov et al. 2024, and pchizhov/picky_bpe 038fcb9; Lian et al. 2024.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tokviz.corpus import Corpus
from tokviz.merging.plain import Word, alphabet, count_pairs, count_symbols, leaves_out, merged, preferred
from tokviz.merging.steps import Pair
from tokviz.picky.rules import Rules

__all__ = ["State", "leaves_out", "replaced", "split", "train"]


@dataclass(frozen=True)
class State:
    """The words, the pairs to choose from with their counts, best first, and the vocabulary."""

    words: tuple[Word, ...]
    pairs: tuple[tuple[Pair, int], ...]
    vocabulary: tuple[str, ...]


def split(token: str, made_of: Mapping[str, Pair], removed: Container[str]) -> Word:
    """Return the pieces of a removed token: its parts, split again if removed, too.

    >>> split("▁ab", {"▁a": ("▁", "a"), "▁ab": ("▁a", "b")}, {"▁a", "▁ab"})
    ('▁', 'a', 'b')
    """
    if token not in removed:
        return (token,)
    return tuple(piece for part in made_of[token] for piece in split(part, made_of, removed))


def replaced(word: Word, token: str, pieces: Word) -> Word:
    """Replace a token by its pieces wherever a word has it.

    >>> replaced(("ab", "c", "ab"), "ab", ("a", "b"))
    ('a', 'b', 'c', 'a', 'b')
    """
    return tuple(piece for symbol in word for piece in (pieces if symbol == token else (symbol,)))


def train(corpus: Corpus, rules: Rules) -> Iterator[State]:
    """Yield the state before the first merge, and after each merge with its removals.

    >>> for state in train(Corpus({"abc": 9, "ab": 1}), Rules(threshold=0.5)):
    ...     print(*("-".join(word) for word in state.words))
    ▁-a-b-c ▁-a-b
    ▁a-b-c ▁a-b
    ▁ab-c ▁ab
    ▁abc ▁-a-b
    ▁abc ▁a-b
    ▁abc ▁ab
    """
    words = tuple(rules.segment(word) for word in corpus)  # start
    letters = ever_made = alphabet(corpus, words, rules)
    made_of: dict[str, Pair] = {}
    removed: set[str] = set()
    while True:
        vocabulary = tuple(token for token in ever_made if token not in removed)
        counts = count_pairs(words, corpus.counts)
        pairs = preferred(counts, ever_made, rules)
        pairs.sort(key=lambda pair: -counts[pair])  # choose
        yield State(words, tuple((pair, counts[pair]) for pair in pairs), vocabulary)
        if not pairs or counts[pairs[0]] < rules.minimum_count:  # stop
            return
        pair, token, before = pairs[0], rules.join(*pairs[0]), words
        words = tuple(merged(word, pair, token) for word in words)  # merge
        shorter = [len(old) - len(new) for old, new in zip(before, words, strict=True)]
        m = sum(times * count for times, count in zip(shorter, corpus.counts, strict=True))
        ever_made = tuple(dict.fromkeys((*ever_made, token)))  # grow
        made_of.setdefault(token, pair)
        if rules.removal != "scaffold":
            removed.discard(token)  # return
        best = max(count_pairs(words, corpus.counts).values(), default=0)
        for part in dict.fromkeys(pair):
            if part in letters or rules.removal == "none":
                continue
            r = count_symbols(words, corpus.counts).get(part, 0)
            if rules.removal == "scaffold" and r < best:  # mark
                removed.add(part)
            elif rules.removal == "picky" and rules.exceeds(Fraction(m, r + m)):  # remove
                removed.add(part)
                pieces = split(part, made_of, removed)
                words = tuple(replaced(word, part, pieces) for word in words)  # split
