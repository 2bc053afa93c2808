"""Plain merging: count the pairs of the words, merge one of them, order those that tie.

Slow on purpose: everything is counted again at every step. The plain trainers use these functions; the trainers proper
use :mod:`tokviz.merging.state`, and property tests compare the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import fields
from itertools import pairwise

from tokviz.merging.rules import Rules
from tokviz.merging.steps import Pair
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR

Word = tuple[str, ...]
"""A word as its symbols."""


def alphabet(corpus: Iterable[str], words: Iterable[Word], rules: Rules) -> tuple[str, ...]:
    """Return the vocabulary before the first merge, by id: special tokens, then what the rules call the alphabet.

    >>> alphabet(["low"], [("l", "o", "w")], Rules(special_tokens=("<s>",)))
    ('<s>', 'l', 'o', 'w')
    """
    shown = dict.fromkeys(symbol for word in words for symbol in word)
    symbols = dict.fromkeys((*shown, *rules.first_characters))
    characters = sorted({*rules.first_characters, *"".join(corpus)})
    first = {
        "symbols": sorted(symbols) if rules.sorts_alphabet else [*symbols],
        "characters": [*characters, *shown],
        "bytes": [*BYTE_TO_CHAR.values(), *shown],
    }[rules.alphabet]
    return tuple(dict.fromkeys((*rules.first_tokens, *first)))


def count_pairs(words: Iterable[Word], counts: Iterable[int]) -> dict[Pair, int]:
    """Count the pairs of words, in the order in which the words show them; overlapping ones count too.

    >>> count_pairs([("a", "a", "b"), ("a", "b")], [2, 5])
    {('a', 'a'): 2, ('a', 'b'): 7}
    """
    pairs: Counter[Pair] = Counter()
    for word, count in zip(words, counts, strict=True):
        for pair in pairwise(word):
            pairs[pair] += count
    return dict(pairs)


def count_symbols(words: Iterable[Word], counts: Iterable[int]) -> dict[str, int]:
    """Count the symbols of words."""
    symbols: Counter[str] = Counter()
    for word, count in zip(words, counts, strict=True):
        for symbol in word:
            symbols[symbol] += count
    return dict(symbols)


def merged(word: Word, pair: Pair, token: str) -> Word:
    """Replace every occurrence of `pair` in a word by `token`, from the left; what overlaps the one before stays.

    >>> merged(("a", "a", "a", "b"), ("a", "a"), "aa")
    ('aa', 'a', 'b')
    """
    symbols: list[str] = []
    for symbol in word:
        if symbols and (symbols[-1], symbol) == pair:
            symbols[-1] = token
        else:
            symbols.append(symbol)
    return tuple(symbols)


def preferred(pairs: Iterable[Pair], vocabulary: Sequence[str], rules: Rules) -> list[Pair]:
    """Sort pairs from the most to the least preferred, by the rules' tie-break; they come as the words show them.

    >>> preferred([("b", "a"), ("a", "b")], ["a", "b"], Rules(tie_break="smallest-ids"))
    [('a', 'b'), ('b', 'a')]
    """
    in_order = list(pairs)
    match rules.tie_break:
        case "smallest-ids":
            in_order.sort(key=lambda pair: (vocabulary.index(pair[0]), vocabulary.index(pair[1])))
        case "greatest-pair" | "smallest-pair":
            greatest = rules.tie_break == "greatest-pair"
            in_order.sort(key=lambda pair: (rules.compared(pair[0]), rules.compared(pair[1])), reverse=greatest)
        case "shortest-token":
            in_order.sort(key=lambda pair: (len(rules.join(*pair)), rules.join(*pair)))
        case "last-seen":
            in_order.reverse()
        case "first-seen":
            pass
    return in_order


def leaves_out(rules: Rules) -> tuple[str, ...]:
    """Return the knobs of these rules that the plain trainers do not know, by name.

    >>> leaves_out(Rules(minimum_count=0, duplicates="skip"))
    ('minimum_count', 'duplicates')
    """
    special = {
        "max_token_length",
        "special_split",
        "limit_alphabet",
        "duplicates",
        "vocabulary_order",
        "split_by_unicode_script",
        "split_digits",
        *rules.blanks_out,
    }
    names = [knob.name for knob in fields(Rules) if knob.name in special and getattr(rules, knob.name) != knob.default]
    return tuple((["minimum_count"] if not rules.minimum_count else []) + names)
