"""The state of training: the words of a corpus as symbols, the counts of their pairs, and a log of every merge.

Which pair is merged is for the trainer to say; this module merges it in every word that has it and adjusts the counts
of the pairs that this touched. Two things make it quick without changing a result. A symbol is one code point in here
and a word a `str`, so ``str.replace`` is the leftmost non-overlapping merge. An index says which words have a pair.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from tokviz.checkpoint import checkpoints
from tokviz.corpus import Corpus
from tokviz.corpus.coverage import BLANK, count_symbols
from tokviz.errors import LimitError
from tokviz.merging.candidates import allows_all, is_allowed, pairs_of, token_name
from tokviz.merging.rules import Rules
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR, CHAR_TO_BYTE

__all__ = ["MAX_RECORDED_SYMBOLS", "MAX_SYMBOLS", "Effect", "Merging", "Past"]

MAX_SYMBOLS = 0x110000
"""A symbol is one code point inside the trainer, so this is how many there can be."""

MAX_RECORDED_SYMBOLS = 100_000_000
"""The most symbols that the words recorded in one trace may have together, and letters that its tokens may (a bound on
memory: about 400 MB)."""


class Effect(NamedTuple):
    """The effect of a merge on what can be merged next.

    is_new: whether the token is in the words for the first time, so no pair with it was counted before. One that
    is only in the vocabulary, such as a special token, is new.
    merged: how many occurrences were replaced. moves: pairs that lost occurrences, those that won them, and the words
    where. risen: the pairs that won some and may be merged.
    """

    is_new: bool
    token: str
    merged: int
    moves: list[tuple[str, str, list[int]]]
    risen: list[str]


class Past(NamedTuple):
    """The result of merges: the names of the symbols that they made, and the words at that point, in order.

    alphabet: the names before these; None for those that the words begin as.
    """

    names: Sequence[str]
    forms: Sequence[str]
    alphabet: Sequence[str] | None = None


class Merging:
    """The words of `corpus` on their way through training under `rules`.

    names: symbol number -> string, the alphabet first. forms: the words as they are. counts: pair -> count.
    words_with: pair -> the words that have it, by number, ascending and as often as they have it; a word may have lost
    the pair since. pairs: the pairs merged so far.
    """

    def __init__(
        self, corpus: Corpus, rules: Rules, past: Past | None = None, weights: Sequence[int] | None = None
    ) -> None:
        """Begin with the words of a corpus as symbols, or go on from `past`.

        weights: what is added up in place of the words' counts.

        past: the merges to go on from; the log begins after them. Only for rules under which tokens may be of any
        length and are made again at will, and which merge no pair that occurs nowhere: nothing else that those merges
        left behind is known.
        """
        self.corpus, self.rules = corpus, rules
        kept_characters = _kept_characters(corpus, rules)
        # Where rules neither mark nor drop anything, a word is the sequence of its first symbols as it is.
        marked = rules.start_of_word or rules.continuing_prefix or rules.end_of_word
        segments: Sequence[Sequence[str]] = corpus.words
        if marked or rules.alphabet == "bytes" or kept_characters is not None:
            segments = [rules.segment(word, kept_characters) for word in checkpoints(corpus.words)]
        if rules.blanks_out:  # what follows a blank goes on with a word, so it has no mark
            segments = [s if w[:1] != BLANK else w[1:] for w, s in zip(corpus.words, segments, strict=True)]
        alphabet = past.alphabet if past else None
        if alphabet is None:
            alphabet = _alphabet(corpus, rules, kept_characters, segments)
        self.names = list(dict.fromkeys((*rules.first_tokens, *alphabet)))
        self._base = len(self.names)
        self.names += past.names if past else ()
        self._ids = {name: i for i, name in enumerate(self.names)}
        codes = {name: chr(i) for i, name in enumerate(self.names)}
        self._start = list(past.forms) if past else ["".join(map(codes.__getitem__, segment)) for segment in segments]

        first = set("".join(self._start))
        # How many first symbols a symbol covers; 0 for one that does not occur yet.
        self._widths = [int(chr(i) in first) for i in range(len(self.names))]

        self.forms = list(self._start)
        self.words_with: defaultdict[str, list[int]] = defaultdict(list)
        for w, form in enumerate(checkpoints(self.forms)):
            for pair in pairs_of(form):
                self.words_with[pair].append(w)
        if not allows_all(rules):
            for pair in [pair for pair in self.words_with if not is_allowed(pair, self.names, self._widths, rules)]:
                del self.words_with[pair]
        # A list's method is called directly, a tuple's through a wrapper.
        self._weight_of = weight_of = [*(corpus.counts if weights is None else weights)].__getitem__
        self.counts: defaultdict[str, int] = defaultdict(int)
        for pair, where in checkpoints(self.words_with.items()):  # most pairs are in one word, once
            self.counts[pair] = weight_of(where[0]) if len(where) == 1 else sum(map(weight_of, where))

        self.pairs: list[str] = []
        self._merged_counts: list[int] = []
        self._tokens: list[int] = []
        self._made: set[int] = set()
        self._log_words: list[int] = []
        self._log_forms: list[str] = []
        self._log_starts: list[int] = []
        self._recorded = 0

    def was_made(self, pair: str) -> bool:
        """Tell if an earlier merge made the token that `pair` would become."""
        return self._ids.get(token_name(pair, self.names, self.rules)) in self._made

    def merge(self, pair: str) -> Effect:
        """Merge `pair` in every word that has it. Raises LimitError when the record would not fit in memory."""
        forms, weight_of, counts, words_with = self.forms, self._weight_of, self.counts, self.words_with
        left, right = pair[0], pair[1]
        token, is_new = self._number(pair)
        self.pairs.append(pair)
        self._merged_counts.append(counts[pair])
        self._log_starts.append(len(self._log_words))

        # Neighbors of the pair get a new partner: symbol -> the words in which it is before (or after) the pair.
        before_it: defaultdict[str, list[int]] = defaultdict(list)
        after_it: defaultdict[str, list[int]] = defaultdict(list)
        side_by_side: list[int] = []  # the words in which the pair followed itself
        hits: list[int] = []  # the words that have the pair
        again = 0  # occurrences beyond the first of each word
        last = -1
        for w in words_with.pop(pair, ()):
            if w == last or pair not in (form := forms[w]):
                continue
            last = w
            hits.append(w)
            head, _, tail = form.partition(pair)
            if head:
                before_it[head[-1]].append(w)
            if pair in tail:
                *gaps, tail = tail.split(pair)
                for gap in gaps:
                    if gap:
                        after_it[gap[0]].append(w)
                        before_it[gap[-1]].append(w)
                    else:
                        side_by_side.append(w)
                again += len(gaps) * weight_of(w)
                head = token.join((head, *gaps))
            if tail:
                after_it[tail[0]].append(w)
            forms[w] = head + token + tail
        self._log(hits)
        # In `aaa` there are two pairs and one merge.
        merged = counts[pair] if left != right else sum(map(weight_of, hits)) + again

        if side_by_side and not self.rules.minimum_count:
            after_it[left].extend(())  # `token left` was there between two merges, see `Trace.pairs`
        moves = [(other + left, other + token, where) for other, where in before_it.items()]
        moves += [(right + other, token + other, where) for other, where in after_it.items()]
        if side_by_side:
            moves.append((right + left, token + token, side_by_side))
        allows_any = allows_all(self.rules)
        risen: list[str] = []
        for old, new, where in moves:
            moved = sum(map(weight_of, where))
            counts[old] -= moved
            if allows_any or is_allowed(new, self.names, self._widths, self.rules):
                counts[new] += moved
                words_with[new] = where if is_new else sorted(words_with[new] + where)
                risen.append(new)
        del counts[pair]
        return Effect(is_new, token, merged, moves, risen)

    def record(self) -> dict[str, Any]:
        """Return the events as the fields of :class:`tokviz.merging.word_log.WordLog`."""
        return {
            "corpus": self.corpus,
            "rules": self.rules,
            "_names": tuple(self.names),
            "_base": self._base,
            "_start": tuple(self._start),
            "_pairs": tuple(self.pairs),
            "_counts": tuple(self._merged_counts),
            "_tokens": tuple(self._tokens),
            "_log_words": tuple(self._log_words),
            "_log_forms": tuple(self._log_forms),
            "_log_starts": (*self._log_starts, len(self._log_words)),
        }

    def _number(self, pair: str) -> tuple[str, bool]:
        """Return the symbol that `pair` becomes, and whether it was in no word yet."""
        name = token_name(pair, self.names, self.rules)
        number = self._ids.get(name)
        if number is None:
            number = self._ids[name] = len(self.names)
            if number >= MAX_SYMBOLS:
                raise LimitError("MAX_SYMBOLS", MAX_SYMBOLS, met=number + 1)
            self.names.append(name)
            self._widths.append(0)
            self._recorded += len(name)  # of one long word they can become long, too
        self._made.add(number)
        is_new = not self._widths[number]
        self._widths[number] = self._widths[number] or self._widths[ord(pair[0])] + self._widths[ord(pair[1])]
        self._tokens.append(number)
        return chr(number), is_new

    def _log(self, hits: list[int]) -> None:
        changed = [self.forms[w] for w in hits]
        self._log_words += hits
        self._log_forms += changed
        self._recorded += sum(map(len, changed))
        if self._recorded > MAX_RECORDED_SYMBOLS:
            raise LimitError("MAX_RECORDED_SYMBOLS", MAX_RECORDED_SYMBOLS, met=self._recorded)


def _kept_characters(corpus: Corpus, rules: Rules) -> frozenset[str] | None:
    """Return the characters that a limited alphabet leaves in the words; None for all of them."""
    if rules.limit_alphabet is None:
        return None
    bare = Rules(alphabet=rules.alphabet)
    occurrences = count_symbols((bare.segment(word), count) for word, count in corpus.items())
    wanted = frozenset(rules.first_characters)
    if rules.alphabet == "characters" and len(wanted) > rules.limit_alphabet:
        return frozenset(sorted(wanted)[: rules.limit_alphabet])
    others = sorted(occurrences.keys() - wanted, key=lambda c: (-occurrences[c], c))
    return wanted.union(others[: max(rules.limit_alphabet - len(wanted), 0)])


def _alphabet(
    corpus: Corpus, rules: Rules, kept: frozenset[str] | None, segments: Sequence[Sequence[str]]
) -> list[str]:
    """Return the vocabulary before the first merge, in the order of its ids."""
    seen = dict.fromkeys(chain.from_iterable(segments))
    if rules.alphabet == "bytes":
        return [*BYTE_TO_CHAR.values(), *(symbol for symbol in seen if symbol not in CHAR_TO_BYTE)]
    if rules.alphabet == "symbols":
        symbols = dict.fromkeys((*seen, *rules.first_characters))
        return sorted(symbols) if rules.sorts_alphabet else [*symbols]
    occurring = {*rules.first_characters}.union(*corpus.alphabet_words)
    characters = occurring if kept is None else occurring & kept
    return sorted(characters) + [symbol for symbol in seen if symbol not in characters]
