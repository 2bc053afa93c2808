"""BPE training: from a corpus and rules to a trace of merges.

The loop below is the algorithm: take the best pair, merge it in every word that has it, adjust the counts of the pairs
that this touched. Three things make it quick without changing a result. A symbol is one code point inside the loop and
a word a `str`, so ``str.replace`` is the leftmost non-overlapping merge. An index says which words have a pair. A heap
holds the candidates with the count they once had: counts only fall after a pair is born, so an entry is put right when
it surfaces. Ties, counts and vocabularies of any step are not recorded here but derived by
:class:`tokviz.bpe.trace.Trace`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain

from tokviz.bpe.candidates import is_short_enough, pairs_of, token_name
from tokviz.bpe.queue import Queue, order_key
from tokviz.bpe.rules import Rules, resolve
from tokviz.bpe.trace import StopReason, Trace
from tokviz.bytelevel import BYTE_TO_CHAR, CHAR_TO_BYTE
from tokviz.corpus import Corpus
from tokviz.errors import LimitError, RulesError

__all__ = ["MAX_RECORDED_SYMBOLS", "MAX_SYMBOLS", "train"]

MAX_SYMBOLS = 0x110000
"""A symbol is one code point inside the trainer, so this is how many there can be."""

MAX_RECORDED_SYMBOLS = 100_000_000
"""The most symbols that the words recorded in one trace may have together (a bound on memory: about 400 MB)."""

_FEWER_MERGES = "Ask for fewer merges, or split the text into shorter words."


def train(
    corpus: Corpus,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    rules: str | Rules = "sennrich",
) -> Trace:
    """Learn merges from `corpus` and return the trace.

    merges: stop after this many merges. vocab_size: stop when special tokens, alphabet and merges are this many (an
    alphabet larger than that is kept whole, and nothing is merged). With neither, training runs until no pair is left,
    or none is frequent enough for the rules' minimum count; with both, the first to be reached ends it.
    rules: a preset's name or a :class:`~tokviz.bpe.rules.Rules`.

    Raises RulesError for unknown rules or numbers below zero, LimitError when the trace would not fit in memory.
    Source: Sennrich, Haddow, Birch 2016, Algorithm 1; the conventions are documented with the presets.

    >>> trace = train(Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3}), merges=2)
    >>> trace.merges
    [('e', 's'), ('es', 't')]
    """
    rules = resolve(rules)
    for name, number in (("merges", merges), ("vocab_size", vocab_size)):
        if number is not None and number < 0:
            message = f"{name} is {number}, but must be at least 0."
            raise RulesError("rules-number", message, name=name, value=number, least=0)

    kept = _kept_characters(corpus, rules)
    # Where rules neither mark nor drop anything, a word is the sequence of its first symbols as it stands.
    marked = rules.start_of_word or rules.continuing_prefix or rules.end_of_word
    segments: Sequence[Sequence[str]] = corpus.words
    if marked or rules.alphabet == "bytes" or kept is not None:
        segments = [rules.segment(word, kept) for word in corpus.words]
    alphabet = _alphabet(corpus, rules, kept, segments)
    names = list(dict.fromkeys((*rules.special_tokens, *alphabet)))  # a symbol's id is its place in this list
    base = len(names)
    ids = {name: i for i, name in enumerate(names)}
    codes = {name: chr(i) for i, name in enumerate(names)}
    start = ["".join(map(codes.__getitem__, segment)) for segment in segments]

    first = set("".join(start))
    # How many first symbols a symbol covers; 0 for one that does not occur yet.
    widths = [int(chr(i) in first) for i in range(base)]

    forms = list(start)
    weight_of = corpus.counts.__getitem__
    # Ascending, a word as often as it has the pair; it may have lost the pair since.
    words_with: defaultdict[str, list[int]] = defaultdict(list)
    for w, form in enumerate(forms):
        for pair in pairs_of(form):
            words_with[pair].append(w)
    pair_counts: defaultdict[str, int] = defaultdict(int)
    for pair, where in words_with.items():
        pair_counts[pair] = sum(map(weight_of, where))

    order = order_key(rules, names, forms, words_with)
    queue = Queue(pair_counts, order, least=min(rules.minimum_count, 1))
    for pair in words_with:
        queue.put(pair)

    pairs: list[str] = []
    counts: list[int] = []
    tokens: list[int] = []
    log_words: list[int] = []
    log_forms: list[str] = []
    log_starts: list[int] = []
    recorded = 0
    made: set[int] = set()
    unlimited = rules.max_token_length is None
    stopped: StopReason = "no_pairs"

    while True:
        if merges is not None and len(pairs) >= merges:
            stopped = "merges"
            break
        if vocab_size is not None and len(names) >= vocab_size:
            stopped = "vocab_size"
            break
        best = queue.take()
        if best is None:
            break
        pair, count = best, pair_counts[best]
        if count < rules.minimum_count:
            stopped = "minimum_count"
            break

        left, right = pair[0], pair[1]
        name = token_name(pair, names, rules)
        token_id = ids.get(name)
        if token_id is None:
            token_id = ids[name] = len(names)
            if token_id >= MAX_SYMBOLS:
                raise LimitError(
                    "MAX_SYMBOLS",
                    MAX_SYMBOLS,
                    met=token_id + 1,
                    subject="a trace",
                    unit="symbols",
                    advice=_FEWER_MERGES,
                )
            names.append(name)
            widths.append(0)
            born = True
        elif rules.duplicates == "skip" and token_id in made:
            continue
        else:
            born = False
        made.add(token_id)
        widths[token_id] = widths[token_id] or widths[ord(left)] + widths[ord(right)]
        token = chr(token_id)
        pairs.append(pair)
        counts.append(count)
        tokens.append(token_id)
        log_starts.append(len(log_words))

        # Neighbours of the pair get a new partner: symbol -> the words in which it stands before (or after) the pair.
        before_it: defaultdict[str, list[int]] = defaultdict(list)
        after_it: defaultdict[str, list[int]] = defaultdict(list)
        side_by_side: list[int] = []  # the words in which the pair followed itself
        hits: list[int] = []  # the words that have the pair
        for w in words_with.pop(pair, ()):
            form = forms[w]
            if pair not in form:
                continue
            hits.append(w)
            parts = form.split(pair)
            forms[w] = token.join(parts)
            head, tail = parts[0], parts[-1]
            if head:
                before_it[head[-1]].append(w)
            if tail:
                after_it[tail[0]].append(w)
            if len(parts) > 2:
                for gap in parts[1:-1]:
                    if gap:
                        after_it[gap[0]].append(w)
                        before_it[gap[-1]].append(w)
                    else:
                        side_by_side.append(w)
        changed = [forms[w] for w in hits]
        log_words += hits
        log_forms += changed
        recorded += sum(map(len, changed))
        if recorded > MAX_RECORDED_SYMBOLS:
            raise LimitError(
                "MAX_RECORDED_SYMBOLS",
                MAX_RECORDED_SYMBOLS,
                met=recorded,
                subject="a trace",
                unit="recorded symbols",
                advice=_FEWER_MERGES,
            )

        if side_by_side and not rules.minimum_count:
            after_it[left].extend(())  # `token left` was there between two merges, see `Trace.pairs`
        moves = [(other + left, other + token, where) for other, where in before_it.items()]
        moves += [(right + other, token + other, where) for other, where in after_it.items()]
        if side_by_side:
            moves.append((right + left, token + token, side_by_side))
        for old, new, where in moves:
            moved = sum(map(weight_of, where))
            pair_counts[old] -= moved
            if unlimited or is_short_enough(new, widths, rules):
                pair_counts[new] += moved
                words_with[new] = where if born else sorted(words_with[new] + where)
                queue.put(new)
        del pair_counts[pair]
        if not born:  # a known token turned up in new places, so counts may have risen: begin the queue afresh
            queue.clear()
            for pair in words_with:
                queue.put(pair)

    return Trace(
        corpus=corpus,
        rules=rules,
        stopped=stopped,
        _names=tuple(names),
        _base=base,
        _start=tuple(start),
        _pairs=tuple(pairs),
        _counts=tuple(counts),
        _tokens=tuple(tokens),
        _log_words=tuple(log_words),
        _log_forms=tuple(log_forms),
        _log_starts=(*log_starts, len(log_words)),
    )


def _kept_characters(corpus: Corpus, rules: Rules) -> frozenset[str] | None:
    """The characters that a limited alphabet leaves in the words; None for all of them."""
    if rules.limit_alphabet is None:
        return None
    bare = Rules(alphabet=rules.alphabet)
    occurrences: Counter[str] = Counter()
    for word, count in corpus.items():
        for character in bare.segment(word):
            occurrences[character] += count
    wanted = frozenset(rules.initial_alphabet)
    others = sorted(occurrences.keys() - wanted, key=lambda c: (-occurrences[c], c))
    return wanted.union(others[: max(rules.limit_alphabet - len(wanted), 0)])


def _alphabet(
    corpus: Corpus, rules: Rules, kept: frozenset[str] | None, segments: Sequence[Sequence[str]]
) -> list[str]:
    """What the vocabulary holds before the first merge, in the order of its ids."""
    seen = dict.fromkeys(chain.from_iterable(segments))
    if rules.alphabet == "bytes":
        return [*BYTE_TO_CHAR.values(), *(symbol for symbol in seen if symbol not in CHAR_TO_BYTE)]
    if rules.alphabet == "symbols":
        return sorted({*seen, *rules.initial_alphabet})
    occurring = set().union(*corpus.words)
    characters = {*rules.initial_alphabet, *(occurring if kept is None else occurring & kept)}
    return sorted(characters) + [symbol for symbol in seen if symbol not in characters]
