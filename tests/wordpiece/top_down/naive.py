"""Top-down training written down a second time, as its code is described: what the real one is held against.

Substrings are strings in dictionaries, one for each length, and every subtraction is made one after the other. Nothing
of tokviz is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

Words = Sequence[tuple[str, int]]
Row = tuple[str, int, int, int]  # a token, its length without the mark, its count, what remained of it when tested


@dataclass
class Iteration:
    splits: dict[str, list[str]]
    rows: list[Row]
    kept: dict[str, int]
    tokens: dict[str, int]


@dataclass
class Learned:
    vocabulary: list[str]
    iterations: list[Iteration]


@dataclass
class Search:
    states: list[tuple[int, int, int, int]]  # lower, upper, threshold, size
    stopped: str
    learned: Learned
    words: Words


def split(word: str, tokens: dict[str, int], joiner: str) -> list[str]:
    pieces = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = (joiner if start else "") + word[start:end]
            if piece in tokens:
                pieces.append(piece)
                start = end
                break
        else:
            raise AssertionError("the characters are tokens")
    return pieces


def learn_with_threshold(
    words: Words, threshold: int, iterations: int, joiner: str, reserved: Sequence[str], subtract: str, keep: str
) -> Learned:
    characters = sorted({character for word, _ in words for character in word})
    added = {token: 1 for character in characters for token in (character, joiner + character)}
    tokens = dict(added)
    done = []
    longest = max((len(word) for word, _ in words), default=0)
    for number in range(iterations):
        counts: list[dict[str, int]] = [{} for _ in range(longest + 1)]
        splits = {}
        for word, weight in words:
            pieces = split(word, tokens, joiner) if number else [word[0], *(joiner + letter for letter in word[1:])]
            splits[word] = pieces
            start = 0
            for piece in pieces:
                mark = joiner if start else ""
                for end in range(start + 1, len(word) + 1):
                    token = mark + word[start:end]
                    counts[end - start][token] = counts[end - start].get(token, 0) + weight
                start += len(piece) - len(mark)
        before = [dict(level) for level in counts]
        kept: dict[str, int] = {}
        rows = []
        for length in range(longest, 0, -1):
            for token, remains in counts[length].items():
                rows.append((token, length, before[length][token], remains))
                enough = remains >= threshold if keep == ">=" else remains > threshold
                if enough:
                    kept[token] = remains
                if enough or subtract == "all":
                    marked = len(token) - length
                    for shorter in range(1, length):
                        counts[shorter][token[: marked + shorter]] -= remains
        tokens = dict(kept)
        for token in added:
            tokens.setdefault(token, 1)
        done.append(Iteration(splits, rows, kept, tokens))
    ranked = sorted(tokens, key=lambda token: (-tokens[token], token))
    return Learned(list(dict.fromkeys([*reserved, *characters, *ranked])), done)


def learn(
    words: Words,
    vocab_size: int,
    *,
    reserved: Sequence[str] = (),
    lower_threshold: int | None = 10,
    upper_threshold: int | None = 10_000_000,
    iterations: int = 4,
    max_words: int | None = None,
    max_token_length: int = 50,
    max_characters: int = 1_000,
    slack: float = 0.05,
    joiner: str = "##",
    subtract: str = "all",
    keep: str = ">=",
) -> Search:
    upper = max(count for _, count in words)
    lower = min(count for _, count in words)
    upper = upper if upper_threshold is None else min(upper, upper_threshold)
    lower = lower if lower_threshold is None else max(lower, lower_threshold)
    words = [(word, count) for word, count in words if len(word) <= max_token_length and word not in reserved]
    counts: Counter[str] = Counter()
    for word, count in words:
        for character in word:
            counts[character] += count
    allowed = sorted(counts, key=lambda character: (-counts[character], character))[:max_characters]
    by_count = sorted(words, key=lambda item: item[1], reverse=True)
    words = [item for item in by_count if all(character in allowed for character in item[0])][:max_words]
    states = []
    while True:
        threshold = (lower + upper) // 2
        learned = learn_with_threshold(words, threshold, iterations, joiner, reserved, subtract, keep)
        size = len(learned.vocabulary)
        states.append((lower, upper, threshold, size))
        if size <= vocab_size and vocab_size - size <= max(0, slack * vocab_size):
            return Search(states, "within_slack", learned, words)
        if lower >= upper:
            return Search(states, "bounds_met", learned, words)
        if threshold <= 1:
            return Search(states, "lowest_threshold", learned, words)
        if size > vocab_size:
            lower = threshold + 1
        else:
            upper = threshold - 1
