"""PickyBPE and Scaffold-BPE written down a second time: what trainer and model are held against.

Nothing is kept up to date: pairs and symbols are counted in the words each time, and a word is encoded by going through
the whole log. Of tokviz it takes how words are split into first symbols, and how ties are put in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tokviz.corpus import Corpus
from tokviz.merging.plain import preferred
from tokviz.merging.steps import Pair
from tokviz.picky import Rules

Word = list[str]


@dataclass
class Tested:
    part: str
    before: int
    left: int
    share: Fraction
    head: int | None
    letter: bool
    removed: bool
    pieces: list[str] | None


@dataclass
class Merge:
    candidates: list[tuple[Pair, int]]
    pair: Pair
    token: str
    how: str
    count: int
    replaced: int
    tests: list[Tested] = field(default_factory=list)
    words_merged: list[Word] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    vocabulary: list[str] = field(default_factory=list)
    tally: int = 0


@dataclass
class Trained:
    merges: list[Merge]
    log: list[tuple[str, str, tuple[str, ...]]]
    vocabulary: list[str]
    ever: list[str]
    tally: int
    stopped: str
    words: list[Word]


def joined(word: Sequence[str], pair: Pair, token: str) -> tuple[Word, int]:
    """Return a word with a pair replaced from the left, and how often it was."""
    after: Word = []
    times = i = 0
    while i < len(word):
        if tuple(word[i : i + 2]) == pair:
            after.append(token)
            times += 1
            i += 2
        else:
            after.append(word[i])
            i += 1
    return after, times


def split(word: Sequence[str], token: str, pieces: Sequence[str]) -> Word:
    return [piece for symbol in word for piece in (pieces if symbol == token else [symbol])]


class Training:
    """One training under `rules`, merge by merge."""

    def __init__(self, corpus: Corpus, rules: Rules) -> None:
        self.rules = rules
        self.counts = list(corpus.counts)
        self.words = [list(rules.segment(word)) for word in corpus]
        self.letters = list(dict.fromkeys(symbol for word in self.words for symbol in word))
        self.ever = list(dict.fromkeys([*rules.special_tokens, *self.letters]))
        self.first = list(self.ever)
        self.out: set[str] = set()
        self.made_of: dict[str, Pair] = {}
        self.tally = len(self.ever)
        self.log: list[tuple[str, str, tuple[str, ...]]] = []

    @property
    def vocabulary(self) -> list[str]:
        return [token for token in self.ever if token not in self.out]

    def candidates(self) -> list[tuple[Pair, int]]:
        counts: Counter[Pair] = Counter()
        for word, count in zip(self.words, self.counts, strict=True):
            for i in range(len(word) - 1):
                counts[word[i], word[i + 1]] += count
        order = preferred(counts, self.ever, self.rules)
        order.sort(key=lambda pair: -counts[pair])
        return [(pair, counts[pair]) for pair in order]

    def occurrences(self, symbol: str) -> int:
        return sum(word.count(symbol) * count for word, count in zip(self.words, self.counts, strict=True))

    def pieces(self, token: str) -> list[str]:
        return [piece for part in self.made_of[token] for piece in (self.pieces(part) if part in self.out else [part])]

    def merge(self, candidates: list[tuple[Pair, int]]) -> Merge:
        pair, count = candidates[0]
        token = pair[0] + pair[1]
        before = [self.occurrences(part) for part in pair]
        replaced = 0
        for place, word in enumerate(self.words):
            self.words[place], times = joined(word, pair, token)
            replaced += times * self.counts[place]
        how = "again"
        if token not in self.ever:
            how = "new"
            self.ever.append(token)
        elif token in self.out and self.rules.removal != "scaffold":
            how = "restored"
            self.out.discard(token)
        self.made_of.setdefault(token, pair)
        self.log.append(("merge", token, pair))
        self.tally += 1
        done = Merge(candidates, pair, token, how, count, replaced, words_merged=[*self.words])
        if self.rules.removal != "none":
            head = (self.candidates() or [(pair, 0)])[0][1] if self.rules.removal == "scaffold" else None
            for part, number in list(dict(zip(pair, before, strict=True)).items()):
                done.tests.append(self.test(part, number, replaced, head))
        done.words, done.vocabulary, done.tally = [*self.words], self.vocabulary, self.tally
        return done

    def test(self, part: str, before: int, replaced: int, head: int | None) -> Tested:
        left = self.occurrences(part)
        share = Fraction(replaced, left + replaced)
        limit = Fraction(str(self.rules.threshold))
        letter = part in self.first
        if head is not None:
            removed = not letter and part not in self.out and left < head
        else:
            removed = not letter and (share >= limit if self.rules.above == "at-least" else share > limit)
        pieces = None
        if removed:
            self.out.add(part)
            pieces = self.pieces(part)
            self.tally -= 1
            self.log.append(("split", part, tuple(pieces)))
            if self.rules.removal == "picky":
                self.words = [split(word, part, pieces) for word in self.words]
        return Tested(part, before, left, share, head, letter, removed, pieces)


def train(corpus: Corpus, rules: Rules, vocab_size: int | None = None, merges: int | None = None) -> Trained:
    training = Training(corpus, rules)
    done: list[Merge] = []
    while True:
        size = training.tally if rules.size_counts == "tally" else len(training.vocabulary)
        candidates = training.candidates()
        stopped = ""
        if merges is not None and len(done) >= merges:
            stopped = "merges"
        elif vocab_size is not None and size >= vocab_size:
            stopped = "vocab_size"
        elif not candidates:
            stopped = "no_pairs"
        elif candidates[0][1] < rules.minimum_count:
            stopped = "minimum_count"
        if stopped:
            return Trained(
                done, training.log, training.vocabulary, training.ever, training.tally, stopped, training.words
            )
        done.append(training.merge(candidates))


def encode(word: str, trained: Trained, rules: Rules, *, looks_up: bool = True) -> tuple[str, ...]:
    """Encode a word as the rules say. looks_up: whether a word of the vocabulary is one token at once."""
    symbols: Word = list(rules.segment(word))
    whole = "".join(symbols)
    if looks_up and whole in trained.vocabulary and whole not in rules.special_tokens:
        return (whole,)
    known = set(trained.vocabulary)
    symbols = [symbol if symbol in known or rules.unknown_token is None else "<UNK>" for symbol in symbols]
    if rules.removal != "scaffold":
        for kind, token, parts in trained.log:
            if kind == "merge":
                symbols, _ = joined(symbols, (parts[0], parts[1]), token)
            else:
                symbols = split(symbols, token, parts)
        return tuple(symbols)
    merges = [(token, (parts[0], parts[1])) for kind, token, parts in trained.log if kind == "merge"]
    first_made: dict[str, Pair] = {}
    for token, pair in merges:
        first_made.setdefault(token, pair)
    again = True
    while again:
        again = False
        for token, pair in merges:
            after, times = joined(symbols, pair, token)
            if times:
                symbols, again = after, True
                break
    scaffolds = {token for kind, token, _ in trained.log if kind == "split"}
    while scaffolds.intersection(symbols):
        symbols = [piece for symbol in symbols for piece in (first_made[symbol] if symbol in scaffolds else [symbol])]
    return tuple(symbols)
