"""Plain BoundlessBPE: merges inside of words and supermerges of whole words, counted together, the best one first.

The pages show this beside the step that it makes. It leaves out speed, which is
:mod:`tokviz.superbpe.boundless.training`. Source: kensho-technologies/boundlessbpe 9c7ef2e.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tokviz.corpus import Corpus
from tokviz.merging.plain import Word, merged
from tokviz.merging.steps import Pair
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR, bytes_of, text_to_bytes
from tokviz.superbpe.boundless.rules import Kind, Rules, can_open
from tokviz.superbpe.pieces import splitter


@dataclass(frozen=True)
class State:
    """The lines as words, each as its symbols; the pairs of both kinds with their counts, best first; and the
    vocabulary."""

    lines: tuple[tuple[Word, ...], ...]
    pairs: tuple[tuple[Kind, Pair, int], ...]
    vocabulary: tuple[str, ...]


def train(corpus: Corpus, rules: Rules) -> Iterator[State]:
    """Yield the state before the first step and after each.

    >>> states = list(train(Corpus({"by the way": 2, "on the way": 1}), Rules()))
    >>> states[6].pairs[0], states[7].pairs[0]
    (('supermerge', ('Ġthe', 'Ġway'), 3), ('merge', ('b', 'y'), 2))
    """
    split = splitter(rules.stage1)
    lines = [tuple(tuple(text_to_bytes(word)) for word in split(line)) for line in corpus]  # start
    vocabulary, opened = tuple(BYTE_TO_CHAR.values()), frozenset[str]()
    while True:
        counts: Counter[tuple[Kind, Pair]] = Counter()
        for line, weight in zip(lines, corpus.counts, strict=True):
            for word in line:
                for pair in pairs_of(word):
                    counts["merge", pair] += weight
            whole = [word[0] if len(word) == 1 else "" for word in line]
            for pair in pairs_of(whole):
                counts["supermerge", pair] += weight * opened.issuperset(pair)
        best = sorted(
            (-count, kind != rules.wins_tie, bytes_of(pair[0]), bytes_of(pair[1]), kind, pair)
            for (kind, pair), count in counts.items()
            if count and "".join(pair) not in vocabulary
        )  # choose
        yield State(tuple(lines), tuple((kind, pair, -count) for count, *_, kind, pair in best), vocabulary)
        if not best or -best[0][0] < rules.minimum_count:  # stop
            return
        kind, (left, right) = best[0][4:]
        token = left + right
        vocabulary = (*vocabulary, token)  # grow
        if kind == "merge":
            lines = [tuple(merged(word, (left, right), token) for word in line) for line in lines]  # merge
            is_whole = any((token,) in line for line in lines)
            is_open = is_whole and can_open(bytes_of(token).decode("utf-8", "replace"))
        else:
            lines = [joined(line, left, right) for line in lines]  # supermerge
            is_open = rules.doubled_open or left != right
        opened |= {token} if is_open else set()  # open


def pairs_of(symbols: Sequence[str]) -> Iterator[Pair]:
    """Yield the neighbors of a sequence; in a run of one symbol every second pair.

    >>> list(pairs_of("aaab"))
    [('a', 'a'), ('a', 'b')]
    """
    i = 0
    while i < len(symbols) - 1:
        left, right = symbols[i], symbols[i + 1]
        yield left, right
        i += 2 if left == right and symbols[i + 2 : i + 3] == symbols[i : i + 1] else 1


def joined(line: tuple[Word, ...], left: str, right: str) -> tuple[Word, ...]:
    """Join two whole words wherever they are neighbors, from the left.

    >>> joined((("by",), ("Ġthe",), ("Ġ", "a")), "by", "Ġthe")
    (('byĠthe',), ('Ġ', 'a'))
    """
    words: list[Word] = []
    for word in line:
        if words and words[-1] == (left,) and word == (right,):
            words[-1] = (left + right,)
        else:
            words.append(word)
    return tuple(words)
