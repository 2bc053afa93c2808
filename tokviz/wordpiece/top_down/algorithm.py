"""Plain top-down WordPiece training: count substrings, keep the frequent, again.

The pages show this beside the step that it makes. It leaves out speed, which is :mod:`tokviz.wordpiece.top_down.
training`, where each place is taken by one substring instead. Source: tensorflow/text 17c38bf.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from tokviz.corpus import Corpus
from tokviz.wordpiece.top_down.rules import Rules
from tokviz.wordpiece.top_down.selection import characters_of, in_order
from tokviz.wordpiece.top_down.steps import StepKind, judge
from tokviz.wordpiece.top_down.training import search_bounds, usable


@dataclass(frozen=True)
class State:
    """The state after a step: of a selection the counts that were tested; what this pass kept; the vocabulary."""

    kind: StepKind
    tested: Mapping[str, int]
    kept: Mapping[str, int]
    vocabulary: tuple[str, ...]


def train(corpus: Corpus, vocab_size: int, rules: Rules) -> Iterator[State]:
    """Yield the state after each step.

    >>> [state.kept for state in train(Corpus({"human": 113, "humas": 3}), 20, Rules(iterations=1))][2]
    {'human': 113}
    """
    words = usable(corpus, rules)  # start
    characters = characters_of(words, rules.continuing_prefix)
    lower, upper = search_bounds(corpus.counts, rules)
    while True:
        threshold = (lower + upper) // 2  # threshold
        tokens: dict[str, int] = {}  # in the first pass words are cut at every character
        vocabulary = in_order(rules.special_tokens, set().union(*words), characters)
        yield State("threshold", {}, {}, vocabulary)
        for _ in range(rules.iterations):
            counts = substrings(words, tokens, rules.continuing_prefix)  # count
            kept_tokens: dict[str, int] = {}
            yield State("count", {}, kept_tokens, vocabulary)
            for length in range(max(map(len, words), default=0), 0, -1):
                for token, left in counts[length].items():
                    enough = rules.is_enough(left, threshold)
                    kept_tokens = kept_tokens | ({token: left} if enough else {})  # select
                    for shorter in range(1, length) if enough or rules.subtract == "all" else ():
                        counts[shorter][token[: shorter - length]] -= left  # subtract
                yield State("select", counts[length], kept_tokens, vocabulary)
            tokens = characters | kept_tokens  # complete
            vocabulary = in_order(rules.special_tokens, set().union(*words), tokens)
            yield State("complete", {}, kept_tokens, vocabulary)
        verdict = judge(lower, upper, threshold, len(vocabulary), vocab_size, rules.slack)  # verdict
        yield State("verdict", {}, tokens, vocabulary)
        if verdict not in ("too_large", "too_small"):  # stop
            return
        if verdict == "too_large":
            lower = threshold + 1  # higher
        else:
            upper = threshold - 1  # lower


def substrings(words: Mapping[str, int], tokens: Container[str], mark: str) -> Mapping[int, Counter[str]]:
    """Return length -> substring -> how often it occurs where a piece begins, if words are split by the longest
    match."""
    counts: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for word, weight in words.items():
        start = 0
        while start < len(word):
            by_end = {end: (mark if start else "") + word[start:end] for end in range(start + 1, len(word) + 1)}
            for end, token in by_end.items():
                counts[end - start][token] += weight
            start = max(end for end, token in by_end.items() if end == start + 1 or token in tokens)
    return counts
